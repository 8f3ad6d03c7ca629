"""Proved claims are tried on steps in machine code: what a fault of the prover calls proved is contradicted there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import pytest

from queensbench.analyses.verdicts import proofs as proving
from queensbench.analyses.verdicts.proofs import proofs
from queensbench.engines.prove import planning
from queensbench.engines.prove.decider import Decider
from queensbench.engines.prove.obligations import SORTS, Answer, Goal, News, Order, Task
from queensbench.engines.prove.step_trials import Model, Tried, TriedClaims, try_steps
from queensbench.engines.prove.worker_pool import Workers, cheap, joined
from queensbench.errors import InternalError
from queensbench.language import Mode
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.readers.symbolic.execution import Frame, Run, Symbolic, Term, is_known, or_
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from queensbench.rules.typed.guards import Effects
from tests.engine_box import EngineBox
from tests.engines.models import brink, ladder, looked, pinned, purse


@cache
def session(mode: Mode) -> EngineBox:
    return EngineBox(mode.name, mode, mode.full, build(mode, mode.full, ruleset=mode.name))


def judge(mode: Mode, name: str) -> int:
    return [one.name for one in session(mode).system.judges].index(name)


class Here(Workers):
    """They work in this process, so that a fault that is put back into it counts."""

    def _allowed(self) -> int:
        return 1

    def decide(
        self, goals: Iterable[Goal], order: Order, told: Callable[[int, int], None] | None = None
    ) -> dict[Goal, Answer]:
        prefer = tuple(ruling.house for ruling in self.system.rulings)
        decider = Decider(Task(self.system, order.lemmas, order.readings, order.rlimit), SORTS[0], prefer)
        out = {}
        for goal in goals:
            decider.begin(goal, True, News())
            (pieces,) = cheap(decider, [goal])
            out[goal] = joined(goal, pieces)
        return out


def as_it_was(effects: Effects, body: Sequence[ir.Stmt]) -> tuple[list[ir.Stmt], bool]:
    """Leading requirements as they were once found: behind any block of a clause."""

    def every(body: Sequence[ir.Stmt]) -> Iterator[ir.Stmt]:
        for stmt in body:
            if isinstance(stmt, ir.Clause):
                yield from every(stmt.body)
            elif not isinstance(stmt, (ir.Require, ir.Let)):
                return
            yield stmt

    return [stmt for stmt in every(body) if isinstance(stmt, ir.Require)], True


def remembered(self: Counting, run: Run, frame: Frame, node: ir.Look, here: Term) -> Term:
    """Lookups as they were once remembered: by their term, as if its key always had an entry."""
    found = Symbolic._look(self, run, frame, node, here)
    table = self.system.tables[node.table]
    if is_known(found) or len(node.index) > 1 or isinstance(table.value, ir.BoolType):
        return found
    if found.ast.value not in self.looked:
        by: dict[int, list[Term]] = {}
        key = self._expr(run, frame, node.index[0], here)
        for raw, one in zip(table.values, self._meant(key, table.index[0]), strict=True):
            by.setdefault(raw, []).append(one)
        self.looked[found.ast.value] = found, {raw: or_(*some) for raw, some in by.items()}
    return found


FAULTS = [
    (pinned.returns, planning, "_leading", as_it_was, "bad", "act_and_return()"),
    (pinned.stores, planning, "_leading", as_it_was, "bad", "act_and_store()"),
    (looked.mode, Counting, "_look", remembered, "bad-too", "write_out(k=3)"),
]


@pytest.mark.parametrize(
    ("mode", "owner", "name", "fault", "claim", "step"), FAULTS, ids=["returns", "stores", "looked"]
)
def test_a_false_proof_is_contradicted_before_it_is_told(
    mode: Mode,
    owner: object,
    name: str,
    fault: object,
    claim: str,
    step: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proving, "Workers", Here)
    names = {row["name"]: row["class"] for row in proofs(session(mode))["properties"]}
    assert (names["bad"], names[claim]) == ("unknown", "unknown")
    monkeypatch.setattr(owner, name, fault)
    with pytest.raises(InternalError) as error:
        proofs(session(mode))
    assert str(error.value) == (
        f"a step contradicts a proof of {mode.name}/{mode.name}: {claim} does not hold after {step}, from a state where "
        "all that was proved holds"
    )
    assert f"step: {step}\n" in error.value.sent
    monkeypatch.setattr(proving, "try_steps", lambda *args, **more: Tried())
    names = {row["name"]: row["class"] for row in proofs(session(mode))["properties"]}
    assert (names["bad"], names[claim]) == (
        "proved",
        "proved",
    )  # so the fault is one, and nothing else saw it


class Unsure(Here):
    """They leave open whether a transition is possible."""

    def decide(
        self, goals: Iterable[Goal], order: Order, told: Callable[[int, int], None] | None = None
    ) -> dict[Goal, Answer]:
        goals = list(goals)
        found = super().decide([g for g in goals if g.kind != "alive"], order, told)
        return found | {g: Answer(g, "unknown", reason="tired") for g in goals if g not in found}


def test_ranges_that_rest_on_claims_which_are_not_proved_are_not_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The ranges of the purse rest on `conserved`, which is not proved while a transition may not be possible."""
    monkeypatch.setattr(proving, "Workers", Unsure)
    found = proving.attempted(session(purse.mode), steps=1_000)
    assert not any(found.whole(reading) for reading in (proving.EVERY, proving.HOUSE))
    names = {session(purse.mode).system.judges[j].name: c.verdict for j, (_, c) in found.claims.items()}
    assert (names["typed"], names["conserved"]) == ("by construction", "unknown")
    assert found.tried["steps"] >= 1_000


