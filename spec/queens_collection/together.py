"""The Queen's Collection, the cooperative and the solo game: every question left open, with all its readings."""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling

COOPERATIVE = ("cooperative",)
TOGETHER = ("cooperative", "solo")
EN, DE = "queens-collection.en", "queens-collection.de"


class Passing(Reading):
    """When a player may pass, which is no action of the list."""

    PILE_EMPTY = "As soon as the draw pile is empty, whatever else they could do."
    ONLY_STUCK = "Only if none of the actions can be carried out."
    ANY_TURN = "In any turn."


class AllPassed(Reading):
    """What it means that all players have passed."""

    IN_A_ROW = "Yes: all pass one after the other, without an action between."
    ONCE_EACH = "No: each pass is final, and who has passed takes no more turns."


class EndNoAction(Reading):
    """What ends the game when not all pawns are at home."""

    ALL_PASSED = "Nothing but an empty draw pile and everybody's pass."
    NOTHING_POSSIBLE = "Nothing but that nobody can carry out any action, passes or no passes."
    NOTHING_USEFUL = "Nothing but an empty draw pile and no action of anybody that raises the score."


class DrawShort(Reading):
    """The draw pile does not hold as many cards as an action draws."""

    AS_MANY_AS_THERE = "Every action; as many cards are drawn as there are."
    EXCHANGE_AND_DRAW = "Exchanging pawns and taking fresh cards; a wild alone needs the cards that it draws."
    EXCHANGE_ONLY = "Exchanging pawns; the other actions need all the cards that they draw."
    ONE_FRESH_CARD = (
        "Every action, but fresh cards only while the pile has one; as many are drawn as there are."
    )


class DrawPartial(Reading):
    """Two cards are to be drawn, if possible, and there is one."""

    WHAT_THERE_IS = "Yes: that one is drawn."
    ALL_OR_NONE = "No: none is drawn, since drawing two is not possible."


class BurnEmpty(Reading):
    """Whether cards may be traded when the draw pile has no top card to put away."""

    BARRED = "No: the trade requires that card."
    FREE = "Yes: what cannot be put away is not put away."


class TradeWild(Reading):
    """Whether a wild card may be traded."""

    ANY_CARD = "Yes: it is a pawn card like the others."
    COLOURED_ONLY = "No: only cards that show a pawn of a colour."


class TradeCount(Reading):
    """How many cards a trade exchanges."""

    ONE = "One card for one."
    SEVERAL = "One or more, each for one, one after the other and each with a card put away."


class TradeSame(Reading):
    """Whether two equal cards may be traded, which does nothing but put a card away."""

    ALLOWED = "Yes: any card may be traded for any."
    BARRED = "No: an exchange changes something."


class TradeConsent(Reading):
    """Who decides which card another player gives."""

    ACTIVE = "No: the player whose turn it is decides alone."
    OWNER_AGREES = "Yes: the owner may refuse, and the player whose turn it is chooses anew."


class SamePawnColour(Reading):
    """Whether the wild in an exchange may stand for the colour of the card beside it."""

    OTHER_COLOUR = "No: the two cards must differ in colour, whatever the wild stands for."
    SAME_COLOUR = (
        "Yes: a wild has no colour and stands for any pawn (two wilds must still stand for two colours)."
    )


class TwoWilds(Reading):
    """Whether both cards of an exchange may be wilds."""

    ALLOWED = "Yes: each stands for a pawn, the two for different colours."
    BARRED = "No: the cards must differ in colour, and wilds, or what stands for one, are alike."


class ThreeAlike(Reading):
    """Whether three cards of one colour may pay for an exchange, two of them as a wild."""

    ALLOWED = "Yes: the two stand for a wild, and a wild has no colour."
    BARRED = "No: the cards put down must differ in colour."


class WildMoves(Reading):
    """What a wild does in an exchange."""

    TRADES_PLACES = "It trades places with the pawn of the other card."
    MOVES_FREELY = "It moves to any other box card, and the other card's pawn, of another colour, stays."


class PairAsWild(Reading):
    """Where two cards of a colour may be used as a wild."""

    EVERYWHERE = "Yes: they serve in every action that uses a wild."
    EXCHANGE_ONLY = "No: they serve in an exchange of pawns only, under which the sentence stands."


