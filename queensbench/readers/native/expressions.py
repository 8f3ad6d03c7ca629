"""Machine code for expressions of the typed IR, and for their obligations.

Every value is a 64-bit integer, a truth a single bit where it is only tested.  What can end a transition
early is a *status* (:mod:`queensbench.readers.native.layout`): an obligation that fails jumps to one place of
the function, with its number, and so does what a called rule reports.

What this file cannot see: whether the intervals of the IR are right.  It relies on them for the absence of
overflow, and on callers for cells that lie in their types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.functions import Functions, Mode
from queensbench.readers.native.loop_bounds import bound_of
from queensbench.readers.native.noted import noted_truth, noted_value
from queensbench.rules.typed import guards, ir

I1 = ll.IntType(1)
I32 = ll.IntType(32)
I64 = ll.IntType(64)
CELLS = I32.as_pointer()
ENV = I64.as_pointer()
PAIR = ll.LiteralStructType([I64, I64])

_MOST = 2**63 - 1  # stands for "nothing yet" in min and max: values stay within 2**62


ACT = Mode(1, consult=True, mark=True)
UNDO = Mode(-1, consult=False, mark=False)  # takes back what a refused run has counted
PROBE = Mode(0, consult=True, mark=False)
JUDGE = Mode(0, consult=False, mark=False)


def i64(value: int) -> Any:
    """A 64-bit constant."""
    return ll.Constant(I64, value)


class Expressions:
    """Writes expressions into one LLVM function.

    Subclasses say what a refusal and a fault do there.  ``mode`` is as :meth:`Program.mode` gives it, and
    ``slots`` maps local slots to their stack places, which LLVM turns into registers; they start as 0 so that
    nothing undefined can be read.
    """

    def __init__(self, program: Functions, function: Any, mode: Mode, slots: int) -> None:
        self.program = program
        self.system = program.system
        self.mode = mode
        self.function = function
        function.attributes.add("nounwind")
        for pointer in function.args:
            if isinstance(pointer.type, ll.PointerType):
                pointer.add_attribute("noalias")
        self.entry = function.append_basic_block("entry")
        self.builder = ll.IRBuilder(self.entry)
        self.cells = function.args[0]
        self.env = function.args[1]
        self.builder.position_at_end(function.append_basic_block("start"))
        self._start = self.builder.block
        self._faulted: tuple[Any, Any] | None = None
        self.slots: dict[int, Any] = {slot: self.place() for slot in range(slots)}

    # ------------------------------------------------------------------------------------ what ends it

    def refuse(self) -> None:
        """End the current block: a requirement failed."""
        raise NotImplementedError

    def fault(self, status: Any) -> None:
        """End the current block with a status that is neither OK nor a refusal."""
        self._join_fault(status)
        self.builder.branch(self.faulted())

    def propagate(self, status: Any) -> None:
        """Go on if a callee's status is OK."""
        raise NotImplementedError

    def finish_fault(self, status: Any) -> None:
        """Write the end of all faults, at the end of the function."""
        raise NotImplementedError

    def faulted(self) -> Any:
        """The block that all faults of the function lead to."""
        if self._faulted is None:
            block = self.function.append_basic_block("faulted")
            builder = ll.IRBuilder(block)
            self._faulted = block, builder.phi(I64)
        return self._faulted[0]

    def _join_fault(self, status: Any) -> None:
        self.faulted()
        assert self._faulted is not None
        self._faulted[1].add_incoming(status, self.builder.block)

    def close(self) -> None:
        """Finish the function: join the entry block, and write the end of all faults."""
        ll.IRBuilder(self.entry).branch(self._start)
        if self._faulted is not None:
            block, status = self._faulted
            self.builder.position_at_end(block)
            self.finish_fault(status)

    def check(self, holds: Any, site: int) -> None:
        """Go on if an obligation holds."""
        after = self.label()
        self._join_fault(i64(-1 - site))
        self.builder.cbranch(holds, after, self.faulted())
        self.builder.position_at_end(after)

    # ----------------------------------------------------------------------------------------- pieces

    def label(self) -> Any:
        """A new block, to be placed."""
        return self.function.append_basic_block()

    def place(self) -> Any:
        """A stack place of 64 bits that holds 0 when the function starts."""
        builder = ll.IRBuilder(self.entry)
        place = builder.alloca(I64)
        builder.store(i64(0), place)
        return place

    def loop(self, values: range, place: Any, body: Callable[[Any], None], bound: Any = None) -> None:
        """Run ``body`` with each value below ``bound`` in ``place``; it gets the block to jump to for the next."""
        builder = self.builder
        if not values:
            return
        after = self.label()
        if len(values) == 1:
            builder.store(i64(values[0]), place)
            body(after)
            self.go(after)
            builder.position_at_end(after)
            return
        before, head, following = builder.block, self.label(), self.label()
        end = i64(values[0] + len(values) * values.step)
        if bound is None:
            builder.branch(head)
        else:
            end = builder.select(builder.icmp_signed("<", bound, end), bound, end)
            builder.cbranch(builder.icmp_signed("<", i64(values[0]), end), head, after)
        builder.position_at_end(head)
        value = builder.phi(I64)
        builder.store(value, place)
        body(following)
        self.go(following)
        builder.position_at_end(following)
        upcoming = builder.add(value, i64(values.step))
        value.add_incoming(i64(values[0]), before)
        value.add_incoming(upcoming, following)
        builder.cbranch(builder.icmp_signed("!=", upcoming, end), head, after)
        builder.position_at_end(after)

    def go(self, target: Any) -> None:
        """Jump on, unless the current block has ended already."""
        if not self.builder.block.is_terminated:
            self.builder.branch(target)

    def bump(self, first: int, numbers: Sequence[int], delta: int) -> None:
        """Add to counters of the environment."""
        builder = self.builder
        for number in numbers:
            counter = builder.gep(self.env, [i64(first + number)], inbounds=True)
            builder.store(builder.add(builder.load(counter), i64(delta)), counter)

    def count(self, clauses: Sequence[int]) -> None:
        """Count clauses as exercised, if the mode does."""
        if self.mode.delta:
            self.bump(self.program.layout.clauses, clauses, self.mode.delta)

    def _consult(self, ruling: int) -> None:
        """Count a ruling as read; where all answers count, its counter says as which one it was read first, from 1."""
        layout = self.program.layout
        if not self.program.answers_counted:
            self.bump(layout.consults, [ruling], 1)
            return
        builder = self.builder
        counter = builder.gep(self.env, [i64(layout.consults + ruling)], inbounds=True)
        last = builder.gep(self.env, [i64(layout.env_size)], inbounds=True)
        before, number = builder.load(counter), builder.load(last)
        first = builder.icmp_signed("==", before, i64(0))
        after = builder.add(number, i64(1))
        builder.store(builder.select(first, after, before), counter)
        builder.store(builder.select(first, after, number), last)

    def _operands(self, e: ir.Logic) -> tuple[ir.Expr, ...]:
        """The operands of a conjunction or disjunction in the order in which they are evaluated.

        Where all answers count and nothing can go wrong in any operand, those that read no ruling come first: then
        fewer rulings are read in vain.
        """
        if not self.program.answers_counted:
            return e.operands
        effects = self.program.effects
        if any(effects.of(operand) & ~guards.CONSULTS for operand in e.operands):
            return e.operands
        return tuple(sorted(e.operands, key=lambda operand: effects.of(operand) & guards.CONSULTS))

    def within(self, value: Any, t: ir.Type) -> Any:
        """Whether a value lies in a type: one unsigned comparison."""
        if ir.size(t) <= 0:
            return ll.Constant(I1, 0)
        shifted = self.builder.sub(value, i64(t.lo)) if t.lo else value
        return self.builder.icmp_unsigned("<", shifted, i64(ir.size(t)))

    def _element(self, indices: Sequence[ir.Expr], types: tuple[ir.Type, ...], site: int, offset: int) -> Any:
        """The place of an element in a row-major block, all indices evaluated before any is checked."""
        builder = self.builder
        values = [self.value(index) for index in indices]
        if site >= 0:
            for index, value, t in zip(indices, values, types, strict=True):
                if not (isinstance(index, ir.Const) and t.lo <= index.value <= t.hi):
                    self.check(self.within(value, t), site)
        stride = 1
        place = None
        for index, value, t in reversed(list(zip(indices, values, types, strict=True))):
            if isinstance(index, ir.Const):
                offset += (index.value - t.lo) * stride
            else:
                offset -= t.lo * stride
                term = builder.mul(value, i64(stride)) if stride != 1 else value
                place = term if place is None else builder.add(place, term)
            stride *= ir.size(t)
        if place is None:
            return i64(offset)
        return builder.add(place, i64(offset)) if offset else place

    def _cell(self, number: int, indices: Sequence[ir.Expr], site: int) -> Any:
        f = self.system.fields[number]
        place = self._element(indices, f.index, site, f.offset)
        return self.builder.gep(self.cells, [place], inbounds=True)

    # ------------------------------------------------------------------------------------ expressions

    def value(self, e: ir.Expr) -> Any:
        """The value of an expression, 64 bits."""
        builder = self.builder
        if self.program.noted is not None and (noted := noted_value(self, e)) is not None:
            return noted
        match e:
            case ir.Const():
                return i64(e.value)
            case ir.Var():
                return builder.load(self.slots[e.slot])
            case ir.Read():
                loaded = builder.load(self._cell(e.field, e.index, e.site))
                unsigned = self.system.fields[e.field].value.lo >= 0
                return builder.zext(loaded, I64) if unsigned else builder.sext(loaded, I64)
            case ir.Look():
                table, width = self.program.table(e.table)
                place = self._element(e.index, self.system.tables[e.table].index, e.site, 0)
                loaded = builder.load(builder.gep(table, [i64(0), place], inbounds=True))
                return loaded if width == 64 else builder.sext(loaded, I64)
            case ir.Reading():
                if self.mode.consult:
                    self._consult(e.ruling)
                return builder.load(builder.gep(self.env, [i64(e.ruling)], inbounds=True))
            case ir.Parameter():
                place = i64(self.program.layout.parameters + e.parameter)
                return builder.load(builder.gep(self.env, [place], inbounds=True))
            case ir.Arith():
                return self._arith(e)
            case ir.Choose():
                return self._choose(e)
            case ir.Quant(op="sum" | "min" | "max"):
                return self._aggregate(e)
            case ir.Call():
                return self._call(e.function, e.args)
            case ir.Checked():
                operand = self.value(e.operand)
                if e.site >= 0:
                    self.check(self.within(operand, e.type), e.site)
                return operand
        return builder.zext(self.truth(e), I64)

    def truth(self, e: ir.Expr) -> Any:
        """Whether a Boolean expression holds, one bit."""
        if self.program.noted is not None and (noted := noted_truth(self, e)) is not None:
            return noted
        builder = self.builder
        match e:
            case ir.Const():
                return ll.Constant(I1, int(e.value != 0))
            case ir.Not():
                return builder.xor(self.truth(e.operand), ll.Constant(I1, 1))
            case ir.Compare():
                return builder.icmp_signed(e.op, self.value(e.left), self.value(e.right))
            case ir.Logic():
                first, *others = self._operands(e)
                if all(self._harmless(operand) for operand in others):
                    joined = self.truth(first)
                    for operand in others:
                        right = self.truth(operand)
                        joined = builder.and_(joined, right) if e.op == "and" else builder.or_(joined, right)
                    return joined
                return self._joined(e)
            case ir.Quant(op="any" | "all"):
                return self._joined(e)
        return builder.icmp_signed("!=", self.value(e), i64(0))

    def branch(self, e: ir.Expr, yes: Any, no: Any) -> None:
        """End the current block: go where a Boolean expression says."""
        if self.program.noted is not None and (noted := noted_truth(self, e)) is not None:
            self.builder.cbranch(noted, yes, no)
            return
        match e:
            case ir.Not():
                self.branch(e.operand, no, yes)
            case ir.Logic():
                *others, last = self._operands(e)
                for operand in others:
                    onward = self.label()
                    if e.op == "and":
                        self.branch(operand, onward, no)
                    else:
                        self.branch(operand, yes, onward)
                    self.builder.position_at_end(onward)
                self.branch(last, yes, no)
            case ir.Quant(op="any"):
                self._nest(e, lambda following: self.branch(e.body, yes, following))
                self.go(no)
            case ir.Quant(op="all"):
                self._nest(e, lambda following: self.branch(e.body, following, no))
                self.go(yes)
            case _:
                self.builder.cbranch(self.truth(e), yes, no)

    def _joined(self, e: ir.Expr) -> Any:
        """The truth of an expression whose evaluation branches."""
        builder = self.builder
        yes, no, after = self.label(), self.label(), self.label()
        self.branch(e, yes, no)
        for block in (yes, no):
            builder.position_at_end(block)
            builder.branch(after)
        builder.position_at_end(after)
        joined = builder.phi(I1)
        joined.add_incoming(ll.Constant(I1, 1), yes)
        joined.add_incoming(ll.Constant(I1, 0), no)
        return joined

    def _arith(self, e: ir.Arith) -> Any:
        builder = self.builder
        left, right = self.value(e.left), self.value(e.right)
        match e.op:
            case "+":
                return builder.add(left, right)
            case "-":
                return builder.sub(left, right)
            case "*":
                return builder.mul(left, right)
            case "min":
                return builder.select(builder.icmp_signed("<=", left, right), left, right)
            case "max":
                return builder.select(builder.icmp_signed(">=", left, right), left, right)
        divisor = e.right.value if isinstance(e.right, ir.Const) else 0
        assert divisor > 0, "the checker admits positive constant divisors only"
        if e.left.type.lo >= 0:
            return builder.udiv(left, right) if e.op == "//" else builder.urem(left, right)
        rest = builder.srem(left, right)
        negative = builder.icmp_signed("<", rest, i64(0))
        if e.op == "%":
            return builder.select(negative, builder.add(rest, right), rest)
        quotient = builder.sdiv(left, right)
        return builder.sub(quotient, builder.zext(negative, I64))

    def _choose(self, e: ir.Choose) -> Any:
        builder = self.builder
        if self._harmless(e.then) and self._harmless(e.orelse):
            condition = self.truth(e.condition)
            then = self.value(e.then)
            return builder.select(condition, then, self.value(e.orelse))
        blocks = self.label(), self.label()
        after = self.label()
        self.branch(e.condition, *blocks)
        ends = []
        for block, branch in zip(blocks, (e.then, e.orelse), strict=True):
            builder.position_at_end(block)
            value = self.value(branch)
            ends.append((value, builder.block))
            builder.branch(after)
        builder.position_at_end(after)
        joined = builder.phi(I64)
        for value, block in ends:
            joined.add_incoming(value, block)
        return joined

    def _harmless(self, e: ir.Expr) -> bool:
        """Whether an expression may be evaluated needlessly: it costs little, counts nothing and meets no obligation.

        An index must be in range by its own type: a condition around it may be what keeps it in range.
        """
        budget = 8
        pending: list[ir.Expr] = [e]
        while pending:
            budget -= 1
            part = pending.pop()
            match part:
                case ir.Const() | ir.Var() | ir.Parameter():
                    pass
                case ir.Reading():
                    if self.mode.consult or part.ruling == self.program.noted:
                        return False
                case ir.Read() | ir.Look():
                    home = self.system.fields if isinstance(part, ir.Read) else self.system.tables
                    types = home[part.field if isinstance(part, ir.Read) else part.table].index
                    if part.site >= 0 or not all(map(_surely_in, part.index, types)):
                        return False
                    budget -= len(types)
                case ir.Not():
                    pending.append(part.operand)
                case ir.Arith(op="+" | "-" | "*" | "min" | "max") | ir.Compare():
                    pending += (part.left, part.right)
                case _:
                    return False
            if budget < 0:
                return False
        return True

    def _nest(self, e: ir.Quant, body: Callable[[Any], None], number: int = 0) -> None:
        """Run ``body``, which ends its block, for each combination that the loops from a number on let through."""
        if number == len(e.loops):
            after = self.label()
            body(after)
            self.builder.position_at_end(after)
            return
        loop = e.loops[number]
        outer = self.slots.get(loop.slot)
        place = self.slots[loop.slot] = self.place()

        def once(following: Any) -> None:
            if loop.where is not None:
                inside = self.label()
                self.branch(loop.where, inside, following)
                self.builder.position_at_end(inside)
            if number + 1 < len(e.loops):
                self._nest(e, body, number + 1)
            else:
                body(following)

        known = bound_of(e, number) if len(loop.values) > 1 else None
        bound = None
        if known is not None and self._harmless(known.limit):
            bound = self.builder.add(self.value(known.limit), i64(known.shift))
        self.loop(loop.values, place, once, bound)
        if outer is None:
            del self.slots[loop.slot]
        else:
            self.slots[loop.slot] = outer

    def _aggregate(self, e: ir.Quant) -> Any:
        builder = self.builder
        default = self.value(e.default) if e.default is not None else None  # Python evaluates it first
        nothing = {"sum": 0, "min": _MOST, "max": -_MOST}[e.op]
        total = self.place()
        builder.store(i64(nothing), total)

        def once(following: Any) -> None:
            value = self.value(e.body)
            so_far = builder.load(total)
            if e.op == "sum":
                value = builder.add(so_far, value)
            else:
                better = builder.icmp_signed("<" if e.op == "min" else ">", value, so_far)
                value = builder.select(better, value, so_far)
            builder.store(value, total)
            builder.branch(following)

        self._nest(e, once)
        result = builder.load(total)
        if e.op == "sum":
            return result
        if default is not None:
            return builder.select(builder.icmp_signed("==", result, i64(nothing)), default, result)
        if e.site >= 0:
            self.check(builder.icmp_signed("!=", result, i64(nothing)), e.site)
        return result

    def _call(self, number: int, args: Sequence[ir.Expr]) -> Any:
        """Call a rule; its value, if it has one."""
        builder = self.builder
        values = [self.value(arg) for arg in args]
        callee = self.program.function(number, self.mode, called=True)
        result = builder.call(callee.function, [self.cells, self.env, *values])
        if not callee.faults:
            return result
        self.propagate(builder.extract_value(result, 0) if callee.returns else result)
        return builder.extract_value(result, 1) if callee.returns else None


def _surely_in(index: ir.Expr, t: ir.Type) -> bool:
    if isinstance(index, ir.Const):
        return t.lo <= index.value <= t.hi
    return isinstance(index, ir.Var) and t.lo <= index.type.lo and index.type.hi <= t.hi
