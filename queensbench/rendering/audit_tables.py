"""An audit as tables for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench import __version__
from queensbench.analyses.audit.all_modes import Fault
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.rulings.ruling_rows import RulingRow
from queensbench.analyses.verdicts.proved import FREE
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.words import count, open_text, surprise
from queensbench.engines.runtime import ctrl_c
from queensbench.rendering import table_and_play
from queensbench.rendering.names import names_of
from queensbench.rendering.ruling_ranking import ranking

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


LOST = "Less was shown than verdicts.lock says."
FAULTY = "{} ended in a fault; what others came to stands above."


def audit_json(reports: Sequence[ModeReport], faults: Sequence[Fault], code: int) -> dict[str, Any]:
    """The whole audit as one object."""
    rulesets: dict[str, dict[str, Any]] = {}
    for report in reports:
        entry = rulesets.setdefault(
            report.ruleset,
            {
                "name": report.ruleset,
                "title": report.title,
                "modes": [],
                "properties": [],
                "rulings": [],
                "proofs": [],
                "studies": [],
                "instances": [],
                "clauses_not_met_in_play": {},
                "guards_that_look_too_far": {},
            },
        )
        entry["modes"].append(report.mode)
        entry["properties"] += [row.as_json() for row in report.properties]
        entry["rulings"] += [row.as_json() for row in report.rulings]
        if report.proofs_left:
            entry["proofs"].append({"mode": report.mode, "left": report.proofs_left})
        if report.proofs is not None:
            entry["proofs"].append({"mode": report.mode, **report.proofs.as_json()})
        entry["studies"] += [row.as_json() for row in report.studies]
        entry["instances"] += [{"mode": report.mode, **row} for row in report.instances]
        entry["clauses_not_met_in_play"][report.mode] = report.unused_clauses
        entry["guards_that_look_too_far"][report.mode] = report.peeks
    return {
        "queensbench": __version__,
        "exit": ctrl_c.exit_code(code),
        "interrupted": code == 130,
        "rulesets": list(rulesets.values()),
        "faults": [fault.as_json() for fault in faults],
    }


def report(screen: Screen, found: ModeReport) -> None:
    """Print the report of one mode: instances, properties, rulings, studies, and open questions."""
    with screen.named(names_of(f"{found.ruleset}/{found.mode}")):
        _report(screen, found)


def _report(screen: Screen, found: ModeReport) -> None:
    screen.head(f"{found.ruleset}/{found.mode}  {found.title}")
    columns: tuple[str, ...]
    if found.reading != "house":
        screen.text(f"Read with {found.reading}; all other rulings in the house reading.")
    screen.out.print()
    if found.instances or found.proofs:
        columns = ("instance", "engine", "what was seen", "how it ends", "seconds")
        screen.table("Instances", columns, _instances(found))
    if found.properties:
        columns = (
            "property",
            "verdict",
            "class",
            "on (steps of the play that shows it)",
            "engine",
            "seconds",
        )
        rows_ = [row for row in found.properties if not _left(row)]
        screen.table("Properties", columns, _properties(rows_, found.reading))
    table_and_play.show(screen, found.instances)
    if found.rulings:
        columns = (
            "ruling",
            "matters",
            "on",
            "house reading",
            "against",
            "games",
            "shortest play to the difference",
        )
        title = "Rulings"
        if any(row.cached for row in found.rulings):
            seconds = max(row.seconds for row in found.rulings if row.cached)
            title += f" ({_cached(found.rulings)}, compared in {seconds:.2f} s)"
        screen.table(title, columns, [_ruling(found, row) for row in found.rulings])
    for study in found.studies:
        cached = ", cached" if study.cached else ""
        screen.head(f"Study {study.name}: {study.question}  ({study.seconds:.2f} s{cached})")
        for finding in study.findings:
            screen.text(finding, 2)
        screen.out.print()
        if study.chosen:
            rows = [study.rows[i] for i in study.chosen]
            every = "" if len(rows) == len(study.rows) else "; --json gives all"
            screen.table(f"{len(rows)} of {count(len(study.rows), 'row')}{every}", study.columns, rows)
    _only_beside(screen, found)
    _undecided(screen, found)
    _unproved(screen, found)
    if found.peeks:
        screen.head("Guards that read more than their decider may see")
        for peek in found.peeks:
            screen.text(peek, 2)
        screen.out.print()
    if found.unused_clauses:
        screen.head("Clauses that no game of the full box came to")
        screen.text(", ".join(found.unused_clauses), 2, hang=0)
        screen.out.print()


def shown(screen: Screen, found: ModeReport | Fault) -> None:
    """Print the report of one mode, or the fault that its audit ended in."""
    if isinstance(found, ModeReport):
        report(screen, found)
        return
    screen.head(f"{found.name}  {found.title}")
    screen.out.print()
    screen.text("The audit ended in a fault:", 2)
    screen.text(found.text, 2)
    screen.out.print()


def _only_beside(screen: Screen, found: ModeReport) -> None:
    """Print the rulings that never matter beside the readings of this audit, but do beside others."""
    rows = [row for row in found.rulings if row.matters == "never" and _beside(row)]
    if not rows:
        return
    screen.head("Never matter beside these readings, but beside others")
    for row in rows:
        screen.text(f"ruling {row.name}", 2)
        for text in _beside(row):
            screen.text(text, 4)
    screen.out.print()


def _undecided(screen: Screen, found: ModeReport) -> None:
    """Print open questions, each with the engine that tried, and verdicts that are not as expected."""
    surprises = [row for row in found.properties if row.state == "unexpected"]
    if surprises:
        screen.head("Not as expected")
        for row in surprises:
            play = f"; play {' '.join(row.play.texts)}" if row.play is not None and row.play.steps else ""
            about = f"{_asked(row)}{under(row, found.reading)}"
            names = names_of(f"{found.ruleset}/{found.mode}", row.instance)
            screen.text(names(f"{about}: {surprise(row)}; {row.detail}{play}"), 2)
        screen.out.print()
    open_rows = [
        row
        for row in found.properties
        if (row.state == "unknown" or row.verdict == "unknown") and not _left(row)
    ]
    undecided = [row for row in found.rulings if row.matters in ("undecided", "not-seen")]
    if not (open_rows or undecided):
        return
    screen.head("Not decided")
    for row in open_rows:
        screen.text(f"{_asked(row)}: {open_text(row)}; tried by {row.engine}: {row.detail}", 2)
    for ruling in undecided:
        text = "not decided" if ruling.matters == "undecided" else "makes no difference seen here"
        screen.text(f"ruling {ruling.name}: {text}; {ruling.detail}", 2)
        for text in _beside(ruling):
            screen.text(text, 4)
    screen.out.print()


def _left(row: PropertyRow) -> bool:
    """Whether a proof left open a claim that another engine has shown well enough."""
    return row.covered and row.verdict == "unknown"


def _left_open(found: ModeReport) -> list[PropertyRow]:
    """The claims that induction has left open, but for those that another engine has refuted there."""
    refuted = {(row.name, row.instance) for row in found.properties if row.verdict == "fails"}
    return [row for row in found.properties if _left(row) and (row.name, row.instance) not in refuted]


def _unproved(screen: Screen, found: ModeReport) -> None:
    """Print the claims that induction has left open, and why."""
    rows = _left_open(found)
    proofs: Mapping[str, Any] = found.proofs.row if found.proofs is not None else {}
    ranges, never = proofs.get("obligations_open", ()), proofs.get("never_enabled", ())
    if not (rows or ranges or never or found.proofs_left):
        return
    screen.head("Not proved")
    if found.proofs_left:
        command = f"queensbench prove {found.ruleset}/{found.mode}"
        screen.text(f"left to `{command}`: {found.proofs_left}", 2)
    for row in rows:
        screen.text(f"{_asked(row)}: {row.detail.partition('; ')[2]}", 2)
    for one in ranges:
        texts = ", ".join(one["text"])
        screen.text(
            f"range, so that nothing counts as proved: {one['transition'] or 'a question'}: {texts}", 2
        )
    if never:
        screen.text(
            f"never enabled under the lemmas, so that nothing counts as proved: {', '.join(never)}", 2
        )
    screen.out.print()


def _cached(rows: Sequence[PropertyRow] | Sequence[RulingRow]) -> str:
    """The number of rows from the store in words; ``cached`` alone if all are."""
    number = sum(row.cached for row in rows)
    return "cached" if number == len(rows) else f"{number} of {len(rows)} cached"


def _asked(row: PropertyRow) -> str:
    return f"{row.name} on {row.instance}"


def _instances(found: ModeReport) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for row in found.instances:
        if row["engine"] == "play":
            seen = (
                f"{count(row['games'], 'game')} of {row['shortest']:,} to {row['longest']:,} steps, "
                f"{row['steps']:,} in all, seed {row['seed']}"
            )
        else:
            seen = (
                f"{count(row['states'], 'state')}, {count(row['transitions'], 'transition')}, "
                f"up to {count(row['choices'], 'choice')}"
            )
            if not row["complete"]:
                seen += f"; stopped by {row['reason']}"
        ends = [f"{who} {number:,}" for who, number in row["ends"].items()]
        ends += [f"{word} {row[word]:,}" for word in ("silent", "deadlocks", "cut") if row.get(word)]
        seconds = f"{row['seconds']:.2f}{' cached' if row.get('cached') else ''}"
        rows.append((row["instance"], row["engine"], seen, ", ".join(ends), seconds))
    if found.proofs is not None:
        proofs = found.proofs.row
        seen = proofs.get("ended_early", "")
        if not seen:
            seen = _claims([row for row in found.properties if row.proof is not None])
            ranges = len(proofs["obligations_open"])
            seen += f"; {count(ranges, 'range')} left open" if ranges else "; every range shown"
            seen += (
                f"; tried on {count(proofs['tried']['steps'], 'step')}" if proofs["tried"]["steps"] else ""
            )
        seconds = f"{found.proofs.seconds:.2f}{' cached' if found.proofs.cached else ''}"
        rows.append((found.proofs.instance, "prove", seen, "", seconds))
    return rows


def _claims(rows: Sequence[PropertyRow]) -> str:
    """The number of proved claims in words, and of those among them proved for every reading."""
    shown_ = [row for row in rows if row.verdict == "holds"]
    every = sum(row.reading == FREE for row in shown_)
    return f"{count(len(rows), 'claim')}, {len(shown_)} shown, {every} of every reading"


def _properties(rows: Sequence[PropertyRow], reading: str) -> list[tuple[str, ...]]:
    """A row for each verdict on a property: the instances on which it is the same share one.

    ``reading``: the audit's own; rows played under another reading name it.
    """
    groups: dict[str, dict[tuple[str, ...], list[PropertyRow]]] = {}
    for row in rows:
        key = (_verdict(row), row.shown, row.engine)
        groups.setdefault(row.name, {}).setdefault(key, []).append(row)
    out: list[tuple[str, ...]] = []
    for name, verdicts in groups.items():
        for number, ((verdict, shown_, engine), alike) in enumerate(verdicts.items()):
            where = ", ".join(_on(row, reading, alone=len(alike) == 1) for row in alike)
            seconds = f"{sum(row.seconds for row in alike):.2f}"
            if any(row.cached for row in alike):
                seconds += f" {_cached(alike)}"
            out.append(("" if number else name, verdict, shown_, where, engine, seconds))
    return out


def _verdict(row: PropertyRow) -> str:
    if row.state == "unexpected":
        return f"{row.verdict} ✗"
    if row.state == "unknown":
        return f"{row.verdict} ?"
    return row.verdict if row.verdict == "holds" else f"{row.verdict}, expected"


TELLING = ("bounds", "can_reach")
"""The kinds of properties of which each instance gives findings of its own."""


def under(row: PropertyRow, reading: str) -> str:
    """The reading of a row in words, where it is another one than the audit's; a proof names its own."""
    return "" if row.proof is not None or row.reading == reading else f" under {row.reading}"


