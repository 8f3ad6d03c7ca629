"""``queensbench prove --export`` and ``--check``: proved claims are written naively, and decided again.

The second opinion is of the encoding and of the solver, both (:mod:`queensbench.engines.confirm`).  What it cannot see:
a fault of the typed form, which both encodings read, and a rule that was misread.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from queensbench.analyses.verdicts.proofs import DONE, EVERY, HOUSE, Attempted
from queensbench.engines.confirm import goals as smt
from queensbench.engines.confirm.apart import CVC5
from queensbench.engines.confirm.deciding import (
    SECONDS,
    ConfirmationReport,
    Confirming,
    GoalOutcome,
    export,
    script,
)
from queensbench.engines.confirm.dispute import Dispute, dispute
from queensbench.engines.confirm.questions import answers, keeping, values
from queensbench.engines.confirm.record import ConfirmationRecord
from queensbench.engines.confirm.smtlib import Text
from queensbench.engines.confirm.solvers import SOLVERS, version
from queensbench.engines.prove.induction import ClaimVerdict
from queensbench.engines.prove.questions import RANGES
from queensbench.engines.runtime.box import Box
from queensbench.errors import BadInput, InternalError
from queensbench.evidence.internal_errors import folders
from queensbench.files import writing
from queensbench.readers import temporary
from queensbench.rules.typed import ir

PROVED = "proved"
Place = Path | None
FIRST = "z3"
"""By whom a claim was proved before anybody else is asked."""

SCOPES = {EVERY: smt.EVERY, HOUSE: smt.HOUSE}


class Disagreement(InternalError):
    """A second solver finds a state against what the prover calls proved: one of them, or one encoding, is wrong."""


def theory(found: Attempted) -> smt.Theory:
    """The claims that were proved, as the second encoding states them."""
    ranges = next((SCOPES[r] for r in (EVERY, HOUSE) if found.whole(r)), "")
    claims = [
        _claimed(reading, claim)
        for _, (reading, claim) in sorted(found.claims.items())
        if claim.verdict in DONE
    ]
    return smt.Theory(tuple(claims), ranges if claims else "")


def _claimed(reading: str, claim: ClaimVerdict) -> smt.Claimed:
    depth = 1 if claim.follows is not None else claim.depth
    return smt.Claimed(claim.judge, SCOPES[reading], claim.follows, depth, tuple(sorted(claim.lemmas)))


def installed() -> dict[str, str]:
    """The versions of the other solvers.  Raises BadInput where one is not installed."""
    return {name: version(name) for name in SOLVERS}


def folder(path: Path) -> None:
    """Make the folder for goals, before anything is proved.  Raises BadInput if it cannot be made or is not empty."""
    try:
        writing.make_folder(path)
    except OSError as error:
        raise BadInput(
            f"goals cannot be written there ({error.strerror})", where=str(path), remedy="name a folder"
        ) from None
    if any(path.iterdir()):
        raise BadInput("the folder is not empty", where=str(path), remedy="name a new or an empty one")


@contextmanager
def kept_questions(*, wanted: bool) -> Iterator[Path | None]:
    """A folder in which the questions of a proof that is made inside are kept, if that is wanted."""
    if not wanted:
        yield None
        return
    with (
        temporary.folder() as folder,
        keeping(folder) as kept,
    ):
        yield kept


def unsure(data: Mapping[str, Any]) -> bool:
    """Whether other solvers have left a question open."""
    rows = [row for row in data["properties"] if row["class"] in DONE]
    if "check" in data and (
        data["check"]["open"] or any(r["name"] not in data["check"]["claims"] for r in rows)
    ):
        return True
    return "questions" in data and not all(row["questions"] for row in rows)


def exported(box: Box, found: Attempted, folder: Path, progress: Callable[[str], None]) -> dict[str, Any]:
    """Write every goal of the claims that were proved into a folder."""
    files, size = export(
        box.system,
        theory(found),
        folder,
        lambda done, of: progress(f"writing: {done:,} of {of:,} parts"),
    )
    return {"folder": str(folder), "goals": files, "bytes": size}


def checked(
    box: Box,
    found: Attempted,
    *,
    seconds: float = SECONDS,
    record: Place = None,
    fresh: bool = False,
    progress: Callable[[str], None] = lambda text: None,
    warn: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Have every goal of the claims that were proved decided again.

    ``record``: where what is confirmed is kept, and found again unless all is to be ``fresh``; ``warn``
    gets a line where some of that is not believed.
    Raises BadInput where a solver is not installed, and Disagreement (which names the files that are kept) where one
    finds a state against what was proved.
    """
    versions = installed()
    system, wanted = box.system, theory(found)
    known = ConfirmationRecord(record, versions, fresh=fresh, warn=warn)
    with Confirming(system, seconds=seconds, record=known) as confirming:
        report = confirming.confirm(wanted, progress)
    if report.against:
        _disagree(box, wanted, report)
    return _data(system, wanted, report, seconds, versions)


def _data(
    system: ir.System,
    wanted: smt.Theory,
    report: ConfirmationReport,
    seconds: float,
    versions: Mapping[str, str],
) -> dict[str, Any]:
    names = [judge.name for judge in system.judges]
    by = report.by()
    return {
        "goals": len(report.outcomes),
        "confirmed": sum(o.confirmed for o in report.outcomes),
        "by": {name: by[name] for name in SOLVERS},
        "without_solver": by[""],
        "asked_again": report.again,
        "open": [{"goal": o.name, "kind": o.kind} for o in report.open],
        "claims": {names[j]: list(solvers) for j, solvers in sorted(report.confirmed.items())},
        "claims_open": [names[j] for j in report.left],
        "not_written": [names[c.judge] for c in wanted.claims if not smt.written(system, c)],
        "seconds_a_goal": seconds,
        "seconds": round(report.seconds, 3),
        "processor_seconds": round(report.processor, 3),
        "kept": report.kept,
        "versions": dict(versions),
    }


