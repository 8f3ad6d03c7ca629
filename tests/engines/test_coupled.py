"""Games with the same luck: shares that can be worked out, and the same games played by the interpreter alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from model.queen_is_dead import modes as queen_is_dead
from queensbench.engines.coupled import kernels as loops
from queensbench.engines.coupled.playouts import CHANGED, Coupled, Luck
from queensbench.engines.runtime import kernels as k
from queensbench.errors import BadInput, RangeViolation
from queensbench.language import Instance, Mode
from queensbench.project.projects import rulings_of
from queensbench.readers.interpreter import Interpreter
from queensbench.rules.system import build
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding, Move
from tests.engines.models import lots, wager, well

MASK = (1 << 64) - 1
GAMES = 2_000
SEED = 5
STEPS = 60


@cache
def rules(mode: Mode, name: str = "full") -> tuple[System, Luck]:
    instance: Instance = next(i for i in mode.all_instances() if i.name == name)
    system = build(mode, instance, ruleset=mode.name)
    return system, Luck(system)


def others(system: System) -> list[tuple[int, int]]:
    return [
        (n, raw)
        for n, one in enumerate(system.rulings)
        for raw in range(len(one.readings))
        if raw != one.house
    ]


def turned(system: System, number: int, raw: int) -> list[int]:
    house = [one.house for one in system.rulings]
    return [*house[:number], raw, *house[number + 1 :]]


@cache
def wagered() -> tuple[Coupled, dict[str, int]]:
    system, luck = rules(wager.mode)
    pairs = others(system)
    house = [one.house for one in system.rulings]
    found = luck.run(house, [turned(system, *pair) for pair in pairs], games=GAMES, seed=SEED)
    return found, {system.rulings[number].name: place for place, (number, _) in enumerate(pairs)}


# ------------------------------------------------------------------------- the same luck, in plain Python


def mixed(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def number(seed: int, game: int, source: int, count: int) -> int:
    """The random number of 64 bits that belongs to a draw."""
    own = mixed(mixed(seed + 0x632BE59BD9B4E019 & MASK) ^ (game + 1) * 0xD1342543DE82EF95 & MASK)
    own = mixed(own ^ (source + 1) * 0x9E3779B97F4A7C15 & MASK)
    return mixed(own + (count + 1) * 0xD1342543DE82EF95 & MASK)


class Naive:
    """A game under one reading, played by the interpreter with the luck of its seed and number."""

    def __init__(self, mode: Mode, instance: Instance, system: System, readings: list[int]) -> None:
        members = {decl.name: list(decl.readings) for decl in rulings_of(mode)}
        chosen = {one.name: members[one.name][raw] for one, raw in zip(system.rulings, readings, strict=True)}
        self.reader = Interpreter(mode, instance, chosen)
        self.mode, self.system, self.coding = mode, system, Coding(system)
        self.numbers = {t.name: n for n, t in enumerate(system.transitions)}
        self.players = list(mode.players) if mode.players is not None else []

    def moves(self, state: Any) -> list[int]:
        return sorted(
            self.coding.encode(Move(self.numbers[step.name], self.reader.raw_args(step)))
            for step in self.reader.moves(state)
        )

    def step(self, code: int) -> Any:
        move = self.coding.decode(code)
        return self.reader.step(self.system.transitions[move.transition].name, move.args)

    def name(self, code: int) -> str:
        return self.system.transitions[self.coding.decode(code).transition].name

    def decider(self, state: Any, code: int) -> int:
        who = self.reader.decider(state, self.name(code))
        return -1 if who is None else self.players.index(who)

    def weights(self, state: Any, codes: list[int]) -> list[int]:
        return [self.reader.weight(state, self.step(code)) for code in codes]

    def verdict(self, state: Any) -> tuple[Any, ...]:
        if self.reader.silence(state) is not None:
            return "silent", self.reader.silence(state)
        if not self.reader.over(state):
            return ("on",)
        return "over", self.reader.winners(state), self.reader.scores(state)

    def draw(self, state: Any, codes: list[int], luck: tuple[int, int], counts: dict[Any, int]) -> int:
        chance = codes[0] >= self.coding.chance_base
        if chance:
            source = self.coding.decode(codes[0]).transition
        else:
            people = {self.decider(state, code) for code in codes}
            after = len(self.system.transitions) + 1
            source = after + (people.pop() if len(people) == 1 else len(self.players))
        count = counts.get(source, 0)
        counts[source] = count + 1
        random = number(*luck, source, count)
        if not chance:
            return codes[random * len(codes) >> 64]
        weights = self.weights(state, codes)
        left = random * sum(weights) >> 64 if len(codes) > 1 else 0
        place = 0
        while len(codes) > 1 and left >= weights[place]:
            left -= weights[place]
            place += 1
        return codes[place]

    def game(self, luck: tuple[int, int], longest: int) -> list[dict[str, Any]]:
        """The kinds of the states of a game; that of the last says how it ended."""
        state = self.reader.start()
        counts: dict[Any, int] = {}
        line: list[dict[str, Any]] = []
        while True:
            codes = self.moves(state)
            chance = bool(codes) and codes[0] >= self.coding.chance_base
            weights = self.weights(state, codes) if chance else []
            entry: dict[str, Any] = {
                "cells": self.reader.cells(state, [(s.what, self.system.clauses[s.clause]) for s in self.system.silences]),
                "codes": codes,
                "weights": [w * weights[-1] // max(1, weights[0]) for w in weights] and tuple(
                    (w, sum(weights)) for w in weights
                ),
                "deciders": [] if chance else [self.decider(state, code) for code in codes],
                "verdict": self.verdict(state),
            }  # fmt: skip
            line.append(entry)
            if not codes or len(line) > longest:
                return line
            entry["taken"] = self.draw(state, codes, luck, counts)
            state = self.reader.apply(state, self.step(entry["taken"]))


def unlike(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> int:
    """At which step two games part first; -1 if they are the same."""
    for place, (one, two) in enumerate(zip(ours, theirs, strict=False)):
        shares = [[a * sum_ for a, _ in x["weights"] for _, sum_ in y["weights"][:1]] for x, y in ((one, two), (two, one))]  # fmt: skip
        if one["cells"] != two["cells"]:
            return place - 1 if place else 0
        if any(one[key] != two[key] for key in ("codes", "deciders", "verdict")) or shares[0] != shares[1]:
            return place
    return -1 if len(ours) == len(theirs) else min(len(ours), len(theirs)) - 1


@pytest.mark.parametrize(
    ("mode", "name", "games"),
    [
        (well.mode, "small", 8),
        (wager.mode, "full", 12),
        (lots.mode, "full", 12),
        pytest.param(queen_is_dead.mode, "blades", 5, marks=pytest.mark.slow),
    ],
)
def test_the_interpreter_plays_the_same_games(mode: Mode, name: str, games: int) -> None:
    system, luck = rules(mode, name)
    instance = next(i for i in mode.all_instances() if i.name == name)
    pairs = others(system)
    house = [one.house for one in system.rulings]
    vectors = [turned(system, *pair) for pair in pairs]
    found = luck.run(house, vectors, games=games, seed=SEED, max_steps=STEPS)
    naive = Naive(mode, instance, system, house)
    lines = [naive.game((SEED, game), STEPS) for game in range(games)]
    for game, line in enumerate(lines):
        codes, _ = luck.play(house, seed=SEED, game=game, max_steps=STEPS)
        assert codes == [one["taken"] for one in line if "taken" in one][:STEPS]
    told = 0
    for place, vector in enumerate(vectors):
        theirs = Naive(mode, instance, system, vector)
        for game in range(games):
            bits = int(found.outcomes[game, place])
            if bits & loops.FAULTED:
                with pytest.raises(RangeViolation):
                    theirs.game((SEED, game), STEPS)
                continue
            line = theirs.game((SEED, game), STEPS)
            at = unlike(lines[game], line)
            assert (at >= 0) == bool(bits & loops.PARTED), (system.rulings[pairs[place][0]].name, game)
            if at >= 0:
                assert int(found.places[game, place]) & 0xFFFF == at
            if bits & loops.STOPPED:
                assert max(len(line), len(lines[game])) > STEPS
                continue
            one, two = lines[game][-1]["verdict"], line[-1]["verdict"]
            assert (one != two) == bool(bits & CHANGED)
            if one[0] == two[0] == "over":
                assert (one[1] != two[1]) == bool(bits & loops.WINNER)
                assert (one[2] != two[2]) == bool(bits & loops.SCORED)
            told += 1
    assert told > games


# ------------------------------------------------------------------------------------ worked out by hand


def test_results_that_can_be_told_from_the_luck_of_each_game() -> None:
    found, place = wagered()
    system, _ = rules(wager.mode)
    numbers = {t.name: n for n, t in enumerate(system.transitions)}
    red = len(system.transitions) + 1
    changed = dict.fromkeys(place, 0)
    for game in range(GAMES):
        die, second = (
            1 + (number(SEED, game, numbers["throw"], count) * 6 >> 64) for count in range(2)
        )  # weights of one each
        heads = bool(number(SEED, game, numbers["toss"], 0) * 2 >> 64)
        choice = number(SEED, game, red, 0)
        expected = {
            "high": die == 4 and not heads,  # the coin then says Blue
            "again": (die >= 4 or heads) != (second >= 4 or heads),  # the coin is the same one
            "marks": choice * 2 >> 64 != choice * 3 >> 64,
            "called": bool(number(SEED, game, red + 1, 0) * 2 >> 64),  # Blue's call is a score
            "six": die == 6,
            "broken": False,  # the rules break: no result
            "best": False,  # nobody throws twice
            "far": False,
            "idle": False,
        }
        for name, differs in expected.items():
            bits = int(found.outcomes[game, place[name]])
            assert bool(bits & CHANGED) == differs, (name, game)
            changed[name] += differs
            assert not (name in ("high", "again") and bits & loops.SCORED)
            assert not (name in ("marks", "six", "called") and bits & (loops.WINNER | loops.ENDING))
        assert bool(int(found.outcomes[game, place["broken"]]) & loops.FAULTED) == (die == 6)
    exact = {"high": 1 / 12, "again": 1 / 4, "marks": 1 / 2, "called": 1 / 2, "six": 1 / 6}
    for name, share in exact.items():
        assert abs(changed[name] - GAMES * share) < 4.5 * (GAMES * share * (1 - share)) ** 0.5, name
    # Each game is in one class: one that changes the result, or else the length, or the course alone.
    nothing = dict.fromkeys(("winner", "score", "ending", "length", "course"), 0)
    left = {name: GAMES - changed[name] for name in changed}
    assert {name: found.classes(place[name]) for name in place} == {
        "high": nothing | {"winner": changed["high"]},
        "again": nothing | {"winner": changed["again"], "length": left["again"]},  # one throw more
        "marks": nothing | {"score": changed["marks"], "course": left["marks"]},  # a third mark is there
        "called": nothing | {"score": changed["called"], "length": left["called"]},  # one call less
        "six": nothing | {"score": changed["six"]},
        "broken": nothing,  # parted and not followed
        "best": nothing,
        "far": nothing,
        "idle": nothing,
    }


def test_what_comes_up_and_where_it_parts() -> None:
    found, place = wagered()
    system, luck = rules(wager.mode)
    assert found.complete
    assert found.games == GAMES
    assert [found.came(place[name]) for name in ("marks", "again", "called", "idle")] == [
        GAMES,
        GAMES,
        GAMES,
        0,
    ]
    # The die is looked at under every reading, a six alone consults `broken`.
    assert found.came(place["broken"]) == found.count(place["broken"], loops.FAULTED)
    # What is read by the winners and the score is counted nowhere.
    uncounted = [r.name for n, r in enumerate(system.rulings) if not luck.counted(n)]
    assert uncounted == ["high", "six"]
    # `high` parts where the die shows 4 and no coin helps Red: at the end, which is judged otherwise.
    parted = found.count(place["high"], loops.PARTED)
    assert parted == found.count(place["high"], loops.WINNER)
    first = found.first(place["high"])
    assert first is not None
    assert first[1:] == (4, -1)
    assert found.first(place["marks"]) == (0, 0, 2)
    assert found.first(place["idle"]) is None


def test_threads_and_the_number_of_games_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = wagered()
    system, luck = rules(wager.mode)
    vectors = [turned(system, *pair) for pair in others(system)]
    house = [one.house for one in system.rulings]
    monkeypatch.setattr(luck, "threads", 1)
    again = luck.run(house, vectors, games=100, seed=SEED)
    assert (again.outcomes == found.outcomes[:100]).all()
    assert (again.results == found.results[:100]).all()
    assert (luck.run(house, vectors, games=100, seed=SEED + 1).outcomes != found.outcomes[:100]).any()


def test_a_limit_of_steps_is_no_change() -> None:
    system, luck = rules(wager.mode)
    house = [one.house for one in system.rulings]
    names = [one.name for one in system.rulings]
    vectors = [turned(system, names.index(name), 1) for name in ("again", "called")]
    found = luck.run(house, vectors, games=50, seed=SEED, max_steps=4)
    # The game itself ends after four steps; thrown twice, it needs a fifth.
    assert found.results[:, 0, 0].tolist() == [k.OVER] * 50
    assert found.count(0, loops.STOPPED) == 50
    assert (found.count(0, CHANGED), found.count(1, loops.STOPPED)) == (0, 0)


def test_bad_input_and_rules_that_break() -> None:
    system, luck = rules(wager.mode)
    house = [one.house for one in system.rulings]
    with pytest.raises(BadInput, match=r"^0 games of at most 10000 steps with seed 1"):
        luck.run(house, [], games=0, seed=1)
    broken = turned(system, [one.name for one in system.rulings].index("broken"), 1)
    with pytest.raises(RangeViolation, match="in throw\\(face=6\\)"):
        luck.run(broken, [], games=100, seed=1)
