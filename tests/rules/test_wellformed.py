"""Local slots: whatever a generator stands in or holds, its loops bind what its body reads, in every reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from queensbench.engines.prove.induction import prove
from queensbench.errors import InternalError
from queensbench.readers.differential.comparison import Readers
from queensbench.readers.differential.harness import READERS, harness
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.readers.symbolic.counter_abstraction import Counting
from queensbench.readers.symbolic.execution import Result, Term
from queensbench.rules.system import build
from queensbench.rules.typed import ir, wellformed
from queensbench.rules.typed.move_codes import Move
from tests.good import nested


class Numbered(Counting):
    """The counting reader, given plain cells and giving them: the numbers of items are made and left out here."""

    def _of(self, cells: Sequence[Term]) -> list[Term]:
        return self.counted(cells) if len(cells) < len(self.types) else list(cells)

    def _bare(self, found: Result) -> Result:
        numbers = self.counted(found.cells[: len(self.system.cells)])
        if found.refused is False and not found.violations:
            assert found.cells == numbers  # what is kept beside the places is what they hold
        return replace(found, cells=found.cells[: len(self.system.cells)])

    def typed(self, cells: Sequence[Term]) -> Term:
        return super().typed(self._of(cells))

    def initial(self) -> Result:
        return self._bare(super().initial())

    def step(self, transition: int, cells: Sequence[Term], args: Sequence[Term]) -> Result:
        return self._bare(super().step(transition, self._of(cells), args))

    def ask(self, function: int, cells: Sequence[Term], args: Sequence[Term] = ()) -> Result:
        return super().ask(function, self._of(cells), args)


@pytest.mark.parametrize("symbolic", [None, Numbered], ids=["symbolic", "counting"])
def test_the_readers_agree_on_generators_in_generators(symbolic: Any) -> None:
    readers = READERS if symbolic is None else Readers(Interpreter, compile_system, symbolic)
    report = harness(nested.mode, comparisons=1_500, samples=0 if symbolic else 3, readers=readers)
    assert not report.mismatch
    assert not report.undrawn()
    assert report.comparisons >= 1_500


def test_a_count_with_a_generator_in_its_test_is_exact() -> None:
    """The numbers of the case in which the slot of the inner loop was taken for that of the outer."""
    interpreter = Interpreter(nested.mode)
    system = build(nested.mode, nested.mode.full)
    native = compile_system(system)
    env = native.new_env()
    state = interpreter.apply(interpreter.start(), interpreter.step("move", (2, 1)))
    names = [transition.name for transition in system.transitions]
    found = {}
    for name in ("in_test", "in_test_twice", "in_second_loop", "in_body", "in_argument", "in_index"):
        after = interpreter.apply(state, interpreter.step(name, ()))
        code = native.coding.encode(Move(names.index(name), ()))
        _, cells = native.apply(_array(interpreter.cells(state)), env, code)
        assert list(cells) == interpreter.cells(after)
        found[name] = after.count
    assert found == {
        "in_test": 1,
        "in_test_twice": 13,
        "in_second_loop": 28,
        "in_body": 4,
        "in_argument": 4,
        "in_index": 1,
    }


def test_generators_in_properties_are_explored_and_proved_alike() -> None:
    system = build(nested.mode, nested.mode.full)
    assert [claim.verdict for claim in prove(system, [0, 1]).claims] == ["by construction"] * 2


def test_every_slot_that_is_read_is_bound() -> None:
    """A loop that binds the slot of another is no system: the check of lowering names rule and slot."""
    system = build(nested.mode, nested.mode.full)
    number = next(i for i, f in enumerate(system.functions) if f.name == "in_test")
    rule = system.functions[number]
    (store,) = rule.body
    assert isinstance(store, ir.Store)
    outer = store.value.operand if isinstance(store.value, ir.Checked) else store.value
    assert isinstance(outer, ir.Quant)
    (loop,) = outer.loops
    wrong = replace(outer, loops=(replace(loop, slot=loop.slot + 1),))
    broken = replace(rule, body=(replace(store, value=wrong),))
    with pytest.raises(AssertionError) as error:
        wellformed.check([broken])
    place = f"{rule.file}:{rule.line}"
    assert str(error.value) == (
        f"lowering of in_test ({place}) binds slot {loop.slot + 1}, to range(0, 4), which is J"
    )


def test_an_error_in_a_process_of_the_prover_is_raised_by_the_prover() -> None:
    """It was told as a process that is gone; with its traceback it can be mended."""
    system = build(nested.mode, nested.mode.full)
    judge = system.judges[0].function
    broken = replace(
        system.functions[judge],
        body=(ir.Return(ir.Compare("==", ir.Var(99, ir.IntType(0, 1)), ir.Const(1, ir.IntType(1, 1)))),),
    )
    functions = (*system.functions[:judge], broken, *system.functions[judge + 1 :])
    with pytest.raises(InternalError) as error:
        prove(replace(system, functions=functions), [0])
    assert str(error.value) == "a process that proves has failed: IndexError: list index out of range"
    assert error.value.sent.startswith("There:\nTraceback (most recent call last):\n")
    assert error.value.sent.endswith("IndexError: list index out of range\n")


def _array(cells: Sequence[int]) -> Any:
    import numpy as np

    return np.array(cells, np.int32)
