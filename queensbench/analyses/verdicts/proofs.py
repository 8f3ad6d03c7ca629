"""``queensbench prove``: proofs of a mode's properties, first under all readings at once.

What fails under some reading is tried again under the house reading, with what was proved before as lemmas; what
fails there as well is tried deeper, by k-induction.  A step that fails is shown as a counterexample to induction, in
the model's words; it may be a state that no play reaches.  Before anything is said to be proved, it is tried on single
steps in machine code (:mod:`queensbench.engines.prove.step_trials`): one that contradicts it is an internal error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from queensbench.engines.prove.hints import Hints
from queensbench.engines.prove.induction import DEPTH, RLIMIT, ClaimVerdict, Proof, Workers, prove
from queensbench.engines.prove.obligations import REFUSED_START, Goal
from queensbench.engines.prove.step_trials import STEPS, Model, Tried, TriedClaims, try_steps
from queensbench.engines.prove.worker_pool import INTERRUPTED, LOST, NOT_ASKED, NOT_DECIDED, Share
from queensbench.engines.runtime.box import Box
from queensbench.engines.runtime.ctrl_c import heeded
from queensbench.evidence.plays import board
from queensbench.rules.system import provable
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import Move

DONE = ("proved", "by construction")
EVERY, HOUSE = "every reading", "house"
CUT = {
    NOT_ASKED: "the budget was spent",
    NOT_DECIDED: "the budget was spent",
    INTERRUPTED: "the proof was interrupted",
    LOST: "processes were lost",
}
"""Why a claim is unknown, by the reason of a goal that was not decided."""


@dataclass(frozen=True)
class Attempted:
    """All attempts at a mode's claims, by what they were read under, and the best that is known of each judge.

    ``left``: how many goals were left when the time was over or Ctrl-C came (``interrupted``).  ``tried``: on how many
    steps what was shown was tried.  ``hints``: how goals were shown, for a later proof.
    """

    attempts: tuple[tuple[str, Proof], ...]
    claims: Mapping[int, tuple[str, ClaimVerdict]]
    left: int
    tried: Mapping[str, Any]
    interrupted: bool = False
    hints: Hints = field(default_factory=dict)

    def whole(self, reading: str) -> bool:
        """Whether all ranges were shown in an attempt, and each transition is possible."""
        return any(under == reading and p.whole for under, p in self.attempts)


def proofs(
    box: Box,
    names: Sequence[str] = (),
    *,
    rlimit: int = RLIMIT,
    depth: int = DEPTH,
    seconds: float | None = None,
    share: Share | None = None,
    steps: int = STEPS,
    progress: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Prove the always and never properties of a box's mode: :func:`attempted`, as data."""
    found = attempted(
        box,
        names,
        rlimit=rlimit,
        depth=depth,
        seconds=seconds,
        share=share,
        steps=steps,
        progress=progress,
    )
    return as_data(box, found, names)


