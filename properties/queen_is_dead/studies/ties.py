"""Two face-up characters at the rolled position: who acts, in which order, what is revealed, under every reading.

For each pair of tiles (a Recruit with each possible Master) the steps from the roll to the end of the turn form a
graph: positions and what leads from one to the next.  It is built by the interpreter, step by step, and compared
with the graph under each reading of each ruling that it consults.  The board has three positions, the two
tiles lie beside the centre; each player holds one token of every colour, so that every ability has something
to do.  It is the starting player's first turn, so that nothing is repositioned afterwards; the
ruling on that (``first_turn``) has no part in who acts and is left at the house reading.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from model.queen_is_dead.state import Character, Phase, Player, Prestige, State, may_be_master
from queensbench import Interpreter, Tally
from queensbench.language import Instance
from queensbench.language.context import bind
from queensbench.language.studies import Bench, Study, study

BOARD = Instance("three positions", "for the study of ties", sizes={"faces": 2}, explore=False)
PLACE, CENTRE = 2, 3
AFTERWARDS = ("first_turn",)


@dataclass(frozen=True)
class Tile:
    """A tile that lies face up at the rolled position, and the Master of its player."""

    character: Character
    master: Character

    def __str__(self) -> str:
        if self.character == Character.RECRUIT:
            return f"Recruit ({self.master.name.title()})"
        return self.character.name.title()


def tiles(interpreter: Interpreter) -> list[Tile]:
    """Every tile that can lie there: ten characters, and a Recruit with each of seven Masters."""
    with bind(interpreter.context):
        masters = [c for c in Character if may_be_master(c)]
    out = [Tile(c, next(m for m in masters if m != c)) for c in Character if c != Character.RECRUIT]
    return out + [Tile(Character.RECRUIT, m) for m in masters]


def position(interpreter: Interpreter, white: Tile, black: Tile) -> State:
    """The board: both tiles face up at the rolled position, the Princesses in the middle, all else face down."""
    with bind(interpreter.context):
        s = State()
        s.phase = Phase.ROLL
        s.first_turn = True
        for p, tile in ((Player.WHITE, white), (Player.BLACK, black)):
            others = [
                c
                for c in (Character.GUARD, Character.GAMBLER, Character.NOBLE, Character.PILOT, Character.SPY)
                if c not in (tile.character, tile.master)
            ]
            for k in range(2, 5):
                s.line[p, k] = others.pop() if k != CENTRE else Character.PRINCESS
            s.face_up[p, CENTRE] = True
            if tile.character == Character.PRINCESS:
                s.line[p, CENTRE] = others.pop()
            s.line[p, PLACE] = tile.character
            s.face_up[p, PLACE] = True
            s.master[p] = tile.master
            for c in Prestige:
                s.tokens[p, c] = 1
        for c in Prestige:
            s.supply[c] = 4
    s.__dict__["_silence"] = None
    return s


class Turn:
    """The graph of one turn under one reading."""

    def __init__(self, interpreter: Interpreter, white: Tile, black: Tile) -> None:
        self.interpreter = interpreter
        import networkx as nx  # here, because every command reads this file, and few need it

        self.graph: Any = nx.DiGraph()
        interpreter.tally = Tally()
        start = interpreter.apply(
            position(interpreter, white, black), interpreter.step("roll", (PLACE,)), settled=False
        )
        self.shown: set[tuple[bool, bool]] = set()
        self.orders: set[tuple[str, ...]] = set()
        self.root = self.grow(start)
        self.consulted = set(interpreter.tally.rulings)
        self.read(self.root, ())

    def key(self, state: Any) -> tuple[int, ...]:
        """The cells of a state."""
        return tuple(self.interpreter.cells(state, SILENCES))

    def grow(self, start: Any) -> tuple[int, ...]:
        """All states from a state to the end of the turn."""
        root = self.key(start)
        todo = [start]
        self.graph.add_node(root)
        while todo:
            state = todo.pop()
            key = self.key(state)
            for label, acts, new in self.after(state):
                target = self.key(new)
                if target not in self.graph:
                    self.graph.add_node(target)
                    todo.append(new)
                self.graph.add_edge(key, target, label=label, acts=acts)
            if self.graph.out_degree(key) == 0:
                up = (state.master_up[Player.WHITE], state.master_up[Player.BLACK])
                self.graph.nodes[key]["shown"] = up
                self.shown.add(up)
        return root

    def after(self, state: Any) -> list[tuple[str, str, Any]]:
        """The possible next steps: the name of each, who begins to act by it (empty: nobody), the state after it."""
        if state.phase == Phase.ROLL or self.interpreter.silence(state) is not None:
            return []
        step = self.interpreter.advance(state)
        if step is not None:
            acts = ""
            if step[0] == "next_character":
                acts = step[1].acting.name.title()
            return [(step[0], acts, step[1])]
        return [
            (str(move), "", self.interpreter.apply(state, move, settled=False))
            for move in self.interpreter.moves(state)
        ]

    def read(self, key: tuple[int, ...], acted: tuple[str, ...]) -> None:
        """The orders in which tiles act, along every way through the graph."""
        todo = [(key, acted)]
        seen = set(todo)
        while todo:
            here, so_far = todo.pop()
            if self.graph.out_degree(here) == 0:
                self.orders.add(so_far)
            for _, target, data in self.graph.out_edges(here, data=True):
                nxt = (target, (*so_far, data["acts"]) if data["acts"] else so_far)
                if nxt not in seen:
                    seen.add(nxt)
                    todo.append(nxt)

    def who(self) -> str:
        """The tiles that act, in order."""
        return " / ".join(sorted(" then ".join(order) or "neither" for order in self.orders))

    def masters(self) -> str:
        """Whose Masters are face up when the turn ends."""
        texts = set()
        for white, black in self.shown:
            names = [name for name, up in (("White's", white), ("Black's", black)) if up]
            texts.add(" and ".join(names) or "none")
        return " / ".join(sorted(texts))

    def same(self, other: Turn) -> bool:
        """Whether two turns pass through the same positions by the same steps."""
        if set(self.graph.nodes) != set(other.graph.nodes):
            return False
        mine = {(u, v, d["label"]) for u, v, d in self.graph.edges(data=True)}
        return mine == {(u, v, d["label"]) for u, v, d in other.graph.edges(data=True)}


SILENCES = (("both Princesses lie face down at the same check", "end.princess"),)


@study(
    "initiative.ties",
    State,
    "Two face-up characters at the rolled position: who acts, and what is revealed?",
    alone=True,
    grid=("White's tile", "Black's tile", "who acts"),
)
def ties(bench: Bench) -> Study:
    """The table of all pairs, in White's turn.

    The rows chosen are the ties and those where readings differ in who acts or what is revealed.
    """
    house = bench.interpreter(BOARD)
    readings = bench.rulings()
    under: dict[tuple[str, Any], Interpreter] = {}
    rows: list[tuple[str, ...]] = []
    chosen: list[int] = []
    counts: dict[str, int] = {}
    acts_differ: dict[str, int] = {}
    ties_found = 0
    for white, black in combinations_with_replacement(tiles(house), 2):
        turn = Turn(house, white, black)
        other: list[str] = []
        telling = False
        for name in sorted(turn.consulted.difference(AFTERWARDS)):
            for reading in readings[name][1:]:
                if (name, reading) not in under:
                    under[name, reading] = bench.interpreter(BOARD, {name: reading})
                changed = Turn(under[name, reading], white, black)
                if changed.same(turn):
                    continue
                label = f"{name}={reading.name.lower()}"
                counts[label] = counts.get(label, 0) + 1
                parts = []
                if changed.orders != turn.orders:
                    parts.append(f"acts: {changed.who()}")
                if changed.shown != turn.shown:
                    parts.append(f"shown: {changed.masters()}")
                if parts:
                    telling = True
                    acts_differ[label] = acts_differ.get(label, 0) + 1
                other.append(f"{label} ({'; '.join(parts)})" if parts else label)
        tie = turn.orders == {()} and Character.GUARD not in (white.character, black.character)
        ties_found += tie
        if tie or telling:
            chosen.append(len(rows))
        rows.append((str(white), str(black), turn.who(), turn.masters(), ", ".join(other)))
    findings = [
        f"{len(rows)} pairs, {ties_found} ties in which neither acts",
        *(
            f"{label}: {count} pairs take another course, "
            f"{acts_differ.get(label, 0)} of them in who acts or what is shown"
            for label, count in sorted(counts.items())
        ),
    ]
    return Study(
        ("White's tile", "Black's tile", "who acts", "Masters shown", "differs under"), rows, chosen, findings
    )


def under_reading(bench: Bench, readings: Mapping[str, Any], white: Tile, black: Tile) -> Turn:
    """The graph of one pair under a reading; tests use it."""
    return Turn(bench.interpreter(BOARD, readings), white, black)
