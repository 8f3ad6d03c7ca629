"""Answers of two readers held against each other; a difference is kept with the state it was met in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from queensbench.errors import ModelError, RangeViolation, Refused
from queensbench.language.modes import Instance
from queensbench.readers.differential.report import Report
from queensbench.readers.differential.states import Spot
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.typed.ir import System

NEVER = "never settles"

WORDS = ("refused", "done", "silent")


class Agreement:
    """The comparison of answers about a system; ``prefix`` stands before each name in the report."""

    def __init__(self, instance: Instance, system: System, report: Report, prefix: str) -> None:
        self.instance, self.system, self.report, self.prefix = instance, system, report, prefix

    @staticmethod
    def _run(ask: Callable[[], Any]) -> tuple[str, Any]:
        """The event that an interpreter raised (refused, a violation's place, never settling), or its answer."""
        try:
            return "", ask()
        except Refused:
            return "refused", None
        except RangeViolation as violation:
            return violation.where, None
        except ModelError:
            return NEVER, None

    @staticmethod
    def _ended(interpreter: Interpreter, state: Any) -> str:
        return "done" if interpreter.silence(state) is None else "silent"

    def _place(self, status: int) -> str:
        """A native status in the interpreter's words: a violation is its file and line."""
        if status >= 0:
            return WORDS[status]
        if -1 - status < len(self.system.sites):
            site = self.system.sites[-1 - status]
            return f"{site.file}:{site.line}"
        return NEVER

    def same(self, label: str, spot: Spot, one: object, other: object, *, two: str = "native") -> bool:
        """Whether two answers are the same; a mismatch is reported with the state and the readings."""
        if one == other:
            return True
        if (
            isinstance(one, list)
            and isinstance(other, list)
            and len(one) == len(other) == len(self.system.cells)
        ):
            parted = self.parted(one, other)
        else:
            parted = f"{one}, but {other} {two}"
        readings = [
            f"{r.name}={r.readings[v].lower()}"
            for r, v in zip(self.system.rulings, spot.world.readings, strict=True)
            if v != r.house
        ]
        self.report.mismatches.append(
            f"{self.prefix}{self.instance.name}: {label}: {parted}; reading {', '.join(readings) or 'house'}; "
            f"parameters {list(spot.world.parameters)}; {spot.origin} cells {list(spot.cells)}"
        )
        return False

    def parted(self, one: list[int], two: list[int]) -> str:
        """The first cell in which two states differ, in words."""
        for block in self.system.fields:
            for cell in range(block.offset, block.offset + block.cells):
                if one[cell] != two[cell]:
                    return f"{block.name} cell {cell - block.offset} is {one[cell]}, but {two[cell]} natively"
        return "no difference"
