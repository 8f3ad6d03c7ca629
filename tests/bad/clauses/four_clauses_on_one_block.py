"""More than three clauses on one block."""

from queensbench.language import Mode, Record, action, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action("move.roll", "move.step", "move.stop", "move.turn")
def move(s: State) -> None:
    s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
