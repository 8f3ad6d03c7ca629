"""The numbers that local names can hold, found by running a rule on intervals, turn by turn of its loops.

Lowering reads a rule until the interval of each local number, which covers all that it is given, stands still.  That
of a name that grows by itself (``found = found + 1`` in a loop, ``z = z + 1`` after ``z = x``) never does, although
every loop of the language ends.  Here the rule is run as a whole: each name has the interval of what it was given last,
both branches of a condition are taken and joined, and a loop is run as often as it turns, or until nothing changes.

What it cannot see: conditions.  ``if z < 9: z = z + 1`` may grow as often as its loop turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from queensbench.rules.typed import ir

BEYOND = 1 << 80
"""An interval does not grow beyond this number: it is too large for any reader, and refused."""

STEPS = 200_000
"""So many statements and expressions are run; a rule that takes more has no bounds."""

Span = tuple[int, int]
Known = dict[int, Span]
NONE: Span = (-BEYOND, BEYOND)


class TooLong(Exception):
    """A rule takes too many steps."""


def spans(
    slots: int, params: Sequence[ir.Type], body: Sequence[ir.Stmt], returns: Callable[[int], Span]
) -> Known:
    """By local slot that is assigned, the interval of all its values (interval analysis; Cousot and Cousot, 1976).

    ``returns`` gives the interval of a rule's result.  The types of local names in ``body`` are not relied on.
    """
    run = _Run(returns)
    try:
        run.block(body, {slot: (t.lo, t.hi) for slot, t in enumerate(params)})
    except TooLong:
        return dict.fromkeys(range(slots), NONE)
    return run.all


class _Run:
    def __init__(self, returns: Callable[[int], Span]) -> None:
        self.returns = returns
        self.all: Known = {}
        self.left = STEPS

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLong

    # ------------------------------------------------------------------------------------ statements

    def block(self, body: Sequence[ir.Stmt], known: Known) -> None:
        """Run statements on intervals; ``known`` holds those of names, before and then after."""
        for stmt in body:
            self._statement(stmt, known)

    def _statement(self, stmt: ir.Stmt, known: Known) -> None:
        self._step()
        match stmt:
            case ir.Let(slot, value):
                found = self.value(value, known)
                known[slot] = found
                self.all[slot] = joined(self.all.get(slot, found), found)
            case ir.If(_, then, orelse):
                other = dict(known)
                self.block(then, known)
                self.block(orelse, other)
                _join(known, other)
            case ir.For(slot, values, body):
                varies = _reads(body, slot)
                for turn in values:
                    before = dict(known)
                    known[slot] = turn, turn
                    self.block(body, known)
                    del known[slot]
                    if known == before and not varies:
                        break
            case ir.Clause(_, body):
                self.block(body, known)
            case _:
                pass

    # ----------------------------------------------------------------------------------- expressions

    def value(self, node: ir.Expr, known: Known) -> Span:
        """The interval of an expression."""
        self._step()
        match node:
            case ir.Const(value, _):
                return value, value
            case ir.Var(slot, t):
                return known.get(slot, (t.lo, t.hi))
            case ir.Arith(op, left, right, _):
                return arith(op, self.value(left, known), self.value(right, known))
            case ir.Choose(_, then, orelse, _):
                return joined(self.value(then, known), self.value(orelse, known))
            case ir.Quant("sum" | "min" | "max"):
                return self._quant(node, known)
            case ir.Call(function, _, _):
                return self.returns(function)
            case ir.Checked(operand, site, t):
                lo, hi = self.value(operand, known)
                return (lo, hi) if site < 0 or hi < t.lo or lo > t.hi else (max(lo, t.lo), min(hi, t.hi))
        return node.type.lo, node.type.hi

    def _quant(self, node: ir.Quant, known: Known) -> Span:
        inner, count = dict(known), 1
        for loop in node.loops:
            count *= len(loop.values)
            if loop.values:
                inner[loop.slot] = min(loop.values[0], loop.values[-1]), max(loop.values[0], loop.values[-1])
        if not count:
            return self.value(node.default, known) if node.default is not None else (0, 0)
        lo, hi = self.value(node.body, inner)
        if node.op == "sum":
            some = any(loop.where is not None for loop in node.loops)
            return summed((lo, hi), count, some=some)
        if node.default is not None:
            return joined((lo, hi), self.value(node.default, known))
        return lo, hi


def joined(a: Span, b: Span) -> Span:
    """The interval that covers two."""
    return min(a[0], b[0]), max(a[1], b[1])


def summed(body: Span, count: int, *, some: bool) -> Span:
    """The interval of a sum of so many numbers; ``some``: perhaps of fewer."""
    lo, hi = body
    return kept(min(lo, 0) * count if some else lo * count, max(hi, 0) * count if some else hi * count)


def arith(op: str, a: Span, b: Span) -> Span:
    """The interval of an operation on numbers of two intervals; a divisor is one positive number."""
    (lo, hi), (low, high) = a, b
    match op:
        case "+":
            return kept(lo + low, hi + high)
        case "-":
            return kept(lo - high, hi - low)
        case "min":
            return min(lo, low), min(hi, high)
        case "max":
            return max(lo, low), max(hi, high)
        case "//":
            return lo // low, hi // low
        case "%":
            return (lo, hi) if lo >= 0 and hi < low else (0, low - 1)
    ends = [x * y for x in a for y in b]
    return kept(min(ends), max(ends))


def kept(lo: int, hi: int) -> Span:
    """An interval, cut off at :data:`BEYOND` on either side."""
    return max(-BEYOND, min(lo, BEYOND)), min(BEYOND, max(hi, -BEYOND))


def _join(known: Known, other: Known) -> None:
    """The intervals of names after one of two branches; a name without a value on one of them is not read."""
    for slot, span in other.items():
        known[slot] = joined(known.get(slot, span), span)


def _reads(body: Sequence[ir.Stmt], slot: int) -> bool:
    """Whether the body of a loop reads its variable, so that a later turn may do something else."""
    return any(isinstance(node, ir.Var) and node.slot == slot for stmt in body for node in ir.walk(stmt))
