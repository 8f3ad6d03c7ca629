"""What it takes to have the face-up pile of Queen of Scots, and where its cards go: states of two neighbours compared.

Who has a right to the pile is judged here by counting cards of a hand, for the house readings and for each reading of
``royal_take``, ``wild_take`` and ``jewel_target``; where other readings change what is alike, nothing is said.
"""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, SORT, Card, Player, Sort, printed
from model.queen_of_scots.table import Phase, State
from model.queen_of_scots.take import can_take
from properties.queen_of_scots.claims import playing
from properties.queen_of_scots.steps import heap, held, lying, round_over, undrawn
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, SameCard
from spec.queen_of_scots.pile import (
    JewelInPile,
    JewelPartners,
    JewelsHeld,
    JewelTarget,
    RestOfPile,
    RoyalTake,
    TakeEmptiesHand,
    TopLaid,
    WildTake,
)
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.sets import GoingOut, InitialSet, JewelAnySet, RoyalGrowth, ThreeJewels
from spec.queen_of_scots.turns import DiscardTaken

# ------------------------------------------------------------------------------------------------- words


@rule()
def marked(card: Card) -> bool:
    """Whether the card bears the mark of the royal family (ruling ``jewels_royal``)."""
    return IS_ROYAL[card] or (card == Card.JEWEL and r.jewels_royal == JewelsRoyal.ROYAL)


@rule()
def same(card: Card, other: Card) -> bool:
    """Whether two cards count as the same card (ruling ``same_card``)."""
    return card == other or (
        r.same_card == SameCard.WORTH
        and card != Card.JEWEL
        and other != Card.JEWEL
        and printed(card) == printed(other)
    )


@rule()
def plain() -> bool:
    """Whether the readings are those under which counting a hand tells who has a right to the pile."""
    return (
        r.same_card == SameCard.FIGURE
        and r.james_copies == JamesCopies.ANY_ROYAL
        and r.jewels_royal == JewelsRoyal.APART
        and r.initial_set == InitialSet.EACH
        and r.three_jewels == ThreeJewels.NO_SET
        and r.jewel_partners == JewelPartners.HAND_BEFORE
        and r.jewel_in_pile == JewelInPile.TOPMOST
        and r.going_out == GoingOut.ANY_WAY
    )


@rule()
def royals_held(s: State) -> int:
    """How many royals the player on turn has in hand."""
    return sum(s.hand[s.active, card] for card in Card if IS_ROYAL[card])


@rule()
def likes_held(s: State) -> int:
    """How many cards in hand match the topmost one, which is no crown jewel, jewels that may help included."""
    jewels = s.hand[s.active, Card.JEWEL] + 0
    helping = jewels if r.wild_take == WildTake.TWO else min(jewels, 1) if r.wild_take == WildTake.ONE else 0
    if IS_ROYAL[s.top] and r.royal_take == RoyalTake.ROYALS_MATCH:
        return royals_held(s) + helping
    return sum(s.hand[s.active, card] for card in Card if card == s.top) + helping


@rule()
def jewel_has_a_place(s: State) -> bool:
    """Whether the crown jewel on top could be played without delay (ruling ``jewel_target``)."""
    if r.jewel_target == JewelTarget.WITH_JEWELS:
        return s.hand[s.active, Card.JEWEL] >= 2
    pair = royals_held(s) >= 2 or any(s.hand[s.active, card] >= 2 for card in Card if card != Card.JEWEL)
    lies = any(
        (p == s.active or r.jewel_any_set == JewelAnySet.ANYBODYS)
        and any(lying(s, p, card) > 0 for card in Card)
        for p in Player
    )
    return pair or (lies and r.jewel_target == JewelTarget.ANY_USE)


@rule()
def has_right(s: State) -> bool:
    """Whether the player on turn may take the face-up pile."""
    if heap(s) == 0 or s.untouched:
        return False
    if s.top != Card.JEWEL:
        return likes_held(s) >= 2
    jewels = s.hand[s.active, Card.JEWEL] + 0
    enough = jewels == 2 if r.jewels_held == JewelsHeld.EXACTLY_TWO else jewels >= 2
    return enough and jewel_has_a_place(s)


@rule()
def bare_at_once(s: State, taker: Player) -> bool:
    """Whether, by ruling ``take_empties_hand``, the whole hand was laid to take the pile, and the round is over."""
    return r.take_empties_hand == TakeEmptiesHand.AT_ONCE and round_over(s) and held(s, taker) == 0


