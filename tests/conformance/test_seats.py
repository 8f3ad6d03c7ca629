"""What an engine tells a seat that must not see it is a leak, in whatever form it tells it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from queensbench.api.game import load
from queensbench.conformance.engine import Answer
from queensbench.conformance.following import Following, Said
from queensbench.conformance.ground import Ground
from queensbench.conformance.mapping import Mapper
from queensbench.conformance.playing import Logs
from queensbench.conformance.seats import SeatWatch
from queensbench.engines.follow.steps import State

DEALT = [["RED", 1], ["ORANGE", 0], ["WILD", 0]]


class Telling(Logs):
    """Answers what it was given, whoever asks."""

    def __init__(self, state: dict[str, Any]) -> None:
        super().__init__("telling", "1")
        self.told = state

    def ask(self, ask: str, /, **request: Any) -> Answer:
        """The state."""
        return {"state": self.told}


@cache
def ground() -> Ground:
    return Ground(load("queens-collection/competitive"), "duel")


def states() -> list[State]:
    """Two states: of the start, and after all cards but one were dealt."""
    following = Following(ground())
    first = next(iter(following.pairs.cubes))
    assert following.hear(Said("drawn", "all"))
    return [first, next(one for one in following.pairs.cubes if ground().word(one, "pile") == DEALT)]


def watched(rules: Ground, form: Callable[[Any], Any], field: str = "pile") -> SeatWatch:
    """What is noted of an engine that tells each seat a hidden field of two states in this form."""
    watch = SeatWatch()
    for state in states():
        whole = rules.state(state)
        watch.look(Telling({field: form(whole[field])}), rules, state, whole)
    return watch


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("form", [list, dict])
def test_a_hidden_table_may_be_told_as_pairs_or_as_an_object(
    form: Callable[[Any], Any], mapped: bool
) -> None:
    rules = ground()
    if mapped:
        rules = Ground(rules.game, "duel", Mapper(rules.vocabulary))
    assert watched(rules, form).leaks() == [
        {"seat": seat, "field": "pile", "key": f'"{colour}"', "told": told}
        for seat in ("EAST", "NORTH")
        for colour, told in (("ORANGE", ["0", "3"]), ("RED", ["1", "3"]), ("WILD", ["0", "2"]))
    ]


@pytest.mark.parametrize("space", ["", " "])
def test_keys_of_several_parts_may_be_the_texts_of_an_object(space: str) -> None:
    def form(rows: Any) -> Any:
        return {f'["{player}",{space}"{colour}"]': 1 + value for (player, colour), value in rows}

    told = watched(ground(), form, "hand").told
    assert set(told) == {
        (seat, "hand", f'["{other}", "{colour}"]')
        for seat, other in (("NORTH", "EAST"), ("EAST", "NORTH"))
        for colour in ("RED", "ORANGE", "WILD")
    }
    assert ("1", "0") in told["NORTH", "hand", '["EAST", "RED"]']


@pytest.mark.parametrize("value", [7, True, "RED", [], [3, 3, 2], ["RED"], [["RED"]], {}, None])
def test_what_is_no_table_tells_nothing_of_one(value: Any) -> None:
    assert watched(ground(), lambda rows: value).told == {}
