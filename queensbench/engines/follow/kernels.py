"""The loop that asks an opaque rule under all readings of a cube, in the kernel language.

The rule is asked under one reading; of the rulings that it read, the one read last is then read otherwise, and so on,
until all that is read has been read in every way: a walk of a tree, depth first, of which only the way to the present
leaf is kept.  A branch below which all answers are alike becomes one leaf.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from queensbench.engines.runtime.kernel_language import external, i64, kernel, p_i32, p_i64

RULINGS = 1
MANY = -1
"""What :func:`decide` answers where the rule would be asked too often, or has too many leaves."""
NOT_YET = -1
DIFFERING = 2


@external
def qb_opaque(number: i64, cells: p_i32, env: p_i64, arguments: p_i64) -> i64:
    """What an opaque rule answers, 1 or 0."""
    raise NotImplementedError


class OpaqueRule(NamedTuple):
    """An opaque rule by its function, and all else that its answer depends on."""

    number: i64
    cells: p_i32
    env: p_i64
    arguments: p_i64


class Options(NamedTuple):
    """By ruling the options that it may have, as bits, and the one that is tried first."""

    left: p_i64
    first: p_i64


class ReadingCounts(NamedTuple):
    """The readings of an environment, and as which one each ruling was read first (0: not at all).

    ``last``: how many were read.
    """

    readings: p_i64
    order: p_i64
    last: p_i64


class Descent(NamedTuple):
    """The way to a leaf: room for a number for each ruling, by depth.

    ``rulings``: those that were read, in order.  ``tried``: the options tried, as bits.  ``begun``: where the leaves
    below begin.  ``said``: what they all answer so far, ``NOT_YET`` or ``DIFFERING``.
    """

    rulings: p_i64
    tried: p_i64
    begun: p_i64
    said: p_i64


class Leaves(NamedTuple):
    """Room for leaves: of each its answer, the number of its rulings, and of each ruling its number and option.

    ``asked``: how often the rule was asked.
    """

    words: p_i64
    room: i64
    asked: p_i64


@kernel
def leaf(leaves: Leaves, at: i64, answer: i64, depth: i64, way: Descent, readings: p_i64) -> i64:
    """Write a leaf down; where it ends, or ``MANY``."""
    if at + 2 + 2 * depth > leaves.room:
        return MANY
    leaves.words[at] = answer
    leaves.words[at + 1] = depth
    for d in range(depth):
        leaves.words[at + 2 + 2 * d] = way.rulings[d]
        leaves.words[at + 3 + 2 * d] = readings[way.rulings[d]]
    return at + 2 + 2 * depth


@kernel
def decide(
    asked: OpaqueRule, options: Options, told: ReadingCounts, way: Descent, leaves: Leaves, most: i64
) -> i64:
    """Ask a rule at most so often; how many words its leaves take, or ``MANY``."""
    for r in range(RULINGS):
        told.readings[r] = options.first[r]
    depth = 0
    at = 0
    for count in range(most):
        leaves.asked[0] = count + 1
        for r in range(RULINGS):
            told.order[r] = 0
        told.last[0] = 0
        answer = qb_opaque(asked.number, asked.cells, asked.env, asked.arguments)
        for r in range(RULINGS):
            if told.order[r] > 0:
                way.rulings[told.order[r] - 1] = r
        for d in range(depth, told.last[0]):
            way.tried[d] = 1 << told.readings[way.rulings[d]]
            way.begun[d] = at
            way.said[d] = NOT_YET
        depth = told.last[0]
        at = leaf(leaves, at, answer, depth, way, told.readings)
        if at < 0:
            return MANY
        going = 0
        while depth > 0 and going == 0:
            d = depth - 1
            if way.said[d] == NOT_YET:
                way.said[d] = answer
            elif way.said[d] != answer:
                way.said[d] = DIFFERING
            r = way.rulings[d]
            rest = options.left[r] & (way.tried[d] ^ -1)
            if rest != 0:
                option = 0
                while (rest >> option) & 1 == 0:
                    option += 1
                way.tried[d] = way.tried[d] | (1 << option)
                told.readings[r] = option
                going = 1
            else:
                told.readings[r] = options.first[r]
                answer = way.said[d]
                depth = d
                if answer != DIFFERING:
                    at = leaf(leaves, way.begun[d], answer, d, way, told.readings)
        if going == 0:
            return at
    return MANY


DECIDER: tuple[Callable[..., int], ...] = (leaf, decide)
