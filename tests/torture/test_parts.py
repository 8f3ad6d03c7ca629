"""What the parts of `make torture` themselves do: damages damage, full disks are full, faults are seen."""

from __future__ import annotations

import ast
import json
import mmap
import os
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from tests.lifetimes import python_began
from tests.processes import python
from tests.surfaces.projects import COUNTER
from tests.torture import models, tokens
from tests.torture.damages import DAMAGES
from tests.torture.forked import Ended, Place, line_faults
from tests.torture.grounds import stronger
from tests.torture.growth import held
from tests.torture.network import COMMANDS
from tests.torture.parts import PARTS
from tests.torture.trials import Journal, Outcome, Part, Runner, Trial


def ended(code: int, out: str = "", err: str = "", **more: object) -> Ended:
    return Ended(("audit",), code, out, err, 0.1, **more)  # type: ignore[arg-type]


def test_an_end_in_words_is_no_fault() -> None:
    assert ended(0, "all is well\n").faults() == []
    assert ended(2, "", "queensbench: no ruleset is called x; choose of y\n").faults() == []
    assert ended(2, "", "queensbench: m.py:1: no; mend\nqueensbench: m.py:2: no; mend\n").faults() == []
    assert ended(2, "the engine failed: it is silent\n").faults() == []


@pytest.mark.parametrize(
    ("end", "fault"),
    [
        (ended(4, "", "queensbench: internal error: no\n"), "ended with 4: audit: queensbench: internal error: no"),
        (ended(-9), "ended with -9: audit: not a word"),
        (ended(0, hung=True), "hangs: audit"),
        (ended(0, "", "Traceback (most recent call last)\nKeyError: 1\n"), "traceback: audit: KeyError: 1"),
        (
            ended(0, "", 'Traceback (most recent call last)\n  File "/x/queensbench/a.py", line 3, in f\nKeyError: 1\n'),
            "traceback: audit: KeyError: 1 (queensbench/a.py:3 f)",
        ),
        (ended(2), "bad input without a word: audit: ''"),
        (ended(0, left=("sleep 9",)), "a process outlives it: audit: sleep 9"),
        (ended(0, outside=("open /etc/x",)), "outside: audit: open /etc/x"),
        (ended(0, "\x1b[31m"), "a terminal's control characters: audit"),
    ],
)  # fmt: skip
def test_each_fault_is_told(end: Ended, fault: str) -> None:
    assert end.faults() == [fault]


def test_only_what_python_says_before_it_reads_the_toolkit_is_its_own() -> None:
    began = 'Traceback (most recent call last):\n  File "<frozen site>", line 384, in addsitepackages\nKeyboardInterrupt\n'
    ours = began.replace("<frozen site>", "/x/queensbench/__main__.py")
    assert python_began(1, "", began)
    assert python_began(-2, "", began)
    assert not python_began(1, "", ours)
    assert not python_began(130, "", began)
    assert not python_began(1, "{}", began)
    assert not python_began(1, "", "queensbench: 2 faults\n")


def test_bad_input_in_two_lines_is_a_fault() -> None:
    assert line_faults("queensbench: one; mend\nqueensbench: two; mend\n") == [
        "bad input in more than one line"
    ]
    assert line_faults("queensbench: one; mend\nand more\n") == ["bad input in more than one line"]


def test_another_verdict_is_told_and_an_undecided_one_is_none() -> None:
    def of(verdict: str) -> dict[str, object]:
        row = {"mode": "m", "name": "p", "instance": "i", "engine": "e", "reading": "house", "class": "c"}
        return {"rulesets": [{"name": "r", "properties": [row | {"verdict": verdict}]}]}

    assert stronger(of("holds"), of("holds")) == stronger(of("unknown"), of("holds")) == []
    assert stronger(of("holds"), of("fails")) == [
        "wrong verdict: r m p i e house is holds, and is fails undisturbed"
    ]


@pytest.mark.parametrize("name", sorted(set(DAMAGES) - {"closed", "sealed"}))
def test_every_damage_damages(tmp_path: Path, name: str) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_text("it holds once")
    other.write_text("it fails")
    DAMAGES[name](path, other, Random(3))
    assert path.is_symlink() or not path.is_file() or path.read_bytes() != b"it holds once"


def test_texts_models_and_json_are_changed_and_the_same_with_the_same_seed() -> None:
    text = json.dumps({"a": [1, "two", {"b": None}], "c": True})
    for change in (tokens.changed, tokens.damaged, tokens.bent_text):
        made = {str(change(text, Random(seed))) for seed in range(50)}
        assert len(made) > 40
        assert [change(text, Random(7)) for _ in range(2)] == [change(text, Random(7))] * 2
    made = {models.changed(COUNTER, Random(seed)) for seed in range(20)}
    assert len(made) > 15


