"""Each ruling of a mode: the strongest difference that another reading makes, over all instances."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from queensbench.analyses.rulings import impact
from queensbench.analyses.rulings.coupled_rows import LuckRow, luck_key
from queensbench.analyses.verdicts.rows import BesideRow, ComparisonRow, RulingRow
from queensbench.analyses.verdicts.run import Run
from queensbench.evidence.cache import all_cached, decoded, encoded
from queensbench.project.projects import rulings_of

if TYPE_CHECKING:
    from queensbench.engines.compare.comparison import Matters
    from queensbench.engines.runtime.box import Box

ORDER = ("winner", "ending", "scored", "legal", "undecided", "not-seen", "never")
RESULTS = ORDER[:3]
"""The classes that are of the result."""
STRONGEST = ORDER[:4]
"""The classes that a play shows."""
BESIDE = 250_000
"""The most states of a box that are explored under another reading of another ruling."""


def judge_rulings(run: Run) -> None:
    """For each ruling the strongest difference between the house reading and another, over all instances."""
    decls = {decl.name: decl for decl in rulings_of(run.mode)}
    if not decls:
        return
    names = [
        i.name
        for i in run.mode.all_instances()
        if i.explore and (i.name in run.options.instances or (i.compare and not run.options.instances))
    ]
    for name, following in zip_longest(names, names[1:], fillvalue=""):
        if not compare(run, name, [ruling for ruling in decls if not settled(run, ruling)], following):
            run.report.interrupted = True
            names = names[: names.index(name) + 1]
            break
    for decl in decls.values():
        run.report.rulings.append(ruling_row(run, decl, names))
        run.report.rulings[-1].changed = changed(run, decl.name)
    if not run.report.interrupted:
        beside_others(run, decls, names)


def changed(run: Run, ruling: str) -> float | None:
    """The share of random games in which a ruling changes the result, if the store knows it."""
    key = luck_key(run.kept, ruling, run.mode.full, games=impact.GAMES, seed=impact.SEED)
    row = run.kept.get(key, decoded(LuckRow))
    if row is None:
        return None
    return max((int(one["changed"]) / row.games for one in row.readings), default=0.0)


def beside_others(run: Run, decls: Mapping[str, Any], names: Sequence[str]) -> None:
    """Where rulings that change nothing beside the house readings do so all the same.

    That is, beside another reading of a ruling that shares a clause with them; the first instance for each.
    Rulings that are asked beside the same reading share the explorations.
    """
    rows = [row for row in run.report.rulings if row.matters == "not-seen"]
    found: dict[str, list[BesideRow]] = {row.name: [] for row in rows}
    for other in decls.values():
        asking = [
            row.name
            for row in rows
            if row.name != other.name and set(other.clauses) & set(decls[row.name].clauses)
        ]
        for reading in other.readings:
            if reading is run.options.readings.get(other.name, other.house):
                continue
            for name, one in elsewhere(run, other.name, reading, asking, names).items():
                found[name].append(one)
    for row in rows:
        row.elsewhere = tuple(
            {
                "beside": one.beside,
                "matters": one.matters,
                "instance": one.instance,
                "choices": one.choices,
                "steps": one.steps,
                "play": one.play.texts,
            }
            for one in found[row.name]
            if one.play is not None
        )
        large = [name for name in names if states_of(run, name, row.name) > BESIDE]
        if found[row.name] and large and not run.options.budget:
            row.detail += (
                f"; beside other readings the first {BESIDE:,} states of {', '.join(large)} were looked at"
            )
        row.cached = row.cached and all(one.cached for one in found[row.name])
        row.seconds += sum(one.seconds for one in found[row.name])


def states_of(run: Run, name: str, ruling: str) -> int:
    """How many states of an instance were compared of a ruling."""
    found = run.partings[name].get(ruling)
    return found.states if found is not None else 0


def settled(run: Run, ruling: str) -> bool:
    """Whether an instance has shown the strongest difference that there is, so that no other need be asked."""
    return any(ruling in rows and rows[ruling].matters == ORDER[0] for rows in run.partings.values())


def compare(run: Run, name: str, rulings: Sequence[str], following: str = "") -> bool:
    """What each ruling changes on an instance; False if that was interrupted.  ``following``: what comes next."""
    instance = run.instance(name)
    budget = run.options.budget or instance.budget
    keys = [run.kept.key("comparison", ruling, instance, budget=budget) for ruling in rulings]
    rows = [run.kept.get(key, decoded(ComparisonRow)) for key in keys]
    run.partings[name] = {row.ruling: row for row in rows if row is not None}
    if None not in rows:
        return True
    from queensbench.engines.compare.comparison import rulings_on
    from queensbench.engines.compare.comparison_program import comparer_of
    from queensbench.engines.explore.explorations import exploration_of

    workshop = run.workshop(name)
    if following:
        run.ahead(following, comparer_of)
    run.options.progress(f"{run.ruleset.name}/{run.mode.name} {name}: comparing readings")
    begun = time.perf_counter()
    found = exploration_of(workshop, run.options.readings, max_states=run.options.budget)
    parted = rulings_on(comparer_of(workshop), found, rulings)
    seconds = time.perf_counter() - begun
    run.partings[name] = {m.ruling: comparison(run, workshop, m, seconds) for m in parted}
    if found.interrupted or any(m.interrupted for m in parted):
        return False
    for ruling, key in zip(rulings, keys, strict=True):
        if ruling in run.partings[name]:
            run.kept.put(key, encoded(run.partings[name][ruling]))
    return True


def comparison(run: Run, workshop: Box, found: Matters, seconds: float) -> ComparisonRow:
    """What the engine has found of one ruling on one instance, with its play."""
    from queensbench.engines.compare.comparison_program import comparer_of

    play = None
    if found.play is not None:
        from queensbench.engines.compare.divergent_plays import other_reading, replayable

        number = comparer_of(workshop).number(found.ruling)
        raw = workshop.system.rulings[number].readings.index(found.pair[1])
        theirs = other_reading(workshop, run.options.readings, found.ruling, raw)
        why = f"{found.ruling}: the readings part here"
        play = replayable(workshop, run.options.readings, theirs, found.play, why)
    return ComparisonRow(
        found.ruling,
        found.matters,
        " or ".join(p.lower() for p in found.pair[1:]),
        found.choices,
        found.steps,
        found.consulted,
        found.states,
        play,
        comparer_of(workshop).uncounted(comparer_of(workshop).number(found.ruling)),
        seconds,
        tuple(firsts(run, workshop, found)),
    )


def firsts(run: Run, workshop: Box, found: Matters) -> Iterator[dict[str, Any]]:
    """The shortest play on which the readings part at all, the shortest on which the result does, and of the class."""
    from queensbench.engines.compare.comparison_program import comparer_of
    from queensbench.engines.compare.divergent_plays import parting_play

    number = comparer_of(workshop).number(found.ruling)
    chance = workshop.coding.chance_base
    met = sorted(
        (
            sum(code < chance for code in p.play),
            len(p.play),
            STRONGEST.index(name),
            parting.theirs[number],
            name,
            p,
        )
        for parting in found.partings.values()
        for name, p in parting.firsts.items()
        if name in STRONGEST
    )
    told: list[Any] = []
    for names in (STRONGEST, RESULTS, (found.matters,)):
        best = next((one for one in met if one[4] in names), None)
        if best is None or best in told:
            continue
        told.append(best)
        _, _, _, raw, name, parted = best
        shown = parting_play(
            workshop,
            run.options.readings,
            found.ruling,
            raw,
            parted.play,
            judged=parted.code < 0,
            wanted=name,
        )
        if shown is not None:
            yield shown


def elsewhere(
    run: Run, other: str, reading: Any, asking: Sequence[str], names: Sequence[str]
) -> dict[str, BesideRow]:
    """What rulings change beside another reading of another ruling: stored, or else found in one go."""
    boxes = [run.instance(instance) for instance in names]
    most = run.options.budget
    keys = {
        name: run.kept.key(
            "beside",
            name,
            beside=[other, reading.name.lower()],
            instances=[[box.name, most or min(BESIDE, box.budget)] for box in boxes],
        )
        for name in asking
    }
    stored = {name: run.kept.get(key, decoded(BesideRow)) for name, key in keys.items()}
    found = {name: row for name, row in stored.items() if row is not None}
    missing = [name for name in asking if name not in found]
    if missing:
        for name, row in beside(run, missing, other, reading, names).items():
            run.kept.put(keys[name], encoded(row))
            found[name] = row
    return found


def beside(
    run: Run, rulings: Sequence[str], other: str, reading: Any, names: Sequence[str]
) -> dict[str, BesideRow]:
    """For each ruling the first instance on which it matters beside another reading of another ruling.

    Of a large box the first :data:`BESIDE` states are looked at, which have the shortest plays, or as many as a budget
    of the audit says.
    """
    from queensbench.engines.compare.comparison import rulings_on
    from queensbench.engines.compare.comparison_program import comparer_of
    from queensbench.engines.compare.divergent_plays import other_reading, replayable
    from queensbench.engines.explore.explorations import exploration_of

    text = f"{other}={reading.name.lower()}"
    base = {**run.options.readings, other: reading}
    found: dict[str, BesideRow] = {}
    begun = time.perf_counter()
    for instance in names:
        left = [name for name in rulings if name not in found]
        if not left:
            break
        workshop = run.workshop(instance)
        run.options.progress(
            f"{run.ruleset.name}/{run.mode.name} {instance}: {', '.join(left)} beside {text}"
        )
        most = run.options.budget or min(BESIDE, workshop.instance.budget)
        states = exploration_of(workshop, base, max_states=most, keep=False, judging=False)
        for parted in rulings_on(comparer_of(workshop), states, left):
            if states.interrupted or parted.interrupted:
                raise KeyboardInterrupt
            if parted.play is not None:
                name = parted.ruling
                number = comparer_of(workshop).number(name)
                raw = workshop.system.rulings[number].readings.index(parted.pair[1])
                theirs = other_reading(workshop, base, name, raw)
                why = f"{name}: the readings part here"
                play = replayable(workshop, base, theirs, parted.play, why)
                seconds = time.perf_counter() - begun
                found[name] = BesideRow(
                    text, parted.matters, instance, parted.choices, parted.steps, play, seconds
                )
    seconds = time.perf_counter() - begun
    return {name: found.get(name, BesideRow(text, "", "", None, None, None, seconds)) for name in rulings}


def ruling_row(run: Run, decl: Any, names: Sequence[str]) -> RulingRow:
    """One ruling's row."""
    best: tuple[tuple[int, bool, int], str, ComparisonRow] | None = None
    by_instance: dict[str, str] = {}
    rows = [run.partings[name][decl.name] for name in names if decl.name in run.partings[name]]
    for name in names:
        found = run.partings[name].get(decl.name)
        if found is None:
            continue
        by_instance[name] = (
            found.matters if found.consulted or found.matters != "not-seen" else "not consulted"
        )
        rank = (ORDER.index(found.matters), not found.consulted, found.choices or 0)
        if best is None or rank < best[0]:
            best = (rank, name, found)
    readings = tuple(member.lower() for member in decl.readings.__members__)
    games = None
    if run.played is not None and run.played.rulings is not None and run.played.row["games"]:
        counted = not names or not run.partings[names[0]][decl.name].uncounted
        games = run.played.rulings[decl.name] if counted else None
    if best is None:
        return RulingRow(
            decl.name, run.mode.name, decl.question, readings, decl.house.name.lower(), "undecided", "", "",
            None, "no instance was explored", by_instance, games,
        )  # fmt: skip
    _, name, found = best
    detail = f"{found.states:,} states, {found.consulted:,} that consult it"
    if found.play is not None:
        detail += f"; they part after {found.choices} choices, {found.steps} steps"
    return RulingRow(
        decl.name,
        run.mode.name,
        decl.question,
        readings,
        decl.house.name.lower(),
        found.matters,
        name,
        found.against,
        found.play,
        detail,
        by_instance,
        games,
        seconds=sum(row.seconds for row in rows),
        cached=all_cached(rows),
    )
