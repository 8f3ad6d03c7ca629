"""The matrix: the state of a clause from what it needs, what is linked to it, and what of that ran and passed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses.traceability.code_blocks import Block, ScannedCode, scanned
from queensbench.analyses.traceability.matrix import ClauseRow, State, _judge
from queensbench.analyses.traceability.passed import FoundVerdict, Ran, TracedTest
from queensbench.analyses.traceability.test_markers import named
from queensbench.project.register.clauses import Clause, ClauseKind, Need
from queensbench.project.register.editions import UnitChange, editions
from queensbench.project.register.seeds import Manifest, Unit, UnitKind
from queensbench.readers.interpreter import Interpreter
from queensbench.rendering.traceability_tables import verdict_words
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.engines.models.quay import mode as quay

BLOCK = Block("model.game", "roll", "turn.roll", "aaaa", "model/game.py", 3)
WENT = Ran("only", "small", "explore", 4)
NEVER = Ran("only", "small", "play", 0)


def found(state: str, *, current: bool = True) -> FoundVerdict:
    return FoundVerdict("claim", "only", "small", "property", "holds", "exhausted", state, current, "")


def row(*needs: Need, kind: ClauseKind = ClauseKind.NORMATIVE, waived: str = "", **more: Any) -> ClauseRow:
    made = ClauseRow(
        "game", Clause("turn.roll", kind, "Roll.", {"doc": ("u1",)}, needs, ()), State.NOTHING, **more
    )
    _judge(made, waived)
    return made


LINKED: dict[str, Any] = {"blocks": [("roll", BLOCK)]}
TESTED: dict[str, Any] = {"tests": [TracedTest("t", passed=True, current=True)]}
STATED: dict[str, Any] = {"stated": [("roll", BLOCK)]}
SAID = "it merely states what the code around it does"
NO_RULE, NOT_RUN = "no rule carries it out", "no audit and no test has gone through its block"


@pytest.mark.parametrize(
    ("made", "state", "lacking"),
    [
        (row(Need.MODEL), State.UNLINKED, [NO_RULE]),
        (row(), State.UNLINKED, [NO_RULE]),
        (row(kind=ClauseKind.INFORMATIVE), State.NOTHING, []),
        (row(Need.MODEL, **LINKED), State.NEVER_RUN, [NOT_RUN]),
        (row(Need.MODEL, **STATED), State.STATED, [SAID]),
        (row(kind=ClauseKind.INFORMATIVE, **STATED), State.STATED, [SAID]),
        (row(Need.MODEL, waived="It reminds.", **STATED), State.STATED, [SAID]),
        (row(Need.MODEL, **STATED, **TESTED), State.STATED, [SAID]),
        (row(Need.MODEL, Need.PROPERTY, **STATED), State.UNLINKED, [SAID, "no property names it"]),
        (row(Need.MODEL, **LINKED, **STATED, ran=[WENT]), State.PASSED, []),
        (row(Need.MODEL, **LINKED, ran=[NEVER]), State.NEVER_RUN, [NOT_RUN]),
        (row(Need.MODEL, **LINKED, ran=[NEVER, WENT]), State.PASSED, []),
        (row(Need.MODEL, **LINKED, **TESTED), State.PASSED, []),
        (row(Need.MODEL, **LINKED, tests=[TracedTest("t", passed=True, current=False)]), State.NEVER_RUN, [NOT_RUN]),
        (row(Need.MODEL, **LINKED, ran=[WENT], tests=[TracedTest("t", passed=False, current=True)]), State.FAILED,
         ["1 of its tests failed"]),
        (row(Need.MODEL, Need.PROPERTY, **LINKED, ran=[WENT]), State.UNLINKED, ["no property names it"]),
        (row(Need.PROPERTY, properties={"claim": []}), State.NEVER_RUN,
         ["no audit has judged a property that names it"]),
        (row(Need.PROPERTY, properties={"claim": [found("ok", current=False)]}), State.NEVER_RUN,
         ["no audit has judged a property that names it"]),
        (row(Need.PROPERTY, properties={"claim": [found("unknown"), found("ok")]}), State.PASSED, []),
        (row(Need.MODEL, **LINKED, ran=[WENT], properties={"claim": [found("unexpected")]}), State.FAILED, []),
        (row(Need.EXAMPLE), State.UNLINKED, ["no test names it"]),
        (row(Need.EXAMPLE, named=["t.py:3"]), State.NEVER_RUN, ["the test that names it has not been run: t.py:3"]),
        (row(Need.EXAMPLE, **TESTED), State.PASSED, []),
        (row(Need.MODEL, Need.EXAMPLE, **LINKED, ran=[WENT]), State.NEVER_RUN, ["no test has gone through it"]),
        (row(Need.MODEL, waived="Said aloud."), State.WAIVED, [NO_RULE]),
        (row(Need.MODEL, **LINKED, ran=[WENT], waived="Said aloud."), State.PASSED, []),
    ],
)  # fmt: skip
def test_the_state_of_a_clause(made: ClauseRow, state: State, lacking: list[str]) -> None:
    assert (made.state, made.lacking) == (state, lacking)


def judged(verdict: str, shown: str, state: str = "ok", *, current: bool = True) -> FoundVerdict:
    return FoundVerdict("claim", "only", "small", "property", verdict, shown, state, current, "")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([], "not judged"),
        ([judged("holds", "proved", current=False)], "not judged"),
        ([judged("holds", "sampled"), judged("holds", "exhausted"), judged("unknown", "unknown", "unknown")],
         "holds, exhausted"),
        ([judged("fails", "refuted"), judged("holds", "witnessed")], "holds, witnessed; fails as expected, refuted"),
        ([judged("holds", "exhausted"), judged("fails", "refuted", "unexpected")],
         "holds, exhausted; fails unexpectedly, refuted"),
        ([judged("unknown", "unknown", "unknown")], "unknown"),
    ],
)  # fmt: skip
def test_verdicts_in_a_few_words(rows: list[FoundVerdict], told: str) -> None:
    assert verdict_words(rows) == told


# ---- what code carries out which clause


MODULE = '''
"""A module."""
from model.other import helper, LIMIT

PIPS = {1: 2}

@rule()
def plain(s):
    s.at = PIPS[1]

@action("turn.roll", decider=whose)
def roll(s, k):
    """Roll."""
    require(s.at == LIMIT)
    with clause("turn.first", "turn.second"):
        plain(s)
        if r.tie == Tie.BOTH:
            with clause("turn.tie"):
                helper(s)
    s.at += 1
'''


def blocks(tmp_path: Path, text: str, name: str = "game") -> dict[str, str]:
    for module, source in {
        name: text,
        "other": "LIMIT = 3\n\n@rule('a.b')\ndef helper(s):\n    s.at = 1\n",
    }.items():
        path = tmp_path / "model" / f"{module}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
    return {block.clause: block.sum for block in ScannedCode.of(tmp_path).blocks(f"model.{name}")}


def test_a_statement_belongs_to_the_innermost_block() -> None:
    roll = scanned(MODULE.encode())["functions"]["roll"]
    assert (roll["clauses"], roll["line"]) == (["turn.roll"], 12)
    assert [(block["clauses"], block["line"]) for block in roll["blocks"]] == [
        (["turn.first", "turn.second"], 15),
        (["turn.tie"], 18),
    ]
    assert {"plain", "r.tie"} <= set(roll["blocks"][0]["names"])
    assert "helper" in roll["blocks"][1]["names"]
    assert "helper" not in roll["blocks"][0]["names"]


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("s.at += 1", "s.at += (1)  # on", []),
        ('    """Roll."""\n', "", []),
        ("s.at += 1", "s.at += 2", ["turn.roll"]),
        ("helper(s)", "helper(s, 1)", ["turn.tie"]),
        ("Tie.BOTH", "Tie.ONE", ["turn.first", "turn.second"]),
        ("{1: 2}", "{1: 3}", ["turn.first", "turn.second"]),
        ("s.at = PIPS[1]", "s.at = PIPS[2]", ["turn.first", "turn.second"]),
        ("decider=whose", "decider=other", ["turn.roll"]),
    ],
)
def test_the_checksum_of_a_block(tmp_path: Path, old: str, new: str, changed: list[str]) -> None:
    before = blocks(tmp_path, MODULE)
    assert sorted(before) == ["turn.first", "turn.roll", "turn.second", "turn.tie"]
    after = blocks(tmp_path, MODULE.replace(old, new))
    assert sorted(clause for clause in before if before[clause] != after[clause]) == changed


def test_what_is_stated_is_placed_in_its_block_and_changes_no_checksum(tmp_path: Path) -> None:
    before = blocks(tmp_path, MODULE)
    said = MODULE.replace('    """Roll."""\n', '    """Roll."""\n    states("turn.why")\n').replace(
        "            with clause", '            states("turn.how", "turn.why")\n            with clause'
    )
    assert blocks(tmp_path, said) == before
    stated = ScannedCode.of(tmp_path).stated("model.game")
    assert [(block.function, block.clause, block.line) for block in stated] == [
        ("roll", "turn.why", 14),
        ("roll", "turn.how", 19),
    ]
    assert stated[1].sum == before["turn.first"]
    changed = said.replace("Tie.BOTH", "Tie.ONE")
    blocks(tmp_path, changed)
    after = ScannedCode.of(tmp_path).stated("model.game")
    assert [one.sum == other.sum for one, other in zip(stated, after, strict=True)] == [False, False]


def test_the_checksum_is_the_same_for_every_python(tmp_path: Path) -> None:
    assert blocks(tmp_path, MODULE) == {
        "turn.roll": "aee526452c4ba7b4",
        "turn.first": "d4e9bb5ef82d5132",
        "turn.second": "d4e9bb5ef82d5132",
        "turn.tie": "8f6a28136723812d",
    }


# ---- coverage


def test_an_exploration_counts_the_clauses_of_all_transitions() -> None:
    instance = next(i for i in quay.all_instances() if i.name == "small")
    explored = EngineBox("tests", quay, instance, build(quay, instance, ruleset="tests")).explored()
    reader = Interpreter(quay, instance)
    states, pending, moved = set(), [reader.start()], 0
    while pending:
        state = pending.pop()
        key = tuple(reader.cells(state, reader_silences(explored)))
        if key in states:
            continue
        states.add(key)
        for step in reader.moves(state):
            pending.append(reader.apply(state, step))
            moved += 1
    assert (len(states), moved) == (explored.states, explored.transitions)
    assert {name: times for name, times in explored.clauses.items() if times} == reader.tally.clauses


def reader_silences(explored: Any) -> list[tuple[str, str]]:
    system = explored.system
    return [(silence.what, system.clauses[silence.clause]) for silence in system.silences]


# ---- markers of tests

MARKED = '''
import pytest

pytestmark = pytest.mark.clause("game:whole")
TEXT = """
@pytest.mark.clause("game:text")
"""


@pytest.mark.clause("game:one", "game:two")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("game:row"))])
def test_one(x):
    pytest.mark.clause("game:inside")


class TestMore:
    @pytest.mark.clause("game:one")
    def test_more(self):
        pass
'''


def test_what_tests_name_is_seen_in_their_text(tmp_path: Path) -> None:
    for name, text in (("a/test_it.py", MARKED), ("b_test.py", "@pytest.mark.clause("), ("table.py", MARKED)):
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert named(tmp_path) == {
        "game:whole": ["tests/a/test_it.py:4"],
        "game:one": ["tests/a/test_it.py:10", "tests/a/test_it.py:17"],
        "game:two": ["tests/a/test_it.py:10"],
        "game:row": ["tests/a/test_it.py:11"],
    }
    assert named(tmp_path / "nowhere") == {}


# ---- two editions


def manifest(*units: tuple[str, str, str]) -> Manifest:
    made = tuple(
        Unit(name, UnitKind.RULE, place, ((at, at + 1),), text)
        for at, (name, place, text) in enumerate(units)
    )
    return Manifest("doc", "Doc", "", "", "en", "", len(made), "doc.txt", made)


OLD = manifest(("u1", "p1", "a"), ("u2", "p1", "b"), ("u3", "p1", "c"), ("u4", "p2", "d"), ("u5", "p2", "e"))


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (OLD.units, []),
        # one inserted in front: all others have another number
        ((("u1", "p1", "n"), ("u2", "p1", "a"), ("u3", "p1", "b"), ("u4", "p1", "c"), ("u5", "p2", "d"), ("u6", "p2", "e")),
         ["renumbered u1 u2", "renumbered u2 u3", "renumbered u3 u4", "renumbered u4 u5", "renumbered u5 u6", "added u1"]),
        # one reworded, the last gone
        ((("u1", "p1", "a"), ("u2", "p1", "x"), ("u3", "p1", "c"), ("u4", "p2", "d")),
         ["reworded u2", "removed u5"]),
        # one goes to the end, one to another page
        ((("u2", "p1", "b"), ("u3", "p1", "c"), ("u4", "p3", "d"), ("u5", "p2", "e"), ("u1", "p1", "a")),
         ["moved u1", "moved u4"]),
        # one reworded and one put in beside it
        ((("u1", "p1", "a"), ("u2", "p1", "x"), ("u9", "p1", "y"), ("u3", "p1", "c"), ("u4", "p2", "d"), ("u5", "p2", "e")),
         ["reworded u2", "added u9"]),
    ],
)  # fmt: skip
def test_two_editions_differ_in_these_units(new: Any, told: list[str]) -> None:
    other = OLD if new is OLD.units else manifest(*new)
    changes = editions(OLD, other)
    assert [" ".join(filter(None, (change.how, change.id, change.now))) for change in changes] == told
    assert all(isinstance(change, UnitChange) for change in changes)


def test_of_two_units_that_say_the_same_the_one_that_is_gone_is_told() -> None:
    twice = manifest(("u1", "p1", "a"), ("u2", "p1", "b"), ("u3", "p1", "c"), ("u4", "p2", "a"))
    shifted = (
        ("u1", "p1", "n"),
        ("u2", "p1", "x"),
        ("u3", "p1", "b"),
        ("u4", "p1", "c"),
        ("u5", "p2", "a"),
    )
    found = [(change.how, change.id, change.now) for change in editions(twice, manifest(*shifted))]
    assert found == [
        ("reworded", "u1", ""),
        ("renumbered", "u2", "u3"),
        ("renumbered", "u3", "u4"),
        ("renumbered", "u4", "u5"),
        ("added", "u2", ""),
    ]
