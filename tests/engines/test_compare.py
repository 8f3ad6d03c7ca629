"""Readings compared by exploration, against a walk in plain Python by the interpreter's own moves."""

from __future__ import annotations

import heapq
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from model.queen_is_dead.modes import mode as queen
from queensbench.engines.compare import common_plays, state_kernels, walk
from queensbench.engines.compare.comparison import (
    CLASSES,
    Comparer,
    Matters,
    Parted,
    compare,
    compile_comparer,
    matters,
    rulings_on,
)
from queensbench.engines.compare.comparison_program import readings_read
from queensbench.engines.compare.divergent_plays import parting_play
from queensbench.engines.explore.explorer import Exploration, Symmetry, explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.runtime.kernel_language import View
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.errors import BadInput, RangeViolation, Refused
from queensbench.language import Instance, Mode
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engine_box import EngineBox
from tests.engines.models import wheel
from tests.engines.models.ferry import mode as ferry

NAMES = (*CLASSES, "decider")


@dataclass(frozen=True)
class Made:
    """An instance made ready."""

    mode: Mode
    instance: Instance
    system: ir.System
    native: Native
    comparer: Comparer

    def interpreter(self, readings: Sequence[int]) -> Interpreter:
        declared = type(self.mode.rulings).declared()  # type: ignore[union-attr]
        chosen = {d.name: list(d.readings)[n] for d, n in zip(declared, readings, strict=True)}
        return Interpreter(self.mode, self.instance, chosen)

    def step(self, reader: Interpreter, code: int) -> Step:
        move = self.comparer.coding.decode(code)
        return reader.step(self.system.transitions[move.transition].name, move.args)

    @property
    def silences(self) -> list[tuple[str, str]]:
        return [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]


@cache
def made(mode: Mode, name: str) -> Made:
    instance = next(i for i in mode.all_instances() if i.name == name)
    system = build(mode, instance, ruleset="test")
    native = compile_system(
        system, counters=False, extra=lambda module: add_kernels(module, system, EXPLORER)
    )
    return Made(mode, instance, system, native, compile_comparer(system))


@pytest.fixture(scope="module")
def boat() -> Made:
    return made(ferry, "only")


def house(m: Made) -> list[int]:
    return [ruling.house for ruling in m.system.rulings]


# ------------------------------------------------------------------------- the same in plain Python


def judged(reader: Interpreter, state: Any) -> tuple[Any, ...] | None:
    """Winners and scores of an ended state; None if the game goes on or the book is silent."""
    if reader.silence(state) is not None or not reader.over(state):
        return None
    return reader.winners(state), reader.scores(state)


def apart(one: tuple[Any, ...] | None, two: tuple[Any, ...] | None) -> set[str]:
    if one is None or two is None:
        return set() if one is two else {"ending"}
    return {name for name, a, b in zip(("winner", "scored"), one, two, strict=True) if a != b}


def parted(m: Made, readers: Sequence[Interpreter], cells: tuple[int, ...]) -> dict[str, Step | None]:
    """By class the first move by which two readings part in a state; None: the state itself is judged so."""
    states = [reader.state(cells, m.silences) for reader in readers]
    found: dict[str, Step | None] = dict.fromkeys(apart(*map(judged, readers, states)))
    moves = [reader.moves(state) for reader, state in zip(readers, states, strict=True)]
    # In the order of the codes: actions first, each transition's arguments like the digits of a number.
    for step in readers[0].candidates():
        listed = [step in mine for mine in moves]
        if not any(listed):
            continue
        if not all(listed):
            found.setdefault("legal", step)
            continue
        after = [reader.apply(state, step) for reader, state in zip(readers, states, strict=True)]
        packed = [reader.cells(s, m.silences) for reader, s in zip(readers, after, strict=True)]
        if packed[0] != packed[1]:
            found.setdefault("legal", step)
        for name in apart(*map(judged, readers, after)):
            found.setdefault(name, step)
        deciders = [r.decider(s, step.name) for r, s in zip(readers, states, strict=True)]
        if deciders[0] != deciders[1]:
            found.setdefault("decider", step)
    if "legal" not in found and moves[0]:
        weights = [[r.weight(s, step) for step in moves[0]] for r, s in zip(readers, states, strict=True)]
        for step, a, b in zip(moves[0], *weights, strict=True):
            if a * sum(weights[1]) != b * sum(weights[0]):
                found["legal"] = step
                break
    return found


