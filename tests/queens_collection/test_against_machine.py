"""The second booklet: colours and seats are alike in its rules; a round in which no pawn can be taken any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from model.queens_collection.cards import Player
from queensbench.project.projects import load, mode_instance
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.symmetry.equivariance import check_equivariance
from queensbench.readers.symmetry.groups import group
from spec.queens_collection.against import StuckRound

ROOT = Path(__file__).resolve().parents[2]


def some_states(rules: Interpreter, every: int, number: int) -> Iterator[Any]:
    """The start, and of the states that follow breadth first one of so many."""
    queue = [rules.start()]
    for seen, state in enumerate(queue):
        if seen % every == 0:
            yield state
        if len(queue) < every * number:
            queue += [rules.apply(state, move) for move in rules.moves(state)]


@pytest.mark.parametrize(
    ("mode_name", "instance", "order"),
    [("competitive", "gone", 6), ("teams", "session", 8), ("cooperative", "dealt", 6)],
)
def test_colours_and_seats_are_alike(mode_name: str, instance: str, order: int) -> None:
    _, mode = load(ROOT).mode(f"queens-collection/{mode_name}")
    small = mode_instance(mode, instance)
    assert group(mode, small).order == order
    states = list(some_states(Interpreter(mode, small), 37, 16))
    assert len(states) > 12
    assert check_equivariance(mode, small, states=states) is None


@pytest.mark.parametrize(
    ("instance", "claimed"), [("enough", True), ("dealt", True), ("young", False), ("full", False)]
)
def test_colours_are_alike_where_the_deal_is_one_step(instance: str, claimed: bool) -> None:
    """Card by card it goes round the ring, in which every colour has its place."""
    _, mode = load(ROOT).mode("queens-collection/cooperative")
    box = mode_instance(mode, instance)
    assert (group(mode, box).order > 1) is claimed
    assert claimed is (box.sizes.get("dealt") == 1)


STUCK = [
    "draw_first_player(p=NORTH)",
    "deal(card=ORANGE)",
    "deal(card=YELLOW)",
    "open_card(card=RED)",
    "open_card(card=RED)",
    "reveal()",
    "turn_up(card=ORANGE)",
    "stop_revealing()",
    "pair_with_two(own=ORANGE,shown=RED,colour=RED)",
    "refill(card=WILD)",
    "reveal()",
    "turn_up(card=YELLOW)",
    "reveal()",
    "turn_up(card=RED)",
    "pair_with_two(own=YELLOW,shown=WILD,colour=RED)",
    "pair(own=RED,shown=RED,colour=RED)",
]
"""Of three colours: both yellow cards, the wild and both red ones leave the game; orange and yellow pawns are left."""


@pytest.mark.parametrize("reading", [StuckRound.GOES_ON, StuckRound.ENDS])
def test_two_cards_are_left_and_lie_in_the_display(reading: StuckRound) -> None:
    _, mode = load(ROOT).mode("queens-collection/competitive")
    rules = Interpreter(mode, mode_instance(mode, "gone"), {"stuck_round": reading})
    state = rules.start()
    for wanted in STUCK:
        (move,) = [move for move in rules.moves(state) if str(move).replace(" ", "") == wanted]
        state = rules.apply(state, move)
    assert rules.over(state) == (reading == StuckRound.ENDS)
    if reading == StuckRound.ENDS:
        assert rules.scores(state) == {Player.NORTH: 5, Player.EAST: 0}
        return
    for _ in range(2):  # both orange cards come into the display, and nobody ever holds a card again
        (move,) = rules.moves(state)
        assert str(move) == "refill(card=ORANGE)"
        state = rules.apply(state, move)
    seen = []
    while state not in seen:
        seen.append(state)
        (move,) = rules.moves(state)
        assert str(move) == "stop_revealing()"
        state = rules.apply(state, move)
    assert len(seen) == 2
