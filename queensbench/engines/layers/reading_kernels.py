"""The loop that compares readings in states of levels, in the kernel language."""

from __future__ import annotations

from collections.abc import Callable

from queensbench.engines.compare.kernels import COMPARER, PartNotes, part_readings
from queensbench.engines.compare.state_kernels import Comparing, OtherReadings
from queensbench.engines.layers.kernels import Span
from queensbench.engines.runtime.kernel_language import at, i64, kernel, stack_i32
from queensbench.engines.runtime.kernels import CELLS, DONE, S_AT, WORDS, Workspace, qb_unpack


@kernel
def part_span(
    work: Workspace, span: Span, others: OtherReadings, comparing: Comparing, notes: PartNotes
) -> i64:
    """Compare the readings in the states of a span, as :func:`part` does; the first are told by their numbers."""
    cells = stack_i32(CELLS)
    for index in range(work.block[S_AT], span.end):
        work.block[S_AT] = index
        number = span.number + index
        qb_unpack(at(span.keys, index * WORDS), cells)
        status = part_readings(work, cells, number, number, number, others, comparing, notes)
        if status != DONE:
            return status
    work.block[S_AT] = span.end
    return DONE


DIVERGER: tuple[Callable[..., int], ...] = (*COMPARER, part_span)
