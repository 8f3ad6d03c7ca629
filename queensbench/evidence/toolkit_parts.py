"""Which part of the toolkit a verdict comes from: what the modules that answer import, read from their text.

The imports are followed from file to file, also those inside functions; imports for types alone are left out, since
nothing runs by them.  Nothing here is a list that somebody would have to keep: a module that an engine begins to
import belongs to the engine's part from then on.

What this cannot see: a module of the toolkit that another one imports by a computed name (none does;
`tests/evidence/test_edits.py` holds the toolkit to that).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

PACKAGE = "queensbench"
ASKED_BY = ("queensbench.evidence.questions", "queensbench.evidence.cache")
"""A module that imports one of these asks questions, or answers them."""
ANSWERS = ("queensbench.analyses.verdicts", "queensbench.analyses.rulings")
"""The packages whose modules answer from systems of the typed form, and what is declared beside them, alone."""
STRATEGIES = ("queensbench.analyses.strategies",)
"""The same for those that have the solver answer: whoever solves nothing imports none of them."""
ANALYSES = "queensbench.analyses"
LOADING = "queensbench.project"
"""What makes rulesets of files.  It counts; what it imports, the register above all, does not: what they make is in
the key."""
REGISTER = "queensbench.project.register"
"""The part of that package which counts, with all that it imports, where something that answers imports it itself."""
LOWERING = ("queensbench.project.projects", "queensbench.evidence.subjects")
PROVER = ("queensbench.engines.prove.worker_pool", "queensbench.engines.prove.kept_proofs")
"""What proves a goal, and what says on what its proof rests."""
INDUCTION = "queensbench.engines.prove.induction"
"""What makes verdicts on claims of the answers to their goals."""
Part = Literal["answers", "solver", "analyses", "lowering", "prover", "proofs"]
HOLDING = ("body", "orelse", "finalbody", "handlers", "cases")
"""The parts of a statement that hold statements: only there can be an import."""
OUTERMOST = re.compile(rb"^(?![\s#)\]}]|(?:else|elif|except|finally)\b)", re.MULTILINE)
"""Where an outermost statement begins, in a text whose lines are no part of longer strings."""
CONTINUED = re.compile(rb"\\\r?\n(?=\S)")
"""Where a line goes on in one that does not look so."""
IMPORT = re.compile(rb"\bimport\b")
QUOTES = re.compile(rb'"""|\'\'\'')


class Imports:
    """The imports among the toolkit's modules, by dotted names."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        """``texts``: of each file of the toolkit, by its name there with slashes."""
        self.files = {_dotted(name): name for name in texts}
        self.texts = {module: texts[name] for module, name in self.files.items()}
        self._found: dict[str, frozenset[str]] = {}

    def of(self, module: str) -> frozenset[str]:
        """The modules of the toolkit that a module imports itself, with the packages that these stand in.

        The outermost package is among them only if something is asked of it by name: to import it runs nothing else.
        """
        if module not in self._found:
            names = set(self._named(module))
            around = {
                ".".join(parts[:end])
                for parts in (n.split(".") for n in names)
                for end in range(2, len(parts))
            }
            self._found[module] = frozenset((names | around) & self.texts.keys()) - {module}
        return self._found[module]

    def _named(self, module: str) -> Iterator[str]:
        for node in statements(self.texts[module]):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(module, node)
                inner = [f"{base}.{alias.name}" for alias in node.names]
                yield from inner
                if base != PACKAGE or not all(one in self.texts or one.endswith("__") for one in inner):
                    yield base  # not for its version, which is nothing that answers

    def _base(self, module: str, node: ast.ImportFrom) -> str:
        """The package or module that an import is from, as an absolute name."""
        if not node.level:
            return node.module or ""
        parts = module.split(".")
        own = parts if self.files[module].endswith("__init__.py") else parts[:-1]
        own = own[: len(own) - node.level + 1]
        return ".".join([*own, node.module] if node.module else own)

    def reached(self, roots: Iterable[str], *, until: str = "") -> frozenset[str]:
        """All modules that some modules import, directly or through others, and these themselves.

        ``until``: a package whose modules count, while what they import does not, unless something else imports it.
        """
        found: set[str] = set()
        todo = [root for root in roots if root in self.texts]
        while todo:
            module = todo.pop()
            if module not in found:
                found.add(module)
                ends = until and _within(module, until) and not _within(module, REGISTER)
                todo += () if ends else self.of(module)
        return frozenset(found | {PACKAGE} & self.texts.keys())

    @cached_property
    def asking(self) -> frozenset[str]:
        """The modules of analyses that ask questions."""
        return frozenset(
            module
            for module in self.texts
            if _within(module, ANALYSES) and any(name in self.of(module) for name in ASKED_BY)
        )

    def part(self, name: Part) -> frozenset[str]:
        """The modules of a part of the toolkit.

        ``answers``: what answers from systems and solves nothing; ``solver``: what solves them; ``analyses``: all that
        analyses do; ``lowering``: what makes systems; ``prover``: what proves goals of a system; ``proofs``: that,
        and what makes verdicts of its answers.
        """
        if name in ("prover", "proofs"):
            return self.reached(PROVER if name == "prover" else (*PROVER, INDUCTION))
        if name in ("answers", "solver"):
            packages = ANSWERS if name == "answers" else STRATEGIES
            answering = [one for one in self.asking if any(_within(one, package) for package in packages)]
            return self.reached(answering, until=LOADING)
        if name == "analyses":
            return self.reached(one for one in self.texts if _within(one, ANALYSES))
        return self.reached([*LOWERING, *ASKED_BY])

    def contents(self, modules: Iterable[str]) -> list[tuple[str, bytes]]:
        """The names and texts of the files of some modules, in order of names."""
        return sorted((self.files[module], self.texts[module]) for module in modules)


def statements(text: bytes) -> Iterator[ast.stmt]:
    """The statements of a module among which all its imports are, but for those under ``if TYPE_CHECKING:``.

    Raises SyntaxError where one of these is none of Python's.
    """
    todo: list[Any] = _importing(text)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.stmt):
            yield node
        for part in HOLDING:
            if not (part == "body" and _for_types(node)):
                todo += getattr(node, part, ())


def _importing(text: bytes) -> list[ast.Module]:
    """The outermost statements in which the word ``import`` stands; the whole module where they cannot be told apart.

    To parse a text takes most of the time, and these are less than a third of it.
    """
    blocks, start = [], 0
    for end in [*(found.start() for found in OUTERMOST.finditer(text)), len(text)]:
        if len(QUOTES.findall(text, start, end)) % 2 == 0:  # else this line is within a string
            blocks.append(text[start:end])
            start = end
    if start < len(text) or CONTINUED.search(text):
        return [ast.parse(text)]
    try:
        return [ast.parse(block) for block in blocks if IMPORT.search(block)]
    except SyntaxError:
        return [ast.parse(text)]


def _for_types(node: Any) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _dotted(name: str) -> str:
    """The dotted name of a file's module."""
    return f"{PACKAGE}.{name.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")
