"""What a player could do, for the rulings that ask whether anything is possible, or useful."""

from __future__ import annotations

from model.queens_collection.cards import CARD, HOME, RANK, Box, Card, Colour, Player
from model.queens_collection.exchange import (
    fresh_cards,
    pair_serves,
    pair_serves_alone,
    price,
    space_for,
    trades_places,
    wild_can_be_drawn_for,
)
from model.queens_collection.sorting import Sorting, held
from queensbench.language import rule
from spec.queens_collection.rulings import r
from spec.queens_collection.together import SamePawnColour, ThreeAlike, TwoWilds


@rule()
def has_wild_besides(s: Sorting, p: Player, a: Colour) -> bool:
    """Whether the player has a card of the colour and, besides, a wild or a pair that serves as one."""
    if s.display[p, CARD[a]] == 0:
        return False
    if s.display[p, Card.WILD] > 0:
        return True
    if not pair_serves(s):
        return False
    return any(
        s.display[p, CARD[c]] >= (3 if c == a else 2) and (c != a or r.three_alike == ThreeAlike.ALLOWED)
        for c in Colour
    )


@rule()
def has_two_wilds(s: Sorting, p: Player) -> bool:
    """Whether the player can pay for an exchange with two wilds, or with a wild and a pair that serves as one."""
    if s.display[p, Card.WILD] == 0 or r.two_wilds != TwoWilds.ALLOWED:
        return False
    if s.display[p, Card.WILD] > 1:
        return True
    return pair_serves(s) and any(s.display[p, CARD[c]] >= 2 for c in Colour)


@rule()
def pays_for(s: Sorting, p: Player, a: Colour, b: Colour) -> bool:
    """Whether the player can pay for pawns of two colours to trade places."""
    if s.display[p, CARD[a]] > 0 and s.display[p, CARD[b]] > 0:
        return True
    if not trades_places(s):
        return False
    return has_wild_besides(s, p, a) or has_wild_besides(s, p, b) or has_two_wilds(s, p)


@rule()
def can_exchange(s: Sorting, p: Player) -> bool:
    """Whether the player can pay for an exchange of two pawns on different box cards."""
    return (
        any(
            RANK[a] < RANK[b]
            and pays_for(s, p, a, b)
            and any(s.pawns[x, a] > 0 and s.pawns[y, b] > 0 for x in Box for y in Box if x != y)
            for a in Colour
            for b in Colour
        )
        or can_exchange_alike(s, p)
        or can_move_freely(s, p)
    )


@rule()
def can_exchange_alike(s: Sorting, p: Player) -> bool:
    """By ruling ``same_pawn_colour``: whether the player can exchange pawns of one colour."""
    if r.same_pawn_colour != SamePawnColour.SAME_COLOUR or not trades_places(s):
        return False
    return any(has_wild_besides(s, p, a) and sum(s.pawns[box, a] > 0 for box in Box) > 1 for a in Colour)


@rule()
def can_move_freely(s: Sorting, p: Player) -> bool:
    """By ruling ``wild_moves``: whether the player can move a pawn with a wild beside another card."""
    if trades_places(s):
        return False
    return any(
        (has_wild_besides(s, p, a) or has_two_wilds(s, p))
        and any(s.pawns[box, c] > 0 for box in Box for c in Colour if c != a)
        for a in Colour
    )


@rule()
def has_wild_alone(s: Sorting, p: Player) -> bool:
    """Whether the player has a wild, or a pair that serves as one, that may be played alone."""
    return any(
        s.display[p, by] >= price(by)
        and (by == Card.WILD or pair_serves_alone(s))
        and wild_can_be_drawn_for(s, by)
        for by in Card
    )


@rule()
def can_play_wild(s: Sorting, p: Player) -> bool:
    """Whether the player can play a wild alone; where a pawn may stay, this asks for a card that it may go to."""
    return has_wild_alone(s, p) and any(
        s.pawns[x, c] > 0 and space_for(s, y) for x in Box for y in Box if x != y for c in Colour
    )


@rule()
def can_trade(s: Sorting, p: Player) -> bool:
    """Whether the player can trade a card (in the cooperative game)."""
    return False


@rule()
def can_act(s: Sorting, p: Player) -> bool:
    """Whether the player could carry out an action, if it were that player's turn."""
    if held(s, p) == 0:
        return False
    return fresh_cards(s, 1) or can_exchange(s, p) or can_play_wild(s, p) or can_trade(s, p)


# ------------------------------------------------------------------------------------------------ of use


@rule()
def can_improve(s: Sorting, p: Player) -> bool:
    """Whether an action of the player would raise the score: one that brings a pawn home.

    Of two pawns that trade places one must arrive at home, where no pawn was at home before; all else leaves as
    many astray and sorts no box card.  A pawn moved alone may also leave a box card behind that then is sorted.
    """
    return can_improve_by_exchange(s, p) or can_improve_by_wild(s, p)


@rule()
def can_improve_by_exchange(s: Sorting, p: Player) -> bool:
    """Whether the player can pay for an exchange that brings a pawn home."""
    if can_move_freely(s, p):
        return any(
            (has_wild_besides(s, p, a) or has_two_wilds(s, p))
            and any(s.pawns[x, c] > 0 for c in Colour for x in Box if c != a and x != HOME[c])
            for a in Colour
        )
    return any(
        a != b
        and s.pawns[HOME[a], b] > 0
        and pays_for(s, p, a, b)
        and any(s.pawns[x, a] > 0 for x in Box if x != HOME[a])
        for a in Colour
        for b in Colour
    )


@rule()
def can_improve_by_wild(s: Sorting, p: Player) -> bool:
    """Whether a wild played alone can bring a pawn home, or remove the last foreign pawn from a box card."""
    if not has_wild_alone(s, p):
        return False
    return any(
        s.pawns[x, c] > 0
        and x != HOME[c]
        and (space_for(s, HOME[c]) or (last_foreign(s, c, x) and any(space_for(s, y) for y in Box if y != x)))
        for c in Colour
        for x in Box
    )


@rule()
def last_foreign(s: Sorting, c: Colour, x: Box) -> bool:
    """Whether a pawn of the colour is the only foreign one on the box card, beside one that belongs there."""
    own = sum(s.pawns[x, d] for d in Colour if HOME[d] == x)
    return own > 0 and s.pawns[x, c] == 1 and sum(s.pawns[x, d] for d in Colour) == own + 1
