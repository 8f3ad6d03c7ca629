"""Every ordinary deal can be sorted with luck: the plan on tables of every kind, the counting, a whole play with 38 cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest

from properties.queens_collection.studies.sortable import cards_needed, cards_put_down_alone
from properties.queens_collection.studies.sortable_plan import (
    Act,
    Plan,
    dealt_out,
    held_in_turn,
    in_turn,
    planned,
    planned_for_beginners,
    rings,
)
from tests.queens_collection.table import COLOURS, Play, begin

Table = list[list[int]]
FURTHER = [[3 if (x - 1) % 8 == c else 0 for c in range(8)] for x in range(8)]


def tables(number: int) -> Iterable[Table]:
    """Random tables with three pawns on each box card and three of each colour: of one, two or any rings each."""
    random = Random(7)
    for k in range(number):
        counts = [[0] * 8 for _ in range(8)]
        for _ in range(3):
            order = random.sample(range(8), 8)
            cut = (8, random.choice((2, 3, 4)), 0)[k % 3]
            parts = [order[:cut], order[cut:]] if cut else [random.sample(order, 8)]
            sent = {a: b for part in parts if part for a, b in zip(part, [*part[1:], part[0]], strict=True)}
            if not cut:
                sent = dict(enumerate(order))
            for box, colour in sent.items():
                counts[box][colour] += 1
        yield counts


def carried_out(counts: Table, plan: Plan) -> Counter[int]:
    """The trades of each colour; all pawns must be at home in the end."""
    table = [list(row) for row in counts]
    trades: Counter[int] = Counter()
    for act in (*plan.before, *plan.alone, *plan.after):
        moves = [(act.a, act.x, act.y)]
        if act.b is not None:
            assert act.a != act.b
            moves.append((act.b, act.y, act.x))
            trades.update([act.a, act.b])
        for colour, start, end in moves:
            assert table[start][colour] > 0
            assert start != end
            table[start][colour] -= 1
            table[end][colour] += 1
    assert all(table[box][c] == 0 for box, c in product(range(8), repeat=2) if box != c)
    return trades


def test_every_table_is_sorted_with_the_cards_that_there_are_and_in_turn() -> None:
    most = 0
    for counts in [FURTHER, *tables(300)]:
        plan = planned(counts)
        trades = carried_out(counts, plan)
        assert sum(max(0, k - 4) for k in trades.values()) <= plan.wilds
        assert all(in_turn(plan, players) is not None for players in (2, 3, 4))
        most = max(most, plan.cards)
    assert most == 38
    assert len(rings(FURTHER)) == 3


def dealt_astray(number: int) -> Iterable[Table]:
    """Random tables that put no pawn home, the one with the longest rings first."""
    yield FURTHER
    yield from [counts for counts in tables(number) if not any(counts[k][k] for k in range(8))]


def dealt_home(number: int, home: int) -> Iterable[Table]:
    """Random tables where the last box card with room gets so many pawns of its own colour, and others for the rest.

    With two at home the third pawn of that colour is gone.
    """
    random = Random(home)
    found = 0
    while found < number:
        last = random.randrange(8)
        others = [c for c in range(8) if c != last for _ in range(3)] + [last] * (3 - home)
        random.shuffle(others)
        counts = [[0] * 8 for _ in range(8)]
        for place, c in enumerate(others):
            counts[[k for k in range(8) if k != last][place // 3] if place < 21 else last][c] += 1
        counts[last][last] += home
        if home > 1:
            for box in range(8):
                counts[box][last] = 2 if box == last else 0
        if sum(counts[k][k] for k in range(8)) == min(home, 2):
            found += 1
            yield counts


def sorted_for_beginners(counts: Table, cards: int = 4, wilds: int = 6) -> Plan:
    """Carry the beginners' plan out.

    When two of a colour are at home the third leaves the table; no act of the plan needs it.
    """
    plan = planned_for_beginners(counts, cards, wilds)
    table, trades = [list(row) for row in counts], Counter[int]()
    for act in (*plan.before, *plan.alone, *plan.after):
        moves = [(act.a, act.x, act.y)]
        if act.b is not None:
            moves.append((act.b, act.y, act.x))
            trades.update([act.a, act.b])
        for colour, start, end in moves:
            assert table[start][colour] > 0
            assert start != end
            table[start][colour] -= 1
            table[end][colour] += 1
        for colour, _, end in moves:
            if end == colour and table[colour][colour] == 2:
                for box in range(8):
                    table[box][colour] = 2 if box == colour else 0
    assert [[row[c] for c in range(8)] for row in table] == [
        [2 * (b == c) for c in range(8)] for b in range(8)
    ]
    assert sum(max(0, number - cards) for number in trades.values()) <= plan.wilds
    return plan


def sorted_by_exchanges(counts: Table) -> int:
    """The number of cards of the plan with all cards of the colours, which needs no wild."""
    plan = sorted_for_beginners(counts)
    assert (plan.alone, plan.wilds) == ([], 0)
    assert plan.cards == 2 * len(plan.before) <= 28
    return plan.cards


@pytest.mark.parametrize("wilds", [5, 6])
def test_beginners_sort_every_deal_with_a_card_of_each_colour_out(wilds: int) -> None:
    deals = [*dealt_astray(120), *(deal for home in (1, 2, 3) for deal in dealt_home(30, home))]
    plans = [sorted_for_beginners(deal, 3, wilds) for deal in deals]
    orders = {tuple(act.cards for act in (*plan.before, *plan.alone, *plan.after)) for plan in plans}
    assert (1,) * 5 + (2,) * 10 in orders, "two rings of eight"
    for order in orders:
        assert all(held_in_turn(order, players, 24 + wilds) for players in (2, 3, 4)), order


@pytest.mark.parametrize("wilds", [5, 6])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_beginners_hold_what_their_acts_take(players: int, wilds: int) -> None:
    """Two rings of eight by five wilds and ten exchanges, more rings by 13 exchanges at the most."""
    assert held_in_turn([1] * 5 + [2] * 10, players, 24 + wilds)
    assert all(held_in_turn([2] * exchanges, players, 24 + wilds) for exchanges in range(14))


def test_cards_that_are_not_there_are_not_held() -> None:
    assert held_in_turn([2, 2, 2], 2, 8)
    assert not held_in_turn([2, 2, 2, 2], 2, 8), "each of two hands of three keeps a card"
    assert held_in_turn([2, 2, 1, 1], 2, 6)
    assert not held_in_turn([2] * 14, 4, 29), "three hands of three keep a card each"


def test_beginners_bring_two_of_each_colour_home_by_exchanges_alone() -> None:
    cards = [sorted_by_exchanges(counts) for counts in dealt_astray(300)]
    assert (max(cards), len(cards)) == (28, 205)


@pytest.mark.parametrize(("home", "most"), [(1, 26), (2, 24), (3, 24)])
def test_beginners_sort_deals_that_put_pawns_home(home: int, most: int) -> None:
    """One pawn that stays is one of its colour's two; with two at home only the seven other colours are left."""
    assert max(sorted_by_exchanges(counts) for counts in dealt_home(200, home)) <= most


