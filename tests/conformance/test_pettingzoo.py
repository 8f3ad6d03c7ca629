"""Every mode is an environment of PettingZoo, and its own test passes on it."""

from __future__ import annotations

import warnings
from random import Random

import pytest

from queensbench.conformance.pettingzoo import pettingzoo_env
from queensbench.errors import BadInput
from tests.conformance.boxes import BOXES, session

pytest.importorskip("pettingzoo", reason="PettingZoo has no wheel here")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests load games of its own in a way that it has deprecated
    from pettingzoo.test import api_test, seed_test


@pytest.mark.parametrize(("path", "instance"), BOXES)
def test_pettingzoos_own_test_passes(path: str, instance: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo_env(session(path, instance)), num_cycles=40)
    assert capsys.readouterr().out == "Starting API test\nPassed API test\n"


def test_the_same_seed_draws_the_same() -> None:
    seed_test(lambda: pettingzoo_env(session("queens-collection/teams")), num_cycles=10)


def test_a_play_that_is_cut_is_truncated() -> None:
    env = pettingzoo_env(session("queens-collection/competitive"), length=12, unfinished=-1)
    env.reset(seed=1)
    random = Random(1)
    while env.legal():
        env.step(random.choice(env.legal()))
    assert env.node.steps == 12
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": -1.0, "player_1": -1.0}
    assert env.infos["player_0"]["end"] == "cut"


def test_agents_are_the_players_in_their_order() -> None:
    env = pettingzoo_env(session("queens-collection/teams"))
    assert env.seats == {"player_0": "NORTH", "player_1": "EAST", "player_2": "SOUTH", "player_3": "WEST"}


def test_the_mask_is_of_the_agent_whose_turn_it_is() -> None:
    env = pettingzoo_env(session("queens-collection/competitive"))
    env.reset(seed=3)
    while len(env.legal()) < 2:
        env.step(env.legal()[0])
    mask = env.infos[env.agent_selection]["action_mask"]
    assert [at for at, may in enumerate(mask) if may] == env.legal()
    (other,) = set(env.agents) - {env.agent_selection}
    assert env.infos[other]["action_mask"].sum() == 0


def test_an_action_that_is_not_possible_is_refused_and_nothing_is_done() -> None:
    env = pettingzoo_env(session("queue4/standard"))
    env.reset(seed=1)
    before = env.node
    with pytest.raises(BadInput) as caught:
        env.step(33)
    assert (
        str(caught.value) == "queue4/standard six, step 0: 33 cannot be done now; choose of what is possible"
    )
    assert env.node is before


def test_where_pettingzoo_is_missing_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.conformance.openspiel.find_spec", lambda name: None)
    with pytest.raises(BadInput) as caught:
        pettingzoo_env(session("queue4/standard"))
    assert str(caught.value) == "PettingZoo is not installed; install it: pip install pettingzoo"
