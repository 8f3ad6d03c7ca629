"""What a turn of Queen of Scots changes, and what it leaves alone: the table after a step beside the table before it.

A step is a choice or a card of chance with all that follows by itself: a round that ends is scored in the same step,
and a player who cannot pick up goes straight on.  The cards of a round that is over lie as they lay until they are
shuffled.  Each property holds of every reading; where the page leaves the answer open it asks for the ruling's, or
does not ask.  Taking the pile is in ``steps_taking``, sets in ``steps_sets``, set-up and scores in ``steps_rounds``.
"""

from __future__ import annotations

from model.queen_of_scots.cards import SEAT, Card, Player, Sort
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.claims import playing
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import TurnOrder
from spec.queen_of_scots.pile import RestOfPile
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd, WinWhen
from spec.queen_of_scots.sets import JewelAnySet, JewelSet
from spec.queen_of_scots.turns import (
    AfterDiscard,
    DeckEmpty,
    DeckEmptyTwice,
    DiscardDuty,
    DiscardJewel,
    DiscardTaken,
    ForcedTake,
    LaidThisTurn,
    NoDiscard,
    PlayWhen,
)

# ------------------------------------------------------------------------------------------------- words


@rule()
def sits_left(p: Player, q: Player) -> bool:
    """Whether the second player sits next to the first, clockwise."""
    return (SEAT[p] + 1 - SEAT[q]) % len(Player) == 0


@rule()
def has_next_turn(p: Player, q: Player) -> bool:
    """Whether the second player's turn comes right after the first's (ruling ``turn_order``)."""
    return sits_left(p, q) if r.turn_order == TurnOrder.CLOCKWISE else sits_left(q, p)


@rule()
def held(s: State, p: Player) -> int:
    """How many cards the player has in hand."""
    return sum(s.hand[p, card] for card in Card)


@rule()
def undrawn(s: State) -> int:
    """How many cards the face-down pile has."""
    return sum(s.deck[card] for card in Card)


@rule()
def heap(s: State) -> int:
    """How many cards the face-up pile has."""
    return sum(s.pile[card] for card in Card)


@rule()
def lying(s: State, p: Player, card: Card) -> int:
    """How many copies of a card lie in sets before the player."""
    if card == Card.JEWEL:
        return sum(s.wilds[p, sort] for sort in Sort)
    return s.laid[p, card] + s.court[p, card]


@rule()
def round_over(s: State) -> bool:
    """Whether a round was scored and its cards still lie, provided that the state before was one of a turn."""
    return s.phase in (Phase.SHUFFLE, Phase.OVER)


@rule()
def is_renewed() -> bool:
    """Whether, by ruling ``deck_empty``, the discards become a new face-down pile."""
    return r.deck_empty in (DeckEmpty.RENEWED_UNDER_TOP, DeckEmpty.RENEWED_WHOLE)


# ------------------------------------------------------------------------------------- what stays as it is


@step(
    "step.deck",
    holds("The face-down pile changes by the card that is drawn, and by nothing else while it has any."),
    clauses=("pick_up.deck", "pick_up.choice"),
)
def deck_stays(s: State, was: State, card: Card) -> bool:
    if s.deck[card] == was.deck[card] or not playing(was) or was.phase == Phase.DRAW:
        return True
    return is_renewed() and undrawn(was) == 0


@step(
    "step.other_hands",
    holds("In a turn nobody's hand changes but that of the player on turn."),
    clauses=("turn.pick_up", "take.rest", "turn.discard"),
)
def other_hands_stay(s: State, was: State, p: Player, card: Card) -> bool:
    return s.hand[p, card] == was.hand[p, card] or not playing(was) or p == was.active


@step(
    "step.other_sets",
    holds(
        "Nobody's sets change but those of the player on turn; by ruling `jewel_any_set` a jewel may join any."
    ),
    clauses=("set.own_side", "add.own", "add.turn", "jewels.add"),
)
def other_sets_stay(s: State, was: State, p: Player) -> bool:
    if not playing(was) or p == was.active:
        return True
    if not all(
        s.laid[p, card] == was.laid[p, card] and s.court[p, card] == was.court[p, card] for card in Card
    ):
        return False
    if all(s.wilds[p, sort] == was.wilds[p, sort] for sort in Sort):
        return True
    q = was.active
    taken = was.phase == Phase.PICK_UP and was.top == Card.JEWEL and heap(s) < heap(was)
    return (
        r.jewel_any_set == JewelAnySet.ANYBODYS
        and (taken or s.hand[q, Card.JEWEL] == was.hand[q, Card.JEWEL] - 1)
        and (taken or heap(s) == heap(was) or (undrawn(was) == 0 and undrawn(s) > 0))
        and lying(s, p, Card.JEWEL) == lying(was, p, Card.JEWEL) + 1
        and lying(s, q, Card.JEWEL) == lying(was, q, Card.JEWEL)
    )


