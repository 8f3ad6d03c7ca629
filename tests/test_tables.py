"""The notation of plays on tables laid by hand, as the module of that notation shows it."""

from __future__ import annotations

import pytest

from queensbench.errors import Refused
from tests.queen_of_scots.table import table as cards
from tests.queue4.table import table as queues
from tests.tables import Letters, moved


def test_the_example_of_the_notation_is_true() -> None:
    play = cards("CCM", "KKK", pile="SP", deck="CCCKG")
    assert play.due == "north: pick up"
    assert play.do("draw; drawn C") == {"deck: CCCKG > CCKG", "north hand: CCM > CCCM"}
    assert play.of("lay") == {"lay C C C"}
    assert isinstance(play.refused("draw", "add M M"), Refused)


def test_where_much_lies_a_change_says_what_has_left_and_what_has_come() -> None:
    play = queues("68 AA2 - -")
    assert play.do("add first 0; reveal K; play") == {"first: 68 > -", "deck: -K", "discards: +68K"}
    assert moved("RRO", "ROG", "".join) == "-R +G"


def test_a_step_that_is_possible_is_not_refused() -> None:
    play = cards("CCM", "KKK", pile="SP", deck="CCCKG")
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        play.refused("draw")


def test_a_step_with_an_unknown_value_or_too_few_values_is_no_step() -> None:
    play = cards("CCM", "KKK", pile="SP", deck="CCCKG")
    for text in ("drawn X", "drawn", "drawn C C"):
        with pytest.raises(ValueError, match=r"not enough values|zip\(\) argument"):
            play.step(text)


def test_letters_stand_in_the_order_of_the_kind() -> None:
    letters = Letters(cards("C", "K").reader.mode.players or (), "NESW")
    assert letters.sort("WEN") == "NEW"
