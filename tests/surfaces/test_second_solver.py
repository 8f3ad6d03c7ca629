"""`queensbench prove --check`, `--export`, `--check-questions`, and `confirm`: exact text, objects, and exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surfaces.projects import Done, environment, run_all, write
from tests.surfaces.test_prove import BUCKET, CUP

pytest.importorskip("bitwuzla", reason="bitwuzla is not installed: it is in requirements-test.lock")
pytest.importorskip("cvc5", reason="cvc5 is not installed: it is in requirements-test.lock")

COMMANDS = {
    "check": "prove cup --check --quiet",
    "check json": "prove bucket --check --json",
    "export": "prove cup --export goals --quiet",
    "export again": "prove cup --export goals --quiet",
    "questions": "prove cup --check-questions --quiet",
    "confirm": "confirm cup bucket/only --quiet",
    "confirm json": "confirm --questions cup --json",
    "confirm nothing": "confirm cupp",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    models = {"bucket": BUCKET, "cup": CUP}
    files = {f"model/{name}.py": text for name, text in models.items()}
    return write(tmp_path_factory.mktemp("second"), {"pyproject.toml": "[tool.queensbench]\n", **files})


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Done]:
    found = run_all(folder, [text.split() for text in COMMANDS.values()])
    return dict(zip(COMMANDS, found, strict=True))


def without_figures(text: str) -> str:
    """Without versions, seconds, and what stands in the head of a proof."""
    text = re.sub(r"(?s)\A.*?\n\n", "", text)
    text = re.sub(r"(bitwuzla|cvc5) \d+(\.\d+)*", r"\1 #", text)
    return re.sub(r"\d+\.\d s", "# s", " ".join(text.split()))


def test_it_is_printed_by_whom_a_claim_was_shown(done: dict[str, Done]) -> None:
    assert (done["check"].code, done["check"].err) == (0, "")
    assert without_figures(done["check"].out) == (
        "Properties property verdict class readings what was shown lemmas "
        "left holds proved (z3, bitwuzla) every reading proved 1 "
        "Second opinion, of another encoding: 6 of 6 goals confirmed in # s, 3 by bitwuzla #, 0 by cvc5 #, "
        "3 without a solver; 60 s for a goal"
    )


def test_a_program_reads_by_whom(done: dict[str, Done]) -> None:
    assert done["check json"].code == 1
    found = json.loads(done["check json"].out)
    rows = {row["name"]: (row["class"], row.get("by")) for row in found["properties"]}
    both = ["z3", "bitwuzla"]
    assert rows == {
        "within": ("by construction", ["z3", "bitwuzla"]),
        "full": ("proved", both),
        "odd": ("proved", both),
        "dry": ("unknown", None),
        "seven": ("unknown", None),
    }
    check = found["check"]
    assert (check["confirmed"], check["open"], check["claims_open"], check["not_written"]) == (
        check["goals"],
        [],
        [],
        [],
    )
    assert sum(check["by"].values()) + check["without_solver"] == check["goals"]


def test_goals_are_written_into_a_new_folder_only(done: dict[str, Done], folder: Path) -> None:
    assert done["export"].code == 0
    assert re.search(r"\n6 goals written to goals, 0\.0 MB of SMT-LIB 2\.\n", done["export"].out)
    assert sorted(path.relative_to(folder).as_posix() for path in (folder / "goals").rglob("*.smt2")) == [
        "goals/every/base/left.smt2",
        "goals/every/enabled/sip.smt2",
        "goals/every/obligation/sip.smt2",
        "goals/every/obligation/start.smt2",
        "goals/every/question/left.smt2",
        "goals/every/step/sip/left.smt2",
    ]
    assert (folder / "goals/every/step/sip/left.smt2").read_text() == STEP
    assert (done["export again"].code, done["export again"].out) == (2, "")
    assert (
        done["export again"].err
        == "queensbench: goals: the folder is not empty; name a new or an empty one\n"
    )


STEP = """; cup/only full: step of the claim left
; every/step/sip/left
(set-info :status unsat)
(set-logic QF_BV)
(declare-const |s.sips| (_ BitVec 3))
(declare-const |s.$silent| (_ BitVec 1))
(define-fun t5 () Bool (= |s.$silent| (_ bv0 1)))
(define-fun t8 () Bool (bvsle |s.sips| (_ bv1 3)))
(define-fun t9 () Bool (not t8))
(define-fun t11 () (_ BitVec 3) (bvadd |s.sips| (_ bv7 3)))
(define-fun t12 () Bool (bvsle (_ bv0 3) t11))
(define-fun t14 () Bool (not t12))
(define-fun t15 () Bool (and t9 t14))
(define-fun t17 () Bool (bvsle (_ bv0 3) |s.sips|))
(define-fun t18 () Bool (bvsle |s.sips| (_ bv3 3)))
(define-fun t19 () Bool (and t17 t18))
(define-fun t20 () Bool (bvsle (_ bv0 1) |s.$silent|))
(define-fun t21 () Bool (bvsle |s.$silent| (_ bv0 1)))
(define-fun t22 () Bool (and t20 t21))
(define-fun t23 () Bool (bvsle |s.sips| (_ bv0 3)))
(define-fun t24 () Bool (not t23))
(define-fun t25 () Bool (not t15))
(define-fun t26 () Bool (bvsle t11 (_ bv0 3)))
(assert t19)
(assert t22)
(assert t5)
(assert t9)
(assert t25)
(assert t24)
(assert t26)
(check-sat)
"""


def test_the_provers_own_questions_are_called_so(done: dict[str, Done]) -> None:
    assert done["questions"].code == 0
    text = without_figures(done["questions"].out)
    assert "left holds proved (z3; z3's questions: cvc5) every reading proved 1" in text
    assert re.search(
        r"z3's own questions, which checks z3's answers, not the encoding: (\d+) of \1 questions? answered alike by "
        r"cvc5 #; 60 s for a question$",
        text,
    )


def test_several_modes_are_confirmed_in_one_table(done: dict[str, Done]) -> None:
    assert (done["confirm"].code, done["confirm"].err) == (0, "")
    lines = [re.sub(r"\s{2,}", "  ", line).strip() for line in done["confirm"].out.splitlines()]
    assert lines[0] == "Confirmed by other solvers"
    assert [line.rsplit("  ", 2)[0] for line in lines[2:4]] == [
        "cup/only  the claims, in another encoding  1  1  6  3  0  3  0  0",
        "bucket/only  the claims, in another encoding  3  3  15  5  0  10  0  0",
    ]
    found = json.loads(done["confirm json"].out)
    assert (done["confirm json"].code, found["exit"]) == (0, 0)
    (mode,) = found["modes"]
    assert (mode["mode"], mode["questions"]["what"], mode["questions"]["open"]) == (
        "cup/only",
        "z3's answers, not the encoding",
        [],
    )
    assert done["confirm nothing"].code == 2
    assert done["confirm nothing"].err == "queensbench: no ruleset is called cupp; did you mean cup?\n"


ABSENT = """
import sys
sys.modules["bitwuzla"] = None
from queensbench.surfaces.command.app import main
sys.exit(main(sys.argv[1:]))
"""

CONTRARY = """
import sys
from dataclasses import replace
from queensbench.engines.confirm import deciding as confirm
if __name__ == "__main__":
    class Here(confirm.Confirming):
        def run(self, jobs, told):
            found = [o for job in jobs for o in confirm.decided(confirm.Planner(self.system, job.theory), job, 20)]
            return [replace(o, verdict="sat", by="bitwuzla") if o.name.endswith("sip/left") else o for o in found]
    from queensbench.analyses import confirmation as confirming
    confirming.Confirming = Here
    from queensbench.surfaces.command.app import main
    sys.exit(main(sys.argv[1:]))
