"""Whether the cards of a level can sort every deal of the box as sold: at the ordinary level yes, at no harder one.

Draw an arrow for each pawn, from the box card where it stands to its own. A pawn at home is a ring of one arrow, and
sorted means as many rings as pawns. An exchange turns the ends of two arrows, a wild alone one: either makes at most
one ring more. So a deal takes at least as many actions as it has pawns more than rings that no two share an arrow.

A first wild alone makes no ring more: before it, as many arrows leave each box card as end there. Say that it turns an
arrow from x to its home into one from y there. Take the rings of the table after it: of the arrows that are left some
lead from y to x. So in the table before there is a ring for each, or in place of the one that has the turned arrow,
one over these arrows. Whoever plays wilds alone needs an action more.

An action puts two cards down, a wild played alone one, and what is put down never comes back. A deal that needs more
cards than the level has is hopeless from the start, with any luck: with 24 pawns in three rings it needs 42 cards or,
with w wilds played alone, 44 - w. How many rings there can be is bounded, too: pawns at home, two on each other's
cards, and the rest by threes.

``sortable_plan`` shows that the 38 cards of the ordinary level sort every deal.

**On the beginners' side** count the pawns that are at home in the end, two of each colour.  A third pawn leaves, and an
exchange with one turns one arrow of these: it is like a wild alone, for two cards.  So where every pawn is one box card
further, with two rings of the sixteen, that takes 14 exchanges, or 15 actions with wilds alone.

**The solo game.**  The turn in which the pile runs out is the last (ruling ``solo_end``), so that the last action is
made with three cards at hand and one in the pile, and two cards at least stay behind.  Put away a pawn of four colours
whose box cards follow each other, and deal every pawn one box card further: of each box card all arrows lead to one
other, and so every ring goes once round the table.  There are no more of them than pawns of the rarest colour: two.
So 20 pawns take 18 actions and, with w wilds played alone, 36 - w cards.  ``sortable_alone_plan`` shows that four
wilds sort every deal while all cards of the colours are in the game.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from model.queens_collection.cards import HOME
from model.queens_collection.solo import Alone
from model.queens_collection.together import Together
from properties.queens_collection.studies.deals import Deal, interval
from queensbench.language import Instance
from queensbench.language.studies import Bench, Study, study

COLOURS, PAWNS, CARDS, WILDS, AWAY = 8, 3, 4, 6, 4
DEALS = 400
"""How many random deals of the hardest level are tried."""
SEED = 2019


def most_rings(counts: list[list[int]]) -> int:
    """An upper bound on the number of rings without a common arrow in a table of arrows, by box card and colour."""
    size = range(len(counts))
    home = sum(counts[i][i] for i in size)
    twos = sum(min(counts[i][j], counts[j][i]) for i in size for j in range(i))
    return home + twos + (sum(map(sum, counts)) - home - 2 * twos) // 3


def cards_needed(pawns: int, rings: int, wilds: int) -> int:
    """The fewest cards that sort a deal: two an action; with wilds played alone, one for each and an action more."""
    actions = pawns - rings
    return min(2 * actions, 2 * (actions + 1) - min(wilds, actions + 1))


def cards_needed_alone(pawns: int, rings: int, wilds: int) -> int:
    """The fewest cards that sort a deal of the solo game: two an exchange, one a wild alone."""
    actions = pawns - rings
    return 2 * actions - min(wilds, actions)


def cards_put_down_alone(cards: int, *, to_the_end: bool = False) -> int:
    """The most cards that a solo player can put down until all is sorted; ``to_the_end``: the hand may be played."""
    return cards if to_the_end else cards - 2


def arrows(deal: Deal, state: Any) -> list[list[int]]:
    """The pawns by the box card where they stand and their own."""
    return [[state.pawns[box, colour] for colour in deal.colours] for box in (HOME[c] for c in deal.colours)]


@study(
    "sortable_alone",
    Alone,
    "Can the cards of each level sort every deal of the solo game as sold?",
    alone=True,
)
def sortable_alone(bench: Bench) -> Study:
    """For each level: the cards that can be put down, and those for the deal that puts every pawn one card further."""
    rows: list[tuple[str, ...]] = []
    pawns, surplus = COLOURS * PAWNS - AWAY, AWAY
    for fewer, out in product(range(2), range(4)):
        cards, wilds = COLOURS * (CARDS - fewer) + WILDS - out, WILDS - out
        down = cards_put_down_alone(cards)
        need = cards_needed_alone(pawns, PAWNS - 1, wilds)
        if wilds < surplus:
            answer = f"not every deal: {surplus} box cards may have a pawn too many, and each costs a wild"
        elif need > down:
            answer = "not every deal"
        else:
            answer = "open" if fewer else "every deal"
        rows.append((str(fewer), str(out), str(down), str(need), answer))
    return Study(
        (
            "cards of a colour out",
            "wilds out",
            "cards to put down",
            "needed by the longest rings",
            "sortable",
        ),
        rows,
        range(len(rows)),
        [
            "with a card of each colour out some deal cannot be sorted, with any luck and however many wilds there are",
            "with all cards of the colours every deal can be sorted by four wilds or more",
        ],
    )


@study("sortable", Together, "Can the cards of each level sort every deal of the box as sold?", alone=True)
def sortable(bench: Bench) -> Study:
    """For each level: the cards for the deal that puts every pawn one box card further; a share of random deals."""
    from properties.queens_collection.studies.sortable_plan import planned

    rows: list[tuple[str, ...]] = []
    for fewer, out in product(range(2), range(4)):
        cards, wilds = COLOURS * (CARDS - fewer) + WILDS - out, WILDS - out
        # Rings of a deal that puts every pawn one card further go once round the table.
        need = cards_needed(COLOURS * PAWNS, PAWNS, wilds)
        answer = "not every deal" if need > cards else "every deal"
        rows.append((str(fewer), str(out), str(cards), str(need), answer))
    hardest = Instance(
        "hardest",
        "for the study of sortable deals",
        parameters={"fewer_colours": 1, "fewer_wilds": 3},
        explore=False,
    )
    deal, random = Deal(bench.interpreter(hardest)), Random(SEED)
    cards, wilds = COLOURS * (CARDS - 1) + WILDS - 3, WILDS - 3
    hopeless = most = 0
    for _ in range(DEALS):
        counts = arrows(deal, deal.played(random))
        most = max(most, planned(counts).cards)
        hopeless += cards_needed(sum(map(sum, counts)), most_rings(counts), wilds) > cards
    share = interval(hopeless, DEALS)
    finding = f"at the hardest level, {cards} cards, of random deals at least {share} cannot be sorted with any luck"
    return Study(
        ("cards of a colour out", "wilds out", "cards", "needed by the longest rings", "sortable"),
        rows,
        range(len(rows)),
        [
            finding,
            f"with the {COLOURS * CARDS + WILDS} cards of the ordinary level each of these takes {most} or fewer",
        ],
    )
