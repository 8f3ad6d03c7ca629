"""Moves that players cannot check, and orders of effects that nobody decides, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.rendering.names import names_of

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


_SEEN = ("move", "reads", "place", "why")


def answer(screen: Screen, modes: Sequence[Mapping[str, Any]]) -> None:
    """Print all modes as JSON, if that is asked for."""
    screen.answer({"modes": list(modes)})


def show(screen: Screen, data: dict[str, Any]) -> None:
    """Print what players cannot check, and the effects whose order matters; with ``--json`` see :func:`answer`."""
    if screen.as_json:
        return
    looked = ", ".join(i["instance"] + ("" if i["complete"] else " (in part)") for i in data["instances"])
    screen.text(f"{data['mode']}: explored {looked or 'no instance'}")
    screen.out.print()
    if data["peeks"]:
        rows = [(row["move"], row["reads"], row["place"], row["why"]) for row in data["peeks"]]
        screen.table("Moves whose own player cannot know whether they are allowed", _SEEN, rows)
    for shown, title in (
        (False, "Moves that nobody else can check"),
        (True, "Moves that ask only for what they name, so that it can be shown"),
    ):
        cells: dict[tuple[str, str], dict[str, None]] = {}
        for row in data["unchecked"]:
            if row["named_by_move"] is shown:
                cells.setdefault((row["move"], row["why"]), {})[row["reads"]] = None
        if cells:
            grouped = [(move, ", ".join(reads), why) for (move, why), reads in cells.items()]
            screen.table(title, ("move", "reads", "why"), grouped)
    kinds = {"loop": "loop", "rules": "two automatic rules"}
    ordered = [
        (
            row["rule"],
            kinds[row["kind"]],
            row["place"],
            row["matters"],
            row["instance"],
            _text(data["mode"], row),
        )
        for row in data["orders"]
        if row["matters"] != "not-seen"
    ]
    if ordered:
        columns = ("effects", "kind", "place", "matters", "instance", "shown by")
        screen.table("Effects whose order matters", columns, ordered)
    same = [row for row in data["orders"] if row["matters"] == "not-seen"]
    never = sum(not row["consulted"] for row in same)
    text = f"{len(same)} further orders of effects change nothing in any state that was compared"
    screen.text(text + (f"; {never} of them never come up there." if never else "."))
    if data["left"]:
        screen.text(f"The time was over before {', '.join(data['left'])}: --seconds gives more.")
    screen.out.print()


def _text(mode: str, row: dict[str, Any]) -> str:
    """Why the order of two effects matters: a reason, or the play that shows it."""
    if row["why"]:
        return str(row["why"])
    said = "" if row["play"] is None else names_of(mode, row["instance"])(" ".join(row["play"]))
    clauses = ", ".join(row["clauses"])
    return said + (f" (clauses there: {clauses})" if clauses else " (no clause there)")
