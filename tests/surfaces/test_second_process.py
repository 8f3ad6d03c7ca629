"""An audit of several modes by two processes: the reports are those that one process has, in the same order."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from queensbench.analyses.audit import all_modes, one_mode
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.audit.second_process import HERE, MAIN, SECOND, THERE, Asked, SecondProcess, free
from queensbench.analyses.verdicts.run import Options
from queensbench.errors import BadInput
from tests.surfaces.projects import Done, environment, run, write

if TYPE_CHECKING:
    from queensbench.project.projects import Ruleset

WAITED = 300
"""Seconds after which an audit that does not end has failed."""
COMMAND = ("audit", "counter", "race", "-i", "small", "-i", "short", "--no-rulings")

WAITS = """
import sys, time
from queensbench.analyses.audit import one_mode as audit
from queensbench.analyses.audit import second_process
from queensbench.surfaces.command.app import main

begun = second_process.SecondProcess.__enter__
run = audit.ModeAudit.run
mine = []

def enter(self):
    mine.append(self)
    return begun(self)

def wait(self):
    while second_process.THERE not in list(mine[0].claims):
        time.sleep(0.01)
    print(self.report.mode, file=sys.stderr)
    run(self)

second_process.AFTER, second_process.SecondProcess.__enter__, audit.ModeAudit.run = 0.0, enter, wait
sys.exit(main(sys.argv[1:]))
"""


ORDER = """
import sys
from queensbench.analyses.audit import schedule
from queensbench.analyses.verdicts import proved
from queensbench.surfaces.command.app import main

asked, start = schedule.of_instances, proved.Proofs._start

def judged(run):
    yield from asked(run)
    print("judged", file=sys.stderr)

def begun(self):
    print("proving", file=sys.stderr)
    start(self)

schedule.of_instances, proved.Proofs._start = judged, begun
sys.exit(main(sys.argv[1:]))
"""


def plain(text: str) -> list[str]:
    """Lines without what they say of seconds."""
    return [
        " ".join(w for w in line.split() if not w.replace(".", "").isdigit()) for line in text.splitlines()
    ]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """What one process says."""
    return run(write(tmp_path_factory.mktemp("alone")), *COMMAND, QUEENSBENCH_STORE="off")


def by_two(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """The same audit by code that sees to it that a second process takes part."""
    return subprocess.run(
        [sys.executable, *command, *COMMAND],
        cwd=folder,
        env=environment(QUEENSBENCH_STORE="off"),
        capture_output=True,
        text=True,
        check=False,
        timeout=WAITED,
    )


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor needs no second process")
def test_a_second_process_audits_the_last_mode(tmp_path: Path, alone: Done) -> None:
    two = by_two(write(tmp_path), "-c", WAITS)
    modes = [line.split()[0] for line in two.stdout.splitlines() if "/" in line.split("  ")[0]]
    assert len(modes) == 2
    assert two.stderr.split() == [modes[0].partition("/")[2]]
    assert two.returncode == alone.code
    assert plain(two.stdout) == plain(alone.out)


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor needs no second process")
def test_proofs_come_after_the_rest_where_another_process_may_audit(tmp_path: Path) -> None:
    folder = write(tmp_path)

    def order(*names: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", ORDER, "audit", *names, "--no-rulings", "--games", "10", "-q"],
            cwd=folder,
            env=environment(QUEENSBENCH_STORE="off"),
            capture_output=True,
            text=True,
            check=False,
            timeout=WAITED,
        )
        return done.stderr.split()

    assert order("counter") == ["proving", "judged"]
    assert order("counter", "race")[:2] == ["judged", "proving"]


def test_each_of_two_audits_proves_on_its_share_of_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, both, one in ((1, 1, 1), (2, 1, 2), (5, 2, 5)):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        assert free([1, 1], SECOND) == free([1, 1], MAIN) == both
        assert free([1, 0], SECOND) == free([0, 1], MAIN) == one


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor needs no second process")
def test_who_waits_for_the_other_is_not_at_work() -> None:
    second = SecondProcess(
        Path(), [("a", "one", Options()), ("a", "two", Options())], store="off", fresh=False
    )
    assert second.at_work[:] == [1, 0]
    assert second.claimed(0, THERE)
    second.thread = threading.Thread(target=threading.Event().wait, args=(0.3,), daemon=True)
    second.thread.start()
    seen: list[list[int]] = []
    assert second.taken(0, lambda _: seen.append(second.at_work[:]), print) is None
    assert seen[0] == [0, 0]
    assert second.at_work[:] == [1, 0]
    asked = second.options(Options()).free
    assert asked is not None
    assert asked() == os.cpu_count()


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor needs no second process")
def test_a_mode_is_claimed_once() -> None:
    second = SecondProcess(
        Path(), [("a", "one", Options()), ("a", "two", Options())], store="off", fresh=False
    )
    assert second.claimed(1, THERE)
    assert not second.claimed(1, HERE)
    assert second.claimed(0, HERE)
    assert not second.claimed(0, THERE)


KILLED = """
import os, signal, sys, time
from queensbench.analyses.audit import one_mode, second_process
from queensbench.surfaces.command.app import main

run = one_mode.ModeAudit.run

