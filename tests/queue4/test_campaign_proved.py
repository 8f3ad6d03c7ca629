"""A game of a campaign is scored in a step of its own, of which every claim is shown at full size, of every reading."""

from __future__ import annotations

import pytest

from queensbench.engines.prove.obligations import SORTS, Task
from queensbench.engines.prove.planning import conjuncts, plan
from queensbench.engines.prove.worker_pool import Deciders, cheap
from queensbench.project.projects import load
from queensbench.rules.system import build, properties_of

MODES = load().ruleset("queue4").modes


FOLLOW = {"score.within", "campaign.within", "cards.in_all"}
"""What is shown of each state, from the other claims: these steps are never asked."""


@pytest.mark.parametrize("name", ["campaign", "campaign-royal-ball"])
def test_scoring_a_game_keeps_every_claim(name: str) -> None:
    mode = MODES[name]
    system = build(mode, mode.full)
    kinds = {one.name: one.kind for one in properties_of(mode, mode.full)}
    claims = [j for j, one in enumerate(system.judges) if kinds[one.name] in ("always", "never")]
    lemmas = tuple(conjuncts(system, claims))
    (number,) = [at for at, one in enumerate(system.transitions) if one.name == "score_game"]
    asked = [goal for goal in plan(system, lemmas) if goal.transition == number]
    asked = [g for g in asked if not g.lemmas or system.judges[g.lemmas[0][0]].name not in FOLLOW]
    decider = Deciders(Task(system, lemmas, None, 4_000_000)).of(SORTS[0])
    decider.begin(asked[0], False)
    answers = [answer for some in cheap(decider, asked) for answer in some]
    shown = {system.judges[a.goal.lemmas[0][0]].name for a in answers if a.goal.lemmas}
    assert shown == {system.judges[j].name for j in claims} - FOLLOW
    assert {answer.verdict for answer in answers} == {"proved"}
