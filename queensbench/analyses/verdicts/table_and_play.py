"""Whether the pieces of the box suffice, and whether play degenerates, on an instance that was exhausted.

Nothing of this is declared: it is asked of every model.

=================  ====================================================================================================
a table of counts  *runs out*: a step takes the last of what it holds.  A field is one if its cells are numbers from 0
                   on that some rule sums up, or that some claim adds to others
a sequence         *runs out*, or *is full*: it holds as many as it may
play               *goes on for ever*: the shortest play that comes back to where it was
a player           *cannot win any more*: the shortest play to a position, before the end, from which nobody's help
                   leads to a win of this player
a player           *can force a win* from the start, whatever others do and chance brings
=================  ====================================================================================================

What this cannot see: strategies know the whole state; and other instances than this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count
from queensbench.evidence.plays import steps_of
from queensbench.language.properties import Class
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.graphs.games import Game
    from queensbench.engines.runtime.box import Box

STATES = 300_000
"""The most states of an instance of which this is asked."""
EDGES = 5_000_000
LENGTH = ".len"
"""What the name of the field ends with that counts a sequence, in the typed form."""


@dataclass(frozen=True)
class Pool:
    """Cells of the state, what they are called, and in words ``what`` it means that they add up to ``total``."""

    name: str
    what: str
    cells: range
    total: int


def pools(system: ir.System) -> Iterator[Pool]:
    """The components of a system that can run out or be full: tables of counts, and sequences."""
    counted = added(system)
    for number, field in enumerate(system.fields):
        if not isinstance(field.value, ir.IntType):
            continue
        cells = range(field.offset, field.offset + field.cells)
        if field.name.endswith(LENGTH):
            name = field.name.removesuffix(LENGTH)
            keys = _keys(field) if field.index else [""]
            for at, key in zip(cells, keys, strict=True):
                yield Pool(f"{name}{key}", "runs out", range(at, at + 1), 0)
                yield Pool(f"{name}{key}", "is full", range(at, at + 1), field.value.hi)
        elif field.index and field.value.lo == 0 and number in counted:
            yield Pool(field.name, "runs out", cells, 0)


def added(system: ir.System) -> set[int]:
    """The fields, by number, whose cells some rule sums up, or some claim adds to others."""
    found: set[int] = set()
    claims = ir.reached(system, *(judge.function for judge in system.judges))
    for number, function in enumerate(system.functions):
        for node in ir.walk(function):
            if isinstance(node, ir.Quant) and node.op == "sum":
                found |= _summands(node.body)
            elif number in claims and isinstance(node, ir.Arith) and node.op == "+":
                found |= _summands(node)
    return found


def _summands(expr: object) -> set[int]:
    if isinstance(expr, ir.Read):
        return {expr.field}
    if isinstance(expr, ir.Checked):
        return _summands(expr.operand)
    if isinstance(expr, ir.Arith) and expr.op == "+":
        return _summands(expr.left) | _summands(expr.right)
    return set()


def _keys(field: ir.Field) -> list[str]:
    """The keys of a field's cells as they are written: ``[FIRST]``."""
    keys = [""]
    for t in field.index:
        values = [_shown(raw, t) for raw in range(ir.size(t))]
        keys = [f"{key}, {value}" if key else value for key in keys for value in values]
    return [f"[{key}]" for key in keys]


def _shown(place: int, t: ir.Type) -> str:
    if isinstance(t, ir.KindType):
        return t.members[place]
    return str(place + t.lo)


class TableAndPlay:
    """The facts about components and play that an exhausted instance shows."""

    def __init__(self, box: Box, found: Exploration, game: Game) -> None:
        self.box = box
        self.found = found
        self.game = game

    def rows(self) -> list[dict[str, Any]]:
        """A row for each answer: ``about``, ``what``, ``verdict``, ``class``, and the play that shows it."""
        return [*self.components(), self.endless(), *self.players()]

    def components(self) -> Iterator[dict[str, Any]]:
        """Whether each component can run out, or be full."""
        from queensbench.engines.graphs.pools import adding_up, arrivals

        for pool in pools(self.box.system):
            inside = adding_up(self.found, self.game, pool.cells, pool.total)
            if inside.all():
                continue
            yield self._first(pool.name, pool.what, arrivals(self.game, inside))

    def endless(self) -> dict[str, Any]:
        """The shortest play that comes back to where it was."""
        from queensbench.engines.graphs.ways import shortest_loop

        for through in ("choices", "any"):
            lasso = shortest_loop(self.game, through=through)
            if lasso is not None:
                codes = [*lasso.stem, *lasso.loop]
                return {**self._row("play", "goes on for ever", codes), "loop": len(lasso.loop)}
        return self._row("play", "goes on for ever", None)

    def players(self) -> Iterator[dict[str, Any]]:
        """Whether each player can lose all hope of a win, and whether a win can be forced."""
        import numpy as np

        from queensbench.engines.graphs.pools import won
        from queensbench.engines.graphs.questions import can_reach

        if self.box.mode.players is None or not self.game.players:
            return
        who = won(self.found, self.game)
        if not who.any():
            return  # a game that nobody wins: nothing is out of reach that ever was within
        names = self.game.players
        going: Any = ~self.game.ends()
        for player, name in enumerate(names):
            goal = (who >> player & 1).astype(bool)
            lost = can_reach(self.game, goal, since=going)
            if lost.holds is not None:
                yield self._row(name, "cannot win any more", lost.play)
            others: list[int | str] = [other for other in range(len(names)) if other != player]
            against = can_reach(self.game, goal, [*others, "chance"])
            forced = not np.asarray(against.failing)[list(self.game.starts)].any()
            yield {
                "about": name,
                "what": "can force a win",
                "verdict": "happens" if forced else "never",
                "class": Class.EXHAUSTED.value,
                "choices": None,
                "steps": None,
                "play": None,
            }

    def _first(self, about: str, what: str, inside: Any) -> dict[str, Any]:
        """The answer whether some state is reached, by the shortest play to one."""
        if not inside.any():
            return self._row(about, what, None)
        assert self.game.ids is not None
        state = int(self.game.ids[int(inside.argmax())])  # states stand by choices, then steps
        return self._row(about, what, self.found.moves_to(state))

    def _row(self, about: str, what: str, codes: Sequence[int] | None) -> dict[str, Any]:
        return row_of(self.box, about, what, codes)


def row_of(box: Box, about: str, what: str, codes: Sequence[int] | None) -> dict[str, Any]:
    """The row of an answer that moves show, or, without any, that nothing shows on a box that was exhausted."""
    play = None
    choices = None
    if codes is not None:
        play = [str(step) for step in steps_of(box.interpreter(), box.coding, codes)]
        choices = sum(code < box.coding.chance_base for code in codes)
    return {
        "about": about,
        "what": what,
        "verdict": "never" if codes is None else "happens",
        "class": (Class.EXHAUSTED if codes is None else Class.WITNESSED).value,
        "choices": choices,
        "steps": None if codes is None else len(codes),
        "play": play,
    }


def left_out(found: Exploration) -> str:
    """Why this is not asked of an instance; empty if it is."""
    if not found.complete:
        return "it was not exhausted"
    if found.states > STATES:
        return f"more than {count(STATES, 'state')}"
    return f"more than {count(EDGES, 'transition')}" if found.transitions > EDGES else ""
