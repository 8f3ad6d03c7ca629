"""Comparing readings in states of levels: tasks from runs to counts, which write no file."""

from __future__ import annotations

import time

import numpy as np

from queensbench.engines.compare import kernels as c
from queensbench.engines.compare import state_kernels as apart
from queensbench.engines.compare.common_plays import Buffers
from queensbench.engines.compare.comparison_program import other_readings, rulings_between
from queensbench.engines.layers.expanding import spans
from queensbench.engines.layers.messages import Diverged, Diverging
from queensbench.engines.layers.sites import Site, rules_of
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import fault
from queensbench.engines.runtime.kernel_language import View


def diverged(task: Diverging, site: Site) -> Diverged:
    """Carry out a comparison.  Raises ModelError where the rules break under the reading of the levels."""
    begun = time.thread_time()
    rules = rules_of(task.box)
    comparer = rules.comparer()
    ours, parameters = task.box.readings, task.box.parameters
    new = comparer.native.new_env
    env = new(ours, parameters)
    differing = [rulings_between(ours, theirs) for theirs in task.others]
    flags = [comparer.flags(rulings) for rulings in differing]
    envs = [new(theirs, parameters) for theirs in task.others]
    others = other_readings(comparer.native, envs, differing, flags)
    classes = np.zeros(len(task.others) * apart.CLASSES * c.PARTED, np.int64)
    seen = np.zeros(len(task.others), np.int64)
    used = np.zeros(max(1, len(rules.system.rulings)), np.int64)
    notes = c.PartNotes(View(classes), View(seen), View(used))
    block = np.zeros(k.BLOCK, np.int64)
    buffers = Buffers(comparer)
    for span in spans(task.scratch, task.parts, rules.words, site):
        block[k.S_AT] = 0
        status = k.NARROW
        while status == k.NARROW:
            started = time.thread_time()
            work = buffers.work(block, env)
            status = comparer.call["part_span"](work, span, others, buffers.comparing, notes)
            comparer = rules.comparer(ran=time.thread_time() - started)
            if status == k.NARROW:
                buffers.widen()
        if status != k.DONE:
            raise fault(rules.system, rules.coding, int(block[k.S_STATUS]), (), int(block[k.S_CODE]))
    return Diverged(
        int(block[k.S_SEEN]),
        tuple(classes.tolist()),
        tuple(seen.tolist()),
        tuple(used.tolist()),
        time.thread_time() - begun,
    )
