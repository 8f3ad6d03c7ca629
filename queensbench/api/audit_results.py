"""Findings of audits of several modes, as values that never change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from queensbench.analyses.audit.all_modes import Fault
from queensbench.analyses.audit.closing import Settled
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.rulings.impact import SEEN, Finding
from queensbench.analyses.rulings.ruling_rows import DIFFERS, NEVER, UNDECIDED, RulingRow
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.words import fault
from queensbench.api.results import Effect, Result, Table, Verdict, Verdicts
from queensbench.project.projects import Ruleset
from queensbench.rendering import audit_tables, ruling_tables

if TYPE_CHECKING:
    from queensbench.analyses.audit.all_rulesets import AllRulings

Judged = Fault | tuple[Ruleset, Sequence[Finding]]
"""The findings on the rulings of a ruleset, or why there are none."""


@dataclass(frozen=True, kw_only=True)
class AuditedMode(Verdicts):
    """The findings of an audit about one mode; ``instance``: the instances that were explored or played.

    ``effects``: of each ruling whether it matters; empty where none was asked about.  ``fault``: why there are no
    verdicts, in the words of the command ("" where there are).

    >>> import queensbench as qb
    >>> found = qb.audit("queue4/standard", instances="six", properties="cards.conserved")
    >>> mode = found["queue4/standard"]
    >>> mode["cards.conserved"].shown, mode.fault
    ('exhausted', '')
    """

    effects: tuple[Effect, ...] = ()
    fault: str = ""
    _found: ModeReport | Fault = field(repr=False, compare=False)

    def require_expected(self) -> None:
        """As :meth:`Verdicts.require_expected`; a mode without verdicts is not as expected either."""
        if self.fault:
            raise AssertionError(self.fault)
        super().require_expected()


@dataclass(frozen=True, kw_only=True)
class Audited(Result):
    """The findings of an audit of several modes; ``queensbench audit --json`` prints its :meth:`to_json`.

    ``modes``: an :class:`AuditedMode` each, in the order asked, fewer after Ctrl-C (``interrupted``); ``audited[path]``
    is that of one mode, or KeyError.  ``lost``: what ``verdicts.lock`` says and was not shown, a
    line each.  ``contradictions``: verdicts that contradict each other.  ``without_model``: what was asked for and has
    no model.  ``code``: the exit code of the command, 0 where all is as expected; ``errors``: the lines that it writes
    to the error stream.

    >>> import queensbench as qb
    >>> found = qb.audit("queue4/standard", instances="six", properties="cards.conserved")
    >>> found.code, [mode.mode for mode in found.modes], found.lost
    (0, ['queue4/standard'], ())
    """

    modes: tuple[AuditedMode, ...]
    lost: tuple[str, ...]
    contradictions: tuple[str, ...]
    without_model: tuple[str, ...]
    code: int
    errors: tuple[str, ...]
    interrupted: bool
    _settled: Settled = field(repr=False, compare=False)

    def __getitem__(self, path: str) -> AuditedMode:
        for mode in self.modes:
            if mode.mode == path:
                return mode
        raise KeyError(path)

    def require_expected(self) -> None:
        """Raise AssertionError with a line for each thing that is not as expected, the lock and faults among them.

        Raises KeyboardInterrupt where Ctrl-C has left modes without a verdict.
        """
        if self.interrupted:
            raise KeyboardInterrupt
        lines = [line for mode in self.modes for line in mode.fault.splitlines()]
        lines += [f"{mode.mode}: {one.fault}" for mode in self.modes for one in mode.verdicts if one.fault]
        lines += [*self.contradictions, *(f"less than verdicts.lock says: {text}" for text in self.lost)]
        if lines:
            raise AssertionError("\n".join(["not as expected", *lines]))

    def rows(self) -> Table:
        """A row for each verdict, with its mode."""
        columns = ("mode", "property", "verdict", "shown", "reading", "instance", "expected")
        return columns, [(mode.mode, *row) for mode in self.modes for row in mode.rows()[1]]


@dataclass(frozen=True, kw_only=True)
class RulesetImpact(Result):
    """Which rulings of one ruleset matter, over all its modes that were asked; ``mode``: the ruleset's name.

    ``effects``: an :class:`Effect` each.  ``fault``: why there are none, in the words of the command.

    >>> import queensbench as qb
    >>> found = qb.impact("queue4/standard", rulings="stop_when", games=20, budget=1_000).rulesets[0]
    >>> found.mode, found.effects[0].matters, found.fault
    ('queue4', 'differs', '')
    """

    effects: tuple[Effect, ...] = ()
    fault: str = ""
    _found: Judged = field(repr=False, compare=False)

    def rows(self) -> Table:
        """A row for each ruling."""
        return ("ruling", "matters", "how", "in words"), [
            (e.ruling, e.matters, e.how, e.text) for e in self.effects
        ]


@dataclass(frozen=True, kw_only=True)
class Impact(Result):
    """Which rulings matter; :meth:`to_json` is what ``queensbench audit --rulings --json`` prints.

    ``rulesets``: a :class:`RulesetImpact` each.  ``code``: the exit code of the command; ``errors``: what it writes to
    the error stream.

    >>> import queensbench as qb
    >>> found = qb.impact("queue4/standard", rulings="stop_when", games=20, budget=1_000)
    >>> found.code, found.interrupted
    (0, False)
    """

    rulesets: tuple[RulesetImpact, ...]
    code: int
    errors: tuple[str, ...]
    interrupted: bool
    _asked: AllRulings = field(repr=False, compare=False)

    def rows(self) -> Table:
        """A row for each ruling, with its ruleset."""
        columns = ("ruleset", "ruling", "matters", "how", "in words")
        return columns, [(one.mode, *row) for one in self.rulesets for row in one.rows()[1]]


def verdict_of(row: PropertyRow) -> Verdict:
    """The verdict of a row of an audit."""
    return Verdict(
        row.name,
        row.verdict,
        row.shown,
        row.reading,
        row.instance,
        row.expected,
        row.state,
        row.detail,
        fault(row),
    )


def mode_of(found: ModeReport | Fault) -> AuditedMode:
    """The result of one mode; of a mode that could not be audited, its fault."""
    if isinstance(found, Fault):
        return AuditedMode(
            mode=found.name, instance="", data=found.as_json(), verdicts=(), fault=found.text, _found=found
        )
    return AuditedMode(
        mode=f"{found.ruleset}/{found.mode}",
        instance=", ".join(str(row["instance"]) for row in found.instances),
        data=audit_tables.audit_json([found], [], 0)["rulesets"][0],
        verdicts=tuple(map(verdict_of, found.properties)),
        interrupted=found.interrupted,
        effects=tuple(map(_effect, found.rulings)),
        _found=found,
    )


def impact_of(found: Judged) -> RulesetImpact:
    """The result of one ruleset's rulings, or of their fault."""
    if isinstance(found, Fault):
        return RulesetImpact(
            mode=found.name, instance="", data=found.as_json(), fault=found.text, _found=found
        )
    ruleset, rows = found
    return RulesetImpact(
        mode=ruleset.name,
        instance="",
        data=ruling_tables.as_json({ruleset: list(rows)}, 0)["rulesets"][0],
        effects=tuple(map(_effect, rows)),
        _found=found,
    )


