"""Systems of which the readings are held: the same steps, with less text."""

from __future__ import annotations

from random import Random

import pytest

from model.queen_is_dead.modes import mode as queen_is_dead
from queensbench.language import Instance, Mode
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build
from queensbench.rules.transforms.held_readings import _Held, with_readings_held
from queensbench.rules.typed import ir
from queensbench.rules.typed.guards import Effects
from tests.engines.models import lottery, safe, yard

BOOL = ir.BoolType()
ASKED = ir.Compare("==", ir.Reading(0, ir.IntType(0, 1)), ir.Const(1, ir.IntType(0, 1)))
"""Whether the first ruling has its second reading."""
ELSEWHERE = ir.Compare("==", ir.Reading(1, ir.IntType(0, 1)), ir.Const(1, ir.IntType(0, 1)))
SAFE, RISKY = ir.Read(0, (), -1, BOOL), ir.Read(0, (), 0, BOOL)
YES, NO = ir.Const(1, BOOL), ir.Const(0, BOOL)


def held(reading: int) -> _Held:
    return _Held({0: reading}, {}, Effects(build(safe.mode, safe.mode.full)))


@pytest.mark.parametrize(
    ("before", "first", "second"),
    [
        (ASKED, NO, YES),
        (ELSEWHERE, ELSEWHERE, ELSEWHERE),
        (ir.Not(ASKED), YES, NO),
        (ir.Logic("and", (SAFE, ASKED)), NO, SAFE),
        (ir.Logic("or", (SAFE, ASKED)), SAFE, YES),
        (ir.Logic("and", (ASKED, RISKY)), NO, RISKY),
        (ir.Logic("and", (RISKY, ASKED, SAFE)), ir.Logic("and", (RISKY, NO)), ir.Logic("and", (RISKY, SAFE))),
        (ir.Logic("and", (RISKY, SAFE, ASKED)), ir.Logic("and", (RISKY, NO)), ir.Logic("and", (RISKY, SAFE))),
        (ir.Choose(ASKED, SAFE, RISKY, BOOL), RISKY, SAFE),
    ],
)
def test_a_condition_on_a_ruling_that_is_held_is_decided(
    before: ir.Expr, first: ir.Expr, second: ir.Expr
) -> None:
    """What stands before the operand that decides is evaluated where it may meet an obligation."""
    assert held(0)._node(before) == first
    assert held(1)._node(before) == second


def test_blocks_of_other_readings_are_gone_and_nothing_follows_a_return() -> None:
    body = (
        ir.If(ASKED, (ir.Return(YES),), (ir.Let(0, SAFE),)),
        ir.Require(ir.Logic("or", (ASKED, RISKY)), 0),
        ir.Return(NO),
    )
    assert held(0).block(body) == (ir.Let(0, SAFE), ir.Require(RISKY, 0), ir.Return(NO))
    assert held(1).block(body) == (ir.Return(YES),)


def running(system: ir.System) -> list[str]:
    """The names of the rules that a game calls."""
    roots = [system.initial, system.over, system.wins, system.score]
    for transition in system.transitions:
        roots += [transition.function, transition.weight, transition.decider]
    return sorted(system.functions[number].name for number in ir.reached(system, *roots))


def test_rules_that_only_other_readings_ask_are_called_by_nobody() -> None:
    """Whoever asks a rule that answers one constant asks no more, and so on upwards."""
    whole = build(queen_is_dead, queen_is_dead.full)
    house = with_readings_held(whole, {number: r.house for number, r in enumerate(whole.rulings)})
    assert set(running(house)) < set(running(whole))
    asked = [
        node
        for number in ir.reached(house, *(t.function for t in house.transitions))
        for stmt in house.functions[number].body
        for node in ir.walk(stmt)
        if isinstance(node, ir.Reading)
    ]
    assert not asked


def game(native: Native, readings: list[int], seed: int) -> list[tuple[bytes, tuple[int, ...]]]:
    """The states of a game by chance, each with its moves."""
    env = native.new_env(readings)
    status, cells = native.initial(env)
    assert status >= 0
    luck, found = Random(seed), []
    for _ in range(60):
        assert native.settle(cells, env) >= 0
        moves = tuple(native.moves(cells, env))
        found.append((cells.tobytes(), moves))
        if not moves:
            break
        status, cells = native.apply(cells, env, luck.choice(moves))
        assert status >= 0
    return found


@pytest.mark.parametrize(
    ("mode", "instance"),
    [
        (safe.mode, safe.mode.full),
        (yard.mode, yard.mode.full),
        (lottery.mode, lottery.mode.full),
        (queen_is_dead, queen_is_dead.full),
    ],
    ids=lambda one: one.name,
)
def test_under_the_readings_that_are_held_each_step_is_as_it_was(mode: Mode, instance: Instance) -> None:
    system = build(mode, instance)
    whole = compile_system(system, counters=False)
    luck = Random(f"held {mode.name}")
    for mixture in range(4):
        readings = [luck.randrange(len(r.readings)) if mixture else r.house for r in system.rulings]
        less = compile_system(with_readings_held(system, dict(enumerate(readings))), counters=False)
        for seed in range(10):
            assert game(less, readings, seed) == game(whole, readings, seed)
