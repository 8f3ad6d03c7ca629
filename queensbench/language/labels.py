"""Labels: the names of members and numbers as a person says them, declared once beside the values.

A member is called by its name as the author writes it wherever programs read it: in JSON, in stored plays, in the lines
of ``queensbench step``, in the ``repr`` of the API.  People read its label::

    class Player(Kind, label={"NORTH": "seat 1", "EAST": "seat 2"}):
        NORTH = auto()
        EAST = auto()

    Rank = Annotated[int, Range(1, 13, label={1: "Ace", 11: "Jack", 12: "Queen", 13: "King"})]

What has no label goes by its name.  No verdict rests on a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from queensbench.errors import BadInput, QueensbenchError

RangeLabels = Mapping[int, str] | Callable[[int], str]
"""Labels of numbers: some of them by number, or a function that gives one for each."""

MOST = 4_096
"""The most values of a range that a function gives labels to."""

_of_kind: WeakKeyDictionary[type[Any], dict[Any, str]] = WeakKeyDictionary()


def plain(name: str) -> str:
    """The name of a member in words, which it goes by where it has no label."""
    return name.lower().replace("_", " ")


def label_kind(kind: type[Any], labels: object, where: str) -> None:
    """Give members of a kind their labels.

    Raises BadInput for labels that are no mapping, a name that is no member, a label that is no text of one line, and
    two members of one label.
    """
    members: dict[str, Any] = dict(kind.__members__)
    if not isinstance(labels, Mapping):
        raise BadInput(
            f"the labels of {kind.__name__} are no mapping",
            where=where,
            remedy='give label={"NAME": "a label"}',
        )
    for name in labels:
        if name not in members:
            raise BadInput(
                f"{kind.__name__} has no member {name} to be labelled",
                where=where,
                remedy=f"label some of {', '.join(members)}",
            )
    words = {members[name]: _text(text, f"{kind.__name__}.{name}", where) for name, text in labels.items()}
    require_distinct(
        ((f"{kind.__name__}.{name}", words.get(member, plain(name))) for name, member in members.items()),
        where,
    )
    _of_kind[kind] = words


def label_of(member: object) -> str | None:
    """The declared label of a member; None if it has none, or is no member."""
    return _of_kind.get(type(member), {}).get(member)


def labels_of_range(labels: RangeLabels, values: range, name: str, where: str) -> dict[int, str]:
    """The labels of the values of a range under the context that is bound.

    Labels of numbers outside it are left out.  Raises BadInput for two values of one label, a label that is no text of
    one line, a function that fails, and a function for a range of more than :data:`MOST` values.
    """
    what = name or f"the range {values.start} to {values.stop - 1}"
    if isinstance(labels, Mapping):
        words = {
            number: _text(labels[number], f"{number} of {what}", where)
            for number in labels
            if number in values
        }
    elif len(values) > MOST:
        raise BadInput(
            f"{what} has {len(values):,} values, too many for a function of labels",
            where=where,
            remedy="label the few that have a name by number: label={1: ...}",
        )
    else:
        words = {
            number: _text(_called(labels, number, what, where), f"{number} of {what}", where)
            for number in values
        }
    numbers = {text: int(text) for text in words.values() if text.removeprefix("-").isdecimal()}
    bare = {number: text for text, number in numbers.items() if number in values}
    named = {**{number: text for number, text in bare.items() if number not in words}, **words}
    require_distinct(((f"{number} of {what}", text) for number, text in named.items()), where)
    return words


def _called(labels: Callable[[int], str], number: int, what: str, where: str) -> object:
    try:
        return labels(number)
    except Exception as error:  # noqa: BLE001 - whatever an author's function does is one line
        said = str(error) if isinstance(error, QueensbenchError) else f"{type(error).__name__}: {error}"
        raise BadInput(
            f"the label of {number} of {what} fails: {said}", where=where, remedy="mend it"
        ) from None


def _text(text: object, what: str, where: str) -> str:
    """A label as it may be printed: a text of one line without space around it."""
    if not isinstance(text, str) or not text.strip() or text != text.strip() or not text.isprintable():
        raise BadInput(
            f"the label of {what} is no text of one line", where=where, remedy='give words, such as "Ace"'
        )
    return text


def require_distinct(labels: Iterable[tuple[str, str]], where: str) -> None:
    """Check that no two values have one label.  Raises BadInput."""
    seen: dict[str, str] = {}
    for what, text in labels:
        if text in seen:
            raise BadInput(
                f"{what} and {seen[text]} are both called {text!r}",
                where=where,
                remedy="give each a label of its own",
            )
        seen[text] = what
