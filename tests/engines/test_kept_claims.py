"""Claims that steps keep: what is shown with and without lemmas, of piles that begin empty too, and what stays open."""

from __future__ import annotations

import numpy as np
import pytest

from queensbench.engines.boxes import LOOPS
from queensbench.engines.prove.kept_claims import KeptVerdict, Stock, claiming, kept
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput
from queensbench.rules.system import build
from tests.engines.models import jars

MODE = jars.mode
SYSTEM = build(MODE, MODE.full, ruleset="jars")
FIELD = {field.name: range(field.offset, field.offset + field.cells) for field in SYSTEM.fields}
LEFT = Stock("full[LEFT]", "runs out", FIELD["full"][:1], 0)
BOTH = Stock("full", "runs out", FIELD["full"], 0)
SPARE = Stock("spare", "runs out", FIELD["spare"], 0)
NOTED = Stock("moved", "runs out", FIELD["moved.len"], 0)
MANY = Stock("moved", "is full", FIELD["moved.len"], 2)
STONES = [judge.name for judge in SYSTEM.judges].index("stones")


def told(found: list[KeptVerdict]) -> list[tuple[str, str, tuple[int, ...], str]]:
    return [(one.stock.name, one.verdict, one.lemmas, one.at) for one in found]


def test_a_jar_is_not_emptied_where_no_stone_is_lost() -> None:
    assert told(kept(SYSTEM, [LEFT])) == [("full[LEFT]", "open", (), "pour")]
    assert told(kept(SYSTEM, [LEFT], given=[STONES])) == [("full[LEFT]", "proved", (STONES,), "")]


def test_what_holds_of_each_step_needs_no_lemma_and_no_start() -> None:
    assert told(kept(SYSTEM, [BOTH, NOTED, MANY])) == [
        ("full", "proved", (), ""),
        ("moved", "proved", (), ""),
        ("moved", "proved", (), ""),
    ]


def test_what_runs_out_is_never_shown_not_to() -> None:
    assert told(kept(SYSTEM, [SPARE], given=[STONES])) == [("spare", "open", (), "drop")]


def test_parts_of_one_field_are_not_asked_behind_one_that_is_not_shown() -> None:
    parts = [
        Stock(f"spare {place}", "runs out", range(at, at + 1), 0) for place, at in enumerate(SPARE.cells)
    ]
    assert told(kept(SYSTEM, parts)) == [("spare 0", "open", (), "drop"), ("spare 1", "unknown", (), "drop")]


def test_the_judges_of_stocks_stand_behind_those_of_the_mode() -> None:
    asked = claiming(SYSTEM, [LEFT, MANY])
    assert [judge.name for judge in asked.judges] == [
        "stones",
        "spare",
        "full[LEFT] runs out",
        "moved is full",
    ]
    box = Box("jars", MODE, MODE.full, asked, LOOPS)
    env = box.native.new_env(box.raw({}), box.parameters())
    cells = np.array(box.native.initial(env)[1], np.int32)
    assert list(box.native.judges(cells, env)) == [1, 1, 1, 1]
    cells[LEFT.cells.start] = 0
    cells[MANY.cells.start] = 2
    assert list(box.native.judges(cells, env)) == [0, 1, 0, 0]


def test_a_total_between_the_least_and_the_most_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        claiming(SYSTEM, [Stock("full", "is at two", FIELD["full"], 2)])
    assert str(refused.value) == (
        "jars/jars: full is asked to come to 2; ask for the least or the most of its cells, 0 or 6"
    )
