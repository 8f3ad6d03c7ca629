"""All that a report says of each rulebook, before anything of it is drawn.

It asks nothing anew: the clauses and what rests on them (:mod:`queensbench.analyses.traceability.report`), the lock of
verdicts, and what the store has of instances, games and studies.  What nobody has asked is missing, and the report says
by which command it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from queensbench.analyses.report.stored_answers import StoredAnswer, stored_answers
from queensbench.analyses.traceability.booklets import documents, locked
from queensbench.analyses.traceability.links import Traced
from queensbench.analyses.traceability.matrix import ClauseRow
from queensbench.analyses.traceability.passed import ClauseEvidence, FoundVerdict, evidence
from queensbench.analyses.traceability.report import examined
from queensbench.evidence.keys import Sources
from queensbench.evidence.verdicts_lock import NAME as VERDICTS
from queensbench.evidence.verdicts_lock import Claim, Shown, VerdictsLock, read
from queensbench.language.properties import Class, PropertyDecl
from queensbench.project.projects import Project, Ruleset, load
from queensbench.project.register.seeds import Document, Manifest, find_documents, unit_text


@dataclass(frozen=True)
class RulebookFacts:
    """One rulebook: its clauses with what rests on them, its properties, and the stored answers about it.

    ``rows``: holes first (empty: it has no register of clauses).  ``texts``: by document and unit the sentence, where
    the documents were given.  ``answers``: of instances, random games and studies.
    """

    root: Path
    ruleset: Ruleset
    rows: Sequence[ClauseRow]
    traced: Traced | None
    known: ClauseEvidence
    lock: VerdictsLock | None
    answers: Sequence[StoredAnswer] = ()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def declared(self) -> Mapping[str, PropertyDecl]:
        """The properties by their names here; where several share a name, that of the record stands behind it."""
        if self.traced is not None:
            return self.traced.declared
        return {decl.name: decl for decl in self.ruleset.properties}

    def locked(self, name: str) -> Mapping[tuple[str, str], Shown]:
        """By mode and instance, what the lock says of a property."""
        if self.traced is not None:
            return locked(self.traced, self.lock, name)
        if self.lock is None:
            return {}
        return {
            (mode, instance): shown
            for mode in self.ruleset.modes
            for instance, shown in self.lock.shown.get(Claim(f"{self.ruleset.name}/{mode}", name), {}).items()
        }

    def shown(self, name: str) -> Mapping[tuple[str, str], Shown]:
        """The verdicts of a property in the lock; where it has none, those of today's rules in the store."""
        found = dict(self.locked(name))
        for one in self.verdicts(name):
            if one.current and (one.mode, one.instance) not in self.locked(name):
                known = found.get((one.mode, one.instance))
                stored = _stored(one)
                if known is None or stored.at_least(known):
                    found[one.mode, one.instance] = stored
        return found

    def verdicts(self, name: str) -> list[FoundVerdict]:
        """The verdicts of a property in the store."""
        decl, modes = self.declared[name], self.ruleset.modes
        found = self.known.verdicts.get(decl.name, ())
        return [one for one in found if issubclass(modes[one.mode].state, decl.state)]

    def answer(self, kind: str, mode: str, name: str) -> StoredAnswer | None:
        """The stored answer to a question."""
        return next(
            (one for one in self.answers if (one.kind, one.mode, one.name) == (kind, mode, name)), None
        )

    @property
    def documents(self) -> list[Manifest]:
        """The documents that its clauses cite, in the order of their first citation."""
        return documents(self.ruleset)


def _stored(one: FoundVerdict) -> Shown:
    """A stored verdict in the form of the lock, without the readings under which a proof holds."""
    return Shown(one.verdict, next((class_ for class_ in Class if class_.value == one.shown), None))


@dataclass(frozen=True)
class Facts:
    """The facts known about some rulebooks of a project.  ``missing``: documents that were asked for and not found."""

    project: Project
    rulebooks: Sequence[RulebookFacts]
    missing: Sequence[str] = ()


def collected(
    root: Path, chosen: Sequence[str] = (), *, store: str | None = None, documents: Path | None = None
) -> Facts:
    """Collect what is known of some rulesets, or of all.

    ``documents``: a folder with the source documents, whose sentences are then quoted.  Raises BadInput for an unknown
    ruleset, a register or lock in error, and a folder that is none.
    """
    sources = Sources(root)
    project = load(root)
    named = [one for name in dict.fromkeys(chosen) for one in project.registers(name)]
    rulesets = named if chosen else project.registers()
    registered = [one.name for one in rulesets if one.clauses is not None]
    trace = examined(registered, root=root, store=store) if registered else None
    plain = [one for one in rulesets if one.clauses is None]
    known = evidence(plain, sources, chosen=store) if plain else {}
    answers = stored_answers(rulesets, sources, chosen=store)
    lock = read(root / VERDICTS)
    manifests = {key: one.manifests[key] for one in rulesets if one.clauses for key in one.clauses.documents}
    texts = {} if documents is None else _texts(find_documents(documents, manifests.values()))
    found = []
    for ruleset in rulesets:
        name = ruleset.name
        traced = None if trace is None else trace.traced.get(name)
        found.append(
            RulebookFacts(
                root,
                ruleset,
                () if trace is None or traced is None else trace.rows[name],
                traced,
                known[name] if trace is None or traced is None else trace.evidence[name],
                lock,
                answers[name],
                texts,
            )
        )
    missing = [] if documents is None else [key for key in manifests if key not in texts]
    return Facts(project, found, missing)


def _texts(documents: Mapping[str, Document]) -> dict[str, dict[str, str]]:
    """By document and unit its sentence; of a document that is not the manifest's to the letter, nothing."""
    return {
        key: {unit.id: unit_text(one.text, unit.fragments) for unit in one.manifest.units}
        for key, one in documents.items()
        if one.exact
    }
