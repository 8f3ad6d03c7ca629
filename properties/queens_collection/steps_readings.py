"""What single readings of either booklet let a player do, and the house's do not: denied, and a play found under them.

A rule that allows too little under one reading breaks no claim of what happens, and no game of the house shows it.
The last claims here are of what single readings bar or keep.
"""

from __future__ import annotations

from model.queens_collection.against_table import Match
from model.queens_collection.against_table import Phase as MatchPhase
from model.queens_collection.cards import CARD, HOME, RANK, Box, Card, Colour, Player, level, n
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase
from model.queens_collection.together import Together
from model.queens_collection.trade import asked_player
from properties.queens_collection.steps import cards_of, sides, standing
from properties.queens_collection.steps_against import MATCHES, cards_held, lying_open, piled, thrown
from properties.queens_collection.steps_setup import away_from_home
from queensbench.language import always, fails, holds, never, step
from spec.queens_collection.against import DisplayShort, ReshuffleWhen, SubstituteInSwap
from spec.queens_collection.preparation import (
    BeginnerDealRoom,
    BeginnerSetupPawns,
    DealBlocked,
    DealFullBox,
    DifficultyWhen,
    SoloBeginnerHarder,
)
from spec.queens_collection.rulings import r
from spec.queens_collection.together import SoloEnd, WildMoves

FULL = ("full",)
YOUNG = ("young",)

# --------------------------------------------------------------------------- ruling wild_moves: moving freely


@step(
    "other.freely",
    holds("No exchange moves a single pawn."),
    under={WildMoves.MOVES_FREELY: fails("The wild's pawn moves alone.", blame=("wild_moves",))},
    clauses=("wild.any_colour", "exchange.cards"),
    instances=FULL,
)
def no_last_pawn_moves_freely(s: Together, was: Together, a: Colour) -> bool:
    """``a`` is the colour of the only card beside the only wild; the pawn is the only one of its colour on its card."""
    p = was.active
    return (
        was.phase != Phase.ACT
        or was.display[p, CARD[a]] != 1
        or was.display[p, Card.WILD] != 1
        or s.display[p, CARD[a]] != 0
        or s.display[p, Card.WILD] != 0
        or cards_of(s, p) != cards_of(was, p) - 2
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 1
        or all(was.pawns[b, c] != 1 or s.pawns[b, c] != 0 for b in Box for c in Colour)
    )


@step(
    "other.freely_by_pair",
    holds("No exchange moves a single pawn."),
    under={WildMoves.MOVES_FREELY: fails("Two equal cards do it beside a third.", blame=("wild_moves",))},
    clauses=("pair.as_wild", "exchange.cards"),
    instances=FULL,
)
def no_pawn_moves_freely_by_a_pair(s: Together, was: Together, a: Colour) -> bool:
    """``a`` is the colour of the two equal cards, beside a card of another colour."""
    p = was.active
    return (
        was.phase != Phase.ACT
        or was.display[p, CARD[a]] != 2
        or s.display[p, CARD[a]] != 0
        or was.display[p, Card.WILD] > 0
        or cards_of(s, p) != cards_of(was, p) - 3
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 1
    )


@step(
    "other.freely_by_three",
    holds("No exchange moves a single pawn."),
    under={
        WildMoves.MOVES_FREELY: fails(
            "Of three equal cards two do it beside the third.", blame=("wild_moves",)
        )
    },
    clauses=("pair.as_wild", "exchange.cards"),
    instances=FULL,
)
def no_pawn_moves_freely_by_three(s: Together, was: Together, a: Colour) -> bool:
    p = was.active
    return (
        was.phase != Phase.ACT
        or was.display[p, CARD[a]] != 3
        or s.display[p, CARD[a]] != 0
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 1
    )


@step(
    "other.freely_twice",
    holds("Nobody has a second pawn to move."),
    under={WildMoves.MOVES_FREELY: fails("Just two wilds move two pawns in turn.", blame=("wild_moves",))},
    clauses=("wild.any_colour", "exchange.cards"),
    instances=FULL,
)
def no_second_pawn_by_two_wilds(s: Together, was: Together) -> bool:
    """The first pawn is the only one of its colour on its card."""
    p = was.active
    return (
        was.phase != Phase.ACT
        or s.phase != Phase.SECOND_PAWN
        or was.display[p, Card.WILD] != 2
        or s.display[p, Card.WILD] != 0
        or all(was.pawns[b, c] != 1 or s.pawns[b, c] != 0 for b in Box for c in Colour)
    )


