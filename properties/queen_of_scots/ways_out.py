"""Whether a hand can be emptied in Queen of Scots: the rules' own judgement, held against the turn that follows.

The judgement is asked by two readings of a single ruling, but it is made of many.  So it is held against itself from
one move to the next, and against what a hand must have at the least.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.able import able, may_be_last
from model.queen_of_scots.cards import IS_ROYAL, RANK, Card, Player, Sort, alike
from model.queen_of_scots.sets import go_together, has_any_set, has_set, joins
from model.queen_of_scots.table import Phase, State
from model.queen_of_scots.take import may_begin_by_taking
from properties.queen_of_scots.steps import heap, held, lying, round_over, undrawn
from queensbench.language import Range, holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, SameCard
from spec.queen_of_scots.pile import SecondSet, TopLaid
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd, WinWhen
from spec.queen_of_scots.sets import (
    GoingOut,
    InitialSet,
    JewelAnySet,
    JewelSet,
    RoyalWilds,
    SetSize,
    ThreeJewels,
)
from spec.queen_of_scots.turns import PlayWhen

Few = Annotated[int, Range(1, 2)]
"""How many cards a group has that is no set by itself."""

BOXES = ("duel", "jewels", "family", "twins", "full")

# ------------------------------------------------------------------------------------------------- words


@rule()
def royal_among_people() -> bool:
    """Whether a royal is worth as much as a card of the people, where that makes them alike."""
    return r.same_card == SameCard.WORTH and any(
        IS_ROYAL[card] and not IS_ROYAL[other] and alike(card, other) for card in Card for other in Card
    )


@rule()
def judged_exactly(s: State) -> bool:
    """Whether a search has found no fault in the judgement of such a position by these readings; see ``able``."""
    if royal_among_people():
        return False
    jewels = 2 if has_set(s, s.active, Sort.JEWEL) else s.hand[s.active, Card.JEWEL] + 0
    not_new = r.going_out == GoingOut.NOT_NEW_SET
    if not_new and r.royal_wilds != RoyalWilds.ANY_NUMBER and jewels > 0:
        return False
    if jewels < 2 or r.jewel_set != JewelSet.FIRST_CARD:
        return True
    alone = r.james_copies == JamesCopies.JAMES_ALONE
    if not_new or (alone and r.same_card == SameCard.WORTH):
        return False
    return r.initial_set == InitialSet.EACH or not (alone or r.three_jewels == ThreeJewels.SET)


@rule()
def won_at_once(s: State) -> bool:
    """By ruling ``win_when``: whether the game may be over because of points that have just been laid."""
    return r.win_when == WinWhen.AT_ONCE and s.phase == Phase.OVER


@rule()
def discard_to_come(s: State, p: Player, phase: Phase) -> bool:
    """Whether the player on turn may have had a discard to come when a round ended; before, ``p`` was in ``phase``."""
    return s.active == p and phase in (Phase.PICK_UP, Phase.DRAW, Phase.PLAY)


@rule()
def lays(phase: Phase) -> bool:
    """Whether a player may lay cards in that phase."""
    return phase in (Phase.PLAY, Phase.AFTER) or (
        phase == Phase.PICK_UP and r.play_when == PlayWhen.WHOLE_TURN
    )


@rule()
def adds(s: State, card: Card) -> bool:
    """Whether a card of the player on turn may be added to a set that lies there."""
    if card == Card.JEWEL and r.jewel_any_set == JewelAnySet.ANYBODYS:
        if any(has_any_set(s, q) for q in Player if q != s.active):
            return True
    return any(joins(s, s.active, card, sort) for sort in Sort)


@rule()
def joins_its_like(s: State, p: Player, card: Card) -> bool:
    """Whether a card may join a set of a player that has more than crown jewels."""
    return any(sort != Sort.JEWEL and joins(s, p, card, sort) for sort in Sort)


@rule()
def matching_in_hand(s: State, card: Card) -> int:
    """How many cards of the hand, this one among them, go together with it; without crown jewels."""
    return sum(s.hand[s.active, other] for other in Card if other != Card.JEWEL and go_together(card, other))


@rule()
def smallest() -> int:
    """How many cards a set has at least, if they are of the people."""
    return 2 if r.set_size == SetSize.TWO else 3


# ------------------------------------------------------------------------------------ from move to move


@step(
    "out.none_becomes_able",
    holds("Who cannot empty the hand cannot after laying cards or discarding one either."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def none_becomes_able(s: State, was: State) -> bool:
    p = was.active
    if not lays(was.phase) or not lays(s.phase) or s.active != p:
        return True
    if not judged_exactly(was) or not judged_exactly(s):
        return True
    if heap(s) < heap(was) or undrawn(s) != undrawn(was) or held(s, p) > held(was, p):
        return True
    if (was.phase == Phase.PICK_UP) != (s.phase == Phase.PICK_UP):
        return True
    return able(was) or not able(s)


@step(
    "out.bound_stays_able",
    holds(
        "By ruling `round_end` whoever could empty the hand can do so after laying cards or discarding one as well."
    ),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def whoever_is_bound_stays_able(s: State, was: State) -> bool:
    p = was.active
    if r.round_end != RoundEnd.OBLIGATORY or not lays(was.phase) or not lays(s.phase) or s.active != p:
        return True
    if heap(s) < heap(was) or undrawn(s) != undrawn(was) or held(s, p) >= held(was, p):
        return True
    if (was.phase == Phase.PICK_UP) != (s.phase == Phase.PICK_UP):
        return True
    return able(s) or not able(was)


@step(
    "out.bound_goes_on",
    holds("By ruling `round_end` whoever can empty the hand neither draws a card nor ends the turn."),
    clauses=("end.empty", "turn.discard", "turn.pick_up"),
    instances=BOXES,
)
def whoever_is_bound_goes_on(s: State, was: State) -> bool:
    if r.round_end != RoundEnd.OBLIGATORY or not lays(was.phase):
        return True
    return not (s.phase == Phase.DRAW or (s.active != was.active and not round_over(s))) or not able(was)


@step(
    "out.bound_takes_to_end",
    holds(
        "By rulings `round_end` and `play_when` whoever can empty the hand still can after taking the pile."
    ),
    clauses=("end.empty", "take.rest", "pick_up.whole"),
    instances=BOXES,
)
def whoever_is_bound_takes_to_end(s: State, was: State) -> bool:
    if r.round_end != RoundEnd.OBLIGATORY or was.phase != Phase.PICK_UP or not lays(was.phase):
        return True
    if s.phase != Phase.PLAY or s.active != was.active or heap(s) >= heap(was) or undrawn(s) > undrawn(was):
        return True
    return able(s) or not able(was)


@step(
    "out.was_able",
    holds("Whoever lays or discards the last card was able to."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def whoever_is_out_was_able(s: State, was: State) -> bool:
    """Whoever takes the pile with the last cards is left out."""
    if not judged_exactly(was) or not lays(was.phase) or not round_over(s):
        return True
    return heap(s) < heap(was) or held(s, was.active) > 0 or able(was)


@step(
    "out.ended_at_once",
    holds("By ruling `round_end` whoever is able has ended the round, so that laying cards ends none."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def laying_ends_nothing(s: State, was: State) -> bool:
    """Whoever lays before picking up may find that nothing can be picked up any more, and be able for that."""
    p = was.active
    if r.round_end != RoundEnd.WHEN_ABLE or not lays(was.phase) or not judged_exactly(was):
        return True
    if was.phase == Phase.PICK_UP and undrawn(was) == 0:
        return True
    if heap(s) != heap(was) or undrawn(s) != undrawn(was) or held(s, p) >= held(was, p):
        return True
    return not round_over(s) or won_at_once(s)


@step(
    "out.last_card",
    holds("Whoever holds one card is able exactly if it may be discarded, or added to a set."),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=BOXES,
)
def one_card_leaves_as_it_may(s: State, was: State) -> bool:
    """By any readings together."""
    p = s.active
    if held(s, p) != 1 or s.due or not lays(s.phase):
        return True
    discarded = s.phase == Phase.PLAY and any(s.hand[p, card] > 0 and may_be_last(s, card) for card in Card)
    added = r.going_out != GoingOut.DISCARD_ONLY and any(
        s.hand[p, card] > 0 and adds(s, card) for card in Card
    )
    return able(s) == (discarded or added)


@step(
    "out.all_join",
    holds(
        "Whoever can add each card of the hand is able, and whoever can but for one that may be discarded."
    ),
    clauses=("end.empty", "end.with_set", "end.with_discard", "add.any"),
    instances=BOXES,
)
def a_hand_that_joins_is_able(s: State, was: State) -> bool:
    """By any readings together; asked of hands without crown jewels, and with one royal at most."""
    p = s.active
    if s.due or not lays(s.phase) or s.hand[p, Card.JEWEL] > 0 or held(s, p) == 0:
        return True
    if sum(s.hand[p, card] for card in Card if IS_ROYAL[card]) > 1:
        return True
    lonely = sum(s.hand[p, card] for card in Card if not joins_its_like(s, p, card))
    if lonely == 0:
        return r.going_out == GoingOut.DISCARD_ONLY or able(s)
    if lonely > 1 or s.phase != Phase.PLAY:
        return True
    return able(s) or not any(
        s.hand[p, card] > 0 and not joins_its_like(s, p, card) and may_be_last(s, card) for card in Card
    )


@step(
    "out.alone",
    holds("Whoever has no crown jewels and a card that goes with nothing is able only to discard that one."),
    clauses=("set.three", "end.empty", "end.with_discard"),
    instances=BOXES,
)
def a_card_alone_is_discarded(s: State, was: State) -> bool:
    """By any readings together; where a card may join crown jewels (ruling ``jewel_set``) it goes with them."""
    p = s.active
    if s.due or not lays(s.phase) or s.hand[p, Card.JEWEL] > 0:
        return True
    lonely = sum(
        1 for card in Card if s.hand[p, card] == 1 and matching_in_hand(s, card) == 1 and not adds(s, card)
    )
    return lonely == 0 or (lonely == 1 and s.phase == Phase.PLAY) or not able(s)


@step(
    "out.by_the_discard",
    holds("By ruling `going_out` the last card is discarded, or joins a set."),
    clauses=("turn.discard", "end.with_set", "end.with_discard"),
    instances=("full",),
)
def the_last_card_leaves_as_it_may(s: State, was: State) -> bool:
    """Whoever takes the pile with the last cards lays a set; a crown jewel may be given to another player's set."""
    p = was.active
    if r.going_out == GoingOut.ANY_WAY or not round_over(s) or held(was, p) == 0 or held(s, p) > 0:
        return True
    if was.phase == Phase.PICK_UP and heap(s) < heap(was):
        joins_one = r.second_set == SecondSet.JOINED and has_any_set(was, p)
        return r.going_out == GoingOut.NOT_NEW_SET and joins_one
    return r.going_out == GoingOut.NOT_NEW_SET or not lays(was.phase) or heap(s) == heap(was) + 1


