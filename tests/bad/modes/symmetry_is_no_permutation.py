"""A symmetry permutes."""

from enum import auto

from queensbench.language import Kind, Mode, Record, Symmetry, action, initial


class Color(Kind):
    RED = auto()
    BLUE = auto()
    GREEN = auto()


class State(Record):
    color: Color


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.color = Color.RED


mode = Mode("bad", state=State, symmetries=(Symmetry("hue", generators=({Color: [Color.RED, Color.RED, Color.BLUE]},)),))
