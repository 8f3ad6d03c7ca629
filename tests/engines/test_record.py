"""A confirmation is kept, and found again only where the same would be asked of the same solver."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from queensbench.analyses import confirmation
from queensbench.analyses.confirmation import theory
from queensbench.engines.confirm import attempts, deciding, record, solvers
from queensbench.engines.confirm.deciding import Confirming, GoalOutcome
from queensbench.engines.confirm.goals import GoalUnit, Planner, SmtGoal, units
from queensbench.engines.confirm.questions import answers
from queensbench.engines.confirm.record import Confirmation, ConfirmationRecord, Digests
from queensbench.engines.confirm.solvers import BITWUZLA, WAYS, Decision
from queensbench.engines.confirm.terms import Term, Terms
from tests.engines.models import purse
from tests.engines.test_confirm import judge, session, shown

pytest.importorskip("bitwuzla", reason="bitwuzla is not installed: it is in requirements-test.lock")
pytest.importorskip("cvc5", reason="cvc5 is not installed: it is in requirements-test.lock")

VERSIONS = {"bitwuzla": "1", "cvc5": "2"}


# ------------------------------------------------------------------------------------------- digests


def digest(make: Callable[[Terms], Sequence[Term]], *, before: int = 0) -> str:
    """The digest of assertions over terms of their own, of which so many others are made before."""
    terms = Terms()
    for number in range(before):
        terms.num(100 + number)
    return Digests().of(make(terms))


def two(terms: Terms) -> list[Term]:
    a, b = terms.symbol("a", 0, 3), terms.symbol("b", 0, 3)
    return [terms.le(a, b), terms.inside(a)]


def test_a_digest_says_what_is_asked_and_not_how_terms_are_numbered() -> None:
    assert digest(two) == digest(two, before=7)
    assert digest(two) == digest(lambda t: two(t)[::-1])


@pytest.mark.parametrize(
    "other",
    [
        lambda t: two(t)[:1],
        lambda t: [t.le(t.symbol("b", 0, 3), t.symbol("a", 0, 3)), two(t)[1]],
        lambda t: [t.lt(t.symbol("a", 0, 3), t.symbol("b", 0, 3)), two(t)[1]],
        lambda t: [t.le(t.symbol("a", 0, 3), t.symbol("c", 0, 3)), two(t)[1]],
        lambda t: [t.le(t.symbol("a", 0, 3), t.symbol("b", 0, 4)), t.inside(t.symbol("a", 0, 3))],
        lambda t: [t.eq(t.symbol("a", 0, 3), t.symbol("b", 0, 3)), two(t)[1]],
    ],
    ids=["fewer", "turned", "strict", "name", "interval", "operation"],
)
def test_what_is_asked_otherwise_has_another_digest(other: Callable[[Terms], Sequence[Term]]) -> None:
    assert digest(other) != digest(two)


def test_a_digest_is_another_where_goals_are_put_to_solvers_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = digest(two)
    question = record.of_text("(check-sat)")
    monkeypatch.setattr(record, "asking", lambda: "of another text")
    assert digest(two) != before
    assert record.of_text("(check-sat)") != question


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('"""A module that says more."""\nGROWTH = 3.0\n', True),
        ("# Nothing.\nGROWTH = 3.0  # each round\n", True),
        ("GROWTH = 4.0\n", False),
    ],
)
def test_a_comment_or_a_docstring_puts_no_goal_otherwise(
    text: str, same: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asking(text: str) -> str:
        (tmp_path / "module.py").write_text(text)
        record.asking.cache_clear()
        return record.asking()

    module = ModuleType("module")
    module.__file__ = str(tmp_path / "module.py")
    monkeypatch.setattr(record, "MODULES", (module,))
    try:
        assert (asking("GROWTH = 3.0\n") == asking(text)) == same
    finally:
        record.asking.cache_clear()


def test_every_goal_of_a_mode_has_a_digest_of_its_own_and_the_same_each_time() -> None:
    system, wanted = session(purse.mode).system, theory(shown(purse.mode))

    def digests() -> list[str]:
        return [
            Digests().of(goal.assertions)
            for unit in units(system, wanted)
            for goal in Planner(system, wanted).goals(unit)
            if goal.terms.false not in goal.assertions
        ]

    assert len(set(digests())) == len(digests()) > 10
    assert digests() == digests()


# ------------------------------------------------------------------------------------------- records


def test_a_record_is_read_back_for_the_same_solver_in_the_same_version_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "purse.jsonl"
    one = ConfirmationRecord(path, VERSIONS)
    one.put("d1", Confirmation("unsat", "bitwuzla", 1.25), "every/step/a")
    one.put("d2", Confirmation("sat", "cvc5", 2.0), "every/enabled/a")
    assert [json.loads(line)["content"] for line in path.read_text().splitlines()] == [
        {
            "digest": "d1",
            "verdict": "unsat",
            "by": "bitwuzla",
            "version": "1",
            "seconds": 1.25,
            "name": "every/step/a",
        },
        {
            "digest": "d2",
            "verdict": "sat",
            "by": "cvc5",
            "version": "2",
            "seconds": 2.0,
            "name": "every/enabled/a",
        },
    ]
    assert (
        ConfirmationRecord(path, VERSIONS).known
        == one.known
        == {
            "d1": Confirmation("unsat", "bitwuzla", 1.25),
            "d2": Confirmation("sat", "cvc5", 2.0),
        }
    )
    assert set(ConfirmationRecord(path, {**VERSIONS, "bitwuzla": "1.1"}).known) == {"d2"}
    assert ConfirmationRecord(path, {}).known == {}
    assert ConfirmationRecord(path, VERSIONS, fresh=True).known == {}
    assert not path.exists()


@pytest.mark.parametrize(
    "rest", ['{"digest": "d2", "verd', "null\n", '{"digest": "d2"}\n', "[]", '"unsat"\n']
)
def test_a_line_that_was_not_finished_is_passed_over(tmp_path: Path, rest: str) -> None:
    path = tmp_path / "purse.jsonl"
    ConfirmationRecord(path, VERSIONS).put("d1", Confirmation("unsat", "bitwuzla", 1.0), "a")
    with path.open("a") as file:
        file.write(rest)
    again = ConfirmationRecord(path, VERSIONS)
    assert set(again.known) == {"d1"}
    again.put("d3", Confirmation("unsat", "cvc5", 1.0), "b")
    assert set(ConfirmationRecord(path, VERSIONS).known) == {"d1", "d3"}
    again.only(["d3"])
    assert set(ConfirmationRecord(path, VERSIONS).known) == {"d3"}
    assert len(path.read_text().splitlines()) == 1


def test_a_verdict_that_none_can_be_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "purse.jsonl"
    ConfirmationRecord(path, VERSIONS).put("d1", Confirmation("unknown", "bitwuzla", 1.0), "a")
    assert ConfirmationRecord(path, VERSIONS).known == {}


def test_where_nothing_can_be_written_a_record_lasts_for_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = ConfirmationRecord(tmp_path / "file" / "purse.jsonl", VERSIONS)
    kept.put("d1", Confirmation("unsat", "bitwuzla", 1.0), "a")
    assert (set(kept.known), kept.file.path) == ({"d1"}, None)
    kept.only(["d1"])


# ------------------------------------------------------------------------------------- going on


def everything(known: dict[str, Confirmation], seconds: float = 20) -> list[GoalOutcome]:
    system, wanted = session(purse.mode).system, theory(shown(purse.mode))
    jobs = [deciding._Job(wanted, unit, WAYS[0]) for unit in units(system, wanted)]
    return [o for job in jobs for o in deciding.decided(Planner(system, wanted), job, seconds, known)]


def test_what_was_confirmed_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = everything({})
    known = {o.digest: Confirmation(o.verdict, o.by, o.seconds) for o in first if o.digest}

    def none(*_: object, **__: object) -> solvers.Solver:
        raise AssertionError("a solver was asked")

    monkeypatch.setattr(deciding, "solver", none)
    again = everything(known)
    assert [replace(o, kept=False) for o in again] == first
    assert [o.kept for o in again] == [o.by == BITWUZLA for o in first]
    del known[next(o.digest for o in first if o.name == "every/step/take/conserved")]
    with pytest.raises(AssertionError, match="a solver was asked"):
        everything(known)


def test_a_kept_verdict_against_what_is_expected_is_asked_anew() -> None:
    first = everything({})
    one = next(o for o in first if o.name == "every/step/take/conserved")
    (again,) = [o for o in everything({one.digest: Confirmation("sat", BITWUZLA, 0.0)}) if o.name == one.name]
    assert (again.verdict, again.kept) == ("unsat", False)


def test_a_run_goes_on_where_one_was_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "purse.jsonl"
    first = confirmation.checked(session(purse.mode), shown(purse.mode), seconds=20, record=path)
    lines = path.read_text().splitlines(keepends=True)
    asked = first["by"]["bitwuzla"]
    assert (first["kept"], len(lines)) == (0, asked)
    path.write_text("".join(lines[:-2]))
    second = confirmation.checked(session(purse.mode), shown(purse.mode), seconds=20, record=path)
    assert (second["kept"], second["by"], second["claims"]) == (asked - 2, first["by"], first["claims"])
    assert sorted(path.read_text().splitlines()) != []
    assert len(path.read_text().splitlines()) == asked
    third = confirmation.checked(session(purse.mode), shown(purse.mode), seconds=20, record=path, fresh=True)
    assert third["kept"] == 0


def test_what_is_open_is_not_kept(tmp_path: Path) -> None:
    kept = ConfirmationRecord(tmp_path / "purse.jsonl", confirmation.installed())
    confirming_ = Confirming(session(purse.mode).system, record=kept)
    one = next(o for o in everything({}) if o.name == "every/step/take/conserved")
    confirming_._keep(replace(one, verdict="unknown"))
    confirming_._keep(replace(one, verdict="sat"))
    assert kept.known == {}
    confirming_._keep(one)
    assert set(kept.known) == {one.digest}


def test_questions_that_were_answered_are_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "asked" / "claim"
    folder.mkdir(parents=True)
    (folder / "no.smt2").write_text("(set-logic QF_BV)\n(assert false)\n(check-sat)\n")
    (folder / "yes.smt2").write_text("(set-logic QF_BV)\n(assert true)\n(check-sat)\n")
    installed = {"cvc5": solvers.version("cvc5")}

    def rows(kept: ConfirmationRecord) -> list[tuple[str, str, bool]]:
        return sorted((one.name, one.verdict, one.kept) for one in answers(folder.parent, record=kept))

    path = tmp_path / "questions.jsonl"
    assert rows(ConfirmationRecord(path, installed)) == [
        ("claim/no.smt2", "unsat", False),
        ("claim/yes.smt2", "sat", False),
    ]
    assert rows(ConfirmationRecord(path, installed)) == [
        ("claim/no.smt2", "unsat", True),
        ("claim/yes.smt2", "sat", False),
    ]


# ------------------------------------------------------------------------------------------ attempts


class Scripted:
    """A solver that needs some judges' lemmas, or one part at a time, and so many seconds.

    ``says``: of how many parts and of which judges, the verdict and the seconds that it takes.
    """

    def __init__(
        self, goal: SmtGoal, says: Callable[[int | None, frozenset[int]], tuple[str, float]]
    ) -> None:
        self.goal = goal
        self.says = says
        self.asked: list[tuple[int | None, tuple[int, ...], str]] = []

    def decide(
        self, assertions: Sequence[Term], seconds: float, *, shared: int = 0, model: bool = False
    ) -> Decision:
        judges = frozenset(j for j, held in self.goal.lemmas if set(held) <= set(assertions))
        part = next((n for n, one in enumerate(self.goal.wrong) if one in assertions), None)
        verdict, needs = self.says(part, judges)
        verdict = verdict if needs <= seconds else "unknown"
        self.asked.append((part, tuple(sorted(judges)), verdict))
        return Decision(verdict, min(needs, seconds))


def goal_of(parts: int, *, rests: tuple[int, ...] = ()) -> SmtGoal:
    """A goal of judge 1 with lemmas of three judges and so many parts."""
    terms = Terms()

    def free(name: str) -> Term:
        return terms.symbol(name, 0, 1, truth=True)

    lemmas = tuple((judge, (free(f"l{judge}"),)) for judge in (1, 2, 3))
    wrong = tuple(free(f"w{part}") for part in range(parts))
    return SmtGoal("goal", "step", 1, (free("base"),), lemmas, wrong, terms, rests=rests)


def attempted(goal: SmtGoal, says: Any, seconds: float = 64.0) -> tuple[Decision, list[Any]]:
    asked = Scripted(goal, says)
    return attempts.decide(asked, goal, seconds), asked.asked


def test_a_goal_is_tried_with_its_own_lemma_then_with_those_of_the_proof_then_with_all() -> None:
    found, asked = attempted(
        goal_of(1, rests=(1, 3)), lambda part, judges: ("unsat", 1.0 if len(judges) == 3 else 99)
    )
    assert (found.verdict, found.seconds) == ("unsat", 3.0)
    assert asked == [(0, (1,), "unknown"), (0, (1, 3), "unknown"), (0, (1, 2, 3), "unsat")]


def test_each_round_of_attempts_is_longer_than_the_one_before() -> None:
    found, asked = attempted(goal_of(1), lambda part, judges: ("unsat", 3.0 if len(judges) == 1 else 99))
    assert found.verdict == "unsat"
    assert asked == [(0, (1,), "unknown"), (0, (1, 2, 3), "unknown"), (0, (1,), "unsat")]
    assert found.seconds == 1.0 + 1.0 + 3.0


def test_what_is_possible_with_too_few_lemmas_says_nothing_and_is_not_asked_again() -> None:
    found, asked = attempted(
        goal_of(1, rests=(1, 3)), lambda part, judges: ("unsat", 9.0) if len(judges) == 3 else ("sat", 0.5)
    )
    assert found.verdict == "unsat"
    assert [one for one in asked if one[2] == "sat"] == [(0, (1,), "sat"), (0, (1, 3), "sat")]
    assert asked[-1] == (0, (1, 2, 3), "unsat")


@pytest.mark.parametrize("parts", [1, 2])
def test_what_is_possible_with_all_lemmas_is_possible(parts: int) -> None:
    found, _ = attempted(goal_of(parts), lambda part, judges: ("sat", 1.0 if part is not None else 99))
    assert found.verdict == "sat"


def test_what_cannot_be_in_any_part_cannot_be_and_no_part_is_asked_twice() -> None:
    def says(part: int | None, judges: frozenset[int]) -> tuple[str, float]:
        return ("unsat", 99.0 if part is None else 2.0 * part)

    found, asked = attempted(goal_of(3), says, seconds=200.0)
    assert found.verdict == "unsat"
    assert [part for part, _, verdict in asked if verdict == "unsat"] == [0, 1, 2]


def test_one_part_that_is_not_decided_leaves_the_goal_open_within_its_budget() -> None:
    found, asked = attempted(goal_of(2), lambda part, judges: ("unsat", 0.5 if part == 0 else 999))
    assert found.verdict == "unknown"
    assert found.seconds == pytest.approx(64.0)
    assert ("unsat" in [verdict for part, _, verdict in asked if part == 1]) is False


def by_cases(
    says: Callable[[list[int]], tuple[str, float]], arguments: tuple[int, ...]
) -> tuple[str, list[Any]]:
    """A goal of two parts and of arguments with so many values, asked by cases.

    ``says``: of the parts, 0 and 1, and the cases that are asserted, the verdict and the seconds that it takes.
    """
    goal = goal_of(2)
    free = tuple(goal.terms.symbol(f"a{n}", 1, size) for n, size in enumerate(arguments))
    goal = replace(goal, free=free)
    named = [*goal.wrong, *attempts.cases(goal)]
    asked: list[Any] = []

    class Asked:
        def decide(
            self, assertions: Sequence[Term], seconds: float, *, shared: int = 0, model: bool = False
        ) -> Decision:
            pieces = [n for n, one in enumerate(named) if one in assertions]
            verdict, needs = says(pieces)
            asked.append((pieces, verdict if needs <= seconds else "unknown"))
            return Decision(asked[-1][1], min(needs, seconds))

    return attempts.decide(Asked(), goal, 64.0, by_cases=True).verdict, asked


def test_what_is_not_decided_is_divided_by_arguments_and_no_case_is_left_out() -> None:
    verdict, asked = by_cases(lambda pieces: ("unsat", 0.1 if len(pieces) == 2 else 999), (3,))
    assert verdict == "unsat"
    done = [pieces for pieces, said in asked if said == "unsat"]
    assert done == [[part, case] for part in (0, 1) for case in (2, 3, 4, 5)]  # the last: no such value


@pytest.mark.parametrize("place", range(4))
def test_a_case_that_is_possible_is_no_refutation(place: int) -> None:
    """Nor is one that no solver decides."""

    def says(pieces: list[int], said: str) -> tuple[str, float]:
        return (said, 0.1) if pieces == [1, 2 + place] else ("unsat", 0.1 if len(pieces) == 2 else 999)

    assert by_cases(lambda pieces: says(pieces, "sat"), (3,))[0] == "sat"
    assert by_cases(lambda pieces: says(pieces, "unknown"), (3,))[0] == "unknown"


def test_cases_are_the_values_of_as_many_arguments_as_come_to_few() -> None:
    goal = goal_of(1)
    sizes = {(): 0, (1,): 0, (2,): 3, (4, 5): 21, (8, 8): 65, (9, 8): 10, (65, 2): 0}
    for arguments, count in sizes.items():
        free = tuple(goal.terms.symbol(f"a{n}.{size}", 1, size) for n, size in enumerate(arguments))
        found = attempts.cases(replace(goal, free=free))
        assert len(found) == count, arguments


def test_the_cases_of_a_transition_are_of_its_arguments() -> None:
    system, wanted = session(purse.mode).system, theory(shown(purse.mode))
    for unit in units(system, wanted):
        for goal in Planner(system, wanted).goals(unit):
            names = [f"a.{name}" for name, _ in _params(unit)]
            assert [str(one.leaf) for one in goal.free] == names
            assert all(goal.terms.inside(one) in goal.base for one in goal.free if not one.truth)


def _params(unit: GoalUnit) -> Sequence[tuple[str, Any]]:
    """The arguments of what is asked in a unit."""
    system = session(purse.mode).system
    if unit.kind == "transition":
        return system.functions[system.transitions[unit.number].function].params
    return system.functions[unit.number].params if unit.kind == "question" else ()


def test_lemmas_that_a_proof_has_used_are_told() -> None:
    conserved = judge(purse.mode, "conserved")
    rests = {c.judge: c.rests for c in theory(shown(purse.mode)).claims}
    assert conserved in rests[conserved]
