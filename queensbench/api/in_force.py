"""The rules in force: a box under readings, as positions ask it.

Steps run as machine code.  The interpreter says why a move is refused, and writes plays.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import inf, prod
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from queensbench.api.moves import Move, Outcome, Refusal
from queensbench.api.state import FieldPlace, StateView, changed, places_of, raw_of
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput, Refused
from queensbench.language import rules as rule_calls
from queensbench.language.domains import Domain
from queensbench.language.records import described, shown
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.stepper import State, Stepper
from queensbench.rules.lowering.rule import nearest
from queensbench.rules.observations import Views

if TYPE_CHECKING:
    from queensbench.language.drawings import Board
    from queensbench.rendering.seat_boards import Sight

MOST_TRIED = 50_000
"""The most combinations of arguments that are tried to say what stands against a move."""

LANGUAGE = (rule_calls.__file__, contextlib.__file__)
"""The files whose lines stand between those of a rule and of one that it calls."""

Coder = tuple[str, Domain, int, dict[Any, int]]
"""An argument: its name, its domain, the stride of its values in codes, and what a member adds (of a number: empty)."""


class InForce:
    """A box under readings: what positions of one session share."""

    def __init__(self, box: Box, readings: Mapping[str, Any]) -> None:
        self.box = box
        self.readings = dict(readings)
        self.coding = box.coding
        self.interpreter: Interpreter = box.interpreter(readings)
        self.places: dict[str, FieldPlace] = places_of(self.interpreter.layout)
        self.label = f"{box.ruleset}/{box.mode.name} {box.instance.name}"
        self.key = (box.mode, box.instance, tuple(box.raw(readings)))
        self._moves: dict[int, Move] = {}
        self._coders = {name: self._coder(name) for name in self.named}

    @cached_property
    def stepper(self) -> Stepper:
        """The machine code."""
        return Stepper(self.box.native, self.box.raw(self.readings), self.box.parameters())

    @cached_property
    def named(self) -> dict[str, int]:
        """The actions and chance events by name, as places among the transitions of the system."""
        return {self.box.system.transitions[place].name: place for place in self.coding.order}

    @cached_property
    def players(self) -> tuple[Any, ...]:
        """The players that the instance keeps."""
        kind = self.box.mode.players
        return () if kind is None else self.interpreter.context.kept(kind)

    @cached_property
    def silences(self) -> tuple[tuple[str, str], ...]:
        """The silences of the text, each with its clause, in the order of native numbers."""
        system = self.box.system
        return tuple((site.what, system.clauses[site.clause]) for site in system.silences)

    @cached_property
    def views(self) -> Views:
        """The views that the rules give the seats."""
        return Views(self.box.system, self.box.mode)

    # ------------------------------------------------------------------------------------------ moves

    def _coder(self, name: str) -> tuple[int, tuple[Coder, ...]]:
        """The first code of a transition, and its arguments."""
        domains = self.interpreter.domains[name]
        coders: list[Coder] = []
        stride = prod(domain.size for _, domain in domains)
        for argument, domain in domains:
            stride //= domain.size
            table: dict[Any, int] = {}
            if hasattr(domain, "kind"):
                for at, member in enumerate(domain.values()):
                    table[member] = table[member.name] = at * stride
            coders.append((argument, domain, stride, table))
        return self.coding.base_of[self.named[name]], tuple(coders)

    def code(self, name: str, args: Mapping[str, Any]) -> int:
        """The code of a move.  Raises BadInput for an unknown name, and for arguments that are not its own."""
        try:
            code, coders = self._coders[name]
        except KeyError:
            raise BadInput(f"no move is called {name}", remedy=nearest(name, self.named)) from None
        if len(args) != len(coders):
            raise self._misnamed(name, args)
        for argument, domain, stride, table in coders:
            if argument not in args:
                raise self._misnamed(name, args)
            value = args[argument]
            if table:
                try:
                    code += table[value]
                    continue
                except (KeyError, TypeError):
                    pass  # said below
            place = domain.place(value)
            if place < 0:
                raise BadInput(
                    f"{argument} of {name} = {shown(value)} is outside {described(domain)}",
                    remedy="give one of these",
                )
            code += place * stride
        return code

    def _misnamed(self, name: str, args: Mapping[str, Any]) -> BadInput:
        wanted = ", ".join(argument for argument, *_ in self._coders[name][1]) or "no arguments"
        return BadInput(
            f"{name} takes {wanted}, not {', '.join(args) or 'nothing'}", remedy="name each argument once"
        )

    def coded(self, move: Any, args: Mapping[str, Any]) -> int:
        """The code of a move that is given by its name and arguments, or whole.  Raises BadInput."""
        if type(move) is str:
            return self.code(move, args)
        if isinstance(move, Outcome):
            move = move.move
        if not isinstance(move, (Move, Step)):
            raise BadInput(f"{shown(move)} is no move", remedy="give its name and its arguments by name")
        if args:
            raise BadInput(f"{move} has its arguments already", remedy="give its name, or no arguments")
        self.require_name(move.name)
        return self.code(move.name, dict(move.args))

    def require_name(self, name: Any) -> None:
        """Check that something may name a move.  Raises BadInput."""
        if not isinstance(name, str):
            raise BadInput(f"{shown(name)} is no move", remedy="give its name and its arguments by name")

    def move(self, code: int) -> Move:
        """The move of a code."""
        found = self._moves.get(code)
        if found is None:
            step = self.step(code)
            found = self._moves[code] = Move(step.name, dict(step.args))
        return found

    def step(self, code: int) -> Step:
        """The move of a code, as the interpreter takes it."""
        decoded = self.coding.decode(code)
        name = self.box.system.transitions[decoded.transition].name
        return self.interpreter.step(name, decoded.args)

    def outcomes(self, state: State, codes: list[int]) -> tuple[Outcome, ...]:
        """The outcomes of chance events with their weights, all of them possible."""
        weights = [self.stepper.weight(state, code) for code in codes]
        total = sum(weights)
        return tuple(
            Outcome(self.move(code), weight, Fraction(weight, total))
            for code, weight in zip(codes, weights, strict=True)
        )

    # ------------------------------------------------------------------------------------------ states

    def cells(self, state: State) -> list[int]:
        """The raw cells of a state."""
        return memoryview(state).cast("i").tolist()

    def record(self, state: State) -> Any:
        """The record of a state, as the interpreter plays it; each call makes a new one."""
        return self.interpreter.state(self.cells(state), self.silences)

    def view(self, state: State) -> StateView:
        """The fields of a state."""
        return StateView(self.places, self.cells(state))

    def seen(self, state: State, seat: Any, partners: tuple[Any, ...]) -> StateView:
        """The fields of a state as a seat sees them.  Raises BadInput if there is no such seat."""
        raw = self.views.view(self.cells(state), self.seat(seat), [self.seat(one) for one in partners])
        return StateView(self.places, raw)

    def sight(self, state: State, seat: Any, partners: tuple[Any, ...]) -> Sight:
        """The view of a seat on a state, cell by cell.  Raises BadInput if there is no such seat."""
        from queensbench.rendering.seat_boards import Sight

        cells = self.cells(state)
        seen = self.views.view(cells, self.seat(seat), [self.seat(one) for one in partners])
        least, sizes = list(cells), [1] * len(cells)
        for place in self.places.values():
            for at in range(place.count * (place.limit or 1)):
                least[place.offset + at] = int(getattr(place.value, "lo", 0))
                sizes[place.offset + at] = place.value.size
            for at in range(place.count if place.limit else 0):
                least[place.lengths + at], sizes[place.lengths + at] = 0, place.limit + 1
        return Sight(cells, seen, least, sizes)

    def drawn(self, cells: Sequence[int]) -> Board:
        """The board of raw cells.  Raises BadInput where the drawing fails."""
        from queensbench.rendering.boards import board_of

        return board_of(self.interpreter, self.interpreter.state(list(cells), self.silences))

    def seat(self, seat: Any) -> int:
        """The raw player of a seat, which may be given by name.  Raises BadInput."""
        for place, player in enumerate(self.players):
            if seat is player or seat == player.name:
                return place
        names = ", ".join(player.name for player in self.players)
        remedy = f"choose of {names}" if names else "the mode names no players"
        raise BadInput(f"{shown(seat)} is no player", remedy=remedy)

    def replaced(self, state: State, fields: Mapping[str, Any]) -> State:
        """The state with some fields set otherwise, settled.  Raises BadInput."""
        cells = changed(self.places, self.cells(state), fields)
        return self.stepper.settled(b"".join(raw.to_bytes(4, "little", signed=True) for raw in cells))

    # ----------------------------------------------------------------------------------------- refusals

    def refusal(self, state: State, step: Step) -> Refused | None:
        """The interpreter's reason against a move; None if it has none."""
        try:
            self.interpreter.apply(self.record(state), step)
        except Refused as refused:
            return refused
        return None

    def why_not(self, state: State, name: str, args: Mapping[str, Any]) -> Refusal | None:
        """The requirement that refuses a move.  Every value is tried for an argument that is left out.

        None if the move is possible with some of the values.  Else the requirement that stands last among those that
        refuse them, one of a called rule where that is called: none gets further.  Raises BadInput for unknown names,
        and where too many values are left open.
        """
        self.require_name(name)
        domains = self._domains(name)
        if unknown := set(args) - set(domains):
            raise self._misnamed(name, dict.fromkeys(sorted(unknown)))
        values = [
            (domain.values()[raw_of(domain, args[key], f"{key} of {name}") - getattr(domain, "lo", 0)],)
            if key in args
            else tuple(domain.values())
            for key, domain in domains.items()
        ]
        if prod(map(len, values)) > MOST_TRIED:
            raise BadInput(
                f"{name} has more than {MOST_TRIED:,} combinations of the arguments left out",
                remedy=f"give one of {', '.join(key for key in domains if key not in args)}",
            )
        last: Refused | None = None
        codes = [self.code(name, dict(zip(domains, one, strict=True))) for one in product(*values)]
        possible = set(self.stepper.moves(state))
        for code in codes:
            if code in possible:
                return None
        for code in codes:
            found = self.refusal(state, self.step(code))
            if found is None:
                return None
            if last is None or self._way(name, found) > self._way(name, last):
                last = found
        return None if last is None else Refusal(last.text, last.clauses, last.file, last.line)

    def _way(self, name: str, refused: Refused) -> tuple[float, ...]:
        """The lines by which a move came to its refusal, in its own rule and then in those that are called there.

        A refusal that no line has raised, as for a weight of 0, comes after all lines.
        """
        frames = [(at.f_code.co_filename, line) for at, line in walk_tb(refused.__traceback__)]
        files = [file for file, _ in frames]
        own = self.interpreter.by_name[name].file
        if own not in files:
            return (inf,)
        return tuple(line for file, line in frames[files.index(own) :] if file not in LANGUAGE)

    def _domains(self, name: str) -> dict[str, Domain]:
        if name not in self.named:
            raise BadInput(f"no move is called {name}", remedy=nearest(name, self.named))
        return dict(self.interpreter.domains[name])


def path_of(rules: InForce) -> str:
    """``ruleset/mode``."""
    return f"{rules.box.ruleset}/{rules.box.mode.name}"
