"""Repositioning: one swap or one change of Master, by the player on turn, not in the very first turn."""

from __future__ import annotations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import NEIGHBOURS, table
from tests.tables import both

WHITE = "2:SNI 3:ass 4:GUA 5:NOB 6:SCH 7:PRI 8:ENT 9:GAM 10:REC 11:REC 12:SPY | pil"


def test_every_choice_there_is() -> None:
    play = table(WHITE, "4:GUA 5:NOB")
    play.roll(4)
    # Two neighbours, a face-up tile with an icon as Master, or neither: the Assassin lies face down.
    masters = {f"change_master {k}" for k in (2, 5, 6, 8, 12)}
    assert both(play) == ("white: reposition", NEIGHBOURS | masters | {"leave_line"})


@pytest.mark.parametrize("place", [4, 7, 9, 10, 11])
def test_guard_princess_gambler_and_recruits_cannot_become_master(place: int) -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    assert play.refused(f"change_master {place}").text == "require(may_be_master(s.line[s.active, spot]))"


@pytest.mark.parametrize("place", [4, 7, 9, 10, 11])
def test_the_refusal_of_such_a_change_names_the_clause(place: int) -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    assert "reposition.master.excluded" in play.refused(f"change_master {place}").clauses


def test_a_face_down_tile_cannot_become_master() -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    assert play.refused("change_master 3").text == "require(s.face_up[s.active, spot])"


@pytest.mark.parametrize(
    ("low", "changed"),
    [
        (2, {"white 2: SNI > ass", "white 3: ass > SNI"}),
        (4, {"white 4: GUA > NOB", "white 5: NOB > GUA"}),
        (6, {"white 6: SCH > PRI", "white 7: PRI > SCH"}),
        (7, {"white 7: PRI > ENT", "white 8: ENT > PRI"}),
        (10, set()),
        (11, {"white 11: REC > SPY", "white 12: SPY > REC"}),
    ],
)
def test_two_neighbours_change_places_and_keep_their_side(low: int, changed: set[str]) -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    assert play.do(f"swap_neighbours {low}") == changed | {"turn: white > black"}
    assert play.due == "black: roll"


def test_the_last_position_has_no_neighbour_above() -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    play.refused("swap_neighbours 12")


def test_a_change_of_master() -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    # The new Master lies face down aside; the old one, never shown before, lies face up in the line.
    assert play.do("change_master 5") == {
        "white 5: NOB > PIL",
        "white master: pil > nob",
        "turn: white > black",
    }
    assert play.due == "black: roll"


def test_a_change_of_a_master_who_was_shown() -> None:
    play = table("4:GUA 5:NOB | PIL", "4:GUA")
    play.roll(4)
    assert play.do("change_master 5") == {
        "white 5: NOB > PIL",
        "white master: PIL > nob",
        "turn: white > black",
    }


def test_recruits_follow_the_new_master_and_the_old_one_acts_in_the_line() -> None:
    play = table("4:GUA 5:NOB 6:REC | SCH", "4:GUA 5:rec 6:spy")
    play.roll(4)
    play.do("change_master 5")
    # Black's turn: White's Recruit acts as a Noble now, who is turned up again.
    assert play.roll(6) == {"white master: nob > NOB", "white yellow: 0 > 1", "supply yellow: 6 > 5"}
    assert play.due == "white: extra"
    assert play.do("take_extra blue") == {"white blue: 0 > 1", "supply blue: 6 > 5", "black 6: spy > SPY"}
    play.do("leave_line")
    # White's turn: the old Master is the Schemer at 5.
    assert play.roll(5) == {"white yellow: 1 > 2", "supply yellow: 5 > 4", "black 5: rec > REC"}


def test_a_tile_turned_up_this_turn_may_become_master_at_once() -> None:
    play = table("4:nob | pil", "4:gua")
    play.roll(4)
    assert "change_master 4" in play.moves
    assert play.do("change_master 4") == {
        "white 4: NOB > PIL",
        "white master: pil > nob",
        "turn: white > black",
    }


def test_a_tile_turned_down_this_turn_cannot_become_master() -> None:
    play = table("4:NOB | pil", "4:ASS")
    play.roll(4)
    assert both(play) == ("white: reposition", NEIGHBOURS | {"leave_line"})


def test_both_choices_may_be_left_alone() -> None:
    play = table(WHITE, "4:GUA")
    play.roll(4)
    assert play.do("leave_line") == {"turn: white > black"}


def test_after_one_of_the_two_the_turn_is_over() -> None:
    for move in ("swap_neighbours 2", "change_master 5"):
        play = table(WHITE, "4:GUA")
        play.roll(4)
        play.do(move)
        assert all(text.startswith("roll ") for text in play.moves)


def test_on_blacks_turn_black_repositions_in_the_black_line() -> None:
    play = table("4:GUA 5:NOB", "4:GUA 6:SCH 8:spy | ent", turn=Player.BLACK)
    play.roll(4)
    assert both(play) == ("black: reposition", NEIGHBOURS | {"leave_line", "change_master 6"})
    assert play.do("swap_neighbours 6") == {
        "black 6: SCH > PRI",
        "black 7: PRI > SCH",
        "turn: black > white",
    }


def test_there_is_no_repositioning_before_the_roll_or_within_an_ability() -> None:
    play = table(WHITE, "8:GUA")
    for move in ("swap_neighbours 2", "change_master 5", "leave_line"):
        play.refused(move)
    play.roll(8)
    assert play.due == "white: give"
    for move in ("swap_neighbours 2", "change_master 5", "leave_line"):
        play.refused(move)


def test_in_the_first_turn_of_the_game_neither_is_allowed() -> None:
    play = table(WHITE, "4:GUA 5:NOB", opening=True)
    assert play.roll(4) == {"turn: white > black"}
    for move in ("swap_neighbours 2", "change_master 5"):
        play.refused(move)
    assert play.due == "black: roll"
    assert play.roll(4) == set()
    assert both(play) == ("black: reposition", NEIGHBOURS | {"leave_line", "change_master 5"})
    play.do("leave_line")
    play.roll(4)
    assert play.due == "white: reposition"
    assert "change_master 5" in play.moves


def test_a_princess_who_was_moved_is_still_what_the_sniper_must_hit() -> None:
    play = table("4:GUA 10:SNI", "4:GUA 6:nob 10:ent")
    play.roll(4)
    play.do("leave_line")
    play.roll(12)
    assert play.do("swap_neighbours 6") >= {"black 6: nob > PRI", "black 7: PRI > nob"}
    assert play.roll(10) == {
        "white red: 0 > 1",
        "supply red: 6 > 5",
        "black 4: GUA > gua",
        "black 10: ent > ENT",
    }
    assert play.due == "white: reposition"
