"""The report on an engine under test: what is said of each ruling, of each difference, and of what was covered."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from queensbench.conformance import findings, sources
from queensbench.conformance.found import INTERRUPTED
from queensbench.conformance.inquiry import Inquiry
from queensbench.errors import BadInput
from queensbench.evidence.plays import write_atomic
from queensbench.files.reading import read_text

FORMAT = "queensbench conformance 1"

PLAYS, OPEN, NEVER, NONE = "plays", "not told apart", "never differs here", "plays none"


@dataclass(frozen=True)
class Conformance:
    """The report on an engine: ``data`` is all of it as JSON.

    ``readings``: by ruling the reading that the engine plays, where every other one is excluded by a play.
    ``open``: by ruling the readings that are left.  ``differences``: plays that no reading allows, or none that
    the other plays leave.

    >>> import queensbench as qb
    >>> rows = [{"ruling": "stop_when", "verdict": "plays", "reading": "unseen", "left": ["unseen"]}]
    >>> found = qb.Conformance({"rulings": rows, "differences": [], "unsteady": [], "leaks": [], "fault": None})
    >>> found.conforms, found.readings, found.open
    (True, {'stop_when': 'unseen'}, {})
    """

    data: Mapping[str, Any]

    @classmethod
    def read(cls, text: str, where: str = "the text") -> Conformance:
        """The report that a text in JSON holds, which may say little; ``where``: what messages call it.

        Raises BadInput for any other text.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise BadInput("is no JSON", where=where, remedy="name a saved report") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadInput(
                "is no report of this toolkit", where=where, remedy="name what `--save` has written"
            )
        require(SHAPE, data, where)
        return cls(data)

    @property
    def readings(self) -> dict[str, str]:
        """By ruling the reading that is played, if the engine keeps one reading."""
        return {row["ruling"]: row["reading"] for row in self._ruled("reading") if row["verdict"] == PLAYS}

    @property
    def open(self) -> dict[str, list[str]]:
        """By ruling the readings that no play tells apart."""
        return {row["ruling"]: row["left"] for row in self._ruled("left") if row["verdict"] in (OPEN, NEVER)}

    def _ruled(self, name: str) -> list[Any]:
        """The rows about rulings that say something; a report may say little."""
        wanted = ("ruling", "verdict", name)
        rows = self.data.get("rulings") or ()
        return [row for row in rows if all(row.get(key) is not None for key in wanted)]

    @property
    def differences(self) -> list[dict[str, Any]]:
        """The differences between the engine and the rules."""
        return list(self.data.get("differences") or ())

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C, or a signal like it, has ended the test before its time."""
        return self.data.get("ended") == INTERRUPTED

    @property
    def conforms(self) -> bool:
        """Whether some reading allows everything that was found, and the engine did not fail.

        False where the report does not say it.
        """
        bad = ("differences", "unsteady", "leaks")
        failed = self.data.get("fault", "not said") is not None
        return not failed and not any(self.data.get(name, "not said") for name in bad)

    def save(self, path: str | Path) -> Path:
        """Write the report as JSON.  Raises BadInput where that cannot be done."""
        write_atomic(Path(path), json.dumps(self.data, indent=1) + "\n")
        return Path(path)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON."""
        return dict(self.data)

    def __str__(self) -> str:
        from queensbench.rendering import conformance_tables

        return conformance_tables.text(self.data)


def load(path: Path) -> Conformance:
    """A report that was saved, which may say little.  Raises BadInput."""
    try:
        text = read_text(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"cannot be read: {reason}", where=str(path), remedy="name a saved report") from None
    except ValueError:
        raise BadInput("is no JSON", where=str(path), remedy="name a saved report") from None
    return Conformance.read(text, str(path))


def require(shape: Mapping[str, Callable[[Any], bool]], data: Mapping[str, Any], where: str) -> None:
    """Raise BadInput, with the first key whose value does not fit a shape."""
    for key, fits in shape.items():
        if not fits(data.get(key)):
            raise BadInput(f"{key} is not as a report has it", where=where, remedy="save the report anew")


def rows(value: Any, **kinds: type) -> bool:
    """Whether something is a list of objects whose values are of these kinds by name; anything may be missing."""
    return value is None or (
        isinstance(value, list)
        and all(
            isinstance(row, dict)
            and all(isinstance(row.get(name), (kind, type(None))) for name, kind in kinds.items())
            for row in value
        )
    )


def _differences(value: Any) -> bool:
    fits = rows(value, moves=list, boards=dict, expected=list, clauses=list, told=list)
    return fits and all(
        all(isinstance(move, str) for move in row.get("moves") or ())
        and rows(row.get("told"), steps=int, fields=dict)
        for row in value or ()
    )


SHAPE: Mapping[str, Callable[[Any], bool]] = {
    "mode": lambda value: isinstance(value, str),
    "engine": lambda value: isinstance(value, (dict, type(None))),
    "rulings": partial(rows, ruling=str, reading=str, house=str, verdict=str, left=list),
    "differences": _differences,
}
"""What a report that somebody else may have written must look like, as far as it is shown."""


