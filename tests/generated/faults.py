"""Faults that were in the toolkit once, and how they are found again: which check sees them, on which models.

A stream of models is put to one check until a failure bears the fault's sign.  ``favour`` leads a stream towards a sort
of model; the models are drawn all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.generated.hunt import ALL, failure
from tests.generated.models import numbered


@dataclass(frozen=True)
class Fault:
    """A fault: the check that sees it, a pattern of its sign, what is favoured, and the model by which it is found.

    ``after`` is -1 as long as no model of its stream is known to find it; ``why`` says what stands in the way.
    """

    name: str
    check: str
    sign: str
    favour: Mapping[str, float] = field(default_factory=dict)
    after: int = -1
    why: str = ""


CALM = {"violations": 0.0}
NESTED = {"filter": 4, "any": 4, "sum": 3}
STAGED = {"staged": 10, "clock": 0, "chance": 0.2, "automatic": 0.3}
HEAVY = {"chance": 3, "weights": 2, "large weights": 5, "over": 2, "scores": 2}

FAULTS = {
    fault.name: fault
    for fault in (
        Fault("a generator's slot by position", "readers", "native", CALM | NESTED, after=4),
        Fault("a generator's slot, z3", "prove", "NoneType", CALM | NESTED, after=0),
        Fault("a generator's slot, checked", "readers", "lowering of", CALM | NESTED, after=0),
        Fault("weights of 32 bits", "solve", "solve: ", CALM | HEAVY, after=31),
        Fault("sums of weights that overflow", "solve", "solve: ", CALM | HEAVY | {"by lot": 10}, after=15),
        Fault(
            "scores as statuses",
            "readers",
            "scores",
            CALM | {"deep debts": 5, "over": 2, "scores": 2},
            after=4,
        ),
        Fault("locals of 32 bits", "readers", "native", CALM | {"wide": 10}, after=48),
        Fault("ranges written out", "readers", "MemoryError", CALM | {"wide ranges": 30}, after=0),
        Fault("requirements that do not lead", "claims", "claims: ", CALM | STAGED, after=1),
        Fault(
            "never matters behind a requirement",
            "prove",
            "matters: never",
            CALM | STAGED | {"rulings": 5},
            after=43,
        ),
        Fault(
            "lookups of one memory",
            "readers",
            "counting",
            CALM | {"twin lookups": 10, "clock": 0, "chance": 0, "automatic": 0},
            after=11,
        ),
        Fault(
            "a symmetry on trust",
            "explore",
            "symmetry: ",
            CALM | {"told apart late": 10, "clock": 0, "chance": 0, "automatic": 0},
            after=7,
        ),
        Fault(
            "the first of equal choices",
            "solve",
            "solve: strategy|best choices attain",
            CALM | {"goes round": 10, "clock": 0, "scores": 1.5, "over": 2, "automatic": 0.2},
            after=2,
        ),
        Fault(
            "a start that refuses itself",
            "prove",
            "ranges included, but the start: ",
            CALM | {"requiring start": 1000, "rulings": 5},
            after=7,
        ),
    )
}


def fails(fault: Fault, number: int) -> str:
    """What goes wrong with a model of a fault's stream, in a word; nothing if the check passes."""
    model, _ = numbered(fault.name, number, fault.favour)
    return failure(model, {fault.check: ALL[fault.check]})[0]


def finds(fault: Fault, number: int) -> bool:
    """Whether a model of a fault's stream finds it."""
    model, _ = numbered(fault.name, number, fault.favour)
    sort, text = failure(model, {fault.check: ALL[fault.check]})
    return bool(sort) and re.search(fault.sign, f"{sort}\n{text}") is not None


def found_after(fault: Fault, most: int) -> int:
    """The number of the first model of a fault's stream that finds it; -1 if none does."""
    return next((number for number in range(most) if finds(fault, number)), -1)
