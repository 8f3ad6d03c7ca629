"""Searches as text, for ``queensbench search``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from queensbench.engines.search.bounded_model_checking import many
from queensbench.rendering.names import names_of

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

FOUND_BY = {"file": "the play given", "search": "from bounded search", "guided play": "from guided play"}


def _moves(screen: Screen, texts: Sequence[str]) -> None:
    for number, step in enumerate(texts, 1):
        screen.text(f"{number:3} {step}", 2)


def show_bounded(screen: Screen, data: dict[str, Any]) -> None:
    """Print a bounded search."""
    with screen.named(names_of(data["mode"], data["instance"])):
        _bounded(screen, data)


def _bounded(screen: Screen, data: dict[str, Any]) -> None:
    screen.head(f"{data['mode']} {data['instance']}: {data['target']}")
    verdict = "" if data["verdict"] == "unknown" else f"{data['verdict']}: "  # which the text says itself
    screen.text(f"{verdict}{data['text']}.")
    if data["takes"]:
        takes = ", ".join(f"{name}={reading.lower()}" for name, reading in data["takes"].items())
        screen.text(f"The play is one under {takes}.")
    _moves(screen, data["play"])


def show_shortest(screen: Screen, data: dict[str, Any]) -> None:
    """Print the best play and the best bound."""
    with screen.named(names_of(data["mode"], data["instance"])):
        _shortest(screen, data)


def _shortest(screen: Screen, data: dict[str, Any]) -> None:
    screen.head(f"{data['mode']} {data['instance']}: {data['target']}")
    if data["choices"] is None:
        best = "none found"
    else:
        best = f"{many(data['choices'], 'choice')}, {many(data['steps'], 'step')}"
        best += f"; {FOUND_BY[data['found_by']]}, replayed by the interpreter"
    screen.text(f"best play:  {best}")
    proved = {"nothing proved": "nothing proved", "by search": "bounded search found none with fewer"}
    how = proved.get(data["proved"], f"proved by counting ({data['proved'].removeprefix('by ')})")
    screen.text(f"at least:   {many(data['least'], 'choice')}; {how}")
    if data["gap"] == 0:
        sure = (
            "nor fewer steps with as many" if data["fewest_steps"] else "one of as many may have fewer steps"
        )
        screen.text(f"gap:        0, exact: no play has fewer choices; {sure}")
    elif data["gap"] is not None:
        screen.text(
            f"gap:        {data['gap']}: the shortest has {data['least']} to {data['choices']} choices"
        )
    for failed in data["counted"]["failed"] if data["counted"] is not None else ():
        screen.text(f"no bound by counting: {failed}")
    if data["searched"] is not None and data["searched"]["verdict"] == "unknown":
        screen.text(f"bounded search: {data['searched']['text']}")
    _moves(screen, data["play"])