"""


def test_what_was_confirmed_is_kept_in_the_store_until_it_is_to_be_fresh(
    folder: Path, tmp_path: Path
) -> None:
    def asked(*arguments: str) -> list[tuple[int, int, int]]:
        found = run_all(folder, [["confirm", "cup", *arguments, "--json"]])[0]
        assert found.code == 0
        rows = [one.get("check") or one["questions"] for one in json.loads(found.out)["modes"]]
        return [(row["confirmed"], row["kept"], len(row["open"])) for row in rows]

    place = ["--store", str(tmp_path / "kept")]
    questions = ["--questions", "cup/only", *place]
    assert asked(*place) == [(6, 0, 0)]
    assert asked(*place) == [(6, 3, 0)]
    assert asked(*place, "--fresh") == [(6, 0, 0)]
    ((number, kept, _),) = asked(*questions)
    assert (number > 0, kept) == (True, 0)
    assert asked(*questions) == [(number, number, 0)]
    assert sorted(path.name for path in (tmp_path / "kept" / "confirmed").iterdir()) == [
        "cup-only.goals.jsonl",
        "cup-only.questions.jsonl",
    ]
    assert asked("--store", "off") == [(6, 0, 0)]


OPEN = CONTRARY.replace('verdict="sat", by="bitwuzla"', 'verdict="unknown"')


def ran(folder: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(script)
    return subprocess.run(
        [sys.executable, "script.py", *arguments],
        cwd=folder,
        env=environment(QUEENSBENCH_STORE="off"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_without_a_solver_one_line_says_what_to_install(folder: Path) -> None:
    found = ran(folder, ABSENT, "prove", "cup", "--check")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == (
        "queensbench: a second solver: bitwuzla is not installed; install what requirements-test.lock pins, or leave out "
        "--check\n"
    )


def test_what_stays_open_is_listed_by_name_and_budget(folder: Path) -> None:
    found = ran(folder, OPEN, "confirm", "cup", "--check-seconds", "7", "-q")
    assert (found.returncode, found.stderr) == (3, "")
    lines = [re.sub(r"\s{2,}", "  ", line).strip() for line in found.stdout.splitlines()]
    assert lines[2].rsplit("  ", 2)[0] == "cup/only  the claims, in another encoding  1  0  6  2  0  3  1  0"
    assert [line for line in lines[3:] if line] == [
        "cup/only: 1 goal open after 7 s each",
        "every/step/sip/left",
    ]


QUESTIONS_OPEN = """
import sys
from dataclasses import replace
from queensbench.analyses import confirmation
if __name__ == "__main__":
    usual = confirmation.answers
    confirmation.answers = lambda *given, **more: [replace(one, verdict="unknown") for one in usual(*given, **more)]
    from queensbench.surfaces.command.app import main
    sys.exit(main(sys.argv[1:]))
