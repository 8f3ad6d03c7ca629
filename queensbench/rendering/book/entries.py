"""The findings of a book as a file beside its pages, from which pages can be drawn anew.

Times and what came from where are left out, so that the file changes only with what it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from queensbench.analyses.rulings.best_play_rows import BEST
from queensbench.analyses.rulings.best_play_values import BestPlay, best_play_of
from queensbench.analyses.rulings.effects import EFFECTS, Share, effect_of
from queensbench.analyses.rulings.impact import Finding, Frequency, Interaction, Interactions, Shown
from queensbench.errors import BadInput
from queensbench.evidence.cache import play_json, play_of
from queensbench.evidence.plays import write_atomic
from queensbench.files.reading import read_text
from queensbench.language.rulings import RulingDecl
from queensbench.project import books
from queensbench.project.projects import Ruleset

FORMAT = "queensbench findings 1"
FILE = books.FINDINGS


def write(found: Iterable[Finding], ruleset: Ruleset, path: Path, *, graph: str = "") -> None:
    """Write the findings of a ruleset, in order of declaration; ``graph``: the caption of its state graph."""
    rows = [_entry(one, ruleset.rulings) for one in found]
    head = {"format": FORMAT, "ruleset": ruleset.name, "graph": graph}
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)  # one line a ruling
    write_atomic(path, json.dumps(head, ensure_ascii=False)[:-1] + f', "findings": [\n{lines}\n]}}\n')


def read(path: Path, ruleset: Ruleset) -> list[Finding]:
    """The findings in a file, without those of rulings that no longer exist.  Raises BadInput."""
    return _read(path, ruleset)[0]


def read_graph(path: Path, ruleset: Ruleset) -> str:
    """The caption of the state graph in a file.  Raises BadInput."""
    return _read(path, ruleset)[1]


def _read(path: Path, ruleset: Ruleset) -> tuple[list[Finding], str]:
    try:
        data = json.loads(read_text(path))
    except OSError as error:
        raise BadInput(
            f"cannot be read: {(error.strerror or str(error)).lower()}",
            where=str(path),
            remedy="write the book",
        ) from None
    except (ValueError, RecursionError):
        raise _unknown(path) from None
    try:
        if data["format"] != FORMAT or data["ruleset"] != ruleset.name:
            raise _unknown(path)
        rows = [row for row in data["findings"] if row["ruling"] in ruleset.rulings]
        return [_finding(row, ruleset, ruleset.rulings[row["ruling"]]) for row in rows], str(data["graph"])
    except (LookupError, AttributeError, TypeError, ValueError):
        raise _unknown(path) from None


def _unknown(path: Path) -> BadInput:
    return BadInput("these are no findings of this ruleset", where=str(path), remedy="write the book anew")


# ---------------------------------------------------------------------------------------------- as JSON


def _entry(one: Finding, rulings: Mapping[str, RulingDecl]) -> dict[str, Any]:
    data = one.as_json()
    for key in ("ruleset", "question", "readings", "house", "effect", "cached", "seconds"):
        data.pop(key, None)
    for key in ("play", "result_play", "class_play", "at_full"):
        data[key] = _shown_json(getattr(one, key), rulings)
    if one.class_play in (None, one.play, one.result_play):
        del data["class_play"]
    data["depends"] = [_shown_json(shown, rulings) for shown in one.depends]
    data["interactions"] = {
        "tried": [row.as_json() for row in one.interactions.tried if row.effect != "none"],
        "without": sum(row.effect == "none" for row in one.interactions.tried),
        "not_tried": one.interactions.not_tried,
    }
    for row in (data["frequency"], *data["frequencies"]):
        _bare(row)
    if one.best_plays:
        data["best_play"] = [_best_json(best) for best in one.best_plays]
    else:
        del data["best_play"]
    return data


def _best_json(one: BestPlay) -> dict[str, Any]:
    """Best play under two readings, with the counts of its games alone."""
    data = one.as_json()
    for key in ("class", "text"):
        del data[key]
    effect = one.effect
    if effect is not None:
        counts = [share.count for share in effect.shares.values()]
        data["effect"] = [counts, effect.comes_up.of, effect.not_followed]
    return data


def _best_play(row: Mapping[str, Any]) -> BestPlay:
    effect = None
    if row["effect"] is not None:
        counts, games, left = row["effect"]
        effect = effect_of(
            dict(zip(EFFECTS, counts, strict=True)),
            None,
            games,
            not_followed=left,
            where=(row["mode"], row["instance"]),
            against=row["against"],
            by=BEST,
        )
    return best_play_of(row, effect)


def _bare(frequency: dict[str, Any] | None) -> None:
    """Reduce the shares of a frequency to their numbers, in place, without the text that all of them have."""
    if frequency is not None:
        frequency.pop("luck", None)
        frequency.pop("effect", None)
    for key in ("came_up", "parted", "changed_result", "changed_winner"):
        if frequency is not None and frequency[key] is not None:
            frequency[key] = [frequency[key]["count"], frequency[key]["of"]]


def _shown_json(one: Shown | None, rulings: Mapping[str, RulingDecl]) -> dict[str, Any] | None:
    if one is None:
        return None
    data = one.as_json()
    played = play_json(one.play)
    house = {name: decl.house.name.lower() for name, decl in rulings.items()}
    readings = {n: r.lower() for n, r in one.play.readings.items() if r.lower() != house.get(n)}
    return {**data, "readings": readings, "play": {**played, "readings": readings}}


def _finding(row: Mapping[str, Any], ruleset: Ruleset, decl: RulingDecl) -> Finding:
    values = dict(row)
    values["how"] = values.pop("class")
    for key in ("play", "result_play", "at_full"):
        values[key] = None if row[key] is None else _shown(row[key])
    plays = (values["play"], values["result_play"])
    values["class_play"] = next(
        (one for one in plays if one is not None and one.kind == row["matters"]),
        _shown(row["class_play"]) if "class_play" in row else None,
    )
    values["depends"] = tuple(_shown(one) for one in row["depends"])
    # Of games that an earlier book has counted without following them, nothing is said.
    followed = [one for one in row["frequencies"] if "classes" in one]
    values["frequency"] = _frequency(row["frequency"]) if followed else None
    values["frequencies"] = tuple(map(_frequency, followed))
    values["best_plays"] = tuple(map(_best_play, values.pop("best_play", ())))
    pairs = row["interactions"]
    silent, without = Interaction("", "", "none", "", "", "", "", ""), pairs["without"]
    if type(without) is not int or not 0 <= without <= len(ruleset.rulings) ** 2:
        raise ValueError(f"{without!r} is no number of pairs of rulings")
    values["interactions"] = Interactions(
        (*(Interaction(**one) for one in pairs["tried"]), *[silent] * without), pairs["not_tried"]
    )
    return Finding(
        **values,
        ruleset=ruleset.name,
        question=decl.question,
        readings=tuple(member.name.lower() for member in decl.readings),
        house=decl.house.name.lower(),
    )


def _shown(row: Mapping[str, Any]) -> Shown:
    values = {key: value for key, value in row.items() if key != "readings"}
    return Shown(**{**values, "play": play_of(row["play"])})


def _frequency(row: Mapping[str, Any]) -> Frequency:
    shares = {
        key: None if row[key] is None else Share(*row[key])
        for key in ("came_up", "parted", "changed_result", "changed_winner")
    }
    return Frequency(**{**row, **shares})


def kept(root: Path, ruleset: Ruleset) -> dict[str, Finding]:
    """The findings that the book of the project in a folder has of a ruleset, by ruling; none if there is no book."""
    path = books.findings_of(root, ruleset)
    return by_name(read(path, ruleset)) if path.exists() else {}


def by_name(found: Sequence[Finding]) -> dict[str, Finding]:
    """Findings by their ruling."""
    return {one.ruling: one for one in found}
