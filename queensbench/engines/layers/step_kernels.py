"""The loop that lists the steps between states of levels, in the kernel language."""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.layers.kernels import Span
from queensbench.engines.runtime.kernel_language import at, i64, kernel, stack_i32
from queensbench.engines.runtime.kernels import (
    CELLS,
    CHANCE,
    CHOICE,
    DONE,
    NARROW,
    S_AT,
    WORDS,
    Workspace,
    enabled,
    fault,
    moving,
    qb_unpack,
    standing,
)
from queensbench.engines.steps.kernels import StepRows, Successors, write_steps
from queensbench.readers.native.layout import OVERFLOW


@kernel
def span_steps(
    work: Workspace, span: Span, chance: i64, choice: i64, rows: StepRows, known: Successors
) -> i64:
    """Write the steps from the states of a span; stops before a state whose steps would not fit.

    ``chance``, ``choice``: the key of a step that chance makes, and of one that a player chooses.
    """
    cells = stack_i32(CELLS)
    for index in range(work.block[S_AT], span.end):
        work.block[S_AT] = index
        number = span.number + index
        qb_unpack(at(span.keys, index * WORDS), cells)
        what = standing(cells, work.env)
        if what < 0:
            return fault(work.block, what, number, -1)
        if what != CHOICE:
            continue
        n = enabled(cells, work.env, work.moves, work.cap)
        if n == OVERFLOW:
            return NARROW
        if n < 0:
            return fault(work.block, n, number, work.moves[0])
        key = chance if moving(work.moves, n) == CHANCE else choice
        status = write_steps(work, rows, known, cells, n, key, number)
        if status != DONE:
            return status
    work.block[S_AT] = span.end
    return DONE


LISTER: tuple[Callable[..., int], ...] = (span_steps,)
