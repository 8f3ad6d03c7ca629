"""``queensbench umpire``: what a table cannot settle by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.project import projects
from tests.surfaces.projects import HEAD, run, write

MODEL = (
    '"""Lots: two players draw what nobody sees, and throw away what they hold."""\n'
    + HEAD
    + """

class Who(Kind):
    ANN = auto()
    BOB = auto()


Few = Annotated[int, Range(0, 2)]


class Lots(Record):
    turn: Who
    left: Annotated[Few, hidden()]
    hand: Annotated[Table[Who, Few], owner()]
    pot: Few


@initial()
def start(s: Lots) -> None:
    s.turn = Who.ANN
    s.left = 1
    for who in Who:
        s.hand[who] = 1


@decider()
def mover(s: Lots) -> Who:
    return s.turn


@action()
def share(s: Lots) -> None:
    require(s.left > 0)
    for who in Who:
        if s.left > 0:
            s.left -= 1
            s.hand[who] += 1
    s.turn = Who.BOB


@action()
def stop(s: Lots) -> None:
    require(s.hand[s.turn] == 1 and s.pot == 0)
    s.pot = 2


mode = Mode("draw", state=Lots, players=Who, instances=(Instance("small", explore=True),))
"""
)

SHOWN = """lots/draw: explored small

Moves whose own player cannot know whether they are allowed
move   reads  place       why
share  left   lots.py:40  nobody sees it

Moves that nobody else can check
move  reads       why
stop  hand[turn]  only its owner sees it

Effects whose order matters
effects  kind  place       matters  instance  shown by
share    loop  lots.py:39  legal    small     share() (no clause there)

0 further orders of effects change nothing in any state that was compared.

"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"pyproject.toml": "[tool.queensbench]\n", "model/lots.py": MODEL}
    return write(tmp_path_factory.mktemp("lots"), files)


def test_what_is_said_of_a_small_game(project: Path) -> None:
    done = run(project, "umpire", "--store", "off")
    assert (done.code, done.out, done.err) == (0, SHOWN, "")


def test_as_json_and_from_the_store(project: Path) -> None:
    [data] = run(project, "umpire", "lots", "--json").json["modes"]
    [again] = run(project, "umpire", "lots", "--json").json["modes"]
    assert again == data
    assert data["instances"] == [{"instance": "small", "complete": True}]
    [order] = data["orders"]
    assert (order["rule"], order["clauses"], order["play"]) == ("share", [], ["share()"])


def test_the_same_from_python(project: Path, tmp_path: Path) -> None:
    try:
        game = qb.load("lots", project=project)
        alone = game.umpire(seconds=0)
        assert (alone.instance, alone.orders, alone.left) == ("", (), ("small",))
        store = game.store(tmp_path / "kept")
        found = game.umpire("small", store=store)
        assert found.peeks == (("share", "left"),)
        assert found.unchecked == (("stop", "hand[turn]"),)
        assert (found.instance, found.orders, found.left) == ("small", (("share", "legal"),), ())
        again = game.umpire(seconds=0, store=store)  # no time for anything but what is stored
        assert again == found
        assert [row[0] for row in again.rows()[1]] == ["share", "stop", "share"]
        with pytest.raises(
            BadInput, match="instance full is played, not explored; name one that is explored"
        ):
            game.umpire("full")
    finally:
        projects.load()


def test_an_instance_that_is_not_explored_is_refused(project: Path) -> None:
    done = run(project, "umpire", "-i", "full")
    assert (done.code, done.out) == (2, "")
    assert done.err == "queensbench: instance full is played, not explored; name one that is explored\n"


def test_instances_left_out_for_want_of_time_are_named(project: Path) -> None:
    done = run(project, "umpire", "--seconds", "0", "--store", "off")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("lots/draw: explored no instance\n")
    assert done.out.rstrip().endswith("The time was over before small: --seconds gives more.")