@rule()
def buried(s: State) -> int:
    """By ruling ``jewel_in_pile`` the one crown jewel that is laid with the topmost card, if one lies below it."""
    if r.jewel_in_pile == JewelInPile.TOPMOST or r.top_laid == TopLaid.WITHIN_TURN or s.top == Card.JEWEL:
        return 0
    return 1 if s.pile[Card.JEWEL] > 0 else 0


# ------------------------------------------------------------------------------------------ the right to it


@step(
    "step.take.right",
    holds(
        "Who takes the pile holds two cards that match its topmost one, or two jewels and a use for a third."
    ),
    clauses=("take.two", "take.hand_only", "jewels.take", "jewels.unplayable", "jewels.show"),
)
def right_to_the_pile(s: State, was: State) -> bool:
    if was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was) or not plain():
        return True
    return has_right(was)


@step(
    "step.take.offered",
    holds("The face-up pile is to be had exactly where hand cards give a right to it, royals to a royal's."),
    clauses=(
        "pick_up.choice",
        "take.two",
        "take.hand_only",
        "jewels.take",
        "jewels.unplayable",
        "royal.together",
    ),
)
def pile_is_offered(s: State, was: State) -> bool:
    """The rules' question before a player goes without the pile is held against a count of the hand."""
    return s.phase != Phase.PICK_UP or not plain() or can_take(s) == has_right(s)


@step(
    "step.take.jewels_held",
    holds(
        "A pile topped by a crown jewel is had by a hand that holds two before, whatever else is in the pile."
    ),
    clauses=("jewels.take", "jewels.show", "take.from_before"),
)
def two_jewels_held(s: State, was: State) -> bool:
    if (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or was.top != Card.JEWEL
    ):
        return True
    jewels = was.hand[was.active, Card.JEWEL] + 0
    return jewels == 2 if r.jewels_held == JewelsHeld.EXACTLY_TWO else jewels >= 2


@step(
    "step.take.buried",
    holds(
        "By ruling `jewel_in_pile` who takes a pile with a crown jewel in it holds two, and lays one of the pile."
    ),
    clauses=("jewels.take", "jewels.at_once", "pick_up.recent"),
)
def buried_jewel_asks_for_two(s: State, was: State) -> bool:
    """Where the topmost card is laid later, the jewel comes to the hand."""
    if (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or r.jewel_in_pile == JewelInPile.TOPMOST
        or was.pile[Card.JEWEL] == 0
    ):
        return True
    p = was.active
    jewels = was.hand[p, Card.JEWEL] + 0
    enough = jewels == 2 if r.jewels_held == JewelsHeld.EXACTLY_TWO else jewels >= 2
    return enough and (buried(was) == 0 or lying(s, p, Card.JEWEL) > lying(was, p, Card.JEWEL))


@step(
    "step.take.must",
    holds("With no face-down pile, to pick up is left out only where the face-up pile cannot be had."),
    clauses=("turn.pick_up", "pick_up.choice", "take.two"),
)
def nothing_to_pick_up(s: State, was: State) -> bool:
    """The next player is still to pick up exactly where the face-up pile can be taken."""
    if not playing(was) or s.active == was.active or round_over(s) or undrawn(s) > 0 or not plain():
        return True
    return has_right(s) == (s.phase == Phase.PICK_UP)


# --------------------------------------------------------------------------------------- where the cards go


@step(
    "step.take.whole",
    holds(
        "The pile is taken as a whole: it is empty then, and all of it is in the hand or before the taker."
    ),
    clauses=("pick_up.whole", "take.rest", "jewels.take.whole"),
)
def whole_pile_is_taken(s: State, was: State, card: Card) -> bool:
    """By ruling ``take_empties_hand`` a bare hand ends the round before the rest has come to it."""
    if was.phase != Phase.PICK_UP or heap(s) == heap(was) or undrawn(s) > undrawn(was):
        return True
    p = was.active
    gone = was.pile[card] - s.pile[card]
    given = sum(
        lying(s, q, card) - lying(was, q, card)
        for q in Player
        if q != p and card == Card.JEWEL and r.jewel_any_set == JewelAnySet.ANYBODYS
    )
    if s.active != p or s.hand[p, card] + lying(s, p, card) + s.aside[card] + given != (
        was.hand[p, card] + lying(was, p, card) + gone
    ):
        return False
    if r.take_empties_hand == TakeEmptiesHand.AT_ONCE and held(s, p) == 0 and not s.due:
        return gone == (1 if card == was.top else buried(was) if card == Card.JEWEL else 0)
    return s.pile[card] == 0


