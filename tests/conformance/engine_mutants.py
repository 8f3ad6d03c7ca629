"""Faults in an engine, made by changes of its syntax tree: each is one change that somebody might make by mistake.

All changes that there are get listed in the order of the text, and a seed chooses among them: nobody picks.  A fault is
known by its number, so that a run can be repeated for one of them.

    python tests/conformance/engine_mutants.py queens-collection --faults 40 --games 20
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import signal
import time
import tomllib
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import queensbench as qb

ENGINES = Path(__file__).parents[2] / "examples" / "engines"
EXAMPLES = {
    "queens-collection": (
        "pawn_boxes.py",
        "PawnBoxes",
        "Table",
        ("duel", "gone", "match", "trio", "levels", "full"),
    ),
    "queen-of-scots": (
        "crown_cards.py",
        "CrownCards",
        "Game",
        ("duel", "people", "family", "jewels", "twins", "trio", "match", "two", "three", "full"),
    ),
}
"""By folder: the file, the class that is asked, the class that knows the rules, and the instances that are played."""
MODES = {"queens-collection": "queens-collection/competitive", "queen-of-scots": "queen-of-scots/standard"}
INQUIRED = {
    "queens-collection": ["levels", "gone", "match"],
    "queen-of-scots": ["jewels", "duel", "trio", "match"],
}
"""By folder: the instances at which an inquiry plays."""
SEATS = ("NORTH", "EAST", "SOUTH", "WEST")
PLAYERS = {"full": 4, "trio": 3, "three": 3}
PARAMETERS = {"levels": {"beginners": 1, "fewer_colours": 1, "fewer_wilds": 1}}
LONGEST = 400
"""The most events of one game."""


# ------------------------------------------------------------------------------------------- the changes

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Fault:
    """One change: its number among all of the engine, the line, what was changed, and the engine's source with it."""

    number: int
    line: int
    what: str
    source: str


def places(source: str, rules: str) -> list[tuple[int, int]]:
    """All changes of an engine, in the order of the text: in the class ``rules`` and in the functions beside it."""
    nodes = _nodes(ast.parse(source), rules)
    return [(at, which) for at, node in enumerate(nodes) for which in range(len(_changes(node)))]


def fault(source: str, rules: str, number: int) -> Fault:
    """The fault of this number."""
    at, which = places(source, rules)[number]
    tree = ast.parse(source)
    node = _nodes(tree, rules)[at]
    before = ast.unparse(node)
    _changes(node)[which](tree)
    ast.fix_missing_locations(tree)
    after = ast.unparse(node) if any(one is node for one in ast.walk(tree)) else "pass"
    return Fault(number, node.lineno, f"{_short(before)} -> {_short(after)}", ast.unparse(tree))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}..."


def _nodes(tree: ast.AST, rules: str) -> list[Any]:
    """The nodes that can be changed, in the order of the text."""
    found: list[Any] = []
    for top in ast.iter_child_nodes(tree):
        inside = isinstance(top, ast.FunctionDef) and top.name != "serve"
        if inside or (isinstance(top, ast.ClassDef) and top.name == rules):
            found += [one for one in ast.walk(top) if isinstance(one, ast.expr | ast.stmt) and _changes(one)]
    return found


