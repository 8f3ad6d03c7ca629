"""Exploring by levels in files, held against the explorer in memory; and what becomes of it when it is disturbed."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from queensbench.engines.explore import explorer
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.layers import (
    checkpoints,
    elsewhere,
    merging,
    run_kernels,
    set_kernels,
    sets,
    strides,
    tasks,
)
from queensbench.engines.layers import runs as layer_runs
from queensbench.engines.layers import search as layer_search
from queensbench.engines.layers import workers as layer_workers
from queensbench.engines.layers.layered_space import LayeredSpace, digest_of, explored_by_levels
from queensbench.engines.layers.run_kernels import BLOCK, Blocks, library
from queensbench.engines.layers.runs import EVERYTHING, Readers, RunReader, RunWriter, State, state_of
from queensbench.engines.layers.settings import LayerSettings
from queensbench.engines.layers.tasks import Expanded, Expansion, Result, Task, here, run
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput, InternalError, ModelError
from queensbench.files.reading import read_text
from queensbench.language import Instance, Mode
from queensbench.project import projects
from queensbench.rules.system import build
from tests.counts import ROOT, session_of
from tests.engine_box import EngineBox
from tests.engines import leaving
from tests.processes import environment
from tests.reference import connect_four, hanoi, sliding_puzzle
from tests.surfaces.projects import run as command


@cache
def made(mode: Mode, name: str, **sizes: int) -> EngineBox:
    """A box of a reference game, of other sizes if they are given."""
    if sizes:
        instance = Instance(name, name, sizes=sizes)
    else:
        instance = projects.mode_instance(mode, name)
    return EngineBox("reference", mode, instance, build(mode, instance))


def connect(width: int, height: int) -> EngineBox:
    return made(connect_four.mode, f"{width}x{height}", width=width, height=height)


def explored(box: EngineBox, scratch: Path, **options: Any) -> LayeredSpace:
    """By tasks alone, unless ``small`` says otherwise."""
    return explored_by_levels(box, None, LayerSettings(scratch, **{"workers": 1, "small": 0, **options}))


def told(found: Exploration | LayeredSpace) -> dict[str, Any]:
    """All that both explorations tell in the same way."""
    counts = {
        "ends": {who: first.count for who, first in found.ends.items()},
        "deadlocks": found.deadlocks.count,
        "scores": [(one.least, one.greatest) for one in found.scores],
    }
    for name in ("silences", "failing", "holding"):
        firsts = getattr(found, name)
        counts[name] = [first.count for first in firsts]
        counts[f"first {name}"] = [
            (found.choices(first.state), found.steps(first.state))
            for first in firsts
            if first.state is not None
        ]
    parts = (
        "complete",
        "states",
        "expanded",
        "transitions",
        "level_sizes",
        "levels",
        "steps_most",
        "clauses",
    )
    digest = digest_of(found) if isinstance(found, Exploration) else found.digest
    return counts | {part: getattr(found, part) for part in parts} | {"digest": digest}


class TestKernels:
    """The loops over runs, natively and in CPython, against plain Python."""

    LOOPS = ("sort", "unique", "encode", "gather", "subtract", "digest")

    @staticmethod
    def states(words: int, count: int, bits: int, seed: int) -> list[State]:
        pick = random.Random(seed)
        return [
            tuple(pick.getrandbits(bits) << 64 - bits | n % 3 for _ in range(words)) for n in range(count)
        ]

    @staticmethod
    def packed(states: Sequence[State]) -> Any:
        return np.array(states, np.uint64).reshape(-1)

    def sorted_once(self, call: dict[str, Any], words: int, states: list[State]) -> Any:
        keys, other = self.packed(states), np.zeros(len(states) * words, np.uint64)
        if call["sort"](View(keys), View(other), len(states)):
            keys = other
        count = call["unique"](View(keys), len(states))
        found = [state_of(keys[n * words : (n + 1) * words]) for n in range(count)]
        assert found == sorted(set(states))
        return keys[: count * words].copy(), count

    @pytest.mark.parametrize(("words", "bits"), [(1, 64), (1, 9), (3, 2), (3, 64)])
    @pytest.mark.parametrize("native", [True, False])
    def test_states_are_sorted_written_read_and_subtracted(
        self, words: int, bits: int, native: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(run_kernels, "WORDS", words)
        call = library(words) if native else {name: getattr(run_kernels, name) for name in self.LOOPS}
        many = 2 * BLOCK + 77 if native else 300
        keys, count = self.sorted_once(call, words, self.states(words, many, bits, 1))
        taken, held = self.sorted_once(call, words, self.states(words, many, bits, 1)[::3])
        room = Blocks(*(View(np.zeros(n, t)) for n, t in ((10**6, np.uint8), (9, np.int64), (27, np.uint64))))
        blocks = call["encode"](View(taken), held, room)
        assert blocks == -(-held // BLOCK)
        offsets = np.concatenate([[0], room.ends.array[:blocks]])
        before = np.array([min(n * BLOCK, held) for n in range(blocks + 1)])
        chunk = run_kernels.Chunk(room.data, View(offsets), View(before), room.firsts, blocks)
        out = np.zeros(held * words, np.uint64)
        assert call["gather"](chunk, EVERYTHING, View(out), 0) == held
        assert np.array_equal(out, taken)
        cursor = np.zeros(2, np.int64)
        whole = keys.copy()
        call["subtract"](View(keys), count, chunk, View(cursor))
        looked, kept = cursor.tolist()
        rest = [state_of(row) for row in keys.reshape(-1, words)]
        left = rest[:kept] + rest[looked:]
        there = {state_of(row) for row in taken.reshape(-1, words)}
        assert left == [state for row in whole.reshape(-1, words) if (state := state_of(row)) not in there]

    def test_both_readings_of_the_kernels_have_one_digest(self) -> None:
        keys = self.packed(self.states(1, 50, 64, 5))
        native, slow = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
        library(1)["digest"](View(keys), 50, View(native))
        run_kernels.digest(View(keys), 50, View(slow))
        assert native.tolist() == slow.tolist()
        backwards = np.zeros(2, np.uint64)
        library(1)["digest"](View(keys[::-1].copy()), 50, View(backwards))
        assert backwards.tolist() == native.tolist()

    def test_a_run_is_read_by_ranges(self, tmp_path: Path) -> None:
        states = sorted(set(self.states(2, 5000, 20, 7)))
        with RunWriter(tmp_path, "level-0", 2) as writer:
            for first in range(0, len(states), 1700):
                some = states[first : first + 1700]
                writer.add(self.packed(some), len(some))
        assert writer.made is not None
        assert (writer.made.states, writer.made.samples[0], writer.made.last) == (5000, states[0], states[-1])
        reader = RunReader(tmp_path, writer.made.named, 2)
        reader.check()
        assert reader.blocks == 6  # three pieces of 1,700, 1,700 and 1,600 states
        for place in (0, 1023, 1024, 1699, 1700, 4999):
            assert reader.state(place) == states[place]
        assert sorted(p.name for p in tmp_path.iterdir()) == ["level-0"]

    @pytest.mark.parametrize("held", [False, True])
    def test_a_chunk_has_no_more_blocks_than_are_asked_for(self, held: bool, tmp_path: Path) -> None:
        """Also where the whole run is in memory: the buffer of an expansion has room for so many."""
        keys = np.arange(5 * BLOCK + 9, dtype=np.uint64)
        with RunWriter(tmp_path, "level-0", 1) as writer:
            writer.add(keys, len(keys))
        assert writer.made is not None
        reader = RunReader(tmp_path, writer.made.named, 1)
        if held:
            assert reader.hold() == reader.size
        room = np.zeros(2 * BLOCK, np.uint64)
        read = []
        for first, chunk in reader.chunks(1, reader.blocks, 2):
            count = library(1)["gather"](chunk, EVERYTHING, View(room), 0)
            read.append((first, chunk.blocks, room[:count].tolist()))
        assert [(first, blocks) for first, blocks, _ in read] == [(1, 2), (3, 2), (5, 1)]
        assert [state for _, _, states in read for state in states] == list(range(BLOCK, len(keys)))

    def test_a_worker_holds_no_more_of_indexes_than_it_may(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An index holds three numbers for each block of one word, and two more."""
        keys = np.arange(4 * BLOCK, dtype=np.uint64)
        runs = []
        for number in range(4):
            with RunWriter(tmp_path, f"level-{number}", 1) as writer:
                writer.add(keys, len(keys))
            assert writer.made is not None
            runs.append(writer.made.named)
        each = 8 * (4 + 5 + 5)
        monkeypatch.setattr(layer_runs, "INDEXES", 3 * each)
        readers = Readers()
        met = [readers(str(tmp_path), run, 1) for run in runs]
        assert [one.indexed for one in met] == [each] * 4
        assert (len(readers._open), readers._indexes) == (3, 3 * each)
        assert readers(str(tmp_path), runs[1], 1) is met[1]
        assert readers(str(tmp_path), runs[0], 1) is not met[0]

    def test_a_worker_holds_no_more_of_small_runs_than_it_may_however_many_are_merged(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A merging has them all open; those that are held no more are read from their files."""
        keys = np.arange(4 * BLOCK, dtype=np.uint64)
        runs = []
        for number in range(6):
            with RunWriter(tmp_path, f"level-{number}", 1) as writer:
                writer.add(keys, len(keys))
            assert writer.made is not None
            runs.append(writer.made.named)
        readers = Readers()
        first = readers(str(tmp_path), runs[0], 1)
        each = first.held
        assert each > 0
        monkeypatch.setattr(layer_runs, "HELD", 2 * each)
        begun = first.chunks(0, 4, 1)
        assert next(begun)[0] == 0
        met = [readers(str(tmp_path), run, 1) for run in runs]
        assert [one.held for one in met] == [0, 0, 0, 0, each, each]
        assert readers._held == 2 * each
        assert [at for at, _ in begun] == [1, 2, 3]
        room = np.zeros(len(keys), np.uint64)
        for one in met:
            ((_, chunk),) = one.chunks(0, 4)
            assert library(1)["gather"](chunk, EVERYTHING, View(room), 0) == len(keys)
            assert np.array_equal(room, keys)


BOXES: tuple[tuple[Callable[[], EngineBox], int, str], ...] = (
    (lambda: connect(4, 3), 12_031, "b213554814a0649fb90585324940847b"),
    (lambda: made(hanoi.mode, "4 discs"), 81, ""),
    (lambda: made(sliding_puzzle.mode, "2x3"), 360, ""),
    (lambda: session_of("queue4/standard", "six"), 4_911, ""),  # with chance
    (lambda: session_of("queen-is-dead/standard", "blades"), 71_599, ""),  # two words, chance and silences
    (lambda: session_of("queens-collection/solo", "young"), 3_298, ""),
)


@pytest.mark.parametrize(("box", "states", "digest"), BOXES)
def test_levels_tell_what_the_explorer_tells(
    box: Callable[[], EngineBox], states: int, digest: str, tmp_path: Path
) -> None:
    """Also where tasks are far smaller than they would be."""
    asked = box()
    wanted = told(asked.explored())
    assert wanted["states"] == states
    assert wanted["digest"] == (digest or wanted["digest"])
    found = explored(asked, tmp_path / "one")
    assert told(found) == wanted
    assert found.disk == sum(p.stat().st_size for p in (tmp_path / "one").glob("level-*.*.*"))
    assert told(explored(asked, tmp_path / "two", workers=2, piece=700, shard=900)) == wanted


@pytest.mark.slow
def test_levels_tell_what_the_explorer_tells_of_every_box(tmp_path: Path) -> None:
    """All boxes of this project with at most 300,000 states."""
    seen = 0
    for ruleset, mode in projects.load(ROOT).selected([]):
        for instance in mode.all_instances():
            if 0 < instance.states <= 300_000:
                box = session_of(f"{ruleset.name}/{mode.name}", instance.name)
                scratch = tmp_path / str(seen)
                assert told(explored(box, scratch, piece=3000, shard=9000)) == told(box.explored()), (
                    instance.name
                )
                shutil.rmtree(scratch)
                box.forget()
                seen += 1
    assert seen >= 27


@pytest.mark.parametrize(
    ("box", "most", "states"),
    [
        (lambda: made(hanoi.mode, "4 discs"), 15, 81),
        (lambda: made(sliding_puzzle.mode, "2x3"), 21, 360),
        (lambda: session_of("queue4/standard", "six"), 15, 4_911),  # with chance
    ],
)
def test_a_play_that_is_as_long_as_can_be_counted_is_stored(
    box: Callable[[], EngineBox], most: int, states: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a longer one ends the search; here and by levels alike."""
    for limit in (most, most - 1):
        monkeypatch.setattr(explorer, "MOST_STEPS", limit)
        monkeypatch.setattr(layer_search, "MOST_STEPS", limit)
        box().forget()
        for one in (box().explored(keep=False), explored(box(), tmp_path / str(limit))):
            assert (one.complete, one.reason) == ((True, "") if limit == most else (False, "max_steps"))
            assert one.steps_most == limit
            assert (one.states == states) == (limit == most)


def test_plays_are_found_by_walking_back(tmp_path: Path) -> None:
    """They are as short as the explorer's, and lead where they should."""
    box = session_of("queue4/standard", "six")
    found, known = explored(box, tmp_path, piece=500), box.explored()
    assert found.level_sizes == known.level_sizes
    checked = 0
    rules = box.interpreter()
    for number in range(0, found.states, 97):
        cells = found.cells(number)
        state = known.find(cells)
        assert state is not None
        play = found.moves_to(number)
        assert (found.choices(number), found.steps(number)) == (known.choices(state), known.steps(state))
        assert len(play) == found.steps(number)
        last = [rules.start(), *rules.replay(box.steps(play))][-1]
        assert rules.cells(
            last, [(s.what, box.system.clauses[s.clause]) for s in box.system.silences]
        ) == list(cells)
        checked += 1
    assert checked == 51
    with pytest.raises(BadInput, match=r"^state 4911 was not found by this exploration$"):
        found.moves_to(4911)


def test_a_state_that_leaves_a_range_is_told_with_a_shortest_play(tmp_path: Path) -> None:
    box = made(leaving.mode, "one")
    with pytest.raises(ModelError) as wanted, box.told():
        box.explored()
    with pytest.raises(ModelError) as found:
        explored(box, tmp_path)
    assert found.value.what == wanted.value.what
    assert isinstance(found.value.play, list)
    assert isinstance(wanted.value.play, list)
    assert len(found.value.play) == len(wanted.value.play) > 5


class TestTasks:
    def test_a_task_that_is_carried_out_twice_gives_the_same(self, tmp_path: Path) -> None:
        """And the result does not depend on the order of tasks."""
        box = connect(4, 3)
        order = random.Random(3)
        files = 0

        def twice(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            nonlocal files
            for place in order.sample(range(len(tasks)), len(tasks)):
                first = run(tasks[place])
                made = sorted(tmp_path.iterdir())
                texts = [p.read_bytes() for p in made]
                again = run(pickle.loads(pickle.dumps(tasks[place])))
                assert sorted(tmp_path.iterdir()) == made
                assert [p.read_bytes() for p in made] == texts
                assert vars(first) | {"seconds": 0} == vars(again) | {"seconds": 0}
                files += 1
                yield place, again

        assert told(explored(box, tmp_path, submit=twice, piece=900, shard=2000)) == told(box.explored())
        assert files == 40  # 38 to expand and merge, 2 to join eight levels

    def test_a_fresh_process_carries_out_tasks(self, tmp_path: Path) -> None:
        """A task holds all that it is about by value."""
        box = session_of("queue4/standard", "six")
        worker = (
            "import pickle, sys\n"
            "from queensbench.engines.layers.tasks import run\n"
            "while True:\n"
            "    task = pickle.load(sys.stdin.buffer)\n"
            "    sys.stdout.buffer.write(pickle.dumps(run(task)))\n"
            "    sys.stdout.buffer.flush()\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", worker],
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None

            def there(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
                for place, task in enumerate(tasks):
                    process.stdin.write(pickle.dumps(task))  # type: ignore[union-attr]
                    process.stdin.flush()  # type: ignore[union-attr]
                    yield place, pickle.load(process.stdout)  # type: ignore[arg-type]

            found = explored(box, tmp_path / "levels", submit=there, project=str(ROOT))
            process.kill()
        assert told(found) == told(box.explored())

    def test_other_rules_are_refused(self, tmp_path: Path) -> None:
        box = session_of("queue4/standard", "six")
        tasks: list[Task] = []

        def kept(asked: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            tasks.extend(asked)
            yield from here(asked)

        explored(box, tmp_path, submit=kept, project=str(ROOT))
        task = next(one for one in tasks if hasattr(one, "box"))
        name = vars(task.box) | {"rules": "0" * 64}
        with pytest.raises(BadInput) as refused:
            run(type(task)(**vars(task) | {"box": type(task.box)(**name)}))
        assert str(refused.value) == (
            "queue4/standard six: the rules here are others than those of the exploration; "
            "use the same version of rules and toolkit everywhere"
        )


class Lost(Exception):
    """What stands for a kill: nothing that comes after it is done."""


class TestResume:
    def test_whatever_task_is_the_last_the_search_goes_on_with_the_same_result(self, tmp_path: Path) -> None:
        """It ends before each of its tasks in turn, and the next search begins where it ended."""
        box = connect(3, 3)
        wanted = told(box.explored())
        lost = 0
        for last in range(10_000):
            scratch = tmp_path / str(last)
            left = last

            def ending(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
                nonlocal left
                for answer in here(tasks):
                    if not left:
                        raise Lost
                    left -= 1
                    yield answer

            try:
                explored(box, scratch, submit=ending, piece=60, shard=90)
                break
            except Lost:
                lost += 1
            reached = len(list(scratch.glob("level-*.json")))
            done: list[int] = []
            found = explored(
                box,
                scratch,
                resume=True,
                piece=50,
                shard=70,
                progress=lambda so_far, done=done: done.append(so_far.level),
            )
            assert told(found) == wanted
            assert len(done) == len(wanted["level_sizes"]) - reached
        assert lost == 25  # 20 to expand and merge ten levels, 5 to join eight of them

    def test_it_goes_on_after_kill(self, tmp_path: Path) -> None:
        """A process is killed, at a random moment, four times; each time levels that were whole are kept."""
        box = connect(4, 4)
        script = (
            "import sys, random, os, signal, threading, time\n"
            "from tests.engines.test_layers_of_states import connect, explored\n"
            "from pathlib import Path\n"
            "def tell(so_far):\n"
            "    if so_far.level >= int(sys.argv[2]):\n"
            "        wait = random.random() / 30\n"
            "        threading.Timer(wait, os.kill, (os.getpid(), signal.SIGKILL)).start()\n"
            "explored(connect(4, 4), Path(sys.argv[1]), resume=True, progress=tell, piece=4000, shard=9000)\n"
            "time.sleep(60)\n"
        )
        reached = 0
        for level in (1, 5, 8, 11):
            done = subprocess.run(
                [sys.executable, "-c", script, str(tmp_path), str(level)],
                cwd=ROOT,
                env=environment(),
                check=False,
                timeout=120,
                capture_output=True,
            )
            assert done.returncode == -signal.SIGKILL, done.stderr
            before, reached = reached, len(list(tmp_path.glob("level-*.json")))
            assert reached >= max(before, level)
        levels: list[int] = []
        found = explored(box, tmp_path, resume=True, progress=lambda so_far: levels.append(so_far.level))
        assert told(found) == told(box.explored())
        assert levels == list(range(reached, 17))
        names = {p.name for p in tmp_path.iterdir()}
        assert not {name for name in names if "from" in name or name.startswith(".")}

    def test_it_goes_on_after_ctrl_c(self, tmp_path: Path) -> None:
        box = connect(4, 3)

        def tell(so_far: Any) -> None:
            if so_far.level == 6:
                os.kill(os.getpid(), signal.SIGINT)

        found = explored(box, tmp_path, progress=tell)
        assert (found.complete, found.interrupted, found.reason) == (False, True, "interrupted")
        assert found.level_sizes == box.explored().level_sizes[:7]
        assert told(explored(box, tmp_path, resume=True)) == told(box.explored())

    def test_what_is_whole_is_told_again(self, tmp_path: Path) -> None:
        box = connect(4, 3)
        wanted = told(explored(box, tmp_path))
        asked: list[Task] = []

        def none(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            asked.extend(tasks)
            return iter(())

        assert told(explored(box, tmp_path, resume=True, submit=none)) == wanted
        assert not asked

    def test_a_budget_ends_before_the_level_that_is_too_much(self, tmp_path: Path) -> None:
        box = connect(4, 3)
        sizes = box.explored().level_sizes
        found = explored(box, tmp_path, max_states=sum(sizes[:5]) + 1)
        assert (found.states, found.expanded) == (sum(sizes[:5]), sum(sizes[:5]))
        assert (found.complete, found.reason) == (False, "max_states")
        assert told(explored(box, tmp_path, resume=True)) == told(box.explored())

    @pytest.mark.parametrize("workers", [1, 2])
    def test_ctrl_c_is_heard_before_a_level_is_whole(
        self, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Tasks that have not begun are dropped; what was whole before is kept."""
        box = connect(4, 3)
        sizes = box.explored().level_sizes
        explored(box, tmp_path, max_states=sum(sizes[:7]))
        begun = 0

        def noted(task: Task) -> Result:
            nonlocal begun
            begun += 1
            os.kill(os.getpid(), signal.SIGINT)
            return run(task)

        monkeypatch.setattr(tasks, "run", noted)
        monkeypatch.setattr(layer_workers, "run", noted)
        found = explored(box, tmp_path, resume=True, workers=workers, shard=90)
        monkeypatch.undo()
        assert (found.complete, found.reason) == (False, "interrupted")
        assert (found.states, found.expanded) == (sum(sizes[:7]), sum(sizes[:7]))
        assert 1 <= begun <= 4
        assert told(explored(box, tmp_path, resume=True)) == told(box.explored())

    def test_ctrl_c_is_heard_while_no_task_has_an_answer(self, tmp_path: Path) -> None:
        box = connect(3, 3)
        closed: list[int] = []

        def slow(tasks: Sequence[Task]) -> Iterator[tuple[int, Result] | None]:
            try:
                os.kill(os.getpid(), signal.SIGINT)
                while True:
                    yield None
            finally:
                closed.append(len(tasks))

        found = explored(box, tmp_path, submit=slow)
        assert (found.states, found.complete, found.reason) == (0, False, "interrupted")
        assert closed == [1]
        assert told(explored(box, tmp_path, resume=True)) == told(box.explored())

    def test_ctrl_c_is_heard_while_a_cluster_works(self) -> None:
        """Who asks no more has the questions dropped, so that a later list of tasks gets its own answers."""

        class Workers:
            asked: ClassVar[dict[int, Task]] = {}
            dropped: ClassVar[list[int]] = []

            def idle(self, count: int) -> list[int]:
                return [place for place in range(count) if place not in self.asked]

            def submit(self, place: int, task: Task) -> None:
                self.asked[place] = task

            def results(self, seconds: float) -> list[Any]:
                return []

            def drop(self, place: int) -> None:
                self.dropped.append(place)
                del self.asked[place]

        pool: Any = Workers()
        three: Any = [object(), object(), object()]
        asking: Any = elsewhere._submitting(pool, lambda: 2)(three)
        assert (next(asking), next(asking), sorted(pool.asked)) == (None, None, [0, 1])
        asking.close()
        assert (pool.dropped, pool.asked) == ([0, 1], {})

    def test_a_task_without_an_answer_is_no_result(self, tmp_path: Path) -> None:
        def losing(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            yield from list(here(tasks))[: len(tasks) - (len(tasks) > 1)]

        with pytest.raises(InternalError, match=r"^1 of \d+ tasks of a level have no answer$"):
            explored(connect(4, 3), tmp_path, submit=losing, shard=900)

    def test_tasks_of_a_killed_search_write_nothing_that_the_next_one_reads(self, tmp_path: Path) -> None:
        """On a cluster they may still run when the search goes on, in other pieces than theirs."""
        box = connect(4, 3)
        late: list[Task] = []

        def lost(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            if isinstance(tasks[0], Expansion) and len(tasks) > 1:
                late.extend(tasks)
                raise Lost
            yield from here(tasks)

        with pytest.raises(Lost):
            explored(box, tmp_path, submit=lost, piece=1024)

        def beside(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            for said in here(tasks):
                while late:
                    run(late.pop())
                yield said

        assert len(late) == 2
        assert told(explored(box, tmp_path, resume=True, submit=beside)) == told(box.explored())


class TestSmallLevels:
    """Levels made in memory: they, and what is written of them, are as those that tasks make."""

    @pytest.mark.parametrize(("small", "saved"), [(1, 1000.0), (40, 0.0), (1 << 14, 1000.0)])
    @pytest.mark.parametrize("number", range(len(BOXES)))
    def test_they_tell_what_the_explorer_tells(
        self, number: int, saved: float, small: int, tmp_path: Path
    ) -> None:
        """Written one by one or all together, and in turns with larger levels that tasks make."""
        asked = BOXES[number][0]()
        wanted = told(asked.explored())
        found = explored(asked, tmp_path, small=small, saved=saved, piece=3000, shard=9000)
        assert told(found) == wanted
        assert found.disk == sum(run.size for level in found._layers.levels for run in level.runs)
        again = explored(asked, tmp_path, small=0, resume=True)
        assert told(again) == wanted
        for state in range(0, found.states, 1 + found.states // 3):
            assert found.moves_to(state) == again.moves_to(state)

    def test_levels_of_few_states_need_no_tasks_and_few_files(self, tmp_path: Path) -> None:
        """128 levels of the Towers of Hanoi with seven discs."""
        asked: list[Task] = []

        def none(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            asked.extend(tasks)
            return iter(())

        found = explored(made(hanoi.mode, "seven", discs=7), tmp_path, small=1000, saved=1000.0, submit=none)
        assert (found.states, found.complete, len(found.level_sizes), asked) == (2187, True, 128, [])
        names = sorted(p.name for p in tmp_path.iterdir())
        own = found._layers._own
        assert names == [
            "end.json",
            "exploration.json",
            "level-000000.json",
            f"levels-000000.0-{own}",
            "lock",
        ]

    @pytest.mark.parametrize("filtered", [True, False])
    def test_a_table_that_is_full_is_begun_anew(
        self, filtered: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What stands before it is found by a filter and runs, or by runs alone."""
        marked: list[int] = []
        mark = sets.StateFilter.mark

        def noted(self: sets.StateFilter, keys: View, count: int) -> None:
            marked.append(count)
            mark(self, keys, count)

        monkeypatch.setattr(sets.StateFilter, "mark", noted)
        monkeypatch.setattr(strides, "most_in", lambda size, words: 400)
        if not filtered:
            monkeypatch.setattr(strides.Stride, "_worth", lambda self, states: False)
        monkeypatch.setattr(layer_search, "FANOUT", 2)
        for box in (made(hanoi.mode, "seven", discs=7), session_of("queue4/standard", "six")):
            scratch = tmp_path / box.mode.name
            found = explored(box, scratch, small=50, piece=300, saved=0.0)
            assert told(found) == told(box.explored())
            assert sum(one.states for _, group in found._layers.earlier for one in group) == found.states
            assert bool(marked) == filtered
            assert told(explored(box, scratch, resume=True)) == told(box.explored())

    def test_what_is_not_marked_is_marked_where_looking_it_up_takes_longer(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Levels before the table that another search, or tasks, have made."""
        monkeypatch.setattr(strides, "MARKING", 0.0)
        box = made(hanoi.mode, "seven", discs=7)
        explored(box, tmp_path, max_states=1000)
        found = explored(box, tmp_path, resume=True, small=100)
        assert found._layers.stride.filter is not None
        assert told(found) == told(box.explored())

    @pytest.mark.parametrize("box", [lambda: connect(4, 3), lambda: session_of("queue4/standard", "six")])
    def test_it_goes_on_from_each_checkpoint(self, box: Callable[[], EngineBox], tmp_path: Path) -> None:
        """A search that ends after any of its checkpoints, and right before it."""
        asked = box()
        wanted = told(asked.explored())
        writes: list[Path] = []
        write = checkpoints.Scratch.write

        def kept(self: checkpoints.Scratch, name: str, data: dict[str, Any]) -> str:
            shutil.copytree(self.folder, tmp_path / f"before-{len(writes)}")
            summed = write(self, name, data)
            writes.append(shutil.copytree(self.folder, tmp_path / f"after-{len(writes)}"))
            return summed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(checkpoints.Scratch, "write", kept)
            explored(asked, tmp_path / "whole", small=300, saved=0.0, piece=500)
        assert len(writes) >= 8
        for number in range(1, len(writes)):
            for when in ("before", "after"):
                scratch = tmp_path / f"{when}-{number}"
                assert told(explored(asked, scratch, resume=True, small=900)) == wanted

    def test_a_budget_ends_before_the_level_that_is_too_much(self, tmp_path: Path) -> None:
        box = connect(4, 3)
        sizes = box.explored().level_sizes
        found = explored(box, tmp_path, small=1000, max_states=sum(sizes[:5]) + 1)
        assert (found.states, found.expanded) == (sum(sizes[:5]), sum(sizes[:5]))
        assert (found.complete, found.reason) == (False, "max_states")
        assert told(explored(box, tmp_path, resume=True, small=1000)) == told(box.explored())

    def test_a_play_that_is_as_long_as_can_be_counted_is_stored(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for limit in (15, 14):
            monkeypatch.setattr(layer_search, "MOST_STEPS", limit)
            found = explored(made(hanoi.mode, "4 discs"), tmp_path / str(limit), small=100)
            assert (found.complete, found.reason) == ((True, "") if limit == 15 else (False, "max_steps"))
            assert found.steps_most == limit

    def test_ctrl_c_loses_nothing(self, tmp_path: Path) -> None:
        box = made(hanoi.mode, "seven", discs=7)
        levels: list[int] = []

        def tell(so_far: Any) -> None:
            levels.append(so_far.level)
            if so_far.level == 40:
                os.kill(os.getpid(), signal.SIGINT)

        found = explored(box, tmp_path, small=100, saved=0.0, progress=tell)
        assert (found.complete, found.reason) == (False, "interrupted")
        assert levels == list(range(42))
        sizes = box.explored().level_sizes
        assert (found.states, found.expanded) == (sum(sizes[:42]), sum(sizes[:41]))
        assert told(explored(box, tmp_path, resume=True, small=100)) == told(box.explored())

    def test_a_state_that_leaves_a_range_is_told_with_a_shortest_play(self, tmp_path: Path) -> None:
        """And again by whoever goes on."""
        box = made(leaving.mode, "one")
        with pytest.raises(ModelError) as wanted, box.told():
            box.explored()
        for resume in (False, True):
            with pytest.raises(ModelError) as found:
                explored(box, tmp_path, small=100, resume=resume)
            assert found.value.what == wanted.value.what
            assert isinstance(found.value.play, list)
            assert isinstance(wanted.value.play, list)
            assert len(found.value.play) == len(wanted.value.play)

    def test_a_damaged_file_is_told_whichever_it_is(self, tmp_path: Path) -> None:
        box = made(hanoi.mode, "4 discs")
        explored(box, tmp_path, small=100)
        names = sorted(p.name for p in tmp_path.iterdir() if p.name != "lock")
        assert len(names) == 4  # what is explored, one list of 16 levels, these, and the end
        for name in names:
            path = tmp_path / name
            whole = path.read_bytes()
            for place in (0, len(whole) // 2, len(whole) // 3):
                path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
                with pytest.raises(BadInput, match=f"{name} is damaged; begin anew in another folder$"):
                    explored(box, tmp_path, resume=True)
            path.write_bytes(whole[:-70])
            with pytest.raises(BadInput, match=f"{name} is damaged; begin anew in another folder$"):
                explored(box, tmp_path, resume=True)
            path.write_bytes(whole)
        assert told(explored(box, tmp_path, resume=True)) == told(box.explored())

    def test_a_full_disk_is_told_and_what_was_written_is_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cut = RunWriter.cut
        left = 20

        def full(writer: RunWriter) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(28, "No space left on device")
            return cut(writer)

        box = made(hanoi.mode, "seven", discs=7)
        with monkeypatch.context() as patch:
            patch.setattr(RunWriter, "cut", full)
            with pytest.raises(BadInput, match="there is no room left; make room, and go on with --resume"):
                explored(box, tmp_path, small=100, saved=0.0)
        levels: list[int] = []
        found = explored(box, tmp_path, resume=True, progress=lambda so_far: levels.append(so_far.level))
        assert told(found) == told(box.explored())
        assert 10 < levels[0] <= 20

    @pytest.mark.parametrize("words", [1, 3])
    def test_the_kernels_of_sets_do_as_python_does(self, words: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(run_kernels, "WORDS", words)
        monkeypatch.setattr(set_kernels, "WORDS", words)
        states = sorted(set(TestKernels.states(words, 400, 7, 3)))
        known = states[::3]
        for call in (
            set_kernels.library(words),
            {name: getattr(set_kernels, name) for name in dir(set_kernels)},
        ):
            table = sets.StateTable(words, 1000)
            table._call = call
            table.include(View(TestKernels.packed(known)), len(known))
            assert [state_of(row) for row in table.part(0, len(known)).reshape(-1, words)] == known
            keys = TestKernels.packed(states)
            count = table.absent(View(keys), len(states))
            left = [state for n, state in enumerate(states) if n % 3]
            assert [state_of(row) for row in keys.reshape(-1, words)[:count]] == left
            keys, gone = TestKernels.packed(states), TestKernels.packed(known)
            assert call["without"](View(keys), len(states), View(gone), len(known)) == count
            assert [state_of(row) for row in keys.reshape(-1, words)[:count]] == left
            marks = sets.StateFilter(words, 1 << 12)
            marks._call = call
            marks.mark(View(gone), len(known))
            out = np.zeros(len(states) * words, np.uint64)
            many = marks.suspects(View(TestKernels.packed(states)), len(states), View(out))
            suspected = [state_of(row) for row in out.reshape(-1, words)[:many]]
            assert set(known) <= set(suspected)
            assert suspected == sorted(suspected)
            assert len(known) <= many < len(known) + 40

    def test_few_states_are_looked_up_in_few_blocks(self, tmp_path: Path) -> None:
        """In a run that is not held, only the blocks are read in which they may stand."""
        keys = np.arange(0, 3 * 60 * BLOCK, 3, dtype=np.uint64)
        with RunWriter(tmp_path, "level-0", 1) as writer:
            writer.add(keys[:10], 10)
            writer.cut()
            writer.add(keys, len(keys))
        assert writer.made is not None
        assert writer.made.at > 0
        reader = RunReader(tmp_path, writer.made.named, 1)
        wanted = np.array([0, 1, 2, 3, 50 * BLOCK, 50 * BLOCK + 1, 3 * 60 * BLOCK - 3, 10**9], np.uint64)
        read: list[int] = []
        picked = RunReader.picked

        def noted(self: RunReader, blocks: Any) -> Any:
            read.extend(blocks.tolist())
            return picked(self, blocks)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RunReader, "picked", noted)
            count = merging.without(wanted, len(wanted), reader)
        assert [int(key) for key in wanted[:count]] == [
            key
            for key in (0, 1, 2, 3, 50 * BLOCK, 50 * BLOCK + 1, 3 * 60 * BLOCK - 3, 10**9)
            if key % 3 or key >= 3 * 60 * BLOCK
        ]
        assert read == [0, 50 * BLOCK // 3 // BLOCK, 59]


class TestBadScratch:
    def refused(self, scratch: Path, box: EngineBox | None = None, **options: Any) -> str:
        with pytest.raises(BadInput) as error:
            explored(box or connect(3, 3), scratch, **options)
        return str(error.value).replace(str(scratch), "S")

    def test_an_exploration_is_not_written_over(self, tmp_path: Path) -> None:
        explored(connect(3, 3), tmp_path)
        assert self.refused(tmp_path) == (
            "scratch folder S: it holds an exploration already; go on with it by --resume, or give another folder"
        )

    def test_an_exploration_of_something_else_is_not_gone_on_with(self, tmp_path: Path) -> None:
        explored(connect(3, 3), tmp_path)
        assert self.refused(tmp_path, connect(4, 3), resume=True) == (
            "scratch folder S: its exploration is of another instance (3x3, here 4x3); begin anew in another folder"
        )
        assert self.refused(tmp_path, resume=True, judging=False).startswith(
            "scratch folder S: its exploration is of other questions (True, here False); "
        )

    @pytest.mark.parametrize(
        ("part", "value", "said"),
        [
            ("toolkit", "0.0.1", "written by another version of the toolkit (0.0.1, here "),
            ("rules", "ab", "of other rules (ab, here "),
            ("readings", [1], "of other readings ([1], here [])"),
            ("parameters", [2], "of other parameters ([2], here [])"),
        ],
    )
    def test_a_checkpoint_of_another_version_is_refused(
        self, part: str, value: object, said: str, tmp_path: Path
    ) -> None:
        from queensbench.engines.layers.checkpoints import Scratch

        explored(connect(3, 3), tmp_path)
        scratch = Scratch(tmp_path, -1)
        about = scratch.read("exploration.json")
        assert about is not None
        scratch.write("exploration.json", about | {part: value})
        assert self.refused(tmp_path, resume=True).startswith(f"scratch folder S: its exploration is {said}")

    def test_what_is_advised_when_a_file_is_damaged_can_be_done(self, tmp_path: Path) -> None:
        one, other = tmp_path / "one", tmp_path / "other"
        explored(connect(3, 3), one)
        (one / "level-000004.json").write_text("?")
        assert self.refused(one, resume=True).endswith(" is damaged; begin anew in another folder")
        assert self.refused(one).startswith("scratch folder S: it holds an exploration already; ")
        assert told(explored(connect(3, 3), other)) == told(connect(3, 3).explored())

    def test_a_damaged_file_is_told_whichever_it_is(self, tmp_path: Path) -> None:
        explored(connect(3, 3), tmp_path)
        names = sorted(p.name for p in tmp_path.iterdir() if p.name != "lock")
        assert len(names) == 2 + 2 * 10
        for name in names:
            path = tmp_path / name
            whole = path.read_bytes()
            for place in (0, len(whole) // 2, len(whole) - 2):
                path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
                if name.endswith("json") or place < len(whole) - 2:
                    said = f"scratch folder S: {name} is damaged; begin anew in another folder"
                    assert self.refused(tmp_path, resume=True) == said, (name, place)
            path.write_bytes(whole[:-9])
            assert (
                self.refused(tmp_path, resume=True)
                == f"scratch folder S: {name} is damaged; begin anew in another folder"
            )
            path.write_bytes(whole)
        assert told(explored(connect(3, 3), tmp_path, resume=True)) == told(connect(3, 3).explored())

    def test_a_run_in_place_of_another_is_told(self, tmp_path: Path) -> None:
        """Each is whole, and is not the one that the levels tell of."""
        box = session_of("queue4/standard", "six")
        explored(box, tmp_path, max_states=100)
        runs = {p.name.partition(".")[0]: p for p in tmp_path.glob("level-*.*.0")}
        first, last = runs["level-000001"], runs["level-000006"]
        shutil.copy(first, last)
        assert self.refused(tmp_path, box, resume=True) == (
            f"scratch folder S: {last.name} is damaged; begin anew in another folder"
        )

    def test_a_run_that_is_another_while_it_is_read_is_told(self, tmp_path: Path) -> None:
        """Also by a worker that holds its index."""
        with RunWriter(tmp_path, "level-0", 1) as writer:
            writer.add(np.arange(9, dtype=np.uint64), 9)
        with RunWriter(tmp_path, "level-1", 1) as other:
            other.add(np.arange(1, 10, dtype=np.uint64), 9)
        assert writer.made is not None
        assert other.made is not None
        readers = Readers()
        readers(str(tmp_path), other.made.named, 1)
        shutil.copy2(tmp_path / "level-1", tmp_path / "level-0")
        (tmp_path / "level-0").unlink()
        os.link(tmp_path / "level-1", tmp_path / "level-0")
        with pytest.raises(BadInput, match=r"level-0 is damaged; begin anew in another folder$"):
            readers(str(tmp_path), writer.made.named, 1)
        kept = readers._open.values()
        assert [one.name for one in kept] == ["level-1"]
        assert (readers._indexes, readers._held) == (sum(o.indexed for o in kept), sum(o.held for o in kept))

    def test_what_is_said_of_a_level_in_place_of_another_is_told(self, tmp_path: Path) -> None:
        one, other = tmp_path / "one", tmp_path / "other"
        explored(connect(3, 3), one)
        explored(connect(3, 3), other, piece=70, shard=70)
        for source, name in (
            (one / "level-000004.json", "level-000006.json"),
            (other / "level-000006.json", "level-000006.json"),
            (other / "end.json", "end.json"),
        ):
            whole = (one / name).read_bytes()
            shutil.copy(source, one / name)
            assert self.refused(one, resume=True) == (
                f"scratch folder {one}: {name} is damaged; begin anew in another folder"
            ).replace(str(one), "S")
            (one / name).write_bytes(whole)
        assert told(explored(connect(3, 3), one, resume=True)) == told(connect(3, 3).explored())

    @pytest.mark.parametrize("level", [0, 5, 9])
    def test_an_end_without_the_levels_before_it_is_told(self, level: int, tmp_path: Path) -> None:
        explored(connect(3, 3), tmp_path)
        (tmp_path / f"level-{level:06}.json").unlink()
        assert self.refused(tmp_path, resume=True) == (
            "scratch folder S: end.json is damaged; begin anew in another folder"
        )

    def test_a_level_that_is_expanded_in_part_is_no_result(self, tmp_path: Path) -> None:
        """Whatever makes a worker look at fewer states than the level has."""

        def fewer(tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
            for place, answer in here(tasks):
                if isinstance(answer, Expanded) and answer.counts[0] > 20:
                    yield place, replace(answer, counts=(answer.counts[0] - 1, answer.counts[1]))
                else:
                    yield place, answer

        assert self.refused(tmp_path, submit=fewer) == (
            "scratch folder S: level-000003.json is damaged; begin anew in another folder"
        )

    def test_files_of_the_user_stay_as_they_are(self, tmp_path: Path) -> None:
        """Also those whose names begin as ours do, in a new folder and in one that is gone on with."""
        mine = (
            "level-1-design.md",
            "joined-2024.csv",
            "start-0.txt",
            ".level-3.swp",
            "level-000001.json~",
            "level-000001.1.0",
            ".0123456789abcdef.part",
        )
        for name in mine:
            (tmp_path / name).write_text(name)
        explored(connect(3, 3), tmp_path, max_states=300)
        assert [(tmp_path / name).read_text() for name in mine] == list(mine)
        assert told(explored(connect(3, 3), tmp_path, resume=True)) == told(connect(3, 3).explored())
        assert [(tmp_path / name).read_text() for name in mine[:-1]] == list(mine[:-1])
        assert not (tmp_path / mine[-1]).exists()  # as the toolkit's own writing leaves it when it is killed

    @pytest.mark.parametrize("name", ["end.json", "level-000003.json", "start-0", "joined-000001-0a1b2c3d.7"])
    @pytest.mark.parametrize("resume", [False, True])
    def test_a_folder_with_files_that_are_named_as_ours_is_refused(
        self, name: str, resume: bool, tmp_path: Path
    ) -> None:
        (tmp_path / name).write_text("mine")
        assert self.refused(tmp_path, resume=resume) == (
            f"scratch folder S: it holds {name}, and no exploration.json that says what that is; "
            "give an empty folder"
        )
        assert (tmp_path / name).read_text() == "mine"
        assert sorted(p.name for p in tmp_path.iterdir()) == sorted([name, "lock"])

    def test_what_a_killed_search_leaves_is_removed_by_the_next(self, tmp_path: Path) -> None:
        explored(connect(3, 3), tmp_path, max_states=300)
        left = (
            "level-000004-from-0-0a1b2c3d.c0",
            "level-000005.5-0a1b2c3d.0",
            "joined-000001-0a1b2c3d.0",
            ".level-000004-from-0-0a1b2c3d.p12.123-0a1b2c3d",
            ".0123456789abcdef.part",
        )
        for name in left:
            (tmp_path / name).write_text(name)
        explored(connect(3, 3), tmp_path, resume=True)
        assert not [name for name in left if (tmp_path / name).exists()]

    def test_a_run_that_is_gone_is_told(self, tmp_path: Path) -> None:
        explored(connect(3, 3), tmp_path)
        next(tmp_path.glob("level-000004.*.*")).unlink()
        assert self.refused(tmp_path, resume=True) == (
            "scratch folder S: what the exploration has written there is gone; begin anew in another folder"
        )

    def test_a_folder_that_goes_in_the_middle_is_told(self, tmp_path: Path) -> None:
        scratch = tmp_path / "s"

        def tell(so_far: Any) -> None:
            if so_far.level == 4:
                shutil.rmtree(scratch)

        assert self.refused(scratch, progress=tell) == (
            "scratch folder S: what the exploration has written there is gone; begin anew in another folder"
        )

    def test_a_file_that_may_not_be_read_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        explored(connect(3, 3), tmp_path)

        def refused(path: Path) -> str:
            if path.name == "level-000004.json":
                raise PermissionError(13, "Permission denied", str(path))
            return read_text(path)

        monkeypatch.setattr(checkpoints, "read_text", refused)
        assert self.refused(tmp_path, resume=True) == (
            "scratch folder S: it cannot be written or read; give a folder that is yours"
        )

    def test_no_folder_is_told(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_text("")
        assert self.refused(path) == "scratch folder S: it is no folder; give a folder"
        assert self.refused(path / "below") == "scratch folder S: it is no folder; give a folder"

    def test_a_folder_that_cannot_be_made_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As below ``/proc``, where the system says that there is no such folder."""

        def refused(path: Path, *_: Any, **__: Any) -> None:
            raise FileNotFoundError(2, "No such file or directory", str(path))

        monkeypatch.setattr(Path, "mkdir", refused)
        assert self.refused(tmp_path / "new") == "scratch folder S: it cannot be made; give another folder"

    def test_a_full_disk_is_told_and_no_level_is_lost(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        add = RunWriter.add
        left = 9

        def full(writer: RunWriter, keys: Any, count: int) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(28, "No space left on device")
            add(writer, keys, count)

        monkeypatch.setattr(RunWriter, "add", full)
        assert self.refused(tmp_path) == (
            "scratch folder S: there is no room left; make room, and go on with --resume: all levels but the last are kept"
        )
        monkeypatch.setattr(RunWriter, "add", add)
        levels: list[int] = []
        found = explored(
            connect(3, 3), tmp_path, resume=True, progress=lambda so_far: levels.append(so_far.level)
        )
        assert told(found) == told(connect(3, 3).explored())
        assert levels == list(range(4, 10))

    def test_two_processes_do_not_write_into_one_folder(self, tmp_path: Path) -> None:
        said: list[str] = []

        def tell(so_far: Any) -> None:
            if so_far.level == 3:
                said.append(self.refused(tmp_path, resume=True))

        explored(connect(3, 3), tmp_path, progress=tell)
        assert said == [
            "scratch folder S: another process explores there; wait for it, or give another folder"
        ]

    def test_too_little_memory_is_told(self, tmp_path: Path) -> None:
        assert self.refused(tmp_path, memory=128 << 20) == (
            "--memory: 128 MiB is too little for 1 workers; give 209 MiB or more"
        )


def test_the_command_answers_as_in_memory(tmp_path: Path) -> None:
    def asked(*options: str) -> tuple[int, Any, str]:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "queensbench",
                "explore",
                "queue4/standard",
                "-i",
                "six",
                *options,
                "--json",
            ],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr

    code, data, _ = asked("--memory", "512M", "--scratch", str(tmp_path))
    _, wanted, _ = asked()
    assert code == 0
    for part, value in wanted.items():
        if part not in ("seconds", "ends", "silent"):
            assert data[part] == value, part
    assert [(e["winners"], e["count"], e["shortest"]["steps"]) for e in data["ends"]] == [
        (e["winners"], e["count"], e["shortest"]["steps"]) for e in wanted["ends"]
    ]
    assert {row["verdict"] for row in data["properties"]} == {"holds"}
    code, data, said = asked("--memory", "lots", "--scratch", str(tmp_path))
    assert (code, data, said) == (
        2,
        None,
        "queensbench: 'lots' is no size; give a number and a unit, such as 512M or 2G\n",
    )


@pytest.mark.parametrize("other", [("--symmetry",), ("--graph", "x.dot"), ("--certificate", "x.json")])
def test_options_that_need_all_states_in_memory_are_refused(other: tuple[str, ...], tmp_path: Path) -> None:
    done = command(ROOT, "explore", "queue4/standard", "-i", "six", "--scratch", str(tmp_path / "s"), *other)
    assert (done.code, done.out, (tmp_path / "s").exists()) == (2, "", False)
    assert done.err == (
        f"queensbench: {other[0]}: this needs all states in memory; leave out --scratch, or leave this out\n"
    )


def test_going_on_needs_the_folder() -> None:
    done = command(ROOT, "explore", "queue4/standard", "-i", "six", "--resume")
    assert (done.code, done.out) == (2, "")
    assert done.err == "queensbench: --resume: levels in files need a folder; name one by --scratch DIR\n"
