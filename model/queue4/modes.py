"""The modes of Queue 4, their instances and their picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from model.queue4 import scoring, turn
from model.queue4.both import BothVariants, CampaignBoth, CampaignBouquets, CampaignRoyalBall
from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.opening import RoyalBall
from model.queue4.state import Aim, Ending, Player, Queue, Standard, level, n
from queensbench.language import Instance, Mode
from spec.queue4.rulings import r

__all__ = ["scoring", "turn"]

RANKS = ".A23456789TJQK"


def draw(s: Standard) -> str:
    """The Queues, bottom first; a letter is a rank."""
    return picture(s, 1)


def draw_in_colour(s: Standard) -> str:
    """The Queues, bottom first; a letter is a rank, with a stroke in the second colour."""
    return picture(s, 2)


def picture(s: Standard, colours: int) -> str:
    """What is due, the Queues, the deck, the discards."""

    def card(c: int) -> str:
        return RANKS[(c - 1) // colours + 1] + "'" * ((c - 1) % colours)

    def cards(counts: dict[tuple[int], int]) -> str:
        return "".join(card(c) * number for (c,), number in counts.items()) or "-"

    deck, gone = cards(dict(s.deck.items())), cards(dict(s.discards.items()))
    held = f", in hand {card(s.held)}" if s.held else ""
    ended = f", ended: {s.ending.name.lower()}" if s.ending != Ending.NONE else ""
    head = f"{s.phase.name.lower().replace('_', ' ')}{held}{ended}"
    aim = f" (aim {s.target.name.lower()} {s.gap})" if s.phase.name in ("REVEAL", "SEEN") else ""
    queues = "  ".join(
        f"{q.name.lower()} {''.join(card(sequence[i]) for i in range(len(sequence))) or '-'}"
        for (q,), sequence in s.queue.items()
    )
    return f"{head}{aim}\n{queues}\ndeck {deck}  discards {gone}"


def _small(
    name: str,
    why: str,
    *,
    queues: int,
    others: int,
    sizes: Mapping[str, int],
    explore: bool = True,
    compare: bool = True,
    budget: int = 20_000_000,
    states: int = 0,
) -> Instance:
    return Instance(
        name,
        why,
        sizes=sizes,
        keep={Queue: tuple(Queue)[:queues], Aim: tuple(Aim)[: queues + 1]},
        parameters={"others": others},
        explore=explore,
        compare=compare,
        budget=budget,
        states=states,
    )


LONG = "it takes about a minute, longer than the rest of this audit"
LONGER = "it takes one to two minutes, longer than the rest of this audit"

FULL = Instance("full", "the deck as sold, four Queues", explore=False)
UNASKED = replace(FULL, compare=False)  # four_of_a_kind takes z3 minutes to be asked here
IN_COLOUR = Instance(
    "full",
    "the deck as sold, in two colours, four Queues",
    sizes={"colours": 2, "copies": 2},
    explore=False,
    unproved=LONGER,
)

standard = Mode(
    "standard",
    state=Standard,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "six",
            "three ranks of two cards, two Queues: misfits in the middle, a fourth discard, a card shuffled back",
            queues=2,
            others=3,
            sizes={"ranks": 3, "copies": 2},
            states=4_911,
        ),
        _small(
            "eight",
            "four ranks of two cards, two Queues: a Queue lost and another begun",
            queues=2,
            others=4,
            sizes={"ranks": 4, "copies": 2},
            compare=False,
            states=61_730,
        ),
        _small(
            "three_queues",
            "four ranks of two cards, three Queues, of which two are alike",
            queues=3,
            others=4,
            sizes={"ranks": 4, "copies": 2},
            compare=False,
            states=331_228,
        ),
        _small(
            "twelve",
            "four ranks of three cards, two Queues: more than a million positions, no loop; to be solved",
            queues=2,
            others=6,
            sizes={"ranks": 4, "copies": 3},
            explore=False,
        ),
        _small(
            "ten_million",
            "six ranks of two cards, two Queues: more than ten million positions; to be explored",
            queues=2,
            others=3,
            sizes={"ranks": 6, "copies": 2},
            explore=False,
            budget=40_000_000,
        ),
    ),
    full=FULL,
    draw=draw,
    why="The base game.",
)

royal_ball = Mode(
    "royal-ball",
    state=RoyalBall,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "opening",
            "an Ace and the three faces, two cards of each, two opening Queues of one card: all effects meet",
            queues=2,
            others=4,
            sizes={"ranks": 4, "copies": 2, "jack": 2, "queen": 3, "king": 4, "opening": 1},
            states=153_134,
        ),
        _small(
            "pairs",
            "Aces and twos in pairs, a Queen and a King, two cards of each: opening Queues of two",
            queues=2,
            others=3,
            sizes={"ranks": 4, "copies": 2, "jack": 0, "queen": 3, "king": 4},
            states=68_036,
        ),
        _small(
            "court",
            "two more cards and opening Queues of two, of which either may come first",
            queues=2,
            others=4,
            sizes={"ranks": 5, "copies": 2, "jack": 3, "queen": 4, "king": 5},
            compare=False,
            states=1_677_130,
        ),
    ),
    full=FULL,
    draw=draw,
    why="The base game with opening Queues and effects of face cards.",
)

bouquets = Mode(
    "bouquets",
    state=Bouquets,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "nosegay",
            "three ranks of a red and a black card, two Queues, moves that cost two cards",
            queues=2,
            others=3,
            sizes={"ranks": 3, "colours": 2, "copies": 1, "price": 2},
            states=64_016,
        ),
        _small(
            "posy",
            "two ranks of two red and two black cards, two Queues, moves that cost two cards: cards that are alike",
            queues=2,
            others=3,
            sizes={"ranks": 2, "colours": 2, "copies": 2, "price": 2},
            compare=False,
            states=390_876,
        ),
    ),
    full=replace(IN_COLOUR, unproved=LONG),
    draw=draw_in_colour,
    why="The base game with a price for moving cards; one Queue and its colours score.",
)

ball_and_bouquets = Mode(
    "ball-and-bouquets",
    state=BothVariants,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "flowers",
            "an Ace, a Queen and a King in red and black, two opening Queues of one card, moves that cost a card",
            queues=2,
            others=2,
            sizes={
                "ranks": 3,
                "colours": 2,
                "copies": 1,
                "jack": 0,
                "queen": 2,
                "king": 3,
                "opening": 1,
                "price": 1,
            },
            states=56_348,
        ),
        _small(
            "jacks",
            "the same with a Jack in the Queen's place",
            queues=2,
            others=2,
            sizes={
                "ranks": 3,
                "colours": 2,
                "copies": 1,
                "jack": 2,
                "queen": 0,
                "king": 3,
                "opening": 1,
                "price": 1,
            },
            states=41_496,
        ),
        _small(
            "twins",
            "Aces and Kings, two red and two black of each: opening Queues of equal ranks",
            queues=2,
            others=3,
            sizes={"ranks": 2, "colours": 2, "copies": 2, "jack": 0, "queen": 0, "king": 2, "price": 2},
            states=5_895,
        ),
        _small(
            "ball_of_flowers",
            "the first of these with Jacks as well",
            queues=2,
            others=4,
            sizes={
                "ranks": 4,
                "colours": 2,
                "copies": 1,
                "jack": 2,
                "queen": 3,
                "king": 4,
                "opening": 1,
                "price": 1,
            },
            compare=False,
            states=3_873_036,
        ),
    ),
    full=IN_COLOUR,
    draw=draw_in_colour,
    why="The Royal Ball and Bouquets in one game.",
)

campaign = Mode(
    "campaign",
    state=Campaign,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "two_games",
            "two games with a deck of two ranks of two cards, one Queue, three tokens",
            queues=1,
            others=1,
            sizes={"ranks": 2, "copies": 2, "games": 2, "tokens": 3},
            states=1_554,
        ),
        _small(
            "two_games_two_queues",
            "two games with a deck of three ranks of two cards, two Queues, three tokens",
            queues=2,
            others=3,
            sizes={"ranks": 3, "copies": 2, "games": 2, "tokens": 3},
            compare=False,
            states=145_481,
        ),
    ),
    full=UNASKED,
    draw=draw,
    why="Five base games in a row.",
)

campaign_royal_ball = Mode(
    "campaign-royal-ball",
    state=CampaignRoyalBall,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "two_balls",
            "two games with an Ace, a Queen and a King, two cards of each, two Queues, two tokens",
            queues=2,
            others=1,
            sizes={
                "ranks": 3,
                "copies": 2,
                "jack": 0,
                "queen": 2,
                "king": 3,
                "opening": 1,
                "games": 2,
                "tokens": 2,
            },
            states=174_741,
        ),
    ),
    full=UNASKED,
    draw=draw,
    why="Five Royal Balls in a row.",
)

campaign_bouquets = Mode(
    "campaign-bouquets",
    state=CampaignBouquets,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "two_bouquets",
            "two games with a deck of two ranks of a red and a black card, two Queues, moves that cost a card",
            queues=2,
            others=1,
            sizes={"ranks": 2, "colours": 2, "copies": 1, "price": 1, "games": 2, "tokens": 2},
            states=99_867,
        ),
    ),
    full=replace(IN_COLOUR, unproved=LONG),
    draw=draw_in_colour,
    why="Five games of Bouquets in a row.",
)

campaign_both = Mode(
    "campaign-both",
    state=CampaignBoth,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        _small(
            "two_of_both",
            "two games with an Ace, a Queen and a King in red and black, two Queues, two tokens",
            queues=2,
            others=1,
            sizes={
                "ranks": 3,
                "colours": 2,
                "copies": 1,
                "jack": 0,
                "queen": 2,
                "king": 3,
                "opening": 1,
                "price": 1,
                "games": 2,
                "tokens": 2,
            },
            states=1_540_105,
        ),
    ),
    full=IN_COLOUR,
    draw=draw_in_colour,
    why="Five games in a row with both variants.",
)
