"""`queensbench prove`: exact text and objects on a tiny model of every verdict, bad input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.surfaces.projects import HEAD, Done, run_all, write

#: a bucket: it is filled by two cups at once, or by another reading cup by cup
BUCKET = (
    '"""Bucket: fill it."""\n'
    + HEAD
    + '''

class Pour(Reading):
    """How much is poured at once."""

    ONE = "One cup."
    TWO = "Two cups."


class Asked(Rulings):
    pour: Pour = ruling(Pour.TWO, question="How much at once?", clauses=("fill",), hole="silent", why="So.")


r = Asked()


class State(Record):
    cups: Annotated[int, Range(0, 9)]


@initial()
def begin(s: State) -> None:
    s.cups = 1


@action("fill")
def fill(s: State) -> None:
    more = 2 if r.pour == Pour.TWO else 1
    require(s.cups + more <= 8)
    s.cups += more


@always("within", holds("It is a range."))
def within(s: State) -> bool:
    return s.cups <= 9


@never("full", holds("One stops before."))
def full(s: State) -> bool:
    return s.cups > 8


@always("odd", holds("Two at once."))
def odd(s: State) -> bool:
    return s.cups % 2 == 1


@always("dry", fails("It begins with a cup.", blame=("fill",)))
def dry(s: State) -> bool:
    return s.cups == 0


@never("seven", fails("It is on the way.", blame=("fill",)))
def seven(s: State) -> bool:
    return s.cups == 7


@reachable("eight", holds("It can be filled."))
def eight(s: State) -> bool:
    return s.cups == 8


mode = Mode("only", state=State, rulings=r)
'''
)

#: nothing fails, nothing is left open
CUP = (
    '"""Cup: it holds what it holds."""\n'
    + HEAD
    + """

class State(Record):
    sips: Annotated[int, Range(0, 3)]


@initial()
def begin(s: State) -> None:
    s.sips = 3


@action("sip")
def sip(s: State) -> None:
    require(s.sips > 1)
    s.sips -= 1


@always("left", holds("The last sip is left."))
def left(s: State) -> bool:
    return s.sips > 0


mode = Mode("only", state=State)
"""
)

#: with nothing but an empty cup to spill, the claim rules out what it is asked of
SPILL = CUP.replace(
    '@always("left"',
    '''@action("spill")
def spill(s: State) -> None:
    require(s.sips == 0)
    s.sips = 3


@always("left"''',
)

COMMANDS = {
    "bucket": "bucket",
    "bucket json": "bucket --json",
    "one": "bucket -p full --quiet",
    "two json": "bucket -p odd -p within --json",
    "cup": "cup",
    "cup json": "cup --json",
    "spill": "spill",
    "spill json": "spill --json",
    "no time": "cup --seconds 0",
    "no time json": "bucket -p odd -p dry --seconds 0 --json",
    "time enough": "cup --seconds 600",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    models = {"bucket": BUCKET, "cup": CUP, "spill": SPILL}
    files = {f"model/{name}.py": text for name, text in models.items()}
    return write(tmp_path_factory.mktemp("prove"), {"pyproject.toml": "[tool.queensbench]\n", **files})


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Done]:
    found = run_all(folder, [["prove", *text.split()] for text in COMMANDS.values()])
    return dict(zip(COMMANDS, found, strict=True))


TRIED_LINE = re.compile(
    r"tried on 1\d\d,\d+ steps in machine code, in vain: [\d,]+ of games, [\d,]+ from changed states; "
    r"\d+ states? of the solver's, \d+ readings?\n"
)
HEAD_LINE = re.compile(
    r"(\d+) goals in [\d.]+ s: (\d+) without a solver, (\d+) by integers, 0 by bit-vectors; "
    r"z3's limit for a goal 4,000,000"
)

TEXTS = {
    "bucket": (
        1,
        (58, 6, 52),
        """bucket/only full: proofs by induction
#

Properties
property  verdict  class                 readings  what was shown          lemmas
within    holds    by construction  every reading  by construction         1
full      holds    proved           every reading  proved                  1
odd       holds    proved                   house  proved                  1
dry       fails    unknown                  house  failed at the start
seven     unknown  unknown                  house  not inductive, depth 2

seven: a counterexample to induction (no play need reach it)
  fill, fill(); reading house
  cups: 3

""",
    ),
    "one": (
        0,
        (58, 6, 52),
        """bucket/only full: proofs by induction
#

Properties
property  verdict  class        readings  what was shown  lemmas
full      holds    proved  every reading  proved          1

""",
    ),
    "cup": (
        0,
        (6, 1, 5),
        """cup/only full: proofs by induction
#

Properties
property  verdict  class        readings  what was shown  lemmas
left      holds    proved  every reading  proved          1

""",
    ),
    "spill": (
        3,
        (11, 2, 9),
        """spill/only full: proofs by induction
#

Properties
property  verdict  class         readings  what was shown  lemmas
left      unknown  unknown  every reading  unknown         1

Transitions that no state of the hypothesis enables, so that nothing counts as proved
  spill

""",
    ),
    "no time": (
        3,
        (0, 0, 0),
        """cup/only full: proofs by induction
#

Properties
property  verdict  class         readings  what was shown                 lemmas
left      unknown  unknown  every reading  unknown: the budget was spent

Ranges not shown to hold, so that nothing counts as proved
  sip: s.sips -= 1: unknown

