"""The trace matrix and the lock, in copies of the project that ``queensbench new`` makes."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from queensbench.evidence.keys import Key, Sources
from queensbench.evidence.store import SCHEMA, Store
from queensbench.project.creating import create
from queensbench.project.register.lock import digest
from queensbench.project.register.lock_text import NAME
from tests.processes import python
from tests.surfaces.projects import ROOT, Done, environment, run, run_all

CLAUSES = "spec/snail_race/clauses.toml"
MODEL = "model/snail_race.py"
TESTS = "tests/test_snail_race.py"
MEND = "run `queensbench trace lock --mend`, and look at what `queensbench trace` then calls suspect"


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project with its lock."""
    folder = tmp_path_factory.mktemp("trace") / "race"
    create(folder)
    done = run(folder, "trace", "lock")
    told = "clauses.lock: clause 8, property 3, rule 9, ruling 1, unit 9; 24 links\nnothing is suspect\n"
    assert done == Done(0, told, "")
    return folder


def copy(locked: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(locked, tmp_path / "race", ignore=shutil.ignore_patterns("__pycache__")))


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def named(found: Sequence[dict[str, Any]]) -> list[str]:
    return [f"{one['kind']} {one['name']}" for one in found]


# ---- what a change makes suspect


def test_a_reworded_clause_makes_exactly_its_dependants_suspect_until_it_is_accepted(
    locked: Path, tmp_path: Path
) -> None:
    folder = copy(locked, tmp_path)
    edit(folder / CLAUSES, ("a snail may move forward", "a snail may go forward"))
    commands = [
        ["trace", "--json", "--fail-on", "suspect"],
        ["trace", "--suspect"],
        ["trace", "accept", "snail-race:turn.creep"],
        ["trace", "accept", "--all", "--reason", "Only the verb."],
        ["trace", "accept", "snail-race:turn.creep", "--reason", "Only the verb."],
        ["trace", "--suspect", "--fail-on", "suspect"],
    ]
    [whole, told, bare, everything, again, after] = run_quietly(folder, commands)
    lock = json.loads(whole.out)["lock"]
    assert whole.code == 1
    assert [(one["name"], one["how"]) for one in lock["changes"]] == [("snail-race:turn.creep", "reworded")]
    assert named(lock["suspect"]) == [
        "property snail-race:the-end-stays-in-reach",
        "rule snail-race:creep@turn.creep",
        "ruling snail-race:past_the_end",
    ]
    assert {through for one in lock["suspect"] for through in one["through"]} == {"snail-race:turn.creep"}
    assert told == Done(
        0,
        "Since the lock was written: 1 reworded\n"
        "  reworded: clause snail-race:turn.creep\n"
        "      suspect ruling: snail-race:past_the_end\n"
        "      suspect rule: snail-race:creep@turn.creep\n"
        "      suspect property: snail-race:the-end-stays-in-reach\n"
        'Look at them, and say so: `queensbench trace accept NAME --reason "..."`, or mend what is wrong.\n\n',
        "",
    )
    assert bare == Done(2, "", 'queensbench: a change is accepted with a reason; add --reason "..."\n')
    assert everything == Done(0, "accepted: clause snail-race:turn.creep\nnothing is suspect\n", "")
    fault = "snail-race:turn.creep has not changed, and nothing that it rests on has"
    assert again == Done(2, "", f"queensbench: {fault}; there is nothing to accept\n")
    assert after == Done(0, "Nothing has changed since the lock was written.\n\n", "")
    assert "accepted clause turn.creep Only the verb.\n" in (folder / NAME).read_text()


def run_quietly(folder: Path, commands: Sequence[Sequence[str]], **more: str) -> list[Done]:
    """Run commands one after the other in one process."""
    return run_all(folder, commands, COLUMNS="140", **more)