def attempted(
    box: Box,
    names: Sequence[str] = (),
    *,
    rlimit: int = RLIMIT,
    depth: int = DEPTH,
    seconds: float | None = None,
    share: Share | None = None,
    steps: int = STEPS,
    progress: Callable[[str], None] = lambda text: None,
) -> Attempted:
    """Try to prove the always and never properties of a box's mode (those named, all others as their lemmas).

    ``seconds``: when so many are over, the goals that are left count as unknown (None: all are asked).  ``share``:
    what proving may use (None: all of the machine, and no kept proofs).  ``steps``: on how many steps proved claims are
    tried.  Raises BadInput where a property of another kind is named, InternalError where a step contradicts a proof,
    and KeyboardInterrupt on Ctrl-C, but not where the share says that what is proved by then is kept.
    """
    system = box.system
    remedy = "name an always or never property, or search for a play"
    inductive = provable(box.mode, box.instance, names, remedy=remedy)
    judges = [i for i, judge in enumerate(system.judges) if judge.name in inductive]
    house = tuple(ruling.house for ruling in system.rulings)
    attempts: list[tuple[str, Proof]] = []
    with _halting(share) as halted, Workers(system, seconds, share, halted) as workers:

        def tried(reading: str, k: int) -> None:
            """One attempt for all claims that are not shown yet, with what is shown under every reading given."""
            every = [proof for under, proof in attempts if under == EVERY]
            whole = any(proof.whole for proof in every)
            good = {c.judge for proof in every for c in proof.claims if c.verdict in DONE} if whole else set()
            shown = good | {c.judge for _, proof in attempts for c in proof.claims if c.verdict in DONE}
            if attempts and (workers.spent or shown >= set(judges)):
                return
            text = reading if k == 1 else f"{reading}, depth {k}"
            proof = prove(
                system,
                [j for j in judges if j not in good],
                readings=house if reading == HOUSE else None,
                rlimit=rlimit,
                depth=k,
                given=sorted(good),
                workers=workers,
                progress=_told(progress, text),
            )
            attempts.append((reading, proof))

        for k in range(1, depth + 1):
            tried(EVERY, k)
            if system.rulings:
                tried(HOUSE, k)
    claims = _strongest(attempts)
    if halted and not any(claim.verdict in DONE for _, claim in claims.values()):
        raise KeyboardInterrupt
    begun = time.perf_counter()
    on = tried_on(box, attempts, house, steps=steps, progress=progress)
    trying = time.perf_counter() - begun
    row = {**on.row(), "seconds": round(trying, 3)}
    hints = workers.learnt.hints
    return Attempted(tuple(attempts), claims, len(workers.left), row, interrupted=bool(halted), hints=hints)


def _halting(share: Share | None) -> AbstractContextManager[list[int] | None]:
    """What becomes not empty when the proof is interrupted; None where that is an exception."""
    return heeded() if share is not None and share.keep else nullcontext()


def _told(progress: Callable[[str], None], what: str) -> Callable[[int, int], None]:
    return lambda done, of: progress(f"{what}: {done:,} of {of:,} goals")


def _strongest(attempts: Sequence[tuple[str, Proof]]) -> dict[int, tuple[str, ClaimVerdict]]:
    """The strongest verdict on each claim, by judge, with its reading; one under every reading is the strongest."""
    claims: dict[int, tuple[str, ClaimVerdict]] = {}
    for reading, proof in attempts:
        for claim in proof.claims:
            old = claims.get(claim.judge)
            better = reading == EVERY and claim.verdict in DONE
            if old is None or old[1].verdict not in DONE or (old[0] == HOUSE and better):
                claims[claim.judge] = (reading, claim)
    return claims


def _told_place(system: ir.System, goal: Goal) -> str:
    """Where a goal stands that no range be left: a transition's name, ``the start``, or nothing for a question."""
    if goal.obligation.from_start:
        return "the start"
    return system.transitions[goal.transition].name if goal.transition >= 0 else ""


def _told_site(system: ir.System, site: int) -> str:
    """What must not be violated at a site of a goal."""
    return "a `require` of the start" if site == REFUSED_START else system.sites[site].text


def as_data(box: Box, found: Attempted, names: Sequence[str] = ()) -> dict[str, Any]:
    """The results of attempts (for the properties named), as data."""
    system, claims, attempts = box.system, found.claims, found.attempts
    rows = [_row(box, reading, claim) for reading, claim in (claims[j] for j in sorted(claims))]
    return {
        "mode": f"{box.ruleset}/{box.mode.name}",
        "instance": box.instance.name,
        "properties": [row for row in rows if not names or row["name"] in names],
        "obligations_open": [
            {
                "transition": _told_place(system, a.goal),
                "text": [_told_site(system, site) for site in a.goal.sites],
                "verdict": a.verdict,
            }
            for a in attempts[0][1].obligations
        ],
        "never_enabled": [system.transitions[t].name for t in attempts[0][1].dead],
        "goals": sum(proof.goals for _, proof in attempts),
        "known": sum(proof.known for _, proof in attempts),
        "without_solver": sum(proof.frames for _, proof in attempts),
        "decided_by": {
            sort: sum(proof.by_sort[sort] for _, proof in attempts) for sort in attempts[0][1].by_sort
        },
        "rlimit": attempts[0][1].rlimit,
        "tried": dict(found.tried),
        "left": found.left,
        "seconds": round(sum(proof.seconds for _, proof in attempts), 3),
        **({"interrupted": True} if found.interrupted else {}),
    }


