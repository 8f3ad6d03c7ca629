"""Streams of generated models: every reader and every engine says of each what plain walks and fractions say.

The counts are chosen so that what ordinary tests take of it is about a minute of one core; see the guide on generated
models.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from queensbench.engines.layers import level_readings, level_steps
from queensbench.engines.layers import settings as settings_of_levels
from queensbench.rules.typed import ir
from tests.generated.expressions import MEMBERS, NUMBERS, TRUTHS
from tests.generated.hunt import CHECKS, failure
from tests.generated.models import models, numbered, shrunk
from tests.generated.opened import Tally, opened
from tests.generated.statements import ACTS
from tests.generated.tree import forms
from tests.generated.writing import Model

PIECES = 10
"""Each part of the ordinary stream has so many models for each check."""

PARTS = range(8)
AT_ONCE = 4
"""So many parts are put to their checks by the ordinary tests, the others by the slow ones."""
HOURLY = range(200)
"""The slow stream has as many models in each of its parts, of which it has these."""


together = level_steps._together


def _passes(stream: str, numbers: range, tally: Tally) -> None:
    """All checks pass on models of a stream; otherwise the text and what went wrong are told, and how to shrink it."""
    for number in numbers:
        model, _ = numbered(stream, number)
        for name, check in CHECKS.items():
            sort, text = failure(model, {name: check}, tally)
            assert not sort, (
                f"model {number} of {stream}, {name}:\n{text}\n"
                f"make it small: python -m tests.generated.hunt {stream} {number} {number + 1} +{name}\n{model.text()}"
            )


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.slow if part >= AT_ONCE else ()) for part in PARTS]
)
def test_a_part_of_the_ordinary_stream(part: int) -> None:
    tally = Tally()
    _passes("ordinary", range(part * PIECES, (part + 1) * PIECES), tally)
    assert tally.counts["models"] == PIECES * len(CHECKS)
    assert tally.counts["readers: moves"] > 300
    assert tally.counts["explore: states"] > 20
    assert tally.counts["levels: states"] > 20
    assert tally.counts["levels: steps against judges, in all"] > 100
    assert tally.counts["levels: questions about the graph"] > 100
    assert tally.counts["levels: whether readings part"] > 5
    assert tally.counts["play: judged"] > 500
    assert tally.counts["play: judged again"] > 300
    assert tally.counts["steps: against judges"] > 100
    assert tally.counts["steps: pairs of states"] > 10
    assert tally.counts["steps: plays against judges"] > 10
    assert tally.counts["follow: moves"] > 20
    assert tally.counts["follow: rules asked apart"] > 15


@pytest.mark.slow
@pytest.mark.parametrize("part", HOURLY)
def test_a_part_of_the_slow_stream(part: int) -> None:
    tally = Tally()
    _passes("slow", range(part * PIECES, (part + 1) * PIECES), tally)
    assert tally.counts["readers: moves"] > 100


FORGOTTEN = {
    "levels: properties": (settings_of_levels, "_noted", lambda mine, more: more),
    "levels: pairs of states": (level_steps, "_together", lambda found: together(found[1:])),
    "levels: whether readings part": (level_readings, "PLACES", {}),
}
"""What a search by levels would get wrong if it forgot what a task has told it."""


@pytest.mark.parametrize("sign", FORGOTTEN)
def test_a_search_by_levels_that_forgets_is_noticed(sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, wrong = FORGOTTEN[sign]
    monkeypatch.setattr(owner, name, wrong)
    for number in range(PIECES):
        _, text = failure(numbered("ordinary", number)[0], {"levels": CHECKS["levels"]})
        if text:
            assert f"Disagreement: {sign}: " in text
            return
    pytest.fail("no model of the stream has shown it")


# -------------------------------------------------------------------------------------- what is reached


def nodes() -> set[str]:
    """The sorts of nodes of the typed form."""
    return {name for name, sort in vars(ir).items() if is_dataclass(sort) and name in NODES}


NODES = {
    *(
        "Const",
        "Var",
        "Read",
        "Look",
        "Reading",
        "Parameter",
        "Not",
        "Arith",
        "Compare",
        "Logic",
        "Choose",
        "Quant",
    ),
    *("Call", "Checked", "Let", "Store", "If", "For", "Return", "Require", "Do", "Clause", "Silent"),
}


@cache
def ordinary() -> tuple[Model, ...]:
    """The models of the ordinary stream."""
    return tuple(numbered("ordinary", number)[0] for number in range(PIECES * len(PARTS)))


def _lowered() -> Iterator[str]:
    for model in ordinary():
        with opened(model, Tally()) as boxes:
            for found in boxes:
                for function in found.system.functions:
                    for stmt in function.body:
                        for node in ir.walk(stmt):
                            yield type(node).__name__
                            if isinstance(node, (ir.Arith, ir.Quant, ir.Compare, ir.Logic)):
                                yield f"{type(node).__name__} {node.op}"


def test_every_sort_of_node_of_the_typed_form_is_reached() -> None:
    assert nodes() == NODES
    reached = set(_lowered())
    assert reached >= NODES
    operations = {f"Arith {op}" for op in ("+", "-", "*", "//", "%", "min", "max")}
    operations |= {f"Quant {op}" for op in ("any", "all", "sum", "min", "max")}
    operations |= {f"Compare {op}" for op in ("==", "!=", "<", "<=", ">", ">=")}
    assert reached >= operations | {"Logic and", "Logic or"}


def test_every_form_of_the_generator_is_drawn() -> None:
    drawn = {form for model in ordinary() for form in forms(*model.bodies())}
    wanted = {*TRUTHS, *NUMBERS, *MEMBERS, *ACTS}
    wanted |= {"elif", "else", "case", "case or", "case _", "over a kind", "over a span", "over range"}
    assert wanted - drawn == set()


def test_records_inherit_and_rules_replace_others() -> None:
    """And tables are shown by others, members are named that a box leaves out, modes leave rules out."""
    texts = [model.text() for model in ordinary()]
    for form in (
        "class State(Ground):",
        "class Row(Ground):",
        "replaces=base_",
        "replaces=blank",
        "without=(alone,)",
        'other = Mode("plain"',
        'shown="face"',
        "language.require(",
        "return None",
        "= Annotated[int, Range(",
    ):
        assert sum(form in text for text in texts) >= 2, form
    drawn = {form for model in ordinary() for form in forms(*model.bodies())}
    assert drawn >= {"argument again", "docstring", "constant of the module"}


def test_nearly_every_model_is_accepted_when_it_loads() -> None:
    tally = Tally()
    for model in ordinary():
        with opened(model, tally):
            pass
    assert tally.counts["refused"] * 20 <= tally.counts["models"] == PIECES * len(PARTS)


# ------------------------------------------------------------------------------------ how models are made


def test_a_model_of_a_stream_is_the_same_again() -> None:
    first, choices = numbered("ordinary", 3)
    again, _ = numbered("ordinary", 3)
    assert first.text() == again.text()
    assert shrunk(choices, lambda model: False).text() == first.text()
    assert len({model.text() for model in ordinary()}) == len(ordinary())


def test_what_fails_is_made_small() -> None:
    _, choices = numbered("ordinary", 3)
    least = shrunk(choices, lambda model: "def act_0" in model.text())
    text = least.text()
    ast.parse(text)
    assert len(text.splitlines()) < 50


@seed(20_261_122)
@settings(
    max_examples=15,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
@given(models())
def test_hypothesis_draws_the_same_language(model: Model) -> None:
    assert failure(model, {"readers": CHECKS["readers"]}) == ("", "")
