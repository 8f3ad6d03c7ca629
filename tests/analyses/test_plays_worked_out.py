"""Plays that a property names: what an audit makes of them, and which it refuses."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import properties.queens_collection.goals  # noqa: F401  (declares what is asked for below)
from queensbench.analyses.findings.workers import options
from queensbench.analyses.rulings.impact import ImpactSettings
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.sampled import worked_out
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.language.properties import PropertyDecl, declared
from queensbench.rules.conditions import condition
from tests.analyses.test_rulings import ruleset
from tests.counts import session_of
from tests.engines.models import wager

WON = "choose 1; throw 6; toss False; call 0"


SORTED = next(one for one in declared["properties.queens_collection.goals"] if one.name == "goal.sorted")


@pytest.fixture(scope="module")
def run() -> Run:
    return Run(ruleset(), ruleset().modes["wager"], options(ImpactSettings(), lambda text: None, None))


def named(run: Run, text: str, place: str = "wager/full") -> PropertyDecl:
    """The property that a six was thrown and blue has called, with a play that is to lead there."""
    found = condition(run.mode, run.mode.full, "s.die == 6 and s.phase == Phase.END")
    return replace(found, plays=((place, text),))


def test_a_play_that_leads_there_is_found_as_codes(run: Run) -> None:
    box = run.box("full")
    found = worked_out(run, box, named(run, WON))
    assert found is not None
    assert [str(step) for step in plays.steps_of(box.interpreter(), box.coding, found)] == [
        "choose(mark=1)",
        "throw(face=6)",
        "toss(heads=False)",
        "call(side=0)",
    ]
    assert worked_out(run, box, named(run, WON, "wager/low")) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("choose 1; throw", "step 2: throw takes face, not 0 values"),
        ("choose 1; fly 2", "step 2: no action is called fly"),
        ("choose 9", "step 1: mark of choose cannot be 9"),
        ("choose 1; toss True", "step 2, toss(heads=True), is "),
        ("choose 1; throw 6", "it does not lead to "),
    ],
)
def test_any_other_is_refused(run: Run, text: str, message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        worked_out(run, run.box("full"), named(run, text))


def test_under_another_reading_it_may_lead_nowhere(run: Run) -> None:
    other = run.under({"called": wager.Called.NOBODY})
    assert worked_out(other, other.box("full"), named(run, WON)) is None


@pytest.mark.parametrize("place", [place for place, _ in SORTED.plays])
def test_every_level_that_an_audit_plays_can_be_sorted(place: str) -> None:
    mode, name = place.split("/")
    interpreter = session_of(f"queens-collection/{mode}", name).interpreter({})
    moments, refused = plays.moments_until(
        interpreter, plays.steps_written(dict(SORTED.plays)[place], interpreter, place)
    )
    assert refused is None
    assert interpreter.judge(SORTED, moments[-1].state)
    assert plays.ending(interpreter, moments[-1].state) == "won by nobody, score 24"
