"""Machine code against exact answers, and against a plain evaluator of the IR, on systems built by hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from queensbench.errors import BadInput, ModelError, RangeViolation
from queensbench.readers.native.layout import BADWEIGHT, OK, OVERFLOW, SETTLE_STEPS, UNSETTLED, layout
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.typed import guards, ir
from queensbench.rules.typed.move_codes import Coding, Move

# ------------------------------------------------------------------------------------- systems by hand

BOOL = ir.BoolType()
SUIT = ir.KindType("Suit", ("CUPS", "COINS", "SWORDS"))


def num(lo: int, hi: int) -> ir.IntType:
    return ir.IntType(lo, hi)


WIDE = num(-(2**31), 2**31 - 1)


def c(value: int, t: ir.Type | None = None) -> ir.Const:
    return ir.Const(value, t or num(value, value))


TRUE, FALSE = c(1, BOOL), c(0, BOOL)


def v(slot: int, t: ir.Type = WIDE) -> ir.Var:
    return ir.Var(slot, t)


def arith(op: Any, left: ir.Expr, right: ir.Expr) -> ir.Arith:
    """An arithmetic node with its interval."""
    a, b, x, y = left.type.lo, left.type.hi, right.type.lo, right.type.hi
    match op:
        case "+":
            lo, hi = a + x, b + y
        case "-":
            lo, hi = a - y, b - x
        case "*":
            ends = [a * x, a * y, b * x, b * y]
            lo, hi = min(ends), max(ends)
        case "//":
            lo, hi = a // x, b // x
        case "%":
            lo, hi = 0, x - 1
        case "min":
            lo, hi = min(a, x), min(b, y)
        case _:
            lo, hi = max(a, x), max(b, y)
    return ir.Arith(op, left, right, num(lo, hi))


def eq(left: ir.Expr, right: ir.Expr) -> ir.Compare:
    return ir.Compare("==", left, right)


def lt(left: ir.Expr, right: ir.Expr) -> ir.Compare:
    return ir.Compare("<", left, right)


def gt(left: ir.Expr, right: ir.Expr) -> ir.Compare:
    return ir.Compare(">", left, right)


def both(*operands: ir.Expr) -> ir.Logic:
    return ir.Logic("and", operands)


def either(*operands: ir.Expr) -> ir.Logic:
    return ir.Logic("or", operands)


def need(condition: ir.Expr) -> ir.Require:
    return ir.Require(condition, 0)


@dataclass
class Hand:
    """A system in the making."""

    fields: list[ir.Field] = field(default_factory=list)
    cells: list[ir.Type] = field(default_factory=list)
    tables: list[ir.Table] = field(default_factory=list)
    functions: list[ir.Function] = field(default_factory=list)
    transitions: list[ir.Transition] = field(default_factory=list)
    judges: list[ir.Judge] = field(default_factory=list)
    sites: list[ir.Site] = field(default_factory=list)
    start: tuple[ir.Stmt, ...] = ()
    over: int | None = None
    wins: int | None = None
    score: int | None = None
    rulings: int = 2
    clauses: int = 4

    def add(self, value: ir.Type, *index: ir.Type) -> int:
        f = ir.Field(f"f{len(self.fields)}", index, value, len(self.cells))
        self.fields.append(f)
        self.cells += [value] * f.cells
        return len(self.fields) - 1

    def site(self) -> int:
        """The next obligation, as a number."""
        k = len(self.sites)
        self.sites.append(ir.Site("rules.py", 10 + k, f"text {k}", f"obligation {k}"))
        return k

    def read(self, number: int, *index: ir.Expr, site: int = -1) -> ir.Read:
        return ir.Read(number, index, site, self.fields[number].value)

    def store(
        self, number: int, value: ir.Expr, *index: ir.Expr, site_index: int = -1, site_value: int = -1
    ) -> ir.Store:
        return ir.Store(number, index, value, site_index, site_value)

    def fn(
        self,
        *body: ir.Stmt,
        params: tuple[ir.Type, ...] = (),
        slots: int = 0,
        returns: ir.Type | None = None,
        clauses: tuple[int, ...] = (),
    ) -> int:
        number = len(self.functions)
        self.functions.append(
            ir.Function(
                f"g{number}",
                "rules.py",
                1,
                tuple((f"p{i}", t) for i, t in enumerate(params)),
                params + (WIDE,) * slots,
                body,
                returns,
                clauses,
                pure=returns is not None,
            )
        )
        return number

    def rule(self, value: ir.Expr, *params: ir.Type, slots: int = 0, clauses: tuple[int, ...] = ()) -> int:
        """A pure rule that returns one expression."""
        return self.fn(ir.Return(value), params=params, slots=slots, returns=value.type, clauses=clauses)

    def move(
        self,
        *body: ir.Stmt,
        params: tuple[ir.Type, ...] = (),
        slots: int = 0,
        kind: Literal["action", "chance", "automatic"] = "action",
        weight: int | None = None,
        clauses: tuple[int, ...] = (),
    ) -> int:
        f = self.fn(*body, params=params, slots=slots, clauses=clauses)
        self.transitions.append(ir.Transition(kind, f"t{len(self.transitions)}", f, weight))
        return f

    def judge(self, value: ir.Expr, *params: ir.Type) -> None:
        self.judges.append(ir.Judge(f"j{len(self.judges)}", self.rule(value, *params)))

    def system(self) -> ir.System:
        initial = self.fn(*self.start)
        silent = ir.Field("$silent", (), num(0, 3), len(self.cells))
        return ir.System(
            "hand",
            "mode",
            "small",
            (*self.fields, silent),
            (*self.cells, silent.value),
            tuple(self.tables),
            tuple(self.functions),
            tuple(self.transitions),
            initial,
            self.over,
            self.wins,
            self.score,
            tuple(self.judges),
            tuple(ir.Ruling(f"r{i}", ("a", "b", "c"), 1) for i in range(self.rulings)),
            (ir.ParameterDecl("deck", 0, 50, 7), ir.ParameterDecl("hand", -9, 9, -3)),
            tuple(f"clause.{i}" for i in range(self.clauses)),
            tuple(self.sites),
            (ir.Guard("rules.py", 5, "guard", ()),),
            tuple(ir.Silence(f"hole {i}", 0, "rules.py", 6) for i in range(3)),
        )

    def native(self, **options: Any) -> Native:
        return compile_system(self.system(), **options)


# ------------------------------------------------------------------------- a plain evaluator of the IR


class End(Exception):
    """The end of a run: 0 refused, 2 silent, -1 - k violation."""

    def __init__(self, status: int) -> None:
        self.status = status


class Done(Exception):
    def __init__(self, value: int | None) -> None:
        self.value = value


class Plain:
    """The IR evaluated by the letter of its docstrings: no hoisting, nothing shared with the machine code."""

    def __init__(self, system: ir.System, env: Any) -> None:
        self.system = system
        self.env = [int(x) for x in env]
        self.at = layout(system)
        self.clauses: list[int] = []
        self.rulings: list[int] = []
        self.prefixes: dict[int, list[guards.Step]] = {}

    def deciding(self, number: int) -> list[guards.Step]:
        """The steps that decide whether a transition is enabled, in the order of the text."""
        if number not in self.prefixes:
            function = self.system.functions[number]
            self.prefixes[number] = guards._prefix(function, guards.Effects(self.system))[0]
        return self.prefixes[number]

    def call(self, number: int, cells: list[int], args: list[int], counted: bool) -> int | None:
        function = self.system.functions[number]
        if counted:
            self.clauses += function.clauses
        slots = dict(enumerate(args))
        try:
            self.block(function.body, cells, slots)
        except Done as done:
            return done.value
        return None

    def run(self, number: int, cells: list[int], args: list[int]) -> int:
        """A transition in place; clauses and rulings that counted are left in the lists."""
        self.clauses, self.rulings = [], []
        try:
            self.call(number, cells, args, counted=False)
            status = 1
        except End as end:
            status = end.status
        if status == 0:
            self.clauses = []
        if status > 0:
            self.clauses += self.system.functions[number].clauses
        return status

    def element(self, index: tuple[ir.Expr, ...], types: Any, site: int, cells: Any, slots: Any) -> int:
        values = [self.value(i, cells, slots) for i in index]
        place = 0
        for value, t in zip(values, types, strict=True):
            if not t.lo <= value <= t.hi:
                assert site >= 0, "an index out of range that intervals had shown safe"
                raise End(-1 - site)
            place = place * ir.size(t) + value - t.lo
        return place

    def value(self, e: ir.Expr, cells: list[int], slots: dict[int, int]) -> int:
        def val(x: ir.Expr) -> int:
            return self.value(x, cells, slots)

        match e:
            case ir.Const():
                return e.value
            case ir.Var():
                return slots[e.slot]
            case ir.Read():
                f = self.system.fields[e.field]
                return cells[f.offset + self.element(e.index, f.index, e.site, cells, slots)]
            case ir.Look():
                table = self.system.tables[e.table]
                return table.values[self.element(e.index, table.index, e.site, cells, slots)]
            case ir.Reading():
                self.rulings.append(e.ruling)
                return self.env[self.at.readings + e.ruling]
            case ir.Parameter():
                return self.env[self.at.parameters + e.parameter]
            case ir.Not():
                return 1 - val(e.operand)
            case ir.Arith():
                a, b = val(e.left), val(e.right)
                match e.op:
                    case "+":
                        return a + b
                    case "-":
                        return a - b
                    case "*":
                        return a * b
                    case "//":
                        return a // b
                    case "%":
                        return a % b
                return min(a, b) if e.op == "min" else max(a, b)
            case ir.Compare():
                a, b = val(e.left), val(e.right)
                return int(
                    {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[e.op]
                )
            case ir.Logic():
                stop = e.op == "or"
                return int(stop if any(bool(val(x)) == stop for x in e.operands) else not stop)
            case ir.Choose():
                return val(e.then) if val(e.condition) else val(e.orelse)
            case ir.Quant():
                return self.quant(e, cells, slots)
            case ir.Call():
                value = self.call(e.function, cells, [val(a) for a in e.args], counted=True)
                assert value is not None
                return value
            case ir.Checked():
                x = val(e.operand)
                if e.site >= 0 and not e.type.lo <= x <= e.type.hi:
                    raise End(-1 - e.site)
                return x

    def quant(self, e: ir.Quant, cells: list[int], slots: dict[int, int]) -> int:
        default = None if e.default is None else self.value(e.default, cells, slots)

        def each(loops: tuple[ir.Loop, ...], inner: dict[int, int]) -> Iterator[int]:
            if not loops:
                yield self.value(e.body, cells, inner)
                return
            for x in loops[0].values:
                now = {**inner, loops[0].slot: x}
                where = loops[0].where
                if where is None or self.value(where, cells, now):
                    yield from each(loops[1:], now)

        values: Iterator[int] = each(e.loops, slots)
        match e.op:
            case "any":
                return int(any(values))
            case "all":
                return int(all(values))
            case "sum":
                return sum(values)
        found = list(values)
        if found:
            return min(found) if e.op == "min" else max(found)
        if default is None:
            raise End(-1 - e.site)
        return default

    def block(self, body: tuple[ir.Stmt, ...], cells: list[int], slots: dict[int, int]) -> None:
        def val(x: ir.Expr) -> int:
            return self.value(x, cells, slots)

        for s in body:
            match s:
                case ir.Let():
                    slots[s.slot] = val(s.value)
                case ir.Store():
                    f = self.system.fields[s.field]
                    x = val(s.value)
                    place = f.offset + self.element(s.index, f.index, s.site_index, cells, slots)
                    if not f.value.lo <= x <= f.value.hi:
                        assert s.site_value >= 0, "a value out of range that intervals had shown safe"
                        raise End(-1 - s.site_value)
                    cells[place] = x
                case ir.If():
                    self.block(s.then if val(s.condition) else s.orelse, cells, slots)
                case ir.For():
                    for x in s.values:
                        slots[s.slot] = x
                        self.block(s.body, cells, slots)
                case ir.Return():
                    raise Done(None if s.value is None else val(s.value))
                case ir.Require():
                    if not val(s.condition):
                        raise End(0)
                case ir.Do():
                    self.call(s.function, cells, [val(a) for a in s.args], counted=True)
                case ir.Clause():
                    self.clauses += s.clauses
                    self.block(s.body, cells, slots)
                case ir.Silent():
                    cells[self.system.silent_cell] = 1 + s.silence
                    raise End(2)

    def over(self, cells: list[int]) -> bool:
        return self.system.over is not None and bool(self.call(self.system.over, cells, [], counted=False))

    def moves(self, cells: list[int]) -> tuple[list[int], set[int]]:
        """The enabled codes, and the codes whose deciding part is in violation, each combination by itself."""
        coding = Coding(self.system)
        enabled: list[int] = []
        broken: set[int] = set()
        if cells[self.system.silent_cell] or self.over(cells):
            return enabled, broken
        for code in range(coding.count):
            move = coding.decode(code)
            transition = self.system.transitions[move.transition]
            deciding = self.deciding(transition.function)
            slots = dict(enumerate(move.args))
            try:
                for step in deciding:
                    x = self.value(step.value, cells, slots)
                    if step.slot is not None:
                        slots[step.slot] = x
                    elif not x:
                        raise End(0)
            except End as end:
                if end.status < 0:
                    broken.add(code)
                continue
            if not self.run(transition.function, list(cells), list(move.args)):
                continue
            if transition.weight is not None:
                try:
                    weight = self.call(transition.weight, cells, list(move.args), counted=False)
                except End:
                    broken.add(code)
                    continue
                assert weight is not None
                if weight < 0:
                    broken.add(code)
                if weight <= 0:
                    continue
            enabled.append(code)
        return enabled, broken


def tally(numbers: list[int], size: int) -> list[int]:
    return [numbers.count(i) for i in range(size)]


def agree(native: Native, cells: Any, *, everything: bool = True) -> None:
    """Machine code and evaluator do the same from these cells: moves, results, statuses, counters."""
    system = native.system
    env = native.new_env()
    plain = Plain(system, env)
    raw = [int(x) for x in cells]
    kept = cells.copy()
    enabled, broken = plain.moves(raw)
    try:
        found = native.moves(cells, env)
        assert not broken
        assert found == enabled
    except ModelError:
        assert broken
        code = native.stuck
        if not (coded := code in broken):
            # A test moved outward fails for a whole block of moves, named by its first.
            coded = (
                plain.run(
                    system.transitions[native.coding.decode(code).transition].function,
                    list(raw),
                    list(native.coding.decode(code).args),
                )
                < 0
            )
        assert coded
    assert (cells == kept).all()
    assert not native.clause_counts(env).any()
    for code in range(native.coding.count) if everything else enabled:
        move = native.coding.decode(code)
        env = native.new_env()
        status, after = native.apply(cells, env, code)
        expected = list(raw)
        assert status == plain.run(system.transitions[move.transition].function, expected, list(move.args))
        assert (cells == kept).all()
        if status > 0:
            assert after.tolist() == expected
        if status >= 0:
            assert native.clause_counts(env).tolist() == tally(plain.clauses, len(system.clauses))
        assert native.ruling_counts(env).tolist() == tally(plain.rulings, len(system.rulings))


# ------------------------------------------------------------------------------------------ expressions


def compute(expression: ir.Expr, h: Hand | None = None, *, slots: int = 4) -> int:
    """The value of an expression in the start state: stored into a cell, natively and by the evaluator."""
    h = h or Hand()
    out = h.add(WIDE)
    before, h.start = h.start, (*h.start, h.store(out, expression))
    system = h.system()
    h.start = before
    initial = system.functions[system.initial]
    functions = list(system.functions)
    functions[system.initial] = replace(initial, slots=(WIDE,) * slots)
    system = replace(system, functions=tuple(functions))
    native = compile_system(system)
    env = native.new_env()
    status, cells = native.initial(env)
    plain = Plain(system, native.new_env())
    expected = [t.lo for t in system.cells]
    assert status == plain.run(system.initial, expected, [])
    if status == 1:
        assert cells.tolist() == expected
        assert native.ruling_counts(env).tolist() == tally(plain.rulings, 2)
        assert native.clause_counts(env).tolist() == tally(plain.clauses, 4)
    return int(cells[system.fields[out].offset]) if status == 1 else status


def opaque(h: Hand, value: int) -> ir.Read:
    """A value that LLVM's and our own constant folding still meet as a cell of a wide range."""
    f = h.add(WIDE)
    h.start = (*h.start, h.store(f, c(value)))
    return h.read(f)


