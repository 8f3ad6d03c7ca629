"""The states of a play, as machine code lists them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from queensbench.engines.boxes import LOOPS
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import PlaySettings
from queensbench.engines.steps import following
from queensbench.engines.steps.following import Followed
from queensbench.errors import ModelError
from queensbench.rules.system import build
from tests.engines.models import guesses, jars
from tests.reference import hanoi


def made(module: Any) -> tuple[Box, Followed]:
    mode = module.mode
    box = Box("played", mode, mode.full, build(mode, mode.full), LOOPS)
    return box, Followed(
        box.native, box.system, PlaySettings(box.raw(), box.parameters(), seed=3, max_steps=40)
    )


def stepped(box: Box, codes: list[int]) -> list[list[int]]:
    """The states, each by calls of its own."""
    native = box.native
    env = native.new_env(box.raw(), box.parameters())
    _, here = native.initial(env)
    found = []
    for code in (None, *codes):
        if code is not None:
            _, here = native.apply(here, env, code)
        if not here[box.system.silent_cell]:
            native.settle(here, env)
        found.append(here.tolist())
    return found


@pytest.mark.parametrize("room", [1, 7, 512])
@pytest.mark.parametrize("module", [hanoi, jars, guesses])
def test_the_states_of_a_game_are_those_of_its_single_steps(
    module: Any, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "ROOM", room)
    box, plays = made(module)
    for number in range(3):
        codes = plays.game(number)
        assert len(codes) > 0
        states = plays.states(codes)
        assert states.dtype == np.int32
        assert states.tolist() == stepped(box, codes)


def test_the_states_of_no_moves_are_the_start() -> None:
    box, plays = made(hanoi)
    assert plays.states([]).tolist() == stepped(box, [])


def test_a_move_that_is_refused_is_told_with_the_play_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "ROOM", 2)
    _, plays = made(hanoi)
    codes = plays.game(0)[:5]
    with pytest.raises(ModelError, match="after 5 moves") as raised:
        plays.states([*codes, codes[-1], codes[0]])  # the disc that was moved last is not there any more
    assert raised.value.play == (*codes, codes[-1])
