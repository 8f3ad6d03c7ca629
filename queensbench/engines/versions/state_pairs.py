"""Two versions whose states are of other fields, walked side by side: a pair of states for each play.

Moves are the same if their names and their arguments are, written as names and numbers.  In each pair the moves, whose
choice they are, the probabilities of chance events, the ends, winners and scores are compared, and the fields that both
versions have.  If no pair that can be reached shows a difference, the versions play the same game on the box, whatever
else their states hold.

What this cannot see: fields that one version alone has.  It runs a step at a time, some hundred times slower than the
comparison of versions whose states are alike.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any

from queensbench.engines.runtime.box import Box
from queensbench.engines.versions.readers import NAMES
from queensbench.readers.native.stepper import State, Stepper
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import shown

Progress = Callable[[str], None]
PairOfStates = tuple[State, ...]
"""A state of either version."""
Parted = tuple[str, str, str]
"""A difference: its kind, a sentence, and the move."""
Waiting = tuple[tuple[int, int], int, PairOfStates, Parted | None]
"""A pair that waits to be compared, or whose difference waits: the length of its play first, then a running number."""


@dataclass(frozen=True, slots=True)
class PlayToPair:
    """The shortest play known to a pair of states: its last move from the pair ``before``, its ``length``.

    A length is the number of choices, then that of steps.
    """

    before: PairOfStates | None
    move: str
    length: tuple[int, int]


@dataclass(frozen=True)
class PairsAnswer:
    """The findings: ``kind`` and ``text`` of the first difference ("" where there is none), and the play to it.

    ``pairs``: pairs of states; ``complete``: all that can be reached were compared.
    """

    kind: str
    text: str
    choices: int
    moves: tuple[str, ...]
    pairs: int
    complete: bool


class PairSide:
    """One version on a box, asked a step at a time."""

    def __init__(self, box: Box, readings: Mapping[str, Any]) -> None:
        self.box = box
        self.system = box.system
        self.stepper = Stepper(box.native, box.raw(readings), box.parameters())
        self._labels: dict[int, str] = {}

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players, by name, in the order of raw numbers."""
        names = ir.deciders(self.system)
        if self.system.wins is not None:
            t = self.system.functions[self.system.wins].params[0][1]
            names = t.members if isinstance(t, ir.KindType) else names
        return names

    def label(self, code: int) -> str:
        """A move in words."""
        if code not in self._labels:
            self._labels[code] = self.box.coding.label(self.box.coding.decode(code))
        return self._labels[code]

    def fields(self, names: Sequence[str]) -> Callable[[State], dict[str, tuple[str, ...]]]:
        """A function that gives the values of some fields of a state, as texts."""
        mine = [one for one in self.system.fields if one.name in names]

        def read(state: State) -> dict[str, tuple[str, ...]]:
            cells = memoryview(state).cast("i")
            return {
                f.name: tuple(shown(raw, f.value) for raw in cells[f.offset : f.offset + f.cells])
                for f in mine
            }

        return read

    def judged(self, state: State) -> tuple[str, Any]:
        """How a state is judged: going on, silent or over, with who won and the scores."""
        stepper = self.stepper
        if silent := stepper.silent(state):
            return "silent", self.system.silences[silent - 1].what
        if not stepper.over(state):
            return "goes on", None
        wins, score = self.system.wins, self.system.score
        won = (
            ()
            if wins is None
            else tuple(name for raw, name in enumerate(self.players) if stepper.wins(state, raw))
        )
        scores: tuple[int, ...] = ()
        if score is not None:
            asked = range(len(self.players)) if self.system.functions[score].params else range(1)
            scores = tuple(stepper.score(state, raw) for raw in asked)
        return "over", (won, scores)

    def moves(self, state: State) -> dict[str, int]:
        """The codes of the possible moves, by text."""
        return {self.label(code): code for code in self.stepper.moves(state)}

    def odds(self, state: State, codes: Mapping[str, int]) -> dict[str, Fraction]:
        """The probabilities of the chance events among some moves."""
        chance = {text: code for text, code in codes.items() if code >= self.box.coding.chance_base}
        weights = {text: self.stepper.weight(state, code) for text, code in chance.items()}
        total = sum(weights.values())
        return {text: Fraction(weight, total) for text, weight in weights.items()} if total else {}

    def decider(self, state: State, code: int) -> str:
        """Whose choice a move is."""
        raw = self.stepper.decider(state, code)
        names = ir.deciders(self.system)
        return names[raw] if 0 <= raw < len(names) else "nobody"


