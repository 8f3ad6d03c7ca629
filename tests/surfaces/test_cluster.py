"""Audits and explorations whose questions a cluster answers: what is shown and stored is the same."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="what clusters need is not installed")

import queensbench as qb
from queensbench.analyses.rulings.coupled_games import FullGames
from queensbench.analyses.rulings.small_boxes import SmallBoxes
from tests.clusters import Authority, Machines, until
from tests.processes import ROOT
from tests.surfaces.projects import COUNTER, HEAD, run, start, write

GRID = (
    '"""Grid: as many counters as there are places."""\n'
    + HEAD
    + """

class Box(Sizes):
    places: int = size(4, lo=1, hi=8)


n = Box()
Place = Annotated[int, Range(1, n.places)]
Digit = Annotated[int, Range(0, 9)]


class State(Record):
    at: Table[Place, Digit]


@initial()
def begin(s: State) -> None:
    s.at[1] = 0


@action("move")
def move(s: State, k: Place) -> None:
    require(s.at[k] < 9)
    s.at[k] += 1


@over()
def ended(s: State) -> bool:
    return all(s.at[k] == 9 for k in range(1, n.places + 1))


@always("small", holds("So."))
def small(s: State) -> bool:
    return s.at[1] < 10


mode = Mode(
    "grid", state=State, sizes=n, full=Instance("full", explore=True), instances=(Instance("wide", sizes={"places": 6}),)
)
"""
)
PROJECT = {
    "pyproject.toml": "[tool.queensbench]\n",
    "model/counter.py": COUNTER,
    "model/grid.py": GRID,
}
AUDIT = ("audit", "counter", "--json", "-q")
EXPLORE = ("explore", "grid", "-i", "wide", "--json", "-q", "--memory", "600M")
"""A million states in 55 levels; 21 of these have more states than are made in memory, and are made by tasks."""
LONG = 600.0
"""Seconds in which an exploration goes on, on a machine that has much else to do."""
FULL = """
import errno, os
replace = os.replace
def full(source, target, **more):
    if os.path.exists(os.environ["FULL"]) and os.environ["FULL_BELOW"] in os.fspath(target):
        raise OSError(errno.ENOSPC, "No space left on device")
    replace(source, target, **more)
os.replace = full
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project."""
    return write(tmp_path_factory.mktemp("project"), PROJECT)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler and two workers."""
    with Machines(tmp_path_factory.mktemp("machines"), 2) as found:
        yield found


def plain(data: Any, *left_out: str) -> Any:
    """Data of a command without what tells of time."""
    names = {"seconds", *left_out}
    if isinstance(data, dict):
        return {name: plain(one, *left_out) for name, one in data.items() if name not in names}
    return [plain(one, *left_out) for one in data] if isinstance(data, list) else data


def verdicts(store: Path) -> dict[str, Any]:
    """What a store holds of each key: the payload without what tells of time."""
    files = [path for path in store.glob("??/*.json") if not path.name.startswith(".")]
    return {path.name: plain(json.loads(path.read_bytes())["content"]["payload"]) for path in files}


def text(store: Path) -> str:
    """The same as text: also the order within payloads counts."""
    return json.dumps(dict(sorted(verdicts(store).items())))


@pytest.fixture(scope="module")
def alone(project: Path) -> tuple[Any, Path]:
    """What the audit shows without a cluster, and what it stores."""
    store = project.parent / "alone"
    done = run(project, *AUDIT, "--store", str(store))
    assert done.code in (0, 3), done.err
    return plain(done.json), store


def test_an_audit_by_a_cluster_shows_and_stores_the_same(
    project: Path, there: Machines, alone: tuple[Any, Path], tmp_path: Path
) -> None:
    done = run(project, *AUDIT, "--store", str(tmp_path), "--cluster", there.address)
    assert json.dumps(plain(done.json)) == json.dumps(alone[0])
    assert text(tmp_path) == text(alone[1])
    assert len(verdicts(tmp_path)) > 20
    assert done.err == ""
    again = run(project, *AUDIT, "--store", str(tmp_path), "--cluster", there.address)
    assert plain(again.json, "cached") == plain(alone[0], "cached")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not on this machine")
