"""A mode at an instance, ready for every engine: system, native code, explorations, interpreters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from queensbench.engines.compare.comparison_program import Comparer, compile_comparer
from queensbench.engines.explore.equivariance import MOST, by_form, parted
from queensbench.engines.explore.equivariance_kernels import ALIKE
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import Symmetry
from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.prove.step_kernels import STEPPER
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.engines.simulate.playouts import Playouts, playouts
from queensbench.engines.solve.arena import compile_solver
from queensbench.errors import BadInput, ModelError
from queensbench.evidence.plays import Play, board, steps_of
from queensbench.language.modes import Instance, Mode
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.program import Native, compile_system
from queensbench.readers.symmetry.groups import check_element, check_equivariance, group, player_images
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding

TRIED = 12
"""Random games, and steps of each, on which a declared symmetry is tried before it is used."""


def same_code(one: System, two: System) -> bool:
    """Whether two systems compile to the same machine code: they differ in values of parameters at the most."""
    defaults = [p.default for p in two.parameters]
    if len(one.parameters) != len(defaults):
        return False
    parameters = tuple(replace(p, default=d) for p, d in zip(one.parameters, defaults, strict=True))
    return replace(one, instance=two.instance, parameters=parameters) == two


@dataclass(eq=False)
class Box:
    """One mode at one instance.  ``readings`` are members by ruling; what is missing is the house reading.

    ``alike``: a workshop of the same rules, with other values of parameters at the most, whose machine code serves.
    """

    ruleset: str
    mode: Mode
    instance: Instance
    system: System
    explorations: dict[tuple[int, ...], Exploration] = field(default_factory=dict)
    alike: Box | None = None

    @cached_property
    def native(self) -> Native:
        """The compiled rules, with the loops of the engines."""
        if self.alike is not None:
            return self.alike.native.serving(self.system)
        return compile_system(self.system, extra=self._loops)

    def _loops(self, module: Any) -> None:
        add_kernels(module, self.system, [*EXPLORER, *PLAYER, *DECIDERS, *STEPPER, *ALIKE])

    @cached_property
    def comparer(self) -> Comparer:
        """The rules compiled for comparing readings."""
        if self.alike is not None:
            return self.alike.comparer.serving(self.system)
        return compile_comparer(self.system)

    @cached_property
    def solver(self) -> Native:
        """The rules compiled to be explored and solved."""
        return compile_solver(self.system)

    @cached_property
    def coding(self) -> Coding:
        """The numbering of moves."""
        return Coding(self.system)

    def raw(self, readings: Mapping[str, Any] | None = None) -> list[int]:
        """Readings as native code takes them: the place of each among its ruling's readings."""
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
        """A fault of the model that is met inside says its play in words."""
        try:
            yield
        except ModelError as error:
            codes = error.play if isinstance(error.play, tuple) else ()
            if codes and all(isinstance(code, int) for code in codes):
                error.play = [self.coding.label(self.coding.decode(code)) for code in codes]
            raise

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
        """The exploration under a reading, made once if it is to be kept (an interrupted one is not).

        Not ``judging``: states are only found, unless they have been judged already.
        """
        raw = self.raw(readings)
        key = (*raw, max_states or 0, int(symmetric), 1)
        if not judging and key not in self.explorations:
            key = (*key[:-1], 0)
        if key not in self.explorations:
            with self.told():
                alike = self.symmetry(readings) if symmetric else None
                found = explore(
                    self.native,
                    self.system,
                    raw,
                    self.parameters(),
                    max_states=max_states or self.instance.budget,
                    symmetry=alike,
                    progress=progress,
                    expected=self.instance.states,
                    judging=judging,
                )
                if symmetric and found.complete:
                    self._symmetry_of(found, readings, progress)
            if found.interrupted or not keep:
                return found
            self.explorations[key] = found
        return self.explorations[key]

    def symmetry(self, readings: Mapping[str, Any] | None = None) -> Symmetry:
        """The declared symmetry as the explorer takes it.

        It is tried first on random reachable states, so that a false one is mostly told at once: a state whose image
        does not move alike is BadInput.  It is shown when the exploration has come to its end.
        """
        if not any(one.claimed_on(self.instance) for one in self.mode.symmetries):
            of = f" of {self.instance.name}" if self.mode.symmetries else ""
            raise BadInput(
                f"mode {self.mode.name} declares no symmetry{of}",
                where=self.ruleset,
                remedy="explore it without, or give the Mode symmetries=",
            )
        interpreter = self.interpreter(readings)
        states = [interpreter.start()]
        for game in range(TRIED):
            codes = self.played(readings, games=game + 1, seed=1, max_steps=TRIED).replay(game)
            states += interpreter.replay(self.steps(codes))[1:]
        broken = check_equivariance(self.mode, self.instance, states=states, readings=readings)
        if broken is not None:
            raise BadInput(
                f"the declared symmetry does not hold: {broken}", remedy="mend the rules or drop it"
            )
        return Symmetry(self.system, group(self.mode, self.instance).tables())

    def _symmetry_of(
        self,
        found: Exploration,
        readings: Mapping[str, Any] | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """Show the symmetry under which an exploration has come to its end, or say that it has not.

        Raises BadInput with the state where it does not hold.
        """
        of = group(self.mode, self.instance)
        elements = [element for element in of.elements if not element.identity]
        if not elements or by_form(self.system, of):
            return
        if found.states * len(elements) > MOST:
            found.give_up("symmetry")
            return
        interpreter = self.interpreter(readings)
        players = player_images(self.mode, self.instance, elements)
        try:
            broken = parted(found, of, players, progress=progress)
        except KeyboardInterrupt:
            found.give_up("interrupted")
            return
        if broken is None:
            return
        silences = [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]
        state = interpreter.state(found.cells(broken.state).tolist(), silences)
        element = elements[broken.element]
        told = check_element(self.mode, self.instance, element, state, readings=readings)
        what = str(told) if told is not None else f"renaming {element.words}: the image does otherwise"
        where = "; ".join(line.strip() for line in board(interpreter, state).splitlines())
        raise BadInput(
            f"the declared symmetry does not hold: {what}; in the state {where}",
            remedy="mend the rules or drop it",
        )

    def played(
        self,
        readings: Mapping[str, Any] | None = None,
        *,
        games: int,
        seed: int,
        max_steps: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> Playouts:
        """Random playouts under a reading."""
        with self.told():
            return playouts(
                self.native,
                self.system,
                self.raw(readings),
                self.parameters(),
                games=games,
                seed=seed,
                max_steps=max_steps,
                progress=progress,
            )

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
