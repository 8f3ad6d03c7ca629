"""The digest of a system: equal systems have one, wherever their text stands; whatever is changed has another."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from queensbench.rules.system import build
from queensbench.rules.typed import ir
from queensbench.rules.typed.digest import PLACES, digest, digest_of, places
from tests.good import cards, tricky
from tests.processes import ROOT, environment

SCRIPT = """
from queensbench.rules.system import build
from queensbench.rules.typed.digest import digest
from tests.good import cards
print(digest(build(cards.mode, cards.mode.full)))
"""


@pytest.fixture(scope="module")
def system() -> ir.System:
    return build(tricky.mode, tricky.mode.full)


def test_a_system_built_again_has_the_same_digest(system: ir.System) -> None:
    again = build(tricky.mode, tricky.mode.full)
    again.notes["before"] = 7  # what engines note is no part of it
    assert digest(again) == digest(system)
    assert places(again) == places(system)
    assert digest(build(cards.mode, cards.mode.full)) != digest(system)


def test_neither_the_process_nor_its_seed_of_hashes_matters() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=ROOT,
            env=environment(PYTHONHASHSEED=seed),
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {digest(build(cards.mode, cards.mode.full))}


def test_it_does_not_matter_which_equal_nodes_are_one_object(system: ir.System) -> None:
    apart = ir.System(*(copy.deepcopy(getattr(system, one.name)) for one in fields(ir.System)))
    one = ir.Const(1, ir.IntType(0, 3))
    assert digest_of(ir.Not(one), ir.Not(one)) == digest_of(ir.Not(one), ir.Not(copy.deepcopy(one)))
    assert digest(apart) == digest(system)


def other(value: Any) -> Any:
    """Another value of the same sort."""
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
    return None  # instead of a node


def changed(node: Any) -> Iterator[tuple[str, Any]]:
    """A node with each of its own fields changed in turn."""
    for one in fields(node):
        yield one.name, replace(node, **{one.name: other(getattr(node, one.name))})


def test_every_field_of_every_node_is_told_and_places_are_not(system: ir.System) -> None:
    seen: set[type] = set()
    todo: list[Any] = [getattr(system, one.name) for one in fields(ir.System)]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo += node
        if not is_dataclass(type(node)):
            continue
        todo += [getattr(node, one.name) for one in fields(node)]
        if type(node) in seen:
            continue
        seen.add(type(node))
        for name, another in changed(node):
            assert (digest_of(another) == digest_of(node)) == (name in PLACES), (node, name)
    assert len(seen) >= 30


def test_every_part_of_a_system_is_told_but_the_notes(system: ir.System) -> None:
    for name, another in changed(system):
        if name != "notes":
            assert digest(another) != digest(system), name


def test_moved_text_moves_places_alone(system: ir.System) -> None:
    moved = replace(system, sites=tuple(replace(site, line=site.line + 3) for site in system.sites))
    assert digest(moved) == digest(system)
    assert places(moved) != places(system)


def test_numbers_texts_and_truth_values_are_told_apart() -> None:
    values = (1, True, "1", "True", (1,), ((1,),), (), None, "None", range(1), range(0, 2, 2))
    assert len({digest_of(value) for value in values}) == len(values)
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1}) != digest_of({"a": 2, "b": 1})


@pytest.mark.parametrize("value", [{1}, [1], object()], ids=["a set", "a list", "an object"])
def test_what_has_no_one_text_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{type(value).__name__} has no digest$"):
        digest_of(value)
