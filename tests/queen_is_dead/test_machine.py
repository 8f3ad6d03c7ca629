"""Hypothesis plays The Queen Is Dead: the box as sold and two small ones, under readings drawn for every game."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from model.queen_is_dead.modes import mode
from model.queen_is_dead.setup import Higher
from model.queen_is_dead.state import Character, Player, Prestige, State
from queensbench.engines.hypothesis.state_machine import Machine, PropertyFails, ReadersDiffer, machine
from queensbench.language.properties import PropertyDecl, holds
from queensbench.language.rules import Rule
from queensbench.project.projects import load
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build

load(Path(__file__).resolve().parents[2])  # the properties are the project's

INSTANCES = {instance.name: instance for instance in mode.all_instances()}
PLAIN = settings(
    max_examples=20,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@cache
def native(name: str) -> Native:
    return compile_system(build(mode, INSTANCES[name]), counters=False)


def run(found: type[Machine], **options: Any) -> None:
    run_state_machine_as_test(found, settings=settings(PLAIN, **options))


def played(error: BaseException) -> str:
    """The calls that a failing example prints."""
    printed = "\n".join(error.__notes__)
    return "\n".join(line for line in printed.splitlines() if line.startswith("state"))


@pytest.mark.parametrize(
    ("name", "start"), [("full", "sampled"), ("full", "start"), ("blades", "start"), ("court", "start")]
)
def test_a_machine_plays(name: str, start: Any) -> None:
    made = machine(mode, INSTANCES[name], start=start, native=native(name))
    assert len(made._bench.properties) >= 8
    run(made)


WOUNDED = """\
state = StandardMachine()
state.start()
state.choose_master(tile=Character.SNIPER)
state.choose_master(tile=Character.SNIPER)
state.lay(tile=Character.ASSASSIN)
state.lay(tile=Character.GUARD)
state.lay(tile=Character.ASSASSIN)
state.lay(tile=Character.GUARD)
state.roll_for_start(higher=Higher.WHITE)
state.roll(total=2)
state.teardown()"""


def test_a_false_property_gives_a_short_play_by_name() -> None:
    def hidden(s: State, p: Player) -> bool:
        return not any(s.face_up[p, k] and s.line[p, k] == Character.ASSASSIN for k in range(2, 5))

    decl = PropertyDecl("assassin.hidden", "always", State, holds("A guess."), rule=Rule(hidden, "property"))
    made = machine(mode, INSTANCES["blades"], native=native("blades"), properties=[decl])
    with pytest.raises(PropertyFails) as error:
        run(made)
    assert str(error.value) == "assassin.hidden does not hold for p=WHITE: A guess."
    assert played(error.value) == WOUNDED
    names = {"StandardMachine": made, "Character": Character, "Higher": Higher, "Prestige": Prestige}
    with pytest.raises(PropertyFails):
        exec(played(error.value), names)


def test_a_fault_planted_in_native_code_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    found = native("blades")
    made = machine(mode, INSTANCES["blades"], native=found)
    right, coding = found.apply, made._bench.coding
    cell = next(block.offset for block in found.system.fields if block.name == "pending")

    def wrong(cells: Any, env: Any, code: int) -> tuple[int, Any]:
        status, after = right(cells, env, code)
        if status > 0 and coding.label(coding.decode(code)) == "roll(total=3)" and after[cell + 1]:
            after[cell + 1] = 0
        return status, after

    monkeypatch.setattr(found, "apply", wrong)
    with pytest.raises(ReadersDiffer) as error:
        run(made, phases=[Phase.generate])
    assert str(error.value).startswith("after roll(total=3): ")
    assert played(error.value).splitlines()[-2] == "state.roll(total=3)"


def test_a_run_takes_the_steps_that_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty games of a hundred steps, less what refused tries take; how fast is a matter of the benchmarks."""
    made = machine(mode, native=native("full"))
    taken: list[str] = []
    take = made._take

    def taking(this: Machine, step: Any, code: int) -> None:
        taken.append(step.name)
        take(this, step, code)

    monkeypatch.setattr(made, "_take", taking)
    run(made, stateful_step_count=100)
    assert len(taken) > 1_000
    assert {"choose_master", "lay", "roll_for_start", "roll"} <= set(taken)
