"""Two documents of a ruleset held against each other, each as one whole reading: as data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count, length_text
from queensbench.rendering.names import names_of

if TYPE_CHECKING:
    from queensbench.analyses.documents import Apart, Chosen, FirstParting
    from queensbench.rendering.screen import Screen


def as_data(found: Apart) -> dict[str, Any]:
    """How two documents differ in a mode, as the command prints it with ``--json``."""
    games = found.games
    return {
        "ruleset": found.ruleset,
        "mode": found.mode,
        "rulings": [
            {
                "ruling": one.decl.name,
                "clauses": list(one.decl.clauses),
                "readings": [_chosen(one.one), _chosen(one.two)],
            }
            for one in found.differing
        ],
        "looked_at": {
            name: {"positions": number, "all": whole} for name, (number, whole) in found.looked.items()
        },
        "first": _first(found.first),
        "then": [_first(one) for one in found.then],
        "first_result": _first(found.result),
        "games": None
        if games is None
        else {
            "of": games.of,
            "seed": games.seed,
            "parted": games.parted,
            "end_otherwise": games.share.as_json(),
            "other_winners": games.winner,
            "stopped": games.stopped,
            "broken": games.broken,
        },
        "notes": list(found.notes),
    }


def _chosen(one: Chosen) -> dict[str, Any]:
    return {
        "reading": one.reading.name.lower(),
        "why": one.why,
        "supported": [reading.name.lower() for reading in one.among],
    }


def _first(first: FirstParting | None) -> dict[str, Any] | None:
    if first is None:
        return None
    return {
        "instance": first.instance,
        "shortest_of_all": first.whole,
        "kind": first.kind,
        "by": list(first.by),
        "text": first.text,
        "choices": first.choices,
        "steps": first.steps,
        "play": first.play.texts,
    }


def answer(screen: Screen, documents: Sequence[str], rows: Iterable[Apart], *, interrupted: bool) -> None:
    """Print all modes as JSON, if that is asked for."""
    modes = [as_data(row) for row in rows]
    screen.answer({"documents": list(documents), "modes": modes, "interrupted": interrupted})


def show(screen: Screen, found: Apart) -> None:
    """Print how two documents differ in a mode; with ``--json`` see :func:`answer`."""
    if screen.as_json:
        return
    one, two = found.documents
    title = f"{found.ruleset}/{found.mode}: {one} against {two}, {count(len(found.differing), 'ruling')}"
    rows = [(d.decl.name, _told(d.one), _told(d.two), ", ".join(d.decl.clauses)) for d in found.differing]
    if not rows:
        screen.head(title)
        screen.text("both whole readings are the same", 2)
        screen.out.print()
        return
    screen.table(title, ("ruling", one, two, "clauses"), rows)
    looked = [
        f"{name} ({'all' if whole else 'the nearest'} {number:,} positions)"
        for name, (number, whole) in found.looked.items()
    ]
    screen.text(f"side by side on {', '.join(looked) or 'no instance'}")
    mode = f"{found.ruleset}/{found.mode}"
    _play(screen, mode, "shortest play on which they part", found.first)
    for later in found.then:
        _play(screen, mode, "with that read alike, the next", later)
    _play(screen, mode, "shortest play after which the result is another", found.result)
    games = found.games
    if games is not None:
        low, high = games.share.interval
        left = f"; {count(games.stopped, 'game')} stopped by the limit of steps" if games.stopped else ""
        left += f"; in {count(games.broken, 'game')} the rules break under {two}" if games.broken else ""
        screen.text(
            f"{count(games.of, 'random game')} of the box as sold with the same luck: {games.parted:,} part{left}; "
            f"of {games.share.of:,} that ended under both {games.changed:,} end otherwise ({games.share.share:.1%}, "
            f"95 % interval {low:.1%} to {high:.1%}), {games.winner:,} of them with other winners"
        )
    for note in found.notes:
        screen.text(note)
    screen.out.print()


def _told(one: Chosen) -> str:
    """The reading that a document supports, with those beside it that it supports as well."""
    name = str(one.reading.name.lower())
    beside: Sequence[str] = [r.name.lower() for r in one.among if r is not one.reading]
    return f"{name} (or {', '.join(beside)})" if beside and one.why in ("document", "left") else name


def _play(screen: Screen, mode: str, what: str, first: FirstParting | None) -> None:
    if first is None:
        screen.text(f"{what}: not seen there")
        return
    beside = "" if first.whole else ", the shortest of the positions looked at"
    with screen.named(names_of(mode, first.instance)):
        screen.text(
            f"{what}: after {length_text(first.choices, first.steps)} on {first.instance}{beside}: "
            f"{first.kind}: {first.text} ({', '.join(first.by) or 'no one ruling alone'})"
        )
        for text in first.play.texts:
            screen.text(text, 2)
