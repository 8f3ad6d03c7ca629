"""Tables: plays under way on the page, each a tree of positions, and the bounded number of them that is held."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

import queensbench as qb
from queensbench.errors import BadInput, ModelError, Refused, render
from queensbench.surfaces.page.choices import in_words
from queensbench.surfaces.page.links import MOST_STEPS, Place

MOST_TABLES = 32
"""The most tables that are held; the one that was used least recently is dropped."""
MOST_NODES = 4_000
"""The most positions of a table."""
MOST_BY_ITSELF = 500
"""The most steps that bots and chance take without a person."""
LONGEST = 60
"""The most letters of a name that somebody gives a position."""

HAND, RANDOM, BEST = "hand", "random", "best"
SEATS = (HAND, RANDOM, BEST)
"""Who moves for a seat: a person, a bot that chooses at random, one that plays best where the box is solved."""


Solutions: TypeAlias = Mapping[str, qb.BestPlay]
"""Best play of a box for a player, by name; under an empty one that of all, or of two against each other."""


def own_solution(position: qb.Position, known: Solutions) -> qb.BestPlay | None:
    """The solution that is made for whoever chooses in a position; None without it.

    One that is made for another player does not count: in it all others play against that player.
    """
    names = [player.name for player in position.deciders]
    return known.get(names[0] if len(names) == 1 else "", known.get(""))


@dataclass(eq=False)
class Node:
    """A position of a table's tree: ``move`` led there from ``parent`` (None: the start), ``depth`` steps away.

    ``other``: the position under the second reading; where the play has parted, the last one that both had, and
    ``parted`` says why.  ``name``: what somebody calls it.
    """

    number: int
    parent: Node | None
    move: qb.Move | None
    position: qb.Position
    other: qb.Position | None = None
    parted: str = ""
    name: str = ""
    depth: int = 0
    children: dict[qb.Move, Node] = field(default_factory=dict)

    def line(self) -> list[Node]:
        """The positions from the start to this one."""
        found: list[Node] = []
        at: Node | None = self
        while at is not None:
            found.append(at)
            at = at.parent
        return found[::-1]

    @property
    def moves(self) -> list[qb.Move]:
        """The moves from the start."""
        return [node.move for node in self.line() if node.move is not None]


class Table:
    """A play under way at a place: a tree of positions, who has which seat, and whether chance is drawn.

    ``second``: the session under the second reading, if there is one.
    """

    def __init__(self, place: Place, session: qb.Session, second: qb.Session | None, seed: int) -> None:
        self.token = secrets.token_urlsafe(9)
        self.place = place
        self.session = session
        self.second = second
        self.seats: dict[str, str] = {}
        self.drawn = False
        self.random = Random(seed)
        start = Node(0, None, None, session.start())
        self.nodes = [start]
        self._against(start)

    def node(self, number: int) -> Node:
        """The position of this number.  Raises BadInput where there is none."""
        if not 0 <= number < len(self.nodes):
            raise BadInput(f"the table has no position {number}", remedy="choose one of the history")
        return self.nodes[number]

    def do(self, node: Node, move: qb.Move) -> Node:
        """The position after a move, the same one for the same move.  Raises Refused and BadInput."""
        known = node.children.get(move)
        if known is not None:
            return known
        if node.depth >= MOST_STEPS:
            raise BadInput(f"the play has {MOST_STEPS:,} steps", remedy="go back, or begin anew")
        if len(self.nodes) >= MOST_NODES:
            raise BadInput(f"the table holds {MOST_NODES:,} positions", remedy="open this one by its link")
        position = node.position.do(move)
        made = Node(len(self.nodes), node, move, position, depth=node.depth + 1)
        self._against(made)
        self.nodes.append(made)
        node.children[move] = made
        return made

    def follow(self, node: Node, moves: list[qb.Move]) -> Node:
        """The position after several moves.  Raises BadInput, with the number of a step that is refused."""
        for number, move in enumerate(moves, 1):
            try:
                node = self.do(node, move)
            except Refused as refused:
                clauses = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
                raise BadInput(
                    f"step {number}, {move}, is not allowed: {refused.text}{clauses}",
                    where="play",
                    remedy="leave out the steps from there on",
                ) from None
        return node

    def draw(self, node: Node) -> Node:
        """Let chance come out by its odds.  Raises BadInput where chance does not decide."""
        outcomes = node.position.outcomes()
        if not outcomes:
            raise BadInput("chance has nothing to decide here", remedy="choose a move")
        found = self.random.choices(outcomes, [one.weight for one in outcomes])[0]
        return self.do(node, found.move)

    def by_itself(self, node: Node, best: Solutions) -> Node:
        """Go on while nobody has to choose: chance where it is drawn, bots on their seats; ``best``: what they know."""
        for _ in range(MOST_BY_ITSELF):
            position = node.position
            if position.over or position.silence is not None or node.depth >= MOST_STEPS:
                break
            moves = position.moves()
            if not moves:
                if not (self.drawn and position.outcomes()):
                    break
                node = self.draw(node)
                continue
            kinds = {self.seats.get(player.name, HAND) for player in position.deciders} or {HAND}
            if HAND in kinds:
                break
            node = self.do(node, self._chosen(position, moves, best if kinds == {BEST} else {}))
        return node

    def _chosen(self, position: qb.Position, moves: tuple[qb.Move, ...], best: Solutions) -> qb.Move:
        solution = own_solution(position, best)
        if solution is not None:
            named = {str(move): move for move in moves}
            worth = solution.at(position)
            found = [named[one] for one in (() if worth is None else worth.best) if one in named]
            moves = tuple(found) or moves
        return self.random.choice(moves)

    def compare(self, place: Place, second: qb.Session | None) -> None:
        """Put another second reading in place (None: none); every position is reached anew under it, from the start."""
        self.place, self.second = place, second
        for node in self.nodes:  # a parent stands before its children
            node.other, node.parted = None, ""
            self._against(node)

    def _against(self, node: Node) -> None:
        """The position under the second reading, or why there is none any more."""
        if self.second is None:
            return
        above = node.parent
        if above is None or node.move is None:
            node.other = self.second.start()
            return
        node.other, node.parted = above.other, above.parted
        if above.other is None or above.parted:
            return
        try:
            node.other = above.other.do(node.move)
        except Refused as refused:
            clauses = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
            node.parted = (
                f"{in_words(node.move, self.second.move_kinds)} is refused by {refused.text}{clauses}"
            )
        except ModelError as error:
            node.parted = render(error)

    def flat(self) -> Iterator[tuple[int, Node]]:
        """The tree from the start on: each position with the number of forks above it; the first way comes first."""
        waiting = [(0, self.nodes[0])]
        while waiting:
            forks, node = waiting.pop()
            yield forks, node
            children = list(node.children.values())
            if children:
                waiting.append((forks, children[0]))
                waiting += [(forks + 1, child) for child in reversed(children[1:])]


class Tables:
    """The tables that are held, by their tokens."""

    def __init__(self, most: int = MOST_TABLES) -> None:
        self.most = most
        self.held: OrderedDict[str, Table] = OrderedDict()

    def add(self, table: Table) -> Table:
        """Hold a table; with too many, the one that was used least recently is dropped."""
        self.held[table.token] = table
        while len(self.held) > self.most:
            self.held.popitem(last=False)
        return table

    def get(self, token: str) -> Table | None:
        """The table of a token; None for one that is not held."""
        table = self.held.get(token)
        if table is not None:
            self.held.move_to_end(token)
        return table
