"""What is stated stands in a property."""

from queensbench.language import Mode, Record, action, always, holds, initial, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    s.done = True


@always("it-is-done", holds("It is."))
def it_is_done(s: State) -> bool:
    states("move.stop")
    return s.done


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
