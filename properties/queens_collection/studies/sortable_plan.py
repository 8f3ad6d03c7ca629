"""A plan by which the cards of the box as sold sort every ordinary deal of the cooperative game, with luck in drawing.

The argument, for all deals that leave three pawns on each box card. Send each pawn home: three arrows leave each box
card and three end there, so that the table falls into three arrangements in each of which every box card sends one
pawn and gets one (the marriage theorem), and each of these into rings.

A ring of L pawns is sorted by L - 1 exchanges in which its pawns trade as often as one likes, each at least once and
2 (L - 1) times together: some pawn that is to trade once stands before one that is to trade more often; it trades
places with that one, which stands on its home, and is at home. Or w wilds played alone bring w - 1 pawns that follow
each other home and the next one to where the first stood: the ring that is left has w - 1 pawns fewer.

So as many wilds as the longest ring has pawns, six at most, are played alone on it, and the rest is exchanged: of R
rings that is 25 - R - w exchanges and w wilds (without wilds, 24 - R). The longest ring has no fewer than 24 / R
pawns, so that no more than 38 cards are put down: 38 of three rings, 36 of four, 34 or fewer of more (with more than
six rings, none of them longer than five, no wild is played alone). Each colour has four cards, and three pawns; so
besides one trade for each pawn a colour has a card more, and two more for a pawn that a wild brings home. Of any
rings, a in the one arrangement, b in the other, c in the third being the box cards they go over and t their number, a
+ b + c - 2 t trades are to be had of the colours that they go over, which are no fewer than the greatest of a, b, c.
Counted out, there is always room (by Hall's theorem), where the wilds that are left stand for cards;
``tests/queens_collection/test_sortable_plan.py`` counts.

On the beginners' side two pawns of each colour are enough, and then the third leaves, wherever it is. Where no pawn is
dealt home, send those of two of the three arrangements home by exchanges: 14 of them and 28 cards at the most. Each
colour has four cards and two such pawns; of any rings over m colours, t of them with no more than 2 m pawns together,
fewer than 2 m trades are beyond one for each pawn, and that is how many cards these colours have beside (Hall's
theorem). So no wild is needed.

A pawn is dealt home only where no other box card has room, so that all pawns at home are of one colour. Is it one
pawn, take the arrangement that holds it and another one: it stays, and is one of the two. With two or three at home
that colour is done, and its other pawn is gone. Then 21 pawns are left of the seven other colours, 20 of them at least
on their seven box cards: three to each and of each colour, but that one box card may be short of a pawn (of the colour
that is done) and one colour (whose pawn came to the box card that is done, the last with room). Put a pawn of that
colour there, and there are three arrangements; the two without it are sent home. What is said of the cards holds for
these rings as well, and there are fewer.

With a card of each colour out, three are left: one beside those for two pawns. Of t rings with P pawns over m colours
the trades beyond one for each pawn then exceed those cards by P - 2 t - m at most: by four for two rings of eight, by
no more than three for other rings. Five wilds stand for them. But two rings of eight take 14 exchanges, so that with
four players cards are left over in hands. There five wilds are played alone on one of the rings, which leaves four of
its pawns: six trades of it and 14 of the other ring have room in any colours (Hall).

When the draw pile is empty all cards that are left are held; an order of exchanges and wilds in which nobody is left
with a card that somebody else needs is found for each number of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from properties.queens_collection.studies.sortable import CARDS, COLOURS, PAWNS, WILDS

Ring = list[int]
"""Box cards, each with a pawn whose home is the next one."""


@dataclass(frozen=True)
class Act:
    """An exchange of the pawns of two colours on two box cards; without ``b`` a wild alone that puts ``a`` on ``y``."""

    a: int
    x: int
    b: int | None
    y: int

    @property
    def cards(self) -> int:
        """The number of cards that it takes."""
        return 1 if self.b is None else 2


def matched(counts: Sequence[Sequence[int]]) -> list[int]:
    """One pawn of each box card, of all different colours."""
    owner: dict[int, int] = {}

    def place(box: int, seen: set[int]) -> bool:
        for colour in range(len(counts)):
            if counts[box][colour] and colour not in seen:
                seen.add(colour)
                if colour not in owner or place(owner[colour], seen):
                    owner[colour] = box
                    return True
        return False

    for box in range(len(counts)):
        assert place(box, set()), "pawns and spaces of each colour and box card are as many"
    sent = {box: colour for colour, box in owner.items()}
    return [sent[box] for box in range(len(counts))]


def arrangements(counts: Sequence[Sequence[int]]) -> list[list[int]]:
    """Three arrangements, in each of which every box card sends one pawn home and gets one: by box card the colour."""
    left = [list(row) for row in counts]
    found = []
    for _ in range(PAWNS):
        sent = matched(left)
        for box, colour in enumerate(sent):
            left[box][colour] -= 1
        found.append(sent)
    return found


def rings_of(sent: dict[int, int]) -> list[Ring]:
    """The rings of one arrangement; pawns at home are left out."""
    found: list[Ring] = []
    seen: set[int] = set()
    for start in sent:
        ring, box = [], start
        while box not in seen:
            seen.add(box)
            ring.append(box)
            box = sent[box]
        if len(ring) > 1:
            found.append(ring)
    return found


def rings(counts: Sequence[Sequence[int]]) -> list[Ring]:
    """The rings of all three arrangements of the pawns; pawns at home are left out."""
    return [ring for sent in arrangements(counts) for ring in rings_of(dict(enumerate(sent)))]


def shared_out(
    found: Sequence[Ring], wilds: int, spent: Sequence[int], cards: int = CARDS
) -> list[dict[int, int]]:
    """How often each pawn of each ring trades, by colour: once, and the rest where cards of the colour are left.

    ``spent``: cards of each colour that one trade for each pawn takes, of ``cards`` that there are.  Wilds pay for what
    no colour has cards for.
    """
    room = [cards - k for k in spent]
    units = [k for k, ring in enumerate(found) for _ in range(len(ring) - 2)]
    holds: list[list[int]] = [[] for _ in room]

    def place(unit: int, seen: set[int]) -> bool:
        for colour in found[units[unit]]:
            if colour in seen:
                continue
            seen.add(colour)
            if len(holds[colour]) < room[colour]:
                holds[colour].append(unit)
                return True
            for k, other in enumerate(holds[colour]):
                if place(other, seen):
                    holds[colour][k] = unit
                    return True
        return False

    trades = [dict.fromkeys(ring, 1) for ring in found]
    for unit in range(len(units)):
        if not place(unit, set()):
            wilds -= 1
            assert wilds >= 0, "cards of some colours run out"
            trades[units[unit]][found[units[unit]][0]] += 1
    for colour, held in enumerate(holds):
        for unit in held:
            trades[units[unit]][colour] += 1
    return trades


def exchanged(ring: Ring, trades: dict[int, int]) -> Iterator[Act]:
    """The exchanges that sort a ring in which each colour trades so often."""
    ring, trades = list(ring), dict(trades)
    while len(ring) > 1:
        for at in range(len(ring)):
            home, after = ring[(at + 1) % len(ring)], ring[(at + 2) % len(ring)]
            if trades[home] == 1 and (trades[after] > 1 or len(ring) == 2):
                break
        yield Act(home, ring[at], after, home)  # on its home stands the pawn whose home is ``after``
        trades[after] -= 1
        del ring[(at + 1) % len(ring)]


def played_alone(ring: Ring, wilds: int) -> tuple[list[Act], Ring]:
    """Wilds played alone: pawns that follow each other come home, and the next pawn goes where the first stood."""
    acts = [Act(ring[k + 1], ring[k], None, ring[k + 1]) for k in range(wilds - 1)]
    last = ring[wilds % len(ring)]
    acts.append(Act(last, ring[wilds - 1], None, ring[0]))
    return acts, [ring[0], *ring[wilds:]] if wilds < len(ring) else []


@dataclass(frozen=True)
class Plan:
    """A plan that sorts a deal: exchanges that may come first, wilds played alone, exchanges that come after them."""

    before: list[Act]
    alone: list[Act]
    after: list[Act]
    wilds: int

    @property
    def cards(self) -> int:
        """The number of cards that are put down."""
        return sum(act.cards for act in (*self.before, *self.alone, *self.after))


def planned(counts: Sequence[Sequence[int]]) -> Plan:
    """A plan for a deal, by box card and colour."""
    found = sorted(rings(counts), key=len, reverse=True)
    home = sum(counts[k][k] for k in range(len(counts)))
    longest = len(found[0]) if found else 0
    wilds = min(WILDS, longest) if longest > 5 or len(found) + home <= 6 else 0
    alone: list[Act] = []
    if wilds:
        alone, rest = played_alone(found[0], wilds)
        found = [ring for ring in (rest, *found[1:]) if ring]
    else:
        rest = []
    spent = [sum(colour in ring for ring in found) for colour in range(len(counts))]
    trades = shared_out(found, WILDS - wilds, spent)
    acts = [list(exchanged(ring, t)) for ring, t in zip(found, trades, strict=True)]
    after = acts[0] if rest else []
    before = [act for some in (acts[1:] if rest else acts) for act in some]
    return Plan(before, alone, after, WILDS - wilds)


def rings_of_two(counts: Sequence[Sequence[int]]) -> list[Ring]:
    """The rings of a beginners' deal in which two pawns of each colour come home; those at home are left out.

    Where two of a colour are at home already, the other colours and box cards make do among themselves.  Of another
    colour a pawn may lie on that one's box card, and a place may be free where its third pawn was: a pawn more, which
    no ring uses, stands for both.
    """
    size = range(len(counts))
    left = [k for k in size if counts[k][k] < PAWNS - 1]
    table = [[counts[x][c] for c in left] for x in left]
    short = [k for k, row in enumerate(table) if sum(row) < PAWNS]
    lacking = [k for k in range(len(left)) if sum(row[k] for row in table) < PAWNS]
    lent = list(zip(short, lacking, strict=True))
    for x, c in lent:
        table[x][c] += 1
    home = [(k, k) for k in range(len(left)) if table[k][k] and (k, k) not in lent]
    parts = [set(enumerate(sent)) for sent in arrangements(table)]
    without = next(part for part in reversed(parts) if part.issuperset(lent) and not part.intersection(home))
    kept = [part for part in parts if part is not without]
    return [ring for part in kept for ring in rings_of({left[x]: left[c] for x, c in sorted(part)})]


def planned_for_beginners(counts: Sequence[Sequence[int]], cards: int = CARDS, wilds: int = WILDS) -> Plan:
    """A plan for a beginners' deal that brings two of each colour home, with so many cards of a colour.

    With all four cards no wild is needed; with three there have to be five wilds or more.
    """
    found = rings_of_two(counts)
    alone: list[Act] = []
    if cards < CARDS and sum(map(len, found)) == 2 * COLOURS and len(found) == 2:
        alone, rest = played_alone(found[0], 5)
        found = [rest, found[1]]
    spent = [sum(colour in ring for ring in found) for colour in range(len(counts))]
    left = wilds - len(alone) if cards < CARDS else 0
    trades = shared_out(found, left, spent, cards)
    acts = [act for ring, t in zip(found, trades, strict=True) for act in exchanged(ring, t)]
    return Plan([], alone, acts, left) if alone else Plan(acts, [], [], left)


# ------------------------------------------------------------------------------------------------ in turn


def in_turn(plan: Plan, players: int) -> list[Act] | None:
    """An order of the acts in which each player, acting in turn, draws what the player's own acts need.

    None if there is none among those tried: exchanges, the wilds, the other exchanges.
    """
    for late in range(len(plan.before) + 1):
        at = len(plan.before) - late
        acts = [*plan.before[:at], *plan.alone, *plan.before[at:], *plan.after]
        if dealt_out([act.cards for act in acts], players):
            return acts
    return None


def dealt_out(
    costs: Sequence[int], players: int, shown: int = 3, pile: int = COLOURS * CARDS + WILDS
) -> bool:
    """Whether each player can hold the cards for their own acts when they are due, and nobody holds another's."""
    need = [sum(costs[p::players]) for p in range(players)]
    held, idle = [0] * players, [0] * players
    spare = pile - sum(costs)

    def draw(p: int, number: int) -> bool:
        nonlocal pile, spare
        for _ in range(min(number, pile)):
            pile -= 1
            if need[p] > held[p]:
                held[p] += 1
            elif spare:
                spare, idle[p] = spare - 1, idle[p] + 1
            else:
                return False
        return True

    if spare < 0 or not all(draw(p, shown) for p in range(players)):
        return False
    for k, cost in enumerate(costs):
        p = k % players
        if held[p] < cost:
            return False
        held[p] -= cost
        need[p] -= cost
        if k + 1 < len(costs) and not draw(p, cost):
            return False
    return True


def held_in_turn(costs: Sequence[int], players: int, cards: int, shown: int = 3) -> bool:
    """Whether acts of these costs can be made in this order with so many cards, given luck in drawing.

    A player may throw cards off for fresh ones instead.  Once the pile is empty players may pass, so that acts of the
    same cost are made by whoever holds the cards.
    """
    ways = [(cards - shown * players, 0, (shown,) * players, 0)]
    seen = set()
    while ways:
        pile, who, held, made = way = ways.pop()
        left = costs[made:]
        if not left:
            return True
        if way in seen or pile + sum(held) < sum(left):
            continue
        seen.add(way)
        if not pile and len(set(left)) < 2:
            if sum(hand // left[0] for hand in held) >= len(left):
                return True
            continue
        options = [(costs[made], made + 1)] if held[who] >= costs[made] else []
        for cost, after in [*options, *((k, made) for k in range(1, min(held[who], pile) + 1))]:
            hands = list(held)
            hands[who] += min(cost, pile) - cost
            ways.append((max(0, pile - cost), (who + 1) % players, tuple(hands), after))
    return False
