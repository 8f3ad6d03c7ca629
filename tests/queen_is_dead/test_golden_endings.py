"""Both endings: a Princess turned down, three tokens of every colour; and nothing after them."""

from __future__ import annotations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import Play, table
from tests.tables import both


def assert_nothing_more(play: Play) -> None:
    assert play.moves == set()
    for text in ("roll 4", "leave_line", "swap_neighbours 2", "take_extra red", "give blue", "stop_swapping"):
        assert play.refused(text).text == "the game has ended"


# ------------------------------------------------------------------------------------------- a Princess falls


@pytest.mark.parametrize("turn", list(Player))
def test_the_assassin_across_from_the_princess_wins(turn: Player) -> None:
    play = table("6:PRI 7:ASS", "", turn=turn)
    assert play.roll(7) == {"white red: 0 > 1", "supply red: 6 > 5", "black 7: PRI > pri"}
    assert play.due == "over: white"
    assert {"goal.princess", "end.princess", "princess.lose"} <= set(play.clauses)
    assert_nothing_more(play)


@pytest.mark.parametrize("turn", list(Player))
def test_the_sniper_at_seven_wins_against_the_princess_at_seven(turn: Player) -> None:
    play = table("", "6:PRI 7:SNI", turn=turn)
    assert play.roll(7) == {"black red: 0 > 1", "supply red: 6 > 5", "white 7: PRI > pri"}
    assert play.due == "over: black"
    assert_nothing_more(play)


def test_the_sniper_wins_from_afar_and_nobody_acts_after_that() -> None:
    play = table("4:SNI", "4:ENT 10:PRI")
    assert play.roll(4) == {"white red: 0 > 1", "supply red: 6 > 5", "black 10: PRI > pri"}
    assert play.due == "over: white"
    assert_nothing_more(play)


