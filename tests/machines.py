"""Hypothesis plays a mode by its state machine, and each transition that it takes is counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from queensbench.engines.hypothesis.state_machine import Machine, machine
from queensbench.language import Instance, Mode
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build

PLAIN = settings(
    max_examples=8,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
"""The same few games each time."""


def played(
    mode: Mode, instance: Instance, monkeypatch: pytest.MonkeyPatch, how: settings = PLAIN, **options: Any
) -> Counter[str]:
    """How often each transition was taken in the games of a machine; moves of sampled starts count as well."""
    made = machine(mode, instance, native=compile_system(build(mode, instance), counters=False), **options)
    taken: Counter[str] = Counter()
    take = made._take

    def taking(this: Machine, step: Any, code: int) -> None:
        taken[step.name] += 1
        take(this, step, code)

    monkeypatch.setattr(made, "_take", taking)
    run_state_machine_as_test(made, settings=how)
    return taken
