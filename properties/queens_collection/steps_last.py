"""What either booklet lets a player do with the last of something: the only card of a kind, the only pawn of a colour.

As in ``steps_open`` each use is denied, the sentence is blamed, and a play shows the use; or it is claimed, and found.
A rule that asks for one more than the sentence does allows most uses still, and breaks none of the claims there.
"""

from __future__ import annotations

from model.queens_collection.against_table import Match
from model.queens_collection.against_table import Phase as MatchPhase
from model.queens_collection.cards import CARD, HOME, RANK, RING, SEAT, Box, Card, Colour, Player, n
from model.queens_collection.possible import can_act
from model.queens_collection.sorting import Phase, Sorting
from model.queens_collection.teams import TeamMatch
from model.queens_collection.together import Together
from properties.queens_collection.steps import cards_of, in_the_pile
from properties.queens_collection.steps_against import cards_held, lying_open, piled, thrown
from properties.queens_collection.steps_setup import takes_a_pawn
from queensbench.language import always, fails, holds, reachable, step
from spec.queens_collection.against import SubstituteCards
from spec.queens_collection.rulings import r
from spec.queens_collection.together import BoxSpace, DrawShort, SoloCount, TradeConsent, TwoWilds, WildMoves

# ------------------------------------------------------------------------------------------- the deal


@step(
    "step.deal_starts",
    holds("The deal starts with the box card that lies first in the ring."),
    clauses=("deal.start",),
    instances=("full", "young"),
)
def deal_starts_first(s: Sorting, was: Sorting) -> bool:
    """The claim is asked before any card has been turned up."""
    if was.phase != Phase.DEAL or n.dealt == 1 or any(was.discards[card] > 0 for card in Card):
        return True
    return was.place == 1


@step(
    "last.due_after_home",
    holds(
        "After a pawn for which its own box card alone had room, another box card is due as soon as one has room."
    ),
    clauses=("deal.clockwise", "deal.own_colour"),
    instances=("beginners", "youngest"),
)
def another_is_due_after_home(s: Sorting, was: Sorting, b: Box) -> bool:
    """Among beginners the third pawn of a box card may come once all have two."""
    if was.phase != Phase.DEAL or s.phase != Phase.DEAL or any(s.out[c] > was.out[c] for c in Colour):
        return True
    if not any(HOME[c] == b and s.pawns[b, c] > was.pawns[b, c] for c in Colour):
        return True
    return s.place != RING[b] or not any(x != b and takes_a_pawn(s, x) for x in Box)


# ---------------------------------------------------------------------------------------- exchanges, wilds


@step(
    "last.exchanged",
    fails(
        "The only cards of two colours pay for an exchange of the only pawns of these on their box cards.",
        blame=("exchange.cards", "exchange.pawns"),
    ),
    clauses=("exchange.cards", "exchange.pawns"),
    instances=("full",),
)
def last_pawns_never_exchange(s: Sorting, was: Sorting, a: Colour, b: Colour) -> bool:
    p = was.active
    return (
        was.phase != Phase.ACT
        or RANK[a] >= RANK[b]
        or was.display[p, CARD[a]] != 1
        or was.display[p, CARD[b]] != 1
        or s.display[was.active, CARD[a]] != was.display[was.active, CARD[a]] - 1
        or s.display[was.active, CARD[b]] != was.display[was.active, CARD[b]] - 1
        or all(was.pawns[x, a] != 1 or s.pawns[x, a] != 0 for x in Box)
        or all(was.pawns[y, b] != 1 or s.pawns[y, b] != 0 for y in Box)
    )


@step(
    "last.exchanged_by_wild",
    fails(
        "The only card of a colour and the only wild pay for an exchange of pawns that are the only ones of theirs.",
        blame=("exchange.cards", "wild.any_colour"),
    ),
    under={WildMoves.MOVES_FREELY: holds("Then the wild moves its pawn alone.")},
    clauses=("exchange.cards", "wild.any_colour"),
    instances=("full",),
)
def last_pawns_never_exchange_by_a_wild(s: Sorting, was: Sorting, a: Colour, b: Colour) -> bool:
    p = was.active
    return (
        was.phase != Phase.ACT
        or cards_of(was, was.active) != cards_of(s, was.active) + 2
        or a == b
        or was.display[p, CARD[a]] != 1
        or was.display[p, Card.WILD] != 1
        or s.display[was.active, CARD[a]] != was.display[was.active, CARD[a]] - 1
        or s.display[was.active, Card.WILD] != was.display[was.active, Card.WILD] - 1
        or all(was.pawns[x, a] != 1 or s.pawns[x, a] != 0 for x in Box)
        or all(was.pawns[y, b] != 1 or s.pawns[y, b] != 0 for y in Box)
    )


