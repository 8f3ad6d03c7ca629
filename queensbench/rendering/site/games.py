"""The boxes of each mode: what was exhausted, how random games of the box as sold end, how long they take; studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from queensbench.analyses.report.collected import RulebookFacts
from queensbench.analyses.report.stored_answers import StoredAnswer
from queensbench.analyses.rulings.effects import Share
from queensbench.language.labels import plain
from queensbench.language.modes import Mode
from queensbench.language.studies import StudyDecl
from queensbench.language.studies import declared as studies_declared
from queensbench.rendering.book.words import percent
from queensbench.rendering.names import Names
from queensbench.rendering.site.charts import Bar, bars, columns
from queensbench.rendering.site.grids import Grid, grid

LABELS = 8
"""About how many columns of a chart have a label."""
MOST = 400
"""The most rows of a study's table that are shown."""


@dataclass(frozen=True)
class BoxView:
    """An instance of a mode: what was found of it (None: not asked yet), and whether by the rules of today."""

    name: str
    why: str
    sold: bool
    answer: StoredAnswer | None
    engine: str
    size: str
    ends: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class ModeView:
    """A mode: its boxes, and charts of the random games of the box as sold (empty: not asked yet)."""

    mode: Mode
    title: str
    path: str
    boxes: Sequence[BoxView]
    played: BoxView | None
    endings: Markup
    lengths: Markup
    length: str
    scores: Sequence[tuple[str, str]]
    points: Sequence[tuple[str, Markup]] = ()


@dataclass(frozen=True)
class StudyView:
    """A study: its answer as a table, and as a coloured grid where its author says which columns make one."""

    decl: StudyDecl
    mode: str
    answer: StoredAnswer | None
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    chosen: frozenset[int] = frozenset()
    findings: Sequence[str] = ()
    left: int = 0
    grid: Grid | None = None


# ------------------------------------------------------------------------------------------------- modes


def modes(facts: RulebookFacts) -> list[ModeView]:
    """The modes of a rulebook that have a model."""
    return [_mode(facts, mode) for mode in facts.ruleset.modes.values()]


def _mode(facts: RulebookFacts, mode: Mode) -> ModeView:
    boxes = [
        _box(mode, one.name, one.why, facts.answer("instance", mode.name, one.name))
        for one in mode.all_instances()
    ]
    played = next(
        (one for one in boxes if one.sold and one.answer is not None and "games" in _row(one.answer, mode)),
        None,
    )
    path = f"{facts.ruleset.name}/{mode.name}"
    meaning = "" if facts.ruleset.clauses is None else facts.ruleset.clauses.modes.get(mode.name, "")
    if played is None or played.answer is None:
        return ModeView(mode, meaning, path, boxes, None, Markup(), Markup(), "", ())
    row, spread = _row(played.answer, mode), played.answer.payload.get("spread") or {}
    return ModeView(
        mode,
        meaning,
        path,
        boxes,
        played,
        _endings(row),
        _distribution(spread.get("lengths") or (), "Steps of random games"),
        _length(row),
        [
            (_who(_named(name, mode)), _score(row, *numbers))
            for name, numbers in (spread.get("scores") or {}).items()
        ],
        _points(mode, spread.get("points") or {}),
    )


def _row(answer: StoredAnswer, mode: Mode) -> Mapping[str, Any]:
    """The row of a stored answer, its ends by the labels of their winners."""
    found = answer.payload.get("row")
    if not isinstance(found, dict):
        return {}
    ends = {_named(str(who), mode): number for who, number in dict(found.get("ends") or {}).items()}
    return {**found, "ends": ends}


def _named(who: str, mode: Mode) -> str:
    """Winners as people read them: by their labels, or in plain words."""
    named = Names(mode, None)(who)
    return plain(who) if named == who else named


