"""The second phase of a turn of the competitive game: pairs of cards for pawns, wilds, equal cards, colours gone."""

from __future__ import annotations

from tests.queens_collection.against_table import at_take, pairs, table
from tests.tables import both

ALL = "ROYGBPKW"
NO_RED = "03333333"
"""The box cards without the red one, which lies with its pawns before the last player."""

HAND_ONLY = {"wild_in_display": "wild_only"}
OWN_COLOUR_TOO = {"pair_as_other": "any"}
WILDS_EQUAL = {"wild_pair": "yes"}
TWO_GO = {"substitute_cards": "two"}
PAWN_FIRST = {"wild_gone": "colour_left"}
ROUND_OVER = {"display_short": "round_over"}


# ---------------------------------------------------------------------------------------------------- a pair


def test_a_card_in_hand_and_one_of_the_display_of_the_same_colour() -> None:
    play = at_take("RRB", "RGY")
    assert "pair R R R" in play.moves
    assert play.do("pair R R R") == {
        "north hand: RRB > RB",
        "display: RYG > YG",
        "discards: - > RR",
        "red: 3 > 2",
        "north pawns: 0 > 1",
    }
    assert {"competitive.pair", "competitive.pair.collect", "competitive.pair.sources"} <= set(play.clauses)
    assert {"competitive.pair.discard", "competitive.take.one"} <= set(play.clauses)
    # No other red card lies there, and a green one is not in the hand.
    assert both(play) == ("north: more pairs", {"stop_pairing"})


def test_what_may_be_paired() -> None:
    play = at_take("RBP", "RGB")
    assert both(play) == ("north: take", {"exchange", "pair R R R", "pair B B B"})


def test_cards_of_two_colours_are_no_pair() -> None:
    play = at_take("RB", "GYW")
    for move in ("pair R G R", "pair R G G", "pair R R R", "pair G G G"):
        play.refused(move)
    # The duty to act is then a duty to exchange.
    assert both(play) == ("north: take", {"exchange"})


def test_a_pair_needs_a_card_from_either_side() -> None:
    in_hand = at_take("RR", "OYG")
    in_hand.refused("pair R R R")
    lying = at_take("O", "RRG")
    lying.refused("pair R R R")
    assert lying.moves == {"exchange"}


def test_who_holds_a_card_must_act() -> None:
    play = at_take("R", "RGB")
    assert play.moves == {"exchange", "pair R R R"}
    play.refused("stop_pairing")
    play.refused("stop_revealing")


def test_after_a_pair_nothing_can_be_exchanged() -> None:
    play = at_take("RB", "RGB")
    play.do("pair R R R")
    play.refused("exchange")
    assert play.moves == {"pair B B B", "stop_pairing"}


# --------------------------------------------------------------------------------------------- up to three pairs


def test_three_pairs() -> None:
    play = at_take("RYBW", "RYB", hands={"east": "P"})
    assert play.do("pair Y Y Y") == {
        "north hand: RYBW > RBW",
        "display: RYB > RB",
        "discards: - > YY",
        "yellow: 3 > 2",
        "north pawns: 0 > 1",
    }
    assert both(play) == ("north: more pairs", {"pair R R R", "pair B B B", "stop_pairing"})
    assert play.do("pair R R R") == {
        "north hand: RBW > BW",
        "display: RB > B",
        "discards: YY > RRYY",
        "red: 3 > 2",
        "north pawns: 1 > 2",
    }
    assert both(play) == ("north: more pairs", {"pair B B B", "stop_pairing"})
    assert play.do("pair B B B") == {
        "north hand: BW > W",
        "display: B > -",
        "discards: RRYY > RRYYBB",
        "blue: 3 > 2",
        "north pawns: 2 > 3",
    }
    # The display is made up to three before East's turn.
    assert play.due == "chance: refill"
    play.refill("OO")
    assert play.due == "chance: refill"
    assert play.do("refill W") == {"display: OO > OOW", "pile: 28 > 27", "turn: north > east"}
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})


