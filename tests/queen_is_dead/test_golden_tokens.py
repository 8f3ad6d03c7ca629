"""Six tokens of one colour, at the end of an ability and in the middle of one."""

from __future__ import annotations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import SWAPS, table
from tests.tables import both

DONE = "white: reposition"
BLUE_BACK = {"white blue: 5 > 0", "supply blue: 1 > 6"}


@pytest.mark.parametrize("tile", ["SNI", "ASS"])
def test_the_sixth_red_token_sends_all_six_back(tile: str) -> None:
    play = table(f"4:{tile} | | RRRRRY", "4:gua")
    assert play.roll(4) == {"white red: 5 > 0", "supply red: 1 > 6", "black 4: gua > GUA"}
    assert {"tokens.six", "tokens.six.immediately"} <= set(play.clauses)


def test_five_of_a_colour_are_kept() -> None:
    play = table("4:SNI | | RRRR", "4:gua")
    assert play.roll(4) == {"white red: 4 > 5", "supply red: 2 > 1", "black 4: gua > GUA"}


def test_the_pilots_sixth_blue_goes_back_before_the_swaps() -> None:
    play = table("4:PIL | | BBBBB", "4:GUA")
    assert play.roll(4) == BLUE_BACK
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})


def test_the_spys_sixth_blue_goes_back_before_the_swaps() -> None:
    play = table("4:SPY | | BBBBB", "4:GUA")
    assert play.roll(4) == BLUE_BACK
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})


def test_the_schemers_sixth_yellow_goes_back_before_a_token_is_returned() -> None:
    play = table("4:SCH | | YYYYY", "4:GUA | | R")
    assert play.roll(4) == {"white yellow: 5 > 0", "supply yellow: 1 > 6"}
    assert both(play) == ("white: return", {"return_token red"})


def test_the_nobles_sixth_yellow_goes_back_and_yellow_is_there_for_the_extra_token() -> None:
    play = table("4:NOB | | YYYYYR", "4:GUA")
    assert play.roll(4) == {"white yellow: 5 > 0", "supply yellow: 1 > 6"}
    assert both(play) == ("white: extra", {"take_extra red", "take_extra yellow", "take_extra blue"})
    assert play.do("take_extra yellow") == {"white yellow: 0 > 1", "supply yellow: 6 > 5"}
    assert play.due == DONE


def test_the_nobles_extra_token_may_be_the_sixth() -> None:
    play = table("4:NOB | | YYYY", "4:GUA")
    assert play.roll(4) == {"white yellow: 4 > 5", "supply yellow: 2 > 1"}
    assert play.do("take_extra yellow") == {"white yellow: 5 > 0", "supply yellow: 1 > 6"}
    assert play.due == DONE


def test_the_nobles_extra_token_may_be_the_sixth_of_another_colour() -> None:
    play = table("4:NOB | | RRRRR", "4:GUA")
    play.roll(4)
    assert play.do("take_extra red") == {"white red: 5 > 0", "supply red: 1 > 6"}


def test_the_gamblers_two_tokens_may_make_six() -> None:
    play = table("4:GAM | | RRRR", "4:GUA | | RRY")
    play.roll(4)
    assert play.do("take_two red red") == {"white red: 4 > 0", "black red: 2 > 0", "supply red: 0 > 6"}
    assert play.due == DONE


def test_the_entertainers_gift_may_be_the_opponents_sixth() -> None:
    play = table("4:ENT", "4:GUA | | BBBBBR")
    assert play.roll(4) == {"white blue: 0 > 1", "supply blue: 1 > 0"}
    # All six go back at once: of Black's tokens only the red one can still be taken.
    assert play.do("give blue") == {"white blue: 1 > 0", "black blue: 5 > 0", "supply blue: 0 > 6"}
    assert both(play) == ("white: take", {"take red"})
    assert play.do("take red") == {"white red: 0 > 1", "black red: 1 > 0"}
    assert play.due == DONE


def test_after_such_a_gift_there_may_be_nothing_left_to_take() -> None:
    play = table("4:ENT", "4:GUA | | BBBBB")
    play.roll(4)
    assert play.do("give blue") == {"white blue: 1 > 0", "black blue: 5 > 0", "supply blue: 0 > 6"}
    assert play.due == DONE


def test_such_a_gift_may_be_of_any_colour() -> None:
    play = table("4:ENT | | Y", "4:GUA | | YYYYYB")
    play.roll(4)
    assert play.do("give yellow") == {"white yellow: 1 > 0", "black yellow: 5 > 0", "supply yellow: 0 > 6"}
    assert both(play) == ("white: take", {"take blue"})


def test_the_entertainers_own_sixth_blue_goes_back_before_the_gift() -> None:
    play = table("4:ENT | | BBBBBR", "4:GUA")
    assert play.roll(4) == BLUE_BACK
    assert both(play) == ("white: give", {"give red"})
    play.do("give red")
    assert both(play) == ("white: take", {"take red"})


def test_the_token_an_entertainer_takes_may_be_the_sixth() -> None:
    play = table("4:ENT | | RRRRR", "4:GUA | | R")
    play.roll(4)
    play.do("give blue")
    assert play.do("take red") == {"white red: 5 > 0", "black red: 1 > 0", "supply red: 0 > 6"}
    assert play.due == DONE


def test_six_of_two_colours_go_back_in_one_ability() -> None:
    play = table("4:NOB | | RRRRRYYYYY", "4:GUA")
    assert play.roll(4) == {"white yellow: 5 > 0", "supply yellow: 1 > 6"}
    assert play.do("take_extra red") == {"white red: 5 > 0", "supply red: 1 > 6"}


def test_the_token_returned_by_six_is_there_for_the_character_across() -> None:
    play = table("4:SCH | | YYYYY", "4:NOB")
    # The Schemer empties the supply of yellow and fills it again; Black's Noble finds six.
    assert play.roll(4) == {"white yellow: 5 > 0", "black yellow: 0 > 1", "supply yellow: 1 > 5"}
    assert play.due == "black: extra"


def test_the_sixth_token_is_sent_back_on_the_opponents_turn_too() -> None:
    play = table("4:PIL | | BBBBB", "4:GUA", turn=Player.BLACK)
    assert play.roll(4) == BLUE_BACK
    assert play.due == "white: swap"


def test_the_sixth_token_is_no_step_towards_the_set() -> None:
    play = table("4:NOB | | RRRYYYYYBB", "4:GUA")
    assert play.roll(4) == {"white yellow: 5 > 0", "supply yellow: 1 > 6"}
    assert play.do("take_extra blue") == {"white blue: 2 > 3", "supply blue: 4 > 3"}
    assert play.due == DONE