@step(
    "last.exchanged_by_two_wilds",
    fails(
        "Just two wilds pay for an exchange of pawns that are the only ones of theirs.",
        blame=("wild.any_colour",),
    ),
    under={
        TwoWilds.BARRED: holds("Two wilds are alike."),
        WildMoves.MOVES_FREELY: holds("Then the second pawn is moved in another step."),
    },
    clauses=("exchange.cards", "wild.any_colour"),
    instances=("full",),
)
def last_pawns_never_exchange_by_wilds(s: Sorting, was: Sorting, a: Colour, b: Colour) -> bool:
    return (
        was.phase != Phase.ACT
        or cards_of(was, was.active) != cards_of(s, was.active) + 2
        or RANK[a] >= RANK[b]
        or was.display[was.active, Card.WILD] != 2
        or s.display[was.active, Card.WILD] != was.display[was.active, Card.WILD] - 2
        or all(was.pawns[x, a] != 1 or s.pawns[x, a] != 0 for x in Box)
        or all(was.pawns[y, b] != 1 or s.pawns[y, b] != 0 for y in Box)
    )


@step(
    "last.moved_by_wild",
    fails(
        "The only wild, played by itself, moves the only pawn of a colour off its box card.",
        blame=("wild_alone.play", "wild_alone.move"),
    ),
    under={BoxSpace.SPACES: holds("Every space is taken.")},
    clauses=("wild_alone.play", "wild_alone.move"),
    instances=("full",),
)
def last_pawn_is_never_moved(s: Together, was: Together, c: Colour) -> bool:
    return (
        was.phase != Phase.ACT
        or was.display[was.active, Card.WILD] != 1
        or s.display[was.active, Card.WILD] != was.display[was.active, Card.WILD] - 1
        or cards_of(was, was.active) != cards_of(s, was.active) + 1
        or all(was.pawns[x, c] != 1 or s.pawns[x, c] != 0 for x in Box)
    )


# ---------------------------------------------------------------------------------------- fresh cards, trades

FRESH = ("draw.same_number", "solo.draw.same_number")
OF_BOTH = "One of the two is of the other game."


@step(
    "last.thrown_off",
    fails("The only card of a kind may be thrown off.", blame=FRESH, despite=OF_BOTH),
    clauses=("draw.discard", "solo.draw"),
    instances=("full",),
)
def last_is_never_thrown_off(s: Sorting, was: Sorting, card: Card) -> bool:
    return (
        was.phase != Phase.ACT
        or was.display[was.active, card] != 1
        or s.display[was.active, card] != was.display[was.active, card] - 1
        or cards_of(was, was.active) != cards_of(s, was.active) + 1
        or any(s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour)
    )


@step(
    "last.two_thrown_off",
    fails("The only two cards of a kind may be thrown off.", blame=FRESH, despite=OF_BOTH),
    under={SoloCount.ONE: holds("Alone one card is renewed, by that ruling.")},
    clauses=("draw.discard", "solo.draw"),
    instances=("full",),
)
def last_two_are_never_thrown_off(s: Sorting, was: Sorting, card: Card) -> bool:
    return (
        was.phase != Phase.ACT
        or was.display[was.active, card] != 2
        or s.display[was.active, card] != was.display[was.active, card] - 2
        or cards_of(was, was.active) != cards_of(s, was.active) + 2
        or any(s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour)
    )


@step(
    "last.unlike_thrown_off",
    fails("Of two kinds the only card may be thrown off at once.", blame=FRESH, despite=OF_BOTH),
    under={SoloCount.ONE: holds("Alone one card is renewed, by that ruling.")},
    clauses=("draw.discard", "solo.draw"),
    instances=("full",),
)
def unlike_are_never_thrown_off(s: Sorting, was: Sorting) -> bool:
    p = was.active
    return (
        was.phase != Phase.ACT
        or cards_of(was, p) != cards_of(s, p) + 2
        or any(s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour)
        or sum(was.display[p, card] == 1 and s.display[p, card] == 0 for card in Card) != 2
    )


