"""Schemer, Noble, Gambler, Princess, Pilot, Spy and Entertainer.  The tile across is mostly a Guard: he does nothing."""

from __future__ import annotations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import SWAPS, table
from tests.tables import both

RED = {"white red: 0 > 1", "supply red: 6 > 5"}
YELLOW = {"white yellow: 0 > 1", "supply yellow: 6 > 5"}
BLUE = {"white blue: 0 > 1", "supply blue: 6 > 5"}
DONE = "white: reposition"

# ----------------------------------------------------------------------------------------------------- Schemer


def test_the_schemer_returns_any_token_of_the_opponent() -> None:
    play = table("4:SCH", "4:GUA | | RYY")
    assert play.roll(4) == {"white yellow: 0 > 1", "supply yellow: 4 > 3"}
    assert both(play) == ("white: return", {"return_token red", "return_token yellow"})
    assert play.do("return_token yellow") == {"black yellow: 2 > 1", "supply yellow: 3 > 4"}
    assert play.due == DONE


def test_a_schemer_whose_opponent_has_nothing_returns_nothing() -> None:
    play = table("4:SCH", "4:GUA")
    assert play.roll(4) == YELLOW
    assert play.due == DONE


def test_a_schemer_returns_the_only_token() -> None:
    play = table("4:SCH", "4:GUA | | B")
    assert play.roll(4) == YELLOW
    assert both(play) == ("white: return", {"return_token blue"})
    assert play.do("return_token blue") == {"black blue: 1 > 0", "supply blue: 5 > 6"}


def test_a_schemer_without_yellow_in_the_supply_still_returns() -> None:
    play = table("4:SCH | | YYY", "4:GUA | | YYY")
    assert play.roll(4) == set()
    assert both(play) == ("white: return", {"return_token yellow"})
    assert play.do("return_token yellow") == {"black yellow: 3 > 2", "supply yellow: 0 > 1"}


def test_on_the_opponents_turn_the_schemers_owner_chooses() -> None:
    play = table("4:SCH", "4:GUA | | RB", turn=Player.BLACK)
    play.roll(4)
    assert both(play) == ("white: return", {"return_token red", "return_token blue"})
    play.do("return_token red")
    assert play.due == "black: reposition"


# ------------------------------------------------------------------------------------------------------- Noble


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_the_noble_takes_yellow_and_one_more(colour: str) -> None:
    play = table("4:NOB", "4:GUA")
    assert play.roll(4) == YELLOW
    assert both(play) == ("white: extra", {"take_extra red", "take_extra yellow", "take_extra blue"})
    assert play.do(f"take_extra {colour}") == {
        f"white {colour.lower()}: 0 > 1",
        f"supply {colour.lower()}: 6 > 5",
    }
    assert play.due == DONE


def test_the_nobles_extra_token_may_be_yellow_too() -> None:
    play = table("4:NOB", "4:GUA")
    play.roll(4)
    assert play.do("take_extra yellow") == {"white yellow: 1 > 2", "supply yellow: 5 > 4"}


def test_a_noble_without_yellow_in_the_supply_takes_the_extra_token_of_another_colour() -> None:
    play = table("4:NOB | | YYY", "4:GUA | | YYY")
    assert play.roll(4) == set()
    assert both(play) == ("white: extra", {"take_extra red", "take_extra blue"})
    refusal = play.refused("take_extra yellow")
    assert "supply" in refusal.text


def test_a_noble_who_takes_the_last_yellow_cannot_take_another() -> None:
    play = table("4:NOB | | YY", "4:GUA | | YYY")
    assert play.roll(4) == {"white yellow: 2 > 3", "supply yellow: 1 > 0"}
    assert both(play) == ("white: extra", {"take_extra red", "take_extra blue"})


def test_a_noble_takes_the_very_last_token_of_the_supply() -> None:
    play = table("4:NOB | | RRRRYBBBBB", "4:GUA | | RYYYYYB")
    assert play.roll(4) == set()
    assert both(play) == ("white: extra", {"take_extra red"})
    play = table("4:NOB | | RRRRRBBBBB", "4:GUA | | RYYYYYB")
    # The last token is yellow: with it the supply is empty, and there is no other to take.
    assert play.roll(4) == {"white yellow: 0 > 1", "supply yellow: 1 > 0"}
    assert play.due == DONE


def test_a_noble_at_an_empty_supply_takes_nothing() -> None:
    play = table("4:NOB | | RRRRRYBBBBB", "4:GUA | | RYYYYYB")
    assert play.roll(4) == set()
    assert play.due == DONE


# ----------------------------------------------------------------------------------------------------- Gambler


def test_the_gambler_takes_any_two_tokens() -> None:
    play = table("4:GAM", "4:GUA | | RRYB")
    assert play.roll(4) == set()
    assert both(play) == (
        "white: take two",
        {"take_two red red", "take_two red yellow", "take_two red blue", "take_two yellow blue"},
    )
    assert play.do("take_two red red") == {"white red: 0 > 2", "black red: 2 > 0"}
    assert play.due == DONE


