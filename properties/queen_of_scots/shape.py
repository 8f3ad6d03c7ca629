"""The shape of the bookkeeping of Queen of Scots: what the model keeps about a round and a turn makes sense.

No sentence of the page says this; the proofs of what the page says rest on it.
"""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, SEAT, SORT, Card, Player, Sort, left_of, n
from model.queen_of_scots.sets import set_apart
from model.queen_of_scots.table import PLACES, Phase, State, hand_size, pile_size
from properties.queen_of_scots.claims import one_for_one, playing
from properties.queen_of_scots.legal import (
    enough,
    kept_court,
    kept_figure,
    kept_jewels,
    kept_with_set,
    legal_royals,
)
from queensbench.language import always, holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, NewRound, SameCard, TurnedUp
from spec.queen_of_scots.pile import JewelTarget, RestOfPile, SecondSet, TopLaid
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import InitialSet, RoyalWilds, ThreeJewels
from spec.queen_of_scots.turns import DiscardTaken, LaidThisTurn

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@rule()
def before_play(s: State) -> bool:
    """Whether the round is being dealt."""
    return s.phase in (Phase.DEALER, Phase.DEAL, Phase.TURN_UP, Phase.SEAT)


@rule()
def turn(s: State, p: Player) -> int:
    """How many players are dealt to before this one."""
    return (SEAT[p] - SEAT[s.dealer] + len(Player) - 1) % len(Player)


@always("shape.laid", holds(BOOKKEEPING))
def who_lies_where(s: State, p: Player, card: Card) -> bool:
    if s.court[p, card] > 0 and not IS_ROYAL[card]:
        return False
    return s.laid[p, card] == 0 or (card != Card.JEWEL and (not IS_ROYAL[card] or set_apart(card)))


@always("shape.dealt", holds(BOOKKEEPING))
def hands_while_dealing(s: State, p: Player) -> bool:
    if s.phase == Phase.DEALER:
        return hand_size(s, p) == 0
    if s.phase == Phase.DEAL:
        if p == s.active:
            return hand_size(s, p) < n.hand
        return hand_size(s, p) == (n.hand if turn(s, p) < turn(s, s.active) else 0)
    return True


@always("shape.hands", holds(BOOKKEEPING))
def who_waits_has_cards(s: State, p: Player) -> bool:
    return s.phase not in (Phase.SCORE, Phase.BOOK) or p == s.active or hand_size(s, p) > 0


@always("shape.before_play", holds(BOOKKEEPING))
def table_while_dealing(s: State, p: Player, card: Card) -> bool:
    if not before_play(s):
        return True
    if s.renewed or s.due or (s.untouched and s.phase != Phase.SEAT):
        return False
    if s.phase == Phase.DEALER and s.round > 1:
        return False
    if s.phase != Phase.SEAT and (s.pile[card] > 0 or s.apart[card]):
        return False
    return (s.round == 1 or r.new_round == NewRound.SETS_STAY) or (
        s.laid[p, card] == 0 and s.court[p, card] == 0 and s.courts[p] == 0
    )


@always("shape.turn", holds(BOOKKEEPING))
def nothing_of_a_turn(s: State, card: Card) -> bool:
    if s.picked[card] != 0 and r.discard_taken == DiscardTaken.ANY_CARD and r.rest_of_pile == RestOfPile.FREE:
        return False
    if s.taken and not (
        playing(s)
        and r.discard_taken == DiscardTaken.NOT_PICKED_UP
        and r.rest_of_pile == RestOfPile.OBLIGATORY
    ):
        return False
    fresh = s.fresh_laid[card] != 0 or s.fresh_court[card] != 0
    if fresh and r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return False
    if playing(s):
        return s.fresh_laid[card] <= s.laid[s.active, card] and s.fresh_court[card] <= s.court[s.active, card]
    return s.picked[card] == 0 and s.fresh_laid[card] == 0 and s.fresh_court[card] == 0


