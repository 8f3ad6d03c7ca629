"""Small projects for the tests of the command, and how it is run in them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import processes
from tests.processes import python

ROOT = processes.ROOT
environment = processes.environment

HEAD = """from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import *
"""

COUNTER = (
    '"""Counter: count to the top, or stop before."""\n'
    + HEAD
    + '''

class Box(Sizes):
    top: int = size(5, lo=1, hi=1000)


class Who(Kind):
    ANN = auto()
    BOB = auto()


class Stop(Reading):
    """May one stop at nought."""

    EARLY = "At any number."
    LATE = "Not at nought [see the picture]."


class Wrap(Reading):
    """What follows the top."""

    STAYS = "The counter stays."
    TURNS = "The counter turns."


class Asked(Rulings):
    stop_at_nought: Stop = ruling(
        Stop.EARLY, question="May one stop at nought?", clauses=("move.stop",), hole="two-way",
        why="Nothing forbids it.", reasons={Stop.LATE: "A game of no move is no game."},
        speaks={Stop.EARLY: ("move.stop",)},
    )
    never_asked: Wrap = ruling(
        Wrap.STAYS, question="What follows the top?", clauses=("move.up",), hole="silent", why="It is the end.",
    )


r = Asked()
n = Box()
Number = Annotated[int, Range(0, n.top)]


class State(Record):
    at: Number
    done: bool


@initial("setup")
def begin(s: State) -> None:
    s.at = 0


@action("move.up")
def up(s: State) -> None:
    require(s.at < n.top)
    s.at += 1


@action("move.stop")
def stop(s: State) -> None:
    require(s.at > 0 or r.stop_at_nought == Stop.EARLY)
    s.done = True


@over("end")
def ended(s: State) -> bool:
    return s.done or s.at == n.top


@wins("end")
def won(s: State, p: Who) -> bool:
    return (p == Who.ANN) == s.done


@score()
def points(s: State) -> int:
    return s.at


@always("within", holds("The range says so."))
def within(s: State) -> bool:
    return s.at <= n.top


@never("top", fails("It is reached.", blame=("gap: nothing forbids it",), despite="Moves are all there is."))
def top(s: State) -> bool:
    return s.at == n.top


@reachable("two", holds("Two moves lead there."), instances=("small",))
def two(s: State) -> bool:
    return s.at == 2


@reachable("beyond", fails("Nothing lies beyond.", blame=("gap: no such place",)), instances=("small",))
def beyond(s: State) -> bool:
    return s.done and s.at == n.top


can_always("in-reach", State, holds("Stopping ends it."), module=__name__)
ends("it-ends", State, holds("Every move goes up."), against=("players",), sure=True, module=__name__)
bounds("points", State, holds("All numbers."), least=0, greatest=3, instances=("small",), module=__name__)

count = Mode(
    "count", state=State, rulings=r, sizes=n, players=Who,
    instances=(Instance("small", sizes={"top": 3}), Instance("wide", sizes={"top": 500}, budget=100)),
)
'''
)

#: what an audit may come to, by what a property of this ruleset expects
VERDICTS = (
    '"""Verdicts: as expected, and not."""\n'
    + HEAD
    + """

Number = Annotated[int, Range(0, 50)]


class Good(Record):
    at: Number


class Bad(Good):
    bad: bool


class Late(Good):
    late: bool


class Both(Good):
    both: bool


class Hoped(Good):
    hoped: bool


class Weak(Good):
    weak: bool


class Turn(Good):
    turned: bool


@initial()
def begin(s: Good) -> None:
    s.at = 0


@action()
def up(s: Good) -> None:
    require(s.at < 50)
    s.at += 1


@over()
def ended(s: Good) -> bool:
    return s.at == 50


@never("bad", holds("Wrongly."))
def bad(s: Bad) -> bool:
    return s.at == 3


