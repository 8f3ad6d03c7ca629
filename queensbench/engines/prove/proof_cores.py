"""Proof cores: the blocks of clauses without which a proof by induction does not go through.

A block is the code that carries out the same clauses.  A *loosened* block has no effect of its own: its requirements do
not count, it writes any value in range (to the same cells, at the same time), and it answers anything.  Each block has
a literal that keeps it as it stands; a goal of the proof is then shown by z3 under these literals, and the
unsatisfiable core names blocks that are enough for it.  Together they are more than the proof needs.  Blocks are then
given up one after the other, as long as every goal that used one still goes through without it.  The rest is a
*minimal* core: none of its blocks can be given up.  There may be other minimal cores.

A goal that z3 does not decide within its budget is tried conjunct by conjunct; one that is still not decided rests, as
far as can be told, on all blocks of its transition, and these are called *unsure*.  They count as needed.  Code under
no clause always stands as it is.

What this engine cannot see: a proof by deeper induction than one step.  That no step leaves a range is taken from the
proof itself, of the rules as they stand.

Source: inductive validity cores, Ghassabani, Gacek and Whalen, *Efficient generation of inductive validity cores for
safety properties* (2016).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import z3

from queensbench.engines.prove.planning import cases, conjuncts, pins
from queensbench.engines.prove.terms import Exchange
from queensbench.engines.runtime.asking import asking
from queensbench.readers.symbolic.execution import (
    Frame,
    Integers,
    Run,
    Symbolic,
    Term,
    and_,
    is_known,
    not_,
    or_,
)
from queensbench.rules.typed import ir

RLIMIT = 4_000_000
SIMPLEX = 2

Block = tuple[int, ...]
"""The clauses of a block, by number."""


@dataclass(frozen=True)
class _Anything:
    """An expression in a block that may be loosened."""

    operand: ir.Expr
    type: ir.Type


class Loose(Symbolic):
    """The rules over symbols, each block with a literal that keeps it as it stands.

    ``fresh``: the ranges of the values that loosened blocks write.
    """

    def __init__(self, system: ir.System, readings: Sequence[Term]) -> None:
        super().__init__(system, Integers(), list(readings))
        self.marks: dict[Block, Any] = {}
        self.fresh: list[Term] = []
        self._under: list[Block | None] = []

    def _mark(self) -> Any:
        """The literal of the block that the run is in; None for code that always stands."""
        for clauses in reversed(self._under):
            if clauses is None:
                return None
            if clauses:
                if clauses not in self.marks:
                    self.marks[clauses] = z3.Bool(f"block!{'!'.join(map(str, clauses))}")
                return self.marks[clauses]
        return None

    def _anything(self, term: Term, t: ir.Type) -> Term:
        """A value as it stands, or anything of its type where the block is loosened."""
        mark = self._mark()
        if mark is None or term is None:
            return term
        symbol = self.symbol(f"any!{len(self.fresh)}", t)
        self.fresh.append(self.inside(symbol, t))
        return self.choose(mark, term, symbol)

    @contextmanager
    def _inside(self, clauses: Block | None) -> Iterator[None]:
        self._under.append(clauses)
        try:
            yield
        finally:
            self._under.pop()

    def _execute(self, run: Run, number: int, args: list[Term], path: Term) -> Term:
        function = self.system.functions[number]
        # What a rule answers is remembered, so it must not depend on the block that asks.
        own: Block | None = function.clauses
        if not own and function.returns is not None:
            own = None
        with self._inside(own):
            return super()._execute(run, number, args, path)

    def _statement(self, run: Run, frame: Frame, stmt: ir.Stmt, here: Term, path: Term) -> None:
        match stmt:
            case ir.Clause(clauses, _):
                with self._inside(clauses):
                    super()._statement(run, frame, stmt, here, path)
            case ir.Return(value) if value is not None:
                loose = replace(stmt, value=cast("ir.Expr", _Anything(value, value.type)))
                super()._statement(run, frame, loose, here, path)
            case ir.Require():
                mark = self._mark()
                test = self._expr(run, frame, stmt.condition, here)
                if mark is not None:
                    test = or_(not_(mark), test)
                run.refused = or_(run.refused, and_(run.ok, here, not_(test)))
                run.ok = and_(run.ok, or_(not_(here), test))
            case _:
                super()._statement(run, frame, stmt, here, path)

    def _store(self, run: Run, frame: Frame, stmt: ir.Store, here: Term) -> None:
        block = self.system.fields[stmt.field]
        value = cast("ir.Expr", _Anything(stmt.value, block.value))
        super()._store(run, frame, replace(stmt, value=value), here)

    def _expr(self, run: Run, frame: Frame, node: ir.Expr, here: Term) -> Term:
        if isinstance(node, _Anything):
            return self._anything(super()._expr(run, frame, node.operand, here), node.type)
        return super()._expr(run, frame, node, here)


# ------------------------------------------------------------------------------------------------ goals


@dataclass
class Obliged:
    """One goal: a judge at the start or after a transition in a case, and the blocks that it has been shown with.

    ``transition``: -1 for the start.  ``bad``: that the judge does not hold afterwards.  ``core``: None while it
    has not been shown.  ``used``: the judges that its proof assumes.  ``parts``: ``bad`` for each conjunct by
    itself.  ``dark``: z3 does not decide it.
    """

    judge: int
    transition: int
    conditions: list[Any]
    before: Any  # from the symbols of the state to the cells before the step
    bad: Any
    parts: Callable[[], list[Any]]
    core: frozenset[Block] | None = None
    used: frozenset[int] = frozenset()
    dark: bool = False


@dataclass
class Resting:
    """The cores of the proofs of judges.

    ``judges``: those whose proof was traced.  ``lost``: those that were proved and do not go through here.
    ``most``: for each judge, blocks that are enough for its proof and all that this rests on; more, it may be, than
    needed.  ``core``: a minimal set of blocks for the proofs of all of them together (None: not asked for).
    ``blocks``: all that the transitions and the start carry out.  ``unsure``: blocks of the core that are in it because
    z3 did not decide.  ``goals``, ``asked``: how many there were, and how often z3 was asked.  ``lemmas``: for each
    judge, itself and all that its proof rests on.
    """

    judges: tuple[int, ...]
    lost: tuple[int, ...]
    most: dict[int, frozenset[Block]]
    core: frozenset[Block] | None
    blocks: frozenset[Block]
    unsure: frozenset[Block]
    goals: int
    asked: int
    lemmas: dict[int, tuple[int, ...]] = field(default_factory=dict)


class Tracer:
    """Finds the cores of judges that were proved together, by one step, under fixed readings."""

    def __init__(
        self,
        system: ir.System,
        judges: Sequence[int],
        readings: Sequence[int],
        *,
        rlimit: int = RLIMIT,
        progress: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.system = system
        self.rlimit = rlimit
        self.progress = progress
        raw = list(readings)
        self.firm = Symbolic(system, Integers(), raw)
        self.loose = Loose(system, raw)
        self.symbols = self.firm.state("s.")
        self.alive = list(judges)
        self.asked = 0
        self.conjuncts = {judge: self._conjuncts(judge) for judge in self.alive}
        self.terms = {judge: z3.And(*parts) for judge, parts in self.conjuncts.items()}
        self.goals = [goal for goal in self._goals() if not z3.is_false(goal.bad)]

    def _conjuncts(self, judge: int) -> list[Any]:
        """The conjuncts of a judge over the symbols of the state, one for each combination of arguments."""
        function = self.system.judges[judge].function
        params = self.system.functions[function].params
        parts = []
        for _, values in conjuncts(self.system, [judge]):
            args = [
                bool(v) if isinstance(t, ir.BoolType) else v for v, (_, t) in zip(values, params, strict=True)
            ]
            parts.append(self.firm.truth(self.firm.ask(function, self.symbols, args).value))
        return parts

    def _over(self, cells: Sequence[Term]) -> Exchange:
        """The exchange of the symbols of the state for other cells."""
        pairs = []
        for number, symbol in enumerate(self.symbols):
            if cells[number] is not symbol:
                truth = isinstance(self.system.cells[number], ir.BoolType)
                cell = cells[number]
                pairs.append((symbol, self.firm.truth(cell) if truth else self.firm.lift(cell)))
        return Exchange(pairs)

    def _goals(self) -> Iterator[Obliged]:
        loose = self.loose
        free = loose.truth(loose.assumptions())
        start = loose.initial()
        parts = self._truths([free, not_(start.refused), not_(start.violated), *loose.fresh])
        for judge in self.alive:
            yield self._goal(judge, -1, parts, None, self._over(start.cells))
        for number in range(len(self.system.transitions)):
            pinned = pins(self.system, number)
            runs = [(dict(case), False) for case in cases(self.system, number)]
            for case, outside in [*runs, *([({}, True)] if pinned else [])]:
                self.progress(f"executing {self.system.transitions[number].name}")
                yield from self._step(number, case, pinned if outside else {})

    def _step(
        self, number: int, case: dict[int, int], outside: dict[int, tuple[int, ...]]
    ) -> Iterator[Obliged]:
        """The goals of a transition in a case, or ``outside`` the values that its requirements pin down."""
        loose = self.loose
        cells = list(self.symbols)

        def known(cell: int, value: int) -> Term:
            return bool(value) if isinstance(self.system.cells[cell], ir.BoolType) else value

        different = [
            not_(or_(*(loose.equal(cells[cell], known(cell, value)) for value in values)))
            for cell, values in outside.items()
        ]
        for cell, value in case.items():
            cells[cell] = known(cell, value)
        function = self.system.transitions[number].function
        args = loose.arguments(function, "a.")
        parts = [
            loose.assumptions(),
            loose.typed(cells),
            loose.argument_ranges(function, args),
            loose.weighty(number, cells, args),
            not_(loose.stopped(cells)),
        ]
        if outside:
            parts.append(or_(*different))
        result = loose.step(number, cells, args)
        parts += [not_(result.refused), not_(result.violated), *result.facts, *loose.fresh]
        if any(part is False for part in parts):
            return
        conditions = self._truths(parts)
        before, after = self._over(cells), self._over(result.cells)
        for judge in self.alive:
            yield self._goal(judge, number, conditions, before, after)

    def _goal(
        self, judge: int, transition: int, conditions: list[Any], before: Exchange | None, after: Exchange
    ) -> Obliged:
        def broken(term: Any) -> Any:
            then = after(term)
            same = before is not None and then.eq(before(term))
            return z3.BoolVal(False) if same else z3.simplify(z3.Not(then))

        def parts() -> list[Any]:
            return [bad for bad in map(broken, self.conjuncts[judge]) if not z3.is_false(bad)]

        bad = broken(self.terms[judge])
        return Obliged(judge, transition, conditions, before, bad, parts)

    def _truths(self, parts: Iterable[Term]) -> list[Any]:
        found = [part for part in parts if part is not True]
        return [z3.BoolVal(part) if is_known(part) else part for part in found]

    # -------------------------------------------------------------------------------------- asking

    def _shown(self, goal: Obliged, blocks: Iterable[Block], judges: Iterable[int]) -> bool | None:
        """Ask whether a goal goes through with blocks and lemmas (None: not decided); note those that it needed."""
        solver = asking("QF_LIA")
        solver.set("smt.arith.solver", SIMPLEX)
        solver.set("rlimit", self.rlimit)
        solver.add(*goal.conditions, goal.bad)
        names: dict[str, Block | int] = {}
        assumed = []
        if goal.before is not None:
            for judge in judges:
                literal = z3.Bool(f"lemma!{judge}")
                solver.add(z3.Implies(literal, goal.before(self.terms[judge])))
                names[literal.decl().name()] = judge
                assumed.append(literal)
        for block in blocks:
            mark = self.loose.marks[block]
            names[mark.decl().name()] = block
            assumed.append(mark)
        self.asked += 1
        found = solver.check(*assumed)
        if found == z3.unknown:
            return None
        if found == z3.sat:
            return False
        core = [names[literal.decl().name()] for literal in solver.unsat_core()]
        goal.core = frozenset(part for part in core if isinstance(part, tuple))
        goal.used = frozenset(part for part in core if isinstance(part, int))
        return True

    def run(self, *, minimal: bool = True) -> Resting:
        """Trace the proofs; ``minimal``: seek a minimal core, too.  Raises KeyboardInterrupt on Ctrl-C."""
        proved = list(self.alive)
        while True:
            lost = self._first_cores()
            if not lost:
                break
            self.alive = [judge for judge in self.alive if judge not in lost]
            self.goals = [goal for goal in self.goals if goal.judge not in lost]
            for goal in self.goals:
                if goal.used & lost:
                    goal.core = None
        lemmas = {judge: self._closed(judge) for judge in self.alive}
        most = {
            judge: frozenset(
                block for goal in self.goals if goal.judge in lemmas[judge] for block in goal.core or ()
            )
            for judge in self.alive
        }
        core, unsure = self._minimal() if minimal else (None, frozenset())
        return Resting(
            tuple(self.alive),
            tuple(judge for judge in proved if judge not in self.alive),
            most,
            core,
            frozenset(self.loose.marks),
            unsure,
            len(self.goals),
            self.asked,
            lemmas,
        )

    def _first_cores(self) -> set[int]:
        """Show every goal that is not shown yet, with all blocks; return the judges of those that fail."""
        lost: set[int] = set()
        blocks = sorted(self.loose.marks)
        todo = [goal for goal in self.goals if goal.core is None]
        number = 0
        while todo:
            goal = todo.pop()
            number += 1
            self.progress(f"goal {number:,}, {len(todo):,} to come")
            if goal.judge in lost:
                continue
            answer = self._tried(goal, blocks)
            parts = goal.parts() if answer is None else []
            if answer is False:
                lost.add(goal.judge)
            elif len(parts) > 1:
                pieces = [replace(goal, bad=bad, parts=list) for bad in parts]
                self.goals.remove(goal)
                self.goals += pieces
                todo += pieces
            elif answer is None:
                goal.core, goal.used, goal.dark = self._named(goal), frozenset(self.alive), True
        return lost

    def _named(self, goal: Obliged) -> frozenset[Block]:
        """The blocks that a goal speaks of."""
        marks = {mark.ast.value: block for block, mark in self.loose.marks.items()}
        found: set[Block] = set()
        seen: set[int] = set()
        todo = [*goal.conditions, goal.bad]
        while todo:
            node = todo.pop()
            number = node.ast.value
            if number not in seen:
                seen.add(number)
                if number in marks:
                    found.add(marks[number])
                todo += node.children()
        return frozenset(found)

    def _tried(self, goal: Obliged, blocks: Sequence[Block]) -> bool | None:
        """Ask whether a goal goes through with blocks: with its own lemma alone, then with all."""
        return self._shown(goal, blocks, [goal.judge]) or self._shown(goal, blocks, self.alive)

    def _closed(self, judge: int) -> tuple[int, ...]:
        """A judge, and all judges that its proof rests on."""
        found: set[int] = set()
        todo = [judge]
        while todo:
            one = todo.pop()
            if one not in found:
                found.add(one)
                todo += [used for goal in self.goals if goal.judge == one for used in goal.used]
        return tuple(sorted(found))

    def _minimal(self) -> tuple[frozenset[Block], frozenset[Block]]:
        """Find a minimal set of blocks with which all goals go through, and those of them that z3 left undecided."""
        core = {block for goal in self.goals for block in goal.core or ()}
        unsure: set[Block] = set()
        for number, block in enumerate(sorted(core)):
            self.progress(f"giving up block {number:,} of {len(core):,}")
            kept = [(goal, goal.core, goal.used) for goal in self.goals if block in (goal.core or ())]
            answer = self._without(sorted(core - {block}), [goal for goal, _, _ in kept])
            if answer:
                core.discard(block)
                continue
            if answer is None:
                unsure.add(block)
            for goal, blocks, used in kept:
                goal.core, goal.used = blocks, used
        return frozenset(core), frozenset(unsure)

    def _without(self, blocks: Sequence[Block], goals: Sequence[Obliged]) -> bool | None:
        """Ask whether goals go through with these blocks alone; the first that fails decides."""
        answer: bool | None = True
        for goal in sorted(goals, key=lambda one: (one.dark, len(one.core or ()))):
            found = None if goal.dark else self._tried(goal, blocks)
            if found is False:
                return False
            if found is None:
                answer = None
        return answer