@step(
    "last.wild_thrown_off",
    fails("All three cards may be thrown off, a wild among them.", blame=FRESH, despite=OF_BOTH),
    under={SoloCount.ONE: holds("Alone one card is renewed, by that ruling.")},
    clauses=("draw.discard", "solo.draw"),
    instances=("full",),
)
def wild_is_never_thrown_off_with_all(s: Sorting, was: Sorting) -> bool:
    return (
        was.phase != Phase.ACT
        or cards_of(was, was.active) != cards_of(s, was.active) + 3
        or s.display[was.active, Card.WILD] != was.display[was.active, Card.WILD] - 1
        or any(s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour)
    )


@step(
    "last.traded",
    fails(
        "The only card of a kind may be traded for another's only card of a kind.",
        blame=("trade.one_for_one",),
    ),
    under={TradeConsent.OWNER_AGREES: holds("Then the trade takes two steps.")},
    clauses=("trade.one_for_one",),
    instances=("full",),
)
def last_is_never_traded(s: Together, was: Together, q: Player, give: Card, take: Card) -> bool:
    p = was.active
    return (
        was.phase != Phase.ACT
        or q == p
        or give == take
        or was.display[p, give] != 1
        or was.display[q, take] != 1
        or s.display[p, give] != 0
        or s.display[q, take] != 0
        or s.display[q, give] != was.display[q, give] + 1
    )


@reachable(
    "last.put_away",
    holds("The last card of the pile may be the one that is put away for a trade."),
    clauses=("trade.burn",),
    instances=("harder", "full"),
)
def last_of_the_pile_is_put_away(s: Together) -> bool:
    return s.phase == Phase.BURN and in_the_pile(s) == 1


@always(
    "last.card_can_be_thrown_off",
    holds("Whoever has a card left can carry out an action: throw it off."),
    clauses=("draw.discard", "draw.same_number", "end.no_action"),
    instances=("young", "harder"),
)
def who_has_a_card_can_act(s: Together, p: Player) -> bool:
    """By ruling `draw_short` the pile has to give as many as are thrown off."""
    if s.phase != Phase.ACT or r.draw_short in (DrawShort.EXCHANGE_ONLY, DrawShort.ONE_FRESH_CARD):
        return True
    return cards_of(s, p) == 0 or can_act(s, p)


# ------------------------------------------------------------------------------------------- pairs


@step(
    "last.paired",
    fails(
        "The only card of a colour in hand and its only fellow of the display pair.",
        blame=("competitive.pair",),
    ),
    clauses=("competitive.pair",),
    instances=("full",),
)
def last_is_never_paired(s: Match, was: Match, c: Colour) -> bool:
    return (
        was.phase != MatchPhase.TAKE
        or s.round != was.round
        or was.hand[was.active, CARD[c]] != 1
        or was.display[CARD[c]] != 1
        or s.hand[was.active, CARD[c]] != 0
        or s.display[CARD[c]] != 0
    )


@step(
    "last.two_for_one",
    fails(
        "The only two cards of a kind stand for another colour, with its only card of the display.",
        blame=("competitive.equal_cards",),
    ),
    under={SubstituteCards.TWO: holds("Then one of the two comes back.")},
    clauses=("competitive.equal_cards",),
    instances=("full",),
)
def last_two_never_stand_for_one(s: Match, was: Match, c: Colour, d: Colour) -> bool:
    return (
        was.phase != MatchPhase.TAKE
        or s.round != was.round
        or c == d
        or was.hand[was.active, CARD[c]] != 2
        or was.display[CARD[d]] != 1
        or s.hand[was.active, CARD[c]] != 0
        or s.display[CARD[d]] != 0
        or lying_open(s) == lying_open(was)
    )


# ------------------------------------------------------------------------------------------- partners


@reachable(
    "last.partner_has_one",
    holds("The only card of a partner may be exchanged."),
    clauses=("teams.exchange",),
    instances=("session", "full"),
)
def partner_has_one(s: TeamMatch, p: Player) -> bool:
    return (
        s.phase == MatchPhase.GIVE
        and s.with_partner
        and (SEAT[p] - SEAT[s.active]) % 4 == 2
        and s.due == 0
        and cards_held(s, p) == 1
    )


@reachable(
    "last.exchanged_when_bare",
    holds(
        "With an empty display that nothing can refill, the only card of a hand may be exchanged with a partner."
    ),
    clauses=("teams.exchange",),
    instances=("full",),
)
def exchanged_when_bare(s: TeamMatch) -> bool:
    return (
        s.phase == MatchPhase.GIVE
        and s.with_partner
        and s.due == 0
        and cards_held(s, s.active) == 1
        and lying_open(s) + piled(s) + thrown(s) == 0
    )
