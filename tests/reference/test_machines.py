"""One Hypothesis machine for each reference game: enabled moves only, both readers after every step."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from queensbench.engines.hypothesis.state_machine import PropertyFails, machine
from queensbench.language.properties import PropertyDecl, holds
from queensbench.language.rules import Rule
from tests.reference import connect_four, hanoi, kuhn_poker, sliding_puzzle, tic_tac_toe
from tests.reference.tic_tac_toe import Grid, Mark
from tests.reference.walks import session

PLAIN = settings(
    max_examples=20,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)

GAMES = {
    "tic-tac-toe": (tic_tac_toe.mode, "full"),
    "connect-four": (connect_four.mode, "full"),
    "connect-four 4x3": (connect_four.mode, "4x3"),
    "8-puzzle": (sliding_puzzle.mode, "full"),
    "hanoi": (hanoi.mode, "full"),
    "kuhn-poker": (kuhn_poker.mode, "full"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", ["start", "sampled"])
def test_a_machine_plays(game: str, start: Any) -> None:
    mode, instance = GAMES[game]
    made = session(mode, instance)
    found = machine(mode, made.instance, native=made.native, start=start, longest=12)
    run_state_machine_as_test(found, settings=PLAIN)


CENTRE = """\
state = TicTacToeMachine()
state.start()
state.put(spot=5)
state.teardown()"""


def test_a_false_property_gives_a_short_play_by_name() -> None:
    def centre_is_free(s: Grid) -> bool:
        return s.mark[5] != Mark.CROSS

    guess = PropertyDecl(
        "centre.free", "always", Grid, holds("A guess."), rule=Rule(centre_is_free, "property")
    )
    made = session(tic_tac_toe.mode)
    with pytest.raises(PropertyFails, match=r"^centre\.free does not hold: A guess\.") as error:
        run_state_machine_as_test(
            machine(tic_tac_toe.mode, native=made.native, properties=[guess]), settings=PLAIN
        )
    printed = "\n".join(error.value.__notes__)
    assert "\n".join(line for line in printed.splitlines() if line.startswith("state")) == CENTRE
