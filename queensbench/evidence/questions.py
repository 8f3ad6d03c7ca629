"""Questions: what is asked of a mode, answered from the store or by an engine.

A question is a value: it names everything that its answer depends on, and says how that answer stands in the store.
Whoever asks gives the cache of the mode, and what finds the answer where none is stored::

    question = Question("peeks", "", TEXTS, mode.full)
    answer = answered(question, cache, lambda: looked_up(mode))

Where several answers are found in one go (all properties of an instance, all rulings in the same games),
:func:`answered_all` asks for those that are missing, and stores each as soon as it is there.  What was interrupted is
:class:`Unfinished`: it is handed on, and never stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from queensbench.evidence.cache import VerdictCache, decoded, encoded
from queensbench.evidence.keys import Key
from queensbench.evidence.subjects import Rests
from queensbench.language.modes import Instance

T = TypeVar("T")


@dataclass(frozen=True)
class AnswerForm(Generic[T]):
    """How the answers of one sort stand in the store: ``written`` makes JSON of an answer, ``read`` makes it again.

    ``read`` raises LookupError, AttributeError, TypeError or ValueError if it is no such answer.
    """

    written: Callable[[T], Any]
    read: Callable[[Any], T]


@dataclass(frozen=True)
class Question(Generic[T]):
    """One question about a mode under a reading, both of which the cache knows.

    ``kind`` and ``name`` say what is asked; ``instance`` of which instance, if of one; ``more`` is whatever else the
    answer depends on, as JSON: budgets, seeds, lemmas.  ``rests``: what the answer rests on
    (:mod:`queensbench.evidence.subjects`): all code of the ruleset, unless its answer is known to rest on less.
    """

    kind: str
    name: str
    form: AnswerForm[T]
    instance: Instance | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    rests: Rests = "code"

    def key(self, cache: VerdictCache) -> Key:
        """The key under which the answer is stored."""
        return cache.key(self.kind, self.name, self.instance, rests=self.rests, **self.more)


@dataclass(frozen=True)
class Unfinished(Generic[T]):
    """An answer that Ctrl-C, or a lack of memory, has cut short: it is shown, and not stored."""

    answer: T


def unfinished_if(short: bool, answer: T) -> T | Unfinished[T]:
    """An answer, unfinished where what it rests on was cut short."""
    return Unfinished(answer) if short else answer


def stored(question: Question[T], cache: VerdictCache) -> T | None:
    """The answer that is stored, or that another machine has found for this run; None if there is none."""
    key = question.key(cache)
    found: T | None = cache.found_elsewhere(key)
    return cache.get(key, question.form.read) if found is None else found


def keep(question: Question[T], cache: VerdictCache, answer: T) -> None:
    """Store a finished answer, and tell whoever listens of it."""
    key, payload = question.key(cache), question.form.written(answer)
    cache.put(key, payload)
    cache.tell(key, payload, answer)


def answered(question: Question[T], cache: VerdictCache, find: Callable[[], T | Unfinished[T]]) -> T:
    """The answer: the stored one, or else the one that ``find`` gives, which is then stored if it is finished.

    ``find`` raises what keeps it from finishing.
    """
    answer = stored(question, cache)
    if answer is None:
        cache.require_asking()
        answer = _kept(question, cache, find())
    return answer


def answered_all(
    questions: Sequence[Question[T]],
    cache: VerdictCache,
    find: Callable[[list[Question[T]]], Iterator[T | Unfinished[T]]],
    *,
    whole: Question[T] | None = None,
) -> Iterator[T]:
    """The answers in the order of the questions, each stored as soon as it is found.

    ``find`` gets the questions without a stored answer, if there are any, and yields their answers in this order.  It
    runs to its end, so it may raise KeyboardInterrupt after unfinished answers.  ``whole``: the question that they are
    parts of; it is answered first, and anew whenever one of its parts is.
    """
    answers = [stored(question, cache) for question in questions]
    if whole is not None:
        questions = [whole, *questions]
        answers.insert(0, None if None in answers else stored(whole, cache))
    missing = [question for question, answer in zip(questions, answers, strict=True) if answer is None]
    if missing:
        cache.require_asking()
    finding = find(missing) if missing else iter(())
    for question, answer in zip(questions, answers, strict=True):
        yield _kept(question, cache, next(finding)) if answer is None else answer
    for _ in finding:
        raise AssertionError("more answers than questions")


def _kept(question: Question[T], cache: VerdictCache, found: T | Unfinished[T]) -> T:
    """An answer that was found now; stored if it is finished."""
    if isinstance(found, Unfinished):
        return found.answer
    keep(question, cache, found)
    return found


# ------------------------------------------------------------------------------------------------- forms


def row_form(row: Callable[..., T]) -> AnswerForm[T]:
    """The form of a row: a dataclass that has a field ``cached``."""
    return AnswerForm(encoded, decoded(row))


def rows_form(row: Callable[..., T]) -> AnswerForm[list[T]]:
    """The form of a list of rows."""
    read = decoded(row)
    return AnswerForm(lambda rows: [encoded(one) for one in rows], lambda data: [read(one) for one in data])


def _same(answer: T) -> T:
    return answer


def _unmarked(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "cached"}


def _marked(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data, "cached": True}


DATA: AnswerForm[dict[str, Any]] = AnswerForm(_same, dict)
"""The form of data as a command prints them."""
MARKED: AnswerForm[dict[str, Any]] = AnswerForm(_unmarked, _marked)
"""The same for data that say under ``cached`` whether they come from the store."""
TEXTS: AnswerForm[list[str]] = AnswerForm(_same, list)
NOTE: AnswerForm[bool] = AnswerForm(_same, bool)
"""The form of a note that something is done."""
