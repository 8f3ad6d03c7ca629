"""Which branches of a module's functions are taken: each outcome of each condition, and each case.

The functions are compiled anew with a note at every place where the way parts: the test of an ``if``, a ``while``, a
conditional expression or a generator's filter, the operands of ``and`` and ``or`` in them, and the cases of a
``match``.  The functions stay the same objects, so that whoever has imported them runs the notes, too.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

NOTED = "__noted__"


@dataclass(frozen=True, order=True)
class Branch:
    """A way out of a place where ways part: the module's last name, the line, the function, the text, the outcome."""

    module: str
    line: int
    function: str
    text: str
    outcome: bool

    def __str__(self) -> str:
        return f"{self.module}.{self.function}: {self.text}: {'yes' if self.outcome else 'no'}"


class _Noting(ast.NodeTransformer):
    """Puts notes into a module; ``found``: its branches, by number."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.found: list[Branch] = []
        self.within: list[str] = []

    def _named(self, node: Any) -> Any:
        self.within.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        return node

    visit_FunctionDef = _named  # noqa: N815 - the names that a transformer looks for
    visit_ClassDef = _named  # noqa: N815

    def _branch(self, node: ast.AST, text: str, outcome: bool) -> int:
        line = getattr(node, "lineno", 0)
        self.found.append(Branch(self.module, line, ".".join(self.within), text, outcome))
        return len(self.found) - 1

    def _note(self, test: ast.expr) -> ast.expr:
        """A condition, noted: of ``and`` and ``or`` each operand."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._note(one) for one in test.values]
            return test
        text = ast.unparse(test)
        number = self._branch(test, text, False)
        self._branch(test, text, True)
        call = ast.Call(ast.Name(NOTED, ast.Load()), [ast.Constant(number), self.visit(test)], [])
        return ast.copy_location(call, test)

    def _tested(self, node: Any) -> Any:
        """Something with a test."""
        if not isinstance(node.test, ast.Constant):
            node.test = self._note(node.test)
        for name in ("body", "orelse"):
            part = getattr(node, name)
            setattr(
                node, name, [self.visit(one) for one in part] if isinstance(part, list) else self.visit(part)
            )
        return node

    visit_If = _tested  # noqa: N815
    visit_While = _tested  # noqa: N815
    visit_IfExp = _tested  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self.visit(node.iter)
        node.ifs = [self._note(test) for test in node.ifs]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        if node.guard is not None:
            node.guard = self._note(node.guard)
        number = self._branch(node.pattern, f"case {ast.unparse(node.pattern)}", True)
        call = ast.Call(ast.Name(NOTED, ast.Load()), [ast.Constant(number), ast.Constant(False)], [])
        node.body = [ast.Expr(call), *(self.visit(stmt) for stmt in node.body)]
        return node


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module defines."""
    owners = [
        one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__
    ]
    for owner in (module, *owners):
        for one in vars(owner).values():
            found = inspect.unwrap(getattr(one, "__func__", None) or getattr(one, "fget", None) or one)
            if isinstance(found, FunctionType) and found.__code__.co_filename == module.__file__:
                yield found


@contextmanager
def noted(*modules: ModuleType) -> Iterator[tuple[set[Branch], set[Branch]]]:
    """All branches of modules' functions, and those that are taken for the length of a ``with`` block, as they are."""
    every: set[Branch] = set()
    taken: set[Branch] = set()
    undo: list[Callable[[], None]] = []
    try:
        for module in modules:
            noting = _Noting(module.__name__.rsplit(".", 1)[-1])
            tree = ast.fix_missing_locations(noting.visit(ast.parse(inspect.getsource(module))))
            made = compile(tree, str(module.__file__), "exec", dont_inherit=True)
            by_name = {(code.co_qualname, code.co_firstlineno): code for code in _codes(made)}
            found = noting.found

            def note(number: int, value: Any, found: list[Branch] = found) -> Any:
                taken.add(found[number + bool(value)])
                return value

            setattr(module, NOTED, note)
            undo.append(lambda module=module: delattr(module, NOTED))  # type: ignore[misc]
            every |= {branch for branch in found if branch.function}
            for function in _functions(module):
                code = by_name[function.__code__.co_qualname, function.__code__.co_firstlineno]
                undo.append(lambda f=function, old=function.__code__: setattr(f, "__code__", old))  # type: ignore[misc]
                function.__code__ = code
        yield every, taken
    finally:
        for one in reversed(undo):
            one()
