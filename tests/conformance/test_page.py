"""The guide's page about other tools is one session at a prompt, from top to bottom, and its numbers are the files'."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guide" / "environments.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples_say_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here")
    pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel here")
    monkeypatch.chdir(tmp_path)
    text = "\n".join(re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert "".join(said) == ""
    assert len(test.examples) > 20


def test_the_lines_of_mappings_are_counted() -> None:
    """A mapping for a simple engine has under 60 lines."""
    told = {
        (tool, name.removesuffix("_v3")): int(lines)
        for tool, name, lines in re.findall(r"^\| (\w+) `(\w+)` \| (\d+) \|", TEXT, re.MULTILINE)
    }
    found = {}
    for tool in ("OpenSpiel", "PettingZoo"):
        for path in (ROOT / "examples" / "engines" / tool.lower()).glob("*.py"):
            if path.name != "adapter.py":
                name = "tictactoe" if (tool, path.stem) == ("PettingZoo", "tic_tac_toe") else path.stem
                found[tool, name] = len(path.read_text(encoding="utf-8").splitlines())
    assert told == found
    assert max(found.values()) < 60
