"""What a play excludes alone, whatever other plays exclude: so that few plays are named for what they show together.

It changes nothing of what is known; it takes longer than all else where many rulings are read, so that it comes last
and has its time.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from queensbench.conformance.following import Following
from queensbench.conformance.found import Found
from queensbench.conformance.ground import Ground
from queensbench.conformance.knowledge import Knowledge
from queensbench.conformance.playing import Record

EXPLAINING = 30.0
"""The most seconds in which plays are followed alone; of the others only what they took of what was left counts."""


def followed_alone(knowledge: Knowledge, found: Found, ground_of: Callable[[str], Ground]) -> int:
    """Follow plays alone, first those that took the last readings of an option; how many were followed.

    ``ground_of``: the ground of an instance.
    """
    until = time.monotonic() + EXPLAINING
    done = 0
    for fact in sorted(knowledge.facts, key=lambda fact: not fact.last):
        record = found.records.get(fact.play)
        if record is not None and time.monotonic() < until:
            following = _followed(ground_of(record.instance), record, until)
            # what was cut or not asked in following the play alone excludes nothing
            if not following.cut:
                knowledge.leaves_alone(fact.play, following.readings)
            done += 1
    return done


def _followed(ground: Ground, record: Record, until: float) -> Following:
    """As :func:`queensbench.conformance.following.followed`, as far as time allows."""
    following = Following(ground)
    for said in record.transcript:
        if not following.hear(said) or time.monotonic() > until:
            break
    return following


__all__ = ["EXPLAINING", "followed_alone"]
