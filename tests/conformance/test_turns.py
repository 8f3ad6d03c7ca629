"""What other tools play: whose turn it is, what a seat knows, how plays end.  Nothing here needs those tools."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from queensbench.api.game import selected
from queensbench.api.session import Session
from queensbench.conformance.turns import CHANCE, OVER, Node, TurnGame
from queensbench.errors import BadInput
from tests.conformance import both_may
from tests.conformance.boxes import SMALL, session
from tests.reference import hanoi, kuhn_poker, walks


def game(path: str, **options: Any) -> TurnGame:
    return TurnGame(session(path), **options)


def of(mode: Any, **options: Any) -> TurnGame:
    return TurnGame(Session.of(walks.session(mode)), **options)


def walked(node: Node, random: Random) -> list[Node]:
    """A random play; outcomes of chance are chosen alike."""
    found = [node]
    while found[-1].turn != OVER:
        last = found[-1]
        found.append(last.do(random.choice(last.actions() or [number for number, _ in last.outcomes()])))
    return found


def test_the_modes_are_all_there_are() -> None:
    assert {found.path for found in selected()} == set(SMALL)
    assert len(SMALL) == 14


@pytest.mark.parametrize("path", SMALL)
def test_histories_that_are_alike_leave_the_same_choice(path: str) -> None:
    """What a seat knows decides what it may do; and it grows by a line a step."""
    random = Random(1)
    made = game(path)
    may: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
    for _ in range(20):
        for node in walked(made.start(), random):
            for seat in range(len(made.seats)):
                assert len(node.history(seat)) == node.steps + 1
            if node.turn >= 0:
                known = node.turn, node.history(node.turn)
                assert may.setdefault(known, node.actions()) == node.actions()
            assert (node.turn == OVER) == bool(node.end)


def test_a_history_holds_what_is_no_longer_seen() -> None:
    """Two plays that look alike now, and did not look alike before, are told apart."""
    random = Random(2)
    found: dict[tuple[int | None, ...], set[tuple[str, ...]]] = defaultdict(set)
    for _ in range(200):
        for node in walked(game("queens-collection/competitive").start(), random):
            found[node.seen(0)].add(node.history(0))
    assert any(len(histories) > 1 for histories in found.values())


def test_hidden_cards_of_others_are_in_no_history() -> None:
    """Two deals that differ in the other's card alone give one history."""
    start = of(kuhn_poker.mode, measure="score").start()
    queen, king = (start.do(1).do(card) for card in (2, 3))
    assert str(queen) != str(king)
    assert queen.history(0) == king.history(0)
    assert queen.history(1) != king.history(1)
    assert queen.history(0) == (
        "chance: card[FIRST]=NONE card[SECOND]=? dealt[FIRST]=False dealt[SECOND]=False acts=()",
        "chance: card[FIRST]=JACK dealt[FIRST]=True",
        "FIRST may 0,1: dealt[SECOND]=True",
    )
    assert queen.do(1).history(0)[-1] == "act(what=BET) > SECOND: acts=(BET)"
    assert queen.do(1).history(1)[-1] == "SECOND may 0,1: acts=(BET)"


def test_a_mode_without_players_has_one_seat() -> None:
    made = of(hanoi.mode)
    assert made.seats == ("PLAYER",)
    assert (made.start().turn, made.stakes.measure) == (0, "nothing")
    assert made.leave == made.actions


def test_where_several_may_move_each_may_leave_it_to_the_next() -> None:
    made = of(both_may.mode)
    start = made.start()
    assert (start.turn, [made.action_text(a) for a in start.actions()]) == (
        0,
        ["knock_left()", "leave_it_to_the_next()"],
    )
    second = start.do(made.leave)
    assert second.position is start.position
    assert (second.turn, [made.action_text(a) for a in second.actions()]) == (1, ["knock_right()"])
    assert start.do(start.actions()[0]).returns() == [1.0, -1.0]
    assert second.do(second.actions()[0]).returns() == [-1.0, 1.0]


def test_a_cut_play_counts_what_is_said() -> None:
    made = game("queens-collection/competitive", length=3, unfinished=-0.5)
    end = walked(made.start(), Random(1))[-1]
    assert (end.steps, end.end, end.returns()) == (3, "cut", [-0.5, -0.5])


def test_a_silence_ends_a_play_without_a_result() -> None:
    made = game("queue4/standard")
    random = Random(1)
    ends = defaultdict(int)
    for _ in range(300):
        ends[walked(made.start(), random)[-1].end] += 1
    assert set(ends) <= {"over", "silent"}
    assert ends["over"] > 0


@pytest.mark.parametrize(
    ("path", "measure", "returns"),
    [
        ("queen-is-dead/standard", "margin", {(1.0, -1.0), (-1.0, 1.0)}),
        ("queens-collection/teams", "win", {(1.0, 0.0, 1.0, 0.0), (0.0, 1.0, 0.0, 1.0)}),
    ],
)
def test_seats_play_for_what_is_natural(path: str, measure: str, returns: set[tuple[float, ...]]) -> None:
    """Partners win together."""
    made = game(path)
    assert made.stakes.measure == measure
    random = Random(5)
    assert {tuple(walked(made.start(), random)[-1].returns()) for _ in range(40)} >= returns


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"length": 0}, "length = 0 is no number of moves; give a whole number from 1 up"),
        ({"measure": "gold"}, "nothing is called gold; choose of score, win, margin"),
        (
            {"unfinished": 2},
            "queens-collection/competitive: unfinished = 2 is outside -1 to 1; give a number that a play can come to",
        ),
        ({"partners": {"SOUTH": ["NORTH"]}}, "'SOUTH' is no player; choose of NORTH, EAST"),
        ({"partners": {"EAST": "NORTH"}}, 'the partners of EAST are no list; write "EAST": ["NORTH"]'),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        game("queens-collection/competitive", **options)
    assert str(caught.value) == said


def test_partners_see_what_partners_see() -> None:
    alone = game("queens-collection/teams")
    both = game("queens-collection/teams", partners={"NORTH": ["SOUTH"]})
    node, same = alone.start(), both.start()
    while node.turn == CHANCE:
        number = node.outcomes()[0][0]
        node, same = node.do(number), same.do(number)
    shown = [at for at, (a, b) in enumerate(zip(node.seen(0), same.seen(0), strict=True)) if a != b]
    places = alone.rules.places["hand"]
    south = [places.offset + places.key_of((alone.players[2], card)) for card in places.index[1].values()]
    assert shown == south
    assert node.seen(2) == same.seen(2)
