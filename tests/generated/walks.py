"""A plain walk: all states that the interpreter reaches, with every transition, written down without cleverness.

It uses the interpreter and the standard library.  A walk ends early at ``most`` states; what it meets that is a fault
of the model (a range that is left, players and chance in one state) is noted with its state, and the walk goes on.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

from queensbench.errors import ModelError, RangeViolation, Refused
from queensbench.readers.interpreter import Interpreter, Step

Key = tuple[int, ...]


@dataclass
class Node:
    """A state as found: what it is, and its moves with weight, who decides, and where each leads."""

    role: str
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    moves: list[tuple[Step, int, str | None, Key]] = field(default_factory=list)


@dataclass
class Walk:
    """What was walked: nodes by cells, in the order in which they were found."""

    start: Key | None = None
    nodes: dict[Key, Node] = field(default_factory=dict)
    states: dict[Key, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    complete: bool = True

    @property
    def transitions(self) -> int:
        """The number of moves of all states."""
        return sum(len(node.moves) for node in self.nodes.values())

    def roles(self) -> Counter[str]:
        """How many states there are of each sort."""
        return Counter(node.role for node in self.nodes.values())


def walk(interpreter: Interpreter, silences: list[tuple[str, str]], most: int) -> Walk:
    """Walk from the start, in breadth."""
    found = Walk()
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
        if len(found.nodes) >= most:
            found.complete = False
            return found
        try:
            node = _node(interpreter, silences, found, key)
        except ModelError as fault:  # of the end, who has won, the score
            found.faults.append(f"a question: {fault}")
            found.nodes[key] = Node("faulty")
            continue
        found.nodes[key] = node
        for _, _, _, target in node.moves:
            if target not in found.nodes and target not in todo:
                todo.append(target)
    return found


def _node(interpreter: Interpreter, silences: list[tuple[str, str]], found: Walk, key: Key) -> Node:
    state = found.states[key]
    if interpreter.silence(state) is not None:
        return Node("silent")
    if interpreter.over(state):
        players = interpreter.context.kept(interpreter.mode.players) if interpreter.mode.players else ()
        winners = tuple(players.index(p) for p in interpreter.winners(state))
        return Node("over", winners, tuple(interpreter.scores(state).values()))
    node = Node("deadlock")
    kinds = set()
    for step in interpreter.candidates():
        kind = interpreter.by_name[step.name].kind
        try:
            after = interpreter.apply(state, step)
            weight = interpreter.weight(state, step)
            decider = interpreter.decider(state, step.name)
        except Refused:
            continue
        except RangeViolation as fault:
            found.faults.append(f"{step}: {fault.where}")
            continue
        except ModelError as fault:
            found.faults.append(f"{step}: {fault}")
            continue
        kinds.add("chance" if kind == "chance" else "choice")
        target = tuple(interpreter.cells(after, silences))
        found.states.setdefault(target, after)
        node.moves.append((step, weight, decider.name if decider is not None else None, target))
    if len(kinds) > 1:
        found.faults.append(f"players and chance at {list(key)}")
    if kinds:
        node.role = min(kinds)
    return node
