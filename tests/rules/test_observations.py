"""What players see of a state: owners, partners, nobody, and what is shown to all."""

from __future__ import annotations

import importlib.util
import sys
from enum import auto
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from queensbench.language import Bound, Kind, Mode, Record, Seq, Table, hidden, initial, owner
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.observations import Views
from queensbench.rules.system import build
from queensbench.rules.typed.ir import System

CARDS = Path(__file__).parents[1] / "good" / "cards.py"
ANN, BEN = 0, 1


@cache
def cards() -> tuple[Any, Mode, System]:
    spec = importlib.util.spec_from_file_location("good_cards_seen", CARDS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module, module.mode, build(module.mode, module.mode.full)


def table(**piles: Any) -> list[int]:
    """Raw cells of a table: Ann's hand is ace, king, none, Ben's king, ace, king; one card of each lies open."""
    module, mode, _ = cards()
    interpreter = Interpreter(mode)
    state = interpreter.start()
    card = module.Card
    for p, hand in (("ANN", "ACE KING NONE"), ("BEN", "KING ACE KING")):
        for k, name in enumerate(hand.split()):
            state.hand[module.Player[p], k] = card[name]
    state.open[module.Player.ANN, 0] = True
    state.open[module.Player.BEN, 1] = True
    state.trump[module.Player.ANN] = card.KING
    state.trump[module.Player.BEN] = card.ACE
    state.pile.append(card.KING)
    state.pile.append(card.ACE)
    return interpreter.cells(state)


def seen(player: int, partners: tuple[int, ...] = ()) -> dict[str, list[int | None]]:
    """What a player sees of that table, by field."""
    _, mode, system = cards()
    view = Views(system, mode).view(table(), player, partners)
    assert len(view) == len(system.cells)
    return {b.name: list(view[b.offset : b.offset + b.cells]) for b in system.fields}


def test_ann_sees_her_hand_and_what_lies_open_of_bens() -> None:
    assert seen(ANN) == {
        "turn": [0],
        "hand": [1, 2, 0, None, 1, None],
        "open": [1, 0, 0, 0, 1, 0],
        "trump": [2, None],
        "pile": [None, None, None],
        "pile.len": [None],
        "$silent": [0],
    }


def test_ben_sees_his_hand_and_what_lies_open_of_anns() -> None:
    found = seen(BEN)
    assert found["hand"] == [1, None, None, 2, 1, 2]
    assert found["trump"] == [None, 1]


def test_partners_see_what_is_partners_to_see_and_no_more() -> None:
    found = seen(BEN, partners=(ANN,))
    assert found["trump"] == [2, 1]
    assert found["hand"] == [1, None, None, 2, 1, 2]
    assert found["pile"] == [None, None, None]


def test_what_is_seen_is_what_the_state_holds() -> None:
    _, mode, system = cards()
    whole = table()
    for player in (ANN, BEN):
        view = Views(system, mode).view(whole, player)
        assert all(value in (None, cell) for value, cell in zip(view, whole, strict=True))


class Seat(Kind):
    NORTH = auto()
    SOUTH = auto()


class Coin(Kind):
    COPPER = auto()
    SILVER = auto()


class Purses(Record):
    purse: Annotated[Table[Seat, Annotated[Seq[Coin], Bound(2)]], owner(shown="told")]
    told: Table[Seat, bool]
    bank: Annotated[Table[Coin, bool], owner()]
    fate: Annotated[Coin, hidden()]


@initial()
def filled(s: Purses) -> None:
    s.purse[Seat.NORTH].append(Coin.SILVER)
    s.purse[Seat.SOUTH].append(Coin.COPPER)
    s.purse[Seat.SOUTH].append(Coin.SILVER)
    s.told[Seat.SOUTH] = True
    s.fate = Coin.SILVER


def test_sequences_show_their_places_and_length_together_and_a_coin_owns_nothing() -> None:
    mode = Mode("purses", state=Purses, players=Seat)
    system = build(mode, mode.full)
    interpreter = Interpreter(mode)
    cells = interpreter.cells(interpreter.start())
    assert cells == [1, 0, 0, 1, 1, 2, 0, 1, 0, 0, 1, 0]
    north, south = (Views(system, mode).view(cells, seat) for seat in range(2))
    assert north == (1, 0, 0, 1, 1, 2, 0, 1, None, None, None, 0)
    assert south == (None, None, 0, 1, None, 2, 0, 1, None, None, None, 0)
    nobody = Views(system, Mode("purses", state=Purses)).view(cells, 0)
    assert nobody == (None, None, 0, 1, None, 2, 0, 1, None, None, None, 0)
