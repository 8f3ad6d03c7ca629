"""Processes of other machines: a cluster of Dask, whose workers answer the questions of pools.

:class:`ClusterPool` is a :class:`~queensbench.engines.runtime.pool.Pool` whose processes stand on the workers of a
cluster (:mod:`queensbench.engines.runtime.cluster_worker`).  Where a question goes, and where it goes again when its
worker is lost, is the matter of Dask's scheduler; a place of the pool only has a worker that it prefers, since a
process may keep results for later questions.  Answers come back here, and nothing is stored anywhere else.

A cluster is ``tcp://HOST:PORT`` or ``tls://HOST:PORT``, whose scheduler and workers somebody else has started, or
``local:N``: N workers of this machine, which listen on its loopback interface alone and end with this process, however
that ends.
"""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import queue
import re
import shutil
import sys
import tempfile
import threading
import time
import uuid
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from queensbench.engines.runtime.cluster_worker import LINE, Errand, Home, answer, same
from queensbench.engines.runtime.ctrl_c import put_off
from queensbench.engines.runtime.pool import Answering, Pool, Said, line
from queensbench.errors import ClusterFault, ProcessLost
from queensbench.evidence.keys import Sources

Question = TypeVar("Question")

LOCAL = re.compile(r"local:(\d{1,3})")
REMOTE = re.compile(r"(tcp|tls)://[^\s/:]+:\d{1,5}|(tcp|tls)://\[[^\s/]+\]:\d{1,5}")
CONNECT = 10.0
"""The seconds in which a scheduler must answer."""
ALONE = 60.0
"""The seconds for which a cluster may be without any worker."""
PULSE = 0.2
"""The seconds between two looks whether the cluster is still there, while an answer is waited for."""
FOLDER = "queensbench-cluster-"
"""The beginning of the name of the folder that the workers of ``local:N`` write to; the process's number follows."""
SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.large-graph-warning-threshold": "1GB",
    "distributed.admin.system-monitor.gil.enabled": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.nanny.http.routes": [],
    "distributed.comm.timeouts.connect": f"{CONNECT:g}s",
}
PACKAGES = ("dask", "distributed", "tornado", "cloudpickle", "msgpack", "toolz", "zict")


def require_address(text: str) -> int | None:
    """How many workers ``local:N`` asks for; None for the address of a scheduler.  Raises ClusterFault for neither."""
    local = LOCAL.fullmatch(text)
    if local and int(local[1]):
        return int(local[1])
    if REMOTE.fullmatch(text):
        return None
    raise ClusterFault(
        "is the address of no cluster",
        where=f"--cluster {text}",
        remedy="write tcp://HOST:PORT or tls://HOST:PORT of a scheduler, or local:N for N workers here",
    )


def _dask() -> Any:
    """Dask's own package.  Raises ClusterFault where it is not installed."""
    try:
        return importlib.import_module("distributed")
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] not in PACKAGES:
            raise
        raise ClusterFault(
            f"a cluster needs {missing.name}, which is not installed",
            where="--cluster",
            remedy="`pip install 'queensbench[cluster]'`",
        ) from None


def opened(
    address: str, sources: Sources | None, packages: Iterable[str], *, told: Callable[[str], None] = line
) -> Cluster:
    """A cluster whose workers answer questions about the rules of some packages.  Raises ClusterFault.

    ``sources``: the project's files as they were before it was imported (None: nobody knows).
    """
    require_address(address)
    _dask()
    if sources is None or sources.changed():
        raise ClusterFault(
            "workers would read other rules than those that were imported here",
            where=f"--cluster {address}",
            remedy="load the project by `queensbench.load`, and leave its files as they are meanwhile",
        )
    return Cluster(address, Home.of(sources, packages), told=told)


