"""The targets of a search: the states that a play should end in, as each reader recognises them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.encoding import Encoding
from queensbench.errors import BadInput
from queensbench.language.properties import PropertyDecl
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.symbolic.execution import Term, and_, not_
from queensbench.rules.system import PROBED, properties_of
from queensbench.rules.typed import ir

CONDITIONS = "conditions"
"""Where a box keeps the declarations of the conditions that its system judges beside the mode's properties."""


@dataclass(frozen=True)
class Target(ABC):
    """The states that a play should end in; its text is the one that :func:`target_of` takes."""

    @abstractmethod
    def condition(self, encoding: Encoding) -> Term:
        """The target as a condition of the state ``encoding.before``."""

    @abstractmethod
    def reached(self, box: Box, interpreter: Interpreter, state: Any) -> bool:
        """Say whether the interpreter finds the target in a state."""

    @abstractmethod
    def native(self, box: Box, readings: Mapping[str, Any] | None) -> Callable[[Any], bool]:
        """A test whether native code finds the target in a state's cells."""


@dataclass(frozen=True)
class SilenceTarget(Target):
    """The rules are silent."""

    def __str__(self) -> str:
        return "silence"

    def condition(self, encoding: Encoding) -> Term:
        """Say that the cell of the silence is not 0."""
        return not_(encoding.rules.equal(encoding.before[encoding.system.silent_cell], 0))

    def reached(self, box: Box, interpreter: Interpreter, state: Any) -> bool:
        """Ask the interpreter."""
        return interpreter.silence(state) is not None

    def native(self, box: Box, readings: Mapping[str, Any] | None) -> Callable[[Any], bool]:
        """Look at the cell of the silence."""
        silent = box.system.silent_cell
        return lambda cells: bool(cells[silent])


@dataclass(frozen=True)
class EndTarget(Target):
    """The game is over."""

    def __str__(self) -> str:
        return "end"

    def condition(self, encoding: Encoding) -> Term:
        """Ask the rules on symbols."""
        return encoding.rules.over(encoding.before)

    def reached(self, box: Box, interpreter: Interpreter, state: Any) -> bool:
        """Ask the interpreter."""
        return interpreter.over(state)

    def native(self, box: Box, readings: Mapping[str, Any] | None) -> Callable[[Any], bool]:
        """Ask native code."""
        native, env = box.native, _env(box, readings)
        return lambda cells: native.over(cells, env) == 1


@dataclass(frozen=True)
class WinTarget(Target):
    """The game is over and a player has won."""

    player: str

    def __str__(self) -> str:
        return f"win {self.player}"

    def condition(self, encoding: Encoding) -> Term:
        """Ask the rules on symbols."""
        rules, system, cells = encoding.rules, encoding.system, encoding.before
        assert system.wins is not None
        won = rules.ask(system.wins, cells, [player_names(system).index(self.player)])
        return and_(rules.over(cells), won.value)

    def reached(self, box: Box, interpreter: Interpreter, state: Any) -> bool:
        """Ask the interpreter."""
        return self.player in [player.name for player in interpreter.winners(state)]

    def native(self, box: Box, readings: Mapping[str, Any] | None) -> Callable[[Any], bool]:
        """Ask native code."""
        native, env = box.native, _env(box, readings)
        player = player_names(box.system).index(self.player)
        return lambda cells: native.over(cells, env) == 1 and native.wins(cells, env, player) == 1


@dataclass(frozen=True)
class PropertyTarget(Target):
    """A state where a property fails, or where a ``reachable`` one holds."""

    name: str

    def __str__(self) -> str:
        return self.name

    def condition(self, encoding: Encoding) -> Term:
        """Ask the judge on symbols, which holds where the target is not reached."""
        return not_(encoding.rules.judge(_judge(encoding.system, self.name), encoding.before)[0])

    def reached(self, box: Box, interpreter: Interpreter, state: Any) -> bool:
        """Ask the interpreter."""
        decl = _declared(box, self.name)
        return interpreter.judge(decl, state) == (decl.kind == "reachable")

    def native(self, box: Box, readings: Mapping[str, Any] | None) -> Callable[[Any], bool]:
        """Ask native code, whose judges hold where the target is not reached."""
        native, env = box.native, _env(box, readings)
        number = _judge(box.system, self.name)
        return lambda cells: native.judges(cells, env)[number] == 0


def target_of(box: Box, text: str) -> Target:
    """The target of a text: the name of a property, ``end``, ``win PLAYER`` or ``silence``.

    Raises BadInput for anything else.
    """
    names = [judge.name for judge in box.system.judges]
    if text in names:
        return PropertyTarget(text)
    if text == "silence":
        return SilenceTarget()
    if text == "end" and box.system.over is not None:
        return EndTarget()
    players = player_names(box.system)
    word, _, name = text.partition(" ")
    if word == "win" and name in players:
        return WinTarget(name)
    ends = [] if box.system.over is None else ["end"]
    known = [*names, *ends, "silence", *(f"win {p}" for p in players)]
    raise BadInput(f"no play can be searched to {text}", remedy=f"choose of {', '.join(known)}")


def player_names(system: ir.System) -> tuple[str, ...]:
    """The players by whom a game can be won."""
    if system.wins is None:
        return ()
    t = system.functions[system.wins].params[0][1]
    return t.members if isinstance(t, ir.KindType) else ()


def _env(box: Box, readings: Mapping[str, Any] | None) -> Any:
    """The environment of native code under readings."""
    return box.native.new_env(box.raw(readings), box.parameters())


def _judge(system: ir.System, name: str) -> int:
    """The number of a property among the judges."""
    return [judge.name for judge in system.judges].index(name)


def _declared(box: Box, name: str) -> PropertyDecl:
    """The declaration of a property that is judged state by state, or of a condition that was given as text."""
    conditions: dict[str, PropertyDecl] = box.made.get(CONDITIONS, {})
    if name in conditions:
        return conditions[name]
    decls = properties_of(box.mode, box.instance)
    return next(d for d in decls if d.kind in PROBED and d.name == name)


__all__ = ["EndTarget", "PropertyTarget", "SilenceTarget", "Target", "WinTarget", "target_of"]
