"""What plays show together: the fewest that exclude a reading, and those that contradict each other."""

from __future__ import annotations

import queensbench as qb
from queensbench.conformance.knowledge import Knowledge
from queensbench.engines.follow.reading_sets import Cube, ReadingSets

SETS = ReadingSets(qb.load("queue4/standard").session("six")._box.system)
A, B = SETS.names.index("look_when"), SETS.names.index("queue_total")


def both(a: int, b: int) -> Cube:
    """The readings with these options of two rulings."""
    return SETS.bound({A: a, B: b})


def test_a_reading_is_entailed_by_two_plays_that_neither_shows_alone() -> None:
    known = Knowledge(SETS)
    assert known.learn(1, [both(0, 0), both(1, 1)], [both(0, 0), both(1, 1)])
    assert known.options_left(A) == [0, 1]
    assert known.excluding(A, 1) == ()
    assert known.learn(2, [SETS.one(B, 0)], [SETS.one(B, 0)])
    assert (known.options_left(A), known.options_left(B)) == ([0], [0])
    assert known.excluding(A, 1) == (1, 2)
    assert known.excluding(B, 1) == (2,)
    assert known.excluding(B, 2) == (1,)


def test_the_fewest_plays_are_named() -> None:
    """A play that shows alone what two others show together is named in their place."""
    known = Knowledge(SETS)
    known.learn(1, [both(0, 0), both(1, 1)], [both(0, 0), both(1, 1)])
    known.learn(2, [SETS.one(B, 0)], [SETS.one(B, 0)])
    known.learn(3, known.cubes, [SETS.one(A, 0)])
    assert known.excluding(A, 1) == (3,)


def test_a_play_that_leaves_nothing_is_not_taken_in() -> None:
    known = Knowledge(SETS)
    known.learn(1, [SETS.one(A, 0)], [SETS.one(A, 0)])
    known.learn(2, [SETS.one(B, 0)], [SETS.one(B, 0)])
    before = list(known.cubes)
    assert not known.learn(3, [SETS.one(A, 1)], [SETS.one(A, 1)])
    assert known.cubes == before
    assert known.against([SETS.one(A, 1)]) == (1,)
    assert known.against([both(0, 1)]) == (2,)


def test_many_readings_are_held_by_one_cube() -> None:
    known = Knowledge(SETS)
    assert known.outline(0) == [SETS.full]
    known.learn(1, [both(0, 0), both(1, 1)], [both(0, 0), both(1, 1)])
    assert known.outline(2) == sorted([both(0, 0), both(1, 1)])
    assert known.outline(1) == [both(0, 0) | both(1, 1)]
    assert known.meets([both(0, 1), both(1, 1)])
    assert not known.meets([both(0, 1), both(1, 0)])


def test_a_claim_excludes_without_a_play() -> None:
    known = Knowledge(SETS, SETS.one(A, 0))
    assert known.options_left(A) == [0]
    assert known.excluding(A, 1) == ()
