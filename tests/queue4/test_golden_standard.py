"""A turn of Queue 4: drawing, aiming, turning up, joining or losing a Queue, shuffling a card back; its rulings."""

from __future__ import annotations

import pytest

from queensbench.rendering.boards import board_of, text
from tests.queue4.table import DECK, QUEUES, RANKS, adds, begin, table

CARD = {f"reveal {rank}" for rank in RANKS}
SEEN = {"play", "shuffle_back"}
"""What may be done with a card turned up while ten others lie in the deck and none was shuffled back before."""


# --------------------------------------------------------------------------------------------------- the set-up


def test_the_deck_is_the_common_pack_face_down() -> None:
    play = begin()
    assert play.see("deck", "discards", *QUEUES) == (DECK, "-", "-", "-", "-", "-")
    assert (play.left, play.over, play.points) == (52, False, -52)


def test_the_first_card_can_only_begin_a_queue_or_be_put_back() -> None:
    play = begin()
    assert play.moves == {"begin_queue first", "stop"}
    assert play.do("begin_queue first") == set()
    # Every card is as likely as there are such cards in the deck.
    assert play.weights() == dict.fromkeys(CARD, 4)


# ------------------------------------------------------------------------------------------------ a new Queue


def test_a_new_queue() -> None:
    play = begin()
    assert play.do("begin_queue first; reveal 8") == {"deck: -8", "hand: - > 8"}
    assert play.moves == SEEN
    assert play.do("play") == {"first: - > 8", "hand: 8 > -"}
    play.do("begin_queue second; reveal 3")
    assert {"place.reveal", "turn.draw"} <= play.clauses
    play.do("play")
    assert play.queues == "8 3 - -"
    assert play.moves == {"begin_queue third", "stop"} | adds(first=1, second=1)


def test_any_card_can_begin_a_queue() -> None:
    for rank in "A8K":
        play = table("68 AA2 - -")
        play.do(f"begin_queue third; reveal {rank}; play")
        assert play.queues == f"68 AA2 {rank} -"


def test_of_four_queues_none_can_be_begun() -> None:
    play = table("68 AA2 K -")
    assert play.moves == {"begin_queue fourth", "stop"} | adds(first=2, second=3, third=1)
    play.do("begin_queue fourth; reveal 4; play")
    assert play.moves == {"stop"} | adds(first=2, second=3, third=1, fourth=1)
    for queue in QUEUES:
        play.refused(f"begin_queue {queue}")


def test_of_empty_queues_which_are_alike_one_is_listed() -> None:
    play = table("68 - K -")
    assert play.moves == {"begin_queue second", "stop"} | adds(first=2, third=1)


# ----------------------------------------------------------------------------------------------- a destination


def test_the_destinations_are_below_above_and_between() -> None:
    play = table("6 68T AA2K 5")
    assert play.moves == {"stop"} | adds(first=1, second=3, third=4, fourth=1)
    play.refused("add first 2")
    play.refused("add second 4")


def test_of_places_among_equals_which_are_alike_one_is_listed() -> None:
    play = table("6667 88 T -")
    assert play.of("add") == adds(first=4, second=2, third=1) - {"add first 2"}
    play.drawn("add first 1; reveal 6")
    assert play["first"] == "66667"


def test_no_card_can_be_added_to_an_empty_queue() -> None:
    play = table("6 - - -")
    play.refused("add second 0")


def test_the_destination_is_settled_before_the_card_is_seen() -> None:
    play = table("68 - - -")
    play.refused("reveal 7")
    play.do("add first 1")
    assert play.moves == CARD
    play.do("reveal 9")
    # It would fit on top, but it was aimed at the middle.
    assert play.moves == SEEN
    play.do("play")
    assert play.see("first", "discards") == ("-", "689")


