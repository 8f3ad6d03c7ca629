"""The kernel language: the same function in CPython and natively, and what is refused."""

from __future__ import annotations

import ctypes
import random
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from weakref import ref

import numpy as np
import pytest

from queensbench.engines.runtime.kernel_compiler import compile_kernels
from queensbench.engines.runtime.kernel_language import (
    KernelError,
    View,
    at,
    external,
    i64,
    kernel,
    mul,
    p_i32,
    p_i64,
    p_u8,
    p_u16,
    p_u32,
    p_u64,
    prefetch,
    shr,
    stack_i32,
    stack_i64,
    ult,
    umulh,
    wrap,
)
from queensbench.engines.runtime.kernel_signatures import native_call
from queensbench.readers.native import llvm_text as ir
from tests.engines.mock_native import machine_code

SIZE = 4


@kernel
def arithmetic(x: i64, y: i64, out: p_i64) -> i64:
    out[0] = wrap(x + y)
    out[1] = wrap(x - y)
    out[2] = mul(x, y)
    out[3] = umulh(x, y)
    out[4] = shr(x, y & 63)
    out[5] = x >> (y & 63)
    out[6] = wrap(x << (y & 63))
    out[7] = x & y | 12 ^ ~x
    out[8] = wrap(-y)
    out[9] = ult(x, y)
    out[10] = min(x, y) if x < y else max(x, 7)
    d = 2 + (y & 1023)
    out[11] = x // d
    out[12] = x % d
    out[13] = (x >> 1) // -d
    out[14] = x % -d
    return 2 if x == y else (1 if x > y else 0)


@kernel
def logic(x: i64, y: i64, out: p_i64) -> i64:
    n = 0
    if x > 3 and y > 3 and not (x == y):  # noqa: SIM201 - the construct is under test
        n += 1
    if x < 3 or y < 3 or x == 1 << 5:
        n += 2
    elif x != y:
        n += 4
    else:
        n += 8
    if not x:
        n += 16
    # A division that only happens where it may.
    if y != 0 and x // y > 1:
        n += 32
    out[0] = True
    out[1] = (x >= y) and (y <= 5)
    return n


@kernel
def loops(n: i64, out: p_i64) -> i64:
    total = 0
    for i in range(n):
        if i == 3:
            continue
        for j in range(i, 0, -2):
            if j > 20:
                break
            total += i * 100 + j
            i = 0  # noqa: PLW2901 - as in CPython, the next round is not disturbed
        out[0] += 1
    k = 0
    while True:
        k += 1
        if k & 1:
            continue
        if k > n:
            break
        total ^= k
    while k > 0:
        k -= 3
    for m in range(2, 5):
        total += m
    return total + k + m


@kernel
def widths(a: p_i64, b: p_u64, c: p_i32, d: p_u32, e: p_u16, f: p_u8) -> i64:
    x = a[0]
    a[1] = x
    b[1] = x
    c[1] = x
    d[1] = x
    e[1] = x
    f[1] = x
    f[1] += 1
    e[1] -= 1
    total = wrap(a[1] + b[1] + c[1])
    return wrap(total + d[1] + e[1] + f[1])


@kernel
def swapped(p: p_i64, q: p_i64, n: i64) -> i64:
    """Pointers are values."""
    here = p
    there = q
    for i in range(n):
        prefetch(here, i)
        there[0] += here[i]
        other = here
        here = there
        there = other
    moved = at(p if n & 1 else q, 1)
    return moved[0] * 1000 + at(moved, 1)[0]


@kernel
def stacked(n: i64) -> i64:
    a = stack_i64(SIZE)
    b = stack_i32(SIZE * 2 + 1)
    for i in range(SIZE):
        a[i] = n
        b[2 * i] = n << i
    return a[0] + b[6]


@kernel
def power(x: i64, n: i64) -> i64:
    if n == 0:
        return 1
    half = power(x, n >> 1)
    return mul(mul(half, half), x if n & 1 else 1)


