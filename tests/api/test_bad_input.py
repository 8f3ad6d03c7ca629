"""What a script may give by mistake: one line that says what is wrong, before anything is asked of an engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import queensbench as qb
from queensbench.errors import BadInput

SESSION = qb.load("queue4/standard").session("six")
START = SESSION.start()
LONG = 10**5000
ASKED: dict[str, tuple[Callable[[Any], Any], Any, str]] = {
    "a game": (qb.load, None, "None is no name; write `ruleset/mode`"),
    "a project": (
        lambda x: qb.load("queue4", project=x),
        3,
        "3 is no folder; give the path of a project",
    ),
    "a folder": (
        lambda x: qb.load("queue4", project=x),
        "a\0b",
        "no folder is called 'a\\x00b'; give the path of a project",
    ),
    "readings": (
        lambda x: qb.load("queue4/standard").session("six", readings=x),
        ["stop_when"],
        '[\'stop_when\'] chooses no readings; give {"ruling": "reading"}',
    ),
    "a move": (
        lambda x: START.do(qb.Move(x)),
        3,
        "3 is no move; give its name and its arguments by name",
    ),
    "a move asked about": (
        START.why_not,
        None,
        "None is no move; give its name and its arguments by name",
    ),
    "a number": (
        lambda x: START.do("reveal", card=x),
        LONG,
        "card of reveal = a number that is too long to be written is outside Card (1 to 3); give one of these",
    ),
    "a position": (
        SESSION.play,
        3,
        "3 is no position of <Session queue4/standard six>; begin with one of this session",
    ),
    "steps back": (
        lambda x: SESSION.play().undo(x),
        0.5,
        "0.5 moves cannot be taken back; the play has 0",
    ),
    "a condition": (SESSION.search, 3, "3 is no condition; write it as in `score >= 90`"),
    "a bound": (
        lambda x: SESSION.search("end", steps=x),
        float("nan"),
        "steps = nan is no whole number; give an int",
    ),
    "games": (lambda x: SESSION.simulate(games=x), 1.5, "games = 1.5 is no whole number; give an int"),
    "a budget": (
        lambda x: SESSION.explore(budget=x),
        0,
        "the budget is 0; give one from 1 up, or leave it out",
    ),
    "names": (SESSION.compare, 3, "3 names nothing; give a name, or several"),
    "a file": (
        lambda x: SESSION.play().save(x),
        "a\0b",
        "'a\\x00b': is no name of a file; choose another",
    ),
}


@pytest.mark.parametrize(("ask", "given", "message"), ASKED.values(), ids=ASKED)
def test_what_is_given_by_mistake_is_one_line(ask: Callable[[Any], Any], given: Any, message: str) -> None:
    with pytest.raises(BadInput) as error:
        ask(given)
    assert str(error.value) == message


def test_an_instance_that_is_none_is_one_line() -> None:
    game = qb.load("queue4/standard")
    other: Any = ["six"]
    with pytest.raises(BadInput, match=r"^\['six'\] is no instance; choose of full, "):
        game.session(other)


def test_a_play_does_not_go_on_under_the_readings_of_another_session() -> None:
    other = qb.load("queue4/standard").session("six", readings={"stop_when": "until_placed"})
    with pytest.raises(BadInput, match="is no position of <Session queue4/standard six>"):
        SESSION.play(other.start())
    assert len(SESSION.play(START.do("stop"))) == 0


def test_an_audit_of_an_unknown_property_is_no_audit_of_nothing() -> None:
    with pytest.raises(BadInput, match=r"^mode standard has on instance six no property nosuch; "):
        SESSION.audit(properties=("nosuch",), proofs=False)
    name = next(iter(qb.load("queue4/standard").properties))
    alone, among = (SESSION.audit(properties=given, proofs=False) for given in (name, (name,)))
    assert [one.name for one in alone.verdicts] == [one.name for one in among.verdicts]
    assert {one.name for one in alone.verdicts} <= {name}
