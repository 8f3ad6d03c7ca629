"""What a player could do in the cooperative game under any readings together, counted from cards and pawns.

The rules that ask this are carried out only where a ruling asks what is possible or of use, and some of their parts
only where a second ruling lets a wild do more.  Here each is told of every position, whether a ruling asks it or not:
so a part is judged as soon as there are cards for it.  Of the box as sold the claims are of steps, which need no proof.
"""

from __future__ import annotations

from model.queens_collection.cards import CARD, HOME, RANK, Box, Card, Colour, Player
from model.queens_collection.possible import can_exchange, can_improve, can_play_wild, can_trade
from model.queens_collection.sorting import Shown
from model.queens_collection.together import Together
from properties.queens_collection.counted import some_pawn_can_go, stand_apart
from properties.queens_collection.steps import in_the_pile, sides
from queensbench.language import always, holds, rule, step
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    BoxSpace,
    BurnEmpty,
    DrawShort,
    PairAsWild,
    PairDraw,
    SamePawnColour,
    ThreeAlike,
    TradeSame,
    TradeWild,
    TwoWilds,
    WildMoves,
)

FULL, YOUNG = ("full",), ("young",)

# ------------------------------------------------------------------------------------------------- cards


@rule()
def card_and_wild(s: Together, p: Player, a: Colour) -> bool:
    """Whether the player has a card of a colour and, besides, a wild or two equal cards for one."""
    if s.display[p, CARD[a]] == 0:
        return False
    if s.display[p, Card.WILD] > 0 or any(s.display[p, CARD[c]] > 1 for c in Colour if c != a):
        return True
    return s.display[p, CARD[a]] > 2 and r.three_alike == ThreeAlike.ALLOWED