@step(
    "out.keeps_a_card",
    holds(
        "Whoever keeps a card in hand may take the pile with two others, whatever ruling `going_out` says."
    ),
    clauses=("take.two", "end.with_set"),
    instances=("full",),
)
def whoever_keeps_a_card_may_take(s: State, was: State, sort: Sort) -> bool:
    return s.phase != Phase.PICK_UP or held(s, s.active) <= 2 or may_begin_by_taking(s, 2, sort, False)


# ------------------------------------------------------------------------------------- what a turn leaves


@step(
    "out.opening_is_settled",
    holds("By rulings `initial_set` and `new_round` a first set of the round stays when the turn is over."),
    clauses=("set.initial", "table.no_change"),
    instances=("full",),
)
def a_first_set_stays(s: State, was: State) -> bool:
    return not s.fresh_opened or (s.active == was.active and (lays(s.phase) or s.phase == Phase.DRAW))


@step(
    "out.jewels_are_not_limited",
    holds("By ruling `royal_wilds` a set of crown jewels alone has no limit of them."),
    clauses=("set.wilds", "jewels.wild"),
    instances=("full",),
)
def jewels_alone_have_no_limit(s: State, was: State, sort: Sort) -> bool:
    return sort != Sort.JEWEL or not s.begun[sort]


