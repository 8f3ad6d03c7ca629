"""Models that somebody could have written: the syntax trees of good ones are changed, and commands read them."""

from __future__ import annotations

import ast
import copy
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.processes import ROOT, write
from tests.torture.forked import Place, run
from tests.torture.grounds import Ground, ground
from tests.torture.trials import Outcome, Part

PLACES = ("tests/good", "tests/reference", "model/queue4", "model/queen_is_dead")
SMALL = ("good", "reference")
RULEBOOKS = {"queue4": "queue4/standard", "queen_is_dead": "queen-is-dead"}
CONSTANTS: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 255, 256, 2**31, 2**63, 10**9, 10**40, 0.5, 1j, "", "s", b"b", ..., "\x1b[2J\n", "\ud800",
)  # fmt: skip
STATEMENTS = (
    "pass",
    "return",
    "return s",
    "return None",
    "x = 1",
    "x: int = 1",
    "x, y = 1, 2",
    "x = y = 3",
    "s = 1",
    "del s",
    "global s",
    "import os",
    "from os import *",
    "raise ValueError('no')",
    "assert s",
    "while True:\n    pass",
    "for i in s:\n    pass",
    "for i in range(10**9):\n    pass",
    "for i in range(3):\n    break",
    "for i in range(3):\n    pass\nelse:\n    pass",
    "with open('x') as f:\n    pass",
    "with s:\n    pass",
    "try:\n    pass\nexcept Exception:\n    pass",
    "match s:\n    case 1:\n        pass",
    "def inner(x): return x",
    "async def inner(): pass",
    "class Inner: pass",
    "yield 1",
    "lambda: 1",
    "(x := 1)",
    "[i for i in range(3)]",
    "{i: 1 for i in range(3)}",
    "f'{s}'",
    "'text'",
    "...",
    "s.nothing = 1",
    "s.nothing",
    "s[0] = 1",
    "s.__class__ = int",
    "print(1)",
    "require(s)",
    "require(True, False)",
    "require()",
    "silent('x', 'y')",
    "silent()",
    "super().x",
    "x: Annotated[int, Range(1, 0)] = 3",
    "if s:\n    return 1",
)
"""Statements that stand where rules have their own."""
EXPRESSIONS = (
    "s", "s.nothing", "1 / 0", "1 // 0", "1 % 0", "2 ** 100000", "1 << 100000", "10**9", "range(10**7)", "Range(0, 10**9)",
    "Range(1, 0)", "Range()", "Range('a', 'b')", "Annotated[int, Range(0, 10**10)]", "Table[int, int]", "Table[Range(0, 1)]",
    "Seq[bool, 10**9]", "Seq[int]", "[]", "{}", "()", "{1, 2}", "lambda x: x", "f'{1}'", "*s", "await_", "__name__", "__import__",
    "print", "int", "bool", "type(s)", "len(s)", "min()", "max(1)", "sum([])", "any(s)", "all(x for x in s)", "abs('x')",
    "not s", "-s", "~1", "1 < 2 < 3", "1 if s else 2", "s is None", "s in s", "True + True", "auto()", "Kind", "Record",
    "[x for x in range(3) for y in range(3)]", "sum(1 for i in range(10**8))", "(yield)", "x := 1", "holds()", "fails('x')",
    "'\\x1b[31m'", "-(-(-(-1)))",
)  # fmt: skip
"""Expressions, likewise."""
OPERATORS: tuple[type[ast.AST], ...] = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Div, ast.Mod, ast.Pow, ast.LShift, ast.BitOr, ast.BitAnd, ast.MatMult,
)  # fmt: skip
COMPARISONS: tuple[type[ast.AST], ...] = (
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn,
)  # fmt: skip
COMMANDS = (
    *[("audit", "--games", "20", "--budget", "300", "--no-proofs")] * 4,
    ("explore", "--budget", "300"),
    ("explore", "--budget", "300", "--symmetry", "--json"),
    ("play", "--games", "20", "--max-steps", "200"),
    ("prove", "--rlimit", "100000", "--depth", "1", "--seconds", "5"),
    ("search", "end", "--steps", "4", "--choices", "2", "--budget", "100000"),
    ("solve", "--budget", "300"),
    ("compare", "--budget", "300"),
    ("umpire",),
    ("vacuous",),
    ("rulings",),
    ("export", "--states", "300"),
)
"""What is asked of a changed model, its name after the first word."""
LIMIT = 60.0


