"""The reader that keeps numbers of items: against the one that does not, and against what the places say."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
import z3

from queensbench.engines.prove.planning import pins
from queensbench.project.projects import load, system
from queensbench.readers.differential.states import normal
from queensbench.readers.symbolic.counted_sequences import uses
from queensbench.readers.symbolic.counter_abstraction import Counting, reader
from queensbench.readers.symbolic.execution import Integers, Result, Symbolic, Term
from queensbench.rules.typed import ir

QUEUE4 = load().ruleset("queue4")


def built(mode: str, instance: str = "") -> ir.System:
    """A mode of Queue 4 at one of its instances, or at full size."""
    found = QUEUE4.modes[mode]
    chosen = next((i for i in found.instances if i.name == instance), found.full)
    return system(QUEUE4, found, chosen)


BOXES = [
    ("standard", "six"),
    ("bouquets", "nosegay"),
    ("royal-ball", "pairs"),
    ("ball-and-bouquets", "flowers"),
]
SLOWER = [BOXES[0], *(pytest.param(*box, marks=pytest.mark.slow) for box in BOXES[1:])]


def known(t: ir.Type, raw: int) -> Term:
    """A raw value as the reader takes it."""
    return bool(raw) if isinstance(t, ir.BoolType) else raw


def drawn(box: ir.System, rng: random.Random) -> list[Term]:
    """A state of any cells, blank beyond the lengths of its sequences; seldom one that is full."""
    cells = [rng.randint(t.lo, t.hi) for t in box.cells]
    cells[box.silent_cell] = 0
    for block in box.fields:
        if block.name.endswith(".len"):
            for cell in range(block.offset, block.offset + block.cells):
                cells[cell] = min(cells[cell], rng.randint(0, block.value.hi))
    return [known(t, raw) for t, raw in zip(box.cells, normal(box, cells), strict=True)]


def told(result: Result, cells: int) -> tuple[object, ...]:
    """The outcome of a run with everything known; its cells count only if nothing went wrong."""
    first = next((site for site, holds in result.violations if holds), None)
    good = not result.refused and first is None
    return (
        bool(result.refused),
        bool(result.silent),
        first,
        [int(c) for c in result.cells[:cells]] if good else [],
    )


def both(box: ir.System, rng: random.Random) -> tuple[Symbolic, Counting]:
    """Both readers, under readings that are drawn."""
    readings = [rng.randrange(len(r.readings)) for r in box.rulings]
    parameters = [rng.randint(p.lo, p.hi) for p in box.parameters]
    return Symbolic(box, Integers(), readings, parameters), Counting(box, Integers(), readings, parameters)


@pytest.mark.parametrize(("mode", "instance"), BOXES)
def test_known_states_are_read_alike(mode: str, instance: str) -> None:
    box = built(mode, instance)
    rng = random.Random(4)
    happened = 0
    for _ in range(15):
        plain, counting = both(box, rng)
        cells = drawn(box, rng)
        for number, transition in enumerate(box.transitions):
            params = box.functions[transition.function].params
            args = [known(t, rng.randint(t.lo, t.hi)) for _, t in params]
            cells[0] = rng.choice([cells[0], *(value for cell, value in pinned(box, number) if cell == 0)])
            one = plain.step(number, cells, args)
            two = counting.step(number, counting.counted(cells), args)
            assert told(one, len(cells)) == told(two, len(cells)), transition.name
            if told(one, 0)[0] is False and told(one, 0)[2] is None:
                happened += 1
                assert two.cells == counting.counted(two.cells[: len(cells)]), transition.name
                assert all(fact is True for fact in two.facts)
        for judge in range(len(box.judges)):
            one_value, one_sites = plain.judge(judge, cells)
            two_value, two_sites = counting.judge(judge, counting.counted(cells))
            assert (one_value, any(c for _, c in one_sites)) == (two_value, any(c for _, c in two_sites))
    assert happened > 8


def pinned(box: ir.System, transition: int) -> list[tuple[int, int]]:
    """The values fixed by the leading requirements of a transition, so that it happens more often."""
    return [(cell, value) for cell, values in pins(box, transition).items() for value in values]


@pytest.mark.parametrize(("mode", "instance"), SLOWER)
def test_states_put_into_symbols_are_read_alike(mode: str, instance: str) -> None:
    box = built(mode, instance)
    rng = random.Random(5)
    counting = Counting(box)
    symbols = counting.state("s.")
    happened = 0
    for number, transition in enumerate(box.transitions):
        arguments = counting.arguments(transition.function, "a.")
        result = counting.step(number, symbols, arguments)
        whole = packed(counting, result)
        for _ in range(15):
            plain, _ = both(box, rng)
            cells = drawn(box, rng)
            for cell, value in pinned(box, number):
                cells[cell] = known(box.cells[cell], value)
            args = [known(t, rng.randint(t.lo, t.hi)) for _, t in box.functions[transition.function].params]
            values = [*counting.counted(cells), *args, *plain.readings, *plain.parameters]
            terms = [*symbols, *arguments, *counting.readings, *counting.parameters]
            found = z3.simplify(z3.substitute(whole, *pairs(counting, terms, values)))
            one = plain.step(number, cells, args)
            refused, bad, *rest = found.children()
            assert z3.is_true(refused) == one.refused
            assert z3.is_true(bad) == any(holds for _, holds in one.violations), transition.name
            if not one.refused and z3.is_false(bad):
                happened += 1
                facts, after = rest[: len(result.facts)], rest[len(result.facts) :]
                assert all(z3.is_true(fact) for fact in facts)
                raws = [int(z3.is_true(c)) if z3.is_bool(c) else c.as_long() for c in after]
                assert raws == [int(c) for c in counting.counted(one.cells)], transition.name
    assert happened > 20


def packed(counting: Counting, result: Result) -> z3.ExprRef:
    """The whole outcome of a run, as the arguments of one term."""
    conditions = [result.refused, result.violated, *result.facts]
    terms = [counting.truth(c) for c in conditions]
    terms += [counting.truth(c) if isinstance(c, bool) else counting.lift(c) for c in result.cells]
    pack: z3.ExprRef = z3.Function("pack", *(t.sort() for t in terms), z3.BoolSort())(*terms)
    return pack


def pairs(counting: Counting, terms: Sequence[Term], values: Sequence[Term]) -> list[tuple[Term, Term]]:
    """Symbols, and what is put in their place."""
    return [
        (term, counting.truth(bool(value)) if z3.is_bool(term) else counting.lift(int(value)))
        for term, value in zip(terms, values, strict=True)
    ]


def test_states_are_typed_and_defined_by_their_places() -> None:
    box = built("standard", "six")
    counting = Counting(box)
    cells = counting.counted(drawn(box, random.Random(1)))
    assert counting.typed(cells) is True
    assert counting.definitions(cells) == []
    tally = next(iter(counting.tallies.values()))
    for change in (1, -1):
        wrong = list(cells)
        wrong[tally.offset] += change
        assert counting.typed(wrong) is False
    moved = list(cells)
    at = next(i for i in range(tally.offset, tally.offset + 3) if cells[i])
    other = at + 1 if at == tally.offset else at - 1
    moved[at], moved[other] = cells[at] - 1, cells[other] + 1
    assert counting.typed(moved) is True
    assert False in counting.definitions(moved)


def test_the_start_is_counted() -> None:
    box = built("royal-ball", "opening")
    counting = Counting(box)
    found = counting.initial()
    assert found.cells == counting.counted(found.cells[: len(box.cells)])


def test_what_is_counted_at_full_size() -> None:
    both_variants = built("campaign-both")
    found = uses(both_variants)
    (tally,) = found.tallies.values()
    assert both_variants.fields[tally.field].name == "queue"
    assert (tally.count, tally.bound) == (4 * 26, 52)
    assert len(found.folds) == 7
    assert len(found.gathers) == 2
    kinds = [change.kind for change in found.changes.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {"in": 10, "out": 4, "clear": 3}


def test_a_system_without_counted_sequences_is_read_as_before() -> None:
    other = load().ruleset("queen-is-dead")
    mode = next(iter(other.modes.values()))
    assert type(reader(system(other, mode, mode.full), Integers())) is Symbolic
