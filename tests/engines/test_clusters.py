"""Pools whose processes stand on the workers of a cluster: the answers are those of a pool of this machine."""

from __future__ import annotations

import importlib
import logging
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="what clusters need is not installed")

from queensbench.analyses.mutation.cluster_trials import TrialBench, trying
from queensbench.engines.runtime import clusters
from queensbench.engines.runtime.cluster_worker import Home, _unpacked, require_same
from queensbench.engines.runtime.clusters import Cluster, ClusterPool
from queensbench.engines.runtime.pool import Answering, Tell
from queensbench.errors import BadInput, ClusterFault, InternalError, ProcessLost
from queensbench.evidence.keys import Sources
from tests.clusters import Machines, until
from tests.engines.test_pool import counting, doubling, dying, failing
from tests.lifetimes import gone
from tests.processes import ROOT, environment
from tests.surfaces.projects import COUNTER

ENDED = "a process that dies was ended by SIGKILL"


def home() -> Home:
    """This project, without any rules."""
    return Home.of(Sources(ROOT), [])


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and two workers."""
    with Machines(tmp_path_factory.mktemp("machines"), 2) as found:
        yield found


@pytest.fixture
def lines() -> list[str]:
    """The lines that a cluster has told."""
    return []


@pytest.fixture
def cluster(there: Machines, lines: list[str]) -> Iterator[Cluster]:
    """That cluster, with two workers."""
    with Cluster(there.address, home(), told=lines.append) as found:
        until("two workers", lambda: found.room() == 2)
        yield found


# ------------------------------------------------------------------------------------ what processes do


def noting() -> Answering:
    """Says which worker it stands on, after as many seconds as it is asked for."""

    def answer(question: float, tell: Tell) -> int:
        time.sleep(question)
        return os.getppid()

    return answer


def endless() -> Answering:
    """Writes its number and its worker's into a file, and never answers."""

    def answer(question: str, tell: Tell) -> None:
        part = Path(f"{question}.part")
        part.write_text(f"{os.getpid()} {os.getppid()}", encoding="ascii")
        part.replace(question)
        while True:
            time.sleep(0.01)

    return answer


# ----------------------------------------------------------------------------------------------- answers


def test_answers_messages_and_what_is_kept_come_from_processes_of_the_workers(cluster: Cluster) -> None:
    with cluster.pool(doubling, called="a process that doubles") as pool:
        assert {s.question: s.answer() for s in pool.each(range(20), 2)} == {n: 2 * n for n in range(20)}
        assert pool.results() == []
    with cluster.pool(counting, called="a process that counts") as pool:
        found = []
        for question in (3, 1):
            pool.submit(0, question)
            while pool.asked:
                found += [(said.value, said.last) for said in pool.results()]
        assert found == [(0, False), (1, False), (2, False), ([3], True), (0, False), ([3, 1], True)]


def test_an_error_comes_whole(cluster: Cluster) -> None:
    with cluster.pool(failing, ProcessLost("so"), called="a process that fails") as pool:
        [said] = pool.each([1], 1)
        assert (type(said.value), said.value.how) == (ProcessLost, "so")
    with cluster.pool(failing, "nowhere", called="a process that fails") as pool:
        [said] = pool.each([1], 1)
        with pytest.raises(InternalError, match=r"^a process that fails has failed: KeyError: 'nowhere'$"):
            said.answer()


def test_a_question_that_ends_two_processes_stays_open(
    cluster: Cluster, lines: list[str], tmp_path: Path
) -> None:
    with cluster.pool(dying, str(tmp_path), 2, called="a process that dies") as pool:
        said = {one.question: one.value for one in pool.each([12, 13, 14], 2)}
    assert {number: said[number] for number in (12, 14)} == {12: 24, 14: 28}
    assert str(said[13]) == f"{ENDED}, the second one at the same question; free memory or ask for less"
    assert lines == [
        f"{ENDED}; another takes its place, and its question is asked once more",
        f"{ENDED}, the second one at the same question, which is asked no more",
    ]


