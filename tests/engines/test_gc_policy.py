"""Searches for cycles are put off where much is made at once, and begin again where they were done before."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from queensbench.engines.runtime import compiling, gc_policy
from queensbench.readers.native import entry_points
from queensbench.rules.system import build
from tests.engines.models import ladder


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.isenabled()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("on", [True, False])
def test_searches_are_put_off_until_the_last_block_ends(on: bool) -> None:
    (gc.enable if on else gc.disable)()
    first, second = gc_policy.put_off(), gc_policy.put_off()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled() == on


def test_a_block_that_fails_ends_as_any_other() -> None:
    gc.enable()
    with pytest.raises(ValueError, match="within"), gc_policy.put_off():
        raise ValueError("within")
    assert gc.isenabled()


def test_nothing_is_searched_while_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    write = entry_points.write_entries

    def writing(*given: object) -> None:
        seen.append(gc.isenabled())
        write(*given)  # type: ignore[arg-type]

    monkeypatch.setenv("QUEENSBENCH_CODE", "off")
    monkeypatch.setattr(entry_points, "write_entries", writing)
    gc.enable()
    compiling.compiled(build(ladder.mode, ladder.mode.full), ())
    assert (seen, gc.isenabled()) == ([False], True)
