"""Best play of games: by hand, and held against naive recursions of the interpreter with Python's fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from queensbench.engines.solve import solver
from queensbench.engines.solve.attainment import NOT_SHOWN, VALUE, Attained
from queensbench.engines.solve.objectives import aims_of, hidden_fields
from queensbench.engines.solve.solver import AimValues, Solved, solve
from queensbench.errors import BadInput
from queensbench.language import Mode
from queensbench.readers.interpreter import Interpreter
from tests.engine_box import EngineBox
from tests.engines.models import wishes
from tests.reference import connect_four, kuhn_poker, push_your_luck, sliding_puzzle, tic_tac_toe
from tests.reference.walks import session

Payoff = Callable[[Interpreter, Any], int]
Wants = Callable[[Interpreter, Any], bool]


@cache
def solved(
    mode: Mode, instance: str = "full", objective: str = "", player: str = "", least: bool = False
) -> Solved:
    made: EngineBox = session(mode, instance)
    return solve(made, aims_of(made.system, objective, player, least=least))


def value(found: Solved, answer: int = 0) -> Fraction:
    low, up = found.answers[answer].bounds(found.start)
    assert low == up
    return low


def recursion(interpreter: Interpreter, payoff: Payoff, wants: Wants) -> dict[tuple[int, ...], Fraction]:
    """The value of every state that the interpreter reaches, in games without cycles."""
    known: dict[tuple[int, ...], Fraction] = {}

    def worth(state: Any) -> Fraction:
        key = tuple(interpreter.cells(state))
        if key not in known:
            if interpreter.over(state):
                known[key] = Fraction(payoff(interpreter, state))
            else:
                moves = interpreter.moves(state)
                after = [worth(interpreter.apply(state, move)) for move in moves]
                if interpreter.by_name[moves[0].name].kind == "chance":
                    weights = [interpreter.weight(state, move) for move in moves]
                    both = zip(weights, after, strict=True)
                    known[key] = sum((w * v for w, v in both), Fraction(0)) / sum(weights)
                else:
                    known[key] = max(after) if wants(interpreter, state) else min(after)
        return known[key]

    worth(interpreter.start())
    return known


def only_score(interpreter: Interpreter, state: Any) -> int:
    return interpreter.scores(state)[None]


def assert_all_as_in(found: Solved, answer: AimValues, exact: dict[tuple[int, ...], Fraction]) -> None:
    assert found.exploration.states == len(exact)
    for state in range(found.arena.states):
        cells = tuple(found.exploration.cells(found.arena.id(state)).tolist())
        assert answer.bounds(state) == (exact[cells], exact[cells])


# ---------------------------------------------------------------------------------- dice, by hand


def test_a_coin_by_hand() -> None:
    """From 2 on a throw is as good as keeping, and one throw in two gets there."""
    assert value(solved(push_your_luck.mode, "coin")) == 1


def test_one_turn_by_hand() -> None:
    """A pot of 5 or 4 is kept, 3 is worth 11/3 and 2 is worth 3 if the die is thrown again; so 20/9 at the start."""
    found = solved(push_your_luck.mode, "once")
    assert value(found) == Fraction(20, 9)
    made = found.box
    options = found.options(found.answers[0], found.start)
    labels = [made.coding.label(made.coding.decode(o.code)) for o in options]
    assert list(zip(labels, [o.low for o in options], strict=True)) == [
        ("shake()", Fraction(20, 9)),
        ("keep()", 0),
    ]


def test_two_turns_are_worth_twice_one() -> None:
    assert value(solved(push_your_luck.mode)) == Fraction(40, 9)


def test_the_least_score_is_that_of_who_never_shakes() -> None:
    found = solved(push_your_luck.mode, least=True)
    assert value(found) == 0
    assert found.answers[0].aim.text == "least expected score"


@pytest.mark.parametrize("least", [False, True])
@pytest.mark.parametrize("instance", ["coin", "once", "full"])
def test_every_state_is_worth_what_the_interpreter_says(instance: str, least: bool) -> None:
    found = solved(push_your_luck.mode, instance, least=least)
    exact = recursion(found.box.interpreter(), only_score, lambda i, s: not least)
    assert_all_as_in(found, found.answers[0], exact)


def test_how_best_play_of_one_turn_ends() -> None:
    """Nothing with 16/27: by hand over 1, 2 1, 3 1, 2 2 kept, 2 3 kept, 3 2 kept, 3 3 kept."""
    found = solved(push_your_luck.mode, "once")
    spread = found.spread(found.answers[0])
    assert spread is not None
    ends = [(end.way, end.label, end.low, end.up) for end in spread.by(found.arena.measured("score"))]
    assert sum(low for _, _, low, _ in ends) == 1
    assert sum(low * score for _, score, low, _ in ends) == Fraction(20, 9)
    assert ends[0] == ("over", 0, Fraction(16, 27), Fraction(16, 27))


# ------------------------------------------------------------------------------------ two players


def line_of(board: str, side: str) -> bool:
    lines = ("012", "345", "678", "036", "147", "258", "048", "246")
    return any(all(board[int(spot)] == side for spot in line) for line in lines)


@cache
def margin(board: str) -> int:
    """Tic-tac-toe, on strings: 1 where X wins under best play, -1 where O does."""
    if line_of(board, "X") or line_of(board, "O"):
        return 1 if line_of(board, "X") else -1
    if "." not in board:
        return 0
    side = "X" if board.count("X") == board.count("O") else "O"
    after = [margin(board[:i] + side + board[i + 1 :]) for i in range(9) if board[i] == "."]
    return max(after) if side == "X" else min(after)


def test_tic_tac_toe_is_a_draw() -> None:
    found = solved(tic_tac_toe.mode)
    assert [answer.aim.text for answer in found.answers] == [
        "wins minus losses of CROSS, NOUGHT playing against it",
        "greatest probability of winning of CROSS, NOUGHT playing against it",
        "greatest probability of winning of NOUGHT, CROSS playing against it",
    ]
    assert [value(found, n) for n in range(3)] == [0, 0, 0]
    spread = found.spread(found.answers[0])
    assert spread is not None
    assert [(e.label, str(e.low)) for e in spread.by(found.arena.measured("winners"))] == [(0, "1")]


def test_every_position_of_tic_tac_toe_is_worth_what_a_minimax_on_strings_says() -> None:
    found = solved(tic_tac_toe.mode)
    for state in range(found.arena.states):
        cells = found.exploration.cells(found.arena.id(state)).tolist()
        board = "".join(".XO"[mark] for mark in cells[:9])
        assert found.answers[0].bounds(state) == (Fraction(margin(board)),) * 2


def test_tic_tac_toe_has_no_bad_first_move_and_one_good_answer_to_the_middle() -> None:
    found = solved(tic_tac_toe.mode)
    assert {o.low for o in found.options(found.answers[0], found.start)} == {0}
    middle = found.arena.successors(found.start)[4]
    answers = found.options(found.answers[0], middle)
    assert [(o.code + 1, int(o.low)) for o in answers] == [
        (1, 0), (3, 0), (7, 0), (9, 0), (2, 1), (4, 1), (6, 1), (8, 1),
    ]  # fmt: skip


def test_connect_4_is_a_draw_where_no_line_of_four_fits() -> None:
    found = solved(connect_four.mode, "3x3")
    assert [value(found, n) for n in range(3)] == [0, 0, 0]
    assert found.exploration.states == 869


def test_kuhn_poker_with_open_cards_is_worth_nothing_and_says_that_cards_are_hidden() -> None:
    found = solved(kuhn_poker.mode, objective="score")
    assert hidden_fields(found.box.system, kuhn_poker.mode) == ["card"]
    assert [value(found, n) for n in range(2)] == [0, 0]
    first = kuhn_poker.Player.FIRST
    exact = recursion(
        found.box.interpreter(),
        lambda i, s: i.scores(s)[first],
        lambda i, s: i.decider(s, "act") is first,
    )
    assert_all_as_in(found, found.answers[0], exact)


def test_nothing_is_hidden_where_all_is_public() -> None:
    assert hidden_fields(session(tic_tac_toe.mode).system, tic_tac_toe.mode) == []


# ----------------------------------------------------------------- silence, dead ends, going round


def wish(instance: str, silent: int | str = "") -> Solved:
    made = session(wishes.mode, instance)
    return solve(made, aims_of(made.system), silent=silent)


def test_a_wish_by_hand() -> None:
    """Nothing, two or five coins; staying has one."""
    found = wish("once")
    assert value(found) == Fraction(7, 3)
    assert (found.silent, found.deadlocks, found.order.acyclic) == (0, 0, True)


def test_where_play_can_go_round_the_bounds_enclose_the_value() -> None:
    """A wish in three is made again, so that it is worth 7/2."""
    found = wish("again")
    low, up = found.answers[0].bounds(found.start)
    assert low <= Fraction(7, 2) <= up
    assert up - low < Fraction(1, 10**9)
    assert found.answers[0].worst.cyclic == 2


@pytest.mark.parametrize("instance", ["doubt", "trap"])
def test_without_a_score_play_counts_as_the_worst_and_the_best(instance: str) -> None:
    """The forest has six coins on one way of two; on the other one nobody knows, or nobody can move."""
    found = wish(instance)
    assert (found.silent, found.deadlocks) == ((1, 0) if instance == "doubt" else (0, 1))
    assert found.answers[0].counts_as == (0, 6)
    assert [str(x) for x in found.answers[0].bounds(found.start)] == ["3", "6"]


@pytest.mark.parametrize(("counts_as", "worth"), [("worst", 3), ("best", 6), (2, 4), (-4, Fraction(7, 3))])
def test_what_silence_counts_as_can_be_said(counts_as: int | str, worth: Fraction) -> None:
    found = wish("doubt", counts_as)
    assert value(found) == worth
    assert found.answers[0].worst is found.answers[0].best


@pytest.mark.parametrize(
    ("worst", "best", "told"),
    [
        (Attained(VALUE, VALUE), Attained(NOT_SHOWN, NOT_SHOWN), True),
        (Attained(VALUE, NOT_SHOWN), Attained(VALUE, VALUE), False),
        (Attained(NOT_SHOWN, VALUE), Attained(VALUE, VALUE), False),
    ],
)
def test_how_play_ends_is_told_if_the_choices_that_it_follows_were_shown_of_both_sides(
    worst: Attained, best: Attained, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play follows the choices of the worst case; what was shown of the best case says nothing of them."""
    shown = iter([worst, best])
    monkeypatch.setattr(solver, "attained", lambda *asked: next(shown))
    found = wish("doubt")
    assert (found.spread(found.answers[0]) is not None) == told
    assert next(shown, None) is None