def report(inquiry: Inquiry) -> Conformance:
    """The report on what an inquiry has found."""
    found, engine = inquiry.found, inquiry.engine
    known = inquiry.game.clauses
    data: dict[str, Any] = {
        "format": FORMAT,
        "mode": inquiry.game.path,
        "instances": list(inquiry.tables),
        "unsupported": dict(found.unsupported),
        "engine": {"name": engine.name, "version": engine.version, "can": sorted(engine.can)},
        "seed": inquiry.effort.seed,
        "rulings": [_ruling(inquiry, name) for name in inquiry.names],
        "one_reading": not any(one.kind == "contradiction" for one in found.differences),
        "differences": [_difference(inquiry, one) for one in found.differences],
        "unsteady": [_steps(inquiry, record) for record in found.unsteady],
        "leaks": [
            {"instance": name, **leak}
            for name, table in inquiry.tables.items()
            for leak in table.watch.leaks()
        ],
        "fault": None if found.fault is None else str(found.fault),
        "plays": {str(number): _steps(inquiry, record) for number, record in found.records.items()},
        "coverage": {
            "plays": found.plays,
            "moves": found.moves,
            "cut": found.cut,
            "endings": dict(sorted(found.endings.items())),
            "asked": _summed(inquiry),
            "offered": sum(table.offered for table in inquiry.tables.values()),
            "seats_asked": sum(table.watch.asked for table in inquiry.tables.values()),
            "clauses": sorted(found.clauses),
            "clauses_not": sorted(set(known) - found.clauses),
        },
        "class": {"class": "sampled", "games": found.plays, "moves": found.moves},
        "exhausted": {
            name: {"transitions": total, "done": done} for name, (done, total) in found.toured.items()
        },
        "ended": found.reason,
        "again": dict(sorted(found.again.items())),
    }
    return Conformance(data)


def _summed(inquiry: Inquiry) -> dict[str, int]:
    asked: dict[str, int] = {}
    for table in inquiry.tables.values():
        for name, count in table.compared.items():
            asked[name] = asked.get(name, 0) + count
    return dict(sorted(asked.items()))


def _steps(inquiry: Inquiry, record: Any) -> dict[str, Any]:
    """A play: where it is from and what was done, in the engine's words."""
    done: list[Any] = []
    for said in record.transcript:
        if said.what in ("do", "refused"):
            done += [{**{k: v for k, v in one.items() if k != "seat" or v}} for one in said.value]
        elif said.what in ("chance", "unlucky"):
            done.append(said.value)
        elif said.what == "drawn":
            done.append(None)
    return {"instance": record.instance, "source": record.source, "seed": record.seed, "did": done}


def _ruling(inquiry: Inquiry, name: str) -> dict[str, Any]:
    """What is said of a ruling."""
    sets, knowledge = inquiry.sets, inquiry.knowledge
    ruling = sets.names.index(name)
    options = [option.lower() for option in sets.options[ruling]]
    left = knowledge.options_left(ruling)
    excluded = {
        options[option]: list(knowledge.excluding(ruling, option))
        for option in range(len(options))
        if option not in left
    }
    row: dict[str, Any] = {
        "ruling": name,
        "house": options[sets.house[ruling]],
        "verdict": OPEN,
        "reading": None,
        "left": [name for option, name in enumerate(options) if option in left or not excluded[name]],
        "excluded": excluded,
        "claimed": None,
        "class": None,
        "would_tell": None,
    }
    claimed = sets.options_in(knowledge.claimed, ruling)
    if len(claimed) == 1:
        row["claimed"] = options[claimed[0]]
    bad = contradicted(inquiry, ruling)
    if bad is not None:
        row |= {"verdict": NONE, "against": bad}
    elif len(left) == 1:
        shown = any(knowledge.binds(play, ruling) for plays in excluded.values() for play in plays)
        if all(excluded.values()) and shown:
            row |= {"verdict": PLAYS, "reading": options[left[0]], "class": "refuted"}
    elif never := inquiry.never_differs(name):
        row |= {"verdict": NEVER, "class": f"{never}, the other rulings as found"}
    else:
        row["would_tell"] = sources.elsewhere(inquiry.game, name, tuple(inquiry.tables))
    return row


def contradicted(inquiry: Inquiry, ruling: int) -> list[int] | None:
    """The plays that others contradict about a ruling (empty: the claim alone is contradicted); None if nothing is."""
    found: set[int] = set()
    claims = False
    field = inquiry.sets.fields[ruling]
    claimed = inquiry.knowledge.claimed & field
    for difference in inquiry.found.differences:
        alone = difference.alone
        if difference.kind != "contradiction" or not all(cube & field != field for cube in alone):
            continue
        found |= {play for play in difference.against if inquiry.knowledge.binds(play, ruling)}
        claims = claims or not any(cube & claimed for cube in alone)
    return sorted(found) if found or claims else None


def _difference(inquiry: Inquiry, difference: Any) -> dict[str, Any]:
    ground = inquiry.all_grounds[difference.record.instance]
    found = findings.described(
        ground,
        difference.kind,
        difference.record.transcript,
        difference.following,
        any(inquiry.found.endings.get(how) for how in ("over", "stopped", "silent")),
    )
    found |= {
        "count": difference.count,
        "against": list(difference.against),
        "source": difference.record.source,
        "seed": difference.record.seed,
        "play": _steps(inquiry, difference.record)["did"],
    }
    return found