@dataclass(frozen=True)
class Good:
    """The good models: files by the place they stand in."""

    ground: Ground
    files: Sequence[Path]


def make(place: Place) -> Good:
    """Find the good models."""
    found = [path for name in PLACES for path in sorted((ROOT / name).glob("*.py")) if _is_model(path)]
    return Good(ground(place), found)


def _is_model(path: Path) -> bool:
    name = path.name
    return not name.startswith(("test_", "__", "walks")) and "queensbench.language" in path.read_text("utf-8")


# ---------------------------------------------------------------------------------------------- changes


def _slots(tree: ast.AST) -> list[tuple[ast.AST, str, int | None]]:
    """The places of expressions: a node, the name of its field, and the place in a list."""
    found: list[tuple[ast.AST, str, int | None]] = []
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                found.append((node, name, None))
            elif isinstance(value, list):
                found += [(node, name, at) for at, one in enumerate(value) if isinstance(one, ast.expr)]
    return found


def _bodies(tree: ast.AST) -> list[list[ast.stmt]]:
    """The lists of statements."""
    return [
        body
        for node in ast.walk(tree)
        for name in ("body", "orelse")
        if isinstance(body := getattr(node, name, None), list) and body
    ]


def _get(slot: tuple[ast.AST, str, int | None]) -> ast.expr:
    node, name, at = slot
    value = getattr(node, name)
    found: ast.expr = value if at is None else value[at]
    return found


def _put(slot: tuple[ast.AST, str, int | None], value: ast.expr) -> None:
    node, name, at = slot
    if at is None:
        setattr(node, name, value)
    else:
        getattr(node, name)[at] = value


def _statement(tree: ast.Module, random: Random) -> None:
    body = random.choice(_bodies(tree))
    at = random.randrange(len(body))
    match random.randrange(6):
        case 0 if len(body) > 1:
            del body[at]
        case 1:
            body.insert(at, copy.deepcopy(body[at]))
        case 2:
            other = random.randrange(len(body))
            body[at], body[other] = body[other], body[at]
        case 3:
            body[at] = copy.deepcopy(random.choice(random.choice(_bodies(tree))))
        case 4:
            body.insert(at, ast.parse(random.choice(STATEMENTS)).body[0])
        case _:
            body[at : at + 1] = ast.parse(random.choice(STATEMENTS)).body


def _expression(tree: ast.Module, random: Random) -> None:
    slots = _slots(tree)
    slot = random.choice(slots)
    match random.randrange(4):
        case 0:
            _put(slot, copy.deepcopy(_get(random.choice(slots))))
        case 1:
            one = ast.parse(
                f"({random.choice(EXPRESSIONS)})" if random.random() < 0.9 else "1", mode="eval"
            ).body
            _put(slot, one)
        case 2:
            _put(slot, ast.Constant(random.choice(CONSTANTS)))
        case _:
            one = _get(slot)
            for _ in range(random.choice((1, 3, 200))):
                one = ast.UnaryOp(random.choice((ast.Not(), ast.USub())), one)
            _put(slot, one)


def _leaf(tree: ast.Module, random: Random) -> None:
    leaves = [node for node in ast.walk(tree) if isinstance(node, (ast.Constant, ast.Name, ast.Attribute))]
    node = random.choice(leaves)
    names = [one for one in leaves if isinstance(one, (ast.Name, ast.Attribute))]
    other = random.choice(names)
    word = other.id if isinstance(other, ast.Name) else other.attr
    match node:
        case ast.Constant():
            node.value = random.choice(CONSTANTS) if random.random() < 0.6 else _near(node.value, random)
        case ast.Name():
            node.id = word
        case ast.Attribute():
            node.attr = word


def _near(value: object, random: Random) -> Any:
    if type(value) is int:
        return value + random.choice((-1, 1, 1_000))
    return f"{value}{value}" if isinstance(value, str) else value


def _operator(tree: ast.Module, random: Random) -> None:
    found = [n for n in ast.walk(tree) if isinstance(n, (ast.BinOp, ast.AugAssign, ast.Compare, ast.BoolOp))]
    if not found:
        return
    node = random.choice(found)
    match node:
        case ast.Compare():
            node.ops[random.randrange(len(node.ops))] = random.choice(COMPARISONS)()  # type: ignore[call-overload]
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp() | ast.AugAssign():
            node.op = random.choice(OPERATORS)()  # type: ignore[assignment]


