"""One step of a mode under readings that are known in part, by machine code that counts the rulings it reads.

A question (a step, the moves of a transition, the end, who has won, a score, a decider) is answered under one reading
of a cube, and the counters say which rulings were read on the way.  All readings that agree in those have the same
answer; what is left of the cube is asked again, up to a bound.  So a ruling is bound only where something reads it, and
by :meth:`ReadingSets.merged` only where that makes a difference.

What this engine cannot see: whether an answer that the machine code gives is what the rulebook means; and that a ruling
is read in vain, unless all its options were asked.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, Final

from queensbench.engines.follow.answer_trees import AnswerTrees, Leaf, Node
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

MOST_KNOWN = 100_000
"""The most questions that are remembered with their answers."""
MOST_RUNS = 1_000
"""The most runs that answer a question; readings left over are answered OPEN."""
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


class Open:
    """The answer of readings that were not asked; there is one, :data:`OPEN`."""

    def __repr__(self) -> str:
        return "OPEN"


OPEN: Final = Open()
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
        layout = self.native.layout
        rulings = len(self.system.rulings)
        self._readings_at = self._env + 8 * layout.readings
        self._consults_at = self._env + 8 * layout.consults
        self._size = 8 * rulings
        self._none = bytes(self._size)
        self._vector = b""
        self._cells = ctypes.c_int32 * self.native.ncells
        self._silent = slice(4 * self.system.silent_cell, 4 * self.system.silent_cell + 4)
        self._chances = self.coding.chance_base
        self._room = 1024
        self._out = (ctypes.c_int64 * self._room)()
        self._number = ctypes.c_int64()
        self._apart: set[Hashable] = set()
        self._trees = AnswerTrees(self.sets, MOST_KNOWN, self._apart.clear)
        self._transitions: dict[int, int] = {}
        self.runs = 0
        self.most_runs = MOST_RUNS
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

    # ------------------------------------------------------------------------------------- asking

    def _asked(self, key: Hashable, cube: Cube, run: Callable[[], Any]) -> list[Leaf]:
        """What the readings of a cube answer to a question, each part once; OPEN where too many parts are left."""
        leaves = self._within(key, cube, run, self.most_runs)
        return self._joined(leaves)

    def _within(self, key: Hashable, cube: Cube, run: Callable[[], Any], most: int) -> list[Leaf]:
        """As :meth:`_asked`, by at most ``most`` runs, and the parts not joined.

        What is known of a question is a tree: a node is the ruling that is read next, with a branch for each option
        that was tried.
        """
        tree = self._trees.tree(key)
        sets = self.sets
        left = most
        if not tree and left:
            left -= 1
            self._run(sets.vector(cube), run, tree)
        answer = self._trees.alone(tree, cube)
        if answer is not None:
            return [(cube, answer[0])]
        stack: list[tuple[dict[int, Any], int, Cube]] = [(tree, 0, cube)]
        found: list[Leaf] = []
        while stack:
            above, branch, part = stack.pop()
            node = above.get(branch)
            if node is None:
                if not left:
                    found.append((part, OPEN))
                    continue
                left -= 1
                self._run(sets.vector(part), run, tree)
                node = above[branch]
            if type(node) is Node:
                ruling = node.ruling
                rest = part & ~sets.fields[ruling]
                at = sets.offsets[ruling]
                bits = (part & sets.fields[ruling]) >> at
                if bits & (bits - 1) == 0:
                    stack.append((node.branches, bits.bit_length() - 1, part))
                else:
                    stack.extend(
                        (node.branches, option, rest | 1 << (at + option))
                        for option in range(bits.bit_length())
                        if bits >> option & 1
                    )
            else:
                found.append((part, node[0]))
        return found

    def _run(self, vector: bytes, run: Callable[[], Any], tree: dict[int, Any]) -> None:
        """One answer, put into the tree of its question under the rulings that were read on the way."""
        if vector != self._vector:
            ctypes.memmove(self._readings_at, vector, self._size)
            self._vector = vector
        ctypes.memset(self._consults_at, 0, self._size + 8)
        self.runs += 1
        answer = run()
        counts = ctypes.string_at(self._consults_at, self._size)
        branches, branch = tree, 0
        if counts != self._none:
            order = memoryview(counts).cast("q").tolist()
            for ruling in sorted([r for r, place in enumerate(order) if place], key=order.__getitem__):
                node = branches.get(branch)
                if node is None:
                    node = branches[branch] = Node(ruling)
                branches, branch = node.branches, vector[8 * ruling]
        branches[branch] = (answer,)

    def _joined(self, leaves: list[Leaf]) -> list[Leaf]:
        """Leaves with equal answers joined where that makes fewer."""
        if len(leaves) < 2:
            return leaves
        groups: dict[Any, list[Cube]] = {}
        for cube, answer in leaves:
            groups.setdefault(answer, []).append(cube)
        return [(cube, answer) for answer, cubes in groups.items() for cube in self.sets.merged(cubes)]

    # ------------------------------------------------------------------------------------- steps

    def start(self, cube: Cube) -> list[Leaf]:
        """The settled start states."""

        def run() -> Any:
            cells = self._cells()
            status = self._calls["qb_initial"](cells, self._env)
            return self._settled(cells, status)

        return self._asked("start", cube, run)

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
        if (told := self._trees.told(key, cube)) is not None:
            return told
        if any(state[self._silent]):
            return [(cube, NO)]
        if key not in self._apart:
            leaves = self._within(key, cube, run, min(FEW, self.most_runs))
            if not any(answer is OPEN for _, answer in leaves):
                return self._joined(leaves)
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
                edge.extend(self._asked((state, "move", code), part, run))
        for _ in range(SETTLE_STEPS + 1):  # one more than may be, which shows that there is an end
            behind: list[Leaf] = []
            for part, at in self._joined(edge):
                if type(at) is not bytes or any(at[self._silent]):
                    done.append((part, at))
                else:
                    self._automatic_step(at, part, done, behind)
            edge = behind
            if not edge:
                break
        done.extend((part, Broken(UNSETTLED)) for part, _ in edge)
        return self._joined(done)

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
                for rest, answer in self._asked((state, "automatic", number), part, run):
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
        if (told := self._trees.told(key, cube)) is not None:
            return told

        def run() -> Any:
            over = self._calls["qb_over"](state, self._env)
            return Broken(over) if over < 0 else over

        if any(state[self._silent]):
            return [(cube, 0)]
        return self._asked(key, cube, run)

    # ------------------------------------------------------------------------------------- moves

    def moves(self, state: State, cube: Cube) -> list[Leaf]:
        """The codes of the possible moves, ascending, as tuples."""
        key = (state, "moves")
        if (told := self._trees.told(key, cube)) is not None:
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

        tree = self._trees.tree(key)
        if not tree:
            self._run(self.sets.vector(cube), run, tree)
            if (told := self._trees.told(key, cube)) is not None:
                return told
        node = tree[0]
        if type(node) is not Node:
            return [(cube, node[0])]
        reads = 0
        while type(node) is Node:
            reads += self.sets.is_open(cube, node.ruling)
            node = next(iter(node.branches.values()))
        if reads <= WHOLE:
            return self._asked(key, cube, run)
        leaves: list[Leaf] = []
        for part, over in self.over(state, cube):
            if over:
                leaves.append((part, over if over is OPEN or isinstance(over, Broken) else ()))
            else:
                leaves.extend(self._listed(state, part))
        return self._joined(leaves)

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
            leaves = self._joined(after)
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

        return self._asked((state, "moves", number), cube, run)

    def _widen(self) -> None:
        self._room *= 4
        self._out = (ctypes.c_int64 * self._room)()

    def transition(self, code: int) -> int:
        """The transition of a code."""
        found = self._transitions.get(code)
        if found is None:
            found = self._transitions[code] = self.coding.decode(code).transition
        return found

    def weight(self, state: State, code: int, cube: Cube) -> list[Leaf]:
        """The weight of a chance event, 1 for a choice."""
        return self._asked((state, "weight", code), cube, lambda: self._count("qb_weight", state, code))

    def decider(self, state: State, code: int, cube: Cube) -> list[Leaf]:
        """The raw player whose choice a move is, or -1."""
        key = (state, "decider", self.transition(code))
        told = self._trees.told(key, cube)
        return told or self._asked(key, cube, lambda: self._count("qb_decider", state, code))

    # ------------------------------------------------------------------------------------- results

    def wins(self, state: State, player: int, cube: Cube) -> list[Leaf]:
        """Whether a player has won an ended game: 1 or 0."""

        def run() -> Any:
            answer = self._calls["qb_wins"](state, self._env, player)
            return Broken(answer) if answer < 0 else answer

        return self._asked((state, "wins", player), cube, run)

    def score(self, state: State, player: int, cube: Cube) -> list[Leaf]:
        """The score of a player in an ended game, or the only one."""
        return self._asked((state, "score", player), cube, lambda: self._count("qb_score", state, player))

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
            compiled_for_steps(replace(box.system, judges=()))
            if box.alike is None
            else _machine_code(box.alike).serving(replace(box.system, judges=()))
        )
    found: Native = box.made["steps"]
    return found
