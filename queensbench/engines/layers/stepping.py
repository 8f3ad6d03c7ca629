"""Judging the steps from states of levels: tasks from runs to counts, which write no file."""

from __future__ import annotations

import time
from bisect import bisect_right

from queensbench.engines.layers.expanding import spans
from queensbench.engines.layers.messages import Stepped, Stepping
from queensbench.engines.layers.sites import Site, rules_of, steps_of_box
from queensbench.engines.steps.judging import StepListing

CHOICES = 1 << 20
"""What a choice weighs in the key of a step, which counts choices, then steps."""


def stepped(task: Stepping, site: Site) -> Stepped:
    """Carry out a judging of steps."""
    begun = time.thread_time()
    rules, judges = rules_of(task.box), steps_of_box(task.box, task.judges)
    named = task.box.readings, task.box.parameters
    native, call = rules.lister()
    listing = StepListing(native, rules.words, rules.coding.count, judges.code, named)
    firsts = [first for first, _, _ in task.depths]
    for span in spans(task.scratch, task.parts, rules.words, site):
        _, choices, steps = task.depths[bisect_right(firsts, span.number) - 1]
        chance = choices * CHOICES + steps + 1
        listing.restart()
        while not listing.faulty and listing.at < span.end:
            listing.go_on(call["span_steps"], span, chance, chance + CHOICES)
            listed, judged = listing.spent()
            judges.ran(judged)
            native, call = rules.lister(ran=listed)
        if listing.faulty:
            break
    notes = tuple(listing.rows.notes.tolist())
    return Stepped(listing.count, notes, listing.faulty, time.thread_time() - begun)
