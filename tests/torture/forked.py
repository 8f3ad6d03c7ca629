"""Commands in forked processes, each watched for what it leaves behind.

A process of its own costs half a second before it does anything; a fork of one that has imported everything costs a
hundredth of that.  The one that forks must have a single thread.
"""

from __future__ import annotations

import atexit
import ctypes
import io
import os
import re
import resource
import select
import signal
import sys
import threading
import time
import traceback
import types
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.processes import environment

HANG = 30.0
"""Seconds of work, or of nothing at all, after which a command hangs."""
GRACE = 3.0
"""Seconds in which what a command has started must be gone after it; a busy machine needs more than a moment."""
MEMORY = 6 << 30
SUBREAPER = 36
"""The number of ``PR_SET_CHILD_SUBREAPER``, see prctl(2)."""
PDEATHSIG = 1
"""The number of ``PR_SET_PDEATHSIG``."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.mkdir": 0,
    "os.rename": 1,
    "os.link": 1,
    "os.symlink": 1,
    "os.remove": 0,
    "os.rmdir": 0,
    "os.truncate": 0,
    "os.chmod": 0,
    "os.chown": 0,
    "os.utime": 0,
}
"""What changes files, as auditing hooks call it, and which of its arguments is the path."""
ASKED = {
    "socket.connect": 1,
    "socket.bind": 1,
    "socket.sendto": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
}
"""What asks the network, and which of its arguments is the address."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")

_numbers = count()

Before = Callable[[], None]


def adopt() -> None:
    """Make the children of processes that end ours, so that none is overlooked (Linux)."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1)


def end_with(parent: int) -> None:
    """End this process with its parent, whose number is given (Linux)."""
    ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


@dataclass(frozen=True)
class Place:
    """The folders of a trial: a project, a home, a folder for temporary files, and one for what commands say."""

    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def said(self) -> Path:
        return self.folder / "said"

    def made(self) -> Place:
        """The same, with its folders."""
        for folder in (self.project, self.home, self.temporary, self.said):
            folder.mkdir(parents=True, exist_ok=True)
        return self

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a command that runs here."""
        kept = environment("QUEENSBENCH_STORE", "QUEENSBENCH_CODE", "XDG_CACHE_HOME")
        return {**kept, "HOME": str(self.home), "TMPDIR": str(self.temporary), **more}


