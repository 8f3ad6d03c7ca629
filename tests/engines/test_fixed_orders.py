"""Orders of moves that look at nobody: a heap worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from queensbench.analyses.strategies.fixed_orders import ignoring
from queensbench.engines.boxes import LOOPS
from queensbench.engines.runtime.box import Box
from queensbench.engines.solve.fixed_orders import MOST_ORDERS, FixedOrder, FixedOrders, orders_of
from queensbench.engines.solve.solver import Solved, solve
from queensbench.rendering.table_and_play import order_words
from queensbench.rules.system import build
from tests.analyses import heap


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    mode = heap.mode
    system = build(mode, mode.full, ruleset="heap")
    return ignoring(Box("heap", mode, mode.full, system, LOOPS), {})[0]


def test_what_the_memory_of_the_machine_has_cut_short_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = heap.mode
    box = Box("heap", mode, mode.full, build(mode, mode.full, ruleset="heap"), LOOPS)
    for reason, lasting in (("refused", False), ("max_states", True)):

        def cut(*asked: Any, reason: str = reason, **more: Any) -> Solved:
            found = solve(*asked, **{**more, "max_states": 3})
            found.exploration.reason = reason
            return found

        monkeypatch.setattr("queensbench.engines.solve.solver.solve", cut)
        assert ignoring(box, {}) == ([], lasting)


def test_of_who_never_chooses_nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = heap.mode
    box = Box("heap", mode, mode.full, build(mode, mode.full, ruleset="heap"), LOOPS)
    orders = FixedOrders(solve(box, []).arena, box.coding)
    monkeypatch.setattr(orders, "_outcome", lambda *asked: pytest.fail("it was solved"))
    assert orders.tried(7) is None


def test_few_kinds_are_ordered_in_every_way_and_many_by_their_first() -> None:
    assert list(orders_of([4, 7])) == [
        FixedOrder((4, 7), False), FixedOrder((4, 7), True), FixedOrder((7, 4), False), FixedOrder((7, 4), True),
    ]  # fmt: skip
    assert len(list(orders_of([1, 2, 3]))) == 12
    assert [one.kinds for one in orders_of([1, 2, 3, 4])][::2] == [
        (1, 2, 3, 4), (2, 1, 3, 4), (3, 1, 2, 4), (4, 1, 2, 3),
    ]  # fmt: skip
    assert len(list(orders_of(range(40)))) == MOST_ORDERS


def test_what_the_best_order_comes_to(rows: list[dict[str, Any]]) -> None:
    """Who waits first, and else takes as many as there may be, has the last stone as soon as the other takes one.

    Against random players that comes sooner or later; the best answer is to wait for ever.
    """
    told = [
        (row["about"], row["verdict"], row["orders"], row["order"], row["greatest_first"]) for row in rows
    ]
    assert told == [
        ("NORTH", "none tried", 4, ["wait", "take"], True),
        ("SOUTH", "none tried", 4, ["wait", "take"], True),
    ]
    assert {row["against_random"]["fraction"] for row in rows} == {"1"}
    assert {row["against_best"]["fraction"] for row in rows} == {"0"}
    assert order_words(rows[0]) == (
        "NORTH, without a look at the others, wins 100 % against random players, 0 % against the best answer: "
        "always the first possible of wait, take, the greatest arguments first (4 such orders tried)"
    )


def test_bounds_and_sure_wins_are_told_as_such(rows: list[dict[str, Any]]) -> None:
    bounds = {"exact": False, "low": 0.25, "up": 0.5}
    assert "wins 25.00 to 50.00 % against random" in order_words({**rows[0], "against_random": bounds})
    sure = order_words({**rows[0], "verdict": "happens", "greatest_first": False, "orders": 1})
    assert sure == (
        "NORTH wins without a look at the others, whatever they do: always the first possible of wait, take "
        "(1 such order tried)"
    )


def test_it_is_asked_of_small_instances_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    mode = heap.mode
    system = build(mode, mode.full, ruleset="heap")
    monkeypatch.setattr("queensbench.analyses.strategies.fixed_orders.STATES", 3)
    assert ignoring(Box("heap", mode, mode.full, system, LOOPS), {}) == ([], True)
