"""One engine on one instance: what ``queensbench explore``, ``play`` and ``replay`` do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from queensbench.analyses.verdicts.replayed_plays import no_move, play_to
from queensbench.analyses.verdicts.words import carried_out, ends_text, reason_text
from queensbench.engines.compare.comparison_program import readings_read
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.export.graph_formats import FORMATS, move_labels, state_labels, write_graph
from queensbench.engines.graphs.games import game_of
from queensbench.engines.runtime.box import Box
from queensbench.engines.simulate.playouts import CameUp, Playouts
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.language.records import shown
from queensbench.project import projects
from queensbench.project.projects import Project
from queensbench.readers.interpreter import Interpreter

if TYPE_CHECKING:
    from queensbench.engines.layers.layered_space import LayeredSpace

Found: TypeAlias = "Exploration | LayeredSpace"


def shortest(
    box: Box,
    readings: Mapping[str, Any],
    found: Found,
    state: int | None,
    seen: str,
    agrees: Callable[[Interpreter, Any], bool],
) -> dict[str, Any] | None:
    """A shortest play to a state as data, None for no state.

    Raises InternalError where the interpreter does not see at its end what native code saw (``seen``, ``agrees``).
    """
    if state is None:
        return None
    play = play_to(box, readings, found.moves_to(state), seen, agrees)
    return {"choices": found.choices(state), "steps": found.steps(state), "play": play.texts}


def _won_by(who: str) -> Callable[[Interpreter, Any], bool]:
    """Whether a game is over and won by those of this text."""

    def agrees(interpreter: Interpreter, state: Any) -> bool:
        won = " and ".join(player.name for player in interpreter.winners(state)) or "nobody"
        return interpreter.over(state) and won == who

    return agrees


def _won_by_as_many(number: int) -> Callable[[Interpreter, Any], bool]:
    """Whether a game is over and won by so many."""
    return lambda interpreter, state: interpreter.over(state) and len(interpreter.winners(state)) == number


def _silent_on(what: str) -> Callable[[Interpreter, Any], bool]:
    """Whether the text is silent on this."""

    def agrees(interpreter: Interpreter, state: Any) -> bool:
        silence = interpreter.silence(state)
        return silence is not None and silence[0] == what

    return agrees


def _ends(box: Box, readings: Mapping[str, Any], found: Found, *, symmetric: bool) -> list[dict[str, Any]]:
    """Ended states by who has won, or under a symmetry, whose states stand for their images, by how many have."""
    if not symmetric:
        return [
            {
                "winners": ends_text(box, who),
                "count": first.count,
                "shortest": shortest(
                    box,
                    readings,
                    found,
                    first.state,
                    f"that the game is won by {ends_text(box, who)}",
                    _won_by(ends_text(box, who)),
                ),
            }
            for who, first in found.ends.items()
        ]
    out = []
    for number in sorted({len(who) for who in found.ends}):
        firsts = [first for who, first in found.ends.items() if len(who) == number]
        states = [first.state for first in firsts if first.state is not None]
        nearest = min(states, key=lambda state: (found.choices(state), found.steps(state), state))
        words = "nobody" if number == 0 else "1 player" if number == 1 else f"{number} players"
        out.append(
            {
                "winners": f"{words}, up to symmetry",
                "count": sum(first.count for first in firsts),
                "shortest": shortest(
                    box, readings, found, nearest, f"that the game is won by {words}", _won_by_as_many(number)
                ),
            }
        )
    return out


def exploration(
    box: Box, readings: Mapping[str, Any], found: Found, *, symmetric: bool = False
) -> dict[str, Any]:
    """The results of an exploration, as data; ``symmetric``: states stand for their images.

    Raises InternalError where the interpreter does not see at the end of a play what native code saw.
    """
    silences = [s.what for s in box.system.silences]
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
        "complete": found.complete,
        "interrupted": found.interrupted,
        "reason": reason_text(found.reason, found.states),
        "states": found.states,
        "expanded": found.expanded,
        "transitions": found.transitions,
        "choices": found.levels,
        "steps": found.steps_most,
        "states_by_choices": list(found.level_sizes),
        "deadlocks": {"count": found.deadlocks.count}
        | {
            "shortest": shortest(box, readings, found, found.deadlocks.state, "that nobody can move", no_move)
        },
        "silent": [
            {
                "what": what,
                "count": first.count,
                "shortest": shortest(
                    box, readings, found, first.state, f"that the text is silent: {what}", _silent_on(what)
                ),
            }
            for what, first in zip(silences, found.silences, strict=True)
        ],
        "ends": _ends(box, readings, found, symmetric=symmetric),
        "seconds": round(found.seconds, 3),
    }


def graph_format(path: Path) -> None:
    """Raise BadInput, before anything is explored, for a file that no graph can be written to."""
    if path.suffix.lower() not in FORMATS:
        raise BadInput(
            f"a graph is not written as `{path.suffix}`",
            where=str(path),
            remedy=f"end it in {', '.join(FORMATS)}",
        )


def export(box: Box, readings: Mapping[str, Any], found: Exploration, path: Path) -> dict[str, Any]:
    """Write the graph of states.  Raises BadInput when it is too large or cannot be written."""
    game = game_of(found)
    made = write_graph(
        game,
        path,
        label=state_labels(found, game, box.interpreter(readings)),
        move=move_labels(box.coding),
        title=f"{box.ruleset}/{box.mode.name} {box.instance.name}",
    )
    return {
        "file": str(path),
        "states": made.states,
        "edges": made.edges,
        "states_left_out": made.states_left_out,
        "edges_left_out": made.edges_left_out,
    }


def _came(came: CameUp, *, counted: bool) -> dict[str, int | None]:
    return {"times": came.times, "games": came.games} if counted else {"times": None, "games": None}


def playouts(box: Box, readings: Mapping[str, Any], played: Playouts) -> dict[str, Any]:
    """The results of random games, as data.

    Clauses and rulings of which nothing counts how often they came up, because it is asked in every state whether
    the game is over, who has won or whose choice it is, have None for a count.
    """
    system = box.system
    carried = carried_out(system)
    asked = [system.over, system.wins, system.score, *(t.decider for t in system.transitions)]
    uncounted = frozenset().union(*(readings_read(system, n) for n in set(asked) if n is not None))
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
        "games": played.games,
        "complete": played.complete,
        "interrupted": played.interrupted,
        "seed": played.seed,
        "steps": played.steps,
        "choices": played.choices,
        "shortest": played.shortest,
        "longest": played.longest,
        "cut": played.cut.count,
        "deadlocks": played.deadlocks.count,
        "silent": [
            {"what": s.what, "games": first.count}
            for s, first in zip(system.silences, played.silences, strict=True)
        ],
        "ends": [
            {"winners": ends_text(box, who), "games": first.count, "first": first.state}
            for who, first in played.ends.items()
        ],
        "clauses": [
            {"name": name, **_came(came, counted=name in carried)}
            for name, came in zip(system.clauses, played.clauses, strict=True)
        ],
        "rulings": [
            {"name": ruling.name, **_came(came, counted=number not in uncounted)}
            for number, (ruling, came) in enumerate(zip(system.rulings, played.rulings, strict=True))
        ],
        "seconds": round(played.seconds, 3),
    }


def replayed(file: Path, project: Callable[[str], Project]) -> tuple[dict[str, Any], bool]:
    """A stored play, replayed by the interpreter: what happens now, and whether it is what was stored.

    ``project``: called with the ruleset's name once the file is read, gives the project.  Raises BadInput for a file
    that is no play, or one of a ruleset that is not here.
    """
    data = plays.read(file)
    meta = data["#meta"]
    ruleset = project(meta["ruleset"]).ruleset(meta["ruleset"])
    mode = ruleset.mode(meta["mode"])
    instance = projects.mode_instance(mode, meta["instance"])
    chosen = [f"{k}={v}" for k, v in meta.get("readings", {}).items()]
    readings = projects.readings_of(mode, chosen, every=True)
    projects.system(ruleset, mode, instance)  # a model outside the language is refused first
    interpreter = Interpreter(mode, instance, readings, meta.get("parameters", {}))
    steps = plays.steps_in(data, interpreter, str(file))
    head = {
        "file": str(file),
        "mode": f"{ruleset.name}/{mode.name}",
        "instance": instance.name,
        "readings": meta.get("readings", {}),
        "why": meta.get("description", ""),
    }
    moments, broken = plays.moments_to_fault(interpreter, steps)
    if broken is not None:
        fault = f"step {len(moments)}, {steps[len(moments) - 1]}: {broken}"
    else:
        parted = plays.differs(data, moments, interpreter)
        fault = "" if parted is None else f"state {parted[0]}: {parted[1]} is no longer what was stored"
    rows = []
    for number, moment in enumerate(moments):
        rows.append(
            {
                "step": number,
                "action": "" if moment.step is None else str(moment.step),
                "decider": "" if moment.decider is None else shown(moment.decider),
                "clauses": list(moment.clauses),
                "rulings": list(moment.rulings),
                "board": plays.board(interpreter, moment.state),
            }
        )
    last = moments[-1].state
    silence = interpreter.silence(last)
    ending = "The play goes on from here."
    if silence is not None:
        ending = f"The rules are silent: {silence[0]} ({silence[1]})."
    elif interpreter.over(last):
        won = " and ".join(shown(p) for p in interpreter.winners(last)) or "nobody"
        ending = f"The game is over: {won} won."
    return head | {"steps": rows, "agrees": not fault, "fault": fault, "ending": ending}, not fault
