"""Queue 4, The Royal Ball: every question that the variant leaves open, with all its readings.

Its rulings arise in a campaign too, when its games are of this variant.
"""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling
from spec.queue4.standard import FOLD, SINGLE

BALL = ("royal-ball", "ball-and-bouquets", "campaign-royal-ball", "campaign-both")
BOTH = ("ball-and-bouquets", "campaign-both")


class CombineVariants(Reading):
    """Whether a single game may be played with both variants."""

    TOGETHER = "Yes: each variant changes the base game in a place of its own."
    ONE_AT_A_TIME = "No: a game takes one variant."


class SetupPairs(Reading):
    """Which two cards make an opening Queue."""

    AS_DEALT = "No: they are two as they come from the deck, Queue by Queue."
    CHOSEN = "Yes: the eight that come from the deck are paired as the player likes."


class SetupDiscards(Reading):
    """Whether the face cards laid aside in the set-up are discards that can end the game."""

    NOT_COUNTED = "No: they go back into the deck before play begins."
    COUNTED = "Yes, while they lie aside: four of one rank end the game in its set-up."


class SetupEqual(Reading):
    """How two opening cards of equal rank lie."""

    CHOSEN = "Whichever the player likes."
    AS_DEALT = "The one that was dealt first."


class EffectDuty(Reading):
    """Whether an effect must be carried out."""

    MUST = "No: the effect of each face card must be carried out."
    JACK_MAY = "Yes; a Queen's and a King's effect must be carried out."


class EffectImpossible(Reading):
    """What an effect does that has nothing to act on."""

    SKIPPED = (
        "The effect is left out, wholly, and play goes on: a Jack turns no card up that no Queue can take."
    )
    ENDS_GAME = "The game is over: what must be done cannot be done."


class OwnQueue(Reading):
    """Whether an effect may act on the Queue that its face card has just joined."""

    ALLOWED = "Yes, even if that face card is alone in it."
    OTHERS_ONLY = "No: another Queue has to be taken."


class KingPrey(Reading):
    """Which Queues a King can have thrown away."""

    ANY = "No: any Queue that holds a card will do."
    COMMONER = "Yes: it holds a card other than a face card."


class JackChoice(Reading):
    """When the destination of a Jack's card is chosen."""

    SEEING = "After: once the card has been turned up."
    UNSEEN = "Before, as for any card that is played: out of range, it costs the Queue."


class JackMisplace(Reading):
    """Whether a Jack's card may be put where it breaks the order, so as to lose that Queue."""

    IN_ORDER = "No: it goes to a place where it is in order."
    LOSES_QUEUE = "Yes: Queue and card are then thrown away."


class JackNewQueue(Reading):
    """Whether a Jack's card may begin a Queue."""

    ALLOWED = "Yes, if a Queue is empty and may be begun."
    STANDING_ONLY = "No, as long as a Queue holds a card; only if none does, it begins one."
    NEVER = "No, even if no Queue holds a card: then the Jack has nothing to act on."


class JackChain(Reading):
    """Whether a face card that a Jack brings has its effect."""

    NO_EFFECT = "No: it is placed, not played."
    EFFECT = "Yes: to be put into a Queue is to be played."


class JackReturn(Reading):
    """Whether the card that a Jack turns up may be shuffled back by the base rule."""

    NO = "No: it is not the card in play."
    YES = "Yes, on the terms of that rule."


class ReturnFace(Reading):
    """Whether a face card that is shuffled back has its effect."""

    NO_EFFECT = "No: it has none."
    EFFECT = "Yes: it was played, and only the Queue is spared."


class QueenRefills(Reading):
    """What follows when the last card is a Queen, who fills the deck again."""

    ENDS_DOUBLED = "Yes; the longest Queue counts twice, and the cards put back take points away."
    ENDS_PLAIN = "Yes; no Queue counts twice, since cards lie in the deck again."
    GOES_ON = "No: play goes on with the deck as it now is."


class EffectAfterFourth(Reading):
    """Whether a face card has its effect if it costs a Queue and that ends the game by a fourth discard."""

    COMES = "Yes: an effect that follows upon a discard follows upon this one too, ahead of the scoring."
    LOST = "No: the game is over with the discard, before the effect begins."


