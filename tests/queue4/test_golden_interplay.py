"""Rulings of Queue 4 that meet each other: what follows when more than one reading differs from the house's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.queue4.table import RANKS, Play, adds, begin, priced, table

LINES = "AA223344 556677 8899TT JJQQKK"
COLOURED = "AA'22'33' 44'55'66' 77'7'88'8'99'9' TJQ"


def ball(queues: str, **options: Any) -> Play:
    return table(queues, mode="royal-ball", **options)


def flowers(queues: str, **options: Any) -> Play:
    return table(queues, mode="bouquets", **options)


# --------------------------------------------------------------------------------------- aiming, looking, stopping


def test_a_known_card_may_still_be_aimed_out_of_range_and_shuffled_back() -> None:
    play = table("68 AA2 - -", look_when="ANY_TIME")
    play.do("look; draw_known K; add first 0")
    assert play.moves == {"play", "shuffle_back"}
    play.do("play")
    assert play.see("first", "discards") == ("-", "68K")


def test_a_look_is_barred_once_the_card_is_aimed() -> None:
    play = table("68 AA2 - -", look_when="ANY_TIME")
    play.do("look; draw_known K")
    play.refused("look")


def test_looking_at_a_card_that_bears_no_risk() -> None:
    play = table("68 AA2 - -", look_when="ANY_TIME", stop_riskless="BARRED")
    play.refused("stop")
    play.do("look; draw_known K")
    play.refused("stop")


def test_the_queue_alone_and_matches_anywhere() -> None:
    play = table("667T - - -", destination="QUEUE", match_where="ANYWHERE")
    play.do("add first 0; reveal 7")
    (settle,) = play.of("settle")
    play.do(settle)
    assert play["first"] == "6677T"


def test_a_match_elsewhere_costs_no_queue_when_it_is_shuffled_back_afterwards() -> None:
    """By ruling ``match_where`` the card is in range beside its match, so that nothing is lost that stays lost."""
    play = table("68 AA2 - -", match_where="ANYWHERE", return_timing="AFTERWARDS")
    play.do("add first 0; reveal 8; shuffle_back")
    assert play.queues == "68 AA2 - -"
    play = table("68 AA2 - -", match_where="NEIGHBOURS", return_timing="AFTERWARDS")
    play.do("add first 0; reveal 8; shuffle_back")
    assert play.queues == "- AA2 - -"


def test_a_match_elsewhere_can_be_shuffled_back_though_the_queue_would_end_the_game() -> None:
    play = table("688 AA2 - -", gone="8", match_where="ANYWHERE", return_timing="AFTERWARDS")
    play.do("add first 0; reveal 8")
    assert play.moves == {"play", "shuffle_back"}


def test_the_queue_alone_and_the_same_place_again() -> None:
    play = table("68 AA2 - -", destination="QUEUE", return_next="SAME_PLACE")
    play.do("add first 0; reveal 7; shuffle_back; reveal 9")
    assert play.moves == {"settle 2"}
    play.do("settle 2")
    assert play.queues == "689 AA2 - -"


def test_stopping_with_the_card_seen_and_the_queue_alone_aimed() -> None:
    play = table("68 AA2 - -", destination="QUEUE", stop_when="UNTIL_PLACED")
    play.do("add first 0; reveal 7")
    assert play.moves == {"settle 1", "shuffle_back", "stop"}


def test_stopping_with_the_last_card_seen() -> None:
    play = table(LINES, deck="K", stop_when="UNTIL_PLACED", through_deck="DRAWN")
    play.do("add first 0; reveal K; stop")
    assert play.end[1] == 26 - 1 + 8


def test_one_by_one_and_the_last_to_come() -> None:
    # The deck holds no five: the five of the Queue ends the game as soon as it goes.
    play = table("579 AA2 555 -", discard_whole="ONE_BY_ONE", last_of_rank="LAST_TO_COME")
    play.drawn("add first 0; reveal 8")
    assert play.moves == {"throw 0", "throw 1", "throw 2", "throw 3"}
    play.do("throw 1")
    assert play["first"] == "79"
    assert play.end == ("fourth", 8 - 42, "loss, lost")


# ------------------------------------------------------------------------------------------------- The Royal Ball


def test_one_by_one_and_a_king_who_still_acts() -> None:
    play = ball("579 AA2 - -", gone="5*3", discard_whole="ONE_BY_ONE")
    play.drawn("add first 0; reveal K")
    play.do("throw 1")
    # What was left of the Queue still stands when the King's effect comes.
    assert play.moves == {"behead first", "behead second"}
    play.do("behead second")
    assert play.end == ("fourth", 2 - 42, "loss, lost")


def test_four_queues_in_the_whole_game_and_a_king() -> None:
    play = ball("68 AA2 9 T", queue_total="OVER_GAME")
    play.drawn("add first 2; reveal K")
    play.do("behead second")
    assert play.moves == {"stop"} | adds(first=3, third=1, fourth=1)


def test_four_queues_in_the_whole_game_and_a_jack() -> None:
    play = ball("68 AA2 9 T", queue_total="OVER_GAME")
    play.drawn("add first 0; reveal J")
    play.do("turn_up 2")
    assert play.moves == {"place second 2", "place third 0", "place fourth 0"}


def all_lost_for_good(queue_total: str, **readings: str) -> Play:
    """A card out of range has cost each of the four Queues, the last card a Jack."""
    play = ball("24 35 46 57", queue_total=queue_total, **readings)
    for queue, card in (("first", "8"), ("second", "8"), ("third", "9"), ("fourth", "J")):
        play.drawn(f"add {queue} 0; reveal {card}")
    return play


@pytest.mark.parametrize("jack_choice", ["SEEING", "UNSEEN"])
@pytest.mark.parametrize("queue_total", ["OVER_GAME", "ONCE_BEGUN"])
def test_with_all_queues_lost_for_good_a_jack_has_nothing_to_act_on(
    queue_total: str, jack_choice: str
) -> None:
    play = all_lost_for_good(queue_total, jack_choice=jack_choice)
    assert (play.phase, play.queues, play["hand"]) == ("aim", "- - - -", "-")
    assert play.moves == {"stop"}
    ended = all_lost_for_good(queue_total, jack_choice=jack_choice, effect_impossible="ENDS_GAME")
    assert ended.end == ("stuck", -40, "loss, lost")


@pytest.mark.parametrize("queue_total", ["OVER_GAME", "ONCE_BEGUN"])
def test_four_queues_in_the_whole_game_and_a_queen(queue_total: str) -> None:
    play = ball("68 AA2 9 T", queue_total=queue_total)
    play.drawn("add first 2; reveal Q")
    play.do("send_back second")
    again = {"begin_queue second"} if queue_total == "OVER_GAME" else set()
    assert play.moves == {"stop"} | adds(first=3, third=1, fourth=1) | again


def test_a_jacks_unseen_card_may_be_shuffled_back() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN", jack_return="YES")
    play.drawn("add first 2; reveal J")
    play.do("add first 0; reveal K")
    assert play.moves == {"play", "shuffle_back"}
    assert play.do("shuffle_back") == {"deck: +K", "hand: K > -"}
    assert play["first"] == "68J"


def test_a_jacks_unseen_queen_has_her_effect_after_the_queue_is_lost() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN", jack_chain="EFFECT")
    play.drawn("add first 2; reveal J")
    play.do("add first 0; reveal Q")
    assert play.see("first", "discards") == ("-", "68JQ")
    assert play.moves == {"send_back second"}
    play.do("send_back second")
    assert play.moves == {"begin_queue first", "stop"}


def test_a_jacks_unseen_jack() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN", jack_chain="EFFECT")
    play.drawn("add first 2; reveal J")
    play.do("begin_queue third; reveal J")
    assert play.moves == {"begin_queue fourth"} | adds(first=3, second=3, third=1)


def test_a_jacks_unseen_card_for_the_queue_alone() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN", destination="QUEUE")
    play.do("add first 0; reveal J; settle 2")
    assert play.moves == {"begin_queue third", "add first 0", "add second 0"}
    play.do("add first 0; reveal 7")
    assert play.moves == {"settle 1"}
    play.do("settle 1")
    assert play["first"] == "678J"


def test_a_jacks_unseen_card_and_matches_anywhere() -> None:
    play = ball("68 AA2 - -", jack_choice="UNSEEN", match_where="ANYWHERE")
    play.drawn("add first 2; reveal J")
    play.do("add first 0; reveal 8")
    assert play["first"] == "688J"


def test_each_jack_of_a_chain_may_be_declined() -> None:
    play = ball("68 AA2 - -", effect_duty="JACK_MAY", jack_chain="EFFECT")
    play.drawn("add first 2; reveal J")
    play.do("accept; turn_up J; place first 2")
    assert play.moves == {"accept", "decline"}
    play.do("decline")
    assert (play.phase, play["first"]) == ("aim", "68JJ")


@pytest.mark.parametrize(("card", "act"), [("Q", "send_back"), ("K", "behead")])
def test_a_jacks_face_card_acts_on_others_only(card: str, act: str) -> None:
    play = ball("68 AA2 - -", jack_chain="EFFECT", own_queue="OTHERS_ONLY")
    play.drawn("add first 2; reveal J")
    play.do(f"turn_up {card}; place third 0")
    assert play.moves == {f"{act} first", f"{act} second"}


@pytest.mark.parametrize(("reading", "points"), [("ENDS_DOUBLED", 22 + 8 - 6), ("ENDS_PLAIN", 22 - 6)])
def test_a_last_queen_whom_a_jack_brings(reading: str, points: int) -> None:
    play = ball(LINES, deck="J Q", jack_chain="EFFECT", queen_refills=reading)
    play.do("add fourth 2; reveal J")
    play.do("turn_up Q; place fourth 3; send_back second")
    assert play.end == ("deck", points, "spectacular" if points > 19 else "excellent")


def test_a_last_queen_whom_a_jack_brings_keeps_the_game_going() -> None:
    play = ball(LINES, deck="J Q", jack_chain="EFFECT", queen_refills="GOES_ON")
    play.do("add fourth 2; reveal J")
    play.do("turn_up Q; place fourth 3; send_back second")
    assert (play.over, play["deck"], play.phase) == (False, "556677", "aim")


def test_a_last_queen_without_effect_is_an_ordinary_last_card() -> None:
    play = ball(LINES, deck="J Q", queen_refills="GOES_ON")
    play.do("add fourth 2; reveal J")
    play.do("turn_up Q; place fourth 3")
    assert play.end == ("deck", 28 + 8, "legendary")


def test_a_face_card_shuffled_back_after_its_queue_was_lost() -> None:
    play = ball("68 AA2 - -", return_timing="AFTERWARDS")
    play.do("add first 0; reveal K; shuffle_back")
    assert (play.queues, play["discards"], play.left) == ("- AA2 - -", "68", 47)
    assert play.phase == "aim"
    effect = ball("68 AA2 - -", return_timing="AFTERWARDS", return_face="EFFECT")
    effect.do("add first 0; reveal K; shuffle_back")
    assert effect.moves == {"behead second"}


def test_a_misplaced_jacks_card_has_no_effect_unless_in_a_chain() -> None:
    play = ball("68 AA2 - -", jack_misplace="LOSES_QUEUE")
    play.drawn("add first 2; reveal J")
    play.do("turn_up K; misplace second")
    assert (play.queues, play["discards"], play.phase) == ("68J - - -", "AA2K", "aim")
    chain = ball("68 AA2 - -", jack_misplace="LOSES_QUEUE", jack_chain="EFFECT")
    chain.drawn("add first 2; reveal J")
    chain.do("turn_up K; misplace second")
    assert chain.moves == {"behead first"}


def test_setting_up_can_end_the_game_of_chosen_pairs() -> None:
    play = begin("royal-ball", setup_pairs="CHOSEN", setup_discards="COUNTED")
    for card in "JJ8JJ":
        play.do(f"deal {card}")
    assert play.over
    assert play.state.ending.name == "FOURTH"


# -------------------------------------------------------------------------------------------------------- Bouquets


def test_a_move_before_the_aim_is_the_one_of_the_turn() -> None:
    readings = {"move_count": "ONCE_A_TURN", "move_when": "AFTER_REVEAL"}
    play = priced(flowers("A2345678 9T - -", **readings), "first", "765")
    play.do("take second 1; put third 0; add first 5; reveal K")
    assert play.moves == {"play", "shuffle_back"}
    other = flowers("A2345678 9T - -", **readings)
    other.do("add first 8; reveal K")
    assert "pay first 7" in other.moves
    priced(other, "first", "765").do("take second 1; put third 0")
    assert other.moves == {"play", "shuffle_back"}


def test_a_card_shuffled_back_begins_a_turn_with_a_move_of_its_own() -> None:
    play = priced(flowers("A2345678 9T - -", move_count="ONCE_A_TURN"), "first", "765")
    play.do("take second 1; put third 0; add first 5; reveal K; shuffle_back")
    assert play.of("pay") == {"pay first 2", "pay first 3", "pay first 4"}


@pytest.mark.parametrize(("places", "result"), [("210", "4'45"), ("432", "A24'"), ("430", "234'")])
def test_the_destination_stays_between_its_neighbours_as_the_price_goes(places: str, result: str) -> None:
    # Aimed between the three and the four.
    play = flowers("A2345 9 T -", move_when="AFTER_REVEAL")
    play.do("add first 3; reveal 4'")
    priced(play, "first", places).do("take third 0; put second 1")
    play.do("play")
    assert play.see("first", "second") == (result, "9T")


def test_a_price_may_take_the_whole_queue_aimed_at() -> None:
    play = flowers("678 9 T -", move_when="AFTER_REVEAL")
    play.do("add first 0; reveal K")
    priced(play, "first", "210").do("take third 0; put second 1")
    play.do("play")
    assert play.see("first", "second", "discards") == ("K", "9T", "678")


def test_the_last_card_put_back_unseen_lets_cards_move_by_the_other_reading() -> None:
    house = flowers(COLOURED, deck="K")
    house.do("stop")
    assert house.names == {"name"}
    play = flowers(COLOURED, deck="K", through_deck="DRAWN")
    play.do("stop")
    assert play.names == {"name", "pay"}
    play.do("name third")
    assert play.end[1] == 9 + 6 - 1


def test_a_bouquet_ended_by_the_last_to_come_has_its_groups() -> None:
    # All other fives lie in the third Queue.
    play = flowers("68 AA'2 55'5' -", last_of_rank="LAST_TO_COME")
    play.drawn("add first 1; reveal 5")
    assert play.names == {"name"}
    play.do("name second")
    assert play.end == ("fourth", 3 + 3 - 43, "loss, lost")


def test_a_price_of_the_last_to_come_ends_the_game() -> None:
    play = priced(flowers("2345 678 5'5'5 -", last_of_rank="LAST_TO_COME"), "first", "321")
    assert play.names == {"name"}
    assert play["discards"] == "345"


def test_after_the_deck_every_price_is_of_the_last_to_come_and_cards_still_move() -> None:
    play = flowers(COLOURED, deck="K", last_of_rank="LAST_TO_COME")
    play.do("add fourth 3; reveal K")
    priced(play, "third", "630")
    assert play.names == {"take"}
    play.do("take second 4; put third 0")
    assert play.names == {"name", "pay"}
    play.do("name third")
    assert play.end[1] == 7 + 2


def test_four_queues_in_the_whole_game_and_a_move() -> None:
    play = flowers("68 A234 9 T", queue_total="OVER_GAME")
    play.drawn("add first 0; reveal K")
    priced(play, "second", "321").do("take second 0")
    assert play.moves == {"put third 0", "put fourth 0"}


@pytest.mark.parametrize("queue_total", ["OVER_GAME", "ONCE_BEGUN"])
def test_four_queues_in_the_whole_game_and_one_emptied_by_price_or_move(queue_total: str) -> None:
    kept = queue_total == "OVER_GAME"
    play = flowers("A23 7 8 T", queue_total=queue_total)
    priced(play, "first", "210").do("take second 0")
    assert play.moves == {"put third 0", "put fourth 0"} | ({"put first 0"} if kept else set())
    play.do("put third 0")
    assert play.queues == "- - 78 T"
    assert play.of("begin_queue") == ({"begin_queue first"} if kept else set())


def test_a_queue_emptied_for_good_by_a_price_leaves_a_card_turned_up_without_a_place() -> None:
    play = flowers("A2 78 345 9T", queue_total="ONCE_BEGUN", move_when="AFTER_REVEAL")
    play.do("add third 0; reveal 9")
    priced(play, "third", "210")
    assert play.reader.silence(play.state) == (
        "where a card goes that lies turned up when a price ends its Queue for good",
        "bouquets.pay",
    )
    assert play.queues == "A2 78 3 9T"


def test_a_queue_emptied_for_good_by_a_move_leaves_a_card_turned_up_without_a_place() -> None:
    play = flowers("A23 78 5 9T", queue_total="ONCE_BEGUN", move_when="AFTER_REVEAL")
    play.do("add third 0; reveal 9")
    priced(play, "first", "210").do("take third 0")
    assert play.reader.silence(play.state) == (
        "where a card goes that lies turned up when a move ends its Queue for good",
        "bouquets.move",
    )
    assert play.queues == "- 78 5 9T"


def test_a_lost_queue_through_a_move_counts_though_prices_do_not() -> None:
    readings = {"move_order": "LOSES_QUEUE", "move_discards": "NOT_COUNTED"}
    play = priced(flowers("55'6 79 8T -", gone="T T' T'", **readings), "first", "210")
    play.do("take second 0; misput third")
    assert play.names == {"name"}
    # The price lies apart.
    assert play["discards"] == "78TTT'T'"


def test_a_queue_lost_through_a_move_and_the_last_to_come() -> None:
    readings = {"move_order": "LOSES_QUEUE", "last_of_rank": "LAST_TO_COME"}
    # All fives are in Queues: one that is not lost does not matter, one that is lost ends the game.
    play = priced(flowers("A23 79 8T 555'5'", **readings), "first", "210")
    play.do("take second 0; misput third")
    assert (play.phase, play["discards"]) == ("aim", "A2378T")
    other = priced(flowers("A23 79 5T 55'5'", **readings), "first", "210")
    other.do("take second 1; misput third")
    assert (other.names, other["discards"]) == ({"name"}, "A2359T")


def test_a_queue_lost_through_a_move_can_be_four_of_a_kind_thrown_away_together() -> None:
    readings = {
        "move_order": "LOSES_QUEUE",
        "four_of_a_kind": "TOGETHER",
        "doubled_longest": "ADDED",
        "move_after_end": "DECK_EMPTY",
    }
    play = flowers("A235 799 55'5'6 TJQ", deck="K", **readings)
    play.do("add fourth 3; reveal K")
    priced(play, "first", "210").do("take first 0; misput third")
    play.do("name fourth")
    # Once for its cards, less none in the deck; four fives went together, so that no Queue counts again.
    assert (play.end[0], play.end[1]) == ("deck", 4)


def test_equal_cards_change_places_without_a_price_and_in_any_number() -> None:
    readings = {"equal_rearrange": "FREE", "move_count": "ONCE_A_TURN"}
    play = flowers("88'99' - - -", **readings)
    play.do("exchange first 0; exchange first 2; exchange first 0")
    assert play["first"] == "88'9'9"


# -------------------------------------------------------------------------------------------------------- Campaign


def test_a_move_after_the_end_is_none_of_the_next_game() -> None:
    play = table(
        "A2345 678 9T -", mode="campaign-bouquets", move_count="ONCE_A_TURN", move_after_end="ANY_ENDING"
    )
    play.do("stop")
    priced(play, "first", "210").do("take first 0; put second 0; name second")
    assert (play["game"], play.state.had_move) == ("2", False)


def test_a_second_token_for_the_same_place() -> None:
    fields = {"tokens": 2, "pile": 4}
    play = table("68 AA2 - -", mode="campaign", fields=fields, return_next="SAME_PLACE")
    play.do("add first 0; reveal K; shuffle_back; reveal Q")
    assert play.moves == {"play", "shuffle_back"}
    play.do("shuffle_back; reveal J")
    assert play.see("first", "tokens") == ("-", "0")


def test_one_token_a_game_and_none_for_the_card_after() -> None:
    fields = {"tokens": 2, "pile": 4}
    play = table(
        "68 AA2 - -", mode="campaign", fields=fields, return_next="SAME_PLACE", tokens_per_game="ONE"
    )
    play.do("add first 0; reveal K; shuffle_back; reveal Q")
    assert play.see("first", "tokens") == ("-", "1")


def test_the_second_count_belongs_to_its_own_game() -> None:
    fields = {"game": 5, "total": 0, "tokens": 0, "pile": 0}
    for reading, doubled in (("IN_ALL", 0), ("TOGETHER", 12)):
        queues = "AA223344 5566778899TT JJQQ K"
        play = table(queues, deck="K", mode="campaign", fields=fields, four_of_a_kind=reading)
        play.do("add third 0; reveal K")
        assert play.end[1] == 21 + doubled


def test_no_trace_of_a_game_is_left_in_the_next() -> None:
    fields = {"game": 4, "total": 0, "tokens": 1, "pile": 2}
    readings = {"queue_total": "OVER_GAME", "four_of_a_kind": "TOGETHER", "tokens_per_game": "ONE"}
    play = table("5559 AA2 - -", mode="campaign", fields=fields, **readings)
    play.do("add second 0; reveal K; shuffle_back")
    play.drawn("add first 4; reveal 5")
    assert play.see("game", "tokens", "total") == ("5", "0", str(3 - 44))
    assert play.moves == {"begin_queue first", "stop"}
    for length, rank in enumerate("".join(rank * 4 for rank in RANKS)):
        play.do(f"add first {length}; reveal {rank}" if length else f"begin_queue first; reveal {rank}")
    assert play.end[1:] == (3 - 44 + 104 + 3, "great")


def test_the_price_of_one_game_is_no_price_of_the_next() -> None:
    fields = {"game": 1, "tokens": 1, "pile": 5}
    readings = {"move_discards": "NOT_COUNTED", "move_count": "ONCE_A_TURN"}
    play = priced(table("A2345 678 - -", mode="campaign-bouquets", fields=fields, **readings), "first", "432")
    play.do("take first 0; put second 0; stop; name second")
    assert play.see("game", "total") == ("2", str(4 + 1 - 44))
    assert (play.left, play["discards"]) == (52, "-")
    for step in (
        "begin_queue first; reveal A",
        "add first 1; reveal 2",
        "add first 2; reveal 3",
        "add first 3; reveal 4",
    ):
        play.drawn(step)
    assert play.of("pay") == {"pay first 2", "pay first 3"}


# ----------------------------------------------------------------------------------- both variants after the deck


def after_deck(**readings: Any) -> Play:
    """Both variants: the deck was gone through, and three cards of the third Queue are paid."""
    queues = "AA'22'33' 44'55'66' 77'7'88'8'99'9' JQK"
    play = table(queues, deck="T", mode="ball-and-bouquets", **readings)
    play.do("add fourth 0; reveal T")
    return priced(play, "third", "630")


def test_a_king_moved_after_the_deck() -> None:
    play = after_deck(moved_face="EFFECT")
    play.do("take fourth 3; put second 6")
    assert play.moves == {"behead first", "behead second", "behead third", "behead fourth"}
    play.do("behead fourth")
    # The fourth ten lies discarded: nothing moves any more, and no Groups count.
    assert play.names == {"name"}
    play.do("name second")
    assert play.end[1:] == (7, "good")
    house = after_deck()
    house.do("take fourth 3; put second 6")
    assert house.names == {"name", "pay"}


def test_a_jack_moved_after_the_deck_finds_no_card() -> None:
    play = after_deck(moved_face="EFFECT")
    play.do("take fourth 1; put second 6")
    assert play.names == {"name", "pay"}


def test_a_queen_moved_after_the_deck_fills_it_and_costs_points() -> None:
    play = after_deck(moved_face="EFFECT")
    play.do("take fourth 2; put second 6")
    assert play.names == {"send_back"}
    play.do("send_back third")
    assert play.left == 6
    play.do("name second")
    # 4 | 4' | 5 | 5' | 6 | 6' | Q
    assert play.end[1] == 7 + 7 - 6
