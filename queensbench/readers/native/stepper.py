"""Single steps of a system's machine code, for callers in Python that hold states as ``bytes``.

A state is its cells, 32 bits each, as ``bytes``: immutable, hashable, and handed to machine code as it lies.  A step
is what the interpreter's ``apply`` makes: the move and the automatic steps after it, refused where the game is over
or silent, or the weight of the chance event is 0.

What this file cannot see: why a move is refused; and nobody but the caller vouches that cells lie within their types.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Sequence

from queensbench.errors import RangeViolation
from queensbench.readers.native.layout import OK, OVERFLOW, REFUSED, SILENT
from queensbench.readers.native.program import Native

State = bytes
"""The cells of a state, 32 bits each."""

_ARITY = {
    "qb_initial": "pp",
    "qb_settle": "pp",
    "qb_over": "pp",
    "qb_moves": "ppp1",
    "qb_weight": "pp1p",
    "qb_decider": "pp1p",
    "qb_apply": "ppp1",
    "qb_judges": "ppp",
    "qb_wins": "pp1",
    "qb_score": "pp1p",
}
_ARGUMENT = {"p": ctypes.c_void_p, "1": ctypes.c_int64}


class Stepper:
    """Machine code of a system under one reading, asked about one state at a time.

    ``readings``: for each ruling the place of the chosen reading; ``parameters``: the value of each parameter;
    ``tells``: whether the code is told how long it ran, so that it is optimised where that pays.
    Calls keep Python's lock, so that threads may share a stepper.
    """

    def __init__(
        self,
        native: Native,
        readings: Sequence[int] | None = None,
        parameters: Sequence[int] | None = None,
        *,
        tells: bool = True,
    ) -> None:
        self.native = native
        self.tells = tells
        self.system = native.system
        self._readings, self._parameters = readings, parameters
        self._env = native.new_env(readings, parameters)
        self._at_env = int(self._env.ctypes.data)
        self._cells = ctypes.c_int32 * native.ncells
        self._silent = slice(4 * self.system.silent_cell, 4 * self.system.silent_cell + 4)
        self._chances = native.coding.chance_base
        self._room = 256
        self._fetch()

    def _fetch(self) -> None:
        """Take the functions from where they lie now."""
        calls: dict[str, Callable[..., int]] = {}
        for name, arity in _ARITY.items():
            if address := self.native.address(name):
                kinds = [_ARGUMENT[kind] for kind in arity]
                calls[name] = ctypes.PYFUNCTYPE(ctypes.c_int64, *kinds)(address)
        self._calls = calls
        self._apply, self._settle = calls["qb_apply"], calls["qb_settle"]
        self._over, self._moves = calls["qb_over"], calls["qb_moves"]

    # ------------------------------------------------------------------------------------------ states

    def start(self) -> State:
        """The settled start state.  Raises ModelError where there is none."""
        cells = self._cells()
        status = self._calls["qb_initial"](cells, self._at_env)
        if status == REFUSED:
            raise RangeViolation(
                "the start contradicts itself: a `require` of the @initial rule fails",
                where=f"{self.system.ruleset}/{self.system.mode}",
            )
        return self._settled(cells, status, -1)

    def settled(self, state: State) -> State:
        """The state after the automatic steps that are possible in it.  Raises ModelError."""
        cells = self._cells.from_buffer_copy(state)
        return self._settled(cells, OK, -1)

    def _settled(self, cells: ctypes.Array[ctypes.c_int32], status: int, code: int) -> State:
        if status == OK:
            status = self._settle(cells, self._at_env)
        if status < 0:
            raise self.native.fault(status, code)
        return bytes(cells)

    def step(self, state: State, code: int) -> State | None:
        """The state after a move and the automatic steps that follow; None where the rules refuse it.

        Raises ModelError where the move leaves a range, or never settles.
        """
        env = self._at_env
        if any(state[self._silent]):
            return None
        over = self._over(state, env)
        if over:
            if over < 0:
                raise self.native.fault(over)
            return None
        after = self._cells()
        status = self._apply(state, after, env, code)
        if status == REFUSED or (code >= self._chances and self.weight(state, code) == 0):
            return None
        if status == OK:
            status = self._settle(after, env)
        if status < 0:
            raise self.native.fault(status, code)
        return bytes(after)

    def successors(self, state: State) -> list[tuple[int, State]]:
        """The possible moves by their codes, each with the state after it; none that leaves a range or never settles.

        Raises ModelError where it cannot be decided what is possible.
        """
        found = []
        for code in self.moves(state):
            after = self._cells()
            status = self._apply(state, after, self._at_env, code)
            if status == OK:
                status = self._settle(after, self._at_env)
            if status > 0:
                found.append((code, bytes(after)))
        return found

    # ------------------------------------------------------------------------------------------ questions

    def moves(self, state: State) -> list[int]:
        """The codes of the possible actions and chance events, ascending.  Raises ModelError."""
        while True:
            out = (ctypes.c_int64 * self._room)()
            begun = time.perf_counter()
            count = self._moves(state, self._at_env, out, self._room)
            if self.tells and self.native.ran(time.perf_counter() - begun):
                self._fetch()
            if count >= 0:
                return out[:count]
            if count != OVERFLOW:
                raise self.native.fault(count, out[0])
            self._room *= 4

    def silent(self, state: State) -> int:
        """0, or the number of the silence that the play has ended in, from 1."""
        return int.from_bytes(state[self._silent], "little")

    def over(self, state: State) -> bool:
        """Whether the game has ended.  Raises ModelError."""
        answer = self._over(state, self._at_env)
        if answer < 0:
            raise self.native.fault(answer)
        return bool(answer)

    def weight(self, state: State, code: int) -> int:
        """The weight of a chance event, 1 for a choice.  Raises ModelError."""
        return self._number("qb_weight", state, code, code)

    def decider(self, state: State, code: int) -> int:
        """The raw player whose choice a move is, or -1.  Raises ModelError."""
        return self._number("qb_decider", state, code, code)

    def wins(self, state: State, player: int) -> bool:
        """Whether a raw player has won.  Raises ModelError."""
        answer = self._calls["qb_wins"](state, self._at_env, player)
        if answer < 0:
            raise self.native.fault(answer)
        return bool(answer)

    def score(self, state: State, player: int = 0) -> int:
        """The score of a raw player, or the only one.  Raises ModelError."""
        return self._number("qb_score", state, player, -1)

    def judges(self, state: State) -> list[int]:
        """For each property judged state by state 1 (holds), 0 (fails) or a violation."""
        count = len(self.system.judges)
        out = (ctypes.c_int64 * max(count, 1))()
        self._calls["qb_judges"](state, self._at_env, out)
        return out[:count]

    def _number(self, name: str, state: State, of: int, code: int) -> int:
        out = ctypes.c_int64()
        status = self._calls[name](state, self._at_env, of, ctypes.byref(out))
        if status < 0:
            raise self.native.fault(status, code)
        return out.value

    def clauses(self, state: State | None, code: int) -> tuple[str, ...]:
        """The clauses that a step carries out, in the order of the system; without a state, those of the start.

        Empty for a move that is refused or violates something.
        """
        env = self.native.new_env(self._readings, self._parameters)
        at = int(env.ctypes.data)
        cells = self._cells()
        if state is None:
            status = self._calls["qb_initial"](cells, at)
        else:
            status = self._apply(state, cells, at, code)
        if status not in (OK, SILENT):
            return ()
        self._settle(cells, at)
        counts = self.native.clause_counts(env)
        return tuple(name for name, count in zip(self.system.clauses, counts, strict=True) if count)
