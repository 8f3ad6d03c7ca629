"""`queensbench mutate` and `queensbench rests`: counts, outcomes, bad input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from queensbench.analyses.mutation import test_runs
from queensbench.errors import BadInput
from tests.processes import python
from tests.surfaces.projects import Done, run_all, write

COMMANDS = (
    "mutate counter -i small --limit 0 --json",
    "mutate counter -i small --limit 0",
    "mutate counter -i wide --limit 0 --budget 100 --json",
    "mutate counter -i small --limit 0 --json --tests {ruleset}_tests/test_*.py",
    "mutate counter -i small --limit 0 --tests {ruleset}_tests/test_*.py",
    "mutate counter -i small --tests ../tests",
    "mutate counter -i small --tests **/../x",
    "mutate counter -i small --tests=",
    "mutate counter -i small --tests ./",
    "mutate counter -i large",
    "mutate counter -i wide --no-play --json",
    "mutate counter -i full --no-play",
    "mutate counter -c move.upp",
    "mutate counter --rule upp",
    "mutate counter -i small --limit 0 --no-play --rule won --json",
    "mutate count",
    "rests counter -i small -p two",
    "rests counter -i small -p within --store off --json",
    "rests counter -i small -p inside",
    "mutate counter -i small --limit 0 --json --tests {ruleset}_sessions/test_*.py",
)

SURVIVORS = """
[[survivor]]
ruleset = "counter"
rule = "won"
done = "dropped: won is never so"
reason = "No property asks who has won."

[[survivor]]
ruleset = "counter"
rule = "begin"
done = "bent: `1` for `0`"
reason = "Nobody would see it."

[[survivor]]
ruleset = "counter"
rule = "up"
done = "bent: `<=` for `<` in `s.at < n.top`"
reason = "It changes nothing here."
"""


TESTS = """
from model.counter import Who, count
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.program import compile_system
from queensbench.rules.system import build


def test_nothing():
    assert count.name == "count"


def test_ann_wins_who_stops():
    reader = Interpreter(count)
    assert reader.winners(reader.apply(reader.start(), Step("stop"))) == (Who.ANN,)


def test_two_readers():
    native = compile_system(build(count, count.full))
    _, cells = native.initial(native.new_env())
    reader = Interpreter(count)
    assert [int(cell) for cell in cells[: native.ncells]] == reader.cells(reader.start())
    assert reader.winners(reader.apply(reader.start(), Step("stop"))) == (Who.ANN,)


def test_wrong():
    assert not Interpreter(count).moves(Interpreter(count).start())
"""


SESSIONS = """
from queensbench import load


def test_ann_wins_who_stops():
    stopped = load("counter").session().start().do("stop")
    assert [player.name for player in stopped.winners] == ["ANN"]


def test_what_must_hold():
    load("counter").session("small").audit(proofs=False).require_expected()