def test_three_pairs_of_one_colour() -> None:
    play = at_take("R***", "RRR")
    play.do("pair R R R; pair * R R")
    # The third pawn is the last one: the box card comes with it.
    assert play.do("pair * R R") == {
        "north hand: ** > *",
        "display: R > -",
        "discards: RRR* > RRRR**",
        "red: 1 > 0",
        "north pawns: 2 > 3",
        "north boxes: 0 > 1",
    }
    assert play.due == "chance: refill"


def test_a_player_may_stop_after_one_pair_or_two() -> None:
    one = at_take("RYB", "RYB")
    one.do("pair R R R")
    assert one.do("stop_pairing") == set()
    assert one.due == "chance: refill"
    assert one.do("refill W") == {"display: YB > YBW", "pile: 32 > 31", "turn: north > east"}
    two = at_take("RYB", "RYB")
    two.do("pair R R R; pair B B B; stop_pairing; refill W")
    assert two.do("refill K") == {"display: YW > YKW", "pile: 31 > 30", "turn: north > east"}


def test_three_pairs_are_the_limit() -> None:
    # A display of four comes about only where two cards may be exchanged for one.
    play = at_take("RYBW", "RYBW", readings={"substitute_in_swap": "everywhere"})
    play.do("pair R R R; pair Y Y Y")
    assert both(play) == ("north: more pairs", {"pair B B B", "pair W W W", "stop_pairing"})
    play.do("pair B B B")
    assert play.due == "chance: refill"
    play.refill("KK")
    assert both(play) == ("east: reveal", {"reveal", "stop_revealing"})
    assert play.see("north hand", "display") == ("W", "KKW")


# ------------------------------------------------------------------------------------------- the last pawn


def test_the_last_pawn_comes_with_the_box_card() -> None:
    play = at_take("RO", "ROY", boxes="12333333")
    assert play.do("pair R R R") == {
        "north hand: RO > O",
        "display: ROY > OY",
        "discards: - > RR",
        "red: 1 > 0",
        "north pawns: 0 > 1",
        "north boxes: 0 > 1",
    }
    assert "competitive.last_pawn" in play.clauses
    # With a pawn left there is no box card.
    assert play.do("pair O O O") == {
        "north hand: O > -",
        "display: OY > Y",
        "discards: RR > RROO",
        "orange: 2 > 1",
        "north pawns: 1 > 2",
    }
    assert "competitive.last_pawn" not in play.clauses


def test_the_box_card_is_for_the_last_pawn_not_for_the_most() -> None:
    play = at_take("R", "ROY", boxes="13333333", taken={"north": "0+0", "east": "2+0"})
    play.do("pair R R R")
    assert play.see("north pawns", "north boxes", "east pawns", "east boxes") == ("1", "1", "2", "0")


# -------------------------------------------------------------------------------------------------- the colour is gone


def test_a_pair_of_a_colour_that_is_gone_leaves_the_game() -> None:
    play = at_take("RO", "ROY", boxes=NO_RED)
    assert play.moves == {"exchange", "pair R R R", "pair O O O"}
    assert play.do("pair R R R") == {"north hand: RO > O", "display: ROY > OY", "out: - > RR"}
    assert "competitive.pair.no_pawn" in play.clauses
    assert "competitive.pair.discard" not in play.clauses
    # It was a pair of this turn all the same, and more may follow.
    assert both(play) == ("north: more pairs", {"pair O O O", "stop_pairing"})


def test_the_second_pair_of_a_turn_may_find_no_pawn() -> None:
    play = at_take("RR", "RRY", boxes="13333333")
    play.do("pair R R R")
    assert play.do("pair R R R") == {"north hand: R > -", "display: RY > Y", "out: - > RR"}
    assert play["discards"] == "RR"


