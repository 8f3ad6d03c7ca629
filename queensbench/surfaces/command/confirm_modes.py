"""What ``queensbench confirm`` does: proofs of several modes, each decided again by other solvers, in one table.

Modes are proved one after the other.  For those named by ``--questions`` the prover's own questions are asked again,
which checks z3 and not the encoding; for all others every goal is stated and decided anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from queensbench.analyses import confirmation, single_engine
from queensbench.analyses.verdicts import proofs
from queensbench.analyses.verdicts.proofs import DONE
from queensbench.analyses.verdicts.words import count
from queensbench.engines.confirm.record import FOLDER
from queensbench.evidence.store import place
from queensbench.project import projects

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

HEADS = (
    "mode",
    "what was asked again",
    "claims",
    "confirmed",
    "asked",
    "bitwuzla",
    "cvc5",
    "none",
    "open",
    "before",
    "processor",
    "elapsed",
)
"""``before``: decided by an earlier run.  ``processor``: seconds, earlier runs with it; ``elapsed``: of this one."""


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


def kept(path: str, store: str | None, *, questions: bool) -> Path | None:
    """Where what is confirmed of a mode is kept, so that a run that was cut short goes on; None for nowhere."""
    folder = place(projects.find_root(), store)
    sort = "questions" if questions else "goals"
    return None if folder is None else folder / FOLDER / f"{path.replace('/', '-')}.{sort}.jsonl"


def confirmed(
    screen: Screen, path: str, *, questions: bool, seconds: float, record: Path | None, fresh: bool
) -> dict[str, Any]:
    """One mode, proved and decided again."""
    workshop, _ = single_engine.prepare(path, "full", ())

    def told(text: str) -> None:
        screen.progress(f"{path}: {text}")

    with confirmation.kept_questions(wanted=questions) as asked:
        shown = proofs.attempted(workshop, progress=told)
        data = proofs.as_data(workshop, shown)
        if asked is None:
            second = confirmation.checked(
                workshop, shown, seconds=seconds, record=record, fresh=fresh, progress=told
            )
            confirmation.opinions(data, second)
        else:
            again = confirmation.questions(
                workshop, shown, asked, seconds=seconds, record=record, fresh=fresh, progress=told
            )
            confirmation.answered(data, again)
    return data


def command(
    screen: Screen,
    named: Sequence[str],
    asked: Sequence[str],
    *,
    seconds: float,
    store: str | None = None,
    fresh: bool = False,
) -> int:
    """Confirm modes and print what came of it; the exit code."""
    confirmation.installed()
    questions = paths(asked)
    modes = [path for path in paths(named) if path not in questions] if named or not asked else []
    if not named and not asked:
        modes = paths(list(projects.load().rulesets))
    found: list[dict[str, Any]] = []
    try:
        for path in (*modes, *questions):
            own = path in questions
            record = kept(path, store, questions=own)
            found.append(confirmed(screen, path, questions=own, seconds=seconds, record=record, fresh=fresh))
    finally:
        screen.done()
    sure = not any(confirmation.unsure(data) for data in found)
    if screen.as_json:
        screen.json({"modes": found, "exit": 0 if sure else 3})
        return 0 if sure else 3
    screen.table("Confirmed by other solvers", HEADS, [_row(data) for data in found])
    for data in found:
        _open(screen, data)
    return 0 if sure else 3


def _row(data: dict[str, Any]) -> tuple[str, ...]:
    """A mode in the table."""
    rows = [row for row in data["properties"] if row["class"] in DONE]
    if "check" in data:
        check = data["check"]
        sure = sum(row["name"] in check["claims"] for row in rows)
        numbers = (check["goals"], check["by"]["bitwuzla"], check["by"]["cvc5"], check["without_solver"])
        open_, what = len(check["open"]), "the claims, in another encoding"
    else:
        check = data["questions"]
        sure = sum(row["questions"] for row in rows)
        numbers = (check["questions"], 0, check["confirmed"], 0)
        open_, what = len(check["open"]), "z3's questions, not the encoding"
    return (
        data["mode"],
        what,
        str(len(rows)),
        str(sure),
        *(f"{n:,}" for n in numbers),
        f"{open_:,}",
        f"{check['kept']:,}",
        f"{check['processor_seconds']:.0f}",
        f"{check['seconds']:.0f}",
    )


def _open(screen: Screen, data: dict[str, Any]) -> None:
    """What stays open of a mode, by name and budget."""
    if "check" in data:
        left, budget = [one["goal"] for one in data["check"]["open"]], data["check"]["seconds_a_goal"]
        left += [f"{name}, shown of more paths than are written" for name in data["check"]["not_written"]]
    else:
        left, budget = data["questions"]["open"], data["questions"]["seconds_a_question"]
    if not left:
        return
    screen.head(f"{data['mode']}: {count(len(left), 'goal')} open after {budget:g} s each")
    for name in left:
        screen.text(name, 2)
    screen.out.print()
