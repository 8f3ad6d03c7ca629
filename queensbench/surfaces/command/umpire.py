"""The command ``queensbench umpire``: what a table cannot settle by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from queensbench.rendering.screen import Screen

Paths = Annotated[list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")]
Readings = Annotated[
    list[str] | None, typer.Option("--reading", "-r", metavar="RULING=READING", help="repeatable")
]
Instances = Annotated[
    list[str] | None, typer.Option("--instance", "-i", help="only this instance; repeatable")
]
StorePlace = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="DIR", help="where answers are stored; `off`: nowhere", show_default=False
    ),
]


def umpire(
    paths: Paths = None,
    instance: Instances = None,
    reading: Readings = None,
    budget: Annotated[int | None, typer.Option(min=1, help="most states of an instance")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="end a mode with what it has after so many")] = 300,
    fresh: Annotated[bool, typer.Option("--fresh", help="take no stored answer, store it anew")] = False,
    store: StorePlace = None,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress")] = False,
) -> None:
    """Say what players cannot check from what they see, and which effects depend on an order nobody decides."""
    from queensbench.analyses import umpire as umpiring
    from queensbench.evidence import cache
    from queensbench.evidence.keys import Sources
    from queensbench.project import projects
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    loaded = projects.load()
    evidence = cache.opened(Sources(loaded.root), chosen=store, fresh=fresh, warn=screen.warn)
    modes = loaded.selected(paths or ())
    chosen = {mode: projects.readings_of(mode, reading or ()) for _, mode in modes}
    for _, mode in modes:
        for name in instance or ():
            projects.mode_instance(mode, name)
    found: list[dict[str, Any]] = []
    with screen.working():
        for ruleset, mode in modes:
            data = umpiring.umpired(
                ruleset,
                mode,
                readings=chosen[mode],
                instances=instance or (),
                budget=budget,
                seconds=seconds,
                evidence=evidence,
                progress=screen.progress,
            )
            found.append(data)
            screen.done()
            if not as_json:
                _printed(screen, data)
    if as_json:
        screen.json({"modes": found})


def _printed(screen: Screen, data: dict[str, Any]) -> None:
    looked = ", ".join(i["instance"] + ("" if i["complete"] else " (in part)") for i in data["instances"])
    screen.text(f"{data['mode']}: explored {looked or 'no instance'}")
    screen.out.print()
    if data["peeks"]:
        rows = [(row["move"], row["reads"], row["place"], row["why"]) for row in data["peeks"]]
        screen.table("Moves whose own player cannot know whether they are allowed", _SEEN, rows)
    for shown, title in (
        (False, "Moves that nobody else can check"),
        (True, "Moves that ask only for what they name, so that it can be shown"),
    ):
        cells: dict[tuple[str, str], dict[str, None]] = {}
        for row in data["unchecked"]:
            if row["named_by_move"] is shown:
                cells.setdefault((row["move"], row["why"]), {})[row["reads"]] = None
        if cells:
            grouped = [(move, ", ".join(reads), why) for (move, why), reads in cells.items()]
            screen.table(title, ("move", "reads", "why"), grouped)
    kinds = {"loop": "loop", "rules": "two automatic rules"}
    ordered = [
        (row["rule"], kinds[row["kind"]], row["place"], row["matters"], row["instance"], _text(row))
        for row in data["orders"]
        if row["matters"] != "not-seen"
    ]
    if ordered:
        columns = ("effects", "kind", "place", "matters", "instance", "shown by")
        screen.table("Effects whose order matters", columns, ordered)
    same = [row for row in data["orders"] if row["matters"] == "not-seen"]
    never = sum(not row["consulted"] for row in same)
    text = f"{len(same)} further orders of effects change nothing in any state that was compared"
    screen.text(text + (f"; {never} of them never come up there." if never else "."))
    if data["left"]:
        screen.text(f"The time was over before {', '.join(data['left'])}: --seconds gives more.")
    screen.out.print()


_SEEN = ("move", "reads", "place", "why")


def _text(row: dict[str, Any]) -> str:
    if row["why"]:
        return str(row["why"])
    said = "" if row["play"] is None else " ".join(row["play"])
    clauses = ", ".join(row["clauses"])
    return said + (f" (clauses there: {clauses})" if clauses else " (no clause there)")