@step(
    "out.royals_match",
    holds(
        "With a royal in hand go the royals and what is worth as much; crown jewels are not counted with them."
    ),
    clauses=("royal.together", "take.rest.placed"),
    instances=("full",),
)
def royals_match_royals(s: State, was: State, card: Card) -> bool:
    return not IS_ROYAL[card] or matching_in_hand(s, card) == sum(
        s.hand[s.active, other]
        for other in Card
        if other != Card.JEWEL and (IS_ROYAL[other] or alike(card, other))
    )


# --------------------------------------------------------------------------------------- what it takes


@rule()
def groups_of(s: State, number: Few, family: bool) -> int:
    """How many groups of the hand have so many cards, and no set to join; ``family``: of royals, who are one."""
    p = s.active
    if family:
        royals = sum(s.hand[p, card] for card in Card if IS_ROYAL[card])
        lies = any(IS_ROYAL[card] and lying(s, p, card) + s.aside[card] > 0 for card in Card)
        return 1 if royals == number and not lies else 0
    return sum(
        1
        for card in Card
        if not IS_ROYAL[card]
        and card != Card.JEWEL
        and s.hand[p, card] == number
        and lying(s, p, card) + s.aside[card] == 0
    )


@step(
    "out.takes_sets",
    holds(
        "Of a hand that can be emptied one card at most is alone, and each two that are alike have a jewel."
    ),
    clauses=("set.three", "set.initial", "jewels.two", "royal.wild"),
    instances=BOXES,
)
def a_hand_takes_sets(s: State, was: State) -> bool:
    """Asked where a set needs two natural cards of one figure, or two royals that are no jewels."""
    if r.initial_set != InitialSet.EACH or r.jewel_set == JewelSet.FIRST_CARD or not judged_exactly(s):
        return True
    if r.jewels_royal == JewelsRoyal.ROYAL or r.same_card == SameCard.WORTH:
        return True
    if s.phase not in (Phase.PLAY, Phase.AFTER) or not able(s):
        return True
    alone = groups_of(s, 1, False) + groups_of(s, 1, True)
    if alone > (1 if s.phase == Phase.PLAY else 0):
        return False
    if r.set_size == SetSize.TWO:
        return True
    pairs = groups_of(s, 2, False) + (groups_of(s, 2, True) if r.set_size == SetSize.THREE else 0)
    return pairs <= s.hand[s.active, Card.JEWEL]


