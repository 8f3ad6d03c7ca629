"""Interactions: whether a ruling does something else beside another reading of a ruling that is near to it.

Near are rulings that share a clause in doubt, or a field of the state: one writes, where its reading tells what to
do, what the other writes or looks at there.  All pairs that share a clause are tried, and up to a bound those that
share a field, in random games of the box as sold with the same luck; all others are counted as not tried.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from queensbench.analyses.rulings.coupled_games import FullGames
from queensbench.analyses.rulings.coupled_rows import LuckRow
from queensbench.analyses.rulings.effects import Share
from queensbench.analyses.rulings.impact import Interaction
from queensbench.engines.compare.comparison_program import readings_read
from queensbench.engines.runtime.limits import MAX_STEPS
from queensbench.errors import ModelError
from queensbench.evidence.questions import DATA, Question, answered, answered_all, row_form
from queensbench.language.rulings import RulingDecl
from queensbench.project.projects import rulings_of
from queensbench.rules.typed import ir

GAMES = 200
"""Random games of a pair."""
PAIRS = 250
"""The most pairs of a mode that are tried, a ruling and another reading of another one; more if they share a clause."""


@dataclass
class PairRow:
    """The effect of one ruling beside another reading of another one; ``firsts`` as in :class:`LuckRow`.

    No games: the rules break beside that reading.
    """

    ruling: str
    beside: str
    reading: str
    games: int
    readings: Sequence[Mapping[str, Any]]
    firsts: Sequence[Mapping[str, Any]]
    seconds: float
    cached: bool = False


@dataclass
class Pairs:
    """The pairs of a mode: by ruling what was found, what was seen beside other readings, how many were not tried."""

    found: dict[str, list[Interaction]] = field(default_factory=dict)
    firsts: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)
    not_tried: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    cached: bool = True


# --------------------------------------------------------------------------------- which rulings are near


@dataclass
class TouchedFields:
    """The fields that rules write, and look at, where a reading of a ruling tells them what to do."""

    written: set[int] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)

    def shares(self, other: TouchedFields) -> bool:
        """Whether one writes what the other writes or looks at."""
        mine, yours = self.written | self.seen, other.written | other.seen
        return bool(self.written & yours or other.written & mine)


def touched(system: ir.System) -> list[TouchedFields]:
    """By ruling, the fields that are written, and looked at, by statements that depend on its reading."""
    reads = [readings_read(system, number) for number in range(len(system.functions))]
    found = [TouchedFields() for _ in system.rulings]

    def rulings_in(node: object) -> set[int]:
        met: set[int] = set()
        for part in ir.walk(node):
            if isinstance(part, ir.Reading):
                met.add(part.ruling)
            elif isinstance(part, (ir.Call, ir.Do)):
                met |= reads[part.function]
        return met

    def note(node: object, rulings: set[int]) -> None:
        for part in ir.walk(node):
            for ruling in rulings:
                if isinstance(part, ir.Store):
                    found[ruling].written.add(part.field)
                elif isinstance(part, ir.Read):
                    found[ruling].seen.add(part.field)

    def visit(body: Sequence[Any]) -> None:
        for statement in body:
            if isinstance(statement, ir.If):
                told = rulings_in(statement.condition)
                note(statement, told)
                visit(statement.then)
                visit(statement.orelse)
            elif isinstance(statement, (ir.For, ir.Clause)):
                visit(statement.body)
            else:
                note(statement, rulings_in(statement))

    for function in system.functions:
        visit(function.body)
    return found


def near(system: ir.System, decls: Sequence[RulingDecl]) -> list[tuple[str, str]]:
    """Pairs of rulings, both ways round, that share a clause (these first) or a field, in order of declaration."""
    fields = dict(zip([one.name for one in system.rulings], touched(system), strict=True))
    clause, other = [], []
    for one in decls:
        for two in decls:
            if one.name == two.name:
                continue
            if set(one.clauses) & set(two.clauses):
                clause.append((one.name, two.name))
            elif one.name in fields and two.name in fields and fields[one.name].shares(fields[two.name]):
                other.append((one.name, two.name))
    return clause + other


def within(
    pairs: Sequence[tuple[str, str]], decls: Sequence[RulingDecl], readings: Mapping[str, int], most: int
) -> list[tuple[str, str]]:
    """Of the pairs that are :func:`near`, all that share a clause, and of the others as many as a bound allows.

    ``readings``: how many other readings each ruling has; each counts as one of at most ``most``.
    """
    clauses = {decl.name: set(decl.clauses) for decl in decls}
    found = []
    for name, other in pairs:
        if readings[other] > most and not clauses[name] & clauses[other]:
            break
        most -= readings[other]
        found.append((name, other))
    return found


# ------------------------------------------------------------------------------------------ trying them


def tried(games: FullGames, most: int = PAIRS) -> Pairs:
    """Try the pairs of a mode.  Raises KeyboardInterrupt."""
    run = games.run
    by_name = {decl.name: decl for decl in rulings_of(run.mode)}
    near_ = Question("near", run.mode.name, DATA, games.full, {"most": most}, "mode")
    plan = answered(near_, run.cache, lambda: _plan(games, most))
    pairs = Pairs(not_tried=dict(plan["left"]))
    for other, reading, names in plan["wanted"]:
        for row in _rows(games, by_name[other], reading, names):
            if not row.games:
                pairs.not_tried[row.ruling] += 1
                continue
            alone = games.rows[row.ruling]
            found = _interaction(run.mode.name, games.full.name, row, alone)
            pairs.found.setdefault(row.ruling, []).append(found)
            pairs.firsts.setdefault(row.ruling, []).extend(row.firsts)
            pairs.seconds[row.ruling] = pairs.seconds.get(row.ruling, 0.0) + row.seconds
            pairs.cached = pairs.cached and row.cached
    return pairs


def _plan(games: FullGames, most: int) -> dict[str, Any]:
    """Which pairs are tried (``wanted``: another ruling, its reading, rulings beside it), how many are ``left``."""
    decls = rulings_of(games.run.mode)
    system = games.run.box(games.full.name).system
    read = frozenset[int]().union(*(readings_read(system, n) for n in range(len(system.functions))))
    live = [one.name for n, one in enumerate(system.rulings) if n in read]
    wanted: dict[tuple[str, str], list[str]] = {}
    turned = sum(len(games.others(name)) for name in live)
    left = {name: turned - len(games.others(name)) for name in live}
    asked = [decl for decl in decls if decl.name in live]
    for name, other in within(
        near(system, asked), asked, {name: len(games.others(name)) for name in live}, most
    ):
        readings = games.others(other)
        left[name] -= len(readings)
        for raw in readings:
            text = system.rulings[games.number(other)].readings[raw]
            wanted.setdefault((other, text), []).append(name)
    return {"wanted": [[*pair, names] for pair, names in wanted.items()], "left": left}


def _rows(games: FullGames, other: RulingDecl, reading: str, names: Sequence[str]) -> Iterator[PairRow]:
    """The effects of rulings beside a reading of another one: stored, or else found in the same games."""
    more = {
        "beside": f"{other.name}={reading.lower()}",
        "games": GAMES,
        "alone": games.settings.games,
        "seed": games.settings.seed,
        "max_steps": MAX_STEPS,
    }
    questions = [Question("pair", name, row_form(PairRow), games.full, more, "mode") for name in names]
    return answered_all(questions, games.run.cache, partial(_found, games, other, reading))


def _found(
    games: FullGames, other: RulingDecl, reading: str, missing: Sequence[Question[PairRow]]
) -> Iterator[PairRow]:
    """The effects of rulings beside a reading of another one, in the same games.  Raises KeyboardInterrupt."""
    games.said(f"{len(missing)} rulings beside {other.name}={reading.lower()}")
    begun = time.perf_counter()
    beside = {other.name: other.readings[reading]}
    names = [question.name for question in missing]
    turned = [(name, raw) for name in names for raw in games.others(name)]
    try:
        found = games.played(turned, GAMES, beside)
    except ModelError:  # the rules break beside this reading: nothing can be tried
        for name in names:
            yield PairRow(name, other.name, reading.lower(), 0, (), (), 0.0)
        return
    for name in names:
        mine = [(place, raw) for place, (one, raw) in enumerate(turned) if one == name]
        counted = games.luck.counted(games.number(name))
        counts = tuple(games.counts(found, place, name, raw, counted=counted) for place, raw in mine)
        fresh = [
            one
            for (place, raw), ours, alone in zip(mine, counts, games.rows[name].readings, strict=True)
            if ours["parted"] and not alone["parted"]
            for one in games.firsts(found, place, name, raw, beside)[:1]
        ]
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        yield PairRow(name, other.name, reading.lower(), GAMES, counts, tuple(fresh), seconds)


def _interaction(mode: str, instance: str, row: PairRow, alone: LuckRow) -> Interaction:
    """The effect of a pair beyond that of the ruling alone; of several readings, the one with the most to report."""
    effects = [
        (effect(ours, row.games, theirs, alone.games), theirs, ours)
        for ours, theirs in zip(row.readings, alone.readings, strict=True)
    ]
    what, before, after = min(effects, key=lambda one: EFFECTS.index(one[0]))
    return Interaction(
        row.beside,
        row.reading,
        what,
        _words(before, alone.games),
        _words(after, row.games),
        mode,
        instance,
        "sampled",
    )


EFFECTS = ("only together", "vanishes", "stronger", "weaker", "none")
"""What a pair may do, what says most first."""


def effect(ours: Mapping[str, Any], games: int, alone: Mapping[str, Any], games_alone: int) -> str:
    """The effect of another reading elsewhere on a ruling: one of :data:`EFFECTS`.

    ``only together``: the readings part, and alone they did in no game.  ``vanishes``: in no game they part, and alone
    in so many that the intervals do not meet.  ``stronger``, ``weaker``: another share of results changes, likewise.
    """
    parted, before = Share(int(ours["parted"]), games), Share(int(alone["parted"]), games_alone)
    if parted.count and not before.count:
        return "only together"
    if not parted.count and before.low > parted.high:
        return "vanishes"
    changed, result = Share(int(ours["changed"]), games), Share(int(alone["changed"]), games_alone)
    if changed.low > result.high:
        return "stronger"
    return "weaker" if changed.high < result.low else "none"


def _words(counts: Mapping[str, Any], games: int) -> str:
    parted, changed = (counts[name] / games for name in ("parted", "changed"))
    return f"parts in {parted:.1%} and changes the result of {changed:.1%} of {games:,} games"


__all__ = ["EFFECTS", "GAMES", "PAIRS", "Pairs", "effect", "near", "touched", "tried", "within"]
