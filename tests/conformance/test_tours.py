"""A tour counts a transition as done only where the play is where it leads."""

from __future__ import annotations

import pytest

from queensbench.api.game import load
from queensbench.conformance.following import Following, Said
from queensbench.conformance.ground import Ground
from queensbench.conformance.mapping import Mapper, Tables
from queensbench.conformance.playing import possible
from queensbench.conformance.tours import Tour
from queensbench.conformance.vocabulary import Pattern

DEALERS = ("NORTH", "EAST")


@pytest.mark.parametrize(("dealer", "done"), [("NORTH", 1), ("EAST", 0), ("", 0)])
def test_a_transition_counts_once_the_play_is_where_it_leads(dealer: str, done: int) -> None:
    """One event of the engine stands for two moves of the model: which it has done is what it tells of its state."""
    rules = Ground(load("queen-of-scots/standard"), "short")
    moves = {name: Pattern("choose_dealer", {"p": name}) for name in DEALERS}
    rules.use(Mapper(rules.vocabulary, Tables(events={"either": [[move] for move in moves.values()]})))
    following = Following(rules)
    tour = Tour(rules, rules.sets.full)
    code = tour.choose(following, possible(following)[1], False)
    assert rules.codes(moves["NORTH"]) == (code,)
    assert following.hear(Said("do", [{"move": "either"}]))
    if dealer:
        start = next(iter(Following(rules).pairs.cubes))
        [led] = rules.codes(moves[dealer])
        [(_, there)] = rules.steps.step(start, led, tour.cube)
        assert following.hear(Said("state", rules.state(there)))
    tour.arrived(following)
    assert tour.done == done
