"""The inquiry: plays with an engine until it is known which readings it keeps, and where it does otherwise."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from queensbench.api.game import Game
from queensbench.conformance import earlier, logged_games, sources
from queensbench.conformance.engine import Engine, EngineFault
from queensbench.conformance.explaining import followed_alone
from queensbench.conformance.following import Following, followed, unrolled
from queensbench.conformance.found import INTERRUPTED, MAPPING, Difference, Effort, Found
from queensbench.conformance.ground import Ground
from queensbench.conformance.knowledge import Knowledge
from queensbench.conformance.logs import LoggedGame
from queensbench.conformance.mapping import Mapper
from queensbench.conformance.offers import Offering
from queensbench.conformance.playing import Along, Chooser, Logs, Randomly, Record, Table
from queensbench.conformance.repeating import repeat
from queensbench.conformance.shrinking import Shrinker
from queensbench.conformance.signatures import MOVED, is_allowed, signature
from queensbench.conformance.tours import Tour
from queensbench.engines.runtime.ctrl_c import noted
from queensbench.errors import BadInput

Progress = Callable[[str], None]
MOST_DIFFERENCES = 12
"""After so many differences of different kinds nothing more is looked for."""
FIRST = 12
"""This many random games come before plays are looked for."""
OFFERS = 40
"""In so many of a hundred positions of some games an illegal move is offered."""
SHRINKING = 20.0
"""The most seconds for which a difference is shrunk."""
MANY = 64
"""From more cubes than this a play is followed from the one that holds them all; what it leaves is conjoined after it.

