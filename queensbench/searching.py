"""What ``queensbench search`` does: a shortest play within bounds, or the best play beside a proved bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.engines.search import Search, many, told
from queensbench.engines.search_shortest import Shortest
from queensbench.engines.workshop import Workshop
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.project import readings_of
from queensbench.readers.interpreter import Step

if TYPE_CHECKING:
    from queensbench.cli import Screen


def known_play(workshop: Workshop, readings: Mapping[str, Any], file: Path) -> tuple[Step, ...]:
    """The steps of a stored play of this mode and instance.

    Raises BadInput for any other file, and for a play that the rules do not allow under the readings.
    """
    data = plays.read(file)
    meta = data["#meta"]
    found = f"{meta['ruleset']}/{meta['mode']} {meta['instance']}"
    asked = f"{workshop.ruleset}/{workshop.mode.name} {workshop.instance.name}"
    if found != asked:
        raise BadInput(f"is a play of {found}", where=str(file), remedy=f"name one of {asked}")
    interpreter = workshop.interpreter(readings)
    steps = plays.steps_in(data, interpreter, str(file))
    moments, refused = plays.moments_until(interpreter, steps)
    if refused is not None:
        raise BadInput(
            f"step {len(moments)}, {steps[len(moments) - 1]}, is {refused}",
            where=str(file),
            remedy="record it anew, or choose the readings that it was recorded under",
        )
    return steps


def save(workshop: Workshop, play: plays.Play, file: Path) -> None:
    """Store a play as ITF.  Raises BadInput where that cannot be."""
    chosen = [f"{name}={reading}" for name, reading in play.readings.items()]
    plays.save(play, workshop.interpreter(readings_of(workshop.mode, chosen, every=True)), file)


def witnessed(workshop: Workshop, found: Search) -> plays.Play | None:
    """The play of a bounded search that reaches the target."""
    witness = found.witness
    if witness is None or witness.violation:
        return None
    values = {p.name: p.default for p in workshop.system.parameters}
    return plays.Play(
        workshop.ruleset,
        workshop.mode.name,
        workshop.instance.name,
        witness.steps,
        witness.readings,
        values,
        f"to {found.target}",
    )


def bounded(workshop: Workshop, found: Search, free: Sequence[str]) -> dict[str, Any]:
    """What a bounded search has found, as data; ``takes``: of the rulings left open, the readings of the play."""
    data = told(workshop, found)
    return data | {"takes": {name: data["readings"][name] for name in free if name in data["readings"]}}


def shortest(workshop: Workshop, found: Shortest) -> dict[str, Any]:
    """The best play and the best bound, as data."""
    counted, searched = found.bound, found.searched
    return {
        "mode": f"{workshop.ruleset}/{workshop.mode.name}",
        "instance": workshop.instance.name,
        "target": str(found.target),
        "exact": found.gap == 0,
        "text": found.text(),
        "choices": found.choices,
        "steps": None if found.play is None else len(found.play.steps),
        "fewest_steps": found.fewest_steps,
        "found_by": found.found_by,
        "play": [] if found.play is None else found.play.texts,
        "readings": {} if found.play is None else dict(found.play.readings),
        "least": found.least,
        "proved": found.how,
        "gap": found.gap,
        "counted": None
        if counted is None
        else {
            "count": counted.count,
            "facts": list(counted.facts),
            "statements": counted.statements,
            "failed": list(counted.failed),
            "seconds": round(counted.seconds, 3),
        },
        "searched": None if searched is None else told(workshop, searched),
        "seconds": round(found.seconds, 3),
    }


FOUND_BY = {"file": "the play given", "search": "from bounded search", "guided play": "from guided play"}


def _moves(screen: Screen, texts: Sequence[str]) -> None:
    for number, step in enumerate(texts, 1):
        screen.text(f"{number:3} {step}", 2)


def show_bounded(screen: Screen, data: dict[str, Any]) -> None:
    """Print what a bounded search has found."""
    screen.head(f"{data['mode']} {data['instance']}: {data['target']}")
    verdict = "" if data["verdict"] == "unknown" else f"{data['verdict']}: "  # which the text says itself
    screen.text(f"{verdict}{data['text']}.")
    if data["takes"]:
        takes = ", ".join(f"{name}={reading.lower()}" for name, reading in data["takes"].items())
        screen.text(f"The play is one under {takes}.")
    _moves(screen, data["play"])


def show_shortest(screen: Screen, data: dict[str, Any]) -> None:
    """Print the best play and the best bound."""
    screen.head(f"{data['mode']} {data['instance']}: {data['target']}")
    if data["choices"] is None:
        best = "none found"
    else:
        best = f"{many(data['choices'], 'choice')}, {many(data['steps'], 'step')}"
        best += f"; {FOUND_BY[data['found_by']]}, replayed by the interpreter"
    screen.text(f"best play:  {best}")
    proved = {"nothing proved": "nothing proved", "by search": "bounded search found none with fewer"}
    how = proved.get(data["proved"], f"proved by counting ({data['proved'].removeprefix('by ')})")
    screen.text(f"at least:   {many(data['least'], 'choice')}; {how}")
    if data["gap"] == 0:
        sure = (
            "nor fewer steps with as many" if data["fewest_steps"] else "one of as many may have fewer steps"
        )
        screen.text(f"gap:        0, exact: no play has fewer choices; {sure}")
    elif data["gap"] is not None:
        screen.text(
            f"gap:        {data['gap']}: the shortest has {data['least']} to {data['choices']} choices"
        )
    for failed in data["counted"]["failed"] if data["counted"] is not None else ():
        screen.text(f"no bound by counting: {failed}")
    if data["searched"] is not None and data["searched"]["verdict"] == "unknown":
        screen.text(f"bounded search: {data['searched']['text']}")
    _moves(screen, data["play"])
