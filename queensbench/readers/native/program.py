"""The native reader: a system compiled to machine code, and called from Python.

For exploring millions of states and playing millions of games.  Nothing but the llvmlite wheel is needed.
The functions that the code consists of, and what they answer, are described in
:mod:`queensbench.readers.native.entry_points`; engines compile their own loops into the same module (``extra``), so
that a step costs no call from Python.

What this reader cannot see: why a move is refused (the interpreter says that), and whether the IR means what
the rulebook does.  It answers for cells within their types only.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from queensbench.errors import ModelError, RangeViolation
from queensbench.readers.native import oracle
from queensbench.readers.native.code_cache import Code, Text
from queensbench.readers.native.layout import BADWEIGHT, OVERFLOW, SETTLE_STEPS, UNSETTLED, Layout, layout
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import Coding

Cells = NDArray[np.int32]
Words = NDArray[np.int64]
Env = NDArray[np.int64]

_RESULTS = {
    "qb_initial": 2,
    "qb_settle": 2,
    "qb_over": 2,
    "qb_moves": 4,
    "qb_weight": 4,
    "qb_decider": 4,
    "qb_apply": 4,
    "qb_pack": 2,
    "qb_unpack": 2,
    "qb_judges": 3,
    "qb_wins": 3,
    "qb_score": 4,
}


class Native:
    """The machine code of one system.

    Calls let go of Python's lock.  Environments belong to one thread at a time, since calls count in them.
    """

    def __init__(self, system: ir.System, layout: Layout, code: Code, notes: int = 0) -> None:
        self.system = system
        self.layout = layout
        self.notes = notes
        self.coding = Coding(system)
        self._code = code
        self._calls: dict[str, Callable[..., int]] = {}
        for name, arity in _RESULTS.items():
            if address := self.address(name):
                self._calls[name] = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * arity)(address)
        self.stuck = -1  # the move at which the last call of `moves` failed, -1 if at none

    def serving(self, system: ir.System) -> Native:
        """The same machine code for a system that the caller knows to differ only in values of parameters."""
        return Native(system, self.layout, self._code, self.notes)

    @property
    def level(self) -> int:
        """The level of the code (:mod:`queensbench.readers.native.code_cache`), 0 as long as it is the quick one."""
        return self._code.level

    @property
    def words(self) -> int:
        """The length of a packed state, in 64-bit words."""
        return self.layout.words

    @property
    def ncells(self) -> int:
        """The length of a state, in 32-bit cells."""
        return self.layout.ncells

    @property
    def env_size(self) -> int:
        """The length of an environment in 64-bit numbers, without the notes behind it."""
        return self.layout.env_size

    def address(self, name: str) -> int:
        """The address of a function of the module; 0 if there is none of that name."""
        return self._code.address(name)

    def ran(self, seconds: float, left: float | None = None) -> bool:
        """Report how long loops ran; True if the code was made anew, so that :meth:`address` gives others.

        ``left``: the seconds for which they would go on, where that is known.  Functions asked before stay as
        they are.
        """
        return self._code.ran(seconds, left)

    def optimise(self) -> None:
        """Make the code anew if it is the quick one, as :meth:`ran` does, for loops that are known to run for long."""
        self._code.optimise()

    def new_env(self, readings: Sequence[int] | None = None, parameters: Sequence[int] | None = None) -> Env:
        """An environment with all counters at 0; the house readings and default parameters unless given.

        Raises ValueError for too few or too many of them.
        """
        env = np.zeros(self.env_size + self.notes, np.int64)
        if readings is None:
            readings = [ruling.house for ruling in self.system.rulings]
        if parameters is None:
            parameters = [parameter.default for parameter in self.system.parameters]
        self.set_env(env, readings, parameters)
        return env

    def set_env(self, env: Env, readings: Sequence[int], parameters: Sequence[int]) -> None:
        """Put readings and parameters into an environment; its counters stay.

        Raises ValueError for too few or too many of them.
        """
        if len(readings) != len(self.system.rulings) or len(parameters) != len(self.system.parameters):
            raise ValueError("one reading for each ruling and one value for each parameter")
        env[self.layout.readings : self.layout.parameters] = readings
        env[self.layout.parameters : self.layout.clauses] = parameters

    def clause_counts(self, env: Env) -> Env:
        """How often each clause was exercised, as counted in an environment."""
        return env[self.layout.clauses : self.layout.consults]

    def ruling_counts(self, env: Env) -> Env:
        """How often each ruling was read, as counted in an environment."""
        return env[self.layout.consults : self.layout.env_size]

    def asked_for(self, env: Env) -> Env:
        """By value of the noted ruling, 1 if it would have made a difference so far, else 0; callers reset it."""
        return env[self.layout.env_size :]

    # ---------------------------------------------------------------------------------------- the rules

    def initial(self, env: Env) -> tuple[int, Cells]:
        """The status and the cells of the start state, not settled."""
        cells = np.zeros(self.ncells, np.int32)
        return self._call("qb_initial", cells, env), cells

    def settle(self, cells: Cells, env: Env) -> int:
        """Run automatic steps in place; the status."""
        return self._call("qb_settle", cells, env)

    def over(self, cells: Cells, env: Env) -> int:
        """1 if the game has ended, 0 if not, or a violation."""
        return self._call("qb_over", cells, env)

    def moves(self, cells: Cells, env: Env) -> list[int]:
        """The codes of the enabled moves, ascending; raises ModelError if that cannot be decided."""
        size = 1024
        while True:
            out = np.empty(size, np.int64)
            count = self._call("qb_moves", cells, env, out, size)
            if count >= 0:
                return [int(code) for code in out[:count]]
            if count != OVERFLOW:
                self.stuck = int(out[0])
                raise self.fault(count, self.stuck)
            size *= 4

    def weight(self, cells: Cells, env: Env, code: int) -> int:
        """The weight of a chance event, 1 for a choice; raises ModelError on a violation."""
        return self._number("qb_weight", cells, env, code, code)

    def decider(self, cells: Cells, env: Env, code: int) -> int:
        """The raw player whose choice a move is, or -1; raises ModelError on a violation."""
        return self._number("qb_decider", cells, env, code, code)

    def apply(self, cells: Cells, env: Env, code: int) -> tuple[int, Cells]:
        """The status and the cells after one move, not settled."""
        after = np.zeros(self.ncells, np.int32)
        return self._call("qb_apply", cells, after, env, code), after

    def judges(self, cells: Cells, env: Env) -> list[int]:
        """For each property 1 (holds), 0 (fails) or a violation."""
        out = np.zeros(max(len(self.system.judges), 1), np.int64)
        self._call("qb_judges", cells, env, out)
        return [int(answer) for answer in out[: len(self.system.judges)]]

    def wins(self, cells: Cells, env: Env, player: int) -> int:
        """1 if the player has won, 0 if not, or a violation."""
        return self._call("qb_wins", cells, env, player)

    def score(self, cells: Cells, env: Env, player: int = 0) -> int:
        """The player's score, or the only one; raises ModelError on a violation."""
        return self._number("qb_score", cells, env, player)

    def number(self, name: str, cells: Cells, env: Env, of: int) -> tuple[int, int]:
        """The status of ``qb_weight``, ``qb_decider`` or ``qb_score``, and the number, of use if the status is OK."""
        out = np.zeros(1, np.int64)
        return self._call(name, cells, env, of, out), int(out[0])

    def _number(self, name: str, cells: Cells, env: Env, of: int, code: int = -1) -> int:
        status, number = self.number(name, cells, env, of)
        if status < 0:
            raise self.fault(status, code)
        return number

    def pack(self, cells: Cells) -> Words:
        """The packed form of a state."""
        words = np.zeros(self.words, np.int64)
        self._call("qb_pack", cells, words)
        return words

    def unpack(self, words: Words) -> Cells:
        """The cells of a packed state."""
        cells = np.zeros(self.ncells, np.int32)
        self._call("qb_unpack", words, cells)
        return cells

    # -------------------------------------------------------------------------------------- what failed

    def violation(self, status: int) -> RangeViolation:
        """The obligation that a status ``-1 - k`` reports, as an error."""
        site = self.system.sites[-1 - status]
        quoted = f"`{site.text}` " if site.text else ""
        return RangeViolation(f"{quoted}{site.what}", where=f"{site.file}:{site.line}")

    def fault(self, status: int, code: int = -1) -> ModelError:
        """The error of any negative status but OVERFLOW; ``code`` is the move at which it happened, -1 for none."""
        name = f"{self.system.ruleset}/{self.system.mode}"
        if status == UNSETTLED:
            return ModelError(f"automatic steps do not end: more than {SETTLE_STEPS} in a row", where=name)
        if status == BADWEIGHT:
            move = self.coding.label(self.coding.decode(code)) if code >= 0 else "a chance event"
            return ModelError(f"the weight of {move} is negative", where=name)
        return self.violation(status)

    def _call(self, name: str, *args: Any) -> int:
        plain = [arg.ctypes.data if isinstance(arg, np.ndarray) else arg for arg in args]
        return self._calls[name](*plain)


