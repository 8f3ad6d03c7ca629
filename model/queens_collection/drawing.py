"""How the tables of The Queen's Collection look: box cards with pawns, cards before the players, the pile."""

from __future__ import annotations

from model.queens_collection.against_table import Match
from model.queens_collection.against_table import Phase as Turn
from model.queens_collection.cards import HOME, Box, Card, Colour, Player, pile_size
from model.queens_collection.sorting import Phase, Sorting
from queensbench.language import named
from queensbench.language.drawings import Board, Cell, Group, Stand, counted, drawing, stands_for

DEALING = (Phase.PUT_AWAY, Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST)
LAYING_OUT = (Turn.FIRST_PLAYER, Turn.DEAL, Turn.LAY_OUT)
WILD = "grey"


def card(c: Card, number: int, *arguments: str, down: bool = False) -> Cell | None:
    """Cards that are alike; ``arguments``: those of moves that they stand for."""
    colour = WILD if c == Card.WILD else c.name.lower()
    return counted(c.name.lower(), number, colour, down=down, stands=each(c, *arguments))


def each(value: Card | Colour | Box, *arguments: str) -> tuple[Stand, ...]:
    """The moves with this value in any of some arguments."""
    return tuple(stand for name in arguments for stand in stands_for("", **{name: value}))


def pile(cards: int) -> Group:
    """The draw pile, of which only the number is seen."""
    return Group("pile", [counted("cards", cards, WILD, down=True)])


@drawing(setup=lambda s: s.phase in DEALING)
def sorting(s: Sorting) -> Board:
    """The table of booklet 1, with pawns at home marked and passes told."""

    def pawns(b: Box) -> Group:
        cells = []
        for c in Colour:
            cell = counted(c.name.lower(), s.pawns[b, c], c.name.lower())
            if cell is not None:
                own = stands_for(a=c, x=b) + stands_for(b=c, y=b) + stands_for(c=c, x=b)
                cells.append(Cell(cell.text, cell.colour, marked=HOME[c] == b, stands=own))
        return Group(f"{b.name.lower()} box", cells)

    boxes = [[pawns(b)] for b in Box]
    rows = [a + b for a, b in zip(boxes[::2], [*boxes[1::2], []], strict=False)] if len(boxes) > 4 else boxes
    for p in Player:
        names = ("by", "first", "second", "give") if p == s.active else ()
        before = [card(c, s.display[p, c], *names) for c in Card]
        passed = [Cell("passed", loose=True)] if s.passed[p] else []
        rows.append([Group(named(p), [*before, *passed])])
    left = [counted(c.name.lower(), s.supply[c], c.name.lower()) for c in Colour]
    away = [counted(c.name.lower(), s.out[c], c.name.lower()) for c in Colour]
    rows.append([pile(pile_size(s)), Group("discards", (card(c, s.discards[c]) for c in Card))])
    if any(left) or any(away):
        rows.append([Group("pawns to deal", left), Group("pawns out", away)])
    due = s.phase.name.lower().replace("_", " ")
    return Board(rows, f"{named(s.active)}'s turn: {due}")


@drawing(setup=lambda s: s.round == 1 and s.phase in LAYING_OUT)
def match(s: Match) -> Board:
    """The table of booklet 2, with the display; hands are dashed, since only their owners see them."""
    boxes = Group("boxes", (counted(c.name.lower(), s.pawns[HOME[c], c], c.name.lower()) for c in Colour))
    shown = Group("display", (card(c, s.display[c], "shown") for c in Card))
    rows = [[boxes], [shown], [pile(pile_size(s)), Group("discards", (card(c, s.discards[c]) for c in Card))]]
    for label, counts in (("turned up", s.revealed), ("put down", s.given), ("out of the game", s.removed)):
        cells = [card(c, counts[c]) for c in Card]
        if any(cells):
            rows.append([Group(label, cells)])
    for p in Player:
        has = f"points {s.points[p]}, pawns {s.collected[p]}, boxes {s.boxes[p]}"
        names = ("own", "card") if p == s.active else ()
        hand = Group("hand", (card(c, s.hand[p, c], *names, down=True) for c in Card))
        rows.append([Group(named(p), [Cell(has, loose=True)]), hand])
    due = s.phase.name.lower().replace("_", " ")
    return Board(rows, f"round {s.round}, {named(s.active)}'s turn: {due}")