def test_a_place_that_the_third_pawn_has_left_is_no_hindrance() -> None:
    """Red is done and its third pawn left the white box card; the last place went to an orange pawn."""
    table = [[0] * 8 for _ in range(8)]
    for x, colours in enumerate(("RO", "RRO", "GBP", "WKG", "YPY", "WBK", "OGK", "YWB")):
        for c in colours:
            table[x]["WROYGBPK".index(c)] += 1
    table[1] = [0, 2, 1, 0, 0, 0, 0, 0]
    table[0] = [0, 0, 1, 0, 0, 0, 1, 0]
    assert [sum(row) for row in table] == [2, 3, 3, 3, 3, 3, 3, 3]
    assert [sum(row[c] for row in table) for c in range(8)] == [3, 2, 3, 3, 3, 3, 3, 3]
    assert sorted_by_exchanges(table) <= 24


def test_what_the_longest_rings_take_on_the_beginners_side() -> None:
    """Sixteen pawns in two rings, with a card of each colour out: one solo level lacks cards, no other one."""
    levels = {out: (24 + 6 - out, cards_needed(16, 2, 6 - out)) for out in range(4)}
    assert levels == {0: (30, 24), 1: (29, 25), 2: (28, 26), 3: (27, 27)}
    lacking = [out for out, (cards, need) in levels.items() if need > cards_put_down_alone(cards)]
    assert lacking == [3]
    assert all(need <= cards_put_down_alone(cards, to_the_end=True) for cards, need in levels.values())
    assert all(cards_needed(16, 2, 6 - out) <= cards_put_down_alone(38 - out) for out in range(4))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("out", [0, 1, 2, 3])
def test_beginners_hold_their_own_cards_in_turn(players: int, out: int) -> None:
    for exchanges in range(15):
        assert dealt_out([2] * exchanges, players, pile=38 - out), exchanges


