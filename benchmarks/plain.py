"""The same model in plain Python: what the engines are compared with.  Nothing here is compiled."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Any

import queensbench as qb
from queensbench.errors import Refused
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.program import Native
from queensbench.rules.typed.move_codes import Coding
from tests.engine_box import EngineBox


@dataclass(frozen=True)
class Search:
    """A breadth-first search by the interpreter: new states, and seconds."""

    states: int
    expanded: int
    seconds: float


def search(interpreter: Interpreter, most: int) -> Search:
    """Search until so many states are known; of the last state expanded all successors are taken."""
    silences: list[tuple[str, str]] = []
    begun = time.perf_counter()
    start = interpreter.start()
    known = {_key(interpreter, start, silences)}
    frontier = [start]
    expanded = 0
    while frontier and len(known) < most:
        fresh = []
        for state in frontier:
            if len(known) >= most:
                break
            expanded += 1
            for step in interpreter.candidates():
                try:
                    after = interpreter.apply(state, step)
                except Refused:
                    continue
                key = _key(interpreter, after, silences)
                if key not in known:
                    known.add(key)
                    fresh.append(after)
        frontier = fresh
    return Search(len(known), expanded, time.perf_counter() - begun)


def _key(interpreter: Interpreter, state: Any, silences: list[tuple[str, str]]) -> tuple[int, ...]:
    silence = interpreter.silence(state)
    if silence is not None and silence not in silences:
        silences.append(silence)
    return tuple(interpreter.cells(state, silences))


@dataclass(frozen=True)
class Games:
    """Random games by the interpreter: steps made, and the seconds of what was timed."""

    steps: int
    seconds: float

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds


def games(interpreter: Interpreter, most: int, seed: int) -> Games:
    """Random games of so many steps in all, whose moves the interpreter finds and makes."""
    random = Random(seed)
    state = interpreter.start()
    begun = time.perf_counter()
    for _ in range(most):
        moves = interpreter.moves(state)
        state = interpreter.apply(state, random.choice(moves)) if moves else interpreter.start()
    return Games(most, time.perf_counter() - begun)


def named(made: EngineBox, most: int, seed: int) -> Games:
    """Named actions along random games: native code chooses the moves, and only carrying them out is timed."""
    random = Random(seed)
    interpreter, native, coding = made.interpreter(), made.native, made.coding
    silences = [(s.what, made.system.clauses[s.clause]) for s in made.system.silences]
    env = native.new_env()
    state = interpreter.start()
    steps, seconds = 0, 0.0
    while steps < most:
        step = _choice(native, coding, interpreter, env, interpreter.cells(state, silences), random)
        if step is None:
            state = interpreter.start()
            continue
        begun = time.perf_counter()
        state = interpreter.apply(state, step)
        seconds += time.perf_counter() - begun
        steps += 1
    return Games(steps, seconds)


def _choice(
    native: Native, coding: Coding, interpreter: Interpreter, env: Any, cells: list[int], random: Random
) -> Step | None:
    import numpy as np

    here = np.array(cells, np.int32)
    codes = native.moves(here, env)
    if not codes:
        return None
    weights = [native.weight(here, env, code) for code in codes]
    move = coding.decode(random.choices(codes, weights)[0])
    return interpreter.step(coding.system.transitions[move.transition].name, move.args)


def game_of(session: qb.Session, most: int, games: int = 40) -> tuple[qb.Position, list[qb.Move]]:
    """The start of a session, and the moves of the longest of some random games, at most so many."""
    start, longest = session.start(), list[qb.Move]()
    for seed in range(games):
        random, position, done = Random(seed), start, list[qb.Move]()
        while len(done) < most:
            outcomes = position.outcomes()
            moves = [outcome.move for outcome in outcomes] or position.moves()
            if not moves:
                break
            done.append(random.choices(moves, [one.weight for one in outcomes] or None)[0])
            position = position.do(done[-1])
        longest = max(longest, done, key=len)
        if len(longest) == most:
            break
    return start, longest


def positions_of(start: qb.Position, moves: list[qb.Move]) -> list[qb.Position]:
    """The positions of a play."""
    found = [start]
    for move in moves:
        found.append(found[-1].do(move))
    return found


def steps_of(start: qb.Position, moves: list[qb.Move], most: int = 20_000) -> Games:
    """Steps by name and arguments through the API, the same play again and again."""
    steps = [(move.name, dict(move.args)) for move in moves]
    count = 0
    begun = time.perf_counter()
    while count < most:
        position = start
        for name, args in steps:
            position = position.do(name, **args)
        count += len(steps)
    return Games(count, time.perf_counter() - begun)


def interpreted_steps(session: qb.Session, moves: list[qb.Move]) -> Games:
    """The steps of a play, once, by the interpreter."""
    rules = session.start()._rules.interpreter
    steps = [qb.Step(move.name, tuple(move.args.items())) for move in moves]
    begun = time.perf_counter()
    rules.replay(steps)
    return Games(len(steps), time.perf_counter() - begun)


def seconds_to_list(position: qb.Position) -> float:
    """The seconds that it takes to list all moves of a position."""
    begun = time.perf_counter()
    position.moves()
    return time.perf_counter() - begun


def seconds_to_list_interpreted(position: qb.Position) -> float:
    """The seconds that the interpreter takes to list all moves of a position."""
    record = position._rules.record(position._state)
    begun = time.perf_counter()
    position._rules.interpreter.moves(record)
    return time.perf_counter() - begun
