"""The worth of a game of Queue 4 by what lies on the table: the sentences on scoring as formulas of their own."""

from __future__ import annotations

from model.queue4.both import BothVariants
from model.queue4.bouquets import Bouquets
from model.queue4.opening import RoyalBall
from model.queue4.state import QUEUE, Card, Ending, Queue, Standard, n
from properties.queue4.words import (
    at_ball,
    colour,
    fallen,
    left,
    lying,
    rank,
    table,
    thrown_of,
    with_moves,
)
from queensbench.language import rule
from spec.queue4.bouquets import DoubledLongest, FourthAfterDeck, GroupMaximal, GroupsNote
from spec.queue4.royal_ball import CombinedScore, EffectFourthAtEnd, QueenRefills
from spec.queue4.rulings import r
from spec.queue4.standard import FourOfAKind, LongestTie, ThroughDeck


@rule()
def most(s: Standard) -> int:
    """How many cards the longest Queue has."""
    return max(len(s.queue[q]) for q in Queue)


@rule()
def counted_again(s: Standard) -> int:
    """The number that the longest Queue of this table adds."""
    return most(s) * (
        sum(len(s.queue[q]) == most(s) for q in Queue) if r.longest_tie == LongestTie.ALL else 1
    )


@rule()
def through(s: Standard) -> bool:
    """Whether the whole deck was gone through, in an ended game."""
    if left(s) == 0 or (s.ending == Ending.DECK and filled_again(s)):
        return True
    return r.through_deck == ThroughDeck.DRAWN and s.ending == Ending.CHOICE and left(s) == 1


@rule()
def filled_again(s: Standard) -> bool:
    """Whether a deck that a Queen has filled again counts as gone through (The Royal Ball replaces this)."""
    return False


@rule(replaces=filled_again)
def filled_again_at_ball(s: RoyalBall) -> bool:
    """A deck that was gone through counts as such, though a Queen has filled it again."""
    return r.queen_refills == QueenRefills.ENDS_DOUBLED


@rule()
def forfeited(s: Standard) -> bool:
    """Whether four of a rank were discarded, so that no Queue is counted again."""
    if s.ending == Ending.DECK and kept_at_end(s):
        return False
    return s.together if r.four_of_a_kind == FourOfAKind.TOGETHER else fallen(s)


@rule()
def kept_at_end(s: Standard) -> bool:
    """Whether discards after the deck was gone through forfeit nothing (The Royal Ball replaces this)."""
    return False


@rule(replaces=kept_at_end)
def kept_at_ball(s: RoyalBall) -> bool:
    """Discards that come after the deck was gone through forfeit nothing."""
    return r.effect_fourth_at_end == EffectFourthAtEnd.KEPT


@rule()
def second(s: Standard) -> int:
    """The number that an ended game counts again."""
    return counted_again(s) if through(s) and not forfeited(s) else 0


@rule()
def table_value(s: Standard) -> int:
    """The worth of all Queues of an ended game."""
    return table(s) - left(s) + second(s)


# ---------------------------------------------------------------------------------------- what is to come


@rule()
def stopped_value(s: Standard) -> int:
    """The worth of the game if the player stops now, with the card hidden."""
    lost = s.together if r.four_of_a_kind == FourOfAKind.TOGETHER else fallen(s)
    last = r.through_deck == ThroughDeck.DRAWN and left(s) == 1 and not lost
    return table(s) - left(s) + (counted_again(s) if last else 0)


@rule()
def joined_value(s: Standard, q: Queue) -> int:
    """The worth of the game if the last card of the deck joins the Queue."""
    lost = s.together if r.four_of_a_kind == FourOfAKind.TOGETHER else fallen(s)
    long = max(most(s), len(s.queue[q]) + 1)
    ties = (
        sum((len(s.queue[p]) + (1 if p == q else 0)) == long for p in Queue)
        if r.longest_tie == LongestTie.ALL
        else 1
    )
    return table(s) + 1 - (left(s) - 1) + (long * ties if left(s) == 1 and not lost else 0)


