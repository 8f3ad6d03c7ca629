"""Faults that were in the toolkit once, and how they are found again: which check sees them, on which models.

A stream of models is put to one check until a failure bears the fault's sign.  ``favour`` leads a stream towards a sort
of model; the models are drawn all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.generated.hunt import CHECKS, failure
from tests.generated.models import numbered


@dataclass(frozen=True)
class Fault:
    """A fault: the check that sees it, a pattern of its sign, what is favoured, and after how many models it is found."""

    name: str
    check: str
    sign: str
    favour: Mapping[str, float] = field(default_factory=dict)
    most: int = 200


CALM = {"violations": 0.0, "wide ranges": 0.0, "deep debts": 0.0}

FAULTS = {
    fault.name: fault
    for fault in (
        Fault("nested generator: a slot by position", "readers", "natively|but .* native", CALM | {"filter": 4, "any": 4, "sum": 3}),
        Fault("nested generator: no end of z3", "readers", "NoneType", CALM | {"filter": 4, "any": 4, "sum": 3}),
        Fault("weights of 32 bits", "solve", "solve: exact values", CALM | {"chance": 3, "weights": 2, "large weights": 5}),
        Fault("sums of weights overflow", "solve", "solve: ", CALM | {"chance": 3, "weights": 2, "large weights": 5}),
        Fault("a score as a status", "readers", "scores", CALM | {"deep debts": 5, "over": 2}),
        Fault("locals beyond 32 bits", "readers", "native", CALM | {"wide": 10}),
        Fault("ranges written out", "readers", "MemoryError", {"wide ranges": 30}),
        Fault("a requirement that does not lead", "prove", "prove: shown", CALM | {"before require": 5, "pins": 2, "of scalars": 4}, 400),
        Fault("lookups with one memory", "readers", "counting|symbolic", CALM | {"lookup pairs": 4, "of items": 5, "sequence": 4, "lookup number": 4}, 400),
        Fault("never matters behind a requirement", "prove", "matters: never", CALM | {"before require": 5, "pins": 2, "rulings": 3, "reading is": 5}, 400),
        Fault("a symmetry taken on trust", "explore", "symmetry: ", CALM | {"symmetry": 6, "late": 50, "named": 6}, 400),
        Fault("choices that do not attain", "solve", "what the best choices attain", CALM | {"clock": 0.2, "scores": 2, "over": 2}, 400),
    )
}


def found_after(fault: Fault, most: int | None = None) -> tuple[int, str]:
    """After how many models of its stream a fault is found, and its sign; 0 if it is not."""
    check = {fault.check: CHECKS[fault.check]}
    for number in range(most or fault.most):
        model, _ = numbered(fault.name, number, fault.favour)
        sort, text = failure(model, check)
        if sort and re.search(fault.sign, f"{sort}\n{text}"):
            return number + 1, sort
    return 0, ""
