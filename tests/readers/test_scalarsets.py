"""Renamings that rules respect, seen in their text: which are found for each sort of rule, and that they are kept."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random

import pytest

from queensbench.language import Mode, Symmetry
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.symmetry.equivariance import check_equivariance
from queensbench.readers.symmetry.scalarsets import MOST_MEMBERS, renamings
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import bench

GUESTS = tuple(bench.Guest.__members__.values())
ALL: set[tuple[int, ...]] = {*permutations(range(4))} - {(0, 1, 2, 3)}
ROTATIONS: set[tuple[int, ...]] = {(1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}
OPPOSITE = (2, 3, 0, 1)
FOUND: dict[str, set[tuple[int, ...]]] = {
    "pay": ALL,
    "pass_on": ROTATIONS,
    "mark": ALL,
    "new_host": ROTATIONS,
    "across": {p for p in ALL if all(p[OPPOSITE[g]] == OPPOSITE[p[g]] for g in range(4))},
    "count": ALL,
    "look": set(),
    "first_poor": set(),
    "hand_on": set(),
    "overwrite": set(),
    "favour": {p for p in ALL if p[0] == 0},
    "by_seat": set(),
}


@cache
def system() -> ir.System:
    return build(bench.every, bench.every.full)


def kind() -> ir.KindType:
    return next(block.value for block in system().fields if isinstance(block.value, ir.KindType))


def function(name: str) -> int:
    return next(t.function for t in system().transitions if t.name == name)


@pytest.mark.parametrize("name", FOUND)
def test_what_each_sort_of_rule_respects(name: str) -> None:
    assert set(renamings(system(), kind(), [function(name)])) == FOUND[name]


def test_only_what_all_rules_respect_is_found() -> None:
    assert renamings(system(), kind(), [function("across"), function("pass_on")]) == sorted(ROTATIONS)
    assert renamings(system(), kind(), [function("pay"), function("look")]) == []


def respected(name: str, images: tuple[int, ...]) -> bool:
    """Whether a mode of one transition is seen to respect a renaming, on states that are drawn."""
    others = tuple(rule for rule in (*bench.ALIKE, *bench.UNLIKE) if getattr(rule, "name", "") != name)
    mode = Mode("one", state=bench.Bench, without=others, module=bench.__name__)
    interpreter, random = Interpreter(mode), Random(7)
    states = [
        interpreter.state([*(random.randrange(t.lo, t.hi + 1) // 3 for t in system().cells[:-1]), 0], [])
        for _ in range(20)
    ]
    meant = Symmetry("drawn", ({bench.Guest: [GUESTS[to] for to in images]},))
    return check_equivariance(mode, states=states, symmetries=[meant]) is None


@pytest.mark.parametrize("name", FOUND)
def test_the_interpreter_agrees(name: str) -> None:
    """A symmetry that is found holds in drawn states; where rules tell guests apart, drawn states show it."""
    for images in sorted(FOUND[name])[:4]:
        assert respected(name, images)
    if name not in ("pay", "mark", "count", "look"):  # these tell nobody apart; of the last it is not seen
        assert not all(respected(name, images) for images in sorted(ALL - FOUND[name])[-4:])


def test_kinds_of_many_members_are_left_alone() -> None:
    many = ir.KindType("Guest", tuple(f"G{number}" for number in range(MOST_MEMBERS + 1)))
    assert renamings(system(), many, [function("pay")]) == []
