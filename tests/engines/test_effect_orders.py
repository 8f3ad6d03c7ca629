"""Effects that are due at the same time, each order held against its reverse."""

from __future__ import annotations

import pytest

from queensbench.engines.compare.effect_orders import TimeOver, orders
from queensbench.rules.system import build
from queensbench.rules.transforms.effect_orders import with_orders
from tests.engine_box import EngineBox
from tests.engines.models.lock import mode as lock
from tests.engines.models.quay import mode as quay


def test_a_quay_where_the_order_of_loading_decides() -> None:
    """One crate for two boats: who loads first wins.  The toll depends on whether the storm is first."""
    instance = next(i for i in quay.all_instances() if i.name == "small")
    system = build(quay, instance, ruleset="tests")
    found, complete, _ = orders(EngineBox("tests", quay, instance, system))
    seen = [
        (o.order.kind, o.order.rule, o.order.values, o.order.clauses, o.matters, o.consulted) for o in found
    ]
    assert complete
    assert [o.states for o in found] == [4] * len(found)
    assert seen == [
        ("loop", "load", 2, ("load.each",), "winner", 2),
        ("loop", "wait", 2, (), "not-seen", 1),
        ("rules", "toll, storm", 2, ("toll.paid", "storm.rises"), "legal", 3),
        ("rules", "toll, arrive", 2, ("toll.paid",), "not-seen", 3),
        ("rules", "storm, arrive", 2, ("storm.rises",), "not-seen", 3),
    ]
    assert [o.play.texts if o.play is not None else None for o in found] == [
        ["load()"],
        None,
        ["load()"],
        None,
        None,
    ]


def test_the_system_asked_is_the_same_but_for_its_orders() -> None:
    instance = next(i for i in quay.all_instances() if i.name == "small")
    system = build(quay, instance, ruleset="tests")
    turned, found = with_orders(system)
    assert [r.name for r in turned.rulings] == ["$order1", "$order2", "$order3", "$order4", "$order5"]
    assert [o.ruling for o in found] == [r.name for r in turned.rulings]
    assert turned.cells == system.cells
    assert [t.name for t in turned.transitions] == [
        "load",
        "wait",
        "storm first",
        "arrive first",
        "toll",
        "arrive first",
        "storm",
        "arrive",
    ]


def locked() -> EngineBox:
    instance = next(i for i in lock.all_instances() if i.name == "small")
    return EngineBox("tests", lock, instance, build(lock, instance, ruleset="tests"))


def test_an_order_under_which_the_rules_break_is_found_among_the_others() -> None:
    found, complete, _ = orders(locked())
    assert complete
    assert [(o.matters, o.play.texts if o.play is not None else None) for o in found] == [
        ("not-seen", None),
        ("fault", None),
        ("not-seen", None),
        ("legal", ["turn()"]),
    ]
    assert "level" in found[1].why


def test_the_time_may_be_over_before_an_instance_is_looked_at() -> None:
    with pytest.raises(TimeOver):
        orders(locked(), ends=0.0)
