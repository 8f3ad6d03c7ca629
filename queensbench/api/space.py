"""The states of an instance under readings, found by exploring it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses import single_engine
from queensbench.api.given import checked
from queensbench.api.in_force import InForce
from queensbench.api.moves import Move
from queensbench.api.play import Play, played
from queensbench.api.position import Position
from queensbench.api.results import StateCounts, Table, Verdicts, counts_of
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs.games import game_of, to_networkx
from queensbench.errors import BadInput
from queensbench.language.records import shown

if TYPE_CHECKING:
    from queensbench.api.looking_ahead import Outlook

Condition = str


@dataclass(frozen=True)
class Ending:
    """The states in which play ends in one way: ``won by ...`` or ``silent: ...``.

    ``winners``: the names of those who have won; ``clause``: of a silence, the nearest clause; ``count``: the number of
    states; ``shortest``: the moves of a shortest play to one, with ``choices`` of players (none where the start is
    one, where there is no state, and of wins up to a symmetry).

    >>> import queensbench as qb
    >>> space = qb.load("queue4/standard").session("six").explore()
    >>> [(ending.way, ending.count) for ending in space.ends]
    [('won by nobody', 172), ('won by PLAYER', 810)]
    """

    way: str
    winners: tuple[str, ...]
    count: int
    shortest: tuple[Move, ...] = ()
    choices: int = 0
    clause: str = ""


@dataclass(frozen=True, kw_only=True)
class Space(StateCounts):
    """All states that play reaches, or as many as the budget holds.

    ``states``, ``transitions``: how many.  ``depth``: the greatest number of choices of a shortest play to a state.
    ``complete``: every state was found; else ``reason`` says what ended the search.  ``ends``: how play ends, with a
    shortest play each; ``silences``: the same where the text is silent.  ``deadlocks``: states that are no end and
    have no move.

    >>> import queensbench as qb
    >>> space = qb.load("queue4/standard").session("six").explore()
    >>> space.complete, space.states, space.depth, space.deadlocks
    (True, 4911, 9, 0)
    """

    ends: tuple[Ending, ...]
    silences: tuple[Ending, ...]
    _rules: InForce = field(repr=False, compare=False)
    _found: Exploration = field(repr=False, compare=False)
    _first: Callable[[str], tuple[int, ...] | None] = field(repr=False, compare=False)
    _judged: Callable[[], Verdicts] = field(repr=False, compare=False)
    _asked: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @checked()
    def play_to(self, condition: Condition) -> Play | None:
        """A shortest play to a state where a condition holds; None if there is none among the states found.

        ``condition``: ``end``, ``silence``, ``deadlock``, ``win PLAYER``, the name of a property (a state where it
        fails, or where a ``reachable`` one holds), or an expression such as ``score >= 4``.  Raises BadInput for
        anything else.
        """
        codes = self._first(condition)
        if codes is None:
            return None
        return played(self._rules, self._rules.box.steps(list(codes)))

    def outlook(self, position: Position) -> Outlook | None:
        """The endings ahead of a position, each with the fewest steps to it; None for one that was not explored.

        The first question lists all transitions, which takes about as long as exploring.  Raises BadInput for states
        that a symmetry has merged, for more than 20 million transitions, and for a position under other readings.
        """
        from queensbench.api.looking_ahead import Outlooks

        given: object = position
        if not isinstance(given, Position):
            raise BadInput(
                f"{shown(given)} is no position", remedy="give one of the session that was explored"
            )
        if position._rules.key != self._rules.key:
            raise BadInput(
                "this position is not of the instance that was explored", remedy="explore its session"
            )
        if "outlooks" not in self._asked:
            self._asked["outlooks"] = Outlooks(self._rules, self._found)
        found: Outlook | None = self._asked["outlooks"].at(position._state)
        return found

    def assert_properties(self) -> Verdicts:
        """The verdicts on all properties of the instance, of states and of the graph.

        Raises AssertionError as :meth:`Verdicts.require_expected` does, by the expectations under these readings.
        """
        verdicts = self._judged()
        verdicts.require_expected()
        return verdicts

    @checked()
    def to_networkx(self, *, most: int = 100_000) -> Any:
        """The graph as a :class:`networkx.MultiDiGraph`: states with ``role`` and ``owner``, edges with ``move``.

        Raises BadInput for more than ``most`` states.
        """
        graph = to_networkx(game_of(self._found), most=most)
        label = self._rules.move
        for _, _, code, data in graph.edges(keys=True, data=True):
            data["move"] = str(label(code))
        return graph

    @checked()
    def write_graph(self, path: str | Path) -> dict[str, Any]:
        """Write the graph for another tool: ``.graphml``, ``.dot`` or ``.gv``; returns what is in the file, as data.

        Raises BadInput for another ending, and where the graph is too large or the file cannot be written.
        """
        require_graph_format(path)
        return single_engine.export(self._rules.box, self._rules.readings, self._found, Path(path))

    @checked()
    def write_certificate(self, path: str | Path) -> dict[str, Any]:
        """Write what ``queensbench check`` confirms by the interpreter alone.

        Raises BadInput where not all states were found.
        """
        from queensbench.engines.certify import certificate as certified

        if not self.complete:
            raise BadInput("the instance was not exhausted", where=str(path), remedy="give a greater budget")
        return certified.write(self._rules.box, self._rules.readings, self._found, Path(path))

    def rows(self) -> Table:
        """A row for each way in which play ends."""
        every = (*self.ends, *self.silences)
        rows: list[tuple[object, ...]] = [
            (one.way, one.count, " ".join(map(str, one.shortest))) for one in every
        ]
        return ("end", "states", "shortest play"), rows


def require_graph_format(path: str | Path) -> None:
    """Raise BadInput for a file that no graph can be written to."""
    single_engine.graph_format(Path(path))


def space_of(
    rules: InForce,
    found: Exploration,
    *,
    symmetric: bool,
    first: Callable[[str, Exploration], tuple[int, ...] | None],
    judged: Callable[[], Verdicts],
) -> Space:
    """The result of an exploration."""
    box = rules.box
    data = single_engine.exploration(box, rules.readings, found, symmetric=symmetric)
    return Space(
        **counts_of(found, data),
        ends=_ends(rules, found, data, symmetric=symmetric),
        silences=tuple(
            Ending(f"silent: {what}", (), first.count, *_shortest(rules, found, first.state), clause)
            for (what, clause), first in zip(rules.silences, found.silences, strict=True)
        ),
        _rules=rules,
        _found=found,
        _first=lambda condition: first(condition, found),
        _judged=judged,
    )


def _ends(
    rules: InForce, found: Exploration, data: Mapping[str, Any], *, symmetric: bool
) -> tuple[Ending, ...]:
    names = [player.name for player in rules.players]
    if symmetric:  # states stand for their images: only how many have won is known
        return tuple(Ending(f"won by {row['winners']}", (), row["count"]) for row in data["ends"])
    return tuple(
        Ending(
            f"won by {row['winners']}",
            tuple(names[p] for p in who),
            first.count,
            *_shortest(rules, found, first.state),
        )
        for row, (who, first) in zip(data["ends"], found.ends.items(), strict=True)
    )


def _shortest(rules: InForce, found: Exploration, state: int | None) -> tuple[tuple[Move, ...], int]:
    if state is None:
        return (), 0
    return tuple(rules.move(code) for code in found.moves_to(state)), found.choices(state)