def _on(row: PropertyRow, reading: str, *, alone: bool) -> str:
    """An instance, the length of the play, and further findings there."""
    steps = "" if row.play is None else f" ({len(row.play.steps)})"
    found = row.detail.partition("; ")[2]
    place = f"{row.instance}{steps}{under(row, reading)}"
    return place + (f": {found}" if found and (alone or row.kind in TELLING) else "")


def _matters(row: RulingRow) -> str:
    """Whether a ruling matters; *never matters* stands with the class in which that was shown."""
    if row.matters == "never" and row.box is not None:
        return f"never matters ({row.box.how})"
    return row.matters


def _beside(row: RulingRow) -> list[str]:
    """The findings about a ruling beside other readings, in small boxes and in the box as sold."""
    texts = [
        f"beside {one['beside']}: {one['matters']} on {one['instance']}, {count(len(one['play']), 'step')}"
        for one in row.elsewhere
    ]
    seen = {one["beside"] for one in row.elsewhere}
    for other in row.box.elsewhere if row.box is not None else ():
        if other.beside not in seen:
            steps = count(len(other.play.steps), "step")
            texts.append(f"beside {other.beside}: {other.kind} on {other.instance}, {steps}")
    return texts


def _ruling(found: ModeReport, row: RulingRow) -> tuple[str, ...]:
    games = "" if row.games is None else f"{row.games:.1%}"
    if row.play is None:
        play = row.detail
    else:
        play = row.detail.rpartition("they part in a play of ")[2]
    names = names_of(f"{found.ruleset}/{found.mode}", row.instance)
    return (row.name, _matters(row), row.instance, row.house, row.against, games, names(play))


