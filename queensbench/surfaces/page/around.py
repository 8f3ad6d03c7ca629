"""The states around a position, as a picture: where its moves lead, and where those lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

import queensbench as qb
from queensbench.surfaces.page.choices import Kinds, in_words, words
from queensbench.surfaces.page.links import quoted, written
from queensbench.surfaces.page.tables import Node, Table

LEVELS, MOST, CHILDREN = 2, 42, 14
"""The most steps that are looked ahead, the most states that are drawn, and the most that are new after one of them."""
LOOKED = 200
"""The most moves of a state that are looked at."""
BOX, TALL, SIDE, DOWN, MARGIN = 190, 40, 110, 12, 10
LETTERS = 24


@dataclass(eq=False)
class State:
    """A state of the picture: how it is reached from the position, the step at which it is first met, its place."""

    position: qb.Position
    moves: tuple[qb.Move, ...]
    level: int
    left_out: int = 0
    y: int = 0
    arrows: list[tuple[State, list[str]]] = field(default_factory=list)


def around(node: Node, kinds: Kinds) -> list[State]:
    """The states around a position, breadth first."""
    first = State(node.position, (), 0)
    found = {node.position: first}
    waiting = [first]
    for state in waiting:
        if state.level < LEVELS:
            waiting += _after(state, found, kinds)
    return list(found.values())


def _after(state: State, found: dict[qb.Position, State], kinds: Kinds) -> list[State]:
    """Draw what follows a state: its arrows; states that are first met here are added and returned."""
    position = state.position
    moves = [*position.moves(), *(outcome.move for outcome in position.outcomes())]
    told: dict[State, list[str]] = {}
    new: list[State] = []
    looked = moves[:LOOKED]
    state.left_out = len(moves) - len(looked)
    for move in looked:
        after = position.do(move)
        if after not in found:
            if len(found) >= MOST or len(new) >= CHILDREN:
                state.left_out += 1
                continue
            found[after] = State(after, (*state.moves, move), state.level + 1)
            new.append(found[after])
        told.setdefault(found[after], []).append(in_words(move, kinds))
    state.arrows = list(told.items())
    return new


def picture(table: Table, node: Node) -> str:
    """The picture of the states around a position, each a link to it."""
    states = around(node, table.session.move_kinds)
    height = 0
    for level in range(LEVELS + 1):
        for row, state in enumerate(one for one in states if one.level == level):
            state.y = MARGIN + row * (TALL + DOWN)
            height = max(height, state.y + TALL + MARGIN)
    width = 2 * MARGIN + (LEVELS + 1) * BOX + LEVELS * SIDE
    lines = [
        (
            f'<svg class="around" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="group" aria-labelledby="around-title">'
        ),
        '<title id="around-title">The states around this position</title>',
    ]
    for state in states:
        lines += _arrows(state)
    for state in states:
        lines += _box(table, node, state)
    return "\n".join([*lines, "</svg>"])


def _left(state: State) -> int:
    return MARGIN + state.level * (BOX + SIDE)


def _arrows(state: State) -> Iterator[str]:
    for target, moves in state.arrows:
        x, y = _left(state) + BOX, state.y + TALL // 2
        u, v = _left(target), target.y + TALL // 2
        title = escape("; ".join(moves[:6]) + (f"; and {len(moves) - 6} more" if len(moves) > 6 else ""))
        if target.level > state.level:
            middle = (x + u) // 2
            path = f"M{x} {y}C{middle} {y} {middle} {v} {u} {v}"
        else:
            path = f"M{x} {y}C{x + 40} {y} {_left(target) + BOX + 40} {v} {_left(target) + BOX} {v}"
        back = " back" if target.level <= state.level else ""
        yield f'<path class="edge{back}" d="{path}"><title>{title}</title></path>'


def _box(table: Table, node: Node, state: State) -> Iterator[str]:
    position = state.position
    x = _left(state)
    head = in_words(state.moves[-1], table.session.move_kinds) if state.moves else "here"
    told = _told(position) + (f", {state.left_out} not drawn" if state.left_out else "")
    look = (
        "silent"
        if position.silence
        else "over"
        if position.over
        else "chance"
        if position.outcomes()
        else "choice"
    )
    steps = "~".join(map(written, state.moves))
    address = f"/t/{table.token}/{node.number}/go?play={quoted(steps)}"
    named = quoteattr(f"{head}: {told}")
    yield f"<a href={quoteattr(address)} aria-label={named}>"
    yield f'<rect class="state {look}" x="{x}" y="{state.y}" width="{BOX}" height="{TALL}" rx="6"/>'
    yield f'<text class="what" x="{x + 8}" y="{state.y + 17}">{escape(_cut(head))}</text>'
    yield f'<text class="told" x="{x + 8}" y="{state.y + 32}">{escape(_cut(told, 30))}</text>'
    yield f"<title>{escape(f'{head}: {told}')}</title></a>"


def _told(position: qb.Position) -> str:
    if position.silence is not None:
        return f"silent: {position.silence[0]}"
    if position.over:
        return f"won by {' and '.join(words(one) for one in position.winners) or 'nobody'}"
    moves = len(position.moves())
    if moves:
        who = " and ".join(words(one) for one in position.deciders)
        return f"{who} has {moves}" if who else f"{moves} moves"
    outcomes = len(position.outcomes())
    return f"chance: {outcomes}" if outcomes else "nothing can be done"


def _cut(text: str, letters: int = LETTERS) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1]}…"