def _effect(row: RulingRow | Finding) -> Effect:
    if isinstance(row, RulingRow):
        name, play = row.name, row.play
    else:
        name, play = row.ruling, None if row.play is None else row.play.play
    seen = row.matters in SEEN
    end = row.effect
    whole = Effect(
        name,
        DIFFERS if seen else NEVER if row.matters == NEVER else UNDECIDED,
        row.how,
        row.detail,
        row.matters if seen else "",
        tuple(play.texts) if play is not None else (),
    )
    if end is None:
        return whole
    return replace(
        whole,
        comes_up=end.comes_up,
        decides=end.decides,
        score=end.score,
        ending=end.ending,
        length=end.length,
        course=end.course,
        parted=end.parted,
        by=end.by,
        against=f"{end.mode}: {end.against}",
        in_words=end.text,
    )


def rows_of(mode: AuditedMode) -> ModeReport | Fault:
    """All rows of a mode, or its fault, as rendering takes them."""
    return mode._found


def judged_of(impact: RulesetImpact) -> Judged:
    """The findings of a ruleset, or their fault, as rendering takes them."""
    return impact._found


def parted(modes: Sequence[AuditedMode]) -> tuple[list[ModeReport], list[Fault]]:
    """The reports and the faults of modes, as rendering takes them."""
    rows = [rows_of(mode) for mode in modes]
    return [one for one in rows if isinstance(one, ModeReport)], [
        one for one in rows if isinstance(one, Fault)
    ]


def settled_of(audited: Audited) -> Settled:
    """The contradictions and the lock, as rendering takes them."""
    return audited._settled


def asked_of(impact: Impact) -> AllRulings:
    """All findings and faults, as rendering takes them."""
    return impact._asked
