"""Recruits and their Masters: numbers, ties, who is turned up."""

from __future__ import annotations

import pytest

from tests.queen_is_dead.table import SWAPS, oriented, table

# ------------------------------------------------------------------------------------------------------- ties


@pytest.mark.parametrize("master", ["sni", "ass", "sch", "nob", "pil", "ent", "spy"])
def test_recruits_of_equal_masters_do_nothing(master: str) -> None:
    play = table(f"4:REC 10:GAM | {master} | RYB", f"4:REC 10:GAM | {master} | RYB")
    # Numbers can only be compared when both are known: each Master is turned up, and that is all.
    assert play.roll(4) == {
        f"white master: {master} > {master.upper()}",
        f"black master: {master} > {master.upper()}",
    }
    assert play.due == "white: reposition"
    assert "activate.tie" in play.clauses


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("master", ["sni", "ass", "sch", "nob", "pil", "ent", "spy"])
def test_a_recruit_opposite_its_masters_own_character_does_nothing(master: str, flip: bool) -> None:
    play = oriented(f"4:REC 10:GAM | {master} | RYB", f"4:{master.upper()} 10:GAM | | RYB", flip)
    name = "black" if flip else "white"
    assert play.roll(4) == {f"{name} master: {master} > {master.upper()}"}
    assert play.due == "white: reposition"


# --------------------------------------------------------------------------------------------------- Recruits


def test_recruits_of_unequal_masters_act_by_their_masters_numbers() -> None:
    play = table("4:REC | nob", "4:REC | sch")
    assert play.roll(4) == {
        "white master: nob > NOB",
        "black master: sch > SCH",
        "black yellow: 0 > 1",
        "white yellow: 0 > 1",
        "supply yellow: 6 > 4",
    }
    # Black's Schemer came first: nothing to return, as White had no token yet.
    assert play.due == "white: extra"


def test_a_recruit_acts_as_its_master_and_turns_him_up() -> None:
    play = table("4:REC | pil", "4:gua")
    assert play.roll(4) == {"white master: pil > PIL", "white blue: 0 > 1", "supply blue: 6 > 5"}
    assert (play.due, play.moves) == ("white: swap", SWAPS | {"stop_swapping"})
    # The Recruit may move itself as a Pilot may.
    assert play.do("swap 4") == {"white 4: REC > gam", "white 5: gam > REC"}
    assert play.do("stop_swapping") == {"black 4: gua > GUA"}


def test_a_master_who_is_up_stays_up() -> None:
    play = table("4:REC | SCH", "4:GUA")
    assert play.roll(4) == {"white yellow: 0 > 1", "supply yellow: 6 > 5"}


def test_the_second_recruit_acts_as_the_same_master() -> None:
    play = table("4:REC 5:REC | sch", "4:GUA 5:sni")
    assert play.roll(5) == {
        "white master: sch > SCH",
        "white yellow: 0 > 1",
        "supply yellow: 6 > 5",
        "black 5: sni > SNI",
    }


def test_two_face_down_recruits_come_up_without_their_masters() -> None:
    play = table("4:rec | sch", "4:rec | nob")
    assert play.roll(4) == {"white 4: rec > REC", "black 4: rec > REC"}


def test_a_recruit_opposite_a_guard_acts() -> None:
    play = table("4:GUA", "4:REC | spy")
    assert play.roll(4) == {"black master: spy > SPY", "black blue: 0 > 1", "supply blue: 6 > 5"}
    assert play.due == "black: swap"


# ----------------------------------------------------------------------------------------------- turned down


def test_a_recruit_who_is_turned_down_does_not_act() -> None:
    play = table("4:ASS", "4:REC | nob")
    assert play.roll(4) == {
        "white red: 0 > 1",
        "supply red: 6 > 5",
        "black master: nob > NOB",
        "black 4: REC > rec",
    }
    assert play.due == "white: reposition"


def test_a_recruit_behind_whom_an_assassin_stands_turns_down_the_tile_across() -> None:
    play = table("4:REC | ass", "4:ENT | | R")
    assert play.roll(4) == {
        "white master: ass > ASS",
        "white red: 0 > 1",
        "supply red: 5 > 4",
        "black 4: ENT > ent",
    }