@pytest.mark.parametrize("left", [-13, -12, -7, -1, 0, 1, 6, 7, 13])
@pytest.mark.parametrize("divisor", [1, 3, 7, 8])
def test_division_rounds_down_as_python_does(left: int, divisor: int) -> None:
    h = Hand()
    cell = opaque(h, left)
    both_at_once = arith("+", arith("*", arith("//", cell, c(divisor)), c(100)), arith("%", cell, c(divisor)))
    assert compute(both_at_once, h) == left // divisor * 100 + left % divisor


def test_division_of_what_is_never_negative() -> None:
    h = Hand()
    f = h.add(num(0, 100))
    h.start = (h.store(f, c(59)),)
    assert compute(arith("//", h.read(f), c(8)), h) == 7
    assert compute(arith("%", h.read(f), c(8)), h) == 3


@pytest.mark.parametrize(
    ("op", "expected"),
    [("+", 5), ("-", -11), ("*", -24), ("min", -3), ("max", 8)],
    ids=["+", "-", "*", "min", "max"],
)
def test_arithmetic_of_each_operator_is_pythons(op: str, expected: int) -> None:
    h = Hand()
    a, b = opaque(h, -3), opaque(h, 8)
    assert compute(arith(op, a, b), h) == expected


def test_arithmetic_beyond_32_bits_is_exact() -> None:
    h = Hand()
    a = opaque(h, 2_000_000_011)
    square = arith("*", a, a)
    assert compute(arith("%", square, c(1_000_003)), h) == 2_000_000_011**2 % 1_000_003


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
@pytest.mark.parametrize("right", [-2, -1, 0])
def test_comparisons_are_pythons(op: Any, right: int) -> None:
    h = Hand()
    a, b = opaque(h, -1), opaque(h, right)
    assert compute(ir.Compare(op, a, b), h) == eval(f"-1 {op} {right}")