@external
def outside(x: i64, p: p_i32) -> i64:
    """A stand-in in CPython."""
    return x + p[0]


@kernel
def caller(x: i64, p: p_i32) -> i64:
    return outside(x, p) + power(3, x) + stacked(x) + SIZE


class Row(NamedTuple):
    """A record."""

    cells: p_i32
    length: i64


class Grid(NamedTuple):
    """A record of records."""

    above: Row
    factor: i64
    below: Row
    out: p_i64


@kernel
def total(row: Row) -> i64:
    """The sum of a row."""
    found = 0
    for i in range(row.length):
        found += row.cells[i]
    return found


@kernel
def records(grid: Grid, n: i64) -> i64:
    """Records are fields, arguments, locals, and values of conditions."""
    longer = grid.above if grid.above.length > grid.below.length else grid.below
    for i in range(n):
        longer.cells[i] += grid.factor
        longer = Row(at(longer.cells, 1), longer.length - 1 if longer.length > 1 else True)
        grid.out[i] = total(longer)
    return total(grid.above) * 1000 + total(grid.below)


class Compiled:
    """Kernels as machine code, called with integers and arrays."""

    def __init__(self, *kernels: Callable[..., int], constants: dict[str, int] | None = None) -> None:
        module = ir.Module("test")
        pointer, number = ir.PointerType(), ir.IntType(64)
        function = ir.Function(module, ir.FunctionType(number, [number, pointer]), "outside")
        build = ir.IRBuilder(function.append_basic_block())
        loaded = build.load(function.args[1], typ=ir.IntType(32))
        build.ret(build.add(function.args[0], build.sext(loaded, number)))
        compile_kernels(module, kernels, constants)
        self.text = str(module)
        self.engine = machine_code(module)

    def __call__(self, name: str, *arguments: Any) -> int:
        source: Callable[..., int] = globals()[name]
        return native_call(source, self.engine.get_function_address(name))(*arguments)


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    return Compiled(arithmetic, logic, loops, widths, swapped, stacked, power, caller, records)


def numbers(count: int, seed: int) -> list[int]:
    """Numbers of all lengths, and the edges."""
    chosen = random.Random(seed)
    edges = [0, 1, -1, 2, 3, 4, 5, 63, 64, 2**31, 2**32 - 1, 2**63 - 1, -(2**63)]
    return edges + [wrap(chosen.getrandbits(chosen.randint(1, 64))) for _ in range(count)]


