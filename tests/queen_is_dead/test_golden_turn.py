"""A turn: the three cases, the order of the characters, ties, who is turned down and stays so."""

from __future__ import annotations

from itertools import combinations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import NEIGHBOURS, SWAPS, oriented, table

NUMBERED = ("SNI", "ASS", "SCH", "NOB", "GAM", "PRI", "PIL", "ENT", "SPY")


# ------------------------------------------------------------------------------------------------ three cases


def test_two_face_down_tiles_are_turned_up_and_do_nothing() -> None:
    play = table("4:nob", "4:sch")
    assert play.roll(4) == {"white 4: nob > NOB", "black 4: sch > SCH"}
    assert play.due == "white: reposition"
    assert "activate.both_down" in play.clauses
    assert "activate.both_up" not in play.clauses


def test_two_face_up_tiles_both_act() -> None:
    play = table("4:NOB", "4:SNI 10:GUA")
    # Black's Sniper aims at White's tile at 10, which lies face down already.
    assert play.roll(4) == {
        "black red: 0 > 1",
        "supply red: 6 > 5",
        "white yellow: 0 > 1",
        "supply yellow: 6 > 5",
    }
    assert list(play.clauses).index("sniper.token") < list(play.clauses).index("noble.token")
    assert "activate.both_up" in play.clauses
    assert play.due == "white: extra"


@pytest.mark.parametrize("turn", list(Player))
def test_in_the_mixed_case_only_the_face_up_tile_acts_whoevers_turn_it_is(turn: Player) -> None:
    play = table("4:NOB", "4:sch", turn=turn)
    assert play.roll(4) == {"white yellow: 0 > 1", "supply yellow: 6 > 5"}
    # The ability comes first: the Schemer is still face down while the Noble's player chooses.
    assert play.due == "white: extra"
    assert play.do("take_extra blue") == {"white blue: 0 > 1", "supply blue: 6 > 5", "black 4: sch > SCH"}
    assert play.due == f"{turn.name.lower()}: reposition"
    assert "activate.mixed.reveal" in play.clauses


def test_in_the_mixed_case_a_hidden_recruit_comes_up_but_not_its_master() -> None:
    play = table("4:SCH", "4:rec | nob")
    assert play.roll(4) == {"white yellow: 0 > 1", "supply yellow: 6 > 5", "black 4: rec > REC"}


def test_in_the_mixed_case_a_hidden_guard_comes_up_after_the_shot_he_would_have_stopped() -> None:
    play = table("7:SNI 8:PRI", "6:PRI 7:gua 8:NOB")
    # The target is the Guard himself, face down: nobody is turned down.
    assert play.roll(7) == {"white red: 0 > 1", "supply red: 6 > 5", "black 7: gua > GUA"}


def test_in_the_mixed_case_a_face_up_guard_does_nothing_and_the_other_comes_up() -> None:
    play = table("4:GUA", "4:spy")
    assert play.roll(4) == {"black 4: spy > SPY"}
    assert play.due == "white: reposition"


def test_only_the_tiles_at_the_rolled_position_are_concerned() -> None:
    play = table("3:SCH 4:GUA 5:NOB", "3:SPY 4:GUA 5:ENT")
    assert play.roll(4) == set()
    assert play.due == "white: reposition"


# -------------------------------------------------------------------------------------------- order by number


