"""A box with the engines that most tests of them ask, each by a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from queensbench.engines.boxes import LOOPS, boxed
from queensbench.engines.compare.comparison_program import Comparer, comparer_of
from queensbench.engines.explore.explorations import declared_symmetry, exploration_of, forget
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import Symmetry
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import Playouts, playouts_of
from queensbench.engines.solve.arena import solver_of
from queensbench.language.modes import Instance, Mode
from queensbench.project import projects
from queensbench.readers.native.program import Native
from queensbench.rules.typed.ir import System


class EngineBox(Box):
    """A box whose methods ask engines.

    ``alike``: a box of the same rules, with other values of parameters at the most, whose machine code serves.
    """

    def __init__(
        self, ruleset: str, mode: Mode, instance: Instance, system: System, *, alike: Box | None = None
    ) -> None:
        super().__init__(ruleset, mode, instance, system, LOOPS, alike)

    @classmethod
    def at(cls, path: str, instance: str) -> EngineBox:
        """The box of a mode of this project, ``ruleset/mode``, at an instance; machine code that is kept serves."""
        ruleset, mode = projects.load(only=()).mode(path)
        box = boxed(ruleset, mode, projects.mode_instance(mode, instance))
        return cls(box.ruleset, box.mode, box.instance, box.system, alike=box)

    def explored(
        self,
        readings: Mapping[str, Any] | None = None,
        *,
        max_states: int | None = None,
        keep: bool = True,
        judging: bool = True,
        symmetric: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Exploration:
        """Explore the states under readings; the same question is answered once.

        Arguments and errors are those of :func:`queensbench.engines.explore.explorations.exploration_of`.
        """
        return exploration_of(
            self,
            readings,
            max_states=max_states,
            keep=keep,
            judging=judging,
            symmetric=symmetric,
            progress=progress,
        )

    def symmetry(self, readings: Mapping[str, Any] | None = None) -> Symmetry:
        """The declared symmetry, as :func:`queensbench.engines.explore.explorations.declared_symmetry` gives it."""
        return declared_symmetry(self, readings)

    def forget(self) -> None:
        """Drop all explorations, which can be large, from memory."""
        forget(self)

    def played(
        self,
        readings: Mapping[str, Any] | None = None,
        *,
        games: int,
        seed: int,
        max_steps: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> Playouts:
        """Play random games under readings.

        Arguments and errors are those of :func:`queensbench.engines.simulate.playouts.playouts_of`.
        """
        return playouts_of(self, readings, games=games, seed=seed, max_steps=max_steps, progress=progress)

    @property
    def comparer(self) -> Comparer:
        """The rules compiled for comparing readings."""
        return comparer_of(self)

    @property
    def solver(self) -> Native:
        """The rules compiled to be explored and solved."""
        return solver_of(self)
