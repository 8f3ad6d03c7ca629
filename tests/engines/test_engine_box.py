"""Machine code that serves several instances: those that differ in values of parameters, and no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from queensbench.analyses.verdicts import sampled
from queensbench.analyses.verdicts.run import MAX_STEPS, Options, Run
from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.runtime.box import same_code
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.project import projects
from queensbench.readers.native import code_cache
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.engines.models import ladder, wager, wishes

ROOT = Path(__file__).resolve().parents[2]


def session(name: str, alike: EngineBox | None = None) -> EngineBox:
    """The session of an instance of the wishes."""
    instance = next(i for i in wishes.mode.all_instances() if i.name == name)
    return EngineBox("tests", wishes.mode, instance, build(wishes.mode, instance), alike=alike)


def test_code_of_another_instance_is_run_with_the_parameters_of_this_one() -> None:
    once = session("once")
    for name in ("again", "doubt", "trap"):
        served, own = session(name, once), session(name)
        assert served.native.address("qb_apply") == once.native.address("qb_apply")
        assert served.native.address("qb_apply") != own.native.address("qb_apply")
        assert served.native.system is served.system
        found, wanted = served.explored(), own.explored()
        assert (found.states, found.transitions) == (wanted.states, wanted.transitions)
        assert [s.count for s in found.silences] == [s.count for s in wanted.silences]
        assert found.deadlocks.count == wanted.deadlocks.count
    assert len({session(i.name).explored().transitions for i in wishes.mode.instances}) > 1


def test_only_values_of_parameters_may_differ() -> None:
    one, two = session("once").system, session("trap").system
    assert one != two
    assert same_code(one, two)
    assert not same_code(one, replace(two, clauses=(*two.clauses, "another")))
    assert not same_code(one, replace(two, parameters=two.parameters[1:]))
    wider = replace(two.parameters[0], hi=two.parameters[0].hi + 1)
    assert not same_code(one, replace(two, parameters=(wider, *two.parameters[1:])))
    assert not same_code(one, build(wager.mode, wager.mode.full))


def test_the_full_box_is_played_for_longer_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampled, "MOST_STEPS", 400_000)
    monkeypatch.setattr(sampled, "OTHERS_STEPS", 100_000)
    ruleset, mode = projects.load(ROOT).mode("queens-collection/solo")
    run = Run(ruleset, mode, Options())
    for name, most in (("full", 400_000), ("hardest", 100_000)):
        trial = playouts_of(run.box(name), games=sampled.TRIAL, seed=run.options.seed, max_steps=MAX_STEPS)
        assert sampled.games_of(run, run.box(name)) == most * sampled.TRIAL // trial.steps > sampled.TRIAL
        about_steps = sampled.games_of(run, run.box(name), steps=True)
        assert about_steps == 100_000 * sampled.TRIAL // trial.steps > sampled.TRIAL
    for steps in (False, True):
        assert sampled.games_of(Run(ruleset, mode, Options(games=7)), run.box("full"), steps=steps) == 7


def test_an_audit_compiles_levels_of_a_box_once() -> None:
    ruleset, mode = projects.load(ROOT).mode("queens-collection/solo")
    run = Run(ruleset, mode, Options())
    hardest, round_ = run.box("hardest"), run.box("round")
    assert run.box("beginners").alike is hardest
    assert round_.alike is None


def test_code_that_is_made_anew_while_it_runs_finds_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(code_cache.FOLDER, str(tmp_path))
    levels: list[list[int]] = []

    def all_found() -> list[object]:
        made = session("doubt")
        found = made.explored()
        played = made.played(games=300, seed=5, max_steps=1000)
        parted = rulings_on(made.comparer, found)
        levels.append([made.native.level, made.comparer.native.level])
        return [
            (found.states, found.transitions, found.level_sizes),
            [judged.count for judged in found.failing],
            (played.games, played.steps, played.lengths.tolist()),
            [(one.ruling, one.matters, one.consulted) for one in parted],
        ]

    slowly = all_found()
    monkeypatch.setattr(code_cache, "WAITED", dict.fromkeys(code_cache.WAITED, 0.0))
    assert all_found() == slowly
    monkeypatch.setattr(code_cache, "COSTS", dict.fromkeys(code_cache.COSTS, 0.0))
    assert all_found() == slowly
    assert levels == [[code_cache.QUICK] * 2, [code_cache.INLINED] * 2, [code_cache.FULL] * 2]


def test_states_are_found_the_same_where_no_property_is_judged() -> None:
    made = EngineBox("tests", ladder.mode, ladder.mode.full, build(ladder.mode, ladder.mode.full))
    found, judged = made.explored(judging=False), made.explored()
    assert (found.states, found.transitions, found.complete) == (judged.states, judged.transitions, True)
    cells = [[one.cells(int(i)).tolist() for i in one.ids()] for one in (found, judged)]
    assert cells[0] == cells[1]
    assert [s.count for s in found.silences] == [s.count for s in judged.silences]
    assert (found.ends, found.scores) == (judged.ends, judged.scores)
    assert (found.failing, found.holding) == ((), ())
    assert [one.count > 0 for one in judged.failing] == [
        j.name not in ("not-four", "not-seven") for j in made.system.judges
    ]


def test_states_that_are_judged_serve_where_that_is_not_asked_but_not_the_other_way_round() -> None:
    made = session("doubt")
    plain = made.explored(judging=False)
    assert made.explored(judging=False) is plain
    judged = made.explored()
    assert judged is not plain
    assert made.explored(judging=False) is judged


def test_interpreters_of_a_box_share_what_readings_do_not_change() -> None:
    made = session("doubt")
    one, two = made.interpreter(), made.interpreter()
    assert one is not two
    assert (one.layout, one.domains) == (two.layout, two.domains)
    assert one.context.layouts is two.context.layouts
    one.start()
    two.tally.clauses["a clause"] = 1
    assert "a clause" not in one.tally.clauses
    assert one.context.trace is not two.context.trace
