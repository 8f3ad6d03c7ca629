"""The project that is tormented, and the verdicts that it has when it is left in peace."""

from __future__ import annotations

import importlib
import json
import pkgutil
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import queensbench
from tests.forks import make_commands
from tests.processes import MARK, write
from tests.surfaces.projects import COUNTER, RACE
from tests.surfaces.test_bad_input import add_snails
from tests.torture.forked import Ended, Place, run

TIMES = ("seconds", "cached", "full_box", "goals", "known", "without_solver", "rlimit")
"""What an answer says of the run and not of the rules."""
AUDIT = ("audit", "counter", "--json", "-q", "--games", "300")

LIGHT = ("audit", "race", "--json", "-q", "--games", "50", "--no-proofs", "--no-rulings")
"""An audit that starts no process."""


def imported() -> None:
    """Import the whole toolkit, so that no fork has to."""
    for module in pkgutil.walk_packages(queensbench.__path__, "queensbench."):
        if "._bundled" not in module.name and "template" not in module.name and "__main__" not in module.name:
            with suppress(ImportError):
                importlib.import_module(module.name)
    for name in ("z3", "llvmlite.binding", "numpy.random", "rich.progress", "typer._adapters"):
        importlib.import_module(name)
    make_commands()


ROBOT = '''"""An engine that plays the model under one reading; and one that answers as a stranger's may."""

import os
from random import Random

from tests.conformance.model_engine import ModelEngine
from tests.torture.tokens import bent


class Robot(ModelEngine):
    chance = ModelEngine.take_chance
    moves = ModelEngine.say_moves

    def __init__(self):
        super().__init__("race/race", {"tie": "red"}, "told", None)


class Liar(Robot):
    def __init__(self):
        super().__init__()
        self.lies = Random(os.environ["TORTURE_ANSWERS"])


def lying(name):
    told = getattr(Robot, name)

    def lie(self, *args, **request):
        found = told(self, *args, **request)
        if found is None or self.lies.random() < 0.97:
            return found
        return bent(found, self.lies)

    return lie


for name in ("reset", "to_move", "moves", "do", "chance", "state", "result"):
    setattr(Liar, name, lying(name))
'''
"""Engines under test, in the project's folder."""


def lay(folder: Path) -> Path:
    """Write the project: two small rulesets, and one with clauses, gaps and a document."""
    write(folder, {"pyproject.toml": MARK, "model/counter.py": COUNTER, "model/race.py": RACE})
    write(folder, {"robot.py": ROBOT})
    add_snails(folder)
    return folder


@dataclass(frozen=True)
class Ground:
    """A project with its store, plays and locks as an undisturbed run leaves them.

    ``whole``: the folder of that project.  ``home``: that of its user.  ``code``: the machine code.  ``answer``: the verdicts of ``AUDIT``, and
    ``light`` those of ``LIGHT``.  ``seconds``: how long an audit without a store takes here.
    """

    whole: Path
    home: Path
    code: Path
    answer: Any
    light: Any
    seconds: float

    def copy(self, place: Place, *, store: bool = True, digests: bool = True) -> dict[str, str]:
        """Copy the project into a place, and machine code of its own; the environment for commands there.

        ``store``: with its verdicts.  ``digests``: with the digests of files at least, which take half a second to make.
        """

        def skipped(folder: str, names: list[str]) -> list[str]:
            if Path(folder) == self.whole and not (store or digests):
                return [".queensbench"]
            if Path(folder).name == "evidence" and not store:
                return [name for name in names if name != "digests"]
            return []

        shutil.copytree(self.whole, place.project, dirs_exist_ok=True, ignore=skipped)
        shutil.copytree(
            self.home, place.home, dirs_exist_ok=True
        )  # what is stored is believed of its own key only
        code = place.folder / "code"
        shutil.copytree(self.code, code)
        code.chmod(0o700)
        return {"QUEENSBENCH_CODE": str(code)}


def ground(place: Place) -> Ground:
    """The ground of a run, which is laid once: that of its folder."""
    return _laid(Place(place.folder.parent.parent / "ground"))


