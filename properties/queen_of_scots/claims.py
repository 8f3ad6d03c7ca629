"""What must hold of a round of Queen of Scots, what is expected, and why; written before the first run."""

from __future__ import annotations

from model.queen_of_scots.cards import Card, Player, Sort, copies, n, printed
from model.queen_of_scots.scoring import hand_worth, round_score, table_worth
from model.queen_of_scots.sets import due_fits, has_any_set, has_set, on_side
from model.queen_of_scots.table import Phase, State, deck_size, hand_size, pile_size
from model.queen_of_scots.take import can_take, holds_jewels
from properties.queen_of_scots.legal import legal_court, legal_figure, legal_jewels
from queensbench.language import always, bounds, ends, fails, holds, reachable, rule
from spec.queen_of_scots.dealing import JamesCopies, JewelWorth
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import JewelAnySet
from spec.queen_of_scots.turns import (
    DeckEmpty,
    DiscardDuty,
    DiscardJewel,
    DiscardTaken,
    LaidThisTurn,
)

UNDEALT = {"short": fails("The deal cannot be finished.", blame=("gap: deck_contents", "setup.hand"))}
"""A deck that is too small."""
ROUNDS = ("duel", "people", "family", "jewels", "twins", "trio")
"""Boxes that stop after one round."""
UNPROVED = (*ROUNDS, "match", "two", "three")
"""Where a claim is asked that multiplies numbers of cards by their worth: not at full size, where z3 would prove it."""


@rule()
def playing(s: State) -> bool:
    """Whether turns are being taken."""
    return s.phase in (Phase.PICK_UP, Phase.DRAW, Phase.PLAY, Phase.AFTER)


@rule()
def scored(s: State) -> bool:
    """Whether a round has just been scored, and its cards still lie."""
    return s.phase == Phase.OVER or (s.phase == Phase.SHUFFLE and s.round > 1)


# --------------------------------------------------------------------------------- nothing comes or goes


@always(
    "cards.conserved",
    holds("Cards move between deck, pile, hands and sets; none comes or goes."),
    clauses=("setup.shuffle", "pick_up.whole", "take.rest", "jewels.take.whole"),
)
def cards_conserved(s: State, card: Card) -> bool:
    return (
        s.deck[card]
        + s.pile[card]
        + s.aside[card]
        + (1 if s.apart[card] else 0)
        + sum(s.hand[p, card] + on_side(s, p, card) for p in Player)
    ) == copies(card)


# ------------------------------------------------------------------------------------------------ sets


@always(
    "sets.of_figures",
    holds("A set is laid whole and only grows: it keeps its size and its natural cards."),
    clauses=("set.three", "set.initial", "set.no_mixing", "table.still", "table.no_change", "table.no_reuse"),
)
def sets_of_figures(s: State, p: Player, card: Card) -> bool:
    return legal_figure(s, p, card)


@always(
    "sets.of_royals",
    holds(
        "Two royals at the least open a set of the family, with a jewel or a third, and nothing leaves it."
    ),
    clauses=("royal.together", "royal.wild.two", "set.three", "set.wilds"),
)
def sets_of_royals(s: State, p: Player) -> bool:
    return legal_court(s, p)


@always(
    "sets.of_jewels",
    holds("Three crown jewels are no set under the house reading, and where they are there are three."),
    clauses=("set.initial", "set.wilds"),
)
def sets_of_jewels(s: State, p: Player) -> bool:
    return legal_jewels(s, p)


@always(
    "wilds.with_set",
    holds("A crown jewel lies in a set: it never holds a place alone."),
    clauses=("set.wilds", "set.own_side", "add.own"),
)
def wilds_with_set(s: State, p: Player, card: Card) -> bool:
    if card == Card.JEWEL:
        return True
    return all(
        s.wilds[p, sort] == 0 or has_set(s, p, sort) for sort in Sort if sort not in (Sort.COURT, Sort.JEWEL)
    )


# ---------------------------------------------------------------------------------------- deal and turns


