"""What lies on the table of The Queen Is Dead (queen-is-dead.en: components, goal, set-up).

The number bar has one position for each total of two dice, so a box with smaller dice has a shorter bar: its
centre, where the Princess starts, is the most likely total.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Lookup, Range, Record, Sizes, Table, owner, rule, size, states
from spec.queen_is_dead.rulings import GuardReach, r


class Box(Sizes):
    """Sizes of the box: faces of a die, tokens of a colour, tokens of each colour that win, Recruits a side."""

    faces: int = size(6, lo=2, hi=20)
    tokens: int = size(6)
    goal: int = size(3)
    recruits: int = size(2, lo=0, hi=2)


n = Box()


class Player(Kind, label={"WHITE": "White Rose", "BLACK": "Black Rose"}):
    """The White Rose and the Black Rose."""

    WHITE = auto()
    BLACK = auto()


class Prestige(Kind):
    """The colours of the tokens."""

    RED = auto()
    YELLOW = auto()
    BLUE = auto()


class Character(
    Kind,
    label={
        "SNIPER": "Sniper",
        "ASSASSIN": "Assassin",
        "SCHEMER": "Schemer",
        "NOBLE": "Noble",
        "GAMBLER": "Gambler",
        "PRINCESS": "Princess",
        "PILOT": "Pilot",
        "ENTERTAINER": "Entertainer",
        "SPY": "Spy",
        "RECRUIT": "Recruit",
        "GUARD": "Guard",
    },
):
    """The eleven characters; there are as many Recruits as the box says and one of every other."""

    SNIPER = auto()
    ASSASSIN = auto()
    SCHEMER = auto()
    NOBLE = auto()
    GAMBLER = auto()
    PRINCESS = auto()
    PILOT = auto()
    ENTERTAINER = auto()
    SPY = auto()
    RECRUIT = auto()
    GUARD = auto()


class Phase(Kind):
    """What is due now."""

    CHOOSE_MASTER = auto()
    LAY_LINE = auto()
    ROLL_FOR_START = auto()
    ROLL = auto()
    ACTIVATE = auto()
    EFFECT = auto()
    ORDER = auto()
    RETURN = auto()
    EXTRA = auto()
    TAKE_TWO = auto()
    TAKE_ONE = auto()
    TURN_UP = auto()
    SWAP = auto()
    GIVE = auto()
    TAKE = auto()
    ABILITY_DONE = auto()
    REPOSITION = auto()


Position = Annotated[int, Range(2, 2 * n.faces)]
"""A position of the number bar."""


class State(Record):
    """The table, and how far the turn has come.

    While lines are laid, ``laid`` is the next position to fill; what ``line`` and ``master`` hold beyond has no
    meaning.

    ``pending``: the player's tile at the rolled position is still to act.  ``acting``: whose character acts, and
    ``acting_as`` which (fixed as it begins: a Pilot may move itself).
    ``reveal``: where the player's tile lies that the mixed case turns up in the end (0: none).  ``struck``: where
    a tile of the player was turned down this turn (0: none).  ``swaps``: swaps that are left; ``swapped``: the
    lower position of the pair swapped before (0: none).  ``takes``: tokens that a Gambler still takes.
    ``spent``: by ruling ``last_and_sixth`` the tile that is still to act gets no token of the colour.
    ``owed``: by ruling ``token_first`` the acting tile's token is taken when the rest of its ability is done.
    """

    phase: Phase
    active: Player
    starter: Player
    first_turn: bool

    line: Annotated[Table[Player, Position, Character], owner(shown="face_up")]
    face_up: Table[Player, Position, bool]
    master: Annotated[Table[Player, Character], owner(shown="master_up")]
    master_up: Table[Player, bool]
    hand: Annotated[Table[Player, Character, Annotated[int, Range(0, 2)]], owner()]
    laid: Annotated[int, Range(2, 2 * n.faces + 1)]

    tokens: Table[Player, Prestige, Annotated[int, Range(0, n.tokens)]]
    supply: Table[Prestige, Annotated[int, Range(0, n.tokens)]]

    position: Position
    pending: Table[Player, bool]
    acting: Player
    acting_as: Character
    reveal: Table[Player, Annotated[int, Range(0, 2 * n.faces)]]
    struck: Table[Player, Annotated[int, Range(0, 2 * n.faces)]]
    swaps: Annotated[int, Range(0, 2)]
    swapped: Annotated[int, Range(0, 2 * n.faces)]
    takes: Annotated[int, Range(0, 2)]
    spent: Table[Prestige, bool]
    owed: bool

    ended: bool
    winner: Table[Player, bool]


OTHER: Lookup[Player, Player] = Lookup({Player.WHITE: Player.BLACK, Player.BLACK: Player.WHITE})

INITIATIVE: Lookup[Character, int] = Lookup(
    {
        Character.SNIPER: 1,
        Character.ASSASSIN: 2,
        Character.SCHEMER: 3,
        Character.NOBLE: 4,
        Character.GAMBLER: 5,
        Character.PRINCESS: 6,
        Character.PILOT: 7,
        Character.ENTERTAINER: 8,
        Character.SPY: 9,
    }
)


@rule()
def centre() -> int:
    """The middle of the number bar, 7 in the box as sold."""
    return n.faces + 1


@rule()
def current(s: State) -> Player:
    """The current player; while lines are laid, the one who lays."""
    return s.active


@rule("recruit.two")
def copies(c: Character) -> int:
    """How many tiles of a character each side has."""
    return n.recruits if c == Character.RECRUIT else 1


@rule("icon.prestige")
def may_be_master(c: Character) -> bool:
    """Characters with a prestige icon, and only they."""
    return c not in (Character.GAMBLER, Character.PRINCESS, Character.RECRUIT, Character.GUARD)


@rule()
def has_icon(c: Character, colour: Prestige) -> bool:
    """Whether the character has a prestige icon of the colour."""
    return (
        (colour == Prestige.RED and c in (Character.SNIPER, Character.ASSASSIN))
        or (colour == Prestige.YELLOW and c in (Character.SCHEMER, Character.NOBLE))
        or (colour == Prestige.BLUE and c in (Character.PILOT, Character.ENTERTAINER, Character.SPY))
    )


@rule()
def role(s: State, p: Player) -> Character:
    """The character as whom the player's tile at the rolled position acts: a Recruit as the Master."""
    return s.master[p] if s.line[p, s.position] == Character.RECRUIT else s.line[p, s.position]


@rule("guard.face_up")
def protected(s: State, p: Player, k: Position) -> bool:
    """Whether a face-up Guard is adjacent to the tile (which cannot be the Guard himself)."""
    states("guard.himself")
    if any(
        s.line[p, j] == Character.GUARD and s.face_up[p, j] and abs(j - k) == 1
        for j in range(2, 2 * n.faces + 1)
    ):
        return True
    q = OTHER[p]
    return s.line[q, k] == Character.GUARD and s.face_up[q, k] and r.guard_reach == GuardReach.ACROSS