def _declaration(tree: ast.Module, random: Random) -> None:
    found = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    if not found:
        return
    node, other = random.choice(found), random.choice(found)
    match random.randrange(7):
        case 0:
            node.decorator_list = []
        case 1:
            node.decorator_list = copy.deepcopy(other.decorator_list)
        case 2:
            node.name = other.name
        case 3 if isinstance(node, ast.FunctionDef) and isinstance(other, ast.FunctionDef):
            node.args = copy.deepcopy(other.args)
        case 4 if isinstance(node, ast.FunctionDef):
            node.returns = random.choice((None, ast.Name("int"), ast.Constant(3)))
            for arg in node.args.args:
                arg.annotation = random.choice((None, arg.annotation, ast.Name("int"), ast.Constant("x")))
        case 5:
            node.body = copy.deepcopy(other.body)
        case _:
            if isinstance(node, ast.ClassDef):
                node.bases = copy.deepcopy(other.bases) if isinstance(other, ast.ClassDef) else []
            elif node.args.args:
                node.args.args.pop()


CHANGES: tuple[Callable[[ast.Module, Random], None], ...] = (
    _statement,
    _expression,
    _leaf,
    _leaf,
    _operator,
    _declaration,
)


def occupies(tree: ast.AST) -> bool:
    """Whether Python itself would print, or work for minutes, as soon as it imports the model: the toolkit has no part in that."""
    if isinstance(tree, ast.FunctionDef):
        return any(
            map(occupies, (*tree.decorator_list, tree.args, *((tree.returns,) if tree.returns else ())))
        )
    if isinstance(tree, (ast.AsyncFunctionDef, ast.Lambda)):
        return False
    large = isinstance(tree, (ast.For, ast.GeneratorExp)) and any(
        isinstance(node, ast.Pow) or (isinstance(node, ast.Constant) and node.value == 10**9)
        for node in ast.walk(tree)
    )
    prints = isinstance(tree, ast.Name) and tree.id == "print"
    return isinstance(tree, ast.While) or large or prints or any(map(occupies, ast.iter_child_nodes(tree)))


def changed(text: str, random: Random) -> str:
    """The text of a model with one to three changes of its syntax tree.

    A change after which the tree has no text, or :func:`occupies` Python, is taken back.
    """
    tree = ast.parse(text)
    for _ in range(random.choice((1, 1, 2, 3))):
        before = copy.deepcopy(tree)
        try:
            random.choice(CHANGES)(tree, random)
            out = ast.unparse(ast.fix_missing_locations(tree))
            out.encode()
            if occupies(tree):
                tree = before
        except (ValueError, TypeError, AttributeError, SyntaxError, RecursionError, IndexError):
            tree = before
    return ast.unparse(tree)


# ------------------------------------------------------------------------------------------------ trials


def trial(good: Good, place: Place, random: Random, number: int) -> Outcome:
    """Change a model, ask something of it: it is refused in lines with their places, or there is an answer."""
    out = Outcome()
    small = [path for path in good.files if path.parent.name in SMALL]
    path = random.choice(small if random.random() < 0.85 else good.files)
    env = {"QUEENSBENCH_STORE": "off"}
    write(place.project, {"pyproject.toml": "[tool.queensbench]\n", "model/__init__.py": ""})
    text = changed(path.read_text("utf-8"), random)
    if path.parent.name in SMALL:
        (place.project / "model" / "changed.py").write_text(text, encoding="utf-8")
        name = "changed"
    else:
        for folder in ("model", "spec", "seeds"):
            part = place.project / folder if folder == "seeds" else place.project / folder / path.parent.name
            shutil.copytree(ROOT / folder / ("" if folder == "seeds" else path.parent.name), part)
        (place.project / "model" / path.parent.name / path.name).write_text(text, encoding="utf-8")
        name = RULEBOOKS[path.parent.name]
    words = random.choice(COMMANDS)
    if words[0] == "rulings":  # which asks about a whole ruleset
        name = name.partition("/")[0]
    asked = (words[0], name, *words[1:], *(("-q",) if words[0] != "rulings" else ()))
    if words[0] == "audit" and path.parent.name not in SMALL:
        asked = (*asked, "--no-rulings")
    ended = run(asked, place, env=env, limit=LIMIT)
    out.seen[f"exit {ended.code}"] += 1
    out.add(*(f"{fault}; {path.name}" for fault in ended.faults()))
    return out


PART = Part(
    "models", "good models with changed syntax trees, asked something", trial, 5_000, make, weight=9, quick=4
)