@pytest.mark.parametrize("flip", [False, True])
def test_1_before_2_the_sniper_shoots_and_then_falls(flip: bool) -> None:
    play = oriented("4:SNI", "4:ASS 10:NOB", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(4) == {
        f"{low} red: 0 > 1",
        f"{high} red: 0 > 1",
        "supply red: 6 > 4",
        f"{high} 10: NOB > nob",
        f"{low} 4: SNI > sni",
    }


@pytest.mark.parametrize("flip", [False, True])
def test_2_before_3_the_schemer_falls_and_does_not_act(flip: bool) -> None:
    play = oriented("4:ASS | | B", "4:SCH", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(4) == {f"{low} red: 0 > 1", "supply red: 6 > 5", f"{high} 4: SCH > sch"}
    assert play.due == "white: reposition"
    assert "schemer.token" not in play.clauses
    assert "activate.downed" in play.clauses


@pytest.mark.parametrize("flip", [False, True])
def test_3_before_4_the_schemer_finds_no_token_yet(flip: bool) -> None:
    play = oriented("4:SCH", "4:NOB", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(4) == {f"{low} yellow: 0 > 1", f"{high} yellow: 0 > 1", "supply yellow: 6 > 4"}
    assert play.due == f"{high}: extra"
    assert list(play.clauses).index("schemer.token") < list(play.clauses).index("noble.token")


@pytest.mark.parametrize("flip", [False, True])
def test_4_before_5_the_gambler_takes_what_the_noble_has_just_gained(flip: bool) -> None:
    play = oriented("4:NOB", "4:GAM", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(4) == {f"{low} yellow: 0 > 1", "supply yellow: 6 > 5"}
    assert play.due == f"{low}: extra"
    assert play.do("take_extra red") == {f"{low} red: 0 > 1", "supply red: 6 > 5"}
    assert play.due == f"{high}: take two"
    assert play.do("take_two red yellow") == {
        f"{low} red: 1 > 0",
        f"{low} yellow: 1 > 0",
        f"{high} red: 0 > 1",
        f"{high} yellow: 0 > 1",
    }


@pytest.mark.parametrize("flip", [False, True])
def test_5_before_6_gambler_and_princess(flip: bool) -> None:
    play = oriented("4:PRI 7:GAM", "7:PRI | | RB", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(7) == set()
    assert play.due == f"{low}: take two"
    play.do("take_two red blue")
    assert play.due == f"{high}: turn up"


@pytest.mark.parametrize("flip", [False, True])
def test_6_before_7_princess_and_pilot(flip: bool) -> None:
    play = oriented("7:PRI", "6:PRI 7:PIL", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(7) == set()
    assert play.due == f"{low}: turn up"
    assert play.do("turn_up 2") == {
        f"{low} 2: ass > ASS",
        f"{high} blue: 0 > 1",
        "supply blue: 6 > 5",
    }
    assert play.due == f"{high}: swap"


@pytest.mark.parametrize("flip", [False, True])
def test_7_before_8_pilot_and_entertainer(flip: bool) -> None:
    play = oriented("4:PIL", "4:ENT", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(4) == {f"{low} blue: 0 > 1", "supply blue: 6 > 5"}
    assert play.due == f"{low}: swap"
    assert play.do("stop_swapping") == {f"{high} blue: 0 > 1", "supply blue: 5 > 4"}
    assert play.due == f"{high}: give"


@pytest.mark.parametrize("flip", [False, True])
def test_8_before_9_entertainer_and_spy(flip: bool) -> None:
    play = oriented("4:ENT | | R", "4:SPY", flip)
    low, high = ("black", "white") if flip else ("white", "black")
    assert play.roll(4) == {f"{low} blue: 0 > 1", "supply blue: 6 > 5"}
    assert (play.due, play.moves) == (f"{low}: give", {"give red", "give blue"})
    assert play.do("give red") == {f"{low} red: 1 > 0", f"{high} red: 0 > 1"}
    assert (play.due, play.moves) == (f"{low}: take", {"take red"})
    assert play.do("take red") == {
        f"{low} red: 0 > 1",
        f"{high} red: 1 > 0",
        f"{high} blue: 0 > 1",
        "supply blue: 5 > 4",
    }
    assert (play.due, play.moves) == (f"{high}: swap", SWAPS | {"stop_swapping"})


TOKEN_CLAUSE = {
    "SNI": "sniper.token",
    "ASS": "assassin.token",
    "SCH": "schemer.token",
    "NOB": "noble.token",
    "PIL": "pilot.token",
    "ENT": "entertainer.token",
    "SPY": "spy.token",
}


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize(("low", "high"), list(combinations(["SNI", "SCH", "NOB", "PIL", "ENT", "SPY"], 2)))
def test_the_smaller_number_takes_its_token_first(low: str, high: str, flip: bool) -> None:
    play = oriented(f"4:{low}", f"4:{high}", flip)
    order: list[str] = []
    play.roll(4)
    order += play.clauses
    while not play.due.endswith("reposition"):
        play.do(min(play.moves))
        order += play.clauses
    assert order.index(TOKEN_CLAUSE[low]) < order.index(TOKEN_CLAUSE[high])


# ------------------------------------------------------------------------------------------------------- ties


@pytest.mark.parametrize("tile", [t for t in NUMBERED if t != "PRI"])
def test_equal_characters_do_nothing(tile: str) -> None:
    play = table(f"4:{tile} 10:REC | | RYB", f"4:{tile} 10:REC | | RYB")
    assert play.roll(4) == set()
    assert play.due == "white: reposition"
    assert "activate.tie" in play.clauses


def test_two_princesses_do_nothing() -> None:
    play = table("", "")
    assert play.roll(7) == set()
    assert play.due == "white: reposition"
    assert "activate.tie" in play.clauses


def test_two_guards_do_nothing() -> None:
    play = table("4:GUA", "4:GUA")
    assert play.roll(4) == set()
    assert play.due == "white: reposition"


@pytest.mark.parametrize("tile", ["SCH", "NOB", "PIL", "ENT", "SPY"])
def test_a_guard_does_not_act_and_does_not_hold_the_other_back(tile: str) -> None:
    play = table("4:GUA", f"4:{tile}")
    changed = play.roll(4)
    colour = "yellow" if tile in {"SCH", "NOB"} else "blue"
    assert changed == {f"black {colour}: 0 > 1", f"supply {colour}: 6 > 5"}


# ---------------------------------------------------------------------------------------------- turned down


@pytest.mark.parametrize("tile", ["SCH", "NOB", "GAM", "PIL", "ENT", "SPY", "GUA"])
def test_whom_the_assassin_turns_down_does_not_act_nor_come_up(tile: str) -> None:
    play = table("4:ASS | | RB", f"4:{tile} | | Y")
    assert play.roll(4) == {"white red: 1 > 2", "supply red: 5 > 4", f"black 4: {tile} > {tile.lower()}"}
    assert (play.due, play.moves) == ("white: reposition", NEIGHBOURS | {"leave_line", "change_master 4"})


@pytest.mark.parametrize("tile", ["ASS", "SCH", "NOB", "GAM", "PIL", "ENT", "SPY", "GUA"])
def test_whom_the_sniper_at_seven_turns_down_does_not_act_nor_come_up(tile: str) -> None:
    play = table("6:PRI 7:SNI | | BB", f"6:PRI 7:{tile} | | Y")
    assert play.roll(7) == {"white red: 0 > 1", "supply red: 6 > 5", f"black 7: {tile} > {tile.lower()}"}
    assert play.due == "white: reposition"


def test_a_tile_turned_down_comes_up_again_in_a_later_turn() -> None:
    play = table("4:ASS", "4:ENT")
    play.roll(4)
    play.do("leave_line")
    # Now the mixed case: the Assassin acts again, and the tile across is turned up at the end.
    assert play.roll(4) == {"white red: 1 > 2", "supply red: 5 > 4", "black 4: ent > ENT"}
    assert play.due == "black: reposition"


def test_a_tile_that_the_guard_protects_acts() -> None:
    play = table("4:ASS", "4:ENT 5:GUA")
    assert play.roll(4) == {
        "white red: 0 > 1",
        "supply red: 6 > 5",
        "black blue: 0 > 1",
        "supply blue: 6 > 5",
    }
    assert play.due == "black: give"


# ------------------------------------------------------------------------------------------- end of the turn


def test_turns_alternate() -> None:
    play = table("4:GUA", "4:GUA")
    for name, other in [("white", "black"), ("black", "white"), ("white", "black")]:
        assert play.due == f"{name}: roll"
        play.roll(4)
        assert play.do("leave_line") == {f"turn: {name} > {other}"}
