"""A small typed subset of Python, compiled to LLVM: the fixed loops of the engines are written in it.

A *kernel* is an ordinary function marked ``@kernel`` whose parameters are annotated ``i64`` or with a pointer
type (``p_i64``, ``p_u64``, ``p_i32``, ``p_u32``, ``p_u16``, ``p_u8``) and which returns ``i64``.  An
``@external`` function is a signature without a body: something that the module already declares.

The subset: local integers and pointers, ``while``, ``for i in range(...)`` with a constant step, ``if``,
``break``, ``continue``, ``return``; arithmetic on 64-bit integers, comparisons, ``and``/``or``/``not``,
conditional expressions, ``min``/``max`` of two; ``p[i]``, ``p[i] = ...``, ``p[i] += ...``; calls of kernels,
of externals and of the primitives below.  Module-level integers are constants, which :func:`compile_kernels`
may override.

The same function runs in CPython over :class:`View`, slowly; tests compare both.  They agree where the kernel
keeps to these: an operation that is meant to wrap goes through :func:`wrap` or :func:`mul`; a shift is by 0
to 63; no index leaves its array (natively unchecked); no divisor is zero, and the least integer is not
divided by -1 (natively either would kill the process).
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
from llvmlite import ir

from queensbench.errors import InternalError
from queensbench.language.source import functions

F = TypeVar("F", bound=Callable[..., Any])

MASK = (1 << 64) - 1


class KernelError(InternalError):
    """A kernel lies outside the subset: the place, the text in question and the fault."""


# ------------------------------------------------------------------------------ what a kernel may use


class View:
    """A pointer in CPython: a one-dimensional array from an offset on.  Values are read as signed 64-bit."""

    def __init__(self, array: np.ndarray[Any, Any], offset: int = 0) -> None:
        self.array = array
        self.offset = offset
        self.bits = array.dtype.itemsize * 8
        self.signed = array.dtype.kind == "i"

    def __getitem__(self, index: int) -> int:
        place = self.offset + index
        assert place >= 0
        return wrap(int(self.array[place]))

    def __setitem__(self, index: int, value: int) -> None:
        place = self.offset + index
        assert place >= 0
        value &= (1 << self.bits) - 1
        if self.signed and value >> (self.bits - 1):
            value -= 1 << self.bits
        self.array[place] = value


i64: TypeAlias = int
p_i64: TypeAlias = View
p_u64: TypeAlias = View
p_i32: TypeAlias = View
p_u32: TypeAlias = View
p_u16: TypeAlias = View
p_u8: TypeAlias = View

POINTEES: Mapping[str, tuple[int, bool]] = {
    "p_i64": (64, True),
    "p_u64": (64, False),
    "p_i32": (32, True),
    "p_u32": (32, False),
    "p_u16": (16, False),
    "p_u8": (8, False),
}


def kernel(function: F) -> F:
    """Mark a function as a kernel."""
    function.__dict__["kernel"] = "kernel"
    return function


def external(function: F) -> F:
    """Mark a signature as that of a function which the module declares under the same name."""
    function.__dict__["kernel"] = "external"
    return function


def wrap(x: int) -> int:
    """``x`` as a signed 64-bit number."""
    x &= MASK
    return x - (1 << 64) if x >> 63 else x


def mul(x: int, y: int) -> int:
    """The low 64 bits of a product, signed."""
    return wrap(x * y)


def umulh(x: int, y: int) -> int:
    """The high 64 bits of the product of two numbers taken as unsigned."""
    return wrap(((x & MASK) * (y & MASK)) >> 64)


def shr(x: int, n: int) -> int:
    """``x``, taken as unsigned, shifted right by 0 to 63 places."""
    return wrap((x & MASK) >> n)


def ult(x: int, y: int) -> bool:
    """Whether ``x < y``, both taken as unsigned."""
    return (x & MASK) < (y & MASK)


def at(p: View, i: int) -> View:
    """The pointer ``i`` elements further."""
    return View(p.array, p.offset + i)


def prefetch(p: View, i: int) -> int:
    """Ask for the cache line of ``p[i]``; 0."""
    return 0


def stack_i64(n: int) -> View:
    """``n`` (a constant) 64-bit integers that live until the kernel returns; not cleared natively."""
    return View(np.zeros(n, np.int64))


def stack_i32(n: int) -> View:
    """``n`` (a constant) 32-bit integers that live until the kernel returns; not cleared natively."""
    return View(np.zeros(n, np.int32))


# ------------------------------------------------------------------------------------- the compiler

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
    """An LLVM value and its type in the subset: ``i64``, ``bool`` or a pointer type."""

    value: Any
    type: str


@dataclass(frozen=True)
class _Signature:
    name: str
    params: tuple[tuple[str, str], ...]


def _parse(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """The definition of a kernel, and the name of its file, which is read once for all its kernels."""
    code = function.__code__
    for tree in functions(code.co_filename, code.co_name):
        if code.co_firstlineno in (tree.lineno, *(decorator.lineno for decorator in tree.decorator_list)):
            return tree, Path(code.co_filename).name
    raise OSError(f"no source text: {code.co_filename}:{code.co_firstlineno}")


class _Compiler:
    """One kernel into one function of the module."""

    def __init__(
        self, program: _Program, function: Callable[..., Any], tree: ast.FunctionDef, place: str
    ) -> None:
        self.program = program
        self.tree = tree
        self.place = place
        self.names = function.__globals__
        self.slots: dict[str, tuple[Any, str]] = {}
        self.loops: list[tuple[Any, Any]] = []

    def refuse(self, node: ast.AST, fault: str) -> KernelError:
        lines = ast.unparse(node).split("\n")
        text = next(line for line in lines if not line.startswith("@"))
        return KernelError(f"{self.place}:{getattr(node, 'lineno', self.tree.lineno)}: `{text}`: {fault}")

    def signature(self) -> _Signature:
        arguments = self.tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise self.refuse(self.tree, "a kernel has plain parameters only")
        params = []
        for a in arguments.args:
            kind = ast.unparse(a.annotation) if a.annotation else ""
            if kind != "i64" and kind not in POINTEES:
                raise self.refuse(a, f"annotate a parameter with i64 or one of {', '.join(POINTEES)}")
            params.append((a.arg, kind))
        if self.tree.returns is None or ast.unparse(self.tree.returns) != "i64":
            raise self.refuse(self.tree, "a kernel returns i64")
        return _Signature(self.tree.name, tuple(params))

    def build(self, function: Any, signature: _Signature) -> None:
        self.function = function
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(function.append_basic_block("body"))
        for (name, kind), argument in zip(signature.params, function.args, strict=True):
            argument.name = name
            self.assign(name, _Value(argument, kind), self.tree)
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
        if isinstance(node, ast.Name) and node.id not in self.slots:
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
        kind = "i64" if value.type == "bool" else value.type
        if name not in self.slots:
            self.slots[name] = (self.local(I64 if kind == "i64" else PTR), kind)
        slot, declared = self.slots[name]
        if declared != kind:
            raise self.refuse(node, f"{name} is {declared}, and this is {kind}")
        self.builder.store(self.widened(value), slot)

    def widened(self, value: _Value) -> Any:
        return self.builder.zext(value.value, I64) if value.type == "bool" else value.value

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
        self.assign(node.target.id, _Value(value, "i64"), node)
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
        if name in self.slots:
            slot, kind = self.slots[name]
            return _Value(self.builder.load(slot, typ=I64 if kind == "i64" else PTR), kind)
        raise self.refuse(node, "no such local, constant or kernel")

    def integer(self, node: ast.expr) -> Any:
        value = self.expression(node)
        if value.type in POINTEES:
            raise self.refuse(node, f"an integer is wanted, not {value.type}")
        return self.widened(value)

    def truth(self, node: ast.expr) -> Any:
        value = self.expression(node)
        if value.type in POINTEES:
            raise self.refuse(node, f"a condition is wanted, not {value.type}")
        if value.type == "bool":
            return value.value
        return self.builder.icmp_signed("!=", value.value, ir.Constant(I64, 0))

    def element(self, node: ast.Subscript) -> tuple[Any, Any, bool]:
        pointer = self.expression(node.value)
        if pointer.type not in POINTEES:
            raise self.refuse(node.value, f"only pointers are indexed, and this is {pointer.type}")
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
            return _Value(ir.Constant(I64, wrap(constant)), "i64")
        match node:
            case ast.Constant(value=bool() as value):
                return _Value(ir.Constant(I1, int(value)), "bool")
            case ast.Name(id=name):
                return self.load(name, node)
            case ast.Subscript():
                place, kind, signed = self.element(node)
                value = self.builder.load(place, typ=kind)
                if kind.width < 64:
                    value = self.builder.sext(value, I64) if signed else self.builder.zext(value, I64)
                return _Value(value, "i64")
            case ast.BinOp():
                return self.arithmetic(node, node.op, self.expression(node.left), node.right)
            case ast.UnaryOp(op=ast.Not()):
                return _Value(self.builder.not_(self.truth(node.operand)), "bool")
            case ast.UnaryOp(op=ast.USub()):
                return _Value(self.builder.neg(self.integer(node.operand)), "i64")
            case ast.UnaryOp(op=ast.Invert()):
                return _Value(self.builder.not_(self.integer(node.operand)), "i64")
            case ast.Compare(ops=[op], comparators=[right]) if type(op) in COMPARE:
                left = self.integer(node.left)
                return _Value(self.builder.icmp_signed(COMPARE[type(op)], left, self.integer(right)), "bool")
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
        a, b = self.widened(left), self.integer(right)
        if isinstance(op, (ast.FloorDiv, ast.Mod)):
            return _Value(self.division(a, b, quotient=isinstance(op, ast.FloorDiv)), "i64")
        if type(op) not in ARITH:
            raise self.refuse(node, "kernels have no such operator")
        return _Value(getattr(self.builder, ARITH[type(op)])(a, b), "i64")

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
        return _Value(phi, "bool")

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
            kinds.add("i64" if value.type == "bool" else value.type)
            incoming.append((self.widened(value), self.builder.block))
            self.builder.branch(end)
        if len(kinds) > 1:
            raise self.refuse(node, "both branches have the same type")
        self.builder.position_at_end(end)
        phi = self.builder.phi(incoming[0][0].type)
        for value, source in incoming:
            phi.add_incoming(value, source)
        return _Value(phi, kinds.pop())

    # ------------------------------------------------------------------------------------- calls

    def call(self, node: ast.Call, name: str) -> _Value:
        build, target = self.builder, self.names.get(name)
        arity = {
            "min": 2,
            "max": 2,
            "wrap": 1,
            "mul": 2,
            "umulh": 2,
            "shr": 2,
            "ult": 2,
            "at": 2,
            "prefetch": 2,
        }
        arity |= dict.fromkeys(STACKS, 1)
        if name in arity and (target is None or target is globals().get(name)):
            if len(node.args) != arity[name]:
                raise self.refuse(node, f"{name} takes {arity[name]} here")
            if name in ("at", "prefetch"):
                place, kind, signed = self.element(ast.Subscript(node.args[0], node.args[1], ast.Load()))
                if name == "at":
                    return _Value(place, next(p for p, k in POINTEES.items() if k == (kind.width, signed)))
                hints = [ir.Constant(I32, n) for n in (0, 3, 1)]
                build.call(self.program.prefetch(), [place, *hints])
                return _Value(ir.Constant(I64, 0), "i64")
            if name in STACKS:
                size = self.constant(node.args[0])
                if not size or size < 0:
                    raise self.refuse(node, "the size is a positive constant")
                kind = STACKS[name]
                return _Value(self.local(ir.IntType(POINTEES[kind][0]), size), kind)
            return self.primitive(name, [self.integer(a) for a in node.args])
        if not callable(target) or "kernel" not in getattr(target, "__dict__", {}):
            raise self.refuse(node, "neither a kernel, nor an external, nor a primitive")
        function, signature = self.program.function(target)
        if len(signature.params) != len(node.args):
            raise self.refuse(node, f"{name} takes {len(signature.params)} arguments, not {len(node.args)}")
        arguments = []
        for (param, kind), argument, formal in zip(signature.params, node.args, function.args, strict=True):
            value = self.expression(argument)
            given = "i64" if value.type == "bool" else value.type
            if given != kind:
                raise self.refuse(argument, f"{name} takes {param}: {kind}, and this is {given}")
            plain = self.widened(value)
            arguments.append(plain if plain.type == formal.type else build.bitcast(plain, formal.type))
        return _Value(build.call(function, arguments), "i64")

    def primitive(self, name: str, values: list[Any]) -> _Value:
        build, first = self.builder, values[0]
        match name:
            case "min" | "max":
                less = build.icmp_signed("<=" if name == "min" else ">=", first, values[1])
                return _Value(build.select(less, first, values[1]), "i64")
            case "wrap":
                return _Value(first, "i64")
            case "mul":
                return _Value(build.mul(first, values[1]), "i64")
            case "shr":
                return _Value(build.lshr(first, values[1]), "i64")
            case "ult":
                return _Value(build.icmp_unsigned("<", first, values[1]), "bool")
            case _:
                wide = ir.IntType(128)
                product = build.mul(build.zext(first, wide), build.zext(values[1], wide))
                return _Value(build.trunc(build.lshr(product, ir.Constant(wide, 64)), I64), "i64")


class _Program:
    """The kernels of one module, each compiled when it is first named."""

    def __init__(self, module: Any, constants: Mapping[str, int]) -> None:
        self.module = module
        self.constants = constants
        self.known: dict[Callable[..., Any], tuple[Any, _Signature]] = {}

    def prefetch(self) -> Any:
        name = "llvm.prefetch.p0"
        if name not in self.module.globals:
            ir.Function(self.module, ir.FunctionType(ir.VoidType(), [PTR, I32, I32, I32]), name)
        return self.module.globals[name]

    def function(self, source: Callable[..., Any], *, exported: bool = False) -> tuple[Any, _Signature]:
        if source not in self.known:
            tree, file = _parse(source)
            compiler = _Compiler(self, source, tree, file)
            signature = compiler.signature()
            if source.__dict__["kernel"] == "external":
                function = self.module.globals.get(signature.name)
                if function is None or len(function.args) != len(signature.params):
                    raise compiler.refuse(tree, "the module declares no such function with these parameters")
                self.known[source] = (function, signature)
            else:
                formals = [I64 if kind == "i64" else PTR for _, kind in signature.params]
                if signature.name in self.module.globals:
                    raise compiler.refuse(tree, "the module has a function of this name already")
                function = ir.Function(self.module, ir.FunctionType(I64, formals), signature.name)
                function.linkage = "internal"
                self.known[source] = (function, signature)
                compiler.build(function, signature)
        function, signature = self.known[source]
        if exported:
            function.linkage = "external"
        return function, signature


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
