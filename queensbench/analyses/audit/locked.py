"""An audit held against ``verdicts.lock``: what was shown before and is not any more, by name; and the lock written.

Only what this audit has asked is compared: its modes, instances and claims, of the house readings, by the engines that
ran.  What an option of less effort (fewer games, a smaller budget) leaves unshown is counted as not held, and not as
lost; a verdict that has turned round is lost in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.verdicts.proved import FREE, PROVED
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import GAMES, PROOF_TIME, SEED, Options
from queensbench.analyses.verdicts.words import count
from queensbench.evidence.verdicts_lock import NAME, Claim, Mattering, Shown, VerdictsLock, strongest
from queensbench.language.modes import Instance, Mode
from queensbench.language.properties import Class
from queensbench.rules.system import properties_of, steps_of

KEPT = "kept as it was"
RENEW = 'queensbench audit{} --accept --reason "..."'


@dataclass(frozen=True)
class Lost:
    """One claim of which less was shown on an instance than the lock says; or one ruling, without an instance.

    ``now``: what was shown (None: nothing was asked).  ``detail``: how far the engine came.  ``late``: time ran out, or
    a process was ended, which is no verdict on the claim: another run may come further.
    """

    claim: Claim
    instance: str
    was: Shown | Mattering
    now: Shown | Mattering | None
    detail: str = ""
    late: bool = False

    @property
    def text(self) -> str:
        """As a report says it."""
        now = self.now.text if self.now is not None else "not asked" if self.instance else "undecided"
        if self.late:
            now = "the proofs did not come to their end, which is no verdict"
        tail = f"; {self.detail}" if self.detail else ""
        return f"{self.claim.mode} {self.place}: was {self.was.text}, now {now}{tail}"

    @property
    def place(self) -> str:
        """The claim and its instance, or the ruling."""
        return f"{self.claim.name} on {self.instance}" if self.instance else f"ruling {self.claim.name}"

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "mode": self.claim.mode,
            **({"name": self.claim.name} if self.instance else {"ruling": self.claim.name}),
            "instance": self.instance or None,
            "was": str(self.was),
            "now": None if self.now is None else str(self.now),
            "detail": self.detail,
            "ran_out_of_time": self.late,
        }


@dataclass
class Held:
    """The results of comparing an audit with a lock.

    ``lost``: what was shown before and is not now.  ``gone``: entries of what no longer exists.  ``new``, ``better``:
    how many entries the lock does not have, or has weaker.  ``unheld``: by option, how many it kept from being shown.
    ``left``: how many are proved by ``queensbench audit --confirm`` only; ``confirming``: this is that command.
    ``stale``: by mode, what has changed since that command was accepted.
    """

    lost: list[Lost] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    new: int = 0
    better: int = 0
    unheld: dict[str, int] = field(default_factory=dict)
    left: int = 0
    same: int = 0
    confirming: bool = False
    stale: dict[str, str] = field(default_factory=dict)

    def counted(self, verdict: str) -> bool:
        """Count how one entry compares with the lock; False if less was shown than it says, or nothing."""
        if verdict == "new":
            self.new += 1
        elif verdict == "better":
            self.better += 1
        elif verdict == "same":
            self.same += 1
        elif verdict == "left":
            self.left += 1
        elif verdict.startswith("--"):
            self.unheld[verdict] = self.unheld.get(verdict, 0) + 1
        else:
            return False
        return True

    @property
    def code(self) -> int:
        """1 if something is lost or gone, 3 if only time ran out, else 0."""
        if self.gone or any(not one.late for one in self.lost):
            return 1
        return 3 if self.lost else 0

    def as_json(self) -> dict[str, Any]:
        """As data."""
        return {
            "lost": [one.as_json() for one in self.lost],
            "gone": list(self.gone),
            "new": self.new,
            "better": self.better,
            "same": self.same,
            "left_to_confirm": self.left,
            "confirmed_before": dict(self.stale),
            "not_held": dict(self.unheld),
        }


@dataclass(frozen=True)
class Audited:
    """One mode that was audited to its end: what was asked of it, and what was found."""

    path: str
    mode: Mode
    options: Options
    report: ModeReport

    @property
    def house(self) -> bool:
        """Whether the audit used the house readings; the lock holds results under these only."""
        declared = self.mode.rulings.declared() if self.mode.rulings is not None else ()
        house = {decl.name: decl.house for decl in declared}
        return all(reading is house[name] for name, reading in self.options.readings.items())

    def asked(self) -> Iterator[tuple[str, Instance]]:
        """The claims that were to be judged, each with its instance."""
        options = self.options
        for instance in self.mode.all_instances():
            if options.instances and instance.name not in options.instances:
                continue
            if options.confirm and instance is not self.mode.full:
                continue
            for decl in (*properties_of(self.mode, instance), *steps_of(self.mode, instance)):
                if options.properties and decl.name not in options.properties:
                    continue
                if not options.confirm or decl.kind in PROVED:
                    yield decl.name, instance

    def known(self) -> set[tuple[str, str]]:
        """All claims of the mode with the instances on which they are asked, by name."""
        return {
            (decl.name, instance.name)
            for instance in self.mode.all_instances()
            for decl in (*properties_of(self.mode, instance), *steps_of(self.mode, instance))
        }

    def named(self, name: str, instance: str) -> bool:
        """Whether the options include this claim on this instance."""
        options = self.options
        return (not options.properties or name in options.properties) and (
            not options.instances or instance in options.instances
        )

    def rows(self) -> dict[tuple[str, str], list[PropertyRow]]:
        """The rows of each claim on each instance."""
        found: dict[tuple[str, str], list[PropertyRow]] = {}
        for row in self.report.properties:
            found.setdefault((row.name, row.instance), []).append(row)
        return found

    def less(self, was: Shown, instance: Instance) -> str:
        """The option with which what was shown could not be expected to be shown again; empty if there is none."""
        options = self.options
        if was.by_proof and instance is self.mode.full:
            given = {
                "--no-proofs": not options.proofs,
                "--rlimit": options.rlimit is not None,
                "--proof-time": options.proof_time < PROOF_TIME,
            }
        elif instance.explore:
            given = {"--budget": options.budget is not None}
        else:
            given = {"--games": options.games < GAMES, "--seed": options.seed != SEED}
        return next((name for name, chosen in given.items() if chosen), "")


def shown(row: PropertyRow) -> Shown:
    """The verdict of an audit's row, in the form of the lock."""
    if row.verdict == "unknown":
        return Shown("unknown")
    if row.verdict == "fails":
        return Shown("fails", None if row.play is not None else Class.EXHAUSTED)
    return Shown("holds", Class(row.shown), every=row.reading == FREE)