def opinions(data: dict[str, Any], second: Mapping[str, Any]) -> None:
    """Say beside each property of a proof's data by whom it was shown."""
    for row in data["properties"]:
        if row["class"] in DONE:
            row["by"] = [FIRST, *second["claims"].get(row["name"], ())]
    data["check"] = dict(second)


# ---------------------------------------------------------------------------------- the prover's questions


def questions(
    box: Box,
    found: Attempted,
    kept: Path,
    *,
    seconds: float = SECONDS,
    record: Place = None,
    fresh: bool = False,
    progress: Callable[[str], None] = lambda text: None,
    warn: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Have cvc5 answer the prover's own questions, which were kept in a folder.

    ``record``: where what is confirmed is kept, and found again unless all is to be ``fresh``; ``warn``
    gets a line where some of that is not believed.  This checks z3's answers, not the encoding.  Raises BadInput where
    cvc5 is not installed, and Disagreement where it finds a state that z3 has ruled out.
    """
    system = box.system
    begun = time.monotonic()
    given = answers(
        kept,
        seconds=seconds,
        record=ConfirmationRecord(record, {CVC5: version(CVC5)}, fresh=fresh, warn=warn),
        told=lambda done, of: progress(f"{CVC5}: {done:,} of {of:,} questions"),
    )
    against = [one for one in given if one.verdict == "sat"]
    if against:
        text = (kept / against[0].name).read_text(encoding="utf-8")
        stem = Path(against[0].name).stem
        state = {"question": against[0].name, FIRST: "unsat", CVC5: "sat", "values": values(text)}
        files = _written({f"{stem}.smt2": text, f"{stem}.json": json.dumps(state, indent=2) + "\n"})
        raise Disagreement(
            f"{FIRST} has ruled out {against[0].name}, and {CVC5} answers sat; kept: {_named(files)}",
            where=f"{system.ruleset}/{system.mode} {system.instance}",
            sent=text,
        )
    left = {one.claim for one in given if one.verdict != "unsat"}
    rows: dict[str, bool] = {}
    for judge, (_, claim) in sorted(found.claims.items()):
        if claim.verdict in DONE:
            names = {system.judges[lemma].name for lemma in (judge, *claim.lemmas)}
            names |= {RANGES} if claim.verdict == PROVED else set()
            rows[system.judges[judge].name] = not names & left
    return {
        "what": "z3's answers, not the encoding",
        "questions": len(given),
        "confirmed": sum(one.verdict == "unsat" for one in given),
        "open": [one.name for one in given if one.verdict != "unsat"],
        "claims": rows,
        "seconds_a_question": seconds,
        "seconds": round(time.monotonic() - begun, 3),
        "processor_seconds": round(sum(one.seconds for one in given), 3),
        "kept": sum(one.kept for one in given),
        "versions": {CVC5: version(CVC5)},
    }


def answered(data: dict[str, Any], again: Mapping[str, Any]) -> None:
    """Say beside each property of a proof's data whether the prover's questions were answered alike."""
    for row in data["properties"]:
        if row["class"] in DONE:
            row["questions"] = bool(again["claims"].get(row["name"]))
    data["questions"] = dict(again)


# ------------------------------------------------------------------------------------------ disagreement


def _disagree(box: Box, wanted: smt.Theory, report: ConfirmationReport) -> None:
    """Store the goal on which solvers disagree, and raise Disagreement."""
    system = box.system
    first = report.against[0]
    goal = next(g for g in smt.Planner(system, wanted).goals(first.unit) if g.name == first.name)
    text = script(system, goal, Text())
    argued = dispute(box, goal, first)
    files = _kept(first, text, argued)
    where = f"{system.ruleset}/{system.mode} {system.instance}"
    others = f", and {len(report.against) - 1} goals more" if len(report.against) > 1 else ""
    raise Disagreement(
        f"{FIRST} has shown {first.name}, and {first.by} answers {first.verdict}{others}; {argued.said}; "
        f"kept: {_named(files)}",
        where=where,
        sent="\n".join(
            [f"{o.name}: {o.by} answers {o.verdict}" for o in report.against] + ["", argued.text, "", text]
        ),
    )


def _kept(outcome: GoalOutcome, text: str, argued: Dispute) -> list[Path]:
    """Store the goal and the state that refutes it; the files, none if no folder takes them."""
    stem = "-".join(outcome.name.replace(",", "-").replace(" ", "_").split("/"))
    return _written({f"{stem}.smt2": text, f"{stem}.json": json.dumps(argued.data, indent=2) + "\n"})


def _named(files: Sequence[Path]) -> str:
    """The files that are kept, in words."""
    return " and ".join(map(str, files)) or "no file could be written"


def _written(texts: Mapping[str, str]) -> list[Path]:
    """Write texts into the first folder that takes them, and return the files; none if no folder does."""
    for folder in folders():
        with suppress(OSError):
            for name, text in texts.items():
                writing.replace(folder / name, text.encode())
            return [folder / name for name in texts]
    return []
