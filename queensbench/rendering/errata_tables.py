"""Errata as data and as text: the rulings to read otherwise, or to settle, so that all properties hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.analyses.errata_report import Broken, ErrataReport
    from queensbench.engines.repair.hitting_sets import CorrectionSet, SetAside, Sets
    from queensbench.rendering.screen import Screen


def as_data(found: ErrataReport) -> dict[str, Any]:
    """The errata of a mode as the command prints them with ``--json``."""
    return {
        "ruleset": found.ruleset,
        "mode": found.mode,
        "instances": dict(found.instances),
        "left_out": dict(found.left_out),
        "goals": list(found.goals),
        "set_aside": [{"property": p, "instance": i, "why": why} for p, i, why in found.set_aside],
        "broken": [_broken(found, one) for one in found.broken],
        "errata": None if found.errata is None else _sets(found, found.errata),
        "clashes": [{"given_up": list(one.given_up), **_sets(found, one.sets)} for one in found.clashes],
        "settled": None
        if found.settled is None
        else {
            "beside": found.named(found.base),
            "rulings": _readings(found, found.settled.rulings),
            "needed": [found.rulings[r] for r in found.settled.needed],
            "breaks": [
                {
                    "ruling": found.rulings[r],
                    "reading": found.members[r][value],
                    "property": question.goal,
                    "instance": question.unit,
                }
                for (r, value), question in sorted(found.settled.breaks.items())
            ],
            "closed": found.settled.closed,
            "judged": found.settled.tried,
            "set_aside": _asides(found, found.settled.aside),
        },
        "kept": [
            {
                "ruling": ruling,
                "reading": reading,
                "instance": one.instance,
                "states": one.states,
                "asked": one.asked,
                "broken": list(one.broken),
                "undecided": list(one.undecided),
                "not_judged": one.why,
            }
            for (ruling, reading), one in found.kept.items()
        ],
        "complete": found.complete,
        "explorations": found.runs,
        "reused": found.reused,
        "states": found.states,
        "seconds": round(found.seconds, 3),
        "interrupted": found.interrupted,
    }


def _broken(found: ErrataReport, one: Broken) -> dict[str, Any]:
    return {
        "property": one.name,
        "instances": list(one.instances),
        "expected": one.expected,
        "blame": list(one.blame),
        "state": one.state,
        "clauses": list(one.clauses),
        "along": None if one.along is None else list(one.along),
        "alone": _sets(found, one.alone),
    }


def _sets(found: ErrataReport, sets: Sets) -> dict[str, Any]:
    return {
        "changes": [_change(found, change) for change in sets.changes],
        "no_reading": sets.ruled_out,
        "decided_up_to": sets.size,
        "closed": sets.closed,
        "set_aside": _asides(found, sets.aside),
    }


def _change(found: ErrataReport, change: CorrectionSet) -> dict[str, Any]:
    return {
        "rulings": [found.rulings[r] for r in change.rulings],
        "readings": [
            {found.rulings[r]: found.members[r][v] for r, v in zip(change.rulings, values, strict=True)}
            for values in change.readings
        ],
    }


def _asides(found: ErrataReport, aside: Iterable[SetAside]) -> list[dict[str, Any]]:
    return [
        {
            "reading": found.named(one.reading),
            "property": one.question.goal,
            "instance": one.question.unit,
            "why": one.why,
        }
        for one in aside
    ]


def _readings(found: ErrataReport, rulings: Iterable[int]) -> dict[str, str]:
    """Rulings with the readings that they have in the base."""
    return {found.rulings[r]: found.members[r][found.base[r]] for r in rulings}


def show(screen: Screen, found: ErrataReport) -> None:
    """Print the errata of a mode."""
    name = f"{found.ruleset}/{found.mode}"
    if not found.goals:
        ended = "the budget or the time ended before the house reading was judged"
        why = ended if found.spent else "nothing was asked"
        screen.head(f"{name}: {why}")
        _left_out(screen, found)
        screen.out.print()
        return
    boxes = ", ".join(f"{box} ({states:,} states)" for box, states in found.instances.items())
    screen.head(f"{name}: properties asked for: {len(found.goals)}")
    screen.text(f"on {boxes}; what follows is said of these instances only", 2)
    _left_out(screen, found)
    screen.out.print()
    if found.broken:
        columns = ("broken in the house", "instances", "who is blamed", "what mends it alone")
        rows = [
            (
                one.name,
                ", ".join(one.instances),
                ", ".join(one.blame) or "nobody: not expected",
                _mended(found, one),
            )
            for one in found.broken
        ]
        screen.table("Properties that the house reading breaks", columns, rows)
    for one in found.broken:
        if one.state == "unsavable":
            _unsavable(screen, one)
    _errata(screen, found)
    _settled(screen, found)
    asides = [a for one in found.broken for a in one.alone.aside]
    asides += [*(found.errata.aside if found.errata else ()), *(found.settled.aside if found.settled else ())]
    _undecided(screen, found, asides)
    reused = f", {found.reused:,} stored" if found.reused else ""
    screen.text(
        f"{count(found.runs, 'exploration')}{reused}, {count(found.states, 'state')}, {found.seconds:.1f} seconds"
    )
    screen.out.print()


def _left_out(screen: Screen, found: ErrataReport) -> None:
    by_reason: dict[str, list[str]] = {}
    for name, why in found.left_out.items():
        by_reason.setdefault(why, []).append(name)
    for why, names in by_reason.items():
        screen.text(f"left out: {', '.join(names)} ({why})", 2)
    reasons: dict[str, list[str]] = {}
    for property_, instance, why in found.set_aside:
        if instance in found.instances:
            reasons.setdefault(why, []).append(f"{property_} on {instance}")
    for why, names in reasons.items():
        screen.text(f"not asked: {', '.join(names)} ({why})", 2)


def _mended(found: ErrataReport, one: Broken) -> str:
    if one.state == "saved":
        return " or ".join(_ways(found, change) for change in one.alone.changes)
    if one.state == "unsavable":
        return "no reading"
    if one.state == "undecided":
        return "no reading that was decided"
    return _bound(one.alone)


def _bound(sets: Sets) -> str:
    """The result of a search that did not end, in words."""
    if sets.size < 1:
        return "open"
    changed = "change of one ruling" if sets.size == 1 else f"change of up to {sets.size} rulings"
    beside = " that was decided" if sets.aside else ""
    return f"open: no {changed}{beside}"


def _ways(found: ErrataReport, change: CorrectionSet) -> str:
    """The readings of a set of rulings under which the goals hold."""
    if not change.rulings:
        return "nothing"
    if len(change.rulings) == 1:
        r = change.rulings[0]
        return f"{found.rulings[r]}={' or '.join(found.members[r][values[0]] for values in change.readings)}"
    return "; or ".join(
        " with ".join(
            f"{found.rulings[r]}={found.members[r][v]}" for r, v in zip(change.rulings, values, strict=True)
        )
        for values in change.readings
    )


def _unsavable(screen: Screen, one: Broken) -> None:
    screen.text(f"{one.name}: no reading of the rulings makes it hold")
    if one.clauses:
        screen.text(f"its clauses: {', '.join(one.clauses)}", 2)
    if one.along:
        number = count(len(one.along), "clause")
        screen.text(f"{number} carried out along every play that refutes it: {', '.join(one.along)}", 2)
    screen.out.print()


def _errata(screen: Screen, found: ErrataReport) -> None:
    sets = found.errata
    if sets is None:
        screen.text("Errata were not come to: the budget ended before.")
        screen.out.print()
        return
    beside = {one.name for one in found.broken if one.state != "saved"}
    but = f" but {', '.join(sorted(beside))}" if beside else ""
    if found.clashes:
        screen.head(f"No reading meets all properties{but} together")
        for one in found.clashes:
            changes = ", or ".join(_ways(found, change) for change in one.sets.changes)
            screen.text(f"without {', '.join(one.given_up)}: change {changes}", 2)
    elif sets.ruled_out:
        screen.head(f"No reading meets all properties{but} together; what to give up was not found")
    elif sets.changes and not sets.changes[0].rulings:
        screen.head(f"No erratum is needed: the house reading meets all properties{but}")
    elif sets.changes:
        rows = [(str(len(c.rulings)), _ways(found, c)) for c in sets.changes]
        more = "" if sets.closed else "; there may be more"
        screen.table(f"Smallest errata, for all properties{but}{more}", ("rulings", "read instead"), rows)
        return
    else:
        screen.head(f"No erratum was found for all properties{but}: {_bound(sets)}")
    screen.out.print()


def _settled(screen: Screen, found: ErrataReport) -> None:
    one = found.settled
    if one is None:
        return
    beside = found.named(found.base)
    given = f" beside {', '.join(f'{k}={v}' for k, v in beside.items())}" if beside else ""
    chosen = _readings(found, one.rulings)
    if not chosen and one.closed:
        screen.head(f"Nothing has to be settled{given}: these properties hold under every reading")
    elif chosen:
        broken: dict[str, list[str]] = {}
        for (r, value), question in sorted(one.breaks.items()):
            text = f"{found.members[r][value]} breaks {question.goal} on {question.unit}"
            broken.setdefault(found.rulings[r], []).append(text)
        told = "have" if len(chosen) > 1 else "has"
        least = "" if one.closed else " at least"
        screen.head(f"{count(len(chosen), 'ruling')}{least} {told} to be settled{given}")
        for name, reading in chosen.items():
            why = ", ".join(broken.get(name, ())) or "or another ruling that a failure shares with it"
            screen.text(f"{name} as {reading}: {why}", 2)
    else:
        screen.head(f"No ruling is known that has to be settled{given}")
    if not one.closed:
        screen.text(
            f"not all other readings were judged ({count(one.tried, 'exploration')}): it may be more", 2
        )
    elif chosen:
        screen.text("however all other rulings are read, these properties hold", 2)
    screen.out.print()


def _undecided(screen: Screen, found: ErrataReport, asides: Sequence[SetAside]) -> None:
    if not asides:
        return
    screen.head("Set aside, for it was not decided")
    told: Mapping[SetAside, None] = dict.fromkeys(asides)
    for one in told:
        reading = ", ".join(f"{k}={v}" for k, v in found.named(one.reading).items()) or "the house reading"
        screen.text(f"{reading}: {one.question.goal} on {one.question.unit}: {one.why}", 2)
    screen.out.print()
