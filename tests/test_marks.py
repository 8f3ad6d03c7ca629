"""The marks of the rulebooks: ``with clause(...)`` and ``@rule(...)`` stand on code that does what the clause says.

Whether it does is for a reader to judge, clause by clause.  What can be told without reading the booklet is held here:
the ways in which marks were found on the wrong code before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MODELS = Path(__file__).parents[1] / "model"
LEAVING = {
    "queen_is_dead/abilities.py gambler: tokens.opponent_none",
    "queen_is_dead/abilities.py may_turn_up: activate.downed.stays",
    "queen_is_dead/endings.py aim: guard.protects",
    "queen_is_dead/endings.py collect: tokens.supply_empty",
    "queen_is_dead/endings.py collect_own: tokens.last_token",
    "queen_is_dead/setup.py roll_for_start: setup.starter.tie",
    "queen_is_dead/turn.py show_master: recruit.reveal.already",
}
"""Blocks that only leave the rule: their sentence says that nothing happens, or not."""
BOTH = {"queens_collection/deal.py take_cards_out: difficulty.before, difficulty.may"}
"""Clauses that both arms of an ``if`` carry out: cards are taken out, of which kind ever."""


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(MODELS.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(MODELS).as_posix()} {node.name}", node


def named(node: ast.AST) -> list[str]:
    """The clauses of a ``with clause(...)``."""
    if not isinstance(node, ast.With) or not isinstance(node.items[0].context_expr, ast.Call):
        return []
    return [str(a.value) for a in node.items[0].context_expr.args if isinstance(a, ast.Constant)]


def decorated(node: ast.FunctionDef) -> list[str]:
    """The clauses of a rule's decorator."""
    calls = [one for one in node.decorator_list if isinstance(one, ast.Call)]
    return [str(a.value) for call in calls for a in call.args if isinstance(a, ast.Constant)]


def idle(node: ast.stmt) -> bool:
    """Whether a line does nothing: ``pass``, a text, or ``states``."""
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="states"))):
            return True
    return False


def leaves(node: ast.stmt) -> bool:
    """Whether a line only leaves the rule, with nothing or with no."""
    return isinstance(node, ast.Return) and (
        node.value is None or (isinstance(node.value, ast.Constant) and not node.value.value)
    )


def test_no_mark_stands_on_code_that_does_nothing() -> None:
    found = [
        f"{place}: {', '.join(names)}"
        for place, function in functions()
        for names, body in [
            (decorated(function), function.body),
            *((named(node), node.body) for node in ast.walk(function) if isinstance(node, ast.With)),
        ]
        if names and all(map(idle, body))
    ]
    assert found == []


def test_every_block_that_only_leaves_its_rule_has_been_looked_at() -> None:
    found = {
        f"{place}: {', '.join(named(node))}"
        for place, function in functions()
        for node in ast.walk(function)
        if isinstance(node, ast.With) and all(map(leaves, node.body))
    }
    assert found == LEAVING


def test_no_clause_is_marked_on_both_arms_of_a_condition() -> None:
    def within(body: list[ast.stmt]) -> set[str]:
        return {name for line in body for node in ast.walk(line) for name in named(node)}

    found = {
        f"{place}: {', '.join(sorted(both))}"
        for place, function in functions()
        for node in ast.walk(function)
        if isinstance(node, ast.If)
        if (both := within(node.body) & within(node.orelse))
    }
    assert found == BOTH


def test_no_block_repeats_the_mark_of_its_rule() -> None:
    found = [
        f"{place}: {name}"
        for place, function in functions()
        for node in ast.walk(function)
        for name in named(node)
        if name in decorated(function)
    ]
    assert found == []