def test_negation_chooses_the_other_value() -> None:
    h = Hand()
    yes = eq(opaque(h, 1), c(1))
    assert compute(ir.Choose(ir.Not(yes), c(4), c(9), num(4, 9)), h) == 9


def test_lookups_of_every_width_and_of_left_out_members() -> None:
    for values in ((1, -1, 0), (1, -300, 2), (70_000, 1, -70_000), (2**40, -(2**40), 0)):
        h = Hand()
        h.tables.append(ir.Table("t", (SUIT,), num(min(values), max(values)), values))
        place = opaque(h, 1)
        looked = ir.Look(0, (ir.Checked(place, h.site(), SUIT),), -1, num(min(values), max(values)))
        shown = arith("%", looked, c(1_000_003))
        assert compute(shown, h) == values[1] % 1_000_003


def test_lookup_of_two_indices_is_row_major() -> None:
    h = Hand()
    h.tables.append(ir.Table("t", (num(-1, 0), SUIT), num(0, 50), (10, 11, 12, 20, 21, 22)))
    assert compute(ir.Look(0, (c(0), c(1)), -1, num(0, 50)), h) == 21


def test_rulings_and_parameters_come_from_the_environment() -> None:
    h = Hand()
    out = h.add(num(-100, 100), num(0, 3))
    kind = ir.KindType("R", ("a", "b", "c"))
    h.start = (
        h.store(out, ir.Reading(0, kind), c(0)),
        h.store(out, ir.Reading(1, kind), c(1)),
        h.store(out, ir.Parameter(0, num(0, 50)), c(2)),
        h.store(out, ir.Parameter(1, num(-9, 9)), c(3)),
    )
    native = h.native()
    assert native.initial(native.new_env())[1].tolist() == [1, 1, 7, -3, 0]
    assert native.initial(native.new_env([0, 2], [50, 9]))[1].tolist() == [0, 2, 50, 9, 0]
    with pytest.raises(ValueError, match=r"^one reading for each ruling and one value for each parameter$"):
        native.new_env([0])


def loop(slot: int, *values: int, where: ir.Expr | None = None) -> ir.Loop:
    return ir.Loop(slot, range(*values), where)


def quant(
    op: Any, body: ir.Expr, *loops: ir.Loop, default: ir.Expr | None = None, site: int = -1
) -> ir.Quant:
    return ir.Quant(op, loops, body, default, site, BOOL if op in {"any", "all"} else WIDE)


@pytest.mark.parametrize("values", [(5,), (0,), (3, 4), (2, 11, 3), (9, -4, -2), (-3, 3), (5, 5)])
def test_sums_over_loops_with_steps(values: tuple[int, ...]) -> None:
    square = arith("*", v(1, num(-20, 20)), v(1, num(-20, 20)))
    assert compute(quant("sum", square, loop(1, *values))) == sum(x * x for x in range(*values))


def test_nested_loops_with_conditions() -> None:
    x, y = v(1, num(0, 9)), v(2, num(0, 9))
    even = eq(arith("%", x, c(2)), c(0))
    below = lt(y, x)
    pair = arith("+", arith("*", x, c(10)), y)
    total = quant("sum", pair, loop(1, 7, where=even), loop(2, 5, where=below))
    assert compute(total) == sum(10 * a + b for a in range(7) if a % 2 == 0 for b in range(5) if b < a)


def test_a_loop_variable_hides_a_local_of_the_same_slot() -> None:
    h = Hand()
    f = h.rule(arith("+", quant("sum", v(0, num(0, 9)), loop(0, 4)), v(0, num(0, 9))), num(0, 9))
    assert compute(ir.Call(f, (c(5),), WIDE), h) == 11


def test_any_and_all_stop_early() -> None:
    h = Hand()
    row = h.add(num(0, 9), num(0, 2))
    over = h.site()
    # Index 3 would violate; both must have stopped before it.
    any_early = quant("any", eq(h.read(row, v(1, num(0, 3)), site=over), c(0)), loop(1, 4))
    all_early = quant("all", gt(h.read(row, v(1, num(0, 3)), site=over), c(0)), loop(1, 4))
    assert compute(either(all_early, any_early), h) == 1


def test_any_and_all_of_nothing() -> None:
    assert compute(quant("any", TRUE, loop(1, 0))) == 0
    assert compute(quant("all", FALSE, loop(1, 0))) == 1
    assert compute(quant("any", FALSE, loop(1, 9))) == 0
    assert compute(quant("all", TRUE, loop(1, 9), loop(2, 3))) == 1


def test_quantifiers_as_values_and_as_conditions() -> None:
    h = Hand()
    one = opaque(h, 1)
    some = quant("any", eq(v(1, num(0, 5)), one), loop(1, 6))
    every = quant("all", eq(v(1, num(0, 5)), one), loop(1, 6))
    assert compute(arith("+", ir.Choose(some, c(10), c(20), num(10, 20)), every), h) == 10


def test_the_least_and_the_greatest_of_a_loop_are_found() -> None:
    values = quant("min", arith("*", v(1, num(-9, 9)), c(-3)), loop(1, -4, 5, 2))
    assert compute(values) == -12
    assert compute(replace(values, op="max")) == 12


def test_smallest_of_nothing_takes_its_default() -> None:
    h = Hand()
    nothing = eq(opaque(h, 0), c(1))
    some = quant("min", v(1, num(0, 9)), loop(1, 5, where=nothing), default=c(77))
    assert compute(some, h) == 77
    assert compute(quant("max", v(1, num(0, 9)), loop(1, 0), default=c(-77))) == -77
    assert compute(quant("max", v(1, num(0, 9)), loop(1, 5), default=c(77))) == 4


def test_smallest_of_nothing_without_default_violates() -> None:
    h = Hand()
    nothing = eq(opaque(h, 0), c(1))
    h.site()
    some = quant("min", v(1, num(0, 9)), loop(1, 5, where=nothing), site=h.site())
    assert compute(some, h) == -2


def test_a_default_is_evaluated_first_as_in_python() -> None:
    h = Hand()
    row = h.add(num(0, 9), num(0, 2))
    wrong = h.read(row, opaque(h, 3), site=h.site())
    assert compute(quant("min", v(1, num(0, 9)), loop(1, 5), default=wrong), h) == -1


def test_and_or_and_choice_are_lazy() -> None:
    h = Hand()
    row = h.add(num(0, 9), num(0, 2))
    zero = opaque(h, 0)
    wrong = gt(h.read(row, opaque(h, 3), site=h.site()), c(0))
    no = eq(zero, c(1))
    assert compute(both(no, wrong), h) == 0
    assert compute(either(ir.Not(no), wrong), h) == 1
    assert compute(both(ir.Not(no), wrong), h) == -1
    assert compute(either(no, no, wrong), h) == -1
    assert compute(ir.Choose(no, wrong, TRUE, BOOL), h) == 1
    assert compute(ir.Choose(no, TRUE, wrong, BOOL), h) == -1


def test_lazily_skipped_rulings_do_not_count() -> None:
    h = Hand()
    zero = opaque(h, 0)
    kind = ir.KindType("R", ("a", "b", "c"))
    asks = eq(ir.Reading(0, kind), c(1, kind))
    assert compute(both(eq(zero, c(1)), asks), h) == 0  # compares the counters
    assert compute(ir.Choose(eq(zero, c(0)), c(5), ir.Reading(1, kind), WIDE), h) == 5


def test_a_condition_keeps_an_unchecked_index_in_range() -> None:
    h = Hand()
    row = h.add(num(0, 9), num(0, 2))
    i = opaque(h, 2**31 - 1)
    guarded = both(lt(i, c(3)), eq(h.read(row, i), c(0)))
    assert compute(guarded, h) == 0


def test_calls_pass_arguments_and_return_early() -> None:
    h = Hand()
    f = h.fn(
        ir.If(lt(v(0), v(1)), (ir.Return(arith("-", v(1), v(0))),), ()),
        ir.If(eq(v(0), v(1)), (ir.Return(c(1000)),), (ir.Let(2, c(7)),)),
        ir.Return(arith("+", v(2), arith("*", v(0), c(10)))),
        params=(WIDE, WIDE),
        slots=1,
        returns=WIDE,
    )
    for a, b in ((3, 8), (5, 5), (8, 3)):
        expected = b - a if a < b else 1000 if a == b else 7 + 10 * a
        assert compute(ir.Call(f, (c(a), c(b)), WIDE), h) == expected


def test_a_violation_inside_a_called_rule_reaches_the_top() -> None:
    h = Hand()
    row = h.add(num(0, 9), num(0, 2))
    h.site()
    inner = h.rule(h.read(row, v(0), site=h.site()), WIDE)
    outer = h.rule(arith("+", ir.Call(inner, (v(0),), WIDE), c(1)), WIDE)
    assert compute(ir.Call(outer, (c(2),), WIDE), h) == 1
    assert compute(ir.Call(outer, (c(3),), WIDE), h) == -2
    assert compute(ir.Call(outer, (c(-1),), WIDE), h) == -2


def test_a_value_outside_its_range_is_a_violation() -> None:
    for value, expected in ((-2, -2), (5, 5), (6, -1), (-3, -1)):
        h = Hand()
        checked = ir.Checked(opaque(h, value), h.site(), num(-2, 5))
        assert compute(checked, h) == (expected if expected != -1 else -1)