@step(
    "other.freely_twice_by_pair",
    holds("Nobody has a second pawn to move."),
    under={
        WildMoves.MOVES_FREELY: fails(
            "A wild and two equal cards move two pawns in turn.", blame=("wild_moves",)
        )
    },
    clauses=("pair.as_wild", "wild.any_colour", "exchange.cards"),
    instances=FULL,
)
def no_second_pawn_by_a_pair(s: Together, was: Together) -> bool:
    p = was.active
    return (
        was.phase != Phase.ACT
        or s.phase != Phase.SECOND_PAWN
        or was.display[p, Card.WILD] != 1
        or cards_of(s, p) != cards_of(was, p) - 3
    )


@step(
    "other.freely_but_one",
    holds("Nobody has a second pawn to move."),
    under={
        WildMoves.MOVES_FREELY: fails(
            "After a pawn of the last colour but one a pawn of the last is left to move.",
            blame=("wild_moves",),
        )
    },
    clauses=("wild.any_colour", "exchange.cards"),
    instances=FULL,
)
def no_second_pawn_of_the_last_colour(s: Together, was: Together, c: Colour) -> bool:
    """No two pawns of the last colour stand together."""
    return (
        was.phase != Phase.ACT
        or s.phase != Phase.SECOND_PAWN
        or RANK[c] != len(Colour)
        or any(s.moved[d] != (RANK[d] == len(Colour) - 1) for d in Colour)
        or any(s.pawns[b, c] > 1 for b in Box)
    )


@never(
    "other.freely_everywhere",
    holds("Nobody has a second pawn to move."),
    under={
        WildMoves.MOVES_FREELY: fails(
            "A pawn of the last colour is left to move, on whatever of all box cards.", blame=("wild_moves",)
        )
    },
    clauses=("wild.any_colour", "exchange.cards"),
    instances=YOUNG,
)
def second_pawn_on_every_card(s: Together, c: Colour) -> bool:
    """``c`` is the last colour."""
    return s.phase == Phase.SECOND_PAWN and RANK[c] == len(Colour) and all(s.pawns[b, c] > 0 for b in Box)


@never(
    "other.freely_last",
    holds("Nobody has a second pawn to move."),
    under={
        WildMoves.MOVES_FREELY: fails(
            "The pawns of the last colour may all stand at home, on the last box card.", blame=("wild_moves",)
        )
    },
    clauses=("wild.any_colour", "exchange.cards"),
    instances=YOUNG,
)
def second_pawn_on_the_last_card(s: Together, c: Colour) -> bool:
    """``c`` is the last colour."""
    return (
        s.phase == Phase.SECOND_PAWN
        and RANK[c] == len(Colour)
        and all(s.pawns[b, c] == 0 for b in Box if b != HOME[c])
    )


# ------------------------------------------------------------------------------------ other uses by a reading


@step(
    "other.stopped",
    holds("Nobody stops while there is something to do."),
    under={SoloEnd.HAND_PLAYED: fails("Without a pile the player stops at will.", blame=("solo_end",))},
    clauses=("solo.end",),
    instances=FULL,
)
def nobody_stops(s: Alone, was: Alone) -> bool:
    return was.phase != Phase.ACT or cards_of(was, was.active) == 0 or not s.passed[was.active]


@step(
    "other.two_given",
    holds("For each card put down in an exchange one comes."),
    under={
        SubstituteInSwap.EVERYWHERE: fails(
            "The only two of a colour go for one.", blame=("substitute_in_swap",)
        )
    },
    clauses=("competitive.swap.same_number", "competitive.equal_cards"),
    instances=FULL,
)
def no_two_go_for_one(s: Match, was: Match, c: Colour) -> bool:
    p = was.active
    return (
        was.phase != MatchPhase.GIVE
        or was.hand[p, CARD[c]] != 2
        or s.hand[p, CARD[c]] != 0
        or s.given[CARD[c]] != was.given[CARD[c]] + 2
    )


# -------------------------------------------------------------------------------- what a reading bars or keeps


