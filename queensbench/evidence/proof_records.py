"""Kept proofs of goals: a file for each mode, to which every audit adds what it has proved.

A line is a proof by its key, with a keyed sum of its own.  One that is damaged, was never finished, or is of no known
key is passed over and told of, and its goal is asked again.  Lines are added by a single write, so that audits that
run at once need no lock; a key may have several proofs.  What the keys are made of:
:mod:`queensbench.engines.prove.kept_proofs`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from queensbench.evidence.cache import VerdictCache
from queensbench.evidence.checked_lines import NotBelieved, contents, line_of, raw_lines
from queensbench.evidence.keys import canonical, versions
from queensbench.evidence.store import PROVED, SCHEMA
from queensbench.files import writing
from queensbench.files.keyed_sums import Whose
from queensbench.files.reading import Irregular, read_bytes, require_unlinked

MOST = 40_000
"""The most lines of a file; where there are more, only the newest half of this number stay."""


class ProofRecords:
    """The kept proofs of one mode.

    ``path``: their file.  ``basis``: a digest of what all keys rest on besides: the toolkit's part and versions.
    ``settled``: whether rules and toolkit are still those that were loaded; else nothing is kept.  ``warn`` gets a
    line where some lines are damaged.  ``fresh``: what was kept is removed.
    """

    def __init__(
        self,
        path: Path,
        basis: str,
        *,
        settled: Callable[[], bool] = lambda: True,
        warn: Callable[[str], None] = lambda text: None,
        fresh: bool = False,
    ) -> None:
        self.path = path
        self.basis = basis
        self.settled = settled
        self.found: dict[str, list[Any]] = {}
        self._end = b""  # ends a line that was not finished
        self._writable = True
        try:
            require_unlinked(path.parent.parent, path)
            if fresh:
                path.unlink(missing_ok=True)
            text = _read(path)
        except OSError as error:
            self._writable = False
            if isinstance(error, Irregular):
                warn(f"{path} cannot be read: {str(error.strerror).lower()}: no proof of a goal is kept")
            return
        self._end = b"" if text.endswith(b"\n") or not text else b"\n"
        lines = list(understood(text))
        for line in lines:
            if isinstance(line, tuple):
                self._add(*line)
        if None in lines:
            damaged = lines.count(None)
            warn(f"{path} is damaged in {damaged} of {len(lines)} lines: their goals are asked again")
        strange = [line for line in lines if isinstance(line, NotBelieved)]
        if strange:
            warn(
                f"{path}: {len(strange)} of {len(lines)} lines are of {strange[0].by.value} and not believed: their "
                "goals are asked again"
            )
        left = [
            raw
            for raw, line in zip(raw_lines(text), lines, strict=True)
            if line is not None and line != NotBelieved(Whose.NOBODY)
        ]
        if len(left) < len(lines) or len(lines) > MOST:
            self._rewrite(text, left[-MOST // 2 :] if len(lines) > MOST else left)

    def keep(self, new: Iterable[tuple[str, Any]]) -> None:
        """Keep proofs by key, all by one write; where nothing can be written, for this run alone."""
        added = [(key, proof) for key, proof in new if self._add(key, proof)]
        if not added or not self._writable or not self.settled():
            return
        try:
            writing.append(self.path, self._end + b"".join(written(*one) for one in added))
            self._end = b""
        except OSError:
            self._writable = False

    def _add(self, key: str, proof: Any) -> bool:
        """Add a proof to those that are known; whether it is new."""
        known = self.found.setdefault(key, [])
        if proof in known:
            return False
        known.append(proof)
        return True

    def _rewrite(self, text: bytes, left: Iterable[bytes]) -> None:
        """Leave these lines in the file, unless another audit has added some."""
        try:
            if _read(self.path) == text:
                writing.replace(self.path, b"".join(raw + b"\n" for raw in left))
                self._end = b""
        except OSError:
            self._writable = False


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path, links=False)
    except FileNotFoundError:
        return b""


def written(key: str, proof: Any) -> bytes:
    """A line of the file."""
    return line_of({"key": key, "proof": proof})


def understood(text: bytes) -> Iterator[tuple[str, Any] | NotBelieved | None]:
    """The keys and proofs of the lines of a file: None for a damaged line, NotBelieved for one of no known key."""
    for content in contents(text):
        if isinstance(content, NotBelieved):
            yield content
            continue
        whole = isinstance(content, dict) and isinstance(content.get("key"), str) and "proof" in content
        yield (content["key"], content["proof"]) if whole else None


def opened(cache: VerdictCache) -> ProofRecords | None:
    """The kept proofs of the mode of a cache; None where there is no store, or it cannot be read."""
    evidence = cache.evidence
    if evidence is None or not evidence.store.readable:
        return None
    told = {"schema": SCHEMA, "toolkit": evidence.subjects.prover(), "versions": versions()}
    return ProofRecords(
        evidence.store.folder / PROVED / f"{cache.ruleset.name}-{cache.mode.name}.jsonl",
        hashlib.sha256(canonical(told).encode()).hexdigest(),
        settled=evidence.settled,
        warn=evidence.store.warn,
        fresh=evidence.store.fresh,
    )
