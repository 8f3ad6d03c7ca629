"""The figures: each with its measurement, the number of runs, the plain-Python search beside it, and its target."""

from __future__ import annotations

import compileall
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import boxes, first_states, modes, plain

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("queensbench", "model", "spec", "properties", "seeds", "benchmarks")
CHANGED = "model/queen_is_dead/modes.py"  # the first `tokens=3,` in it is that of the box `blades`
SEED = 20_190_101


STEPPED = (("queue4/standard", "six"), ("queens-collection/competitive", "duel"))
"""The small boxes that are stepped through from Python."""
LISTED = "queens-collection/cooperative"
STEPS = 100_000
LISTING = 5.0


@dataclass(frozen=True)
class Load:
    """The amount of measuring: runs of each figure, and the sizes of searches and games."""

    runs: int = 5
    starts: int = 3
    wide: int = 4_000_000
    budget: int = 20_000_000
    plain_states: int = 1_500
    games: int = 20_000
    plain_steps: int = 150
    named_steps: int = 6_000
    solved: str = boxes.SOLVED
    boxes: int = len(first_states.STARTS)
    mode_steps: int = 2_000_000
    audit: tuple[str, ...] = ()


FULL = Load()
QUICK = Load(
    runs=1,
    starts=1,
    wide=20_000,
    budget=20_000,
    plain_states=40,
    games=50,
    plain_steps=3,
    named_steps=50,
    solved=boxes.SOLVED_QUICKLY,
    boxes=1,
    mode_steps=500,
    audit=("--games", "50", "--budget", "500", "--no-rulings", "--instance", boxes.FIRST),
)


@dataclass(frozen=True)
class Figure:
    """One row.

    ``value`` is the median of ``runs`` runs, ``plain`` the same quantity of plain Python, where there is one.
    ``faster``: the target is a least value; otherwise it is a greatest.
    """

    name: str
    value: float
    unit: str
    target: float | None = None
    faster: bool = False
    plain: float | None = None
    note: str = ""
    runs: int = 1

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None where there is none."""
        if self.target is None:
            return None
        return self.value >= self.target if self.faster else self.value <= self.target

    @property
    def ratio(self) -> float | None:
        """How many times better than plain Python; None where nothing of it was measured."""
        if not self.plain or not self.value:
            return None
        return self.value / self.plain if self.faster else self.plain / self.value

    def as_json(self) -> dict[str, Any]:
        """The row as ``--json`` prints it."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "target": self.target,
            "met": self.met,
            "plain": self.plain,
            "ratio": self.ratio,
            "runs": self.runs,
            "note": self.note,
        }


def machine() -> dict[str, Any]:
    """The machine on which the figures were measured."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "cores": os.cpu_count(),
        "processor": platform.machine(),
        "python": platform.python_version(),
        "load": None if load is None else round(load, 2),
    }


# ------------------------------------------------------------------------------------------------ processes


@contextmanager
def fresh_copy(*, changed: bool = True) -> Iterator[Path]:
    """A copy of the project without any caches; ``changed``: with one constant of the model changed."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        copy.mkdir()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        text = (copy / CHANGED).read_text(encoding="utf-8")
        assert "tokens=3," in text, f"{CHANGED} has no constant that can be changed"
        if changed:
            (copy / CHANGED).write_text(text.replace("tokens=3,", "tokens=4,", 1), encoding="utf-8")
        yield copy


def _started(arguments: list[str], folder: Path) -> subprocess.Popen[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    command = [sys.executable, "-m", *arguments]
    return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)


def probe(kind: str, instance: str, number: int, folder: Path = ROOT) -> tuple[dict[str, int], float]:
    """The answer of a probe, and the seconds from the start of its process to it."""
    begun = time.perf_counter()
    with _started(["benchmarks.probes", kind, instance, str(number)], folder) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        seconds = time.perf_counter() - begun
    assert process.returncode == 0, f"probe {kind} of {instance} has failed"
    return json.loads(line), seconds


# -------------------------------------------------------------------------------------------------- figures


def start(load: Load) -> list[Figure]:
    """Seconds from a changed model to the first explored state, with cold caches."""

    def once(kind: str) -> float:
        with fresh_copy() as folder:
            found, seconds = probe(kind, boxes.FIRST, 2, folder)
        assert found["tokens"] == 4, "the changed model was not the one explored"
        return seconds

    value = median(once("first") for _ in range(load.starts))
    beside = median(once("plain-first") for _ in range(load.starts))
    name = "from changed model to first state"
    return [Figure(name, value, "s", 3.0, plain=beside, note=boxes.FIRST, runs=load.starts)]


def small_boxes(load: Load) -> Iterator[Figure]:
    """Processor seconds of a whole process to the first state of a small box: caches warm, after a change, cold."""
    with fresh_copy(changed=False) as copy:
        compileall.compile_dir(copy / "queensbench", quiet=2)
        for one in first_states.STARTS[: load.boxes]:
            found = first_states.measured(one, copy, load.starts)
            for sort, value, target in (
                ("warm", found.warm, 0.5),
                ("a rule changed", found.changed, None),
                ("cold", found.cold, 2.0),
            ):
                name = f"first state, {one.name}"
                yield Figure(name, value, "processor s", target, note=sort, runs=load.starts)


