"""What the first booklet lets a player do: for each use of cards the claim that nobody ever does so, which must fail.

A rule that allows too little breaks no claim of what happens.  So each use that a sentence allows is denied here, the
sentence is blamed, and a play shows the use.
"""

from __future__ import annotations

from model.queens_collection.cards import CARD, RANK, Box, Card, Colour, Player
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting
from model.queens_collection.together import Together
from properties.queens_collection.steps import cards_of, in_the_pile
from queensbench.language import fails, holds, step
from spec.queens_collection.together import (
    BoxSpace,
    BurnEmpty,
    DrawPartial,
    DrawShort,
    PairAsWild,
    Passing,
    SoloCount,
    ThreeAlike,
    TradeConsent,
    TradeSame,
    TradeWild,
    TwoWilds,
    WildMoves,
)

OPEN = ("full", "young")

# ---------------------------------------------------------------------------------------- exchanging pawns


@step(
    "never.two_cards",
    fails("A card of each colour pays for an exchange.", blame=("exchange.cards",)),
    clauses=("exchange.cards", "exchange.pawns"),
    instances=OPEN,
)
def no_exchange_by_two_cards(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or s.display[was.active, Card.WILD] != was.display[was.active, Card.WILD]:
        return True
    return (
        cards_of(was, was.active) != cards_of(s, was.active) + 2
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2
    )


@step(
    "never.card_and_wild",
    fails("A wild stands for one of the cards.", blame=("wild.any_colour",)),
    under={WildMoves.MOVES_FREELY: holds("Then the wild moves its pawn alone.")},
    clauses=("wild.any_colour",),
    instances=OPEN,
)
def no_exchange_by_a_wild(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or s.display[was.active, Card.WILD] + 1 != was.display[was.active, Card.WILD]:
        return True
    return (
        cards_of(was, was.active) != cards_of(s, was.active) + 2
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2
    )


@step(
    "never.two_wilds",
    fails("Two wilds stand for the two cards.", blame=("wild.any_colour",)),
    under={
        TwoWilds.BARRED: holds("Two wilds are alike."),
        WildMoves.MOVES_FREELY: holds("Then the second pawn is moved in another step."),
    },
    clauses=("wild.any_colour",),
    instances=OPEN,
)
def no_exchange_by_two_wilds(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or s.display[was.active, Card.WILD] + 2 != was.display[was.active, Card.WILD]:
        return True
    return (
        cards_of(was, was.active) != cards_of(s, was.active) + 2
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2
    )


@step(
    "never.card_and_pair",
    fails("Two equal cards are a wild, and stand for one of the cards.", blame=("pair.as_wild",)),
    under={WildMoves.MOVES_FREELY: holds("Then the pair moves a pawn alone.")},
    clauses=("pair.as_wild",),
    instances=OPEN,
)
def no_exchange_by_a_pair(s: Together, was: Together) -> bool:
    """The pair and the card beside it are of two colours."""
    p = was.active
    if was.phase != Phase.ACT or s.display[p, Card.WILD] != was.display[p, Card.WILD]:
        return True
    return (
        cards_of(was, p) != cards_of(s, p) + 3
        or (
            all(was.display[p, card] < 3 for card in Card)
            and sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2
        )
        or any(was.display[p, card] == 3 for card in Card)
    )


@step(
    "never.three_alike",
    fails(
        "Of three equal cards two are a wild, and stand for a card of another colour.",
        blame=("pair.as_wild",),
    ),
    under={
        ThreeAlike.BARRED: holds("The cards put down must differ in colour."),
        WildMoves.MOVES_FREELY: holds("Then the pair moves a pawn alone."),
    },
    clauses=("pair.as_wild",),
    instances=OPEN,
)
def no_exchange_by_three_alike(s: Together, was: Together) -> bool:
    p = was.active
    if was.phase != Phase.ACT or all(was.display[p, CARD[c]] < 3 for c in Colour):
        return True
    return cards_of(s, p) > 0 or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2


@step(
    "never.wild_and_pair",
    fails("A wild and two equal cards stand for the two cards.", blame=("pair.as_wild",)),
    under={
        TwoWilds.BARRED: holds("What stands for a wild is like a wild."),
        WildMoves.MOVES_FREELY: holds("Then the second pawn is moved in another step."),
    },
    clauses=("pair.as_wild", "wild.any_colour"),
    instances=OPEN,
)
def no_exchange_by_wild_and_pair(s: Together, was: Together) -> bool:
    p = was.active
    if was.phase != Phase.ACT or s.display[p, Card.WILD] + 1 != was.display[p, Card.WILD]:
        return True
    return (
        cards_of(was, p) != cards_of(s, p) + 3
        or sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2
    )


@step(
    "never.exchange_dry",
    fails("An exchange draws if possible, and so is possible without a pile.", blame=("exchange.refill",)),
    clauses=("exchange.refill", "exchange.discard"),
    instances=OPEN,
)
def no_exchange_without_a_pile(s: Together, was: Together) -> bool:
    if was.phase != Phase.ACT or in_the_pile(was) > 0:
        return True
    return sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 2


# ------------------------------------------------------------------------------------- wilds by themselves


@step(
    "never.wild_alone",
    fails("A wild by itself moves a pawn.", blame=("wild_alone.move",)),
    under={BoxSpace.SPACES: holds("Every space is taken.")},
    clauses=("wild_alone.play", "wild_alone.move"),
    instances=OPEN,
)
def no_wild_alone(s: Together, was: Together) -> bool:
    if was.phase != Phase.ACT or s.display[was.active, Card.WILD] + 1 != was.display[was.active, Card.WILD]:
        return True
    return cards_of(was, was.active) != cards_of(s, was.active) + 1 or all(
        s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour
    )


@step(
    "never.wild_alone_solo",
    fails("A wild by itself moves a pawn, and spaces are free besides.", blame=("wild_alone.move",)),
    clauses=("wild_alone.play", "wild_alone.move"),
    instances=("full",),
)
def no_wild_played_alone(s: Alone, was: Alone) -> bool:
    if was.phase != Phase.ACT or s.display[was.active, Card.WILD] + 1 != was.display[was.active, Card.WILD]:
        return True
    return cards_of(was, was.active) != cards_of(s, was.active) + 1 or all(
        s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour
    )


@step(
    "never.pair_alone",
    fails("Two equal cards are a wild in this action as well.", blame=("pair.as_wild", "pair_as_wild")),
    under={
        PairAsWild.EXCHANGE_ONLY: holds("A pair stands for a wild in an exchange only."),
        BoxSpace.SPACES: holds("Every space is taken."),
    },
    clauses=("pair.as_wild", "wild_alone.play"),
    instances=OPEN,
)
def no_pair_alone(s: Together, was: Together) -> bool:
    p = was.active
    if was.phase != Phase.ACT or s.display[p, Card.WILD] != was.display[p, Card.WILD]:
        return True
    return (
        cards_of(was, p) != cards_of(s, p) + 2
        or all(was.display[p, c] - s.display[p, c] < 2 for c in Card)
        or all(s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour)
    )


@step(
    "never.wild_dry",
    fails("A wild alone is played without a pile, though it then draws nothing.", blame=("draw_short",)),
    under={
        BoxSpace.SPACES: holds("Every space is taken."),
        DrawShort.EXCHANGE_AND_DRAW: holds("A wild alone needs the card that it draws."),
        DrawShort.EXCHANGE_ONLY: holds("A wild alone needs the card that it draws."),
    },
    clauses=("wild_alone.draw",),
    instances=OPEN,
)
def no_wild_without_a_pile(s: Together, was: Together) -> bool:
    if was.phase != Phase.ACT or in_the_pile(was) > 0:
        return True
    return sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) != 1


# ------------------------------------------------------------------------------------------- fresh cards


@step(
    "never.one_fresh",
    fails(
        "One card may be thrown off.",
        blame=("draw.same_number", "solo.draw.same_number"),
        despite="One of the two is of the other game.",
    ),
    clauses=("draw.discard", "solo.draw"),
    instances=OPEN,
)
def no_card_is_thrown_off(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or cards_of(was, was.active) != cards_of(s, was.active) + 1:
        return True
    return s.display[was.active, Card.WILD] != was.display[was.active, Card.WILD]


@step(
    "never.two_fresh",
    fails(
        "Two unlike cards may be thrown off.",
        blame=("draw.same_number", "solo.draw.same_number"),
        despite="One of the two is of the other game.",
    ),
    under={SoloCount.ONE: holds("Alone one card is renewed, by that ruling.")},
    clauses=("draw.discard", "solo.draw"),
    instances=OPEN,
)
def no_two_cards_are_thrown_off(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or cards_of(was, was.active) != cards_of(s, was.active) + 2:
        return True
    return any(was.display[was.active, c] == s.display[was.active, c] + 2 for c in Card) or any(
        s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour
    )


@step(
    "never.two_alike",
    fails(
        "Two equal cards may be thrown off.",
        blame=("draw.same_number", "solo.draw.same_number"),
        despite="One of the two is of the other game.",
    ),
    under={SoloCount.ONE: holds("Alone one card is renewed, by that ruling.")},
    clauses=("draw.discard", "solo.draw"),
    instances=OPEN,
)
def no_two_alike_are_thrown_off(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or cards_of(was, was.active) != cards_of(s, was.active) + 2:
        return True
    return all(was.display[was.active, c] != s.display[was.active, c] + 2 for c in Card) or any(
        s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour
    )


@step(
    "never.three_fresh",
    fails(
        "All three cards may be thrown off.",
        blame=("draw.same_number", "solo.draw.same_number"),
        despite="One of the two is of the other game.",
    ),
    under={SoloCount.ONE: holds("Alone one card is renewed, by that ruling.")},
    clauses=("draw.discard", "solo.draw"),
    instances=("full",),
)
def no_three_cards_are_thrown_off(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.ACT or cards_of(was, was.active) != cards_of(s, was.active) + 3:
        return True
    return any(s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour)


@step(
    "never.fresh_dry",
    fails("Cards may be thrown off where the pile has none for them.", blame=("draw_short",)),
    under={
        DrawShort.EXCHANGE_ONLY: holds("What is thrown off must be drawn again."),
        DrawShort.ONE_FRESH_CARD: holds("Fresh cards are for a pile that has one."),
    },
    clauses=("draw.same_number",),
    instances=OPEN,
)
def none_thrown_off_without_a_pile(s: Together, was: Together) -> bool:
    if was.phase != Phase.ACT or in_the_pile(was) > 0:
        return True
    return cards_of(was, was.active) == cards_of(s, was.active) or any(
        s.pawns[b, c] != was.pawns[b, c] for b in Box for c in Colour
    )


# ------------------------------------------------------------------------------------- trades, passes, who begins


@step(
    "never.traded",
    fails("Two cards of colours are traded.", blame=("trade.one_for_one",)),
    clauses=("trade.one_for_one",),
    instances=OPEN,
)
def no_cards_are_traded(s: Together, was: Together) -> bool:
    if was.phase not in (Phase.ACT, Phase.CONSENT):
        return True
    return all(
        s.display[q, Card.WILD] != was.display[q, Card.WILD]
        or all(s.display[q, c] == was.display[q, c] for c in Card)
        for q in Player
        if q != was.active
    )


@step(
    "never.wild_given",
    fails("A wild is a card that may be given.", blame=("trade.one_for_one", "trade_wild")),
    under={TradeWild.COLOURED_ONLY: holds("Only cards that show a pawn are traded.")},
    clauses=("trade.one_for_one", "components.cards"),
    instances=OPEN,
)
def no_wild_is_given(s: Together, was: Together) -> bool:
    return was.phase not in (Phase.ACT, Phase.CONSENT) or all(
        s.display[q, Card.WILD] <= was.display[q, Card.WILD] for q in Player if q != was.active
    )


@step(
    "never.wild_taken",
    fails("A wild is a card that may be taken.", blame=("trade.one_for_one", "trade_wild")),
    under={TradeWild.COLOURED_ONLY: holds("Only cards that show a pawn are traded.")},
    clauses=("trade.one_for_one", "components.cards"),
    instances=OPEN,
)
def no_wild_is_taken(s: Together, was: Together) -> bool:
    return was.phase not in (Phase.ACT, Phase.CONSENT) or all(
        s.display[q, Card.WILD] >= was.display[q, Card.WILD] for q in Player if q != was.active
    )


@step(
    "never.equal_traded",
    fails("A card may be traded for an equal one.", blame=("trade.one_for_one",)),
    under={TradeSame.BARRED: holds("A trade changes something.")},
    clauses=("trade.one_for_one", "trade.burn"),
    instances=OPEN,
)
def no_equal_cards_are_traded(s: Together, was: Together) -> bool:
    return (
        was.phase not in (Phase.ACT, Phase.CONSENT)
        or s.phase != Phase.BURN
        or any(s.display[q, c] != was.display[q, c] for q in Player for c in Card)
    )


@step(
    "never.traded_dry",
    holds("A trade needs a card to put away."),
    under={BurnEmpty.FREE: fails("By that ruling it needs none.", blame=("burn_empty",))},
    clauses=("trade.burn",),
    instances=OPEN,
)
def no_trade_without_a_pile(s: Together, was: Together) -> bool:
    return (
        was.phase not in (Phase.ACT, Phase.CONSENT)
        or in_the_pile(was) > 0
        or all(s.display[q, c] == was.display[q, c] for q in Player for c in Card if q != was.active)
    )


@step(
    "never.asked",
    holds("Who trades asks nobody."),
    under={
        TradeConsent.OWNER_AGREES: fails(
            "By that ruling the owner is asked, and may refuse.", blame=("trade_consent",)
        )
    },
    clauses=("trade.one_for_one",),
    instances=OPEN,
)
def nobody_refuses(s: Together, was: Together) -> bool:
    return was.phase != Phase.CONSENT or s.phase != Phase.ACT or s.active != was.active


@step(
    "never.passed",
    fails("Without a pile a player with cards passes all the same.", blame=("end.all_passed",)),
    under={Passing.ONLY_STUCK: holds("Who has a card can throw it off.")},
    clauses=("end.all_passed",),
    instances=OPEN,
)
def nobody_passes_with_cards(s: Together, was: Together) -> bool:
    return (
        was.phase != Phase.ACT
        or cards_of(was, was.active) == 0
        or was.passed[was.active]
        or not s.passed[was.active]
    )


@step(
    "never.others_begin",
    fails("The group may choose another player than the one who drew first.", blame=("setup.first_player",)),
    clauses=("setup.first_player", "turn.first"),
    instances=OPEN,
)
def only_the_first_begins(s: Together, was: Together) -> bool:
    return was.phase != Phase.CHOOSE_FIRST or s.active == was.active


@step(
    "never.others_put_away",
    fails("The pawns put away are of any colours, the last one too.", blame=("solo.setup.remove",)),
    clauses=("solo.setup.remove",),
    instances=OPEN,
)
def the_last_colour_stays_whole(s: Alone, was: Alone) -> bool:
    return was.phase != Phase.PUT_AWAY or any(
        s.supply[c] < was.supply[c] and any(RANK[d] > RANK[c] for d in Colour) for c in Colour
    )


@step(
    "never.less_drawn",
    fails("Of fewer cards in the pile than are due all are drawn.", blame=("draw_partial",)),
    under={DrawPartial.ALL_OR_NONE: holds("Where there are too few none is drawn.")},
    clauses=("exchange.refill", "draw.same_number"),
    instances=OPEN,
)
def the_last_cards_are_left(s: Together, was: Together) -> bool:
    if was.phase != Phase.ACT or s.phase != Phase.DRAW:
        return True
    return cards_of(was, was.active) - cards_of(s, was.active) <= s.to_draw
