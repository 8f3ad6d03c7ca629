"""Questions about the graph of levels in files, held against the graph in memory: of random games, and of real boxes."""

from __future__ import annotations

import signal
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from queensbench.analyses import by_levels
from queensbench.engines.graphs.games import NOBODY, SEVERAL, Edges, Game, game_of, judged
from queensbench.engines.graphs.questions import GraphAnswer, can_always, can_reach, ends
from queensbench.engines.layers import edge_kernels, level_graph, linking
from queensbench.engines.layers.graph_questions import GraphQuestion, LevelAnswer, raw_against
from queensbench.engines.layers.layered_space import LayeredSpace, explored_by_levels
from queensbench.engines.layers.level_files import Stopped
from queensbench.engines.layers.level_graph import LevelGraph
from queensbench.engines.layers.messages import Linking, Segment
from queensbench.engines.layers.settings import LayerSettings
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.kernel_language import View
from queensbench.errors import BadInput, InternalError
from queensbench.rules.typed import ir
from tests.counts import ROOT, session_of
from tests.engine_box import EngineBox
from tests.engines.test_layers_of_states import connect, made
from tests.reference import hanoi
from tests.surfaces.projects import run as command

AGAINST: tuple[tuple[int | str, ...], ...] = (
    (),
    ("players",),
    ("chance",),
    ("players", "chance"),
    (0,),
    (1, "chance"),
)


def asked(game: Game, question: GraphQuestion, goal: Any = None) -> GraphAnswer:
    """The answer of the graph in memory."""
    if question.kind == "can_always":
        return can_always(game, question.against)
    if question.kind == "can_reach":
        return can_reach(game, goal, question.against)
    return ends(game, question.against, sure=question.sure)


def follows(game: Game, answer: LevelAnswer, outside: Any, goal: Any) -> None:
    """The way of an answer is a play of states that fail, which comes round, or ends where nobody can move."""
    assert answer.way[0] == game.starts[0]
    for state, after in zip(answer.way, answer.way[1:], strict=False):
        assert after in game.successors(state)
    assert all(outside[state] and not goal[state] for state in answer.way)
    if answer.entry >= 0:
        assert answer.way[answer.entry] == answer.way[-1]
        assert answer.entry < len(answer.way) - 1
    else:
        assert len(game.successors(answer.way[-1])) == 0


# ------------------------------------------------------------------------------------------ random games


def drawn(seed: int) -> Game:
    """A random game, of which state 0 is the start."""
    random = np.random.default_rng(seed)
    count = int(random.integers(2, 40))
    kind = random.choice([k.CHOICE, k.CHANCE, k.OVER, k.SILENT_STATE], count, p=[0.5, 0.35, 0.1, 0.05])
    degree = np.where(kind <= k.CHANCE, random.integers(0, 4, count), 0)
    kind[(kind <= k.CHANCE) & (degree == 0)] = k.DEADLOCK
    source = np.repeat(np.arange(count), degree)
    # Some games lead forward for the most part, others anywhere.
    reach = int(random.integers(1, count + 1))
    target = (source + random.integers(1, reach + 1, len(source))) % count
    owner = np.where(kind == k.CHOICE, random.choice([0, 1, NOBODY, SEVERAL], count), NOBODY)
    return Game(
        kind.astype(np.uint8),
        Edges(source.astype(np.uint32), target.astype(np.uint32)),
        owner=owner,
        players=("ONE", "TWO"),
    )


