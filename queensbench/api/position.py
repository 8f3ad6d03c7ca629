"""A position: a state of a game, with what can be done in it.  It never changes; doing a move makes another one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from queensbench.api.in_force import InForce
from queensbench.api.moves import Move, Outcome, Refusal
from queensbench.api.state import StateView, Unchanging
from queensbench.errors import BadInput, InternalError
from queensbench.language.drawings import Board
from queensbench.language.records import shown
from queensbench.readers.native.stepper import State


class Position(Unchanging):
    """A settled state of a game under the readings of a session.  Immutable, hashable, comparable.

    Two positions are equal if their states are, in the same mode at the same instance under the same readings,
    however they were reached.

    >>> import queensbench as qb
    >>> start = qb.load("queue4/standard").session("six").start()
    >>> start.moves()
    (begin_queue(queue=FIRST), stop())
    >>> start.do("stop")
    <Position queue4/standard six: over, won by nobody>
    """

    __slots__ = ("_before", "_code", "_rules", "_state")

    def __init__(self, rules: InForce, state: State, before: State | None = None, code: int = -1) -> None:
        self._rules = rules
        self._state = state
        self._before = before
        self._code = code

    # ------------------------------------------------------------------------------------------- moves

    def do(self, move: str | Move | Outcome, /, **args: Any) -> Position:
        """The position after a move or an outcome of chance, and the automatic steps that follow it.

        Give its name and its arguments by name, or a whole :class:`Move` or :class:`Outcome`.  Members of kinds may
        be given by their names.  Raises Refused (with the requirement and its clauses) if the rules do not allow it,
        BadInput for an unknown name or a value outside its range, ModelError where the model leaves its ranges.
        """
        rules = self._rules
        code = rules.code(move, args) if type(move) is str else rules.coded(move, args)
        state = rules.stepper.step(self._state, code)
        if state is None:
            refused = rules.refusal(self._state, rules.step(code))
            if refused is None:
                raise InternalError(
                    f"machine code refuses {rules.move(code)}, which the interpreter allows",
                    where=rules.interpreter.mode.name,
                )
            raise refused
        return Position(rules, state, self._state, code)

    def moves(self) -> tuple[Move, ...]:
        """The actions that the rules allow now, in the order of the rules; none while chance decides."""
        rules = self._rules
        base = rules.coding.chance_base
        move = rules.move
        return tuple([move(code) for code in rules.stepper.moves(self._state) if code < base])

    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible outcomes of chance with exact weights; none where players choose."""
        rules = self._rules
        base = rules.coding.chance_base
        return rules.outcomes(self._state, [c for c in rules.stepper.moves(self._state) if c >= base])

    @property
    def deciders(self) -> tuple[Any, ...]:
        """The players whose choice the possible actions are; empty where chance decides or the mode names nobody."""
        rules = self._rules
        coding, stepper = rules.coding, rules.stepper
        found: set[int] = set()
        known: set[int] = set()
        for code in stepper.moves(self._state):
            if code >= coding.chance_base:
                break
            transition = coding.decode(code).transition
            if transition not in known:
                known.add(transition)
                found.add(stepper.decider(self._state, code))
        return tuple(player for place, player in enumerate(rules.players) if place in found)

    def why_not(self, move: str | Move | Outcome, /, **args: Any) -> Refusal | None:
        """The requirement that stands against a move, with its clauses; None if the move is possible.

        Every value of an argument left out is tried; the answer is then the requirement that stands last in the rule.
        Raises BadInput for unknown names, and for more than 50,000 combinations.
        """
        if isinstance(move, Outcome):
            move = move.move
        if isinstance(move, Move):
            return self._rules.why_not(self._state, move.name, {**move.args, **args})
        return self._rules.why_not(self._state, move, args)

    # ------------------------------------------------------------------------------------------- state

    @property
    def state(self) -> StateView:
        """The fields of the state, read only, with the members of the model's kinds."""
        return self._rules.view(self._state)

    def view(self, seat: Any, *, partners: tuple[Any, ...] = ()) -> StateView:
        """The state as a seat sees it: what it does not see is :data:`HIDDEN`.

        ``seat``: a player, or a player's name; ``partners``: those who show each other what partners see.  Raises
        BadInput for one who is no player.
        """
        return self._rules.seen(self._state, seat, _partners(partners))

    def replace(self, **fields: Any) -> Position:
        """The position with some fields set otherwise, and the automatic steps that this makes possible.

        A scalar takes a value, a sequence a list, a table a mapping of the keys that change.  Whether play can reach
        it is not asked.  Raises BadInput for an unknown field or a value outside its range.
        """
        return Position(self._rules, self._rules.replaced(self._state, fields))

    def board(self) -> Board:
        """The picture of the position: what the mode's drawing makes of it, or its fields.

        Raises BadInput where the drawing fails.
        """
        from queensbench.rendering.boards import board_of

        return board_of(self._rules.interpreter, self._rules.record(self._state))

    def seat_board(self, seat: Any, *, partners: tuple[Any, ...] = ()) -> Board | None:
        """The board that a seat sees: cells whose picture depends on what the seat does not see lie face down.

        ``seat`` and ``partners`` as of :meth:`view`.  A drawing knows nothing of seats: hidden fields are filled in
        several ways, and what the drawing makes of all of them alike is shown.  None where it takes fewer than two.
        Raises BadInput for one who is no player, and where the drawing fails.
        """
        from queensbench.rendering.seat_boards import seat_board

        return seat_board(self._rules.drawn, self._rules.sight(self._state, seat, _partners(partners)))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.silence is None and self._rules.stepper.over(self._state)

    @property
    def silence(self) -> tuple[str, str] | None:
        """The question on which the text is silent here, and the nearest clause; None where it is not."""
        number = self._rules.stepper.silent(self._state)
        return self._rules.silences[number - 1] if number else None

    @property
    def winners(self) -> tuple[Any, ...]:
        """The players who have won an ended game; empty before its end."""
        rules = self._rules
        if rules.box.system.wins is None or not self.over:
            return ()
        return tuple(p for i, p in enumerate(rules.players) if rules.stepper.wins(self._state, i))

    @property
    def scores(self) -> Mapping[Any, int]:
        """The scores of an ended game by player, or under None if all share one; empty before its end."""
        rules = self._rules
        number = rules.box.system.score
        if number is None or not self.over:
            return MappingProxyType({})
        if not rules.box.system.functions[number].params:
            return MappingProxyType({None: rules.stepper.score(self._state)})
        return MappingProxyType({p: rules.stepper.score(self._state, i) for i, p in enumerate(rules.players)})

    # --------------------------------------------------------------------------------------- how it came

    @property
    def move(self) -> Move | None:
        """The move that led here; None for a start, and for a position that was set."""
        return self._rules.move(self._code) if self._code >= 0 else None

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the step that led here, automatic steps included, in the order of the model."""
        if self._code < 0:
            return ()
        return self._rules.stepper.clauses(self._before, self._code)

    # ------------------------------------------------------------------------------------------- equality

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._state == other._state and (
            self._rules is other._rules or self._rules.key == other._rules.key
        )

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        rules = self._rules
        return f"<Position {rules.label}: {self._words()}>"

    def _words(self) -> str:
        """What goes on, in a few words."""
        if (silence := self.silence) is not None:
            return f"silent, {silence[0]}"
        if self.over:
            won = " and ".join(player.name for player in self.winners) or "nobody"
            return f"over, won by {won}"
        codes = self._rules.stepper.moves(self._state)
        if not codes:
            return "nothing can be done"
        what = "move" if codes[0] < self._rules.coding.chance_base else "outcome"
        who = " and ".join(player.name for player in self.deciders)
        count = f"{len(codes)} {what}{'s' * (len(codes) > 1)}"
        return f"{who} has {count}" if who else count

    def _repr_html_(self) -> str:
        from queensbench.rendering import notebook

        rules = self._rules
        return notebook.board(rules.interpreter, rules.record(self._state), f"{rules.label}: {self._words()}")

    def to_json(self) -> dict[str, Any]:
        """The position as JSON: its state, whose choice it is, moves, outcomes, and the result."""
        return {
            "state": self.state.to_json(),
            "deciders": [player.name for player in self.deciders],
            "moves": [move.to_json() for move in self.moves()],
            "outcomes": [outcome.to_json() for outcome in self.outcomes()],
            "over": self.over,
            "silent": None
            if self.silence is None
            else dict(zip(("what", "clause"), self.silence, strict=True)),
            "winners": [player.name for player in self.winners],
            "scores": [
                [None if player is None else player.name, score] for player, score in self.scores.items()
            ],
        }


def _partners(given: object) -> tuple[Any, ...]:
    """Those who show each other what partners see.  Raises BadInput for what is no group of players."""
    if not isinstance(given, (tuple, list, set, frozenset)):
        raise BadInput(f"{shown(given)} names no partners", remedy="give a tuple of players")
    return tuple(given)
