"""A clause that the register does not have."""

from queensbench.language import Mode, Record, action, clause, initial


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action("move.roll")
def move(s: State) -> None:
    with clause("move.stopp"):
        s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
