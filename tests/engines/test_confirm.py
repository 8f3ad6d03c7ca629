"""Claims decided again: what holds is confirmed by whom, and what does not hold, or lacks a lemma, is not."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses import confirmation
from queensbench.analyses.confirmation import Disagreement, theory
from queensbench.analyses.verdicts import proofs
from queensbench.analyses.verdicts.proofs import Attempted, attempted
from queensbench.engines.confirm import apart, deciding, goals, questions, solvers
from queensbench.engines.confirm import dispute as dispute_module
from queensbench.engines.confirm.apart import run_cvc5
from queensbench.engines.confirm.deciding import ConfirmationReport, Confirming, GoalOutcome, export
from queensbench.engines.confirm.dispute import Dispute, before, dispute
from queensbench.engines.confirm.goals import EVERY, HOUSE, Claimed, Planner, SmtGoal, Theory, units
from queensbench.engines.confirm.smtlib import Text
from queensbench.engines.confirm.solvers import WAYS, Way
from queensbench.engines.confirm.terms import Terms
from queensbench.engines.prove.induction import ClaimVerdict
from queensbench.engines.runtime.pool import Pool, Said
from queensbench.errors import BadInput, InternalError, ProcessLost, Refused
from queensbench.language import Mode
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engine_box import EngineBox
from tests.engines.models import barred, brink, ladder, looked, pinned, purse, twins, well

pytest.importorskip("bitwuzla", reason="bitwuzla is not installed: it is in requirements-test.lock")
pytest.importorskip("cvc5", reason="cvc5 is not installed: it is in requirements-test.lock")


@cache
def session(mode: Mode) -> EngineBox:
    return EngineBox(mode.name, mode, mode.full, build(mode, mode.full, ruleset=mode.name))


@cache
def shown(mode: Mode) -> Attempted:
    return attempted(session(mode), steps=0)


def judge(mode: Mode, name: str) -> int:
    return [one.name for one in session(mode).system.judges].index(name)


def decided(mode: Mode, wanted: Theory, way: Way = WAYS[0]) -> dict[str, GoalOutcome]:
    """Every goal of a theory, in this process."""
    planner = Planner(session(mode).system, wanted)
    jobs = [deciding._Job(wanted, unit, way) for unit in units(session(mode).system, wanted)]
    return {o.name: o for job in jobs for o in deciding.decided(planner, job, 20)}


def unlike(found: dict[str, GoalOutcome]) -> dict[str, str]:
    return {o.name: o.verdict for o in found.values() if not o.confirmed}


# ------------------------------------------------------------------------------------------ what holds


@pytest.mark.parametrize("way", WAYS[2:], ids=["shared", "cvc5 integers", "bitwuzla", "cvc5"])
def test_every_goal_of_what_was_proved_is_confirmed(way: Way) -> None:
    found = decided(purse.mode, theory(shown(purse.mode)), way)
    assert unlike(found) == {}
    assert set(found) == {
        "every/base/conserved",
        "every/base/six-and-nothing-taken",
        "every/enabled/put_back",
        "every/enabled/take",
        "every/follow/typed",
        "every/obligation/put_back",
        "every/obligation/start",
        "every/obligation/take",
        "every/question/conserved",
        "every/question/not from_nowhere",
        "every/question/starts_wrong",
        "every/question/three",
        "every/question/typed",
        "every/step/put_back/conserved",
        "every/step/put_back/six-and-nothing-taken",
        "every/step/take/conserved",
        "every/step/take/six-and-nothing-taken",
        "house/base/three",
        "house/enabled/put_back",
        "house/enabled/take",
        "house/step/put_back/three",
        "house/step/take/three",
    }


def test_it_is_said_by_whom_each_claim_was_shown() -> None:
    data = proofs.as_data(session(purse.mode), shown(purse.mode))
    second = confirmation.checked(session(purse.mode), shown(purse.mode), seconds=20)
    confirmation.opinions(data, second)
    rows = {row["name"]: (row["class"], row.get("by")) for row in data["properties"]}
    both = ["z3", "bitwuzla"]
    assert rows == {
        "conserved": ("proved", both),
        "typed": ("by construction", both),
        "three": ("proved", both),
        "six-and-nothing-taken": ("proved", both),
        "starts-wrong": ("unknown", None),
    }
    assert (second["goals"], second["confirmed"], second["open"], second["claims_open"]) == (22, 22, [], [])
    assert second["by"]["cvc5"] == 0


def test_a_claim_of_deeper_induction_is_confirmed_of_paths() -> None:
    wanted = theory(shown(ladder.mode))
    assert {c.depth for c in wanted.claims} == {2}
    found = decided(ladder.mode, wanted)
    assert unlike(found) == {}
    assert {o.kind for o in found.values()} >= {"early", "step", "base"}


def test_what_follows_is_asked_in_one_state_with_what_it_follows_from() -> None:
    wanted = theory(shown(twins.mode))
    even, alike = judge(twins.mode, "even"), judge(twins.mode, "alike")
    (claimed,) = [c for c in wanted.claims if c.follows]
    assert (claimed.judge, claimed.follows) == (even, (alike,))
    found = decided(twins.mode, wanted)
    assert unlike(found) == {}
    assert not any(name.startswith("every/step/") and name.endswith("/even") for name in found)
    alone = decided(twins.mode, Theory((claimed,), ""))
    assert unlike(alone) == {"every/follow/even": "sat"}
    assert wanted.without({alike}).claims == tuple(c for c in wanted.claims if c.judge not in (even, alike))


# ------------------------------------------------------------------------------------- what does not


@pytest.mark.parametrize("way", WAYS[2:], ids=["shared", "cvc5 integers", "bitwuzla", "cvc5"])
def test_with_one_lemma_dropped_a_goal_can_be_refuted(way: Way) -> None:
    """The claim that coins are conserved keeps hands within their range; without it a coin too many is found."""
    wanted = theory(shown(purse.mode))
    lesser = wanted.without({judge(purse.mode, "conserved")})
    assert unlike(decided(purse.mode, lesser, way)) == {
        "every/obligation/put_back": "sat",
        "every/obligation/take": "sat",
    }


def test_a_claim_of_the_house_reading_does_not_hold_of_every_reading() -> None:
    wanted = Theory(tuple(replace(c, scope=EVERY) for c in theory(shown(purse.mode)).claims), EVERY)
    assert unlike(decided(purse.mode, wanted)) == {"every/step/take/three": "sat"}


def test_a_start_that_its_own_requirement_refuses_is_no_proof() -> None:
    wanted = theory(shown(barred.mode))
    assert unlike(decided(barred.mode, wanted)) == {}
    wider = Theory(tuple(replace(claim, scope=EVERY) for claim in wanted.claims), EVERY)
    assert unlike(decided(barred.mode, wider)) == {"every/obligation/start": "sat"}


def test_a_claim_of_deeper_induction_does_not_hold_of_one_step() -> None:
    wanted = theory(shown(ladder.mode))
    shallow = Theory(tuple(replace(c, depth=1) for c in wanted.claims), wanted.ranges)
    assert "sat" in unlike(decided(ladder.mode, shallow)).values()


FALSE = [
    (pinned.returns, "bad", "every/step/act_and_return/bad"),
    (pinned.stores, "bad", "every/step/act_and_store/bad"),
    (looked.mode, "bad-too", "every/step/write_out/bad-too"),
]


def said(mode: Mode, *names: str) -> Attempted:
    """The rows of a faulty prover, which calls these claims proved."""
    found = shown(mode)
    claims = dict(found.claims) | {
        j: (proofs.EVERY, ClaimVerdict(j, "proved", (j,))) for j in [judge(mode, n) for n in names]
    }
    return replace(found, claims=claims)


@pytest.mark.parametrize(("mode", "claim", "goal"), FALSE, ids=["returns", "stores", "looked"])
def test_a_false_proof_is_an_internal_error_and_both_files_are_kept(
    mode: Mode, claim: str, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirmation, "folders", lambda: iter([tmp_path]))
    with pytest.raises(Disagreement) as error:
        confirmation.checked(session(mode), said(mode, claim), seconds=20)
    stem = goal.replace("/", "-")
    text = str(error.value)
    assert f"z3 has shown {goal}, and bitwuzla answers sat" in text
    assert f"by the interpreter {claim} fails there" in text
    assert text.endswith(f"kept: {tmp_path / stem}.smt2 and {tmp_path / stem}.json")
    kept = (tmp_path / f"{stem}.smt2").read_text()
    assert kept.count("(check-sat)") == 1
    assert json.loads((tmp_path / f"{stem}.json").read_text())["interpreter"] is False
    assert kept in error.value.sent


def disputed(name: str, found: Callable[[SmtGoal], SmtGoal] = lambda goal: goal) -> Dispute:
    """The dispute about a goal of two claims that look ahead, which a faulty encoding has made of the right one."""
    box, every = session(brink.mode), [judge(brink.mode, one) for one in ("ahead", "not-last")]
    wanted = Theory(tuple(Claimed(j, EVERY) for j in every), EVERY)
    for unit in units(box.system, wanted):
        for goal in Planner(box.system, wanted).goals(unit):
            if goal.name == name:
                outcome = GoalOutcome(
                    unit, name, goal.kind, goal.claim, "unsat", "sat", solvers.BITWUZLA, 0.0
                )
                return dispute(box, found(goal), outcome)
    raise AssertionError(name)


def forgotten(goal: SmtGoal, name: str) -> SmtGoal:
    """A goal without one of its hypotheses."""
    return replace(goal, lemmas=tuple(one for one in goal.lemmas if one[0] != judge(brink.mode, name)))


def hollow(goal: SmtGoal) -> SmtGoal:
    """A goal whose hypotheses say nothing."""
    return replace(goal, lemmas=tuple((one, (goal.terms.true,)) for one, _ in goal.lemmas))


def test_the_interpreter_asks_the_question_that_is_said_to_leave_a_range() -> None:
    found = disputed("every/question/ahead", lambda goal: forgotten(goal, "not-last"))
    assert found.said.startswith("the interpreter leaves a range there, too (")
    assert "index 1 of line = 3 is outside Place (0 to 2)" in found.said
    assert "at: 2" in found.data["board"]
    wrong = disputed("every/question/not_last", lambda goal: replace(goal, wrong=(goal.terms.true,)))
    assert wrong.said == "the interpreter leaves no range there"
    assert wrong.data["answer"] == "True"


def test_a_state_in_which_a_hypothesis_fails_refutes_nothing() -> None:
    for goal in ("every/question/ahead", "every/step/mark/not-last"):
        found = disputed(goal, hollow)
        assert found.said == "by the interpreter not-last fails in the state before, where it is a hypothesis"
        assert found.data["interpreter"] == found.said
    found = disputed("every/step/go/not-last", lambda goal: replace(goal, wrong=(goal.terms.true,)))
    assert found.said == "by the interpreter not-last holds there"


def test_an_automatic_step_is_made_by_the_interpreter_unless_the_game_has_ended() -> None:
    """The well: who splashes dries, and the game ends with a full jug."""
    box = session(well.mode)
    interpreter = box.interpreter()
    silences = [(s.what, box.system.clauses[s.clause]) for s in box.system.silences]
    (dry,) = (n for n, t in enumerate(box.system.transitions) if t.kind == "automatic")
    cells = before(box.system, {"s.phase": 1, "s.side": 2})
    found = dispute_module._stepped(box.system, interpreter, interpreter.state(cells, silences), dry, {}, {})
    assert (found.phase, found.side) == (well.Phase.CHOOSE, 0)
    over = interpreter.state(before(box.system, {"s.phase": 0, "s.jug": 4}), silences)
    with pytest.raises(Refused, match="the game has ended"):
        dispute_module._stepped(box.system, interpreter, over, dry, {}, {})


def test_a_question_that_is_answered_otherwise_is_an_internal_error_and_both_files_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = tmp_path / "asked" / "conserved"
    asked.mkdir(parents=True)
    text = "(set-logic QF_LIA)\n(declare-const coins Int)\n(assert (= coins 7))\n(check-sat)\n"
    (asked / "take-1.smt2").write_text(text)
    kept = tmp_path / "kept"
    monkeypatch.setattr(confirmation, "folders", lambda: iter([kept]))
    with pytest.raises(Disagreement) as error:
        confirmation.questions(session(purse.mode), shown(purse.mode), asked.parent, seconds=20)
    assert str(error.value).endswith(
        "z3 has ruled out conserved/take-1.smt2, and cvc5 answers sat; "
        f"kept: {kept / 'take-1.smt2'} and {kept / 'take-1.json'}"
    )
    assert (kept / "take-1.smt2").read_text() == text
    assert json.loads((kept / "take-1.json").read_text()) == {
        "question": "conserved/take-1.smt2",
        "z3": "unsat",
        "cvc5": "sat",
        "values": {"coins": "7"},
    }
    monkeypatch.setattr(confirmation, "folders", lambda: iter([]))
    with pytest.raises(Disagreement, match=r"cvc5 answers sat; kept: no file could be written$"):
        confirmation.questions(session(purse.mode), shown(purse.mode), asked.parent, seconds=20)


# -------------------------------------------------------------------------------------- what is open


def test_what_stays_open_is_named_and_carries_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim whose step no solver decides is no hypothesis; what needs it is not confirmed."""
    wanted = theory(shown(purse.mode))
    real = deciding.decided

    def hard(planner: Planner, job: deciding._Job, seconds: float) -> list[GoalOutcome]:
        return [
            replace(o, verdict="unknown") if o.name == "every/step/take/six-and-nothing-taken" else o
            for o in real(planner, job, seconds)
        ]

    class Here(Confirming):
        def run(self, jobs: Iterable[deciding._Job], told: Callable[[int, int], None]) -> list[GoalOutcome]:
            return [o for job in jobs for o in hard(Planner(self.system, job.theory), job, 20)]

    report: ConfirmationReport = Here(session(purse.mode).system).confirm(wanted)
    six = judge(purse.mode, "six-and-nothing-taken")
    assert [o.name for o in report.open] == ["every/step/take/six-and-nothing-taken"]
    assert report.left == (six,)
    assert sorted(report.confirmed) == sorted(c.judge for c in wanted.claims if c.judge != six)
    assert report.again > 0


