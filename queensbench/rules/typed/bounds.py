"""Bounds of all that readers write out one by one: cells, moves, cases, turns of loops.

A range may have four thousand million values: a cell of it is a number like any other.  But cells, moves, the cases
of a property and the turns of a loop are each handled one by one somewhere.  What is beyond these bounds is refused
when a model is loaded, with its place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod

from queensbench.errors import Finding
from queensbench.rules.typed import ir

MOST_CELLS = 1 << 16
"""Cells of a state."""

MOST_MOVES = 1 << 22
"""Moves of a mode, possible or not: of all actions and chance events, all combinations of their arguments."""

MOST_CASES = 1 << 16
"""Combinations of arguments for which a property is asked, or a player of whom a score is."""

MOST_TURNS = 1 << 20
"""Turns of a loop or a generator, with those of the loops around it."""

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


def moves(functions: Iterable[ir.Function]) -> list[Finding]:
    """Findings for actions and chance events with too many combinations of arguments, alone or together."""
    counts = [(prod(max(ir.size(t), 0) for _, t in f.params), f) for f in functions]
    whole = sum(count for count, _ in counts)
    if whole <= MOST_MOVES:
        return []
    most, worst = max(counts, key=lambda one: one[0])
    fault = f"takes {most:,} combinations of values; all moves of a mode are at most {MOST_MOVES:,}"
    if most < whole:
        fault = f"takes {most:,} combinations of values, and all moves together {whole:,}; at most are {MOST_MOVES:,}"
    return [_finding(worst, fault, "give it smaller ranges, or let several moves choose one value each")]


def cases(function: ir.Function) -> list[Finding]:
    """The findings for a property, or a score, with too many combinations of arguments."""
    count = prod(max(ir.size(t), 0) for _, t in function.params)
    if count <= MOST_CASES:
        return []
    fault = f"is asked for {count:,} combinations of values; at most are {MOST_CASES:,}"
    return [_finding(function, fault, "give it smaller ranges")]


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
