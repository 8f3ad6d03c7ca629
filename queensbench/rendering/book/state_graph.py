"""The state graph of a small instance, drawn: states in which the same things can be done are one box.

Boxes stand in columns in the order in which a search first meets them; each action has a line in its box, from which
arrows lead to where it can lead.  The largest boxes are drawn, and the caption says what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import numpy as np

from queensbench.project.projects import Ruleset

if TYPE_CHECKING:
    from queensbench.engines.explore.state_space import Exploration
    from queensbench.engines.runtime.box import Box
    from queensbench.language.modes import Instance, Mode

STATES = 200_000
"""The most states that are explored."""
BOXES = 16
"""The most boxes that are drawn."""
COLUMNS = 3

BOX, LINE, SIDE, DOWN, MARGIN = 190, 17, 60, 22, 12
CHARACTER = 6.3
HUES = ("#1f6feb", "#bf5700", "#1a7f37", "#8250df", "#b35900", "#0a7a8a", "#a40e6a", "#57606a")

STYLE = (
    "text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:#1b1f24}.h{font-weight:bold}.bg{fill:#fff}"
    ".b{fill:#f6f8fa;stroke:#8c959f}.s{stroke:#1b1f24;stroke-width:2}.e{fill:none;stroke-opacity:.75}"
    ".back{stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.bg{fill:#161b22}.b{fill:#21262d;stroke:#8b949e}"
    ".s{stroke:#e6edf3}.e{stroke-opacity:1}}"
)


@dataclass(frozen=True)
class AlikeStates:
    """States with the same choices: the lines of their box, their number, and their role."""

    lines: tuple[str, ...]
    states: int
    role: str


@dataclass(frozen=True)
class Arrow:
    """An arrow from a line of a box to a box, with the number of its transitions; ``line`` counts from 0."""

    source: int
    line: int
    target: int
    count: int


@dataclass(frozen=True)
class Alike:
    """A graph with one box for states with the same choices: boxes in the order of a search, and arrows."""

    mode: str
    instance: str
    states: int
    transitions: int
    complete: bool
    boxes: tuple[AlikeStates, ...]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True)
class GraphPicture:
    """The picture of an instance's state graph, as SVG, and its caption; ``mode`` and ``instance`` by their names."""

    mode: str
    instance: str
    svg: str
    caption: str


def small_graph(ruleset: Ruleset, progress: Callable[[str], None]) -> tuple[str, str]:
    """The picture of the first small instance that rulings are asked of, and its caption; both empty without one."""
    first = next(small_graphs(ruleset, progress, compared=True), None)
    return ("", "") if first is None else (first.svg, first.caption)


def small_graphs(
    ruleset: Ruleset, progress: Callable[[str], None], *, compared: bool = False
) -> Iterator[GraphPicture]:
    """The pictures of the small instances of a ruleset; ``compared``: only of those that rulings are asked of."""
    from queensbench.engines.boxes import boxed

    for mode in ruleset.modes.values():
        for instance in mode.instances:
            if instance.explore and (instance.compare or not compared):
                progress(f"{ruleset.name}/{mode.name} {instance.name}: states")
                picture, words = drawn(alike(boxed(ruleset, mode, instance), mode, instance))
                yield GraphPicture(mode.name, instance.name, picture, words)


