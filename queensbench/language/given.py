"""Checks of what declarations are given: each argument is of its sort, or refused with its place and a sample."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, cast

from queensbench.errors import BadInput
from queensbench.language.source import caller, short

Check = Callable[[object], bool]


def shown(given: object) -> str:
    """What was given, on one line of at most 80 characters; its type where Python makes no text of it."""
    try:
        return short(repr(given))
    except Exception:  # noqa: BLE001 - an author's object, or a number with thousands of digits
        return f"a {type(given).__name__}"


def require(of: str, sample: str, sound: Check, where: str = "", /, **options: object) -> None:
    """Check options of a declaration, each by its name.

    ``of``: the declaration, as a message names it.  ``sample``: what could stand there.  ``where``: its place; empty:
    that of the caller outside of the language.  Raises BadInput.
    """
    for option, given in options.items():
        if not sound(given):
            raise BadInput(
                f"{of} has {option}={shown(given)}",
                where=where or caller(),
                remedy=f"write `{option}={sample}`",
            )


def is_text(given: object) -> bool:
    """Whether a text is given."""
    return isinstance(given, str)


def is_name(given: object) -> bool:
    """Whether a name is given: a text that is not empty, on one line."""
    return isinstance(given, str) and given != "" and given.isprintable()


def are_texts(given: object) -> bool:
    """Whether several texts are given, and not one alone."""
    several = isinstance(given, (tuple, list, set, frozenset))
    return several and all(isinstance(one, str) for one in cast("Iterable[object]", given))


def is_sort(*sorts: type) -> Check:
    """A check that something of one of these sorts is given; a truth value is no number."""
    return lambda given: isinstance(given, sorts) and (bool in sorts or not isinstance(given, bool))


def is_class(base: type) -> Check:
    """A check that a class derived from another is given."""
    return lambda given: isinstance(given, type) and issubclass(given, base)


def several(check: Check) -> Check:
    """A check that a tuple or a list is given, each of whose items is sound."""

    def sound(given: object) -> bool:
        return isinstance(given, (tuple, list)) and all(map(check, cast("Iterable[object]", given)))

    return sound


def maps(key: Check, value: Check) -> Check:
    """A check that a mapping is given of such keys to such values."""

    def sound(given: object) -> bool:
        of: Mapping[Any, Any] | None = given if isinstance(given, Mapping) else None
        return of is not None and all(key(one) and value(other) for one, other in of.items())

    return sound


def optional(check: Check) -> Check:
    """A check that lets None stand for what is not given."""
    return lambda given: given is None or check(given)


def in_a_tuple(given: Collection[str]) -> tuple[str, ...]:
    """Texts in the order in which they are given; those of a set, which has none, in that of the alphabet."""
    return tuple(sorted(given) if isinstance(given, (set, frozenset)) else given)


__all__ = [
    "are_texts",
    "in_a_tuple",
    "is_class",
    "is_name",
    "is_sort",
    "is_text",
    "maps",
    "optional",
    "require",
    "several",
    "shown",
]
