"""``states``: it leaves nothing behind in the rules, and no fault is made of it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from queensbench.language import rules
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import build
from queensbench.rules.transforms.mutated_rules import definition
from queensbench.rules.transforms.mutation_operators import mutants_of

TEXT = """
from queensbench.language import Mode, Record, action, clause, initial, over, require, rule, states


class State(Record):
    done: bool
    far: bool


@initial()
def start(s: State) -> None:
    s.done = False{first}


@rule("move.step")
def near(s: State) -> bool:{second}
    return not s.far


@action("move.roll")
def move(s: State) -> None:{third}
    require(near(s))
    with clause("move.stop"):{fourth}
        s.far = True


mode = Mode("said", state=State)
"""
SAID = {
    "first": '\n    states("box.contents")',
    "second": '\n    states("move.turn")',
    "third": '\n    states("move.turn", "box.contents")',
    "fourth": '\n        states("move.turn")',
}


def loaded(tmp_path: Path, name: str, said: dict[str, str]) -> ModuleType:
    path = tmp_path / f"{name}.py"
    path.write_text(TEXT.format(**said), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[ModuleType, ModuleType]]:
    yield loaded(tmp_path, "says_it", SAID), loaded(tmp_path, "says_nothing", dict.fromkeys(SAID, ""))
    for name in ("says_it", "says_nothing"):
        sys.modules.pop(name, None)
        rules.registry.pop(name, None)


def test_the_typed_rules_are_those_without_it(both: tuple[ModuleType, ModuleType]) -> None:
    says, nothing = (build(module.mode, module.mode.full) for module in both)
    assert says.clauses == nothing.clauses == ("move.roll", "move.step", "move.stop")
    assert [(f.name, f.body, f.clauses) for f in says.functions] == [
        (f.name, f.body, f.clauses) for f in nothing.functions
    ]


def test_no_mutant_is_made_of_it(both: tuple[ModuleType, ModuleType]) -> None:
    def told(module: ModuleType) -> list[tuple[tuple[str, ...], str, str]]:
        made = [
            mutant
            for rule in rules.registry[module.__name__]
            for mutant in mutants_of(rule, definition(rule))
        ]
        return [(mutant.clauses, mutant.kind, mutant.text) for mutant in made]

    says, nothing = map(told, both)
    assert says == nothing
    assert (("move.stop",), "dropped", "the block of move.stop") in says


def test_it_is_not_counted_as_carried_out(both: tuple[ModuleType, ModuleType]) -> None:
    tallies = []
    for module in both:
        reader = Interpreter(module.mode, module.mode.full)
        start = reader.start()
        (step,) = reader.moves(start)
        reader.apply(start, step)
        tallies.append(reader.tally.clauses)
    assert tallies[0] == tallies[1] == {"move.step": 1, "move.roll": 1, "move.stop": 1}
