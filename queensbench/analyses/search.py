"""What ``queensbench search`` does: a shortest play within bounds, or the best play beside a proved bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses import single_engine
from queensbench.engines.runtime.box import Box
from queensbench.engines.search.bounded_model_checking import Limits, Search, SearchStopped, search
from queensbench.engines.search.shortest import Guided, Shortest
from queensbench.engines.search.shortest import shortest as search_shortest
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.project.projects import readings_of
from queensbench.readers.interpreter import Step


@dataclass(frozen=True)
class SearchRequest:
    """What is searched for, as it is written, and how hard.

    ``mode``: RULESET[/MODE].  ``target``: a property, ``end``, ``silence`` or ``win PLAYER``.  ``readings``: texts
    ``ruling=reading``; ``free``: rulings that the search may read as it likes.  ``choices``, ``steps``: the most of a
    play that z3 looks for.  ``budget``: z3's resource units.  ``shortest``: look for the best play and for how many
    choices any play needs, with guided play of ``width`` states, tried ``tries`` times from ``seed``; ``known``: a play
    in ITF to begin with.
    """

    mode: str
    target: str
    instance: str
    readings: Sequence[str]
    free: Sequence[str]
    choices: int
    steps: int
    budget: int
    shortest: bool
    known: Path | None
    width: int
    tries: int
    seed: int

    def require_consistent(self) -> None:
        """Raise BadInput for parts of the request that exclude each other."""
        if self.known is not None and not self.shortest:
            raise BadInput("--play gives a play to improve on", remedy="add --shortest")
        if self.free and self.shortest:
            raise BadInput(
                "--free and --shortest do not go together", remedy="choose a reading with --reading"
            )
        chosen = {choice.partition("=")[0].strip().lower().replace("-", "_") for choice in self.readings}
        if twice := chosen.intersection(self.free):
            raise BadInput(f"the ruling {min(twice)} is both chosen and left open", remedy="drop one of them")


@dataclass(frozen=True)
class Searched:
    """The answer to a search: as data, its play if it has one, and whether Ctrl-C ended it."""

    box: Box
    data: dict[str, Any]
    play: plays.Play | None
    undecided: bool
    interrupted: bool = False


def searched(request: SearchRequest, progress: Callable[[str], None]) -> Searched:
    """Search as requested.  Raises BadInput for unknown names."""
    box, readings = single_engine.prepare(request.mode, request.instance, request.readings)
    limits = Limits(request.choices, request.steps, request.budget)
    if request.shortest:
        given = None if request.known is None else known_play(box, readings, request.known)
        best = search_shortest(
            box,
            request.target,
            readings=readings,
            given=given,
            guided=Guided(request.width, request.seed, request.tries),
            searched=limits,
            progress=progress,
        )
        data = shortest(box, best)
        return Searched(box, data, best.play, undecided=data["gap"] != 0)
    interrupted = False
    try:
        found = search(
            box,
            request.target,
            readings=readings,
            free=request.free,
            limits=limits,
            progress=progress,
        )
    except SearchStopped as stopped:
        found, interrupted = stopped.found, True
    data = bounded(box, found, request.free)
    unknown = data["verdict"] == "unknown"
    return Searched(box, data, witnessed(box, found), unknown, interrupted)


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


def save(box: Box, play: plays.Play, file: Path) -> None:
    """Store a play as ITF.  Raises BadInput where that cannot be."""
    chosen = [f"{name}={reading}" for name, reading in play.readings.items()]
    plays.save(play, box.interpreter(readings_of(box.mode, chosen, every=True)), file)


def witnessed(box: Box, found: Search) -> plays.Play | None:
    """The play of a bounded search that reaches the target."""
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
