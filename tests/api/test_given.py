"""Whatever is given to a public function, what is wrong with it is one line: no value ends in another exception."""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import queensbench as qb
from queensbench.errors import BadInput, ModelError, Refused

GAME = qb.load("queue4/standard")
SESSION = GAME.session("six")
START = SESSION.start()
SPACE = SESSION.explore()
SAMPLE = SESSION.simulate(games=5)
HUGE = 10**30
TEXTS: tuple[object, ...] = ("nosuch", "")
WRONG: tuple[object, ...] = (
    *TEXTS,
    None,
    -1,
    HUGE,
    10**5_000,
    0.5,
    float("nan"),
    float("inf"),
    True,
    [],
    object(),
)
"""One of each sort; which of them are wrong depends on what is asked for."""
NAMES: tuple[object, ...] = (*TEXTS, [])
RIGHT: dict[str, tuple[object, ...]] = {
    "int": (),
    "float": (0.5,),
    "bool": (True,),
    "int | str": (*TEXTS, -1),
    "tuple[Any, ...]": (),
    "str": TEXTS,
    "Condition": TEXTS,
    "ModePath": TEXTS,
    "str | Path": TEXTS,
    "str | Instance": TEXTS,
    "Sequence[str]": NAMES,
    "str | Sequence[str]": NAMES,
    "str | Sequence[str] | Mapping[str, Any]": NAMES,
    "Paths": NAMES,
    "tuple[str, str]": (),
    "Sequence[int]": ([],),
    "Mapping[str, int]": (),
    "Mapping[str, Any]": (),
    "Amount": (-1, 0.5),
    "Sequence[str | Path]": ([],),
    "Mapping[str, Sequence[str]]": (),
    "Session": (),
    "object": (),
    "Store": (),
    "Verdicts": (),
    "Position": (),
    "Progress": (),
    "Callable": (),
}
"""Of :data:`WRONG`, what may be given where a parameter has this annotation; None as well where it says so."""
NEEDED: dict[str, Any] = {
    "path": "queue4/standard",
    "old": ".",
    "out": tempfile.mkdtemp(),
    "scratch": tempfile.mkdtemp(),
    "target": "end",
    "file": "a.json",
    "condition": "end",
    "game": 0,
    "session": SESSION,
}
OWN_CHECKS = {"do", "why_not", "view", "seat_board", "replace", "position", "undo", "require_agreement"}
"""Methods that take moves, players or fields; asked below."""
FOR_AUTHORS = {"machine", "check_equivariance"}
"""Functions that take a mode, which an author writes; what they make of it is tested with their engines."""


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public functions, and the public methods of what they make, by name."""
    for name in qb.__all__:
        found = getattr(qb, name)
        if inspect.isfunction(found) and name not in FOR_AUTHORS:
            yield name, found
    for one in (GAME, SESSION, START, SESSION.play(), SPACE, SAMPLE, GAME.store("off")):
        for name, _ in inspect.getmembers(type(one), inspect.isfunction):
            if not name.startswith("_") and name not in OWN_CHECKS:
                yield f"{type(one).__name__}.{name}", getattr(one, name)


FUNCTIONS = dict(functions())


def cases() -> Iterator[tuple[str, str, Any]]:
    for label, function in FUNCTIONS.items():
        for name, parameter in inspect.signature(function).parameters.items():
            kind = parameter.annotation.removesuffix(" | None")
            kind = "Callable" if kind.startswith("Callable[") else kind
            if kind == "Any":
                continue
            right = (*RIGHT[kind], *((None,) if parameter.annotation.endswith(" | None") else ()))
            for value in WRONG:
                if not any(value is one or (value == one and type(value) is type(one)) for one in right):
                    yield label, name, value


def test_the_table_has_the_functions_that_there_are() -> None:
    assert {
        "load",
        "audit",
        "Session.simulate",
        "Session.prove",
        "Game.store",
        "Play.save",
        "Space.play_to",
    } <= {*FUNCTIONS}
    assert len({(label, name) for label, name, _ in cases()}) > 120


def test_what_is_of_another_type_or_out_of_bounds_is_one_line() -> None:
    wrong = []
    for label, name, value in cases():
        needed = inspect.signature(FUNCTIONS[label]).parameters
        given = {
            one: NEEDED[one]
            for one in needed
            if one in NEEDED and needed[one].default is inspect.Parameter.empty
        }
        given |= {"one": {}} if label == "Session.compare" and name == "other" else {}
        try:
            FUNCTIONS[label](**(given | {name: value}))
        except BadInput as error:
            said = str(error)
            if "\n" in said or not error.remedy:
                wrong.append(f"{label}({name}): {said}")
        except Exception as error:  # noqa: BLE001 - which is what is looked for
            wrong.append(f"{label}({name}={type(value).__name__}): {type(error).__name__} {error}"[:200])
        else:
            wrong.append(f"{label}({name}={type(value).__name__}) is taken")
    assert wrong == []


@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
def test_positions_and_plays_refuse_what_is_none_of_theirs(value: Any) -> None:
    play = SESSION.play().do("begin_queue", queue="FIRST")
    asked: list[Callable[[], Any]] = [
        lambda: START.do(value),
        lambda: START.do("begin_queue", queue=value),
        lambda: START.do("begin_queue", value=value),
        lambda: START.do(qb.Move("begin_queue", value)),
        lambda: START.do(qb.Move(value)),
        lambda: START.why_not(value),
        lambda: START.why_not("begin_queue", queue=value),
        lambda: START.view(value),
        lambda: START.view("PLAYER", partners=value),
        lambda: START.view("PLAYER", partners=(value,)),
        lambda: START.seat_board(value),
        lambda: START.seat_board("PLAYER", partners=value),
        lambda: START.seat_board("PLAYER", partners=(value,)),
        lambda: START.replace(nosuch=value),
        lambda: START.replace(held=value),
        lambda: START.replace(deck=value),
        lambda: START.replace(deck={1: value}),
        lambda: START.replace(deck={value: 1} if value.__hash__ else {}),
        lambda: START.replace(queue={"FIRST": value}),
        lambda: SESSION.position(held=value),
        lambda: play.do(value),
        lambda: play.undo(value),
        lambda: GAME.store("off").require_agreement(value),
    ]
    wrong = []
    for number, ask in enumerate(asked):
        try:
            ask()
        except (BadInput, Refused, ModelError) as error:
            if "\n" in str(error):
                wrong.append(f"{number}: {error}")
        except Exception as error:  # noqa: BLE001 - which is what is looked for
            wrong.append(f"{number}: {type(error).__name__} {error}"[:200])
    assert wrong == []


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: SESSION.simulate(games=HUGE), f"games = {HUGE} is out of bounds; give 1 to 1,000,000,000"),
        (
            lambda: SESSION.simulate(games=10**5_000),
            "games = a number that is too long to be written is out of bounds; give 1 to 1,000,000,000",
        ),
        (
            lambda: START.view("PLAYER", partners=None),  # type: ignore[arg-type]
            "None names no partners; give a tuple of players",
        ),
        (lambda: SESSION.explore(keep=1), "keep = 1 is no truth value; give True or False"),  # type: ignore[arg-type]
        (lambda: qb.audit("queue4/nosuch"), "queue4 has no mode nosuch; choose of standard, "),
        (lambda: qb.audit("queue4/standard", instances="nosuch"), "no instance is called nosuch; choose of "),
        (
            lambda: qb.audit("queue4/standard", seconds=-1),
            "seconds = -1 is out of bounds; give 0 to 1,000,000,000",
        ),
        (lambda: SESSION.solve(store="here"), "'here' is no store; give what `Game.store` has opened"),  # type: ignore[arg-type]
    ],
)
def test_what_is_said(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadInput) as error:
        ask()
    assert str(error.value).startswith(message)
