"""Rulings on which the states compared show no difference: z3 and random games are asked of the box as sold.

That needs the claims that the same audit proves there, as invariants; while one range obligation is open, or one
transition is dead, nothing is asked.  The games are walked while the proofs still run.  What z3 says and what the
states compared show must not contradict each other: if they do, one engine is wrong, which is an internal error.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from queensbench.analyses.rulings.impact import Matters
from queensbench.analyses.rulings.ruling_rows import BOX_ROW, DIFFERS, NEVER, BoxRow, ComparisonRow, RulingRow
from queensbench.analyses.rulings.small_boxes import SmallBoxes
from queensbench.analyses.verdicts.proved import Proofs
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.words import count, length_text
from queensbench.errors import InternalError
from queensbench.evidence.questions import Question, answered_all, stored

if TYPE_CHECKING:
    from queensbench.analyses.rulings.proof_or_play import Comparing

OPEN = ("not-seen", "undecided")
"""What the states compared say of a ruling that is asked."""
KINDS: Mapping[str, Matters] = {"winner": "winner", "ending": "ending", "scored": "scored"}
"""The strongest differences; a play that shows any other one shows that another move is legal."""
GAMES = 2_000
RLIMIT = 8_000_000
"""z3's resource limit for one question, unless the audit has one; ``queensbench compare`` asks for longer."""
ALLOWANCE = 40_000_000
"""And for all questions of one ruling, by the same count; 9 and 17 million show two rulings never to matter."""
STEPS = 1_000_000
"""About so many steps of random games are walked: where games are long, fewer games."""
ELSEWHERE = 5
"""Of so many games one is walked beside each other reading of another ruling, too."""


class RulingDisagreement(InternalError):
    """Two engines contradict each other: a fault of the toolkit, not of the rules."""

    def __init__(self, run: Run, ruling: str, one: str, other: str) -> None:
        where = f"{run.ruleset.name}/{run.mode.name}"
        super().__init__(
            f"{where}: the engines disagree on the ruling {ruling}: {one}, but {other}; one of them is wrong; "
            "trust no verdict on this ruling"
        )


