"""What is known of questions to rules whose readings are not all known: a tree of the rulings that are read, each.

A node of a tree is the ruling that is read next, with a branch for each option that was tried; a leaf is an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from queensbench.engines.follow.reading_sets import Cube, ReadingSets

Leaf = tuple[Cube, Any]
"""Readings, and what they all answer."""


class Node:
    """A ruling that is read next, and what follows by option: a node, or an answer alone in a tuple."""

    __slots__ = ("branches", "ruling")

    def __init__(self, ruling: int) -> None:
        self.ruling = ruling
        self.branches: dict[int, Any] = {}


class AnswerTrees:
    """The trees by question.  ``most``: so many are kept; ``forgotten``: called when all are forgotten."""

    def __init__(self, sets: ReadingSets, most: int, forgotten: Callable[[], None]) -> None:
        self.sets, self.most, self.forgotten = sets, most, forgotten
        self.known: dict[Hashable, dict[int, Any]] = {}

    def tree(self, key: Hashable) -> dict[int, Any]:
        """The tree of a question, below its branch 0; where too many are known, all are forgotten first."""
        tree = self.known.get(key)
        if tree is None:
            if len(self.known) >= self.most:
                self.known.clear()
                self.forgotten()
            tree = self.known[key] = {}
        return tree

    def alone(self, tree: dict[int, Any], cube: Cube) -> tuple[Any] | None:
        """The one answer of all readings of a cube, if no ruling that is read is open in it and the answer is known."""
        found = tree.get(0)
        fields, offsets = self.sets.fields, self.sets.offsets
        while type(found) is Node:
            ruling = found.ruling
            bits = cube & fields[ruling]
            if bits & (bits - 1):
                return None
            found = found.branches.get(bits.bit_length() - 1 - offsets[ruling])
        return found

    def told(self, key: Hashable, cube: Cube) -> list[Leaf] | None:
        """What is known already of a question where all readings of a cube answer alike."""
        tree = self.known.get(key)
        answer = None if tree is None else self.alone(tree, cube)
        return None if answer is None else [(cube, answer[0])]


__all__ = ["AnswerTrees", "Leaf", "Node"]
