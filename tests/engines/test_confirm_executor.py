"""The second executor held against the interpreter; a fault planted in it, or in what both read, is noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from queensbench.engines.confirm.agreement import Agreeing, compare
from queensbench.engines.confirm.executor import Environment, Executor
from queensbench.engines.confirm.terms import Term, Terms
from queensbench.errors import RangeViolation
from queensbench.language import Mode
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.typed import ir
from tests.engine_box import EngineBox
from tests.engines.models import looked, pinned
from tests.good import answers, deep, once, tricky

MODES = [tricky.mode, deep.mode, answers.mode, once.mode, looked.mode, pinned.others]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_it_agrees_with_the_interpreter_on_every_corner(mode: Mode) -> None:
    report = compare(mode, mode.full, each=60)
    assert report.mismatches == []
    assert report.comparisons > 60 * len({name for name, _ in report.outcomes})


def test_all_outcomes_are_met() -> None:
    kinds = compare(tricky.mode, tricky.mode.full, each=100).kinds()
    assert set(kinds) == {"done", "refused", "violated", "silent"}
    assert min(kinds.values()) > 10


def test_what_the_interpreter_cannot_say_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the game has ended, where the interpreter leaves a range: the encoding's own answer is none."""
    agreeing = Agreeing(deep.mode, deep.mode.full)
    spots = [agreeing.states.arbitrary() for _ in range(5)]
    agreeing._claims(spots)
    both = agreeing.report.asked

    def unknown(self: Interpreter, state: Any) -> bool:
        raise RangeViolation("it leaves a range")

    monkeypatch.setattr(Interpreter, "over", unknown)
    agreeing._claims(spots)
    over = sum(not spot.cells[-1] for spot in spots)
    assert over > 0
    assert agreeing.report.asked == both + both - over


def test_a_solver_finds_what_a_transition_comes_to_and_nothing_else() -> None:
    pytest.importorskip("bitwuzla", reason="bitwuzla is not installed: it is in requirements-test.lock")
    agreeing = Agreeing(deep.mode, deep.mode.full)
    for number in range(len(agreeing.system.transitions)):
        agreeing.solve("bitwuzla", number, 2)
    assert agreeing.report.mismatches == []
    assert agreeing.report.solved == 2 * len(agreeing.system.transitions)


def _returned(self: Executor, env: Environment, stmt: ir.Store) -> None:
    """A store that happens though the rule has returned."""
    alive, env.alive = env.alive, self.terms.true
    STORE(self, env, stmt)
    env.alive = alive


def _eagerly(self: Executor, env: Environment, node: ir.Expr, here: Term) -> Term:
    """Every part of an expression is evaluated, whether it is reached or not."""
    return VALUE(self, env, node, self.terms.true)


def _other_branch(self: Executor, env: Environment, test: Term, other: Environment) -> None:
    """The branches change places."""
    CHOOSE(self, env, self.terms.not_(test), other)


def _rounded(self: Terms, op: str, a: Term, b: Term) -> Term:
    """Division that rounds towards nought, as machines do."""
    found = ARITH(self, op, a, b)
    if op != "//" or a.lo >= 0:
        return found
    return self.ite(self.lt(a, self.num(0)), ARITH(self, "+", found, self.num(1)), found)


STORE, VALUE, CHOOSE, ARITH = Executor._store, Executor._value, Executor._choose, Terms.arith
FAULTS: list[tuple[Any, str, Callable[..., Any]]] = [
    (Executor, "_store", _returned),
    (Executor, "_value", _eagerly),
    (Executor, "_choose", _other_branch),
    (Terms, "arith", _rounded),
]


@pytest.mark.parametrize(
    ("owner", "name", "fault"), FAULTS, ids=["returned", "eagerly", "branches", "rounded"]
)
def test_a_fault_of_the_executor_is_noticed(
    owner: Any, name: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    found = [compare(mode, mode.full, each=60).mismatches for mode in (tricky.mode, deep.mode)]
    assert any(found)


def test_a_place_that_the_typed_form_calls_safe_is_held_against_intervals_of_its_own() -> None:
    """A typed form whose intervals were wrong would leave the place without a number."""
    agreeing = Agreeing(looked.mode, looked.mode.full)
    executor = agreeing.executor
    block = next(f for f in agreeing.system.fields if f.index)
    wide = executor.terms.symbol("wide", 0, block.index[-1].hi + 1)
    env = executor._fresh(executor.before, [wide])
    value = ir.Read(agreeing.system.fields.index(block), (ir.Var(0, block.index[-1]),), -1, block.value)
    executor._value(env, value, executor.terms.true)
    assert env.violations[-1] is not executor.terms.false


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "queen-is-dead",
        *(f"queens-collection/{mode}" for mode in ("competitive", "cooperative", "solo", "teams")),
        "queen-of-scots",
        *(f"queue4/{mode}" for mode in ("standard", "royal-ball", "bouquets")),
    ],
)
def test_it_agrees_on_the_rulebooks(path: str) -> None:
    session = EngineBox.at(path, "full")
    report = compare(session.mode, session.instance, each=60)
    assert report.mismatches == []
    assert report.comparisons > 1_000