def lengths(most: int, total: int) -> set[tuple[int, int]]:
    """Of rings no longer than that, over so many box cards or fewer: how many box cards, and how many rings at least."""
    return {(a, -(-a // most)) for a in range(2, total + 1)}


def test_there_is_room_for_all_trades() -> None:
    """By Hall: of any rings, the trades beyond one for each pawn have cards of the colours that they go over.

    ``wild``: pawns that wilds bring home have a card more, for all but ``others`` of the colours in question.
    """
    none = [(0, 0)]
    # a ring of six or more: six wilds on it leave a ring of at most three, so one trade; three colours besides
    for (a, t), (b, u) in product([*none, *lengths(8, 8)], repeat=2):
        for colours in range(max(a, b, 1), 9):
            wild = max(0, colours - 3)
            assert a + b - 2 * (t + u) + (1 if colours >= 3 else 0) <= colours + wild
    # no ring of more than five, and seven rings or more: six wilds stand for cards
    for rows in product([*none, *lengths(5, 8)], repeat=3):
        assert sum(a - 2 * t for a, t in rows) - max(a for a, _ in rows) <= 6
    # six rings: two in each arrangement, 4 and 4 or 5 and 3; the wilds on the longest, the rest stand for cards
    halves = [*none, (3, 1), (4, 1), (5, 1), (8, 2)]
    for first, wilds in (((4, 1), 4), ((3, 1), 5)):
        for one, (a, t), (b, u) in product([(0, 0), first], halves, halves):
            over = one[0] - 2 * one[1] + a - 2 * t + b - 2 * u
            for colours in range(max(one[0], a, b, 1), 9):
                assert over - colours - max(0, colours - (8 - wilds)) <= 6 - wilds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_for_every_number_of_exchanges_and_wilds_there_is_an_order(players: int) -> None:
    """Of the wilds' own ring up to two exchanges come after them; all others may come at any time."""
    cases = [(k, 0, 0) for k in range(18)] + [
        (k, 6, late) for k in range(17) for late in range(min(k, 2) + 1)
    ]
    for exchanges, wilds, after in [*cases, (14, 5, 0), (15, 4, 0)]:
        one, alone = Act(0, 1, 1, 0), Act(0, 1, None, 0)
        plan = Plan([one] * (exchanges - after), [alone] * wilds, [one] * after, 0)
        assert in_turn(plan, players) is not None, (exchanges, wilds, after)
    assert not dealt_out([2] * 19, players), "all exchanges: a card of a hand cannot be used"


def play_out(play: Play, acts: Sequence[Act], players: int) -> None:
    """Each player draws what the player's acts need; a wild stands for a card that is gone."""
    stock = Counter(play["pile"])
    paid: list[list[str]] = []
    for act in acts:
        cards = ["*"] if act.b is None else [COLOURS[act.a], COLOURS[act.b]]
        paid.append([card if stock[card] > 0 else "*" for card in cards])
        for card in paid[-1]:
            stock[card] -= 1
    assert min(stock.values()) >= 0
    wanted = [[card for cards in paid[p::players] for card in cards] for p in range(players)]
    spare = list(stock.elements())

    def come(who: int) -> str:
        return wanted[who].pop(0) if wanted[who] else spare.pop()

    for p in range(players):
        for _ in range(3):
            play.do(f"open_card {come(p)}")
    play.do("begin_with north")
    for k, (act, cards) in enumerate(zip(acts, paid, strict=True)):
        a, x, y = COLOURS[act.a], COLOURS[act.x], COLOURS[act.y]
        if act.b is None:
            play.do(f"play_wild * {a} {x} {y}")
        else:
            one, two = sorted(
                [(a, x, cards[0]), (COLOURS[act.b], y, cards[1])], key=lambda t: COLOURS.index(t[0])
            )
            assert cards.count("*") == 0
            play.do(f"exchange {one[0]} {two[0]} {one[1]} {two[1]}")
        while k < len(acts) - 1 and play.state.phase.name == "DRAW":
            play.do(f"draw {come(k % players)}")


@pytest.mark.parametrize("players", [2, 4])
def test_the_deal_that_needs_most_is_sorted_with_the_last_card(players: int) -> None:
    play = begin(players)
    play.deal("WROYGBPK" * 3)
    assert play.boxes == "WWW RRR OOO YYY GGG BBB PPP KKK"
    counts = [[box.count(c) for c in COLOURS] for box in play.boxes.split()]
    acts = in_turn(planned(counts), players)
    assert acts is not None
    assert (len(acts), sum(act.cards for act in acts)) == (22, 38)
    play_out(play, acts, players)
    assert play.due == "over: 24"
    assert play["pile"] == ""
    assert "".join(play[who] for who in ("north", "east", "south", "west")[:players]) == ""


@pytest.mark.parametrize("fewer", [0, 1])
def test_a_solo_deal_that_three_wilds_cannot_sort(fewer: int) -> None:
    """An exchange leaves the number of pawns on each box card: four have one too many, and a wild moves one pawn."""
    play = begin(1, level={"fewer_wilds": 3, "fewer_colours": fewer})
    for colour in "ROYG":
        play.do(f"choose_away {colour}")
    play.deal("ORGYPBWK" * 2 + "BPKW")
    assert play.boxes == "OOB RRP GGK YYW PP BB WW KK"
    in_game = Counter("".join(play.boxes.split()))
    surplus = [len(box) - in_game[c] for box, c in zip(play.boxes.split(), COLOURS, strict=True)]
    assert surplus == [1, 1, 1, 1, -1, -1, -1, -1]
    assert play["pile"].count("*") == 3