@reachable("good", fails("Wrongly.", blame=("gap: none",)), instances=("whole",))
def good(s: Bad) -> bool:
    return s.at == 3


@never("late", holds("It is far off."))
def late(s: Late) -> bool:
    return s.at == 50


@never("both-bad", holds("Wrongly."))
def both_bad(s: Both) -> bool:
    return s.at == 3


@never("both-late", holds("It is far off."))
def both_late(s: Both) -> bool:
    return s.at == 50


@never("hoped", unknown("The budget is small."))
def hoped(s: Hoped) -> bool:
    return s.at == 50


@never("weak", holds("It must be exhausted.", at_least=Class.EXHAUSTED))
def weak(s: Weak) -> bool:
    return s.at == 51


ends("turn", Turn, holds("No instance is explored."), against=("players",), module=__name__)
ends("turn-hoped", Turn, unknown("No instance is explored."), against=("players",), module=__name__)

SMALL = Instance("part", budget=10)
NO_GAMES = Instance("full", explore=True, budget=10)
good_mode = Mode("good", state=Good)
bad_mode = Mode("bad", state=Bad, full=NO_GAMES, instances=(Instance("whole"),))
late_mode = Mode("late", state=Late, full=NO_GAMES)
both_mode = Mode("both", state=Both, full=NO_GAMES)
hoped_mode = Mode("hoped", state=Hoped, full=NO_GAMES)
weak_mode = Mode("weak", state=Weak)
turn_mode = Mode("turn", state=Turn)
"""
)

RACE = (
    '"""Race: two run, and a die says how far."""\n'
    + HEAD
    + '''

class Runner(Kind):
    RED = auto()
    BLUE = auto()


class Tie(Reading):
    """Who has won when both stand at the end."""

    RED = "Red."
    BOTH = "Both."


class Asked(Rulings):
    tie: Tie = ruling(
        Tie.BOTH, question="Both stand at the end: who has won?", clauses=("end.tie",), hole="silent",
        why="Neither is named.",
    )


r = Asked()
Place = Annotated[int, Range(0, 3)]
Pips = Annotated[int, Range(1, 2)]


class State(Record):
    turn: Runner
    at: Table[Runner, Place]
    pips: Annotated[int, Range(0, 2)]


@initial("start")
def begin(s: State) -> None:
    s.turn = Runner.RED


@decider()
def whose(s: State) -> Runner:
    return s.turn


@chance("roll")
def roll(s: State, k: Pips) -> None:
    require(s.pips == 0)
    s.pips = k


@action("run")
def run(s: State) -> None:
    require(s.pips > 0)
    s.at[s.turn] = min(3, s.at[s.turn] + s.pips)
    s.pips = 0
    s.turn = Runner.BLUE if s.turn == Runner.RED else Runner.RED


@action("run")
def walk(s: State, k: Pips) -> None:
    require(s.pips == 2)
    require(k == 1)
    s.at[s.turn] = min(3, s.at[s.turn] + k)
    s.pips = 0
    s.turn = Runner.BLUE if s.turn == Runner.RED else Runner.RED


@over("end")
def ended(s: State) -> bool:
    return s.turn == Runner.RED and any(s.at[p] == 3 for p in Runner)


@wins("end.tie")
def won(s: State, p: Runner) -> bool:
    if all(s.at[q] == 3 for q in Runner):
        return r.tie == Tie.BOTH or p == Runner.RED
    return s.at[p] == 3


@never("two-winners", fails("Ties.", blame=("tie",)))
def two(s: State) -> bool:
    return ended(s) and all(won(s, p) for p in Runner)


race = Mode("race", state=State, rulings=r, players=Runner, instances=(Instance("short"),))
'''
)

SILENT = (
    '"""Silent: dead ends and silences."""\n'
    + HEAD
    + """

class State(Record):
    at: Annotated[int, Range(0, 3)]


@initial()
def begin(s: State) -> None:
    s.at = 0


