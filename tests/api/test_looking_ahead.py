"""What lies ahead: the best moves of a search that was cut off, and endings by one name."""

from __future__ import annotations

import pytest

import queensbench as qb


def test_no_move_is_called_best_that_another_may_beat() -> None:
    """The exact value of one move beats the lower bounds of the others, and not their upper ones."""
    session = qb.load("queue4/standard").session("six")
    position = session.start().do("begin_queue", queue="FIRST").do("reveal", card=1).do("shuffle_back")
    position = position.do("begin_queue", queue="FIRST").do("reveal", card=1)
    worth = session.best_play(budget=100).at(position)
    assert worth is not None
    bounds = {move: (int(value.least), int(value.greatest)) for move, value in worth.options.items()}
    assert bounds == {
        "stop()": (-4, -4),
        "begin_queue(queue=SECOND)": (-6, 54),
        "add(queue=FIRST, gap=0)": (-6, 54),
        "add(queue=FIRST, gap=1)": (-6, 54),
    }
    assert worth.best == ()
    whole = session.best_play().at(position)
    assert whole is not None
    assert max(value.least for value in whole.options.values()) > -4
    assert [whole.options[move].least for move in whole.best] == [whole.value.least]


def test_the_only_move_and_one_that_bounds_show_are_best() -> None:
    """Also where their own values lie between bounds."""
    session = qb.load("queue4/standard").session("six")
    found = session.best_play(budget=2000)
    shown, todo, seen = [], [session.start()], set()
    while todo:
        position = todo.pop(0)
        worth = found.at(position)
        if worth is None or position in seen:
            continue
        seen.add(position)
        todo += [position.do(move) for move in position.moves()]
        todo += [position.do(one) for one in position.outcomes()]
        inexact = [move for move in worth.best if not worth.options[move].exact]
        if inexact and len(worth.options) > 1:
            shown.append((worth.options, inexact[0]))
    assert shown
    for options, best in shown:
        assert all(options[best].least >= value.greatest for move, value in options.items() if move != best)


@pytest.mark.parametrize("path", ["queens-collection/cooperative", "queens-collection/solo"])
def test_endings_have_one_name_where_nobody_can_win(path: str) -> None:
    session = qb.load(path).session("young")
    space = session.explore(budget=20_000)
    outlook = space.outlook(session.start())
    assert outlook is not None
    [ending] = [one for one in space.ends if one.count]
    assert (ending.way, list(outlook.steps)) == ("won by nobody", ["won by nobody"])
    assert outlook.steps[ending.way] == len(ending.shortest)
