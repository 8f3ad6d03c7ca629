"""The command ``queensbench clauses``: what the texts say, in our words."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.project.register.clauses import ClauseKind, Need
from queensbench.surfaces.command.options import AsJson, InMode, OfHole, RulesetName

Document = Annotated[
    str | None, typer.Option(metavar="KEY[/PRINTING]", help="only what this document or printing states")
]
Unsettled = Annotated[bool, typer.Option("--unsettled", help="only what a ruling or a gap doubts or settles")]
Differences = Annotated[
    bool, typer.Option("--differences", help="only where languages or printings differ, and how")
]
Missing = Annotated[
    bool, typer.Option("--missing", help="only what is still to be written; exit code 1 if there is any")
]


def clauses(
    ruleset: RulesetName = None,
    name: Annotated[str | None, typer.Argument(metavar="[CLAUSE]")] = None,
    *,
    kind: Annotated[str | None, typer.Option(help=", ".join(ClauseKind))] = None,
    need: Annotated[str | None, typer.Option(help=", ".join(Need))] = None,
    mode: InMode = None,
    variant: Annotated[str | None, typer.Option(help="only what belongs to this variant")] = None,
    document: Document = None,
    hole: OfHole = None,
    unsettled: Unsettled = False,
    differences: Differences = False,
    missing: Missing = False,
    as_json: AsJson = False,
) -> None:
    """Show the clauses: what the text says, in our words, and where it says so."""
    from queensbench.analyses import register_listing
    from queensbench.rendering import register_tables
    from queensbench.rendering.screen import Screen

    screen = Screen(as_json=as_json)
    chosen = register_listing.chosen_registers(ruleset)
    if missing:
        lines = register_listing.missing(chosen, everything=ruleset is None)
        register_tables.missing(screen, lines)
        raise typer.Exit(1 if any(lines.values()) else 0)
    if ruleset is not None and chosen[0].clauses is None:
        raise BadInput(
            f"{chosen[0].name} has no register of clauses",
            remedy=f"write spec/{chosen[0].package}/clauses.toml",
        )
    wanted = register_listing.ClauseFilter(
        kind, need, mode, variant, document, hole, unsettled=unsettled, differences=differences
    )
    wanted.require_known(chosen)
    found = register_listing.clauses_of(chosen, name, wanted)
    if as_json:
        screen.json({"clauses": [register_tables.clause_json(one) for one in found]})
    elif name is not None:
        for one in found:
            register_tables.clause_in_full(screen, one)
    elif differences:
        register_tables.differences(screen, found)
    else:
        register_tables.clauses(screen, found)
