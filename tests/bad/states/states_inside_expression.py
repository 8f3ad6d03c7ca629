"""What is stated stands inside a condition."""

from queensbench.language import Mode, Record, action, initial, require, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    require(states("move.stop") == s.done)


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