def test_what_follows_from_a_claim_that_stays_open_is_named_with_it() -> None:
    wanted = theory(shown(twins.mode))
    even, alike = judge(twins.mode, "even"), judge(twins.mode, "alike")

    class Here(Confirming):
        def run(self, jobs: Iterable[deciding._Job], told: Callable[[int, int], None]) -> list[GoalOutcome]:
            found = [o for job in jobs for o in deciding.decided(Planner(self.system, job.theory), job, 20)]
            return [
                replace(o, verdict="unknown") if o.claim == alike and o.kind == "step" else o for o in found
            ]

    report = Here(session(twins.mode).system).confirm(wanted)
    assert report.left == tuple(sorted((even, alike)))
    assert sorted((*report.left, *report.confirmed)) == sorted(c.judge for c in wanted.claims)


class Losing:
    """A pool of one process, which tells the first goal of each job and is lost, fails, or says no more."""

    def __init__(self, system: ir.System, end: Exception | None) -> None:
        self.system = system
        self.end = end
        self.asked: dict[int, deciding._Job] = {}
        self.dropped = 0

    def idle(self, count: int) -> list[int]:
        return [] if self.asked else [0]

    def submit(self, place: int, job: deciding._Job) -> None:
        self.asked[place] = job
        self.told = False

    def results(self, seconds: float) -> list[Said[deciding._Job]]:
        job = self.asked[0]
        if not self.told:
            self.told = True
            first = next(deciding.decided(Planner(self.system, job.theory), job, 20))
            return [Said(0, job, first, last=False)]
        if self.end is None:
            return []
        return [Said(0, self.asked.pop(0), self.end, last=True)]

    def drop(self, place: int) -> None:
        del self.asked[place]
        self.dropped += 1


