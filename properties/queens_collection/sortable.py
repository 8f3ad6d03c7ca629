"""Whether the cards of a level can sort every deal of the box as sold: a bound that some deals do not meet.

Draw an arrow for each pawn, from the box card where it stands to its own.  A pawn at home is a ring of one arrow, and
sorted means as many rings as pawns.  An exchange turns the ends of two arrows, a wild alone one: either makes at most
one ring more.  So a deal takes at least as many actions as it has pawns more than rings that no two share an arrow.
An action puts two cards down, a wild played alone one, and what is put down never comes back.  A deal that needs more
cards than the level has is hopeless from the start, with any luck.  The converse is not shown.

How many rings there can be is bounded, too: pawns at home, two on each other's cards, and the rest by threes.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from model.queens_collection.cards import HOME
from model.queens_collection.together import Together
from properties.queens_collection.deals import Deal, interval
from queensbench.language import Instance
from queensbench.language.studies import Bench, Study, study

COLOURS, PAWNS, CARDS, WILDS = 8, 3, 4, 6
DEALS = 400
"""So many random deals of the hardest level."""
SEED = 2019


def most_rings(counts: list[list[int]]) -> int:
    """No fewer than the rings of a table of arrows, by box card and colour, that share none."""
    size = range(len(counts))
    home = sum(counts[i][i] for i in size)
    twos = sum(min(counts[i][j], counts[j][i]) for i in size for j in range(i))
    return home + twos + (sum(map(sum, counts)) - home - 2 * twos) // 3


def cards_needed(pawns: int, rings: int, wilds: int) -> int:
    """The fewest cards that sort a deal: a wild alone takes one, any other action two."""
    actions = pawns - rings
    return 2 * actions - min(wilds, actions)


def arrows(deal: Deal, state: Any) -> list[list[int]]:
    """The pawns by the box card where they stand and their own."""
    return [[state.pawns[box, colour] for colour in deal.colours] for box in (HOME[c] for c in deal.colours)]


@study("sortable", Together, "Can the cards of each level sort every deal of the box as sold?", alone=True)
def sortable(bench: Bench) -> Study:
    """For each level what the deal needs that puts every pawn one card further; a share of random deals."""
    rows: list[tuple[str, ...]] = []
    for fewer, out in product(range(2), range(4)):
        cards, wilds = COLOURS * (CARDS - fewer) + WILDS - out, WILDS - out
        # Rings of a deal that puts every pawn one card further go once round the table.
        need = cards_needed(COLOURS * PAWNS, PAWNS, wilds)
        answer = "not every deal" if need > cards else "not decided"
        rows.append((str(fewer), str(out), str(cards), str(need), answer))
    hardest = Instance(
        "hardest",
        "for the study of sortable deals",
        parameters={"fewer_colours": 1, "fewer_wilds": 3},
        explore=False,
    )
    deal, random = Deal(bench.interpreter(hardest)), Random(SEED)
    cards, wilds = COLOURS * (CARDS - 1) + WILDS - 3, WILDS - 3
    hopeless = 0
    for _ in range(DEALS):
        counts = arrows(deal, deal.played(random))
        hopeless += cards_needed(sum(map(sum, counts)), most_rings(counts), wilds) > cards
    share = interval(hopeless, DEALS)
    finding = f"at the hardest level, {cards} cards, of random deals at least {share} cannot be sorted with any luck"
    return Study(
        ("cards of a colour out", "wilds out", "cards", "needed by the longest rings", "sortable"),
        rows,
        range(len(rows)),
        [finding],
    )
