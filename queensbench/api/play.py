"""A play: the positions from a start on, with undo, forks and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from queensbench.api.given import checked
from queensbench.api.in_force import InForce
from queensbench.api.moves import Move, Outcome
from queensbench.api.position import Position
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.language.records import shown
from queensbench.readers.interpreter import Step


class Play:
    """A play under way: it moves on by :meth:`do` and back by :meth:`undo`; positions in it never change.

    >>> import queensbench as qb
    >>> play = qb.load("queue4/standard").session("six").play()
    >>> play.do("begin_queue", queue="FIRST").do("reveal", card=1).undo().moves
    (begin_queue(queue=FIRST),)
    """

    def __init__(self, positions: tuple[Position, ...]) -> None:
        self._positions = list(positions)

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves and outcomes of chance that were done, in order."""
        return tuple(p.move for p in self._positions[1:] if p.move is not None)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves as the interpreter takes them."""
        return tuple(Step(move.name, tuple(move.args.items())) for move in self.moves)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the steps of the play carried out, each once, in the order of the first step."""
        return tuple(dict.fromkeys(name for p in self._positions for name in p.clauses))

    def do(self, move: str | Move | Outcome, /, **args: Any) -> Play:
        """Do a move, as :meth:`Position.do` does; answers the play itself.  Nothing is done where it is refused."""
        self._positions.append(self.position.do(move, **args))
        return self

    def undo(self, steps: int = 1) -> Play:
        """Take back so many moves; answers the play itself.  Raises BadInput where there are not so many."""
        given: object = steps
        known = isinstance(given, int) and not isinstance(given, bool)
        if not known or not 0 <= steps < len(self._positions):
            raise BadInput(
                f"{shown(steps)} moves cannot be taken back",
                remedy=f"the play has {len(self._positions) - 1}",
            )
        if steps:
            del self._positions[-steps:]
        return self

    def fork(self) -> Play:
        """A play of its own that begins with the moves of this one."""
        return Play(self.positions)

    @checked()
    def save(self, path: str | Path, *, why: str = "") -> Path:
        """Store the play as ITF, checked by the interpreter on the way; ``why``: what it shows.

        Raises BadInput for a play that does not begin at the start of the rules, and where the file cannot be
        written.
        """
        plays.save(self._recorded(why), self.position._rules.interpreter, Path(path))
        return Path(path)

    def _recorded(self, why: str = "") -> plays.Play:
        """The play as it is stored.  Raises BadInput where it does not begin at the start of the rules."""
        rules = self.position._rules
        if self._positions[0]._state != rules.stepper.start():
            raise BadInput(
                "a play that begins at a position that was set cannot be stored",
                remedy="begin it with session.play()",
            )
        return rules.box.play([p._code for p in self._positions[1:]], rules.readings, why)

    def __len__(self) -> int:
        return len(self._positions) - 1

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __repr__(self) -> str:
        count = len(self)
        return f"<Play of {count} move{'s' * (count != 1)}: {self.position!r}>"

    def _repr_html_(self) -> str:
        return self.position._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """The play as ITF, the JSON of traces, replayed by the interpreter.

        Raises BadInput for a play that does not begin at the start of the rules.
        """
        return plays.to_itf(self._recorded(), self.position._rules.interpreter)


def loaded(rules: InForce, path: Path) -> Play:
    """The stored play of a file, done again.  Raises BadInput for any other file, and Refused as :func:`played`."""
    data = plays.read(path)
    meta = data["#meta"]
    asked = f"{rules.box.ruleset}/{rules.box.mode.name} {rules.box.instance.name}"
    found = f"{meta['ruleset']}/{meta['mode']} {meta['instance']}"
    if asked != found:
        raise BadInput(f"is a play of {found}", where=str(path), remedy=f"name one of {asked}")
    require_parameters(rules, data, str(path))
    return played(rules, plays.steps_in(data, rules.interpreter, str(path)))


def require_parameters(rules: InForce, data: Mapping[str, Any], where: str) -> None:
    """Raise BadInput if a stored trace was played with other parameters than those in force."""
    values = dict(zip((p.name for p in rules.box.system.parameters), rules.box.parameters(), strict=True))
    for name, value in data["#meta"].get("parameters", {}).items():
        if values.get(name) != value:
            raise BadInput(f"was played with {name} = {value}", where=where, remedy="record it anew")


def played(rules: InForce, steps: Iterable[Step]) -> Play:
    """The play of some steps from the start.  Raises Refused for one that the rules do not allow."""
    positions = [Position(rules, rules.stepper.start())]
    for step in steps:
        positions.append(positions[-1].do(step.name, **dict(step.args)))
    return Play(tuple(positions))
