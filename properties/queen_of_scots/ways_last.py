"""Whether a hand of Queen of Scots can be laid whole, and its last card be added: counted by the smallest sets.

The judgement of the rules counts the crown jewels that a hand takes.  Here its cards are counted: each group of cards
that go together is a set of its own, and what a hand has beyond the smallest sets can be added.
"""

from __future__ import annotations

from model.queen_of_scots.able import able, can_lay_all, may_be_last
from model.queen_of_scots.cards import IS_ROYAL, Card, Player, Sort, alike
from model.queen_of_scots.sets import Few, has_any_set, has_set, may_begin_with
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, round_over, undrawn
from properties.queen_of_scots.ways_out import (
    BOXES,
    discard_to_come,
    first_of_its_like,
    joins_its_like,
    judged_exactly,
    lays,
    royal_among_people,
    smallest,
    won_at_once,
)
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, SameCard
from spec.queen_of_scots.pile import SecondSet, TopLaid
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import GoingOut, JewelAnySet, JewelSet, RoyalGrowth, RoyalWilds, SetSize

# ------------------------------------------------------------------------------------------------- words


@rule()
def royals_held(s: State, p: Player) -> int:
    """How many royals a player holds, without crown jewels."""
    return sum(s.hand[p, card] for card in Card if IS_ROYAL[card])


@rule()
def fewest() -> int:
    """How many cards a set of royals has at least."""
    return 3 if r.set_size == SetSize.THREE else 2


@rule()
def fewest_royals(s: State, p: Player) -> int:
    """As ``fewest``; where only copies join a set, it begins with one of each royal of the hand that joins none."""
    if r.royal_growth != RoyalGrowth.COPIES_ONLY:
        return fewest()
    kinds = sum(
        1 for card in Card if IS_ROYAL[card] and s.hand[p, card] > 0 and not joins_its_like(s, p, card)
    )
    return max(fewest(), kinds)


@rule()
def like_in_hand(s: State, p: Player, card: Card) -> int:
    """How many cards of a player's hand are the same as one of the people."""
    return sum(s.hand[p, other] for other in Card if alike(card, other))


@rule()
def begins(s: State, p: Player, card: Card) -> bool:
    """Whether this is the first of cards of the people that are the same, and have no set to join."""
    return first_of_its_like(s, p, card) and not any(
        alike(card, other) and s.hand[p, other] > 0 and joins_its_like(s, p, other) for other in Card
    )


@rule()
def begins_royals(s: State, p: Player) -> bool:
    """Whether royals have to be laid as a set of their own, or crown jewels that are all there is."""
    if royals_held(s, p) > 0:
        return any(IS_ROYAL[card] and s.hand[p, card] > 0 and not joins_its_like(s, p, card) for card in Card)
    if has_any_set(s, p) or (
        r.jewel_any_set == JewelAnySet.ANYBODYS and any(has_any_set(s, q) for q in Player)
    ):
        return False
    return s.hand[p, Card.JEWEL] == held(s, p)


@rule()
def smallest_sets(s: State, p: Player) -> int:
    """How many cards the smallest sets have together that have to be begun, one for each group."""
    people = sum(1 for card in Card if begins(s, p, card)) * smallest()
    if not begins_royals(s, p):
        return people
    if royals_held(s, p) == 0 and r.jewels_royal != JewelsRoyal.ROYAL:
        return people + 3
    return people + fewest_royals(s, p)


@rule()
def jewels_due(s: State, p: Player) -> int:
    """How many crown jewels complete these sets."""
    royals = max(0, fewest_royals(s, p) - royals_held(s, p)) if begins_royals(s, p) else 0
    if smallest() == 2:
        return royals
    return royals + sum(1 for card in Card if begins(s, p, card) and like_in_hand(s, p, card) == 2)


@rule()
def alone(s: State, p: Player) -> int:
    """How many cards of the people are in hand that are like no other of it, and join no set."""
    return sum(1 for card in Card if begins(s, p, card) and like_in_hand(s, p, card) == 1)


@rule()
def royals_suffice(s: State, p: Player) -> bool:
    """Whether royals make a set with crown jewels, if they have to: two of them, or one where jewels count as such."""
    return royals_held(s, p) > 1 or not begins_royals(s, p) or r.jewels_royal == JewelsRoyal.ROYAL


