"""The readers of one text held against each other: interpreter, native code and z3.

:func:`harness` draws states (reachable, near and arbitrary ones) and readings, tries transitions on them in the
interpreter and in native code, and the symbolic reader on a sample: with known values, and on symbols into which
the state is put, as integers and as bit-vectors.  The same seed makes the same comparisons.  What it cannot see: a
rule misread in the text itself, or a fault that all readers share.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from queensbench.errors import BadInput
from queensbench.language.modes import Instance, Mode
from queensbench.readers.differential.comparison import Differ, ReadBox, Readers
from queensbench.readers.differential.report import Report
from queensbench.readers.differential.states import ENDED, Spot, States, World, worlds
from queensbench.readers.differential.symbolic_answers import Said, Substituted
from queensbench.readers.interpreter import Interpreter
from queensbench.readers.native.program import compile_system
from queensbench.readers.symbolic.execution import BitVectors, Integers, Sort, Symbolic
from queensbench.rules.lowering.base import nearest
from queensbench.rules.system import build
from queensbench.rules.typed.ir import System

READERS = Readers(Interpreter, compile_system, Symbolic)
GAMES = 60
STEPS = 150
WORLDS = 24
WHOLE = 40
"""At one state in so many all moves are tried, unless they are too many (LISTED)."""

MOST = 40
"""Enabled moves tried at a state, those first whose transition was enabled least."""

LISTED = 4
"""At most one in so many comparisons comes from a state at which all moves were tried."""

QUESTIONS = 6
"""States at which the questions beside transitions are put to z3, and attempts solved rather than substituted."""


def harness(
    modes: Mode | Iterable[Mode],
    *,
    ruleset: str = "",
    instances: Sequence[str] | None = None,
    comparisons: int = 20_000,
    least: int = 0,
    samples: int = 3,
    seed: int = 20_190_101,
    readers: Readers = READERS,
) -> Report:
    """Hold the readers of a ruleset's modes against each other, on all (or the named) instances.

    At least ``comparisons`` are made (fewer where the states give out), as many for each mode, half of them on its
    first instance, the full one unless others are named; more follow, up to twice as many, until every transition
    was enabled ``least`` times.  z3 is given ``samples`` of each transition's outcomes, and one on later instances
    (0: the symbolic reader only folds known values).  The harness stops at the first disagreement.  Raises BadInput
    and ModelRefused, as loading a mode does, and BadInput for an instance that no mode has, a mode that has none of
    those named, and a ruling or reading that a mode has not.
    """
    chosen = [modes] if isinstance(modes, Mode) else list(modes)
    report = Report(f"{ruleset or 'ruleset'} ({', '.join(mode.name for mode in chosen)})")
    boxes = [_boxes(mode, instances) for mode in chosen]
    for name in instances or ():
        if all(name != one.name for of_mode in boxes for _, one in of_mode):
            raise BadInput(f"no mode has an instance {name}", remedy=nearest(name, _names(chosen)))
    for of_mode in boxes:
        prefix = f"{of_mode[0][0].name}/" if len(chosen) > 1 else ""
        share = -(-comparisons // len(boxes))
        for place, (mode, instance) in enumerate(of_mode):
            rest = len(of_mode) - place
            budget = share // (2 if place == 0 and rest > 1 else rest)
            share -= budget
            random = Random(f"{seed}/{mode.name}/{instance.name}")
            kept = samples if place == 0 else min(samples, 1)
            system = build(mode, instance, ruleset=ruleset)
            box = ReadBox(mode, instance, system, readers.native(system), readers)
            chosen_worlds = [
                _reading(system, world, readers.readings) for world in worlds(system, WORLDS, random)
            ]
            _Compared(box, prefix, random, report, kept, chosen_worlds).run(budget, least, both=place == 0)
            if report.mismatches:
                return report
    return report


def _reading(system: System, world: World, readings: Mapping[str, str]) -> World:
    """A world with some readings in place of its own.  Raises BadInput for one that there is not."""
    raw = list(world.readings)
    names = [ruling.name for ruling in system.rulings]
    for name, reading in readings.items():
        if name not in names:
            raise BadInput(f"there is no ruling {name}", remedy=nearest(name, names))
        ruling = system.rulings[names.index(name)]
        if reading not in ruling.readings:
            raise BadInput(
                f"the ruling {name} has no reading {reading}", remedy=nearest(reading, list(ruling.readings))
            )
        raw[names.index(name)] = ruling.readings.index(reading)
    return replace(world, readings=tuple(raw))


def _names(modes: Iterable[Mode]) -> list[str]:
    return [one.name for mode in modes for one in mode.all_instances()]


def _boxes(mode: Mode, instances: Sequence[str] | None) -> list[tuple[Mode, Instance]]:
    """A mode with those of its instances that are named, or all.  Raises BadInput for none."""
    found = [(mode, one) for one in mode.all_instances() if instances is None or one.name in instances]
    if not found:
        asked = ", ".join(instances or ()) or "nothing"
        remedy = f"name some of {', '.join(_names([mode]))}"
        raise BadInput(f"mode {mode.name} has no instance of those asked for: {asked}", remedy=remedy)
    return found


class _Compared:
    """One mode at one instance while its readers are compared."""

    def __init__(
        self,
        box: ReadBox,
        prefix: str,
        random: Random,
        report: Report,
        samples: int,
        chosen: list[World],
    ) -> None:
        self.random = random
        self.readers = box.readers
        self.report = report
        self.system = box.system
        self.differ = Differ(box, report, random, prefix=prefix, samples=samples)
        self.worlds = chosen
        self.states = States(self.system, box.native, self.worlds, random)

    def run(self, comparisons: int, least: int, *, both: bool) -> None:
        """Make so many comparisons, then put a sample of them to z3 (in ``both`` sorts of numbers, or in one)."""
        report = self.report
        for world in self.worlds:
            self.differ.start(world)
        if report.mismatches:
            return
        self.states.play(GAMES, STEPS)
        done: set[tuple[tuple[int, ...], World]] = set()
        target, idle, turn, wholes = report.comparisons + comparisons, 0, 0, 0
        while idle < 200 and not report.mismatches:
            if report.comparisons >= target:
                lacking = {self.differ.name(t) for t, kept in self.states.kept.items() if kept and t != ENDED}
                if report.comparisons >= target + comparisons or not lacking & set(report.seldom(least)):
                    break
            turn += 1
            spot = self._spot(turn)
            if (spot.cells, spot.world) in done:
                idle += 1
                continue
            idle = 0
            done.add((spot.cells, spot.world))
            tries = (wholes + 1) * self.states.coding.count
            whole = turn % WHOLE == 0 and LISTED * tries <= comparisons
            wholes += whole
            self.differ.state(spot, self._codes(spot), whole=whole)
        if self.differ.most and not report.mismatches:
            sorts: list[Sort] = [Integers(), BitVectors(self.system)]
            for sort in sorts if both else [self.random.choice(sorts)]:
                symbols = Substituted(self.system, sort, self.readers.symbolic)
                self._substituted(symbols, sorted(cells for cells, _ in done), QUESTIONS if both else 2)

    # -------------------------------------------------------------------------------------------- drawing

    def _spot(self, turn: int) -> Spot:
        """The next state: one where the action least compared is enabled, one near it, or any."""
        known = [t for t, sample in self.states.kept.items() if sample]
        enabled = self.report.enabled
        wanted = min(
            (t for t in known if t != ENDED),
            key=lambda t: (enabled[self.differ.name(t)], self.random.random()),
            default=ENDED,
        )
        if turn % 25 == 0 and ENDED in known:
            wanted = ENDED
        spot = self.states.reachable(wanted)
        if spot is None or turn % 6 == 0:
            return self.states.arbitrary()
        return self.states.near(spot) if turn % 6 in (2, 4) else spot

    def _codes(self, spot: Spot) -> list[int]:
        """The codes tried at a state: the enabled ones, and so many others that half of all are enabled."""
        count = self.states.coding.count
        listed = self.states.codes(spot)
        if listed is None:
            return self.random.sample(range(count), min(count, 8))
        chosen = listed if len(listed) <= MOST else self._spread(listed)
        enabled = self.report.enabled.total() + len(chosen)
        others = self.report.comparisons - self.report.enabled.total()
        more = max(0, min(enabled - others, 2 * len(chosen) + 2))
        taken = set(listed)
        drawn = [code for code in self.random.sample(range(count), min(count, 4 * more)) if code not in taken]
        return sorted([*chosen, *drawn[:more]])

    def _spread(self, listed: Sequence[int]) -> list[int]:
        """MOST of the moves, each time one of the transition that was enabled least so far."""
        coding = self.states.coding
        by_transition: dict[int, list[int]] = {}
        for code in self.random.sample(listed, len(listed)):
            place = coding.order[bisect_right(coding.bases, code) - 1]
            by_transition.setdefault(place, []).append(code)
        enabled = {place: self.report.enabled[self.differ.name(place)] for place in by_transition}
        chosen: list[int] = []
        while len(chosen) < MOST:
            place = min(enabled, key=lambda p: enabled[p])
            chosen.append(by_transition[place].pop())
            enabled[place] += 1
            if not by_transition[place]:
                del enabled[place]
        return chosen

    # ------------------------------------------------------------------------------------------------ z3

    def _substituted(self, symbols: Substituted, done: Sequence[tuple[int, ...]], questions: int) -> None:
        """Put the sample into the results of the symbolic reader, and compare."""
        report, name, same = self.report, symbols.sort.name, self.differ.same
        attempts = [attempt for key in sorted(self.differ.samples) for attempt in self.differ.samples[key]]
        for attempt in attempts:
            spot, move = attempt.spot, attempt.move
            found = symbols.evaluate("step", move.transition, spot.cells, spot.world, move.args)
            report.z3[name] += 1
            label = f"{self.states.coding.label(move)}"
            if not same(label, spot, attempt.said, found, two=f"as {name}"):
                return
        for attempt in self.random.sample(attempts, min(len(attempts), questions)):
            spot, move = attempt.spot, attempt.move
            solved = symbols.solved(move.transition, spot.cells, spot.world, move.args)
            report.z3[f"{name}, solved"] += 1
            if not same(self.states.coding.label(move), spot, attempt.said, solved, two=f"as {name}, solved"):
                return
        for world in self.worlds[:questions]:
            folded = self.differ.fold(world).initial()
            spot = Spot("start", (), world)
            report.z3[f"{name}, questions"] += 1
            if not same("start", spot, folded, symbols.evaluate("start", 0, (), world), two=f"as {name}"):
                return
        chosen = self.random.sample(range(len(done)), min(len(done), questions))
        spots = [Spot("any", done[k], self.states.world()) for k in sorted(chosen)]
        self._questions(symbols, spots)

    def _questions(self, symbols: Substituted, spots: Sequence[Spot]) -> None:
        """Put states into the symbolic answers to the other questions, and compare."""
        system, name = self.system, symbols.sort.name
        functions = [system.over, system.wins, system.score]
        functions += [t.weight for t in system.transitions] + [t.decider for t in system.transitions]
        for spot in spots:
            folded = self.differ.fold(spot.world)

            def same(label: str, one: Said, found: Said, spot: Spot = spot) -> bool:
                self.report.z3[f"{name}, questions"] += 1
                return self.differ.same(label, spot, one, found, two=f"as {name}")

            for function in sorted({f for f in functions if f is not None}):
                params = system.functions[function].params
                args = tuple(self.random.randint(t.lo, t.hi) for _, t in params)
                value = folded.ask(function, spot.cells, args)
                found = symbols.evaluate("ask", function, spot.cells, spot.world, args)
                said = Said(1, (value,)) if found.status > 0 else Said(value, None)
                if not same(system.functions[function].name, said, found):
                    return
            for number, judge in enumerate(system.judges):
                found = symbols.evaluate("judge", number, spot.cells, spot.world)
                if found.status > 0:  # without a violation at any argument
                    said = Said(1, (folded.judge(number, spot.cells),))
                    if not same(f"judge {judge.name}", said, found):
                        return
            for cells in (spot.cells, self._broken(spot.cells)):
                found = symbols.evaluate("typed", 0, cells, spot.world)
                if not same("typed", Said(1, (int(cells == spot.cells),)), found):
                    return

    def _broken(self, cells: Sequence[int]) -> tuple[int, ...]:
        """A state with a number out of its range (the same state where there is none)."""
        out = list(cells)
        places = [k for k, t in enumerate(self.system.cells) if t.hi > 1 or t.lo < 0]
        if places:
            place = self.random.choice(places)
            t = self.system.cells[place]
            out[place] = self.random.choice((t.lo - 1, t.hi + 1))
        return tuple(out)