@pytest.mark.parametrize("end", [ProcessLost("it was ended"), MemoryError(), None])
def test_goals_of_a_process_that_is_lost_or_falls_silent_stay_open(
    end: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = session(purse.mode).system
    wanted = theory(shown(purse.mode))
    jobs = [deciding._Job(wanted, unit, WAYS[0]) for unit in units(system, wanted)]
    jobs = [job for job in jobs if len(list(Planner(system, wanted).goals(job.unit))) > 1][:2]
    whole = [o for job in jobs for o in deciding.decided(Planner(system, wanted), job, 20)]
    monkeypatch.setattr(deciding, "LOST", 1 if end else 0)
    confirming = Confirming(system)
    pool: Any = Losing(system, end)
    monkeypatch.setattr(confirming, "pool", pool)
    found = confirming.run(jobs, lambda done, of: None)
    assert [(o.unit, o.name) for o in found] == [(o.unit, o.name) for o in whole]
    first = {job.unit: next(o.name for o in whole if o.unit == job.unit) for job in jobs}
    for one, other in zip(found, whole, strict=True):
        assert one.verdict == (other.verdict if one.name == first[one.unit] else "unknown")
    assert pool.dropped == (0 if end else 2)


def test_what_fails_in_a_process_that_decides_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    system = session(purse.mode).system
    wanted = theory(shown(purse.mode))
    confirming = Confirming(system)
    pool: Any = Losing(
        system, InternalError("a process that decides goals has failed: KeyError: 'not there'")
    )
    monkeypatch.setattr(confirming, "pool", pool)
    with pytest.raises(InternalError, match="a process that decides goals has failed: KeyError: 'not there'"):
        confirming.run([deciding._Job(wanted, next(units(system, wanted)), WAYS[0])], lambda done, of: None)


def test_a_script_that_cannot_be_read_is_no_open_goal() -> None:
    with pytest.raises(InternalError, match="a process that asks cvc5 has failed: "):
        apart.answer("(set-logic QF_BV)\n(assert (no_such_function 1))\n(check-sat)\n", 20.0)
    with pytest.raises(InternalError, match="a process that asks cvc5 has failed: ValueError: could not"):
        apart.answer("(check-sat)", "no number")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (-27, ""),
        (-6, "terminate called"),
        (1, "Traceback (most recent call last):\nMemoryError\n"),
        (1, "cvc5 gives up"),
    ],
)
def test_a_process_that_is_ended_leaves_its_goal_open(
    code: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.CompletedProcess([], code, "", told)
    monkeypatch.setattr(subprocess, "run", lambda *args, **more: ended)
    assert apart.answer("(check-sat)", 7.0) == ("unknown", 7.0)


@pytest.mark.parametrize("lost", [ProcessLost("it was ended"), MemoryError()])
def test_a_question_of_a_process_that_is_lost_or_short_of_memory_stays_open(
    lost: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "claim").mkdir()
    path = tmp_path / "claim" / "take.smt2"
    path.write_text("(check-sat)\n")

    def each(self: Any, left: Iterable[Path], count: int) -> Iterator[Said[Path]]:
        return (Said(0, one, lost, last=True) for one in left)

    monkeypatch.setattr(Pool, "each", each)
    assert questions.answers(tmp_path, seconds=7.0) == [
        questions.Answered("claim", "claim/take.smt2", "unknown", 7.0)
    ]


def test_bitwuzla_prepares_within_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Asked:
        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *given: done.append(name)

    asked: Any = solvers.solver(WAYS[0], Text(), [])
    monkeypatch.setattr(asked, "_new", lambda assertions: Asked())
    terms = Terms()
    assert asked.decide([terms.true], 1.0, shared=1).verdict == "unknown"
    assert done == ["configure_terminator", "simplify", "push", "configure_terminator", "check_sat", "pop"]


def test_paths_that_are_too_many_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "MOST_PATHS", 1)
    wanted = theory(shown(ladder.mode))
    deep = [c for c in wanted.claims if c.depth > 1]
    assert not any(goals.written(session(ladder.mode).system, c) for c in deep)
    assert all(not unit.path for unit in units(session(ladder.mode).system, wanted))
    assert deciding._lost(session(ladder.mode).system, wanted, []) == {c.judge for c in deep}


