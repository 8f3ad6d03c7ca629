"""Bouquets: what a move costs, which cards move where, when, what follows from the price, and its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.queue4.table import Play, adds, begin, priced, table

LINES = "AA'223'3'44' 5566'77' 88'9'9'TT' JJ'QQ'KK'"
"""Two cards of each rank: eight, six, six and six."""

BEFORE_KING = "AA'22'33' 44'55'66' 77'7'88'8'99'9' TJQ"
"""Of sevens, eights and nines one card each is not on the table."""


def laid(queues: str, **options: Any) -> Play:
    return table(queues, mode="bouquets", **options)


def through(last: str = "add fourth 3", deck: str = "K", **readings: str) -> Play:
    """The deck has been gone through without a fourth discard: six, six, nine and four cards."""
    play = laid(BEFORE_KING, deck=deck, **readings)
    play.do(f"{last}; reveal K")
    return play


def fallen(**readings: str) -> Play:
    """After the deck three prices of a seven, an eight and a nine: the last ones are the fourths."""
    play = priced(through(**readings), "third", "630")
    play.do("take second 4; put third 0")
    priced(play, "third", "642").do("take first 0; put second 0")
    assert play.queues == "A'22'33' A44'55'6' 67'8'9' TJQK"
    return priced(play, "third", "321")


# ------------------------------------------------------------------------------------------------------ the price


def test_any_three_cards_of_one_queue() -> None:
    play = laid("A2345 678 9T -")
    base = {"begin_queue fourth", "stop"} | adds(first=5, second=3, third=2)
    # They go one by one, from top to bottom: the first of them has two below it.
    assert play.moves == base | {"pay first 2", "pay first 3", "pay first 4", "pay second 2"}
    assert play.do("pay first 4") == {"first: A2345 > A234", "discards: +5"}
    assert play.moves == {"pay first 1", "pay first 2", "pay first 3"}
    play.do("pay first 2")
    assert play.moves == {"pay first 0", "pay first 1"}
    play.do("pay first 0")
    assert play.see("first", "discards") == ("24", "A35")
    assert "bouquets.pay" in play.clauses
    assert play.moves == {
        f"take {q} {k}" for q, n in (("first", 2), ("second", 3), ("third", 2)) for k in range(n)
    }


def test_a_move_for_three_cards() -> None:
    play = laid("A2345 678 - -")
    priced(play, "first", "430")
    assert play["first"] == "23"
    assert play.do("take second 1") == {"second: 678 > 68"}
    # Another Queue than the one it leaves, and in order there; one that pays is as good as any.
    assert play.moves == {"put first 2", "put third 0"}
    assert play.do("put first 2") == {"first: 23 > 237"}
    assert "bouquets.move" in play.clauses
    # The turn goes on.
    assert play.moves == {"begin_queue third", "stop", "pay first 2"} | adds(first=3, second=2)


def test_the_moved_card_may_leave_the_queue_that_pays() -> None:
    play = priced(laid("A2345 678 - -"), "first", "321")
    assert play["first"] == "A5"
    play.do("take first 1")
    assert play.moves == {"put second 0", "put third 0"}
    play.do("put second 0")
    assert play.queues == "A 5678 - -"


def test_a_third_queue_may_pay() -> None:
    play = priced(laid("A23 678 9T -"), "first", "210")
    play.do("take second 2; put third 0")
    assert (play.queues, play["discards"]) == ("- 67 89T -", "A23")


def test_a_move_within_a_queue_is_none() -> None:
    play = priced(laid("A23 678 9T -"), "first", "210")
    play.do("take second 2")
    play.refused("put second 2")
    assert play.moves == {"put first 0", "put third 0"}


def test_fewer_than_three_cards_pay_nothing() -> None:
    assert laid("A2 67 9T JQ").of("pay") == set()


def test_a_moved_card_lies_in_order() -> None:
    play = priced(laid("A23 78 6TJ 9T"), "first", "210")
    play.do("take second 0")
    assert play.moves == {"put first 0", "put third 1", "put fourth 0"}
    for step in ("put third 0", "put third 2", "put fourth 1", "put fourth 2"):
        play.refused(step)


def test_equal_cards_may_lie_on_either_side_of_each_other() -> None:
    play = priced(laid("A23 78 67'T 9T"), "first", "210")
    play.do("take second 0")
    assert play.moves == {"put first 0", "put third 1", "put third 2", "put fourth 0"}
    play.do("put third 2")
    assert play["third"] == "67'7T"


def test_as_often_as_the_price_is_paid() -> None:
    play = laid("A2345678 9T - -")
    priced(play, "first", "765").do("take second 1; put third 0")
    priced(play, "first", "432").do("take second 0; put third 0")
    assert play.queues == "A2 - 9T -"
    assert play.of("pay") == set()
    assert play.drawn("begin_queue second; reveal K") == {"second: - > K", "deck: -K"}


def test_no_move_between_destination_and_landing() -> None:
    play = laid("A2345 678 - -")
    play.do("add first 5")
    play.refused("pay first 4")
    play.do("reveal K")
    play.refused("pay first 4")
    assert play.moves == {"play", "shuffle_back"}
    play.do("play")
    assert "pay first 5" in play.moves


# --------------------------------------------------------------------------------------------- price and move


def test_no_price_without_a_card_to_move() -> None:
    assert laid("A23 - - -").of("pay") == set()
    assert laid("A234 - - -").of("pay") == {"pay first 2", "pay first 3"}
    play = priced(laid("A234 - - -"), "first", "321")
    play.do("take first 0")
    # Of empty Queues, which are alike, the first is listed.
    assert play.of("put") <= {"put first 0", "put second 0"}
    play.do("put second 0")
    assert play.queues == "- A - -"


def test_reading_price_without_move_paid() -> None:
    play = laid("A23 - - -", price_without_move="PAID")
    priced(play, "first", "210")
    assert play.moves == {"waive"}
    assert play.do("waive") == set()
    assert (play.queues, play["discards"]) == ("- - - -", "A23")
    assert play.moves == {"begin_queue first", "stop"}
    other = priced(laid("A23 9 - -", price_without_move="PAID"), "first", "210")
    assert other.moves == {"waive", "take second 0"}


def test_reading_move_to_empty_standing_only() -> None:
    reading = {"move_to_empty": "STANDING_ONLY"}
    assert laid("A234 - - -", **reading).of("pay") == set()
    assert laid("A23 4 - -", **reading).of("pay") == set()
    play = priced(laid("A23 4 5 -", **reading), "first", "210")
    assert play.moves == {"take second 0", "take third 0"}
    play.do("take second 0")
    assert play.moves == {"put third 0"}
    house = priced(laid("A23 4 - -"), "first", "210")
    house.do("take second 0")
    assert house.of("put") <= {"put first 0", "put third 0"}
    assert len(house.moves) == 1


def test_reading_move_payer_source() -> None:
    reading = {"move_payer": "SOURCE"}
    play = priced(laid("A2345 678 - -", **reading), "first", "430")
    assert play.moves == {"take first 0", "take first 1"}
    play.do("take first 1")
    assert play.moves == {"put second 0", "put third 0"}
    # Three cards leave none that could move.
    assert laid("A23 68 - -", **reading).of("pay") == set()
    assert laid("A234 68 - -", **reading).of("pay") == {"pay first 2", "pay first 3"}


def test_reading_move_count_once_a_turn() -> None:
    play = laid("A2345678 9T - -", move_count="ONCE_A_TURN")
    priced(play, "first", "765").do("take second 1; put third 0")
    assert play.moves == {"begin_queue fourth", "stop"} | adds(first=5, second=1, third=1)
    play.drawn("begin_queue fourth; reveal K")
    assert play.of("pay") == {"pay first 2", "pay first 3", "pay first 4"}


def test_reading_move_count_after_the_deck_any_number() -> None:
    play = priced(through(move_count="ONCE_A_TURN"), "third", "630")
    play.do("take second 4; put third 0")
    assert play.names == {"pay", "name"}
    priced(play, "third", "642").do("take first 0; put second 0")
    assert play.names == {"pay", "name"}


def test_reading_move_when_after_the_reveal() -> None:
    play = laid("A23 68 9TJ -", move_when="AFTER_REVEAL")
    assert play.of("pay") == {"pay first 2", "pay third 2"}
    play.do("add second 2")
    play.refused("pay first 2")
    play.do("reveal 7")
    assert play.moves == {"play", "shuffle_back", "pay first 2", "pay third 2"}
    # The eight makes way, and the seven fits on top of the six.
    priced(play, "first", "210").do("take second 1; put third 0")
    assert (play["second"], play["third"], play["hand"]) == ("6", "89TJ", "7")
    play.do("play")
    assert play.queues == "- 67 89TJ -"


def test_reading_move_when_after_the_reveal_with_a_short_deck() -> None:
    play = laid(LINES, deck="K", move_when="AFTER_REVEAL")
    play.do("add fourth 0; reveal K")
    assert {"play", "pay first 3"} <= play.moves
    assert "shuffle_back" not in play.moves


# ------------------------------------------------------------------------------------------- order of a move


def test_reading_move_order_loses_queue() -> None:
    play = priced(laid("A23 78 6TJ 9T", move_order="LOSES_QUEUE"), "first", "210")
    play.do("take second 0")
    assert play.moves == {"put first 0", "put third 1", "put fourth 0", "misput third", "misput fourth"}
    play.do("misput third")
    assert (play.queues, play["discards"]) == ("- 8 - 9T", "A2367TJ")
    assert "stop" in play.moves


def test_reading_move_order_a_lost_queue_can_end_the_game() -> None:
    play = priced(laid("A23 78 6TJ 9T", gone="6 6' 6'", move_order="LOSES_QUEUE"), "first", "210")
    play.do("take second 0; misput third")
    assert play.moves == {"name first", "name second", "name fourth"}
    play.do("name fourth")
    assert play.end == ("fourth", 2 - 39, "loss, lost")


def moved_onto_its_own(**readings: str) -> Play:
    """A nine lies turned up below the ten of the third Queue; what is moved there costs that Queue."""
    play = laid("A23 78 TJ 9T", move_when="AFTER_REVEAL", move_order="LOSES_QUEUE", **readings)
    play.do("add third 0; reveal 9")
    priced(play, "first", "210").do("take second 0")
    play.do("misput third")
    return play


def test_a_card_turned_up_begins_its_queue_that_a_move_has_cost() -> None:
    play = moved_onto_its_own()
    assert (play.phase, play.queues, play["hand"]) == ("seen", "- 8 - 9T", "9")
    play.do("play")
    assert play.queues == "- 8 9 9T"


def test_a_queue_lost_for_good_to_a_move_leaves_a_card_turned_up_without_a_place() -> None:
    play = moved_onto_its_own(queue_total="OVER_GAME")
    assert play.reader.silence(play.state) == (
        "where a card goes that lies turned up when a move costs its Queue for good",
        "bouquets.move",
    )
    assert play.moves == set()
    assert (play.queues, play["discards"], play["hand"]) == ("- 8 TJ 9T", "A23", "9")


# -------------------------------------------------------------------------------------- a price ends the game


def test_a_price_can_end_the_game_and_nothing_moves() -> None:
    play = laid("2345 678 - -", gone="5 5' 5'")
    play.do("pay first 3")
    # Three cards are the price: the other two go with it.
    assert play.of("name", "take") == set()
    play.do("pay first 2; pay first 1")
    assert play.see("first", "discards") == ("2", "34555'5'")
    assert play.moves == {"name first", "name second", "name third"}
    play.do("name second")
    # Nothing is added for its Group.
    assert play.end == ("fourth", 3 - 42, "loss, lost")


def test_a_price_with_the_third_of_a_rank_does_not_end_the_game() -> None:
    play = priced(laid("2345 678 - -", gone="5 5'"), "first", "321")
    assert play.of("take") == {"take first 0", "take second 0", "take second 1", "take second 2"}


def test_reading_move_after_fourth_done() -> None:
    play = priced(laid("2345 678 - -", gone="5 5' 5'", move_after_fourth="MOVE_DONE"), "first", "321")
    assert play.of("take") == {"take first 0", "take second 0", "take second 1", "take second 2"}
    play.do("take first 0; put second 0")
    assert play.queues == "- 2678 - -"
    assert play.moves == {"name first", "name second"}
    play.do("name second")
    assert play.end == ("fourth", 4 - 42, "loss, lost")


def test_reading_move_discards_not_counted() -> None:
    play = priced(laid("2345 678 - -", gone="5 5' 5'", move_discards="NOT_COUNTED"), "first", "321")
    assert play.of("take") != set()
    play.do("take first 0; put second 0; stop")
    play.do("name second")
    assert play.end == ("choice", 4 + 1 - 42, "loss, lost")


def test_reading_move_discards_not_counted_with_a_lost_queue() -> None:
    reading = {"move_discards": "NOT_COUNTED"}
    play = priced(laid("55'5'678 59 - -", **reading), "first", "210")
    play.do("take first 0; put third 0")
    play.drawn("add second 0; reveal K")
    assert (play.over, play.phase) == (False, "aim")
    house = priced(laid("55'5'678 59 - -"), "first", "210")
    house.do("take first 0; put third 0")
    house.drawn("add second 0; reveal K")
    assert house.of("name") == house.moves != set()
    house.do("name first")
    assert house.end == ("fourth", 2 - 43, "loss, lost")


def test_a_queue_lost_beside_others_counts_all_the_same() -> None:
    play = laid("678 59 - -", gone="5 5' 5'", move_discards="NOT_COUNTED")
    play.drawn("add second 0; reveal K")
    play.do("name first")
    assert play.end == ("fourth", 3 - 43, "loss, lost")


# ---------------------------------------------------------------------------------------- after the endings


def test_after_the_deck_cards_still_move_until_the_bouquet_is_named() -> None:
    play = through()
    assert play["deck"] == "-"
    assert play.moves == {f"name {queue}" for queue in ("first", "second", "third", "fourth")} | {
        *("pay first 2", "pay first 3", "pay first 4", "pay first 5"),
        *("pay second 2", "pay second 3", "pay second 4", "pay second 5"),
        *("pay third 2", "pay third 3", "pay third 5", "pay third 6", "pay third 8"),
        *("pay fourth 2", "pay fourth 3"),
    }
    priced(play, "third", "630").do("take second 4; put third 0")
    assert play.queues == "AA'22'33' 44'55'6' 67'7'8'8'9'9' TJQK"
    play.do("name third")
    assert play.end == ("deck", 7 + 2, "good")


def test_the_bouquet_may_be_named_at_once() -> None:
    play = through()
    play.do("name third")
    assert play.end == ("deck", 9 + 6, "excellent")


@pytest.mark.parametrize(("reading", "groups"), [("GROUPS_LOST", 0), ("GROUPS_KEPT", 4)])
def test_reading_fourth_after_deck(reading: str, groups: int) -> None:
    play = fallen(fourth_after_deck=reading)
    assert play.moves == {"name first", "name second", "name third", "name fourth"}
    play.do("name second")
    assert play.end[1] == 6 + groups


def test_reading_move_after_end_with_a_fourth_after_the_deck() -> None:
    play = fallen(move_after_end="DECK_EMPTY")
    # Moves go on, so that this price still buys one.
    assert play.names == {"take"}
    play.do("take third 0; put first 5")
    assert play.queues == "A'22'33'6 A44'55'6' - TJQK"
    assert play.names == {"name", "pay"}


@pytest.mark.parametrize(
    ("reading", "names"),
    [("UNTIL_FOURTH", {"name"}), ("DECK_EMPTY", {"name", "pay"}), ("ANY_ENDING", {"name", "pay"})],
)
def test_reading_move_after_end_with_the_last_card_as_a_fourth(reading: str, names: set[str]) -> None:
    # Three Kings lie discarded; the last card costs the third Queue, with it go three more cards of a rank each.
    play = through("add third 0", move_after_end=reading)
    assert (play["third"], play["deck"], play.names) == ("-", "-", names)
    play.do("name first")
    assert play.end == ("fourth", 6, "good")


@pytest.mark.parametrize(
    ("reading", "names"),
    [("UNTIL_FOURTH", {"name"}), ("DECK_EMPTY", {"name"}), ("ANY_ENDING", {"name", "pay"})],
)
def test_reading_move_after_end_by_choice(reading: str, names: set[str]) -> None:
    play = laid("A2345 678 - -", move_after_end=reading)
    play.do("stop")
    assert play.names == names
    if "pay" in names:
        priced(play, "first", "432").do("take first 1; put second 0")
    play.do("name second")
    assert play.end == ("choice", (5 if "pay" in names else 4) - 44, "loss, lost")


def test_reading_move_after_end_with_a_fourth_before_the_end_of_the_deck() -> None:
    play = laid("68 A234 - -", gone="5 5' 5'", move_after_end="ANY_ENDING")
    play.drawn("add first 1; reveal 5")
    assert play.names == {"name", "pay"}
    empty = laid("68 A234 - -", gone="5 5' 5'", move_after_end="DECK_EMPTY")
    empty.drawn("add first 1; reveal 5")
    assert empty.names == {"name"}


def test_after_stopping_nothing_moves() -> None:
    play = laid("A2345 678 - -")
    play.do("stop")
    assert play.moves == {"name first", "name second", "name third"}
    play.do("name first")
    assert play.end == ("choice", 5 + 1 - 44, "loss, lost")


def test_a_bouquet_of_nothing() -> None:
    play = begin("bouquets")
    play.do("stop")
    assert play.moves == {"name first"}
    play.do("name first")
    assert play.end == ("choice", -52, "loss, lost")
