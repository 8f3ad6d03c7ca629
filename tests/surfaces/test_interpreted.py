"""Sessions stepped by the interpreter answer as machine code does, and see what machine code cannot."""

from __future__ import annotations

import random

import pytest

from queensbench.api.game import load
from queensbench.surfaces.pytest.interpreted import InterpretedStepper

BOXES = [
    ("queue4/standard", "six"),
    ("queen-is-dead/standard", "blades"),
    ("queen-is-dead/standard", "salon"),
]


@pytest.mark.parametrize(("path", "instance"), BOXES)
def test_the_interpreter_steps_as_machine_code_does(path: str, instance: str) -> None:
    rules = load(path).session(instance)._rules
    native, read = rules.stepper, InterpretedStepper(rules)
    chance = random.Random(3)
    players = range(len(rules.players))
    ended = 0
    for _ in range(4):
        state = native.start()
        assert read.start() == native.settled(state) == state
        assert native.clauses(None, -1) == read.clauses(None, -1)
        for _ in range(60):
            codes = native.moves(state)
            assert read.moves(state) == codes
            assert (read.over(state), read.silent(state)) == (native.over(state), native.silent(state))
            if native.over(state):
                ended += 1
                if rules.box.system.wins is not None:
                    assert [read.wins(state, p) for p in players] == [native.wins(state, p) for p in players]
                if rules.box.system.score is not None:
                    assert read.score(state) == native.score(state)
            if not codes:
                break
            code = chance.choice(codes)
            assert read.weight(state, code) == native.weight(state, code)
            assert read.decider(state, code) == native.decider(state, code)
            assert read.clauses(state, code) == native.clauses(state, code)
            after = native.step(state, code)
            assert read.step(state, code) == after
            assert after is not None
            state = after
    start = native.start()
    refused = [code for code in range(rules.coding.chance_base) if code not in native.moves(start)][:20]
    assert {read.step(start, code) for code in refused} == {native.step(start, code) for code in refused}
    assert ended > 0
