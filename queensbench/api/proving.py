"""The questions of a session to provers and searches; loaded when the first one is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from queensbench.analyses import confirmation, single_proofs
from queensbench.analyses import search as searches
from queensbench.analyses.rulings import proof_or_play
from queensbench.analyses.rulings.ruling_rows import UNDECIDED, BoxRow
from queensbench.api import conditions
from queensbench.api.given import names_of
from queensbench.api.in_force import InForce, path_of
from queensbench.api.play import played
from queensbench.api.results import Comparison, Difference, Found, Verdict, Verdicts, effects_of
from queensbench.api.store import Store, warns, where
from queensbench.engines.compare import comparison as readings_compared
from queensbench.engines.compare.comparison_program import comparer_of
from queensbench.engines.compare.replay import Pair, strongest
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.search.bounded_model_checking import Limits, SearchStopped
from queensbench.engines.search.bounded_model_checking import search as search_for
from queensbench.engines.search.shortest import Guided
from queensbench.engines.search.shortest import shortest as search_shortest
from queensbench.errors import BadInput, InternalError
from queensbench.project import projects

Progress = Callable[[str], None]


def prove(
    rules: InForce, request: single_proofs.ProofRequest, store: Store | None, progress: Progress
) -> Verdicts:
    """See :meth:`Session.prove`."""
    place, fresh = where(store)
    folder = None if place == "off" else Path(place)
    request = replace(request, store=folder, fresh=fresh, warn=warns(store))
    data = single_proofs.proved(request, rules.box, progress)
    return Verdicts(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        verdicts=tuple(
            Verdict(
                row["name"],
                row["verdict"],
                row["class"],
                row["reading"],
                data["instance"],
                detail=row["why"],
                by=tuple(row.get("by", ())),
            )
            for row in data["properties"]
        ),
        interrupted=bool(data.get("interrupted")),
        unsure=confirmation.unsure(data),
    )


def search(
    rules: InForce,
    target: str,
    *,
    choices: int,
    steps: int,
    budget: int,
    free: Sequence[str],
    progress: Progress,
) -> Found:
    """See :meth:`Session.search`."""
    free = names_of(free)
    box = conditions.asking(rules.box, target)
    interrupted = False
    try:
        answer = search_for(
            box,
            target,
            readings=rules.readings,
            free=free,
            limits=Limits(choices, steps, budget),
            progress=progress,
        )
    except SearchStopped as stopped:
        answer, interrupted = stopped.found, True
    data = searches.bounded(box, answer, free)
    witness = searches.witnessed(box, answer)
    play = None
    if witness is not None:
        texts = [f"{name}={reading}" for name, reading in witness.readings.items()]
        chosen = projects.readings_of(rules.box.mode, texts, every=True)
        play = played(InForce(rules.box, chosen) if free else rules, witness.steps)
    return Found(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        target=target,
        verdict=answer.verdict,
        text=answer.text(),
        play=play,
        choices=data["choices"],
        none_up_to=answer.none_up_to,
        shortest=answer.shortest,
        interrupted=interrupted,
    )


def shortest(
    rules: InForce,
    target: str,
    *,
    known: Path | None,
    guided: tuple[int, int, int],
    limits: tuple[int, int, int],
    progress: Progress,
) -> Found:
    """See :meth:`Session.shortest`."""
    box = conditions.asking(rules.box, target)
    given = None if known is None else searches.known_play(box, rules.readings, known)
    best = search_shortest(
        box,
        target,
        readings=rules.readings,
        given=given,
        guided=Guided(*guided),
        searched=Limits(*limits),
        progress=progress,
    )
    data = searches.shortest(box, best)
    return Found(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        target=target,
        verdict="unknown" if best.play is None else "witnessed",
        text=best.text(),
        play=None if best.play is None else played(rules, best.play.steps),
        choices=best.choices,
        none_up_to=best.least - 1,
        shortest=best.gap == 0,
    )


def compare(
    rules: InForce,
    one: str | Sequence[str] | Mapping[str, Any],
    other: Mapping[str, Any] | None,
    *,
    budget: int | None,
    names: tuple[str, str],
    rlimit: int,
    progress: Progress,
) -> Comparison | Difference:
    """See :meth:`Session.compare`."""
    if isinstance(one, Mapping) or other is not None:
        return _difference(rules, _named(rules, one), _named(rules, other), budget, names)
    engine = proof_or_play.Comparing(
        rules.box, rules.readings, limits=proof_or_play.Limits(rlimit=rlimit), progress=progress
    )
    asked = names_of(one)
    rows: list[BoxRow] = []
    interrupted = False
    try:
        rows.extend(engine.rows([name.lower().replace("-", "_") for name in asked]))
    except KeyboardInterrupt:
        interrupted = True
    data = proof_or_play.report(engine, rows, interrupted=interrupted)
    return Comparison(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        effects=effects_of(data["rulings"]),
        complete=not interrupted and all(row.matters != UNDECIDED for row in rows),
        interrupted=interrupted,
    )


def _named(rules: InForce, readings: object) -> dict[str, Any]:
    """The readings of this session, with the given ones in their place.  Raises BadInput."""
    if readings is not None and not isinstance(readings, Mapping):
        raise BadInput("two readings are compared", remedy="give each as a mapping from rulings")
    given: Mapping[str, Any] = readings or {}
    texts = [f"{name}={getattr(reading, 'name', reading)}" for name, reading in given.items()]
    return rules.readings | projects.readings_of(rules.box.mode, texts)


def _difference(
    rules: InForce, one: dict[str, Any], two: dict[str, Any], budget: int | None, names: tuple[str, str]
) -> Difference:
    box = rules.box
    states = exploration_of(box, one, max_states=budget)
    parting = readings_compared.compare(comparer_of(box), states, [box.raw(two)])[0]
    pair = Pair(box.interpreter(one), box.interpreter(two), names)
    kind = text = ""
    moves: tuple[str, ...] = ()
    first = min(parting.firsts.values(), key=lambda p: (*box.coding.length(p.play), p.code < 0), default=None)
    if not parting.start:
        fields = pair.fields(*(reader.start() for reader in pair.readers))
        kind, text, first = "start", f"another beginning ({', '.join(fields)})", None
    elif first is not None:
        steps = box.steps(list(first.play))
        seen = strongest(pair.along(steps, judged=first.code < 0))
        if seen is None:
            raise InternalError("the interpreter sees no difference", where=path_of(rules))
        kind, text, moves = seen.class_, seen.text, tuple(map(str, steps))
    length = (0, 0) if first is None else box.coding.length(first.play)
    data = {
        "mode": path_of(rules),
        "instance": box.instance.name,
        "one": {name: reading.name.lower() for name, reading in one.items()},
        "two": {name: reading.name.lower() for name, reading in two.items()},
        "kind": kind,
        "text": text,
        "play": list(moves),
        "states": parting.states,
        "complete": parting.complete,
    }
    return Difference(
        mode=path_of(rules),
        instance=box.instance.name,
        data=data,
        kind=kind,
        text=text,
        moves=moves,
        choices=length[0],
        steps=length[1],
        judged=first is not None and first.code < 0,
        states=parting.states,
        complete=parting.complete,
    )
