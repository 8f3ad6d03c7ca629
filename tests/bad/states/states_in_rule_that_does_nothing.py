"""What is stated stands in a rule that does nothing."""

from queensbench.language import Mode, Record, action, initial, rule, states


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    s.done = False


@rule()
def stop(s: State) -> None:
    """The piece stops."""
    states("move.stop")


@action("move.roll")
def move(s: State) -> None:
    stop(s)
    s.done = True


mode = Mode("bad", state=State)
clauses = {"move.roll", "move.step", "move.stop", "move.turn"}
