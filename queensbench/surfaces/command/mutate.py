"""The command ``queensbench mutate``: how strong the properties are, by the faults in the rules that they notice."""

from __future__ import annotations

from typing import Annotated

import typer

from queensbench.surfaces.command.options import OnCluster

Paths = Annotated[list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")]
Tests = Annotated[
    list[str] | None,
    typer.Option(
        "--tests",
        metavar="PATTERN",
        help="run these tests with what no property notices; {ruleset} stands for its package; repeatable",
    ),
]
Clauses = Annotated[
    list[str] | None, typer.Option("--clause", "-c", help="only of these clauses; repeatable")
]
OfRules = Annotated[
    list[str] | None, typer.Option("--rule", help="only of these functions of the model; repeatable")
]
OnInstances = Annotated[list[str] | None, typer.Option("--instance", "-i", help="only on these; repeatable")]
ToTheEnd = Annotated[
    bool, typer.Option("--all", help="all mutants, however long it takes: no --limit and no --seconds")
]
Place = Annotated[
    str | None,
    typer.Option("--store", metavar="DIR", help="where what is found is kept; `off`: nowhere"),
]
Plays = Annotated[
    bool, typer.Option("--plays", help="a shortest play that tells each survivor from the rules")
]


def mutate(
    rulesets: Paths = None,
    *,
    clause: Clauses = None,
    rule: OfRules = None,
    instance: OnInstances = None,
    limit: Annotated[int, typer.Option(min=0, help="most mutants of a ruleset, 0 for all")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="which mutants are drawn")] = 1,
    seconds: Annotated[float, typer.Option(min=0, help="most seconds for a ruleset")] = 300,
    budget: Annotated[int, typer.Option(min=1, help="most states of one exploration")] = 300_000,
    tests: Tests = None,
    to_the_end: ToTheEnd = False,
    play: Annotated[bool, typer.Option(help="not only explore: games, proofs, searches")] = True,
    processes: Annotated[int, typer.Option(min=1, help="how many try mutants at once")] = 2,
    cluster: OnCluster = "",
    store: Place = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="begin anew, whatever was kept")] = False,
    plays: Plays = False,
    every: Annotated[bool, typer.Option("--every", help="show every mutant, not only survivors")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress")] = False,
) -> None:
    """Drop, negate and bend each clause of the model in turn, and see whether a property notices."""
    from queensbench.api.store import opened_store
    from queensbench.api.strength import mutate as tried
    from queensbench.rendering.mutation_tables import show
    from queensbench.rendering.screen import Screen

    screen = Screen(quiet=quiet, as_json=as_json)
    mutants = tried(
        rulesets or (),
        clauses=clause or (),
        rules=rule or (),
        instances=instance or (),
        limit=limit,
        seed=seed,
        seconds=seconds,
        to_the_end=to_the_end,
        budget=budget,
        tests=tests or (),
        play=play,
        processes=processes,
        cluster=cluster,
        fresh=fresh,
        store=opened_store(store, rulesets or (), warn=screen.warn),
        progress=screen.progress,
    )
    found = []
    try:
        for one in mutants:
            screen.done()
            found.append(data := one.to_json())
            if not as_json and data["instances"]:
                show(screen, data, every=every, plays=plays)
    finally:
        screen.done()
    interrupted = bool(found and found[-1]["interrupted"])
    if as_json:
        screen.json({"rulesets": found, "interrupted": interrupted})
    raise typer.Exit(130 if interrupted else 0)
