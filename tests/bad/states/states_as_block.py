"""What is stated has a block, as a clause that is carried out has."""

from queensbench.language import Mode, Record, action, initial, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@action("move.roll")
def move(s: State) -> None:
    with states("move.stop"):
        s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
