"""Keys of the language."""

from typing import Annotated

from queensbench.language import Lookup, Mode, Range, Record, action, initial

Die = Annotated[int, Range(1, 6)]


FACES = Lookup({True: 1, False: 2})


class State(Record):
    die: Die
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.die = FACES[s.done]


mode = Mode("bad", state=State)