@step(
    "step.take.three",
    holds(
        "The topmost card is laid with two of the hand that match it; by ruling `take_empties_hand` with all of it."
    ),
    clauses=("take.lay_top", "take.lay_with", "take.from_before", "take.rest"),
)
def top_is_laid_with_two(s: State, was: State) -> bool:
    """By ruling ``top_laid`` the three are put aside for the turn; by ``take_empties_hand`` the whole hand is laid."""
    if (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or was.top == Card.JEWEL
    ):
        return True
    p = was.active
    if r.top_laid == TopLaid.WITHIN_TURN and round_over(s):
        return r.round_end == RoundEnd.WHEN_ABLE
    if s.due != (r.top_laid == TopLaid.WITHIN_TURN):
        return False
    if not all(lying(s, p, card) == lying(was, p, card) if s.due else s.aside[card] == 0 for card in Card):
        return False
    number = 1 + held(was, p) if bare_at_once(s, p) else 3
    return (
        lying(s, p, was.top) + s.aside[was.top] > lying(was, p, was.top)
        and sum(lying(s, p, card) - lying(was, p, card) + s.aside[card] for card in Card)
        == number + buried(was)
        and all(
            lying(s, p, card) + s.aside[card] >= lying(was, p, card)
            and lying(s, p, card) + s.aside[card] - (1 if card == was.top else 0)
            <= lying(was, p, card) + was.hand[p, card] + (buried(was) if card == Card.JEWEL else 0)
            for card in Card
        )
    )


@rule()
def matches(card: Card, top: Card) -> bool:
    """Whether a card of the hand matches the topmost one (rulings ``royal_take``, ``wild_take``)."""
    if same(card, top) or (card == Card.JEWEL and r.wild_take != WildTake.NONE):
        return True
    return marked(card) and marked(top) and r.royal_take == RoyalTake.ROYALS_MATCH


@step(
    "step.take.alike",
    holds("What is laid with the topmost card is the same card, or a royal with a royal."),
    clauses=("take.lay_with", "take.two", "royal.together", "set.no_mixing"),
)
def companions_match(s: State, was: State, card: Card) -> bool:
    if (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or was.top == Card.JEWEL
    ):
        return True
    p = was.active
    if card == Card.JEWEL and buried(was) > 0:
        return lying(s, p, card) > lying(was, p, card)
    if bare_at_once(s, p) and card == Card.JEWEL:
        return held(was, p) - was.hand[p, card] >= 2 or r.wild_take != WildTake.NONE
    return lying(s, p, card) + s.aside[card] == lying(was, p, card) or matches(card, was.top)


@step(
    "step.take.place",
    holds(
        "The topmost card and its companions lie in one set: of royals together, of anybody else by that card."
    ),
    clauses=("take.lay_top", "set.own_side", "royal.together", "set.no_mixing.royals"),
)
def taken_set_is_one(s: State, was: State, card: Card) -> bool:
    """The claim is asked where copies of a royal need not be told from other sets of royals."""
    if was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was) or card != was.top:
        return True
    if card == Card.JEWEL or not plain() or r.royal_growth == RoyalGrowth.BY_ORIGIN:
        return True
    p = was.active
    number = 1 + held(was, p) if bare_at_once(s, p) else 3
    if r.top_laid == TopLaid.WITHIN_TURN:
        return not s.due or s.aside_sort == (Sort.COURT if IS_ROYAL[card] else SORT[card])
    if IS_ROYAL[card]:
        before = sum(was.court[p, other] for other in Card) + was.wilds[p, Sort.COURT]
        return sum(s.court[p, other] for other in Card) + s.wilds[p, Sort.COURT] == before + number
    return (
        s.laid[p, card] + sum(s.wilds[p, sort] for sort in Sort if sort == SORT[card])
        == was.laid[p, card] + sum(was.wilds[p, sort] for sort in Sort if sort == SORT[card]) + number
    )