@rule()
def takes_any(s: State, p: Player) -> bool:
    """Whether crown jewels can be laid without a limit by ruling ``royal_wilds``, on a set of an earlier turn if so."""
    if r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return True
    return r.same_card == SameCard.FIGURE and any(has_set(s, p, sort) and not s.begun[sort] for sort in Sort)


@rule()
def one_each(s: State, p: Player) -> int:
    """How many of these sets, and of those begun this turn without a crown jewel, can have one; at the least."""
    sets = sum(1 for card in Card if begins(s, p, card) and like_in_hand(s, p, card) > 1)
    lying = sum(
        1
        for sort in Sort
        if s.begun[sort]
        and has_set(s, p, sort)
        and s.wilds[p, sort] == 0
        and (sort == Sort.COURT or r.same_card == SameCard.FIGURE)
        and (sort != Sort.COURT or not begins_royals(s, p))
    )
    return sets + lying + (1 if begins_royals(s, p) else 0)


@rule()
def jewels_go(s: State, p: Player) -> bool:
    """Whether there are crown jewels enough for these sets, and not more than can be laid."""
    jewels = s.hand[p, Card.JEWEL] + 0
    return jewels >= jewels_due(s, p) and (takes_any(s, p) or jewels <= one_each(s, p))


@rule()
def royals_lie_together(s: State, p: Player) -> bool:
    """Whether ruling ``james_copies`` lets all royals of the hand be laid."""
    return r.james_copies == JamesCopies.ANY_ROYAL or royals_held(s, p) == 0


@rule()
def nothing_to_join(s: State, p: Player) -> bool:
    """Whether no set lies there, or is due, that a card of a player might join."""
    if s.due or has_any_set(s, p):
        return False
    return r.jewel_any_set != JewelAnySet.ANYBODYS or not any(has_any_set(s, q) for q in Player)


@rule()
def counts_as_new(s: State, p: Player) -> bool:
    """Whether each set that a player begins is a new one, also beside those that lie there (ruling ``second_set``)."""
    return not s.due and (r.second_set != SecondSet.JOINED or not has_any_set(s, p))


@rule()
def saved_by_the_discard(s: State, p: Player) -> int:
    """How many cards fewer the smallest sets have, at most, where one card is discarded."""
    people = smallest() if alone(s, p) > 0 else 0
    others = sum(s.hand[p, card] for card in Card if IS_ROYAL[card] and not joins_its_like(s, p, card))
    royals = fewest_royals(s, p) - (0 if others == 1 else fewest())
    return max(people, royals)


# ------------------------------------------------------------------------------------------ the last card


@step(
    "last.sets_and_more",
    holds(
        "A hand whose cards make sets, with crown jewels for those that are short, can be laid whole; by ruling "
        "`going_out` if there is a card more."
    ),
    clauses=("end.empty", "end.with_set", "set.three", "add.any", "royal.together"),
    instances=BOXES,
)
def a_hand_of_sets_can_be_laid(s: State, was: State) -> bool:
    """Each group that joins no set is laid as one; then all that is left is added, crown jewels as well."""
    p = s.active
    if r.going_out == GoingOut.DISCARD_ONLY or not lays(s.phase) or s.due or held(s, p) == 0:
        return True
    if not judged_exactly(s) or alone(s, p) > 0 or not royals_suffice(s, p) or not jewels_go(s, p):
        return True
    if r.going_out == GoingOut.NOT_NEW_SET and held(s, p) <= smallest_sets(s, p):
        return True
    return can_lay_all(s) or not royals_lie_together(s, p)


@step(
    "last.sets_and_a_discard",
    holds(
        "Whoever has a hand whose cards make sets, with crown jewels for those that are short, and one card beside "
        "it that may be discarded last, is able."
    ),
    clauses=("end.empty", "end.with_discard", "set.three", "add.any", "royal.together"),
    instances=BOXES,
)
def a_hand_of_sets_and_one_card_is_able(s: State, was: State) -> bool:
    """Not asked of that card and crown jewels alone, which are no such hand."""
    p = s.active
    if held(s, p) == 1 + s.hand[p, Card.JEWEL] and not has_any_set(s, p):
        return True
    if s.phase != Phase.PLAY or s.due or not judged_exactly(s) or alone(s, p) != 1:
        return True
    if not royals_suffice(s, p) or not jewels_go(s, p) or not royals_lie_together(s, p):
        return True
    return able(s) or not any(
        begins(s, p, card) and like_in_hand(s, p, card) == 1 and may_be_last(s, card) for card in Card
    )