# ------------------------------------------------------------------------------------- what jewels it takes

NEVER = 99
"""More crown jewels than there are: so many never do."""


@rule()
def first_of_its_like(s: State, p: Player, card: Card) -> bool:
    """Whether of the people in the hand this is the first that is the same card as it."""
    if IS_ROYAL[card] or card == Card.JEWEL or s.hand[p, card] == 0:
        return False
    return not any(RANK[other] < RANK[card] and s.hand[p, other] > 0 and alike(card, other) for other in Card)


@rule()
def joined_by_none(s: State, p: Player, number: Few) -> int:
    """How often the hand has so many of the people who are the same card, and have no set to join."""
    return sum(
        1
        for card in Card
        if first_of_its_like(s, p, card)
        and sum(s.hand[p, other] for other in Card if alike(card, other)) == number
        and not any(alike(card, other) and lying(s, p, other) + s.aside[other] > 0 for other in Card)
    )


@rule()
def for_one_card() -> int:
    """How many crown jewels a card takes at least that is alone."""
    if r.jewel_set == JewelSet.FIRST_CARD:
        return 2
    return 2 if r.initial_set != InitialSet.EACH and r.royal_wilds == RoyalWilds.ANY_NUMBER else NEVER


@rule()
def for_royals(s: State, p: Player) -> int:
    """How many crown jewels the royals of the hand take at least."""
    royals = sum(s.hand[p, card] for card in Card if IS_ROYAL[card])
    if has_set(s, p, Sort.COURT) or any(
        IS_ROYAL[card] and lying(s, p, card) + s.aside[card] > 0 for card in Card
    ):
        return 0
    if royals == 2:
        return 1 if r.set_size == SetSize.THREE else 0
    if royals != 1:
        return 0
    if r.jewels_royal == JewelsRoyal.ROYAL:
        return 2 if r.set_size == SetSize.THREE else 1
    return for_one_card()


