"""Tables of The Queen Is Dead laid by hand (the notation of steps and changes: ``tests/tables.py``).

A side is written ``"4:NOB 6:GUA | pil | RRY"``: tiles by position, Master, tokens.  Capitals are face up.  Tiles
that are not named lie face down in alphabetical order; the Princess lies face up at 7 unless placed.  A line may
also be written whole, as its eleven tiles.  The Master is a Spy, or the next that is free, unless named.
"""

from __future__ import annotations

from collections.abc import Mapping

from model.queen_is_dead.modes import mode
from model.queen_is_dead.state import Character, Phase, Player, Prestige, State
from tests import tables
from tests.tables import HOUSE, by_hand, interpreter

BAR = tuple(range(2, 13))
CODES = {c.name[:3]: c for c in Character}
COLOURS = {c.name[0]: c for c in Prestige}
BOX = sorted([*CODES, "REC"])
MASTERS = ("SPY", "ENT", "PIL", "NOB", "SCH", "ASS", "SNI")
SWAPS = {f"swap {k}" for k in range(2, 12)}
NEIGHBOURS = {f"swap_neighbours {k}" for k in range(2, 12)}
WHITE_LINE = "sniper recruit guard pilot recruit princess gambler spy assassin schemer entertainer"
BLACK_LINE = "guard noble schemer recruit gambler princess recruit sniper pilot assassin entertainer"


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


class Play(tables.Play):
    """A play of The Queen Is Dead."""

    def lies(self) -> dict[str, str]:
        """Everything that lies on the table, by its name."""
        s: State = self.state
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

    def check(self) -> None:
        """Twelve tiles a side, one of each character but two Recruits; six tokens of each colour."""
        s: State = self.state
        if s.phase in {Phase.CHOOSE_MASTER, Phase.LAY_LINE}:
            return
        for p in Player:
            tiles = [s.line[p, k].name[:3] for k in BAR] + [s.master[p].name[:3]]
            assert sorted(tiles) == BOX
        for c in Prestige:
            assert s.supply[c] + s.tokens[Player.WHITE, c] + s.tokens[Player.BLACK, c] == 6

    def who(self) -> str:
        """Whose choice is due, or who rolls."""
        by_dice = self.state.phase in {Phase.ROLL, Phase.ROLL_FOR_START}
        return str(self.state.active.name).lower() if by_dice else super().who()

    def drawing(self) -> str:
        """The table, and what is due."""
        return f"{super().drawing()}\n   {self.due}"

    def roll(self, total: int) -> set[str]:
        """The dice show a total."""
        return self.do(f"roll {total}")


def begin(readings: Mapping[str, str] = HOUSE) -> Play:
    """A play from the start of the set-up."""
    reader = interpreter(mode, readings=readings)
    return Play(reader, reader.start())


def lay_out(play: Play) -> None:
    """Lay both sides out, whoever is asked first."""
    masters = {"white": "noble", "black": "spy"}
    lines = {"white": WHITE_LINE, "black": BLACK_LINE}
    tiles = {name: iter([t for t in line.split() if t != "princess"]) for name, line in lines.items()}
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
    reader = interpreter(mode, readings=readings)
    with by_hand(reader) as s:
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
