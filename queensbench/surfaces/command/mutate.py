"""The command ``queensbench mutate``: how strong the properties are, by the faults in the rules that they notice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from queensbench.analyses.mutation.scoring import Report
    from queensbench.evidence.cache import Evidence
    from queensbench.language.modes import Instance, Mode
    from queensbench.project.projects import Ruleset
    from queensbench.rendering.screen import Screen

Paths = Annotated[list[str] | None, typer.Argument(metavar="[RULESET[/MODE]]...", help="all when left out")]


def mutate(
    rulesets: Paths = None,
    clause: Annotated[
        list[str] | None, typer.Option("--clause", "-c", help="only of these clauses; repeatable")
    ] = None,
    instance: Annotated[
        list[str] | None, typer.Option("--instance", "-i", help="only on these; repeatable")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="most mutants of a ruleset, 0 for all")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="which mutants are drawn")] = 1,
    seconds: Annotated[float, typer.Option(min=0, help="most seconds for a ruleset")] = 300,
    budget: Annotated[int, typer.Option(min=1, help="most states of one exploration")] = 300_000,
    tests: Annotated[
        list[str] | None,
        typer.Option(
            "--tests",
            metavar="PATTERN",
            help="run these tests with what no property notices; {ruleset} stands for its package; repeatable",
        ),
    ] = None,
    to_the_end: Annotated[
        bool, typer.Option("--all", help="all mutants, however long it takes: no --limit and no --seconds")
    ] = False,
    play: Annotated[bool, typer.Option(help="play the box as sold as well")] = True,
    processes: Annotated[int, typer.Option(min=1, help="how many try mutants at once")] = 2,
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="DIR", help="where what is found is kept; `off`: nowhere"),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="begin anew, whatever was kept")] = False,
    plays: Annotated[
        bool, typer.Option("--plays", help="a shortest play that tells each survivor from the rules")
    ] = False,
    every: Annotated[bool, typer.Option("--every", help="show every mutant, not only survivors")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object instead of tables")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no progress")] = False,
) -> None:
    """Drop, negate and bend each clause of the model in turn, and see whether a property notices."""
    from queensbench.analyses.mutation import scoring as engine
    from queensbench.analyses.mutation import test_runs
    from queensbench.errors import BadInput
    from queensbench.evidence import cache
    from queensbench.evidence.keys import Sources
    from queensbench.project import projects
    from queensbench.register.survivors import NAME, load_survivors
    from queensbench.rendering.screen import Screen
    from queensbench.surfaces.command.options import known

    screen = Screen(quiet=quiet, as_json=as_json)
    root = projects.find_root()
    evidence = cache.opened(Sources(root), chosen=store, fresh=False, warn=screen.warn)
    loaded = projects.load(root)
    selected = loaded.selected(rulesets or ())
    known("instance", instance or (), {i.name for _, m in selected for i in m.all_instances()})
    for pattern in tests or ():
        if not any(test_runs.files(loaded.root, [pattern], r.package) for r, _ in selected):
            raise BadInput(f"no test is called {pattern}", remedy="name files below the project's folder")
    reasons = load_survivors(loaded.root / NAME, loaded.rulesets)
    found: list[dict[str, Any]] = []
    for ruleset in dict.fromkeys(r for r, _ in selected):
        modes = [mode for r, mode in selected if r is ruleset]
        proved = _proved(loaded.root, ruleset)
        settings = engine.Settings(
            clauses=clause or (),
            instances=instance or (),
            limit=0 if to_the_end else limit,
            seed=seed,
            budget=budget,
            seconds=0 if to_the_end else seconds,
            play=play,
            processes=processes,
            proved=proved,
            journal=_journal(evidence, ruleset, seed, budget, proved),
            fresh=fresh,
            progress=screen.progress,
        )
        try:
            report = engine.mutate(ruleset, modes, settings)
            if tests and not report.interrupted:
                _test(report, ruleset, modes, loaded.root, tests, screen, seconds)
            data = engine.data(report, reasons[ruleset.name])
        finally:
            screen.done()
        found.append(data)
        if not as_json and data["instances"]:
            show(screen, data, every=every, plays=plays)
        if data["interrupted"]:
            break
    if not any(data["instances"] or data["out_of_time"] or data["interrupted"] for data in found):
        raise BadInput(
            f"no mutant is asked of {' or '.join(instance or ['anything'])}",
            remedy="name an instance that is explored" + ("" if play else ", or leave out --no-play"),
        )
    if as_json:
        screen.json({"rulesets": found})
    raise typer.Exit(130 if found and found[-1]["interrupted"] else 0)


def _journal(
    evidence: Evidence | None,
    ruleset: Ruleset,
    seed: int,
    budget: int,
    proved: Callable[[Mode, Instance], Mapping[str, bool]],
) -> Callable[[Mode, Instance, str], Path | None]:
    """Where a stage keeps what it finds: a file in the store, named by all that it depends on."""
    from queensbench.analyses.mutation.scoring import PROOFS
    from queensbench.evidence.cache import VerdictCache
    from queensbench.evidence.store import MUTANTS

    def path(mode: Mode, instance: Instance, sort: str) -> Path | None:
        found = VerdictCache(evidence, ruleset, mode, {})
        if found.evidence is None:
            return None
        facts: dict[str, Any] = {"seed": seed, "budget": budget}
        if sort == PROOFS:
            facts["proved"] = sorted(proved(mode, instance).items())
        key = found.key("mutants", sort, instance, **facts)
        return found.evidence.store.folder / MUTANTS / f"{key.digest}.jsonl"

    return path


def _proved(root: Path, ruleset: Ruleset) -> Callable[[Mode, Instance], Mapping[str, bool]]:
    """The claims that ``verdicts.lock`` says are proved under every reading."""
    from queensbench.evidence import verdicts_lock

    lock = verdicts_lock.read(root / verdicts_lock.NAME)

    def proved(mode: Mode, instance: Instance) -> Mapping[str, bool]:
        found: dict[str, bool] = {}
        for claim, instances in lock.shown.items() if lock is not None else ():
            shown = instances.get(instance.name)
            if claim.mode == f"{ruleset.name}/{mode.name}" and shown is not None and shown.by_proof:
                found[claim.name] = shown.every
        return found

    return proved


def _test(
    report: Report,
    ruleset: Ruleset,
    modes: Sequence[Mode],
    root: Path,
    patterns: Sequence[str],
    screen: Screen,
    seconds: float,
) -> None:
    """Run tests with the mutants that no property notices."""
    from queensbench.analyses.mutation import test_runs

    rows = report.unnoticed()
    paths = test_runs.files(root, patterns, ruleset.package)
    if not rows or not paths:
        return
    screen.progress(f"{ruleset.name}: tests with {len(rows):,} mutants")
    names, mutants = [mode.name for mode in modes], [row.mutant for row in rows]
    try:
        report.hear(rows, test_runs.noticed_by(root, ruleset.name, names, mutants, paths, seconds=seconds))
    except KeyboardInterrupt:
        report.interrupted = True


def show(screen: Screen, data: dict[str, Any], *, every: bool, plays: bool) -> None:
    """Print what was found of a ruleset."""
    from queensbench.analyses.verdicts.words import count

    counts = data["counts"]
    score = "no score" if data["score"] is None else f"score {_score(*data['score'])}"
    screen.head(
        f"{data['ruleset']}: {score}: {counts['noticed']:,} noticed, {counts['survived']:,} survived"
        f" ({data['chosen']:,} of {count(data['mutants'], 'mutant')} drawn, {data['seconds']:.1f} s)"
    )
    screen.text(
        f"No difference seen: {counts['same']:,}. Not decided: {counts['undecided']:,}."
        f" Not tried: {counts['not_tried']:,}."
    )
    _noticed_by(screen, data)
    _tests(screen, data)
    screen.out.print()
    rows = [
        (i["instance"], *_how(i), f"{i['mutants']:,}", f"{i.get('properties', '')}")
        for i in data["instances"]
    ]
    screen.table("Instances", ("instance", "seen", "how much", "mutants", "properties"), rows)
    shown = [c for c in data["clauses"] if c["mutants"] > c["not_tried"]]
    screen.table(
        "Clauses",
        ("clause", "noticed", "survived", "same", "undecided", "not tried", "noticed by"),
        [(c["clause"], *(str(c[key]) for key in COLUMNS), _by(c["noticed_by"])) for c in shown],
    )
    if len(shown) < len(data["clauses"]):
        screen.text(f"Of {count(len(data['clauses']) - len(shown), 'clause')} no mutant was tried.")
        screen.out.print()
    left = ("survived",) if data["tests"] is None else ("survived", "undecided")
    wanted = [r for r in data["rows"] if every or r["outcome"] in left]
    if wanted:
        screen.table(
            "Mutants" if every else "Survivors" if len(left) == 1 else "Survivors, and what is not decided",
            ("place", "rule", "what was done", "outcome" if every else "what it changes", "clauses"),
            [
                (
                    r["place"],
                    r["rule"],
                    f"{r['kind']}: {r['done']}",
                    _outcome(r, every),
                    ", ".join(r["clauses"]),
                )
                for r in wanted
            ],
        )
    for row in data["rows"] if plays else ():
        if row["play"]:
            only = "with the fault only" if row["gained"] else "without the fault only"
            screen.text(f"{row['place']} {row['kind']}: {row['done']}; {only}: {' '.join(row['play'])}")
    _reasons(screen, data)
    if data["out_of_time"]:
        screen.text("The time was over before all were tried: --seconds gives more.")
    if data["interrupted"]:
        screen.head("Interrupted: what was finished stands above.")


def _noticed_by(screen: Screen, data: dict[str, Any]) -> None:
    """What properties notice alone, and what only the model's own words do."""
    told, alone = data["noticed_by"], data["score_of_properties"]
    own = [
        f"{name} {times:,}" for name, times in told.items() if times and name not in ("properties", "tests")
    ]
    if alone is not None:
        besides = f" By the model's own words alone: {', '.join(own)}." if own else ""
        screen.text(f"By properties: {told['properties']:,} noticed, score {_score(*alone)}.{besides}")