def test_a_solver_that_is_not_installed_is_told() -> None:
    with pytest.raises(BadInput) as error:
        solvers.version("no_such_solver")
    assert str(error.value) == (
        "a second solver: no_such_solver is not installed; install what requirements-test.lock pins, or leave out --check"
    )


# ------------------------------------------------------------------------------------------- export


def test_each_goal_is_a_file_that_another_solver_can_read(tmp_path: Path) -> None:
    system = session(purse.mode).system
    told: list[tuple[int, int]] = []
    files, size = export(
        system, theory(shown(purse.mode)), tmp_path, lambda done, of: told.append((done, of))
    )
    written = sorted(tmp_path.rglob("*.smt2"))
    assert files == len(written) == 22
    assert size == sum(path.stat().st_size for path in written)
    assert told[-1] == (len(told), len(told))
    for path in written:
        text = path.read_text()
        assert text.startswith("; purse/purse full: ")
        expected = re.findall(r"\(set-info :status (sat|unsat)\)", text)
        assert [run_cvc5(text, 20)[0].verdict] == expected


def test_the_size_of_an_export_is_in_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "script", lambda system, goal, text: "; ä\n")
    wanted = theory(shown(purse.mode))
    assert export(session(purse.mode).system, wanted, tmp_path, lambda done, of: None) == (22, 22 * 5)


