"""What a search by levels in files calls exhausted, a plain walk confirms, in many pieces and in one.

States, moves, ends, scores, properties, steps, the graph, and which readings part.  The reference is the interpreter's
walk; how the engine counts classes of differences is held against the comparison in memory elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from queensbench.analyses.readings_by_levels import others
from queensbench.engines.layers import sites
from queensbench.engines.layers.graph_questions import GraphQuestion
from queensbench.engines.layers.layered_space import LayeredSpace, explored_by_levels
from queensbench.engines.layers.settings import LayerSettings
from queensbench.errors import ModelError
from queensbench.readers.differential.states import World
from queensbench.rules.typed.digest import digest
from tests.generated.check_explore import AGAINST, almost_surely, attractor, counts
from tests.generated.check_prove import whole
from tests.generated.check_steps import stepping
from tests.generated.opened import Disagreement, Opened, Tally
from tests.generated.walks import Key, Walk, distances

PIECES: tuple[dict[str, int], ...] = ({"small": 0, "piece": 7, "shard": 5}, {})
"""Each level in files, cut into pieces of few states; and all of it in memory."""


def check_levels(found: Opened, tally: Tally, world: World, most: int) -> None:
    """Compare the levels of an instance with a walk, if the walk comes to its end; parameters are the instance's."""
    walk = found.walked(world, most)
    if not walk.complete or list(world.parameters) != found.session.parameters():
        tally.counts["levels: larger than the walk"] += 1
        return
    system = stepping(found)
    try:
        for options in PIECES:
            with TemporaryDirectory() as folder:
                levels = _explored(
                    found, tally, world, walk, Path(folder), sites.known_judges(system), options
                )
                if levels is None:
                    continue
                counts(found, tally, walk, levels, "levels")
                _ways(found, tally, walk, levels)
                _steps(found, tally, walk, levels)
                _graph(tally, walk, levels)
                _readings(found, tally, world, levels, most)
    finally:
        sites._RULES.pop(digest(found.system), None)
        sites._JUDGES.pop(digest(system), None)


def _explored(
    found: Opened,
    tally: Tally,
    world: World,
    walk: Walk,
    scratch: Path,
    steps: str,
    options: Mapping[str, Any],
) -> LayeredSpace | None:
    readings = _named(found, world)
    settings = LayerSettings(
        scratch,
        workers=1,
        questions=() if walk.undecided else tuple(_asked()),
        steps=steps,
        others=tuple(raw for *_, raw in others(found.session, readings)),
        **options,
    )
    try:
        levels = explored_by_levels(found.session, readings, settings)
    except ModelError as fault:
        tally.counts["levels: faults of models"] += 1
        if not walk.faults:
            raise Disagreement(f"levels: {fault}; the walk met nothing under {world}") from fault
        return None
    if walk.faults:
        raise Disagreement(f"levels met no fault, the walk {walk.faults[0]} under {world}")
    tally.same("levels: whether complete", levels.complete, True)
    return levels


def _named(found: Opened, world: World) -> dict[str, Any]:
    """The readings of a world, by ruling."""
    declared = type(found.mode.rulings).declared() if found.mode.rulings is not None else ()
    return {one.name: list(one.readings)[raw] for one, raw in zip(declared, world.readings, strict=True)}


def _ways(found: Opened, tally: Tally, walk: Walk, levels: LayeredSpace) -> None:
    """Each state stands once, with its least choices and steps; plays lead to the states that they are for."""
    ways = distances(walk)
    told = {
        tuple(levels.cells(state).tolist()): (levels.choices(state), levels.steps(state))
        for state in range(levels.states)
    }
    tally.same("levels: least choices and steps", told, ways)
    firsts = [first.state for pair in zip(levels.failing, levels.holding, strict=True) for first in pair]
    for state in (one for one in firsts if one is not None):
        at = walk.start
        for step in found.session.steps(levels.moves_to(state)):
            assert at is not None
            (at,) = {target for one, _, _, target in walk.nodes[at].moves if one == step}
        tally.same("levels: where a play leads", tuple(levels.cells(state).tolist()), at)


def _steps(found: Opened, tally: Tally, walk: Walk, levels: LayeredSpace) -> None:
    """Each pair of states once: of what stood in it, and of what is asked of the state after it."""
    judged = levels.steps_judged
    assert judged is not None
    pairs = {(key, target) for key, node in walk.nodes.items() for *_, target in node.moves}
    tally.same("levels: pairs of states", judged.pairs, 1 + len(pairs))
    if judged.failing is None:
        raise Disagreement("levels: a judge of steps has left its ranges")
    wanted = {
        f"same {block.name}": sum(one[block.offset] != two[block.offset] for one, two in pairs)
        for block in found.system.fields
        if not block.index
    }
    for number, judge in enumerate(found.system.judges):
        wanted[f"after {judge.name}"] = sum(not walk.nodes[two].judged[number] for _, two in pairs)
    wanted["there was one"] = 0
    for judge, first in zip(stepping(found).judges, judged.failing, strict=True):
        tally.same("levels: steps against judges", first.count, wanted[judge.name], judge.name)
        tally.counts["levels: steps against judges, in all"] += first.count


def _asked() -> list[GraphQuestion]:
    return [
        GraphQuestion(kind, who, sure=sure)
        for who in AGAINST
        for kind, sure in (("can_always", True), ("ends", True), ("ends", False))
    ]


def _graph(tally: Tally, walk: Walk, levels: LayeredSpace) -> None:
    """How many states fail each question."""
    if walk.undecided:
        return
    goal = {key for key, node in walk.nodes.items() if node.role in ("over", "silent")}
    assert levels.graph_answers is not None
    for question, answer in zip(_asked(), levels.graph_answers, strict=True):

        def against(key: Key, who: tuple[int | str, ...] = question.against) -> bool:
            role = walk.nodes[key].role
            return ("players" in who and role == "choice") or ("chance" in who and role == "chance")

        def chosen(key: Key, who: tuple[int | str, ...] = question.against) -> bool:
            return "players" in who and walk.nodes[key].role == "choice"

        if question.kind == "can_always" or question.sure:
            inside = attractor(walk, goal, against)
        else:
            inside = almost_surely(walk, goal, chosen)
        holds = len(inside) == len(walk.nodes) if question.kind == "can_always" else walk.start in inside
        wanted = holds, len(walk.nodes) - len(inside)
        tally.same("levels: questions about the graph", (answer.holds, answer.failing), wanted, question)


def _readings(found: Opened, tally: Tally, world: World, levels: LayeredSpace, most: int) -> None:
    """Readings part in a state if walks under them differ."""
    partings = levels.partings or ()
    for (ruling, raw, readings), parting in zip(
        others(found.session, _named(found, world)), partings, strict=True
    ):
        other = found.walked(World(readings, world.parameters), most)
        if other.faults or other.undecided or not other.complete:
            tally.counts["levels: readings not walked"] += 1
            continue
        differ = whole(found.walked(world, most)) != whole(other)
        tally.same("levels: whether readings part", parting.parted, differ, (ruling, raw))
        tally.counts[f"levels: readings that {'part' if differ else 'agree'}"] += 1