def test_a_question_that_is_given_up_and_a_pool_that_is_closed_leave_no_process(
    cluster: Cluster, tmp_path: Path
) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    with cluster.pool(endless, called="a process without end") as pool:
        for place, file in enumerate(files):
            pool.submit(place, str(file))
        until("two questions", lambda: all(file.exists() for file in files))
        first, second = (int(file.read_text().split()[0]) for file in files)
        pool.drop(0)
        assert gone([first], 30)
        assert list(pool.asked) == [1]
        assert not gone([second], 0)
    assert gone([second], 30)


# ------------------------------------------------------------------------------------------ lost workers


def killed(there: Machines, cluster: Cluster, kills: int, seed: int) -> dict[int, int]:
    """The answers of a pool while workers are killed at random times."""
    draw = random.Random(seed)
    done: dict[int, int] = {}
    due = 0.0
    questions = iter(range(40 + 60 * kills))
    with cluster.pool(doubling, called="a process that doubles") as pool:
        while kills or pool.asked:
            if kills:
                for place, question in zip(pool.idle(2), questions, strict=False):
                    pool.submit(place, question)
            for said in pool.results(0.1):
                done[said.question] = said.answer()
            if kills and time.monotonic() > due:
                there.kill(draw.randrange(2))
                kills -= 1
                due = time.monotonic() + draw.uniform(0.2, 1.5)
    return done


def test_workers_that_are_killed_cost_no_answer(there: Machines, cluster: Cluster, lines: list[str]) -> None:
    found = killed(there, cluster, 3, 1)
    assert found == {number: 2 * number for number in found}
    assert set(found) == set(range(len(found)))
    until("two workers", lambda: cluster.room() == 2)
    # The scheduler may give a question up where its worker is killed just then.
    again = "a question of a process that doubles was given up; it is asked once more"
    assert all(
        line == again
        or (
            line.startswith("the worker tcp://127.0.0.1:")
            and line.endswith(" is gone; others answer its questions")
        )
        for line in lines
    )


def test_a_question_that_the_scheduler_gives_up_is_asked_once_more(
    cluster: Cluster, lines: list[str]
) -> None:
    with cluster.pool(doubling, called="a process that doubles") as pool:
        assert [one.answer() for one in pool.each([1, 2], 1)] == [2, 4]
        assert isinstance(pool, ClusterPool)
        pool.submit(0, 21)
        _, future = pool._futures[0]
        future._state.cancel()
        pool._heard.put((pool._futures[0][0], None))
        found: list[int] = []
        while pool.asked:
            found += [said.answer() for said in pool.results(1)]
    assert found == [42]
    assert lines == ["a question of a process that doubles was given up; it is asked once more"]


@pytest.mark.slow
def test_twenty_workers_that_are_killed_cost_no_answer(there: Machines, cluster: Cluster) -> None:
    found = killed(there, cluster, 20, 2)
    assert found == {number: 2 * number for number in found}
    assert set(found) == set(range(len(found)))


def test_a_slow_worker_and_one_that_joins_late_both_answer(there: Machines, cluster: Cluster) -> None:
    late = there.add()
    with cluster.pool(noting, called="a process that notes") as pool:
        os.kill(there.workers[0].pid, signal.SIGSTOP)
        pool.submit(0, 0.01)
        pool.submit(1, 0.02)
        until("a third worker", lambda: cluster.room() == 3)
        assert len(pool.idle(cluster.room())) == 1
        pool.submit(2, 0.03)
        os.kill(there.workers[0].pid, signal.SIGCONT)
        found: dict[float, int] = {}
        while pool.asked:
            found |= {said.question: said.answer() for said in pool.results(1)}
    assert found[0.03] == late.pid
    assert {found[0.01], found[0.02]} == {there.workers[0].pid, there.workers[1].pid}
    there.workers.remove(late)
    late.kill()  # a worker that is asked to leave takes a while where a machine has much else to do
    late.wait()
    until("two workers", lambda: cluster.room() == 2)


# -------------------------------------------------------------------------------------------- bad input


