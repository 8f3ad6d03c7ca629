"""The fewest actions to the maximum, and when it is out of reach: plays by hand, proved bounds, exact small boxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from queensbench.engines.graphs.games import game_of, judged
from queensbench.engines.graphs.questions import can_reach
from queensbench.engines.search.lower_bounds import bound
from queensbench.engines.search.shortest import Guided, shortest
from queensbench.engines.search.targets import target_of
from queensbench.language.counts import count_towards
from queensbench.readers.interpreter import Step
from tests.counts import session_of
from tests.queens_collection.table import Play, begin

ROOT = Path(__file__).resolve().parents[2]


class Recorded:
    """A play that keeps its steps."""

    def __init__(self, players: int) -> None:
        self.play: Play = begin(players)
        self.steps: list[Step] = []

    def do(self, *texts: str) -> None:
        for text in texts:
            self.steps.append(self.play.step(text))
            self.play.do(text)

    def sort(self, swaps: list[str], players: int, filler: str) -> None:
        """Exchanges in turn, of cards that are drawn as they are wanted; ``filler``: each player's third card."""
        wanted: list[Iterator[str]] = []
        for seat in range(players):
            own = swaps[seat::players]
            wanted.append(iter(filler[seat] + "".join(swap[0] + swap[2] for swap in own)))
        for seat in range(players):
            self.do(*(f"open_card {next(wanted[seat])}" for _ in range(3)))
        if players > 1:
            self.do("begin_with north")
        for number, swap in enumerate(swaps):
            self.do(f"exchange {swap}")
            if number < len(swaps) - 1:
                pile = self.play["pile"]
                for _ in range(2):
                    card = next(wanted[number % players], pile[-1])
                    self.do(f"draw {card}")
                    pile = self.play["pile"]


def together() -> Recorded:
    """Red's box card is skipped three times, so that the red pawns stay at home; eleven exchanges sort the others."""
    found = Recorded(4)
    found.do(*(f"deal {card}" for card in "*YOYPBBB" + "*GGOKKPP" + "*YGOWWWK" + "RRR"))
    assert found.play.boxes == "RRR YYG OGG OOY PKW BKW BPW BPK"
    swaps = ["O Y G O", "Y G G Y", "O Y Y O", "O G G O", "Y G G Y", "B P P B", "B K K B", "B W W B"]
    found.sort([*swaps, "P K K P", "P W W P", "K W W K"], 4, "RRRR")
    return found


def alone() -> Recorded:
    """Four colours lack a pawn and their box cards are skipped once; ten exchanges of two pawns each."""
    found = Recorded(1)
    found.do(*(f"choose_away {c}" for c in "ROYG"))
    found.do(*(f"deal {card}" for card in "ORGYPBWK" + "GYORKWBP" + "****WKPB"))
    assert found.play.boxes == "OG RY OG RY PKW BKW BPW BPK"
    swaps = ["R O O R", "O Y Y O", "Y G G Y", "R G G R", "B P P B", "B K K B", "B W W B"]
    found.sort([*swaps, "P K K P", "P W W P", "K W W K"], 1, "*")
    return found


def choices(recorded: Recorded) -> int:
    return sum(s.name in ("begin_with", "choose_away", "exchange") for s in recorded.steps)


def test_eleven_actions_sort_the_pawns_of_the_best_deal() -> None:
    found = together()
    assert found.play.due == "over: 24"
    assert (choices(found), len(found.steps)) == (12, 71)


def test_ten_actions_sort_the_pawns_of_one_player() -> None:
    found = alone()
    assert found.play.due == "over: 24"
    assert (choices(found), len(found.steps)) == (14, 59)


@pytest.mark.slow
@pytest.mark.parametrize(("mode_name", "least"), [("cooperative", 12), ("solo", 14)])
def test_no_play_has_fewer_choices(mode_name: str, least: int) -> None:
    play = together() if mode_name == "cooperative" else alone()
    found = shortest(
        session_of(f"queens-collection/{mode_name}", "full"),
        "goal.sorted",
        given=play.steps,
        guided=Guided(0),
        searched=None,
    )
    assert (found.choices, found.least, found.gap) == (least, least, 0)
    assert found.bound is not None
    assert found.bound.failed == ()


@pytest.mark.parametrize(("mode_name", "box", "least", "exact"), [("cooperative", "harder", 2, 3)])
def test_the_count_bounds_small_boxes(mode_name: str, box: str, least: int, exact: int) -> None:
    made = session_of(f"queens-collection/{mode_name}", box)
    decl = count_towards("goal.sorted", made.mode.state)
    assert decl is not None
    target = target_of(made, "end.sorted")
    found = bound(made, target, decl.count, decl.facts, numbers=decl.numbers)
    assert (found.failed, found.least) == ((), least)
    explored = made.explored({})
    number = [judge.name for judge in explored.system.judges].index("end.sorted")
    first = explored.failing[number].state
    assert first is not None
    assert explored.choices(first) == exact


HOPELESS = {
    ("cooperative", "young"): (1, 0, 6084, 3002, 14),
    ("cooperative", "harder"): (1, 0, 5668, 2200, 14),
    ("solo", "young"): (2, 0, 2058, 1806, 10),
}
"""Deals, deals without hope, states without hope, those of them before an end, steps to the first of these."""


@pytest.mark.parametrize(("mode_name", "box"), sorted(HOPELESS))
def test_every_deal_is_good_for_the_maximum_and_waste_is_not(mode_name: str, box: str) -> None:
    explored = session_of(f"queens-collection/{mode_name}", box).explored({})
    game = game_of(explored)
    names = [judge.name for judge in explored.system.judges]
    goal, since = (~judged(explored, game, names.index(name)) for name in ("end.sorted", "deal.done"))
    deals = can_reach(game, goal, since=since)
    whole = can_reach(game, goal)
    assert whole.play is not None
    before = int((whole.failing & ~game.ends()).sum())
    found = (int(since.sum()), int(deals.failing.sum()), int(whole.failing.sum()), before, len(whole.play))
    assert found == HOPELESS[mode_name, box]
