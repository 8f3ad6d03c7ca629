"""Finds the clauses that the proofs of a mode's claims need, and those that no proof needs (``queensbench rests``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.proved import DONE, Proofs
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.words import reading_text
from queensbench.engines.prove.induction import prove
from queensbench.engines.prove.proof_cores import RLIMIT, Block, Resting, Tracer
from queensbench.evidence.questions import MARKED, Question, answered, stored
from queensbench.project.register.clauses import ClauseKind
from queensbench.rules.system import provable
from queensbench.rules.typed import ir

if TYPE_CHECKING:
    from queensbench.engines.runtime.box import Box
    from queensbench.evidence.cache import VerdictCache
    from queensbench.project.projects import Ruleset


def resting(
    ruleset: Ruleset,
    box: Box,
    readings: Mapping[str, Any],
    cache: VerdictCache,
    names: Sequence[str] = (),
    *,
    rlimit: int = RLIMIT,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """The clauses on which the proofs of always and never claims rest (``names``: of these claims and their lemmas).

    From the store, or traced.  Raises BadInput where a property of another kind is named.
    """
    system = box.system
    claims = provable(box.mode, box.instance, names, remedy="name an always or never property")
    judges = [i for i, judge in enumerate(system.judges) if judge.name in claims]
    raw = box.raw(readings)

    def wanted(numbers: Iterable[int]) -> list[int]:
        return [j for j in numbers if not names or system.judges[j].name in names]

    def find() -> dict[str, Any]:
        shown = None if readings else _stored(ruleset, box, cache)
        if shown is None:
            shown = _proved(system, judges, raw, rlimit, progress)
        whole = sorted({lemma for judge in wanted(shown) for lemma in shown[judge]})
        traced = Tracer(system, whole, raw, rlimit=rlimit, progress=progress).run() if whole else NOTHING
        return {
            "mode": f"{box.ruleset}/{box.mode.name}",
            "instance": box.instance.name,
            "reading": reading_text(box.mode, readings),
            "asked": sorted(system.judges[j].name for j in wanted(shown)),
            "unproved": sorted(system.judges[j].name for j in wanted(judges) if j not in shown),
            **_traced(system, traced),
            **_clauses(ruleset, system, traced),
            "cached": False,
        }

    asked = Question("rests", " ".join(sorted(names)), MARKED, box.instance, {"rlimit": rlimit})
    return answered(asked, cache, find)


def _proved(
    system: ir.System, judges: Sequence[int], raw: Sequence[int], rlimit: int, progress: Callable[[str], None]
) -> dict[int, tuple[int, ...]]:
    """The judges that one step proves, each with those that its proof rests on."""

    def told(done: int, of: int) -> None:
        progress(f"proving: {done:,} of {of:,} goals")

    proof = prove(system, judges, readings=raw, rlimit=rlimit, progress=told)
    return {claim.judge: claim.lemmas for claim in proof.claims if claim.verdict in DONE}


def _stored(ruleset: Ruleset, box: Box, cache: VerdictCache) -> dict[int, tuple[int, ...]] | None:
    """As :func:`_proved`, from an audit's stored proofs of the box as sold; None if they are not all there."""
    proofs = Proofs(Run(ruleset, box.mode, Options(evidence=cache.evidence)))
    if cache.evidence is None or box.instance.name != proofs.full.name:
        return None
    numbers = {judge.name: number for number, judge in enumerate(box.system.judges)}
    found: dict[int, tuple[int, ...]] = {}
    for claim in proofs.questions()[1]:
        row = stored(claim, proofs.run.cache)
        if row is None:
            return None
        if row.verdict == "holds" and row.shown in DONE and row.proof is not None:
            lemmas = {numbers[name] for name in row.proof.get("lemmas", ())}
            found[numbers[claim.name]] = tuple(sorted(lemmas | {numbers[claim.name]}))
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
