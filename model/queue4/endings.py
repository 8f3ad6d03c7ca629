"""The end of a turn of Queue 4, and of a game."""

from __future__ import annotations

from model.queue4.state import Aim, Ending, Held, Phase, Standard, deck_size
from queensbench.language import clause, rule, states


@rule()
def landed(s: Standard, card: Held) -> None:
    """The card has joined a Queue or was thrown away (0: a Queue alone was).  The Royal Ball replaces this."""
    finish_turn(s)


@rule()
def finish_turn(s: Standard) -> None:
    """The effects of a card are over (both variants together replace this)."""
    close_turn(s)


@rule()
def close_turn(s: Standard) -> None:
    """The next turn, or the end of the game."""
    s.target = Aim.NONE
    s.gap = 0
    turn_over(s)
    if s.ending == Ending.NONE and deck_size(s) == 0:
        with clause("end.deck", "end.deck.without"):
            s.ending = Ending.DECK
    states("end.three")
    if s.ending == Ending.NONE:
        with clause("turn.repeat"):
            new_turn(s)
    else:
        end_game(s)


@rule()
def new_turn(s: Standard) -> None:
    """A card is drawn and lies hidden (Bouquets replaces this)."""
    s.phase = Phase.AIM


@rule()
def turn_over(s: Standard) -> None:
    """The end of a turn (The Royal Ball replaces this)."""


@rule()
def end_game(s: Standard) -> None:
    """The game has ended (Bouquets replaces this)."""
    close_game(s)


@rule()
def close_game(s: Standard) -> None:
    """The game is scored (the Campaign replaces this)."""
    s.phase = Phase.OVER
