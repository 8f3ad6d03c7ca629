"""Machine code for the bodies of rules: statements of the typed IR, and functions as they are needed.

A function that can be refused, violate an obligation or fall silent returns a status, alone or beside its
value, and every caller checks it.  Functions that can do none of these return their value alone and cost no
check.  A function is compiled once for each way of counting that makes a difference in it (:class:`Mode`).

What this file cannot see: what a statement means for the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native import oracle
from queensbench.readers.native.expressions import CELLS, ENV, I1, I32, I64, PAIR, Expressions, i64
from queensbench.readers.native.functions import Compiled, Mode
from queensbench.readers.native.layout import OK, REFUSED, SILENT, Layout, layout
from queensbench.readers.native.noted import noted_if
from queensbench.rules.typed import guards, ir


class Program:
    """One LLVM module of one system: its functions and tables, compiled as they are needed."""

    def __init__(
        self,
        system: ir.System,
        module: Any,
        *,
        counters: bool,
        noted: int | None = None,
        answers_counted: bool = False,
    ) -> None:
        self.system = system
        self.module = module
        self.counters = counters
        self.answers_counted = answers_counted
        self.noted = noted
        self.notes = 0 if noted is None else len(system.rulings[noted].readings)
        self.effects = guards.Effects(system)
        self.layout: Layout = layout(system)
        self.told_apart: frozenset[int] = frozenset()
        if counters and answers_counted:
            self.told_apart = oracle.told_apart(system, self.effects)
        self._functions: dict[tuple[int, Mode, bool, int], Compiled] = {}
        self._told: dict[Any, Compiled] = {}
        self._tables: dict[int, Any] = {}
        self._copy = ll.Function(
            module, ll.FunctionType(ll.VoidType(), [CELLS, CELLS, I64, I1]), "llvm.memcpy.p0.p0.i64"
        )

    def copy(self, builder: Any, target: Any, source: Any) -> None:
        """Copy a whole state."""
        builder.call(self._copy, [target, source, i64(4 * self.layout.ncells), ll.Constant(I1, 0)])

    def mode(self, mode: Mode, effects: int) -> Mode:
        """The mode without differences that do not matter here, so that equal code is compiled once."""
        counts = self.counters and bool(effects & guards.COUNTS)
        counts = counts or (bool(self.told_apart) and mode.delta < 0)  # what is taken back reads nothing anew
        consults = self.counters and bool(effects & guards.CONSULTS)
        return replace(
            mode,
            delta=mode.delta if counts else 0,
            consult=(mode.consult or (self.answers_counted and mode.delta == 0)) and consults,
            mark=mode.mark and bool(effects & guards.SILENCES),
        )

    def function(self, number: int, mode: Mode, *, called: bool = False) -> Compiled:
        """A function in a mode; ``called`` by a rule it counts its own clauses."""
        source = self.system.functions[number]
        called = called and self.counters and mode.delta != 0 and bool(source.clauses)
        effects = self.effects.called(number) if called else self.effects.body(number)
        mode = self.mode(mode, effects)
        own = self._compiled(number, mode, source.body, source.returns, called)
        return self._told_or(number, own) if number in self.told_apart and mode.consult else own

    def own(self, number: int, mode: Mode) -> Compiled:
        """A function in a mode, which answers by itself even where it could be told what to answer."""
        source = self.system.functions[number]
        mode = self.mode(mode, self.effects.body(number))
        return self._compiled(number, mode, source.body, source.returns, called=False)

    def _told_or(self, number: int, own: Compiled) -> Compiled:
        """What answers for an opaque rule (:mod:`queensbench.readers.native.oracle`): what was told, or the rule."""
        if own.function.name not in self._told:
            name = f"{own.function.name}.told"
            function = ll.Function(self.module, own.function.function_type, name)
            function.linkage = "internal"
            oracle.write_told(function, number, self.layout.env_size, own, self.copy, list(function.args[2:]))
            self._told[own.function.name] = replace(own, function=function)
        return self._told[own.function.name]

    def part(self, number: int, mode: Mode, body: tuple[ir.Stmt, ...]) -> Compiled:
        """The first statements of a function, for their status alone."""
        return self._compiled(number, self.mode(mode, self.effects.block(body)), body, None, called=False)

    def _compiled(
        self, number: int, mode: Mode, body: tuple[ir.Stmt, ...], returns: ir.Type | None, called: bool
    ) -> Compiled:
        source = self.system.functions[number]
        key = (number, mode, called, -1 if body is source.body else len(body))
        if key in self._functions:
            return self._functions[key]
        faults = bool(self.effects.block(body) & (guards.REFUSES | guards.VIOLATES | guards.SILENCES))
        result = (PAIR if faults else I64) if returns else (I64 if faults else ll.VoidType())
        name = f"{source.name}.{number}.{len(self._functions)}"
        function = ll.Function(
            self.module, ll.FunctionType(result, [CELLS, ENV, *[I64] * len(source.params)]), name
        )
        function.linkage = "internal"
        compiled = Compiled(function, faults, returns is not None)
        self._functions[key] = compiled
        writer = Body(self, function, mode, source.slots, compiled)
        for slot, argument in enumerate(function.args[2:]):
            writer.builder.store(argument, writer.slots[slot])
        if called:
            writer.count(source.clauses)
        writer.block(body)
        if not writer.builder.block.is_terminated:
            writer.leave(i64(returns.lo) if returns else None)
        writer.close()
        return compiled

    def table(self, number: int) -> tuple[Any, int]:
        """A constant table in the smallest element that holds it, and the element's width in bits."""
        if number not in self._tables:
            table = self.system.tables[number]
            width = 8
            while not all(-(2 ** (width - 1)) <= value < 2 ** (width - 1) for value in table.values):
                width *= 2
            shape = ll.ArrayType(ll.IntType(width), len(table.values))
            constant = ll.GlobalVariable(self.module, shape, f"table.{number}")
            constant.initializer = ll.Constant(shape, list(table.values))
            constant.global_constant = True
            constant.linkage = "internal"
            self._tables[number] = constant, width
        found: tuple[Any, int] = self._tables[number]
        return found


