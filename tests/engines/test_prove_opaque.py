"""Opaque rules: proofs hold for either answer, so what hangs on the right one is not proved, and nothing else is lost."""

from __future__ import annotations

from dataclasses import replace

import z3

from queensbench.engines.prove.induction import prove
from queensbench.engines.prove.worker_pool import Workers
from queensbench.readers.symbolic.execution import Symbolic
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engines.models import judged


def system() -> ir.System:
    return build(judged.mode, judged.mode.full)


def verdicts(of: ir.System) -> dict[str, str]:
    with Workers(of) as workers:
        proof = prove(of, list(range(len(of.judges))), workers=workers)
    return {of.judges[claim.judge].name: claim.verdict for claim in proof.claims}


def test_what_hangs_on_the_answer_is_not_proved_and_not_refuted() -> None:
    assert verdicts(system()) == {
        "small": "proved",
        "of_one_mind": "proved",
        "seen_high": "not inductive",
        "one_answer": "not inductive",
    }


def test_with_a_look_inside_all_are_proved() -> None:
    of = system()
    functions = tuple(replace(function, opaque=False) for function in of.functions)
    assert verdicts(replace(of, functions=functions)) == {
        "small": "proved",
        "of_one_mind": "proved",
        "seen_high": "proved",
        "one_answer": "not inductive",
    }


def answered(takes_any: bool) -> list[z3.BoolRef]:
    """The answers to three questions, the last one the same as the first, in two readers of the rules."""
    of = system()
    (number,) = [i for i, function in enumerate(of.functions) if function.name == "high"]
    found = []
    for _ in range(2):
        reader = Symbolic(of)
        reader.takes_any = takes_any
        cells = reader.state("s.")
        found += [reader.ask(number, cells, [least]).value for least in (3, 5, 3)]
    return found


def test_an_answer_has_the_same_name_in_every_reader() -> None:
    first, second, third, *others = answered(True)
    assert first.decl().name().startswith("high?")
    assert z3.is_const(first)
    assert first.eq(third)
    assert not first.eq(second)
    assert [one.eq(two) for one, two in zip((first, second, third), others, strict=True)] == [True] * 3


def test_readers_that_are_no_proof_look_inside() -> None:
    first, *_ = answered(False)
    assert first.sexpr() == "(<= 3 |s.number[0]|)"


def test_two_questions_of_one_digest_have_two_answers() -> None:
    of = system()
    (number,) = [i for i, function in enumerate(of.functions) if function.name == "high"]
    reader = Symbolic(of)
    cells = reader.state("s.")
    name = reader.recall.name(number, [3], cells, reader.readings)
    reader.recall.names[name] = ("another question", ())
    assert reader.recall.name(number, [3], cells, reader.readings) == f"{name}'"
