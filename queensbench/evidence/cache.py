"""The results of an audit in the store of evidence, and the keys that find them again.

A *unit of work* is stored and found as a whole: the results of an instance, a verdict on a property, what
a ruling changes on an instance, a study.  :class:`VerdictCache` makes the keys of one mode under one reading.  Analyses
ask it through :mod:`queensbench.evidence.questions`.

Nothing here imports an engine: what is found in the store needs none.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeVar

from queensbench.evidence.keys import Key, Sources, versions
from queensbench.evidence.plays import Play
from queensbench.evidence.store import OFF, SCHEMA, VARIABLE, Store, place
from queensbench.evidence.subjects import Rests, Subjects, identity
from queensbench.files.keyed_sums import VARIABLE as KEY_VARIABLE
from queensbench.files.keyed_sums import ring
from queensbench.language.domains import Kind
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.readers.interpreter import Step

T = TypeVar("T")

SETTLED = 0.25
"""For so many seconds files are believed to be what they were, if no module has been loaded since."""


@dataclass
class Evidence:
    """A store, and the sources that its keys are made of.

    ``elsewhere``: answers that other machines have found for this run, pickled, by the digests of their keys.
    ``heard``: gets each answer that is found, with its key and its payload, beside the store.  ``only_stored``: nothing
    is to be asked; what is not stored raises :class:`Unasked`.
    """

    store: Store
    sources: Sources
    warned: bool = False
    checked: tuple[float, int] = (0.0, 0)
    elsewhere: dict[str, bytes] = field(default_factory=dict)
    heard: Callable[[Key, Any, Any], None] | None = None
    only_stored: bool = False

    @cached_property
    def subjects(self) -> Subjects:
        """The digests of what the verdicts of the store rest on."""
        return Subjects(self.sources, self.store.folder, fresh=self.store.fresh)

    def settled(self) -> bool:
        """Whether the files are still those that were loaded; says so once if they are not."""
        if self.warned:
            return False
        now, modules = time.monotonic(), len(sys.modules)
        if self.checked[1] == modules and now - self.checked[0] < SETTLED:
            return True
        if self.sources.changed():
            self.warned = True
            self.store.warn("rules or toolkit were edited in the meantime: no verdict is stored from now on")
        self.checked = now, modules
        return not self.warned


class Unasked(Exception):
    """Raised in place of a question whose answer is not stored, where none is to be asked."""


def opened(
    sources: Sources, *, chosen: str | None, fresh: bool, warn: Callable[[str], None]
) -> Evidence | None:
    """The store of a project; None when it is switched off, and (with a line) where there is no key or no place for it.

    Raises BadInput for a variable that holds no key.
    """
    folder = place(sources.root, chosen)
    if folder is None:
        if chosen is None and os.environ.get(VARIABLE) != OFF:
            warn(
                f"there is no folder of your own to store in: nothing is stored; name one by --store or {VARIABLE}"
            )
        return None
    if fault := ring().fault:
        warn(
            f"{fault}: without a key of your own nothing is stored; mend that, or give one in {KEY_VARIABLE}"
        )
        return None
    store = Store(folder, fresh=fresh, warn=warn)
    store.take_over()
    store.sweep()
    return Evidence(store, sources)


class VerdictCache:
    """The stored verdicts of one mode under one reading."""

    def __init__(
        self, evidence: Evidence | None, ruleset: Ruleset, mode: Mode, readings: Mapping[str, Any]
    ) -> None:
        self.evidence = evidence
        self.ruleset = ruleset
        self.mode = mode
        self.common: dict[str, Any] = {}
        if evidence is None:
            return
        self.common = {
            "schema": SCHEMA,
            "versions": versions(),
            "ruleset": ruleset.name,
            "mode": mode.name,
            "reading": reading_names(mode, readings),
        }
        self.rests(
            "code", None
        )  # from here on it is known which files it is made of, and that they were these
        if not evidence.settled():
            self.evidence = None  # what was loaded and what was hashed may differ

    def key(
        self, kind: str, name: str, instance: Instance | None = None, *, rests: Rests = "code", **more: Any
    ) -> Key:
        """The key of a unit of work.  ``more``: budgets, seeds, lemmas: whatever else it depends on, as JSON.

        ``rests``: what it rests on (:mod:`queensbench.evidence.subjects`).
        """
        parts = {**self.common, "kind": kind, "name": name, **more}
        if self.evidence is None:
            return Key.of(parts)
        parts["rests"] = [rests, self.rests(rests, instance)]
        parts["toolkit"] = self.evidence.subjects.toolkit(rests, self.ruleset.package)
        if instance is not None:
            parts |= identity(self.mode, instance)
        return Key.of(parts)

    def rests(self, sort: Rests, instance: Instance | None) -> str:
        """The digest of what a verdict of this sort rests on; there must be a store."""
        assert self.evidence is not None
        return self.evidence.subjects.of(
            sort, self.ruleset, self.mode, instance, settled=self.evidence.settled
        )

    def get(self, key: Key, decode: Callable[[Any], T]) -> T | None:
        """The stored result, decoded; None if there is none, or if it tells of places in a text that has changed."""
        return None if self.evidence is None else self.evidence.store.get(key, decode, text=self._text)

    def put(self, key: Key, payload: Any) -> None:
        """Store a finished result; an interrupted one must not come here."""
        if self.evidence is not None and self.evidence.store.writable and self.evidence.settled():
            self.evidence.store.put(key, payload, text=self._text)

    def found_elsewhere(self, key: Key) -> Any:
        """The answer that another machine has found in this run, unpickled; None if there is none."""
        found = None if self.evidence is None else self.evidence.elsewhere.get(key.digest)
        return None if found is None else pickle.loads(found)  # noqa: S301 - of a worker of our own

    def tell(self, key: Key, payload: Any, answer: Any) -> None:
        """Hand an answer that was found to ``heard``, if anybody listens."""
        if self.evidence is not None and self.evidence.heard is not None and self.evidence.settled():
            self.evidence.heard(key, payload, answer)

    def require_asking(self) -> None:
        """Raise Unasked where nothing is to be asked."""
        if self.evidence is not None and self.evidence.only_stored:
            raise Unasked

    def _text(self) -> str:
        """The digest of the text in which the places lie that a payload tells of."""
        assert self.evidence is not None
        return self.evidence.sources.content(self.ruleset.package)


def reading_names(mode: Mode, readings: Mapping[str, Any]) -> dict[str, str]:
    """Every ruling of a mode with its reading, by name."""
    declared = mode.rulings.declared() if mode.rulings is not None else ()
    return {d.name: readings.get(d.name, d.house).name.lower() for d in declared}


# ----------------------------------------------------------------------------------------------- as JSON


def encoded(row: Any) -> dict[str, Any]:
    """A row (a dataclass of texts, numbers, lists and plays) as JSON."""
    return {f.name: _encoded(getattr(row, f.name)) for f in fields(row) if f.name != "cached"}


def _encoded(value: Any) -> Any:
    if isinstance(value, Play):
        return play_json(value)
    if isinstance(value, Mapping):
        return {str(key): _encoded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_encoded(inner) for inner in value]
    if value is None or isinstance(value, (str, bool, float)):
        return value
    return int(value)  # also what numpy counts with


def decoded(row: Callable[..., T]) -> Callable[[Any], T]:
    """A decoder of rows from JSON: lists become tuples, a ``play`` a play, and the row says that it is cached."""

    def decode(data: Any) -> T:
        values = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
        if values.get("play") is not None:
            values["play"] = play_of(values["play"])
        return row(**values, cached=True)

    return decode


def play_json(play: Play) -> dict[str, Any]:
    """A play as JSON; a member of a kind is named with its module."""
    return {
        "ruleset": play.ruleset,
        "mode": play.mode,
        "instance": play.instance,
        "steps": [
            [step.name, [[name, _argument(value)] for name, value in step.args]] for step in play.steps
        ],
        "readings": dict(play.readings),
        "parameters": {name: int(value) for name, value in play.parameters.items()},
        "why": play.why,
    }


def _argument(value: Any) -> Any:
    if isinstance(value, Kind):
        return [type(value).__module__, type(value).__qualname__, value.name]
    return value if isinstance(value, bool) else int(value)


def play_of(data: Any) -> Play:
    """The play that a JSON value stands for.  Raises LookupError, AttributeError, TypeError or ValueError if none."""
    steps = tuple(Step(name, tuple((n, _member(v)) for n, v in args)) for name, args in data["steps"])
    return Play(**{**data, "steps": steps})


def _member(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    module, place_, name = value
    found: Any = sys.modules[module]
    for part in place_.split("."):
        found = getattr(found, part)
    return found[name]


def all_cached(rows: Iterable[Any]) -> bool:
    """Whether there are rows, and all come from the store."""
    found = [row.cached for row in rows]
    return bool(found) and all(found)
