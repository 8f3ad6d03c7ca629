"""``queensbench export``: an instance in the format of another tool, from a walk by the interpreter.

With a player *fixed* the states are those under this player's best strategy, as ``queensbench solve`` stores it, and
all that is left to choose is the others'.  So another tool can find the value of the best answer to that strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queensbench.analyses.verdicts.words import reading_text
from queensbench.engines.export.drn import drn
from queensbench.engines.export.interpreted_states import Chooser, Key, Walked, walk
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.limits import MOST_STATES
from queensbench.engines.solve.attainment import VALUE
from queensbench.engines.solve.objectives import Aim, aims_of, players_of
from queensbench.engines.solve.solver import AimValues, Solved, solve
from queensbench.errors import BadInput
from queensbench.readers.interpreter import Step

FORMATS = ("drn",)


def require_askable(to: str, *, fix: str, aimed: bool) -> None:
    """Raise BadInput for a format that is not written, and for an aim where no player is fixed."""
    if to not in FORMATS:
        raise BadInput(f"nothing is exported as {to}", remedy=f"choose {', '.join(FORMATS)}")
    if aimed and not fix:
        raise BadInput("an aim is that of a player whose choices are fixed", remedy="add --fix PLAYER")


@dataclass(frozen=True)
class Exported:
    """A file's text, and what is in it: states, moves, and the value of the strategy that was fixed ("" if none)."""

    text: str
    states: int
    transitions: int
    fixed: str


def walked(
    box: Box,
    readings: Mapping[str, Any],
    *,
    choose: Chooser | None = None,
    most: int = MOST_STATES,
    progress: Callable[[str], None] = lambda text: None,
) -> Walked:
    """All states of an instance by the interpreter; see :func:`queensbench.engines.export.interpreted_states.walk`."""
    silences = [(s.what, box.system.clauses[s.clause]) for s in box.system.silences]
    return walk(box.interpreter(readings), silences, choose=choose, most=most, progress=progress)


def strategy(box: Box, solved: Solved, answer: AimValues, player: str) -> Chooser:
    """The stored choices of a player, for a walk by the interpreter.

    Raises BadInput for choices that were not shown to attain the value.
    """
    mine = not answer.aim.others or player == answer.aim.name
    shown = answer.mine if mine else answer.theirs
    if shown != VALUE:
        raise BadInput(
            f"the choices of {player} were not shown to attain the value",
            where=f"{box.ruleset}/{box.mode.name} {box.instance.name}",
            remedy="take an instance whose values are exact",
        )

    def choose(key: Key, owner: str, steps: Sequence[Step]) -> Sequence[Step]:
        if owner != player:
            return steps
        state = solved.arena.find(list(key))
        assert state is not None
        place = solved.stored(answer, state)
        if place is None:  # going on for ever is as good as anything
            successors = solved.arena.successors(state)
            place = successors.index(state) if state in successors else 0
        wanted = box.steps([solved.arena.options(state)[place]])[0]
        return [next(step for step in steps if step == wanted)]

    return choose


def players_in(box: Box) -> list[str]:
    """The names of the players of an instance, as its mode declares them."""
    kind = box.mode.players
    return [] if kind is None else [p.name for p in box.interpreter().context.kept(kind)]


def aim_for(box: Box, objective: str, who: str, fixed: str, *, least: bool) -> Aim:
    """The objective, of player ``who`` or else of the player that the options fix.  Raises BadInput."""
    players = players_of(box.system)
    if fixed not in players:
        raise BadInput(
            f"nobody is called {fixed}",
            where=f"{box.ruleset}/{box.mode.name}",
            remedy=f"choose of {', '.join(players)}" if players else "no rule says who chooses or wins",
        )
    found = aims_of(box.system, objective or "win", who or fixed, least=least)[0]
    if not found.others:
        raise BadInput("everybody plays for the same", remedy="leave out --fix")
    if len(players) > 2 and found.name != fixed:
        raise BadInput(f"{fixed} does not play alone against {found.name}", remedy=f"fix {found.name}")
    return found


def export(
    box: Box,
    readings: Mapping[str, Any],
    *,
    fix: str = "",
    objective: str = "",
    player: str = "",
    least: bool = False,
    most: int = MOST_STATES,
    progress: Callable[[str], None] = lambda text: None,
) -> Exported:
    """The instance in Storm's explicit format.

    Args:
        box: the mode at the instance.
        readings: members by ruling; the house readings where left out.
        fix: the player whose best choices are made; nobody's if empty.
        objective: what the value is of, as in :func:`queensbench.engines.solve.objectives.aims_of`; winning, if empty.
        player: who plays for it; the fixed player, if empty.
        least: make it as small as possible.
        most: the most states that are walked.
        progress: is told what is being done.

    Raises BadInput for an instance with more states, a player who is not there, and for choices that were not shown to
    attain the value.
    """
    system = box.system
    name = f"{box.ruleset}/{box.mode.name} {box.instance.name}"
    notes = [f"{name}, reading {reading_text(box.mode, dict(readings))}"]
    notes += [f"parameter {p.name} = {p.default}" for p in system.parameters]
    choose, value = None, ""
    if fix:
        aim = aim_for(box, objective, player, fix, least=least)
        solved = solve(box, [aim], readings, silent="worst", progress=progress)
        answer = solved.answers[0]
        choose = strategy(box, solved, answer, fix)
        value = str(answer.bounds(solved.start)[0])
        notes.append(f"{fix} makes the best choices; {aim.text}: {value}")
    found = walked(box, readings, choose=choose, most=most, progress=progress)
    return Exported(drn(found, players_in(box), notes), len(found.places), found.transitions, value)
