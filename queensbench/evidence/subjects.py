"""The base of a verdict, as a digest: the systems that it is about, or the code; and the part of the toolkit.

==========  =====================================================================================================
``system``  the typed form of the mode at the instance, and what is declared beside it
``steps``   the same, and the typed form in which each state remembers the one before
``mode``    the systems of all instances of the mode
``solved``  the same as ``system``; of the toolkit also what solves games
``code``    all that the ruleset is made of, its modules without comments and docstrings; and the modules of the
            toolkit that they import
``study``   the same; of the toolkit what answers from systems, and the modules that the ruleset's own import
``text``    the same by its text, comments and all
==========  =====================================================================================================

To make the first four the rules have to be lowered, a tenth of a second for each instance and as much again for its
steps.  So they are kept beside the verdicts, under what they follow from: the code of the ruleset, and the part of the
toolkit which lowers it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from queensbench.errors import QueensbenchError
from queensbench.evidence.keys import Key, Sources, digest_of_texts, versions
from queensbench.evidence.store import DIGESTS, SCHEMA, Store
from queensbench.evidence.toolkit_parts import PACKAGE, Imports, Part
from queensbench.language.modes import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.rules.system import steps_of

Rests = Literal["system", "steps", "mode", "solved", "code", "study", "text"]
"""The sorts of what a verdict rests on."""
OF_SYSTEMS = ("system", "steps", "mode")
KIND = "digest"


class Subjects:
    """The digests of what the verdicts of a project rest on, found once.

    ``folder``: the store beside whose verdicts they are kept; ``fresh``: those are made anew.
    """

    def __init__(self, sources: Sources, folder: Path, *, fresh: bool = False) -> None:
        self.sources = sources
        self.kept = Store(folder / DIGESTS, fresh=fresh, lasting=False, within=folder)
        self._made: dict[str, str] = {}
        self._lock = threading.RLock()

    # ----------------------------------------------------------------------------------------- asked

    def of(
        self,
        sort: Rests,
        ruleset: Ruleset,
        mode: Mode,
        instance: Instance | None,
        *,
        settled: Callable[[], bool],
    ) -> str:
        """The digest of what a verdict rests on.

        ``settled``: whether the rules that are loaded are still those of the files, so that it may be kept.
        Where the rules cannot be lowered, or something that is declared has no one text, the text counts.
        """
        with self._lock:
            if sort == "text":
                return self.sources.content(ruleset.package)
            if sort in ("code", "study"):
                return self._code(ruleset.package, settled)
            if sort == "mode":
                parts = [self._system("system", ruleset, mode, one, settled) for one in mode.all_instances()]
                return digest_of_texts([("mode", "\n".join(parts).encode())])
            of = "system" if sort == "solved" else sort
            return self._system(of, ruleset, mode, instance or mode.full, settled)

    def known(self, sort: Rests, ruleset: Ruleset, mode: Mode, instance: Instance | None) -> str | None:
        """The digest of :meth:`of`, where it is found without lowering the rules; else None."""
        try:
            return self.of(sort, ruleset, mode, instance, settled=_unknown)
        except _Unknown:
            return None

    def toolkit(self, sort: Rests, package: str) -> str:
        """The digest of the part of the toolkit that such a verdict comes from."""
        if sort in OF_SYSTEMS:
            return self._part("answers")
        if sort == "solved":
            return self._part("solver")
        used = self.sources.of_toolkit(package)
        if PACKAGE in used:
            return self.sources.toolkit
        return self._part("answers" if sort == "study" else "analyses", used)

    def prover(self) -> str:
        """The digest of the part of the toolkit that proves goals."""
        return self._part("prover")

    def proofs(self) -> str:
        """The digest of the part of the toolkit that proves goals, and makes verdicts on claims of what it proves."""
        return self._part("proofs")

    # ------------------------------------------------------------------------------------------ made

    def _system(
        self, sort: Rests, ruleset: Ruleset, mode: Mode, instance: Instance, settled: Callable[[], bool]
    ) -> str:
        if sort == "steps" and not steps_of(mode, instance):
            sort = "system"
        key = self._key(
            sort,
            code=self._code(ruleset.package, settled),
            toolkit=self._part("lowering"),
            versions=versions(),
            ruleset=ruleset.name,
            mode=mode.name,
            **identity(mode, instance),
        )
        return self._once(key, lambda: self._lowered(sort, ruleset, mode, instance), settled)

    def _lowered(self, sort: Rests, ruleset: Ruleset, mode: Mode, instance: Instance) -> str:
        from queensbench.evidence.declarations import declarations
        from queensbench.evidence.stepping_systems import stepping_system
        from queensbench.project.projects import system
        from queensbench.rules.typed.digest import digest

        try:
            made = system(ruleset, mode, instance)
            parts = [declarations(ruleset, mode, instance, made), digest(made)]
            if sort == "steps":
                parts.append(digest(stepping_system(ruleset, mode, instance)))
        except (QueensbenchError, TypeError):
            return self.sources.content(ruleset.package)
        return digest_of_texts([(sort, "\n".join(parts).encode())])

    def _code(self, package: str, settled: Callable[[], bool]) -> str:
        key = self._key(
            "code",
            content=self.sources.content(package),
            toolkit=self._part("lowering"),
            python=versions()["python"],
        )
        return self._once(key, lambda: self.sources.code(package), settled)

    @cached_property
    def _imports(self) -> Imports:
        return Imports(self.sources.toolkit_texts)

    def _part(self, name: Part, more: frozenset[str] = frozenset()) -> str:
        """The digest of a part of the toolkit, and of what some more modules of it import."""

        def find() -> str:
            modules = self._imports.part(name) | self._imports.reached(more)
            return digest_of_texts(self._imports.contents(modules))

        return self._once(self._key(name, toolkit=self.sources.toolkit, more=sorted(more)), find, _always)

    # ------------------------------------------------------------------------------------------ kept

    @staticmethod
    def _key(name: str, **parts: Any) -> Key:
        return Key.of({"schema": SCHEMA, "kind": KIND, "name": name, **parts})

    def _once(self, key: Key, find: Callable[[], str], settled: Callable[[], bool]) -> str:
        """A digest: the one that is kept, or else the one that ``find`` gives, which is then kept."""
        found = self._made.get(key.digest) or self.kept.get(key, _text)
        if found is None:
            if settled is _unknown:
                raise _Unknown
            found = find()
            if settled():
                self.kept.put(key, found)
        self._made[key.digest] = found
        return found


class _Unknown(Exception):
    """Raised where a digest would have to be made."""


def _unknown() -> bool:
    """Stands for "only what is kept", and is never called."""
    return False


def _always() -> bool:
    return True


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 64:
        raise ValueError(value)
    return value


def identity(mode: Mode, instance: Instance) -> Mapping[str, Any]:
    """The identity of an instance in keys."""
    parameters = {d.name: d.default for d in mode.parameters.declared()} if mode.parameters else {}
    return {
        "instance": instance.name,
        "parameters": {**parameters, **instance.parameters},
        "sizes": dict(instance.sizes),
        "keep": {k.__qualname__: [m.name for m in kept] for k, kept in instance.keep.items()},
    }