def tried_on(
    box: Box,
    attempts: Sequence[tuple[str, Proof]],
    house: tuple[int, ...],
    *,
    steps: int = STEPS,
    progress: Callable[[str], None] = lambda text: None,
) -> Tried:
    """Try on steps what attempts have shown: under every reading and, where more was shown there, under ``house``.

    Raises InternalError where a step contradicts a proof.
    """
    depths: dict[str, dict[int, int]] = {EVERY: {}, HOUSE: {}}
    ranges = {EVERY: False, HOUSE: False}
    models: list[Model] = []
    for reading, proof in attempts:
        shown = {
            c.judge: 0 if c.verdict == "by construction" else c.depth
            for c in proof.claims
            if c.verdict in DONE
        }
        for judge, depth in shown.items():
            depths[reading][judge] = min(depth, depths[reading].get(judge, depth))
        ranges[reading] |= proof.whole
        models += [Model(a.cells, a.readings, a.parameters, tuple(shown)) for a in proof.models]
    claimed = [TriedClaims(depths[EVERY], None, ranges[EVERY])]
    both = {**depths[HOUSE], **depths[EVERY]}
    if set(both) > set(depths[EVERY]):
        claimed.append(TriedClaims(both, house, ranges[EVERY] or ranges[HOUSE]))
    return try_steps(box, claimed, list(dict.fromkeys(models)), steps=steps, progress=progress)


def _row(box: Box, reading: str, claim: ClaimVerdict) -> dict[str, Any]:
    system = box.system
    tried = [
        {
            "transition": system.transitions[a.goal.transition].name if a.goal.transition >= 0 else "",
            "verdict": a.verdict,
            "reason": a.reason,
        }
        for a in claim.open
    ]
    why = next((CUT[a.reason] for a in claim.open if a.reason in CUT), "")
    return {
        "name": system.judges[claim.judge].name,
        "verdict": "holds"
        if claim.verdict in DONE
        else "fails"
        if claim.verdict == "failed at the start"
        else "unknown",
        "class": claim.verdict if claim.verdict in DONE else "unknown",
        "reading": reading,
        "why": f"{claim.verdict}: {why}" if why and claim.verdict == "unknown" else claim.verdict,
        "depth": claim.depth,
        "lemmas": [system.judges[lemma].name for lemma in claim.lemmas],
        "open": tried,
        "counterexample_to_induction": _words(box, claim),
    }


def _words(box: Box, claim: ClaimVerdict) -> dict[str, Any] | None:
    """A counterexample to induction in the model's words.  It may be a state that no play reaches."""
    found = claim.counterexample
    if found is None or found.goal.transition < 0:
        return None
    system = box.system
    other = {
        ruling.name: ruling.readings[raw].lower()
        for ruling, raw in zip(system.rulings, found.readings, strict=True)
        if raw != ruling.house
    }
    silences = [(s.what, system.clauses[s.clause]) for s in system.silences]
    interpreter = box.interpreter()
    state = interpreter.state(list(found.cells), silences)
    transition = system.transitions[found.goal.transition]
    label = transition.name
    if transition.kind != "automatic":
        label = box.coding.label(Move(found.goal.transition, found.args))
    path = [system.transitions[number].name for number in found.goal.path]
    if not found.goal.obligation.from_start:  # then the board is that before the whole path
        label = ", ".join([*path, label])
    return {"board": board(interpreter, state), "step": label, "readings": other}
