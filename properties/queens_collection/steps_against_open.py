"""What the second booklet lets a player do: for each use of cards the claim that nobody ever does so, which must fail.

As in ``steps_open``: the use that a sentence allows is denied, the sentence is blamed, and a play shows the use.
"""

from __future__ import annotations

from model.queens_collection.against_table import Match, Phase, m
from model.queens_collection.cards import CARD, HOME, SEAT, Card, Colour
from model.queens_collection.teams import TeamMatch
from properties.queens_collection.steps_against import (
    boxes_with_pawns,
    cards_held,
    lying_open,
    piled,
    turned_up,
)
from queensbench.language import fails, holds, step
from spec.queens_collection.against import (
    RevealStop,
    RevealTake,
    SubstituteCards,
    SwapSame,
    TeamExchangeCount,
    TeamExchangePhase,
    WildInDisplay,
)

OPEN = ("full", "duel")


@step(
    "never.all_revealed",
    fails("The last card of the limit is kept like the others.", blame=("competitive.reveal.take",)),
    under={RevealTake.DECLINED: holds("By ruling `reveal_take` it waits with the others first.")},
    clauses=("competitive.reveal.limit", "competitive.reveal.take"),
    instances=OPEN,
)
def limit_is_not_reached(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.TURN_UP
        or s.round != was.round
        or turned_up(was) + 1 < m.reveals
        or cards_held(s, was.active) == cards_held(was, was.active)
    )


@step(
    "other.one_declined",
    holds("The one card that was revealed is kept."),
    under={RevealTake.DECLINED: fails("It may go to the discards.", blame=("reveal_take",))},
    clauses=("competitive.reveal.take", "competitive.reveal.limit"),
    instances=OPEN,
)
def one_card_is_never_declined(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.REVEAL
        or s.round != was.round
        or turned_up(was) != 1
        or turned_up(s) > 0
        or cards_held(s, was.active) != cards_held(was, was.active)
    )


@step(
    "never.none_revealed",
    fails("Nobody has to reveal a card.", blame=("competitive.reveal.limit",)),
    clauses=("competitive.reveal.limit",),
    instances=OPEN,
)
def somebody_reveals_nothing(s: Match, was: Match) -> bool:
    return was.phase != Phase.REVEAL or turned_up(was) > 0 or s.phase == Phase.TURN_UP


@step(
    "never.some_revealed",
    fails("Who has revealed a card may leave it at that.", blame=("competitive.reveal.take",)),
    under={RevealStop.ANNOUNCED: holds("Then it is settled before the first card.")},
    clauses=("competitive.reveal.limit", "competitive.reveal.take"),
    instances=OPEN,
)
def nobody_stops_between(s: Match, was: Match) -> bool:
    """Who stops keeps the cards, which by ruling `reveal_take` may be declined as well."""
    return (
        was.phase != Phase.REVEAL
        or turned_up(was) == 0
        or s.phase == Phase.TURN_UP
        or cards_held(s, was.active) == cards_held(was, was.active)
    )


@step(
    "never.pair_alike",
    fails("A card of the hand and an equal one of the display are a pair.", blame=("competitive.pair",)),
    clauses=("competitive.pair",),
    instances=OPEN,
)
def no_pair_of_two_alike(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.TAKE
        or s.round != was.round
        or all(
            s.hand[was.active, CARD[c]] != was.hand[was.active, CARD[c]] - 1
            or s.display[CARD[c]] == was.display[CARD[c]]
            or s.pawns[HOME[c], c] == was.pawns[HOME[c], c]
            for c in Colour
        )
    )


@step(
    "never.wild_of_hand",
    fails("A wild of the hand is the fellow of any card.", blame=("competitive.wild",)),
    clauses=("competitive.wild",),
    instances=OPEN,
)
def no_pair_by_a_wild_of_the_hand(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.TAKE
        or s.round != was.round
        or s.hand[was.active, Card.WILD] != was.hand[was.active, Card.WILD] - 1
        or s.display[Card.WILD] != was.display[Card.WILD]
    )


