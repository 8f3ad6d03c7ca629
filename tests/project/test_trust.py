"""Whose project it is: what belongs to another user is not run unless that is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project import trust
from queensbench.project.trust import TOOLKIT, VARIABLE, require_trusted
from tests.processes import MARK, write


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(VARIABLE, raising=False)
    return write(tmp_path / "project", {"pyproject.toml": MARK, "model/a.py": ""}).resolve()


def as_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user who owns nothing of it."""
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)


def refusal(path: Path, root: Path) -> str:
    return (
        f"{path}: this project is another user's, and to load it is to run its code; look at it, then say "
        f"`queensbench --trust COMMAND`, or name {root} in QUEENSBENCH_TRUST"
    )


def test_a_project_of_one_s_own_is_trusted(root: Path) -> None:
    require_trusted(root)


def test_a_project_of_another_user_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    as_another(monkeypatch)
    with pytest.raises(BadInput) as caught:
        require_trusted(root)
    assert str(caught.value) == refusal(root, root)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("name", ["pyproject.toml", "model", ""])
def test_each_part_that_another_could_have_put_there_counts(root: Path, name: str) -> None:
    os.chown(root / name, 12345, -1)
    with pytest.raises(BadInput) as caught:
        require_trusted(root)
    assert str(caught.value) == refusal(root / name, root)


@pytest.mark.parametrize(
    ("value", "trusted"),
    [
        ("*", True),
        ("{root}", True),
        ("/elsewhere:{root}", True),
        ("{link}", True),
        ("{root}/model", False),
        ("{above}", False),
        ("project", False),
        ("", False),
    ],
)
def test_who_is_named_is_trusted_and_nobody_else(
    root: Path, monkeypatch: pytest.MonkeyPatch, value: str, trusted: bool
) -> None:
    as_another(monkeypatch)
    link = root.with_name("link")
    link.symlink_to(root)
    monkeypatch.chdir(root.parent)
    monkeypatch.setenv(VARIABLE, value.format(root=root, link=link, above=root.parent))
    if trusted:
        require_trusted(root)
    else:
        with pytest.raises(BadInput, match="another user's"):
            require_trusted(root)


def test_the_project_that_the_toolkit_lies_in_runs_anyhow(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_another(monkeypatch)
    require_trusted(TOOLKIT.parent)
    require_trusted(TOOLKIT / "_bundled")
    monkeypatch.setattr(trust, "TOOLKIT", root / "queensbench")
    require_trusted(root)


def test_where_files_have_no_owner_all_are_trusted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid")
    require_trusted(root)