@always(
    "deal.hands",
    holds("Everybody has the opening hand when a card is turned up."),
    clauses=("setup.hand", "setup.turned_up"),
)
def hands_dealt(s: State, p: Player) -> bool:
    return s.phase not in (Phase.TURN_UP, Phase.SEAT) or hand_size(s, p) == n.hand


@always(
    "pile.topmost",
    holds("The card on top is one of the pile."),
    clauses=("pick_up.recent", "discard.face_up"),
)
def topmost_is_there(s: State) -> bool:
    return not (playing(s) or s.phase == Phase.SEAT) or pile_size(s) == 0 or s.pile[s.top] > 0


@always(
    "hand.never_empty",
    holds("An empty hand ends the round at once, so no turn goes on with one."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
)
def no_empty_hand(s: State, p: Player) -> bool:
    return not playing(s) or hand_size(s, p) > 0 or (s.due and p == s.active)


@rule()
def one_for_one(s: State) -> bool:
    """Whether by the readings every turn picks something up and discards one card, while there is a deck."""
    return (
        r.discard_duty == DiscardDuty.MUST
        and r.discard_jewel == DiscardJewel.ALLOWED
        and r.discard_taken == DiscardTaken.ANY_CARD
        and r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE
        and r.jewel_any_set == JewelAnySet.OWN
        and r.deck_empty in (DeckEmpty.NO_PICK_UP, DeckEmpty.ROUND_OVER)
    )


@always(
    "turn.balance",
    holds(
        "While there is a deck, a card comes and a card goes: without a set the hand stays as it was dealt."
    ),
    clauses=("turn.pick_up", "turn.discard", "pick_up.deck", "take.lay_top"),
)
def hand_as_dealt(s: State, p: Player) -> bool:
    if not one_for_one(s) or not playing(s) or deck_size(s) == 0 or has_any_set(s, p):
        return True
    if p == s.active and s.due:
        return True
    extra = 1 if p == s.active and s.phase == Phase.PLAY else 0
    return hand_size(s, p) == n.hand + extra


@always(
    "take.whole",
    holds(
        "The pile is taken as a whole, and what tops it is laid: then no pile is left, but a set is there."
    ),
    clauses=("pick_up.whole", "take.lay_top", "take.lay_with", "take.rest", "jewels.at_once"),
)
def pile_taken_whole(s: State) -> bool:
    if s.phase != Phase.PLAY or not one_for_one(s) or pile_size(s) > 0:
        return True
    return has_any_set(s, s.active) or s.due or any(s.apart[card] for card in Card)


@always(
    "take.companions",
    holds("The topmost card and its two companions are put aside together, and nothing else ever is."),
    clauses=("take.two", "take.lay_with", "take.from_before"),
)
def three_aside(s: State) -> bool:
    return sum(s.aside[card] for card in Card) == (3 if s.due else 0)


@always(
    "take.can_be_laid",
    holds("What is put aside can be laid, whatever else is laid before it: the pile is had by nothing less."),
    clauses=("take.lay_top", "take.lay_with"),
)
def aside_can_be_laid(s: State, card: Card) -> bool:
    return r.james_copies == JamesCopies.ANY_ROYAL or due_fits(s, card)


# --------------------------------------------------------------------------------- taking and going out


@reachable(
    "take.jewel_unplayable",
    holds("Two crown jewels in hand give no right to the pile unless the third can be played."),
    instances=("duel", "jewels"),
    clauses=("jewels.unplayable", "jewels.take"),
)
def jewel_unplayable(s: State) -> bool:
    return (
        s.phase == Phase.PICK_UP
        and pile_size(s) > 0
        and s.top == Card.JEWEL
        and holds_jewels(s)
        and not can_take(s)
    )


@reachable(
    "take.third_jewel",
    holds("Who holds two crown jewels and a pair can have the pile with a third on top."),
    instances=("jewels",),
    clauses=("jewels.take", "jewels.only_taken"),
)
def third_jewel(s: State) -> bool:
    return (
        s.phase == Phase.PLAY
        and pile_size(s) == 0
        and on_side(s, s.active, Card.JEWEL) == 1
        and s.hand[s.active, Card.JEWEL] >= 2
    )


@reachable(
    "out.in_first_turn",
    holds(
        "The pile's card and a hand full of sets: the first player is out before anybody else has had a turn."
    ),
    instances=ROUNDS,
    clauses=("end.empty", "end.with_set", "end.with_discard"),
)
def out_in_first_turn(s: State) -> bool:
    return (
        scored(s)
        and hand_size(s, s.active) == 0
        and s.active == s.first
        and all(p == s.active or (hand_size(s, p) == n.hand and not has_any_set(s, p)) for p in Player)
        and pile_size(s) <= 1
    )


@reachable(
    "out.without_discard",
    holds("The last card of the hand may go into a set, with the pile still taken and nothing discarded."),
    instances=ROUNDS,
    clauses=("end.with_set",),
)
def out_without_discard(s: State) -> bool:
    return scored(s) and hand_size(s, s.active) == 0 and pile_size(s) == 0


@reachable(
    "out.without_set",
    holds(
        "When nothing can be picked up hands shrink by a discard a turn: the last card goes without any set laid."
    ),
    instances=ROUNDS,
    clauses=("end.with_discard", "pick_up.deck"),
)
def out_without_set(s: State) -> bool:
    return scored(s) and hand_size(s, s.active) == 0 and not any(has_any_set(s, p) for p in Player)


@always(
    "out.by_active",
    holds("A round is over when whose turn it is has no card left, and nobody else ever has none."),
    clauses=("end.empty", "score.when", "add.turn"),
)
def one_is_out(s: State, p: Player) -> bool:
    if not scored(s) or r.deck_empty != DeckEmpty.NO_PICK_UP:
        return True
    return p == s.active or hand_size(s, p) > 0


ends(
    "round.sure",
    State,
    holds(
        "Cards leave the deck and never come back, each take lays three for good, and without a deck hands shrink."
    ),
    module=__name__,
    instances=ROUNDS,
    against=("players", "chance"),
    sure=True,
    clauses=("end.empty",),
)

# ---------------------------------------------------------------------------------------------- points


@rule()
def all_worth(s: State) -> int:
    """The worth of all cards of the deck together."""
    return sum(printed(card) * copies(card) for card in Card)


@always(
    "score.round",
    holds(
        "Every card counts once at most: no round is worth more than the whole deck, to the good or to the bad."
    ),
    instances=UNPROVED,
    clauses=("score.table", "score.hand"),
)
def round_bounds(s: State, p: Player) -> bool:
    if r.jewel_worth == JewelWorth.AS_REPLACED:
        return True  # a crown jewel may be worth more than is printed on it
    worth = table_worth(s, p) - hand_worth(s, p)
    return worth <= all_worth(s) and worth >= 0 - all_worth(s)


bounds(
    "score.duel",
    State,
    holds(
        "At best all seventeen points of the deck but a cook that stays with the loser; at worst an opening hand of "
        "the two Jameses and a two, with one card more drawn and a cheap one discarded."
    ),
    least=-8,
    greatest=16,
    module=__name__,
    instances=("duel",),
    clauses=("score.table", "score.hand"),
)


@reachable(
    "score.negative",
    holds("Who has laid nothing is left with a hand to subtract."),
    on=UNDEALT,
    clauses=("score.hand",),
)
def negative_score(s: State, p: Player) -> bool:
    return scored(s) and s.points[p] < 0


@reachable(
    "score.winner_of_round_behind",
    holds(
        "Who ends a round by discarding may have laid nothing, and others have sets: ending is not winning."
    ),
    instances=("duel", "people"),
    clauses=("score.table", "end.with_discard"),
)
def out_and_behind(s: State) -> bool:
    return (
        scored(s)
        and hand_size(s, s.active) == 0
        and any(round_score(s, p) > round_score(s, s.active) for p in Player)
    )
