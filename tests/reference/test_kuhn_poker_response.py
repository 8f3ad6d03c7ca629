"""Kuhn poker with hidden cards: best answers to fixed strategies, held against all strategies and published values.

The equilibria are those of the literature: for a number `a` from 0 to 1/3 the first player bets a Jack with a, a King
with 3a, never a Queen, and calls with a Queen with a + 1/3; the second player bluffs with a Jack and calls with a Queen
once in three.  The game is worth -1/18 to the first player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from queensbench.engines.runtime.calls import Interrupts
from queensbench.engines.solve.arena import Explored, arena_of
from queensbench.engines.solve.best_response import Response, Strategy, best_response, uniform
from queensbench.engines.solve.values import order_of
from queensbench.errors import BadInput
from queensbench.rules.observations import View, Views
from tests.engines.models import quarrel
from tests.reference import tic_tac_toe
from tests.reference.kuhn_poker import mode
from tests.reference.walks import session

CARDS = (1, 2, 3)  # Jack, Queen, King, as the record keeps them
GAME = Fraction(-1, 18)

Plan = Mapping[tuple[int, str], Fraction]
"""How likely a player is to bet: by the player's card, and what has been done: `p` for a pass, `b` for a bet."""


@cache
def arena() -> Explored:
    made = session(mode)
    from queensbench.engines.explore.explorer import explore

    with Interrupts() as interrupts:
        return arena_of(explore(made.solver, made.system), interrupts)


def respond(player: int, others: Strategy) -> Response:
    found = arena()
    views = Views(session(mode).system, mode)
    return best_response(found, views, player, others, found.measured("score", player))


def played(plan: Plan) -> Strategy:
    """A plan as the engine takes it, read from what the player sees."""
    blocks = {block.name: block for block in session(mode).system.fields}
    acts, length = blocks["acts"].offset, blocks["acts.len"].offset

    def strategy(player: int, view: View, codes: Sequence[int]) -> Mapping[int, int]:
        card, done = view[blocks["card"].offset + player], view[length]
        assert card is not None
        assert done is not None
        assert view[blocks["card"].offset + 1 - player] is None
        history = "".join("pb"[view[acts + i] or 0] for i in range(done))
        bet = plan[card, history]
        passing, betting = codes
        return {betting: bet.numerator, passing: bet.denominator - bet.numerator}

    return strategy


def first_plan(a: Fraction) -> Plan:
    bets = {(1, ""): a, (2, ""): Fraction(0), (3, ""): 3 * a}
    return bets | {(1, "pb"): Fraction(0), (2, "pb"): a + Fraction(1, 3), (3, "pb"): Fraction(1)}


def second_plan() -> Plan:
    third, no, yes = Fraction(1, 3), Fraction(0), Fraction(1)
    return {
        (1, "p"): third, (2, "p"): no, (3, "p"): yes,
        (1, "b"): no, (2, "b"): third, (3, "b"): yes,
    }  # fmt: skip


def worth(plans: tuple[Plan, Plan], cards: tuple[int, int], history: str = "") -> Fraction:
    """What the first player wins, by the rules of the game written once more."""
    higher = 1 if cards[0] > cards[1] else -1
    ended = {"pp": higher, "bp": 1, "pbp": -1, "bb": 2 * higher, "pbb": 2 * higher}
    if history in ended:
        return Fraction(ended[history])
    player = len(history) % 2
    bet = plans[player][cards[player], history]
    return bet * worth(plans, cards, history + "b") + (1 - bet) * worth(plans, cards, history + "p")


def mean(plans: tuple[Plan, Plan]) -> Fraction:
    return sum((worth(plans, (x, y)) for x, y in permutations(CARDS, 2)), Fraction(0)) / 6


def best_by_trying(player: int, other: Plan) -> Fraction:
    """The best of all 64 plans without chance."""
    histories = ("", "pb") if player == 0 else ("p", "b")
    places = list(product(CARDS, histories))
    found = []
    for bets in product((Fraction(0), Fraction(1)), repeat=6):
        mine = dict(zip(places, bets, strict=True))
        found.append(mean((mine, other)) if player == 0 else -mean((other, mine)))
    return max(found)


EVEN: Plan = {(c, h): Fraction(1, 2) for c in CARDS for h in ("", "p", "b", "pb")}


@pytest.mark.parametrize("a", [Fraction(0), Fraction(1, 10), Fraction(1, 5), Fraction(1, 3)])
def test_no_answer_to_an_equilibrium_wins_more_than_the_game_is_worth(a: Fraction) -> None:
    assert mean((first_plan(a), second_plan())) == GAME
    assert respond(1, played(first_plan(a))).value == -GAME == best_by_trying(1, first_plan(a))
    assert respond(0, played(second_plan())).value == GAME == best_by_trying(0, second_plan())


@pytest.mark.parametrize("player", [0, 1])
def test_the_best_answer_to_a_player_who_acts_at_random(player: int) -> None:
    found = respond(player, uniform)
    assert found.value == best_by_trying(player, EVEN)
    assert found.value == (Fraction(1, 2) if player == 0 else Fraction(5, 12))
    assert len(found.moves) == 6


def test_the_sums_of_both_best_answers_are_those_published() -> None:
    """OpenSpiel, exploitability_test.py: 11/12 against random play, 2 against who always passes."""

    def passing(player: int, view: View, codes: Sequence[int]) -> Mapping[int, int]:
        return {codes[0]: 1}

    assert sum(respond(player, uniform).value for player in (0, 1)) == Fraction(11, 12)
    assert [respond(player, passing).value for player in (0, 1)] == [1, 1]


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 2), Fraction(1)])
def test_who_bluffs_too_much_or_too_little_is_worth_more_to_the_other(bluff: Fraction) -> None:
    plan = dict(second_plan()) | {(1, "p"): bluff}
    found = respond(0, played(plan))
    assert found.value == best_by_trying(0, plan) > GAME


def test_a_record_that_forgets_what_was_done_is_refused() -> None:
    """A grid of marks is reached in many orders."""
    made = session(tic_tac_toe.mode)
    from queensbench.engines.explore.explorer import explore

    with Interrupts() as interrupts:
        found = arena_of(explore(made.solver, made.system), interrupts)
    with pytest.raises(BadInput) as caught:
        best_response(found, Views(made.system, tic_tac_toe.mode), 0, uniform, found.measured("winners"))
    assert str(caught.value) == (
        "/tic-tac-toe: states that look alike to a player differ in what the player did before, or may do; "
        "let the record keep what players have seen and done"
    )


def test_a_move_back_to_the_same_state_is_refused() -> None:
    """Who waits in a quarrel is where he was."""
    made = session(quarrel.mode)
    from queensbench.engines.explore.explorer import explore

    with Interrupts() as interrupts:
        found = arena_of(explore(made.solver, made.system), interrupts)
    assert order_of(found).acyclic
    with pytest.raises(BadInput) as caught:
        best_response(found, Views(made.system, quarrel.mode), 1, uniform, np.zeros(found.states, np.int64))
    assert str(caught.value) == "/quarrel: best responses are computed where play cannot go round"
