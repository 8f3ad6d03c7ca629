"""The interface between expressions, bodies and their module: modes, compiled functions, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from queensbench.readers.native.layout import Layout
from queensbench.rules.typed import guards, ir


@dataclass(frozen=True)
class Mode:
    """The side effects of a body beside its work.

    ``delta`` is added to the counter of each clause that it exercises, ``consult`` counts the rulings that it
    reads, ``mark`` writes a silence into the state.
    """

    delta: int
    consult: bool
    mark: bool


@dataclass(frozen=True)
class Compiled:
    """An LLVM function, to be called with cells, environment and arguments.

    If it ``faults``, it returns a status, beside its value if it ``returns`` one.
    """

    function: Any
    faults: bool
    returns: bool


class Functions(Protocol):
    """The module as expressions see it: its tables, and the functions that they call."""

    system: ir.System
    layout: Layout
    noted: int | None
    answers_counted: bool
    effects: guards.Effects

    def table(self, number: int) -> tuple[Any, int]:
        """A constant table in the smallest element that holds it, and the element's width in bits."""

    def function(self, number: int, mode: Mode, *, called: bool = False) -> Compiled:
        """A function in a mode; ``called`` by a rule it counts its own clauses."""