class TestBothWays:
    def test_arithmetic_is_the_same_in_cpython(self, compiled: Compiled) -> None:
        chosen = numbers(30, 1)
        for x in chosen:
            for y in chosen:
                native, plain = np.zeros(16, np.int64), np.zeros(16, np.int64)
                assert compiled("arithmetic", x, y, native) == arithmetic(x, y, View(plain))
                assert native.tolist() == plain.tolist()

    def test_arithmetic_gives_the_numbers_worked_out_by_hand(self, compiled: Compiled) -> None:
        out = np.zeros(16, np.int64)
        compiled("arithmetic", -7, 5, out)
        assert out[[0, 1, 2, 3, 4, 5, 9]].tolist() == [-2, -12, -35, 4, (2**64 - 7) >> 5, -1, 0]
        assert out[11:15].tolist() == [-7 // 7, -7 % 7, -4 // -7, -7 % -7]

    def test_logic_is_the_same_in_cpython(self, compiled: Compiled) -> None:
        for x in range(-2, 8):
            for y in range(-2, 8):
                native, plain = np.zeros(2, np.int64), np.zeros(2, np.int64)
                assert compiled("logic", x, y, native) == logic(x, y, View(plain))
                assert native.tolist() == plain.tolist()

    def test_loops_are_the_same_in_cpython(self, compiled: Compiled) -> None:
        for n in range(30):
            native, plain = np.zeros(1, np.int64), np.zeros(1, np.int64)
            assert compiled("loops", n, native) == loops(n, View(plain))
            assert native.tolist() == plain.tolist()

    def test_integers_of_every_width_are_the_same_in_cpython(self, compiled: Compiled) -> None:
        for x in numbers(30, 2):
            kinds = (np.int64, np.uint64, np.int32, np.uint32, np.uint16, np.uint8)
            native, plain = ([np.zeros(2, t) for t in kinds] for _ in range(2))
            native[0][0] = plain[0][0] = x
            assert compiled("widths", *native) == widths(*(View(a) for a in plain))
            assert [a.tolist() for a in native] == [a.tolist() for a in plain]

    def test_swapped_pointers_are_the_same_in_cpython(self, compiled: Compiled) -> None:
        for n in range(8):
            native, plain = ([np.arange(9) * k for k in (1, 10)] for _ in range(2))
            assert compiled("swapped", *native, n) == swapped(View(plain[0]), View(plain[1]), n)
            assert [a.tolist() for a in native] == [a.tolist() for a in plain]

    def test_calls_recursion_and_stack(self, compiled: Compiled) -> None:
        cells = np.array([-5], np.int32)
        for x in range(20):
            assert compiled("caller", x, cells) == caller(x, View(cells))
        assert compiled("power", 3, 40) == wrap(3**40)

    def test_records(self, compiled: Compiled) -> None:
        for n in range(6):
            for above, below in ((7, 3), (2, 6), (4, 4)):
                results = []
                for run in (records, partial(compiled, "records")):
                    cells = np.arange(20, dtype=np.int32)
                    out = np.zeros(6, np.int64)
                    grid = Grid(Row(View(cells), above), n - 3, Row(View(cells, 10), below), View(out))
                    results.append((run(grid, n), cells.tolist(), out.tolist()))
                assert results[0] == results[1]

    def test_records_are_passed_field_by_field(self) -> None:
        text = Compiled(records).text
        assert 'define internal i64 @"total"(ptr %a0, i64 %a1)' in text

    def test_constants_are_overridden(self) -> None:
        other = Compiled(stacked, constants={"SIZE": 5})
        assert compiled_size(other.text) == ["i64 5", "i64 11"]
        assert stacked(1) == 9  # the other sizes: 1 + (1 << 3)

    def test_functions_are_internal_unless_they_are_exported(self) -> None:
        text = Compiled(caller).text
        assert 'define internal i64 @"power"' in text
        assert 'define i64 @"caller"' in text


def compiled_size(text: str) -> list[str]:
    return [line.rpartition(", ")[2] for line in text.splitlines() if "alloca" in line and "i64 " in line]


REFUSED = {
    "p: p_i64, x -> i64": (
        "return 1",
        "x",
        "annotate a parameter with i64, one of p_i64, p_u64, p_i32, p_u32, p_u16, p_u8, or a record",
    ),
    "x: i64 -> int": ("return 1", "def bad(x: i64) -> int:", "a kernel returns i64"),
    "x: i64=1 -> i64": ("return 1", "def bad(x: i64=1) -> i64:", "a kernel has plain parameters only"),
    "x: i64, /, y: i64 -> i64": (
        "return 1",
        "def bad(x: i64, /, y: i64) -> i64:",
        "a kernel has plain parameters only",
    ),
    "x: i64, *, y: i64 -> i64": (
        "return 1",
        "def bad(x: i64, *, y: i64) -> i64:",
        "a kernel has plain parameters only",
    ),
    "*x: i64 -> i64": ("return 1", "def bad(*x: i64) -> i64:", "a kernel has plain parameters only"),
}
BODIES = {
    "return [1]": ("[1]", "kernels have no such expression"),
    "return y": ("y", "no such local, constant or kernel"),
    "return p": ("p", "an integer is wanted, not p_i64"),
    "return x / 2": ("x / 2", "kernels have no such operator"),
    "return p + 1": ("p + 1", "use at(p, i) to move a pointer"),
    "return x[0]": ("x", "only pointers are indexed, and this is i64"),
    "return 1 if p else 0": ("p", "a condition is wanted, not p_i64"),
    "return x or 1": ("x", "and/or join comparisons: write `!= 0`"),
    "return 0 < x < 5": ("0 < x < 5", "kernels have no such expression"),
    "return 2**64": ("2 ** 64", "more than 64 bits"),
    "return 1.5": ("1.5", "kernels have no such expression"),
    "return len(p)": ("len(p)", "neither a kernel, nor an external, nor a record, nor a primitive"),
    "return min(x)": ("min(x)", "min takes 2 here"),
    "return stack_i64(x)[0]": ("stack_i64(x)", "the size is a positive constant"),
    "return shared(x)": ("shared(x)", "shared takes 2 arguments, not 1"),
    "return shared(p, p)": ("p", "shared takes x: i64, and this is p_i64"),
    "x = p\nreturn 1": ("x = p", "x is i64, and this is p_i64"),
    "return p if x else 1": ("p if x else 1", "both branches have the same type"),
    "x = 1": ("def bad(p: p_i64, x: i64) -> i64:", "the end can be reached without a return"),
    "return 1\nx = 2": ("x = 2", "this is never reached"),
    "for i in range(0, 5, x):\n    x += i\nreturn x": ("for i in range(0, 5, x):", "the step of a range is a constant other than 0"),
    "for i in p:\n    x += i\nreturn x": ("for i in p:", "kernels have no such statement"),
    "a, b = 1, 2\nreturn a": ("a, b = (1, 2)", "kernels have no such statement"),
    "import os\nreturn 1": ("import os", "kernels have no such statement"),
    "return x.cells": ("x", "only records have fields, and this is i64"),
    "return Row(p, x).cells": ("Row(p, x).cells", "an integer is wanted, not p_i64"),
    "return Row(p, x).nothing": ("Row(p, x).nothing", "Row has no field nothing"),
    "return Row(p)": ("Row(p)", "Row takes 2 arguments, not 1"),
    "return Row(x, x)": ("x", "Row takes cells: p_i64, and this is i64"),
    "return Row(p, x)": ("Row(p, x)", "an integer is wanted, not Row"),
    "return 1 if Row(p, x) else 0": ("Row(p, x)", "a condition is wanted, not Row"),
    "return Row(p, x) + 1": ("Row(p, x) + 1", "an integer is wanted, not Row"),
    "return Row(p, x)[0]": ("Row(p, x)", "only pointers are indexed, and this is Row"),
    "return shared(Row(p, x), p)": ("Row(p, x)", "shared takes x: i64, and this is Row"),
    "x = Row(p, x)\nreturn 1": ("x = Row(p, x)", "x is i64, and this is Row"),
    "y = Row(p, x)\ny.length = 1\nreturn 1": ("y.length = 1", "kernels have no such statement"),
    "return missing(x)": ("def missing(x: i64) -> i64:", "the module declares no such function with these parameters"),
}  # fmt: skip
HEAD = """\
from __future__ import annotations
from typing import NamedTuple
from queensbench.engines.runtime.kernel_language import *

class Row(NamedTuple):
    cells: p_i64
    length: i64

class Wrong(NamedTuple):
    cells: list

@kernel
def shared(x: i64, p: p_i64) -> i64:
    return x

@external
def missing(x: i64) -> i64:
    raise NotImplementedError

@kernel
"""


def load(tmp_path: Path, source: str) -> ModuleType:
    import importlib.util

    path = tmp_path / f"kernels_{abs(hash(source))}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def refusal(tmp_path: Path, source: str) -> str:
    module = load(tmp_path, HEAD + source)
    with pytest.raises(KernelError) as caught:
        compile_kernels(ir.Module("bad"), [module.bad])
    place, _, rest = str(caught.value).partition(": ")
    assert place.startswith(f"{Path(module.__file__ or '').name}:")
    line = int(place.rpartition(":")[2])
    return f"{line - HEAD.count(chr(10))}: {rest}"


class TestRefusals:
    @pytest.mark.parametrize("body", BODIES)
    def test_a_body_outside_the_language_is_refused(self, tmp_path: Path, body: str) -> None:
        text, fault = BODIES[body]
        source = "def bad(p: p_i64, x: i64) -> i64:\n" + textwrap.indent(body, "    ") + "\n"
        message = refusal(tmp_path, source)
        assert message.partition(": ")[2] == f"`{text}`: {fault}"

    @pytest.mark.parametrize("head", REFUSED)
    def test_a_signature_outside_the_language_is_refused(self, tmp_path: Path, head: str) -> None:
        body, text, fault = REFUSED[head]
        params, _, result = head.partition(" -> ")
        message = refusal(tmp_path, f"def bad({params}) -> {result}:\n    {body}\n")
        assert message.partition(": ")[2] == f"`{text}`: {fault}"

    def test_the_line_is_named(self, tmp_path: Path) -> None:
        message = refusal(tmp_path, "def bad(x: i64) -> i64:\n    y = 1\n    y = [x]\n    return y\n")
        assert message == "3: `[x]`: kernels have no such expression"

    def test_a_field_of_another_type(self, tmp_path: Path) -> None:
        module = load(tmp_path, HEAD + "def bad(row: Wrong) -> i64:\n    return 1\n")
        with pytest.raises(KernelError) as caught:
            compile_kernels(ir.Module("bad"), [module.bad])
        assert str(caught.value) == (
            f"{module.__name__}.Wrong: `cells: list`: annotate a field with i64, "
            "one of p_i64, p_u64, p_i32, p_u32, p_u16, p_u8, or a record"
        )

    def test_a_function_without_the_mark_is_refused(self) -> None:
        with pytest.raises(KernelError) as caught:
            compile_kernels(ir.Module("bad"), [compiled_size])
        assert str(caught.value) == "compiled_size is not marked @kernel"

    def test_a_name_that_is_taken(self) -> None:
        module = ir.Module("bad")
        compile_kernels(module, [power])
        with pytest.raises(KernelError, match="the module has a function of this name already"):
            compile_kernels(module, [power])


class TestCalls:
    """What Python hands to machine code."""

    def test_another_record(self, compiled: Compiled) -> None:
        row = Row(View(np.zeros(3, np.int32)), 3)
        with pytest.raises(TypeError, match=r"^a Grid is wanted, not Row\("):
            compiled("records", row, 1)

    @pytest.mark.parametrize("kind", [np.int64, np.uint32, np.int16, np.float64])
    def test_an_array_of_other_elements(self, compiled: Compiled, kind: Any) -> None:
        with pytest.raises(TypeError, match=f"^p_i32 is wanted, not an array of {np.dtype(kind)}$"):
            compiled("caller", 1, np.zeros(3, kind))
        with pytest.raises(TypeError, match=f"^p_i32 is wanted, not an array of {np.dtype(kind)}$"):
            compiled("caller", 1, View(np.zeros(3, kind)))

    def test_too_few_arguments(self, compiled: Compiled) -> None:
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'p'"):
            compiled("caller", 1)

    def test_arrays_are_kept_while_native_code_works_on_them(self) -> None:
        """An array without a name would be freed once its address is known, and its place given to the next."""
        held: list[ref[Any]] = []
        alive: list[bool] = []

        def stand_in(*addresses: int) -> int:
            alive.extend(array() is not None for array in held)
            return len(addresses)

        callback = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 7)(stand_in)
        call = native_call(records, ctypes.cast(callback, ctypes.c_void_p).value or 0)

        def made(kind: Any) -> View:
            array = np.zeros(100, kind)
            held.append(ref(array))
            return View(array)

        rows = [Row(made(np.int32), 1) for _ in range(2)]
        assert call(Grid(rows.pop(), 1, rows.pop(), made(np.int64)), 1) == 7
        assert alive == [True] * 3
