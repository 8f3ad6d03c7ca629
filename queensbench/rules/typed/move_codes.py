"""Moves as numbers: a code for each transition with its arguments, as native code has it.

Codes run from 0.  The actions come first, in the order of the system, then the chance events; automatic steps
have no code.  Within a transition the arguments count like the digits of a number, the last one fastest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from queensbench.rules.typed.ir import BoolType, IntType, System, Type, size


@dataclass(frozen=True)
class Move:
    """A transition (its place in :attr:`System.transitions`) and the raw values of its arguments."""

    transition: int
    args: tuple[int, ...]


def shown(raw: int, t: Type) -> str:
    """A raw value as the author of the rules would write it."""
    if isinstance(t, BoolType):
        return "True" if raw else "False"
    if isinstance(t, IntType):
        return str(raw)
    return t.members[raw] if 0 <= raw < len(t.members) else "?"


class Coding:
    """The numbering of a system's moves."""

    def __init__(self, system: System) -> None:
        self.system = system
        kinds = {"action": 0, "chance": 1}
        coded = [(kinds[t.kind], i) for i, t in enumerate(system.transitions) if t.kind in kinds]
        self.order = tuple(i for _, i in sorted(coded))
        self.bases: list[int] = []
        self.domains: dict[int, tuple[Type, ...]] = {}
        self.base_of: dict[int, int] = {}
        self.chance_base = -1
        base = 0
        for i in self.order:
            transition = system.transitions[i]
            if transition.kind == "chance" and self.chance_base < 0:
                self.chance_base = base
            domains = tuple(t for _, t in system.functions[transition.function].params)
            self.domains[i] = domains
            self.bases.append(base)
            self.base_of[i] = base
            count = 1
            for t in domains:
                count *= size(t)
            base += count
        if self.chance_base < 0:
            self.chance_base = base
        self.count = base

    def encode(self, move: Move) -> int:
        """The code of a move."""
        offset = 0
        for raw, t in zip(move.args, self.domains[move.transition], strict=True):
            offset = offset * size(t) + raw - t.lo
        return self.base_of[move.transition] + offset

    def decode(self, code: int) -> Move:
        """The move of a code (0 <= code < count)."""
        place = bisect_right(self.bases, code) - 1
        while place + 1 < len(self.bases) and self.bases[place + 1] <= code:
            place += 1
        transition = self.order[place]
        rest = code - self.bases[place]
        args: list[int] = []
        for t in reversed(self.domains[transition]):
            rest, digit = divmod(rest, size(t))
            args.append(digit + t.lo)
        return Move(transition, tuple(reversed(args)))

    def length(self, codes: Sequence[int]) -> tuple[int, int]:
        """The length of a play as it is told everywhere: its choices, which players make, and its steps.

        Each move of the play is a step, a player's or a chance event, the last one too; automatic steps are none.
        """
        return sum(code < self.chance_base for code in codes), len(codes)

    def label(self, move: Move) -> str:
        """A move in words: ``place(spot=3, tile=SPY)``."""
        transition = self.system.transitions[move.transition]
        params = self.system.functions[transition.function].params
        inside = ", ".join(
            f"{name}={shown(raw, t)}" for (name, t), raw in zip(params, move.args, strict=True)
        )
        return f"{transition.name}({inside})"
