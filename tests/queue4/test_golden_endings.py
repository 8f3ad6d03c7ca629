"""The three endings of Queue 4, what they leave to count, and the rulings on when the game is over."""

from __future__ import annotations

import pytest

from tests.queue4.table import RANKS, adds, begin, table

LINES = "AA223344 556677 8899TT JJQQKK"
"""Two cards of each rank, in order; the first Queue is the longest."""

THREE_LINES = "AA223344 5566778899TT JJQQKK 4"
"""With a Queue that can be lost: two more fours lie in the first."""

LAST_LOSS = "AA223344 5566778899TT JJQQ K"
"""Nothing else is on the table: if the third Queue is lost, four Jacks and four Queens lie discarded."""

# -------------------------------------------------------------------------------------------- the fourth discard


@pytest.mark.clause("queue4:end.fourth.example")
def test_the_fourth_card_of_a_rank_as_the_card_played() -> None:
    play = table("68 AA2 - -", gone="5*3")
    play.drawn("add first 1; reveal 5")
    assert {"end.fourth", "place.misfit", "place.misfit.card"} <= play.clauses
    assert play.see("first", "second", "discards") == ("-", "AA2", "555568")
    assert play.end == ("fourth", 3 - 43, "loss, lost")


def test_the_fourth_card_of_a_rank_within_the_queue() -> None:
    play = table("58 AA2 - -", gone="5*3")
    play.drawn("add first 1; reveal K")
    assert play["discards"] == "55558K"
    assert play.end == ("fourth", 3 - 43, "loss, lost")


def test_a_third_card_of_a_rank_does_not_end_the_game() -> None:
    play = table("558 AA2 - -", gone="5 6*3")
    play.drawn("add first 0; reveal K")
    assert play["discards"] == "5556668K"
    assert play.moves == {"begin_queue first", "stop"} | adds(second=3)


def test_four_of_a_rank_with_one_queue() -> None:
    play = table("5559 AA2 - -")
    play.drawn("add first 4; reveal 5")
    assert play.end == ("fourth", 3 - 44, "loss, lost")


def test_the_fourth_card_in_a_queue_keeps_the_game_going() -> None:
    play = table("68 AA2 - -", gone="5*3")
    play.drawn("add first 0; reveal 5")
    assert (play["first"], play.over) == ("568", False)


def test_a_fourth_discard_can_score_well() -> None:
    play = table("AA223344 5566778899TT JJQQ 3", deck="K A")
    play.drawn("add fourth 0; reveal K")
    assert play.end == ("fourth", 24 - 1, "spectacular")


# ------------------------------------------------------------------------------------------------- by choice


def test_the_player_stops_at_once() -> None:
    play = begin()
    assert play.do("stop") == set()
    assert play.end == ("choice", -52, "loss, lost")


def test_the_card_put_back_is_still_in_the_deck() -> None:
    play = table(LINES, deck="A*2 2*2 3*2 4*2 5*2")
    assert play.do("stop") == set()
    assert {"option.stop", "option.stop.returned", "end.choice"} <= play.clauses
    assert play.end == ("choice", 26 - 10, "excellent")


def test_stopping_is_not_possible_once_a_card_is_aimed() -> None:
    play = table("68 - - -")
    play.do("add first 0")
    play.refused("stop")
    play.do("reveal K")
    play.refused("stop")


def test_the_last_card_put_back_is_not_gone_through() -> None:
    play = table(LINES, deck="K")
    play.do("stop")
    assert play.end == ("choice", 26 - 1, "spectacular")


# --------------------------------------------------------------------------------------------- the whole deck


def test_the_last_card_fits() -> None:
    play = table(LINES, deck="K")
    assert play.do("add fourth 6; reveal K") == {"fourth: JJQQKK > JJQQKKK", "deck: -K"}
    assert "end.deck" in play.clauses
    # The first Queue holds eight cards and counts twice.
    assert play.end == ("deck", 27 + 8, "legendary")