@step(
    "step.pile_when_needed",
    holds("By ruling `reshuffle_when` the pile is made anew only where its next card is due."),
    clauses=("competitive.reshuffle",),
    instances=MATCHES,
)
def no_pile_before_it_is_needed(s: Match, was: Match) -> bool:
    if r.reshuffle_when == ReshuffleWhen.AT_ONCE or s.round != was.round:
        return True
    if s.phase in (MatchPhase.DEAL, MatchPhase.LAY_OUT, MatchPhase.TURN_UP, MatchPhase.REFILL):
        return True
    return piled(s) <= piled(was)


@step(
    "other.from_no_pile",
    holds("Nobody begins to turn cards up where only discards are left."),
    under={
        ReshuffleWhen.WHEN_NEEDED: fails(
            "The first card that is asked for has the pile made anew.", blame=("reshuffle_when",)
        )
    },
    clauses=("competitive.reshuffle", "competitive.reveal.limit"),
    instances=FULL,
)
def nobody_turns_up_without_a_pile(s: Match, was: Match) -> bool:
    return (
        was.phase != MatchPhase.REVEAL or s.phase != MatchPhase.TURN_UP or piled(was) > 0 or thrown(was) == 0
    )


@step(
    "step.bare_hand",
    holds(
        "By ruling `display_short` no turn follows one in which hand and display are empty and no card can be drawn."
    ),
    clauses=("competitive.turn.phases", "competitive.take.must"),
    instances=MATCHES,
)
def bare_hand_ends_the_round(s: Match, was: Match) -> bool:
    """The claim is asked of the step that ends the first phase, after which nothing can be done."""
    if r.display_short == DisplayShort.PASSED_OVER or s.round != was.round or s.phase == MatchPhase.OVER:
        return True
    if was.phase not in (MatchPhase.REVEAL, MatchPhase.TURN_UP):
        return True
    if s.active == was.active and s.phase in (MatchPhase.REVEAL, MatchPhase.TURN_UP):
        return len(Player) > 1
    return lying_open(s) > 0 or piled(s) + thrown(s) > 0 or cards_held(s, was.active) > 0


@always(
    "counted.asked",
    holds(
        "By ruling `trade_consent` the one who is asked decides; while nobody is asked no trade is remembered."
    ),
    instances=YOUNG,
    clauses=("trade.one_for_one", "mode.cooperative"),
)
def who_is_asked_decides(s: Together) -> bool:
    if s.phase == Phase.CONSENT:
        return s.asked[asked_player(s)]
    return s.given == Card.WILD and s.taken == Card.WILD


@always(
    "counted.deal_spaces",
    holds(
        "On the beginners' side, by ruling `beginner_setup_pawns`, the deal fills no box card beyond its spaces; by "
        "ruling `beginner_deal_room` only when all are full."
    ),
    instances=YOUNG,
    clauses=("beginner.side", "setup.three_spaces", "deal.round"),
)
def spaces_are_filled_first(s: Together, b: Box) -> bool:
    """Not asked where spaces limit nothing, nor of spaces to be filled first once a third pawn has left its own."""
    if s.phase != Phase.DEAL or level.beginners == 0 or standing(s, b) <= sides(s):
        return True
    if r.deal_full_box == DealFullBox.NO_LIMIT or r.deal_blocked != DealBlocked.HOME:
        return True
    if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES:
        return False
    if r.beginner_deal_room == BeginnerDealRoom.THREE_EACH or any(s.out[c] > 0 for c in Colour):
        return True
    return all(standing(s, x) >= sides(s) for x in Box)


@always(
    "counted.cards_alone",
    holds(
        "Of each kind as many cards are in the solo game as there are, less those taken out: none on the beginners' "
        "side by ruling `solo_beginner_harder`, and no wild beside others by ruling `difficulty_both`."
    ),
    instances=YOUNG,
    clauses=("solo.levels", "solo.levels.normal", "difficulty.colours", "difficulty.wilds"),
)
def cards_of_the_level(s: Alone, card: Card) -> bool:
    taken = away_from_home(s, card)
    if r.solo_beginner_harder == SoloBeginnerHarder.NORMAL_ONLY and level.beginners == 1:
        taken = 0
    if r.difficulty_when == DifficultyWhen.BEFORE_PLAY and s.phase in (Phase.PUT_AWAY, Phase.DEAL):
        taken = 0
    there = s.pile[card] + s.discards[card] + sum(s.display[p, card] for p in Player)
    return there + taken == (n.wilds if card == Card.WILD else n.cards)
