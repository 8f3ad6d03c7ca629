"""The clauses that proofs need, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from queensbench.analyses.verdicts.words import count

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen


def show(screen: Screen, data: dict[str, Any]) -> None:
    """Print the claims, and the clauses that their proofs need."""
    screen.head(f"{data['mode']} {data['instance']}: what proofs rest on, under {data['reading']}")
    screen.out.print()
    screen.table(
        "Claims",
        ("claim", "proved with", "rests at most on"),
        [
            (
                row["name"],
                ", ".join(name for name in row["lemmas"] if name != row["name"]) or "itself alone",
                count(len(row["at_most"]), "block"),
            )
            for row in data["claims"]
        ],
    )
    if data["claims"]:
        screen.head(
            f"Needed: {len(data['core'])} of {count(data['blocks'], 'block')}, for "
            + (
                f"the proof of {data['claims'][0]['name']}"
                if len(data["claims"]) == 1
                else "these proofs together"
            )
        )
        _listed(screen, data["core"])
        if data["undecided"]:
            screen.head("Of these, z3 did not decide whether they can be done without")
            _listed(screen, data["undecided"])
        screen.head("Not needed, all of them given up at once")
        _listed(screen, data["loosened"])
    binding = data["normative_not_needed"]
    if binding is not None:
        screen.text(
            f"Clauses with the force of a rule that no proof here needs: {', '.join(binding) or 'none'}."
        )
    if data["not_asked"]:
        screen.text(
            "Not asked, since what carries them out only calls other rules, or never runs: "
            f"{', '.join(data['not_asked'])}."
        )
    for key, text in (("unproved", "Not proved"), ("not_traced", "Proved, but not traced")):
        if data[key]:
            screen.text(f"{text}: {', '.join(data[key])}.")
    screen.text(
        f"{count(data['goals'], 'goal')}, z3 asked {count(data['asked_of_z3'], 'time')}"
        f"{'; from the store' if data['cached'] else ''}."
    )


def _listed(screen: Screen, blocks: list[list[str]]) -> None:
    for block in blocks:
        screen.text(" and ".join(block), 2)
    if not blocks:
        screen.text("none", 2)
    screen.out.print()
