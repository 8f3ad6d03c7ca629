"""Trading a card with another player, and the card of the pile that it costs."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import Play, renewals, table, trades

CROSSED = "R:RRO O:ROO"


def laid(*displays: str, pile: str | None = None, **readings: str) -> Play:
    return table(CROSSED, *displays, pile=pile, readings=readings)


def test_any_card_may_be_traded_for_any_card_of_any_other_player() -> None:
    play = laid("GB*", "PP", "", "K*W")
    assert play.of("trade") == {
        "trade east G P",
        "trade east B P",
        "trade east * P",
        "trade west G K",
        "trade west G *",
        "trade west G W",
        "trade west B K",
        "trade west B *",
        "trade west B W",
        "trade west * K",
        "trade west * *",
        "trade west * W",
    }
    for step in ["trade north G B", "trade east R P", "trade east G K", "trade south G P"]:
        play.refused(step)


def test_the_cards_change_hands_and_the_top_card_is_put_away() -> None:
    play = laid("GB*", "PP", "", "K*W", pile="RRO")
    assert play.do("trade west * K") == {"north: -* +K", "west: -K +*"}
    assert "trade.one_for_one" in play.clauses
    assert (play.due, play.weights()) == ("north: burn", {"burn R": 2, "burn O": 1})
    assert play.do("burn O") == {"pile: -O", "discards: +O"}
    assert "trade.burn" in play.clauses
    # Nothing is drawn, and the left neighbour is next.
    assert (play.due, play["north"], play["west"]) == ("east: act", "GBK", "W**")


def test_the_last_card_of_the_pile_may_be_put_away() -> None:
    play = laid("GB", "P", pile="R")
    play.do("trade east G P")
    assert play.do("burn R") == {"pile: -R", "discards: +R"}
    assert (play.due, play["pile"]) == ("east: act", "")
    assert "pass_turn" in play.moves


def test_without_a_card_there_is_no_trade() -> None:
    assert laid("GB", "", "").of("trade") == set()
    # The booklet does not say what becomes of a player who has no card while there is a pile.
    bare = laid("", "PP", "KK")
    assert (bare.due, bare.moves) == ("silent: turn.one_action", set())


@pytest.mark.parametrize("reading", ["BARRED", "FREE"])
def test_a_trade_with_an_empty_pile(reading: str) -> None:
    play = laid("GB", "P", "K", pile="", burn_empty=reading)
    rest = {"exchange G B G B", "pass_turn"} | renewals("GB")
    if reading == "BARRED":
        assert play.moves == rest
        play.refused("trade east G P")
    else:
        assert play.moves == rest | trades("GB", east="P", south="K")
        assert play.do("trade south G K") == {"north: -G +K", "south: -K +G"}
        assert play.due == "east: act"


def test_free_trades_with_an_empty_pile_do_not_spare_a_card_that_is_there() -> None:
    play = laid("GB", "P", pile="R", burn_empty="FREE")
    play.do("trade east G P")
    assert (play.due, play.moves) == ("north: burn", {"burn R"})


@pytest.mark.parametrize("reading", ["ANY_CARD", "COLOURED_ONLY"])
def test_wilds_in_a_trade(reading: str) -> None:
    play = laid("G*", "P*", "**", trade_wild=reading)
    if reading == "ANY_CARD":
        assert play.of("trade") == trades("G*", east="P*", south="*")
    else:
        assert play.of("trade") == {"trade east G P"}
        for step in ["trade east * P", "trade east G *", "trade south * *"]:
            play.refused(step)


@pytest.mark.parametrize("reading", ["ALLOWED", "BARRED"])
def test_a_trade_of_equal_cards(reading: str) -> None:
    play = laid("G*", "GP*", pile="R", trade_same=reading)
    if reading == "ALLOWED":
        assert play.of("trade") == trades("G*", east="GP*")
        assert play.do("trade east G G") == set()
        assert play.do("burn R") == {"pile: -R", "discards: +R"}
        assert play.due == "east: act"
    else:
        assert play.of("trade") == {"trade east G P", "trade east G *", "trade east * G", "trade east * P"}
        play.refused("trade east G G")
        play.refused("trade east * *")


# ---------------------------------------------------------------------------------------------- several cards


def test_in_the_house_a_turn_has_one_trade() -> None:
    play = laid("GBP", "KW*")
    play.do("trade east G K")
    play.do("burn R")
    assert play.due == "east: act"


def test_or_a_player_goes_on_trading_at_will_and_puts_a_card_away_each_time() -> None:
    play = laid("GBP", "KW*", "OO", pile="RRRY", trade_count="SEVERAL")
    assert play.do("trade east G K") == {"north: -G +K", "east: -K +G"}
    assert play.do("burn R") == {"pile: -R", "discards: +R"}
    assert play.due == "north: trade on"
    assert play.names == {"trade", "stop_trading"}
    # Another player's card is as good.
    assert play.do("trade south B O") == {"north: -B +O", "south: -O +B"}
    play.do("burn Y")
    assert play.due == "north: trade on"
    assert play.do("stop_trading") == set()
    assert (play.due, play["north"], play["pile"]) == ("east: act", "OPK", "RR")


def test_three_cards_are_traded_at_the_most() -> None:
    play = laid("GBP", "KW*", pile="RRRY", trade_count="SEVERAL")
    for step in ["trade east G K", "trade east B W", "trade east P *"]:
        play.do(step)
        play.do("burn R")
    assert (play.due, play["north"], play["east"]) == ("east: act", "KW*", "GBP")


def test_trading_on_needs_a_card_to_put_away() -> None:
    play = laid("GBP", "KW*", pile="R", trade_count="SEVERAL")
    play.do("trade east G K")
    play.do("burn R")
    assert (play.due, play.moves) == ("north: trade on", {"stop_trading"})
    play.do("stop_trading")
    assert (play.due, play["pile"]) == ("east: act", "")


def test_other_actions_are_not_open_between_two_trades() -> None:
    play = laid("GBP", "KW*", pile="RR", trade_count="SEVERAL")
    play.do("trade east G K")
    play.do("burn R")
    for step in ["renew_one K", "exchange B P B P", "pass_turn"]:
        play.refused(step)


# -------------------------------------------------------------------------------------------------- consent


def test_in_the_house_nobody_is_asked() -> None:
    play = laid("GBP", "KW*")
    play.refused("agree")
    play.refused("refuse")
    play.do("trade east G K")
    assert play.due == "north: burn"


@pytest.mark.parametrize("other", ["east", "south"])
def test_or_the_owner_of_the_card_agrees(other: str) -> None:
    play = laid("GBP", "KW*", "KW*", pile="RR", trade_consent="OWNER_AGREES")
    assert play.do(f"trade {other} G K") == set()
    assert (play.due, play.moves) == (f"{other}: consent", {"agree", "refuse"})
    assert play.do("agree") == {"north: -G +K", f"{other}: -K +G"}
    assert play.due == "north: burn"
    assert play.do("burn R") == {"pile: -R", "discards: +R"}
    assert play.due == "east: act"


def test_or_refuses_and_the_player_chooses_anew() -> None:
    play = laid("GBP", "KW*", pile="RR", trade_consent="OWNER_AGREES")
    before = play.moves
    play.do("trade east G K")
    assert play.do("refuse") == set()
    assert (play.due, play.moves) == ("north: act", before)
    play.do("renew_one G")
    assert play.draw("R") == {"north: +R", "pile: -R"}
    assert play.due == "east: act"