def test_a_sentence_a_block_and_a_reformat(locked: Path, tmp_path: Path) -> None:
    folder = copy(locked, tmp_path)
    edit(
        folder / MODEL,
        ("    s.at[s.turn] += min(s.pips, left)\n", "    # on it goes\n    s.at[s.turn] += min(\n        s.pips, left\n    )\n"),
        ("    s.rolled = True\n    s.pips = pips\n", "    s.pips = pips\n    s.rolled = True\n"),
        ("def rest(s: Race) -> None:\n", 'def rest(s: Race) -> None:\n    """Nothing happens."""\n'),
    )  # fmt: skip
    manifest = folder / "seeds/snail-race.en.toml"
    at = manifest.read_text().split('id = "u008"')[1].split('sha256 = "')[1][:64]
    edit(manifest, (at, at[::-1]))
    [found] = run_quietly(folder, [["trace", "--json", "--suspect"]])
    lock = found.json["lock"]
    assert [(one["kind"], one["name"], one["how"], named(one["suspect"])) for one in lock["changes"]] == [
        ("unit", "snail-race.en:u008", "reworded", ["clause snail-race:turn.order", "rule snail-race:pass_on@turn.order"]),
        ("rule", "snail-race:roll@turn.roll", "changed", []),
    ]  # fmt: skip
    assert found.json["clauses"] == []


def test_a_retired_clause_that_code_still_names_is_an_error(locked: Path, tmp_path: Path) -> None:
    folder = copy(locked, tmp_path)
    text = (folder / CLAUSES).read_text()
    entry = next(part for part in text.split("\n\n") if 'name = "turn.order"' in part)
    edit(folder / CLAUSES, (entry, ""), ("retired = []", 'retired = ["turn.order"]'))
    edit(folder / MODEL, ('@action("turn.rest")', '@action("turn.rset")'))
    [found] = run_quietly(folder, [["trace"]])
    place = (folder / MODEL).resolve()
    lines = place.read_text().splitlines()
    rest, pass_on = (
        lines.index(line) + 1 for line in ("def rest(s: Race) -> None:", "def pass_on(s: Race) -> None:")
    )
    assert found.code == 2
    retired = (
        f"queensbench: {place}:{pass_on}: rule pass_on carries out the clause turn.order, which was retired; "
        "name the clause that took its place, or none"
    )
    unknown = (
        f"queensbench: {place}:{rest}: rule rest carries out the clause turn.rset, which does not exist; "
        "did you mean turn.rest or turn.creep or turn.roll?"
    )
    assert sorted(found.err.splitlines()) == [retired, unknown]


def test_a_test_that_names_a_clause_is_a_link_and_an_unknown_one_an_error(
    locked: Path, tmp_path: Path
) -> None:
    folder = copy(locked, tmp_path)
    marker = 'import pytest\n\n\n@pytest.mark.clause("snail-race:turn.{}")\ndef test_it():\n    pass\n'
    (folder / "tests/test_named.py").write_text(marker.format("order"))
    [found] = run_quietly(folder, [["trace", "--json"]])
    rows = {row["clause"]: row["named_by"] for row in found.json["clauses"]}
    assert {name: places for name, places in rows.items() if places} == {
        "turn.order": ["tests/test_named.py:4"]
    }
    (folder / "tests/test_named.py").write_text(marker.format("odrer"))
    [refused] = run_quietly(folder, [["trace"]])
    place = (folder / "tests/test_named.py").resolve()
    assert refused == Done(
        2,
        "",
        f"queensbench: {place}:4: a test's marker names the clause snail-race:turn.odrer, which does not exist; "
        "did you mean turn.order or turn.rest or turn.creep?\n",
    )


def test_a_half_merged_lock_is_one_line_and_mended_without_forgetting(locked: Path, tmp_path: Path) -> None:
    folder = copy(locked, tmp_path)
    line = next(x for x in (folder / NAME).read_text().splitlines() if x.startswith("clause turn.rest "))
    other = line.replace(line.split()[2], digest("theirs"))
    edit(folder / NAME, (line, f"<<<<<<< ours\n{line}\n=======\n{other}\n>>>>>>> theirs"))
    [half, mended, after] = run_quietly(
        folder, [["trace"], ["trace", "lock", "--mend"], ["trace", "--suspect", "--fail-on", "suspect"]]
    )
    number = (
        (folder / NAME).read_text().splitlines().index(line)
        if half.code != 2
        else int(half.err.split(":")[2])
    )
    path = (folder / NAME).resolve()
    assert half == Done(2, "", f"queensbench: {path}:{number}: a merge was left half done here; {MEND}\n")
    assert mended.out.splitlines()[0] == "left out: clause snail-race:turn.rest"
    assert (
        mended.out.splitlines()[-1]
        == "1 change to be accepted, 3 suspects: see `queensbench trace --suspect`"
    )
    assert after.code == 1


