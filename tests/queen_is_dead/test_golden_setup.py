"""Set-up: Masters, lines, the roll for the start, and the first turns."""

from __future__ import annotations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import BAR, BLACK_LINE, NEIGHBOURS, WHITE_LINE, begin, laid, table
from tests.tables import both

ALLOWED = ("sniper", "assassin", "schemer", "noble", "pilot", "entertainer", "spy")
EXCLUDED = ("gambler", "princess", "recruit", "guard")


def test_the_supply_starts_full_and_the_princesses_face_up_at_seven() -> None:
    play = begin()
    table_seen = play.seen
    for colour in ("red", "yellow", "blue"):
        assert table_seen[f"supply {colour}"] == "6"
        assert table_seen[f"white {colour}"] == table_seen[f"black {colour}"] == "0"
    for name in ("white", "black"):
        assert table_seen[f"{name} 7"] == "PRI"
        assert [k for k in BAR if table_seen[f"{name} {k}"].isupper()] == [7]
        assert table_seen[f"{name} master"].islower()


def test_the_seven_characters_with_an_icon_may_be_masters() -> None:
    play = begin()
    assert play.due == "white: choose master"
    assert play.moves == {f"choose_master {tile}" for tile in ALLOWED}


@pytest.mark.parametrize("tile", EXCLUDED)
def test_a_character_without_an_icon_is_refused_as_master(tile: str) -> None:
    refusal = begin().refused(f"choose_master {tile}")
    # The Princess lies in the line already: that she is not at hand is reason enough.
    hand = "require(s.hand[s.active, tile] > 0)"
    assert refusal.text == (hand if tile == "princess" else "require(may_be_master(tile))")


def test_the_refusal_of_a_gambler_as_master_names_the_clause() -> None:
    assert "setup.master.excluded" in begin().refused("choose_master gambler").clauses


def test_both_masters_are_picked_before_a_line_is_laid() -> None:
    play = begin()
    play.do("choose_master noble")
    assert both(play) == ("black: choose master", {f"choose_master {tile}" for tile in ALLOWED})
    play.refused("lay sniper")


def test_a_master_is_secret_and_leaves_the_hand() -> None:
    play = begin()
    play.do("choose_master noble")
    assert play.seen["white master"] == "nob"
    play.do("choose_master spy")
    assert play.seen["black master"] == "spy"
    assert play.due == "white: lay line"
    assert play.moves == {
        f"lay {tile}" for tile in (*ALLOWED, "gambler", "recruit", "guard") if tile != "noble"
    }
    play.refused("lay noble")
    play.refused("lay princess")


def test_a_tile_is_laid_as_often_as_one_has_it() -> None:
    play = begin()
    play.do("choose_master noble")
    play.do("choose_master spy")
    play.do("lay sniper")
    play.refused("lay sniper")
    play.do("lay recruit")
    assert "lay recruit" in play.moves
    play.do("lay recruit")
    play.refused("lay recruit")


def test_the_line_is_laid_in_any_order_face_down_on_both_sides_of_the_princess() -> None:
    play = laid()
    play.check()
    table_seen = play.seen
    for name, line in (("white", WHITE_LINE), ("black", BLACK_LINE)):
        for k, tile in zip(BAR, line.split(), strict=True):
            code = tile[:3]
            assert table_seen[f"{name} {k}"] == (code.upper() if k == 7 else code)
    assert table_seen["white master"] == "nob"
    assert table_seen["black master"] == "spy"


def test_the_start_is_rolled_for_once_both_lines_lie() -> None:
    play = laid()
    assert play.moves == {"roll_for_start white", "roll_for_start black", "roll_for_start neither"}


def test_two_totals_of_two_dice_are_equal_in_146_of_1296_cases() -> None:
    # 1+4+9+16+25+36+25+16+9+4+1 = 146; what is left falls to both alike.
    assert laid().weights() == {
        "roll_for_start white": 575,
        "roll_for_start black": 575,
        "roll_for_start neither": 146,
    }


def test_with_one_die_each_six_of_36_cases_are_equal() -> None:
    assert laid({"start_roll": "OWN_DIE"}).weights() == {
        "roll_for_start white": 15,
        "roll_for_start black": 15,
        "roll_for_start neither": 6,
    }


def test_equal_totals_are_rolled_again() -> None:
    play = laid()
    before = play.weights()
    for _ in range(2):
        assert play.do("roll_for_start neither") == set()
        assert "setup.starter.tie" in play.clauses
        assert play.weights() == before


@pytest.mark.parametrize("winner", list(Player))
def test_who_rolled_more_takes_the_first_turn(winner: Player) -> None:
    play = laid()
    play.do("roll_for_start neither")
    play.do(f"roll_for_start {winner.name.lower()}")
    assert play.due == f"{winner.name.lower()}: roll"
    assert play.state.starter == winner


def test_every_total_of_two_dice_has_its_number_of_throws() -> None:
    play = laid()
    play.do("roll_for_start white")
    assert play.weights() == {f"roll {k}": 6 - abs(k - 7) for k in BAR}
    assert sum(play.weights().values()) == 36


def test_the_first_turn_has_no_repositioning_and_the_second_players_has() -> None:
    play = laid()
    play.do("roll_for_start black")
    changed = play.roll(4)
    # Black's Schemer and White's Guard come up; Black began and must leave everything where it lies.
    assert changed == {"white 4: gua > GUA", "black 4: sch > SCH", "turn: black > white"}
    assert play.due == "white: roll"
    assert play.roll(3) == {"white 3: rec > REC", "black 3: nob > NOB"}
    assert play.due == "white: reposition"
    # The only face-up tiles of White are Princess, Guard and a Recruit: none of them may become Master.
    assert play.moves == NEIGHBOURS | {"leave_line"}
    assert play.do("leave_line") == {"turn: white > black"}
    assert play.roll(12) == {"white 12: ent > ENT", "black 12: ent > ENT"}
    # Black's second turn: the exception is over.
    assert play.due == "black: reposition"
    assert play.moves == NEIGHBOURS | {"leave_line", "change_master 3", "change_master 4", "change_master 12"}


def test_the_exception_is_the_starting_players_alone() -> None:
    play = table("4:SCH", "4:GUA", opening=True)
    play.roll(4)
    assert play.due == "black: roll"
    play.roll(2)
    assert play.due == "black: reposition"


def test_a_whole_first_turn_with_abilities_ends_without_repositioning() -> None:
    play = table("4:NOB", "4:ENT", opening=True)
    assert play.roll(4) == {"white yellow: 0 > 1", "supply yellow: 6 > 5"}
    assert play.do("take_extra red") == {
        "white red: 0 > 1",
        "supply red: 6 > 5",
        "black blue: 0 > 1",
        "supply blue: 6 > 5",
    }
    assert (play.due, play.moves) == ("black: give", {"give blue"})
    assert play.do("give blue") == {"white blue: 0 > 1", "black blue: 1 > 0"}
    assert (play.due, play.moves) == ("black: take", {"take red", "take yellow", "take blue"})
    assert play.do("take red") == {"white red: 1 > 0", "black red: 0 > 1", "turn: white > black"}
    assert play.due == "black: roll"
