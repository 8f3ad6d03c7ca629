"""A model that declares everything that can be: each argument of each declaration in turn is something else."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import queensbench.language
from tests.processes import write
from tests.torture.forked import Place, run
from tests.torture.trials import Outcome, Part

MODEL = Path(__file__).with_name("declared.py")
VALUES = (
    "None", "True", "5", "-1", "2.5", "''", "'x'", "b'x'", "'x\\ny'", "()", "(5,)", "['x']", "{'x'}", "{}", "{5: 5}",
    "{'x': 'x'}", "{'six': holds('yes')}", "{Player: (Player.RED,)}", "{Tie.BOTH: 5}", "{Tie.BOTH: (5,)}", "Player",
    "Player.RED", "Tie.BOTH", "Table", "n", "n.steps", "r", "lambda *_: 1", "holds('yes')", "print", "object()",
)  # fmt: skip
"""What stands in place of an argument."""
EACH = 8
"""So many of these are drawn for each argument."""
COMMANDS = (
    ("audit", "declared", "--games", "20", "--budget", "300", "--no-proofs", "-q"),
    ("rulings", "declared"),
    ("vacuous", "declared", "-q"),
)
"""What is asked of each: what reads all that is declared."""


@dataclass(frozen=True)
class Slot:
    """An argument of a declaration: the call, by its place in the order of the tree, and the argument in it."""

    call: int
    argument: int


def calls(tree: ast.Module) -> list[ast.Call]:
    """The calls of what the language offers, in the order of the tree."""
    names = set(queensbench.language.__all__)
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def slots(text: str) -> list[Slot]:
    """All arguments of all declarations of a model."""
    found = enumerate(calls(ast.parse(text)))
    return [Slot(at, n) for at, call in found for n in range(len(call.args) + len(call.keywords))]


def changed(text: str, slot: Slot, value: str) -> str:
    """The model with another value of an argument."""
    tree = ast.parse(text)
    call = calls(tree)[slot.call]
    expression = ast.parse(value, mode="eval").body
    if slot.argument < len(call.args):
        call.args[slot.argument] = expression
    else:
        call.keywords[slot.argument - len(call.args)].value = expression
    return ast.unparse(ast.fix_missing_locations(tree))


@dataclass(frozen=True)
class Declared:
    """The model, and its arguments in an order that mixes all declarations."""

    text: str
    slots: Sequence[Slot]


def make(_: Place) -> Declared:
    """Read the model."""
    text = MODEL.read_text("utf-8")
    found = slots(text)
    Random(0).shuffle(found)
    return Declared(text, found)


def trial(made: Declared, place: Place, random: Random, number: int) -> Outcome:
    """Give an argument another value and ask: it is refused in lines with their places, or there is an answer."""
    out = Outcome()
    slot, value = made.slots[number % len(made.slots)], random.choice(VALUES)
    write(place.project, {"pyproject.toml": "[tool.queensbench]\n", "model/__init__.py": ""})
    write(place.project, {"model/declared.py": changed(made.text, slot, value)})
    for words in COMMANDS:
        ended = run(words, place, env={"QUEENSBENCH_STORE": "off"})
        out.seen[f"exit {ended.code}"] += 1
        out.add(*(f"{fault}; {slot} = {value}" for fault in ended.faults()))
        if ended.code == 2:
            break
    return out


PART = Part(
    "declarations",
    "each argument of each declaration is something else",
    trial,
    lambda made: len(made.slots) * EACH,
    make,
    weight=4,
    quick=117,
)
