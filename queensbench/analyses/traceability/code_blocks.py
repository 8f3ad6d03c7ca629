"""The blocks of rules that carry out clauses, each with a checksum that a mere reformat leaves alone.

A statement belongs to the innermost block that names clauses: a ``with clause("...")``, or the whole rule by its
decorator.  The checksum of a block is taken over its syntax (no comments, no docstrings, no line breaks), over the
rules that it calls and that name no clause themselves, and over the constants of modules that it reads.  A rule that
names a clause of its own is linked to that one, and its text counts there.  A line ``states("...")`` belongs to no
checksum: the clauses that it names are linked to the block around it, which they merely describe.

What the checksum cannot see: records, kinds, sizes and parameters, and what is computed when a module is imported.

A file is scanned once: what was found is kept, by the checksum of its text, in ``.queensbench/trace/code.json``.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queensbench.evidence import keys
from queensbench.evidence.checked_lines import contents, line_of
from queensbench.files import writing
from queensbench.files.reading import read_bytes
from queensbench.project.register.lock import digest

VERSION = 6
LEFT_OUT = frozenset({"type_params", "type_ignores", "type_comment", "ctx", "kind"})
KEPT = Path(".queensbench", "trace", "code.json")


@dataclass(frozen=True)
class Block:
    """The code of a function that carries out a clause or states it: a checksum, file and line, the rulings read.

    ``names``: pairs of a module and a dotted name in it (``r.equal_initiative``), not yet known to be rulings.
    ``spans``: its first and last lines, one pair for each part of the function that names the clause.
    """

    module: str
    function: str
    clause: str
    sum: str
    file: str
    line: int
    names: frozenset[tuple[str, str]] = frozenset()
    spans: tuple[tuple[int, int], ...] = ()


@dataclass
class ScannedCode:
    """The modules of a project as they are scanned, each by its dotted name."""

    root: Path
    modules: dict[str, dict[str, Any]] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)
    fresh: bool = False
    imported: frozenset[str] = frozenset()
    known: dict[tuple[str, str], tuple[str, str] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Path) -> ScannedCode:
        """The scans of a project's modules that are stored."""
        found = cls(root)
        try:
            (data,) = contents(read_bytes(root / KEPT, links=False))
            if data["version"] == VERSION:
                found.kept = dict(data["files"])
                keys.imports |= {
                    str(sum_): [str(name) for name in names] for sum_, names in data["imports"].items()
                }
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            pass
        found.imported = frozenset(keys.imports)
        return found

    def keep(self) -> None:
        """Store the scans, if any is new and there is room for it."""
        if (
            not self.fresh and keys.imports.keys() == self.imported
        ) or self.root == keys.TOOLKIT / "_bundled":
            return
        path = self.root / KEPT
        now = {module["file"]: module for module in self.modules.values() if module["sum"]}
        before = {
            str(module["file"]): module for module in self.kept.values()
        }  # of rulesets that were not asked for
        files = {module["sum"]: module for module in {**before, **now}.values()}
        try:
            writing.replace(path.parent / ".gitignore", b"*\n", rights=writing.PUBLIC, lasting=False)
            data = {"version": VERSION, "files": files, "imports": dict(list(keys.imports.items())[-2000:])}
            writing.replace(path, line_of(data), lasting=False)
        except OSError:
            return  # it is scanned again the next time

    def module(self, name: str) -> dict[str, Any]:
        """The scan of a module; empty if it is no file of the project."""
        if name not in self.modules:
            path = self._path(name)
            if path is None:
                self.modules[name] = {"sum": "", "file": "", "functions": {}, "constants": {}, "imports": {}}
            else:
                text = read_bytes(path)
                sum_ = hashlib.sha256(text).hexdigest()
                file = path.relative_to(self.root).as_posix()
                found = self.kept.get(sum_)
                if found is None or found.get("file") != file:
                    self.fresh = True
                    found = {"sum": sum_, "file": file, **scanned(text)}
                self.modules[name] = found
        return self.modules[name]

    def _path(self, name: str) -> Path | None:
        if name.partition(".")[0] not in ("spec", "model", "properties"):
            return None
        place = self.root.joinpath(*name.split("."))
        return next(
            (path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None
        )

    # ------------------------------------------------------------------------------------------ blocks

    def blocks(self, name: str) -> list[Block]:
        """The blocks of a module that carry out clauses, one for each function and clause, in order of lines."""
        found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for function, facts in self.module(name)["functions"].items():
            for part in sorted([facts, *facts["blocks"]], key=lambda part: int(part["line"])):
                for clause in part["clauses"]:
                    found.setdefault((function, clause), []).append(part)
        return self._summed(name, found)

    def stated(self, name: str) -> list[Block]:
        """The blocks of a module that do what clauses merely state, one for each function and clause."""
        found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for function, facts in self.module(name)["functions"].items():
            for part in (facts, *facts["blocks"]):
                for clause, line in part["states"]:
                    found.setdefault((function, clause), []).append({**part, "line": line})
        return self._summed(name, found)

    def _summed(self, name: str, found: Mapping[tuple[str, str], list[Mapping[str, Any]]]) -> list[Block]:
        """Blocks from their parts, by function and clause."""
        module = self.module(name)
        blocks = []
        for (function, clause), parts in found.items():
            sums, names = zip(*(self.closed(name, part) for part in parts), strict=True)
            line = min(int(part["line"]) for part in parts)
            spans = tuple((int(first), int(last)) for first, last in (part["span"] for part in parts))
            read = frozenset[tuple[str, str]]().union(*names)
            blocks.append(Block(name, function, clause, digest(*sums), module["file"], line, read, spans))
        return sorted(blocks, key=lambda block: (block.line, block.clause))

    def predicate(self, name: str, function: str) -> tuple[str, frozenset[tuple[str, str]]]:
        """The checksum of a function, with what it calls that names no clause, and the names that it reads."""
        facts = self.module(name)["functions"].get(function)
        return ("", frozenset()) if facts is None else self.closed(name, facts)

    def closed(self, name: str, part: Mapping[str, Any]) -> tuple[str, frozenset[tuple[str, str]]]:
        """The checksum of a part with all that it uses and that is linked to no clause by itself."""
        sums = [str(part["sum"])]
        read: set[tuple[str, str]] = set()
        known: set[tuple[str, str]] = set()
        pending = [(name, str(used)) for used in part["names"]]
        while pending:
            place, used = pending.pop()
            read.add((place, used))
            at = self.resolved(place, used)
            if at is None or at in known:
                continue
            known.add(at)
            module = self.module(at[0])
            inner = module["functions"].get(at[1]) or module["constants"].get(at[1])
            if inner is None or inner.get("clauses"):
                sums.append(f"{at[1]}()")
                continue
            sums.append(f"{at[1]} {inner['sum']}")
            pending += [(at[0], str(more)) for more in inner["names"]]
        return digest(sums[0], *sorted(sums[1:])), frozenset(read)

    def resolved(self, name: str, used: str) -> tuple[str, str] | None:
        """The module and the name of the function or constant that a name of a module means."""
        if (name, used) not in self.known:
            self.known[name, used] = self._resolved(name, used)
        return self.known[name, used]

    def _resolved(self, name: str, used: str) -> tuple[str, str] | None:
        seen: set[tuple[str, str]] = set()
        while (name, used) not in seen:
            seen.add((name, used))
            module = self.module(name)
            if used in module["functions"] or used in module["constants"]:
                return name, used
            first, _, rest = used.partition(".")
            if first not in module["imports"]:
                return None
            source, original = module["imports"][first]
            if original:
                if rest:
                    return None
                name, used = source, original
            else:
                name, used = source, rest
        return None


# ---------------------------------------------------------------------------------------------- scanning


def scanned(text: bytes) -> dict[str, Any]:
    """The definitions of a module: functions with their blocks, constants, and its imports with their origin."""
    tree = ast.parse(text)
    found: dict[str, Any] = {"functions": {}, "constants": {}, "imports": {}}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found["functions"][node.name] = _function(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    names: set[str] = set()
                    words = list(_words(node.value, names, None))
                    found["constants"][target.id] = {"sum": digest(*words), "names": sorted(names)}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            for alias in node.names:
                found["imports"][alias.asname or alias.name] = [node.module, alias.name]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.asname:
                    found["imports"][alias.asname] = [alias.name, ""]
    return found


def _function(node: ast.FunctionDef) -> dict[str, Any]:
    clauses: list[str] = []
    blocks: list[dict[str, Any]] = []
    silences: list[list[Any]] = []
    names: set[str] = set()
    words: list[str] = []
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        words += _words(called, set(), None)
        if isinstance(decorator, ast.Call):
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    clauses.append(argument.value)
            for keyword in decorator.keywords:
                if keyword.arg in ("weight", "decider", "replaces"):
                    words.append(str(keyword.arg))
                    words += _words(keyword.value, names, None)
    words += _words(node.args, names, None)
    for statement in _bare(node.body):
        if _stating(statement):
            continue
        words += _words(statement, names, blocks)
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "silent":
            told = [a.value for a in part.args if isinstance(a, ast.Constant)]
            told += [k.value.value for k in part.keywords if isinstance(k.value, ast.Constant)]
            silences.append([*map(str, told), part.lineno])
    local = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
    return {
        "line": node.lineno,
        "span": [min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno],
        "clauses": clauses,
        "sum": digest(*words),
        "names": sorted(names - local),
        "states": _stated(node.body),
        "blocks": blocks,
        "silences": silences,
    }


def _bare(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function without its docstring."""
    first = body[0] if body else None
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return body[1:]
    return body


def _clauses(node: ast.AST) -> list[str] | None:
    """The clauses of a ``with clause("...")``; None for any other node."""
    if not isinstance(node, ast.With) or len(node.items) != 1:
        return None
    call = node.items[0].context_expr
    if not isinstance(call, ast.Call) or _last(call.func) != "clause":
        return None
    return [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]


def _stating(node: ast.AST) -> ast.Call | None:
    """The call of a line ``states("...")``; None for any other node."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return None
    return node.value if _last(node.value.func) == "states" else None


def _stated(body: list[ast.stmt]) -> list[list[Any]]:
    """The clauses that a block states outside the blocks in it, each with its line."""
    found: list[list[Any]] = []
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop(0)
        if call := _stating(node):
            found += [[a.value, node.lineno] for a in call.args if isinstance(a, ast.Constant)]  # type: ignore[attr-defined]
        elif _clauses(node) is None:
            pending += ast.iter_child_nodes(node)
    return found


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _words(node: object, names: set[str], blocks: list[dict[str, Any]] | None) -> Iterator[str]:
    """The syntax of a node as words that no version of Python and no formatter changes.

    ``names`` gets the names that it reads, dotted where an attribute of a name is read.  The blocks of other clauses
    inside it go to ``blocks`` and leave only a mark (None: there are none).
    """
    if isinstance(node, list):
        yield "["
        for one in node:
            if isinstance(one, ast.AST) and _stating(one):
                continue
            yield from _words(one, names, blocks)
        yield "]"
        return
    if not isinstance(node, ast.AST):
        yield f"{type(node).__name__} {node!r}"
        return
    found = None if blocks is None else _clauses(node)
    if found is not None and isinstance(node, ast.With) and blocks is not None:
        yield "block"
        inner: set[str] = set()
        number = len(blocks)
        blocks.append({})
        words = list(_words(node.body, inner, blocks))
        blocks[number] = {
            "clauses": found,
            "line": node.lineno,
            "span": [node.lineno, node.end_lineno],
            "sum": digest(*words),
            "names": sorted(inner),
            "states": _stated(node.body),
        }
        return
    if isinstance(node, ast.Name):
        names.add(node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        names.add(f"{node.value.id}.{node.attr}")
    yield type(node).__name__
    for name in node._fields:
        value = getattr(node, name, None)
        if name in LEFT_OUT or value is None or value == []:
            continue
        yield name
        yield from _words(value, names, blocks)


def modules_below(packages: Iterable[str], names: Iterable[str]) -> list[str]:
    """The modules that are one of the packages or below it, in alphabetical order."""
    tops = tuple(packages)
    return sorted(name for name in names if any(name == top or name.startswith(f"{top}.") for top in tops))
