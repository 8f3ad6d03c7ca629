"""Make a release: ``python -m release VERSION``.

In this order, and each step only after the one before has passed:

1. the checkout is whole and committed, the version newer than the last, and something has changed;
2. the version is set, and the texts of ``changelog.d/`` become a section of ``CHANGELOG.md``;
3. a fresh copy sets itself up, audits, checks and tests; its figures go into the README;
4. wheel, source distribution, documentation, bill of materials and checksums are built into ``dist/``;
5. the wheel and the source distribution are installed, each into an environment of its own, and audit there from an
   empty folder: with every Python that is named;
6. the release is committed and tagged. Nothing is sent anywhere.

Until step 6 the checkout's history is untouched; if a step fails, the files that were changed are put back.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE = "queensbench/__init__.py"
CHANGED = (VERSION_FILE, "CHANGELOG.md", "README.md", "changelog.d")
BEGIN, END = "<!-- figures of the last release -->", "<!-- end of the figures -->"


class CannotRelease(Exception):
    """What keeps a release from being made, in one line with its remedy."""


def run(
    *command: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None, log: Path | None = None
) -> str:
    """The standard output of a command.  Raises CannotRelease if it fails; all that it has said is then in ``log``."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "without a word").splitlines()[-1]
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            log.write_text(f"{done.stdout}\n{done.stderr}", "utf-8")
            said += f"; all that it said is in {log}"
        raise CannotRelease(f"`{' '.join(command)}` ended with {done.returncode}: {said}")
    return done.stdout


def numbers(version: str) -> tuple[int, ...]:
    """The parts of a version.  Raises CannotRelease if it is none."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise CannotRelease(f"{version!r} is no version: give three numbers, such as 0.2.0")
    return tuple(int(part) for part in version.split("."))


def version_of(root: Path) -> str:
    """The version that a checkout says it has."""
    [found] = re.findall(r'^__version__ = "(.+)"$', (root / VERSION_FILE).read_text("utf-8"), re.MULTILINE)
    return str(found)


def require_ready(root: Path, version: str) -> None:
    """Raises CannotRelease unless a release of this version can be made of a checkout."""
    last = version_of(root)
    if numbers(version) <= numbers(last):
        raise CannotRelease(f"{version} is not newer than {last}: name a later version")
    if run("git", "status", "--porcelain", cwd=root):
        raise CannotRelease("the checkout has changes that are not committed: commit them, or take them back")
    if run("git", "tag", "--list", f"v{version}", cwd=root):
        raise CannotRelease(f"there is a tag v{version} already: name another version")
    if not [path for path in (root / "changelog.d").glob("*.md") if path.name != "README.md"]:
        raise CannotRelease("changelog.d/ is empty: nothing has changed since the last release")


def prepare(root: Path, version: str, day: str) -> None:
    """Set the version, and make the changes since the last release a section of the changelog."""
    place = root / VERSION_FILE
    text = place.read_text("utf-8")
    place.write_text(
        text.replace(f'__version__ = "{version_of(root)}"', f'__version__ = "{version}"'), "utf-8"
    )
    command = ("towncrier", "build", "--yes", "--version", version, "--date", day)
    run(sys.executable, "-m", *command, cwd=root)


def minutes(seconds: float) -> str:
    """A time as people say it."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02} s"


def with_figures(text: str, version: str, seconds: Mapping[str, float], processors: int) -> str:
    """The README with the times of a release's own run between its two marks; ``processors``: of its machine."""
    head, rest = text.split(BEGIN + "\n")
    _, tail = rest.split(END)
    machine = "one processor" if processors == 1 else f"{processors} processors"
    said = (
        f"With version {version}, on {machine}, the set-up took {minutes(seconds['setup'])}, the audit of all "
        f"rulebooks {minutes(seconds['audit'])}\nand the tests {minutes(seconds['test'])}.\n"
    )
    return f"{head}{BEGIN}\n{said}{END}{tail}"


def copy_of(root: Path, folder: Path) -> Path:
    """A fresh clone of a checkout, with what the release has changed so far."""
    place = folder / "checkout"
    run("git", "clone", "--quiet", str(root), str(place))
    run("git", "add", "--all", *CHANGED, cwd=root)
    difference = run("git", "diff", "--cached", "--binary", cwd=root)
    run("git", "reset", "--quiet", cwd=root)
    patch = folder / "patch"
    patch.write_text(difference, "utf-8")
    run("git", "apply", "--index", str(patch), cwd=place)
    return place


def measured(root: Path) -> dict[str, float]:
    """The seconds that a fresh copy takes for each of the commands of the README, all of which must pass."""
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        place = copy_of(root, Path(folder))
        for goal in ("setup", "audit", "check", "test"):
            print(f"make {goal}", flush=True)
            begun = time.perf_counter()
            run("make", goal, cwd=place, log=root / ".queensbench" / "release.log")
            seconds[goal] = time.perf_counter() - begun
    return seconds


