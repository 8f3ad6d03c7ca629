"""Queen of Scots under several readings at once, where the page and the readings say what must come of it."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import DECK, after_draw, discards, table

# ----------------------------------------------------------------------------------- cards that must be placed


def test_a_card_of_the_pile_must_be_laid_with_cards_held_before() -> None:
    play = table("CCKKM", "GGG", pile="KC", readings={"rest_of_pile": "OBLIGATORY"})
    play.do("take C C")
    assert play.moves == {"lay K K K"}


@pytest.mark.parametrize("reading", ["ALLOWED", "MATCHING_ONLY"])
def test_whether_wild_cards_make_a_card_of_the_pile_placeable(reading: str) -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "rest_with_wilds": reading}
    play = table("CCKWM", "GGG", pile="KC", readings=readings)
    play.do("take C C")
    # A monk of the pile, one of the hand and a crown jewel would be a set.
    assert "lay K K W" in play.moves
    assert play.of("discard") == (discards("KMW") if reading == "MATCHING_ONLY" else set())


@pytest.mark.parametrize("reading", ["ALLOWED", "MATCHING_ONLY"])
def test_whether_a_crown_jewel_of_the_pile_must_be_placed(reading: str) -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "rest_with_wilds": reading}
    play = table("CCMP", "GGG", pile="SWC", readings=readings)
    play.do("take C C")
    free = discards("MPSW") if reading == "MATCHING_ONLY" else set()
    assert play.moves == {"add W C"} | free


def test_a_card_that_was_drawn_need_not_be_placed_though_it_may_not_be_discarded() -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "discard_taken": "NOT_PICKED_UP"}
    play = table("CCMP", "KKK", pile="S", sets={"north": "GGG"}, readings=readings)
    play.draw("G")
    assert play.moves == discards("CMP") | {"add G G"}


def test_a_card_of_the_pile_must_be_placed_where_none_of_those_picked_up_may_be_discarded() -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "discard_taken": "NOT_PICKED_UP"}
    play = table("CCMP", "KKK", pile="SGC", sets={"north": "GGG"}, readings=readings)
    play.do("take C C")
    assert play.moves == {"add G G"}
    play.do("add G G")
    assert play.moves == discards("MP")


def test_a_jewel_of_the_pile_for_which_no_set_has_room_need_not_be_laid() -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "royal_wilds": "ONE", "wild_take": "TWO"}
    play = table("CWMP", "GGG", pile="WSC", readings=readings)
    play.do("take C W")
    assert play.moves == discards("MPSW")


def test_two_royals_that_are_a_set_must_be_laid_when_one_comes_with_the_pile() -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "set_size": "ROYAL_PAIR"}
    play = table("CCHP", "GGG", pile="RC", readings=readings)
    play.do("take C C")
    assert play.moves == {"lay_two R H"}
    play = table("CCHHP", "GGG", pile="SHC", readings=readings | {"james_copies": "JAMES_ALONE"})
    play.do("take C C")
    # Three copies are a set apart from others.
    assert play.moves >= {"lay H H H"}
    assert play.of("discard") == set()


def test_copies_of_a_royal_that_are_no_set_need_not_be_laid() -> None:
    readings = {"rest_of_pile": "OBLIGATORY", "james_copies": "JAMES_ALONE"}
    play = table("CCHHP", "GGG", pile="RC", readings=readings)
    play.do("take C C")
    assert play.moves == discards("HPR")
    # Where sets of royals are one, a second regent finds no room there.
    readings |= {"second_set": "JOINED"}
    play = table("CCHJP", "GGG", pile="RC", sets={"north": "T:JJHR"}, courts={"north": 1}, readings=readings)
    play.do("take C C")
    assert play.moves == discards("HJPR") | {"add J T"}


@pytest.mark.parametrize("james", ["ANY_ROYAL", "JAMES_ALONE"])
def test_cards_that_join_a_set_of_an_earlier_round_begin_the_first_of_this_one_with_a_jewel_alone(
    james: str,
) -> None:
    readings = {"new_round": "SETS_STAY", "initial_set": "FIRST_OF_PLAYER", "round_end": "OBLIGATORY"}
    readings |= {"james_copies": james}
    play = after_draw("MMPGW", "KKK", drawn="W", pile="S", sets={"north": "MMM"}, readings=readings)
    # Two jewels lay P or G once a first set is laid, which takes a third one.
    assert play.moves == discards("MPGW") | {"add M M", "add W M", "lay M M W"}
    play = after_draw("MMPGWW", "KKK", drawn="W", pile="S", sets={"north": "MMM"}, readings=readings)
    assert play.moves == {"lay M M W"}
    play.do("lay M M W")
    assert play.moves == {"lay P W W", "lay G W W"}


# ------------------------------------------------------------------------------------------- taking and discarding


def test_where_two_are_a_set_it_still_takes_two_in_hand() -> None:
    play = table("CM", "KKK", pile="SC", readings={"set_size": "TWO"})
    assert play.moves == {"draw"}


def test_of_like_cards_those_of_the_pile_are_laid_first() -> None:
    play = table("CCKK", "GGG", pile="KKC", readings={"discard_taken": "NOT_FROM_PILE"})
    play.do("take C C")
    assert play.moves == {"lay K K K", "discard K"}
    play.do("lay K K K")
    # The player keeps a monk that was in hand before.
    assert play.moves == {"add K K", "discard K"}


def test_cards_that_may_not_be_discarded_may_be_laid() -> None:
    readings = {"discard_taken": "NOT_FROM_PILE", "no_discard": "LEFT_OUT"}
    play = table("CC", "GGG", pile="KKKC", readings=readings)
    play.do("take C C")
    assert play.moves == {"keep_all", "lay K K K"}
    play.do("lay K K K")
    assert (play.points, play["round"]) == ((15 + 30, -30), "2")


# ---------------------------------------------------------------------------------------------- piles that run out


@pytest.mark.parametrize(
    ("renewal", "pile"), [("RENEWED_UNDER_TOP", "P"), ("RENEWED_UNDER_TOP", ""), ("RENEWED_WHOLE", "")]
)
def test_where_no_discard_can_be_shuffled_the_turn_goes_on(renewal: str, pile: str) -> None:
    play = table("CCM", "KKK", pile=pile, deck="", readings={"deck_empty": renewal})
    assert (play.due, play.moves) == ("north: play", discards("CM"))


@pytest.mark.parametrize("renewal", ["RENEWED_UNDER_TOP", "RENEWED_WHOLE"])
def test_a_card_that_belongs_to_no_pile_is_not_shuffled_in(renewal: str) -> None:
    readings = {"deck_empty": renewal, "turned_up": "APART"}
    play = table("CCM", "KKK", pile="SGP", apart="H", deck="", readings=readings)
    assert play.see("deck", "pile", "apart") == (
        ("GS", "P top P", "H") if renewal == "RENEWED_UNDER_TOP" else ("GPS", "-", "H")
    )


def test_for_the_next_round_it_comes_back() -> None:
    play = table("", "KKK", pile="SGP", apart="H", readings={"turned_up": "APART"})
    play.do("draw; drawn C; discard C; shuffle")
    assert play["apart"] == "-"
    assert play.weights() == {f"deal {letter}": number for letter, number in DECK.items()}


def test_all_discards_are_shuffled_before_the_next_player_chooses() -> None:
    readings = {"deck_empty": "RENEWED_WHOLE", "deck_last_card": "WHEN_DRAWN"}
    play = table("CCM", "HHK", pile="SG", deck="H", readings=readings)
    play.do("draw; drawn H; discard H")
    # The heir is no longer to be had by a pair of heirs.
    assert play.see("deck", "pile") == ("GSH", "-")
    assert (play.due, play.moves) == ("east: pick up", {"draw"})


def test_a_card_turned_up_is_not_taken_before_a_discard_however_long_that_takes() -> None:
    readings = {"turned_up": "UNDER_DISCARDS", "discard_duty": "MAY"}
    play = table("CCG", "CC", "CC", pile="C", untouched=True, readings=readings)
    assert play.moves == {"draw"}
    play.do("draw; drawn P; keep_all")
    assert (play.due, play.moves) == ("east: pick up", {"draw"})
    play.do("draw; drawn C; discard C")
    # Now something has been discarded, and the card turned up lies below it.
    assert (play.due, play.moves) == ("south: pick up", {"draw", "take C C"})
    play.do("take C C")
    assert play.see("south hand", "south sets") == ("C", "CCC")


# ---------------------------------------------------------------------------------------------------- going out


@pytest.mark.parametrize("reading", ["ANY_WAY", "NOT_NEW_SET", "DISCARD_ONLY"])
def test_going_out_by_a_jewel_on_another_players_set(reading: str) -> None:
    readings = {"going_out": reading, "jewel_any_set": "ANYBODYS"}
    play = after_draw("", "KKK", drawn="W", pile="S", sets={"east": "CCC"}, readings=readings)
    assert play.moves == {"discard W"} | (set() if reading == "DISCARD_ONLY" else {"give east C"})


@pytest.mark.parametrize("reading", ["ANY_WAY", "NOT_NEW_SET", "DISCARD_ONLY"])
def test_going_out_after_the_discard(reading: str) -> None:
    readings = {"going_out": reading, "after_discard": "MAY_LAY"}
    play = after_draw("CCC", "KKK", drawn="P", pile="S", readings=readings)
    play.do("discard P")
    assert play.moves == {"done"} | ({"lay C C C"} if reading == "ANY_WAY" else set())


@pytest.mark.parametrize("reading", ["ANY_WAY", "NOT_NEW_SET", "DISCARD_ONLY"])
def test_going_out_by_a_set_of_two(reading: str) -> None:
    readings = {"going_out": reading, "set_size": "TWO"}
    play = after_draw("C", "KKK", drawn="C", pile="S", readings=readings)
    assert play.moves == {"discard C"} | ({"lay_two C C"} if reading == "ANY_WAY" else set())


@pytest.mark.parametrize("reading", ["ANY_WAY", "NOT_NEW_SET", "DISCARD_ONLY"])
def test_going_out_by_three_jewels_from_the_pile(reading: str) -> None:
    readings = {"going_out": reading, "jewel_target": "WITH_JEWELS"}
    play = table("WW", "KKK", pile="W", readings=readings)
    assert play.moves == {"draw"} | ({"take_jewel W W"} if reading == "ANY_WAY" else set())


def test_a_last_jewel_that_may_not_be_discarded() -> None:
    readings = {"discard_jewel": "BARRED"}
    play = after_draw("", "KKK", drawn="W", pile="S", sets={"north": "CCC"}, readings=readings)
    # It goes onto the set, or is kept where nothing may be discarded.
    assert play.moves == {"add W C", "keep_all"}
    play.do("keep_all")
    assert (play.due, play["north hand"]) == ("east: pick up", "W")


# --------------------------------------------------------------------------------------------------- who wins


def test_players_are_counted_in_the_order_of_turns() -> None:
    readings = {"same_turn": "COUNTED_IN_TURN", "turn_order": "ANTICLOCKWISE"}
    play = table(
        "",
        "",
        "",
        pile="G",
        sets={"north": "CCC", "east": "T:JRH", "south": "KKK"},
        points=(0, 990, 990),
        readings=readings,
    )
    play.do("draw; drawn G; discard G")
    # Anticlockwise South follows North.
    assert (play.points, play.due) == ((15, 1090, 1020), "over: south")


def test_within_a_round_too_it_may_take_more_than_a_thousand() -> None:
    readings = {"win_when": "AT_ONCE", "reach_or_cross": "CROSS"}
    play = table("PPPM", "KKK", pile="G", points=(980, 0), readings=readings)
    play.do("draw; drawn P; lay P P P")
    # 980 + 45 - 20: over the line.
    assert play.due == "over: north"
    level = table("PPPM", "KKK", pile="G", points=(975, 0), readings=readings)
    level.do("draw; drawn P; lay P P P")
    assert level.due == "north: play"


# ------------------------------------------------------------------------------------ moments of a turn


def test_taken_back_before_picking_up() -> None:
    readings = {"play_when": "WHOLE_TURN", "laid_this_turn": "UNTIL_DISCARD"}
    play = table("CCCK", "GGG", pile="S", readings=readings)
    play.do("lay C C C")
    assert play.moves == {"draw", "take_back"}


def test_a_pair_of_royals_may_be_taken_back_as_often_as_one_likes() -> None:
    readings = {"set_size": "ROYAL_PAIR", "james_copies": "JAMES_ALONE", "laid_this_turn": "UNTIL_DISCARD"}
    play = after_draw("JJC", "KKK", drawn="P", pile="S", readings=readings)
    moves = play.moves
    for _ in range(14):
        play.do("lay_two J J")
        play.do("take_back")
        assert play.moves == moves


@pytest.mark.parametrize("reading", ["NOT_NEW_SET", "DISCARD_ONLY"])
def test_the_last_hand_cards_take_no_pile_where_that_would_be_going_out(reading: str) -> None:
    play = table("CC", "KKK", pile="SC", readings={"going_out": reading, "take_empties_hand": "AT_ONCE"})
    assert play.moves == {"draw"}


def test_the_first_set_of_a_round_though_sets_lie_there() -> None:
    readings = {"initial_set": "FIRST_OF_PLAYER", "new_round": "SETS_STAY"}
    play = after_draw("CWW", "KKK", drawn="P", pile="S", sets={"north": "MMM"}, in_round=2, readings=readings)
    assert play.of("lay") == set()


def test_a_first_set_that_is_taken_back_was_none() -> None:
    readings = {"initial_set": "FIRST_OF_PLAYER", "new_round": "SETS_STAY", "laid_this_turn": "UNTIL_DISCARD"}
    play = after_draw(
        "CCCMWW", "KKK", drawn="P", pile="S", sets={"north": "KKK"}, in_round=2, readings=readings
    )
    play.do("lay C C C")
    assert play.of("lay") == {"lay M W W", "lay P W W"}
    play.do("take_back")
    assert play.of("lay") == {"lay C C C", "lay C C W"}


@pytest.mark.parametrize("reading", ["OBLIGATORY", "WHEN_ABLE"])
def test_who_is_able_before_picking_up(reading: str) -> None:
    readings = {"round_end": reading, "play_when": "WHOLE_TURN"}
    play = table("CCC", "KKK", pile="P", readings=readings)
    if reading == "OBLIGATORY":
        assert play.moves == {"lay C C C"}
    else:
        assert (play.points, play["round"]) == ((-15, -30), "2")


@pytest.mark.parametrize("reading", ["OBLIGATORY", "WHEN_ABLE"])
def test_who_would_be_able_by_taking_the_pile_may_draw(reading: str) -> None:
    play = table("CC", "KKK", pile="C", readings={"round_end": reading})
    assert (play.due, play.moves) == ("north: pick up", {"draw", "take C C"})
    play.do("take C C")
    assert (play.points, play["round"]) == ((15, -30), "2")


def test_the_last_card_does_not_leave_before_a_new_set_that_is_still_due() -> None:
    readings = {"going_out": "NOT_NEW_SET", "top_laid": "WITHIN_TURN"}
    play = table("CCK", "GGG", pile="KC", sets={"north": "KKK"}, readings=readings)
    play.do("take C C; add K K")
    assert play.moves == {"lay_top"}
    play.do("lay_top")
    assert play.moves == {"add K K", "discard K"}


def test_who_is_able_with_cards_set_aside_has_them_in_hand() -> None:
    readings = {"round_end": "WHEN_ABLE", "top_laid": "WITHIN_TURN"}
    play = table("CC", "KKK", pile="SC", readings=readings)
    play.do("take C C")
    # A scribe and three cooks are in hand.
    assert (play.points, play["round"]) == ((-20 - 15, -30), "2")