def test_an_export_goes_into_an_empty_folder_only(tmp_path: Path) -> None:
    confirmation.folder(tmp_path / "new")
    (tmp_path / "new" / "a.smt2").touch()
    with pytest.raises(BadInput) as error:
        confirmation.folder(tmp_path / "new")
    assert str(error.value) == f"{tmp_path / 'new'}: the folder is not empty; name a new or an empty one"


def test_a_theory_says_what_the_prover_said() -> None:
    found = {session(purse.mode).system.judges[c.judge].name: c for c in theory(shown(purse.mode)).claims}
    assert {name: (c.scope, c.follows, c.depth) for name, c in found.items()} == {
        "conserved": (EVERY, None, 1),
        "typed": (EVERY, (), 1),
        "three": (HOUSE, None, 1),
        "six-and-nothing-taken": (EVERY, None, 1),
    }
    assert theory(shown(purse.mode)).ranges == EVERY
    assert isinstance(found["typed"], Claimed)


# ------------------------------------------------------------------------------------------ a rulebook


@pytest.mark.slow
def test_the_queen_is_dead_is_confirmed_whole_and_not_without_a_lemma() -> None:
    session = EngineBox.at("queen-is-dead", "full")
    found = attempted(session)
    wanted = theory(found)
    second = confirmation.checked(session, found)
    assert (second["goals"], second["confirmed"], second["open"], second["asked_again"]) == (630, 630, [], 0)
    assert len(second["claims"]) == len(wanted.claims) == 26
    names = [judge.name for judge in session.system.judges]
    lesser = wanted.without({names.index("shape.tiles_laid")})
    with Confirming(session.system) as confirming_:
        report = confirming_.confirm(lesser)
    assert report.against
    assert report.confirmed == {}
