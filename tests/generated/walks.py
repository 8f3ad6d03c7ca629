"""A plain walk: all states that the interpreter reaches, with every transition, written down without cleverness.

It uses the interpreter and the standard library.  A walk ends early at ``most`` states; what it meets that is a fault
of the model (a range that is left, players and chance in one state) is noted with its state, and the walk goes on.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from queensbench.errors import ModelError, RangeViolation, Refused
from queensbench.language.properties import PropertyDecl
from queensbench.readers.interpreter import Interpreter, Step

Key = tuple[int, ...]

ENDLESS = 3
"""A walk ends where automatic steps have gone on for ever so often: each time takes as long as all else."""


@dataclass
class Node:
    """A state as found: what it is, and its moves with weight, who decides, and where each leads."""

    role: str
    judged: tuple[bool, ...] = ()
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    moves: list[tuple[Step, int, str | None, Key]] = field(default_factory=list)


@dataclass
class Walk:
    """The states of a walk, by cells, in the order in which they were found."""

    judges: Sequence[PropertyDecl] = ()
    start: Key | None = None
    nodes: dict[Key, Node] = field(default_factory=dict)
    states: dict[Key, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)
    """Faults of whoever is asked whose choice it is, which a search of the states does not ask."""
    complete: bool = True

    @property
    def transitions(self) -> int:
        """The number of moves of all states."""
        return sum(len(node.moves) for node in self.nodes.values())

    def roles(self) -> Counter[str]:
        """How many states there are of each sort."""
        return Counter(node.role for node in self.nodes.values())


def where(fault: ModelError) -> str:
    """The place of a violation; of another fault of a model what it says."""
    return fault.where if isinstance(fault, RangeViolation) else str(fault)


def walk(
    interpreter: Interpreter,
    silences: list[tuple[str, str]],
    most: int,
    judges: Sequence[PropertyDecl] = (),
) -> Walk:
    """Walk from the start, in breadth, asking what is to hold of each state."""
    found = Walk(judges=judges)
    try:
        start = interpreter.start()
    except ModelError as fault:
        found.faults.append(f"the start: {fault}")
        return found
    found.start = tuple(interpreter.cells(start, silences))
    found.states[found.start] = start
    todo = deque([found.start])
    while todo:
        key = todo.popleft()
        if key in found.nodes:
            continue
        if len(found.nodes) >= most or sum("never end" in text for text in found.faults) >= ENDLESS:
            found.complete = False
            return found
        try:
            node = _node(interpreter, silences, found, key)
        except ModelError as fault:  # of the end, who has won, the score
            found.faults.append(f"a question: {where(fault)}")
            found.nodes[key] = Node("faulty")
            continue
        found.nodes[key] = node
        for _, _, _, target in node.moves:
            if target not in found.nodes:
                todo.append(target)
    return found


def _node(interpreter: Interpreter, silences: list[tuple[str, str]], found: Walk, key: Key) -> Node:
    state = found.states[key]
    # engines ask of a ``reachable`` whether it does not hold, as of a ``never``
    judged = tuple(interpreter.judge(d, state) is (d.kind != "reachable") for d in found.judges)
    if interpreter.silence(state) is not None:
        return Node("silent", judged)
    if interpreter.over(state):
        players = interpreter.context.kept(interpreter.mode.players) if interpreter.mode.players else ()
        winners = tuple(players.index(p) for p in interpreter.winners(state))
        return Node("over", judged, winners, tuple(interpreter.scores(state).values()))
    node = Node("deadlock", judged)
    kinds = set()
    for step in interpreter.candidates():
        kind = interpreter.by_name[step.name].kind
        try:
            after = interpreter.apply(state, step)
            weight = interpreter.weight(state, step)
        except Refused:
            continue
        except ModelError as fault:
            found.faults.append(f"{step}: {where(fault)}")
            # It may be made all the same: beside it nothing else may come by chance, or be chosen.
            with suppress(ModelError):
                if kind != "chance" or interpreter.weight(state, step):
                    kinds.add("chance" if kind == "chance" else "choice")
            continue
        try:
            decider = interpreter.decider(state, step.name)
        except RangeViolation as fault:
            found.undecided.append(f"{step}: {fault.where}")
            decider = None
        kinds.add("chance" if kind == "chance" else "choice")
        target = tuple(interpreter.cells(after, silences))
        found.states.setdefault(target, after)
        node.moves.append((step, weight, decider.name if decider is not None else None, target))
    if len(kinds) > 1:
        found.faults.append(f"players and chance at {list(key)}")
    if kinds:
        node.role = min(kinds)
    return node


def distances(found: Walk) -> dict[Key, tuple[int, int]]:
    """The least number of choices to each state, and among those ways of steps."""
    assert found.start is not None
    best = {found.start: (0, 0)}
    queue = [((0, 0), found.start)]
    while queue:
        (choices, steps), key = heappop(queue)
        if best[key] < (choices, steps) or key not in found.nodes:
            continue
        node = found.nodes[key]
        for _, _, _, target in node.moves:
            new = (choices + (node.role == "choice"), steps + 1)
            if target not in best or new < best[target]:
                best[target] = new
                heappush(queue, (new, target))
    return best