def common(m: Made, readers: Sequence[Interpreter], start: Any = None) -> Iterator[tuple[Any, ...]]:
    """The states that plays in common reach: (choices, steps), cells and how they part, the nearest first."""
    starts = [
        tuple(r.cells(r.start() if start is None else r.state(start, m.silences), m.silences))
        for r in readers
    ]
    if starts[0] != starts[1]:
        return
    heap = [((0, 0), starts[0])]
    seen = set()
    while heap:
        key, cells = heapq.heappop(heap)
        if cells in seen:
            continue
        seen.add(cells)
        yield key, cells, parted(m, readers, cells)
        states = [reader.state(cells, m.silences) for reader in readers]
        both = set(readers[1].moves(states[1]))
        for step in readers[0].moves(states[0]):
            if step not in both:
                continue
            after = [
                tuple(r.cells(r.apply(s, step), m.silences)) for r, s in zip(readers, states, strict=True)
            ]
            if after[0] == after[1]:
                chosen = readers[0].by_name[step.name].kind == "action"
                heapq.heappush(heap, ((key[0] + chosen, key[1] + 1), after[0]))


def follow(m: Made, readers: Sequence[Interpreter], first: Parted) -> tuple[int, ...]:
    """The cells at the end of a play, which both readings allow with the same states."""
    states = [reader.start() for reader in readers]
    cells = [tuple(r.cells(s, m.silences)) for r, s in zip(readers, states, strict=True)]
    for code in first.play if first.code < 0 else first.play[:-1]:
        step = m.step(readers[0], code)
        states = [reader.apply(state, step) for reader, state in zip(readers, states, strict=True)]
        cells = [tuple(r.cells(s, m.silences)) for r, s in zip(readers, states, strict=True)]
        assert cells[0] == cells[1]
    return cells[0]


# ---------------------------------------------------------------------------------------- the ferry


def by_name(found: Sequence[Matters]) -> dict[str, Matters]:
    return {m.ruling: m for m in found}


@pytest.fixture(scope="module")
def ferries(boat: Made) -> tuple[Exploration, dict[str, Matters]]:
    exploration = explore(boat.native, boat.system)
    return exploration, by_name(rulings_on(boat.comparer, exploration))


def test_each_ruling_has_its_class(ferries: tuple[Exploration, dict[str, Matters]]) -> None:
    assert {name: m.matters for name, m in ferries[1].items()} == {
        "bridge": "winner",
        "prize": "winner",
        "toll": "scored",
        "coin": "legal",
        "helm": "legal",
        "end": "ending",
        "slip": "legal",
        "start": "legal",
        "hole": "legal",
        "gift": "legal",
        "ghost": "not-seen",
        "knock": "not-seen",
    }


def test_consulted_without_effect_is_told_from_never_consulted(
    ferries: tuple[Exploration, dict[str, Matters]],
) -> None:
    found = ferries[1]
    assert ferries[0].states == 24
    assert (found["knock"].consulted, found["knock"].compared) == (3, 3)
    assert (found["ghost"].consulted, found["ghost"].compared) == (0, 0)
    assert (found["start"].consulted, found["start"].compared) == (1, 0)
    assert all(m.complete and m.states == 24 for m in found.values())
    assert all(m.pair[0] != m.pair[1] and m.instance == "only" for m in found.values())