def filed(game: Game, folder: Path, cuts: Sequence[int], interrupts: Any = None) -> LevelGraph:
    """The graph of levels of a game, whose edges stand in segments that are cut at these states."""
    graph = LevelGraph.__new__(LevelGraph)
    graph.levels = SimpleNamespace(words=1, interrupts=interrupts)  # type: ignore[assignment]
    graph.scratch, graph.judges, graph.names, graph._held = folder, (0,), [], None
    graph.marks = np.zeros(game.states, np.uint8)
    graph.segments = []
    owner = np.where(game.owner >= 0, edge_kernels.FIRST_PLAYER + game.owner, edge_kernels.NOBODYS)
    owner[game.owner == SEVERAL] = edge_kernels.SEVERAL_MOVE
    for first, behind in zip([0, *cuts], [*cuts, game.states], strict=True):
        low, high = int(game.off[first]), int(game.off[behind])
        data = b"".join(
            (
                (game.off[first : behind + 1] - low).astype(np.uint32).tobytes(),
                game.target[low:high].tobytes(),
                (np.arange(first, behind, dtype=np.uint32) & np.uint32(1)).tobytes(),
                game.kind[first:behind].tobytes(),
                owner[first:behind].astype(np.uint8).tobytes(),
            )
        )
        name = f"edges-{first}"
        (folder / name).write_bytes(data)
        graph.segments.append(Segment(name, 0, first, behind - first, high - low, zlib.crc32(data)))
    return graph


def every_question() -> Iterator[GraphQuestion]:
    for against in AGAINST:
        yield GraphQuestion("can_always", against)
        yield GraphQuestion("can_reach", against, target=0)
        yield GraphQuestion("ends", against, sure=True)
        yield GraphQuestion("ends", against, sure=False)