def _changes(node: ast.AST) -> list[Callable[[ast.AST], None]]:
    """The changes of one node, each of which is done to it in a tree."""
    if isinstance(node, ast.Compare):
        return [_set(node.ops, 0, new()) for new in COMPARISONS.get(type(node.ops[0]), ())]
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
        return [_put(node, "op", OPERATORS[type(node.op)]()), *_dropped(node)]
    if isinstance(node, ast.BoolOp):
        return [_put(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [_put(node, "operand", ast.UnaryOp(op=ast.Not(), operand=node.operand))]
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return [_put(node, "value", not node.value)]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return [_put(node, "value", node.value + 1), _put(node, "value", node.value - 1)]
    if isinstance(node, ast.Call) and len(node.args) >= 2:
        return [_set(node.args, slice(0, 2), node.args[1::-1])]
    return _dropped(node)


def _dropped(node: ast.AST) -> list[Callable[[ast.AST], None]]:
    """A statement that is left out: a call, a change of what is there, or an early end."""
    said = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    kept = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    early = isinstance(node, ast.Return) and node.value is None
    if not (said or kept or early or isinstance(node, ast.AugAssign | ast.Raise)):
        return []

    def drop(tree: ast.AST) -> None:
        for parent in ast.walk(tree):
            for name in ("body", "orelse"):
                block = getattr(parent, name, None)
                if isinstance(block, list) and any(one is node for one in block):
                    block[:] = [ast.Pass() if one is node else one for one in block]

    return [drop]


def _set(items: list[Any], place: Any, value: Any) -> Callable[[ast.AST], None]:
    return lambda _: items.__setitem__(place, value)


def _put(node: ast.AST, name: str, value: Any) -> Callable[[ast.AST], None]:
    return lambda _: setattr(node, name, value)


def chosen(folder: str, count: int, seed: int = 0) -> list[Fault]:
    """So many faults of an example engine, drawn by a seed, in the order of the text."""
    file, _, rules, _ = EXAMPLES[folder]
    source = (ENGINES / folder / file).read_text()
    numbers = random.Random(seed).sample(range(len(places(source, rules))), count)
    return [fault(source, rules, number) for number in sorted(numbers)]


def made(source: str, name: str) -> type:
    """The engine's class out of its source."""
    module = types.ModuleType("engine_with_a_fault")
    exec(compile(source, f"<{name}>", "exec"), vars(module))
    found: type = vars(module)[name]
    return found


# ------------------------------------------------------------------------------- original and fault, side by side


class Overdue(BaseException):
    """An engine with a fault does not come to an end."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise Overdue in what takes longer, in seconds of a processor."""

    def ring(*_: Any) -> None:
        raise Overdue

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def told_apart(folder: str, fault: Fault, moves: int, seed: int = 0) -> tuple[int, str] | None:
    """After how many events of random games, and where, the fault shows; None if it does not."""
    file, name, _, instances = EXAMPLES[folder]
    right, wrong = made((ENGINES / folder / file).read_text(), name)(), made(fault.source, name)()
    dice, done, game = random.Random(seed), 0, 0
    while done < moves:
        instance = instances[game % len(instances)]
        try:
            with at_most(20):
                steps, apart = _game(right, wrong, instance, dice, game)
        except Overdue:
            return done, f"{instance}: it does not end"
        done += steps
        game += 1
        if apart:
            return done, f"{instance}: {apart}"
    return None


def _game(right: Any, wrong: Any, instance: str, dice: random.Random, seed: int) -> tuple[int, str]:
    """One random game of both: its events, and what is different, if anything is."""
    request = {
        "instance": {"name": instance, "parameters": PARAMETERS.get(instance, {})},
        "seats": list(SEATS[: PLAYERS.get(instance, 2)]),
        "seed": seed,
    }
    right.reset(**request)
    if apart := _different("reset", {}, lambda: wrong.reset(**request)):
        return 0, apart
    for steps in range(LONGEST):
        for ask in ("to_move", "moves", "state", "result"):
            if apart := _different(ask, _plain(getattr(right, ask)()), partial(_answered, wrong, ask)):
                return steps, apart
        if right.result()["over"]:
            return steps, ""
        seats = right.to_move()["to_move"]
        if not seats:
            if apart := _chance(right, wrong, wrong_draws=bool(seed % 2)):
                return steps, apart
            continue
        move = dice.choice(right.moves()["moves"])
        if dice.random() < 0.1 and (apart := _offered(right, wrong, move, seats[0], dice)):
            return steps, apart
        asked = [{"seat": seats[0], **move}]
        right.do(moves=asked)
        if apart := _different("do", {}, partial(wrong.do, moves=asked)):
            return steps, apart
    return LONGEST, ""


def _chance(right: Any, wrong: Any, *, wrong_draws: bool) -> str:
    """What is different when one of the two draws, and the other is told."""
    if not wrong_draws:
        drawn = right.chance(outcome=None)["drew"]
        return _different("chance", {}, partial(wrong.chance, outcome=drawn))
    try:
        drawn = wrong.chance(outcome=None)["drew"]
    except Exception as error:  # noqa: BLE001 - whatever a fault brings about
        return f"chance raises {type(error).__name__}"
    return _different("chance", {}, partial(right.chance, outcome=drawn))


def _offered(right: Any, wrong: Any, move: Any, seat: str, dice: random.Random) -> str:
    """What is different in the answers to a move that is bent in one argument, or offered by another seat."""
    bent = json.loads(json.dumps({"seat": seat, **move}))
    args = bent.get("args", {})
    lists = [key for key, value in args.items() if isinstance(value, list) and value]
    if lists and dice.random() < 0.7:
        cards = args[dice.choice(lists)]
        cards[dice.randrange(len(cards))] = dice.choice(cards)
    else:
        bent["seat"] = dice.choice(SEATS[:2])
    kept = right.snapshot()["snapshot"]
    if not right.do(moves=[bent]).get("refused"):
        right.undo(snapshot=kept)
        return ""
    return _different("offer", True, lambda: "refused" in wrong.do(moves=[bent]))


def _plain(answer: Any) -> str:
    """An answer as text, in which the order of moves and of keys does not matter."""
    if "moves" in answer:
        return str(sorted(json.dumps(move, sort_keys=True) for move in answer["moves"]))
    return json.dumps(answer, sort_keys=True)


def _answered(engine: Any, ask: str) -> Any:
    """What an engine says, as plain values."""
    return _plain(getattr(engine, ask)())


def _different(ask: str, expected: Any, ask_it: Callable[[], Any]) -> str:
    try:
        answer = ask_it()
    except Exception as error:  # noqa: BLE001 - whatever a fault brings about
        return f"{ask} raises {type(error).__name__}"
    return "" if answer == expected else ask


def noticed(folder: str, fault: Fault, claimed: bool, games: int, seconds: float) -> str:
    """What an inquiry finds of a fault that the engine itself does not have; empty if it finds nothing.

    ``claimed``: the engine claims the readings that it plays without the fault.
    """
    _, name, _, _ = EXAMPLES[folder]
    tables = tomllib.loads((ENGINES / folder / "readings.toml").read_text())
    played = tables["chosen"] | tables["house"]
    report = qb.conform(
        MODES[folder],
        made(fault.source, name),
        instance=INQUIRED[folder],
        mapping=ENGINES / folder / "mapping.py",
        claims=played if claimed else None,
        games=games,
        seconds=seconds,
    )
    data = report.to_json()
    if data["fault"] is not None:
        return "the engine fails"
    for what in ("differences", "unsteady", "leaks"):
        if data[what]:
            return what
    if not data["one_reading"]:
        return "no one reading"
    other = [ruling for ruling, reading in report.readings.items() if reading != played.get(ruling, reading)]
    return f"another reading of {', '.join(other)}" if other else ""


def main() -> None:
    """List faults, after how many moves beside the original each shows, and what an inquiry finds of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", choices=EXAMPLES)
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--moves", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=0, help="of the inquiry; 0: none")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--claimed", action="store_true", help="the engine claims its readings")
    asked = parser.parse_args()
    alike = found = 0
    for one in chosen(asked.folder, asked.faults, asked.seed):
        apart = told_apart(asked.folder, one, asked.moves)
        alike += apart is None
        told = f"after {apart[0]} moves, {apart[1]}" if apart else f"not in {asked.moves} moves"
        begun = time.perf_counter()
        if asked.games:
            said = noticed(asked.folder, one, asked.claimed, asked.games, asked.seconds)
            found += bool(said)
            told += f"; {said or 'not noticed'} ({time.perf_counter() - begun:.0f} s)"
        print(f"{one.number:4} line {one.line:3}  {one.what}: {told}", flush=True)
    print(f"{asked.faults - alike} of {asked.faults} show beside the original, {found} are noticed")


if __name__ == "__main__":
    main()
