"""Tables of Queue 4 laid by hand, and plays on them told as what changes.

A card is a rank, ``A23456789TJQK``; with two colours a dash makes it black: ``8`` is red, ``8'`` black.  Queues are
written ``"68 AA2 - -"``, bottom first.  Steps are written ``"add first 2"``: two cards will lie beneath the one drawn.
Every step is carried out, and every move listed, by the interpreter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from model.queue4.scoring import band, table_points
from model.queue4.state import Phase, Queue
from queensbench.errors import Refused
from queensbench.language.context import bind
from queensbench.language.records import shown
from queensbench.project.projects import load
from queensbench.readers.interpreter import Interpreter, Step, Tally

RANKS = "A23456789TJQK"
QUEUES = ("first", "second", "third", "fourth")
DECK = "".join(rank * 4 for rank in RANKS)
TWO_COLOURS = "".join(f"{rank}{rank}{rank}'{rank}'" for rank in RANKS)
MODES = load().ruleset("queue4").modes


@cache
def _interpreter(mode: str, readings: frozenset[tuple[str, str]]) -> Interpreter:
    return Interpreter(MODES[mode], readings=dict(readings))


def split(text: str) -> list[str]:
    """The cards of a text, one by one."""
    cards = re.findall(r"[A2-9TJQK]'?", text)
    assert "".join(cards) == text.replace(" ", "").replace("-", ""), f"not cards: {text}"
    return cards


def times(text: str) -> str:
    """Cards written with their numbers, ``"8*4 9"``."""
    words = [word.partition("*") for word in text.split()]
    return "".join("".join(split(cards) * int(number or 1)) for cards, _, number in words)


def told(cards: Counter[str]) -> str:
    """Cards by rank, red ones first; ``-`` for none."""
    return "".join(sorted(cards.elements(), key=lambda c: (RANKS.index(c[0]), c))) or "-"


class Play:
    """A play, one step at a time.  Every step prints the table (pytest shows it when a test fails)."""

    def __init__(self, mode: str, readings: Mapping[str, str]) -> None:
        self.reader = _interpreter(mode, frozenset(readings.items()))
        with bind(self.reader.context):
            self.colours = self.reader.context.sizes["colours"]
        self.state: Any = self.reader.start()

    def _card(self, text: str) -> int:
        return RANKS.index(text[0]) * self.colours + 1 + text.endswith("'")

    def _told_card(self, number: int) -> str:
        if not number:
            return "-"
        return RANKS[(number - 1) // self.colours] + "'" * ((number - 1) % self.colours)

    def _told_pile(self, pile: Any) -> str:
        return told(Counter({self._told_card(c): number for (c,), number in pile.items()}))

    def seen(self) -> dict[str, str]:
        """Everything on the table, by what it is called."""
        s = self.state
        with bind(self.reader.context):
            found = {q: "".join(self._told_card(s.queue[k][i]) for i in range(len(s.queue[k]))) or "-"
                     for q, k in zip(QUEUES, Queue, strict=True)}  # fmt: skip
            found |= {"deck": self._told_pile(s.deck), "discards": self._told_pile(s.discards)}
            found["hand"] = self._told_card(s.held)
            for name in ("game", "tokens", "pile", "total"):
                if hasattr(type(s), name) or name in s.__dict__:
                    found[name] = str(getattr(s, name))
        return found

    def __getitem__(self, name: str) -> str:
        return self.seen()[name]

    def see(self, *names: str) -> tuple[str, ...]:
        """What is called so."""
        table = self.seen()
        return tuple(table[name] for name in names)

    @property
    def queues(self) -> str:
        """The Queues, ``"68 AA2 - -"``."""
        return " ".join(self.see(*QUEUES))

    @property
    def left(self) -> int:
        """How many cards the deck holds."""
        return len(split(self["deck"]))

    @property
    def phase(self) -> str:
        """What is due."""
        return str(self.state.phase.name).lower().replace("_", " ")

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.reader.over(self.state)

    @property
    def end(self) -> tuple[str, int, str]:
        """How the play has ended: ending, score, rating, the last with ``lost`` unless the player has won."""
        assert self.over
        assert self.moves == set()
        (score,) = self.reader.scores(self.state).values()
        rating = self.rating if self.reader.winners(self.state) else f"{self.rating}, lost"
        return self.state.ending.name.lower(), score, rating

    @property
    def rating(self) -> str:
        """The rating of an ended game."""
        return str(self._ask(band).name.lower())

    @property
    def points(self) -> int:
        """What the table would count."""
        return int(self._ask(table_points))

    def _ask(self, rule: Any) -> Any:
        return self.reader._ask(self.reader.rules.resolve(rule), self.state)

    @property
    def moves(self) -> set[str]:
        """The enabled moves."""
        return {self._written(m) for m in self.reader.moves(self.state)}

    @property
    def names(self) -> set[str]:
        """The names of the enabled moves."""
        return {m.split()[0] for m in self.moves}

    def of(self, *names: str) -> set[str]:
        """The enabled moves of these names."""
        return {m for m in self.moves if m.split()[0] in names}

    def weights(self) -> dict[str, int]:
        """The weights of the chance events that are possible now."""
        return {self._written(m): self.reader.weight(self.state, m) for m in self.reader.moves(self.state)}

    def _written(self, step: Step) -> str:
        words = [step.name]
        for name, value in step.args:
            words.append(self._told_card(value) if name in {"card", "low", "high"} else shown(value).lower())
        return " ".join(words)

    def _step(self, text: str) -> Step:
        name, *values = text.split()
        args: list[tuple[str, Any]] = []
        for (argument, domain), value in zip(self.reader.domains[name], values, strict=True):
            wanted = str(self._card(value)) if argument in {"card", "low", "high"} else value.upper()
            (found,) = [v for v in domain.values() if shown(v) == wanted]
            args.append((argument, found))
        return Step(name, tuple(args))

    def print(self, what: str) -> None:
        """What was done, and how the table lies now."""
        table = self.seen()
        print(f"-- {what}: {self.queues} | deck {table['deck']} | gone {table['discards']} | {self.phase}")

    def check(self) -> None:
        """Every card is somewhere, and every Queue is in order."""
        s, table = self.state, self.seen()
        with bind(self.reader.context):
            for name in ("pool", "spent"):
                if name in s.__dict__:
                    table[name] = self._told_pile(getattr(s, name))
            if "carried" in s.__dict__:
                table["carried"] = self._told_card(s.carried)
        places = set(table) - {"game", "tokens", "pile", "total"}
        cards = Counter(card for place in places for card in split(table[place]))
        assert told(cards) == (DECK if self.colours == 1 else TWO_COLOURS)
        for name in QUEUES:
            ranks = [RANKS.index(c[0]) for c in split(table[name])]
            assert ranks == sorted(ranks), f"{name} is out of order: {table[name]}"

    def do(self, text: str) -> dict[str, str]:
        """Take steps, ``"add first 0; reveal 8"``; answers what changed on the table, from first to last."""
        before = self.seen()
        self.reader.tally = Tally()
        for one in text.split("; "):
            self.state = self.reader.apply(self.state, self._step(one))
            self.print(one)
            self.check()
        return self._since(before)

    def drawn(self, text: str) -> dict[str, str]:
        """As ``do``, and if the card could be shuffled back it is not."""
        before = self.seen()
        self.do(text)
        if self.phase == "seen":
            self.do("play")
        return self._since(before)

    def _since(self, before: dict[str, str]) -> dict[str, str]:
        after = self.seen()
        return {key: _changed(key, before[key], after[key]) for key in before if before[key] != after[key]}

    @property
    def clauses(self) -> set[str]:
        """The clauses that the last steps carried out."""
        return set(self.reader.tally.clauses)

    def refused(self, text: str) -> Refused:
        """How a step is refused; the step must be refused."""
        with pytest.raises(Refused) as caught:
            self.reader.apply(self.state, self._step(text))
        return caught.value


def _changed(key: str, before: str, after: str) -> str:
    if key not in {"deck", "discards"}:
        return f"{before} > {after}"
    was, now = Counter(split(before)), Counter(split(after))
    parts = [f"{sign}{told(more)}" for sign, more in (("-", was - now), ("+", now - was)) if more]
    return " ".join(parts)


def begin(mode: str = "standard", **readings: str) -> Play:
    """A play from the start of the set-up."""
    play = Play(mode, readings)
    play.print("at first")
    return play


def table(
    queues: str,
    *,
    deck: str | None = None,
    gone: str | None = None,
    mode: str = "standard",
    fields: Mapping[str, Any] | None = None,
    **readings: str,
) -> Play:
    """A play from a table laid by hand, at the beginning of a turn.

    ``deck``, ``gone``: the cards of the deck, and those discarded (as ``times``); what lies nowhere else is in the
    deck, or discarded if ``deck`` alone is told.  ``fields``: other fields of the state.  ``readings``: those that
    differ from the house's.
    """
    play = Play(mode, readings)
    every = Counter(DECK) if play.colours == 1 else Counter(split(TWO_COLOURS))
    lines = [times(word.replace("-", "").replace("+", " ")) for word in queues.split()]
    assert len(lines) == len(QUEUES)
    rest = every - Counter(split("".join(lines)))
    assert rest.total() + len(split("".join(lines))) == 52, "more cards than there are"
    if deck is not None:
        in_deck = Counter(split(times(deck)))
        away = Counter(split(times(gone))) if gone is not None else rest - in_deck
    else:
        away = Counter(split(times(gone or "")))
        in_deck = rest - away
    assert in_deck + away == rest, "cards are missing, or there are too many"
    with bind(play.reader.context):
        s: Any = play.reader.start().copy()
        s.phase = Phase.AIM
        for q, line in zip(Queue, lines, strict=True):
            s.queue[q].clear()
            for card in split(line):
                s.queue[q].append(play._card(card))
        for c in list(dict(s.deck.items())):
            s.deck[c[0]] = in_deck[play._told_card(c[0])]
            s.discards[c[0]] = away[play._told_card(c[0])]
        for name, value in (fields or {}).items():
            setattr(s, name, value)
    play.state = play.reader.settle(s)
    play.print("at first")
    play.check()
    return play


def adds(**lengths: int) -> set[str]:
    """The destinations in Queues that hold so many cards: below, above and between."""
    return {f"add {queue} {gap}" for queue, length in lengths.items() for gap in range(length + 1)}
