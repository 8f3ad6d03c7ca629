"""No test of engines depends on how fast the machine is: what has a bound by the clock has more than it needs."""

from __future__ import annotations

import pytest

from queensbench.conformance import explaining, inquiry

LONG = 600.0


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiry, "SHRINKING", LONG)
    monkeypatch.setattr(explaining, "EXPLAINING", LONG)
