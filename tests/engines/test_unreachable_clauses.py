"""Clauses that never come into play: shown by types, by a proved claim, or under one reading; else left open."""

from __future__ import annotations

from functools import cache

import pytest

from queensbench.engines.prove.planning import conjuncts
from queensbench.engines.prove.unreachable_clauses import Idle
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import attic

SLOW, FAST = {0: 0}, {0: 1}


@cache
def rules() -> ir.System:
    return build(attic.mode, attic.mode.full, ruleset="toy")


@cache
def idle(*, lemmas: bool, house: bool = False) -> Idle:
    system = rules()
    within = conjuncts(system, [0])
    return Idle(
        system,
        range(len(system.clauses)),
        lemmas=within if lemmas else (),
        house=within if house else (),
    )


def shown(asked: Idle, readings: dict[int, int] | None) -> set[str]:
    return {name for number, name in enumerate(rules().clauses) if asked.shown(number, readings)}


@pytest.mark.parametrize("readings", [None, SLOW, FAST])
def test_without_claims_only_readings_are_seen(readings: dict[int, int] | None) -> None:
    assert shown(idle(lemmas=False), readings) == ({"climb.fast"} if readings == SLOW else set())


def test_a_claim_shows_what_never_comes() -> None:
    # The rule that looks far is asked for on one path only, and has the same answer on all.
    assert shown(idle(lemmas=True), None) == {"fall.off", "look.roof", "look.far"}
    assert shown(idle(lemmas=True), SLOW) == {"fall.off", "look.roof", "look.far", "climb.fast"}
    assert shown(idle(lemmas=True), FAST) == {"fall.off", "look.roof", "look.far"}


def test_a_clause_that_was_not_asked_about_is_not_shown() -> None:
    system = rules()
    fall, slow = (system.clauses.index(name) for name in ("fall.off", "climb.slow"))
    asked = Idle(system, [fall], lemmas=conjuncts(system, [0]))
    assert (asked.shown(fall, None), asked.shown(slow, None)) == (True, False)


def test_a_claim_of_the_house_counts_there_only() -> None:
    assert shown(idle(lemmas=False, house=True), SLOW) == {"fall.off", "look.roof", "look.far", "climb.fast"}
    for readings in (None, FAST):
        assert shown(idle(lemmas=False, house=True), readings) == set()


def test_a_budget_that_ends_shows_nothing() -> None:
    system = rules()
    fall = system.clauses.index("fall.off")
    spent = Idle(system, [fall], lemmas=conjuncts(system, [0]), rlimit=1)
    assert not spent.shown(fall, None)
    assert spent.asked == 2


def test_time_that_is_over_shows_nothing() -> None:
    system = rules()
    late = Idle(system, range(len(system.clauses)), lemmas=conjuncts(system, [0]), seconds=-1)
    assert (late.late, late.ways, shown(late, SLOW)) == (True, [], set())
