"""The block around it carries the clause out."""

from queensbench.language import Mode, Record, action, clause, initial, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    with clause("move.stop"):
        states("move.turn", "move.stop")
        s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