def test_the_first_plays_of_every_pair_are_told_in_full(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]]
) -> None:
    def play(first: Parted) -> str:
        coding = boat.comparer.coding
        return " ".join(coding.label(coding.decode(code)) for code in first.play)

    found = {name: {pair: p.firsts for pair, p in m.partings.items()} for name, m in ferries[1].items()}
    assert play(found["prize"]["OTHER"]["winner"]) == "cross() claim()"
    assert play(found["toll"]["DOUBLE"]["scored"]) == "beg() cross() claim()"
    assert play(found["helm"]["OTHER"]["decider"]) == "walk() toss(face=0) walk()"
    assert play(found["end"]["RICH"]["ending"]) == "beg() beg()"
    assert play(found["hole"]["SILENT"]["legal"]) == "beg() beg() beg()"
    assert play(found["coin"]["LOADED"]["legal"]) == "walk() toss(face=0) walk() toss(face=0)"
    assert found["coin"]["ALSO_FAIR"] == {}
    (root,) = {ferries[0].line(state)[0] for state in ferries[0].ids().tolist()}
    assert found["start"]["COIN"] == {"legal": Parted(1, root, 0, 0, -1, ())}


def test_the_first_of_a_class_is_reached_under_both_readings(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]]
) -> None:
    """Under the house reading the bridge is shorter, but then the play is not possible under the other."""
    exploration, found = ferries
    first = found["bridge"].partings["CLOSED"].firsts["winner"]
    assert (first.count, first.choices, first.steps) == (3, 3, 6)
    far = [s for s in exploration.ids().tolist() if exploration.cells(s)[0] == 3]
    assert min(exploration.choices(s) for s in far) == 1


def test_a_fault_under_the_other_reading_is_reported_with_its_play(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]]
) -> None:
    parting = ferries[1]["gift"].partings["MANY"]
    error = parting.error
    assert isinstance(error, RangeViolation)
    assert error.play is not None
    _, two = (boat.interpreter(readings) for readings in (parting.ours, parting.theirs))
    steps = [boat.step(two, code) for code in error.play]  # type: ignore[attr-defined]
    states = two.replay(steps[:-1])
    with pytest.raises(RangeViolation):
        two.apply(states[-1], steps[-1])


def pairs(found: dict[str, Matters]) -> list[Any]:
    return [parting for m in found.values() for parting in m.partings.values()]


def test_every_first_is_the_first_of_a_plain_walk(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]]
) -> None:
    compared = 0
    for parting in pairs(ferries[1]):
        if parting.error is not None or not parting.start:
            continue
        readers = [boat.interpreter(readings) for readings in (parting.ours, parting.theirs)]
        firsts: dict[str, tuple[Any, dict[Any, Step | None]]] = {}
        for key, cells, classes in common(boat, readers):
            for name, step in classes.items():
                known, states = firsts.setdefault(name, (key, {}))
                if known == key:
                    states[cells] = step
        if "decider" in firsts:
            legal, decider = firsts.get("legal"), firsts["decider"]
            firsts["legal"] = decider if legal is None or decider[0] < legal[0] else legal
        assert {name: key for name, (key, _) in firsts.items()} == {
            name: (first.choices, first.steps) for name, first in parting.firsts.items()
        }
        for name, first in parting.firsts.items():
            cells = follow(boat, readers, first)
            step = firsts[name][1][cells]
            assert (None if first.code < 0 else boat.step(readers[0], first.code)) == step
            assert first.play[len(first.play) - (first.code >= 0) :] == (first.code,) * (first.code >= 0)
            compared += 1
    assert compared == 13


def test_threads_and_company_change_nothing(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]]
) -> None:
    exploration, found = ferries
    for name in ("bridge", "prize", "end"):
        assert matters(boat.comparer, exploration, name, threads=1) == found[name]
    both = [*house(boat)]
    both[0], both[5] = 1, 1
    (parting,) = compare(boat.comparer, exploration, [both])
    assert parting.verdict == "winner"
    assert parting.firsts["ending"].choices == 1


def test_where_the_starts_differ_no_play_is_in_common(boat: Made) -> None:
    readings = house(boat)
    readings[1] = readings[7] = 1  # the prize is the other's, and a coin is in the purse at first
    (parting,) = compare(boat.comparer, explore(boat.native, boat.system), [readings])
    assert not parting.start
    assert {name: first.play for name, first in parting.firsts.items()} == {"legal": ()}


def test_small_buffers_change_nothing(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common_plays, "FIRST_CAP", 1)
    monkeypatch.setattr(common_plays, "ROOM", 1)
    monkeypatch.setattr(walk, "CHUNK", 1)
    found = by_name(rulings_on(boat.comparer, ferries[0]))
    assert found.keys() == ferries[1].keys()
    for name, m in found.items():
        if name != "gift":  # errors are equal only if they are the same
            assert m == ferries[1][name]


