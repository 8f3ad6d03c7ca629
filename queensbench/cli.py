"""The command ``queensbench``: audits, engines one by one, plays, clauses, rulings, stored evidence, new projects.

Bad input ends with one line on the error stream and exit code 2, a fault of the toolkit itself with one line, a file to
send and exit code 4; Ctrl-C keeps what is finished, prints it, and ends with 130.  Every table has a ``--json`` beside
it.
"""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from queensbench import (
    __version__,
    check_command,
    collecting,
    errata_command,
    export_command,
    mutate_command,
    register_command,
    solve_command,
    umpire_command,
    vacuous_command,
)
from queensbench.ctrl_c import Heard, insisting
from queensbench.errors import BadInput, InternalError, QueensbenchError, told
from queensbench.evidence_command import app as stored
from queensbench.rests_command import rests
from queensbench.seeds_command import app as documents
from queensbench.trace_command import app as matrix

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
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="DIR", help="where verdicts are stored; `off`: nowhere", show_default=False
    ),
]


class _Out(Console):
    """Text as it stands: no markup, no colour of numbers; a closed pipe ends the command quietly."""

    def __init__(self, *, stderr: bool = False, width: int | None = None) -> None:
        super().__init__(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


RIGHT = ("states", "seconds", "choices", "steps", "games", "times", "readings", "characters")
FLOOR = 20  # no column is made narrower than this while its table can be laid out otherwise


class Screen:
    """Where a command prints: tables on standard output, progress on the error stream of a terminal."""

    def __init__(self, *, quiet: bool = False, as_json: bool = False) -> None:
        self.as_json = as_json
        columns = os.environ.get("COLUMNS", "")
        width = None if sys.stdout.isatty() else 140
        if columns.isdecimal() and int(columns):
            width = max(40, int(columns))
        self.out = _Out(width=width)
        self.err = _Out(stderr=True)
        self.live = not quiet and not as_json and sys.stderr.isatty()
        self.status: Any = None
        self.heard = Heard()

    def progress(self, text: str) -> None:
        """One line that changes while something takes long."""
        self.heard.ask()
        if not self.live:
            return
        if self.status is None:
            self.status = self.err.status(Text(text))
            self.status.start()
        self.status.update(Text(text))

    def warn(self, text: str) -> None:
        """One line on the error stream; the command goes on."""
        self.done()
        with suppress(OSError):
            sys.stderr.write(f"queensbench: {text}\n")
            sys.stderr.flush()

    def done(self) -> None:
        """Take the progress line away."""
        if self.status is not None:
            self.status.stop()
            self.status = None

    @contextmanager
    def working(self) -> Iterator[None]:
        """Progress is taken away afterwards; Ctrl-C before anything was found ends with 130."""
        try:
            yield
        except KeyboardInterrupt:
            if self.as_json:
                self.json({"interrupted": True})
            else:
                self.warn("interrupted before anything was found")
            raise typer.Exit(130) from None
        finally:
            self.done()

    @contextmanager
    def insisting(self) -> Iterator[None]:
        """Ctrl-C waits for a place where Python does not lose it, and is raised again at the next progress."""
        with insisting() as self.heard:
            yield

    def json(self, data: Any) -> None:
        """Print one JSON object."""
        sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")

    def text(self, text: str, indent: int = 0, *, hang: int = 2) -> None:
        """Print a paragraph, broken at the width; ``hang``: how much further its later lines go in."""
        for line in _wrapped(text, self.out.width - indent, hang):
            self.out.print(Text(" " * indent + line), soft_wrap=True)

    def line(self, text: str) -> None:
        """Print one line as it is, whatever its length: a path that is broken cannot be copied."""
        self.out.print(Text(text), soft_wrap=True)

    def head(self, text: str) -> None:
        """Print a heading."""
        for line in _wrapped(text, self.out.width, 2):
            self.out.print(Text(line, style="bold"), soft_wrap=True)

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table.

        The first column is never broken: where it would leave too little room it stands on a line of its
        own, above the rest of its row.  An empty cell of it means the same as above.
        """
        if title:
            self.head(title)
        width = self.out.width
        lines = _table(columns, rows, width)
        if lines is None:
            below = _table(columns[1:], [row[1:] for row in rows], width - 2, force=True) or []
            lines = [[(columns[0], True)], *([("  " + text, bold) for text, bold in below[0]],)]
            for row, part in zip(rows, below[1:], strict=True):
                lines.append([(row[0], False)] * bool(row[0]) + [("  " + text, False) for text, _ in part])
        shown = [(text.rstrip(), bold) for block in lines for text, bold in block]
        for bold, some in groupby(shown, key=lambda line: line[1]):  # each print asks what the screen is like
            text = "\n".join(line for line, _ in some)
            self.out.print(Text(text, style="bold" if bold else ""), soft_wrap=True)
        self.out.print()


def _wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    lines: list[str] = []
    for part in text.split("\n"):
        lines += wrap(part, width, subsequent_indent=" " * hang, break_on_hyphens=False) or [""]
    return lines


def _table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, force: bool = False
) -> list[list[tuple[str, bool]]] | None:
    """The lines of a table, those of a row together, each with whether it is bold; None if too wide."""
    cells = [list(columns), *(list(row) for row in rows)]
    widths = [max(cell_len(row[i]) for row in cells) for i in range(len(columns))]
    words = [
        max(len(word) for row in cells for word in (row[i].split() or [""])) for i in range(len(columns))
    ]
    floors = [
        min(w, max(min(FLOOR, word), 1 if force else FLOOR)) for w, word in zip(widths, words, strict=True)
    ]
    if not force:
        floors[0] = widths[0]
    while sum(widths) + 2 * (len(widths) - 1) > width:
        spare = [(w, i) for i, w in enumerate(widths) if w > floors[i]]
        if not spare:
            if not force:
                return None
            break
        widths[max(spare)[1]] -= 1
    found = []
    for number, row in enumerate(cells):
        parts = [_wrapped(cell, w) for cell, w in zip(row, widths, strict=True)]
        block = []
        for at in range(max(map(len, parts))):
            line = ""
            for i, part in enumerate(parts):
                text = part[at] if at < len(part) else ""
                gap = " " * (widths[i] - cell_len(text))
                line += ("  " if i else "") + (gap + text if columns[i] in RIGHT else text + gap)
            block.append((line, number == 0))
        found.append(block)
    return found


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
    games: Annotated[
        int | None, typer.Option(min=1, help="random games of the full box (20,000; 1,000 with --rulings)")
    ] = None,
    seed: Annotated[int, typer.Option(min=0)] = 20_190_101,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of one exploration")] = None,
    rulings: Annotated[
        bool | None,
        typer.Option("--rulings/--no-rulings", help="which readings matter, and no more; or no readings"),
    ] = None,
    proofs: Annotated[bool, typer.Option("--proofs/--no-proofs", help="prove claims of the full box")] = True,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's resource limit for one goal")] = None,
    proof_time: Annotated[float, typer.Option(min=0, help="most seconds for the proofs of a mode")] = 1_800,
    plays: Annotated[Path | None, typer.Option(help="store every play as ITF in this folder")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="take no stored verdict, store all anew")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="write verdicts.lock: what was asked is now as it is shown")
    ] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="with --accept: why less is in order")] = "",
    confirm: Annotated[
        bool, typer.Option("--confirm", help="only the proofs that audits leave out, against verdicts.lock")
    ] = False,
    store: StorePlace = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Judge every property and every ruling of the rulesets."""
    from queensbench import audit as engine
    from queensbench import kept, matters, matters_command, project
    from queensbench.auditing import closing, every, tables
    from queensbench.evidence import plays as traces
    from queensbench.evidence.keys import Sources
    from queensbench.readers.system import properties_of, steps_of

    screen = Screen(quiet=quiet, as_json=as_json)
    reports: list[engine.ModeReport] = []
    faults: list[every.Fault] = []
    unmodelled: list[str] = []
    cut = False
    try:
        sources = Sources(project.find_root())
        loaded = project.load(sources.root)
        selected = loaded.selected(rulesets or ())
        unmodelled = loaded.without_model(rulesets or ())
        refused = every.checked(selected)
        _known(
            "property",
            property_ or (),
            {d.name for _, m in selected for d in (*properties_of(m), *steps_of(m))},
        )
        _known("instance", instance or (), {i.name for _, m in selected for i in m.all_instances()})
        every.require_asked([mode for _, mode in selected], property_ or (), instance or ())
        readings = _readings_by_mode([m for _, m in selected], reading or ())
        if plays is not None:
            traces.folder(plays)
        evidence = kept.opened(sources, chosen=store, fresh=fresh, warn=screen.warn)
        settling = closing.Settling.begun(loaded, rulesets or (), accept=accept, reason=reason)
        if accept and (rulings or reading):
            raise BadInput(
                "--accept writes what is shown of claims under the house readings",
                remedy="leave out --rulings and --reading",
            )
        if confirm and (rulings is not None or instance or not proofs):
            raise BadInput(
                "--confirm proves what audits leave out, and does nothing else",
                remedy="leave out --rulings, --instance and --no-proofs",
            )
        if confirm:
            selected = [one for one in selected if one[1].full.unproved]
        if rulings:
            if reading or property_ or instance:
                raise BadInput(
                    "--rulings asks of every instance, beside the house readings",
                    remedy="leave out --reading, --property and --instance",
                )
            asked = matters.Settings(games=games or matters.GAMES, seed=seed, budget=budget, rlimit=rlimit)
            code = matters_command.command(
                screen,
                loaded,
                rulesets or (),
                refused=refused,
                evidence=evidence,
                settings=asked,
                folder=plays,
            )
            raise typer.Exit(code)
        chosen = [
            engine.Options(
                games=games or engine.Options.games,
                seed=seed,
                budget=budget,
                rlimit=rlimit,
                proof_time=proof_time,
                proofs=proofs,
                rulings=rulings is None and not property_,
                elsewhere=rulings is None and not property_,
                studies=rulings is None and not property_ and not instance,
                progress=screen.progress,
                properties=property_ or (),
                instances=instance or (),
                readings=readings[mode],
                evidence=evidence,
                confirm=confirm,
            )
            for _, mode in selected
        ]

        def done(found: engine.ModeReport | every.Fault) -> None:
            screen.done()
            if isinstance(found, every.Fault):
                faults.append(found)
            else:
                reports.append(found)
            if not as_json:
                tables.shown(screen, found)

        place = (sources.root, store, fresh)
        try:
            every.audited(selected, chosen, refused, place=place, done=done, warn=screen.warn)
        finally:
            screen.done()
    except KeyboardInterrupt:
        cut = True
    settled = settling.settled(zip(selected, chosen, strict=True), reports, evidence, cut=cut)
    code = 130 if cut else engine.exit_code(reports, fault=max(every.exit_code(faults), settled.fault))
    code = settled.code if code in (0, 3) and settled.code else code
    if plays is not None and reports:
        tables.store_plays(loaded, reports, plays)
    if as_json:
        data = tables.audit_json(reports, faults, code) | settled.as_json()
        screen.json(data | {"without_model": unmodelled})
    else:
        settled.show(screen)
        tables.closing(screen, reports, faults, code, lost=bool(settled.code))
        if unmodelled:
            screen.text(f"Without a model yet, and so not audited: {', '.join(unmodelled)}.")
    sys.stdout.flush()
    if reports and evidence is not None and evidence.store.written:
        from queensbench.evidence import index

        index.refresh(evidence.store)
    _fail("\n".join([*every.lines(faults), *settled.errors]))
    raise typer.Exit(code)


def _readings_by_mode(modes: Sequence[Any], choices: Sequence[str]) -> dict[Any, dict[str, Any]]:
    """For each mode the readings chosen; a ruling has to be known in one of the modes at least."""
    from queensbench import project

    found: dict[Any, dict[str, Any]] = {mode: {} for mode in modes}
    for choice in choices:
        faults: list[BadInput] = []
        for mode in modes:
            try:
                found[mode] |= project.readings_of(mode, [choice])
            except BadInput as fault:
                faults.append(fault)
        if len(faults) == len(modes):
            # a mode that knows the ruling says which readings it has; else any will do
            name = choice.partition("=")[0].strip().lower().replace("-", "_")
            knowing = (
                fault
                for mode, fault in zip(modes, faults, strict=True)
                if name in {decl.name for decl in project.rulings_of(mode)}
            )
            raise next(knowing, faults[0])
    return found


def _known(what: str, names: Sequence[str], known: set[str]) -> None:
    from queensbench.project import did_you_mean

    for name in names:
        if name not in known:
            raise BadInput(f"no {what} is called {name}", remedy=did_you_mean(name, sorted(known)))


# ------------------------------------------------------------------------------ rulings and clauses


app.command("rulings")(register_command.rulings)
app.command("clauses")(register_command.clauses)
app.add_typer(documents, name="seeds")


# ----------------------------------------------------------------------------------- single engines


@app.command()
def search(
    mode: ModePath,
    target: Annotated[str, typer.Argument(help="a property, `end`, `silence` or `win PLAYER`")],
    instance: InstanceName = "full",
    reading: Readings = None,
    free: Annotated[list[str] | None, typer.Option(help="a ruling left open; repeatable")] = None,
    choices: Annotated[int, typer.Option(min=0, help="most choices of a play that z3 looks for")] = 12,
    steps: Annotated[int, typer.Option(min=0, help="most steps of a play")] = 60,
    budget: Annotated[int, typer.Option(min=1, help="z3's resource units")] = 2_000_000_000,
    shortest: Annotated[
        bool,
        typer.Option("--shortest", help="long plays: the best one found, and how many choices any needs"),
    ] = False,
    known: Annotated[
        Path | None,
        typer.Option("--play", metavar="FILE", help="with --shortest: a play to begin with, in ITF"),
    ] = None,
    width: Annotated[int, typer.Option(min=0, help="with --shortest: states kept by guided play")] = 300,
    tries: Annotated[int, typer.Option(min=1, help="with --shortest: how often it is tried")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="with --shortest: of the first try")] = 1,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="store the play as ITF")] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Search for the shortest play to a target, or show that there is none up to a bound."""
    from queensbench import searching, single
    from queensbench.engines import search as engine
    from queensbench.engines import search_shortest

    screen = Screen(quiet=quiet, as_json=as_json)
    open_ = [name.lower().replace("-", "_") for name in free or ()]
    if known is not None and not shortest:
        raise BadInput("--play gives a play to improve on", remedy="add --shortest")
    if open_ and shortest:
        raise BadInput("--free and --shortest do not go together", remedy="choose a reading with --reading")
    chosen = {choice.partition("=")[0].strip().lower().replace("-", "_") for choice in reading or ()}
    if twice := chosen.intersection(open_):
        raise BadInput(f"the ruling {min(twice)} is both chosen and left open", remedy="drop one of them")
    interrupted = False
    with screen.working(), screen.insisting():
        workshop, readings = single.prepare(mode, instance, reading or ())
        if shortest:
            best = search_shortest.shortest(
                workshop,
                target,
                readings=readings,
                given=None if known is None else searching.known_play(workshop, readings, known),
                width=width,
                seed=seed,
                tries=tries,
                searched=choices,
                max_steps=steps,
                rlimit=budget,
                progress=screen.progress,
            )
            data, play = searching.shortest(workshop, best), best.play
        else:
            try:
                found = engine.search(
                    workshop,
                    target,
                    readings=readings,
                    free=open_,
                    max_choices=choices,
                    max_steps=steps,
                    rlimit=budget,
                    progress=screen.progress,
                )
            except engine.Stopped as stopped:
                found, interrupted = stopped.found, True
            data, play = searching.bounded(workshop, found, open_), searching.witnessed(workshop, found)
    if save is not None and play is not None:
        searching.save(workshop, play, save)
    elif save is not None:
        screen.warn(f"no play was found, so none is stored in {save}")
    if as_json:
        screen.json(data | ({"interrupted": True} if interrupted else {}))
    elif shortest:
        searching.show_shortest(screen, data)
    else:
        searching.show_bounded(screen, data)
    if interrupted:
        raise typer.Exit(130)
    undecided = data["gap"] != 0 if shortest else data["verdict"] == "unknown"
    raise typer.Exit(3 if undecided else 0)


@app.command()
def explore(
    mode: ModePath,
    instance: InstanceName = "full",
    reading: Readings = None,
    budget: Annotated[int | None, typer.Option(min=1, help="most states to store")] = None,
    symmetry: Annotated[
        bool, typer.Option("--symmetry", help="merge states that the mode declares alike (tried first)")
    ] = False,
    graph: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write the graph of states: .graphml, .dot or .gv")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="write what `queensbench check` confirms by the interpreter alone"),
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Exhaust an instance: count its states, find its ends, dead ends and shortest plays."""
    from queensbench import certified, printing, single

    screen = Screen(quiet=quiet, as_json=as_json)
    if graph is not None:
        single.graph_format(graph)
    if certificate is not None and symmetry:
        raise BadInput("a certificate is of all states, not up to a symmetry", remedy="leave out --symmetry")
    with screen.working():
        workshop, readings = single.prepare(mode, instance, reading or ())
        screen.progress("compiling the rules")
        found = workshop.explored(
            readings,
            max_states=budget,
            symmetric=symmetry,
            progress=lambda states, level: screen.progress(f"{states:,} states, level {level}"),
        )
    data = single.exploration(workshop, readings, found, symmetric=symmetry)
    if not as_json:
        printing.exploration(screen, data)
    if graph is not None and not found.interrupted:
        data["graph"] = single.export(workshop, readings, found, graph)
        if not as_json:
            printing.graph(screen, data["graph"])
    if certificate is not None and found.complete:
        data["certificate"] = certified.write(workshop, readings, found, certificate)
        if not as_json:
            screen.line(f"Certificate of {found.states:,} states: {certificate}")
    elif certificate is not None and not found.interrupted:
        screen.warn(f"the instance was not exhausted, so no certificate is written to {certificate}")
    if as_json:
        screen.json(data)
    if found.interrupted:
        raise typer.Exit(130)
    raise typer.Exit(0 if found.complete else 3)


