"""The drawings of the rulebooks: they draw the start of every box, and the states of random plays of every mode."""

from __future__ import annotations

import random
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from queensbench.language.drawings import drawing_of
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter
from queensbench.rendering.boards import board_of, text
from queensbench.rendering.svg import svg

PROJECT = projects.load(Path(__file__).resolve().parents[2])
MODES = [(name, mode) for name, ruleset in PROJECT.rulesets.items() for mode in ruleset.modes]
STEPS = 25


@pytest.mark.parametrize(("ruleset", "name"), MODES)
def test_every_mode_is_drawn(ruleset: str, name: str) -> None:
    mode = PROJECT.ruleset(ruleset).mode(name)
    assert drawing_of(mode.state) is not None
    full = Interpreter(mode)
    assert text(board_of(full, full.start()))
    small = min(
        (i for i in mode.instances if i.explore), key=lambda i: len(list(Interpreter(mode, i).candidates()))
    )
    reader = Interpreter(mode, small)
    state = reader.start()
    chance = random.Random(7)
    before = board_of(reader, state)
    drawn = set()
    for _ in range(STEPS):
        moves = reader.moves(state)
        state = reader.apply(state, chance.choice(moves)) if moves else reader.start()
        board = board_of(reader, state)
        assert all(len(line) <= 100 for line in text(board, before))
        ET.fromstring(svg(board, before, title=name))
        before = board
        drawn.add(board)
    assert len(drawn) > 3
