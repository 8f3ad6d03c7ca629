"""The block of a clause only states another."""

from queensbench.language import Mode, Record, action, clause, initial, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    s.done = True
    with clause("move.stop"):
        states("move.turn")


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
