"""Faults put back on purpose: what was mended is undone, in place, for the length of a test.

A piece of a function's text is exchanged for what stood there; where that piece is no longer found the test fails, and
somebody has to say anew what the fault would be.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from queensbench.engines.explore import explorations
from queensbench.engines.graphs import arena_kernels
from queensbench.engines.prove import induction, planning
from queensbench.engines.runtime import kernels
from queensbench.engines.runtime.kernel_language import i64, kernel, p_i64
from queensbench.engines.solve import arena as solve_arena
from queensbench.engines.solve import arena_values, solver
from queensbench.language.domains import RangeDomain
from queensbench.readers.native.program import Native
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.rules.lowering.expressions import Expressions
from queensbench.rules.lowering.statements import Statements
from queensbench.rules.typed import ir, wellformed
from queensbench.rules.typed.guards import Effects

PutBack = Callable[[pytest.MonkeyPatch], None]


def exchanged(patch: pytest.MonkeyPatch, owner: Any, name: str, old: str, new: str) -> None:
    """Put other text into a function."""
    function = getattr(owner, name)
    text = textwrap.dedent(inspect.getsource(function))
    assert text.count(old) == 1, f"{name} does not read {old!r} any more: say what the fault would be today"
    names: dict[str, Any] = {}
    exec(compile(text.replace(old, new), f"<{name}, as it was>", "exec"), function.__globals__, names)
    patch.setattr(owner, name, names[name])


def slots_by_position(patch: pytest.MonkeyPatch) -> None:
    """A generator's loop binds the last slot that there is, which its own tests may have made."""
    exchanged(patch, Expressions, "_loop", "ir.Loop(slot, values", "ir.Loop(len(unit.slots) - 1, values")
    patch.setattr(wellformed, "check", lambda functions: None)


def slots_by_position_checked(patch: pytest.MonkeyPatch) -> None:
    """The same, with the check of lowering that was made since."""
    exchanged(patch, Expressions, "_loop", "ir.Loop(slot, values", "ir.Loop(len(unit.slots) - 1, values")


def weights_of_32_bits(patch: pytest.MonkeyPatch) -> None:
    """The solver keeps weights in 32 bits."""
    arena_of = solve_arena.arena_of

    def cut(*args: Any) -> Any:
        arena = arena_of(*args)
        arena.weight[:] = arena.weight.astype(np.uint32)
        return arena

    patch.setattr(solver, "arena_of", cut)


@kernel
def lowest_terms(weight: p_i64, n: i64) -> i64:
    """Leave weights as they are, whatever they come to."""
    return weight[0] - weight[0] + n


def sums_that_overflow(patch: pytest.MonkeyPatch) -> None:
    """The solver adds up weights as they are."""
    patch.setattr(arena_kernels, "lowest_terms", lowest_terms)


def scores_as_statuses(patch: pytest.MonkeyPatch) -> None:
    """A score below ``-2**43`` is read as a violation."""
    number = Native.number

    def told(self: Native, name: str, *args: Any) -> tuple[int, int]:
        status, found = number(self, name, *args)
        if name == "qb_score" and status >= 0 and found <= -(1 << 43):
            return -1, 0
        return status, found

    patch.setattr(Native, "number", told)


def locals_of_32_bits(patch: pytest.MonkeyPatch) -> None:
    """A local number beyond 32 bits is a violation in machine code."""
    new = """
    expr = val.expr
    if isinstance(val.type, ir.IntType) and (val.type.lo < -(1 << 31) or val.type.hi >= 1 << 31):
        site = self.site(unit, node, "a number leaves 32 bits")
        expr = ir.Checked(expr, site, ir.IntType(max(val.type.lo, -(1 << 31)), min(val.type.hi, (1 << 31) - 1)))
    return ir.Let(unit.names[name], expr)
"""
    exchanged(patch, Statements, "_let", "    return ir.Let(unit.names[name], val.expr)", new.strip("\n"))


def ranges_written_out(patch: pytest.MonkeyPatch) -> None:
    """All values of a range are written out, and memory ends."""

    def values(self: RangeDomain) -> tuple[int, ...]:
        if self.size > 10_000_000:
            raise MemoryError
        return tuple(range(self.lo, self.hi + 1))

    patch.setattr(RangeDomain, "values", values)


def requirements_that_do_not_lead(patch: pytest.MonkeyPatch) -> None:
    """A requirement behind a clause's block leads, whatever the block does."""

    def leading(effects: Effects, body: Any) -> tuple[list[ir.Require], bool]:
        found: list[ir.Require] = []
        for stmt in body:
            if isinstance(stmt, ir.Clause):
                found += leading(effects, stmt.body)[0]
            elif isinstance(stmt, ir.Require):
                found.append(stmt)
            elif not isinstance(stmt, ir.Let):
                break
        return found, True

    patch.setattr(planning, "_leading", leading)


def lookups_of_one_memory(patch: pytest.MonkeyPatch) -> None:
    """What is remembered of a lookup's term takes the key to be one of its entries."""
    patch.setattr(Counting, "_beyond", lambda self, term, t: False)


def symmetry_on_trust(patch: pytest.MonkeyPatch) -> None:
    """A declared symmetry is tried on random states, and not shown."""
    patch.setattr(explorations, "_show_symmetry", lambda *args: None)


def first_of_equal_choices(patch: pytest.MonkeyPatch) -> None:
    """Of moves of one value the first is stored, whether or not it leads on."""
    found = arena_values.solve_arena

    def first(arena: Any, payoff: Any, side: Any, **options: Any) -> Any:
        values = found(arena, payoff, side, **options)
        for state in np.flatnonzero((arena.role == kernels.CHOICE) & (side != 0)).tolist():
            after = [values.exact(target) for target in arena.successors(state)]
            mine = values.exact(state)
            if mine is not None and mine in after:
                values.best[state] = after.index(mine)
        return values

    patch.setattr(solver, "solve_arena", first)


def refused_start_unasked(patch: pytest.MonkeyPatch) -> None:
    """Proofs do not ask whether the start meets its own requirements."""
    exchanged(patch, planning, "plan", "sites.add(REFUSED_START)", "pass")
    patch.setattr(induction, "plan", planning.plan)


PUT_BACK: dict[str, PutBack] = {
    "a generator's slot by position": slots_by_position,
    "a generator's slot, z3": slots_by_position,
    "a generator's slot, checked": slots_by_position_checked,
    "weights of 32 bits": weights_of_32_bits,
    "sums of weights that overflow": sums_that_overflow,
    "scores as statuses": scores_as_statuses,
    "locals of 32 bits": locals_of_32_bits,
    "ranges written out": ranges_written_out,
    "requirements that do not lead": requirements_that_do_not_lead,
    "never matters behind a requirement": requirements_that_do_not_lead,
    "lookups of one memory": lookups_of_one_memory,
    "a symmetry on trust": symmetry_on_trust,
    "the first of equal choices": first_of_equal_choices,
    "a start that refuses itself": refused_start_unasked,
}
