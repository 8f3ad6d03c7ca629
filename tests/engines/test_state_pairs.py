"""Two versions walked side by side: the play that parts them is the one of the fewest choices, then of the fewest steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from queensbench.engines.versions.state_pairs import Pairs, PairsAnswer

CHANCE = 100
"""Codes from here on are of chance."""
Graph = Mapping[str, Mapping[str, tuple[int, str]]]
"""By state the moves, each with its code and the state that it leads to."""


class Side:
    """A version that is a graph of states; it stands in for :class:`PairSide`."""

    def __init__(self, graph: Graph, over: str) -> None:
        self.graph, self.end = graph, over
        self.system = SimpleNamespace(fields=())
        self.box = SimpleNamespace(coding=SimpleNamespace(chance_base=CHANCE))
        self.stepper = SimpleNamespace(start=lambda: b"a", step=self.step)

    def step(self, state: bytes, code: int) -> bytes:
        return next(there.encode() for c, there in self.graph[state.decode()].values() if c == code)

    def fields(self, names: list[str]) -> Callable[[bytes], dict[str, Any]]:
        return lambda state: {}

    def judged(self, state: bytes) -> tuple[str, Any]:
        return ("over", ((), ())) if state.decode() == self.end else ("goes on", None)

    def moves(self, state: bytes) -> dict[str, int]:
        return {text: code for text, (code, _) in self.graph.get(state.decode(), {}).items()}

    def odds(self, state: bytes, codes: Mapping[str, int]) -> dict[str, Fraction]:
        return {}

    def decider(self, state: bytes, code: int) -> str:
        return "nobody"


def walked(graph: Graph, over: str, budget: int = 100) -> PairsAnswer:
    """The walk over a graph and another version of it that ends in a state as well."""
    sides: list[Any] = [Side(graph, "-"), Side(graph, over)]
    return Pairs(*sides).walk(budget, lambda text: None)


LATE: Graph = {
    "a": {"choose": (1, "d"), "roll": (101, "c")},
    "c": {"roll": (101, "e")},
    "e": {"roll": (101, "d")},
    "d": {"end": (3, "x")},
}
"""State d is first seen after a choice; without one it is reached after three events of chance."""
AWAY: Graph = {
    "a": {"roll": (101, "b"), "wait": (102, "c")},
    "b": {"end": (1, "x")},
    "c": {"end": (103, "x")},
}
"""The first pair that shows the difference does so after a choice, the second one after chance."""


@pytest.mark.parametrize(
    ("graph", "choices", "moves"),
    [(LATE, 1, ("roll", "roll", "roll", "end")), (AWAY, 0, ("wait", "end"))],
    ids=["late", "away"],
)
def test_the_play_is_the_one_of_the_fewest_choices(
    graph: Graph, choices: int, moves: tuple[str, ...]
) -> None:
    found = walked(graph, "x")
    assert (found.kind, found.choices, found.moves, found.complete) == ("ending", choices, moves, False)
    assert (
        found.text == "after end the game goes on under the older version and is over under the newer version"
    )


def test_of_plays_with_as_many_choices_the_one_of_fewer_steps_is_told() -> None:
    graph: Graph = {
        "a": {"one": (101, "b"), "two": (102, "c")},
        "b": {"one": (101, "d")},
        "c": {"one": (1, "x")},
        "d": {"one": (101, "e")},
        "e": {"one": (2, "x")},
    }
    assert walked(graph, "x").moves == ("two", "one")


def test_a_walk_without_a_difference_compares_each_pair_once() -> None:
    assert walked(LATE, "-") == PairsAnswer("", "", 0, (), 5, complete=True)
    assert walked(LATE, "-", budget=3) == PairsAnswer("", "", 0, (), 2, complete=False)


def test_a_difference_that_was_found_is_told_where_the_budget_ends_the_walk() -> None:
    graph: Graph = {
        "a": {"one": (101, "b"), "two": (102, "c")},
        "b": {"end": (1, "x")},
        "c": {f"to{n}": (102 + n, f"c{n}") for n in range(9)},
    }
    found = walked(graph, "x", budget=5)
    assert (found.moves, found.choices, found.pairs, found.complete) == (("one", "end"), 1, 3, False)
