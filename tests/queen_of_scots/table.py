"""Tables of Queen of Scots laid by hand (the notation of steps and changes: ``tests/tables.py``).

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

from model.queen_of_scots.cards import Card, Player, Sort
from model.queen_of_scots.modes import standard
from model.queen_of_scots.table import Phase
from queensbench.language import Instance
from queensbench.language.records import shown
from queensbench.readers.interpreter import Interpreter
from tests import tables
from tests.tables import HOUSE, Letters, by_hand, interpreter

LETTERS = Letters(Card, "CMKGPSJRHW")
CARDS = LETTERS.member
SORTS = {**{letter: Sort[c.name] for letter, c in CARDS.items()}, "T": Sort.COURT}
OF_SORT = {sort.name: letter for letter, sort in SORTS.items()}
SEATS = ("north", "east", "south", "west")
WORTH = {"C": 5, "M": 5, "K": 10, "G": 10, "P": 15, "S": 20, "J": 40, "R": 30, "H": 30, "W": 50}
"""What the assumed deck prints on the cards."""
DECK = {"C": 10, "M": 10, "K": 10, "G": 10, "P": 10, "S": 10, "J": 6, "R": 4, "H": 4, "W": 8}
"""The copies of the assumed deck."""


@cache
def _instance(players: int) -> Instance:
    return Instance(f"for {players}", "the assumed deck", keep={Player: tuple(Player)[:players]})


def reader_of(
    players: int, readings: Mapping[str, str] = HOUSE, copies: Mapping[str, int] | None = None
) -> Interpreter:
    """The assumed deck, or one with these copies, for some players; the house readings except those named."""
    parameters: dict[str, int] = {}
    for letter, number in (copies or {}).items():
        name = CARDS[letter].name.lower()
        parameters[f"{name}{'es' if letter == 'J' else 's'}"] = number
    return interpreter(standard, _instance(players), readings, parameters)


def cards(text: str) -> str:
    """Letters in the order of the kinds, ``-`` for none."""
    return LETTERS.sort(text) or "-"


def _sets(s: Any, p: Player) -> str:
    """All cards before a player, one word for each sort."""
    words = []
    for (owner, sort), jewels in s.wilds.items():
        if owner != p:
            continue
        natural, prefix = "", {Sort.COURT: "T:", Sort.JEWEL: "W:"}.get(sort, "")
        if sort == Sort.COURT:
            natural = LETTERS.counted(s.court, p)
        elif sort != Sort.JEWEL:
            letter = OF_SORT[sort.name]
            natural = letter * s.laid[p, CARDS[letter]]
        if natural or jewels:
            words.append(prefix + natural + "W" * jewels)
    return " ".join(words) or "-"


class Play(tables.Play):
    """A play of Queen of Scots."""

    def __init__(self, reader: Interpreter, state: Any) -> None:
        self.cards = None if state.phase in {Phase.DEALER, Phase.SHUFFLE} else _all(state)
        super().__init__(reader, state)

    def lies(self) -> dict[str, str]:
        """Everything that lies on the table, by its name."""
        s, row = self.state, LETTERS.row
        found = {"turn": s.active.name.lower(), "dealer": s.dealer.name.lower(), "round": str(s.round)}
        pile = row(s.pile)
        found["deck"] = row(s.deck)
        found["pile"] = pile if pile == "-" else f"{pile} top {LETTERS.of[s.top.name]}"
        found["apart"] = row(s.apart)
        found["due"] = row(s.aside)
        for (p,), points in s.points.items():
            name = p.name.lower()
            found[f"{name} hand"] = row(s.hand, p)
            found[f"{name} sets"] = _sets(s, p)
            found[f"{name} points"] = str(points)
        return found

    def check(self) -> None:
        """No card has come or gone since cards are in play."""
        if self.cards is None and self.state.phase not in {Phase.DEALER, Phase.SHUFFLE}:
            self.cards = _all(self.state)
        assert self.cards is None or _all(self.state) == self.cards

    def word(self, argument: str, value: Any) -> str:
        """A letter for a card or a sort."""
        of = OF_SORT if isinstance(value, Sort) else LETTERS.of
        return of.get(str(shown(value))) or super().word(argument, value)

    def draw(self, letter: str) -> None:
        """The player on turn picks up this card from the face-down pile."""
        self.do(f"draw; drawn {letter}")

    def deal(self, hands: Mapping[str, str], up: str = "") -> None:
        """The hands, in whichever order they are dealt, and the card turned up, if any."""
        left = {name: list(letters) for name, letters in hands.items()}
        while any(left.values()):
            self.do(f"deal {left[self.dealt_to()].pop()}")
        if up:
            self.do(f"turn_up {up}")

    def dealt_to(self) -> str:
        """Whose hand the next card dealt comes to."""
        letter = LETTERS.row(self.state.deck)[0]
        after = self.reader.apply(self.state, self.step(f"deal {letter}")).hand
        ((who, _),) = [key for key, k in after.items() if k != self.state.hand[key]]
        return str(who.name.lower())

    @property
    def points(self) -> tuple[int, ...]:
        """The totals, clockwise from North."""
        return tuple(k for _, k in self.state.points.items())


def _all(s: Any) -> str:
    """All cards, wherever they are."""
    found = "".join(
        LETTERS.of[key[-1].name] * k
        for part in (s.deck, s.pile, s.hand, s.laid, s.court, s.aside, s.apart)
        for key, k in part.items()
    )
    return cards(found + "W" * sum(k for _, k in s.wilds.items()))


def begin(players: int = 2, readings: Mapping[str, str] = HOUSE) -> Play:
    """A play from the very start: who deals is still open."""
    reader = reader_of(players, readings)
    return Play(reader, reader.start())


def _lay_sets(s: Any, p: Player, text: str) -> None:
    for word in text.split():
        name, _, letters = word.rpartition(":")
        natural, jewels = letters.replace("W", ""), letters.count("W")
        sort = SORTS[name or letters[0]]
        if sort == Sort.COURT:
            LETTERS.lay(s.court, natural, p)
        else:
            LETTERS.lay(s.laid, natural, p)
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
        reader = reader_of(len(hands), readings)
    else:
        rest = Counter(deck)
        reader = reader_of(len(hands), readings, {letter: (used + rest)[letter] for letter in DECK})
    seats = tuple(Player)[: len(hands)]
    begins = Player[first.upper()]
    with by_hand(reader) as s:
        s.phase = Phase.PICK_UP
        s.active, s.first, s.round = Player[turn.upper()], begins, in_round
        s.dealer = Player[dealer.upper()] if dealer else seats[seats.index(begins) - 1]
        s.first_dealer = seats[0]
        LETTERS.lay(s.deck, "".join(rest.elements()))
        LETTERS.lay(s.pile, pile)
        s.top = CARDS[pile[-1]] if pile else Card.COOK
        s.untouched, s.renewed = untouched, renewed
        for letter in apart:
            s.apart[CARDS[letter]] = True
        for p, letters in zip(seats, hands, strict=True):
            LETTERS.lay(s.hand, letters, p)
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
