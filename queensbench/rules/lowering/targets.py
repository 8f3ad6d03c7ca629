"""Targets of assignments: their keys, each evaluated once, and what they hold before."""

from __future__ import annotations

import ast

from queensbench.rules.lowering.base import Unit
from queensbench.rules.lowering.comparisons import asks
from queensbench.rules.lowering.sequences import Sequences
from queensbench.rules.typed import ir


class Targets(Sequences):
    """Lowers the keys of what is changed."""

    def _keyed(self, unit: Unit, target: ast.expr) -> tuple[list[ir.Stmt], ast.expr]:
        """A target with each key that asks a rule in a slot of its own, and the statements that evaluate these once."""
        if not isinstance(target, ast.Subscript):
            return [], target
        out, base = self._keyed(unit, target.value)
        elements = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        keys: list[ast.expr] = []
        for key in elements:
            val = self.expr(unit, key) if any(isinstance(part, ast.Call) for part in ast.walk(key)) else None
            if val is not None and asks(val):
                name = f"key:{key.lineno}:{key.col_offset}"
                unit.names[name] = self._fresh(unit, val)
                unit.assigned.add(name)
                out.append(ir.Let(unit.names[name], val.expr))
                keys.append(ast.copy_location(ast.Name(name, ast.Load()), key))
            else:
                keys.append(key)
        if not out:
            return [], target
        index = ast.Tuple(keys, ast.Load()) if isinstance(target.slice, ast.Tuple) else keys[0]
        made = ast.Subscript(base, ast.copy_location(index, target.slice), target.ctx)
        return out, ast.copy_location(made, target)


def loaded(node: ast.expr) -> ast.expr:
    """The target of an augmented assignment, as a value."""
    if isinstance(node, ast.Name):
        new: ast.expr = ast.Name(node.id, ast.Load())
    elif isinstance(node, ast.Attribute):
        new = ast.Attribute(node.value, node.attr, ast.Load())
    elif isinstance(node, ast.Subscript):
        new = ast.Subscript(node.value, node.slice, ast.Load())
    else:
        return node
    return ast.copy_location(new, node)
