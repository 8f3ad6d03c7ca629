"""Taking the face-up pile in Queen of Scots: two hand cards matching its topmost, which is laid, and the rest."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import discards, table

# -------------------------------------------------------------------------------------------------- taking it


def test_two_hand_cards_that_match_the_topmost_take_the_whole_pile() -> None:
    play = table("CCMK", "KKK", pile="SMGC")
    assert (play.due, play.moves) == ("north: pick up", {"draw", "take C C"})
    assert play.do("take C C") == {
        "pile: CMGS top C > -",
        "north hand: CCMK > MMKGS",
        "north sets: - > CCC",
    }
    assert {"take.two", "take.lay_top", "take.lay_with", "take.from_before"} <= play.clauses
    assert {"pick_up.choice", "pick_up.whole", "take.rest"} <= play.clauses
    # That was the picking up: no card is drawn besides.
    assert (play.due, play.moves) == ("north: play", discards("MKGS"))


def test_it_is_the_most_recent_discard_that_counts() -> None:
    play = table("CCMMGG", "KKK", pile="CMMGGC")
    assert play.moves == {"draw", "take C C"}
    play.refused("take M M", "take G G")
    play.draw("S")
    play.do("discard S")
    assert play.moves == {"draw"}


def test_one_card_in_hand_is_not_enough() -> None:
    play = table("CMKG", "KKK", pile="SC")
    assert play.moves == {"draw"}
    play.refused("take C C")


def test_cards_on_the_table_do_not_help() -> None:
    play = table("CMKG", "KKK", pile="SC", sets={"north": "CCC"})
    assert play.moves == {"draw"}
    play.refused("take C C")


def test_cards_of_the_pile_itself_do_not_help() -> None:
    play = table("CMKG", "KKK", pile="CCC")
    assert play.moves == {"draw"}


def test_two_unlike_cards_do_not_match() -> None:
    # Cook and maid are worth the same, and are not the same card.
    play = table("CMMKG", "KKK", pile="SC")
    assert play.moves == {"draw"}
    play.refused("take C M", "take M M")


def test_a_bare_pile_is_not_taken() -> None:
    assert table("CCMMKK", "KKK").moves == {"draw"}


def test_a_pile_of_a_single_card_is_taken() -> None:
    play = table("CCM", "KKK", pile="C")
    assert play.do("take C C") == {"pile: C top C > -", "north hand: CCM > M", "north sets: - > CCC"}


def test_nobody_is_made_to_take_the_pile() -> None:
    play = table("CCCC", "KKK", pile="SC")
    play.draw("P")
    assert play.see("north hand", "pile") == ("CCCCP", "CS top C")
    assert play.moves == discards("CP") | {"lay C C C"}


def test_more_than_two_of_the_hand_may_go_with_it() -> None:
    play = table("CCCCM", "KKK", pile="SC")
    play.do("take C C")
    assert play.see("north hand", "north sets") == ("CCMS", "CCC")
    assert play.moves == discards("CMS") | {"add C C"}
    play.do("add C C; add C C")
    assert play["north sets"] == "CCCCC"


def test_the_rest_of_the_pile_is_laid_added_or_kept_as_one_likes() -> None:
    play = table("CCMMK", "KKK", pile="SCMGWC", sets={"north": "GGG"})
    play.do("take C C")
    assert play["north hand"] == "CMMMKGSW"
    assert play.moves == discards("CMKGSW") | {
        "lay M M M",
        "lay M M W",
        "add C C",
        "add G G",
        "add W C",
        "add W G",
    }
    # New sets from the pile and the hand together, additions, and the rest kept.
    play.do("lay M M M; add G G; add W G; add C C")
    assert play.see("north sets", "north hand") == ("CCCC MMM GGGGW", "KS")
    play.do("discard S")
    assert play["pile"] == "S top S"


def test_the_topmost_card_may_become_a_second_set_of_its_sort() -> None:
    play = table("CCM", "KKK", pile="SC", sets={"north": "CCCW"})
    assert play.do("take C C") == {"pile: CS top C > -", "north hand: CCM > MS", "north sets: CCCW > CCCCCCW"}


# -------------------------------------------------------------------------------------------- a royal on top


@pytest.mark.parametrize("top", ["J", "R", "H"])
def test_any_two_royals_match_a_royal(top: str) -> None:
    play = table("JJRRHC", "KKK", pile=f"S{top}")
    pairs = {"take J J", "take J R", "take J H", "take R R", "take R H"}
    assert play.moves == {"draw"} | pairs
    assert play.do("take J R") == {
        f"pile: S{top} top {top} > -",
        "north hand: CJJRRH > CSJRH",
        f"north sets: - > T:{''.join(sorted('JR' + top, key='JRH'.index))}",
    }


def test_a_single_royal_does_not_take_a_royal() -> None:
    play = table("JCCMM", "KKK", pile="SR", sets={"north": "T:JRH"})
    assert play.moves == {"draw"}


def test_royals_do_not_match_anybody_else() -> None:
    play = table("JRH", "KKK", pile="SC")
    assert play.moves == {"draw"}


@pytest.mark.parametrize("reading", ["ROYALS_MATCH", "SAME_ROYAL"])
def test_reading_which_royals_take_a_royal(reading: str) -> None:
    readings = {"royal_take": reading}
    king = table("JJRHHC", "KKK", pile="SJ", readings=readings)
    heir = table("JJRHHC", "KKK", pile="SH", readings=readings)
    regent = table("JJRHHC", "KKK", pile="SR", readings=readings)
    if reading == "SAME_ROYAL":
        assert king.moves == {"draw", "take J J"}
        assert heir.moves == {"draw", "take H H"}
        assert regent.moves == {"draw"}
    else:
        every = {"draw", "take J J", "take J R", "take J H", "take R H", "take H H"}
        assert king.moves == heir.moves == regent.moves == every


def test_reading_cards_of_one_worth_take_the_pile() -> None:
    play = table("CMMKGG", "KKK", pile="SC", readings={"same_card": "WORTH"})
    # Cook and maid are worth five each, monk and page ten.
    assert play.moves == {"draw", "take C M", "take M M"}
    other = table("CMMKGG", "KKK", pile="CG", readings={"same_card": "WORTH"})
    assert other.moves == {"draw", "take K G", "take G G"}


# ------------------------------------------------------------------------------------------------- wild cards


@pytest.mark.parametrize("reading", ["NONE", "ONE", "TWO"])
def test_reading_wild_cards_help_to_take_the_pile(reading: str) -> None:
    readings = {"wild_take": reading}
    one = table("CWWM", "KKK", pile="SC", readings=readings)
    assert (
        one.moves
        == {
            "NONE": {"draw"},
            "ONE": {"draw", "take C W"},
            "TWO": {"draw", "take C W", "take W W"},
        }[reading]
    )
    none = table("MWW", "KKK", pile="SC", readings=readings)
    assert none.moves == ({"draw", "take W W"} if reading == "TWO" else {"draw"})
    if reading == "ONE":
        assert one.do("take C W") == {
            "pile: CS top C > -",
            "north hand: CMWW > MSW",
            "north sets: - > CCW",
        }


@pytest.mark.parametrize("reading", ["NONE", "ONE"])
def test_reading_a_royal_and_a_wild_take_a_royal(reading: str) -> None:
    play = table("RWM", "KKK", pile="SJ", readings={"wild_take": reading})
    assert play.moves == ({"draw", "take R W"} if reading == "ONE" else {"draw"})
    if reading == "ONE":
        play.do("take R W")
        assert play["north sets"] == "T:JRW"


def test_crown_jewels_may_go_with_it_once_two_natural_cards_do() -> None:
    play = table("CCWM", "KKK", pile="SC")
    assert play.moves == {"draw", "take C C"}
    play.do("take C C")
    assert "add W C" in play.moves


# ------------------------------------------------------------------------------------- when the topmost is laid


def test_reading_the_topmost_card_is_laid_within_the_turn() -> None:
    readings = {"top_laid": "WITHIN_TURN"}
    play = table("CCMMM", "KKK", pile="SC", readings=readings)
    play.do("take C C")
    # The three cooks are set apart for their set; first another set may be laid, and the turn cannot end.
    assert play.see("north hand", "north sets", "due") == ("MMMS", "-", "CCC")
    assert play.moves == {"lay_top", "lay M M M"}
    play.refused("discard S", "discard M")
    play.do("lay M M M")
    assert play.moves == {"lay_top"}
    assert play.do("lay_top") == {"due: CCC > -", "north sets: MMM > CCC MMM"}
    assert play.moves == {"discard S"}


def test_reading_laid_within_the_turn_may_be_laid_first() -> None:
    readings = {"top_laid": "WITHIN_TURN"}
    play = table("CCMMM", "KKK", pile="SC", readings=readings)
    play.do("take C C; lay_top")
    assert play.see("north sets", "due") == ("CCC", "-")
    assert play.moves == discards("MS") | {"lay M M M"}


# ------------------------------------------------------------------------------------ the hand is bare for a moment


@pytest.mark.parametrize("reading", ["REST_FIRST", "AT_ONCE"])
def test_reading_the_last_hand_cards_take_the_pile(reading: str) -> None:
    play = table("CC", "KKK", pile="SGC", readings={"take_empties_hand": reading})
    play.do("take C C")
    if reading == "AT_ONCE":
        assert (play.points, play["round"]) == ((15, -30), "2")
    else:
        assert play.see("north hand", "north sets") == ("GS", "CCC")
        assert (play.due, play.moves) == ("north: play", discards("GS"))


@pytest.mark.parametrize("reading", ["REST_FIRST", "AT_ONCE"])
def test_without_a_rest_the_round_is_over_either_way(reading: str) -> None:
    play = table("CC", "KKK", pile="C", readings={"take_empties_hand": reading})
    play.do("take C C")
    assert (play.points, play["round"]) == ((15, -30), "2")


@pytest.mark.parametrize("reading", ["REST_FIRST", "AT_ONCE"])
def test_a_hand_that_is_not_bare_goes_on(reading: str) -> None:
    play = table("CCM", "KKK", pile="SGC", readings={"take_empties_hand": reading})
    play.do("take C C")
    assert play.see("north hand", "round") == ("MGS", "1")


@pytest.mark.parametrize("reading", ["REST_FIRST", "AT_ONCE"])
@pytest.mark.parametrize("hand", ["CCC", "CCCC", "CCW", "CCCWW"])
def test_reading_a_hand_of_three_or_more_goes_with_the_topmost(hand: str, reading: str) -> None:
    play = table(hand, "KKK", pile="SGC", readings={"take_empties_hand": reading})
    if reading == "REST_FIRST":
        play.refused("take_with_hand C C")
        return
    assert play.moves == {"draw", "take C C", "take_with_hand C C"}
    play.do("take_with_hand C C")
    worth = 5 * (1 + hand.count("C")) + 50 * hand.count("W")
    assert (play.points, play["round"]) == ((worth, -30), "2")


@pytest.mark.parametrize(
    ("hand", "pile", "readings"),
    [
        ("CCM", "SGC", {}),  # the maid joins no set of cooks
        ("CCJ", "SGC", {}),
        ("CC", "SGC", {}),  # two cards are what every taking lays
        ("CCC", "C", {}),  # no more of the pile follows
        ("CCC", "SGC", {"top_laid": "WITHIN_TURN"}),
        ("CCC", "SGC", {"going_out": "NOT_NEW_SET"}),
        ("CCC", "SGC", {"going_out": "DISCARD_ONLY"}),
        ("CCWW", "SGC", {"royal_wilds": "ONE"}),
        ("JRR", "SGH", {"james_copies": "JAMES_ALONE"}),
    ],
)
def test_a_hand_that_does_not_go_as_a_whole_goes_on(hand: str, pile: str, readings: dict[str, str]) -> None:
    play = table(hand, "KKK", pile=pile, readings={"take_empties_hand": "AT_ONCE"} | readings)
    assert play.of("take_with_hand") == set()


def test_reading_a_hand_of_royals_goes_with_a_royal() -> None:
    play = table("JRHW", "KKK", pile="SGJ", readings={"take_empties_hand": "AT_ONCE"})
    assert play.of("take_with_hand") == {"take_with_hand J R"}
    play.do("take_with_hand J R")
    assert (play.points, play["round"]) == ((40 + 40 + 30 + 30 + 50, -30), "2")


def test_reading_the_last_cards_join_the_set_that_lies_there() -> None:
    readings = {"take_empties_hand": "AT_ONCE", "going_out": "NOT_NEW_SET", "second_set": "JOINED"}
    play = table("CCC", "KKK", pile="SGC", sets={"north": "CCC"}, readings=readings)
    play.do("take_with_hand C C")
    assert (play.points, play["round"]) == ((35, -30), "2")


# -------------------------------------------------------------------------------------------- the rest of the pile


@pytest.mark.parametrize("reading", ["FREE", "OBLIGATORY"])
def test_reading_cards_of_the_pile_must_be_added_where_they_can(reading: str) -> None:
    play = table("CCMP", "KKK", pile="SGC", sets={"north": "GGG"}, readings={"rest_of_pile": reading})
    play.do("take C C")
    assert play["north hand"] == "MGPS"
    if reading == "OBLIGATORY":
        assert play.moves == {"add G G"}
        play.do("add G G")
        assert play.moves == discards("MPS")
    else:
        assert play.moves == {"add G G"} | discards("MGPS")


@pytest.mark.parametrize("reading", ["FREE", "OBLIGATORY"])
def test_reading_cards_of_the_pile_must_be_laid_where_they_are_a_set(reading: str) -> None:
    play = table("CCMP", "KKK", pile="GGSGC", readings={"rest_of_pile": reading})
    play.do("take C C")
    if reading == "OBLIGATORY":
        assert play.moves == {"lay G G G"}
        play.do("lay G G G")
        assert play.moves == discards("MPS")
    else:
        assert play.moves == {"lay G G G"} | discards("MGPS")


def test_reading_a_crown_jewel_of_the_pile_can_always_be_placed() -> None:
    play = table("CCMP", "KKK", pile="SWC", readings={"rest_of_pile": "OBLIGATORY"})
    play.do("take C C")
    # The cooks that were just laid take it.
    assert play.moves == {"add W C"}


def test_reading_a_like_card_of_the_pile_joins_the_set_just_laid() -> None:
    play = table("CCMP", "KKK", pile="SCC", readings={"rest_of_pile": "OBLIGATORY"})
    play.do("take C C")
    assert play.moves == {"add C C"}


def test_reading_cards_held_before_need_not_be_placed() -> None:
    play = table("CCMGGG", "KKK", pile="SPC", sets={"north": "MMM"}, readings={"rest_of_pile": "OBLIGATORY"})
    play.do("take C C")
    assert play.moves == discards("MGPS") | {"add M M", "lay G G G"}


def test_reading_a_card_that_was_drawn_need_not_be_placed() -> None:
    play = table("CCMP", "KKK", pile="S", sets={"north": "GGG"}, readings={"rest_of_pile": "OBLIGATORY"})
    play.draw("G")
    assert play.moves == discards("CMGP") | {"add G G"}


# ------------------------------------------------------------------------------------------------ a second set


@pytest.mark.parametrize("reading", ["PLAYER_CHOOSES", "OWN_SET", "JOINED"])
def test_reading_three_more_of_a_sort_that_lies_there(reading: str) -> None:
    play = table("CCCM", "KKK", pile="S", sets={"north": "CCC"}, readings={"second_set": reading})
    play.draw("P")
    # Whether they are a second set or join the first, three more may be laid.
    assert play.moves == discards("CMP") | {"lay C C C", "add C C"}
    play.do("lay C C C")
    assert play.see("north sets", "north hand") == ("CCCCCC", "MP")


@pytest.mark.parametrize("reading", ["PLAYER_CHOOSES", "OWN_SET", "JOINED"])
def test_reading_whether_three_more_are_a_new_set(reading: str) -> None:
    readings = {"second_set": reading, "going_out": "NOT_NEW_SET"}
    play = table("CC", "KKK", pile="S", sets={"north": "CCC"}, readings=readings)
    play.draw("C")
    # A new set would have to leave a card in hand; cards that join a set need not.
    if reading == "JOINED":
        play.do("lay C C C")
        assert (play.points, play["round"]) == ((30, -30), "2")
    else:
        play.refused("lay C C C")


@pytest.mark.parametrize("reading", ["PLAYER_CHOOSES", "OWN_SET", "JOINED"])
def test_reading_the_pile_is_taken_where_a_set_of_the_sort_lies(reading: str) -> None:
    play = table("CCM", "KKK", pile="SC", sets={"north": "CCCW"}, readings={"second_set": reading})
    assert play.moves == {"draw", "take C C"}
    play.do("take C C")
    assert play.see("north sets", "north hand") == ("CCCCCCW", "MS")
