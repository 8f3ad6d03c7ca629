"""Opaque rules as an oracle: where rulings count in every answer, callers may tell what such a rule answers.

An opaque rule may read dozens of rulings for one yes or no.  Who asks a question under many readings then asks the rule
by itself, and tells its answers to the question.  Behind the counters, an environment holds the numbers of
:class:`Numbers`: callers set ``room`` (0: every rule answers by itself), reset ``asked``, and set ``told`` and the
answers.  The first answer that was not told is noted with all that it depends on: ``order``, how many rulings were read
before; ``rule``, its function; its arguments; the cells.  From there on a run is worth nothing, which callers see by
``asked`` being above ``told``.

``qb_opaque`` answers for such a rule by itself.

What it cannot see: whether what was told is what the rule answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.functions import Compiled
from queensbench.rules.typed import guards, ir

MOST_ARGUMENTS: Final = 8
"""A rule of more arguments answers by itself."""
ROOM: Final = 64
"""The most answers that are told in one run; rules that are asked later answer by themselves."""

LAST, ASKED, TOLD, ROOM_AT, ORDER, RULE = range(6)
"""Where the numbers stand behind the counters; ``LAST`` is the last number given to a ruling."""
ARGUMENTS: Final = 6
ANSWERS: Final = ARGUMENTS + MOST_ARGUMENTS
CELLS_AT: Final = ANSWERS + ROOM
_HARM = guards.REFUSES | guards.VIOLATES | guards.SILENCES | guards.MUTATES

I64 = ll.IntType(64)


def size(ncells: int) -> int:
    """The numbers behind the counters of an environment, the cells, two in a number, among them."""
    return CELLS_AT + (ncells + 1) // 2


def told_apart(system: ir.System, effects: guards.Effects) -> frozenset[int]:
    """The functions whose answers may be told: opaque rules that only look, and answer yes or no."""
    return frozenset(
        number
        for number, function in enumerate(system.functions)
        if function.opaque
        and isinstance(function.returns, ir.BoolType)
        and len(function.params) <= MOST_ARGUMENTS
        and effects.called(number) & guards.CONSULTS
        and not effects.called(number) & _HARM
    )


def write_told(
    function: Any, number: int, env_size: int, own: Compiled, copy: Any, arguments: Sequence[Any]
) -> None:
    """Write into ``function`` what answers for a rule: what was told, or the rule's ``own`` code.

    ``copy``: copies a state, given a builder, the target and the source.
    """

    def word(value: int) -> Any:
        return ll.Constant(I64, value)

    cells, env = function.args[:2]
    builder = ll.IRBuilder(function.append_basic_block("entry"))

    def at(place: int) -> Any:
        return builder.gep(env, [word(env_size + place)], inbounds=True)

    by_itself, counted = function.append_basic_block(), function.append_basic_block()
    known, unknown = function.append_basic_block(), function.append_basic_block()
    noted, over = function.append_basic_block(), function.append_basic_block()
    asked = builder.load(at(ASKED))
    builder.cbranch(builder.icmp_signed("<", asked, builder.load(at(ROOM_AT))), counted, by_itself)
    builder.position_at_end(by_itself)
    builder.ret(builder.call(own.function, [cells, env, *arguments]))
    builder.position_at_end(counted)
    builder.store(builder.add(asked, word(1)), at(ASKED))
    told = builder.load(at(TOLD))
    builder.cbranch(builder.icmp_signed("<", asked, told), known, unknown)
    builder.position_at_end(known)
    builder.ret(builder.load(builder.gep(env, [builder.add(asked, word(env_size + ANSWERS))], inbounds=True)))
    builder.position_at_end(unknown)
    builder.cbranch(builder.icmp_signed("==", asked, told), noted, over)
    builder.position_at_end(noted)
    builder.store(builder.load(at(LAST)), at(ORDER))
    builder.store(word(number), at(RULE))
    for place, argument in enumerate(arguments):
        builder.store(argument, at(ARGUMENTS + place))
    copy(builder, at(CELLS_AT), cells)
    builder.branch(over)
    builder.position_at_end(over)
    builder.ret(word(0))


__all__ = [
    "ANSWERS",
    "ARGUMENTS",
    "ASKED",
    "CELLS_AT",
    "LAST",
    "ORDER",
    "ROOM",
    "ROOM_AT",
    "RULE",
    "TOLD",
    "size",
    "told_apart",
    "write_told",
]
