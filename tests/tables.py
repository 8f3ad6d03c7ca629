"""Plays on tables laid by hand, in the notation that all golden tests share.

A *step* is its name and its values in order, ``"add first 2"``; several are separated by semicolons.  A value is a
letter where the rulebook's cards have letters, and otherwise its name in lower case.  *What lies on the table* has
names, ``play["north hand"]``, and is written as a text: cards as letters, ``-`` for none.  What a step *changes* is a
set of texts, ``{"north hand: CK > K", "deck: -8"}``: what lay there and what lies there now, or, where much lies, what
has left and what has come.  What is *due* is ``"north: pick up"``, ``"chance: deal"``, ``"over: north"`` or
``"silent: turn.first"``::

    play = table("CCM", "KKK", pile="SP", deck="CCCKG")
    assert play.due == "north: pick up"
    assert play.do("draw; drawn C") == {"deck: CCCKG > CCKG", "north hand: CCM > CCCM"}
    assert play.of("lay") == {"lay C C C"}
    play.refused("draw", "add M M")

The module ``table.py`` of a rulebook says what lies on its table and how that is written, in a class of its own, and
lays a table by hand: ``table(...)``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from enum import Enum
from typing import Any

import pytest

from queensbench.errors import Refused
from queensbench.language import Instance, Mode
from queensbench.language.context import bind
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step, Tally

HOUSE: Mapping[str, str] = {}
"""The house reading of every ruling."""
DEFAULTS: Mapping[str, int] = {}
"""The default of every parameter."""

_interpreters: dict[tuple[Any, ...], Interpreter] = {}


def interpreter(
    mode: Mode,
    instance: Instance | None = None,
    readings: Mapping[str, str] = HOUSE,
    parameters: Mapping[str, int] = DEFAULTS,
) -> Interpreter:
    """The interpreter of a mode at an instance (the box as sold), made once for each set of readings and parameters."""
    box = instance or mode.full
    key = (mode, box.name, frozenset(readings.items()), frozenset(parameters.items()))
    if key not in _interpreters:
        _interpreters[key] = Interpreter(mode, box, dict(readings), dict(parameters))
    return _interpreters[key]


@contextmanager
def by_hand(reader: Interpreter) -> Iterator[Any]:
    """A blank state of the reader's mode, to lay a table in."""
    with bind(reader.context):
        state: Any = reader.mode.state()
        state.__dict__["_silence"] = None
        yield state


class Letters:
    """A kind whose members are written as letters; numbers of them as letters in the order of the kind."""

    def __init__(self, kind: Iterable[Enum], letters: str) -> None:
        self.member: dict[str, Any] = dict(zip(letters, kind, strict=True))
        self.of = {member.name: letter for letter, member in self.member.items()}
        self.order = letters

    def sort(self, letters: Iterable[str]) -> str:
        """Letters in the order of the kind."""
        return "".join(sorted(letters, key=self.order.index))

    def counted(self, table: Any, *before: Any) -> str:
        """What a table of numbers (or truths) holds under these first indices, in letters."""
        return self.sort("".join(self.of[key[-1].name] * k for key, k in table.items() if key[:-1] == before))

    def row(self, table: Any, *before: Any) -> str:
        """The same, ``-`` for none."""
        return self.counted(table, *before) or "-"

    def lay(self, table: Any, letters: str, *before: Any) -> None:
        """Add these letters to a table of numbers, under these first indices."""
        for letter, k in Counter(letters).items():
            table[(*before, self.member[letter])] += k


def moved(before: Iterable[str], after: Iterable[str], told: Callable[[Counter[str]], str]) -> str:
    """What has left and what has come, ``-RO +G``."""
    was, now = Counter(before), Counter(after)
    return " ".join(f"{sign}{told(more)}" for sign, more in (("-", was - now), ("+", now - was)) if more)