def test_the_last_card_makes_the_longest_queue() -> None:
    play = table(LINES, deck="K")
    play.do("add first 8; reveal K")
    assert play.end == ("deck", 27 + 9, "legendary")


def test_the_last_card_begins_a_queue() -> None:
    play = table("AA223344 5566778899TT JJQQKK -", deck="K")
    play.do("begin_queue fourth; reveal K")
    assert play.end == ("deck", 27 + 12, "legendary")


def test_the_last_card_costs_a_queue_and_the_deck_is_gone_through_all_the_same() -> None:
    play = table(THREE_LINES, deck="K")
    assert play.do("add fourth 0; reveal K") == {"fourth: 4 > -", "discards: +4K", "deck: -K"}
    assert play.end == ("deck", 26 + 12, "legendary")


def test_the_last_card_costs_a_queue_one_card_short_of_a_fourth() -> None:
    play = table(
        "AA22334 55667 8899TTJJQQKK 347", deck="7", gone="A*2 2*2 3 4*2 5*2 6*2 7 8*2 9*2 T*2 J*2 Q*2 K*2"
    )
    play.do("add fourth 0; reveal 7")
    # Three fours and three sevens lie discarded now.
    assert play.end == ("deck", 24 + 12, "legendary")


@pytest.mark.parametrize(
    ("queues", "step", "points"),
    [
        # The card played is the fourth King.
        ("AA223344 5566778899TT JJQQ 3", "add fourth 0; reveal K", 24),
        # The Queue that is lost holds the third and the fourth Jack and Queen.
        (LAST_LOSS, "add third 0; reveal K", 21),
    ],
)
def test_the_last_card_is_or_brings_a_fourth_discard(queues: str, step: str, points: int) -> None:
    play = table(queues, deck="K")
    play.do(step)
    assert play["deck"] == "-"
    # The longest Queue does not count twice.
    assert play.end == ("fourth", points, "spectacular")


def test_no_turn_follows_the_last_card() -> None:
    play = table(LINES, deck="K Q")
    play.do("add fourth 6; reveal K")
    assert play.moves == {"stop"} | adds(first=8, second=6, third=6, fourth=7) - {"add fourth 6"}
    play.do("add fourth 4; reveal Q")
    assert play.end == ("deck", 28 + 8, "legendary")


def test_a_whole_game_with_the_highest_score() -> None:
    play = begin()
    play.drawn("begin_queue first; reveal A")
    for length, rank in enumerate("".join(rank * 4 for rank in RANKS)):
        if length:
            play.drawn(f"add first {length}; reveal {rank}")
    assert play.queues.split()[1:] == ["-", "-", "-"]
    assert play.end == ("deck", 52 + 52, "legendary")


def test_a_whole_game_with_thirteen_in_each_queue() -> None:
    play = begin()
    for queue in ("first", "second", "third", "fourth"):
        play.drawn(f"begin_queue {queue}; reveal K")
        for rank in reversed(RANKS[:-1]):
            play.drawn(f"add {queue} 0; reveal {rank}")
    assert play.queues == " ".join([RANKS] * 4)
    assert play.end == ("deck", 52 + 13, "legendary")


# --------------------------------------------------------------------------- readings: which discard ends the game


def test_reading_discard_whole_one_by_one_saves_what_is_not_thrown_yet() -> None:
    whole = table("579 AA2 - -", gone="5*3")
    whole.drawn("add first 0; reveal 8")
    assert whole.end == ("fourth", 3 - 42, "loss, lost")
    play = table("579 AA2 - -", gone="5*3", discard_whole="ONE_BY_ONE")
    play.drawn("add first 0; reveal 8")
    # The card in hand, or one of the Queue: the player chooses.
    assert play.moves == {"throw 0", "throw 1", "throw 2", "throw 3"}
    play.do("throw 1")
    assert play["first"] == "79"
    assert play.end == ("fourth", 5 - 42, "loss, lost")


