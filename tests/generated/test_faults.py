"""Each fault that was found in the toolkit once is found again by generated models, when it is put back on purpose."""

from __future__ import annotations

import pytest

from tests.generated.faults import FAULTS, Fault, fails, finds, found_after
from tests.generated.restored import PUT_BACK

KNOWN = [
    pytest.param(
        fault,
        id=fault.name,
        marks=[pytest.mark.skip(reason=fault.why or "no model finds it yet")] if fault.after < 0 else [],
    )
    for fault in FAULTS.values()
]
"""All faults; one that no model is known to find is a skip that can be seen."""


@pytest.mark.parametrize("fault", KNOWN)
def test_a_fault_put_back_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the model of its stream that is the first to find it; with the toolkit as it is that model passes."""
    assert not finds(fault, fault.after)
    PUT_BACK[fault.name](monkeypatch)
    assert finds(fault, fault.after)


@pytest.mark.slow
@pytest.mark.parametrize("fault", KNOWN)
def test_a_fault_put_back_is_found_after_so_many_models(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    PUT_BACK[fault.name](monkeypatch)
    assert found_after(fault, fault.after + 1) == fault.after


LED = {
    "requirements that do not lead": (4, 98),
    "never matters behind a requirement": (6, 100),
    "lookups of one memory": (20, 400),
    "a symmetry on trust": (4, 100),
    "sums of weights that overflow": (10, 200),
    "the first of equal choices": (15, 300),
    "a start that refuses itself": (10, 100),
}
"""Streams that are led towards a sort of model: so many models in the ordinary tests, and in the slow ones."""


@pytest.mark.parametrize("name", LED)
def test_a_stream_that_is_led_somewhere_shows_no_fault(name: str) -> None:
    assert [number for number in range(LED[name][0]) if fails(FAULTS[name], number)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LED)
def test_a_stream_that_is_led_somewhere_shows_no_fault_for_long(name: str) -> None:
    assert [number for number in range(*LED[name]) if fails(FAULTS[name], number)] == []


def test_every_fault_that_can_be_put_back_is_looked_for() -> None:
    assert set(FAULTS) == set(PUT_BACK)
