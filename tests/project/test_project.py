"""The project itself: what its locks, its set-up, its packages and its changelog promise."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest

import queensbench

ROOT = Path(__file__).resolve().parent.parent.parent
LOCK = ROOT / "requirements.lock"
TESTS_LOCK = ROOT / "requirements-test.lock"
PROJECT_FOLDERS = ("spec", "model", "properties", "seeds")

pytestmark = pytest.mark.skipif(
    not (ROOT / "Makefile").exists(), reason="these tests are about a whole checkout, and this is not one"
)


def settings() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# The locks


MARKER = r"(?: ; [a-z_]+ [!=<>]+ '[A-Za-z0-9_.]+'(?: and [a-z_]+ [!=<>]+ '[A-Za-z0-9_.]+')*)?"

LOCKS = [LOCK, TESTS_LOCK, ROOT / "requirements-web.lock", ROOT / "requirements-release.lock"]

every_lock = pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)


def pins(lock: Path) -> dict[str, list[str]]:
    """Return each pin of a lock (`name==version`, with its marker) with its hashes; any other line fails."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lock.read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"    --hash=(sha256:[0-9a-f]{64})(?: \\)?", line):
            current.append(match[1])
        else:
            match = re.fullmatch(rf"([a-z0-9-]+==[0-9a-z.]+{MARKER}) \\", line)
            assert match, f"neither a pin nor a hash: {line!r}"
            current = found[match[1]] = []
    return found


@every_lock
def test_every_pin_has_a_hash(lock: Path) -> None:
    assert [pin for pin, hashes in pins(lock).items() if not hashes] == []


@every_lock
def test_a_lock_has_one_version_of_each_package(lock: Path) -> None:
    """But of numpy, whose releases have wheels for the oldest Python or for the newest."""
    names = [pin.partition("==")[0] for pin in pins(lock)]
    assert {name for name in names if names.count(name) > 1} <= {"numpy"}
    assert names == sorted(names)


@every_lock
def test_a_lock_holds_no_address_and_no_path(lock: Path) -> None:
    """`pins()` accepts nothing else already; this one names what must never stand there."""
    text = lock.read_text(encoding="utf-8")
    assert [
        mark for mark in ("://", "/", "@", "--index", "--extra-index", "--find-links") if mark in text
    ] == []


def test_the_locks_agree() -> None:
    """A package that both pin has one version, one set of files; the second may want it on fewer Pythons."""
    first, second = (
        {pin.partition(" ; ")[0]: set(hashes) for pin, hashes in pins(lock).items()}
        for lock in (LOCK, TESTS_LOCK)
    )
    known = {pin.partition("==")[0] for pin in first}
    shared = {pin: hashes for pin, hashes in second.items() if pin.partition("==")[0] in known}
    assert {pin: hashes for pin, hashes in shared.items() if first.get(pin) != hashes} == {}
    assert "pygments" in {pin.partition("==")[0] for pin in shared}


def test_the_locks_pin_every_requirement() -> None:
    match settings():
        case {
            "project": {"dependencies": [*runtime]},
            "dependency-groups": {"build": [*build], "test": [*test]},
            "build-system": {"requires": [*backend]},
        }:
            wanted = [names([*runtime, *build, *backend]), names(test)]
        case other:
            pytest.fail(f"pyproject.toml has another shape: {other}")
    held = [{pin.partition("==")[0] for pin in pins(lock)} for lock in (LOCK, TESTS_LOCK)]
    assert [some - there for some, there in zip(wanted, held, strict=True)] == [set(), set()]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~; ]", requirement)[0] for requirement in requirements}


def test_what_only_tests_need_is_not_set_up_for_an_audit() -> None:
    held = {pin.partition("==")[0] for pin in pins(LOCK)}
    assert held & {"bitwuzla", "cvc5", "mypy", "pytest", "ruff", "sphinx", "stormpy"} == set()


# The set-up. A stand-in for Python says which version it is, makes a .venv whose Python writes down
# what it is asked to do, and so shows what make does without any installation.