def test_a_type_without_values_admits_nothing() -> None:
    h = Hand()
    assert compute(ir.Checked(opaque(h, 0), h.site(), num(0, -1)), h) == -1


def test_indices_are_all_evaluated_before_any_is_checked() -> None:
    h = Hand()
    grid = h.add(num(0, 9), num(0, 2), num(5, 7))
    outer, inner = h.site(), h.site()
    row = h.add(num(0, 9), num(0, 2))
    wrong = h.read(row, opaque(h, 3), site=inner)
    assert compute(h.read(grid, opaque(h, 9), wrong, site=outer), h) == -1 - inner
    assert compute(h.read(grid, opaque(h, 9), c(6), site=outer), h) == -1 - outer
    assert compute(h.read(grid, c(1), opaque(h, 8), site=outer), h) == -1 - outer


def test_members_that_the_instance_leaves_out() -> None:
    h = Hand()
    row = h.add(num(0, 9), SUIT)
    cell = h.add(SUIT)
    gone = c(-1, SUIT)
    index, stored = h.site(), h.site()
    assert compute(eq(h.read(cell), gone), h) == 0
    assert compute(eq(gone, c(-1, SUIT)), h) == 1
    assert compute(h.read(row, gone, site=index), h) == -1 - index
    h.start = (h.store(cell, gone, site_value=stored),)
    assert h.native().initial(np.zeros(20, np.int64))[0] == -1 - stored
    h.start = (h.store(row, c(1), gone, site_index=index),)
    assert h.native().initial(np.zeros(20, np.int64))[0] == -1 - index


# -------------------------------------------------------------------------------------------- statements


def begin(h: Hand, *body: ir.Stmt, slots: int = 4) -> tuple[int, list[int]]:
    """The status and cells after ``body`` as the set-up, checked against the evaluator."""
    h.start = body
    system = h.system()
    functions = list(system.functions)
    functions[system.initial] = replace(functions[system.initial], slots=(WIDE,) * slots)
    system = replace(system, functions=tuple(functions))
    native = compile_system(system)
    env = native.new_env()
    status, cells = native.initial(env)
    plain = Plain(system, env)
    expected = [t.lo for t in system.cells]
    assert status == plain.run(system.initial, expected, [])
    if status > 0:
        assert cells.tolist() == expected
        assert native.clause_counts(env).tolist() == tally(plain.clauses, 4)
    return status, cells.tolist()


def test_the_blank_state_holds_the_lowest_values() -> None:
    h = Hand()
    h.add(num(-3, 3), SUIT)
    h.add(BOOL)
    h.add(num(4, 4))
    assert begin(h) == (1, [-3, -3, -3, 0, 4, 0])


def test_statement_loops_leave_their_last_value() -> None:
    h = Hand()
    row = h.add(num(0, 20), num(0, 5))
    status, cells = begin(
        h,
        ir.Let(2, c(0)),
        ir.For(1, range(5, -1, -2), (h.store(row, v(1), v(1)), ir.Let(2, arith("+", v(2), v(1))))),
        h.store(row, v(1), c(0)),
        h.store(row, v(2), c(2)),
        ir.For(3, range(0), (h.store(row, c(20), c(4)),)),
    )
    assert (status, cells) == (1, [1, 1, 9, 3, 0, 5, 0])


def test_assigning_a_loop_variable_does_not_disturb_the_loop() -> None:
    h = Hand()
    row = h.add(num(0, 20), num(0, 3))
    add = h.store(row, arith("+", h.read(row, v(1, num(0, 3))), c(1)), v(1, num(0, 3)))
    assert begin(h, ir.For(1, range(4), (add, ir.Let(1, c(3)))))[1] == [1, 1, 1, 1, 0]


def test_return_leaves_loops_and_blocks() -> None:
    h = Hand()
    x = h.add(num(0, 20))
    inner = ir.For(
        1,
        range(9),
        (h.store(x, v(1)), ir.If(eq(v(1), c(4)), (ir.Clause((1,), (ir.Return(None),)),), ())),
    )
    assert begin(h, inner, h.store(x, c(20))) == (1, [4, 0])


def test_both_branches_may_end_a_function() -> None:
    h = Hand()
    x = h.add(num(0, 20))
    ends = ir.If(eq(h.read(x), c(0)), (h.store(x, c(3)), ir.Return(None)), (ir.Return(None),))
    assert begin(h, ends, h.store(x, c(20))) == (1, [3, 0])
    assert begin(h, ir.If(TRUE, (ends,), (ends,)), h.store(x, c(20))) == (1, [3, 0])


def test_called_rules_change_the_state_and_count() -> None:
    h = Hand()
    x = h.add(num(0, 20))
    pay = h.fn(h.store(x, arith("+", h.read(x), v(0, num(0, 5)))), params=(num(0, 5),), clauses=(2,))
    twice = h.fn(ir.Do(pay, (c(2),)), ir.Clause((0, 3), (ir.Do(pay, (c(3),)),)))
    assert begin(h, ir.Do(twice, ())) == (1, [5, 0])  # begin compares the counters too


def test_stores_check_value_last() -> None:
    h = Hand()
    row = h.add(num(0, 9), num(0, 2))
    x = h.add(WIDE)
    index, value, inner = h.site(), h.site(), h.site()
    set_x = h.store(x, c(50))
    wrong = h.read(row, h.read(x), site=inner)

    def stored(v_: ir.Expr, i: ir.Expr) -> int:
        return begin(h, set_x, h.store(row, v_, i, site_index=index, site_value=value))[0]

    assert stored(h.read(x), h.read(x)) == -1 - index
    assert stored(h.read(x), c(1)) == -1 - value
    assert stored(h.read(x), wrong) == -1 - inner
    assert stored(wrong, h.read(x)) == -1 - inner
    assert stored(c(9), c(2)) == 1


def test_silence_keeps_the_state_and_ends_all_callers() -> None:
    h = Hand()
    x = h.add(num(0, 20))
    hush = h.fn(h.store(x, c(4)), ir.If(TRUE, (ir.Silent(1),), ()), h.store(x, c(5)))
    caller = h.fn(ir.For(0, range(3), (ir.Do(hush, ()),)), h.store(x, c(6)), slots=1)
    h.move()
    status, cells = begin(h, ir.Do(caller, ()), h.store(x, c(7)))
    assert (status, cells) == (2, [4, 2])
    native = h.native()
    env = native.new_env()
    state = np.array([4, 2], np.int32)
    assert native.settle(state, env) == 2
    assert native.moves(state, env) == []


# ------------------------------------------------------------------------------------------------- moves


X, ROW = 0, 1


def small() -> Hand:
    """Field X is a number 0..9 that starts at 2, field ROW a row of three numbers 0..5."""
    h = Hand()
    h.add(num(0, 9))
    h.add(num(0, 5), SUIT)
    h.start = (h.store(X, c(2)),)
    return h


def start(native: Native) -> Any:
    return native.initial(native.new_env())[1]


def test_codes_follow_the_coding_and_ascend() -> None:
    h = small()
    h.move(need(eq(v(0, num(-1, 1)), c(0))), params=(num(-1, 1), BOOL), kind="chance")
    h.move(need(ir.Not(eq(v(0, SUIT), c(1, SUIT)))), params=(SUIT, num(3, 4)))
    h.move()
    native = h.native()
    assert native.coding.order == (1, 2, 0)
    assert native.coding.chance_base == 7
    assert native.moves(start(native), native.new_env()) == [0, 1, 4, 5, 6, 9, 10]
    agree(native, start(native))


def test_a_transition_over_an_empty_type_has_no_moves() -> None:
    h = small()
    h.move(h.store(X, c(1)), params=(num(1, 0),))
    h.move(h.store(X, c(3)))
    native = h.native()
    assert native.moves(start(native), native.new_env()) == [0]
    assert native.apply(start(native), native.new_env(), 0)[1][0] == 3


def test_codes_beyond_the_last_are_refused() -> None:
    h = small()
    h.move(params=(SUIT,))
    native = h.native()
    for code in (-1, 3, 2**40, -(2**60)):
        assert native.apply(start(native), native.new_env(), code)[0] == 0
        assert native.weight(start(native), native.new_env(), code) == 1


def test_no_moves_when_over() -> None:
    h = small()
    h.move(h.store(X, arith("+", h.read(X), c(1)), site_value=h.site()))
    h.over = h.rule(gt(h.read(X), c(7)))
    native = h.native()
    env = native.new_env()
    state = start(native)
    steps = 0
    while native.moves(state, env) == [0]:
        assert native.over(state, env) == 0
        status, state = native.apply(state, env, 0)
        assert status == 1
        steps += 1
    assert (steps, state[0], native.over(state, env)) == (6, 8, 1)


def test_more_moves_than_room() -> None:
    h = small()
    h.move(params=(num(0, 2999),))
    native = h.native()
    assert native.moves(start(native), native.new_env()) == list(range(3000))
    out = np.full(10, -7, np.int64)
    state, env = start(native), native.new_env()
    assert native._call("qb_moves", state, env, out, 9) == OVERFLOW
    assert out.tolist() == [*range(9), -7]
    assert native._call("qb_moves", state, env, out, 0) == OVERFLOW


