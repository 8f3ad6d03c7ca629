"""The levels: fewer cards to make it harder, the side with two spaces to make it easier."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from model.queens_collection.against import competitive
from model.queens_collection.cards import Box, Card, Colour
from queensbench.errors import BadInput
from queensbench.language.context import bind
from queensbench.readers.interpreter import Interpreter
from tests.queens_collection.table import BEGINNERS, COLOURS, DECK, NORMAL, Play, begin, table, told
from tests.tables import HOUSE

LAP = "OYGBPKWR"
BOTH = {"fewer_colours": 1, "fewer_wilds": 3}


def dealt(
    cards: str, *, players: int = 4, readings: Mapping[str, str] = HOUSE, level: Mapping[str, int] = BEGINNERS
) -> Play:
    play = ready(players, readings=readings, level=level)
    play.deal(cards)
    return play


def ready(players: int, *, readings: Mapping[str, str] = HOUSE, level: Mapping[str, int] = BEGINNERS) -> Play:
    """A play before the deal; alone, with a red, orange, yellow and green pawn put away."""
    play = begin(players, readings=readings, level=level)
    for c in "ROYG" if players == 1 else "":
        play.do(f"choose_away {c}")
    return play


def opened(play: Play, cards: str, first: str = "north") -> None:
    """The opening cards are drawn, and who begins is chosen."""
    for card in cards:
        play.do(f"open_card {card}")
    play.do(f"begin_with {first}")


# ----------------------------------------------------------------------------------------------- fewer cards


@pytest.mark.parametrize(
    ("level", "colour", "wilds"),
    [
        (NORMAL, 4, 6),
        ({"fewer_colours": 1}, 3, 6),
        ({"fewer_wilds": 1}, 4, 5),
        ({"fewer_wilds": 2}, 4, 4),
        ({"fewer_wilds": 3}, 4, 3),
        (BOTH, 3, 3),
        ({**BOTH, **BEGINNERS}, 3, 3),
    ],
)
@pytest.mark.parametrize("players", [1, 4])
def test_cards_are_taken_out_before_the_deal(
    players: int, level: Mapping[str, int], colour: int, wilds: int
) -> None:
    deck = told("".join(c * colour for c in COLOURS) + "*" * wilds)
    play = ready(players, level=level)
    assert play["pile"] == deck
    assert play.weights() == {**{f"deal {c}": colour for c in COLOURS}, "deal *": wilds}
    for card in LAP + LAP + ("WKPB" if players == 1 else LAP):
        play.do(f"deal {card}")
    assert (play.due, play["pile"]) == ("north: opening", deck)


def test_more_than_the_booklet_names_cannot_be_taken_out() -> None:
    for level in ({"fewer_colours": 2}, {"fewer_wilds": 4}):
        with pytest.raises(BadInput):
            begin(level=level)


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize(("reading", "first"), [("BEFORE_DEAL", 27), ("BEFORE_PLAY", 38)])
def test_or_the_deal_still_uses_every_card(players: int, reading: str, first: int) -> None:
    play = ready(players, level=BOTH, readings={"difficulty_when": reading})
    assert len(play["pile"]) == first
    play.deal(LAP + LAP + ("WKPB" if players == 1 else LAP))
    assert play.due == "north: opening"
    assert play["pile"] == told("".join(c * 3 for c in COLOURS) + "***")


def test_with_every_card_a_fourth_of_a_colour_can_be_turned_up_in_the_deal() -> None:
    few = dealt("OYOO", level=BOTH)
    assert "deal O" not in few.moves
    all_cards = dealt("OYOO", level=BOTH, readings={"difficulty_when": "BEFORE_PLAY"})
    assert all_cards.turn_up("O") == set()


@pytest.mark.parametrize(
    ("level", "combined", "one_of_two"),
    [(BOTH, 27, 30), ({"fewer_colours": 1}, 30, 30), ({"fewer_wilds": 3}, 35, 35), (NORMAL, 38, 38)],
)
@pytest.mark.parametrize("players", [1, 4])
def test_both_adjustments_in_one_game(
    players: int, level: Mapping[str, int], combined: int, one_of_two: int
) -> None:
    found = [
        begin(players, level=level, readings={"difficulty_both": reading})["pile"]
        for reading in ("COMBINED", "ONE_OF_TWO")
    ]
    assert [len(pile) for pile in found] == [combined, one_of_two]


@pytest.mark.parametrize(
    ("level", "allowed", "normal_only"),
    [({**BOTH, **BEGINNERS}, 27, 38), (BOTH, 27, 27), (BEGINNERS, 38, 38)],
)
def test_a_beginners_solo_game_with_fewer_cards(
    level: Mapping[str, int], allowed: int, normal_only: int
) -> None:
    found = [
        begin(1, level=level, readings={"solo_beginner_harder": reading})["pile"]
        for reading in ("ALLOWED", "NORMAL_ONLY")
    ]
    assert [len(pile) for pile in found] == [allowed, normal_only]


def test_a_cooperative_beginners_game_may_have_fewer_cards_by_either_of_those_readings() -> None:
    for reading in ("ALLOWED", "NORMAL_ONLY"):
        play = begin(level={**BOTH, **BEGINNERS}, readings={"solo_beginner_harder": reading})
        assert len(play["pile"]) == 27


# ------------------------------------------------------------------------------- the levels in the other modes


def cards_of(reader: Interpreter) -> int:
    s = reader.start()
    with bind(reader.context):
        return int(sum(s.pile[k] + s.discards[k] for k in Card))


@pytest.mark.parametrize("reading", ["NAMED", "EVERY_MODE"])
def test_fewer_cards_in_a_competitive_game(reading: str) -> None:
    reader = Interpreter(competitive, readings={"difficulty_modes": reading}, parameters=BOTH)
    assert cards_of(reader) == (38 if reading == "NAMED" else 27)
    for players in (1, 4):  # the first booklet names its own modes
        play = begin(players, level=BOTH, readings={"difficulty_modes": reading})
        assert len(play["pile"]) == 27


@pytest.mark.parametrize("reading", ["NAMED", "EVERY_MODE"])
def test_the_side_with_two_spaces_in_a_competitive_game(reading: str) -> None:
    reader = Interpreter(competitive, readings={"beginner_modes": reading}, parameters=BEGINNERS)
    s = reader.start()
    with bind(reader.context):
        pawns = {(b.name, c.name): s.pawns[b, c] for b in Box for c in Colour}
    home = 3 if reading == "NAMED" else 2
    assert pawns == {(b.name, c.name): home if b.name == c.name else 0 for b in Box for c in Colour}


# ------------------------------------------------------------------------------------- two spaces: the deal


@pytest.mark.parametrize("reading", ["NAMED", "EVERY_MODE"])
@pytest.mark.parametrize("players", [1, 4])
def test_the_first_booklet_names_its_own_modes(players: int, reading: str) -> None:
    play = ready(players, readings={"beginner_modes": reading, "beginner_setup_pawns": "AS_SPACES"})
    assert len(play["supply"]) == (12 if players == 1 else 16)


def test_all_twenty_four_pawns_are_dealt_onto_sixteen_spaces() -> None:
    play = dealt(LAP * 3)
    assert play.boxes == "OOO YYY GGG BBB PPP KKK WWW RRR"
    assert (play["supply"], play["out"], play["pile"]) == ("", "", told(DECK))


def test_or_two_of_each_colour_only() -> None:
    play = begin(level=BEGINNERS, readings={"beginner_setup_pawns": "AS_SPACES"})
    assert play["supply"] == told(COLOURS * 2)
    play.deal("O*GBPKWR" + LAP)
    assert play.boxes == "OO Y GG BB PP KK WW RR"
    # Red's two spaces are taken: it is passed over.  A third orange pawn there is not.
    assert play.turn_up("O") == set()
    play.do("deal Y")
    assert play.boxes == "OO YY GG BB PP KK WW RR"
    assert (play.due, play["out"]) == ("north: opening", COLOURS)


@pytest.mark.parametrize(
    ("reading", "first", "second", "boxes"),
    [
        ("THREE_EACH", "R", "O", "OOY YB GG BB PP KK WW RR"),
        ("SPACES_FIRST", "O", "Y", "OO YY GGB BB PP KK WW RR"),
    ],
)
@pytest.mark.parametrize("players", [1, 4])
def test_which_box_cards_with_two_spaces_are_passed_over(
    players: int, reading: str, first: str, second: str, boxes: str
) -> None:
    play = dealt("O*GBPKWR" + LAP, players=players, readings={"beginner_deal_room": reading})
    assert play.boxes == "OO Y GG BB PP KK WW RR"
    assert play.turn_up("Y") == {f"box {first}: +Y", "supply: -Y"}
    assert play.turn_up("B") == {f"box {second}: +B", "supply: -B"}
    assert play.boxes == boxes


def test_on_the_side_with_three_spaces_those_readings_are_alike() -> None:
    for reading in ("THREE_EACH", "SPACES_FIRST"):
        play = dealt("O*GBPKWR" + LAP, readings={"beginner_deal_room": reading}, level=NORMAL)
        assert play.turn_up("Y") == {"box R: +Y", "supply: -Y"}


TWO_REDS_LEFT = "*YGBPKWO" + "*YGBPKWR" + "OYGBPKWO"
THREE_REDS_LEFT = "*YGBPKWO" * 3


@pytest.mark.parametrize("reading", ["ALWAYS", "IN_PLAY"])
def test_two_pawns_dealt_home_take_the_third_out(reading: str) -> None:
    play = dealt(TWO_REDS_LEFT + "RR", readings={"beginner_removal": reading})
    kept, gone = "RRO YYY GGG BBB PPP KKK WWW ROO", "RRO YYY GGG BBB PPP KKK WWW OO"
    if reading == "ALWAYS":
        assert (play.boxes, play["out"]) == (gone, "R")
    else:
        assert (play.boxes, play["out"]) == (kept, "")
    opened(play, "OYGBPKWOYGBP")
    assert (play.due, play.boxes, play["out"]) == ("north: act", gone, "R")


@pytest.mark.parametrize("reading", ["ALWAYS", "IN_PLAY"])
def test_a_third_pawn_that_is_still_to_be_dealt(reading: str) -> None:
    play = dealt(THREE_REDS_LEFT, readings={"beginner_removal": reading})
    assert play.boxes == "- YYY GGG BBB PPP KKK WWW OOO"
    play.deal("RR")
    if reading == "ALWAYS":
        assert (play.due, play["out"]) == ("north: opening", "R")
    else:
        assert play.due == "north: deal"
        play.do("deal R")
        assert (play.due, play.boxes[:3], play["out"]) == ("north: opening", "RRR", "")
    opened(play, "OYGBPKWOYGBP")
    assert (play.boxes, play["out"]) == ("RR YYY GGG BBB PPP KKK WWW OOO", "R")


def test_on_the_side_with_three_spaces_the_third_stays() -> None:
    play = dealt(THREE_REDS_LEFT + "RRR", level=NORMAL)
    opened(play, "OYGBPKWOYGBP")
    assert (play.boxes, play["out"]) == ("RRR YYY GGG BBB PPP KKK WWW OOO", "")


# ------------------------------------------------------------------------------------------ two spaces: in play


def laid(boxes: str, cards: str, out: str, other: str = "K", **readings: str) -> Play:
    return table(boxes, cards, other, out=out, level=BEGINNERS, readings=readings)


@pytest.mark.parametrize("reading", ["ALWAYS", "IN_PLAY"])
def test_the_second_pawn_home_takes_the_third_out_wherever_it_stands(reading: str) -> None:
    # The third red pawn stands on white.
    play = laid("R:RO O:OR W:WWR", "ROY", "OYGBPKW", beginner_removal=reading)
    assert play.do("exchange R O O R") == {
        "box R: -O +R",
        "box O: -R +O",
        "box W: -R",
        "out: +R",
        "north: -RO",
        "discards: +RO",
    }
    assert {"beginner.third", "beginner.third.anywhere"} <= play.clauses
    assert play.due == "over: 24"


def test_an_exchange_may_take_two_thirds_out() -> None:
    play = laid("R:ROO O:ORR Y:YG G:GY", "ROY", "YGBPKW")
    assert play.do("exchange R O O R") == {
        "box R: -OO +R",
        "box O: -RR +O",
        "out: +RO",
        "north: -RO",
        "discards: +RO",
    }
    play.draw("RR")
    assert (play.due, play.boxes) == ("east: act", "RR OO YG YG BB PP KK WW")


def test_one_pawn_home_takes_nothing_out() -> None:
    play = laid("R:OOO O:RRR", "ROY", "YGBPKW")
    play.do("exchange R O O R")
    play.draw("RR")
    assert (play.boxes, play["out"]) == ("ROO RRO YY GG BB PP KK WW", "YGBPKW")


def test_a_wild_alone_takes_the_third_out_too() -> None:
    play = laid("R:RO O:ORR", "*", "OYGBPKW")
    assert play.do("play_wild * R O R") == {"box O: -RR", "box R: +R", "out: +R", "north: -*", "discards: +*"}
    play.do("draw R")
    assert (play.due, play.boxes) == ("east: act", "RRO O YY GG BB PP KK WW")


def test_pawns_that_came_home_may_leave_again_and_nothing_comes_back() -> None:
    play = laid("O:OY Y:YO", "RO*", COLOURS, other="R*K")
    assert play.do("exchange R O R Y") >= {"box R: -R +O", "box Y: -O +R", "north: -RO"}
    play.draw("GG")
    assert play["out"] == COLOURS
    assert play.do("exchange_with_wild R * O Y R") >= {"box R: -O +R", "box Y: -R +O"}
    play.draw("GG")
    assert (play["out"], play.boxes) == (COLOURS, "RR OY OY GG BB PP KK WW")


def test_a_card_whose_third_pawn_is_out_still_moves_the_other_two() -> None:
    play = laid("O:OY Y:YO", "RGW", COLOURS)
    assert play.of("exchange") == {"exchange R G R G", "exchange R W R W", "exchange G W G W"}


def test_a_pawn_may_be_put_on_a_box_card_with_two_spaces_taken_unless_spaces_count() -> None:
    house = laid("R:RO O:OR", "*", COLOURS)
    assert {step.split()[-1] for step in house.of("play_wild")} == set(COLOURS)
    bound = laid("R:RO O:OR", "*", COLOURS, box_space="SPACES")
    assert bound.of("play_wild") == set()
    # Red has one of two spaces free, though it would have two of three.
    free = laid("R:R O:OOR", "*", COLOURS, box_space="SPACES")
    assert {step.split()[-1] for step in free.of("play_wild")} == {"R"}


@pytest.mark.parametrize("reading", ["ALWAYS", "IN_PLAY"])
def test_in_a_solo_game_a_colour_of_which_one_was_put_away_has_no_third(reading: str) -> None:
    play = table(
        "R:RO O:OR B:BP P:PBBP", "RO*", out="ROYGKW", level=BEGINNERS, readings={"beginner_removal": reading}
    )
    assert play.do("exchange R O O R") == {"box R: -O +R", "box O: -R +O", "north: -RO", "discards: +RO"}
    play.draw("BB")
    assert play.do("play_wild * B P B") == {
        "box P: -BB",
        "box B: +B",
        "out: +B",
        "north: -*",
        "discards: +*",
    }


def test_a_whole_beginners_game_from_the_deal_to_the_maximum() -> None:
    play = dealt("ORGYPBWK" * 3, players=2)
    opened(play, "ROGYPB")
    for step, drawn, out in [
        ("exchange R O O R", "RO", ""),
        ("exchange B P P B", "BP", ""),
        ("exchange R O O R", "YK", "RO"),
        ("exchange B P P B", "GW", "ROBP"),
        ("exchange Y G G Y", "YG", "ROBP"),
        ("exchange Y G G Y", "KK", "ROYGBP"),
    ]:
        play.do(step)
        play.draw(drawn)
        assert play["out"] == out
    assert (play.due, play["north"], play["east"]) == ("north: act", "YGK", "KKW")
    assert play.boxes == "RR OO YY GG BB PP WWW KKK"
    play.do("trade east Y W")
    play.do("burn R")
    # East's pair of black cards is a wild, played alone.
    assert play.do("play_wild K K W K") == {"box W: -K", "box K: +K", "east: -KK", "discards: +KK"}
    play.draw("R*")
    # The second black pawn is home: the third leaves the white box card.
    assert play.do("exchange K W W K") >= {"box K: -W +K", "box W: -KK +W", "out: +K"}
    play.draw("BB")
    assert (play.due, play["east"], play.boxes) == ("east: act", "RY*", "RR OO YY GG BB PP KKWW W")
    assert play.points == 7 * 3 - 2
    play.do("play_wild * W K W")
    assert (play.due, play.boxes, play["out"]) == ("over: 24", "RR OO YY GG BB PP KK WW", COLOURS)