def every_mode(load: Load) -> Iterator[Figure]:
    """Steps of random games for each processor second, of every mode at full size."""
    for found in modes.rates(load.mode_steps, min(3, load.runs), SEED):
        note = f"{found.judges} properties judged in {found.cells} cells; not judged {found.unjudged:,.0f}"
        yield Figure(
            f"play, {found.path}",
            found.judged,
            "steps/processor s",
            2e6,
            faster=True,
            note=note,
            runs=min(3, load.runs),
        )


def exploring(load: Load) -> list[Figure]:
    """New states a second, and bytes a state, on a small instance and on one of three words."""
    rows = []
    for name, most, fastest, leanest in (
        (boxes.SMALL, load.budget, 1e6, 40.0),
        (boxes.WIDE, load.wide, None, None),
    ):
        made = boxes.session(name)
        rates = []
        for _ in range(load.runs):
            made.forget()
            found = made.explored(max_states=most)
            rates.append(found.states / found.seconds)
        beside = plain.search(made.interpreter(), load.plain_states)
        whole = "all" if found.complete else "the first"
        words = f"{whole} {found.states:,} states, {made.native.words} words"
        rows.append(
            Figure(
                f"explore, {name}",
                median(rates),
                "new states/s",
                fastest,
                faster=True,
                plain=beside.states / beside.seconds,
                note=words,
                runs=load.runs,
            )
        )
        del found
        made.forget()
        grown = median(_growth("memory", name, most) for _ in range(min(3, load.runs)))
        rows.append(
            Figure(
                f"memory, {name}",
                grown,
                "bytes/state",
                leanest,
                plain=_growth("plain-memory", name, load.plain_states),
                note=words,
                runs=min(3, load.runs),
            )
        )
    return rows


def _growth(kind: str, name: str, most: int) -> float:
    found, _ = probe(kind, name, most)
    return found["bytes"] / found["states"]


def playing(load: Load) -> list[Figure]:
    """Steps a second at full size: native playouts, and named actions carried out by the interpreter."""
    made = boxes.session("full")
    rates = []
    for run in range(load.runs):
        played = made.played(games=load.games, seed=SEED + run, max_steps=10_000)
        rates.append(played.steps / played.seconds)
    beside = plain.games(made.interpreter(), load.plain_steps, SEED)
    named = [plain.named(made, load.named_steps, SEED + run) for run in range(min(3, load.runs))]
    return [
        Figure(
            "play, full",
            median(rates),
            "steps/s",
            1e6,
            faster=True,
            plain=beside.steps / beside.seconds,
            note=f"{load.games:,} games",
            runs=load.runs,
        ),
        Figure(
            "interpreter, full",
            median(n.steps / n.seconds for n in named),
            "named actions/s",
            3_000.0,
            faster=True,
            note="is plain Python; moves chosen natively, not timed",
            runs=len(named),
        ),
    ]