def test_a_move_refused_midway_counts_nothing_and_is_no_move() -> None:
    h = small()
    spend = h.fn(need(gt(h.read(X), v(0, num(0, 3)))), h.store(X, c(0)), params=(num(0, 3),), clauses=(3,))
    h.move(
        ir.Clause((0,), (h.store(ROW, c(5), c(0)),)),
        ir.Do(spend, (v(0, num(0, 3)),)),
        ir.Clause((1, 2), (need(lt(v(0, num(0, 3)), c(1))),)),
        params=(num(0, 3),),
        clauses=(1,),
    )
    native = h.native()
    assert native.moves(start(native), native.new_env()) == [0]
    agree(native, start(native))
    env = native.new_env()
    assert native.apply(start(native), env, 1)[0] == 0
    assert not env[native.layout.clauses :].any()
    assert native.apply(start(native), env, 0)[0] == 1
    assert native.clause_counts(env).tolist() == [1, 2, 1, 1]


def test_a_violation_after_the_deciding_part_leaves_the_move_enabled() -> None:
    h = small()
    h.move(
        need(lt(v(0, num(0, 9)), c(4))),
        ir.Let(1, h.read(ROW, v(0, num(0, 9)), site=h.site())),
        h.store(X, v(1)),
        params=(num(0, 9),),
        slots=1,
    )
    h.move(h.store(X, c(99), site_value=h.site()), need(eq(h.read(X), c(2))))
    native = h.native()
    assert native.moves(start(native), native.new_env()) == [0, 1, 2, 3, 10]
    assert native.apply(start(native), native.new_env(), 3)[0] == -1
    assert native.apply(start(native), native.new_env(), 10)[0] == -2


def test_a_violation_while_deciding_names_move_and_place() -> None:
    h = small()
    h.move(params=(SUIT,))
    h.move(need(eq(h.read(ROW, v(0, num(0, 4)), site=h.site()), c(0))), params=(num(0, 4), BOOL))
    native = h.native()
    with pytest.raises(RangeViolation, match=r"^rules\.py:10: `text 0` obligation 0$") as caught:
        native.moves(start(native), native.new_env())
    assert caught.value.where == "rules.py:10"
    assert native.coding.decode(native.stuck) == Move(1, (3, 0))
    agree(native, start(native))


def test_over_in_violation_stops_everything() -> None:
    h = small()
    h.move()
    h.move(kind="automatic")
    h.over = h.rule(eq(h.read(ROW, h.read(X), site=h.site()), c(0)))
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.over(state, env) == 1
    state[0] = 3
    assert native.over(state, env) == -1
    assert native.settle(state, env) == -1
    with pytest.raises(RangeViolation):
        native.moves(state, env)
    assert native.stuck == -1


def test_weights_are_those_of_the_rule() -> None:
    h = small()
    h.move(need(lt(h.read(X), c(9))))
    weight = h.rule(arith("-", v(0, num(0, 3)), arith("-", h.read(X), c(2))), num(0, 3))
    h.move(params=(num(0, 3),), weight=weight, kind="chance")
    h.move(need(lt(v(0, num(0, 1)), c(1))), params=(num(0, 1),), kind="chance")
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.moves(state, env) == [0, 2, 3, 4, 5]
    assert [native.weight(state, env, code) for code in range(7)] == [1, 0, 1, 2, 3, 1, 1]
    agree(native, state)
    state[0] = 4
    with pytest.raises(ModelError, match=r"^hand/mode: the weight of t1\(p0=0\) is negative$"):
        native.moves(state, env)
    assert native.number("qb_weight", state, env, 1)[0] == BADWEIGHT
    assert native.weight(state, env, 4) == 1


def test_weights_between_events_without_one() -> None:
    h = small()
    d = num(1, 3)
    for heavy in (False, True, False, True, True, False):
        weight = h.rule(arith("*", v(0, d), c(10)), d) if heavy else None
        h.move(params=(d,), weight=weight, kind="chance")
    native = h.native()
    state, env = start(native), native.new_env()
    tens, ones = [10, 20, 30], [1, 1, 1]
    assert [native.weight(state, env, code) for code in range(-1, 19)] == [
        1, *ones, *tens, *ones, *tens, *tens, *ones, 1
    ]  # fmt: skip


def test_whose_choice_a_move_is() -> None:
    h = small()
    site = h.site()
    player = h.rule(h.read(ROW, h.read(X), site=site))
    h.move(params=(SUIT,))
    h.move(params=(BOOL,), kind="chance")
    h.transitions[0] = replace(h.transitions[0], decider=player)
    native = h.native()
    state, env = start(native), native.new_env()
    state[3] = 4
    assert [native.decider(state, env, code) for code in range(-1, 6)] == [-1, 4, 4, 4, -1, -1, -1]
    state[0] = 5
    with pytest.raises(RangeViolation):
        native.decider(state, env, 0)


def test_a_weight_in_violation() -> None:
    h = small()
    weight = h.rule(h.read(ROW, v(0, num(2, 4)), site=h.site()), num(2, 4))
    h.move(need(gt(v(0, num(2, 4)), c(2))), params=(num(2, 4),), weight=weight, kind="chance")
    native = h.native()
    with pytest.raises(RangeViolation):
        native.moves(start(native), native.new_env())
    assert native.stuck == 1
    with pytest.raises(RangeViolation):
        native.weight(start(native), native.new_env(), 1)
    assert native.number("qb_weight", start(native), native.new_env(), 1)[0] == -1
    assert native.weight(start(native), native.new_env(), 0) == 0


# --------------------------------------------------------------------------------------------- early guards


def plan(h: Hand, function: int) -> guards.Plan:
    system = h.system()
    return guards.plan(system, guards.Effects(system), function)


def test_total_tests_move_out_to_where_their_names_are_bound() -> None:
    h = small()
    d = num(0, 5)
    first, second, none, pair = (
        lt(v(0, d), c(3)),
        lt(v(1, d), c(4)),
        lt(h.read(X), c(9)),
        lt(v(0, d), v(2)),
    )
    f = h.move(
        need(second),
        ir.Let(2, v(1, d)),
        need(pair),
        ir.Clause((0,), (need(both(first, none)),)),
        h.store(X, c(1)),
        params=(d, d),
        slots=1,
    )
    p = plan(h, f)
    assert [[step.value for step in level] for level in p.levels] == [
        [none],
        [first],
        [second, v(1, d), pair],
    ]
    assert p.rest == ()
    agree(h.native(), start(h.native()))


def test_a_partial_test_stays_behind_what_protects_it() -> None:
    h = small()
    d = num(0, 5)
    protects = lt(v(1, d), c(1))  # known only innermost
    partial = eq(h.read(ROW, v(0, d), site=h.site()), c(0))
    early = lt(v(0, d), c(5))  # total, but stands after the partial one
    f = h.move(need(protects), need(partial), need(early), params=(d, d))
    p = plan(h, f)
    assert [[step.value for step in level] for level in p.levels] == [[], [], [protects, partial, early]]

    h = small()
    partial = eq(h.read(ROW, v(0, d), site=h.site()), c(0))
    f = h.move(need(early), need(partial), need(protects), params=(d, d))
    p = plan(h, f)
    assert [[step.value for step in level] for level in p.levels] == [[], [early, partial], [protects]]


def test_a_protected_test_never_violates() -> None:
    h = small()
    d = num(0, 5)
    h.move(
        need(lt(arith("+", v(0, d), v(1, d)), c(3))),
        need(eq(h.read(ROW, v(0, d), site=h.site()), c(0))),
        params=(d, d),
    )
    native = h.native()
    assert native.moves(start(native), native.new_env()) == [0, 1, 2, 6, 7, 12]
    agree(native, start(native))


def test_a_prescribed_argument_is_bound_directly() -> None:
    h = small()
    d = num(-100_000_000, 100_000_000)
    f = h.move(
        need(lt(h.read(X), c(9))),
        need(eq(v(1, d), arith("*", v(0, num(0, 3)), c(-7)))),
        need(eq(h.read(X), v(2, d))),
        params=(num(0, 3), d, d),
    )
    p = plan(h, f)
    assert p.prescribed == (None, arith("*", v(0, num(0, 3)), c(-7)), h.read(X))
    native = h.native()
    found = [native.coding.decode(code).args for code in native.moves(start(native), native.new_env())]
    assert found == [(i, -7 * i, 2) for i in range(4)]


def test_a_prescribed_value_outside_the_argument_prescribes_no_move() -> None:
    h = small()
    h.move(need(eq(v(0, SUIT), c(-1, SUIT))), params=(SUIT,))
    h.move(need(eq(v(0, num(3, 5)), h.read(X))), params=(num(3, 5),))
    native = h.native()
    assert native.moves(start(native), native.new_env()) == []


def test_a_partial_prescription_comes_first_or_not_at_all() -> None:
    h = small()
    d = num(0, 5)
    partial = h.read(ROW, h.read(X), site=h.site())
    assert plan(h, h.move(need(eq(v(0, d), partial)), params=(d,))).prescribed == (partial,)
    after = h.move(need(lt(v(0, d), c(5))), need(eq(v(0, d), partial)), params=(d,))
    assert plan(h, after).prescribed == (None,)


