"""Steps under readings that are all open answer under each as the interpreter does under it alone.

Of models with rules that answer yes or no all of these are opaque: they are asked apart, whatever they were drawn for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from queensbench.engines.follow.answer_trees import Leaf
from queensbench.engines.follow.reading_sets import Cube
from queensbench.engines.follow.steps import Steps
from queensbench.readers.interpreter import Step
from queensbench.rules.typed import ir
from queensbench.rules.typed.move_codes import Coding, Move
from tests.engine_box import EngineBox
from tests.generated.opened import Opened, Tally
from tests.generated.walks import Key, Node

WORLDS = 6
SOME = 12
"""States of a walk that are compared."""


def check_follow(found: Opened, tally: Tally, most: int) -> None:
    """Compare moves, steps, ends, winners and scores at states of walks under each of some readings."""
    house = found.worlds(1)[0]
    worlds = [world for world in found.worlds(4 * WORLDS) if world.parameters == house.parameters][:WORLDS]
    walks = [(world, found.walked(world, most)) for world in worlds]
    walks = [(world, walk) for world, walk in walks if not walk.faults]
    if len(worlds) < 2 or not walks:
        return
    functions = tuple(map(_opaque, found.system.functions))
    tally.counts["follow: rules asked apart"] += sum(function.opaque for function in functions)
    system = replace(found.system, functions=functions)
    steps = Steps(EngineBox("generated", found.mode, found.instance, system))
    for world, walk in walks:
        following = _Following(steps, steps.sets.of(world.readings), tally)
        assert walk.start is not None
        tally.same("follow: start", _bytes(walk.start), following.told(steps.start(steps.sets.full)))
        for key, node in list(walk.nodes.items())[:SOME]:
            following.compare(key, node)


def _opaque(function: ir.Function) -> ir.Function:
    return replace(function, opaque=function.pure and isinstance(function.returns, ir.BoolType))


def _bytes(key: Key) -> bytes:
    return np.array(key, np.int32).tobytes()


class _Following:
    """One reading, asked among all."""

    def __init__(self, steps: Steps, mine: Cube, tally: Tally) -> None:
        self.steps, self.mine, self.tally = steps, mine, tally
        self.numbers = {transition.name: n for n, transition in enumerate(steps.system.transitions)}
        self.interpreter = steps.box.interpreter()
        self.coding = Coding(steps.system)

    def told(self, leaves: list[Leaf]) -> Any:
        """The one answer under the reading."""
        [answer] = [answer for cube, answer in leaves if self.steps.sets.meet(cube, self.mine)]
        return answer

    def compare(self, key: Key, node: Node) -> None:
        """All that is asked of a state."""
        steps, full, tally, state = self.steps, self.steps.sets.full, self.tally, _bytes(key)
        codes = {
            self.coding.encode(self._move(step)): target for step, weight, _, target in node.moves if weight
        }
        tally.same("follow: moves", tuple(sorted(codes)), self.told(steps.moves(state, full)), key)
        for code, target in codes.items():
            tally.same("follow: steps", _bytes(target), self.told(steps.step(state, code, full)), (key, code))
        if node.role != "over":
            return
        tally.same("follow: end", 1, self.told(steps.over(state, full)), key)
        won = [player for player in range(steps.players) if self.told(steps.wins(state, player, full))]
        tally.same("follow: winners", node.winners, tuple(won), key)
        scores = tuple(self.told(steps.score(state, player, full)) for player in steps.scored)
        tally.same("follow: scores", node.scores, scores, key)

    def _move(self, step: Step) -> Move:
        return Move(self.numbers[step.name], self.interpreter.raw_args(step))


__all__ = ["check_follow"]