The time was over with 6 goals left: --seconds gives more.
""",
    ),
    "time enough": (
        0,
        (6, 1, 5),
        """cup/only full: proofs by induction
#

Properties
property  verdict  class        readings  what was shown  lemmas
left      holds    proved  every reading  proved          1

""",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_in_full(done: dict[str, Done], name: str) -> None:
    code, goals, text = TEXTS[name]
    found = HEAD_LINE.search(done[name].out)
    assert found is not None
    assert tuple(map(int, found.groups())) == goals
    out, tried = TRIED_LINE.subn("", HEAD_LINE.sub("#", done[name].out))
    assert tried == ("proved " in text or "by construction " in text)
    assert (done[name].code, out, done[name].err) == (code, text, "")


def row(name: str, verdict: str, class_: str, reading: str, why: str, *lemmas: str) -> dict[str, Any]:
    """A property's row of the object, without a counterexample."""
    return {
        "name": name,
        "verdict": verdict,
        "class": class_,
        "reading": reading,
        "why": why,
        "depth": 1,
        "lemmas": list(lemmas),
        "open": [],
        "counterexample_to_induction": None,
    }


def test_the_object_of_every_verdict(done: dict[str, Done]) -> None:
    found = done["bucket json"].json
    assert found.pop("seconds") > 0
    tried = found.pop("tried")
    assert tried.pop("seconds") > 0
    assert tried["steps"] == tried["from_games"] + tried["from_changed"] >= 100_000
    assert set(tried) == {"steps", "from_games", "from_changed", "solver_states", "worlds"}
    seven = row("seven", "unknown", "unknown", "house", "not inductive")
    path = {"board": "cups: 3", "step": "fill, fill()", "readings": {}}
    assert found == {
        "mode": "bucket/only",
        "instance": "full",
        "properties": [
            row("within", "holds", "by construction", "every reading", "by construction", "within"),
            row("full", "holds", "proved", "every reading", "proved", "full"),
            row("odd", "holds", "proved", "house", "proved", "odd"),
            row("dry", "fails", "unknown", "house", "failed at the start"),
            seven | {"depth": 2, "counterexample_to_induction": path},
        ],
        "obligations_open": [],
        "never_enabled": [],
        "goals": 58,
        "known": 0,
        "without_solver": 6,
        "decided_by": {"integers": 52, "bit-vectors": 0},
        "rlimit": 4_000_000,
        "left": 0,
    }


def test_only_the_properties_asked_for_are_shown_in_the_order_of_the_text(done: dict[str, Done]) -> None:
    assert done["two json"].code == 0
    assert [r["name"] for r in done["two json"].json["properties"]] == ["within", "odd"]


def test_what_the_claim_itself_rules_out_keeps_it_from_being_proved(done: dict[str, Done]) -> None:
    """A claim under which an action can never happen says nothing about that action."""
    assert done["cup json"].json["never_enabled"] == []
    assert done["cup json"].json["properties"][0]["class"] == "proved"
    assert done["spill json"].json["never_enabled"] == ["spill"]
    assert done["spill json"].json["properties"][0]["class"] == "unknown"
    assert (done["cup json"].code, done["spill json"].code) == (0, 3)


def test_goals_that_were_not_asked_are_listed_as_unknown(done: dict[str, Done]) -> None:
    assert done["no time json"].code == 3
    found = done["no time json"].json
    spent = {"verdict": "unknown", "reason": "not asked, the budget was spent"}
    late = row("odd", "unknown", "unknown", "every reading", "unknown: the budget was spent")
    late["open"] = [{"transition": "", **spent}, {"transition": "fill", **spent}]
    assert found.pop("seconds") < 60
    assert found.pop("tried")["steps"] == 0
    assert found == {
        "mode": "bucket/only",
        "instance": "full",
        "properties": [late, late | {"name": "dry"}],
        "obligations_open": [{"transition": "fill", "text": ["s.cups += more"], "verdict": "unknown"}],
        "never_enabled": [],
        "goals": 0,
        "known": 0,
        "without_solver": 0,
        "decided_by": {"integers": 0, "bit-vectors": 0},
        "rlimit": 4_000_000,
        "left": 22,
    }


BAD = {
    "bucket -p fulll": "no property is called fulll; did you mean full?",
    "bucket -p full -p leaks": (
        "no property is called leaks; choose of dry, eight, full, odd, seven, within"
    ),
    "buket": "no ruleset is called buket; did you mean bucket?",
    "bucket/onli": "bucket has no mode onli; did you mean only?",
    "bucket -i small": "mode only has no instance small; choose of full",
    "bucket --rlimit 0": (
        "Invalid value for '--rlimit': Input should be greater than or equal to 1; see `queensbench prove --help`"
    ),
    "bucket --seconds -1": (
        "Invalid value for '--seconds': Input should be greater than or equal to 0; see `queensbench prove --help`"
    ),
    "bucket -p full -p eight": (
        "eight is a reachable property, which induction does not prove; "
        "name an always or never property, or search for a play"
    ),
}


@pytest.fixture(scope="module")
def refused(folder: Path) -> dict[str, Done]:
    return dict(zip(BAD, run_all(folder, [["prove", *text.split()] for text in BAD]), strict=True))


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_one_line(refused: dict[str, Done], text: str) -> None:
    found = refused[text]
    assert (found.code, found.out, found.err) == (2, "", f"queensbench: {BAD[text]}\n")
