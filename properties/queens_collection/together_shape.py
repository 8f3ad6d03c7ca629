"""The bookkeeping of the cooperative and the solo game: no sentence says this; proofs of what they say rest on it."""

from __future__ import annotations

from model.queens_collection.cards import (
    CARD,
    SEAT,
    Box,
    Card,
    Colour,
    Player,
    n,
    pile_size,
    spaces,
)
from model.queens_collection.deal import room
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting, held, playing
from model.queens_collection.together import Together
from properties.queens_collection.together import draws_as_many
from queensbench.language import always, holds, rule
from spec.queens_collection.preparation import BeginnerSetupPawns, DealBlocked
from spec.queens_collection.rulings import r
from spec.queens_collection.together import DrawPartial, TradeConsent, TradeCount, WildMoves

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@always("shape.place", holds(BOOKKEEPING))
def a_place_is_dealt_to(s: Sorting) -> bool:
    if s.phase == Phase.DEAL and n.dealt == 0:
        return 1 <= s.place <= len(Box)
    return s.place == 0


@rule()
def dealing(s: Sorting) -> bool:
    """Whether pawns are dealt one by one."""
    return s.phase == Phase.DEAL and n.dealt == 0


@always("shape.supply", holds("The deal ends with the last pawn."))
def pawns_are_left_to_deal(s: Sorting) -> bool:
    return s.phase not in (Phase.PUT_AWAY, Phase.DEAL) or any(s.supply[c] > 0 for c in Colour)


@rule()
def left_out(s: Sorting) -> int:
    """How many pawns of a colour are left out from the start, by ruling ``beginner_setup_pawns``."""
    return n.pawns - spaces(s) if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES else 0


@always("shape.left_out", holds("What leaves the game does not return."))
def pawns_left_out(s: Sorting, c: Colour) -> bool:
    return s.out[c] >= left_out(s)


@always("shape.put_away", holds("Of each colour one pawn is put away at the most."))
def pawns_put_away(s: Alone, c: Colour) -> bool:
    if s.phase != Phase.PUT_AWAY:
        return True
    return s.out[c] <= left_out(s) + 1 and s.supply[c] + s.out[c] == n.pawns


@always("shape.somewhere", holds("While pawns are to be dealt there are fewer on the box cards than spaces."))
def some_card_has_room(s: Sorting) -> bool:
    return not dealing(s) or any(room(s, box) for box in Box)


@always("shape.some_stay", holds("A pawn that leaves leaves others at home."))
def some_pawns_stay(s: Sorting, c: Colour) -> bool:
    return r.deal_blocked == DealBlocked.NEXT_CARD or s.out[c] < n.pawns


@always("shape.to_draw", holds(BOOKKEEPING))
def cards_are_to_be_drawn(s: Sorting) -> bool:
    if s.phase in (Phase.OPENING, Phase.DRAW, Phase.SECOND_PAWN):
        return s.to_draw > 0
    return s.to_draw == 0


@always(
    "shape.enough_cards", holds("A card of a colour is turned up for each pawn of it, and there are as many.")
)
def cards_for_every_pawn(s: Sorting, c: Colour) -> bool:
    if r.deal_blocked == DealBlocked.NEXT_CARD:
        return True
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


@always("shape.limit", holds("What is still to be drawn was put down before."))
def no_more_than_put_down(s: Sorting, p: Player) -> bool:
    return held(s, p) + (s.to_draw if p == s.active else 0) <= n.shown


@always(
    "shape.some_card",
    holds("Whoever put cards down drew at least one while there was a pile, or is about to."),
)
def some_card_while_there_is_a_pile(s: Sorting, p: Player) -> bool:
    if r.draw_partial == DrawPartial.ALL_OR_NONE or not playing(s) or pile_size(s) == 0:
        return True
    return held(s, p) + (s.to_draw if p == s.active else 0) > 0


@always("shape.drawing", holds(BOOKKEEPING))
def cards_while_drawing(s: Sorting, p: Player) -> bool:
    if s.phase != Phase.DRAW:
        return True
    if pile_size(s) < s.to_draw:
        return False
    if not draws_as_many(s):
        return True
    if p != s.active:
        return held(s, p) == n.shown
    return held(s, p) + s.to_draw == n.shown or (
        held(s, p) + s.to_draw < n.shown and pile_size(s) == s.to_draw
    )


@always("shape.burning", holds(BOOKKEEPING))
def cards_while_trading(s: Sorting, p: Player) -> bool:
    if s.phase == Phase.BURN and pile_size(s) == 0:
        return False
    if s.phase == Phase.CHOOSE_FIRST:
        return held(s, p) == n.shown
    if s.phase not in (Phase.BURN, Phase.TRADE_ON, Phase.CONSENT, Phase.SECOND_PAWN) or not draws_as_many(s):
        return True
    drawn = s.to_draw if p == s.active else 0
    return pile_size(s) == 0 or held(s, p) + drawn == n.shown


@always("shape.readings", holds("These phases and fields belong to readings that are not the house's."))
def phases_of_other_readings(s: Together) -> bool:
    several = r.trade_count == TradeCount.SEVERAL
    asks = r.trade_consent == TradeConsent.OWNER_AGREES
    freely = r.wild_moves == WildMoves.MOVES_FREELY
    return (
        s.phase != Phase.PUT_AWAY
        and (several or (s.phase != Phase.TRADE_ON and s.traded == 0))
        and (asks or (s.phase != Phase.CONSENT and s.given == Card.WILD and s.taken == Card.WILD))
        and (asks or not any(s.asked[p] for p in Player))
        and (freely or (s.phase != Phase.SECOND_PAWN and not any(s.moved[c] for c in Colour)))
    )


@always("shape.consent", holds(BOOKKEEPING))
def cards_of_a_trade(s: Together, p: Player) -> bool:
    if not s.asked[p]:
        return True
    return (
        s.phase == Phase.CONSENT
        and p != s.active
        and s.display[s.active, s.given] > 0
        and s.display[p, s.taken] > 0
    )
