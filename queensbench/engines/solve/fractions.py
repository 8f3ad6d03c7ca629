"""Arithmetic that overflows into LOST, in the kernel language: products, sums, and fractions compared."""

from __future__ import annotations

from queensbench.engines.runtime.kernel_language import i64, kernel, mul, ult, umulh, wrap

LOST = -(2**63)
"""In place of a number that does not fit 64 bits."""

NO_MOVE = 2**32 - 1
"""In place of a best move: none leaves the state, or going on for ever is better than any that does."""


@kernel
def high(x: i64, y: i64) -> i64:
    """The high 64 bits of a signed product."""
    upper = umulh(x, y)
    if x < 0:
        upper = wrap(upper - y)
    if y < 0:
        upper = wrap(upper - x)
    return upper


@kernel
def product(x: i64, y: i64) -> i64:
    """A product, or LOST; LOST times anything is LOST."""
    if x == LOST or y == LOST:  # noqa: PLR1714 - kernels have no `in`
        return LOST
    low = mul(x, y)
    if high(x, y) != low >> 63:
        return LOST
    return low


@kernel
def total(x: i64, y: i64) -> i64:
    """A sum, or LOST; LOST and anything is LOST."""
    if x == LOST or y == LOST:  # noqa: PLR1714 - kernels have no `in`
        return LOST
    whole = wrap(x + y)
    if (x ^ whole) & (y ^ whole) < 0:
        return LOST
    return whole


@kernel
def above(n: i64, d: i64, m: i64, e: i64) -> i64:
    """Say whether ``n / d > m / e``; ``d`` and ``e`` are from 1 up."""
    if d == e:
        return 1 if n > m else 0
    left = high(n, e)
    right = high(m, d)
    if left != right:
        return 1 if left > right else 0
    return 1 if ult(mul(m, d), mul(n, e)) else 0
