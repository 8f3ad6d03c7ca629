"""The cooperative and the solo game of The Queen's Collection, their instances and their picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from model.queens_collection import deal, exchange, possible, scoring, solo, together, trade
from model.queens_collection.cards import Box, Card, Colour, Player, level, n
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Sorting
from model.queens_collection.together import Together
from queensbench.language import Instance, Kind, Mode, Symmetry, named
from spec.queens_collection.rulings import r

__all__ = ["cooperative", "deal", "exchange", "possible", "scoring", "solo", "solo_mode", "together", "trade"]


def keep(colours: int, players: int) -> dict[type[Kind], tuple[Kind, ...]]:
    """The first colours, with their box cards and pawn cards, and the first players."""
    return {
        Colour: tuple(Colour)[:colours],
        Box: tuple(Box)[:colours],
        Card: (*tuple(Card)[:colours], Card.WILD),
        Player: tuple(Player)[:players],
    }


def _neighbours() -> Iterator[dict[type[Kind], list[Kind]]]:
    """Two colours that follow each other change names, pawns, box cards and pawn cards alike."""
    for first, second in pairwise(c.name for c in Colour):
        renamed = {first: second, second: first}
        yield {kind: [kind[renamed.get(m.name, m.name)] for m in kind] for kind in (Colour, Box, Card)}


colours = Symmetry(
    "colours",
    tuple(_neighbours()),
    why="after the deal nothing depends on which colour is which, nor on where in the ring a box card lies",
    instances=("dealt", "enough"),
)


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
    head = f"{s.phase.name.lower().replace('_', ' ')}, {named(s.active)}; pile {pile}, pawns out {out}"
    shown = "; ".join(f"{named(p)}: {cards(p)}{' (passed)' if s.passed[p] else ''}" for p in Player)
    return "\n".join([head, " ".join(box(b) for b in Box), shown])


def _small(
    name: str,
    why: str,
    *,
    colours: int,
    players: int = 1,
    sizes: dict[str, int],
    parameters: dict[str, int] | None = None,
    compare: bool = True,
    states: int = 0,
) -> Instance:
    return Instance(
        name,
        why,
        sizes=sizes,
        keep=keep(colours, players),
        parameters=parameters or {},
        compare=compare,
        states=states,
    )


COOPERATIVE = (
    Instance("three", "the box as sold, three players", keep={Player: tuple(Player)[:3]}, explore=False),
    Instance("two", "the box as sold, two players", keep={Player: tuple(Player)[:2]}, explore=False),
    Instance(
        "hardest",
        "four players, a card of each colour and three wilds taken out",
        parameters={"fewer_colours": 1, "fewer_wilds": 3},
        explore=False,
    ),
    Instance(
        "beginners", "four players, the side with two spaces", parameters={"beginners": 1}, explore=False
    ),
    Instance(
        "beginners_hardest",
        "the side with two spaces, and all cards taken out that may be",
        parameters={"beginners": 1, "fewer_colours": 1, "fewer_wilds": 3},
        explore=False,
    ),
    _small(
        "round",
        "three colours, two players, dealt card by card: skipped, full, own and blocked boxes, pairs, all actions",
        colours=3,
        players=2,
        sizes={"pawns": 2, "cards": 2, "wilds": 3},
        compare=False,
        states=1_041_094,
    ),
    _small(
        "dealt",
        "three colours, two players, after a deal in one step: all colours are alike",
        colours=3,
        players=2,
        sizes={"pawns": 3, "cards": 3, "wilds": 2, "dealt": 1},
        compare=False,
        states=3_241_535,
    ),
    _small(
        "enough",
        "three colours of two pawns, two players, after a deal in one step: cards enough to sort them all",
        colours=3,
        players=2,
        sizes={"pawns": 2, "cards": 3, "wilds": 3, "dealt": 1},
        compare=False,
        states=4_659_131,
    ),
    _small(
        "trio",
        "three players, three colours, one pawn each: the order of turns, trades, passes in a row",
        colours=3,
        players=3,
        sizes={"pawns": 1, "cards": 2, "wilds": 2, "shown": 2},
        compare=False,
        states=394_794,
    ),
    _small(
        "young",
        "two colours on the beginners' side: third pawns leave",
        colours=2,
        players=2,
        sizes={"pawns": 3, "cards": 3, "wilds": 2},
        parameters={"beginners": 1},
        states=11_953,
    ),
    _small(
        "youngest",
        "three colours on the beginners' side of two pawns each: the deal itself takes pawns out",
        colours=3,
        players=2,
        sizes={"pawns": 2, "cards": 2, "wilds": 2},
        parameters={"beginners": 1},
        states=450_737,
    ),
    _small(
        "harder",
        "two colours, a card of each and a wild taken out",
        colours=2,
        players=2,
        sizes={"pawns": 2, "cards": 4, "wilds": 4},
        parameters={"fewer_colours": 1, "fewer_wilds": 1},
        states=19_619,
    ),
)

SOLO = (
    Instance(
        "hardest",
        "a card of each colour and three wilds taken out",
        keep={Player: (Player.NORTH,)},
        parameters={"fewer_colours": 1, "fewer_wilds": 3},
        explore=False,
    ),
    Instance(
        "beginners",
        "the side with two spaces",
        keep={Player: (Player.NORTH,)},
        parameters={"beginners": 1},
        explore=False,
    ),
    _small(
        "round",
        "three colours, of which one lacks a pawn: deal, all actions",
        colours=3,
        sizes={"pawns": 2, "cards": 3, "wilds": 2, "put_away": 1},
        states=483_022,
    ),
    _small(
        "placed",
        "three colours, one pawn put away, after a deal in one step: the turns of the solo game alone",
        colours=3,
        sizes={"pawns": 2, "cards": 3, "wilds": 2, "put_away": 1, "dealt": 1},
        compare=False,
        states=321_988,
    ),
    _small(
        "young",
        "two colours on the beginners' side, one of them a pawn short, a card of each and a wild taken out",
        colours=2,
        sizes={"pawns": 3, "cards": 4, "wilds": 3, "put_away": 1},
        parameters={"beginners": 1, "fewer_colours": 1, "fewer_wilds": 1},
        states=3_298,
    ),
)

cooperative = Mode(
    "cooperative",
    state=Together,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=COOPERATIVE,
    full=Instance("full", "the box as sold, four players", explore=False),
    symmetries=(colours,),
    draw=draw,
    why="Two to four players sort the pawns together.",
)

solo_mode = Mode(
    "solo",
    state=Alone,
    rulings=r,
    sizes=n,
    parameters=level,
    players=Player,
    instances=SOLO,
    full=Instance(
        "full",
        "the box as sold, one player",
        keep={Player: (Player.NORTH,)},
        explore=False,
    ),
    draw=draw,
    why="One player sorts the pawns alone.",
)
