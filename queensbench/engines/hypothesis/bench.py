"""The part of a state machine that all its examples share: the rules in both readers, and the choices to draw from."""

from __future__ import annotations

import copy
import dataclasses
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.context import Trace
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.language.records import Table, described, shown
from queensbench.language.rulings import RulingDecl
from queensbench.readers.interpreter import Interpreter, Step, Tally
from queensbench.readers.native.program import Env, Native, compile_system
from queensbench.rules.system import build
from queensbench.rules.typed.ir import System, size
from queensbench.rules.typed.move_codes import Coding, Move


class Bench:
    """The rules of a mode at an instance in both readers, and what one machine draws and judges."""

    def __init__(
        self,
        mode: Mode,
        instance: Instance,
        properties: Sequence[PropertyDecl],
        readings: Mapping[str, Any] | None,
        judged: str,
        longest: int,
        native: Native | None,
    ) -> None:
        self.mode = mode
        self.instance = instance
        self.properties = properties
        self.fixed = readings is not None
        self.judged = judged
        self.longest = longest
        self.house = Interpreter(mode, instance)
        self.chosen = Interpreter(mode, instance, readings).context.readings
        declared = mode.rulings.declared() if mode.rulings is not None else ()
        self.rulings: dict[str, RulingDecl] = {decl.name: decl for decl in declared}
        self._native = native

    @cached_property
    def native(self) -> Native:
        """The compiled rules, made when the first example begins."""
        found = self._native
        return found if found is not None else compile_system(build(self.mode, self.instance), counters=False)

    @cached_property
    def system(self) -> System:
        """The checked and lowered rules."""
        return self.native.system

    @cached_property
    def coding(self) -> Coding:
        """The numbering of moves."""
        return Coding(self.system)

    @cached_property
    def silences(self) -> list[tuple[str, str]]:
        """The silences of the rules as the interpreter names them, in the order of native numbers."""
        return [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]

    @cached_property
    def judges(self) -> dict[str, int]:
        """The places of the properties that native code evaluates."""
        return {judge.name: i for i, judge in enumerate(self.system.judges)}

    @cached_property
    def counts(self) -> dict[int, int]:
        """The number of moves of each transition, possible or not."""
        found = {}
        for place in self.coding.order:
            found[place] = 1
            for domain in self.coding.domains[place]:
                found[place] *= size(domain)
        return found

    @cached_property
    def open_rulings(self) -> list[tuple[RulingDecl, list[Any]]]:
        """The rulings to be drawn, each with its readings, the house's first."""
        found = []
        for ruling in self.system.rulings:
            decl = self.rulings[ruling.name]
            if not decl.modes or self.mode.name in decl.modes:
                others = [m for m in decl.readings.__members__.values() if m is not decl.house]
                found.append((decl, [decl.house, *others]))
        return found

    def interpreter(self, readings: Mapping[str, Any]) -> Interpreter:
        """The interpreter under other readings; the parts that depend on the instance alone are reused."""
        made = copy.copy(self.house)
        made.context = dataclasses.replace(self.house.context, readings=readings, trace=Trace())
        made.tally = Tally()
        return made

    def env(self, readings: Mapping[str, Any]) -> Env:
        """The environment of native code under readings."""
        raw = [ruling.readings.index(readings[ruling.name].name) for ruling in self.system.rulings]
        return self.native.new_env(raw)

    def groups(self, moves: Sequence[int]) -> list[tuple[int, int, int]]:
        """The transitions of ascending codes, each with the begin and end of its codes in the list."""
        coding, found, begin = self.coding, [], 0
        for position, place in enumerate(coding.order):
            if begin == len(moves):
                break
            last = position + 1 == len(coding.bases)
            end = len(moves) if last else bisect_left(moves, coding.bases[position + 1], begin)
            if end > begin:
                found.append((place, begin, end))
            begin = end
        return found

    @staticmethod
    def width(groups: Sequence[tuple[int, int, int]]) -> int:
        """The number of different numbers that :meth:`pick` takes."""
        return len(groups) * max(end - begin for _, begin, end in groups)

    @staticmethod
    def pick(groups: Sequence[tuple[int, int, int]], number: int) -> int:
        """The place of a move by number: all transitions are equally frequent, and so are the moves of one."""
        rest, which = divmod(number, len(groups))
        _, begin, end = groups[which]
        return begin + rest % (end - begin)

    def step(self, code: int) -> Step:
        """The step of a code."""
        move = self.coding.decode(code)
        return self.house.step(self.system.transitions[move.transition].name, move.args)

    def code(self, step: Step) -> int:
        """The code of a step.  Raises BadInput for an argument outside its domain."""
        given = dict(step.args)
        for name, domain in self.house.domains[step.name]:
            if not domain.holds(given[name]):
                raise BadInput(f"{name} of {step.name} = {shown(given[name])} is outside {described(domain)}")
        place = next(i for i in self.coding.order if self.system.transitions[i].name == step.name)
        return self.coding.encode(Move(place, self.house.raw_args(step)))

    def differences(self, mine: Sequence[int], yours: Sequence[int]) -> str:
        """The first field in which two positions differ, in words."""
        for block in self.system.fields:
            part = slice(block.offset, block.offset + block.cells)
            if mine[part] == yours[part]:
                continue
            if block.name not in {decl.name for decl in self.house.layout}:
                return f"silent is {mine[block.offset]} interpreted, {yours[block.offset]} native"
            try:
                pair = [getattr(self.house.state(c, self.silences), block.name) for c in (mine, yours)]
            except (BadInput, IndexError):
                return f"{block.name} is {list(mine[part])} interpreted, {list(yours[part])} native"
            if isinstance(pair[0], Table):
                for (key, one), (_, two) in zip(pair[0].items(), pair[1].items(), strict=True):
                    if one != two:
                        place = ", ".join(shown(k) for k in key)
                        return f"{block.name}[{place}] is {_text(one)} interpreted, {_text(two)} native"
            return f"{block.name} is {_text(pair[0])} interpreted, {_text(pair[1])} native"
        return "no difference"


def _text(value: Any) -> str:
    inside = getattr(value, "_data", None)
    return f"[{', '.join(map(shown, inside))}]" if isinstance(inside, list) else shown(value)
