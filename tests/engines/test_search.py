"""Bounded search: one corpus of questions with known answers, put to the explorer and to z3."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
import z3

from properties.queen_is_dead import progress
from queensbench.engines.search.beam import Beam, counter
from queensbench.engines.search.bounded_model_checking import Limits, Search, UnconfirmedPlay, search
from queensbench.engines.search.encoding import solver_for
from queensbench.engines.search.lower_bounds import CountProof
from queensbench.engines.search.shortest import Guided, shortest
from queensbench.engines.search.targets import EndTarget, target_of
from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.language.counts import CountDecl, counts
from queensbench.language.rules import Rule
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.rules.system import build
from queensbench.rules.typed.move_codes import Move
from tests.engine_box import EngineBox
from tests.engines.models import gap, tunnel
from tests.reference import hanoi, sliding_puzzle, tic_tac_toe


@cache
def made(mode: Mode, instance: str = "full") -> EngineBox:
    found = next(i for i in mode.all_instances() if i.name == instance)
    return EngineBox("reference", mode, found, build(mode, found))


@cache
def queen(instance: str) -> EngineBox:
    return EngineBox.at("queen-is-dead", instance)


def least(session: EngineBox, target: str) -> tuple[int, int] | None:
    """The explorer's answer: choices and steps of the shortest play."""
    found = session.explored()
    if target == "end" or target.startswith("win "):
        firsts = [first.state for first in found.ends.values()]
        if target != "end":
            player = [p.name for p in session.mode.players or ()].index(target.removeprefix("win "))
            firsts = [first.state for who, first in found.ends.items() if player in who]
        states = [state for state in firsts if state is not None]
    else:
        number = [judge.name for judge in session.system.judges].index(target)
        first = found.failing[number].state
        states = [] if first is None else [first]
    return min(((found.choices(s), found.steps(s)) for s in states), default=None)


NONE = Guided(0)
"""No guided play."""


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
    session = made(mode, instance)
    found = search(session, target, limits=Limits(16), sort=sort)
    assert (found.verdict, found.shortest, found.all_lengths) == ("witnessed", True, True)
    assert answer(found) == least(session, target) == (choices, choices)


@pytest.mark.parametrize(("mode", "instance", "target", "choices"), CORPUS)
def test_one_choice_less_is_too_few(mode: Mode, instance: str, target: str, choices: int) -> None:
    found = search(made(mode, instance), target, limits=Limits(choices - 1))
    assert found.verdict == "bounded"
    assert found.none_up_to == choices - 1
    assert found.witness is None


def test_integers_give_the_same_answer() -> None:
    assert answer(search(made(hanoi.mode, "2 discs"), "end", sort="integers")) == (3, 3)


def test_the_shortest_token_win_of_a_small_box() -> None:
    session = queen("blades")
    found = search(session, "win.tokens")
    assert found.verdict == "witnessed"
    assert found.shortest
    assert found.all_lengths
    assert answer(found) == least(session, "win.tokens") == (7, 11)


def test_nothing_aims_in_a_box_without_blades() -> None:
    found = search(queen("stage"), "win.princess", limits=Limits(3))
    assert found.text() == "none up to 3 choices"
    assert least(queen("stage"), "win.princess") is None


def test_play_from_a_position_of_its_own() -> None:
    session = made(hanoi.mode, "3 discs")
    explored = session.explored()
    end = explored.ends[()].state
    assert end is not None
    line = explored.line(end)
    found = search(session, "end", start=[explored.cells(line[0]).tolist(), explored.cells(line[4]).tolist()])
    assert answer(found) == (3, 3)
    assert found.witness is not None
    assert found.witness.start == 1


