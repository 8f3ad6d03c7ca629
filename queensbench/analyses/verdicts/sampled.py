"""Random playouts of an instance: sampled verdicts, witnesses, refutations, how often clauses ran."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.property_rows import Seen, seen_row
from queensbench.analyses.verdicts.rows import InstanceRow, PropertyRow
from queensbench.analyses.verdicts.run import GAMES, MAX_STEPS, Run
from queensbench.analyses.verdicts.words import carried_out, ends_text
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.evidence.questions import Question, answered_all, unfinished_if
from queensbench.language.properties import Class, PropertyDecl
from queensbench.readers.native.layout import REFUSED
from queensbench.rules.system import PROBED

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box
    from queensbench.engines.simulate.playouts import Playouts, Scores

TRIAL = 200
"""So many games tell how long the games of an instance are."""
MOST_STEPS = 5_000_000
"""About so many steps of random play are enough for the mode's full box."""
OTHERS_STEPS = 500_000
"""And for each other box that is only played."""
BINS = 40
"""The lengths of games are counted in at most so many classes."""


def played(run: Run, name: str) -> Iterator[InstanceRow | PropertyRow]:
    """The results of random playouts of an instance: the instance's own row, then a row for each property."""
    instance = run.instance(name)
    asked = [decl for decl in run.wanted(name) if decl.kind in PROBED]
    questions: list[Question[Any]] = [*run.properties(instance, asked)]
    return answered_all(questions, run.cache, partial(_found, run, asked), whole=run.whole(instance))


def _found(run: Run, asked: Sequence[PropertyDecl], missing: Sequence[Question[Any]]) -> Iterator[Any]:
    """Play, and yield the rows of the instance and of the properties whose answers are missing."""
    from queensbench.engines.simulate.playouts import playouts_of

    name = missing[0].name
    box = run.box(name)
    games = games_of(run, box)
    run.say(f"playing {games:,} games", name)
    begun = time.perf_counter()
    found = playouts_of(box, run.options.readings, games=games, seed=run.options.seed, max_steps=MAX_STEPS)
    seconds = time.perf_counter() - begun
    yield unfinished_if(found.interrupted, _summary(box, found, seconds))
    left = {question.name for question in missing[1:]}
    for decl in asked:
        if found.games and decl.name in left:
            yield unfinished_if(found.interrupted, _judged(run, box, decl, found, seconds))
    if found.interrupted:
        raise KeyboardInterrupt


def _summary(box: Box, found: Playouts, seconds: float) -> InstanceRow:
    """The row of an instance that was played."""
    system = box.system
    carried = carried_out(system)
    clauses = list(zip(system.clauses, found.clauses, strict=True))
    return InstanceRow(
        {
            "instance": box.instance.name,
            "engine": "play",
            "games": found.games,
            "seed": found.seed,
            "steps": found.steps,
            "shortest": found.shortest,
            "longest": found.longest,
            "ends": {ends_text(box, who): first.count for who, first in found.ends.items()},
            "silent": sum(first.count for first in found.silences),
            "deadlocks": found.deadlocks.count,
            "cut": found.cut.count,
            "seconds": round(seconds, 3),
        },
        seconds,
        [clause for clause, came in clauses if not came.games and clause in carried],
        {
            ruling.name: came.games / max(found.games, 1)
            for ruling, came in zip(system.rulings, found.rulings, strict=True)
        },
        clauses={clause: int(came.times) for clause, came in clauses if came.times},
        spread=_spread(box, found),
    )


