"""Comparisons of choices as choices of comparisons: the same conditions."""

from __future__ import annotations

import random

import z3

from queensbench.readers.symbolic.hoisting import MOST, Hoist

X, Y = z3.Ints("x y")
P, Q = z3.Bools("p q")


def number(rng: random.Random, depth: int) -> z3.ArithRef:
    """A choice among numbers."""
    if not depth or rng.random() < 0.2:
        return rng.choice([X, Y, z3.IntVal(rng.randint(-3, 3))])
    condition = rng.choice([P, Q, z3.And(P, Q), X < 2, number(rng, depth - 1) <= Y])
    found: z3.ArithRef = z3.If(condition, number(rng, depth - 1), number(rng, depth - 1))
    return rng.choice([found, found, found, found / 2, (-1 + found) / 2, found + 3])


def chosen(term: z3.ExprRef) -> bool:
    """Whether a condition compares choices by order anywhere."""
    if z3.is_app(term) and term.decl().kind() in (z3.Z3_OP_LE, z3.Z3_OP_GE, z3.Z3_OP_LT, z3.Z3_OP_GT):
        todo = list(term.children())
        while todo:
            node = todo.pop()
            if z3.is_app_of(node, z3.Z3_OP_ITE):
                return True
            todo += node.children()
        return False
    return any(chosen(child) for child in term.children())


def test_a_hoisted_condition_is_the_same_condition() -> None:
    rng = random.Random(7)
    changed = 0
    for _ in range(40):
        a, b = number(rng, 3), number(rng, 3)
        term = z3.Or(rng.choice([a <= b, a < b, a >= b, a > b]), z3.And(P, number(rng, 2) > X), Q)
        found = Hoist(z3.main_ctx())(term)
        solver = z3.Solver()
        solver.add(term != found)
        assert solver.check() == z3.unsat
        assert not chosen(found)
        changed += not found.eq(term)
    assert changed > 20


def test_what_would_become_too_much_stays() -> None:
    chain, at = X, z3.Int("at")
    for place in range(MOST + 1):
        chain = z3.If(at == place, z3.IntVal(place), chain)
    assert Hoist(z3.main_ctx())(chain <= X).eq(chain <= X)
    assert not chosen(Hoist(z3.main_ctx())(z3.If(P, X, Y) <= X))
