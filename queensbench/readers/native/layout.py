"""The numbers that native code and its callers share: statuses, the environment, packed states.

Every entry function answers with one 64-bit number: a status, or a count or a truth, which is never negative.  A
violation of obligation *k* is ``-1 - k``; the other faults lie far below, out of reach of any obligation's number.  A
number that the rules compute (a weight, a score, a player) may be any: it goes to a place that the caller gives, and
the answer is a status alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from queensbench.errors import BadInput
from queensbench.rules.typed import ir

REFUSED = 0
OK = 1
SILENT = 2

UNSETTLED = -(2**40)  # an automatic chain longer than SETTLE_STEPS
OVERFLOW = -(2**41)  # more moves than the buffer holds
BADWEIGHT = -(2**42)  # a chance event with a negative weight

SETTLE_STEPS = 4096

WORD = 64


@dataclass(frozen=True)
class Place:
    """The place of a cell in a packed state: ``bits`` from ``shift`` on, in ``word``."""

    word: int
    shift: int
    bits: int


@dataclass(frozen=True)
class Layout:
    """The shapes of a system's vectors, known without compiling anything.

    A state is ``ncells`` 32-bit numbers, or ``words`` 64-bit words when packed (``places``, one per cell; a
    cell of one value takes no bits).  The environment is ``env_size`` 64-bit numbers: readings from
    ``readings``, parameters from ``parameters``, the clause counters from ``clauses``, the ruling counters
    from ``consults``.
    """

    ncells: int
    words: int
    places: tuple[Place, ...]
    readings: int
    parameters: int
    clauses: int
    consults: int
    env_size: int


def layout(system: ir.System) -> Layout:
    """The layout of a system; raises BadInput if a cell does not fit 32 bits."""
    for cell, t in enumerate(system.cells):
        if not -(2**31) <= t.lo <= t.hi < 2**31:
            name = next((f.name for f in system.fields if 0 <= cell - f.offset < f.cells), f"cell {cell}")
            raise BadInput(
                f"field {name} of {system.ruleset}/{system.mode} ranges over {t.lo}..{t.hi}",
                remedy="a cell holds 32 bits: use a smaller range",
            )
    words, places = _pack([max(ir.size(t) - 1, 0).bit_length() for t in system.cells])
    parameters = len(system.rulings)
    clauses = parameters + len(system.parameters)
    consults = clauses + len(system.clauses)
    env_size = consults + len(system.rulings)
    return Layout(len(system.cells), words, places, 0, parameters, clauses, consults, env_size)


def _pack(widths: list[int]) -> tuple[int, tuple[Place, ...]]:
    """The number of words (at least one) and a place for each width.

    First fit, in whichever order needs fewer words: in the order of the cells, where neighbours stay
    together, or by falling width, which leaves fewer words half empty.
    """
    by_width = sorted(range(len(widths)), key=lambda cell: -widths[cell])
    best: tuple[int, tuple[Place, ...]] | None = None
    for order in (range(len(widths)), by_width):
        free: list[int] = []
        places = [Place(0, 0, 0)] * len(widths)
        for cell in order:
            bits = widths[cell]
            if not bits:
                continue
            word = next((w for w, room in enumerate(free) if room >= bits), len(free))
            if word == len(free):
                free.append(WORD)
            places[cell] = Place(word, WORD - free[word], bits)
            free[word] -= bits
        if best is None or len(free) < best[0]:
            best = len(free), tuple(places)
    assert best is not None
    return max(best[0], 1), best[1]
