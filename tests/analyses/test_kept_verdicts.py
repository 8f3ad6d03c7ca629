"""Which verdicts a change leaves valid, and which it does not: audits of a small project before and after."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.analyses.tiny import AUDIT, audit, files, rows, run, timeless, write
from tests.processes import MARK
from tests.processes import write as written

TWO = '''"""Two: a mode that goes up to a number of another module, and one that goes down."""
from __future__ import annotations

from typing import Annotated

from sched import TOP

from queensbench.language import *
from queensbench.language.studies import Bench, Study, study

Number = Annotated[int, Range(0, 9)]


class Up(Record):
    high: Number


class Down(Record):
    low: Number


@initial("one")
def begin(s: Up) -> None:
    """It begins at nought."""
    s.high = 0


@action("two")
def rise(s: Up) -> None:
    require(s.high < TOP)
    s.high += 1


@initial("three")
def start(s: Down) -> None:
    s.low = 4


@action("four")
def sink(s: Down) -> None:
    require(s.low > 0)
    s.low -= 1


@always("below", holds("It stops there."))
def below(s: Up) -> bool:
    return s.high <= 9


@always("above", holds("It began there."))
def above(s: Down) -> bool:
    return s.low <= 4


@step("rises", holds("It goes up."))
def rises(s: Up, was: Up) -> bool:
    return s.high >= was.high


@study("counted", Up, "How many numbers are there?")
def counted(bench: Bench) -> Study:
    return Study(("numbers",), [("7",)], [0], ["Seven."])


up = Mode("up", state=Up, full=Instance("full", explore=True))
down = Mode("down", state=Down, full=Instance("full", explore=True))
'''
FILES = {
    "pyproject.toml": MARK,
    "model/__init__.py": "",
    "model/two.py": TWO,
    "sched.py": "TOP = 3\nOTHER = 5\n",
}


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = written(tmp_path_factory.mktemp("two") / "project", FILES)
    audit(folder)
    return folder


@pytest.fixture
def project(audited: Path, tmp_path: Path) -> Path:
    return shutil.copytree(audited, tmp_path / "project")


def edit(project: Path, name: str, *changes: tuple[str, str]) -> None:
    path = project / name
    text = path.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def asked(found: dict[str, Any]) -> set[str]:
    """What was not found in the store: ``mode row``."""
    return {
        f"{row['mode']} {row.get('name') or row.get('instance')}"
        for row in rows(found)
        if "cached" not in row
    }


def test_comments_docstrings_and_blank_lines_leave_all_verdicts_valid(project: Path) -> None:
    edit(
        project,
        "model/two.py",
        ('    """It begins at nought."""\n', '    """Other words,\n\n    and more.\n    """\n\n'),
        ("    s.high += 1\n", "    # by one\n    s.high += 1  # and no more\n"),
        ("Number = ", "# what is counted\n\n\nNumber = "),
    )
    assert asked(audit(project)) == set()


def test_a_rule_of_one_mode_leaves_the_verdicts_of_the_other_valid(project: Path) -> None:
    edit(project, "model/two.py", ("    s.low -= 1\n", "    s.low -= 2 if s.low > 1 else 1\n"))
    assert asked(audit(project)) == {"down full", "down above", "up counted"}  # a study rests on all code
    assert asked(audit(project)) == set()


def test_what_is_written_otherwise_and_is_the_same_leaves_verdicts_of_rules_valid(project: Path) -> None:
    edit(project, "model/two.py", ("s.high <= 9\n", "s.high <= 3 * 3\n"))
    assert asked(audit(project)) == {"up counted"}


def test_a_number_of_a_module_of_the_project_named_as_one_of_python_s_own_is_judged_anew(
    project: Path,
) -> None:
    edit(project, "sched.py", ("OTHER = 5", "OTHER = 6"))
    assert asked(audit(project)) == {"up counted"}
    edit(project, "sched.py", ("TOP = 3", "TOP = 4"))
    found = audit(project)
    assert asked(found) == {"up full", "up below", "up rises", "up counted"}
    [row] = [row for row in found["instances"] if row["mode"] == "up"]
    assert row["states"] == 5


def test_what_is_expected_is_part_of_a_verdict(project: Path) -> None:
    """Of the whole mode, for one exploration judges all of its claims."""
    edit(project, "model/two.py", ('holds("It goes up.")', 'holds("It goes up.", at_least=Class.EXHAUSTED)'))
    assert asked(audit(project)) == {"up rises", "up full", "up below", "up counted"}


def test_what_digests_follow_from_can_be_removed(project: Path) -> None:
    shutil.rmtree(project / ".queensbench" / "evidence" / "digests")
    assert asked(audit(project)) == set()
    assert (project / ".queensbench" / "evidence" / "digests").is_dir()


def test_the_store_of_another_version_stays_and_is_told_of_once(tmp_path: Path) -> None:
    """A store of the first form, which held neither what a verdict rests on nor a file of its form."""
    folder = write(tmp_path / "project")
    before = audit(folder)
    store = folder / ".queensbench" / "evidence"
    old = {}
    for path in files(folder):
        other = path.with_name(f"{path.name[:2]}{'0' * 62}.json")
        text = path.read_bytes().replace(b'{"schema":2,', b'{"schema":1,')
        content = text[len('{"checksum":"') + 64 + len('","content":') : -2]
        text = b'{"checksum":"%s","content":%s}\n' % (hashlib.sha256(content).hexdigest().encode(), content)
        path.unlink()
        other.write_bytes(text)
        old[other] = text
    shutil.rmtree(store / "digests")
    (store / "form").unlink()
    done = run(folder, *AUDIT)
    assert done.returncode == 0
    assert done.stderr == (
        f"queensbench: {store.resolve()}: another version of Queensbench has stored verdicts here; they stay, and are "
        "computed anew (`queensbench evidence clear` removes them)\n"
    )
    found = json.loads(done.stdout)["rulesets"][0]
    assert timeless(found) == timeless(before)
    assert not any("cached" in row for row in rows(found))
    assert all("cached" in row for row in rows(audit(folder)))
    assert {path: path.read_bytes() for path in old} == old
    listed = json.loads(run(folder, "evidence", "list", "--json").stdout)["verdicts"]
    assert len(listed) == len(files(folder)) - len(old)
    verified = run(folder, "evidence", "verify", "--json")
    assert verified.returncode == 0
    assert json.loads(verified.stdout)["damaged"] == []
    run(folder, "evidence", "clear")
    assert files(folder) == []
    assert sorted(path.name for path in store.iterdir()) == [".gitignore"]