To follow each of some hundred cubes takes more than a minute in a mode of fifty rulings, the one cube seconds."""
BARREN = 8
"""After so many rounds of looking for plays that taught nothing no more of them are looked for."""


class Inquiry:
    """Plays with an engine at some instances of a mode."""

    def __init__(
        self,
        game: Game,
        engine: Engine,
        instances: Sequence[str],
        effort: Effort,
        *,
        mapping: Callable[[Ground], Mapper] | None = None,
        claims: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.game, self.engine, self.effort = game, engine, effort
        self.progress = progress or (lambda text: None)
        self.mapping = mapping
        self.grounds: dict[str, Ground] = {}
        self.all_grounds: dict[str, Ground] = {}
        self.tables: dict[str, Offering] = {}
        for name in instances:
            self.open(name)
        self.never: dict[str, list[dict[str, str]]] = {}
        self.never_since = -1
        first = next(iter(self.grounds.values()))
        self.sets = first.sets
        self.names = [name for name in self.sets.names if name in game.rulings]
        claimed = {
            self.sets.names.index(name): self.sets.options[self.sets.names.index(name)].index(option)
            for name, option in (claims or {}).items()
        }
        self.knowledge = Knowledge(self.sets, self.sets.bound(claimed))
        self.found = Found()
        self.begun = time.monotonic()

    def open(self, instance: str) -> Ground:
        """The ground of an instance."""
        if instance not in self.all_grounds:
            ground = Ground(self.game, instance)
            if self.mapping is not None:
                ground.use(self.mapping(ground))
            self.grounds[instance] = self.all_grounds[instance] = ground
            self.tables[instance] = Offering(self.engine, ground)
        return self.all_grounds[instance]

    # ------------------------------------------------------------------------------------- all of it

    def run(self) -> Found:
        """Play from all sources, until the effort is spent, or Ctrl-C comes: what was found until then is told."""
        try:
            self._stored()
            self._random(0, min(FIRST, self.effort.games))
            self._rounds()
            self._random(min(FIRST, self.effort.games), self.effort.games)
            self.found.reason = "games"
            self._tours()
        except EngineFault as fault:
            self.found.fault = fault
            self.found.reason = "the engine failed"
        except BadInput as fault:  # of the mapping, which cannot read what the engine says
            self.stop(fault)
        except Spent as spent:
            self.found.reason = str(spent) or "time"
        except KeyboardInterrupt:
            self.found.reason = INTERRUPTED
        if (
            self.found.fault is None
            and self.found.reason != INTERRUPTED
            and not isinstance(self.engine, Logs)
        ):
            self._ended_plays()
        self.explain()
        self.found.seconds = time.monotonic() - self.begun
        self.found.moves = sum(table.moves for table in self.tables.values())
        return self.found

    def _stored(self) -> None:
        for ground in list(self.grounds.values()):
            for telling in sources.stored(self.game, ground):
                self.along(ground, telling)

    def _rounds(self) -> None:
        """Look for plays that tell readings apart, round by round, in at most a third of the time."""
        barren = number = 0
        while barren < BARREN and self.undecided():
            if number and time.monotonic() - self.begun > self.effort.seconds / 3:
                break
            barren = 0 if self._telling(number) else barren + 1
            number += 1

    def _telling(self, number: int) -> bool:
        """Look for plays that tell apart what is left, and play them; whether something was learned."""
        learned = len(self.knowledge.facts)
        for ground in list(self.grounds.values()):
            if not ground.tellable:
                continue
            base = self._base(number)
            for telling in self._compared(ground, base):
                self.along(ground, telling)
            self._in_time()
            seed = self.effort.seed + number
            for telling in sources.coupled(ground, base, self.undecided(), seed, self.progress):
                self.along(ground, telling)
        return len(self.knowledge.facts) > learned

    def _base(self, number: int) -> list[int]:
        """The reading, of those left, beside which others are tried: the house's, as far as it is left, then any.

        A play that parts readings beside one that the engine does not keep need not part them for the engine.
        """
        cubes = self.knowledge.cubes
        if not number:
            return list(self.sets.example(cubes[0]))
        dice = random.Random(f"{self.effort.seed} {number}")
        cube = dice.choice(cubes)
        return [dice.choice(self.sets.options_in(cube, ruling)) for ruling in range(len(self.sets.names))]

    def _compared(self, ground: Ground, base: list[int]) -> list[sources.Telling]:
        """Shortest plays for what is not told apart; notes what never differs in the box."""
        names = self.undecided()
        self.progress(f"{ground.instance}: {len(names)} rulings not told apart")
        self._in_time()
        found, never = sources.compared(ground, base, names, self.progress)
        if self.never_since != len(self.knowledge.facts):
            self.never, self.never_since = {}, len(self.knowledge.facts)
        self.never.setdefault(ground.instance, []).append(never)
        return found

    def never_differs(self, name: str) -> str:
        """The class in which a ruling is known to differ nowhere at these instances; empty if it is not known.

        Only where nothing was learned since rulings were last compared does what was found still hold.
        """
        tellable = [ground.instance for ground in self.grounds.values() if ground.tellable]
        if self.never_since != len(self.knowledge.facts) or not all(
            self.never.get(instance) and all(name in one for one in self.never[instance])
            for instance in tellable
        ):
            return ""
        return " and ".join(self.never[instance][0][name] for instance in tellable)

    def _random(self, first: int, end: int) -> None:
        """Random games; in the last third of them illegal moves are offered."""
        for number in range(first, end):
            for ground in list(self.grounds.values()):
                if len(self.found.differences) >= MOST_DIFFERENCES:
                    raise Spent("differences")
                seed = self.effort.seed + number
                table = self.tables[ground.instance]
                table.rate = OFFERS if 3 * number >= 2 * self.effort.games else 0
                self.one(ground, Randomly(seed), "random", seed)
                table.rate = 0

    def _tours(self) -> None:
        """Do every transition of the boxes that are small, while nothing speaks against the engine."""
        for ground in list(self.grounds.values()):
            table = self.tables[ground.instance]
            if not (ground.tellable and table.tells_chance and self.effort.tours) or self.found.differences:
                continue
            if not self._told_all(table):
                continue
            tour = Tour(ground, self.knowledge.cubes[0])
            if tour.total is None:
                continue
            self.progress(f"{ground.instance}: a tour of {tour.total:,} transitions")
            while tour.left and not self.found.differences:
                before = tour.done
                self.one(ground, tour, "tour", self.effort.seed)
                tour.route = []
                if tour.done == before:
                    break
            self.found.toured[ground.instance] = (tour.done, tour.total)

    @staticmethod
    def _told_all(table: Table) -> bool:
        """Whether the engine takes chance as it is told, or there is none."""
        return "chance" in table.can or table.ground.chances == table.ground.coding.count

    def _ended_plays(self) -> None:
        """Play the differences of an older report again; then shrink each difference that was found."""
        try:
            for older in self.effort.again:
                self._once_more(older)
            for difference in self.found.differences:
                self._smallest(difference)
        except EngineFault as fault:
            self.found.fault = fault
        except BadInput as fault:
            self.stop(fault)
        except KeyboardInterrupt:
            self.found.reason = INTERRUPTED

    def explain(self) -> None:
        """After the last play, follow plays alone, and find those that contradict differences; Ctrl-C cuts it short."""
        try:
            if self.found.reason != INTERRUPTED:
                followed_alone(self.knowledge, self.found, self.all_grounds.__getitem__)
        except KeyboardInterrupt:
            self.found.reason = INTERRUPTED
        for difference in self.found.differences:
            if difference.kind == "contradiction":
                difference.against = self.knowledge.against(difference.alone)

    def stop(self, fault: BadInput) -> None:
        """End with what was found until a mapping failed.  Raises the fault if that is nothing."""
        if not self.found.plays:
            raise fault
        self.found.fault, self.found.reason = fault, MAPPING

    def _once_more(self, difference: Mapping[str, Any]) -> None:
        """Play a difference of an older report again: what it says is taken in like that of any other play."""
        ground = self.grounds.get(difference["instance"])
        did = difference.get("play")
        if ground is None or not isinstance(did, list):
            return
        table = self.tables[ground.instance]
        table.rate = 0
        seed = difference.get("seed")
        seed = seed if isinstance(seed, int) else self.effort.seed
        record, following, whole = earlier.played_again(table, did, seed, self.knowledge.cubes)
        if record.ended == "unsupported":
            return
        self._count(record)
        self._take_in(ground, record, following)
        self._cover(ground, following)
        name = earlier.key(difference)
        self.found.again[name] = whole and self.found.again.get(name, True)

    def _smallest(self, difference: Difference) -> None:
        table = self.tables[difference.record.instance]
        wanted = difference.signature[2:]
        cubes = None if difference.kind == "fault" else self.knowledge.cubes

        def same(record: Record, following: Following) -> bool:
            probe = Difference(difference.kind, record, following)
            found = signature(table.ground, probe)[2:]
            return (found[0], found[2]) == (wanted[0], wanted[2])

        codes = difference.record.codes
        legal = not codes or codes[-1] in difference.following.path()[-1:] or codes[-1] < 0
        said = difference.record.transcript
        offered = next((one.what for one in reversed(said) if one.what in MOVED), "")
        illegal = not legal and offered in ("do", "refused") and not is_allowed(table.ground, difference)
        until = time.monotonic() + SHRINKING
        shrinker = Shrinker(table, cubes, same, until, illegal)
        table.rate = 0
        with table.aside():
            found = shrinker.shrink(difference.record)
            if found is None or len(found[0].codes) > len(codes):
                return
            if difference.kind == "contradiction":
                found = shrinker.instead(found, self._parting(table, difference), self._explained(difference))
        record, following = found
        kind, left = difference.kind, difference.alone
        if kind == "contradiction":
            alone = followed(table.ground, record.transcript)
            if alone.dead >= 0 and not alone.cut:
                kind, following = "fault", alone
            else:
                left = tuple(alone.readings)
        with noted():  # a play and what is said of it come together
            difference.record, difference.following = record, following
            difference.kind, difference.alone = kind, left

    def _parting(self, table: Table, difference: Difference) -> list[tuple[int, ...]]:
        """Plays on which readings that explain a difference part first from one of those that are left."""
        if not table.ground.tellable or not table.tells_chance:
            return []
        plays = sources.parting(table.ground, self.knowledge.cubes[0], difference.alone, self.progress)
        return [one.codes for one in plays]

    def _explained(self, difference: Difference) -> Callable[[Record, Following], bool]:
        """Whether readings that explain a difference explain another play as well."""

        def alike(record: Record, following: Following) -> bool:
            alone = followed(following.ground, record.transcript)
            return not alone.cut and bool(self.sets.both(difference.alone, alone.readings))

        return alike

    def undecided(self) -> list[str]:
        """The rulings of which several options are left."""
        return [
            name
            for ruling, name in enumerate(self.sets.names)
            if name in self.names and len(self.knowledge.options_left(ruling)) > 1
        ]

    def along(self, ground: Ground, telling: sources.Telling) -> None:
        """Play along a list of codes, if the ruling it was made for is not told apart yet."""
        if telling.ruling in self.names and telling.ruling not in self.undecided():
            return
        self.one(ground, Along(telling.codes), telling.source, self.effort.seed)

    def _in_time(self) -> None:
        if time.monotonic() - self.begun > self.effort.seconds:
            raise Spent

    # ------------------------------------------------------------------------------------- one play

    def one(self, ground: Ground, chooser: Chooser, source: str, seed: int) -> None:
        """One play, and what it says."""
        self._in_time()
        table = self.tables[ground.instance]
        record, following = table.play(
            chooser, source, seed=seed, cubes=self.knowledge.outline(MANY), most=self.effort.moves
        )
        found = self.found
        if record.ended == "unsupported":
            found.unsupported[ground.instance] = record.why
            self.grounds.pop(ground.instance, None)
            return
        following = self._exactly(ground, record, following)
        if isinstance(chooser, Tour):
            chooser.arrived(following)
        self._count(record)
        if found.plays % 50 == 0:
            self.progress(f"{found.plays} plays, {len(self.undecided())} rulings not told apart")
        try:
            self._take_in(ground, record, following)
        except KeyboardInterrupt:  # what it says was not taken in: it counts for nothing
            found.plays -= 1
            found.endings[record.ended] -= 1
            found.endings = {how: count for how, count in found.endings.items() if count}
            raise
        self._cover(ground, following)

    def _exactly(self, ground: Ground, record: Record, following: Following) -> Following:
        """Follow a play again from each cube that is left, where it was followed from the one that holds them all.

        Only if it leaves none of them, or too much of it was not followed.
        """
        cubes = self.knowledge.cubes
        if len(cubes) <= MANY or following.dead >= 0:
            return following
        if not following.cut and self.knowledge.meets(following.readings):
            return following
        exact = followed(ground, record.transcript, cubes)
        if exact.dead >= 0:
            record.end_with(exact.dead)
        return exact

    def _count(self, record: Record) -> None:
        """Count a play, and how it ended."""
        self.found.plays += 1
        self.found.endings[record.ended] = self.found.endings.get(record.ended, 0) + 1

    def _take_in(self, ground: Ground, record: Record, following: Following) -> None:
        """Take in what a play says: a difference, or what it excludes."""
        if following.cut:
            self.found.cut += 1
        elif following.dead >= 0:
            self._differs(ground, record, following)
        else:
            self._learn(ground, record, following)

    def log(self, logged: LoggedGame, instance: str) -> None:
        """A game of a log, and what it says."""
        ground = self.open(instance)
        following = Following(ground, self.knowledge.outline(MANY))
        record = Record(instance, f"{logged.path.name}:{logged.line}", 0)
        table = self.tables[instance]
        for said in logged_games.told(logged, following):
            table.compared[said.what] += said.what not in MOVED
            table.moves += said.what in ("do", "chance")
            record.heard(said)
            if not following.hear(said) or following.cut:
                break
        found = self.found
        record.ended = "difference" if following.dead >= 0 else "cut" if following.cut else "over"
        if not following.cut and following.dead < 0 and not following.alive:
            record.ended = "silent"
        following = self._exactly(ground, record, following)
        self._count(record)
        found.moves = sum(one.moves for one in self.tables.values())
        self._take_in(ground, record, following)
        self._cover(ground, following)

    def _learn(self, ground: Ground, record: Record, following: Following) -> None:
        """Take in what a play excludes, if it does so twice."""
        left = following.readings
        if not self.knowledge.gone(left):
            return
        if not self._again(ground, record):
            self.found.unsteady.append(record)
            return
        number = len(self.found.records) + 1
        with noted():  # a fact and the play that shows it come together
            if self.knowledge.learn(number, left):
                self.found.records[number] = record

    def _differs(self, ground: Ground, record: Record, following: Following) -> None:
        """A play that nothing is left of: under no reading, or under none of those left."""
        steady = self._again(ground, record)
        if not steady:
            self.found.unsteady.append(record)
            return
        alone = followed(ground, record.transcript)
        if alone.cut:
            self.found.cut += 1
            return
        kind = "contradiction" if alone.dead < 0 else "fault"
        if kind == "fault":
            following = alone
        left = tuple(alone.readings) if kind == "contradiction" else ()
        difference = Difference(kind, record, following, alone=left)
        difference.signature = signature(ground, difference)
        for known in self.found.differences:
            if known.signature == difference.signature:
                known.count += 1
                if len(record.transcript) < len(known.record.transcript):
                    known.record, known.following = record, following
                    known.alone = left
                return
        self.found.differences.append(difference)

    def _again(self, ground: Ground, record: Record) -> bool:
        """Whether the engine does and says the same when the play is played again; a log says it once and for all."""
        if isinstance(self.engine, Logs):
            return True
        table = self.tables[ground.instance]
        repeated = repeat(table, record)
        return [one.to_json() for one in repeated] == [one.to_json() for one in record.transcript]

    def _cover(self, ground: Ground, following: Following) -> None:
        """Note the clauses that a play carried out, under a reading that it leaves, and others too."""
        for _, cube, path in following.pairs:
            met = next((met for one in self.knowledge.cubes if (met := self.sets.meet(cube, one))), None)
            if met is not None:
                reading = self.sets.example(met)
                self.found.clauses |= set(ground.steps.clauses_counted(unrolled(path), reading))
                return


class Spent(Exception):
    """The effort is spent: the time is over, or enough differences were found (``differences``)."""
