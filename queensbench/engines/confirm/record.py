"""Confirmations by other solvers, kept at once, so that a run that was cut short goes on where it ended.

One file for each mode, with a line of JSON for each goal or question.  A line is found again by the digest of the
question and of the code that puts it to solvers, and counts only if the same version of the solver is installed: the
same solver would be asked the same.  Only answers that were as expected are kept; open questions are asked again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from queensbench.engines.confirm import apart, attempts, smtlib, solvers, terms
from queensbench.engines.confirm.terms import Term
from queensbench.evidence.json_lines import JsonLines
from queensbench.evidence.source_forms import form
from queensbench.evidence.store import CONFIRMED

FOLDER = CONFIRMED
"""Where records stand in the store of evidence."""

MODULES = (apart, attempts, solvers, terms, smtlib)
"""The modules that turn a goal into the text that a solver reads, and its answer into a verdict."""


@dataclass(frozen=True)
class Confirmation:
    """The verdict of a solver on a goal, and its processor seconds."""

    verdict: str
    by: str
    seconds: float


class ConfirmationRecord:
    """The known confirmations of goals by digest.

    ``path``: its file; None if nothing is kept.  ``versions``: the installed solvers; confirmations by others, or by
    other versions, are not read.  ``fresh``: all that was kept is removed.  ``warn`` gets a line where some of
    it is not believed.
    """

    def __init__(
        self,
        path: Path | None,
        versions: Mapping[str, str],
        *,
        fresh: bool = False,
        warn: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.file = JsonLines(path, fresh=fresh, warn=warn)
        self.versions = dict(versions)
        self.known: dict[str, Confirmation] = {}
        for one in self.file.read():
            with suppress(ValueError, TypeError, KeyError):
                if self.versions.get(one["by"]) == one["version"] and one["verdict"] in ("sat", "unsat"):
                    found = Confirmation(one["verdict"], one["by"], float(one["seconds"]))
                    self.known[str(one["digest"])] = found

    def put(self, digest: str, confirmation: Confirmation, name: str) -> None:
        """Keep a confirmation (``name``: for people); if nothing can be written, for this run alone."""
        self.known[digest] = confirmation
        self.file.append(
            {
                "digest": digest,
                "verdict": confirmation.verdict,
                "by": confirmation.by,
                "version": self.versions[confirmation.by],
                "seconds": round(confirmation.seconds, 3),
                "name": name,
            }
        )

    def only(self, digests: Iterable[str]) -> None:
        """Forget all but these: a run has ended, and the rest is of other rules."""
        wanted = set(digests)
        self.known = {digest: one for digest, one in self.known.items() if digest in wanted}
        lines = {str(line.get("digest")): line for line in self.file.read()}
        if lines:
            self.file.replace(line for digest, line in lines.items() if digest in self.known)


@cache
def asking() -> str:
    """The digest of the code that puts goals to solvers, without its comments and docstrings."""
    whole = hashlib.sha256()
    for module in MODULES:
        whole.update(hashlib.sha256(form(Path(str(module.__file__)).read_bytes())).digest())
    return whole.hexdigest()


class Digests:
    """Digests of goals over the same terms: each term's is made once, of its operation, interval and operands."""

    def __init__(self) -> None:
        self._kept: dict[int, bytes] = {}

    def of(self, assertions: Iterable[Term]) -> str:
        """The digest of a set of assertions, whatever the numbers of their terms."""
        roots = list(assertions)
        found: dict[int, Term] = {}
        todo = [root for root in roots if root.number not in self._kept]
        while todo:
            term = todo.pop()
            if term.number not in found:
                found[term.number] = term
                todo += [a for a in term.args if a.number not in self._kept]
        for number in sorted(found):  # operands are made before what is made of them
            term = found[number]
            head = json.dumps([term.op, term.leaf, term.truth, term.lo, term.hi]).encode()
            parts = (head, *(self._kept[a.number] for a in term.args))
            self._kept[number] = hashlib.sha256(b"".join(parts)).digest()
        whole = hashlib.sha256(asking().encode())
        for one in sorted({self._kept[root.number] for root in roots}):
            whole.update(one)
        return whole.hexdigest()


def of_text(asked: str) -> str:
    """The digest of a question that is a text."""
    return hashlib.sha256(f"{asking()}\n{asked}".encode()).hexdigest()


__all__ = ["FOLDER", "Confirmation", "ConfirmationRecord", "Digests", "asking", "of_text"]
