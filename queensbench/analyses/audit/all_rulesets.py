"""Which rulings matter, asked of one ruleset after the other; a fault in one leaves the findings of the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from queensbench.analyses.audit import all_modes
from queensbench.analyses.audit.all_modes import Fault, Selected
from queensbench.analyses.findings.findings import findings
from queensbench.analyses.findings.workers import ask_ahead
from queensbench.analyses.rulings.impact import Finding, ImpactSettings, Interrupted
from queensbench.engines.runtime.clusters import Cluster
from queensbench.errors import BadInput
from queensbench.evidence import plays
from queensbench.evidence.cache import Evidence
from queensbench.project.projects import Ruleset, mode_instance, readings_of
from queensbench.readers.interpreter import Interpreter

INTERRUPTED = 130


@dataclass
class AllRulings:
    """The rulings of some modes: who asks, and what has been found so far.

    ``refused``: rulesets that are not asked, and why.  ``interrupted``: Ctrl-C has ended the run; what was finished
    stands in ``found``.  ``cluster``: its workers answer first.
    """

    selected: Selected
    refused: Mapping[Ruleset, str]
    evidence: Evidence | None
    settings: ImpactSettings
    cluster: Cluster | None = None
    found: dict[Ruleset, list[Finding]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    interrupted: bool = False

    @property
    def code(self) -> int:
        """The exit code: 130 after Ctrl-C, else that of the faults, else 0."""
        return INTERRUPTED if self.interrupted else all_modes.exit_code(self.faults)

    def run(
        self,
        done: Callable[[Fault | tuple[Ruleset, list[Finding]]], None],
        progress: Callable[[str], None],
    ) -> None:
        """Ask about each ruleset; ``done`` gets its findings, or the fault that ended them.

        Raises the fault instead where only one ruleset is asked, and always a fault of this machine.
        """
        open_ = [one for one in self.selected if one[0] not in self.refused]
        try:
            ask_ahead(open_, self.evidence, self.settings, progress, self.cluster)
        except KeyboardInterrupt:
            self.interrupted = True
        rulesets = list(dict.fromkeys(ruleset for ruleset, _ in self.selected))
        for ruleset in rulesets:
            if self.interrupted:
                break
            try:
                self.found[ruleset] = self._asked(ruleset, progress)
            except (OSError, MemoryError):
                raise  # of this machine: the next ruleset would meet it as well
            except Exception as fault:
                if len(rulesets) == 1:
                    raise
                self.faults.append(all_modes.faulty(fault, ruleset))
                done(self.faults[-1])
            else:
                done((ruleset, self.found[ruleset]))

    def _asked(self, ruleset: Ruleset, progress: Callable[[str], None]) -> list[Finding]:
        """The findings of one ruleset, as far as they are known when Ctrl-C ends them."""
        if ruleset in self.refused:
            raise BadInput(self.refused[ruleset])
        modes = tuple(mode.name for one, mode in self.selected if one is ruleset)
        settings = replace(self.settings, modes=modes)
        try:
            return findings(ruleset, evidence=self.evidence, progress=progress, settings=settings)
        except KeyboardInterrupt as cut:
            self.interrupted = True
            return cut.found if isinstance(cut, Interrupted) else []


def store_plays(ruleset: Ruleset, found: Iterable[Finding], folder: Path) -> None:
    """Store as ITF the plays of every ruling that matters: the shortest, and those of its result and of its class."""
    for one in found:
        for shown in one.told:
            suffix = "" if shown is one.play else "-result" if shown is one.result_play else "-class"
            mode = ruleset.mode(shown.mode)
            box = mode_instance(mode, shown.instance)
            readings = readings_of(mode, [f"{k}={v}" for k, v in shown.play.readings.items()], every=True)
            name = re.sub(r"[^a-z0-9]+", "-", f"{one.ruling}{suffix}".lower())
            place = folder / ruleset.name / f"{name}.itf.json"
            plays.save(shown.play, Interpreter(mode, box, readings), place)
