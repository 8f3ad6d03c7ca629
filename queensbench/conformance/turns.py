"""A mode at an instance as other tools play it: numbered seats and actions, a history of observations, returns.

Those tools ask one seat at a time and want a number for each seat at the end.  Where the rules say less or more than
that, this module decides:

- Without players there is one seat, ``PLAYER``.
- A choice that the rules give to nobody is the first seat's.
- Where several players may move, they are asked in the order of their kind.  Each but the last may do the action
  :attr:`TurnGame.leave`, which lets the next one choose; so every order of moves is possible, and none is preferred.
- What a seat knows is the history of its observations: what it saw of every position since the start, whose turn it
  was, which moves it made itself, and, where anything is hidden, what it might have done.  Moves of others and
  outcomes of chance it knows by what they changed, and by nothing else.
- A play ends with its result; where nothing can be done or the text is silent; and after ``length`` actions and
  outcomes.  Without a result it counts as ``unfinished``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from queensbench.api.game import load
from queensbench.api.moves import Outcome
from queensbench.api.position import Position
from queensbench.api.session import Session
from queensbench.api.state import value_of
from queensbench.errors import BadInput
from queensbench.language.domains import Domain
from queensbench.language.records import shown
from queensbench.rules.typed import ir

CHANCE: Final = -1
"""Whose turn it is where chance decides."""
OVER: Final = -2
"""Whose turn it is after the end."""
LENGTH = 10_000
"""The actions and outcomes after which a play is cut, if nothing else is said."""
MEASURES = ("score", "win", "margin")
"""What a seat plays for; as in :meth:`queensbench.Session.solve`."""

PARAMETERS: dict[str, Any] = {"mode": "", "instance": "full", "readings": "", "length": LENGTH, "number": 0}
"""The parameters by which other tools name a game; readings as ``ruling:reading;ruling:reading``."""

_numbered: list[TurnGame] = []
"""The games of this process that were made from a session; their numbers count from 1."""


_named: dict[Any, TurnGame] = {}
"""Those that were made from their names, by project and names."""


class Log(NamedTuple):
    """The last observation of a seat, and those before."""

    before: Log | None
    text: str


@dataclass(frozen=True)
class Stakes:
    """The worth of a play for the seats: the measure, its bounds, and the value of a play without a result.

    Where the rules declare neither a score nor winners, every play is worth nothing.
    ``shared``: all seats get the same.  ``zero_sum``: what they get adds up to 0; where that is claimed it is checked.
    """

    measure: str
    least: float
    most: float
    unfinished: float
    shared: bool
    zero_sum: bool

    @classmethod
    def of(
        cls, system: ir.System, seats: int, measure: str | None, unfinished: float | None, *, zero_sum: bool
    ) -> Stakes:
        """The stakes of a mode.  Raises BadInput for a measure or an ``unfinished`` that the rules do not allow."""
        score, wins = system.score, system.wins
        where = f"{system.ruleset}/{system.mode}"
        shared = score is not None and not system.functions[score].params
        if score is None and wins is None and measure is None:
            return cls("nothing", 0.0, 1.0, 0.0, shared=True, zero_sum=False)
        if measure is None:
            measure = "score" if score is not None and (seats < 2 or shared or wins is None) else "win"
            measure = "margin" if measure == "win" and seats == 2 else measure
        if measure not in MEASURES:
            raise BadInput(f"nothing is called {measure}", remedy=f"choose of {', '.join(MEASURES)}")
        if measure == "score" and score is None:
            raise BadInput("the rules declare no score", where=where, remedy="play for `win`")
        if measure != "score" and wins is None:
            raise BadInput("the rules declare no winners", where=where, remedy="play for `score`")
        if measure == "margin" and seats != 2:
            raise BadInput("wins minus losses are of two players", where=where, remedy="play for `win`")
        least, most = (-1.0, 1.0) if measure == "margin" else (0.0, 1.0)
        if measure == "score" and score is not None:
            bounds = system.functions[score].returns
            if isinstance(bounds, ir.IntType):
                least, most = float(bounds.lo), float(bounds.hi)
        counted: Any = unfinished if unfinished is not None else 0.0 if measure == "margin" else least
        if isinstance(counted, bool) or not isinstance(counted, (int, float)) or not least <= counted <= most:
            raise BadInput(
                f"unfinished = {shown(counted)} is outside {least:g} to {most:g}",
                where=where,
                remedy="give a number that a play can come to",
            )
        zero_sum = zero_sum or (measure == "margin" and counted == 0)
        return cls(
            measure,
            least,
            max(most, least + 1.0),
            float(counted),
            shared=shared and measure == "score",
            zero_sum=zero_sum,
        )


class Entry(NamedTuple):
    """A field of a state, or one key of a table: its cells, and the cell of its length (-1: it is no sequence)."""

    label: str
    domain: Domain
    cells: slice
    length: int

    def told(self, seen: Sequence[int | None]) -> str:
        """Its value in words, as far as it is seen."""
        raws = seen[self.cells]
        if self.length < 0:
            return f"{self.label}={self._word(raws[0])}"
        count = seen[self.length]
        inside = "?" if count is None else " ".join(self._word(raw) for raw in raws[:count])
        return f"{self.label}=({inside})"

    def _word(self, raw: int | None) -> str:
        return "?" if raw is None else shown(value_of(self.domain, raw))


class TurnGame:
    """A mode at an instance under readings, as other tools play it.

    ``actions``, ``outcomes``: how many actions, and how many outcomes of chance, each numbered from 0.  ``length``: the
    actions and outcomes after which a play is cut.  ``measure``, ``unfinished``, ``zero_sum``: see :class:`Stakes`.
    ``partners``: by seat, those who show it what partners see.  Raises BadInput for what the rules do not declare.
    """

    def __init__(
        self,
        session: Session,
        *,
        length: int = LENGTH,
        measure: str | None = None,
        unfinished: float | None = None,
        zero_sum: bool = False,
        partners: Mapping[str, Sequence[str]] | None = None,
        number: int | None = None,
    ) -> None:
        given: object = length
        if isinstance(given, bool) or not isinstance(given, int) or given < 1:
            raise BadInput(
                f"length = {shown(given)} is no number of moves", remedy="give a whole number from 1 up"
            )
        self.session = session
        self.length = length
        self.said = self._saying(number)
        self.rules = rules = session.start()._rules
        system = rules.box.system
        self.players = rules.players
        self.seats: tuple[str, ...] = tuple(player.name for player in rules.players) or ("PLAYER",)
        self.actions: int = rules.coding.chance_base + (len(self.seats) > 1)
        self.leave: int = rules.coding.chance_base
        self.outcomes: int = rules.coding.count - rules.coding.chance_base
        self.partners = self._partners(partners or {})
        self.hidden = bool(rules.views.hidden)
        self.stakes = Stakes.of(system, len(self.seats), measure, unfinished, zero_sum=zero_sum)
        self._fields = tuple(self._entries())

    def _saying(self, number: int | None) -> dict[str, Any]:
        """What the game is called by elsewhere; numbers it if it has none."""
        if number is None:
            _numbered.append(self)
        chosen = {name: getattr(member, "name", str(member)) for name, member in self.session._chosen.items()}
        return {
            "mode": self.session.path,
            "instance": self.session.instance.name,
            "readings": ";".join(f"{name}:{member.lower()}" for name, member in chosen.items()),
            "length": self.length,
            "number": len(_numbered) if number is None else number,
        }

    def _partners(self, given: Mapping[str, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
        """The partners of each seat.  Raises BadInput for who is no player."""
        found: list[tuple[int, ...]] = [() for _ in self.seats]
        for seat, others in given.items():
            if isinstance(others, str):
                raise BadInput(f"the partners of {seat} are no list", remedy=f'write "{seat}": ["{others}"]')
            found[self.rules.seat(seat)] = tuple(self.rules.seat(other) for other in others)
        return tuple(found)

    def _entries(self) -> Iterator[Entry]:
        """The fields of the state, each key by itself."""
        for place in self.rules.places.values():
            for at, key in enumerate(place.keys() if place.index else [None]):
                names = key if isinstance(key, tuple) else (key,)
                label = place.name if key is None else f"{place.name}[{','.join(map(shown, names))}]"
                first = place.offset + at * (place.limit or 1)
                length = place.lengths + at if place.limit else -1
                yield Entry(label, place.value, slice(first, first + (place.limit or 1)), length)

    def start(self) -> Node:
        """The place before the first move."""
        return Node(self, self.session.start())

    def action_text(self, action: int) -> str:
        """An action as the author of the rules would write it.  Raises BadInput if there is no such action."""
        if len(self.seats) > 1 and action == self.leave:
            return "leave_it_to_the_next()"
        if not 0 <= action < self.rules.coding.chance_base:
            raise BadInput(
                f"there is no action {action}", remedy=f"they are numbered 0 to {self.actions - 1}"
            )
        return str(self.rules.move(action))

    def outcome_text(self, outcome: int) -> str:
        """An outcome of chance as the author of the rules would write it.  Raises BadInput if there is none such."""
        if not 0 <= outcome < self.outcomes:
            raise BadInput(
                f"there is no outcome {outcome}", remedy=f"they are numbered 0 to {self.outcomes - 1}"
            )
        return str(self.rules.move(self.rules.coding.chance_base + outcome))

    def seen(self, cells: Sequence[int], seat: int) -> tuple[int | None, ...]:
        """The cells that a seat sees, None for all others."""
        if not self.hidden:
            return tuple(cells)
        return self.rules.views.view(cells, seat, self.partners[seat])

    def told(self, before: Sequence[int | None] | None, now: Sequence[int | None]) -> str:
        """The present view of a seat in words; with its view before, only the changes."""
        return " ".join(
            text
            for field in self._fields
            if (text := field.told(now)) and (before is None or field.told(before) != text)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return named, (self.said,)


def named(said: Mapping[str, Any]) -> TurnGame:
    """The game that is called so: by its number in this process, or by its names.  Raises BadInput."""
    number: int = said["number"]
    if number:
        if not 0 < number <= len(_numbered):
            raise BadInput(
                f"game {number} was made in another process",
                where=said["mode"],
                remedy="make it again from its session",
            )
        return _numbered[number - 1]
    readings = dict(one.split(":", 1) for one in said["readings"].split(";") if ":" in one)
    game = load(said["mode"])
    key = (game._project, *(said[name] for name in PARAMETERS))
    if key not in _named:
        session = game.session(said["instance"], readings=readings)
        _named[key] = TurnGame(session, length=said["length"], number=0)
    return _named[key]


def _again(game: TurnGame, actions: Sequence[int]) -> Node:
    """The place after some actions and outcomes from the start."""
    node = game.start()
    for action in actions:
        node = node.do(action)
    return node


class Node:
    """A place in a play, with the way to it.  Never changed.

    ``turn``: the seat whose turn it is, :data:`CHANCE` or :data:`OVER`.  ``steps``: the actions and outcomes so far.
    """

    __slots__ = (
        "_actions",
        "_codes",
        "_logs",
        "_views",
        "action",
        "before",
        "game",
        "left",
        "position",
        "steps",
        "turn",
    )

    def __init__(
        self, game: TurnGame, position: Position, before: Node | None = None, action: int = -1, left: int = 0
    ) -> None:
        self.game = game
        self.position = position
        self.before = before
        self.action = action
        self.left = left
        self.steps: int = 0 if before is None else before.steps + 1
        self._codes = self._possible()
        self._actions: list[int] = []
        self.turn: int = self._whose()
        self._logs: dict[int, Log] = {}
        self._views: dict[int, tuple[int | None, ...]] = {}

    def __deepcopy__(self, memo: object) -> Node:
        """Itself: whoever copies a play may share what is never changed."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        actions: list[int] = []
        node = self
        while node.before is not None:
            actions.append(node.action)
            node = node.before
        return _again, (self.game, actions[::-1])

    def _possible(self) -> list[int]:
        """The codes of what can be done."""
        stepper, state = self.game.rules.stepper, self.position._state
        if self.steps >= self.game.length or stepper.silent(state) or stepper.over(state):
            return []
        return stepper.moves(state)

    def _whose(self) -> int:
        """Whose turn it is; notes what that seat may do."""
        game, codes = self.game, self._codes
        if not codes:
            return OVER
        if codes[0] >= game.leave:
            return CHANCE
        self._actions = codes
        if len(game.seats) == 1:
            return 0
        stepper, state = game.rules.stepper, self.position._state
        owners = [max(0, stepper.decider(state, code)) for code in codes]
        waiting = sorted(set(owners))
        turn = waiting[self.left]
        if len(waiting) > 1:
            self._actions = [code for code, owner in zip(codes, owners, strict=True) if owner == turn]
        if self.left + 1 < len(waiting):
            self._actions.append(game.leave)
        return turn

    @property
    def end(self) -> str:
        """How the play has ended: ``over``, ``silent``, ``stuck`` or ``cut``; empty while it goes on."""
        if self.turn != OVER:
            return ""
        if self.position.silence is not None:
            return "silent"
        if self.position.over:
            return "over"
        return "cut" if self.steps >= self.game.length else "stuck"

    def actions(self) -> list[int]:
        """The actions of the seat whose turn it is, ascending."""
        return list(self._actions)

    def outcomes(self) -> list[tuple[int, Outcome]]:
        """The outcomes of chance by number, with exact weights; empty where chance does not decide."""
        if self.turn != CHANCE:
            return []
        found = self.game.rules.outcomes(self.position._state, self._codes)
        return [
            (code - self.game.leave, one) for code, one in zip(self._codes, found, strict=True) if one.weight
        ]

    def do(self, action: int) -> Node:
        """The place after an action, or after an outcome of chance.  Raises BadInput for one that is not possible."""
        game, rules = self.game, self.game.rules
        chance = self.turn == CHANCE
        code = int(action) + game.leave * chance
        if code not in (self._codes if chance else self._actions):
            raise BadInput(
                f"{action} cannot be done now",
                where=f"{game.rules.label}, step {self.steps}",
                remedy="choose of what is possible",
            )
        if code == game.leave and not chance:
            return Node(game, self.position, self, code, self.left + 1)
        state = rules.stepper.step(self.position._state, code)
        if state is None:
            raise BadInput(
                f"{action} has the weight 0 now",
                where=f"{game.rules.label}, step {self.steps}",
                remedy="choose of what is possible",
            )
        return Node(game, Position(rules, state, self.position._state, code), self, int(action))

    def seen(self, seat: int) -> tuple[int | None, ...]:
        """The cells that a seat sees, None for all others."""
        if seat not in self._views:
            self._views[seat] = self.game.seen(self.game.rules.cells(self.position._state), seat)
        return self._views[seat]

    def observation(self, seat: int) -> str:
        """The observation of a seat now."""
        return f"{self._whose_turn()}: {self.game.told(None, self.seen(seat))}"

    def history(self, seat: int) -> tuple[str, ...]:
        """The observations of a seat since the start, in order, and the moves it made itself."""
        found = []
        log: Log | None = self._log(seat)
        while log is not None:
            found.append(log.text)
            log = log.before
        return tuple(reversed(found))

    def _log(self, seat: int) -> Log:
        fresh: list[Node] = []
        node: Node | None = self
        while node is not None and seat not in node._logs:
            fresh.append(node)
            node = node.before
        log = None if node is None else node._logs[seat]
        for one in reversed(fresh):
            log = one._logs[seat] = Log(log, one._noticed(seat))
        return self._logs[seat]

    def _noticed(self, seat: int) -> str:
        """What a seat notices of the step to here."""
        game, before = self.game, self.before
        own = "" if before is None or before.turn != seat else f"{game.action_text(self.action)} > "
        told = game.told(None if before is None else before.seen(seat), self.seen(seat))
        may = f" may {','.join(map(str, self._actions))}" if game.hidden and self.turn == seat else ""
        return f"{own}{self._whose_turn()}{may}{': ' * bool(told)}{told}"

    def _whose_turn(self) -> str:
        return {CHANCE: "chance", OVER: "over"}.get(self.turn) or self.game.seats[self.turn]

    def returns(self) -> list[float]:
        """The worth of the play for each seat; 0 for all before its end.

        Raises BadInput where ``zero_sum`` is claimed and the worths do not add up to 0.
        """
        found = self._worth()
        if self.game.stakes.zero_sum and sum(found) != 0:
            worth = ", ".join(f"{value:g}" for value in found)
            raise BadInput(f"a play is worth {worth}, which is not 0 together", remedy="leave out zero_sum")
        return found

    def _worth(self) -> list[float]:
        game, stakes = self.game, self.game.stakes
        count = len(game.seats)
        if self.turn != OVER or stakes.measure == "nothing":
            return [0.0] * count
        if self.end != "over":
            return [stakes.unfinished] * count
        if stakes.measure == "score":
            scores = self.position.scores
            return (
                [float(scores[None])] * count if None in scores else [float(scores[p]) for p in game.players]
            )
        won = [float(player in self.position.winners) for player in game.players] or [0.0]
        return [won[0] - won[1], won[1] - won[0]] if stakes.measure == "margin" else won

    def __str__(self) -> str:
        """The whole position, as nobody but the umpire sees it, and the number of steps."""
        cells = self.game.rules.cells(self.position._state)
        return f"step {self.steps}, {self._whose_turn()}: {self.game.told(None, cells)}"
