"""The block of a clause does nothing."""

from queensbench.language import Mode, Record, action, clause, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    s.done = True
    with clause("move.stop", "move.turn"):
        pass


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