class Cluster:
    """The workers of a cluster: ``with Cluster("local:2", home) as cluster:``.

    ``told`` gets a line where a worker is lost.  Raises ClusterFault where there is no such cluster.
    """

    def __init__(self, address: str, home: Home, *, told: Callable[[str], None] = line) -> None:
        self.name = address
        self.home = home
        self.told = told
        self.asker = uuid.uuid4().hex
        self.pools: set[str] = set()
        self._count = require_address(address)
        self._folder: Path | None = None
        self._cluster: Any = None
        self._workers: dict[str, int] = {}
        self._looked = 0.0
        self._alone = time.monotonic()
        self._distributed = _dask()
        self.client: Any = None
        self._quiet: _Quiet | None = _QUIET
        _QUIET.begin()
        try:
            with put_off():
                self._connect()
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> None:
        """Connect to the scheduler, or start one with its workers; threads and processes of it never get Ctrl-C."""
        address: Any = self.name
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if self._count is not None:
                _swept()
                self._folder = Path(tempfile.gettempdir()) / f"{FOLDER}{os.getpid()}-{self.asker[:8]}"
                self._folder.mkdir(mode=0o700)
                address = self._cluster = self._distributed.LocalCluster(
                    n_workers=self._count,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                    silence_logs=logging.CRITICAL + 1,
                    memory_limit=0,
                    local_directory=str(self._folder),
                    preload=[answer.__module__],
                )
            try:
                self.client = self._distributed.Client(
                    address, timeout=CONNECT, set_as_default=False, name="queensbench"
                )
            except (OSError, TimeoutError, ValueError, TypeError, ImportError) as error:
                said = "no scheduler answers there"
                if isinstance(error, TypeError):
                    said = "a certificate is needed there"
                elif self.name.startswith("tls"):
                    said = f"{said}, or none that takes this certificate"
                raise ClusterFault(
                    said,
                    where=f"--cluster {self.name}",
                    remedy="start one with `dask scheduler`, or leave out --cluster",
                ) from None

    def _wait_for_workers(self) -> None:
        ends = time.monotonic() + CONNECT
        while not self.room():
            if time.monotonic() > ends:
                raise ClusterFault(
                    "the scheduler has no workers",
                    where=f"--cluster {self.name}",
                    remedy="start some with `dask worker`, or leave out --cluster",
                )
            time.sleep(PULSE)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; the workers of ``local:N`` end, and their folder goes.

        With the last cluster Dask's settings and loggers are again what the caller has made of them.
        """
        with put_off(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for part in (self.client, self._cluster):
                if part is not None:
                    with suppress(Exception):  # what is gone already need not be closed
                        part.close(timeout=CONNECT)
            self.client = self._cluster = None
            if self._quiet is not None:
                self._quiet.end()
                self._quiet = None
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)

    # ------------------------------------------------------------------------------------------- asking

    def workers(self) -> dict[str, int]:
        """The workers that are there now, each with its threads; looked at every :data:`PULSE` seconds at most.

        Raises ClusterFault without a scheduler, and after :data:`ALONE` seconds without workers while a pool is open.
        """
        now = time.monotonic()
        if now - self._looked < PULSE:
            return self._workers
        self.require_scheduler()
        try:
            found = {str(at): int(count) for at, count in self.client.nthreads().items()}
        except Exception:  # noqa: BLE001 - whatever a broken connection raises
            raise self._lost("has lost its scheduler") from None
        for gone in self._workers.keys() - found.keys():
            self.told(f"the worker {gone} is gone; others answer its questions")
        if found:
            self._alone = now
        elif now - self._alone > ALONE and self.pools:
            raise self._lost("has no workers any more")
        self._workers, self._looked = found, now
        return found

    def room(self) -> int:
        """How many questions can be answered at once now."""
        return sum(self.workers().values())

    def require_scheduler(self) -> None:
        """Raise ClusterFault if the scheduler is gone."""
        if self.client is None or self.client.status != "running":
            raise self._lost("has lost its scheduler")

    def _lost(self, how: str) -> ClusterFault:
        return ClusterFault(
            f"the cluster {self.name} {how}; what was finished is stored",
            remedy="give the command once more, with a cluster that is there or without --cluster",
        )

    def pool(self, make: Callable[..., Answering], *given: Any, called: str, nice: int = 0) -> Pool[Any]:
        """A pool of processes on the workers; see :class:`~queensbench.engines.runtime.pool.Pool`."""
        return ClusterPool(self, make, *given, called=called, nice=nice)

    # ------------------------------------------------------------------------------------------ errands

    def send(self, errand: Errand, given: Any, home: str) -> Any:
        """Have a worker answer a question, preferably the one at ``home``; returns the future of its answer."""
        return self.client.submit(
            answer,
            errand,
            given,
            key=f"queensbench-{errand.pool}-{errand.number}",
            workers=[home] if home else None,
            allow_other_workers=bool(home),
            pure=False,
        )


class ClusterPool(Pool[Question]):
    """A pool whose processes stand on the workers of a cluster."""

    def __init__(
        self, cluster: Cluster, make: Callable[..., Answering], *given: Any, called: str, nice: int = 0
    ) -> None:
        super().__init__(make, *given, called=called, nice=nice, told=cluster.told)
        self.cluster = cluster
        self._name = uuid.uuid4().hex
        self._begun = 0
        self._number = 0
        self._futures: dict[int, tuple[int, Any]] = {}
        self._homes: dict[int, str] = {}
        self._heard: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        cluster.require_scheduler()
        cluster.pools.add(self._name)
        cluster.client.subscribe_topic(self._name, lambda event: self._heard.put(tuple(event[1])))
        self._made = pickle.dumps((make, *given), protocol=pickle.HIGHEST_PROTOCOL)
        self._shared = cluster.client.submit(same, self._made, key=f"queensbench-{self._name}", pure=False)

    @property
    def begun(self) -> int:
        """How many places there are."""
        return self._begun

    def start(self, count: int) -> None:
        """Have at least so many places; processes begin with their first question."""
        self._begun = max(self._begun, count)

    def submit(self, place: int, question: Question) -> None:
        """Ask a question; the worker that answered at this place before is preferred."""
        assert place not in self.asked
        assert not self._closed
        self.start(place + 1)
        self.asked[place] = question
        self._send(place)

    def _send(self, place: int) -> None:
        self._number += 1
        number, cluster = self._number, self.cluster
        home = self._home(place)
        errand = Errand(
            cluster.asker,
            self._name,
            number,
            frozenset(cluster.pools),
            self.called,
            self._nice,
            cluster.home,
            pickle.dumps(self.asked[place], protocol=pickle.HIGHEST_PROTOCOL),
        )
        future = cluster.send(errand, self._shared, home)
        self._futures[place] = number, future
        future.add_done_callback(lambda _: self._heard.put((number, None)))

    def _home(self, place: int) -> str:
        """The worker that a place prefers: the one it had, or the one that fewest places prefer for its threads."""
        workers = self.cluster.workers()
        if self._homes.get(place) not in workers:
            many = Counter(self._homes.values())
            least = min(workers, key=lambda at: (many[at] / max(workers[at], 1), at), default="")
            self._homes[place] = least
        return self._homes[place]

    def results(self, seconds: float | None = None) -> list[Said[Question]]:
        """The messages within so many seconds (None: waits for the first one).

        Empty if no place has a question, if the time is over, or if a question had to be asked again.  Raises
        ClusterFault.
        """
        ends = None if seconds is None else time.monotonic() + seconds
        while self.asked:
            left = PULSE if ends is None else min(PULSE, ends - time.monotonic())
            try:
                heard = [self._heard.get(timeout=max(left, 0.0))]
            except queue.Empty:
                self.cluster.workers()
                if ends is not None and time.monotonic() >= ends:
                    return []
                continue
            while not self._heard.empty():
                heard.append(self._heard.get())
            places = {number: place for place, (number, _) in self._futures.items()}
            return [
                said
                for number, value in heard
                if number in places
                for said in self._said(places[number], value)
            ]
        return []

    def _said(self, place: int, value: Any) -> list[Said[Question]]:
        if value is not None:
            return [Said(place, self.asked[place], value, last=False)] if place in self.asked else []
        _, future = self._futures.pop(place)
        if future.status != "finished":
            return self._failed(place, future)
        try:
            messages, found = pickle.loads(future.result(timeout=CONNECT))  # noqa: S301 - of our own workers
        except Exception:  # noqa: BLE001 - the worker that had it is gone, or the scheduler is
            return self._once_more(place, "a worker was lost with its answer")
        for sort, text in messages:
            if sort == LINE:
                self.told(text)
        question = self._answered(place)
        if isinstance(found, ClusterFault):
            raise found
        if isinstance(found, bytes):
            found = pickle.loads(found)  # noqa: S301 - of our own workers
        told = [pickle.loads(one) for sort, one in messages if sort != LINE]  # noqa: S301 - the same
        return [
            *(Said(place, question, one, last=False) for one in told),
            Said(place, question, found, last=True),
        ]

    def _failed(self, place: int, future: Any) -> list[Said[Question]]:
        """What stands for the answer of a question that no worker could answer."""
        if future.status != "error":
            # The scheduler is gone, or has given the question up where a worker was lost just then.
            self.cluster._looked = -PULSE
            self.cluster.workers()
            key = f"queensbench-{self._name}-{len(self._again)}"
            self._shared = self.cluster.client.submit(same, self._made, key=key, pure=False)
            return self._once_more(place, f"a question of {self.called} was given up")
        error = future.exception(timeout=CONNECT)
        if type(error).__name__ == "KilledWorker":
            return self._once_more(place, f"several workers were lost at the same question of {self.called}")
        raise ClusterFault(
            f"a worker cannot answer: {type(error).__name__}: {' '.join(str(error).split())}",
            where=f"--cluster {self.cluster.name}",
            remedy="install this version of queensbench on every worker",
        )

    def _once_more(self, place: int, how: str) -> list[Said[Question]]:
        self.cluster.workers()
        if place in self._again:
            question = self._answered(place)
            self.told(f"{how}, again; it is asked no more")
            return [Said(place, question, ProcessLost(how), last=True)]
        self.told(f"{how}; it is asked once more")
        self._again.add(place)
        self._send(place)
        return []

    def drop(self, place: int) -> None:
        """Give a question up."""
        self._answered(place)
        _, future = self._futures.pop(place)
        with suppress(Exception):  # a scheduler that is gone is told of where answers are waited for
            future.cancel()

    def close(self) -> None:
        """Give up all questions; the workers end the processes of this pool."""
        super().close()
        self.cluster.pools.discard(self._name)
        with suppress(Exception):
            futures = [self._shared, *(future for _, future in self._futures.values())]
            self.cluster.client.unsubscribe_topic(self._name)
            self.cluster.client.cancel(futures, force=True)
        self._futures.clear()


class _Quiet:
    """Dask as clusters need it, while any is open: our settings, and nothing on the error stream.

    What a user must know comes as a line of ours.  The caller may use Dask as well, so both are undone in the end.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open = 0
        self._settings: Any = None
        self._levels: dict[str, int] = {}

    def begin(self) -> None:
        """Count one more cluster."""
        with self._lock:
            if not self._open:
                dask: Any = importlib.import_module("dask")
                self._settings = dask.config.set(SETTINGS)
            self._open += 1
            for name in list(logging.root.manager.loggerDict):
                if name.partition(".")[0] in ("distributed", "tornado"):
                    logger = logging.getLogger(name)
                    self._levels.setdefault(name, logger.level)
                    logger.setLevel(logging.CRITICAL + 1)

    def end(self) -> None:
        """Count one cluster less; after the last one all is as it was."""
        with self._lock:
            self._open -= 1
            if not self._open:
                self._settings.__exit__(None, None, None)
                for name, level in self._levels.items():
                    logging.getLogger(name).setLevel(level)
                self._levels.clear()


_QUIET = _Quiet()


def _swept() -> None:
    """Remove the folders of processes that are gone without having done so."""
    if sys.platform == "win32":  # asking there would end them
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER}*-*"):
        number = folder.name.removeprefix(FOLDER).partition("-")[0]
        try:
            os.kill(int(number), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (OSError, ValueError, OverflowError):
            continue


__all__ = ["Cluster", "ClusterPool", "opened", "require_address"]
