"""The Jack of The Royal Ball: the card turned up for him, where it may go, and the rulings on his help."""

from __future__ import annotations

from typing import Any

import pytest

from tests.queue4.table import Play, adds, table

LINES = "AA223344 556677 8899TT JJQQKK"


def ball(queues: str, **options: Any) -> Play:
    return table(queues, mode="royal-ball", **options)


def helped(card: str, queues: str = "68 AA2 - -", **options: Any) -> Play:
    """A Jack lies on top of the first Queue, and this card has been turned up."""
    play = ball(queues, **options)
    play.drawn(f"add first {len(play['first'])}; reveal J")
    play.do(f"turn_up {card}")
    return play


# --------------------------------------------------------------------------------------------------- his help


def test_a_jack_brings_the_next_card_which_goes_to_any_queue() -> None:
    play = ball("68 AA2 - -")
    assert play.drawn("add first 2; reveal J") == {"first: 68 > 68J", "deck: -J"}
    weights = play.weights()
    assert set(weights) == {f"turn_up {rank}" for rank in "A23456789TJQK"}
    assert (weights["turn_up A"], weights["turn_up 6"], weights["turn_up J"], weights["turn_up K"]) == (
        2,
        3,
        3,
        4,
    )
    assert play.do("turn_up 7") == {"deck: -7", "hand: - > 7"}
    assert "ball.jack.reveal" in play.clauses
    # The place is chosen now that the card is seen; it must be in order, and an empty Queue is a Queue.
    assert play.moves == {"place first 1", "place second 3", "place third 0"}
    assert play.do("place first 1") == {"first: 68J > 678J", "hand: 7 > -"}
    assert "ball.jack.place" in play.clauses
    assert play.moves == {"begin_queue third", "stop"} | adds(first=4, second=3)


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("A", {"first 0", "second 0", "third 0"}),
        ("2", {"first 0", "second 2", "third 0"}),
        ("6", {"first 0", "second 3", "third 0"}),
        ("8", {"first 1", "second 3", "third 0"}),
        ("9", {"first 2", "second 3", "third 0"}),
        ("J", {"first 2", "second 3", "third 0"}),
        ("K", {"first 3", "second 3", "third 0"}),
    ],
)
def test_where_the_card_fits(card: str, places: set[str]) -> None:
    # Of places that leave the same Queue the lowest is listed.
    play = helped(card)
    assert play.moves == {f"place {place}" for place in places}


def test_with_all_queues_begun_the_card_joins_one() -> None:
    play = helped("7", "68 AA2 9 T")
    assert play.moves == {"place first 1", "place second 3", "place third 0", "place fourth 0"}


def test_a_jack_who_begins_a_queue() -> None:
    play = ball("68 - - -")
    play.drawn("begin_queue second; reveal J")
    play.do("turn_up Q")
    assert play.moves == {"place first 2", "place second 1", "place third 0"}
    play.do("place third 0")
    assert play.queues == "68 J Q -"


def test_the_queue_is_lost_before_the_jack_helps() -> None:
    play = ball("68 AA2 - -")
    assert play.drawn("add first 0; reveal J") == {"first: 68 > -", "deck: -J", "discards: +68J"}
    play.do("turn_up 9")
    # The Queue that was lost is empty now.
    assert play.moves == {"place first 0", "place second 3"}
    play.do("place first 0")
    assert play.moves == {"begin_queue third", "stop"} | adds(first=1, second=3)


def test_a_jack_who_ends_the_game_helps_before_scoring() -> None:
    play = ball("68 AA2 - -", gone="J*3")
    play.drawn("add first 0; reveal J")
    assert (play.over, play.phase) == (False, "turn up")
    play.do("turn_up 3")
    assert not play.over
    play.do("place second 3")
    assert play.end == ("fourth", 4 - 42, "loss, lost")


def test_a_jack_whose_lost_queue_ends_the_game_helps_before_scoring() -> None:
    play = ball("68 AA2 - -", gone="6*3")
    play.drawn("add first 0; reveal J")
    play.do("turn_up 3; place second 3")
    assert play.end == ("fourth", 4 - 42, "loss, lost")


def test_a_face_card_that_a_jack_brings_has_no_effect() -> None:
    for card in "JQK":
        play = helped(card)
        play.do("place third 0")
        assert (play.phase, play.queues) == ("aim", f"68J AA2 {card} -")


