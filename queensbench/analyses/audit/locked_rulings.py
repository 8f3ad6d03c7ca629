"""What an audit says of rulings, held against ``verdicts.lock``: a difference, or a proof that there is none.

A ruling that no rule of a mode reads, and one that is not decided, have no line.  ``queensbench audit`` asks which
rulings matter only where it asks of all claims; an audit that does not ask leaves the lines as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from queensbench.analyses.audit.locked import KEPT, Audited, Held, Lost
from queensbench.analyses.rulings.ruling_rows import NEVER, RulingRow
from queensbench.analyses.verdicts.run import GAMES, PROOF_TIME, SEED, Options
from queensbench.evidence.verdicts_lock import DIFFERENCES, Claim, Mattering, VerdictsLock
from queensbench.language.properties import Class
from queensbench.project.projects import rulings_of


def said(row: RulingRow) -> Mattering | None:
    """What a row says of a ruling, in the form of the lock; None where the ruling has no line."""
    if row.matters in DIFFERENCES:
        return Mattering(row.matters)
    if row.matters != NEVER or row.box is None or not row.box.places:
        return None
    return Mattering(NEVER, Class(row.box.how), row.box.others == "every reading")


def held(lock: VerdictsLock, audits: Sequence[Audited], out: Held) -> None:
    """Add to the results what the audits say of rulings."""
    for one in audits:
        if not one.house or one.options.confirm:
            continue
        out.gone += [f"{claim.mode} ruling {claim.name}" for claim in _gone(lock, one)]
        for row in one.report.rulings:
            claim = Claim(one.path, row.name)
            was, now = lock.rulings.get(claim), said(row)
            verdict = _compared(one, was, now)
            if not out.counted(verdict) and verdict:
                assert was is not None
                out.lost.append(Lost(claim, "", was, now, row.detail, verdict == "late"))


def accept(new: VerdictsLock, one: Audited, reason: str, kept: list[str]) -> None:
    """Write into a lock what an audit says of rulings; ``kept`` gets a line on what it keeps though less was shown."""
    if one.options.confirm:
        return
    for claim in list(_gone(new, one)):
        del new.rulings[claim]
        new.rulings_reasons.pop(claim, None)
    for row in one.report.rulings:
        claim = Claim(one.path, row.name)
        now = said(row)
        verdict = _compared(one, new.rulings.get(claim), now)
        if verdict == "late":
            kept.append(f"{KEPT}: {claim.mode} ruling {claim.name}: the proofs did not come to their end")
        elif verdict.startswith("--"):
            kept.append(f"{KEPT}: {claim.mode} ruling {claim.name}: not held with {verdict}")
        elif verdict == "lost":
            del new.rulings[claim]
            if now is not None:
                new.rulings[claim] = now
                new.rulings_reasons[claim] = reason
        elif now is not None and verdict in ("new", "better"):
            new.rulings[claim] = now
            new.rulings_reasons.pop(claim, None)


def _gone(lock: VerdictsLock, one: Audited) -> Iterator[Claim]:
    """The rulings that the lock's lines on a mode name and that the mode does not have any more."""
    there = {decl.name for decl in rulings_of(one.mode)}
    for claim in sorted(lock.rulings):
        if claim.mode == one.path and claim.name not in there:
            yield claim


def _compared(one: Audited, was: Mattering | None, now: Mattering | None) -> str:
    """How what is said of a ruling compares with the lock: new, same, better, lost, late, the option, or nothing."""
    if was is None:
        return "new" if now is not None else ""
    if now is not None and now.at_least(was):
        return "same" if was.at_least(now) else "better"
    if now is not None and now.never != was.never:
        return "lost"
    option = _less(one.options)
    if option:
        return option
    proofs = one.report.proofs
    return "late" if was.never and proofs is not None and proofs.row.get("ended_early") else "lost"


def _less(options: Options) -> str:
    """The option with which less may be said of a ruling; empty if there is none."""
    given = {
        "--instance": bool(options.instances),
        "--no-proofs": not options.proofs,
        "--rlimit": options.rlimit is not None,
        "--proof-time": options.proof_time < PROOF_TIME,
        "--budget": options.budget is not None,
        "--games": options.games < GAMES,
        "--seed": options.seed != SEED,
    }
    return next((name for name, chosen in given.items() if chosen), "")