@pytest.mark.parametrize(
    ("queue", "gap", "fitting"),
    [
        ("68", 0, "A23456"),
        ("68", 1, "678"),
        ("68", 2, "89TJQK"),
        ("A", 0, "A"),
        ("A", 1, RANKS),
        ("K", 0, RANKS),
        ("K", 1, "K"),
        ("88", 1, "8"),
        ("88", 0, "A2345678"),
        ("9T", 1, "9T"),
        ("AK", 1, RANKS),
        ("2JQ", 1, "23456789TJ"),
        ("2JQ", 2, "JQ"),
    ],
)
def test_what_is_in_range(queue: str, gap: int, fitting: str) -> None:
    before, after = queue[:gap], queue[gap:]
    for rank in RANKS:
        play = table(f"{queue} - - -")
        play.do(f"add first {gap}; reveal {rank}; play")
        if rank in fitting:
            assert play.see("first", "discards") == (before + rank + after, "-")
        else:
            assert play.see("first", "discards") == ("-", "".join(sorted(queue + rank, key=RANKS.index)))


@pytest.mark.clause("queue4:order.match.example")
def test_the_example_of_a_match() -> None:
    play = table("68 - - -")
    assert play.do("add first 1; reveal 8; play") == {"first: 68 > 688", "deck: -8"}
    assert {"place.fits", "order.match"} <= play.clauses


def test_an_ace_is_low() -> None:
    play = table("K - - -")
    assert play.do("add first 1; reveal A; play") == {"first: K > -", "discards: +AK", "deck: -A"}
    play.do("begin_queue first; reveal K; play")
    assert play.do("add first 0; reveal A; play") == {"first: K > AK", "deck: -A"}


# --------------------------------------------------------------------------------------------------- a misfit


def test_a_misfit_costs_the_whole_queue_and_the_card() -> None:
    play = table("3457 AA2 - -", gone="99")
    assert play.do("add first 0; reveal 4; play") == {"first: 3457 > -", "discards: +34457", "deck: -4"}
    assert {"place.misfit", "place.misfit.card"} <= play.clauses
    assert (play.over, play["second"]) == (False, "AA2")


def test_a_queue_that_was_lost_can_be_begun_again() -> None:
    play = table("3457 AA2 6 9")
    play.do("add first 0; reveal 4; play")
    assert play.moves == {"begin_queue first", "stop"} | adds(second=3, third=1, fourth=1)
    play.do("begin_queue first; reveal K; play")
    assert play.queues == "K AA2 6 9"


def test_reading_queue_total_over_the_game() -> None:
    play = table("3457 AA2 6 9", queue_total="OVER_GAME")
    play.do("add first 0; reveal 4; play")
    assert play.moves == {"stop"} | adds(second=3, third=1, fourth=1)
    play.do("add second 0; reveal J; play")
    play.do("add third 0; reveal J; play")
    assert play.moves == {"stop"} | adds(fourth=1)
    play.do("add fourth 0; reveal J; play")
    assert (play.queues, play.moves, play.over) == ("- - - -", {"stop"}, False)


def test_reading_queue_total_leaves_the_queues_never_begun() -> None:
    play = table("3457 - - -", queue_total="OVER_GAME")
    play.do("add first 0; reveal 4; play")
    assert play.moves == {"begin_queue second", "stop"}


# ------------------------------------------------------------------------------------- the three cases in a row


def test_turns_until_the_player_stops() -> None:
    play = begin()
    for step, queues in [
        ("begin_queue first; reveal 7; play", "7 - - -"),
        ("add first 1; reveal 7; play", "77 - - -"),
        ("begin_queue second; reveal 2; play", "77 2 - -"),
        ("add first 0; reveal A; play", "A77 2 - -"),
        ("add first 1; reveal 4; play", "A477 2 - -"),
        ("add second 0; reveal 9; play", "A477 - - -"),
        ("begin_queue second; reveal 9; play", "A477 9 - -"),
    ]:
        play.do(step)
        assert play.queues == queues
    assert play.see("discards", "deck")[0] == "29"
    play.do("stop")
    assert play.end == ("choice", 5 - 45, "loss, lost")


# --------------------------------------------------------------------------------------------- shuffling back


