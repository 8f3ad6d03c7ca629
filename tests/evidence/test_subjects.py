"""What verdicts rest on: the part of the toolkit by sort, the form of code, answers that name places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from queensbench.evidence.keys import Key, Sources, toolkit_texts
from queensbench.evidence.source_forms import form, looks_at_text
from queensbench.evidence.store import Store
from queensbench.evidence.subjects import Rests, Subjects
from queensbench.evidence.toolkit_parts import Imports
from tests.analyses.tiny import write

SORTS: tuple[Rests, ...] = ("system", "steps", "mode", "solved", "study", "code", "text")


def digests(root: Path, **changed: Any) -> dict[str, str]:
    """The digest of the toolkit's part by sort, as if files of the toolkit had other texts."""
    sources = Sources(root)
    sources.__dict__["toolkit_texts"] = {**toolkit_texts(), **changed}
    subjects = Subjects(sources, root / "store")
    return {sort: subjects.toolkit(sort, "steps") for sort in SORTS}


CODE = ["code", "text"]
UNSOLVED = [sort for sort in SORTS if sort != "solved"]
CHANGED = {
    "rendering/boards.py": [],
    "surfaces/command/audit.py": [],
    "project/register/lock.py": CODE,
    "analyses/errata.py": CODE,
    "engines/solve/kernels.py": ["solved", *CODE],
    "engines/explore/kernels.py": [*SORTS],
    "engines/prove/plain_questions.py": UNSOLVED,
    "readers/symmetry/groups.py": [*SORTS],
    "rules/lowering/statements.py": [*SORTS],
    "language/rules.py": [*SORTS],
    "__init__.py": [*SORTS],
}


def test_which_verdicts_a_change_of_the_toolkit_leaves_valid(tmp_path: Path) -> None:
    root = write(tmp_path)
    before = digests(root)
    found = {}
    for name in CHANGED:
        after = digests(root, **{name: toolkit_texts()[name] + b"\nMORE = 1\n"})
        found[name] = [sort for sort in SORTS if after[sort] != before[sort]]
    assert found == CHANGED


@pytest.mark.parametrize(
    ("asked", "counted"),
    [
        ("from queensbench.project import loading", ["project.loading"]),
        (
            "from queensbench.project.register import gaps",
            ["project.register.entries", "project.register.gaps"],
        ),
    ],
)
def test_a_register_counts_with_its_imports_where_an_answer_reads_it(asked: str, counted: list[str]) -> None:
    """Of what loads projects counts only itself: what it makes is in the key."""
    texts = {
        "analyses/verdicts/one.py": f"from queensbench.evidence import questions\n{asked}",
        "evidence/questions.py": "",
        "project/loading.py": "from queensbench.project.register import gaps",
        "project/register/gaps.py": "from queensbench.project.register import entries",
        "project/register/entries.py": "",
    }
    part = Imports({name: text.encode() for name, text in texts.items()}).part("answers")
    found = {name.removeprefix("queensbench.") for name in part}
    assert sorted(found - {"analyses.verdicts.one", "evidence.questions"}) == counted


def test_what_a_ruleset_imports_of_the_toolkit_counts_for_its_studies(tmp_path: Path) -> None:
    root = write(tmp_path)
    model = root / "model" / "steps.py"
    model.write_text(model.read_text("utf-8") + "\nfrom queensbench.rendering import boards\n", "utf-8")
    before = digests(root)
    after = digests(root, **{"rendering/boards.py": toolkit_texts()["rendering/boards.py"] + b"\nMORE = 1\n"})
    assert [sort for sort in SORTS if after[sort] != before[sort]] == ["study", "code", "text"]


def test_a_ruleset_that_holds_the_toolkit_itself_rests_on_all_of_it(tmp_path: Path) -> None:
    """By `import queensbench.language` it has the whole package, which offers scripts more than that module."""
    root = write(tmp_path)
    model = root / "model" / "steps.py"
    text = model.read_text("utf-8")
    machines = {"api/machines.py": toolkit_texts()["api/machines.py"] + b"\nMORE = 1\n"}
    changed = {}
    for asked in ("import queensbench.language", "import queensbench.language as ql"):
        model.write_text(f"{text}\n{asked}\n", "utf-8")
        before, after = digests(root), digests(root, **machines)
        changed[asked] = [sort for sort in SORTS if after[sort] != before[sort]]
    assert changed == {
        "import queensbench.language": ["study", "code", "text"],
        "import queensbench.language as ql": [],
    }


SAME = {
    "a comment": ("x = 1\n", "# why\nx = 1  # because\n"),
    "a docstring": (
        'def f():\n    """One."""\n    return 1\n',
        'def f():\n    """Two,\n    three.\n    """\n    return 1\n',
    ),
    "blank lines": ("x = 1\ny = 2\n", "x = 1\n\n\ny = 2\n"),
}
OTHER = {
    "a number": ("x = 1\n", "x = 2\n"),
    "a text that looks like a comment": ('x = """\n# a\n"""\n', 'x = """\n# b\n"""\n'),
    "what messages quote": ("x = 1+1\n", "x = 1 + 1\n"),
    "what messages quote behind signs that end no line": (
        'x = "\f\u2028"\ny = 1+1\ndef f():\n    """One."""\n',
        'x = "\f\u2028"\ny = 1 + 1\ndef f():\n    """One."""\n',
    ),
    "how far something reaches": ("if x:\n    y = 1\n    z = 2\n", "if x:\n    y = 1\nz = 2\n"),
    "no Python": ("x = = 1\n", "x = = 2\n"),
}


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_what_has_one_form(one: str, other: str) -> None:
    assert form(one.encode()) == form(other.encode())


@pytest.mark.parametrize(("one", "other"), OTHER.values(), ids=OTHER)
def test_what_has_another_form(one: str, other: str) -> None:
    assert form(one.encode()) != form(other.encode())


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("s.line[p, k] = 1", False),
        ("@study\ns.line[p, k] = 1", False),
        ("@study\nrule.line", True),
        ("print(f.__doc__)", True),
        ("Path(__file__)", True),
        ("open(name).read()", True),
        ("from inspect import getsource", True),
    ],
)
def test_which_modules_may_look_at_text(text: str, looks: bool) -> None:
    assert looks_at_text(text) is looks


@pytest.mark.parametrize(
    ("payload", "kept"),
    [
        ({"why": "at turn.py:72"}, False),
        (["model/turn.py, line 72"], False),
        ({"why": "turn.py is long"}, True),
    ],
)
def test_an_answer_that_names_a_place_holds_for_its_text(tmp_path: Path, payload: Any, kept: bool) -> None:
    store = Store(tmp_path)
    key = Key.of({"name": "one"})
    store.put(key, payload, text=lambda: "today")
    assert store.get(key, _same, text=lambda: "today") == payload
    assert store.get(key, _same, text=lambda: "tomorrow") == (payload if kept else None)


def _same(payload: Any) -> Any:
    return payload
