"""The tables of ``queensbench mutate``."""

from __future__ import annotations

from typing import Any

from queensbench.analyses.verdicts.words import count
from queensbench.rendering.screen import Screen

COLUMNS = ("noticed", "survived", "same", "undecided", "not_tried")


def show(screen: Screen, data: dict[str, Any], *, every: bool, plays: bool) -> None:
    """Print what was found of a ruleset."""
    counts = data["counts"]
    score = "no score" if data["score"] is None else f"score {_score(*data['score'])}"
    screen.head(
        f"{data['ruleset']}: {score}: {counts['noticed']:,} noticed, {counts['survived']:,} survived"
        f" ({data['chosen']:,} of {count(data['mutants'], 'mutant')} drawn, {data['seconds']:.1f} s)"
    )
    screen.text(
        f"No difference seen: {counts['same']:,}. Not decided: {counts['undecided']:,}."
        f" Not tried: {counts['not_tried']:,}."
    )
    _noticed_by(screen, data)
    _tests(screen, data)
    screen.out.print()
    rows = [
        (i["instance"], *_how(i), f"{i['mutants']:,}", f"{i.get('properties', '')}")
        for i in data["instances"]
    ]
    screen.table("Instances", ("instance", "seen", "how much", "mutants", "properties"), rows)
    _not_asked(screen, data)
    shown = [c for c in data["clauses"] if c["mutants"] > c["not_tried"]]
    screen.table(
        "Clauses",
        ("clause", "noticed", "survived", "same", "undecided", "not tried", "noticed by"),
        [(c["clause"], *(str(c[key]) for key in COLUMNS), _by(c["noticed_by"])) for c in shown],
    )
    if len(shown) < len(data["clauses"]):
        screen.text(f"Of {count(len(data['clauses']) - len(shown), 'clause')} no mutant was tried.")
        screen.out.print()
    left = ("survived",) if data["tests"] is None else ("survived", "undecided")
    wanted = [r for r in data["rows"] if every or r["outcome"] in left]
    if wanted:
        screen.table(
            "Mutants" if every else "Survivors" if len(left) == 1 else "Survivors, and what is not decided",
            ("place", "rule", "what was done", "outcome" if every else "what it changes", "clauses"),
            [
                (
                    r["place"],
                    r["rule"],
                    f"{r['kind']}: {r['done']}",
                    _outcome(r, every),
                    ", ".join(r["clauses"]),
                )
                for r in wanted
            ],
        )
    for row in data["rows"] if plays else ():
        if row["play"]:
            only = "with the fault only" if row["gained"] else "without the fault only"
            screen.text(f"{row['place']} {row['kind']}: {row['done']}; {only}: {' '.join(row['play'])}")
    _reasons(screen, data)
    if data["out_of_time"]:
        screen.text("The time was over before all were tried: --seconds gives more.")
    if data["interrupted"]:
        screen.interrupted()


def _not_asked(screen: Screen, data: dict[str, Any]) -> None:
    """Readings under which nothing could be asked, and those under which some claims were not watched."""
    for one in data["instances"]:
        for reading, why in one.get("left_out", {}).items():
            screen.text(
                f"{one['instance']}: not asked under {reading}, where the rules as they are break off: {why}"
            )
        for reading, names in one.get("not_as_expected", {}).items():
            screen.text(
                f"{one['instance']}: not watched under {reading}, where the rules as they are do not keep it:"
                f" {', '.join(names)}"
            )


def _noticed_by(screen: Screen, data: dict[str, Any]) -> None:
    """What properties notice alone, and what only the model's own words do."""
    told, alone = data["noticed_by"], data["score_of_properties"]
    own = [
        f"{name} {times:,}" for name, times in told.items() if times and name not in ("properties", "tests")
    ]
    if alone is not None:
        besides = f" By the model's own words alone: {', '.join(own)}." if own else ""
        if data["nothing_else"]:
            besides += f" Played on, {data['nothing_else']:,} of these change nothing else."
        screen.text(f"By properties: {told['properties']:,} noticed, score {_score(*alone)}.{besides}")


def _tests(screen: Screen, data: dict[str, Any]) -> None:
    """What tests notice beside properties and the model."""
    told = data["tests"]
    if told is None:
        return
    alone = data["score_without_tests"]
    screen.text(
        f"Of {count(told['asked_of'], 'mutant')} that nothing else notices, "
        f"{count(told['tests'], 'test')} notice {told['noticed']:,}."
        + ("" if alone is None else f" Without tests: score {_score(*alone)}.")
    )
    if told["not_ended"]:
        screen.text(f"Time ended the tests of {count(told['not_ended'], 'mutant')}.")
    if told["of_machine_code"]:
        number = f"{told['of_machine_code']:,}"
        screen.text(f"Tests that play by machine code, which has no faults, and were left out: {number}.")
    for name in told["fail_anyway"]:
        screen.text(f"{name} fails with the rules as they are, and was left out.")


def _reasons(screen: Screen, data: dict[str, Any]) -> None:
    """Why survivors may survive, as the project says, and which of these reasons nothing needs."""
    told = {(r["rule"], f"{r['kind']}: {r['done']}"): r["reason"] for r in data["rows"] if r["reason"]}
    if told:
        most = data["counts"]["survived"] + data["counts"]["undecided"]
        screen.head(f"Survivors that are explained: {data['explained']} of {most}")
        for (rule, done), reason in told.items():
            screen.text(f"{rule}, {done}: {reason}", 2)
        screen.out.print()
    for one in data["idle"]:
        screen.text(f"{one['rule']}, {one['done']} is noticed: take it out of survivors.toml.")


def _score(low: float, high: float) -> str:
    one, two = (f"{100 * share:.0f}%" for share in (low, high))
    return one if one == two else f"between {one} and {two}"


def _how(instance: dict[str, Any]) -> tuple[str, str]:
    """What was seen in a stage, and how much of it."""
    if "steps" in instance:
        return f"{instance['steps']:,} steps", "from states where all that is proved holds"
    if instance["sort"] == "others" and "states" in instance:
        return f"{instance['states']:,} states", f"and those under each of {instance['readings']} readings"
    if "states" in instance:
        whole = "all" if instance["complete"] else "in part: mutants can only be noticed"
        return f"{instance['states']:,} states", whole
    if "games" in instance:
        readings = instance["readings"]
        return f"{instance['games']:,} games", "" if readings == 1 else f"under each of {readings} readings"
    return "", "kept of an earlier run"


def _by(noticing: dict[str, int]) -> str:
    names = [f"{name} {times}" for name, times in list(noticing.items())[:3]]
    return ", ".join(names) + (f" and {len(noticing) - 3} more" if len(noticing) > 3 else "")


def _outcome(row: dict[str, Any], every: bool) -> str:
    said = f"{row['what']} ({row['where']})" if row["what"] else row["where"]
    if not every:
        return said
    by = f" by {', '.join(row['by'][:2])}" if row["by"] else ""
    return f"{row['outcome']}{by}{': ' + said if said else ''}"