@step(
    "step.laid_stays",
    holds(
        "Cards on the table do not move and are not picked up again; by ruling `jewel_set` jewels alone do."
    ),
    clauses=("table.still", "table.no_reuse", "table.no_change"),
)
def laid_cards_stay(s: State, was: State) -> bool:
    """Other players' sets have a claim of their own above."""
    if not playing(was) or r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD:
        return True
    p = was.active
    return all(
        s.laid[p, card] >= was.laid[p, card] and s.court[p, card] >= was.court[p, card] for card in Card
    ) and all(
        s.wilds[p, sort] >= was.wilds[p, sort]
        or (sort == Sort.JEWEL and r.jewel_set == JewelSet.FIRST_CARD and s.wilds[p, sort] == 0)
        for sort in Sort
    )


# ------------------------------------------------------------------------------------------------ drawing


@step(
    "step.deck_chosen",
    holds("To choose the face-down pile moves no card: the face-up pile stays, and one card is drawn next."),
    clauses=("pick_up.choice", "pick_up.deck"),
)
def choice_of_the_deck(s: State, was: State, card: Card) -> bool:
    if s.phase != Phase.DRAW:
        return True
    if was.phase != Phase.PICK_UP or s.active != was.active or undrawn(s) == 0:
        return False
    if undrawn(was) == 0:
        return is_renewed() and r.forced_take == ForcedTake.EITHER_PILE
    p = was.active
    return (
        s.pile[card] == was.pile[card]
        and s.top == was.top
        and s.hand[p, card] == was.hand[p, card]
        and lying(s, p, card) == lying(was, p, card)
        and s.untouched == was.untouched
    )


@step(
    "step.drawn",
    holds(
        "One card of the face-down pile comes to the hand of the player on turn, who goes on; no other card moves."
    ),
    clauses=("pick_up.deck", "turn.pick_up"),
)
def one_card_is_drawn(s: State, was: State, card: Card) -> bool:
    if was.phase != Phase.DRAW:
        return True
    p = was.active
    return (
        s.active == p
        and (s.phase == Phase.PLAY or round_over(s))
        and undrawn(s) == undrawn(was) - 1
        and s.deck[card] <= was.deck[card]
        and s.hand[p, card] - was.hand[p, card] == was.deck[card] - s.deck[card]
        and s.pile[card] == was.pile[card]
        and s.top == was.top
        and lying(s, p, card) == lying(was, p, card)
    )


@step(
    "step.drawn.remembered",
    holds("By ruling `discard_taken` the card that was drawn is one that was picked up."),
    clauses=("turn.discard", "pick_up.deck"),
)
def drawn_card_is_remembered(s: State, was: State, card: Card) -> bool:
    if was.phase != Phase.DRAW or s.phase != Phase.PLAY:
        return True
    more = s.hand[was.active, card] - was.hand[was.active, card]
    return s.picked[card] == (more if r.discard_taken == DiscardTaken.NOT_PICKED_UP else 0)


@step(
    "step.no_pick_up",
    holds("A turn goes on without a card picked up only if the face-down pile has none."),
    clauses=("turn.pick_up",),
)
def picked_up_first(s: State, was: State) -> bool:
    """If the face-up pile lies as before, nothing was picked up; laid cards may have cost the right to it."""
    if was.phase != Phase.PICK_UP or s.phase != Phase.PLAY:
        return True
    if undrawn(s) > undrawn(was):
        return False  # Of a pile that is renewed a card is drawn.
    if heap(s) != heap(was):
        return True
    if held(s, was.active) < held(was, was.active):
        return undrawn(was) == 0 and r.play_when == PlayWhen.WHOLE_TURN
    return undrawn(was) == 0 and r.forced_take != ForcedTake.MUST and heap(was) > 0


# --------------------------------------------------------------------------------------------- discarding


@step(
    "step.discard",
    holds("A discard goes from the hand onto the face-up pile and tops it; nothing else of the turn does."),
    clauses=("turn.discard", "discard.face_up", "end.with_discard", "pick_up.recent"),
)
def discard_tops_the_pile(s: State, was: State) -> bool:
    if was.phase not in (Phase.PLAY, Phase.AFTER) or (is_renewed() and undrawn(was) == 0):
        return True
    p = was.active
    if heap(s) <= heap(was):
        return s.top == was.top and all(s.pile[card] == was.pile[card] for card in Card)
    return (
        was.phase == Phase.PLAY
        and not was.due
        and not s.untouched
        and heap(s) == heap(was) + 1
        and s.pile[s.top] == was.pile[s.top] + 1
        and held(s, p) == held(was, p) - 1
        and s.hand[p, s.top] == was.hand[p, s.top] - 1
        and all(lying(s, p, card) == lying(was, p, card) for card in Card)
    )


