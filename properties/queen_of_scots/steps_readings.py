"""What single readings of Queen of Scots let a player do, and the house's do not: denied, and a play found under them.

A rule that allows too little under one reading breaks no claim of what happens, and no game of the house shows it.
"""

from __future__ import annotations

from model.queen_of_scots.able import able
from model.queen_of_scots.cards import IS_ROYAL, Card, Player, Sort
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, lying, undrawn
from queensbench.language import fails, holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, SameCard
from spec.queen_of_scots.pile import TopLaid
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import (
    GoingOut,
    InitialSet,
    JewelAnySet,
    JewelSet,
    RoyalGrowth,
    RoyalWilds,
    SetSize,
    ThreeJewels,
)
from spec.queen_of_scots.turns import DiscardDuty, DiscardJewel, DiscardTaken, ForcedTake, LaidThisTurn

FULL = ("full",)


# -------------------------------------------------------------------------------------------- the turn


@step(
    "other.kept_all",
    holds("Nobody hands the turn on without a discard while a card may be discarded."),
    under={DiscardDuty.MAY: fails("Who likes keeps all.", blame=("discard_duty",))},
    clauses=("turn.discard",),
    instances=FULL,
)
def nobody_keeps_all(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PICK_UP
        or s.active == p
        or held(s, p) != held(was, p)
        or r.discard_duty == DiscardDuty.MUST
    )


@step(
    "other.gone_without",
    holds("Nobody says to do without picking up."),
    under={
        ForcedTake.MAY: fails("Who could take the pile may leave it.", blame=("forced_take",)),
        ForcedTake.EITHER_PILE: fails("Who chooses the empty pile gets nothing.", blame=("forced_take",)),
    },
    clauses=("turn.pick_up",),
    instances=FULL,
)
def nobody_goes_without(s: State, was: State) -> bool:
    return (
        was.phase != Phase.PICK_UP
        or s.phase != Phase.PLAY
        or s.active != was.active
        or heap(s) != heap(was)
        or held(s, s.active) != held(was, s.active)
        or undrawn(was) > 0
    )


@step(
    "other.jewel_given",
    holds("Nobody's jewels come to lie before another player."),
    under={JewelAnySet.ANYBODYS: fails("A jewel joins whatever set.", blame=("jewel_any_set",))},
    clauses=("jewels.add", "set.own_side"),
    instances=FULL,
)
def no_jewel_is_given(s: State, was: State, p: Player) -> bool:
    return was.phase != Phase.PLAY or p == was.active or lying(s, p, Card.JEWEL) <= lying(was, p, Card.JEWEL)


@step(
    "other.royals_taken_back",
    holds("Royals that lie there stay there."),
    under={
        LaidThisTurn.UNTIL_DISCARD: fails(
            "Until the discard they may be had back.", blame=("laid_this_turn",)
        )
    },
    clauses=("table.no_reuse", "table.no_change"),
    instances=FULL,
)
def no_royals_are_taken_back(s: State, was: State) -> bool:
    """Royals alone."""
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or not (
            sum(was.court[p, card] - s.court[p, card] for card in Card) > 0
            and all(s.laid[p, card] == was.laid[p, card] for card in Card)
            and lying(s, p, Card.JEWEL) == lying(was, p, Card.JEWEL)
        )
    )


# ------------------------------------------------------------------------------------------ two are a set


@step(
    "other.pair_of_one_royal",
    holds("The only two copies of a royal are no set."),
    under={
        SetSize.ROYAL_PAIR: fails("Two royals are a set.", blame=("set_size",)),
        SetSize.TWO: fails("Two royals are a set.", blame=("set_size",)),
    },
    clauses=("set.three", "royal.together"),
    instances=FULL,
)
def no_pair_of_one_royal(s: State, was: State, card: Card) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 2
        or not IS_ROYAL[card]
        or was.hand[p, card] != 2
        or s.hand[p, card] != 0
    )


@step(
    "other.pair_of_two_royals",
    holds("The only copies of two royals are no set."),
    under={
        SetSize.ROYAL_PAIR: fails("Two royals are a set.", blame=("set_size",)),
        SetSize.TWO: fails("Two royals are a set.", blame=("set_size",)),
    },
    clauses=("set.three", "royal.together"),
    instances=FULL,
)
def no_pair_of_two_royals(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 2
        or sum(IS_ROYAL[card] and was.hand[p, card] == 1 and s.hand[p, card] == 0 for card in Card) != 2
    )


