"""The findings of a run of mutants as data: scores, clauses and rows, with the reasons why survivors may survive."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from queensbench.analyses.mutation.scoring import (
    NO_CLAUSE,
    OUTCOMES,
    PROPERTIES,
    TESTS,
    UNNOTICED,
    MutationReport,
    Row,
)
from queensbench.analyses.mutation.stages import LABELS, TOGETHER
from queensbench.engines.mutate.exhaustive import NOTICED, OF_THE_MODEL
from queensbench.project.register.survivors import TOGETHER_ALONE, Fault

NONE: Mapping[Fault, str] = MappingProxyType({})


def by_clause(report: MutationReport) -> dict[str, list[Row]]:
    """The mutants of each clause, by the names of clauses; code under no clause last."""
    groups: dict[str, list[Row]] = {}
    for row in report.rows:
        for clause in row.mutant.clauses or (NO_CLAUSE,):
            groups.setdefault(clause, []).append(row)
    return dict(sorted(groups.items(), key=lambda pair: (pair[0] == NO_CLAUSE, pair[0])))


def explained(report: MutationReport, reasons: Mapping[Fault, str]) -> dict[str, Any]:
    """How many survivors and undecided mutants have a reason (``explained``), and which reasons are ``idle``.

    A reason is idle if every mutant that it names was noticed; one that was not drawn keeps it from being idle.
    """
    by_fault: dict[Fault, list[Row]] = {}
    for row in report.rows:
        for fault in (_fault(row), (row.mutant.rule, TOGETHER_ALONE)):
            by_fault.setdefault(fault, []).append(row)
    return {
        "explained": sum(row.end in UNNOTICED and bool(_reason(row, reasons)) for row in report.rows),
        "idle": [
            {"rule": fault[0], "done": fault[1]}
            for fault in reasons
            if fault in by_fault and all(row.end == NOTICED for row in by_fault[fault])
        ],
    }


def _fault(row: Row) -> Fault:
    return row.mutant.rule, f"{row.mutant.kind}: {row.mutant.text}"


def _reason(row: Row, reasons: Mapping[Fault, str]) -> str:
    """Why a mutant may survive: by itself, or as one that goes otherwise under readings together alone; or nothing."""
    if _fault(row) in reasons:
        return reasons[_fault(row)]
    alone = row.where.endswith(LABELS[TOGETHER])
    return reasons.get((row.mutant.rule, TOGETHER_ALONE), "") if alone else ""


def data(report: MutationReport, reasons: Mapping[Fault, str] = NONE) -> dict[str, Any]:
    """A report as data, with the reasons why survivors may survive."""
    clauses = []
    for clause, rows in by_clause(report).items():
        noticing: dict[str, int] = {}
        for row in rows:
            for name in row.by:
                noticing[name] = noticing.get(name, 0) + 1
            if row.test:
                noticing[TESTS] = noticing.get(TESTS, 0) + 1
        clauses.append(
            {"clause": clause, "mutants": len(rows)}
            | {outcome.replace(" ", "_"): report.count(outcome, rows) for outcome in OUTCOMES}
            | {"noticed_by": dict(sorted(noticing.items(), key=lambda pair: (-pair[1], pair[0])))}
        )
    return {
        "ruleset": report.ruleset,
        "score": report.score(*OF_THE_MODEL, TESTS),
        "score_without_tests": report.score(*OF_THE_MODEL),
        "score_of_properties": report.score(),
        "noticed_by": report.noticed_by(),
        "nothing_else": sum(row.nothing_else for row in report.rows),
        "tests": None
        if report.tests is None
        else {
            "tests": report.tests.tests,
            "of_machine_code": report.tests.machine,
            "fail_anyway": list(report.tests.broken),
            "asked_of": len(report.tests.found),
            "noticed": sum(one.by is not None for one in report.tests.found),
            "not_ended": sum(one.left for one in report.tests.found),
        },
        "mutants": len(report.rows),
        "chosen": sum(row.chosen for row in report.rows),
        "counts": {outcome.replace(" ", "_"): report.count(outcome) for outcome in OUTCOMES},
        "seconds": round(report.seconds, 1),
        "out_of_time": report.out_of_time,
        "interrupted": report.interrupted,
        "instances": report.instances,
        "clauses": clauses,
        **explained(report, reasons),
        "rows": [_row(row, reasons) for row in report.rows if row.chosen],
    }


def _row(row: Row, reasons: Mapping[Fault, str]) -> dict[str, Any]:
    mutant = row.mutant
    return {
        "name": mutant.name,
        "clauses": list(mutant.clauses),
        "rule": mutant.rule,
        "place": f"{Path(mutant.file).name}:{mutant.line}",
        "kind": mutant.kind,
        "done": mutant.text,
        "outcome": row.end,
        "by": [row.test] if row.test else list(row.by),
        "by_property": row.noticed_by == PROPERTIES,
        "nothing_else": row.nothing_else,
        "what": row.what,
        "where": row.where,
        "tried_on": row.tried,
        "tests": row.tests,
        "play": list(row.play),
        "gained": row.gained,
        "reason": _reason(row, reasons) if row.end in UNNOTICED else "",
    }
