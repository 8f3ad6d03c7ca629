"""Annotations that Python reads as texts: what it raises or warns of there is told in one line of ours, and in no other."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from queensbench.errors import BadInput, ModelRefused
from queensbench.rules.system import build
from tests.generated.loading import modes_of

MODEL = "from __future__ import annotations\n" + (
    (Path(__file__).parents[1] / "bad" / "numbers" / "absolute_of_two.py")
    .read_text("utf-8")
    .replace("require(abs(1, 2) > 0)", "s.count = 1")
)
REMEDY = "write it as in `Seq[Card]` or `Table[Seat, Card]`"


@pytest.mark.parametrize(
    ("annotation", "why"),
    [
        ("''[0]", "string index out of range"),
        ("{}['none']", "'none'"),
        ("1 / 0", "division by zero"),
        ("b''[1, 2]", "byte indices must be integers or slices, not tuple"),
        ("{1}[0]", "'set' object is not subscriptable"),
        ("(1j)()", "'complex' object is not callable"),
        ("-Table", "bad operand type for unary -: 'type'"),
    ],
)
def test_a_field_with_an_annotation_that_cannot_be_read_is_refused_in_one_line(
    annotation: str, why: str
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with (
            pytest.raises(BadInput) as error,
            modes_of(MODEL.replace("done: bool", f"done: {annotation}")) as (m,),
        ):
            build(m, m.full)
    assert str(error.value).endswith(f": a field's type cannot be read: {why}; {REMEDY}")


def test_an_argument_with_such_an_annotation_is_refused_in_one_line() -> None:
    text = MODEL.replace("side: Side", "side: {1}[0]")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ModelRefused) as error, modes_of(text) as (mode,):
            build(mode, mode.full)
    assert "\n" not in str(error.value)
