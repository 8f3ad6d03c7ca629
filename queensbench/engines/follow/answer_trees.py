"""What is known of questions to rules whose readings are not all known: a tree of the rulings that are read, each.

A node of a tree is the ruling that is read next, with a branch for each option that was tried, or the opaque rule that
is asked next, with a branch for each answer; a leaf is an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from queensbench.engines.follow.reading_sets import Cube, ReadingSets

Leaf = tuple[Cube, Any]
"""Readings, and what they all answer."""


class Open:
    """The answer of readings that were not asked; there is one, :data:`OPEN`."""

    def __repr__(self) -> str:
        return "OPEN"


OPEN: Final = Open()


class Node:
    """A ruling that is read next, and what follows by option: a node, or an answer alone in a tuple.

    ``reads``: how many rulings were read in the run that read fewest.
    """

    __slots__ = ("branches", "reads", "ruling")

    def __init__(self, ruling: int, reads: int) -> None:
        self.ruling = ruling
        self.reads = reads
        self.branches: dict[int, Any] = {}


class Call:
    """An opaque rule that is asked next, after ``order`` rulings were read, and what follows by its answer.

    ``key``: its function, its arguments, and the cells that it reads, as a question of its own.  ``cells``: the whole
    state.  ``reads`` as of a :class:`Node`.
    """

    __slots__ = ("branches", "cells", "key", "order", "reads")

    def __init__(self, key: tuple[int, tuple[int, ...], bytes], cells: bytes, order: int) -> None:
        self.key = key
        self.cells = cells
        self.order = self.reads = order
        self.branches: dict[int, Any] = {}


class AnswerTrees:
    """The trees by question.  ``most``: so many are kept; ``forgotten``: called when all are forgotten."""

    def __init__(self, sets: ReadingSets, most: int, forgotten: Callable[[], None]) -> None:
        self.sets, self.most, self.forgotten = sets, most, forgotten
        self.known: dict[Hashable, dict[int, Any]] = {}
        self.whole: dict[Hashable, tuple[Cube, list[Leaf]]] = {}

    def tree(self, key: Hashable) -> dict[int, Any]:
        """The tree of a question, below its branch 0; where too many are known, all are forgotten first."""
        tree = self.known.get(key)
        if tree is None:
            if len(self.known) >= self.most:
                self.known.clear()
                self.whole.clear()
                self.forgotten()
            tree = self.known[key] = {}
        return tree

    def alone(self, tree: dict[int, Any], cube: Cube) -> tuple[Any] | None:
        """The one answer of all readings of a cube, if no ruling that is read is open in it and the answer is known."""
        found = tree.get(0)
        fields, offsets = self.sets.fields, self.sets.offsets
        while True:
            if type(found) is Node:
                ruling = found.ruling
                bits = cube & fields[ruling]
                if bits & (bits - 1):
                    return None
                found = found.branches.get(bits.bit_length() - 1 - offsets[ruling])
            elif type(found) is Call:
                told = self.within(found.key, cube)
                if told is None or len({said for _, said in told}) != 1:
                    return None
                found = found.branches.get(told[0][1])
            else:
                return found

    def told(self, key: Hashable, cube: Cube) -> list[Leaf] | None:
        """What is known already of a question where all readings of a cube answer alike."""
        tree = self.known.get(key)
        answer = None if tree is None else self.alone(tree, cube)
        return None if answer is None else [(cube, answer[0])]

    def remember(self, key: Hashable, cube: Cube, leaves: list[Leaf]) -> None:
        """Remember what all readings of a cube answer, joined; of too many questions all is forgotten first."""
        if len(self.whole) >= self.most:
            self.whole.clear()
        self.whole[key] = cube, leaves

    def within(self, key: Hashable, cube: Cube) -> list[Leaf] | None:
        """What the readings of a cube answer, if that of a cube that holds it is remembered."""
        known = self.whole.get(key)
        if known is None or cube & ~known[0]:
            return None
        return [(met, answer) for part, answer in known[1] if (met := self.sets.meet(cube, part))]


__all__ = ["OPEN", "AnswerTrees", "Call", "Leaf", "Node"]
