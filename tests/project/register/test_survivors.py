"""``survivors.toml``: faults that no property has to notice, each with its reason; what is wrong there is one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.register.survivors import load_survivors

ONE = """
[[survivor]]
ruleset = "snails"
rule = "creep"
done = "dropped: `rest(s)`"
reason = '''
Nothing reads
how tired a snail is.'''
"""
REFUSED = {
    "unknown": (
        ONE.replace("snails", "snail"),
        "survivor creep: 'snail' names no ruleset; use snails",
    ),
    "twice": (ONE + ONE, "survivor creep: this fault is explained twice; give one reason"),
    "empty": (
        ONE.replace("Nothing reads\nhow tired a snail is.", " "),
        "survivor creep: field 'reason' is empty; say what it is",
    ),
    "misspelt": (
        ONE.replace("done", "did"),
        "survivor creep: unknown field 'did'; use one of done, reason, rule, ruleset",
    ),
}


def test_a_reason_by_ruleset_and_fault(tmp_path: Path) -> None:
    path = tmp_path / "survivors.toml"
    assert load_survivors(path, ["snails", "worms"]) == {"snails": {}, "worms": {}}
    path.write_text(ONE, encoding="utf-8")
    assert load_survivors(path, ["snails", "worms"]) == {
        "snails": {("creep", "dropped: `rest(s)`"): "Nothing reads how tired a snail is."},
        "worms": {},
    }


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_one_line(name: str, tmp_path: Path) -> None:
    text, said = REFUSED[name]
    path = tmp_path / "survivors.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        load_survivors(path, ["snails", "worms"])
    assert str(refused.value) == f"{path}:{10 if name == 'twice' else 2}: {said}"
