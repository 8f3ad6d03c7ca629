"""The play that refutes a claim meets what the expected failure blames, or its author says why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from queensbench.errors import BadInput
from queensbench.language.properties import fails
from tests.analyses.tiny import environment, run

MODEL = '''"""Paths: go left or right, and end there."""
from __future__ import annotations

from typing import Annotated

from queensbench.language import *


class Turn(Reading):
    """May one turn back."""

    NEVER = "No."
    ONCE = "Once."


class Count(Reading):
    """What counts."""

    STEPS = "Steps."
    MOVES = "Moves."


class Asked(Rulings):
    turn: Turn = ruling(Turn.ONCE, question="May one turn back?", clauses=("turn.back",), hole="silent", why="So.")
    count: Count = ruling(Count.STEPS, question="What counts?", clauses=("end.left",), hole="silent", why="So.")


r = Asked()
Number = Annotated[int, Range(0, 4)]


class State(Record):
    left: Number
    right: Number
    turned: bool


@initial("setup")
def begin(s: State) -> None:
    s.left = 0


@action("go.left")
def go_left(s: State) -> None:
    require(s.right == 0)
    s.left += 1


@action("go.right")
def go_right(s: State) -> None:
    require(s.left == 0)
    s.right += 1


@action("turn.back")
def back(s: State) -> None:
    require(s.left == 2)
    require(r.turn == Turn.ONCE)
    require(not s.turned)
    s.turned = True
    s.left = 0


@action("go.nowhere")
def fall(s: State) -> None:
    require(s.right == 2)
    require(r.count == Count.STEPS)
    with clause("turn.fall"):
        silent("where one goes now", "turn.fall")


@action("round.about")
def turn_about(s: State) -> None:
    require(s.left == 1)
    s.turned = not s.turned


@over("end.left")
def ended(s: State) -> bool:
    return s.left == 3 or s.right == 3


DECLARED


path = Mode("path", state=State, rulings=r, full=Instance("full", explore=True))
'''
CLAIM = '@{kind}("{name}", fails("It is so.", blame={blame}{more}))\ndef {name}(s: State) -> bool:\n    return {says}\n'
GAPS = """[[gap]]
name = "falling"
question = "Where does one go?"
clauses = ["turn.fall"]
hole = "silent"
reason = "Nobody knows."
assumed = "Nowhere."
"""


def claim(name: str, says: str, *blame: str, kind: str = "never", more: str = "") -> str:
    return CLAIM.format(kind=kind, name=name, blame=tuple(blame), more=more, says=says)


CLAIMS = {
    "carried_out": claim("carried_out", "s.left == 1", "go.left"),
    "other_way": claim("other_way", "s.left == 1", "go.right"),
    "one_of_two": claim("one_of_two", "s.left == 1", "go.left", "go.right"),
    "at_its_end": claim("at_its_end", "s.right == 3", "end.left"),
    "by_a_reading": claim("by_a_reading", "s.turned and s.left == 0", "turn"),
    "by_no_reading": claim("by_no_reading", "s.left == 1", "turn"),
    "only_described": claim("only_described", "s.left == 1", "gap: none"),
    "described_beside": claim("described_beside", "s.left == 1", "gap: none", "go.left"),
    "silence": claim("silence", "s.right == 2", "gap: falling"),
    "said_why": claim("said_why", "s.left == 1", "go.right", more=', despite="It is the same."'),
    "nowhere": claim("nowhere", "s.left == 4", "go.left", kind="reachable"),
    "nowhere_by_a_reading": claim("nowhere_by_a_reading", "s.left == 4", "turn", kind="reachable"),
    "nowhere_described": claim("nowhere_described", "s.left == 4", "gap: a short way", kind="reachable"),
    "nowhere_at_all": claim("nowhere_at_all", "s.left == 4", "go.down", kind="reachable"),
}
ENDS = 'ends("{name}", State, fails("One turns about.", blame={blame}), against=("players",), sure=True, module=__name__)'
LOOPS = {
    "in_the_loop": ("round.about",),
    "one_in_the_loop": ("round.about", "go.left"),
    "only_before_the_loop": ("go.left", "gap: no limit"),
}
NOT_MET = {
    "only_before_the_loop": ["go.left"],
    "other_way": ["go.right"],
    "one_of_two": ["go.right"],
    "by_no_reading": ["turn"],
    "only_described": ["gap: none"],
    "silence": ["gap: falling"],
    "nowhere_by_a_reading": ["turn"],
    "nowhere_at_all": ["go.down"],
}


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("blame")
    (folder / "model").mkdir()
    (folder / "spec" / "paths").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.queensbench]\n", "utf-8")
    (folder / "model" / "__init__.py").write_text("", "utf-8")
    (folder / "spec" / "paths" / "gaps.toml").write_text(GAPS, "utf-8")
    declared = "\n\n".join(
        [*CLAIMS.values(), *(ENDS.format(name=name, blame=blame) for name, blame in LOOPS.items())]
    )
    text = MODEL.replace("DECLARED", declared)
    (folder / "model" / "paths.py").write_text(text, "utf-8")
    return folder, run(folder, "audit", "--no-proofs", "--no-rulings", "--json", "-q")


def test_a_counterexample_has_to_do_with_what_is_blamed(audited: Any) -> None:
    _, done = audited
    assert (done.returncode, done.stderr) == (1, "")
    rows = {row["name"]: row for row in json.loads(done.stdout)["rulesets"][0]["properties"]}
    assert {row["verdict"] for row in rows.values()} == {"fails"}
    found = {name: row["blame_not_met"] for name, row in rows.items() if "blame_not_met" in row}
    assert found == NOT_MET
    assert {name for name in (*CLAIMS, *LOOPS) if not rows[name]["as_expected"]} == set(NOT_MET)


def test_who_is_blamed_wrongly_is_named(audited: Any) -> None:
    folder, _ = audited
    text = run(folder, "audit", "--no-proofs", "--no-rulings", "-q").stdout
    assert (
        "\n  other_way on full: fails, but go.right is blamed, and the play has nothing to do with it; 12 states; 3 against "
        "it, first after 1\n    steps; play go_left()\n"
    ) in text or " ".join(text.split()).count(
        "other_way on full: fails, but go.right is blamed, and the play has nothing to do with it;"
    ) == 1
    assert "nowhere_at_all on full: fails, but go.down is blamed, and no play meets it;" in " ".join(
        text.split()
    )


def test_why_a_play_need_not_agree_is_said_in_words() -> None:
    assert fails("It is so.", blame=("go",), despite=" As\n it is. ").despite == "As it is."
    with pytest.raises(BadInput) as fault:
        fails("It is so.", blame=("go",), despite=" ")
    assert str(fault.value).endswith(
        ": an empty despite=; say why the counterexample need not meet what is blamed"
    )


def test_the_environment_of_these_tests_is_their_own(tmp_path: Path) -> None:
    assert "QUEENSBENCH_STORE" not in environment()
