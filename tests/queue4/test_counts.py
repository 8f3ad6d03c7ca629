"""How many states, ends and choices each small box has, under the house readings; two of them counted twice.

The larger boxes are counted by the audit; here are those that take a second or two.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.counts import by_interpreter, counted, session_of

ROOT = Path(__file__).resolve().parents[2]

COUNTS = {
    ("standard", "six"): (4911, 8768, 9, 982),
    ("standard", "eight"): (61730, 130862, 12, 9908),
    ("royal-ball", "opening"): (153134, 305394, 23, 18164),
    ("bouquets", "nosegay"): (64016, 114426, 12, 13518),
    ("royal-ball", "pairs"): (68036, 137962, 22, 8700),
    ("ball-and-bouquets", "flowers"): (56348, 100950, 22, 12046),
    ("ball-and-bouquets", "jacks"): (41496, 77966, 14, 9570),
    ("ball-and-bouquets", "twins"): (5895, 9480, 15, 1114),
    ("campaign", "two_games"): (1554, 2940, 16, 54),
    ("campaign-bouquets", "two_bouquets"): (99867, 219672, 22, 75),
}
"""Of each box its states, its transitions, the most choices of a shortest play to a state, its ended states."""


SLOW = ("eight", "pairs", "flowers", "two_bouquets")


@pytest.mark.parametrize(
    ("mode_name", "box"),
    [pytest.param(*key, marks=pytest.mark.slow) if key[1] in SLOW else key for key in sorted(COUNTS)],
)
def test_states_of_a_small_box(mode_name: str, box: str) -> None:
    assert counted(session_of(f"queue4/{mode_name}", box).explored({})) == COUNTS[mode_name, box]


@pytest.mark.parametrize(("mode_name", "box"), [("standard", "six"), ("campaign", "two_games")])
def test_the_interpreter_alone_finds_as_many_states(mode_name: str, box: str) -> None:
    states, transitions, _, ends = COUNTS[mode_name, box]
    assert by_interpreter(f"queue4/{mode_name}", box) == (states, transitions, ends, 0)
