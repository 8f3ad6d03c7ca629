"""Words of a clause that leave something open, and whether the model shows what was made of them.

A word is *settled* where a ruling or a gap doubts the clause, and *shown* where the kind of rule that carries the
clause out is what the word says: what may happen is an action, any of several is an argument of an action, what must
happen, or happens at once, happens without anybody's choice.  All others are asked.

What this cannot see: what the sentence itself says.  A word is looked for in our paraphrase, and a sentence whose
paraphrase avoids it is not asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from queensbench.analyses.quiet.rows import PARTS, SETTLED, SHOWN, QuietRow
from queensbench.language.modes import Mode
from queensbench.project import projects
from queensbench.project.projects import Ruleset
from queensbench.project.register.clauses import Clause
from queensbench.rules.typed import ir

WORDS = ("may", "must", "any", "until", "immediately", "whenever", "if possible")
WORD = "word"


@dataclass
class Carried:
    """What carries a clause out: kinds of transitions, whether one of its actions has an argument, or a condition."""

    kinds: set[str] = field(default_factory=set)
    arguments: bool = False
    conditional: bool = False


def word_rows(ruleset: Ruleset, modes: Sequence[Mode]) -> list[QuietRow]:
    """A row for each of the words in each clause of the modes that the model carries out."""
    if ruleset.clauses is None:
        return []
    carried = carried_out(ruleset, modes)
    doubts = doubted(ruleset)
    found = []
    for clause in ruleset.clauses.all:
        names = tuple(mode.name for mode in modes if clause.concerns(mode.name))
        if clause.name not in carried or not names:
            continue
        for word in WORDS:
            if re.search(rf"\b{word}\b", clause.text.lower()):
                found.append(_row(clause, word, names, carried[clause.name], doubts, ruleset))
    return found


def _row(
    clause: Clause,
    word: str,
    modes: tuple[str, ...],
    carried: Carried,
    doubts: Mapping[str, str],
    ruleset: Ruleset,
) -> QuietRow:
    assert ruleset.clauses is not None
    place = ruleset.clauses.places.get(clause.name, "")
    line = re.search(r":(\d+):", place)
    where = f"{Path(ruleset.clauses.path).name}:{line[1]}" if line else ruleset.clauses.path.name
    row = QuietRow(clause.name, WORD, word, 1, where, (clause.name,), modes, frozenset())
    if clause.name in doubts:
        row.verdict, row.shown = SETTLED, f"{doubts[clause.name]} doubts the clause"
    elif why := reason(word, carried):
        row.verdict, row.shown = SHOWN, why
    else:
        row.verdict, row.shown = PARTS, "neither a ruling nor the kind of rule says what was made of it"
    return row


def reason(word: str, carried: Carried) -> str:
    """The part of a clause's rules that shows the word; empty if none does."""
    by_itself = carried.kinds - {"action"}
    match word:
        case "may" if "action" in carried.kinds:
            return "an action carries it out"
        case "any" if carried.arguments:
            return "an action with a choice carries it out"
        case "must" | "immediately" | "whenever" | "until" if by_itself:
            return f"happens without a choice ({', '.join(sorted(by_itself))})"
        case "until" | "if possible" if carried.conditional:
            return "a condition of the rule decides it"
    return ""


def doubted(ruleset: Ruleset) -> dict[str, str]:
    """By clause the first ruling or gap that doubts it."""
    found: dict[str, str] = {}
    for what, all_ in (("ruling", ruleset.rulings.values()), ("gap", tuple(ruleset.gaps))):
        for one in all_:
            for clause in one.clauses:
                found.setdefault(clause, f"{what} {one.name}")
    return found


def carried_out(ruleset: Ruleset, modes: Iterable[Mode]) -> dict[str, Carried]:
    """By clause, what carries it out in some mode."""
    found: dict[str, Carried] = {}
    for mode in modes:
        system = projects.system(ruleset, mode, mode.full)
        roots: list[tuple[str, int]] = [(one.kind, one.function) for one in system.transitions]
        roots += [("initial", system.initial)]
        roots += [
            ("end", number) for number in (system.over, system.wins, system.score) if number is not None
        ]
        for kind, number in roots:
            for clause in ir.clauses_within(system, number):
                one = found.setdefault(system.clauses[clause], Carried())
                one.kinds.add(kind)
                one.arguments = one.arguments or (kind == "action" and bool(system.functions[number].params))
        for function in system.functions:
            for statement in function.body:
                for clause in _under_condition(statement):
                    found.setdefault(system.clauses[clause], Carried()).conditional = True
    return found


def _under_condition(statement: object) -> set[int]:
    """The clauses of blocks that stand in a condition, or hold one."""
    return {
        clause
        for part in ir.walk(statement)
        if isinstance(part, ir.If)
        for inner in ir.walk(part)
        if isinstance(inner, ir.Clause)
        for clause in inner.clauses
    } | {
        clause
        for part in ir.walk(statement)
        if isinstance(part, ir.Clause) and any(isinstance(inner, ir.If) for inner in ir.walk(part))
        for clause in part.clauses
    }


__all__ = ["WORD", "WORDS", "Carried", "carried_out", "doubted", "reason", "word_rows"]