# by the fewest slides to the start, which is as far as from it: every slide can be taken back
@pytest.mark.parametrize(
    ("instance", "distance", "from_the_end"),
    [("2x3", 1, 0), ("2x3", 6, 3), ("2x3", 16, 0), ("full", 4, 0), ("full", 8, 20), ("full", 12, 700)],
)
def test_the_8_puzzle_is_solved_from_as_far_as_the_explorer_says(
    instance: str, distance: int, from_the_end: int
) -> None:
    session = made(sliding_puzzle.mode, instance)
    explored = session.explored()
    first = sum(explored.level_sizes[:distance])
    state = int(explored.ids()[first + from_the_end])
    assert explored.choices(state) == distance
    found = search(session, "in_order", start=[explored.cells(state).tolist()], limits=Limits(distance))
    assert answer(found) == (distance, distance)
    assert (found.shortest, found.none_up_to) == (True, distance - 1)


@pytest.mark.slow
def test_the_small_puzzle_is_solved_from_the_farthest_state() -> None:
    session = made(sliding_puzzle.mode, "2x3")
    explored = session.explored()
    farthest = explored.cells(int(explored.ids()[-1])).tolist()
    assert explored.levels == 21
    assert answer(search(session, "in_order", start=[farthest], limits=Limits(21))) == (21, 21)


@pytest.mark.slow
def test_sixteen_slides_of_the_8_puzzle() -> None:
    session = made(sliding_puzzle.mode)
    explored = session.explored()
    state = int(explored.ids()[sum(explored.level_sizes[:16])])
    found = search(session, "in_order", start=[explored.cells(state).tolist()], limits=Limits(16))
    assert answer(found) == (16, 16)


def test_a_budget_that_is_spent_is_unknown() -> None:
    found = search(made(tic_tac_toe.mode), "win CROSS", limits=Limits(rlimit=1000))
    assert found.verdict == "unknown"
    assert found.reason.startswith("resource units")
    assert found.attempts
    late = search(made(tic_tac_toe.mode), "win CROSS", limits=Limits(seconds=0.0))
    assert (late.verdict, late.reason) == ("unknown", "seconds")


