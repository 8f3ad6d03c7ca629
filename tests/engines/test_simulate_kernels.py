"""Random play on models written in the kernel language: exact chances, and games that can be played again."""

from __future__ import annotations

import math
import signal
import time
from functools import cache
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import queensbench as qb
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.runtime import kernels
from queensbench.engines.runtime.kernel_language import View, wrap
from queensbench.engines.simulate import kernels as play_kernels
from queensbench.engines.simulate import playouts as playouts_module
from queensbench.engines.simulate.playouts import Playouts, PlaySettings, playouts, replay_game
from queensbench.errors import BadInput, ModelError, RangeViolation
from tests.engines.mock_native import MockNative, qb_judges, qb_settle
from tests.engines.models import counters, dice, maze, puzzle, tictactoe


@cache
def native(model: ModuleType, *sizes: int, **constants: int) -> MockNative:
    return MockNative(model.rules(*sizes), model, constants=constants)


def played(
    code: MockNative, readings: Any = None, *, games: int = 100, seed: int = 1, **options: Any
) -> Playouts:
    how = {name: options.pop(name) for name in ("threads", "progress") if name in options}
    settings = PlaySettings(readings, seed=seed, **options)
    return playouts(code, code.system, settings, games=games, **how)


def summary(p: Playouts) -> dict[str, Any]:
    """Everything that a run has found, except its time."""
    public = {k: v for k, v in vars(p).items() if k[0] != "_" and k not in ("seconds", "system")}
    return public | {"lengths": p.lengths.tolist()}


def close(count: int, games: int, chance: float) -> bool:
    """Within four and a half standard deviations: one run in 100,000 would fail, and this one is seeded."""
    return abs(count - games * chance) < 4.5 * math.sqrt(games * chance * (1 - chance))


class TestChances:
    def test_tic_tac_toe_ends_in_the_exact_shares(self) -> None:
        games = 200_000
        p = played(native(tictactoe), games=games)
        # Exact for uniform play: 737/1260, 121/420, 8/63.
        assert close(p.ends[0,].count, games, 737 / 1260)
        assert close(p.ends[1,].count, games, 121 / 420)
        assert close(p.ends[()].count, games, 8 / 63)
        assert p.games == games == sum(e.count for e in p.ends.values())
        assert (p.shortest, p.longest) == (5, 9)
        assert p.lengths[:5].sum() == p.lengths[10:].sum() == 0
        assert close(int(p.lengths[5]), games, 2 / 21)  # 8 lines, 3! * 6 * 5 orders, of 9 * 8 * 7 * 6 * 5
        assert p.steps == p.choices == sum(n * int(k) for n, k in enumerate(p.lengths))
        assert p.widest == 9
        assert p.scores[0].sum == -p.scores[1].sum == p.ends[0,].count - p.ends[1,].count
        assert (p.scores[0].least, p.scores[0].greatest) == (-1, 1)
        assert (p.complete, p.interrupted, p.deadlocks.count, p.cut.count) == (True, False, 0, 0)

    def test_chance_falls_by_its_weights(self) -> None:
        games = 80_000
        p = played(native(dice), games=games)
        assert set(p.ends) == {(1,), (2,), (3,)}
        for face, weight in ((1, 1), (2, 2), (3, 5)):
            assert close(p.ends[face,].count, games, weight / 8)
        assert (p.steps, p.choices, p.options, p.widest) == (games, 0, 0, 0)

    def test_every_move_is_equally_likely(self) -> None:
        code = native(counters, 7, 9, COUNTERS=7, VALUES=10)
        p = played(code, games=2000, max_steps=1)
        first = [p.replay(game)[0] for game in range(2000)]
        assert all(close(first.count(move), 2000, 1 / 7) for move in range(7))
        # Neighbouring games and neighbouring draws have nothing to do with each other.
        pairs = [
            tuple(replay_game(code, code.system, PlaySettings(seed=3, max_steps=2), game=g))
            for g in range(2000)
        ]
        assert all(close(pairs.count((a, b)), 2000, 1 / 49) for a in range(7) for b in range(7))

    def test_the_generator_gives_the_published_numbers(self) -> None:
        """SplitMix64 from 0, as published with it."""
        step = 0x9E3779B97F4A7C15
        outputs = [play_kernels.mixed(wrap(n * step)) & (2**64 - 1) for n in (1, 2, 3)]
        assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


