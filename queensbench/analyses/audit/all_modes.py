"""Audits the modes one after the other; a fault in one of them does not end the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queensbench.analyses.audit import cluster_questions
from queensbench.analyses.audit.mode_report import ModeReport
from queensbench.analyses.audit.second_process import SecondProcess
from queensbench.analyses.verdicts.run import Options
from queensbench.engines.runtime.clusters import Cluster
from queensbench.errors import BadInput, ClusterFault, InternalError, QueensbenchError, render
from queensbench.evidence import internal_errors
from queensbench.language.modes import Mode
from queensbench.project.checking import check
from queensbench.project.projects import Ruleset
from queensbench.readers.native.code_cache import shared
from queensbench.rules.system import properties_of, steps_of

ALL = "audit"
"""What a fault of the whole audit is called, where modes have their names."""
Selected = Sequence[tuple[Ruleset, Mode]]


@dataclass(frozen=True)
class Fault:
    """Why a mode has no report: the line (or, of a model that is refused, the lines) with which its audit ended.

    Without ``mode`` the fault is of all modes of the ruleset that were asked for.  ``internal``: it is the toolkit's.
    """

    ruleset: str
    title: str
    mode: str
    text: str
    internal: bool = False

    @property
    def name(self) -> str:
        """The name of the mode or ruleset without a report, as headings of reports have it."""
        return f"{self.ruleset}/{self.mode}" if self.mode else self.ruleset

    def as_json(self) -> dict[str, Any]:
        """The fault as the command prints it with ``--json``."""
        return {"ruleset": self.ruleset, "mode": self.mode, "fault": self.text, "internal": self.internal}


def checked(selected: Selected) -> dict[Ruleset, str]:
    """The rulesets whose rulings or properties contradict their registers, each with what is wrong.

    Raises BadInput instead where only one ruleset is asked for.
    """
    refused: dict[Ruleset, str] = {}
    rulesets = list(dict.fromkeys(ruleset for ruleset, _ in selected))
    for ruleset in rulesets:
        try:
            check(ruleset)
        except QueensbenchError as fault:
            if len(rulesets) == 1:
                raise
            refused[ruleset] = render(fault)
    return refused


def require_asked(modes: Iterable[Mode], properties: Sequence[str], instances: Sequence[str]) -> None:
    """Raise BadInput for a property asked of none of the instances, or an instance of which no property is asked."""
    if not (properties and instances):
        return
    asked = {
        (decl.name, instance.name)
        for mode in modes
        for instance in mode.all_instances()
        for decl in (*properties_of(mode, instance), *steps_of(mode, instance))
    }
    for name in properties:
        if not any((name, instance) in asked for instance in instances):
            there = sorted(instance for one, instance in asked if one == name)
            remedy = f"name one of {', '.join(dict.fromkeys(there))}"
            raise BadInput(f"the property {name} is not asked of {' or '.join(instances)}", remedy=remedy)
    for instance in instances:
        if not any((name, instance) in asked for name in properties):
            text = f"nothing that was named is asked of the instance {instance}"
            raise BadInput(text, remedy="leave it out, or name a property that is asked of it")


def audited(
    selected: Selected,
    chosen: Sequence[Options],
    refused: dict[Ruleset, str],
    *,
    place: tuple[Path, str | None, bool] | None,
    cluster: Cluster | None = None,
    done: Callable[[ModeReport | Fault], None],
    warn: Callable[[str], None],
) -> None:
    """Audit modes, each with its options; ``done`` gets the report of each, or its fault, in their order.

    Of a ruleset the largest mode is begun first: its proof would be waited for at the end.
    ``place``: the project's folder, where verdicts are stored, and whether all are made anew, for a second process
    (None: there is none).  ``cluster``: its workers answer first what they can be asked, and no second process does.
    Ends early after Ctrl-C.  Raises what all modes would meet and, of one mode alone, whatever ends its audit.
    """
    rulesets = list(dict.fromkeys(ruleset for ruleset, _ in selected))
    order = sorted(
        (number for number, (ruleset, _) in enumerate(selected) if ruleset not in refused),
        key=lambda number: (rulesets.index(selected[number][0]), -_size(selected[number][1])),
    )
    asked = [(selected[number][0].name, selected[number][1].name, chosen[number]) for number in order]
    ready: dict[int, ModeReport | Fault] = {
        number: Fault(ruleset.name, ruleset.title, mode.name, refused[ruleset])
        for number, (ruleset, mode) in enumerate(selected)
        if ruleset in refused
    }
    shown = 0

    def show(*, last: bool = False) -> None:
        """Hand over the reports that are ready, up to the first that is not; in the end, all that are ready."""
        nonlocal shown
        while shown < len(selected) and (last or shown in ready):
            if shown in ready:
                done(ready.pop(shown))
            shown += 1

    root, store, fresh = place or (Path(), None, False)
    if cluster is not None:
        place = None
        open_ = [(*selected[number], chosen[number]) for number in order]
        cluster_questions.ask_ahead(open_, cluster)
    with shared(), SecondProcess(root, asked if place else [], store=store, fresh=fresh) as second:
        try:
            for turn, number in enumerate(order):
                show()
                report = second.taken(turn, chosen[number].progress, warn) or _audited(
                    *selected[number], second.options(chosen[number]), alone=len(selected) == 1
                )
                ready[number] = report
                if isinstance(report, ModeReport) and report.interrupted:
                    return
        finally:
            show(last=True)


def _size(mode: Mode) -> int:
    """The approximate amount of work in a mode: the states of its boxes, as far as they are known."""
    return sum(instance.states for instance in mode.all_instances())


def faulty(error: Exception, ruleset: Ruleset, mode: str = "") -> Fault:
    """Why a mode has no report; of a fault of the toolkit itself a file is kept, which the text names."""
    if isinstance(error, QueensbenchError) and not isinstance(error, InternalError):
        return Fault(ruleset.name, ruleset.title, mode, render(error))
    return Fault(ruleset.name, ruleset.title, mode, internal_errors.line(error), internal=True)


def ended_by(error: Exception, selected: Selected) -> Fault:
    """Why a whole audit has ended: a fault of its mode if that is the only one.  No file is kept of it."""
    ruleset, mode = (selected[0][0].name, selected[0][1].name) if len(selected) == 1 else (ALL, "")
    known = isinstance(error, (QueensbenchError, OSError, MemoryError)) and not isinstance(
        error, InternalError
    )
    text = render(error) if isinstance(error, QueensbenchError) else " ".join(str(error).split())
    if not known:
        named = "" if isinstance(error, InternalError) else f"{type(error).__name__}: "
        text = f"internal error: {named}{text}"
    return Fault(ruleset, "", mode, text or type(error).__name__, internal=not known)


def exit_code(faults: Iterable[Fault]) -> int:
    """The exit code of faults: 4 where one is the toolkit's, 2 for bad input, 0 for none."""
    return max((internal_errors.CODE if fault.internal else 2 for fault in faults), default=0)


def _audited(ruleset: Ruleset, mode: Mode, options: Options, *, alone: bool) -> ModeReport | Fault:
    """The report of a mode, or its fault.  Raises what all modes would meet, and, ``alone``, whatever ends it."""
    from queensbench.analyses.audit.one_mode import ModeAudit

    try:
        audit = ModeAudit(ruleset, mode, options)
        audit.run()
    except (OSError, MemoryError, ClusterFault):
        raise  # of the machines: the next mode would meet it as well
    except Exception as fault:
        if alone:
            raise
        return faulty(fault, ruleset, mode.name)
    return audit.report


def lines(faults: Iterable[Fault]) -> list[str]:
    """The lines for the error stream: each fault once, with the first mode that met it."""
    found: dict[str, str] = {}
    for fault in faults:
        for line in fault.text.splitlines():
            found.setdefault(line, line if line.startswith(f"{fault.name}: ") else f"{fault.name}: {line}")
    return list(found.values())
