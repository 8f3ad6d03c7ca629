"""Claims about single readings: a play shows what one allows, and faults that only one can show are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.queens_collection.modes import cooperative, solo_mode
from properties.queens_collection import steps_readings
from queensbench.engines.mutate.exhaustive import NOTICED, MutationBench
from queensbench.language.modes import Mode
from queensbench.project import projects
from queensbench.project.projects import Ruleset
from queensbench.rules.system import build, properties_of
from queensbench.rules.transforms.mutant_schemata import build_mutated, every
from spec.queens_collection.together import WildMoves
from tests.engine_box import EngineBox

ROOT = Path(__file__).resolve().parents[2]

#: by reading: the mode, the rules that it alone asks, the claim, how many of their faults show, and how many it notices
ASKED: dict[str, tuple[Mode, tuple[str, ...], str, int, int]] = {
    "draw_short=exchange_only": (
        cooperative,
        ("has_two_wilds", "pays_for", "can_act"),
        "counted.exchange_alone",
        41,
        33,
    ),
    "end_no_action=nothing_useful": (cooperative, ("can_improve_by_exchange",), "counted.over", 21, 16),
    "solo_beginner_harder=normal_only": (solo_mode, ("harder_alone",), "counted.cards_alone", 1, 1),
}


@pytest.fixture(scope="module")
def ruleset() -> Ruleset:
    return projects.load(ROOT).ruleset("queens-collection")


@pytest.mark.parametrize(("name", "steps"), [("other.freely_everywhere", 16), ("other.freely_last", 18)])
def test_a_play_shows_what_a_wild_may_do_freely(name: str, steps: int) -> None:
    young = next(i for i in cooperative.all_instances() if i.name == "young")
    box = EngineBox("queens-collection", cooperative, young, build(cooperative, young))
    number = next(number for number, judge in enumerate(box.system.judges) if judge.name == name)
    assert (
        next(d for d in properties_of(cooperative, young) if d.name == name).module == steps_readings.__name__
    )
    house, freely = box.explored(), box.explored({"wild_moves": WildMoves.MOVES_FREELY})
    assert house.failing[number].count == 0
    first = freely.failing[number].state
    assert first is not None
    assert freely.steps(first) == steps


@pytest.mark.slow
@pytest.mark.parametrize("reading", ASKED)
def test_a_claim_notices_faults_that_its_reading_alone_shows(ruleset: Ruleset, reading: str) -> None:
    mode, rules, claim, shown, noticed = ASKED[reading]
    young = next(i for i in mode.all_instances() if i.name == "young")
    mutants = [m for m in every(mode, young, ruleset.name, ruleset.clause_names) if m.rule in rules]
    (mutated,), refused = build_mutated(mode, young, mutants, ruleset.name, ruleset.clause_names)
    assert not refused
    house = MutationBench(mode, young, mutated, budget=30_000)
    chosen = list(house.chosen)
    for place, ruling in enumerate(house.system.rulings[:-1]):
        for raw, name in enumerate(ruling.readings):
            if f"{ruling.name}={name.lower()}" == reading:
                chosen[place] = raw
    bench = MutationBench(mode, young, mutated, chosen, budget=30_000, code=house.codes)
    trials = [bench.tried(number) for number in range(1, len(mutants) + 1) if bench.touched(number)]
    assert len(trials) == shown
    assert sum(claim in trial.by for trial in trials if trial.outcome == NOTICED) == noticed
