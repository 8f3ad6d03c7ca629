"""What declarations are given: an argument of another sort is refused with its place, in one line."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.language import given, owner, properties, rules
from tests.torture.declarations import MODEL, Slot, calls, changed

TEXT = MODEL.read_text("utf-8")
NAMES, EXPECTATIONS = '("one",)', "{...: holds(...)}"
REFUSED: dict[tuple[str, str, str], str] = {
    ("ruling", "0", "5"): "a ruling whose house reading is 5; write a member of a class derived from Reading",
    ("ruling", "clauses", "True"): f"the ruling of Tie has clauses=True; write `clauses={NAMES}`",
    ("ruling", "clauses", "None"): f"the ruling of Tie has clauses=None; write `clauses={NAMES}`",
    ("ruling", "modes", "'race'"): f"the ruling of Tie has modes='race'; write `modes={NAMES}`",
    ("ruling", "why", "5"): 'the ruling of Tie has why=5; write `why="..."`',
    ("ruling", "hole", "()"): 'the ruling of Tie has hole=(); write `hole="..."`',
    ("ruling", "reasons", "{Tie.BOTH: 5}"): (
        "the ruling of Tie has reasons={<Tie.BOTH: 'Both win.'>: 5}; write `reasons={Tie.NOBODY: \"...\"}`"
    ),
    ("ruling", "speaks", "{5: ('end.up',)}"): (
        "the ruling of Tie has speaks={5: ('end.up',)}; write `speaks={Tie.NOBODY: (\"one\",)}`"
    ),
    ("ruling", "documents", "{Tie.BOTH: 'stair'}"): (
        "the ruling of Tie has documents={<Tie.BOTH: 'Both win.'>: 'stair'}; "
        'write `documents={Tie.NOBODY: ("one",)}`'
    ),
    ("holds", "0", "5"): 'holds() has why=5; write `why="..."`',
    ("holds", "at_least", "'proved'"): "holds() has at_least='proved'; write `at_least=Class.PROVED`",
    ("fails", "0", "b'x'"): "fails() has why=b'x'; write `why=\"...\"`",
    ("fails", "despite", "5"): 'fails() has despite=5; write `despite="..."`',
    ("fails", "blame", "[5]"): f"an expected failure has blame=[5]; write `blame={NAMES}`",
    ("unknown", "0", "None"): 'unknown() has why=None; write `why="..."`',
    ("always", "0", "b'x'"): "b'x' is no name for a property; give a text of letters, on one line",
    ("always", "1", "None"): (
        "the property on.the_stair has no expectation, but None; "
        'write holds("..."), fails("...", blame=...) or unknown("...")'
    ),
    ("always", "on", "{5: 5}"): f"the property on.the_stair has on={{5: 5}}; write `on={EXPECTATIONS}`",
    ("always", "under", "{'tie': holds('')}"): (
        "the property on.the_stair has under={'tie': Expectation(outcome='holds', why='', at_least=<Class.SAMPLED: "
        f"'sample...; write `under={EXPECTATIONS}`"
    ),
    ("can_always", "1", "Player"): "the property end.can_come has state=<enum 'Player'>; write `state=State`",
    ("can_reach", "target", "5"): 'the property blue.can_win has target=5; write `target="property.name"`',
    ("can_reach", "module", "5"): "the property blue.can_win has module=5; write `module=__name__`",
    ("ends", "sure", "1"): "the property it.ends has sure=1; write `sure=True`",
    ("bounds", "least", "True"): "the property heights has least=True; write `least=5`",
    ("parameter", "why", "5"): 'a parameter has why=5; write `why="..."`',
    ("rule", "opaque", "'no'"): "@rule has opaque='no'; write `opaque=True`",
    ("Instance", "sizes", "{5: 5}"): 'instance six has sizes={5: 5}; write `sizes={"one": 5}`',
    ("Instance", "explore", "1"): "instance six has explore=1; write `explore=True`",
    ("Mode", "state", "None"): "mode race: state cannot be NoneType; give a class derived from Record",
    ("Symmetry", "full", "Player"): "symmetry swap has full=<enum 'Player'>; write `full=(Color,)`",
    ("Symmetry", "generators", "{}"): (
        "symmetry swap has generators={}; write `generators=({Color: (Color.RED, ...)},)`"
    ),
    ("Symmetry", "instances", "'six'"): f"symmetry swap has instances='six'; write `instances={NAMES}`",
}


@pytest.fixture
def fresh() -> Iterator[None]:
    """The model leaves nothing behind."""
    before = [(table, dict(table)) for table in (rules.registry, properties.declared)]
    yield
    sys.modules.pop("declared", None)
    for table, kept in before:
        for name in set(table) - set(kept):
            del table[name]


def slot(function: str, argument: str) -> Slot:
    """The argument of the first call of a function that has it, by its name or its place."""
    for at, call in enumerate(calls(ast.parse(TEXT))):
        assert isinstance(call.func, ast.Name)
        if call.func.id != function:
            continue
        if argument.isdecimal():
            return Slot(at, int(argument))
        names = [keyword.arg for keyword in call.keywords]
        if argument in names:
            return Slot(at, len(call.args) + names.index(argument))
    raise AssertionError(f"{function} is not given {argument}")


def load(text: str, folder: Path) -> None:
    path = folder / "declared.py"
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location("declared", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["declared"] = module
    spec.loader.exec_module(module)


@pytest.mark.usefixtures("fresh")
def test_the_model_that_declares_everything_is_good(tmp_path: Path) -> None:
    load(TEXT, tmp_path)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("case", REFUSED, ids=" ".join)
def test_an_argument_of_another_sort_is_refused(case: tuple[str, str, str], tmp_path: Path) -> None:
    function, argument, value = case
    with pytest.raises(BadInput) as fault:
        load(changed(TEXT, slot(function, argument), value), tmp_path)
    place, _, said = str(fault.value).partition(": ")
    assert said == REFUSED[case]
    assert place.startswith(f"{tmp_path / 'declared.py'}:")


def test_a_field_that_shows_others_is_named() -> None:
    with pytest.raises(BadInput, match=r': owner\(\) has shown=5; write `shown="field"`$'):
        owner(shown=5)  # type: ignore[arg-type]


def test_what_python_makes_no_text_of_is_shown_by_its_type() -> None:
    class Mute:
        def __repr__(self) -> str:
            raise ValueError("no")

    assert given.shown(Mute()) == "a Mute"
    assert given.shown("x" * 100) == "'" + "x" * 76 + "..."
