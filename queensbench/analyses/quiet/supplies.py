"""Components that can run out: counts of the state that are taken from, and whether they reach 0 in play.

A field counts as a supply if a rule subtracts from it and it begins above its least value.  Random games of the box as
sold show whether one of its places, and whether all of them, reach that value.

What this cannot see: supplies that are no number (a pile that is a list), and what random play does not meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from queensbench.analyses.quiet.backing import EMPTINESS, shared, words_of
from queensbench.analyses.quiet.rows import PARTS, SAME, SETTLED, QuietRow
from queensbench.analyses.quiet.trying import SEED, FlipBench, Trials
from queensbench.engines.boxes import boxed
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.engines.simulate.playouts import PlaySettings, Replays
from queensbench.evidence.questions import DATA, Question, answered
from queensbench.project.projects import Ruleset
from queensbench.rules.typed import ir

COMPONENT = "component"
ONE, ALL = "one place of it is empty", "it is empty"
MOST_GAMES = 200


def supply_rows(bench: FlipBench, trials: Trials) -> list[QuietRow]:
    """Rows for each supply of a mode: one for all its places and, if it has several, one for any.  Raises TimeOver."""
    games = min(trials.games, MOST_GAMES)
    if not games:
        return []
    full = bench.mode.full
    asked = Question("quiet", "supplies", DATA, full, {"games": games, "seed": SEED})
    found = answered(asked, bench.cache, lambda: _played(bench, games, trials))
    said = _spoken(bench.ruleset)
    rows = []
    for name, facts in found["fields"].items():
        for text in (ONE, ALL) if facts["places"] > 1 else (ALL,):
            row = QuietRow(name, COMPONENT, text, 1, "", (), (bench.mode.name,), frozenset())
            row.where = f"{bench.mode.name} {full.name}"
            count, row.games = facts[text]["games"], games
            row.parted = count
            row.play = facts[text]["play"]
            if not count:
                row.verdict, row.shown = (
                    SAME,
                    f"does not come about: seen only in {games:,} games of {row.where}",
                )
            elif by := _speaker(name, said):
                row.verdict, row.shown = SETTLED, f"{by} speaks of it"
            else:
                row.verdict, row.shown = PARTS, f"comes about in {count:,} of {games:,} games"
            rows.append(row)
    return rows


def _spoken(ruleset: Ruleset) -> dict[str, str]:
    """What clauses, rulings and gaps say, of which any may speak of a supply."""
    found = {f"clause {one.name}": one.text for one in (ruleset.clauses.all if ruleset.clauses else ())}
    found |= {f"ruling {one.name}": one.question for one in ruleset.rulings.values()}
    return found | {f"gap {one.name}": one.question for one in ruleset.gaps}


def _speaker(field: str, said: Mapping[str, str]) -> str:
    """The first of these with a word of the field's name and a word for what is empty; empty if there is none."""
    words = field.lower().split("_")
    for name, text in said.items():
        if EMPTINESS & set(words_of(text)) and shared(words, text):
            return name
    return ""


def subtracted(system: ir.System) -> list[int]:
    """The fields of numbers from which some rule of the game subtracts."""
    numbers = ir.reached(system, *(one.function for one in system.transitions))
    parts = [
        part
        for number in numbers
        for statement in system.functions[number].body
        for part in ir.walk(statement)
    ]
    stores = [part for part in parts if isinstance(part, ir.Store)]
    counted = [part for part in stores if isinstance(system.fields[part.field].value, ir.IntType)]
    return sorted({store.field for store in counted if _takes_away(store)})


def _takes_away(store: ir.Store) -> bool:
    """Whether the stored value, by its form, subtracts from what the field held before."""
    return any(
        isinstance(part, ir.Arith) and part.op == "-" and _reads(part.left, store.field)
        for part in ir.walk(store.value)
    )


def _reads(node: object, field: int) -> bool:
    return any(isinstance(part, ir.Read) and part.field == field for part in ir.walk(node))


def _played(bench: FlipBench, games: int, trials: Trials) -> dict[str, Any]:
    box = boxed(bench.ruleset, bench.mode, bench.mode.full)
    system, native = box.system, box.native
    env = native.new_env(box.raw(trials.readings), box.parameters())
    _, start = native.initial(env)
    if not start[system.silent_cell]:
        native.settle(start, env)
    watched: dict[str, list[tuple[int, int]]] = {}
    for number in subtracted(system):
        block = system.fields[number]
        cells = [c for c in range(block.offset, block.offset + block.cells) if start[c] > block.value.lo]
        if cells:
            watched[block.name] = [(cell, block.value.lo) for cell in cells]
    met: dict[tuple[str, str], list[list[int]]] = {}
    replays = Replays(
        native, system, PlaySettings(box.raw(trials.readings), box.parameters(), SEED, MAX_STEPS)
    )
    for game in range(games if watched else 0):
        trials.tick(f"{bench.ruleset.name}/{bench.mode.name}: supplies, game {game + 1:,} of {games:,}")
        for what, codes in _emptied(box, replays.game(game), watched, env).items():
            met.setdefault(what, []).append(codes)
    return {"fields": {name: _facts(box, name, cells, met) for name, cells in watched.items()}}


def _facts(
    box: Box,
    name: str,
    cells: Sequence[tuple[int, int]],
    met: Mapping[tuple[str, str], list[list[int]]],
) -> dict[str, Any]:
    facts: dict[str, Any] = {"places": len(cells)}
    for text in (ONE, ALL):
        plays = met.get((name, text), [])
        play = min(plays, key=len) if plays else None
        labels = None if play is None else [box.coding.label(box.coding.decode(code)) for code in play]
        facts[text] = {"games": len(plays), "play": labels}
    return facts


def _emptied(
    box: Box, codes: Sequence[int], watched: Mapping[str, list[tuple[int, int]]], env: Any
) -> dict[tuple[str, str], list[int]]:
    """By supply, for one place and for all, the moves of a game up to where it first is empty."""
    native, silent = box.native, box.system.silent_cell
    _, here = native.initial(env)
    if not here[silent]:
        native.settle(here, env)
    found: dict[tuple[str, str], list[int]] = {}
    for place, code in enumerate(codes, 1):
        _, here = native.apply(here, env, code)
        if not here[silent]:
            native.settle(here, env)
        for name, cells in watched.items():
            empty = [here[cell] == lo for cell, lo in cells]
            for text, holds in ((ONE, any(empty)), (ALL, all(empty))):
                if holds and (name, text) not in found:
                    found[name, text] = list(codes[:place])
    return found


__all__ = ["ALL", "COMPONENT", "ONE", "subtracted", "supply_rows"]