@pytest.mark.parametrize("part", range(8))
def test_random_games_are_answered_as_in_memory(part: int, tmp_path: Path) -> None:
    seen = {"holds": 0, "fails": 0, "round": 0, "stuck": 0}
    for seed in range(25 * part, 25 * part + 25):
        game = drawn(seed)
        cuts = sorted({n for n in (game.states // 3, 2 * game.states // 3) if 0 < n < game.states})
        graph = filed(game, tmp_path, cuts)
        goal = np.arange(game.states) & 1 == 0  # what a judge that fails there means
        over = game.ends()
        for question in every_question():
            wanted, found = asked(game, question, goal), graph.answer(question)
            told = (wanted.holds, int(wanted.failing.sum()), int((wanted.failing & ~over).sum()))
            assert (found.holds, found.failing, found.going_on) == told, (seed, question)
            assert found.first == (int(np.argmax(wanted.failing)) if wanted.failing.any() else None)
            assert found.asked == game.states
            seen["holds" if found.holds else "fails"] += 1
            if question.kind == "ends" and not found.holds:
                follows(game, found, wanted.failing, over)
                seen["round" if found.entry >= 0 else "stuck"] += 1
                assert found.entry >= 0 or len(game.deadlocks()), (seed, question)
    assert min(seen.values()) > 20, seen


def test_a_sweep_in_cpython_does_as_the_machine_does() -> None:
    for seed in range(30):
        game = drawn(seed)
        random = np.random.default_rng(seed)
        first, target = game.off.astype(np.uint32), game.target.copy()
        marks = random.integers(0, 32, game.states).astype(np.uint8)
        for backward in (0, 1):
            mine, theirs = marks.copy(), marks.copy()
            call = edge_kernels.library(1)["sweep"]
            one = call(View(first), View(target), game.states, View(mine), 0, backward)
            two = edge_kernels.sweep(View(first), View(target), game.states, View(theirs), 0, backward)
            assert (one, mine.tolist()) == (two, theirs.tolist())


def test_ctrl_c_is_heard_between_segments(tmp_path: Path) -> None:
    interrupts = SimpleNamespace(raised=False)
    graph = filed(drawn(3), tmp_path, [1], interrupts)
    assert graph.answer(GraphQuestion("can_always")).asked == drawn(3).states
    interrupts.raised = True
    with pytest.raises(Stopped):
        graph.answer(GraphQuestion("can_always"))


def test_edges_that_are_damaged_are_told(tmp_path: Path) -> None:
    graph = filed(drawn(3), tmp_path, [1])
    data = bytearray((tmp_path / "edges-1").read_bytes())
    data[5] ^= 4
    (tmp_path / "edges-1").write_bytes(bytes(data))
    with pytest.raises(BadInput) as caught:
        graph.answer(GraphQuestion("can_always"))
    assert str(caught.value) == (
        f"scratch folder {tmp_path}: edges-1 is damaged; begin anew in another folder"
    )


# ------------------------------------------------------------------------------------------ real boxes


def by_files(
    box: EngineBox, scratch: Path, questions: Sequence[GraphQuestion], **options: Any
) -> LayeredSpace:
    settings = LayerSettings(scratch, questions=tuple(questions), **{"workers": 1, **options})
    return explored_by_levels(box, None, settings)


def in_memory(box: EngineBox) -> tuple[Game, Any]:
    found = box.explored()
    return game_of(found), found


BOXES: dict[str, Callable[[], EngineBox]] = {
    "blades": lambda: session_of("queen-is-dead", "blades"),
    "six": lambda: session_of("queue4/standard", "six"),
    "connect": lambda: connect(4, 4),
    "hanoi": lambda: made(hanoi.mode, "six discs", discs=6),
}


@pytest.mark.parametrize("small", [0, 1 << 14])
@pytest.mark.parametrize("name", BOXES)
def test_real_boxes_are_answered_as_in_memory(
    name: str, small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once with all edges in one segment, once with many: a small number of states in each piece, and of edges."""
    box = BOXES[name]()
    game, found = in_memory(box)
    players = range(len(ir.deciders(box.system)))
    each: list[tuple[int | str, ...]] = [(), ("players",), ("chance",), *((p,) for p in players)]
    questions = [
        GraphQuestion(kind, against, sure=sure)
        for against in each
        for kind, sure in (("can_always", True), ("ends", True), ("ends", False))
    ]
    judges = range(min(3, len(box.system.judges)))
    questions += [GraphQuestion("can_reach", (), target=j) for j in judges]
    questions += [GraphQuestion("can_reach", ("chance",), target=j, since=judges[-1]) for j in judges]
    if small == 0:
        monkeypatch.setattr(level_graph, "PIECE", 700)
        monkeypatch.setattr(linking, "MOST_EDGES", 1_000)
    levels = by_files(box, tmp_path / name, questions, small=small)
    answers = levels.graph_answers
    assert answers is not None
    assert levels.unanswered == ""
    assert [path.name for path in (tmp_path / name).iterdir() if path.name.startswith("edges")] == []
    for question, answer in zip(questions, answers, strict=True):
        goal = since = None
        if question.kind == "can_reach":
            goal = ~judged(found, game, question.target)
            since = ~judged(found, game, question.since) if question.since >= 0 else None
            wanted = can_reach(game, goal, question.against, since=since)
        else:
            wanted = asked(game, question)
        going_on = int((wanted.failing & ~game.ends()).sum())
        told = (wanted.holds, int(wanted.failing.sum()), going_on)
        assert (answer.holds, answer.failing, answer.going_on) == told, question
        assert answer.asked == (game.states if since is None else int(since.sum()))
        if answer.first is not None:
            place = int(np.argmax(wanted.failing))
            assert game.ids is not None
            least = found.choices(int(game.ids[place])), found.steps(int(game.ids[place]))
            assert (levels.choices(answer.first), levels.steps(answer.first)) == least
        if answer.way:
            codes = levels.way(answer.way)
            play = box.play(codes, {})
            states = box.interpreter({}).replay(play.steps)
            assert answer.entry < 0 or states[answer.entry] == states[-1]
        assert bool(answer.way) == (question.kind == "ends" and not answer.holds)


def test_a_graph_that_does_not_fit_is_told_and_all_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(level_graph, "memory_for", lambda states: 600 << 20)
    box = session_of("queen-is-dead", "blades")
    levels = by_files(box, tmp_path / "few", by_levels.questions(box))
    assert levels.complete
    assert levels.graph_answers is None
    assert levels.unanswered == (
        "--memory: the graph of 71,599 states needs a byte of memory for each; go on with --resume and 656 MiB or more"
    )
    data = by_levels.exploration(box, {}, levels)
    assert {row["kind"] for row in data["properties"]} <= set(by_levels.JUDGED)
    assert {"end.by_will", "end.despite_white", "end.despite_black"} <= set(data["not_asked"])
    assert data["graph_refused"] == levels.unanswered


def test_a_way_that_does_not_come_round_is_an_internal_error(tmp_path: Path) -> None:
    box = session_of("queen-is-dead", "blades")
    levels = by_files(box, tmp_path / "blades", by_levels.questions(box))
    assert levels.graph_answers is not None
    place = next(n for n, answer in enumerate(levels.graph_answers) if answer.way)
    answer = levels.graph_answers[place]
    levels.graph_answers[place] = replace(answer, entry=answer.entry - 1)
    with pytest.raises(InternalError, match="the interpreter does not come round where native code does"):
        by_levels.exploration(box, {}, levels)


def test_whose_choice_it_is_is_asked_where_a_player_is_named(tmp_path: Path) -> None:
    box = session_of("queen-is-dead", "blades")
    with_names, without = ((0,), ("players",)), (("players",), ("chance",))
    for against, owned in ((with_names, True), (without, False)):
        tasks: list[Linking] = []

        def keeping(many: Sequence[Any], tasks: list[Linking] = tasks) -> Iterator[Any]:
            tasks += [task for task in many if isinstance(task, Linking)]
            from queensbench.engines.layers.tasks import here

            return here(many)

        questions = [GraphQuestion("ends", one) for one in against]
        by_files(box, tmp_path / str(owned), questions, submit=keeping)
        assert {task.owned for task in tasks} == {owned}


def test_names_of_players_become_numbers() -> None:
    system = session_of("queen-is-dead", "blades").system
    assert raw_against(system, ("BLACK", "chance", 0)) == (1, "chance", 0)
    with pytest.raises(BadInput) as caught:
        raw_against(system, ("GREY",))
    assert str(caught.value) == "nobody is called GREY; choose of players, chance, WHITE, BLACK"


def test_ctrl_c_while_the_graph_is_asked_keeps_all_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = session_of("queen-is-dead", "blades")
    whole = by_files(box, tmp_path / "whole", by_levels.questions(box))
    link = LevelGraph.link

    def interrupted(graph: LevelGraph) -> None:
        signal.raise_signal(signal.SIGINT)
        link(graph)

    with monkeypatch.context() as patch:
        patch.setattr(LevelGraph, "link", interrupted)
        stopped = by_files(box, tmp_path / "again", by_levels.questions(box))
    assert (stopped.interrupted, stopped.complete, stopped.graph_answers) == (True, True, None)
    again = by_files(box, tmp_path / "again", by_levels.questions(box), resume=True)
    assert (again.interrupted, again.digest) == (False, whole.digest)
    assert again.graph_answers == whole.graph_answers


def test_edges_that_a_killed_search_leaves_are_removed_by_the_next(tmp_path: Path) -> None:
    box = session_of("queue4/standard", "six")
    by_files(box, tmp_path / "six", [])
    (tmp_path / "six" / "edges-000003-0123abcd").write_bytes(b"half")
    by_files(box, tmp_path / "six", [], resume=True)
    assert [path.name for path in (tmp_path / "six").iterdir() if path.name.startswith("edges")] == []


def test_the_command_tells_properties_of_the_graph(tmp_path: Path) -> None:
    done = command(
        ROOT,
        "explore",
        "queen-is-dead/standard",
        "-i",
        "blades",
        "--scratch",
        str(tmp_path / "levels"),
        "--memory",
        "512M",
    )
    assert done.code == 0, done.err
    said = " ".join(done.out.split())
    assert "again)" in said
    assert "Not asked" not in said


def test_of_a_search_that_ended_early_the_graph_is_not_asked(tmp_path: Path) -> None:
    options = ("-i", "blades", "--budget", "500", "--scratch", str(tmp_path / "levels"), "--memory", "512M")
    done = command(ROOT, "explore", "queen-is-dead/standard", *options)
    assert done.code == 3, done.err
    said = " ".join(done.out.split())
    assert "Not asked: " in said
    assert "end.by_will, end.despite_white" in said