@dataclass(frozen=True)
class Ended:
    """The end of a command: its exit code (of a signal: less than 0), what it said, and what it should not have done."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str
    seconds: float
    hung: bool = False
    left: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()

    def faults(self, codes: Sequence[int] = (0, 1, 2, 3)) -> list[str]:
        """What is wrong with this end, a line each."""
        name = " ".join(self.words)
        found = []
        if self.hung:
            found.append(f"hangs: {name}")
        elif self.code not in codes:
            found.append(f"ended with {self.code}: {name}: {_last(self.err)}")
        if "Traceback (most recent call last)" in self.err + self.out:
            found.append(f"traceback: {name}: {_last(self.err)}{_place(self.err + self.out)}")
        if self.code == 2 and (self.err or not self.out):  # a report may say of an engine that it has failed
            found += [f"{fault}: {name}: {self.err[:300]!r}" for fault in line_faults(self.err)]
        found += [f"a process outlives it: {name}: {one}" for one in self.left]
        found += [f"outside: {name}: {one}" for one in self.outside]
        if any(mark in self.out + self.err for mark in ("\x1b", "\u202e", "\x07")):
            found.append(f"a terminal's control characters: {name}")
        return found


def line_faults(err: str) -> list[str]:
    """What is wrong with the words about bad input: it is one line, or one for each place of a refused model."""
    lines = err.splitlines()
    if not lines:
        return ["bad input without a word"]
    own = [line for line in lines if not line.startswith("queensbench: ")]
    if own:
        return ["bad input in more than one line"]
    placed = sum(".py:" in line for line in lines)
    # a store that is damaged, and other news, are told beside
    news = sum(" is damaged: " in line or "the audit goes on" in line for line in lines)
    return (
        [] if len(lines) - news <= 1 or placed >= len(lines) - news else ["bad input in more than one line"]
    )


def _last(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][-300:] if lines else "not a word"


def _place(text: str) -> str:
    """The innermost places of the toolkit in tracebacks, of each of them one, as far as a line has room."""
    places = re.findall(r'File "[^"]*/(queensbench/[^"]+)", line (\d+), in (\S+)', text)
    return "".join(f" ({file}:{line} {name})" for file, line, name in places[-3:])


class Running:
    """A command that runs in a fork of this process.

    ``before``: called in the fork before the command, to change what surrounds it.  ``act``: what it does instead of
    the command; its answer is the exit code.
    """

    live: set[int] = set()  # noqa: RUF012 - of all that run

    def __init__(
        self,
        words: Sequence[str],
        place: Place,
        *,
        before: Before = lambda: None,
        act: Callable[[], int] | None = None,
        env: Mapping[str, str] | None = None,
        own: bool = False,
    ) -> None:
        self.words = tuple(words)
        self.place = place
        self._began = time.monotonic()
        stem = str(place.said / str(next(_numbers)))
        self._files = {name: Path(f"{stem}.{name}") for name in ("out", "err", "outside")}
        whole = place.environment(**(env or {}))
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _child(self._files, place, whole, before, act, self.words, own)
        Running.live.add(self.pid)
        self._status: int | None = None
        self._cpu = 0.0
        self._moved = self._began

    def signal(self, number: int, *, group: bool = False) -> None:
        """Send a signal to the command alone, or to its processes as well, as `timeout` and terminals do."""
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.pid, number)

    def ended(self) -> bool:
        """Whether it has ended."""
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = status
        return self._status is not None

    def _hangs(self, limit: float) -> bool:
        now, cpu = time.monotonic(), _cpu_of(self.pid)
        if cpu > self._cpu + 0.02:
            self._cpu, self._moved = cpu, now
        return cpu > limit or now - self._moved > limit

    def end(self, limit: float = HANG) -> Ended:
        """Wait for its end, at most until it hangs."""
        hung = False
        handle = os.pidfd_open(self.pid) if not self.ended() and hasattr(os, "pidfd_open") else -1
        try:
            while not self.ended():
                if handle >= 0:
                    select.select([handle], [], [], 0.5)
                else:
                    time.sleep(0.01)
                if not self.ended() and self._hangs(limit):
                    hung = True
                    break
        finally:
            if handle >= 0:
                os.close(handle)
        seconds = time.monotonic() - self._began
        if hung:
            os.kill(self.pid, signal.SIGKILL)
            self._status = os.waitpid(self.pid, 0)[1]
        Running.live.discard(self.pid)
        left = () if hung else orphans(GRACE)
        if hung:
            orphans(0)
        texts = {
            name: path.read_text("utf-8", "replace") if path.exists() else ""
            for name, path in self._files.items()
        }
        code = os.waitstatus_to_exitcode(self._status or 0)
        outside = tuple(dict.fromkeys(texts["outside"].splitlines()))
        return Ended(self.words, code, texts["out"], texts["err"], seconds, hung, tuple(left), outside)


def run(words: Sequence[str], place: Place, *, limit: float = HANG, **options: Any) -> Ended:
    """Run a command to its end."""
    return Running(words, place, **options).end(limit)


def _child(
    files: Mapping[str, Path],
    place: Place,
    whole: Mapping[str, str],
    before: Before,
    act: Callable[[], int] | None,
    words: Sequence[str],
    own: bool,
) -> None:
    """Be the command; never returns."""
    code = 99
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.clear()
        os.environ.update(whole)
        with suppress(AttributeError):
            time.tzset()
        os.chdir(place.project)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
        _streams(files)
        if own:
            os.execv(sys.executable, [sys.executable, "-m", "queensbench", *words])
        # what starts processes reads the main module again, and this one is none that they should
        sys.modules["__main__"] = types.ModuleType("__main__")
        sys.argv = ["queensbench", *words]
        Running.live.clear()
        watch(place.folder, files["outside"])
        before()
        if act is None:
            from queensbench.surfaces.command.app import main

            code = main(list(words))
        else:
            code = act()
    except KeyboardInterrupt:
        code = 130
    except BaseException:  # noqa: BLE001 - told by its traceback
        traceback.print_exc()
        code = 98
    finally:
        with suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _streams(files: Mapping[str, Path]) -> None:
    for number, name in ((1, "out"), (2, "err")):
        handle = os.open(files[name], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(handle, number)
        os.close(handle)
    handle = os.open(os.devnull, os.O_RDONLY)
    os.dup2(handle, 0)
    os.close(handle)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)), encoding="utf-8", line_buffering=True
    )


@dataclass
class _Watch:
    """What is written down of a process: changes outside of a folder, and questions to the network."""

    folder: str
    handle: int
    busy: bool = field(default=False)

    def note(self, text: str) -> None:
        os.write(self.handle, f"{text}\n".encode(errors="backslashreplace"))

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        if self.busy or not (event == "open" or event in CHANGES or event in ASKED):
            return
        self.busy = True
        try:
            self._seen(event, args)
        finally:
            self.busy = False

    def _seen(self, event: str, args: tuple[Any, ...]) -> None:
        if event in ASKED:
            address = args[ASKED[event]]
            host = address[0] if isinstance(address, tuple) and address else address
            if isinstance(address, (str, bytes)) and event in ("socket.connect", "socket.bind"):
                return  # of this machine's own
            if host not in LOOPBACK:
                self.note(f"{event} {address!r}")
                raise OSError(101, "the network is not to be asked")
            return
        if event == "open":
            path, _, flags = args
            if not flags & WRITING:
                return
        else:
            path = args[CHANGES[event]]
        if not isinstance(path, (str, bytes, os.PathLike)):
            return
        where = os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - a link is not followed
        if not where.startswith((self.folder, "/dev/", "/proc/self/")):
            self.note(f"{event} {where}")


def watch(folder: Path, file: Path) -> None:
    """Note from now on what this process, and what it forks, changes outside of a folder or asks of the network."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.addaudithook(_Watch(str(folder), handle).hook)


# ------------------------------------------------------------------------------------- processes of others


def children() -> list[int]:
    """The processes whose parent is this one."""
    found: list[int] = []
    for task in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, task.read_text("ascii").split())
    return found


def orphans(grace: float) -> list[str]:
    """The processes that became ours since their parent ended, and are not gone after a while; they are killed."""
    until = time.monotonic() + grace
    while True:
        left = [pid for pid in children() if pid not in Running.live and not _reaped(pid)]
        if not left or time.monotonic() > until:
            break
        time.sleep(0.01)
    told = [_command_of(pid) for pid in left]
    while left:
        for pid in left:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        left = [pid for pid in children() if pid not in Running.live]
    return told


def _reaped(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def _command_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:120]
    return str(pid)


def _cpu_of(pid: int) -> float:
    """The seconds of work of a process and of those that it has started."""
    ticks = 0
    todo = [pid]
    while todo:
        one = todo.pop()
        with suppress(OSError, ValueError, IndexError):
            words = Path(f"/proc/{one}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
            ticks += sum(map(int, words[11:15]))
            for task in Path(f"/proc/{one}/task").glob("*/children"):
                todo += map(int, task.read_text("ascii").split())
    return ticks / os.sysconf("SC_CLK_TCK")
