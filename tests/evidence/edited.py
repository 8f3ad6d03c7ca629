"""Seeded edits of the rulebooks, and what they change: run as a script, each edit in a process of its own.

    python -m tests.evidence.edited ROOT RULEBOOK FIRST COUNT

``ROOT`` is a copy of one rulebook, which may be written.  A line of JSON tells what the rules are as they stand; then one
line tells of each edit what was done and what came out:  the digests of the keys, and, told by other code than theirs,
what the systems and declarations are.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import json
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

FOLDERS = ("model", "properties", "spec")
SWAPPED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Add: "-", ast.Sub: "+", ast.And: "or", ast.Or: "and",
}  # fmt: skip
SIGNS = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Add: "+", ast.Sub: "-", ast.And: "and", ast.Or: "or",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------- edits


class Edit:
    """An edit of one file: what is done, and the file's new text."""

    def __init__(self, path: Path, what: str, text: str) -> None:
        self.path = path
        self.what = what
        self.text = text


def edit(root: Path, seed: int) -> Edit:
    """The edit of a seed: a place in one of the files, drawn by its sort first, so that no sort is rare."""
    chance = random.Random(seed)
    files = sorted(
        path for top in FOLDERS for path in (root / top).rglob("*.py") if path.stat().st_size > 200
    )
    tables = sorted((root / "spec").rglob("gaps.toml"))
    while True:
        sort = chance.choice([*SORTS, *SORTS, "gap"] if tables else [*SORTS])
        if sort == "gap":
            path = chance.choice(tables)
            lines = path.read_text("utf-8").splitlines()
            places = [
                n for n, line in enumerate(lines) if re.match(r"(reason|assumed|question|clauses) =", line)
            ]
            if not places:
                continue
            number = chance.choice(places)
            lines[number] = lines[number].replace('"', '"x', 1)
            return Edit(path, f"gap, line {number + 1}", "\n".join(lines) + "\n")
        path = chance.choice(files)
        text = path.read_text("utf-8")
        found = list(SORTS[sort](ast.parse(text), text))
        if found:
            first, last, new = chance.choice(found)
            changed = text[:first] + new + text[last:]
            try:
                ast.parse(changed)
            except SyntaxError:
                continue
            line = text[:first].count("\n") + 1
            return Edit(path, f"{sort}, line {line}: {text[first:last][:40]!r} is {new[:40]!r}", changed)


Found = Iterator[tuple[int, int, str]]


def _span(node: Any, text: str) -> tuple[int, int]:
    """Where a node begins and ends in the text; the rulebooks are ASCII where it matters."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    data = text.encode()
    first = starts[node.lineno - 1] + node.col_offset
    last = starts[node.end_lineno - 1] + node.end_col_offset
    return len(data[:first].decode()), len(data[:last].decode())


def numbers(tree: ast.Module, text: str) -> Found:
    """Each whole number, greater and smaller by one; each truth value, the other one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            if isinstance(node.value, bool):
                yield *_span(node, text), str(not node.value)
            elif isinstance(node.value, int):
                for by in (-1, 1):
                    yield *_span(node, text), str(node.value + by)


def operators(tree: ast.Module, text: str) -> Found:
    """Each operator, changed for its neighbour."""
    for node in ast.walk(tree):
        pairs: list[tuple[Any, Any, Any]] = []
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            pairs = [(node.left, node.ops[0], node.comparators[0])]
        elif isinstance(node, ast.BinOp):
            pairs = [(node.left, node.op, node.right)]
        elif isinstance(node, ast.BoolOp):
            pairs = [(node.values[0], node.op, node.values[1])]
        for left, op, right in pairs:
            if type(op) in SWAPPED:
                first, last = _span(left, text)[1], _span(right, text)[0]
                between = text[first:last]
                if between.count(SIGNS[type(op)]) == 1:
                    yield first, last, between.replace(SIGNS[type(op)], SWAPPED[type(op)])


def members(tree: ast.Module, text: str) -> Found:
    """Each member of a kind or reading, changed for another that the module names: guards, houses, tables, weights."""
    named: dict[str, set[str]] = {}
    places = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr.isupper():
            named.setdefault(node.value.id, set()).add(node.attr)
            places.append(node)
    for node in places:
        assert isinstance(node.value, ast.Name)
        for other in sorted(named[node.value.id] - {node.attr}):
            yield *_span(node, text), f"{node.value.id}.{other}"


def texts(tree: ast.Module, text: str) -> Found:
    """Each text but docstrings, with a letter more: names of clauses, properties and modes, reasons, prose."""
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            first, last = _span(node, text)
            if text[first] in "'\"" and text[first : first + 3] not in ('"""', "'''"):
                yield first, last, f"{text[first]}x{text[first + 1 : last]}"