def test_the_gambler_takes_the_only_two() -> None:
    play = table("4:GAM", "4:GUA | | YB")
    play.roll(4)
    assert play.moves == {"take_two yellow blue"}


def test_from_an_opponent_with_one_token_the_gambler_takes_it() -> None:
    play = table("4:GAM", "4:GUA | | B")
    changed = play.roll(4)
    while play.due != DONE:  # nothing is left to choose, whether or not it is asked
        (only,) = play.moves
        changed = play.do(only)
    assert changed == {"white blue: 0 > 1", "black blue: 1 > 0"}


def test_from_an_opponent_without_tokens_the_gambler_takes_nothing() -> None:
    play = table("4:GAM | | RYB", "4:GUA")
    assert play.roll(4) == set()
    assert play.due == DONE
    assert "tokens.opponent_none" in play.clauses


def test_the_gambler_never_takes_from_the_supply() -> None:
    play = table("4:GAM", "4:GUA | | RY")
    play.roll(4)
    assert play.do("take_two red yellow") == {
        "white red: 0 > 1",
        "white yellow: 0 > 1",
        "black red: 1 > 0",
        "black yellow: 1 > 0",
    }


# ---------------------------------------------------------------------------------------------------- Princess

FULL = "SNI ASS SCH NOB GAM PRI PIL ENT REC REC GUA"


def test_the_princess_must_turn_up_one_face_down_tile_of_her_line() -> None:
    play = table("2:NOB 3:SCH 4:GUA 5:SPY 6:REC 7:PRI 8:ent 9:REC 10:ass 11:PIL 12:GAM | sni", "6:PRI 7:GUA")
    assert play.roll(7) == set()
    assert both(play) == ("white: turn up", {"turn_up 8", "turn_up 10"})
    assert play.do("turn_up 10") == {"white 10: ass > ASS"}
    assert play.due == DONE


def test_a_princess_without_a_face_down_tile_does_nothing() -> None:
    play = table(FULL, "6:PRI 7:GUA")
    assert play.roll(7) == set()
    assert play.due == DONE


@pytest.mark.parametrize("place", [2, 12])
def test_the_princess_finds_the_last_face_down_tile_at_either_end(place: int) -> None:
    line = FULL.split()
    line[place - 2] = line[place - 2].lower()
    play = table(" ".join(line), "6:PRI 7:GUA")
    play.roll(7)
    assert both(play) == ("white: turn up", {f"turn_up {place}"})


def test_the_princess_does_not_turn_up_the_master() -> None:
    play = table(FULL + " | spy", "6:PRI 7:GUA")
    play.roll(7)
    assert play.state.master_up[Player.WHITE] is False


def test_the_princess_acts_before_the_hidden_tile_across_comes_up() -> None:
    play = table("", "6:PRI 7:spy | nob")
    assert play.roll(7) == set()
    assert play.due == "white: turn up"
    assert play.do("turn_up 12") == {"white 12: sni > SNI", "black 7: spy > SPY"}


def test_a_tile_that_the_princess_turns_up_does_not_act() -> None:
    play = table("8:nob", "6:PRI 7:GUA")
    play.roll(7)
    assert play.do("turn_up 8") == {"white 8: nob > NOB"}
    assert play.due == DONE


# ------------------------------------------------------------------------------------------------------- Pilot


def test_the_pilot_swaps_twice_at_most_and_tiles_keep_their_side() -> None:
    play = table("2:nob 3:SCH 4:rec 8:PIL", "8:GUA")
    assert play.roll(8) == BLUE
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})
    play.refused("swap 12")
    assert play.do("swap 2") == {"white 2: nob > SCH", "white 3: SCH > nob"}
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})
    assert play.do("swap 3") == {"white 3: nob > rec", "white 4: rec > nob"}
    assert play.due == DONE


def test_the_pilot_may_swap_once_or_not_at_all() -> None:
    play = table("2:nob 3:SCH 8:PIL", "8:GUA")
    play.roll(8)
    play.do("swap 2")
    assert play.do("stop_swapping") == set()
    assert play.due == DONE
    play = table("2:nob 3:SCH 8:PIL", "8:GUA")
    play.roll(8)
    assert play.do("stop_swapping") == set()
    assert play.due == DONE


def test_the_pilot_may_swap_a_pair_and_swap_it_back() -> None:
    play = table("2:nob 3:SCH 8:PIL", "8:GUA")
    play.roll(8)
    play.do("swap 2")
    assert play.do("swap 2") == {"white 2: SCH > nob", "white 3: nob > SCH"}
    assert play.due == DONE


def test_the_pilot_may_move_the_princess() -> None:
    play = table("6:gam 5:SCH 8:PIL", "8:GUA")
    play.roll(8)
    assert play.do("swap 6") == {"white 6: gam > PRI", "white 7: PRI > gam"}
    assert play.do("swap 5") == {"white 5: SCH > PRI", "white 6: PRI > SCH"}
    assert play.due == DONE


