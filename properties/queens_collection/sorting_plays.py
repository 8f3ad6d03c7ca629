"""Plays of the box as sold that end with every pawn at home, at the levels that an audit plays.

Two colours stand on each other's box cards, so that every exchange brings two pawns home; everybody draws what their
own next exchanges ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from model.queens_collection.cards import Card, Colour, Player

PAIRS = (("RED", "ORANGE"), ("YELLOW", "GREEN"), ("BLUE", "PURPLE"), ("BLACK", "WHITE"))
LETTERS = {"R": "RED", "O": "ORANGE", "Y": "YELLOW", "G": "GREEN", "B": "BLUE", "P": "PURPLE", "K": "BLACK"}
WILD, WHITE = "*", "W"
CARDS, WILDS, SHOWN = 4, 6, 3
"""Cards of a colour, wilds, and cards before a player, as the box is sold."""
TOGETHER = "ORGYPBWK" * 3
"""The cards of a deal for four that puts each colour on the box card of its pair."""
ALONE = "RYPBWK" + "ORGYPBWK" + "O*G*PBWK"
"""The same of the solo game with red, orange, yellow and green pawns away: their pairs stay apart."""
AWAY = ("RED", "ORANGE", "YELLOW", "GREEN")

Swap = tuple[str, str]


def cards(*, fewer_colours: int = 0, fewer_wilds: int = 0) -> Counter[str]:
    """The cards of a level, by name."""
    deck = Counter({colour.name: CARDS - fewer_colours for colour in Colour})
    deck[Card.WILD.name] = WILDS - fewer_wilds
    return deck


def dealt(letters: str) -> Iterator[str]:
    """The steps of a deal."""
    names = {**LETTERS, WHITE: "WHITE", WILD: Card.WILD.name}
    return (f"deal {names[letter]}" for letter in letters)


def exchanges(swaps: Sequence[Swap], seats: Sequence[str], deck: Counter[str]) -> Iterator[str]:
    """The steps from the opening cards on; the swaps are made in turn."""
    pile = Counter(deck)
    wanted: dict[str, list[str]] = {who: [] for who in seats}
    for number, swap in enumerate(swaps):
        wanted[seats[number % len(seats)]] += swap

    def drawn(who: str) -> str:
        spare = [card for card in (Card.WILD.name, *Colour.__members__) if pile[card]]
        card = wanted[who].pop(0) if wanted[who] else spare[0]
        pile[card] -= 1
        return card

    for who in seats:
        for _ in range(SHOWN):
            yield f"open_card {drawn(who)}"
    if len(seats) > 1:
        yield f"begin_with {seats[0]}"
    for number, (one, two) in enumerate(swaps):
        yield f"exchange {one} {two} {two} {one}"
        if number < len(swaps) - 1:
            for _ in range(min(2, pile.total())):
                yield f"draw {drawn(seats[number % len(seats)])}"


def together(*, beginners: bool = False, **level: int) -> str:
    """A play of four that sorts every pawn; on the beginners' side two of each colour."""
    swaps = PAIRS * (2 if beginners else 3)
    seats = [player.name for player in Player]
    return ";".join((*dealt(TOGETHER), *exchanges(swaps, seats, cards(**level))))


def alone(*, beginners: bool = False, **level: int) -> str:
    """A play of one that sorts every pawn."""
    twice = [pair for pair in PAIRS[:2] for _ in range(2)]
    others = PAIRS[2:] * (2 if beginners else 3)
    away = (f"choose_away {colour}" for colour in AWAY)
    steps = exchanges([*twice, *others], [Player.NORTH.name], cards(**level))
    return ";".join((*away, *dealt(ALONE), *steps))
