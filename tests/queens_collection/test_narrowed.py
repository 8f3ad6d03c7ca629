"""What breaks under a reading that is not the house's: each such expectation is met by a play, in a small box."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from model.queens_collection.modes import cooperative, solo_mode
from properties.queens_collection import narrowed
from queensbench.analyses.audit.one_mode import ModeAudit, Options
from queensbench.language.modes import Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.rulings import Reading
from queensbench.project import projects
from queensbench.project.projects import rulings_of
from queensbench.rules.system import build, properties_of
from spec.queens_collection.preparation import DealBlocked
from spec.queens_collection.together import DrawPartial, OutOfGame
from tests.engine_box import EngineBox

ROOT = Path(__file__).resolve().parents[2]
STATES = 60_000
"""The deals come first; the other boxes are smaller."""

BROKEN = {
    ("turn.never_stuck", DrawPartial.ALL_OR_NONE): (cooperative, "young", 15),
    ("turn.never_stuck_alone", DrawPartial.ALL_OR_NONE): (solo_mode, "young", 14),
    ("deal.no_fifth", DealBlocked.FOURTH): (cooperative, "round", 7),
    ("deal.every_pawn", DealBlocked.NEXT_CARD): (cooperative, "round", 9),
    ("deal.every_colour", DealBlocked.NEXT_CARD): (cooperative, "round", 9),
    ("score.full_when_home_young", OutOfGame.COUNTED): (cooperative, "young", 17),
    ("score.full_when_home_alone", OutOfGame.COUNTED): (solo_mode, "young", 13),
}
"""The mode, the box, and the steps of the first play."""


@cache
def session(mode: Mode, name: str) -> EngineBox:
    """The session of a box."""
    box = next(i for i in mode.all_instances() if i.name == name)
    return EngineBox("queens-collection", mode, box, build(mode, box))


def declared() -> set[tuple[str, Reading]]:
    """The properties of the module, each with the readings that are expected to break it."""
    decls: dict[str, PropertyDecl] = {
        decl.name: decl
        for mode in (cooperative, solo_mode)
        for decl in properties_of(mode)
        if decl.module == narrowed.__name__
    }
    return {(decl.name, reading) for decl in decls.values() for reading, _ in decl.under}


def test_every_narrowed_claim_is_tested_here() -> None:
    assert declared() == set(BROKEN)


@pytest.mark.parametrize(("name", "reading"), BROKEN)
def test_a_play_breaks_it(name: str, reading: Reading) -> None:
    mode, box, steps = BROKEN[name, reading]
    shop = session(mode, box)
    ruling = next(decl.name for decl in rulings_of(mode) if isinstance(reading, decl.readings))
    found = shop.explored({ruling: reading}, max_states=STATES)
    numbers = {judge.name: number for number, judge in enumerate(shop.system.judges)}
    first = found.failing[numbers[name]].state
    assert first is not None
    play = shop.play(found.moves_to(first), {ruling: reading})
    reader = shop.interpreter({ruling: reading})
    decl = next(one for one in properties_of(mode) if one.name == name)
    assert [reader.judge(decl, state) for state in reader.replay(play.steps)][-2:] == [True, False]
    assert len(play.steps) == steps


@pytest.mark.parametrize(
    ("readings", "verdict"), [({"draw_partial": DrawPartial.ALL_OR_NONE}, "fails"), ({}, "holds")]
)
def test_an_audit_expects_what_its_reading_does(readings: dict[str, Reading], verdict: str) -> None:
    ruleset, mode = projects.load(ROOT).mode("queens-collection/solo")
    options = Options(
        proofs=False,
        rulings=False,
        studies=False,
        properties=("turn.never_stuck_alone",),
        instances=("young",),
        readings=readings,
    )
    audit = ModeAudit(ruleset, mode, options)
    audit.run()
    (row,) = audit.report.properties
    assert (row.verdict, row.expected, row.state) == (verdict, verdict, "ok")
    assert row.blame == (("draw_partial", "solo.turn") if readings else ())
