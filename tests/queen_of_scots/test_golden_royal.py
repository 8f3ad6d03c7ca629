"""The royal family of Queen of Scots: royals stand together, whichever they are, James more than once."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from tests.queen_of_scots.table import Play, after_draw, discards, table


def held(hand: str, *, sets: str = "", courts: int | None = None, **readings: str) -> Play:
    """North holds these cards and a piper just drawn; what lies before North."""
    number = {"north": courts} if courts is not None else None
    return after_draw(
        hand, "KKK", drawn="P", pile="S", sets={"north": sets}, courts=number, readings=readings
    )


def options(play: Play) -> set[str]:
    """The moves that lay or add cards."""
    return play.of("lay", "lay_two", "add")


# ------------------------------------------------------------------------------------------------ royals together


def test_any_three_royals_are_a_set() -> None:
    play = held("JJJRRRHHH")
    threes = combinations_with_replacement("JRH", 3)
    assert options(play) == {f"lay {' '.join(three)}" for three in threes}
    assert len(play.moves) == 10 + 4
    assert play.do("lay J R H") == {"north hand: PJJJRRRHHH > PJJRRHH", "north sets: - > T:JRH"}
    assert "royal.together" in play.clauses
    assert {"add J T", "add R T", "add H T"} <= play.moves


@pytest.mark.parametrize("three", ["JJJ", "JJR", "JJH", "RRJ", "HHR", "RRR", "HHH", "JRH"])
def test_duplicates_stand_with_other_royals(three: str) -> None:
    hand = "".join(sorted(three, key="JRH".index))
    play = held(hand + "C")
    assert options(play) == {"lay " + " ".join(hand)}
    play.do("lay " + " ".join(hand))
    assert play["north sets"] == f"T:{hand}"


def test_royals_stand_with_nobody_else() -> None:
    play = held("CCJJMMRH")
    play.refused("lay C C J", "lay C J J", "lay M R H", "lay C J R")
    assert options(play) == {"lay J J R", "lay J J H", "lay J R H"}


def test_two_royals_are_no_set_yet() -> None:
    assert options(held("JJC")) == set()
    assert options(held("JRC")) == set()


def test_two_royals_and_a_wild_card_are_a_set() -> None:
    play = held("JRWW")
    assert options(play) == {"lay J R W"}
    assert play.do("lay J R W") == {"north hand: PJRWW > PW", "north sets: - > T:JRW"}
    assert {"royal.wild", "royal.wild.two"} & play.clauses
    assert options(play) == {"add W T"}


@pytest.mark.parametrize("hand", ["JWW", "RWWW", "HW", "CJW", "JCWW"])
def test_a_single_royal_and_wild_cards_are_none(hand: str) -> None:
    assert options(held(hand)) == set()


def test_any_royal_joins_a_set_of_royals() -> None:
    for lying in ("JJJ", "RRR", "JRW", "JRH"):
        play = held("JRHC", sets=f"T:{lying}")
        assert options(play) == {"add J T", "add R T", "add H T", "lay J R H"}
        play.do("add H T")
        assert play["north sets"] == "T:" + "".join(sorted(lying + "H", key="JRHW".index))


def test_all_eight_royals_and_more_in_one_set() -> None:
    play = held("JJJJRRHHW")
    play.do("lay J J J; add J T; add R T; add R T; add H T; add H T; add W T")
    assert (play["north sets"], play.moves) == ("T:JJJJRRHHW", discards("P"))


# --------------------------------------------------------------------------------------- of whom there are copies


@pytest.mark.parametrize("reading", ["ANY_ROYAL", "JAMES_ALONE"])
def test_reading_whose_copies_stand_with_other_royals(reading: str) -> None:
    play = held("JJRRHH", james_copies=reading)
    every = {f"lay {a}" for a in ("J J R", "J J H", "J R R", "J R H", "J H H", "R R H", "R H H")}
    barred = {"lay J R R", "lay J H H", "lay R R H", "lay R H H"}
    assert options(play) == (every if reading == "ANY_ROYAL" else every - barred)


def test_reading_copies_of_another_royal_are_a_set_of_their_own() -> None:
    play = held("RRRJH", james_copies="JAMES_ALONE")
    # Three cards alike are a set in any case; in the company of others there is one regent.
    assert options(play) == {"lay R R R", "lay J R H"}
    play.do("lay R R R")
    assert play["north sets"] == "RRR"
    assert options(play) == set()


def test_reading_a_second_copy_joins_no_set_of_royals() -> None:
    play = held("JRHC", sets="T:JJR", courts=1, james_copies="JAMES_ALONE")
    assert options(play) == {"add J T", "add H T", "lay J R H"}
    play.do("add H T")
    assert options(play) == {"add J T"}


ALONE_JOINED = {"james_copies": "JAMES_ALONE", "second_set": "JOINED"}


@pytest.mark.parametrize("reading", ["AT_ONCE", "WITHIN_TURN"])
def test_reading_the_pile_is_not_taken_by_a_set_that_cannot_be_laid(reading: str) -> None:
    readings = {**ALONE_JOINED, "top_laid": reading}
    # The regent on top, a James and the heir would join the set that lies there, which then had two regents.
    play = table("JHMK", "KKK", pile="SR", sets={"north": "T:JRH"}, courts={"north": 1}, readings=readings)
    assert play.moves == {"draw"}
    # With the face-down pile gone nothing can be picked up then, so the turn goes on without.
    late = table(
        "JHMK", "KKK", pile="SR", deck="", sets={"north": "T:JRH"}, courts={"north": 1}, readings=readings
    )
    assert late.due == "north: play"


def test_reading_what_is_set_aside_can_still_be_laid_after_another_set() -> None:
    readings = {**ALONE_JOINED, "top_laid": "WITHIN_TURN"}
    play = table("JHRJHJMK", "KKK", pile="SR", readings=readings)
    play.do("take J H")
    assert play["due"] == "JRH"
    # A set laid first is the one that they join: no second regent and no second heir may lie there by then.
    assert play.moves == {"lay_top"}
    play.do("lay_top")
    assert play.see("north sets", "due") == ("T:JRH", "-")


# -------------------------------------------------------------------------------------------- how such a set grows


@pytest.mark.parametrize("reading", ["ANY_ROYAL", "BY_ORIGIN", "COPIES_ONLY"])
def test_reading_what_joins_a_mixed_set_of_royals(reading: str) -> None:
    play = held("JJRCH", royal_growth=reading)
    play.do("lay J J R")
    assert play["north sets"] == "T:JJR"
    assert options(play) == (set() if reading == "COPIES_ONLY" else {"add H T"})
    later = held("JRHC", sets="T:JJR", courts=1, royal_growth=reading)
    copies = {"add J T", "add R T", "lay J R H"}
    assert options(later) == (copies if reading == "COPIES_ONLY" else copies | {"add H T"})


@pytest.mark.parametrize("reading", ["ANY_ROYAL", "BY_ORIGIN", "COPIES_ONLY"])
def test_reading_what_joins_a_set_of_copies_of_a_royal(reading: str) -> None:
    play = held("JJJJRCW", royal_growth=reading)
    play.do("lay J J J")
    joining = {step.split()[1] for step in play.of("add")}
    assert joining == ({"J", "R", "W"} if reading == "ANY_ROYAL" else {"J", "W"})


@pytest.mark.parametrize("reading", ["ANY_ROYAL", "BY_ORIGIN"])
def test_reading_what_joins_a_pair_of_a_royal_with_a_wild_card(reading: str) -> None:
    play = held("JJJRCW", royal_growth=reading)
    play.do("lay J J W")
    joining = {step.split()[1] for step in play.of("add")}
    # Copies of a single royal and a wild card: no set of different royals.
    assert joining == ({"J", "R"} if reading == "ANY_ROYAL" else {"J"})


# ------------------------------------------------------------------------------------------- the jewels as royals


@pytest.mark.parametrize("reading", ["APART", "ROYAL"])
def test_reading_crown_jewels_count_as_royals(reading: str) -> None:
    play = held("JWWC", jewels_royal=reading)
    # Two of them are two royals, and James a third.
    assert ("lay J W W" in play.moves) == (reading == "ROYAL")
    if reading == "ROYAL":
        play.do("lay J W W")
        assert play["north sets"] == "T:JWW"
    three = held("WWWC", jewels_royal=reading)
    assert bool(three.of("lay")) == (reading == "ROYAL")


def test_crown_jewels_are_not_royal() -> None:
    play = table("WWC", "KKK", pile="SJ")
    assert play.moves == {"draw"}
    assert table("JWC", "KKK", pile="SR").moves == {"draw"}
