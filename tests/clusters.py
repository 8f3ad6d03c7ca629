"""Clusters for tests: a scheduler and workers as processes of this machine, which a test may kill, stop and add."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from tests.processes import environment

WAIT = 60.0
"""Seconds in which a process must be there, on a machine that has much else to do."""


def until(what: str, holds: object, seconds: float = WAIT) -> None:
    """Wait until a function holds, for so many seconds at the most."""
    ends = time.monotonic() + seconds
    assert callable(holds)
    while not holds():
        assert time.monotonic() < ends, f"{what}: not after {seconds} s"
        time.sleep(0.05)


class Authority:
    """A certificate authority of a test, which `openssl` makes; who has a certificate of it may talk to the others."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.file = folder / "ca.pem"
        self._openssl("req", "-x509", *NEW, "-subj", "/CN=ca", "-keyout", "ca.key", "-out", "ca.pem")

    def _openssl(self, *options: str) -> None:
        subprocess.run(["openssl", *options], cwd=self.folder, check=True, capture_output=True)

    def certificate(self, name: str) -> tuple[Path, Path]:
        """A certificate and its key."""
        self._openssl("req", *NEW, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
        signed = (
            "x509",
            "-req",
            "-in",
            f"{name}.csr",
            "-CA",
            "ca.pem",
            "-CAkey",
            "ca.key",
            "-CAcreateserial",
        )
        self._openssl(*signed, "-days", "2", "-out", f"{name}.pem")
        return self.folder / f"{name}.pem", self.folder / f"{name}.key"

    def options(self, name: str) -> tuple[str, ...]:
        """Options of Dask's programs for one that has a certificate."""
        certificate, key = self.certificate(name)
        return (
            f"--tls-ca-file={self.file}",
            f"--tls-cert={certificate}",
            f"--tls-key={key}",
        )

    def settings(self, name: str) -> dict[str, str]:
        """Dask's settings, as variables of the environment, for a command that has a certificate."""
        certificate, key = self.certificate(name)
        place = "DASK_DISTRIBUTED__COMM__TLS__"
        return {
            f"{place}CA_FILE": str(self.file),
            f"{place}CLIENT__CERT": str(certificate),
            f"{place}CLIENT__KEY": str(key),
        }


NEW = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Machines:
    """A scheduler and workers: ``with Machines(folder, 2) as machines:``; nobody outlives the block.

    ``authority``: whose certificates they show and ask for (None: anybody may talk to them).
    """

    def __init__(self, folder: Path, count: int, authority: Authority | None = None) -> None:
        self.folder = folder
        self.authority = authority
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"{'tls' if authority else 'tcp'}://127.0.0.1:{self.port}"
        self.begun = 0
        self.workers: list[subprocess.Popen[bytes]] = []
        place = ("--protocol", "tls") if authority else ()
        self.scheduler = self._started("scheduler", "--host", "127.0.0.1", "--port", str(self.port), *place)
        until("a scheduler", self._answers)
        for _ in range(count):
            self.add()

    def __enter__(self) -> Machines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for one in (*self.workers, self.scheduler):
            with suppress(ProcessLookupError):
                one.send_signal(signal.SIGCONT)
            one.kill()
            one.wait()

    def _started(
        self, what: str, *options: str, env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options, "--no-dashboard"]
        if self.authority:
            command += self.authority.options(f"{what}-{self.begun}")
        with (self.folder / f"{what}.log").open("ab") as log:
            return subprocess.Popen(
                command, cwd=self.folder, env={**environment(), **(env or {})}, stdout=log, stderr=log
            )

    def _answers(self) -> bool:
        with socket.socket() as asked:
            return asked.connect_ex(("127.0.0.1", self.port)) == 0

    def add(self, **env: str) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        self.begun += 1
        place = str(self.folder / f"worker-{self.begun}")
        worker = self._started(
            "worker", self.address, "--no-nanny", "--nthreads", "1", "--local-directory", place, env=env
        )
        self.workers.append(worker)
        return worker

    def kill(self, number: int) -> None:
        """Kill a worker as the system would, and start another."""
        worker = self.workers.pop(number)
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
        self.add()


@contextmanager
def machines(folder: Path, count: int = 2) -> Iterator[Machines]:
    """A scheduler and so many workers."""
    with Machines(folder, count) as found:
        yield found