@step(
    "never.wild_of_display",
    fails("A wild of the display is the fellow of any card.", blame=("competitive.wild", "wild_in_display")),
    under={WildInDisplay.WILD_ONLY: holds("What is said of wilds is for cards in hand.")},
    clauses=("competitive.wild",),
    instances=OPEN,
)
def no_pair_by_a_wild_of_the_display(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.TAKE
        or s.round != was.round
        or cards_held(s, was.active) != cards_held(was, was.active) - 1
        or s.hand[was.active, Card.WILD] != was.hand[was.active, Card.WILD]
        or s.display[Card.WILD] == was.display[Card.WILD]
    )


@step(
    "never.both_wild",
    fails("Two wilds are a pair of any colour.", blame=("competitive.wild", "wild_in_display")),
    under={WildInDisplay.WILD_ONLY: holds("What is said of wilds is for cards in hand.")},
    clauses=("competitive.wild",),
    instances=OPEN,
)
def no_pair_of_wilds(s: Match, was: Match) -> bool:
    return (
        was.phase not in (Phase.TAKE, Phase.MORE_PAIRS)
        or s.round != was.round
        or s.hand[was.active, Card.WILD] != was.hand[was.active, Card.WILD] - 1
        or s.display[Card.WILD] != was.display[Card.WILD] - 1
        or boxes_with_pawns(was) == 0
    )


@step(
    "never.two_for_one",
    fails("Two equal cards of the hand are any other card.", blame=("competitive.equal_cards",)),
    clauses=("competitive.equal_cards",),
    instances=OPEN,
)
def no_pair_by_two_cards(s: Match, was: Match) -> bool:
    """The two are of one colour, and stand for a card of another colour that lies open."""
    return (
        was.phase != Phase.TAKE
        or s.round != was.round
        or s.display[Card.WILD] != was.display[Card.WILD]
        or lying_open(s) == lying_open(was)
        or all(
            s.hand[was.active, CARD[c]] == was.hand[was.active, CARD[c]]
            or was.hand[was.active, CARD[c]] < 2
            or s.display[CARD[c]] < was.display[CARD[c]]
            for c in Colour
        )
    )


@step(
    "never.two_for_wild",
    fails(
        "They are paired with a wild of the display as well.",
        blame=("competitive.equal_cards", "wild_in_display"),
    ),
    under={
        WildInDisplay.WILD_ONLY: holds("What is said of wilds is for cards in hand."),
        SubstituteCards.TWO: holds("Then one of the two comes back."),
    },
    clauses=("competitive.equal_cards", "competitive.wild"),
    instances=("full",),
)
def no_pair_by_two_cards_and_a_wild(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.TAKE
        or s.round != was.round
        or cards_held(s, was.active) != cards_held(was, was.active) - 2
        or s.display[Card.WILD] == was.display[Card.WILD]
    )


@step(
    "never.out_of_the_game",
    fails("A pair of a colour that is gone leaves the game.", blame=("competitive.pair.no_pawn",)),
    clauses=("competitive.pair.no_pawn",),
    instances=("full",),
)
def no_card_leaves(s: Match, was: Match) -> bool:
    return s.round != was.round or all(s.removed[c] == was.removed[c] for c in Card)


@step(
    "never.third_pair",
    fails("A turn may bring three pairs.", blame=("competitive.pair.three",)),
    clauses=("competitive.pair.three",),
    instances=OPEN,
)
def no_third_pair(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.MORE_PAIRS
        or was.pairs < m.pairs - 1
        or s.round != was.round
        or cards_held(s, was.active) == cards_held(was, was.active)
    )


@step(
    "never.one_pair",
    fails("Nobody has to make another pair.", blame=("competitive.pair.three",)),
    clauses=("competitive.pair.three",),
    instances=OPEN,
)
def nobody_leaves_it_at_a_pair(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.MORE_PAIRS
        or s.round != was.round
        or cards_held(s, was.active) < cards_held(was, was.active)
    )


@step(
    "never.three_swapped",
    fails("Three cards may be exchanged.", blame=("competitive.swap",)),
    clauses=("competitive.swap",),
    instances=OPEN,
)
def no_three_are_exchanged(s: Match, was: Match) -> bool:
    return was.phase != Phase.GIVE or s.phase != Phase.RECEIVE or s.due < m.swaps


