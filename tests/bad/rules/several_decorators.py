"""One decorator."""

from collections.abc import Callable

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


def twice(function: Callable[..., None]) -> Callable[..., None]:
    return function


@twice
@action()
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
