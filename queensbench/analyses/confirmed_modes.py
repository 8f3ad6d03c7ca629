"""Proofs of several modes, each decided again by other solvers.

Modes are proved one after the other.  For those named by ``--questions`` the prover's own questions are asked again,
which checks z3 and not the encoding; for all others every goal is stated and decided anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from queensbench.analyses import confirmation, single_engine
from queensbench.analyses.verdicts import proofs
from queensbench.engines.confirm.record import FOLDER
from queensbench.evidence.store import place
from queensbench.project import projects


def paths(named: Sequence[str]) -> list[str]:
    """Modes, as they are named: of a ruleset alone, all of its modes.  Raises BadInput for unknown names."""
    loaded = projects.load()
    found: list[str] = []
    for path in named:
        if "/" in path:
            ruleset, mode = loaded.mode(path)
            found.append(f"{ruleset.name}/{mode.name}")
        else:
            ruleset = loaded.ruleset(path)
            found += [f"{ruleset.name}/{mode}" for mode in ruleset.modes]
    return list(dict.fromkeys(found))


def record_place(path: str, store: str | None, *, questions: bool) -> Path | None:
    """The file that records the confirmations of a mode, so that a run that was cut short goes on; None for nowhere."""
    folder = place(projects.find_root(), store)
    sort = "questions" if questions else "goals"
    return None if folder is None else folder / FOLDER / f"{path.replace('/', '-')}.{sort}.jsonl"


def _confirmed(
    path: str,
    *,
    questions: bool,
    seconds: float,
    record: Path | None,
    fresh: bool,
    progress: Callable[[str], None],
) -> dict[str, Any]:
    """One mode, proved and decided again."""
    box, _ = single_engine.prepare(path, "full", ())

    def told(text: str) -> None:
        progress(f"{path}: {text}")

    with confirmation.kept_questions(wanted=questions) as asked:
        shown = proofs.attempted(box, progress=told)
        data = proofs.as_data(box, shown)
        if asked is None:
            second = confirmation.checked(
                box, shown, seconds=seconds, record=record, fresh=fresh, progress=told
            )
            confirmation.opinions(data, second)
        else:
            again = confirmation.questions(
                box, shown, asked, seconds=seconds, record=record, fresh=fresh, progress=told
            )
            confirmation.answered(data, again)
    return data


def confirmed(
    named: Sequence[str],
    asked: Sequence[str],
    *,
    seconds: float,
    store: str | None,
    fresh: bool,
    progress: Callable[[str], None],
) -> list[dict[str, Any]]:
    """Have modes proved and decided again, one after the other.

    ``named``: rulesets and modes whose goals are stated anew.  ``asked``: those of which z3's own questions are asked
    again; without either, all modes there are.  ``seconds``: another solver's budget for one goal, of its processor.
    Raises BadInput for unknown names, and where a solver is not installed.
    """
    confirmation.installed()
    questions = paths(asked)
    modes = [path for path in paths(named) if path not in questions] if named or not asked else []
    if not named and not asked:
        modes = paths(list(projects.load().rulesets))
    found: list[dict[str, Any]] = []
    for path in (*modes, *questions):
        own = path in questions
        record = record_place(path, store, questions=own)
        found.append(
            _confirmed(path, questions=own, seconds=seconds, record=record, fresh=fresh, progress=progress)
        )
    return found
