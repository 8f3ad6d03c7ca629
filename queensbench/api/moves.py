"""Moves, chance outcomes and refusals, as a script sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from queensbench.errors import BadInput
from queensbench.language.domains import Domain
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter


@dataclass(frozen=True)
class Move:
    """A move with its arguments by name; ``str()`` writes it as the author of the rules would.

    Values of arguments are members of the model's kinds, whole numbers or truth values.

    >>> import queensbench as qb
    >>> move = qb.load("queue4/standard").session("six").start().moves()[0]
    >>> move
    begin_queue(queue=FIRST)
    >>> move.name, move.args["queue"].name
    ('begin_queue', 'FIRST')
    """

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given: object = self.args
        if not isinstance(given, Mapping):
            raise BadInput(f"{shown(given)} gives no arguments", remedy="give a mapping from their names")
        object.__setattr__(self, "args", MappingProxyType(dict(self.args)))

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{name}={shown(value)}' for name, value in self.args.items())})"

    def __repr__(self) -> str:
        return str(self)

    def __hash__(self) -> int:
        return hash((self.name, frozenset(self.args.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (self.name, dict(self.args))

    def to_json(self) -> dict[str, Any]:
        """The move as JSON: its name, and its arguments with members by name."""
        return {"move": self.name, "args": {name: _plain(value) for name, value in self.args.items()}}


@dataclass(frozen=True)
class MoveKind:
    """All moves of one name: the domains of their arguments by name, in order, and whether chance decides them.

    A domain has ``values()``, their number as ``size``, and ``holds(value)``.

    >>> import queensbench as qb
    >>> kind = qb.load("queue4/standard").move_kinds("six")["reveal"]
    >>> kind.by_chance, list(kind.arguments["card"].values())
    (True, [1, 2, 3])
    """

    name: str
    arguments: Mapping[str, Domain]
    by_chance: bool


def kinds_of(rules: Interpreter) -> Mapping[str, MoveKind]:
    """The kinds of moves of a mode at an instance, by name, in the order of the rules; automatic steps are left out."""
    found = {
        name: MoveKind(name, MappingProxyType(dict(rules.domains[name])), rule.kind == "chance")
        for name, rule in rules.by_name.items()
        if rule.kind != "automatic"
    }
    return MappingProxyType(found)


@dataclass(frozen=True)
class Outcome:
    """One outcome of chance: the move, its weight, and its exact probability among those of its position.

    >>> import queensbench as qb
    >>> start = qb.load("queue4/standard").session("six").start()
    >>> outcomes = start.do("begin_queue", queue="FIRST").outcomes()
    >>> print(outcomes[0], outcomes[0].weight)
    reveal(card=1) 1/3 2
    >>> sum(outcome.probability for outcome in outcomes)
    Fraction(1, 1)
    """

    move: Move
    weight: int
    probability: Fraction

    def __str__(self) -> str:
        return f"{self.move} {self.probability}"

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON; the probability as text, a fraction in lowest terms."""
        return self.move.to_json() | {"weight": self.weight, "probability": str(self.probability)}


@dataclass(frozen=True)
class Refusal:
    """The reason why a move is refused: the text of the requirement, the clauses that it carries out, and its place.

    >>> import queensbench as qb
    >>> start = qb.load("queue4/standard").session("six").start()
    >>> print(start.why_not("add", queue="FIRST", gap=0))
    refused by `require(len(s.queue[queue]) > 0)` (option.existing, place.any_queue)
    """

    text: str
    clauses: tuple[str, ...]
    file: str
    line: int

    def __str__(self) -> str:
        named = f" ({', '.join(self.clauses)})" if self.clauses else ""
        return f"refused by `{self.text}`{named}"

    def to_json(self) -> dict[str, Any]:
        """The refusal as JSON, with the file's name alone."""
        return {
            "text": self.text,
            "clauses": list(self.clauses),
            "file": Path(self.file).name,
            "line": self.line,
        }


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int)) else shown(value)
