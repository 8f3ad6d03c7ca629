"""The score of Queue 4 and its ratings, at every limit."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.queue4.table import RANKS, Play, begin, table


def counted(cards: int, left: int) -> Play:
    """So many cards in the Queues, one of each rank or more; so many in the deck; the others discarded."""
    assert cards >= 13
    every = iter(RANKS * 4)
    queues = ["".join(islice(every, 13)) for _ in range(4)]
    for k, queue in enumerate(queues):
        queues[k] = queue[: max(0, cards - 13 * k)] or "-"
    deck = (RANKS * 4)[cards : cards + left]
    return table(" ".join(queues), deck=" ".join(deck))


@pytest.mark.parametrize(
    ("cards", "left", "points", "rating"),
    [
        (13, 39, -26, "loss, lost"),
        (13, 14, -1, "loss, lost"),
        (13, 13, 0, "fair"),
        (17, 16, 1, "fair"),
        (17, 13, 4, "fair"),
        (18, 13, 5, "good"),
        (17, 8, 9, "good"),
        (26, 16, 10, "great"),
        (26, 12, 14, "great"),
        (26, 11, 15, "excellent"),
        (20, 1, 19, "excellent"),
        (21, 1, 20, "spectacular"),
        (39, 10, 29, "spectacular"),
        (39, 9, 30, "legendary"),
        (51, 1, 50, "legendary"),
    ],
)
def test_the_ratings(cards: int, left: int, points: int, rating: str) -> None:
    play = counted(cards, left)
    assert play.points == points
    play.do("stop")
    assert play.end == ("choice", points, rating)


def test_the_lowest_score() -> None:
    play = begin()
    play.do("stop")
    assert play.end == ("choice", -52, "loss, lost")


@pytest.mark.parametrize(
    ("queues", "points"),
    [("68 - - -", 2 - 50), ("68 AA2 - -", 5 - 47), ("- - - K", 1 - 51), ("AAAA 2222 3333 4444", 16 - 36)],
)
def test_every_queue_counts_its_cards_and_the_deck_takes_its_own_away(queues: str, points: int) -> None:
    play = table(queues)
    play.do("stop")
    assert play.end == ("choice", points, "loss, lost")


def test_discards_count_nothing() -> None:
    play = table("68 AA2 - -", gone="9*3 T*3 J*3")
    play.do("stop")
    assert play.end == ("choice", 5 - 38, "loss, lost")


def test_no_queue_counts_twice_while_cards_are_in_the_deck() -> None:
    play = counted(40, 1)
    play.do("stop")
    assert play.end == ("choice", 39, "legendary")


@pytest.mark.parametrize(
    ("queues", "points"),
    [
        ("A23456789TJQ K - -", 14 + 13),
        ("A2345 6789T JQK -", 14 + 6),
        ("3 2 A 456789TJQK", 14 + 10),
    ],
)
def test_the_longest_queue_counts_twice_after_the_whole_deck(queues: str, points: int) -> None:
    play = table(queues, deck="A")
    play.do("add first 0; reveal A")
    assert play.end[:2] == ("deck", points)
