"""The prover's own questions (:mod:`queensbench.engines.prove.questions`), answered again by cvc5.

It checks z3's answers, not the encoding: what cvc5 is asked is what z3 was asked.  Each question has a budget of
processor seconds, in one of two processes; what is left open is named.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from queensbench.engines.confirm import apart
from queensbench.engines.confirm.apart import CVC5
from queensbench.engines.confirm.record import Confirmation, ConfirmationRecord, of_text
from queensbench.engines.prove.questions import FOLDER
from queensbench.engines.runtime.pool import Answering, Pool, Tell
from queensbench.errors import ProcessLost

SECONDS = 60.0
"""The budget of one question, in processor seconds."""


@dataclass(frozen=True)
class Answered:
    """The answer of cvc5 to a question: ``unsat`` like z3's, ``sat`` against it, or ``unknown``.

    ``claim``: the one whose proof asked.  ``seconds``: of the processor.  ``kept``: an earlier run has the answer.
    """

    claim: str
    name: str
    verdict: str
    seconds: float
    kept: bool = False


@contextmanager
def keeping(folder: Path) -> Iterator[Path]:
    """Keep the questions of the proofs made in the ``with`` block in a folder."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    try:
        yield folder
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before


def answering(seconds: float) -> Answering:
    """The function that has cvc5 answer questions in files, in a process."""

    def answer(path: Path, tell: Tell) -> Answered:
        text = path.read_text(encoding="utf-8")
        verdict, spent = apart.answer(text, seconds, eager="(set-logic QF_BV)" in text)
        return Answered(path.parent.name, _name(path), verdict, spent)

    return answer


def values(text: str, seconds: float = SECONDS) -> dict[str, str]:
    """The values by symbol with which cvc5 finds a question possible; none if it finds none within these seconds."""
    asked, symbols = apart.run_cvc5(text, seconds, model=True, eager="(set-logic QF_BV)" in text)
    if asked.verdict != "sat":
        return {}
    return {str(term): str(asked.solver.getValue(term)) for term in symbols.getDeclaredTerms()}


def answers(
    folder: Path,
    *,
    seconds: float = SECONDS,
    record: ConfirmationRecord | None = None,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> list[Answered]:
    """Have cvc5 answer all questions in a folder, the smallest first.

    ``record``: the confirmations of earlier runs, to which this one adds its own.
    """
    known = record or ConfirmationRecord(None, {})
    paths: Sequence[Path] = sorted(folder.rglob("*.smt2"), key=lambda path: (path.stat().st_size, path))
    digests = {path: of_text(path.read_text(encoding="utf-8")) for path in paths}
    found: list[Answered] = []
    for path in paths:
        old = known.known.get(digests[path])
        if old is not None and old.verdict == "unsat":
            found.append(Answered(path.parent.name, _name(path), old.verdict, old.seconds, kept=True))
    kept = {one.name for one in found}
    left = [path for path in paths if _name(path) not in kept]
    count = max(1, min(2, os.cpu_count() or 1))
    with Pool[Path](answering, seconds, called="a process that asks cvc5") as pool:
        asked: dict[Path, Answered] = {}
        for said in pool.each(left, count):
            path = said.question
            lost = isinstance(said.value, (MemoryError, ProcessLost))
            one = Answered(path.parent.name, _name(path), "unknown", seconds) if lost else said.answer()
            if one.verdict == "unsat" and known.versions:
                known.put(digests[path], Confirmation(one.verdict, CVC5, one.seconds), one.name)
            asked[path] = one
            told(len(found) + len(asked), len(paths))
    found += (asked[path] for path in left)
    known.only(digests.values())
    return found


def _name(path: Path) -> str:
    """The name of a question: its claim and its file."""
    return f"{path.parent.name}/{path.name}"
