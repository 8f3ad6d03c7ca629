"""The crown jewels of Queen of Scots: a pile topped by one, what it is played with, three alike, what may join them."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import Play, after_draw, discards, table


def topped(hand: str, *, under: str = "SG", sets: str = "", east: str = "", **readings: str) -> Play:
    """North holds these cards; a crown jewel lies on the pile, these cards below it."""
    laid = {"north": sets, "east": east}
    return table(hand, "KKK", pile=under + "W", sets=laid, readings=readings)


# ---------------------------------------------------------------------------------------- taking with two in hand


def test_two_jewels_in_hand_and_a_pair_to_play_it_with() -> None:
    play = topped("CCMWW")
    assert play.moves == {"draw", "take_jewel C C"}
    assert play.do("take_jewel C C") == {
        "pile: GSW top W > -",
        "north hand: CCMWW > MGSWW",
        "north sets: - > CCW",
    }
    assert {"jewels.take", "jewels.take.whole", "jewels.at_once"} <= play.clauses
    # The two jewels that were shown are still in hand, to be played or not.
    assert play.due == "north: play"
    assert play.moves == discards("MGSW") | {"add W C"}


def test_two_royals_serve_as_well() -> None:
    play = topped("JRHHWW")
    assert play.moves == {"draw", "take_jewel J R", "take_jewel J H", "take_jewel R H", "take_jewel H H"}
    play.do("take_jewel J R")
    assert play.see("north sets", "north hand") == ("T:JRW", "GSHHWW")


def test_or_it_joins_a_set_that_lies_there() -> None:
    play = topped("CMWW", sets="KKK T:JRH")
    assert play.moves == {"draw", "take_jewel_onto K", "take_jewel_onto T"}
    assert play.do("take_jewel_onto K") == {
        "pile: GSW top W > -",
        "north hand: CMWW > CMGSWW",
        "north sets: KKK T:JRH > KKKW T:JRH",
    }


@pytest.mark.parametrize("jewels", ["", "W"])
def test_fewer_than_two_jewels_do_not_take_it(jewels: str) -> None:
    play = topped("CCMM" + jewels, sets="KKK")
    assert play.moves == {"draw"}
    play.refused("take_jewel C C", "take_jewel_onto K", "take C C")


def test_jewels_on_the_table_do_not_count() -> None:
    assert topped("CCMW", sets="KKKWW").moves == {"draw"}


def test_a_jewel_that_could_not_be_played_at_once_stays() -> None:
    play = topped("CMKWW", east="GGG")
    assert play.moves == {"draw"}
    play.refused("take_jewel W W", "take_jewel C W", "take_jewel C M", "take_jewel_onto G")


def test_unlike_cards_are_no_partners() -> None:
    play = topped("CMJKWW")
    assert play.moves == {"draw"}
    play.refused("take_jewel C M", "take_jewel C J", "take_jewel J W")


def test_the_jewel_alone_is_due_at_once() -> None:
    play = topped("CCMMWW", under="SMW")
    play.do("take_jewel C C")
    assert play["north hand"] == "MMMSWWW"
    # None of the others is due: the turn may end.
    play.do("discard S")
    assert play.see("north hand", "turn") == ("MMMWWW", "east")


def test_a_pile_without_a_jewel_on_top_asks_for_no_jewels() -> None:
    play = table("CCWW", "KKK", pile="WWC", sets={"north": "KKK"})
    assert play.moves == {"draw", "take C C"}


# --------------------------------------------------------------------------------------------- what it is played to


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("ANY_USE", {"take_jewel C C", "take_jewel_onto K"}),
        ("NEW_SET", {"take_jewel C C"}),
        ("WITH_JEWELS", {"take_jewel W W"}),
    ],
)
def test_reading_what_the_taken_jewel_is_played_with(reading: str, expected: set[str]) -> None:
    play = topped("CCMWW", sets="KKK", jewel_target=reading)
    assert play.moves == {"draw"} | expected
    if reading == "WITH_JEWELS":
        assert play.do("take_jewel W W") == {
            "pile: GSW top W > -",
            "north hand: CCMWW > CCMGS",
            "north sets: KKK > KKK W:WWW",
        }


@pytest.mark.parametrize("reading", ["ANY_USE", "NEW_SET"])
def test_reading_a_set_on_the_table_helps_to_play_it(reading: str) -> None:
    play = topped("CMWW", sets="KKK", jewel_target=reading)
    assert play.moves == ({"draw", "take_jewel_onto K"} if reading == "ANY_USE" else {"draw"})


@pytest.mark.parametrize("reading", ["HAND_BEFORE", "ALSO_PILE"])
def test_reading_partners_that_came_with_the_pile(reading: str) -> None:
    also = reading == "ALSO_PILE"
    one = topped("CKMWW", under="SCG", jewel_partners=reading)
    assert one.moves == ({"draw", "take_jewel C C"} if also else {"draw"})
    two = topped("CKWW", under="MSM", jewel_partners=reading)
    assert two.moves == ({"draw", "take_jewel M M"} if also else {"draw"})
    if also:
        assert two.do("take_jewel M M") == {
            "pile: MMSW top W > -",
            "north hand: CKWW > CKSWW",
            "north sets: - > MMW",
        }


@pytest.mark.parametrize("reading", ["TWO_OR_MORE", "EXACTLY_TWO"])
def test_reading_how_many_jewels_are_held(reading: str) -> None:
    for jewels in range(1, 5):
        play = topped("CCM" + "W" * jewels, jewels_held=reading)
        taken = jewels == 2 or (jewels > 2 and reading == "TWO_OR_MORE")
        assert play.moves == ({"draw", "take_jewel C C"} if taken else {"draw"})


# ----------------------------------------------------------------------------------------------- three jewels alike


@pytest.mark.parametrize("reading", ["NO_SET", "SET"])
def test_reading_three_jewels_are_a_set(reading: str) -> None:
    play = after_draw("WWWWC", "KKK", drawn="P", pile="S", readings={"three_jewels": reading})
    assert play.of("lay", "add") == ({"lay W W W"} if reading == "SET" else set())
    if reading == "SET":
        assert play.do("lay W W W") == {"north hand: CPWWWW > CPW", "north sets: - > W:WWW"}
        assert play.of("lay", "add") == {"add W W"}


def test_reading_where_three_jewels_are_a_set_two_take_the_third() -> None:
    play = topped("CMWW", three_jewels="SET")
    assert play.moves == {"draw", "take_jewel W W"}
    play.do("take_jewel W W")
    assert play.see("north sets", "north hand") == ("W:WWW", "CMGS")


@pytest.mark.parametrize("reading", ["JEWELS_ONLY", "FIRST_CARD"])
def test_reading_what_joins_a_set_of_jewels(reading: str) -> None:
    play = after_draw(
        "CMRW",
        "KKK",
        drawn="P",
        pile="S",
        sets={"north": "W:WWW"},
        readings={"three_jewels": "SET", "jewel_set": reading},
    )
    if reading == "JEWELS_ONLY":
        assert play.of("add") == {"add W W"}
        return
    assert play.of("add") == {"add W W", "add C W", "add M W", "add P W", "add R W"}
    play.do("add C W")
    # From then on it is a set of cooks.
    assert play["north sets"] == "CWWW"
    assert play.of("add") == {"add W C"}


def test_reading_a_royal_makes_a_set_of_jewels_a_royal_one() -> None:
    play = after_draw(
        "JRMK",
        "GGG",
        drawn="P",
        pile="S",
        sets={"north": "W:WWW"},
        readings={"three_jewels": "SET", "jewel_set": "FIRST_CARD"},
    )
    play.do("add R W")
    assert play["north sets"] == "T:RWWW"
    assert play.of("add") == {"add J T"}


# ------------------------------------------------------------------------------------------ with other readings


def test_reading_laid_within_the_turn_is_not_for_jewels() -> None:
    # Of the jewel it is said that it is played without delay.
    play = topped("CCMWW", top_laid="WITHIN_TURN")
    play.do("take_jewel C C")
    assert play.see("north sets", "due") == ("CCW", "-")
    assert "lay_top" not in play.moves


@pytest.mark.parametrize("reading", ["REST_FIRST", "AT_ONCE"])
def test_the_taken_jewel_leaves_two_jewels_in_hand(reading: str) -> None:
    play = topped("CCWW", under="", take_empties_hand=reading)
    play.do("take_jewel C C")
    assert (play.see("north hand", "round"), play.due) == (("WW", "1"), "north: play")
    play.do("add W C; add W C")
    # The last card goes onto the set: the round is over.
    assert (play.points, play["round"]) == ((10 + 150, -30), "2")


@pytest.mark.parametrize("reading", ["REST_FIRST", "AT_ONCE"])
def test_reading_the_whole_hand_goes_with_the_taken_jewel(reading: str) -> None:
    play = topped("CCWW", take_empties_hand=reading)
    if reading == "REST_FIRST":
        play.refused("take_jewel_with_hand C C")
        return
    assert play.moves == {"draw", "take_jewel C C", "take_jewel_with_hand C C"}
    play.do("take_jewel_with_hand C C")
    assert (play.points, play["round"]) == ((10 + 150, -30), "2")


def test_reading_a_hand_goes_with_the_taken_jewel_only_as_a_whole() -> None:
    readings = {"take_empties_hand": "AT_ONCE"}
    assert topped("CCMWW", **readings).of("take_jewel_with_hand") == set()
    # The pile is in hand before its jewel is laid, so that the hand is not bare.
    also = topped("CCWW", jewel_partners="ALSO_PILE", **readings)
    assert also.of("take_jewel_with_hand") == set()
    natural = topped("CCWW", jewel_target="WITH_JEWELS", **readings)
    assert natural.of("take_jewel_with_hand") == set()
    three = topped("WWW", jewel_target="WITH_JEWELS", **readings)
    three.do("take_jewel_with_hand W W")
    assert (three.points, three["round"]) == ((200, -30), "2")


def test_reading_a_hand_of_two_figures_never_goes_with_the_taken_jewel() -> None:
    # Maids join no set of cooks, and a cook and a maid are no set with a jewel.
    mixed = topped("CMWW", take_empties_hand="AT_ONCE")
    assert mixed.moves == {"draw"}
    # On the table lie both: the jewel may join either, and the hand stays.
    both = topped("CMWW", sets="CCC MMM", take_empties_hand="AT_ONCE")
    assert both.moves == {"draw", "take_jewel_onto C", "take_jewel_onto M"}


@pytest.mark.parametrize("wilds", ["ANY_NUMBER", "ONE"])
def test_reading_more_jewels_than_one_go_along_where_a_set_takes_more(wilds: str) -> None:
    readings = {"take_empties_hand": "AT_ONCE", "royal_wilds": wilds}
    one = table("CCW", "KKK", pile="SC", readings=readings)
    one.do("take_with_hand C C")
    assert (one.points, one["round"]) == ((15 + 50, -30), "2")
    two = table("CCWW", "KKK", pile="SC", readings=readings)
    assert two.of("take_with_hand") == ({"take_with_hand C C"} if wilds == "ANY_NUMBER" else set())


def test_the_last_two_jewels_go_with_the_third() -> None:
    play = topped("WW", under="", jewel_target="WITH_JEWELS")
    play.do("take_jewel W W")
    assert (play.points, play["round"]) == ((150, -30), "2")


# ------------------------------------------------------------------------------------- onto somebody else's set


@pytest.mark.parametrize("reading", ["OWN", "ANYBODYS"])
def test_reading_the_taken_jewel_goes_onto_another_players_set(reading: str) -> None:
    play = topped("CMWW", east="GGG", jewel_any_set=reading)
    if reading == "OWN":
        assert play.moves == {"draw"}
        return
    assert play.moves == {"draw", "take_jewel_giving east G"}
    assert play.do("take_jewel_giving east G") == {
        "pile: GSW top W > -",
        "north hand: CMWW > CMGSWW",
        "east sets: GGG > GGGW",
    }
    # It counts for the player before whom it lies.
    assert play.due == "north: play"


@pytest.mark.parametrize("target", ["NEW_SET", "WITH_JEWELS"])
def test_reading_the_taken_jewel_goes_onto_no_set(target: str) -> None:
    play = topped("CMWW", east="GGG", jewel_any_set="ANYBODYS", jewel_target=target)
    assert play.of("take_jewel_giving") == set()


def test_reading_the_jewel_given_may_bring_the_last_card_to_nobody() -> None:
    readings = {"jewel_any_set": "ANYBODYS", "going_out": "DISCARD_ONLY"}
    play = topped("WW", under="", east="GGG", **readings)
    play.do("take_jewel_giving east G")
    assert (play["north hand"], play.due) == ("WW", "north: play")


# -------------------------------------------------------------------------------- a jewel deeper in the pile


@pytest.mark.parametrize("reading", ["TOPMOST", "ANYWHERE"])
def test_reading_a_jewel_below_the_topmost_card_asks_for_two_in_hand(reading: str) -> None:
    readings = {"jewel_in_pile": reading}
    without = table("CCMW", "KKK", pile="SWGC", readings=readings)
    assert without.moves == ({"draw", "take C C"} if reading == "TOPMOST" else {"draw"})
    two = table("CCMWW", "KKK", pile="SWGC", readings=readings)
    assert two.moves == {"draw", "take C C"}
    two.do("take C C")
    if reading == "TOPMOST":
        assert two.see("north sets", "north hand") == ("CCC", "MGSWWW")
    else:
        assert two.see("north sets", "north hand") == ("CCCW", "MGSWW")


def test_reading_of_two_jewels_in_the_pile_one_is_laid() -> None:
    play = table("CCMWW", "KKK", pile="WSWC", readings={"jewel_in_pile": "ANYWHERE"})
    play.do("take C C")
    assert play.see("north sets", "north hand") == ("CCCW", "MSWWW")


def test_reading_the_buried_jewel_comes_to_the_hand_where_the_topmost_card_is_laid_later() -> None:
    play = table(
        "CCMWW", "KKK", pile="SWC", readings={"jewel_in_pile": "ANYWHERE", "top_laid": "WITHIN_TURN"}
    )
    play.do("take C C")
    assert play.see("north sets", "due", "north hand") == ("-", "CCC", "MSWWW")


def test_reading_a_buried_jewel_that_could_not_be_played_bars_the_pile() -> None:
    readings = {"jewel_in_pile": "ANYWHERE", "wild_take": "ONE", "royal_wilds": "ONE"}
    play = table("CMWW", "KKK", pile="SWC", readings=readings)
    assert play.moves == {"draw"}


def test_reading_the_whole_hand_takes_the_buried_jewel_along() -> None:
    readings = {"jewel_in_pile": "ANYWHERE", "take_empties_hand": "AT_ONCE"}
    play = table("CCWW", "KKK", pile="SWC", readings=readings)
    play.do("take_with_hand C C")
    assert (play.points, play["round"]) == ((15 + 150, -30), "2")