@action("go")
def go(s: State, to: Annotated[int, Range(1, 3)]) -> None:
    require(s.at == 0)
    s.at = to
    if s.at == 2:
        silent("what two means", "go")


@over()
def ended(s: State) -> bool:
    return s.at == 3


mode = Mode("only", state=State, full=Instance("full", explore=True))
"""
)


def faulty(body: str, *, state: str = "at: Annotated[int, Range(0, 3)]", full: str = "") -> str:
    """A ruleset with one fault."""
    return (
        f'"""Faulty."""\n{HEAD}\n\nclass State(Record):\n    {state}\n\n\n{body}\n\n\n'
        f'mode = Mode("only", state=State{full}, instances=(Instance("box"),))\n'
    )


BEGIN = "@initial()\ndef begin(s: State) -> None:\n    s.at = 0\n\n\n"

FAULTS = {
    "subset": faulty(
        BEGIN
        + '@action()\ndef up(s: State) -> None:\n    s.at = "one"\n    while True:\n        s.at = 1\n    print(s.at)'
    ),
    "value": faulty(BEGIN + "@action()\ndef up(s: State) -> None:\n    s.at += 1"),
    "place": faulty(
        BEGIN
        + "@action()\ndef up(s: State, k: Annotated[int, Range(1, 2)]) -> None:\n"
        + "    s.at = min(3, s.at + k)\n    s.seen[s.at] = True",
        state="at: Annotated[int, Range(0, 3)]\n    seen: Table[Annotated[int, Range(0, 2)], bool]",
    ),
    "start": faulty("@initial()\ndef begin(s: State) -> None:\n    s.at = 1\n    require(s.at == 2)"),
    "startvalue": faulty(
        "@initial()\ndef begin(s: State) -> None:\n    for k in range(5):\n        s.at += 1"
    ),
    "endless": faulty(
        BEGIN
        + "@action()\ndef up(s: State) -> None:\n    require(s.at == 0)\n    s.at = 1\n\n\n"
        + "@automatic()\ndef flip(s: State) -> None:\n    require(s.at > 0)\n    s.at = 3 - s.at"
    ),
    "mixed": faulty(
        BEGIN
        + "@action()\ndef up(s: State) -> None:\n    require(s.at < 3)\n    s.at += 1\n\n\n"
        + "@chance()\ndef down(s: State) -> None:\n    require(s.at == 2)\n    s.at = 0"
    ),
    "weight": faulty(
        BEGIN
        + "@rule()\ndef odds(s: State, k: Annotated[int, Range(1, 2)]) -> int:\n    return 1 - s.at\n\n\n"
        + "@chance(weight=odds)\ndef up(s: State, k: Annotated[int, Range(1, 2)]) -> None:\n"
        + "    require(s.at < 3)\n    s.at += k"
    ),
}

BIG = (
    '"""Big: more states than anybody waits for."""\n'
    + HEAD
    + '''from queensbench.language.studies import Bench, Study, study


class Way(Reading):
    """Up to where."""

    ALL = "To the end."
    LESS = "Not to the end."


class Asked(Rulings):
    way: Way = ruling(Way.ALL, question="Up to where?", clauses=("move",), hole="two-way", why="So.")


r = Asked()


class Box(Sizes):
    places: int = size(5, lo=1, hi=8)
    long: int = size(1, lo=0, hi=1)


n = Box()
Place = Annotated[int, Range(1, n.places)]
Digit = Annotated[int, Range(0, 15)]


class State(Record):
    at: Table[Place, Digit]


class Studied(State):
    other: bool


@initial()
def begin(s: State) -> None:
    s.at[1] = 0


@action("move")
def move(s: State, k: Place) -> None:
    require(s.at[k] < 15)
    # with seven places the readings part where six are full: deeper than any comparison comes
    near = n.places < 7 or all(s.at[j] == 15 for j in range(1, n.places))
    require(r.way == Way.ALL or s.at[k] < 14 or not near)
    s.at[k] += 1


@action("back")
def back(s: State, k: Place) -> None:
    require(s.at[k] > 0)
    s.at[k] -= 1


@over()
def ended(s: State) -> bool:
    return n.long == 0 and s.at[1] == 1


@always("quick", holds("So."), instances=("tiny",))
def quick(s: State) -> bool:
    return s.at[1] < 16


@study("slow", Studied, "How long?")
def slow(bench: Bench) -> Study:
    import sys, time
    print("studying", file=sys.stderr, flush=True)
    time.sleep(60)
    return Study(("a",), [])


TINY = Instance("tiny", sizes={"places": 1})
mode = Mode(
    "only", state=State, rulings=r, sizes=n, full=Instance("full", explore=True, sizes={"places": 1}),
    instances=(TINY, Instance("huge", sizes={"places": 8}, budget=200_000_000)),
)
playing = Mode("playing", state=State, rulings=r, sizes=n, full=TINY, instances=(Instance("long", explore=False),))
comparing = Mode(
    "comparing", state=State, rulings=r, sizes=n, full=TINY, instances=(Instance("middle", sizes={"places": 7}),)
)
studying = Mode("studying", state=Studied, rulings=r, sizes=n, full=TINY)
'''
)

FILES = {
    "pyproject.toml": "[tool.queensbench]\n",
    "model/counter.py": COUNTER,
    "model/verdicts.py": VERDICTS,
    "model/race.py": RACE,
    "model/silent_ends.py": SILENT,
    "model/big.py": BIG,
    **{f"model/faulty_{name}.py": text for name, text in FAULTS.items()},
}


@dataclass(frozen=True)
class Done:
    """The outcome of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The object on its standard output, which must hold nothing else."""
        return json.loads(self.out)


def write(folder: Path, files: Mapping[str, str] = FILES) -> Path:
    """Write a project."""
    return processes.write(folder, files)


def start(folder: Path, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    """Start the command in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "queensbench", *arguments],
        cwd=folder,
        env=environment(),
        text=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def run(folder: Path, *arguments: str, **more: str) -> Done:
    """Run the command in a folder, on its own."""
    done = python(folder, "-m", "queensbench", *arguments, env=environment(**more), timeout=600)
    return Done(done.returncode, done.stdout, done.stderr)


