"""A generated model made ready for checks, and what has been compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product

from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.errors import ModelRefused, QueensbenchError
from queensbench.language import Instance, Mode
from queensbench.language.properties import PropertyDecl
from queensbench.readers.differential.states import World
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import PROBED, build, properties_of
from queensbench.rules.typed.ir import System
from tests.engine_box import EngineBox
from tests.generated.loading import modes_of
from tests.generated.walks import Walk, walk
from tests.generated.writing import Model


class Disagreement(AssertionError):
    """Two answers to one question about a generated model; the text says which."""


@dataclass
class Tally:
    """How much was compared, by what; forms of the source and nodes of the typed form that were reached."""

    counts: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    nodes: Counter[str] = field(default_factory=Counter)

    def same(self, what: str, one: object, other: object, beside: object = "") -> None:
        """Count a comparison; two answers that differ are a :class:`Disagreement`."""
        self.counts[what] += 1
        if one != other:
            raise Disagreement(f"{what}: {one} and {other} {beside}".rstrip())


@dataclass
class Opened:
    """A mode at an instance with its system."""

    mode: Mode
    instance: Instance
    system: System
    model: Model
    walks: dict[tuple[World, int], Walk] = field(default_factory=dict)

    @cached_property
    def session(self) -> EngineBox:
        """The engines' view of it."""
        return EngineBox("generated", self.mode, self.instance, self.system)

    @cached_property
    def native(self) -> Native:
        """The rules in machine code without the loops of any engine, which take longer to make than the rules."""
        return compile_system(self.system)

    @cached_property
    def searching(self) -> Native:
        """The rules with the loops that search states, say whose choice each is, and play at random."""
        loops = [*EXPLORER, *DECIDERS, *PLAYER]
        return compile_system(self.system, extra=lambda module: add_kernels(module, self.system, loops))

    @property
    def silences(self) -> list[tuple[str, str]]:
        """The silences that the rules may fall into."""
        return [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]

    @cached_property
    def judged(self) -> list[PropertyDecl]:
        """The properties that are asked of states, in the order of the system's judges."""
        found = properties_of(self.mode, self.instance)
        return [decl for decl in found if decl.kind in PROBED and decl.rule is not None]

    def walked(self, world: World, most: int) -> Walk:
        """The plain walk in a world, made once."""
        key = (world, most)
        if key not in self.walks:
            self.walks[key] = walk(self.interpreter(world), self.silences, most, self.judged)
        return self.walks[key]

    def worlds(self, most: int) -> list[World]:
        """The house readings with the parameters of the instance, then others, each once."""
        readings = product(*(range(len(r.readings)) for r in self.system.rulings))
        values = [range(p.lo, p.hi + 1) for p in self.system.parameters]
        house = World(
            tuple(r.house for r in self.system.rulings), tuple(p.default for p in self.system.parameters)
        )
        others = (World(one, two) for one in readings for two in product(*values))
        return [house, *islice((w for w in others if w != house), most - 1)]

    def interpreter(self, world: World) -> Interpreter:
        """The interpreter in a world."""
        rulings, parameters = self.system.rulings, self.system.parameters
        readings = {r.name: r.readings[v] for r, v in zip(rulings, world.readings, strict=True)}
        values = {p.name: v for p, v in zip(parameters, world.parameters, strict=True)}
        return Interpreter(self.mode, self.instance, readings, values)


@contextmanager
def opened(model: Model, tally: Tally) -> Iterator[list[Opened]]:
    """The instances of a model, checked and lowered; none where it is refused, which must be said in lines."""
    tally.counts["models"] += 1
    with modes_of(model.text()) as modes:
        try:
            found = [
                Opened(mode, instance, build(mode, instance), model)
                for mode in modes
                for instance in mode.all_instances()
            ]
        except QueensbenchError as refused:
            tally.counts["refused"] += 1
            if "\n" in str(refused).strip() and not isinstance(refused, ModelRefused):
                raise Disagreement(f"refused in more than a line: {refused}") from refused
            found = []
        yield found