# --------------------------------------------------------------------------------------- what may lie together


@step(
    "other.mixed_by_worth",
    holds("Two figures of the people never come down in one set."),
    under={SameCard.WORTH: fails("They are alike if they are worth the same.", blame=("same_card",))},
    clauses=("set.no_mixing",),
    instances=FULL,
)
def no_figures_are_mixed(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or sum(
            not IS_ROYAL[card] and card != Card.JEWEL and s.hand[p, card] < was.hand[p, card] for card in Card
        )
        < 2
    )


@step(
    "other.added_to_one",
    holds("Nothing is asked where a figure is what makes cards alike."),
    under={
        SameCard.WORTH: fails(
            "Beside one of the same worth it may, and another joins it.", blame=("same_card",)
        )
    },
    clauses=("set.initial", "set.no_mixing", "add.matching"),
    instances=FULL,
)
def none_is_added_to_one(s: State, was: State, card: Card) -> bool:
    """A set of one card each of two figures and a jewel; not asked of readings by which jewels do without a second."""
    p = was.active
    return (
        r.same_card == SameCard.FIGURE
        or was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 1
        or was.laid[p, card] != 1
        or s.laid[p, card] != 2
        or IS_ROYAL[card]
        or any(was.laid[p, other] > 1 for other in Card)
    )


@step(
    "other.copies_apart",
    holds(
        "Copies of a royal lie by themselves where the reading says so, with jewels or without, and else with royals."
    ),
    clauses=("royal.together", "royal.james"),
    instances=FULL,
)
def copies_lie_apart(s: State, was: State, card: Card) -> bool:
    """Three cards that leave the hand as a set: copies of one royal, jewels besides."""
    p = was.active
    if (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or not IS_ROYAL[card]
    ):
        return True
    if was.hand[p, card] - s.hand[p, card] + was.hand[p, Card.JEWEL] - s.hand[p, Card.JEWEL] != 3:
        return True
    if was.hand[p, card] == s.hand[p, card]:
        return True
    apart = (
        r.royal_growth == RoyalGrowth.BY_ORIGIN
        or r.same_card == SameCard.WORTH
        or (r.james_copies == JamesCopies.JAMES_ALONE and card != Card.JAMES)
    )
    return (s.court[p, card] > was.court[p, card]) != apart


@step(
    "last.james_twice",
    fails("Two copies of James come down with another royal.", blame=("play.sets",)),
    clauses=("royal.james", "royal.together"),
    instances=FULL,
)
def james_never_comes_twice(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or s.court[p, Card.JAMES] != was.court[p, Card.JAMES] + 2
        or s.wilds[p, Sort.COURT] != was.wilds[p, Sort.COURT]
    )


@step(
    "other.courts_by_one",
    holds("Sets of royals come one at a time."),
    clauses=("royal.together", "royal.james"),
    instances=FULL,
)
def one_court_at_a_time(s: State, was: State) -> bool:
    """They are counted by ruling `james_copies` alone."""
    p = was.active
    return was.phase not in (Phase.PICK_UP, Phase.PLAY, Phase.AFTER) or s.courts[p] <= was.courts[p] + 1


# --------------------------------------------------------------------------------------------- crown jewels


@step(
    "other.first_jewel_added",
    holds("It is not remembered which sets began without a jewel."),
    under={
        RoyalWilds.ONE_WITH_ROYALS: fails(
            "A set of royals takes its one jewel later.", blame=("royal_wilds",)
        ),
        RoyalWilds.ONE: fails("Any set takes its one jewel later.", blame=("royal_wilds",)),
    },
    clauses=("royal.wild", "add.wild"),
    instances=FULL,
)
def no_first_jewel_is_added(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or heap(s) != heap(was)
        or not was.begun[Sort.COURT]
        or was.wilds[p, Sort.COURT] != 0
        or s.wilds[p, Sort.COURT] != 1
    )


@step(
    "other.begun_once",
    holds("Only a set of royals of which none lay there before has begun in the turn."),
    clauses=("royal.wild",),
    instances=FULL,
)
def begun_where_none_lay(s: State, was: State) -> bool:
    p = was.active
    if was.phase not in (Phase.PICK_UP, Phase.PLAY) or was.begun[Sort.COURT] or not s.begun[Sort.COURT]:
        return True
    return was.wilds[p, Sort.COURT] == 0 and all(was.court[p, card] == 0 for card in Card)