@step(
    "last.more_than_sets",
    holds(
        "By ruling `going_out` whoever lays the whole hand has more cards than the smallest sets that have to be "
        "begun."
    ),
    clauses=("end.empty", "end.with_set", "set.three", "set.no_mixing"),
    instances=BOXES,
)
def a_hand_of_sets_has_a_card_more(s: State, was: State) -> bool:
    """Asked where no group can join a set of crown jewels (ruling ``jewel_set``)."""
    if r.going_out != GoingOut.NOT_NEW_SET or not lays(s.phase) or held(s, s.active) == 0:
        return True
    if r.jewel_set == JewelSet.FIRST_CARD or royal_among_people() or not counts_as_new(s, s.active):
        return True
    return held(s, s.active) > smallest_sets(s, s.active) or not can_lay_all(s)


@rule()
def had_more_than_sets(s: State, p: Player, discards: bool) -> bool:
    """Whether a player has more cards than the smallest sets have, or as many if one can be discarded."""
    if not counts_as_new(s, p) or held(s, p) > smallest_sets(s, p):
        return True
    return discards and held(s, p) > smallest_sets(s, p) - saved_by_the_discard(s, p)


@step(
    "last.ended_with_more",
    holds(
        "By rulings `round_end` and `going_out` a round that is over as soon as somebody is able is over for a hand "
        "that has a card more than its smallest sets, or discards one."
    ),
    clauses=("end.empty", "end.with_set", "end.with_discard", "set.three"),
    instances=BOXES,
)
def a_round_ends_for_a_card_more(s: State, was: State) -> bool:
    """Of a round that ends before the face-down pile and the hands have run out; asked as above."""
    if r.round_end != RoundEnd.WHEN_ABLE or not round_over(s):
        return True
    if r.top_laid == TopLaid.WITHIN_TURN and (was.due or heap(s) < heap(was)):
        return True
    if r.going_out != GoingOut.NOT_NEW_SET or r.jewel_set == JewelSet.FIRST_CARD or royal_among_people():
        return True
    if won_at_once(s) or undrawn(s) == 0 or any(held(s, p) == 0 for p in Player):
        return True
    return had_more_than_sets(s, s.active, discard_to_come(s, was.active, was.phase))


@step(
    "last.royals_without_copies",
    holds(
        "By rulings `going_out`, `royal_growth` and `royal_wilds` no card can be added to royals without copies "
        "and two crown jewels."
    ),
    clauses=("royal.together", "royal.wild", "end.with_set"),
    instances=BOXES,
)
def royals_without_copies_take_none(s: State, was: State) -> bool:
    """Asked of hands without people, where crown jewels are royals and no set lies there."""
    p = s.active
    if r.going_out != GoingOut.NOT_NEW_SET or r.jewels_royal != JewelsRoyal.ROYAL or not lays(s.phase):
        return True
    if r.royal_growth != RoyalGrowth.COPIES_ONLY or r.royal_wilds == RoyalWilds.ANY_NUMBER:
        return True
    if r.second_set == SecondSet.JOINED or r.same_card == SameCard.WORTH or not nothing_to_join(s, p):
        return True
    if royals_held(s, p) + s.hand[p, Card.JEWEL] < held(s, p) or s.hand[p, Card.JEWEL] < 2:
        return True
    return any(s.hand[p, card] > 1 for card in Card if IS_ROYAL[card]) or not can_lay_all(s)


@step(
    "last.joined_is_not_new",
    holds("By rulings `going_out` and `second_set` the last cards may be laid where they join a set."),
    clauses=("end.with_set", "set.three"),
    instances=BOXES,
)
def what_joins_may_be_laid_last(s: State, was: State, sort: Sort, cards: Few) -> bool:
    if r.second_set != SecondSet.JOINED or not has_set(s, s.active, sort) or held(s, s.active) > cards:
        return True
    if r.going_out != GoingOut.NOT_NEW_SET or (s.due and not has_set(s, s.active, s.aside_sort)):
        return True
    return may_begin_with(s, sort, cards)
