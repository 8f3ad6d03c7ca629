"""A plan that sorts every solo deal while all cards of the colours and four wilds or more are in the game, with luck.

**Rings and paths.** Draw an arrow for each of the 20 pawns, from the box card where it stands to its own.  Two or three
arrows end at each box card, so that there are rings: walk backwards.  Take a ring away, and at least one arrow still
ends everywhere: there is a second ring, and as long as some are left, take them away.  Then no ring is left, and the
arrows fall into paths that visit no box card twice: one from each box card with a pawn too many.  These are at most
four, for only of four colours a pawn is missing, and every box card has three spaces.  Without paths there are three
rings or more, for none is longer than eight.

**Actions.** A ring of L pawns takes L - 1 exchanges, in which its pawns trade as often as one likes, each at least once
and 2 (L - 1) times together (``sortable_plan``).  A path becomes a ring by one wild played alone: its first pawn goes
to where the path ends.  One of a single arrow is at home with that.  A second wild alone brings the last pawn of a path
home before, and the path is one arrow shorter.  With R rings, pawns at home among them, W wilds played alone and w in
the game 40 - 2 R - W cards are put down, and 30 + w may be.  So 2 R + W + w has to be 10 at least.

**Cards of the colours.** A colour has four cards, and at most three pawns.  So of any t rings (paths that became rings
among them) the trades beyond one for each pawn exceed the cards beside those by the sum, over the colours that they go
over, of a + d - 4, less 2 t: where a of these rings, and d of all, bring a pawn of the colour home.  What a colour adds
is more than 0 only where three pawns of it are astray, and never more than 2; there are four such colours.  With t = 1
they add nothing, with t = 2 four at most, with t = 4 or more eight at most: never too much.  With t = 3 it is two too
many at most.  Wilds that are not played alone stand for cards that are missing (Hall's theorem): two are enough.

**Sharing out the wilds.** Let s be the number of paths.  If there are two wilds more than paths, one goes to each path,
and the others stand for cards.  If there are four wilds, one path and two rings, the path has four arrows or more: it
gets a second wild.  If there are four wilds and three paths, one wild is left.  It is not enough where three rings hold
all twelve arrows of the full colours.  Some path ends at a full colour, since the one box card besides lacks two pawns
at most; its last arrow is of these twelve.  The wild left over brings that pawn home, and no more than six is added.
If there are as many wilds as paths, four, then the paths begin at the four other colours and end at full ones, and one
too many takes three paths that hold eleven of the twelve arrows.  So the fourth comes to a full colour only with its
last arrow, from a box card where another path begins: let it end there, and that one go on with the rest.  The last
arrow is now a path by itself, for which no card is needed.  With five wilds and four paths one wild is left, and there
would have to be twelve arrows in three paths, of four that all hold one.

**In turn.** The player holds three cards and draws what the next actions need, in their order.  The turn in which the
pile runs out is the last, so that the last action is an exchange where no more than two cards stay behind: wilds are
played alone first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from properties.queens_collection.studies.sortable import CARDS, PAWNS
from properties.queens_collection.studies.sortable_plan import Act, Ring, exchanged, shared_out

Path = list[int]
"""Box cards, each but the last with a pawn whose home is the next one."""


@dataclass(frozen=True)
class PlanAlone:
    """A plan that sorts a deal: wilds played alone, then exchanges, and how many wilds stand for cards of colours."""

    alone: list[Act]
    exchanges: list[Act]
    wilds: int

    @property
    def acts(self) -> list[Act]:
        """All acts in order."""
        return [*self.alone, *self.exchanges]

    @property
    def cards(self) -> int:
        """The number of cards that are put down."""
        return sum(act.cards for act in self.acts)


def taken_apart(counts: Sequence[Sequence[int]]) -> tuple[list[Ring], list[Path]]:
    """Rings until none is left, a pawn at home among them as a ring of one; then paths."""
    left = [list(row) for row in counts]
    found: list[Ring] = []
    while (ring := _ring(left)) is not None:
        for box, home in zip(ring, [*ring[1:], ring[0]], strict=True):
            left[box][home] -= 1
        found.append(ring)
    paths: list[Path] = []
    begin = [sum(row) - sum(other[box] for other in left) for box, row in enumerate(left)]
    for start, number in enumerate(begin):
        for _ in range(number):
            path = [start]
            while any(left[path[-1]]):
                home = next(home for home, number in enumerate(left[path[-1]]) if number)
                left[path[-1]][home] -= 1
                path.append(home)
            paths.append(path)
    return found, paths


def _ring(left: Sequence[Sequence[int]]) -> Ring | None:
    """A ring of arrows that are left, found by leaving out box cards from which no arrow leads on; None without one."""
    alive = set(range(len(left)))
    while dead := {box for box in alive if not any(left[box][home] for home in alive)}:
        alive -= dead
    if not alive:
        return None
    way = [min(alive)]
    while True:
        home = next(home for home in sorted(alive) if left[way[-1]][home])
        if home in way:
            return way[way.index(home) :]
        way.append(home)


def planned_alone(counts: Sequence[Sequence[int]], wilds: int) -> PlanAlone:
    """A plan for a solo deal, by box card and colour, with so many wilds in the game (4 to 6)."""
    found, paths = taken_apart(counts)
    full = {c for c in range(len(counts)) if sum(row[c] for row in counts) == PAWNS}
    twice: Path | None = None
    if len(paths) == wilds:
        paths = _ended_early(paths, full)
    elif len(paths) == 3 and wilds == 4:
        twice = next(path for path in paths if path[-1] in full)
    elif wilds == 4 and len(paths) == 1 and len(found) == 2:
        twice = paths[0]
    alone: list[Act] = []
    rings = [ring for ring in found if len(ring) > 1]
    for path in paths:
        if path is twice and len(path) > 2:
            alone.append(Act(path[-1], path[-2], None, path[-1]))
            path = path[:-1]
        alone.append(Act(path[1], path[0], None, path[-1]))
        if len(path) > 2:
            rings.append([path[-1], *path[1:-1]])
    spent = [sum(colour in ring for ring in rings) for colour in range(len(counts))]
    left = wilds - len(alone)
    trades = shared_out(rings, left, spent)
    exchanges = [act for ring, some in zip(rings, trades, strict=True) for act in exchanged(ring, some)]
    used = [sum(some.get(colour, 0) for some in trades) for colour in range(len(counts))]
    return PlanAlone(alone, exchanges, sum(max(0, number - CARDS) for number in used))


def _ended_early(paths: list[Path], full: set[int]) -> list[Path]:
    """The paths, one of which, if it comes to a full colour with its last arrow alone, is cut to that arrow.

    The path that begins where this arrow does is put behind the rest of the one that was cut.
    """
    for path in paths:
        if len(path) > 2 and not full & set(path[:-1]) and path[-1] in full:
            rest, last = path[:-1], path[-2:]
            other = next(one for one in paths if one is not path and one[0] == last[0])
            others = [one for one in paths if one is not path and one is not other]
            return [*others, [*rest, *other[1:]], last]
    return paths


def fits(costs: Sequence[int], cards: int) -> bool:
    """Whether a solo player with three cards at hand, who draws what comes next, still has a pile before each act.

    ``costs``: cards that the acts put down, in order; ``cards``: in the game, those at hand included.
    """
    for cost in costs:
        if cards <= 3:
            return False
        cards -= cost
    return True
