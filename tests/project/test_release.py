"""How a release is made: what keeps it from being made, its section of the changelog, its figures, its bill of materials."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from release.__main__ import (
    CannotRelease,
    alone,
    copy_of,
    main,
    measured,
    prepare,
    put_back,
    require_bill,
    require_ready,
    tagged,
    version_of,
    with_figures,
)

ROOT = Path(__file__).resolve().parent.parent.parent

pytest.importorskip("towncrier", reason="what makes the changelog is not installed")
pytestmark = pytest.mark.skipif(
    not (ROOT / "Makefile").exists(), reason="a release is made of a whole checkout"
)


def git(folder: Path, *arguments: str) -> str:
    own = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    return subprocess.run(
        ["git", *own, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with three changes since its last release."""
    place = tmp_path / "small"
    for folder in ("queensbench", "changelog.d", "release"):
        (place / folder).mkdir(parents=True)
    for name in ("pyproject.toml", "CHANGELOG.md", "README.md", "release/section.md.jinja"):
        shutil.copy(ROOT / name, place / name)
    text = (place / "CHANGELOG.md").read_text(encoding="utf-8")
    (place / "CHANGELOG.md").write_text(text.partition("<!-- releases -->")[0] + "<!-- releases -->\n")
    (place / "queensbench" / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (place / "changelog.d" / "README.md").write_text("# Changes\n")
    (place / "changelog.d" / "a-door.added.md").write_text("There is a door.\nIt opens.\n")
    (place / "changelog.d" / "a-wall.fixed.md").write_text("The wall stands.\n")
    (place / "changelog.d" / "another-door.added.md").write_text("There is another door.\n")
    git(place, "init", "--quiet")
    git(place, "add", "--all")
    git(place, "commit", "--quiet", "--message", "All")
    return place


def test_a_release_has_a_version_and_a_section_of_the_changelog(checkout: Path) -> None:
    require_ready(checkout, "0.2.0")
    prepare(checkout, "0.2.0", "2026-11-23")
    assert version_of(checkout) == "0.2.0"
    text = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    assert text.partition("<!-- releases -->\n")[2].strip() == (
        "## 0.2.0, 2026-11-23\n\n### Added\n\n- There is a door.\n  It opens.\n- There is another door.\n\n"
        "### Fixed\n\n- The wall stands."
    )
    assert [path.name for path in (checkout / "changelog.d").iterdir()] == ["README.md"]


def test_a_fresh_copy_has_what_the_release_has_changed(checkout: Path, tmp_path: Path) -> None:
    prepare(checkout, "0.2.0", "2026-11-23")
    before = git(checkout, "status", "--porcelain")
    place = copy_of(checkout, tmp_path)
    assert version_of(place) == "0.2.0"
    assert not (place / "changelog.d" / "a-door.added.md").exists()
    assert {line[3:] for line in git(checkout, "status", "--porcelain").splitlines()} == {
        line[3:] for line in before.splitlines()
    }


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("0.1.0", "0.1.0 is not newer than 0.1.0: name a later version"),
        ("0.0.9", "0.0.9 is not newer than 0.1.0: name a later version"),
        ("next", "'next' is no version: give three numbers, such as 0.2.0"),
        ("0.3.0", "there is a tag v0.3.0 already: name another version"),
    ],
)
def test_a_version_that_cannot_be(checkout: Path, version: str, said: str) -> None:
    git(checkout, "tag", "v0.3.0")
    with pytest.raises(CannotRelease, match=f"^{re.escape(said)}$"):
        require_ready(checkout, version)


def test_changes_that_are_not_committed(checkout: Path) -> None:
    (checkout / "README.md").write_text("Other words.\n")
    with pytest.raises(CannotRelease, match=r"^the checkout has changes that are not committed: commit them"):
        require_ready(checkout, "0.2.0")