# ------------------------------------------------------------------------------------------------ going out


@step(
    "last.added_to_go_out",
    fails("The last card of the hand may be added to a set, of whatever figure.", blame=("end.with_set",)),
    under={GoingOut.DISCARD_ONLY: holds("By ruling `going_out` it is discarded.")},
    clauses=("end.with_set", "end.empty"),
    instances=FULL,
)
def none_goes_out_by_adding(s: State, was: State) -> bool:
    """Without a cook on the table, and no pile taken."""
    p = was.active
    return (
        was.phase != Phase.PLAY
        or held(was, p) != 1
        or held(s, p) != 0
        or heap(s) != heap(was)
        or was.laid[p, Card.COOK] > 0
    )


@rule()
def of_its_sort(s: State, card: Card, spare: Card, left: bool) -> int:
    """How many cards of the hand are like this one, of royals how many royals, beside the one that is left over."""
    if IS_ROYAL[card]:
        royals = sum(s.hand[s.active, c] for c in Card if IS_ROYAL[c])
        return royals - (1 if left and IS_ROYAL[spare] else 0)
    return s.hand[s.active, card] - (1 if left and card == spare else 0)


@rule()
def has_its_sort(s: State, card: Card) -> bool:
    """Whether a set of the figure, or of royals, lies before the player on turn."""
    if IS_ROYAL[card]:
        return any(s.court[s.active, c] > 0 for c in Card)
    return s.laid[s.active, card] > 0


@rule()
def can_all_be_laid(s: State, spare: Card, left: bool) -> bool:
    """Whether each sort has a set, or three cards, or two and a jewel, and jewels besides some set to join."""
    if any(
        of_its_sort(s, card, spare, left) == 1 and not has_its_sort(s, card)
        for card in Card
        if card != Card.JEWEL
    ):
        return False
    jewels = s.hand[s.active, Card.JEWEL] - (1 if left and spare == Card.JEWEL else 0)
    royals = any(
        IS_ROYAL[card] and of_its_sort(s, card, spare, left) == 2 and not has_its_sort(s, card)
        for card in Card
    )
    pairs = (1 if royals else 0) + sum(
        of_its_sort(s, card, spare, left) == 2 and not has_its_sort(s, card)
        for card in Card
        if card != Card.JEWEL and not IS_ROYAL[card]
    )
    some = any(
        has_its_sort(s, card) or of_its_sort(s, card, spare, left) > 1 for card in Card if card != Card.JEWEL
    )
    return jewels == pairs or (jewels > pairs and some)


@rule()
def sets_as_in_the_house() -> bool:
    """Whether what sets are, and what may be discarded, is as by the house readings."""
    return (
        r.same_card == SameCard.FIGURE
        and r.james_copies == JamesCopies.ANY_ROYAL
        and r.jewels_royal == JewelsRoyal.APART
        and r.initial_set == InitialSet.EACH
        and r.jewel_set == JewelSet.JEWELS_ONLY
        and r.three_jewels == ThreeJewels.NO_SET
        and r.set_size == SetSize.THREE
        and r.royal_wilds == RoyalWilds.ANY_NUMBER
        and r.royal_growth == RoyalGrowth.ANY_ROYAL
        and r.jewel_any_set == JewelAnySet.OWN
        and r.going_out == GoingOut.ANY_WAY
        and r.discard_jewel == DiscardJewel.ALLOWED
        and r.discard_taken == DiscardTaken.ANY_CARD
        and r.top_laid == TopLaid.AT_ONCE
    )


@step(
    "able.as_counted",
    holds(
        "Who could lay the hand, but for a card to discard, is who has three of each sort, or two and a jewel."
    ),
    clauses=("end.empty", "end.with_set", "end.with_discard"),
    instances=("duel", "jewels", "full"),
)
def able_is_counted(s: State, was: State) -> bool:
    """Asked under the house readings of what sets are: others are left alone."""
    if s.phase not in (Phase.PLAY, Phase.AFTER) or not sets_as_in_the_house():
        return True
    could = can_all_be_laid(s, Card.JEWEL, False) or (
        s.phase == Phase.PLAY
        and any(s.hand[s.active, card] > 0 and can_all_be_laid(s, card, True) for card in Card)
    )
    return able(s) == could