def test_the_base_is_the_reading_of_the_exploration(boat: Made) -> None:
    base = house(boat)
    base[0] = 1  # the bridge is closed
    exploration = explore(boat.native, boat.system, ExploreSettings(base))
    found = matters(boat.comparer, exploration, "bridge")
    assert found.pair == ("CLOSED", "OPEN")
    assert matters(boat.comparer, exploration, "prize").choices == 3


def test_what_is_incomplete_is_undecided(boat: Made) -> None:
    whole = explore(boat.native, boat.system)
    part = explore(boat.native, boat.system, ExploreSettings(max_states=5))
    assert not part.complete
    assert matters(boat.comparer, part, "ghost").matters == "undecided"
    assert matters(boat.comparer, part, "hole").matters == "undecided"
    short = matters(boat.comparer, whole, "ghost", max_states=4)
    assert (short.matters, short.complete) == ("undecided", False)
    assert 4 <= short.states < 24
    # The first of all differences is settled by its play alone; the winner's needs the whole.
    half = explore(boat.native, boat.system, ExploreSettings(max_states=23))
    bridge = matters(boat.comparer, half, "bridge")
    assert bridge.matters == "legal"
    assert "winner" in bridge.partings["CLOSED"].unsettled


def test_a_graph_too_large_to_search_leaves_open_only_what_needs_it(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "MOST_EDGES", 0)
    for names in (None, [r.name for r in reversed(boat.system.rulings)]):
        found = by_name(rulings_on(boat.comparer, ferries[0], names))
        unsettled = {
            name: p.unsettled for name, m in found.items() for p in m.partings.values() if p.unsettled
        }
        assert unsettled == {"bridge": ("scored", "winner"), "gift": ("fault",)}
        assert {name: m.matters for name, m in found.items()} == {
            name: m.matters if name != "bridge" else "legal" for name, m in ferries[1].items()
        }
        assert {name for name, m in found.items() if not m.complete} == {"bridge", "gift"}


