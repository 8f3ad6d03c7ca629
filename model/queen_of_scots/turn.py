"""Picking up from the face-down pile, what happens when it has run out, and the end of a turn (the rules)."""

from __future__ import annotations

from model.queen_of_scots.able import bound_to_end
from model.queen_of_scots.cards import Card
from model.queen_of_scots.table import (
    Phase,
    State,
    acting,
    deck_size,
    end_round,
    forget_turn,
    in_deck,
    next_player,
    pile_size,
)
from model.queen_of_scots.take import can_take
from queensbench.language import action, automatic, chance, require, rule
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.turns import DeckEmpty, DeckEmptyTwice, DeckLastCard, DiscardTaken, ForcedTake


@action("turn.pick_up", "pick_up.choice", decider=acting)
def draw(s: State) -> None:
    """The player chooses the face-down pile."""
    require(s.phase == Phase.PICK_UP)
    require(deck_size(s) > 0)
    require(not bound_to_end(s))
    s.phase = Phase.DRAW


@chance("pick_up.deck", weight=in_deck)
def drawn(s: State, card: Card) -> None:
    """The topmost card of the face-down pile comes to the hand."""
    require(s.phase == Phase.DRAW)
    require(s.deck[card] > 0)
    s.deck[card] -= 1
    s.hand[s.active, card] += 1
    if r.discard_taken == DiscardTaken.NOT_PICKED_UP:
        s.picked[card] += 1
    s.phase = Phase.PLAY


# ------------------------------------------------------------------------------- the pile has run out


@automatic()
def cannot_pick_up(s: State) -> None:
    """The face-down pile is empty and the other one cannot be taken (rulings ``deck_empty``, ``deck_empty_twice``)."""
    require(s.phase == Phase.PICK_UP)
    require(deck_size(s) == 0)
    require(not can_take(s))
    run_out(s)
    if s.phase == Phase.PICK_UP and deck_size(s) == 0:
        s.phase = Phase.PLAY


@action(decider=acting)
def go_without(s: State) -> None:
    """Ruling ``forced_take``: nothing is picked up though the face-up pile could be taken."""
    require(s.phase == Phase.PICK_UP)
    require(r.forced_take == ForcedTake.MAY)
    require(deck_size(s) == 0)
    require(can_take(s))
    require(not bound_to_end(s))
    s.phase = Phase.PLAY


@action("pick_up.choice", decider=acting)
def choose_empty_pile(s: State) -> None:
    """Ruling ``forced_take``: the face-down pile is chosen, though it is empty and the other one could be taken."""
    require(s.phase == Phase.PICK_UP)
    require(r.forced_take == ForcedTake.EITHER_PILE)
    require(deck_size(s) == 0)
    require(can_take(s))
    require(not bound_to_end(s))
    run_out(s)
    if s.phase == Phase.PICK_UP:
        s.phase = Phase.PLAY if deck_size(s) == 0 else Phase.DRAW


@rule()
def run_out(s: State) -> None:
    """The consequence of a face-down pile that has run out, if there is one."""
    match r.deck_empty:
        case DeckEmpty.NO_PICK_UP:
            pass
        case DeckEmpty.ROUND_OVER:
            end_round(s)
        case _:
            if s.renewed and r.deck_empty_twice == DeckEmptyTwice.STOPS:
                end_round(s)
            else:
                renew(s)


@rule()
def renew(s: State) -> None:
    """The discards, mixed, are the new face-down pile (ruling ``deck_empty``); there may be none."""
    for card in Card:
        stays = 1 if card == s.top and pile_size(s) > 0 and r.deck_empty == DeckEmpty.RENEWED_UNDER_TOP else 0
        s.deck[card] += s.pile[card] - stays
        s.pile[card] = stays
    if r.deck_empty_twice == DeckEmptyTwice.STOPS:
        s.renewed = True
    if pile_size(s) == 0:
        s.top = Card.COOK


# -------------------------------------------------------------------------------- the end of the turn


@rule()
def end_turn(s: State) -> None:
    """The next player's turn (ruling ``deck_last_card``)."""
    forget_turn(s)
    s.active = next_player(s.active)
    s.phase = Phase.PICK_UP
    if deck_size(s) == 0 and r.deck_last_card == DeckLastCard.WHEN_DRAWN:
        run_out(s)
