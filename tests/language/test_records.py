"""States: copies, ranges with their messages, sequences, lookups, sizes and contexts."""

from collections.abc import Iterator
from enum import auto
from typing import Annotated

import pytest

from queensbench.errors import BadInput, RangeViolation
from queensbench.language import Bound, Kind, Lookup, Range, Record, Seq, Sizes, Table, size, span
from queensbench.language.context import Context, bind
from queensbench.language.records import fields_of


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class Box(Sizes):
    faces: int = size(6, lo=2, hi=8)


n = Box()
Die = Annotated[int, Range(1, n.faces)]
Row = Annotated[int, Range(0, n.faces // 2 - 1)]
WORTH: Lookup[Color, int] = Lookup({Color.RED: 1, Color.BLUE: 2})


class Base(Record):
    die: Die


class State(Base):
    done: bool
    seen: Table[Row, Color, bool]
    pile: Annotated[Seq[Color], Bound(2)]


@pytest.fixture
def s() -> Iterator[State]:
    with bind(Context()):
        yield State()


def violation(caught: pytest.ExceptionInfo[RangeViolation]) -> str:
    assert caught.value.where.startswith(f"{__file__}:")
    return caught.value.what


def test_a_blank_state_has_the_first_value_everywhere(s: State) -> None:
    assert (s.die, s.done, s.seen[2, Color.GREEN], len(s.pile)) == (1, False, False, 0)
    assert [name for name, _ in s] == ["die", "done", "seen", "pile"]


def test_a_copy_shares_nothing(s: State) -> None:
    other = s.copy()
    assert other == s
    other.die = 3
    other.seen[0, Color.RED] = True
    other.pile.append(Color.BLUE)
    assert (s.die, s.seen[0, Color.RED], len(s.pile)) == (1, False, 0)
    assert other != s


def test_a_stored_value_keeps_its_range(s: State) -> None:
    with pytest.raises(RangeViolation) as caught:
        s.die = 7
    assert violation(caught) == "die = 7 is outside Die (1 to 6)"
    with pytest.raises(RangeViolation) as caught:
        s.die = True
    assert violation(caught) == "die = True is outside Die (1 to 6)"
    assert s.die == 1


def test_an_index_keeps_its_range(s: State) -> None:
    with pytest.raises(RangeViolation) as caught:
        s.seen[3, Color.RED] = True
    assert violation(caught) == "index 1 of seen = 3 is outside Row (0 to 2)"
    with pytest.raises(RangeViolation) as caught:
        s.seen[Color.RED, 1] = True  # type: ignore[index]
    assert violation(caught) == "index 1 of seen = RED is outside Row (0 to 2)"
    with pytest.raises(RangeViolation) as caught:
        s.seen[1]  # type: ignore[index]
    assert violation(caught) == "seen takes 2 indices, not 1"


def test_a_record_has_its_fields_and_no_others(s: State) -> None:
    with pytest.raises(RangeViolation) as caught:
        s.dice = 3  # type: ignore[attr-defined]
    assert violation(caught) == "State has no field dice that can be assigned"
    with pytest.raises(RangeViolation) as caught:
        s.seen = s.seen
    assert violation(caught) == "State has no field seen that can be assigned"


def test_a_sequence_grows_and_shrinks_in_place(s: State) -> None:
    s.pile.append(Color.RED)
    s.pile.insert(0, Color.BLUE)
    assert [s.pile[k] for k in range(len(s.pile))] == [Color.BLUE, Color.RED]
    s.pile[1] = Color.GREEN
    s.pile.remove_at(0)
    assert (s.pile[0], len(s.pile)) == (Color.GREEN, 1)
    s.pile.clear()
    assert len(s.pile) == 0


def test_a_sequence_keeps_its_bounds(s: State) -> None:
    with pytest.raises(RangeViolation) as caught:
        s.pile.remove_at(0)
    assert violation(caught) == "pile[0] is outside 0 to -1"
    s.pile.append(Color.RED)
    s.pile.append(Color.RED)
    with pytest.raises(RangeViolation) as caught:
        s.pile.append(Color.RED)
    assert violation(caught) == "pile is full (2)"
    with pytest.raises(RangeViolation) as caught:
        s.pile[-1]
    assert violation(caught) == "pile[-1] is outside 0 to 1"
    with pytest.raises(RangeViolation) as caught:
        s.pile[0] = 3  # type: ignore[assignment]
    assert violation(caught) == "pile = 3 is outside Color (RED to GREEN)"


def test_a_lookup_answers_for_its_keys_alone() -> None:
    with bind(Context()):
        assert WORTH[Color.BLUE] == 2
        with pytest.raises(RangeViolation) as caught:
            WORTH[Color.GREEN]
        assert violation(caught) == "the lookup has no entry for GREEN"
    with bind(Context(members={Color: (Color.RED, Color.GREEN)})), pytest.raises(RangeViolation) as caught:
        WORTH[Color.BLUE]
    assert violation(caught) == "the lookup has no entry for BLUE"


def test_ranges_and_kinds_follow_the_instance() -> None:
    assert list(span(Die)) == [1, 2, 3, 4, 5, 6]
    assert [c.name for c in Color] == ["RED", "BLUE", "GREEN"]
    with bind(Context(sizes={"faces": 4}, members={Color: (Color.RED, Color.GREEN)})) as context:
        assert list(span(Die)) == [1, 2, 3, 4]
        assert [c.name for c in Color] == ["RED", "GREEN"]
        assert len(Color) == 2
        assert n.faces == 4
        assert [f.name for f in fields_of(State, context)] == ["die", "done", "seen", "pile"]
        with pytest.raises(RangeViolation) as caught:
            State().die = 5
        assert violation(caught) == "die = 5 is outside Die (1 to 4)"
    assert n.faces != 4


def test_two_instances_live_side_by_side() -> None:
    small, large = Context(sizes={"faces": 2}), Context()
    with bind(small):
        one = State()
        with bind(large):
            two = State()
            two.die = 6
        one.die = 2
        with pytest.raises(RangeViolation):
            one.die = 3
    assert (one.die, two.die) == (2, 6)


def test_a_size_has_no_value_outside_of_an_instance() -> None:
    assert str(n.faces * 2 - 1) == "((n.faces * 2) - 1)"
    with pytest.raises(BadInput) as caught:
        bool(n.faces)
    assert str(caught.value) == "the size `n.faces` has no value outside of an instance; use it inside a rule"
    assert [(d.name, d.default, d.lo, d.hi) for d in n.declared()] == [("faces", 6, 2, 8)]


def test_a_span_is_of_a_range() -> None:
    with pytest.raises(BadInput) as caught:
        span(int)
    assert caught.value.remedy == "give an alias such as `Annotated[int, Range(1, 6)]`"
