"""Tables of The Queen's Collection, first booklet, laid by hand (the notation of steps and
changes: ``tests/tables.py``).

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

from model.queens_collection.cards import Box, Card, Colour, Player
from model.queens_collection.modes import cooperative, solo_mode
from model.queens_collection.sorting import Phase, Sorting
from queensbench.language import Instance, Mode
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build
from queensbench.rules.typed.move_codes import Move
from tests import tables
from tests.tables import DEFAULTS, HOUSE, Letters, by_hand, interpreter, moved

COLOURS = "ROYGBPKW"
CARDS = COLOURS + "*"
LETTERS = Letters(Card, CARDS)
PAWNS = Letters(Colour, COLOURS)
BOXES = Letters(Box, COLOURS)
DECK = "".join(c * 4 for c in COLOURS) + "*" * 6
NORMAL = DEFAULTS
BEGINNERS: Mapping[str, int] = {"beginners": 1}


@cache
def _instance(players: int) -> Instance:
    """The box as sold: one player alone, or two to four together."""
    if players == 1:
        return solo_mode.full
    return Instance(f"for {players}", "the box as sold", keep={Player: tuple(Player)[:players]})


def _mode(players: int) -> Mode:
    return solo_mode if players == 1 else cooperative


@cache
def _native(players: int) -> Native:
    return compile_system(build(_mode(players), _instance(players)), counters=False)


def told(counts: Mapping[str, int] | Iterable[str]) -> str:
    """Letters in the order of the ring, wilds last."""
    return "".join(sorted(Counter(counts).elements(), key=CARDS.index))


class Play(tables.Play):
    """A play of the cooperative or the solo game, whose moves native code lists."""

    def __init__(self, players: int, readings: Mapping[str, str], level: Mapping[str, int]) -> None:
        self.players = range(players)
        self.level = level
        reader = interpreter(_mode(players), _instance(players), readings, level)
        self._compile(reader, readings)
        super().__init__(reader, reader.start())
        self.deck_of_deal = self["pile"]

    def _compile(self, reader: Interpreter, readings: Mapping[str, str]) -> None:
        """Native code for the same game."""
        self.native = _native(len(self.players))
        system = self.native.system
        self._silences = [(x.what, system.clauses[x.clause]) for x in system.silences]
        self.env = self.native.new_env(
            [u.readings.index(readings[u.name]) if u.name in readings else u.house for u in system.rulings],
            [self.level.get(p.name, p.default) for p in system.parameters],
        )

    def lies(self) -> dict[str, str]:
        """Everything that lies on the table, by its name."""
        s: Sorting = self.state
        found = {f"box {BOXES.of[b.name]}": PAWNS.counted(s.pawns, b) for b in Box}
        for p in Player:
            found[p.name.lower()] = LETTERS.counted(s.display, p)
        for name, pile in (("pile", s.pile), ("discards", s.discards)):
            found[name] = LETTERS.counted(pile)
        for name, pawns in (("supply", s.supply), ("out", s.out)):
            found[name] = PAWNS.counted(pawns)
        return found

    def drawing(self) -> str:
        """The table in one line."""
        cards = ", ".join(f"{p.name.lower()} {self[p.name.lower()]}" for p in self.kept)
        out = f", out {self['out']}" if self["out"] else ""
        return f"   {self.boxes} | {cards} | pile {self['pile']}{out}"

    def check(self) -> None:
        """Three pawns of each colour, and every card of this game, are somewhere."""
        pawns = Counter("".join(self[f"box {c}"] for c in COLOURS) + self["supply"] + self["out"])
        assert pawns == Counter(COLOURS * 3)
        places = ["pile", "discards", *(p.name.lower() for p in self.kept)]
        deck = self.deck_of_deal if self.state.phase in {Phase.PUT_AWAY, Phase.DEAL} else self.deck
        assert told("".join(self[name] for name in places)) == deck

    @property
    def kept(self) -> list[Player]:
        """The players of this game."""
        return list(Player)[: len(self.players)]

    @property
    def deck(self) -> str:
        """The cards of this game, once the pawns are dealt."""
        fewer, wilds = self.level.get("fewer_colours", 0), self.level.get("fewer_wilds", 0)
        return "".join(c * (4 - fewer) for c in COLOURS) + "*" * (6 - wilds)

    def result(self) -> str:
        """The score of an ended game."""
        (points,) = self.reader.scores(self.state).values()
        return str(points)

    def who(self) -> str:
        """Whose choice is due; where cards are drawn, who draws."""
        drawing = self.state.phase in {Phase.DEAL, Phase.OPENING, Phase.DRAW, Phase.BURN}
        return str(self.state.active.name).lower() if drawing else super().who()

    def word(self, argument: str, value: Any) -> str:
        """A letter for a card, a colour or a box card."""
        return LETTERS.of.get(str(shown(value))) or super().word(argument, value)

    def change(self, name: str, before: str, after: str) -> str:
        """The pieces that have left and those that have come."""
        return moved(before, after, told)

    def _cells(self) -> Any:
        return np.array(self.reader.cells(self.state, self._silences), np.int32)

    def steps(self) -> list[Step]:
        """The enabled steps, as native code lists them."""
        found = []
        for code in self.native.moves(self._cells(), self.env):
            move = self.native.coding.decode(code)
            found.append(self.reader.step(self.native.system.transitions[move.transition].name, move.args))
        return found

    def take(self, step: Step) -> None:
        """Carry a step out by both readers."""
        assert step in self.steps(), f"not allowed: {self.written(step)}"
        raw = self.reader.raw_args(step)
        number = [t.name for t in self.native.system.transitions].index(step.name)
        code = self.native.coding.encode(Move(number, raw))
        status, cells = self.native.apply(self._cells(), self.env, code)
        assert status >= 0
        super().take(step)
        assert self.native.settle(cells, self.env) >= 0
        assert list(cells) == list(self._cells()), "the readers differ"

    def draw(self, cards: str) -> set[str]:
        """These cards are drawn one after the other; answers what changed altogether."""
        before = self.seen
        for card in cards:
            self.do(f"draw {card}")
        return self.since(before)

    def deal(self, cards: str) -> None:
        """These cards are turned up one after the other in the deal."""
        for card in cards:
            self.do(f"deal {card}")

    def turn_up(self, card: str) -> set[str]:
        """A card is turned up, not the last of the deal; answers what changed beside the card itself."""
        changed = self.do(f"deal {card}")
        itself = {f"pile: -{card}", f"discards: +{card}"}
        assert itself <= changed
        return changed - itself

    @property
    def boxes(self) -> str:
        """The pawns of each box card, clockwise from the first."""
        return " ".join(self[f"box {c}"] or "-" for c in COLOURS)

    @property
    def points(self) -> int:
        """The score of the table as it lies."""
        assert self.reader.rules.score is not None
        return int(self.reader._ask(self.reader.rules.score, self.state))


class Plain(Play):
    """A play by the interpreter alone, which ``mutate --tests`` can ask: native code keeps to the rules as they are.

    To list what is allowed takes the interpreter seconds: these plays ask of single steps, and whose turn it is.
    """

    def _compile(self, reader: Interpreter, readings: Mapping[str, str]) -> None:
        """No native code."""

    def steps(self) -> list[Step]:
        """The enabled steps, as the interpreter lists them."""
        return tables.Play.steps(self)

    def take(self, step: Step) -> None:
        """Carry a step out by the interpreter."""
        tables.Play.take(self, step)

    def check_unlisted(self, text: str) -> None:
        """Check nothing: the allowed moves are not listed."""

    @property
    def turn(self) -> str:
        """Whose turn it is and what is due, or the score of an ended game."""
        if self.reader.over(self.state):
            return f"over: {self.points}"
        return f"{self.state.active.name.lower()}: {self.phase}"


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
    with by_hand(play.reader) as s:
        s.phase = Phase.ACT
        s.active = list(Player)[turn]
        for letter, box in BOXES.member.items():
            PAWNS.lay(s.pawns, named[letter], box)
        PAWNS.lay(s.out, out)
        LETTERS.lay(s.pile, told(drawn))
        LETTERS.lay(s.discards, told(rest - drawn))
        for p, cards in zip(Player, displays, strict=True):
            LETTERS.lay(s.display, cards, p)
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
