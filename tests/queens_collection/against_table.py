"""Tables of the competitive and the team game laid by hand (steps and changes: ``tests/tables.py``).

Cards and colours are letters: R(ed) O(range) Y(ellow) G(reen) B(lue) P(urple) K (black) W(hite) and ``*``, a wild.
A hand is ``"RRG*"``, a move ``"pair R * R"``.  Box cards are eight digits in the same order.  Cards that are not
named lie in the draw pile; if that is named, among the discards; if those are named too, they are out of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from model.queens_collection.against import competitive
from model.queens_collection.against_table import Phase
from model.queens_collection.cards import HOME, Card, Colour, Player
from model.queens_collection.teams import teams
from queensbench.language.records import shown
from queensbench.project import projects
from queensbench.readers.interpreter import Interpreter
from tests import tables
from tests.tables import DEFAULTS, HOUSE, Letters, by_hand, interpreter

LETTERS = Letters(Card, "ROYGBPKW*")
CARDS = LETTERS.member
COLOURS = Letters(Colour, "ROYGBPKW").member
DECK = Counter({letter: 6 if letter == "*" else 4 for letter in CARDS})
ALL_HOME = "33333333"
GAMES = {"two": (competitive, "two"), "three": (competitive, "three"), "four": (competitive, "full")}
GAMES |= {"teams": (teams, "full")}
SEATS = {"two": 2, "three": 3, "four": 4, "teams": 4}
CHANCE = {Phase.FIRST_PLAYER, Phase.DEAL, Phase.LAY_OUT, Phase.TURN_UP, Phase.REFILL}


def reader_of(
    game: str, readings: Mapping[str, str] = HOUSE, parameters: Mapping[str, int] = DEFAULTS
) -> Interpreter:
    """The box as sold for two, three, four players or teams, under the house readings except those named."""
    mode, name = GAMES[game]
    return interpreter(mode, projects.mode_instance(mode, name), readings, parameters)


def cards(text: str) -> str:
    """The cards in the order of the kinds, ``-`` for none."""
    return LETTERS.sort(text) or "-"


class Play(tables.Play):
    """A play of the competitive or the team game."""

    def __init__(self, reader: Interpreter, state: Any) -> None:
        self.deck = _deck(state)
        super().__init__(reader, state)

    def lies(self) -> dict[str, str]:
        """Everything that lies on the table, by its name; of the draw pile only its size."""
        s, row = self.state, LETTERS.row
        found = {"turn": s.active.name.lower(), "first": s.first.name.lower(), "round": str(s.round)}
        for colour in COLOURS.values():
            found[colour.name.lower()] = str(s.pawns[HOME[colour], colour])
        found["pile"] = str(sum(k for _, k in s.pile.items()))
        for name, field in (("display", s.display), ("discards", s.discards), ("out", s.removed)):
            found[name] = row(field)
        found["revealed"], found["put down"] = row(s.revealed), row(s.given)
        for (p,), points in s.points.items():
            name = p.name.lower()
            found[f"{name} hand"] = row(s.hand, p)
            found[f"{name} pawns"] = str(s.collected[p])
            found[f"{name} boxes"] = str(s.boxes[p])
            found[f"{name} points"] = str(points)
        return found

    def check(self) -> None:
        """No card and no pawn has come or gone, and every pawn that is not taken stands at home."""
        assert _deck(self.state) == self.deck
        for (box, colour), k in self.state.pawns.items():
            assert k == 0 or box == HOME[colour]

    def word(self, argument: str, value: Any) -> str:
        """A letter for a card or a colour."""
        return LETTERS.of.get(str(shown(value))) or super().word(argument, value)

    @property
    def pile(self) -> str:
        """The cards of the draw pile, which no player sees."""
        return LETTERS.row(self.state.pile)

    def turn_up(self, letters: str) -> None:
        """The active player reveals so many cards, and these come up."""
        for letter in letters:
            self.do(f"reveal; turn_up {letter}")

    def refill(self, letters: str) -> None:
        """These cards come into the display."""
        for letter in letters:
            self.do(f"refill {letter}")

    def deal(self, hands: Mapping[str, str], display: str) -> None:
        """The opening hands, in whichever order they are dealt, and the opening display."""
        left = {name: list(letters) for name, letters in hands.items()}
        while any(left.values()):
            before = self.state.hand
            probe = self.reader.apply(self.state, self.steps()[0]).hand
            ((who, _),) = [key for key, k in probe.items() if k != before[key]]
            self.do(f"deal {left[who.name.lower()].pop()}")
        for letter in display:
            self.do(f"open_card {letter}")


def _deck(s: Any) -> str:
    """All cards, wherever they are."""
    table = (s.pile, s.discards, s.display, s.removed, s.revealed, s.given, s.hand)
    return cards("".join(LETTERS.of[key[-1].name] * k for part in table for key, k in part.items()))


def begin(game: str, readings: Mapping[str, str] = HOUSE, parameters: Mapping[str, int] = DEFAULTS) -> Play:
    """A play from the very start: who begins is still open."""
    reader = reader_of(game, readings, parameters)
    return Play(reader, reader.start())


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
    reader = reader_of(game, readings)
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
    with by_hand(reader) as s:
        s.phase = Phase.REVEAL
        s.active, s.first, s.round = Player[turn.upper()], Player[first.upper()], in_round
        for field, letters in zip((s.pile, s.discards, s.removed), piles, strict=True):
            LETTERS.lay(field, letters or "")
        LETTERS.lay(s.display, display)
        for name, letters in held.items():
            LETTERS.lay(s.hand, letters, Player[name.upper()])
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
