"""Whether the functions of a system bind every local slot that they read: a check of lowering itself.

Every reader trusts the numbers of slots.  A loop that binds another slot than the one its body reads gives each
reader an answer of its own, so lowering is checked each time that a system is built.  A fault found here is ours,
never the model's.  What it cannot see: that a slot, though bound, is the wrong one of two that are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from queensbench.rules.typed import ir


def check(functions: Iterable[ir.Function]) -> None:
    """Check all functions.  Raises AssertionError, which names the function and the slot."""
    for function in functions:
        _Check(function).run()


class _Check:
    """The check of one function."""

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        nodes = [node for stmt in function.body for node in ir.walk(stmt)]
        self.given = set(range(len(function.params)))
        self.given |= {node.slot for node in nodes if isinstance(node, ir.Let)}

    def run(self) -> None:
        """Check the function.  Raises AssertionError at the first fault."""
        for stmt in self.function.body:
            self._visit(stmt, frozenset(self.given))

    def _visit(self, node: Any, bound: frozenset[int]) -> None:
        match node:
            case ir.Var(slot, t):
                if slot not in bound:
                    raise self._fault("reads", slot, "which nothing around it binds")
                whole = self.function.slots[slot]
                inside = type(t) is type(whole) and whole.lo <= t.lo and t.hi <= whole.hi
                if not inside:
                    raise self._fault("reads", slot, f"as {t}, which is {whole}")
            case ir.For(slot, values, body):
                inner = self._bind(slot, values, bound)
                for stmt in body:
                    self._visit(stmt, inner)
            case ir.Quant(_, loops, body, default, _, _):
                if default is not None:
                    self._visit(default, bound)
                for loop in loops:
                    bound = self._bind(loop.slot, loop.values, bound)
                    if loop.where is not None:
                        self._visit(loop.where, bound)
                self._visit(body, bound)
            case _:
                for child in ir.children(node):
                    self._visit(child, bound)

    def _bind(self, slot: int, values: range, bound: frozenset[int]) -> frozenset[int]:
        if slot in bound:
            raise self._fault("binds", slot, "which is bound around it")
        t = self.function.slots[slot]
        inside = not values or (t.lo <= min(values[0], values[-1]) and max(values[0], values[-1]) <= t.hi)
        if not inside:
            raise self._fault("binds", slot, f"to {values}, which is {t}")
        return bound | {slot}

    def _fault(self, does: str, slot: int, why: str) -> AssertionError:
        place = f"{self.function.file}:{self.function.line}"
        return AssertionError(f"lowering of {self.function.name} ({place}) {does} slot {slot}, {why}")
