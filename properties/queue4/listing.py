"""Which places of a Queue the model of Queue 4 offers: of those that come to the same, one.

The text knows no such thing; it lets a card go anywhere that fits.  These are claims that the model leaves out no place
that would make another Queue, and offers none twice.  They are claims of steps, and look at the end of each alone: to
prove them of all Queues takes a solver longer than everything else that an audit proves.
"""

from __future__ import annotations

from model.queue4.state import Phase, Queue, Standard, first_of_its_kind, n
from model.queue4.turn import tells_apart
from properties.queue4.words import lying
from queensbench.language import holds, step

FULL = ("full",)


@step(
    "listing.unknown",
    holds("A card not yet seen may be aimed at every place, but inside a run of cards alike at one alone."),
    clauses=("place.any_queue",),
    instances=FULL,
)
def places_of_an_unknown_card(s: Standard, was: Standard, q: Queue) -> bool:
    if s.phase != Phase.AIM:
        return True
    offered = sum(
        gap <= len(s.queue[q]) and tells_apart(s, q, gap) for gap in range(n.ranks * n.colours * n.copies + 1)
    )
    alike = sum(max(lying(s, q, card) - 2, 0) for card in range(1, n.ranks * n.colours + 1))
    return offered == len(s.queue[q]) + 1 - (alike if n.colours == 1 else 0)


@step(
    "listing.known",
    holds("A card that is seen may go to every place, but beside cards that are the same only below them."),
    clauses=("place.any_queue",),
    instances=FULL,
)
def places_of_a_known_card(s: Standard, was: Standard, q: Queue) -> bool:
    if s.held == 0:
        return True
    offered = sum(
        gap <= len(s.queue[q]) and first_of_its_kind(s, q, gap, max(s.held, 1))
        for gap in range(n.ranks * n.colours * n.copies + 1)
    )
    return offered == len(s.queue[q]) + 1 - lying(s, q, max(s.held, 1))