"""


def test_questions_that_stay_open_are_not_decided(folder: Path) -> None:
    """Of one mode as of several."""
    for words in (("prove", "cup", "--check-questions"), ("confirm", "--questions", "cup")):
        found = ran(folder, QUESTIONS_OPEN, *words, "--json")
        assert (found.returncode, found.stderr) == (3, "")
        data = json.loads(found.stdout)
        data = data["modes"][0] if "modes" in data else data
        assert [(row["name"], row["questions"]) for row in data["properties"]] == [("left", False)]


def test_a_disagreement_is_an_internal_error(folder: Path) -> None:
    """As if bitwuzla had found a state against a claim: asked again it finds none, and the files are kept all the same."""
    found = ran(folder, CONTRARY, "prove", "cup", "--check", "-q")
    assert (found.returncode, found.stdout) == (4, "")
    line = re.fullmatch(
        r"queensbench: internal error: cup/only full: z3 has shown every/step/sip/left, and bitwuzla answers sat; asked again "
        r"it answers unsat; kept: (\S+\.smt2) and (\S+\.json); this is a fault of Queensbench, and no verdict: send \S+ with "
        r"your rules\n",
        found.stderr,
    )
    assert line, found.stderr
    assert "(check-sat)" in Path(line[1]).read_text()
