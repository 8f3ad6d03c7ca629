"""Wilds: in an exchange, by themselves, two at once, and two cards of a colour in their place."""

from __future__ import annotations

import pytest

from tests.queens_collection.table import (
    COLOURS,
    Play,
    alone,
    exchanges,
    renewals,
    table,
    told,
    trades,
    with_two_wilds,
    with_wild,
)
from tests.tables import moved

CROSSED = "R:RRO O:ROO"
"""A red and an orange pawn stand on each other's box card; all else is at home."""

ALL_IN_RED = "R:RRROOO O:-"
"""The orange box card is bare: its pawns stand on red."""


def laid(cards: str, boxes: str = CROSSED, pile: str | None = None, **readings: str) -> Play:
    return table(boxes, cards, "K", pile=pile, readings=readings)


# ------------------------------------------------------------------------------------- a wild in an exchange


def test_a_wild_serves_for_a_pawn_of_any_other_colour() -> None:
    play = laid("R*G")
    assert play.of("exchange_with_wild") == {
        "exchange_with_wild R * O R O",
        "exchange_with_wild R * O O R",
        *(f"exchange_with_wild R * {c} {x} {c}" for c in "YGBPKW" for x in "RO"),
        *(f"exchange_with_wild G * {c} G {y}" for c in "RO" for y in "RO"),
        *(f"exchange_with_wild G * {c} G {c}" for c in "YBPKW"),
    }
    assert len(play.of("exchange_with_wild")) == 14 + 9
    assert play.moves == (
        {"exchange R G R G", "exchange R G O G"}
        | with_wild(play, "R")
        | with_wild(play, "G")
        | alone(play)
        | renewals("R*G")
        | trades("R*G", east="K")
    )


def test_an_exchange_with_a_wild_discards_both_cards_and_draws_two() -> None:
    play = laid("R*G", "R:RRY O:OOR Y:YYO", pile="BBB")
    assert play.do("exchange_with_wild R * O O Y") == {
        "box O: -R +O",
        "box Y: -O +R",
        "north: -R*",
        "discards: +R*",
    }
    assert {"exchange.cards", "wild.any_colour"} <= play.clauses
    assert play.draw("BB") == {"north: +BB", "pile: -BB"}
    assert play.due == "east: act"


def test_pawns_of_one_box_card_are_not_exchanged_with_a_wild_either() -> None:
    play = laid("R*", ALL_IN_RED)
    assert not any(step.startswith("exchange_with_wild R * O") for step in play.moves)
    assert play.refused("exchange_with_wild R * O R R").text == "require(x != y)"


def test_a_wild_in_the_exchange_needs_a_wild_and_a_card_of_the_colour() -> None:
    laid("ROY").refused("exchange_with_wild R * O O R")
    laid("**Y").refused("exchange_with_wild R * O O R")
    table(CROSSED, "ROY", "***").refused("exchange_with_wild R * O O R")


@pytest.mark.parametrize("reading", ["OTHER_COLOUR", "SAME_COLOUR"])
def test_a_wild_beside_a_card_for_a_second_pawn_of_its_colour(reading: str) -> None:
    play = laid("R*G", pile="BB", same_pawn_colour=reading)
    # Green pawns stand together, red ones do not.
    assert play.of("exchange_alike") == ({"exchange_alike R *"} if reading == "SAME_COLOUR" else set())
    assert len(play.of("exchange_with_wild")) == 23
    play.refused("exchange_with_wild R * R R O")
    play.refused("exchange_alike G *")
    if reading == "SAME_COLOUR":
        assert play.do("exchange_alike R *") == {"north: -R*", "discards: +R*"}
        assert play.draw("BB") == {"north: +BB", "pile: -BB"}
        assert play.due == "east: act"
    else:
        play.refused("exchange_alike R *")


def test_a_pair_may_stand_for_the_colour_beside_it_just_as_a_wild_may() -> None:
    boxes = "R:RRG G:GGR"
    assert laid("RRG", boxes, same_pawn_colour="SAME_COLOUR").of("exchange_alike") == {"exchange_alike G R"}
    play = laid("RRR", boxes, pile="BBB", same_pawn_colour="SAME_COLOUR")
    assert play.of("exchange_alike") == {"exchange_alike R R"}
    assert play.do("exchange_alike R R") == {"north: -RRR", "discards: +RRR"}
    assert play.draw("BBB") == {"north: +BBB", "pile: -BBB"}