def alike(box: Box, mode: Mode, instance: Instance, *, most: int = STATES) -> Alike:
    """The graph of an instance under the house readings, states in which the same can be done as one box."""
    from queensbench.engines.explore.explorations import exploration_of
    from queensbench.engines.graphs.games import ROLES, game_of

    exploration = exploration_of(box, max_states=most, keep=False)
    game = game_of(exploration)
    names = [t.name for t in box.system.transitions]
    codes, place = np.unique(game.code, return_inverse=True)
    action = np.array([box.coding.decode(int(c)).transition for c in codes], np.int64)[place]
    used = sorted(set(action.tolist()))
    column = {a: number for number, a in enumerate(used)}
    can = np.zeros((game.states, len(used) + 1), bool)
    can[game.source, np.array([column[a] for a in action.tolist()], np.int64)] = True
    packed = np.concatenate([game.kind[:, None], np.packbits(can, axis=1)], axis=1)
    _, first, group, counts = np.unique(
        packed, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    group = group.reshape(-1)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    boxes = []
    for number in order.tolist():
        role = ROLES[int(game.kind[first[number]])]
        lines = [names[a].replace("_", " ") for a in used if can[first[number], column[a]]]
        if role == "over":
            lines = _ends(box, exploration)
        empty = "not looked at" if role == "unknown" else role
        boxes.append(AlikeStates(tuple(lines or [empty]), int(counts[number]), role))
    triples, times = np.unique(
        np.stack([rank[group[game.source]], action, rank[group[game.target]]], axis=1),
        axis=0,
        return_counts=True,
    )
    arrows = tuple(
        Arrow(int(s), boxes[int(s)].lines.index(names[int(a)].replace("_", " ")), int(t), int(n))
        for (s, a, t), n in zip(triples.tolist(), times.tolist(), strict=True)
    )
    return Alike(
        mode.name, instance.name, game.states, game.edges, exploration.complete, tuple(boxes), arrows
    )


def _ends(box: Box, exploration: Exploration) -> list[str]:
    """Lines about the ends of the game, each with the number of its states."""
    kind = box.mode.players
    members = () if kind is None else box.interpreter().context.kept(kind)
    lines = ["over"]
    if box.system.wins is not None:
        for winners, note in exploration.ends.items():
            names = " and ".join(members[raw].name.lower() for raw in winners)
            lines.append(f"{names or 'nobody'} won: {note.count:,}")
    return lines


def drawn(found: Alike, *, most: int = BOXES) -> tuple[str, str]:
    """The picture and its caption, which says how much is shown."""
    size = sorted(range(len(found.boxes)), key=lambda b: (b != 0, -found.boxes[b].states, b))
    shown = sorted(size[:most])
    arrows = [a for a in found.arrows if a.source in shown and a.target in shown]
    words = caption(found, shown, arrows)
    return _svg(found, shown, arrows, words), words


def caption(found: Alike, shown: Sequence[int], arrows: Sequence[Arrow]) -> str:
    """The caption: mode, instance, sizes, and the part that is left out."""
    kept = sum(found.boxes[b].states for b in shown)
    moves = sum(a.count for a in arrows)
    whole = "" if found.complete else "the first "
    text = (
        f"{found.mode}, instance {found.instance}: {whole}{found.states:,} states and {found.transitions:,} "
        f"transitions. States in which the same can be done are one box, in the order in which a search meets them; "
        f"dashed arrows lead back. {len(shown)} of {len(found.boxes)} boxes are drawn"
    )
    if len(shown) == len(found.boxes):
        return f"{text}."
    return (
        f"{text}, with {kept:,} states and {moves:,} transitions between them; {found.states - kept:,} states and "
        f"{found.transitions - moves:,} transitions are not."
    )


def _svg(found: Alike, shown: Sequence[int], arrows: Sequence[Arrow], words: str) -> str:
    """Boxes in columns, arrows from the lines of the boxes; arrows that lead back are dashed."""
    rows = -(-len(shown) // COLUMNS)
    places: dict[int, tuple[int, int]] = {}
    height = 0
    for column in range(COLUMNS):
        y = MARGIN
        for box in shown[column * rows : (column + 1) * rows]:
            places[box] = (MARGIN + column * (BOX + SIDE), y)
            y += _tall(found.boxes[box]) + DOWN
            height = max(height, y)
    columns = -(-len(shown) // rows)
    width = 2 * MARGIN + columns * BOX + (columns - 1) * SIDE + SIDE // 2
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img">'
        ),
        f"<title>{escape(f'States of {found.mode}, {found.instance}')}</title>",
        f"<desc>{escape(words + chr(10) + _listed(found, shown, arrows))}</desc>",
        f"<style>{STYLE}</style>",
        (
            '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" '
            'markerUnits="userSpaceOnUse" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>'
        ),
        f'<path class="bg" d="M0 0h{width}v{height}H0z"/>',
    ]
    lines += [_arrow(found, a, places) for a in arrows]
    for box in shown:
        lines += _box(found.boxes[box], *places[box], start=box == 0)
    return "\n".join([*lines, "</svg>\n"])


def _tall(box: AlikeStates) -> int:
    return LINE * (len(box.lines) + 1) + 8


def _box(box: AlikeStates, x: int, y: int, *, start: bool) -> list[str]:
    look = "b s" if start else "b"
    head = f"{box.states:,} {'state' if box.states == 1 else 'states'}{', start' if start else ''}"
    lines = [
        f'<rect class="{look}" x="{x}" y="{y}" width="{BOX}" height="{_tall(box)}" rx="4"/>',
        f'<text class="h" x="{x + 8}" y="{y + LINE - 2}">{escape(head)}</text>',
    ]
    room = int((BOX - 16) / CHARACTER)
    for number, words in enumerate(box.lines, 2):
        text = f"by chance: {words}" if box.role == "chance" else words
        text = text if len(text) <= room else text[: room - 1] + "…"
        lines.append(f'<text x="{x + 8}" y="{y + LINE * number - 2}">{escape(text)}</text>')
    return lines


def _arrow(found: Alike, arrow: Arrow, places: dict[int, tuple[int, int]]) -> str:
    """A curve from the right of a line to the left of a box, or to its right where that is not further right."""
    (x, y), (u, v) = places[arrow.source], places[arrow.target]
    begin = x + BOX, y + LINE * (arrow.line + 1) + LINE // 2 + 2
    middle = v + LINE // 2 + 2 + (3 * arrow.line) % LINE
    forward = u > x
    end = (u, middle) if forward else (u + BOX, middle)
    reach = max(30, (end[0] - begin[0]) // 2) if forward else SIDE // 2 + abs(begin[1] - end[1]) // 12
    control = f"{begin[0] + reach} {begin[1]} {end[0] - reach if forward else end[0] + reach} {end[1]}"
    thick = 1 + min(2.0, len(str(arrow.count)) / 3)
    hue = HUES[arrow.line % len(HUES)]
    action = found.boxes[arrow.source].lines[arrow.line]
    return (
        f'<path class="e{" back" if arrow.target <= arrow.source else ""}" stroke="{hue}" stroke-width="{thick:.1f}" '
        f'marker-end="url(#a)" d="M{begin[0]} {begin[1]}C{control} {end[0]} {end[1]}">'
        f"<title>{escape(f'{action}: {arrow.count:,} transitions')}</title></path>"
    )


def _listed(found: Alike, shown: Sequence[int], arrows: Sequence[Arrow]) -> str:
    """The graph as text: each box with its choices and where they lead."""
    number = {box: place for place, box in enumerate(shown, 1)}
    lines = []
    for box in shown:
        one = found.boxes[box]
        lines.append(f"box {number[box]}, {one.states:,} states ({one.role}):")
        for place, words in enumerate(one.lines):
            to = [f"{number[a.target]}" for a in arrows if (a.source, a.line) == (box, place)]
            lines.append(f"  {words}{f' leads to {chr(44).join(to)}' if to else ''}")
    return "\n".join(lines)