class Pairs:
    """The walk over pairs of states."""

    def __init__(self, one: PairSide, two: PairSide) -> None:
        self.sides = (one, two)
        shared = [f.name for f in one.system.fields if f.name in {g.name for g in two.system.fields}]
        self.read = one.fields(shared), two.fields(shared)

    def walk(self, budget: int, progress: Progress) -> PairsAnswer:
        """Compare the pairs that plays reach, the nearest first (by choices, then steps), as far as the budget goes."""
        start = tuple(side.stepper.start() for side in self.sides)
        if told := self.apart(*start):
            return PairsAnswer(*told, 0, (), 1, complete=False)
        came: dict[PairOfStates, PlayToPair] = {start: PlayToPair(None, "", (0, 0))}
        ticket = count()
        queue: list[Waiting] = [((0, 0), next(ticket), start, None)]
        done = 0
        while queue and len(came) <= budget:
            length, _, pair, found = heapq.heappop(queue)
            if found is not None:
                return self._answer(came, length, pair, found, done)
            if came[pair].length < length:  # a shorter way was found since
                continue
            done += 1
            if done % 1000 == 0:
                progress(f"{done:,} pairs of states")
            found = self.parted(pair)
            if found is not None:  # it waits its turn: another pair may show a difference by a shorter play
                further = _longer(length, self.by_chance(pair, found[2]))
                heapq.heappush(queue, (further, next(ticket), pair, found))
                continue
            codes, others = (side.moves(state) for side, state in zip(self.sides, pair, strict=True))
            for text, code in codes.items():
                nexts = (
                    self.sides[0].stepper.step(pair[0], code),
                    self.sides[1].stepper.step(pair[1], others[text]),
                )
                after = (nexts[0] or pair[0], nexts[1] or pair[1])
                further = _longer(length, code >= self.sides[0].box.coding.chance_base)
                if after not in came or further < came[after].length:
                    came[after] = PlayToPair(pair, text, further)
                    heapq.heappush(queue, (further, next(ticket), after, None))
        for length, _, pair, found in sorted(one for one in queue if one[3] is not None)[:1]:
            assert found is not None
            return self._answer(came, length, pair, found, done)
        return PairsAnswer("", "", 0, (), done, complete=not queue)

    def _answer(
        self,
        came: Mapping[PairOfStates, PlayToPair],
        length: tuple[int, int],
        pair: PairOfStates,
        found: Parted,
        done: int,
    ) -> PairsAnswer:
        """A difference, with the play to its pair and the move that shows it."""
        kind, text, move = found
        line = [move]
        while (way := came[pair]).before is not None:
            line.append(way.move)
            pair = way.before
        return PairsAnswer(kind, text, length[0], tuple(line[::-1]), done, complete=False)

    def by_chance(self, pair: PairOfStates, move: str) -> bool:
        """Whether a move is an event of chance."""
        for side, state in zip(self.sides, pair, strict=True):
            code = side.moves(state).get(move)
            if code is not None:
                return code >= side.box.coding.chance_base
        return False

    def apart(self, one: State, two: State) -> tuple[str, str] | None:
        """The difference that two states show by themselves, as its kind and a sentence."""
        a, b = NAMES
        mine, yours = (side.judged(state) for side, state in zip(self.sides, (one, two), strict=True))
        if mine[0] != yours[0]:
            return "ending", f"here the game {_going(mine)} under {a} and {_going(yours)} under {b}"
        if mine != yours:
            kind = "winner" if mine[0] == "over" and mine[1][0] != yours[1][0] else "scored"
            return kind, f"here the result is {_result(mine)} under {a} and {_result(yours)} under {b}"
        values = self.read[0](one), self.read[1](two)
        differing = [name for name, value in values[0].items() if values[1][name] != value]
        if differing:
            return "course", f"the state is another ({', '.join(differing)})"
        return None

    def parted(self, pair: PairOfStates) -> Parted | None:
        """The first difference of a pair, in its moves or after one: its kind, a sentence, and the move."""
        a, b = NAMES
        codes = [side.moves(state) for side, state in zip(self.sides, pair, strict=True)]
        for mine, yours, only in ((codes[0], codes[1], a), (codes[1], codes[0], b)):
            for text in mine:
                if text not in yours:
                    return "legality", f"{text} is possible under {only} only", text
        odds = [side.odds(state, c) for side, state, c in zip(self.sides, pair, codes, strict=True)]
        for text, chance in odds[0].items():
            if odds[1].get(text) != chance:
                return (
                    "chance",
                    f"{text} has probability {chance} under {a} and {odds[1].get(text, 0)} under {b}",
                    text,
                )
        for text in codes[0]:
            who = [
                side.decider(state, c[text]) for side, state, c in zip(self.sides, pair, codes, strict=True)
            ]
            if who[0] != who[1]:
                return "choice", f"{text} is {who[0]}'s choice under {a} and {who[1]}'s under {b}", text
            nexts = [
                side.stepper.step(state, c[text])
                for side, state, c in zip(self.sides, pair, codes, strict=True)
            ]
            if nexts[0] is None or nexts[1] is None:
                continue
            told = self.apart(nexts[0], nexts[1])
            if told is not None:
                return told[0], f"after {text} {told[1].removeprefix('here ')}", text
        return None


def _longer(length: tuple[int, int], chance: bool) -> tuple[int, int]:
    """The length of a play with one step more."""
    return length[0] + (not chance), length[1] + 1


def _going(judged: tuple[str, Any]) -> str:
    return {"goes on": "goes on", "over": "is over", "silent": "comes to a silence of the text"}[judged[0]]


def _result(judged: tuple[str, Any]) -> str:
    if judged[0] != "over":
        return str(judged[1])
    won, scores = judged[1]
    people = f"won by {' and '.join(won) or 'nobody'}"
    return f"{people}, {', '.join(map(str, scores))}" if scores else people
