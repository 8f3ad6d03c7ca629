"""A ruling that the mode does not have."""

from queensbench.language import Mode, Reading, Record, Rulings, action, initial, ruling


class Tie(Reading):
    NOBODY = "Nobody wins a tie."
    BOTH = "Both win a tie."


class Book(Rulings):
    ties: Tie = ruling(Tie.NOBODY, question="Who wins a tie?", clauses=("end.tie",), hole="silent", why="as written")


r = Book()


class State(Record):
    done: bool


@initial()
def start(s: State) -> None:
    pass


@action()
def move(s: State) -> None:
    s.done = r.ties == Tie.NOBODY


mode = Mode("bad", state=State)
