"""Questions: each is answered from the store or by whoever finds it, and only what is finished is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from queensbench.evidence.cache import VerdictCache
from queensbench.evidence.keys import Key
from queensbench.evidence.questions import (
    DATA,
    MARKED,
    NOTE,
    TEXTS,
    Question,
    Unfinished,
    answered,
    answered_all,
    keep,
    row_form,
    rows_form,
    stored,
    unfinished_if,
)

ANALYSES = Path(__file__).resolve().parents[2] / "queensbench" / "analyses"


class Memory(VerdictCache):
    """A cache that keeps its JSON at hand."""

    def __init__(self) -> None:
        self.evidence = None
        self.common = {"mode": "walk"}
        self.held: dict[str, str] = {}

    def get(self, key: Key, decode: Callable[[Any], Any]) -> Any:
        return decode(json.loads(self.held[key.text])) if key.text in self.held else None

    def put(self, key: Key, payload: Any) -> None:
        self.held[key.text] = json.dumps(payload)

    @property
    def names(self) -> list[str]:
        """What is held, in the order in which it was stored."""
        return [json.loads(text)["name"] for text in self.held]


@dataclass
class Row:
    name: str
    steps: tuple[int, ...] = ()
    cached: bool = False


def rows(*names: str) -> list[Question[Row]]:
    return [Question("row", name, row_form(Row)) for name in names]


def refuse(*_: Any) -> Any:
    raise AssertionError("nothing is missing")


def found(questions: Sequence[Question[Row]]) -> Iterator[Row]:
    for question in questions:
        yield Row(question.name, (1, 2))


def test_a_question_is_a_value_and_all_of_it_is_in_its_key() -> None:
    cache = Memory()
    one = Question("row", "a", DATA, more={"budget": 3})
    assert one == Question("row", "a", DATA, more={"budget": 3})
    assert one != Question("row", "a", DATA, more={"budget": 4})
    assert json.loads(one.key(cache).text) == {"mode": "walk", "kind": "row", "name": "a", "budget": 3}


def test_what_is_stored_is_not_found_again() -> None:
    cache = Memory()
    (question,) = rows("a")
    assert stored(question, cache) is None
    assert answered(question, cache, lambda: Row("a", (1, 2))) == Row("a", (1, 2))
    assert answered(question, cache, refuse) == Row("a", (1, 2), cached=True)


def test_an_empty_answer_is_one() -> None:
    cache = Memory()
    question = Question("texts", "", TEXTS)
    assert answered(question, cache, list) == []
    assert answered(question, cache, refuse) == []


def test_who_cannot_finish_stores_nothing() -> None:
    cache = Memory()
    with pytest.raises(ZeroDivisionError):
        answered(Question("note", "", NOTE), cache, lambda: 1 // 0 == 0)
    assert cache.held == {}


def test_only_what_is_missing_is_asked_and_the_order_is_that_of_the_questions() -> None:
    cache = Memory()
    keep(rows("b")[0], cache, Row("b", (7,)))
    asked: list[str] = []

    def find(missing: Sequence[Question[Row]]) -> Iterator[Row]:
        asked.extend(question.name for question in missing)
        return found(missing)

    assert list(answered_all(rows("a", "b", "c"), cache, find)) == [
        Row("a", (1, 2)),
        Row("b", (7,), cached=True),
        Row("c", (1, 2)),
    ]
    assert asked == ["a", "c"]
    assert list(answered_all(rows("a", "b", "c"), cache, refuse)) == [
        Row("a", (1, 2), cached=True),
        Row("b", (7,), cached=True),
        Row("c", (1, 2), cached=True),
    ]
    assert list(answered_all([], cache, refuse)) == []


def test_each_is_stored_before_the_next_is_looked_for() -> None:
    cache = Memory()

    def find(missing: Sequence[Question[Row]]) -> Iterator[Row]:
        yield Row("a")
        assert cache.names == ["a"]
        raise ZeroDivisionError

    answers = answered_all(rows("a", "b"), cache, find)
    assert next(answers) == Row("a")
    with pytest.raises(ZeroDivisionError):
        next(answers)
    assert cache.names == ["a"]


def test_what_was_cut_short_is_shown_and_not_stored() -> None:
    cache = Memory()

    def find(missing: Sequence[Question[Row]]) -> Iterator[Row | Unfinished[Row]]:
        for question in missing:
            yield unfinished_if(question.name != "a", Row(question.name))
        raise KeyboardInterrupt

    answers = answered_all(rows("a", "b", "c"), cache, find)
    assert [next(answers) for _ in range(3)] == [Row("a"), Row("b"), Row("c")]
    with pytest.raises(KeyboardInterrupt):
        next(answers)
    assert cache.names == ["a"]


def test_a_whole_is_answered_anew_with_any_of_its_parts() -> None:
    cache = Memory()
    (whole,) = rows("whole")
    asked: list[list[str]] = []

    def find(missing: Sequence[Question[Row]]) -> Iterator[Row]:
        asked.append([question.name for question in missing])
        return found(missing)

    def names(*parts: str) -> list[tuple[str, bool]]:
        return [(row.name, row.cached) for row in answered_all(rows(*parts), cache, find, whole=whole)]

    assert names("a") == [("whole", False), ("a", False)]
    assert names("a", "b") == [("whole", False), ("a", True), ("b", False)]
    assert names("a", "b") == [("whole", True), ("a", True), ("b", True)]
    assert names() == [("whole", True)]
    assert asked == [["whole", "a"], ["whole", "b"]]


def test_forms_give_back_what_was_given() -> None:
    for form, answer in ((TEXTS, ["a"]), (NOTE, True), (DATA, {"a": [1]})):
        assert form.read(json.loads(json.dumps(form.written(answer)))) == answer  # type: ignore[arg-type]
    listed = rows_form(Row)
    assert listed.read(json.loads(json.dumps(listed.written([Row("a")])))) == [Row("a", cached=True)]
    assert MARKED.written({"a": 1, "cached": False}) == {"a": 1}
    assert MARKED.read({"a": 1}) == {"a": 1, "cached": True}
    with pytest.raises((TypeError, ValueError)):
        DATA.read(3)


def test_no_analysis_reads_or_writes_the_cache_by_hand() -> None:
    by_hand = re.compile(r"\bcache\.(?:key|get|put)\(")
    assert [path.name for path in ANALYSES.rglob("*.py") if by_hand.search(path.read_text("utf-8"))] == []