def _spread(box: Box, found: Playouts) -> dict[str, Any]:
    """The lengths of games in at most :data:`BINS` classes of equal width, and the scores of each player."""
    wide = -(-(found.longest - found.shortest + 1) // BINS)
    lengths = [
        [first, min(first + wide - 1, found.longest), int(found.lengths[first : first + wide].sum())]
        for first in range(found.shortest, found.longest + 1, max(wide, 1))
    ]
    kind = box.mode.players
    names = [] if kind is None else [player.name for player in box.interpreter().context.kept(kind)]
    scores = {
        (names[number] if len(found.scores) == len(names) else ""): [one.sum, one.least, one.greatest]
        for number, one in enumerate(found.scores)
    }
    points = {name: _points(found.points[number], found.scores[number]) for number, name in enumerate(scores)}
    return {"lengths": lengths, "scores": scores, "points": points}


def _points(counted: Sequence[tuple[int, int, int]], extremes: Scores) -> list[list[int]]:
    """The games by score, in at most :data:`BINS` classes of equal width, those without games among them."""
    wide = -(-(extremes.greatest - extremes.least + 1) // BINS)
    whole = max([wide, *(last - first + 1 for first, last, _ in counted)])
    found: dict[int, int] = {}
    for first, _, games in counted:
        place = max(0, first - extremes.least) // whole
        found[place] = found.get(place, 0) + games
    return [
        [
            extremes.least + n * whole,
            min(extremes.least + (n + 1) * whole - 1, extremes.greatest),
            found.get(n, 0),
        ]
        for n in range(max(found) + 1)
    ]


def _judged(run: Run, box: Box, decl: PropertyDecl, found: Playouts, seconds: float) -> PropertyRow:
    """The row of a property after random games."""
    number = [judge.name for judge in box.system.judges].index(decl.name)
    met = found.failing[number]
    codes = None
    if met.count and met.state is not None:
        codes = cut_at(run, box, found.replay(met.state), number)
    shown: Class | None = Class.WITNESSED
    detail = f"{found.games:,} games, {found.steps:,} steps"
    if decl.kind == "reachable" and codes is None:
        codes = worked_out(run, box, decl)
        detail += "" if codes is None else f"; shown by a play of {len(codes)} steps that was worked out"
    if decl.kind == "reachable":
        verdict = "holds" if codes is not None else "unknown"
        shown = shown if codes is not None else None
    else:
        verdict = "fails" if codes is not None else "holds"
        shown = shown if codes is not None else Class.SAMPLED
    if found.interrupted and codes is None:  # the games that were not played may show otherwise
        verdict, shown, detail = "unknown", None, f"{detail}; interrupted"
    return seen_row(run, box, decl, Seen(verdict, shown, "play", seconds, detail, codes))


def worked_out(run: Run, box: Box, decl: PropertyDecl) -> list[int] | None:
    """The play that a property names for an instance, as codes; None if there is none.

    It is worked out for the house readings: under others it may not be allowed, and is then left alone.  Raises
    BadInput for a play that the house readings do not allow, or that does not lead to the property.
    """
    from queensbench.rules.typed.move_codes import Move

    text = dict(decl.plays).get(f"{run.mode.name}/{box.instance.name}")
    if text is None:
        return None
    where = f"{decl.place}: the play on {run.mode.name}/{box.instance.name}"
    interpreter = box.interpreter(run.options.readings)
    steps = plays.steps_written(text, interpreter, where)
    moments, refused = plays.moments_until(interpreter, steps)
    if run.options.readings and (refused is not None or not interpreter.judge(decl, moments[-1].state)):
        return None
    if refused is not None:
        fault = f"step {len(moments)}, {steps[len(moments) - 1]}, is {refused}"
        raise BadInput(fault, where=where, remedy="mend the play")
    if not interpreter.judge(decl, moments[-1].state):
        raise BadInput(f"it does not lead to {decl.name}", where=where, remedy="mend the play")
    places = {transition.name: place for place, transition in enumerate(box.system.transitions)}
    return [box.coding.encode(Move(places[s.name], interpreter.raw_args(s))) for s in steps]


def games_of(run: Run, box: Box, *, steps: bool = False) -> int:
    """How many games are played: as many as asked for; if nobody asked, fewer where games are very long.

    A first few games, played by the same seed, tell how long they are.  ``steps``: for what is said of steps, which is
    asked of fewer games of the box as sold, since it is judged beside the games in which states are.
    """
    asked = run.options.games
    if asked != GAMES:
        return asked
    from queensbench.engines.simulate.playouts import playouts_of

    trial = playouts_of(box, run.options.readings, games=TRIAL, seed=run.options.seed, max_steps=MAX_STEPS)
    if trial.interrupted or not trial.steps:
        return asked
    most = MOST_STEPS if box.instance is run.mode.full and not steps else OTHERS_STEPS
    return max(TRIAL, min(asked, most * trial.games // trial.steps))


def cut_at(run: Run, box: Box, codes: list[int], number: int) -> list[int]:
    """The play up to the first state that decides a property, by its judge's number (whoever shows it replays it)."""
    native = box.native
    env = native.new_env(box.raw(run.options.readings), box.parameters())
    status, cells = native.initial(env)
    for done in range(len(codes) + 1):
        if status > REFUSED:
            native.settle(cells, env)
        if native.judges(cells, env)[number] != 1:
            return codes[:done]
        if done < len(codes):
            status, cells = native.apply(cells, env, codes[done])
    return codes
