"""What `mypy --strict` accepts of a model, and what it must refuse: the same that loading refuses."""

import os
import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[2]
TYPED = ROOT / "tests" / "good" / "typed.py"

#: a faulty line of a rule, and the code of the error that it gets
FAULTS = [
    ("s.count[color, s.side] = 3", "index"),  # indices the wrong way round
    ("s.done = s.count[color, s.side] == 3", "index"),
    ("s.count[s.side] = 3", "index"),
    ("s.four[s.side, color, Side.LEFT, 3] = True", "index"),
    ("s.color = s.side", "assignment"),  # the wrong kind
    ("s.color = Color.GREEN", "attr-defined"),
    ("s.colour = Color.RED", "attr-defined"),
    ("s.count[s.side, color] = color", "assignment"),  # the wrong value of a table
    ("s.four[s.side, color, 3, Side.LEFT] = s.side", "assignment"),
    ("s.done = s.side == s.color", "comparison-overlap"),  # comparisons across kinds
    ("s.done = s.color == 1", "comparison-overlap"),
    ("s.done = s.side in (Color.RED, Color.BLUE)", "comparison-overlap"),
    ("s.die = s.color + 1", "operator"),  # kinds are no numbers
    ("s.done = s.color < Color.BLUE", "operator"),
    ("s.die = WORTH[s.side]", "index"),
    ("s.die = GAIN[color, s.side]", "index"),
    ("s.pile.append(s.side)", "arg-type"),
    ("s.side = other(color)", "arg-type"),
    ("s.side = s.pile[0]", "assignment"),
    ("s.done = s.pile[color] == color", "index"),
]


def test_the_type_checker_accepts_and_refuses(tmp_path: Path) -> None:
    head = TYPED.read_text() + "\n\n@action()\ndef faulty(s: State, color: Color) -> None:\n"
    file = tmp_path / "faulty.py"
    file.write_text(head + "".join(f"    {line}\n" for line, _ in FAULTS))
    first = head.count("\n") + 1
    models = sorted(str(path) for path in TYPED.parent.glob("*.py"))
    # the project's own cache, which `make check` fills: without it one run takes twenty seconds
    cache = os.environ.get("MYPY_CACHE_DIR", str(ROOT / ".mypy_cache"))
    out, err, _ = api.run(
        [
            "--strict",
            "--config-file",
            str(ROOT / "pyproject.toml"),
            "--cache-dir",
            cache,
            "--no-error-summary",
            "--hide-error-context",
            str(file),
            *models,
        ]
    )
    assert not err
    found = []
    for line in out.splitlines():
        match = re.fullmatch(r"(.*?):(\d+): error: .*  \[([\w-]+)\]", line)
        if match:
            found.append((Path(match[1]).name, int(match[2]), match[3]))
    expected = [("faulty.py", first + place, code) for place, (_, code) in enumerate(FAULTS)]
    assert found == expected
