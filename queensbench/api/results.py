"""Findings of engines, as values that never change: with a table for notebooks, and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses.rulings.effects import Share
from queensbench.api.given import checked
from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.rendering import notebook

if TYPE_CHECKING:
    from queensbench.api.play import Play
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.layers.layered_space import LayeredSpace

Table = tuple[tuple[str, ...], list[tuple[object, ...]]]


@dataclass(frozen=True, kw_only=True)
class Result:
    """The base of all results: ``mode`` (``ruleset/mode``) and ``instance``, a table, and :meth:`to_json`.

    >>> import queensbench as qb
    >>> found = qb.load("queue4/standard").session("six").explore()
    >>> isinstance(found, qb.Result), found.mode, found.to_json()["states"]
    (True, 'queue4/standard', 4911)
    """

    mode: str
    instance: str
    data: Mapping[str, Any] = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The result as the command prints it with ``--json``; a copy of its own."""
        return deepcopy(dict(self.data))

    def rows(self) -> Table:
        """The columns and the rows of the result's table."""
        return (), []

    def _repr_html_(self) -> str:
        columns, rows = self.rows()
        return notebook.table(f"{type(self).__name__} {self.mode} {self.instance}", columns, rows)


@dataclass(frozen=True, kw_only=True)
class StateCounts(Result):
    """How many states a search has found, and whether these are all that play reaches.

    ``states``, ``transitions``: how many.  ``depth``: the greatest number of choices of a shortest play to a state.
    ``complete``: every state was found; else ``reason`` says what ended the search, and ``interrupted`` whether that
    was Ctrl-C.  ``deadlocks``: states that are no end and have no move.
    """

    states: int
    transitions: int
    depth: int
    complete: bool
    reason: str
    interrupted: bool
    deadlocks: int