def test_what_the_interpreter_does_not_confirm_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "winners", lambda self, state: ())
    with pytest.raises(UnconfirmedPlay, match="the interpreter ends elsewhere"):
        search(made(tic_tac_toe.mode), "win CROSS")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": "win NOBODY"}, "no play can be searched to win NOBODY"),
        ({"sort": "roman"}, "numbers cannot be roman; choose of one-hot, bit-vectors, integers"),
        ({"free": ["nothing"]}, "no ruling is called nothing; choose of none"),
        ({"start": []}, "no start state was given"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as met:
        search(made(tic_tac_toe.mode), **({"target": "end"} | options))
    assert str(met.value).startswith(message)


@pytest.mark.parametrize("bounds", [{"choices": -1}, {"steps": -1}])
def test_bounds_below_nought(bounds: dict[str, int]) -> None:
    with pytest.raises(BadInput) as met:
        Limits(**bounds)
    assert str(met.value) == "a play has no fewer than 0 choices and steps; choose bounds from 0 up"


def test_a_target_is_found_by_its_name() -> None:
    assert str(target_of(queen("blades"), "win WHITE")) == "win WHITE"
    assert str(target_of(queen("blades"), "silence")) == "silence"


def test_a_ruling_left_open_is_read_as_suits_the_play() -> None:
    """Whoever wins by a set needs no more choices under some reading than under the house's."""
    found = search(queen("blades"), "win.tokens", free=["first_turn", "win_check", "six_or_win"])
    assert found.witness is not None
    assert answer(found) == (7, 11)
    assert set(found.witness.readings) == {r.name for r in queen("blades").system.rulings}


# -------------------------------------------------------------------------------------- play and bound


def test_a_princess_falls_after_23_choices_at_the_earliest() -> None:
    found = shortest(queen("full"), "win.princess", guided=NONE)
    assert found.bound is not None
    assert found.bound.failed == ()
    assert (found.least, found.how) == (23, "by princess_count")
    assert (found.play, found.gap, found.searched) == (None, None, None)


def test_a_count_that_is_none_bounds_nothing() -> None:
    box = queen("blades")
    count = CountDecl("win.princess", box.mode.state, "princess_count", (), "")
    found = shortest(box, "win.princess", count=count, guided=NONE, searched=None)
    assert found.least == 0
    assert found.bound is not None
    assert found.bound.failed
    assert found.text() == "no play found; at least 0 choices (nothing proved)"


def test_no_bound_and_no_play_are_no_answer() -> None:
    found = shortest(made(hanoi.mode, "3 discs"), "end", guided=NONE, searched=None)
    assert (found.bound, found.gap) == (None, None)
    assert found.text() == "no play found; at least 0 choices (nothing proved)"


def test_play_and_bound_meet() -> None:
    found = shortest(made(hanoi.mode, "3 discs"), "end")
    assert found.text() == "a play of 7 choices, 7 steps; at least 7 choices (by search); exact"
    assert (found.gap, found.found_by, found.fewest_steps) == (0, "search", True)


def test_between_play_and_bound_lies_a_gap() -> None:
    """27 states fit into the beam: guided play finds the shortest, and is not known to."""
    found = shortest(made(hanoi.mode, "3 discs"), "end", searched=Limits(3), guided=Guided(27, tries=1))
    assert found.text() == "a play of 7 choices, 7 steps; at least 4 choices (by search); gap 3"
    assert (found.gap, found.found_by, found.fewest_steps) == (3, "guided play", False)


@pytest.mark.parametrize("seed", range(5))
def test_games_that_are_over_take_no_place_in_the_beam(seed: int) -> None:
    """At each place nine doors lead out and one way goes on; a door is as near as the way."""
    box = made(tunnel.mode)
    place = next(field.offset for field in box.system.fields if field.name == "place")
    door = next(field.offset for field in box.system.fields if field.name == "door")

    def walk(reached: Callable[[Any], bool]) -> tuple[int, ...] | None:
        return Beam(box, reached, lambda cells: int(cells[place]), None, width=2, seed=seed).run(40)

    to_the_end = walk(lambda cells: bool(cells[place] == 30))
    assert to_the_end is not None
    assert len(to_the_end) == 30
    out = walk(lambda cells: bool(cells[door] == 9))
    assert out is not None
    assert len(out) == 1, "a game that is over may be what is looked for"


def test_native_code_counts_as_the_interpreter_does() -> None:
    session = queen("full")
    counted = counter(session, "token_count", None)
    interpreter = session.interpreter()
    silences = [(s.what, session.system.clauses[s.clause]) for s in session.system.silences]
    rule = progress.token_count
    assert isinstance(rule, Rule)
    for number in range(3):
        codes = session.played(games=1, seed=number, max_steps=60).replay(0)
        for state in interpreter.replay(session.steps(codes)):
            cells = np.array(interpreter.cells(state, silences), np.int32)
            assert counted(cells) == interpreter._ask(rule, state)


def test_a_play_that_is_not_confirmed_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EndTarget, "reached", lambda *given: False)
    with pytest.raises(
        UnconfirmedPlay, match=r"^guided play finds a play to end that the interpreter does not"
    ):
        shortest(made(hanoi.mode, "1 discs"), "end", searched=None)


MOVED = [
    Step("move", (("disc", 1), ("to", hanoi.Peg.MIDDLE))),
    Step("move", (("disc", 1), ("to", hanoi.Peg.RIGHT))),
]


def test_a_play_that_is_given_is_an_upper_bound() -> None:
    session = made(hanoi.mode, "1 discs")
    found = shortest(session, "end", given=MOVED, searched=Limits(0), guided=NONE)
    assert (found.choices, found.least, found.gap, found.found_by) == (2, 1, 1, "file")
    better = shortest(session, "end", given=MOVED)
    assert (better.choices, better.least, better.gap, better.found_by) == (1, 1, 0, "search")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (MOVED[:1], "the given play does not end in end; name another target, or another play"),
        (
            [MOVED[1], *MOVED],
            "the rules do not allow the given play: refused by `the game has ended`",
        ),
    ],
)
def test_a_play_given_that_is_none(steps: list[Step], message: str) -> None:
    with pytest.raises(BadInput) as met:
        shortest(made(hanoi.mode, "1 discs"), "end", given=steps)
    assert str(met.value).startswith(message)