def test_a_lock_that_is_cut_between_two_blocks_is_one_line_and_mending_tells_what_is_new(
    locked: Path, tmp_path: Path
) -> None:
    folder = copy(locked, tmp_path)
    text = (folder / NAME).read_text()
    cut = text.index("\n[snail-race]")
    (folder / NAME).write_text(text[:cut])
    [found, mended, after] = run_quietly(
        folder, [["trace"], ["trace", "lock", "--mend"], ["trace", "--suspect"]]
    )
    path, number = (folder / NAME).resolve(), text[:cut].count("\n")
    assert found == Done(
        2,
        "",
        f"queensbench: {path}:{number}: the last line is not there: what may have stood behind block [seeds/snail-race.en] is "
        "cut off, or an earlier version wrote it; take the whole one from version control; or run "
        "`queensbench trace lock --mend`, and what is lost is new to it\n",
    )
    assert mended.out.splitlines() == [
        "left out: what may have stood behind block [seeds/snail-race.en]",
        "new to the lock, and so not compared with what it was: clause 8, property 3, rule 9, ruling 1",
        "clauses.lock: clause 8, property 3, rule 9, ruling 1, unit 9; 24 links",
        "nothing is suspect",
    ]
    assert after.out == "Nothing has changed since the lock was written.\n\n"
    assert (folder / NAME).read_text() == text


def test_the_lock_of_this_project_is_up_to_date() -> None:
    """See what has changed with ``queensbench trace --suspect``; if it is in order, the remedy is in the message."""
    lock = run(ROOT, "trace", "--suspect", "--json", "--store", "off").json["lock"]
    remedy = 'run `queensbench trace accept --all --reason "..."` and commit clauses.lock'
    changed = [f"{one['how']} {one['kind']} {one['name']}" for one in lock["changes"]]
    assert lock["up_to_date"], (
        f"{changed[:20]}, {len(changed)} changes in all, links {lock['links']}: {remedy}"
    )


def test_bad_input_is_one_line(locked: Path, tmp_path: Path) -> None:
    folder = copy(locked, tmp_path)
    (folder / NAME).unlink()
    path = (folder / NAME).resolve()
    asked = {
        ("--fail-on", "suspect"): f"{path}: there is no lock to compare with; write it with `queensbench trace lock`, and commit it",
        ("accept", "x", "--reason", "y"): f"{path}: there is no lock yet; write one with `queensbench trace lock`",
        ("accept", "--reason", "y"): "nothing says what is accepted; name it, or write --all",
        ("--state", "pased"): "no state is called pased; did you mean passed?",
        ("--fail-on", "holes"): "no reason to fail is called holes; did you mean hole?",
        ("--clause", "turn.rol"): "no clause is called turn.rol; did you mean turn.roll or turn.rest or turn.order?",
        ("snail-rage",): "no ruleset is called snail-rage; did you mean snail-race?",
        ("--tests", "none.json"): "none.json: there is no such file; make it with `pytest --queensbench-trace FILE`",
    }  # fmt: skip
    found = run_quietly(folder, [["trace", *words] for words in asked])
    assert [(done.code, done.err) for done in found] == [
        (2, f"queensbench: {line}\n") for line in asked.values()
    ]


# ---- the matrix


def put(folder: Path, store: Path, kind: str, name: str, payload: Any, **parts: Any) -> None:
    """Store a verdict as an audit does, of the rules as they are now."""
    key = {
        "schema": SCHEMA,
        "toolkit": "some",
        "rests": ["text", Sources(folder).content("snail_race")],
        "ruleset": "snail-race",
        "mode": "race",
        "instance": "short",
        "reading": {"past_the_end": "stops"},
        "kind": kind,
        "name": name,
        **parts,
    }
    assert Store(store).put(Key.of(key), payload)


def verdict(name: str, verdict_: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "verdict": verdict_, "shown": "exhausted", "seconds": 1.0, **more}


