"""Proofs that no step takes the last of a component, or fills it to its limit: claims that steps keep once they hold.

A component is some cells of the state (:class:`Stock`).  It *runs out*, or *is full*, where a step leads from a state
in which the cells add up to something else to one in which they add up to its total.  The claim is that no micro-step
does so from any typed state in which the lemmas given hold.  Each is asked by itself, with the inductive steps of the
prover and nothing of the start: a pile may begin empty, and still never run out.

What it cannot see: that a state which z3 names cannot be reached, if no lemma says why; and questions that z3 does not
decide within its budget.  Both leave a component open.  Steps that leave a range are no steps: that there are none is
for the proofs of the lemmas to show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from queensbench.engines.prove.obligations import Goal, Order
from queensbench.engines.prove.planning import conjuncts, executed, plan
from queensbench.engines.prove.worker_pool import Share, Workers
from queensbench.errors import BadInput
from queensbench.rules.typed import ir

RLIMIT = 1_000_000
"""z3's budget for one goal: what is proved here is proved quickly, or takes far longer."""


@dataclass(frozen=True)
class Stock:
    """Cells of the state, each a number from 0 on, and what they do not come to: ``total``, the least or the most.

    ``name`` and ``what`` tell it from others: ``deck``, ``runs out``.
    """

    name: str
    what: str
    cells: range
    total: int


@dataclass(frozen=True)
class KeptVerdict:
    """The answer about a stock: ``proved``, ``open`` (a state that may be unreachable) or ``unknown``.

    ``lemmas``: the judges that the proof used.  ``at``: of one that is not proved, the transition in whose step it was
    left open.
    """

    stock: Stock
    verdict: Literal["proved", "open", "unknown"]
    lemmas: tuple[int, ...] = ()
    at: str = ""


def claiming(system: ir.System, stocks: Sequence[Stock]) -> ir.System:
    """The system with a judge for each stock behind its own: that the cells do not add up to the total.

    Raises BadInput for a total that is neither the least nor the most that the cells can come to.
    """
    functions, judges = list(system.functions), list(system.judges)
    for stock in stocks:
        judges.append(ir.Judge(f"{stock.name} {stock.what}", len(functions)))
        body = (ir.Return(_other(system, stock)),)
        functions.append(ir.Function(judges[-1].name, "", 0, (), (), body, ir.BoolType(), (), pure=True))
    return replace(system, functions=tuple(functions), judges=tuple(judges))


def _other(system: ir.System, stock: Stock) -> ir.Expr:
    """Whether the cells of a stock add up to another number than its total, cell by cell."""
    types = [system.cells[cell] for cell in stock.cells]
    least, most = sum(t.lo for t in types), sum(t.hi for t in types)
    if stock.total not in (least, most):
        raise BadInput(
            f"{stock.name} is asked to come to {stock.total}",
            where=f"{system.ruleset}/{system.mode}",
            remedy=f"ask for the least or the most of its cells, {least} or {most}",
        )
    reads = [_read(system, cell) for cell in stock.cells]
    ends = [t.lo if stock.total == least else t.hi for t in types]
    parts = tuple(
        ir.Compare("!=", read, ir.Const(end, t)) for read, end, t in zip(reads, ends, types, strict=True)
    )
    return parts[0] if len(parts) == 1 else ir.Logic("or", parts)


def _read(system: ir.System, cell: int) -> ir.Read:
    """The value of a cell, by its field and constant indices."""
    number = _field(system, cell)
    block = system.fields[number]
    place, indices = cell - block.offset, list[ir.Expr]()
    for t in reversed(block.index):
        indices.append(ir.Const(t.lo + place % ir.size(t), t))
        place //= ir.size(t)
    return ir.Read(number, tuple(reversed(indices)), -1, block.value)


def _field(system: ir.System, cell: int) -> int:
    """The number of the field that a cell belongs to."""
    return next(n for n, f in enumerate(system.fields) if f.offset <= cell < f.offset + f.cells)


def kept(
    system: ir.System,
    stocks: Sequence[Stock],
    *,
    given: Sequence[int] = (),
    readings: Sequence[int] | None = None,
    rlimit: int = RLIMIT,
    seconds: float | None = None,
    share: Share | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> list[KeptVerdict]:
    """Say of each stock whether steps keep it from its total, in the order given.

    Once a part of a field is not shown, the later parts of that field are not asked: they are unknown at the same step.

    ``given``: judges that hold in every reachable state under the readings, with every range shown; they are lemmas.
    ``readings``: raw, fixed (None: all).  ``rlimit``: z3's budget for one goal.  ``seconds``: a backstop; what is not
    decided by then is unknown.  ``share``: what it may use of the machine.  Raises BadInput as :func:`claiming`.
    """
    asked = claiming(system, stocks)
    fixed = None if readings is None else tuple(readings)
    lemmas = tuple(conjuncts(asked, given))
    found = []
    left: dict[tuple[int, str], str] = {}
    with Workers(asked, seconds, share) as workers:
        for place, stock in enumerate(stocks):
            alike = _field(system, stock.cells.start), stock.what
            if alike in left:
                found.append(KeptVerdict(stock, "unknown", at=left[alike]))
                continue
            progress(f"{stock.name} {stock.what}")
            claim = tuple(conjuncts(asked, [len(system.judges) + place]))
            goals = [goal for goal in plan(asked, claim, given) if goal.lemmas and goal.obligation.inductive]
            order = Order((*lemmas, *claim), fixed, rlimit)
            found.append(_kept(asked, stock, goals, order, workers))
            if found[-1].verdict != "proved":
                left[alike] = found[-1].at
    return found


def _kept(
    system: ir.System, stock: Stock, goals: Sequence[Goal], order: Order, workers: Workers
) -> KeptVerdict:
    """The verdict on one stock: its transitions one by one, up to the first whose step is not shown."""
    by_transition: dict[int, list[Goal]] = {}
    for goal in goals:
        by_transition.setdefault(goal.transition, []).append(goal)
    used: set[int] = set()
    for transition in sorted(by_transition, key=lambda one: (executed(system, one), one)):
        answers = workers.decide(by_transition[transition], order)
        for goal in by_transition[transition]:
            answer = answers.get(goal)
            if answer is None or answer.verdict != "proved":
                failed = any(one.verdict == "failed" for one in answers.values())
                name = system.transitions[transition].name
                return KeptVerdict(stock, "open" if failed else "unknown", at=name)
            used |= answer.judges_used
    return KeptVerdict(stock, "proved", tuple(sorted(used - {order.lemmas[-1][0]})))


__all__ = ["RLIMIT", "KeptVerdict", "Stock", "claiming", "kept"]
