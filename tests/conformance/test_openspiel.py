"""Every mode is a game of OpenSpiel: OpenSpiel's own tests pass on it, and its algorithms solve what is known."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from queensbench.api.game import load
from queensbench.api.session import Session
from queensbench.conformance.openspiel import openspiel_game
from queensbench.errors import BadInput
from queensbench.language import Instance
from tests.conformance.boxes import BOXES, session
from tests.reference import kuhn_poker, walks

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here")


def kuhn(**options: Any) -> Any:
    made = Session.of(walks.session(kuhn_poker.mode))
    return openspiel_game(made, measure="score", zero_sum=True, **options)


@pytest.mark.parametrize(("path", "instance"), BOXES)
def test_openspiels_own_test_passes(path: str, instance: str) -> None:
    """Random games in which it checks players, actions, chances, observations, clones, stored states and returns."""
    game = openspiel_game(session(path, instance), length=10_000 if instance != "full" else 80)
    pyspiel.random_sim_test(game, 2 if instance != "full" else 1, instance != "full", False)


def nodes(state: Any) -> Iterator[Any]:
    yield state
    for action in state.legal_actions():
        yield from nodes(state.child(action))


def test_kuhn_poker_has_the_published_tree() -> None:
    """The same counts as OpenSpiel's own game, and as many information states."""
    found = list(nodes(kuhn().new_initial_state()))
    kinds = Counter(
        "over" if s.is_terminal() else "chance" if s.is_chance_node() else "choice" for s in found
    )
    assert kinds == {"chance": 4, "choice": 24, "over": 30}
    seen = {s.information_state_string() for s in found if s.current_player() >= 0}
    assert len(seen) == 12


def test_counterfactual_regrets_bring_kuhn_poker_to_its_value() -> None:
    """The first player loses a chip in eighteen games (Kuhn 1950)."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = kuhn()
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert abs(values[0] + 1 / 18) < 1e-3
    assert values[0] == -values[1]
    assert 0 <= exploitability.exploitability(game, policy) < 1e-2


def test_a_hidden_hand_is_played_so_that_nobody_can_exploit_it() -> None:
    """The Queen's Collection with a card of each of three colours and one wild, cut after twelve moves.

    The tree goes to OpenSpiel's own format, so that its algorithms in C++ need not come back to Python.
    """
    from open_spiel.python.algorithms import gambit

    collection = load("queens-collection/competitive")
    gone = collection.instances["gone"]
    ones = dict.fromkeys(("cards", "wilds", "pairs", "swaps", "reveals", "display"), 1)
    small = Instance("hand", "a hand of one card", sizes={**gone.sizes, **ones}, keep=gone.keep)
    game = openspiel_game(collection.session(small), length=12)
    assert len(list(nodes(game.new_initial_state()))) == 3_539
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    at_random = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    assert at_random == pytest.approx(1 / 12)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert 0 <= pyspiel.exploitability(tree, solver.average_policy()) < 1e-4


def test_chances_are_the_exact_ones() -> None:
    """Eight cards, of which one of two wild ones is dealt: three, three and one are left."""
    state = openspiel_game(session("queens-collection/competitive")).new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    state.apply_action(4)
    assert [(number, one.probability) for number, one in state.node.outcomes()] == [
        (2, Fraction(3, 7)),
        (3, Fraction(3, 7)),
        (4, Fraction(1, 7)),
    ]
    assert state.chance_outcomes() == [(2, 3 / 7), (3, 3 / 7), (4, 1 / 7)]


def test_states_are_found_again_from_their_text() -> None:
    game = openspiel_game(session("queens-collection/competitive"))
    state = game.new_initial_state()
    for _ in range(8):
        state.apply_action(state.legal_actions()[-1])
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(same), same.history()) == (str(game), str(state), state.history())
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_game_is_loaded_by_its_names() -> None:
    game = pyspiel.load_game("queensbench(mode=queue4/standard,instance=six,readings=stop_when:until_placed)")
    assert game.table.session.readings["stop_when"].name == "UNTIL_PLACED"
    assert game.num_distinct_actions() == 34
    pyspiel.random_sim_test(game, 2, True, False)


def test_a_number_of_another_process_is_refused() -> None:
    openspiel_game(session("queue4/standard"))  # which registers the name
    with pytest.raises(BadInput) as caught:
        pyspiel.load_game("queensbench(mode=queue4/standard,number=100000)")
    assert str(caught.value) == (
        "queue4/standard: game 100000 was made in another process; make it again from its session"
    )


def test_a_seat_sees_its_own_cards_alone() -> None:
    """The tensor tells what the text tells: hidden cells are nought, and not marked as seen."""
    state = openspiel_game(session("queens-collection/competitive")).new_initial_state()
    for _ in range(6):
        state.apply_action(state.legal_actions()[-1])
    assert "hand[NORTH,ORANGE]=2" in state.observation_string(0)
    assert "hand[NORTH,ORANGE]=?" in state.observation_string(1)
    assert "pile[ORANGE]=?" in state.observation_string(1)
    cells = len(state.node.seen(0))
    for seat in range(2):
        tensor = state.observation_tensor(seat)
        assert tensor[:2] == [1.0 - seat, float(seat)]
        assert tensor[4 : 4 + cells] == [float(raw or 0) for raw in state.node.seen(seat)]
        assert tensor[4 + cells :] == [float(raw is not None) for raw in state.node.seen(seat)]
    assert state.observation_tensor(0)[2:] != state.observation_tensor(1)[2:]


def test_scores_that_do_not_add_up_to_nought_are_told() -> None:
    game = openspiel_game(session("queens-collection/competitive"), measure="score", zero_sum=True)
    state, random = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    with pytest.raises(BadInput) as caught:
        state.returns()
    first, second = state.node.position.scores.values()
    assert (
        str(caught.value) == f"a play is worth {first}, {second}, which is not 0 together; leave out zero_sum"
    )


def test_where_openspiel_is_missing_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.conformance.openspiel.find_spec", lambda name: None)
    with pytest.raises(BadInput) as caught:
        openspiel_game(session("queue4/standard"))
    assert str(caught.value) == "OpenSpiel is not installed; install it: pip install open-spiel"