def names_of_clauses(tree: ast.Module, text: str) -> Found:
    """Each text that names something with dots, changed for another of the module."""
    nodes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"\w+(\.\w+)+", node.value)
    ]
    every = sorted({str(node.value) for node in nodes})
    for node in nodes:
        other = every[(every.index(str(node.value)) + 1) % len(every)]
        if other != node.value:
            yield *_span(node, text), f'"{other}"'


def statements(tree: ast.Module, text: str) -> Found:
    """Each statement of a function, left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for one in ast.walk(node):
                if isinstance(one, ast.stmt) and one is not node and not isinstance(one, ast.FunctionDef):
                    yield *_span(one, text), "pass"


def conditions(tree: ast.Module, text: str) -> Found:
    """Each condition of a requirement, a test or an answer, turned round."""
    for node in ast.walk(tree):
        asked: Any = None
        if isinstance(node, (ast.If, ast.IfExp, ast.While)):
            asked = node.test
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require":
            asked = node.args[0]
        if asked is not None:
            first, last = _span(asked, text)
            yield first, last, f"(not ({text[first:last]}))"


def options(tree: ast.Module, text: str) -> Found:
    """Each option of a call or decorator that is given by name, left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for option in node.keywords:
                first, last = _span(option, text)
                while last < len(text) and text[last] in ", ":
                    last += 1
                yield first, last, ""


def comments(tree: ast.Module, text: str) -> Found:
    """A comment of its own line before each statement: nothing changes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not getattr(node, "decorator_list", None):
            first = _span(node, text)[0]
            if not text[text.rfind("\n", 0, first) + 1 : first].strip():
                yield first, first, "# a comment\n" + " " * node.col_offset


def docstrings(tree: ast.Module, text: str) -> Found:
    """Each docstring of a function, with other words: nothing changes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            first, last = _span(node.body[0], text)
            yield first, last, '"""Other words,\n\n    and more lines."""'


SORTS: dict[str, Callable[[ast.Module, str], Found]] = {
    "number": numbers,
    "operator": operators,
    "member": members,
    "text": texts,
    "clause": names_of_clauses,
    "statement": statements,
    "condition": conditions,
    "option": options,
    "comment": comments,
    "docstring": docstrings,
}
DRAWN = 50
"""So many edits look at several small instances."""
IDLE = ("comment", "docstring")
"""The sorts that change nothing."""


# ----------------------------------------------------------------------------------------- what comes out


def told(root: Path, rulebook: str, draw: int) -> dict[str, Any]:
    """The keys of a rulebook, and what its systems and declarations are, in a process that has loaded nothing yet.

    Of each mode the box as sold and one small instance, another one for each ``draw``.
    """
    from queensbench.errors import QueensbenchError
    from queensbench.evidence import kept_systems
    from queensbench.evidence.keys import Sources
    from queensbench.evidence.subjects import Subjects
    from queensbench.project import projects
    from queensbench.rules.transforms import previous_states

    gc.disable()
    made: dict[str, Any] = {}
    build = previous_states.build_stepping

    def stepping(mode: Any, instance: Any, **more: Any) -> Any:
        name = f"{mode.name}/{instance.name}"
        if name not in made:
            made[name] = build(mode, instance, **more)
        return made[name]

    previous_states.build_stepping = (
        stepping  # the keys are made of the same system: to make it takes longest
    )
    kept_systems.SETTLED = kept_systems.MARGIN = -1e9  # each edit was made just now
    sources = Sources(root)
    subjects = Subjects(sources, root / "none")
    found: dict[str, Any] = {"keys": {}, "what": {}, "rules": {}, "kept": {}}
    try:
        project = projects.load(root)
        ruleset = project.ruleset(rulebook)
        found["code"] = sources.code(ruleset.package)
        for mode in ruleset.modes.values():
            small = mode.instances[draw % len(mode.instances) :][:1] if mode.instances else ()
            for instance in (mode.full, *small):
                name = f"{mode.name}/{instance.name}"
                system = projects.system(ruleset, mode, instance)
                second = stepping(mode, instance, ruleset=ruleset.name, clauses=ruleset.clause_names)
                found["what"][name] = [
                    plain(system), declared(ruleset, mode, instance), plain(second)
                ]  # fmt: skip
                kept = kept_systems.name_of(project, ruleset, mode, instance)
                found["kept"][name] = [kept, shortened(repr(system))]
                if instance is mode.full:
                    found["rules"][mode.name] = rules(system)
                found["keys"][name] = [
                    subjects.of(sort, ruleset, mode, instance, settled=bool) for sort in ("system", "steps")
                ]
    except (QueensbenchError, SyntaxError) as refused:
        return {"refused": str(refused).splitlines()[0]}
    except Exception as error:  # noqa: BLE001 - the author's fault, in plain Python
        return {"refused": f"{type(error).__name__}: {error}"}
    return found


