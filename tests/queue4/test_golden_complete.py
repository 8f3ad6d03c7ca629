"""Every ruling of Queue 4 has golden plays, and every reading of it is played in them."""

from __future__ import annotations

import re
from pathlib import Path

from spec.queue4.rulings import r

HERE = Path(__file__).parent
TEXT = "\n".join(
    path.read_text() for path in sorted(HERE.glob("test_golden_*.py")) if path.name != Path(__file__).name
)
PLAYS = set(re.findall(r"^def test_reading_(\w+)", TEXT, re.MULTILINE))


def test_every_ruling_has_golden_plays() -> None:
    names = [ruling.name for ruling in r.declared()]
    assert len(names) == 57
    assert [name for name in names if not any(play.startswith(name) for play in PLAYS)] == []


def test_every_reading_but_the_houses_is_played() -> None:
    missing = [
        f"{ruling.name}={reading.name}"
        for ruling in r.declared()
        for reading in ruling.readings
        if reading != ruling.house and f'"{reading.name}"' not in TEXT
    ]
    assert missing == []