def test_a_wild_leaves_the_game_with_the_card_it_was_paired_with() -> None:
    held = at_take("*", "RYG", boxes=NO_RED)
    assert held.do("pair * R R") == {"north hand: * > -", "display: RYG > YG", "out: - > R*"}
    lying = at_take("R", "YG*", boxes=NO_RED)
    assert lying.do("pair R * R") == {"north hand: R > -", "display: YG* > YG", "out: - > R*"}


def test_equal_cards_leave_the_game_with_the_card_they_were_paired_with() -> None:
    play = at_take("OO", "RYG", boxes=NO_RED)
    assert play.do("pair_with_two O R R") == {"north hand: OO > -", "display: RYG > YG", "out: - > ROO"}


def test_cards_out_of_the_game_are_not_shuffled_in() -> None:
    play = at_take("R", "RYG", boxes=NO_RED, pile="P", discards="BB")
    before = play["out"]
    play.do("pair R R R")
    assert play.do("refill P") == {
        "display: YG > YGP",
        "discards: BB > -",
        "pile: 1 > 2",
        "turn: north > east",
    }
    assert play.pile == "BB"
    assert play["out"] == "RR" + str(before)


# ---------------------------------------------------------------------------------------------------- wilds


def test_a_wild_in_hand_is_any_card() -> None:
    play = at_take("*", "RGG")
    assert both(play) == ("north: take", {"exchange", "pair * R R", "pair * G G"})
    assert play.do("pair * G G") == {
        "north hand: * > -",
        "display: RGG > RG",
        "discards: - > G*",
        "green: 3 > 2",
        "north pawns: 0 > 1",
    }
    assert "competitive.wild" in play.clauses


def test_a_wild_in_the_display_is_any_card() -> None:
    play = at_take("RB", "GY*")
    assert both(play) == ("north: take", {"exchange", "pair R * R", "pair B * B"})
    assert play.do("pair B * B") == {
        "north hand: RB > R",
        "display: YG* > YG",
        "discards: - > B*",
        "blue: 3 > 2",
        "north pawns: 0 > 1",
    }


def test_two_wilds_are_a_pair_of_any_colour() -> None:
    play = at_take("*", "GY*")
    assert play.moves == {"exchange", "pair * G G", "pair * Y Y"} | pairs(ALL, "*", "*")
    assert play.do("pair * * W") == {
        "north hand: * > -",
        "display: YG* > YG",
        "discards: - > **",
        "white: 3 > 2",
        "north pawns: 0 > 1",
    }


def test_two_wilds_may_be_of_a_colour_that_is_gone() -> None:
    play = at_take("*", "GY*", boxes=NO_RED)
    assert play.do("pair * * R") == {"north hand: * > -", "display: YG* > YG", "out: - > **"}


def test_everything_that_can_be_paired() -> None:
    play = at_take("RRB*", "RG*")
    assert play.moves == (
        {"exchange", "pair R R R", "pair R * R", "pair B * B", "pair * R R", "pair * G G"}
        | pairs(ALL, "*", "*")
        | {"pair_with_two R G G"}
        | pairs("OYGBPKW", "R", "*", two=True)
    )


def test_reading_a_wild_in_the_display_must_be_taken_by_an_exchange() -> None:
    play = at_take("RRB*", "RG*", readings=HAND_ONLY)
    assert play.moves == {"exchange", "pair R R R", "pair * R R", "pair * G G", "pair_with_two R G G"}
    play = at_take("RRB*", "***", readings=HAND_ONLY)
    assert play.moves == {"exchange"}
    play.do("exchange; give B; enough")
    assert play.do("receive *") == {
        "put down: B > -",
        "display: *** > B**",
        "north hand: RR* > RR**",
        "turn: north > east",
    }


# ------------------------------------------------------------------------------------------------- equal cards


