"""Graphs as GraphML and DOT: exact texts of a tiny game, networkx as reader, what is left out, bad places."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from queensbench.engines.explore.explorer import Exploration, explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.export.graph_formats import (
    Export,
    dot,
    graphml,
    move_labels,
    state_labels,
    write_graph,
)
from queensbench.engines.graphs.games import SEVERAL, Edges, Game, game_of
from queensbench.engines.graphs.kernels import DECIDERS
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build
from tests.engines.models import quarrel, row


def explored(mode: Mode) -> tuple[Exploration, Game]:
    system = build(mode, mode.full)
    native = compile_system(system, extra=lambda module: add_kernels(module, system, [*EXPLORER, *DECIDERS]))
    exploration = explore(native, system)
    return exploration, game_of(exploration)


def labelled(mode: Mode, *, drawn: bool = True) -> tuple[Game, dict[str, Any]]:
    exploration, game = explored(mode)
    interpreter = Interpreter(mode) if drawn else None
    labels = {
        "label": state_labels(exploration, game, interpreter),
        "move": move_labels(exploration.coding),
    }
    return game, labels


ROW = r"""digraph "row" {
  label="5 states and 4 edges, all of them";
  node [fontname="monospace"];
  n0 [label="X:\l. .\l", shape=box, tooltip="choice of CROSS", style=bold];
  n1 [label="O:\lX .\l", shape=box, tooltip="choice of NOUGHT"];
  n2 [label="O:\l. X\l", shape=box, tooltip="choice of NOUGHT"];
  n3 [label="X:\lO X\l", shape=doublecircle, tooltip="over"];
  n4 [label="X:\lX O\l", shape=doublecircle, tooltip="over"];
  n0 -> n1 [label="put(i=0)"];
  n0 -> n2 [label="put(i=1)"];
  n1 -> n4 [label="put(i=1)"];
  n2 -> n3 [label="put(i=0)"];
}
"""

QUARREL = r"""digraph "game" {
  label="6 states and 7 edges, all of them";
  node [fontname="monospace"];
  n0 [label="phase ROLL", shape=diamond, tooltip="chance", style=bold];
  n1 [label="phase BOTH", shape=box, tooltip="choice of several"];
  n2 [label="phase DONE", shape=doublecircle, tooltip="over"];
  n3 [label="phase WHITE", shape=box, tooltip="choice of WHITE"];
  n4 [label="phase STUCK", shape=tripleoctagon, tooltip="deadlock"];
  n5 [label="phase WHITE\lsilent: who is right\l", shape=octagon, tooltip="silent"];
  n0 -> n0 [label="again()"];
  n0 -> n1 [label="settled()"];
  n1 -> n2 [label="give_in()"];
  n1 -> n3 [label="insist()"];
  n3 -> n3 [label="wait()"];
  n3 -> n5 [label="ask()"];
  n3 -> n4 [label="sulk()"];
}
"""

ROW_CUT = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="graph.title" for="graph" attr.name="title" attr.type="string"/>
  <key id="graph.note" for="graph" attr.name="note" attr.type="string"/>
  <key id="node.label" for="node" attr.name="label" attr.type="string"/>
  <key id="node.role" for="node" attr.name="role" attr.type="string"/>
  <key id="node.owner" for="node" attr.name="owner" attr.type="string"/>
  <key id="node.start" for="node" attr.name="start" attr.type="boolean"/>
  <key id="edge.label" for="edge" attr.name="label" attr.type="string"/>
  <key id="edge.code" for="edge" attr.name="code" attr.type="long"/>
  <graph id="G" edgedefault="directed">
    <data key="graph.title">a row</data>
    <data key="graph.note">the first 2 states in breadth-first order and 1 edge between them, \
of 5 states and 4 edges</data>
    <node id="n0">
      <data key="node.label">turn CROSS
square EMPTY EMPTY</data>
      <data key="node.role">choice</data>
      <data key="node.owner">CROSS</data>
      <data key="node.start">true</data>
    </node>
    <node id="n1">
      <data key="node.label">turn NOUGHT
square CROSS EMPTY</data>
      <data key="node.role">choice</data>
      <data key="node.owner">NOUGHT</data>
      <data key="node.start">false</data>
    </node>
    <edge id="e0" source="n0" target="n1">
      <data key="edge.label">put(i=0)</data>
      <data key="edge.code">0</data>
    </edge>
  </graph>
</graphml>
"""


class TestDot:
    def test_a_row_of_two_as_drawn(self) -> None:
        game, labels = labelled(row.mode)
        assert dot(game, title="row", **labels) == Export(ROW, 5, 4, 0, 0)

    def test_a_graph_with_every_role_is_written_as_dot(self) -> None:
        game, labels = labelled(quarrel.mode)
        assert dot(game, **labels).text == QUARREL

    def test_quotes_and_line_breaks_are_escaped(self) -> None:
        game = Game(np.array([3], np.uint8), Edges(np.array([], np.uint32), np.array([], np.uint32)))
        text = dot(game, label=lambda _: 'a "b" \\ c\nd', title='"').text
        assert text.splitlines()[0] == r'digraph "\"" {'
        assert text.splitlines()[3] == (
            r'  n0 [label="a \"b\" \\ c\ld\l", shape=doublecircle, tooltip="over", style=bold];'
        )

    def test_what_is_left_out_is_said(self) -> None:
        game, labels = labelled(row.mode)
        made = dot(game, most=3, **labels)
        assert (made.states, made.edges, made.states_left_out, made.edges_left_out) == (3, 2, 2, 2)
        assert made.text.splitlines()[1] == (
            '  label="the first 3 states in breadth-first order and 2 edges between them,'
            ' of 5 states and 4 edges";'
        )
        assert dot(game, most_edges=1).edges_left_out == 3


