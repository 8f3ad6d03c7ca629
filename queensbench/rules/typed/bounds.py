"""The bounds of a model: the limits of its moves and cases, and how deep its rules are nested.

The limits of numbers are a project's own (:mod:`queensbench.language.limits`); those of nesting are not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

from queensbench.errors import BadInput, Finding
from queensbench.language.limits import Limits, factors, raising
from queensbench.rules.typed import ir

MOST_DEPTH = 100
"""Expressions and statements inside one another."""


MOST_PATH = 150
"""The same, with those of the rules that are asked there, one within another; each case of a `match` counts."""

DEEP = "keep parts in local names, use a Lookup, or let rules ask fewer others in turn"


def paths(functions: Sequence[ir.Function | None]) -> list[Finding]:
    """Findings for rules that are nested too deep, with those that they call; ``functions`` has callees first."""
    depths: list[int] = []
    for function in functions:
        most = 0
        todo: list[tuple[object, int]] = [(stmt, 1) for stmt in function.body] if function is not None else []
        while todo:
            node, depth = todo.pop()
            if isinstance(node, (ir.Call, ir.Do)):
                most = max(most, depth + depths[node.function])
            most = max(most, depth)
            todo += [(child, depth + 1) for child in ir.children(node)]
        depths.append(most)
    found = [f for f, depth in zip(functions, depths, strict=True) if f is not None and depth > MOST_PATH]
    return [_finding(f, too_long(), DEEP) for f in found[:1]]


def too_long() -> str:
    """The finding for a rule that is nested too deep."""
    return f"more than {MOST_PATH} expressions, statements and asked rules inside one another"


def too_many_cells(block: ir.Field, name: str, place: str, limits: Limits) -> BadInput:
    """The error of the field of this name, with whose block a state has more cells than it may have."""
    whole = block.offset + block.cells
    count = f"{block.cells:,} cell{'s' * (block.cells != 1)}{factors([ir.size(t) for t in block.index])}"
    before = f", {whole:,} with the fields before it" if block.offset else ""
    return BadInput(
        f"the field {name} has {count}{before}, and a state at most {limits.cells:,}",
        where=place,
        remedy=raising("index it by smaller ranges, give a sequence a smaller bound", "cells"),
    )


def _choices(function: ir.Function) -> list[int]:
    """How many values each argument may have."""
    return [max(ir.size(t), 0) for _, t in function.params]


def moves(functions: Iterable[ir.Function], limit: int) -> list[Finding]:
    """Findings for actions and chance events with too many combinations of arguments, alone or together."""
    counts = [(prod(_choices(f)), f) for f in functions]
    whole = sum(count for count, _ in counts)
    if whole <= limit:
        return []
    most, worst = max(counts, key=lambda one: one[0])
    fault = f"takes {most:,} combinations of values{factors(_choices(worst))}"
    together = f", and all moves together {whole:,}; at most are"
    fault += together if most < whole else "; all moves of a mode are at most"
    remedy = raising("give it smaller ranges, let several moves choose one value each", "moves")
    return [_finding(worst, f"{fault} {limit:,}", remedy)]


def cases(function: ir.Function, limit: int) -> list[Finding]:
    """The findings for a property, or a score, with too many combinations of arguments."""
    choices = _choices(function)
    if prod(choices) <= limit:
        return []
    fault = f"is asked for {prod(choices):,} combinations of values{factors(choices)}; at most are {limit:,}"
    return [_finding(function, fault, raising("give it smaller ranges", "cases"))]


def _finding(function: ir.Function, fault: str, remedy: str) -> Finding:
    return Finding(function.file, function.line, f"def {function.name}", fault, remedy)


@lru_cache(maxsize=4096)
def too_deep(definition: ast.AST) -> ast.AST | None:
    """The expression or statement of a rule that is nested too deep; None if none is.

    Kept, as each rule is lowered for each instance.
    """
    todo: list[tuple[ast.AST, int]] = [(definition, 0)]
    while todo:
        node, depth = todo.pop()
        depth += isinstance(node, (ast.expr, ast.stmt))
        if depth > MOST_DEPTH:
            return node
        todo += [(child, depth) for child in ast.iter_child_nodes(node)]
    return None
