"""Graphs for other tools: GraphML (networkx, Gephi, yEd) and DOT (Graphviz).

States carry their role, whose choice they are and a label (the picture of the mode, or the cells by field),
edges their move in words.  Only the first states in breadth-first order are written, at most ``most``, with
the edges between them; what was left out is said in the file.  A file is written whole or not at all.

Texts hold the whole graph in memory, about a kilobyte a state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.graphs.games import SEVERAL, Game
from queensbench.engines.runtime.calls import Array
from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.language.context import bind
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.typed.ir import System, Type, size
from queensbench.rules.typed.move_codes import Coding, shown

MOST_STATES = 2000
MOST_EDGES = 50_000

SHAPES = {
    "choice": "box",
    "chance": "diamond",
    "over": "doublecircle",
    "silent": "octagon",
    "deadlock": "tripleoctagon",
    "unknown": "plaintext",
}

Namer = Callable[[int], str]


@dataclass(frozen=True)
class Export:
    """A graph as text, and the numbers of states and edges that were written, and of those left out."""

    text: str
    states: int
    edges: int
    states_left_out: int
    edges_left_out: int


def cells_label(system: System, cells: Array) -> str:
    """The cells of a state by field, a line each: ``board X . O``."""
    lines = []
    for block in system.fields:
        values = [_cell(int(raw), block.value) for raw in cells[block.offset : block.offset + block.cells]]
        if block.name != "$silent":
            lines.append(f"{block.name} {' '.join(values)}")
        elif int(cells[block.offset]):
            lines.append(f"silent: {system.silences[int(cells[block.offset]) - 1].what}")
    return "\n".join(lines)


def _cell(raw: int, t: Type) -> str:
    return shown(raw, t) if size(t) else "-"


def state_labels(exploration: Exploration, game: Game, interpreter: Interpreter | None = None) -> Namer:
    """Labels of a game's states: the picture that the interpreter's mode draws, or else the cells.

    Raises BadInput for a game that is of no exploration.
    """
    ids = game.ids
    if ids is None:
        raise BadInput("the states of this game have no cells", remedy="make it with game_of")
    system = exploration.system
    draw = None if interpreter is None else interpreter.mode.draw
    silences = [(s.what, system.clauses[s.clause]) for s in system.silences]

    def label(state: int) -> str:
        cells = exploration.cells(int(ids[state]))
        if interpreter is None or draw is None:
            return cells_label(system, cells)
        record = interpreter.state(cells.tolist(), silences)
        with bind(interpreter.context):
            return draw(record).rstrip("\n")

    return label


def move_labels(coding: Coding) -> Namer:
    """Labels of edges: the move in words."""
    return lambda code: coding.label(coding.decode(code))


def _owner(game: Game, state: int) -> str:
    player = int(game.owner[state])
    if player == SEVERAL:
        return "several"
    return "" if player < 0 else game.players[player] if player < len(game.players) else str(player)


def _kept(game: Game, most: int, most_edges: int) -> tuple[int, list[int]]:
    """The states to be written, and their edges."""
    if most < 1 or most_edges < 0:
        raise BadInput("the export has room for no state", remedy="allow at least 1 state")
    count = min(most, game.states)
    last = int(game.off[count])
    inside = [e for e in range(last) if game.target[e] < count]
    return count, inside[:most_edges]


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _note(game: Game, states: int, edges: int) -> str:
    whole = f"{_counted(game.states, 'state')} and {_counted(game.edges, 'edge')}"
    if states == game.states and edges == game.edges:
        note = f"{whole}, all of them"
    else:
        part = f"the first {_counted(states, 'state')} in breadth-first order"
        note = f"{part} and {_counted(edges, 'edge')} between them, of {whole}"
    return note if game.complete else f"{note}; the search ended early"


def graphml(
    game: Game,
    *,
    label: Namer = str,
    move: Namer = str,
    title: str = "",
    most: int = MOST_STATES,
    most_edges: int = MOST_EDGES,
) -> Export:
    """The graph as GraphML.

    Nodes ``n0``, ``n1``, ... have the data ``label``, ``role``, ``owner`` and ``start``; edges have ``label``
    and ``code``; the graph has ``title`` and ``note``, which says what was left out.
    """
    count, edges = _kept(game, most, most_edges)

    def lines() -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        for place, name, kind in (
            ("graph", "title", "string"),
            ("graph", "note", "string"),
            ("node", "label", "string"),
            ("node", "role", "string"),
            ("node", "owner", "string"),
            ("node", "start", "boolean"),
            ("edge", "label", "string"),
            ("edge", "code", "long"),
        ):
            yield f'  <key id="{place}.{name}" for="{place}" attr.name="{name}" attr.type="{kind}"/>'
        yield '  <graph id="G" edgedefault="directed">'
        yield _data("graph.title", title, 4)
        yield _data("graph.note", _note(game, count, len(edges)), 4)
        for state in range(count):
            yield f'    <node id="n{state}">'
            yield _data("node.label", label(state), 6)
            yield _data("node.role", game.role(state), 6)
            yield _data("node.owner", _owner(game, state), 6)
            yield _data("node.start", "true" if state in game.starts else "false", 6)
            yield "    </node>"
        for edge in edges:
            ways = f'source="n{game.source[edge]}" target="n{game.target[edge]}"'
            yield f'    <edge id="e{edge}" {ways}>'
            yield _data("edge.label", move(int(game.code[edge])), 6)
            yield _data("edge.code", str(int(game.code[edge])), 6)
            yield "    </edge>"
        yield "  </graph>"
        yield "</graphml>"

    return _export(game, lines(), count, len(edges))


def _data(key: str, text: str, indent: int) -> str:
    return f'{" " * indent}<data key="{key}">{_xml(text)}</data>'


def _xml(text: str) -> str:
    """Text escaped for XML; characters that XML forbids become U+FFFD."""
    kept = re.sub(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def dot(
    game: Game,
    *,
    label: Namer = str,
    move: Namer = str,
    title: str = "",
    most: int = MOST_STATES,
    most_edges: int = MOST_EDGES,
) -> Export:
    """The graph in DOT: a shape for each role, bold starts; the note stands under the picture."""
    count, edges = _kept(game, most, most_edges)

    def lines() -> Iterator[str]:
        yield f"digraph {_quoted(title or 'game')} {{"
        yield f"  label={_quoted(_note(game, count, len(edges)))};"
        yield '  node [fontname="monospace"];'
        for state in range(count):
            role, owner = game.role(state), _owner(game, state)
            about = f"{role} of {owner}" if owner else role
            start = ", style=bold" if state in game.starts else ""
            yield (
                f"  n{state} [label={_quoted(label(state))}, shape={SHAPES[role]},"
                f" tooltip={_quoted(about)}{start}];"
            )
        for edge in edges:
            text = _quoted(move(int(game.code[edge])))
            yield f"  n{game.source[edge]} -> n{game.target[edge]} [label={text}];"
        yield "}"

    return _export(game, lines(), count, len(edges))


def _quoted(text: str) -> str:
    """A DOT string; several lines are aligned left."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\0", "\ufffd")
    return '"' + plain.replace("\n", "\\l") + ("\\l" if "\n" in text else "") + '"'


def _export(game: Game, lines: Iterator[str], states: int, edges: int) -> Export:
    text = "\n".join(lines) + "\n"
    return Export(text, states, edges, game.states - states, game.edges - edges)


FORMATS: dict[str, Callable[..., Export]] = {".graphml": graphml, ".dot": dot, ".gv": dot}


def write_graph(
    game: Game,
    path: Path,
    *,
    label: Namer = str,
    move: Namer = str,
    title: str = "",
    most: int = MOST_STATES,
    most_edges: int = MOST_EDGES,
) -> Export:
    """Write the graph in the format that the end of the file's name gives: ``.graphml``, ``.dot`` or ``.gv``.

    Raises BadInput for another ending, and for a place that cannot be written; then no new file is left behind, and
    an old one stays as it was.
    """
    making = FORMATS.get(path.suffix.lower())
    if making is None:
        known = ", ".join(FORMATS)
        raise BadInput(
            f"a graph is not written as `{path.suffix}`", where=str(path), remedy=f"end it in {known}"
        )
    made = making(game, label=label, move=move, title=title, most=most, most_edges=most_edges)
    write_atomic(path, made.text)
    return made
