"""Small models that showed faults of the toolkit, each found by a stream of generated models."""

from __future__ import annotations

from queensbench.engines.prove import prove
from queensbench.readers.system import build
from queensbench.readers.tallies import uses
from tests.generated.check_prove import Here
from tests.generated.loading import loaded
from tests.generated.writing import HEAD

PLAIN = f"""{HEAD}


class Player(Kind):
    ONE = auto()
    TWO = auto()


class State(Record):
    turn: Player


@initial()
def start(s: State) -> None:
    pass


@action()
def act(s: State) -> None:
    for i in Player:
        pass
    s.turn = Player.TWO


@always("turns", holds("?"))
def turns(s: State) -> bool:
    return s.turn in (Player.ONE, Player.TWO)


mode = Mode("plain", state=State, players=Player)
"""


def test_a_loop_with_nothing_in_it_is_no_gather() -> None:
    with loaded(PLAIN) as mode:
        system = build(mode, mode.full)
        assert uses(system).gathers == {}
        with Here(system) as workers:
            (claim,) = prove(system, [0], workers=workers).claims
        assert claim.verdict == "by construction"
