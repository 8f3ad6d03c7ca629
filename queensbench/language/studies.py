"""Studies: questions about a ruleset whose answer is a table, which an audit computes, and stores.

A study is an ordinary Python function (not a rule): it gets a *bench*, which makes interpreters of any
instance under any reading, and answers with a :class:`Study`::

    @study("initiative.ties", State, "Who acts when two characters have the same number?")
    def ties(bench: Bench) -> Study: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from queensbench.language.modes import Instance
from queensbench.language.records import Record


class Bench(Protocol):
    """The means of a study: interpreters, the engines of instances, the readings."""

    def interpreter(self, instance: Instance | str, readings: Mapping[str, Any] | None = None) -> Any:
        """The interpreter of an instance (a declared one by its name); ``readings``: those unlike the audit's."""

    def box(self, instance: Instance | str) -> Any:
        """The mode compiled at an instance, given or declared; :meth:`queensbench.Session.of` makes a session of it."""

    def explored(self) -> tuple[str, ...]:
        """The names of the instances that are explored."""

    def rulings(self) -> Mapping[str, tuple[Any, ...]]:
        """The readings of every ruling, the house reading first."""


@dataclass
class Study:
    """The answer of a study: a table, the rows that matter most (``chosen``, by number), and findings in words."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    chosen: Sequence[int] = ()
    findings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class StudyDecl:
    """A declared study.  ``alone``: a process of its own answers it, beside the rest of an audit.

    ``grid``: the columns of its table that name the rows, the columns and the cells of a grid (empty: it is none).
    """

    name: str
    state: type[Record]
    question: str
    run: Callable[[Bench], Study]
    module: str
    alone: bool = False
    grid: tuple[str, ...] = ()


#: studies declared in this process, by module
declared: dict[str, list[StudyDecl]] = {}


def study(
    name: str,
    state: type[Record],
    question: str,
    *,
    alone: bool = False,
    grid: tuple[str, str, str] | tuple[()] = (),
) -> Callable[[Callable[[Bench], Study]], Callable[[Bench], Study]]:
    """Declare a study of the modes whose record is ``state`` or inherits it.

    ``alone``: answer it in a process of its own, beside the rest of an audit.  That saves time where it works with
    interpreters only; explorations of the audit would have to be made again there.  ``grid``: the names of three
    columns of its table, by which a report draws it as a grid: for the rows, for the columns, for the cells.
    """

    def decorate(function: Callable[[Bench], Study]) -> Callable[[Bench], Study]:
        decl = StudyDecl(name, state, question, function, function.__module__, alone, grid)
        declared.setdefault(decl.module, []).append(decl)
        return function

    return decorate
