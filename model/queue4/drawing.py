"""How the table of Queue 4 looks: the Queues bottom first, the card in hand, the deck and the discards in counts."""

from __future__ import annotations

from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.opening import RoyalBall
from model.queue4.state import Aim, Ending, Phase, Queue, Standard, colour_of, n, rank_of
from queensbench.language import Table
from queensbench.language.drawings import Board, Cell, Group, counted, drawing, stands_for
from spec.queue4.rulings import r
from spec.queue4.standard import Destination

SETUP = (Phase.DEAL, Phase.ARRANGE, Phase.PAIR, Phase.KIND)


@drawing(setup=lambda s: s.phase in SETUP)
def table(s: Standard) -> Board:
    """The table, with ranks as cards, ``r`` or ``b`` where colours count, and the aimed place marked.

    By ruling ``destination`` the Queue alone is aimed at, and no place in it is marked.
    """

    def name(card: int) -> str:
        faces = {1: "A", n.jack: "J", n.queen: "Q", n.king: "K"}
        colour = "rb"[colour_of(card)] if n.colours > 1 else ""
        return f"{faces.get(rank_of(card), rank_of(card))}{colour}"

    def colour(card: int) -> str:
        return ("red", "black")[colour_of(card)] if n.colours > 1 else ""

    def one(card: int, *, down: bool = False) -> list[Cell]:
        return [Cell(name(card), colour(card), down=down, marked=True)] if card else []

    def cards(label: str, counts: Table[int, int]) -> Group:
        return Group(
            label, (counted(name(c), k, colour(c), stands=stands_for(card=c)) for (c,), k in counts.items())
        )

    rows = []
    for q in Queue:
        sequence = s.queue[q]
        aimed = s.target == Aim[q.name] and s.phase in (Phase.REVEAL, Phase.SEEN)
        at = s.target == Aim[q.name]  # moves that name a place alone are about the aimed Queue
        cells = [
            Cell(
                name(sequence[i]),
                colour(sequence[i]),
                stands=stands_for(queue=q, gap=i) + (stands_for(gap=i) if at else ()),
            )
            for i in range(len(sequence))
        ]
        if aimed and r.destination == Destination.QUEUE and cells:
            cells.append(Cell("anywhere in it", marked=True, loose=True))
        elif aimed:
            cells.insert(s.gap, Cell("here", marked=True, loose=True))
        gone = Group("", [Cell("cannot be begun again", loose=True)] if s.gone[q] else [])
        rows.append(
            [
                Group(f"{q.name.lower()} Queue", cells, stands=stands_for(queue=q)),
                *([gone] if gone.cells else []),
            ]
        )
    rows.append([cards("deck", s.deck), cards("discards", s.discards)])
    hand = Group(
        "in hand", [*one(s.held), *one(s.turned), *(one(s.carried) if isinstance(s, Bouquets) else [])]
    )
    if hand.cells:
        rows.append([hand])
    if isinstance(s, RoyalBall) and any(k for _, k in s.pool.items()):
        rows.append([cards("opening cards", s.pool)])
    if isinstance(s, Bouquets) and any(k for _, k in s.spent.items()):
        rows.append([cards("paid, not counted", s.spent)])
    if isinstance(s, Bouquets) and s.bouquet != Aim.NONE:
        rows.append([Group("bouquet", [f"{s.bouquet.name.lower()} Queue"])])
    if isinstance(s, Campaign):
        tokens = Group("tokens", [Cell(f"{s.tokens} own, {s.pile} to be earned", loose=True)])
        rows.append([Group("campaign", [Cell(f"game {s.game}, {s.total} so far", loose=True)]), tokens])
    ended = f", ended: {s.ending.name.lower()}" if s.ending != Ending.NONE else ""
    return Board(rows, f"due: {s.phase.name.lower().replace('_', ' ')}{ended}")
