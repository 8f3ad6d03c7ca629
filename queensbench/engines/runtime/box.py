"""A mode compiled at an instance: its system, machine code with the loops of engines, moves and interpreters."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from queensbench.engines.runtime.compiling import compiled
from queensbench.errors import ModelError
from queensbench.evidence.plays import Play, steps_of
from queensbench.language.modes import Instance, Mode
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.program import Native
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding


def same_code(one: System, two: System) -> bool:
    """Whether two systems compile to the same code: they differ at most in instance name and values of parameters."""
    defaults = [p.default for p in two.parameters]
    if len(one.parameters) != len(defaults):
        return False
    parameters = tuple(replace(p, default=d) for p, d in zip(one.parameters, defaults, strict=True))
    return replace(one, instance=two.instance, parameters=parameters) == two


@dataclass(eq=False)
class Box:
    """One mode at one instance, for any engine.

    ``readings`` of its methods are members by ruling; a missing one is the house reading.

    ``loops``: the kernels of engines that are compiled with the rules (:data:`queensbench.engines.boxes.LOOPS`).
    ``alike``: a box of the same rules, which differs at most in values of parameters; its machine code is used.
    ``made``: results that engines compute once for this box, each under a key of its own.
    """

    ruleset: str
    mode: Mode
    instance: Instance
    system: System
    loops: Sequence[Callable[..., int]] = ()
    alike: Box | None = None
    made: dict[Hashable, Any] = field(default_factory=dict)

    @cached_property
    def native(self) -> Native:
        """The compiled rules, with the loops of the engines."""
        if self.alike is not None:
            return self.alike.native.serving(self.system)
        return compiled(self.system, self.loops)

    @cached_property
    def coding(self) -> Coding:
        """The numbering of moves."""
        return Coding(self.system)

    def raw(self, readings: Mapping[str, Any] | None = None) -> list[int]:
        """Readings as native code takes them: for each ruling, the place of the chosen one among its readings."""
        chosen = dict(readings or {})
        out = []
        for ruling in self.system.rulings:
            member = chosen.get(ruling.name)
            out.append(ruling.house if member is None else ruling.readings.index(member.name))
        return out

    def parameters(self) -> list[int]:
        """The values of the instance's parameters."""
        return [p.default for p in self.system.parameters]

    def interpreter(self, readings: Mapping[str, Any] | None = None) -> Interpreter:
        """An interpreter under a reading."""
        return self._interpreter.under(readings)

    @cached_property
    def _interpreter(self) -> Interpreter:
        return Interpreter(self.mode, self.instance)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Give the play of a fault of the model that is raised inside in words, in place of codes."""
        try:
            yield
        except ModelError as error:
            codes = error.play if isinstance(error.play, tuple) else ()
            if codes and all(isinstance(code, int) for code in codes):
                error.play = [self.coding.label(self.coding.decode(code)) for code in codes]
            raise

    def steps(self, codes: list[int]) -> tuple[Step, ...]:
        """The steps of native codes."""
        return steps_of(self.interpreter(), self.coding, codes)

    def play(self, codes: list[int], readings: Mapping[str, Any] | None = None, why: str = "") -> Play:
        """A play of native codes."""
        house = {
            r.name: r.readings[raw] for r, raw in zip(self.system.rulings, self.raw(readings), strict=True)
        }
        values = {p.name: p.default for p in self.system.parameters}
        return Play(self.ruleset, self.mode.name, self.instance.name, self.steps(codes), house, values, why)
