"""Pairs of rulings that no audit tries together, in random games under another reading of both.

An audit tries rulings beside each other that share a clause or, up to a bound, a field
(:mod:`queensbench.analyses.rulings.interactions`).  Of every other pair all combinations of other readings are played
here in a few games of the box as sold, with the luck of the house game.  A pair *parts* if some game goes otherwise by
both readings together and by neither alone.

What this cannot see: more than two rulings at once, pairs whose effect together is only greater than alone, and what a
few random games do not meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from queensbench.analyses.quiet.rows import OPEN, PARTS, SAME, SETTLED, QuietRow
from queensbench.analyses.quiet.trying import SEED, FlipBench, Trials
from queensbench.analyses.rulings.interactions import PAIRS, near, within
from queensbench.engines.boxes import boxed
from queensbench.engines.compare.comparison_program import readings_read
from queensbench.engines.coupled import kernels as loops
from queensbench.engines.coupled.playouts import CHANGED, Coupled, Luck
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.evidence.questions import DATA, Question, answered
from queensbench.project.projects import rulings_of
from queensbench.rules.typed import ir

PAIR = "pair"
MOST_GAMES = 20
TRIED = "an audit tries it"


def pair_rows(bench: FlipBench, trials: Trials) -> list[QuietRow]:
    """A row for each pair of rulings of a mode that its rules read.  Raises TimeOver."""
    if bench.mode.rulings is None:
        return []
    games = min(trials.games, MOST_GAMES)
    full = bench.mode.full
    asked = Question("quiet", "pairs", DATA, full, {"games": games, "seed": SEED, "max_steps": MAX_STEPS})
    found = answered(asked, bench.cache, lambda: _found(bench, games, trials))
    where = f"{bench.mode.name} {full.name}"
    rows = []
    for one, two, data in found["pairs"]:
        row = QuietRow(one, PAIR, two, 1, "", (), (bench.mode.name,), frozenset(), where=where)
        if data is None:
            row.verdict, row.shown = SETTLED, TRIED
        elif not games:
            row.verdict, row.shown = OPEN, "not tried"
        elif data["together"]:
            row.verdict, row.matters, row.flip, row.play = PARTS, "", data["readings"], data["play"]
            row.games, row.parted, row.decided = games, data["together"], data["decided"]
            row.shown = f"parts in {data['together']} of {games} games by both readings and by neither alone"
        else:
            row.verdict = SAME
            row.shown = f"no game parts by both alone: seen only in {games} games of {where}"
        rows.append(row)
    return rows


def _found(bench: FlipBench, games: int, trials: Trials) -> dict[str, Any]:
    box = boxed(bench.ruleset, bench.mode, bench.mode.full)
    system = box.system
    read = frozenset[int]().union(*(readings_read(system, n) for n in range(len(system.functions))))
    live = [number for number in range(len(system.rulings)) if number in read]
    names = {system.rulings[number].name for number in live}
    decls = [decl for decl in rulings_of(bench.mode) if decl.name in names]
    others = {decl.name: len(decl.readings) - 1 for decl in decls}
    by_audits = {frozenset(pair) for pair in within(near(system, decls), decls, others, PAIRS)}
    pairs = [
        (one, two)
        for one, two in combinations(live, 2)
        if frozenset((system.rulings[one].name, system.rulings[two].name)) not in by_audits
    ]
    tried = _played(bench, system, pairs, games, trials) if games and pairs else {}
    return {
        "pairs": [
            [
                system.rulings[one].name,
                system.rulings[two].name,
                tried.get((one, two), {"together": 0}) if (one, two) in set(pairs) else None,
            ]
            for one, two in combinations(live, 2)
        ]
    }


def _played(
    bench: FlipBench, system: ir.System, pairs: Sequence[tuple[int, int]], games: int, trials: Trials
) -> dict[tuple[int, int], dict[str, Any]]:
    """By pair of rulings the combination of readings that parts most games by both together."""
    label = f"{bench.ruleset.name}/{bench.mode.name}: {len(pairs):,} pairs of rulings"
    trials.tick(f"{label}, compiling")
    box = boxed(bench.ruleset, bench.mode, bench.mode.full)
    luck, base = Luck(system), box.raw(trials.readings)
    turned = {
        number: [raw for raw in range(len(system.rulings[number].readings)) if raw != base[number]]
        for pair in pairs
        for number in pair
    }
    alone = [(number, raw) for number, raws in turned.items() for raw in raws]
    both = [((one, a), (two, b)) for one, two in pairs for a in turned[one] for b in turned[two]]
    vectors = [_vector(base, [one]) for one in alone] + [_vector(base, two) for two in both]
    coupled = luck.run(
        base,
        vectors,
        box.parameters(),
        games=games,
        seed=SEED,
        progress=lambda n, _: trials.tick(f"{label}, game {n:,} of {games:,}"),
    )
    if not coupled.complete:
        raise KeyboardInterrupt
    places = {one: place for place, one in enumerate(alone)}
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for place, (one, two) in enumerate(both, len(alone)):
        together = _together(coupled, place, places[one], places[two])
        pair = one[0], two[0]
        if len(together) > found.get(pair, {"together": -1})["together"]:
            words = [
                f"{system.rulings[n].name}={system.rulings[n].readings[raw].lower()}" for n, raw in (one, two)
            ]
            winner = sum(bool(coupled.outcomes[game, place] & loops.WINNER) for game in together)
            found[pair] = {
                "together": len(together),
                "decided": winner,
                "readings": " with ".join(words),
                "play": None,
            }
    return found


def _vector(base: Sequence[int], changes: Sequence[tuple[int, int]]) -> list[int]:
    vector = list(base)
    for number, raw in changes:
        vector[number] = raw
    return vector


def _together(coupled: Coupled, place: int, one: int, two: int) -> list[int]:
    """The games that part by a combination, and by neither of its readings alone."""
    parted = loops.PARTED | CHANGED
    return [
        game
        for game in range(coupled.games)
        if coupled.outcomes[game, place] & parted
        and not coupled.outcomes[game, one] & parted
        and not coupled.outcomes[game, two] & parted
    ]


__all__ = ["PAIR", "pair_rows"]
