"""One definition of numbers: each corner through every reader, with the same value, refusal or violation.

A case is a small model of one action, ``go``, that stores what a rule comes to, or answers it as its score; or that
is refused when it is loaded.  The table says which, and every reader has to agree: the interpreter, native code,
z3 with integers and with bit-vectors (known values, and symbols that a solver finds), and the counting reader.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import z3

from queensbench.errors import BadInput, RangeViolation
from queensbench.language import Mode, properties, rules
from queensbench.language.limits import LIMITS
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.readers.symbolic.execution import BitVectors, Integers, Symbolic
from queensbench.rules.lowering import base
from queensbench.rules.system import build
from queensbench.rules.typed import bounds, ir

LIMIT = 2**60
TWICE = "@rule()\ndef twice(x: Wide) -> int:\n    return x + x\n"
CLAMPED = "@rule()\ndef clamped(s: State) -> Signed:\n    return value(s)\n"
MODEL = '''"""A corner."""

from enum import auto
from typing import Annotated

from queensbench.language import *

Small = Annotated[int, Range(0, 3)]
Wide = Annotated[int, Range(-2147483648, 2147483647)]
Signed = Annotated[int, Range(-7, 5)]
One = Annotated[int, Range(-3, -3)]
CONST = {limit}
WORTH = Lookup({{0: -{limit}, 1: {limit}, 2: 7, 3: -2147483649}})


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GOLD = auto()


class Bag(Parameters):
    least: int = parameter(-2147483648, lo=-2147483648, hi=2147483647)


bag = Bag()


class State(Record):
    n: Small
    wide: Wide
    signed: Signed
    one: One
    color: Color
    table: Table[Signed, Wide]
    pile: Annotated[Seq[Small], Bound(3)]
    done: bool


@initial()
def start(s: State) -> None:
    s.wide = 2147483647
    s.signed = 5
    s.n = 3
    s.pile.append(3)
    s.pile.append(2)
    s.table[-7] = -2147483648


{rules}
@rule()
def value(s: State) -> int:
{value}


@action()
def go(s: State) -> None:
    require(not s.done)
{go}
    s.done = True


@over()
def ended(s: State) -> bool:
    return s.done


@score()
def points(s: State) -> int:
    return value(s)


mode = Mode("corner", state=State, parameters=bag)
'''


@dataclass(frozen=True)
class Case:
    """What ``value`` is, or how ``go`` fails: a violation of a line, or what loading says of it."""

    name: str
    value: str
    is_: int = 0
    go: str = "pass"
    violates: str = ""
    refused: str = ""
    rules: str = ""


def grown(body: str) -> str:
    return f"z = s.n + 0\n{body}\nreturn z"


CASES = (
    # ------------------------------------------------------------------ what may be written, and be stored
    Case("literal", f"return {LIMIT}", LIMIT),
    Case("literal below", f"return -{LIMIT}", -LIMIT),
    Case("literal beyond", f"return {LIMIT + 1}", refused="a number beyond 2**60"),
    Case("constant", "return CONST", LIMIT),
    Case("constant beyond", "return CONST + 1", refused="a number may grow beyond 2**60 here"),
    Case("greatest cell", "return s.wide + 1", 2**31),
    Case("least cell", "return s.table[-7] - 1", -(2**31) - 1),
    Case("stored beyond", "return 0", go="s.wide = s.wide + 1", violates="s.wide = s.wide + 1"),
    Case("stored within", "return s.wide - 1", go="s.wide = s.wide - 1", is_=2**31 - 3),
    Case("range of one value", "return s.one * s.one", 9),
    # ------------------------------------------------------------------------------ lookups and parameters
    Case("lookup", "return WORTH[1]", LIMIT),
    Case("lookup below", "return WORTH[s.n - 3]", -LIMIT),
    Case("lookup of 33 bits", "return WORTH[s.n + 0] // 2", -(2**30) - 1),
    Case("parameter", "return bag.least - 1", -(2**31) - 1),
    Case("parameter times", "return bag.least * 268435456", -(2**59)),
    Case("parameter beyond", "return bag.least * 1073741824", refused="a number may grow beyond 2**60 here"),
    # ------------------------------------------------------------------------------ arguments and results
    Case("argument", "return twice(s.wide)", 2**32 - 2, rules=TWICE),
    Case(
        "argument beyond",
        "return 1",
        go="s.n = twice(s.wide + 1) % 2",
        violates="s.wide + 1",
        rules=TWICE,
    ),
    Case("result", "return -7", go="s.signed = clamped(s)", is_=-7, rules=CLAMPED),
    Case("result beyond", "return s.n + 3", go="s.signed = clamped(s)", violates="return value(s)", rules=CLAMPED),
    Case("index beyond", "return 1", go="s.n = s.table[s.n + 3] % 2", violates="s.table[s.n + 3]"),
    # ------------------------------------------------------------------------------------------ local names
    Case("local of 33 bits", "z = s.n * 2147483647\nz = z + 1\nreturn z", 3 * 2147483647 + 1),
    Case("local then local", "z = s.n * 2147483647\nz = z + 2147483647\nreturn z % 13", (4 * 2147483647) % 13),
    Case("grows in a loop", grown("for k in range(100):\n    z = z + 1"), 103),
    Case("grows by what it is", grown("for k in range(40):\n    z = z * 2"), 3 * 2**40),
    Case("grows and is cut", grown("for k in range(90):\n    z = (z * 5 + 1) % 1000003"), 854637),
    Case("shrinks", grown("for k in range(30):\n    z = z - 100000000 * k"), 3 - 100000000 * 435),
    Case("grows in two loops", grown("for k in range(50):\n    for c in Color:\n        z += k"), 3 + 3 * 1225),
    Case("grows beyond", grown("for k in range(60):\n    z = z * 2"), refused="a number may grow beyond 2**60 here"),
    Case("grows to the limit", "z = 1\nfor k in range(59):\n    z = z * 2\nreturn z + z", LIMIT),
    Case("two grow", "y = 0\nz = 1\nfor k in range(40):\n    y, z = z, y + z\nreturn z", 165580141),
    Case("grows under a condition", grown("for k in range(9):\n    if k < s.n:\n        z = z + 1000000000"), 3000000003),
    # ------------------------------------------------------------------------- division, remainder, least, most
    Case("floor of negative", "return (s.signed - 12) // 4", -2),
    Case("remainder of negative", "return (s.signed - 12) % 4", 1),
    Case("floor at the limit", f"return -{LIMIT} // 3", -(LIMIT // 3) - 1),
    Case("remainder at the limit", f"return (0 - {LIMIT} + s.n) % 1000003", (3 - LIMIT) % 1000003),
    Case("abs", "return abs(s.table[-7] - 5)", 2**31 + 5),
    Case("least", f"return min(-{LIMIT}, s.n)", -LIMIT),
    Case("most", f"return max((WORTH[k] for k in range(4)), default={-LIMIT})", LIMIT),
    Case("of nothing", "return 1", go="s.n = min(k for k in range(3) if k > s.n) % 4", violates="min("),
    # ------------------------------------------------------------------------------------ sums and products
    Case("sum", "return sum(s.wide for k in range(100000))", 100000 * (2**31 - 1)),
    Case("sum of negatives", "return sum(s.table[-7] for k in range(8) if k < s.n)", -3 * 2**31),
    Case("sum beyond", "return sum(s.wide for k in range(600000000))", refused="a loop of 600,000,000 turns"),
    Case("sum of products beyond", "return sum(s.wide * 1000000 for k in range(1000))", refused="a sum may grow beyond"),
    Case("sum of items", "return sum(s.pile[k] * 300000000000000000 for k in range(3) if k < len(s.pile))", refused="a sum"),
    Case("sum of items below", "return sum(s.pile[k] * 100000000000000000 for k in range(3) if k < len(s.pile))", 5 * 10**17),
    Case("product", "return s.wide * s.wide // 1073741824", refused="a number may grow beyond 2**60 here"),
    Case("product below", "return s.wide * (s.signed * 10000000)", 5 * 10000000 * (2**31 - 1)),
    Case("not wrapped", "return (s.wide + s.wide) * (s.wide + 1) // 3", refused="a number may grow beyond 2**60"),
    Case("loops", "z = 0\nfor k in range(-3, 4):\n    z = z + k * k\nreturn z", 28),
    Case("loop backwards", "z = 0\nfor k in range(2147483647, -2147483649, -1073741824):\n    z = z + k\nreturn z", 2147483644),
    Case("loop too long", "z = 0\nfor k in range(2000000):\n    z = k\nreturn z", refused="a loop of 2,000,000 turns"),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Models loaded by a test leave nothing behind."""
    registry, declared = dict(rules.registry), dict(properties.declared)
    yield
    for table, before in ((rules.registry, registry), (properties.declared, declared)):
        for name in set(table) - set(before):
            del table[name]
    for name in [name for name in sys.modules if name.startswith("corner_")]:
        del sys.modules[name]