if __name__ == "__main__":
    mine, begun = [], second_process.SecondProcess.__enter__

    def enter(self):
        mine.append(self)
        return begun(self)

    def wait(self):
        while second_process.THERE not in mine[0].claims:
            time.sleep(0.01)
        print(self.report.mode, file=sys.stderr)
        run(self)

    second_process.AFTER, second_process.SecondProcess.__enter__, one_mode.ModeAudit.run = 0.0, enter, wait
    sys.exit(main(sys.argv[1:]))
else:
    def killed(self):
        for number in range({times}):
            if not os.path.exists(f"killed{{number}}"):
                open(f"killed{{number}}", "w").close()
                os.kill(os.getpid(), signal.SIGKILL)
        run(self)

    one_mode.ModeAudit.run = killed
"""


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor needs no second process")
@pytest.mark.parametrize("times", [1, 2])
def test_a_second_process_that_is_killed_is_replaced_or_the_audit_does_its_mode(
    tmp_path: Path, alone: Done, times: int
) -> None:
    folder = write(tmp_path)
    script = folder / "killed.py"
    script.write_text(KILLED.format(times=times), "utf-8")
    two = by_two(folder, str(script))
    how = "queensbench: a process that audits was ended by SIGKILL"
    lines = [f"{how}; another takes its place, and its question is asked once more"]
    lines += [f"{how}, the second one at the same question, which is asked no more"] * (times - 1)
    modes = [line.split()[0] for line in two.stdout.splitlines() if "/" in line.split("  ")[0]]
    here = [mode.partition("/")[2] for mode in modes][:times]
    assert sorted(two.stderr.splitlines()) == sorted([*lines, *here])
    assert (two.returncode, plain(two.stdout)) == (alone.code, plain(alone.out))


def test_one_mode_needs_no_second_process() -> None:
    with SecondProcess(Path(), [("a", "one", Options())], store="off", fresh=False) as second:
        assert second.thread is None
        assert second.options(Options()).free is None
        assert second.taken(0, print, print) is None


class Named:
    """The questions that an audit asks of a ruleset or a mode before it begins."""

    def __init__(self, name: str, *states: int) -> None:
        self.name = self.title = name
        self.states = states

    def all_instances(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(states=number) for number in self.states]


def in_turn(monkeypatch: pytest.MonkeyPatch, *, stop: str = "") -> tuple[list[str], list[str]]:
    """The modes of two rulesets as they are audited, and as their reports come; ``stop``: Ctrl-C comes in this one."""
    made: list[str] = []
    shown: list[str] = []

    class Audit:
        def __init__(self, ruleset: Any, mode: Any, options: Options) -> None:
            self.report = ModeReport(ruleset.name, ruleset.title, mode.name)

        def run(self) -> None:
            made.append(self.report.mode)
            if self.report.mode == "odd":
                raise BadInput("it is odd", where="here", remedy="mend it")
            self.report.interrupted = self.report.mode == stop

    monkeypatch.setattr(one_mode, "ModeAudit", Audit)
    one, two, bad = Named("one"), Named("two"), Named("bad")
    modes = [(one, Named("small", 5, 5)), (one, Named("large", 40)), (one, Named("odd", 20))]
    modes += [(bad, Named("refused")), (two, Named("unknown")), (two, Named("known", 1))]
    all_modes.audited(
        cast("all_modes.Selected", modes),
        [Options()] * len(modes),
        cast("dict[Ruleset, str]", {bad: "it contradicts itself"}),
        place=(Path(), "off", False),
        done=lambda found: shown.append(found.mode),
        warn=print,
    )
    return made, shown


def test_the_largest_mode_is_begun_first_and_reports_keep_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, shown = in_turn(monkeypatch)
    assert made == ["large", "odd", "small", "known", "unknown"]
    assert shown == ["small", "large", "odd", "refused", "unknown", "known"]


def test_what_is_finished_is_shown_when_an_audit_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    made, shown = in_turn(monkeypatch, stop="small")
    assert made == ["large", "odd", "small"]
    assert shown == ["small", "large", "odd", "refused"]
    made, shown = in_turn(monkeypatch, stop="large")
    assert (made, shown) == (["large"], ["large", "refused"])


def broken(monkeypatch: pytest.MonkeyPatch) -> SecondProcess:
    """A second process whose thread ends by an error before it has had anything audited."""

    def pool(*given: object, **named: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr("queensbench.analyses.audit.second_process.AFTER", 0.0)
    monkeypatch.setattr("queensbench.analyses.audit.second_process.Pool", {Asked: pool})
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    return SecondProcess(Path(), [("a", "one", Options()), ("a", "two", Options())], store="off", fresh=False)


def test_what_ends_its_thread_is_raised_by_who_waits_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    second = broken(monkeypatch)
    assert second.claimed(1, THERE)
    with pytest.raises(MemoryError, match="no more"), second:
        second.taken(1, print, print)
    assert second.at_work[SECOND] == 0


def test_what_ends_its_thread_is_raised_in_the_end_if_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    second = broken(monkeypatch)

    def used() -> None:
        with second:
            assert second.thread is not None
            second.thread.join()

    with pytest.raises(MemoryError, match="no more"):
        used()
    with pytest.raises(ZeroDivisionError), broken(monkeypatch):
        raise ZeroDivisionError  # what ends the audit itself is told