@pytest.mark.parametrize(
    ("text", "itself"),
    [
        ("class A:\n    while True:\n        pass", True),
        ("class A:\n    x = 1\n    while x:\n        x = 0", True),
        ("for i in range(10 ** 9):\n    pass", True),
        ("x: sum(1 for i in range(10 ** 8)) = 3", True),
        ("def f(s: print):\n    pass", True),
        ("@print\ndef f(s):\n    pass", True),
        ("print(1)", True),
        ("def f(s):\n    while True:\n        print(1)", False),
        ("x = lambda: print(1)", False),
        ("for i in range(3):\n    x = [j for j in range(3)]", False),
    ],
)
def test_models_that_occupy_python_itself_are_left_out(text: str, itself: bool) -> None:
    assert models.occupies(ast.parse(text)) is itself


def test_no_changed_model_occupies_python_itself() -> None:
    readable = []
    for seed in range(400):
        with suppress(SyntaxError):
            readable.append(ast.parse(models.changed(COUNTER, Random(seed))))
    assert len(readable) > 300
    assert not any(map(models.occupies, readable))
    assert any(isinstance(node, ast.While) for tree in readable for node in ast.walk(tree))


def test_every_command_is_asked_without_a_network() -> None:
    import typer

    from queensbench.surfaces.command.app import app

    assert set(COMMANDS) == set(typer.main.get_group(app).commands)


def test_parts_have_names_of_their_own_and_most_are_tried_with_the_tests() -> None:
    assert len({part.name for part in PARTS}) == len(PARTS)
    assert [part.name for part in PARTS if not part.quick] == ["together"]


def nothing(made: object, place: object, random: Random, number: int) -> Outcome:
    return Outcome()


def test_a_second_run_goes_on_and_other_code_begins_anew(tmp_path: Path) -> None:
    part = Part("nothing", "", nothing, 5)
    path = tmp_path / "journal.jsonl"
    with closing(Journal(path, 1, "a")) as first:
        for number in (0, 3):
            first.note(part, number, Outcome([f"fault {number}"]), 0.5, 0.2)
    with path.open("a") as file:
        file.write('{"part": "nothing", "num')
    with closing(Journal(path, 1, "a")) as second:
        assert second.left(part, 5) == [1, 2, 4]
        assert second.tallies["nothing"].faults == [(0, "fault 0"), (3, "fault 3")]
        second.note(part, 4, Outcome(), 0.5, 0.2)
    with closing(Journal(path, 1, "a")) as third:
        assert third.left(part, 5) == [1, 2]
    with closing(Journal(path, 1, "b")) as other:
        assert other.left(part, 5) == [0, 1, 2, 3, 4]
    assert (tmp_path / "journal.old.jsonl").exists()


def test_time_that_some_parts_leave_is_for_those_that_came_to_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    done: list[str] = []
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def taking(name: str, seconds: float) -> Trial:
        def trial(made: object, place: object, random: Random, number: int) -> Outcome:
            now[0] += seconds
            done.append(name)
            return Outcome()

        return trial

    parts = [
        Part("slow", "", taking("slow", 2.0), 9, weight=1),
        Part("longer", "", taking("longer", 2.0), 9, weight=1),
        Part("quick", "", taking("quick", 1.0), 3, weight=2),
    ]
    runner = running(tmp_path / "folder", tmp_path / "journal.jsonl", 1)
    runner.shares(parts, 20.5)
    # a quarter for the first, a third of the rest for the second; the last leaves 5.5 seconds
    assert done == ["slow"] * 3 + ["longer"] * 3 + ["quick"] * 3 + ["slow"] * 2 + ["longer"]
    assert now[0] == 21.0


FULL = """
from pathlib import Path
from tests.torture.disk import Disk
disk = Disk({at}, {lasting})
disk.lay()
for name in "abc":
    try:
        Path(name).write_text("x" * 9)
        print(name, "written")
    except OSError as error:
        print(name, error.strerror)
print(disk.count)
"""


@pytest.mark.parametrize(
    ("at", "lasting", "said"),
    [
        (0, False, ["a written", "b written", "c written", "6"]),
        (2, False, ["a No space left on device", "b written", "c written", "7"]),
        (3, True, ["a written", "b No space left on device", "c No space left on device", "4"]),
    ],
)
def test_a_disk_is_full_at_the_write_that_is_named(
    tmp_path: Path, at: int, lasting: bool, said: list[str]
) -> None:
    done = python(tmp_path, "-c", FULL.format(at=at, lasting=lasting))
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, said, "")