def test_what_is_proved_is_tried_on_a_hundred_thousand_steps_and_it_is_said_on_how_many() -> None:
    tried = proofs(session(purse.mode))["tried"]
    assert tried["steps"] >= 100_000
    assert tried["steps"] == tried["from_games"] + tried["from_changed"]
    assert min(tried["from_games"], tried["from_changed"]) > 10_000
    assert tried["worlds"] == 2
    assert tried["solver_states"] > 0


def test_the_same_arguments_make_the_same_steps() -> None:
    claimed = [TriedClaims({judge(purse.mode, "conserved"): 1}, None, True)]
    one, two = (try_steps(session(purse.mode), claimed, steps=3_000) for _ in range(2))
    assert one == two
    assert one != try_steps(session(purse.mode), claimed, steps=3_000, seed=7)
    assert try_steps(session(purse.mode), []).steps == 0


def test_two_streams_make_half_of_the_steps_each() -> None:
    claimed = [TriedClaims({judge(purse.mode, "conserved"): 1}, None, True)]
    halves: list[Tried] = []

    def kept(self: Tried, other: Tried) -> None:
        halves.append(other)
        add(self, other)

    add = Tried.add
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tried, "add", kept)
        found = try_steps(session(purse.mode), claimed, steps=3_000)
    assert len(halves) == 2
    assert halves[0] != halves[1]
    assert min(half.steps for half in halves) >= 1_500
    assert found.steps == sum(half.steps for half in halves)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_what_ends_one_stream_ends_the_other(error: type[BaseException]) -> None:
    claimed = [TriedClaims({judge(purse.mode, "conserved"): 1}, None, True)]

    def told(text: str) -> None:
        raise error

    with pytest.raises(error):  # without an end the other would go on for minutes
        try_steps(session(purse.mode), claimed, steps=100_000_000, progress=told)


def test_a_claim_of_the_house_reading_is_tried_under_it_alone() -> None:
    three, conserved = (judge(purse.mode, name) for name in ("three", "conserved"))
    house = TriedClaims({three: 1, conserved: 1}, (0,), True)
    assert try_steps(session(purse.mode), [house], steps=5_000).worlds == 1
    with pytest.raises(InternalError, match="three does not hold after take"):
        try_steps(session(purse.mode), [TriedClaims(house.depths, None, True)], steps=5_000)


def test_a_claim_of_deeper_induction_is_asked_for_after_as_many_steps_only() -> None:
    """From four rungs up a state may be made to which no other leads; a claim of one step would be contradicted there."""
    four = judge(ladder.mode, "not-four")
    assert try_steps(session(ladder.mode), [TriedClaims({four: 2}, None, True)], steps=5_000).steps >= 5_000
    with pytest.raises(InternalError, match="not-four does not hold after"):
        try_steps(session(ladder.mode), [TriedClaims({four: 1}, None, True)], steps=5_000)


def test_what_is_true_by_construction_is_asked_of_every_typed_state() -> None:
    with pytest.raises(InternalError, match="conserved does not hold in a state"):
        try_steps(session(purse.mode), [TriedClaims({judge(purse.mode, "conserved"): 0}, None, True)])


def test_a_range_that_is_left_contradicts_a_proof_that_none_is() -> None:
    even = judge(purse.leaky, "even")
    assert try_steps(session(purse.leaky), [TriedClaims({even: 1}, None, False)], steps=100).steps >= 100
    with pytest.raises(InternalError) as error:
        try_steps(session(purse.leaky), [TriedClaims({even: 1}, None, True)], steps=100)
    assert str(error.value) == (
        "a step contradicts a proof of leaky/leaky: a range is left after grab(): `s.held += 2`, held gets a number outside 0 to 4, "
        "from a state where all that was proved holds"
    )
    assert "board before:\nheld: 4\n" in error.value.sent


def test_a_state_of_the_solver_in_which_a_claim_fails_is_a_contradiction() -> None:
    conserved = judge(purse.mode, "conserved")
    wrong = Model((6, 1, 0, 0, 0), (0,), (), (conserved,))
    with pytest.raises(InternalError, match="a state that the solver gave as one where it does"):
        try_steps(session(purse.mode), [TriedClaims({conserved: 1}, None, True)], [wrong])


LEAVES = "a range is left{}: `s.line[s.at + 1]`, "


def test_a_state_of_the_solver_in_which_its_claim_leaves_a_range_is_a_contradiction() -> None:
    ahead, last = (judge(brink.mode, name) for name in ("ahead", "not-last"))
    model = Model((2, 0, 0, 0, 0), (), (), (ahead,))
    with pytest.raises(InternalError) as error:
        try_steps(session(brink.mode), [TriedClaims({ahead: 1}, None, True)], [model], steps=100)
    assert LEAVES.format(" in a state where the solver says that ahead holds") in str(error.value)
    for others, ranges in (({}, False), ({last: 1}, True)):  # no range was shown; another claim rules it out
        claimed = TriedClaims({ahead: 1, **others}, None, ranges)
        assert try_steps(session(brink.mode), [claimed], [model], steps=100).models == 1


def test_a_range_that_is_left_by_what_is_true_by_construction_is_a_contradiction() -> None:
    ahead, last = (judge(brink.mode, name) for name in ("ahead", "not-last"))
    with pytest.raises(InternalError) as error:
        try_steps(session(brink.mode), [TriedClaims({ahead: 0}, None, True)], steps=1_000)
    assert LEAVES.format(" in a state") in str(error.value)
    for claimed in (
        TriedClaims({ahead: 0}, None, False),
        TriedClaims({ahead: 0, last: 1}, None, True),
        TriedClaims({ahead: 1}, None, True),
    ):
        assert try_steps(session(brink.mode), [claimed], steps=1_000).steps >= 1_000
