"""Positions: machine code and the interpreter agree at every step of random games of all rulebooks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import queensbench as qb
from queensbench.errors import BadInput, Refused
from queensbench.readers.interpreter import Interpreter, Step
from tests.api import gate
from tests.reference.walks import session as boxed

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


def test_positions_are_values() -> None:
    """Equal however they were reached, in the same mode, instance and readings alone; and never changed."""
    game = qb.load("queue4/standard")
    session = game.session("six")
    start = session.start()
    assert start == game.session("six").start()
    assert hash(start) == hash(session.position())
    assert start != game.session("six", readings={"stop_when": "until_placed"}).start()
    assert start != game.session("eight").start()
    one = start.do("begin_queue", queue="FIRST")
    other = session.position(phase="REVEAL", target="FIRST")
    assert (one == other, one.state == other.state) == (True, True)
    assert (one.move, other.move, other.clauses) == (qb.Move("begin_queue", one.move.args), None, ())  # type: ignore[union-attr]
    with pytest.raises(AttributeError):
        start.over = True  # type: ignore[misc]
    with pytest.raises(AttributeError, match="a state cannot be changed"):
        start.state.held = 2
    with pytest.raises(TypeError):
        start.state.deck[1] = 3
    assert start.do(start.moves()[0]) == one
    assert start.do("begin_queue", queue="FIRST").do(one.outcomes()[0]).state.held == 1


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"hold": 1}, "the state has no field hold; choose of phase, ending, deck, queue"),
        ({"held": True}, "held = True is outside Held (0 to 3); give one of these"),
        ({"deck": 3}, "deck is a table; give a mapping of the keys that change"),
        ({"deck": {4: 1}}, "deck[4] is no cell; its keys are of Card (1 to 3)"),
        ({"phase": "AIMED"}, "phase = 'AIMED' is outside Phase (AIM to SCORE); give one of these"),
    ],
)
def test_fields_that_are_set_are_checked(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as error:
        qb.load("queue4/standard").session("six").position(**fields)
    assert str(error.value).startswith(message)


def test_a_seat_sees_what_the_model_shows_it() -> None:
    game = qb.load("queen-is-dead")
    position = game.session("blades").start()
    for _ in range(6):
        moves = position.moves() or [outcome.move for outcome in position.outcomes()]
        position = position.do(moves[0])
    white, black = (position.view(player) for player in position._rules.players)
    hidden = {name for name, _ in position.state if "HIDDEN" in repr(getattr(white, name))}
    assert hidden
    assert white != black
    for name, value in position.state:
        if name not in hidden:
            assert getattr(white, name) == value
    with pytest.raises(BadInput, match="'GREEN' is no player; choose of "):
        position.view("GREEN")


def test_the_requirement_that_play_comes_to_last_is_told_wherever_it_is_written() -> None:
    """One of a called rule stands where it is called, and a weight of nothing behind all requirements."""
    start = qb.Session.of(boxed(gate.mode)).start()
    for name, text in (("go", "require(number > 2)"), ("drawn", "nothing gives it weight 0")):
        refusal = start.why_not(name)
        assert refusal is not None
        assert refusal.text == text