WATCHED = """
import json, os, signal, socket, subprocess, sys, time
from pathlib import Path
from tests.torture.forked import Place, adopt, run
import tests.torture.forked as forked
forked.GRACE = 0.2
adopt()
place = Place(Path("place").resolve()).made()

def act():
    subprocess.Popen(["sleep", "60"])
    Path("inside").write_text("x")
    Path("{outside}").write_text("x")
    try:
        socket.create_connection(("192.0.2.1", 9), timeout=1)
    except OSError as error:
        print(error.strerror)
    return 7

def spin():
    while True:
        pass

done = run(["acts"], place, act=act)
slow = run(["spins"], place, act=spin, limit=0.5)
print(json.dumps([done.code, done.out, done.left, [one.split()[0] for one in done.outside], slow.hung]))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks for processes in /proc")
def test_what_a_command_leaves_behind_and_asks_for_is_seen(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", WATCHED.format(outside=tmp_path / "outside"))
    assert done.stderr == ""
    code, out, left, outside, hung = json.loads(done.stdout.splitlines()[-1])
    assert (code, out, left) == (7, "the network is not to be asked\n", ["sleep 60 "])
    assert (outside, hung) == (["open", "socket.getaddrinfo"], True)


def running(folder: Path, path: Path | None, jobs: int) -> Runner:
    return Runner(folder, Journal(path, 1, "a"), 1, jobs=jobs)


def by_process(made: object, place: Place, random: Random, number: int) -> Outcome:
    if number == 5:
        return Outcome([f"fault {place.folder.name}"])
    return Outcome(seen=Counter({f"process {os.getpid()}": 1, "sum": number}))


def test_trials_are_shared_by_processes_that_write_one_journal(tmp_path: Path) -> None:
    part = Part("shared", "", by_process, 9)
    path = tmp_path / "journal.jsonl"
    runner = running(tmp_path / "folder", path, 3)
    runner.part(part, 60, most=7)
    tally = runner.journal.tallies["shared"]
    assert (tally.done, tally.full) == (7, 9)
    runner.part(part, 60)
    tally = runner.journal.tallies["shared"]
    assert (tally.done, tally.seen["sum"]) == (9, sum(range(9)) - 5)
    assert [number for number, _ in tally.faults] == [5]
    processes = [name for name in tally.seen if name.startswith("process")]
    assert f"process {os.getpid()}" not in processes
    assert len(processes) >= 3
    assert running(tmp_path, path, 1).journal.left(part, 9) == []


# a fork of the tests' own process would do at its end what they have to do at theirs
BATCHES = """
import json
from pathlib import Path
from tests.torture.forked import adopt
from tests.torture.test_parts import by_process, running, working
from tests.torture.trials import Part
adopt()
runner = running(Path("folder").resolve(), Path("journal.jsonl"), 3)
runner.part(Part("shared", "", by_process, 9, batch=2), 60)
runner.part(Part("working", "", working, 3, batch=3), 60)
shared, busy = (runner.journal.tallies[name] for name in ("shared", "working"))
print(json.dumps([shared.done, shared.seen["sum"], shared.faults, busy.done, busy.work]))
"""


def test_batches_are_shared_and_their_work_is_counted(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", BATCHES)
    assert done.stderr == ""
    *found, work = json.loads(done.stdout)
    assert found == [9, sum(range(9)) - 5, [[5, "fault batch-5"]], 3]
    assert 0.15 <= work < 60


def test_a_fault_of_a_whole_batch_is_told_and_is_no_trial(tmp_path: Path) -> None:
    part = Part("nothing", "", nothing, 5, batch=2)
    with closing(Journal(tmp_path / "journal.jsonl", 1, "a")) as journal:
        journal.note(part, 0, Outcome(), 0.5, 0.2)
        journal.note(part, -1, Outcome(["a process is left"]), 0.0, 0.0)
        journal.catch_up()
        assert journal.tallies["nothing"].done == 1
        assert journal.tallies["nothing"].faults == [(-1, "a process is left")]


def test_without_a_file_a_journal_is_shared_as_well(tmp_path: Path) -> None:
    runner = running(tmp_path, None, 2)
    runner.part(Part("shared", "", by_process, 5), 60)
    assert runner.journal.tallies["shared"].done == 5
    assert [path.name for path in tmp_path.iterdir()] == ["shared"]


def failing(made: object, place: object, random: Random, number: int) -> Outcome:
    raise ValueError(number)


def test_trials_that_end_their_process_end_the_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    runner = running(tmp_path, None, 2)
    with pytest.raises(SystemExit, match="trials of failing have ended with their process"):
        runner.part(Part("failing", "", failing, 2), 60)
    assert capfd.readouterr().err.count("ValueError: ") == 2


def test_memory_that_is_held_is_no_file(tmp_path: Path) -> None:
    file = tmp_path / "library"
    file.write_bytes(bytes(64 << 20))
    before = held()
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, prot=mmap.PROT_READ) as library:
        assert library.find(b"\1") == -1
        assert held() - before < 16 << 20
    # pages of their own: what Python allocates may stand where earlier tests have freed memory
    own = mmap.mmap(-1, 64 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for _ in range(64):
        own.write(b"x" * (1 << 20))
    assert held() - before > 48 << 20
    del own


def working(made: object, place: object, random: Random, number: int) -> Outcome:
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    return Outcome()


def test_the_work_of_trials_is_counted(tmp_path: Path) -> None:
    runner = running(tmp_path, None, 1)
    runner.part(Part("working", "", working, 3), 60)
    assert 0.15 <= runner.journal.tallies["working"].work < 60