def held(lock: VerdictsLock, audits: Sequence[Audited], missing: Iterable[str] = ()) -> Held:
    """The results of audits compared with the lock; ``missing``: modes of the lock that the project no longer has."""
    out = Held()
    for one in audits:
        out.confirming = out.confirming or one.options.confirm
        if one.house:
            _held(lock, one, out)
            if changed := since(lock, one):
                out.stale[one.path] = changed
    for mode in missing:
        names = sorted({claim.name for claim in lock.shown if claim.mode == mode})
        out.gone.append(f"{mode}: {count(len(names), 'claim')}")
    return out


def since(lock: VerdictsLock, one: Audited) -> str:
    """What has changed since proofs that this audit leaves were confirmed; empty if nothing, or if it leaves none."""
    now, was = one.report.basis, lock.confirmed.get(one.path)
    if one.options.confirm or now is None or not lock.left(one.path) or now == was:
        return ""
    if was is None:
        return "nobody has noted of which rules"
    return (
        "the rules or claims have changed since"
        if now.rules != was.rules
        else "what proves has changed since"
    )


def _held(lock: VerdictsLock, one: Audited, out: Held) -> None:
    rows, known = one.rows(), one.known()
    for claim, instances in sorted(lock.shown.items()):
        if claim.mode == one.path:
            out.gone += [
                f"{claim.mode} {claim.name} on {instance}"
                for instance in sorted(instances)
                if (claim.name, instance) not in known and one.named(claim.name, instance)
            ]
    for name, instance in one.asked():
        claim = Claim(one.path, name)
        was = lock.shown.get(claim, {}).get(instance.name)
        found = rows.get((name, instance.name), [])
        best = strongest(map(shown, found))
        verdict = _compared(one, was, best, found, instance)
        if not out.counted(verdict) and verdict:
            assert was is not None
            out.lost.append(Lost(claim, instance.name, was, best, _detail(was, found), verdict == "late"))


def _compared(
    one: Audited, was: Shown | None, best: Shown | None, found: Sequence[PropertyRow], instance: Instance
) -> str:
    """How what was shown compares with the lock: new, same, better, left, lost, late, the option, or nothing."""
    if was is None:
        return "new" if best is not None and best.verdict != "unknown" else ""
    confirming = one.options.confirm
    if best is not None and best.verdict != "fails":
        if any(shown(row).at_least(was) for row in found):
            return "same" if was.at_least(best) or (confirming and not best.by_proof) else "better"
    elif best is not None and best.at_least(was):
        return "same"
    turned = best is not None and "unknown" not in (best.verdict, was.verdict) and best.verdict != was.verdict
    if turned:
        return "lost"
    if confirming != was.confirm and (confirming or one.mode.full.unproved):
        return "left" if was.confirm else ""
    option = one.less(was, instance)
    if option:
        return option
    if was.by_proof and _cut(one):
        return "late"
    return "lost"


def _cut(one: Audited) -> bool:
    """Whether the proofs of an audit ended early."""
    proofs = one.report.proofs
    return proofs is not None and bool(proofs.row.get("ended_early"))


def _detail(was: Shown, found: Sequence[PropertyRow]) -> str:
    """What the engine that has shown the claim before says now; empty where it has no row."""
    for row in found:
        if (row.proof is not None) == was.by_proof:
            return row.detail
    return ""


