"""The maximum of the cooperative and the solo game: whether every deal is good for it, and when it is out of reach.

Written before the first run.  With luck on the players' side every card comes when it is wanted, so that only the
number of cards, what they pay for and the pawns' places count.
"""

from __future__ import annotations

from model.queens_collection.cards import HOME, Box, Colour, Player, n
from model.queens_collection.scoring import all_home
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting, held, on_box, playing
from model.queens_collection.together import Together
from properties.queens_collection import sorting_plays
from queensbench.language import can_reach, fails, holds, reachable, rule
from queensbench.language.counts import counts

SMALL = ("round", "enough", "trio", "young", "youngest", "harder")


@reachable(
    "deal.done",
    holds("All pawns lie where the deal has put them, and nobody has a card yet."),
    instances=SMALL,
    clauses=("deal.until_all",),
)
def dealt(s: Sorting) -> bool:
    return s.phase == Phase.OPENING and all(held(s, p) == 0 for p in Player)


can_reach(
    "goal.every_deal",
    Sorting,
    holds(
        "Two cards bring two pawns of a pair home, or one of a longer ring; these boxes have cards enough."
    ),
    target="end.sorted",
    since="deal.done",
    module=__name__,
    instances=SMALL,
    clauses=("score.maximum", "end.all_home"),
)

can_reach(
    "goal.stays_in_reach",
    Sorting,
    fails(
        "Cards are put away for good: players may waste them.",
        blame=("draw.discard", "gap: few cards"),
        despite="The shortest play wastes them by an exchange, or by a wild card played alone: whatever they pay for.",
    ),
    target="end.sorted",
    module=__name__,
    instances=SMALL,
    clauses=("score.maximum",),
)

# ------------------------------------------------------------------------------ the fewest actions at full size


@reachable(
    "goal.sorted",
    holds("Two colours on each other's box cards: every exchange brings two pawns home."),
    instances=("full", "hardest", "beginners", "beginners_hardest"),
    plays={
        "cooperative/full": sorting_plays.together(),
        "cooperative/hardest": sorting_plays.together(fewer_colours=1, fewer_wilds=3),
        "cooperative/beginners": sorting_plays.together(beginners=True),
        "cooperative/beginners_hardest": sorting_plays.together(
            beginners=True, fewer_colours=1, fewer_wilds=3
        ),
        "solo/full": sorting_plays.alone(),
        "solo/hardest": sorting_plays.alone(fewer_colours=1, fewer_wilds=3),
        "solo/beginners": sorting_plays.alone(beginners=True),
    },
    clauses=("end.all_home", "score.maximum"),
)
def sorted_at_full_size(s: Sorting) -> bool:
    return playing(s) and all_home(s)


@rule()
def at_home(s: Sorting) -> int:
    """The number of pawns on the box card of their own colour."""
    return sum(s.pawns[HOME[c], c] for c in Colour)


@rule()
def sorting_count(s: Together) -> int:
    """Towards all sorted: an action brings at most two pawns home, and the best deal leaves those of one card.

    The choice of who begins is one of the choices.
    """
    pairs = (max(at_home(s), n.pawns) - n.pawns + 1) // 2
    return pairs + (1 if playing(s) else 0)


@rule()
def sorting_alone_count(s: Alone) -> int:
    """Towards all sorted: the pawns put away, each a choice, and half of what is at home."""
    return (at_home(s) + 1) // 2 + sum(s.out[c] for c in Colour)


@rule()
def home_only_where_nothing_else_has_room(s: Sorting) -> bool:
    """Fact: the deal puts a pawn at home only when all other box cards are full."""
    return playing(s) or all(
        s.pawns[HOME[c], c] == 0 or all(on_box(s, box) >= n.pawns for box in Box if box != HOME[c])
        for c in Colour
    )


@rule()
def pawns_of_each_colour(s: Sorting) -> bool:
    """Fact: pawns are in supply, on box cards or out of the game."""
    return all(sum(s.pawns[box, c] for box in Box) + s.supply[c] + s.out[c] == n.pawns for c in Colour)


@rule()
def no_pawn_leaves(s: Together) -> bool:
    """Fact: on the ordinary side no pawn of the cooperative game leaves it."""
    return all(s.out[c] == 0 for c in Colour)


@rule()
def pawns_leave_before_the_deal(s: Alone) -> bool:
    """Fact: one pawn of a colour is put away at most, and before the deal of as many colours as the booklet says."""
    away = sum(s.out[c] for c in Colour)
    return all(s.out[c] <= 1 for c in Colour) and (
        away < n.put_away if s.phase == Phase.PUT_AWAY else away == n.put_away
    )


@rule()
def supply_is_dealt(s: Sorting) -> bool:
    """Fact: after the deal there is nothing left to deal."""
    return s.phase in (Phase.PUT_AWAY, Phase.DEAL) or all(s.supply[c] == 0 for c in Colour)


@rule()
def deal_has_a_place(s: Sorting) -> bool:
    """Fact: the deal is at a place of the ring, and something is left to deal; before it nothing lies there."""
    if s.phase == Phase.PUT_AWAY:
        return all(s.pawns[box, c] == 0 for box in Box for c in Colour)
    return s.phase != Phase.DEAL or (1 <= s.place <= len(Box) and any(s.supply[c] > 0 for c in Colour))


counts(
    "goal.sorted",
    sorting_count,
    facts=(
        home_only_where_nothing_else_has_room,
        pawns_of_each_colour,
        no_pawn_leaves,
        supply_is_dealt,
        deal_has_a_place,
    ),
    numbers="integers",
)

counts(
    "goal.sorted",
    sorting_alone_count,
    facts=(
        home_only_where_nothing_else_has_room,
        pawns_of_each_colour,
        pawns_leave_before_the_deal,
        supply_is_dealt,
        deal_has_a_place,
    ),
    numbers="integers",
)
