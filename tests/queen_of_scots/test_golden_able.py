"""Being able to empty one's hand in Queen of Scots, held against a search for every way to do so in the turn.

Under one reading a round is over as soon as the player on turn is able to go out, under another who is able must.
Whether there is a way is found here by trying all moves of the turn under the reading by which it does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

import pytest

from model.queen_of_scots.cards import Card, Player, Sort
from model.queen_of_scots.modes import standard
from model.queen_of_scots.table import Phase
from queensbench.language import Instance
from queensbench.readers.native.program import Cells, Env, Native, compile_system
from queensbench.rules.system import build
from queensbench.rules.typed.ir import KindType

PHASES: list[Phase] = list(Phase)


def box(name: str, what: str, hand: int, copies: dict[str, int], kept: tuple[Card, ...]) -> Instance:
    """A small deck for two players; its game stops after the first round."""
    return Instance(
        name,
        what,
        sizes={"hand": hand, "target": 1000, "most": 7, "dearest": 50, "rounds": 1},
        keep={
            Card: kept,
            Sort: tuple(sort for sort in Sort if sort.name in {card.name for card in kept} | {"COURT"}),
            Player: tuple(Player)[:2],
        },
        parameters=copies,
        explore=False,
    )


ROYALS = (Card.JAMES, Card.REGENT, Card.HEIR, Card.JEWEL)
BOXES = {
    one.name: one
    for one in (
        box(
            "able",
            "hands of four and five sorts of card",
            4,
            {"cooks": 5, "maids": 4, "jameses": 4, "regents": 3, "jewels": 6},
            (Card.COOK, Card.MAID, Card.JAMES, Card.REGENT, Card.JEWEL),
        ),
        box(
            "court",
            "nearly all are royals and crown jewels",
            5,
            {"cooks": 3, "jameses": 5, "regents": 5, "heirs": 4, "jewels": 7},
            (Card.COOK, *ROYALS),
        ),
        box(
            "seven",
            "hands of five and seven sorts of card",
            5,
            {"cooks": 3, "maids": 3, "monks": 2, "jameses": 4, "regents": 3, "heirs": 3, "jewels": 6},
            (Card.COOK, Card.MAID, Card.MONK, *ROYALS),
        ),
        box(
            "rich",
            "hands of six, of royals and many crown jewels",
            6,
            {"cooks": 2, "jameses": 4, "regents": 4, "heirs": 4, "jewels": 7},
            (Card.COOK, *ROYALS),
        ),
        box(
            "folk",
            "hands of six, of people and many crown jewels",
            6,
            {"cooks": 5, "maids": 4, "regents": 3, "heirs": 3, "jewels": 7},
            (Card.COOK, Card.MAID, Card.REGENT, Card.HEIR, Card.JEWEL),
        ),
    )
}
GAMES = 60


@cache
def native(instance: str = "able") -> Native:
    """The machine code of a small deck."""
    return compile_system(build(standard, BOXES[instance]), counters=False)


def env(readings: Mapping[str, str], instance: str = "able") -> Env:
    """The house readings, except those named."""
    system = native(instance).system
    copies = BOXES[instance].parameters
    chosen = [u.readings.index(readings[u.name]) if u.name in readings else u.house for u in system.rulings]
    return native(instance).new_env(chosen, [copies.get(p.name, p.default) for p in system.parameters])


class Table:
    """A position, and what may follow from it under readings."""

    def __init__(self, cells: Cells, under: Env, instance: str = "able") -> None:
        self.cells = cells.copy()
        self.native = native(instance)
        self.instance = instance
        assert self.native.settle(self.cells, under) >= 0

    def _cell(self, name: str) -> int:
        (block,) = [block for block in self.native.system.fields if block.name == name]
        return int(self.cells[block.offset])

    @property
    def phase(self) -> Phase:
        return PHASES[self._cell("phase")]

    @property
    def active(self) -> int:
        return self._cell("active")

    def _of_active(self, name: str) -> Cells:
        """The part of a field that is the player's on turn, cards or sorts in order: crown jewels last."""
        (block,) = [block for block in self.native.system.fields if block.name == name]
        _, kind = block.index
        assert isinstance(kind, KindType)
        width = len(kind.members)
        return self.cells[block.offset + self.active * width :][:width]

    @property
    def jewels(self) -> int:
        """How many crown jewels the player on turn holds."""
        return int(self._of_active("hand")[-1])

    @property
    def has_set_of_jewels(self) -> bool:
        """Whether the player on turn has a set of crown jewels alone."""
        return bool(self._of_active("wilds")[-1])

    def moves(self, under: Env) -> dict[str, int]:
        """The enabled moves by what they are called."""
        coding = self.native.coding
        return {coding.label(coding.decode(code)): code for code in self.native.moves(self.cells, under)}

    def after(self, code: int, under: Env) -> Table:
        status, cells = self.native.apply(self.cells, under, code)
        assert status >= 0
        return Table(cells, under, self.instance)


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
    free = env(readings)
    must = env({**readings, "round_end": "OBLIGATORY"})
    ends = env({**readings, "round_end": "WHEN_ABLE"})
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
    {"james_copies": "JAMES_ALONE"},
]


