"""Terms of the second encoding: what they come to, what folds away, and that their text means the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from queensbench.engines.confirm import solvers
from queensbench.engines.confirm.smtlib import Text, bits, constant, width
from queensbench.engines.confirm.terms import LeavesInterval, Term, Terms, evaluate

SYMBOLS = [("a", -5, 9), ("b", 0, 1), ("c", 3, 40), ("d", -130, -2)]


def drawn(terms: Terms, random: Random, depth: int, *, truth: bool) -> Term:
    """Any term of a depth."""
    if depth == 0:
        if truth:
            return terms.symbol(f"t{random.randint(0, 2)}", 0, 1, truth=True)
        if random.random() < 0.3:
            return terms.num(random.choice((-7, -1, 0, 1, 2, 100)))
        name, lo, hi = random.choice(SYMBOLS)
        return terms.symbol(name, lo, hi)

    def part(truth: bool) -> Term:
        return drawn(terms, random, depth - 1, truth=truth)

    if truth:
        word = random.choice(("not", "and", "or", "iff", "ite", "=", "<=", "<"))
        match word:
            case "not":
                return terms.not_(part(True))
            case "and":
                return terms.and_([part(True), part(True), part(True)])
            case "or":
                return terms.or_([part(True), part(True)])
            case "iff":
                return terms.eq(part(True), part(True))
            case "ite":
                return terms.ite(part(True), part(True), part(True))
            case "=":
                return terms.eq(part(False), part(False))
            case "<=":
                return terms.le(part(False), part(False))
        return terms.lt(part(False), part(False))
    word = random.choice(("+", "-", "*", "//", "%", "min", "max", "ite", "ite"))
    if word == "ite":
        return terms.ite(part(True), part(False), part(False))
    if word in ("//", "%"):
        return terms.arith(word, part(False), terms.num(random.choice((1, 2, 3, 7, 16))))
    return terms.arith(word, part(False), part(False))


def test_what_is_known_folds_away() -> None:
    terms = Terms()
    a, b = terms.symbol("a", 0, 6), terms.symbol("b", 3, 9)
    assert repr(terms.arith("//", terms.num(-7), terms.num(2))) == "-4"
    assert repr(terms.arith("%", terms.num(-7), terms.num(2))) == "1"
    assert terms.le(a, terms.num(6)) is terms.true
    assert terms.eq(a, terms.num(7)) is terms.false
    assert terms.lt(b, terms.num(3)) is terms.false
    assert terms.and_([terms.eq(a, b), terms.not_(terms.eq(a, b))]) is terms.false
    assert terms.ite(terms.eq(a, b), a, a) is a
    assert repr(terms.inside(a)) == "(and (<= 0 a) (<= a 6))"
    total = terms.arith("+", a, terms.arith("*", b, b))
    assert (total.lo, total.hi, width(total)) == (9, 87, 8)


@pytest.mark.parametrize(
    ("values", "size"), [((0,), 1), ((-1, 0), 1), ((0, 1), 2), ((-8, 7), 4), ((0, 8), 5), ((-9,), 5)]
)
def test_a_width_holds_every_number_with_its_sign(values: tuple[int, ...], size: int) -> None:
    assert bits(*values) == size


def test_a_known_number_is_written_in_so_many_bits() -> None:
    assert [constant(value, 4) for value in (5, -1, -8)] == ["(_ bv5 4)", "(_ bv15 4)", "(_ bv8 4)"]


def test_numbers_leave_no_interval_and_a_symbol_that_does_is_told() -> None:
    random = Random(3)
    count = 200
    values = {name: np.array([random.randint(lo, hi) for _ in range(count)]) for name, lo, hi in SYMBOLS}
    values |= {f"t{i}": np.array([random.randint(0, 1) for _ in range(count)]) for i in range(3)}
    for _ in range(300):
        terms = Terms()
        root = drawn(terms, random, 4, truth=False)
        (found,) = evaluate([root], values, count)
        assert root.lo <= found.min() <= found.max() <= root.hi
    terms = Terms()
    with pytest.raises(LeavesInterval, match="symbol of interval 0 to 3"):
        evaluate([terms.symbol("a", 0, 3)], {"a": np.array([4])}, 1)
    with pytest.raises(ValueError, match="a is of 0 to 3, not of 0 to 4"):
        terms.symbol("a", 0, 4)


def test_numbers_beyond_a_machine_word_are_exact() -> None:
    terms = Terms()
    big = terms.arith("*", terms.symbol("a", 0, 1 << 40), terms.symbol("b", 0, 1 << 40))
    assert evaluate([big], {"a": np.array([1 << 40]), "b": np.array([(1 << 40) - 1])}, 1)[0][0] == (
        1 << 80
    ) - (1 << 40)


def test_a_sum_is_flat_and_what_changes_it_is_added() -> None:
    terms = Terms()
    a, b, c = (terms.symbol(name, 0, 9) for name in "abc")
    test = terms.symbol("t", 0, 1, truth=True)

    def plus(*parts: Term) -> Term:
        return terms.total(parts)

    def times(factor: int, of: Term) -> Term:
        return terms.arith("*", of, terms.num(factor))

    one, two = terms.num(1), terms.num(2)
    assert repr(plus(plus(c, one), plus(a, two), b)) == "(+ a b c 3)"
    assert repr(terms.arith("-", plus(a, b, a), plus(b, c, two))) == "(+ (* 2 a) (* -1 c) -2)"
    assert terms.arith("-", plus(a, b), b) is a
    assert terms.arith("-", a, a) is terms.num(0)
    assert times(2, plus(a, times(3, b), one)) is plus(a, a, times(6, b), two)
    assert times(0, a) is terms.num(0)
    assert plus(a, test) is plus(a, terms.ite(test, one, terms.num(0)))
    stored = terms.ite(test, plus(a, one), a)
    assert repr(stored) == "(+ a (ite t 1 0))"
    assert (stored.lo, stored.hi) == (0, 10)
    assert repr(terms.ite(test, plus(a, b), plus(a, c, two))) == "(+ a (ite t b (+ c 2)))"
    assert terms.ite(test, plus(a, one), terms.arith("-", b, one)).op == "ite"
    chosen = [terms.ite(test, a, one), b, terms.ite(test, c, two), terms.ite(terms.not_(test), c, a)]
    assert repr(plus(*chosen)) == "(+ b c (ite t (* 2 a) 3))"
    assert repr(terms.eq(plus(a, b, one), plus(b, c))) == "(= a (+ c -1))"
    assert repr(terms.le(times(2, a), plus(a, times(3, b)))) == "(<= a (* 3 b))"
    assert terms.le(a, plus(a, one)) is terms.true
    assert terms.eq(plus(a, one), a) is terms.false


def test_a_number_is_simpler_where_conditions_are_known() -> None:
    terms = Terms()
    at = terms.symbol("at", 0, 2)
    cells = [terms.symbol(f"c{i}", 0, 5) for i in range(3)]
    here = [terms.eq(at, terms.num(i)) for i in range(3)]
    other = terms.symbol("t", 0, 1, truth=True)
    read = terms.ite(here[2], cells[2], terms.ite(here[1], cells[1], cells[0]))
    one = {test.number: test is here[1] for test in here}
    assert terms.under(read, one) is cells[1]
    more = terms.arith("*", terms.arith("+", read, terms.num(1)), terms.num(3))
    assert repr(terms.under(more, one)) == "(+ (* 3 c1) 3)"
    both = terms.ite(terms.and_([other, terms.not_(here[1])]), cells[0], terms.ite(other, read, cells[0]))
    assert repr(terms.under(both, one)) == "(ite t c1 c0)"
    either = terms.ite(terms.or_([other, here[1]]), cells[2], cells[0])
    assert terms.under(either, one) is cells[2]
    assert terms.under(either, {}) is either
    assert terms.under(read, {}) is read


def meant(random: Random, depth: int, values: dict[str, int], terms: Terms) -> tuple[Term, int]:
    """A number, drawn as a term and worked out beside it."""
    if depth == 0 or random.random() < 0.1:
        if random.random() < 0.3:
            known = random.choice((-7, -1, 0, 1, 2, 100))
            return terms.num(known), known
        name, lo, hi = random.choice(SYMBOLS)
        return terms.symbol(name, lo, hi), values[name]
    (one, x), (two, y) = (meant(random, depth - 1, values, terms) for _ in range(2))
    match random.choice(("+", "+", "-", "*", "//", "%", "ite <=", "ite =", "total")):
        case "+":
            return terms.arith("+", one, two), x + y
        case "-":
            return terms.arith("-", one, two), x - y
        case "*":
            return terms.arith("*", one, two), x * y
        case "//":
            return terms.arith("//", one, terms.num(3)), x // 3
        case "%":
            return terms.arith("%", one, terms.num(7)), x % 7
        case "ite <=":
            more = terms.arith("+", one, terms.num(2))
            return terms.ite(terms.le(one, two), more, one), x + 2 if x <= y else x
        case "ite =":
            return terms.ite(terms.eq(one, two), terms.arith("-", one, two), two), x - y if x == y else y
    parts = [one, two, one, terms.le(one, two)]
    return terms.total(parts), x + y + x + (x <= y)


def test_terms_come_to_what_was_meant() -> None:
    random = Random(5)
    for _ in range(2_000):
        values = {name: random.randint(lo, hi) for name, lo, hi in SYMBOLS}
        term, number = meant(random, 4, values, Terms())
        (found,) = evaluate([term], {name: np.array([value]) for name, value in values.items()}, 1)
        assert found[0] == number


@pytest.mark.parametrize("way", solvers.WAYS[2:], ids=["shared", "cvc5 integers", "bitwuzla", "cvc5"])
def test_a_solver_finds_in_the_text_what_the_terms_come_to_and_nothing_else(way: solvers.Way) -> None:
    name = way.by
    pytest.importorskip(name, reason=f"{name} is not installed: it is in requirements-test.lock")
    random = Random(11)
    for _ in range(60 if name == solvers.BITWUZLA else 20):
        terms = Terms()
        roots = [drawn(terms, random, 4, truth=truth) for truth in (True, False)]
        values = {name: random.randint(lo, hi) for name, lo, hi in SYMBOLS}
        values |= {f"t{i}": random.randint(0, 1) for i in range(3)}
        results = evaluate(roots, {key: np.array([value]) for key, value in values.items()}, 1)
        fixed = [terms.eq(terms.symbol(key, lo, hi), terms.num(values[key])) for key, lo, hi in SYMBOLS]
        fixed += [
            terms.eq(terms.symbol(f"t{i}", 0, 1, truth=True), terms.truth(bool(values[f"t{i}"])))
            for i in range(3)
        ]
        same = [
            terms.eq(roots[0], terms.truth(bool(results[0][0]))),
            terms.eq(roots[1], terms.num(int(results[1][0]))),
        ]
        other = [*fixed, terms.not_(terms.and_(same))]
        asked = solvers.solver(way, Text(), [*fixed, *same, *other])
        shared = random.randint(0, len(fixed))
        found = asked.decide([*fixed, *same], 20, model=True)
        assert found.verdict == asked.decide([*fixed, *same], 20, shared=shared).verdict == "sat"
        assert {key: values[key] for key in found.values} == found.values
        if terms.false not in other:
            assert asked.decide(other, 20, shared=shared).verdict == "unsat"
            assert asked.decide([*fixed, *same], 20, shared=shared).verdict == "sat"


def test_conditions_that_share_parts_are_looked_at_once() -> None:
    """Each of these has the one before as a part twice: 2 ** 60 ways lead to the first."""
    terms = Terms()
    first = test = terms.symbol("first", 0, 1, truth=True)
    for number in range(60):
        a, b = (terms.symbol(f"{name}{number}", 0, 1, truth=True) for name in "ab")
        test = terms.and_([terms.or_([test, a]), terms.or_([test, b])])
    chosen = terms.ite(test, terms.num(1), terms.num(2))
    assert terms.under(chosen, {first.number: False}) is chosen
    assert terms.under(chosen, {first.number: True}) is terms.num(1)
