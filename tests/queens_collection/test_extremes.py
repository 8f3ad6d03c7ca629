"""The greatest and the least of a round, of a match and of a team, reached by plays from the very start.

The bounds are the properties ``against.score.least``, ``against.score.match``, ``teams.score.least`` and
``teams.score.match``, proved at full size; the best rounds of one player are in ``test_best_round``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from tests.queens_collection.against_table import CARDS, LETTERS, begin
from tests.tables import HOUSE

SEATS = ["north", "east", "south", "west"]
COLOURS = "ROYGBPKW"


class Table:
    """A play of the box as sold: luck does what the players want, step by step through the interpreter."""

    def __init__(self, game: str, readings: Mapping[str, str] = HOUSE) -> None:
        self.end = readings.get("round_end_check", "after_action")
        self.play = begin(game, readings)
        self.reader = self.play.reader
        self.state: Any = self.play.state
        self.steps = 0

    def do(self, name: str, *values: str) -> None:
        """One step, without drawing the table."""
        self.state = self.reader.apply(self.state, self.play.step(" ".join([name, *values])))
        self.steps += 1

    def cards(self, field: str, *before: Any) -> list[str]:
        """The cards of a field, one letter each."""
        found = ((key, k) for key, k in getattr(self.state, field).items() if key[:-1] == before)
        return [LETTERS.of[key[-1].name] for key, k in found for _ in range(k)]

    @property
    def who(self) -> str:
        """Whose turn it is."""
        return str(self.state.active.name.lower())

    @property
    def phase(self) -> str:
        """The phase."""
        return str(self.state.phase.name)

    def hand(self) -> list[str]:
        """The cards of the player whose turn it is."""
        return self.cards("hand", self.state.active)

    def left(self) -> dict[str, int]:
        """How many pawns of each colour are left."""
        pawns = {(key[0].name, key[1].name): k for key, k in self.state.pawns.items()}
        return {LETTERS.of[c]: k for (box, c), k in pawns.items() if box == c}

    def points(self) -> list[int]:
        """The points of all players."""
        return [k for _, k in self.state.points.items()]

    def wanted(self) -> list[str]:
        """The colours with pawns, most of them first; the first of the list the longest."""
        return sorted((c for c, k in self.left().items() if k), key=lambda c: -self.left()[c])


class Group:
    """Players who all work for one end: some take pawns, one may gather the cards, the others exchange cards.

    ``takers``: their hands are empty after each turn.  ``gatherer``: nobody else has cards in the end, and then the last
    pawn of ``LAST`` is taken; of ``SPARED`` none is.  Without one all pawns are taken.
    """

    LAST, SPARED = "K", "W"

    def __init__(self, table: Table, takers: Sequence[str], gatherer: str = "") -> None:
        self.table, self.takers, self.gatherer = table, takers, gatherer

    # ------------------------------------------------------------------------------------------ luck

    def wants(self) -> dict[str, int]:
        """How many pawns of each colour are to be taken before the last turn."""
        left = self.table.left()
        if self.gatherer:
            left[self.SPARED] = 0
            left[self.LAST] -= 1
        return {c: k for c, k in left.items() if k > 0}

    def after(self, who: str) -> list[str]:
        """The others, in the order of their turns."""
        at = SEATS.index(who)
        return [SEATS[(at + k) % 4] for k in range(1, 5)]

    def held(self, who: str) -> list[str]:
        """The hand of a player."""
        (player,) = (p for (p,), _ in self.table.state.points.items() if p.name.lower() == who)
        return self.table.cards("hand", player)

    def good(self, display: Sequence[str], who: str) -> int:
        """How good a display is for a taker: pawns that can be taken, those of which most are left first."""
        wants, pile, hand = self.wants(), self.table.cards("pile"), self.held(who)
        seen: list[str] = []
        value = 0
        for card in display:
            if card in wants and card not in seen and (card in hand or card in pile):
                value += 100 + 30 * wants[card] + (400 if card in hand else 0)
                seen.append(card)
        return value

    def next_taker(self, who: str) -> str:
        """The next player who takes pawns."""
        return next(p for p in self.after(who) if p in self.takers)

    def lucky(self, taker: str) -> str:
        """The card that comes into the display."""
        table = self.table
        shown, pile = table.cards("display"), table.cards("pile")
        wants, hand = self.wants(), self.held(taker)

        def value(card: str) -> tuple[int, ...]:
            if card == "*":
                return (0,)
            spare = pile.count(card) - 1
            fits = card in wants and card not in shown and (card in hand or spare > 0)
            return (int(fits), int(card in hand), wants.get(card, 0), spare)

        return max(sorted(set(pile), key=in_order), key=value)

    # ----------------------------------------------------------------------------------------- turns

    def plan(self) -> list[tuple[str, str, str]]:
        """The pairs of this turn: the card of the hand, turned up where it is not there yet, that shown, the colour."""
        table, wants = self.table, self.wants()
        hand, pile = table.hand(), table.cards("pile")
        up: list[str] = []
        pairs: list[tuple[str, str, str]] = []
        for shown in sorted(table.cards("display"), key=lambda c: (c == "*", -wants.get(c, 0))):
            colours = sorted(wants, key=lambda c: -wants[c]) if shown == "*" else [shown]
            for colour, own in ((c, o) for c in colours if wants.get(c, 0) > 0 for o in (c, "*")):
                if own in hand:
                    hand.remove(own)
                elif own in pile and (own == "*" or own not in up):
                    pile.remove(own)
                    up.append(own)
                else:
                    continue
                wants[colour] -= 1
                pairs.append((own, shown, colour))
                break
        if table.end == "each_pawn":
            ending = (k for k in range(1, len(pairs)) if self.too_soon([c for _, _, c in pairs[:k]]))
            return pairs[: next(ending, len(pairs))]
        while pairs and self.too_soon([colour for _, _, colour in pairs]):
            pairs.pop()
        return pairs

    def take(self) -> None:
        """A turn of a taker: what is in the display and not in the hand is turned up."""
        table = self.table
        if self.gatherer and not self.wants() and self.last_card() and not table.hand():
            if table.end != "equal_turns" or self.after(table.who)[0] == self.gatherer:
                return self.last_pair()
        pairs = self.plan()
        hand = table.hand()
        for own, _, _ in pairs:
            if own in hand:
                hand.remove(own)
            else:
                table.do("reveal")
                table.do("turn_up", own)
        if table.phase == "REVEAL":
            table.do("stop_revealing")
        for own, card, colour in pairs:
            if table.phase in ("TAKE", "MORE_PAIRS"):
                table.do("pair", own, card, colour)
        if table.phase == "MORE_PAIRS":
            table.do("stop_pairing")
        elif table.phase == "TAKE":
            self.swap()
        return None

    def too_soon(self, taken: Sequence[str]) -> bool:
        """Whether these pawns end the round with pawns left that are to be taken."""
        left = self.table.left()
        for colour in taken:
            left[colour] -= 1
        return not self.gatherer and sum(k > 0 for k in left.values()) == 1

    def last_card(self) -> bool:
        """Whether all cards but those of the display and one are in hands."""
        return len(self.table.cards("pile")) == 1 and not self.table.cards("discards")

    def last_pair(self) -> None:
        """The last pawn but those of one box."""
        table = self.table
        (own,) = table.cards("pile")
        shown = self.LAST if self.LAST in table.cards("display") else "*"
        table.do("reveal")
        table.do("turn_up", own)
        table.do("stop_revealing")
        table.do("pair", own, shown, self.LAST)

    def swap(self) -> None:
        """One card is exchanged, so that the display is good for who takes next."""
        table = self.table
        who = table.who
        taker = self.next_taker(who)
        display = table.cards("display")

        def value(one: tuple[str, str]) -> tuple[int, int]:
            give, get = one
            changed = [*display, give]
            changed.remove(get)
            last = int(self.LAST in changed) if not self.wants() else 0
            return (last, self.good(changed, taker))

        give, get = max(product(sorted(set(table.hand())), sorted(set(display))), key=value)
        table.do("exchange")
        table.do("give", give)
        if table.phase == "GIVE":
            table.do("enough")
        table.do("receive", get)

    def gather(self) -> None:
        """As many cards as can be are turned up; the last of the draw pile is for the last pair."""
        table = self.table
        for _ in range(5):
            pile = table.cards("pile")
            shown = table.cards("revealed")
            fit = [c for c in pile if c == "*" or c not in shown]
            wants = self.wants()
            useful = [self.LAST, "*", *wants]
            last = [c for c in [*pile, *table.cards("discards")] if c in useful]
            spare = (
                [c for c in fit if c not in useful]
                if wants or (len(last) == 1 and self.keeps_last())
                else fit
            )
            if not spare:
                break
            card = max(sorted(set(spare), key=in_order), key=lambda c: (c not in useful, pile.count(c)))
            table.do("reveal")
            table.do("turn_up", card)
        if table.phase == "REVEAL":
            table.do("stop_revealing")
        self.swap()

    def keeps_last(self) -> bool:
        """Whether a card is to be left for the last pair."""
        return self.table.left()[self.LAST] > 0

    # ---------------------------------------------------------------------------------------- rounds

    def step(self) -> None:
        """The phase."""
        table = self.table
        who, phase = table.who, table.phase
        if phase == "FIRST_PLAYER":
            table.do("draw_first_player", "north")
        elif phase == "DEAL":
            table.do("deal", self.dealt(who))
        elif phase in ("LAY_OUT", "REFILL"):
            before = SEATS[SEATS.index(who) - 1] if phase == "LAY_OUT" else who
            name = "open_card" if phase == "LAY_OUT" else "refill"
            table.do(name, self.lucky(self.next_taker(before)))
        elif who == self.gatherer:
            self.gather()
        elif who in self.takers:
            self.take()
        else:
            table.do("stop_revealing")
            self.swap()

    def dealt(self, who: str) -> str:
        """The opening cards: of takers two colours each; of all others what nobody wants, or a colour of a taker."""
        pile = self.table.cards("pile")
        own = [self.takers.index(who) * 2 + k for k in range(2)] if who in self.takers else []
        for place in own:
            if COLOURS[place] not in self.held(who):
                return COLOURS[place]
        return max(sorted(set(pile), key=in_order), key=lambda c: (c in self.SPARED, c == "*"))

    def play(self, rounds: int = 1, most: int = 1500) -> list[list[int]]:
        """Play so many rounds; the points after each."""
        found: list[list[int]] = []
        before = self.table.state.round
        while len(found) < rounds:
            self.step()
            assert self.table.steps < most, "no end in sight"
            if self.table.state.round != before or self.table.phase == "OVER":
                before = self.table.state.round
                found.append(self.table.points())
        return found


def in_order(card: str) -> int:
    """The place of a card in the order of the kinds."""
    return "".join(CARDS).index(card)


AFTER, PAWN, EQUAL, ONE = "after_action", "each_pawn", "equal_turns", "one_turn_each"
OTHERS = ("north", "east", "south")
ROUNDS = [
    ("four", AFTER, OTHERS, "west", [30, 20, 13, -34]),
    ("four", PAWN, OTHERS, "west", [30, 20, 13, -34]),
    ("four", EQUAL, OTHERS, "west", [25, 20, 18, -35]),
    ("two", AFTER, ("north",), "east", [63, -34]),
    ("teams", AFTER, ("east", "west"), "north", [-32, 36, -2, 27]),
    ("teams", EQUAL, ("north", "south"), "west", [31, -2, 32, -33]),
    ("two", AFTER, ("north",), "", [72, -2]),
    ("three", AFTER, ("north",), "", [72, -2, -2]),
    ("teams", PAWN, ("north", "south"), "", [38, -2, 29, -2]),
    ("teams", EQUAL, ("north", "south"), "", [43, -2, 29, -2]),
]
"""Who takes pawns, who gathers cards, what the round is worth: 34 or 35 below nothing, or all that there is."""


@pytest.mark.parametrize(("game", "end", "takers", "gatherer", "points"), ROUNDS)
def test_a_round_can_be_worth_its_bounds(
    game: str, end: str, takers: Sequence[str], gatherer: str, points: list[int]
) -> None:
    table = Table(game, {"round_end_check": end})
    assert Group(table, takers, gatherer).play() == [points]


MATCHES = [
    ("four", AFTER, ("north",), "", [288, -8, -8, -8]),
    ("four", AFTER, OTHERS, "west", [98, 83, 71, -136]),
    ("four", PAWN, ("north",), "", [268, -8, -8, -8]),
    ("four", EQUAL, ("north",), "", [288, -8, -8, -8]),
    ("four", EQUAL, OTHERS, "west", [78, 83, 91, -139]),
    ("teams", AFTER, ("north", "south"), "", [144, -8, 144, -8]),
    ("teams", AFTER, ("east", "west"), "north", [-128, 136, -8, 116]),
]
"""Four rounds, each begun by another player; of two partners the sum counts.  Under ``equal_turns`` who begins a round
cannot take up what the last pair leaves, so that West has 35 cards three times and 34 once."""


@pytest.mark.parametrize(("game", "end", "takers", "gatherer", "points"), MATCHES)
def test_a_match_can_be_worth_its_bounds(
    game: str, end: str, takers: Sequence[str], gatherer: str, points: list[int]
) -> None:
    table = Table(game, {"round_end_check": end})
    assert Group(table, takers, gatherer).play(4)[-1] == points
    assert table.reader.over(table.state)


@pytest.mark.parametrize("game", ["four", "teams"])
def test_with_one_turn_each_nobody_can_have_less_than_seven_cards_cost(game: str) -> None:
    table = Table(game, {"round_end_check": ONE})
    everybody = Group(table, ("north",), "")  # to be dealt something, and for what comes into the display
    while table.state.round == 1:
        if table.phase != "REVEAL":
            everybody.step()
            continue
        for _ in range(5):
            card = next(c for c in table.cards("pile") if c not in table.cards("revealed"))
            table.do("reveal")
            table.do("turn_up", card)
        everybody.swap()
    assert table.points() == [-7, -7, -7, -7]
