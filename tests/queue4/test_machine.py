"""Hypothesis plays Queue 4 in every mode, with readings drawn for every game.

A single game is played with the deck as sold, a campaign in a small box, of which it reaches the end.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from queensbench.engines.hypothesis.state_machine import ReadersDiffer, machine
from queensbench.project.projects import load
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build
from tests.machines import PLAIN, played

MODES = load().ruleset("queue4").modes
GAMES = ("standard", "royal-ball", "bouquets", "ball-and-bouquets")
CAMPAIGNS = {
    "campaign": "two_games_two_queues",
    "campaign-royal-ball": "two_balls",
    "campaign-bouquets": "two_bouquets",
    "campaign-both": "two_of_both",
}
SIXTEEN = settings(PLAIN, max_examples=16)


OFTEN = {
    "standard": {"begin_queue", "add", "reveal", "play", "shuffle_back"},
    "royal-ball": {"deal", "add", "reveal"},
    "bouquets": {"begin_queue", "add", "reveal", "name"},
    "ball-and-bouquets": {"deal", "add", "reveal", "name"},
    "campaign": {"begin_queue", "add", "reveal", "play", "shuffle_back"},
    "campaign-royal-ball": {"deal", "add", "reveal", "send_back", "behead"},
    "campaign-bouquets": {"begin_queue", "add", "reveal", "pay", "name"},
    "campaign-both": {"deal", "reveal", "name"},
}
"""What the games of a mode can hardly do without."""


@pytest.mark.parametrize("name", GAMES)
def test_the_full_deck_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mode = MODES[name]
    taken = played(mode, mode.full, monkeypatch, SIXTEEN, start="sampled", longest=60)
    print(taken)
    assert set(taken) >= OFTEN[name]
    assert taken.total() > 100


@pytest.mark.parametrize("name", sorted(CAMPAIGNS))
def test_a_small_campaign_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mode = MODES[name]
    instance = next(one for one in mode.instances if one.name == CAMPAIGNS[name])
    taken = played(mode, instance, monkeypatch, SIXTEEN)
    print(taken)
    assert set(taken) >= OFTEN[name]
    assert taken.total() > 100


def test_every_mode_has_a_machine() -> None:
    assert set(MODES) == {*GAMES, *CAMPAIGNS} == set(OFTEN)


def test_a_fault_planted_in_native_code_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a card shuffled back the native code forgets that this was the one time of the game."""
    mode = MODES["standard"]
    instance = next(one for one in mode.instances if one.name == "six")
    native = compile_system(build(mode, instance), counters=False)
    made = machine(mode, instance, native=native, readings={})
    right, coding = native.apply, made._bench.coding
    cell = next(block.offset for block in native.system.fields if block.name == "returned")

    def wrong(before: Any, env: Any, code: int) -> tuple[int, Any]:
        status, after = right(before, env, code)
        if status > 0 and coding.label(coding.decode(code)).startswith("shuffle_back"):
            after[cell] = 0
        return status, after

    monkeypatch.setattr(native, "apply", wrong)
    with pytest.raises(ReadersDiffer) as error:
        run_state_machine_as_test(made, settings=settings(PLAIN, max_examples=40, phases=[Phase.generate]))
    assert str(error.value).startswith("after shuffle_back")