def test_two_wilds_stand_for_two_colours_though_a_card_and_a_wild_may_stand_for_one() -> None:
    play = laid("**R", same_pawn_colour="SAME_COLOUR")
    assert play.of("exchange_alike") == {"exchange_alike R *"}
    assert play.of("exchange_with_two_wilds") == with_two_wilds(play)
    assert laid("***", same_pawn_colour="SAME_COLOUR").of("exchange_alike") == set()


# ---------------------------------------------------------------------------------------- three of a colour


def test_three_cards_of_a_colour_pay_for_an_exchange() -> None:
    play = laid("RRR", pile="BBB")
    assert play.of("exchange_with_wild") == with_wild(play, "R", by="R")
    assert play.do("exchange_with_wild R R O O R") == {
        "box R: -O +R",
        "box O: -R +O",
        "north: -RRR",
        "discards: +RRR",
    }


@pytest.mark.parametrize(
    ("action", "readings"),
    [
        ("exchange_with_wild", {}),
        ("exchange_alike", {"same_pawn_colour": "SAME_COLOUR"}),
        ("exchange_freely", {"wild_moves": "MOVES_FREELY"}),
    ],
)
def test_or_the_cards_put_down_must_differ(action: str, readings: dict[str, str]) -> None:
    assert laid("RRR", **readings).of(action) != set()
    assert laid("RRR", three_alike="BARRED", **readings).of(action) == set()
    house, play = laid("RRG", **readings), laid("RRG", three_alike="BARRED", **readings)
    assert play.moves == house.moves
    house, play = laid("R*G", **readings), laid("R*G", three_alike="BARRED", **readings)
    assert play.moves == house.moves


def test_who_has_three_of_a_colour_may_then_be_stuck() -> None:
    stuck = {"passing": "ONLY_STUCK", "draw_short": "EXCHANGE_ONLY"}
    assert "pass_turn" not in laid("RRR", pile="", **stuck).moves
    assert laid("RRR", pile="", three_alike="BARRED", **stuck).moves == {"pass_turn"}


# -------------------------------------------------------------------------------------------------- two wilds


def test_two_wilds_serve_for_two_pawns_of_different_colours() -> None:
    play = laid("**R")
    two = play.of("exchange_with_two_wilds")
    assert two == with_two_wilds(play)
    assert len(two) == 2 + 12 + 12 + 15
    assert {step for step in two if " R O " in step} == {
        "exchange_with_two_wilds * R O R O",
        "exchange_with_two_wilds * R O O R",
    }
    play.refused("exchange_with_two_wilds * R R R O")
    play.refused("exchange_with_two_wilds * R O R R")
    assert play.moves == two | with_wild(play, "R") | alone(play) | renewals("**R") | trades("**R", east="K")


def test_three_wilds() -> None:
    play = laid("***")
    assert play.moves == with_two_wilds(play) | alone(play) | renewals("***") | {"trade east * K"}


def test_one_wild_is_not_two() -> None:
    assert laid("*RO").of("exchange_with_two_wilds") == set()


def test_two_wilds_are_discarded_and_two_cards_drawn() -> None:
    play = laid("**G", "R:RRY O:OOR Y:YYO", pile="BBB")
    assert play.do("exchange_with_two_wilds * R O O Y") == {
        "box O: -R +O",
        "box Y: -O +R",
        "north: -**",
        "discards: +**",
    }
    play.draw("BB")
    assert (play.due, play["north"]) == ("east: act", "GBB")


@pytest.mark.parametrize("cards", ["**R", "***"])
def test_or_wilds_are_alike_and_two_do_not_pay(cards: str) -> None:
    house, play = laid(cards), laid(cards, two_wilds="BARRED")
    assert play.moves == house.moves - house.of("exchange_with_two_wilds")
    play.refused("exchange_with_two_wilds * R O O R")


# ------------------------------------------------------------------------------------- a wild that moves freely


def test_or_a_wild_in_an_exchange_moves_its_pawn_to_any_other_box_card() -> None:
    play = laid("R*G", pile="BBB", wild_moves="MOVES_FREELY")
    at = {c: "RO" if c in "RO" else c for c in COLOURS}
    free = {
        f"exchange_freely {card} * {c} {x} {y}"
        for card in "RG"
        for c in COLOURS
        for x in at[c]
        for y in COLOURS
        if c != card and x != y
    }
    assert len(free) == 14 + 6 * 7 + 2 * 14 + 5 * 7
    assert play.moves == (
        free | exchanges(play, "R", "G") | alone(play) | renewals("R*G") | trades("R*G", east="K")
    )
    # The two cards must differ in colour, by the house reading whatever the wild is for.
    play.refused("exchange_freely R * R O R")
    play.refused("exchange_freely R * B B B")
    assert play.do("exchange_freely R * B B O") == {"box B: -B", "box O: +B", "north: -R*", "discards: +R*"}
    play.draw("BB")
    assert (play.due, play.boxes) == ("east: act", "RRO ROOB YYY GGG BB PPP KKK WWW")