def test_what_ends_a_prefix() -> None:
    h = small()
    d = num(0, 5)
    ok = lt(v(0, d), c(3))
    again = h.move(
        need(ok),
        ir.Let(1, c(1)),
        need(eq(v(1), c(1))),
        ir.Let(1, c(2)),
        need(eq(v(1), c(2))),
        params=(d,),
        slots=1,
    )
    assert len(plan(h, again).rest) == 5
    moved = h.move(need(ok), ir.Let(0, c(2)), need(eq(v(0, d), c(2))), params=(d,))
    assert len(plan(h, moved).rest) == 3
    half = h.move(ir.Clause((0,), (need(ok), h.store(X, c(1)))), params=(d,))
    assert plan(h, half).levels == ((), ())
    assert plan(h, half).rest_mutates
    hush = h.fn(ir.If(ok, (ir.Silent(0),), ()), ir.Return(TRUE), params=(d,), returns=BOOL)
    quiet = h.move(need(ir.Call(hush, (v(0, d),), BOOL)), params=(d,))
    assert plan(h, quiet).levels == ((), ())
    agree(h.native(), start(h.native()))


def test_the_rest_is_run_without_a_copy_when_it_changes_nothing() -> None:
    h = small()
    d = num(0, 5)
    test = ir.If(lt(v(0, d), c(3)), (need(eq(v(0, d), c(1))),), (ir.Let(1, c(1)),))
    f = h.move(test, h.store(X, v(0, d)), params=(d,), slots=1)
    p = plan(h, f)
    assert p.rest == (test,)
    assert not p.rest_mutates
    native = h.native()
    assert native.moves(start(native), native.new_env()) == [1, 3, 4, 5]
    agree(native, start(native))


def test_rules_that_refuse_are_seen_through() -> None:
    h = small()
    d = num(0, 5)
    only = h.fn(need(gt(v(0, d), c(1))), ir.Return(arith("-", v(0, d), c(1))), params=(d,), returns=num(0, 5))
    h.move(
        ir.Let(1, ir.Call(only, (v(0, d),), d)),
        need(lt(v(1, d), c(3))),
        h.store(X, v(1, d)),
        params=(d,),
        slots=1,
    )
    native = h.native()
    assert native.moves(start(native), native.new_env()) == [2, 3]
    agree(native, start(native))


# ---------------------------------------------------------------------------------------- automatic steps


def test_automatic_steps_are_tried_in_order_to_completion() -> None:
    h = small()
    h.move(need(eq(h.read(X), c(4))), h.store(X, c(8)), kind="automatic", clauses=(1,))
    h.move(need(lt(h.read(X), c(7))), h.store(X, arith("+", h.read(X), c(1))), kind="automatic", clauses=(0,))
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.settle(state, env) == 1
    assert state[0] == 8
    assert native.clause_counts(env).tolist() == [2, 1, 0, 0]


def test_an_automatic_step_refused_midway_changes_nothing() -> None:
    h = small()
    h.move(
        ir.Clause((2,), (h.store(ROW, c(5), c(1)),)),
        need(lt(h.read(X), c(2))),
        h.store(X, c(9)),
        kind="automatic",
    )
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.settle(state, env) == 1
    assert state.tolist() == [2, 0, 0, 0, 0]
    assert not native.clause_counts(env).any()
    state[0] = 1
    assert native.settle(state, env) == 1
    assert state.tolist() == [9, 0, 5, 0, 0]
    assert native.clause_counts(env).tolist() == [0, 0, 1, 0]


def test_a_leading_clause_block_of_a_refused_step_counts_nothing() -> None:
    h = small()
    h.move(
        ir.Clause((2,), (need(lt(h.read(X), c(9))), need(lt(h.read(X), c(4))))),
        h.store(X, arith("+", h.read(X), c(1))),
        kind="automatic",
    )
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.settle(state, env) == 1
    assert state[0] == 4
    assert native.clause_counts(env).tolist() == [0, 0, 2, 0]


def test_a_chain_without_end() -> None:
    h = small()
    h.move(h.store(X, arith("-", c(9), h.read(X))), kind="automatic", clauses=(0,))
    native = h.native()
    env = native.new_env()
    status = native.settle(start(native), env)
    assert status == UNSETTLED
    assert native.clause_counts(env)[0] == SETTLE_STEPS + 1
    assert str(native.fault(status)) == "hand/mode: automatic steps do not end: more than 4096 in a row"


@pytest.mark.parametrize("steps", [SETTLE_STEPS, SETTLE_STEPS + 1])
def test_the_longest_chain_that_settles(steps: int) -> None:
    h = Hand()
    count = h.add(num(0, SETTLE_STEPS + 1))
    h.start = (h.store(count, c(0)),)
    h.move(
        need(lt(h.read(count), c(steps))),
        h.store(count, arith("+", h.read(count), c(1))),
        kind="automatic",
    )
    native = h.native()
    state = start(native)
    longer = steps > SETTLE_STEPS
    assert native.settle(state, native.new_env()) == (UNSETTLED if longer else OK)
    assert longer or state[0] == steps


def test_settling_stops_when_over_silent_or_in_violation() -> None:
    h = small()
    h.move(need(lt(h.read(X), c(6))), h.store(X, arith("+", h.read(X), c(1))), kind="automatic")
    h.move(need(eq(h.read(X), c(7))), ir.Silent(0), kind="automatic")
    h.move(need(eq(h.read(X), c(8))), h.store(ROW, c(6), c(0), site_value=h.site()), kind="automatic")
    h.over = h.rule(eq(h.read(X), c(4)))
    native = h.native()
    env = native.new_env()
    for first, status, last in ((0, 1, [4, 0, 0, 0, 0]), (5, 1, [6, 0, 0, 0, 0]), (7, 2, [7, 0, 0, 0, 1])):
        state = start(native)
        state[0] = first
        assert native.settle(state, env) == status
        assert state.tolist() == last
    state[:] = [8, 0, 0, 0, 0]
    assert native.settle(state, env) == -1


# ----------------------------------------------------------------------------------- counters, judgements


def test_counters_count_exactly_where_they_should() -> None:
    h = small()
    kind = ir.KindType("R", ("a", "b", "c"))
    asked = eq(ir.Reading(0, kind), c(1, kind))
    helper = h.rule(both(asked, lt(h.read(X), c(9))), clauses=(3,))
    ask = ir.Call(helper, (), BOOL)
    h.move(need(ask), ir.Clause((0,), (h.store(X, arith("+", h.read(X), c(1))),)), clauses=(1,))
    h.move(need(ask), h.store(X, arith("+", h.read(X), c(1))), need(lt(h.read(X), c(0))), clauses=(2,))
    h.judge(ask)
    h.over = h.rule(ir.Not(ask))
    h.wins = h.rule(ask, num(0, 1))
    h.score = h.rule(ir.Choose(ask, c(3), c(4), num(3, 4)), num(0, 1))
    native = h.native()
    state, env = start(native), native.new_env()
    assert (native.over(state, env), native.judges(state, env)) == (0, [1])
    assert (native.wins(state, env, 1), native.score(state, env, 1), native.weight(state, env, 0)) == (
        1,
        3,
        1,
    )
    assert not env[native.layout.clauses :].any()
    assert native.moves(state, env) == [0]
    assert native.clause_counts(env).tolist() == [0, 0, 0, 0]
    assert native.ruling_counts(env).tolist() == [3, 0]  # twice in guards, once in the run of the second move
    env[native.layout.clauses :] = 0
    assert native.apply(state, env, 0)[0] == 1
    assert native.clause_counts(env).tolist() == [1, 1, 0, 1]
    assert native.ruling_counts(env).tolist() == [1, 0]
    assert native.apply(state, env, 1)[0] == 0
    assert native.clause_counts(env).tolist() == [1, 1, 0, 1]
    assert native.ruling_counts(env).tolist() == [2, 0]


def test_without_counters_nothing_counts() -> None:
    h = small()
    kind = ir.KindType("R", ("a", "b", "c"))
    h.move(need(eq(ir.Reading(1, kind), c(1, kind))), ir.Clause((0, 1), (h.store(X, c(5)),)), clauses=(2,))
    native = h.native(counters=False)
    state, env = start(native), native.new_env()
    assert native.moves(state, env) == [0]
    status, after = native.apply(state, env, 0)
    assert (status, after[0]) == (1, 5)
    assert not env[native.layout.clauses :].any()


def test_properties_hold_for_all_values_of_their_arguments() -> None:
    h = small()
    site = h.site()
    d = num(0, 2)
    h.judge(gt(h.read(X), c(1)))
    h.judge(eq(h.read(ROW, v(0, SUIT)), c(0)), SUIT)
    h.judge(lt(arith("+", v(0, d), v(1, d)), c(4)), d, d)
    h.judge(eq(h.read(ROW, arith("+", v(0, d), v(1, d)), site=site), c(0)), d, d)
    h.judge(eq(v(0, num(1, 0)), c(3)), num(1, 0))
    native = h.native()
    state, env = start(native), native.new_env()
    out = np.zeros(5, np.int64)
    assert native._call("qb_judges", state, env, out) == 2
    assert out.tolist() == native.judges(state, env) == [1, 1, 0, -1, 1]


