"""Steps that are judged between explored states, or in games, are those of the system over two states.

The judges compare each field that stands alone with what it was, and ask what is asked of states after each step.  The
reference is that system itself, explored and played.
"""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.engines.simulate.playouts import PlaySettings, playouts
from queensbench.engines.steps import judging
from queensbench.engines.steps.judging import StepCode, StepGames, pairs_of, play_against
from queensbench.engines.steps.kernels import STEPS
from queensbench.errors import ModelError
from queensbench.readers.differential.states import World
from queensbench.readers.native.program import Native, compile_system
from queensbench.rules.transforms.previous_states import STEPPED, WAS, build_stepping
from queensbench.rules.typed import ir
from tests.generated.opened import Opened, Tally

MOST = 2000
GAMES, LONGEST = 20, 40


def check_steps(found: Opened, tally: Tally, worlds: list[World]) -> None:
    """Compare the pairs of states, and what judges say of them, where the rules come to an end of states.

    With room for three steps at a time, so that states and games have more than that.
    """
    with patch.object(judging, "ROOM", 3):
        _compare(found, tally, worlds)


def _compare(found: Opened, tally: Tally, worlds: list[World]) -> None:
    system = stepping(found)
    native = compiled(found.system, (*EXPLORER, *PLAYER, *STEPS))
    over_two = compiled(system, (*EXPLORER, *PLAYER))
    code = StepCode(system)
    singles = [StepCode(replace(system, judges=(judge,))) for judge in system.judges[:2]]
    for world in worlds:
        run = ExploreSettings(world.readings, world.parameters, max_states=MOST)
        try:
            states = explore(native, found.system, run, threads=1)
            pairs = explore(over_two, system, run, threads=1)
        except ModelError:
            tally.counts["steps: faults of models"] += 1
            continue
        if states.complete and pairs.complete:
            for one in (code, *singles):
                said = {
                    judge.name: (first.count, first.state)
                    for judge, first in zip(system.judges, pairs.failing, strict=True)
                }
                wanted = [said[judge.name] for judge in one.system.judges]
                judged = pairs_of(states, one, threads=1)
                counts = None if judged is None else (judged.pairs, [f.count for f in judged.failing])
                tally.same("steps: pairs of states", counts, (pairs.states, [count for count, _ in wanted]))
                tally.counts["steps: against judges"] += sum(count for count, _ in wanted)
                for number, (count, pair) in enumerate(wanted):
                    if judged is None or not count or pair is None:
                        continue
                    codes = play_against(native, states, one, number, judged.failing[number].state or 0)
                    shortest = pairs.choices(pair), pairs.steps(pair)
                    tally.same("steps: first play against a judge", states.coding.length(codes), shortest)
                    tally.counts["steps: plays against judges"] += 1
        settings = PlaySettings(world.readings, world.parameters, seed=5, max_steps=LONGEST)
        played = playouts(over_two, system, settings, games=GAMES, threads=1)
        games = StepGames(native, found.system, code, settings).play(GAMES)
        tally.same("steps: of games", (games.games, games.steps), (played.games, played.steps))
        tally.same("steps: against judges in games", games.failing, played.failing)


def stepping(found: Opened) -> ir.System:
    """The rules over two states, with judges of steps."""
    system = build_stepping(found.mode, found.instance)
    numbers = {block.name: number for number, block in enumerate(system.fields)}
    stepped = ir.Read(numbers[STEPPED], (), -1, ir.BoolType())
    functions, judges = list(system.functions), []

    def judge(name: str, function: ir.Function, says: ir.Expr) -> None:
        slots = tuple(t for _, t in function.params)
        either = ir.Logic("or", (ir.Not(stepped), says))
        judges.append(ir.Judge(name, len(functions)))
        functions.append(replace(function, name=name, slots=slots, body=(ir.Return(either),), clauses=()))

    blank = system.functions[system.initial]
    for name, number in numbers.items():
        block = system.fields[number]
        if not block.index and WAS + name in numbers:
            now = ir.Read(number, (), -1, block.value)
            was = ir.Read(numbers[WAS + name], (), -1, block.value)
            judge(
                f"same {name}",
                replace(blank, params=(), returns=ir.BoolType(), pure=True),
                ir.Compare("==", now, was),
            )
    for one in system.judges:
        function = system.functions[one.function]
        args = tuple(ir.Var(i, t) for i, (_, t) in enumerate(function.params))
        judge(f"after {one.name}", function, ir.Call(one.function, args, ir.BoolType()))
    judges.append(ir.Judge("there was one", len(functions)))
    functions.append(
        replace(blank, name="was", params=(), slots=(), body=(ir.Return(ir.Const(1, ir.BoolType())),))
    )
    functions[-1] = replace(functions[-1], returns=ir.BoolType(), pure=True, clauses=())
    return replace(system, functions=tuple(functions), judges=tuple(reversed(judges)))


def compiled(system: ir.System, loops: tuple[object, ...]) -> Native:
    """The rules with loops."""
    return compile_system(system, extra=lambda module: add_kernels(module, system, loops))  # type: ignore[arg-type]