def test_a_cluster_with_certificates_answers_who_has_one(
    project: Path, alone: tuple[Any, Path], tmp_path: Path
) -> None:
    """The same is shown and stored; who has none, or one of another authority, gets a line."""
    ours, theirs = Authority(tmp_path / "ours"), Authority(tmp_path / "theirs")
    store = tmp_path / "store"
    with Machines(tmp_path, 1, ours) as machines:
        command = (*AUDIT, "--store", str(store), "--cluster", machines.address)
        done = run(project, *command, **ours.settings("command"))
        assert json.dumps(plain(done.json)) == json.dumps(alone[0])
        assert text(store) == text(alone[1])
        assert done.err == ""
        refused = {
            "a certificate is needed there": {},
            "no scheduler answers there, or none that takes this certificate": theirs.settings("command"),
        }
        for said, settings in refused.items():
            done = run(project, *command, **settings)
            assert (done.code, done.out) == (2, "")
            assert done.err.startswith(f"queensbench: --cluster {machines.address}: {said}; ")
            assert done.err.count("\n") == 1
        plainly = machines.address.replace("tls", "tcp")
        done = run(project, *AUDIT, "--store", "off", "--cluster", plainly, **ours.settings("command"))
        assert (done.code, done.err.count("\n")) == (2, 1)


def test_an_audit_by_a_cluster_needs_no_store(
    project: Path, there: Machines, alone: tuple[Any, Path]
) -> None:
    done = run(project, *AUDIT, "--store", "off", "--cluster", there.address)
    assert plain(done.json) == alone[0]
    assert not (project / ".queensbench").exists()


@pytest.mark.parametrize("stored", [True, False])
def test_rulings_asked_by_a_cluster_are_the_same(
    stored: bool, project: Path, there: Machines, tmp_path: Path
) -> None:
    command = ("audit", "counter", "--rulings", "--json", "-q", "--games", "50", "--store")
    here = run(project, *command, str(tmp_path / "here"))
    assert here.code == 0, here.err
    store = str(tmp_path / "there") if stored else "off"
    done = run(project, *command, store, "--cluster", there.address)
    assert (done.code, done.err) == (0, "")
    assert json.dumps(plain(done.json, "cached")) == json.dumps(plain(here.json, "cached"))
    if stored:
        assert text(tmp_path / "there") == text(tmp_path / "here")
        assert len(verdicts(tmp_path / "there")) > 3


def test_of_rulings_that_a_cluster_is_asked_nothing_is_asked_here(
    project: Path, there: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: object) -> None:
        raise AssertionError("asked here")

    monkeypatch.setattr(SmallBoxes, "_compared", here)
    monkeypatch.setattr(FullGames, "_found", here)
    found = qb.impact("counter", project=project, games=50, cluster=there.address)
    assert found.code == 0
    names = [one.ruling for one in found.rulesets[0].effects]
    assert qb.impact("counter", project=project, rulings=names, games=50, cluster=there.address).code == 0
    with pytest.raises(AssertionError, match="asked here"):
        qb.impact("counter", project=project, games=50)


def test_an_audit_that_is_killed_goes_on_with_what_is_stored(
    project: Path, there: Machines, alone: tuple[Any, Path], tmp_path: Path
) -> None:
    command = (*AUDIT, "--store", str(tmp_path), "--cluster", there.address)
    begun = start(project, *command)
    until("a verdict", lambda: verdicts(tmp_path) or begun.poll() is not None)
    begun.kill()
    begun.communicate()
    kept = set(verdicts(tmp_path))
    done = run(project, *command)
    assert plain(done.json, "cached") == plain(alone[0], "cached")
    assert text(tmp_path) == text(alone[1])
    assert kept
    assert kept <= set(verdicts(alone[1]))


@pytest.mark.slow
def test_a_rulebook_by_a_cluster_shows_and_stores_the_same(there: Machines, tmp_path: Path) -> None:
    command = ("audit", "queue4/standard", "-i", "six", "--no-proofs", "--json", "-q", "--store")
    here = run(ROOT, *command, str(tmp_path / "here"))
    by_cluster = run(ROOT, *command, str(tmp_path / "there"), "--cluster", there.address)
    assert json.dumps(plain(by_cluster.json)) == json.dumps(plain(here.json))
    assert text(tmp_path / "there") == text(tmp_path / "here")


def test_mutants_by_a_cluster_have_the_same_outcomes(project: Path, there: Machines, tmp_path: Path) -> None:
    command = (
        "mutate",
        "counter",
        "-i",
        "small",
        "--limit",
        "12",
        "--seconds",
        "0",
        "--every",
        "--json",
        "-q",
    )
    found = [
        run(project, *command, "--store", str(tmp_path / name), *more)
        for name, more in (("here", ("--processes", "1")), ("there", ("--cluster", there.address)))
    ]
    assert [done.err for done in found] == ["", ""]
    assert plain(found[0].json) == plain(found[1].json)
    kept = [
        {
            path.name: sorted(path.read_text().splitlines())
            for path in (tmp_path / name).glob("mutants/*.jsonl")
        }
        for name in ("here", "there")
    ]
    assert kept[0] == kept[1]
    assert sum(map(len, kept[0].values())) >= 12


