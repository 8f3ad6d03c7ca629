"""Hypothesis plays Queen of Scots, with readings drawn for every game: the assumed deck, and decks of a few cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from queensbench.engines.hypothesis.state_machine import ReadersDiffer, machine
from queensbench.project.projects import load, mode_instance
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build
from tests.machines import PLAIN, played

MODES = load().ruleset("queen-of-scots").modes
MODE = MODES["standard"]
SHORT = settings(PLAIN, max_examples=12)
LONGER = settings(PLAIN, max_examples=24, stateful_step_count=40)


def test_the_assumed_deck_is_played_past_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = played(MODE, mode_instance(MODE, "two"), monkeypatch, SHORT, start="sampled")
    print(taken)
    assert set(taken) >= {"shuffle", "deal", "turn_up", "draw", "drawn", "discard"}
    assert sum(taken.values()) > 300


def test_small_decks_are_played_through(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: Counter[str] = Counter()
    for name in ("duel", "jewels", "match"):
        taken += Counter(played(MODE, mode_instance(MODE, name), monkeypatch, LONGER, start="sampled"))
    print(taken)
    # What the house readings allow, and some that only others do.
    assert set(taken) >= {"take", "lay", "add", "discard", "keep_all", "lay_two"}
    assert taken.total() > 900


def test_every_mode_has_a_machine() -> None:
    assert list(MODES) == ["standard"]


def test_a_fault_planted_in_native_code_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a discard the native code forgets that the card lies on the pile."""
    instance = mode_instance(MODE, "people")
    native = compile_system(build(MODE, instance), counters=False)
    made = machine(MODE, instance, native=native, readings={})
    right, coding = native.apply, made._bench.coding
    cells = next(block for block in native.system.fields if block.name == "pile")

    def wrong(before: Any, env: Any, code: int) -> tuple[int, Any]:
        status, after = right(before, env, code)
        if status > 0 and coding.label(coding.decode(code)).startswith("discard("):
            here = slice(cells.offset, cells.offset + cells.cells)
            after[here] = before[here]
        return status, after

    monkeypatch.setattr(native, "apply", wrong)
    with pytest.raises(ReadersDiffer) as error:
        run_state_machine_as_test(made, settings=settings(PLAIN, max_examples=40, phases=[Phase.generate]))
    assert str(error.value).startswith("after discard(")
