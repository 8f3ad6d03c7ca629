"""The compiler of kernels to LLVM; :mod:`queensbench.engines.runtime.kernel_language` describes their language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeGuard

from queensbench.engines.runtime.kernel_expressions import (
    I32,
    I64,
    PTR,
    KernelExpressions,
    KernelValue,
    llvm_type,
    one,
)
from queensbench.engines.runtime.kernel_language import KernelError
from queensbench.engines.runtime.kernel_signatures import (
    Signature,
    leaves,
    parsed,
    signature,
)
from queensbench.readers.native import llvm_text as ir

MOST_KERNELS = 4_000
"""So many kernels are known by what is the same in every module."""


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


@lru_cache(MOST_KERNELS)
def _declared(source: Callable[..., Any]) -> tuple[ast.FunctionDef, str, Signature]:
    """The definition of a kernel, its file's name, and its signature: the same in every module."""
    tree, file = parsed(source)
    return tree, file, signature(tree, file, source.__globals__)


@lru_cache(MOST_KERNELS)
def _changed(source: Callable[..., Any]) -> frozenset[str]:
    """The names that a kernel assigns something to."""
    return frozenset(node.id for node in ast.walk(parsed(source)[0]) if _is_stored(node))


class _Compiler(KernelExpressions):
    """The compiler of one kernel to one function of the module; this part builds its statements."""

    def build(self, function: Any, signature: Signature) -> None:
        """Build the function: its parameters and its statements; refuses a function that may end without a return."""
        self.function = function
        self.entry = function.append_basic_block("entry")
        self.builder = ir.IRBuilder(function.append_basic_block("body"))
        changed = _changed(self.source)
        arguments = iter(function.args)
        for name, kind in signature.params:
            value = KernelValue(tuple(next(arguments) for _ in leaves(kind)), kind)
            if name in changed:
                self.assign(name, value, self.tree)
            else:
                self.fixed[name] = value
        self.block(self.tree.body)
        if not self.builder.block.is_terminated:
            raise self.refuse(self.tree, "the end can be reached without a return")
        with self.builder.goto_block(self.entry):
            self.builder.branch(function.basic_blocks[1])

    def block(self, body: list[ast.stmt]) -> None:
        """Build statements one after the other."""
        for statement in body:
            if self.builder.block.is_terminated:
                raise self.refuse(statement, "this is never reached")
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Build a statement."""
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

    def branching(self, node: ast.If) -> None:
        """Build an ``if``."""
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
        """Build a ``while``."""
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
        """Build a ``for`` over a range."""
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
        self.assign(node.target.id, one(value, "i64"), node)
        self.loops.append((after, advance))
        self.block(node.body)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(advance)
        self.builder.position_at_end(advance)
        self.builder.store(self.builder.add(value, ir.Constant(I64, step)), counter)
        self.builder.branch(test)
        self.builder.position_at_end(after)


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
            tree, file, taken = _declared(source)
            compiler = _Compiler(self, source, tree, file)
            formals = [llvm_type(leaf) for _, kind in taken.params for leaf in leaves(kind)]
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
    """Add kernels, and every kernel that they call, to a module (:class:`queensbench.readers.native.llvm_text.Module`).

    ``exports`` get external linkage under their own names; the others stay internal.  ``constants`` override
    module-level integers of the same name in all of them.  Externals must be declared in the module.

    Raises:
        KernelError: a kernel is outside the subset.  Kernels that nothing calls are not compiled, and so not checked.
    """
    program = _Program(module, dict(constants or {}))
    for source in exports:
        if source.__dict__.get("kernel") is None:
            raise KernelError(f"{source.__name__} is not marked @kernel")
        program.function(source, exported=True)
