"""The expressions of a kernel as LLVM instructions: see :mod:`queensbench.engines.runtime.kernel_compiler`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from queensbench.engines.runtime import kernel_language as language
from queensbench.engines.runtime.kernel_language import MASK, POINTEES, PRIMITIVES, KernelError, wrap
from queensbench.engines.runtime.kernel_signatures import (
    Kind,
    Signature,
    called,
    fields,
    is_record,
    leaves,
    place_of,
    refused,
)
from queensbench.readers.native import llvm_text as ir

I1, I32, I64, PTR = ir.IntType(1), ir.IntType(32), ir.IntType(64), ir.PointerType()
ARITH = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
FOLDED: Mapping[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.Pow: operator.pow,
}
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
STACKS = {"stack_i64": "p_i64", "stack_i32": "p_i32"}


@dataclass(frozen=True)
class KernelValue:
    """LLVM values and their type in the subset: the value of an ``i64``, ``bool`` or pointer, or those of a record."""

    parts: tuple[Any, ...]
    type: Kind

    @property
    def value(self) -> Any:
        """The LLVM value of an expression that is not a record."""
        (value,) = self.parts
        return value


def one(value: Any, kind: str) -> KernelValue:
    """A kernel value that consists of one LLVM value."""
    return KernelValue((value,), kind)


def llvm_type(kind: str) -> Any:
    """The LLVM type of an integer or a pointer."""
    return I64 if kind == "i64" else PTR


def stored_kind(value: KernelValue) -> Kind:
    """The type of a value once it is stored or passed on: a condition becomes 0 or 1."""
    return "i64" if value.type == "bool" else value.type


class KernelProgram(Protocol):
    """The kernels of one module."""

    constants: Mapping[str, int]

    def function(self, source: Callable[..., Any], *, exported: bool = False) -> tuple[Any, Signature]:
        """A kernel as a function of the module, and its signature."""
        ...

    def prefetch(self) -> Any:
        """The intrinsic that fetches a cache line."""
        ...


class KernelExpressions:
    """The expressions of one kernel, built where ``builder`` stands, and its locals."""

    builder: Any
    entry: Any
    function: Any

    def __init__(
        self, program: KernelProgram, function: Callable[..., Any], tree: ast.FunctionDef, place: str
    ) -> None:
        self.program, self.source = program, function
        self.tree = tree
        self.place = place
        self.names = function.__globals__
        self.fixed: dict[str, KernelValue] = {}  # parameters that nothing is assigned to
        self.slots: dict[str, tuple[tuple[Any, ...], Kind]] = {}
        self.loops: list[tuple[Any, Any]] = []

    def refuse(self, node: ast.AST, fault: str) -> KernelError:
        """The error about a part of this kernel."""
        return refused(self.place, self.tree, node, fault)

    def local(self, kind: Any, count: int = 1) -> Any:
        """Room on the stack, reserved once however often the code is run."""
        with self.builder.goto_block(self.entry):
            return self.builder.alloca(kind, size=ir.Constant(I64, count) if count > 1 else None)

    def constant(self, node: ast.expr) -> int | None:
        """The value of an expression of integers and names of the module, or None."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.constant(node.operand)
            return None if inner is None else -inner
        if isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
            left, right = self.constant(node.left), self.constant(node.right)
            return None if left is None or right is None else FOLDED[type(node.op)](left, right)
        if isinstance(node, ast.Name) and node.id not in self.slots and node.id not in self.fixed:
            value = self.program.constants.get(node.id, self.names.get(node.id))
            if type(value) is int:
                return value
        return None

    def assign(self, name: str, value: KernelValue, node: ast.AST) -> None:
        """Store a value under the name of a local; a name has one kind only."""
        kind = stored_kind(value)
        if name not in self.slots:
            self.slots[name] = (tuple(self.local(llvm_type(leaf)) for leaf in leaves(kind)), kind)
        slots, declared = self.slots[name]
        if declared != kind:
            raise self.refuse(node, f"{name} is {called(declared)}, and this is {called(kind)}")
        for slot, part in zip(slots, self.widened(value), strict=True):
            self.builder.store(part, slot)

    def widened(self, value: KernelValue) -> tuple[Any, ...]:
        """The parts of a value as they are stored: a condition as 64 bits."""
        return (self.builder.zext(value.value, I64),) if value.type == "bool" else value.parts

    def load(self, name: str, node: ast.AST) -> KernelValue:
        """The value of a parameter or a local."""
        if name in self.fixed:
            return self.fixed[name]
        if name in self.slots:
            slots, kind = self.slots[name]
            parts = zip(slots, leaves(kind), strict=True)
            return KernelValue(
                tuple(self.builder.load(slot, typ=llvm_type(leaf)) for slot, leaf in parts), kind
            )
        raise self.refuse(node, "no such local, constant or kernel")

    def field(self, node: ast.Attribute) -> KernelValue:
        """The value of a field of a record."""
        whole = self.expression(node.value)
        if not is_record(whole.type):
            raise self.refuse(node.value, f"only records have fields, and this is {called(whole.type)}")
        found = place_of(whole.type, node.attr)
        if found is None:
            raise self.refuse(node, f"{called(whole.type)} has no field {node.attr}")
        place, kind = found
        return KernelValue(whole.parts[place : place + len(leaves(kind))], kind)

    def integer(self, node: ast.expr) -> Any:
        """The value of an expression that must be an integer."""
        value = self.expression(node)
        if value.type not in ("i64", "bool"):
            raise self.refuse(node, f"an integer is wanted, not {called(value.type)}")
        return self.widened(value)[0]

    def truth(self, node: ast.expr) -> Any:
        """The value of an expression as a condition."""
        value = self.expression(node)
        if value.type == "bool":
            return value.value
        if value.type != "i64":
            raise self.refuse(node, f"a condition is wanted, not {called(value.type)}")
        return self.builder.icmp_signed("!=", value.value, ir.Constant(I64, 0))

    def element(self, node: ast.Subscript) -> tuple[Any, Any, bool]:
        """The address of an array's element, its LLVM type, and whether it is signed."""
        pointer = self.expression(node.value)
        if not isinstance(pointer.type, str) or pointer.type not in POINTEES:
            raise self.refuse(node.value, f"only pointers are indexed, and this is {called(pointer.type)}")
        bits, signed = POINTEES[pointer.type]
        kind = ir.IntType(bits)
        place = self.builder.gep(pointer.value, [self.integer(node.slice)], source_etype=kind)
        return place, kind, signed

    def store(self, target: ast.Subscript, value: Any) -> None:
        """Put an integer into an element of an array."""
        place, kind, _ = self.element(target)
        self.builder.store(self.builder.trunc(value, kind) if kind.width < 64 else value, place)

    def expression(self, node: ast.expr) -> KernelValue:
        """The value of any expression."""
        constant = self.constant(node)
        if constant is not None:
            if not -(1 << 63) <= constant <= MASK:
                raise self.refuse(node, "more than 64 bits")
            return one(ir.Constant(I64, wrap(constant)), "i64")
        match node:
            case ast.Constant(value=bool() as value):
                return one(ir.Constant(I1, int(value)), "bool")
            case ast.Name(id=name):
                return self.load(name, node)
            case ast.Attribute():
                return self.field(node)
            case ast.Subscript():
                place, kind, signed = self.element(node)
                value = self.builder.load(place, typ=kind)
                if kind.width < 64:
                    value = self.builder.sext(value, I64) if signed else self.builder.zext(value, I64)
                return one(value, "i64")
            case ast.BinOp():
                return self.arithmetic(node, node.op, self.expression(node.left), node.right)
            case ast.UnaryOp(op=ast.Not()):
                return one(self.builder.not_(self.truth(node.operand)), "bool")
            case ast.UnaryOp(op=ast.USub()):
                return one(self.builder.neg(self.integer(node.operand)), "i64")
            case ast.UnaryOp(op=ast.Invert()):
                return one(self.builder.not_(self.integer(node.operand)), "i64")
            case ast.Compare(ops=[op], comparators=[right]) if type(op) in COMPARE:
                left = self.integer(node.left)
                return one(self.builder.icmp_signed(COMPARE[type(op)], left, self.integer(right)), "bool")
            case ast.BoolOp():
                return self.lazy(node)
            case ast.IfExp():
                return self.conditional(node)
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self.call(node, name)
            case _:
                raise self.refuse(node, "kernels have no such expression")

    def arithmetic(self, node: ast.AST, op: ast.operator, left: KernelValue, right: ast.expr) -> KernelValue:
        """The value of an operation on two integers."""
        if left.type in POINTEES:
            raise self.refuse(node, "use at(p, i) to move a pointer")
        if is_record(left.type):
            raise self.refuse(node, f"an integer is wanted, not {called(left.type)}")
        a, b = self.widened(left)[0], self.integer(right)
        if isinstance(op, (ast.FloorDiv, ast.Mod)):
            return one(self.division(a, b, quotient=isinstance(op, ast.FloorDiv)), "i64")
        if type(op) not in ARITH:
            raise self.refuse(node, "kernels have no such operator")
        return one(getattr(self.builder, ARITH[type(op)])(a, b), "i64")

    def division(self, a: Any, b: Any, *, quotient: bool) -> Any:
        """The value of a division, rounded towards minus infinity as in Python."""
        build = self.builder
        q, rest, zero = build.sdiv(a, b), build.srem(a, b), ir.Constant(I64, 0)
        unlike = build.icmp_signed("<", build.xor(rest, b), zero)
        fix = build.and_(build.icmp_signed("!=", rest, zero), unlike)
        if quotient:
            return build.sub(q, build.zext(fix, I64))
        return build.add(rest, build.select(fix, b, zero))

    def lazy(self, node: ast.BoolOp) -> KernelValue:
        """The value of ``and`` or ``or``, which evaluate no more operands than they need."""
        end = self.function.append_basic_block()
        incoming = []
        conjunction = isinstance(node.op, ast.And)
        for operand in node.values[:-1]:
            if self.expressed_as_integer(operand):
                raise self.refuse(operand, "and/or join comparisons: write `!= 0`")
            condition = self.truth(operand)
            follow = self.function.append_basic_block()
            incoming.append((ir.Constant(I1, int(not conjunction)), self.builder.block))
            self.builder.cbranch(condition, *((follow, end) if conjunction else (end, follow)))
            self.builder.position_at_end(follow)
        if self.expressed_as_integer(node.values[-1]):
            raise self.refuse(node.values[-1], "and/or join comparisons: write `!= 0`")
        incoming.append((self.truth(node.values[-1]), self.builder.block))
        self.builder.branch(end)
        self.builder.position_at_end(end)
        phi = self.builder.phi(I1)
        for value, source in incoming:
            phi.add_incoming(value, source)
        return one(phi, "bool")

    def expressed_as_integer(self, node: ast.expr) -> bool:
        """Whether CPython would return an operand itself rather than a truth value, as in ``x or y``."""
        logical = isinstance(node, (ast.Compare, ast.BoolOp))
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ult"
        return not (logical or negated or called)

    def conditional(self, node: ast.IfExp) -> KernelValue:
        """The value of a conditional expression."""
        condition = self.truth(node.test)
        then, orelse, end = (self.function.append_basic_block() for _ in range(3))
        self.builder.cbranch(condition, then, orelse)
        incoming, kinds = [], set()
        for start, part in ((then, node.body), (orelse, node.orelse)):
            self.builder.position_at_end(start)
            value = self.expression(part)
            kinds.add(stored_kind(value))
            incoming.append((self.widened(value), self.builder.block))
            self.builder.branch(end)
        if len(kinds) > 1:
            raise self.refuse(node, "both branches have the same type")
        self.builder.position_at_end(end)
        phis = tuple(self.builder.phi(part.type) for part in incoming[0][0])
        for parts, source in incoming:
            for phi, part in zip(phis, parts, strict=True):
                phi.add_incoming(part, source)
        return KernelValue(phis, kinds.pop())

    def call(self, node: ast.Call, name: str) -> KernelValue:
        """The value of a call, or a new record."""
        target = self.names.get(name)
        if name in PRIMITIVES and (target is None or target is vars(language).get(name)):
            if len(node.args) != PRIMITIVES[name]:
                raise self.refuse(node, f"{name} takes {PRIMITIVES[name]} here")
            return self.primitive(node, name)
        if isinstance(target, type) and is_record(target):
            return KernelValue(tuple(self.arguments(node, name, fields(target))), target)
        if not callable(target) or "kernel" not in getattr(target, "__dict__", {}):
            raise self.refuse(node, "neither a kernel, nor an external, nor a record, nor a primitive")
        function, signature = self.program.function(target)
        given = [
            part if part.type == formal.type else self.builder.bitcast(part, formal.type)
            for part, formal in zip(self.arguments(node, name, signature.params), function.args, strict=True)
        ]
        return one(self.builder.call(function, given), "i64")

    def arguments(self, node: ast.Call, name: str, params: tuple[tuple[str, Kind], ...]) -> list[Any]:
        """The arguments of a call, or the fields of a record, as a flat list."""
        if len(params) != len(node.args):
            raise self.refuse(node, f"{name} takes {len(params)} arguments, not {len(node.args)}")
        flat: list[Any] = []
        for (param, kind), argument in zip(params, node.args, strict=True):
            value = self.expression(argument)
            given = stored_kind(value)
            if given != kind:
                fault = f"{name} takes {param}: {called(kind)}, and this is {called(given)}"
                raise self.refuse(argument, fault)
            flat += self.widened(value)
        return flat

    def primitive(self, node: ast.Call, name: str) -> KernelValue:
        """The value of a call of a primitive."""
        if name in STACKS:
            size = self.constant(node.args[0])
            if not size or size < 0:
                raise self.refuse(node, "the size is a positive constant")
            kind = STACKS[name]
            return one(self.local(ir.IntType(POINTEES[kind][0]), size), kind)
        if name in ("at", "prefetch"):
            place, element, signed = self.element(ast.Subscript(node.args[0], node.args[1], ast.Load()))
            if name == "at":
                moved = next(p for p, k in POINTEES.items() if k == (element.width, signed))
                return one(place, moved)
            hints = [ir.Constant(I32, n) for n in (0, 3, 1)]
            self.builder.call(self.program.prefetch(), [place, *hints])
            return one(ir.Constant(I64, 0), "i64")
        return self.computed(name, [self.integer(a) for a in node.args])

    def computed(self, name: str, values: list[Any]) -> KernelValue:
        """The value of a primitive of integers."""
        build, first = self.builder, values[0]
        match name:
            case "min" | "max":
                less = build.icmp_signed("<=" if name == "min" else ">=", first, values[1])
                return one(build.select(less, first, values[1]), "i64")
            case "wrap":
                return one(first, "i64")
            case "mul":
                return one(build.mul(first, values[1]), "i64")
            case "shr":
                return one(build.lshr(first, values[1]), "i64")
            case "ult":
                return one(build.icmp_unsigned("<", first, values[1]), "bool")
            case _:
                wide = ir.IntType(128)
                product = build.mul(build.zext(first, wide), build.zext(values[1], wide))
                return one(build.trunc(build.lshr(product, ir.Constant(wide, 64)), I64), "i64")
