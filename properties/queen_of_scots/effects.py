"""Who is next, who deals, why a round is over and what counts in Queen of Scots; from the sentences of the page."""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, Card, Player, Sort, copies, left_of, n, printed, right_of
from model.queen_of_scots.scoring import reached, wild_worth
from model.queen_of_scots.table import Phase, State, deck_size, hand_size, pile_size
from properties.queen_of_scots.claims import ROUNDS, UNPROVED, scored
from queensbench.language import always, holds, reachable
from spec.queen_of_scots.dealing import FirstPlayer, JewelWorth, TurnOrder
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd, SameTurn
from spec.queen_of_scots.turns import DeckEmpty


@always(
    "turn.second",
    holds("With one card drawn and one discarded a turn is over: the first player's neighbour is next."),
    instances=(*ROUNDS, "match"),
    clauses=("start.first", "turn.pick_up", "turn.discard"),
)
def second_turn(s: State) -> bool:
    """Asked where the pile has the card turned up and one discard, and the deck one card less: that is one turn."""
    dealt = len(Player) * n.hand + 1
    if r.deck_empty != DeckEmpty.NO_PICK_UP or s.phase != Phase.PICK_UP or pile_size(s) != 2 or s.round > 1:
        return True
    if deck_size(s) + dealt + 1 != sum(copies(card) for card in Card):
        return True
    return s.active == (left_of(s.first) if r.turn_order == TurnOrder.CLOCKWISE else right_of(s.first))


@always(
    "round.dealer_is_next",
    holds("The dealer's neighbour has begun the round, and deals the next one."),
    instances=("match",),
    clauses=("round.dealer", "start.first"),
)
def next_dealer(s: State) -> bool:
    if s.phase != Phase.SHUFFLE or s.round == 1 or r.first_player != FirstPlayer.LEFT_OF_DEALER:
        return True
    return s.dealer == s.first


@always(
    "round.first_by_first_dealer",
    holds("By ruling `first_player` the first dealer's neighbour begins every round."),
    instances=(*ROUNDS, "match"),
    clauses=("start.first",),
)
def begun_by_neighbour_of_first_dealer(s: State) -> bool:
    if s.phase != Phase.PICK_UP or r.first_player != FirstPlayer.LEFT_OF_FIRST_DEALER:
        return True
    return s.first == left_of(s.first_dealer)


@always(
    "deal.full_hands",
    holds("When a card is to be turned up, all players have the hand that the page names."),
    instances=(*ROUNDS, "match", "two", "three", "full"),
    clauses=("setup.deal", "setup.hand"),
)
def full_hands(s: State, p: Player) -> bool:
    return s.phase != Phase.TURN_UP or hand_size(s, p) == n.hand


@always(
    "end.has_a_reason",
    holds("A round is over when a hand is empty, or where a race is won at once by who has got there."),
    instances=(*ROUNDS, "match"),
    clauses=("end.empty", "score.when", "game.thousand"),
)
def round_has_a_reason(s: State) -> bool:
    """The claim is asked under readings that know no other end of a round."""
    if not scored(s) or r.round_end == RoundEnd.WHEN_ABLE or r.deck_empty != DeckEmpty.NO_PICK_UP:
        return True
    return any(hand_size(s, p) == 0 for p in Player) or any(reached(s, p) for p in Player)


@always(
    "win.first_in_turn",
    holds("By ruling `same_turn` one player is counted first, and who gets there then has won alone."),
    instances=(*ROUNDS, "match"),
    clauses=("game.together", "start.first"),
)
def first_in_turn_wins(s: State, q: Player) -> bool:
    if s.phase != Phase.OVER or r.same_turn == SameTurn.SAME_SCORING:
        return True
    if r.same_turn == SameTurn.COUNTED_IN_TURN:
        return not reached(s, s.first) or s.winner[q] == (q == s.first)
    return not reached(s, s.active) or s.winner[q] == (q == s.active)


@always(
    "score.jewel_at_court",
    holds("By ruling `jewel_worth` a crown jewel among royals counts as the dearest of them."),
    instances=UNPROVED,
    clauses=("card.value", "jewels.wild", "royal.wild"),
)
def jewel_counts_as_dearest_royal(s: State, card: Card) -> bool:
    if r.jewel_worth != JewelWorth.AS_REPLACED or not IS_ROYAL[card]:
        return True
    return wild_worth(Sort.COURT) >= printed(card) and any(
        IS_ROYAL[other] and wild_worth(Sort.COURT) == printed(other) for other in Card
    )


@reachable(
    "royal.heir",
    holds("Whoever bears the mark may lie with others of the royal family, the heir of this box among them."),
    instances=("family",),
    clauses=("royal.together", "royal.mark", "reference.royals"),
)
def heir_among_royals(s: State, p: Player) -> bool:
    return s.court[p, Card.HEIR] > 0 and s.court[p, Card.JAMES] > 0
