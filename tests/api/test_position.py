"""Positions: machine code and the interpreter agree at every step of random games of all rulebooks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import queensbench as qb
from queensbench.errors import BadInput, Refused
from queensbench.readers.interpreter import Interpreter, Step

MODES = (
    ("queen-is-dead", "blades"),
    ("queen-of-scots", "duel"),
    ("queue4/standard", "six"),
    ("queue4/royal-ball", ""),
    ("queue4/bouquets", ""),
    ("queens-collection/cooperative", "young"),
    ("queens-collection/solo", "young"),
    ("queens-collection/competitive", "duel"),
    ("queens-collection/teams", ""),
)

STEPS = 40
"""So many steps are compared in each mode."""


def agree(position: qb.Position, interpreter: Interpreter, state: Any) -> None:
    """Hold a position against the interpreter's state."""
    for name, value in position.state:
        assert plain(value) == plain(getattr(state, name)), name
    assert position.silence == interpreter.silence(state)
    assert position.over == (interpreter.over(state) and position.silence is None)
    if position.silence is None:
        assert position.winners == interpreter.winners(state)
        assert dict(position.scores) == interpreter.scores(state)


def plain(value: Any) -> Any:
    """Tables and sequences of both as lists."""
    if isinstance(value, qb.FieldTable):
        return [plain(item) for item in value.values()]
    inside = getattr(value, "_data", value)
    return [plain(item) for item in inside] if isinstance(inside, (list, tuple)) else inside


@pytest.mark.parametrize(("path", "instance"), MODES)
def test_positions_agree_with_the_interpreter(path: str, instance: str) -> None:
    game = qb.load(path)
    name = instance or next(i for i in game.instances if i != "full")
    session = game.session(name)
    mode = game.mode
    interpreter = Interpreter(mode, game.instances[name])
    random = Random(7)
    steps = 0
    while steps < STEPS:
        position, state = session.start(), interpreter.start()
        agree(position, interpreter, state)
        while steps < STEPS:
            moves, outcomes = position.moves(), position.outcomes()
            steps_of = [Step(m.name, tuple(m.args.items())) for m in (*moves, *(o.move for o in outcomes))]
            assert steps_of == interpreter.moves(state)
            if not steps_of:
                break
            for outcome, step in zip(outcomes, steps_of[len(moves) :], strict=True):
                assert outcome.weight == interpreter.weight(state, step)
            deciders = {interpreter.decider(state, m.name) for m in moves} - {None}
            assert set(position.deciders) == deciders
            chosen = random.choice(steps_of)
            interpreter.tally.clauses.clear()
            state = interpreter.apply(state, chosen)
            position = position.do(chosen.name, **dict(chosen.args))
            agree(position, interpreter, state)
            assert set(position.clauses) == set(interpreter.tally.clauses)
            steps += 1


def test_a_refused_move_names_the_requirement_and_its_clauses() -> None:
    start = qb.load("queue4/standard").session("six").start()
    with pytest.raises(Refused, match=r"refused by `require\(len\(s.queue\[queue\]\) > 0\)`") as refused:
        start.do("add", queue="FIRST", gap=0)
    assert refused.value.clauses == ("option.existing", "place.any_queue")
    why = start.why_not("add", queue="FIRST", gap=0)
    assert why is not None
    assert (why.clauses, why.line) == (refused.value.clauses, refused.value.line)
    assert start.why_not("stop") is None
    assert start.why_not("begin_queue") is None


@pytest.mark.parametrize(
    ("name", "args", "message"),
    [
        ("begin", {}, "no move is called begin; did you mean begin_queue?"),
        ("begin_queue", {}, "begin_queue takes queue, not nothing; name each argument once"),
        ("begin_queue", {"gap": 1}, "begin_queue takes queue, not gap; name each argument once"),
        (
            "begin_queue",
            {"queue": 1},
            "queue of begin_queue = 1 is outside Queue (FIRST to SECOND); give one of these",
        ),
        (
            "add",
            {"queue": "FIRST", "gap": True},
            "gap of add = True is outside Gap (0 to 6); give one of these",
        ),
    ],
)
def test_bad_moves_are_one_line(name: str, args: dict[str, Any], message: str) -> None:
    start = qb.load("queue4/standard").session("six").start()
    with pytest.raises(BadInput) as error:
        start.do(name, **args)
    assert str(error.value) == message
