"""How ``queensbench diff`` prints: a table of modes, the plays that part them, and what else the change touches."""

from __future__ import annotations

from typing import Any

from queensbench.analyses.verdicts.words import count
from queensbench.rendering.screen import Screen


def differences(screen: Screen, data: dict[str, Any]) -> None:
    """Print what was found of two versions."""
    if screen.as_json:
        screen.json(data)
        return
    screen.head(f"{data['old']} against {data['new']}: what the rules do otherwise")
    screen.out.print()
    screen.table("Modes", ("mode", "verdict", "what was shown"), [_row(mode) for mode in data["modes"]])
    for mode in data["modes"]:
        _details(screen, mode)
    _touched(screen, data["touched"])
    if data["interrupted"]:
        screen.interrupted()


def _row(mode: dict[str, Any]) -> tuple[str, str, str]:
    shown = mode["how"] or mode["reason"] or _compared(mode)
    if mode["play"]:
        shown = f"{mode['play']['text']} ({_far(mode['play'])}, {mode['play']['instance']})"
    return mode["mode"], mode["verdict"], shown


def _far(play: dict[str, Any]) -> str:
    return f"{count(play['choices'], 'choice')}, {count(play['steps'], 'step')}"


def _compared(mode: dict[str, Any]) -> str:
    """What was compared without a difference."""
    parts = [f"{box['instance']} {_how_far(box)}" for box in mode["boxes"]]
    if mode["games"]:
        parts.append(f"{mode['games']['games']:,} games of the full box")
    return f"no difference: {'; '.join(parts)}" if parts else "nothing was compared"


def _how_far(box: dict[str, Any]) -> str:
    """How far a box was compared; undecided is never told as exhausted."""
    if not box["complete"]:
        return "as far as the budget holds"
    return "exhausted" if box["matters"] == "not-seen" else "undecided"


def _details(screen: Screen, mode: dict[str, Any]) -> None:
    """The rules that changed in a mode, its play, and what becomes of games."""
    if mode["verdict"] in ("added", "removed") or mode["how"] == "by construction":
        return
    screen.head(mode["mode"])
    if mode["changed"]:
        screen.text(f"rules that say something else: {', '.join(mode['changed'])}", 2)
    for line in mode["left_out"]:
        screen.text(f"left out: {line}", 2)
    games = mode["games"]
    if games and games["parted"]:
        screen.text(
            f"of {games['games']:,} games of the full box, with the same luck and players who choose at random, "
            f"{games['parted']:,} part; {games['winner']:,} have another winner, {games['scored']:,} another score, "
            f"{games['ending']:,} another end",
            2,
        )
    elif games:
        screen.text(f"of {games['games']:,} games of the full box none part", 2)
    if mode["play"]:
        screen.text(f"the shortest play, on {mode['play']['instance']}:", 2)
        for number, move in enumerate(mode["play"]["moves"], 1):
            screen.text(f"{number:3} {move}", 4)
        screen.text(mode["play"]["text"], 4)
    screen.out.print()


def _touched(screen: Screen, touched: list[dict[str, str]]) -> None:
    if touched:
        rows = [(one["sort"], one["name"], one["change"]) for one in touched]
        screen.table("What else the change touches", ("what", "name", "change"), rows)
