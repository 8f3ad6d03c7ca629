"""Kernels compiled to LLVM: see :mod:`queensbench.engines.runtime.kernel_language`, which they are written in."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from llvmlite import ir

from queensbench.engines.runtime import kernel_language as language
from queensbench.engines.runtime.kernel_language import MASK, POINTEES, PRIMITIVES, KernelError, wrap
from queensbench.engines.runtime.kernel_signatures import (
    Kind,
    Signature,
    called,
    fields,
    is_record,
    leaves,
    parsed,
    place_of,
    refused,
    signature,
)

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
class _Value:
    """LLVM values and their type in the subset: one that is ``i64``, ``bool`` or a pointer; or those of a record."""

    parts: tuple[Any, ...]
    type: Kind

    @property
    def value(self) -> Any:
        """The one value of what is no record."""
        (value,) = self.parts
        return value


def _one(value: Any, kind: str) -> _Value:
    return _Value((value,), kind)


def _llvm(kind: str) -> Any:
    return I64 if kind == "i64" else PTR


def _stored(value: _Value) -> Kind:
    """What a value is once it is kept or passed on: a condition is 0 or 1."""
    return "i64" if value.type == "bool" else value.type


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


class _Compiler:
    """One kernel into one function of the module."""

    def __init__(
        self, program: _Program, function: Callable[..., Any], tree: ast.FunctionDef, place: str
    ) -> None:
        self.program = program
        self.tree = tree
        self.place = place
        self.names = function.__globals__
        self.fixed: dict[str, _Value] = {}  # parameters that nothing is assigned to
        self.slots: dict[str, tuple[tuple[Any, ...], Kind]] = {}
        self.loops: list[tuple[Any, Any]] = []

    def refuse(self, node: ast.AST, fault: str) -> KernelError:
        return refused(self.place, self.tree, node, fault)

    def build(self, function: Any, signature: Signature) -> None:
        self.function = function
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(function.append_basic_block("body"))
        changed = {node.id for node in ast.walk(self.tree) if _is_stored(node)}
        arguments = iter(function.args)
        for name, kind in signature.params:
            value = _Value(tuple(next(arguments) for _ in leaves(kind)), kind)
            for argument in value.parts:
                argument.name = name
            if name in changed:
                self.assign(name, value, self.tree)
            else:
                self.fixed[name] = value
        self.block(self.tree.body)
        if not self.builder.block.is_terminated:
            raise self.refuse(self.tree, "the end can be reached without a return")
        with self.builder.goto_block(self.entry):
            self.builder.branch(function.basic_blocks[1])

    def local(self, kind: Any, count: int = 1) -> Any:
        """Room on the stack, taken once however often the place is passed."""
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

    # -------------------------------------------------------------------------------- statements

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.builder.block.is_terminated:
                raise self.refuse(statement, "this is never reached")
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call()):
                self.expression(node.value)
            case ast.Assign(targets=[ast.Name(id=name)]):
                self.assign(name, self.expression(node.value), node)
            case ast.Assign(targets=[ast.Subscript() as target]):
                self.store(target, self.integer(node.value))
            case ast.AugAssign(target=ast.Name(id=name) as target):
                result = self.arithmetic(node, node.op, self.load(name, target), node.value)
                self.assign(name, result, node)
            case ast.AugAssign(target=ast.Subscript() as target):
                result = self.arithmetic(node, node.op, self.expression(target), node.value)
                self.store(target, result.value)
            case ast.If():
                self.branching(node)
            case ast.While(orelse=[]):
                self.looping(node)
            case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"), keywords=[]), orelse=[]):
                self.counting(node)
            case ast.Break() | ast.Continue():
                self.builder.branch(self.loops[-1][isinstance(node, ast.Continue)])
            case ast.Return(value=ast.expr() as value):
                self.builder.ret(self.integer(value))
            case _:
                raise self.refuse(node, "kernels have no such statement")

    def assign(self, name: str, value: _Value, node: ast.AST) -> None:
        kind = _stored(value)
        if name not in self.slots:
            self.slots[name] = (tuple(self.local(_llvm(leaf)) for leaf in leaves(kind)), kind)
        slots, declared = self.slots[name]
        if declared != kind:
            raise self.refuse(node, f"{name} is {called(declared)}, and this is {called(kind)}")
        for slot, part in zip(slots, self.widened(value), strict=True):
            self.builder.store(part, slot)

    def widened(self, value: _Value) -> tuple[Any, ...]:
        return (self.builder.zext(value.value, I64),) if value.type == "bool" else value.parts

    def branching(self, node: ast.If) -> None:
        condition = self.truth(node.test)
        then, orelse = self.function.append_basic_block(), self.function.append_basic_block()
        after: Any = None
        self.builder.cbranch(condition, then, orelse)
        for start, body in ((then, node.body), (orelse, node.orelse)):
            self.builder.position_at_end(start)
            self.block(body)
            if not self.builder.block.is_terminated:
                after = after or self.function.append_basic_block()
                self.builder.branch(after)
        if after is not None:
            self.builder.position_at_end(after)

    def looping(self, node: ast.While) -> None:
        test, body, after = (self.function.append_basic_block() for _ in range(3))
        self.builder.branch(test)
        self.builder.position_at_end(test)
        endless = self.constant(node.test) == 1 or (
            isinstance(node.test, ast.Constant) and node.test.value is True
        )
        if endless:
            self.builder.branch(body)
        else:
            self.builder.cbranch(self.truth(node.test), body, after)
        self.builder.position_at_end(body)
        self.loops.append((after, test))
        self.block(node.body)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(test)
        self.builder.position_at_end(after)
        if endless and not any(isinstance(part, ast.Break) for part in ast.walk(node)):
            self.builder.unreachable()

    def counting(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name)
        assert isinstance(node.iter, ast.Call)
        bounds = node.iter.args
        if not 1 <= len(bounds) <= 3:
            raise self.refuse(node, "range takes one to three bounds")
        step = self.constant(bounds[2]) if len(bounds) == 3 else 1
        if not step:
            raise self.refuse(node, "the step of a range is a constant other than 0")
        first = self.integer(bounds[0]) if len(bounds) > 1 else ir.Constant(I64, 0)
        last = self.integer(bounds[min(1, len(bounds) - 1)])
        counter = self.local(I64)
        self.builder.store(first, counter)
        test, body, advance, after = (self.function.append_basic_block() for _ in range(4))
        self.builder.branch(test)
        self.builder.position_at_end(test)
        value = self.builder.load(counter, typ=I64)
        self.builder.cbranch(self.builder.icmp_signed("<" if step > 0 else ">", value, last), body, after)
        self.builder.position_at_end(body)
        self.assign(node.target.id, _one(value, "i64"), node)
        self.loops.append((after, advance))
        self.block(node.body)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(advance)
        self.builder.position_at_end(advance)
        self.builder.store(self.builder.add(value, ir.Constant(I64, step)), counter)
        self.builder.branch(test)
        self.builder.position_at_end(after)

    # ------------------------------------------------------------------------------- expressions

    def load(self, name: str, node: ast.AST) -> _Value:
        if name in self.fixed:
            return self.fixed[name]
        if name in self.slots:
            slots, kind = self.slots[name]
            parts = zip(slots, leaves(kind), strict=True)
            return _Value(tuple(self.builder.load(slot, typ=_llvm(leaf)) for slot, leaf in parts), kind)
        raise self.refuse(node, "no such local, constant or kernel")

    def field(self, node: ast.Attribute) -> _Value:
        whole = self.expression(node.value)
        if not is_record(whole.type):
            raise self.refuse(node.value, f"only records have fields, and this is {called(whole.type)}")
        found = place_of(whole.type, node.attr)
        if found is None:
            raise self.refuse(node, f"{called(whole.type)} has no field {node.attr}")
        place, kind = found
        return _Value(whole.parts[place : place + len(leaves(kind))], kind)

    def integer(self, node: ast.expr) -> Any:
        value = self.expression(node)
        if value.type not in ("i64", "bool"):
            raise self.refuse(node, f"an integer is wanted, not {called(value.type)}")
        return self.widened(value)[0]

    def truth(self, node: ast.expr) -> Any:
        value = self.expression(node)
        if value.type == "bool":
            return value.value
        if value.type != "i64":
            raise self.refuse(node, f"a condition is wanted, not {called(value.type)}")
        return self.builder.icmp_signed("!=", value.value, ir.Constant(I64, 0))

    def element(self, node: ast.Subscript) -> tuple[Any, Any, bool]:
        pointer = self.expression(node.value)
        if not isinstance(pointer.type, str) or pointer.type not in POINTEES:
            raise self.refuse(node.value, f"only pointers are indexed, and this is {called(pointer.type)}")
        bits, signed = POINTEES[pointer.type]
        kind = ir.IntType(bits)
        place = self.builder.gep(pointer.value, [self.integer(node.slice)], source_etype=kind)
        return place, kind, signed

    def store(self, target: ast.Subscript, value: Any) -> None:
        place, kind, _ = self.element(target)
        self.builder.store(self.builder.trunc(value, kind) if kind.width < 64 else value, place)

    def expression(self, node: ast.expr) -> _Value:
        constant = self.constant(node)
        if constant is not None:
            if not -(1 << 63) <= constant <= MASK:
                raise self.refuse(node, "more than 64 bits")
            return _one(ir.Constant(I64, wrap(constant)), "i64")
        match node:
            case ast.Constant(value=bool() as value):
                return _one(ir.Constant(I1, int(value)), "bool")
            case ast.Name(id=name):
                return self.load(name, node)
            case ast.Attribute():
                return self.field(node)
            case ast.Subscript():
                place, kind, signed = self.element(node)
                value = self.builder.load(place, typ=kind)
                if kind.width < 64:
                    value = self.builder.sext(value, I64) if signed else self.builder.zext(value, I64)
                return _one(value, "i64")
            case ast.BinOp():
                return self.arithmetic(node, node.op, self.expression(node.left), node.right)
            case ast.UnaryOp(op=ast.Not()):
                return _one(self.builder.not_(self.truth(node.operand)), "bool")
            case ast.UnaryOp(op=ast.USub()):
                return _one(self.builder.neg(self.integer(node.operand)), "i64")
            case ast.UnaryOp(op=ast.Invert()):
                return _one(self.builder.not_(self.integer(node.operand)), "i64")
            case ast.Compare(ops=[op], comparators=[right]) if type(op) in COMPARE:
                left = self.integer(node.left)
                return _one(self.builder.icmp_signed(COMPARE[type(op)], left, self.integer(right)), "bool")
            case ast.BoolOp():
                return self.lazy(node)
            case ast.IfExp():
                return self.conditional(node)
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                return self.call(node, name)
            case _:
                raise self.refuse(node, "kernels have no such expression")

    def arithmetic(self, node: ast.AST, op: ast.operator, left: _Value, right: ast.expr) -> _Value:
        if left.type in POINTEES:
            raise self.refuse(node, "use at(p, i) to move a pointer")
        if is_record(left.type):
            raise self.refuse(node, f"an integer is wanted, not {called(left.type)}")
        a, b = self.widened(left)[0], self.integer(right)
        if isinstance(op, (ast.FloorDiv, ast.Mod)):
            return _one(self.division(a, b, quotient=isinstance(op, ast.FloorDiv)), "i64")
        if type(op) not in ARITH:
            raise self.refuse(node, "kernels have no such operator")
        return _one(getattr(self.builder, ARITH[type(op)])(a, b), "i64")

    def division(self, a: Any, b: Any, *, quotient: bool) -> Any:
        """Rounded towards minus infinity, as in Python."""
        build = self.builder
        q, rest, zero = build.sdiv(a, b), build.srem(a, b), ir.Constant(I64, 0)
        unlike = build.icmp_signed("<", build.xor(rest, b), zero)
        fix = build.and_(build.icmp_signed("!=", rest, zero), unlike)
        if quotient:
            return build.sub(q, build.zext(fix, I64))
        return build.add(rest, build.select(fix, b, zero))

    def lazy(self, node: ast.BoolOp) -> _Value:
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
        return _one(phi, "bool")

    def expressed_as_integer(self, node: ast.expr) -> bool:
        """Whether CPython would give an operand's own value for the whole: ``x or y`` is no truth value."""
        logical = isinstance(node, (ast.Compare, ast.BoolOp))
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ult"
        return not (logical or negated or called)

    def conditional(self, node: ast.IfExp) -> _Value:
        condition = self.truth(node.test)
        then, orelse, end = (self.function.append_basic_block() for _ in range(3))
        self.builder.cbranch(condition, then, orelse)
        incoming, kinds = [], set()
        for start, part in ((then, node.body), (orelse, node.orelse)):
            self.builder.position_at_end(start)
            value = self.expression(part)
            kinds.add(_stored(value))
            incoming.append((self.widened(value), self.builder.block))
            self.builder.branch(end)
        if len(kinds) > 1:
            raise self.refuse(node, "both branches have the same type")
        self.builder.position_at_end(end)
        phis = tuple(self.builder.phi(part.type) for part in incoming[0][0])
        for parts, source in incoming:
            for phi, part in zip(phis, parts, strict=True):
                phi.add_incoming(part, source)
        return _Value(phis, kinds.pop())

    # ------------------------------------------------------------------------------------- calls

    def call(self, node: ast.Call, name: str) -> _Value:
        target = self.names.get(name)
        if name in PRIMITIVES and (target is None or target is vars(language).get(name)):
            if len(node.args) != PRIMITIVES[name]:
                raise self.refuse(node, f"{name} takes {PRIMITIVES[name]} here")
            return self.primitive(node, name)
        if isinstance(target, type) and is_record(target):
            return _Value(tuple(self.arguments(node, name, fields(target))), target)
        if not callable(target) or "kernel" not in getattr(target, "__dict__", {}):
            raise self.refuse(node, "neither a kernel, nor an external, nor a record, nor a primitive")
        function, signature = self.program.function(target)
        given = [
            part if part.type == formal.type else self.builder.bitcast(part, formal.type)
            for part, formal in zip(self.arguments(node, name, signature.params), function.args, strict=True)
        ]
        return _one(self.builder.call(function, given), "i64")

    def arguments(self, node: ast.Call, name: str, params: tuple[tuple[str, Kind], ...]) -> list[Any]:
        """The arguments of a call, or the fields of a record, flat."""
        if len(params) != len(node.args):
            raise self.refuse(node, f"{name} takes {len(params)} arguments, not {len(node.args)}")
        flat: list[Any] = []
        for (param, kind), argument in zip(params, node.args, strict=True):
            value = self.expression(argument)
            given = _stored(value)
            if given != kind:
                fault = f"{name} takes {param}: {called(kind)}, and this is {called(given)}"
                raise self.refuse(argument, fault)
            flat += self.widened(value)
        return flat

    def primitive(self, node: ast.Call, name: str) -> _Value:
        if name in STACKS:
            size = self.constant(node.args[0])
            if not size or size < 0:
                raise self.refuse(node, "the size is a positive constant")
            kind = STACKS[name]
            return _one(self.local(ir.IntType(POINTEES[kind][0]), size), kind)
        if name in ("at", "prefetch"):
            place, element, signed = self.element(ast.Subscript(node.args[0], node.args[1], ast.Load()))
            if name == "at":
                moved = next(p for p, k in POINTEES.items() if k == (element.width, signed))
                return _one(place, moved)
            hints = [ir.Constant(I32, n) for n in (0, 3, 1)]
            self.builder.call(self.program.prefetch(), [place, *hints])
            return _one(ir.Constant(I64, 0), "i64")
        return self.computed(name, [self.integer(a) for a in node.args])

    def computed(self, name: str, values: list[Any]) -> _Value:
        build, first = self.builder, values[0]
        match name:
            case "min" | "max":
                less = build.icmp_signed("<=" if name == "min" else ">=", first, values[1])
                return _one(build.select(less, first, values[1]), "i64")
            case "wrap":
                return _one(first, "i64")
            case "mul":
                return _one(build.mul(first, values[1]), "i64")
            case "shr":
                return _one(build.lshr(first, values[1]), "i64")
            case "ult":
                return _one(build.icmp_unsigned("<", first, values[1]), "bool")
            case _:
                wide = ir.IntType(128)
                product = build.mul(build.zext(first, wide), build.zext(values[1], wide))
                return _one(build.trunc(build.lshr(product, ir.Constant(wide, 64)), I64), "i64")


