"""Bounded search: one corpus of questions with known answers, put to the explorer and to z3."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from queensbench.engines.search import Disagreement, Search, search, shortest, target_of
from queensbench.engines.workshop import Workshop
from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.readers.coding import Move
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.system import build
from queensbench.single import prepare
from tests.reference import hanoi, tic_tac_toe

COUNT_FACTS = (
    "acts_as_it_is",
    "one_princess_each",
    "only_princesses_lie_open",
    "set_up_is_before_the_first_turn",
)


@cache
def made(mode: Mode, instance: str = "full") -> Workshop:
    found = next(i for i in mode.all_instances() if i.name == instance)
    return Workshop("reference", mode, found, build(mode, found))


@cache
def queen(instance: str) -> Workshop:
    return prepare("queen-is-dead", instance, [])[0]


def least(workshop: Workshop, target: str) -> tuple[int, int] | None:
    """The explorer's answer: choices and steps of the shortest play."""
    found = workshop.explored()
    if target == "end" or target.startswith("win "):
        firsts = [first.state for first in found.ends.values()]
        if target != "end":
            player = [p.name for p in workshop.mode.players or ()].index(target.removeprefix("win "))
            firsts = [first.state for who, first in found.ends.items() if player in who]
        states = [state for state in firsts if state is not None]
    else:
        number = [judge.name for judge in workshop.system.judges].index(target)
        first = found.first_failure(number)
        states = [] if first is None else [first]
    return min(((found.choices(s), found.steps(s)) for s in states), default=None)


def answer(found: Search) -> tuple[int, int] | None:
    return None if found.witness is None else (found.witness.choices, len(found.witness.steps))


CORPUS: list[tuple[Mode, str, str, int]] = [
    (tic_tac_toe.mode, "full", "win CROSS", 5),
    (tic_tac_toe.mode, "full", "win NOUGHT", 6),
    (hanoi.mode, "1 discs", "end", 1),
    (hanoi.mode, "2 discs", "end", 3),
    (hanoi.mode, "3 discs", "end", 7),
    (hanoi.mode, "4 discs", "end", 15),
]


@pytest.mark.parametrize(("mode", "instance", "target", "choices"), CORPUS)
@pytest.mark.parametrize("sort", ["one-hot", "bit-vectors"])
def test_search_and_explorer_give_the_known_answer(
    mode: Mode, instance: str, target: str, choices: int, sort: str
) -> None:
    workshop = made(mode, instance)
    found = search(workshop, target, max_choices=16, sort=sort)
    assert (found.verdict, found.shortest, found.all_lengths) == ("witnessed", True, True)
    assert answer(found) == least(workshop, target) == (choices, choices)


@pytest.mark.parametrize(("mode", "instance", "target", "choices"), CORPUS)
def test_one_choice_less_is_too_few(mode: Mode, instance: str, target: str, choices: int) -> None:
    found = search(made(mode, instance), target, max_choices=choices - 1)
    assert found.verdict == "bounded"
    assert found.none_up_to == choices - 1
    assert found.witness is None


def test_integers_give_the_same_answer() -> None:
    assert answer(search(made(hanoi.mode, "2 discs"), "end", sort="integers")) == (3, 3)


def test_the_shortest_token_win_of_a_small_box() -> None:
    workshop = queen("blades")
    found = search(workshop, "win.tokens")
    assert found.verdict == "witnessed"
    assert found.shortest
    assert found.all_lengths
    assert answer(found) == least(workshop, "win.tokens") == (7, 11)


def test_nothing_aims_in_a_box_without_blades() -> None:
    found = search(queen("stage"), "win.princess", max_choices=3)
    assert found.text() == "none up to 3 choices"
    assert least(queen("stage"), "win.princess") is None


def test_play_from_a_position_of_its_own() -> None:
    workshop = made(hanoi.mode, "3 discs")
    explored = workshop.explored()
    end = explored.ends[()].state
    assert end is not None
    line = explored.line(end)
    found = search(
        workshop, "end", start=[explored.cells(line[0]).tolist(), explored.cells(line[4]).tolist()]
    )
    assert answer(found) == (3, 3)
    assert found.witness is not None
    assert found.witness.start == 1


def test_a_budget_that_is_spent_is_unknown() -> None:
    found = search(made(tic_tac_toe.mode), "win CROSS", rlimit=1000)
    assert found.verdict == "unknown"
    assert found.reason.startswith("resource units")
    assert found.attempts
    late = search(made(tic_tac_toe.mode), "win CROSS", seconds=0.0)
    assert (late.verdict, late.reason) == ("unknown", "seconds")


