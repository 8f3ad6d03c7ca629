"""Sets in Queen of Scots: three alike, wild cards with two natural ones, adding to one's own, cards that never move."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import Play, after_draw, discards


def held(hand: str, *, sets: str = "", east: str = "", **readings: str) -> Play:
    """North holds these cards and a piper just drawn; what lies before North, and before East."""
    laid = {"north": sets, "east": east}
    return after_draw(hand, "KKK", drawn="P", pile="S", sets=laid, readings=readings)


def options(play: Play) -> set[str]:
    """The moves that lay or add cards."""
    return play.of("lay", "lay_two", "add", "give")


# ------------------------------------------------------------------------------------------------ three alike


@pytest.mark.parametrize("letter", list("CMKGS"))
def test_three_of_the_same_card_are_a_set(letter: str) -> None:
    play = after_draw(letter * 3 + "W", "PP", drawn="P", pile="S")
    other = {f"lay {letter} {letter} W"}
    assert options(play) == {f"lay {letter} {letter} {letter}"} | other
    assert play.do(f"lay {letter} {letter} {letter}") == {
        f"north hand: {play_hand(letter)} > PW",
        f"north sets: - > {letter * 3}",
    }
    assert {"play.choice", "play.sets", "set.three", "set.own_side"} <= play.clauses
    assert options(play) == {f"add W {letter}"}


def play_hand(letter: str) -> str:
    """Three of a card, a piper and a crown jewel, in the order of the kinds."""
    return "".join(sorted(letter * 3 + "PW", key="CMKGPSJRHW".index))


@pytest.mark.parametrize("hand", ["CCM", "CM", "CC", "CMK", "CCMM", "KKGG", "CJJ", "CCJ", "JC", "JRC"])
def test_fewer_or_unlike_cards_are_none(hand: str) -> None:
    assert options(held(hand)) == set()


def test_cards_of_one_worth_are_not_the_same() -> None:
    play = held("CCMMGKKR")
    play.refused("lay C C M", "lay C M M", "lay K K G")
    assert options(play) == set()


def test_more_than_three_alike_lie_in_one_set() -> None:
    play = held("CCCCC")
    play.do("lay C C C")
    assert options(play) == {"add C C"}
    play.do("add C C; add C C")
    assert play.see("north sets", "north hand") == ("CCCCC", "P")


def test_reading_cards_of_one_worth_are_alike() -> None:
    play = held("CCMMGKKS", same_card="WORTH")
    assert options(play) == {"lay C C M", "lay C M M", "lay K K G"}
    # In a set of the sort of cooks a maid may join, and the other way round.
    play.do("lay C C M")
    assert play["north hand"] == "MKKGPS"
    assert {step.split()[1] for step in play.of("add")} == {"M"}


# ------------------------------------------------------------------------------------------ wild cards in a set


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("CCW", {"lay C C W"}),
        ("CCWW", {"lay C C W"}),
        ("CWW", set()),
        ("CMWW", set()),
        ("CMWWW", set()),
        ("WWW", set()),
        ("WWWW", set()),
        ("CMW", set()),
        ("CCCW", {"lay C C C", "lay C C W"}),
        ("CCMMW", {"lay C C W", "lay M M W"}),
    ],
)
def test_a_set_holds_two_natural_cards_that_match(hand: str, expected: set[str]) -> None:
    assert options(held(hand)) == expected


def test_any_number_of_wild_cards_goes_with_a_set() -> None:
    play = held("CCWWWWW")
    play.do("lay C C W")
    assert "set.initial" in play.clauses or "set.wilds" in play.clauses
    for jewels in range(2, 6):
        assert options(play) == {"add W C"}
        play.do("add W C")
        assert play["north sets"] == "CC" + "W" * jewels
    assert play.moves == discards("P")


def test_a_wild_card_counts_for_no_natural_one_in_another_set() -> None:
    play = held("CMW", sets="KKKW")
    assert options(play) == {"add W K"}


# ----------------------------------------------------------------------------------------------------- adding


def test_matching_and_wild_cards_join_ones_own_sets() -> None:
    play = held("CMW", sets="CCC MMW KKK")
    assert options(play) == {"add C C", "add M M", "add W C", "add W M", "add W K"}
    assert play.do("add C C") == {"north hand: CMPW > MPW", "north sets: CCC MMW KKK > CCCC MMW KKK"}
    assert {"play.add", "add.any", "add.own", "add.matching"} & play.clauses
    assert play.do("add W K") == {"north hand: MPW > MP", "north sets: CCCC MMW KKK > CCCC MMW KKKW"}
    assert options(play) == {"add M M"}


def test_unlike_cards_join_no_set() -> None:
    play = held("MGJ", sets="CCC KKK")
    assert options(play) == set()
    play.refused("add M C", "add G K", "add J C")


def test_cards_go_onto_ones_own_sets_only() -> None:
    play = held("CW", east="CCC T:JRH")
    assert options(play) == set()
    play.refused("add C C", "add W C", "add W T")


def test_a_set_is_laid_on_ones_own_side() -> None:
    play = held("CCC", east="CCC")
    assert play.do("lay C C C") == {"north hand: CCCP > P", "north sets: - > CCC"}
    assert play["east sets"] == "CCC"


def test_nothing_joins_a_set_that_is_not_there() -> None:
    play = held("CCW")
    play.refused("add C C", "add W C", "add W T", "add W W", "add C W")


@pytest.mark.parametrize("reading", ["OWN", "ANYBODYS"])
def test_reading_a_crown_jewel_joins_another_players_set(reading: str) -> None:
    play = held("CJW", sets="MMM", east="CCC T:JRH", jewel_any_set=reading)
    own = {"add W M"}
    assert options(play) == own | ({"give east C", "give east T"} if reading == "ANYBODYS" else set())
    if reading == "ANYBODYS":
        play.refused("add C C", "add J T")
        assert play.do("give east C") == {"north hand: CPJW > CPJ", "east sets: CCC T:JRH > CCCW T:JRH"}


def test_reading_the_owner_scores_a_crown_jewel_that_was_given() -> None:
    play = after_draw("", "KKK", drawn="W", sets={"east": "CCC"}, readings={"jewel_any_set": "ANYBODYS"})
    assert play.moves == {"discard W", "give east C"}
    play.do("give east C")
    # The hand is empty with it: the round is over.
    assert (play.points, play["round"]) == ((0, 15 + 50 - 30), "2")


# ------------------------------------------------------------------------------------------ cards that never move


def test_laid_cards_stay_where_they_lie() -> None:
    play = held("CCM", sets="MMW KKKW GGGG")
    # Neither the wild cards nor the spare page help two cooks to be a set.
    assert options(play) == {"add M M"}
    assert not {name for name in play.reader.domains if name == "move"}
    play.do("discard P")
    assert play["north sets"] == "MMW KKKW GGGG"


def test_sets_stay_through_the_turns_of_others() -> None:
    play = held("CCCM", sets="KKKW", east="GGG")
    play.do("lay C C C; discard P; draw; drawn S; discard S; draw; drawn S; discard S")
    assert play.see("north sets", "east sets", "north hand") == ("CCC KKKW", "GGG", "M")


# ------------------------------------------------------------------------------------------------ how many cards


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("THREE", set()),
        ("ROYAL_PAIR", {"lay_two J J", "lay_two J R", "lay_two J H", "lay_two R H"}),
        ("TWO", {"lay_two C C", "lay_two J J", "lay_two J R", "lay_two J H", "lay_two R H"}),
    ],
)
def test_reading_the_size_of_a_set(reading: str, expected: set[str]) -> None:
    play = held("CCMJJRHW", set_size=reading)
    assert play.of("lay_two") == expected
    three = {
        "lay C C W",
        "lay J J R",
        "lay J J H",
        "lay J J W",
        "lay J R H",
        "lay J R W",
        "lay J H W",
        "lay R H W",
    }
    assert play.of("lay") == three
    if "lay_two J R" in expected:
        assert play.do("lay_two J R") == {"north hand: CCMPJJRHW > CCMPJHW", "north sets: - > T:JR"}
        assert {"add J T", "add H T", "add W T"} <= play.moves
    if "lay_two C C" in expected:
        play.do("lay_two C C")
        assert play["north sets"] == "CC T:JR"
        assert "add W C" in play.moves


# ---------------------------------------------------------------------------------------------- the initial set


@pytest.mark.parametrize("reading", ["EACH", "FIRST_OF_PLAYER"])
def test_reading_which_sets_need_two_natural_cards(reading: str) -> None:
    first = held("CWW", initial_set=reading)
    assert options(first) == set()
    later = held("CWW", sets="MMM", initial_set=reading)
    more = {"lay C W W", "lay P W W"} if reading == "FIRST_OF_PLAYER" else set()
    assert options(later) == {"add W M"} | more
    if more:
        assert later.do("lay C W W") == {"north hand: CPWW > P", "north sets: MMM > CWW MMM"}


def test_reading_another_players_set_does_not_make_ones_own_a_later_one() -> None:
    assert options(held("CWW", east="MMM", initial_set="FIRST_OF_PLAYER")) == set()


def test_reading_a_later_set_may_mix_no_unlike_cards() -> None:
    play = held("CMWW", sets="KKK", initial_set="FIRST_OF_PLAYER")
    assert play.of("lay") == {f"lay {letter} W W" for letter in "CMP"}
    play.refused("lay C M W")
    jewels = held("WWW", sets="KKK", initial_set="FIRST_OF_PLAYER")
    assert jewels.of("lay") == {"lay P W W", "lay W W W"}
    single = held("JWW", sets="KKK", initial_set="FIRST_OF_PLAYER")
    assert single.of("lay") == {"lay P W W", "lay J W W"}


# --------------------------------------------------------------------------------- wild cards at the start of a set


@pytest.mark.parametrize("reading", ["ANY_NUMBER", "ONE_WITH_ROYALS", "ONE"])
def test_reading_wild_cards_at_the_start_of_a_set(reading: str) -> None:
    play = held("CCWWWK", royal_wilds=reading)
    play.do("lay C C W")
    assert ("add W C" in play.moves) == (reading != "ONE")
    royal = held("JRWWWK", royal_wilds=reading)
    royal.do("lay J R W")
    assert ("add W T" in royal.moves) == (reading == "ANY_NUMBER")
    # In a later turn the set has been begun, and as many as one likes may join it.
    for game, sort in ((play, "C"), (royal, "T")):
        game.do("discard P; draw; drawn S; discard S; draw; drawn S")
        assert f"add W {sort}" in game.moves
        game.do(f"add W {sort}; add W {sort}")


@pytest.mark.parametrize("reading", ["ONE_WITH_ROYALS", "ONE"])
def test_reading_one_wild_card_may_join_a_set_begun_without(reading: str) -> None:
    play = held("JRHWWK", royal_wilds=reading)
    play.do("lay J R H")
    assert "add W T" in play.moves
    play.do("add W T")
    assert "add W T" not in play.moves


@pytest.mark.parametrize("reading", ["ONE_WITH_ROYALS", "ONE"])
def test_reading_sets_that_were_there_before_take_any_number(reading: str) -> None:
    play = held("WWW", sets="MMM T:JRH", royal_wilds=reading)
    play.do("add W T; add W T; add W M")
    assert play["north sets"] == "MMMW T:JRHWW"
