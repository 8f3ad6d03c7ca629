"""OpenSpiel's games: explored from Python, and played by its own players in C++ or move by move from Python.

OpenSpiel is no dependency: its wheel is used where it is installed.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections import Counter
from random import Random
from typing import Any

from benchmarks.peers.games import Counts, Played


def available() -> bool:
    """Whether OpenSpiel is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def _game(name: str) -> Any:
    return importlib.import_module("pyspiel").load_game(name)


def explore(name: str) -> Counts:
    """All positions, breadth first; two are the same if they print alike."""
    start = _game(name).new_initial_state()
    known, level, transitions, depth = {str(start)}, [start], 0, 0
    while True:
        fresh = []
        for state in level:
            for action in [] if state.is_terminal() else state.legal_actions():
                transitions += 1
                after = state.child(action)
                if str(after) not in known:
                    known.add(str(after))
                    fresh.append(after)
        if not fresh:
            return Counts(len(known), transitions, depth)
        level, depth = fresh, depth + 1


def histories(name: str) -> dict[str, int]:
    """All nodes of the game's tree by kind: chance, choice, over."""
    found: Counter[str] = Counter()
    waiting = [_game(name).new_initial_state()]
    while waiting:
        state = waiting.pop()
        kind = "over" if state.is_terminal() else "chance" if state.is_chance_node() else "choice"
        found[kind] += 1
        waiting += [] if kind == "over" else [state.child(action) for action in state.legal_actions()]
    return dict(found)


def play(name: str, games: int, seed: int) -> Played:
    """Random games between OpenSpiel's own random players; a game is one call, and its loop is C++."""
    pyspiel = importlib.import_module("pyspiel")
    game = _game(name)
    players = [pyspiel.make_uniform_random_bot(p, seed + p) for p in range(game.num_players())]
    steps = squares = 0
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, seed + number)
        length = len(state.history())
        steps += length
        squares += length * length
    return Played(games, steps, squares)


def stepped(name: str, games: int, seed: int) -> Played:
    """Random games whose moves are chosen and made from Python; chance is uniform in the games played here."""
    random = Random(seed)
    game = _game(name)
    steps = squares = 0
    for _ in range(games):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            length += 1
        steps += length
        squares += length * length
    return Played(games, steps, squares)