def accepted(
    lock: VerdictsLock | None, audits: Sequence[Audited], reason: str, missing: Iterable[str] = ()
) -> tuple[VerdictsLock, list[str]]:
    """The lock after these audits, and a line on each entry kept though less was shown: unexpected or not held.

    What is unexpected and has no entry gets a line as well, and none in the lock.
    """
    old = lock or VerdictsLock()
    new = VerdictsLock(
        {claim: dict(found) for claim, found in old.shown.items()},
        dict(old.reasons),
        dict(old.rulings),
        dict(old.rulings_reasons),
        dict(old.confirmed),
    )
    kept: list[str] = []
    for one in audits:
        if one.house:
            _accept(new, one, reason, kept)
    for claim in list(new.shown):
        if claim.mode in missing or not new.shown[claim]:
            del new.shown[claim]
            new.reasons.pop(claim, None)
    for claim in [claim for claim in new.rulings if claim.mode in missing]:
        del new.rulings[claim]
        new.rulings_reasons.pop(claim, None)
    new.confirmed = {mode: basis for mode, basis in new.confirmed.items() if new.left(mode)}
    return new, kept


def _accept(new: VerdictsLock, one: Audited, reason: str, kept: list[str]) -> None:
    rows, known = one.rows(), one.known()
    for claim, instances in new.shown.items():
        if claim.mode == one.path:
            for place in list(instances):
                if (claim.name, place) not in known and one.named(claim.name, place):
                    del instances[place]
    options = one.options
    if options.confirm and not options.properties and options.rlimit is None and not _cut(one):
        new.confirmed.pop(one.path, None)
        if one.report.basis is not None:
            new.confirmed[one.path] = one.report.basis
    for name, instance in one.asked():
        claim = Claim(one.path, name)
        found = rows.get((name, instance.name), [])
        best = strongest(map(shown, found))
        instances = new.shown.setdefault(claim, {})
        was = instances.get(instance.name)
        verdict = _compared(one, was, best, found, instance)
        if any(row.state == "unexpected" for row in found):
            how = "not written" if was is None else KEPT
            kept.append(f"{how}: {claim.mode} {name} on {instance.name}: not as expected")
        elif verdict == "late":
            kept.append(
                f"{KEPT}: {claim.mode} {name} on {instance.name}: the proofs did not come to their end"
            )
        elif verdict.startswith("--"):
            kept.append(f"{KEPT}: {claim.mode} {name} on {instance.name}: not held with {verdict}")
        elif verdict == "lost":
            instances.pop(instance.name)
            if best is not None:
                instances[instance.name] = best
            new.reasons[claim] = reason
        elif best is not None and (verdict in ("new", "better") or (verdict == "same" and was is not None)):
            if verdict == "better":
                new.reasons.pop(claim, None)
            chosen = best if verdict != "same" or was is None or best.at_least(was) else was
            confirm = one.options.confirm and chosen.by_proof
            if one.options.confirm and verdict == "same" and not best.by_proof:
                continue
            instances[instance.name] = Shown(chosen.verdict, chosen.shown, chosen.every, confirm)


def missing_modes(
    lock: VerdictsLock | None, there: Mapping[str, set[str]], paths: Sequence[str]
) -> list[str]:
    """Modes of the lock that the project does not have; of the asked rulesets, where only some were asked.

    ``there``: the modes of each ruleset.
    """
    whole = {path for path in paths if "/" not in path}
    found = []
    for mode in lock.modes() if lock is not None else ():
        ruleset, _, name = mode.partition("/")
        if name not in there.get(ruleset, set()) and (not paths or ruleset in whole):
            found.append(mode)
    return found


# ---------------------------------------------------------------------------------------------- printing


def no_more(entry: str) -> str:
    """What is said of an entry of the lock that nothing stands for: that there is no such claim, or ruling."""
    return f"there is no such {'ruling' if ' ruling ' in entry else 'claim'} any more"


def told_written(before: VerdictsLock | None, after: VerdictsLock, kept: Sequence[str]) -> list[str]:
    """The lines that say how the lock was changed."""
    old = before.shown if before is not None else {}
    rulings = before.rulings if before is not None else {}
    lines = sum(old.get(claim) != found for claim, found in after.shown.items())
    lines += sum(rulings.get(claim) != found for claim, found in after.rulings.items())
    there = count(len(after.shown), "claim")
    if after.rulings:
        there += f" and {count(len(after.rulings), 'ruling')}"
    out = [f"{NAME}: {count(lines, 'line')} written, {there} in all"]
    for claim, instances in sorted(old.items()):
        lost = sorted(set(instances) - set(after.shown.get(claim, {})))
        if lost:
            out.append(f"removed: {claim.mode} {claim.name} on {', '.join(lost)}")
    gone = sorted(set(rulings) - set(after.rulings))
    out += [f"removed: {claim.mode} ruling {claim.name}" for claim in gone]
    return [*out, *kept]
