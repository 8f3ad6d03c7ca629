"""What is stated stands in no rule."""

from queensbench.language import Mode, Record, action, initial, states


class State(Record):
    done: bool


states("move.stop")


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
