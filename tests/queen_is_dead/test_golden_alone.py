"""Plays that tell apart what no other play does: each test is the only one to notice some single fault in the rules."""

from __future__ import annotations

import pytest

from tests.queen_is_dead.table import SWAPS, table
from tests.tables import both

BLUE = {"white blue: 0 > 1", "supply blue: 6 > 5"}


def test_only_the_side_that_is_up_acts_whichever_it_is() -> None:
    play = table("4:gua", "4:SPY")
    assert play.roll(4) == {"black blue: 0 > 1", "supply blue: 6 > 5"}
    assert play.due == "black: swap"


@pytest.mark.parametrize(("master", "spot"), [("sni", 10), ("ass", 4)])
def test_reading_a_recruit_aims_at_nothing_and_the_character_itself_still_does(
    master: str, spot: int
) -> None:
    readings = {"recruit_aims": "NOWHERE"}
    other = "" if spot == 4 else "4:GUA "
    recruit = table(f"4:REC | {master}", f"{other}{spot}:SPY", readings=readings)
    recruit.roll(4)
    assert recruit.seen[f"black {spot}"] == "SPY"
    itself = table(f"4:{master.upper()}", f"{other}{spot}:SPY", readings=readings)
    assert f"black {spot}: SPY > spy" in itself.roll(4)


def test_reading_a_gambler_takes_one_by_one_two_tokens_that_are_there() -> None:
    play = table("4:GAM", "4:GUA | | RRYB", readings={"gambler_takes": "ONE_BY_ONE"})
    play.roll(4)
    assert both(play) == ("white: take one", {"take_one red", "take_one yellow", "take_one blue"})
    assert play.do("take_one blue") == {"white blue: 0 > 1", "black blue: 1 > 0"}
    assert both(play) == ("white: take one", {"take_one red", "take_one yellow"})
    play.do("take_one red")
    assert play.due == "white: reposition"


def test_reading_the_princess_turns_up_no_tile_that_was_turned_down_this_turn() -> None:
    readings = {"princess_revives": "NOT_THIS_TURN"}
    play = table("4:PRI 7:GUA 10:SPY 2:NOB", "4:SNI", readings=readings)
    assert "white 10: SPY > spy" in play.roll(4)
    assert both(play) == ("white: turn up", {f"turn_up {k}" for k in (3, 5, 6, 8, 9, 11, 12)})


def test_reading_a_pilot_must_swap_before_he_may_stop() -> None:
    play = table("4:PIL", "4:GUA", readings={"optional_swap": "OBLIGATORY"})
    assert play.roll(4) == BLUE
    assert both(play) == ("white: swap", SWAPS)
    play.do("swap 10")
    assert "stop_swapping" in play.moves


@pytest.mark.parametrize(("low", "after"), [(4, 5), (3, 3)])
def test_the_tile_to_be_turned_up_stays_it_whichever_way_a_spy_moves_it(low: int, after: int) -> None:
    play = table("4:SPY", "4:gua 3:NOB 5:PIL")
    play.roll(4)
    play.do(f"swap {low}")
    assert play.do("stop_swapping") == {f"black {after}: gua > GUA"}


def test_an_entertainer_whose_tokens_all_went_back_is_done_and_the_other_acts() -> None:
    play = table("4:ENT | | BBBBB", "4:SPY")
    assert play.roll(4) == {"white blue: 5 > 0", "black blue: 0 > 1", "supply blue: 1 > 5"}
    assert play.due == "black: swap"


@pytest.mark.parametrize(("tokens", "due"), [("RRYYYBBB", "over: white"), ("RRYYYBBBB", "white: reposition")])
def test_reading_exactly_three_of_each(tokens: str, due: str) -> None:
    play = table(f"4:SNI | | {tokens}", "4:GUA", readings={"three_of_each": "EXACTLY"})
    play.roll(4)
    assert play.due == due


def test_reading_a_face_down_tile_that_was_aimed_at_stays_down() -> None:
    for reading, up in (("TURNED_UP", {"black 4: spy > SPY"}), ("KEPT_DOWN", set())):
        play = table("4:ASS", "4:spy", readings={"aimed_face_down": reading})
        assert play.roll(4) == {"white red: 0 > 1", "supply red: 6 > 5", *up}
        assert ("activate.downed.stays" in play.clauses) == (not up)


def test_reading_a_guard_keeps_his_neighbour_from_becoming_the_master() -> None:
    for reading, allowed in (("LEAVES_LINE", True), ("PREVENTED", False)):
        play = table("4:GUA 5:NOB 9:SCH | spy", "4:gua", readings={"guard_and_master": reading})
        play.roll(12)
        assert ("change_master 5" in play.moves) == allowed
        assert "change_master 9" in play.moves


@pytest.mark.parametrize(
    ("low", "after"),
    [
        (9, {"white 9: SCH > NOB", "white 10: NOB > sch"}),
        (4, {"white 4: SPY > pil", "white 5: PIL > spy"}),
    ],
)
def test_reading_neighbours_are_turned_down_unless_a_guard_stands_beside(low: int, after: set[str]) -> None:
    line = "4:SPY 5:PIL 6:GAM 9:SCH 10:NOB 11:GUA 12:ENT"
    play = table(line, "2:gua", readings={"swap_facing": "TURNED_DOWN"})
    play.roll(2)
    assert play.do(f"swap_neighbours {low}") == {"turn: white > black", *after}
