"""What no other play tells apart: each test is the only one to notice some single fault in the rules."""

from __future__ import annotations

from tests.queens_collection.against_table import at_take, both, table


def test_three_cards_can_be_had_of_four() -> None:
    play = at_take("RBPK", "GYWO")
    play.run("exchange; give R; give B; give P")
    assert both(play) == ("north: receive", {"receive O", "receive Y", "receive G", "receive W"})


def test_reading_a_single_card_can_be_exchanged_for_another_kind() -> None:
    readings = {"swap_same": "barred"}
    assert "exchange" in at_take("RB", "G", readings=readings).moves
    assert "exchange" not in at_take("R", "R", readings=readings).moves


def test_reading_no_number_is_announced_when_no_cards_are_left() -> None:
    play = table("R", "RGY", pile="", discards="", readings={"reveal_stop": "announced"})
    assert not any(move.startswith("announce") for move in play.moves)
    play.refused("announce 1")
