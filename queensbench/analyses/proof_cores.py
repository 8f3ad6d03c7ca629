"""What ``queensbench rests`` does: which clauses the proofs of a mode's claims need, and which none needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.proved import DONE, Proofs
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.words import reading_text
from queensbench.engines.prove.induction import prove
from queensbench.engines.prove.proof_cores import RLIMIT, Block, Resting, Tracer
from queensbench.evidence.cache import decoded
from queensbench.register.clauses import ClauseKind
from queensbench.rules.system import provable
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box
    from queensbench.evidence.cache import VerdictCache
    from queensbench.project.projects import Ruleset

PROVED = ("proved", "by construction")


def resting(
    ruleset: Ruleset,
    workshop: Box,
    readings: Mapping[str, Any],
    kept: VerdictCache,
    names: Sequence[str] = (),
    *,
    rlimit: int = RLIMIT,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """What the proofs of the always and never claims rest on (with ``names``: of those, and of their lemmas).

    From the store, or traced.  Raises BadInput where a property of another kind is named.
    """
    system = workshop.system
    claims = provable(workshop.mode, workshop.instance, names, remedy="name an always or never property")
    key = kept.key("rests", " ".join(sorted(names)), workshop.instance, rlimit=rlimit)
    found: dict[str, Any] | None = kept.get(key, dict)
    if found is not None:
        return found | {"cached": True}
    judges = [i for i, judge in enumerate(system.judges) if judge.name in claims]
    raw = workshop.raw(readings)
    shown = None if readings else _stored(ruleset, workshop, kept)
    if shown is None:
        shown = _proved(system, judges, raw, rlimit, progress)
    wanted = {j for j in shown if not names or system.judges[j].name in names}
    whole = sorted({lemma for judge in wanted for lemma in shown[judge]})
    data = {
        "mode": f"{workshop.ruleset}/{workshop.mode.name}",
        "instance": workshop.instance.name,
        "reading": reading_text(workshop.mode, readings),
        "asked": sorted(system.judges[j].name for j in wanted),
        "unproved": sorted(
            system.judges[j].name
            for j in judges
            if j not in shown and (not names or system.judges[j].name in names)
        ),
    }
    traced = Tracer(system, whole, raw, rlimit=rlimit, progress=progress).run() if whole else NOTHING
    data |= _traced(system, traced) | _clauses(ruleset, system, traced)
    kept.put(key, data)
    return data | {"cached": False}


def _proved(
    system: ir.System, judges: Sequence[int], raw: Sequence[int], rlimit: int, progress: Callable[[str], None]
) -> dict[int, tuple[int, ...]]:
    """The judges that one step proves, each with those that its proof rests on."""

    def told(done: int, of: int) -> None:
        progress(f"proving: {done:,} of {of:,} goals")

    proof = prove(system, judges, readings=raw, rlimit=rlimit, progress=told)
    return {claim.judge: claim.lemmas for claim in proof.claims if claim.verdict in PROVED}


def _stored(ruleset: Ruleset, workshop: Box, kept: VerdictCache) -> dict[int, tuple[int, ...]] | None:
    """The same from an audit's stored proofs of the box as sold; None if they are not all there."""
    run = Run(ruleset, workshop.mode, Options(evidence=kept.evidence))
    proofs = Proofs(run)
    if kept.evidence is None or workshop.instance.name != proofs.full.name:
        return None
    numbers = {judge.name: number for number, judge in enumerate(workshop.system.judges)}
    found: dict[int, tuple[int, ...]] = {}
    for decl in proofs.lemmas:
        row = run.kept.get(
            run.kept.key("proof", decl.name, proofs.full, **proofs.share), decoded(PropertyRow)
        )
        if row is None:
            return None
        if row.verdict == "holds" and row.shown in DONE and row.proof is not None:
            lemmas = {numbers[name] for name in row.proof.get("lemmas", ())}
            found[numbers[decl.name]] = tuple(sorted(lemmas | {numbers[decl.name]}))
    return found


NOTHING = Resting((), (), {}, frozenset(), frozenset(), frozenset(), 0, 0)


def _traced(system: ir.System, found: Resting) -> dict[str, Any]:
    def named(blocks: Iterable[Block]) -> list[list[str]]:
        return [[system.clauses[clause] for clause in block] for block in sorted(blocks)]

    def judges(numbers: Iterable[int]) -> list[str]:
        return sorted(system.judges[number].name for number in numbers)

    return {
        "claims": [
            {
                "name": system.judges[judge].name,
                "lemmas": judges(found.lemmas[judge]),
                "at_most": named(found.most[judge]),
            }
            for judge in found.judges
        ],
        "not_traced": judges(found.lost),
        "core": named(found.core or ()),
        "undecided": named(found.unsure),
        "loosened": named(found.blocks - (found.core or frozenset())),
        "blocks": len(found.blocks),
        "goals": found.goals,
        "asked_of_z3": found.asked,
    }


def _clauses(ruleset: Ruleset, system: ir.System, found: Resting) -> dict[str, Any]:
    """The clauses of the mode's rules: in a block of the core, in blocks given up only, and in no block.

    Of those given up, the ones with the force of a rule (None without a register).
    """
    needed = {system.clauses[clause] for block in found.core or () for clause in block}
    asked = {system.clauses[clause] for block in found.blocks for clause in block}
    spare = asked - needed
    binding = None
    if ruleset.clauses is not None:
        known = ruleset.clauses.by_name
        binding = sorted(c for c in spare if c in known and known[c].kind is ClauseKind.NORMATIVE)
    return {
        "needed": sorted(needed),
        "not_needed": sorted(spare),
        "normative_not_needed": binding,
        "not_asked": sorted(set(system.clauses) - asked),
    }
