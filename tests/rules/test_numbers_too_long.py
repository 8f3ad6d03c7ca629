"""Numbers of thousands of digits, which Python reads in hexadecimal and does not write: refused in lines, wherever they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from queensbench.errors import BadInput, ModelRefused
from queensbench.rules.system import build
from tests.generated.loading import modes_of

LONG = "0x" + "f" * 5_000
MODEL = (Path(__file__).parents[1] / "bad" / "numbers" / "absolute_of_two.py").read_text("utf-8")
ACT = "require(abs(1, 2) > 0)"
SHOWN = LONG[:77] + "..."
BEYOND = f"`{SHOWN}` a number beyond 2**60; keep numbers within 1,152,921,504,606,846,976"

PLACES = {
    f"require(s.count < {LONG})": BEYOND,
    f"s.count = {LONG}": BEYOND,
    f"require(s.count * {LONG} > 2)": BEYOND,
    f"require(s.seen[{LONG}])": BEYOND,
    f"for i in range({LONG}):\n        s.count = 1": BEYOND,
    f"require(nosuch[{LONG}].x > 1)": "...` ... is not known here; look at the top of the module",
    f"require(print({LONG})(3) > 1)": "...` `...` cannot be called in a rule; call rules of the model",
}
"""What an action does, and the message, of which the line of its place is left out."""


@pytest.mark.parametrize("does", PLACES, ids=lambda text: text.replace(LONG, "LONG"))
def test_a_rule_with_a_number_that_cannot_be_written_is_refused(does: str) -> None:
    with modes_of(MODEL.replace(ACT, does)) as (mode,), pytest.raises(ModelRefused) as error:
        build(mode, mode.full)
    assert PLACES[does] in str(error.value)


@pytest.mark.parametrize("what", ["states", "budget"])
def test_an_instance_with_such_a_number_is_refused(what: str) -> None:
    text = MODEL.replace(ACT, "s.count = 1")
    text = text.replace("state=State)", f'state=State, instances=(Instance("few", "a few", {what}={LONG}),))')
    with pytest.raises(BadInput) as error, modes_of(text):
        pass
    assert str(error.value).endswith(
        f"instance few: {what} is a number beyond 2**60; keep numbers within 1,152,921,504,606,846,976"
    )
