"""The prover's own questions, stored as SMT-LIB 2, so that another solver can answer them again.

A question is stored if z3 has called it unsatisfiable: the conditions as they were put to it, pinned, split, counted
and hoisted.  Another solver's answer checks z3, not the encoding (for that see :mod:`queensbench.engines.confirm`).
:data:`FOLDER` names the folder in the environment, which the processes of a proof inherit.  There each question stands
in a folder of its claim (or of :data:`RANGES`) and is named by its transition, or function, and a digest of its text.

A text is made from the conditions, not from the solver: after an answer, z3 may have rewritten the solver's text.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import z3

from queensbench.engines.prove.obligations import Goal
from queensbench.files import writing
from queensbench.readers.symbolic.execution import Symbolic

FOLDER = "QUEENSBENCH_QUESTIONS"
RANGES = "ranges"
"""The folder of questions about ranges."""


def kept(symbolic: Symbolic, goal: Goal | None, terms: Sequence[Any], context: Any) -> None:
    """Store a question that z3 has called unsatisfiable, if questions are stored at all.

    ``goal``: the goal that it is part of (None: not stored).  ``terms``: z3 terms of ``context``.  Raises OSError.
    """
    folder = os.environ.get(FOLDER)
    if not folder or goal is None:
        return
    system = symbolic.system
    claim = system.judges[goal.lemmas[0][0]].name if goal.lemmas else RANGES
    place = goal.kind
    if goal.transition >= 0:
        place = system.transitions[goal.transition].name
    elif goal.function >= 0:
        place = system.functions[goal.function].name
    asked = z3.Solver(ctx=context)
    asked.add(*terms)
    text = f"; {goal.kind} of {claim}, {place}\n(set-logic {_logic(symbolic, terms, context)})\n{asked.to_smt2()}"
    path = Path(folder) / claim / f"{place}-{sha256(text.encode()).hexdigest()[:16]}.smt2".replace(" ", "_")
    writing.replace(path, text.encode(), lasting=False)


def _logic(symbolic: Symbolic, terms: Sequence[Any], context: Any) -> str:
    """The logic of a question: linear integers, or nonlinear ones if unknown numbers are multiplied."""
    if symbolic.sort.name == "bit-vectors":
        return "QF_BV"
    goal = z3.Goal(ctx=context)
    goal.add(*terms)
    return "QF_LIA" if z3.Probe("is-qflia", context)(goal) else "QF_NIA"


__all__ = ["FOLDER", "RANGES", "kept"]