class Play(ABC):
    """A play, one step at a time.  Every step prints the table (pytest shows it when a test fails)."""

    def __init__(self, reader: Interpreter, state: Any) -> None:
        self.reader = reader
        self.state = state
        self._seen: tuple[Any, dict[str, str]] | None = None
        self._tried: tuple[Any, list[Step]] | None = None
        self.print("at first")

    # ------------------------------------------------------------------------------ what a rulebook says itself

    @abstractmethod
    def lies(self) -> dict[str, str]:
        """Everything that lies on the table, by its name."""

    @abstractmethod
    def check(self) -> None:
        """Fail if the table is impossible, as when a card has come from nowhere; asked after every step."""

    def word(self, argument: str, value: Any) -> str:
        """How a value of a step is written."""
        return str(shown(value)).lower()

    def change(self, name: str, before: str, after: str) -> str:
        """How a change of what lies on the table is written."""
        return f"{before} > {after}"

    def drawing(self) -> str:
        """The table as it is printed."""
        with bind(self.reader.context):
            assert self.reader.mode.draw is not None
            return str(self.reader.mode.draw(self.state))

    def who(self) -> str:
        """Whose choice is due, ``chance`` if nobody's."""
        player = self.reader.decider(self.state, self.steps()[0].name)
        return str(player.name).lower() if player else "chance"

    def result(self) -> str:
        """How an ended game has ended: its winners."""
        return " and ".join(player.name.lower() for player in self.reader.winners(self.state))

    # ----------------------------------------------------------------------------------------- what a test asks

    @property
    def seen(self) -> dict[str, str]:
        """Everything that lies on the table, by its name."""
        if self._seen is None or self._seen[0] is not self.state:
            with bind(self.reader.context):
                self._seen = (self.state, self.lies())
        return self._seen[1]

    def __getitem__(self, name: str) -> str:
        return self.seen[name]

    def see(self, *names: str) -> tuple[str, ...]:
        """What lies at several places: ``play.see("pile", "north hand")``."""
        return tuple(self.seen[name] for name in names)

    @property
    def phase(self) -> str:
        """What is due, whoever decides it."""
        return str(self.state.phase.name).lower().replace("_", " ")

    @property
    def due(self) -> str:
        """Whose choice is due and which, or how the game has ended."""
        silence = self.reader.silence(self.state)
        if silence is not None:
            return f"silent: {silence[1]}"
        if self.reader.over(self.state):
            return f"over: {self.result()}"
        return f"{self.who()}: {self.phase}"

    @property
    def moves(self) -> set[str]:
        """The enabled moves."""
        return {self.written(step) for step in self.steps()}

    def of(self, *names: str) -> set[str]:
        """The enabled moves of these names."""
        return {move for move in self.moves if move.split()[0] in names}

    @property
    def names(self) -> set[str]:
        """The names of the enabled moves."""
        return {move.split()[0] for move in self.moves}

    def weights(self) -> dict[str, int]:
        """The weights of the chance events that are possible now."""
        return {self.written(step): self.reader.weight(self.state, step) for step in self.steps()}

    def do(self, text: str) -> set[str]:
        """Take steps; the answer is what has changed on the table since the first of them."""
        before = self.seen
        self.reader.tally = Tally()
        for one in text.split(";"):
            self.take(self.step(one))
            self.print(one.strip())
            self.check()
        return self.since(before)

    def since(self, before: Mapping[str, str]) -> set[str]:
        """What has changed on the table since it lay so."""
        after = self.seen
        changed = (name for name in before if before[name] != after[name])
        return {f"{name}: {self.change(name, before[name], after[name])}" for name in changed}

    @property
    def clauses(self) -> Set[str]:
        """The clauses that the last ``do`` carried out, in the order of their first time."""
        return self.reader.tally.clauses.keys()

    def refused(self, *texts: str) -> Refused:
        """How the last of these steps is refused; each must be refused, and not be listed."""
        for text in texts:
            with pytest.raises(Refused) as caught:
                self.reader.apply(self.state, self.step(text))
            self.check_unlisted(text)
        return caught.value

    # ------------------------------------------------------------------------------------------ steps as records

    def written(self, step: Step) -> str:
        """A step in words."""
        return " ".join([step.name, *(self.word(argument, value) for argument, value in step.args)])

    def step(self, text: str) -> Step:
        """The step of these words."""
        name, *words = text.split()
        domains: Sequence[tuple[str, Any]] = self.reader.domains[name]
        args = []
        for (argument, domain), word in zip(domains, words, strict=True):
            (value,) = [value for value in domain.values() if self.word(argument, value) == word]
            args.append((argument, value))
        return Step(name, tuple(args))

    def steps(self) -> list[Step]:
        """The enabled steps."""
        if self._tried is None or self._tried[0] is not self.state:
            self._tried = (self.state, self.reader.moves(self.state))
        return self._tried[1]

    def take(self, step: Step) -> None:
        """Carry a step out."""
        self.state = self.reader.apply(self.state, step)

    def check_unlisted(self, text: str) -> None:
        """Fail if a step that is refused is listed among the moves."""
        assert text not in self.moves

    def print(self, what: str) -> None:
        """Print what was done, and how the table lies now."""
        print(f"-- {what}\n{self.drawing()}")


def both(play: Play) -> tuple[str, set[str]]:
    """What is due and what may be done."""
    return play.due, play.moves
