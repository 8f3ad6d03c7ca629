"""Queue 4, the base game: every question that its rules leave open, with all its readings.

The list was written from reading alone, before anything was encoded; what encoding reveals will be marked
``found="encoding"``.
"""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling

FOLD, SINGLE = "queue4.en/fold sheet", "queue4.en/single sheet"


class QueueTotal(Reading):
    """What the limit of four Queues counts."""

    AT_ONCE = "Four at the same time: a Queue that was thrown away leaves an empty one to begin again."
    OVER_GAME = (
        "Four in the whole game: a Queue that was thrown away is gone for good; one emptied otherwise, by a Queen, a "
        "price or a move, may be begun again."
    )
    ONCE_BEGUN = (
        "Four in the whole game: a Queue that has lost all its cards, however it was, is gone for good."
    )


class LookWhen(Reading):
    """When the rest of the deck may be looked through."""

    BEFORE_DRAW = "Only while no drawn card waits to be played."
    ANY_TIME = "Also with a drawn card lying hidden, which tells the player what that card is."


class Destination(Reading):
    """What is settled while the card is hidden."""

    POSITION = "The Queue and the place in it."
    QUEUE = "The Queue alone: the place in it is chosen once the card is seen."


class MatchWhere(Reading):
    """Where a card of equal rank is always allowed."""

    NEIGHBOURS = "Next to a card of its rank at the destination that was settled."
    ANYWHERE = "In any Queue that holds its rank, wherever it was aimed: it then lies next to its match."


class DiscardWhole(Reading):
    """When a fourth card is looked for as a Queue is thrown away."""

    WHOLE = "Once the whole Queue, with the card that did not fit, lies among the discards."
    ONE_BY_ONE = "At each card, in an order that the player chooses: what is left of the Queue then scores."


class StopWhen(Reading):
    """Until when the player may end the game."""

    UNSEEN = "While the drawn card is hidden."
    UNTIL_PLACED = "Also once it has been turned up, as long as it has neither joined a Queue nor cost one."


class StopRiskless(Reading):
    """May the player end the game while a Queue is empty, so that the card could be played without risk."""

    ALLOWED = "Yes: the player may end the game in any turn."
    BARRED = "No: the option is for a card whose play is a risk, and a new Queue is none."


class ThroughDeck(Reading):
    """When the deck has been gone through."""

    PLAYED = "When its last card has been played."
    DRAWN = "When its last card has been drawn, even if that card is then put back unseen."


class ReturnNewQueue(Reading):
    """For which plays the card may be shuffled back."""

    EVERY_PLAY = "For any card turned up to be played, be it for a new Queue or for one that stands."
    STANDING_QUEUE = "Only for a card played to a Queue that stands."


class ReturnTiming(Reading):
    """What has already happened when the card is shuffled back."""

    INSTEAD = "Nothing: the card is shuffled back instead of joining its Queue or costing it."
    AFTERWARDS = "All of it: a Queue that was lost stays lost, and only the card played goes back."


class ReturnNext(Reading):
    """What follows once the card has been shuffled back."""

    NEW_TURN = "A new turn with all its options."
    SAME_PLACE = "A new card is drawn and turned up for the same destination."


class LastOfRank(Reading):
    """Which discard ends the game."""

    FOURTH_DISCARDED = "The one with which all four cards of a rank lie among the discards."
    LAST_TO_COME = "One of a rank of which the deck holds no further card, wherever the other three lie."


class FourOfAKind(Reading):
    """What loses the second count of the longest Queue."""

    IN_ALL = "Four cards of a rank among the discards, however they came there."
    TOGETHER = "Four cards of a rank thrown away together, with one Queue."


class LongestTie(Reading):
    """Which Queue counts twice when several are longest."""

    ONE = "One of them."
    ALL = "Each of them."


class LostGame(Reading):
    """What it is to lose."""

    BELOW_ZERO = "To score below zero, whatever ended the game."
    FOURTH_TOO = "To score below zero, or to have discarded all four cards of a rank."


