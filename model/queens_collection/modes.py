"""The cooperative and the solo game of The Queen's Collection, their instances and their picture."""

from __future__ import annotations

from model.queens_collection import deal, exchange, possible, scoring, solo, together, trade
from model.queens_collection.cards import Box, Card, Colour, Player, level, n
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Sorting
from model.queens_collection.together import Together
from queensbench.language import Instance, Kind, Mode
from spec.queens_collection.rulings import r

__all__ = ["cooperative", "deal", "exchange", "possible", "scoring", "solo", "solo_mode", "together", "trade"]

COLOURS = tuple(Colour)


def keep(colours: int, players: int) -> dict[type[Kind], tuple[Kind, ...]]:
    """The first colours, with their box cards and pawn cards, and the first players."""
    return {
        Colour: tuple(Colour)[:colours],
        Box: tuple(Box)[:colours],
        Card: (*tuple(Card)[:colours], Card.WILD),
        Player: tuple(Player)[:players],
    }


def draw(s: Sorting) -> str:
    """Each box card with its pawns (capitals are at home), the cards before each player, the pile."""

    def short(name: str) -> str:
        return name[:3].lower()

    def box(b: Box) -> str:
        pawns = " ".join(
            short(c.name).upper() if c.name == b.name else short(c.name)
            for c in Colour
            for _ in range(s.pawns[b, c])
        )
        return f"{short(b.name)}[{pawns}]"

    def cards(p: Player) -> str:
        return " ".join(short(card.name) for card in Card for _ in range(s.display[p, card]))

    pile = sum(s.pile[card] for card in Card)
    out = sum(s.out[c] for c in Colour)
    head = f"{s.phase.name.lower().replace('_', ' ')}, {s.active.name.lower()}; pile {pile}, pawns out {out}"
    shown = "; ".join(f"{p.name.lower()}: {cards(p)}{' (passed)' if s.passed[p] else ''}" for p in Player)
    return "\n".join([head, " ".join(box(b) for b in Box), shown])


cooperative = Mode(
    "cooperative",
    state=Together,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        Instance(
            "pair",
            "two colours, two players",
            sizes={"pawns": 1, "cards": 2, "wilds": 2, "shown": 2},
            keep=keep(2, 2),
        ),
    ),
    full=Instance("full", "the box as sold, four players"),
    draw=draw,
)

solo_mode = Mode(
    "solo",
    state=Alone,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=(
        Instance(
            "two",
            "two colours",
            sizes={"pawns": 2, "cards": 2, "wilds": 2, "put_away": 1},
            keep=keep(2, 1),
        ),
    ),
    full=Instance("full", "the box as sold, one player", keep={Player: (Player.NORTH,)}),
    draw=draw,
)
