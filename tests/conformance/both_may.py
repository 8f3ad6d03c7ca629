"""A game of two in which both may move at once: who knocks first wins."""

from __future__ import annotations

from enum import auto

from queensbench.language import Kind, Mode, Record, action, initial, over, require, rule, wins


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class Door(Record):
    knocked: bool
    first: Side


@initial()
def quiet(s: Door) -> None:
    s.first = Side.LEFT


@rule()
def left(s: Door) -> Side:
    return Side.LEFT


@rule()
def right(s: Door) -> Side:
    return Side.RIGHT


@action(decider=left)
def knock_left(s: Door) -> None:
    require(not s.knocked)
    s.knocked = True


@action(decider=right)
def knock_right(s: Door) -> None:
    require(not s.knocked)
    s.knocked = True
    s.first = Side.RIGHT


@over()
def heard(s: Door) -> bool:
    return s.knocked


@wins()
def was_first(s: Door, p: Side) -> bool:
    return s.first == p


mode = Mode("both-may", state=Door, players=Side)
