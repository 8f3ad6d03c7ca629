"""The plugins of pytest, found by their entry points: what they offer, and that nobody else notices them."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.processes import ROOT, environment, python
from tests.surfaces.projects import run

PLUGINS = ("sessions", "traceability")
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
PLAIN = "--assert=plain"
"""No assertion is rewritten, of the toolkit least of all, which takes longer than the tests do."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the toolkit is installed as its pyproject.toml says."""
    place = tmp_path_factory.mktemp("installed")
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][
        "pytest11"
    ]
    assert points == {
        f"queensbench.surfaces.pytest.{name}": f"queensbench.surfaces.pytest.{name}" for name in PLUGINS
    }
    info = place / "queensbench-9.9.9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: queensbench\nVersion: 9.9.9\n", "utf-8")
    lines = ["[pytest11]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return environment(PYTHONPATH=f"{place}{os.pathsep}{ROOT}", QUEENSBENCH_STORE="off")


@pytest.fixture
def race(tmp_path: Path) -> Path:
    folder = tmp_path / "race"
    assert run(tmp_path, "new", "race").code == 0
    return folder


def pytested(folder: Path, installed: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    return python(folder, *PYTEST, *options, env=installed)


UNRELATED = """
import sys

def test_nothing_of_the_toolkit_is_here():
    named = {name for name in sys.modules if name.partition(".")[0] == "queensbench"}
    assert named == {
        "queensbench", "queensbench.surfaces", "queensbench.surfaces.pytest",
        "queensbench.surfaces.pytest.sessions", "queensbench.surfaces.pytest.traceability",
    }
    assert not {"numpy", "z3", "llvmlite", "networkx", "typer", "rich"} & set(sys.modules)

def assert_properties(): ...
"""


def test_an_unrelated_project_does_not_notice_them(tmp_path: Path, installed: dict[str, str]) -> None:
    (tmp_path / "test_it.py").write_text(UNRELATED, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", "utf-8")
    done = pytested(tmp_path, installed, "--strict-markers", "--strict-config", "-p", "no:hypothesispytest")
    assert (done.returncode, done.stdout.splitlines()[-1].partition(" in ")[0]) == (0, "1 passed"), (
        done.stdout
    )
    assert done.stderr == ""


SESSIONS = """
import pytest

def test_green_begins(queensbench_session):
    race = queensbench_session("snail-race/race", instance="short")
    assert race.start().state.turn.name == "GREEN"
    assert queensbench_session("snail-race", instance="short") is not race
    assert queensbench_session("snail-race/race", instance="short", readings={}) is race

@pytest.mark.queensbench("snail-race/race", instance="short", readings={"past_the_end": "rests"})
def test_all_is_as_expected(queensbench_session, assert_properties):
    session = queensbench_session()
    assert session.readings["past_the_end"].name == "RESTS"
    assert_properties(session)
    assert_properties(session, "two-winners")

@pytest.mark.queensbench("snail-race/race")
def test_the_call_says_more_than_the_marker(queensbench_session):
    assert queensbench_session().instance.name == "full"
    assert queensbench_session(instance="short").instance.name == "short"

def test_without_a_name(queensbench_session):
    queensbench_session()

def test_of_an_unknown_property(queensbench_session, assert_properties):
    assert_properties(queensbench_session("snail-race/race", instance="short"), "two-winner")

def test_of_a_few_states(queensbench_session, assert_properties):
    assert_properties(queensbench_session("snail-race/race", instance="short"), "two-winners", budget=5)
"""


def test_sessions_and_properties_in_tests_of_ones_own(race: Path, installed: dict[str, str]) -> None:
    (race / "tests" / "test_sessions.py").write_text(SESSIONS, "utf-8")
    done = pytested(race, installed, PLAIN, "--strict-markers", "-W", "error", "tests/test_sessions.py")
    assert done.stdout.splitlines()[-1].partition(" in ")[0] == "3 failed, 3 passed", done.stdout
    unnamed = (
        "tests/test_sessions.py::test_without_a_name: no mode is named; name one, or mark the test with "
        "@pytest.mark.queensbench"
    )
    assert re.findall(r"^E   +(\S.*)$", done.stdout, re.MULTILINE) == [
        f"queensbench.errors.BadInput: {unnamed}",
        "queensbench.errors.BadInput: mode race has on instance short no property two-winner; did you mean two-winners?",
    ]
    assert (
        "snail-race/race: not as expected\n"
        "two-winners on short: unknown, expected holds; 5 states, stopped by its budget of 5 states\n"
    ) in done.stdout


def test_a_claim_that_breaks_is_told_with_its_play(race: Path, installed: dict[str, str]) -> None:
    properties = race / "properties" / "snail_race.py"
    text = properties.read_text("utf-8")
    wrong = text.replace("all(s.at[snail] == n.track for snail in Snail)", "s.at[Snail.GREEN] == 2")
    assert wrong != text
    properties.write_text(wrong, "utf-8")
    (race / "tests" / "test_claims.py").write_text(
        "def test_claims(queensbench_session, assert_properties):\n"
        '    assert_properties(queensbench_session("snail-race/race", instance="short"))\n',
        "utf-8",
    )
    done = pytested(race, installed, PLAIN, "tests/test_claims.py")
    assert done.returncode == 1
    said = (
        "snail-race/race: not as expected\n"
        "two-winners on short: fails (refuted), expected holds; 60 states; 19 against it, first after 2 steps; "
        "play roll(pips=2) creep()\n"
    )
    failures, _, _ = done.stdout.partition(
        "short test summary info"
    )  # where CI is set the summary says it all again
    assert failures.count(said) == 1, done.stdout


def test_clauses_are_noted_without_naming_the_plugin(race: Path, installed: dict[str, str]) -> None:
    done = pytested(race, installed, PLAIN, "--queensbench-trace", "one.json")
    assert done.returncode == 0, done.stdout
    plugin = ("-p", "queensbench.surfaces.pytest.traceability")
    named = pytested(race, installed, PLAIN, "--queensbench-trace", "two.json", *plugin)
    assert named.returncode == 0, named.stdout
    assert (race / "one.json").read_text("utf-8") == (race / "two.json").read_text("utf-8")


def test_each_can_be_left_out(race: Path, installed: dict[str, str]) -> None:
    (race / "tests" / "test_one.py").write_text("def test_one(queensbench_session): ...\n", "utf-8")
    done = pytested(
        race, installed, PLAIN, "-p", "no:queensbench.surfaces.pytest.sessions", "tests/test_one.py"
    )
    assert "fixture 'queensbench_session' not found" in done.stdout


def test_the_page_says_what_works(race: Path, installed: dict[str, str]) -> None:
    page = (ROOT / "docs" / "guide" / "pytest.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (race / "tests" / "test_page.py").write_text("\n\n".join(blocks), "utf-8")
    done = pytested(race, installed, PLAIN, "--strict-markers", "tests/test_page.py")
    assert done.stdout.splitlines()[-1].partition(" in ")[0] == "4 passed", done.stdout