def test_reading_discard_whole_one_by_one_in_the_worst_order() -> None:
    play = table("579 AA2 - -", gone="5*3", discard_whole="ONE_BY_ONE")
    play.drawn("add first 0; reveal 8")
    play.do("throw 3")
    assert (play["first"], play.moves) == ("57", {"throw 0", "throw 1", "throw 2"})
    play.do("throw 0")
    assert (play["discards"], play.moves) == ("55589", {"throw 1", "throw 2"})
    play.do("throw 2")
    play.do("throw 1")
    assert play["discards"] == "5555789"
    assert play.end == ("fourth", 3 - 42, "loss, lost")


def test_reading_discard_whole_the_card_played_may_go_first() -> None:
    play = table("68 AA2 - -", gone="5*3", discard_whole="ONE_BY_ONE")
    play.drawn("add first 1; reveal 5")
    play.do("throw 0")
    assert play.queues == "68 AA2 - -"
    assert play.end == ("fourth", 5 - 43, "loss, lost")


def test_reading_discard_whole_one_by_one_without_a_fourth_is_the_same() -> None:
    play = table("579 AA2 - -", gone="5*2", discard_whole="ONE_BY_ONE")
    assert play.drawn("add first 0; reveal 8") == {"first: 579 > -", "deck: -8", "discards: +5789"}


@pytest.mark.parametrize(
    ("queues", "step", "points"),
    [
        # The last five to come is played; the other three lie in a Queue.
        ("68 AA2 555 -", "add first 1; reveal 5", 6 - 43),
        # A five of the Queue is thrown away, and none is in the deck.
        ("58 AA2 555 -", "add first 1; reveal K", 6 - 43),
    ],
)
def test_reading_last_of_rank(queues: str, step: str, points: int) -> None:
    house = table(queues)
    house.drawn(step)
    assert not house.over
    play = table(queues, last_of_rank="LAST_TO_COME")
    play.drawn(step)
    assert play.end == ("fourth", points, "loss, lost")


def test_reading_last_of_rank_one_more_to_come() -> None:
    play = table("58 AA2 55 -", last_of_rank="LAST_TO_COME")
    play.drawn("add first 1; reveal K")
    assert (play["discards"], play.over) == ("58K", False)


def test_reading_last_of_rank_counts_the_fourth_discard_too() -> None:
    play = table("68 AA2 - -", gone="5*3", last_of_rank="LAST_TO_COME")
    play.drawn("add first 1; reveal 5")
    assert play.end == ("fourth", 3 - 43, "loss, lost")


def test_reading_last_of_rank_the_last_card_discarded_still_goes_through_the_deck() -> None:
    play = table(THREE_LINES, deck="K", last_of_rank="LAST_TO_COME")
    play.do("add fourth 0; reveal K")
    # No four of a rank lie discarded, and the deck is empty.
    assert play.end[1:] == (26 + 12, "legendary")


# ------------------------------------------------------------------------------------- readings: stopping


def test_reading_stop_when_until_placed() -> None:
    play = table("68 AA2 - -", stop_when="UNTIL_PLACED")
    assert "stop" in play.moves
    play.do("add first 0")
    assert "stop" not in play.moves
    play.do("reveal K")
    assert play.moves == {"play", "shuffle_back", "stop"}
    play.do("stop")
    assert (play.left, play.queues) == (47, "68 AA2 - -")
    assert play.end == ("choice", 5 - 47, "loss, lost")


def test_reading_stop_when_until_placed_with_a_short_deck() -> None:
    play = table(LINES, deck="K", stop_when="UNTIL_PLACED")
    play.do("add first 0; reveal K")
    assert play.moves == {"play", "stop"}
    play.do("stop")
    assert play.end == ("choice", 26 - 1, "spectacular")


def test_reading_stop_riskless_barred() -> None:
    assert begin(stop_riskless="BARRED").moves == {"begin_queue first"}
    play = table("68 AA2 K -", stop_riskless="BARRED")
    play.refused("stop")
    play.drawn("begin_queue fourth; reveal K")
    assert "stop" in play.moves


