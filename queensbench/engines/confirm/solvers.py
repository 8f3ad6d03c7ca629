"""Other solvers that read SMT-LIB: bitwuzla, and cvc5 for what bitwuzla leaves open.

Both read the text that is exported, so that the files say exactly what was decided.  Neither shares code with z3.
What they cannot see: whether the text says what the claim means (:mod:`queensbench.engines.confirm.executor`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module, metadata
from typing import Any, Protocol

from queensbench.engines.confirm.apart import CVC5, answer, run_cvc5
from queensbench.engines.confirm.smtlib import IntegerText, Text, width
from queensbench.engines.confirm.terms import Term, reachable
from queensbench.errors import BadInput

BITWUZLA = "bitwuzla"
PREPARING = 60.0
"""The processor seconds in which bitwuzla may prepare assertions that questions share; the first one counts them."""

SOLVERS = (BITWUZLA, CVC5)
"""The solvers that goals are put to, in this order."""


@dataclass(frozen=True)
class Way:
    """One attempt of several: its solver, numbers as bit-vectors or as integers, and its share of the budget.

    ``shared``: goals whose first assertions are the same share a solver, which prepares these once; so goals can be
    divided into many cases.
    """

    by: str
    integers: bool = False
    share: float = 1.0
    shared: bool = False


WAYS = (
    Way(BITWUZLA, share=0.1, shared=True),
    Way(CVC5, integers=True, share=0.15),
    Way(BITWUZLA, shared=True),
    Way(CVC5, integers=True),
    Way(BITWUZLA),
    Way(CVC5),
)
"""In the order in which they are tried, each of what the one before has left open.

Most goals take bitwuzla a moment.  Of what is left, much is about sums, which bit-vectors make hard, and integers do
not; and much is easy in each of many cases.  Last, each question has a solver of its own, which can prepare more.
"""


@dataclass(frozen=True)
class Decision:
    """The answer to assertions: ``unsat``, ``sat`` or ``unknown``; ``values``: the symbols' values where they hold."""

    verdict: str
    seconds: float
    values: dict[str, int] = field(default_factory=dict)


class Solver(Protocol):
    """A solver for goals over the terms of one text."""

    def decide(
        self, assertions: Sequence[Term], seconds: float, *, shared: int = 0, model: bool = False
    ) -> Decision:
        """Decide whether assertions can hold together; ``unknown`` after so many seconds of processor time.

        ``shared``: how many of them, counted from the first, other questions may share with this one.  ``model``: with
        the values of symbols, if the answer is ``sat``.
        """


def version(name: str) -> str:
    """The installed version of a solver.  Raises BadInput where it is not installed."""
    try:
        import_module(name)
        return metadata.version(name)
    except (ImportError, metadata.PackageNotFoundError):
        raise BadInput(
            f"{name} is not installed",
            where="a second solver",
            remedy="install what requirements-test.lock pins, or leave out --check",
        ) from None


def solver(way: Way, text: Text, roots: Sequence[Term]) -> Solver:
    """A solver for goals whose assertions are among ``roots``; only cvc5 takes integers."""
    if way.by == BITWUZLA:
        return _Bitwuzla(text, roots, keeps=way.shared)
    return _Cvc5(IntegerText() if way.integers else text, eager=not way.integers)


def _signed(value: int, size: int) -> int:
    return value - (1 << size) if value >> (size - 1) else value


def _symbols(assertions: Sequence[Term]) -> list[Term]:
    return [term for term in reachable(assertions) if term.op == "symbol"]