class StandardRulings(Rulings):
    """The rulings of the base game, in the order of its rules."""

    queue_total: QueueTotal = ruling(
        QueueTotal.AT_ONCE,
        question="After a Queue has been thrown away, or has lost all its cards, may another be begun in its place?",
        clauses=("queues.four", "option.new.free", "place.misfit"),
        hole="two-way",
        why="The bar on new Queues asks for an empty Queue, and a Queue without cards is one.",
        reasons={
            QueueTotal.AT_ONCE: "What bars a new Queue is that none is empty; throwing one away empties it.",
            QueueTotal.OVER_GAME: (
                "A total is named, and a total is taken over everything; but a Queue whose cards were sent back or "
                "moved was not lost."
            ),
            QueueTotal.ONCE_BEGUN: "A total counts what there has been, and asks of none of them how it ended.",
        },
        speaks={
            QueueTotal.AT_ONCE: ("option.new.free", "ball.filled"),
            QueueTotal.OVER_GAME: ("queues.four", "place.misfit", "ball.king"),
            QueueTotal.ONCE_BEGUN: ("queues.four", "ball.queen", "bouquets.pay", "bouquets.move"),
        },
    )
    look_when: LookWhen = ruling(
        LookWhen.BEFORE_DRAW,
        question="May the deck be looked through while a drawn card lies hidden, which gives that card away?",
        clauses=("look.may", "turn.draw.unseen"),
        hole="two-way",
        why="Every card is drawn to stay hidden; a look at all the others would make that idle.",
        reasons={
            LookWhen.BEFORE_DRAW: "The permission ends with the draw, and the card is to be a risk.",
            LookWhen.ANY_TIME: "Every moment comes before some later draw, and the card in hand is not in the deck.",
        },
        speaks={
            LookWhen.BEFORE_DRAW: ("turn.draw.unseen", "option.stop"),
            LookWhen.ANY_TIME: ("look.may",),
        },
    )
    destination: Destination = ruling(
        Destination.POSITION,
        question="Is the place within the Queue settled before the card is seen, or only the Queue?",
        clauses=("place.commit", "place.fits", "place.misfit"),
        hole="two-way",
        why="With the place left open every card would fit, and the rule on misfits could never apply.",
        reasons={
            Destination.POSITION: "The places are listed right after the duty to choose, and range belongs to a place.",
            Destination.QUEUE: "A destination may be the Queue; that the card goes somewhere in it says no more.",
        },
        speaks={
            Destination.POSITION: ("place.above", "place.below", "place.between", "place.misfit"),
            Destination.QUEUE: ("place.any_queue",),
        },
    )
    match_where: MatchWhere = ruling(
        MatchWhere.NEIGHBOURS,
        question="Is a card in order in a Queue that holds its rank, though it was aimed elsewhere in it?",
        clauses=("order.match", "place.fits"),
        hole="two-way",
        why="The example stays between two neighbours; it widens the order, not the range.",
        reasons={
            MatchWhere.NEIGHBOURS: "It is a note on what counts as in range, with an example of two neighbours.",
            MatchWhere.ANYWHERE: "The note allows matches without exception, and the Queue stays in order.",
        },
        speaks={
            MatchWhere.NEIGHBOURS: ("order.match.example", "place.commit"),
            MatchWhere.ANYWHERE: ("order.match",),
        },
    )
    discard_whole: DiscardWhole = ruling(
        DiscardWhole.WHOLE,
        question="Does the game end in the middle of throwing a Queue away, so that the rest of it scores?",
        clauses=("place.misfit", "place.misfit.card", "end.fourth"),
        hole="two-way",
        why="The whole Queue must go; nothing lets a player stop half-way.",
        reasons={
            DiscardWhole.WHOLE: "One duty covers the entire Queue and the card with it.",
            DiscardWhole.ONE_BY_ONE: "The fourth card ends the game, and cards are thrown away one after the other.",
        },
        speaks={DiscardWhole.WHOLE: ("place.misfit",), DiscardWhole.ONE_BY_ONE: ("end.fourth",)},
    )
    return_new_queue: ReturnNewQueue = ruling(
        ReturnNewQueue.EVERY_PLAY,
        question="May a card turned up for a new Queue be shuffled back?",
        clauses=("return.may", "option.new"),
        hole="layout",
        why="The sentence speaks of the card played; a card is played in either option.",
        reasons={
            ReturnNewQueue.EVERY_PLAY: "Its words name no Queue and no destination.",
            ReturnNewQueue.STANDING_QUEUE: "It is printed under the heading on Queues that stand already.",
        },
        speaks={
            ReturnNewQueue.EVERY_PLAY: ("return.may", "option.new"),
            ReturnNewQueue.STANDING_QUEUE: ("place.commit",),
        },
    )
    return_timing: ReturnTiming = ruling(
        ReturnTiming.INSTEAD,
        question="A card that does not fit is shuffled back: is its Queue saved?",
        clauses=("return.may", "return.no_effect", "place.misfit"),
        hole="two-way",
        why="A card that goes back brings nothing about, and the loss of a Queue would be something.",
        reasons={
            ReturnTiming.INSTEAD: "It happens on turning the card up and is without effect.",
            ReturnTiming.AFTERWARDS: "Losing the Queue is a duty that follows upon the card; only the card goes back.",
        },
        speaks={
            ReturnTiming.INSTEAD: ("return.no_effect",),
            ReturnTiming.AFTERWARDS: ("place.misfit",),
        },
    )
    return_next: ReturnNext = ruling(
        ReturnNext.NEW_TURN,
        question="A card has been shuffled back: is the next card bound to the same destination?",
        clauses=("return.may", "place.commit", "turn.repeat"),
        hole="silent",
        why="Turns are what is repeated; the card that had the destination is gone.",
        reasons={
            ReturnNext.NEW_TURN: "The destination was settled for that card, and nothing came of it.",
            ReturnNext.SAME_PLACE: "The turn was not used up, and its choice was already made.",
        },
        speaks={
            ReturnNext.NEW_TURN: ("turn.repeat", "return.no_effect"),
            ReturnNext.SAME_PLACE: ("place.commit",),
        },
    )
    last_of_rank: LastOfRank = ruling(
        LastOfRank.FOURTH_DISCARDED,
        question="Is the last card of a rank the fourth to be discarded, or the last to come from the deck?",
        clauses=("end.fourth", "end.fourth.example"),
        hole="contradictory",
        why="Even the printing with the other word says fourth in its aim and in its third ending.",
        reasons={
            LastOfRank.FOURTH_DISCARDED: "Aim and endings speak of the fourth card discarded of a rank.",
            LastOfRank.LAST_TO_COME: "The last of a rank is the one after which none comes; the example says last too.",
        },
        speaks={
            LastOfRank.FOURTH_DISCARDED: ("goal.before_fourth", "end.deck.without"),
            LastOfRank.LAST_TO_COME: ("end.fourth.example",),
        },
        documents={LastOfRank.FOURTH_DISCARDED: (FOLD,), LastOfRank.LAST_TO_COME: (SINGLE,)},
    )
    stop_when: StopWhen = ruling(
        StopWhen.UNSEEN,
        question="May a player who has seen the card still end the game instead of playing it?",
        clauses=("option.stop", "end.choice"),
        hole="contradictory",
        why="The option says how the choice is made; the list of endings only counts it.",
        reasons={
            StopWhen.UNSEEN: "The card goes back without being shown.",
            StopWhen.UNTIL_PLACED: "The ending asks only that no card is played; one that is shown may not yet be.",
        },
        speaks={StopWhen.UNSEEN: ("option.stop.hidden",), StopWhen.UNTIL_PLACED: ("end.choice",)},
    )
    stop_riskless: StopRiskless = ruling(
        StopRiskless.ALLOWED,
        question="May the player end the game although a new Queue could be begun without any risk?",
        clauses=("option.stop", "end.choice", "option.new"),
        hole="two-way",
        why="The risk tells why a player would stop; the ending is put down as the player's choice.",
        reasons={
            StopRiskless.ALLOWED: "Whether a play is worth its risk is for the player to judge, even one of none.",
            StopRiskless.BARRED: "The option begins with a condition, and without a risk it is not met.",
        },
        speaks={StopRiskless.ALLOWED: ("end.choice",), StopRiskless.BARRED: ("option.stop",)},
    )
    through_deck: ThroughDeck = ruling(
        ThroughDeck.PLAYED,
        question="The last card is drawn and put back unseen: has the player gone through the deck?",
        clauses=("end.deck", "option.stop.returned", "score.longest"),
        hole="two-way",
        why="The card put back lies in the deck again, and stopping is an ending of its own.",
        reasons={
            ThroughDeck.PLAYED: "A deck that holds a card, which even costs a point, is not finished.",
            ThroughDeck.DRAWN: "No card is left to draw; whether it was played is not asked.",
        },
        speaks={
            ThroughDeck.PLAYED: ("option.stop.returned", "score.deck"),
            ThroughDeck.DRAWN: ("turn.draw",),
        },
    )
    four_of_a_kind: FourOfAKind = ruling(
        FourOfAKind.IN_ALL,
        question="The last card completes four discards of a rank over several Queues: is the second count lost?",
        clauses=("score.longest.without", "end.deck.without"),
        hole="two-way",
        why="The third ending, which is what the second count rewards, asks for the same in both printings.",
        reasons={
            FourOfAKind.IN_ALL: "Kind means rank, and the discards are counted over the game.",
            FourOfAKind.TOGETHER: "Four of a kind is a set of four held together.",
        },
        speaks={
            FourOfAKind.IN_ALL: ("end.deck.without", "discards.sorted"),
            FourOfAKind.TOGETHER: ("score.longest.without",),
        },
        documents={FourOfAKind.IN_ALL: (SINGLE,), FourOfAKind.TOGETHER: (FOLD,)},
    )
    longest_tie: LongestTie = ruling(
        LongestTie.ONE,
        question="Several Queues are longest: how many of them count twice?",
        clauses=("score.longest",),
        hole="silent",
        why="One Queue is spoken of, and equal lengths make the choice idle.",
        reasons={
            LongestTie.ONE: "The sentence is in the singular.",
            LongestTie.ALL: "The sentence is true of each Queue than which none is longer.",
        },
        speaks={LongestTie.ONE: ("score.longest",)},
    )
    lost_game: LostGame = ruling(
        LostGame.BELOW_ZERO,
        question="Is a game lost whose player discards the fourth card of a rank?",
        clauses=("band.loss", "goal.before_fourth", "end.fourth"),
        hole="silent",
        why="The only loss that is named is a score below zero.",
        reasons={
            LostGame.BELOW_ZERO: "Every ending is scored alike, and the ratings go by the score.",
            LostGame.FOURTH_TOO: "The aim is to be done before that card, and its ending is listed apart.",
        },
        speaks={LostGame.BELOW_ZERO: ("band.loss",), LostGame.FOURTH_TOO: ("goal.before_fourth",)},
    )