def test_two_equal_cards_in_hand_are_another_card() -> None:
    play = at_take("RRO", "GYW")
    assert both(play) == (
        "north: take",
        {"exchange", "pair_with_two R G G", "pair_with_two R Y Y", "pair_with_two R W W"},
    )
    assert play.do("pair_with_two R W W") == {
        "north hand: RRO > O",
        "display: YGW > YG",
        "discards: - > RRW",
        "white: 3 > 2",
        "north pawns: 0 > 1",
    }
    assert {"competitive.equal_cards", "competitive.equal_cards.hand"} <= set(play.clauses)


def test_three_pairs_by_equal_cards() -> None:
    play = at_take("RRRROO", "GYW")
    play.do("pair_with_two R W W; pair_with_two R G G")
    assert play.moves == {"pair_with_two O Y Y", "stop_pairing"}
    assert play.do("pair_with_two O Y Y") == {
        "north hand: OO > -",
        "display: Y > -",
        "discards: RRRRGW > RRRROOYGW",
        "yellow: 3 > 2",
        "north pawns: 2 > 3",
    }


def test_equal_cards_of_the_display_are_nothing_else() -> None:
    play = at_take("O", "RRW")
    assert both(play) == ("north: take", {"exchange"})


def test_unequal_cards_are_nothing_else() -> None:
    play = at_take("RO*", "GYW")
    assert play.moves == {"exchange"} | {f"pair * {c} {c}" for c in "GYW"}
    play.refused("pair_with_two R G G")


def test_equal_cards_are_no_card_of_their_own_colour() -> None:
    play = at_take("RR", "RG*")
    assert play.moves == (
        {"exchange", "pair R R R", "pair R * R", "pair_with_two R G G"} | pairs("OYGBPKW", "R", "*", two=True)
    )
    play.refused("pair_with_two R R R")
    play.refused("pair_with_two R * R")


def test_reading_equal_cards_are_a_card_of_their_own_colour_too() -> None:
    play = at_take("RR", "RG*", readings=OWN_COLOUR_TOO)
    assert play.moves == (
        {"exchange", "pair R R R", "pair R * R", "pair_with_two R R R", "pair_with_two R G G"}
        | pairs(ALL, "R", "*", two=True)
    )
    assert play.do("pair_with_two R R R") == {
        "north hand: RR > -",
        "display: RG* > G*",
        "discards: - > RRR",
        "red: 3 > 2",
        "north pawns: 0 > 1",
    }


def test_two_wilds_in_hand_are_no_equal_cards() -> None:
    play = at_take("**", "RGY")
    assert play.moves == {"exchange", "pair * R R", "pair * G G", "pair * Y Y"}


def test_reading_two_wilds_in_hand_are_equal_cards() -> None:
    play = at_take("**", "RGY", readings=WILDS_EQUAL)
    assert play.moves == {"exchange"} | {f"{m} * {c} {c}" for m in ("pair", "pair_with_two") for c in "RGY"}
    assert play.do("pair_with_two * G G") == {
        "north hand: ** > -",
        "display: RYG > RY",
        "discards: - > G**",
        "green: 3 > 2",
        "north pawns: 0 > 1",
    }


def test_reading_two_wilds_are_equal_and_a_third_lies_in_the_display() -> None:
    play = at_take("**", "R*", pile="", discards="", readings=WILDS_EQUAL)
    assert play.moves == (
        {"exchange", "pair * R R", "pair_with_two * R R"}
        | pairs(ALL, "*", "*")
        | pairs(ALL, "*", "*", two=True)
    )


def test_reading_one_of_the_equal_cards_goes_back_to_the_hand() -> None:
    play = at_take("RRO", "GRW", readings=TWO_GO)
    assert play.do("pair_with_two R W W") == {
        "north hand: RRO > RO",
        "display: RGW > RG",
        "discards: - > RW",
        "white: 3 > 2",
        "north pawns: 0 > 1",
    }
    # It can still be used, but there are no longer two.
    assert play.moves == {"pair R R R", "stop_pairing"}


def test_reading_one_of_the_equal_cards_goes_back_where_the_colour_is_gone() -> None:
    play = at_take("OO", "RYG", boxes=NO_RED, readings=TWO_GO)
    assert play.do("pair_with_two O R R") == {"north hand: OO > O", "display: RYG > YG", "out: - > RO"}


