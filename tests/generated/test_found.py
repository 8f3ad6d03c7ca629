"""Small models that showed faults of the toolkit, each found by a stream of generated models."""

from __future__ import annotations

import pytest

from queensbench.engines.prove.induction import prove
from queensbench.errors import ModelError
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.symbolic.counted_sequences import uses
from queensbench.rules.system import build
from tests.generated.check_prove import UNSAID, Here
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


ENDLESS = PLAIN.replace(
    "@always",
    """@automatic()
def again(s: State) -> None:
    s.turn = s.turn


@never("nobody", holds("?"))
def nobody(s: State) -> bool:
    return s.turn == Player.TWO


@always""",
).replace("    s.turn = Player.TWO\n", "    s.turn = Player.ONE\n")


def test_a_proof_says_nothing_of_whether_automatic_steps_end() -> None:
    with loaded(ENDLESS) as mode:
        system = build(mode, mode.full)
        with Here(system) as workers:
            nobody, turns = prove(system, [0, 1], workers=workers).claims
        assert (nobody.verdict, turns.verdict) == ("proved", "by construction")
        with pytest.raises(ModelError) as caught:
            Interpreter(mode, mode.full).start()
        assert UNSAID.search(str(caught.value))