class _Bitwuzla:
    """The solver bitwuzla, which reads the definitions of all goals once.

    Each question has a solver of its own, or (``keeps``) questions with the same shared assertions have one, which
    prepares these once and takes the others back after each question.
    """

    def __init__(self, text: Text, roots: Sequence[Term], *, keeps: bool) -> None:
        self.module: Any = import_module(BITWUZLA)
        self.text = text
        self.manager = self.module.TermManager()
        self.parser = self.module.Parser(self.manager, self.module.Options())
        self.parser.parse(f"(set-logic QF_BV)\n{text.definitions(roots)}", True, False)
        self.keeps = keeps
        self.kept: dict[tuple[Term, ...], Any] = {}

    def _new(self, assertions: Sequence[Term], *, model: bool = False) -> Any:
        """A solver that is given some assertions."""
        options = self.module.Options()
        options.set(self.module.Option.PRODUCE_MODELS, model)
        asked = self.module.Bitwuzla(self.manager, options)
        self._give(asked, assertions)
        return asked

    def _give(self, asked: Any, assertions: Sequence[Term]) -> None:
        for term in assertions:
            asked.assert_formula(self.parser.parse_term(self.text.name(term)))

    def decide(
        self, assertions: Sequence[Term], seconds: float, *, shared: int = 0, model: bool = False
    ) -> Decision:
        """Decide whether assertions can hold together."""
        begun = time.process_time()
        if self.keeps and shared and not model:
            asked = self._prepared(tuple(assertions[:shared]))
            asked.push(1)
            self._give(asked, assertions[shared:])
            verdict = self._said(asked, seconds)
            asked.pop(1)
            return Decision(verdict, time.process_time() - begun)
        asked = self._new(assertions, model=model)
        verdict = self._said(asked, seconds)
        values: dict[str, int] = {}
        if model and verdict == "sat":
            for term in _symbols(assertions):
                value = asked.get_value(self.parser.parse_term(self.text.name(term)))
                values[str(term.leaf)] = (
                    int(value.value()) if term.truth else _signed(int(value.value(10)), width(term))
                )
        return Decision(verdict, time.process_time() - begun, values)

    def _prepared(self, assertions: tuple[Term, ...]) -> Any:
        """The solver for questions that share some assertions."""
        asked = self.kept.get(assertions)
        if asked is None:
            asked = self.kept[assertions] = self._new(assertions)
            self._until(asked, PREPARING)
            asked.simplify()  # where this is cut short, each question has to do the rest
        return asked

    @staticmethod
    def _until(asked: Any, seconds: float) -> None:
        """Have a solver stop after so many seconds from now on."""
        ends = time.process_time() + seconds
        asked.configure_terminator(lambda: time.process_time() >= ends)

    def _said(self, asked: Any, seconds: float) -> str:
        """The answer of a solver within so many seconds."""
        self._until(asked, seconds)
        found = asked.check_sat()
        return {self.module.Result.SAT: "sat", self.module.Result.UNSAT: "unsat"}.get(found, "unknown")


class _Cvc5:
    """The solver cvc5, for which each goal is a script of its own.  ``eager``: bit-vectors become clauses at once."""

    def __init__(self, text: Text, *, eager: bool) -> None:
        self.text = text
        self.eager = eager

    def decide(
        self, assertions: Sequence[Term], seconds: float, *, shared: int = 0, model: bool = False
    ) -> Decision:
        """Decide whether assertions can hold together; with ``model`` in this process, and ``seconds`` by the clock."""
        script = self.text.script(assertions, expected="")
        if not model:
            return Decision(*answer(script, seconds, eager=self.eager))
        begun = time.process_time()
        asked, manager = run_cvc5(script, seconds, model=True, eager=self.eager)
        values: dict[str, int] = {}
        if asked.verdict == "sat":
            known = {str(term): term for term in manager.getDeclaredTerms()}
            for term in _symbols(assertions):
                found = known.get(self.text.name(term)) or known.get(str(term.leaf))
                if found is not None:
                    value = asked.solver.getValue(found)
                    if term.truth:
                        number = int(value.getBooleanValue())
                    elif self.eager:
                        number = _signed(int(value.getBitVectorValue(10)), width(term))
                    else:
                        number = int(value.getIntegerValue())
                    values[str(term.leaf)] = number
        return Decision(asked.verdict, time.process_time() - begun, values)