def test_nothing_has_changed(checkout: Path) -> None:
    prepare(checkout, "0.2.0", "2026-11-23")
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--message", "Release 0.2.0")
    with pytest.raises(CannotRelease, match=r"^changelog\.d/ is empty: nothing has changed since"):
        require_ready(checkout, "0.2.1")


def test_the_readme_has_a_place_for_the_figures() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    seconds = {"setup": 29.6, "audit": 725.0, "test": 60.2}
    new = with_figures(text, "0.2.0", seconds, 8)
    assert (
        "-->\nWith version 0.2.0, on 8 processors, the set-up took 30 s, the audit of all rulebooks 12 min 05 s\n"
        "and the tests 1 min 00 s.\n<!--" in new
    )
    assert with_figures(new, "0.2.0", seconds, 8) == new
    assert "With version 0.2.0, on one processor, the set-up" in with_figures(text, "0.2.0", seconds, 1)


def test_what_a_check_of_the_fresh_copy_said_is_kept(checkout: Path) -> None:
    (checkout / "Makefile").write_text("setup:\n\t@echo one test failed\n\t@echo so it ended >&2; false\n")
    git(checkout, "add", "--all")
    git(checkout, "commit", "--quiet", "--message", "What fails")
    prepare(checkout, "0.2.0", "2026-11-23")
    log = checkout / ".queensbench" / "release.log"
    with pytest.raises(
        CannotRelease,
        match=rf"^`make setup` ended with 2: make.*; all that it said is in {re.escape(str(log))}$",
    ):
        measured(checkout)
    said = log.read_text(
        "utf-8"
    ).splitlines()  # where `make` has started this, it also says which folder it is in
    assert [line for line in said if line in ("one test failed", "so it ended")] == [
        "one test failed",
        "so it ended",
    ]


def test_a_release_that_cannot_be_tagged_leaves_all_as_it_was(checkout: Path) -> None:
    for name, value in (("user.name", "Somebody"), ("user.email", "somebody@example.org")):
        git(checkout, "config", name, value)
    git(checkout, "config", "tag.gpgSign", "true")
    git(checkout, "config", "gpg.program", "false")
    before = git(checkout, "rev-parse", "HEAD").strip()
    prepare(checkout, "0.2.0", "2026-11-23")
    with pytest.raises(CannotRelease, match=r"^`git tag --annotate v0\.2\.0 .*` ended with "):
        tagged(checkout, "0.2.0")
    assert git(checkout, "rev-parse", "HEAD").strip() != before
    put_back(checkout, before)
    assert git(checkout, "rev-parse", "HEAD").strip() == before
    assert git(checkout, "status", "--porcelain") == ""
    assert version_of(checkout) == "0.1.0"
    require_ready(checkout, "0.2.0")


def test_what_is_tried_finds_nothing_of_this_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "QUEENSBENCH_STORE",
        "_QUEENSBENCH_KEY_OF_RUN",
        "PYTHONPATH",
    ):
        monkeypatch.setenv(name, "/elsewhere")
    monkeypatch.setenv("LANGUAGE", "en")
    found = alone(tmp_path)
    assert "/elsewhere" not in found.values()
    assert (found["HOME"], found["LANGUAGE"]) == (str(tmp_path), "en")


def test_a_bill_of_materials_has_what_the_lock_pins(tmp_path: Path) -> None:
    lock, bill = tmp_path / "lock", tmp_path / "bill"
    lock.write_text("one==1.0 \\\n    --hash=sha256:00\ntwo==2.0 ; python_version < '3.15' \\\n")
    parts = [{"name": "one", "version": "1.0"}, {"name": "Two", "version": "2.0"}]
    bill.write_text(json.dumps({"components": parts}))
    require_bill(bill, lock)
    bill.write_text(json.dumps({"components": parts[:1]}))
    with pytest.raises(
        CannotRelease, match=r"^the bill of materials and requirements\.lock differ in two==2\.0$"
    ):
        require_bill(bill, lock)


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["0.0.1"]) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"release: 0\.0\.1 is not newer than [\d.]+: name a later version\n", said)
