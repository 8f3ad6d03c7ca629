"""The loop that asks an opaque rule under all readings: every reading once, whatever is read in whichever order."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from queensbench.engines.follow import kernels as k
from queensbench.engines.runtime.kernel_language import View

Rule = Callable[[Callable[[int], int]], int]
"""Answers 1 or 0, and reads rulings by what it is given."""
Leaf = tuple[int, dict[int, int]]
"""An answer, and the options of the rulings that were read."""


def asked(
    rule: Rule, left: list[list[int]], most: int, room: int, patch: pytest.MonkeyPatch
) -> list[Leaf] | None:
    """The leaves of a rule, by the kernel in CPython; ``left``: by ruling its options, the first tried first."""
    count = len(left)
    patch.setattr(k, "RULINGS", count)
    told = k.ReadingCounts(*(View(np.zeros(count + 1, np.int64)) for _ in range(3)))

    def opaque(number: int, cells: View, env: View, arguments: View) -> int:
        assert number == 7

        def read(ruling: int) -> int:
            if told.order[ruling] == 0:
                told.last[0] += 1
                told.order[ruling] = told.last[0]
            return told.readings[ruling]

        return rule(read)

    patch.setattr(k, "qb_opaque", opaque)
    nothing = View(np.zeros(1, np.int64))
    words = np.full(room + 4, -9, np.int64)
    bits = [sum(1 << option for option in options) for options in left]
    end = k.decide(
        k.OpaqueRule(7, nothing, nothing, nothing),
        k.Options(View(np.array(bits)), View(np.array([options[0] for options in left]))),
        told,
        k.Descent(*(View(np.zeros(count + 1, np.int64)) for _ in range(4))),
        k.Leaves(View(words), room, count_of := View(np.zeros(1, np.int64))),
        most,
    )
    assert 1 <= count_of[0] <= most
    assert words[room:].tolist() == [-9] * 4
    if end < 0:
        assert end == k.MANY
        return None
    found, at = [], 0
    while at < end:
        pairs = words[at + 2 : at + 2 + 2 * words[at + 1]].tolist()
        found.append((int(words[at]), dict(zip(pairs[::2], pairs[1::2], strict=True))))
        at += 2 + 2 * int(words[at + 1])
    assert at == end
    return found


def drawn(luck: random.Random, depth: int) -> Rule:
    """A rule at random: which ruling it reads next hangs on what it has read."""
    if depth == 0 or luck.random() < 0.2:
        answer = luck.randrange(2)
        return lambda read: answer
    ruling = luck.randrange(5)
    below = [drawn(luck, depth - 1) for _ in range(4)]
    return lambda read: below[read(ruling)](read)


def test_each_reading_is_in_one_leaf_that_answers_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(5)
    leaves = 0
    for _ in range(200):
        rule = drawn(luck, 5)
        left = [luck.sample(range(4), luck.randint(1, 4)) for _ in range(5)]
        found = asked(rule, left, 10_000, 10_000, monkeypatch)
        assert found is not None
        leaves += len(found)
        for reading in product(*left):
            [answer] = [said for said, read in found if all(reading[r] == o for r, o in read.items())]
            assert answer == rule(reading.__getitem__)
    assert leaves > 2_000


def test_a_branch_of_one_answer_is_one_leaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read in vain is left out; with one option left of the ruling that matters, nothing remains of it."""

    def rule(read: Callable[[int], int]) -> int:
        return int(read(2) == 1 and read(0) + read(1) >= 0)

    three = [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    assert asked(rule, three, 100, 100, monkeypatch) == [(0, {2: 0}), (1, {2: 1}), (0, {2: 2})]
    assert asked(rule, [*three[:2], [1]], 100, 100, monkeypatch) == [(1, {})]


def test_what_is_too_much_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine readings want nine runs, and nine leaves of six numbers each."""

    def rule(read: Callable[[int], int]) -> int:
        return (read(0) + read(1)) % 2

    nine = [[0, 1, 2], [0, 1, 2]]
    for most, room, enough in ((9, 54, True), (8, 54, False), (9, 53, False)):
        found = asked(rule, nine, most, room, monkeypatch)
        assert (found is not None and len(found)) == (9 if enough else False)
