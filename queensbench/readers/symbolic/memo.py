"""Memo of pure rules, so that the symbolic reader need not run a rule twice on the same terms (Michie, 1968).

A rule that stores nothing, requires nothing, is never silent and meets no obligation has a value that depends on its
arguments, on the cells that it reads, on readings and on parameters, and on nothing else: not on the path on which it
is asked.  Where these are the same terms, so is the value.

Of an opaque rule a proof takes any answer: a symbol, the same one where the same is asked.  What holds for all answers
holds for the right one, so that what is proved so is proved; what is not may be so all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any

from queensbench.readers.symbolic.terms import Term, is_known
from queensbench.rules.typed import ir

EVENTS = (ir.Store, ir.Require, ir.Silent, ir.Do)
SITES = ("site", "site_index", "site_value")


class Recall:
    """The values of pure rules of a system, by their arguments and the cells that they may read."""

    def __init__(self, system: ir.System) -> None:
        self.system = system
        self.cells: dict[int, tuple[int, ...] | None] = {}
        self.readings: Sequence[Term] = ()
        self.found: dict[Any, tuple[Term, Any]] = {}
        self.names: dict[str, tuple[Any, Any]] = {}

    def reads(self, number: int) -> tuple[int, ...] | None:
        """The cells that a rule may read, also through calls; None if it is not pure."""
        if number not in self.cells:
            self.cells[number] = self._reads(number)
        return self.cells[number]

    def _reads(self, number: int) -> tuple[int, ...] | None:
        found: set[int] = set()
        for stmt in self.system.functions[number].body:
            for node in ir.walk(stmt):
                if isinstance(node, EVENTS) or any(getattr(node, name, -1) >= 0 for name in SITES):
                    return None
                if isinstance(node, ir.Read):
                    block = self.system.fields[node.field]
                    found.update(range(block.offset, block.offset + block.cells))
                elif isinstance(node, ir.Call):
                    more = self.reads(node.function)
                    if more is None:
                        return None
                    found.update(more)
        return tuple(sorted(found))

    def ask(
        self,
        number: int,
        args: Sequence[Term],
        cells: Sequence[Term],
        readings: Sequence[Term],
        run: Callable[[], Term],
    ) -> Term:
        """The value of a pure rule, remembered or found by ``run``."""
        reads = self.reads(number)
        assert reads is not None
        if readings is not self.readings:
            self.readings = readings
            self.found.clear()
        used = (*args, *(cells[cell] for cell in reads))
        key = (number, *map(_key, used))
        if key not in self.found:
            self.found[key] = run(), used  # terms that are kept keep their numbers
        return self.found[key][0]

    def opaque(self, number: int) -> bool:
        """Whether proofs take any answer of a rule: it says that it is opaque, is pure, and answers yes or no."""
        function = self.system.functions[number]
        return (
            function.opaque and isinstance(function.returns, ir.BoolType) and self.reads(number) is not None
        )

    def name(self, number: int, args: Sequence[Term], cells: Sequence[Term], readings: Sequence[Term]) -> str:
        """What the answer of an opaque rule is called: one name for what is asked, in every process the same."""
        used = (*args, *(cells[cell] for cell in self.reads(number) or ()), *readings)
        key = (number, *map(_key, used))
        text = " ".join(map(_digest, used))
        name = f"{self.system.functions[number].name}?{blake2b(text.encode(), digest_size=8).hexdigest()}"
        while self.names.setdefault(name, (key, used))[0] != key:
            name += "'"  # two questions of one digest have two answers
        return name


def _key(term: Term) -> Any:
    """The identity of a term: z3's number of it, the known value, or the object."""
    if is_known(term):
        return type(term), term
    return term.ast.value if hasattr(term, "ast") else id(term)


def _digest(term: Term) -> str:
    """A short text for a term, the same in every process; two terms may share it."""
    return repr(term) if is_known(term) else str(term.hash())


__all__ = ["Recall"]
