"""Whether what an expected failure blames has a part in the failure that was found.

An author who writes ``fails(..., blame=...)`` says who is at fault *before* the run.  The counterexample must agree:

* a clause is carried out along the play, or is asked where its last state is judged (is the game over, who has won,
  what the score is, what the property itself asks);
* a ruling makes a difference to the play: under another of its readings the same steps are refused, lead elsewhere, or
  are judged otherwise;
* a gap of the register counts by its clauses in doubt: one of them is carried out, or the play ends in silence at it.

Of a play that can go on for ever one of those blamed has a part in the loop, and not only in what leads there.

A gap that is only described (``gap: no limit of turns``) has nothing that a play could go through.  It counts beside
a clause or ruling that the play does meet, and alone needs ``despite=``.  Where a claim fails because no state is as it
says, there is no play: then a clause counts that any play of the instance carries out, a ruling needs ``despite=``, and
what is only described counts.

What this cannot see: whether what is blamed is the cause.  ``queensbench errata`` asks which readings mend the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from queensbench.errors import QueensbenchError
from queensbench.evidence.plays import Play
from queensbench.language.properties import Expectation, PropertyDecl
from queensbench.project.projects import GAP, Ruleset, rulings_of
from queensbench.rules.system import PROBED
from queensbench.rules.typed.ir import clauses_within

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box
    from queensbench.readers.interpreter import Interpreter


def unmet(
    ruleset: Ruleset,
    box: Box,
    decl: PropertyDecl,
    expected: Expectation,
    play: Play | None,
    met: Iterable[str] = (),
    loop: int = 0,
) -> tuple[str, ...]:
    """The blamed names that have no part in the counterexample of an expected failure.

    ``met``: without a play, the clauses that plays of the instance carry out.  ``loop``: how many of the last steps are
    a loop, where the claim is that play ends.
    """
    if expected.outcome != "fails" or expected.despite:
        return ()
    if play is None:
        return _unmet(ruleset, box, expected, {*met, *_judging(box)}, _never, described=True)
    parts = [
        (_clauses(box, decl, play, at), _differs(box, decl, play, at))
        for at in ([0, len(play.steps) - loop] if loop else [0])
    ]
    whole, *of_loop = [_unmet(ruleset, box, expected, *part) for part in parts]
    asked = [name for name in expected.blame if _described(ruleset, name) is False]
    if not whole and of_loop and set(asked) <= set(of_loop[0]):
        return tuple(asked)
    return whole


def _described(ruleset: Ruleset, name: str) -> bool:
    """Whether a name stands for a gap that is described and not registered."""
    return name.startswith(GAP) and name.removeprefix(GAP).strip() not in ruleset.gaps.by_name


def _unmet(
    ruleset: Ruleset,
    box: Box,
    expected: Expectation,
    clauses: set[str],
    differs: Callable[[str], bool],
    *,
    described: bool = False,
) -> tuple[str, ...]:
    """The blamed names that were not met; ``described``: a gap that is only described is enough."""
    rulings = {one.name for one in rulings_of(box.mode)}
    found: list[tuple[str, bool | None]] = []
    for name in expected.blame:
        if name.startswith(GAP):
            gap = ruleset.gaps.by_name.get(name.removeprefix(GAP).strip())
            found.append((name, None if gap is None else bool(clauses & set(gap.clauses))))
        elif name in rulings:
            found.append((name, differs(name)))
        else:
            found.append((name, name in clauses))
    if not described and all(one is None for _, one in found):
        return tuple(name for name, _ in found)
    return tuple(name for name, one in found if one is False)


def _never(ruling: str) -> bool:
    """False: without a play nothing can differ."""
    return False


def _judging(box: Box) -> set[str]:
    """The clauses that are asked in every state."""
    system = box.system
    asked = clauses_within(system, system.over, system.wins, system.score)
    return {system.clauses[number] for number in asked}


def _clauses(box: Box, decl: PropertyDecl, play: Play, begins: int) -> set[str]:
    """The clauses that a play carries out from a step on, and those that are asked to judge its last state."""
    readings = _readings(box, play)
    interpreter = box.interpreter(readings)
    last = interpreter.replay(play.steps[:begins])[-1]
    if begins:
        interpreter = box.interpreter(readings)  # with nothing in its tally
    for step in play.steps[begins:]:
        last = interpreter.apply(last, step)
    found = set(interpreter.tally.clauses)
    for ask in _questions(interpreter, decl):
        ask(last)
        found |= set(interpreter.context.trace.clauses)
    silence = interpreter.silence(last)
    return found if silence is None else found | {silence[1]}


def _readings(box: Box, play: Play) -> dict[str, Any]:
    """The readings of a play, by ruling."""
    return {
        decl.name: next(one for one in decl.readings if one.name.lower() == play.readings[decl.name].lower())
        for decl in rulings_of(box.mode)
    }


def _questions(interpreter: Interpreter, decl: PropertyDecl) -> Iterator[Callable[[Any], Any]]:
    yield interpreter.over
    yield interpreter.winners
    yield interpreter.scores
    if decl.kind in PROBED:
        yield lambda state: interpreter.judge(decl, state)


def _differs(box: Box, decl: PropertyDecl, play: Play, begins: int) -> Callable[[str], bool]:
    """Whether a play goes or is judged otherwise under another reading of a ruling, from a step on."""
    decls = {one.name: one for one in rulings_of(box.mode)}
    chosen = _readings(box, play)

    @cache
    def own() -> tuple[Any, Any]:
        mine = box.interpreter(chosen)
        before = mine.replay(play.steps[:begins])[-1] if begins else None
        return before, _course(mine, decl, play, begins, before)

    def differs(ruling: str) -> bool:
        before, ours = own()
        others = [one for one in decls[ruling].readings if one is not chosen[ruling]]
        return any(
            _course(box.interpreter({**chosen, ruling: one}), decl, play, begins, before) != ours
            for one in others
        )

    return differs


def _course(interpreter: Interpreter, decl: PropertyDecl, play: Play, begins: int, before: Any) -> Any:
    """The states, questions and moves of a play under a reading, from a step on; None where it cannot be played.

    ``before``: the state before that step; None: the start under this reading.
    """
    try:
        states = [before if before is not None else interpreter.start()]
        for step in play.steps[begins:]:
            states.append(interpreter.apply(states[-1], step))
        last = states[-1]
        asked = tuple(ask(last) for ask in _questions(interpreter, decl))
        told = {interpreter.silence(state) for state in states} - {None}
        moves = [str(step) for step in interpreter.moves(last)]
    except QueensbenchError:
        return None
    silences = sorted(one for one in told if one is not None)
    return [interpreter.cells(state, silences) for state in states], silences, asked, moves