@pytest.mark.parametrize("readings", EXACT, ids=lambda readings: ",".join(readings.values()) or "house")
def test_who_is_able_to_go_out_is_who_has_a_way(readings: dict[str, str]) -> None:
    found = [compared(seed, readings) for seed in range(GAMES)]
    positions, able = map(sum, zip(*found, strict=True))
    print(positions, able)
    assert positions > 200
    assert able > 10


# ----------------------------------------------------------------------------------------- readings together

SHAPING = (
    "set_size",
    "initial_set",
    "three_jewels",
    "jewel_set",
    "jewels_royal",
    "royal_growth",
    "royal_wilds",
    "jewel_any_set",
    "going_out",
    "same_card",
    "james_copies",
    "second_set",
)
"""Rulings of which the judgement is made; any of them may be read otherwise together."""

TURNING = ("discard_jewel", "discard_taken", "no_discard", "discard_duty", "after_discard", "top_laid")
"""Rulings of the turn that it asks as well; read otherwise in every other mixture."""

MIXTURES = 300
"""So many are drawn for a box; ten times as many in the slow tests."""


def exact(readings: Mapping[str, str], table: Table) -> bool:
    """Whether the model says of such a position that its judgement is exact; see ``model.queen_of_scots.able``."""
    jewels = 2 if table.has_set_of_jewels else table.jewels
    not_new = readings["going_out"] == "NOT_NEW_SET"
    if not_new and readings["royal_wilds"] != "ANY_NUMBER" and jewels > 0:
        return False
    if jewels < 2 or readings["jewel_set"] != "FIRST_CARD":
        return True
    alone = readings["james_copies"] == "JAMES_ALONE"
    if not_new or (alone and readings["same_card"] == "WORTH"):
        return False
    return readings["initial_set"] == "EACH" or not (alone or readings["three_jewels"] == "SET")


def mixtures(
    seed: str, instance: str, count: int, fixed: Mapping[str, str] | None = None
) -> Iterator[dict[str, str]]:
    """Readings together, drawn by chance but for those that are fixed."""
    random = Random(seed)
    options = {u.name: u.readings for u in native(instance).system.rulings}
    house = {u.name: u.readings[u.house] for u in native(instance).system.rulings}
    for number in range(count):
        readings = {
            name: random.choice(options[name]) if random.random() < 0.7 else house[name] for name in SHAPING
        }
        if number % 2:
            readings |= {name: random.choice(options[name]) for name in TURNING}
        yield {**readings, **(fixed or {})}


def of_an_earlier_round(table: Table) -> Table:
    """The position as though all sets that lie there were laid in a round before."""
    cells = table.cells.copy()
    (block,) = [block for block in table.native.system.fields if block.name == "opened"]
    cells[block.offset : block.offset + block.cells] = 0
    return Table(cells, env({"new_round": "SETS_STAY"}, table.instance), table.instance)


