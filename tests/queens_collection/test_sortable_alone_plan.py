"""Every solo deal with all colour cards and four wilds or more can be sorted with luck: the plan on tables of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from properties.queens_collection.studies.sortable_alone_plan import (
    PlanAlone,
    fits,
    planned_alone,
    taken_apart,
)

Table = list[list[int]]
MISSING = (0, 1, 2, 3)
"""The colours of which a pawn was put away."""


def table(*arrows: tuple[int, int, int]) -> Table:
    """A table from arrows: from a box card to another, so many."""
    counts = [[0] * 8 for _ in range(8)]
    for start, home, number in arrows:
        counts[start][home] += number
    return counts


FURTHER = table(*[((c - 1) % 8, c, 2 if c in MISSING else 3) for c in range(8)])
"""Each pawn one box card further: two rings, and a path over the full colours."""

FOUR_PATHS = table(
    *[(0, 1, 2), (1, 2, 2), (2, 3, 2), (3, 0, 1), (3, 4, 1), (2, 0, 1)],
    *[(0, 4, 1), (1, 4, 1), (3, 5, 1), (4, 5, 2), (5, 6, 3), (6, 7, 3)],
)
"""Four paths of which three hold eleven of the twelve arrows to full colours, and two rings beside them."""

THREE_PATHS = table(
    *[(0, 1, 2), (1, 2, 2), (2, 0, 2), (0, 3, 1), (1, 3, 1)],
    *[(2, 4, 1), (7, 4, 2), (4, 5, 3), (5, 6, 3), (6, 7, 3)],
)
"""Three paths of which one, with two rings, holds all twelve arrows to full colours."""


def tables(number: int) -> Iterable[Table]:
    """Random tables of 20 pawns: on any box cards, on as few as can be, or in long chains."""
    random = Random(11)
    for k in range(number):
        pawns = [c for c in range(8) for _ in range(2 if c in MISSING else 3)]
        random.shuffle(pawns)
        order = random.sample(range(8), 8)
        spaces = [box for box in order for _ in range(3)]
        if k % 3 == 0:
            random.shuffle(spaces)
        counts = [[0] * 8 for _ in range(8)]
        if k % 3 == 2:  # each pawn as near behind its home, in a random order, as there is room
            room = Counter(spaces)
            for c in pawns:
                box = next(box for step in range(1, 9) if room[box := order[(order.index(c) - step) % 8]])
                room[box] -= 1
                counts[box][c] += 1
        else:
            for box, c in zip(spaces, pawns, strict=False):
                counts[box][c] += 1
        yield counts


def require_sorted(counts: Table, plan: PlanAlone, wilds: int) -> None:
    """All pawns come home with the cards that there are, while there is a pile."""
    now = [list(row) for row in counts]
    used: Counter[int] = Counter()
    alone = 0
    for act in plan.acts:
        moves = [(act.a, act.x, act.y)]
        if act.b is None:
            alone += 1
        else:
            assert act.a != act.b
            moves.append((act.b, act.y, act.x))
            used.update([act.a, act.b])
        assert act.x != act.y
        for colour, start, end in moves:
            assert now[start][colour] > 0
            now[start][colour] -= 1
            now[end][colour] += 1
        assert all(sum(row) <= 3 for row in now)
    assert all(now[box][c] == 0 for box, c in product(range(8), repeat=2) if box != c)
    missing = sum(max(0, number - 4) for number in used.values())
    assert missing == plan.wilds <= wilds - alone
    assert fits([act.cards for act in plan.acts], 32 + wilds)


@pytest.mark.parametrize("wilds", [4, 5, 6])
def test_every_table_is_sorted_with_the_cards_that_there_are(wilds: int) -> None:
    shapes = set()
    for counts in [FURTHER, FOUR_PATHS, THREE_PATHS, *tables(600)]:
        found, paths = taken_apart(counts)
        assert len(found) >= (2 if paths else 3)
        assert all(len(set(path)) == len(path) for path in paths)
        shapes.add(len(paths))
        require_sorted(counts, planned_alone(counts, wilds), wilds)
    assert shapes == {0, 1, 2, 3, 4}


def test_the_tables_with_long_paths_are_what_they_are_called() -> None:
    assert sorted(len(path) - 1 for path in taken_apart(FOUR_PATHS)[1]) == [2, 3, 4, 4]
    assert [len(some) for some in taken_apart(FOUR_PATHS)] == [2, 4]
    assert [len(some) for some in taken_apart(THREE_PATHS)] == [4, 3]
    assert [len(some) for some in taken_apart(FURTHER)] == [2, 1]


def test_the_last_card_of_the_pile_may_not_be_drawn_before_the_last_action() -> None:
    assert fits([2] * 17, 36)
    assert not fits([2] * 16 + [1, 1], 36)
    assert fits([1, 1] + [2] * 16, 36)


def test_cards_of_the_colours_are_missing_for_three_rings_only_and_two_at_most() -> None:
    """By Hall: what rings need beyond one trade for each pawn, less the cards that the colours have beside those."""

    def missing(rings: int) -> int:
        adds = [
            max([0, *(a + d - 4 for d in range(1, most + 1) for a in range(1, min(rings, d) + 1))])
            for most in (3, 2)
        ]
        return 4 * adds[0] + 4 * adds[1] - 2 * rings

    assert [missing(rings) for rings in range(1, 7)] == [-2, 0, 2, 0, -2, -4]
