"""Tables of Queue 4 laid by hand (the notation of steps and changes: ``tests/tables.py``).

A card is a rank, ``A23456789TJQK``; with two colours a dash makes it black: ``8`` is red, ``8'`` black.  Queues are
written ``"68 AA2 - -"``, bottom first.  Steps are written ``"add first 2"``: two cards will lie beneath the one drawn.
Every step is carried out, and every move listed, by the interpreter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from model.queue4.scoring import band, table_points
from model.queue4.state import Phase, Queue
from queensbench.language.context import bind
from queensbench.project.projects import load
from queensbench.readers.interpreter import Interpreter
from tests import tables
from tests.tables import interpreter, moved

RANKS = "A23456789TJQK"
QUEUES = ("first", "second", "third", "fourth")
DECK = "".join(rank * 4 for rank in RANKS)
TWO_COLOURS = "".join(f"{rank}{rank}{rank}'{rank}'" for rank in RANKS)
MODES = load().ruleset("queue4").modes


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


def _number(text: str, colours: int) -> int:
    """The number of a card in a deck of one colour or of two."""
    return RANKS.index(text[0]) * colours + 1 + text.endswith("'")


def _card(number: int, colours: int) -> str:
    """The card of a number, ``-`` for none."""
    return RANKS[(number - 1) // colours] + "'" * ((number - 1) % colours) if number else "-"


class Play(tables.Play):
    """A play of Queue 4, alone or with its variants."""

    def __init__(self, reader: Interpreter, state: Any) -> None:
        self.colours = reader.context.sizes["colours"]
        super().__init__(reader, state)

    def card(self, number: int) -> str:
        """The card of a number, ``-`` for none."""
        return _card(number, self.colours)

    def _pile(self, pile: Any) -> str:
        return told(Counter({self.card(c): number for (c,), number in pile.items()}))

    def lies(self) -> dict[str, str]:
        """Everything that lies on the table, by its name."""
        s = self.state
        found = {q: "".join(self.card(s.queue[k][i]) for i in range(len(s.queue[k]))) or "-"
                 for q, k in zip(QUEUES, Queue, strict=True)}  # fmt: skip
        found |= {"deck": self._pile(s.deck), "discards": self._pile(s.discards), "hand": self.card(s.held)}
        for name in ("game", "tokens", "pile", "total"):
            if hasattr(type(s), name) or name in s.__dict__:
                found[name] = str(getattr(s, name))
        return found

    @property
    def queues(self) -> str:
        """The Queues, ``"68 AA2 - -"``."""
        return " ".join(self.see(*QUEUES))

    @property
    def left(self) -> int:
        """How many cards the deck holds."""
        return len(split(self["deck"]))

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
        """The score of the table as it lies."""
        return int(self._ask(table_points))

    def _ask(self, rule: Any) -> Any:
        return self.reader._ask(self.reader.rules.resolve(rule), self.state)

    def word(self, argument: str, value: Any) -> str:
        """A rank for a card, with a dash if it is black."""
        return self.card(value) if argument in {"card", "low", "high"} else super().word(argument, value)

    def change(self, name: str, before: str, after: str) -> str:
        """A change; for the deck and the discards, the cards that have left and those that have come."""
        if name not in {"deck", "discards"}:
            return super().change(name, before, after)
        return moved(split(before), split(after), told)

    def drawing(self) -> str:
        """The table in one line."""
        return f"   {self.queues} | deck {self['deck']} | gone {self['discards']} | {self.phase}"

    def check(self) -> None:
        """Every card is somewhere, and every Queue is in order."""
        s, table = self.state, dict(self.seen)
        with bind(self.reader.context):
            for name in ("pool", "spent"):
                if name in s.__dict__:
                    table[name] = self._pile(getattr(s, name))
            if "carried" in s.__dict__:
                table["carried"] = self.card(s.carried)
        places = set(table) - {"game", "tokens", "pile", "total"}
        cards = Counter(card for place in places for card in split(table[place]))
        assert told(cards) == (DECK if self.colours == 1 else TWO_COLOURS)
        for name in QUEUES:
            ranks = [RANKS.index(c[0]) for c in split(table[name])]
            assert ranks == sorted(ranks), f"{name} is out of order: {table[name]}"

    def drawn(self, text: str) -> set[str]:
        """The same as ``do``; if the card could be shuffled back, it is played."""
        before = self.seen
        self.do(text)
        if self.phase == "seen":
            self.do("play")
        return self.since(before)


def begin(mode: str = "standard", **readings: str) -> Play:
    """A play from the start of the set-up."""
    reader = interpreter(MODES[mode], readings=readings)
    return Play(reader, reader.start())


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
    reader = interpreter(MODES[mode], readings=readings)
    colours = reader.context.sizes["colours"]
    every = Counter(DECK) if colours == 1 else Counter(split(TWO_COLOURS))
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
    with bind(reader.context):
        s: Any = reader.start().copy()
        s.phase = Phase.AIM
        for q, line in zip(Queue, lines, strict=True):
            s.queue[q].clear()
            for card in split(line):
                s.queue[q].append(_number(card, colours))
        for c in list(dict(s.deck.items())):
            s.deck[c[0]] = in_deck[_card(c[0], colours)]
            s.discards[c[0]] = away[_card(c[0], colours)]
        for name, value in (fields or {}).items():
            setattr(s, name, value)
    play = Play(reader, reader.settle(s))
    play.check()
    return play


def dealt(mode: str, cards: Iterable[str], **readings: str) -> Play:
    """A play from its very start, once these cards are dealt."""
    play = begin(mode, **readings)
    for card in cards:
        play.do(f"deal {card}")
    return play


def priced(play: Play, queue: str, places: str) -> Play:
    """The play, once the cards at these places of a Queue are paid, one after the other."""
    for place in places:
        play.do(f"pay {queue} {place}")
    return play


def adds(**lengths: int) -> set[str]:
    """The destinations in Queues that hold so many cards: below, above and between."""
    return {f"add {queue} {gap}" for queue, length in lengths.items() for gap in range(length + 1)}