def machines(load: Load) -> list[Figure]:
    """Steps a second that Hypothesis takes at full size, both readers compared at each."""
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.stateful import run_state_machine_as_test

    from queensbench.engines.hypothesis.state_machine import machine

    made = boxes.session("full")
    found = machine(made.mode, made.instance)
    taken = 0
    take = found._take

    def taking(this: Any, step: Any, code: int) -> None:
        nonlocal taken
        taken += 1
        take(this, step, code)

    setattr(found, "_take", taking)  # noqa: B010 - a method of a class made at run time
    rates = []
    for run in range(1 + min(3, load.runs)):
        taken, begun = 0, time.perf_counter()
        chosen = settings(
            max_examples=20,
            stateful_step_count=100,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(found, settings=chosen)
        if run:  # the first compiles the rules
            rates.append(taken / (time.perf_counter() - begun))
    note = "steps that the rules allow; refused tries come on top"
    return [
        Figure("Hypothesis, full", median(rates), "steps/s", 600.0, faster=True, note=note, runs=len(rates))
    ]


def auditing(load: Load, rate: float | None = None) -> list[Figure]:
    """Seconds of the whole command, with cold caches; beside it those in which plain Python would store its states.

    ``rate``: new states a second of plain Python, measured in the same run.
    """
    with fresh_copy() as folder:
        begun = time.perf_counter()
        with _started(["queensbench", "audit", "--json", "--quiet", *load.audit], folder) as process:
            text = process.communicate()[0]
        seconds = time.perf_counter() - begun
    assert process.returncode in {0, 1, 3}, f"the audit has failed (exit {process.returncode})"
    states = sum(_states(json.loads(text)))
    note = f"exit {process.returncode}; plain: {states:,} states at the rate above" if states else ""
    beside = states / rate if rate and states else None
    return [Figure("audit", seconds, "s", 90.0, plain=beside, note=note)]


def _states(data: Any) -> Iterator[int]:
    """The numbers of states that explorations report, wherever they stand."""
    if isinstance(data, dict):
        if data.get("engine") == "explore" and isinstance(data.get("states"), int):
            yield data["states"]
        for value in data.values():
            yield from _states(value)
    elif isinstance(data, list):
        for value in data:
            yield from _states(value)


def stepping(load: Load) -> list[Figure]:
    """Named steps a second through the public API, beside the interpreter's, and all moves of a full position."""
    import queensbench as qb

    rows = []
    for path, instance in STEPPED:
        session = qb.load(path).session(instance)
        start, moves = plain.game_of(session, load.plain_steps)
        plain.steps_of(start, moves, load.named_steps)  # compiled before the clock runs
        fast = median(plain.steps_of(start, moves, load.named_steps).rate for _ in range(load.runs))
        slow = plain.interpreted_steps(session, moves).rate
        name, note = (
            f"steps, {instance}",
            f"{path}, by name, through the Python API; plain is the interpreter",
        )
        rows.append(Figure(name, fast, "steps/s", STEPS, faster=True, plain=slow, note=note, runs=load.runs))
    session = qb.load(LISTED).session()
    start, moves = plain.game_of(session, load.plain_steps, games=1)
    widest = max(plain.positions_of(start, moves), key=lambda position: len(position.moves()))
    fast = median(plain.seconds_to_list(widest) for _ in range(load.runs))
    slow = plain.seconds_to_list_interpreted(widest)
    note = f"{LISTED} full, {len(widest.moves())} moves; plain is the interpreter"
    return [
        *rows,
        Figure("all moves", 1000 * fast, "ms", LISTING, plain=1000 * slow, note=note, runs=load.runs),
    ]


def symmetry(load: Load) -> list[Figure]:
    """How many times fewer states a declared symmetry leaves, on tic-tac-toe's board with its eight symmetries."""
    from queensbench.engines.explore.explorer import explore
    from queensbench.engines.explore.state_table import ExploreSettings, Symmetry
    from queensbench.readers.symmetry.groups import group
    from queensbench.rules.system import build
    from tests.engine_box import EngineBox
    from tests.reference.tic_tac_toe import mode

    made = EngineBox("reference", mode, mode.full, build(mode, mode.full))
    every = made.explored().states
    merged = explore(
        made.native, made.system, ExploreSettings(symmetry=Symmetry(made.system, group(mode).tables()))
    ).states
    note = f"tic-tac-toe: {every:,} positions, {merged:,} up to symmetry"
    return [Figure("symmetry", every / merged, "times fewer", note=note)]


def solving(load: Load) -> list[Figure]:
    """Seconds to the exact value of an instance of more than a million states; plain Python: to its states alone."""
    from queensbench.engines.solve.objectives import aims_of
    from queensbench.engines.solve.solver import solve

    made = boxes.session(load.solved, boxes.SOLVED_MODE)
    assert made.solver.words > 0  # compiled before the clock runs
    seconds = []
    for _ in range(min(3, load.runs)):
        found = solve(made, aims_of(made.system))
        low, up = found.answers[0].bounds(found.start)
        assert low == up
        seconds.append(found.seconds)
        states, moves = found.exploration.states, found.exploration.transitions
        del found
    beside = plain.search(made.interpreter(), load.plain_states)
    return [
        Figure(
            f"solve, {load.solved}",
            median(seconds),
            "s",
            60.0,
            plain=states * beside.seconds / beside.states,
            note=f"exact, {states:,} states, {moves:,} moves; plain: only to find the states",
            runs=len(seconds),
        )
    ]


PARTS: dict[str, tuple[str, Callable[[Load], Iterator[Figure]]]] = {
    "first": ("small boxes, from the start of a process", small_boxes),
    "modes": ("random games of every mode", every_mode),
}
"""What can be measured alone, by name: what it is, and its rows."""


def part(name: str, load: Load, progress: Callable[[str], None]) -> Iterator[Figure]:
    """The figures of one of :data:`PARTS`."""
    told, rows = PARTS[name]
    progress(told)
    yield from rows(load)


def figures(load: Load, progress: Callable[[str], None]) -> Iterator[Figure]:
    """All figures, as they are measured."""
    for name in PARTS:
        yield from part(name, load, progress)
    progress("from a changed model to its first state")
    yield from start(load)
    progress("exploring, natively and in plain Python")
    explored = exploring(load)
    yield from explored
    progress("playing, natively and in plain Python")
    yield from playing(load)
    progress("Hypothesis")
    yield from machines(load)
    progress("solving")
    yield from solving(load)
    progress("steps from Python")
    yield from stepping(load)
    progress("symmetry")
    yield from symmetry(load)
    progress("the whole audit")
    yield from auditing(load, explored[0].plain)
