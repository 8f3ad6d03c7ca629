"""What guards read beyond what their decider may see, in full."""

import importlib.util
import sys
from enum import auto
from pathlib import Path
from types import ModuleType
from typing import Annotated

from queensbench.language import Kind, Mode, Record, Table, action, initial, owner, require
from queensbench.rules.guard_visibility import peeks, unchecked
from queensbench.rules.system import build

CARDS = Path(__file__).parents[1] / "good" / "cards.py"


def cards() -> ModuleType:
    spec = importlib.util.spec_from_file_location("good_cards", CARDS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_peeks_of_a_small_model() -> None:
    module = cards()
    found = peeks(build(module.mode, module.mode.full), module.mode)
    lines = CARDS.read_text().splitlines()
    seen = []
    for peek in found:
        file, line = peek.place.rsplit(":", 1)
        assert file == str(CARDS)
        seen.append((peek.transition, lines[int(line) - 1].strip(), peek.field, peek.why))
    other = "its owner alone sees it, who is not known to be the decider, unless open is true"
    both = "its owner and partners alone see it, who is not known to be the decider"
    assert seen == [
        ("others", "require(s.hand[p, k] == Card.ACE)", "hand[p, k]", other),
        ("through_rules", "require(has_king(s, other(s, s.turn)))", "hand[..., ...]", other),
        ("through_rules", "require(s.hand[p, k] == Card.NONE)", "hand[..., k]", other),
        ("by_local", "require(s.hand[who, k] != card)", "hand[BEN, k]", other),
        ("by_branch", "require(len(s.pile) > 0)", "len(pile)", "nobody sees it"),
        ("by_branch", "require(len(s.pile) > 0)", "trump[...]", both),
    ]
    assert str(found[0]) == f"{found[0].place}: others reads hand[p, k]: {other}"


def test_what_others_cannot_check_of_a_small_model() -> None:
    module = cards()
    lines = CARDS.read_text().splitlines()
    seen = []
    for one in unchecked(build(module.mode, module.mode.full), module.mode):
        line = lines[int(one.place.rsplit(":", 1)[1]) - 1].strip()
        seen.append((one.transition, line, one.field, one.why, one.by_move))
    owner, both = "only its owner sees it", "only its owner and partners see it"
    king = "require(s.trump[mover(s)] == Card.KING and has_king(s, s.turn))"
    assert seen == [
        ("own", king, "hand[turn, ...]", owner, False),
        ("own", "require(s.hand[s.turn, k] == Card.ACE)", "hand[turn, k]", owner, True),
        ("own", king, "trump[turn]", both, False),
        ("own_by_argument", "require(s.hand[p, k] == Card.ACE)", "hand[p, k]", owner, True),
        ("by_local", "require(s.hand[who, k] != card)", "hand[turn, k]", owner, True),
    ]


class Side(Kind):
    LEFT = auto()
    RIGHT = auto()


class Purse(Record):
    coin: Annotated[Table[Side, bool], owner()]


@initial()
def empty(s: Purse) -> None:
    s.coin[Side.LEFT] = True


@action()
def spend(s: Purse, by: Side) -> None:
    require(s.coin[by])
    s.coin[by] = False


def test_an_action_that_nobody_decides_reads_what_its_owner_alone_sees() -> None:
    mode = Mode("purse", state=Purse)
    system = build(mode, mode.full)
    line = 1 + Path(__file__).read_text().splitlines().index("    require(s.coin[by])")
    why = "its owner alone sees it, and nobody decides"
    assert [str(peek) for peek in peeks(system, mode)] == [f"{__file__}:{line}: spend reads coin[by]: {why}"]
    assert unchecked(system, mode) == []
