"""The audit: every property of every mode, every ruling, and what was not decided.

Small instances are exhausted, the full box is played at random, and what is claimed of it is proved where that can
be done; what only a graph can tell (whether an end can always be reached, whether play can go on for ever) is asked
of the instances whose graph fits.  No verdict is printed in a stronger class than its engine has shown; see
``docs/guide/verdicts``.

What is finished goes into the store of evidence at once, unit by unit (:mod:`queensbench.evidence.cache`), and is taken
from there the next time.  Engines are imported where they are used: an audit that finds everything needs none.
"""

from __future__ import annotations

from pathlib import Path

from queensbench.analyses.rulings.full_size import FullSize
from queensbench.analyses.rulings.small_boxes import judge_rulings
from queensbench.analyses.verdicts.exhausted import explore, stored
from queensbench.analyses.verdicts.expected import confirm, cover, exit_code
from queensbench.analyses.verdicts.other_readings import play_elsewhere
from queensbench.analyses.verdicts.proved import Proofs
from queensbench.analyses.verdicts.rows import ModeReport
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.sampled import play
from queensbench.analyses.verdicts.steps import judge_steps
from queensbench.analyses.verdicts.studies import Studies
from queensbench.language.modes import Mode
from queensbench.project.projects import Ruleset
from queensbench.rules.guard_visibility import peeks

__all__ = ["ModeAudit", "ModeReport", "Options", "exit_code"]


class ModeAudit:
    """The audit of one mode; :meth:`run` fills :attr:`report`."""

    def __init__(self, ruleset: Ruleset, mode: Mode, options: Options) -> None:
        self.found = Run(ruleset, mode, options)

    @property
    def report(self) -> ModeReport:
        """What was found."""
        return self.found.report

    def run(self) -> None:
        """Judge all properties and rulings.  Ctrl-C keeps what is finished and marks the report."""
        run = self.found
        proofs = Proofs(run)
        full = FullSize(run, proofs)
        studies = Studies(run)
        try:
            if run.options.confirm:
                proofs.begin()
                proofs.finish()
                confirm(self.report.properties)
                return
            studies.begin()
            proofs.begin()
            self.judge()
            if run.options.studies and not self.report.interrupted:
                studies.run()
            if not self.report.interrupted:
                full.prepare()
                proofs.finish()
                full.finish()
                self.note_unasked()
        except KeyboardInterrupt:
            self.report.interrupted = True
        finally:
            studies.stop()
            proofs.salvage()
            cover(self.report.properties)

    def judge(self) -> None:
        """All but the proofs and the studies."""
        run = self.found
        self.find_peeks()
        chosen = run.options.instances
        asked = [i for i in run.mode.all_instances() if not chosen or i.name in chosen]
        open_ = [i.name for i in asked if i.explore and not stored(run, i.name)]
        for instance in asked:
            if instance.name in open_:
                open_.remove(instance.name)
                run.workshop(instance.name)
                if open_:
                    run.ahead(open_[0], lambda box: box.native)
            (explore if instance.explore else play)(run, instance.name)
            if run.options.elsewhere and not self.report.interrupted:
                play_elsewhere(run, instance.name)
            if not self.report.interrupted:
                judge_steps(run, instance)
            if self.report.interrupted:
                return
        if run.options.rulings:
            judge_rulings(run)

    def find_peeks(self) -> None:
        """Guards that look too far."""
        run = self.found
        key = run.kept.key("peeks", "", run.mode.full)
        found = run.kept.get(key, list)
        if found is None:
            found = [
                f"{p.transition} reads {p.field} ({Path(p.place).name}): {p.why}"
                for p in peeks(run.workshop(run.mode.full.name).system, run.mode)
            ]
            run.kept.put(key, found)
        self.report.peeks = found

    def note_unasked(self) -> None:
        """A property that no instance could be asked about is unknown, not passed over."""
        run = self.found
        judged_ = {row.name for row in self.report.properties}
        for instance in run.mode.all_instances():
            if run.options.instances and instance.name not in run.options.instances:
                continue
            for decl in run.wanted(instance.name):
                if decl.name not in judged_:
                    judged_.add(decl.name)
                    run.note(
                        instance.name,
                        decl,
                        "unknown",
                        None,
                        engine="none",
                        seconds=0.0,
                        detail="only all states can tell, and no instance on which it is asked is explored",
                    )
