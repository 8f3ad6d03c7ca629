"""The report on an engine under test, as text: rulings, differences with their plays, what was covered."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

MOST_PLAY = 40
"""The most moves of a play that are written out."""


def show(screen: Screen, data: Mapping[str, Any]) -> None:
    """Print a report, or its JSON."""
    if screen.as_json:
        screen.json(data)
        return
    screen.line(head(data))
    screen.out.print()
    screen.table("Rulings", ("ruling", "verdict", "shown by"), rulings(data))
    for number, one in enumerate(data["differences"], 1):
        for line in difference(number, one):
            screen.line(line)
        screen.out.print()
    for line in coverage(data):
        screen.text(line)
    if data.get("interrupted"):
        screen.interrupted()


def text(data: Mapping[str, Any]) -> str:
    """A report in a few lines."""
    lines = [head(data)]
    lines += [f"{ruling}: {verdict} ({by})" for ruling, verdict, by in rulings(data)]
    for number, one in enumerate(data["differences"], 1):
        lines += difference(number, one)
    return "\n".join([*lines, *coverage(data)])


def head(data: Mapping[str, Any]) -> str:
    """The title: the mode, its instances and the engine."""
    engine = data["engine"]
    name = " ".join(part for part in (engine["name"], engine["version"]) if part)
    return f"{data['mode']} ({', '.join(data['instances'])}): {name}"


def rulings(data: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """A row for each ruling: the reading that is played, and the play that shows it."""
    return [(row["ruling"], _verdict(row), _shown_by(data, row)) for row in data["rulings"]]


def _verdict(row: Mapping[str, Any]) -> str:
    if row["verdict"] == "plays":
        other = "" if row["reading"] == row["house"] else " (not the house's)"
        return f"plays {row['reading']}{other}"
    if row["verdict"] == "plays none":
        return "plays none of its readings in all plays"
    left = ", ".join(row["left"])
    return f"{row['verdict']}: {left}"


def _shown_by(data: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    if row["verdict"] == "plays none":
        if not row["against"]:
            return f"claimed {row['claimed']}, and a play excludes that"
        return f"another play contradicts play {_numbers(row['against'])}"
    if row["class"] and row["verdict"] != "plays":
        return str(row["class"])
    parts = [f"not {reading}: play {_numbers(plays)}" for reading, plays in row["excluded"].items() if plays]
    if row["claimed"] is not None and row["verdict"] != "plays":
        parts.append(f"claimed {row['claimed']}")
    tell = row.get("would_tell")
    if tell:
        parts.append(f"would tell at {tell['instance']}: {_play(tell['moves'])}")
    return "; ".join(parts)


def _numbers(plays: Sequence[int]) -> str:
    return " and ".join(map(str, plays))


def _play(moves: Sequence[str]) -> str:
    shown = list(moves[:MOST_PLAY])
    return " ".join(shown) + (f" and {len(moves) - MOST_PLAY} more" if len(moves) > MOST_PLAY else "")


def difference(number: int, one: Mapping[str, Any]) -> Iterator[str]:
    """A difference: where it is, what was expected and got, the play, both boards."""
    where = f" after {one['after']}" if one["after"] else " at the start"
    yield f"Difference {number}: {one['points']} ({one['instance']}, {one['steps']} moves)"
    yield f"  {_sentence(one)}{where}"
    if one["clauses"]:
        yield f"  clauses: {', '.join(one['clauses'])}"
    if one["requirement"]:
        yield f"  stands against it: {one['requirement']}"
    if one["kind"] == "contradiction":
        other = f"play {_numbers(one['against'])}" if one["against"] else "what is claimed"
        yield f"  contradicts {other}: no one reading has both"
    yield f"  play: {_play(one['moves']) or 'none'}"
    boards = one["boards"]
    for who in ("rules", "engine"):
        if who in boards:
            yield f"  the {who}:"
            yield from (f"    {line}" for line in boards[who].splitlines())


def _sentence(one: Mapping[str, Any]) -> str:
    expected, got = one["expected"], one["got"]
    if one["ask"] == "do":
        return f"the engine does {_short(got)}, which the rules refuse"
    if one["ask"] == "refused":
        return f"the engine refuses {_short(got)}, which the rules allow"
    if one["ask"] == "unlucky":
        return f"the engine refuses the outcome {_short(got)}, which is possible"
    if one["ask"] == "chance":
        return f"chance brings {_short(got)}, which is not possible"
    if one["ask"] == "moves":
        return _offers(expected, got)
    what = f"{one['ask']} {one['field']}".strip()
    wanted = " or ".join(map(_short, expected)) or "nothing"
    return f"{what}: expected {wanted}, got {_short(got)}"


def _offers(expected: Sequence[Any], got: Any) -> str:
    """The moves that are too many and too few."""
    theirs = {json.dumps(one, sort_keys=True) for one in got}
    ours = [{json.dumps(one, sort_keys=True) for one in moves} for moves in expected]
    nearest = min(ours, key=lambda moves: len(moves ^ theirs), default=set())
    parts = []
    if theirs - nearest:
        parts.append(f"offers {_listed(theirs - nearest)}, which the rules refuse")
    if nearest - theirs:
        parts.append(f"does not offer {_listed(nearest - theirs)}, which the rules allow")
    return "the engine " + " and ".join(parts or ["offers the same moves in other numbers"])


def _listed(moves: set[str]) -> str:
    shown = [_short(json.loads(move)) for move in sorted(moves)]
    return ", ".join(shown[:4]) + (f" and {len(shown) - 4} more" if len(shown) > 4 else "")


def _short(value: Any) -> str:
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        value = value[0]
    if isinstance(value, dict) and "move" in value:
        inside = ", ".join(f"{name}={item}" for name, item in value.get("args", {}).items())
        return f"{value['move']}({inside})"
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return told if len(told) <= 160 else f"{told[:157]}..."


def coverage(data: Mapping[str, Any]) -> Iterator[str]:
    """The lines on what was played, compared and left out."""
    covered = data["coverage"]
    asked = ", ".join(f"{name} {count:,}" for name, count in covered["asked"].items()) or "nothing"
    yield (
        f"{data['class']['class']}: {covered['plays']:,} plays, {covered['moves']:,} moves; compared: {asked}; "
        f"{covered['offered']:,} illegal moves offered; {covered['cut']:,} plays cut, which exclude nothing"
    )
    for name, tour in data["exhausted"].items():
        if tour["done"] == tour["transitions"]:
            every = f"{tour['transitions']:,}"
            yield f"exhausted ({name}): all {every} transitions under one of the readings left were done"
        else:
            yield f"toured ({name}): {tour['done']:,} of {tour['transitions']:,} transitions were done"
    total = len(covered["clauses"]) + len(covered["clauses_not"])
    if total:
        yield f"{len(covered['clauses'])} of {total} clauses carried out in plays that matched"
    for leak in data["leaks"]:
        cell = f"{leak['field']}{leak['key'] and '[' + leak['key'] + ']'}"
        yield (
            f"{leak['instance']}: {leak['seat']} is told {cell}, which that seat must not see "
            f"(true: {', '.join(leak['told'])})"
        )
    if data["unsteady"]:
        yield f"{len(data['unsteady'])} plays came out otherwise when they were played again"
    for name, why in data["unsupported"].items():
        yield f"instance {name} is not supported: {why}"
    if data["fault"]:
        who = "the mapping" if data.get("ended") == "the mapping failed" else "the engine"
        yield f"{who} failed: {data['fault']}"
    yield "Every finding holds if the engine keeps one reading throughout."
    for row in data.get("against", ()):
        yield changed(row)


def changed(row: Mapping[str, Any]) -> str:
    """The line on one change since an older report."""
    if "before" not in row:
        return f"{row['change']}: {row['what']}"
    now = row["now"] if isinstance(row["now"], str) else " or ".join(row["now"])
    return f"{row['change']}: {row['what']}, {row['before']} before, {now} now"