def test_a_card_is_shuffled_back_with_no_effect() -> None:
    play = table("3457 AA2 - -", gone="99")
    assert play.do("add first 0; reveal K; shuffle_back") == set()
    assert {"return.may", "return.no_effect"} <= play.clauses
    assert not {"place.misfit", "place.fits"} & play.clauses
    # A new turn with all its options, and the card may come again.
    assert play.moves == {"begin_queue third", "stop"} | adds(first=4, second=3)
    play.do("add second 3")
    assert play.weights()["reveal K"] == 4


def test_a_card_that_fits_can_be_shuffled_back_too() -> None:
    play = table("3457 AA2 - -")
    assert play.do("add first 4; reveal K; shuffle_back") == set()


def test_a_card_for_a_new_queue_can_be_shuffled_back() -> None:
    play = begin()
    assert play.do("begin_queue first; reveal K; shuffle_back") == set()
    assert play.moves == {"begin_queue first", "stop"}


def test_once_per_game() -> None:
    play = table("3457 - - -")
    play.do("add first 0; reveal K; shuffle_back")
    # The next card does what it does at once.
    assert play.do("begin_queue second; reveal K") == {"deck: -K", "second: - > K"}
    assert play.do("add first 0; reveal K") == {"first: 3457 > -", "deck: -K", "discards: +3457K"}
    assert play.phase == "aim"


@pytest.mark.parametrize(("deck", "may"), [("8 9*2 T*2 J*2 Q*2 K*2", True), ("8 9*2 T*2 J*2 Q*2 K", False)])
def test_at_least_ten_other_cards(deck: str, may: bool) -> None:
    # Eleven cards in the deck, one of them drawn: ten others.  With ten there are nine others.
    play = table("A234567 8 9T JQK", deck=deck)
    assert play.left == 10 + may
    play.do("add first 7; reveal 8")
    assert play.left == 9 + may
    assert play.moves == (SEEN if may else {"stop"} | adds(first=8, second=1, third=2, fourth=3))
    assert play["first"] == ("A234567" if may else "A2345678")


def test_the_ten_are_counted_anew_for_every_card() -> None:
    play = table("A234567 8 9T JQK", deck="8 9*2 T*2 J*2 Q*2 K*2")
    play.do("add first 7; reveal 8; play")
    assert play.do("add first 8; reveal 9") == {"deck: -9", "first: A2345678 > A23456789"}


# --------------------------------------------------------------------------------------------------- readings


def test_reading_look_when_before_draw_changes_nothing() -> None:
    play = table("68 - - -")
    play.refused("look")


def test_reading_look_when_any_time() -> None:
    play = table("68 - K -", gone="8", look_when="ANY_TIME")
    blind = {"begin_queue second", "stop"} | adds(first=2, third=1)
    assert play.moves == blind | {"look"}
    play.do("look")
    # The card drawn is any of those not seen elsewhere.
    assert play.weights() == dict.fromkeys({f"draw_known {rank}" for rank in RANKS}, 4) | {
        "draw_known 6": 3, "draw_known 8": 2, "draw_known K": 3
    }  # fmt: skip
    assert play.do("draw_known 7") == {"deck: -7", "hand: - > 7"}
    assert {"begin_queue second", "stop", "add first 1", "add third 0"} <= play.moves <= blind
    play.do("add first 1; play")
    assert play.queues == "678 - K -"
    play.do("look; draw_known A; stop")
    assert play.end == ("choice", 4 - (52 - 5), "loss, lost")


def test_reading_destination_is_the_queue_alone() -> None:
    play = table("68 AA2 - -", destination="QUEUE")
    assert play.moves == {"begin_queue third", "stop", "add first 0", "add second 0"}
    play.do("add first 0; reveal 7")
    assert play.moves == {"settle 1", "shuffle_back"}
    play.do("settle 1")
    assert play.queues == "678 AA2 - -"