@rule()
def has_the_jewels(s: State, p: Player, discards: bool) -> bool:
    """Whether the hand has as many crown jewels as its cards take at least, but for one that is discarded."""
    if royal_among_people() or (r.jewel_set == JewelSet.FIRST_CARD and has_set(s, p, Sort.JEWEL)):
        return True
    alone = joined_by_none(s, p, 1)
    royals = for_royals(s, p)
    one_royal = sum(s.hand[p, card] for card in Card if IS_ROYAL[card]) == 1
    spared = max(for_one_card() if alone > 0 else 0, royals if one_royal else 0) if discards else 0
    pairs = 0 if r.set_size == SetSize.TWO else joined_by_none(s, p, 2)
    return alone * for_one_card() + pairs + royals - spared <= s.hand[p, Card.JEWEL]


@step(
    "out.has_the_jewels",
    holds(
        "Whoever is able has a crown jewel for each two that are alike, and one card at most that is alone."
    ),
    clauses=("set.three", "set.initial", "jewels.two", "royal.wild", "end.with_discard"),
    instances=BOXES,
)
def whoever_is_able_has_the_jewels(s: State, was: State) -> bool:
    """By any readings together: where a card may be laid with two crown jewels, two for each that is alone."""
    if not lays(s.phase) or not able(s):
        return True
    return has_the_jewels(s, s.active, s.phase == Phase.PLAY)


@step(
    "out.had_the_jewels",
    holds(
        "By ruling `round_end` a round that is over as soon as somebody is able is over for a hand with jewels."
    ),
    clauses=("set.three", "set.initial", "jewels.two", "royal.wild", "end.empty"),
    instances=BOXES,
)
def whoever_ends_the_round_had_the_jewels(s: State, was: State) -> bool:
    """As above, of a round that ends before the face-down pile and the hands have run out."""
    if r.round_end != RoundEnd.WHEN_ABLE or not round_over(s):
        return True
    if r.top_laid == TopLaid.WITHIN_TURN and (was.due or heap(s) < heap(was)):
        return True
    if won_at_once(s) or undrawn(s) == 0 or any(held(s, p) == 0 for p in Player):
        return True
    return has_the_jewels(s, s.active, discard_to_come(s, was.active, was.phase))


@rule()
def one_can_join(s: State) -> bool:
    """Whether some card of the hand may join a set that lies there, or one that may be laid from the hand before."""
    p = s.active
    royals = sum(s.hand[p, card] for card in Card if IS_ROYAL[card])
    if s.hand[p, Card.JEWEL] > 0 or any(s.hand[p, card] > 0 and adds(s, card) for card in Card):
        return True
    if royals > (3 if r.set_size == SetSize.THREE else 2) or (royals > 0 and has_set(s, p, Sort.COURT)):
        return True
    return any(
        not IS_ROYAL[card]
        and card != Card.JEWEL
        and sum(s.hand[p, other] for other in Card if alike(card, other)) > smallest()
        for card in Card
    )


@step(
    "out.one_can_join",
    holds(
        "By ruling `going_out` whoever is able, and cannot discard the last card, has one that may join a set."
    ),
    clauses=("end.with_set", "end.with_discard", "add.any"),
    instances=BOXES,
)
def whoever_lays_the_last_card_adds_it(s: State, was: State) -> bool:
    if r.going_out != GoingOut.NOT_NEW_SET or royal_among_people() or s.due or not lays(s.phase):
        return True
    if s.phase == Phase.PLAY and any(s.hand[s.active, card] > 0 and may_be_last(s, card) for card in Card):
        return True
    return not able(s) or one_can_join(s)
