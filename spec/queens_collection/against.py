"""The Queen's Collection, the competitive game and the teams: every question left open, with all its readings."""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling

AGAINST = ("competitive", "teams")
TEAMS = ("teams",)
EN, DE = "queens-collection.en", "queens-collection.de"


class FirstPlayer(Reading):
    """How the first player of a competitive game is found."""

    AT_RANDOM = "By chance."
    ANY_WAY = "In whatever way the players like."


class RevealStop(Reading):
    """When it is settled how many cards a player reveals."""

    ONE_BY_ONE = "Yes: the player looks at each card and then decides whether to reveal another."
    ANNOUNCED = (
        "No: the player names the number before the first card; if there are fewer cards, these count."
    )


class RevealSecond(Reading):
    """Beside which cards a revealed card counts as a second of its colour."""

    REVEALED = "No: only beside the cards revealed this turn."
    WITH_HAND = "Yes: beside the cards revealed this turn and those in the player's hand."
    WITH_DISPLAY = (
        "No, but beside the cards revealed this turn and those of the display, which were revealed as well."
    )


class RevealWild(Reading):
    """Whether two revealed wilds count as two cards of one colour."""

    NO_COLOUR = "No: a wild has no colour."
    A_COLOUR = "Yes: wilds are a sort of card like the eight colours."


class RevealTake(Reading):
    """Whether the cards that were revealed must be taken into the hand."""

    TAKEN = "Yes: all of them, unless a second card of a colour came up."
    DECLINED = "No: the player may put all of them on the discards instead."


class ReshuffleWhen(Reading):
    """When an exhausted draw pile is made anew."""

    AT_ONCE = "As soon as its last card is drawn, or if nothing lies on the discards then, as soon as something does."
    WHEN_NEEDED = "When the next card is to be drawn, not before."


class WildInDisplay(Reading):
    """Whether a wild that lies in the display may be paired as any card."""

    ANY_CARD = "Yes: only the pair of equal cards must come from the hand."
    WILD_ONLY = (
        "No: the whole sentence is for cards in hand; a wild in the display must be taken by an exchange."
    )


class PairAsOther(Reading):
    """Which card two equal cards of the hand may stand for."""

    ANY_OTHER = "No: they stand for a card of another colour than their own."
    ANY = "Yes: they stand for any card, of their own colour too."


class WildPair(Reading):
    """Whether two wilds are two equal cards, which together stand for one."""

    NO = "No: equal cards are cards of one colour."
    YES = "Yes: they are as equal as cards can be."


class SubstituteCards(Reading):
    """Which cards are put away where two equal cards of the hand stood for one card of a pair."""

    ALL_THREE = "Three: both equal cards and the card of the display."
    TWO = "Two: one of the equal cards goes back to the hand."


class SubstituteInSwap(Reading):
    """Whether two equal cards of the hand may count as one card in an exchange with the display."""

    PAIRS_ONLY = "No: in an exchange each card is itself."
    EVERYWHERE = "Yes: two cards go for one; in an exchange with a partner each card is still itself."


class SwapSame(Reading):
    """Whether a card may be exchanged for an equal one."""

    ALLOWED = "Yes: the duty to act is met by it."
    BARRED = "No: cards that come differ from those that go (an equal one in a larger exchange would change nothing)."


class WildGone(Reading):
    """Whether a pair with a wild may be declared for a colour that no box card holds any more."""

    ANY_COLOUR = "Yes: the cards then leave the game."
    COLOUR_LEFT = "No, as long as a pawn could be taken by another use of the wild."


class DisplayShort(Reading):
    """What becomes of the duty to act when nothing lies in the display and nothing can refill it."""

    PASSED_OVER = "It lapses: who can carry out neither action skips the phase."
    ROUND_OVER = "It ends the round, which is scored."


class RoundEndCheck(Reading):
    """When it is checked whether the round is over."""

    AFTER_ACTION = "When the active player has made all pairs of the turn: they are one action."
    EACH_PAWN = "With the very pawn that leaves but one: a further pair of that turn is not made."
    EQUAL_TURNS = "When the player before the first player of the round has finished a turn."
    ONE_TURN_EACH = "When each player has had one turn, even if more boxes still hold pawns."


class StuckRound(Reading):
    """No card that is left in the game can bring a pawn any more, and two or more boxes hold pawns."""

    GOES_ON = "It does not: neither of its two ends has come, and turns go on."
    ENDS = (
        "It ends with the turn after which no cards in the game could be paired for a pawn, wherever they lay, or all "
        "of them lie in the display, or none can come there."
    )


