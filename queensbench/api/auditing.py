"""Audits of several modes: every property and every ruling, the lock of verdicts, and reports for builds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from queensbench.analyses.audit import all_modes, play_files
from queensbench.analyses.audit.all_modes import Fault
from queensbench.analyses.audit.build_rows import BuildRows
from queensbench.analyses.audit.closing import Settled
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.audit.request import Audit, AuditRequest
from queensbench.analyses.rulings.impact import GAMES
from queensbench.analyses.verdicts.run import PROOF_TIME, SEED
from queensbench.api.audit_results import (
    Audited,
    AuditedMode,
    Impact,
    Judged,
    RulesetImpact,
    impact_of,
    mode_of,
    parted,
)
from queensbench.api.given import checked, names_of, texts_of
from queensbench.api.loading import loaded
from queensbench.api.store import Store, where
from queensbench.evidence.plays import write_atomic
from queensbench.rendering import audit_tables, junit, ruling_tables, sarif

__all__ = ["AuditRequest", "Auditing", "audit", "impact"]

Paths = str | Sequence[str]


def _quiet(text: str) -> None:
    """Tell nobody."""


def _nobody(found: object) -> None:
    """Show nobody."""


@checked()
def audit(
    paths: Paths = (),
    *,
    project: str | Path | None = None,
    instances: str | Sequence[str] = (),
    properties: str | Sequence[str] = (),
    readings: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int = SEED,
    budget: int | None = None,
    rulings: bool = True,
    proofs: bool = True,
    rlimit: int | None = None,
    seconds: float = PROOF_TIME,
    confirm: bool = False,
    accept: str = "",
    plays: str | Path | None = None,
    junit: str | Path | None = None,
    sarif: str | Path | None = None,
    store: Store | None = None,
    cluster: str = "",
    done: Callable[[AuditedMode], None] = _nobody,
    progress: Callable[[str], None] = _quiet,
    warn: Callable[[str], None] = _quiet,
) -> Audited:
    """Judge every property and every ruling of the modes at these paths, as ``queensbench audit`` does.

    ``paths``: rulesets and modes (none: all of the project).  ``instances``, ``properties``: only these.  ``readings``:
    by ruling the name or the member of a reading.  ``games``: random games of each full box (None: 20,000), from
    ``seed`` on.  ``budget``: the most states of one exploration.  ``rulings``: ask also which rulings matter.
    ``proofs``: try induction, with ``rlimit`` of z3's units for a goal and ``seconds`` for a mode; ``confirm``: only
    prove what other audits leave out.  ``accept``: a reason, with which ``verdicts.lock`` is written.

    ``plays``: a folder that every play is stored in.  ``junit``, ``sarif``: files that reports for builds are written
    to.  ``store``: where verdicts are kept and taken from (None: nowhere).  ``cluster``: the address
    of a cluster whose workers answer, as ``--cluster`` has it (empty: this machine alone does).  ``done`` is given each
    mode when it has ended, ``warn`` a line where a verdict cannot be kept or a worker is lost.

    A fault in one mode of several does not end the others; of one alone it is raised.  Ctrl-C leaves what is finished.
    Raises BadInput for an unknown name, for options that exclude each other, and where nothing can be written;
    ClusterFault where a cluster cannot be asked.

    >>> import queensbench as qb
    >>> found = qb.audit("queue4/standard", instances="six", properties=["cards.conserved"])
    >>> [(one.name, one.verdict, one.shown) for one in found["queue4/standard"].verdicts]
    [('cards.conserved', 'holds', 'exhausted')]
    >>> found.require_expected()
    """
    place, fresh = where(store)
    request = AuditRequest(
        paths=names_of(paths),
        instances=names_of(instances),
        properties=names_of(properties),
        readings=texts_of(readings),
        games=games,
        seed=seed,
        budget=budget,
        rulings=None if rulings else False,
        proofs=proofs,
        rlimit=rlimit,
        proof_time=seconds,
        plays=_path(plays),
        accept=bool(accept),
        reason=accept,
        confirm=confirm,
        store=place,
        fresh=fresh,
        cluster=cluster,
    )
    asked = Auditing(request, _path(junit), _path(sarif), project=project, progress=progress, warn=warn)
    found = asked.audited(done)
    asked.refresh_index()
    return found


@checked()
def impact(
    paths: Paths = (),
    *,
    project: str | Path | None = None,
    rulings: str | Sequence[str] = (),
    games: int = GAMES,
    seed: int = SEED,
    budget: int | None = None,
    rlimit: int | None = None,
    plays: str | Path | None = None,
    store: Store | None = None,
    cluster: str = "",
    done: Callable[[RulesetImpact], None] = _nobody,
    progress: Callable[[str], None] = _quiet,
    warn: Callable[[str], None] = _quiet,
) -> Impact:
    """Say which rulings matter, over all modes at these paths, as ``queensbench audit --rulings`` does.

    ``rulings``: only these.  ``games``: random games of each full box, from ``seed`` on.  ``budget``: the most states
    of one exploration; ``rlimit``: z3's units for one goal.  ``plays``: a folder for the plays that show a difference.
    ``paths``, ``project``, ``store``, ``cluster``, ``done`` (given each ruleset) and ``warn`` as of :func:`audit`.

    >>> import queensbench as qb
    >>> found = qb.impact("queue4/standard", rulings="stop_when", games=20, budget=1_000)
    >>> [(one.ruling, one.matters, one.kind) for one in found.rulesets[0].effects]
    [('stop_when', 'differs', 'legal')]
    """
    place, fresh = where(store)
    request = AuditRequest(
        paths=names_of(paths),
        games=games,
        seed=seed,
        budget=budget,
        rulings=True,
        rlimit=rlimit,
        plays=_path(plays),
        store=place,
        fresh=fresh,
        cluster=cluster,
    )
    asked = Auditing(request, project=project, progress=progress, warn=warn)
    return asked.impact(done, only=names_of(rulings))


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


class Auditing:
    """An audit that is asked for, with the files for builds; made before anything takes long.  Raises BadInput."""

    def __init__(
        self,
        request: AuditRequest,
        junit: Path | None = None,
        sarif: Path | None = None,
        *,
        project: str | Path | None = None,
        progress: Callable[[str], None] = _quiet,
        warn: Callable[[str], None] = _quiet,
    ) -> None:
        self.junit, self.sarif = junit, sarif
        files = [path for path in (junit, sarif) if path is not None]
        request = replace(request, files=files)
        found = loaded(project, request.paths)
        self._audit = Audit.opened(request, *found, progress=progress, warn=warn)
        self._progress, self._warn = progress, warn

    def audited(self, done: Callable[[AuditedMode], None]) -> Audited:
        """Audit the modes; ``done`` is given each when it has ended."""
        audit = self._audit
        modes: list[AuditedMode] = []

        def ended(found: ModeReport | Fault) -> None:
            modes.append(mode_of(found))
            done(modes[-1])

        try:
            audit.run(ended, self._warn)
            settled = audit.settled()
        except Exception as error:
            fault = all_modes.ended_by(error, audit.selected)
            self._write(Settled(), all_modes.exit_code([fault]), fault)  # or an older one would stand
            raise
        code = audit.code(settled)
        self._write(settled, code)
        if audit.request.plays is not None and audit.reports:
            play_files.store_plays(audit.project, audit.reports, audit.request.plays)
        return self._found(modes, settled, code)

    def impact(self, done: Callable[[RulesetImpact], None], *, only: Sequence[str] = ()) -> Impact:
        """Ask which rulings matter, and nothing else; ``done`` is given each ruleset.  ``only``: these rulings."""
        from queensbench.analyses.audit import all_rulesets

        audit = self._audit
        rulesets: list[RulesetImpact] = []

        def ended(found: Judged) -> None:
            rulesets.append(impact_of(found))
            done(rulesets[-1])

        settings = replace(audit.request.settings, rulings=tuple(only))
        with audit.clustered(self._warn) as evidence:
            asked = all_rulesets.AllRulings(audit.selected, audit.refused, evidence, settings, audit.cluster)
            asked.run(ended, self._progress)
        if audit.request.plays is not None:
            for ruleset, rows in asked.found.items():
                all_rulesets.store_plays(ruleset, rows, audit.request.plays)
        return Impact(
            mode=", ".join(one.mode for one in rulesets),
            instance="",
            data=ruling_tables.as_json(asked.found, asked.code, asked.faults),
            rulesets=tuple(rulesets),
            code=asked.code,
            errors=tuple(all_modes.lines(asked.faults)),
            interrupted=asked.interrupted,
            _asked=asked,
        )

    def refresh_index(self) -> None:
        """Enter into the index of the store what was stored."""
        self._audit.refresh_index()

    def _found(self, modes: Sequence[AuditedMode], settled: Settled, code: int) -> Audited:
        audit = self._audit
        data = audit_tables.audit_json(*parted(modes), code) | settled.as_json()
        held = settled.held
        return Audited(
            mode=", ".join(mode.mode for mode in modes),
            instance=", ".join(audit.request.instances),
            data=data | {"without_model": audit.unmodelled},
            modes=tuple(modes),
            lost=() if held is None else (*(one.text for one in held.lost), *held.gone),
            contradictions=tuple(one.text for one in settled.contradicting),
            without_model=tuple(audit.unmodelled),
            code=code,
            errors=(*all_modes.lines(audit.faults), *settled.errors),
            interrupted=audit.cut or any(mode.interrupted for mode in modes),
            _settled=settled,
        )

    def _write(self, settled: Settled, code: int, ended: Fault | None = None) -> None:
        """Write the files for builds, each whole or not at all; ``ended``: the fault that has cut the audit short."""
        if self.junit is None and self.sarif is None:
            return
        rows = BuildRows(self._audit, settled, code, ended)
        if self.junit is not None:
            write_atomic(self.junit, junit.junit(rows))
        if self.sarif is not None:
            write_atomic(self.sarif, sarif.sarif(rows))
