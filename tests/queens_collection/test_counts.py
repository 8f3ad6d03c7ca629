"""How many states, ends and choices each small box has, under the house readings; two of them counted twice.

The larger boxes are counted by the audit; here are those that take a second or two.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_table import ExploreSettings, Symmetry
from queensbench.readers.symmetry.groups import group
from tests.counts import by_interpreter, counted, session_of

ROOT = Path(__file__).resolve().parents[2]

COUNTS = {
    ("cooperative", "young"): (11953, 42181, 8, 3244),
    ("cooperative", "harder"): (19619, 76690, 7, 3896),
    ("cooperative", "youngest"): (450737, 2572517, 8, 116122),
    ("solo", "young"): (3298, 9768, 5, 300),
    ("competitive", "duel"): (251191, 404616, 34, 44388),
    ("competitive", "gone"): (388827, 608926, 30, 33556),
}
"""Of each box its states, its transitions, the most choices of a shortest play to a state, its ended states."""


@pytest.mark.parametrize(("mode_name", "box"), sorted(COUNTS))
def test_states_of_a_small_box(mode_name: str, box: str) -> None:
    assert counted(session_of(f"queens-collection/{mode_name}", box).explored({})) == COUNTS[mode_name, box]


def test_the_interpreter_alone_finds_as_many_states() -> None:
    states, transitions, _, ends = COUNTS["solo", "young"]
    assert by_interpreter("queens-collection/solo", "young") == (states, transitions, ends, 0)


@pytest.mark.slow
def test_three_colours_and_cards_enough() -> None:
    made = session_of("queens-collection/cooperative", "enough")
    found = made.explored({}, keep=False)
    assert found.complete
    assert (found.states, found.transitions, found.levels) == (4_659_131, 35_074_496, 9)
    merged = explore(
        made.native,
        made.system,
        ExploreSettings(
            made.raw(),
            made.parameters(),
            symmetry=Symmetry(made.system, group(made.mode, made.instance).tables()),
        ),
    )
    assert merged.complete
    assert (merged.states, merged.transitions) == (781_364, 5_880_216)
    assert found.states >= 4 * merged.states
