"""The modes whose errata are looked for, one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from queensbench.analyses.audit.all_modes import require_asked
from queensbench.analyses.errata import ErrataOptions, ModeErrata
from queensbench.analyses.errata_report import ErrataReport
from queensbench.errors import BadInput
from queensbench.language.modes import Mode
from queensbench.project.projects import Ruleset
from queensbench.project.register.entries import require_known
from queensbench.rules.system import properties_of


def chosen(
    selected: Sequence[tuple[Ruleset, Mode]], instances: Sequence[str], properties: Sequence[str]
) -> list[tuple[Ruleset, Mode]]:
    """The modes that have one of the instances named (all when none is).  Raises BadInput for what cannot be asked."""
    known = {i.name for _, mode in selected for i in mode.all_instances()}
    require_known("instance", instances, sorted(known))
    require_known(
        "property", properties, sorted({d.name for _, mode in selected for d in properties_of(mode)})
    )
    explored = {i.name for _, mode in selected for i in mode.all_instances() if i.explore}
    for name in instances:
        if name not in explored:
            raise BadInput(f"instance {name} is played, not explored", remedy="name one that is explored")
    require_asked([mode for _, mode in selected], properties, instances)
    return [
        (ruleset, mode)
        for ruleset, mode in selected
        if not instances or {i.name for i in mode.all_instances()} & set(instances)
    ]


def in_turn(
    modes: Sequence[tuple[Ruleset, Mode]], options: ErrataOptions, seconds: float
) -> Iterator[ErrataReport]:
    """The errata of each mode, up to one that Ctrl-C ends; what one mode leaves of the seconds the others have."""
    ends = time.monotonic() + seconds
    for number, (ruleset, mode) in enumerate(modes):
        share = max(0.0, ends - time.monotonic()) / (len(modes) - number)
        found = ModeErrata(ruleset, mode, replace(options, seconds=share)).run()
        yield found
        if found.interrupted:
            return
