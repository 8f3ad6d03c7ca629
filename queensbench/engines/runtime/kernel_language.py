"""A small typed subset of Python, compiled to LLVM, for the fixed loops of the engines.

A *kernel* is an ordinary function marked ``@kernel`` whose parameters are annotated ``i64``, with a pointer type
(``p_i64``, ``p_u64``, ``p_i32``, ``p_u32``, ``p_u16``, ``p_u8``) or with a record, and which returns ``i64``.  An
``@external`` function is a signature without a body, for a function that the module already declares.

A *record* is a ``NamedTuple`` whose fields are annotated in the same way; a field may be a record itself.  Records do
not exist in machine code: each field is an argument, or a local, of its own, so that a record costs nothing.  Values
that change while a kernel runs stand behind a pointer.

The subset: local integers, pointers and records, ``while``, ``for i in range(...)`` with a constant step, ``if``,
``break``, ``continue``, ``return``; arithmetic on 64-bit integers, comparisons, ``and``/``or``/``not``,
conditional expressions, ``min``/``max`` of two; ``p[i]``, ``p[i] = ...``, ``p[i] += ...``; ``r.field``,
``Record(...)`` with a value for each field in order; calls of kernels, of externals and of the primitives below.
Module-level integers are constants, which :func:`~queensbench.engines.runtime.kernel_compiler.compile_kernels` may
override.

The same function runs in CPython over :class:`View`, slowly; tests compare both.  They agree where the kernel
keeps to these: an operation that is meant to wrap goes through :func:`wrap` or :func:`mul`; a shift is by 0
to 63; no index leaves its array (natively unchecked); no divisor is zero, and the least integer is not
divided by -1 (natively either would kill the process).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias, TypeVar

import numpy as np

from queensbench.errors import InternalError

F = TypeVar("F", bound=Callable[..., Any])

MASK = (1 << 64) - 1


class KernelError(InternalError):
    """A kernel is outside the subset; the message gives the place, the text in question and the fault."""


@cache
def pointee(dtype: np.dtype[Any]) -> tuple[int, bool] | None:
    """The bits of an array's elements, and whether kernels read them as signed; None for what no pointer stands for."""
    bits = dtype.itemsize * 8
    return (bits, dtype.kind == "i" or bits == 64) if dtype.kind in "iub" else None


class View:
    """A pointer in CPython: a one-dimensional array from an offset on.  Values are read as signed 64-bit."""

    __slots__ = ("_address", "array", "bits", "offset", "signed")

    def __init__(self, array: np.ndarray[Any, Any], offset: int = 0) -> None:
        self.array = array
        self.offset = offset
        self.bits = array.dtype.itemsize * 8
        self.signed = array.dtype.kind == "i"
        self._address = 0

    def __getitem__(self, index: int) -> int:
        place = self.offset + index
        assert place >= 0
        return wrap(int(self.array[place]))

    def __setitem__(self, index: int, value: int) -> None:
        place = self.offset + index
        assert place >= 0
        value &= (1 << self.bits) - 1
        if self.signed and value >> (self.bits - 1):
            value -= 1 << self.bits
        self.array[place] = value

    @property
    def address(self) -> int:
        """The address of the elements; machine code may use them as long as the view lives."""
        if not self._address:
            self._address = int(self.array.ctypes.data) + self.offset * (self.bits >> 3)
        return self._address


i64: TypeAlias = int
p_i64: TypeAlias = View
p_u64: TypeAlias = View
p_i32: TypeAlias = View
p_u32: TypeAlias = View
p_u16: TypeAlias = View
p_u8: TypeAlias = View

POINTEES: Mapping[str, tuple[int, bool]] = {
    "p_i64": (64, True),
    "p_u64": (64, False),
    "p_i32": (32, True),
    "p_u32": (32, False),
    "p_u16": (16, False),
    "p_u8": (8, False),
}
"""For each pointer type, the bits of an element, and whether it is signed."""


def kernel(function: F) -> F:
    """Mark a function as a kernel."""
    function.__dict__["kernel"] = "kernel"
    return function


def inlined(function: F) -> F:
    """Mark a small function as a kernel that replaces its calls wherever code is optimised."""
    function.__dict__["inlined"] = True
    return kernel(function)


def external(function: F) -> F:
    """Mark a signature as that of a function which the module declares under the same name."""
    function.__dict__["kernel"] = "external"
    return function


def wrap(x: int) -> int:
    """``x`` as a signed 64-bit number."""
    x &= MASK
    return x - (1 << 64) if x >> 63 else x


def mul(x: int, y: int) -> int:
    """The low 64 bits of a product, signed."""
    return wrap(x * y)


def umulh(x: int, y: int) -> int:
    """The high 64 bits of the product of two numbers taken as unsigned."""
    return wrap(((x & MASK) * (y & MASK)) >> 64)


def shr(x: int, n: int) -> int:
    """``x``, taken as unsigned, shifted right by 0 to 63 places."""
    return wrap((x & MASK) >> n)


def ult(x: int, y: int) -> bool:
    """Whether ``x < y``, both taken as unsigned."""
    return (x & MASK) < (y & MASK)


def at(p: View, i: int) -> View:
    """The pointer ``i`` elements further."""
    return View(p.array, p.offset + i)


def prefetch(p: View, i: int) -> int:
    """Fetch the cache line of ``p[i]``; returns 0."""
    return 0


def stack_i64(n: int) -> View:
    """``n`` (a constant) 64-bit integers that live until the kernel returns; not cleared natively."""
    return View(np.zeros(n, np.int64))


def stack_i32(n: int) -> View:
    """``n`` (a constant) 32-bit integers that live until the kernel returns; not cleared natively."""
    return View(np.zeros(n, np.int32))


PRIMITIVES: Mapping[str, int] = {
    "min": 2,
    "max": 2,
    "wrap": 1,
    "mul": 2,
    "umulh": 2,
    "shr": 2,
    "ult": 2,
    "at": 2,
    "prefetch": 2,
    "stack_i64": 1,
    "stack_i32": 1,
}
"""How many arguments each primitive takes."""
