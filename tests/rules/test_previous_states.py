"""Properties of steps: judged over two states, by native code and by the interpreter alike, and of mutants."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from queensbench.analyses.audit.all_modes import require_asked
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.steps import StepJudge
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.mutate.exhaustive import DIFFERENT, NOTICED, SAME, Trial
from queensbench.engines.mutate.sampled import PlayBench
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.engines.simulate.playouts import PlaySettings, playouts
from queensbench.errors import BadInput, ModelError, ModelRefused
from queensbench.language import Instance, Mode, Range, Record, holds, initial, step
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build, properties_of, steps_of
from queensbench.rules.transforms.flipped_rules import build_flipped
from queensbench.rules.transforms.mutant_schemata import build_mutated, every
from queensbench.rules.transforms.previous_states import build_stepping
from queensbench.rules.typed import bounds
from tests.engines.models import bell, hops

SMALL = Instance("small")
STEPS = {decl.name: decl for decl in steps_of(hops.mode, SMALL)}


@cache
def system() -> Any:
    return build_stepping(hops.mode, SMALL, ruleset="toy")


@cache
def compiled() -> Any:
    made = system()
    return compile_system(made, extra=lambda m: add_kernels(m, made, [*EXPLORER, *PLAYER]))


def test_a_system_over_two_states_has_both_and_the_judges_of_both() -> None:
    plain, made = build(hops.mode, SMALL, ruleset="toy"), system()
    assert [judge.name for judge in plain.judges] == ["rested"]
    assert [judge.name for judge in made.judges] == ["rested", "forward", "one-gets-wet", "by-one"]
    assert (
        len(made.cells) == 2 * (len(plain.cells) - 1) + 2
    )  # the silence and whether there was a step stand once
    assert made.notes["before"] == len(plain.cells) - 1
    assert [decl.name for decl in properties_of(hops.mode, SMALL)] == ["rested"]


def test_the_explorer_judges_every_step_as_the_interpreter_does() -> None:
    made = system()
    found = explore(compiled(), made)
    interpreter = Interpreter(hops.mode, SMALL)
    todo, pairs, wrong = [interpreter.start()], 0, dict.fromkeys(STEPS, 0)
    while todo:  # no two plays of the frog meet: it remembers its way
        was = todo.pop()
        for move in interpreter.moves(was):
            state = interpreter.apply(was, move)
            todo.append(state)
            pairs += 1
            for name, decl in STEPS.items():
                wrong[name] += not interpreter.judge_step(decl, state, was)
    assert wrong == {"forward": 0, "one-gets-wet": 0, "by-one": 2}
    assert found.states == pairs + 1
    assert {j.name: f.count for j, f in zip(made.judges, found.failing, strict=True)} == {
        "rested": 0,
        **wrong,
    }


def test_the_play_against_a_step_property_ends_with_that_step() -> None:
    made = system()
    found = explore(compiled(), made)
    first = found.failing[3]
    assert first.state is not None
    codes = found.moves_to(first.state)
    coding = found.coding
    assert [coding.label(coding.decode(code)) for code in codes] == ["hop(far=2)"]


def test_games_judge_steps_from_the_first_one_on() -> None:
    made = system()
    played = playouts(compiled(), made, PlaySettings(seed=1), games=200)
    assert [first.count for first in played.failing[:3]] == [0, 0, 0]
    assert played.failing[3].count > 0
    assert played.replay(played.failing[3].state or 0)


def test_machine_code_cuts_a_game_behind_the_first_step_that_is_not_as_said() -> None:
    """The interpreter judges every step of the same games; of each the same part is left."""
    toy = Ruleset("toy", "toy", "toy", {"hops": hops.mode}, None, (), Gaps(Path("gaps.toml")), (), {})
    run = Run(toy, hops.mode, Options(games=40))
    asked = [decl for decl in steps_of(hops.mode, hops.mode.full) if decl.name == "by-one"]
    judge = StepJudge(run, hops.mode.full, asked)
    box, found = run.box("full"), judge.games(run)
    assert found.play(40).failing[0].count > 0
    interpreter, lengths = box.interpreter(), set()
    for game in range(40):
        codes = found.replay(game)
        states = interpreter.replay(box.steps(codes))
        wrong = [
            n for n in range(1, len(states)) if not interpreter.judge_step(asked[0], states[n], states[n - 1])
        ]
        left = wrong[0] if wrong else len(codes)
        assert found.cut(codes, 0) == codes[:left]
        lengths.add((left, len(codes)))
    assert lengths == {(1, 2), (2, 2), (3, 3)}


def test_a_step_property_takes_two_states() -> None:
    with pytest.raises(BadInput) as caught:

        @step("alone", holds("It takes one state only."))
        def alone(s: hops.Pond) -> bool:
            return s.tired

    assert "the step property alone does not take the state before the step" in str(caught.value)
    assert "write two states first: `s: State, was: State`" in str(caught.value)


Wide = Annotated[int, Range(1, 400)]


class Walk(Record):
    at: Wide


@initial()
def set_out(s: Walk) -> None:
    s.at = 1


@step("asked-too-often", holds("It is asked for 160,000 pairs."), clauses=("no.such",))
def asked_too_often(s: Walk, was: Walk, x: Wide, y: Wide) -> bool:
    return s.at + x + y > was.at or True


def test_a_step_property_is_held_against_the_limits_and_the_register() -> None:
    mode = Mode("walk", state=Walk)
    with pytest.raises(ModelRefused) as caught:
        build_stepping(mode, mode.full, clauses={"some.such"})
    text = "def asked_too_often(s: Walk, was: Walk, x: Wide, y: Wide) -> bool:"
    line = Path(__file__).read_text().splitlines().index(text)
    fault = "is asked for 160,000 combinations of values (400 * 400); at most are 65,536"
    assert [(f.line, f.text, f.fault) for f in caught.value.findings] == [
        (line, "asked-too-often", "no clause is called no.such"),
        (line + 1, "def asked_too_often", fault),
    ]


def test_a_step_property_is_no_deeper_than_rules_are(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = Mode("walk", state=Walk)
    monkeypatch.setattr(bounds, "MOST_PATH", 8)
    with pytest.raises(ModelRefused) as caught:
        build_stepping(mode, mode.full)
    assert [f.fault for f in caught.value.findings] == [
        "is asked for 160,000 combinations of values (400 * 400); at most are 65,536",
        "more than 8 expressions, statements and asked rules inside one another",
    ]


def test_a_mode_that_is_refused_is_so_without_mutants_and_flips() -> None:
    with pytest.raises(ModelRefused, match=r"no clause is called walk\.step"):
        build_mutated(bell.mode, SMALL, [], "toy", set())
    with pytest.raises(ModelRefused, match=r"no clause is called walk\.step"):
        build_flipped(bell.mode, SMALL, [], "toy", set())


@cache
def bench() -> PlayBench:
    mutants = every(hops.mode, SMALL, "toy", None)
    (mutated,), refused = build_mutated(hops.mode, SMALL, mutants, "toy", None, steps=True)
    assert not refused
    return PlayBench(hops.mode, SMALL, mutated)


def test_an_audit_may_name_a_step_property_and_an_instance() -> None:
    require_asked([hops.mode], ["by-one"], [hops.mode.full.name])
    with pytest.raises(BadInput, match="the property by-one is not asked of large; name one of "):
        require_asked([hops.mode], ["by-one"], ["large"])


def test_mutants_are_noticed_in_games_by_what_is_said_of_steps() -> None:
    played = bench()
    found = {f"{m.rule} {m.kind} {m.text}": played.tried(k) for k, m in enumerate(played.mutated.mutants, 1)}
    assert found["begin dropped `s.at = 0`"] == Trial(SAME, (), "6,000 games")
    assert found["hop dropped `s.way.append(s.at)`"].by == ("forward",)
    assert found["hop dropped `s.wet[s.at] = True`"].by == ("one-gets-wet",)
    assert found["hop bent `-` for `+` in `s.at + far`"].outcome == NOTICED
    assert found["rest dropped `s.tired = False`"] == Trial(
        NOTICED, ("the model",), "the automatic steps come to no end, in hop(far=2) after 0 moves"
    )
    assert found["begin bent `1` for `0`"].outcome == DIFFERENT
    assert found["begin bent `1` for `0`"].what == "300 of 300 games go otherwise"


def test_the_games_of_a_mutant_are_those_of_the_model_as_long_as_it_changes_nothing() -> None:
    played = bench()
    one = played._played(played.house, 0, np.arange(60))
    two = [played._played(played.house, 0, np.arange(begin, begin + 20)) for begin in (0, 20, 40)]
    assert one.digests.tolist() == [d for part in two for d in part.digests.tolist()]
    same = played._played(played.house, 1, np.arange(60))  # `s.at = 0` left out: a blank pond is the same
    assert same.digests.tolist() == one.digests.tolist()


def test_a_mode_without_step_properties_is_played_too() -> None:
    mutants = every(bell.mode, SMALL, "toy", None)
    (mutated,), _ = build_mutated(bell.mode, SMALL, mutants, "toy", None)
    played = PlayBench(Mode("bell", state=bell.Path), SMALL, mutated)
    found = {f"{m.rule} {m.kind} {m.text}": played.tried(k) for k, m in enumerate(mutated.mutants, 1)}
    assert found["step dropped `s.at += 1`"].by == ("home",)
    assert found["step bent `<=` for `<` in `s.at < 2`"].by == ("at-most-two",)
    # it walks on to three, where the claim fails, before it leaves the range
    assert found["step dropped `s.at < 2`"].by == ("at-most-two",)


def test_a_mutant_that_shows_in_no_game_plays_all_games_as_the_model_does() -> None:
    """What is noted while the model plays is held against games of every mutant itself."""
    played = bench()
    games = np.arange(200)
    base = played._base(played.house)
    hidden = set()
    for number, mutant in enumerate(played.mutated.mutants, 1):
        try:
            digests = played._played(played.house, number, games).digests
        except ModelError:
            assert played.touched(number)
            continue
        other = digests != base.games.digests[games]
        assert not np.any(other & (base.marks[games, number] == 0))
        if not played.touched(number):
            hidden.add(f"{mutant.rule} {mutant.kind} {mutant.text}")
    assert hidden == {"begin dropped `s.at = 0`"}


def test_a_step_property_can_be_asked_for_on_an_instance() -> None:
    require_asked([hops.mode], ["forward"], [hops.mode.full.name])
    with pytest.raises(BadInput, match="the property backward is not asked of full"):
        require_asked([hops.mode], ["backward"], [hops.mode.full.name])
