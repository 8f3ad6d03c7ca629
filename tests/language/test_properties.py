"""Properties as they are declared: whatever names clauses and the like is kept as a tuple."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from queensbench.language import Record, always, ends, fails, holds, properties


class Lamp(Record):
    lit: bool


@pytest.mark.parametrize("given", [("one", "two"), ["one", "two"], {"two", "one"}])
def test_a_declaration_has_a_hash_however_its_names_are_given(given: Collection[str]) -> None:
    before = {name: list(found) for name, found in properties.declared.items()}
    try:

        @always("dark", fails("nobody lights it", blame=given), clauses=given, instances=given)  # type: ignore[arg-type]
        def dark(s: Lamp) -> bool:
            return not s.lit

        ends("burns-out", Lamp, holds("oil"), module=__name__, against=given, clauses=given)
        one, other = properties.declared[__name__]
    finally:
        properties.declared.clear()
        properties.declared.update(before)
    both = ("one", "two")
    assert (one.expect.blame, one.clauses, one.instances, other.against, other.clauses) == (both,) * 5
    assert len({one, other}) == 2