@pytest.mark.parametrize(
    ("queue", "card", "result"),
    [
        ("68", "8", "688"),
        ("68", "A", "A68"),
        ("68", "K", "68K"),
        ("A", "K", "AK"),
        ("K", "A", "AK"),
        ("777", "7", "7777"),
    ],
)
def test_reading_destination_every_card_fits(queue: str, card: str, result: str) -> None:
    play = table(f"{queue} - - -", destination="QUEUE")
    play.do(f"add first 0; reveal {card}")
    (settle,) = play.of("settle")
    play.do(settle)
    assert play.see("first", "discards") == (result, "-")


@pytest.mark.parametrize(("reading", "queue"), [("NEIGHBOURS", "-"), ("ANYWHERE", "688")])
def test_reading_match_where(reading: str, queue: str) -> None:
    play = table("68 8 - -", match_where=reading)
    play.do("add first 0; reveal 8; play")
    assert play.queues == f"{queue} 8 - -"


def test_reading_match_anywhere_is_for_matches_in_the_queue_aimed_at() -> None:
    play = table("68 7 - -", match_where="ANYWHERE")
    play.do("add first 0; reveal 7; play")
    assert play.queues == "- 7 - -"
    play.do("begin_queue first; reveal 9; play")
    play.do("add first 1; reveal 9; play")
    play.do("add second 0; reveal 7; play")
    assert play.queues == "99 77 - -"


def test_reading_match_anywhere_for_the_lowest_aimed_on_top() -> None:
    play = table("667T - - -", match_where="ANYWHERE")
    play.do("add first 4; reveal 6; play")
    assert play.queues == "6667T - - -"


def test_reading_return_new_queue_standing_queues_only() -> None:
    play = table("68 - - -", return_new_queue="STANDING_QUEUE")
    assert play.do("begin_queue second; reveal K") == {"deck: -K", "second: - > K"}
    play.do("add first 0; reveal K")
    assert play.moves == SEEN


def test_reading_return_timing_afterwards() -> None:
    play = table("3457 AA2 - -", return_timing="AFTERWARDS")
    play.do("add first 0; reveal K")
    assert "shuffle_back" in play.moves
    play.do("shuffle_back")
    assert play.see("first", "discards", "hand") == ("-", "3457", "-")
    play.do("begin_queue first")
    assert play.weights()["reveal K"] == 4
    assert play.over is False


def test_reading_return_timing_afterwards_of_a_card_that_fits() -> None:
    play = table("3457 AA2 - -", return_timing="AFTERWARDS")
    assert play.do("add first 4; reveal K; shuffle_back") == set()
    assert play.do("add first 4; reveal K") == {"first: 3457 > 3457K", "deck: -K"}


def test_reading_return_timing_a_fourth_of_the_lost_queue_ends_the_game() -> None:
    play = table("3457 AA2 - -", gone="555", return_timing="AFTERWARDS")
    assert play.do("add first 0; reveal K") == {"first: 3457 > -", "deck: -K", "discards: +3457K"}
    assert play.end == ("fourth", 3 - 41, "loss, lost")


def test_reading_return_next_to_the_same_place() -> None:
    play = table("3457 AA2 - -", return_next="SAME_PLACE")
    play.do("add first 4; reveal 2; shuffle_back")
    assert play.moves == CARD
    # Once per game: what comes now does what it does.
    assert play.do("reveal 9") == {"first: 3457 > 34579", "deck: -9"}


def test_reading_return_next_for_a_new_queue() -> None:
    play = table("3457 AA2 - -", return_next="SAME_PLACE")
    play.do("begin_queue third; reveal 2; shuffle_back")
    assert play.do("reveal 9") == {"third: - > 9", "deck: -9"}


@pytest.mark.parametrize("reading", ["POSITION", "QUEUE"])
def test_the_board_marks_a_place_only_where_one_is_settled(reading: str) -> None:
    play = table("68 AA2 - -", destination=reading)
    play.do("add first 0")
    shown = "\n".join(text(board_of(play.reader, play.state)))
    assert (">here<" in shown, ">anywhere in it<" in shown) == (reading == "POSITION", reading == "QUEUE")
    new = table("68 AA2 - -", destination=reading)
    new.do("begin_queue third")
    assert ">here<" in "\n".join(text(board_of(new.reader, new.state)))