@step(
    "step.discard.barred",
    holds("By rulings `discard_jewel`, `discard_taken`, `no_discard` some cards are not discarded."),
    clauses=("turn.discard", "jewels.take"),
)
def no_barred_discard(s: State, was: State, card: Card) -> bool:
    if was.phase != Phase.PLAY or s.pile[card] <= was.pile[card] or r.no_discard == NoDiscard.BAR_LIFTED:
        return True
    if card == Card.JEWEL and r.discard_jewel == DiscardJewel.BARRED:
        return False
    return r.discard_taken == DiscardTaken.ANY_CARD or was.hand[was.active, card] > was.picked[card]


@rule()
def of_the_pile(s: State, card: Card) -> bool:
    """By ruling ``rest_of_pile``: whether a card of the hand came with the pile in this turn, and was not drawn."""
    return s.picked[card] > 0 and (s.taken or r.discard_taken != DiscardTaken.NOT_PICKED_UP)


@step(
    "step.discard.placeable",
    holds(
        "By ruling `rest_of_pile` no turn ends while a card of the taken pile matches a set or two of the hand."
    ),
    clauses=("take.rest.placed", "take.rest.how"),
)
def rest_is_placed(s: State, was: State, card: Card) -> bool:
    """The claim is asked where a player with more than three cards leaves the turn."""
    p = was.active
    if r.rest_of_pile == RestOfPile.FREE or was.phase != Phase.PLAY:
        return True
    if heap(s) != heap(was) + 1 and (s.active == was.active or not playing(s)):
        return True
    if not of_the_pile(was, card) or was.hand[p, card] == 0 or card == Card.JEWEL or held(was, p) <= 3:
        return True
    return was.laid[p, card] == 0 and was.hand[p, card] < 3


@rule()
def may_keep_all(s: State) -> bool:
    """By ruling ``discard_duty`` a turn may end without a discard, or no discard is allowed (``no_discard``)."""
    if r.discard_duty == DiscardDuty.MAY:
        return True
    if r.no_discard == NoDiscard.BAR_LIFTED:
        return False
    return all(
        s.hand[s.active, card] == 0
        or (card == Card.JEWEL and r.discard_jewel == DiscardJewel.BARRED)
        or (r.discard_taken != DiscardTaken.ANY_CARD and s.hand[s.active, card] <= s.picked[card])
        for card in Card
    )


@step(
    "step.turn",
    holds(
        "A turn runs from picking up to one discard; with it the next player picks up, and nothing else ends it."
    ),
    clauses=("turn.pick_up", "turn.discard", "start.first", "add.turn"),
)
def turn_goes_round(s: State, was: State) -> bool:
    if not playing(was) or round_over(s):
        return True
    p = was.active
    discarded = heap(s) == heap(was) + 1
    if s.active == p:
        if was.phase == Phase.PICK_UP:
            return s.phase in (Phase.PICK_UP, Phase.DRAW, Phase.PLAY)
        if was.phase == Phase.PLAY and s.phase == Phase.AFTER:
            return discarded and r.after_discard == AfterDiscard.MAY_LAY
        return not discarded and s.phase == (Phase.PLAY if was.phase == Phase.DRAW else was.phase)
    if not has_next_turn(p, s.active) or was.due or s.due:
        return False
    if s.phase != Phase.PICK_UP and not (s.phase == Phase.PLAY and undrawn(s) == 0):
        return False
    if was.phase == Phase.AFTER:
        return held(s, p) == held(was, p)
    if was.phase != Phase.PLAY or (discarded and r.after_discard == AfterDiscard.MAY_LAY):
        return False
    return held(s, p) == held(was, p) - 1 or (held(s, p) == held(was, p) and may_keep_all(was))


@step(
    "step.play_when",
    holds("Cards are laid after picking up; before it by ruling `play_when` only."),
    clauses=("turn.pick_up", "play.choice"),
)
def nothing_before_picking_up(s: State, was: State) -> bool:
    if was.phase != Phase.PICK_UP or r.play_when == PlayWhen.WHOLE_TURN:
        return True
    if round_over(s):  # who goes without picking up may be able to go out
        return True
    return s.phase != Phase.PICK_UP and (heap(s) != heap(was) or s.phase in (Phase.DRAW, Phase.PLAY))


# -------------------------------------------------------------------------------------- the end of a round


