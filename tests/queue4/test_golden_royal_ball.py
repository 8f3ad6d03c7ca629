"""The Royal Ball: its set-up, Queens and Kings, their order against discards and endings, and its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.queue4.table import DECK, RANKS, Play, adds, begin, dealt, table

GAME = "royal-ball"

LINES = "AA223344 556677 8899TT JJQQKK"
"""Two cards of each rank, in order; the first Queue is the longest."""

THREE_LINES = "AA223344 5566778899TT JJQQKK 4"
COMMONERS = RANKS[:10]


def ball(queues: str, **options: Any) -> Play:
    return table(queues, mode="royal-ball", **options)


# --------------------------------------------------------------------------------------------------- the set-up


def test_the_set_up_begins_with_the_whole_deck() -> None:
    play = begin("royal-ball")
    assert (play["deck"], play.queues) == (DECK, "- - - -")
    assert play.weights() == {f"deal {rank}": 4 for rank in RANKS}


def test_four_queues_of_two_cards_in_ascending_order() -> None:
    play = dealt(GAME, "836")
    assert play.queues == "38 6 - -"
    for card in "6TA97":
        play.do(f"deal {card}")
    assert (play.queues, play["discards"], play.left) == ("38 66 AT 79", "-", 44)
    # All Queues are begun: nothing but adding and stopping.
    assert play.moves == {"stop"} | adds(first=2, second=2, third=2, fourth=2)
    assert {"ball.setup.queues", "ball.setup.shuffle"} <= play.clauses


def test_face_cards_are_laid_aside_and_replaced_and_go_back() -> None:
    play = dealt(GAME, "8J")
    assert play.queues == "8 - - -"
    assert play.weights()["deal J"] == 3
    for card in "QK3":
        play.do(f"deal {card}")
    assert play.queues == "38 - - -"
    for card in "J665":
        play.do(f"deal {card}")
    assert play.weights()["deal J"] == 2
    for card in "4A":
        play.do(f"deal {card}")
    before = play.left
    play.do("deal T")
    assert (before, play.left) == (45 - 4, 44)
    assert play.queues == "38 66 45 AT"
    assert play["discards"] == "-"
    assert play["deck"].endswith("JJJJQQQQKKKK")


def test_all_face_cards_may_turn_up_at_first() -> None:
    play = dealt(GAME, "JJJJQQQQKKKK")
    assert (play.over, play.left) == (False, 40)
    assert play.weights() == {f"deal {rank}": 4 for rank in COMMONERS}
    for card in "AAAA2222":
        play.do(f"deal {card}")
    assert (play.queues, play.left, play.over) == ("AA AA 22 22", 44, False)
    play.do("stop")
    assert play.end == ("choice", 8 - 44, "loss, lost")


# --------------------------------------------------------------------------------------------- readings: set-up


def test_reading_setup_discards_counted() -> None:
    play = dealt(GAME, "JJ8J", setup_discards="COUNTED")
    assert not play.over
    play.do("deal J")
    assert play.end == ("fourth", 1 - 47, "loss, lost")


def test_reading_setup_discards_counted_are_gone_once_play_begins() -> None:
    play = dealt(GAME, "JJJ83664TA5", setup_discards="COUNTED")
    assert (play["discards"], play.left) == ("-", 44)
    play.drawn("add first 0; reveal J")
    assert not play.over


def test_reading_setup_pairs_chosen() -> None:
    play = dealt(GAME, "8A2J3456", setup_pairs="CHOSEN")
    assert play.queues == "- - - -"
    play.do("deal 7")
    assert play.moves == {f"pair A {rank}" for rank in "2345678"}
    play.do("pair A 8")
    assert play.moves == {f"pair 2 {rank}" for rank in "34567"}
    play.do("pair 2 5")
    play.do("pair 3 4")
    assert play.moves == {"pair 6 7"}
    play.do("pair 6 7")
    assert sorted(play.queues.split()) == ["25", "34", "67", "A8"]
    assert (play.left, play["discards"]) == (44, "-")


def test_reading_setup_pairs_chosen_of_equal_cards() -> None:
    play = dealt(GAME, "88336655", setup_pairs="CHOSEN")
    assert play.moves == {"pair 3 3", "pair 3 5", "pair 3 6", "pair 3 8"}


# ------------------------------------------------------------------------------------------------------- Queens


def test_a_queen_sends_any_queue_back_into_the_deck() -> None:
    play = ball("68 AA2 - -")
    assert play.drawn("add first 2; reveal Q") == {"first: 68 > 68Q", "deck: -Q"}
    assert play.moves == {"send_back first", "send_back second"}
    play.refused("send_back third")
    assert play.do("send_back second") == {"second: AA2 > -", "deck: +AA2"}
    assert "ball.queen" in play.clauses
    assert play.moves == {"begin_queue second", "stop"} | adds(first=3)


def test_a_queen_may_send_back_her_own_queue() -> None:
    play = ball("68 AA2 - -")
    play.drawn("add first 2; reveal Q")
    assert play.do("send_back first") == {"first: 68Q > -", "deck: +68Q"}


def test_a_queen_alone_may_go_on_for_ever() -> None:
    play = ball("- - - -")
    for _ in range(3):
        play.drawn("begin_queue first; reveal Q")
        assert play.moves == {"send_back first"}
        play.do("send_back first")
        assert (play.queues, play.left) == ("- - - -", 52)


@pytest.mark.clause("queue4:ball.effect.after_discard")
def test_the_queue_is_lost_before_the_queen_acts() -> None:
    play = ball("68 AA2 - -")
    assert play.drawn("add first 0; reveal Q") == {"first: 68 > -", "deck: -Q", "discards: +68Q"}
    assert {"place.misfit", "ball.effect"} <= play.clauses
    assert play.moves == {"send_back second"}
    assert play.do("send_back second") == {"second: AA2 > -", "deck: +AA2"}
    assert (play.queues, play["discards"]) == ("- - - -", "68Q")


def test_a_queen_who_finds_no_queue_does_nothing() -> None:
    play = ball("68 - - -")
    play.drawn("add first 0; reveal Q")
    assert play.moves == {"begin_queue first", "stop"}


def test_a_queen_who_ends_the_game_acts_before_scoring() -> None:
    play = ball("68 AA2 - -", gone="Q*3")
    play.drawn("add first 0; reveal Q")
    assert play.moves == {"send_back second"}
    play.do("send_back second")
    assert play.end == ("fourth", 0 - 46, "loss, lost")


def test_a_queen_who_ends_the_game_and_finds_no_queue() -> None:
    play = ball("68 - - -", gone="Q*3")
    play.drawn("add first 0; reveal Q")
    assert play.end == ("fourth", 0 - 46, "loss, lost")


def test_an_effect_is_no_choice() -> None:
    for card in "QK":
        play = ball("68 AA2 - -")
        play.drawn(f"add first 2; reveal {card}")
        assert {move.split()[0] for move in play.moves} == {"send_back" if card == "Q" else "behead"}
        play.refused("decline")
        play.refused("stop")


def test_other_cards_have_no_effect() -> None:
    for card in "89T":
        play = ball("68 AA2 - -")
        play.drawn(f"add first 2; reveal {card}")
        assert play.phase == "aim"


# -------------------------------------------------------------------------------------------------------- Kings


def test_a_king_has_any_queue_thrown_away() -> None:
    play = ball("68 AA2 - -")
    play.drawn("add first 2; reveal K")
    assert play.moves == {"behead first", "behead second"}
    assert play.do("behead second") == {"second: AA2 > -", "discards: +AA2"}
    assert "ball.king" in play.clauses
    assert play.moves == {"begin_queue second", "stop"} | adds(first=3)


def test_a_king_may_have_his_own_queue_thrown_away() -> None:
    play = ball("68 AA2 - -")
    play.drawn("add first 2; reveal K")
    assert play.do("behead first") == {"first: 68K > -", "discards: +68K"}


def test_a_king_who_costs_a_queue_takes_another() -> None:
    play = ball("68 AA2 - -")
    play.drawn("add first 0; reveal K")
    assert (play["discards"], play.moves) == ("68K", {"behead second"})
    play.do("behead second")
    assert (play.queues, play["discards"], play.over) == ("- - - -", "AA268K", False)


def test_a_king_who_finds_no_queue_does_nothing() -> None:
    play = ball("68 - - -")
    play.drawn("add first 0; reveal K")
    assert play.moves == {"begin_queue first", "stop"}


def test_what_a_king_has_thrown_away_can_end_the_game() -> None:
    play = ball("68 AA2 - -", gone="2*3")
    play.drawn("add first 2; reveal K")
    play.do("behead second")
    assert play.end == ("fourth", 3 - 43, "loss, lost")
    other = ball("68 AA2 - -", gone="2*3")
    other.drawn("add first 2; reveal K")
    other.do("behead first")
    assert not other.over


def test_a_king_who_ends_the_game_still_takes_a_queue() -> None:
    play = ball("68 AA2 9T -", gone="K*3")
    play.drawn("add first 0; reveal K")
    assert play.moves == {"behead second", "behead third"}
    play.do("behead third")
    assert play.end == ("fourth", 3 - 41, "loss, lost")


def test_a_king_whose_lost_queue_ends_the_game_still_takes_another() -> None:
    play = ball("68 AA2 9T -", gone="6*3")
    play.drawn("add first 0; reveal K")
    assert play.moves == {"behead second", "behead third"}
    play.do("behead second")
    assert play.end == ("fourth", 2 - 41, "loss, lost")


# ----------------------------------------------------------------------------------------- shuffling a face back


@pytest.mark.parametrize("card", "JQK")
def test_a_face_card_shuffled_back_has_no_effect(card: str) -> None:
    play = ball("68 AA2 - -")
    assert play.do(f"add first 0; reveal {card}; shuffle_back") == set()
    assert play.moves == {"begin_queue third", "stop"} | adds(first=2, second=3)


def test_reading_return_face_effect() -> None:
    queen = ball("68 AA2 - -", return_face="EFFECT")
    queen.do("add first 0; reveal Q; shuffle_back")
    assert queen.see("first", "hand", "discards") == ("68", "-", "-")
    assert queen.moves == {"send_back first", "send_back second"}
    king = ball("68 AA2 - -", return_face="EFFECT")
    king.do("add first 0; reveal K; shuffle_back")
    assert king.moves == {"behead first", "behead second"}
    jack = ball("68 AA2 - -", return_face="EFFECT")
    jack.do("add first 0; reveal J; shuffle_back")
    # The Jack lies in the deck again and may be the card that is turned up.
    assert jack.weights()["turn_up J"] == 4
    plain = ball("68 AA2 - -", return_face="EFFECT")
    plain.do("add first 0; reveal T; shuffle_back")
    assert plain.phase == "aim"


# --------------------------------------------------------------------------------------------- the last card


@pytest.mark.parametrize(
    ("reading", "points", "rating"), [("ENDS_DOUBLED", 23, "spectacular"), ("ENDS_PLAIN", 15, "excellent")]
)
def test_reading_queen_refills(reading: str, points: int, rating: str) -> None:
    play = ball(LINES, deck="Q", queen_refills=reading)
    play.do("add fourth 4; reveal Q")
    assert play.moves == {"send_back first", "send_back second", "send_back third", "send_back fourth"}
    play.do("send_back second")
    # 8, 6 and 7 cards in the Queues, six in the deck.
    assert play.end == ("deck", points, rating)


def test_a_last_queen_who_sends_back_the_longest_queue() -> None:
    play = ball(LINES, deck="Q")
    play.do("add fourth 4; reveal Q")
    play.do("send_back first")
    assert play.end == ("deck", 6 + 6 + 7 + 7 - 8, "excellent")


def test_a_last_queen_who_costs_a_queue() -> None:
    play = ball(THREE_LINES, deck="Q")
    play.do("add fourth 0; reveal Q")
    assert play.moves == {"send_back first", "send_back second", "send_back third"}
    play.do("send_back first")
    assert play.end == ("deck", 12 + 6 + 12 - 8, "spectacular")


def test_reading_queen_refills_and_play_goes_on() -> None:
    play = ball(LINES, deck="Q", queen_refills="GOES_ON")
    play.do("add fourth 4; reveal Q")
    play.do("send_back second")
    assert (play["deck"], play.over) == ("556677", False)
    assert play.moves == {"begin_queue second", "stop"} | adds(first=8, third=6, fourth=7) - {"add fourth 4"}
    for step in ("begin_queue second; reveal 7", "add second 0; reveal 7", "add second 0; reveal 6"):
        play.do(step)
    for step in ("add second 0; reveal 6", "add second 0; reveal 5", "add second 0; reveal 5"):
        play.do(step)
    assert play.end == ("deck", 27 + 8, "legendary")


@pytest.mark.parametrize("reading", ["ENDS_DOUBLED", "ENDS_PLAIN", "GOES_ON"])
def test_reading_queen_refills_is_not_asked_after_a_fourth_discard(reading: str) -> None:
    play = ball("AA223344 5566778899TT JJKK 3", deck="Q", queen_refills=reading)
    play.do("add fourth 0; reveal Q")
    assert play.moves == {"send_back first", "send_back second", "send_back third"}
    play.do("send_back third")
    assert play.end == ("fourth", 8 + 12 - 4, "excellent")


@pytest.mark.parametrize("reading", ["COMES", "LOST"])
@pytest.mark.parametrize(("card", "due"), [("J", "place"), ("Q", "send back"), ("K", "behead")])
def test_reading_effect_after_fourth(card: str, due: str, reading: str) -> None:
    # The face card is out of range in a Queue with the fourth three; three cards are left in the deck.
    play = ball("AA22 44445555 66667777 3", deck=f"{card} 8 8 9", effect_after_fourth=reading)
    play.drawn(f"add fourth 0; reveal {card}")
    if reading == "LOST":
        assert play.end == ("fourth", 20 - 3, "excellent")
        return
    assert play.over is False
    assert play.phase == ("turn up" if card == "J" else due)
    if card == "Q":
        play.do("send_back first")
        assert play.end == ("fourth", 16 - 7, "good")


@pytest.mark.parametrize("reading", ["COMES", "LOST"])
def test_reading_effect_after_fourth_is_not_asked_of_other_losses(reading: str) -> None:
    lost = ball("68 AA2 - -", effect_after_fourth=reading)
    lost.drawn("add first 0; reveal K")
    assert lost.moves == {"behead second"}
    # The deck is through with the last card: its effect comes.
    last = ball(LINES, deck="K", effect_after_fourth=reading)
    last.do("add fourth 6; reveal K")
    assert last.phase == "behead"


@pytest.mark.parametrize(
    ("reading", "points", "rating"), [("LOST", 21, "spectacular"), ("KEPT", 29, "spectacular")]
)
def test_reading_effect_fourth_at_end(reading: str, points: int, rating: str) -> None:
    play = ball(LINES, deck="K", effect_fourth_at_end=reading)
    play.do("add fourth 6; reveal K")
    play.do("behead second")
    assert play.end[1:] == (points, rating)


@pytest.mark.parametrize("reading", ["LOST", "KEPT"])
@pytest.mark.parametrize(
    ("lost_game", "rating"), [("BELOW_ZERO", "spectacular"), ("FOURTH_TOO", "spectacular, lost")]
)
def test_reading_lost_game_asks_what_lies_discarded_after_the_last_king(
    reading: str, lost_game: str, rating: str
) -> None:
    play = ball(LINES, deck="K", effect_fourth_at_end=reading, lost_game=lost_game)
    play.do("add fourth 6; reveal K")
    play.do("behead second")
    assert (play.end[0], play.end[2]) == ("deck", rating)


@pytest.mark.parametrize("reading", ["LOST", "KEPT"])
def test_reading_effect_fourth_at_end_of_a_king_who_brings_none(reading: str) -> None:
    play = ball(THREE_LINES, deck="K", effect_fourth_at_end=reading)
    play.do("add third 6; reveal K")
    play.do("behead fourth")
    assert play.end == ("deck", 27 + 12, "legendary")


@pytest.mark.parametrize("reading", ["LOST", "KEPT"])
def test_reading_effect_fourth_at_end_of_a_king_who_was_the_fourth(reading: str) -> None:
    # The Queue is lost before the effect: four Kings lie discarded.
    play = ball("AA223344 5566778899TT JJQQ 3", deck="K", effect_fourth_at_end=reading)
    play.do("add fourth 0; reveal K")
    play.do("behead third")
    assert play.end == ("fourth", 20, "spectacular")


# ------------------------------------------------------------------------------------------- readings: effects


@pytest.mark.parametrize("card", "QK")
def test_reading_effect_impossible_ends_the_game(card: str) -> None:
    play = ball("68 - - -", gone="9*3", effect_impossible="ENDS_GAME")
    play.drawn(f"add first 0; reveal {card}")
    assert play.end[1:] == (0 - 46, "loss, lost")


@pytest.mark.parametrize("card", "QK")
def test_reading_effect_impossible_does_not_matter_to_a_possible_one(card: str) -> None:
    play = ball("68 - - -", effect_impossible="ENDS_GAME")
    play.drawn(f"add first 2; reveal {card}")
    assert play.of("send_back", "behead") == {"send_back first" if card == "Q" else "behead first"}


@pytest.mark.parametrize(("card", "act"), [("Q", "send_back"), ("K", "behead")])
def test_reading_own_queue_others_only(card: str, act: str) -> None:
    play = ball("68 AA2 9 -", own_queue="OTHERS_ONLY")
    play.drawn(f"add first 2; reveal {card}")
    assert play.moves == {f"{act} second", f"{act} third"}
    lone = ball("68 - - -", own_queue="OTHERS_ONLY")
    lone.drawn(f"add first 2; reveal {card}")
    # There is no other: the effect has nothing to act on.
    assert (lone.phase, lone["first"]) == ("aim", f"68{card}")
    new = ball("68 - - -", own_queue="OTHERS_ONLY")
    new.drawn(f"begin_queue second; reveal {card}")
    assert new.moves == {f"{act} first"}
    lost = ball("68 AA2 - -", own_queue="OTHERS_ONLY")
    lost.drawn(f"add first 0; reveal {card}")
    assert lost.moves == {f"{act} second"}


def test_reading_king_prey_commoner() -> None:
    play = ball("68 QK TJ Q", king_prey="COMMONER")
    play.drawn("add second 2; reveal K")
    assert play.moves == {"behead first", "behead third"}
    none = ball("QK J - -", king_prey="COMMONER")
    none.drawn("add first 2; reveal K")
    assert (none.phase, none["first"]) == ("aim", "QKK")
    own = ball("68 J - -", king_prey="COMMONER")
    own.drawn("add first 2; reveal K")
    assert own.moves == {"behead first"}
    queen = ball("68 J - -", king_prey="COMMONER")
    queen.drawn("add first 2; reveal Q")
    assert queen.moves == {"send_back first", "send_back second"}


def test_the_once_per_game_rule_holds_for_the_ball() -> None:
    play = ball("68 AA2 - -")
    play.do("add first 0; reveal K; shuffle_back")
    assert play.do("add first 0; reveal Q") == {"first: 68 > -", "deck: -Q", "discards: +68Q"}
    play.do("send_back second")
    assert play.do("begin_queue first; reveal 8") == {"first: - > 8", "deck: -8"}
