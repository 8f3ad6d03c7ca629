"""The score of a Bouquet: its cards, its Groups, the cards left in the deck."""

from __future__ import annotations

from typing import Annotated

from model.queue4.bouquets import Bouquets, bouquets_played
from model.queue4.scoring import Points, points, rated, second_count
from model.queue4.state import (
    QUEUE,
    Ending,
    Queue,
    colour_of,
    deck_size,
    four_discarded,
    n,
)
from queensbench.language import Range, rule
from spec.queue4.bouquets import (
    BandsWhen,
    DoubledLongest,
    FourthAfterDeck,
    GroupMaximal,
    GroupsNote,
)
from spec.queue4.rulings import r

Groups = Annotated[int, Range(0, n.ranks * n.colours * n.copies * (n.ranks * n.colours * n.copies + 1) // 2)]
"""Groups of a Queue; with their parts, as many as it has stretches of neighbours."""

Counted = Annotated[
    int,
    Range(
        -n.ranks * n.colours * n.copies,
        n.ranks * n.colours * n.copies * (n.ranks * n.colours * n.copies + 3) // 2,
    ),
]
"""A number of Groups before it is put into its range."""


@rule("bouquets.group")
def groups(s: Bouquets, q: Queue) -> Groups:
    """The Groups of a Queue: runs of one colour; by ruling ``group_maximal`` their parts too.

    There are no more runs than cards; that is said for the proofs, and changes nothing.
    """
    if r.group_maximal == GroupMaximal.EVERY_SET:
        return stretches(s, q)
    return min(
        len(s.queue[q]),
        sum(
            i == 0 or colour_of(s.queue[q][max(i - 1, 0)]) != colour_of(s.queue[q][i])
            for i in range(n.ranks * n.colours * n.copies)
            if i < len(s.queue[q])
        ),
    )


@rule()
def stretches(s: Bouquets, q: Queue) -> Groups:
    """How many stretches of neighbours of one colour there are: a card ends as many as its run has cards up to it."""
    found = 0
    begin = 0
    for i in range(n.ranks * n.colours * n.copies):
        if i < len(s.queue[q]):
            if i == 0 or colour_of(s.queue[q][max(i - 1, 0)]) != colour_of(s.queue[q][i]):
                begin = i
            found = most_groups(found + 1 + i - begin)
    return found


@rule()
def most_groups(number: Counted) -> Groups:
    """The number itself, which is never out of range; written like this, that needs no proof of its own."""
    return max(0, min(number, n.ranks * n.colours * n.copies * (n.ranks * n.colours * n.copies + 1) // 2))


@rule("bouquets.dropped.groups")
def groups_count(s: Bouquets) -> bool:
    """Whether the Groups are added: not if four of a rank were discarded."""
    if r.groups_note == GroupsNote.ALWAYS:
        return False
    if r.fourth_after_deck == FourthAfterDeck.GROUPS_KEPT and s.ending == Ending.DECK:
        return True
    return not four_discarded(s)


@rule(replaces=points)
def bouquet_points(s: Bouquets) -> Points:
    """The score of the Bouquet that was named (both variants together replace this)."""
    return formula(s)


@rule("bouquets.score.cards", "bouquets.score.groups", "bouquets.score.deck")
def formula(s: Bouquets) -> Points:
    """Cards and Groups of the Bouquet, less cards in the deck; by ruling ``doubled_longest`` the second count too.

    It is at most all cards; that is said for the proofs, and changes nothing.
    """
    return (
        len(s.queue[QUEUE[s.bouquet]])
        + (groups(s, QUEUE[s.bouquet]) if groups_count(s) else 0)
        - deck_size(s)
        + (
            min(second_count(s), n.ranks * n.colours * n.copies)
            if r.doubled_longest == DoubledLongest.ADDED
            else 0
        )
    )


@rule("bouquets.bands", replaces=rated)
def bouquet_rated(s: Bouquets) -> bool:
    """By ruling ``bands_when`` only a Bouquet that fell is rated."""
    return not bouquets_played(s) or r.bands_when == BandsWhen.ALWAYS or four_discarded(s)