def _box(mode: Mode, name: str, why: str, answer: StoredAnswer | None) -> BoxView:
    sold = name == mode.full.name
    if answer is None:
        return BoxView(name, why, sold, None, "", "", ())
    row = _row(answer, mode)
    if "games" in row:
        size = f"{row['games']:,} random games, {row['steps']:,} steps"
        of = int(row["games"])
        ends = [(_who(who), percent(Share(int(n), of))) for who, n in dict(row.get("ends") or {}).items()]
        return BoxView(name, why, sold, answer, "played at random", size, ends)
    whole = "exhausted" if row.get("complete") else "explored in part"
    size = f"{row.get('states', 0):,} states, {row.get('transitions', 0):,} transitions"
    ends = [(_who(who), f"{int(n):,} states") for who, n in dict(row.get("ends") or {}).items()]
    return BoxView(name, why, sold, answer, whole, size, ends)


def _who(text: str) -> str:
    """Winners in plain words."""
    return text or "nobody"


def _endings(row: Mapping[str, Any]) -> Markup:
    of = int(row["games"])
    found = []
    for who, number in dict(row.get("ends") or {}).items():
        found.append(_ending(_who(who), int(number), of))
    for key, words in (
        ("silent", "the text is silent"),
        ("deadlocks", "nothing can be done"),
        ("cut", "cut off"),
    ):
        if row.get(key):
            found.append(_ending(words, int(row[key]), of))
    return bars(found, "How random games of the box as sold end, with 95 % intervals", unit=" %", most=100)


def _ending(label: str, number: int, of: int) -> Bar:
    share = Share(number, of)
    return Bar(label, 100 * share.share, (100 * share.low, 100 * share.high), "ending")


def _points(mode: Mode, points: Mapping[str, Sequence[Sequence[int]]]) -> list[tuple[str, Markup]]:
    """Charts of scores by whose they are (``nobody``: all players share one)."""
    found = []
    for name, rows in points.items():
        who = _who(_named(name, mode))
        title = f"Scores of {who}" if name else "Scores"
        found.append((who, _distribution(rows, title)))
    return [one for one in found if one[1]]


def _distribution(found: Sequence[Sequence[int]], title: str) -> Markup:
    """Classes of a number as columns: the share of games in each, with its interval."""
    of = sum(games for _, _, games in found)
    rows = []
    for first, last, games in found:
        share = Share(games, of)
        label = f"{first:,}" if first == last else f"{first:,} to {last:,}"
        rows.append(Bar(label, 100 * share.share, (100 * share.low, 100 * share.high), "length"))
    every = max(1, -(-len(rows) // LABELS))
    return columns(rows, f"{title}, with 95 % intervals", unit=" %", every=every)


def _length(row: Mapping[str, Any]) -> str:
    mean = row["steps"] / max(1, row["games"])
    return f"{row['shortest']:,} to {row['longest']:,} steps, {mean:,.1f} on average"


def _score(row: Mapping[str, Any], total: int, least: int, greatest: int) -> str:
    ended = sum(int(n) for n in dict(row.get("ends") or {}).values()) or int(row["games"])
    return f"{least:,} to {greatest:,}, {total / max(1, ended):,.1f} on average"


# ----------------------------------------------------------------------------------------------- studies


def studies(facts: RulebookFacts) -> list[StudyView]:
    """The studies of a rulebook, mode by mode."""
    decls = [decl for some in studies_declared.values() for decl in some]
    return [
        _study(decl, mode.name, facts.answer("study", mode.name, decl.name))
        for mode in facts.ruleset.modes.values()
        for decl in decls
        if issubclass(mode.state, decl.state)
    ]


def _study(decl: StudyDecl, mode: str, answer: StoredAnswer | None) -> StudyView:
    if answer is None:
        return StudyView(decl, mode, None)
    payload = answer.payload
    rows = [[str(cell) for cell in row] for row in payload.get("rows", ())]
    names = [str(name) for name in payload.get("columns", ())]
    chosen = frozenset(int(one) for one in payload.get("chosen", ()))
    return StudyView(
        decl,
        mode,
        answer,
        names,
        rows[:MOST],
        chosen,
        [str(one) for one in payload.get("findings", ())],
        max(0, len(rows) - MOST),
        _grid(decl.grid, names, rows),
    )


def _grid(wanted: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid | None:
    """The grid of three columns: what names its rows, what names its columns, and what stands in its cells."""
    if len(wanted) != 3 or any(one not in names for one in wanted):
        return None
    down, across, value = (list(names).index(one) for one in wanted)
    return grid(wanted[0], wanted[1], [(row[down], row[across], row[value]) for row in rows])
