"""A session: one mode at one instance under readings, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from queensbench.api.in_force import InForce
from queensbench.api.play import Play, loaded
from queensbench.api.position import Position
from queensbench.engines.runtime.box import Box


class Session:
    """A game at one instance under chosen readings: positions, plays, and questions to engines.

    Made by :meth:`Game.session`.  Rulings that are not named are read as the house reads them.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six", readings={"stop_when": "until_placed"})
    >>> session.readings["stop_when"].name
    'UNTIL_PLACED'
    """

    def __init__(self, box: Box, readings: Mapping[str, Any]) -> None:
        self._box = box
        self._chosen = dict(readings)

    @classmethod
    def of(cls, box: Any, readings: Mapping[str, Any] | None = None) -> Session:
        """The session of a box that an audit has compiled, which studies get; its machine code serves.

        ``readings``: members by ruling.
        """
        return cls(box, readings or {})

    @cached_property
    def _rules(self) -> InForce:
        return InForce(self._box, self._chosen)

    @property
    def path(self) -> str:
        """``ruleset/mode``."""
        return f"{self._box.ruleset}/{self._box.mode.name}"

    @property
    def instance(self) -> Any:
        """The instance."""
        return self._box.instance

    @property
    def readings(self) -> Mapping[str, Any]:
        """The reading of every ruling, as members."""
        return dict(self._rules.interpreter.context.readings)

    # ------------------------------------------------------------------------------------------- stepping

    def start(self) -> Position:
        """The start position, automatic steps done."""
        return Position(self._rules, self._rules.stepper.start())

    def position(self, **fields: Any) -> Position:
        """The start position with some fields set otherwise; see :meth:`Position.replace`."""
        return self.start().replace(**fields)

    def play(self, start: Position | None = None) -> Play:
        """A play from the start, or from another position."""
        return Play((start or self.start(),))

    def load(self, path: str | Path) -> Play:
        """A stored play (ITF) of this mode and instance, done again under the readings of this session.

        Raises BadInput for any other file, and Refused where the readings do not allow it.
        """
        return loaded(self._rules, Path(path))

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={member.name.lower()}" for name, member in self._chosen.items())
        return f"<Session {self.path} {self._box.instance.name}{': ' * bool(chosen)}{chosen}>"
