"""The rules of each mode, written out with no calls left, stay about as long as they were.

A rule that is called in four branches is four rules to a prover and to a compiler.  That changes no state and no verdict, so that
nothing else notices it but the clock.  `tests/expanded_sizes.txt` has the sizes, one line a mode: the nodes of all transitions at
the box as sold, loops run through and calls written out, but for those of opaque rules, into which provers do not look.
Whoever makes one much longer sees it here, and writes the new size there if it is worth its price.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from queensbench.project import projects
from queensbench.rules.typed import ir

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("expanded_sizes.txt")
SIZES = {name: int(size) for name, size in (line.split() for line in TABLE.read_text("utf-8").splitlines())}
ALLOWED = 1.1
LEAVES = (ir.BoolType, ir.IntType, ir.KindType, int, str, range, type(None))


class Expansion:
    """The sizes of a system's rules with no calls left."""

    def __init__(self, system: ir.System) -> None:
        self.system = system
        self.known: dict[int, int] = {}

    def transitions(self) -> int:
        return sum(self.function(one.function) for one in self.system.transitions)

    def function(self, number: int) -> int:
        if number not in self.known:
            self.known[number] = self.node(self.system.functions[number].body)
        return self.known[number]

    def node(self, node: object) -> int:
        if isinstance(node, LEAVES):
            return 0
        if isinstance(node, tuple):
            return sum(self.node(part) for part in node)
        if isinstance(node, ir.For):
            return 1 + len(node.values) * self.node(node.body)
        if isinstance(node, ir.Quant):
            size = self.node(node.body) + sum(self.node(loop.where) for loop in node.loops)
            for loop in node.loops:
                size *= len(loop.values)
            return 1 + size
        assert dataclasses.is_dataclass(node), node
        own = 1 + sum(self.node(getattr(node, part.name)) for part in dataclasses.fields(node))
        if not isinstance(node, (ir.Call, ir.Do)) or self.system.functions[node.function].opaque:
            return own
        return own + self.function(node.function)


def expanded(path: str) -> int:
    """The size of a mode at the box as sold."""
    ruleset, mode = projects.load(ROOT).mode(path)
    return Expansion(projects.system(ruleset, mode, mode.full)).transitions()


def test_every_mode_has_its_size() -> None:
    modes = {
        f"{ruleset.name}/{mode.name}"
        for ruleset in projects.load(ROOT).rulesets.values()
        for mode in ruleset.modes.values()
    }
    assert set(SIZES) == modes


@pytest.mark.parametrize("path", SIZES)
def test_rules_written_out_stay_about_as_long(path: str) -> None:
    size = expanded(path)
    assert SIZES[path] / ALLOWED <= size <= SIZES[path] * ALLOWED, (
        f"{path} has {size:,} nodes written out, {SIZES[path]:,} before: is a rule called in several branches now?"
    )


def test_a_rule_that_is_called_twice_counts_twice() -> None:
    """`aimed` is called once by `add`; the size of `add` with another call is that of `aimed` longer."""
    ruleset, mode = projects.load(ROOT).mode("queue4/standard")
    system = projects.system(ruleset, mode, mode.full)
    expansion = Expansion(system)
    number = {function.name.rpartition(".")[2]: place for place, function in enumerate(system.functions)}
    add = system.functions[number["add"]]
    again = dataclasses.replace(add, body=(*add.body, add.body[-1]))
    assert isinstance(add.body[-1], (ir.Do, ir.Clause))
    longer = Expansion(
        dataclasses.replace(system, functions=tuple(again if f is add else f for f in system.functions))
    )
    assert longer.function(number["add"]) - expansion.function(number["add"]) == expansion.node(add.body[-1])
    assert expansion.node(add.body[-1]) > 0.9 * expansion.function(number["aimed"]) > 10_000