@app.command("prove")
def prove_(
    mode: ModePath,
    instance: InstanceName = "full",
    property_: Annotated[list[str] | None, typer.Option("--property", "-p", help="show only these")] = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one goal")] = 4_000_000,
    depth: Annotated[int, typer.Option(min=1, max=4, help="the greatest k of k-induction")] = 2,
    seconds: Annotated[float | None, typer.Option(min=0, help="end with what is shown after so many")] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="write what was proved as SMT-LIB 2, naively"),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="have what was proved decided again by other solvers")
    ] = False,
    check_questions: Annotated[
        bool, typer.Option("--check-questions", help="have cvc5 answer z3's own questions: no other encoding")
    ] = False,
    check_seconds: Annotated[
        float, typer.Option(min=1, help="another solver's budget for one goal, in seconds")
    ] = 60,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Prove the always and never properties by induction, of every reading at once where that can be done."""
    from queensbench import confirming, printing, proving, single

    screen = Screen(quiet=quiet, as_json=as_json)
    if check or check_questions:
        confirming.installed()
    if export is not None:
        confirming.folder(export)
    workshop, _ = single.prepare(mode, instance, ())
    _known("property", property_ or (), {judge.name for judge in workshop.system.judges})
    try:
        with confirming.kept_questions(wanted=check_questions) as kept:
            shown = proving.attempted(
                workshop,
                property_ or (),
                rlimit=rlimit,
                depth=depth,
                seconds=seconds,
                progress=screen.progress,
            )
            found = proving.as_data(workshop, shown, property_ or ())
            if export is not None:
                found["export"] = confirming.exported(workshop, shown, export, screen.progress)
            if check:
                second = confirming.checked(workshop, shown, seconds=check_seconds, progress=screen.progress)
                confirming.opinions(found, second)
            if kept is not None:
                again = confirming.questions(
                    workshop, shown, kept, seconds=check_seconds, progress=screen.progress
                )
                confirming.answered(found, again)
    finally:
        screen.done()
    printing.proofs(screen, found)
    verdicts = {row["verdict"] for row in found["properties"]}
    unsure = "unknown" in verdicts or (
        check and any(len(row.get("by", ())) == 1 for row in found["properties"])
    )
    raise typer.Exit(1 if "fails" in verdicts else 3 if unsure else 0)


@app.command("confirm")
def confirm_(
    modes: Annotated[
        list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")
    ] = None,
    questions: Annotated[
        list[str] | None,
        typer.Option("--questions", metavar="RULESET[/MODE]", help="z3's own questions instead; repeatable"),
    ] = None,
    check_seconds: Annotated[
        float, typer.Option(min=1, help="another solver's budget for one goal, in seconds")
    ] = 60,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Have what is proved of the full boxes decided again by other solvers, in another encoding."""
    from queensbench import confirm_command

    screen = Screen(quiet=quiet, as_json=as_json)
    raise typer.Exit(confirm_command.command(screen, modes or (), questions or (), seconds=check_seconds))