def killing(there: Machines, kills: int, ended: threading.Event, seed: int) -> threading.Thread:
    """Kill so many workers at random times, in a thread of its own, unless it has ended before."""
    draw = random.Random(seed)

    def kill() -> None:
        for _ in range(kills):
            if ended.wait(draw.uniform(0.5, 3.0)):
                return
            there.kill(draw.randrange(2))

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


@pytest.mark.slow
def test_an_audit_whose_workers_are_killed_shows_and_stores_the_same(
    project: Path, there: Machines, alone: tuple[Any, Path], tmp_path: Path
) -> None:
    ended = threading.Event()
    thread = killing(there, 20, ended, 3)
    turn = 0
    while thread.is_alive():
        store = tmp_path / str(turn)
        turn += 1
        done = run(project, *AUDIT, "--store", str(store), "--cluster", there.address)
        assert plain(done.json) == alone[0]
        assert text(store) == text(alone[1])
    thread.join()
    assert turn


# ------------------------------------------------------------------------------------------- by levels


@pytest.fixture(scope="module")
def levels(project: Path) -> Any:
    """What an exploration by levels shows without a cluster."""
    done = run(project, *EXPLORE, "--scratch", str(project.parent / "levels"))
    assert (done.code, done.json["states"]) == (0, 1_000_000)
    return plain(done.json)


def test_an_exploration_whose_workers_are_killed_shows_the_same(
    project: Path, there: Machines, levels: Any, tmp_path: Path
) -> None:
    ended = threading.Event()
    thread = killing(there, 2, ended, 4)
    done = run(project, *EXPLORE, "--scratch", str(tmp_path), "--cluster", there.address)
    ended.set()
    thread.join()
    assert json.dumps(plain(done.json)) == json.dumps(levels)


def test_steps_graphs_and_readings_are_asked_by_a_cluster_as_here(there: Machines, tmp_path: Path) -> None:
    asked = ("explore", "queens-collection/solo", "-i", "young", "--rulings", "--json", "-q", "--scratch")
    here = run(ROOT, *asked, str(tmp_path / "here"))
    done = run(ROOT, *asked, str(tmp_path / "there"), "--cluster", there.address)
    assert (here.code, done.code) == (0, 0), here.err + done.err
    assert plain(done.json) == plain(here.json)
    kinds = {row["kind"] for row in done.json["properties"]}
    assert {"step", "bounds", "can_always", "ends"} <= kinds
    assert done.json["steps_judged"] > 0
    assert {row["verdict"] for row in done.json["rulings"]} >= {"not-seen", "legal"}


def test_an_exploration_that_is_killed_goes_on(
    project: Path, there: Machines, levels: Any, tmp_path: Path
) -> None:
    command = (*EXPLORE, "--scratch", str(tmp_path / "scratch"), "--cluster", there.address)
    begun = start(project, *command)
    names = "level-*.json"
    until("levels", lambda: len(list((tmp_path / "scratch").glob(names))) > 5 or begun.poll() is not None)
    begun.kill()
    begun.communicate()
    assert begun.returncode == -signal.SIGKILL
    done = run(project, *command, "--resume")
    assert json.dumps(plain(done.json)) == json.dumps(levels)


@pytest.mark.slow
def test_explorations_whose_workers_are_killed_twenty_times_show_the_same(
    project: Path, there: Machines, levels: Any, tmp_path: Path
) -> None:
    """At random times; one exploration after the other, until all kills are done."""
    ended = threading.Event()
    thread = killing(there, 20, ended, 5)
    turn = 0
    while thread.is_alive():
        scratch = tmp_path / str(turn)
        turn += 1
        done = run(project, *EXPLORE, "--scratch", str(scratch), "--cluster", there.address)
        assert done.out, done.err
        assert json.dumps(plain(done.json)) == json.dumps(levels)
        shutil.rmtree(scratch)
    thread.join()
    assert turn