class Writer(Expressions):
    """Writes statements, too, into one LLVM function."""

    def block(self, statements: Sequence[ir.Stmt]) -> None:
        """Run statements, up to the first that always ends the function."""
        for statement in statements:
            self.statement(statement)
            if self.builder.block.is_terminated:
                return

    def leave(self, value: Any) -> None:
        """Return from the function."""
        raise NotImplementedError

    def statement(self, s: ir.Stmt) -> None:
        """Run one statement."""
        builder = self.builder
        match s:
            case ir.Let():
                builder.store(self.value(s.value), self.slots[s.slot])
            case ir.Store():
                f = self.system.fields[s.field]
                value = self.value(s.value)
                cell = self._cell(s.field, s.index, s.site_index)
                if s.site_value >= 0:
                    self.check(self.within(value, f.value), s.site_value)
                builder.store(builder.trunc(value, I32), cell)
            case ir.If():
                self._if(s)
            case ir.For():

                def once(following: Any) -> None:
                    self.block(s.body)

                self.loop(s.values, self.slots[s.slot], once)
            case ir.Return():
                self.leave(self.value(s.value) if s.value is not None else None)
            case ir.Require():
                holds, fails = self.label(), self.label()
                self.branch(s.condition, holds, fails)
                builder.position_at_end(fails)
                self.refuse()
                builder.position_at_end(holds)
            case ir.Do():
                self._call(s.function, s.args)
            case ir.Clause():
                self.count(s.clauses)
                self.block(s.body)
            case ir.Silent():
                if self.mode.mark:
                    cell = builder.gep(self.cells, [i64(self.system.silent_cell)], inbounds=True)
                    builder.store(ll.Constant(I32, 1 + s.silence), cell)
                self.fault(i64(SILENT))

    def _if(self, s: ir.If) -> None:
        if self.program.noted is not None and noted_if(self, s):
            return
        builder = self.builder
        then, after = self.label(), self.label()
        orelse = self.label() if s.orelse else after
        self.branch(s.condition, then, orelse)
        builder.position_at_end(then)
        self.block(s.then)
        falls = not builder.block.is_terminated or not s.orelse
        self.go(after)
        if s.orelse:
            builder.position_at_end(orelse)
            self.block(s.orelse)
            falls |= not builder.block.is_terminated
            self.go(after)
        builder.position_at_end(after)
        if not falls:
            self.function.blocks.remove(after)
            builder.position_at_end(orelse)


class Body(Writer):
    """The body of a rule or a transition, as a function of its own: every status goes to the caller."""

    def __init__(
        self, program: Program, function: Any, mode: Mode, slots: tuple[ir.Type, ...], compiled: Compiled
    ) -> None:
        super().__init__(program, function, mode, len(slots))
        self._compiled = compiled

    def refuse(self) -> None:
        """Answer REFUSED."""
        self.fault(i64(REFUSED))

    def propagate(self, status: Any) -> None:
        """Answer with any status of a callee but OK."""
        after = self.label()
        self._join_fault(status)
        self.builder.cbranch(self.builder.icmp_signed("==", status, i64(OK)), after, self.faulted())
        self.builder.position_at_end(after)

    def leave(self, value: Any) -> None:
        """Answer OK and the value."""
        self._return(i64(OK), value if value is not None else i64(0))

    def finish_fault(self, status: Any) -> None:
        """Answer with the status."""
        self._return(status, i64(0))

    def _return(self, status: Any, value: Any) -> None:
        builder = self.builder
        if self._compiled.faults and self._compiled.returns:
            pair = builder.insert_value(ll.Constant(PAIR, ll.Undefined), status, 0)
            builder.ret(builder.insert_value(pair, value, 1))
        elif self._compiled.faults:
            builder.ret(status)
        elif self._compiled.returns:
            builder.ret(value)
        else:
            builder.ret_void()