class EffectFourthAtEnd(Reading):
    """Whether the longest Queue still counts twice when the last card's effect completes four discards of a rank."""

    LOST = "Yes: the effect comes ahead of the scoring."
    KEPT = "No: the deck had been gone through when the effect began."


class MovedFace(Reading):
    """Whether a face card that is moved between Queues has its effect."""

    NO_EFFECT = "No: it is moved, not played."
    EFFECT = "Yes, each time that it reaches a Queue."


class CombinedScore(Reading):
    """How a game with both variants is scored."""

    BOUQUET = "The Bouquet alone."
    NORMAL = "All Queues, as in the base game."


class RoyalBallRulings(Rulings):
    """The rulings of The Royal Ball, and of joining it with Bouquets."""

    combine_variants: CombineVariants = ruling(
        CombineVariants.TOGETHER,
        question="May The Royal Ball and Bouquets be played in the same game?",
        clauses=("variants.one", "campaign.variants", "ball.normal", "bouquets.add"),
        hole="silent",
        why="Each is written as a change to the base game, and an invitation to choose forbids nothing.",
        reasons={
            CombineVariants.TOGETHER: "One alters set-up and face cards, the other adds a rule and another score.",
            CombineVariants.ONE_AT_A_TIME: "The reader is told to choose one of them.",
        },
        speaks={
            CombineVariants.TOGETHER: ("ball.normal", "bouquets.add", "campaign.variants"),
            CombineVariants.ONE_AT_A_TIME: ("variants.one",),
        },
        errata={
            CombineVariants.TOGETHER: "The Royal Ball and Bouquets may be played together.",
            CombineVariants.ONE_AT_A_TIME: (
                "Play with one variant at a time; The Royal Ball and Bouquets are not combined."
            ),
        },
        documents={CombineVariants.TOGETHER: (FOLD,), CombineVariants.ONE_AT_A_TIME: (SINGLE,)},
        modes=BOTH,
    )
    setup_pairs: SetupPairs = ruling(
        SetupPairs.AS_DEALT,
        question="Does the player choose which two cards make an opening Queue?",
        clauses=("ball.setup.queues", "ball.setup.order"),
        hole="silent",
        why="All that is done to the cards of a Queue is to put them in order.",
        reasons={
            SetupPairs.AS_DEALT: "Replacing face cards is done Queue by Queue, and no choice is mentioned.",
            SetupPairs.CHOSEN: "The player is told to create the Queues, not to deal them.",
        },
        speaks={
            SetupPairs.AS_DEALT: ("ball.setup.replace", "ball.setup.order"),
            SetupPairs.CHOSEN: ("ball.setup.queues",),
        },
        errata={
            SetupPairs.AS_DEALT: (
                "Deal the two cards of each starting Queue from the deck, one Queue after the other."
            ),
            SetupPairs.CHOSEN: (
                "Draw eight cards that are not face cards and pair them into four starting Queues as you like."
            ),
        },
        modes=BALL,
    )
    setup_discards: SetupDiscards = ruling(
        SetupDiscards.NOT_COUNTED,
        question="Do face cards laid aside in the set-up count towards four discards of a rank?",
        clauses=("ball.setup.aside", "ball.setup.shuffle", "end.fourth"),
        hole="two-way",
        why="They return to the deck before the game begins, and a game that has not begun cannot end.",
        reasons={
            SetupDiscards.NOT_COUNTED: "Play begins when they are back in the deck.",
            SetupDiscards.COUNTED: "The text uses its word for discarding.",
        },
        speaks={
            SetupDiscards.NOT_COUNTED: ("ball.setup.shuffle",),
            SetupDiscards.COUNTED: ("ball.setup.aside", "end.fourth"),
        },
        errata={
            SetupDiscards.NOT_COUNTED: "Face cards laid aside during setup do not count as discarded.",
            SetupDiscards.COUNTED: (
                "Face cards laid aside during setup count as discarded until they are shuffled back; four of one "
                "rank end the game."
            ),
        },
        modes=BALL,
    )
    setup_equal: SetupEqual = ruling(
        SetupEqual.CHOSEN,
        question="Two opening cards have the same rank: which lies at the bottom?",
        clauses=("ball.setup.order", "bouquets.group"),
        hole="silent",
        why="The player arranges them, and either way is in order. It matters with Bouquets alone.",
        reasons={
            SetupEqual.CHOSEN: "Arranging is the player's act, and a match is in order on either side.",
            SetupEqual.AS_DEALT: "Nothing has to be arranged in a pair that is in order.",
        },
        speaks={
            SetupEqual.CHOSEN: ("ball.setup.order", "order.match"),
            SetupEqual.AS_DEALT: ("ball.setup.queues",),
        },
        errata={
            SetupEqual.CHOSEN: (
                "If the two cards of a starting Queue have equal rank, the player chooses which lies at the "
                "bottom."
            ),
            SetupEqual.AS_DEALT: (
                "If the two cards of a starting Queue have equal rank, the one dealt first lies at the bottom."
            ),
        },
        modes=BOTH,
    )
    effect_duty: EffectDuty = ruling(
        EffectDuty.MUST,
        question="May the player decline what a Jack brings?",
        clauses=("ball.effect", "ball.jack.reveal"),
        hole="two-way",
        why="The player is told to apply the effect; the words that speak of an offer describe a temper.",
        reasons={
            EffectDuty.MUST: "All three effects are orders, and none says that it may be left out.",
            EffectDuty.JACK_MAY: (
                "Help that is offered can be declined. No clause speaks for it: the words stand in the one "
                "printing that describes Jacks."
            ),
        },
        speaks={EffectDuty.MUST: ("ball.effect",)},
        errata={
            EffectDuty.MUST: "The effect of a face card must be applied, a Jack's too.",
            EffectDuty.JACK_MAY: (
                "The effect of a Queen or King must be applied; that of a Jack may be declined."
            ),
        },
        documents={EffectDuty.MUST: (SINGLE,), EffectDuty.JACK_MAY: (FOLD,)},
        modes=BALL,
    )
    effect_impossible: EffectImpossible = ruling(
        EffectImpossible.SKIPPED,
        question=(
            "A Jack finds the deck empty or no Queue that could take a card, or a Queen or King finds no Queue with a "
            "card: what happens?"
        ),
        clauses=("ball.effect", "ball.filled", "ball.jack.reveal", "ball.jack.place", "queues.four"),
        hole="impossible instruction",
        why="There are three endings, and this is none of them.",
        reasons={
            EffectImpossible.SKIPPED: "An order that has no object asks for nothing.",
            EffectImpossible.ENDS_GAME: "The effect is a duty; without it no lawful play can follow.",
        },
        speaks={
            EffectImpossible.SKIPPED: ("end.three", "ball.end"),
            EffectImpossible.ENDS_GAME: ("ball.effect",),
        },
        errata={
            EffectImpossible.SKIPPED: (
                "An effect that cannot be applied is skipped, and play goes on. A Jack reveals no card if no "
                "Queue can take one."
            ),
            EffectImpossible.ENDS_GAME: "If an effect cannot be applied, the game is over.",
        },
        modes=BALL,
    )
    own_queue: OwnQueue = ruling(
        OwnQueue.ALLOWED,
        question="A Queen or a King has just joined a Queue: may the effect act on that very Queue?",
        clauses=("ball.queen", "ball.king", "ball.filled"),
        hole="two-way",
        why="Any Queue is any; the only condition is that it holds a card.",
        reasons={
            OwnQueue.ALLOWED: "One condition is printed, and the card's own Queue meets it.",
            OwnQueue.OTHERS_ONLY: "A card acts on something else: it would otherwise take itself away with the Queue.",
        },
        speaks={OwnQueue.ALLOWED: ("ball.filled",), OwnQueue.OTHERS_ONLY: ("ball.effect",)},
        errata={
            OwnQueue.ALLOWED: "A Queen or King may choose the Queue that she or he has just joined.",
            OwnQueue.OTHERS_ONLY: (
                "A Queen or King must choose a Queue other than the one that she or he has just joined."
            ),
        },
        modes=BALL,
    )
    king_prey: KingPrey = ruling(
        KingPrey.ANY,
        question="Must the Queue that a King has thrown away hold a commoner?",
        clauses=("ball.king", "ball.filled"),
        hole="two-way",
        why="The condition on the Queue is printed as a note, and it asks for a card of whatever rank.",
        reasons={
            KingPrey.ANY: "The note asks for one card, no more.",
            KingPrey.COMMONER: (
                "The one printing that describes Kings says whom they want dead; no clause speaks for it, since "
                "no rule is made of those words."
            ),
        },
        speaks={KingPrey.ANY: ("ball.king", "ball.filled")},
        errata={
            KingPrey.ANY: "A King may choose any Queue that holds a card, even one of face cards alone.",
            KingPrey.COMMONER: "A King must choose a Queue that holds a card other than a face card.",
        },
        documents={KingPrey.ANY: (SINGLE,), KingPrey.COMMONER: (FOLD,)},
        modes=BALL,
    )
    jack_choice: JackChoice = ruling(
        JackChoice.SEEING,
        question="Is the destination of a Jack's card chosen before it is turned up, or after?",
        clauses=("ball.jack.reveal", "ball.jack.place", "place.commit"),
        hole="contradictory",
        why="Turning up is printed first and placing second; otherwise a Jack would be no help.",
        reasons={
            JackChoice.SEEING: "The effect has its own order of acts.",
            JackChoice.UNSEEN: "All cards are aimed unseen, and apart from the effect the base game holds.",
        },
        speaks={
            JackChoice.SEEING: ("ball.jack.reveal", "ball.jack.place"),
            JackChoice.UNSEEN: ("place.commit", "ball.normal"),
        },
        errata={
            JackChoice.SEEING: "Reveal the Jack's card first, and choose its Queue and place then.",
            JackChoice.UNSEEN: (
                "Choose a Queue and place before revealing the Jack's card; if it does not fit there, that Queue "
                "is discarded."
            ),
        },
        modes=BALL,
    )
    jack_misplace: JackMisplace = ruling(
        JackMisplace.IN_ORDER,
        question="May a Jack's card be put out of order on purpose, to be rid of a Queue?",
        clauses=("ball.jack.place", "queues.ordered.always", "place.misfit"),
        hole="silent",
        why="Queues are in order at all times, and a card that is seen always has a place where it fits.",
        reasons={
            JackMisplace.IN_ORDER: "The loss of a Queue follows upon an unseen card; this one is seen.",
            JackMisplace.LOSES_QUEUE: "Any Queue may be chosen, and what happens out of range is laid down.",
        },
        speaks={
            JackMisplace.IN_ORDER: ("queues.ordered.always",),
            JackMisplace.LOSES_QUEUE: ("place.misfit", "ball.normal"),
        },
        errata={
            JackMisplace.IN_ORDER: "The Jack's card must be placed where it keeps the Queue in order.",
            JackMisplace.LOSES_QUEUE: (
                "The Jack's card may be placed out of order; then it is discarded with that Queue."
            ),
        },
        modes=BALL,
    )
    jack_new_queue: JackNewQueue = ruling(
        JackNewQueue.ALLOWED,
        question="May a Jack's card be put into an empty Queue?",
        clauses=("ball.jack.place", "ball.filled", "queues.four"),
        hole="two-way",
        why="The note that asks for a card in the Queue marks Queen and King, not the Jack.",
        reasons={
            JackNewQueue.ALLOWED: "The note is left out here, so an empty Queue is among any.",
            JackNewQueue.STANDING_ONLY: (
                "What is put into a Queue finds one there, but the card turned up has to go somewhere."
            ),
            JackNewQueue.NEVER: "What is put into a Queue finds one there; new Queues are an option of a turn.",
        },
        speaks={
            JackNewQueue.ALLOWED: ("ball.filled", "option.new.free"),
            JackNewQueue.STANDING_ONLY: ("option.new", "ball.jack.place"),
            JackNewQueue.NEVER: ("option.new", "ball.filled"),
        },
        errata={
            JackNewQueue.ALLOWED: "The Jack's card may begin a Queue if one is empty.",
            JackNewQueue.STANDING_ONLY: (
                "The Jack's card joins a Queue that holds a card; it begins one only if no Queue holds any."
            ),
            JackNewQueue.NEVER: (
                "The Jack's card joins a Queue that holds a card. If no Queue holds any, the Jack has no effect."
            ),
        },
        modes=BALL,
    )
    jack_chain: JackChain = ruling(
        JackChain.NO_EFFECT,
        question="A Jack brings another face card: does that one have its effect?",
        clauses=("ball.effect", "ball.jack.place"),
        hole="two-way",
        why="Effects belong to face cards that are played; a Jack's card is placed.",
        reasons={
            JackChain.NO_EFFECT: "Two words are used, and playing is drawing with a choice.",
            JackChain.EFFECT: "The base rules call every way of adding a card to a Queue playing.",
        },
        speaks={JackChain.NO_EFFECT: ("ball.jack.place",), JackChain.EFFECT: ("place.any_queue",)},
        errata={
            JackChain.NO_EFFECT: "A face card placed by a Jack has no effect.",
            JackChain.EFFECT: "A face card placed by a Jack has its effect too.",
        },
        modes=BALL,
    )
    jack_return: JackReturn = ruling(
        JackReturn.NO,
        question="May the card that a Jack turns up be shuffled back as a played card may?",
        clauses=("return.may", "ball.jack.reveal", "campaign.return"),
        hole="two-way",
        why="The rule is about the card in play, and that is the Jack.",
        reasons={
            JackReturn.NO: "The card is not played, and the Jack's effect says where it goes.",
            JackReturn.YES: "It has been turned up to be added to a Queue, as every played card is.",
        },
        speaks={JackReturn.NO: ("ball.jack.place",), JackReturn.YES: ("return.may", "ball.normal")},
        errata={
            JackReturn.NO: "The card revealed by a Jack may not be shuffled back; it has to be placed.",
            JackReturn.YES: "The card revealed by a Jack may be shuffled back like a played card.",
        },
        modes=BALL,
    )
    return_face: ReturnFace = ruling(
        ReturnFace.NO_EFFECT,
        question="A face card is shuffled back as the base rule allows: does its effect come all the same?",
        clauses=("return.no_effect", "ball.effect"),
        hole="two-way",
        why="Without effect is said of the card, and the variant calls what a face card does its effect.",
        reasons={
            ReturnFace.NO_EFFECT: "The same word is used for both.",
            ReturnFace.EFFECT: "The base rule could only mean range and order; face cards had no effects there.",
        },
        speaks={
            ReturnFace.NO_EFFECT: ("return.no_effect", "campaign.return.no_effect"),
            ReturnFace.EFFECT: ("ball.effect",),
        },
        errata={
            ReturnFace.NO_EFFECT: "A face card that is shuffled back does not have its effect.",
            ReturnFace.EFFECT: "A face card that is shuffled back still has its effect.",
        },
        modes=BALL,
    )
    queen_refills: QueenRefills = ruling(
        QueenRefills.ENDS_DOUBLED,
        question="The last card is a Queen, whose effect puts cards back into the deck: is the game over?",
        clauses=("ball.effect.before_score", "end.deck", "score.longest", "ball.queen"),
        hole="contradictory",
        why="A face card that ends the game by being drawn has its effect between the end and the scoring.",
        reasons={
            QueenRefills.ENDS_DOUBLED: "The deck was gone through; effects come before scoring, not before the end.",
            QueenRefills.ENDS_PLAIN: "When scored, the deck is not gone through: it holds cards that cost points.",
            QueenRefills.GOES_ON: "A Queue is put back in order to be drawn again; the deck is not gone through.",
        },
        speaks={
            QueenRefills.ENDS_DOUBLED: ("ball.effect.before_score", "end.deck"),
            QueenRefills.ENDS_PLAIN: ("score.deck",),
            QueenRefills.GOES_ON: ("ball.queen", "turn.repeat"),
        },
        errata={
            QueenRefills.ENDS_DOUBLED: (
                "If the last card is a Queen, the game ends after her effect. The longest Queue counts twice, "
                "and cards back in the deck are subtracted."
            ),
            QueenRefills.ENDS_PLAIN: (
                "If the last card is a Queen, the game ends after her effect. No Queue counts twice, because the "
                "deck holds cards again."
            ),
            QueenRefills.GOES_ON: (
                "If the last card is a Queen, play goes on with the cards that she has put back."
            ),
        },
        modes=BALL,
    )
    effect_after_fourth: EffectAfterFourth = ruling(
        EffectAfterFourth.COMES,
        question="A face card costs a Queue, and with it the fourth card of a rank is discarded: does its effect come?",
        clauses=("ball.effect.before_score", "ball.effect.after_discard", "end.fourth", "ball.end"),
        hole="two-way",
        why="Turned up, that card has ended the game, and for such a card the effect is put ahead of the scoring.",
        reasons={
            EffectAfterFourth.COMES: "Without the card drawn there would have been no discard and no end.",
            EffectAfterFourth.LOST: (
                "It is a discard that ended the game; the exception is made where drawing does, and then the deck is "
                "through."
            ),
        },
        speaks={
            EffectAfterFourth.COMES: ("ball.effect.before_score", "ball.effect.after_discard"),
            EffectAfterFourth.LOST: ("end.fourth", "ball.end"),
        },
        errata={
            EffectAfterFourth.COMES: (
                "A face card has its effect even if the Queue that it cost has ended the game; the score is counted "
                "afterwards."
            ),
            EffectAfterFourth.LOST: "A face card has no effect if the Queue that it cost has ended the game.",
        },
        modes=BALL,
    )
    effect_fourth_at_end: EffectFourthAtEnd = ruling(
        EffectFourthAtEnd.LOST,
        question="The last card is a King, who has a fourth card of a rank thrown away: is the second count lost?",
        clauses=("ball.effect.before_score", "score.longest.without", "end.deck.without"),
        hole="two-way",
        why="The count is taken when scoring, and then four of a rank lie discarded.",
        reasons={
            EffectFourthAtEnd.LOST: "What the King has thrown away is discarded before anything is counted.",
            EffectFourthAtEnd.KEPT: "With the last card played, the deck was gone through without four discards.",
        },
        speaks={
            EffectFourthAtEnd.LOST: ("ball.effect.before_score", "score.longest.without"),
            EffectFourthAtEnd.KEPT: ("end.deck",),
        },
        errata={
            EffectFourthAtEnd.LOST: (
                "If the effect of the last card completes four discards of a rank, the longest Queue is not "
                "counted twice."
            ),
            EffectFourthAtEnd.KEPT: (
                "If the effect of the last card completes four discards of a rank, the longest Queue is counted "
                "twice all the same."
            ),
        },
        modes=BALL,
    )
    moved_face: MovedFace = ruling(
        MovedFace.NO_EFFECT,
        question="Both variants are played: does a face card that is moved have its effect?",
        clauses=("ball.effect", "bouquets.move"),
        hole="silent",
        why="Effects come with playing, and moving is another act with a price of its own.",
        reasons={
            MovedFace.NO_EFFECT: "A card that lies in a Queue has been played already.",
            MovedFace.EFFECT: "It arrives in a Queue as a played card does, under the same order.",
        },
        speaks={MovedFace.NO_EFFECT: ("ball.effect",), MovedFace.EFFECT: ("queues.ordered.moves",)},
        errata={
            MovedFace.NO_EFFECT: "A face card that is moved to another Queue has no effect.",
            MovedFace.EFFECT: "A face card that is moved to another Queue has its effect again.",
        },
        modes=BOTH,
    )
    combined_score: CombinedScore = ruling(
        CombinedScore.BOUQUET,
        question="Both variants are played: do all Queues score, or the Bouquet alone?",
        clauses=("ball.score", "bouquets.score.cards"),
        hole="contradictory",
        why="The Royal Ball leaves the scoring as it finds it, and Bouquets has changed it.",
        reasons={
            CombinedScore.BOUQUET: "What is normal in such a game is what Bouquets makes of it.",
            CombinedScore.NORMAL: "The Royal Ball says in so many words that the scoring is the usual one.",
        },
        speaks={CombinedScore.BOUQUET: ("bouquets.choose",), CombinedScore.NORMAL: ("ball.score",)},
        errata={
            CombinedScore.BOUQUET: (
                "A game with both variants is scored as in Bouquets, by the Bouquet alone."
            ),
            CombinedScore.NORMAL: "A game with both variants is scored as the base game, by all Queues.",
        },
        modes=BOTH,
    )
