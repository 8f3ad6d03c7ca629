"""Golden plays of Queen of Scots: cards taken back where that is allowed until the discard (ruling ``laid_this_turn``).

What is left must be legal.  The proofs of every reading at once found these three ways in which it was not.
"""

from __future__ import annotations

from tests.queen_of_scots.table import after_draw, table

BACK = {"laid_this_turn": "UNTIL_DISCARD"}


def test_crown_jewels_that_a_card_made_another_set_of_are_a_set_by_themselves_again() -> None:
    play = after_draw(
        "CKG",
        "SSS",
        sets={"north": "W:WWW"},
        readings={**BACK, "three_jewels": "SET", "jewel_set": "FIRST_CARD"},
    )
    assert play.do("add C W") == {"north hand: CKGP > KGP", "north sets: W:WWW > CWWW"}
    assert play.do("take_back") == {"north hand: KGP > CKGP", "north sets: CWWW > W:WWW"}


def test_a_set_to_which_the_taken_crown_jewel_was_added_stays() -> None:
    play = table("CCCKGWW", "SSS", pile="PW", readings={**BACK, "play_when": "WHOLE_TURN"})
    play.do("lay C C C")
    assert "take_back" in play.moves
    play.do("take_jewel_onto C")
    assert play.see("north sets", "north hand") == ("CCCW", "KGPWW")
    play.refused("take_back")
    play.do("add W C")
    assert play.do("take_back") == {"north hand: KGPW > KGPWW", "north sets: CCCWW > CCCW"}


def test_royals_that_the_taken_card_joined_stay_with_it() -> None:
    play = table(
        "JJJRHKG",
        "SSS",
        pile="PJ",
        readings={
            **BACK,
            "play_when": "WHOLE_TURN",
            "second_set": "JOINED",
            "james_copies": "JAMES_ALONE",
        },
    )
    play.do("lay J R H")
    play.do("take J J")
    assert play.see("north sets", "north hand") == ("T:JJJJRH", "KGP")
    play.refused("take_back")
