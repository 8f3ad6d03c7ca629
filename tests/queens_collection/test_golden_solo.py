"""The solo game: four pawns put away, three actions, no pairs, and its own end."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from tests.queens_collection.table import (
    COLOURS,
    DECK,
    Play,
    alone,
    begin,
    exchanges,
    renewals,
    table,
    told,
    with_two_wilds,
    with_wild,
)
from tests.tables import HOUSE

CROSSED = "R:RO O:RO"
AWAY = "ROYG"
"""Two red, orange, yellow and green pawns are in the game, three of the other colours."""


def laid(cards: str, pile: str | None = None, boxes: str = CROSSED, **readings: str) -> Play:
    return table(boxes, cards, pile=pile, out=AWAY, readings=readings)


def set_up(away: str, deal: str, cards: str, readings: Mapping[str, str] = HOUSE) -> Play:
    play = begin(1, readings=readings)
    for c in away:
        play.do(f"choose_away {c}")
    play.deal(deal)
    for card in cards:
        play.do(f"open_card {card}")
    return play


# -------------------------------------------------------------------------------------------------- the set-up


def test_the_player_puts_four_pawns_of_four_colours_away_before_the_deal() -> None:
    play = begin(1)
    assert play.due == "north: put away"
    # Colours have no order: they are named in the order of the ring, so three more must follow the first.
    assert play.moves == {f"choose_away {c}" for c in "ROYGB"}
    play.refused("choose_away P")
    assert play.do("choose_away O") == {"supply: -O", "out: +O"}
    assert {"solo.setup.remove"} == set(play.clauses)
    assert play.moves == {f"choose_away {c}" for c in "YGBP"}
    play.refused("choose_away O")  # no two alike
    play.do("choose_away G")
    assert play.moves == {f"choose_away {c}" for c in "BPK"}
    play.do("choose_away P")
    assert play.moves == {f"choose_away {c}" for c in "KW"}
    play.do("choose_away W")
    assert (play.due, play["out"], play["supply"]) == ("north: deal", "OGPW", "RRROOYYYGGBBBPPKKKWW")


def test_every_four_colours_can_be_chosen() -> None:
    def ways(play: Play, chosen: str) -> set[str]:
        if len(chosen) == 4:
            return {chosen}
        found: set[str] = set()
        for step in play.moves:
            start, play_on = play.state, step
            play.do(play_on)
            found |= ways(play, chosen + step[-1])
            play.state = start
        return found

    assert ways(begin(1), "") == {"".join(four) for four in combinations(COLOURS, 4)}


@pytest.mark.parametrize("reading", ["CHOSEN", "AT_RANDOM"])
def test_or_chance_decides_with_equal_weights(reading: str) -> None:
    play = begin(1, readings={"solo_removed": reading})
    if reading == "CHOSEN":
        assert play.names == {"choose_away"}
        return
    assert play.due == "chance: put away"
    assert play.weights() == {f"lose_away {c}": 1 for c in COLOURS}
    assert play.do("lose_away P") == {"supply: -P", "out: +P"}
    assert play.weights() == {f"lose_away {c}": 1 for c in COLOURS if c != "P"}
    play.do("lose_away R")
    play.do("lose_away W")
    assert play.weights() == {f"lose_away {c}": 1 for c in "OYGBK"}
    play.do("lose_away B")
    assert (play.due, play["out"]) == ("north: deal", "RBPW")


def test_twenty_pawns_are_dealt_and_four_spaces_stay_free() -> None:
    play = set_up("ROYG", "OYGBPKWR" + "OYGBPKWR" + "BPKW"[::-1], "")
    assert play.boxes == "OOW YYK GGP BBB PP KK WW RR"
    assert (play["supply"], play["out"]) == ("", "ROYG")
    assert (play.due, play["pile"]) == ("north: opening", told(DECK))


def test_a_card_of_a_colour_whose_two_pawns_stand_is_laid_aside() -> None:
    play = set_up("ROYG", "OYO", "")
    assert play.turn_up("O") == set()
    assert "deal.no_pawn_left" in play.clauses
    assert play.turn_up("B") == {"box G: +B", "supply: -B"}


def test_the_player_draws_three_cards_and_the_first_turn_begins() -> None:
    play = set_up("ROYG", "OYGBPKWR" + "OYGBPKWR" + "WKPB", "RO*")
    assert (play.due, play["north"], len(play["pile"])) == ("north: act", "RO*", 35)


# ------------------------------------------------------------------------------------------------- three actions


def test_everything_that_the_solo_player_may_do() -> None:
    play = laid("ROY")
    assert play.moves == {
        "exchange R O R O",
        "exchange R O O R",
        "exchange R Y R Y",
        "exchange R Y O Y",
        "exchange O Y R Y",
        "exchange O Y O Y",
        "renew_one R",
        "renew_one O",
        "renew_one Y",
        "renew_two R O",
        "renew_two R Y",
        "renew_two O Y",
        "renew_three",
    }
    play.refused("stop")


def test_a_wild_serves_in_an_exchange_and_alone() -> None:
    play = laid("R*G")
    assert play.moves == (
        exchanges(play, "R", "G")
        | with_wild(play, "R")
        | with_wild(play, "G")
        | alone(play)
        | renewals("R*G")
    )
    two = laid("**R")
    assert two.moves == with_two_wilds(two) | with_wild(two, "R") | alone(two) | renewals("**R")


@pytest.mark.parametrize("cards", ["RRG", "RRR", "RR*"])
def test_a_pair_is_no_wild(cards: str) -> None:
    play = laid(cards)
    assert {step.split()[1] for step in play.of("play_wild")} <= {"*"}
    assert not any(step.split()[2] == "R" for step in play.of("exchange_with_wild"))
    play.refused("play_wild R R O R")
    if "G" in cards:
        play.refused("exchange_with_wild G R O G R")
        assert play.moves == exchanges(play, "R", "G") | renewals("RRG")
    elif "*" in cards:
        play.refused("exchange_with_two_wilds R R O O R")
        assert play.moves == with_wild(play, "R") | alone(play) | renewals("RR*")
    else:
        assert play.moves == renewals("RRR")


@pytest.mark.parametrize(
    ("step", "changed", "drawn"),
    [
        ("exchange R O R O", {"box R: -R +O", "box O: -O +R", "north: -RO", "discards: +RO"}, "BB"),
        (
            "exchange_with_wild R * B R B",
            {"box R: -R +B", "box B: -B +R", "north: -R*", "discards: +R*"},
            "BW",
        ),
        ("play_wild * K K R", {"box K: -K", "box R: +K", "north: -*", "discards: +*"}, "W"),
        ("renew_one O", {"north: -O", "discards: +O"}, "B"),
        ("renew_two O *", {"north: -O*", "discards: +O*"}, "WW"),
        ("renew_three", {"north: -RO*", "discards: +RO*"}, "WBW"),
    ],
)
def test_what_an_action_does_and_draws(step: str, changed: set[str], drawn: str) -> None:
    play = laid("RO*", pile="BBBWWW")
    assert play.do(step) == changed
    for card in drawn:
        assert play.due == "north: draw"
        assert play.do(f"draw {card}") == {f"north: +{card}", f"pile: -{card}"}
    assert (play.due, len(play["north"])) == ("north: act", 3)


def test_the_clauses_of_the_solo_game_are_told() -> None:
    play = laid("RO*", pile="BBB")
    play.do("exchange R O R O")
    assert {"exchange.cards", "exchange.discard", "solo.exchange.refill"} <= play.clauses
    play.draw("BB")
    play.do("renew_one *")
    assert {"solo.draw", "solo.draw.same_number"} <= play.clauses


@pytest.mark.parametrize("reading", ["UP_TO_THREE", "ONE"])
def test_how_many_cards_are_renewed(reading: str) -> None:
    play = laid("RRO", solo_count=reading)
    one = {"renew_one R", "renew_one O"}
    more = {"renew_two R R", "renew_two R O", "renew_three"}
    assert play.of("renew_one", "renew_two", "renew_three") == (one if reading == "ONE" else one | more)
    if reading == "ONE":
        for step in more:
            play.refused(step)


@pytest.mark.parametrize("reading", ["NO_LIMIT", "SPACES"])
def test_spaces_that_are_free_in_a_solo_game(reading: str) -> None:
    play = laid("*", box_space=reading)
    targets = {step.split()[-1] for step in play.of("play_wild")}
    assert targets == set(COLOURS if reading == "NO_LIMIT" else AWAY)
    if reading == "SPACES":
        assert play.of("play_wild") == {step for step in alone(play) if step[-1] in AWAY}
        play.refused("play_wild * R O B")


@pytest.mark.parametrize(
    ("ruling", "reading", "cards", "more", "fewer"),
    [
        ("same_pawn_colour", "SAME_COLOUR", "R*", {"exchange_alike R *"}, set()),
        ("wild_alone_target", "ANY_CARD", "R*", {"play_wild_idly *"}, set()),
        ("two_wilds", "BARRED", "**", set(), {"exchange_with_two_wilds"}),
        ("pair_as_wild", "EXCHANGE_ONLY", "RR", set(), set()),
        ("wild_moves", "MOVES_FREELY", "R*", set(), set()),
    ],
)
def test_readings_on_wilds_in_the_solo_game(
    ruling: str, reading: str, cards: str, more: set[str], fewer: set[str]
) -> None:
    house, play = laid(cards), laid(cards, **{ruling: reading})
    assert play.moves == house.moves - house.of(*fewer) | more


# ------------------------------------------------------------------------------------------------------- the end


def test_the_game_is_over_when_all_pawns_of_the_game_are_home() -> None:
    play = laid("RO*", pile="BBB")
    assert play.do("exchange R O O R") == {"box R: -O +R", "box O: -R +O", "north: -RO", "discards: +RO"}
    assert (play.due, play.moves) == ("over: 24", set())


@pytest.mark.parametrize(
    ("step", "pile"),
    [
        ("exchange R O R O", "BB"),
        ("exchange R O R O", "B"),
        ("play_wild * K K R", "B"),
        ("renew_one R", "B"),
        ("renew_two R O", "B"),
        ("renew_three", "BBB"),
        ("renew_three", "B"),
    ],
)
def test_the_turn_in_which_the_pile_runs_out_is_the_last(step: str, pile: str) -> None:
    play = laid("RO*", pile=pile)
    play.do(step)
    assert not play.due.startswith("over")
    play.draw(pile)
    astray = {"exchange": 4, "play_wild": 3}.get(step.split(maxsplit=1)[0], 2)
    points = 6 * 3 - astray  # black keeps two of its own and is sorted still
    assert (play["pile"], play.due, play.moves) == ("", f"over: {points}", set())


def test_a_pile_that_is_not_empty_goes_on() -> None:
    play = laid("RO*", pile="BBB")
    play.do("exchange R O R O")
    play.draw("BB")
    assert (play.due, play["pile"]) == ("north: act", "B")
    play.refused("stop")


def test_or_the_cards_at_hand_are_still_played() -> None:
    play = laid("RO*", pile="BB", solo_end="HAND_PLAYED")
    assert play.of("stop") == set()
    play.do("exchange R O R O")
    play.draw("BB")
    assert (play.due, play["north"], play["pile"]) == ("north: act", "BB*", "")
    assert play.moves == with_wild(play, "B") | alone(play) | renewals("BB*") | {"stop"}
    play.do("exchange_with_wild B * R B O")
    assert (play.due, play["north"]) == ("north: act", "B")
    assert play.moves == {"renew_one B", "stop"}
    play.do("renew_one B")
    # Nothing can be done any more.
    assert play.due.startswith("over")


def test_or_the_player_stops_with_cards_at_hand() -> None:
    play = laid("ROY", pile="B", solo_end="HAND_PLAYED")
    play.do("renew_one Y")
    play.draw("B")
    assert "exchange R O O R" in play.moves
    assert play.do("stop") == set()
    assert play.due == "over: 16"
    better = laid("ROY", pile="B", solo_end="HAND_PLAYED")
    better.do("renew_one Y")
    better.draw("B")
    better.do("exchange R O O R")
    assert better.due == "over: 24"


@pytest.mark.parametrize(("reading", "due"), [("WHAT_THERE_IS", "over: 16"), ("ALL_OR_NONE", "north: act")])
def test_a_single_card_that_two_cannot_be_drawn_from(reading: str, due: str) -> None:
    play = laid("ROY", pile="B", draw_partial=reading)
    play.do("exchange R Y R Y")
    if reading == "WHAT_THERE_IS":
        play.draw("B")
        due = f"over: {5 * 3 - 4}"
    assert play.due == due
    assert play["north"] == ("OB" if reading == "WHAT_THERE_IS" else "O")


def test_with_all_or_none_a_player_may_be_left_without_a_card_beside_a_pile() -> None:
    play = laid("ROY", pile="BB", draw_partial="ALL_OR_NONE")
    play.do("renew_three")
    assert (play.due, play.moves) == ("silent: solo.turn", set())


@pytest.mark.parametrize(
    ("reading", "pile", "barred"),
    [
        ("AS_MANY_AS_THERE", "B", set()),
        ("EXCHANGE_AND_DRAW", "B", set()),
        ("EXCHANGE_ONLY", "BBB", set()),
        ("EXCHANGE_ONLY", "BB", {"renew_three"}),
        ("EXCHANGE_ONLY", "B", {"renew_two", "renew_three"}),
    ],
)
def test_a_short_pile_in_the_solo_game(reading: str, pile: str, barred: set[str]) -> None:
    house, play = laid("R*G", pile=pile), laid("R*G", pile=pile, draw_short=reading)
    assert play.moves == house.moves - house.of(*barred)


@pytest.mark.parametrize(
    ("reading", "barred"),
    [
        ("AS_MANY_AS_THERE", set()),
        ("EXCHANGE_AND_DRAW", {"play_wild"}),
        ("EXCHANGE_ONLY", {"play_wild", "renew_one", "renew_two", "renew_three"}),
    ],
)
def test_an_empty_pile_where_the_hand_is_still_played(reading: str, barred: set[str]) -> None:
    house = laid("R*G", pile="", solo_end="HAND_PLAYED")
    play = laid("R*G", pile="", solo_end="HAND_PLAYED", draw_short=reading)
    assert house.names == {
        "exchange",
        "exchange_with_wild",
        "play_wild",
        "renew_one",
        "renew_two",
        "renew_three",
        "stop",
    }
    assert play.moves == house.moves - house.of(*barred)


def test_a_whole_solo_game() -> None:
    play = set_up("BPKW", "ORGY" + "*" * 4 + "ORGY" + "PBWK" + "ORGY" + "PBWK", "RO*")
    assert play.boxes == "OOO RRR GGG YYY PP BB WW KK"
    assert (play.due, play.points) == ("north: act", -20)
    for step, drawn, points in [
        ("exchange R O O R", "RO", -18),
        ("exchange R O O R", "RO", -16),
        ("exchange R O O R", "YG", -14 + 6),
        ("exchange Y G G Y", "YG", -6),
        ("exchange Y G G Y", "YG", -4),
        ("exchange Y G G Y", "B*", -2 + 6),
        ("exchange_with_wild B * P P B", "BP", 6),
        ("exchange B P P B", "KW", 8 + 6),
        ("exchange K W W K", "KW", 16),
    ]:
        play.do(step)
        play.draw(drawn)
        assert play.points == points
    play.do("exchange K W W K")
    assert play.due == "over: 24"
    assert len(play["pile"]) == 38 - 3 - 18


# -------------------------------------------------------------------------- the deal and the levels, played alone


@pytest.mark.parametrize(
    ("reading", "receiver"), [("PAST_FILLED", "Y"), ("FILLED_AGAIN", "O"), ("STILL_DUE", "R")]
)
def test_a_solo_deal_hands_a_pawn_on_from_its_own_box(reading: str, receiver: str) -> None:
    play = set_up("ROYG", "", "", readings={"deal_own_colour": reading})
    assert play.turn_up("R") == {"box O: +R", "supply: -R"}
    assert play.turn_up("P") == {f"box {receiver}: +P", "supply: -P"}


@pytest.mark.parametrize(("reading", "box"), [("SKIPPED", "O"), ("NO_LIMIT", "R")])
def test_a_solo_deal_reaches_a_fourth_lap_after_five_wilds(reading: str, box: str) -> None:
    play = set_up("ROYG", "O*****WR" + "OYGBPKWR" + "BYGBPKPK", "", readings={"deal_full_box": reading})
    assert play.boxes == "OOB YY GG BB PP KK PWW RRK"
    assert play["supply"] == "W"
    before = play[f"box {box}"]
    play.do("deal W")
    assert (play.due, play[f"box {box}"]) == ("north: opening", before + "W")


@pytest.mark.parametrize("reading", ["HOME", "FOURTH", "NEXT_CARD"])
def test_in_a_solo_deal_a_pawn_always_finds_a_space_beside_its_own_box(reading: str) -> None:
    # Five spaces are free when the last pawn comes: they cannot all be its own box card's.
    play = set_up("ROYG", "*YGBPKWO" * 2 + "*BPKWR**", "", readings={"deal_blocked": reading})
    assert (play.boxes, play["supply"]) == ("- YYB GGP BBK PPW RKK WW OO", "R")
    play.do("deal R")
    assert (play.due, play.boxes) == ("north: opening", "- YYB GGP BBK PPW RKK RWW OO")


@pytest.mark.parametrize(
    ("reading", "points"), [("HOLDS_SOME", 15 - 3), ("EMPTY_TOO", 18 - 3), ("COMPLETE", 12 - 3)]
)
def test_bare_box_cards_in_a_solo_game(reading: str, points: int) -> None:
    # Red is bare; orange and yellow have foreign pawns; a blue pawn is not on blue.
    play = laid("K", boxes="R:- O:OOR Y:YYRB B:BB", pile="", box_scores=reading)
    assert play.due == f"over: {points}"