@rule()
def lost_value(s: Standard, q: Queue, card: Card) -> int:
    """The worth of the game if the card costs the Queue, and that ends it."""
    four = any(
        sum(
            lying(s, q, c) + (1 if c == card else 0)
            for c in range(1, n.ranks * n.colours + 1)
            if rank(c) == k
        )
        + (0 if r.four_of_a_kind == FourOfAKind.TOGETHER else thrown_of(s, k))
        == n.colours * n.copies
        for k in range(1, n.ranks + 1)
    )
    lost = four or (r.four_of_a_kind == FourOfAKind.TOGETHER and s.together)
    long = max((len(s.queue[p]) if p != q else 0) for p in Queue)
    ties = (
        sum((len(s.queue[p]) if p != q else 0) == long for p in Queue)
        if r.longest_tie == LongestTie.ALL
        else 1
    )
    return table(s) - len(s.queue[q]) - (left(s) - 1) + (long * ties if left(s) == 1 and not lost else 0)


@rule()
def without_value(s: Standard, q: Queue, back: bool) -> int:
    """The worth of the game once a Queue was sent back to the deck, or thrown away, as the effect of its last card."""
    four = any(
        sum(lying(s, q, c) for c in range(1, n.ranks * n.colours + 1) if rank(c) == k)
        + (0 if r.four_of_a_kind == FourOfAKind.TOGETHER else thrown_of(s, k))
        == n.colours * n.copies
        for k in range(1, n.ranks + 1)
    )
    if back:
        four = r.four_of_a_kind == FourOfAKind.IN_ALL and fallen(s)
    lost = four or (s.together if r.four_of_a_kind == FourOfAKind.TOGETHER else fallen(s))
    if s.ending == Ending.DECK and kept_at_end(s):
        lost = False
    deck = left(s) + (len(s.queue[q]) if back else 0)
    long = max((len(s.queue[p]) if p != q else 0) for p in Queue)
    ties = (
        sum((len(s.queue[p]) if p != q else 0) == long for p in Queue)
        if r.longest_tie == LongestTie.ALL
        else 1
    )
    gone = deck == 0 or (s.ending == Ending.DECK and filled_again(s))
    return table(s) - len(s.queue[q]) - deck + (long * ties if gone and not lost else 0)


# ------------------------------------------------------------------------------------------------- Bouquets


@rule()
def groups_of(s: Bouquets, q: Queue) -> int:
    """The Groups of a Queue: a card that differs in colour from the one beneath it begins one.

    By ruling ``group_maximal`` all stretches of one colour: those of two cards or more, and the cards.
    """
    if r.group_maximal == GroupMaximal.EVERY_SET:
        return sum(
            all(
                k < i or k > j or colour(s.queue[q][k]) == colour(s.queue[q][i])
                for k in range(n.ranks * n.colours * n.copies)
            )
            for i in range(n.ranks * n.colours * n.copies)
            for j in range(n.ranks * n.colours * n.copies)
            if i <= j and j < len(s.queue[q])
        )
    return sum(
        i == 0 or colour(s.queue[q][i]) != colour(s.queue[q][max(i - 1, 0)])
        for i in range(n.ranks * n.colours * n.copies)
        if i < len(s.queue[q])
    )


@rule()
def bouquet_value(s: Bouquets, q: Queue) -> int:
    """The worth of an ended game with the Queue as its Bouquet."""
    if normal(s):
        return table_value(s)
    counted = r.groups_note == GroupsNote.WHEN_FALLEN and (
        not fallen(s) or (r.fourth_after_deck == FourthAfterDeck.GROUPS_KEPT and s.ending == Ending.DECK)
    )
    return (
        len(s.queue[q])
        + (groups_of(s, q) if counted else 0)
        - left(s)
        + (second(s) if r.doubled_longest == DoubledLongest.ADDED else 0)
    )


@rule()
def normal(s: Bouquets) -> bool:
    """Whether all Queues are scored though cards can be moved (both variants together replace this)."""
    return False


@rule(replaces=normal)
def normal_at_ball(s: BothVariants) -> bool:
    """All Queues are scored: in games that are no Bouquets, and by ruling ``combined_score`` in Royal Balls."""
    return not with_moves(s) or (r.combined_score == CombinedScore.NORMAL and at_ball(s))


@rule()
def worth(s: Standard) -> int:
    """The worth of an ended game that is scored on the table."""
    return table_value(s)


@rule(replaces=worth)
def worth_in_bouquets(s: Bouquets) -> int:
    """The worth of an ended game, by its Bouquet where there is one."""
    return bouquet_value(s, QUEUE[s.bouquet])
