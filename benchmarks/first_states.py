"""Processor seconds of a process that finds the first state of a small box: with warm caches, after a change, cold.

Each run is a process of its own, on a copy of the project, with caches of its own.  The toolkit's own modules are
compiled before, as pip leaves them; those of the project are not, when it starts with nothing.  A change is one more
requirement, equal to another one, in a rule of the model: the rules are others, and the states are the same.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from queensbench.evidence import kept_systems
from queensbench.evidence.keys import PACKAGES
from queensbench.readers.native.code_cache import FOLDER

REQUIREMENT = re.compile(r"^    require\(.*\)\n", re.MULTILINE)
SCRIPT = """
import sys
import queensbench as qb
session = qb.load(sys.argv[1]).session(sys.argv[2])
session.start().moves()
session.explore(budget=2)
"""
BUDGET = ("--budget", "2")
"""More states are not looked for; the command then ends with 3, since there are more."""


@dataclass(frozen=True)
class Start:
    """A box whose first state is measured.

    ``path``, ``instance``: its mode and its name.  ``changed``: the file of the model in which a rule is changed.
    ``api``: whether a script asks, in place of the command.
    """

    path: str
    instance: str
    changed: str
    api: bool = False

    @property
    def name(self) -> str:
        """The name of the box, and who asks."""
        return f"{self.path} {self.instance}{', from Python' if self.api else ''}"


STARTS = (
    Start("queen-is-dead", "blades", "model/queen_is_dead/turn.py"),
    Start("queen-of-scots", "short", "model/queen_of_scots/play.py"),
    Start("queen-of-scots", "short", "model/queen_of_scots/play.py", api=True),
    Start("queens-collection/solo", "placed", "model/queens_collection/solo.py"),
    Start("queue4/standard", "six", "model/queue4/turn.py"),
)


@dataclass(frozen=True)
class Seconds:
    """The medians of processor seconds: with all caches warm, after a change of one rule, with none warm."""

    warm: float
    changed: float
    cold: float


def measured(start: Start, copy: Path, runs: int) -> Seconds:
    """Measure one box in a copy of the project, which may be written.  ``runs``: of each sort."""
    found: dict[str, list[float]] = {"cold": [], "warm": [], "changed": []}
    path = copy / start.changed
    text = path.read_text("utf-8")
    for _ in range(runs):
        with _caches() as caches:
            path.write_text(text, "utf-8")
            for compiled in [one for top in PACKAGES for one in (copy / top).rglob("__pycache__")]:
                shutil.rmtree(compiled)
            _settled(copy)
            found["cold"].append(_run(start, copy, caches))
            _run(start, copy, caches)
            found["warm"].append(_run(start, copy, caches))
            changed = REQUIREMENT.sub(lambda line: line[0] * 2, text, count=1)
            assert changed != text, f"{start.changed} has no requirement of a line"
            path.write_text(changed, "utf-8")
            _settled(copy)
            found["changed"].append(_run(start, copy, caches))
    return Seconds(*(median(found[sort]) for sort in ("warm", "changed", "cold")))


@contextmanager
def _caches() -> Iterator[dict[str, str]]:
    """An environment with caches of its own, which are empty."""
    with TemporaryDirectory() as folder:
        left_out = {FOLDER, "PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        yield {**kept, "XDG_CACHE_HOME": folder}


def _settled(copy: Path) -> None:
    """Wait until the files are old enough for what follows from them to be kept."""
    toolkit = max(path.stat().st_ctime for path in (copy / "queensbench").rglob("*.py"))
    rules = max(path.stat().st_ctime for path in (copy / "model").rglob("*.py"))
    ready = max(toolkit + kept_systems.SETTLED, rules + kept_systems.MARGIN)
    time.sleep(max(0.0, ready + 0.1 - time.time()))


def _run(start: Start, copy: Path, environment: dict[str, str]) -> float:
    """Processor seconds of one process."""
    command = [
        sys.executable,
        "-m",
        "queensbench",
        "explore",
        start.path,
        "-i",
        start.instance,
        "-q",
        *BUDGET,
    ]
    if start.api:
        command = [sys.executable, "-c", SCRIPT, start.path, start.instance]
    process = subprocess.Popen(command, cwd=copy, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 3), f"{start.name} has failed"
    return used.ru_utime + used.ru_stime
