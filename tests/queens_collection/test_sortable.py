"""Deals that no luck can sort: the bound on actions beside brute force, and a deal by hand that needs too many cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import permutations, product

import pytest

from properties.queens_collection.studies.sortable import (
    cards_needed,
    cards_needed_alone,
    cards_put_down_alone,
    most_rings,
)
from tests.queens_collection.table import COLOURS, begin

Boxes = tuple[tuple[int, ...], ...]


def after(boxes: Boxes) -> Iterator[Boxes]:
    """The tables after an exchange of two pawns, or after a wild alone."""
    places = [(x, c) for x, row in enumerate(boxes) for c, count in enumerate(row) if count]

    def moved(*moves: tuple[int, int, int]) -> Boxes:
        rows = [list(row) for row in boxes]
        for c, x, y in moves:
            rows[x][c] -= 1
            rows[y][c] += 1
        return tuple(tuple(row) for row in rows)

    for x, c in places:
        for y in range(len(boxes)):
            if y != x:
                yield moved((c, x, y))
        for y, d in places:
            if x < y and c != d:
                yield moved((c, x, y), (d, y, x))


def moved_alone(boxes: Boxes) -> Iterator[Boxes]:
    """The tables after a wild alone."""
    numbers = [sum(row) for row in boxes]
    return (new for new in after(boxes) if [sum(row) for row in new] != numbers)


def actions(boxes: Boxes) -> int:
    """The fewest actions that sort a table, whatever the cards, by breadth-first search."""
    layer, seen, number = {boxes}, {boxes}, 0
    while not any(
        all(row[d] == 0 or d == x for x, row in enumerate(b) for d in range(len(b))) for b in layer
    ):
        layer = {new for old in layer for new in after(old)} - seen
        seen |= layer
        number += 1
    return number


def test_no_table_takes_fewer_actions_than_its_rings_say() -> None:
    exact = slack = 0
    for pawns in product(product(range(3), repeat=2), repeat=3):
        # of each colour the pawns on the two other box cards
        boxes = tuple(tuple(pawns[c][(x - c) % 3 - 1] if x != c else 0 for c in range(3)) for x in range(3))
        total = sum(map(sum, boxes))
        if total <= 4:
            least = total - most_rings([list(row) for row in boxes])
            found = actions(boxes)
            assert least <= found
            exact += least == found
            slack += least < found
    assert (exact, slack) == (108, 60)


def test_a_wild_alone_takes_one_card_and_all_else_two_and_wilds_alone_an_action_more() -> None:
    assert [cards_needed(24, 3, wilds) for wilds in (0, 2, 3, 6, 22, 30)] == [42, 42, 41, 38, 22, 22]
    assert cards_needed(24, 24, 6) == 0


@pytest.mark.parametrize("level", [{"fewer_colours": 1, "fewer_wilds": 3}])
def test_the_deal_may_put_every_pawn_one_card_further(level: dict[str, int]) -> None:
    play = begin(4, level=level)
    play.deal("WROYGBPK" * 3)
    assert play.boxes == "WWW RRR OOO YYY GGG BBB PPP KKK"
    assert len(play.deck) == 27
    ring = [[3 if (x - 1) % 8 == c else 0 for c in range(8)] for x in range(8)]
    assert most_rings(ring) == 8  # by threes; that rings of eight are the only ones makes it three
    assert cards_needed(24, 8, 3) == 31
    assert cards_needed(24, 3, 3) == 41


@pytest.mark.parametrize("out", [0, 1, 2])
def test_a_solo_deal_that_the_cards_cannot_sort(out: int) -> None:
    """All pawns one box card further: every ring goes round the table, and four colours have two pawns."""
    play = begin(1, level={"fewer_colours": 1, "fewer_wilds": out})
    for colour in "ROYG":
        play.do(f"choose_away {colour}")
    play.deal("WROYGBPK" * 2 + "W****BPK")
    assert play.boxes == "WWW RR OO YY GG BBB PPP KKK"
    assert all(set(box) == {COLOURS[x - 1]} for x, box in enumerate(play.boxes.split()))
    assert min(len(box) for box in play.boxes.split()) == 2
    assert len(play.deck) == 30 - out
    assert cards_needed_alone(20, 2, 6 - out) == 30 + out
    assert cards_put_down_alone(len(play.deck)) == 28 - out
    to_the_end = cards_put_down_alone(len(play.deck), to_the_end=True)
    assert (cards_needed_alone(20, 2, 6 - out) > to_the_end) is (out > 0)


@pytest.mark.parametrize("left", [1, 2])
def test_a_solo_player_who_sorts_all_leaves_two_cards_behind(left: int) -> None:
    """With an empty pile the game is over, whatever the player holds; with one card in it an action is left."""
    play = begin(1)
    for colour in "ROYG":
        play.do(f"choose_away {colour}")
    play.deal("WROYGBPK" * 2 + "W****BPK")
    for card in "RO*":
        play.do(f"open_card {card}")
    while len(play["pile"]) > left:
        play.do(f"renew_one {play['north'][0]}")
        play.do(f"draw {play['pile'][0]}")
    assert len(play["north"]) == 3
    play.do(f"renew_one {play['north'][0]}")
    play.do(f"draw {play['pile'][0]}")
    assert play.due.startswith("over") is (left == 1)


def test_no_table_of_one_player_takes_fewer_cards_than_are_needed() -> None:
    """All tables of five pawns on three box cards, one of a colour away, up to two on a card: beside the fewest cards."""
    rows = [row for row in product(range(3), repeat=3) if sum(row) <= 2]
    colours = (1, 2, 2)
    tables = [
        t for t in product(rows, repeat=3) if tuple(sum(row[c] for row in t) for c in range(3)) == colours
    ]
    found = [(fewest_cards(t, w), cards_needed_alone(5, rings_of(t), w)) for t in tables for w in (2, 3)]
    assert all(cards >= needed for cards, needed in found)
    assert (len(found), sum(cards == needed for cards, needed in found)) == (66, 18)


def test_the_first_wild_alone_makes_no_ring_more() -> None:
    """Of all tables with two pawns on each of three box cards: the most rings, counted one by one, do not grow."""
    rows = [row for row in product(range(3), repeat=3) if sum(row) == 2]
    tables = [t for t in product(rows, repeat=3) if all(sum(row[c] for row in t) == 2 for c in range(3))]
    pairs = [(rings_of(new), rings_of(t)) for t in tables for new in moved_alone(t)]
    assert (len(tables), len(pairs)) == (21, 198)
    assert all(new <= old for new, old in pairs)


def fewest_cards(boxes: Boxes, wilds: int) -> int:
    """The fewest cards that sort a table: two for an exchange or for a pair that stands for a wild, one for a wild alone."""
    best = {(boxes, wilds): 0}
    queue = [(0, boxes, wilds)]
    while queue:
        cards, table, left = heappop(queue)
        if all(row[d] == 0 or d == x for x, row in enumerate(table) for d in range(len(table))):
            return cards
        if cards > best[table, left]:
            continue
        moves = [(new, left, 2) for new in after(table)]
        moves += [(new, left - 1, 1) for new in moved_alone(table) if left]
        for new, rest, more in moves:
            if cards + more < best.get((new, rest), 99):
                best[new, rest] = cards + more
                heappush(queue, (cards + more, new, rest))
    raise AssertionError("every table can be sorted")


def test_no_table_takes_fewer_cards_than_are_needed() -> None:
    """All tables with two pawns on each of three box cards, with up to six wilds."""
    rows = [row for row in product(range(3), repeat=3) if sum(row) == 2]
    tables = [t for t in product(rows, repeat=3) if all(sum(row[c] for row in t) == 2 for c in range(3))]
    found = [(fewest_cards(t, w), cards_needed(6, rings_of(t), w)) for t in tables for w in (0, 3)]
    assert all(cards >= needed for cards, needed in found)
    assert (len(found), sum(cards == needed for cards, needed in found)) == (42, 35)


def rings_of(boxes: Boxes) -> int:
    """The most rings that share no arrow, by trying each ring that there is."""
    size = range(len(boxes))
    home = sum(boxes[x][x] for x in size)
    left = tuple(tuple(0 if x == c else boxes[x][c] for c in size) for x in size)
    return home + _rings_of(left)


@cache
def _rings_of(boxes: Boxes) -> int:
    size = range(len(boxes))
    found = 0
    for length in (2, 3):
        for ring in permutations(size, length):
            ends = [*ring[1:], ring[0]]
            if ring[0] == min(ring) and all(boxes[x][y] for x, y in zip(ring, ends, strict=True)):
                rest = [list(row) for row in boxes]
                for x, y in zip(ring, ends, strict=True):
                    rest[x][y] -= 1
                found = max(found, 1 + _rings_of(tuple(map(tuple, rest))))
    return found
