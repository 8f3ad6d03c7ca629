"""Digests of parts of a system: what a rule means counts, whatever its numbers; what no value depends on does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from queensbench.rules.system import build
from queensbench.rules.typed import ir
from queensbench.rules.typed.digest import digest
from queensbench.rules.typed.slices import LEFT_OUT, SITES, Slices
from tests.good import cards, tricky

TYPES = (ir.IntType, ir.KindType, ir.BoolType)


@pytest.fixture(scope="module", params=[tricky, cards], ids=["tricky", "cards"])
def system(request: pytest.FixtureRequest) -> ir.System:
    return build(request.param.mode, request.param.mode.full)


def rebuilt(value: Any, old: Any, new: Any) -> Any:
    """A value with one object in it exchanged."""
    if value is old:
        return new
    if isinstance(value, tuple):
        return tuple(rebuilt(one, old, new) for one in value)
    if is_dataclass(value) and not isinstance(value, (type, *TYPES)):
        return replace(
            value, **{one.name: rebuilt(getattr(value, one.name), old, new) for one in fields(value)}
        )
    return value


def other(value: Any) -> Any:
    """Another value of the same sort, as far as a digest looks at it."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case range():
            return range(value.start, value.stop + 1)
        case tuple():
            return (*value, value[0]) if value else (1,)
        case None:
            return 0
    return ir.Const(77, ir.IntType(77, 77))


def nodes(function: ir.Function) -> Iterator[Any]:
    yield function
    for stmt in function.body:
        for node in ir.walk(stmt):
            yield node
            yield from (loop for loop in getattr(node, "loops", ()))


def with_function(system: ir.System, number: int, function: ir.Function) -> Slices:
    functions = list(system.functions)
    functions[number] = function
    return Slices(replace(system, functions=tuple(functions)))


def test_every_field_of_every_node_counts_but_for_those_that_no_value_depends_on(system: ir.System) -> None:
    seen: set[tuple[str, str]] = set()
    here = Slices(system)
    numbered = ("function", "table")
    for number, function in enumerate(system.functions):
        for node in nodes(function):
            for one in fields(node):
                if (type(node).__name__, one.name) in seen or one.name in SITES or one.name in numbered:
                    continue
                seen.add((type(node).__name__, one.name))
                changed = replace(node, **{one.name: other(getattr(node, one.name))})
                after = with_function(system, number, rebuilt(function, node, changed))
                kept = after.function(number) == here.function(number)
                assert kept == (one.name in LEFT_OUT.get(type(node), ())), (node, one.name)
    assert len(seen) >= 40


def test_an_obligation_counts_and_its_number_does_not(system: ir.System) -> None:
    here = Slices(system)
    looked = 0
    for number, function in enumerate(system.functions):
        found = [(n, name) for n in nodes(function) for name in SITES if getattr(n, name, -1) >= 0]
        numbers = [getattr(node, name) for node, name in found]
        for node, name in found:
            looked += 1
            gone = rebuilt(function, node, replace(node, **{name: -1}))
            assert with_function(system, number, gone).function(number) != here.function(number)
            old = getattr(node, name)
            if numbers.count(old) == 1:
                after = with_function(system, number, rebuilt(function, node, replace(node, **{name: 999})))
                assert after.function(number) == here.function(number)
                moved = {999 if site == old else site: at for site, at in here.sites(number).items()}
                assert after.sites(number) == moved
    assert (looked >= 3) == (system.mode == "tricky")  # the other has no obligations


def test_a_rule_more_before_all_others_changes_no_digest(system: ir.System) -> None:
    """All numbers of functions, sites and tables move up by one."""

    def moved(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(moved, value))
        if not is_dataclass(value) or isinstance(value, (type, *TYPES)):
            return value
        parts = {one.name: moved(getattr(value, one.name)) for one in fields(value)}
        for name in SITES & parts.keys():
            parts[name] += parts[name] >= 0
        if isinstance(value, (ir.Call, ir.Do)):
            parts["function"] += 1
        if isinstance(value, ir.Look):
            parts["table"] += 1
        return type(value)(**parts)

    first = ir.Function("first", "", 0, (), (), (ir.Return(None),), None, (), True)
    table = ir.Table("first", (), ir.BoolType(), (1,))
    shifted = replace(
        system,
        functions=(first, *map(moved, system.functions)),
        tables=(table, *system.tables),
        over=None if system.over is None else system.over + 1,
    )
    before, after = Slices(system), Slices(shifted)
    for number in range(len(system.functions)):
        assert after.function(number + 1) == before.function(number)
        assert {site - 1: at for site, at in after.sites(number + 1).items()} == before.sites(number)
    assert after.shared() == before.shared()
    assert digest(shifted) != digest(system)


def test_a_rule_counts_for_those_that_call_it_and_for_no_others(system: ir.System) -> None:
    here = Slices(system)
    for number, function in enumerate(system.functions):
        changed = replace(function, body=(*function.body, ir.Return(ir.Const(77, ir.IntType(77, 77)))))
        after = with_function(system, number, changed)
        for one in range(len(system.functions)):
            same = after.function(one) == here.function(one)
            assert same == (number not in ir.reached(system, one)), (number, one)


def test_which_of_two_equal_rules_is_called_twice_is_told() -> None:
    t = ir.IntType(0, 9)
    leaf = ir.Function("leaf", "", 0, (), (), (ir.Return(ir.Const(1, t)),), t, (), True)

    def calling(*numbers: int) -> str:
        body = tuple(ir.Let(0, ir.Call(number, (), t)) for number in numbers)
        root = ir.Function("root", "", 0, (), (t,), body, None, (), True)
        return Slices(replace(build(cards.mode, cards.mode.full), functions=(root, leaf, leaf))).function(0)

    assert calling(1, 2, 1) == calling(2, 1, 2) != calling(1, 2, 2)


def test_what_all_rules_share_counts_and_what_is_said_of_them_does_not(system: ir.System) -> None:
    here = Slices(system).shared()
    for name in ("fields", "cells", "rulings", "parameters"):
        held = getattr(system, name)
        if held:
            more: dict[str, Any] = {name: (*held, held[0])}
            assert Slices(replace(system, **more)).shared() != here, name
    told = replace(system, ruleset="x", mode="x", instance="x", clauses=(), judges=(), notes={"a": 1})
    assert Slices(told).shared() == here
    houses = tuple(replace(ruling, house=ruling.house + 1) for ruling in system.rulings)
    assert Slices(replace(system, rulings=houses)).shared() == here
    if system.over is not None:
        over = replace(system.functions[system.over], body=(ir.Return(ir.Const(1, ir.BoolType())),))
        assert with_function(system, system.over, over).shared() != here
