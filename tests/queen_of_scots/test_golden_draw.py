"""Picking up in Queen of Scots: a card from the face-down pile, laying before it, and a pile that has run out."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import DECK, Play, after_draw, discards, table

# ------------------------------------------------------------------------------------------------ drawing a card


def test_a_turn_opens_with_picking_up_and_nothing_else() -> None:
    # A set could be laid, a card be added, and cards be discarded: all that comes later.
    play = table("CCCMJRHW", "KKK", pile="P", sets={"north": "MMM"})
    assert (play.due, play.moves) == ("north: pick up", {"draw"})
    play.refused("lay C C C", "lay C C W", "lay J R H", "add M M", "add W M", "discard P", "discard C")


def test_one_card_comes_from_the_face_down_pile() -> None:
    play = table("CCM", "KKK", pile="SP", deck="CCCKG")
    assert play.do("draw") == set()
    assert {"turn.pick_up", "pick_up.choice"} == set(play.clauses)
    assert play.due == "chance: draw"
    assert play.weights() == {"drawn C": 3, "drawn K": 1, "drawn G": 1}
    assert play.do("drawn K") == {"deck: CCCKG > CCCG", "north hand: CCM > CCMK"}
    assert "pick_up.deck" in play.clauses
    assert play.due == "north: play"
    # One card, once.
    play.refused("draw")
    assert play.moves == discards("CCMK")


def test_the_face_down_pile_is_what_lies_nowhere_else() -> None:
    play = table("CCM", "KKKW", pile="SP", sets={"east": "GGGW T:JJR"})
    play.do("draw")
    counts = {**DECK, "C": 8, "M": 9, "K": 7, "G": 7, "S": 9, "P": 9, "J": 4, "R": 3, "W": 6}
    assert play.weights() == {f"drawn {letter}": number for letter, number in counts.items()}


def test_after_picking_up_the_player_lays_adds_or_discards() -> None:
    play = after_draw("CCMJRW", "KKK", drawn="P", pile="S", sets={"north": "MMM"})
    assert play.due == "north: play"
    assert play.moves == discards("CMJRWP") | {"lay C C W", "lay J R W", "add M M", "add W M"}


def test_the_card_drawn_may_be_laid_and_may_be_discarded() -> None:
    play = after_draw("CCMM", "KKK", drawn="C", pile="S")
    assert play.moves == discards("CM") | {"lay C C C"}
    assert play.do("lay C C C") == {"north hand: CCCMM > MM", "north sets: - > CCC"}
    back = after_draw("CCMM", "KKK", drawn="S", pile="P")
    assert back.do("discard S") == {
        "turn: north > east",
        "north hand: CCMMS > CCMM",
        "pile: P top P > PS top S",
    }


def test_each_player_in_turn_picks_up_and_discards() -> None:
    play = table("CM", "KG", "PS", pile="J")
    for name, drawn, pile in [
        ("north", "R", "JR top R"),
        ("east", "H", "JRH top H"),
        ("south", "S", "SJRH top S"),
        ("north", "P", "PSJRH top P"),
    ]:
        assert (play.due, play.moves) == (f"{name}: pick up", {"draw"})
        play.draw(drawn)
        assert play.due == f"{name}: play"
        play.do(f"discard {drawn}")
        assert play["pile"] == pile


# -------------------------------------------------------------------------------------- laying before picking up


def test_reading_cards_are_laid_before_picking_up_too() -> None:
    whole = {"play_when": "WHOLE_TURN"}
    play = table("CCCMJRK", "KKK", pile="P", sets={"north": "MMM"}, readings=whole)
    assert (play.due, play.moves) == ("north: pick up", {"draw", "lay C C C", "add M M"})
    play.refused("discard C")
    assert play.do("lay C C C") == {"north hand: CCCMKJR > MKJR", "north sets: MMM > CCC MMM"}
    assert (play.due, play.moves) == ("north: pick up", {"draw", "add M M"})
    play.do("add M M")
    assert play.moves == {"draw"}
    play.draw("H")
    assert play.moves == discards("KJRH") | {"lay J R H"}


def test_reading_a_hand_emptied_before_picking_up_ends_the_round() -> None:
    whole = {"play_when": "WHOLE_TURN"}
    play = table("CCC", "KKK", pile="P", readings=whole)
    play.do("lay C C C")
    assert play.points == (15, -30)
    assert play.due == "north: shuffle"


def test_reading_a_pair_laid_before_picking_up_takes_no_pile() -> None:
    whole = {"play_when": "WHOLE_TURN"}
    play = table("CCWM", "KKK", pile="C", readings=whole)
    assert play.moves == {"draw", "take C C", "lay C C W"}
    play.do("lay C C W")
    # Only hand cards match the topmost one.
    assert play.moves == {"draw"}


# ---------------------------------------------------------------------------------- the face-down pile has run out


def test_without_a_card_to_pick_up_the_turn_goes_on() -> None:
    play = table("CCM", "KKK", pile="SP", deck="")
    assert (play.due, play.moves) == ("north: play", discards("CM"))
    assert play.do("discard M") == {
        "turn: north > east",
        "north hand: CCM > CC",
        "pile: PS top P > MPS top M",
    }
    assert (play.due, play.moves) == ("east: play", {"discard K", "lay K K K"})


def test_the_last_card_is_drawn_and_the_next_player_has_none_to_draw() -> None:
    play = table("CCM", "KKG", pile="SP", deck="H")
    play.draw("H")
    play.do("discard H")
    assert (play.due, play["deck"]) == ("east: play", "-")
    assert play.moves == discards("KG")


def test_hands_run_down_once_nothing_is_picked_up() -> None:
    play = table("CM", "KG", pile="P", deck="")
    for step in ("discard C", "discard K", "discard M"):
        play.do(step)
    # North is out, East keeps a page.
    assert play.points == (0, -10)
    assert play["round"] == "2"


def renewed(reading: str) -> Play:
    """North cannot pick up; three cards lie in the face-up pile, a piper on top."""
    return table("CCM", "KKK", pile="SGP", deck="", readings={"deck_empty": reading})


def test_reading_all_discards_but_the_topmost_are_the_new_pile() -> None:
    play = renewed("RENEWED_UNDER_TOP")
    if play.due == "north: pick up":
        assert play.moves == {"draw"}
        play.do("draw")
    assert play.due == "chance: draw"
    assert play.weights() == {"drawn G": 1, "drawn S": 1}
    assert play.see("deck", "pile") == ("GS", "P top P")
    play.do("drawn G")
    assert play.moves == discards("CMG")


def test_reading_all_discards_are_the_new_pile() -> None:
    play = renewed("RENEWED_WHOLE")
    if play.due == "north: pick up":
        assert play.moves == {"draw"}
        play.do("draw")
    assert play.weights() == {"drawn G": 1, "drawn S": 1, "drawn P": 1}
    assert play.see("deck", "pile") == ("GPS", "-")
    play.do("drawn P")
    assert play.do("discard P") == {"turn: north > east", "north hand: CCMP > CCM", "pile: - > P top P"}


def test_reading_the_round_is_over_when_nothing_can_be_picked_up() -> None:
    play = renewed("ROUND_OVER")
    # Counted as it stands: nobody has emptied a hand.
    assert play.points == (-15, -30)
    assert (play.due, play["round"]) == ("north: shuffle", "2")


@pytest.mark.parametrize("reading", ["WHEN_NEEDED", "WHEN_DRAWN"])
def test_reading_when_the_end_of_the_pile_matters(reading: str) -> None:
    readings = {"deck_empty": "ROUND_OVER", "deck_last_card": reading}
    # East could take the pile by its pair of heirs, and needs no card of the face-down one.
    play = table("CCM", "HHG", pile="SP", deck="H", readings=readings)
    play.draw("H")
    assert play.due == "north: play"
    play.do("discard H")
    if reading == "WHEN_DRAWN":
        assert play.points == (-15, -70)
        assert play["round"] == "2"
    else:
        assert (play.due, play["round"]) == ("east: pick up", "1")
        assert play.points == (0, 0)
        assert "take H H" in play.moves


@pytest.mark.parametrize("reading", ["WHEN_NEEDED", "WHEN_DRAWN"])
def test_reading_when_the_discards_are_shuffled(reading: str) -> None:
    readings = {"deck_empty": "RENEWED_UNDER_TOP", "deck_last_card": reading}
    play = table("CCM", "HHG", pile="SP", deck="H", readings=readings)
    play.draw("H")
    play.do("discard M")
    play.do("draw; drawn S" if play.due == "east: pick up" else "drawn S")
    assert play.see("deck", "pile") == ("P", "M top M")
    early = table("CCM", "HHG", pile="SP", deck="H", readings=readings)
    early.draw("H")
    early.do("discard H")
    if reading == "WHEN_DRAWN":
        # East has the choice between two piles; the face-up one has been left its topmost card.
        assert early.see("deck", "pile") == ("PS", "H top H")
        assert early.moves == {"draw", "take H H"}
    else:
        assert early.see("deck", "pile") == ("-", "PSH top H")
        assert early.moves == {"take H H"}


def test_a_single_discard_that_cannot_be_taken_is_left_where_it_lies() -> None:
    play = table("CCM", "KKK", pile="P", deck="", readings={"deck_empty": "RENEWED_UNDER_TOP"})
    assert (play.due, play.moves) == ("north: play", discards("CM"))
    assert play.see("deck", "pile") == ("-", "P top P")


@pytest.mark.parametrize("renewal", ["NO_PICK_UP", "RENEWED_UNDER_TOP", "RENEWED_WHOLE", "ROUND_OVER"])
def test_reading_either_pile_though_one_is_empty(renewal: str) -> None:
    readings = {"forced_take": "EITHER_PILE", "deck_empty": renewal}
    play = table("PPM", "KKK", pile="SGP", deck="", readings=readings)
    assert (play.due, play.moves) == ("north: pick up", {"take P P", "choose_empty_pile"})
    play.do("choose_empty_pile")
    match renewal:
        case "NO_PICK_UP":
            assert (play.due, play.moves) == ("north: play", discards("PM"))
        case "RENEWED_UNDER_TOP":
            assert (play.due, play.weights()) == ("chance: draw", {"drawn G": 1, "drawn S": 1})
            assert play.see("deck", "pile") == ("GS", "P top P")
        case "RENEWED_WHOLE":
            assert play.weights() == {"drawn G": 1, "drawn P": 1, "drawn S": 1}
            assert play.see("deck", "pile") == ("GPS", "-")
        case "ROUND_OVER":
            assert (play.points, play["round"]) == ((-35, -30), "2")


def test_a_single_discard_is_left_where_it_lies_by_who_could_take_it_too() -> None:
    readings = {"forced_take": "EITHER_PILE", "deck_empty": "RENEWED_UNDER_TOP"}
    play = table("PPM", "KKK", pile="P", deck="", readings=readings)
    play.do("choose_empty_pile")
    assert (play.due, play.moves) == ("north: play", discards("PM"))


@pytest.mark.parametrize("reading", ["MUST", "MAY"])
def test_reading_the_only_pile_that_is_left(reading: str) -> None:
    play = table("PPM", "KKK", pile="SGP", deck="", readings={"forced_take": reading})
    assert play.due == "north: pick up"
    assert play.moves == {"take P P"} | ({"go_without"} if reading == "MAY" else set())
    if reading == "MAY":
        assert play.do("go_without") == set()
        assert (play.due, play.moves) == ("north: play", discards("PM"))


def test_with_a_card_in_the_pile_nobody_goes_without() -> None:
    play = table("PPM", "KKK", pile="SGP", deck="H", readings={"forced_take": "MAY"})
    assert play.moves == {"draw", "take P P"}


@pytest.mark.parametrize("reading", ["GOES_ON", "STOPS"])
@pytest.mark.parametrize("renewal", ["RENEWED_UNDER_TOP", "RENEWED_WHOLE"])
def test_reading_a_pile_that_runs_out_again(reading: str, renewal: str) -> None:
    readings = {"deck_empty": renewal, "deck_empty_twice": reading}
    play = table("CCM", "KKK", pile="GP", deck="", readings=readings)
    play.do("draw; drawn G" if play.due == "north: pick up" else "drawn G")
    # The first renewal stops nothing.
    assert (play.due, play["round"]) == ("north: play", "1")
    if renewal == "RENEWED_WHOLE":
        play.do("discard M; draw; drawn P")
    play.do("discard M" if renewal == "RENEWED_UNDER_TOP" else "discard P")
    # The renewed pile has run out.
    if reading == "STOPS":
        assert (play.points, play["round"]) == ((-20, -30), "2")
    else:
        if play.due.endswith("pick up"):
            play.do("draw")
        assert (play.due, play["round"]) == ("chance: draw", "1")
        left = {"drawn P": 1} if renewal == "RENEWED_UNDER_TOP" else {"drawn M": 1, "drawn P": 1}
        assert play.weights() == left
