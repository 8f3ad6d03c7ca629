"""What audits show of the pieces of the box and of play: exact answers on a heap that is known."""

import pytest

from queensbench.analyses.verdicts.table_and_play import TableAndPlay, left_out, pools
from queensbench.engines.graphs.games import game_of
from queensbench.rendering.table_and_play import advantage, lines
from queensbench.rules.system import build
from tests.analyses import heap
from tests.engine_box import EngineBox


@pytest.fixture(scope="module")
def box() -> EngineBox:
    mode = heap.mode
    return EngineBox("heap", mode, mode.full, build(mode, mode.full, ruleset="heap"))


def test_components_are_what_is_summed_up_and_sequences(box: EngineBox) -> None:
    assert [(one.name, one.what, one.total) for one in pools(box.system)] == [
        ("heap", "runs out", 0),
        ("beside", "runs out", 0),
        ("taken", "runs out", 0),
        ("taken", "is full", 3),
    ]


def test_each_question_has_its_answer_and_a_shortest_play(box: EngineBox) -> None:
    found = box.explored()
    rows = TableAndPlay(box, found, game_of(found)).rows()
    told = [(r["about"], r["what"], r["verdict"], r["class"], r["play"]) for r in rows]
    assert told == [
        ("heap", "runs out", "happens", "witnessed", ["take(number=2)", "take(number=1)"]),
        ("beside", "runs out", "never", "exhausted", None),
        ("taken", "runs out", "never", "exhausted", None),
        ("taken", "is full", "happens", "witnessed", ["take(number=1)"] * 3),
        ("play", "goes on for ever", "happens", "witnessed", ["wait()"] * 3),
        ("NORTH", "cannot win any more", "happens", "witnessed", ["take(number=2)"]),
        ("NORTH", "can force a win", "never", "exhausted", None),
        ("SOUTH", "cannot win any more", "happens", "witnessed", ["wait()", "take(number=2)"]),
        ("SOUTH", "can force a win", "never", "exhausted", None),
    ]
    assert [r["loop"] for r in rows if "loop" in r] == [2]


def test_answers_of_several_instances_share_a_line() -> None:
    def row(verdict: str, steps: int | None = None, **more: int) -> dict[str, object]:
        shown = "exhausted" if verdict == "never" else "witnessed"
        return {
            "about": "deck",
            "what": "runs out",
            "verdict": verdict,
            "class": shown,
            "choices": 1,
            "steps": steps,
        } | more

    answers = [("six", row("happens", 15)), ("ten", row("never")), ("two", row("happens", 4, loop=2))]
    assert lines(answers) == [
        (
            "deck",
            "runs out",
            "six (1 choice, 15 steps), two (1 choice, 4 steps, the last 2 for ever)",
            "ten",
            "witnessed, exhausted",
        )
    ]


def test_shares_of_random_games_are_those_of_each_player() -> None:
    found = advantage({"games": 10, "ends": {"NORTH": 5, "NORTH and SOUTH": 1, "SOUTH": 2, "nobody": 2}})
    assert {name: (one.count, one.of) for name, one in found.items()} == {"NORTH": (6, 10), "SOUTH": (3, 10)}
    assert advantage({"games": 10, "ends": {"PLAYER": 4, "nobody": 6}}) == {}


def test_what_was_not_exhausted_is_not_asked(box: EngineBox) -> None:
    assert left_out(box.explored()) == ""
    assert left_out(box.explored(max_states=2)) == "it was not exhausted"


def test_what_stays_open_is_no_line_and_what_random_games_show_is_marked() -> None:
    answers: list[tuple[str, dict[str, object]]] = [
        (
            "full",
            {"about": "deck", "what": "runs out", "verdict": "happens", "class": "witnessed"}
            | {"choices": 2, "steps": 9, "shortest": False, "guided": False},
        ),
        ("full", {"about": "pool", "what": "runs out", "verdict": "never", "class": "proved"}),
        (
            "full",
            {"about": "pile", "what": "runs out", "verdict": "unknown", "class": "unknown", "why": "..."},
        ),
        ("six", {"about": "pool", "what": "runs out", "verdict": "never", "class": "exhausted"}),
    ]
    assert lines(answers) == [
        ("deck", "runs out", "full (2 choices, 9 steps, at random)", "", "witnessed"),
        ("pool", "runs out", "", "full, six", "proved, exhausted"),
    ]
