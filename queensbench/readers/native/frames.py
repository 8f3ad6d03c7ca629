"""Frames of the entry functions of machine code: running a transition, finding it by a move's code.

What it cannot see: whether the caller's code belongs to an enabled move, or its player to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.bodies import Program
from queensbench.readers.native.expressions import ACT, I32, I64, UNDO, i64
from queensbench.readers.native.functions import Compiled
from queensbench.readers.native.layout import OK, REFUSED
from queensbench.rules.typed import guards, ir

# The first code, the number of codes, and what writes the code for them.
Leaf = tuple[int, int, Callable[[Any], None]]


class Entry:
    """One entry function: its builder, and the steps that several of them share."""

    def __init__(self, program: Program, name: str, types: Sequence[Any]) -> None:
        self.program = program
        self.system = program.system
        self.function = ll.Function(program.module, ll.FunctionType(I64, types), name)
        self.function.attributes.add("nounwind")
        for argument in self.function.args:
            if isinstance(argument.type, ll.PointerType):
                argument.add_attribute("noalias")
        self.args = self.function.args
        self.builder = ll.IRBuilder(self.function.append_basic_block("entry"))

    def label(self) -> Any:
        """A new block, to be placed."""
        return self.function.append_basic_block()

    def leave_if(self, condition: Any, answer: Any) -> None:
        """Return ``answer`` where the condition holds."""
        leaves, stays = self.label(), self.label()
        self.builder.cbranch(condition, leaves, stays)
        ll.IRBuilder(leaves).ret(answer)
        self.builder.position_at_end(stays)

    def when(self, condition: Any, then: Callable[[], None]) -> None:
        """Do something where the condition holds."""
        yes, after = self.label(), self.label()
        self.builder.cbranch(condition, yes, after)
        self.builder.position_at_end(yes)
        then()
        self.builder.branch(after)
        self.builder.position_at_end(after)

    def scratch(self) -> Any:
        """A second state on the stack, which must be allocated in the first block."""
        return self.builder.alloca(I32, self.program.layout.ncells)

    def silent(self, cells: Any) -> Any:
        """Whether a state is marked silent."""
        builder = self.builder
        cell = builder.gep(cells, [i64(self.system.silent_cell)], inbounds=True)
        return builder.icmp_signed("!=", builder.load(cell), ll.Constant(I32, 0))

    def call(self, name: str, args: Sequence[Any]) -> Any:
        """Call another function of the module."""
        return self.builder.call(self.program.module.get_global(name), args)

    def answer(self, compiled: Compiled, result: Any, out: Any) -> Any:
        """Leave with the status of a pure function that violates something; else its value, also put in a place."""
        if compiled.faults:
            status = self.builder.extract_value(result, 0)
            self.leave_if(self.builder.icmp_signed("<", status, i64(0)), status)
            result = self.builder.extract_value(result, 1)
        self.builder.store(result, out)
        return result

    def given(self, value: Any, out: Any) -> Any:
        """A block that answers OK and a value."""
        block = self.label()
        builder = ll.IRBuilder(block)
        builder.store(value, out)
        builder.ret(i64(OK))
        return block

    def run(self, transition: int, cells: Any, env: Any, args: Sequence[Any], restore: Any = None) -> Any:
        """Run a transition's function on a state and count its clauses; its status.

        A run that counted before it was refused is repeated with the opposite sign: rules are deterministic,
        so this takes back exactly what was counted.  ``restore`` holds the state to start from again, if the
        run may have changed it.
        """
        builder = self.builder
        program = self.program
        ran = program.function(transition, ACT)
        status = status_of(builder, ran, builder.call(ran.function, [cells, env, *args]))
        if not program.counters:
            return status
        clauses = self.system.functions[transition].clauses
        if clauses:

            def count() -> None:
                for clause in clauses:
                    counter = builder.gep(env, [i64(program.layout.clauses + clause)], inbounds=True)
                    builder.store(builder.add(builder.load(counter), i64(1)), counter)

            self.when(builder.icmp_signed(">=", status, i64(OK)), count)
        if program.effects.refuses_after(transition, guards.COUNTS):

            def undo() -> None:
                if restore is not None:
                    program.copy(builder, cells, restore)
                builder.call(program.function(transition, UNDO).function, [cells, env, *args])

            self.when(builder.icmp_signed("==", status, i64(REFUSED)), undo)
        return status

    def dispatch(self, code: Any, leaves: list[Leaf], other: Any) -> None:
        """Branch on a move's code.

        A leaf has its first code, their number, and what writes and ends its block, given the code counted
        from the first.  The leaves ascend; codes between them go to ``other``.
        """
        if not leaves:
            self.builder.branch(other)
            return
        whole: list[Leaf] = []
        for leaf in leaves:
            end = whole[-1][0] + whole[-1][1] if whole else leaf[0]
            if end < leaf[0]:
                whole.append((end, leaf[0] - end, lambda digits: self.builder.branch(other)))
            whole.append(leaf)
        first = leaves[0][0]
        last = leaves[-1][0] + leaves[-1][1]
        inside = self.label()
        from_first = self.builder.sub(code, i64(first)) if first else code
        self.builder.cbranch(self.builder.icmp_unsigned("<", from_first, i64(last - first)), inside, other)
        self.builder.position_at_end(inside)
        self._split(code, whole)

    def _split(self, code: Any, leaves: list[Leaf]) -> None:
        builder = self.builder
        if len(leaves) == 1:
            base, _, write = leaves[0]
            write(builder.sub(code, i64(base)) if base else code)
            return
        middle = len(leaves) // 2
        low, high = self.label(), self.label()
        builder.cbranch(builder.icmp_signed("<", code, i64(leaves[middle][0])), low, high)
        for block, half in ((low, leaves[:middle]), (high, leaves[middle:])):
            builder.position_at_end(block)
            self._split(code, half)

    def decode(self, digits: Any, domains: Sequence[ir.Type]) -> list[Any]:
        """The arguments of a move, from its code within its transition."""
        builder = self.builder
        args: list[Any] = []
        for place, t in reversed(list(enumerate(domains))):
            size = i64(ir.size(t))
            digit = builder.urem(digits, size) if place else digits
            args.append(builder.add(digit, i64(t.lo)) if t.lo else digit)
            digits = builder.udiv(digits, size) if place else digits
        return args[::-1]


def status_of(builder: Any, compiled: Compiled, result: Any) -> Any:
    """The status of a call."""
    if not compiled.faults:
        return i64(OK)
    return builder.extract_value(result, 0) if compiled.returns else result


def judged(builder: Any, compiled: Compiled, result: Any) -> Any:
    """The truth value of a pure function, or its violation; 0 if it was refused or fell silent."""
    if not compiled.faults:
        return result if compiled.returns else i64(OK)
    status = builder.extract_value(result, 0) if compiled.returns else result
    value = builder.extract_value(result, 1) if compiled.returns else i64(OK)
    violated = builder.icmp_signed("<", status, i64(0))
    unsound = builder.select(violated, status, i64(0))
    return builder.select(builder.icmp_signed("==", status, i64(OK)), value, unsound)