def test_winners_and_scores_are_asked_of_each_player() -> None:
    h = small()
    player = num(1, 3)
    at = arith("-", v(0, player), c(1))
    h.wins = h.rule(eq(h.read(ROW, at), c(5)), player)
    h.score = h.rule(arith("-", h.read(ROW, at, site=h.site()), c(3)), player)
    native = h.native()
    state, env = start(native), native.new_env()
    state[2] = 5
    assert [native.wins(state, env, p) for p in range(-1, 6)] == [0, 0, 0, 1, 0, 0, 0]
    assert [native.score(state, env, p) for p in range(1, 4)] == [-3, 2, -3]


def test_a_score_in_violation_is_not_taken_for_a_negative_score() -> None:
    h = small()
    h.site()
    h.score = h.rule(arith("-", h.read(ROW, h.read(X), site=h.site()), c(3)))
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.score(state, env) == -3
    state[0] = 3
    assert native.number("qb_score", state, env, 0)[0] == -2
    with pytest.raises(RangeViolation, match=r"^rules\.py:11: `text 1` obligation 1$"):
        native.score(state, env)


@pytest.mark.parametrize("number", [-1, -2, -(2**40), -(2**41), -(2**42), -(2**43) - 1, 2**60, -(2**60)])
def test_a_number_that_looks_like_a_status_is_a_number(number: int) -> None:
    """A score, a weight and a player each have a place of their own: the status says whether anything failed."""
    h = small()
    h.site()
    h.score = h.rule(c(number))
    h.move(params=(num(0, 1),), weight=h.rule(c(abs(number)), num(0, 1)), kind="chance")
    h.move()
    h.transitions[1] = replace(h.transitions[1], decider=h.rule(c(number)))
    native = h.native()
    state, env = start(native), native.new_env()
    assert native.score(state, env) == number
    assert native.number("qb_score", state, env, 0) == (OK, number)
    assert [native.weight(state, env, code) for code in range(3)] == [1, abs(number), abs(number)]
    assert native.decider(state, env, 0) == number


def test_kernels_join_the_module() -> None:
    from queensbench.readers.native import llvm_text as ll

    def extra(module: Any) -> None:
        apply = module.get_global("qb_apply")
        function = ll.Function(module, apply.function_type, "twice")
        builder = ll.IRBuilder(function.append_basic_block())
        first = builder.call(apply, function.args)
        builder.ret(builder.add(first, ll.Constant(first.type, 40)))

    h = small()
    h.move(h.store(X, c(5)))
    native = h.native(extra=extra)
    assert native.address("twice")
    assert native.address("thrice") == 0


# ------------------------------------------------------------------------------------------ packed states

TYPES = st.one_of(
    st.just(BOOL),
    st.just(SUIT),
    st.builds(
        lambda lo, n: num(lo, min(lo + n, 2**31 - 1)),
        st.integers(-(2**31), 2**31 - 1),
        st.one_of(st.integers(0, 9), st.integers(0, 2**32 - 1)),
    ),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(TYPES, max_size=30), st.data())
