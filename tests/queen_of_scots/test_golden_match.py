"""A match of Queen of Scots: totals over rounds, a thousand points, two who get there together, and a whole match."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.queen_of_scots.table import Play, begin, table
from tests.tables import HOUSE


def last(
    points: tuple[int, ...],
    *sides: str,
    first: str = "north",
    in_round: int = 5,
    readings: Mapping[str, str] = HOUSE,
    **hands: str,
) -> Play:
    """North discards the last card.  ``sides``: the sets of each player, clockwise; ``hands``: of the others."""
    seats = ("north", "east", "south", "west")[: len(points)]
    play = table(
        *(hands.get(name, "") for name in seats),
        pile="G",
        sets=dict(zip(seats, sides, strict=True)),
        points=points,
        first=first,
        in_round=in_round,
        readings=readings,
    )
    play.do("draw; drawn G; discard G")
    return play


def goes_on(play: Play) -> bool:
    """Another round is dealt."""
    return play.moves == {"shuffle"} and play["round"] == "6"


# ------------------------------------------------------------------------------------------------ a thousand points


@pytest.mark.parametrize(
    ("before", "total", "won"),
    [(985, 1000, True), (984, 999, False), (990, 1005, True), (0, 15, False), (999, 1014, True)],
)
def test_who_is_first_to_have_a_thousand_wins(before: int, total: int, won: bool) -> None:
    play = last((before, 0), "CCC", "")
    assert play.points == (total, 0)
    if won:
        assert (play.due, play.moves) == ("over: north", set())
        assert "game.thousand" in play.clauses
        assert {p.name: k for p, k in play.reader.scores(play.state).items()} == {"NORTH": total, "EAST": 0}
    else:
        assert goes_on(play)


def test_whoever_gets_there_wins_though_another_ended_the_round() -> None:
    play = last((500, 900), "", "T:JRHW", east="C")
    assert (play.points, play.due) == ((500, 1045), "over: east")


def test_cards_in_hand_may_keep_a_player_below() -> None:
    play = last((0, 990), "", "CCC", east="P")
    assert play.points == (0, 990)
    assert goes_on(play)


@pytest.mark.parametrize(
    ("points", "totals", "winner"),
    [
        ((990, 960), (1005, 1010), "east"),
        ((990, 950), (1005, 1000), "north"),
        ((1 + 990, 955), (1006, 1005), "north"),
    ],
)
def test_of_two_who_get_there_together_the_higher_wins(
    points: tuple[int, int], totals: tuple[int, int], winner: str
) -> None:
    play = last(points, "CCC", "MMMW", east="P")
    assert play.points == totals
    assert play.due == f"over: {winner}"
    assert "game.together" in play.clauses or "game.thousand" in play.clauses


def test_the_higher_of_two_wins_whoever_began_and_whoever_went_out() -> None:
    for first in ("north", "east"):
        assert last((990, 960), "CCC", "MMMW", first=first, east="P").due == "over: east"
        assert last((990, 950), "CCC", "MMMW", first=first, east="P").due == "over: north"


def test_a_player_short_of_a_thousand_does_not_win() -> None:
    play = last((985, 980, 100), "CCC", "CCC", "T:JJJRH")
    assert (play.points, play.due) == ((1000, 995, 280), "over: north")


# --------------------------------------------------------------------------------------------------------- readings


@pytest.mark.parametrize(("reading", "won"), [("REACH", True), ("CROSS", False)])
def test_reading_a_thousand_on_the_dot(reading: str, won: bool) -> None:
    play = last((985, 0), "CCC", "", readings={"reach_or_cross": reading})
    assert play.points == (1000, 0)
    assert play.due == "over: north" if won else goes_on(play)
    more = last((986, 0), "CCC", "", readings={"reach_or_cross": reading})
    assert more.due == "over: north"


def test_reading_who_has_a_thousand_on_the_dot_may_still_be_passed() -> None:
    play = last((985, 986), "CCC", "CCC", readings={"reach_or_cross": "CROSS"})
    assert (play.points, play.due) == ((1000, 1001), "over: east")


@pytest.mark.parametrize(("first", "winner"), [("north", "north"), ("east", "east"), ("south", "north")])
def test_reading_players_are_counted_one_by_one(first: str, winner: str) -> None:
    readings = {"same_turn": "COUNTED_IN_TURN"}
    # 1005, 1010 and 15 points: South is counted first in vain.
    play = last((990, 945, 0), "CCC", "MMMW", "KKK", first=first, readings=readings, south="P")
    assert play.points == (1005, 1010, 15)
    assert play.due == f"over: {winner}"
    assert last((990, 945, 0), "CCC", "MMMW", "KKK", first=first, south="P").due == "over: east"


def test_reading_players_are_counted_from_whose_turn_ended_the_round() -> None:
    readings = {"same_turn": "FROM_LAST_TURN"}
    # 1005, 1010 and 15 points: North goes out, whoever began.
    for first in ("north", "east", "south"):
        play = last((990, 945, 0), "CCC", "MMMW", "KKK", first=first, readings=readings, south="P")
        assert (play.points, play.due) == ((1005, 1010, 15), "over: north")
    # North goes out without getting there: East comes next, before South.
    east = last((0, 945, 990), "CCC", "MMMW", "KKK", readings=readings, south="C")
    assert (east.points, east.due) == ((15, 1010, 1015), "over: east")
    back = last(
        (0, 945, 990), "CCC", "MMMW", "KKK", readings=readings | {"turn_order": "ANTICLOCKWISE"}, south="C"
    )
    assert back.due == "over: south"


@pytest.mark.parametrize(("reading", "winner"), [("TABLE_FIRST", "north"), ("TABLE_ALONE", "east")])
@pytest.mark.parametrize("score", ["TOTAL", "ROUND"])
def test_reading_whether_hand_cards_decide_between_two_who_got_there(
    reading: str, winner: str, score: str
) -> None:
    # 1005 and 1050 by table cards, 15 and 60 of them in this round; East still holds cards for 50.
    play = last(
        (990, 990), "CCC", "KKKGGG", east="W", readings={"net_score": reading, "highest_score": score}
    )
    assert (play.points, play.due) == ((1005, 1000), f"over: {winner}")


@pytest.mark.parametrize("reading", ["NET", "TABLE_FIRST"])
def test_reading_table_cards_bring_a_player_there_and_hand_cards_back(reading: str) -> None:
    play = last((0, 990), "", "CCC", east="S", readings={"net_score": reading})
    assert play.points == (0, 985)
    assert play.due == "over: east" if reading == "TABLE_FIRST" else goes_on(play)


def test_reading_the_table_cards_must_bring_the_player_there() -> None:
    play = last((0, 980), "", "CCC", readings={"net_score": "TABLE_FIRST"})
    assert play.points == (0, 995)
    assert goes_on(play)


@pytest.mark.parametrize(("reading", "winner"), [("TOTAL", "north"), ("ROUND", "east")])
def test_reading_which_score_decides(reading: str, winner: str) -> None:
    readings = {"highest_score": reading}
    # 1010 with 15 in this round, 1005 with 65.
    play = last((995, 940), "CCC", "MMMW", readings=readings)
    assert (play.points, play.due) == ((1010, 1005), f"over: {winner}")
    # A third player had the best round of all, without getting there.
    three = last((995, 940, 0), "CCC", "MMMW", "T:JRHW", readings=readings)
    assert (three.points, three.due) == ((1010, 1005, 150), f"over: {winner}")


@pytest.mark.parametrize("reading", ["SHARED", "NEXT_ROUND", "WENT_OUT"])
def test_reading_two_get_there_with_the_same_score(reading: str) -> None:
    play = last((990, 990), "CCC", "MMM", readings={"cross_tie": reading})
    assert play.points == (1005, 1005)
    if reading == "NEXT_ROUND":
        assert goes_on(play)
    else:
        assert play.due == ("over: north and east" if reading == "SHARED" else "over: north")


def test_reading_neither_of_those_who_are_level_went_out() -> None:
    play = last((0, 990, 990), "", "CCC", "MMM", readings={"cross_tie": "WENT_OUT"})
    assert (play.points, play.due) == ((0, 1005, 1005), "over: east and south")


def test_reading_a_player_ahead_of_those_who_are_level_wins() -> None:
    for reading in ("SHARED", "NEXT_ROUND", "WENT_OUT"):
        play = last((990, 990, 1000 - 20), "CCC", "MMM", "KKK", readings={"cross_tie": reading})
        assert (play.points, play.due) == ((1005, 1005, 1010), "over: south")


def test_reading_rounds_go_on_until_one_is_ahead() -> None:
    readings = {"cross_tie": "NEXT_ROUND"}
    play = last((1005, 1005), "CCC", "MMM", readings=readings, east="P")
    assert (play.points, play.due) == ((1020, 1005), "over: north")
    again = last((1005, 1005), "CCC", "MMM", readings=readings)
    assert again.points == (1020, 1020)
    assert goes_on(again)
    # Both have lost so much that nobody has a thousand.
    below = last((1005, 1005), "", "", readings=readings, east="PP")
    assert (below.points, below.due) == ((1005, 975), "over: north")


@pytest.mark.parametrize("reading", ["HIGHEST", "ALL"])
def test_reading_three_get_there_at_a_time(reading: str) -> None:
    play = last((990, 980, 970), "CCC", "KKK", "SSS", readings={"three_cross": reading})
    assert play.points == (1005, 1010, 1030)
    assert play.due == ("over: south" if reading == "HIGHEST" else "over: north and east and south")


def test_reading_two_are_compared_however_many_play() -> None:
    play = last((990, 980, 0), "CCC", "KKK", "SSS", readings={"three_cross": "ALL"})
    assert (play.points, play.due) == ((1005, 1010, 60), "over: east")


@pytest.mark.parametrize("reading", ["NONE", "ALL_DEALT"])
def test_reading_the_game_ends_once_everybody_has_dealt(reading: str) -> None:
    readings = {"other_end": reading}
    for in_round in (1, 2, 3):
        play = table(
            "",
            "KK",
            "G",
            pile="M",
            first=("east", "south", "north")[in_round - 1],
            in_round=in_round,
            sets={"north": "CCC"},
            points=(0, 40, 20),
            readings=readings,
        )
        play.do("draw; drawn P; discard P")
        assert play.points == (15, 20, 10)
        if reading == "ALL_DEALT" and in_round == 3:
            assert play.due == "over: east"
        else:
            assert play.moves == {"shuffle"}


@pytest.mark.parametrize("reading", ["ROUND_SCORED", "AT_ONCE"])
def test_reading_a_thousand_within_a_round(reading: str) -> None:
    readings = {"win_when": reading}
    play = table("CCCMP", "KKK", pile="G", points=(1000 - 15 + 5, 0), readings=readings)
    play.do("draw; drawn S; lay C C C")
    # 990 and 15 on the table, less 40 in hand.
    assert play.due == "north: play"
    play.do("discard S")
    # 990 + 15 - 20.
    assert play.due == "east: pick up"
    play.do("draw; drawn S; discard S; draw; drawn C; add C C")
    # 990 + 20 - 20.
    assert play.due == "north: play"
    play.do("discard P")
    # 990 + 20 - 5: more than a thousand.
    if reading == "AT_ONCE":
        assert (play.due, play.moves) == ("over: north", set())
    else:
        assert (play.due, play.points) == ("east: pick up", (990, 0))


# ---------------------------------------------------------------------------------------------------- whole rounds

NORTH = "CCCMMMKKKGP"
EAST = "JJJRRHHWWWS"


def play_round(play: Play, a: str, b: str) -> None:
    """``b`` deals; ``a`` begins and goes out in two turns."""
    assert (play.due, play.moves) == (f"{b}: shuffle", {"shuffle"})
    play.do("shuffle")
    play.deal({a: NORTH, b: EAST}, "S")
    assert (play.due, play.moves) == (f"{a}: pick up", {"draw"})
    play.draw("G")
    assert play.of("lay") == {"lay C C C", "lay M M M", "lay K K K"}
    play.do("lay C C C; lay M M M; discard P")
    assert play.see(f"{a} hand", f"{a} sets", "pile") == ("KKKGG", "CCC MMM", "PS top P")
    assert (play.due, play.moves) == (f"{b}: pick up", {"draw"})
    play.draw("W")
    play.do("lay J J J; add R T; add R T; add W T; discard S")
    assert play.see(f"{b} hand", f"{b} sets", "pile") == ("HHWWW", "T:JJJRRW", "PSS top S")
    assert (play.due, play.moves) == (f"{a}: pick up", {"draw"})
    play.draw("C")
    play.do("lay K K K; add C C; discard G")
    assert play.see(f"{a} hand", "pile") == ("G", "GPSS top G")
    assert (play.due, play.moves) == (f"{b}: pick up", {"draw"})
    play.draw("G")
    play.do("add H T; add H T; add W T; discard G")
    assert play.see(f"{b} hand", f"{b} sets") == ("WW", "T:JJJRRHHWW")
    # A single page in hand: the pile is not for this player.
    assert play.moves == {"draw"}
    play.draw("G")
    assert play.moves == {"discard G"}
    play.do("discard G")
    assert play.see(f"{a} hand", "round") == ("G", play["round"])
    play.draw("M")
    play.do("discard M; draw; drawn M; add M M; discard G")


def test_a_whole_match() -> None:
    play = begin(2)
    play.do("choose_dealer east")
    totals = {"north": 0, "east": 0}
    for number in range(1, 5):
        assert play["round"] == str(number)
        a, b = ("north", "east") if number % 2 else ("east", "north")
        play_round(play, a, b)
        # 20 + 20 + 30 for one; 120 + 60 + 60 + 100 on the table of the other, less two jewels in hand.
        totals[a] += 70
        totals[b] += 340 - 100
        assert play.points == (totals["north"], totals["east"])
    assert play.points == (620, 620)
    play_round(play, "north", "east")
    play_round(play, "east", "north")
    assert play.points == (930, 930)
    assert play["round"] == "7"
    play_round(play, "north", "east")
    assert play.points == (1000, 1170)
    # Both have got there in one round, and East has more.
    assert (play.due, play.moves) == ("over: east", set())