@step(
    "step.take.jewel",
    holds(
        "Of the jewels just the one from the pile is played: onto a set that lies there, or with two that match."
    ),
    clauses=("jewels.only_taken", "jewels.at_once", "jewels.two", "jewels.add", "jewels.unplayable"),
)
def jewel_is_played_at_once(s: State, was: State) -> bool:
    if was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was):
        return True
    if was.top != Card.JEWEL or not plain() or r.royal_growth == RoyalGrowth.BY_ORIGIN:
        return True
    p = was.active
    if bare_at_once(s, p):
        return all(
            lying(s, p, card) == lying(was, p, card) + was.hand[p, card] + (1 if card == Card.JEWEL else 0)
            for card in Card
        )
    if s.due:
        return False
    jewels = sum(
        lying(s, q, Card.JEWEL) - lying(was, q, Card.JEWEL)
        for q in Player
        if q == p or r.jewel_any_set == JewelAnySet.ANYBODYS
    )
    cards = sum(lying(s, p, card) - lying(was, p, card) for card in Card if card != Card.JEWEL)
    if r.jewel_target == JewelTarget.WITH_JEWELS:
        return cards == 0 and jewels == 3 and s.wilds[p, Sort.JEWEL] == was.wilds[p, Sort.JEWEL] + 3
    if jewels != 1:
        return False
    if cards == 0:
        if r.jewel_target != JewelTarget.ANY_USE:
            return False
        if lying(s, p, Card.JEWEL) == lying(was, p, Card.JEWEL):
            return any(
                q != p
                and lying(s, q, Card.JEWEL) > lying(was, q, Card.JEWEL)
                and any(lying(was, q, card) > 0 for card in Card)
                for q in Player
            )
        if s.wilds[p, Sort.COURT] > was.wilds[p, Sort.COURT]:
            return any(was.court[p, card] > 0 for card in Card)
        return any(
            s.wilds[p, SORT[card]] > was.wilds[p, SORT[card]] and was.laid[p, card] > 0
            for card in Card
            if card != Card.JEWEL
        )
    return cards == 2 and (
        any(
            s.laid[p, card] == was.laid[p, card] + 2 and s.wilds[p, SORT[card]] > was.wilds[p, SORT[card]]
            for card in Card
        )
        or (
            sum(s.court[p, card] - was.court[p, card] for card in Card) == 2
            and s.wilds[p, Sort.COURT] > was.wilds[p, Sort.COURT]
        )
    )


@step(
    "step.take.jewel_partners",
    holds(
        "What is laid with a taken jewel was in hand before; by ruling `jewel_partners` it may come with the pile."
    ),
    clauses=("take.from_before", "jewels.two", "jewels.take"),
)
def partners_of_the_jewel(s: State, was: State, card: Card) -> bool:
    if (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or was.top != Card.JEWEL
    ):
        return True
    p = was.active
    more = lying(s, p, card) - lying(was, p, card)
    return more >= 0 and more <= was.hand[p, card] + (
        was.pile[card] if r.jewel_partners == JewelPartners.ALSO_PILE else (1 if card == Card.JEWEL else 0)
    )


@step(
    "step.take.remembered",
    holds("By rulings `rest_of_pile`, `discard_taken` it is remembered which cards came with the pile."),
    clauses=("take.rest.placed", "take.rest", "turn.discard"),
)
def taken_cards_are_remembered(s: State, was: State, card: Card) -> bool:
    if (
        was.phase != Phase.PICK_UP
        or heap(s) >= heap(was)
        or undrawn(s) > undrawn(was)
        or s.phase != Phase.PLAY
    ):
        return True
    if r.rest_of_pile == RestOfPile.FREE and r.discard_taken == DiscardTaken.ANY_CARD:
        return s.picked[card] == 0
    if r.jewel_partners == JewelPartners.ALSO_PILE and was.top == Card.JEWEL:
        return s.picked[card] <= was.pile[card]
    return s.picked[card] == was.pile[card] - (
        1 if card == was.top else buried(was) if card == Card.JEWEL else 0
    )


@step(
    "step.due_is_laid",
    holds(
        "By ruling `top_laid` what was put aside is laid whole, on the taker's side, before the turn is over."
    ),
    clauses=("take.lay_top", "take.lay_with"),
)
def due_cards_are_laid(s: State, was: State) -> bool:
    if was.phase != Phase.PLAY or not was.due:
        return True
    p = was.active
    if round_over(s):
        return r.round_end == RoundEnd.WHEN_ABLE or all(
            lying(s, p, card) == lying(was, p, card) + was.aside[card] for card in Card
        )
    if s.active != p or s.phase != Phase.PLAY:
        return False
    if s.due:
        return s.aside_sort == was.aside_sort and all(s.aside[card] == was.aside[card] for card in Card)
    return all(
        s.hand[p, card] == was.hand[p, card]
        and s.aside[card] == 0
        and lying(s, p, card) == lying(was, p, card) + was.aside[card]
        and s.court[p, card]
        == was.court[p, card]
        + (was.aside[card] if was.aside_sort == Sort.COURT and card != Card.JEWEL else 0)
        for card in Card
    ) and all(
        s.wilds[p, sort] == was.wilds[p, sort] + (was.aside[Card.JEWEL] if sort == was.aside_sort else 0)
        for sort in Sort
    )
