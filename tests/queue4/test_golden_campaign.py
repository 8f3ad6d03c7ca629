"""The Campaign: five games, tokens spent and earned, the total and its ratings; its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.queue4.table import Play, adds, begin, table

LINES = "AA223344 556677 8899TT JJQQKK"
"""Twenty-six cards."""


def camp(
    queues: str, *, game: int = 1, total: int = 0, tokens: int = 1, pile: int = 5, **options: Any
) -> Play:
    """A turn of some game of a campaign."""
    fields = {"game": game, "total": total, "tokens": tokens, "pile": pile}
    return table(queues, mode="campaign", fields=fields, **options)


def count(play: Play) -> tuple[str, ...]:
    """Game, own tokens, pile, scores so far."""
    return play.see("game", "tokens", "pile", "total")


# ------------------------------------------------------------------------------------------------- five games


def test_six_tokens_of_which_one_is_the_players() -> None:
    play = begin("campaign")
    assert count(play) == ("1", "1", "5", "0")
    assert play.moves == {"begin_queue first", "stop"}
    assert play.left == 52


def test_five_games_and_a_token_for_each_without_spending() -> None:
    play = begin("campaign")
    for game in range(1, 6):
        assert count(play) == (str(game), str(game), str(6 - game), str(-52 * (game - 1)))
        assert not play.over
        play.do("stop")
    assert play.see("tokens", "pile", "total") == ("6", "0", "-260")
    assert play.end[1:] == (-260 + 18, "loss, lost")


def test_every_game_begins_with_a_table_of_its_own() -> None:
    play = camp("68 AA2 - -", gone="5*3")
    play.drawn("add first 1; reveal 5")
    assert count(play) == ("2", "2", "4", str(3 - 43))
    assert play.see("discards", "hand") == ("-", "-")
    assert (play.queues, play.left, play.moves) == ("- - - -", 52, {"begin_queue first", "stop"})


@pytest.mark.parametrize(
    ("queues", "deck", "step", "points"),
    [
        (LINES, "K", "stop", 25),
        (LINES, "K", "add first 8; reveal K", 27 + 9),
        ("AA223344 5566778899TT JJQQ 3", "K A", "add fourth 0; reveal K", 24 - 1),
    ],
)
def test_each_game_ends_and_scores_in_the_usual_ways(queues: str, deck: str, step: str, points: int) -> None:
    play = camp(queues, deck=deck, game=2, total=7, tokens=2, pile=4)
    play.drawn(step)
    assert count(play) == ("3", "3", "3", str(7 + points))


def test_a_whole_campaign() -> None:
    play = begin("campaign")
    # A game of one card: 1 - 51.
    play.drawn("begin_queue first; reveal 8")
    play.do("stop")
    assert count(play) == ("2", "2", "4", "-50")
    # Two tokens are spent in one game, and none is earned: 2 - 50.
    play.do("begin_queue first; reveal K; shuffle_back; begin_queue first; reveal A; shuffle_back")
    play.do("begin_queue first; reveal 9")
    play.do("add first 1; reveal 9; stop")
    assert count(play) == ("3", "0", "4", "-98")
    # None is there to be spent, and one is earned: 1 - 50.
    play.do("begin_queue first; reveal 7; begin_queue second; reveal 7; add first 0; reveal 8; stop")
    assert count(play) == ("4", "1", "3", str(-98 + 1 - 49))
    play.do("stop")
    assert count(play) == ("5", "2", "2", str(-146 - 52))
    play.do("begin_queue first; reveal K; shuffle_back; stop")
    assert play.see("tokens", "pile", "total") == ("1", "2", str(-198 - 52))
    assert play.end[1:] == (-250 + 3, "loss, lost")


def test_the_highest_total() -> None:
    play = camp(
        "A23456789TJQK A23456789TJQK A23456789TJQK A23456789TJQ",
        deck="K",
        game=5,
        total=4 * 104,
        tokens=5,
        pile=1,
    )
    play.do("add fourth 12; reveal K")
    assert play.end[1:] == (4 * 104 + 52 + 13 + 18, "legendary")


# ---------------------------------------------------------------------------------------------------- spending


def test_a_token_pays_for_shuffling_back() -> None:
    play = camp("68 AA2 - -")
    play.do("add first 0; reveal K")
    assert play.moves == {"play", "shuffle_back"}
    assert play.do("shuffle_back") == {"hand: K > -", "deck: +K", "tokens: 1 > 0"}
    assert play.moves == {"begin_queue third", "stop"} | adds(first=2, second=3)
    # Without a token the next card does what it does.
    assert play.do("add first 0; reveal K") == {"first: 68 > -", "deck: -K", "discards: +68K"}


def test_as_many_in_one_game_as_there_are_tokens() -> None:
    play = camp("68 AA2 - -", tokens=3, pile=3)
    for left in ("2", "1", "0"):
        play.do("add first 0; reveal K; shuffle_back")
        assert play["tokens"] == left
    assert play.do("add first 0; reveal K") == {"first: 68 > -", "deck: -K", "discards: +68K"}


def test_without_a_token_nothing_is_shuffled_back() -> None:
    play = camp("68 AA2 - -", tokens=0)
    assert play.do("add first 0; reveal K") == {"first: 68 > -", "deck: -K", "discards: +68K"}


@pytest.mark.parametrize(("deck", "may"), [("8 9*2 T*2 J*2 Q*2 K*2", True), ("8 9*2 T*2 J*2 Q*2 K", False)])
def test_a_token_needs_ten_other_cards_too(deck: str, may: bool) -> None:
    play = camp("A234567 8 9T JQK", deck=deck, tokens=4, pile=2)
    play.do("add first 7; reveal 8")
    assert (play.phase == "seen") == may
    assert play["first"] == ("A234567" if may else "A2345678")


def test_a_game_with_a_token_spent_earns_none() -> None:
    play = camp("68 AA2 - -", tokens=2, pile=4)
    play.do("add first 0; reveal K; shuffle_back; stop")
    assert count(play) == ("2", "1", "4", str(5 - 47))
    # The next game is a game of its own.
    play.do("stop")
    assert count(play) == ("3", "2", "3", str(5 - 47 - 52))


def test_a_game_without_spending_earns_one() -> None:
    play = camp("68 AA2 - -", tokens=2, pile=4)
    play.do("add first 0; reveal K; play; stop")
    assert count(play)[1:3] == ("3", "3")


# ----------------------------------------------------------------------------------------------------- ratings


def total_of(points: int, **readings: str) -> tuple[int, str]:
    """The end of a campaign with this total: 25 for the last game and six for two tokens come to the rest."""
    play = camp(LINES, deck="K", game=5, total=points - 25 - 6, tokens=1, pile=1, **readings)
    play.do("stop")
    _, score, rating = play.end
    return score, rating


LIMITS = [
    (-1, "loss, lost"),
    (0, "fair"),
    (20, "fair"),
    (25, "good"),
    (45, "good"),
    (50, "great"),
    (70, "great"),
    (75, "excellent"),
    (95, "excellent"),
    (100, "spectacular"),
    (145, "spectacular"),
    (150, "legendary"),
    (500, "legendary"),
]


@pytest.mark.parametrize(("points", "rating"), LIMITS)
@pytest.mark.parametrize("reading", ["LOWER", "UPPER", "NONE"])
def test_the_limits_are_five_times_as_high(points: int, rating: str, reading: str) -> None:
    assert total_of(points, band_gaps=reading) == (points, rating)


GAPS = [
    ((21, 22, 24), "fair", "good"),
    ((46, 49), "good", "great"),
    ((71, 74), "great", "excellent"),
    ((96, 99), "excellent", "spectacular"),
    ((146, 149), "spectacular", "legendary"),
]


@pytest.mark.parametrize(("totals", "lower", "upper"), GAPS)
def test_reading_band_gaps(totals: tuple[int, ...], lower: str, upper: str) -> None:
    for points in totals:
        assert total_of(points) == (points, lower)
        assert total_of(points, band_gaps="UPPER") == (points, upper)
        assert total_of(points, band_gaps="NONE") == (points, "none")


@pytest.mark.parametrize(("tokens", "points"), [(0, 3), (1, 6), (4, 15)])
def test_every_token_left_adds_three(tokens: int, points: int) -> None:
    play = camp(LINES, deck="K", game=5, tokens=tokens, pile=1)
    play.do("stop")
    assert play.end[1] == 25 + points


# ---------------------------------------------------------------------------------------------------- readings


def test_reading_tokens_per_game_one() -> None:
    play = camp("68 AA2 - -", tokens=2, pile=4, tokens_per_game="ONE")
    play.do("add first 0; reveal K; shuffle_back")
    assert play.do("add first 2; reveal K") == {"first: 68 > 68K", "deck: -K"}
    play.do("stop")
    # In the next game one may be spent again.
    play.do("begin_queue first; reveal K")
    assert play.moves == {"play", "shuffle_back"}


@pytest.mark.parametrize(("reading", "tokens"), [("EARNED", "1"), ("NEEDS_ONE", "0")])
def test_reading_token_vacuous(reading: str, tokens: str) -> None:
    play = camp("68 AA2 - -", tokens=0, token_vacuous=reading)
    play.do("stop")
    assert play["tokens"] == tokens
    other = camp("68 AA2 - -", tokens=1, token_vacuous=reading)
    other.do("stop")
    assert other["tokens"] == "2"


@pytest.mark.parametrize(("reading", "points"), [("EARNED", 25 + 6), ("NOT_EARNED", 25 + 3)])
def test_reading_token_last_game(reading: str, points: int) -> None:
    play = camp(LINES, deck="K", game=5, tokens=1, pile=1, token_last_game=reading)
    play.do("stop")
    assert play.end[1] == points
    fourth = camp(LINES, deck="K", game=4, tokens=1, pile=2, token_last_game=reading)
    fourth.do("stop")
    assert count(fourth) == ("5", "2", "1", "25")


@pytest.mark.parametrize(("reading", "pile"), [("OUT", "5"), ("TO_PILE", "6")])
def test_reading_spent_tokens(reading: str, pile: str) -> None:
    play = camp("68 AA2 - -", spent_tokens=reading)
    play.do("add first 0; reveal K; shuffle_back")
    assert play.see("tokens", "pile") == ("0", pile)
    play.do("stop")
    assert play.see("tokens", "pile") == ("0", pile)
    play.do("stop")
    assert play.see("tokens", "pile") == ("1", str(int(pile) - 1))


@pytest.mark.parametrize(("reading", "points"), [("OWN", 25 + 6), ("PILE_TOO", 25 + 6 + 9)])
def test_reading_tokens_left(reading: str, points: int) -> None:
    play = camp(LINES, deck="K", game=5, tokens=1, pile=4, tokens_left=reading)
    play.do("stop")
    assert play.end[1] == points


# ------------------------------------------------------------------------------------ campaigns with a variant


def test_a_campaign_of_royal_balls() -> None:
    play = begin("campaign-royal-ball")
    for game in range(1, 6):
        assert (play["game"], play.phase) == (str(game), "deal")
        for card in "A2345678":
            play.do(f"deal {card}")
        play.do("stop")
    assert play.end[1:] == (5 * (8 - 44) + 18, "loss, lost")


@pytest.mark.parametrize("mode", ["campaign-royal-ball", "campaign-both"])
def test_the_next_ball_has_all_cards_though_some_waited_to_be_paired(mode: str) -> None:
    """By rulings ``setup_pairs`` and ``setup_discards``: four Jacks end a set-up in which two cards lie ready."""
    play = begin(mode, setup_pairs="CHOSEN", setup_discards="COUNTED")
    cards = ("6", "7", "J", "J", "J") if mode == "campaign-royal-ball" else ("6", "7", "J", "J'", "J")
    for card in cards:
        play.do(f"deal {card}")
    play.do("deal J" if mode == "campaign-royal-ball" else "deal J'")
    if mode == "campaign-both":
        play.do("name first")
    assert (play["game"], play.phase, play.left) == ("2", "deal", 52)
    assert not any(number for _, number in play.state.pool.items())


def test_a_token_in_a_royal_ball() -> None:
    fields = {"tokens": 2, "pile": 4}
    play = table("68 AA2 - -", mode="campaign-royal-ball", fields=fields)
    play.do("add first 0; reveal K; shuffle_back")
    assert (play["tokens"], play.phase) == ("1", "aim")
    play.drawn("add first 0; reveal K")
    assert play.moves == {"behead second"}


def test_reading_jack_return_costs_a_token_too() -> None:
    fields = {"tokens": 1, "pile": 5}
    play = table("68 AA2 - -", mode="campaign-royal-ball", fields=fields, jack_return="YES")
    play.drawn("add first 2; reveal J")
    play.do("turn_up 7")
    assert play.do("shuffle_back") == {"deck: +7", "hand: 7 > -", "tokens: 1 > 0"}
    play.do("stop")
    assert count(play) == ("2", "0", "5", str(6 - 46))


def test_a_campaign_of_bouquets() -> None:
    play = begin("campaign-bouquets")
    play.drawn("begin_queue first; reveal 8'")
    play.do("stop")
    assert (play["game"], play.moves) == ("1", {"name first", "name second"})
    play.do("name first")
    assert count(play) == ("2", "2", "4", str(2 - 51))
    for _ in range(4):
        play.do("stop; name first")
    assert play.end[1:] == (2 - 51 - 4 * 52 + 18, "loss, lost")


def test_a_campaign_is_lost_below_zero_only() -> None:
    play = camp(
        "A23456789TJQK A23456789TJQK A23456789TJQK A23456789TJQ",
        deck="K",
        game=5,
        total=-84,
        tokens=0,
        pile=3,
    )
    play.do("add fourth 12; reveal K")
    assert play.end[1:] == (-84 + 65 + 3, "loss, lost")
    even = camp(
        "A23456789TJQK A23456789TJQK A23456789TJQK A23456789TJQ",
        deck="K",
        game=5,
        total=-68,
        tokens=0,
        pile=3,
    )
    even.do("add fourth 12; reveal K")
    assert even.end[1:] == (0, "fair")
