"""The small box of each mode that the tests of other tools play."""

from __future__ import annotations

from functools import cache

from queensbench.api.game import load
from queensbench.api.session import Session

SMALL = {
    "queen-is-dead/standard": "blades",
    "queen-of-scots/standard": "match",
    "queens-collection/competitive": "duel",
    "queens-collection/cooperative": "young",
    "queens-collection/solo": "young",
    "queens-collection/teams": "partners",
    "queue4/standard": "six",
    "queue4/royal-ball": "opening",
    "queue4/bouquets": "nosegay",
    "queue4/ball-and-bouquets": "flowers",
    "queue4/campaign": "two_games",
    "queue4/campaign-royal-ball": "two_balls",
    "queue4/campaign-bouquets": "two_bouquets",
    "queue4/campaign-both": "two_of_both",
}
"""The fourteen modes; ``test_turns.py`` holds that there are no others."""


@cache
def session(path: str, instance: str = "") -> Session:
    """A session at the small box, or at another one."""
    return load(path).session(instance or SMALL[path])


BOXES = [box for path, small in SMALL.items() for box in ((path, small), (path, "full"))]
"""Each mode at its small box and at the box as sold."""
