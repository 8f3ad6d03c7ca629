"""The tasks that an exploration by levels consists of: deterministic functions from files to files.

A task is a small value that can be pickled.  :func:`run` carries it out, in any process that sees the scratch folder
and the project: it reads runs, writes new ones under their own names (first under another name, then renamed), and
answers with what it has found.  The same task gives the same files and the same answer, wherever and how often it is
run; so a task that was lost is run again.

The coordinator (:mod:`queensbench.engines.layers.search`) takes any ``submit`` that carries out tasks: it gets a list
of tasks and yields the answer to each, with the task's place in the list, in any order; where none has come for a
while it yields None, so that Ctrl-C is looked at.  The coordinator hands out the tasks of one kind and level at a time,
and waits for all of them, or closes the iterator, which drops the tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from queensbench.engines.layers.diverging import diverged
from queensbench.engines.layers.expanding import Expanding, sought
from queensbench.engines.layers.linking import linked
from queensbench.engines.layers.merging import merged
from queensbench.engines.layers.messages import (
    BoxName,
    Diverged,
    Diverging,
    Expanded,
    Expansion,
    Linking,
    Merged,
    Merging,
    Part,
    Result,
    Seeking,
    Sought,
    Stepped,
    Stepping,
    Submit,
    Task,
)
from queensbench.engines.layers.runs import told
from queensbench.engines.layers.sites import CompiledRules, known, rules_of, site
from queensbench.engines.layers.stepping import stepped


def run(task: Task) -> Result:
    """Carry out a task.

    Raises BadInput where the scratch folder is full, gone or damaged, or the rules are not at hand.
    """
    with told(task.scratch):
        if isinstance(task, Expansion):
            return Expanding(task, site()).result()
        if isinstance(task, Seeking):
            return sought(task, site())
        if isinstance(task, Linking):
            return linked(task, site())
        if isinstance(task, Stepping):
            return stepped(task, site())
        if isinstance(task, Diverging):
            return diverged(task, site())
        return merged(task, site())


def here(tasks: Iterable[Task]) -> Iterator[tuple[int, Result]]:
    """Carry out tasks one after the other in this thread."""
    for place, task in enumerate(tasks):
        yield place, run(task)


__all__ = [
    "BoxName",
    "CompiledRules",
    "Diverged",
    "Diverging",
    "Expanded",
    "Expansion",
    "Merged",
    "Merging",
    "Part",
    "Result",
    "Seeking",
    "Sought",
    "Stepped",
    "Stepping",
    "Submit",
    "Task",
    "here",
    "known",
    "rules_of",
    "run",
]
