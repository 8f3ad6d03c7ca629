"""The modes of Queue 4, their instances and their picture."""

from __future__ import annotations

from model.queue4 import scoring, turn
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
