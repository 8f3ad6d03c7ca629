"""Arguments of a script: checked before anything is asked, so that a mistake is one line.

Public functions that ask engines, or read and write files, are :func:`checked`: each thing that is given is held
against its annotation, and against the bounds of its name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial, wraps
from math import isnan
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from queensbench.errors import BadInput
from queensbench.language.records import shown

P = ParamSpec("P")
R = TypeVar("R")
Bounds = tuple[int, int]

MOST = 2**63 - 1
"""The greatest number that machine code takes."""
MOST_GAMES = 1_000_000_000
"""The most random games of one question: some minutes to some weeks."""
MOST_RLIMIT = 2**32 - 1
"""The greatest resource limit that z3 takes, in units of its own."""
MOST_SECONDS = 1_000_000_000
Amount = float
"""A number that may be negative."""
BOUNDS: Mapping[str, Bounds] = {
    "games": (1, MOST_GAMES),
    "max_steps": (1, 2**31 - 1),
    "budget": (1, MOST),
    "workers": (1, 64),
    "states": (1, MOST),
    "most": (1, MOST),
    "count": (1, MOST),
    "tries": (1, MOST),
    "processes": (1, 1_000),
    "rlimit": (1, MOST_RLIMIT),
    "depth": (1, 4),
}
"""The bounds of whole numbers by name; of all others 0 and :data:`MOST`."""


def quiet(text: str) -> None:
    """Progress that nobody is told of."""


def names_of(given: object) -> tuple[str, ...]:
    """Names as a tuple, from several or from one alone.  Raises BadInput for anything else."""
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, (tuple, list, set, frozenset)) or not all(isinstance(one, str) for one in names):
        raise BadInput(f"{shown(given)} names nothing", remedy="give a name, or several")
    return tuple(names)


def texts_of(readings: Mapping[str, Any] | None) -> list[str]:
    """Readings by ruling, as texts ``ruling=reading``.  Raises BadInput."""
    _readings("readings", {} if readings is None else readings)
    return [f"{name}={getattr(reading, 'name', reading)}" for name, reading in (readings or {}).items()]


def whole(name: str, given: object, bounds: Bounds | None = None) -> None:
    """Check that a number is whole and within its bounds.  Raises BadInput."""
    if isinstance(given, bool) or not isinstance(given, int):
        raise BadInput(f"{name} = {shown(given)} is no whole number", remedy="give an int")
    least, most = bounds or BOUNDS.get(name, (0, MOST))
    if name == "budget" and not given:
        raise BadInput("the budget is 0", remedy="give one from 1 up, or leave it out")
    if not least <= given <= most:
        raise BadInput(f"{name} = {shown(given)} is out of bounds", remedy=f"give {least:,} to {most:,}")


def _seconds(name: str, given: object) -> None:
    unclear = isinstance(given, bool) or (isinstance(given, float) and isnan(given))
    if unclear or not isinstance(given, int | float):
        raise BadInput(f"{name} = {shown(given)} is no number", remedy="give seconds")
    if not 0 <= given <= MOST_SECONDS:
        raise BadInput(f"{name} = {shown(given)} is out of bounds", remedy=f"give 0 to {MOST_SECONDS:,}")


def _amount(name: str, given: object) -> None:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise BadInput(f"{name} = {shown(given)} is no number", remedy="give an int or a float")
    if not -MOST <= given <= MOST:
        raise BadInput(f"{name} = {shown(given)} is out of bounds", remedy=f"give {-MOST:,} to {MOST:,}")


def _truth(name: str, given: object) -> None:
    if not isinstance(given, bool):
        raise BadInput(f"{name} = {shown(given)} is no truth value", remedy="give True or False")


def _text(name: str, given: object) -> None:
    if not isinstance(given, str):
        raise BadInput(f"{name} = {shown(given)} is no text", remedy="give a str")


def _condition(name: str, given: object) -> None:
    if not isinstance(given, str):
        raise BadInput(f"{shown(given)} is no condition", remedy="write it as in `score >= 90`")


def _place(name: str, given: object) -> None:
    if name == "project":
        what, remedy = "folder", "give the path of a project"
    else:
        what, remedy = "file or folder", "give its path"
    if not isinstance(given, str | Path):
        raise BadInput(f"{shown(given)} is no {what}", remedy=remedy)
    if "\0" in str(given):
        if name == "project":
            raise BadInput(f"no {what} is called {str(given)!r}", remedy=remedy)
        raise BadInput("is no name of a file", where=repr(str(given)), remedy="choose another")


def _places(name: str, given: object) -> None:
    if not isinstance(given, tuple | list):
        raise BadInput(f"{name} = {shown(given)} are no files", remedy="give a list of paths")
    for one in given:
        _place(name, one)


def _names(name: str, given: object) -> None:
    names_of(given)


def _names_by_name(name: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise BadInput(f"{name} = {shown(given)} is no table", remedy="give names by name")
    for names in given.values():
        names_of(names)


def _session(name: str, given: object) -> None:
    if not hasattr(type(given), "explore"):
        raise BadInput(f"{shown(given)} is no session", remedy="give one that `Game.session` has made")


def _two_names(name: str, given: object) -> None:
    if len(names_of(given)) != 2 or isinstance(given, (set, frozenset)):
        raise BadInput(f"{name} = {shown(given)} are not two names", remedy="give both in a tuple")


def _numbers(name: str, given: object) -> None:
    if not isinstance(given, (tuple, list, set, frozenset)):
        raise BadInput(f"{name} = {shown(given)} are no whole numbers", remedy="give a list of them")
    for one in given:
        whole(name, one, (-MOST, MOST))


def _readings(name: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise BadInput(f"{shown(given)} chooses no readings", remedy='give {"ruling": "reading"}')


def _parameters(name: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise BadInput(f"{shown(given)} sets no parameters", remedy='give {"parameter": value}')
    for number in given.values():
        whole(name, number, (-MOST, MOST))


def _function(name: str, given: object) -> None:
    if not callable(given):
        raise BadInput(f"{name} = {shown(given)} is no function", remedy="give one, or leave it out")


def _number_or_word(name: str, given: object) -> None:
    if not isinstance(given, str):
        whole(name, given, (-MOST, MOST))


def _compared(name: str, given: object) -> None:
    if not isinstance(given, Mapping):
        names_of(given)


def _anything(name: str, given: object) -> None:
    """Checked by the function itself."""


KINDS: Mapping[str, Callable[[str, object], None]] = {
    "int": whole,
    "float": _seconds,
    "bool": _truth,
    "str": _text,
    "Condition": _condition,
    "int | str": _number_or_word,
    "str | Path": _place,
    "Sequence[str]": _names,
    "str | Sequence[str]": _names,
    "Paths": _names,
    "tuple[str, str]": _two_names,
    "Sequence[int]": _numbers,
    "Mapping[str, int]": _parameters,
    "Mapping[str, Any]": _readings,
    "str | Sequence[str] | Mapping[str, Any]": _compared,
    "Progress": _function,
    "Amount": _amount,
    "Sequence[str | Path]": _places,
    "Mapping[str, Sequence[str]]": _names_by_name,
    "Session": _session,
    "object": _anything,
    "Store": _anything,
    "Verdicts": _anything,
    "ModePath": _anything,
    "str | Instance": _anything,
    "Any": _anything,
}
"""What is checked of a parameter, by its annotation without ``| None``."""


def checked(**bounds: Bounds) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Check the arguments of a public function before it runs: a wrong one raises BadInput.

    ``bounds``: those of whole numbers where they are not the usual ones of :data:`BOUNDS`.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        checks = {
            name: _check(parameter.annotation, bounds.get(name))
            for name, parameter in signature.parameters.items()
            if name != "self"
        }

        @wraps(function)
        def with_checks(*args: P.args, **kwargs: P.kwargs) -> R:
            for name, given in signature.bind(*args, **kwargs).arguments.items():
                if name in checks:
                    checks[name](name, given)
            return function(*args, **kwargs)

        return with_checks

    return decorated


def _check(annotation: str, bounds: Bounds | None) -> Callable[[str, object], None]:
    """The check of a parameter with this annotation, as it is written."""
    kind = annotation.removesuffix(" | None")
    check = _function if kind.startswith("Callable[") else KINDS[kind]
    if bounds is not None:
        check = partial(_within, bounds)
    if kind == annotation:
        return check
    return lambda name, given: None if given is None else check(name, given)


def _within(bounds: Bounds, name: str, given: object) -> None:
    whole(name, given, bounds)
