"""Rules executed on terms, a second time and in the plainest way.

A rule changes an environment: the cells, its local names, whether it still runs, what has been refused, violated or
left silent so far.  A condition executes both of its branches, each on a copy of the environment, and then chooses
every part by the condition; loops are unrolled; arguments, readings and parameters are symbols.  There are no cases, no
counts of items, and no term is moved.

It shares the typed form (:mod:`queensbench.rules.typed.ir`) with the prover's reader and nothing else, so that a fault
of that reader, of what is built on it, or of the planner does not deceive both.  It does not believe the typed form's
intervals either: a place that these call safe (its number is -1) is an obligation here wherever the intervals of
its terms do not show it.  What it cannot see: a fault of the typed form itself, or a rule that was misread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

from queensbench.engines.confirm.terms import Term, Terms
from queensbench.rules.typed import ir


@dataclass
class Environment:
    """The state of a rule's execution.

    ``ok``: nothing was refused, violated or silent yet.  ``alive``: the rule under way has not returned.
    ``violations``: by number of the obligation, under which condition it is the first event.
    """

    cells: list[Term]
    slots: list[Term | None]
    ok: Term
    alive: Term
    refused: Term
    silent: Term
    violations: dict[int, Term] = field(default_factory=dict)
    value: Term | None = None

    def copy(self) -> Environment:
        """A copy that may be changed."""
        return Environment(
            list(self.cells),
            list(self.slots),
            self.ok,
            self.alive,
            self.refused,
            self.silent,
            dict(self.violations),
            self.value,
        )


class Executor:
    """The rules of a system on terms.  ``readings``: fixed raw readings, or None for free ones."""

    def __init__(self, system: ir.System, readings: Sequence[int] | None = None) -> None:
        self.system = system
        self.terms = terms = Terms()
        self.readings = [
            self._symbol(f"r.{r.name}", ir.KindType(r.name, r.readings))
            if readings is None
            else terms.num(readings[number])
            for number, r in enumerate(system.rulings)
        ]
        self.parameters = [self._symbol(f"p.{p.name}", ir.IntType(p.lo, p.hi)) for p in system.parameters]
        self.before = [
            self._symbol(f"s.{block.name}[{i}]" if block.index else f"s.{block.name}", block.value)
            for block in system.fields
            for i in range(block.cells)
        ]
        self._read = {number: self._reads(number) for number in range(len(system.functions))}
        self._asked: dict[tuple[object, ...], Environment] = {}

    # -------------------------------------------------------------------------------------- symbols

    def _symbol(self, name: str, t: ir.Type) -> Term:
        return self.terms.symbol(name, t.lo, t.hi, truth=isinstance(t, ir.BoolType))

    def arguments(self, function: int, prefix: str = "a") -> list[Term]:
        """A symbol for each argument of a rule."""
        return [self._symbol(f"{prefix}.{name}", t) for name, t in self.system.functions[function].params]

    def known(self, value: int, t: ir.Type) -> Term:
        """A raw value of a type."""
        return self.terms.truth(bool(value)) if isinstance(t, ir.BoolType) else self.terms.num(value)

    def ranges(self, symbols: Sequence[Term]) -> list[Term]:
        """The conditions that symbols lie in their intervals; known values do."""
        return [self.terms.inside(s) for s in symbols if not s.known]

    def typed(self) -> list[Term]:
        """The conditions that state, readings and parameters have their types; sequences are blank beyond their end."""
        terms = self.terms
        parts = self.ranges([*self.before, *self.readings, *self.parameters])
        lengths = {block.name: block for block in self.system.fields}
        for block in self.system.fields:
            length = lengths.get(f"{block.name}.len")
            if length is None:
                continue
            places = ir.size(block.index[-1])
            blank = self.known(block.value.lo, block.value)
            for row, place in product(range(length.cells), range(places)):
                item = self.before[block.offset + row * places + place]
                used = terms.lt(terms.num(place), self.before[length.offset + row])
                parts.append(terms.or_([used, terms.eq(item, blank)]))
        return parts

    # -------------------------------------------------------------------------------------- running

    def _fresh(self, cells: Sequence[Term], slots: Sequence[Term | None]) -> Environment:
        t = self.terms
        return Environment(list(cells), list(slots), t.true, t.true, t.false, t.false)

    def run(self, function: int, cells: Sequence[Term], args: Sequence[Term] = ()) -> Environment:
        """Execute a rule from its beginning to its end."""
        rule = self.system.functions[function]
        env = self._fresh(cells, [*args, *[None] * (len(rule.slots) - len(args))])
        self._block(env, rule.body)
        return env

    def initial(self) -> Environment:
        """The start, before any automatic step."""
        return self.run(self.system.initial, [self.known(t.lo, t) for t in self.system.cells])

    def stopped(self, cells: Sequence[Term]) -> Term:
        """The condition that the game has ended, or the rules have fallen silent."""
        silent = self.terms.not_(self.terms.eq(cells[self.system.silent_cell], self.terms.num(0)))
        return (
            silent
            if self.system.over is None
            else self.terms.or_([silent, self.ask(self.system.over, cells)])
        )

    def ask(self, function: int, cells: Sequence[Term], args: Sequence[Term] = ()) -> Term:
        """The value of a rule that changes nothing."""
        value = self._pure(function, cells, args).value
        assert value is not None
        return value

    def claim(self, judge: int, cells: Sequence[Term]) -> Term:
        """A claim for all values of its arguments."""
        return self.terms.and_(self.conjuncts(judge, cells))

    def conjuncts(self, judge: int, cells: Sequence[Term]) -> list[Term]:
        """A claim for each value of its arguments."""
        function = self.system.judges[judge].function
        params = self.system.functions[function].params
        every = product(*(range(t.lo, t.hi + 1) for _, t in params))
        each = [[self.known(v, t) for v, (_, t) in zip(values, params, strict=True)] for values in every]
        return [self.ask(function, cells, args) for args in each]

    def _reads(self, number: int) -> list[int]:
        """The cells that a rule, or one that it calls, may read."""
        fields = {
            node.field
            for one in ir.reached(self.system, number)
            for stmt in self.system.functions[one].body
            for node in ir.walk(stmt)
            if isinstance(node, ir.Read)
        }
        blocks = [self.system.fields[f] for f in sorted(fields)]
        return [cell for block in blocks for cell in range(block.offset, block.offset + block.cells)]

    def _pure(self, function: int, cells: Sequence[Term], args: Sequence[Term]) -> Environment:
        """The run of a rule without effects, which is executed once for the same arguments and cells."""
        key = (function, *(a.number for a in args), *(cells[c].number for c in self._read[function]))
        if key not in self._asked:
            self._asked[key] = self.run(function, cells, args)
        return self._asked[key]

    # --------------------------------------------------------------------------------------- events

    def _violate(self, env: Environment, site: int, wrong: Term, here: Term) -> None:
        """End the run where an obligation is not met, unless something has ended it before."""
        t = self.terms
        first = t.and_([env.ok, env.alive, here, wrong])
        env.violations[site] = t.or_([env.violations.get(site, t.false), first])
        env.ok = t.and_([env.ok, t.not_(t.and_([env.alive, here, wrong]))])

    def _within(
        self, env: Environment, index: Sequence[Term], types: Sequence[ir.Type], site: int, here: Term
    ) -> None:
        parts = [self.terms.between(t.lo, i, t.hi) for i, t in zip(index, types, strict=True)]
        self._violate(env, site, self.terms.not_(self.terms.and_(parts)), here)

    # ----------------------------------------------------------------------------------- statements

    def _block(self, env: Environment, body: Sequence[ir.Stmt]) -> None:
        for stmt in body:
            if env.alive is self.terms.false:
                return
            self._statement(env, stmt)

    def _statement(self, env: Environment, stmt: ir.Stmt) -> None:
        t = self.terms
        match stmt:
            case ir.Let(slot, value):
                env.slots[slot] = self._value(env, value, t.true)
            case ir.Store():
                self._store(env, stmt)
            case ir.If(condition, then, orelse):
                test = self._value(env, condition, t.true)
                other = env.copy()
                self._block(env, then)
                self._block(other, orelse)
                self._choose(env, test, other)
            case ir.For(slot, values, body):
                for raw in values:
                    env.slots[slot] = t.num(raw)
                    self._block(env, body)
            case ir.Return(value):
                if value is not None:
                    found = self._value(env, value, t.true)
                    env.value = found if env.value is None else t.ite(env.alive, found, env.value)
                env.alive = t.false
            case ir.Require(condition, _):
                bad = t.not_(self._value(env, condition, t.true))
                env.refused = t.or_([env.refused, t.and_([env.ok, env.alive, bad])])
                env.ok = t.and_([env.ok, t.not_(t.and_([env.alive, bad]))])
            case ir.Do(number, args):
                self._do(env, number, [self._value(env, a, t.true) for a in args])
            case ir.Clause(_, body):
                self._block(env, body)
            case ir.Silent(number):
                now = t.and_([env.ok, env.alive])
                cell = self.system.silent_cell
                env.cells[cell] = t.ite(now, t.num(1 + number), env.cells[cell])
                env.silent = t.or_([env.silent, now])
                env.ok = t.and_([env.ok, t.not_(env.alive)])
                env.alive = t.false

    def _choose(self, env: Environment, test: Term, other: Environment) -> None:
        """Choose between this environment, where the condition holds, and another."""
        t = self.terms

        def either(a: Term | None, b: Term | None) -> Term | None:
            return b if a is None else a if b is None else t.ite(test, a, b)

        env.cells = [t.ite(test, a, b) for a, b in zip(env.cells, other.cells, strict=True)]
        env.slots = [either(a, b) for a, b in zip(env.slots, other.slots, strict=True)]
        env.value = either(env.value, other.value)
        env.ok = t.ite(test, env.ok, other.ok)
        env.alive = t.ite(test, env.alive, other.alive)
        env.refused = t.ite(test, env.refused, other.refused)
        env.silent = t.ite(test, env.silent, other.silent)
        no = t.false
        sites = sorted({*env.violations, *other.violations})
        env.violations = {
            site: t.ite(test, env.violations.get(site, no), other.violations.get(site, no)) for site in sites
        }

    def _do(self, env: Environment, number: int, args: Sequence[Term]) -> None:
        """Call a rule for its effects on the same cells."""
        slots, value, alive = env.slots, env.value, env.alive
        rule = self.system.functions[number]
        env.slots = [*args, *[None] * (len(rule.slots) - len(args))]
        self._block(env, rule.body)
        env.slots, env.value, env.alive = slots, value, alive

    def _store(self, env: Environment, stmt: ir.Store) -> None:
        t = self.terms
        value = self._value(env, stmt.value, t.true)
        index = [self._value(env, i, t.true) for i in stmt.index]
        block = self.system.fields[stmt.field]
        self._within(env, index, block.index, stmt.site_index, t.true)
        self._within(env, [value], [block.value], stmt.site_value, t.true)
        # What is refused or violated has no state afterwards; what fell silent, or returned, keeps its own.
        now = t.and_([env.alive, t.not_(env.silent)])

        def stored(offset: int, depth: int, meant: Term, facts: dict[int, bool]) -> None:
            if depth == len(index):  # what was read by the same index is this very cell
                new = value if value.truth else t.under(value, facts)
                env.cells[offset] = t.ite(meant, new, env.cells[offset])
                return
            of = block.index[depth]
            rows = 1
            for later in block.index[depth + 1 :]:
                rows *= ir.size(later)
            tests = {raw: self._is(index[depth], raw) for raw in range(of.lo, of.hi + 1)}
            for raw, test in tests.items():
                here = t.and_([meant, test])
                if here is not t.false:
                    known = {other.number: other is test for other in tests.values()}
                    stored(offset + (raw - of.lo) * rows, depth + 1, here, facts | known)

        stored(block.offset, 0, now, {})

    def _is(self, index: Term, raw: int) -> Term:
        return self.terms.eq(self.terms.as_number(index), self.terms.num(raw))

    # ---------------------------------------------------------------------------------- expressions

    def _value(self, env: Environment, node: ir.Expr, here: Term) -> Term:
        """The value of an expression, which is evaluated only where ``here`` holds."""
        t = self.terms
        match node:
            case ir.Const(value, of):
                return self.known(value, of)
            case ir.Var(slot, of):
                found = env.slots[slot]
                return self.known(of.lo, of) if found is None else found  # not assigned: not reached either
            case ir.Read(number, keys, site, of):
                index = [self._value(env, k, here) for k in keys]
                block = self.system.fields[number]
                self._within(env, index, block.index, site, here)
                return self._select(
                    env.cells[block.offset : block.offset + block.cells], block.index, index, of
                )
            case ir.Look(number, keys, site, of):
                index = [self._value(env, k, here) for k in keys]
                table = self.system.tables[number]
                self._within(env, index, table.index, site, here)
                return self._select(
                    [self.known(v, table.value) for v in table.values], table.index, index, of
                )
            case ir.Reading(number, _):
                return self.readings[number]
            case ir.Parameter(number, _):
                return self.parameters[number]
            case ir.Not(operand):
                return t.not_(self._value(env, operand, here))
            case ir.Arith(op, left, right, _):
                one = self._value(env, left, here)
                return t.arith(op, one, self._value(env, right, here))
            case ir.Compare(op, left, right):
                one = self._value(env, left, here)
                return self._compare(op, one, self._value(env, right, here))
            case ir.Logic(op, operands):
                reached, each = here, list[Term]()
                for operand in operands:
                    each.append(self._value(env, operand, reached))
                    reached = t.and_([reached, each[-1] if op == "and" else t.not_(each[-1])])
                return t.and_(each) if op == "and" else t.or_(each)
            case ir.Choose(condition, then, orelse, _):
                test = self._value(env, condition, here)
                one = self._value(env, then, t.and_([here, test]))
                return t.ite(test, one, self._value(env, orelse, t.and_([here, t.not_(test)])))
            case ir.Quant():
                return self._quantified(env, node, here)
            case ir.Call(number, args, _):
                return self._call(env, number, [self._value(env, a, here) for a in args], here)
            case ir.Checked(operand, site, of):
                found = self._value(env, operand, here)
                self._within(env, [found], [of], site, here)
                return found
        raise AssertionError(node)

    def _compare(self, op: str, one: Term, two: Term) -> Term:
        t = self.terms
        if one.truth != two.truth or op not in ("==", "!="):
            one, two = t.as_number(one), t.as_number(two)
        compared: dict[str, Callable[[], Term]] = {
            "==": lambda: t.eq(one, two),
            "!=": lambda: t.not_(t.eq(one, two)),
            "<": lambda: t.lt(one, two),
            "<=": lambda: t.le(one, two),
            ">": lambda: t.lt(two, one),
            ">=": lambda: t.le(two, one),
        }
        return compared[op]()

    def _select(
        self, values: Sequence[Term], types: Sequence[ir.Type], index: Sequence[Term], of: ir.Type
    ) -> Term:
        """The value at some indices; any value if an index is out of range."""
        if not types:
            return values[0]
        rows = len(values) // ir.size(types[0])
        found: Term | None = None
        for raw in range(types[0].lo, types[0].hi + 1):
            meant = self._is(index[0], raw)
            if meant is not self.terms.false:
                at = (raw - types[0].lo) * rows
                one = self._select(values[at : at + rows], types[1:], index[1:], of)
                found = one if found is None else self.terms.ite(meant, one, found)
        return self.known(of.lo, of) if found is None else found

    def _call(self, env: Environment, number: int, args: Sequence[Term], here: Term) -> Term:
        """The value of a rule; whatever ends its run ends the caller's run, too."""
        t = self.terms
        asked = self._pure(number, env.cells, args)
        now = t.and_([env.ok, env.alive, here])
        env.refused = t.or_([env.refused, t.and_([now, asked.refused])])
        env.silent = t.or_([env.silent, t.and_([now, asked.silent])])
        for site, wrong in asked.violations.items():
            env.violations[site] = t.or_([env.violations.get(site, t.false), t.and_([now, wrong])])
        ended = t.or_([asked.refused, asked.silent, *asked.violations.values()])
        env.ok = t.and_([env.ok, t.not_(t.and_([env.alive, here, ended]))])
        assert asked.value is not None
        return asked.value

    def _quantified(self, env: Environment, node: ir.Quant, here: Term) -> Term:
        t = self.terms
        default = None if node.default is None else self._value(env, node.default, here)
        found: list[tuple[Term, Term]] = []
        reached = here

        def loop(depth: int, where: Term) -> None:
            nonlocal reached
            if depth == len(node.loops):
                value = self._value(env, node.body, t.and_([reached, where]))
                found.append((where, value))
                if node.op in ("any", "all"):  # the first that decides it is the last that is asked
                    ends = value if node.op == "any" else t.not_(value)
                    reached = t.and_([reached, t.not_(t.and_([where, ends]))])
                return
            level = node.loops[depth]
            for raw in level.values:
                env.slots[level.slot] = t.num(raw)
                test = t.true
                if level.where is not None:
                    test = self._value(env, level.where, t.and_([reached, where]))
                if test is not t.false:
                    loop(depth + 1, t.and_([where, test]))

        loop(0, t.true)
        if node.op == "any":
            return t.or_([t.and_([where, value]) for where, value in found])
        if node.op == "all":
            return t.and_([t.or_([t.not_(where), value]) for where, value in found])
        if node.op == "sum":
            return t.total(t.ite(where, t.as_number(value), t.num(0)) for where, value in found)
        best, some = self.known(node.type.lo, node.type), t.false
        for where, value in found:
            better = t.lt(value, best) if node.op == "min" else t.lt(best, value)
            best = t.ite(t.and_([where, t.or_([t.not_(some), better])]), value, best)
            some = t.or_([some, where])
        if default is not None:
            return t.ite(some, best, default)
        self._violate(env, node.site, t.not_(some), here)
        return best
