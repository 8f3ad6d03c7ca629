"""Where tasks are carried out: the rules in machine code, and the room of one worker."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from queensbench.engines.boxes import boxed
from queensbench.engines.compare.comparison_program import Comparer
from queensbench.engines.layers import edge_kernels as edge_loops
from queensbench.engines.layers import kernels as loops
from queensbench.engines.layers.messages import BoxName
from queensbench.engines.layers.reading_kernels import DIVERGER
from queensbench.engines.layers.run_kernels import library
from queensbench.engines.layers.runs import Readers, Run, RunWriter
from queensbench.engines.layers.step_kernels import LISTER
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.calls import Array, functions, renewed
from queensbench.engines.runtime.compiling import compiled
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.steps.judging import StepCode
from queensbench.errors import BadInput
from queensbench.project import projects
from queensbench.readers.native.layout import layout
from queensbench.readers.native.program import Native
from queensbench.rules.transforms.previous_states import stepping_judges
from queensbench.rules.typed.digest import digest
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding


class CompiledRules:
    """The rules of a box in machine code, with the loops of this engine."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.coding = Coding(system)
        numbers = layout(system)
        self.words, self.first_clause = numbers.words, numbers.clauses
        self.sizes = k.constants(system)
        self._lock = threading.Lock()
        self._functions: dict[str, Callable[..., int]] = {}
        self._comparer: Comparer | None = None
        self._others: dict[tuple[Callable[..., int], ...], tuple[Native, dict[str, Callable[..., int]]]] = {}

    @property
    def native(self) -> Native:
        """The machine code, made when it is first asked for."""
        with self._lock:
            if not hasattr(self, "_native"):
                self._native = compiled(self.system, loops.EXPANDER, level=2)
        return self._native

    @property
    def functions(self) -> dict[str, Callable[..., int]]:
        """The loops by name, as they are now."""
        native = self.native
        with self._lock:
            self._functions = self._functions or functions(native, loops.EXPANDER)
            return self._functions

    @property
    def deciders(self) -> int:
        """How many rules say whose choice a move is; no rule counts as one, if others do."""
        found = {t.decider for t in self.system.transitions if t.kind == "action"}
        return 0 if found <= {None} else len(found)

    def linker(self, *, owned: bool, ran: float = 0.0) -> tuple[Native, dict[str, Callable[..., int]]]:
        """The machine code with the loops that list edges, made when it is first asked for, and these by name.

        ``owned``: with those that list whose choice a state is.  ``ran``: so many seconds they ran since they were
        asked for; they may be others afterwards.
        """
        return self._with((*edge_loops.LINKER, *(edge_loops.OWNERS if owned else ())), ran)

    def lister(self, *, ran: float = 0.0) -> tuple[Native, dict[str, Callable[..., int]]]:
        """The machine code with the loop that lists steps, as :meth:`linker` tells it."""
        return self._with(LISTER, ran)

    def comparer(self, *, ran: float = 0.0) -> Comparer:
        """The rules with the loops that compare readings, made when they are first asked for."""
        with self._lock:
            if self._comparer is None:
                system = replace(self.system, judges=())
                self._comparer = Comparer(system, compiled(system, DIVERGER, level=2), DIVERGER)
            elif ran:
                self._comparer.ran(ran, 0.0)
            return self._comparer

    def _with(
        self, kernels: tuple[Callable[..., int], ...], ran: float
    ) -> tuple[Native, dict[str, Callable[..., int]]]:
        with self._lock:
            known = self._others.get(kernels)
            if known is None:
                native = compiled(self.system, kernels, level=2)
                known = self._others[kernels] = native, functions(native, kernels)
            elif ran and renewed(known[0], ran):
                known = self._others[kernels] = known[0], functions(known[0], kernels)
            return known

    def ran(self, seconds: float) -> None:
        """Report how long loops ran; afterwards :attr:`functions` may be others."""
        native = self.native
        with self._lock:
            if renewed(native, seconds):
                self._functions = {}


_RULES: dict[str, CompiledRules] = {}
_LOCK = threading.Lock()


def known(box: Box) -> CompiledRules:
    """Make the rules of a box known in this process, so that its tasks need not load its project; returns them."""
    name = digest(box.system)
    with _LOCK:
        return _RULES.setdefault(name, CompiledRules(box.system))


def rules_of(name: BoxName) -> CompiledRules:
    """The rules that a task is about.  Raises BadInput where the project here has others."""
    found = _RULES.get(name.rules)
    if found is not None:
        return found
    ruleset, mode = projects.load(Path(name.project)).mode(name.mode)
    box = boxed(ruleset, mode, projects.mode_instance(mode, name.instance))
    if digest(box.system) != name.rules:
        raise _others(name)
    return known(box)


def _others(name: BoxName) -> BadInput:
    return BadInput(
        "the rules here are others than those of the exploration",
        where=f"{name.mode} {name.instance}",
        remedy="use the same version of rules and toolkit everywhere",
    )


class CompiledJudges:
    """The judges of a system over two states in machine code."""

    def __init__(self, system: System) -> None:
        self.code = StepCode(system)
        self._lock = threading.Lock()

    def ran(self, seconds: float) -> None:
        """Report how long they ran; afterwards they may be made anew."""
        with self._lock:
            self.code.ran(seconds)


_JUDGES: dict[str, CompiledJudges] = {}


def known_judges(system: System) -> str:
    """Make the judges of a system over two states known in this process; returns the name for tasks."""
    name = digest(system)
    with _LOCK:
        if name not in _JUDGES:
            _JUDGES[name] = CompiledJudges(system)
    return name


def judges_named(name: str) -> CompiledJudges:
    """The judges that :func:`known_judges` has made known."""
    return _JUDGES[name]


def steps_of_box(box: BoxName, name: str) -> CompiledJudges:
    """The judges of steps that a task is about.  Raises BadInput where the project here has others."""
    found = _JUDGES.get(name)
    if found is not None:
        return found
    ruleset, mode = projects.load(Path(box.project)).mode(box.mode)
    system = stepping_judges(mode, projects.mode_instance(mode, box.instance), ruleset.name)
    if known_judges(system) != name:
        raise _others(box)
    return _JUDGES[name]


class Site(threading.local):
    """The room of one worker: its buffers and the runs that it has opened."""

    def __init__(self) -> None:
        self.readers = Readers()
        self._buffers: dict[str, Array] = {}

    def buffer(self, name: str, size: int) -> Array:
        """Room under a name for at least so many words; a later call gets the same, if it is large enough."""
        found = self._buffers.get(name)
        if found is None or len(found) < size:
            found = self._buffers[name] = np.empty(size, np.uint64)
        return found

    def forget(self) -> None:
        """Give the room of all buffers back."""
        self._buffers.clear()


@cache
def site() -> Site:
    """The room of the worker that asks."""
    return Site()


def ordered(keys: Array, count: int, words: int, site: Site) -> tuple[Array, int]:
    """States sorted, each once: the array where they stand, and how many they are."""
    call = library(words)
    other = site.buffer("other", count * words)
    if call["sort"](View(keys), View(other), count):
        keys = other
    return keys, call["unique"](View(keys), count)


def written(scratch: str, name: str, keys: Array, count: int, words: int) -> Run:
    """Write sorted states as a run."""
    with RunWriter(scratch, name, words) as writer:
        writer.add(keys, count)
    assert writer.made is not None
    return writer.made
