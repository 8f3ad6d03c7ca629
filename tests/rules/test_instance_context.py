"""What an instance and a caller give to the rules: values of parameters, and rules that have a text."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from queensbench.errors import BadInput
from queensbench.language import Mode, Parameters, Record, action, initial, parameter, properties, rules
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import build


class Deck(Parameters):
    jokers: int = parameter(3, lo=0, hi=5)


class Table(Record):
    done: bool


@initial()
def start(s: Table) -> None:
    s.done = False


@action()
def stop(s: Table) -> None:
    s.done = True


mode = Mode("table", state=Table, parameters=Deck())


@pytest.mark.parametrize("given", ["2", 2.5, True, None])
def test_a_parameter_is_a_whole_number(given: Any) -> None:
    with pytest.raises(BadInput) as caught:
        Interpreter(mode, parameters={"jokers": given})
    assert str(caught.value) == f"parameter jokers = {given!r} is no whole number; give an int"


WRITTEN = """
from queensbench.language import Mode, Record, initial

class State(Record):
    done: bool

@initial()
def start(s: State) -> None:
    s.done = False

mode = Mode("typed in", state=State)
"""


def test_rules_without_a_source_text_are_refused() -> None:
    """As in a console: Python has the function, and no file has its text."""
    module = ModuleType("typed_in")
    sys.modules["typed_in"] = module
    try:
        exec(compile(WRITTEN, "<console>", "exec"), module.__dict__)
        with pytest.raises(BadInput) as caught:
            build(module.mode, module.mode.full)
    finally:
        del sys.modules["typed_in"]
        rules.registry.pop("typed_in", None)
        properties.declared.pop("typed_in", None)
    assert str(caught.value) == "<console>:7: no source text for start; use def in a file"
