"""The schedule of a mode's audit: which questions are asked, in which order.

Small instances are exhausted, the full box is played at random; what is said of steps, and what other readings break,
is asked of each instance after that.  Studies come last: those that stand alone, and the proofs, run beside all this
(:mod:`queensbench.analyses.audit.one_mode` begins them first).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from queensbench.analyses.strategies.fixed_orders import with_orders
from queensbench.analyses.verdicts.exhausted import explored, is_stored
from queensbench.analyses.verdicts.other_readings import elsewhere
from queensbench.analyses.verdicts.property_rows import Seen, property_row
from queensbench.analyses.verdicts.rows import InstanceRow, PropertyRow
from queensbench.analyses.verdicts.run import Run
from queensbench.analyses.verdicts.sampled import played
from queensbench.analyses.verdicts.steps import steps
from queensbench.evidence.questions import TEXTS, Question, answered
from queensbench.language.modes import Instance
from queensbench.rules.guard_visibility import peeks


def looking_too_far(run: Run) -> list[str]:
    """Guards that read what their own decider cannot see."""

    def find() -> list[str]:
        system = run.box(run.mode.full.name).system
        found = peeks(system, run.mode)
        return [f"{p.transition} reads {p.field} ({Path(p.place).name}): {p.why}" for p in found]

    return answered(Question("peeks", "", TEXTS, run.mode.full), run.cache, find)


def asked_of(run: Run) -> list[Instance]:
    """The instances of a mode that its audit asks about."""
    chosen = run.options.instances
    return [i for i in run.mode.all_instances() if not chosen or i.name in chosen]


def components_asked(run: Run) -> bool:
    """Whether this audit asks which components of the full box run out: if it plays that box and proves all claims."""
    full = run.mode.full
    return run.options.proofs and not run.options.properties and not full.explore and full in asked_of(run)


def of_instances(run: Run) -> Iterator[InstanceRow | PropertyRow]:
    """Ask about each instance; yield the rows.  Raises KeyboardInterrupt after the rows found until then."""
    instances = asked_of(run)
    open_ = [i.name for i in instances if i.explore and not is_stored(run, i)]
    for instance in instances:
        if instance.name in open_:
            open_.remove(instance.name)
            run.box(instance.name)
            if open_:
                run.ahead(open_[0], lambda box: box.native)
        yield from all_states(run, instance) if instance.explore else played(run, instance.name)
        if run.options.elsewhere:
            yield from elsewhere(run, instance.name)
        yield from steps(run, instance)


def all_states(run: Run, instance: Instance) -> Iterator[InstanceRow | PropertyRow]:
    """The rows of exploring an instance; its own row also says what fixed orders of moves come to there.

    Raises KeyboardInterrupt after the rows found until then.
    """
    for row in explored(run, instance.name):
        yield with_orders(run, row) if isinstance(row, InstanceRow) else row


def unasked(run: Run, rows: Iterable[PropertyRow]) -> Iterator[PropertyRow]:
    """An unknown row for each property that no instance could be asked about.  ``rows``: what was answered."""
    answered_ = {row.name for row in rows}
    detail = "only all states can tell, and no instance on which it is asked is explored"
    for instance in asked_of(run):
        for decl in run.wanted(instance.name):
            if decl.name not in answered_:
                answered_.add(decl.name)
                yield property_row(run, instance.name, decl, Seen("unknown", None, "none", 0.0, detail))
