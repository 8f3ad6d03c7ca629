"""A clause is stated twice in one line."""

from queensbench.language import Mode, Record, action, initial, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    states("move.stop", "move.stop")
    s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
