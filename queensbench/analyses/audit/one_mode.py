"""The audit of one mode: every property, every ruling, and what was not decided.

Small instances are exhausted, the full box is played at random, and what is claimed of it is proved where that can
be done; what only a graph can tell (whether an end can always be reached, whether play can go on for ever) is asked
of the instances whose graph fits.  No verdict is printed in a stronger class than its engine has shown; see
``docs/guide/verdicts``.

What is finished goes into the store of evidence at once, answer by answer (:mod:`queensbench.evidence.questions`), and
is taken from there the next time.  Engines are imported where they are used: an audit that finds all there needs none.
"""

from __future__ import annotations

from queensbench.analyses.audit import schedule
from queensbench.analyses.audit.mode_report import ModeReport, exit_code
from queensbench.analyses.rulings.full_size import FullSize
from queensbench.analyses.rulings.small_boxes import SmallBoxes
from queensbench.analyses.verdicts.expected import confirm, cover
from queensbench.analyses.verdicts.full_components import components
from queensbench.analyses.verdicts.proved import Proofs
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.studies import Studies
from queensbench.analyses.verdicts.words import reading_text
from queensbench.language.modes import Mode
from queensbench.project.projects import Ruleset

__all__ = ["ModeAudit", "ModeReport", "Options", "exit_code"]


class ModeAudit:
    """The audit of one mode; :meth:`run` fills :attr:`report`."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: Options) -> None:
        self.found = Run(ruleset, mode, options)
        reading = reading_text(mode, options.readings)
        self.report = ModeReport(ruleset.name, ruleset.title, mode.name, reading, full=mode.full.name)
        self.studies = Studies(self.found)
        self.proofs = Proofs(self.found)
        self.small = SmallBoxes(self.found)
        self.report.rulings = self.small.rows

    def run(self) -> None:
        """Judge all properties and rulings.  Ctrl-C keeps what is finished and marks the report."""
        try:
            if self.found.options.confirm:
                self.confirm()
            else:
                self.judge()
        except KeyboardInterrupt:
            self.report.interrupted = True
        finally:
            self.studies.stop()
            self.proofs.stop()
            self.add_proofs()
            cover(self.report.properties)

    def confirm(self) -> None:
        """Only the proofs."""
        self.report.basis = self.proofs.basis
        self.proofs.begin()
        self.proofs.finish()
        self.add_proofs()
        confirm(self.report.properties)

    def judge(self) -> None:
        """Ask the questions of the schedule; proofs, and studies that stand alone, run beside the rest."""
        run, report = self.found, self.report
        if run.options.studies:
            self.studies.begin()
        self.proofs.begin()
        report.proofs_left = self.proofs.left
        report.basis = self.proofs.basis
        report.peeks = schedule.looking_too_far(run)
        for row in schedule.of_instances(run):
            report.add(row)
        if run.options.rulings:
            self.small.judge(report.played)
        if run.options.studies:
            for study in self.studies.rows():
                report.add(study)
        full = FullSize(run, self.proofs, self.small)
        full.prepare()
        self.proofs.finish()
        self.add_proofs()
        if schedule.components_asked(run):
            report.add_components(components(run, self.proofs))
        full.finish()
        for row in schedule.unasked(run, report.properties):
            report.add(row)

    def add_proofs(self) -> None:
        """Add the results of the proofs, once."""
        if self.proofs.found is not None and self.report.proofs is None:
            self.report.proofs = self.proofs.found
            self.report.properties += self.proofs.chosen