def test_the_card_is_not_in_play_and_cannot_be_shuffled_back() -> None:
    play = helped("7")
    play.refused("shuffle_back")
    play.refused("stop")


def test_it_cannot_be_put_out_of_order() -> None:
    play = helped("7")
    play.refused("misplace first")
    play.refused("place first 0")
    play.refused("place second 0")


# --------------------------------------------------------------------------------------------- the last cards


def test_a_last_jack_finds_no_card() -> None:
    play = ball(LINES, deck="J")
    play.do("add fourth 2; reveal J")
    assert play.end == ("deck", 27 + 8, "legendary")


def test_a_jack_before_the_last_card_finishes_the_deck() -> None:
    play = ball(LINES, deck="J K")
    play.do("add fourth 2; reveal J")
    assert not play.over
    play.do("turn_up K; place fourth 5")
    assert play["fourth"] == "JJJQQKKK"
    assert play.end == ("deck", 28 + 8, "legendary")


def test_a_jack_makes_the_deck_shorter_before_a_fourth_discard_is_scored() -> None:
    play = ball(
        "AA223344 5566778899TT QQKK 3", deck="J K", gone="A*2 2*2 3 4*2 5*2 6*2 7*2 8*2 9*2 T*2 J*3 Q*2 K"
    )
    play.do("add fourth 0; reveal J")
    play.do("turn_up K; place fourth 0")
    # The deck is empty, but four Jacks lie discarded: nothing counts twice.
    assert play.end == ("fourth", 8 + 12 + 4 + 1, "spectacular")


# --------------------------------------------------------------------------------------------------- readings


def test_reading_effect_duty_a_jack_may_be_declined() -> None:
    play = ball("68 AA2 - -", effect_duty="JACK_MAY")
    play.drawn("add first 2; reveal J")
    assert play.moves == {"accept", "decline"}
    assert play.do("decline") == set()
    assert play.moves == {"begin_queue third", "stop"} | adds(first=3, second=3)
    play.drawn("add first 2; reveal J")
    play.do("accept; turn_up 7")
    assert play.moves == {"place first 1", "place second 3", "place third 0"}


@pytest.mark.parametrize("card", "QK")
def test_reading_effect_duty_is_about_jacks(card: str) -> None:
    play = ball("68 AA2 - -", effect_duty="JACK_MAY")
    play.drawn(f"add first 2; reveal {card}")
    assert play.of("accept", "decline") == set()


def test_reading_effect_duty_declined_at_the_end_of_the_game() -> None:
    play = ball("68 AA2 - -", gone="J*3", effect_duty="JACK_MAY")
    play.drawn("add first 0; reveal J")
    assert play.moves == {"accept", "decline"}
    play.do("decline")
    assert play.end == ("fourth", 3 - 43, "loss, lost")


@pytest.mark.parametrize("reading", ["SKIPPED", "ENDS_GAME"])
def test_reading_effect_impossible_of_a_last_jack(reading: str) -> None:
    # The deck was gone through, and the game is over in any case.
    play = ball(LINES, deck="J", effect_impossible=reading)
    play.do("add fourth 2; reveal J")
    assert play.end[1:] == (27 + 8, "legendary")


def test_reading_jack_choice_unseen() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN")
    play.drawn("add first 2; reveal J")
    assert play.moves == {"begin_queue third"} | adds(first=3, second=3)
    play.do("add first 1")
    assert play.weights()["reveal J"] == 3
    assert play.do("reveal 7") == {"first: 68J > 678J", "deck: -7"}
    assert play.moves == {"begin_queue third", "stop"} | adds(first=4, second=3)


def test_reading_jack_choice_unseen_out_of_range() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN")
    play.drawn("add first 2; reveal J")
    assert play.do("add first 1; reveal 9") == {"first: 68J > -", "deck: -9", "discards: +689J"}
    assert play.moves == {"begin_queue first", "stop"} | adds(second=3)


def test_reading_jack_choice_unseen_can_end_the_game() -> None:
    play = ball("68 AA2 - -", gone="8*3", jack_choice="UNSEEN")
    play.drawn("add first 2; reveal J")
    play.do("add first 1; reveal 9")
    assert play.end == ("fourth", 3 - 42, "loss, lost")