def imported(name: str, folder: Path, text: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load(case: Case, folder: Path) -> ModuleType:
    name = "corner_" + case.name.replace(" ", "_")

    def indented(text: str) -> str:
        return "\n".join(f"    {line}" for line in text.split("\n"))

    extra = f"{case.rules}\n\n" if case.rules else ""
    text = MODEL.format(limit=LIMIT, rules=extra, value=indented(case.value), go=indented(case.go))
    return imported(name, folder, text)


Outcome = tuple[str, Any]
"""``done`` with the cells and the score, or ``violated`` with the line."""


def interpreted(mode: Mode) -> Outcome:
    it = Interpreter(mode)
    try:
        after = it.apply(it.start(), it.step("go", ()))
    except RangeViolation as error:
        return "violated", int(error.where.rsplit(":", 1)[1])
    return "done", (it.cells(after), it.scores(after)[None])


def natively(system: ir.System) -> Outcome:
    native = compile_system(system)
    env = native.new_env()
    _, cells = native.initial(env)
    status, after = native.apply(cells, env, 0)
    if status < 0:
        return "violated", system.sites[-1 - status].line
    return "done", ([int(cell) for cell in after], native.score(after, env))


def symbolically(system: ir.System, symbolic: Symbolic) -> Outcome:
    """With known values, which fold away."""
    begun = symbolic.initial().cells
    found = symbolic.step(0, begun, [])
    if found.violations:
        ((site, condition),) = found.violations
        assert condition is True
        return "violated", system.sites[site].line
    assert system.score is not None
    cells = [int(cell) for cell in found.cells[: len(system.cells)]]
    return "done", (cells, symbolic.ask(system.score, found.cells).value)


def solved(system: ir.System, symbolic: Symbolic) -> Outcome:
    """On symbols: a solver finds the only state that follows, or the only violation."""
    begun = symbolic.initial().cells
    before = symbolic.state("s.")
    fixed = [symbolic.equal(a, b) for a, b in zip(before, begun, strict=True)]
    found = symbolic.step(0, before, [])
    solver = z3.Solver()
    solver.add(*(symbolic.truth(term) for term in fixed))
    assert solver.check() == z3.sat
    model = solver.model()

    def known(term: Any) -> int:
        if isinstance(term, int):
            return int(term)
        value = model.eval(term, model_completion=True)
        if z3.is_bool(value):
            return int(z3.is_true(value))
        number: int = value.as_signed_long() if z3.is_bv_value(value) else value.as_long()
        return number

    sites = [site for site, condition in found.violations if known(symbolic.truth(condition))]
    if sites:
        (site,) = sites
        return "violated", system.sites[site].line
    assert system.score is not None
    cells = [known(cell) for cell in found.cells[: len(system.cells)]]
    return "done", (cells, known(symbolic.ask(system.score, found.cells).value))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_every_reader_says_the_same_of_a_number(case: Case, tmp_path: Path) -> None:
    module = load(case, tmp_path)
    mode: Mode = module.mode
    if case.refused:
        with pytest.raises(BadInput) as error:
            build(mode, mode.full)
        assert case.refused in str(error.value)
        assert str(error.value).startswith(f"{module.__file__}:")
        return
    system = build(mode, mode.full)
    found = interpreted(mode)
    given = [p.default for p in system.parameters]
    readers = {
        "native": natively(system),
        "integers": symbolically(system, Symbolic(system, Integers(), parameters=given)),
        "bit-vectors": symbolically(system, Symbolic(system, BitVectors(system), parameters=given)),
        "counting": symbolically(system, Counting(system, Integers(), parameters=given)),
        "integers, solved": solved(system, Symbolic(system, Integers(), parameters=given)),
        "bit-vectors, solved": solved(system, Symbolic(system, BitVectors(system), parameters=given)),
    }
    assert readers == dict.fromkeys(readers, found)
    if case.violates:
        lines = Path(str(module.__file__)).read_text(encoding="utf-8").split("\n")
        assert found[0] == "violated"
        assert case.violates in lines[found[1] - 1]
    else:
        assert found[0] == "done"
        assert found[1][1] == case.is_


LEFT_OUT = '''"""Members that the instance leaves out."""

from queensbench.language import *


class Card(Kind):
    A = 0
    B = 1
{members}


AFTER: Lookup[Card, Card] = Lookup({{Card.A: Card.C10, Card.B: Card.C11}})


class State(Record):
    card: Card
    same: bool


@initial()
def start(s: State) -> None:
    s.card = Card.B


@action()
def go(s: State) -> None:
    s.same = AFTER[s.card] == Card.C2


@score()
def points(s: State) -> int:
    return 1


mode = Mode("corner", state=State, full=Instance("two", keep={{Card: (Card.A, Card.B)}}))
'''


def test_members_left_out_are_told_apart_however_few_bits_the_rest_needs(tmp_path: Path) -> None:
    """Their numbers lie outside of their type: -9 and -1 are one in three bits."""
    members = "\n".join(f"    C{n} = {n}" for n in range(2, 20))
    module = imported("corner_left_out", tmp_path, LEFT_OUT.format(members=members))
    mode: Mode = module.mode
    system = build(mode, mode.full)
    assert BitVectors(system).bits == 6
    it = Interpreter(mode)
    wanted = ("done", (it.cells(it.apply(it.start(), it.step("go", ()))), 1))
    assert wanted == ("done", ([1, 0, 0], 1))
    assert natively(system) == wanted
    assert solved(system, Symbolic(system, BitVectors(system))) == wanted
    assert solved(system, Symbolic(system, Integers())) == wanted


def test_the_guide_names_every_bound() -> None:
    guide = Path(__file__).resolve().parents[2] / "docs" / "guide" / "language.md"
    text = " ".join(guide.read_text(encoding="utf-8").split())
    for number, of in (
        (LIMITS.cells, "cells of a state"),
        (LIMITS.moves, "moves of a mode"),
        (LIMITS.cases, "combinations of arguments of a property"),
        (LIMITS.turns, "turns of a loop or generator"),
        (LIMITS.entries, "entries of a lookup"),
        (bounds.MOST_DEPTH, "expressions and statements inside one another"),
        (bounds.MOST_PATH, "with those of the rules that are asked there and the cases of a `match`"),
    ):
        assert f"{number:,} {of}" in text
    assert LIMIT == base.LIMIT


UNREAD = '''"""A parameter that no rule reads."""

from queensbench.language import *


class Bag(Parameters):
    unread: int = parameter(5, lo=0, hi=63)


bag = Bag()


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


mode = Mode("corner", state=State, parameters=bag)
'''


def test_the_range_of_a_parameter_that_no_rule_reads_is_no_contradiction(tmp_path: Path) -> None:
    """Cut to the bits that the rules need, 0 to 63 was 0 to -1: whatever was asked would have been proved."""
    module = imported("corner_unread", tmp_path, UNREAD)
    system = build(module.mode, module.mode.full)
    for sort in (BitVectors(system), Integers()):
        symbolic = Symbolic(system, sort)
        solver = z3.Solver()
        solver.add(symbolic.assumptions())
        assert solver.check() == z3.sat
        solver.add(symbolic.equal(symbolic.parameters[0], 63))
        assert solver.check() == z3.sat