def plain(system: Any) -> str:
    """A system as Python writes it, without lines: shares nothing with the digest."""
    return shortened(re.sub(r"\bline=\d+", "line", repr(system)))


def rules(system: Any) -> dict[str, list[str]]:
    """Of each rule that proofs are about the digest that their keys hold, and its text with all that it calls."""
    from queensbench.rules.typed.slices import Slices

    slices = Slices(system)
    roots = {"initial": system.initial, "over": system.over}
    roots |= {f"transition {t.name}": t.function for t in system.transitions}
    roots |= {f"weight {t.name}": t.weight for t in system.transitions}
    roots |= {f"judge {judge.name}": judge.function for judge in system.judges}
    found = {name: [slices.function(n), rule(system, n)] for name, n in roots.items() if n is not None}
    told = [(r.name, r.readings) for r in system.rulings], [(p.name, p.lo, p.hi) for p in system.parameters]
    over = rule(system, system.over) if system.over is not None else ""
    found["shared"] = [slices.shared(), shortened(repr((system.fields, system.cells, told, over)))]
    return found


def rule(system: Any, root: int) -> str:
    """A rule and all that it calls as Python writes them, with numbers of its own: shares nothing with the digest."""
    from queensbench.rules.typed import ir

    closure = sorted(ir.reached(system, root))
    text = f"{closure.index(root)}: {[system.functions[number] for number in closure]!r}"
    text = re.sub(
        r"\b(?:line|guard)=\d+|\bfile='[^']*'|\bFunction\(name='[^']*'|\bclauses=\([^)]*\)", "", text
    )
    text = re.sub(r"\b(site\w*=)(-?)\d+", r"\1\2", text)
    text = re.sub(r"\bfunction=(\d+)", lambda m: f"function={closure.index(int(m[1]))}", text)
    return shortened(re.sub(r"\btable=(\d+)", lambda m: repr(system.tables[int(m[1])]), text))


def shortened(text: str) -> str:
    """A digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def declared(ruleset: Any, mode: Any, instance: Any) -> str:
    """What is declared, field by field, as analyses look at it."""
    from queensbench.project.projects import rulings_of
    from queensbench.rules.system import properties_of, steps_of

    names: tuple[str, ...] = ("name", "kind", "expect", "on", "under", "clauses", "instances")
    names += ("against", "sure", "least", "greatest", "target", "since")
    decls = (*properties_of(mode, instance), *steps_of(mode, instance))
    text = repr([[getattr(decl, name) for name in names] for decl in decls])
    text += repr([decl.rule.name for decl in decls if decl.rule is not None])
    text += repr([(d.name, list(d.readings), d.house, d.clauses, d.modes) for d in rulings_of(mode)])
    text += repr([(g.name, g.clauses) for g in ruleset.gaps])
    text += repr((mode.name, mode.players, instance))
    text += repr(
        [(s.name, [list(g.values()) for g in s.generators], s.full, s.instances) for s in mode.symmetries]
    )
    return shortened(text)


def in_a_fork(ask: Callable[[], Any]) -> Any:
    """The answer of a function, as JSON, from a process that is forked for it."""
    reads, writes = os.pipe()
    process = os.fork()
    if not process:
        try:
            with os.fdopen(writes, "w") as end:
                json.dump(ask(), end)
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as end:
        text = end.read()
    os.waitpid(process, 0)
    return json.loads(text)


def main(root: Path, rulebook: str, first: int, count: int) -> None:
    """Write a line of what the rules are, then one for each edit."""
    import queensbench.evidence.subjects
    import queensbench.rules.transforms.previous_states  # noqa: F401 - so that forks have them

    draws = 1 if count < DRAWN else 4
    whole = [in_a_fork(partial(told, root, rulebook, draw)) for draw in range(draws)]
    print(json.dumps(whole), flush=True)
    for seed in range(first, first + count):
        done = edit(root, seed)
        before = done.path.read_text("utf-8")
        done.path.write_text(done.text, "utf-8")
        draw = seed % draws
        found = in_a_fork(partial(told, root, rulebook, draw))
        done.path.write_text(before, "utf-8")
        where = done.path.relative_to(root).as_posix()
        print(
            json.dumps({"seed": seed, "what": f"{where}: {done.what}", "draw": draw, "found": found}),
            flush=True,
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
