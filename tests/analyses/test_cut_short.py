"""What the machine's memory has cut short is told as such, and not stored: the next run looks again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from queensbench.analyses.errata import ErrataOptions, ModeErrata
from queensbench.analyses.quiet.trying import FlipBench, Trials
from queensbench.analyses.rulings.small_boxes import SmallBoxes
from queensbench.analyses.umpire import umpired
from queensbench.analyses.vacuity import Vacuous, vacuous
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.engines.explore import explorations
from queensbench.engines.explore.explorer import explore
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.evidence.keys import Sources
from queensbench.evidence.store import Store
from queensbench.language import Mode
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from queensbench.rules.transforms.flipped_rules import choices_in
from tests.engines.models.mill import Bell
from tests.engines.models.mill import mode as mill
from tests.engines.models.quay import mode as quay

STOPPED = "stopped by the memory that the system gives"


def book(mode: Mode) -> Ruleset:
    return Ruleset(
        mode.name, mode.name, "A model", {mode.name: mode}, None, (), Gaps(Path("gaps.toml")), (), {}
    )


def kept(folder: Path) -> Evidence:
    sources = SimpleNamespace(
        toolkit="-",
        toolkit_texts={},
        content=str,
        code=str,
        of_toolkit=lambda package: frozenset(),
        changed=lambda: False,
    )
    return Evidence(Store(folder), cast(Sources, sources))


def short(patch: pytest.MonkeyPatch, most: int, which: Callable[[Any], bool] = lambda settings: True) -> None:
    """The system gives no memory for more states, in the explorations that are meant."""

    def cut(native: Any, rules: Any, settings: Any, **more: Any) -> Any:
        if not which(settings):
            return explore(native, rules, settings, **more)
        found = explore(native, rules, replace(settings, max_states=most), **more)
        assert found.reason == "max_states"
        found.reason = "refused"
        return found

    patch.setattr(explorations, "explore", cut)


def twice(
    ask: Callable[[Evidence], Any], folder: Path, patch: pytest.MonkeyPatch, most: int, **more: Any
) -> tuple[Any, Any]:
    """The answer without memory, and that of the next run, which is the one of a store of its own."""
    short(patch, most, **more)
    first = ask(kept(folder / "store"))
    patch.undo()
    second = ask(kept(folder / "store"))
    assert second == ask(kept(folder / "other"))
    return first, second


def test_rulings_beside_other_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(evidence: Evidence) -> tuple[Any, ...]:
        boxes = SmallBoxes(Run(book(mill), mill, Options(evidence=evidence)))
        found = boxes.beside("bell", Bell.RUNG, ["gate", "grain"], ["small"])
        return tuple((name, row.matters, row.instance, row.cached) for name, row in found.items())

    first, second = twice(ask, tmp_path, monkeypatch, 1)
    assert first == (("gate", "", "", False), ("grain", "", "", False))
    assert second == (("gate", "legal", "small", False), ("grain", "legal", "small", False))


def test_a_play_of_another_instance_is_not_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen on the second instance may be seen on the first, which memory has cut short."""

    def ask(evidence: Evidence) -> tuple[Any, ...]:
        boxes = SmallBoxes(Run(book(mill), mill, Options(evidence=evidence)))
        row = boxes.beside("bell", Bell.RUNG, ["gate"], ["small", "large"])["gate"]
        return row.matters, row.instance, row.cached

    asked: list[Any] = []

    def once(settings: Any) -> bool:
        asked.append(settings)
        return len(asked) == 1

    first, second = twice(ask, tmp_path, monkeypatch, 1, which=once)
    assert first == ("legal", "large", False)
    assert second == ("legal", "small", False)


def test_decisions_taken_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = next(one for one in mill.all_instances() if one.name == "small")
    flips = [flip for choice in choices_in(mill, instance, "mill", None) for flip in choice.flips][:3]

    def ask(evidence: Evidence) -> tuple[Any, ...]:
        bench = FlipBench(book(mill), mill, VerdictCache(evidence, book(mill), mill, {}))
        found = bench.on_box(instance, flips, Trials(1000, 0, time.monotonic() + 600))
        return found["states"], found["complete"]

    assert twice(ask, tmp_path, monkeypatch, 2) == ((2, False), (4, True))


def test_orders_of_effects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(evidence: Evidence) -> tuple[Any, ...]:
        found = umpired(book(quay), quay, readings={}, instances=["small"], evidence=evidence)
        return tuple(found["instances"]), tuple(row["states"] for row in found["orders"])

    first, second = twice(ask, tmp_path, monkeypatch, 2)
    assert first == (({"instance": "small", "complete": False},), (2,) * 5)
    assert second == (({"instance": "small", "complete": True},), (4,) * 5)


def vacant(evidence: Evidence) -> Vacuous:
    found = vacuous(book(mill), mill, instances=["small"], states=100, games=0, evidence=evidence)
    found.seconds = 0
    return found


def test_clauses_that_never_come_into_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = twice(vacant, tmp_path, monkeypatch, 2)
    assert (first.instances, first.left_out) == ({}, {"small": STOPPED})
    assert (second.instances, second.left_out) == ({"small": 4}, {})


def test_clauses_under_another_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = twice(vacant, tmp_path, monkeypatch, 2, which=lambda one: one.max_states == 400)
    assert first.instances == second.instances == {"small": 4}
    assert [(one.reading, one.fault) for one in first.changes][:1] == [("open", f"{STOPPED} on small")]
    assert not any(one.fault for one in second.changes)


def test_readings_that_are_judged_for_errata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(evidence: Evidence) -> tuple[Any, ...]:
        options = ErrataOptions(
            states=100,
            evidence=evidence,
            instances=["small"],
            properties=["mill.dry"],
            readings={"mill/mill": [("road", "small")]},
        )
        found = ModeErrata(book(mill), mill, options).run()
        return found.instances, found.left_out.get("small"), found.kept["road", "long"].why

    assert twice(ask, tmp_path, monkeypatch, 2) == (({}, STOPPED, STOPPED), ({"small": 4}, None, ""))


def test_the_budget_is_not_told_as_time(tmp_path: Path) -> None:
    options = ErrataOptions(
        states=100, budget=1, instances=["small"], readings={"mill/mill": [("road", "small")]}
    )
    found = ModeErrata(book(mill), mill, options).run()
    assert found.kept["road", "long"].why == "the budget of states was spent"