def test_a_silence_that_counts_as_no_number_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        wish("doubt", "much")
    assert str(caught.value) == (
        "play without a score cannot count as `much`; give a whole number, `worst` or `best`"
    )


# --------------------------------------------------------------------------------------- budgets


def test_a_search_that_meets_its_budget_gives_bounds_by_the_declared_range() -> None:
    made = session(push_your_luck.mode)
    found = solve(made, aims_of(made.system), max_states=40)
    assert not found.complete
    assert found.unknown > 0
    low, up = found.answers[0].bounds(found.start)
    assert low <= Fraction(40, 9) <= up
    assert low < up


def test_a_box_that_was_explored_is_solved_with_what_is_known_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = session(push_your_luck.mode, "once")
    box = EngineBox("reference", shared.mode, shared.instance, shared.system)
    alone = solve(box, aims_of(box.system))
    known = box.explored()
    assert alone.exploration is not known

    def explored(*given: Any, **named: Any) -> None:
        raise AssertionError("explored again")

    monkeypatch.setattr(solver, "explore", explored)
    found = solve(box, aims_of(box.system))
    assert found.exploration is known
    assert value(found) == value(alone)
    assert found.arena.succ.tolist() == alone.arena.succ.tolist()
    with pytest.raises(AssertionError, match="explored again"):  # fewer states are asked for than are known
        solve(box, aims_of(box.system), max_states=known.states - 1)


