"""The second phase of a turn of the competitive game: taking pawns by pairs of cards (second booklet)."""

from __future__ import annotations

from model.queens_collection.against_round import all_but_one, end_round, end_turn
from model.queens_collection.against_swap import exchange_possible
from model.queens_collection.against_table import (
    Match,
    Phase,
    Used,
    acting,
    bare,
    display_size,
    exhausted,
    hand_size,
    left,
    m,
)
from model.queens_collection.cards import CARD, HOME, Card, Colour
from queensbench.language import action, clause, require, rule, silent, states
from spec.queens_collection.against import (
    DisplayShort,
    PairAsOther,
    RoundEndCheck,
    SubstituteCards,
    WildGone,
    WildInDisplay,
    WildPair,
)
from spec.queens_collection.rulings import r

# ------------------------------------------------------------------------------- nothing can be done


@rule()
def only_wilds(s: Match) -> bool:
    """Whether the display has only wilds, which may not be paired (ruling ``wild_in_display``)."""
    return s.display[Card.WILD] == display_size(s) and r.wild_in_display == WildInDisplay.WILD_ONLY


@rule()
def begin_to_take(s: Match) -> None:
    """The second phase; it is passed over where nothing can be done (ruling ``display_short``)."""
    with clause("competitive.turn.phases"):
        s.phase = Phase.TAKE
    if bare(s) and (hand_size(s, s.active) == 0 or not exchange_possible(s)):
        if r.display_short == DisplayShort.PASSED_OVER:
            end_turn(s)
        else:
            end_round(s)
    elif hand_size(s, s.active) == 0:
        with clause("competitive.take.must"):
            end_turn(s)
    elif not exchange_possible(s) and only_wilds(s):
        silent("a player has to act and can neither pair nor exchange a card", "competitive.take.must")


# ---------------------------------------------------------------------------------------------- pairs


@rule()
def fits(s: Match, shown: Card, colour: Colour) -> bool:
    """Whether a card of the display can be the card of that colour (ruling ``wild_in_display``)."""
    if shown == Card.WILD:
        return r.wild_in_display == WildInDisplay.ANY_CARD
    return shown == CARD[colour]


@rule()
def pawn_by_own_wild(s: Match) -> bool:
    """Whether a wild of the hand could bring a pawn."""
    return any(
        left(s, c) > 0 and (s.display[CARD[c]] > 0 or (s.display[Card.WILD] > 0 and fits(s, Card.WILD, c)))
        for c in Colour
    )


@rule()
def pawn_by_shown_wild(s: Match) -> bool:
    """Whether a wild of the display could bring a pawn."""
    return any(
        left(s, c) > 0 and (s.hand[s.active, CARD[c]] > 0 or s.hand[s.active, Card.WILD] > 0 or two_for(s, c))
        for c in Colour
    )


@rule()
def two_for(s: Match, colour: Colour) -> bool:
    """Whether two equal cards of the hand could stand for a card of that colour."""
    return any(s.hand[s.active, CARD[d]] >= 2 and d != colour for d in Colour)


@rule()
def may_name(s: Match, own: Card, shown: Card, colour: Colour) -> bool:
    """Whether a pair may be of that colour, which may be gone already (ruling ``wild_gone``)."""
    if left(s, colour) > 0 or (own != Card.WILD and shown != Card.WILD):
        return True
    if r.wild_gone == WildGone.ANY_COLOUR:
        return True
    return not ((own == Card.WILD and pawn_by_own_wild(s)) or (shown == Card.WILD and pawn_by_shown_wild(s)))


@action("competitive.pair", "competitive.take.one", decider=acting)
def pair(s: Match, own: Card, shown: Card, colour: Colour) -> None:
    """The player pairs a card of the hand with one of the display, both of one colour; a wild is of any."""
    require(s.phase in (Phase.TAKE, Phase.MORE_PAIRS))
    with clause("competitive.pair.sources"):
        require(s.hand[s.active, own] > 0)
        require(s.display[shown] > 0)
    require(own == Card.WILD or own == CARD[colour])
    require(fits(s, shown, colour))
    require(may_name(s, own, shown, colour))
    if own == Card.WILD or shown == Card.WILD:
        with clause("competitive.wild"):
            put_away(s, own, 1, shown, colour)
    else:
        put_away(s, own, 1, shown, colour)
    after_pair(s)


@action("competitive.equal_cards", decider=acting)
def pair_with_two(s: Match, own: Card, shown: Card, colour: Colour) -> None:
    """Two equal cards of the hand stand for one (rulings ``pair_as_other``, ``wild_pair``, ``substitute_cards``)."""
    require(s.phase in (Phase.TAKE, Phase.MORE_PAIRS))
    with clause("competitive.equal_cards.hand"):
        require(s.hand[s.active, own] >= 2)
    require(own != Card.WILD or r.wild_pair == WildPair.YES)
    require(s.display[shown] > 0)
    require(own != CARD[colour] or r.pair_as_other == PairAsOther.ANY)
    require(fits(s, shown, colour))
    require(may_name(s, own, shown, colour))
    put_away(s, own, 2 if r.substitute_cards == SubstituteCards.ALL_THREE else 1, shown, colour)
    after_pair(s)


@rule()
def put_away(s: Match, own: Card, number: Used, shown: Card, colour: Colour) -> None:
    """The cards of a pair go, and a pawn of its colour comes, if one is left."""
    s.hand[s.active, own] -= number
    s.display[shown] -= 1
    if left(s, colour) == 0:
        with clause("competitive.pair.no_pawn"):
            s.removed[own] += number
            s.removed[shown] += 1
            return
    with clause("competitive.pair.discard"):
        s.discards[own] += number
        s.discards[shown] += 1
        exhausted(s)
    with clause("competitive.pair.collect"):
        states("competitive.pair.keep")
        s.pawns[HOME[colour], colour] -= 1
        s.collected[s.active] += 1
    if left(s, colour) == 0:
        with clause("competitive.last_pawn"):
            s.boxes[s.active] += 1


@rule()
def after_pair(s: Match) -> None:
    """After a pair, another one may follow, up to the limit (ruling ``round_end_check``)."""
    s.pairs += 1
    s.phase = Phase.MORE_PAIRS
    if r.round_end_check == RoundEndCheck.EACH_PAWN and all_but_one(s):
        end_round(s)
    elif s.pairs == m.pairs:
        with clause("competitive.pair.three"):
            end_turn(s)
    elif hand_size(s, s.active) == 0 or display_size(s) == 0:
        end_turn(s)


@action("competitive.pair.three", decider=acting)
def stop_pairing(s: Match) -> None:
    """The player makes no further pair."""
    require(s.phase == Phase.MORE_PAIRS)
    end_turn(s)
