"""The 8-puzzle: the published counts and depth."""

from __future__ import annotations

import pytest

from tests.reference.sliding_puzzle import mode
from tests.reference.walks import assert_same, compared, session, shortest, walk

# OEIS A089473: arrangements by the fewest moves from the one with the gap in a corner
BY_DEPTH = (
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512),
    *(4485, 5638, 9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
)  # fmt: skip


def test_the_explorer_counts_the_arrangements_by_depth() -> None:
    made = session(mode)
    found = made.explored()
    assert found.complete
    assert found.states == 181_440
    assert found.levels == 31
    assert found.level_sizes == BY_DEPTH
    assert found.deadlocks.count == 0
    farthest = int(found.ids()[-1])
    assert len(shortest(made, found, farthest)) == 31


def test_a_plain_walk_of_five_tiles_finds_the_same() -> None:
    made = session(mode, "2x3")
    plain = walk(made.interpreter())
    assert plain.states == 360
    assert_same(made.explored(), plain)


@pytest.mark.slow
def test_a_plain_walk_of_eight_tiles_finds_the_same() -> None:
    made = session(mode)
    plain = walk(made.interpreter())
    assert plain.levels == BY_DEPTH
    assert_same(made.explored(), plain)


def test_random_play_goes_on_to_the_limit() -> None:
    played = session(mode).played(games=200, seed=1, max_steps=100)
    assert played.complete
    assert played.cut.count == 200
    assert (played.shortest, played.longest) == (100, 100)


def test_the_readers_agree() -> None:
    report = compared(mode, comparisons=2_000)
    assert report.comparisons >= 2_000
    assert not report.seldom(500)
