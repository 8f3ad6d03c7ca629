"""A new project: what `queensbench new` writes can be loaded, played, tested and checked at once."""

import json
import os
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.creating import create
from tests.processes import python
from tests.surfaces.projects import run_all

ROOT = Path(__file__).resolve().parent.parent.parent

FILES = [
    ".gitignore",
    "README.md",
    "documents/snail-race.en.txt",
    "model/__init__.py",
    "model/snail_race.py",
    "properties/__init__.py",
    "properties/snail_race.py",
    "pyproject.toml",
    "seeds/snail-race.en.toml",
    "spec/__init__.py",
    "spec/snail_race/__init__.py",
    "spec/snail_race/clauses.toml",
    "spec/snail_race/rulings.py",
    "tests/test_snail_race.py",
]

# Counts every state of a mode by trying all moves in all of them, with the interpreter alone.
WALK = """
import json
from queensbench.project import checking, projects as project
from queensbench.readers.interpreter import Interpreter

loaded = project.load()
ruleset, mode = loaded.mode("snail-race")
checking.check(ruleset)
instance = project.mode_instance(mode, "short")
assert project.system(ruleset, mode, instance) is project.system(ruleset, mode, instance)
found = {}
for reading in ("stops", "rests"):
    rules = Interpreter(mode, instance, project.readings_of(mode, [f"past-the-end={reading}"]))
    layer, depth, ends, steps = [rules.start()], -1, 0, 0
    seen = {tuple(rules.cells(layer[0]))}
    while layer:
        depth += 1
        following = []
        for state in layer:
            moves = rules.moves(state)
            ends += not moves
            steps += len(moves)
            assert rules.over(state) == (not moves)
            assert all(rules.judge(decl, state) for decl in ruleset.properties if decl.rule)
            for move in moves:
                new = rules.apply(state, move)
                cells = tuple(rules.cells(new))
                if cells not in seen:
                    seen.add(cells)
                    following.append(new)
        layer = following
    found[reading] = [len(seen), depth, ends, steps]
print(json.dumps({
    "root": str(loaded.root),
    "rulesets": list(loaded.rulesets),
    "title": ruleset.title,
    "modes": list(ruleset.modes),
    "instances": [instance.name for instance in mode.all_instances()],
    "clauses": len(ruleset.clauses),
    "rulings": list(ruleset.rulings),
    "properties": [[decl.name, decl.kind, decl.expect.outcome] for decl in ruleset.properties],
    "found": found,
}))
"""

SEEDS = """
from pathlib import Path
from queensbench.project.register.clauses import load_clauses, unstated
from queensbench.project.register.seeds import check, find_documents, Manifests

manifests = Manifests(Path("seeds"))
[document] = find_documents(Path("documents"), manifests.values()).values()
report = check(document.manifest, document.text)
clauses = load_clauses(Path("spec/snail_race/clauses.toml"), manifests)
print(document.exact, report.clean, unstated(clauses, document.manifest))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "deep" / "race"
    create(folder)
    return folder


def test_a_new_project_has_a_file_of_every_sort(tmp_path: Path) -> None:
    folder = tmp_path / "race"
    written = create(folder)
    assert sorted(path.relative_to(folder).as_posix() for path in written) == FILES
    assert (
        sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == FILES
    )


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    assert len(create(tmp_path)) == len(FILES)


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        create(tmp_path)
    assert str(refusal.value) == f"{tmp_path}: the folder is not empty; name a new folder"
    assert [path.name for path in tmp_path.iterdir()] == ["notes"]


def test_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput) as refusal:
        create(path)
    assert str(refusal.value) == f"{path}: this is a file; name a new folder"
    with pytest.raises(BadInput) as refusal:
        create(path / "below")
    assert str(refusal.value) == (
        f"{path / 'below'}: cannot be written: not a directory; name a folder that can be"
    )


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def until_full(handle: int, data: bytes) -> int:
        if bytes(data).startswith(b'"""Snail Race'):
            write(handle, data[:10])
            raise OSError(28, "No space left on device")
        return write(handle, data)

    monkeypatch.setattr(os, "write", until_full)
    with pytest.raises(BadInput) as refusal:
        create(tmp_path / "deep" / "race")
    assert str(refusal.value) == (
        f"{tmp_path / 'deep' / 'race'}: cannot be written: no space left on device; name a folder that can be"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_new_project_is_loaded_and_played(project: Path) -> None:
    done = python(project / "model", "-c", WALK)
    assert (done.returncode, done.stderr) == (0, "")
    # By hand, for a track of 3 and a die of 2: 9 places of both snails before the end, with 2 turns and 3 states
    # of the die, and 6 ends; each roll has 2 outcomes, each choice 2 sides, but for 6 creeps past the end.
    assert json.loads(done.stdout) == {
        "root": str(project),
        "rulesets": ["snail-race"],
        "title": "Snail Race: two snails, one die, and a track",
        "modes": ["race"],
        "instances": ["full", "short"],
        "clauses": 8,
        "rulings": ["past_the_end"],
        "properties": [
            ["two-winners", "never", "holds"],
            ["the-end-stays-in-reach", "can_always", "holds"],
            ["the-race-ends", "ends", "fails"],
        ],
        "found": {"stops": [60, 8, 6, 108], "rests": [60, 8, 6, 102]},
    }


def test_its_manifest_describes_its_document_and_every_sentence_is_in_a_clause(project: Path) -> None:
    done = python(project, "-c", SEEDS)
    assert (done.stdout, done.stderr) == ("True True ()\n", "")


def test_its_own_tests_pass(project: Path) -> None:
    # The plugin is named, so that they pass where the toolkit is not installed, too.
    named = ("-p", "queensbench.surfaces.pytest.sessions")
    done = python(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", *named)
    assert done.stdout.splitlines()[-1].startswith("2 passed in "), done.stdout


def test_the_commands_of_its_readme_are_in_order(project: Path) -> None:
    block = (project / "README.md").read_text(encoding="utf-8").split("```")[1]
    lines = [line.split("  ")[0].split() for line in block.splitlines() if line.startswith("queensbench ")]
    commands = [words[1:] for words in lines]
    assert [words[0] for words in commands] == ["audit", "rulings", "play", "trace"]
    done = run_all(project, [words for words in commands if words != ["audit"]])
    assert [one.code for one in done] == [0, 0, 0]


def test_it_passes_our_linter(project: Path) -> None:
    for part in (["check"], ["format", "--check"]):
        settings = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
        done = python(project, "-m", "ruff", *part, *settings, str(project))
        assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_type_checker_accepts_it_and_finds_a_swapped_kind(project: Path) -> None:
    settings = ["--cache-dir", os.devnull, "."]
    done = python(project, "-m", "mypy", *settings)
    assert (done.returncode, done.stdout) == (0, "Success: no issues found in 8 source files\n")
    model = project / "model" / "snail_race.py"
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("s.turn = Snail.GREEN", "s.turn = PastTheEnd.STOPS"), encoding="utf-8")
    done = python(project, "-m", "mypy", *settings)
    assert done.returncode == 1
    assert "Incompatible types in assignment" in done.stdout
