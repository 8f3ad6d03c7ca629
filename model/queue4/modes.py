"""The modes of Queue 4, their instances and their picture."""

from __future__ import annotations

from model.queue4 import scoring, turn
from model.queue4.both import BothVariants, CampaignBoth, CampaignBouquets, CampaignRoyalBall
from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.royal_ball import RoyalBall
from model.queue4.state import Ending, Player, Queue, Standard, level, n
from queensbench.language import Instance, Kind, Mode, Symmetry
from spec.queue4.rulings import r

__all__ = ["scoring", "turn"]

RANKS = ".A23456789TJQK"


def draw(s: Standard) -> str:
    """The Queues, bottom first; a letter is a rank, small where it is the second colour."""
    colours = n.colours

    def card(c: int) -> str:
        rank = RANKS[(c - 1) // colours + 1]
        return rank.lower() if (c - 1) % colours else rank

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


def queues(count: int) -> dict[type[Kind], tuple[Kind, ...]]:
    """The first Queues."""
    return {Queue: tuple(Queue)[:count]}


alike = Symmetry("queues", full=(Queue,), why="no rule tells one Queue from another")

IN_COLOUR = Instance(
    "full", "the deck as sold, in two colours", sizes={"colours": 2, "copies": 2}, explore=False
)

standard = Mode(
    "standard",
    state=Standard,
    rulings=r,
    sizes=n,
    parameters=level,
    instances=(
        Instance(
            "small",
            "three ranks of two cards, two Queues",
            sizes={"ranks": 3, "copies": 2},
            keep=queues(2),
            parameters={"others": 3},
        ),
    ),
    symmetries=(alike,),
    draw=draw,
    players=Player,
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
        Instance(
            "small",
            "five ranks of two cards, of which three have effects, two Queues",
            sizes={"ranks": 5, "copies": 2, "jack": 3, "queen": 4, "king": 5},
            keep=queues(2),
            parameters={"others": 4},
        ),
        Instance(
            "tiny",
            "four ranks of two cards, of which three have effects, two Queues",
            sizes={"ranks": 4, "copies": 2, "jack": 2, "queen": 3, "king": 4, "opening": 1},
            keep=queues(2),
            parameters={"others": 4},
        ),
    ),
    symmetries=(alike,),
    draw=draw,
    why="The base game with opening Queues and effects of face cards.",
)

bouquets_mode = Mode(
    "bouquets",
    state=Bouquets,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        Instance(
            "small",
            "three ranks of a red and a black card, two Queues, moves that cost two cards",
            sizes={"ranks": 3, "colours": 2, "copies": 1, "price": 2},
            keep=queues(2),
            parameters={"others": 3},
        ),
    ),
    symmetries=(alike,),
    full=IN_COLOUR,
    draw=draw,
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
        Instance(
            "small",
            "four ranks of a red and a black card, of which three have effects, two Queues, moves that cost one card",
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
            keep=queues(2),
            parameters={"others": 4},
        ),
    ),
    symmetries=(alike,),
    full=IN_COLOUR,
    draw=draw,
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
        Instance(
            "small",
            "two games with a deck of two ranks of two cards, one Queue, three tokens",
            sizes={"ranks": 2, "copies": 2, "games": 2, "tokens": 3},
            keep=queues(1),
            parameters={"others": 1},
        ),
    ),
    symmetries=(alike,),
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
        Instance(
            "small",
            "two games with a deck of three ranks of two cards, of which two have effects, one Queue, two tokens",
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
            keep=queues(1),
            parameters={"others": 1},
        ),
    ),
    symmetries=(alike,),
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
        Instance(
            "small",
            "two games with a deck of two ranks of a red and a black card, two Queues, moves that cost a card",
            sizes={"ranks": 2, "colours": 2, "copies": 1, "price": 1, "games": 2, "tokens": 2},
            keep=queues(2),
            parameters={"others": 1},
        ),
    ),
    symmetries=(alike,),
    full=IN_COLOUR,
    draw=draw,
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
        Instance(
            "small",
            "two games with a deck of three ranks of a red and a black card, two Queues, two tokens",
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
            keep=queues(2),
            parameters={"others": 1},
        ),
    ),
    symmetries=(alike,),
    full=IN_COLOUR,
    draw=draw,
    why="Five games in a row with both variants.",
)