"""


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    """The outcomes of the commands."""
    folder: Path = write(tmp_path_factory.mktemp("project"))
    (folder / "survivors.toml").write_text(SURVIVORS, encoding="utf-8")
    (folder / "counter_tests").mkdir()
    (folder / "counter_tests" / "test_ends.py").write_text(TESTS, encoding="utf-8")
    (folder / "counter_sessions").mkdir()
    (folder / "counter_sessions" / "test_ends.py").write_text(SESSIONS, encoding="utf-8")
    return dict(zip(COMMANDS, run_all(folder, [c.split() for c in COMMANDS]), strict=True))


def ruleset(done: Done) -> Any:
    (found,) = done.json["rulesets"]
    assert done.json["interrupted"] is False
    return found


def test_mutants_of_a_counter(done: dict[str, Done]) -> None:
    found = ruleset(done[COMMANDS[0]])
    assert found["counts"] == {"noticed": 19, "survived": 8, "same": 3, "undecided": 0, "not_tried": 0}
    assert found["score"] == [19 / 27, 19 / 27]
    assert found["instances"] == [
        {
            "instance": "count small",
            "sort": "explore",
            "states": 7,
            "complete": True,
            "properties": 7,
            "mutants": 30,
            "kept": 0,
        },
        {
            "instance": "count small (other readings)",
            "sort": "others",
            "states": 7,
            "complete": True,
            "readings": 1,
            "left_out": {},
            "properties": 7,
            "mutants": 11,
            "kept": 0,
        },
    ]
    # only the winners tell the survivors from the rules, and no property asks who has won; what stops late is seen
    # under the reading that asks for it alone
    left = [row for row in found["rows"] if row["outcome"] == "survived"]
    survivors = {(row["rule"], f"{row['kind']}: {row['done']}"): row["what"] for row in left}
    assert survivors == {
        ("won", "dropped: won is never so"): "other winners",
        ("won", "negated: `(p == Who.ANN) == s.done`"): "other winners",
        ("won", "negated: `p == Who.ANN`"): "other winners",
        ("won", "bent: `Who.BOB` for `Who.ANN`"): "other winners",
        ("stop", "bent: `>=` for `>` in `s.at > 0`"): "under stop_at_nought=late: 7 for 6 states",
        ("stop", "dropped: `s.at > 0`"): "under stop_at_nought=late: 4 for 6 states",
        ("stop", "negated: `s.at > 0`"): "under stop_at_nought=late: 5 for 6 states",
        ("stop", "bent: `1` for `0`"): "under stop_at_nought=late: 5 for 6 states",
    }
    assert done[COMMANDS[0]].code == 0


def test_mutants_of_one_rule(done: dict[str, Done]) -> None:
    found = ruleset(done["mutate counter -i small --limit 0 --no-play --rule won --json"])
    assert {row["rule"] for row in found["rows"]} == {"won"}
    assert found["counts"] == {"noticed": 0, "survived": 4, "same": 0, "undecided": 0, "not_tried": 0}


def test_survivors_are_explained(done: dict[str, Done]) -> None:
    found = ruleset(done[COMMANDS[0]])
    reasons = {row["done"]: row["reason"] for row in found["rows"] if row["reason"]}
    assert reasons == {"won is never so": "No property asks who has won."}
    assert found["explained"] == 1
    assert found["idle"] == [{"rule": "begin", "done": "bent: `1` for `0`"}]
    # a reason raises no score
    assert found["score"] == [19 / 27, 19 / 27]
    text = done[COMMANDS[1]].out
    assert text.endswith(
        "Survivors that are explained: 1 of 8\n"
        "  won, dropped: won is never so: No property asks who has won.\n"
        "\n"
        "begin, bent: `1` for `0` is noticed: take it out of survivors.toml.\n"
    )


def test_tests_notice_what_no_property_does(done: dict[str, Done]) -> None:
    found = ruleset(done[COMMANDS[3]])
    assert found["tests"] == {
        "tests": 4,
        "of_machine_code": 1,
        "fail_anyway": ["counter_tests/test_ends.py::test_wrong"],
        "asked_of": 11,
        "noticed": 4,
        "not_ended": 0,
    }
    # winners are what the test asks for; of the seven others four are seen under another reading only
    assert found["counts"] == {"noticed": 23, "survived": 4, "same": 3, "undecided": 0, "not_tried": 0}
    assert (found["score"], found["score_without_tests"]) == ([23 / 27, 23 / 27], [19 / 27, 19 / 27])
    assert found["score_of_properties"] == [16 / 27, 16 / 27]
    assert {name: times for name, times in found["noticed_by"].items() if times} == {
        "properties": 16,
        "a range": 3,
        "tests": 4,
    }
    noticing = [
        row for row in found["rows"] if row["by"] == ["counter_tests/test_ends.py::test_ann_wins_who_stops"]
    ]
    assert {(row["rule"], row["outcome"], row["tests"]) for row in noticing} == {("won", "noticed", 1)}
    assert found["idle"] == [
        {"rule": "won", "done": "dropped: won is never so"},
        {"rule": "begin", "done": "bent: `1` for `0`"},
    ]
    text = done[COMMANDS[4]].out
    assert "Tests that play by machine code, which has no faults, and were left out: 1." in text
    assert "Of 11 mutants that nothing else notices, 4 tests notice 4. Without tests: score 70%." in text
    assert "By properties: 16 noticed, score 59%. By the model's own words alone: a range 3.\n" in text
    assert (
        "counter_tests/test_ends.py::test_wrong fails with the rules as they are, and was left out." in text
    )


def test_tests_that_play_by_sessions_notice_it_as_well(done: dict[str, Done]) -> None:
    """Their positions are stepped by the interpreter, so that the fault is in the rules that run; engines are left out."""
    found = ruleset(done[COMMANDS[-1]])
    assert found["tests"] == {
        "tests": 2,
        "of_machine_code": 1,
        "fail_anyway": [],
        "asked_of": 11,
        "noticed": 4,
        "not_ended": 0,
    }
    assert found["counts"] == {"noticed": 23, "survived": 4, "same": 3, "undecided": 0, "not_tried": 0}


def test_of_a_box_that_does_not_fit_nothing_is_said_but_what_was_noticed(done: dict[str, Done]) -> None:
    found = ruleset(done[COMMANDS[2]])
    assert [(i["sort"], i["states"], i["complete"]) for i in found["instances"]] == [
        ("explore", 100, False),
        ("others", 100, False),
    ]
    counts = found["counts"]
    assert {row["outcome"] for row in found["rows"]} == {"noticed", "undecided", "same"}
    low, high = found["score"]
    assert low == counts["noticed"] / (counts["noticed"] + counts["undecided"])
    assert {row["what"] for row in found["rows"] if row["outcome"] == "same"} == {
        "no difference in the first 100 states"
    }
    assert high == 1.0


def test_bad_input_is_one_line(done: dict[str, Done]) -> None:
    said = {c: done[c].err for c in COMMANDS if done[c].code == 2}
    assert said == {
        "mutate counter -i small --tests ../tests": (
            "queensbench: ../tests is not inside the project; name files below its folder\n"
        ),
        "mutate counter -i small --tests **/../x": (
            "queensbench: **/../x is not inside the project; name files below its folder\n"
        ),
        "mutate counter -i small --tests=": (
            "queensbench: '' is no pattern of files; write one such as tests/test_*.py\n"
        ),
        "mutate counter -i small --tests ./": (
            "queensbench: './' is no pattern of files; write one such as tests/test_*.py\n"
        ),
        "mutate counter -i large": (
            "queensbench: no instance is called large; choose of full, small, wide\n"
        ),
        "mutate counter -i full --no-play": (
            "queensbench: no mutant is asked of full; name an instance that is explored, or leave out --no-play\n"
        ),
        "mutate counter -c move.upp": "queensbench: no clause is called move.upp; did you mean move.up or move.stop?\n",
        "mutate counter --rule upp": (
            "queensbench: no rule of counter with a mutant is called upp; did you mean up?\n"
        ),
        "mutate count": "queensbench: no ruleset is called count; did you mean counter?\n",
        "rests counter -i small -p two": (
            "queensbench: two is a reachable property, which induction does not prove; "
            "name an always or never property\n"
        ),
        "rests counter -i small -p inside": "queensbench: no property is called inside; choose of beyond, top, two, within\n",
    }


def test_a_claim_that_its_type_makes_true_needs_no_clause(done: dict[str, Done]) -> None:
    found = done["rests counter -i small -p within --store off --json"].json
    assert found["asked"] == ["within"]
    assert found["core"] == []
    assert done["rests counter -i small -p within --store off --json"].code == 0


@pytest.mark.parametrize("pattern", ["", ".", "\ud800", "a" * 5000, "**x", "a\0"])
def test_no_pattern_ends_in_an_internal_error(pattern: str, tmp_path: Path) -> None:
    """Which of them Python takes for one depends on its version; none names a file here."""
    said = []
    try:
        found = test_runs.files(tmp_path, [pattern], "counter")
    except BadInput as refused:
        found = []
        said = [str(refused)]
    assert found == []
    assert said in ([], [f"{pattern!r} is no pattern of files; write one such as tests/test_*.py"])


NOT_TRIED = """
import sys
from queensbench.analyses.mutation import scoring
from queensbench.surfaces.command.app import main
scoring.mutate = lambda *asked: sys.exit("a ruleset was tried")
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("option", "fault"),
    [
        (("-c", "move.up"), "no clause is called move.up; there is none\n"),
        (("--rule", "won"), "no rule of verdicts with a mutant is called won; "),
    ],
)
def test_a_name_that_the_second_ruleset_lacks_is_refused_before_the_first_is_tried(
    option: tuple[str, str], fault: str, tmp_path: Path
) -> None:
    folder = write(tmp_path / "project")
    done = python(folder, "-c", NOT_TRIED, "mutate", "counter", "verdicts", *option, "--store", "off")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"queensbench: {fault}")
