"""Stores of a whole project, by the command: what is believed, what runs, what is refused, and that nobody waits."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from queensbench.evidence.keys import Key
from queensbench.evidence.store import written
from tests.analyses.tiny import MODEL, files, run, write
from tests.evidence.test_believed import altered, old_file
from tests.processes import environment, python, write_model

OTHER = {"QUEENSBENCH_KEY": "another key, of more than thirty characters"}
QUICK = ("audit", "steps", "--games", "50", "--json")


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a store; tests that change it put back what was there."""
    folder = write(tmp_path_factory.mktemp("stores") / "project")
    done = run(folder, *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_a_store_says_whose_it_is_and_only_its_own_is_believed(audited: Path) -> None:
    mine = json.loads(run(audited, "evidence", "verify", "--json").stdout)
    assert (mine["of"], mine["index"]) == ({"own key": mine["whole"], "another key": 0, "no key": 0}, "")
    other = run(audited, "evidence", "verify", env=OTHER)
    count = mine["whole"]
    assert (other.returncode, other.stdout) == (
        0,
        f"{count} files whole ({count} of another key: not believed), 0 damaged in .queensbench/evidence\n",
    )
    listed = json.loads(run(audited, "evidence", "list", "--json", env=OTHER).stdout)
    assert (listed["verdicts"], listed["unlisted"]) == ([], count - 1)  # and kept proofs
    assert run(audited, "evidence", "list", env=OTHER).stdout == (
        f"{count - 1} files of another key or version in .queensbench/evidence: not believed, and not listed\n"
    )
    assert len(json.loads(run(audited, "evidence", "list", "--json").stdout)["verdicts"]) == count - 1


def test_what_is_not_of_a_known_key_is_asked_again_and_that_is_said_once(audited: Path) -> None:
    texts = {path: path.read_bytes() for path in files(audited)}
    for path in texts:
        old_file(path)
    done = run(audited, *QUICK)
    assert done.returncode == 0
    store = (audited / ".queensbench" / "evidence").resolve()
    assert done.stderr == (
        f"queensbench: {store}: what was stored here with no key is not believed, and computed anew; "
        "`queensbench evidence verify` tells what is whose\n"
    )
    rows = json.loads(done.stdout)["rulesets"][0]
    assert not any(row.get("cached") for name in ("instances", "properties") for row in rows[name])
    assert run(audited, *QUICK).stderr == ""
    assert sorted(files(audited)) == sorted(texts)


def test_a_verdict_altered_with_its_checksum_is_never_told(audited: Path) -> None:
    (path,) = [
        path
        for path in files(audited)
        if b'"kind":"property"' in path.read_bytes() and b'"name":"low"' in path.read_bytes()
        and b'"instance":"small"' in path.read_bytes()
    ]  # fmt: skip
    altered(path)
    done = run(audited, *QUICK)
    assert f"{path.name} is damaged: its keyed sum does not match; set aside" in done.stderr
    assert done.returncode == 0
    path.with_name(f"{path.name}.damaged").unlink()


def test_stored_plays_are_replayed_on_demand(audited: Path) -> None:
    done = run(audited, "evidence", "verify", "--replay")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "2 plays of today's rules replayed, 0 otherwise"
    plays = json.loads(run(audited, "evidence", "verify", "--replay", "--json").stdout)["plays"]
    assert [(play["name"], play["same"]) for play in plays] == [
        ("steps: four on walk/full", True),
        ("steps: four on walk/small", True),
    ]


def test_a_stored_play_that_ends_alike_and_shows_nothing_is_told(audited: Path) -> None:
    (path,) = [
        path for path in files(audited) if b'"name":"four"' in path.read_bytes() and b'"play":{' in path.read_bytes()
        and b'"instance":"small"' in path.read_bytes()
    ]  # fmt: skip
    before = path.read_bytes()
    content = json.loads(before)["content"]
    assert content["payload"]["ending"] == "goes on"
    del content["payload"]["play"]["steps"][-1]
    text = content.get("text", "")
    path.write_text(written(Key.of(content["key"]), content["payload"], content["made"], text))
    done = run(audited, "evidence", "verify", "--replay")
    path.write_bytes(before)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[-2:] == [
        "steps: four on walk/small: the stored play ended otherwise: goes on; now: goes on; it does not show four",
        "2 plays of today's rules replayed, 1 otherwise",
    ]


def test_without_a_key_of_one_s_own_nothing_is_stored_and_that_is_said(tmp_path: Path) -> None:
    folder = write(tmp_path / "project")
    (tmp_path / "file").write_text("")
    env = environment("QUEENSBENCH_STORE", "QUEENSBENCH_KEY", XDG_CONFIG_HOME=str(tmp_path / "file"))
    done = python(folder, "-m", "queensbench", *QUICK, env=env)
    assert done.returncode == 0
    assert done.stderr == (
        f"queensbench: {tmp_path / 'file'}: file exists: without a key of your own nothing is "
        "stored; mend that, or give one in QUEENSBENCH_KEY\n"
    )
    assert not (folder / ".queensbench").exists()


@pytest.mark.parametrize("what", ["list", "verify", "clear"])
def test_a_file_in_the_place_of_a_store_is_told(tmp_path: Path, what: str) -> None:
    place = tmp_path / "store"
    place.write_text("kept")
    done = run(tmp_path, "evidence", what, "--store", str(place))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"queensbench: {place}: is no folder; name the folder of a store\n"
    assert place.read_text() == "kept"


# ------------------------------------------------------------------------------------------- what runs code


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that leaves a file behind whenever its code is run."""
    text = MODEL.replace(
        "from __future__ import annotations\n",
        "from __future__ import annotations\nimport pathlib\npathlib.Path('ran').touch()\n",
        1,
    )
    return write_model(tmp_path_factory.mktemp("loud"), "steps", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("audit", "--help"),
        ("evidence", "list"),
        ("evidence", "verify"),
        ("evidence", "clear"),
        ("seeds",),
        ("seeds", "--help"),
        ("no-such-command",),
    ],
)
def test_no_code_of_a_project_runs_for_what_needs_none(loud: Path, arguments: tuple[str, ...]) -> None:
    done = run(loud, *arguments)
    assert done.returncode in ((2,) if arguments == ("no-such-command",) else (0,))
    assert not (loud / "ran").exists()


def test_it_would_be_noticed(loud: Path) -> None:
    run(loud, "rulings", "steps")
    assert (loud / "ran").exists()
    (loud / "ran").unlink()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_project_found_above_that_is_another_s_is_refused_unless_trusted(loud: Path) -> None:
    below = loud / "notes"
    below.mkdir()
    os.chown(loud, 12345, -1)
    try:
        refused = run(below, "rulings", "steps")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == (
            f"queensbench: {loud}: this project is another user's, and to load it is to run its code; look at it, then "
            f"say `queensbench --trust COMMAND`, or name {loud} in QUEENSBENCH_TRUST\n"
        )
        assert list(loud.rglob("ran")) == []
        assert run(below, "evidence", "list").returncode == 0
        assert run(below, "--trust", "rulings", "steps").returncode == 0
        assert run(below, "rulings", "steps", env={"QUEENSBENCH_TRUST": str(loud)}).returncode == 0
    finally:
        os.chown(loud, os.geteuid(), -1)


# ----------------------------------------------------------------------------------------- what is no file


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("pyproject.toml", ("rulings", "steps")),
        ("model/steps.py", ("rulings", "steps")),
        ("model/steps/notes.txt", ("audit", "steps", "--no-proofs", "--games", "50")),
        ("verdicts.lock", ("audit", "steps", "--games", "50", "--store", "off")),
        ("clauses.lock", ("trace",)),
        ("seeds/book.toml", ("seeds",)),
        ("game.itf.json", ("replay", "game.itf.json")),
        ("game.itf.json", ("check", "game.itf.json")),
        ("waivers.toml", ("trace",)),
    ],
)
def test_a_pipe_in_a_file_s_place_is_refused_in_one_line(
    tmp_path: Path, name: str, arguments: tuple[str, ...]
) -> None:
    folder = write(tmp_path / "project")
    if name.startswith("model/steps/"):
        (folder / "model" / "steps.py").rename(folder / "model" / "other.py")
        (folder / "model" / "steps").mkdir()
        (folder / "model" / "other.py").rename(folder / "model" / "steps" / "__init__.py")
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    done = run(folder, *arguments, timeout=60)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("queensbench: ")
    assert path.name in line
    assert "it is a pipe, no file" in line


@pytest.mark.parametrize("name", ["verdicts.lock", "clauses.lock"])
def test_a_lock_that_is_a_link_is_refused(tmp_path: Path, name: str) -> None:
    """Also one to nothing: it would be as if nothing had been shown before."""
    folder = write(tmp_path / "project")
    (folder / name).symlink_to("none")
    done = run(folder, *(("trace",) if name == "clauses.lock" else (*QUICK, "--store", "off")))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "it is a link, no file" in line
