"""The harness agrees on models made of corners, says what it tried, and catches a fault planted in any reader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from queensbench.errors import BadInput, RangeViolation
from queensbench.language import Mode
from queensbench.project.creating import create
from queensbench.readers.differential import harness as differential
from queensbench.readers.differential.comparison import Readers
from queensbench.readers.differential.harness import READERS, harness
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.readers.symbolic.execution import BitVectors, Integers, Symbolic
from queensbench.rules.typed import ir
from tests.good import answers, deep, once, tricky

ROOT = Path(__file__).resolve().parents[2]


# ------------------------------------------------------------------------------------------ agreement


@pytest.mark.parametrize(("mode", "least"), [(tricky.mode, 20), (deep.mode, 20)], ids=["tricky", "deep"])
def test_the_readers_agree_on_every_corner(mode: Mode, least: int) -> None:
    report = harness(mode, comparisons=6_000)
    print(report.summary())
    assert not report.mismatch
    assert report.comparisons >= 6_000
    assert not report.undrawn()
    assert set(report.seldom(least)) <= {"clears", "lazily"}
    assert set(report.outcomes) == {"refused", "done", "silent", "violation"}
    assert report.z3["integers"] > 50
    assert report.z3["bit-vectors"] > 50


def test_a_reading_that_is_given_is_that_of_all_comparisons() -> None:
    report = harness(
        tricky.mode, comparisons=200, samples=0, readers=replace(READERS, readings={"tie": "BOTH"})
    )
    assert not report.mismatch
    assert report.undrawn() == [("tie", "NOBODY")]


@pytest.mark.parametrize(
    ("readings", "said"),
    [
        ({"ties": "BOTH"}, "there is no ruling ties; did you mean tie?"),
        ({"tie": "BOT"}, "the ruling tie has no reading BOT; did you mean BOTH?"),
    ],
)
def test_a_reading_that_there_is_not_is_refused(readings: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        harness(tricky.mode, comparisons=200, readers=replace(READERS, readings=readings))
    assert str(caught.value) == said


def test_the_readers_agree_on_answers_that_rules_ask_for() -> None:
    report = harness(answers.mode, comparisons=100)
    assert not report.mismatch
    assert set(report.outcomes) == {"done", "violation"}
    assert report.asked["scores"] > 0


def test_a_rule_whose_answer_is_used_twice_is_asked_once() -> None:
    """In `in`, comparisons, `abs`, and keys of what is read or changed: clauses count as often as Python asks."""
    report = harness(once.mode, comparisons=1_500)
    assert not report.mismatch
    assert report.comparisons >= 1_500
    assert not report.undrawn()
    of_values = {"turn", "member", "strange", "between", "apart"}
    of_keys = {"append", "insert", "remove", "item", "length", "change", "more", "longer", "following"}
    assert set(report.enabled) == of_values | of_keys
    interpreter = Interpreter(once.mode)
    state = interpreter.start()
    for name in ("member", "strange", "between", "apart"):
        state = interpreter.apply(state, interpreter.step(name, ()))
    assert interpreter.tally.clauses == {
        "once.member": 1,
        "once.strange": 1,
        "once.between": 1,
        "once.apart": 1,
        "once.worth": 4,
        "once.suit": 1,
    }


def test_an_answer_out_of_its_range_is_told_at_its_return() -> None:
    lines = Path(answers.__file__).read_text(encoding="utf-8").splitlines()
    line = next(k for k, text in enumerate(lines, 1) if text == "        return (")
    interpreter = Interpreter(answers.mode)
    state = interpreter.apply(interpreter.start(), interpreter.step("leap", ()))
    before = sys.gettrace()
    with pytest.raises(RangeViolation) as error:
        interpreter.apply(state, interpreter.step("leap", ()))
    assert str(error.value) == f"{answers.__file__}:{line}: the result of ahead = 4 is outside Step (0 to 3)"
    assert sys.gettrace() is before


def test_the_end_that_a_rule_asks_for_is_carried_out_like_a_rule() -> None:
    interpreter = Interpreter(answers.mode)
    interpreter.start()
    assert interpreter.tally.clauses == {"walk.end": 1}


def test_a_mode_with_thousands_of_moves_is_sampled_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    """No state is tried with every move, and of each transition that is possible some are."""
    whole = harness(tricky.mode, instances=["two"], comparisons=3_000, samples=0)
    monkeypatch.setattr(differential, "LISTED", 1_000)
    report = harness(tricky.mode, instances=["two"], comparisons=3_000, samples=0)
    assert report.asked["whole list of moves"] < whole.asked["whole list of moves"]
    assert report.enabled_share >= whole.enabled_share
    for found in (whole, report):
        assert not found.mismatch
        assert (found.z3["integers"], found.z3["bit-vectors"]) == (0, 0)
        assert found.z3["folded"] > 0


def test_a_seed_gives_the_same_comparisons() -> None:
    one, two, other = (
        harness(deep.mode, instances=["two"], comparisons=500, seed=seed) for seed in (1, 1, 2)
    )
    assert one == two
    assert one != other


def test_instances_that_there_are_not_are_no_agreement() -> None:
    with pytest.raises(BadInput) as caught:
        harness([deep.mode, tricky.mode], instances=["two", "twoo"])
    assert str(caught.value) == "no mode has an instance twoo; did you mean two?"
    with pytest.raises(BadInput) as caught:
        harness([deep.mode, answers.mode], instances=["two"])
    assert str(caught.value) == "mode walk has no instance of those asked for: two; name some of full"


TEMPLATE = """
import json
from queensbench.project import projects as project
from queensbench.readers.differential.harness import harness

