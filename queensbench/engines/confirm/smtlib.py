"""Terms as SMT-LIB 2: numbers as signed bit-vectors, each as wide as its interval, in the logic QF_BV; or as integers.

The operands of an operation are first sign-extended to a width that holds them, the result and all intermediate values,
so that nothing wraps.  Each term with operands has a definition of its own (``define-fun``), so that shared terms are
written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from queensbench.engines.confirm.terms import Term, reachable


def bits(*values: int) -> int:
    """The width of the signed bit-vectors that hold some numbers."""
    return 1 + max(v.bit_length() if v >= 0 else (-v - 1).bit_length() for v in values)


def width(term: Term) -> int:
    """The width of a number."""
    return bits(term.lo, term.hi)


def constant(value: int, size: int) -> str:
    """A known number as a bit-vector of some width."""
    return f"(_ bv{value % (1 << size)} {size})"


class Text:
    """The text of terms, each written once.  Names of symbols stand unchanged, between bars."""

    def __init__(self) -> None:
        self._lines: dict[int, str] = {}

    def name(self, term: Term) -> str:
        """The name of a term where it is used."""
        if term.op == "symbol":
            return f"|{term.leaf}|"
        if term.op == "known":
            if term.truth:
                return "true" if term.lo else "false"
            return constant(term.lo, width(term))
        return f"t{term.number}"

    def _sized(self, term: Term, size: int) -> str:
        """A number, sign-extended to some width."""
        if term.known:
            return constant(term.lo, size)
        more = size - width(term)
        return f"((_ sign_extend {more}) {self.name(term)})" if more else self.name(term)

    def sort(self, term: Term) -> str:
        """The sort of a number."""
        return f"(_ BitVec {width(term)})"

    def line(self, term: Term) -> str:
        """The declaration or definition of a term; empty for a known one."""
        if term.known:
            return ""
        found = self._lines.get(term.number)
        if found is None:
            sort = "Bool" if term.truth else self.sort(term)
            if term.op == "symbol":
                found = f"(declare-const {self.name(term)} {sort})\n"
            else:
                found = f"(define-fun {self.name(term)} () {sort} {self._body(term)})\n"
            self._lines[term.number] = found
        return found

    def _body(self, term: Term) -> str:
        args = term.args
        match term.op:
            case "not" | "and" | "or":
                return f"({term.op} {' '.join(map(self.name, args))})"
            case "iff":
                return f"(= {self.name(args[0])} {self.name(args[1])})"
            case "ite" if term.truth:
                return f"(ite {' '.join(map(self.name, args))})"
            case "ite":
                size = width(term)
                return f"(ite {self.name(args[0])} {self._sized(args[1], size)} {self._sized(args[2], size)})"
            case "=" | "<=":
                size = max(map(width, args))
                word = "=" if term.op == "=" else "bvsle"
                return f"({word} {self._sized(args[0], size)} {self._sized(args[1], size)})"
            case "+" | "*":
                size = max(width(term), *map(width, args))
                word = "bvadd" if term.op == "+" else "bvmul"
                return self._cut(f"({word} {' '.join(self._sized(a, size) for a in args)})", size, term)
        a, d = args  # rounded down: `bvsmod` has the sign of the divisor, and what is left divides exactly
        size = bits(a.lo - d.hi, a.hi, d.hi)
        one, two = self._sized(a, size), self._sized(d, size)
        rest = f"(bvsmod {one} {two})"
        return self._cut(rest if term.op == "%" else f"(bvsdiv (bvsub {one} {rest}) {two})", size, term)

    @staticmethod
    def _cut(whole: str, size: int, term: Term) -> str:
        """A result, cut to the width of its interval, which holds it."""
        return whole if size == width(term) else f"((_ extract {width(term) - 1} 0) {whole})"

    def logic(self, roots: Iterable[Term]) -> str:
        """The logic of some terms."""
        return "QF_BV"

    def definitions(self, roots: Iterable[Term]) -> str:
        """The definitions of some terms and of everything that they are made of."""
        return "".join(map(self.line, reachable(roots)))

    def script(self, assertions: Sequence[Term], notes: Sequence[str] = (), expected: str = "unsat") -> str:
        """A whole file that asks whether assertions can hold together.

        ``notes``: lines about the file.  ``expected``: the answer that is expected of a solver, if any.
        """
        head = "".join(f"; {note}\n" for note in notes)
        told = f"(set-info :status {expected})\n" if expected else ""
        told += f"(set-logic {self.logic(assertions)})\n"
        asked = "".join(f"(assert {self.name(a)})\n" for a in assertions)
        return f"{head}{told}{self.definitions(assertions)}{asked}(check-sat)\n"


class IntegerText(Text):
    """The text of terms whose numbers are integers: in the logic QF_LIA, or QF_NIA where terms are multiplied."""

    def name(self, term: Term) -> str:
        """The name of a term where it is used."""
        if term.known and not term.truth:
            return str(term.lo) if term.lo >= 0 else f"(- {-term.lo})"
        return super().name(term)

    def sort(self, term: Term) -> str:
        """The sort of a number."""
        return "Int"

    def _body(self, term: Term) -> str:
        # `div` and `mod` round down where the divisor is positive, as it always is
        word = {"iff": "=", "//": "div", "%": "mod"}.get(term.op, term.op)
        return f"({word} {' '.join(map(self.name, term.args))})"

    def logic(self, roots: Iterable[Term]) -> str:
        """The logic of some terms."""
        products = (t for t in reachable(roots) if t.op == "*" and not t.args[0].known)
        return "QF_LIA" if next(products, None) is None else "QF_NIA"
