"""How the table of Queen of Scots looks: the two piles, then before each player sets, crown jewels and the hand."""

from __future__ import annotations

from model.queen_of_scots.cards import Card, Player, Sort
from model.queen_of_scots.table import Phase, State, deck_size
from queensbench.language import named
from queensbench.language.drawings import Board, Cell, Group, Stand, counted, drawing, stands_for

SETUP = (Phase.DEALER, Phase.SHUFFLE, Phase.DEAL, Phase.TURN_UP, Phase.SEAT)
COLOURS = {Card.JAMES: "purple", Card.REGENT: "purple", Card.HEIR: "purple", Card.JEWEL: "yellow"}


@drawing(setup=lambda s: s.round == 1 and s.phase in SETUP)
def table(s: State) -> Board:
    """The table with royals purple and crown jewels yellow; hands are dashed, since only their owner sees them."""

    def card(c: Card, number: int, *, down: bool = False, stands: tuple[Stand, ...] = ()) -> Cell | None:
        return counted(named(c), number, COLOURS.get(c, ""), down=down, stands=stands)

    def held(c: Card) -> tuple[Stand, ...]:
        first, second, third = stands_for(first=c), stands_for(second=c), stands_for(third=c)
        return stands_for(card=c) + first + second + third

    pile = [card(c, s.pile[c] - (c == s.top and s.pile[c] > 0)) for c in Card]
    top = Cell(named(s.top), COLOURS.get(s.top, ""), marked=True) if any(s.pile[c] for c in Card) else None
    apart = [card(c, int(s.apart[c])) for c in Card]
    rows = [
        [
            Group(
                "face down", [counted("cards", deck_size(s), "grey", down=True, stands=stands_for("draw"))]
            ),
            Group("face up, top first", [top, *pile]),
            *([Group("turned up", apart)] if any(apart) else []),
        ]
    ]
    if s.due:
        rows.append([Group("to be laid", (card(c, s.aside[c]) for c in Card))])
    for p in Player:
        name = named(p)
        sets = [card(c, s.laid[p, c]) for c in Card]
        court = [card(c, s.court[p, c]) for c in Card]
        wilds = [counted(f"jewel with {named(w)}", s.wilds[p, w], "yellow") for w in Sort]
        hand = [card(c, s.hand[p, c], down=True, stands=held(c) if p == s.active else ()) for c in Card]
        rows.append([Group(name, [Cell(f"{s.points[p]} points", loose=True)]), Group("hand", hand)])
        if any((*sets, *wilds)):
            rows.append([Group(f"{name}'s sets", [*sets, *wilds])])
        if any(court):
            rows.append([Group(f"{name}'s family", court)])
    due = s.phase.name.lower().replace("_", " ")
    who = s.dealer if s.phase == Phase.SHUFFLE else s.active
    return Board(rows, f"round {s.round}, {named(who)}'s turn: {due}; {named(s.dealer)} deals")
