"""What plays show together: the fewest that exclude a reading, and those that contradict each other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import queensbench as qb
from queensbench.conformance import reasons
from queensbench.conformance.knowledge import Knowledge
from queensbench.conformance.reasons import Fact, Reasons, hitting, least
from queensbench.engines.follow.reading_sets import Cube, ReadingSets

SETS = ReadingSets(qb.load("queue4/standard").session("six")._box.system)
A, B = SETS.names.index("look_when"), SETS.names.index("queue_total")


def both(a: int, b: int) -> Cube:
    """The readings with these options of two rulings."""
    return SETS.bound({A: a, B: b})


def test_a_reading_is_entailed_by_two_plays_that_neither_shows_alone() -> None:
    known = Knowledge(SETS)
    assert known.learn(1, [both(0, 0), both(1, 1)])
    assert known.options_left(A) == [0, 1]
    assert known.excluding(A, 1) == ()
    assert known.learn(2, [SETS.one(B, 0)])
    assert (known.options_left(A), known.options_left(B)) == ([0], [0])
    assert known.excluding(A, 1) == (1, 2)
    assert known.excluding(B, 1) == (1, 2)
    known.leaves_alone(1, [both(0, 0), both(1, 1)])
    known.leaves_alone(2, [SETS.one(B, 0)])
    assert known.excluding(A, 1) == (1, 2)
    assert known.excluding(B, 1) == (2,)
    assert known.excluding(B, 2) == (1,)


def test_the_fewest_plays_are_named() -> None:
    """A play that shows alone what two others show together is named in their place."""
    known = Knowledge(SETS)
    known.learn(1, [both(0, 0), both(1, 1)])
    known.learn(2, [SETS.one(B, 0)])
    known.learn(3, known.cubes)
    assert known.excluding(A, 1) == (1, 2)
    known.leaves_alone(3, [SETS.one(A, 0)])
    assert known.excluding(A, 1) == (3,)


def test_a_play_that_leaves_nothing_is_not_taken_in() -> None:
    known = Knowledge(SETS)
    known.learn(1, [SETS.one(A, 0)])
    known.learn(2, [SETS.one(B, 0)])
    before = list(known.cubes)
    assert not known.learn(3, [SETS.one(A, 1)])
    assert known.cubes == before
    assert known.against([SETS.one(A, 1)]) == (1,)
    assert known.against([both(0, 1)]) == (2,)


def test_many_readings_are_held_by_one_cube() -> None:
    known = Knowledge(SETS)
    assert known.outline(0) == [SETS.full]
    known.learn(1, [both(0, 0), both(1, 1)])
    assert known.outline(2) == sorted([both(0, 0), both(1, 1)])
    assert known.outline(1) == [both(0, 0) | both(1, 1)]
    assert known.meets([both(0, 1), both(1, 1)])
    assert not known.meets([both(0, 1), both(1, 0)])


def test_a_claim_excludes_without_a_play() -> None:
    known = Knowledge(SETS, SETS.one(A, 0))
    assert known.options_left(A) == [0]
    assert known.excluding(A, 1) == ()


def test_a_play_is_known_for_the_options_of_which_it_took_the_last_readings() -> None:
    known = Knowledge(SETS)
    known.learn(1, [both(0, 0), both(1, 1)])
    known.learn(2, [SETS.one(B, 0)])
    assert [fact.last for fact in known.facts] == [((B, 2),), ((B, 1), (A, 1))]


def smallest(sets: list[int], elements: int) -> int:
    """The fewest elements with one of each set, the first of several, by trying all."""
    for size in range(elements + 1):
        for chosen in combinations(range(elements), size):
            bits = sum(1 << one for one in chosen)
            if all(one & bits for one in sets):
                return bits
    raise AssertionError("a set is empty")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(1, 127), max_size=12))
def test_the_fewest_elements_with_one_of_each_set(sets: list[int]) -> None:
    assert hitting(sets) == hitting(least(sets)) == smallest(sets, 7)


def test_too_many_tries_give_no_elements() -> None:
    assert hitting([0b11, 0b1100], most=2) is None


def random_cube(dice: Random, bound: int) -> Cube:
    """A cube that binds so many rulings."""
    places = dice.sample(range(len(SETS.names)), bound)
    return SETS.bound({r: dice.randrange(len(SETS.options[r])) for r in places})


def test_reasons_name_as_many_plays_as_trying_all_sets_of_plays_does() -> None:
    sizes: list[int] = []
    for seed in range(25):
        dice = Random(seed)
        facts = [
            Fact(play, (SETS.full,), tuple(random_cube(dice, dice.randint(1, 3)) for _ in range(2)))
            for play in range(1, 8)
        ]
        facts.append(Fact(8, tuple(random_cube(dice, 1) for _ in range(4)), ()))
        shown = Reasons(SETS, facts, SETS.full)
        for bound in (0, 2, len(SETS.names) - 3):
            cubes = [random_cube(dice, bound), random_cube(dice, bound)]
            wanted = tried(cubes, facts)
            assert shown.fewest(cubes) == wanted
            sizes.append(len(wanted))
    assert {size: sizes.count(size) for size in sorted(set(sizes))} == {0: 44, 1: 21, 2: 10}


def tried(cubes: list[Cube], facts: list[Fact]) -> tuple[int, ...]:
    """The fewest facts that leave nothing of these cubes, the first of several; none if all together leave something."""
    if what_is_left(cubes, tuple(facts)):
        return ()
    sets = (chosen for size in range(1, len(facts) + 1) for chosen in combinations(facts, size))
    return next(tuple(fact.play for fact in chosen) for chosen in sets if not what_is_left(cubes, chosen))


def what_is_left(cubes: list[Cube], facts: tuple[Fact, ...]) -> list[Cube]:
    """The readings of these cubes that facts leave, cube by cube."""
    for fact in facts:
        cubes = SETS.without_all(SETS.both(cubes, fact.alone), fact.gone)
    return cubes


def test_where_too_much_would_be_tried_no_play_can_be_taken_from_those_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reasons, "MOST_SHOWN", 0)
    known = Knowledge(SETS)
    known.learn(1, [both(0, 0), both(1, 1)])
    known.learn(2, [SETS.one(B, 0)])
    known.learn(3, known.cubes)
    known.leaves_alone(3, [SETS.one(A, 0)])
    assert known.excluding(A, 1) == (3,)
    assert known.excluding(B, 1) == (1, 3)
