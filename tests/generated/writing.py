"""A generated model as a tree, and its source text, which follows from the tree and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.generated.tree import Stmt, lines
from tests.generated.values import KindOf, RuleOf, Vocabulary, written

PLAYER = KindOf("Player", ("ONE", "TWO"))
PHASE = KindOf("Phase", ("ACT", "DRAW"))


@dataclass(frozen=True)
class ClaimOf:
    """A claim: what stands above it, its name, its arguments, its body; without a body a call of a whole claim."""

    head: str
    rule: RuleOf | None = None


@dataclass
class Model:
    """A model as a tree.

    ``records``: the records, each inheriting the one before it, with the number of the first field of its own, the
    last being the state; ``constants``: of the module; ``without``: a rule that the mode leaves out; ``other``: whether
    there is a mode of the first record, too.
    """

    words: Vocabulary
    rules: list[RuleOf] = field(default_factory=list)
    claims: list[ClaimOf] = field(default_factory=list)
    players: bool = True
    small: str = ""
    symmetry: str = ""
    records: list[tuple[str, int]] = field(default_factory=lambda: [("State", 0)])
    constants: dict[str, str] = field(default_factory=dict)
    without: str = ""
    other: bool = False

    def text(self) -> str:
        """The module."""
        return "\n".join(_module(self)) + "\n"

    def bodies(self) -> Iterator[Stmt]:
        """All statements of rules and claims."""
        for one in [*self.words.helpers, *self.rules, *(c.rule for c in self.claims if c.rule is not None)]:
            yield from one.body


# ------------------------------------------------------------------------------------------------ text


def _module(model: Model) -> Iterator[str]:
    words = model.words
    yield from HEAD.splitlines()
    for kind in words.kinds:
        yield from ("", "", f"class {kind.name}(Kind):", *(f"    {m} = auto()" for m in kind.members))
    if words.sizes:
        yield from ("", "", "class Box(Sizes):")
        yield from (
            f"    {name}: int = size({at}, lo={max(1, at - 1)}, hi={at + 2})" for name, at in words.sizes
        )
        yield from ("", "", "n = Box()")
    yield ""
    yield from (f"{name} = {value}" for name, value in model.constants.items())
    for t in words.ranges:
        yield f"{t.name} = Annotated[int, Range({t.text})]"
    for lookup in words.lookups:
        inside = ", ".join(f"{key}: {value}" for key, value in lookup.entries)
        yield f"{lookup.name} = Lookup({{{inside}}})"
    if words.parameters:
        yield from ("", "", "class Given(Parameters):")
        for p in words.parameters:
            yield f"    {p.name}: int = parameter({p.default}, lo={p.lo}, hi={p.hi})"
        yield from ("", "", "given = Given()")
    for ruling in words.rulings:
        yield from ("", "", f"class {ruling.kind}(Reading):")
        yield from (f'    {one} = "It is {one.lower()}."' for one in ruling.readings)
    if words.rulings:
        yield from ("", "", "class Choices(Rulings):")
        for ruling in words.rulings:
            yield f"    {ruling.name}: {ruling.kind} = ruling({ruling.kind}.{ruling.readings[0]}, {RULED})"
        yield from ("", "", "r = Choices()")
    yield from _records(model)
    for rule in [*words.helpers, *model.rules]:
        yield from _rule(rule)
    for claim in model.claims:
        if claim.rule is None:
            yield from ("", "", claim.head)
        else:
            yield from _rule(claim.rule)
    yield from ("", "", _mode(model))
    if model.other:
        options = [*_plays(model), 'full=Instance("full", "drawn", budget=2_000)']
        yield f'other = Mode("plain", state={model.records[0][0]}, {", ".join(options)})'


def _records(model: Model) -> Iterator[str]:
    fields, base = model.words.fields, "Record"
    ends = [first for _, first in model.records[1:]]
    for (name, first), last in zip(model.records, [*ends, len(fields)], strict=True):
        yield from ("", "", f"class {name}({base}):")
        yield from (f"    {block.name}: {block.annotation()}" for block in fields[first:last])
        if first == last:
            yield "    pass"
        base = name


HEAD = '''"""A generated model."""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench import language
from queensbench.language import *
from queensbench.language.rulings import Reading, Rulings, ruling'''

RULED = 'question="?", clauses=("turn.first",), hole="silent", why="?", found="encoding"'


def _rule(rule: RuleOf) -> Iterator[str]:
    args = [f"s: {rule.record}"] if rule.state else []
    args += [f"{name}: {written(t)}" for name, t in rule.args]
    if rule.result is None:
        answer = "None"
    else:
        answer = "int" if isinstance(rule.result, tuple) else written(rule.result)
    yield from ("", "", rule.decorator, f"def {rule.name}({', '.join(args)}) -> {answer}:")
    yield from lines(rule.body)


def _plays(model: Model) -> list[str]:
    """What modes of a module share."""
    words = model.words
    options = ["rulings=r"] if words.rulings else []
    options += ["sizes=n"] if words.sizes else []
    options += ["parameters=given"] if words.parameters else []
    options += ["players=Player"] if model.players else []
    return options


def _mode(model: Model) -> str:
    options = ["state=State", *_plays(model)]
    options += [model.small] if model.small else []
    options += [model.symmetry] if model.symmetry else []
    options += [f"without=({model.without},)"] if model.without else []
    return f'mode = Mode("drawn", {", ".join(options)}, full=Instance("full", "drawn", budget=2_000))'