STAND_IN = """\
#!/bin/sh
case "$1" in
-c) echo {version} ;;
-m) test "$2" = venv || exit 9
    echo "venv" >> calls
    mkdir -p "$3/bin"
    {{
        echo '#!/bin/sh'
        echo 'case "$*" in'
        echo '*requirements.lock) echo "install the lock" >> calls; test ! -e fail ;;'
        echo '*requirements-test.lock) echo "add for tests" >> calls; test ! -e fail-tests ;;'
        echo '*requirements-web.lock) echo "add for the page" >> calls ;;'
        echo '*requirements-release.lock) echo "add for releases" >> calls ;;'
        echo '*"-m release"*) echo "release" >> calls ;;'
        echo '*--editable*) echo "install the project" >> calls ;;'
        echo '*pytest*) echo "pytest" >> calls ;;'
        echo 'esac'
    }} > "$3/bin/python"
    printf '#!/bin/sh\\necho "$*" >> calls\\n' > "$3/bin/queensbench"
    chmod +x "$3/bin/python" "$3/bin/queensbench" ;;
esac
"""

SET_UP = ["venv", "install the lock", "install the project"]


class Checkout:
    """A folder with what the set-up reads, and a stand-in for Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "queensbench").mkdir(parents=True)
        for name in (
            "Makefile",
            "requirements.lock",
            "requirements-test.lock",
            "requirements-web.lock",
            "requirements-release.lock",
            "pyproject.toml",
            "hatch_build.py",
            "queensbench/__init__.py",
        ):
            shutil.copy2(ROOT / name, folder / name)
        # Older than anything that make will write, so that only what a test touches is newer.
        for path in folder.rglob("*"):
            os.utime(path, (1_000_000_000, 1_000_000_000))
        self.python("3.12")

    def python(self, version: str) -> None:
        stand_in = self.folder / "python"
        stand_in.write_text(STAND_IN.format(version=version), encoding="utf-8")
        stand_in.chmod(0o755)

    def make(
        self, goal: str = "setup", python: str = "./python", *options: str, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        # A make that runs these tests must not pass on its own options, level or choice of Python.
        quiet = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("MAKE", "MFLAGS", "PYTHON"))
        }
        return subprocess.run(
            [
                "make",
                goal,
                f"PYTHON={python}",
                *options,
                *(f"{name}={value}" for name, value in variables.items()),
            ],
            cwd=self.folder,
            env={**quiet, "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self) -> list[str]:
        """Return what was done since the last time."""
        path = self.folder / "calls"
        if not path.exists():
            return []
        lines = path.read_text(encoding="utf-8").splitlines()
        path.unlink()
        return lines


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout")


@pytest.mark.parametrize("goal", ["audit", "test", "check", "bench", "setup"])
@pytest.mark.parametrize("version", ["2.7", "3.10", "3.16"])
def test_another_python_is_refused_in_one_line(checkout: Checkout, goal: str, version: str) -> None:
    checkout.python(version)
    done = checkout.make(goal)
    assert re.sub(r"^Makefile:\d+: ", "", done.stderr) == (
        f"*** Queensbench needs Python 3.11 to 3.15, and ./python is {version}: "
        f"name one, as in `make {goal} PYTHON=python3.12`.  Stop.\n"
    )
    assert (done.returncode, done.stdout, checkout.calls()) == (2, "", [])
    assert not (checkout.folder / ".venv").exists()


def test_a_python_that_is_not_there_is_refused_in_one_line(checkout: Checkout) -> None:
    done = checkout.make("test", python="./python9")
    assert re.sub(r"^Makefile:\d+: ", "", done.stderr) == (
        "*** Queensbench needs Python 3.11 to 3.15, and ./python9 is not found: "
        "name one, as in `make test PYTHON=python3.12`.  Stop.\n"
    )
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("goal", ["help", "clean"])
def test_help_and_clean_need_no_python(checkout: Checkout, goal: str) -> None:
    done = checkout.make(goal, python="./python9")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14", "3.15"])
def test_set_up_happens_once(checkout: Checkout, version: str) -> None:
    checkout.python(version)
    first = checkout.make()
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == f"Setting up .venv with Python {version}: once, half a minute\n"
    assert checkout.calls() == SET_UP
    again = checkout.make()
    assert (again.returncode, again.stderr) == (0, "")
    assert checkout.calls() == []


def test_what_tests_need_is_added_once(checkout: Checkout) -> None:
    first = checkout.make("test")
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines() == [
        "Setting up .venv with Python 3.12: once, half a minute",
        "Adding what the tests need: once, another half minute",
    ]
    assert checkout.calls() == [*SET_UP, "add for tests", "pytest"]
    again = checkout.make("test")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert checkout.calls() == ["pytest"]


def test_tests_add_to_the_set_up_of_an_audit(checkout: Checkout) -> None:
    checkout.make()
    checkout.calls()
    assert checkout.make("test").returncode == 0
    assert checkout.calls() == ["add for tests", "pytest"]


@pytest.mark.parametrize("cut", [True, False], ids=["cut short", "with another lock"])
def test_a_half_made_or_old_set_up_for_tests_is_made_anew(checkout: Checkout, cut: bool) -> None:
    if cut:
        (checkout.folder / "fail-tests").touch()
        assert checkout.make("test").returncode == 2
        (checkout.folder / "fail-tests").unlink()
    else:
        assert checkout.make("test").returncode == 0
        os.utime(checkout.folder / "requirements-test.lock", (2_000_000_000, 2_000_000_000))
    checkout.calls()
    left_over = checkout.folder / ".venv" / "left-over"
    left_over.touch()
    assert checkout.make("test").returncode == 0
    assert checkout.calls() == [*SET_UP, "add for tests", "pytest"]
    assert not left_over.exists()


def test_what_is_only_shown_removes_nothing(checkout: Checkout) -> None:
    """Make does the lines with another make in them even where it is asked to show what it would do."""
    assert checkout.make("test").returncode == 0
    os.utime(checkout.folder / "requirements-test.lock", (2_000_000_000, 2_000_000_000))
    checkout.calls()
    assert checkout.make("test", "./python", "--dry-run").returncode == 0
    assert checkout.calls() == []
    assert (checkout.folder / ".venv" / ".tested").exists()


def test_a_half_made_set_up_is_made_anew(checkout: Checkout) -> None:
    (checkout.folder / "fail").touch()
    assert checkout.make().returncode == 2
    assert checkout.calls() == ["venv", "install the lock"]
    left_over = checkout.folder / ".venv" / "left-over"
    left_over.touch()
    (checkout.folder / "fail").unlink()
    assert checkout.make().returncode == 0
    assert checkout.calls() == SET_UP
    assert not left_over.exists()


def test_a_changed_lock_makes_the_set_up_anew(checkout: Checkout) -> None:
    checkout.make()
    checkout.calls()
    os.utime(checkout.folder / "requirements.lock", (2_000_000_000, 2_000_000_000))
    checkout.make()
    assert checkout.calls() == SET_UP


@pytest.mark.parametrize("name", ["pyproject.toml", "hatch_build.py", "queensbench/__init__.py"])
def test_changed_settings_install_only_the_project_anew(checkout: Checkout, name: str) -> None:
    checkout.make()
    checkout.calls()
    os.utime(checkout.folder / name, (2_000_000_000, 2_000_000_000))
    checkout.make()
    assert checkout.calls() == ["install the project"]


def test_another_python_makes_the_set_up_anew(checkout: Checkout) -> None:
    checkout.make()
    checkout.calls()
    checkout.python("3.13")
    checkout.make()
    assert checkout.calls() == SET_UP


def test_a_python_that_has_gone_makes_the_set_up_anew(checkout: Checkout) -> None:
    checkout.make()
    checkout.calls()
    (checkout.folder / ".venv" / "bin" / "python").unlink()
    checkout.make()
    assert checkout.calls() == SET_UP


DONE = {
    "serve": [*SET_UP, "add for the page", "serve"],
    "test": [*SET_UP, "add for tests", "pytest"],
    "release": [*SET_UP, "add for tests", "add for releases", "release"],
}


def newer(checkout: Checkout, name: str) -> None:
    """Let a lock be newer than all that was made, in their order, and older than what will be."""
    marks = sorted((checkout.folder / ".venv").glob(".*"), key=lambda path: path.stat().st_mtime_ns)
    for number, path in enumerate(marks):
        os.utime(path, (1_500_000_000 + number,) * 2)
    os.utime(checkout.folder / name, (1_600_000_000,) * 2)


def other_python(checkout: Checkout) -> None:
    checkout.python("3.13")


def no_python(checkout: Checkout) -> None:
    (checkout.folder / ".venv" / "bin" / "python").unlink()


def newer_lock(checkout: Checkout) -> None:
    newer(checkout, "requirements.lock")


@pytest.mark.parametrize("goal", DONE)
@pytest.mark.parametrize("change", [other_python, no_python, newer_lock])
def test_what_is_made_anew_has_all_that_its_goal_needs(
    checkout: Checkout, goal: str, change: Callable[[Checkout], None]
) -> None:
    assert checkout.make(goal, VERSION="1.0.0").returncode == 0
    assert checkout.calls() == DONE[goal]
    change(checkout)
    done = checkout.make(goal, VERSION="1.0.0")
    assert (done.returncode, done.stderr) == (0, "")
    assert checkout.calls() == DONE[goal]


def test_what_a_release_needs_is_added_again_when_what_tests_need_is_another(checkout: Checkout) -> None:
    checkout.make("release", VERSION="1.0.0")
    checkout.calls()
    newer(checkout, "requirements-test.lock")
    assert checkout.make("release", VERSION="1.0.0").returncode == 0
    assert checkout.calls() == DONE["release"]


@pytest.mark.parametrize("goal", DONE)
def test_a_copy_with_its_set_up_pointed_there_fetches_nothing(
    checkout: Checkout, tmp_path: Path, goal: str
) -> None:
    checkout.make(goal, VERSION="1.0.0")
    checkout.calls()
    before = str(checkout.folder)
    checkout.folder = shutil.copytree(checkout.folder, tmp_path / "copy")
    locked = checkout.folder / ".venv" / ".locked"
    locked.write_text(locked.read_text().replace(before, str(checkout.folder)))
    assert checkout.make(goal, VERSION="1.0.0").returncode == 0
    assert checkout.calls() == ["install the project", *DONE[goal][-1:]]


def test_a_copied_checkout_makes_its_own_set_up(checkout: Checkout, tmp_path: Path) -> None:
    checkout.make()
    checkout.calls()
    checkout.folder = shutil.copytree(checkout.folder, tmp_path / "copy")
    checkout.make()
    assert checkout.calls() == SET_UP


# The packages


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a wheel or a source distribution with what is installed already, and return its file."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [made] = folder.iterdir()
    return made


def files_below(name: str) -> set[str]:
    """Return the files of a folder of the checkout, without what Python and the tools keep there."""
    kept = (path.relative_to(ROOT) for path in (ROOT / name).rglob("*") if path.is_file())
    return {
        path.as_posix()
        for path in kept
        if not {"__pycache__", ".mypy_cache", ".ruff_cache"} & set(path.parts)
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_toolkit_and_the_rulebooks_and_nothing_else(wheel: Path) -> None:
    info = f"queensbench-{queensbench.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert len(names) == len(set(names))
    held = {name for name in names if not name.startswith(f"{info}/")}
    bundled = {f"queensbench/_bundled/{name}" for folder in PROJECT_FOLDERS for name in files_below(folder)}
    files = ("pyproject.toml", "clauses.lock", "verdicts.lock", "hints.lock", "waivers.toml")
    beside = {f"queensbench/_bundled/{name}" for name in files}
    assert held == files_below("queensbench") | bundled | beside
    for folder in PROJECT_FOLDERS:
        assert any(name.startswith(f"queensbench/_bundled/{folder}/") for name in names), folder
    assert "queensbench/py.typed" in names


def test_the_bundled_project_is_marked_as_one(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read("queensbench/_bundled/pyproject.toml").decode()
    match tomllib.loads(text):
        case {"tool": {"queensbench": dict()}}:
            pass
        case _:
            pytest.fail("no table [tool.queensbench]")


def test_the_wheel_says_what_it_needs(wheel: Path) -> None:
    info = f"queensbench-{queensbench.__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = message_from_bytes(archive.read(f"{info}/METADATA"))
        scripts = archive.read(f"{info}/entry_points.txt").decode()
        assert f"{info}/licenses/LICENSE" in archive.namelist()
    assert wheel.name == f"queensbench-{queensbench.__version__}-py3-none-any.whl"
    assert (metadata["Requires-Python"], metadata["License-Expression"]) == ("<3.16,>=3.11", "MIT")
    needed = metadata.get_all("Requires-Dist", [])
    assert [re.split(r"[<>=]", one)[0] for one in needed if "extra ==" not in one] == [
        "hypothesis",
        "jinja2",
        "llvmlite",
        "networkx",
        "numpy",
        "numpy",
        "pygal",
        "rich",
        "typer",
        "z3-solver",
    ]
    assert [re.split(r"[<>=;]", one)[0] for one in needed if "extra == 'web'" in one] == [
        "starlette",
        "uvicorn",
    ]
    assert metadata.get_all("Provides-Extra") == ["cluster", "web"]
    assert scripts.strip() == (
        "[console_scripts]\nqueensbench = queensbench.__main__:main\n\n[pytest11]\n"
        "queensbench.surfaces.pytest.sessions = queensbench.surfaces.pytest.sessions\n"
        "queensbench.surfaces.pytest.traceability = queensbench.surfaces.pytest.traceability"
    )


def test_the_source_distribution_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    source = build("sdist", ROOT, tmp_path / "sdist")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        archive.extractall(tmp_path / "source", filter="data")
    assert {
        "Makefile",
        "requirements.lock",
        "requirements-test.lock",
        "LICENSE",
        "CHANGELOG.md",
        "tests/project/test_project.py",
    } <= names
    assert [
        name for name in names if name.startswith((".venv", ".git/", "docs/_build")) or "__pycache__" in name
    ] == []
    [unpacked] = (tmp_path / "source").iterdir()
    again = build("wheel", unpacked, tmp_path / "again")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert second.namelist() == first.namelist()


@pytest.mark.parametrize("missing", PROJECT_FOLDERS)
def test_no_wheel_is_built_of_half_a_project(missing: str, tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "queensbench").mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "queensbench/__init__.py"):
        shutil.copy2(ROOT / name, source / name)
    for folder in set(PROJECT_FOLDERS) - {missing}:
        (source / folder).mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "wheel")],
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"{missing} is missing, and the wheel bundles it: build from a whole checkout" in done.stderr


# The rest


def test_every_change_is_described_in_a_file_that_follows_the_rules() -> None:
    names = {path.name for path in (ROOT / "changelog.d").iterdir()} - {"README.md"}
    assert [
        name
        for name in names
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.(added|changed|fixed|removed)\.md", name)
    ] == []
    assert [
        name for name in names if not (ROOT / "changelog.d" / name).read_text(encoding="utf-8").strip()
    ] == []


def test_the_ci_script_runs_by_itself() -> None:
    script = ROOT / ".ci" / "run"
    if not script.exists():
        pytest.skip("a source distribution leaves it out")
    assert os.access(script, os.X_OK)
    text = script.read_text(encoding="utf-8")
    assert "\nset -euo pipefail\n" in text
    assert re.search(r"^make test( JOBS=\d)? \|\| status=1$", text, re.MULTILINE)
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0


def test_the_command_has_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", queensbench.__version__)
