"""Two readers of one text held against each other: the interpreter and the native code.

For a state under a reading, every transition with every combination of arguments is tried in both: refused,
violated, silent or done; the successor; the settled successor; the weight; the list of enabled moves; whether the
game is over and who has won.  States are reachable ones (from random games) and arbitrary typed ones, which no
play need reach.  What it cannot see: a rule misread in the text itself, or a fault that both readers share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from queensbench.errors import ModelError, RangeViolation, Refused
from queensbench.language.modes import Instance, Mode
from queensbench.readers.coding import Coding, Move
from queensbench.readers.interpreter import Interpreter, Step
from queensbench.readers.ir import System
from queensbench.readers.native import Native

REFUSED, DONE, SILENT = 0, 1, 2


@dataclass
class Comparison:
    """What was compared: attempts by outcome, attempts that were possible by transition, readings drawn."""

    states: int = 0
    attempts: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    enabled: Counter[str] = field(default_factory=Counter)
    readings: Counter[tuple[str, str]] = field(default_factory=Counter)
    mismatch: str = ""


class Differ:
    """Holds the readers of one mode at one instance against each other."""

    def __init__(self, mode: Mode, instance: Instance, system: System, native: Native, seed: int) -> None:
        self.mode = mode
        self.instance = instance
        self.system = system
        self.native = native
        self.coding = Coding(system)
        self.random = Random(seed)
        self.silences = [(s.what, system.clauses[s.clause]) for s in system.silences]
        self.found = Comparison()
        self.interpreters: dict[tuple[int, ...], Interpreter] = {}

    # ---------------------------------------------------------------------------------------------- drawing

    def reading(self) -> list[int]:
        """A random reading, each ruling at the house reading half of the time."""
        raw = [
            r.house if self.random.random() < 0.5 else self.random.randrange(len(r.readings))
            for r in self.system.rulings
        ]
        for ruling, value in zip(self.system.rulings, raw, strict=True):
            self.found.readings[ruling.name, ruling.readings[value]] += 1
        return raw

    def interpreter(self, raw: list[int]) -> Interpreter:
        """The interpreter under a reading, made once."""
        key = tuple(raw)
        if key not in self.interpreters:
            readings: Mapping[str, Any] = {
                r.name: r.readings[value] for r, value in zip(self.system.rulings, raw, strict=True)
            }
            self.interpreters[key] = Interpreter(self.mode, self.instance, readings)
        return self.interpreters[key]

    def arbitrary(self, interpreter: Interpreter) -> list[int]:
        """An arbitrary typed state that is not silent, in the form that the interpreter gives it."""
        cells = [self.random.randint(t.lo, t.hi) for t in self.system.cells]
        cells[-1] = 0
        return interpreter.cells(interpreter.state(cells, self.silences), self.silences)

    # -------------------------------------------------------------------------------------------- comparing

    def walk(self, steps: int) -> None:
        """Compare along one random game of at most ``steps`` steps, under a random reading."""
        raw = self.reading()
        interpreter = self.interpreter(raw)
        state = interpreter.start()
        for _ in range(steps):
            cells = interpreter.cells(state, self.silences)
            possible = self.state(cells, raw)
            if self.found.mismatch or not possible:
                return
            state = interpreter.apply(state, self.random.choice(possible))

    def jump(self) -> None:
        """Compare at one arbitrary state, under a random reading."""
        raw = self.reading()
        self.state(self.arbitrary(self.interpreter(raw)), raw)

    def state(self, cells: list[int], raw: list[int]) -> list[Step]:
        """Compare everything at a state; the moves that are possible and leave no range."""
        found = self.found
        found.states += 1
        interpreter = self.interpreter(raw)
        state = interpreter.state(cells, self.silences)
        env = self.native.new_env(raw, None)
        here = np.array(cells, np.int32)
        over: bool | None
        try:
            over = interpreter.over(state)
        except RangeViolation:
            over = None
        native_over = self.native.over(here, env)
        if (None if native_over < 0 else bool(native_over)) is not over:
            self.note(f"over: {over} interpreted, {native_over} native", cells, raw)
            return []
        if over is None:
            return []
        if over or interpreter.silence(state) is not None:
            if self.native.moves(here, env):
                self.note("native code has moves after the end", cells, raw)
            if over and self.system.wins is not None:
                self.winners(interpreter, state, here, env, cells, raw)
            return []
        possible: list[Step] = []
        enabled: list[int] = []
        for transition in self.coding.order:
            if found.mismatch:
                return []
            name = self.system.transitions[transition].name
            for step in (s for s in interpreter.candidates() if s.name == name):
                code = self.coding.encode(Move(transition, interpreter.raw_args(step)))
                if self.attempt(interpreter, state, step, code, here, env, cells, raw, enabled):
                    possible.append(step)
        if not found.mismatch:
            self.moves(here, env, enabled, cells, raw)
        return possible

    def attempt(
        self,
        interpreter: Interpreter,
        state: Any,
        step: Step,
        code: int,
        here: Any,
        env: Any,
        cells: list[int],
        raw: list[int],
        enabled: list[int],
    ) -> bool:
        """One transition in both readers; whether it is possible and leaves no range, settled."""
        self.found.attempts += 1
        outcome, after = _interpreted(interpreter, state, step)
        status, target = self.native.apply(here, env, code)
        word = "violation" if status < 0 else ("refused", "done", "silent")[status]
        self.found.outcomes[outcome] += 1
        if word != outcome:
            self.note(f"{step}: {outcome} interpreted, {word} native ({status})", cells, raw)
            return False
        if outcome == "refused":
            return False
        weight = 1
        if code >= self.coding.chance_base:
            weight = interpreter.weight(state, step)
            heavy = self.native.weight(here, env, code)
            if weight != heavy:
                self.note(f"{step}: weight {weight} interpreted, {heavy} native", cells, raw)
                return False
        if weight > 0:
            enabled.append(code)
            self.found.enabled[step.name] += 1
        if outcome == "violation":
            return False
        if interpreter.cells(after, self.silences) != target.tolist():
            self.note(
                f"{step}: {self.parted(interpreter.cells(after, self.silences), target.tolist())}", cells, raw
            )
            return False
        try:
            settled: list[int] | None = interpreter.cells(interpreter.settle(after), self.silences)
        except ModelError:
            settled = None
        status = self.native.settle(target, env)
        native_settled = None if status < 0 else target.tolist()
        if settled != native_settled:
            if settled is None or native_settled is None:
                self.note(f"{step}: settling faults in one reader only ({status})", cells, raw)
            else:
                self.note(f"{step}, settled: {self.parted(settled, native_settled)}", cells, raw)
            return False
        return settled is not None and weight > 0

    def moves(self, here: Any, env: Any, enabled: list[int], cells: list[int], raw: list[int]) -> None:
        """The enabled moves, listed natively, are those that were possible one by one."""
        try:
            listed = self.native.moves(here, env)
        except ModelError:
            self.note("native code faults while listing moves", cells, raw)
            return
        if listed != sorted(enabled):
            odd = sorted(set(listed) ^ set(enabled))
            names = ", ".join(self.coding.label(self.coding.decode(code)) for code in odd[:4])
            self.note(f"listed in one reader only: {names}", cells, raw)

    def winners(
        self, interpreter: Interpreter, state: Any, here: Any, env: Any, cells: list[int], raw: list[int]
    ) -> None:
        """Who has won is the same in both."""
        players = self.mode.players
        if players is None:
            return
        kept = interpreter.context.kept(players)
        try:
            mine: list[int] | None = [kept.index(p) for p in interpreter.winners(state)]
        except RangeViolation:
            mine = None
        answers = [self.native.wins(here, env, p) for p in range(len(kept))]
        yours = None if any(a < 0 for a in answers) else [p for p, a in enumerate(answers) if a]
        if mine != yours:
            self.note(f"winners: {mine} interpreted, {yours} native", cells, raw)

    # -------------------------------------------------------------------------------------------- reporting

    def parted(self, one: list[int], two: list[int]) -> str:
        """The first cell in which two states differ, in words."""
        for block in self.system.fields:
            for cell in range(block.offset, block.offset + block.cells):
                if one[cell] != two[cell]:
                    return f"{block.name} cell {cell - block.offset} is {one[cell]} interpreted, {two[cell]} native"
        return "no difference"

    def note(self, text: str, cells: list[int], raw: list[int]) -> None:
        """Keep the first mismatch, with its state and reading."""
        if not self.found.mismatch:
            other = [
                f"{r.name}={r.readings[v].lower()}"
                for r, v in zip(self.system.rulings, raw, strict=True)
                if v != r.house
            ]
            self.found.mismatch = f"{text}; reading {', '.join(other) or 'house'}; cells {cells}"


def _interpreted(interpreter: Interpreter, state: Any, step: Step) -> tuple[str, Any]:
    try:
        after = interpreter.apply(state, step, settled=False)
    except Refused:
        return "refused", None
    except RangeViolation:
        return "violation", None
    return ("silent" if interpreter.silence(after) is not None else "done"), after
