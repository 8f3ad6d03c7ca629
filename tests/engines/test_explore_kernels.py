"""The explorer on models written in the kernel language: exact counts, and a plain search in CPython beside it."""

from __future__ import annotations

import heapq
import itertools
import math
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import networkx as nx
import numpy as np
import pytest

from queensbench.engines.explore import explorer as engine
from queensbench.engines.explore import kernels as explore_kernels
from queensbench.engines.explore import state_table
from queensbench.engines.explore.explorer import Exploration, Symmetry, explore
from queensbench.engines.explore.state_table import ExploreSettings, Shard
from queensbench.engines.runtime import kernels
from queensbench.engines.runtime.calls import Array, functions
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput, ModelError, RangeViolation
from queensbench.rules.typed.move_codes import Coding
from tests.engines.mock_native import MockNative
from tests.engines.models import colours, counters, maze, puzzle, tictactoe


@cache
def native(model: ModuleType, *sizes: int, **constants: int) -> MockNative:
    return MockNative(model.rules(*sizes), model, constants=constants)


def found(code: MockNative, *args: Any, threads: int = 2, **options: Any) -> Exploration:
    return explore(code, code.system, ExploreSettings(*args, **options), threads=threads)


class TestKnownCounts:
    def test_the_puzzle_has_181440_states(self) -> None:
        e = found(native(puzzle))
        assert (e.states, e.levels, e.steps_most, e.transitions) == (181440, 31, 31, 483840)
        assert e.level_sizes[:6] == (1, 2, 4, 8, 16, 20)
        assert e.level_sizes[-2:] == (221, 2)
        assert sum(e.level_sizes) == e.expanded == e.states
        assert (e.complete, e.interrupted, e.reason) == (True, False, "")
        assert e.failing[0].count == 20160  # the blank in the first place: 8!/2 positions
        assert e.holding[0].count == 161280

    def test_tic_tac_toe_has_5478_states(self) -> None:
        e = found(native(tictactoe))
        assert e.states == 5478
        assert e.level_sizes == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
        assert {who: end.count for who, end in e.ends.items()} == {(0,): 626, (1,): 316, (): 16}
        assert e.deadlocks.count == 0
        assert [(s.least, s.greatest) for s in e.scores] == [(-1, 1), (-1, 1)]
        assert e.scores[0].greatest_state == e.scores[1].least_state == e.ends[0,].state
        assert e.scores[1].greatest_state == e.scores[0].least_state == e.ends[1,].state
        win = e.ends[0,].state
        assert win is not None
        assert e.choices(win) == len(e.moves_to(win)) == 5
        assert e.kind(win) == "over"
        draw = e.ends[()].state
        assert draw is not None
        assert e.choices(draw) == 9

    def test_a_cycle_of_ten_states_is_found_whole(self) -> None:
        e = found(native(counters, 1, 9, COUNTERS=1, VALUES=10))
        assert (e.states, e.levels, e.transitions) == (10, 9, 10)

    def test_states_of_one_two_and_four_words_are_found(self) -> None:
        for most, words in ((9, 1), (65535, 2), (2**31 - 1, 4)):
            code = native(counters, 7, most, COUNTERS=7, VALUES=4)
            assert kernels.constants(code.system)["WORDS"] == words
            e = found(code)
            assert (e.states, e.levels, e.transitions) == (4**7, 21, 7 * 4**7)
            assert e.level_sizes == e.level_sizes[::-1]