def test_in_the_house_it_does_not() -> None:
    play = laid("R*G")
    assert play.of("exchange_freely", "exchange_twice_freely") == set()
    play.refused("exchange_freely R * B B O")


def test_or_two_wilds_move_two_pawns_freely() -> None:
    play = laid("**G", pile="BBB", wild_moves="MOVES_FREELY")
    assert play.of("exchange_with_two_wilds") == set()
    before = play.seen
    play.do("exchange_twice_freely * B B O")
    play.refused("move_second B O R")  # the two wilds are for different colours
    assert play.of("move_second") >= {f"move_second P P {y}" for y in COLOURS if y != "P"}
    play.do("move_second P P W")
    assert play.boxes == "RRO ROOB YYY GGG BB PP KKK PWWW"
    assert moved(before["north"], play["north"], told) == "-**"
    assert moved(before["discards"], play["discards"], told) == "+**"
    play.draw("BB")
    assert play.due == "east: act"


# ------------------------------------------------------------------------------------------------- a wild alone


def test_a_wild_by_itself_puts_any_pawn_on_any_other_box_card() -> None:
    play = laid("*", pile="BB")
    moves = play.of("play_wild")
    assert moves == {
        *(f"play_wild * {c} {x} {y}" for c in "RO" for x in "RO" for y in COLOURS if x != y),
        *(f"play_wild * {c} {c} {y}" for c in "YGBPKW" for y in COLOURS if c != y),
    }
    assert len(moves) == 70
    assert play.moves == moves | {"renew_one *", "trade east * K"}
    # The green box card is full already; it gets a fourth pawn.
    assert play.do("play_wild * R O G") == {"box O: -R", "box G: +R", "north: -*", "discards: +*"}
    assert {"wild_alone.play", "wild_alone.move"} <= play.clauses
    assert (play.due, play.weights()) == ("north: draw", {"draw B": 2})
    assert play.draw("B") == {"north: +B", "pile: -B"}
    assert play.due == "east: act"


def test_a_bare_box_card_may_get_a_pawn_and_a_box_card_may_be_left_bare() -> None:
    play = laid("*", "R:RRRO O:GGG G:OO")
    play.do("play_wild * O R O")
    play.draw("*")
    assert play.boxes == "RRR OGGG YYY OO BBB PPP KKK WWW"
    bare = laid("*", "R:RRROO O:O")
    bare.do("play_wild * O O R")
    assert bare.boxes == "RRROOO - YYY GGG BBB PPP KKK WWW"


def test_a_wild_alone_needs_a_wild_of_ones_own() -> None:
    table(CROSSED, "ROY", "***").refused("play_wild * R O R")


def test_the_pawn_must_stand_where_it_is_taken_from() -> None:
    laid("*").refused("play_wild * R Y R")


@pytest.mark.parametrize("reading", ["ANOTHER_CARD", "ANY_CARD"])
def test_a_pawn_that_is_put_where_it_stands(reading: str) -> None:
    play = laid("*RR", pile="BBB", wild_alone_target=reading)
    allowed = {"play_wild_idly *", "play_wild_idly R"} if reading == "ANY_CARD" else set()
    assert play.of("play_wild_idly") == allowed
    assert play.of("play_wild") == alone(play) | alone(play, "R")
    play.refused("play_wild * R O O")
    if allowed:
        assert play.do("play_wild_idly *") == {"north: -*", "discards: +*"}
        play.draw("B")
        assert (play.due, play["north"]) == ("east: act", "RRB")
    else:
        play.refused("play_wild_idly *")


# --------------------------------------------------------------------------------------------- spaces, if they count


def test_after_a_deal_every_space_is_taken_and_a_wild_alone_would_be_idle() -> None:
    play = laid("*", box_space="SPACES")
    assert play.moves == {"renew_one *", "trade east * K"}
    play.refused("play_wild * R O G")


