"""Playing with an engine under test: it is asked what it can say in every position, and the rules follow.

A *chooser* says what is done next.  Chance is told to the engine if it takes that, else asked of it; what it settles
itself without a word is followed in every way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from queensbench.conformance.engine import Answer, Engine, EngineFault
from queensbench.conformance.following import CAP, Following, Said
from queensbench.conformance.ground import Ground
from queensbench.conformance.seats import SeatWatch
from queensbench.engines.follow.reading_sets import Cube

MOST_MOVES = 400
"""A play is stopped after this many moves and outcomes of chance."""
SEATS_EVERY = 8
"""In one of so many positions each seat is asked what it sees."""


class Chooser(Protocol):
    """Says what is done in a position: a code of the rules, or None to end the play."""

    def choose(self, following: Following, codes: Sequence[int], chance: bool) -> int | None:
        """One of the codes that are possible in some pair."""
        ...


@dataclass
class Record:
    """A play with an engine: how it began, what was done and said, and how it ended.

    ``ended``: ``over``, ``silent`` (the text says nothing more), ``difference``, ``cut``, ``stopped`` (by the chooser
    or a limit), ``unsupported``.  ``codes``: what was chosen; ``chosen``: how much of that before each thing was said.
    """

    instance: str
    source: str
    seed: int
    transcript: list[Said] = field(default_factory=list)
    ended: str = ""
    why: str = ""
    codes: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)

    def heard(self, said: Said) -> None:
        """Add one thing that was done or said."""
        self.transcript.append(said)
        self.chosen.append(len(self.codes))

    def end_with(self, number: int) -> None:
        """Let it end in a difference with the thing of this number, from 0."""
        del self.codes[self.chosen[number] :]
        del self.transcript[number + 1 :], self.chosen[number + 1 :]
        self.ended = "difference"

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "instance": self.instance,
            "source": self.source,
            "seed": self.seed,
            "ended": self.ended,
            "said": [said.to_json() for said in self.transcript],
        }


class Logs(Engine):
    """The stand-in for an engine that is known only by its logs."""

    def __init__(self, name: str, version: str) -> None:
        self.name, self.version = name, version
        self.can: frozenset[str] = frozenset()

    def ask(self, ask: str, /, **request: Any) -> Answer:
        """Nothing can be asked of a log."""
        raise EngineFault("a log answers nothing", engine=self.name, asked={"ask": ask, **request})

    def close(self) -> None:
        """Nothing is to be ended."""


class Table:
    """An engine at a table: plays are played with it, one after the other.

    ``compared``: how often it said what, by the names of requests; ``fields``: how often it told a field.
    ``tells_chance``: whether it is told how chance comes out.  An engine that took an outcome once is told others, even
    if it refuses some; one that took none draws all.
    """

    def __init__(self, engine: Engine, ground: Ground) -> None:
        self.engine, self.ground = engine, ground
        self.can = engine.can
        self.compared: Counter[str] = Counter()
        self.fields: Counter[str] = Counter()
        self.tells_chance = True
        self.took_chance = False
        self.unsupported = ""
        self.moves = 0
        self.looked = 0
        self.watch = SeatWatch()

    # ------------------------------------------------------------------------------------- one play

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Play without counting what is done and said."""
        kept = self.moves, self.compared.copy(), self.fields.copy()
        try:
            yield
        finally:
            self.moves, self.compared, self.fields = kept

    def play(
        self,
        chooser: Chooser,
        source: str,
        *,
        seed: int = 1,
        cubes: Sequence[Cube] | None = None,
        most: int = MOST_MOVES,
        cap: int = CAP,
    ) -> tuple[Record, Following]:
        """Play from the start to the end.  Raises EngineFault."""
        record, following = self.begun(source, seed, cubes, cap)
        while not record.ended:
            record.ended = self._turn(chooser, record, following, most)
        return record, following

    def begun(
        self, source: str, seed: int, cubes: Sequence[Cube] | None, cap: int = CAP
    ) -> tuple[Record, Following]:
        """A play that has just begun; it has ended at once where the engine has no such box.  Raises EngineFault."""
        ground = self.ground
        record = Record(ground.instance, source, seed)
        following = Following(ground, cubes, cap)
        box = {"name": ground.instance, "parameters": self._parameters()}
        seats = [ground.engine_seat(player) for player in range(len(ground.seats))]
        answer = self.engine.ask("reset", instance=box, seats=seats, seed=seed)
        if "unsupported" in answer:
            record.ended, record.why = "unsupported", answer["unsupported"]
            self.unsupported = answer["unsupported"]
        else:
            self.settled(answer, record, following)
        return record, following

    def _parameters(self) -> dict[str, int]:
        system = self.ground.box.system
        return {parameter.name: parameter.default for parameter in system.parameters}

    def _turn(self, chooser: Chooser, record: Record, following: Following, most: int) -> str:
        """Look at the position, and do something; how the play has ended, empty if it goes on."""
        if not self.observe(record, following):
            return "difference"
        if following.cut:
            return "cut"
        if not following.alive:
            return "silent"
        if len(record.codes) >= most:
            return "stopped"
        if (
            record.transcript
            and record.transcript[-1].what == "result"
            and record.transcript[-1].value.get("over")
        ):
            return "over"
        lucky, choices = possible(following)
        if not lucky and not choices:
            return "over"
        if lucky and not choices:
            done = self._chance(chooser, record, following, lucky)
        else:
            done = self._choice(chooser, record, following, choices)
        return done

    # ------------------------------------------------------------------------------------- looking

    def observe(self, record: Record, following: Following) -> bool:
        """Ask what the engine can say of the position; whether something is left."""
        for ask in ("to_move", "moves", "state", "result"):
            if ask not in self.can:
                continue
            if ask == "state":
                answer = self.engine.ask(ask, seat=None)
                value: Any = answer["state"]
                self.fields.update(name for name, told in value.items() if told is not None)
            else:
                answer = self.engine.ask(ask)
                value = answer if ask == "result" else answer[ask]
            if ask == "result" and not value:
                continue
            self.compared[ask] += 1
            if not self.heard(record, following, Said(ask, value)):
                return False
            if ask == "state":
                self._seats(following, value)
        return True

    def _seats(self, following: Following, whole: Mapping[str, Any]) -> None:
        """Now and then ask what each seat sees, where there is something to hide and the state is known."""
        self.looked += 1
        hides = self.ground.rules.views.hidden and self.ground.seats
        if hides and self.looked % SEATS_EVERY == 1 and len(following.pairs.cubes) == 1:
            self.watch.look(self.engine, self.ground, next(iter(following.pairs.cubes)), whole)

    @staticmethod
    def heard(record: Record, following: Following, said: Said) -> bool:
        """Note what was said, and follow."""
        record.heard(said)
        return following.hear(said)

    # ------------------------------------------------------------------------------------- acting

    def _choice(self, chooser: Chooser, record: Record, following: Following, codes: Sequence[int]) -> str:
        """Do what the chooser says; how the play has ended, empty if it goes on."""
        events = self._events(following, codes)
        if not events:
            return "stopped"
        code = chooser.choose(following, sorted(events), False)
        if code is None:
            return "stopped"
        event = events.get(code) or self.ground.event(code)
        if event is None:
            return "stopped"
        meant = {code} if code >= 0 else self._meant(following, event) & {*codes} or codes
        asked = [{"seat": self._seat(following, meant), **event}]
        answer = self.engine.ask("do", moves=asked)
        record.codes.append(code)
        self.moves += 1
        if "refused" in answer:
            self.heard(record, following, Said("refused", asked))
            return "" if following.dead < 0 else "difference"
        if not self.heard(record, following, Said("do", asked)):
            return "difference"
        return "" if self.settled(answer, record, following) else "difference"

    def _events(self, following: Following, codes: Sequence[int]) -> dict[int, dict[str, Any]]:
        """The events to choose from: by code, each for one move; if they come as a list, by numbers from -1 down."""
        ground = self.ground
        found: dict[int, dict[str, Any]] = {}
        first = following.example()
        own = None
        if not ground.plain and first is not None:
            own = ground.mapper.candidates(ground.position(first[0], first[1]))
        if own is None and not ground.plain and (ground.mapper.longest != 1 or ground.silent):
            own = self._said_moves(following)
        if own is not None:
            number = 0
            for event in own:
                number -= 1
                found[number] = dict(event)
            return found
        for code in codes:
            word = ground.event(code)
            if word is not None:
                found[code] = word
        return found

    def _said_moves(self, following: Following) -> list[Mapping[str, Any]] | None:
        if "moves" not in self.can:
            return None
        offered: list[Mapping[str, Any]] = self.engine.ask("moves")["moves"]
        return offered

    def _meant(self, following: Following, event: Mapping[str, Any]) -> set[int]:
        """The codes of the moves with which an event of the engine may begin."""
        ground, first = self.ground, following.example()
        position = None if first is None else ground.position(first[0], first[1])
        begun = [one[0] for one in ground.alternatives(event, False, position) if one]
        return {code for pattern in begun for code in ground.codes(pattern)}

    def _seat(self, following: Following, codes: Collection[int]) -> str | None:
        """The engine's name of the seat whose choice one of these moves is."""
        ground = self.ground
        if not ground.seats:
            return None
        for state, cube, _ in following.pairs:
            moves = ground.steps.moves(state, cube)
            own = [code for _, listed in moves if type(listed) is tuple for code in listed if code in codes]
            for code in own[:1]:
                for _, who in ground.steps.decider(state, code, cube):
                    if type(who) is int and 0 <= who < len(ground.seats):
                        return ground.engine_seat(who)
        return ground.engine_seat(0)

    def settled(self, answer: Answer, record: Record, following: Following) -> bool:
        """Follow the chance that the engine settled itself; whether something is left."""
        for outcome in answer.get("drew", ()):
            if not self.heard(record, following, Said("chance", outcome)):
                return False
        if "chance" not in self.can and chances(following):
            return self.heard(record, following, Said("drawn", "all"))
        return True

    def _chance(self, chooser: Chooser, record: Record, following: Following, codes: Sequence[int]) -> str:
        """Let chance come out."""
        ground = self.ground
        if "chance" not in self.can:
            return "" if self.heard(record, following, Said("drawn", "all")) else "difference"
        if self.tells_chance:
            code = chooser.choose(following, codes, True)
            if code is None:
                return "stopped"
            outcome = ground.event(code)
            answer = self.engine.ask("chance", outcome=outcome) if outcome else {"refused": "no word"}
            if "refused" not in answer:
                self.took_chance = True
                record.codes.append(code)
                self.moves += 1
                return "" if self.heard(record, following, Said("chance", outcome)) else "difference"
        answer = self.engine.ask("chance", outcome=None)
        if "refused" in answer:
            if not self.tells_chance or outcome is None:
                return "stopped"
            return "" if self.heard(record, following, Said("unlucky", outcome)) else "difference"
        self.tells_chance = self.took_chance
        self.moves += 1
        drew = answer.get("drew")
        record.codes.append(-1)
        said = Said("drawn", None) if drew is None else Said("chance", drew)
        return "" if self.heard(record, following, said) else "difference"


