"""State graphs: alike states as one box, counted exactly, and what is left out is said."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from queensbench.rendering.book.state_graph import Alike, AlikeStates, Arrow, alike, drawn
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.rendering import ferry

NAMES = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def found() -> Alike:
    system = build(ferry.mode, ferry.mode.full, ruleset="toy", clauses=None)
    return alike(EngineBox("toy", ferry.mode, ferry.mode.full, system), ferry.mode, ferry.mode.full)


WHOLE = (
    "ferry, instance full: 67 states and 110 transitions. States in which the same can be done are one box, in the "
    "order in which a search meets them; dashed arrows lead back. "
)


def test_alike_states_are_one_box(found: Alike) -> None:
    assert (found.states, found.transitions, found.complete) == (67, 110, True)
    assert found.boxes == (
        AlikeStates(("load",), 3, "choice"),
        AlikeStates(("row",), 32, "choice"),
        AlikeStates(("drift",), 24, "chance"),
        AlikeStates(("over", "ann won: 4", "bob won: 4"), 8, "over"),
    )
    assert found.arrows == (
        Arrow(0, 0, 0, 2),
        Arrow(0, 0, 1, 4),
        Arrow(1, 0, 2, 40),
        Arrow(1, 0, 3, 16),
        Arrow(2, 0, 1, 48),
    )


def test_a_whole_graph(found: Alike) -> None:
    picture, caption = drawn(found)
    assert (picture, caption) == drawn(found)
    assert caption == f"{WHOLE}4 of 4 boxes are drawn."
    root = ET.fromstring(picture)
    assert [t.text for t in root.iter(f"{NAMES}text")] == [
        "3 states, start", "load", "32 states", "row", "24 states", "by chance: drift", "8 states", "over",
        "ann won: 4", "bob won: 4",
    ]  # fmt: skip
    arrows = [p.get("class") for p in root.iter(f"{NAMES}path") if (p.get("class") or "").startswith("e")]
    assert arrows == ["e back", "e", "e", "e", "e back"]


def test_what_is_left_out_is_said(found: Alike) -> None:
    picture, caption = drawn(found, most=3)
    assert caption == (
        f"{WHOLE}3 of 4 boxes are drawn, with 59 states and 94 transitions between them; 8 states and 16 transitions "
        "are not."
    )
    assert len(list(ET.fromstring(picture).iter(f"{NAMES}rect"))) == 3
