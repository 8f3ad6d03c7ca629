"""Each fault that was found in the toolkit once is found again by generated models, when it is put back on purpose."""

from __future__ import annotations

import pytest

from tests.generated.faults import FAULTS, Fault, finds, found_after
from tests.generated.restored import PUT_BACK

KNOWN = [pytest.param(fault, id=fault.name) for fault in FAULTS.values() if fault.after >= 0]


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


def test_every_fault_that_can_be_put_back_is_looked_for() -> None:
    assert set(FAULTS) == set(PUT_BACK)
