"""The answers of ``queensbench solve`` and ``queensbench advise``, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from queensbench.analyses.verdicts.words import ends_text, reading_text, reason_text
from queensbench.engines.boxes import boxed
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.box import Box
from queensbench.engines.solve.objectives import Aim, aims_of, hidden_fields
from queensbench.engines.solve.outcome_distribution import End
from queensbench.engines.solve.solver import AimValues, Solved, solve
from queensbench.engines.solve.two_readings import held_together
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.evidence.cache import Evidence, VerdictCache
from queensbench.evidence.questions import MARKED, Question, Unfinished, answered, unfinished_if
from queensbench.language.records import shown
from queensbench.project import projects
from queensbench.project.projects import Project

FIRSTS = 10_000
"""The most chance states that are followed to the first choices of a game."""
SHOWN_FIRSTS = 24


@dataclass
class SolveRequest:
    """An instance under a reading, the cache of its verdicts, and what it is solved for.

    ``against``: other readings under which it is solved as well, for the first aim; None: it is not.
    """

    box: Box
    readings: Mapping[str, Any]
    cache: VerdictCache
    aims: list[Aim]
    silent: int | str
    budget: int | None
    against: Mapping[str, Any] | None = None

    def asked(self, what: str, **more: Any) -> Question[dict[str, Any]]:
        """The question of this kind about the instance."""
        aims = "; ".join(aim.text for aim in self.aims)
        budget = self.budget or self.box.instance.budget
        more = {"silent": self.silent, "budget": budget, **more}
        return Question(what, aims, MARKED, self.box.instance, more)


# -------------------------------------------------------------------------------------- numbers


def number(low: Fraction, up: Fraction) -> dict[str, Any]:
    """A value as fraction and decimal, or its bounds as decimals, rounded outwards."""
    if low == up:
        return {"exact": True, "fraction": str(low), "decimal": float(low)}
    return {"exact": False, "low": decimals(low), "up": decimals(up, up=True)}


def decimals(x: Fraction, *, up: bool = False, places: int = 12) -> str:
    """A fraction with at most so many decimals, rounded down or up."""
    scaled = x * 10**places
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    sign, digits = "-" if whole < 0 else "", str(abs(whole)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------------------------------- solve


def solved_data(request: SolveRequest, progress: Callable[[str], None]) -> dict[str, Any]:
    """The values at the start, stored or computed.  Raises as :func:`queensbench.engines.solve.solver.solve`."""
    more = {} if request.against is None else {"against": reading_text(request.box.mode, request.against)}
    return answered(request.asked("solve", **more), request.cache, lambda: _solved(request, progress))


def _solved(
    request: SolveRequest, progress: Callable[[str], None]
) -> dict[str, Any] | Unfinished[dict[str, Any]]:
    box = request.box
    with box.told():
        solved = solve(
            box,
            request.aims,
            request.readings,
            silent=request.silent,
            max_states=request.budget,
            progress=progress,
        )
    data = head(request, solved)
    progress("first choices and ends")
    data["aims"] = [_aim(request, solved, answer) for answer in solved.answers]
    data["verdict"] = "value" if all(row["value"]["exact"] for row in data["aims"]) else "bounds"
    data["shown"] = "exhausted" if solved.complete else "unknown"
    data["seconds"] = round(solved.seconds, 3)
    lasting = solved.exploration.lasting
    if request.against is not None:
        data["against"], too = _against(request, solved, progress)
        lasting = lasting and too
    return unfinished_if(not lasting, data | {"cached": False})


def _against(
    request: SolveRequest, solved: Solved, progress: Callable[[str], None]
) -> tuple[dict[str, Any], bool]:
    """What best play comes to under the other readings, and in how many positions and deals its value differs.

    Also whether the exploration would end the same way again.
    """
    box = request.box
    progress("solving under the other reading")
    with box.told():
        other = solve(
            box,
            request.aims[:1],
            request.against,
            silent=request.silent,
            max_states=request.budget,
            progress=progress,
        )
    data: dict[str, Any] = {
        "reading": reading_text(box.mode, request.against or {}),
        "value": number(*other.answers[0].bounds(other.start)),
        "states": other.exploration.states,
        "complete": other.complete,
        "positions": None,
        "deals": None,
        "seconds": round(other.seconds, 3),
    }
    found = held_together(solved, other)
    if found is not None:
        data["positions"] = {"common": found.common, "differ": found.differ}
        if found.deals is not None:
            dealt, changed = (number(share, share) for share in (found.dealt, found.changed))
            data["deals"] = {"number": found.deals, "common": dealt, "differ": changed}
    return data, other.exploration.lasting


def head(request: SolveRequest, solved: Solved) -> dict[str, Any]:
    """The instance that was solved, and what the solution leaves out of account."""
    box, found = request.box, solved.exploration
    values = solved.answers[0].worst
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
        "reading": reading_text(box.mode, request.readings),
        "complete": solved.complete,
        "reason": reason_text(found.reason, found.states),
        "states": found.states,
        "transitions": found.transitions,
        "hidden": hidden_fields(box.system, box.mode),
        "allied": all(not aim.others for aim in request.aims),
        "silent": solved.silent,
        "deadlocks": solved.deadlocks,
        "unexplored": solved.unknown,
        "on_cycles": values.cyclic,
        "goes_round_nowhere": all(a.worst.certified and a.best.certified for a in solved.answers),
        "goes_round_exactly": all(
            (a.worst.certified or a.worst.iterated) and (a.best.certified or a.best.iterated)
            for a in solved.answers
        ),
        "beyond_64_bits": max(max(a.worst.lost, a.best.lost) for a in solved.answers),
    }


def _aim(request: SolveRequest, solved: Solved, answer: AimValues) -> dict[str, Any]:
    start = solved.start
    low, high = answer.counts_as
    cases = sorted((answer.aim.sign * low, answer.aim.sign * high))
    data: dict[str, Any] = {
        "aim": answer.aim.text,
        "measure": answer.aim.measure,
        "player": answer.aim.name,
        "least": answer.aim.least,
        "value": number(*answer.bounds(start)),
        "no_score_counts_as": cases,
        "endless_counts_as": answer.endless,
        "strategies": {"for": answer.mine or "unknown"}
        | ({"against": answer.theirs or "unknown"} if answer.aim.others else {}),
    }
    data["first"], data["first_left_out"] = _firsts(request.box, solved, answer)
    spread = solved.spread(answer)
    data["ends"] = None
    if spread is not None:
        data["ends"] = {"states": spread.met, "winners": [], "scores": []}
        arena, system = solved.arena, request.box.system
        if system.wins is not None:
            ends = spread.by(arena.measured("winners"))
            data["ends"]["winners"] = [_end(request.box, end, winners=True) for end in ends]
        if system.score is not None:
            ends = spread.by(arena.measured("score", max(0, answer.aim.player)))
            data["ends"]["scores"] = [_end(request.box, end, winners=False) for end in ends]
    return data


def _end(box: Box, end: End, *, winners: bool) -> dict[str, Any]:
    row: dict[str, Any] = {"way": end.way}
    if end.way == "over" and winners:
        who = [p for p in range(k.MOST_PLAYERS) if end.label >> p & 1]
        row["winners"] = ends_text(box, who)
    elif end.way == "over":
        row["score"] = end.label
    return row | {"probability": number(end.low, end.up)}


def _firsts(box: Box, solved: Solved, answer: AimValues) -> tuple[list[dict[str, Any]], int]:
    """The first choices of a game, the likeliest first, each with its options; and how many are left out."""
    arena = solved.arena
    pending: dict[int, tuple[Fraction, list[int]]] = {solved.start: (Fraction(1), [])}
    found: dict[int, tuple[Fraction, list[int]]] = {}
    followed = 0
    while pending and followed < FIRSTS:
        state = next(iter(pending))
        share, codes = pending.pop(state)
        if arena.role[state] != k.CHANCE:
            old = found.get(state, (Fraction(0), codes))
            found[state] = (old[0] + share, old[1])
            continue
        followed += 1
        weights = arena.weights(state)
        whole = sum(weights)
        moves = zip(arena.options(state), arena.successors(state), weights, strict=True)
        for code, target, weight in moves:
            old = pending.get(target, (Fraction(0), [*codes, code]))
            pending[target] = (old[0] + share * Fraction(weight, whole), old[1])
    choices = [(share, codes, s) for s, (share, codes) in found.items() if arena.role[s] == k.CHOICE]
    choices.sort(key=lambda row: (-row[0], row[1]))
    rows = []
    for share, codes, state in choices[:SHOWN_FIRSTS]:
        rows.append(
            {
                "after": [str(step) for step in box.steps(codes)],
                "probability": number(share, share),
                "options": _options(box, solved, answer, state),
            }
        )
    return rows, len(choices) - len(rows) + len(pending)


def _options(box: Box, solved: Solved, answer: AimValues, state: int) -> list[dict[str, Any]]:
    options = solved.options(answer, state)
    steps = box.steps([o.code for o in options])
    return [
        {"move": str(s), "value": number(o.low, o.up), "strategy": o.stored}
        for s, o in zip(steps, options, strict=True)
    ]


def reaching(aim: Mapping[str, Any], thresholds: Sequence[int]) -> list[dict[str, Any]]:
    """The probability that best play reaches at least each score, from the data of an aim that has scores."""
    rows = []
    for least in thresholds:
        low = up = Fraction(0)
        for end in aim["ends"]["scores"]:
            if end["way"] == "over" and end["score"] >= least:
                share = end["probability"]
                low += Fraction(share["fraction"] if share["exact"] else share["low"])
                up += Fraction(share["fraction"] if share["exact"] else share["up"])
        rows.append({"score": least, "probability": number(low, min(up, Fraction(1)))})
    return rows


# --------------------------------------------------------------------------------------- advise


def request_of_play(
    file: Path, project: Callable[[str], Project], evidence: Callable[[str], Evidence | None], **aim: Any
) -> tuple[SolveRequest, list[plays.Moment], str]:
    """The instance of a stored play, its moments, and its description.  Raises BadInput for any other file.

    ``project``, ``evidence``: called with the ruleset's name once the file is read, give the project and the store.
    ``aim``: ``objective``, ``player``, ``least``, ``silent`` and ``budget``.
    """
    data = plays.read(file)
    meta = data["#meta"]
    ruleset, mode = project(meta["ruleset"]).mode(f"{meta['ruleset']}/{meta['mode']}")
    declared = projects.mode_instance(mode, meta["instance"])
    chosen = [f"{name}={reading}" for name, reading in meta.get("readings", {}).items()]
    readings = projects.readings_of(mode, chosen, every=True)
    box = boxed(ruleset, mode, declared)
    cache = VerdictCache(evidence(ruleset.name), ruleset, mode, readings)
    values = {p.name: p.default for p in box.system.parameters}
    for name, value in meta.get("parameters", {}).items():
        if values.get(name) != value:
            raise BadInput(f"was played with {name} = {value}", where=str(file), remedy="record it anew")
    interpreter = box.interpreter(readings)
    moments, refused = plays.moments_until(interpreter, plays.steps_in(data, interpreter, str(file)))
    if refused is not None:
        raise BadInput(
            f"step {len(moments)} is no longer what the rules allow: {refused}",
            where=str(file),
            remedy="record it anew",
        )
    aims = aims_of(box.system, **{name: aim[name] for name in ("objective", "player", "least")})
    if aims[0].measure == "margin":
        aims = aims[:1]
    return (
        SolveRequest(box, readings, cache, aims, aim["silent"], aim["budget"]),
        moments,
        meta.get("description", ""),
    )


def advice(
    request: SolveRequest,
    moments: Sequence[plays.Moment],
    positions: Sequence[int],
    *,
    whole: bool,
    progress: Callable[[str], None],
) -> dict[str, Any]:
    """The value of every option in positions of a play, and what the move that was made lost.

    ``positions``: how many steps of the play come before each.  ``whole``: the instance is solved from its start,
    otherwise from the first of the positions.
    """
    moves = [str(m.step) for m in moments if m.step is not None]
    asked = request.asked("advise", moves=moves, positions=list(positions), whole=whole)
    return answered(
        asked, request.cache, lambda: _advised(request, moments, positions, whole=whole, progress=progress)
    )


def _advised(
    request: SolveRequest,
    moments: Sequence[plays.Moment],
    positions: Sequence[int],
    *,
    whole: bool,
    progress: Callable[[str], None],
) -> dict[str, Any] | Unfinished[dict[str, Any]]:
    box = request.box
    interpreter = box.interpreter(request.readings)
    silences = [(s.what, box.system.clauses[s.clause]) for s in box.system.silences]
    cells = [interpreter.cells(m.state, silences) for m in moments]
    with box.told():
        solved = solve(
            box,
            request.aims,
            request.readings,
            silent=request.silent,
            start=None if whole else [cells[positions[0]]],
            max_states=request.budget,
            progress=progress,
        )
    data = head(request, solved) | {"shown": "exhausted" if solved.complete else "unknown", "positions": []}
    for position in positions:
        state = solved.arena.find(cells[position])
        played = moments[position + 1] if position + 1 < len(moments) else None
        data["positions"].append(_position(box, solved, position, state, played))
    known = [row for row in data["positions"] if row["value"] is not None]
    data["verdict"] = "value" if known and all(row["value"]["exact"] for row in known) else "bounds"
    data["seconds"] = round(solved.seconds, 3)
    return unfinished_if(not solved.exploration.lasting, data | {"cached": False})


def _position(
    box: Box, solved: Solved, position: int, state: int | None, played: plays.Moment | None
) -> dict[str, Any]:
    """A position of a play; without a value if the search did not come to it."""
    made = "" if played is None else str(played.step)
    row: dict[str, Any] = {"step": position, "decider": "", "chance": False, "played": made}
    row |= {"aim": "", "value": None, "options": [], "lost": None}
    if state is None:
        return row
    owner = int(solved.arena.owner[state])
    answer = next((a for a in solved.answers if a.aim.player == owner), solved.answers[0])
    row |= {"aim": answer.aim.text, "value": number(*answer.bounds(state))}
    role = int(solved.arena.role[state])
    row["chance"] = role == k.CHANCE
    if role == k.CHOICE and played is not None:
        row["decider"] = "" if played.decider is None else shown(played.decider)
    if role not in (k.CHOICE, k.CHANCE):
        return row
    row["options"] = _options(box, solved, answer, state)
    if role == k.CHOICE and played is not None:
        row["lost"] = _lost(box, solved, answer, state, made)
    return row


def _lost(box: Box, solved: Solved, answer: AimValues, state: int, made: str) -> dict[str, Any]:
    """By how much the move made is worse than the best one, for whoever made it."""
    options = solved.options(answer, state)
    texts = [str(step) for step in box.steps([o.code for o in options])]
    mine = options[texts.index(made)]
    if solved.for_it(answer, state) != answer.aim.least:
        low, up = max(o.low for o in options) - mine.up, max(o.up for o in options) - mine.low
    else:
        low, up = mine.low - min(o.up for o in options), mine.up - min(o.low for o in options)
    return number(max(low, Fraction(0)), up)
