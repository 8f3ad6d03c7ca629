"""The competitive game, its instances and its picture (queens-collection: second booklet)."""

from __future__ import annotations

from model.queens_collection import against_pairs, against_reveal, against_round, against_swap
from model.queens_collection.against_table import Match, m
from model.queens_collection.cards import Box, Card, Colour, Player, level
from queensbench.language import Instance, Kind, Mode, Symmetry, named
from spec.queens_collection.rulings import r

__all__ = ["against_pairs", "against_reveal", "against_round", "against_swap", "competitive"]


def _kept(colours: int, players: int) -> dict[type[Kind], tuple[Kind, ...]]:
    """The first colours and the first players."""
    return {
        Colour: tuple(Colour)[:colours],
        Box: tuple(Box)[:colours],
        Card: (*tuple(Card)[:colours], Card.WILD),
        Player: tuple(Player)[:players],
    }


def small(
    name: str,
    why: str,
    *,
    colours: int = 2,
    players: int = 2,
    parameters: dict[str, int] | None = None,
    compare: bool = True,
    states: int = 0,
    **sizes: int,
) -> Instance:
    """A box that can be exhausted: one round, and of each thing one or two unless it says otherwise."""
    return Instance(
        name,
        why,
        sizes={"pawns": 1, "cards": 2, "wilds": 1, "rounds": 1, "hand": 1, "display": 2, "reveals": 2}
        | {"pairs": 2, "swaps": 2}
        | sizes,
        keep=_kept(colours, players),
        parameters=parameters or {},
        compare=compare,
        states=states,
    )


INSTANCES = (
    Instance(
        "two",
        "the box as sold, two players, two rounds",
        sizes={"rounds": 2},
        keep={Player: tuple(Player)[:2]},
        explore=False,
    ),
    Instance(
        "three",
        "the box as sold, three players, three rounds",
        sizes={"rounds": 3},
        keep={Player: tuple(Player)[:3]},
        explore=False,
    ),
    small(
        "duel",
        "two colours, the booklet's display of three and three pairs: a round ends with a box, or with both at once",
        pawns=2,
        cards=3,
        wilds=2,
        hand=2,
        display=3,
        reveals=3,
        pairs=3,
        swaps=3,
        states=251_191,
    ),
    small(
        "gone",
        "three colours of a pawn each: pairs of a colour that is gone leave the game while a round goes on",
        colours=3,
        states=388_827,
    ),
    small(
        "match",
        "two rounds: points are added up, the first player changes, cards come back",
        pawns=2,
        rounds=2,
        states=962_193,
    ),
    small(
        "trio",
        "three players: whose turn ends a round, and three who share a victory",
        players=3,
        pawns=2,
        cards=3,
        compare=False,
        states=847_657,
    ),
    small(
        "levels",
        "beginners' side and fewer cards asked for, which a ruling keeps to the first booklet",
        pawns=2,
        cards=3,
        wilds=2,
        parameters={"beginners": 1, "fewer_colours": 1, "fewer_wilds": 1},
        states=578_691,
    ),
)


def draw(s: Match) -> str:
    """Boxes, piles and display, then each player."""

    def cards(counts: dict[Card, int]) -> str:
        return " ".join(f"{c.name.lower()} {k}" for c, k in counts.items() if k) or "-"

    def row(name: str) -> dict[Card, int]:
        return {key[0]: value for key, value in getattr(s, name).items()}

    boxes = " ".join(f"{b.name.lower()} {k}" for (b, c), k in s.pawns.items() if b.name == c.name)
    pile, discards = sum(row("pile").values()), sum(row("discards").values())
    lines = [
        f"round {s.round}, {s.phase.name.lower().replace('_', ' ')}, {named(s.active)}'s turn",
        f"boxes: {boxes}; pile {pile}, discards {discards}, out {cards(row('removed'))}",
        f"display: {cards(row('display'))}",
    ]
    if any(row("revealed").values()):
        lines.append(f"revealed: {cards(row('revealed'))}")
    if any(row("given").values()):
        lines.append(f"put down: {cards(row('given'))}, {s.due} to come")
    for (p,), points in s.points.items():
        hand = {c: k for (q, c), k in s.hand.items() if q == p}
        lines.append(
            f"{named(p):<6} {points:>4}: pawns {s.collected[p]}, boxes {s.boxes[p]}, hand {cards(hand)}"
        )
    return "\n".join(lines)


def _exchanged(place: int) -> dict[type[Kind], list[Kind]]:
    """A colour and the next one take each other's places."""
    out: dict[type[Kind], list[Kind]] = {}
    for kind in (Colour, Box, Card):
        members: list[Kind] = list(kind)
        members[place], members[place + 1] = members[place + 1], members[place]
        out[kind] = members
    return out


colours = Symmetry(
    "colours",
    tuple(_exchanged(place) for place in range(len(Colour) - 1)),
    why="every number is the same for all colours",
)

seats = Symmetry(
    "seats",
    ({Player: [Player.EAST, Player.SOUTH, Player.WEST, Player.NORTH]},),
    why="four players round a table play by the same rules",
)


competitive = Mode(
    "competitive",
    state=Match,
    rulings=r,
    sizes=m,
    parameters=level,
    players=Player,
    instances=INSTANCES,
    symmetries=(colours, seats),
    draw=draw,
    why="Each against each other, as many rounds as players.",
)