def differences(
    instance: str, seed: str, count: int, *, later: bool = False, fixed: Mapping[str, str] | None = None
) -> tuple[Counter[bool], Counter[bool]]:
    """Positions, and those of them in which the judgement is not what a search finds, each by :func:`exact`.

    ``later``: each turn begins as though all sets that lie there were laid in a round before.
    """
    positions: Counter[bool] = Counter()
    wrong: Counter[bool] = Counter()
    random = Random(seed)
    for readings in mixtures(seed, instance, count, fixed):
        if later:
            readings |= {"new_round": "SETS_STAY", "initial_set": "FIRST_OF_PLAYER"}
        free, ends = env(readings, instance), env({**readings, "round_end": "WHEN_ABLE"}, instance)
        for _ in range(4):
            status, cells = native(instance).initial(free)
            assert status >= 0
            table = Table(cells, free, instance)
            for _ in range(60):
                if later and table.phase == Phase.PICK_UP:
                    table = of_an_earlier_round(table)
                moves = table.moves(free)
                if not moves:
                    break
                if table.phase in (Phase.PLAY, Phase.AFTER):
                    can = way_out(table, free, table.active, set())
                    says = Table(table.cells, ends, instance).phase == Phase.OVER
                    sure = exact(readings, table)
                    positions[sure] += 1
                    wrong[sure] += can != says
                names = sorted(moves)
                laying = [name for name in names if not name.startswith("discard")]
                chosen = random.choice(laying if laying and random.random() < 0.4 else names)
                table = table.after(moves[chosen], free)
    return positions, wrong


@pytest.mark.parametrize("instance", ["able", "court"])
def test_who_is_able_is_who_has_a_way_by_readings_together(instance: str) -> None:
    positions, wrong = differences(instance, f"{instance} together", MIXTURES)
    print(positions, wrong)
    assert positions[True] > 8_000
    assert positions[False] > 250
    assert wrong[True] == 0
    assert wrong[False] <= positions[False] // 200  # the model says of these that it may err


def position(readings: Mapping[str, str], fields: Mapping[str, Mapping[str, int]]) -> Table:
    """The first player may lay cards, and holds or has these; the other player has nothing."""
    free = env(readings, "court")
    status, cells = native("court").initial(free)
    assert status >= 0
    table = Table(cells, free, "court")
    cells = table.cells
    blocks = {block.name: block for block in table.native.system.fields}
    for name in ("hand", "laid", "court", "wilds", "begun", "active", "due"):
        cells[blocks[name].offset : blocks[name].offset + blocks[name].cells] = 0
    cells[blocks["phase"].offset] = PHASES.index(Phase.PLAY)
    for name, values in fields.items():
        kind = blocks[name].index[-1]
        assert isinstance(kind, KindType)
        for member, value in values.items():
            cells[blocks[name].offset + kind.members.index(member)] = value
    return Table(cells, free, "court")


BEGUN = {"courts": {"NORTH": 1}, "wilds": {"COURT": 1}, "begun": {"COURT": 1}}
"""One set of royals, begun this turn with a crown jewel."""

LIMITED = {"james_copies": "JAMES_ALONE", "jewels_royal": "ROYAL", "royal_wilds": "ONE"}