ruleset = project.load().ruleset("snail-race")
report = harness(ruleset.modes.values(), ruleset=ruleset.name, comparisons=2_000)
seldom, undrawn = report.seldom(100), report.undrawn()
print(json.dumps([report.mismatch, report.comparisons, seldom, undrawn, report.enabled_share]))
"""


def test_the_readers_agree_on_a_new_project(tmp_path: Path) -> None:
    create(tmp_path / "race")
    ran = subprocess.run(
        [sys.executable, "-c", TEMPLATE],
        cwd=tmp_path / "race",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ran.stderr
    mismatch, comparisons, seldom, undrawn, share = json.loads(ran.stdout)
    assert (mismatch, seldom, undrawn) == ("", [], [])
    assert comparisons >= 1_500  # the short track has few states
    assert share >= 0.5


# ------------------------------------------------------------------------------------- planted faults


def changed(node: Any, change: Callable[[Any], Any]) -> Any:
    """A copy of a node in which ``change`` has replaced what it does not answer with None."""
    other = change(node)
    if other is not None:
        return other
    if not is_dataclass(node):
        return node
    new: dict[str, Any] = {}
    for f in fields(node):
        value = getattr(node, f.name)
        if isinstance(value, tuple):
            new[f.name] = tuple(changed(item, change) for item in value)
        elif is_dataclass(value):
            new[f.name] = changed(value, change)
    return replace(node, **new) if new else node  # type: ignore[type-var]


def perturbed(system: ir.System, rule: str, change: Callable[[Any], Any]) -> ir.System:
    """The system with a fault in one rule."""
    functions = []
    for function in system.functions:
        body = function.body
        if function.name == rule:
            body = tuple(changed(stmt, change) for stmt in body)
            assert body != function.body, f"no such fault in {rule}"
        functions.append(replace(function, body=body))
    return replace(system, functions=tuple(functions))


def subtracts(node: Any) -> Any:
    """Differences in place of sums."""
    return replace(node, op="-") if isinstance(node, ir.Arith) and node.op == "+" else None


def blunt(node: Any) -> Any:
    """``<=`` in place of ``<``, ``>=`` in place of ``>``."""
    found = isinstance(node, ir.Compare) and node.op in ("<", ">")
    return replace(node, op=f"{node.op}=") if found else None


def misplaced(node: Any) -> Any:
    """The value goes to another field of the same type."""
    other = {deep_field("a"): deep_field("b"), deep_field("b"): deep_field("a")}
    return (
        replace(node, field=other[node.field]) if isinstance(node, ir.Store) and node.field in other else None
    )


def deep_field(name: str) -> int:
    """The number of a field of the model."""
    return list(deep.State.__annotations__).index(name)


def unchecked(node: Any) -> Any:
    """The range of a stored value is not looked at."""
    return replace(node, site_value=-1) if isinstance(node, ir.Store) and node.site_value >= 0 else None


def open_door(node: Any) -> Any:
    """A requirement is forgotten."""
    return replace(node, condition=ir.Const(1, ir.BoolType())) if isinstance(node, ir.Require) else None


def mute(node: Any) -> Any:
    """Where the text says nothing, nothing happens."""
    return ir.Return(None) if isinstance(node, ir.Silent) else None


FAULTS = [
    ("stores_while_reading", subtracts),
    ("first_above", blunt),
    ("counted", blunt),
    ("nested_places", misplaced),
    ("odd_numbers", unchecked),
    ("swaps_cells", open_door),
    ("levels", open_door),
    ("mark", mute),
    ("chances", subtracts),
    ("points", subtracts),
]


def caught(readers: Readers) -> str:
    """The first disagreement on the model."""
    return harness(deep.mode, instances=["full"], comparisons=5_000, readers=readers).mismatch


@pytest.mark.parametrize(("rule", "fault"), FAULTS, ids=lambda part: getattr(part, "__name__", part))
def test_a_fault_in_native_code_is_caught(rule: str, fault: Callable[[Any], Any]) -> None:
    faulty = replace(READERS, native=lambda system: compile_system(perturbed(system, rule, fault)))
    assert "native" in caught(faulty)


@pytest.mark.parametrize(("rule", "fault"), FAULTS, ids=lambda part: getattr(part, "__name__", part))
def test_a_fault_in_the_symbolic_reader_is_caught(rule: str, fault: Callable[[Any], Any]) -> None:
    def faulty(system: ir.System, *args: Any) -> Symbolic:
        return Symbolic(perturbed(system, rule, fault), *args)

    found = caught(replace(READERS, symbolic=faulty))
    assert " folded; " in found or " as integers; " in found


@pytest.mark.parametrize(
    ("rule", "faulty"),
    [
        ("first_above", lambda s, w, least: 0),
        ("after", lambda s, w, steps: s.next[w]),
        ("nested_places", lambda s: setattr(s, "b", s.a)),
        ("levels", lambda s: setattr(s, "flag", False)),
        ("chances", lambda s, w, k: 1),
        ("points", lambda s, w: 0),
        ("won", lambda s, w: True),
        ("choice", lambda s: s.who),
        ("ended", lambda s: s.a == 6),
        ("ordered", lambda s, w, k: True),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_fault_in_the_interpreter_is_caught(
    rule: str, faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*args: Any) -> Interpreter:  # once the system is built from the rule as it stands
        interpreter = Interpreter(*args)
        where = vars(deep)[rule].function.__code__
        faulty.__name__ = rule
        faulty.__code__ = faulty.__code__.replace(
            co_filename=where.co_filename, co_firstlineno=where.co_firstlineno
        )
        monkeypatch.setattr(vars(deep)[rule], "function", faulty)
        return interpreter

    assert "native" in caught(replace(READERS, interpreter=make))


@pytest.mark.parametrize(
    ("sort", "method", "faulty"),
    [
        (Integers, "div", lambda self, a, d: (a - 1) / d),
        (Integers, "lt", lambda self, a, b: a <= b),
        (BitVectors, "div", lambda self, a, d: a / d),
        (BitVectors, "le", lambda self, a, b: a < b),
    ],
    ids=["integers rounded", "integers compared", "bit-vectors rounded", "bit-vectors compared"],
)
def test_a_fault_in_the_terms_is_caught(
    sort: type[Any], method: str, faulty: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sort, method, faulty)
    assert f" as {sort.name}; " in caught(READERS)
