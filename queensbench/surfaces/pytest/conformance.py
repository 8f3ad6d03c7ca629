"""A plugin of pytest: the fixture ``conforms``, by which a test holds an engine against a rulebook.

def test_my_engine(conforms):
    conforms("queue4/standard", MyEngine, instance="six", plays={"stop_when": "unseen"})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

Conforms = Callable[..., Any]


@pytest.fixture
def conforms() -> Conforms:
    """A function that plays with an engine, and fails with the report where it does not play by the book.

    It takes what :func:`queensbench.conform` takes, and ``plays``: by ruling the reading that must be found.
    """

    def check(
        path: str, engine: object = None, *, plays: Mapping[str, str] | None = None, **options: Any
    ) -> Any:
        from queensbench.conformance.conforming import conform

        found = conform(path, engine, **options)
        if not found.conforms:
            pytest.fail(str(found), pytrace=False)
        for ruling, reading in (plays or {}).items():
            played = found.readings.get(ruling)
            if played != reading:
                told = f"it plays {played}" if played else "its readings are not told apart"
                pytest.fail(f"{ruling} should be played as {reading}: {told}\n{found}", pytrace=False)
        return found

    return check
