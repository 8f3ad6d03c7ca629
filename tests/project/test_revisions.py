"""Versions of a project by commits: whose they are is asked of the project, not of the copy that is written out."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project import revisions
from queensbench.project.trust import VARIABLE
from tests.processes import MARK, write


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a commit, in which the command stands."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    root = write(tmp_path / "project", {"pyproject.toml": MARK, "model/a.py": "A = 1\n"}).resolve()
    git = ["git", "-C", str(root), "-c", "user.name=n", "-c", "user.email=e@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.chdir(root)
    return root


def test_a_commit_is_written_out(project: Path) -> None:
    (project / "model" / "a.py").write_text("A = 2\n")
    with revisions.opened("HEAD") as folder:
        assert folder != project
        assert (folder / "model" / "a.py").read_text() == "A = 1\n"
    assert not folder.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="nobody else can write there")
def test_a_commit_of_another_users_project_is_refused_unless_trusted(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with pytest.raises(BadInput) as caught, revisions.opened("HEAD"):
        pass
    assert str(caught.value) == (
        f"{project}: this project is another user's, and to load it is to run its code; look at it, then say "
        f"`queensbench --trust COMMAND`, or name {project} in QUEENSBENCH_TRUST"
    )
    monkeypatch.setenv(VARIABLE, str(project))
    with revisions.opened("HEAD") as folder:
        assert (folder / "model").is_dir()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_repository_that_git_does_not_read_is_told_as_that(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "*")
    for path in (project, *project.rglob("*")):
        os.chown(path, 12345, -1)
    with pytest.raises(BadInput) as caught, revisions.opened("HEAD"):
        pass
    assert str(caught.value) == (
        f"{project}: git reads no repository of another user; look at it, then name it to git as a safe.directory"
    )


@pytest.mark.filterwarnings("ignore:Python 3.14 will:DeprecationWarning")
@pytest.mark.parametrize("filtering", [True, False], ids=["3.11.4", "3.11.0"])
def test_what_a_link_leads_to_outside_is_not_written_out(
    project: Path, monkeypatch: pytest.MonkeyPatch, filtering: bool
) -> None:
    if not filtering:
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
    (project / "inside").symlink_to("model/a.py")
    git = ["git", "-C", str(project), "-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "two"], check=True)
    with revisions.opened("HEAD") as folder:
        assert (folder / "inside").is_symlink() == filtering
        assert (folder / "model" / "a.py").read_text() == "A = 1\n"
    (project / "outside").symlink_to("/etc/hostname")
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "three"], check=True)
    if filtering:
        with pytest.raises(BadInput) as caught, revisions.opened("HEAD"):
            pass
        assert str(caught.value).startswith("HEAD cannot be written out: 'outside' is a link")
    else:
        with revisions.opened("HEAD") as folder:
            assert sorted(path.name for path in folder.iterdir()) == ["model", "pyproject.toml"]
