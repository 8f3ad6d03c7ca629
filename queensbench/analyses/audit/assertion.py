"""The properties of a mode on one instance, judged where a test asks for them: what is not as their author expects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from queensbench.analyses.audit.one_mode import ModeAudit
from queensbench.analyses.verdicts.rows import PropertyRow
from queensbench.analyses.verdicts.run import SEED, Options
from queensbench.analyses.verdicts.words import open_text, surprise
from queensbench.engines.runtime.box import Box
from queensbench.errors import MOST_MOVES
from queensbench.project.projects import Ruleset, mode_instance
from queensbench.register.entries import require_known
from queensbench.rules.system import properties_of, steps_of

GAMES = 1_000
"""The random games of an instance that is not explored."""


def unexpected(
    ruleset: Ruleset,
    box: Box,
    readings: Mapping[str, Any],
    *,
    properties: Sequence[str] = (),
    games: int = GAMES,
    seed: int = SEED,
    budget: int | None = None,
) -> list[str]:
    """A line for each property that is not as expected, or not decided although that is expected.

    ``properties``: only these (none: all that are asked of the instance).  The engines are those of an audit without
    proofs: an instance that is small enough is exhausted, another one played at random, ``games`` from ``seed``.
    ``budget``: the most states.  Nothing is stored.  Raises BadInput for unknown names.
    """
    mode, instance = box.mode, mode_instance(box.mode, box.instance.name)
    asked = [decl.name for decl in (*properties_of(mode, instance), *steps_of(mode, instance))]
    require_known("property", properties, sorted(asked))
    options = Options(
        games=games,
        seed=seed,
        budget=budget,
        rulings=False,
        elsewhere=False,
        studies=False,
        proofs=False,
        properties=properties,
        instances=(instance.name,),
        readings=readings,
    )
    audit = ModeAudit(ruleset, mode, options)
    audit.found.boxes[instance.name] = box
    audit.run()
    if audit.report.interrupted:
        raise KeyboardInterrupt
    return [_line(row) for row in audit.report.properties if row.state != "ok"]


def _line(row: PropertyRow) -> str:
    """What was found of a property, and the play that shows it."""
    found = surprise(row) if row.state == "unexpected" else open_text(row)
    play = row.play.texts if row.play is not None else []
    shown = f"; play {' '.join(play)}" if 0 < len(play) <= MOST_MOVES else ""
    return f"{row.name} on {row.instance}: {found}; {row.detail}{shown}"
