"""Tables of the competitive and the team game laid by hand, and plays on them told as what changes.

Cards and colours are letters: R(ed) O(range) Y(ellow) G(reen) B(lue) P(urple) K (black) W(hite) and ``*``, a wild.
A hand is ``"RRG*"``, a move ``"pair R * R"``.  Box cards are eight digits in the same order.  Cards that are not
named lie in the draw pile; if that is named, among the discards; if those are named too, they are out of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from model.queens_collection.against import competitive
from model.queens_collection.against_table import Phase
from model.queens_collection.cards import HOME, Card, Colour, Player
from model.queens_collection.teams import teams
from queensbench.errors import Refused
from queensbench.language.context import bind
from queensbench.language.records import shown
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter, Step, Tally

HOUSE: Mapping[str, str] = {}
LETTERS: dict[str, str] = dict(zip((c.name for c in Card), "ROYGBPKW*", strict=True))
CARDS = {LETTERS[c.name]: c for c in Card}
COLOURS = {LETTERS[c.name]: c for c in Colour}
DECK = Counter({letter: 6 if letter == "*" else 4 for letter in CARDS})
ALL_HOME = "33333333"
GAMES = {"two": (competitive, "two"), "three": (competitive, "three"), "four": (competitive, "full")}
GAMES |= {"teams": (teams, "full")}
SEATS = {"two": 2, "three": 3, "four": 4, "teams": 4}
CHANCE = {Phase.FIRST_PLAYER, Phase.DEAL, Phase.LAY_OUT, Phase.TURN_UP, Phase.REFILL}
Settings = frozenset[tuple[str, Any]]


@cache
def _interpreter(game: str, readings: Settings, parameters: Settings) -> Interpreter:
    mode, name = GAMES[game]
    instance = projects.mode_instance(mode, name)
    return Interpreter(mode, instance, readings=dict(readings), parameters=dict(parameters))


def interpreter(
    game: str, readings: Mapping[str, str] = HOUSE, parameters: Mapping[str, int] | None = None
) -> Interpreter:
    """The box as sold for two, three, four players or teams, under the house readings except those named."""
    return _interpreter(game, frozenset(readings.items()), frozenset((parameters or {}).items()))


def cards(text: str) -> str:
    """The cards in the order of the kinds, ``-`` for none."""
    return "".join(sorted(text, key="".join(CARDS).index)) or "-"


def _row(table: Any, *before: Any) -> str:
    counts = {key[-1]: k for key, k in table.items() if key[:-1] == before}
    letters: str = "".join(LETTERS[card.name] * k for card, k in counts.items())
    return letters or "-"


def seen(s: Any) -> dict[str, str]:
    """Everything that lies on the table, by what it is called; of the draw pile only its size."""
    found = {"turn": s.active.name.lower(), "first": s.first.name.lower(), "round": str(s.round)}
    for colour in COLOURS.values():
        found[colour.name.lower()] = str(s.pawns[HOME[colour], colour])
    found["pile"] = str(sum(k for _, k in s.pile.items()))
    for name, field in (("display", s.display), ("discards", s.discards), ("out", s.removed)):
        found[name] = _row(field)
    found["revealed"], found["put down"] = _row(s.revealed), _row(s.given)
    for (p,), points in s.points.items():
        name = p.name.lower()
        found[f"{name} hand"] = _row(s.hand, p)
        found[f"{name} pawns"] = str(s.collected[p])
        found[f"{name} boxes"] = str(s.boxes[p])
        found[f"{name} points"] = str(points)
    return found


class Play:
    """A play, one step at a time.  Every step prints the table (pytest shows it when a test fails)."""

    def __init__(self, reader: Interpreter, state: Any) -> None:
        self.reader = reader
        self.state = state
        self._tried: tuple[Any, list[Step]] | None = None
        self.deck: str = self._deck()
        self.print("at first")

    def print(self, what: str) -> None:
        with bind(self.reader.context):
            assert self.reader.mode.draw is not None
            print(f"-- {what}\n{self.reader.mode.draw(self.state)}")

    def _deck(self) -> str:
        s = self.state
        table = (s.pile, s.discards, s.display, s.removed, s.revealed, s.given, s.hand)
        return cards("".join(LETTERS[key[-1].name] * k for part in table for key, k in part.items()))

    def check(self) -> None:
        """No card and no pawn has come or gone, and every pawn that is not taken stands at home."""
        s = self.state
        assert self._deck() == self.deck
        for (box, colour), k in s.pawns.items():
            assert k == 0 or box == HOME[colour]

    @property
    def due(self) -> str:
        """Whose choice is due and which, ``chance: ...``, or how the game has ended."""
        reader, s = self.reader, self.state
        silence = reader.silence(s)
        if silence is not None:
            return f"silent: {silence[1]}"
        if reader.over(s):
            return "over: " + " and ".join(p.name.lower() for p in reader.winners(s))
        what = s.phase.name.lower().replace("_", " ")
        moves = self._moves()
        if s.phase in CHANCE and not any(m.name.startswith("agree") for m in moves):
            return f"chance: {what}"
        who = reader.decider(s, moves[0].name)
        assert isinstance(who, Player)
        return f"{who.name.lower()}: {what}"

    @property
    def moves(self) -> set[str]:
        """The enabled moves, written ``pair R * R``."""
        return {_written(m) for m in self._moves()}

    def _moves(self) -> list[Step]:
        if self._tried is None or self._tried[0] is not self.state:
            self._tried = (self.state, self.reader.moves(self.state))
        return self._tried[1]

    def see(self, *names: str) -> str | tuple[str, ...]:
        """What lies at one place, or at several: ``play.see("display", "north hand")``."""
        found = tuple(seen(self.state)[name] for name in names)
        return found if len(found) > 1 else found[0]

    @property
    def pile(self) -> str:
        """The cards of the draw pile, which no player sees."""
        return _row(self.state.pile)

    def _step(self, text: str) -> Step:
        name, *values = text.split()
        args: list[tuple[str, Any]] = []
        for (argument, domain), value in zip(self.reader.domains[name], values, strict=True):
            (found,) = [v for v in domain.values() if _value(v) == value]
            args.append((argument, found))
        return Step(name, tuple(args))

    def do(self, text: str) -> set[str]:
        """Take a step; answers what changed on the table, ``north hand: RB > B``."""
        before = seen(self.state)
        self.reader.tally = Tally()
        self.state = self.reader.apply(self.state, self._step(text))
        self.print(text)
        self.check()
        after = seen(self.state)
        return {f"{key}: {before[key]} > {after[key]}" for key in before if before[key] != after[key]}

    def run(self, text: str) -> None:
        """Take several steps, separated by semicolons."""
        for step in text.split(";"):
            self.do(step.strip())

    def turn_up(self, letters: str) -> None:
        """The active player reveals so many cards, and these come up."""
        for letter in letters:
            self.run(f"reveal; turn_up {letter}")

    def refill(self, letters: str) -> None:
        """These cards come into the display."""
        for letter in letters:
            self.do(f"refill {letter}")

    def deal(self, hands: Mapping[str, str], display: str) -> None:
        """The opening hands, in whichever order they are dealt, and the opening display."""
        left = {name: list(letters) for name, letters in hands.items()}
        while any(left.values()):
            before = self.state.hand
            probe = self.reader.apply(self.state, self._moves()[0]).hand
            ((who, _),) = [key for key, k in probe.items() if k != before[key]]
            self.do(f"deal {left[who.name.lower()].pop()}")
        for letter in display:
            self.do(f"open_card {letter}")

    @property
    def clauses(self) -> list[str]:
        """The clauses that the last step carried out, in the order of their first time."""
        return list(self.reader.tally.clauses)

    def refused(self, text: str) -> Refused:
        """How a step is refused; the step must be refused."""
        with pytest.raises(Refused) as caught:
            self.reader.apply(self.state, self._step(text))
        assert text not in self.moves
        return caught.value

    def weights(self) -> dict[str, int]:
        """The weights of the chance events that are possible now."""
        return {_written(m): self.reader.weight(self.state, m) for m in self._moves()}


def _value(value: Any) -> str:
    name = str(shown(value))
    return LETTERS.get(name, name)


def _written(step: Step) -> str:
    return " ".join([step.name, *(_value(v) for _, v in step.args)])


def begin(
    game: str, readings: Mapping[str, str] = HOUSE, parameters: Mapping[str, int] | None = None
) -> Play:
    """A play from the very start: who begins is still open."""
    reader = interpreter(game, readings, parameters)
    return Play(reader, reader.start())


def _lay(table: Any, letters: str, *before: Any) -> None:
    for letter, k in Counter(letters).items():
        table[(*before, CARDS[letter])] = k


def table(
    north: str = "",
    display: str = "",
    *,
    game: str = "two",
    hands: Mapping[str, str] | None = None,
    boxes: str = ALL_HOME,
    taken: Mapping[str, str] | None = None,
    pile: str | None = None,
    discards: str | None = None,
    out: str | None = None,
    turn: str = "north",
    first: str = "north",
    in_round: int = 1,
    points: Mapping[str, int] | None = None,
    readings: Mapping[str, str] = HOUSE,
) -> Play:
    """A play from a table laid by hand, at the beginning of a turn: of North's, unless told otherwise.

    ``taken``: pawns and box cards before players, ``"6+2"``; what is not named lies before the last player.
    """
    reader = interpreter(game, readings)
    seats = tuple(Player)[: SEATS[game]]
    held = {"north": north, **(hands or {})}
    rest = DECK - Counter(display + "".join(held.values()))
    assert (rest + Counter(display + "".join(held.values()))) == DECK, "more cards than there are"
    piles: list[str | None] = [pile, discards, out]
    for named in piles:
        assert not named or Counter(named) <= rest, f"more cards than there are: {named}"
        rest -= Counter(named or "")
    absorbs = next((k for k, named in enumerate(piles) if named is None), None)
    assert absorbs is not None or not rest, f"where are {cards(''.join(rest.elements()))}"
    if absorbs is not None:
        piles[absorbs] = "".join(rest.elements())
    with bind(reader.context):
        s: Any = reader.mode.state()
        s.__dict__["_silence"] = None
        s.phase = Phase.REVEAL
        s.active, s.first, s.round = Player[turn.upper()], Player[first.upper()], in_round
        for field, letters in zip((s.pile, s.discards, s.removed), piles, strict=True):
            _lay(field, letters or "")
        _lay(s.display, display)
        for name, letters in held.items():
            _lay(s.hand, letters, Player[name.upper()])
        for colour, k in zip(Colour, map(int, boxes), strict=True):
            s.pawns[HOME[colour], colour] = k
        before: dict[str, tuple[int, ...]] = {}
        for name, text in (taken or {}).items():
            before[name] = tuple(map(int, text.split("+")))
        last = seats[-1].name.lower()
        gone = (24 - sum(map(int, boxes)), boxes.count("0"))
        if last not in before:
            pawns, owned = (k - sum(b[i] for b in before.values()) for i, k in enumerate(gone))
            before[last] = (pawns, owned)
        for name, (pawns, owned) in before.items():
            s.collected[Player[name.upper()]], s.boxes[Player[name.upper()]] = pawns, owned
        assert (sum(b[0] for b in before.values()), sum(b[1] for b in before.values())) == gone
        for p in seats:
            s.points[p] = (points or {}).get(p.name.lower(), 0)
    return Play(reader, s)


def at_take(north: str = "", display: str = "", **named: Any) -> Play:
    """A table laid by hand whose active player reveals no card: the second phase."""
    play = table(north, display, **named)
    play.do("stop_revealing")
    return play


def pairs(colours: Iterable[str], own: str, lying: str, *, two: bool = False) -> set[str]:
    """The moves that pair one card with another for each of these colours."""
    return {f"{'pair_with_two' if two else 'pair'} {own} {lying} {colour}" for colour in colours}


def both(play: Play) -> tuple[str, set[str]]:
    """What is due and what may be done."""
    return play.due, play.moves