@step(
    "never.one_swapped",
    fails("A single card may be exchanged, though there are more.", blame=("competitive.swap",)),
    clauses=("competitive.swap",),
    instances=OPEN,
)
def no_single_one_is_exchanged(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.GIVE
        or s.phase != Phase.RECEIVE
        or s.due > 1
        or cards_held(s, s.active) == 0
        or lying_open(s) == 1
    )


@step(
    "never.wild_swapped",
    fails("A wild may be exchanged.", blame=("competitive.swap",)),
    clauses=("competitive.swap",),
    instances=OPEN,
)
def no_wild_is_exchanged(s: Match, was: Match) -> bool:
    return was.phase != Phase.GIVE or s.given[Card.WILD] == 0


@step(
    "never.equal_swapped",
    fails("A card may be exchanged for an equal one.", blame=("competitive.swap.same_number",)),
    under={SwapSame.BARRED: holds("An exchange changes something.")},
    clauses=("competitive.swap", "competitive.take.must"),
    instances=OPEN,
)
def no_equal_cards_are_exchanged(s: Match, was: Match) -> bool:
    return (
        was.phase != Phase.RECEIVE
        or s.round != was.round
        or all(was.given[c] == 0 or s.hand[was.active, c] <= was.hand[was.active, c] for c in Card)
    )


@step(
    "never.another_begins",
    fails("Anybody may be the first player.", blame=("competitive.first_player",)),
    clauses=("competitive.first_player",),
    instances=OPEN,
)
def always_the_same_begins(s: Match, was: Match) -> bool:
    return was.phase != Phase.FIRST_PLAYER or SEAT[s.first] == 1


@step(
    "never.reshuffled",
    fails("The discards become the draw pile.", blame=("competitive.reshuffle",)),
    clauses=("competitive.reshuffle",),
    instances=OPEN,
)
def no_pile_is_made_anew(s: Match, was: Match) -> bool:
    return s.round != was.round or piled(s) <= piled(was)


@step(
    "never.partner_served",
    fails("A player may exchange with the partner.", blame=("teams.exchange",)),
    clauses=("teams.exchange",),
    instances=("full",),
)
def nobody_asks_the_partner(s: TeamMatch, was: TeamMatch) -> bool:
    return was.phase != Phase.TAKE or not s.with_partner


@step(
    "never.display_in_teams",
    fails("A player of a team may exchange with the display.", blame=("competitive.swap",)),
    clauses=("teams.exchange", "competitive.swap"),
    instances=("full",),
)
def nobody_asks_the_display(s: TeamMatch, was: TeamMatch) -> bool:
    return was.phase != Phase.TAKE or s.phase != Phase.GIVE or s.with_partner


@step(
    "never.three_from_partner",
    fails("Three cards may be exchanged with the partner.", blame=("teams.exchange", "team_exchange_count")),
    under={TeamExchangeCount.ONE: holds("One card is exchanged for one.")},
    clauses=("teams.exchange",),
    instances=("full",),
)
def no_three_from_the_partner(s: TeamMatch, was: TeamMatch) -> bool:
    return was.phase != Phase.GIVE or s.phase != Phase.RECEIVE or not s.with_partner or s.due < m.swaps


@step(
    "never.more_from_partner",
    holds("Four cards or more are never exchanged with the partner."),
    under={TeamExchangeCount.ANY_NUMBER: fails("By that ruling they are.", blame=("team_exchange_count",))},
    clauses=("teams.exchange",),
    instances=("full",),
)
def no_four_from_the_partner(s: TeamMatch, was: TeamMatch) -> bool:
    return was.phase != Phase.GIVE or not s.with_partner or s.due <= m.swaps


@step(
    "never.pairs_after_partner",
    holds("After an exchange with the partner the turn is over."),
    under={
        TeamExchangePhase.WITHIN_PAIRS: fails("By that ruling pairs follow.", blame=("team_exchange_phase",))
    },
    clauses=("teams.exchange.next",),
    instances=("full",),
)
def no_pairs_after_the_partner(s: TeamMatch, was: TeamMatch) -> bool:
    return was.phase != Phase.RECEIVE or s.phase != Phase.MORE_PAIRS
