"""The matrix: for each clause its blocks and its properties, and whether these ran and passed.

A link alone is no evidence.  A clause has *passed* only if everything that it needs has: of ``model`` a block of a rule
through which an engine or a passing test has gone, of ``property`` a property that names it and whose verdict is as
expected, of ``example`` a test that went through it, or names it, and passed.  What rules
only state is *stated*: nothing goes through that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from queensbench.analyses.traceability.code_blocks import Block
from queensbench.analyses.traceability.links import Traced, block_name
from queensbench.analyses.traceability.passed import ClauseEvidence, FoundVerdict, Ran, TracedTest
from queensbench.project.register.clauses import Clause, ClauseKind, Need
from queensbench.project.register.lock import Node


class State(StrEnum):
    """How far a clause has come, holes first."""

    FAILED = "failed"
    UNLINKED = "unlinked"
    NEVER_RUN = "linked, never run"
    WAIVED = "waived"
    STATED = "stated"
    PASSED = "passed"
    NOTHING = "nothing needed"


ORDER = {state: number for number, state in enumerate(State)}


@dataclass
class ClauseRow:
    """One clause of the matrix.

    ``lacking``: what it still needs, in words.  ``rests``: the proofs that rest on it (None: nobody has found out).
    ``named``: where a test's marker names it.  ``reason``: why it is waived.  ``suspect``: by what changes.
    """

    ruleset: str
    clause: Clause
    state: State
    lacking: list[str] = field(default_factory=list)
    blocks: list[tuple[str, Block]] = field(default_factory=list)
    stated: list[tuple[str, Block]] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    properties: dict[str, list[FoundVerdict]] = field(default_factory=dict)
    rests: list[str] | None = None
    ran: list[Ran] = field(default_factory=list)
    tests: list[TracedTest] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    reason: str = ""
    suspect: list[str] = field(default_factory=list)

    @property
    def hole(self) -> bool:
        """Whether the clause is a finding: it has no link, though it is a rule of the book or says what it needs."""
        return self.state is State.UNLINKED

    def passed(self) -> list[str]:
        """The tests that went through it and passed, with the rules of today."""
        return [test.name for test in self.tests if test.passed and test.current]

    def failed(self) -> list[str]:
        """The tests that went through it and failed, with the rules of today."""
        return [test.name for test in self.tests if not test.passed and test.current]


def matrix(
    here: Traced, known: ClauseEvidence, waived: Mapping[str, str], suspect: Mapping[Node, list[str]]
) -> list[ClauseRow]:
    """The rows of a ruleset: holes first, else in the order of its register."""
    rows = []
    for clause in here.clauses:
        name = clause.name
        row = ClauseRow(
            here.ruleset.name,
            clause,
            State.NOTHING,
            blocks=[(block_name(here.ruleset, block), block) for block in here.blocks.get(name, ())],
            stated=[(block_name(here.ruleset, block), block) for block in here.stated.get(name, ())],
            silent=list(here.silent.get(name, ())),
            properties={one: verdicts(here, known, one) for one in here.properties.get(name, ())},
            rests=None if known.rests is None else known.rests.get(name, []),
            ran=known.ran.get(name, []),
            tests=known.tests.get(name, []),
            named=known.named.get(name, []),
            open=list(here.settled.get(name, ())),
            suspect=suspect.get(Node("clause", here.ruleset.name, name), []),
        )
        _judge(row, waived.get(name, ""))
        rows.append(row)
    return sorted(rows, key=lambda row: ORDER[row.state])


def verdicts(here: Traced, known: ClauseEvidence, name: str) -> list[FoundVerdict]:
    """The verdicts on a property, by its name here: another of the same name may be asked of other modes."""
    decl, modes = here.declared[name], here.ruleset.modes
    return [one for one in known.verdicts.get(decl.name, ()) if issubclass(modes[one.mode].state, decl.state)]


def _judge(row: ClauseRow, waived: str) -> None:
    """Give a row its state, and say what is lacking."""
    needs = set(row.clause.needs)
    if row.clause.kind is ClauseKind.NORMATIVE and not needs and not row.properties:
        needs.add(Need.MODEL)
    if not needs and (row.blocks or row.stated):
        needs.add(Need.MODEL)
    states = []
    for need in Need:
        if need in needs:
            state, lacking = _JUDGES[need](row)
            states.append(state)
            row.lacking += [lacking] if lacking else []
    if _property(row)[0] is State.FAILED or row.failed():
        states.append(State.FAILED)
    row.state = min(states, key=ORDER.__getitem__, default=State.NOTHING)
    if waived:
        row.reason = waived
        if row.state in (State.UNLINKED, State.NEVER_RUN):
            row.state = State.WAIVED


def _model(row: ClauseRow) -> tuple[State, str]:
    if not row.blocks and row.stated:
        return State.STATED, "it merely states what the code around it does"
    if not row.blocks:
        return State.UNLINKED, "no rule carries it out"
    if row.failed():
        return State.FAILED, f"{len(row.failed())} of its tests failed"
    if row.passed() or any(ran.times for ran in row.ran):
        return State.PASSED, ""
    return State.NEVER_RUN, "no audit and no test has gone through its block"


def _property(row: ClauseRow) -> tuple[State, str]:
    if not row.properties:
        return State.UNLINKED, "no property names it"
    states = {found.state for rows in row.properties.values() for found in rows if found.current}
    if "unexpected" in states:
        return State.FAILED, "a property that names it is not as expected"
    if "ok" in states:
        return State.PASSED, ""
    return State.NEVER_RUN, "no audit has judged a property that names it"


def _example(row: ClauseRow) -> tuple[State, str]:
    if row.failed():
        return State.FAILED, ""
    if row.passed():
        return State.PASSED, ""
    if row.tests or row.blocks:
        return State.NEVER_RUN, "no test has gone through it"
    if row.named:
        return State.NEVER_RUN, f"the test that names it has not been run: {row.named[0]}"
    return State.UNLINKED, "no test names it"


_JUDGES = {Need.MODEL: _model, Need.PROPERTY: _property, Need.EXAMPLE: _example}


def idle(row: ClauseRow) -> bool:
    """Whether a clause is waived that needs no waiver (any more)."""
    return bool(row.reason) and row.state is not State.WAIVED


def counts(rows: list[ClauseRow]) -> dict[str, int]:
    """How many clauses are in each state, in the order of states."""
    found = {state.value: 0 for state in State}
    for row in rows:
        found[row.state.value] += 1
    return found


def as_json(row: ClauseRow) -> dict[str, Any]:
    """A row as data."""
    return {
        "ruleset": row.ruleset,
        "clause": row.clause.name,
        "kind": row.clause.kind,
        "needs": list(row.clause.needs),
        "state": row.state,
        "lacking": row.lacking,
        "waived": row.reason,
        "suspect": row.suspect,
        "carried_out_by": [
            {"rule": name, "file": block.file, "line": block.line} for name, block in row.blocks
        ],
        "stated_in": [{"rule": name, "file": block.file, "line": block.line} for name, block in row.stated],
        "silent_at": row.silent,
        "properties": [
            {
                "name": name,
                "verdicts": [
                    {
                        "mode": found.mode,
                        "instance": found.instance,
                        "verdict": found.verdict,
                        "class": found.shown,
                        "as_expected": found.state == "ok",
                        "current": found.current,
                    }
                    for found in verdicts
                ],
            }
            for name, verdicts in row.properties.items()
        ],
        "proofs": row.rests,
        "ran": [
            {"mode": ran.mode, "instance": ran.instance, "engine": ran.engine, "times": ran.times}
            for ran in row.ran
        ],
        "tests": [{"name": test.name, "passed": test.passed, "current": test.current} for test in row.tests],
        "named_by": row.named,
        "open": row.open,
        "units": {key: list(units) for key, units in row.clause.units.items()},
    }
