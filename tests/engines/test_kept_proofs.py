"""Kept proofs of goals: only what has changed is asked again, and nothing but a proof is kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from queensbench.engines.prove.induction import Proof, prove
from queensbench.engines.prove.kept_proofs import KeptProof, KeptProofs
from queensbench.engines.prove.obligations import BASE, ENABLED, ENTAILED, RANGE, STEP, Answer, Goal, Order
from queensbench.engines.prove.worker_pool import Share, Workers
from queensbench.evidence.proof_records import ProofRecords, understood, written
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import twins
from tests.processes import ROOT, environment, python

LIMIT = 4_000_000


@dataclass
class InMemory:
    """Records of one test."""

    basis: str = "today's toolkit"
    found: dict[str, list[Any]] = field(default_factory=dict)

    def keep(self, new: Iterable[tuple[str, Any]]) -> None:
        for key, proof in new:
            self.found.setdefault(key, []).append(proof)

    @property
    def count(self) -> int:
        return sum(map(len, self.found.values()))


class Spied(Workers):
    """Workers that tell which goals they were asked."""

    asked: tuple[Goal, ...] = ()

    def decide(self, goals: Iterable[Goal], *rest: Any) -> dict[Goal, Answer]:
        asked = list(goals)
        self.asked = (*self.asked, *asked)
        return super().decide(asked, *rest)


def system() -> ir.System:
    return build(twins.mode, twins.mode.full)


def shown(
    of: ir.System, records: Any, names: Sequence[str], **more: Any
) -> tuple[Proof, dict[str, str], list[str]]:
    """A proof; the verdicts by claim; and what was asked, by kind and the transition or claim that it is about."""
    judges = [judge.name for judge in of.judges]
    workers = Spied(of, share=Share(lambda: 1, records=records))
    with workers:
        proof = prove(of, [judges.index(name) for name in names], workers=workers, **more)
    asked = []
    for goal in workers.asked:
        where = of.transitions[goal.transition].name if goal.transition >= 0 else ""
        asked.append(" ".join(filter(None, [goal.kind, where, judges[goal.judge] if goal.lemmas else ""])))
    return proof, {judges[claim.judge]: claim.verdict for claim in proof.claims}, sorted(asked)


def changed(of: ir.System, name: str) -> ir.System:
    """A system with a statement more, which changes nothing, at the end of a transition's rule."""
    number = next(t.function for t in of.transitions if t.name == name)
    functions = list(of.functions)
    functions[number] = replace(functions[number], body=(*functions[number].body, ir.Return(None)))
    return replace(of, functions=tuple(functions))


CLAIMS = ("even", "alike", "small")
PROVED = {"even": "proved", "alike": "proved", "small": "by construction"}
STATES = ["alive end", "alive up", "follow alike", "typed alike", "typed even"]
"""What is asked in any case, for z3 answers with a state: that the transitions are possible, what follows from nothing, and
what does not hold in every typed state."""


def test_what_is_proved_is_not_asked_again_and_states_are() -> None:
    records = InMemory()
    first, verdicts, asked = shown(system(), records, CLAIMS)
    assert verdicts == PROVED
    assert Counter(asked) == {
        **dict.fromkeys(STATES, 1), "follow even": 1, "follow small": 1, "typed small": 1,
        "base alike": 1, "base even": 1, "base small": 1, "step end alike": 1, "step end even": 1, "step end small": 1,
        "obligation up": 2, "step up alike": 2, "step up even": 2, "step up small": 2,
    }  # fmt: skip
    assert (first.known, records.count) == (0, 10)
    second, verdicts, asked = shown(system(), records, CLAIMS)
    assert verdicts == PROVED
    assert asked == STATES
    # Two starts of claims that follow from others are no longer asked for: it is known at once that they follow.
    assert (first.goals, second.goals, second.known) == (15, 13, 8)
    assert [(c.judge, c.lemmas, c.follows, c.depth) for c in first.claims] == [
        (c.judge, c.lemmas, c.follows, c.depth) for c in second.claims
    ]
    assert records.count == 10


def test_a_changed_rule_asks_its_own_goals_alone() -> None:
    records = InMemory()
    shown(system(), records, CLAIMS)
    proof, verdicts, asked = shown(changed(system(), "end"), records, CLAIMS)
    assert verdicts == PROVED
    assert asked == sorted([*STATES, "step end alike"])
    assert (records.count, proof.known) == (11, 7)
    asked = shown(changed(system(), "up"), records, CLAIMS)[2]
    assert asked == sorted([*STATES, *2 * ["obligation up"], *2 * ["step up alike"]])  # it has two cases
    assert shown(system(), records, CLAIMS)[2] == STATES  # the old rule's proofs are still there


