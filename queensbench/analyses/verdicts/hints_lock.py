"""The hints of a project, in ``hints.lock`` beside its verdicts: how z3 has shown the goals of earlier proofs.

A part for each mode, a line for each transition and claim, all by name::

    mode RULESET/MODE
    TRANSITION CLAIM FORM WAY[/SPLIT] [JUDGE ...]

``-`` stands for ranges in the place of a claim; for a single one, which has no name, ``-N``: its place among those of
the transition.  ``itself`` stands for the claim where no other of its conjuncts was needed.  Forms, ways and splits are
those of :mod:`queensbench.engines.prove.hints`.

A name that the rules no longer have makes a line, or a part of it, void; nothing else, for no verdict rests on a hint.
That is why neither the file nor a line of it is in the key of any verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from queensbench.engines.prove.hints import FORMS, WAYS, Hint, Hinted, Hints
from queensbench.engines.prove.planning import obligations
from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.files.reading import read_text
from queensbench.rules.typed import ir

NAME = "hints.lock"
HEAD = (
    "# How z3 has shown the goals of earlier proofs. Written by `queensbench prove RULESET/MODE --hints record`.",
    "# No verdict rests on it: what z3 does not show in this way again is put to it as if the line were not there.",
)
MODE, RANGES, ITSELF = "mode", "-", "itself"
NUMBER = re.compile("[0-9]{1,6}")


def read(path: Path, mode: str, system: ir.System) -> dict[Hinted, Hint]:
    """The hints for the system of a mode (as in ``ruleset/mode``); none where there is no file.

    Raises BadInput for a file that cannot be read, and a line of that mode which is no hint.
    """
    transitions = {one.name: number for number, one in enumerate(system.transitions)}
    judges = {RANGES: -1} | {one.name: number for number, one in enumerate(system.judges)}
    found: dict[Hinted, Hint] = {}
    for where, words in _parts(path).get(mode, ()):
        form, way, split = _way(words, where)
        transition, judge = transitions.get(words[0]), judges.get(words[1])
        site = -1
        if transition is not None and judge is None:
            site = _site(system, transition, words[1])
            judge = -1 if site >= 0 else None
        if transition is not None and judge is not None:
            used = {judges[name] for name in words[4:] if name in judges} - {-1}
            itself = ITSELF in words[4:]
            hint = Hint(way, frozenset({*used, judge} if itself else used), split, itself)
            found[Hinted(transition, judge, form, site)] = hint
    return found


def _site(system: ir.System, transition: int, name: str) -> int:
    """The site of a transition that ``-N`` names; -1 if there is none."""
    sites = _sites(system, transition)
    place = int(name[1:]) if name.startswith(RANGES) and NUMBER.fullmatch(name[1:]) else len(sites)
    return sites[place] if place < len(sites) else -1


def _sites(system: ir.System, transition: int) -> list[int]:
    """The sites of a transition in the order of their numbers."""
    return sorted(obligations(system, system.transitions[transition].function))


def _way(words: Sequence[str], where: str) -> tuple[str, str, int]:
    """The form, the way and the split of a line."""
    way, slash, split = words[3].partition("/") if len(words) > 3 else ("", "", "")
    if way not in WAYS or words[2] not in FORMS or (slash and not NUMBER.fullmatch(split)):
        raise BadInput(
            "no line of a hint",
            where=where,
            remedy="drop it, or have the hints written anew: queensbench prove RULESET/MODE --hints record",
        )
    return words[2], way, int(split) if slash else -1


def save(path: Path, mode: str, system: ir.System, hints: Hints) -> None:
    """Write the hints of a mode in the place of those that it had.

    Raises BadInput where the file cannot be read or written.
    """
    parts = {name: [words for _, words in lines] for name, lines in _parts(path).items()}
    parts[mode] = list(_lines(system, hints))
    lines = [
        line
        for name in sorted(parts)
        for line in ("", f"{MODE} {name}", *(" ".join(words) for words in sorted(parts[name])))
    ]
    write_atomic(path, "\n".join([*HEAD, *lines]) + "\n")


def _lines(system: ir.System, hints: Hints) -> Iterator[list[str]]:
    for at, hint in hints.items():
        claim = system.judges[at.judge].name if at.judge >= 0 else RANGES
        if at.site >= 0:
            claim += str(_sites(system, at.transition).index(at.site))
        way = hint.way if hint.split < 0 else f"{hint.way}/{hint.split}"
        used = sorted(
            ITSELF if hint.itself and judge == at.judge else system.judges[judge].name
            for judge in hint.judges
        )
        yield [system.transitions[at.transition].name, claim, at.form, way, *used]


def require_known(path: Path) -> None:
    """Raise BadInput for a file that cannot be read, or one that is no file of hints."""
    _parts(path)


def _parts(path: Path) -> Mapping[str, list[tuple[str, list[str]]]]:
    """The lines of each mode as words, each with its place in the file."""
    try:
        text = read_text(path, links=False)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("cannot be read", where=str(path), remedy=f"see to it: {error}") from None
    found: dict[str, list[tuple[str, list[str]]]] = {}
    part: list[tuple[str, list[str]]] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if words[0] == MODE and len(words) == 2 and "/" in words[1]:
            part = found.setdefault(words[1], [])
        elif part is None:
            raise BadInput(
                "a hint of no mode", where=f"{path}:{number}", remedy=f"write `{MODE} RULESET/MODE` before it"
            )
        else:
            part.append((f"{path}:{number}", words))
    return found