class TestGames:
    def test_nothing_depends_on_threads(self) -> None:
        for code, readings in ((native(tictactoe), None), (native(maze), [3, 0, 0]), (native(puzzle), None)):
            runs = [played(code, readings, games=3000, seed=9, threads=n, max_steps=60) for n in (1, 2, 2)]
            assert summary(runs[0]) == summary(runs[1]) == summary(runs[2])

    def test_the_time_in_which_code_is_made_is_not_told_as_played(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock, told, making = count(), list[float](), 1_000

        def renewed(code: Any, seconds: float, left: float) -> bool:
            told.append(seconds)
            for _ in range(making):
                next(clock)
            return False

        monkeypatch.setattr(playouts_module, "renewed", renewed)
        monkeypatch.setattr(time, "thread_time", lambda: float(next(clock)))
        played(native(tictactoe), games=200, threads=1)
        assert len(told) >= 3
        assert max(told) < making

    def test_one_seed_gives_the_same_games_and_another_gives_others(self) -> None:
        runs = [summary(played(native(maze), [3, 0, 0], games=3000, seed=n)) for n in (1, 1, 2)]
        assert runs[0] == runs[1]
        assert runs[0]["ends"] != runs[2]["ends"]

    def test_a_game_is_replayed_from_its_number(self) -> None:
        p = played(native(tictactoe), games=5000, seed=7)
        for who, end in p.ends.items():
            assert end.state is not None
            board = View(np.zeros(10, np.int32))
            after = View(np.zeros(10, np.int32))
            codes = p.replay(end.state)
            for code in codes:
                assert tictactoe.qb_over(board, View(np.zeros(1, np.int64))) == 0
                assert tictactoe.qb_apply(board, after, View(np.zeros(1, np.int64)), code) == 1
                board, after = after, board
            env = View(np.zeros(1, np.int64))
            assert tuple(w for w in (0, 1) if tictactoe.qb_wins(board, env, w)) == who
            assert codes == replay_game(p._native, p.system, PlaySettings(seed=7), game=end.state)
            assert len(codes) == (9 if who == () else 5 + who[0])

    def test_cpython_plays_the_same_games(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same games, move by move, when CPython runs the loop."""
        code = native(tictactoe)
        p = played(code, seed=11)
        here = {"start_state": self.start, "successor": self.move, "enabled": tictactoe_moves}
        for name, value in here.items():
            monkeypatch.setattr(play_kernels, name, value)
        monkeypatch.setattr(play_kernels, "qb_over", tictactoe.qb_over)
        monkeypatch.setattr(play_kernels, "CELLS", 10)
        monkeypatch.setattr(play_kernels, "SILENT_CELL", 9)
        monkeypatch.setattr(play_kernels, "CHANCE_BASE", 9)
        for game in range(100):
            block, record = (View(np.zeros(64, np.int64)) for _ in range(2))
            cells = View(np.zeros(10, np.int32))
            scratch = View(np.zeros(16, np.int64))
            work = kernels.Workspace(block, scratch, scratch, 16)
            rules = play_kernels.GameRules(1, 11, 100, 0)
            how = play_kernels.play_game(
                work, scratch, cells, rules, game, scratch, play_kernels.PlayRecord(record, 64)
            )
            assert how == kernels.OVER
            steps = block[play_kernels.S_STEPS]
            assert [record[i] for i in range(steps)] == p.replay(game)

    @staticmethod
    def start(cells: View, env: View, build: int) -> int:
        return tictactoe.qb_initial(cells, env)

    @staticmethod
    def move(cells: View, after: View, env: View, code: int) -> int:
        assert qb_settle(cells, env) == 1
        return tictactoe.qb_apply(cells, after, env, code)

    @pytest.mark.parametrize("columns", [1 << 12, 8])
    def test_scores_are_counted_by_game(self, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each ended game counts in one class; where every score has its own, they add up to the sum of all scores."""
        monkeypatch.setattr(playouts_module, "COLUMNS", columns)
        box = qb.load("queue4/standard").session("six")._box
        p = playouts_module.playouts_of(box, games=2000, seed=3, max_steps=1000)
        assert len(p.points) == len(p.scores) == 1
        rows, scores = p.points[0], p.scores[0]
        assert sum(games for _, _, games in rows) == sum(first.count for first in p.ends.values()) == 2000
        assert rows[0][0] <= scores.least <= rows[0][1]
        assert rows[-1][0] <= scores.greatest <= rows[-1][1]
        wide = {last - first + 1 for first, last, _ in rows}
        assert len(wide) == 1
        if columns > 8:
            assert wide == {1}
            assert sum(first * games for first, _, games in rows) == scores.sum
            assert len(rows) > 4
        else:
            assert min(wide) > 1

    def test_games_are_cut_at_the_limit_of_steps(self) -> None:
        p = played(native(puzzle), games=50, max_steps=77)
        assert (p.cut.count, p.cut.state, p.steps) == (50, 0, 50 * 77)
        assert (p.shortest, p.longest, p.ends) == (77, 77, {})
        assert len(p.replay(3)) == 77

    def test_games_may_begin_from_given_cells(self) -> None:
        code = native(tictactoe)
        board = [1, 1, 0, 2, 2, 0, 0, 0, 0, 0]
        p = played(code, games=4000, start=board)
        assert p.longest == 5
        assert close(int(p.lengths[1]), 4000, 1 / 5)
        assert code.system is p.system
        assert all(board[m] == 0 for m in p.replay(17))

    def test_silences_and_deadlocks_are_counted(self) -> None:
        p = played(native(maze), [3, 0, 0], games=3000)
        found = {"over": sum(e.count for e in p.ends.values()), "dead": p.deadlocks.count}
        silent = [s.count for s in p.silences]
        assert all(found.values())
        assert all(silent)
        assert sum(found.values()) + sum(silent) + p.cut.count == 3000
        assert p.silences[0].state is not None
        assert len(p.replay(p.silences[0].state)) < 100

    def test_clauses_are_counted_by_times_and_games(self) -> None:
        code = native(tictactoe, 3, COUNTERS=1)
        p = played(code, games=2000)
        assert (p.clauses[0].times, p.clauses[0].games) == (2 * p.steps, 2000)
        assert (p.clauses[1].times, p.clauses[1].games) == (2000, 2000)
        centre = sum(4 in p.replay(game) for game in range(2000))
        assert (p.clauses[2].times, p.clauses[2].games) == (centre, centre)
        assert p.rulings == ()

    def test_the_first_failing_state_of_a_property_is_kept(self) -> None:
        p = played(native(puzzle), games=200, max_steps=200)
        first = p.failing[0]
        assert first.count > 200
        assert first.state is not None
        codes = p.replay(first.state)
        hits = [self.blank_first(p.replay(game)) for game in range(200)]
        assert min(hits) == hits[first.state] == self.blank_first(codes)
        assert hits.index(min(hits)) == first.state
        assert played(native(puzzle), games=200, max_steps=200, check=False).failing[0].count == 0

    @staticmethod
    def blank_first(codes: list[int]) -> int:
        """After how many moves the blank is first in the first place."""
        place = 8
        for n, code in enumerate(codes):
            place += (-3, 3, -1, 1)[code]
            if place == 0:
                return n + 1
        return 10**6


class TestStops:
    def test_ctrl_c_ends_the_games_and_keeps_what_was_played(self) -> None:
        seen: list[int] = []

        def progress(games: int, level: int) -> None:
            seen.append(games)
            signal.raise_signal(signal.SIGINT)

        before = signal.getsignal(signal.SIGINT)
        p = played(native(puzzle), games=10**7, max_steps=1000, progress=progress)
        assert signal.getsignal(signal.SIGINT) is before
        assert (p.complete, p.interrupted, len(seen)) == (False, True, 1)
        assert 0 < seen[0] <= p.games < 10**7
        assert p.steps == 1000 * p.games == 1000 * p.cut.count

    def test_a_callback_may_interrupt(self) -> None:
        def progress(games: int, level: int) -> None:
            raise KeyboardInterrupt

        assert played(native(puzzle), games=10**7, max_steps=1000, progress=progress).interrupted

    @pytest.mark.parametrize("kind", [1, 2, 4])
    def test_a_fault_of_the_model_is_told_with_its_game(self, kind: int) -> None:
        code = native(maze)
        space = explore(code, code.system, ExploreSettings([5, 0, 0]))
        ids = [int(i) for i in space.ids()]
        state = next(i for i in ids if space.kind(i) == "choice" and space.choices(i) == 2)
        node = int(space.cells(state)[0])
        plays = []
        for threads in (1, 2):
            with pytest.raises(RangeViolation) as caught:
                played(code, [5, kind, node], games=10**6, threads=threads)
            play = list(caught.value.play)  # type: ignore[call-overload]
            before = play if kind == 4 else play[:-1]
            moves = f"{len(before)} move{'s' * (len(before) != 1)}"
            where = "" if kind == 4 else "in act0(x0=1) "
            assert str(caught.value) == f"mock.py:10: `s.node`: out of range, {where}after {moves}"
            plays.append(play)
        assert plays[0] == plays[1]
        # The first game that meets the fault: no game before it comes by there, and this one does.
        sound = [replay_game(code, code.system, PlaySettings([5, 0, 0], seed=1), game=g) for g in range(400)]
        assert any(codes[: len(before)] == before for codes in sound)

    def test_a_negative_weight_is_a_fault_of_the_model(self) -> None:
        with pytest.raises(ModelError) as caught:
            played(native(dice, BADLY=1))
        assert str(caught.value) == "mock/game: a chance event has a negative weight, after 0 moves"

    def test_bad_arguments_are_refused(self) -> None:
        code = native(dice)
        for options, message in (
            ({"games": 0}, "0 games of at most 10000 steps; ask for at least 1 of each"),
            ({"max_steps": 0}, "100 games of at most 0 steps; ask for at least 1 of each"),
            ({"seed": -1}, "a seed of -1; choose one from 0 to 2**63 - 1"),
            ({"start": [7, 0]}, "start state: cell 0 is 7; it ranges from 0 to 4"),
        ):
            with pytest.raises(BadInput) as caught:
                played(code, **options)
            assert str(caught.value) == message

    def test_more_than_twelve_players_are_refused(self) -> None:
        from tests.engines.mock_native import system

        with pytest.raises(BadInput) as caught:
            kernels.constants(system([(0, 1)], players=13))
        assert str(caught.value) == (
            "mock/game: 13 players may win; the native engines count ends by set of winners, for at most 12 players"
        )


def tictactoe_moves(cells: View, env: View, out: View, cap: int) -> int:
    assert qb_judges(cells, env, out) == 0
    return tictactoe.qb_moves(cells, env, out, cap)