def test_reading_jack_choice_unseen_in_a_new_queue() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN")
    play.drawn("add first 2; reveal J")
    play.do("begin_queue third; reveal K")
    assert (play.queues, play.phase) == ("68J AA2 K -", "aim")


def test_reading_jack_misplace_loses_the_queue() -> None:
    play = helped("7", jack_misplace="LOSES_QUEUE")
    places = {"place first 1", "place second 3", "place third 0"}
    assert play.moves == places | {"misplace first", "misplace second"}
    assert play.do("misplace second") == {"second: AA2 > -", "hand: 7 > -", "discards: +AA27"}
    assert play.moves == {"begin_queue second", "stop"} | adds(first=3)


def test_reading_jack_misplace_needs_a_place_that_is_out_of_range() -> None:
    play = helped("2", "68 222 9 -", jack_misplace="LOSES_QUEUE")
    assert play.of("misplace") == {"misplace first", "misplace third"}


def test_reading_jack_misplace_can_end_the_game() -> None:
    play = helped("7", gone="7*3", jack_misplace="LOSES_QUEUE")
    play.do("misplace second")
    assert play.end == ("fourth", 3 - 42, "loss, lost")


def test_reading_jack_new_queue_standing_only() -> None:
    play = helped("7", jack_new_queue="STANDING_ONLY")
    assert play.moves == {"place first 1", "place second 3"}
    lost = ball("68 - - -", jack_new_queue="STANDING_ONLY")
    lost.drawn("add first 0; reveal J")
    lost.do("turn_up 7")
    # There is none that holds a card.
    assert lost.moves == {"place first 0"}


def test_reading_jack_new_queue_never() -> None:
    assert helped("7", jack_new_queue="NEVER").moves == {"place first 1", "place second 3"}
    lost = ball("68 - - -", jack_new_queue="NEVER")
    lost.drawn("add first 0; reveal J")
    # None holds a card: the Jack has nothing to act on, and no card is turned up.
    assert lost.moves == {"begin_queue first", "stop"}
    ended = ball("68 - - -", jack_new_queue="NEVER", effect_impossible="ENDS_GAME")
    ended.drawn("add first 0; reveal J")
    assert ended.end == ("stuck", -49, "loss, lost")


def test_reading_jack_chain_of_a_queen_and_a_king() -> None:
    queen = helped("Q", jack_chain="EFFECT")
    queen.do("place third 0")
    assert queen.moves == {"send_back first", "send_back second", "send_back third"}
    king = helped("K", jack_chain="EFFECT")
    king.do("place first 3")
    assert king.moves == {"behead first", "behead second"}


def test_reading_jack_chain_of_jacks() -> None:
    play = helped("J", jack_chain="EFFECT")
    play.do("place third 0")
    assert play.phase == "turn up"
    play.do("turn_up J; place third 0; turn_up J; place third 0")
    assert play.queues == "68J AA2 JJJ -"
    assert "turn_up J" not in play.moves
    play.do("turn_up K; place second 3; behead third")
    assert (play.queues, play["discards"], play.phase) == ("68J AA2K - -", "JJJ", "aim")


def test_reading_jack_return_yes() -> None:
    play = helped("7", jack_return="YES")
    assert play.moves == {"place first 1", "place second 3", "place third 0", "shuffle_back"}
    assert play.do("shuffle_back") == {"deck: +7", "hand: 7 > -"}
    assert play.moves == {"begin_queue third", "stop"} | adds(first=3, second=3)
    # That was the one time of this game.
    assert play.do("add first 3; reveal K") == {"first: 68J > 68JK", "deck: -K"}


def test_reading_jack_return_yes_only_once_and_with_ten_others() -> None:
    used = helped("7", jack_return="YES", fields={"returned": True})
    used.refused("shuffle_back")
    queues = "A2345678 9 T QKK"
    ten = helped(
        "7", queues.replace("A2345678", "A234568"), deck="J 7 A*2 2*2 3*2 4*2 6*2", jack_return="YES"
    )
    assert ten.left == 10
    assert "shuffle_back" in ten.moves
    nine = helped("7", queues.replace("A2345678", "A234568"), deck="J 7 A*2 2*2 3*2 4*2 6", jack_return="YES")
    assert nine.left == 9
    nine.refused("shuffle_back")