@always("shape.turn.sorts", holds(BOOKKEEPING))
def nothing_of_a_turn_sorts(s: State, sort: Sort) -> bool:
    if s.fresh_wilds[sort] != 0 and r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return False
    if s.begun[sort] and r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return False
    if s.turned[sort] != 0 and (r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE or sort == Sort.JEWEL):
        return False
    if playing(s):
        return s.fresh_wilds[sort] + s.turned[sort] <= s.wilds[s.active, sort]
    return s.fresh_wilds[sort] == 0 and s.turned[sort] == 0 and not s.begun[sort]


@always("shape.kept", holds(BOOKKEEPING))
def what_stays_is_legal(s: State, p: Player, card: Card) -> bool:
    return not playing(s) or p != s.active or kept_figure(s, p, card)


@always("shape.kept.wilds", holds(BOOKKEEPING))
def wilds_that_stay(s: State, p: Player, card: Card) -> bool:
    return not playing(s) or p != s.active or kept_with_set(s, p, card)


@always("shape.kept.court", holds(BOOKKEEPING))
def royals_that_stay(s: State, p: Player) -> bool:
    return not playing(s) or p != s.active or kept_court(s, p)


@always("shape.kept.jewels", holds(BOOKKEEPING))
def jewels_that_stay(s: State, p: Player) -> bool:
    return not playing(s) or p != s.active or kept_jewels(s, p)


@always("shape.picked", holds(BOOKKEEPING))
def picked_are_in_hand(s: State, card: Card) -> bool:
    if s.phase != Phase.PLAY and s.phase != Phase.AFTER:
        return s.picked[card] == 0
    return any(s.active == p and s.picked[card] <= s.hand[p, card] for p in Player)


@always("shape.jewels", holds(BOOKKEEPING))
def no_jewels_by_themselves(s: State, p: Player) -> bool:
    if (
        r.three_jewels == ThreeJewels.SET
        or r.initial_set == InitialSet.FIRST_OF_PLAYER
        or r.jewel_target == JewelTarget.WITH_JEWELS
    ):
        return True
    return s.wilds[p, Sort.JEWEL] == 0 and all(s.turned[sort] == 0 for sort in Sort)


@always("shape.due", holds(BOOKKEEPING))
def due_in_a_turn(s: State) -> bool:
    return not s.due or (s.phase == Phase.PLAY and r.top_laid == TopLaid.WITHIN_TURN)


@always("shape.aside", holds(BOOKKEEPING))
def sort_of_what_is_due(s: State) -> bool:
    if not s.due:
        return True
    if s.aside_sort == Sort.COURT:
        family = sum(s.aside[card] for card in Card if card != Card.JEWEL)
        if r.james_copies == JamesCopies.JAMES_ALONE and any(
            s.aside[card] > 1 for card in Card if card not in (Card.JAMES, Card.JEWEL)
        ):
            return False
        return (
            family > 0
            and all(s.aside[card] == 0 or IS_ROYAL[card] or card == Card.JEWEL for card in Card)
            and legal_royals(family, s.aside[Card.JEWEL])
        )
    if s.aside_sort == Sort.JEWEL or s.aside[Card.JEWEL] > 2:
        return False
    return all(may_lie_aside(s, card) for card in Card if card != Card.JEWEL)


@rule()
def may_lie_aside(s: State, card: Card) -> bool:
    """A card that is set aside for a set of one card is that card, or like it."""
    if s.aside[card] == 0:
        return s.aside_sort != SORT[card]
    if IS_ROYAL[card] and not set_apart(card):
        return False
    if r.same_card == SameCard.WORTH:
        return True
    return s.aside_sort == SORT[card] and enough(card, s.aside[card] + 0, s.aside[Card.JEWEL] + 0)


@always("shape.untouched", holds(BOOKKEEPING))
def untouched_pile(s: State) -> bool:
    if not s.untouched:
        return True
    return r.turned_up == TurnedUp.UNDER_DISCARDS


@always("shape.apart", holds(BOOKKEEPING))
def card_apart(s: State, card: Card) -> bool:
    return not s.apart[card] or r.turned_up == TurnedUp.APART


