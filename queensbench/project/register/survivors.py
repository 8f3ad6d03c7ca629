"""Survivors: faults in the rules that no property has to notice, each with the reason.

``survivors.toml`` in the project's folder holds one table per fault: its ruleset, the rule, what was done as
``queensbench mutate`` prints it (or ``TOGETHER_ALONE``), and why no property says so.  A reason raises no score: what
survives, survives.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.project.register.entries import Entries, nearest

NAME = "survivors.toml"
FIELDS: Mapping[str, type] = {"ruleset": str, "rule": str, "done": str, "reason": str}

Fault = tuple[str, str]
"""A rule, and what was done to it: ``kind: text``, or ``TOGETHER_ALONE``."""
TOGETHER_ALONE = "whatever goes otherwise under readings together alone"
"""Said of what was done to a rule: the reason is of all faults with which no game goes otherwise under one reading."""


def load_survivors(path: Path, rulesets: Collection[str]) -> dict[str, dict[Fault, str]]:
    """By ruleset and fault, the reason why the fault may survive; none where there is no such file.

    Raises BadInput, in one line with the remedy, for a file that is no TOML, unknown, missing, mistyped or empty
    fields, an unknown ruleset, and a fault that is explained twice.
    """
    found: dict[str, dict[Fault, str]] = {name: {} for name in rulesets}
    if not path.exists():
        return found
    entries = Entries(path, "survivor", "rule")
    entries.fields({})
    for index in range(len(entries.tables)):
        where = entries.where(index)
        fields = entries.fields(FIELDS, index)
        ruleset, fault = fields["ruleset"], (fields["rule"], fields["done"])
        if ruleset not in found:
            raise BadInput(f"{ruleset!r} names no ruleset", where=where, remedy=nearest(ruleset, found))
        if fault in found[ruleset]:
            raise BadInput("this fault is explained twice", where=where, remedy="give one reason")
        found[ruleset][fault] = " ".join(fields["reason"].split())
    return found