class TestGraphml:
    def test_the_first_two_states(self) -> None:
        game, labels = labelled(row.mode, drawn=False)
        assert graphml(game, title="a row", most=2, **labels) == Export(ROW_CUT, 2, 1, 3, 3)

    @pytest.mark.parametrize("mode", [row.mode, quarrel.mode])
    def test_networkx_reads_the_graph_that_was_written(self, mode: Mode, tmp_path: Path) -> None:
        game, labels = labelled(mode)
        path = tmp_path / "game.graphml"
        write_graph(game, path, title=mode.name, **labels)
        graph = nx.read_graphml(path)
        assert graph.graph["title"] == mode.name
        assert graph.graph["note"] == f"{game.states} states and {game.edges} edges, all of them"
        assert len(graph) == game.states
        ends = zip(game.source.tolist(), game.target.tolist(), game.code.tolist(), strict=True)
        assert sorted((u, v, d["code"], d["label"]) for u, v, d in graph.edges(data=True)) == sorted(
            (f"n{u}", f"n{v}", code, labels["move"](code)) for u, v, code in ends
        )
        for state in range(game.states):
            data = graph.nodes[f"n{state}"]
            assert data["label"] == labels["label"](state)
            assert (data["role"], data["start"]) == (game.role(state), state == 0)

    def test_moves_between_the_same_states_stay_apart(self, tmp_path: Path) -> None:
        game = Game(
            np.array([1, 3], np.uint8), Edges(np.array([0, 0], np.uint32), np.array([1, 1], np.uint32))
        )
        write_graph(game, tmp_path / "two.graphml")
        graph = nx.read_graphml(tmp_path / "two.graphml")
        assert sorted(d["label"] for _, _, d in graph.edges(data=True)) == ["0", "1"]

    def test_text_that_xml_forbids(self, tmp_path: Path) -> None:
        game = Game(np.array([0], np.uint8), Edges(np.array([], np.uint32), np.array([], np.uint32)))
        game.owner[0] = SEVERAL
        write_graph(game, tmp_path / "odd.graphml", label=lambda _: "<&>\x00\ud800\r\n\t♛")
        graph = nx.read_graphml(tmp_path / "odd.graphml")
        assert graph.nodes["n0"] == {
            "label": "<&>\ufffd\ufffd\r\n\t♛",
            "role": "unknown",
            "owner": "several",
            "start": True,
        }
        assert graph.graph["note"] == "1 state and 0 edges, all of them; the search ended early"


class TestPlaces:
    def test_the_ending_says_the_format(self, tmp_path: Path) -> None:
        game, labels = labelled(row.mode)
        for name in ("row.dot", "row.GV"):
            write_graph(game, tmp_path / "deeper" / name, title="row", **labels)
            assert (tmp_path / "deeper" / name).read_text() == ROW
        assert sorted(p.name for p in (tmp_path / "deeper").iterdir()) == ["row.GV", "row.dot"]

    def test_unknown_endings_and_missing_folders_are_refused(self, tmp_path: Path) -> None:
        game, _ = labelled(row.mode)
        with pytest.raises(BadInput) as caught:
            write_graph(game, Path("row.png"))
        assert str(caught.value) == (
            "row.png: a graph is not written as `.png`; end it in .graphml, .dot, .gv"
        )
        with pytest.raises(BadInput) as caught:
            dot(game, most=0)
        assert str(caught.value) == "the export has room for no state; allow at least 1 state"
        (tmp_path / "file").write_text("")
        place = tmp_path / "file" / "row.dot"
        with pytest.raises(BadInput) as caught:
            write_graph(game, place)
        assert str(caught.value) == f"{place}: cannot be written: file exists; free space or choose another"
        alone = Game(np.array([3], np.uint8), Edges(np.array([], np.uint32), np.array([], np.uint32)))
        exploration, _ = explored(row.mode)
        with pytest.raises(BadInput) as caught:
            state_labels(exploration, alone)
        assert str(caught.value) == "the states of this game have no cells; make it with game_of"

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="file size limits are set on Unix")
    def test_a_full_disk_leaves_the_old_file(self, tmp_path: Path) -> None:
        place = tmp_path / "row.dot"
        place.write_text("old")
        program = """
import resource, signal, sys
import numpy as np
from pathlib import Path
from queensbench.engines.export.graph_formats import write_graph
from queensbench.engines.graphs.games import Edges, Game
from queensbench.errors import BadInput
kind = np.ones(1000, np.uint8)
game = Game(kind, Edges(np.arange(1000), np.arange(1000)))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    write_graph(game, Path(sys.argv[1]))
except BadInput as error:
    print(error)
"""
        done = subprocess.run(
            [sys.executable, "-c", program, str(place)], capture_output=True, text=True, check=True
        )
        assert done.stdout == f"{place}: cannot be written: file too large; free space or choose another\n"
        assert place.read_text() == "old"
        assert list(tmp_path.iterdir()) == [place]
