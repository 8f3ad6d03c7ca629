"""A project of one small ruleset, and the command in it with a store of its own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests import processes
from tests.processes import python

MODEL = '''"""Steps: go up by one or two."""
from __future__ import annotations

from typing import Annotated

from queensbench.language import *
from queensbench.language.studies import Bench, Study, study


class Top(Reading):
    """Where does it end."""

    EXACT = "At the top."
    NEAR = "One below it too."


class Asked(Rulings):
    top: Top = ruling(Top.EXACT, question="Where does it end?", clauses=("end",), hole="two-way", why="It says so.")


class Box(Sizes):
    most: int = size(6, lo=1, hi=40)


class Deck(Parameters):
    longest: int = parameter(2, lo=1, hi=3)


r = Asked()
n = Box()
d = Deck()
Number = Annotated[int, Range(0, n.most)]
Stride = Annotated[int, Range(1, 3)]


class State(Record):
    at: Number


@initial()
def begin(s: State) -> None:
    s.at = 0


@action("up")
def up(s: State, by: Stride) -> None:
    require(s.at < n.most)
    require(by <= d.longest)
    require(s.at + by <= n.most)
    s.at += by


@over()
def ended(s: State) -> bool:
    return s.at == n.most or (r.top == Top.NEAR and s.at == n.most - 1)


@always("low", holds("It is as high as the top."))
def low(s: State) -> bool:
    return s.at <= n.most


@reachable("four", holds("Two strides."))
def four(s: State) -> bool:
    return s.at == 4


ends("it-ends", State, holds("It goes up."), against=("players",), sure=True, module=__name__)


@study("counted", State, "How many numbers are there?")
def counted(bench: Bench) -> Study:
    return Study(("numbers",), [("7",)], [0], ["Seven."])


walk = Mode(
    "walk", state=State, rulings=r, sizes=n, parameters=d,
    instances=(Instance("small", sizes={"most": 5}),),
)
'''


def write(folder: Path) -> Path:
    """The project in a folder."""
    return processes.write_model(folder, "steps", MODEL)


def environment(**more: str) -> dict[str, str]:
    """The environment of a command that stores in the project it is run in."""
    return processes.environment("QUEENSBENCH_STORE", **more)


def run(
    folder: Path, *arguments: str, env: Mapping[str, str] | None = None, **options: Any
) -> subprocess.CompletedProcess[str]:
    """The command in a project; what it prints."""
    return python(folder, "-m", "queensbench", *arguments, env=environment(**(env or {})), **options)


LOADED = (
    "import sys; from queensbench.surfaces.command.app import main; code = main(sys.argv[1:]);"
    "loaded = [m for m in ('numpy', 'llvmlite', 'z3', 'sqlite3') if m in sys.modules];"
    "sys.exit(f'{code} {loaded}')"
)
"""Runs the command and ends with its exit code, and which engines' packages it has loaded."""


AUDIT = ("audit", "--games", "200", "--no-proofs", "--json")


def audit(folder: Path, *arguments: str, **options: Any) -> dict[str, Any]:
    """The one ruleset of an audit's JSON; no word on the error stream."""
    done = run(folder, *AUDIT, *arguments, **options)
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout)["rulesets"][0]
    return found


def timeless(data: Any) -> Any:
    """JSON without what may differ: seconds, and that it is cached."""
    if isinstance(data, dict):
        return {k: timeless(v) for k, v in data.items() if k not in ("cached", "seconds")}
    return [timeless(v) for v in data] if isinstance(data, list) else data


def rows(ruleset: dict[str, Any]) -> list[dict[str, Any]]:
    """All rows that can be cached."""
    return [row for what in ("instances", "properties", "rulings", "studies") for row in ruleset[what]]


def files(folder: Path) -> list[Path]:
    """The stored verdicts."""
    return sorted((folder / ".queensbench" / "evidence").glob("??/*.json"))
