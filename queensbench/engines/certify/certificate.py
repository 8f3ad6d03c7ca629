"""The certificate of an exhausted box: digests of the explorer's states, to be confirmed without the explorer.

``queensbench check`` walks the box by the interpreter and compares.  Its module :mod:`queensbench.evidence.checker`
defines the digests and shares no code with this one.  A certificate is made from the states as the explorer stored
them, and from the moves that native code finds between them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from queensbench.engines.explore.state_space import KINDS, Exploration, Graph
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.solve.objectives import players_of
from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.rules.system import properties_of
from queensbench.rules.typed.ir import System

FORMAT = "queensbench certificate 1"
MOST_STATES = 1_000_000


def write(box: Box, readings: Mapping[str, Any], found: Exploration, path: Path) -> dict[str, Any]:
    """Write the certificate of an exhausted instance, and return its data.

    Raises BadInput as :func:`certificate` does, and for a place that cannot be written.
    """
    data = certificate(box, readings, found)
    write_atomic(path, json.dumps(data, indent=1) + "\n")
    return data


def certificate(box: Box, readings: Mapping[str, Any], found: Exploration) -> dict[str, Any]:
    """The members of a certificate.  Raises BadInput unless all states were found, and are at most ``MOST_STATES``."""
    system = box.system
    where = f"{box.ruleset}/{box.mode.name} {box.instance.name}"
    if not found.complete or found.states > MOST_STATES:
        raise BadInput(
            f"certificates are of exhausted boxes of at most {MOST_STATES:,} states",
            where=where,
            remedy="take a smaller instance",
        )
    graph = found.graph()
    texts = [_text(system, found.cells(state).tolist()) for state in graph.ids.tolist()]
    players = players_of(system)
    play = box.play([], readings)
    return {
        "format": FORMAT,
        "ruleset": box.ruleset,
        "mode": box.mode.name,
        "instance": box.instance.name,
        "readings": dict(play.readings),
        "parameters": dict(play.parameters),
        "states": found.states,
        "transitions": found.transitions,
        "kinds": _kinds(graph),
        "ends": {", ".join(players[p] for p in who): first.count for who, first in found.ends.items()},
        "silences": _silences(system, found),
        "scores": _scores(system, found, players),
        "properties": _properties(box, found),
        "digest": digest(texts),
        "moves_digest": digest(
            f"{texts[a]} -> {texts[b]}"
            for a, b in zip(graph.source.tolist(), graph.target.tolist(), strict=True)
        ),
    }


def digest(texts: Iterable[str]) -> str:
    """The sum of the texts' SHA-256 modulo 2**256, in hexadecimal."""
    total = 0
    for text in texts:
        total += int(hashlib.sha256(text.encode("utf-8")).hexdigest(), 16)
    return format(total % (1 << 256), "064x")


def _text(system: System, cells: list[int]) -> str:
    silent = cells[system.silent_cell]
    shown = " ".join(str(cell) for number, cell in enumerate(cells) if number != system.silent_cell)
    return f"{shown} silent: {system.silences[silent - 1].what}" if silent else shown


def _kinds(graph: Graph) -> dict[str, int]:
    kinds = {
        "choice": k.CHOICE,
        "chance": k.CHANCE,
        "over": k.OVER,
        "silent": k.SILENT_STATE,
        "deadlock": k.DEADLOCK,
    }
    assert {KINDS[number] for number in kinds.values()} == set(kinds)
    return {name: int((graph.kind == number).sum()) for name, number in kinds.items()}


def _silences(system: System, found: Exploration) -> dict[str, int]:
    counts: dict[str, int] = {}
    for silence, first in zip(system.silences, found.silences, strict=True):
        if first.count:
            counts[silence.what] = counts.get(silence.what, 0) + first.count
    return counts


def _scores(system: System, found: Exploration, players: tuple[str, ...]) -> dict[str, list[int]]:
    own = system.score is not None and bool(system.functions[system.score].params)
    return {
        players[number] if own else "": [row.least, row.greatest] for number, row in enumerate(found.scores)
    }


def _properties(box: Box, found: Exploration) -> dict[str, dict[str, Any]]:
    """Per property, the states that decide it: those that refute an always or a never, or show a reachable."""
    rows = {}
    kinds = {decl.name: decl.kind for decl in properties_of(box.mode, box.instance)}
    for judge, first in zip(box.system.judges, found.failing, strict=True):
        holds = bool(first.count) == (kinds[judge.name] == "reachable")
        rows[judge.name] = {"verdict": "holds" if holds else "fails", "states": first.count}
    return rows