def test_a_changed_claim_asks_its_own_goals_and_those_that_rest_on_it() -> None:
    records, of = InMemory(), system()
    shown(of, records, CLAIMS)
    number = next(judge.function for judge in of.judges if judge.name == "alike")
    functions = list(of.functions)
    functions[number] = replace(functions[number], body=(*functions[number].body, ir.Return(None)))
    _, verdicts, asked = shown(replace(of, functions=tuple(functions)), records, CLAIMS)
    assert verdicts == PROVED
    # That "even" follows from it is asked again; until that is known, its steps are as well.
    assert Counter(asked) == {
        **dict.fromkeys(STATES, 1), "base alike": 1, "follow even": 1,
        "step end alike": 1, "step end even": 1, "step up alike": 2, "step up even": 2,
    }  # fmt: skip


def test_nothing_but_a_proof_is_kept() -> None:
    records = InMemory()
    wrong = ("one.never_five", "two.never_five", "alike")
    _, verdicts, asked = shown(system(), records, wrong)
    assert verdicts == {
        "one.never_five": "not inductive",
        "two.never_five": "not inductive",
        "alike": "proved",
    }
    _, again, asked = shown(system(), records, wrong)
    assert again == verdicts
    false = [*2 * ["step up one.never_five"], *2 * ["step up two.never_five"]]
    told = (one for one in STATES if "even" not in one)
    hold = (f"{kind} {name}" for kind in ("follow", "typed") for name in wrong[:2])
    assert asked == sorted([*told, *false, *hold])
    kept = KeptProofs(system(), InMemory())
    step = Goal(STEP, transition=0, lemmas=((0, ()),))
    order = Order(((0, ()),), None, LIMIT)
    for verdict in ("failed", "unknown"):
        kept.keep([Answer(step, verdict)], order)
    kept.keep([Answer(Goal(ENABLED, transition=0), "proved")], order)
    assert kept.records.found == {}


def test_what_z3_leaves_open_is_asked_again() -> None:
    records = InMemory()
    _, verdicts, _ = shown(system(), records, ["alike"], rlimit=1)
    assert (verdicts, records.count) == ({"alike": "unknown"}, 6)
    proof, again, asked = shown(system(), records, ["alike"], rlimit=1)
    assert (again, proof.known) == (verdicts, 6)
    told = (one for one in STATES if "even" not in one)
    assert asked == sorted([*told, "alive up"])  # it is open in both cases
    proof, verdicts, _ = shown(system(), records, ["alike"])
    assert (verdicts, proof.known) == (
        {"alike": "proved"},
        0,
    )  # what was shown by another budget is another matter


# ------------------------------------------------------------------------------------------------- keys


def test_each_part_of_a_goal_changes_its_key() -> None:
    of = system()
    kept = KeptProofs(of, InMemory())
    step = Goal(STEP, transition=0, lemmas=((3, ()),))
    goals = [
        step,
        replace(step, transition=1),
        replace(step, case=((0, 1),)),
        replace(step, lemmas=((2, ()),)),
        replace(step, lemmas=((3, ()), (2, ()))),
        replace(step, args=(1,)),
        replace(step, path=(0,)),
        replace(step, path=(1,)),
        replace(step, obligation=RANGE),
        Goal(BASE, lemmas=((3, ()),)),
        Goal(ENTAILED, lemmas=((3, ()),)),
        Goal(STEP, transition=0, lemmas=((3, (1,)),)),
    ]
    keys = [
        kept.key(goal, readings, limit) for goal in goals for readings in (None, (0,)) for limit in (1, 2)
    ]
    assert len(set(keys)) == len(keys) == 48
    assert kept.key(replace(step, twins=(((0, 1),),)), None, 1) == kept.key(
        step, None, 1
    )  # they are looked at anew
    other = KeptProofs(of, InMemory("tomorrow's toolkit"))
    assert other.key(step, None, 1) != kept.key(step, None, 1)
    assert KeptProofs(changed(of, of.transitions[1].name), InMemory()).key(step, None, 1) == kept.key(
        step, None, 1
    )


def test_a_proof_counts_where_all_that_it_used_are_lemmas() -> None:
    of = system()
    kept = KeptProofs(of, InMemory())
    one, two, three = (0, ()), (1, ()), (3, ())
    step = Goal(STEP, transition=0, lemmas=(one,))
    kept.keep([Answer(step, "proved", (two, three), sort="integers")], Order((one, two, three), None, LIMIT))
    assert kept.get(step, Order((one, three), None, LIMIT)) is None
    assert kept.get(step, Order((three, two), None, 2 * LIMIT)) is None
    for readings in (None, (0, 1)):  # what holds under every reading holds under these
        found = kept.get(step, Order((three, one, two), readings, LIMIT))
        assert found == Answer(step, "proved", (two, three), sort="integers")
    fixed = replace(step, transition=1)
    kept.keep([Answer(fixed, "proved")], Order((one,), (0, 1), LIMIT))
    assert kept.get(fixed, Order((one,), (0, 1), LIMIT)) == Answer(fixed, "proved")
    assert kept.get(fixed, Order((one,), (1, 1), LIMIT)) is None
    assert kept.get(fixed, Order((one,), None, LIMIT)) is None


