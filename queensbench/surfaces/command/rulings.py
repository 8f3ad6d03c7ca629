"""The command ``queensbench rulings``: what the texts leave open, how it can be read, and the book of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from queensbench.errors import BadInput
from queensbench.language.rulings import FOUND
from queensbench.surfaces.command.options import AsJson, InMode, OfHole, Quiet, RulesetName

Document = Annotated[
    str | None,
    typer.Option(
        metavar="KEY[/PRINTING]",
        help="only where this document or printing supports a reading of its own",
    ),
]
Book = Annotated[
    Path | None, typer.Option(metavar="DIR", help="judge the rulings, and write a page for each here")
]
Redraw = Annotated[
    bool, typer.Option("--redraw", help="with --book: judge nothing, draw what was judged anew")
]
GamesOnly = Annotated[
    bool, typer.Option("--games-only", help="with --book: play the random games anew, keep all else")
]
Judge = Annotated[
    bool, typer.Option("--judge", help="judge the ruling now, where the project has no book of it")
]
Store = Annotated[str | None, typer.Option(metavar="DIR", help="where verdicts are stored; `off`: nowhere")]


def rulings(
    ruleset: RulesetName = None,
    name: Annotated[str | None, typer.Argument(metavar="[RULING]", help="a ruling or a gap")] = None,
    *,
    hole: OfHole = None,
    mode: InMode = None,
    document: Document = None,
    clause: Annotated[str | None, typer.Option(help="only what doubts this clause")] = None,
    found: Annotated[str | None, typer.Option(metavar="HOW", help=", ".join(FOUND))] = None,
    gaps: Annotated[bool, typer.Option("--gaps/--no-gaps", help="show what no model can express")] = True,
    book: Book = None,
    redraw: Redraw = False,
    games_only: GamesOnly = False,
    judge: Judge = False,
    games: Annotated[int | None, typer.Option(min=1, help="random games of the full box")] = None,
    store: Store = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Show the rulings: what the text leaves open, how it can be read, and how it is read by default.

    Of one ruling also whether it matters and the shortest play that shows it, where the project has a book of rulings.
    """
    from queensbench.analyses import register_listing
    from queensbench.rendering import register_tables
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command import book as command

    if book is not None or judge:
        command.require(name, book=book, judge=judge, as_json=as_json)
    elif redraw or games_only:
        raise BadInput("nothing is drawn anew", remedy="say where the book is: --book DIR")
    if redraw and games_only:
        raise BadInput("--redraw plays no games", remedy="leave out --redraw, or --games-only")
    rulings_book = command.RulingsBook(Screen(quiet=quiet, as_json=as_json), store, games)
    chosen = register_listing.chosen_registers(ruleset)
    if book is not None:
        with_model = chosen if ruleset else [one for one in chosen if one.modes]
        rulings_book.write(with_model, book, redraw=redraw, games_only=games_only)
        return
    wanted = register_listing.RulingFilter(hole, mode, document, clause, found)
    wanted.require_known(chosen)
    decls, missing = register_listing.rulings_of(chosen, name, wanted, gaps=gaps)
    judged = {one.name: rulings_book.classes(one) for one in chosen}
    screen = rulings_book.screen
    if as_json:
        screen.json(register_tables.rulings_json(decls, missing, judged))
    elif name is not None:
        for one, decl in decls:
            register_tables.ruling_in_full(screen, one, decl)
            rulings_book.show_known(one, decl, judge=judge)
        for one, gap in missing:
            register_tables.gap_in_full(screen, one, gap)
    else:
        register_tables.rulings(screen, decls, missing, judged)
