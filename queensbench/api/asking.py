"""The questions of a session that explore and play; loaded when the first one is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from queensbench.analyses import single_engine
from queensbench.analyses.verdicts.run import GAMES, SEED
from queensbench.api.given import names_of
from queensbench.api.in_force import InForce
from queensbench.api.play import played
from queensbench.api.results import Sample, Verdicts
from queensbench.api.space import Space, space_of
from queensbench.engines.explore.explorations import exploration_of
from queensbench.engines.explore.state_space import Exploration
from queensbench.engines.simulate.playouts import playouts_of
from queensbench.project import projects
from queensbench.project.projects import Ruleset
from queensbench.rules.system import properties_of, steps_of

Progress = Callable[[str], None]


def explore(
    rules: InForce,
    ruleset: Ruleset | None,
    *,
    budget: int | None,
    symmetric: bool,
    keep: bool,
    progress: Progress,
) -> Space:
    """See :meth:`Session.explore`."""
    progress("compiling the rules")
    found = exploration_of(
        rules.box,
        rules.readings,
        max_states=budget,
        keep=keep,
        symmetric=symmetric,
        progress=lambda states, level: progress(f"{states:,} states, level {level}"),
    )
    return space_of(
        rules,
        found,
        symmetric=symmetric,
        first=lambda condition, found: _first(rules, condition, found, symmetric=symmetric),
        judged=lambda: audit(
            rules,
            ruleset,
            properties=(),
            proofs=False,
            budget=budget,
            games=GAMES,
            seed=SEED,
            progress=progress,
        ),
    )


def _first(rules: InForce, condition: str, found: Exploration, *, symmetric: bool) -> tuple[int, ...] | None:
    """The codes of a shortest play to a condition.  z3 is loaded for it."""
    from queensbench.api import conditions

    return conditions.first(rules.box, rules.readings, condition, found, symmetric=symmetric)


def simulate(rules: InForce, *, games: int, seed: int, max_steps: int, progress: Progress) -> Sample:
    """See :meth:`Session.simulate`."""
    progress("compiling the rules")
    box, readings = rules.box, rules.readings
    done = playouts_of(
        box,
        readings,
        games=games,
        seed=seed,
        max_steps=max_steps,
        progress=lambda begun, _: progress(f"{begun:,} of {games:,} games"),
    )
    data = single_engine.playouts(box, readings, done)
    names = [player.name for player in rules.players]
    return Sample(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        games=done.games,
        seed=seed,
        steps=done.steps,
        shortest=done.shortest,
        longest=done.longest,
        ends={tuple(names[p] for p in who): first.count for who, first in done.ends.items()},
        clauses={row["name"]: row["games"] for row in data["clauses"]},
        rulings={row["name"]: row["games"] for row in data["rulings"]},
        interrupted=done.interrupted,
        _replay=lambda game: played(rules, box.steps(done.replay(game))),
    )


def audit(
    rules: InForce,
    ruleset: Ruleset | None,
    *,
    properties: Sequence[str],
    proofs: bool,
    budget: int | None,
    games: int,
    seed: int,
    progress: Progress,
) -> Verdicts:
    """See :meth:`Session.audit`."""
    from queensbench.api.audits import audited

    properties = names_of(properties)
    asked = rules.box.mode, rules.box.instance
    known = {decl.name for decl in (*properties_of(*asked), *steps_of(*asked))}
    for name in properties:
        if name not in known:
            projects.property_of(rules.box.mode, name, rules.box.instance)  # says which there are
    ruleset = ruleset or projects.load(only=[rules.box.ruleset]).ruleset(rules.box.ruleset)
    return audited(
        ruleset,
        rules.box,
        rules.readings,
        properties=properties,
        proofs=proofs,
        budget=budget,
        games=games,
        seed=seed,
        progress=progress,
    )
