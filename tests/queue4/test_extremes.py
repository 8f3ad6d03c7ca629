"""The box as sold: the least and the greatest score of each mode, reached by plays, and which ratings can be reached.

The plays are those of a player with perfect luck: chance brings the card that is asked for.  That no score lies beyond
is claimed by the properties ``score.within`` and ``campaign.within``.
"""

from __future__ import annotations

from typing import Any

import pytest

from model.queue4.modes import (
    ball_and_bouquets,
    bouquets,
    campaign,
    campaign_both,
    campaign_bouquets,
    campaign_royal_ball,
    royal_ball,
    standard,
)
from model.queue4.scoring import Band, band
from model.queue4.state import Ending, Phase, Queue
from queensbench.language import Mode
from queensbench.language.context import bind
from queensbench.readers.interpreter import Interpreter, Step

FIRST, SECOND, THIRD, FOURTH = Queue
OTHERS = (SECOND, THIRD, FOURTH)
JACK, QUEEN, KING = 11, 12, 13


class Luck:
    """A play of the box as sold in which chance does as it is told."""

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self.rules = Interpreter(mode, mode.full, {})
        self.colours = mode.full.sizes.get("colours", 1)
        self.state: Any = self.rules.start()

    def do(self, name: str, **args: Any) -> None:
        """One step."""
        self.state = self.rules.apply(self.state, Step(name, tuple(args.items())))

    def rank(self, card: int) -> int:
        return (card - 1) // self.colours + 1

    def cards(self, *ranks: int) -> list[int]:
        """All cards of some ranks; where there are colours, in turn."""
        kinds = range(self.colours)
        return [
            (rank - 1) * self.colours + kind + 1
            for rank in ranks
            for _ in range(4 // self.colours)
            for kind in kinds
        ]

    def top_of(self, queue: Queue, card: int) -> int:
        """The place above all cards of the same rank or a lower one."""
        sequence = self.state.queue[queue]
        return sum(self.rank(sequence[i]) <= self.rank(card) for i in range(len(sequence)))

    def reveal(self, card: int, *, back: bool = False) -> None:
        """The card drawn is turned up, and kept."""
        self.do("reveal", card=card)
        if self.state.phase == Phase.SEEN:
            self.do("shuffle_back" if back else "play")

    def add(self, card: int, queue: Queue = FIRST, gap: int | None = None) -> None:
        """A card joins a Queue, which it may begin; at a place it may also cost it."""
        if len(self.state.queue[queue]) == 0:
            self.do("begin_queue", queue=queue)
        else:
            self.do("add", queue=queue, gap=self.top_of(queue, card) if gap is None else gap)
        self.reveal(card)

    def score(self) -> int:
        return self.rules.scores(self.state)[None]

    def band(self) -> Band:
        with bind(self.rules.context):
            return band(self.state)

    # whole games

    def best_base(self) -> None:
        """All cards in order to one Queue."""
        for card in self.cards(*range(1, 14)):
            self.add(card)

    def open_ball(self) -> list[int]:
        """Aces and twos in the opening Queues; in FIRST two Aces of different colour, if there are colours."""
        dealt = self.cards(1, 2)
        for card in dealt:
            self.do("deal", card=card)
            if self.state.phase == Phase.ARRANGE:
                self.do("arrange", gap=1)
        return dealt[2:]

    def best_ball(self) -> None:
        """Queens send the other Queues back, Jacks bring the Kings, and all cards come to lie in one Queue."""
        left = self.open_ball()
        queens = self.cards(QUEEN)
        for queen, other in zip(queens, OTHERS, strict=False):
            self.add(queen)
            self.do("send_back", queue=other)
        self.add(left[0], SECOND)
        self.add(queens[3])
        self.do("send_back", queue=SECOND)
        for jack, king in zip(self.cards(JACK), self.cards(KING), strict=True):
            self.add(jack)
            self.do("turn_up", card=king)
            self.do(
                "place",
                queue=FIRST,
                gap=len(self.state.queue[FIRST]) if self.colours > 1 else self.below(king),
            )
        for card in [*left, *self.cards(*range(3, 11))]:
            self.add(card)

    def below(self, card: int) -> int:
        """The lowest place in FIRST at which a card is in order."""
        sequence = self.state.queue[FIRST]
        return sum(self.rank(sequence[i]) < self.rank(card) for i in range(len(sequence)))

    def worst_ball(self) -> None:
        """Queens send every Queue back, and herself with it; then the player stops."""
        self.open_ball()
        queen = self.cards(QUEEN)[0]
        for queue in Queue:
            self.add(queen, queue)
            self.do("send_back", queue=queue)
        self.do("stop")

    def spend(self) -> None:
        """A card is turned up and goes back, for a token."""
        if len(self.state.queue[FIRST]) == 0:
            self.do("begin_queue", queue=FIRST)
        else:
            self.do("add", queue=FIRST, gap=0)
        self.reveal(self.cards(5)[0], back=True)

    def name(self) -> None:
        """The Bouquet is named, where there is one."""
        if self.state.phase == Phase.NAME:
            self.do("name", queue=FIRST)


def best(play: Luck) -> None:
    if play.state.phase == Phase.DEAL:
        play.best_ball()
    else:
        play.best_base()
    play.name()


def worst(play: Luck) -> None:
    if play.state.phase == Phase.DEAL:
        play.worst_ball()
    else:
        play.do("stop")
    play.name()


@pytest.mark.parametrize("mode", [standard, royal_ball, bouquets, ball_and_bouquets], ids=lambda m: m.name)
def test_least_and_greatest_score(mode: Mode) -> None:
    play = Luck(mode)
    best(play)
    assert play.score() == 104
    assert play.band() == Band.LEGENDARY
    play = Luck(mode)
    worst(play)
    assert play.score() == -52
    assert play.band() == Band.LOSS


CAMPAIGNS = [campaign, campaign_royal_ball, campaign_bouquets, campaign_both]


@pytest.mark.parametrize("mode", CAMPAIGNS, ids=lambda m: m.name)
def test_greatest_total_of_a_campaign(mode: Mode) -> None:
    play = Luck(mode)
    for _ in range(5):
        best(play)
    assert play.score() == 5 * 104 + 3 * 6
    assert play.band() == Band.LEGENDARY


@pytest.mark.parametrize("mode", CAMPAIGNS, ids=lambda m: m.name)
def test_least_total_of_a_campaign(mode: Mode) -> None:
    """Each token is spent in the game after the one that earned it, so that none is left."""
    play = Luck(mode)
    for game in range(5):
        if game % 2 == 0 and play.state.phase == Phase.DEAL:
            play.open_ball()
            play.spend()
            queen = play.cards(QUEEN)[0]
            for queue in Queue:
                play.add(queen, queue)
                play.do("send_back", queue=queue)
            play.do("stop")
            play.name()
        elif game % 2 == 0:
            play.spend()
            worst(play)
        else:
            worst(play)
    assert play.score() == -260
    assert play.state.tokens == 0


def test_every_rating_of_the_base_game() -> None:
    """So many cards in one Queue, and then the player stops."""
    found = {}
    for played in (0, 26, 29, 31, 34, 36, 41):
        play = Luck(standard)
        for card in play.cards(*range(1, 14))[:played]:
            play.add(card)
        play.do("stop")
        found[play.score()] = play.band()
    assert found == {
        -52: Band.LOSS,
        0: Band.FAIR,
        6: Band.GOOD,
        10: Band.GREAT,
        16: Band.EXCELLENT,
        20: Band.SPECTACULAR,
        30: Band.LEGENDARY,
    }


def test_a_game_that_ends_with_four_discards_can_be_legendary() -> None:
    """The last card of the deck costs a Queue with all four Kings: 47 cards are left, and none counts twice."""
    play = Luck(standard)
    *rest, last = play.cards(*range(1, 13))
    for card in rest:
        play.add(card)
    for king in play.cards(KING):
        play.add(king, SECOND)
    play.add(last, SECOND, gap=4)
    assert play.state.ending == Ending.FOURTH
    assert play.score() == 47
    assert play.band() == Band.LEGENDARY


def test_in_the_base_game_a_fourth_discard_is_never_worth_more_than_stopping() -> None:
    """A Queue that is lost held a card at least, and the card that cost it comes from the deck: at best it is even."""
    play = Luck(standard)
    for card in play.cards(1)[:3]:
        play.add(card)
    play.add(2, SECOND)
    play.add(1, SECOND, gap=1)
    before = sum(len(play.state.queue[q]) for q in Queue) - sum(play.state.deck[c] for c in range(1, 14))
    play.add(13, gap=0)
    assert play.state.ending == Ending.FOURTH
    assert play.score() == before - 3 + 1


def test_at_a_ball_a_fourth_discard_can_be_worth_more_than_stopping() -> None:
    """A Jack is the fourth to be discarded, with a Queue of one card; he still brings a card, which is placed."""
    play = Luck(royal_ball)
    play.open_ball()
    for queue, lost, brought in ((SECOND, None, 5), (THIRD, None, 6), (SECOND, 3, 7)):
        if lost is not None:
            play.add(lost, queue)
        play.add(JACK, queue, gap=0)
        play.do("turn_up", card=brought)
        play.do("place", queue=FIRST, gap=play.below(brought))
        assert play.state.ending == Ending.NONE
    play.add(4, SECOND)
    before = sum(len(play.state.queue[q]) for q in Queue) - sum(play.state.deck[c] for c in range(1, 14))
    play.add(JACK, SECOND, gap=0)
    assert play.state.ending == Ending.FOURTH
    play.do("turn_up", card=8)
    play.do("place", queue=FIRST, gap=play.below(8))
    assert play.state.phase == Phase.OVER
    assert play.score() == before + 2
