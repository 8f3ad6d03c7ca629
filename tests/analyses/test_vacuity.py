"""Clauses that never come into play: what is stored is not looked for again, and what was cut short is not stored."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from queensbench.analyses import vacuity
from queensbench.analyses.vacuity import Vacuous, vacuous
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources
from queensbench.evidence.store import Store
from queensbench.evidence.toolkit_parts import PACKAGE
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from tests.engines.models.mill import mode as mill


def found(folder: Path, **more: Any) -> Vacuous:
    book = Ruleset("mill", "mill", "A mill", {"mill": mill}, None, (), Gaps(Path("gaps.toml")), (), {})
    sources = SimpleNamespace(
        toolkit="-",
        toolkit_texts={},
        content=lambda package: package,
        code=lambda package: package,
        of_toolkit=lambda package: frozenset({PACKAGE}),
        changed=lambda: False,
    )
    evidence = Evidence(Store(folder), cast(Sources, sources))
    seen = vacuous(book, mill, **{"states": 100, "games": 20, **more}, evidence=evidence)
    seen.seconds = 0
    return seen


def no_engine(*args: Any, **kwargs: Any) -> Any:
    raise AssertionError("an engine was asked")


def refuse(patch: pytest.MonkeyPatch, *names: str) -> None:
    for name in names:
        patch.setattr(vacuity, name, no_engine)


def test_what_is_stored_is_not_looked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = found(tmp_path)
    assert len(first.changes) == 3
    refuse(monkeypatch, "boxed", "Judging", "playouts_of", "Idle")
    assert found(tmp_path) == first
    with pytest.raises(AssertionError, match="an engine was asked"):
        found(tmp_path, games=21)


def test_a_run_that_was_cut_short_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def told(text: str) -> None:
        asked.append(text)
        if text == "mill/mill: grain=plenty":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found(tmp_path, progress=told)
    assert asked == [
        *(f"mill/mill {box}: the house reading" for box in ("small", "large")),
        *(
            f"mill/mill: {one}"
            for one in ("gate=open", "bell=rung", "road=straight", "road=long", "grain=plenty")
        ),
    ]
    asked.clear()
    whole = found(tmp_path, progress=asked.append)
    assert asked[:2] == ["mill/mill: grain=plenty", "mill/mill: what can never come into play"]
    monkeypatch.undo()
    assert whole == found(tmp_path / "other")


def test_proofs_that_had_no_time_are_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuity, "PROOF_SECONDS", -1.0)
    late = found(tmp_path)
    assert (late.proved_never, [change.proved for change in late.changes]) == ((), [(), (), ()])
    monkeypatch.undo()
    refuse(monkeypatch, "Judging", "playouts_of")
    assert [change.proved for change in found(tmp_path).changes] == [("road.mud",), ("road.mud",), ()]
