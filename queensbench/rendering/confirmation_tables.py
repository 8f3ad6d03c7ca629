"""Proofs that other solvers decided again, as one table over several modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.proofs import DONE
from queensbench.analyses.verdicts.words import count
from queensbench.engines.runtime import ctrl_c

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
"""``before``: decided by an earlier run.  ``processor``: seconds, with earlier runs'; ``elapsed``: seconds of this."""


def answer(screen: Screen, found: Sequence[dict[str, Any]], code: int, *, interrupted: bool) -> None:
    """Print the modes that were confirmed, as one object or as tables.

    ``code``: the exit code, of which the object tells as well.  ``interrupted``: Ctrl-C has left some modes out.
    """
    if screen.as_json:
        cut = {"interrupted": True} if interrupted else {}
        screen.json({"modes": list(found), "exit": ctrl_c.exit_code(code)} | cut)
    elif interrupted and not found:
        screen.warn("interrupted before anything was found")
    else:
        confirmed(screen, found)
        if interrupted:
            screen.interrupted()


def confirmed(screen: Screen, found: Sequence[dict[str, Any]]) -> None:
    """Print a row a mode, and then what stays open."""
    screen.table("Confirmed by other solvers", HEADS, [_row(data) for data in found])
    for data in found:
        _open(screen, data)


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
    """Print what stays open of a mode, by name, and the budget of each goal."""
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
