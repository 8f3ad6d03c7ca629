"""Values of best play are those of exact recursion over fractions, where play cannot go round.

Where it can, values that are called exact satisfy what best play means at each state; with one player or none, the
choices that are called best attain them, by the linear equations of the chain that they leave.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from queensbench.engines.solve.objectives import Aim, aims_of
from queensbench.engines.solve.solver import AimValues, Solved, solve
from queensbench.errors import BadInput, ModelError
from queensbench.readers.differential.states import World
from queensbench.readers.interpreter import Step
from queensbench.rules.typed.move_codes import Move
from tests.generated.opened import Disagreement, Opened, Tally
from tests.generated.walks import Key, Node, Walk


def check_solve(found: Opened, tally: Tally, world: World, most: int) -> None:
    """Compare values under a world's readings, if the walk comes to its end without a fault."""
    walk = found.walked(world, most)
    if not walk.complete or walk.faults or walk.undecided:
        return
    if [p.default for p in found.system.parameters] != list(world.parameters):
        return
    rulings = type(found.mode.rulings).declared() if found.mode.rulings is not None else ()
    readings = {d.name: list(d.readings)[v] for d, v in zip(rulings, world.readings, strict=True)}
    try:
        aims = aims_of(found.system)
        solved = solve(found.session, aims, readings, silent=0, max_states=2_000)
    except BadInput:
        tally.counts["solve: refused"] += 1
        return
    except ModelError as fault:
        if "2**62 or more" in str(fault) and _heavy(walk):
            tally.counts["solve: weights beyond exact shares, refused"] += 1
            return
        raise Disagreement(f"solve: {fault}; the walk met nothing") from fault
    numbers = {key: n for key in walk.nodes if (n := _number(solved, key)) is not None}
    tally.same("solve: states found", len(numbers), len(walk.nodes))
    order = acyclic(walk)
    for aim, answer in zip(aims, solved.answers, strict=True):
        if order is not None:
            exact = recursion(found, walk, aim, order)
            for key, value in exact.items():
                tally.same(
                    "solve: exact values", answer.bounds(numbers[key]), (value, value), (aim.text, key)
                )
        else:
            _cyclic(found, tally, walk, aim, answer, numbers)


def _heavy(walk: Walk) -> bool:
    """Whether the weights of some draw come to 2**62 and more in lowest terms."""
    for node in walk.nodes.values():
        weights = [weight for _, weight, _, _ in node.moves]
        if node.role == "chance" and sum(weights) // gcd(*weights) >= 1 << 62:
            return True
    return False


def _number(solved: Solved, key: Key) -> int | None:
    state = solved.exploration.find(key)
    return None if state is None else int(solved.arena.number(state))


def acyclic(walk: Walk) -> list[Key] | None:
    """The states, each behind all that it leads to; None if play can go round."""
    order: list[Key] = []
    state: dict[Key, int] = {}
    assert walk.start is not None
    stack = [(walk.start, iter([t for _, _, _, t in walk.nodes[walk.start].moves]))]
    state[walk.start] = 1
    while stack:
        key, targets = stack[-1]
        target = next(targets, None)
        if target is None:
            stack.pop()
            state[key] = 2
            order.append(key)
        elif state.get(target) == 1:
            return None
        elif target not in state:
            state[target] = 1
            stack.append((target, iter([t for _, _, _, t in walk.nodes[target].moves])))
    return order


def payoff(found: Opened, node: Node, aim: Aim) -> Fraction:
    """What an ended state is worth for an aim; what has no score is worth nothing."""
    if node.role != "over":
        return Fraction(0)
    player = max(0, aim.player)
    if aim.measure == "score":
        return Fraction(node.scores[player if len(node.scores) > 1 else 0])
    won = Fraction(player in node.winners)
    return won - Fraction((1 - player) in node.winners) if aim.measure == "margin" else won


def recursion(found: Opened, walk: Walk, aim: Aim, order: list[Key]) -> dict[Key, Fraction]:
    """The values of all states, from the ends on."""
    values: dict[Key, Fraction] = {}
    for key in order:
        node = walk.nodes[key]
        values[key] = one_step(found, node, aim, values, payoff(found, node, aim))
    return values


def one_step(found: Opened, node: Node, aim: Aim, values: dict[Key, Fraction], ended: Fraction) -> Fraction:
    """The value of a state by those that it leads to."""
    if not node.moves:
        return ended
    if node.role == "chance":
        total = sum(weight for _, weight, _, _ in node.moves)
        return sum((weight * values[t] for _, weight, _, t in node.moves), Fraction(0)) / total
    options = [values[target] for _, _, _, target in node.moves]
    mine = not aim.others or node.moves[0][2] == aim.name
    return max(options) if mine != aim.least else min(options)


