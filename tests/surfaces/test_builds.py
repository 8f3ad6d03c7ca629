"""Reports for builds: JUnit and SARIF of audits that come to every exit code, and where the files may stand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from queensbench.rendering.junit import ILLEGAL
from tests.processes import python
from tests.surfaces.projects import COUNTER, Done, environment, once, run, write
from tests.surfaces.test_audit_faults import VALUE
from tests.surfaces.test_contradictions import FORGED
from tests.surfaces.test_lock import FAULTY, LOCK, Folder

QUICK = ("--no-proofs", "--no-rulings", "--games", "20")
AUDITS = {
    "good": ["audit", "counter", "-i", "full", "-i", "small", "--games", "200", "--seed", "7"],
    "bad": ["audit", "verdicts/bad", "verdicts/weak", "verdicts/hoped", *QUICK],
    "open": ["audit", "counter", "-i", "wide", "-p", "within", "--no-proofs"],
    "rulings": ["audit", "race", "-i", "short", "--no-proofs"],
    "faults": ["audit", "counter", "faulty-subset", "faulty-value", "-i", "full", *QUICK],
    "fault": ["audit", "faulty-value", "-i", "full", *QUICK],
    "stops": ["audit", "silent-ends", "--no-proofs"],
    "refused": ["audit", "counter", "--property", "nobody"],
}
CODES = {"good": 0, "bad": 1, "open": 3, "rulings": 0, "faults": 2, "fault": 2, "stops": 0, "refused": 2}


def files(name: str) -> list[str]:
    return ["--junit", f"builds/{name}.xml", "--sarif", f"builds/{name}.sarif"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Done]]:
    commands = [[*audit, *files(name)] for name, audit in AUDITS.items()]
    folder, done = once(tmp_path_factory, "builds", commands, QUEENSBENCH_STORE="off")
    return folder, dict(zip(AUDITS, done, strict=True))


def suites(path: Path) -> list[ET.Element]:
    """The suites of a report, which has the form that all readers take."""
    top = ET.parse(path).getroot()
    assert (top.tag, top.attrib) == ("testsuites", {})
    for suite in top:
        assert suite.tag == "testsuite"
        assert set(suite.attrib) == {
            *("id", "name", "package", "tests", "failures", "errors", "skipped", "time", "hostname", "timestamp"),
        }  # fmt: skip
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.attrib["timestamp"])
        first, *cases, out, err = suite
        assert (first.tag, [one.tag for one in first]) == ("properties", ["property"])
        assert (out.tag, err.tag) == ("system-out", "system-err")
        counted = {"failure": 0, "error": 0, "skipped": 0, "system-out": 0}
        for case in cases:
            assert (case.tag, set(case.attrib)) == ("testcase", {"name", "classname", "time"})
            assert float(case.attrib["time"]) >= 0
            [told] = case
            counted[told.tag] += 1
            assert (
                set(told.attrib)
                == {
                    "failure": {"type", "message"},
                    "error": {"type", "message"},
                    "skipped": {"message"},
                    "system-out": set(),
                }[told.tag]
            )
            assert "\n" not in told.attrib.get("message", "")
        names = [case.attrib["name"] for case in cases]
        assert len(set(names)) == len(names)
        written = [int(suite.attrib[key]) for key in ("tests", "failures", "errors", "skipped")]
        assert written == [len(cases), counted["failure"], counted["error"], counted["skipped"]]
        whole = sum(float(case.attrib["time"]) for case in cases)
        assert float(suite.attrib["time"]) == pytest.approx(whole, abs=0.001 * (len(cases) + 1))
    assert [suite.attrib["id"] for suite in top] == [str(number) for number in range(len(top))]
    return list(top)


def cases(path: Path) -> dict[str, tuple[str, str, str, str]]:
    """By its name in full: what a case came to, its type, its message and its text."""
    return {
        f"{suite.attrib['name']} {case.attrib['name']}": (
            case[0].tag,
            case[0].attrib.get("type", ""),
            case[0].attrib.get("message", ""),
            case[0].text or "",
        )
        for suite in suites(path)
        for case in suite.iter("testcase")
    }


def results(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The run of a log and its results, which have the form that SARIF 2.1.0 demands."""
    data = json.loads(path.read_text("utf-8"))
    assert set(data) == {"$schema", "version", "runs"}
    assert data["version"] == "2.1.0"
    assert data["$schema"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/")
    [run_] = data["runs"]
    assert set(run_) == {"tool", "columnKind", "invocations", "results"}
    assert run_["columnKind"] == "unicodeCodePoints"
    [invocation] = run_["invocations"]
    assert {name: type(value) for name, value in invocation.items()} == {
        "executionSuccessful": bool,
        "exitCode": int,
    }
    assert set(run_["tool"]) == {"driver"}
    driver = run_["tool"]["driver"]
    assert set(driver) == {"name", "version", "semanticVersion", "rules"}
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        assert {"id", "name"} <= set(rule) <= {"id", "name", "shortDescription"}
        assert rule.get("shortDescription", {"text": "x"}).keys() == {"text"}
    for result in run_["results"]:
        assert {*result} - {"locations"} == {"ruleId", "ruleIndex", "level", "message", "partialFingerprints"}
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert set(result["message"]) == {"text"}
        [(kind, print_)] = result["partialFingerprints"].items()
        assert (kind, len(print_)) == ("claimHash/v1", 64)
        for place in result.get("locations", ()):
            assert set(place) == {"physicalLocation", "logicalLocations"}
            physical = place["physicalLocation"]
            assert physical["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
            assert not physical["artifactLocation"]["uri"].startswith(("/", "."))
            assert physical["region"]["startLine"] >= 1
    prints = [json.dumps(result["partialFingerprints"]) for result in run_["results"]]
    assert len(set(prints)) == len(prints)
    return run_, run_["results"]


def line(folder: Path, result: dict[str, Any]) -> str:
    """The line of the project that a result stands at."""
    physical = result["locations"][0]["physicalLocation"]
    text = (folder / str(physical["artifactLocation"]["uri"])).read_text("utf-8")
    return text.splitlines()[int(physical["region"]["startLine"]) - 1]


@pytest.mark.parametrize("name", [name for name in AUDITS if name != "refused"])
def test_a_case_is_bad_exactly_where_the_exit_code_is_not_0(
    name: str, made: tuple[Path, dict[str, Done]]
) -> None:
    folder, found = made
    assert found[name].code == CODES[name], found[name].err
    bad = [tag for tag, *_ in cases(folder / f"builds/{name}.xml").values() if tag in ("failure", "error")]
    assert bool(bad) == (CODES[name] != 0)
    run_, rows = results(folder / f"builds/{name}.sarif")
    levels = [row["level"] for row in rows]
    assert len([level for level in levels if level != "note"]) == len(bad)
    assert run_["invocations"] == [{"executionSuccessful": CODES[name] in (0, 1, 3), "exitCode": CODES[name]}]


def test_each_claim_on_each_instance_is_one_case(made: tuple[Path, dict[str, Done]]) -> None:
    folder, _ = made
    found = cases(folder / "builds/good.xml")
    claims = ("within", "top", "two", "beyond", "in-reach", "it-ends", "points")
    assert [*found] == [
        *("counter/count within on full", "counter/count top on full"),
        *(f"counter/count {name} on small" for name in claims),
    ]
    assert {tag for tag, *_ in found.values()} == {"system-out"}
    assert found["counter/count within on full"][3] == (
        "holds (sampled, play): 200 games, 386 steps; holds (by construction, prove): types; every reading; "
        "as expected"
    ).replace("386", re.search(r"200 games, (\d+) steps", found["counter/count within on full"][3])[1])  # type: ignore[index]
    assert found["counter/count beyond on small"][3] == "fails (exhausted, explore): 7 states; as expected"


def test_a_failure_says_what_why_where_and_how_to_see_it(made: tuple[Path, dict[str, Done]]) -> None:
    folder, _ = made
    found = cases(folder / "builds/bad.xml")
    assert {name: row[:2] for name, row in found.items()} == {
        "verdicts/bad bad on full": ("failure", "not-as-expected"),
        "verdicts/bad bad on whole": ("failure", "not-as-expected"),
        "verdicts/bad good on whole": ("failure", "not-as-expected"),
        "verdicts/weak weak on full": ("failure", "not-decided"),
        "verdicts/hoped hoped on full": ("skipped", ""),
    }
    said = "bad on whole: fails, expected holds; 51 states; 1 against it, first after 3 steps"
    see = "queensbench audit verdicts/bad -i whole -p bad --games 20 --no-proofs"
    assert found["verdicts/bad bad on whole"][2:] == (
        said,
        f"{said}\nat model/verdicts.py:57\nplay: up() up() up()\nsee `{see}`",
    )
    assert found["verdicts/weak weak on full"][2] == (
        "weak on full: holds, but only sampled, expected at least exhausted; tried by play: 20 games, 1,000 steps"
    )
    shown = run(folder, *see.split()[1:], "--store", "off")
    assert (shown.code, "bad on whole: fails, expected holds" in shown.out) == (1, True)


def test_a_finding_stands_at_the_line_of_its_property_or_ruling(made: tuple[Path, dict[str, Done]]) -> None:
    folder, _ = made
    _, rows = results(folder / "builds/bad.sarif")
    assert [(row["ruleId"], row["level"]) for row in rows] == [
        ("verdicts/bad", "error"),
        ("verdicts/bad", "error"),
        ("verdicts/good", "error"),
        ("verdicts/weak", "warning"),
    ]
    assert [line(folder, row).partition(", ")[0] for row in rows] == [
        '@never("bad"', '@never("bad"', '@reachable("good"', '@never("weak"',
    ]  # fmt: skip
    assert rows[1]["message"]["text"] == (
        "bad on whole: fails, expected holds; 51 states; 1 against it, first after 3 steps; play up() up() up(); "
        "see `queensbench audit verdicts/bad -i whole -p bad --games 20 --no-proofs`"
    )
    run_, [note] = results(folder / "builds/rulings.sarif")
    assert (note["ruleId"], note["level"]) == ("race/tie", "note")
    assert note["message"]["text"].startswith(
        "tie on short: matters: winner, both against red; Both stand at the end: who has won? "
    )
    assert line(folder, note).strip().startswith("tie: Tie = ruling(")
    assert {rule["id"]: rule["shortDescription"]["text"] for rule in run_["tool"]["driver"]["rules"]} == {
        "race/two-winners": "never; fails, its author expects: Ties.",
        "race/tie": "Both stand at the end: who has won?",
    }


def test_a_claim_without_a_predicate_has_a_line_too(tmp_path: Path) -> None:
    model = COUNTER.replace('ends("it-ends", State, holds', 'ends("it-ends", State, unknown')
    folder = write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/counter.py": model})
    done = run(folder, "audit", "-i", "small", "-p", "it-ends", "--store", "off", "--sarif", "a.sarif", "-q")
    assert done.code == 1
    _, [row] = results(folder / "a.sarif")
    assert line(folder, row).startswith('ends("it-ends", State, unknown(')


def test_a_fingerprint_outlives_lines_above_it_and_not_another_verdict(tmp_path: Path) -> None:
    def printed(model: str) -> list[tuple[int, str]]:
        write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/counter.py": model})
        run(tmp_path, "audit", "-i", "small", "-p", "top", "--store", "off", "--sarif", "a.sarif", "-q")
        return [
            (row["locations"][0]["physicalLocation"]["region"]["startLine"], row["partialFingerprints"]["claimHash/v1"])
            for row in results(tmp_path / "a.sarif")[1]
        ]  # fmt: skip

    wrong = COUNTER.replace('@never("top", fails', '@never("top", EXPECTED')
    assert wrong != COUNTER
    wrong = re.sub(r"EXPECTED\(.*?\)\)\n", 'holds("So."))\n', wrong, flags=re.DOTALL)
    [(at, one)] = printed(wrong)
    [(later, same)] = printed(wrong.replace("class Box(", "# a line\n# and one more\n\nclass Box("))
    assert (later, same) == (at + 3, one)
    assert printed(COUNTER) == []


def test_silences_and_deadlocks_are_notes_and_skipped_cases(made: tuple[Path, dict[str, Done]]) -> None:
    """Of four states one is silent, in one nobody can move, and one is an end."""
    folder, _ = made
    found = cases(folder / "builds/stops.xml")
    see = "queensbench explore silent-ends/only -i full"
    silent = "full: the rules do not say how play goes on: 1 of 4 states"
    stuck = "full: nobody can move, though the game is not over and the rules are not silent: 1 of 4 states"
    assert found == {
        "silent-ends/only silence on full": ("skipped", "", silent, ""),
        "silent-ends/only deadlock on full": ("skipped", "", stuck, ""),
    }
    run_, rows = results(folder / "builds/stops.sarif")
    assert [(row["ruleId"], row["level"], row["message"]["text"]) for row in rows] == [
        ("silence", "note", f"{silent}; see `{see}`"),
        ("deadlock", "note", f"{stuck}; see `{see}`"),
    ]
    assert [rule["shortDescription"]["text"] for rule in run_["tool"]["driver"]["rules"]] == [
        "The rules do not say how play goes on.",
        "Nobody can move, though the game is not over and the rules are not silent.",
    ]
    assert {line(folder, row)[:11] for row in rows} == {"mode = Mode"}
    shown = run(folder, *see.split()[1:])
    assert (shown.code, "silent: what two means" in shown.out, "deadlock" in shown.out) == (0, True, True)


def test_faults_are_errors_at_their_lines(made: tuple[Path, dict[str, Done]]) -> None:
    folder, _ = made
    found = cases(folder / "builds/faults.xml")
    assert [name for name, row in found.items() if row[0] == "error"] == [
        *(f"faulty-subset/only the audit: model/faulty_subset.py:{number}" for number in (21, 22, 24)),
        "faulty-value/only the audit: model/faulty_value.py:21",
    ]
    assert found["faulty-value/only the audit: model/faulty_value.py:21"][1:3] == (
        "bad-input",
        f"model/faulty_value.py:21: {VALUE.partition(':21: ')[2]}",
    )
    _, rows = results(folder / "builds/faults.sarif")
    assert [line(folder, row).strip() for row in rows if row["ruleId"] == "bad-input"] == [
        's.at = "one"', "while True:", "print(s.at)", "s.at += 1",
    ]  # fmt: skip


def test_what_ends_the_only_mode_is_written_all_the_same(made: tuple[Path, dict[str, Done]]) -> None:
    folder, found = made
    assert found["fault"].out == ""
    [(name, row)] = cases(folder / "builds/fault.xml").items()
    assert (name, row[0]) == ("faulty-value/only the audit: model/faulty_value.py:21", "error")
    assert not (folder / "builds/refused.xml").exists()


def test_losses_against_the_lock_are_failures(tmp_path: Path) -> None:
    project = Folder(tmp_path / "project")
    project.write(FAULTY)
    project.lock.write_text(LOCK + "steps/walk nobody full=sampled\n", "utf-8")
    done = project.audit(*files("lost"))
    assert done.code == 1
    found = cases(project.folder / "builds/lost.xml")
    bad = {name: row[1:] for name, row in found.items() if row[0] != "system-out"}
    said = (
        "less than verdicts.lock says: steps/walk top on full: was proved of every reading, now proved of the "
        "house readings only; induction; house reading only"
    )
    assert list(bad) == [
        "verdicts.lock steps/walk top on full",
        "verdicts.lock steps/walk nobody on full",
    ]
    assert bad["verdicts.lock steps/walk top on full"] == (
        "lost",
        said,
        f"{said}\nat model/steps.py:52\nsee `queensbench audit steps/walk -i full -p top`",
    )
    assert bad["verdicts.lock steps/walk nobody on full"][:2] == (
        "gone",
        "verdicts.lock has steps/walk nobody on full: there is no such claim any more",
    )
    _, rows = results(project.folder / "builds/lost.sarif")
    assert [(row["ruleId"], line(project.folder, row)) for row in rows] == [
        ("steps/top", '@never("top", holds("Every step stops below it."))'),
        ("verdicts.lock", "steps/walk nobody full=sampled"),
    ]
    project.write("1")
    project.lock.write_text(LOCK, "utf-8")
    assert project.audit(*files("held")).code == 0
    held = cases(project.folder / "builds/held.xml")
    assert held["verdicts.lock verdicts.lock"][3] == "5 verdicts as before, none is lost"


def test_contradictions_are_errors(tmp_path: Path) -> None:
    folder = write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/counter.py": COUNTER})
    command = ["audit", "-i", "full", "-p", "top", "-q", "--games", "20", "--store", "off", *files("two")]
    done = python(folder, "-c", FORGED, *command, env=environment())
    assert done.returncode == 4
    found = cases(folder / "builds/two.xml")
    row = found["counter/count top on full: contradiction"]
    assert row[:2] == ("error", "contradiction")
    assert row[2].startswith("counter/count: top on full holds (proved, prove), every reading, but fails ")
    assert row[3].endswith("see `queensbench audit counter/count -i full -p top --fresh`")


INTERRUPTED = """
import sys
from queensbench.analyses.audit import one_mode
from queensbench.surfaces.command.app import main

def judge(self):
    raise KeyboardInterrupt

one_mode.ModeAudit.judge = judge
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("error", "asked", "code", "row"),
    [
        ("MemoryError()", ("counter", "race"), 2, ("audit the audit", "bad-input", "MemoryError")),
        (
            "OSError(28, 'No room')",
            ("counter",),
            2,
            ("counter/count the audit", "bad-input", "[Errno 28] No room"),
        ),
        (
            "ValueError('odd')",
            ("counter",),
            4,
            ("counter/count the audit", "internal-error", "internal error: ValueError: odd"),
        ),
    ],
)
def test_what_ends_the_whole_audit_is_an_error(
    error: str, asked: tuple[str, ...], code: int, row: tuple[str, str, str], tmp_path: Path
) -> None:
    folder = write(tmp_path)
    (folder / "builds").mkdir()
    (folder / "builds" / "cut.xml").write_text("an older one", "utf-8")
    ended = INTERRUPTED.replace("raise KeyboardInterrupt", f"raise {error}")
    done = python(folder, "-c", ended, "audit", *asked, *files("cut"), "-q", env=environment())
    assert done.returncode == code
    found = cases(folder / "builds/cut.xml")
    assert [(name, *one[1:3]) for name, one in found.items()] == [row]


def test_an_interrupted_audit_is_an_error(tmp_path: Path) -> None:
    folder = write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/counter.py": COUNTER})
    done = python(folder, "-c", INTERRUPTED, "audit", "counter", *files("cut"), "-q", env=environment())
    assert done.returncode == 130
    assert cases(folder / "builds/cut.xml") == {
        "audit the end": (
            "error",
            "interrupted",
            "the audit was interrupted, and what was not finished is not told",
            "the audit was interrupted, and what was not finished is not told\nsee `queensbench audit counter`",
        )
    }
    run_, [row] = results(folder / "builds/cut.sarif")
    assert (row["ruleId"], row["level"], run_["invocations"][0]["exitCode"]) == ("interrupted", "error", 130)


def test_where_the_files_cannot_be_is_said_before_the_audit_begins(tmp_path: Path) -> None:
    folder = write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/counter.py": COUNTER})
    (folder / "file").write_text("", "utf-8")
    refused = {
        ("--junit", "model"): "model: this is a folder; name a file",
        ("--sarif", "file/a.sarif"): "file: cannot be written: file exists; free space or choose another",
        ("--junit", "a", "--sarif", "./a"): "a: two reports in one file; name a file for each",
        ("--rulings", "--sarif", "a"): (
            "--rulings judges no property, so that a build has nothing to fail by; leave out --junit and --sarif"
        ),
    }
    for options, said in refused.items():
        done = run(folder, "audit", "counter", *options)
        assert done == Done(2, "", f"queensbench: {said}\n")
    assert not (folder / "a").exists()


def test_what_xml_cannot_hold_is_replaced() -> None:
    assert ILLEGAL.sub("?", "a\x00b\x1b[0m\ud800\ufffe\N{GRINNING FACE}\n") == "a?b?[0m??\N{GRINNING FACE}\n"


def test_a_folder_is_made_and_nothing_else_is_left_in_it(made: tuple[Path, dict[str, Done]]) -> None:
    folder, _ = made
    names = {f"{name}.{kind}" for name in AUDITS if name != "refused" for kind in ("xml", "sarif")}
    assert {path.name for path in (folder / "builds").iterdir()} == names
