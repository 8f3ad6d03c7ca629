"""Waivers: what is accepted, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.register.waivers import NAME, load_waivers

CLAUSES = {"game": {"turn.roll", "turn.move"}, "other": {"end.reach"}}
ONE = '[[waiver]]\nclause = "game:turn.roll"\nreason = "Seen on\\n  the table."\n'


def test_a_waiver_gives_the_reason_of_a_clause(tmp_path: Path) -> None:
    path = tmp_path / NAME
    assert load_waivers(path, CLAUSES) == {"game": {}, "other": {}}
    path.write_text(ONE)
    assert load_waivers(path, CLAUSES) == {"game": {"turn.roll": "Seen on the table."}, "other": {}}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (ONE + ONE, ":4: waiver game:turn.roll: this clause is waived twice; give one reason"),
        (
            ONE.replace("turn.roll", "turn.rol"),
            ":1: waiver game:turn.rol: waives 'turn.rol', which is no clause of game; use one of turn.roll, turn.move",
        ),
        (
            ONE.replace("game:", ""),
            ":1: waiver turn.roll: 'turn.roll' names no ruleset; write ruleset:clause, with game or other",
        ),
        (
            '[[waiver]]\nclause = "game:turn.roll"\n',
            ":1: waiver game:turn.roll: field 'reason' is missing; add reason = ...",
        ),
        (
            ONE.replace("Seen on\\n  the table.", " "),
            ":1: waiver game:turn.roll: field 'reason' is empty; say what it is",
        ),
    ],
)
def test_a_waiver_is_refused_in_one_line(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / NAME
    path.write_text(text)
    with pytest.raises(BadInput) as error:
        load_waivers(path, CLAUSES)
    assert str(error.value) == f"{path}{fault}"