def test_reading_stop_riskless_when_no_queue_can_be_begun_again() -> None:
    play = table("68 AA2 K T", stop_riskless="BARRED", queue_total="OVER_GAME")
    play.drawn("add first 0; reveal K")
    assert play.moves == {"stop"} | adds(second=3, third=1, fourth=1)
    house = table("68 AA2 K T", stop_riskless="BARRED")
    house.drawn("add first 0; reveal K")
    assert house.moves == {"begin_queue first"} | adds(second=3, third=1, fourth=1)


# --------------------------------------------------------------------------- readings: the second count


@pytest.mark.parametrize(("deck", "points"), [("K", 26 - 1 + 8), ("K Q", 26 - 2)])
def test_reading_through_deck_drawn(deck: str, points: int) -> None:
    play = table(LINES, deck=deck, through_deck="DRAWN")
    play.do("stop")
    assert play.end[1] == points


def test_reading_through_deck_drawn_is_the_same_for_a_card_played() -> None:
    play = table(LINES, deck="K", through_deck="DRAWN")
    play.do("add first 8; reveal K")
    assert play.end == ("deck", 27 + 9, "legendary")


@pytest.mark.parametrize(("reading", "points"), [("IN_ALL", 21), ("TOGETHER", 21 + 12)])
def test_reading_four_of_a_kind_over_several_queues(reading: str, points: int) -> None:
    play = table(LAST_LOSS, deck="K", four_of_a_kind=reading)
    play.do("add third 0; reveal K")
    assert play.end[1] == points


@pytest.mark.parametrize("reading", ["IN_ALL", "TOGETHER"])
@pytest.mark.parametrize(
    ("queues", "last", "step", "points"),
    [
        ("AA223344 5566778899 TTTT JJQQKK", "K", "add third 0; reveal K", 24),
        ("AA223344 5566778899 TTTJ JQQKK", "T", "add third 4; reveal T", 23),
    ],
)
def test_reading_four_of_a_kind_with_one_queue(
    reading: str, queues: str, last: str, step: str, points: int
) -> None:
    play = table(queues, deck=last, four_of_a_kind=reading)
    play.do(step)
    assert play.end == ("fourth", points, "spectacular")


@pytest.mark.parametrize("reading", ["IN_ALL", "TOGETHER"])
def test_reading_four_of_a_kind_with_cards_left_in_the_deck(reading: str) -> None:
    play = table(LAST_LOSS, deck="K A", four_of_a_kind=reading)
    play.do("add third 0; reveal K")
    assert play.end == ("fourth", 21 - 1, "spectacular")


@pytest.mark.parametrize(
    ("queues", "longest"),
    [("AA223344 556677889 9TTJJ QQKK", 9), ("AA223344 55667788 99TTJJ QQKK", 8)],
)
@pytest.mark.parametrize("reading", ["ONE", "ALL"])
def test_reading_longest_tie(queues: str, longest: int, reading: str) -> None:
    play = table(queues, deck="K", longest_tie=reading)
    play.do("add fourth 4; reveal K")
    ties = 2 if longest == 8 and reading == "ALL" else 1
    assert play.end == ("deck", 27 + ties * longest, "legendary")


def test_reading_longest_tie_of_four() -> None:
    play = table("A23456789TJQ A23456789TJQK A23456789TJQK A23456789TJQK", deck="K", longest_tie="ALL")
    play.do("add first 12; reveal K")
    assert play.end == ("deck", 52 + 4 * 13, "legendary")


@pytest.mark.parametrize(
    ("reading", "rating"), [("BELOW_ZERO", "spectacular"), ("FOURTH_TOO", "spectacular, lost")]
)
def test_reading_lost_game(reading: str, rating: str) -> None:
    play = table("AA223344 5566778899TT JJQQ 3", deck="K A", lost_game=reading)
    play.drawn("add fourth 0; reveal K")
    assert play.end == ("fourth", 23, rating)
    other = table(LINES, deck="K", lost_game=reading)
    other.do("stop")
    assert other.end == ("choice", 25, "spectacular")
