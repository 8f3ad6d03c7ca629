"""Tables of The Queen's Collection, first booklet, laid by hand, and plays on them told as what changes.

A colour is a letter, ``ROYGBPKW`` in the order of the ring (K is black); ``*`` is a wild.  Boxes are written
``"R:RRO O:ORO Y:-"``; a box that is not named holds those pawns of its colour that are nowhere else.  Cards are written
``"RO*"``.  Steps are written ``"exchange R O O R"``.  Steps are carried out, and refused, by the interpreter; what is
allowed is listed by native code, and both are held against each other at every step.  A play of the kind ``Plain`` goes
without native code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from model.queens_collection.cards import Box, Card, Colour, Player
from model.queens_collection.modes import cooperative, solo_mode
from model.queens_collection.sorting import Phase, Sorting
from queensbench.errors import Refused
from queensbench.language import Instance
from queensbench.language.context import bind
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step, Tally
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build
from queensbench.rules.typed.move_codes import Move

COLOURS = "ROYGBPKW"
CARDS = COLOURS + "*"
LETTER = {**dict(zip((c.name for c in Colour), COLOURS, strict=True)), "WILD": "*"}
NAME = {letter: name for name, letter in LETTER.items()}
DECK = "".join(c * 4 for c in COLOURS) + "*" * 6
NORMAL: Mapping[str, int] = {}
BEGINNERS: Mapping[str, int] = {"beginners": 1}
HOUSE: Mapping[str, str] = {}


@cache
def _instance(players: int) -> Instance:
    """The box as sold: one player alone, or two to four together."""
    if players == 1:
        return solo_mode.full
    return Instance(f"for {players}", "the box as sold", keep={Player: tuple(Player)[:players]})


@cache
def _interpreter(
    players: int, readings: frozenset[tuple[str, str]], level: frozenset[tuple[str, int]]
) -> Interpreter:
    mode = solo_mode if players == 1 else cooperative
    return Interpreter(mode, _instance(players), dict(readings), dict(level))


@cache
def _native(players: int) -> Native:
    mode = solo_mode if players == 1 else cooperative
    return compile_system(build(mode, _instance(players)), counters=False)


def told(counts: Mapping[str, int] | Iterable[str]) -> str:
    """Letters in the order of the ring, wilds last."""
    return "".join(sorted(Counter(counts).elements(), key=CARDS.index))


def gone(before: str, after: str) -> str:
    """What has left and what has come, ``-RO +G``."""
    was, now = Counter(before), Counter(after)
    parts = [f"{sign}{told(more)}" for sign, more in (("-", was - now), ("+", now - was)) if more]
    return " ".join(parts)


def seen(s: Sorting) -> dict[str, str]:
    """Everything that lies on the table, by what it is called."""
    found = {f"box {LETTER[b.name]}": told({LETTER[c.name]: s.pawns[b, c] for c in Colour}) for b in Box}
    for p in Player:
        found[p.name.lower()] = told({LETTER[k.name]: s.display[p, k] for k in Card})
    for name, pile in (("pile", s.pile), ("discards", s.discards)):
        found[name] = told({LETTER[k.name]: pile[k] for k in Card})
    for name, pawns in (("supply", s.supply), ("out", s.out)):
        found[name] = told({LETTER[c.name]: pawns[c] for c in Colour})
    return found


class Play:
    """A play, one step at a time.  Every step prints the table (pytest shows it when a test fails)."""

    def __init__(self, players: int, readings: Mapping[str, str], level: Mapping[str, int]) -> None:
        self.players = range(players)
        self.reader = _interpreter(players, frozenset(readings.items()), frozenset(level.items()))
        self.level = level
        self.state: Sorting = self.reader.start()
        self._seen: tuple[Sorting, dict[str, str]] | None = None
        self.deck_of_deal = self.table()["pile"]
        self._compile(readings)

    def _compile(self, readings: Mapping[str, str]) -> None:
        """Native code for the same game."""
        self.native = _native(len(self.players))
        system = self.native.system
        self._silences = [(x.what, system.clauses[x.clause]) for x in system.silences]
        self.env = self.native.new_env(
            [u.readings.index(readings[u.name]) if u.name in readings else u.house for u in system.rulings],
            [self.level.get(p.name, p.default) for p in system.parameters],
        )

    def table(self) -> dict[str, str]:
        """Everything that lies on the table."""
        if self._seen is None or self._seen[0] is not self.state:
            with bind(self.reader.context):
                self._seen = (self.state, seen(self.state))
        return self._seen[1]

    def __getitem__(self, name: str) -> str:
        return self.table()[name]

    def print(self, what: str) -> None:
        """What was done, and how the table lies now."""
        table = self.table()
        cards = ", ".join(f"{p.name.lower()} {table[p.name.lower()]}" for p in self.kept)
        out = f", out {table['out']}" if table["out"] else ""
        print(f"-- {what}: {self.boxes} | {cards} | pile {table['pile']}{out}")

    def check(self) -> None:
        """Three pawns of each colour, and every card of this game, are somewhere."""
        table = self.table()
        pawns = Counter("".join(table[f"box {c}"] for c in COLOURS) + table["supply"] + table["out"])
        assert pawns == Counter(COLOURS * 3)
        places = ["pile", "discards", *(p.name.lower() for p in self.kept)]
        deck = self.deck_of_deal if self.state.phase in {Phase.PUT_AWAY, Phase.DEAL} else self.deck
        assert told("".join(table[name] for name in places)) == deck

    @property
    def kept(self) -> list[Player]:
        """The players of this game."""
        return list(Player)[: len(self.players)]

    @property
    def deck(self) -> str:
        """The cards of this game, once the pawns are dealt."""
        fewer, wilds = self.level.get("fewer_colours", 0), self.level.get("fewer_wilds", 0)
        return "".join(c * (4 - fewer) for c in COLOURS) + "*" * (6 - wilds)

    @property
    def due(self) -> str:
        """Whose choice is due and which, or that chance is due, or the score of an ended game."""
        reader, s = self.reader, self.state
        silence = reader.silence(s)
        if silence is not None:
            return f"silent: {silence[1]}"
        if reader.over(s):
            (points,) = reader.scores(s).values()
            return f"over: {points}"
        phase = s.phase.name.lower().replace("_", " ")
        if s.phase in {Phase.DEAL, Phase.OPENING, Phase.DRAW, Phase.BURN}:
            return f"{s.active.name.lower()}: {phase}"
        who = reader.decider(s, next(iter(self._steps())).name)
        return f"{who.name.lower() if who else 'chance'}: {phase}"

    def _cells(self) -> Any:
        return np.array(self.reader.cells(self.state, self._silences), np.int32)

    def _steps(self) -> list[Step]:
        found = []
        for code in self.native.moves(self._cells(), self.env):
            move = self.native.coding.decode(code)
            found.append(self.reader.step(self.native.system.transitions[move.transition].name, move.args))
        return found

    @property
    def moves(self) -> set[str]:
        """The enabled moves, written ``trade east R *``."""
        return {_written(m) for m in self._steps()}

    def of(self, *names: str) -> set[str]:
        """The enabled moves of these names."""
        return {m for m in self.moves if m.split()[0] in names}

    @property
    def names(self) -> set[str]:
        """The names of the enabled moves."""
        return {m.split()[0] for m in self.moves}

    def _step(self, text: str) -> Step:
        name, *values = text.split()
        args: list[tuple[str, Any]] = []
        for (argument, domain), value in zip(self.reader.domains[name], values, strict=True):
            wanted = NAME.get(value, value.upper())
            (found,) = [v for v in domain.values() if shown(v) == wanted]
            args.append((argument, found))
        return Step(name, tuple(args))

    def do(self, text: str) -> set[str]:
        """Take a step; answers what changed on the table, ``box R -O +R``."""
        before = self.table()
        self._take(text)
        self.print(text)
        self.check()
        after = self.table()
        return {f"{key} {gone(before[key], after[key])}" for key in before if before[key] != after[key]}

    def _take(self, text: str) -> None:
        """Take a step with both readers."""
        step = self._step(text)
        assert step in self._steps(), f"not allowed: {text}"
        self.reader.tally = Tally()
        raw = self.reader.raw_args(step)
        number = [t.name for t in self.native.system.transitions].index(step.name)
        code = self.native.coding.encode(Move(number, raw))
        status, cells = self.native.apply(self._cells(), self.env, code)
        assert status >= 0
        self.state = self.reader.apply(self.state, step)
        assert self.native.settle(cells, self.env) >= 0
        assert list(cells) == list(self._cells()), "the readers differ"

    def draw(self, cards: str) -> set[str]:
        """These cards are drawn one after the other; answers what changed altogether."""
        before = self.table()
        for card in cards:
            self.do(f"draw {card}")
        after = self.table()
        return {f"{key} {gone(before[key], after[key])}" for key in before if before[key] != after[key]}

    def deal(self, cards: str) -> None:
        """These cards are turned up one after the other in the deal."""
        for card in cards:
            self.do(f"deal {card}")

    def turn_up(self, card: str) -> set[str]:
        """A card is turned up, not the last of the deal; answers what changed beside the card itself."""
        changed = self.do(f"deal {card}")
        assert {f"pile -{card}", f"discards +{card}"} <= changed
        return changed - {f"pile -{card}", f"discards +{card}"}

    @property
    def boxes(self) -> str:
        """The pawns of each box card, clockwise from the first."""
        table = self.table()
        return " ".join(table[f"box {c}"] or "-" for c in COLOURS)

    @property
    def clauses(self) -> set[str]:
        """The clauses that the last step carried out."""
        return set(self.reader.tally.clauses)

    def refused(self, text: str) -> Refused:
        """How a step is refused; the step must be refused."""
        with pytest.raises(Refused) as caught:
            self.reader.apply(self.state, self._step(text))
        assert text not in self.moves
        return caught.value

    def weights(self) -> dict[str, int]:
        """The weights of the chance events that are possible now."""
        return {_written(m): self.reader.weight(self.state, m) for m in self._steps()}

    @property
    def points(self) -> int:
        """What the table would count."""
        assert self.reader.rules.score is not None
        return int(self.reader._ask(self.reader.rules.score, self.state))


class Plain(Play):
    """A play by the interpreter alone, which ``mutate --tests`` can ask: native code keeps to the rules as they are.

    To list what is allowed takes the interpreter seconds: these plays ask of single steps, and whose turn it is.
    """

    def _compile(self, readings: Mapping[str, str]) -> None:
        """No native code."""

    def _steps(self) -> list[Step]:
        return self.reader.moves(self.state)

    def _take(self, text: str) -> None:
        """Take a step with the interpreter."""
        self.reader.tally = Tally()
        self.state = self.reader.apply(self.state, self._step(text))

    @property
    def turn(self) -> str:
        """Whose turn it is and what is due, or the score of an ended game."""
        if self.reader.over(self.state):
            return f"over: {self.points}"
        return f"{self.state.active.name.lower()}: {self.state.phase.name.lower().replace('_', ' ')}"

    def refused(self, text: str) -> Refused:
        """How a step is refused; the step must be refused."""
        with pytest.raises(Refused) as caught:
            self.reader.apply(self.state, self._step(text))
        return caught.value


def _written(step: Step) -> str:
    return " ".join([step.name, *(LETTER.get(shown(v), shown(v).lower()) for _, v in step.args)])


def begin(
    players: int = 4, *, readings: Mapping[str, str] = HOUSE, level: Mapping[str, int] = NORMAL
) -> Play:
    """A play from the start of the set-up."""
    return Play(players, readings, level)


def table(
    boxes: str,
    *displays: str,
    pile: str | None = None,
    out: str = "",
    turn: int = 0,
    readings: Mapping[str, str] = HOUSE,
    level: Mapping[str, int] = NORMAL,
) -> Play:
    """A play from a table laid by hand, in a turn of the first player, unless told otherwise (see ``lay``)."""
    play = Play(len(displays), readings, level)
    lay(play, boxes, *displays, pile=pile, out=out, turn=turn)
    return play


def lay(
    play: Play, boxes: str, *displays: str, pile: str | None = None, out: str = "", turn: int = 0
) -> None:
    """Lay a table by hand for a play.

    ``displays``: the cards before each player (one: alone).  ``pile``: the draw pile, or all cards that lie nowhere
    else; what lies nowhere is on the discards.  ``out``: pawns that are out of the game.
    """
    named = {word[0]: word[2:].replace("-", "") for word in boxes.split()}
    used = Counter("".join(named.values()) + out)
    for c in COLOURS:
        named.setdefault(c, c * (3 - used[c]))
    rest = Counter(play.deck) - Counter("".join(displays))
    drawn = Counter(rest if pile is None else pile)
    with bind(play.reader.context):
        s: Any = play.reader.mode.state()
        s.__dict__["_silence"] = None
        s.phase = Phase.ACT
        s.active = list(Player)[turn]
        for b in Box:
            for c in Colour:
                s.pawns[b, c] = named[LETTER[b.name]].count(LETTER[c.name])
        for c in Colour:
            s.out[c] = out.count(LETTER[c.name])
        for k in Card:
            s.pile[k] = drawn[LETTER[k.name]]
            s.discards[k] = (rest - drawn)[LETTER[k.name]]
        for p, cards in zip(Player, displays, strict=True):
            for k in Card:
                s.display[p, k] = cards.count(LETTER[k.name])
    play.state = play.reader.settle(s)
    play.print("at first")
    play.check()


# --------------------------------------------------------------------------------- moves written by the dozen


def pawn_places(boxes: str) -> dict[str, str]:
    """On which box cards a colour stands, of a table written as ``Play.boxes``."""
    held = dict(zip(COLOURS, boxes.split(), strict=True))
    return {c: "".join(b for b in COLOURS if c in held[b]) for c in COLOURS}


def swaps(play: Play, a: str, b: str) -> set[str]:
    """Every way in which a pawn of one colour and one of another trade places: ``R O R O``."""
    at = pawn_places(play.boxes)
    first, second = sorted([a, b], key=COLOURS.index)
    return {f"{first} {second} {x} {y}" for x in at[first] for y in at[second] if x != y}


def exchanges(play: Play, a: str, b: str) -> set[str]:
    """The exchanges with a card of each of two colours."""
    return {f"exchange {swap}" for swap in swaps(play, a, b)}


def with_wild(play: Play, a: str, by: str = "*") -> set[str]:
    """The exchanges with a card of a colour and a wild, for a pawn of each other colour."""
    at = pawn_places(play.boxes)
    return {
        f"exchange_with_wild {a} {by} {b} {x} {y}"
        for b in COLOURS
        if b != a
        for x in at[a]
        for y in at[b]
        if x != y
    }


def with_two_wilds(play: Play, by: str = "*") -> set[str]:
    """The exchanges with two wilds."""
    pairs = combinations(COLOURS, 2)
    return {f"exchange_with_two_wilds {by} {swap}" for a, b in pairs for swap in swaps(play, a, b)}


def alone(play: Play, by: str = "*") -> set[str]:
    """The ways to play a wild alone: any pawn from its box card to any other."""
    at = pawn_places(play.boxes)
    return {f"play_wild {by} {c} {x} {y}" for c in COLOURS for x in at[c] for y in COLOURS if x != y}


def renewals(cards: str) -> set[str]:
    """The ways to throw cards of a display off."""
    one = {f"renew_one {a}" for a in cards}
    two = {f"renew_two {a} {b}" for a, b in combinations(told(cards), 2)}
    return one | two | ({"renew_three"} if len(cards) == 3 else set())


def trades(cards: str, **others: str) -> set[str]:
    """The trades of one card for one."""
    return {
        f"trade {who} {give} {take}" for who, theirs in others.items() for give in cards for take in theirs
    }