def _tests(screen: Screen, data: dict[str, Any]) -> None:
    """What tests notice beside properties and the model."""
    from queensbench.analyses.verdicts.words import count

    told = data["tests"]
    if told is None:
        return
    alone = data["score_without_tests"]
    screen.text(
        f"Of {count(told['asked_of'], 'mutant')} that nothing else notices, "
        f"{count(told['tests'], 'test')} notice {told['noticed']:,}."
        + ("" if alone is None else f" Without tests: score {_score(*alone)}.")
    )
    if told["not_ended"]:
        screen.text(f"Time ended the tests of {count(told['not_ended'], 'mutant')}.")
    if told["of_machine_code"]:
        number = f"{told['of_machine_code']:,}"
        screen.text(f"Tests that play by machine code, which has no faults, and were left out: {number}.")
    for name in told["fail_anyway"]:
        screen.text(f"{name} fails with the rules as they are, and was left out.")


def _reasons(screen: Screen, data: dict[str, Any]) -> None:
    """Why survivors may survive, as the project says, and what of that nothing needs."""
    told = {(r["rule"], f"{r['kind']}: {r['done']}"): r["reason"] for r in data["rows"] if r["reason"]}
    if told:
        most = data["counts"]["survived"] + data["counts"]["undecided"]
        screen.head(f"Survivors that are explained: {data['explained']} of {most}")
        for (rule, done), reason in told.items():
            screen.text(f"{rule}, {done}: {reason}", 2)
        screen.out.print()
    for one in data["idle"]:
        screen.text(f"{one['rule']}, {one['done']} is noticed: take it out of survivors.toml.")


