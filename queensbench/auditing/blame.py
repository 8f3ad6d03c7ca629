"""Whether what an expected failure blames has a part in the failure that was found.

An author who writes ``fails(..., blame=...)`` says who is at fault *before* the run.  The counterexample must agree:

* a clause is carried out along the play, or is asked where its last state is judged (is the game over, who has won,
  what the score is, what the property itself asks);
* a ruling makes a difference to the play: under another of its readings the same steps are refused, lead elsewhere, or
  are judged otherwise;
* a gap of the register counts by its clauses in doubt: one of them is carried out, or the play ends in silence at it.

A gap that is only described (``gap: no limit of turns``) has nothing that a play could go through.  It counts beside
a clause or ruling that the play does meet, and alone needs ``despite=``.  Where a claim fails because no state is as it
says, there is no play: then a clause counts that any play of the instance carries out, a ruling needs ``despite=``, and
what is only described counts.

What this cannot see: whether what is blamed is the cause.  ``queensbench errata`` asks which readings mend the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from queensbench.errors import QueensbenchError
from queensbench.evidence.plays import Play
from queensbench.language.properties import Expectation, PropertyDecl
from queensbench.project import GAP, Ruleset, rulings_of
from queensbench.readers.ir import clauses_within
from queensbench.readers.system import PROBED

if TYPE_CHECKING:
    from queensbench.engines.workshop import Workshop
    from queensbench.readers.interpreter import Interpreter


def unmet(
    ruleset: Ruleset,
    workshop: Workshop,
    decl: PropertyDecl,
    expected: Expectation,
    play: Play | None,
    met: Iterable[str] = (),
) -> tuple[str, ...]:
    """What an expected failure blames, and its counterexample has nothing to do with.

    ``met``: without a play, the clauses that plays of the instance carry out.
    """
    if expected.outcome != "fails" or expected.despite:
        return ()
    rulings = {one.name for one in rulings_of(workshop.mode)}
    differs: Callable[[str], bool] = _never
    if play is None:
        clauses = {*met, *_judging(workshop)}
    else:
        clauses = _clauses(workshop, decl, play)
        differs = _differs(workshop, decl, play)
    found: list[tuple[str, bool | None]] = []
    for name in expected.blame:
        if name.startswith(GAP):
            gap = ruleset.gaps.by_name.get(name.removeprefix(GAP).strip())
            found.append((name, None if gap is None else bool(clauses & set(gap.clauses))))
        elif name in rulings:
            found.append((name, differs(name)))
        else:
            found.append((name, name in clauses))
    if play is not None and all(one is None for _, one in found):
        return tuple(name for name, _ in found)
    return tuple(name for name, one in found if one is False)


def _never(ruling: str) -> bool:
    """Without a play nothing can differ."""
    return False


def _judging(workshop: Workshop) -> set[str]:
    """The clauses that are asked in every state."""
    system = workshop.system
    asked = clauses_within(system, system.over, system.wins, system.score)
    return {system.clauses[number] for number in asked}


def _clauses(workshop: Workshop, decl: PropertyDecl, play: Play) -> set[str]:
    """The clauses that a play carries out, and those that are asked to judge its last state."""
    interpreter = workshop.interpreter(_readings(workshop, play))
    last = interpreter.replay(play.steps)[-1]
    found = set(interpreter.tally.clauses)
    for ask in _questions(interpreter, decl):
        ask(last)
        found |= set(interpreter.context.trace.clauses)
    silence = interpreter.silence(last)
    return found if silence is None else found | {silence[1]}


def _readings(workshop: Workshop, play: Play) -> dict[str, Any]:
    """The readings of a play, by ruling."""
    return {
        decl.name: next(one for one in decl.readings if one.name.lower() == play.readings[decl.name].lower())
        for decl in rulings_of(workshop.mode)
    }


def _questions(interpreter: Interpreter, decl: PropertyDecl) -> Iterator[Callable[[Any], Any]]:
    yield interpreter.over
    yield interpreter.winners
    yield interpreter.scores
    if decl.kind in PROBED:
        yield lambda state: interpreter.judge(decl, state)


def _differs(workshop: Workshop, decl: PropertyDecl, play: Play) -> Callable[[str], bool]:
    """Whether a play goes or is judged otherwise under another reading of a ruling."""
    decls = {one.name: one for one in rulings_of(workshop.mode)}
    chosen = _readings(workshop, play)
    ours = _course(workshop.interpreter(chosen), decl, play)

    def differs(ruling: str) -> bool:
        others = [one for one in decls[ruling].readings if one is not chosen[ruling]]
        return any(
            _course(workshop.interpreter({**chosen, ruling: one}), decl, play) != ours for one in others
        )

    return differs


def _course(interpreter: Interpreter, decl: PropertyDecl, play: Play) -> Any:
    """All that a play comes to under a reading, to be compared; None where it cannot be played."""
    try:
        states = interpreter.replay(play.steps)
        last = states[-1]
        asked = tuple(ask(last) for ask in _questions(interpreter, decl))
        told = {interpreter.silence(state) for state in states} - {None}
        moves = [str(step) for step in interpreter.moves(last)]
    except QueensbenchError:
        return None
    silences = sorted(one for one in told if one is not None)
    return [interpreter.cells(state, silences) for state in states], silences, asked, moves