# ------------------------------------------------------------------------ reading: wilds are for pawns while they last


def test_reading_a_wild_in_hand_must_bring_a_pawn_while_it_can() -> None:
    house = at_take("*", "RB*", boxes=NO_RED)
    assert house.moves == {"exchange", "pair * R R", "pair * B B"} | pairs(ALL, "*", "*")
    play = at_take("*", "RB*", boxes=NO_RED, readings=PAWN_FIRST)
    assert play.moves == {"exchange", "pair * B B"} | pairs(ALL[1:], "*", "*")


def test_reading_a_wild_in_hand_may_go_where_it_can_bring_nothing() -> None:
    play = at_take("*", "RRO", boxes="00333333", readings=PAWN_FIRST)
    assert play.moves == {"exchange", "pair * R R", "pair * O O"}


def test_reading_a_wild_of_the_display_must_bring_a_pawn_while_it_can() -> None:
    house = at_take("RB", "RG*", boxes=NO_RED)
    assert house.moves == {"exchange", "pair R R R", "pair R * R", "pair B * B"}
    # A pair without a wild is not asked about.
    play = at_take("RB", "RG*", boxes=NO_RED, readings=PAWN_FIRST)
    assert play.moves == {"exchange", "pair R R R", "pair B * B"}


def test_reading_a_wild_of_the_display_may_go_where_it_can_bring_nothing() -> None:
    play = at_take("R", "RG*", boxes=NO_RED, readings=PAWN_FIRST)
    assert play.moves == {"exchange", "pair R R R", "pair R * R"}


def test_reading_equal_cards_and_a_wild_must_bring_a_pawn_while_they_can() -> None:
    play = at_take("OO", "PG*", boxes="03333333", readings=PAWN_FIRST)
    assert play.moves == (
        {"exchange", "pair O * O", "pair_with_two O P P", "pair_with_two O G G"}
        | pairs("YGBPKW", "O", "*", two=True)
    )


def test_reading_equal_cards_may_be_what_a_wild_of_the_display_brings_a_pawn_with() -> None:
    no_orange = "30333333"
    house = at_take("OO", "PG*", boxes=no_orange)
    play = at_take("OO", "PG*", boxes=no_orange, readings=PAWN_FIRST)
    assert "pair O * O" in house.moves
    assert play.moves == house.moves - {"pair O * O"}


# ----------------------------------------------------------------------------------------------- an empty display


def test_where_the_display_is_empty_the_second_phase_is_passed_over() -> None:
    play = table("RB", "", hands={"east": "R"}, pile="", discards="")
    assert play.moves == {"stop_revealing"}
    assert play.do("stop_revealing") == {"turn: north > east"}


def test_reading_where_the_display_is_empty_the_round_is_over() -> None:
    play = table(
        "RB",
        "",
        hands={"east": "R"},
        pile="",
        discards="",
        taken={"north": "2+0"},
        boxes="13333333",
        readings=ROUND_OVER,
    )
    # North: two pawns, less two cards.  East: less a card.
    found = play.do("stop_revealing")
    assert {"north points: 0 > 2", "east points: 0 > -1", "round: 1 > 2", "turn: north > east"} <= found


def test_a_display_that_cannot_be_filled_up_is_played_with() -> None:
    play = table("RB", "R", hands={"east": "G"}, pile="", discards="", boxes=NO_RED)
    play.do("stop_revealing")
    assert play.moves == {"exchange", "pair R R R"}
    before = str(play["out"])
    # Now nothing is left to refill with: East's turn comes at once.
    assert play.do("pair R R R") == {
        "north hand: RB > B",
        "display: R > -",
        f"out: {before} > RR{before}",
        "turn: north > east",
    }
    assert play.see("display", "pile", "discards") == ("-", "0", "-")
    assert play.do("stop_revealing") == {"turn: east > north"}