def closing(
    screen: Screen, reports: Sequence[ModeReport], faults: Sequence[Fault], code: int, *, lost: bool = False
) -> None:
    """Print the last lines of an audit.  ``lost``: less was shown than the lock of verdicts says."""
    rows = [row for report in reports for row in report.properties if not _left(row)]
    unproved = sum(len(_left_open(report)) for report in reports)
    rulings = [row for report in reports for row in report.rulings]
    verdicts = {word: sum(row.verdict == word for row in rows) for word in ("holds", "fails", "unknown")}
    classes: dict[str, int] = {}
    for ruling in rulings:
        classes[ruling.matters] = classes.get(ruling.matters, 0) + 1
    text = ", ".join(f"{number} {word}" for word, number in verdicts.items() if number)
    cached = f" ({_cached(rows)})" if any(row.cached for row in rows) else ""
    screen.text(f"{count(len(rows), 'verdict')}{cached}: {text or 'none'}")
    if unproved:
        screen.text(f"{count(unproved, 'claim')} not proved")
    if rulings:
        matters = ", ".join(f"{number} {word}" for word, number in sorted(classes.items()))
        screen.text(f"{count(len(rulings), 'ruling')}: {matters}")
        ranking(screen, reports)
    shown_plays = [row.play for row in rows] + [row.play for row in rulings]
    if any(play is not None for play in shown_plays):
        screen.text("The plays: --json lists their steps, --plays DIR stores them for `queensbench replay`.")
    surprises = any(row.state == "unexpected" for row in rows)
    meaning = {
        0: "All is as expected." if rows else "Nothing was asked.",
        1: "A verdict is not as expected.",
        2: FAULTY.format(count(len(faults), "audit")),
        4: FAULTY.format(count(len(faults), "audit")) if faults else "The engines contradict each other.",
        3: "Something expected was not decided.",
        130: "Interrupted: what was finished stands above.",
    }
    screen.head(LOST if lost and code == 1 and not surprises else meaning[code])


def without_model(screen: Screen, names: Sequence[str]) -> None:
    """Print the names that were asked for and have no model."""
    if names:
        screen.text(f"Without a model yet, and so not audited: {', '.join(names)}.")