def test_ctrl_c_keeps_what_was_compared(boat: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pressed:
        def __init__(self, callback: Any) -> None:
            pass

        def __call__(self, done: int, level: int) -> None:
            signal.raise_signal(signal.SIGINT)

    exploration = explore(boat.native, boat.system)
    monkeypatch.setattr(walk, "Ticker", Pressed)
    found = matters(boat.comparer, exploration, "ghost")
    assert (found.matters, found.complete, found.interrupted) == ("undecided", False, True)
    assert 0 < found.states < 24
    half = explore(
        boat.native, boat.system, ExploreSettings(max_states=23)
    )  # what is not whole anyway is interrupted all the same
    assert [one.interrupted for one in rulings_on(boat.comparer, half, ["ghost", "bridge"])] == [True, True]


def test_ctrl_c_while_a_play_in_common_is_searched(boat: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    exploration = explore(boat.native, boat.system)

    def pressed(*, max_edges: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(exploration, "graph", pressed)
    found = rulings_on(boat.comparer, exploration)
    assert {one.interrupted for one in found} == {True}


def test_under_a_symmetry_plays_are_concrete(
    boat: Made, ferries: tuple[Exploration, dict[str, Matters]]
) -> None:
    maps: list[Any] = [None] * len(boat.system.cells)
    turn = next(f for f in boat.system.fields if f.name == "turn")
    maps[turn.offset] = [1, 0]
    swap = Symmetry(boat.system, [(range(len(maps)), maps)])
    whole = explore(boat.native, boat.system)
    east = whole.cells(int(whole.ids()[0]))
    west = east.copy()
    west[turn.offset] = 1
    exploration = explore(boat.native, boat.system, ExploreSettings(start=[east, west], symmetry=swap))
    assert exploration.states == 24
    assert explore(boat.native, boat.system, ExploreSettings(start=[east, west])).states == 48
    for m in rulings_on(boat.comparer, exploration):
        for name, parting in m.partings.items():
            plain = ferries[1][m.ruling].partings[name]
            if m.ruling == "start":  # not read where the start is given
                assert parting.verdict == "not-seen"
                continue
            assert {n: (f.choices, f.steps) for n, f in parting.firsts.items()} == {
                n: (f.choices, f.steps) for n, f in plain.firsts.items()
            }
            readers = [boat.interpreter(readings) for readings in (parting.ours, parting.theirs)]
            for n, first in parting.firsts.items():
                if parting.start and parting.error is None:
                    cells = follow(boat, readers, first)
                    assert n in parted(boat, readers, cells) or n == "legal"


def test_unknown_rulings_and_readings_are_refused(boat: Made) -> None:
    exploration = explore(boat.native, boat.system)
    with pytest.raises(BadInput, match=r"^no ruling is called bridges; choose of bridge, prize, "):
        matters(boat.comparer, exploration, "bridges")
    with pytest.raises(BadInput) as few:
        compare(boat.comparer, exploration, [[0, 0]])
    assert str(few.value) == "2 readings were given; give all 12"
    with pytest.raises(BadInput) as wrong:
        compare(boat.comparer, exploration, [[0, 3, *[0] * 10]])
    assert str(wrong.value) == "prize has no reading 3; choose of 0 to 2: FINDER, OTHER, BOTH"
    other = made(queen, "blades")
    with pytest.raises(BadInput) as foreign:
        compare(other.comparer, exploration, [])
    assert str(foreign.value) == (
        "comparing test/standard on blades: the exploration is of test/game on only; "
        "compile a comparer for each instance"
    )


def test_rulings_that_nothing_counts_are_known_from_the_rules(boat: Made) -> None:
    system = boat.system
    names = [r.name for r in system.rulings]
    assert system.over is not None
    assert readings_read(system, system.over) == {names.index("end")}
    assert [r for i, r in enumerate(names) if boat.comparer.uncounted(i)] == ["prize", "toll", "helm", "end"]


@pytest.mark.parametrize(
    ("ours", "theirs", "shown"),
    [
        # a half falls on the field in the middle, also by 3, 4 and 1
        ("MIDDLE", "FIRST", "spin(x=0) has weight 1 of 4 under middle and 3 of 8 under first"),
        ("FIRST", "MIDDLE", "spin(x=0) has weight 3 of 8 under first and 1 of 4 under middle"),
        ("MIDDLE", "LAST", "spin(x=0) has weight 1 of 4 under middle and 1 of 8 under last"),
        ("FIRST", "LAST", "spin(x=0) has weight 3 of 8 under first and 1 of 8 under last"),
        ("MIDDLE", "LARGE", ""),
        ("FIRST", "LARGE_FIRST", ""),
        (
            "LARGE",
            "LARGE_FIRST",
            f"spin(x=0) has weight {2**59} of {2**61} under large and {3 * 2**58} of {2**61} under large_first",
        ),
        (
            "LARGE",
            "LARGE_AND_ONE",
            f"spin(x=0) has weight {2**59} of {2**61} under large and {2**59} of {2**61 + 1} under large_and_one",
        ),
    ],
)
def test_the_chance_event_that_parts_readings_has_another_share(ours: str, theirs: str, shown: str) -> None:
    m = made(wheel.mode, "full")
    one, two = (wheel.Width[name] for name in (ours, theirs))
    names = list(wheel.Width)
    exploration = explore(m.native, m.system, ExploreSettings([names.index(one)]))
    (parting,) = compare(m.comparer, exploration, [[names.index(two)]])
    box = EngineBox("wheel", wheel.mode, wheel.mode.full, m.system)
    if not shown:
        assert parting.firsts == {}
        return
    play = parting.firsts["legal"].play
    told = parting_play(box, {"width": one}, "width", names.index(two), play, judged=False)
    assert told is not None
    assert (told["kind"], told["text"]) == ("legal", shown)


def test_shares_of_weights_that_come_to_more_than_64_bits_are_compared_exactly() -> None:
    def words(weights: Sequence[int]) -> View:
        whole = View(np.zeros(2, np.int64))
        for weight in weights:
            state_kernels.add_wide(whole, weight)
        assert [word % 2**64 for word in whole.array.tolist()] == [sum(weights) % 2**64, sum(weights) >> 64]
        return whole

    draws, met = Random(5), [0, 0]
    for _ in range(200):
        weights = [draws.choice((1, 2**31, 2**59, 2**60)) - draws.randint(0, 1) for _ in range(40)]
        share = sum(weights)
        for others in (weights, [*weights[:-1], weights[-1] + 1], [w * 3 for w in weights]):
            for x, y in ((weights[0], others[0]), (3, 1), (1, 3), (2**60, 2**60)):
                told = state_kernels.same_product(x, words(others), y, words(weights))
                assert told == (x * sum(others) == y * share)
                met[told] += 1
    assert sum(met) == 2_400
    assert min(met) > 500


# -------------------------------------------------------------------------------------- a real ruleset


@pytest.fixture(scope="module")
def blades() -> tuple[Made, Exploration, dict[str, Matters]]:
    m = made(queen, "blades")
    exploration = explore(m.native, m.system)
    return m, exploration, by_name(rulings_on(m.comparer, exploration))


def test_every_play_of_blades_parts_just_there(
    blades: tuple[Made, Exploration, dict[str, Matters]],
) -> None:
    m, _, found = blades
    replayed = 0
    for parting in pairs(found):
        assert parting.error is None
        assert parting.unsettled == ()
        readers = [m.interpreter(readings) for readings in (parting.ours, parting.theirs)]
        for name, first in parting.firsts.items():
            cells = follow(m, readers, first)
            classes = parted(m, readers, cells)
            steps = {n: classes[n] for n in (name, "decider") if n in classes}
            assert m.step(readers[0], first.code) in steps.values()
            replayed += 1
    assert replayed > 10


def test_blades_near_its_start_against_a_plain_walk(
    blades: tuple[Made, Exploration, dict[str, Matters]],
) -> None:
    """The first states where each pair of readings parts, from a state with both lines laid, one by one."""
    m, whole, _ = blades
    start = whole.cells(next(s for s in whole.ids().tolist() if whole.kind(s) == "chance"))
    exploration = explore(m.native, m.system, ExploreSettings(start=[start]))
    for parting in pairs(by_name(rulings_on(m.comparer, exploration))):
        if not parting.compared:
            continue
        readers = [m.interpreter(readings) for readings in (parting.ours, parting.theirs)]
        firsts: dict[str, tuple[int, int]] = {}
        last = (0, 0)
        for place, (key, _, classes) in enumerate(common(m, readers, start)):
            last = key
            if place == 40:
                break
            for name in classes:
                firsts.setdefault(name, key)
        told = {n: (f.choices, f.steps) for n, f in parting.firsts.items()}
        if "decider" in firsts:
            firsts["legal"] = min(firsts["decider"], firsts.get("legal", firsts["decider"]))
        assert {n: key for n, key in told.items() if key < last} == {
            n: key for n, key in firsts.items() if key < last
        }


def test_a_ruling_that_is_never_consulted_is_read_by_no_play(
    blades: tuple[Made, Exploration, dict[str, Matters]],
) -> None:
    m, _, found = blades
    reader = m.interpreter(house(m))
    for parting in pairs(found):
        for first in parting.firsts.values():
            steps = [m.step(reader, code) for code in first.play]
            try:
                reader.replay(steps)
            except Refused:
                reader.replay(steps[:-1])
    silent = {name for name, what in found.items() if what.consulted == 0}
    assert "gambler_takes" in silent
    assert not silent & set(reader.tally.rulings)


def test_a_box_compares_with_its_own_code_which_boxes_of_the_same_rules_share(boat: Made) -> None:
    first = EngineBox("tests", boat.mode, boat.instance, boat.system)
    second = EngineBox("tests", boat.mode, boat.instance, boat.system, alike=first)
    assert second.comparer is not first.comparer
    assert first.comparer.native is first.native
    assert second.comparer.native._code is first.native._code
    found = second.explored()
    assert [one.matters for one in rulings_on(second.comparer, found)] == [
        one.matters for one in rulings_on(boat.comparer, found)
    ]
