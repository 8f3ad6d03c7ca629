"""Two interpreters, one of each version, that take the same moves: they confirm what other engines have found.

A move is its name and the raw values of its arguments, since the versions have kinds of their own.  Values are compared
by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from queensbench.engines.compare.replay import KINDS, Difference, Pair
from queensbench.errors import Refused
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.transforms.two_versions import SUFFIX
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import Coding

NAMES = ("the older version", "the newer version")


@dataclass(frozen=True)
class VersionStep:
    """A move of either version: its name, the raw values of its arguments, its text, and which version alone has it."""

    name: str
    raw: tuple[int, ...]
    text: str
    only: int = -1

    def __str__(self) -> str:
        return self.text


def steps_of(coding: Coding, codes: Sequence[int], only: Sequence[int]) -> list[VersionStep]:
    """The moves of codes of a system that holds two versions.

    ``only``: as :class:`~queensbench.rules.transforms.two_versions.Versions` has it.
    """
    found = []
    for code in codes:
        move = coding.decode(code)
        name = coding.system.transitions[move.transition].name
        text = coding.label(move).replace(SUFFIX, "", 1)
        found.append(VersionStep(name.removesuffix(SUFFIX), move.args, text, only[move.transition]))
    return found


class Name(str):
    """The name of a member of either version's kinds; it is written as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


class VersionReader:
    """The interpreter of one version, as :class:`~queensbench.engines.compare.replay.Pair` asks it.

    ``activate`` puts the version's modules into their place; every question that runs rules does.
    """

    def __init__(
        self, number: int, reader: Interpreter, system: ir.System, activate: Callable[[], None]
    ) -> None:
        self.number = number
        self.reader = reader
        self.system = system
        self.activate = activate
        self.layout = reader.layout
        self.silences = tuple((one.what, system.clauses[one.clause]) for one in system.silences)
        self.by_name = {name: SimpleNamespace(kind=rule.kind) for name, rule in reader.by_name.items()}
        self.types = {
            one.name: [t for _, t in system.functions[one.function].params] for one in system.transitions
        }

    def values(self, state: Any) -> dict[str, tuple[int, ...]]:
        """The raw values of a state, by field."""
        cells = self.reader.cells(state, self.silences)
        return {f.name: tuple(cells[f.offset : f.offset + f.cells]) for f in self.system.fields}

    def start(self) -> Any:
        """The start state."""
        self.activate()
        return self.reader.start()

    def apply(self, state: Any, step: VersionStep) -> Any:
        """The state after a move.  Raises Refused, also where this version has no such move."""
        self.activate()
        if not self.has(step):
            raise Refused("this version has no such move", clauses=(), file="", line=0)
        return self.reader.apply(state, self.reader.step(step.name, step.raw))

    def has(self, step: VersionStep) -> bool:
        """Whether this version has a move, possible or not."""
        if step.only == 1 - self.number or step.name not in self.reader.by_name:
            return False
        types = self.types[step.name]
        return all(t.lo <= raw <= t.hi for raw, t in zip(step.raw, types, strict=True))

    def silence(self, state: Any) -> tuple[str, str] | None:
        """The silence that a play has ended in, or None."""
        return self.reader.silence(state)

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        self.activate()
        return self.reader.over(state)

    def winners(self, state: Any) -> tuple[str, ...]:
        """The names of those who have won."""
        self.activate()
        return tuple(Name(shown(player)) for player in self.reader.winners(state))

    def scores(self, state: Any) -> dict[Any, int]:
        """The scores by name, or under None."""
        self.activate()
        return {player and Name(shown(player)): score for player, score in self.reader.scores(state).items()}

    def decider(self, state: Any, name: str) -> str:
        """Whose choice a move is, by name."""
        self.activate()
        found = self.reader.decider(state, name) if name in self.reader.by_name else None
        return Name("nobody" if found is None else shown(found))

    def weight(self, state: Any, step: VersionStep) -> int:
        """The weight of a chance event."""
        self.activate()
        return self.reader.weight(state, self.reader.step(step.name, step.raw))

    def moves(self, state: Any) -> list[VersionStep]:
        """The possible moves."""
        self.activate()
        return [
            VersionStep(step.name, self.reader.raw_args(step), str(step)) for step in self.reader.moves(state)
        ]


class VersionPair(Pair):
    """The interpreters of both versions."""

    def __init__(self, one: VersionReader, two: VersionReader) -> None:
        super().__init__(one, two, NAMES)  # type: ignore[arg-type]
        self.versions = (one, two)

    def fields(self, one: Any, two: Any) -> list[str]:
        """The names of the fields in which two states differ."""
        mine, yours = (reader.values(state) for reader, state in zip(self.versions, (one, two), strict=True))
        found = [name for name, value in mine.items() if yours.get(name) != value]
        if self.versions[0].silence(one) != self.versions[1].silence(two):
            found.append("what the text is silent on")
        return found

    def told(self, steps: Sequence[VersionStep], *, judged: bool) -> Difference | None:
        """The strongest difference at the end of a play; None if the interpreters see none."""
        found = self.along(steps, judged=judged)  # type: ignore[arg-type]
        return min(found, key=lambda one: KINDS.index(one.kind), default=None)
