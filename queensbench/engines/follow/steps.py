"""One step of a mode under readings that are known in part, by machine code that counts the rulings it reads.

A question is a step, the moves of a transition, the end, who has won, a score or a decider.  It is asked as
:mod:`queensbench.engines.follow.answers` says: so a ruling is bound only where something reads it, and by
:meth:`ReadingSets.merged` only where that makes a difference.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

from queensbench.engines.follow.answer_trees import OPEN, Leaf, Node
from queensbench.engines.follow.answers import Answers
from queensbench.engines.follow.kernels import DECIDER
from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.compiling import compiled_for_steps
from queensbench.readers.native.layout import OK, OVERFLOW, REFUSED, SETTLE_STEPS, UNSETTLED
from queensbench.readers.native.program import Native

State = bytes

_ARITY = {
    "qb_initial": "pp",
    "qb_settle": "pp",
    "qb_over": "pp",
    "qb_moves": "ppp1",
    "qb_weight": "pp1p",
    "qb_decider": "pp1p",
    "qb_apply": "ppp1",
    "qb_wins": "pp1",
    "qb_score": "pp1p",
}
_ARGUMENT = {"p": ctypes.c_void_p, "1": ctypes.c_int64}
_LISTING = ctypes.PYFUNCTYPE(
    ctypes.c_int64, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)

_AUTOMATIC = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64)

WHOLE = 3
"""Where moves read more rulings than this, they are listed transition by transition, else all at once."""
FEW = 24
"""After so many runs, a step and all automatic steps behind it are asked one after the other instead of at once."""


class Broken:
    """The answer where the rules leave their ranges; ``status`` is the fault."""

    def __init__(self, status: int) -> None:
        self.status = status

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self.status == other.status

    def __hash__(self) -> int:
        return hash(("broken", self.status))

    def __repr__(self) -> str:
        return f"Broken({self.status})"


NO: Final = None
"""The answer to a step that the rules refuse."""


class Steps:
    """The rules of a box, with its parameters, asked under cubes of readings.

    One thread at a time.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.system = box.system
        self.coding = box.coding
        self.sets = ReadingSets(box.system)
        self.native = _machine_code(box)
        self.native_env = self.native.new_env(None, box.parameters())
        self._env = int(self.native_env.ctypes.data)
        self._cells = ctypes.c_int32 * self.native.ncells
        self._silent = slice(4 * self.system.silent_cell, 4 * self.system.silent_cell + 4)
        self._chances = self.coding.chance_base
        self._room = 1024
        self._out = (ctypes.c_int64 * self._room)()
        self._number = ctypes.c_int64()
        self._apart: set[Hashable] = set()
        self.answers = Answers(self.sets, self.native, self.native_env, self._apart.clear)
        self._transitions: dict[int, int] = {}
        calls: dict[str, Callable[..., int]] = {}
        for name, arity in _ARITY.items():
            if address := self.native.address(name):
                kinds = [_ARGUMENT[kind] for kind in arity]
                calls[name] = ctypes.PYFUNCTYPE(ctypes.c_int64, *kinds)(address)
        self._calls = calls
        self._listings: dict[int, Any] = {}
        for number in self.coding.order:
            if address := self.native.address(f"moves.{self.system.transitions[number].name}"):
                self._listings[number] = _LISTING(address)
        self._automatic: list[Callable[..., int]] = []
        for transition in self.system.transitions:
            if transition.kind == "automatic":
                address = self.native.address(f"automatic.{transition.name}")
                self._automatic.append(_AUTOMATIC(address))
        self.players = 0
        if self.system.wins is not None:
            self.players = self.system.functions[self.system.wins].params[0][1].hi + 1
        self.scored: list[int] = []
        if self.system.score is not None:
            params = self.system.functions[self.system.score].params
            self.scored = list(range(params[0][1].lo, params[0][1].hi + 1)) if params else [0]

    # ------------------------------------------------------------------------------------- steps

    def start(self, cube: Cube) -> list[Leaf]:
        """The settled start states."""

        def run() -> Any:
            cells = self._cells()
            status = self._calls["qb_initial"](cells, self._env)
            return self._settled(cells, status)

        return self.answers.asked("start", cube, run)

    def _settled(self, cells: ctypes.Array[ctypes.c_int32], status: int) -> Any:
        if status == OK:
            status = self._calls["qb_settle"](cells, self._env)
        if status == REFUSED:
            return Broken(REFUSED)
        return Broken(status) if status < 0 else bytes(cells)

    def step(self, state: State, code: int, cube: Cube) -> list[Leaf]:
        """The states after a move and the automatic steps that follow; NO where it is refused."""

        def run() -> Any:
            env, calls = self._env, self._calls
            over = calls["qb_over"](state, env)
            if over:
                return Broken(over) if over < 0 else NO
            after = self._cells()
            found = self._moved(state, code, after)
            if found is not OK:
                return found
            status = calls["qb_settle"](after, env)
            return Broken(status) if status < 0 else bytes(after)

        key = (state, code)
        if (told := self.answers.trees.told(key, cube)) is not None:
            return told
        if any(state[self._silent]):
            return [(cube, NO)]
        if key not in self._apart:
            leaves = self.answers.parts(key, cube, run, min(FEW, self.answers.most_runs))
            if not any(answer is OPEN for _, answer in leaves):
                return self.answers.joined(leaves)
            self._apart.add(key)
        return self._step_by_step(state, code, cube)

    def _moved(self, state: State, code: int, after: ctypes.Array[ctypes.c_int32]) -> Any:
        """A move by itself: OK and the state in ``after``, or the answer."""
        calls, env = self._calls, self._env
        status = calls["qb_apply"](state, after, env, code)
        if status == REFUSED:
            return NO
        if code >= self._chances:
            sound = calls["qb_weight"](state, env, code, ctypes.byref(self._number))
            if sound < 0:
                return Broken(sound)
            if self._number.value == 0:
                return NO
        if status == OK:
            return OK
        return Broken(status) if status < 0 else bytes(after)

    def _step_by_step(self, state: State, code: int, cube: Cube) -> list[Leaf]:
        """As :meth:`step`, with readings joined after the move, and after each test of an automatic step.

        What reads rulings in one place and what reads others in another then costs their sum, and not their product.
        """

        def run() -> Any:
            after = self._cells()
            found = self._moved(state, code, after)
            return bytes(after) if found is OK else found

        done: list[Leaf] = []
        edge: list[Leaf] = []
        for part, over in self.over(state, cube):
            if over:
                done.append((part, NO if over == 1 else over))
            else:
                edge.extend(self.answers.asked((state, "move", code), part, run))
        for _ in range(SETTLE_STEPS + 1):  # one more than may be, which shows that there is an end
            behind: list[Leaf] = []
            for part, at in self.answers.joined(edge):
                if type(at) is not bytes or any(at[self._silent]):
                    done.append((part, at))
                else:
                    self._automatic_step(at, part, done, behind)
            edge = behind
            if not edge:
                break
        done.extend((part, Broken(UNSETTLED)) for part, _ in edge)
        return self.answers.joined(done)

    def _automatic_step(self, state: State, cube: Cube, done: list[Leaf], behind: list[Leaf]) -> None:
        """The next automatic step: what it leads to goes to ``behind``; where there is none, the state to ``done``."""
        left: list[Cube] = []
        for part, over in self.over(state, cube):
            if over:
                done.append((part, state if over == 1 else over))
            else:
                left.append(part)
        for number, call in enumerate(self._automatic):

            def run(call: Callable[..., int] = call) -> Any:
                after = self._cells()
                status = call(state, after, self._env)
                if status == REFUSED:
                    return NO
                return Broken(status) if status < 0 else bytes(after)

            refused: list[Cube] = []
            for part in left:
                for rest, answer in self.answers.asked((state, "automatic", number), part, run):
                    if answer is NO:
                        refused.append(rest)
                    else:
                        behind.append((rest, answer))
            left = self.sets.merged(refused)
            if not left:
                return
        done.extend((part, state) for part in left)

    def silent(self, state: State) -> int:
        """0, or the number of the silence that the play has ended in, from 1."""
        return int.from_bytes(state[self._silent], "little")

    def over(self, state: State, cube: Cube) -> list[Leaf]:
        """Whether the game is over: 1 or 0.  A silence is no end."""
        key = (state, "over")
        if (told := self.answers.trees.told(key, cube)) is not None:
            return told

        def run() -> Any:
            over = self._calls["qb_over"](state, self._env)
            return Broken(over) if over < 0 else over

        if any(state[self._silent]):
            return [(cube, 0)]
        return self.answers.asked(key, cube, run)

    # ------------------------------------------------------------------------------------- moves

    def moves(self, state: State, cube: Cube) -> list[Leaf]:
        """The codes of the possible moves, ascending, as tuples."""
        key = (state, "moves")
        if (told := self.answers.trees.told(key, cube)) is not None:
            return told
        if any(state[self._silent]):
            return [(cube, ())]

        def run() -> Any:
            while True:
                count = self._calls["qb_moves"](state, self._env, self._out, self._room)
                if count >= 0:
                    return tuple(self._out[:count])
                if count != OVERFLOW:
                    return Broken(count)
                self._widen()

        tree = self.answers.trees.tree(key)
        if not tree:
            self.answers.run(self.sets.vector(cube), (), run, tree)
            if (told := self.answers.trees.told(key, cube)) is not None:
                return told
        node = tree[0]
        reads = 0
        while type(node) is Node:
            reads += self.sets.is_open(cube, node.ruling)
            node = next(iter(node.branches.values()))
        if reads <= WHOLE and type(node) is tuple:
            leaves = self.answers.parts(key, cube, run, min(FEW, self.answers.most_runs))
            if not any(answer is OPEN for _, answer in leaves):
                return self.answers.joined(leaves)
        leaves = []
        for part, over in self.over(state, cube):
            if over:
                leaves.append((part, over if over is OPEN or isinstance(over, Broken) else ()))
            else:
                leaves.extend(self._listed(state, part))
        return self.answers.joined(leaves)

    def _listed(self, state: State, cube: Cube) -> list[Leaf]:
        """The moves of all transitions, one transition after the other."""
        leaves: list[Leaf] = [(cube, ())]
        for number in self._listings:
            after: list[Leaf] = []
            for at, codes in leaves:
                if type(codes) is not tuple:
                    after.append((at, codes))
                    continue
                for part, more in self.listing(state, number, at):
                    after.append((part, codes + more if type(more) is tuple else more))
            leaves = self.answers.joined(after)
        return leaves

    def listing(self, state: State, number: int, cube: Cube) -> list[Leaf]:
        """The codes of one transition's moves, in a game that is not over."""
        call = self._listings[number]

        def run() -> Any:
            while True:
                count = call(state, self._env, ctypes.addressof(self._out), 0, self._room)
                if count >= 0:
                    return tuple(self._out[:count])
                if count != OVERFLOW:
                    return Broken(count)
                self._widen()

        return self.answers.asked((state, "moves", number), cube, run)

    def _widen(self) -> None:
        self._room *= 4
        self._out = (ctypes.c_int64 * self._room)()
        self.answers.again()

    def transition(self, code: int) -> int:
        """The transition of a code."""
        found = self._transitions.get(code)
        if found is None:
            found = self._transitions[code] = self.coding.decode(code).transition
        return found

    def weight(self, state: State, code: int, cube: Cube) -> list[Leaf]:
        """The weight of a chance event, 1 for a choice."""
        return self.answers.asked(
            (state, "weight", code), cube, lambda: self._count("qb_weight", state, code)
        )

    def decider(self, state: State, code: int, cube: Cube) -> list[Leaf]:
        """The raw player whose choice a move is, or -1."""
        key = (state, "decider", self.transition(code))
        told = self.answers.trees.told(key, cube)
        return told or self.answers.asked(key, cube, lambda: self._count("qb_decider", state, code))

    # ------------------------------------------------------------------------------------- results

    def wins(self, state: State, player: int, cube: Cube) -> list[Leaf]:
        """Whether a player has won an ended game: 1 or 0."""

        def run() -> Any:
            answer = self._calls["qb_wins"](state, self._env, player)
            return Broken(answer) if answer < 0 else answer

        return self.answers.asked((state, "wins", player), cube, run)

    def score(self, state: State, player: int, cube: Cube) -> list[Leaf]:
        """The score of a player in an ended game, or the only one."""
        return self.answers.asked(
            (state, "score", player), cube, lambda: self._count("qb_score", state, player)
        )

    def _count(self, name: str, state: State, of: int) -> Any:
        status = self._calls[name](state, self._env, of, ctypes.byref(self._number))
        return Broken(status) if status < 0 else self._number.value

    # ------------------------------------------------------------------------------------- afterwards

    def clauses_counted(self, codes: Sequence[int], readings: Sequence[int]) -> dict[str, int]:
        """How often a play carries out each clause under one reading, as far as that reading allows the play."""
        env = self.native.new_env(readings, self.box.parameters())
        at = int(env.ctypes.data)
        calls, cells = self._calls, self._cells()
        status = calls["qb_initial"](cells, at)
        if status == OK:
            status = calls["qb_settle"](cells, at)
        for code in codes:
            if status != OK:
                break
            after = self._cells()
            status = calls["qb_apply"](cells, after, at, code)
            if status == OK:
                status = calls["qb_settle"](after, at)
            cells = after
        counts = self.native.clause_counts(env)
        return {name: int(count) for name, count in zip(self.system.clauses, counts, strict=True) if count}


def _machine_code(box: Box) -> Native:
    """The rules of a box, compiled once for steps under partial readings."""
    if "steps" not in box.made:
        box.made["steps"] = (
            compiled_for_steps(replace(box.system, judges=()), DECIDER)
            if box.alike is None
            else _machine_code(box.alike).serving(replace(box.system, judges=()))
        )
    found: Native = box.made["steps"]
    return found