@pytest.mark.parametrize("place", [2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
def test_the_princess_is_lost_wherever_she_lies(place: int) -> None:
    for own in (f"{place}:ASS", f"{14 - place}:SNI"):
        play = table(own, f"{place}:PRI {14 - place}:GUA")
        play.roll(int(own.split(":")[0]))
        assert play.due == "over: white"


def test_in_the_mixed_case_nothing_is_turned_up_after_the_end() -> None:
    play = table("4:SNI", "4:ent 10:PRI")
    assert play.roll(4) == {"white red: 0 > 1", "supply red: 6 > 5", "black 10: PRI > pri"}
    assert play.due == "over: white"


def test_a_recruit_may_win_as_an_assassin() -> None:
    play = table("6:PRI 7:REC | ass", "")
    assert play.roll(7) == {
        "white master: ass > ASS",
        "white red: 0 > 1",
        "supply red: 6 > 5",
        "black 7: PRI > pri",
    }
    assert play.due == "over: white"


@pytest.mark.parametrize("guard", [6, 8])
def test_the_guard_saves_the_princess_who_then_acts(guard: int) -> None:
    play = table("6:PRI 7:ASS", f"{guard}:GUA")
    assert play.roll(7) == {"white red: 0 > 1", "supply red: 6 > 5"}
    assert play.due == "black: turn up"


# ---------------------------------------------------------------------------------------------- the whole set


@pytest.mark.parametrize(
    ("tile", "held", "colour"),
    [
        ("SNI", "RRYYYBBB", "red"),
        ("ASS", "RRYYYBBB", "red"),
        ("SCH", "RRRYYBBB", "yellow"),
        ("NOB", "RRRYYBBB", "yellow"),
        ("PIL", "RRRYYYBB", "blue"),
        ("ENT", "RRRYYYBB", "blue"),
        ("SPY", "RRRYYYBB", "blue"),
    ],
)
@pytest.mark.parametrize("turn", list(Player))
def test_the_ninth_token_wins_at_once_whoevers_turn_it_is(
    tile: str, held: str, colour: str, turn: Player
) -> None:
    play = table(f"4:{tile} | | {held}", "4:GUA 10:NOB", turn=turn)
    changed = play.roll(4)
    assert {f"white {colour}: 2 > 3", f"supply {colour}: 4 > 3"} <= changed
    assert play.due == "over: white"
    assert {"goal.tokens", "end.tokens"} <= set(play.clauses)
    assert_nothing_more(play)


@pytest.mark.parametrize("held", ["RRRYYBB", "RRRYYYB", "RRYYYBB", "RRRRRYYYB"])
def test_less_than_three_of_a_colour_does_not_win(held: str) -> None:
    play = table(f"4:PIL | | {held}", "4:GUA")
    play.roll(4)
    assert play.due == "white: swap"


def test_more_than_three_of_a_colour_win_as_well() -> None:
    play = table("4:PIL | | RRRRRYYYYBB", "4:GUA")
    play.roll(4)
    assert play.due == "over: white"


def test_the_extra_token_of_a_noble_wins() -> None:
    play = table("4:NOB | | RRYYYBBB", "4:GUA")
    play.roll(4)
    assert both(play)[0] == "white: extra"
    assert play.do("take_extra red") == {"white red: 2 > 3", "supply red: 4 > 3"}
    assert play.due == "over: white"
    assert_nothing_more(play)


def test_the_gambler_wins_with_the_opponents_tokens() -> None:
    play = table("4:GAM | | RRRYYBB", "4:GUA | | YB")
    play.roll(4)
    play.do("take_two yellow blue")
    assert play.due == "over: white"


def test_the_entertainer_wins_with_the_token_taken() -> None:
    play = table("4:ENT | | RRRRYYBB", "4:GUA | | Y")
    play.roll(4)
    assert play.do("give red") == {"white red: 4 > 3", "black red: 0 > 1"}
    assert play.do("take yellow") == {"white yellow: 2 > 3", "black yellow: 1 > 0"}
    assert play.due == "over: white"


@pytest.mark.parametrize("turn", list(Player))
def test_a_gift_may_win_for_the_one_who_is_given_it(turn: Player) -> None:
    play = table("4:GUA | | RRRYYYBB", "4:ENT", turn=turn)
    play.roll(4)
    assert both(play) == ("black: give", {"give blue"})
    assert play.do("give blue") == {"white blue: 2 > 3", "black blue: 1 > 0"}
    assert play.due == "over: white"
    assert_nothing_more(play)


def test_a_gift_that_makes_six_does_not_win() -> None:
    play = table("4:GUA | | RRRYYYYYBB", "4:ENT | | Y")
    play.roll(4)
    assert play.do("give yellow") == {"white yellow: 5 > 0", "black yellow: 1 > 0", "supply yellow: 0 > 6"}
    assert both(play) == ("black: take", {"take red", "take blue"})


def test_two_tokens_that_make_six_and_the_set_send_the_six_back() -> None:
    play = table("4:GAM | | RRRRRYYBBB", "4:GUA | | RY")
    play.roll(4)
    assert play.do("take_two red yellow") == {
        "white red: 5 > 0",
        "white yellow: 2 > 3",
        "black red: 1 > 0",
        "black yellow: 1 > 0",
        "supply red: 0 > 6",
    }
    assert play.due == "white: reposition"


def test_the_first_to_complete_the_set_wins_alone() -> None:
    play = table("4:PIL | | RRRYYYBB", "4:SPY | | RRRYYYBB")
    assert play.roll(4) == {"white blue: 2 > 3", "supply blue: 2 > 1"}
    assert play.due == "over: white"


def test_a_schemer_may_keep_the_opponent_from_the_set() -> None:
    play = table("4:SCH", "4:SPY | | RRRYYYBB")
    play.roll(4)
    play.do("return_token red")
    # Black's third blue comes with two red tokens only.
    assert play.due == "black: swap"
    assert play.state.winner[Player.BLACK] is False


def test_of_two_princesses_down_at_one_check_the_booklet_says_nothing() -> None:
    # Only a late check finds both: the Sniper fells one, and a swap that turns tiles down fells the other.
    readings = {"win_check": "END_OF_TURN", "swap_facing": "TURNED_DOWN"}
    play = table("4:SNI 8:nob", "4:GUA 10:PRI", readings=readings)
    assert play.roll(4) >= {"black 10: PRI > pri"}
    assert play.due == "white: reposition"
    play.do("swap_neighbours 7")
    assert play.due == "silent: end.princess"
    assert play.moves == set()


@pytest.mark.parametrize("win_check", ["AT_ONCE", "AFTER_ABILITY", "END_OF_TURN"])
def test_where_a_swap_turns_tiles_down_it_loses_ones_own_princess(win_check: str) -> None:
    play = table("4:GUA", "4:GUA", readings={"win_check": win_check, "swap_facing": "TURNED_DOWN"})
    play.roll(4)
    assert play.do("swap_neighbours 7") >= {"white 7: PRI > pil", "white 8: pil > pri"}
    assert play.due == "over: black"
