"""Tables of Queen of Scots laid by hand, and plays on them told as what changes.

A card is a letter: C(ook) M(aid) K (monk) G (page) P(iper) S(cribe), J(ames) R(egent) H(eir), and W, a crown jewel,
which is wild.  Hands are ``"CCKW"``, a pile is written from below, its topmost card last.  Sets are words, all cards of
one sort together: ``"CCCW MMM T:JJRW W:WWW"``, where T is the royal family's and W: a set of crown jewels alone.
Moves are written ``"lay C C W"``, ``"add W T"``, ``"take J R"``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from model.queen_of_scots.cards import Card, Player, Sort
from model.queen_of_scots.modes import standard
from model.queen_of_scots.table import Phase
from queensbench.errors import Refused
from queensbench.language import Instance
from queensbench.language.context import bind
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step, Tally

HOUSE: Mapping[str, str] = {}
LETTERS: dict[str, str] = dict(zip((c.name for c in Card), "CMKGPSJRHW", strict=True))
CARDS = {LETTERS[c.name]: c for c in Card}
SORTS = {**{LETTERS[c.name]: Sort[c.name] for c in Card}, "T": Sort.COURT}
OF_SORT = {sort.name: letter for letter, sort in SORTS.items()}
SEATS = ("north", "east", "south", "west")
WORTH = {"C": 5, "M": 5, "K": 10, "G": 10, "P": 15, "S": 20, "J": 40, "R": 30, "H": 30, "W": 50}
"""What the assumed deck prints on the cards."""
DECK = {"C": 10, "M": 10, "K": 10, "G": 10, "P": 10, "S": 10, "J": 6, "R": 4, "H": 4, "W": 8}
"""The copies of the assumed deck."""
CHANCE = {"draw_dealer", "deal", "turn_up", "sit", "drawn"}
Settings = frozenset[tuple[str, Any]]


@cache
def _instance(players: int) -> Instance:
    return Instance(f"for {players}", "the assumed deck", keep={Player: tuple(Player)[:players]})


@cache
def _interpreter(players: int, readings: Settings, parameters: Settings) -> Interpreter:
    return Interpreter(standard, _instance(players), readings=dict(readings), parameters=dict(parameters))


def interpreter(
    players: int, readings: Mapping[str, str] = HOUSE, copies: Mapping[str, int] | None = None
) -> Interpreter:
    """The assumed deck, or one with these copies, for some players; the house readings except those named."""
    parameters: dict[str, int] = {}
    for letter, number in (copies or {}).items():
        name = CARDS[letter].name.lower()
        parameters[f"{name}{'es' if letter == 'J' else 's'}"] = number
    return _interpreter(players, frozenset(readings.items()), frozenset(parameters.items()))


def cards(text: str) -> str:
    """Letters in the order of the kinds, ``-`` for none."""
    return "".join(sorted(text, key="".join(CARDS).index)) or "-"


def _row(table: Any, *before: Any) -> str:
    counts = {key[-1]: k for key, k in table.items() if key[:-1] == before}
    return cards("".join(LETTERS[card.name] * k for card, k in counts.items()))


def _sets(s: Any, p: Player) -> str:
    """All cards before a player, one word for each sort."""
    words = []
    for (owner, sort), jewels in s.wilds.items():
        if owner != p:
            continue
        natural, prefix = "", {Sort.COURT: "T:", Sort.JEWEL: "W:"}.get(sort, "")
        if sort == Sort.COURT:
            natural = _row(s.court, p).replace("-", "")
        elif sort != Sort.JEWEL:
            letter = OF_SORT[sort.name]
            natural = letter * s.laid[p, CARDS[letter]]
        if natural or jewels:
            words.append(prefix + natural + "W" * jewels)
    return " ".join(words) or "-"


def seen(s: Any) -> dict[str, str]:
    """Everything that lies on the table, by what it is called."""
    found = {"turn": s.active.name.lower(), "dealer": s.dealer.name.lower(), "round": str(s.round)}
    pile = _row(s.pile)
    found["deck"] = _row(s.deck)
    found["pile"] = pile if pile == "-" else f"{pile} top {LETTERS[s.top.name]}"
    found["apart"] = cards("".join(LETTERS[key[-1].name] for key, k in s.apart.items() if k))
    found["due"] = _row(s.aside)
    for (p,), points in s.points.items():
        name = p.name.lower()
        found[f"{name} hand"] = _row(s.hand, p)
        found[f"{name} sets"] = _sets(s, p)
        found[f"{name} points"] = str(points)
    return found


class Play:
    """A play, one step at a time.  Every step prints the table (pytest shows it when a test fails)."""

    def __init__(self, reader: Interpreter, state: Any) -> None:
        self.reader = reader
        self.state = state
        self._tried: tuple[Any, list[Step]] | None = None
        self.cards: str | None = None
        if state.phase not in {Phase.DEALER, Phase.SHUFFLE}:
            self.cards = self._all()
        self.print("at first")

    def print(self, what: str) -> None:
        with bind(self.reader.context):
            assert self.reader.mode.draw is not None
            print(f"-- {what}\n{self.reader.mode.draw(self.state)}")

    def _all(self) -> str:
        s = self.state
        found = "".join(
            LETTERS[key[-1].name] * k
            for part in (s.deck, s.pile, s.hand, s.laid, s.court, s.aside)
            for key, k in part.items()
        )
        found += "W" * sum(k for _, k in s.wilds.items())
        found += "".join(LETTERS[key[-1].name] for key, k in s.apart.items() if k)
        return cards(found)

    def check(self) -> None:
        """No card has come or gone since cards are in play."""
        if self.cards is None and self.state.phase not in {Phase.DEALER, Phase.SHUFFLE}:
            self.cards = self._all()
        assert self.cards is None or self._all() == self.cards

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
        if moves and moves[0].name in CHANCE:
            return f"chance: {what}"
        who = reader.decider(s, moves[0].name)
        assert isinstance(who, Player)
        return f"{who.name.lower()}: {what}"

    @property
    def moves(self) -> set[str]:
        """The enabled moves, written ``lay C C W``."""
        return {_written(m) for m in self._moves()}

    def of(self, *names: str) -> set[str]:
        """The enabled moves of these names."""
        return {m for m in self.moves if m.split()[0] in names}

    def _moves(self) -> list[Step]:
        if self._tried is None or self._tried[0] is not self.state:
            self._tried = (self.state, self.reader.moves(self.state))
        return self._tried[1]

    def see(self, *names: str) -> str | tuple[str, ...]:
        """What lies at one place, or at several: ``play.see("pile", "north hand")``."""
        found = tuple(seen(self.state)[name] for name in names)
        return found if len(found) > 1 else found[0]

    def _step(self, text: str) -> Step:
        name, *values = text.split()
        args: list[tuple[str, Any]] = []
        for (argument, domain), value in zip(self.reader.domains[name], values, strict=True):
            (found,) = [v for v in domain.values() if _value(v) == value]
            args.append((argument, found))
        return Step(name, tuple(args))

    def do(self, text: str) -> set[str]:
        """Take a step; answers what changed on the table, ``north hand: CK > K``."""
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

    def draw(self, letter: str) -> None:
        """The player on turn picks up this card from the face-down pile."""
        self.run(f"draw; drawn {letter}")

    def deal(self, hands: Mapping[str, str], up: str = "") -> None:
        """The hands, in whichever order they are dealt, and the card turned up, if any."""
        left = {name: list(letters) for name, letters in hands.items()}
        while any(left.values()):
            self.do(f"deal {left[self.dealt_to()].pop()}")
        if up:
            self.do(f"turn_up {up}")

    def dealt_to(self) -> str:
        """Whose hand the next card dealt comes to."""
        letter = _row(self.state.deck)[0]
        after = self.reader.apply(self.state, self._step(f"deal {letter}")).hand
        ((who, _),) = [key for key, k in after.items() if k != self.state.hand[key]]
        return str(who.name.lower())

    @property
    def clauses(self) -> set[str]:
        """The clauses that the last step carried out."""
        return set(self.reader.tally.clauses)

    @property
    def points(self) -> tuple[int, ...]:
        """The totals, clockwise from North."""
        return tuple(k for _, k in self.state.points.items())

    def refused(self, *texts: str) -> None:
        """Each of these steps must be refused."""
        for text in texts:
            with pytest.raises(Refused):
                self.reader.apply(self.state, self._step(text))
            assert text not in self.moves

    def weights(self) -> dict[str, int]:
        """The weights of the chance events that are possible now."""
        return {_written(m): self.reader.weight(self.state, m) for m in self._moves()}


def _value(value: Any) -> str:
    name = str(shown(value))
    if isinstance(value, Sort):
        return OF_SORT[name]
    return LETTERS.get(name, name.lower())


def _written(step: Step) -> str:
    return " ".join([step.name, *(_value(v) for _, v in step.args)])


def begin(players: int = 2, readings: Mapping[str, str] = HOUSE) -> Play:
    """A play from the very start: who deals is still open."""
    reader = interpreter(players, readings)
    return Play(reader, reader.start())


def _lay(table: Any, letters: str, *before: Any) -> None:
    for letter, k in Counter(letters).items():
        table[(*before, CARDS[letter])] += k


def _lay_sets(s: Any, p: Player, text: str) -> None:
    for word in text.split():
        name, _, letters = word.rpartition(":")
        natural, jewels = letters.replace("W", ""), letters.count("W")
        sort = SORTS[name or letters[0]]
        if sort == Sort.COURT:
            _lay(s.court, natural, p)
        else:
            _lay(s.laid, natural, p)
        s.wilds[p, sort] += jewels


def table(
    *hands: str,
    pile: str = "",
    deck: str | None = None,
    sets: Mapping[str, str] | None = None,
    apart: str = "",
    turn: str = "north",
    dealer: str | None = None,
    first: str = "north",
    in_round: int = 1,
    points: tuple[int, ...] | None = None,
    courts: Mapping[str, int] | None = None,
    untouched: bool = False,
    renewed: bool = False,
    readings: Mapping[str, str] = HOUSE,
) -> Play:
    """A play from a table laid by hand, at the beginning of a turn: of North's, unless told otherwise.

    ``hands``: of the players, clockwise from North.  ``deck``: the face-down pile, or all cards that lie nowhere
    else; if it is named, the cards on the table are all the cards of the game.  ``dealer``: else the player right
    of the first.  ``courts``: how many sets of royals lie before players, where that is kept.
    """
    sets = sets or {}
    on_sides = "".join(word.rpartition(":")[2] for text in sets.values() for word in text.split())
    used = Counter("".join(hands) + pile + apart + on_sides)
    if deck is None:
        rest = Counter(DECK)
        rest.subtract(used)
        assert min(rest.values()) >= 0, "more cards than there are"
        reader = interpreter(len(hands), readings)
    else:
        rest = Counter(deck)
        reader = interpreter(len(hands), readings, {letter: (used + rest)[letter] for letter in DECK})
    seats = tuple(Player)[: len(hands)]
    begins = Player[first.upper()]
    with bind(reader.context):
        s: Any = reader.mode.state()
        s.__dict__["_silence"] = None
        s.phase = Phase.PICK_UP
        s.active, s.first, s.round = Player[turn.upper()], begins, in_round
        s.dealer = Player[dealer.upper()] if dealer else seats[seats.index(begins) - 1]
        s.first_dealer = seats[0]
        _lay(s.deck, "".join(rest.elements()))
        _lay(s.pile, pile)
        s.top = CARDS[pile[-1]] if pile else Card.COOK
        s.untouched, s.renewed = untouched, renewed
        for letter in apart:
            s.apart[CARDS[letter]] = True
        for p, letters in zip(seats, hands, strict=True):
            _lay(s.hand, letters, p)
            _lay_sets(s, p, sets.get(p.name.lower(), ""))
        for name, number in (courts or {}).items():
            s.courts[Player[name.upper()]] = number
        for p, total in zip(seats, points or (0,) * len(seats), strict=True):
            s.points[p] = total
    return Play(reader, reader.settle(s))


def after_draw(*hands: str, drawn: str = "P", **named: Any) -> Play:
    """A table laid by hand, after the player on turn has drawn this card."""
    play = table(*hands, **named)
    play.draw(drawn)
    return play


# ------------------------------------------------------------------------------------ moves written by the dozen


def discards(hand: str) -> set[str]:
    """The ways to discard a card of a hand."""
    return {f"discard {letter}" for letter in hand}


def lays(hand: str, naturals: str) -> set[str]:
    """The ways to lay three cards of a hand with these natural cards and else crown jewels, in card order."""
    held = Counter(hand)
    found = set()
    for three in combinations_with_replacement(cards(hand.replace("W", "")).replace("-", "") + "W", 3):
        if not Counter(three) - held and not set(three) - set(naturals + "W"):
            found.add("lay " + " ".join(three))
    return found
