"""How many states, transitions and ends each small deck has, under the house readings; one of them counted twice.

And what is found of rounds under other readings: which of them need never end.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from queensbench.api.session import Session
from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.questions import ends
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import properties_of

ROOT = Path(__file__).resolve().parents[2]

COUNTS = {
    "duel": (8643, 12812, 16, 1508),
    "family": (35455, 58714, 15, 7894),
    "jewels": (5911, 8324, 19, 926),
    "match": (5247, 5772, 31, 1776),
    "people": (10825, 14654, 19, 2150),
    "trio": (68806, 88668, 21, 15843),
    "twins": (9261, 14638, 14, 1080),
}
"""Of each deck its states, its transitions, the most choices of a shortest play to a state, its ended states."""

SILENCES = (("the deck has too few cards for the deal", "setup.hand"),)


@cache
def session(box: str) -> Session:
    ruleset, mode = projects.load(ROOT).mode("queen-of-scots/standard")
    instance = projects.mode_instance(mode, box)
    return Session(ruleset.name, mode, instance, projects.system(ruleset, mode, instance))


SLOW = ("family", "jewels", "people", "twins")


@pytest.mark.parametrize(
    "box", [pytest.param(b, marks=pytest.mark.slow) if b in SLOW else b for b in sorted(COUNTS)]
)
def test_states_of_a_small_deck(box: str) -> None:
    found = session(box).explored({})
    assert found.complete
    assert found.deadlocks.count == 0
    ended = sum(first.count for first in found.ends.values())
    assert (found.states, found.transitions, found.levels, ended) == COUNTS[box]


def test_the_interpreter_alone_finds_as_many_states() -> None:
    _, mode = projects.load(ROOT).mode("queen-of-scots/standard")
    rules = Interpreter(mode, projects.mode_instance(mode, "short"), {})
    start = rules.start()
    seen = {tuple(rules.cells(start, SILENCES))}
    queue = [start]
    edges = silent = 0
    for state in queue:
        if rules.silence(state) is not None:
            silent += 1
            continue
        for move in rules.moves(state):
            edges += 1
            new = rules.apply(state, move)
            key = tuple(rules.cells(new, SILENCES))
            if key not in seen:
                seen.add(key)
                queue.append(new)
    assert (len(seen), edges, silent) == (23, 26, 4)


ENDLESS = {
    "deck_empty=renewed_under_top",
    "deck_empty=renewed_whole",
    "discard_duty=may",
    "discard_jewel=barred",
    "laid_this_turn=until_discard",
}
"""Readings beside which, all others being those of the house, a round need never end."""


@pytest.mark.slow
@pytest.mark.parametrize("box", ["duel", "family", "jewels", "people"])
def test_under_each_reading_claims_hold_and_rounds_end(box: str) -> None:
    made = session(box)
    kinds = {decl.name: decl.kind for decl in properties_of(made.mode, made.instance)}
    claims = [j for j, judge in enumerate(made.system.judges) if kinds[judge.name] in ("always", "never")]
    assert made.mode.rulings is not None
    endless = set()
    for decl in made.mode.rulings.declared():
        for reading in type(decl.house):
            found = made.explored({decl.name: reading}, keep=False)
            assert found.complete
            assert found.deadlocks.count == 0
            assert [made.system.judges[j].name for j in claims if found.failing[j].count] == []
            game = game_of(found, max_edges=8_000_000)
            if not ends(game, ("players", "chance"), sure=True).holds:
                endless.add(f"{decl.name}={reading.name.lower()}")
    assert endless == ENDLESS - ({"discard_jewel=barred"} if box == "people" else set())