class PairDraw(Reading):
    """How many cards are drawn after a pair was used as a wild."""

    AS_MANY = "As many as were put down."
    AS_PRINTED = "As many as the action says, so that the display shrinks by one."


class BoxSpace(Reading):
    """Whether a wild alone may put a pawn on a box card whose spaces are all taken."""

    NO_LIMIT = "Yes: it may put a pawn on any box card."
    SPACES = "No: only on a box card with a free space."


class WildAloneTarget(Reading):
    """Whether a wild alone may leave the pawn where it stands."""

    ANOTHER_CARD = "No: the pawn changes its box card."
    ANY_CARD = "Yes: any box card may be named, the one where the pawn stands too."


class SoloCount(Reading):
    """How many cards the solo player's third action replaces."""

    UP_TO_THREE = "One, two or three, as the details say."
    ONE = "One, as its name in the list of actions says."


class SoloEnd(Reading):
    """Whether a solo player goes on with the cards at hand when the draw pile is empty."""

    PILE_EMPTY = "No: the turn in which the pile runs out is the last."
    HAND_PLAYED = "Yes: as in the cooperative game, until nothing can be done or the player passes."


class BoxScores(Reading):
    """Which box cards bring points."""

    HOLDS_SOME = "Those on which at least one pawn stands, and none of another colour."
    EMPTY_TOO = "All on which no pawn of another colour stands, empty ones too."
    COMPLETE = "Only those with every pawn of their colour that is in the game, and no other pawn."


class OutOfGame(Reading):
    """Whether pawns that were taken out of the game cost points."""

    NOT_COUNTED = "No: only pawns on box cards are counted."
    COUNTED = "Yes: they do not stand on a box card of their colour."


