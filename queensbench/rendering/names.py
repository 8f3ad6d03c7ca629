"""Texts of moves and players as people read them: what has a label goes by it.

Engines, stored answers and programs call every value by its name in the rules: ``reveal(card=12)``, ``won by NORTH``.
Tables, headings and paragraphs of a screen pass through :class:`Names`, which puts the declared labels in their
place: ``reveal(card=Queen)``, ``won by seat 1``.  So a label never stands in what is stored, and what has none stays as
it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from queensbench.errors import QueensbenchError
from queensbench.language.domains import Domain, Kind, KindDomain, RangeDomain
from queensbench.language.labels import label_of
from queensbench.language.modes import Instance, Mode
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter

NAME = re.compile(r"(?<![\w=.])[A-Z][A-Z0-9_]*\b(?![=(.])")
"""A word that may be the name of a member."""

MOVE = re.compile(r"\b[a-z_]+\((?:\w+=)")
"""Where a move with arguments begins."""

Naming = Callable[[str], str]

DOCUMENTS = re.compile(r"\s*\((?:[\w-]+\.[a-z]{2}(?:, )?)+\)$")
"""The documents that the title of a rulebook may name at its end."""


def headline(title: str) -> str:
    """The title of a rulebook as a headline: without the names of its documents."""
    return DOCUMENTS.sub("", title)


class Names:
    """The labels of a mode at an instance, put into texts that name values as the rules do."""

    def __init__(self, mode: Mode, instance: Instance | None) -> None:
        self.mode = mode
        self.instance = instance

    def __call__(self, text: str) -> str:
        """A text with labels for members of the kinds that the state holds, and for the arguments of moves.

        What a number is called may depend on the instance: without one, moves stay as they are.
        """
        if self.instance is None and MOVE.search(text):
            return text
        if self.instance is not None and "(" in text and self._moves:
            text = self._pattern.sub(self._labelled, text)
        return NAME.sub(lambda found: self._members.get(found[0], found[0]), text) if self._members else text

    @cached_property
    def _reader(self) -> Interpreter:
        return Interpreter(self.mode, self.instance)

    @cached_property
    def _moves(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """By move and argument, the labels of its values; moves without any are left out."""
        found = {
            move: {name: labels for name, domain in arguments if (labels := _labels(domain))}
            for move, arguments in self._reader.domains.items()
        }
        return {move: arguments for move, arguments in found.items() if arguments}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(rf"\b({'|'.join(map(re.escape, self._moves))})\(([^()]*)\)")

    def _labelled(self, found: re.Match[str]) -> str:
        labels = self._moves[found[1]]
        parts = []
        for part in found[2].split(", "):
            name, equals, value = part.partition("=")
            parts.append(name + equals + labels.get(name, {}).get(value, value))
        return f"{found[1]}({', '.join(parts)})"

    @cached_property
    def _members(self) -> Mapping[str, str]:
        """The labels of members by their names, without names that two kinds label differently."""
        found: dict[str, str | None] = {}
        for kind in self._kinds():
            for member in kind.__members__.values():
                label = label_of(member)
                known = found.setdefault(member.name, label)
                if known != label:
                    found[member.name] = None
        return {name: label for name, label in found.items() if label is not None}

    def _kinds(self) -> Iterator[type[Kind]]:
        seen: dict[Any, None] = {} if self.mode.players is None else {self.mode.players: None}
        for decl in self._reader.layout:
            for domain in (*decl.index, getattr(decl.value, "value", decl.value)):
                if isinstance(domain, KindDomain) and issubclass(domain.kind, Kind):
                    seen[domain.kind] = None
        yield from seen


def _labels(domain: Domain) -> dict[str, str]:
    if isinstance(domain, RangeDomain):
        return {str(number): label for number, label in domain.labels.items()}
    if isinstance(domain, KindDomain):
        return {member.name: label for member in domain.members if (label := label_of(member)) is not None}
    return {}


def as_written(text: str) -> str:
    """A text as it is."""
    return text


def names_of(path: str, instance: str = "") -> Naming:
    """The names of a mode (``ruleset/mode``) of the project that is loaded; of an unknown one texts stay as they are.

    Without an instance members alone are named.
    """
    try:
        mode = projects.load(only=()).mode(path)[1]
        box = projects.mode_instance(mode, instance) if instance else None
    except QueensbenchError:
        return as_written
    return Names(mode, box)
