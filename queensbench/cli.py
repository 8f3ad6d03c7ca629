"""The command: ``queensbench audit``, ``rulings``, ``clauses``, ``explore``, ``play``, ``replay``, ``new``.

Bad input ends with one line on the error stream and exit code 2; Ctrl-C keeps what is finished, prints it, and
ends with 130.  Every table has a ``--json`` beside it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from queensbench import __version__
from queensbench.errors import QueensbenchError

# The command-line library that typer carries with it has no public name.
_ancestors = {c.__name__: c for c in typer.BadParameter.__mro__}
UsageFault: Any = _ancestors["ClickException"]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Checks rulebooks: proves what holds, plays out what does not, keeps every reading.",
)

Paths = Annotated[list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")]
ModePath = Annotated[str, typer.Argument(metavar="RULESET[/MODE]")]
InstanceName = Annotated[str, typer.Option("--instance", "-i", help="the instance (the box as sold: full)")]
Readings = Annotated[
    list[str] | None, typer.Option("--reading", "-r", metavar="RULING=READING", help="repeatable")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="no progress")]


class Screen:
    """Where a command prints: tables on standard output, progress on the error stream of a terminal."""

    def __init__(self, *, quiet: bool = False, as_json: bool = False) -> None:
        self.as_json = as_json
        width = None if sys.stdout.isatty() else int(os.environ.get("COLUMNS", "0")) or 140
        self.out = Console(highlight=False, width=width, soft_wrap=False)
        self.err = Console(stderr=True, highlight=False)
        self.live = not quiet and not as_json and sys.stderr.isatty()
        self.status: Any = None

    def progress(self, text: str) -> None:
        """One line that changes while something takes long."""
        if not self.live:
            return
        if self.status is None:
            self.status = self.err.status(text)
            self.status.start()
        self.status.update(text)

    def done(self) -> None:
        """Take the progress line away."""
        if self.status is not None:
            self.status.stop()
            self.status = None

    def json(self, data: Any) -> None:
        """Print one JSON object."""
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table."""
        table = RichTable(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
        for column in columns:
            right = column in ("states", "seconds", "choices", "steps", "games", "times", "count")
            table.add_column(column, justify="right" if right else "left", overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self.out.print(table)
        self.out.print()


def _version(value: bool) -> None:
    if value:
        typer.echo(f"queensbench {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """Checks rulebooks."""


# -------------------------------------------------------------------------------------------- audit


@app.command()
def audit(
    rulesets: Paths = None,
    instance: Annotated[
        list[str] | None, typer.Option("--instance", "-i", help="only these; repeatable")
    ] = None,
    property_: Annotated[
        list[str] | None, typer.Option("--property", "-p", help="only these; repeatable")
    ] = None,
    reading: Readings = None,
    games: Annotated[int, typer.Option(min=1, help="random games of the full box")] = 20_000,
    seed: Annotated[int, typer.Option(min=0)] = 20_190_101,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of one exploration")] = None,
    rulings: Annotated[bool, typer.Option("--rulings/--no-rulings", help="compare readings as well")] = True,
    plays: Annotated[Path | None, typer.Option(help="store every play as ITF in this folder")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Judge every property and every ruling of the rulesets."""
    from queensbench import audit as engine
    from queensbench import printing, project

    screen = Screen(quiet=quiet, as_json=as_json)
    loaded = project.load()
    selected = loaded.selected(rulesets or ())
    reports: list[engine.ModeReport] = []
    for ruleset in dict.fromkeys(r for r, _ in selected):
        project.check(ruleset)
    known_properties = {d.name for r, _ in selected for d in r.properties}
    known_instances = {i.name for _, m in selected for i in m.all_instances()}
    _known("property", property_ or (), known_properties)
    _known("instance", instance or (), known_instances)
    for ruleset, mode in selected:
        settings = engine.Options(
            games=games,
            seed=seed,
            budget=budget,
            rulings=rulings and not property_,
            studies=rulings and not property_ and not instance,
            progress=screen.progress,
            properties=property_ or (),
            instances=instance or (),
            readings=project.readings_of(mode, reading or ()),
        )
        run = engine.ModeAudit(ruleset, mode, settings)
        try:
            run.run()
        finally:
            screen.done()
        reports.append(run.report)
        if not as_json:
            printing.report(screen, run.report)
        if run.report.interrupted:
            break
    if plays is not None:
        printing.store_plays(loaded, reports, plays)
    code = engine.exit_code(reports)
    if as_json:
        screen.json(printing.audit_json(reports, code))
    else:
        printing.closing(screen, reports, code)
    raise typer.Exit(code)


def _known(what: str, names: Sequence[str], known: set[str]) -> None:
    from queensbench.errors import BadInput
    from queensbench.project import did_you_mean

    for name in names:
        if name not in known:
            raise BadInput(f"no {what} is called {name}", remedy=did_you_mean(name, sorted(known)))


# ------------------------------------------------------------------------------ rulings and clauses


@app.command("rulings")
def rulings_(
    ruleset: Annotated[str | None, typer.Argument(metavar="[RULESET]")] = None,
    name: Annotated[str | None, typer.Argument(metavar="[RULING]")] = None,
    hole: Annotated[str | None, typer.Option(help="only holes of this kind")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rulings: what the text leaves open, how it can be read, and how it is read by default."""
    from queensbench import printing, project

    loaded = project.load()
    chosen = [loaded.ruleset(ruleset)] if ruleset else list(loaded.rulesets.values())
    found = []
    for r in chosen:
        decls = [r.ruling(name)] if name else list(r.rulings.values())
        found += [(r, d) for d in decls if hole in (None, d.hole)]
    if hole is not None and not found:
        from queensbench.language.rulings import HOLES

        _known("kind of hole", [hole], set(HOLES))
    printing.rulings(Screen(as_json=as_json), found, whole=name is not None)


@app.command()
def clauses(
    ruleset: Annotated[str | None, typer.Argument(metavar="[RULESET]")] = None,
    name: Annotated[str | None, typer.Argument(metavar="[CLAUSE]")] = None,
    kind: Annotated[str | None, typer.Option(help="normative, definition, example or informative")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the clauses: what the text says, in our words, and where it says so."""
    from queensbench import printing, project

    loaded = project.load()
    chosen = [loaded.ruleset(ruleset)] if ruleset else list(loaded.rulesets.values())
    found = []
    for r in chosen:
        if r.clauses is None:
            continue
        listed = [r.clauses.get(name)] if name else list(r.clauses)
        found += [(r, c) for c in listed if kind in (None, c.kind)]
    if kind is not None and not found:
        _known("kind of clause", [kind], {"normative", "definition", "example", "informative"})
    printing.clauses(Screen(as_json=as_json), found)


# ----------------------------------------------------------------------------------- single engines


@app.command()
def explore(
    mode: ModePath,
    instance: InstanceName = "full",
    reading: Readings = None,
    budget: Annotated[int | None, typer.Option(min=1, help="most states to store")] = None,
    graph: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write the graph of states: .graphml, .dot or .gv")
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Exhaust an instance: count its states, find its ends, dead ends and shortest plays."""
    from queensbench import printing, single

    screen = Screen(quiet=quiet, as_json=as_json)
    workshop, readings = single.prepare(mode, instance, reading or ())
    try:
        found = workshop.explored(
            readings,
            max_states=budget,
            progress=lambda states, level: screen.progress(f"{states:,} states, level {level}"),
        )
    finally:
        screen.done()
    data = single.exploration(workshop, readings, found)
    if graph is not None and not found.interrupted:
        data["graph"] = single.export(workshop, readings, found, graph)
    printing.exploration(screen, data)
    if found.interrupted:
        raise typer.Exit(130)
    raise typer.Exit(0 if found.complete else 3)


@app.command()
def play(
    mode: ModePath,
    instance: InstanceName = "full",
    reading: Readings = None,
    games: Annotated[int, typer.Option(min=1)] = 10_000,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    max_steps: Annotated[int, typer.Option(min=1, help="a game is cut off here")] = 10_000,
    show: Annotated[
        int | None, typer.Option(metavar="GAME", min=0, help="show this game step by step")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="store the shown game (or game 0) as ITF")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Play random games: their lengths and endings, how often each clause and each ruling came up."""
    from queensbench import printing, single

    screen = Screen(quiet=quiet, as_json=as_json)
    workshop, readings = single.prepare(mode, instance, reading or ())
    try:
        played = workshop.played(
            readings,
            games=games,
            seed=seed,
            max_steps=max_steps,
            progress=lambda done, _: screen.progress(f"{done:,} of {games:,} games"),
        )
    finally:
        screen.done()
    if save is not None or show is not None:
        single.one_game(workshop, readings, played, show or 0, save, None if show is None else screen)
    printing.playouts(screen, single.playouts(workshop, readings, played))
    if played.interrupted:
        raise typer.Exit(130)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a play in ITF")],
    as_json: AsJson = False,
) -> None:
    """Step through a stored play: each action, who chose it, the clauses that it carried out, the board."""
    from queensbench import printing, single

    data, agrees = single.replayed(file)
    printing.replayed(Screen(as_json=as_json), data)
    raise typer.Exit(0 if agrees else 1)


@app.command()
def new(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="a folder that is empty or not there")],
) -> None:
    """Make a project for another rulebook, with a small ruleset that can be audited at once."""
    from queensbench.new import create

    for path in create(directory):
        typer.echo(str(path))


# --------------------------------------------------------------------------------------------- main


def _fail(text: str) -> int:
    for line in text.splitlines():
        sys.stderr.write(f"queensbench: {line}\n")
    return 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    try:
        command = typer.main.get_command(app)
        code = command.main(args=list(argv) if argv is not None else None, standalone_mode=False)
        sys.stdout.flush()
    except UsageFault as error:
        context = getattr(error, "ctx", None)
        if type(error).__name__ == "NoArgsIsHelpError":
            sys.stdout.write(error.format_message() + "\n")
            return 2
        tail = f"; see `{context.command_path} --help`" if context is not None else ""
        return _fail(error.format_message().rstrip(".") + tail)
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except QueensbenchError as error:
        return _fail(str(error))
    except BrokenPipeError:
        _silence_stdout()
        return 141
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _silence_stdout()
        return _fail(f"{place}{(error.strerror or str(error)).lower()}; free space or choose another place")
    return code if isinstance(code, int) else 0


def _silence_stdout() -> None:
    """What is still to be written goes nowhere, so that leaving does not fail once more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except OSError:
        return
