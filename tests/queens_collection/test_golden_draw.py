"""Taking fresh cards, and what a short or an empty draw pile does to each action."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import Play, alone, exchanges, renewals, table, trades, with_wild

CROSSED = "R:RRO O:ROO"
PASS = {"pass_turn"}


def laid(cards: str, pile: str | None = None, **readings: str) -> Play:
    return table(CROSSED, cards, "K", pile=pile, readings=readings)


@pytest.mark.parametrize(
    ("cards", "moves"),
    [
        (
            "ROY",
            {
                "renew_one R",
                "renew_one O",
                "renew_one Y",
                "renew_two R O",
                "renew_two R Y",
                "renew_two O Y",
                "renew_three",
            },
        ),
        ("RRO", {"renew_one R", "renew_one O", "renew_two R R", "renew_two R O", "renew_three"}),
        ("R**", {"renew_one R", "renew_one *", "renew_two R *", "renew_two * *", "renew_three"}),
        ("OOO", {"renew_one O", "renew_two O O", "renew_three"}),
        ("RO", {"renew_one R", "renew_one O", "renew_two R O"}),
        ("R", {"renew_one R"}),
    ],
)
def test_one_two_or_three_of_ones_own_cards_are_thrown_off(cards: str, moves: set[str]) -> None:
    play = laid(cards)
    assert play.of("renew_one", "renew_two", "renew_three") == moves
    for step in ["renew_one K", "renew_two R W", "renew_two O R"]:
        play.refused(step)


@pytest.mark.parametrize(
    ("step", "gone", "drawn"),
    [("renew_one O", "O", "B"), ("renew_two O *", "O*", "BB"), ("renew_three", "RO*", "BBW")],
)
def test_as_many_are_drawn_as_were_thrown_off(step: str, gone: str, drawn: str) -> None:
    play = laid("RO*", pile="BBBWWW")
    assert play.do(step) == {f"north: -{gone}", f"discards: +{gone}"}
    assert play.due == "north: draw"
    assert play.weights() == {"draw B": 3, "draw W": 3}
    assert play.draw(drawn) == {f"north: +{drawn}", f"pile: -{drawn}"}
    assert play.due == "east: act"
    assert len(play["north"]) == 3


def test_the_clauses_of_taking_fresh_cards() -> None:
    play = laid("RO*", pile="BB")
    play.do("renew_two R O")
    assert {"draw.discard", "draw.same_number"} <= play.clauses


def test_cards_thrown_off_cannot_be_drawn() -> None:
    play = laid("ROY", pile="BB")
    play.do("renew_two R O")
    assert play.moves == {"draw B"}
    play.do("draw B")
    assert play.moves == {"draw B"}


@pytest.mark.parametrize(
    ("pile", "reading", "drawn", "left"),
    [
        ("BBB", "WHAT_THERE_IS", "BBB", ""),
        ("BB", "WHAT_THERE_IS", "BB", ""),
        ("B", "WHAT_THERE_IS", "B", ""),
        ("", "WHAT_THERE_IS", "", ""),
        ("BBB", "ALL_OR_NONE", "BBB", ""),
        ("BB", "ALL_OR_NONE", "", "BB"),
        ("B", "ALL_OR_NONE", "", "B"),
        ("", "ALL_OR_NONE", "", ""),
    ],
)
def test_three_cards_and_a_short_pile(pile: str, reading: str, drawn: str, left: str) -> None:
    play = laid("ROY", pile=pile, draw_partial=reading)
    assert play.do("renew_three") == {"north: -ROY", "discards: +ROY"}
    play.draw(drawn)
    assert (play["north"], play["pile"], play.due) == (drawn, left, "east: act")


def test_with_all_or_none_one_and_two_cards_are_still_drawn_where_they_are_there() -> None:
    two = laid("ROY", pile="BB", draw_partial="ALL_OR_NONE")
    two.do("renew_two R O")
    assert two.draw("BB") == {"north: +BB", "pile: -BB"}
    one = laid("ROY", pile="B", draw_partial="ALL_OR_NONE")
    one.do("renew_one R")
    assert one.draw("B") == {"north: +B", "pile: -B"}
    assert one.due == "east: act"


@pytest.mark.parametrize(
    ("reading", "drawn", "left"), [("WHAT_THERE_IS", "BB", ""), ("ALL_OR_NONE", "", "BB")]
)
def test_an_exchange_with_a_pair_draws_three_or_by_the_same_rule_none(
    reading: str, drawn: str, left: str
) -> None:
    play = laid("RRG", pile="BB", draw_partial=reading)
    play.do("exchange_with_wild G R O G R")
    play.draw(drawn)
    assert (play["north"], play["pile"], play.due) == (drawn, left, "east: act")


# ------------------------------------------------------------------------------- what a short pile still allows


def acts(play: Play) -> set[str]:
    """The allowed moves other than trades."""
    return play.moves - play.of("trade")


def coloured(play: Play) -> set[str]:
    """The exchanges of red, green and a wild."""
    return exchanges(play, "R", "G") | with_wild(play, "R") | with_wild(play, "G")


def test_in_the_house_an_empty_pile_bars_nothing_but_trades() -> None:
    play = laid("R*G", pile="")
    assert play.moves == coloured(play) | alone(play) | renewals("R*G") | PASS
    play.refused("trade east R K")


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("exchange R G O G", "*"),
        ("exchange_with_wild R * O R O", "G"),
        ("play_wild * R O R", "RG"),
        ("renew_one R", "G*"),
        ("renew_two R *", "G"),
        ("renew_three", ""),
    ],
)
def test_then_an_action_draws_nothing_and_the_turn_passes(step: str, left: str) -> None:
    play = laid("R*G", pile="")
    play.do(step)
    assert (play["north"], play.due) == (left, "east: act")


def test_a_wild_alone_may_need_a_card_to_draw() -> None:
    none = laid("R*G", pile="", draw_short="EXCHANGE_AND_DRAW")
    assert none.moves == coloured(none) | renewals("R*G") | PASS
    none.refused("play_wild * R O R")
    one = laid("R*G", pile="B", draw_short="EXCHANGE_AND_DRAW")
    assert acts(one) == coloured(one) | alone(one) | renewals("R*G")
    two = laid("R*G", pile="B")
    assert two.moves == one.moves


@pytest.mark.parametrize(
    ("pile", "barred"),
    [
        ("", {"renew_one R", "renew_one *", "renew_one G"}),
        ("B", set()),
        ("BB", set()),
        ("BBB", set()),
    ],
)
def test_or_every_action_but_the_exchange_needs_all_the_cards_that_it_draws(
    pile: str, barred: set[str]
) -> None:
    play = laid("R*G", pile=pile, draw_short="EXCHANGE_ONLY")
    size = len(pile)
    expected = coloured(play)
    expected |= {step for step in renewals("R*G") if step.startswith("renew_one") and size >= 1}
    expected |= {step for step in renewals("R*G") if step.startswith("renew_two") and size >= 2}
    expected |= {"renew_three"} if size >= 3 else set()
    expected |= alone(play) if size >= 1 else PASS
    assert acts(play) == expected
    for step in barred:
        play.refused(step)
    assert play.of("trade") == (trades("R*G", east="K") if size else set())


@pytest.mark.parametrize("pile", ["B", "BB", "BBB"])
def test_or_fresh_cards_are_for_a_pile_that_has_one(pile: str) -> None:
    house, play = laid("R*G", pile=pile), laid("R*G", pile=pile, draw_short="ONE_FRESH_CARD")
    assert play.moves == house.moves
    none = laid("R*G", pile="", draw_short="ONE_FRESH_CARD")
    assert none.moves == coloured(none) | alone(none) | PASS
    for step in renewals("R*G"):
        none.refused(step)


@pytest.mark.parametrize(
    "reading", ["AS_MANY_AS_THERE", "EXCHANGE_AND_DRAW", "EXCHANGE_ONLY", "ONE_FRESH_CARD"]
)
@pytest.mark.parametrize("pile", ["", "B"])
def test_an_exchange_draws_what_there_is_by_every_reading(reading: str, pile: str) -> None:
    play = laid("R*G", pile=pile, draw_short=reading)
    play.do("exchange R G O G")
    play.draw(pile)
    assert (play["north"], play["pile"], play.due) == ("B*" if pile else "*", "", "east: act")


def test_a_pair_alone_draws_two_and_may_need_both() -> None:
    play = laid("RRK", pile="B", draw_short="EXCHANGE_ONLY")
    assert play.of("play_wild") == set()
    play = laid("RRK", pile="BB", draw_short="EXCHANGE_ONLY")
    assert play.of("play_wild") == alone(play, "R")


@pytest.mark.parametrize("reading", ["AS_MANY_AS_THERE", "EXCHANGE_AND_DRAW"])
def test_a_player_without_cards_has_nothing_but_a_pass(reading: str) -> None:
    play = laid("", pile="", draw_short=reading)
    assert play.moves == PASS


def test_with_one_card_and_no_pile_a_player_may_still_throw_it_off_unless_drawing_is_a_must() -> None:
    assert laid("R", pile="").moves == {"renew_one R"} | PASS
    assert laid("R", pile="", draw_short="EXCHANGE_AND_DRAW").moves == {"renew_one R"} | PASS
    assert laid("R", pile="", draw_short="EXCHANGE_ONLY").moves == PASS
    assert laid("R", pile="", draw_short="ONE_FRESH_CARD").moves == PASS
