"""Stored plays on which two readings part: whether they still do by the rules of today, and how.

What a comparison of readings has stored is the play, the reading against which it was found, and the class of the
difference.  Here the play is walked under both readings once more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from queensbench.analyses.traceability.passed import stored_file
from queensbench.analyses.traceability.stored_plays import Replay
from queensbench.engines.compare.replay import Pair
from queensbench.errors import BadInput, ModelError, Refused
from queensbench.evidence import index
from queensbench.evidence.cache import play_of, reading_names
from queensbench.evidence.plays import Play
from queensbench.evidence.store import Store
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import Ruleset, mode_instance, readings_of
from queensbench.readers.interpreter import Interpreter, Step, Tally

KINDS = ("comparison", "beside")
STRENGTH = ("winner", "ending", "scored", "legal")
"""What stored rows say of a difference, the strongest first."""


def of_rulings(ruleset: Ruleset, store: Store) -> Iterator[tuple[str, Replay]]:
    """The newest play of each comparison of a ruleset, replayed under today's rules, with the name of its ruling."""
    rows: list[Mapping[str, Any]] = []
    with suppress(OSError):
        rows = [row for row in index.rows(store, ruleset=ruleset.name) if row["kind"] in KINDS]
    newest: dict[tuple[Any, ...], tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: str(row["made"])):
        decl = ruleset.rulings.get(row["name"])
        mode = ruleset.modes.get(row["mode"])
        if decl is None or mode is None or json.loads(row["reading"] or "{}") != reading_names(mode, {}):
            continue
        found = stored_file(store.folder / row["digest"][:2] / f"{row['digest']}.json")
        if found is not None and found["payload"].get("play"):
            place = (row["kind"], row["mode"], row["name"], row["instance"], str(found["key"].get("beside")))
            newest[place] = found["key"], found["payload"]
    for (kind, mode_name, name, *_), (key, payload) in newest.items():
        instance = str(payload.get("instance") or key.get("instance") or "")
        beside = f", beside {'='.join(map(str, key['beside']))}" if kind == "beside" else ""
        about = f"{ruleset.name}: {name} on {mode_name}/{instance}{beside}"
        was = f"a parting of class {payload['matters']}"
        through, now = _walked(ruleset, ruleset.rulings[name], payload)
        yield name, Replay(about, ruleset.name, through, was, now)


def _walked(ruleset: Ruleset, decl: RulingDecl, payload: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """The clauses that a play goes through today, and how the readings part on it."""
    try:
        play = play_of(payload["play"])
        others = [member for member in decl.readings if member is not decl.house]
        named = [member for member in others if member.name.lower() == payload.get("against")]
        readers = _readers(ruleset, decl, play, [decl.house, *(named or others)])
        names = [member.name.lower() for member in (decl.house, *(named or others))]
        through: set[str] = set()
        for reader in readers:
            through |= _through(reader, play.steps)
        kinds = [
            _kind(Pair(readers[0], other, (names[0], name)), play.steps)
            for name, other in zip(names[1:], readers[1:], strict=True)
        ]
    except (LookupError, AttributeError, TypeError, ValueError):
        return (), "cannot be read any more: its actions or arguments are gone"
    except (BadInput, ModelError) as fault:
        return (), f"cannot be played any more: {fault}"
    best = min((STRENGTH.index(kind) for kind in kinds if kind), default=None)
    now = "no parting" if best is None else f"a parting of class {STRENGTH[best]}"
    return tuple(sorted(through)), now


def _readers(ruleset: Ruleset, decl: RulingDecl, play: Play, members: Sequence[Any]) -> list[Interpreter]:
    mode = ruleset.mode(play.mode)
    chosen = readings_of(mode, [f"{n}={r}" for n, r in play.readings.items() if n != decl.name], every=True)
    instance = mode_instance(mode, play.instance)
    return [Interpreter(mode, instance, {**chosen, decl.name: member}, play.parameters) for member in members]


def _through(reader: Interpreter, steps: Sequence[Step]) -> set[str]:
    """The clauses that a play carries out, as far as it is not refused."""
    reader.tally = Tally()
    with suppress(Refused, ModelError):
        state = reader.start()
        for step in steps:
            state = reader.apply(state, step)
    found = set(reader.tally.clauses)
    reader.tally = Tally()
    return found


def _kind(pair: Pair, steps: Sequence[Step]) -> str:
    """How two readings part along a play, as stored rows say it; empty if they do not."""
    one, two = pair.readers
    states = one.start(), two.start()
    found = [difference.kind for difference in pair.judged(*states, "here")]
    for step in (None, *steps):
        if step is not None:
            after = _applied(one, states[0], step), _applied(two, states[1], step)
            if after == (None, None):
                return ""
            if after[0] is None or after[1] is None:
                return "legal"
            found = [difference.kind for difference in pair.at(states, step)]
            states = after[0], after[1]
        if found:
            return min((kind if kind in STRENGTH else "legal" for kind in found), key=STRENGTH.index)
        if not pair.same(*states):
            return "legal"
    return ""


def _applied(reader: Interpreter, state: Any, step: Step) -> Any:
    try:
        return reader.apply(state, step)
    except (Refused, ModelError):
        return None