def built(root: Path, version: str) -> list[Path]:
    """Wheel, source distribution, documentation, bill of materials and their checksums, in ``dist/``."""
    dist = root / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    python = sys.executable
    run(python, "-m", "hatchling", "build", "-d", str(dist), cwd=root)
    run("make", "docs", cwd=root)
    pages = root / "docs" / "_build" / "html"
    shutil.make_archive(str(dist / f"queensbench-{version}-docs"), "zip", pages)
    bill = dist / f"queensbench-{version}.cdx.json"
    stamp = run("git", "log", "-1", "--format=%ct", cwd=root).strip()
    arguments = ("requirements", "--pyproject", "pyproject.toml", "--output-reproducible", "-o", str(bill))
    run(python, "-m", "cyclonedx_py", *arguments, "requirements.lock", cwd=root, env=_environment(stamp))
    parts = sorted(path for path in dist.iterdir() if path.is_file())
    require_bill(bill, root / "requirements.lock")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in parts]
    (dist / "SHA256SUMS").write_text("".join(sums), "utf-8")
    return parts


def require_bill(bill: Path, lock: Path) -> None:
    """Raises CannotRelease unless a bill of materials has exactly what a lock pins."""
    has = {
        (part["name"].lower(), part["version"]) for part in json.loads(bill.read_text("utf-8"))["components"]
    }
    pins = set(re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", lock.read_text("utf-8"), re.MULTILINE))
    if has != pins:
        names = ", ".join(sorted("==".join(pin) for pin in has ^ pins))
        raise CannotRelease(f"the bill of materials and requirements.lock differ in {names}")


def _environment(stamp: str = "") -> dict[str, str]:
    """The environment of a command that sees neither this checkout nor its caches."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("QUEENSBENCH", "_QUEENSBENCH", "PYTHON"))
    }
    return kept | ({"SOURCE_DATE_EPOCH": stamp} if stamp else {})


def alone(home: Path) -> dict[str, str]:
    """The environment of a command that finds nothing of this user's: neither keys nor a store, nor settings."""
    kept = {name: value for name, value in _environment().items() if not name.startswith("XDG_")}
    return kept | {"HOME": str(home)}


def tried(package: Path, python: str, lock: Path) -> float:
    """Install a package into a fresh environment, without `make`, and audit there; returns the seconds of all."""
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(python, "-m", "venv", str(place / "env"), env=_environment())
        pip = (
            str(place / "env" / "bin" / "python"),
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--quiet",
        )
        run(
            *pip,
            "--require-hashes",
            "--no-deps",
            "--only-binary",
            ":all:",
            "-r",
            str(lock),
            env=_environment(),
        )
        run(*pip, "--no-index", "--no-deps", "--no-build-isolation", str(package), env=_environment())
        empty = place / "empty"
        empty.mkdir()
        command = str(place / "env" / "bin" / "queensbench")
        arguments = ("audit", "queen-is-dead", "--instance", "blades", "-q")
        run(command, *arguments, cwd=empty, env=alone(place / "home"))
    return time.perf_counter() - begun


def tagged(root: Path, version: str) -> None:
    """Commit a release and tag it.  Raises CannotRelease."""
    run("git", "add", "--all", *CHANGED, cwd=root)
    run("git", "commit", "--quiet", "--message", f"Release {version}", cwd=root)
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Queensbench {version}", cwd=root)


def put_back(root: Path, before: str) -> None:
    """Take back what a release has changed and committed; ``before``: the commit that it began with."""
    run("git", "reset", "--quiet", before, cwd=root)
    run("git", "checkout", "--quiet", "--", *CHANGED, cwd=root)


def release(version: str, *, pythons: Sequence[str], figures: bool) -> None:
    """Make a release of this checkout.  Raises CannotRelease; then the checkout is as it was."""
    require_ready(ROOT, version)
    before = run("git", "rev-parse", "HEAD").strip()
    try:
        prepare(ROOT, version, datetime.now(UTC).date().isoformat())
        if figures:
            readme = ROOT / "README.md"
            text = with_figures(readme.read_text("utf-8"), version, measured(ROOT), os.cpu_count() or 1)
            readme.write_text(text, "utf-8")
        else:
            print("The README keeps the figures of an earlier run, since --no-figures was asked for.")
        for package in [part for part in built(ROOT, version) if part.suffix in (".whl", ".gz")]:
            for python in pythons:
                took = tried(package, python, ROOT / "requirements.lock")
                print(f"{package.name} installs and audits with {python}: {minutes(took)}", flush=True)
        tagged(ROOT, version)
    except BaseException:
        put_back(ROOT, before)
        raise
    print(f"Released {version}: tagged v{version}, built into dist/. Nothing has been sent anywhere.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code: 0, or 2 with one line if no release can be made."""
    parser = argparse.ArgumentParser(prog="python -m release", description="Make a release of this checkout.")
    parser.add_argument("version", help="three numbers, such as 0.2.0")
    parser.add_argument("--python", action="append", help="a Python to try the packages with; repeatable")
    parser.add_argument("--no-figures", action="store_true", help="do not audit and test a fresh copy first")
    asked = parser.parse_args(argv)
    try:
        release(asked.version, pythons=asked.python or [sys.executable], figures=not asked.no_figures)
    except CannotRelease as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