def compile_system(
    system: ir.System,
    *,
    counters: bool = True,
    extra: Callable[[Any], None] | None = None,
    level: int = 1,
    quick: bool = True,
    noted: int | None = None,
    answers_counted: bool = False,
    unused: Collection[str] = (),
    name: str | None = None,
) -> Native:
    """Compile a system.  Raises BadInput where a cell does not fit 32 bits.

    ``counters=False`` leaves out all counting of clauses and rulings.  ``answers_counted``: rulings count also where
    the end, the winners, scores, weights, deciders and properties read them.  The counter of a ruling then says as
    which one it was first read, from 1; behind all counters stands the last number given, for callers to reset.
    ``extra`` gets the module (:class:`queensbench.readers.native.llvm_text.Module`) before it is optimised, to add
    functions that call the system's (``module.get_global("qb_moves")``); it must give them names of their own.
    ``level``: 1 puts short functions where they are called; 2 has LLVM optimise, which takes three times as long and
    saves up to two fifths of the time that the code runs.
    ``quick``: begin with code that is hardly optimised, until loops have run for long (:meth:`Native.ran`);
    for loops that do not tell, ``False``.  ``noted``: a ruling that the code takes to have its first reading; which
    other readings of it would make a difference is noted in the environment (:meth:`Native.asked_for`), as
    :mod:`queensbench.readers.native.noted` says.  ``unused``: entry functions of the system that nobody asks for, which
    are left out; those of states that remember another are long.  ``name``: a name for all that the module's text
    follows from, by which its code is kept.
    """
    import llvmlite.binding as llvm

    from queensbench.readers.native import llvm_text as ll
    from queensbench.readers.native.bodies import Program
    from queensbench.readers.native.entry_points import write_entries

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    numbers = layout(system)

    def write() -> str:
        machine = target.create_target_machine(cpu=cpu, features=features, opt=2, jit=True)
        module = ll.Module("rules")
        module.triple = target.triple
        module.data_layout = str(machine.target_data)
        program = Program(system, module, counters=counters, noted=noted, answers_counted=answers_counted)
        write_entries(program, unused)
        if extra is not None:
            extra(module)
        return str(module)

    code = Code(Text(write, name), target, level=level, quick=quick, cpu=cpu, features=features)
    notes = oracle.size(numbers.ncells) if answers_counted else 0
    if noted is not None:
        notes = len(system.rulings[noted].readings)
    return Native(system, numbers, code, notes)
