"""A project of one small ruleset, and the command in it with a store of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

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
    (folder / "model").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.queensbench]\n", "utf-8")
    (folder / "model" / "__init__.py").write_text("", "utf-8")
    (folder / "model" / "steps.py").write_text(MODEL, "utf-8")
    return folder


def environment(**more: str) -> dict[str, str]:
    """The environment of a command that stores in the project it is run in."""
    left_out = ("QUEENSBENCH_STORE", "COLUMNS", "FORCE_COLOR", "TERM")
    kept = {k: v for k, v in os.environ.items() if k not in left_out}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}


def run(folder: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """The command in a project; what it prints."""
    env = environment(**options.pop("env", {}))
    return subprocess.run(
        [sys.executable, "-m", "queensbench", *arguments],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=options.pop("timeout", 120),
        check=False,
        **options,
    )


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
