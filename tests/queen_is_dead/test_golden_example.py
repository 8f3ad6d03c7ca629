"""The example that the booklet prints."""

from __future__ import annotations

import pytest

from model.queen_is_dead.state import Player
from tests.queen_is_dead.table import table


@pytest.mark.parametrize("turn", list(Player))
@pytest.mark.clause(
    "queen-is-dead:example.roll",
    "queen-is-dead:example.sniper_token",
    "queen-is-dead:example.sniper_aim",
    "queen-is-dead:example.guard",
    "queen-is-dead:example.order",
    "queen-is-dead:example.assassin_token",
    "queen-is-dead:example.assassin_target",
)
def test_the_printed_example(turn: Player) -> None:
    """A Sniper and an Assassin at 5; the Sniper's target at 9 is a Princess with the Guard beside her at 8."""
    play = table("5:SNI", "5:ASS 8:GUA 9:PRI", turn=turn)
    assert play.roll(5) == {
        "white red: 0 > 1",  # the Sniper's token
        "black red: 0 > 1",  # the Assassin's
        "supply red: 6 > 4",
        "white 5: SNI > sni",  # and the Princess at 9 still lies face up
    }
    clauses = list(play.clauses)
    assert clauses.index("sniper.token") < clauses.index("sniper.target") < clauses.index("assassin.token")
    assert clauses.index("assassin.token") < clauses.index("assassin.target")
    assert clauses.index("guard.protects") < clauses.index("assassin.token")
    assert play.due == f"{turn.name.lower()}: reposition"


def test_the_printed_example_without_the_guard_ends_the_game() -> None:
    play = table("5:SNI", "5:ASS 8:gua 9:PRI")
    assert play.roll(5) == {"white red: 0 > 1", "supply red: 6 > 5", "black 9: PRI > pri"}
    assert play.due == "over: white"
