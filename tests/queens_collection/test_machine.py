"""Hypothesis plays The Queen's Collection in every mode, with readings drawn for every game and levels for every box."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from model.queens_collection.cards import level
from queensbench.engines.hypothesis.state_machine import ReadersDiffer, machine
from queensbench.language import Instance, Mode
from queensbench.project.projects import load
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build
from tests.machines import PLAIN, played

MODES = load().ruleset("queens-collection").modes
SMALL = {"cooperative": "young", "solo": "young", "competitive": "gone", "teams": "partners"}


def drawn(mode: Mode) -> Instance:
    """The box as sold with levels drawn, other than those that every game has unless told otherwise."""
    every = list(product((0, 1), range(4), (0, 1)))[1:]
    chosen = Random(mode.name).choice(every)
    names = ("fewer_colours", "fewer_wilds", "beginners")
    return replace(mode.full, name="drawn", parameters=dict(zip(names, chosen, strict=True)))


PAST_THE_DEAL = {
    "cooperative": {"renew_one", "trade"},
    "solo": {"renew_one", "play_wild"},
    "competitive": {"reveal", "pair"},
    "teams": {"reveal", "pair"},
}


@pytest.mark.parametrize("name", sorted(MODES))
def test_the_full_box_is_played_past_its_set_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mode = MODES[name]
    taken = played(mode, drawn(mode), monkeypatch, start="sampled")
    print(drawn(mode).parameters, taken)
    assert set(taken) >= PAST_THE_DEAL[name]
    assert sum(taken.values()) > 100


@pytest.mark.parametrize("name", sorted(MODES))
def test_a_small_box_is_played_from_its_start(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mode = MODES[name]
    instance = next(one for one in mode.instances if one.name == SMALL[name])
    taken = played(mode, instance, monkeypatch)
    print(taken)
    assert sum(taken.values()) > 60
    assert {"deal", "deal_at_once"} & set(taken)


def test_every_mode_has_a_machine() -> None:
    assert set(MODES) == set(SMALL) == set(PAST_THE_DEAL)
    assert {name for mode in MODES.values() for name in drawn(mode).parameters} == set(vars(type(level))) & {
        "fewer_colours",
        "fewer_wilds",
        "beginners",
    }


def test_a_fault_planted_in_native_code_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a trade the native code forgets that the cards change hands."""
    mode = MODES["cooperative"]
    instance = next(one for one in mode.instances if one.name == SMALL["cooperative"])
    native = compile_system(build(mode, instance), counters=False)
    made = machine(mode, instance, native=native, readings={})
    right, coding = native.apply, made._bench.coding
    cells = next(block for block in native.system.fields if block.name == "display")

    def wrong(before: Any, env: Any, code: int) -> tuple[int, Any]:
        status, after = right(before, env, code)
        if status > 0 and coding.label(coding.decode(code)).startswith("trade("):
            after[cells.offset : cells.offset + cells.cells] = before[
                cells.offset : cells.offset + cells.cells
            ]
        return status, after

    monkeypatch.setattr(native, "apply", wrong)
    with pytest.raises(ReadersDiffer) as error:
        run_state_machine_as_test(made, settings=settings(PLAIN, max_examples=200, phases=[Phase.generate]))
    assert str(error.value).startswith("after trade(")
