"""Under which readings a game of the first booklet can go on for ever, or ends where the text is silent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.questions import can_always
from queensbench.engines.graphs.ways import components, cyclic_states
from queensbench.project import projects
from tests.engine_box import EngineBox


@pytest.fixture(scope="module")
def harder() -> EngineBox:
    ruleset, mode = projects.load(Path(__file__).resolve().parents[2]).mode("queens-collection/cooperative")
    box = projects.mode_instance(mode, "harder")
    return EngineBox(ruleset.name, mode, box, projects.system(ruleset, mode, box))


def end(session: EngineBox, *choices: str) -> tuple[bool, bool, bool]:
    """Whether play can go on for ever by will, whether it does so by itself once there, whether text is silent."""
    found = session.explored(projects.readings_of(session.mode, choices))
    assert found.complete
    game = game_of(found)
    looping = cyclic_states(game, components(game)[0], np.ones(game.states, bool))
    return bool(looping.any()), not can_always(game).holds, any(s.count for s in found.silences)


@pytest.mark.parametrize(
    ("choices", "by_will", "trapped", "silent"),
    [
        ((), False, False, False),
        # A trade puts no card away any more: two players trade to and fro.
        (("burn_empty=free",), True, False, False),
        # One proposes, the other refuses.
        (("trade_consent=owner_agrees",), True, False, False),
        # All pass while there is a pile, again and again.
        (("passing=any_turn",), True, False, False),
        (("passing=only_stuck",), False, False, False),
        # Who has passed has no more turns, and the pile that the end needs empty stays.
        (("passing=any_turn", "all_passed=once_each"), False, False, True),
        # With an empty pile all may pass for ever, while somebody still could act.
        (("end_no_action=nothing_possible",), True, False, False),
        # Three thrown off, two in the pile: none is drawn, and who has no card can do nothing.
        (("draw_partial=all_or_none",), False, False, True),
        # The same, but who is stuck passes, and the pile is never emptied.
        (("draw_partial=all_or_none", "passing=only_stuck"), True, True, False),
    ],
)
def test_whether_the_game_ends_hangs_on_the_reading(
    harder: EngineBox, choices: tuple[str, ...], by_will: bool, trapped: bool, silent: bool
) -> None:
    assert end(harder, *choices) == (by_will, trapped, silent)
