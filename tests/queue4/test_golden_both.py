"""The Royal Ball and Bouquets in one game, and campaigns of them: what each brings, and the rulings on joining them."""

from __future__ import annotations

from typing import Any

import pytest

from model.queue4.both import GameKind
from tests.queue4.table import Play, adds, begin, dealt, priced, table

GAME = "ball-and-bouquets"

LINES = "AA'223'3'44' 5566'77' 88'9'9'TT' JJ'QQ'KK'"
"""Two cards of each rank: eight, six, six and six."""

EVERY_KIND = {f"choose_kind {kind.name.lower()}" for kind in GameKind}
ONE_VARIANT = {"choose_kind royal_ball", "choose_kind bouquets"}


def laid(queues: str, **options: Any) -> Play:
    return table(queues, mode="ball-and-bouquets", **options)


# ------------------------------------------------------------------------------------------------------ the game


def test_a_game_with_both_opens_with_the_ball() -> None:
    play = begin("ball-and-bouquets")
    assert play.names == {"deal"}
    assert play.weights()["deal K'"] == 2
    for card in ["8", "3'", "K", "6", "7'", "A", "2", "T", "9'"]:
        play.do(f"deal {card}")
    assert play.queues == "3'8 67' A2 9'T"
    assert (play.left, play["discards"]) == (44, "-")
    assert play.moves == {"stop"} | adds(first=2, second=2, third=2, fourth=2)


def test_faces_have_their_effects_and_cards_can_be_moved() -> None:
    play = laid("68 A23 - -")
    play.drawn("add first 2; reveal K'")
    assert play.moves == {"behead first", "behead second"}
    play.do("behead first")
    assert play.queues == "- A23 - -"
    other = laid("68 A23 - -")
    assert other.of("pay") == {"pay second 2"}
    priced(other, "second", "210").do("take first 1; put second 0")
    assert other.queues == "6 8 - -"


def test_the_bouquet_scores() -> None:
    play = laid(LINES, deck="T")
    play.do("add third 6; reveal T")
    assert {"name first", "name second", "name third", "name fourth"} == play.of("name")
    play.do("name third")
    # 8 | 8'9'9' | T | T' | T
    assert play.end == ("deck", 7 + 5, "great")


def test_an_effect_comes_before_the_bouquet_is_named() -> None:
    play = laid(LINES, deck="K")
    play.do("add fourth 6; reveal K")
    assert play.moves == {"behead first", "behead second", "behead third", "behead fourth"}
    play.do("behead third")
    # Eights, nines and tens: four of each lie discarded, so that nothing moves and no Groups count.
    assert play.moves == {"name first", "name second", "name third", "name fourth"}
    play.do("name fourth")
    assert play.end[1:] == (7, "good")


# ---------------------------------------------------------------------------------------------------- readings


def test_reading_setup_equal_chosen() -> None:
    play = dealt(GAME, ["8", "8'"])
    assert play.moves == {"arrange 0", "arrange 1"}
    play.do("arrange 0")
    assert play["first"] == "8'8"
    other = dealt(GAME, ["8", "8'"])
    other.do("arrange 1")
    assert other["first"] == "88'"
    assert other.names == {"deal"}
    assert dealt(GAME, ["8", "8"]).names == {"deal"}


def test_reading_setup_equal_as_dealt() -> None:
    assert dealt(GAME, ["8", "8'"], setup_equal="AS_DEALT")["first"] == "88'"
    play = dealt(GAME, ["8'", "8", "T", "9"], setup_equal="AS_DEALT")
    assert play.queues == "8'8 9T - -"


@pytest.mark.parametrize(("card", "act"), [("K", "behead"), ("Q'", "send_back")])
def test_reading_moved_face(card: str, act: str) -> None:
    queues = f"A234 6{card} 8 -"
    house = priced(laid(queues), "first", "321")
    house.do("take second 1; put third 1")
    assert house.queues == f"A 6 8{card} -"
    assert "stop" in house.moves
    play = priced(laid(queues, moved_face="EFFECT"), "first", "321")
    play.do("take second 1; put third 1")
    assert play.moves == {f"{act} first", f"{act} second", f"{act} third"}
    play.do(f"{act} first")
    assert play.queues == f"- 6 8{card} -"
    assert "stop" in play.moves


def test_reading_moved_face_a_jack() -> None:
    play = priced(laid("A234 6J 8 -", moved_face="EFFECT"), "first", "321")
    play.do("take second 1; put third 1")
    assert play.names == {"turn_up"}
    play.do("turn_up T; place third 1")
    assert play.queues == "A 6 8TJ -"
    assert "stop" in play.moves


def test_reading_moved_face_a_commoner_has_no_effect() -> None:
    play = priced(laid("A234 6T 8 -", moved_face="EFFECT"), "first", "321")
    play.do("take second 1; put third 1")
    assert "stop" in play.moves


