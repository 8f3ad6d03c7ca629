"""An exploration under a symmetry is exhausted only where the symmetry is shown: by form, or of every stored state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from queensbench.engines.explore import equivariance
from queensbench.engines.explore.equivariance import UnlikeImage, by_form, parted
from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.readers.symmetry.groups import group, player_images
from queensbench.rules.system import build
from tests.engine_box import EngineBox
from tests.engines.models import mirror
from tests.good import noughts


@cache
def made(mode: Mode) -> EngineBox:
    return EngineBox(mode.name, mode, mode.full, build(mode, mode.full, ruleset=mode.name))


def test_a_symmetry_that_is_false_of_states_that_no_trial_meets_is_told_with_the_state() -> None:
    with pytest.raises(BadInput) as error:
        made(mirror.mirror).explored(symmetric=True)
    assert str(error.value) == (
        "the declared symmetry does not hold: renaming ONE to TWO, TWO to ONE, after late(): bad of the image is True, "
        "and should be False; in the state turn: ONE; c: ONE = 30; TWO = 0; bad: False; mend the rules or drop it"
    )


def test_without_it_all_states_are_there() -> None:
    assert made(mirror.mirror).explored().states == 63


def test_a_symmetry_that_the_form_of_the_rules_shows_is_not_tried_on_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(equivariance, "parted", None)
    found = made(mirror.even)
    assert by_form(found.system, group(mirror.even))
    merged = found.explored(symmetric=True)
    assert (merged.complete, merged.states, found.explored().states) == (True, 100, 199)


def test_the_board_of_noughts_is_held_against_all_its_images() -> None:
    """Values of a range are renamed, and two kinds at once: nothing that the form shows."""
    found = made(noughts.mode)
    of = group(noughts.mode)
    assert not by_form(found.system, of)
    merged = found.explored(symmetric=True)
    assert merged.complete
    elements = [element for element in of.elements if not element.identity]
    assert parted(merged, of, player_images(noughts.mode, noughts.mode.full, elements), threads=1) is None


def test_whoever_has_won_is_renamed_as_well() -> None:
    """Players who are left as they are have not won the image."""
    found = made(noughts.mode)
    of = group(noughts.mode)
    merged = found.explored(symmetric=True)
    wrong = [(0, 1) for _ in range(of.order - 1)]
    broken = parted(merged, of, wrong)
    assert isinstance(broken, UnlikeImage)
    assert merged.kind(broken.state) == "over"


@pytest.mark.parametrize("reversed_", [False, True])
def test_the_state_that_differs_is_the_same_whichever_shard_is_quicker(
    reversed_: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class InTurn:
        """One shard is through before the other begins."""

        def __init__(self, threads: int) -> None:
            assert threads == 2

        def __enter__(self) -> InTurn:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def run(self, tasks: Sequence[Callable[[], None]], *, large: bool) -> None:
            for task in reversed(tasks) if reversed_ else tasks:
                task()

    monkeypatch.setattr(equivariance, "ShardThreads", InTurn)
    monkeypatch.setattr(equivariance, "ROUND", 2)
    found = made(noughts.mode)
    of = group(noughts.mode)
    merged = found.explored(symmetric=True)
    wrong = [(0, 1) for _ in range(of.order - 1)]
    over = [state for state in merged.ids().tolist() if merged.kind(state) == "over"]
    broken = parted(merged, of, wrong)
    assert broken is not None
    assert broken.state == min(over)
    assert {state % 2 for state in over} == {0, 1}


def test_a_symmetry_that_is_too_large_to_be_shown_leaves_the_search_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = equivariance.MOST
    monkeypatch.setattr(equivariance, "MOST", 100)
    merged = made(noughts.mode).explored(symmetric=True, max_states=100_000)
    assert (merged.complete, merged.reason, merged.interrupted) == (False, "symmetry", False)
    assert merged.states < usual
