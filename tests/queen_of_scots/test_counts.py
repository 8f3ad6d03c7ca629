"""How many states, transitions and ends each small deck has, under the house readings; one of them counted twice.

And what is found of rounds under other readings: which of them need never end.
"""

from __future__ import annotations

import pytest

from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.questions import ends
from queensbench.rules.system import properties_of
from tests.counts import by_interpreter, counted, session_of

MODE = "queen-of-scots/standard"

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


SLOW = ("family", "jewels", "people", "twins")


@pytest.mark.parametrize(
    "box", [pytest.param(b, marks=pytest.mark.slow) if b in SLOW else b for b in sorted(COUNTS)]
)
def test_states_of_a_small_deck(box: str) -> None:
    found = session_of(MODE, box).explored({})
    assert counted(found) == COUNTS[box]
    assert found.deadlocks.count == 0


def test_the_interpreter_alone_finds_as_many_states() -> None:
    states, transitions, _, silent = by_interpreter(MODE, "short", SILENCES)
    assert (states, transitions, silent) == (23, 26, 4)


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
    made = session_of(MODE, box)
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