def _cyclic(
    found: Opened, tally: Tally, walk: Walk, aim: Aim, answer: AimValues, numbers: dict[Key, int]
) -> None:
    """Values that are called exact are those of the best move, everywhere; one player's choices attain them."""
    values: dict[Key, Fraction] = {}
    for key, number in numbers.items():
        low, up = answer.bounds(number)
        if low > up:
            raise Disagreement(f"solve: bounds {low} and {up} of {key}")
        if low != up:
            tally.counts["solve: bounds only, where play goes round"] += 1
            return
        values[key] = low
    for key, node in walk.nodes.items():
        step = one_step(found, node, aim, values, payoff(found, node, aim))
        tally.same("solve: values where play goes round", values[key], step, (aim.text, key))
    _strategy(found, tally, walk, aim, answer, numbers, values)
    if not aim.others and len(walk.nodes) <= 60:
        attained = _chain(found, walk, aim, answer, numbers)
        tally.same("solve: what the best choices attain", attained, values[walk.start or ()], aim.text)


def _strategy(
    found: Opened,
    tally: Tally,
    walk: Walk,
    aim: Aim,
    answer: AimValues,
    numbers: dict[Key, int],
    values: dict[Key, Fraction],
) -> None:
    """The choices stored for an aim attain its values against all answers of the other side.

    Each has the value of its state; and where play without end is worth less than the state, the other side has no
    answers that keep play among such states for ever without giving value away.
    """
    endless = Fraction(answer.endless)
    ways: dict[Key, list[Key]] = {}
    sure: set[Key] = set()
    for key, node in walk.nodes.items():
        ways[key] = [target for _, _, _, target in node.moves]
        if node.role == "chance":
            sure.add(key)
        elif node.moves and (not aim.others or node.moves[0][2] == aim.name):
            chosen = _chosen(found, node, int(answer.worst.best[numbers[key]]))
            if chosen is None:
                tally.same("solve: strategy, none better than no end", values[key], endless, (aim.text, key))
                ways[key] = []
                continue
            tally.same("solve: strategy, of the value", values[chosen], values[key], (aim.text, key))
            ways[key] = [chosen]
        else:
            ways[key] = [target for target in ways[key] if values[target] == values[key]]
    stay = {key for key in walk.nodes if values[key] != endless and ways[key]}
    while True:  # what can leave for certain, or by chance, cannot stay for ever
        left = set()
        for key in stay:
            kept = [target in stay for target in ways[key]]
            if not (all(kept) if key in sure else any(kept)):
                left.add(key)
        if not left:
            break
        stay -= left
    tally.same("solve: strategy, leads on", sorted(stay)[:1], [], aim.text)


def _chosen(found: Opened, node: Node, at: int) -> Key | None:
    """Where the choice of a number leads; None if none is better than going on for ever."""
    moves = sorted(node.moves, key=lambda move: found.session.coding.encode(_move(found, move[0])))
    return moves[at][3] if at < len(moves) else None


def _chain(found: Opened, walk: Walk, aim: Aim, answer: AimValues, numbers: dict[Key, int]) -> Fraction:
    """The value of the start where each choice is the one that is called best: what does not end is worth the least."""
    keys = list(walk.nodes)
    place = {key: i for i, key in enumerate(keys)}
    best = answer.worst.best
    ways: list[list[tuple[int, Fraction]]] = []
    endless = Fraction(answer.endless)
    stuck: set[int] = set()
    for key in keys:
        node = walk.nodes[key]
        if not node.moves:
            ways.append([])
        elif node.role == "chance":
            total = sum(weight for _, weight, _, _ in node.moves)
            ways.append([(place[t], Fraction(w, total)) for _, w, _, t in node.moves])
        else:
            at = int(best[numbers[key]])
            moves = sorted(node.moves, key=lambda move: found.session.coding.encode(_move(found, move[0])))
            if at >= len(moves):  # none is better than going on for ever
                stuck.add(place[key])
                at = 0
            ways.append([(place[moves[at][3]], Fraction(1))])
    ends = {i for i, way in enumerate(ways) if not way}
    reach = set(ends)
    while True:  # what cannot end under these choices goes on for ever
        more = {i for i, way in enumerate(ways) if i not in reach and any(t in reach for t, _ in way)}
        if not more:
            break
        reach |= more
    known = {i: payoff(found, walk.nodes[keys[i]], aim) for i in ends}
    known.update({i: endless for i in range(len(keys)) if i not in reach})
    return _linear(ways, known)[place[walk.start or ()]]


def _move(found: Opened, step: Step) -> Move:
    interpreter = found.session.interpreter()
    number = next(i for i, t in enumerate(found.system.transitions) if t.name == step.name)
    return Move(number, interpreter.raw_args(step))


def _linear(ways: list[list[tuple[int, Fraction]]], known: dict[int, Fraction]) -> list[Fraction]:
    """The expected values of a chain, by elimination."""
    free = [i for i in range(len(ways)) if i not in known]
    column = {i: c for c, i in enumerate(free)}
    rows = []
    for i in free:
        row = [Fraction(0)] * (len(free) + 1)
        row[column[i]] = Fraction(1)
        for target, p in ways[i]:
            if target in known:
                row[-1] += p * known[target]
            else:
                row[column[target]] -= p
        rows.append(row)
    for c in range(len(free)):
        pivot = next(r for r in range(c, len(free)) if rows[r][c])
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(len(free)):
            if r != c and rows[r][c]:
                rows[r] = [x - rows[r][c] * y for x, y in zip(rows[r], rows[c], strict=True)]
    values = [known.get(i, Fraction(0)) for i in range(len(ways))]
    for c, i in enumerate(free):
        values[i] = rows[c][-1]
    return values