@always("shape.one_apart", holds(BOOKKEEPING))
def one_card_apart(s: State) -> bool:
    return sum(1 for card in Card if s.apart[card]) <= 1


@always("shape.courts", holds(BOOKKEEPING))
def courts_are_counted(s: State, p: Player, card: Card) -> bool:
    if r.james_copies == JamesCopies.ANY_ROYAL:
        return s.courts[p] == 0
    return card == Card.JAMES or s.court[p, card] <= s.courts[p]


@always("shape.courts.cards", holds(BOOKKEEPING))
def courts_have_cards(s: State, p: Player) -> bool:
    if s.fresh_courts != 0 and r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return False
    cards = sum(s.court[p, card] for card in Card) + s.wilds[p, Sort.COURT]
    if s.courts[p] > cards:
        return False
    if not playing(s) or p != s.active:
        return p != s.active or playing(s) or s.fresh_courts == 0
    fresh = sum(s.fresh_court[card] for card in Card) + s.fresh_wilds[Sort.COURT] + s.turned[Sort.COURT]
    return s.fresh_courts <= s.courts[p] and s.courts[p] - s.fresh_courts <= cards - fresh


@always("shape.courts.kept", holds(BOOKKEEPING))
def courts_that_stay_are_counted(s: State, p: Player, card: Card) -> bool:
    if r.james_copies == JamesCopies.ANY_ROYAL or card == Card.JAMES or not playing(s) or p != s.active:
        return True
    return s.court[p, card] - s.fresh_court[card] <= s.courts[p] - s.fresh_courts


@always("shape.courts.joined", holds(BOOKKEEPING))
def all_royals_are_of_this_turn(s: State, card: Card) -> bool:
    if r.second_set != SecondSet.JOINED or s.fresh_courts == 0 or not playing(s):
        return True
    return s.court[s.active, card] == s.fresh_court[card] and (
        s.wilds[s.active, Sort.COURT] == s.fresh_wilds[Sort.COURT] + s.turned[Sort.COURT]
    )


@always("shape.opened", holds(BOOKKEEPING))
def who_has_laid_a_set(s: State, p: Player) -> bool:
    if r.new_round == NewRound.ALL_COLLECTED or r.initial_set == InitialSet.EACH:
        return not s.opened[p] and not s.fresh_opened
    return not s.fresh_opened or r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD


@always("shape.top", holds(BOOKKEEPING))
def no_top_without_a_pile(s: State) -> bool:
    if not (playing(s) or before_play(s)):
        return True
    return pile_size(s) > 0 or s.top == Card.COOK


@always("shape.seats", holds(BOOKKEEPING))
def who_is_next(s: State) -> bool:
    return s.phase != Phase.TURN_UP or s.active == left_of(s.dealer)


@always("shape.points", holds(BOOKKEEPING))
def points_so_far(s: State, p: Player) -> bool:
    counted = s.round if s.phase == Phase.OVER else s.round - 1
    most = PLACES * n.most * n.dearest * counted
    return s.points[p] <= most and s.points[p] >= 0 - most


@always("shape.pile_lies", holds(BOOKKEEPING))
def a_pile_lies(s: State) -> bool:
    if s.phase not in (Phase.SEAT, Phase.PICK_UP, Phase.DRAW, Phase.AFTER) or not one_for_one(s):
        return True
    return pile_size(s) > 0 or any(s.apart[card] for card in Card)


@step("shape.owed", holds("Nobody lays, discards or takes back a card that is not there: nothing is owed."))
def nothing_is_owed(s: State, was: State, p: Player, card: Card) -> bool:
    return (
        min(s.deck[card], s.pile[card], s.hand[p, card], s.laid[p, card], s.court[p, card]) >= 0
        and min(s.picked[card], s.aside[card], s.fresh_laid[card], s.fresh_court[card], s.fresh_courts) >= 0
        and all(min(s.wilds[p, sort], s.fresh_wilds[sort], s.turned[sort]) >= 0 for sort in Sort)
    )
