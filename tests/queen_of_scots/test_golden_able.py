"""Being able to empty one's hand in Queen of Scots, held against a search for every way to do so in the turn.

Under one reading a round is over as soon as the player on turn is able to go out, under another who is able must.
Whether there is a way is found here by trying all moves of the turn under the reading by which it does not matter.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from model.queen_of_scots.cards import Card, Player, Sort
from model.queen_of_scots.modes import standard
from model.queen_of_scots.table import Phase
from queensbench.language import Instance
from queensbench.readers.native.program import Cells, Env, Native, compile_system
from queensbench.rules.system import build

KEPT = (Card.COOK, Card.MAID, Card.JAMES, Card.REGENT, Card.JEWEL)
COPIES = {"cooks": 5, "maids": 4, "jameses": 4, "regents": 3, "jewels": 6}
INSTANCE = Instance(
    "able",
    "hands of four and five sorts of card; the game stops after its first round",
    sizes={"hand": 4, "target": 1000, "most": 7, "dearest": 50, "rounds": 1},
    keep={
        Card: KEPT,
        Sort: tuple(sort for sort in Sort if sort.name in {card.name for card in KEPT} | {"COURT"}),
        Player: tuple(Player)[:2],
    },
    parameters=COPIES,
    explore=False,
)
PHASES: list[Phase] = list(Phase)
GAMES = 60


@cache
def native() -> Native:
    """The machine code of the small deck."""
    return compile_system(build(standard, INSTANCE), counters=False)


def env(**readings: str) -> Env:
    """The house readings, except those named."""
    system = native().system
    chosen = [u.readings.index(readings[u.name]) if u.name in readings else u.house for u in system.rulings]
    return native().new_env(chosen, [COPIES.get(p.name, p.default) for p in system.parameters])


class Table:
    """A position, and what may follow from it under readings."""

    def __init__(self, cells: Cells, under: Env) -> None:
        self.cells = cells.copy()
        assert native().settle(self.cells, under) >= 0

    def _cell(self, name: str) -> int:
        (block,) = [block for block in native().system.fields if block.name == name]
        return int(self.cells[block.offset])

    @property
    def phase(self) -> Phase:
        return PHASES[self._cell("phase")]

    @property
    def active(self) -> int:
        return self._cell("active")

    def moves(self, under: Env) -> dict[str, int]:
        """The enabled moves by what they are called."""
        coding = native().coding
        return {coding.label(coding.decode(code)): code for code in native().moves(self.cells, under)}

    def after(self, code: int, under: Env) -> Table:
        status, cells = native().apply(self.cells, under, code)
        assert status >= 0
        return Table(cells, under)


def way_out(table: Table, under: Env, who: int, tried: set[bytes]) -> bool:
    """Whether some moves of this turn empty the player's hand."""
    if table.phase == Phase.OVER:
        return True
    key = table.cells.tobytes()
    if table.phase not in (Phase.PLAY, Phase.AFTER) or table.active != who or key in tried:
        return False
    tried.add(key)
    return any(way_out(table.after(code, under), under, who, tried) for code in table.moves(under).values())


def compared(seed: int, readings: dict[str, str]) -> tuple[int, int]:
    """A game by chance: positions after picking up, and in how many of them there was a way out."""
    random = Random(seed)
    free = env(**readings)
    must, ends = env(**readings, round_end="OBLIGATORY"), env(**readings, round_end="WHEN_ABLE")
    status, cells = native().initial(free)
    assert status >= 0
    table = Table(cells, free)
    positions = able = 0
    for _ in range(60):
        moves = table.moves(free)
        if not moves:
            break
        if table.phase in (Phase.PLAY, Phase.AFTER):
            who = table.active
            can = way_out(table, free, who, set())
            assert (Table(table.cells, ends).phase == Phase.OVER) == can
            kept = {
                name
                for name, code in moves.items()
                if not can or way_out(table.after(code, free), free, who, set())
            }
            assert set(table.moves(must)) == kept
            positions, able = positions + 1, able + can
        names = sorted(moves)
        laying = [name for name in names if not name.startswith("discard")]
        name = random.choice(laying if laying and random.random() < 0.4 else names)
        table = table.after(moves[name], free)
    return positions, able


EXACT: list[dict[str, str]] = [
    {},
    {"set_size": "TWO"},
    {"set_size": "ROYAL_PAIR"},
    {"going_out": "DISCARD_ONLY"},
    {"discard_jewel": "BARRED"},
    {"discard_jewel": "BARRED", "no_discard": "BAR_LIFTED"},
    {"discard_taken": "NOT_FROM_PILE"},
    {"discard_taken": "NOT_PICKED_UP"},
    {"discard_duty": "MAY"},
    {"second_set": "OWN_SET"},
    {"second_set": "JOINED"},
    {"rest_of_pile": "OBLIGATORY"},
    {"take_empties_hand": "AT_ONCE"},
    {"wild_take": "TWO"},
    {"royal_take": "SAME_ROYAL"},
    {"same_card": "WORTH"},
    {"jewels_royal": "ROYAL"},
    {"initial_set": "FIRST_OF_PLAYER"},
    {"three_jewels": "SET"},
    {"three_jewels": "SET", "jewel_set": "FIRST_CARD"},
    {"royal_growth": "BY_ORIGIN"},
    {"royal_growth": "COPIES_ONLY"},
    {"royal_wilds": "ONE_WITH_ROYALS"},
    {"royal_wilds": "ONE"},
    {"jewel_any_set": "ANYBODYS"},
    {"going_out": "NOT_NEW_SET"},
    {"after_discard": "MAY_LAY"},
    {"top_laid": "WITHIN_TURN"},
    {"wild_take": "ONE"},
]


@pytest.mark.parametrize("readings", EXACT, ids=lambda readings: ",".join(readings.values()) or "house")
def test_who_is_able_to_go_out_is_who_has_a_way(readings: dict[str, str]) -> None:
    found = [compared(seed, readings) for seed in range(GAMES)]
    positions, able = map(sum, zip(*found, strict=True))
    print(positions, able)
    assert positions > 200
    assert able > 10