def test_packing_loses_nothing(types: list[Any], data: Any) -> None:
    h = Hand()
    for t in types:
        h.add(t)
    native = h.native()
    bits = [place.bits for place in native.layout.places]
    assert bits == [(ir.size(t) - 1).bit_length() for t in native.system.cells]
    used = {(p.word, b) for p in native.layout.places for b in range(p.shift, p.shift + p.bits)}
    assert len(used) == sum(bits)
    assert all(p.shift + p.bits <= 64 for p in native.layout.places)
    assert native.words >= -(-sum(bits) // 64)
    for _ in range(3):
        values = [data.draw(st.integers(t.lo, t.hi)) for t in native.system.cells]
        cells = np.array(values, np.int32)
        assert native.unpack(native.pack(cells)).tolist() == values


def test_cells_are_packed_into_as_few_words_as_can_be() -> None:
    h = Hand()
    for width in (10, 24, 24, 10, 12, 24, 20):
        h.add(num(-5, 2**width - 6))
    at = layout(h.system())  # in the order of the cells it would take three words
    assert sum(p.bits for p in at.places) == 126
    assert at.words == 2


def test_a_cell_wider_than_32_bits_is_refused() -> None:
    h = Hand()
    h.add(num(0, 2**31))
    with pytest.raises(BadInput) as caught:
        h.native()
    assert str(caught.value) == (
        "field f0 of hand/mode ranges over 0..2147483648; a cell holds 32 bits: use a smaller range"
    )


# ------------------------------------------------------------------------------------- random systems


class Random:
    """Random small systems: every construct, with obligations only where intervals leave a doubt."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.h = Hand()
        self.scope: dict[int, ir.Type] = {}
        self.rules: list[int] = []
        self.effects: list[int] = []
        self.deep = 0
        for t in (num(0, 4), num(-3, 2), BOOL, SUIT):
            for index in ((), (SUIT,), (num(-1, 1), num(0, 1))):
                if self.rng.random() < 0.7:
                    self.h.add(t, *index)
        if not self.h.fields:
            self.h.add(num(0, 4))
        self.h.tables.append(ir.Table("t", (SUIT,), num(-1, 3), (3, -1, 0)))
        for _ in range(3):
            self.rule()
        for _ in range(2):
            self.effect()
        for kind in self.rng.choices(("action", "chance", "automatic"), (4, 2, 2), k=6):
            self.transition(kind)
        self.scope = {}
        self.h.start = self.body(3, free=6)

    def pick(self, *ways: Any) -> Any:
        return self.rng.choice(ways)

    def fit(self, e: ir.Expr, t: ir.Type) -> tuple[ir.Expr, int]:
        """The expression and the site that its range in ``t`` needs."""
        inside = t.lo <= e.type.lo and e.type.hi <= t.hi and not isinstance(t, ir.KindType)
        return e, -1 if inside else self.h.site()

    def index(self, types: tuple[ir.Type, ...]) -> tuple[tuple[ir.Expr, ...], int]:
        site = -1
        index = []
        for t in types:
            e, wrong = self.fit(self.of(t) if self.rng.random() < 0.8 else self.number(), t)
            site = max(site, wrong)
            index.append(e)
        return tuple(index), site

    def of(self, t: ir.Type) -> ir.Expr:
        if isinstance(t, ir.BoolType):
            return self.truth()
        if isinstance(t, ir.KindType):
            known = [v(s, x) for s, x in self.scope.items() if x == t]
            if known and self.rng.random() < 0.7:
                return self.rng.choice(known)
            if self.rng.random() < 0.3:
                return self.reading(t) or c(0, t)
            return c(self.rng.randint(-1 if self.rng.random() < 0.1 else 0, t.hi), t)
        known = [
            v(s, x)
            for s, x in self.scope.items()
            if t.lo <= x.lo and x.hi <= t.hi and isinstance(x, ir.IntType)
        ]
        if known and self.rng.random() < 0.7:
            return self.rng.choice(known)
        return c(self.rng.randint(t.lo, t.hi))

    def reading(self, t: ir.Type) -> ir.Expr | None:
        fields = [i for i, f in enumerate(self.h.fields) if f.value == t]
        if not fields:
            return None
        number = self.rng.choice(fields)
        index, site = self.index(self.h.fields[number].index)
        return ir.Read(number, index, site, t)

    def number(self) -> ir.Expr:
        if self.deep > 3:
            return self.of(num(-3, 4))
        self.deep += 1
        try:
            way = self.rng.randrange(10)
            if way == 0:
                return ir.Parameter(0, num(0, 50))
            if way == 1:
                op = self.pick("//", "%")
                return arith(op, self.number(), c(self.rng.randint(1, 4)))
            if way == 2:
                return arith(self.pick("+", "-", "*", "min", "max"), self.of(num(-3, 4)), self.number())
            if way == 3:
                a, b = self.number(), self.number()
                t = num(min(a.type.lo, b.type.lo), max(a.type.hi, b.type.hi))
                return ir.Choose(self.truth(), a, b, t)
            if way == 4:
                return self.quant(self.pick("sum", "min", "max"))
            if way == 5:
                index, site = self.index((SUIT,))
                return ir.Look(0, index, site, num(-1, 3))
            if way == 6:
                callee = [r for r in self.rules if self.h.functions[r].returns != BOOL]
                if callee:
                    return self.call(self.rng.choice(callee))
            if way == 7:
                return ir.Checked(self.number(), self.h.site(), num(-2, 5))
            return self.reading(self.pick(num(0, 4), num(-3, 2))) or c(1)
        finally:
            self.deep -= 1

    def call(self, number: int) -> ir.Call:
        function = self.h.functions[number]
        args: list[ir.Expr] = []
        for _, t in function.params:
            e, site = self.fit(self.of(t), t)
            args.append(e if site < 0 else ir.Checked(e, site, t))
        assert function.returns is not None
        return ir.Call(number, tuple(args), function.returns)

    def quant(self, op: Any) -> ir.Expr:
        outer = dict(self.scope)
        loops = []
        default = self.of(num(-3, 4)) if self.rng.random() < 0.5 else None
        site = -1
        for slot in (20, 21)[: self.rng.randint(1, 2)]:
            values = self.pick(range(3), range(-1, 2), range(4, -1, -2), range(1), range(0))
            self.scope[slot] = num(min(values, default=0), max(values, default=0))
            if values == range(3) and self.rng.random() < 0.5:
                self.scope[slot] = SUIT
            loops.append(ir.Loop(slot, values, self.truth() if self.rng.random() < 0.4 else None))
        body = self.truth() if op in {"any", "all"} else self.number()
        self.scope = outer
        if op in {"min", "max"} and default is None:
            site = self.h.site()
        if op in {"any", "all"}:
            return ir.Quant(op, tuple(loops), body, None, -1, BOOL)
        lo, hi = min(body.type.lo, -3), max(body.type.hi, 4)
        t = num(9 * lo, 9 * hi) if op == "sum" else num(lo, hi)
        return ir.Quant(op, tuple(loops), body, default if op != "sum" else None, site, t)

    def truth(self) -> ir.Expr:
        if self.deep > 3:
            return self.rng.choice((TRUE, FALSE))
        self.deep += 1
        try:
            way = self.rng.randrange(10)
            if way < 4:
                op = self.pick("==", "!=", "<", "<=", ">", ">=")
                return ir.Compare(op, self.of(num(-3, 4)), self.number())
            if way == 4:
                return ir.Compare(self.pick("==", "!="), self.of(SUIT), self.of(SUIT))
            if way == 5:
                return ir.Logic(
                    self.pick("and", "or"), tuple(self.truth() for _ in range(self.rng.randint(2, 3)))
                )
            if way == 6:
                return ir.Not(self.truth())
            if way == 7:
                return self.quant(self.pick("any", "all"))
            if way == 8:
                kind = ir.KindType("R", ("a", "b", "c"))
                return eq(ir.Reading(self.rng.randrange(2), kind), c(self.rng.randrange(2), kind))
            return self.reading(BOOL) or ir.Choose(self.truth(), self.truth(), self.truth(), BOOL)
        finally:
            self.deep -= 1

    def rule(self) -> None:
        params = tuple(self.pick(SUIT, num(-1, 1), num(0, 3)) for _ in range(self.rng.randrange(3)))
        self.scope = dict(enumerate(params))
        wanted = self.pick(BOOL, num(-40, 40))
        body: list[ir.Stmt] = []
        if self.rng.random() < 0.15:
            body.append(need(self.truth()))
        if self.rng.random() < 0.1:
            body.append(ir.If(self.truth(), (ir.Silent(0),), ()))

        def result() -> ir.Expr:
            return self.truth() if wanted == BOOL else ir.Checked(self.number(), self.h.site(), wanted)

        if self.rng.random() < 0.5:
            body.append(ir.If(self.truth(), (ir.Return(result()),), ()))
        body.append(ir.Return(result()))
        clauses = (self.rng.randrange(4),) if self.rng.random() < 0.5 else ()
        self.rules.append(self.h.fn(*body, params=params, slots=30, returns=wanted, clauses=clauses))

    def effect(self) -> None:
        params = tuple(self.pick(SUIT, num(0, 3)) for _ in range(self.rng.randrange(2)))
        self.scope = dict(enumerate(params))
        body = self.body(2, free=len(params))
        clauses = (self.rng.randrange(4),) if self.rng.random() < 0.5 else ()
        self.effects.append(self.h.fn(*body, params=params, slots=30, clauses=clauses))

    def transition(self, kind: Any) -> None:
        wanted = () if kind == "automatic" else (SUIT, num(-1, 1), num(0, 3), BOOL)
        params = tuple(self.pick(*wanted) for _ in range(self.rng.randrange(4))) if wanted else ()
        self.scope = dict(enumerate(params))
        body: list[ir.Stmt] = []
        free = len(params)
        for _ in range(self.rng.randint(0, 4)):
            way = self.rng.random()
            if way < 0.3:
                value = self.number()
                body.append(ir.Let(free, value))
                self.scope[free] = value.type
                free += 1
            elif way < 0.5 and params:
                at = self.rng.randrange(len(params))
                t = params[at]
                value = self.truth() if t == BOOL else self.of(t) if t == SUIT else self.number()
                body.append(need(eq(v(at, t), value)))
            elif way < 0.6:
                body.append(ir.Clause((self.rng.randrange(4),), (need(either(self.truth(), self.truth())),)))
            else:
                body.append(need(either(self.truth(), self.truth())))
        body += self.body(3, free)
        clauses = (self.rng.randrange(4),) if self.rng.random() < 0.5 else ()
        weight = None
        if kind == "chance" and self.rng.random() < 0.7:
            self.scope = dict(enumerate(params))
            weight = self.h.fn(ir.Return(self.number()), params=params, slots=30, returns=WIDE)
        f = self.h.fn(*body, params=params, slots=30, clauses=clauses)
        self.h.transitions.append(ir.Transition(kind, f"t{len(self.h.transitions)}", f, weight))

    def body(self, length: int, free: int) -> tuple[ir.Stmt, ...]:
        outer = dict(self.scope)
        result: list[ir.Stmt] = []
        for _ in range(self.rng.randint(1, length)):
            way = self.rng.randrange(12)
            if way < 5:
                number = self.rng.randrange(len(self.h.fields))
                t = self.h.fields[number].value
                index, site = self.index(self.h.fields[number].index)
                value, wrong = self.fit(self.number() if isinstance(t, ir.IntType) else self.of(t), t)
                result.append(ir.Store(number, index, value, site, wrong))
            elif way == 5:
                result.append(ir.If(self.truth(), self.body(2, free), self.body(2, free) if free % 2 else ()))
            elif way == 6 and free < 18:
                values = self.pick(range(3), range(3, 0, -1), range(1))
                self.scope[free] = num(min(values), max(values))
                result.append(ir.For(free, values, self.body(2, free + 1)))
                free += 1
            elif way == 7:
                value = self.number()
                result.append(ir.Let(free, value))
                self.scope[free] = value.type
                free += 1
            elif way == 8:
                result.append(ir.Clause((self.rng.randrange(4),), self.body(2, free)))
            elif way == 9 and self.effects:
                callee = self.rng.choice(self.effects)
                args: list[ir.Expr] = []
                for _, t in self.h.functions[callee].params:
                    e, site = self.fit(self.of(t), t)
                    args.append(e if site < 0 else ir.Checked(e, site, t))
                result.append(ir.Do(callee, tuple(args)))
            elif way == 10:
                result.append(need(either(self.truth(), self.truth())))
            elif self.rng.random() < 0.3:
                result.append(self.pick(ir.Silent(1), ir.Return(None)))
        self.scope = outer
        return tuple(result)


@pytest.mark.parametrize("seed", range(6))
def test_random_guards_decide_the_same_when_moved_outward(seed: int) -> None:
    """Short runs of tests, some of which keep others from a violation, so that a wrong move outward shows."""
    rng = random.Random(1000 + seed)
    h = small()
    arguments = tuple(num(0, rng.randint(2, 4)) for _ in range(3))
    outcomes = set()
    for _ in range(12):
        scope = dict(enumerate(arguments))
        body: list[ir.Stmt] = []
        for place in range(rng.randint(2, 4)):
            some, other = (v(s, t) for s, t in rng.sample(sorted(scope.items()), 2))
            partial = h.read(ROW, arith("+", some, c(rng.randint(-1, 1))), site=h.site())
            way = rng.randrange(8)
            if way == 0:
                body.append(ir.Let(3 + place, rng.choice((partial, arith("+", some, c(0))))))
                scope[3 + place] = num(0, 5)
            elif way == 1:
                body.append(need(eq(some, other)))
            elif way == 2:
                body.append(need(eq(rng.choice((h.read(X), partial)), other)))
            elif way < 5:
                body.append(need(ir.Compare(rng.choice((">=", "<=")), some, c(rng.randint(1, 5)))))
            else:
                body.append(need(ir.Compare(rng.choice(("!=", "<=")), partial, other)))
        h.transitions.clear()
        h.move(*body, params=arguments, slots=4)
        native = h.native()
        for _ in range(6):
            state = np.array([rng.randint(0, t.hi) for t in native.system.cells[:-1]] + [0], np.int32)
            agree(native, state)
            enabled, broken = Plain(native.system, native.new_env()).moves(state.tolist())
            outcomes.add((bool(enabled), bool(broken)))
    assert len(outcomes) >= 3


@pytest.mark.parametrize("seed", range(30))
def test_random_systems_agree_with_the_evaluator(seed: int) -> None:
    made = Random(seed)
    system = made.h.system()
    initial = system.functions[system.initial]
    functions = (*system.functions[:-1], replace(initial, slots=(WIDE,) * 30))
    native = compile_system(replace(system, functions=functions))
    rng = random.Random(seed)
    plain = Plain(native.system, native.new_env())
    for _ in range(5):
        state = np.array([rng.randint(t.lo, t.hi) for t in native.system.cells[:-1]] + [0], np.int32)
        agree(native, state)
        before = state.copy()
        env = native.new_env()
        status = native.settle(state, env)
        counted, consulted, expected, raw = [], [], 1, [int(x) for x in before]
        for step in itertools.count():
            for t in native.system.transitions:
                if t.kind == "automatic":
                    after = list(raw)
                    expected = plain.run(t.function, after, [])
                    consulted += plain.rulings
                    if expected:
                        break
            else:
                expected = 1
                break
            counted += plain.clauses
            raw = after
            if expected != 1:
                break
            if step == SETTLE_STEPS:
                expected = UNSETTLED
                break
        assert status == expected
        if status > 0:
            assert state.tolist() == raw
            assert native.clause_counts(env).tolist() == tally(counted, 4)
            assert native.ruling_counts(env).tolist() == tally(consulted, 2)