def refused(address: str, of: Home | None = None) -> str:
    """The line with which a cluster is refused."""
    with (
        pytest.raises(ClusterFault) as caught,
        Cluster(address, of or home()) as cluster,
        cluster.pool(doubling, called="it") as pool,
    ):
        list(pool.each([1], 1))
    return str(caught.value)


@pytest.mark.parametrize(
    "address", ["", "local:", "local:0", "tcp://here", "http://here:80", "local:x", "here:1"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    assert refused(address) == (
        f"--cluster {address}: is the address of no cluster; write tcp://HOST:PORT or tls://HOST:PORT of a "
        "scheduler, or local:N for N workers here"
    )


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(clusters, "CONNECT", 1.0)
    assert refused("tcp://127.0.0.1:1") == (
        "--cluster tcp://127.0.0.1:1: no scheduler answers there; start one with `dask scheduler`, or leave out "
        "--cluster"
    )
    with Machines(tmp_path, 0) as empty:
        assert refused(empty.address) == (
            f"--cluster {empty.address}: the scheduler has no workers; start some with `dask worker`, or leave out "
            "--cluster"
        )


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("local:2") == (
        "--cluster: a cluster needs distributed, which is not installed; `pip install 'queensbench[cluster]'`"
    )


def test_a_worker_of_another_version_or_another_place_answers_nothing(there: Machines) -> None:
    remedy = "; give all machines the same toolkit, Python and project folder, and start the worker anew"
    real = home()
    parts = tuple((name, "0.0.7" if name == "Queensbench" else text) for name, text in real.parts)
    said = refused(there.address, replace(real, parts=parts))
    worker, _, rest = said.removeprefix("the worker ").partition(" ")
    assert worker.startswith("tcp://127.0.0.1:")
    assert rest == f"has Queensbench {dict(real.parts)['Queensbench']} and not 0.0.7{remedy}"
    said = refused(there.address, replace(real, root="/nowhere"))
    assert said.partition(" does ")[2] == f"not see the project's folder /nowhere{remedy}"


def counter_home(folder: Path) -> tuple[Home, Path]:
    """A project of one ruleset as it stands in a folder, and the file of its rules."""
    file = folder / "model" / "counter.py"
    file.parent.mkdir()
    (folder / "pyproject.toml").write_text("[tool.queensbench]\n", encoding="utf-8")
    file.write_text(COUNTER, encoding="utf-8")
    return Home.of(Sources(folder), ["counter"]), file


def test_a_worker_whose_rules_are_edited_answers_nothing_more(tmp_path: Path) -> None:
    """Though it has answered before; what is mended is taken."""
    of, file = counter_home(tmp_path)
    for _ in range(2):
        require_same(of, "A")
    file.write_text(COUNTER + "\n# edited\n", encoding="utf-8")
    with pytest.raises(
        ClusterFault, match=r"^the worker A has the rules of counter [0-9a-f]+ and not [0-9a-f]+; "
    ):
        require_same(of, "A")
    file.write_text(COUNTER, encoding="utf-8")
    require_same(of, "A")


def test_the_process_that_imports_the_rules_compares_them_itself(tmp_path: Path) -> None:
    """As it begins, and after each answer, since it may import late."""
    of, file = counter_home(tmp_path)
    said: list[Any] = []
    answering = _unpacked(of, "A", pickle.dumps((doubling,)))
    assert pickle.loads(answering(pickle.dumps(4), said.append)) == 8
    file.write_text(COUNTER + "\n# edited\n", encoding="utf-8")
    with pytest.raises(
        ClusterFault, match=r"^the worker A has files that have changed since its process began; "
    ):
        answering(pickle.dumps(4), said.append)
    with pytest.raises(ClusterFault, match=r"^the worker A has the rules of counter "):
        _unpacked(of, "A", pickle.dumps((doubling,)))


def test_mutants_of_other_rules_are_not_tried() -> None:
    stage: Any = None
    of = TrialBench(str(ROOT), "queue4", "standard", "six", stage, {}, 1, 1, "0" * 64)
    with pytest.raises(BadInput) as refused:
        trying(of)
    assert str(refused.value) == (
        "queue4/standard six: the rules here are others than those whose mutants are tried; "
        "use the same version of rules and toolkit everywhere"
    )


def test_a_cluster_leaves_the_settings_of_its_caller_as_they_were(there: Machines) -> None:
    import dask

    def now() -> tuple[object, ...]:
        levels = [logging.getLogger(name).level for name in ("distributed", "distributed.client", "tornado")]
        return (*levels, *(dask.config.get(name, None) for name in clusters.SETTINGS))

    logging.getLogger("tornado").setLevel(logging.INFO)
    before = now()
    with Cluster(there.address, home()):
        inside = now()
        with Cluster(there.address, home()):
            assert now() == inside
        assert now() == inside
    assert now() == before != inside
    logging.getLogger("tornado").setLevel(logging.NOTSET)


def test_a_scheduler_that_is_lost_is_told(tmp_path: Path) -> None:
    file = tmp_path / "asked"
    with (
        Machines(tmp_path, 1) as one,
        Cluster(one.address, home()) as cluster,
        cluster.pool(endless, called="a process without end") as pool,
    ):
        pool.submit(0, str(file))
        until("a question", file.exists)
        one.scheduler.kill()
        with pytest.raises(ClusterFault) as caught:
            pool.results()
    assert str(caught.value) == (
        f"the cluster {one.address} has lost its scheduler; what was finished is stored; give the command once more, "
        "with a cluster that is there or without --cluster"
    )


def test_a_cluster_without_workers_is_told_after_a_while(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(clusters, "ALONE", 0.5)
    file = tmp_path / "asked"
    with (
        Machines(tmp_path, 1) as one,
        Cluster(one.address, home(), told=lambda text: None) as cluster,
        cluster.pool(endless, called="a process without end") as pool,
    ):
        pool.submit(0, str(file))
        until("a question", file.exists)
        one.workers[0].kill()
        with pytest.raises(ClusterFault) as caught:
            pool.results()
    assert str(caught.value).startswith(
        f"the cluster {one.address} has no workers any more; what was finished"
    )


# ------------------------------------------------------------------------------------------ local workers


LOCAL = """
import sys
from tests.engines import test_clusters as t

def main():
    with t.Cluster("local:2", t.home()) as cluster, cluster.pool(t.endless, called="it") as pool:
        pool.submit(0, sys.argv[1])
        pool.submit(1, sys.argv[2])
        pool.results()

if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_local_workers_listen_here_only_and_end_with_the_command(
    number: signal.Signals, tmp_path: Path
) -> None:
    psutil: Any = importlib.import_module("psutil")
    (tmp_path / "local.py").write_text(LOCAL, encoding="utf-8")
    (tmp_path / "temp").mkdir()
    files = [tmp_path / "one", tmp_path / "two"]
    command = subprocess.Popen(
        [sys.executable, str(tmp_path / "local.py"), *map(str, files)],
        env=environment(TMPDIR=str(tmp_path / "temp")),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until("two questions", lambda: all(file.exists() for file in files))
    below = [int(one) for file in files for one in file.read_text().split()]
    for process in (command.pid, *below):
        for at in psutil.Process(process).net_connections("inet"):
            assert at.laddr.ip == "127.0.0.1"
    os.killpg(command.pid, number)
    assert command.wait(60) == (130 if number == signal.SIGINT else -number)
    assert gone(below, 30)
    left = list((tmp_path / "temp").glob(clusters.FOLDER + "*"))
    assert len(left) == (0 if number == signal.SIGINT else 1)
    assert command.communicate()[1] == ""


def test_what_a_killed_command_has_left_is_swept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    names = [f"{clusters.FOLDER}{ended.pid}-1", f"{clusters.FOLDER}{os.getpid()}-1", f"{clusters.FOLDER}x-1"]
    for name in names:
        (tmp_path / name / "below").mkdir(parents=True)
    clusters._swept()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])
