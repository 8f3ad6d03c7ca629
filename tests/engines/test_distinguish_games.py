"""Walking a game beside other readings: what native code works on."""

from __future__ import annotations

from weakref import ref

import numpy as np
import pytest

from queensbench.api.session import Session
from queensbench.engines.distinguish import games
from queensbench.engines.distinguish.games import Walker, compile_games
from queensbench.engines.runtime import calls
from queensbench.rules.system import build
from tests.engines.models import well


def test_every_array_that_a_walk_works_on_is_kept_while_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """An array without a name is freed once its address is known, and its place given to the next."""
    mode = well.mode
    session = Session("well", mode, mode.full, build(mode, mode.full, ruleset="well"))
    comparer = compile_games(session.system)
    raw = session.raw()
    others = [[1 - raw[0], *raw[1:]]]
    walker = Walker(comparer, raw, others, session.parameters())
    codes = session.played(games=1, seed=1, max_steps=50).replay(0)
    handed: list[ref[np.ndarray]] = []
    told = calls.pointer
    carried_out = comparer.call["part_game"]

    def pointer(array: np.ndarray) -> int:
        handed.append(ref(array))
        return told(array)

    def part_game(*args: int) -> int:
        assert handed
        assert all(array() is not None for array in handed)
        return carried_out(*args)

    monkeypatch.setattr(games, "pointer", pointer)
    monkeypatch.setitem(comparer.call, "part_game", part_game)
    walker.game(codes, walker.common)
