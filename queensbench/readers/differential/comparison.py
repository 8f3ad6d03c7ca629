"""All answers of the readers about one state, held against each other.

The outcome of each transition (refused, violated and at which place, silent, done), the successor, the settled
successor, the clauses carried out, the weight, whose choice it is; the list of enabled moves; whether the game is
over, who has won, the scores; the judges of the properties.  The interpreter answers with records, native code
with numbers, the symbolic reader with known values folded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np

from queensbench.errors import ModelError, RangeViolation
from queensbench.language.modes import Instance, Mode
from queensbench.readers.differential.agreement import NEVER, WORDS, Agreement
from queensbench.readers.differential.report import Report
from queensbench.readers.differential.states import Spot, World
from queensbench.readers.differential.symbolic_answers import Folded, Said
from queensbench.readers.interpreter import Interpreter, Step, Tally
from queensbench.readers.native.program import Native
from queensbench.readers.symbolic.execution import Symbolic
from queensbench.rules.system import PROBED, properties_of
from queensbench.rules.typed.ir import System
from queensbench.rules.typed.move_codes import Coding, Move

JUDGED = 0.3
"""The share of states at which the judges are asked."""

LONGEST = 64
"""Automatic steps in a row that are followed."""


@dataclass(frozen=True)
class Readers:
    """The constructors of the three readers; tests put faulty ones in.  Native and symbolic take the system.

    ``readings``: those that some rulings have in all comparisons, by name (``{"pass": "ONCE"}``); the others are drawn.
    """

    interpreter: Callable[..., Interpreter]
    native: Callable[[System], Native]
    symbolic: Callable[..., Symbolic]
    readings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadBox:
    """One mode at one instance: its system, the native code of it, and how readers are made."""

    mode: Mode
    instance: Instance
    system: System
    native: Native
    readers: Readers


@dataclass(frozen=True)
class Here:
    """A state as each reader has it; ``fold``: whether the symbolic reader is asked of it as well.

    ``cells`` are those of native code, which settles them in place; ``env`` holds its readings and parameters.
    """

    spot: Spot
    interpreter: Interpreter
    state: Any
    cells: Any
    env: Any
    fold: bool


@dataclass(frozen=True)
class Attempt:
    """A transition on which two readers agreed, with the answer that the symbolic reader must give as well."""

    spot: Spot
    move: Move
    said: Said


class Differ(Agreement):
    """Holds the readers of one mode at one instance against each other.

    ``samples``: how many attempts of each transition and outcome are kept.  ``folded_share``: the share of attempts at
    which the symbolic reader is asked as well.
    """

    def __init__(
        self,
        box: ReadBox,
        report: Report,
        random: Random,
        *,
        prefix: str = "",
        samples: int = 3,
        folded_share: float = 0.1,
    ) -> None:
        super().__init__(box.instance, box.system, report, prefix)
        self.mode = mode = box.mode
        self.native = box.native
        self.random = random
        self.readers = box.readers
        self.most = samples
        self.folded_share = folded_share
        self.samples: dict[tuple[int, int], list[Attempt]] = {}
        self.met: dict[tuple[int, int], int] = {}
        instance, system = box.instance, box.system
        self.automatic = [(i, t.name) for i, t in enumerate(system.transitions) if t.kind == "automatic"]
        self.coding = Coding(system)
        self.silences = [(s.what, system.clauses[s.clause]) for s in system.silences]
        self.judged = [d for d in properties_of(mode, instance) if d.kind in PROBED and d.rule is not None]
        self.interpreters: dict[World, Interpreter] = {}
        self.folded: dict[World, Folded] = {}
        for transition in range(len(system.transitions)):
            report.tried[self.name(transition)] += 0
        for ruling in system.rulings:
            for reading in ruling.readings:
                report.readings[ruling.name, reading] += 0

    def name(self, transition: int) -> str:
        """A transition's name in the report."""
        return self.prefix + self.system.transitions[transition].name

    def interpreter(self, world: World) -> Interpreter:
        """The interpreter in a world, made once."""
        if world not in self.interpreters:
            readings = {
                r.name: r.readings[value]
                for r, value in zip(self.system.rulings, world.readings, strict=True)
            }
            values = {
                p.name: value for p, value in zip(self.system.parameters, world.parameters, strict=True)
            }
            self.interpreters[world] = self.readers.interpreter(self.mode, self.instance, readings, values)
        return self.interpreters[world]

    def fold(self, world: World) -> Folded:
        """The symbolic reader in a world in which everything is known."""
        if world not in self.folded:
            self.folded[world] = Folded(self.system, world, self.readers.symbolic)
        return self.folded[world]

    # ---------------------------------------------------------------------------------------- one state

    def start(self, world: World) -> None:
        """Compare the start state, as it is built and settled."""
        interpreter = self.interpreter(world)
        env = self.native.new_env(world.readings, world.parameters)
        spot = Spot("start", (), world)
        raised, state = self._run(lambda: interpreter.start(settled=False))
        status, cells = self.native.initial(env)
        if not self.same("start", spot, raised or self._ended(interpreter, state), self._place(status)):
            return
        said = self.fold(world).initial()
        found = Said(status, tuple(cells.tolist()) if status > 0 else None)
        self.report.z3["folded"] += 1
        if not self.same("start", spot, found, said, two="folded"):
            return
        self.report.asked["start"] += 1
        if state is not None:
            self.same("start", spot, interpreter.cells(state, self.silences), cells.tolist())
            self._settled("start", Here(spot, interpreter, state, cells, env, fold=True))

    def state(self, spot: Spot, codes: list[int], *, whole: bool = False) -> None:
        """Compare everything at a state, and try the moves of these codes (all there are if ``whole``)."""
        interpreter = self.interpreter(spot.world)
        state = interpreter.state(spot.cells, self.silences)
        env = self.native.new_env(spot.world.readings, spot.world.parameters)
        fold = self.random.random() < self.folded_share
        here = Here(spot, interpreter, state, np.array(spot.cells, np.int32), env, fold)
        self.report.states[spot.origin] += 1
        over = self.native.over(here.cells, env)
        if not self._asks(here, over) or over < 0:
            return
        if over or spot.cells[-1]:
            self.report.asked["no moves after the end"] += 1
            listed = self.native.moves(here.cells, env)
            self.same("moves after the end", spot, interpreter.moves(state), listed)
            return
        if whole:
            codes = list(range(self.coding.count))
        enabled: list[int] = []
        for code in codes:
            weight = self.attempt(here, code)
            if weight is None:
                return
            if weight > 0:
                enabled.append(code)
        self._listed(here, codes, enabled, whole=whole)
        if self.automatic and spot.origin != "reachable":
            self._settled("the state", replace(here, cells=here.cells.copy()))

    def _listed(self, here: Here, codes: list[int], enabled: list[int], *, whole: bool) -> None:
        """Check that the native list of enabled moves has those that were possible one by one."""
        try:
            listed: list[int] | None = self.native.moves(here.cells, here.env)
        except ModelError:
            listed = None
        if listed is None or whole:
            raised, steps = self._run(lambda: here.interpreter.moves(here.state))
            mine = None if raised else [self._code(here.interpreter, step) for step in steps]
            self.report.asked["whole list of moves"] += 1
            if not self.same("the list of moves", here.spot, mine, listed):
                return
        if listed is not None:
            odd = (set(listed) & set(codes)) ^ set(enabled)
            names = ", ".join(self.coding.label(self.coding.decode(code)) for code in sorted(odd)[:4])
            self.same("moves listed though refused, or possible though not listed", here.spot, "", names)

    def _code(self, interpreter: Interpreter, step: Step) -> int:
        place = next(i for i, t in enumerate(self.system.transitions) if t.name == step.name)
        return self.coding.encode(Move(place, interpreter.raw_args(step)))

    # ----------------------------------------------------------------------------------------- one move

    def attempt(self, at: Here, code: int) -> int | None:
        """One transition in all readers: its weight, 0 if it is refused, or None if they disagree.

        A weight that itself violates something is -1.
        """
        report, system = self.report, self.system
        spot, interpreter = at.spot, at.interpreter
        move = self.coding.decode(code)
        transition = system.transitions[move.transition]
        step = interpreter.step(transition.name, move.args)
        here = replace(at, fold=self.random.random() < self.folded_share)
        interpreter.tally = Tally()
        raised, after = self._run(lambda: interpreter.apply(at.state, step, settled=False))
        counts = self.native.clause_counts(at.env)
        counts[:] = 0
        status, target = self.native.apply(at.cells, at.env, code)
        outcome = "violation" if status < 0 else WORDS[status]
        report.outcomes[outcome] += 1
        name = self.name(move.transition)
        report.tried[name] += 1
        for ruling, reading in zip(system.rulings, spot.world.readings, strict=True):
            report.readings[ruling.name, ruling.readings[reading]] += 1
        label = self.coding.label(move)
        if not self.same(label, spot, raised or self._ended(interpreter, after), self._place(status)):
            return None
        said = Said(status, tuple(target.tolist()) if status > 0 else None)
        if here.fold:
            report.z3["folded"] += 1
            found = self.fold(spot.world).step(move.transition, spot.cells, move.args)
            if not self.same(label, spot, said, found, two="folded"):
                return None
        self._sample(Attempt(spot, move, said))
        if status == 0:
            return 0
        weight = self._weight(label, here, step, code)
        if weight is None:
            return None
        if not self._decider(label, here, step, code):
            return None
        if status < 0:
            return weight
        if weight > 0:
            report.enabled[name] += 1
        if not self.same(label, spot, interpreter.cells(after, self.silences), target.tolist()):
            return None
        agreed = self._clauses(label, spot, interpreter, counts)
        if not agreed or not self._settled(label, replace(here, state=after, cells=target)):
            return None
        return weight

    def _clauses(self, label: str, spot: Spot, interpreter: Interpreter, counts: Any) -> bool:
        """Whether both readers carried out the same clauses, each as often."""
        yours = {name: int(n) for name, n in zip(self.system.clauses, counts, strict=True) if n}
        return self.same(f"{label}: clauses", spot, interpreter.tally.clauses, yours)

    def _settled(self, label: str, here: Here) -> bool:
        """Whether the automatic steps that follow lead to the same state; ``cells`` are settled in place.

        Native code settles as a whole; each automatic step that the interpreter takes on the way counts as a
        comparison, and is held against the symbolic reader step by step where that is sampled.
        """
        label = f"{label}, settled"
        spot, interpreter, state = here.spot, here.interpreter, here.state
        between = [Spot("between", tuple(here.cells.tolist()), spot.world)]
        taken: list[str] = []
        interpreter.tally = Tally()
        counts = self.native.clause_counts(here.env)
        counts[:] = 0
        raised = ""
        while not raised:
            raised, found = self._run(partial(interpreter.advance, state))
            if raised or found is None:
                break
            taken.append(found[0])
            state = found[1]
            between.append(Spot("between", tuple(interpreter.cells(state, self.silences)), spot.world))
            raised = NEVER if len(taken) > LONGEST else ""
        status = self.native.settle(here.cells, here.env)
        if raised == NEVER:  # a longer chain, or one without end
            raised, _ = self._run(partial(interpreter.settle, state))
            return self.same(label, spot, raised or self._place(max(status, 1)), self._place(status))
        if not self.same(label, spot, raised or self._ended(interpreter, state), self._place(status)):
            return False
        if status > 0:
            if not self.same(label, spot, list(between[-1].cells), here.cells.tolist()):
                return False
            if not self._clauses(label, spot, interpreter, counts):
                return False
        for name in taken:
            self.report.outcomes["done"] += 1
            self.report.tried[self.prefix + name] += 1
            self.report.enabled[self.prefix + name] += 1
        return not here.fold or self._steps(label, between, taken, status)

    def _steps(self, label: str, between: list[Spot], taken: list[str], status: int) -> bool:
        """Whether the symbolic reader takes the same automatic steps, and refuses those before them."""
        folded = self.fold(between[0].world)
        for place, spot in enumerate(between):
            over = 0
            if self.system.over is not None and not spot.cells[-1]:
                over = folded.ask(self.system.over, spot.cells)
            if over < 0 and not self.same(f"{label}: over", spot, status, over, two="folded"):
                return False
            if over or spot.cells[-1]:
                break
            wanted = taken[place] if place < len(taken) else ""
            for number, name in self.automatic:
                self.report.z3["folded automatic steps"] += 1
                found = folded.step(number, spot.cells, ())
                said = Said(0, None)
                if name == wanted:
                    after = between[place + 1].cells
                    said = Said(2 if after[-1] else 1, after)
                elif not wanted and status < 0 and found.status:
                    said = Said(status, None)
                if not self.same(f"{label}: {name}", spot, said, found, two="folded"):
                    return False
                self._sample(Attempt(spot, Move(number, ()), said))
                if said.status:
                    break
        return True

    def _sample(self, attempt: Attempt) -> None:
        """Keep ``most`` attempts of each outcome of a transition, each equally likely (reservoir sampling)."""
        key = (attempt.move.transition, attempt.said.status)
        self.met[key] = self.met.get(key, 0) + 1
        kept = self.samples.setdefault(key, [])
        if len(kept) < self.most:
            kept.append(attempt)
        elif (place := self.random.randrange(self.met[key])) < self.most:
            kept[place] = attempt

    def _weight(self, label: str, here: Here, step: Step, code: int) -> int | None:
        """The weight that the readers agree on (-1: asking for it violates something; None: they disagree)."""
        if code < self.coding.chance_base:
            return 1
        raised, mine = self._run(lambda: here.interpreter.weight(here.state, step))
        status, weight = self.native.number("qb_weight", here.cells, here.env, code)
        yours = weight if status >= 0 else status
        self.report.asked["weight"] += 1
        one, two = (raised or mine), (yours if yours >= 0 else self._place(yours))
        if not self.same(f"{label}: weight", here.spot, one, two):
            return None
        move = self.coding.decode(code)
        function = self.system.transitions[move.transition].weight
        if here.fold and function is not None:
            said = self.fold(here.spot.world).ask(function, here.spot.cells, move.args)
            if not self.same(f"{label}: weight", here.spot, yours, said, two="folded"):
                return None
        return max(yours, -1)

    def _decider(self, label: str, here: Here, step: Step, code: int) -> bool:
        """Whether the readers agree on whose choice a move is: the raw player, or -1."""
        raised, who = self._run(lambda: here.interpreter.decider(here.state, step.name))
        mine: object = raised
        if not raised:
            players = self.mode.players
            mine = -1 if who is None or players is None else here.interpreter.context.kept(players).index(who)
        self.report.asked["decider"] += 1
        try:
            yours: object = self.native.decider(here.cells, here.env, code)
        except RangeViolation as error:
            yours = error.where
        if not self.same(f"{label}: decider", here.spot, mine, yours):
            return False
        function = self.system.transitions[self.coding.decode(code).transition].decider
        if here.fold and function is not None and isinstance(yours, int):
            said = self.fold(here.spot.world).ask(function, here.spot.cells)
            return self.same(f"{label}: decider", here.spot, yours, said, two="folded")
        return True

    # ------------------------------------------------------------------------------------ other questions

    def _asks(self, here: Here, over: int) -> bool:
        """Whether the readers agree on the end, the winners, the scores and the judges."""
        spot, interpreter = here.spot, here.interpreter
        raised, ended = self._run(lambda: interpreter.over(here.state))
        self.report.asked["over"] += 1
        if not self.same("over", spot, raised or ended, self._place(over) if over < 0 else bool(over)):
            return False
        folded = self.fold(spot.world) if here.fold or over > 0 else None
        if folded is not None:
            self.report.z3["folded questions"] += 1
            if not self.same("typed", spot, True, folded.typed(spot.cells), two="folded"):
                return False
            if self.system.over is not None:
                if not self.same("over", spot, over, folded.ask(self.system.over, spot.cells), two="folded"):
                    return False
        if over > 0 and not self._results(here, folded):
            return False
        if not self.judged or (folded is None and self.random.random() > JUDGED):
            return True
        answers = self.native.judges(here.cells, here.env)
        for number, (decl, yours) in enumerate(zip(self.judged, answers, strict=True)):
            raised, holds = self._run(partial(interpreter.judge, decl, here.state))
            mine = raised or int(holds is not (decl.kind == "reachable"))
            self.report.asked["judges"] += 1
            told = f"judge {decl.name}"
            if not self.same(told, spot, mine, yours if yours >= 0 else self._place(yours)):
                return False
            if folded is not None and not self.same(
                told, spot, yours, folded.judge(number, spot.cells), two="folded"
            ):
                return False
        return True

    def _results(self, here: Here, folded: Folded | None) -> bool:
        """Whether the readers agree on the winners and the scores of an ended game."""
        spot, interpreter = here.spot, here.interpreter
        players = self.mode.players
        kept = interpreter.context.kept(players) if players is not None else ()
        if self.system.wins is not None and players is not None:
            raised, won = self._run(lambda: interpreter.winners(here.state))
            answers = [self.native.wins(here.cells, here.env, place) for place in range(len(kept))]
            bad = next((answer for answer in answers if answer < 0), None)
            mine = raised or [kept.index(player) for player in won]
            yours: object = [place for place, answer in enumerate(answers) if answer]
            if bad is not None:
                yours = self._place(bad)
            self.report.asked["winners"] += 1
            if not self.same("winners", spot, mine, yours):
                return False
            if folded is not None:
                said = [folded.ask(self.system.wins, spot.cells, (place,)) for place in range(len(kept))]
                if not self.same("winners", spot, answers, said, two="folded"):
                    return False
        if self.system.score is None:
            return True
        takes = len(self.system.functions[self.system.score].params)
        scores = []
        for place in range(len(kept)) if takes else [0]:
            scores.append(self.native.number("qb_score", here.cells, here.env, place))
        raised, found = self._run(lambda: interpreter.scores(here.state))
        bad = next((status for status, _ in scores if status < 0), None)
        self.report.asked["scores"] += 1
        theirs = [score for _, score in scores] if bad is None else self._place(bad)
        if not self.same("scores", spot, raised or list(found.values()), theirs):
            return False
        if folded is None:
            return True
        asked = [(place,) for place in range(len(kept))] if takes else [()]
        told = [folded.ask(self.system.score, spot.cells, args) for args in asked]
        statuses = [score if status >= 0 else status for status, score in scores]
        return self.same("scores", spot, statuses, told, two="folded")