class Plain:
    """The maze searched in CPython, by Dijkstra over (choices, steps)."""

    def __init__(self, seed: int) -> None:
        self.env = View(np.array([seed, 0, 0], np.int64))
        start = (self.settled((0, 0))[0], 0)
        self.best = {start: (0, 0)}
        self.edges: list[tuple[tuple[int, int], int, tuple[int, int]]] = []
        self.kind: dict[tuple[int, int], str] = {}
        queue = [(0, 0, start)]
        while queue:
            choices, steps, state = heapq.heappop(queue)
            if state in self.kind:
                continue
            codes = self.moves(state)
            self.kind[state] = self.classified(state, codes)
            for code in codes:
                after = self.moved(state, code)
                self.edges.append((state, code, after))
                cost = (choices + (code < maze.CHANCES), steps + 1)
                if after not in self.best or cost < self.best[after]:
                    self.best[after] = cost
                    heapq.heappush(queue, (*cost, after))

    @staticmethod
    def view(state: tuple[int, int]) -> View:
        return View(np.array(state, np.int32))

    def settled(self, state: tuple[int, int]) -> tuple[int, int]:
        cells = self.view(state)
        maze.qb_settle(cells, self.env)
        return cells[0], cells[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        out = np.zeros(8, np.int64)
        return [int(c) for c in out[: maze.qb_moves(self.view(state), self.env, View(out), 8)]]

    def classified(self, state: tuple[int, int], codes: list[int]) -> str:
        if state[1]:
            return "silent"
        if maze.qb_over(self.view(state), self.env):
            return "over"
        if not codes:
            return "deadlock"
        return "chance" if codes[0] >= maze.CHANCES else "choice"

    def moved(self, state: tuple[int, int], code: int) -> tuple[int, int]:
        cells = self.view((0, 0))
        status = maze.qb_apply(self.view(state), cells, self.env, code)
        after = (cells[0], cells[1])
        return after if status == 2 else self.settled(after)


@pytest.mark.parametrize("seed", range(40))
class TestAgainstPlainSearch:
    def test_a_maze_has_the_least_choices_and_steps_of_a_plain_search(self, seed: int) -> None:
        code, plain = native(maze), Plain(seed)
        e = found(code, [seed, 0, 0])
        ids = {tuple(map(int, e.cells(int(s)))): int(s) for s in e.ids()}
        assert set(ids) == set(plain.best)
        assert {s: (e.choices(i), e.steps(i)) for s, i in ids.items()} == plain.best
        assert {s: e.kind(i) for s, i in ids.items()} == plain.kind
        assert e.transitions == len(plain.edges)
        kinds = Counter(plain.kind.values())
        assert e.deadlocks.count == kinds["deadlock"]
        assert [s.count for s in e.silences] == [sum(s == k for _, s in plain.kind) for k in (1, 2)]
        assert sum(end.count for end in e.ends.values()) == kinds["over"]
        self.check_order(e, plain, ids)
        self.check_plays(e, plain, ids)
        self.check_judges(e, plain, ids)
        self.check_graph(e, plain, ids)

    def check_order(self, e: Exploration, plain: Plain, ids: dict[Any, int]) -> None:
        ranked = sorted((*plain.best[s], i) for s, i in ids.items())
        assert [int(i) for i in e.ids()] == [i for *_, i in ranked]
        assert e.level_sizes == tuple(
            sum(c == k for c, _ in plain.best.values()) for k in range(e.levels + 1)
        )
        assert e.steps_most == max(s for _, s in plain.best.values())

    def check_plays(self, e: Exploration, plain: Plain, ids: dict[Any, int]) -> None:
        start = tuple(map(int, e.cells(int(e.ids()[0]))))
        for state, number in ids.items():
            here: Any = start
            codes = e.moves_to(number)
            for code in codes:
                assert code in plain.moves(here)
                here = plain.moved(here, code)
            assert here == state
            assert (sum(c < maze.CHANCES for c in codes), len(codes)) == plain.best[state]
            assert e.find(state) == number

    def check_judges(self, e: Exploration, plain: Plain, ids: dict[Any, int]) -> None:
        predicates: list[Callable[[int], bool]] = [lambda n: n % 7 != 0 or n == 0, lambda n: n < 100]
        for judge, holds in enumerate(predicates):
            failing = [s for s in ids if not holds(s[0])]
            assert e.failing[judge].count == len(failing)
            assert e.holding[judge].count == len(ids) - len(failing)
            first = min(((*plain.best[s], ids[s]) for s in failing), default=(None,))
            assert e.failing[judge].state == first[-1]
            first = min(((*plain.best[s], ids[s]) for s in ids if holds(s[0])), default=(None,))
            assert e.holding[judge].state == first[-1]

    def check_graph(self, e: Exploration, plain: Plain, ids: dict[Any, int]) -> None:
        g = e.graph()
        back = {g.number(i): s for s, i in ids.items()}
        assert sorted(back) == list(range(e.states))
        edges = [
            (back[int(a)], int(c), back[int(b)]) for a, b, c in zip(g.source, g.target, g.code, strict=True)
        ]
        assert sorted(edges) == sorted(plain.edges)
        assert edges == sorted(edges, key=lambda edge: (g.number(ids[edge[0]]), edge[1]))
        assert [kernels.SILENT_STATE if back[i][1] else 0 for i in range(e.states)] == [
            int(x) if x == kernels.SILENT_STATE else 0 for x in g.kind
        ]

    def test_the_same_on_any_number_of_threads(self, seed: int) -> None:
        code = native(maze)
        one, two = (found(code, [seed, 0, 0], threads=n) for n in (1, 2))
        assert one.ids().tolist() == two.ids().tolist()
        assert [one.moves_to(int(i)) for i in one.ids()] == [two.moves_to(int(i)) for i in two.ids()]


def test_an_id_that_no_state_has_is_no_state_of_the_graph() -> None:
    e = found(native(maze), [0, 0, 0])
    graph, ids = e.graph(), set(e.ids().tolist())
    other = next(n for n in range(max(ids)) if n not in ids)
    for state in (other, 10**9):
        with pytest.raises(LookupError):
            graph.number(state)


def test_networkx_finds_the_same_distances() -> None:
    e = found(native(tictactoe))
    g = e.graph()
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_edges_from(zip(g.source.tolist(), g.target.tolist(), strict=True))
    lengths = nx.single_source_shortest_path_length(graph, 0)
    assert len(lengths) == 5478
    assert graph.number_of_edges() == e.transitions == 16167
    assert all(lengths[g.number(int(i))] == e.choices(int(i)) for i in e.ids())


def test_large_runs_do_not_depend_on_threads() -> None:
    code = native(counters, 7, 9, COUNTERS=7, VALUES=7)
    one, two = (found(code, threads=n) for n in (1, 2))
    assert one.states == two.states == 7**7
    assert one.peak_outbox == two.peak_outbox > 1000
    for a, b in zip(one._store.shards, two._store.shards, strict=True):
        assert np.array_equal(a.words[: a.count], b.words[: b.count])
        assert np.array_equal(a.parents[: a.count], b.parents[: b.count])
        assert np.array_equal(a.steps[: a.count], b.steps[: b.count])


class TestBudgets:
    @pytest.mark.parametrize("most", [1, 2, 3, 100, 5000, 181439])
    @pytest.mark.parametrize("threads", [1, 2])
    def test_a_budget_of_states_is_met_exactly(self, most: int, threads: int) -> None:
        e = found(native(puzzle), max_states=most, threads=threads)
        assert (e.states, e.complete, e.interrupted, e.reason) == (most, False, False, "max_states")
        for state in map(int, e.ids()[:: max(1, most // 20)]):
            assert len(e.moves_to(state)) == e.choices(state)
        if most > 3:
            assert e.graph().kind.max() == kernels.CHOICE

    def test_a_full_list_of_lowered_states_is_no_end_of_the_budget(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It grows also where no further state may be stored, and the messages behind it are heard."""
        code = native(maze)
        for seed, most, expanded in ((15, 82, 58), (14, 219, 197)):
            usual = found(code, [seed, 0, 0], max_states=most, threads=1)
            begin = Shard.__init__

            def small(shard: Shard, *given: Any, begin: Callable[..., None] = begin, **named: Any) -> None:
                begin(shard, *given, **named)
                shard.lowered = np.empty(1, np.uint32)

            with monkeypatch.context() as patch:
                patch.setattr(Shard, "__init__", small)
                tight = found(code, [seed, 0, 0], max_states=most, threads=1)
            assert (usual.states, usual.expanded) == (tight.states, tight.expanded) == (most, expanded)

    def test_a_budget_of_just_enough_states_suffices(self) -> None:
        e = found(native(puzzle), max_states=181440)
        assert (e.states, e.complete) == (181440, True)

    def test_a_budget_of_bytes_is_kept(self) -> None:
        code = native(counters, 7, 9, COUNTERS=7, VALUES=7)
        e = found(code, max_bytes=4 << 20)
        assert (e.complete, e.reason) == (False, "max_bytes")
        used = e.states * 15 + sum(s.table.nbytes for s in e._store.shards)
        assert 3.5 * 2**20 < used <= 4 * 2**20

    def test_where_the_system_gives_less_than_the_budget_it_is_told(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reserved = state_table.reserved

        def scarce(count: int, kind: type[np.integer[Any]], huge: int = 0) -> Array:
            if count > 10_000:
                raise MemoryError
            return reserved(count, kind, huge)

        code = native(counters, 7, 9, COUNTERS=7, VALUES=7)
        monkeypatch.setattr(state_table, "reserved", scarce)
        e = found(code)
        assert (e.complete, e.reason, e.lasting, e.interrupted) == (False, "refused", False, False)
        assert max(s.count for s in e._store.shards) == e._store.shards[0].rows < 10_000

    def test_an_exploration_ends_at_the_most_steps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        code = native(counters, 1, 70000, COUNTERS=1, VALUES=70000)
        monkeypatch.setattr(engine, "MOST_STEPS", 500)
        e = found(code)
        assert (e.states, e.steps_most, e.complete, e.reason) == (501, 500, False, "max_steps")

    @pytest.mark.slow
    def test_as_many_steps_as_are_counted(self) -> None:
        code = native(counters, 1, 70000, COUNTERS=1, VALUES=70000)
        e = found(code)
        assert (e.states, e.steps_most, e.complete, e.reason) == (65536, 65535, False, "max_steps")

    def test_an_exploration_ends_when_its_target_is_found(self) -> None:
        code = native(maze)
        whole = found(code, [1, 0, 0])
        first = whole.holding[1].state
        assert first is not None
        e = found(code, [1, 0, 0], targets=[1])
        assert (e.complete, e.reason, e.holding[1].state) == (False, "targets", first)
        assert e.levels == e.choices(first) + 1

    def test_progress_is_told_and_ctrl_c_ends_an_exploration(self) -> None:
        seen: list[tuple[int, int]] = []

        def progress(states: int, level: int) -> None:
            seen.append((states, level))
            if len(seen) == 2:
                signal.raise_signal(signal.SIGINT)

        code = native(counters, 7, 65535, COUNTERS=7, VALUES=50)
        before = signal.getsignal(signal.SIGINT)
        e = found(code, progress=progress)
        assert signal.getsignal(signal.SIGINT) is before
        assert (e.complete, e.interrupted, e.reason) == (False, True, "interrupted")
        assert len(seen) == 2
        assert 0 < seen[0][0] < seen[1][0] <= e.states
        last = int(e.ids()[-1])
        assert len(e.moves_to(last)) == e.choices(last)

    def test_a_callback_may_interrupt(self) -> None:
        def progress(states: int, level: int) -> None:
            raise KeyboardInterrupt

        e = found(native(counters, 7, 65535, COUNTERS=7, VALUES=50), progress=progress)
        assert e.interrupted

    @pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of resident memory from /proc")
    def test_the_memory_of_an_exploration_stays_within_bounds(self) -> None:
        script = (
            "def peak():\n"
            "    return next(int(x.split()[1]) for x in open('/proc/self/status') if x.startswith('VmHWM'))\n"
            "from tests.engines.test_explore_kernels import counters, found, native\n"
            "code = native(counters, 7, 65535, COUNTERS=7, VALUES=8)\n"
            "before = peak()\n"
            "e = found(code)\n"
            "print(e.states, (peak() - before) * 1024 / e.states)\n"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        states, each = done.stdout.split()
        assert int(states) == 8**7
        assert 20 < float(each) <= 40


FAULTS = {
    1: (RangeViolation, "mock.py:10: `s.node`: out of range, in act0(x0=1) after {n}"),
    2: (RangeViolation, "mock.py:10: `s.node`: out of range, in act0(x0=1) after {n}"),
    3: (ModelError, "mock/game: the automatic steps come to no end, in {last} after {n}"),
    4: (RangeViolation, "mock.py:10: `s.node`: out of range, after {n}"),
    5: (
        ModelError,
        (
            "mock/game: players and chance would both move; require the phase in the actions or in the chance"
            " events, after {n}"
        ),
    ),
    6: (RangeViolation, "mock.py:10: `s.node`: out of range, after {n}"),
    7: (
        ModelError,
        "mock/game: a move is listed as possible and refused when it is made, in {last} after {n}",
    ),
}


class TestModelErrors:
    @pytest.mark.parametrize("kind", FAULTS)
    def test_the_play_leads_there(self, kind: int) -> None:
        plain = Plain(5)
        # A node of choice, a few moves away.
        state = next(s for s, k in plain.kind.items() if k == "choice" and plain.best[s][0] >= 2)
        into = {a for a, _, b in plain.edges if b == state}
        error, message = FAULTS[kind]
        with pytest.raises(error) as caught:
            found(native(maze), [5, kind, state[0]])
        play = list(getattr(caught.value, "play"))  # noqa: B009 - the class is a parameter
        coded = kind in (1, 2, 3, 7)
        unbroken = found(native(maze), [5, 0, 0], max_states=1)
        here: Any = tuple(map(int, unbroken.cells(int(unbroken.ids()[0]))))
        for code in play[: len(play) - coded]:
            here = plain.moved(here, code)
        assert (here in into) if kind == 3 else (here == state)
        coding = Coding(native(maze).system)
        count = f"{len(play) - coded} move{'s' * (len(play) - coded != 1)}"
        shown = coding.label(coding.decode(play[-1]))
        assert str(caught.value) == message.format(n=count, last=shown)
        assert type(caught.value) is error

    def test_a_start_that_never_settles_is_a_fault_of_the_model(self) -> None:
        with pytest.raises(ModelError) as caught:
            found(native(maze), [5, 3, 0])
        assert str(caught.value) == "mock/game: the automatic steps come to no end, after 0 moves"


class TestStarts:
    def test_an_exploration_may_begin_from_several_states(self) -> None:
        code = native(counters, 2, 9, COUNTERS=2, VALUES=10)
        e = found(code, start=[[3, 4, 0], [9, 9, 0], [3, 4, 0]])
        assert (e.states, e.level_sizes[0]) == (100, 2)
        far = e.find([5, 4, 0])
        near = e.find([0, 9, 0])
        assert far is not None
        assert near is not None
        assert (e.line(far)[0], e.moves_to(far)) == (e.find([3, 4, 0]), [0, 0])
        assert (e.line(near)[0], e.moves_to(near)) == (e.find([9, 9, 0]), [0])

    def test_bad_start_states_are_refused(self) -> None:
        code = native(counters, 2, 9, COUNTERS=2, VALUES=10)
        for start, message in (
            ([[1, 2]], "a state of 2 cells was given; give all 3"),
            ([[1, 10, 0]], "start state: cell 1 is 10; it ranges from 0 to 9"),
            ([], "no start state was given"),
        ):
            with pytest.raises(BadInput) as caught:
                found(code, start=start)
            assert str(caught.value) == message

    def test_bad_budgets_are_refused(self) -> None:
        code = native(counters, 2, 9, COUNTERS=2, VALUES=10)
        with pytest.raises(BadInput) as caught:
            found(code, max_states=0)
        assert str(caught.value) == "the budget holds no state; allow at least 1 state and 1 MiB"
        with pytest.raises(BadInput) as caught:
            found(code, targets=[0])
        assert str(caught.value) == "a target is no judge of mock/game"

    def test_native_code_without_the_kernels_is_refused(self) -> None:
        code = MockNative(counters.rules(2, 9), counters, kernels=(explore_kernels.expand,))
        with pytest.raises(BadInput) as caught:
            found(code)
        assert (
            str(caught.value)
            == "the native code lacks the kernel start_state; compile it with extra=add_kernels"
        )

    def test_states_that_were_not_found_are_refused(self) -> None:
        e = found(native(counters, 2, 9, COUNTERS=2, VALUES=10), max_states=5)
        with pytest.raises(BadInput, match="state 99 was not found by this exploration"):
            e.cells(99)
        assert e.find([5, 5, 0]) is None
        with pytest.raises(BadInput) as caught:
            found(native(counters, 2, 9, COUNTERS=2, VALUES=10)).graph(max_edges=199)
        assert str(caught.value) == (
            "the graph has 200 edges, more than 199; take a smaller instance, or allow more edges"
        )


def square_symmetries() -> list[tuple[list[int], list[None]]]:
    """The turns and mirror images of a 3 x 3 board, and its silent cell."""
    turn = [3 * (2 - c) + r for r in range(3) for c in range(3)]
    mirror = [3 * r + 2 - c for r in range(3) for c in range(3)]
    images = [list(range(9))]
    for _ in range(3):
        images.append([images[-1][i] for i in turn])
    images += [[image[i] for i in mirror] for image in images]
    return [([*image, 9], [None] * 10) for image in images[1:]]


class TestSymmetry:
    def test_tic_tac_toe_up_to_symmetry_has_the_published_counts(self) -> None:
        code = native(tictactoe)
        e = found(code, symmetry=Symmetry(code.system, square_symmetries()))
        assert e.level_sizes == (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)  # OEIS A008907
        assert {who: end.count for who, end in e.ends.items()} == {(0,): 91, (1,): 44, (): 3}
        self.check_plays(e)

    def check_plays(self, e: Exploration) -> None:
        """Plays are concrete: from the empty board, each on a free place, to an image of the state."""
        boards = [image for image, _ in square_symmetries()] + [list(range(10))]
        for state in map(int, e.ids()):
            board = [0] * 10
            for turn, place in enumerate(e.moves_to(state)):
                assert board[place] == 0
                board[place] = 1 + turn % 2
            assert e.cells(state).tolist() in [[board[i] for i in image] for image in boards]
            assert e.find(board) == state

    @pytest.mark.parametrize(("places", "shades"), [(3, 3), (5, 4), (6, 3)])
    def test_colourings_up_to_renaming_are_set_partitions(self, places: int, shades: int) -> None:
        """Colours that are alike: colourings up to renaming are set partitions with at most so many parts."""
        code = native(colours, places, shades, PLACES=places, COLOURS=shades)
        maps = [[0, *p] for p in itertools.permutations(range(1, shades + 1))][1:]
        elements = [(list(range(places + 1)), [*[m] * places, None]) for m in maps]
        e = found(code, symmetry=Symmetry(code.system, elements))
        assert e.level_sizes == tuple(
            sum(stirling(n, k) for k in range(shades + 1)) for n in range(places + 1)
        )
        assert found(code).states == sum(shades**n for n in range(places + 1))

    def test_counters_that_are_alike_count_as_multisets(self) -> None:
        """Counters that are alike: multisets."""
        code = native(counters, 4, 9, COUNTERS=4, VALUES=6)
        orders = list(itertools.permutations(range(4)))[1:]
        e = found(code, symmetry=Symmetry(code.system, [([*o, 4], [None] * 5) for o in orders]))
        assert e.states == math.comb(6 + 4 - 1, 4)

    def test_bad_tables_of_a_symmetry_are_refused(self) -> None:
        rules = colours.rules(3, 3)
        none = [None] * 4
        for element, message in (
            (([0, 1, 1, 3], none), "a symmetry does not permute the cells; name each of 4 cells once"),
            (
                ([0, 1, 2, 3], [[0, 1, 2, 4], *none[1:]]),
                "a symmetry takes cell 0 to cell 0 with values outside its range",
            ),
            (([3, 1, 2, 0], none), "a symmetry takes cell 0 to cell 3 with values outside its range"),
        ):
            with pytest.raises(BadInput) as caught:
                Symmetry(rules, [element])
            assert str(caught.value) == message


def stirling(n: int, k: int) -> int:
    if n == k:
        return 1
    return 0 if k in (0, n + 1) or k > n else k * stirling(n - 1, k) + stirling(n - 1, k - 1)


class TestInCPython:
    """The kernels themselves, run as Python."""

    def test_the_hash_is_the_same_in_cpython(self, monkeypatch: pytest.MonkeyPatch) -> None:
        code = native(counters, 7, 65535, COUNTERS=7, VALUES=4)
        e = found(code)
        monkeypatch.setattr(kernels, "WORDS", 2)
        monkeypatch.setattr(explore_kernels, "WORDS", 2)
        find = explore_kernels.find
        for shard in e._store.shards:
            for index in range(0, shard.count, 511):
                packed = View(shard.words, 2 * index)
                assert kernels.hashed(packed) & 1 == shard.number
                assert find(shard.found, packed) == index

    def test_draining_is_the_same_in_cpython(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Messages with repetitions, some of them with fewer steps, in CPython and natively."""
        code = native(counters, 7, 65535, COUNTERS=7, VALUES=4)
        call = functions(code, explore_kernels.EXPLORER)["drain"]
        monkeypatch.setattr(kernels, "WORDS", 2)
        monkeypatch.setattr(explore_kernels, "WORDS", 2)
        rng = np.random.default_rng(1)
        count = 400
        box = np.zeros((count, 3), np.uint64)
        box[:, 0] = rng.integers(0, 2**63, 40, np.uint64)[rng.integers(0, 40, count)]
        box[:, 1] = rng.integers(0, 3, count)
        box[:, 2] = rng.integers(0, 1000, count) + (rng.integers(0, 50, count) << 32)
        inbox = box.reshape(-1)
        results = []
        for plain in (False, True):
            block = np.zeros(kernels.BLOCK, np.int64)
            arrays: list[np.ndarray[Any, Any]] = [
                np.zeros(400, np.uint64),
                np.zeros(200, np.uint32),
                np.zeros(200, np.uint16),
            ]
            table, lowered = np.zeros(256, np.uint32), np.zeros(300, np.uint32)
            states = explore_kernels.ShardStates(0, *(View(a) for a in (*arrays, np.zeros(200, np.uint8))))
            found_in = explore_kernels.HashTable(states.words, View(table), 8)
            again = explore_kernels.Lowered(View(lowered), 300)
            drain: Callable[..., int] = explore_kernels.drain if plain else call
            first = 0
            for limit in (50, 100, 150):
                messages = explore_kernels.Inbox(View(inbox), first, count)
                first = drain(View(block), states, found_in, messages, limit, 20, again)
            assert first == count
            every: list[np.ndarray[Any, Any]] = [block, *arrays, table, lowered]
            results.append([a.tolist() for a in every])
        assert results[0] == results[1]
        assert 100 < results[0][0][kernels.S_COUNT] <= 120
        assert results[0][0][kernels.S_LOWERED] > 10