@pytest.mark.parametrize(
    ("readings", "fields", "can"),
    [
        pytest.param(
            {**LIMITED, "same_card": "WORTH", "royal_growth": "COPIES_ONLY", "going_out": "DISCARD_ONLY"},
            {"hand": {"COOK": 1, "REGENT": 1, "HEIR": 1, "JEWEL": 3}},
            False,
            id="two-that-are-alike-take-two-jewels-or-four",
        ),
        pytest.param(
            {**LIMITED, "same_card": "WORTH", "royal_growth": "COPIES_ONLY", "going_out": "DISCARD_ONLY"},
            {"hand": {"COOK": 1, "REGENT": 1, "HEIR": 1, "JEWEL": 2}},
            True,
            id="two-that-are-alike-take-two-jewels",
        ),
        pytest.param(
            {**LIMITED, "set_size": "TWO", "second_set": "JOINED"},
            {
                "hand": {"COOK": 1, "HEIR": 1, "JEWEL": 2},
                "court": {"REGENT": 1, "HEIR": 1},
                **BEGUN,
            },
            True,
            id="one-royal-takes-two-jewels-where-two-cards-are-a-set",
        ),
        pytest.param(
            {
                **LIMITED,
                "set_size": "ROYAL_PAIR",
                "royal_growth": "COPIES_ONLY",
                "second_set": "JOINED",
                "going_out": "NOT_NEW_SET",
                "discard_jewel": "BARRED",
                "discard_taken": "NOT_FROM_PILE",
            },
            {
                "hand": {"REGENT": 1, "JEWEL": 1},
                "court": {"JAMES": 1, "HEIR": 1},
                **BEGUN,
                "picked": {"REGENT": 1, "JEWEL": 1},
            },
            False,
            id="a-royal-and-a-jewel-are-a-set-apart",
        ),
        pytest.param(
            {**LIMITED, "royal_growth": "COPIES_ONLY"},
            {
                "hand": {"COOK": 1, "JAMES": 1, "HEIR": 1, "JEWEL": 2},
                "court": {"REGENT": 1, "HEIR": 1},
                **BEGUN,
            },
            True,
            id="a-set-of-james-and-two-jewels-leaves-room-for-a-copy",
        ),
        pytest.param(
            {
                "james_copies": "JAMES_ALONE",
                "jewels_royal": "ROYAL",
                "set_size": "ROYAL_PAIR",
                "royal_growth": "COPIES_ONLY",
                "going_out": "NOT_NEW_SET",
                "discard_taken": "NOT_FROM_PILE",
            },
            {
                "hand": {"COOK": 2, "JAMES": 1, "REGENT": 1, "HEIR": 1, "JEWEL": 1},
                "picked": {"COOK": 2, "JAMES": 1, "REGENT": 1, "HEIR": 1, "JEWEL": 1},
            },
            False,
            id="three-royals-that-differ-are-one-set",
        ),
    ],
)
def test_who_is_able_where_a_search_found_a_fault(
    readings: dict[str, str], fields: dict[str, dict[str, int]], can: bool
) -> None:
    free, ends = env(readings, "court"), env({**readings, "round_end": "WHEN_ABLE"}, "court")
    table = position(readings, fields)
    assert way_out(table, free, table.active, set()) == can
    assert (Table(table.cells, ends, "court").phase == Phase.OVER) == can


@pytest.mark.slow
@pytest.mark.parametrize("instance", BOXES)
def test_who_is_able_is_who_has_a_way_by_many_readings_together(instance: str) -> None:
    positions, wrong = differences(instance, f"{instance} by many", 10 * MIXTURES)
    print(positions, wrong)
    assert positions[True] > 80_000
    assert positions[False] > 3_000
    assert wrong[True] == 0
    assert wrong[False] <= positions[False] // 500


FIXED: list[dict[str, str]] = [
    {"james_copies": "JAMES_ALONE", "royal_wilds": "ONE"},
    {"james_copies": "JAMES_ALONE", "royal_growth": "COPIES_ONLY"},
    {"james_copies": "JAMES_ALONE", "jewels_royal": "ROYAL", "going_out": "NOT_NEW_SET"},
    {"jewels_royal": "ROYAL", "royal_wilds": "ONE"},
]
"""Readings that few mixtures drawn by chance have together."""


@pytest.mark.parametrize("fixed", FIXED, ids=lambda fixed: ",".join(fixed.values()))
def test_who_is_able_is_who_has_a_way_by_some_readings_fixed(fixed: dict[str, str]) -> None:
    positions, wrong = differences("rich", "rich, fixed", MIXTURES // 2, fixed=fixed)
    print(positions, wrong)
    assert positions[True] > 3_000
    assert wrong[True] == 0
    assert wrong[False] <= positions[False] // 100


@pytest.mark.slow
@pytest.mark.parametrize("instance", ["court", "rich", "folk"])
@pytest.mark.parametrize("fixed", FIXED, ids=lambda fixed: ",".join(fixed.values()))
def test_who_is_able_is_who_has_a_way_by_many_readings_beside_fixed_ones(
    fixed: dict[str, str], instance: str
) -> None:
    positions, wrong = differences(instance, f"{instance} beside", 4 * MIXTURES, fixed=fixed)
    print(positions, wrong)
    assert positions[True] > 25_000
    assert wrong[True] == 0
    assert wrong[False] <= positions[False] // 200


@pytest.mark.slow
@pytest.mark.parametrize("instance", BOXES)
def test_who_is_able_is_who_has_a_way_where_sets_of_earlier_rounds_lie(instance: str) -> None:
    positions, wrong = differences(instance, f"{instance} later", 5 * MIXTURES, later=True)
    print(positions, wrong)
    assert positions[True] > 40_000
    assert positions[False] > 1_500
    assert wrong[True] == 0
    assert wrong[False] <= positions[False] // 200