def test_a_count_is_a_rule_of_the_state() -> None:
    with pytest.raises(BadInput, match="a count towards end needs rules of the state; write it as an @rule"):
        counts("end", len)


@pytest.mark.slow
def test_the_shortest_fall_of_a_princess_at_full_size() -> None:
    found = shortest(queen("full"), "win.princess")
    assert (found.choices, found.least, found.gap) == (23, 23, 0)


WHITE = "NOBLE SNIPER SCHEMER GAMBLER PILOT ENTERTAINER SPY RECRUIT RECRUIT GUARD"
BLACK = "GUARD ENTERTAINER SCHEMER GAMBLER PILOT NOBLE SPY RECRUIT RECRUIT ASSASSIN"


def noble_then_assassin() -> tuple[Step, ...]:
    """A set after 30 choices: a Noble three times, then an Assassin who was the Master."""
    session = queen("full")
    transitions = {t.name: (i, t) for i, t in enumerate(session.system.transitions)}

    def code(name: str, *args: str | int) -> int:
        number, transition = transitions[name]
        types = [t for _, t in session.system.functions[transition.function].params]
        raw = [a if isinstance(a, int) else t.members.index(a) for a, t in zip(args, types, strict=True)]  # type: ignore[union-attr]
        return session.coding.encode(Move(number, tuple(raw)))

    roll, stay, blue = code("roll", 2), code("leave_line"), code("take_extra", "BLUE")
    codes = [code("choose_master", "ASSASSIN"), code("choose_master", "SNIPER")]
    codes += [code("lay", tile) for tile in f"{WHITE} {BLACK}".split()]
    codes += [code("roll_for_start", "BLACK"), roll]
    codes += [roll, blue, stay, roll, blue, stay, roll, blue, code("change_master", 2)]
    return session.steps([*codes, roll, stay, roll, stay, roll])


def test_a_set_after_30_choices_and_none_before() -> None:
    found = shortest(queen("full"), "win.tokens", given=noble_then_assassin())
    assert found.play is not None
    assert (found.choices, len(found.play.steps), found.found_by) == (30, 38, "file")
    assert (found.least, found.how, found.gap) == (30, "by token_count", 0)


def test_ctrl_c_ends_z3_instead_of_leaving_its_question_open() -> None:
    """z3 by itself takes the signal and says that it does not know."""
    a, b = z3.BitVecs("a b", 64)
    solver = solver_for("bit-vectors")
    solver.set("timeout", 60_000)
    solver.add(a * b == 1_000_000_007 * 998_244_353, z3.ULT(1, a), z3.ULT(a, b), z3.ULT(b, 2**31))
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.check()


def test_only_targets_of_the_mode_are_proposed() -> None:
    with pytest.raises(BadInput) as met:
        target_of(made(gap.mode), "end")
    assert str(met.value) == "no play can be searched to end; choose of not-four, silence"


@pytest.mark.parametrize(("conditions", "why"), [([z3.BoolVal(False)], "there is none"), ([], "gave up")])
def test_a_count_of_the_start_that_is_not_found_is_told_as_that(conditions: list[Any], why: str) -> None:
    """Numbers are z3's own; without resources it gives up."""
    proof = CountProof(queen("blades"), "princess_count", (), queen("blades").raw(), 1, "integers")
    number = z3.Int("number")
    hard = [number * number * number == 3 * number + 100_003, number > 3] if why == "gave up" else []
    assert proof.greatest(number, [*conditions, *hard]) == 0
    assert proof.failed == [f"the highest count of the start ({why})"]
