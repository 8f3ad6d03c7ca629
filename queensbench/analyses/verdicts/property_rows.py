"""Rows of verdicts on properties: an engine's result, and the play that shows it, replayed by the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.expected import judged
from queensbench.analyses.verdicts.replayed_plays import disagreeing, no_move, replayed
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.words import reading_text
from queensbench.evidence.plays import Play, ending
from queensbench.language.properties import Class, PropertyDecl
from queensbench.rules.system import PROBED, STEP

if TYPE_CHECKING:
    from queensbench.analyses.verdicts.run import Run
    from queensbench.engines.runtime.box import Box


@dataclass(frozen=True)
class Seen:
    """An engine's result for a property.

    ``codes``: the play that shows it, as native code numbers its steps; None: no play does.  ``met``: for a failure
    without a play, the clauses that plays of the instance carry out.  ``loop``: how many of the play's last steps are a
    loop.
    """

    verdict: str
    shown: Class | None
    engine: str
    seconds: float
    detail: str
    codes: Sequence[int] | None = None
    met: Iterable[str] = ()
    loop: int = 0


@dataclass(frozen=True)
class Replayed:
    """A play that shows a verdict: the clauses that it carries out, how it ends, what is blamed and not met on it."""

    play: Play | None = None
    through: Sequence[str] = ()
    ending: str = ""
    unmet: Sequence[str] = ()


WITHOUT_PLAY = Replayed()


def seen_row(run: Run, box: Box, decl: PropertyDecl, seen: Seen) -> PropertyRow:
    """The row of an engine's result, after the interpreter has replayed its play.

    Raises InternalError where the interpreter does not see the same.
    """
    play: Play | None = None
    through: tuple[str, ...] = ()
    end = ""
    if seen.codes is not None:
        play = box.play(list(seen.codes), run.options.readings, f"{decl.name}: {seen.verdict}")
        interpreter = box.interpreter(run.options.readings)
        states = replayed(play, interpreter)
        last = states[-1]
        agreed = decl.kind not in PROBED or interpreter.judge(decl, last) is (decl.kind == "reachable")
        if decl.kind == STEP:
            agreed = len(states) > 1 and not interpreter.judge_step(decl, last, states[-2])
        if not agreed:
            raise disagreeing(f"the interpreter does not see what native code saw of {decl.name}", play)
        end = ending(interpreter, last)
        through = tuple(sorted(interpreter.tally.clauses))
    blamed = unmet(run, box, decl, seen, play)
    return property_row(run, box.instance.name, decl, seen, Replayed(play, through, end, blamed))


def deadlock_play(run: Run, box: Box, codes: Sequence[int], why: str) -> Play:
    """The play to a state without a move in which play goes on all the same, replayed by the interpreter.

    Raises InternalError where the interpreter does not see the same.
    """
    play = box.play(list(codes), run.options.readings, why)
    interpreter = box.interpreter(run.options.readings)
    last = replayed(play, interpreter)[-1]
    if not no_move(interpreter, last):
        said = "the interpreter sees a move, an end or a silence where native code sees none"
        raise disagreeing(said, play)
    return play


def property_row(
    run: Run,
    instance: str,
    decl: PropertyDecl,
    seen: Seen,
    shown_by: Replayed = WITHOUT_PLAY,
    *,
    reading: str = "",
    proof: Mapping[str, Any] | None = None,
) -> PropertyRow:
    """The row of a verdict.  ``reading``: under what, if not under the audit's own reading."""
    if seen.verdict == "fails" and shown_by.play is not None:
        text = "refuted"
    else:
        text = seen.shown.value if seen.shown is not None else "unknown"
    readings = tuple(run.options.readings.values())
    expected = decl.expected(instance, readings)
    state = judged(decl, instance, seen.verdict, seen.shown, readings)
    return PropertyRow(
        decl.name,
        decl.kind,
        run.mode.name,
        instance,
        reading or reading_text(run.mode, run.options.readings),
        seen.verdict,
        text,
        expected.outcome,
        seen.engine,
        seen.seconds,
        seen.detail,
        shown_by.play,
        "unexpected" if shown_by.unmet else state,
        expected.blame,
        expected.at_least.value if expected.outcome == "holds" else "",
        proof,
        through=shown_by.through,
        ending=shown_by.ending,
        unmet=tuple(shown_by.unmet),
    )


def unmet(run: Run, box: Box, decl: PropertyDecl, seen: Seen, play: Play | None) -> tuple[str, ...]:
    """The blamed names that have no part in the counterexample of an expected failure."""
    expected = decl.expected(box.instance.name, tuple(run.options.readings.values()))
    if seen.verdict != "fails" or expected.outcome != "fails":
        return ()
    from queensbench.analyses.verdicts import blame

    return blame.unmet(run.ruleset, box, decl, expected, play, seen.met, seen.loop)