def test_what_the_interpreter_does_not_confirm_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "winners", lambda self, state: ())
    with pytest.raises(Disagreement, match="the interpreter ends elsewhere"):
        search(made(tic_tac_toe.mode), "win CROSS")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "win NOBODY"}, "no play can be searched to win NOBODY"),
        ({"sort": "roman"}, "numbers cannot be roman; choose of one-hot, bit-vectors, integers"),
        ({"max_choices": -1}, "a play has no fewer than 0 choices and steps; choose bounds from 0 up"),
        ({"free": ["nothing"]}, "no ruling is called nothing; choose of none"),
        ({"start": []}, "no start state was given"),
    ],
)
def test_bad_input(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as met:
        search(made(tic_tac_toe.mode), **({"target": "end"} | options))
    assert str(met.value).startswith(message)


def test_targets_by_name() -> None:
    assert str(target_of(queen("blades"), "win WHITE")) == "win WHITE"
    assert str(target_of(queen("blades"), "silence")) == "silence"


def test_a_princess_falls_after_23_choices_at_the_earliest() -> None:
    found = shortest(
        queen("full"),
        "win.princess",
        count="princess_count",
        facts=COUNT_FACTS,
        goal=1,
        width=1,
        max_choices=0,
    )
    assert found.bound is not None
    assert found.bound.failed == ()
    assert (found.least, found.how) == (23, "by princess_count")
    assert (found.play, found.gap) == (None, None)


def test_a_count_that_is_none_bounds_nothing() -> None:
    found = shortest(queen("blades"), "win.princess", count="princess_count", goal=1, width=1, max_choices=0)
    assert found.least == 0
    assert found.bound is not None
    assert found.bound.failed
    assert found.text() == "no play found; at least 0 choices (nothing proved)"


@pytest.mark.slow
def test_the_shortest_fall_of_a_princess_at_full_size() -> None:
    found = shortest(queen("full"), "win.princess", count="princess_count", facts=COUNT_FACTS, goal=1)
    assert (found.choices, found.least, found.gap) == (23, 23, 0)


TOKEN_FACTS = (
    "only_princesses_lie_open",
    "first_turn_brings_nothing",
    "set_up_is_before_the_first_turn",
    "acts_once",
)
WHITE = "NOBLE SNIPER SCHEMER GAMBLER PILOT ENTERTAINER SPY RECRUIT RECRUIT GUARD"
BLACK = "GUARD ENTERTAINER SCHEMER GAMBLER PILOT NOBLE SPY RECRUIT RECRUIT ASSASSIN"


def noble_then_assassin() -> list[int]:
    """The codes of a set after 30 choices: a Noble three times, then an Assassin who was the Master."""
    workshop = queen("full")
    transitions = {t.name: (i, t) for i, t in enumerate(workshop.system.transitions)}

    def code(name: str, *args: str | int) -> int:
        number, transition = transitions[name]
        types = [t for _, t in workshop.system.functions[transition.function].params]
        raw = [a if isinstance(a, int) else t.members.index(a) for a, t in zip(args, types, strict=True)]  # type: ignore[union-attr]
        return workshop.coding.encode(Move(number, tuple(raw)))

    roll, stay, blue = code("roll", 2), code("leave_line"), code("take_extra", "BLUE")
    codes = [code("choose_master", "ASSASSIN"), code("choose_master", "SNIPER")]
    codes += [code("lay", tile) for tile in f"{WHITE} {BLACK}".split()]
    codes += [code("roll_for_start", "BLACK"), roll]
    codes += [roll, blue, stay, roll, blue, stay, roll, blue, code("change_master", 2)]
    return [*codes, roll, stay, roll, stay, roll]


def test_a_set_after_30_choices() -> None:
    found = shortest(queen("full"), "win.tokens", opening=noble_then_assassin(), width=1)
    assert found.play is not None
    assert (found.choices, len(found.play.steps)) == (30, 38)


@pytest.mark.slow
def test_no_set_before_30_choices() -> None:
    found = shortest(
        queen("full"),
        "win.tokens",
        count="token_count",
        facts=TOKEN_FACTS,
        goal=9,
        opening=noble_then_assassin(),
    )
    assert (found.choices, found.least, found.gap) == (30, 30, 0)