class _Program:
    """The kernels of one module, each compiled when it is first named."""

    def __init__(self, module: Any, constants: Mapping[str, int]) -> None:
        self.module = module
        self.constants = constants
        self.known: dict[Callable[..., Any], tuple[Any, Signature]] = {}

    def prefetch(self) -> Any:
        name = "llvm.prefetch.p0"
        if name not in self.module.globals:
            ir.Function(self.module, ir.FunctionType(ir.VoidType(), [PTR, I32, I32, I32]), name)
        return self.module.globals[name]

    def function(self, source: Callable[..., Any], *, exported: bool = False) -> tuple[Any, Signature]:
        if source not in self.known:
            tree, file = parsed(source)
            taken = signature(tree, file, source.__globals__)
            compiler = _Compiler(self, source, tree, file)
            formals = [_llvm(leaf) for _, kind in taken.params for leaf in leaves(kind)]
            if source.__dict__["kernel"] == "external":
                function = self.module.globals.get(taken.name)
                if function is None or len(function.args) != len(formals):
                    raise compiler.refuse(tree, "the module declares no such function with these parameters")
                self.known[source] = (function, taken)
            else:
                if taken.name in self.module.globals:
                    raise compiler.refuse(tree, "the module has a function of this name already")
                function = ir.Function(self.module, ir.FunctionType(I64, formals), taken.name)
                function.linkage = "internal"
                if source.__dict__.get("inlined"):
                    function.attributes.add("alwaysinline")
                self.known[source] = (function, taken)
                compiler.build(function, taken)
        function, taken = self.known[source]
        if exported:
            function.linkage = "external"
        return function, taken


def compile_kernels(
    module: Any, exports: Iterable[Callable[..., Any]], constants: Mapping[str, int] | None = None
) -> None:
    """Add kernels, and every kernel that they call, to an LLVM module (``llvmlite.ir.Module``).

    ``exports`` get external linkage under their own names; the others stay internal.  ``constants`` override
    module-level integers of the same name in all of them.  Externals must be declared in the module.

    Raises:
        KernelError: a kernel uses something outside the subset; nothing is known of kernels that nothing
            calls.
    """
    program = _Program(module, dict(constants or {}))
    for source in exports:
        if source.__dict__.get("kernel") is None:
            raise KernelError(f"{source.__name__} is not marked @kernel")
        program.function(source, exported=True)
