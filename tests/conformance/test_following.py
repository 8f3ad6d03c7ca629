"""Following a play: what an engine says and does leaves out the pairs in which the rules say otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from queensbench.api.game import load
from queensbench.conformance.following import Following
from queensbench.conformance.ground import Ground
from queensbench.conformance.mapping import Mapper, Tables
from queensbench.conformance.pairs import Said
from queensbench.conformance.told import as_told
from queensbench.conformance.vocabulary import Pattern

MASTERS = ("SNIPER", "ASSASSIN")


def ground(tables: Tables | None = None) -> Ground:
    """The Queen is dead on its small box, where two moves are legal at first: whom to choose as the master."""
    rules = Ground(load("queen-is-dead/standard"), "blades")
    if tables is not None:
        rules.use(Mapper(rules.vocabulary, tables))
    return rules


def master(tile: str) -> dict[str, Any]:
    return {"move": "choose_master", "args": {"tile": tile}}


TABLES = Tables(events={"either": [[Pattern("choose_master", {"tile": tile})] for tile in MASTERS]})
EITHER = {"move": "either"}
UNKNOWN = {"move": "castle"}


@pytest.mark.parametrize(
    ("moves", "right"),
    [
        ([*map(master, MASTERS)], True),
        ([EITHER], True),
        ([EITHER, *map(master, MASTERS)], True),
        ([master("SNIPER")], False),
        ([EITHER, UNKNOWN], False),
        ([*map(master, MASTERS), UNKNOWN], False),
        ([UNKNOWN], False),
        ([], False),
    ],
)
def test_each_move_that_is_said_to_be_legal_must_be_one(moves: list[dict[str, Any]], right: bool) -> None:
    assert Following(ground(TABLES)).hear(Said("moves", moves)) is right


def test_of_many_events_none_that_the_mode_does_not_have_is_passed_over() -> None:
    """Of more than 24 events only some are tried as a whole; one that stands for no move is no legal one anyway."""
    twice = [Pattern("choose_master", {"tile": tile}) for tile in MASTERS]
    rules = ground(Tables(events={"both": [twice], "either": [[Pattern("choose_master")]]}))
    either = {"move": "either"}
    assert Following(rules).hear(Said("moves", [either] * 24))
    assert Following(rules).hear(Said("moves", [either, {"move": "both"}]))
    for offered in ([either, {"move": "both"}, UNKNOWN] * 9, [either, UNKNOWN, {"move": "both"}] * 9):
        assert not Following(rules).hear(Said("moves", offered))
    long = [either] * 60
    long[40] = {"move": "both"}  # not tried: it makes the offers be taken as sequences
    assert Following(rules).hear(Said("moves", long))
    long[1] = UNKNOWN
    assert not Following(rules).hear(Said("moves", long))


def test_moves_may_happen_silently_between_two_events_that_are_done_together() -> None:
    rules = Ground(load("queue4/standard"), "six")
    begin = [Pattern("begin_queue", {"queue": "FIRST"})]
    events = {"new": [[*begin, Pattern("reveal")]], "begin": [begin]}
    rules.use(Mapper(rules.vocabulary, Tables(events=events, silent=("shuffle_back",), most=1)))
    one_by_one, together = Following(rules), Following(rules)
    assert one_by_one.hear(Said("do", [{"move": "new"}]))
    assert one_by_one.hear(Said("do", [{"move": "begin"}]))
    assert together.hear(Said("do", [{"move": "new"}, {"move": "begin"}]))
    assert set(together.pairs.cubes) == set(one_by_one.pairs.cubes)
    assert together.readings == one_by_one.readings


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("space", ["", " "])
def test_a_table_of_several_indices_may_be_told_as_an_object(mapped: bool, space: str) -> None:
    """Its keys are lists in JSON, as each language writes them."""
    rules = Ground(load("queens-collection/competitive"), "duel")
    if mapped:
        rules.use(Mapper(rules.vocabulary, Tables(members={"Card": {"r": "RED"}})))
    state = next(iter(Following(rules).pairs.cubes))
    names = {"RED": "r"} if mapped else {}
    hand = {
        f'["{player}",{space}"{names.get(colour, colour)}"]': value
        for (player, colour), value in rules.word(state, "hand")
    }
    assert rules.agrees(state, rules.told({"hand": hand})) == ""
    wrong = hand | {f'["EAST",{space}"WILD"]': 2}
    assert rules.agrees(state, rules.told({"hand": wrong})) == "hand"
    theirs = as_told(rules.position(state, rules.sets.full), rules.told({"hand": wrong}))
    assert theirs is not None
    assert [key for key, value in rules.word(theirs._state, "hand") if value] == [["EAST", "WILD"]]
    assert rules.agrees(state, rules.told({"hand": hand | {"[": 0}})) == "hand"
