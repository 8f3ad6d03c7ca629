"""Effects side by side on a sequence, in a rule that a mode replaces and in another module, as ``quiet`` sees them."""

from __future__ import annotations

import pytest

from queensbench.language import Mode
from queensbench.language.rules import Rule
from queensbench.rules.system import build
from queensbench.rules.transforms.effect_orders import with_orders
from queensbench.rules.transforms.flipped_rules import choices_in
from queensbench.rules.transforms.mutated_rules import definition
from queensbench.rules.transforms.mutation_operators import mutants_of
from tests.rules import shelf

TAKEN = "s.held = s.shelf[Side.LEFT][place] + 0 before s.shelf[Side.LEFT].remove_at(place)"
PUSHED = "match side: case Side.LEFT: s.pile.clear() case Side.RIGHT: s.last = s.held + 0 before s.held = 0"
SWAPS = [
    ("shelf.take", TAKEN),
    ("shelf.lay", "s.shelf[Side.RIGHT].insert(place, max(s.held, 1)) before s.held = 0"),
    ("shelf.pile_up", "s.pile.append(max(s.held, 1)) before s.held = 0"),
    ("shelf.clear_away", "s.last = s.pile[0] + 0 before s.pile.clear()"),
    ("shelf.clear_away", "s.pile.clear() before shelf_end.close(s)"),
    ("shelf.push", PUSHED),
]


def swaps(mode: Mode) -> list[tuple[str, str]]:
    return [(one.rule, one.text) for one in choices_in(mode, mode.full, "shelf", None) if one.kind == "swap"]


def test_each_change_of_a_sequence_is_an_effect_that_has_an_order() -> None:
    assert swaps(shelf.plain) == SWAPS


def test_of_a_rule_that_the_mode_replaces_the_effects_are_those_of_the_one_in_its_place() -> None:
    fall = ("shelf.take", "s.shelf[Side.LEFT].remove_at(place) before rest(s)")
    assert swaps(shelf.restless) == [SWAPS[0], fall, *SWAPS[1:]]


def test_what_is_required_by_the_name_of_a_module_is_a_requirement() -> None:
    found = [(one.kind, one.text) for one in choices_in(shelf.plain, shelf.plain.full, "shelf", None)]
    assert ("require", "place <= len(s.shelf[Side.RIGHT])") in found
    assert ("require", "len(s.pile) > 1") in found


def test_loops_that_nobody_wrote_have_no_order() -> None:
    """``insert``, ``remove_at`` and ``clear`` move or empty places one after the other."""
    _, found = with_orders(build(shelf.plain, shelf.plain.full))
    assert [(order.rule, order.values) for order in found] == [("count", 2)]


@pytest.mark.parametrize(
    ("name", "other", "number"),
    [("take", "`Side.RIGHT` for `Side.LEFT`", 3), ("lay", "`Side.LEFT` for `Side.RIGHT`", 2)],
)
def test_which_of_several_sequences_is_changed_has_mutants(name: str, other: str, number: int) -> None:
    rule: Rule = getattr(shelf, name)
    assert [mutant.text for mutant in mutants_of(rule, definition(rule))].count(other) == number