def counts_of(found: Exploration | LayeredSpace, data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of :class:`StateCounts`, and those of any result, of a search; ``data``: what the command prints."""
    return {
        "mode": data["mode"],
        "instance": data["instance"],
        "data": data,
        "states": found.states,
        "transitions": found.transitions,
        "depth": found.levels,
        "complete": found.complete,
        "reason": data["reason"],
        "interrupted": found.interrupted,
        "deadlocks": found.deadlocks.count,
    }


@dataclass(frozen=True, kw_only=True)
class Sample(Result):
    """Random games: how many, how long, and how they ended.

    ``ends``: games by winners, as a tuple of names (nobody: an empty one).  ``shortest``, ``longest``: steps of a
    game.  ``clauses``, ``rulings``: in how many games each came up (None: not counted).

    >>> import queensbench as qb
    >>> sample = qb.load("queue4/standard").session("six").simulate(games=100, seed=1)
    >>> sample.games, sum(sample.ends.values())
    (100, 100)
    """

    games: int
    seed: int
    steps: int
    shortest: int
    longest: int
    ends: Mapping[tuple[str, ...], int]
    clauses: Mapping[str, int | None]
    rulings: Mapping[str, int | None]
    interrupted: bool
    _replay: Callable[[int], Play] = field(repr=False, compare=False)

    @checked()
    def play(self, game: int) -> Play:
        """One of the games, from 0 on.  Raises BadInput for a game that was not played."""
        if not 0 <= game < self.games:
            raise BadInput(f"game {game} of {self.games}", remedy=f"choose one from 0 to {self.games - 1}")
        return self._replay(game)

    def rows(self) -> Table:
        """Games by winners."""
        return ("won by", "games"), [(" and ".join(w) or "nobody", n) for w, n in self.ends.items()]


@dataclass(frozen=True)
class Verdict:
    """The verdict on one property: ``holds``, ``fails`` or ``unknown``, how, and under which readings.

    ``shown``: the class of assurance, such as ``proved`` or ``exhausted``.  ``expected``: what its author expects
    ("" where nothing is compared); ``state``: ``ok``, ``unexpected`` or ``unknown``.  ``fault``: what is not as
    expected, in one line with the class and the play that shows it, if there is one ("" where nothing is).
    ``by``: the solvers that have shown it, where others than the prover's were asked.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> verdict = session.audit(properties=["cards.conserved"], proofs=False)["cards.conserved"]
    >>> verdict.verdict, verdict.shown
    ('holds', 'exhausted')
    """

    name: str
    verdict: str
    shown: str
    reading: str
    instance: str
    expected: str = ""
    state: str = ""
    detail: str = ""
    fault: str = ""
    by: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Verdicts(Result):
    """The verdicts on properties, in order; ``verdicts[name]`` is the first on a property.

    ``unsure``: other solvers were asked as well, and have left something open.

    >>> import queensbench as qb
    >>> found = qb.load("queue4/standard").session("six").explore().assert_properties()
    >>> len(found), found["cards.conserved"].verdict
    (67, 'holds')
    """

    verdicts: tuple[Verdict, ...]
    interrupted: bool = False
    unsure: bool = False

    def __getitem__(self, name: str) -> Verdict:
        for verdict in self.verdicts:
            if verdict.name == name:
                return verdict
        raise KeyError(name)

    def __len__(self) -> int:
        return len(self.verdicts)

    def require_expected(self) -> None:
        """Raise AssertionError with the ``fault`` of every verdict that is not as its author expects.

        One that should be decided and is not, or that is shown in too weak a class, counts as well.  Raises
        KeyboardInterrupt where Ctrl-C has left properties without a verdict.
        """
        if self.interrupted:
            raise KeyboardInterrupt
        if faults := [one.fault for one in self.verdicts if one.fault]:
            raise AssertionError("\n".join([f"{self.mode}: not as expected", *faults]))

    def rows(self) -> Table:
        """A row for each verdict."""
        columns = ("property", "verdict", "shown", "reading", "instance", "expected")
        return columns, [
            (v.name, v.verdict, v.shown, v.reading, v.instance, v.expected) for v in self.verdicts
        ]


@dataclass(frozen=True, kw_only=True)
class Found(Result):
    """The answer of a search: ``witnessed`` with a play, ``bounded`` (none up to a bound), or ``unknown``.

    ``text``: the answer in one sentence.  ``choices``: players' choices of the play (None without one).
    ``none_up_to``: no play of so many choices gets there (-1: nothing is excluded).  ``shortest``: no play is
    shorter.

    >>> import queensbench as qb
    >>> found = qb.load("queue4/standard").session("six").search("phase == SEEN and held == 3")
    >>> found.text
    'a play of 1 choice, 2 steps reaches it; no shorter one'
    >>> found.play.position.state.held
    3
    """

    target: str
    verdict: str
    text: str
    play: Play | None
    choices: int | None
    none_up_to: int
    shortest: bool
    interrupted: bool = False

    def rows(self) -> Table:
        """The moves of the play."""
        moves = self.play.moves if self.play is not None else ()
        return ("step", "move"), list(enumerate(map(str, moves), 1))


@dataclass(frozen=True)
class Effect:
    """Whether a ruling matters: ``differs``, ``never`` or ``undecided``; ``how``: by which method that was found.

    ``kind``: the class of the first difference, the strongest seen.  ``play``: the moves of a play that shows it, as
    texts.

    Its effect is counted in games that are followed to the end under both readings (None where that was not done, as in
    a comparison): ``comes_up``, the :class:`Share` of games in which it comes up, or, if ``parted``, parts; and of
    these games those in which it ``decides`` who wins, or else changes the ``score``, the ``ending``, the ``length`` or
    only the ``course``, each game in one class.  ``by``: who played.  ``against``: the other reading.  ``in_words``:
    the same in a line.

    >>> import queensbench as qb
    >>> effect = qb.load("queue4/standard").session("six").compare("stop_when").effects[0]
    >>> effect.ruling, effect.matters, effect.comes_up
    ('stop_when', 'differs', None)
    """

    ruling: str
    matters: str
    how: str
    text: str
    kind: str
    play: tuple[str, ...]
    comes_up: Share | None = None
    decides: Share | None = None
    score: Share | None = None
    ending: Share | None = None
    length: Share | None = None
    course: Share | None = None
    parted: bool = False
    by: str = ""
    against: str = ""
    in_words: str = ""


@dataclass(frozen=True, kw_only=True)
class Comparison(Result):
    """Rulings compared beside the readings of a session, one :class:`Effect` each.

    >>> import queensbench as qb
    >>> qb.load("queue4/standard").session("six").compare("stop_when").complete
    True
    """

    effects: tuple[Effect, ...]
    complete: bool
    interrupted: bool = False

    def rows(self) -> Table:
        """A row for each ruling."""
        columns = ("ruling", "matters", "how", "in words")
        return columns, [(e.ruling, e.matters, e.how, e.text) for e in self.effects]


@dataclass(frozen=True, kw_only=True)
class Difference(Result):
    """The first difference of two readings in the states that the first one reaches, the nearest first.

    ``kind``: the strongest difference: ``winner``, ``ending``, ``scored``, ``legal``, ``fault``
    or ``start``; "" where none was seen in the ``states`` that were walked, which
    are all of them if ``complete``.  ``text``: the difference in words.  ``moves``: the play that shows it, of so many
    ``choices`` and ``steps``; the readings part by its last move, or, where ``judged``, in the state that it leads to.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> found = session.compare({"stop_when": "unseen"}, {"stop_when": "until_placed"})
    >>> found.kind
    'legal'
    """

    kind: str
    text: str
    moves: tuple[str, ...]
    choices: int
    steps: int
    judged: bool
    states: int
    complete: bool

    def rows(self) -> Table:
        """The moves of the play."""
        return ("step", "move"), list(enumerate(self.moves, 1))


@dataclass(frozen=True)
class Value:
    """The value of best play for one aim: exact, or between two bounds.

    >>> import queensbench as qb
    >>> value = qb.load("queue4/standard").session("six").solve().values[0]
    >>> value.exact, value.least == value.greatest
    (True, True)
    """

    aim: str
    exact: bool
    least: Fraction
    greatest: Fraction


@dataclass(frozen=True, kw_only=True)
class Solution(Result):
    """Best play from the start: a :class:`Value` for each aim.

    ``complete``: all states were found; otherwise nothing is said of those that were not.

    >>> import queensbench as qb
    >>> qb.load("queue4/standard").session("six").solve().complete
    True
    """

    complete: bool
    values: tuple[Value, ...]

    def rows(self) -> Table:
        """A row for each aim."""
        return ("aim", "value"), [
            (v.aim, f"{v.least}" if v.exact else f"{v.least} to {v.greatest}") for v in self.values
        ]


@dataclass(frozen=True, kw_only=True)
class Exported(Result):
    """An instance in the format of another tool: its ``text``, with how many ``states`` and ``transitions``.

    ``value``: the worth of best play of the player who is fixed ("" where nobody is).

    >>> import queensbench as qb
    >>> found = qb.load("queen-of-scots/standard").session("short").export()
    >>> found.states, found.transitions
    (23, 26)
    """

    text: str = field(repr=False)
    states: int
    transitions: int
    value: str

    @checked()
    def save(self, path: str | Path) -> Path:
        """Write the text to a file, whole or not at all.  Raises BadInput where that cannot be done."""
        write_atomic(Path(path), self.text)
        return Path(path)

    def rows(self) -> Table:
        """The numbers of states and transitions."""
        return ("states", "transitions", "value"), [(self.states, self.transitions, self.value)]


@dataclass(frozen=True, kw_only=True)
class Points(Result):
    """The points that a table cannot settle by itself; ``instance``: those that were looked at.

    ``peeks``: moves whose own player cannot know whether they are allowed, each with the field that is read.
    ``unchecked``: moves that nobody else can check, likewise.  ``orders``: effects in an order that nobody decides, by
    their rule, with what another order changes.  ``left``: the instances that the time did not suffice for.

    >>> import queensbench as qb
    >>> found = qb.load("queue4/standard").umpire("six")
    >>> found.peeks, found.orders, found.left
    ((), (), ())
    """

    peeks: tuple[tuple[str, str], ...]
    unchecked: tuple[tuple[str, str], ...]
    orders: tuple[tuple[str, str], ...]
    left: tuple[str, ...]

    def rows(self) -> Table:
        """A row for each point."""
        rows: list[tuple[object, ...]] = [(move, f"reads {name}", "peeks") for move, name in self.peeks]
        rows += [(move, f"reads {name}", "unchecked") for move, name in self.unchecked]
        rows += [(rule, f"matters: {what}", "order") for rule, what in self.orders]
        return ("rule", "what", "sort"), rows


def effects_of(rows: Sequence[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """The effects that rows of a comparison, as JSON, speak of."""
    return tuple(
        Effect(
            row["ruling"],
            row["matters"],
            row["how"],
            row.get("text", ""),
            row.get("kind", ""),
            tuple((row.get("witness") or {}).get("play", ())),
        )
        for row in rows
    )
