"""The deal of booklet 1: whether it places every pawn, and how often a pawn finds no box card but its own.

Of a small box the chances are exact, under every reading of the three rulings on the deal; of the box as sold they
are shares of random deals, with the interval in which the chance lies with 95 percent confidence (Wilson's).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import Any

from model.queens_collection.cards import HOME, RING, SHOWS, Box, Card, Colour, Player
from model.queens_collection.deal import next_other_room
from model.queens_collection.sorting import Phase
from model.queens_collection.together import Together
from queensbench import Interpreter
from queensbench.language import Instance
from queensbench.language.context import bind
from queensbench.language.studies import Bench, Study, study
from spec.queens_collection.preparation import DealBlocked, DealFullBox, DealOwnColour

SMALL = Instance(
    "three pawns",
    "for the study of deals: three colours of one pawn, two cards each, one wild",
    sizes={"pawns": 1, "cards": 2, "wilds": 1},
    keep={
        Colour: tuple(Colour)[:3],
        Box: tuple(Box)[:3],
        Card: (*tuple(Card)[:3], Card.WILD),
        Player: tuple(Player)[:2],
    },
    explore=False,
)
DEALS = 150
"""How many random deals of the box as sold are tried."""
SEED = 2019


class Deal:
    """The deal under one reading, step by step."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        with bind(interpreter.context):
            self.cards = tuple(Card)
            self.colours = tuple(Colour)
            self.boxes = tuple(Box)

    def draws(self, s: Any) -> Iterator[tuple[Card, int]]:
        """The cards that may come up, each with the number of its copies in the pile."""
        for card in self.cards:
            if s.pile[card] > 0:
                yield card, s.pile[card]

    def after(self, s: Any, card: Card) -> Any:
        """The deal after a card."""
        return self.interpreter.apply(s, self.interpreter.step("deal", (self.cards.index(card),)))

    def blocked(self, s: Any, card: Card) -> bool:
        """Whether the card's pawn finds room on no box card but its own."""
        if card == Card.WILD or s.supply[SHOWS[card]] == 0 or RING[HOME[SHOWS[card]]] != s.place:
            return False
        with bind(self.interpreter.context):
            return bool(next_other_room(s, s.place) == 0)

    def dealing(self, s: Any) -> bool:
        """Whether the deal goes on."""
        return s.phase == Phase.DEAL and self.interpreter.silence(s) is None

    def left_out(self, s: Any) -> bool:
        """Whether a pawn could not be placed."""
        return any(s.out[c] > 0 or s.supply[c] > 0 for c in self.colours)

    def at_home(self, s: Any) -> bool:
        """Whether a pawn begins on the box card of its own colour."""
        return any(s.pawns[HOME[c], c] > 0 for c in self.colours)

    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """Exact probabilities: that a pawn is left out, that one was blocked, that one begins at home."""
        start = self.interpreter.start()
        layer: dict[tuple[bool, tuple[int, ...]], tuple[Any, Fraction]] = {
            (False, tuple(self.interpreter.cells(start))): (start, Fraction(1))
        }
        out = blocked = home = Fraction(0)
        while layer:
            following: dict[tuple[bool, tuple[int, ...]], tuple[Any, Fraction]] = {}
            for (was, _), (state, chance) in layer.items():
                if not self.dealing(state):
                    out += chance * self.left_out(state)
                    blocked += chance * was
                    home += chance * self.at_home(state)
                    continue
                draws = list(self.draws(state))
                total = sum(number for _, number in draws)
                for card, number in draws:
                    now = was or self.blocked(state, card)
                    new = self.after(state, card)
                    key = (now, tuple(self.interpreter.cells(new)))
                    old = following.get(key, (new, Fraction(0)))
                    following[key] = (old[0], old[1] + chance * Fraction(number, total))
            layer = following
        return out, blocked, home

    def played(self, random: Random) -> Any:
        """The table after a random deal."""
        state = self.interpreter.start()
        while self.dealing(state):
            cards, numbers = zip(*self.draws(state), strict=True)
            [card] = random.choices(cards, numbers)
            state = self.after(state, card)
        return state

    def random(self, random: Random) -> tuple[bool, bool, bool]:
        """One random deal: whether a pawn was left out, whether one was blocked, whether one begins at home."""
        state, blocked = self.interpreter.start(), False
        while self.dealing(state):
            cards, numbers = zip(*self.draws(state), strict=True)
            [card] = random.choices(cards, numbers)
            blocked = blocked or self.blocked(state, card)
            state = self.after(state, card)
        return self.left_out(state), blocked, self.at_home(state)


def interval(hits: int, tries: int) -> str:
    """The Wilson interval of a share, at 95 percent, in percent."""
    z, share = 1.96, hits / tries
    middle = share + z * z / (2 * tries)
    width = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    low, high = ((middle + sign * width) / (1 + z * z / tries) for sign in (-1, 1))
    return f"{hits} of {tries} ({100 * max(low, 0):.1f} to {100 * high:.1f} percent)"


def low(reading: Any) -> str:
    """A reading's name."""
    return str(reading.name).lower()


@study(
    "deals", Together, "Does the deal always place every pawn, and how often is a pawn blocked?", alone=True
)
def deals(bench: Bench) -> Study:
    """Exact chances of a small box under every reading of the deal, and shares of random deals of the box as sold."""
    rows: list[tuple[str, ...]] = []
    for full, own, blocked in product(DealFullBox, DealOwnColour, DealBlocked):
        chosen = {"deal_full_box": full, "deal_own_colour": own, "deal_blocked": blocked}
        found = Deal(bench.interpreter(SMALL, chosen)).chances()
        rows.append((low(full), low(own), low(blocked), *(str(chance) for chance in found)))
    findings = []
    for blocked in DealBlocked:
        deal = Deal(bench.interpreter("full", {"deal_blocked": blocked}))
        random = Random(SEED)
        seen = [deal.random(random) for _ in range(DEALS)]
        out, held, home = (sum(column) for column in zip(*seen, strict=True))
        findings.append(
            f"the box as sold, deal_blocked={low(blocked)}: pawns left out in {interval(out, DEALS)}, "
            f"a pawn blocked in {interval(held, DEALS)}, a pawn at home from the start in {interval(home, DEALS)}"
        )
    telling = [number for number, row in enumerate(rows) if row[3] != "0"]
    return Study(
        (
            "full box",
            "own colour",
            "blocked",
            "a pawn is left out",
            "a pawn is blocked",
            "one begins at home",
        ),
        rows,
        telling,
        findings,
    )
