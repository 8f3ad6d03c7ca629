"""How the command prints what the engines have found: tables for people, JSON for programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from queensbench import __version__
from queensbench.engines.workshop import Workshop
from queensbench.evidence import plays
from queensbench.language.records import shown
from queensbench.language.rulings import RulingDecl
from queensbench.project import Project, Ruleset, mode_instance, readings_of, system
from queensbench.readers.interpreter import Interpreter
from queensbench.register.clauses import Clause

if TYPE_CHECKING:
    from queensbench.audit import ModeReport, PropertyRow, RulingRow
    from queensbench.cli import Screen

MARK = {"ok": "", "unexpected": "✗ not as expected", "unknown": "? not decided"}


# ----------------------------------------------------------------------------------------------------- audit


def audit_json(reports: Sequence[ModeReport], code: int) -> dict[str, Any]:
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
                "studies": [],
                "instances": [],
                "clauses_not_met_in_play": {},
            },
        )
        entry["modes"].append(report.mode)
        entry["properties"] += [row.as_json() for row in report.properties]
        entry["rulings"] += [row.as_json() for row in report.rulings]
        entry["studies"] += [row.as_json() for row in report.studies]
        entry["instances"] += [{"mode": report.mode, **row} for row in report.instances]
        entry["clauses_not_met_in_play"][report.mode] = report.unused_clauses
    return {
        "queensbench": __version__,
        "exit": code,
        "interrupted": any(report.interrupted for report in reports),
        "rulesets": list(rulesets.values()),
    }


def report(screen: Screen, found: ModeReport) -> None:
    """One mode: instances, properties, rulings, and what was not decided."""
    screen.out.print(Text(f"{found.ruleset}/{found.mode}  {found.title}", style="bold"))
    screen.out.print()
    if found.instances:
        screen.table(
            "Instances", ("instance", "engine", "what was seen", "ends", "seconds"), _instances(found)
        )
    if found.properties:
        columns = (
            "property",
            "instance",
            "verdict",
            "class",
            "expected",
            "engine",
            "seconds",
            "what was seen",
        )
        screen.table("Properties", columns, [_property(row) for row in found.properties])
    if found.rulings:
        columns = ("ruling", "matters", "on", "house reading", "against", "games", "shortest play")
        screen.table("Rulings", columns, [_ruling(row) for row in found.rulings])
    for study in found.studies:
        screen.out.print(Text(f"Study {study.name}: {study.question}  ({study.seconds:.2f} s)", style="bold"))
        for finding in study.findings:
            screen.out.print(f"  {finding}")
        screen.out.print(
            f"  {len(study.chosen)} of {len(study.rows)} rows follow; `queensbench audit --json` gives all"
        )
        screen.out.print()
        screen.table("", study.columns, [study.rows[i] for i in study.chosen])
    open_rows = [row for row in found.properties if row.verdict == "unknown" or row.state != "ok"]
    undecided = [row for row in found.rulings if row.matters in ("undecided", "not-seen")]
    if open_rows or undecided:
        screen.out.print(Text("Not decided, or not as expected", style="bold"))
        for row in open_rows:
            screen.out.print(
                f"  {row.name} on {row.instance}: {row.verdict}, expected {row.expected}; {row.detail}"
            )
        for ruling in undecided:
            text = f"  ruling {ruling.name}: {ruling.matters} beside the house readings; {ruling.detail}"
            for other in ruling.elsewhere:
                text += f"; beside {other['beside']}: {other['matters']} on {other['instance']}"
            screen.out.print(text)
        screen.out.print()
    if found.unused_clauses:
        screen.out.print(Text("Clauses that no game of the full box came to", style="bold"))
        screen.out.print("  " + ", ".join(found.unused_clauses))
        screen.out.print()


def _instances(found: ModeReport) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for row in found.instances:
        if row["engine"] == "play":
            seen = (
                f"{row['games']:,} games of {row['shortest']} to {row['longest']} steps, "
                f"{row['steps']:,} steps, seed {row['seed']}"
            )
        else:
            seen = f"{row['states']:,} states, {row['transitions']:,} transitions, up to {row['choices']} choices"
            if not row["complete"]:
                seen += f"; stopped by {row['reason']}"
        ends = [f"{who} {count:,}" for who, count in row["ends"].items()]
        ends += [f"{word} {row[word]:,}" for word in ("silent", "deadlocks", "cut") if row.get(word)]
        rows.append((row["instance"], row["engine"], seen, ", ".join(ends), f"{row['seconds']:.2f}"))
    return rows


def _property(row: PropertyRow) -> tuple[str, ...]:
    seen = row.detail if row.play is None else f"{row.detail}; a play of {len(row.play.steps)} steps"
    expected = row.expected if row.state == "ok" else f"{row.expected}  {MARK[row.state]}"
    return (
        row.name, row.instance, row.verdict, row.shown, expected, row.engine, f"{row.seconds:.2f}", seen
    )  # fmt: skip


def _ruling(row: RulingRow) -> tuple[str, ...]:
    games = "" if row.games is None else f"{row.games:.1%}"
    play = "" if row.play is None else f"{len(row.play.steps)} steps, then {row.detail}"
    return (row.name, row.matters, row.instance, row.house, row.against, games, play or row.detail)


def closing(screen: Screen, reports: Sequence[ModeReport], code: int) -> None:
    """The last lines of an audit."""
    rows = [row for report in reports for row in report.properties]
    rulings = [row for report in reports for row in report.rulings]
    verdicts = {word: sum(row.verdict == word for row in rows) for word in ("holds", "fails", "unknown")}
    classes: dict[str, int] = {}
    for ruling in rulings:
        classes[ruling.matters] = classes.get(ruling.matters, 0) + 1
    text = ", ".join(f"{count} {word}" for word, count in verdicts.items() if count)
    screen.out.print(f"{len(rows)} verdicts: {text or 'none'}")
    if rulings:
        matters = ", ".join(f"{count} {word}" for word, count in sorted(classes.items()))
        screen.out.print(f"{len(rulings)} rulings: {matters}")
    meaning = {
        0: "All is as expected.",
        1: "A verdict is not as expected.",
        3: "Something expected was not decided.",
        130: "Interrupted: what was finished stands above.",
    }
    screen.out.print(Text(meaning[code], style="bold"))


def store_plays(loaded: Project, reports: Iterable[ModeReport], folder: Path) -> None:
    """Store every play of the reports as ITF."""
    for found in reports:
        ruleset = loaded.ruleset(found.ruleset)
        mode = ruleset.mode(found.mode)
        rows: list[PropertyRow | RulingRow] = [*found.properties, *found.rulings]
        for row in rows:
            if row.play is None:
                continue
            box = mode_instance(mode, row.play.instance)
            readings = readings_of(mode, [f"{k}={v}" for k, v in row.play.readings.items()])
            workshop = Workshop(ruleset.name, mode, box, system(ruleset, mode, box))
            name = re.sub(r"[^a-z0-9]+", "-", f"{found.mode}-{row.name}-{row.play.instance}".lower())
            plays.save(row.play, workshop.interpreter(readings), folder / ruleset.name / f"{name}.itf.json")


# --------------------------------------------------------------------------------------- rulings and clauses


def _ruling_json(ruleset: Ruleset, decl: RulingDecl) -> dict[str, Any]:
    return {
        "ruleset": ruleset.name,
        "name": decl.name,
        "question": decl.question,
        "hole": decl.hole,
        "found": decl.found,
        "clauses": list(decl.clauses),
        "house": decl.house.name.lower(),
        "why": decl.why,
        "readings": [
            {
                "name": member.name.lower(),
                "says": member.value,
                "reason": decl.reasons.get(member, ""),
                "speaks": list(decl.speaks.get(member, ())),
            }
            for member in decl.readings
        ],
    }


def rulings(screen: Screen, found: Sequence[tuple[Ruleset, RulingDecl]], *, whole: bool) -> None:
    """Rulings: a table, or each in full."""
    if screen.as_json:
        screen.json({"rulings": [_ruling_json(ruleset, decl) for ruleset, decl in found]})
        return
    if not whole:
        rows = [
            (
                ruleset.name,
                decl.name,
                decl.hole,
                decl.question,
                decl.house.name.lower(),
                str(len(list(decl.readings))),
            )
            for ruleset, decl in found
        ]
        screen.table(
            f"{len(rows)} rulings", ("ruleset", "ruling", "hole", "question", "house", "count"), rows
        )
        return
    for ruleset, decl in found:
        screen.out.print(Text(f"{ruleset.name}: {decl.name}", style="bold"))
        screen.out.print(decl.question)
        screen.out.print(
            f"  hole: {decl.hole}; found by {decl.found}; clauses in doubt: {', '.join(decl.clauses)}"
        )
        for member in decl.readings:
            mark = " (house)" if member is decl.house else ""
            screen.out.print(f"  {member.name.lower()}{mark}: {member.value}")
            if member in decl.reasons:
                screen.out.print(f"      {decl.reasons[member]}")
            if decl.speaks.get(member):
                screen.out.print(f"      speaks for it: {', '.join(decl.speaks[member])}")
        screen.out.print(f"  why the house reading: {decl.why}")
        screen.out.print()


def clauses(screen: Screen, found: Sequence[tuple[Ruleset, Clause]]) -> None:
    """Clauses, in our words."""
    if screen.as_json:
        screen.json(
            {
                "clauses": [
                    {
                        "ruleset": ruleset.name,
                        "name": c.name,
                        "kind": c.kind,
                        "text": c.text,
                        "units": {key: list(units) for key, units in c.units.items()},
                    }
                    for ruleset, c in found
                ]
            }
        )
        return
    rows = [
        (r.name, c.name, c.kind, c.text, " ".join(f"{k}:{','.join(u)}" for k, u in c.units.items()))
        for r, c in found
    ]
    screen.table(
        f"{len(rows)} clauses", ("ruleset", "clause", "kind", "what it says, in our words", "where"), rows
    )


# --------------------------------------------------------------------------------------------- single engines


def exploration(screen: Screen, data: dict[str, Any]) -> None:
    """What an exploration has found."""
    if screen.as_json:
        screen.json(data)
        return
    state = "exhausted" if data["complete"] else f"stopped by {data['reason']}"
    screen.out.print(Text(f"{data['mode']} {data['instance']}: {state}", style="bold"))
    screen.out.print(
        f"{data['states']:,} states, {data['transitions']:,} transitions in {data['seconds']:.2f} s; "
        f"up to {data['choices']} choices and {data['steps']} steps from the start"
    )
    screen.out.print()
    rows = [
        (f"won by {end['winners']}", f"{end['count']:,}", *_short(end["shortest"])) for end in data["ends"]
    ]
    rows += [
        (f"silent: {s['what']}", f"{s['count']:,}", *_short(s["shortest"]))
        for s in data["silent"]
        if s["count"]
    ]
    if data["deadlocks"]["count"]:
        rows.append(("deadlock", f"{data['deadlocks']['count']:,}", *_short(data["deadlocks"]["shortest"])))
    screen.table("Ends", ("end", "states", "choices", "steps", "a shortest play"), rows)
    if "graph" in data:
        graph = data["graph"]
        screen.out.print(
            f"{graph['file']}: {graph['states']:,} states and {graph['edges']:,} edges; "
            f"{graph['states_left_out']:,} states and {graph['edges_left_out']:,} edges left out"
        )


def _short(shortest: dict[str, Any] | None) -> tuple[str, str, str]:
    if shortest is None:
        return ("", "", "")
    return (str(shortest["choices"]), str(shortest["steps"]), " ".join(shortest["play"]))


def playouts(screen: Screen, data: dict[str, Any]) -> None:
    """What random games came to."""
    if screen.as_json:
        screen.json(data)
        return
    screen.out.print(Text(f"{data['mode']} {data['instance']}: {data['games']:,} random games", style="bold"))
    rate = data["steps"] / data["seconds"] if data["seconds"] else 0.0
    screen.out.print(
        f"{data['steps']:,} steps in {data['seconds']:.2f} s ({rate:,.0f} a second), {data['choices']:,} of them "
        f"players' choices; games of {data['shortest']} to {data['longest']} steps; seed {data['seed']}"
    )
    screen.out.print()
    rows = [(f"won by {end['winners']}", f"{end['games']:,}") for end in data["ends"]]
    rows += [(f"silent: {s['what']}", f"{s['games']:,}") for s in data["silent"] if s["games"]]
    rows += [(word, f"{data[word]:,}") for word in ("deadlocks", "cut") if data[word]]
    screen.table("Ends", ("end", "games"), rows)
    for what in ("clauses", "rulings"):
        counted = [(c["name"], f"{c['times']:,}", f"{c['games']:,}") for c in data[what]]
        screen.table(f"How often {what} came up", (what[:-1], "times", "games"), counted)


def moments(screen: Screen, interpreter: Interpreter, found: Sequence[plays.Moment]) -> None:
    """A play, step by step, with its boards."""
    for number, moment in enumerate(found):
        who = "" if moment.decider is None else f" by {shown(moment.decider)}"
        head = "start" if moment.step is None else f"{moment.step}{who}"
        screen.out.print(Text(f"{number}. {head}", style="bold"))
        if moment.clauses:
            screen.out.print(f"   clauses: {', '.join(moment.clauses)}")
        board = plays.board(interpreter, moment.state)
        screen.out.print("\n".join(f"   {line}" for line in board.splitlines()))
    screen.out.print()


def replayed(screen: Screen, data: dict[str, Any]) -> None:
    """A stored play, replayed."""
    if screen.as_json:
        screen.json(data)
        return
    screen.out.print(Text(f"{data['mode']} {data['instance']}: {data['why'] or data['file']}", style="bold"))
    for row in data["steps"]:
        who = f" by {row['decider']}" if row["decider"] else ""
        screen.out.print(Text(f"{row['step']}. {row['action'] or 'start'}{who}", style="bold"))
        if row["clauses"]:
            screen.out.print(f"   clauses: {', '.join(row['clauses'])}")
        if row["rulings"]:
            screen.out.print(f"   rulings consulted: {', '.join(row['rulings'])}")
        screen.out.print("\n".join(f"   {line}" for line in row["board"].splitlines()))
    if data["fault"]:
        screen.out.print(Text(f"The rules of today do not play it so: {data['fault']}", style="bold"))
    else:
        screen.out.print(data.get("ending") or "The play goes on from here.")
