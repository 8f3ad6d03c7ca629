"""What a search calls exhausted, a plain walk confirms: states, moves, ends, scores, properties, shortest plays.

Also under a declared symmetry, by orbits that are counted here; and what is said of the graph: whether an end can be
reached and whether every play ends, by fixpoints written down as they are defined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.graphs.games import game_of
from queensbench.engines.graphs.questions import can_always, ends
from queensbench.engines.layers.layered_space import LayeredSpace
from queensbench.errors import BadInput, ModelError, RangeViolation
from queensbench.readers.differential.states import World
from queensbench.rules.typed import ir
from tests.generated.opened import Disagreement, Opened, Tally
from tests.generated.walks import Key, Walk, distances, where

AGAINST: tuple[tuple[str, ...], ...] = ((), ("players",), ("chance",), ("players", "chance"))


def check_explore(found: Opened, tally: Tally, world: World, most: int) -> Exploration | None:
    """Compare the search of an instance with a walk, if the walk comes to its end."""
    walk = found.walked(world, most)
    native, system = found.searching, found.system
    try:
        explored = explore(
            native, system, ExploreSettings(world.readings, world.parameters, max_states=2000), threads=1
        )
    except ModelError as fault:
        _fault(found, tally, world, walk, fault)
        return None
    if not walk.complete:
        tally.counts["explore: larger than the walk"] += 1
        return explored if not walk.faults else None
    if walk.faults:
        raise Disagreement(f"explore met no fault, the walk {walk.faults[0]} under {world}")
    tally.same("explore: whether complete", explored.complete, True)
    counts(found, tally, walk, explored, "explore")
    _ways(found, tally, walk, explored)
    _graph(tally, walk, explored)
    if found.mode.symmetries:
        _symmetry(found, tally, world, walk)
    return explored


def _fault(found: Opened, tally: Tally, world: World, walk: Walk, fault: ModelError) -> None:
    """A fault of the model is met by the walk as well, and the play to it leads there."""
    tally.counts["explore: faults of models"] += 1
    if not walk.faults:
        if walk.complete:
            raise Disagreement(f"explore: {fault}; the walk met nothing under {world}")
        return
    codes = fault.play if isinstance(fault.play, tuple) else ()
    interpreter = found.interpreter(world)
    state = None
    try:
        state = interpreter.start()
        for step in found.session.steps(list(codes)):
            state = interpreter.apply(state, step)
    except ModelError as mine:
        same = isinstance(mine, RangeViolation), isinstance(fault, RangeViolation)
        tally.same("explore: sorts of faults", *same)
        if isinstance(fault, RangeViolation):
            tally.same("explore: places of faults", mine.where, fault.where)
        return
    key = tuple(interpreter.cells(state, found.silences))
    if key not in walk.nodes:
        return
    said = [text for text in walk.faults if where(fault) in text or str(list(key)) in text]
    if not said and walk.nodes[key].role != "faulty":
        raise Disagreement(f"explore: {fault} after a play to {list(key)}, where nothing is wrong")


def counts(found: Opened, tally: Tally, walk: Walk, explored: Exploration | LayeredSpace, by: str) -> None:
    """What both searches count is what the walk counts; ``by`` says which search it was."""
    roles = walk.roles()
    tally.counts[f"{by}: states"] += len(walk.nodes)
    tally.counts[f"{by}: transitions"] += walk.transitions
    tally.same(f"{by}: number of states", explored.states, len(walk.nodes))
    tally.same(f"{by}: number of transitions", explored.transitions, walk.transitions)
    tally.same(f"{by}: deadlocks", explored.deadlocks.count, roles["deadlock"])
    silent = Counter(key[-1] - 1 for key, node in walk.nodes.items() if node.role == "silent")
    for number, note in enumerate(explored.silences):
        tally.same(f"{by}: silent states", note.count, silent[number])
    over = [node for node in walk.nodes.values() if node.role == "over"]
    tally.same(
        f"{by}: ends by winners",
        {who: note.count for who, note in explored.ends.items()},
        dict(Counter(node.winners for node in over)),
    )
    columns = list(zip(*(node.scores for node in over), strict=True))
    tally.same(
        f"{by}: scores",
        [(one.least, one.greatest) for one in explored.scores],
        [(min(column), max(column)) for column in columns],
    )
    for number, judge in enumerate(found.system.judges):
        answers = Counter(node.judged[number] for node in walk.nodes.values())
        pair = (explored.holding[number].count, explored.failing[number].count)
        tally.same(f"{by}: properties", pair, (answers[True], answers[False]), judge.name)


def _ways(found: Opened, tally: Tally, walk: Walk, explored: Exploration) -> None:
    """Least choices and steps to every state, and the play to the first state where a property fails."""
    ways = distances(walk)
    for key in list(walk.nodes)[:200]:
        state = explored.find(key)
        if state is None:
            raise Disagreement(f"explore: {list(key)} was not found")
        tally.same(
            "explore: least choices and steps", (explored.choices(state), explored.steps(state)), ways[key]
        )
        tally.same("explore: what a state is", explored.kind(state), walk.nodes[key].role)
    for number in range(len(found.system.judges)):
        for first in (explored.failing[number].state, explored.holding[number].state):
            if first is None:
                continue
            codes = explored.moves_to(first)
            at = walk.start
            for step in found.session.steps(codes):
                assert at is not None
                (at,) = {target for one, _, _, target in walk.nodes[at].moves if one == step}
            tally.same("explore: where a play leads", tuple(explored.cells(first).tolist()), at)


# ------------------------------------------------------------------------------------------- the graph


def attractor(
    walk: Walk, goal: set[Key], against: Callable[[Key], bool], stay: set[Key] | None = None
) -> set[Key]:
    """From where the goal is reached for certain; with ``stay``, by ways that chance cannot lead out of it."""
    inside = set(goal)
    while True:
        more = set()
        for key, node in walk.nodes.items():
            targets = [target for _, _, _, target in node.moves]
            if key in inside or not targets or (stay is not None and key not in stay):
                continue
            if stay is not None and node.role == "chance":
                if all(t in stay for t in targets) and any(t in inside for t in targets):
                    more.add(key)
            elif against(key):
                if all(t in inside for t in targets):
                    more.add(key)
            elif any(t in inside for t in targets):
                more.add(key)
        if not more:
            return inside
        inside |= more


def almost_surely(walk: Walk, goal: set[Key], against: Callable[[Key], bool]) -> set[Key]:
    """From where the goal is reached with probability one."""
    stay = set(walk.nodes)
    while True:
        inside = attractor(walk, goal, against, stay)
        if inside == stay:
            return inside
        stay = inside


def _graph(tally: Tally, walk: Walk, explored: Exploration) -> None:
    if walk.undecided:
        return
    game = game_of(explored)
    goal = {key for key, node in walk.nodes.items() if node.role in ("over", "silent")}
    for who in AGAINST:

        def against(key: Key, who: tuple[str, ...] = who) -> bool:
            role = walk.nodes[key].role
            return ("players" in who and role == "choice") or ("chance" in who and role == "chance")

        surely = attractor(walk, goal, against)
        tally.same(
            "graph: an end can be reached", can_always(game, who).holds, surely >= set(walk.nodes), who
        )
        tally.same(
            "graph: every play ends for certain", ends(game, who, sure=True).holds, walk.start in surely, who
        )
        likely = almost_surely(walk, goal, lambda key: against(key) and walk.nodes[key].role == "choice")
        said = ends(game, who, sure=False).holds
        tally.same("graph: every play ends with probability one", said, walk.start in likely, who)


# -------------------------------------------------------------------------------------------- symmetry


def _symmetry(found: Opened, tally: Tally, world: World, walk: Walk) -> None:
    """Under a symmetry that is used, as many states as there are orbits, and the same verdicts."""
    session = found.session
    readings = {
        decl.name: list(decl.readings)[value]
        for decl, value in zip(
            type(found.mode.rulings).declared() if found.mode.rulings is not None else (),
            world.readings,
            strict=True,
        )
    }
    if [p.default for p in found.system.parameters] != list(world.parameters):
        return
    try:
        merged = session.explored(readings, max_states=2_000, keep=False, symmetric=True)
    except BadInput:
        tally.counts["symmetry: refused"] += 1
        return
    if not merged.complete:
        tally.counts["symmetry: not called exhausted"] += 1
        return
    tally.counts["symmetry: used"] += 1
    for number, judge in enumerate(found.system.judges):
        answers = {node.judged[number] for node in walk.nodes.values()}
        pair = (merged.holding[number].count > 0, merged.failing[number].count > 0)
        tally.same("symmetry: properties", pair, (True in answers, False in answers), judge.name)
    orbits = {min(images(found, key)) for key in walk.nodes}
    tally.same("symmetry: orbits", merged.states, len(orbits))


def images(found: Opened, key: Key) -> Iterator[Key]:
    """The images of a state under all renamings that the mode declares alike."""
    symmetry = found.mode.symmetries[0]
    kinds = [k.__name__ for k in symmetry.full] or [
        k.__name__ for g in symmetry.generators for k in g if isinstance(k, type)
    ]
    (name,) = kinds
    types = [t for block in found.system.fields for t in (*block.index, block.value) if named(t, name)]
    if not types:
        yield key
        return
    members = types[0]
    for renamed in permutations(range(ir.size(members))):
        yield renaming(found.system, key, name, renamed)


def named(t: ir.Type, name: str) -> bool:
    """Whether a type is the kind of this name."""
    return isinstance(t, ir.KindType) and t.name == name


def renaming(system: ir.System, key: Key, name: str, renamed: tuple[int, ...]) -> Key:
    """A state with the members of a kind renamed, places beyond the length of a sequence blank."""
    out = list(key)
    lengths = {block.name: block for block in system.fields if block.name.endswith(".len")}

    def place(block: ir.Field, index: tuple[int, ...]) -> int:
        at = 0
        for t, i in zip(block.index, index, strict=True):
            at = at * ir.size(t) + i
        return block.offset + at

    for block in system.fields:
        length = lengths.get(block.name + ".len")
        for index in _indices(block):
            mapped = tuple(
                renamed[i] if named(t, name) else i for t, i in zip(block.index, index, strict=True)
            )
            value = key[place(block, index)]
            beyond = length is not None and index[-1] >= key[place(length, index[:-1])]
            if named(block.value, name) and not beyond:
                value = renamed[value]
            out[place(block, mapped)] = value
    return tuple(out)


def _indices(block: ir.Field) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for t in block.index:
        found = [(*one, i) for one in found for i in range(ir.size(t))]
    return found
