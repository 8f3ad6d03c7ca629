"""``queensbench search``: a shortest play within bounds, or the best play beside a proved bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from queensbench.engines.runtime.box import Box
from queensbench.engines.search.bounded_model_checking import Search
from queensbench.engines.search.shortest import Shortest
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.readers.interpreter import Step


def known_play(box: Box, readings: Mapping[str, Any], file: Path) -> tuple[Step, ...]:
    """The steps of a stored play of this mode and instance.

    Raises BadInput for any other file, and for a play that the rules do not allow under the readings.
    """
    data = plays.read(file)
    meta = data["#meta"]
    found = f"{meta['ruleset']}/{meta['mode']} {meta['instance']}"
    asked = f"{box.ruleset}/{box.mode.name} {box.instance.name}"
    if found != asked:
        raise BadInput(f"is a play of {found}", where=str(file), remedy=f"name one of {asked}")
    interpreter = box.interpreter(readings)
    steps = plays.steps_in(data, interpreter, str(file))
    moments, refused = plays.moments_until(interpreter, steps)
    if refused is not None:
        raise BadInput(
            f"step {len(moments)}, {steps[len(moments) - 1]}, is {refused}",
            where=str(file),
            remedy="record it anew, or choose the readings that it was recorded under",
        )
    return steps


def witnessed(box: Box, found: Search) -> plays.Play | None:
    """The play of a bounded search that reaches the target; None if there is none, or if it leaves a range instead."""
    witness = found.witness
    if witness is None or witness.violation:
        return None
    values = {p.name: p.default for p in box.system.parameters}
    return plays.Play(
        box.ruleset,
        box.mode.name,
        box.instance.name,
        witness.steps,
        witness.readings,
        values,
        f"to {found.target}",
    )


def told(box: Box, found: Search) -> dict[str, Any]:
    """The answer of a bounded search, as data."""
    witness = found.witness
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
        "target": str(found.target),
        "verdict": found.verdict,
        "text": found.text(),
        "choices": None if witness is None else witness.choices,
        "steps": None if witness is None else len(witness.steps),
        "play": [] if witness is None else [str(step) for step in witness.steps],
        "readings": {} if witness is None else dict(witness.readings),
        "violation": "" if witness is None else witness.violation,
        "shortest": found.shortest,
        "none_up_to": found.none_up_to,
        "searched_steps": found.steps,
        "all_lengths": found.all_lengths,
        "reason": found.reason,
        "units": found.units,
        "seconds": round(found.seconds, 3),
    }


def bounded(box: Box, found: Search, free: Sequence[str]) -> dict[str, Any]:
    """The result of a bounded search, as data; ``takes``: the play's readings of the rulings left open."""
    data = told(box, found)
    return data | {"takes": {name: data["readings"][name] for name in free if name in data["readings"]}}


def shortest(box: Box, found: Shortest) -> dict[str, Any]:
    """The best play and the best bound, as data."""
    counted, searched = found.bound, found.searched
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
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
        "searched": None if searched is None else told(box, searched),
        "seconds": round(found.seconds, 3),
    }