def test_reading_moved_face_a_jack_who_takes_the_last_card_ends_the_game() -> None:
    play = priced(laid(LINES, deck="T", moved_face="EFFECT"), "first", "753")
    play.do("take fourth 0; put third 6; turn_up T; place third 6")
    assert play.queues == "AA'23'4 5566'77' 88'9'9'TT'TJ J'QQ'KK'"
    assert (play.left, play.of("add")) == (0, set())
    play.do("name third")
    # 8 | 8'9'9' | T | T' | TJ
    assert play.end[:2] == ("deck", 8 + 5)


def test_reading_moved_face_no_card_is_moved_before_a_jacks_card_has_its_place() -> None:
    readings = {"moved_face": "EFFECT", "move_when": "AFTER_REVEAL", "jack_choice": "UNSEEN"}
    play = priced(laid("A234 6J 889 -", **readings), "first", "321")
    play.do("take second 1; put third 3; add third 3; reveal T")
    assert play.queues == "A 6 889TJ -"
    assert play.of("pay") == {"pay third 2", "pay third 3", "pay third 4"}


@pytest.mark.parametrize("queue", ["first", "second"])
def test_reading_combined_score_normal(queue: str) -> None:
    play = laid(LINES, deck="T", combined_score="NORMAL")
    play.do("stop")
    play.do(f"name {queue}")
    # Which one is named makes no difference.
    assert play.end == ("choice", 26 - 1, "spectacular")


@pytest.mark.parametrize("queue", ["first", "second"])
def test_reading_combined_score_normal_counts_the_longest_twice(queue: str) -> None:
    play = laid(LINES, deck="T", combined_score="NORMAL")
    play.do("add third 6; reveal T")
    assert play.names == {"pay", "name"}
    play.do(f"name {queue}")
    assert play.end == ("deck", 27 + 8, "legendary")


def test_reading_combine_variants_one_at_a_time() -> None:
    play = begin("ball-and-bouquets", combine_variants="ONE_AT_A_TIME")
    assert play.moves == ONE_VARIANT
    play.do("choose_kind royal_ball")
    assert play.names == {"deal"}
    for card in ["8", "3'", "6", "7'", "A", "2", "T", "9'"]:
        play.do(f"deal {card}")
    play.do("add first 2; reveal T; play")
    assert play.names == {"add", "stop"}
    play.do("stop")
    # All Queues score: nothing is named.
    assert play.end == ("choice", 9 - 43, "loss, lost")


def test_reading_combine_variants_bouquets_alone() -> None:
    play = begin("ball-and-bouquets", combine_variants="ONE_AT_A_TIME")
    play.do("choose_kind bouquets")
    assert (play.left, play.moves) == (52, {"begin_queue first", "stop"})
    play.drawn("begin_queue first; reveal K")
    # A King without effect.
    assert play.moves == {"begin_queue second", "stop"} | adds(first=1)
    play.do("stop")
    assert play.names == {"name"}
    play.do("name first")
    assert play.end == ("choice", 2 - 51, "loss, lost")


# --------------------------------------------------------------------------------------------------- campaigns


def test_a_campaign_of_both() -> None:
    play = begin("campaign-both")
    for game in range(1, 6):
        assert play["game"] == str(game)
        for card in "A2345678":
            play.do(f"deal {card}")
        play.do("stop; name first")
    # A Queue of two red cards: three points less the deck.
    assert play.end[1:] == (5 * (3 - 44) + 18, "loss, lost")


def test_reading_campaign_kind_each_chosen() -> None:
    play = begin("campaign-both", campaign_kind="EACH_CHOSEN")
    assert play.moves == EVERY_KIND
    play.do("choose_kind base")
    assert (play.left, play.moves) == (52, {"begin_queue first", "stop"})
    play.drawn("begin_queue first; reveal K")
    play.drawn("add first 1; reveal K")
    assert play.names == {"begin_queue", "add", "stop"}
    play.do("stop")
    assert play.see("game", "total", "tokens") == ("2", str(2 - 50), "2")
    assert play.moves == EVERY_KIND
    play.do("choose_kind bouquets; stop; name first")
    assert play.see("game", "total") == ("3", str(-48 - 52))
    play.do("choose_kind royal_ball")
    for card in "A2345678":
        play.do(f"deal {card}")
    play.do("stop")
    assert play.see("game", "total") == ("4", str(-100 + 8 - 44))
    play.do("choose_kind both")
    assert play.names == {"deal"}


def test_reading_campaign_kind_each_chosen_of_one_variant_at_a_time() -> None:
    play = begin("campaign-both", campaign_kind="EACH_CHOSEN", combine_variants="ONE_AT_A_TIME")
    assert play.moves == EVERY_KIND - {"choose_kind both"}
    play.do("choose_kind base; stop")
    assert play.moves == EVERY_KIND - {"choose_kind both"}


def test_reading_campaign_kind_all_alike_of_one_variant_at_a_time() -> None:
    play = begin("campaign-both", combine_variants="ONE_AT_A_TIME")
    assert play.moves == ONE_VARIANT
    play.do("choose_kind bouquets; stop; name first")
    # Settled for the whole campaign.
    assert (play["game"], play.moves) == ("2", {"begin_queue first", "stop"})
    play.do("stop")
    assert play.names == {"name"}