class RoundReset(Reading):
    """What is carried over into the next round."""

    NOTHING = "Nothing: pawns, box cards and all pawn cards return, those put out of the game too."
    REMOVED_STAY = "That the cards put out of the game stay out; all else returns."


class TeamExchangePhase(Reading):
    """Which of the two actions the exchange with the partner belongs to."""

    INSTEAD_OF_SWAP = (
        "To the exchange with the display, whose place it takes, though it is printed with the pairs."
    )
    WITHIN_PAIRS = "To the pairs: a player exchanges with the partner and may then make pairs."


class TeamExchangeCount(Reading):
    """How many cards partners exchange."""

    ONE_TO_THREE = "One, two or three for as many, as with the display."
    ONE = "One for one."
    ANY_NUMBER = "As many as they like, for as many."


class TeamExchangeChoice(Reading):
    """Who chooses the partner's cards."""

    ACTIVE = "The active player: the team shares what it knows."
    PARTNER = "The partner, who gives them."


class AgainstRulings(Rulings):
    """The rulings on the competitive game and the teams."""

    first_player: FirstPlayer = ruling(
        FirstPlayer.AT_RANDOM,
        question="How is the first player of a competitive game found?",
        clauses=("competitive.first_player",),
        hole="translation",
        why="Chance is one of the ways that the German text allows, and the only one of the English.",
        reasons={
            FirstPlayer.AT_RANDOM: "The English text asks for chance.",
            FirstPlayer.ANY_WAY: "The German text leaves the way open.",
        },
        speaks={
            FirstPlayer.AT_RANDOM: ("competitive.first_player",),
            FirstPlayer.ANY_WAY: ("competitive.first_player",),
        },
        documents={FirstPlayer.AT_RANDOM: (EN,), FirstPlayer.ANY_WAY: (DE,)},
        modes=AGAINST,
        errata={
            FirstPlayer.AT_RANDOM: "Draw lots for the first player.",
            FirstPlayer.ANY_WAY: "The players choose the first player in any way they like.",
        },
    )
    reveal_stop: RevealStop = ruling(
        RevealStop.ONE_BY_ONE,
        question="Does a player see each revealed card before deciding on the next?",
        clauses=("competitive.reveal.limit",),
        hole="silent",
        why="A limit up to which one may go leaves every card to be decided on.",
        reasons={
            RevealStop.ONE_BY_ONE: "Who may reveal up to a number may stop before it.",
            RevealStop.ANNOUNCED: "A number of cards is revealed, and only then are they added to the hand.",
        },
        speaks={
            RevealStop.ONE_BY_ONE: ("competitive.reveal.limit",),
            RevealStop.ANNOUNCED: ("competitive.reveal.take",),
        },
        modes=AGAINST,
        errata={
            RevealStop.ONE_BY_ONE: "After each card the player decides whether to reveal another one.",
            RevealStop.ANNOUNCED: "The player says how many cards before revealing the first.",
        },
    )
    reveal_second: RevealSecond = ruling(
        RevealSecond.REVEALED,
        question="Does a revealed card fail that equals a card in the player's hand?",
        clauses=("competitive.reveal.second",),
        hole="two-way",
        why="Hands are not shown, and the sentence is about the cards that are being revealed.",
        reasons={
            RevealSecond.REVEALED: "It is the second one to be revealed.",
            RevealSecond.WITH_DISPLAY: "The display is made by revealing cards, in the same word.",
            RevealSecond.WITH_HAND: "The revealed cards join the hand, and there it is a second one.",
        },
        speaks={
            RevealSecond.REVEALED: ("competitive.reveal.second",),
            RevealSecond.WITH_DISPLAY: ("competitive.display",),
            RevealSecond.WITH_HAND: ("competitive.reveal.take",),
        },
        modes=AGAINST,
        errata={
            RevealSecond.REVEALED: (
                "Only cards revealed in this turn are compared, not those in hand or in the display."
            ),
            RevealSecond.WITH_HAND: (
                "A card also counts as the second of its color if the player already holds that color."
            ),
            RevealSecond.WITH_DISPLAY: (
                "A card also counts as the second of its color if that color lies in the display."
            ),
        },
    )
    reveal_wild: RevealWild = ruling(
        RevealWild.NO_COLOUR,
        question="Does a second wild among the revealed cards count as a second card of a colour?",
        clauses=("competitive.reveal.second", "components.cards"),
        hole="silent",
        why="Wilds are listed beside the eight colours, not among them.",
        reasons={
            RevealWild.NO_COLOUR: "A wild has no colour until it is used.",
            RevealWild.A_COLOUR: "Two equal cards are two equal cards, and luck should be able to run out on wilds.",
        },
        speaks={
            RevealWild.NO_COLOUR: ("components.cards",),
            RevealWild.A_COLOUR: ("competitive.reveal.second",),
        },
        modes=AGAINST,
        errata={
            RevealWild.NO_COLOUR: "Wilds have no color: any number of them may be revealed.",
            RevealWild.A_COLOUR: "A second wild among the revealed cards counts as a second card of a color.",
        },
    )
    reveal_take: RevealTake = ruling(
        RevealTake.TAKEN,
        question="Must a player take the revealed cards, which cost points in the hand?",
        clauses=("competitive.reveal.limit", "competitive.reveal.take", "competitive.reveal.discard"),
        hole="two-way",
        why="Only after a second card of a colour is it said that revealed cards go anywhere else.",
        reasons={
            RevealTake.TAKEN: "The discards are named for one case, and this is not it.",
            RevealTake.DECLINED: "One permission covers revealing and taking: who may take need not.",
        },
        speaks={
            RevealTake.TAKEN: ("competitive.reveal.discard",),
            RevealTake.DECLINED: ("competitive.reveal.limit",),
        },
        errata={
            RevealTake.TAKEN: "Revealed cards must be taken, unless a second card of a color was among them.",
            RevealTake.DECLINED: "Instead of taking the revealed cards the player may discard all of them.",
        },
        modes=AGAINST,
    )
    reshuffle_when: ReshuffleWhen = ruling(
        ReshuffleWhen.AT_ONCE,
        question="When is the discard pile shuffled to be the new draw pile?",
        clauses=("competitive.reshuffle",),
        hole="two-way",
        why="The condition is that the pile is exhausted, not that a card is wanted.",
        reasons={
            ReshuffleWhen.AT_ONCE: "A pile without cards is exhausted.",
            ReshuffleWhen.WHEN_NEEDED: "No clause speaks for it; there is no reason to shuffle before somebody draws.",
        },
        speaks={ReshuffleWhen.AT_ONCE: ("competitive.reshuffle",)},
        modes=AGAINST,
        errata={
            ReshuffleWhen.AT_ONCE: (
                "Shuffle as soon as the last card of the draw pile is drawn; if there are no discards yet, "
                "as soon as there are."
            ),
            ReshuffleWhen.WHEN_NEEDED: "Shuffle only when a card has to be drawn and the draw pile is empty.",
        },
    )
    wild_in_display: WildInDisplay = ruling(
        WildInDisplay.ANY_CARD,
        question="May a wild in the display be paired with any card of the hand?",
        clauses=("competitive.wild", "competitive.pair"),
        hole="two-way",
        why="The words on cards in hand stand in brackets behind the two equal cards.",
        reasons={
            WildInDisplay.ANY_CARD: "The brackets belong to what stands before them.",
            WildInDisplay.WILD_ONLY: "The sentence has one subject, a wild or two cards, and the brackets limit it.",
        },
        speaks={
            WildInDisplay.ANY_CARD: ("competitive.wild",),
            WildInDisplay.WILD_ONLY: ("competitive.equal_cards",),
        },
        modes=AGAINST,
        errata={
            WildInDisplay.ANY_CARD: (
                "A wild in the display may be paired with any card in hand; only the two equal cards must "
                "be in hand."
            ),
            WildInDisplay.WILD_ONLY: (
                "A wild in the display cannot be paired; it can only be taken in exchange."
            ),
        },
    )
    pair_as_other: PairAsOther = ruling(
        PairAsOther.ANY_OTHER,
        question="May two equal cards of the hand be put down for a card of their own colour?",
        clauses=("competitive.equal_cards",),
        hole="translation",
        why="Getting rid of a card in hand that way would be a use of its own, and the German text rules it out.",
        reasons={
            PairAsOther.ANY_OTHER: "In German they stand for another card.",
            PairAsOther.ANY: "In English they stand for any card.",
        },
        speaks={
            PairAsOther.ANY_OTHER: ("competitive.equal_cards",),
            PairAsOther.ANY: ("competitive.equal_cards",),
        },
        documents={PairAsOther.ANY_OTHER: (DE,), PairAsOther.ANY: (EN,)},
        modes=AGAINST,
        errata={
            PairAsOther.ANY_OTHER: "Two equal cards stand for a card of another color than their own.",
            PairAsOther.ANY: "Two equal cards may also stand for a card of their own color.",
        },
    )
    wild_pair: WildPair = ruling(
        WildPair.NO,
        question="May two wilds in hand be used as one, to be rid of both?",
        clauses=("competitive.equal_cards", "competitive.wild"),
        hole="translation",
        why="The English text asks for one colour, which wilds do not have.",
        reasons={
            WildPair.NO: "One wild already does what the two would do.",
            WildPair.YES: "The German text asks for two equal cards.",
        },
        speaks={WildPair.NO: ("competitive.wild",), WildPair.YES: ("competitive.equal_cards",)},
        documents={WildPair.NO: (EN,), WildPair.YES: (DE,)},
        modes=AGAINST,
        errata={
            WildPair.NO: "Two wilds do not count as two cards of the same color.",
            WildPair.YES: "Two wilds count as two equal cards.",
        },
    )
    substitute_cards: SubstituteCards = ruling(
        SubstituteCards.ALL_THREE,
        question="Two equal cards of the hand stood for one card of a pair: how many cards are put away?",
        clauses=("competitive.pair.discard", "competitive.pair.sources", "competitive.equal_cards"),
        hole="translation",
        why="Cards that were used up for a pair are the cards of that pair.",
        reasons={
            SubstituteCards.ALL_THREE: "The English text puts the cards away, however many there are.",
            SubstituteCards.TWO: "The German text puts two cards away.",
        },
        speaks={
            SubstituteCards.ALL_THREE: ("competitive.equal_cards",),
            SubstituteCards.TWO: ("competitive.pair.discard",),
        },
        documents={SubstituteCards.ALL_THREE: (EN,), SubstituteCards.TWO: (DE,)},
        modes=AGAINST,
        errata={
            SubstituteCards.ALL_THREE: (
                "Where two equal cards stand for one, both of them and the card of the display are discarded."
            ),
            SubstituteCards.TWO: (
                "Where two equal cards stand for one, only one of them and the card of the display are discarded; the "
                "other returns to the hand."
            ),
        },
    )
    substitute_in_swap: SubstituteInSwap = ruling(
        SubstituteInSwap.PAIRS_ONLY,
        question="May two equal cards be exchanged for one card of the display?",
        clauses=("competitive.equal_cards", "competitive.swap", "competitive.swap.same_number"),
        hole="contradictory",
        why="An exchange is of the same number of cards; a stand-in matters only where a colour is asked for.",
        reasons={
            SubstituteInSwap.PAIRS_ONLY: "As many cards must come as go.",
            SubstituteInSwap.EVERYWHERE: "They can always be used as one card.",
        },
        speaks={
            SubstituteInSwap.PAIRS_ONLY: ("competitive.swap.same_number",),
            SubstituteInSwap.EVERYWHERE: ("competitive.equal_cards",),
        },
        modes=AGAINST,
        errata={
            SubstituteInSwap.PAIRS_ONLY: (
                "Two equal cards stand for one when a pair is formed, not in an exchange."
            ),
            SubstituteInSwap.EVERYWHERE: (
                "In an exchange with the display, too, two equal cards may be given for one."
            ),
        },
    )
    swap_same: SwapSame = ruling(
        SwapSame.ALLOWED,
        question="May a player meet the duty to act by exchanging a card for an equal one?",
        clauses=("competitive.swap", "competitive.take.must"),
        hole="silent",
        why="Nothing is asked of the cards but their number.",
        reasons={
            SwapSame.ALLOWED: "One card went and one came.",
            SwapSame.BARRED: "Hand and display are as before: no exchange is seen.",
        },
        speaks={
            SwapSame.ALLOWED: ("competitive.swap.same_number",),
            SwapSame.BARRED: ("competitive.take.must",),
        },
        modes=AGAINST,
        errata={
            SwapSame.ALLOWED: "A card may be exchanged for an equal one.",
            SwapSame.BARRED: "No card may be exchanged for an equal one.",
        },
    )
    wild_gone: WildGone = ruling(
        WildGone.ANY_COLOUR,
        question="May a pair with a wild be declared for a colour of which no pawn is left, to be rid of the cards?",
        clauses=("competitive.wild", "competitive.pair.no_pawn"),
        hole="silent",
        why="A wild is always any card, and ridding a hand of cards is named as what this rule is for.",
        reasons={
            WildGone.ANY_COLOUR: "Always any card means a card of a colour that is gone too.",
            WildGone.COLOUR_LEFT: "A pawn is collected if one is available, and with a wild one is.",
        },
        speaks={
            WildGone.ANY_COLOUR: ("competitive.pair.no_pawn",),
            WildGone.COLOUR_LEFT: ("competitive.pair.collect",),
        },
        modes=AGAINST,
        errata={
            WildGone.ANY_COLOUR: (
                "With a wild, a pair may be named for a color that has no pawn left, even if the wild "
                "could bring a pawn."
            ),
            WildGone.COLOUR_LEFT: (
                "With a wild, a pair must be named for a color that still has a pawn, as long as that is "
                "possible."
            ),
        },
    )
    display_short: DisplayShort = ruling(
        DisplayShort.PASSED_OVER,
        question="So many cards have left the game that the display stays empty: what becomes of the duty to act?",
        clauses=("competitive.take.must", "competitive.refill", "competitive.pair.no_pawn"),
        hole="impossible instruction",
        why="Nobody can be held to what cannot be done; the round has ends of its own.",
        reasons={
            DisplayShort.PASSED_OVER: "The phase has nothing that could be done.",
            DisplayShort.ROUND_OVER: "Without cards nothing can ever change.",
        },
        speaks={
            DisplayShort.PASSED_OVER: ("competitive.round.end",),
            DisplayShort.ROUND_OVER: ("competitive.take.must",),
        },
        modes=AGAINST,
        errata={
            DisplayShort.PASSED_OVER: (
                "If the display is empty and cannot be refilled, a player who cannot act skips this phase."
            ),
            DisplayShort.ROUND_OVER: (
                "If the display is empty and cannot be refilled, the round ends when a player cannot act."
            ),
        },
    )
    round_end_check: RoundEndCheck = ruling(
        RoundEndCheck.AFTER_ACTION,
        question="Only one box card still has pawns: when does the round end?",
        clauses=("competitive.round.end", "competitive.round.end.none_left", "competitive.turn.order"),
        hole="contradictory",
        why="If each pawn were looked at, no round could end with every pawn taken, as both languages foresee.",
        reasons={
            RoundEndCheck.AFTER_ACTION: "It is the reading that gives every word of the sentence a use.",
            RoundEndCheck.EACH_PAWN: "As soon as means at that pawn.",
            RoundEndCheck.EQUAL_TURNS: "A round is as a rule a turn for each player.",
            RoundEndCheck.ONE_TURN_EACH: "A round is described as one turn of each player.",
        },
        speaks={
            RoundEndCheck.AFTER_ACTION: ("competitive.round.end.none_left",),
            RoundEndCheck.EACH_PAWN: ("competitive.round.end",),
            RoundEndCheck.EQUAL_TURNS: ("competitive.turn.order",),
            RoundEndCheck.ONE_TURN_EACH: ("competitive.turn.order",),
        },
        documents={RoundEndCheck.EQUAL_TURNS: (EN,), RoundEndCheck.ONE_TURN_EACH: (EN,)},
        modes=AGAINST,
        errata={
            RoundEndCheck.AFTER_ACTION: (
                "Whether the round is over is checked after all pairs of a turn have been formed."
            ),
            RoundEndCheck.EACH_PAWN: (
                "Whether the round is over is checked after each pawn; once it is, no further pair is formed."
            ),
            RoundEndCheck.EQUAL_TURNS: (
                "Once only one box card holds pawns, the round is played on until the player before the first "
                "player has had a turn."
            ),
            RoundEndCheck.ONE_TURN_EACH: (
                "A round ends when each player has had one turn, however many pawns are left."
            ),
        },
    )
    stuck_round: StuckRound = ruling(
        StuckRound.GOES_ON,
        question="The cards for the last boxes have left the game: how does a round end in which no pawn can be taken?",
        clauses=("competitive.round.end", "competitive.pair.no_pawn"),
        hole="silent",
        why="The round has two ends, both said twice, and this is neither.",
        reasons={
            StuckRound.GOES_ON: "Turns follow each other until one of the two ends comes, here for ever.",
            StuckRound.ENDS: "A round is meant to be scored and the next one played.",
        },
        speaks={
            StuckRound.GOES_ON: ("competitive.round.end",),
            StuckRound.ENDS: ("competitive.round.next",),
        },
        found="encoding",
        modes=AGAINST,
        errata={
            StuckRound.GOES_ON: "A round in which no pawn can be collected any more is played on.",
            StuckRound.ENDS: (
                "A round also ends after a turn when no cards are left with which any pawn could be "
                "collected."
            ),
        },
    )
    round_reset: RoundReset = ruling(
        RoundReset.NOTHING,
        question="What is carried over into the next round beside the points?",
        clauses=("competitive.round.next", "competitive.pair.no_pawn"),
        hole="silent",
        why="Each round begins like the first, and a round without those cards could not be played to its end.",
        reasons={
            RoundReset.NOTHING: "A round is set up as the game is.",
            RoundReset.REMOVED_STAY: "They are said to leave the game, not the round.",
        },
        speaks={
            RoundReset.NOTHING: ("competitive.setup",),
            RoundReset.REMOVED_STAY: ("competitive.pair.no_pawn",),
        },
        documents={RoundReset.NOTHING: (DE,), RoundReset.REMOVED_STAY: (EN,)},
        modes=AGAINST,
        errata={
            RoundReset.NOTHING: (
                "For each round all pawns, box cards and pawn cards are used again, including those "
                "returned to the game box."
            ),
            RoundReset.REMOVED_STAY: (
                "Pawn cards that were returned to the game box stay there for all further rounds."
            ),
        },
    )
    team_exchange_phase: TeamExchangePhase = ruling(
        TeamExchangePhase.INSTEAD_OF_SWAP,
        question="The exchange with the partner is printed with the pairs: which action does it belong to?",
        clauses=("teams.exchange", "teams.exchange.not_both"),
        hole="layout",
        why="It is an alternative to exchanging with the display, which is the other action.",
        reasons={
            TeamExchangePhase.INSTEAD_OF_SWAP: "One exchanges with the display by that action alone: a wrong letter.",
            TeamExchangePhase.WITHIN_PAIRS: "The letter is printed in both languages.",
        },
        speaks={
            TeamExchangePhase.INSTEAD_OF_SWAP: ("competitive.swap",),
            TeamExchangePhase.WITHIN_PAIRS: ("teams.exchange",),
        },
        documents={TeamExchangePhase.INSTEAD_OF_SWAP: (DE,), TeamExchangePhase.WITHIN_PAIRS: (EN,)},
        modes=TEAMS,
        errata={
            TeamExchangePhase.INSTEAD_OF_SWAP: (
                "In phase 2, action b), cards may be exchanged with the partner instead of the display."
            ),
            TeamExchangePhase.WITHIN_PAIRS: (
                "In phase 2, action a), cards may first be exchanged with the partner; then pairs may be "
                "formed."
            ),
        },
    )
    team_exchange_count: TeamExchangeCount = ruling(
        TeamExchangeCount.ONE_TO_THREE,
        question="How many cards may partners exchange?",
        clauses=("teams.exchange", "competitive.swap"),
        hole="silent",
        why="The partner is put in the place of the display, and all else stays as it is there.",
        reasons={
            TeamExchangeCount.ONE_TO_THREE: "What is not changed is as in the competitive game.",
            TeamExchangeCount.ONE: "No clause speaks for it; the smallest exchange is the one that surely is allowed.",
            TeamExchangeCount.ANY_NUMBER: "Three is the size of the display, and a hand has no limit.",
        },
        speaks={
            TeamExchangeCount.ONE_TO_THREE: ("competitive.swap",),
            TeamExchangeCount.ANY_NUMBER: ("competitive.reveal.no_limit",),
        },
        modes=TEAMS,
        errata={
            TeamExchangeCount.ONE_TO_THREE: "Partners exchange one, two or three cards for the same number.",
            TeamExchangeCount.ONE: "Partners exchange one card for one.",
            TeamExchangeCount.ANY_NUMBER: "Partners exchange any number of cards for the same number.",
        },
    )
    team_exchange_choice: TeamExchangeChoice = ruling(
        TeamExchangeChoice.ACTIVE,
        question="Who chooses which cards the partner gives?",
        clauses=("teams.exchange", "teams.talk"),
        hole="silent",
        why="The active player exchanges, and may know every card of the partner.",
        reasons={
            TeamExchangeChoice.ACTIVE: "Partners may tell each other everything, so they choose as one.",
            TeamExchangeChoice.PARTNER: "Cards in hand are their holder's to give.",
        },
        speaks={
            TeamExchangeChoice.ACTIVE: ("teams.talk",),
            TeamExchangeChoice.PARTNER: ("teams.exchange",),
        },
        modes=TEAMS,
        errata={
            TeamExchangeChoice.ACTIVE: "The active player chooses the cards that both partners give.",
            TeamExchangeChoice.PARTNER: "Each partner chooses the cards that they give.",
        },
    )