def test_the_matrix_says_of_every_clause_what_ran_and_passed(locked: Path, tmp_path: Path) -> None:
    folder, store = copy(locked, tmp_path), tmp_path / "store"
    edit(folder / MODEL, ('@rule("turn.order")', "@rule()"))
    edit(folder / CLAUSES, ('text = "The snails take turns."', 'text = "The snails alternate."'))
    traced = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "queensbench.surfaces.pytest.traceability",
        "-p",
        "queensbench.surfaces.pytest.sessions",
        "-p",
        "no:cacheprovider",
        "--assert=plain",
    ]
    edit(folder / TESTS, ("assert race.over\n", "assert not race.over\n"))  # fmt: skip
    tests = subprocess.run(
        [*traced, "--queensbench-trace", ".queensbench/trace/tests.json", TESTS],
        cwd=folder, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "1 failed, 1 passed" in tests.stdout, tests.stdout
    noted = json.loads((folder / ".queensbench/trace/tests.json").read_text())["content"]["tests"]
    exact, wins = (noted[f"{TESTS}::{name}"] for name in (
        "test_a_snail_that_must_arrive_exactly_rests", "test_the_snail_that_is_first_on_the_last_space_wins"
    ))  # fmt: skip
    begun = [
        "box.contents",
        "end.reach",
        "setup.first",
        "setup.snails",
        "turn.creep",
        "turn.rest",
        "turn.roll",
    ]
    assert (exact["outcome"], exact["clauses"]) == ("passed", {"snail-race": begun})
    assert (wins["outcome"], wins["clauses"]) == ("failed", {"snail-race": begun})

    (folder / "waivers.toml").write_text(
        '[[waiver]]\nclause = "snail-race:turn.order"\nreason = "Said by the players."\n\n'
        '[[waiver]]\nclause = "snail-race:box.contents"\nreason = "Seen on the table."\n'
    )
    put(folder, store, "instance", "short", {"row": {"ends": {"GREEN": 3}}, "seconds": 1.0,
        "clauses": {"turn.roll": 7, "turn.rest": 2}}, engine="explore")  # fmt: skip
    put(folder, store, "property", "two-winners", verdict("two-winners", "holds"), engine="explore")
    claim = {"name": "two-winners", "lemmas": [], "at_most": [["end.reach"], ["turn.roll", "turn.rest"]]}
    put(
        folder, store, "rests", "", {"claims": [claim], "needed": ["end.reach", "turn.roll"]}, instance="full"
    )
    put(folder, store, "property", "the-race-ends", verdict("the-race-ends", "holds"), engine="graph")
    edit(folder / TESTS, ("assert not race.over\n", "assert race.over\n"))  # fmt: skip
    [changed, shown] = run_quietly(
        folder,
        [["trace", "--store", str(store), "--json", "--fail-on", "failed"], ["trace", "--store", str(store), "--clause", "turn.rest"]],
    )  # fmt: skip
    rows = {row["clause"]: row for row in changed.json["clauses"]}
    assert changed.code == 1
    assert {name: row["state"] for name, row in rows.items()} == {
        "turn.rest": "failed",  # its property was expected to fail, and holds
        "setup.snails": "linked, never run",  # the file of the test has changed since
        "setup.first": "linked, never run",
        "turn.creep": "linked, never run",
        "box.contents": "waived",
        "turn.order": "waived",
        "turn.roll": "passed",
        "end.reach": "passed",
    }
    assert next(iter(rows)) == "turn.rest"
    assert rows["turn.order"]["lacking"] == ["no rule carries it out"]
    assert rows["end.reach"]["ran"] == [
        {"mode": "race", "instance": "short", "engine": "explore", "times": 1}
    ]
    assert {name for name, row in rows.items() if row["proofs"] == ["two-winners"]} == {
        "end.reach",
        "turn.roll",
    }
    assert rows["turn.rest"]["proofs"] == []
    assert rows["turn.roll"]["carried_out_by"] == [{"rule": "roll", "file": MODEL, "line": 79}]
    assert changed.json["rulesets"]["snail-race"]["older_evidence"] == 2
    assert shown.out.endswith(
        "snail-race: turn.rest: failed\n"
        "Instead of moving, a snail may stay where it is.\n"
        "  stated by: snail-race.en: u007\n"
        "  carried out by: rest, model/snail_race.py:95\n"
        "  constrained by: the-race-ends: holds, exhausted on race/short\n"
        "  constrained by: the-end-stays-in-reach: not judged\n"
        "  ran: 2 times, explore race/short\n"
        f"  test: {TESTS}::test_a_snail_that_must_arrive_exactly_rests, passed (earlier rules or test)\n"
        f"  test: {TESTS}::test_the_snail_that_is_first_on_the_last_space_wins, failed (earlier rules or test)\n\n"
    )
    (folder / ".queensbench/trace/tests.json").unlink()
    (folder / "Makefile").write_text("trace:\n\tpytest\n")
    [rest, none] = run_quietly(
        folder, [["trace", "--store", str(store)], ["trace", "--store", "off", "--state", "failed"]]
    )
    assert rest.out.endswith("  No traced test is known: run `make trace`.\n")
    assert none.out.splitlines()[-2:] == [
        "  No audit and no traced test is known: run `queensbench audit snail-race` and `make trace`.",
        "Which proofs rest on which clause is not known: `queensbench rests RULESET` finds it out.",
    ]


# ---- a new edition


def test_a_new_edition_says_what_it_touches_and_which_plays_end_differently(
    locked: Path, tmp_path: Path
) -> None:
    folder = copy(locked, tmp_path)
    text = (folder / "documents/snail-race.en.txt").read_text()
    new = tmp_path / "new.txt"
    new.write_text(text.replace("you roll the die", "you throw the die"))
    play = """
from pathlib import Path
from queensbench.evidence.plays import Play, save
from queensbench.project.projects import load, mode_instance
from queensbench.readers.interpreter import Interpreter, Step
_, mode = load().mode("snail-race")
box = mode_instance(mode, "short")
steps = (Step("roll", (("pips", 2),)), Step("creep"), Step("roll", (("pips", 1),)), Step("rest"))
reader = Interpreter(mode, box)
save(Play("snail-race", "race", "short", steps, {}, {}, "a start"), reader, Path("plays/a.json"))
save(Play("snail-race", "race", "short", (), {}, {}, "no move"), reader, Path("plays/b.json"))
"""
    done = python(folder, "-c", play, plain=True)
    assert (done.returncode, done.stderr) == (0, "")
    edit(folder / MODEL, ("    s.pips = 1  # forgotten", "    s.pips = 2  # forgotten"))
    store = tmp_path / "store"
    for name, steps, ending in (
        ("two-winners", [["roll", [["pips", 2]]], ["creep", []]], "won by GREEN"),
        ("the-race-ends", [["roll", [["pips", 1]]]], "goes on"),
        ("the-end-stays-in-reach", [["creep", []]], "goes on"),
    ):
        kept: dict[str, Any] = {
            "ruleset": "snail-race",
            "mode": "race",
            "instance": "short",
            "steps": steps,
            "readings": {},
        }
        kept |= {"parameters": {}, "why": ""}
        row = verdict(name, "fails", play=kept, through=["turn.roll"], ending=ending)
        put(folder, store, "property", name, row, engine="explore")
    two, one = ["roll", [["pips", 2]]], ["roll", [["pips", 1]]]
    for kind, matters_, steps, more in (
        ("comparison", "legal", [two, ["creep", []], one, ["rest", []], two, ["creep", []]], {}),
        ("beside", "ending", [two, ["rest", []]], {"beside": ["fog", "thick"]}),
    ):
        kept = {**kept, "steps": steps}
        row = {"ruling": "past_the_end", "matters": matters_, "against": "rests", "play": kept}
        put(folder, store, kind, "past_the_end", row, **more)
    [same, other] = run_quietly(
        folder,
        [
            ["seeds", "diff", "snail-race.en", "documents/snail-race.en.txt"],
            ["seeds", "diff", "snail-race.en", str(new), "--plays", "plays", "--store", str(store)],
        ],
    )
    line = (folder / MODEL).read_text().splitlines().index("def creep(s: Race) -> None:") + 2
    place = f"{(folder / MODEL).resolve()}:{line}"
    assert same == Done(0, "snail-race.en: 9 units, all the same\n", "")
    told = (
        "snail-race.en: 1 reworded\n"
        "  reworded: u006 (rule, The rules)\n"
        "What rests on the units that are reworded or gone\n"
        "      suspect clause: snail-race:turn.roll\n"
        "      suspect rule: snail-race:roll@turn.roll\n"
        "      3 plays: snail-race: the-end-stays-in-reach on race/short, snail-race: the-race-ends on race/short, "
        "snail-race: two-winners on race/short\n"
        "6 plays replayed: 4 now differently\n"
        "  snail-race: the-end-stays-in-reach on race/short: was goes on; now refused at step 1, creep(): refused by "
        f"`require(s.rolled)` (turn.creep), {place}\n"
        "  snail-race: two-winners on race/short: was won by GREEN; now goes on\n"
        "  snail-race: past_the_end on race/short, beside fog=thick: was a parting of class ending; now no parting\n"
        "  a.json: was as stored; now another state: pips; goes on\n"
    )
    assert (other.code, other.err, other.out.split()) == (
        1,
        "",
        told.split(),
    )  # where lines break depends on paths


def test_a_page_can_be_sorted_and_filtered_without_a_server(locked: Path, tmp_path: Path) -> None:
    pages, note = tmp_path / "pages", "<!-- A page of somebody else. -->"
    pages.mkdir()
    (pages / "mine.md").write_text(note, encoding="utf-8")
    done, again = run_all(locked, [["trace", "pages", str(pages)], ["trace", "pages", str(pages), "--json"]])
    files = [str(pages / name) for name in ("index.md", "snail-race.md")]
    assert done == Done(0, "".join(f"{file}\n" for file in files), "")
    assert json.loads(again.out) == {"files": files}
    assert sorted(path.name for path in pages.iterdir()) == ["index.md", "mine.md", "snail-race.md"]
    page = (pages / "snail-race.md").read_text()
    rows = re.findall(r'<tr id="([^"]+)" data-state="([^"]+)">', page)
    assert rows == [(name, "linked, never run") for name in (
        "box.contents", "setup.snails", "setup.first", "turn.roll", "turn.creep", "turn.rest", "turn.order", "end.reach"
    )]  # fmt: skip
    assert "http" not in page
    assert page.count("<script>") == page.count("</script>") == 1
    index = (pages / "index.md").read_text()
    assert "| [Snail Race: two snails, one die, and a track](snail-race.md) | 8 |  |  | 8 |  |  |  |" in index
    assert "../guide" not in index


def test_a_row_of_a_page_has_place_clause_lines_properties_and_what_is_open(
    locked: Path, tmp_path: Path
) -> None:
    pages = tmp_path / "pages"
    assert run(locked, "trace", "pages", str(pages)).code == 0
    [row] = re.findall(r'<tr id="turn.creep".*?</tr>', (pages / "snail-race.md").read_text(), re.DOTALL)
    cells = [
        html.unescape(re.sub("<[^>]*>", "|", cell))
        for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
    ]
    lines = (locked / MODEL).read_text().splitlines()
    first = lines.index('@action("turn.creep")')
    code = "\n".join(lines[first : first + 7])
    question = "What does a snail do when the die shows more than the spaces that are left?"
    assert code.endswith("    pass_on(s)")
    assert [[part for part in cell.split("|") if part] for cell in cells] == [
        ["The rules", "u007"],
        ["turn.creep", "After the roll a snail may move forward by the number rolled.", "normative, needs model"],
        ["creep", f"model/snail_race.py:{first + 2}", code],
        ["the-end-stays-in-reach", "not in the lock",
         "can_always: A snail that can rest can wait for the roll that it needs.", "in the store: not judged"],
        ["past_the_end", f"{question} House reading: stops."],
        ["linked, never run", "no audit and no test has gone through its block"],
        [],
    ]  # fmt: skip


def test_pages_are_not_written_into_a_file(locked: Path, tmp_path: Path) -> None:
    place = tmp_path / "pages"
    place.write_text("", encoding="utf-8")
    done = run(locked, "trace", "pages", str(place))
    assert done == Done(2, "", f"queensbench: {place}: is no folder; name a folder for the pages\n")
