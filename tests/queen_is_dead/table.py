"""Tables of The Queen Is Dead laid by hand, and plays on them told as what changes.

A side is written ``"4:NOB 6:GUA | pil | RRY"``: tiles by position, Master, tokens.  Capitals are face up.  Tiles
that are not named lie face down in alphabetical order; the Princess lies face up at 7 unless placed.  A line may
also be written whole, as its eleven tiles.  The Master is a Spy, or the next that is free, unless named.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from model.queen_is_dead.modes import mode
from model.queen_is_dead.state import Character, Phase, Player, Prestige, State
from queensbench.errors import Refused
from queensbench.language.context import bind
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter, Step, Tally

HOUSE: Mapping[str, str] = {}
BAR = tuple(range(2, 13))
CODES = {c.name[:3]: c for c in Character}
COLOURS = {c.name[0]: c for c in Prestige}
BOX = sorted([*CODES, "REC"])
MASTERS = ("SPY", "ENT", "PIL", "NOB", "SCH", "ASS", "SNI")
SWAPS = {f"swap {k}" for k in range(2, 12)}
NEIGHBOURS = {f"swap_neighbours {k}" for k in range(2, 12)}
WHITE_LINE = "SNIPER RECRUIT GUARD PILOT RECRUIT PRINCESS GAMBLER SPY ASSASSIN SCHEMER ENTERTAINER"
BLACK_LINE = "GUARD NOBLE SCHEMER RECRUIT GAMBLER PRINCESS RECRUIT SNIPER PILOT ASSASSIN ENTERTAINER"


@cache
def _interpreter(readings: frozenset[tuple[str, str]]) -> Interpreter:
    return Interpreter(mode, readings=dict(readings))


def interpreter(readings: Mapping[str, str]) -> Interpreter:
    """The interpreter of the full box under the house readings, except those named."""
    return _interpreter(frozenset(readings.items()))


def _code(c: Character, up: bool) -> str:
    return c.name[:3] if up else c.name[:3].lower()


def _lay_side(s: State, p: Player, text: str) -> None:
    line, master, tokens = [part.strip() for part in (text + " | | ").split("|")[:3]]
    words = line.split()
    if len(words) == 11 and ":" not in line:
        named = dict(zip(BAR, words, strict=True))
    else:
        named = {int(k): tile for k, tile in (word.split(":") for word in words)}
        assert len(named) == len(words), f"two tiles at one place: {text}"
    used = [tile.upper() for tile in named.values()]
    if "PRI" not in used:
        assert 7 not in named, f"where is the Princess: {text}"
        named[7] = "PRI"
        used.append("PRI")
    if not master:
        master = next(code for code in MASTERS if code not in used).lower()
    rest = list(BOX)
    for code in [*used, master.upper()]:
        rest.remove(code)
    for k in BAR:
        tile = named[k] if k in named else rest.pop(0).lower()
        s.line[p, k] = CODES[tile.upper()]
        s.face_up[p, k] = tile.isupper()
    assert not rest
    s.master[p] = CODES[master.upper()]
    s.master_up[p] = master.isupper()
    for letter in tokens:
        s.tokens[p, COLOURS[letter]] += 1
        s.supply[COLOURS[letter]] -= 1


def seen(s: State) -> dict[str, str]:
    """Everything that lies on the table, by what it is called."""
    found: dict[str, str] = {"turn": s.active.name.lower()}
    for p in Player:
        name = p.name.lower()
        for k in BAR:
            found[f"{name} {k}"] = _code(s.line[p, k], s.face_up[p, k])
        found[f"{name} master"] = _code(s.master[p], s.master_up[p])
        for c in Prestige:
            found[f"{name} {c.name.lower()}"] = str(s.tokens[p, c])
    for c in Prestige:
        found[f"supply {c.name.lower()}"] = str(s.supply[c])
    return found


class Play:
    """A play, one step at a time.  Every step prints the table (pytest shows it when a test fails)."""

    def __init__(self, reader: Interpreter, state: State) -> None:
        self.reader = reader
        self.state = state
        self.print("at first")

    def print(self, what: str) -> None:
        with bind(self.reader.context):
            assert mode.draw is not None
            print(f"-- {what}\n{mode.draw(self.state)}\n   {self.due}")

    def check(self) -> None:
        """Twelve tiles a side, one of each character but two Recruits; six tokens of each colour."""
        s = self.state
        for p in Player:
            tiles = [s.line[p, k].name[:3] for k in BAR] + [s.master[p].name[:3]]
            assert sorted(tiles) == BOX
        for c in Prestige:
            assert s.supply[c] + s.tokens[Player.WHITE, c] + s.tokens[Player.BLACK, c] == 6

    @property
    def due(self) -> str:
        """Whose choice is due and which, or how the game has ended."""
        reader, s = self.reader, self.state
        silence = reader.silence(s)
        if silence is not None:
            return f"silent: {silence[1]}"
        if reader.over(s):
            return "over: " + " and ".join(p.name.lower() for p in reader.winners(s))
        by_dice = s.phase in {Phase.ROLL, Phase.ROLL_FOR_START}
        who = s.active if by_dice else reader.decider(s, reader.moves(s)[0].name)
        assert isinstance(who, Player)
        return f"{who.name.lower()}: {s.phase.name.lower().replace('_', ' ')}"

    @property
    def moves(self) -> set[str]:
        """The enabled moves, written ``swap 4``."""
        return {_written(m) for m in self.reader.moves(self.state)}

    def _step(self, text: str) -> Step:
        name, *values = text.split()
        domains = self.reader.domains[name]
        args: list[tuple[str, Any]] = []
        for (argument, domain), value in zip(domains, values, strict=True):
            (found,) = [v for v in domain.values() if shown(v) == value]
            args.append((argument, found))
        return Step(name, tuple(args))

    def do(self, text: str) -> set[str]:
        """Take a step; answers what changed on the table, ``white red: 0 > 1``."""
        before = seen(self.state)
        self.reader.tally = Tally()
        self.state = self.reader.apply(self.state, self._step(text))
        self.print(text)
        after = seen(self.state)
        if self.state.phase not in (Phase.CHOOSE_MASTER, Phase.LAY_LINE):
            self.check()
        return {f"{key}: {before[key]} > {after[key]}" for key in before if before[key] != after[key]}

    def roll(self, total: int) -> set[str]:
        """The dice show a total."""
        return self.do(f"roll {total}")

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
        return {_written(m): self.reader.weight(self.state, m) for m in self.reader.moves(self.state)}


def _written(step: Step) -> str:
    return " ".join([step.name, *(shown(v) for _, v in step.args)])


def begin(readings: Mapping[str, str] = HOUSE) -> Play:
    """A play from the start of the set-up."""
    reader = interpreter(readings)
    return Play(reader, reader.start())


def lay_out(play: Play) -> None:
    """Lay both sides out, whoever is asked first."""
    masters = {"white": "NOBLE", "black": "SPY"}
    lines = {"white": WHITE_LINE, "black": BLACK_LINE}
    tiles = {name: iter([t for t in line.split() if t != "PRINCESS"]) for name, line in lines.items()}
    for _ in range(22):
        assert not any(move.startswith("roll") for move in play.moves)
        name, what = play.due.split(": ")
        play.do(f"choose_master {masters[name]}" if what == "choose master" else f"lay {next(tiles[name])}")


def laid(readings: Mapping[str, str] = HOUSE) -> Play:
    """A play at the roll for the start, with both sides laid out."""
    play = begin(readings)
    lay_out(play)
    return play


def table(
    white: str,
    black: str,
    *,
    turn: Player = Player.WHITE,
    opening: bool = False,
    readings: Mapping[str, str] = HOUSE,
) -> Play:
    """A play from a table laid by hand, before the roll of a turn: of White's, unless told otherwise.

    ``opening``: it is the first turn of the game.  ``readings``: those that differ from the house's.
    """
    reader = interpreter(readings)
    with bind(reader.context):
        s = State()
        s.__dict__["_silence"] = None
        s.phase = Phase.ROLL
        s.active = turn
        s.starter = turn
        s.first_turn = opening
        for c in Prestige:
            s.supply[c] = 6
        _lay_side(s, Player.WHITE, white)
        _lay_side(s, Player.BLACK, black)
    play = Play(reader, s)
    play.check()
    assert not reader.over(s)
    return play


def oriented(first: str, second: str, flip: bool) -> Play:
    """White has the first side, or the second when flipped."""
    return table(second, first) if flip else table(first, second)


def both(play: Play) -> tuple[str, set[str]]:
    """What is due and what may be done."""
    return play.due, play.moves
