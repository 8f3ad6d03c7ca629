"""Symmetries as groups, and the test that rules respect them."""

import importlib.util
import sys
from dataclasses import replace
from enum import auto
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Annotated, Any

import pytest

from queensbench.errors import BadInput
from queensbench.language import (
    Bound,
    Instance,
    Kind,
    Lookup,
    Mode,
    Range,
    Record,
    Seq,
    Symmetry,
    Table,
    action,
    decider,
    initial,
    over,
    require,
    score,
)
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.symmetry import groups
from queensbench.readers.symmetry.equivariance import check_equivariance
from queensbench.readers.symmetry.groups import group
from queensbench.rules.system import build
from queensbench.rules.typed.move_codes import Coding
from tests.engine_box import EngineBox

GOOD = Path(__file__).parents[1] / "good"


@pytest.fixture(scope="module")
def noughts() -> ModuleType:
    spec = importlib.util.spec_from_file_location("good_noughts", GOOD / "noughts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def played(mode: Mode, games: int) -> list[Any]:
    interpreter, random, states = Interpreter(mode), Random(5), []
    for _ in range(games):
        state = interpreter.start()
        while not interpreter.over(state):
            states.append(state)
            state = interpreter.apply(state, random.choice(interpreter.moves(state)))
        states.append(state)
    return states


def test_the_square_has_eight_symmetries_and_both_colours_sixteen(noughts: ModuleType) -> None:
    assert group(noughts.mode, symmetries=[noughts.turn]).order == 8
    assert group(noughts.mode, symmetries=[noughts.colors]).order == 2
    assert group(noughts.mode).order == 16
    assert len(group(noughts.mode).tables()) == 15


def test_an_element_moves_cells_and_renames_values(noughts: ModuleType) -> None:
    quarter, _, swap = group(noughts.mode).generators
    # spot 0 goes to spot 2, spot 1 to spot 5: the value at spot 2 comes from spot 0
    assert quarter.cells([1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0]) == [0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0]
    assert quarter.words == "0 to 2, 1 to 5, 2 to 8, 3 to 1, 5 to 7, 6 to 0, 7 to 3, 8 to 6"
    assert swap.cells([1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0]) == [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert swap.words == "CROSS to NOUGHT, NOUGHT to CROSS, CROSSES to NOUGHTS, NOUGHTS to CROSSES"


def test_the_explorer_takes_the_tables(noughts: ModuleType) -> None:
    from queensbench.engines.explore.state_table import Symmetry as Tables

    system = build(noughts.mode, noughts.mode.full)
    assert Tables(system, group(noughts.mode).tables()).order == 15
    assert Coding(system).count == 9


def test_the_declared_symmetries_hold(noughts: ModuleType) -> None:
    assert check_equivariance(noughts.mode, states=played(noughts.mode, 3)) is None


def test_a_wrong_symmetry_is_caught_with_the_state_that_shows_it(noughts: ModuleType) -> None:
    interpreter = Interpreter(noughts.mode)
    diagonal = [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0]
    found = check_equivariance(noughts.mode, states=[interpreter.state(diagonal)], symmetries=[noughts.slide])
    assert str(found) == (
        "renaming 0 to 1, 1 to 2, 2 to 0, 3 to 4, 4 to 5, 5 to 3, 6 to 7, 7 to 8, 8 to 6: "
        "the state has ended, its image has not"
    )


class Hue(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Seat(Kind):
    NORTH = auto()
    EAST = auto()
    SOUTH = auto()


class Table3(Record):
    seat: Seat
    held: Table[Seat, Hue]


@initial()
def seated(s: Table3) -> None:
    pass


@action()
def take(s: Table3, hue: Hue) -> None:
    require(s.held[s.seat] != hue)
    s.held[s.seat] = hue
    s.seat = Seat.EAST if s.seat == Seat.NORTH else Seat.SOUTH if s.seat == Seat.EAST else Seat.NORTH


alike = Symmetry("hues", full=(Hue,))
cyclic = Symmetry("round", ({Seat: [Seat.EAST, Seat.SOUTH, Seat.NORTH]},))
seats = Symmetry("seats", full=(Seat,))
small = Instance("small", keep={Hue: [Hue.RED, Hue.GREEN], Seat: [Seat.NORTH, Seat.EAST]})
ring = Mode("ring", state=Table3, symmetries=(alike, cyclic), instances=(small,))


def test_full_kinds_give_every_permutation_of_the_members_kept() -> None:
    assert group(ring, symmetries=[alike]).order == 6
    assert group(ring, small, symmetries=[alike]).order == 2
    assert group(ring).order == 18


def test_a_generator_that_leaves_the_instance_is_passed_over() -> None:
    assert group(ring, small, symmetries=[cyclic]).order == 1


def test_a_clockwise_order_is_cyclic_and_no_more() -> None:
    interpreter = Interpreter(ring)
    states = [interpreter.start()]
    assert check_equivariance(ring, states=states) is None
    found = check_equivariance(ring, states=states, symmetries=[seats])
    assert str(found) == (
        "renaming NORTH to EAST, EAST to NORTH, after take(hue=BLUE): "
        "seat of the image is SOUTH, and should be NORTH"
    )


class Prize(Record):
    best: Hue


@initial()
def hung(s: Prize) -> None:
    s.best = Hue.RED


@action()
def look(s: Prize) -> None:
    require(s.best != Hue.GREEN)


@over()
def chosen(s: Prize) -> bool:
    return s.best != Hue.GREEN


@score()
def worth(s: Prize) -> int:
    return 5 if s.best == Hue.RED else 0


red_or_blue = Symmetry("red or blue", ({Hue: [Hue.BLUE, Hue.RED, Hue.GREEN]},))


def test_a_score_that_all_share_is_the_same_in_the_image(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to be named as a player: both tests of a symmetry, on one state and on all that are stored."""
    mode = Mode("prize", state=Prize, symmetries=(red_or_blue,))
    found = check_equivariance(mode, states=[Interpreter(mode).start()])
    assert str(found) == "renaming RED to BLUE, BLUE to RED: in the image, the score is 0, not 5"
    box = EngineBox("good", mode, mode.full, build(mode, mode.full))
    monkeypatch.setattr("queensbench.engines.explore.explorations.check_equivariance", lambda *_, **__: None)
    with pytest.raises(BadInput) as caught:
        box.explored(symmetric=True)
    assert caught.value.what == f"the declared symmetry does not hold: {found}; in the state best: RED"


class Duel(Record):
    turn: Hue


@initial()
def faced(s: Duel) -> None:
    s.turn = Hue.RED


@decider()
def always_red(s: Duel) -> Hue:
    return Hue.RED


@action()
def shoot(s: Duel) -> None:
    s.turn = s.turn


def test_deciders_are_compared_where_the_mode_names_no_players() -> None:
    mode = Mode("duel", state=Duel, symmetries=(red_or_blue,))
    found = check_equivariance(mode, states=[Interpreter(mode).start()])
    assert str(found) == "renaming RED to BLUE, BLUE to RED: shoot is decided by RED, not BLUE"


class Basket(Record):
    left: Table[Hue, Annotated[int, Range(0, 2)]]


RANK: Lookup[Hue, int] = Lookup({Hue.RED: 0, Hue.BLUE: 1, Hue.GREEN: 2})


@initial()
def filled(s: Basket) -> None:
    for hue in Hue:
        s.left[hue] = 2


@action()
def eat(s: Basket, one: Hue, other: Hue) -> None:
    require(RANK[one] < RANK[other])
    require(s.left[one] > 0)
    require(s.left[other] > 0)
    s.left[one] -= 1
    s.left[other] -= 1


@action()
def eat_first(s: Basket, one: Hue, other: Hue) -> None:
    require(RANK[one] + 1 == RANK[other])
    require(s.left[one] > 0)
    s.left[one] -= 1


def test_a_choice_of_two_without_an_order_may_have_another_name_in_the_image() -> None:
    mode = Mode("basket", state=Basket, symmetries=(alike,), without=(eat_first,))
    interpreter = Interpreter(mode)
    states = [interpreter.start()]
    for state in states:
        states += [
            new for step in interpreter.moves(state) if (new := interpreter.apply(state, step)) not in states
        ]
    assert len(states) == 11
    assert check_equivariance(mode, states=states) is None


def test_a_choice_that_the_image_does_not_have_is_caught_under_any_name() -> None:
    mode = Mode("basket", state=Basket, symmetries=(alike,), without=(eat,))
    found = check_equivariance(mode, states=[Interpreter(mode).start()])
    assert str(found) == (
        "renaming RED to BLUE, BLUE to GREEN, GREEN to RED: "
        "eat_first(one=GREEN, other=RED) should be possible in the image, and is not"
    )


class Pile(Record):
    cards: Annotated[Seq[Hue], Bound(3)]


@initial()
def piled(s: Pile) -> None:
    pass


def test_values_inside_a_sequence_are_not_renamed() -> None:
    mode = Mode("pile", state=Pile, symmetries=(alike,))
    with pytest.raises(BadInput) as caught:
        group(mode)
    assert caught.value.what == "a symmetry renames Hue, which the sequence cards holds"
    fixed = Symmetry("others", ({Hue: [Hue.RED, Hue.GREEN, Hue.BLUE]},))
    assert group(mode, symmetries=[fixed]).elements[1].values == ((0, 2, 1),) * 3 + (None, None)


Place = Annotated[int, Range(1, 11)]


class Long(Record):
    at: Table[Place, Hue]


@initial()
def long(s: Long) -> None:
    pass


def test_a_group_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MOST", 100)
    swap = [2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    turn = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1]
    mode = Mode("long", state=Long, symmetries=(Symmetry("places", ({Place: swap}, {Place: turn})),))
    with pytest.raises(BadInput) as caught:
        group(mode)
    assert caught.value.what == "the symmetries of mode long have more than 100 elements"


def test_a_symmetry_that_is_claimed_on_some_instances_generates_nothing_on_others(
    noughts: ModuleType,
) -> None:
    claimed = replace(noughts.turn, instances=("small",))
    mode = replace(noughts.mode, instances=(Instance("small"),), symmetries=(claimed,))
    assert group(mode, mode.instances[0]).order == 8
    assert group(mode).order == 1
    with pytest.raises(BadInput) as caught:
        EngineBox("good", mode, mode.full, build(mode, mode.full)).symmetry()
    assert caught.value.what == f"mode {mode.name} declares no symmetry of full"


def test_a_symmetry_is_claimed_on_instances_that_there_are(noughts: ModuleType) -> None:
    claimed = replace(noughts.turn, instances=("smaller",))
    with pytest.raises(BadInput) as caught:
        replace(noughts.mode, symmetries=(claimed,))
    said = (
        f"mode {noughts.mode.name} has no instance smaller, of which the symmetry {claimed.name} is claimed"
    )
    assert (caught.value.what, caught.value.remedy) == (said, "choose of full")