class FullSize:
    """The open rulings of one mode: :meth:`prepare` while the proofs run, :meth:`finish` when they have ended."""

    def __init__(self, run: Run, proofs: Proofs, small: SmallBoxes) -> None:
        self.run = run
        self.proofs = proofs
        self.small = small
        self.full = run.mode.full
        self.comparing: Comparing | None = None
        self.seen: Mapping[str, Sequence[Any]] = {}
        self.seconds = 0.0

    @cached_property
    def games(self) -> int:
        """How many games are walked: fewer where the random games of the box were long."""
        asked = min(GAMES, self.run.options.games)
        played = self.small.played
        if played is None or not played.row["steps"]:
            return asked
        return max(1, min(asked, STEPS * int(played.row["games"]) // int(played.row["steps"])))

    def open(self) -> list[RulingRow]:
        """The rulings to ask about: none where readings are not to be compared on the box."""
        return [row for row in self.small.rows if row.matters in OPEN and self.full.compare]

    def prepare(self) -> None:
        """Walk the games before the proofs end; nothing if they have ended (then what is stored may do)."""
        if self.open() and self.proofs.running:
            self._walk([row.name for row in self.open()])

    def finish(self) -> None:
        """Decide each open ruling in the box as sold, as far as that is possible.  Raises RulingDisagreement."""
        rows = self.small.rows
        known = self.proofs.known() if rows and self.full.compare else None
        if known is None:
            return
        questions = {row.name: self._question(row.name, known) for row in rows}
        for row in rows:
            before = stored(questions[row.name], self.run.cache)
            if before is not None:
                self.agree(row, before)

        def find(missing: Sequence[Question[BoxRow]]) -> Iterator[BoxRow]:
            from queensbench.analyses.rulings.invariants import Known

            self._walk([question.name for question in missing])
            assert self.comparing is not None
            self.comparing.known = Known(*known)
            for question in missing:
                found = self._ask(question.name)
                self.agree(by_name[question.name], found)
                yield found

        by_name = {row.name: row for row in self.open()}
        asked = [questions[name] for name in by_name]
        for row, found in zip(by_name.values(), answered_all(asked, self.run.cache, find), strict=True):
            settle(row, self._decided(found), self.full.name)

    def _decided(self, found: BoxRow) -> BoxRow:
        """The row of an open ruling, decided where every state of the box was compared."""
        compared = self._compared(self.full.name, found.ruling)
        if found.matters != "undecided" or compared is None or compared.matters != "not-seen":
            return found
        return replace(found, matters="never", how="exhausted", others="base", candidate=None)

    # ------------------------------------------------------------------------------------------- asking

    def _question(self, name: str, known: tuple[Sequence[str], Sequence[str]]) -> Question[BoxRow]:
        """The question of a ruling; its answer rests on what the proofs rest on, their results, and the games."""
        more = {
            **self.proofs.share,
            "known": [list(group) for group in known],
            "games": self.games,
            "seed": self.run.options.seed,
        }
        return Question("full-size", name, BOX_ROW, self.full, more, "mode")

    def _walk(self, names: Sequence[str]) -> None:
        """Walk random games of the box, once, and keep the differences that they show for these rulings."""
        from queensbench.analyses.rulings.full_size_comparison import AuditComparing
        from queensbench.analyses.rulings.proof_or_play import Limits
        from queensbench.engines.distinguish.distinguishability import places

        if self.comparing is not None:
            return
        run = self.run
        told = {row.name for row in self.small.rows if row.elsewhere}
        begun = time.perf_counter()
        limits = Limits(
            games=self.games,
            games_elsewhere=max(1, self.games // ELSEWHERE),
            seed=run.options.seed,
            rlimit=run.options.rlimit or RLIMIT,
            allowance=None if run.options.rlimit else ALLOWANCE,
        )
        comparing = AuditComparing(run, self.full.name, told, limits)
        read = [name for name in names if places(comparing.system, comparing.number(name))]
        if read:
            self.seen = comparing.walk(read, comparing.base, range(self.games))
            for name in read:
                if name not in told and not any(met for _, met in self.seen[name]):
                    list(comparing.elsewhere(name, comparing.number(name)))
        self.comparing = comparing
        self.seconds = (time.perf_counter() - begun) / len(names)

    def _ask(self, name: str) -> BoxRow:
        assert self.comparing is not None
        begun = time.perf_counter()
        found = self.comparing.row(name, self.seen.get(name, []))
        found.seconds = time.perf_counter() - begun + self.seconds
        return found

    # ------------------------------------------------------------------------------------- agreement

    def agree(self, row: RulingRow, found: BoxRow) -> None:
        """Check the verdict on a ruling against the states compared *of the same box*.

        Of another box either may be true: what never matters in the box as sold may matter in a small one.
        """
        box = self.full.name
        compared = self._compared(box, row.name)
        if found.matters == NEVER:
            said = f"z3 says that it never matters in {box}"
            if compared is not None and compared.matters not in OPEN:
                raise RulingDisagreement(self.run, row.name, said, _seen(compared, box))
            for one in row.elsewhere:
                if found.others == "every reading" and one["instance"] == box:
                    said += ", whatever the other rulings"
                    steps = " ".join(one["play"])
                    there = f"beside {one['beside']} {one['matters']} is seen there after {steps}"
                    raise RulingDisagreement(self.run, row.name, said, there)
        elif found.matters == DIFFERS and found.witness is not None and found.witness.instance == box:
            if compared is not None and compared.matters == "not-seen":
                steps = " ".join(found.witness.play.texts)
                played = (
                    f"a play shows that it matters in {box} ({found.witness.text}: {steps or 'the start'})"
                )
                other = f"every one of its {compared.states:,} states was compared, and none differs"
                raise RulingDisagreement(self.run, row.name, played, other)

    def _compared(self, box: str, ruling: str) -> ComparisonRow | None:
        return self.small.partings.get(box, {}).get(ruling)


def _seen(compared: ComparisonRow, box: str) -> str:
    steps = " ".join(compared.play.texts) if compared.play is not None else ""
    return f"{compared.matters} is seen there beside {compared.against} after {steps or 'the start'}"


def settle(row: RulingRow, found: BoxRow, box: str) -> None:
    """Put the results of the box as sold into a ruling's row."""
    row.box = found
    row.seconds += found.seconds
    row.cached = found.cached and (row.cached or not row.by_instance)
    before, seen = row.detail, found.witness
    row.instance = box
    if found.matters == NEVER:
        row.matters = "never"
        beside = "whatever the other rulings" if found.others == "every reading" else "beside these readings"
        row.detail = (
            f"the same in every position, {beside}" if found.places else "no rule of this mode reads it"
        )
    elif seen is not None and found.kind == "fault":  # that a rule breaks is no difference of play
        row.matters, row.against, row.detail = "undecided", seen.against, seen.text
    elif found.matters == DIFFERS and seen is not None:
        row.matters = KINDS.get(found.kind, "legal")
        row.against, row.play, row.instance = seen.against, seen.play, seen.instance
        row.detail = f"random games; they part in a play of {length_text(seen.choices, seen.steps)}"
    else:
        row.matters = "undecided"
        text = found.candidate["text"] if found.candidate is not None else ""
        if found.candidate is not None and found.candidate["board"]:
            text = f"a position that may be unreachable: {text}"
        row.detail = (
            f"no difference seen in {count(found.games, 'random game')} of {box}, nor in {before}; {text}"
        )