def possible(following: Following) -> tuple[list[int], list[int]]:
    """The outcomes of chance and the choices that are possible in some pair."""
    lucky: set[int] = set()
    choices: set[int] = set()
    for state, cube, _ in following.pairs:
        for _, codes in following.steps.moves(state, cube):
            if type(codes) is tuple and codes:
                (lucky if codes[0] >= following.ground.chances else choices).update(codes)
    return sorted(lucky), sorted(choices)


def chances(following: Following) -> list[int]:
    """The outcomes of chance that are possible in some pair."""
    return possible(following)[0]


# ------------------------------------------------------------------------------------------- choosers


class Randomly:
    """Chooses at random, chance by its weights; moves that tell readings apart more often than others.

    ``curious``: how often a move is looked for that has several results among the readings that are left.
    """

    def __init__(self, seed: int, curious: float = 0.3) -> None:
        self.random = random.Random(seed)
        self.curious = curious

    def choose(self, following: Following, codes: Sequence[int], chance: bool) -> int | None:
        """One of the codes."""
        if chance:
            return self._drawn(following, codes)
        if self.curious and codes[0] >= 0 and len(codes) > 1 and self.random.random() < self.curious:
            found = self._telling(following, codes)
            if found is not None:
                return found
        return codes[self.random.randrange(len(codes))]

    def _drawn(self, following: Following, codes: Sequence[int]) -> int:
        first = following.example()
        if first is None or len(codes) == 1:
            return codes[0]
        weights = []
        for code in codes:
            leaves = following.steps.weight(first[0], code, first[1])
            weight = leaves[0][1]
            weights.append(weight if type(weight) is int and weight > 0 else 0)
        if not any(weights):
            return codes[self.random.randrange(len(codes))]
        return self.random.choices(codes, weights)[0]

    def _telling(self, following: Following, codes: Sequence[int]) -> int | None:
        """The move, of a few, that has the most different results."""
        first = following.example()
        if first is None:
            return None
        best, most = None, 1
        for code in self.random.sample(list(codes), min(6, len(codes))):
            count = len(following.steps.step(first[0], code, first[1]))
            if count > most:
                best, most = code, count
        return best


class Along:
    """Chooses what stands in a list, as long as that is possible; then as another chooser does.

    ``left``: whether the list was left: chance came out otherwise, or a move was not possible.  ``lenient``: what is
    not possible is passed over.  ``last``: a move that comes last, possible or not.
    """

    def __init__(
        self,
        codes: Sequence[int],
        after: Chooser | None = None,
        *,
        lenient: bool = False,
        last: int | None = None,
    ) -> None:
        self.last = last
        self.codes = list(codes)
        self.at = 0
        self.left = False
        self.lenient = lenient
        self.after = after

    def choose(self, following: Following, codes: Sequence[int], chance: bool) -> int | None:
        """The next one of the list."""
        while not self.left and self.at < len(self.codes):
            code = self.codes[self.at]
            self.at += 1
            if code in codes:
                return code
            if not self.lenient:
                self.left = True
        if self.last is not None and not chance:
            code, self.last = self.last, None
            return code
        return self.after.choose(following, codes, chance) if self.after is not None else None
