"""Sniper, Assassin and Guard.  The tile across is mostly a Guard: he does nothing."""

from __future__ import annotations

import pytest

from tests.queen_is_dead.table import BAR, table
from tests.tables import both

RED = {"white red: 0 > 1", "supply red: 6 > 5"}
DONE = "white: reposition"

# ------------------------------------------------------------------------------------------------------ Sniper

PAIRS = [(6, 8), (5, 9), (4, 10), (3, 11), (2, 12)]


@pytest.mark.parametrize(("own", "target"), PAIRS + [(b, a) for a, b in PAIRS])
@pytest.mark.parametrize("tile", ["NOB", "REC"])
def test_the_sniper_turns_down_the_point_symmetric_tile(own: int, target: int, tile: str) -> None:
    play = table(f"{own}:SNI", f"{own}:GUA {target}:{tile}")
    assert play.roll(own) == RED | {f"black {target}: {tile} > {tile.lower()}"}
    assert play.due == DONE


def test_the_sniper_at_seven_aims_at_seven() -> None:
    play = table("6:PRI 7:SNI", "6:PRI 7:GUA")
    assert play.roll(7) == RED | {"black 7: GUA > gua"}


def test_the_snipers_own_line_is_safe() -> None:
    play = table("4:SNI 10:NOB", "4:GUA 10:sch")
    assert play.roll(4) == RED


def test_a_sniper_who_aims_at_a_face_down_tile_takes_the_token_all_the_same() -> None:
    play = table("4:SNI", "4:GUA 10:nob")
    assert play.roll(4) == RED
    assert play.due == DONE


def test_a_sniper_without_red_in_the_supply_still_shoots() -> None:
    play = table("4:SNI | | RRR", "4:GUA 10:NOB | | RRR")
    assert play.roll(4) == {"black 10: NOB > nob"}
    assert "tokens.supply_empty" in play.clauses


def test_sniper_in_the_mixed_case_the_tile_across_comes_up_the_target_stays_down() -> None:
    play = table("4:SNI", "4:sch 10:NOB")
    assert play.roll(4) == RED | {"black 4: sch > SCH", "black 10: NOB > nob"}


# ---------------------------------------------------------------------------------------------------- Assassin


@pytest.mark.parametrize("place", [k for k in BAR if k != 7])
def test_the_assassin_turns_down_the_tile_across(place: int) -> None:
    play = table(f"{place}:ASS", f"{place}:NOB {14 - place}:SCH")
    assert play.roll(place) == RED | {f"black {place}: NOB > nob"}
    assert play.due == DONE


def test_an_assassin_without_red_in_the_supply_still_strikes() -> None:
    play = table("4:ASS | | RRR", "4:NOB | | RRR")
    assert play.roll(4) == {"black 4: NOB > nob"}


def test_of_sniper_and_assassin_the_sniper_gets_the_last_red() -> None:
    play = table("4:SNI | | RR", "4:ASS 10:NOB | | RRR")
    assert play.roll(4) == {
        "white red: 2 > 3",
        "supply red: 1 > 0",
        "black 10: NOB > nob",
        "white 4: SNI > sni",
    }


# ------------------------------------------------------------------------------------------------------- Guard


@pytest.mark.parametrize("target", [2, 3, 5, 9, 12])
@pytest.mark.parametrize("distance", range(-3, 4))
def test_the_guard_protects_his_two_neighbours_and_nobody_else(target: int, distance: int) -> None:
    own, guard = 14 - target, target + distance
    if guard not in BAR or guard in {target, own, 7}:
        guard, distance = 0, 0  # the Guard lies elsewhere, face down
    line = f"{own}:gam {target}:NOB" + (f" {guard}:GUA" if guard else "")
    play = table(f"{own}:SNI", line)
    turned = set() if abs(distance) == 1 else {f"black {target}: NOB > nob"}
    assert play.roll(own) == RED | {f"black {own}: gam > GAM"} | turned


@pytest.mark.parametrize("guard", [3, 5])
def test_the_guard_protects_on_either_side_against_the_assassin(guard: int) -> None:
    play = table("4:ASS", f"4:SCH {guard}:GUA")
    assert play.roll(4) == RED | {"black yellow: 0 > 1", "supply yellow: 6 > 5"}
    # The Schemer acts as well: White's new token is the only one to be returned.
    assert both(play) == ("black: return", {"return_token red"})


def test_a_face_down_guard_protects_nobody() -> None:
    play = table("4:ASS", "3:gua 4:SCH")
    assert play.roll(4) == RED | {"black 4: SCH > sch"}


def test_the_guard_cannot_protect_himself() -> None:
    assert table("4:ASS", "4:GUA").roll(4) == RED | {"black 4: GUA > gua"}
    play = table("4:SNI", "4:ent 10:GUA")
    assert play.roll(4) == RED | {"black 10: GUA > gua", "black 4: ent > ENT"}


def test_a_guard_once_down_protects_no_longer() -> None:
    play = table("4:SNI 9:ASS", "4:ent 9:NOB 10:GUA")
    assert play.roll(4) == RED | {"black 10: GUA > gua", "black 4: ent > ENT"}
    play.do("leave_line")
    assert play.roll(9) == {"white red: 1 > 2", "supply red: 5 > 4", "black 9: NOB > nob"}


def test_the_guard_of_one_player_does_not_protect_the_others_tiles() -> None:
    play = table("4:ASS 3:GUA", "4:SCH")
    assert play.roll(4) == RED | {"black 4: SCH > sch"}
    play = table("4:SNI 9:GUA 11:REC", "4:GUA 10:NOB")
    assert play.roll(4) == RED | {"black 10: NOB > nob"}


def test_the_guard_protects_against_a_recruit_who_shoots() -> None:
    play = table("4:REC | SNI", "4:ent 10:NOB 11:GUA")
    assert play.roll(4) == RED | {"black 4: ent > ENT"}