@app.command("compare")
def compare_(
    mode: ModePath,
    ruling: Annotated[
        list[str] | None, typer.Argument(metavar="[RULING]...", help="all when left out")
    ] = None,
    instance: InstanceName = "full",
    beside: Annotated[
        list[str] | None,
        typer.Option("--beside", metavar="RULING=READING", help="how another ruling is read; repeatable"),
    ] = None,
    documents: Annotated[
        tuple[str, str] | None,
        typer.Option("--documents", metavar="ONE TWO", help="two documents, each as one whole reading"),
    ] = None,
    rlimit: Annotated[int, typer.Option(min=1, help="z3's resource limit for one question")] = 20_000_000,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Say of each ruling whether it matters: never, by proof, or in a play that shows it; or leave it undecided."""
    from queensbench import compare_printing, compared, comparing, documents_command, single

    screen = Screen(quiet=quiet, as_json=as_json)
    if documents is not None:
        if ruling or beside:
            raise BadInput("--documents compares whole readings", remedy="leave out rulings and --beside")
        raise typer.Exit(documents_command.command(screen, mode, documents, instance=instance))
    workshop, base = single.prepare(mode, instance, beside or ())
    names = [name.lower().replace("-", "_") for name in ruling or ()]
    engine = comparing.Comparing(workshop, base, rlimit=rlimit, progress=screen.progress)
    _known("ruling", names, set(engine.decls))
    rows: list[compared.Row] = []
    interrupted = False
    try:
        with screen.insisting():
            rows.extend(engine.rows(names))
    except KeyboardInterrupt:
        interrupted = True
    finally:
        screen.done()
    data = comparing.report(engine, rows, interrupted=interrupted)
    compare_printing.comparison(screen, data, whole=bool(ruling))
    raise typer.Exit(130 if interrupted else 3 if any(r.matters == compared.UNDECIDED for r in rows) else 0)


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
    if show is not None and show >= games:
        raise BadInput(f"game {show} of {games}", remedy=f"choose one from 0 to {games - 1}")
    with screen.working():
        workshop, readings = single.prepare(mode, instance, reading or ())
        screen.progress("compiling the rules")
        played = workshop.played(
            readings,
            games=games,
            seed=seed,
            max_steps=max_steps,
            progress=lambda done, _: screen.progress(f"{done:,} of {games:,} games"),
        )
    data = single.playouts(workshop, readings, played)
    if (save is not None or show is not None) and played.games:
        shown = single.one_game(workshop, readings, played, show or 0, save)
        if show is not None:
            data["shown"] = {"game": show, "play": shown.texts}
            if not as_json:
                printing.shown_game(screen, workshop.interpreter(readings), shown)
    printing.playouts(screen, data)
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


app.command("check")(check_command.check)
app.command("errata")(errata_command.errata)
app.command("vacuous")(vacuous_command.vacuous)
app.command("mutate")(mutate_command.mutate)
app.command("rests")(rests)
app.command("solve")(solve_command.solve)
app.command("export")(export_command.export)
app.command("umpire")(umpire_command.umpire)
app.command("advise")(solve_command.advise)
app.add_typer(stored, name="evidence")
app.add_typer(matrix, name="trace")


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
    with suppress(OSError):
        for line in text.splitlines():
            sys.stderr.write(f"queensbench: {line}\n")
    return 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our letters still gets the rest
    try:
        with insisting():
            code = _answer(argv)
            sys.stdout.flush()
    except BrokenPipeError as error:
        if _between_processes(error):
            return _internal(error)
        _silence_stdout()
        return 141
    except KeyboardInterrupt:
        _silence_stdout()
        return 130
    except OSError as error:
        if _between_processes(error):
            return _internal(error)
        place = error.filename or "standard output"
        _silence_stdout()
        return _fail(f"{place}: {(error.strerror or str(error)).lower()}; free space or choose another place")
    except MemoryError:
        _silence_stdout()
        return _fail(
            "the memory of this machine is not enough; ask for a smaller instance, or with a smaller budget"
        )
    except Exception as error:  # noqa: BLE001 - whatever escapes is a fault of the toolkit, and no verdict
        return _internal(error)
    return code


def _between_processes(error: BaseException) -> bool:
    """Whether it was a process of our own that is gone, and not who reads what we print, or a full disk."""
    frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(frame.f_globals.get("__name__", "").startswith("multiprocessing.") for frame in frames)


def _internal(error: BaseException) -> int:
    """Say what has failed and what to send; a build tells this exit code from a verdict."""
    from queensbench import internal

    with suppress(OSError, ValueError):
        sys.stdout.flush()
    _fail(internal.line(error))
    return internal.CODE


def _answer(argv: Sequence[str] | None) -> int:
    """Run the command; what is wrong with the input is printed as one line."""
    collecting.seldom()
    try:
        command = typer.main.get_command(app)
        arguments = list(argv) if argv is not None else None
        code = command.main(args=arguments, prog_name="queensbench", standalone_mode=False)
    except UsageFault as error:
        context = getattr(error, "ctx", None)
        if type(error).__name__ == "NoArgsIsHelpError":
            sys.stdout.write(error.format_message() + "\n")
            return 2
        tail = f"; see `{context.command_path} --help`" if context is not None else ""
        text = error.format_message().rstrip(".").replace(". Did you mean", "; did you mean")
        return _fail(text if text.endswith("?") else text + tail)
    except typer.Abort:
        return 130
    except SystemExit:  # so typer ends by itself when the pipe behind the output is closed
        raise BrokenPipeError from None
    except InternalError:
        raise
    except QueensbenchError as error:
        return _fail(told(error))
    return code if isinstance(code, int) else 0


def _silence_stdout() -> None:
    """What is still to be written goes nowhere, so that leaving does not fail once more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except OSError:
        return