def test_a_claim_does_not_follow_from_itself_where_two_claims_say_the_same() -> None:
    of = system()
    twin = replace(of, judges=(of.judges[3], replace(of.judges[3], name="the same")))
    kept = KeptProofs(twin, InMemory())
    first, second = (0, ()), (1, ())
    follows = Goal(ENTAILED, lemmas=(first,))
    kept.keep([Answer(follows, "proved", (second,))], Order((first, second), None, LIMIT))
    assert kept.get(follows, Order((first,), None, LIMIT)) is None
    assert kept.get(follows, Order((first, second), None, LIMIT)) == Answer(follows, "proved", (second,))


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {},
        {"used": "ab", "sort": "", "frame": True},
        {"used": [1], "sort": "", "frame": True},
        {"used": [], "sort": "reals", "frame": True},
        {"used": [], "sort": "", "frame": 1},
    ],
)
def test_what_is_no_proof_is_none(record: Any) -> None:
    assert KeptProof.of(record) is None
    assert KeptProof.of({"used": ["ab"], "sort": "integers", "frame": False}) == KeptProof(
        ("ab",), "integers", False
    )


# ------------------------------------------------------------------------------------------------ files


def test_a_flipped_byte_is_told_and_its_goal_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "proved" / "twins.jsonl"
    whole, verdicts, _ = shown(system(), ProofRecords(path, "b"), CLAIMS)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == whole.goals - len(STATES) == 10
    for place in range(len(lines)):
        said: list[str] = []
        damaged = bytearray(lines[place])
        damaged[len(damaged) // 2] ^= 1
        path.write_bytes(b"".join([*lines[:place], bytes(damaged), *lines[place + 1 :]]))
        found = ProofRecords(path, "b", warn=said.append)
        assert said == [f"{path} is damaged in 1 of {len(lines)} lines: their goals are asked again"]
        assert sum(map(len, found.found.values())) == len(lines) - 1
        assert path.read_bytes() == b"".join([*lines[:place], *lines[place + 1 :]])
    proof, again, asked = shown(system(), found, CLAIMS)
    assert again == verdicts
    gone = json.loads(lines[-1])["content"]["key"]
    assert gone not in {json.loads(line)["content"]["key"] for line in lines[:-1]}
    assert (asked, proof.known) == (sorted([*STATES, "step up alike"]), 7)
    assert sorted(path.read_bytes().splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize("end", [b'{"checksum":"12', b"\xff\n", b"{}\n"])
def test_a_line_that_was_not_finished_is_ended_before_the_next(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "lines"
    path.write_bytes(written("a", {"n": 1}) + end)
    said: list[str] = []
    records = ProofRecords(path, "b", warn=said.append)
    assert said == [f"{path} is damaged in 1 of 2 lines: their goals are asked again"]
    records.keep([("c", {"n": 2}), ("a", {"n": 1})])
    assert list(understood(path.read_bytes())) == [("a", {"n": 1}), ("c", {"n": 2})]


def test_two_runs_at_once_add_their_lines_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    one, two = ProofRecords(path, "b"), ProofRecords(path, "b")
    for number in range(20):
        (one, two)[number % 2].keep([(f"{number}", {"n": number})])
    assert ProofRecords(path, "b").found == {f"{number}": [{"n": number}] for number in range(20)}
    assert ProofRecords(path, "b", fresh=True).found == {}
    assert not path.exists()


def test_nothing_is_kept_once_rules_or_toolkit_were_edited_or_where_nothing_can_be_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "lines"
    edited = ProofRecords(path, "b", settled=lambda: False)
    edited.keep([("a", {"n": 1})])
    assert not path.exists()
    (tmp_path / "file").write_text("")
    none = ProofRecords(tmp_path / "file" / "lines", "b")
    none.keep([("a", {"n": 1})])
    assert none.found == {"a": [{"n": 1}]}


def test_of_too_many_lines_the_older_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.evidence.proof_records.MOST", 10)
    path = tmp_path / "lines"
    path.write_bytes(b"".join(written(f"{n}", {"n": n}) for n in range(11)))
    ProofRecords(path, "b")
    assert [one[0] for one in understood(path.read_bytes()) if isinstance(one, tuple)] == [
        "6",
        "7",
        "8",
        "9",
        "10",
    ]


SCRIPT = """
import json, sys
from pathlib import Path
from queensbench.evidence.proof_records import ProofRecords
from tests.engines.test_kept_proofs import CLAIMS, shown, system
if __name__ == "__main__":
    proof, verdicts, asked = shown(system(), ProofRecords(Path(sys.argv[1]), "b"), CLAIMS)
    print(json.dumps([proof.known, verdicts, asked]))
"""


def test_another_process_with_another_seed_of_hashes_finds_the_same_keys(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    _, verdicts, _ = shown(system(), ProofRecords(path, "b"), CLAIMS)
    text = path.read_bytes()
    (tmp_path / "run.py").write_text(SCRIPT)
    done = python(ROOT, str(tmp_path / "run.py"), str(path), env=environment(PYTHONHASHSEED="7"))
    assert json.loads(done.stdout) == [8, verdicts, STATES], done.stderr
    assert path.read_bytes() == text