def test_a_tile_that_the_pilot_brings_to_the_rolled_position_does_not_act() -> None:
    play = table("4:PIL 5:SCH 6:gam", "4:SPY")
    assert play.roll(4) == BLUE
    assert play.do("swap 4") == {"white 4: PIL > SCH", "white 5: SCH > PIL"}
    # The Pilot has moved himself, and goes on swapping; then the Spy across acts as it would have.
    assert play.do("swap 5") == {
        "white 5: PIL > gam",
        "white 6: gam > PIL",
        "black blue: 0 > 1",
        "supply blue: 5 > 4",
    }
    assert play.due == "black: swap"
    play.do("stop_swapping")
    assert play.due == DONE


def test_in_the_mixed_case_a_hidden_tile_the_pilot_brings_in_stays_hidden() -> None:
    play = table("4:PIL 5:sch", "4:nob")
    play.roll(4)
    play.do("swap 4")
    assert play.do("stop_swapping") == {"black 4: nob > NOB"}


def test_a_pilot_without_blue_in_the_supply_may_still_swap() -> None:
    play = table("4:PIL | | BBB", "4:GUA | | BBB")
    assert play.roll(4) == set()
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})


def test_of_pilot_and_entertainer_the_pilot_gets_the_last_blue() -> None:
    play = table("4:PIL | | BB", "4:ENT | | BBB")
    assert play.roll(4) == {"white blue: 2 > 3", "supply blue: 1 > 0"}
    assert play.do("stop_swapping") == set()
    assert both(play) == ("black: give", {"give blue"})


# --------------------------------------------------------------------------------------------------------- Spy


def test_the_spy_swaps_in_the_opponents_line_only() -> None:
    play = table("8:SPY", "2:nob 3:SCH 8:GUA 9:ent")
    assert play.roll(8) == BLUE
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})
    assert play.do("swap 2") == {"black 2: nob > SCH", "black 3: SCH > nob"}
    assert play.do("swap 8") == {"black 8: GUA > ent", "black 9: ent > GUA"}
    assert play.due == DONE


def test_a_spy_without_blue_in_the_supply_may_still_swap() -> None:
    play = table("4:SPY | | BBB", "4:GUA | | BBB")
    assert play.roll(4) == set()
    assert both(play) == ("white: swap", SWAPS | {"stop_swapping"})


def test_a_spy_leads_the_opposing_princess_before_the_sniper() -> None:
    play = table("4:SPY 5:SNI", "4:GUA 5:ass 8:NOB 9:ent")
    play.roll(4)
    assert play.do("swap 7") == {"black 7: PRI > NOB", "black 8: NOB > PRI"}
    assert play.do("swap 8") == {"black 8: PRI > ent", "black 9: ent > PRI"}
    play.do("leave_line")
    assert play.due == "black: roll"
    assert play.roll(5) == RED | {"black 9: PRI > pri"}
    assert play.due == "over: white"


def test_the_spys_owner_moves_the_face_down_tile_across_and_it_comes_up_where_it_lies() -> None:
    play = table("4:SPY", "4:nob 5:sch")
    play.roll(4)
    assert play.do("swap 4") == {"black 4: nob > sch", "black 5: sch > nob"}
    assert play.do("stop_swapping") == {"black 5: nob > NOB"}


# ------------------------------------------------------------------------------------------------- Entertainer


def test_the_entertainer_gives_any_token_and_takes_any() -> None:
    play = table("4:ENT | | R", "4:GUA | | YY")
    assert play.roll(4) == BLUE
    assert both(play) == ("white: give", {"give red", "give blue"})
    assert play.do("give red") == {"white red: 1 > 0", "black red: 0 > 1"}
    assert both(play) == ("white: take", {"take red", "take yellow"})
    assert play.do("take yellow") == {"white yellow: 0 > 1", "black yellow: 2 > 1"}
    assert play.due == DONE


def test_the_entertainer_may_take_the_gift_back() -> None:
    play = table("4:ENT", "4:GUA")
    play.roll(4)
    assert play.do("give blue") == {"white blue: 1 > 0", "black blue: 0 > 1"}
    assert both(play) == ("white: take", {"take blue"})
    assert play.do("take blue") == {"white blue: 0 > 1", "black blue: 1 > 0"}


def test_an_entertainer_without_blue_in_the_supply_gives_and_takes() -> None:
    play = table("4:ENT | | RB", "4:GUA | | YBBBBB")
    assert play.roll(4) == set()
    assert both(play) == ("white: give", {"give red", "give blue"})
    play.do("give red")
    assert both(play) == ("white: take", {"take red", "take yellow", "take blue"})
    # With this blue token White has two; Black keeps four.
    assert play.do("take blue") == {"white blue: 1 > 2", "black blue: 5 > 4"}


def test_on_the_opponents_turn_the_entertainers_owner_chooses_both() -> None:
    play = table("4:ENT | | R", "4:GUA | | Y", turn=Player.BLACK)
    play.roll(4)
    assert play.due == "white: give"
    play.do("give blue")
    assert play.due == "white: take"
    play.do("take yellow")
    assert play.due == "black: reposition"