def test_or_a_pawn_goes_only_where_a_space_is_free() -> None:
    play = laid("*", "R:RRRO O:OO", box_space="SPACES")
    assert play.of("play_wild") == {"play_wild * R R O", "play_wild * O R O"} | {
        f"play_wild * {c} {c} O" for c in "YGBPKW"
    }
    play.do("play_wild * G G O")
    play.draw("*")
    play.do("renew_one K")
    play.draw("K")
    # Orange is full now; the space that green gave up is free.
    assert play.boxes == "RRRO OOG YYY GG BBB PPP KKK WWW"
    assert {step.split()[-1] for step in play.of("play_wild")} == {"G"}


# ---------------------------------------------------------------------------------------------- a pair for a wild


def test_a_pair_beside_a_card_of_another_colour() -> None:
    play = laid("RRG")
    assert play.of("exchange_with_wild") == {
        *(f"exchange_with_wild G R {c} G {y}" for c in "RO" for y in "RO"),
        *(f"exchange_with_wild G R {c} G {c}" for c in "YBPKW"),
    }
    assert play.moves == (
        {"exchange R G R G", "exchange R G O G"}
        | with_wild(play, "G", "R")
        | alone(play, "R")
        | renewals("RRG")
        | trades("RRG", east="K")
    )


def test_three_cards_of_a_colour_are_a_card_and_a_pair() -> None:
    play = laid("RRR", pile="BBBB")
    assert play.moves == (with_wild(play, "R", "R") | alone(play, "R") | renewals("RRR") | {"trade east R K"})
    assert play.do("exchange_with_wild R R O O R") >= {"north: -RRR", "discards: +RRR"}


def test_a_pair_beside_a_wild_is_as_good_as_two_wilds() -> None:
    play = laid("RR*")
    assert play.moves == (
        with_wild(play, "R")
        | with_two_wilds(play, "R")
        | alone(play, "R")
        | alone(play)
        | renewals("RR*")
        | trades("RR*", east="K")
    )


def test_three_colours_are_no_pair() -> None:
    play = laid("RGB")
    assert play.names == {"exchange", "renew_one", "renew_two", "renew_three", "trade"}
    play.refused("play_wild R R O R")
    assert play.of("exchange") == exchanges(play, "R", "G") | exchanges(play, "R", "B") | exchanges(
        play, "G", "B"
    )


@pytest.mark.parametrize(("reading", "drawn"), [("AS_MANY", "BBW"), ("AS_PRINTED", "BB")])
def test_after_an_exchange_paid_with_a_pair(reading: str, drawn: str) -> None:
    play = laid("RRG", pile="BBWW", pair_draw=reading)
    assert play.do("exchange_with_wild G R O G R") == {
        "box G: -G +O",
        "box R: -O +G",
        "north: -RRG",
        "discards: +RRG",
    }
    assert "pair.as_wild" in play.clauses
    assert play.draw(drawn) == {f"north: +{drawn}", f"pile: -{drawn}"}
    assert (play.due, play["north"]) == ("east: act", drawn)


@pytest.mark.parametrize(("reading", "drawn"), [("AS_MANY", "BBW"), ("AS_PRINTED", "BB")])
def test_after_an_exchange_paid_with_a_pair_and_a_wild(reading: str, drawn: str) -> None:
    play = laid("RR*", "R:RRY O:OOR Y:YYO", pile="BBWW", pair_draw=reading)
    assert play.do("exchange_with_two_wilds R R O O Y") >= {"north: -RR*", "discards: +RR*"}
    play.draw(drawn)
    assert (play.due, play["north"]) == ("east: act", drawn)


@pytest.mark.parametrize(("reading", "drawn"), [("AS_MANY", "BW"), ("AS_PRINTED", "B")])
def test_after_a_pair_was_played_alone(reading: str, drawn: str) -> None:
    play = laid("RRG", pile="BBWW", pair_draw=reading)
    assert play.do("play_wild R O R B") == {"box R: -O", "box B: +O", "north: -RR", "discards: +RR"}
    play.draw(drawn)
    assert (play.due, play["north"]) == ("east: act", "".join(sorted("G" + drawn, key="GBW".index)))


@pytest.mark.parametrize("cards", ["RRG", "RRR", "RR*"])
def test_or_a_pair_serves_in_exchanges_only(cards: str) -> None:
    house, play = laid(cards), laid(cards, pair_as_wild="EXCHANGE_ONLY")
    assert house.of("play_wild") >= alone(house, "R")
    assert play.moves == house.moves - alone(house, "R")
    play.refused("play_wild R R O R")


def test_a_pair_and_a_short_pile() -> None:
    play = laid("RRG", pile="BB")
    play.do("exchange_with_wild G R O G R")
    assert play.draw("BB") == {"north: +BB", "pile: -BB"}
    assert play.due == "east: act"
