"""The score of Bouquets: cards, Groups of colour, the order of equal ranks, and the rulings on all of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.queue4.table import Play, adds, table

EXAMPLE = "A22'5'5'688'9"
"""The example: A2, 2'5'5', 68, 8', 9."""

OTHER_COLOURS = "A'2'2556'8'89'"

MIXED = "347TJQ"


def laid(queues: str, **options: Any) -> Play:
    return table(queues, mode="bouquets", **options)


def through(bouquet: str, **readings: str) -> Play:
    """The whole deck was played: this Queue, one of six red cards, a red King, an empty one."""
    play = laid(f"{bouquet} {MIXED} - -", deck="K", **readings)
    play.do("begin_queue third; reveal K")
    return play


def named(play: Play, queue: str) -> tuple[str, int, str]:
    play.do(f"name {queue}")
    return play.end


# ------------------------------------------------------------------------------------------------------- Groups


@pytest.mark.parametrize("bouquet", [EXAMPLE, OTHER_COLOURS])
@pytest.mark.clause("queue4:bouquets.group.example")
def test_the_example_has_five_groups(bouquet: str) -> None:
    play = through(bouquet)
    assert named(play, "first") == ("deck", 9 + 5, "great")
    assert "bouquets.choose" in play.clauses


@pytest.mark.parametrize(
    ("queue", "points", "rating"),
    [("first", 9 + 5, "great"), ("second", 6 + 1, "good"), ("third", 1 + 1, "fair"), ("fourth", 0, "fair")],
)
def test_one_queue_is_the_bouquet(queue: str, points: int, rating: str) -> None:
    assert named(through(EXAMPLE), queue) == ("deck", points, rating)


@pytest.mark.parametrize(
    ("bouquet", "groups"),
    [
        ("A", 1),
        ("A'", 1),
        ("AA", 1),
        ("AA'", 2),
        ("A2", 1),
        ("A2'", 2),
        ("A23456", 1),
        ("A'2'3'4'5'6'", 1),
        ("A2'34'56'", 6),
        ("A23'4'56", 3),
        ("AAA'A'", 2),
        ("AA'AA'", 4),
        ("AA'A'A", 3),
        ("A'2'3'4'5'6", 2),
        ("A2'3'4'5'6'", 2),
    ],
)
def test_neighbours_of_one_colour_are_a_group(bouquet: str, groups: int) -> None:
    play = laid(f"{bouquet} - - -")
    play.do("stop")
    cards = len(bouquet.replace("'", ""))
    assert named(play, "first") == ("choice", cards + groups - (52 - cards), "loss, lost")


def test_the_order_of_equals_matters() -> None:
    for gap, bouquet, groups in [(0, "8'88'", 3), (1, "88'8'", 2), (2, "88'8'", 2)]:
        play = laid("88' - - -")
        play.drawn(f"add first {gap}; reveal 8'")
        assert play["first"] == bouquet
        play.do("stop")
        assert named(play, "first") == ("choice", 3 + groups - 49, "loss, lost")


def test_every_place_among_equals_is_another_place() -> None:
    assert laid("66'7 - - -").of("add") == adds(first=3)
    assert laid("666' - - -").of("add") == adds(first=3)
    play = laid("666' - - -")
    play.drawn("add first 1; reveal 6'")
    assert play["first"] == "66'66'"


def test_the_deck_takes_points_away() -> None:
    play = laid(f"{EXAMPLE} {MIXED} - -", deck="K K K'")
    play.do("stop")
    assert named(play, "first") == ("choice", 9 + 5 - 3, "great")


def test_other_queues_add_nothing() -> None:
    play = laid("88' A23 4567 9TJQK")
    play.do("stop")
    assert named(play, "first") == ("choice", 2 + 2 - 38, "loss, lost")


@pytest.mark.parametrize(
    ("bouquet", "deck", "points", "rating"),
    [
        ("A23456789TJQK", "A 2 3 4 5 6 7 8 9 T J Q K A' 2'", -1, "loss, lost"),
        ("A23456789TJQK", "A 2 3 4 5 6 7 8 9 T J Q K A'", 0, "fair"),
        ("A23456789TJQK", "A 2 3 4 5 6 7 8 9 T", 4, "fair"),
        ("A23456789TJQK", "A 2 3 4 5 6 7 8 9", 5, "good"),
        ("A2'34'56'78'9T'JQ'K", "A 2 3 4 5 6 7", 19, "excellent"),
        ("A2'34'56'78'9T'JQ'K", "A 2 3 4 5 6", 20, "spectacular"),
    ],
)
def test_the_ratings_of_the_base_game(bouquet: str, deck: str, points: int, rating: str) -> None:
    play = laid(f"{bouquet} - - -", deck=deck)
    play.do("stop")
    assert named(play, "first") == ("choice", points, rating)


def test_a_legendary_bouquet() -> None:
    # Every card alternates: thirteen ranks, two of each.
    bouquet = "AA'22'33'44'55'66'77'88'99'TT'JJ'QQ'KK'"
    play = laid(f"{bouquet} - - -", deck="K")
    play.do("add first 26; reveal K")
    assert named(play, "first") == ("deck", 27 + 27, "legendary")


# ------------------------------------------------------------------------------------------------- after a fall


def fallen(**readings: str) -> Play:
    """The last card is the fourth King to be discarded."""
    play = laid(f"{EXAMPLE} 47TJQ 3' -", deck="K'", **readings)
    play.do("add third 0; reveal K'")
    return play


def test_a_fallen_bouquet_has_no_groups() -> None:
    play = fallen()
    assert play.moves == {"name first", "name second", "name third"}
    assert named(play, "first") == ("fourth", 9, "good")


def test_a_bouquet_that_falls_before_the_end_of_the_deck() -> None:
    play = laid(f"{EXAMPLE} 47TJQ 3' -", deck="K' A' A'")
    play.do("add third 0; reveal K'")
    assert named(play, "first") == ("fourth", 9 - 2, "good")


# --------------------------------------------------------------------------------------------------- readings


@pytest.mark.parametrize(
    ("reading", "points", "rating"), [("REPLACED", 14, "great"), ("ADDED", 23, "spectacular")]
)
def test_reading_doubled_longest(reading: str, points: int, rating: str) -> None:
    assert named(through(EXAMPLE, doubled_longest=reading), "first") == ("deck", points, rating)


def test_reading_doubled_longest_is_the_longest_of_all_queues() -> None:
    assert named(through(EXAMPLE, doubled_longest="ADDED"), "second")[1] == 7 + 9
    assert named(fallen(doubled_longest="ADDED"), "first") == ("fourth", 9, "good")
    play = laid(f"{EXAMPLE} {MIXED} - -", deck="K", doubled_longest="ADDED")
    play.do("stop")
    assert named(play, "first") == ("choice", 14 - 1, "great")


def test_reading_groups_note_always() -> None:
    assert named(through(EXAMPLE, groups_note="ALWAYS"), "first") == ("deck", 9, "good")
    assert named(fallen(groups_note="ALWAYS"), "first") == ("fourth", 9, "good")


@pytest.mark.parametrize(
    ("bouquet", "sets"), [(EXAMPLE, 3 + 6 + 3 + 1 + 1), ("A", 1), ("A2'", 2), ("A234", 10)]
)
def test_reading_group_maximal_every_set(bouquet: str, sets: int) -> None:
    play = laid(f"{bouquet} - - -", group_maximal="EVERY_SET")
    play.do("stop")
    cards = len(bouquet.replace("'", ""))
    assert named(play, "first")[1] == cards + sets - (52 - cards)


def test_reading_equal_rearrange_fixed() -> None:
    laid("88'9 - - -").refused("exchange first 0")


def test_reading_equal_rearrange_free() -> None:
    play = laid("788'899' T - -", equal_rearrange="FREE")
    # A card changes places with the equal one above it; cards of one colour are alike.
    assert play.of("exchange") == {"exchange first 1", "exchange first 2", "exchange first 4"}
    assert play.do("exchange first 2") == {"first: 788'899' > 7888'99'"}
    assert play.of("exchange") == {"exchange first 2", "exchange first 4"}
    assert {"stop", "begin_queue third"} <= play.moves


def test_reading_equal_rearrange_free_after_the_end() -> None:
    # AA'A'A has three Groups, AA'AA' four.
    play = laid("AA'A'A 2 - -", equal_rearrange="FREE")
    play.do("stop")
    assert "exchange first 2" in play.moves
    play.do("exchange first 2")
    assert play["first"] == "AA'AA'"
    assert named(play, "first") == ("choice", 8 - 47, "loss, lost")


def test_reading_bouquet_empty_standing_only() -> None:
    play = through(EXAMPLE, bouquet_empty="STANDING_ONLY")
    assert play.of("name") == {"name first", "name second", "name third"}
    none = laid("- - - -", bouquet_empty="STANDING_ONLY")
    none.do("stop")
    assert none.moves == {"name first"}


@pytest.mark.parametrize(("reading", "rating"), [("ALWAYS", "great"), ("AFTER_FOURTH", "none")])
def test_reading_bands_when(reading: str, rating: str) -> None:
    play = through(EXAMPLE, bands_when=reading)
    assert named(play, "first")[:2] == ("deck", 14)
    assert play.rating == rating
    fell = fallen(bands_when=reading)
    assert named(fell, "first") == ("fourth", 9, "good")
