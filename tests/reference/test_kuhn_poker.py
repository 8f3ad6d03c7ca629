"""Kuhn poker: the published counts of histories and information sets, by the explorer and by a plain recursion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.questions import ends
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rules.guard_visibility import peeks
from queensbench.rules.observations import View, Views
from tests.engine_box import EngineBox
from tests.reference.kuhn_poker import Player, mode
from tests.reference.walks import compared, session

HISTORIES = {"chance": 4, "choice": 24, "over": 30}  # OpenSpiel, api_test.py
INFORMATION_SETS = 12  # the same


@pytest.fixture(scope="module")
def made() -> EngineBox:
    return session(mode)


def histories(
    interpreter: Interpreter, state: Any, so_far: tuple[Step, ...] = ()
) -> Iterator[tuple[tuple[Step, ...], str, Any]]:
    """Every play from a state, as a tree: nothing is merged.  Its steps, what its last state is, that state."""
    moves = interpreter.moves(state)
    kinds = {interpreter.by_name[move.name].kind for move in moves}
    assert len(kinds) <= 1
    assert bool(moves) != interpreter.over(state)
    yield so_far, {"chance": "chance", "action": "choice"}.get("".join(kinds), "over"), state
    for move in moves:
        yield from histories(interpreter, interpreter.apply(state, move), (*so_far, move))


def test_a_plain_recursion_counts_the_histories(made: EngineBox) -> None:
    interpreter = made.interpreter()
    found = list(histories(interpreter, interpreter.start()))
    assert Counter(kind for _, kind, _ in found) == HISTORIES


def test_the_explorer_counts_the_histories(made: EngineBox) -> None:
    """Histories are the ways through the graph that end in a state, added up; here each state has one."""
    found = made.explored()
    assert found.complete
    graph = found.graph()
    ways = np.zeros(found.states, np.int64)
    ways[0] = 1
    for source, target in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        assert source < target
        ways[target] += ways[source]
    counts: Counter[str] = Counter()
    for state, number in zip(found.ids().tolist(), ways.tolist(), strict=True):
        counts[found.kind(state)] += number
    assert counts == HISTORIES
    assert set(ways.tolist()) == {1}
    assert found.deadlocks.count == 0
    assert found.level_sizes == (10, 12, 24, 12)  # by acts; dealing is none


def test_explorer_and_recursion_meet_the_same_states(made: EngineBox) -> None:
    interpreter, explored = made.interpreter(), made.explored()
    plain = [tuple(interpreter.cells(state)) for _, _, state in histories(interpreter, interpreter.start())]
    assert len(plain) == len(set(plain)) == explored.states
    assert {tuple(explored.cells(state).tolist()) for state in explored.ids().tolist()} == set(plain)


def information_sets(made: EngineBox) -> dict[tuple[int, View], int]:
    """The states of choice by who chooses and what that player sees; who chooses is native code's answer."""
    explored = made.explored()
    game = game_of(explored)
    views = Views(made.system, mode)
    found: Counter[tuple[int, View]] = Counter()
    assert game.ids is not None
    for state, owner in zip(game.ids.tolist(), game.owner.tolist(), strict=True):
        if explored.kind(state) == "choice":
            found[owner, views.view(explored.cells(state).tolist(), owner)] += 1
    return found


def test_information_sets_by_what_the_player_to_act_sees(made: EngineBox) -> None:
    """Each holds two histories: the other player has one of the two cards that are left."""
    found = information_sets(made)
    assert len(found) == INFORMATION_SETS
    assert Counter(who for who, _ in found) == {0: 6, 1: 6}
    assert set(found.values()) == {2}


def test_the_interpreter_gives_the_same_information_sets(made: EngineBox) -> None:
    interpreter = made.interpreter()
    views = Views(made.system, mode)
    players = list(Player)
    found: Counter[tuple[int, View]] = Counter()
    for _, kind, state in histories(interpreter, interpreter.start()):
        if kind == "choice":
            who = players.index(interpreter.decider(state, "act"))
            found[who, views.view(interpreter.cells(state), who)] += 1
    assert found == information_sets(made)


def test_were_the_cards_open_every_choice_would_be_its_own(made: EngineBox) -> None:
    """The counts do come from the declared visibility: seen by both players together nothing is alike."""
    views = Views(made.system, mode)
    views.hidden.clear()
    explored = made.explored()
    choices = [s for s in explored.ids().tolist() if explored.kind(s) == "choice"]
    assert len({views.view(explored.cells(s).tolist(), 0) for s in choices}) == HISTORIES["choice"]


def test_no_requirement_looks_at_a_hidden_card(made: EngineBox) -> None:
    assert peeks(made.system, mode) == []


def test_chips_only_change_hands_and_the_stakes_are_one_and_two(made: EngineBox) -> None:
    """Of the five ways to play a deal two end in a pass to a bet, one in two passes, two in two bets."""
    interpreter = made.interpreter()
    won: Counter[int] = Counter()
    for _, kind, state in histories(interpreter, interpreter.start()):
        if kind == "over":
            scores = interpreter.scores(state)
            assert sum(scores.values()) == 0
            assert [p for p, chips in scores.items() if chips > 0] == list(interpreter.winners(state))
            won[scores[Player.FIRST]] += 1
    assert won == {1: 9, -1: 9, 2: 6, -2: 6}


def test_every_game_ends_after_two_or_three_acts(made: EngineBox) -> None:
    assert ends(game_of(made.explored()), ("players", "chance"), sure=True).holds
    played = made.played(games=2_000, seed=1, max_steps=5)
    assert played.complete
    assert played.cut.count == 0
    assert (played.shortest, played.longest) == (4, 5)


def test_the_readers_agree() -> None:
    report = compared(mode, comparisons=2_000)
    assert report.comparisons >= 500  # there are few states
    assert not report.seldom(20)