class TogetherRulings(Rulings):
    """The rulings on the cooperative and the solo game."""

    passing: Passing = ruling(
        Passing.PILE_EMPTY,
        question="The game can end by everybody's pass, yet passing is no action: when may a player pass?",
        clauses=("turn.one_action", "end.all_passed"),
        hole="contradictory",
        why="Passing is mentioned only together with an empty draw pile, and a turn is otherwise an action.",
        reasons={
            Passing.PILE_EMPTY: "That is the only place where a pass is spoken of, and there it is free.",
            Passing.ONLY_STUCK: "A player performs an action; only who cannot has nothing but a pass.",
            Passing.ANY_TURN: "No clause speaks for it; but nothing limits passing to the end of the game.",
        },
        speaks={
            Passing.PILE_EMPTY: ("end.all_passed",),
            Passing.ONLY_STUCK: ("turn.one_action", "end.no_action"),
        },
        modes=COOPERATIVE,
        errata={
            Passing.PILE_EMPTY: (
                "As soon as the draw pile is empty, a player may pass instead of performing an action."
            ),
            Passing.ONLY_STUCK: (
                "A player who cannot perform any of the actions passes; nobody else may pass."
            ),
            Passing.ANY_TURN: "Instead of performing an action a player may always pass.",
        },
    )
    all_passed: AllPassed = ruling(
        AllPassed.IN_A_ROW,
        question="Must the passes that end the game follow each other without an action between?",
        clauses=("end.all_passed",),
        hole="two-way",
        why="Nothing says that a pass takes a player out of the game.",
        reasons={
            AllPassed.IN_A_ROW: "While somebody still acts, not all have passed.",
            AllPassed.ONCE_EACH: "Each player having passed is all that the sentence asks.",
        },
        speaks={
            AllPassed.IN_A_ROW: ("turn.clockwise",),
            AllPassed.ONCE_EACH: ("end.all_passed",),
        },
        modes=COOPERATIVE,
        errata={
            AllPassed.IN_A_ROW: (
                "The passes must follow each other: after an action everybody has to pass anew."
            ),
            AllPassed.ONCE_EACH: "A player who has passed takes no further turn.",
        },
    )
    end_no_action: EndNoAction = ruling(
        EndNoAction.ALL_PASSED,
        question="What ends a game in which not all pawns are at home?",
        clauses=("end.all_passed", "end.no_action"),
        hole="translation",
        why="The course of play defines the end; the scoring section only looks back at it.",
        reasons={
            EndNoAction.ALL_PASSED: "It is the rule on how long the game goes on.",
            EndNoAction.NOTHING_POSSIBLE: "The scoring section names the end again, in terms of what can be done.",
            EndNoAction.NOTHING_USEFUL: "In German it is sense that the action must have, not possibility.",
        },
        speaks={
            EndNoAction.ALL_PASSED: ("end.all_passed",),
            EndNoAction.NOTHING_POSSIBLE: ("end.no_action",),
            EndNoAction.NOTHING_USEFUL: ("end.no_action",),
        },
        documents={EndNoAction.NOTHING_POSSIBLE: (EN,), EndNoAction.NOTHING_USEFUL: (DE,)},
        modes=COOPERATIVE,
        errata={
            EndNoAction.ALL_PASSED: (
                "If pawns are still astray, the game ends only after everybody has passed in turn with an empty draw "
                "pile."
            ),
            EndNoAction.NOTHING_POSSIBLE: (
                "If pawns are still astray, the game ends as soon as no player can perform an action."
            ),
            EndNoAction.NOTHING_USEFUL: (
                "If pawns are still astray, the game ends as soon as the draw pile is empty and no action "
                "of any player would raise the score."
            ),
        },
    )
    draw_short: DrawShort = ruling(
        DrawShort.AS_MANY_AS_THERE,
        question="Which actions may be taken when the draw pile cannot give the cards that they draw?",
        clauses=("exchange.refill", "wild_alone.draw", "draw.same_number"),
        hole="translation",
        why="The end needs an empty pile and passes, so that play with an empty pile is meant to go on.",
        reasons={
            DrawShort.AS_MANY_AS_THERE: "The condition is a reminder of what cannot be otherwise.",
            DrawShort.EXCHANGE_AND_DRAW: "The English text has the condition with these two actions only.",
            DrawShort.EXCHANGE_ONLY: "The German text has the condition with the exchange of pawns only.",
            DrawShort.ONE_FRESH_CARD: "An action of drawing new cards that draws none is no such action.",
        },
        speaks={
            DrawShort.AS_MANY_AS_THERE: ("end.all_passed",),
            DrawShort.EXCHANGE_AND_DRAW: ("wild_alone.draw",),
            DrawShort.EXCHANGE_ONLY: ("wild_alone.draw", "draw.same_number"),
            DrawShort.ONE_FRESH_CARD: ("turn.actions", "solo.actions"),
        },
        documents={DrawShort.EXCHANGE_AND_DRAW: (EN,), DrawShort.EXCHANGE_ONLY: (DE,)},
        modes=TOGETHER,
        errata={
            DrawShort.AS_MANY_AS_THERE: (
                "If the draw pile has too few cards, every action may still be performed; draw as many as there are."
            ),
            DrawShort.EXCHANGE_AND_DRAW: (
                "A wild may be played alone only if the draw pile has the card to be drawn for it; otherwise draw as "
                "many as there are."
            ),
            DrawShort.EXCHANGE_ONLY: (
                "Any action but an exchange of pawns may be performed only if the draw pile has all the cards that it "
                "draws."
            ),
            DrawShort.ONE_FRESH_CARD: (
                "New cards may be drawn only as long as the draw pile has a card; for any action draw as many as there "
                "are."
            ),
        },
    )
    draw_partial: DrawPartial = ruling(
        DrawPartial.WHAT_THERE_IS,
        question="One card is left and two should be drawn if possible: is the one drawn?",
        clauses=("exchange.refill", "solo.exchange.refill", "draw.same_number"),
        hole="two-way",
        why="Drawing is done card by card, and the first is possible.",
        reasons={
            DrawPartial.WHAT_THERE_IS: "As much is done as can be done.",
            DrawPartial.ALL_OR_NONE: "The condition is on drawing that number.",
        },
        speaks={
            DrawPartial.WHAT_THERE_IS: ("exchange.refill",),
            DrawPartial.ALL_OR_NONE: ("draw.same_number",),
        },
        modes=TOGETHER,
        errata={
            DrawPartial.WHAT_THERE_IS: "If fewer cards are left, draw those.",
            DrawPartial.ALL_OR_NONE: "If fewer cards are left, draw none.",
        },
    )
    burn_empty: BurnEmpty = ruling(
        BurnEmpty.BARRED,
        question="May players trade cards when the draw pile is empty?",
        clauses=("trade.one_for_one", "trade.burn"),
        hole="translation",
        why="The top card must be put away, and the German text makes it the price of the trade.",
        reasons={
            BurnEmpty.BARRED: "A duty that cannot be met bars the action.",
            BurnEmpty.FREE: "It comes after the trade, and then there is nothing to put away.",
        },
        speaks={BurnEmpty.BARRED: ("trade.burn",), BurnEmpty.FREE: ("trade.one_for_one",)},
        documents={BurnEmpty.BARRED: (DE,), BurnEmpty.FREE: (EN,)},
        modes=COOPERATIVE,
        errata={
            BurnEmpty.BARRED: "With an empty draw pile, cards cannot be traded.",
            BurnEmpty.FREE: "With an empty draw pile, cards are traded and nothing is discarded.",
        },
    )
    trade_wild: TradeWild = ruling(
        TradeWild.ANY_CARD,
        question="May wilds be traded?",
        clauses=("trade.one_for_one", "components.cards"),
        hole="translation",
        why="The English text trades cards, and the list of components counts wilds among the pawn cards.",
        reasons={
            TradeWild.ANY_CARD: "A wild is one of the cards that lie before a player.",
            TradeWild.COLOURED_ONLY: "The German text trades pawn cards and speaks of wilds by their own name.",
        },
        speaks={
            TradeWild.ANY_CARD: ("components.cards",),
            TradeWild.COLOURED_ONLY: ("trade.one_for_one",),
        },
        documents={TradeWild.ANY_CARD: (EN, DE), TradeWild.COLOURED_ONLY: (DE,)},
        modes=COOPERATIVE,
        errata={
            TradeWild.ANY_CARD: "Wild cards may be traded too.",
            TradeWild.COLOURED_ONLY: "Wild cards cannot be traded.",
        },
    )
    trade_count: TradeCount = ruling(
        TradeCount.ONE,
        question="How many cards does a trade exchange?",
        clauses=("turn.actions", "trade.one_for_one"),
        hole="translation",
        why="Where the action is explained, both languages exchange one card.",
        reasons={
            TradeCount.ONE: "The explanation, and the German list, have one card.",
            TradeCount.SEVERAL: "The English list has cards.",
        },
        speaks={TradeCount.ONE: ("trade.one_for_one",), TradeCount.SEVERAL: ("turn.actions",)},
        documents={TradeCount.ONE: (EN, DE), TradeCount.SEVERAL: (EN,)},
        modes=COOPERATIVE,
        errata={
            TradeCount.ONE: "Exactly one card is traded for one.",
            TradeCount.SEVERAL: (
                "Several cards may be traded one after the other; for each of them the top card of the "
                "draw pile is discarded."
            ),
        },
    )
    trade_same: TradeSame = ruling(
        TradeSame.ALLOWED,
        question="May a player trade a card for an equal one, only to put the top card of the pile away?",
        clauses=("trade.one_for_one", "trade.burn"),
        hole="silent",
        why="Nothing is asked of the two cards.",
        reasons={
            TradeSame.ALLOWED: "Any card may be traded for any.",
            TradeSame.BARRED: "Afterwards the displays are as before: no exchange is seen.",
        },
        speaks={TradeSame.ALLOWED: ("trade.one_for_one",), TradeSame.BARRED: ("turn.one_action",)},
        modes=COOPERATIVE,
        errata={
            TradeSame.ALLOWED: "The two cards may be alike.",
            TradeSame.BARRED: "The two cards must be different.",
        },
    )
    trade_consent: TradeConsent = ruling(
        TradeConsent.ACTIVE,
        question="Must the owner of a card agree to its being traded?",
        clauses=("trade.one_for_one",),
        hole="silent",
        why="The player whose turn it is performs the exchange; nobody else is said to do anything.",
        reasons={
            TradeConsent.ACTIVE: "One player acts in a turn.",
            TradeConsent.OWNER_AGREES: "Both players' displays change, and the players work together.",
        },
        speaks={
            TradeConsent.ACTIVE: ("trade.one_for_one",),
            TradeConsent.OWNER_AGREES: ("mode.cooperative",),
        },
        modes=COOPERATIVE,
        errata={
            TradeConsent.ACTIVE: "The active player chooses both cards.",
            TradeConsent.OWNER_AGREES: "The other player has to agree to the trade.",
        },
    )
    same_pawn_colour: SamePawnColour = ruling(
        SamePawnColour.OTHER_COLOUR,
        question="May a card and a wild exchange two pawns of the same colour, which changes nothing?",
        clauses=("exchange.two_colours", "wild.any_colour"),
        hole="two-way",
        why="The cards must differ in colour, and the wild stands for a card.",
        reasons={
            SamePawnColour.OTHER_COLOUR: "As what it stands for it would be a second card of that colour.",
            SamePawnColour.SAME_COLOUR: "A wild moves a pawn of any colour, and lies there as a card of none.",
        },
        speaks={
            SamePawnColour.OTHER_COLOUR: ("exchange.two_colours",),
            SamePawnColour.SAME_COLOUR: ("wild.any_colour",),
        },
        documents={SamePawnColour.OTHER_COLOUR: (EN,), SamePawnColour.SAME_COLOUR: (DE,)},
        modes=TOGETHER,
        errata={
            SamePawnColour.OTHER_COLOUR: "The wild must stand for another color than the card beside it.",
            SamePawnColour.SAME_COLOUR: (
                "The wild may stand for the color of the card beside it, but two wilds must stand for two "
                "colors."
            ),
        },
    )
    two_wilds: TwoWilds = ruling(
        TwoWilds.ALLOWED,
        question="May an exchange be paid with two wilds?",
        clauses=("exchange.two_colours", "wild.any_colour"),
        hole="two-way",
        why="A wild serves for any pawn, so two of them serve for two of different colours.",
        reasons={
            TwoWilds.ALLOWED: "What counts is what the cards stand for.",
            TwoWilds.BARRED: "The cards chosen must differ, and two wilds are the same card.",
        },
        speaks={TwoWilds.ALLOWED: ("wild.any_colour",), TwoWilds.BARRED: ("exchange.two_colours",)},
        modes=TOGETHER,
        errata={
            TwoWilds.ALLOWED: "Both cards may be wilds, for pawns of two different colors.",
            TwoWilds.BARRED: "Only one of the two cards may be a wild.",
        },
    )
    three_alike: ThreeAlike = ruling(
        ThreeAlike.ALLOWED,
        question="May three cards of one colour pay for an exchange, two of them used as a wild?",
        clauses=("exchange.two_colours", "pair.as_wild"),
        hole="two-way",
        why="What counts is what the cards stand for, as with two wilds.",
        reasons={
            ThreeAlike.ALLOWED: "The pair is used as a wild, and beside a wild any card may lie.",
            ThreeAlike.BARRED: "It is of the cards, not of what they stand for, that different colours are asked.",
        },
        speaks={ThreeAlike.ALLOWED: ("pair.as_wild",), ThreeAlike.BARRED: ("exchange.two_colours",)},
        errata={
            ThreeAlike.ALLOWED: "Two cards used as a wild may be of the same color as the third card.",
            ThreeAlike.BARRED: "Two cards used as a wild must be of another color than the third card.",
        },
        modes=COOPERATIVE,
    )
    wild_moves: WildMoves = ruling(
        WildMoves.TRADES_PLACES,
        question="What does the pawn do that a wild stands for in an exchange?",
        clauses=("wild.any_colour", "exchange.pawns"),
        hole="translation",
        why="It stands under the exchange and changes which pawn takes part, not what happens to it.",
        reasons={
            WildMoves.TRADES_PLACES: "The German text lets it stand for a pawn, the English solo text for a card.",
            WildMoves.MOVES_FREELY: "The English cooperative text lets it move a pawn.",
        },
        speaks={
            WildMoves.TRADES_PLACES: ("exchange.pawns",),
            WildMoves.MOVES_FREELY: ("wild.any_colour",),
        },
        documents={WildMoves.TRADES_PLACES: (EN, DE), WildMoves.MOVES_FREELY: (EN,)},
        modes=COOPERATIVE,
        errata={
            WildMoves.TRADES_PLACES: (
                "A wild stands for a pawn of any other color, which trades places like any pawn."
            ),
            WildMoves.MOVES_FREELY: (
                "With a wild, a pawn of any other color moves to any other box card, and the second pawn "
                "stays where it is."
            ),
        },
    )
    pair_as_wild: PairAsWild = ruling(
        PairAsWild.EVERYWHERE,
        question="May two cards of a colour be played like a wild alone, to put a pawn anywhere?",
        clauses=("pair.as_wild", "wild_alone.play"),
        hole="two-way",
        why="The pair may be used as a wild, and nothing says as a wild in an exchange.",
        reasons={
            PairAsWild.EVERYWHERE: "What serves as a wild serves wherever a wild does.",
            PairAsWild.EXCHANGE_ONLY: "The sentence stands under the exchange, and the other action names a wild card.",
        },
        speaks={
            PairAsWild.EVERYWHERE: ("pair.as_wild",),
            PairAsWild.EXCHANGE_ONLY: ("wild_alone.play",),
        },
        modes=COOPERATIVE,
        errata={
            PairAsWild.EVERYWHERE: "The pair may also be played like one wild card by itself.",
            PairAsWild.EXCHANGE_ONLY: "The pair serves as a wild in an exchange of pawns only.",
        },
    )
    pair_draw: PairDraw = ruling(
        PairDraw.AS_MANY,
        question="An action was paid with a pair for a wild: how many cards are drawn?",
        clauses=("exchange.refill", "wild_alone.draw", "pair.as_wild"),
        hole="silent",
        why="Each action draws what it put down; three cards on display are never said to become fewer.",
        reasons={
            PairDraw.AS_MANY: "In every action as many are drawn as were put down.",
            PairDraw.AS_PRINTED: "The numbers are printed: two for an exchange, one for a wild.",
        },
        speaks={
            PairDraw.AS_MANY: ("draw.same_number",),
            PairDraw.AS_PRINTED: ("exchange.refill", "wild_alone.draw"),
        },
        modes=COOPERATIVE,
        errata={
            PairDraw.AS_MANY: "For a pair used as a wild, two cards are drawn.",
            PairDraw.AS_PRINTED: "For a pair used as a wild, only one card is drawn.",
        },
    )
    box_space: BoxSpace = ruling(
        BoxSpace.NO_LIMIT,
        question="Every space is taken after the deal: may a wild still put a pawn on a full box card?",
        clauses=("wild_alone.move", "setup.three_spaces"),
        hole="contradictory",
        why="Any box card may be named; with a limit the action could never be carried out when nobody is missing.",
        reasons={
            BoxSpace.NO_LIMIT: "Any means any, and the action would otherwise be idle in the cooperative game.",
            BoxSpace.SPACES: "A card shows how many pawns it takes.",
        },
        speaks={BoxSpace.NO_LIMIT: ("wild_alone.move",), BoxSpace.SPACES: ("setup.three_spaces",)},
        modes=TOGETHER,
        errata={
            BoxSpace.NO_LIMIT: "The box card may then hold more pawns than it has spaces.",
            BoxSpace.SPACES: "The box card must have a free space.",
        },
    )
    wild_alone_target: WildAloneTarget = ruling(
        WildAloneTarget.ANOTHER_CARD,
        question="May a wild be played alone without changing anything?",
        clauses=("wild_alone.move",),
        hole="two-way",
        why="To relocate a pawn is to bring it to another place.",
        reasons={
            WildAloneTarget.ANOTHER_CARD: "A pawn that stays has not been relocated.",
            WildAloneTarget.ANY_CARD: "Any card of the player's choice may be named.",
        },
        speaks={
            WildAloneTarget.ANOTHER_CARD: ("wild_alone.move",),
            WildAloneTarget.ANY_CARD: ("wild_alone.move",),
        },
        modes=TOGETHER,
        errata={
            WildAloneTarget.ANOTHER_CARD: "The pawn must be put on another box card.",
            WildAloneTarget.ANY_CARD: "The pawn may also be left where it is.",
        },
    )
    solo_count: SoloCount = ruling(
        SoloCount.UP_TO_THREE,
        question="The solo list of actions speaks of one new card, the details of up to three: how many are replaced?",
        clauses=("solo.actions", "solo.draw"),
        hole="contradictory",
        why="The details carry out what the list only names, and the German list has the plural.",
        reasons={
            SoloCount.UP_TO_THREE: "The numbers are stated where the action is explained.",
            SoloCount.ONE: "The English list names one card, in contrast to the cooperative list.",
        },
        speaks={SoloCount.UP_TO_THREE: ("solo.draw",), SoloCount.ONE: ("solo.actions",)},
        documents={SoloCount.UP_TO_THREE: (EN, DE), SoloCount.ONE: (EN,)},
        modes=("solo",),
        errata={
            SoloCount.UP_TO_THREE: "The player discards one, two or three cards and draws as many.",
            SoloCount.ONE: "The player discards one card and draws one.",
        },
    )
    solo_end: SoloEnd = ruling(
        SoloEnd.PILE_EMPTY,
        question="Does a solo player still play the cards on display when the draw pile is empty?",
        clauses=("solo.end", "end.all_passed"),
        hole="two-way",
        why="The solo text leaves the passes out that the cooperative text asks for besides.",
        reasons={
            SoloEnd.PILE_EMPTY: "The empty pile alone is named as the end.",
            SoloEnd.HAND_PLAYED: "Drawing is asked for where it is possible, so a turn without a pile is foreseen.",
        },
        speaks={SoloEnd.PILE_EMPTY: ("solo.end",), SoloEnd.HAND_PLAYED: ("solo.exchange.refill",)},
        modes=("solo",),
        errata={
            SoloEnd.PILE_EMPTY: (
                "The game ends with the turn in which the last card of the draw pile is drawn, even if "
                "cards could still be played."
            ),
            SoloEnd.HAND_PLAYED: (
                "When the draw pile is empty, the player may still play the displayed cards, and the game "
                "ends when they cannot or no longer wish to."
            ),
        },
    )
    box_scores: BoxScores = ruling(
        BoxScores.HOLDS_SOME,
        question="Which box cards bring three points?",
        clauses=("score.box",),
        hole="two-way",
        why="A card that has only matching pawns has pawns; that all must be there is not said.",
        reasons={
            BoxScores.HOLDS_SOME: "The points are for pawns put in order.",
            BoxScores.EMPTY_TOO: "Of an empty card it is true that nothing else stands on it.",
            BoxScores.COMPLETE: "The task is to put all pawns back, and a box is complete with three.",
        },
        speaks={
            BoxScores.HOLDS_SOME: ("score.box",),
            BoxScores.EMPTY_TOO: ("score.box",),
            BoxScores.COMPLETE: ("goal.put_back",),
        },
        modes=TOGETHER,
        errata={
            BoxScores.HOLDS_SOME: (
                "A box card scores if it holds at least one pawn and none of another color."
            ),
            BoxScores.EMPTY_TOO: (
                "A box card scores if it holds no pawn of another color, even when it is empty."
            ),
            BoxScores.COMPLETE: (
                "A box card scores only if it holds all pawns of its color that are in the game, and no "
                "other."
            ),
        },
    )
    out_of_game: OutOfGame = ruling(
        OutOfGame.NOT_COUNTED,
        question="Does a pawn that was taken out of the game cost a point?",
        clauses=("score.pawn", "score.maximum", "beginner.third", "solo.setup.remove.unused"),
        hole="two-way",
        why="With such a point the stated maximum could never be had in those games.",
        reasons={
            OutOfGame.NOT_COUNTED: "What is out of the game is not part of its result.",
            OutOfGame.COUNTED: "Every pawn that does not stand at home costs a point.",
        },
        speaks={
            OutOfGame.NOT_COUNTED: ("score.maximum", "solo.setup.remove.unused"),
            OutOfGame.COUNTED: ("score.pawn",),
        },
        modes=TOGETHER,
        errata={
            OutOfGame.NOT_COUNTED: "Pawns that were taken out of the game cost nothing.",
            OutOfGame.COUNTED: "Each pawn that was taken out of the game costs one point too.",
        },
    )
