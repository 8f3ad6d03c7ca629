"""Every public name has an example in its docstring, and the examples say what the names do."""

from __future__ import annotations

import doctest
import sys
from importlib import import_module
from pathlib import Path

import pytest

import queensbench as qb

PUBLIC = tuple(name for name in qb.__all__ if name != "__version__")
CONSTANTS = {"HIDDEN": "Hidden"}
"""A constant's example stands in its class."""
OPTIONAL = {
    "openspiel_game": "pyspiel",
    "bot_games": "pyspiel",
    "BotGame": "pyspiel",
    "pettingzoo_env": "pettingzoo",
}
"""What an example needs that is not installed everywhere."""


OF_FOLDERS = {"diff", "VersionDifferences"}
"""Their examples are about the folder that one stands in."""


def documented(name: str) -> object:
    """What the example of a public name is the docstring of."""
    found = getattr(qb, name)
    return type(found) if name in CONSTANTS else found


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_has_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in OPTIONAL:
        pytest.importorskip(OPTIONAL[name])
    if name not in OF_FOLDERS:
        monkeypatch.chdir(tmp_path)  # what an example writes is no part of the project
    found = documented(name)
    module = sys.modules[found.__module__]
    examples = doctest.DocTestFinder(recurse=False).find(found, name, module=module)
    assert examples
    assert examples[0].examples, f"{name} has no example"
    wrong: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples[0], out=wrong.append, clear_globs=True)
    assert wrong == []


def test_the_stub_names_what_the_package_offers() -> None:
    """A type checker reads the stub, Python the table in the package."""
    text = (Path(qb.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("from ")]
    words = [line.split() for line in lines]
    stubbed = {name: module for _, module, _, name, _, again in words if name == again}
    assert len(stubbed) == len(lines)
    table = vars(qb)["_PLACES"]
    assert stubbed == {name: f"queensbench.{module}" for name, module in table.items()}
    for name, module in stubbed.items():
        assert getattr(import_module(module), name) is getattr(qb, name)
    assert set(PUBLIC) == set(stubbed)
    assert set(PUBLIC) <= set(dir(qb))
    with pytest.raises(AttributeError, match="module 'queensbench' has no attribute 'lod'"):
        getattr(qb, "lod")  # noqa: B009 - not a name that a type checker knows