MANY = """
import contextlib, io, json, sys
from queensbench.surfaces.command.app import main

done = []
for arguments in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    done.append([code, out.getvalue(), err.getvalue()])
json.dump(done, sys.stdout)
"""


def run_all(folder: Path, commands: Sequence[Sequence[str]], **more: str) -> list[Done]:
    """Run commands one after the other in one process, which is quicker."""
    asked = json.dumps([list(command) for command in commands])
    done = python(folder, "-c", MANY, env=environment(**more), timeout=600, plain=True, input=asked)
    assert done.stderr == "", done.stderr
    return [Done(*row) for row in json.loads(done.stdout)]


def once(
    factory: pytest.TempPathFactory,
    name: str,
    commands: Sequence[Sequence[str]],
    prepare: Callable[[Path], None] = lambda folder: None,
    **more: str,
) -> tuple[Path, list[Done]]:
    """Write the project and run commands in it, once for all the processes of one run of the tests."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, record = base / f"command-{name}", base / f"command-{name}.json"
    try:
        folder.mkdir()
    except FileExistsError:
        until = time.monotonic() + 300
        while not record.exists():
            assert time.monotonic() < until, f"{record} was never written"
            time.sleep(0.1)
    else:
        prepare(write(folder))
        done = run_all(folder, commands, **more)
        made = record.with_suffix(".made")
        made.write_text(json.dumps([[d.code, d.out, d.err] for d in done]), encoding="utf-8")
        made.replace(record)
    return folder, [Done(*row) for row in json.loads(record.read_text(encoding="utf-8"))]
