"""Questions to machine code under cubes of readings: it counts the rulings that an answer reads.

A question is answered under one reading of a cube, and the counters say which rulings were read on the way.  All
readings that agree in those have the same answer; what is left of the cube is asked again, up to a bound.  An opaque
rule that is asked on the way is a question of its own, and its answers are told to the one that asks it
(:mod:`queensbench.readers.native.oracle`): what it reads does not multiply with what is read beside it.

What this engine cannot see: whether an answer that the machine code gives is what the rulebook means; and that a ruling
is read in vain, unless all its options were asked.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

from queensbench.engines.follow.answer_trees import OPEN, AnswerTrees, Call, Leaf, Node
from queensbench.engines.follow.opaque import Opaque
from queensbench.engines.follow.reading_sets import Cube, ReadingSets
from queensbench.errors import InternalError
from queensbench.readers.native import oracle
from queensbench.readers.native.program import Env, Native

MOST_KNOWN = 100_000
"""The most questions that are remembered with their answers."""
MOST_RUNS = 5_000
"""The most runs that answer a question; readings left over are answered OPEN."""

MOST_ASKED = 100_000
"""Once opaque rules were asked so often for one question, what would ask them further is answered OPEN."""

Told = tuple[tuple[int, int], ...]
"""Of each opaque rule on the way: after how many rulings it was asked, and its answer."""


class Answers:
    """Asks machine code under cubes of readings.  One thread at a time.

    ``env``: the environment in which the code runs.  ``forgotten``: as of :class:`AnswerTrees`.  ``runs``: how often
    code was run.  ``wide``: what is asked of a cube in it is asked of all of it, since other parts will be asked as
    well.
    """

    def __init__(self, sets: ReadingSets, native: Native, env: Env, forgotten: Callable[[], None]) -> None:
        self.sets = sets
        self.wide = sets.full
        self.trees = AnswerTrees(sets, MOST_KNOWN, forgotten)
        self.runs = 0
        self.most_runs = MOST_RUNS
        self.env = env
        layout = native.layout
        self._at = int(env.ctypes.data)
        self._readings_at = self._at + 8 * layout.readings
        self._consults_at = self._at + 8 * layout.consults
        self._behind = self._at + 8 * layout.env_size
        self._size = 8 * len(sets.names)
        self._none = bytes(self._size)
        self._vector = b""
        self._told: Told | None = None
        self._opaque = Opaque(native, env, sets)
        self._numbers = self._opaque.numbers
        self._enough = MOST_ASKED

    def asked(self, key: Hashable, cube: Cube, run: Callable[[], Any]) -> list[Leaf]:
        """What the readings of a cube answer to a question, each part once; OPEN where too many parts are left."""
        trees = self.trees
        known = trees.told(key, cube) or trees.within(key, cube)
        if known is None:
            wide = self.wide if cube & ~self.wide == 0 else cube
            leaves = self.joined(self.parts(key, wide, run, self.most_runs))
            trees.remember(key, wide, leaves)
            if wide == cube:
                return leaves
            known = [(met, answer) for part, answer in leaves if (met := self.sets.meet(cube, part))]
        if any(answer is OPEN for _, answer in known):
            return self.joined(self.parts(key, cube, run, self.most_runs))
        return known

    def parts(self, key: Hashable, cube: Cube, run: Callable[[], Any], most: int) -> list[Leaf]:
        """As :meth:`asked`, by at most ``most`` runs, and the parts not joined.

        Branches are tried first where few rulings were read: what reads many is left over, if anything is.
        """
        sets = self.sets
        tree = self.trees.tree(key)
        answer = self.trees.alone(tree, cube)
        if answer is not None:
            return [(cube, answer[0])]
        self._enough = self._opaque.asked + MOST_ASKED
        found: list[Leaf] = []
        waiting: list[tuple[int, int, dict[int, Any], int, Cube, bytes, Told]] = [
            (0, 0, tree, 0, cube, sets.vector(cube), ())
        ]
        left, number = most, 0
        while waiting:
            _, _, above, branch, part, vector, told = heappop(waiting)
            node = above.get(branch)
            if node is None:
                if not left:
                    found.append((part, OPEN))
                    continue
                left -= 1
                self.run(vector, told, run, tree)
                node = above[branch]
            if type(node) is Node:
                for option, one, own in self._read(node.ruling, part, vector):
                    number += 1
                    heappush(waiting, (node.reads, number, node.branches, option, one, own, told))
            elif type(node) is Call:
                for one, said in self._decided(node, part):
                    number += 1
                    if said is OPEN:
                        found.append((one, OPEN))
                    else:
                        own, more = sets.vector(one), (*told, (node.order, said))
                        heappush(waiting, (node.reads, number, node.branches, said, one, own, more))
            else:
                found.append((part, node[0]))
        return found

    def _read(self, ruling: int, part: Cube, vector: bytes) -> Iterator[tuple[int, Cube, bytes]]:
        """Each option of a ruling that is left, the readings that take it, and one of them, near to ``vector``."""
        field, at = self.sets.fields[ruling], self.sets.offsets[ruling]
        bits, rest, place = (part & field) >> at, part & ~field, 8 * ruling
        for option in self.sets.ranges[ruling]:
            if bits >> option & 1:
                own = vector
                if own[place] != option:
                    own = b"".join((own[:place], option.to_bytes(8, "little"), own[place + 8 :]))
                yield option, rest | 1 << (at + option), own

    def run(self, vector: bytes, told: Told, run: Callable[[], Any], tree: dict[int, Any]) -> None:
        """One run, put into the tree of its question under what was read and asked on the way.

        It ends with an answer, or with an opaque rule of which nothing was ``told``.
        """
        numbers = self._numbers
        self._put(vector, told)
        self.runs += 1
        answer = run()
        read: list[int] = []
        counts = ctypes.string_at(self._consults_at, self._size)
        if counts != self._none:
            order = memoryview(counts).cast("q").tolist()
            read = sorted([r for r, place in enumerate(order) if place], key=order.__getitem__)
        call = None
        if numbers[oracle.ASKED] > len(told):
            call = self._opaque.call()
            del read[call.order :]
        branches, branch, done = tree, 0, 0
        for place, said in told:
            branches, branch = self._along(branches, branch, read[done:place], vector, len(read))
            node = branches.get(branch)
            if type(node) is not Call:
                raise InternalError("a rule asked other rules than before under the same readings")
            branches, branch, done = node.branches, said, place
        branches, branch = self._along(branches, branch, read[done:], vector, len(read))
        if branch in branches:
            raise InternalError("a rule read fewer rulings than before under the same readings")
        branches[branch] = call or (answer,)

    def _put(self, vector: bytes, told: Told) -> None:
        """Put a reading and what is told into the environment, and reset what is counted there."""
        numbers = self._numbers
        if vector != self._vector:
            self._vector = b""  # Ctrl-C may come before it is there
            ctypes.memmove(self._readings_at, vector, self._size)
            self._vector = vector
        if told != self._told:
            self._told = None
            numbers[oracle.TOLD] = len(told)
            for place, (_, said) in enumerate(told):
                numbers[oracle.ANSWERS + place] = said
            self._told = told
        ctypes.memset(self._consults_at, 0, self._size + 8 * (1 + oracle.ASKED))

    @staticmethod
    def _along(
        branches: dict[int, Any], branch: int, read: Sequence[int], vector: bytes, reads: int
    ) -> tuple[dict[int, Any], int]:
        """The way through a tree along the rulings that were read, made where it is new."""
        for ruling in read:
            node = branches.get(branch)
            if node is None:
                node = branches[branch] = Node(ruling, reads)
            elif type(node) is not Node or node.ruling != ruling:
                raise InternalError("a rule read other rulings than before under the same readings")
            elif reads < node.reads:
                node.reads = reads
            branches, branch = node.branches, vector[8 * ruling]
        return branches, branch

    def _decided(self, call: Call, cube: Cube) -> list[Leaf]:
        """What the readings of a cube answer to an opaque rule; OPEN where that has too many parts."""
        trees = self.trees
        known = trees.within(call.key, cube)
        if known is None or (known[0][1] is OPEN and trees.whole[call.key][0] & ~self.wide):
            if self._opaque.asked >= self._enough:
                return [(cube, OPEN)]  # it is asked again when something else asks for it
            self._vector = b""  # the rule is asked under readings of its own
            wide = self.wide if cube & ~self.wide == 0 else cube
            leaves = self._opaque.decided(call, wide)
            trees.remember(call.key, wide, [(wide, OPEN)] if leaves is None else self.joined(leaves))
            known = trees.within(call.key, cube)
        return known or []

    def again(self) -> None:
        """A run begins anew, as if nothing had been asked in it yet."""
        self._numbers[oracle.ASKED] = 0

    def joined(self, leaves: list[Leaf]) -> list[Leaf]:
        """Leaves with equal answers joined where that makes fewer."""
        if len(leaves) < 2:
            return leaves
        groups: dict[Any, list[Cube]] = {}
        for cube, answer in leaves:
            groups.setdefault(answer, []).append(cube)
        return [(cube, answer) for answer, cubes in groups.items() for cube in self.sets.merged(cubes)]


__all__ = ["MOST_RUNS", "Answers"]
