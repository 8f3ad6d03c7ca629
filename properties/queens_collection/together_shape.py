"""The bookkeeping of the cooperative and the solo game: no sentence says this; proofs of what they say rest on it."""

from __future__ import annotations

from model.queens_collection.cards import CARD, SEAT, Box, Card, Colour, Player, n, pile_size
from model.queens_collection.sorting import Phase, Sorting, held
from model.queens_collection.together import Together
from queensbench.language import always, holds

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@always("shape.place", holds(BOOKKEEPING))
def a_place_is_dealt_to(s: Sorting) -> bool:
    if s.phase == Phase.DEAL and n.dealt == 0:
        return 1 <= s.place <= len(Box)
    return s.place == 0


@always("shape.to_draw", holds(BOOKKEEPING))
def cards_are_to_be_drawn(s: Sorting) -> bool:
    if s.phase in (Phase.OPENING, Phase.DRAW, Phase.SECOND_PAWN):
        return s.to_draw > 0
    return s.to_draw == 0


@always(
    "shape.enough_cards", holds("A card of a colour is turned up for each pawn of it, and there are as many.")
)
def cards_for_every_pawn(s: Sorting, c: Colour) -> bool:
    return s.phase not in (Phase.PUT_AWAY, Phase.DEAL) or s.supply[c] <= s.pile[CARD[c]]


@always("shape.empty_boxes", holds("Before the deal no pawn stands anywhere."))
def no_pawn_before_the_deal(s: Sorting, box: Box, c: Colour) -> bool:
    return s.phase != Phase.PUT_AWAY or s.pawns[box, c] == 0


@always("shape.before_the_deal", holds(BOOKKEEPING))
def nothing_is_drawn_before_the_deal(s: Sorting, p: Player, card: Card) -> bool:
    if s.phase not in (Phase.PUT_AWAY, Phase.DEAL):
        return True
    return s.display[p, card] == 0 and not s.passed[p] and s.active == Player.NORTH


@always("shape.opening", holds(BOOKKEEPING))
def opening_cards(s: Sorting, p: Player) -> bool:
    if s.phase != Phase.OPENING:
        return True
    if p == s.active:
        return held(s, p) + s.to_draw == n.shown
    return held(s, p) == (n.shown if SEAT[p] < SEAT[s.active] else 0)


@always("shape.drawing", holds(BOOKKEEPING))
def cards_while_drawing(s: Sorting, p: Player) -> bool:
    if s.phase != Phase.DRAW:
        return True
    if pile_size(s) < s.to_draw:
        return False
    if p != s.active:
        return held(s, p) == n.shown
    return held(s, p) + s.to_draw == n.shown or (
        held(s, p) + s.to_draw < n.shown and pile_size(s) == s.to_draw
    )


@always("shape.burning", holds(BOOKKEEPING))
def cards_while_trading(s: Sorting, p: Player) -> bool:
    if s.phase == Phase.BURN:
        return held(s, p) == n.shown and pile_size(s) > 0
    return s.phase != Phase.CHOOSE_FIRST or held(s, p) == n.shown


@always("shape.house", holds("These phases and fields belong to readings that are not the house's."))
def phases_of_other_readings(s: Together) -> bool:
    return (
        s.phase not in (Phase.TRADE_ON, Phase.CONSENT, Phase.SECOND_PAWN, Phase.PUT_AWAY)
        and s.traded == 0
        and s.given == Card.WILD
        and s.taken == Card.WILD
        and not any(s.asked[p] for p in Player)
        and not any(s.moved[c] for c in Colour)
    )