@rule()
def wild_twice(s: Together, p: Player) -> bool:
    """Whether two wilds may be played, and the player has one and, besides, another or two equal cards."""
    equal = sum(s.display[p, CARD[c]] // 2 for c in Colour)
    return (
        r.two_wilds == TwoWilds.ALLOWED
        and s.display[p, Card.WILD] > 0
        and s.display[p, Card.WILD] + equal > 1
    )


@rule()
def both_cards(s: Together, p: Player, a: Colour, b: Colour) -> bool:
    """Whether the player has a card of each of two colours."""
    return s.display[p, CARD[a]] > 0 and s.display[p, CARD[b]] > 0


@rule()
def due(s: Together, count: Shown) -> bool:
    """Whether so many cards can be drawn, or need not be there."""
    if r.draw_short in (DrawShort.EXCHANGE_AND_DRAW, DrawShort.EXCHANGE_ONLY):
        return in_the_pile(s) >= count
    return True


@rule()
def wild_by_itself(s: Together, p: Player) -> bool:
    """Whether the player can put down a wild by itself, or two equal cards where these serve so, and draw for it."""
    two = 2 if r.pair_draw == PairDraw.AS_MANY else 1
    return (s.display[p, Card.WILD] > 0 and due(s, 1)) or (
        r.pair_as_wild == PairAsWild.EVERYWHERE
        and any(s.display[p, CARD[c]] > 1 for c in Colour)
        and due(s, two)
    )


@rule()
def may_go(card: Card) -> bool:
    """Whether cards of a kind may be traded."""
    return card != Card.WILD or r.trade_wild == TradeWild.ANY_CARD


# ------------------------------------------------------------------------------------------------- pawns


@rule()
def astray(s: Together, c: Colour) -> int:
    """How many pawns of a colour are on box cards of others."""
    return sum(s.pawns[x, c] for x in Box) - s.pawns[HOME[c], c]


@rule()
def room_on(s: Together, x: Box) -> bool:
    """Whether a box card can take a pawn that a wild brings."""
    return r.box_space == BoxSpace.NO_LIMIT or sum(s.pawns[x, c] for c in Colour) < sides(s)


@rule()
def last_one(s: Together, x: Box) -> bool:
    """Whether but one pawn of those on a box card is foreign there, and not all are."""
    there = sum(s.pawns[x, c] for c in Colour)
    return there > 1 and sum(s.pawns[x, c] for c in Colour if HOME[c] != x) == 1


# -------------------------------------------------------------------------------------------- what is possible


@rule()
def exchange_as_counted(s: Together, p: Player) -> bool:
    """Rulings `wild_moves`, `same_pawn_colour`, `two_wilds` and `three_alike` have their say."""
    if r.wild_moves == WildMoves.MOVES_FREELY:
        there = sum(any(s.pawns[x, c] > 0 for x in Box) for c in Colour)
        return can_exchange(s, p) == (
            any(
                RANK[a] < RANK[b] and stand_apart(s, a, b) and both_cards(s, p, a, b)
                for a in Colour
                for b in Colour
            )
            or (wild_twice(s, p) and there > 1)
            or any(
                card_and_wild(s, p, a) and any(s.pawns[x, c] > 0 for x in Box for c in Colour if c != a)
                for a in Colour
            )
        )
    return can_exchange(s, p) == any(
        (
            a != b
            and stand_apart(s, a, b)
            and (both_cards(s, p, a, b) or card_and_wild(s, p, a) or wild_twice(s, p))
        )
        or (
            a == b
            and r.same_pawn_colour == SamePawnColour.SAME_COLOUR
            and card_and_wild(s, p, a)
            and sum(s.pawns[x, a] > 0 for x in Box) > 1
        )
        for a in Colour
        for b in Colour
    )


@rule()
def wild_as_counted(s: Together, p: Player) -> bool:
    """Rulings `draw_short`, `pair_as_wild`, `pair_draw` and `box_space` have their say."""
    return can_play_wild(s, p) == (wild_by_itself(s, p) and some_pawn_can_go(s))


@rule()
def trade_as_counted(s: Together, p: Player) -> bool:
    """Rulings `burn_empty`, `trade_wild` and `trade_same` have their say."""
    if r.burn_empty != BurnEmpty.FREE and in_the_pile(s) == 0:
        return not can_trade(s, p)
    mine = sum(may_go(card) and s.display[p, card] > 0 for card in Card)
    theirs = sum(may_go(card) and any(s.display[q, card] > 0 for q in Player if q != p) for card in Card)
    kinds = sum(may_go(card) and any(s.display[q, card] > 0 for q in Player) for card in Card)
    return can_trade(s, p) == (mine > 0 and theirs > 0 and (kinds > 1 or r.trade_same == TradeSame.ALLOWED))


@rule()
def use_as_counted(s: Together, p: Player) -> bool:
    """By an exchange a pawn comes home only in the place of another, or freely by ruling `wild_moves`."""
    free = r.wild_moves == WildMoves.MOVES_FREELY
    by_cards = any(
        a != b
        and s.pawns[HOME[a], b] > 0
        and astray(s, a) > 0
        and (
            both_cards(s, p, a, b)
            or (not free and (card_and_wild(s, p, a) or card_and_wild(s, p, b) or wild_twice(s, p)))
        )
        for a in Colour
        for b in Colour
    )
    freely = free and any(
        astray(s, c) > 0 and (wild_twice(s, p) or any(card_and_wild(s, p, a) for a in Colour if a != c))
        for c in Colour
    )
    alone = wild_by_itself(s, p) and (
        any(astray(s, c) > 0 and room_on(s, HOME[c]) for c in Colour)
        or any(last_one(s, x) and any(room_on(s, y) for y in Box if y != x) for x in Box)
    )
    return can_improve(s, p) == (by_cards or freely or alone)


# ------------------------------------------------------------------------------------------------ claims


@always(
    "counted.can_exchange",
    holds(
        "A player can exchange with two cards, a card and a wild, or two wilds, where pawns of two colours stand "
        "apart; pawns of one colour, or one pawn freely, by ruling alone."
    ),
    instances=YOUNG,
    clauses=("exchange.cards", "wild.any_colour", "pair.as_wild", "exchange.different_boxes"),
)
def exchange_told_by_a_count(s: Together, p: Player) -> bool:
    return exchange_as_counted(s, p)


@step(
    "counted.could_exchange",
    holds("As `counted.can_exchange` says, after each step of a whole game."),
    instances=FULL,
    clauses=("exchange.cards", "wild.any_colour", "pair.as_wild", "exchange.different_boxes"),
)
def exchange_told_in_games(s: Together, was: Together, p: Player) -> bool:
    return exchange_as_counted(s, p)


@always(
    "counted.can_play_wild",
    holds(
        "A player can play a wild by itself where the draw allows it and a box card can take a pawn from elsewhere."
    ),
    instances=YOUNG,
    clauses=("wild_alone.play", "wild_alone.draw", "pair.as_wild", "setup.three_spaces"),
)
def wild_told_by_a_count(s: Together, p: Player) -> bool:
    return wild_as_counted(s, p)


@step(
    "counted.could_play_wild",
    holds("As `counted.can_play_wild` says, after each step of a whole game."),
    instances=FULL,
    clauses=("wild_alone.play", "wild_alone.draw", "pair.as_wild", "setup.three_spaces"),
)
def wild_told_in_games(s: Together, was: Together, p: Player) -> bool:
    return wild_as_counted(s, p)


@always(
    "counted.can_trade",
    holds(
        "A player can trade where somebody else has a card too, and another one unless equal cards may change hands."
    ),
    instances=YOUNG,
    clauses=("trade.one_for_one", "trade.burn"),
)
def trade_told_by_a_count(s: Together, p: Player) -> bool:
    return trade_as_counted(s, p)


@step(
    "counted.could_trade",
    holds("As `counted.can_trade` says, after each step of a whole game."),
    instances=FULL,
    clauses=("trade.one_for_one", "trade.burn"),
)
def trade_told_in_games(s: Together, was: Together, p: Player) -> bool:
    return trade_as_counted(s, p)


@always(
    "counted.can_improve",
    holds(
        "A player can bring a pawn home by an exchange or a wild, or by a wild the last foreign pawn away from a box "
        "card."
    ),
    instances=YOUNG,
    clauses=("end.no_action", "score.box", "score.pawn"),
)
def use_told_by_a_count(s: Together, p: Player) -> bool:
    return use_as_counted(s, p)


@step(
    "counted.could_improve",
    holds("As `counted.can_improve` says, after each step of a whole game."),
    instances=FULL,
    clauses=("end.no_action", "score.box", "score.pawn"),
)
def use_told_in_games(s: Together, was: Together, p: Player) -> bool:
    return use_as_counted(s, p)