@cache
def _laid(place: Place) -> Ground:
    """Lay the project and audit it twice: with nothing stored, and from the store."""
    place.made()
    imported()
    lay(place.project)
    code = place.folder / "code"
    code.mkdir(mode=0o700, exist_ok=True)
    env = {"QUEENSBENCH_CODE": str(code)}
    warm = run(AUDIT, place, env={**env, "QUEENSBENCH_STORE": "off"})
    first = run(AUDIT, place, env=env)
    again = run(AUDIT, place, env=env)
    answer = verdicts(first)
    for ended in (warm, first, again):
        if ended.faults() or verdicts(ended) != answer:
            raise SystemExit(f"the undisturbed audit is at fault: {ended}")
    for words in (
        ("audit", "counter", "-q", "--games", "300", "--accept", "--reason", "first", "--plays", "plays"),
        ("trace", "lock"),
        ("explore", "counter", "-i", "small", "-q", "--certificate", "small.json"),
        ("conform", "race", "-q", "--python", "robot:Robot", "--games", "9", "--save", "report.json"),
    ):
        ended = run(words, place, env=env)
        if ended.faults((0, 3)):
            raise SystemExit(f"the undisturbed project is at fault: {ended}")
    answer = verdicts(run(AUDIT, place, env=env))
    run(LIGHT, place, env=env)
    light = verdicts(run(LIGHT, place, env={**env, "QUEENSBENCH_STORE": "off"}))
    return Ground(place.project, place.home, code, answer, light, first.seconds)


def verdicts(ended: Ended) -> Any:
    """The answer of an audit without what it says of the run; its text where it is none."""
    try:
        found = json.loads(ended.out)
    except ValueError:
        return f"{ended.code}: {ended.out[:500]} {ended.err[-500:]}"
    return _timeless(found)


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if key not in TIMES}
    if isinstance(value, list):
        return [_timeless(one) for one in value]
    return value


def rows(answer: Any) -> dict[tuple[str, ...], tuple[Any, Any]]:
    """The verdicts of an answer by mode, property, instance and engine."""
    found = {}
    for ruleset in answer["rulesets"] if isinstance(answer, Mapping) else ():
        for row in ruleset["properties"]:
            key = tuple(str(row.get(name, "")) for name in ("mode", "name", "instance", "engine", "reading"))
            found[(ruleset["name"], *key)] = (row.get("verdict"), row.get("class"))
    return found


def stronger(answer: Any, wanted: Any) -> list[str]:
    """The verdicts of an answer that differ from those wanted, other than by being undecided."""
    known = rows(wanted)
    return [
        f"wrong verdict: {' '.join(key)} is {found[0]}, and is {known.get(key, ('nothing', ''))[0]} undisturbed"
        for key, found in rows(answer).items()
        if found[0] != "unknown" and found != known.get(key)
    ]


def parted(one: Any, other: Any, where: str = "") -> str:
    """Where two answers part first, and how; empty if they do not."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in [*one, *(key for key in other if key not in one)]:
            if found := parted(one.get(key), other.get(key), f"{where}/{key}"):
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            if found := parted(*pair, f"{where}/{number}"):
                return found
        return ""
    return "" if one == other else f"{where}: {str(one)[:200]!r}, not {str(other)[:200]!r}"


def files(folder: Path) -> Iterator[Path]:
    """The files below a folder, without following links."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_dir():
            yield path


def strays(place: Place, before: set[str], asked: tuple[str, ...] = ()) -> list[str]:
    """Files that nobody asked for: in the project but for its store, among temporary files, in the home but for its cache."""
    found = [path.relative_to(place.project).as_posix() for path in files(place.project)]
    here = [
        name
        for name in found
        if name not in before and not name.startswith((".queensbench/", *asked)) and "__pycache__" not in name
    ]
    parts = [name for name in found if name.endswith(".part")]
    temporary = [f"tmp/{path.relative_to(place.temporary)}" for path in place.temporary.iterdir()]
    home = [
        f"home/{path.relative_to(place.home)}"
        for path in files(place.home)
        if not path.relative_to(place.home)
        .as_posix()
        .startswith((".cache/", ".config/queensbench", ".local/"))
    ]
    return [f"left over: {name}" for name in (*here, *parts, *temporary, *home)]


def listed(place: Place) -> set[str]:
    """The names of the files of the project as they are now."""
    return {path.relative_to(place.project).as_posix() for path in files(place.project)}