@step(
    "step.round_ends",
    holds(
        "A round is over at once when the player on turn has no card left, and by house readings only then."
    ),
    clauses=("end.empty", "end.with_set", "end.with_discard", "score.when"),
)
def round_ends_with_the_last_card(s: State, was: State) -> bool:
    if not playing(was):
        return True
    p = was.active
    if held(s, p) == 0 and not s.due:
        return round_over(s) and s.active == p
    if not round_over(s):
        return True
    if s.active != p and not has_next_turn(p, s.active):
        return False
    return (
        r.round_end == RoundEnd.WHEN_ABLE
        or r.win_when == WinWhen.AT_ONCE
        or (undrawn(was) == 0 and r.deck_empty == DeckEmpty.ROUND_OVER)
        or (undrawn(was) == 0 and was.renewed and r.deck_empty_twice == DeckEmptyTwice.STOPS)
    )


@step(
    "step.cards_lie",
    holds("When a round is over every card lies where the last move has put it, to be counted."),
    clauses=("score.table", "score.hand", "end.empty"),
)
def cards_lie_until_counted(s: State, was: State) -> bool:
    """The cards of the player on turn, with the two piles, are as many as before; so are those of everybody else."""
    if not playing(was) or not round_over(s):
        return True
    p = was.active
    if s.due or any(s.aside[card] > 0 for card in Card):
        return False
    return all(
        s.hand[p, card] + lying(s, p, card) + s.pile[card] + s.deck[card]
        == was.hand[p, card] + lying(was, p, card) + was.pile[card] + was.deck[card] + was.aside[card]
        or (card == Card.JEWEL and r.jewel_any_set == JewelAnySet.ANYBODYS)
        for card in Card
    )


# --------------------------------------------------------------------------- when the face-down pile is empty


@step(
    "step.renewed",
    holds("By ruling `deck_empty` all discards, or all but the topmost one, are the new face-down pile."),
    clauses=("turn.pick_up", "pick_up.recent"),
)
def discards_are_the_new_deck(s: State, was: State) -> bool:
    if not playing(was) or undrawn(was) > 0 or undrawn(s) == 0:
        return True
    p = was.active
    if not is_renewed():
        return False
    if s.phase == Phase.PICK_UP and s.active == p and r.play_when == PlayWhen.AFTER_PICK_UP:
        return False
    if not all(
        s.deck[card] + s.pile[card] + s.hand[p, card] + sum(lying(s, q, card) for q in Player)
        == was.pile[card] + was.hand[p, card] + sum(lying(was, q, card) for q in Player)
        for card in Card
    ):
        return False
    if r.deck_empty == DeckEmpty.RENEWED_WHOLE:
        return heap(s) == 0
    if heap(s) != 1 or s.pile[s.top] != 1:
        return False
    if s.active == p or held(s, p) == held(was, p):
        return s.top == was.top
    return s.hand[p, s.top] == was.hand[p, s.top] - 1


@step(
    "step.not_renewed",
    holds("Who goes on without picking up has no card left to renew the face-down pile, or none is renewed."),
    clauses=("turn.pick_up",),
)
def nothing_to_renew(s: State, was: State) -> bool:
    if not playing(was) or s.phase != Phase.PLAY or s.active == was.active:
        return True
    if r.deck_empty == DeckEmpty.NO_PICK_UP:
        return True
    return is_renewed() and heap(s) == (
        1 if r.deck_empty == DeckEmpty.RENEWED_UNDER_TOP and heap(s) > 0 else 0
    )


@step(
    "step.renewed_once",
    holds("By ruling `deck_empty_twice` it is remembered for the round that the face-down pile was renewed."),
    clauses=("end.empty", "turn.pick_up"),
)
def renewal_is_remembered(s: State, was: State) -> bool:
    if not playing(was):
        return s.phase != Phase.DEAL or not s.renewed
    if r.deck_empty_twice == DeckEmptyTwice.GOES_ON:
        return not s.renewed
    if undrawn(s) > undrawn(was):
        return s.renewed and not was.renewed
    return s.renewed == was.renewed or (is_renewed() and undrawn(was) == 0 and not was.renewed)


@step(
    "step.untouched",
    holds("By ruling `turned_up` the card turned up gives no right to the pile until something lies on it."),
    clauses=("setup.turned_up", "pick_up.recent"),
)
def untouched_until_a_discard(s: State, was: State) -> bool:
    """By ruling ``deck_empty`` what it lay under may be all that is left of the pile after the discard."""
    if not playing(was):
        return True
    if heap(s) < heap(was) and was.untouched:
        return is_renewed() and undrawn(was) == 0
    p = was.active
    renewed = undrawn(s) > undrawn(was) and held(s, p) < held(was, p)
    return s.untouched == (was.untouched and heap(s) <= heap(was) and not renewed)


@step(
    "step.apart",
    holds("A card that the deal has put apart stays there for the round."),
    clauses=("setup.turned_up",),
)
def apart_stays(s: State, was: State, card: Card) -> bool:
    return s.apart[card] == was.apart[card] or not playing(was)
