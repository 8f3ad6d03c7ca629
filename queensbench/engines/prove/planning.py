"""The plan of a proof by induction: the goals for the claims of a system.

Goals are small on purpose: one judge, one transition, and one case of the scalars that the transition pins down (a
phase) or branches on (whose turn it is).  A step that does not hold of every state in which the lemmas hold may hold of
those that *k - 1* micro-steps lead to, with the lemmas in every state on the way (:func:`deepened`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, product
from typing import Any

from queensbench.engines.prove.obligations import (
    BASE,
    EARLY,
    ENABLED,
    QUESTION,
    RANGE,
    REFUSED_START,
    STEP,
    Case,
    Goal,
    Lemma,
)
from queensbench.engines.prove.symmetric_cases import mirrors, standing
from queensbench.rules.typed import ir
from queensbench.rules.typed.guards import MUTATES, SILENCES, VIOLATES, Effects

SPLIT = 4
"""A transition is split by the scalars that index a table, if their kind has at most so many members."""

ALTERNATIVES = 4
"""A leading requirement that allows a scalar at most so many values makes a case of each."""


def conjuncts(system: ir.System, judges: Sequence[int]) -> list[Lemma]:
    """The conjuncts of judges: one for each combination of argument values."""
    out: list[Lemma] = []
    for judge in judges:
        params = system.functions[system.judges[judge].function].params
        for values in product(*(range(t.lo, t.hi + 1) for _, t in params)):
            out.append((judge, values))
    return out


def scalar(system: ir.System, number: int) -> int:
    """The cell of a scalar field, or -1."""
    block = system.fields[number]
    return block.offset if not block.index else -1


def pins(system: ir.System, transition: int) -> dict[int, tuple[int, ...]]:
    """The scalar cells that leading requirements of a transition fix, and the values that they may have.

    ``require(s.phase == Phase.ROLL)`` leaves one, ``require(s.phase in (Phase.ROLL, Phase.MOVE))`` two.
    """
    found: dict[int, tuple[int, ...]] = {}
    body = system.functions[system.transitions[transition].function].body
    for stmt in _leading(_of(system).effects, body)[0]:
        for cell, values in _pinned(system, stmt.condition).items():
            old = found.get(cell, values)
            found[cell] = tuple(value for value in old if value in values) or old
    return found


def _pinned(system: ir.System, condition: ir.Expr) -> dict[int, tuple[int, ...]]:
    """The scalar that a condition fixes, if there is one, and the values that it allows."""
    if isinstance(condition, ir.Logic) and condition.op == "or":
        parts = [_pinned(system, operand) for operand in condition.operands]
        cells = {cell for part in parts for cell in part}
        if len(cells) != 1 or not all(parts):
            return {}
        (cell,) = cells
        values = tuple(dict.fromkeys(value for part in parts for value in part[cell]))
        return {cell: values} if len(values) <= ALTERNATIVES else {}
    if isinstance(condition, ir.Compare) and condition.op == "==":
        left, right = condition.left, condition.right
        for read, const in ((left, right), (right, left)):
            if isinstance(read, ir.Read) and isinstance(const, ir.Const) and not read.index:
                cell = scalar(system, read.field)
                return {cell: (const.value,)} if cell >= 0 else {}
    return {}


def _leading(effects: Effects, body: Sequence[ir.Stmt]) -> tuple[list[ir.Require], bool]:
    """The requirements that every run of statements meets before it changes the state, and whether more may follow.

    Only assignments of local names and requirements may stand before such a requirement.  A run that stores, returns or
    falls silent there succeeds in states that the requirement would not allow, and one that leaves a range there does
    so in such states as well.
    """
    found: list[ir.Require] = []
    for stmt in body:
        if isinstance(stmt, ir.Clause):
            inner, whole = _leading(effects, stmt.body)
            found += inner
            if not whole:
                return found, False
        elif isinstance(stmt, (ir.Require, ir.Let)):
            asked = stmt.condition if isinstance(stmt, ir.Require) else stmt.value
            if effects.of(asked) & (MUTATES | SILENCES | VIOLATES):
                return found, False
            if isinstance(stmt, ir.Require):
                found.append(stmt)
        else:
            return found, False
    return found, True


class _Walked:
    """The nodes of the functions of a system, each function walked once."""

    def __init__(self, system: ir.System) -> None:
        self.system = system
        self.functions = system.functions
        self.reached = cache(partial(ir.reached, system))
        self.nodes = cache(self._nodes)
        self.effects = Effects(system)

    def _nodes(self, number: int) -> tuple[Any, ...]:
        return tuple(node for stmt in self.functions[number].body for node in ir.walk(stmt))


_walked: list[_Walked] = []
"""That of the system that was asked for last: a plan asks for the same functions again and again."""


def _of(system: ir.System) -> _Walked:
    found = next(iter(_walked), None)
    if found is None or found.system is not system or found.functions is not system.functions:
        found = _Walked(system)
        _walked[:] = [found]
    return found


def nodes(system: ir.System, function: int) -> Iterator[Any]:
    """The nodes of a function and of all that it calls."""
    walked = _of(system)
    return chain.from_iterable(map(walked.nodes, walked.reached(function)))


def executed(system: ir.System, transition: int) -> int:
    """The number of nodes to execute for a transition."""
    return sum(1 for _ in nodes(system, system.transitions[transition].function))


def _indices(node: object) -> Sequence[ir.Expr]:
    """The expressions that a node indexes a table with, or passes to a rule."""
    if isinstance(node, (ir.Call, ir.Do)):
        return node.args
    return node.index if isinstance(node, (ir.Read, ir.Store, ir.Look)) else ()


def _reads(parts: Iterable[ir.Expr]) -> Iterator[ir.Read]:
    """The fields that expressions read."""
    for part in parts:
        for node in ir.walk(part):
            if isinstance(node, ir.Read):
                yield node


def splits(system: ir.System, function: int) -> list[int]:
    """The scalar cells of small kinds that index a table somewhere in a function."""
    found: set[int] = set()
    for node in nodes(system, function):
        for read in _reads(_indices(node)):
            t = system.fields[read.field].value
            if not read.index and isinstance(t, ir.KindType) and 1 < ir.size(t) <= SPLIT:
                found.add(scalar(system, read.field))
    return sorted(found)


def at(system: ir.System, function: int) -> set[int]:
    """The tables that scalars of small kinds index somewhere in a function, and these scalars, as fields."""
    scalars = set(splits(system, function))
    found = {number for number in range(len(system.fields)) if scalar(system, number) in scalars}
    for node in nodes(system, function):
        if isinstance(node, ir.Look):
            continue
        if any(scalar(system, read.field) in scalars for read in _reads(_indices(node))):
            found |= {node.field} if isinstance(node, (ir.Read, ir.Store)) else fields(system, node.function)
    return found


def fields(system: ir.System, function: int) -> set[int]:
    """The fields that a function, or one that it calls, reads or stores."""
    return {node.field for node in nodes(system, function) if isinstance(node, (ir.Read, ir.Store))}


def cases(system: ir.System, transition: int, *, whole: bool = False) -> list[Case]:
    """The cases of a transition: its pins, with every combination of the scalars that split it unless ``whole``."""
    fixed = pins(system, transition)
    function = system.transitions[transition].function
    free = [] if whole else [cell for cell in splits(system, function) if cell not in fixed]
    choices = [*fixed.values(), *(range(system.cells[c].lo, system.cells[c].hi + 1) for c in free)]
    cells = (*fixed, *free)
    return [tuple(sorted(zip(cells, values, strict=True))) for values in product(*choices)]


def questions(system: ir.System) -> list[int]:
    """The functions that are asked of states: over, wins, score, weights, deciders, judges."""
    found = {system.over, system.wins, system.score}
    found |= {t.weight for t in system.transitions} | {t.decider for t in system.transitions}
    found |= {judge.function for judge in system.judges}
    return sorted(f for f in found if f is not None)


def stores(system: ir.System, function: int) -> bool:
    """Say whether a function, or one that it calls, stores anything."""
    return any(isinstance(node, ir.Store) for node in nodes(system, function))


def obligations(system: ir.System, function: int) -> set[int]:
    """The sites in a function and in all that it calls."""
    return {site for node in nodes(system, function) for site in _sites(node)}


def plan(system: ir.System, lemmas: Sequence[Lemma], given: Iterable[int] | None = None) -> list[Goal]:
    """Plan the goals that prove lemmas together by induction; entailment has goals of its own.

    ``given``: judges whose lemmas are used besides (by default any).
    """
    by_judge: dict[int, list[Lemma]] = {}
    for lemma in lemmas:
        by_judge.setdefault(lemma[0], []).append(lemma)
    groups = [tuple(group) for group in by_judge.values()]
    goals = [Goal(BASE, lemmas=group) for group in groups]
    sites = obligations(system, system.initial)
    if any(isinstance(node, ir.Require) for node in nodes(system, system.initial)):
        sites.add(REFUSED_START)
    if sites:
        goals.append(Goal(BASE, sites=tuple(sorted(sites))))
    for function in questions(system):
        if sites := obligations(system, function):
            goals.append(Goal(QUESTION, function=function, sites=tuple(sorted(sites))))
    read = [fields(system, system.judges[group[0][0]].function) for group in groups]
    scalars = {cell for t in system.transitions for cell in splits(system, t.function)}
    others = range(len(system.judges)) if given is None else given
    found = mirrors(system, scalars, {*by_judge, *others})
    touched = cache(partial(fields, system))
    for number, transition in enumerate(system.transitions):
        if stores(system, transition.function):
            goals.append(Goal(ENABLED, transition=number, case=cases(system, number)[0]))
        near = at(system, transition.function)  # goals that touch these are split into cases, others are not
        split = [bool(near & of) for of in read]
        some = _sites_at(system, transition.function, near, touched)
        rest = obligations(system, transition.function) - some
        for whole, sites in ((True, rest), (False, some)):
            here = [group for group, is_split in zip(groups, split, strict=True) if whole != is_split]
            every = cases(system, number, whole=whole) if here or sites else []
            for case, twins in standing(system, every, found):
                goal = Goal(STEP, transition=number, case=case, twins=twins)
                if sites:
                    goals.append(replace(goal, obligation=RANGE, sites=tuple(sorted(sites))))
                goals += [replace(goal, lemmas=group) for group in here]
    return goals


def _sites_at(
    system: ir.System, function: int, near: set[int], touched: Callable[[int], set[int]]
) -> set[int]:
    """The sites of a function and of those that it calls, as far as these touch some fields."""
    return {
        site
        for number in _of(system).reached(function)
        if near & touched(number)
        for node in _of(system).nodes(number)
        for site in _sites(node)
    }


def _sites(node: object) -> Iterator[int]:
    """The sites of a node."""
    for name in ("site", "site_index", "site_value"):
        site = getattr(node, name, -1)
        if isinstance(site, int) and site >= 0:
            yield site


def deepened(system: ir.System, goal: Goal, depth: int) -> list[Goal]:
    """The goals that show a step by k-induction at a depth.

    There is one goal for each path of ``depth - 1`` transitions before it.  A state soon after the start has no such
    path; so there is one more for each shorter path from the start, and for each case that the goal stands for.
    """
    numbers = range(len(system.transitions))
    early = [
        replace(goal, obligation=EARLY, path=path, case=case, twins=())
        for short in range(depth - 1)
        for path in product(numbers, repeat=short)
        for case in (goal.case, *goal.twins)
    ]
    return early + [replace(goal, path=path) for path in product(numbers, repeat=depth - 1)]


def sums_cells(system: ir.System, judge: int) -> bool:
    """Say whether a judge asks for a sum, a minimum or a maximum."""
    return any(
        isinstance(node, ir.Quant) and node.op in ("sum", "min", "max")
        for number in ir.reached(system, system.judges[judge].function)
        for stmt in system.functions[number].body
        for node in ir.walk(stmt)
    )