def _score(low: float, high: float) -> str:
    one, two = (f"{100 * share:.0f}%" for share in (low, high))
    return one if one == two else f"between {one} and {two}"


COLUMNS = ("noticed", "survived", "same", "undecided", "not_tried")


def _how(instance: dict[str, Any]) -> tuple[str, str]:
    """What was seen in a stage, and how much of it."""
    if "steps" in instance:
        return f"{instance['steps']:,} steps", "from states where all that is proved holds"
    if instance["sort"] == "others" and "states" in instance:
        return f"{instance['states']:,} states", f"and those under each of {instance['readings']} readings"
    if "states" in instance:
        whole = "all" if instance["complete"] else "in part: mutants can only be noticed"
        return f"{instance['states']:,} states", whole
    if "games" in instance:
        readings = instance["readings"]
        return f"{instance['games']:,} games", "" if readings == 1 else f"under each of {readings} readings"
    return "", "kept of an earlier run"


def _by(noticing: dict[str, int]) -> str:
    names = [f"{name} {times}" for name, times in list(noticing.items())[:3]]
    return ", ".join(names) + (f" and {len(noticing) - 3} more" if len(noticing) > 3 else "")


def _outcome(row: dict[str, Any], every: bool) -> str:
    said = f"{row['what']} ({row['where']})" if row["what"] else row["where"]
    if not every:
        return said
    by = f" by {', '.join(row['by'][:2])}" if row["by"] else ""
    return f"{row['outcome']}{by}{': ' + said if said else ''}"