@pytest.mark.slow
def test_an_exploration_that_is_killed_twenty_times_goes_on(
    project: Path, there: Machines, levels: Any, tmp_path: Path
) -> None:
    """The command is killed at random moments of writing, also while it goes on; each time what was whole is kept."""
    draw = random.Random(6)
    command = (*EXPLORE, "--cluster", there.address, "--scratch")
    kills = turn = 0
    while kills < 20:
        scratch = tmp_path / str(turn)
        turn += 1
        more: tuple[str, ...] = ()
        while kills < 20:
            before = whole(scratch)
            begun = start(project, *command, str(scratch), *more)
            until_levels(scratch, before + draw.randint(1, 4), begun)
            time.sleep(draw.uniform(0.0, 0.2))
            begun.kill()
            begun.communicate()
            if begun.returncode != -signal.SIGKILL:
                break
            kills += 1
            assert whole(scratch) >= before
            more = ("--resume",)
        done = run(project, *command, str(scratch), "--resume")
        assert done.out, done.err
        assert json.dumps(plain(done.json)) == json.dumps(levels)
        shutil.rmtree(scratch)


def until_levels(scratch: Path, count: int, begun: subprocess.Popen[str]) -> None:
    """Wait until a scratch folder holds so many lists of levels, or the command has ended."""
    until("levels", lambda: begun.poll() is not None or whole(scratch) >= count, LONG)


def whole(scratch: Path) -> int:
    """How many lists of levels a scratch folder holds."""
    return len(list(scratch.glob("level-*.json")))


@pytest.mark.slow
def test_a_worker_that_comes_late_and_one_that_stands_still_change_nothing(
    project: Path, levels: Any, tmp_path: Path
) -> None:
    with Machines(tmp_path, 1) as machines:
        scratch = tmp_path / "scratch"
        begun = start(project, *EXPLORE, "--scratch", str(scratch), "--cluster", machines.address)
        until_levels(scratch, 2, begun)
        late = machines.add()
        until("the late worker", lambda: late_is_there(tmp_path, 2) or begun.poll() is not None, LONG)
        machines.workers[0].send_signal(signal.SIGSTOP)
        time.sleep(2)
        machines.workers[0].send_signal(signal.SIGCONT)
        out, said = begun.communicate(timeout=LONG)
        assert late.poll() is None
    assert json.dumps(plain(json.loads(out))) == json.dumps(levels), said


def late_is_there(folder: Path, count: int) -> bool:
    """Whether so many workers have told the scheduler that they are there."""
    return (folder / "scheduler.log").read_text(encoding="utf-8").count("Register worker") >= count


def test_a_full_disk_of_one_worker_is_told_and_the_exploration_goes_on(
    project: Path, levels: Any, tmp_path: Path
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(FULL, encoding="utf-8")
    full, scratch = tmp_path / "full", tmp_path / "scratch"
    with Machines(tmp_path, 1) as machines:
        place = f"{tmp_path / 'site'}{os.pathsep}{ROOT}"
        machines.add(PYTHONPATH=place, FULL=str(full), FULL_BELOW=f"{scratch}{os.sep}")
        command = (*EXPLORE, "--scratch", str(scratch), "--cluster", machines.address)
        full.touch()
        # a worker alone at first takes all tasks; the full one is the only one in the end
        machines.workers[0].send_signal(signal.SIGSTOP)
        begun = start(project, *command)
        _, said = begun.communicate(timeout=120)
        assert begun.returncode == 2
        assert said == (
            f"queensbench: scratch folder {scratch}: there is no room left; make room, and go on with --resume: all "
            "levels but the last are kept\n"
        )
        full.unlink()
        machines.workers[0].send_signal(signal.SIGCONT)
        done = run(project, *command, "--resume")
    assert json.dumps(plain(done.json)) == json.dumps(levels)


def test_a_cluster_without_a_folder_for_levels_is_refused(project: Path) -> None:
    done = run(project, "explore", "grid", "--cluster", "local:2")
    assert (done.code, done.err) == (
        2,
        "queensbench: --cluster: levels in files need a folder; name one by --scratch DIR\n",
    )
    done = run(project, *AUDIT, "--cluster", "far")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("queensbench: --cluster far: is the address of no cluster; ")


def test_a_scheduler_that_is_lost_ends_the_audit_in_a_line(project: Path, tmp_path: Path) -> None:
    with Machines(tmp_path, 1) as machines:
        machines.workers[0].send_signal(signal.SIGSTOP)  # so that nothing is answered
        begun = start(project, *AUDIT, "--store", str(tmp_path / "store"), "--cluster", machines.address)
        time.sleep(0.1)
        log = tmp_path / "scheduler.log"
        until("the command", lambda: "client" in log.read_text(encoding="utf-8").lower())
        machines.scheduler.kill()
        _, said = begun.communicate(timeout=120)
    assert begun.returncode == 2
    assert said.count("\n") == 1
    assert f"--cluster {machines.address}: " in said or f"the cluster {machines.address} has lost" in said
