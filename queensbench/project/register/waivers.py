"""Waivers: clauses that need not be carried out, constrained or played, each with the reason.

``waivers.toml`` in the project's folder holds one table per waiver.  It stands beside the four folders, and not in
them, because it is about evidence: what it says changes no verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.project.register.entries import Entries, nearest

NAME = "waivers.toml"
FIELDS: Mapping[str, type] = {"clause": str, "reason": str}


def load_waivers(path: Path, clauses: Mapping[str, set[str]]) -> dict[str, dict[str, str]]:
    """By ruleset and clause, the reason of its waiver; none where there is no such file.

    ``clauses``: the names of the clauses of each ruleset.

    Raises BadInput, in one line with the remedy, for a file that is no TOML, unknown, missing, mistyped or empty
    fields, an unknown clause, and one that is waived twice.
    """
    found: dict[str, dict[str, str]] = {name: {} for name in clauses}
    if not path.exists():
        return found
    entries = Entries(path, "waiver", "clause")
    entries.fields({})
    for index in range(len(entries.tables)):
        where = entries.where(index)
        fields = entries.fields(FIELDS, index)
        ruleset, colon, clause = fields["clause"].partition(":")
        if not colon or ruleset not in clauses:
            raise BadInput(
                f"{fields['clause']!r} names no ruleset",
                where=where,
                remedy=f"write ruleset:clause, with {' or '.join(sorted(clauses))}",
            )
        if clause not in clauses[ruleset]:
            raise BadInput(
                f"waives {clause!r}, which is no clause of {ruleset}",
                where=where,
                remedy=nearest(clause, clauses[ruleset]),
            )
        if clause in found[ruleset]:
            raise BadInput("this clause is waived twice", where=where, remedy="give one reason")
        found[ruleset][clause] = " ".join(fields["reason"].split())
    return found