def test_values_that_would_take_too_much_memory_are_refused_before_they_are_begun() -> None:
    made = session(push_your_luck.mode, "long")
    with pytest.raises(BadInput) as caught:
        solve(made, aims_of(made.system), max_bytes=50_000_000)
    assert str(caught.value) == (
        "reference/push-your-luck long: values of 601,279 states and 2,379,113 moves take about 129 MB; "
        "take a smaller instance: at most 50 MB are used for them"
    )


def test_a_game_is_solved_from_a_position_of_its_own() -> None:
    made = session(push_your_luck.mode)
    interpreter = made.interpreter()
    states = interpreter.replay(made.steps([0, 3, 0]))  # shake, two pips, shake
    found = solve(made, aims_of(made.system), start=[interpreter.cells(states[2])])
    assert value(found) == 3 + Fraction(20, 9)


# ------------------------------------------------------------------------------------------ aims


@pytest.mark.parametrize(
    ("mode", "asked", "message"),
    [
        (tic_tac_toe.mode, ("score", "", False), "the rules declare no score; solve it for `win`"),
        (tic_tac_toe.mode, ("win", "ANN", False), "nobody is called ANN; choose of CROSS, NOUGHT"),
        (tic_tac_toe.mode, ("luck", "", False), "no objective is called luck; choose of score, win, margin"),
        (
            tic_tac_toe.mode,
            ("margin", "", True),
            "the least margin of one is the greatest of the other; name the other by --for",
        ),
        (push_your_luck.mode, ("win", "", False), "the rules declare no winners; solve it for `score`"),
        (push_your_luck.mode, ("", "ANN", False), "nobody is called ANN; no rule says who chooses or wins"),
        (
            sliding_puzzle.mode,
            ("", "", False),
            "the rules declare neither a score nor winners; give the mode @score or @wins",
        ),
    ],
)
def test_an_aim_that_a_mode_does_not_have_is_refused(
    mode: Mode, asked: tuple[str, str, bool], message: str
) -> None:
    made = session(mode)
    with pytest.raises(BadInput) as caught:
        aims_of(made.system, asked[0], asked[1], least=asked[2])
    assert str(caught.value).removeprefix(f"/{mode.name}: ") == message
