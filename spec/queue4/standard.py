"""Queue 4, the base game: every question that its rules leave open, with all its readings.

The list was written from reading alone, before anything was encoded; what encoding revealed is marked
``found="encoding"``.
"""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling

FOLD, SINGLE = "queue4.en/fold sheet", "queue4.en/single sheet"


class QueueTotal(Reading):
    """What the limit of four Queues counts."""

    AT_ONCE = "Yes: four is the number at the same time, and a Queue without cards may be begun again."
    OVER_GAME = (
        "No, if it was thrown away, for four is the number in the whole game; one emptied otherwise, by a Queen, "
        "a price or a move, may be begun again."
    )
    ONCE_BEGUN = "No, however it lost its cards: four is the number in the whole game."


class LookWhen(Reading):
    """When the rest of the deck may be looked through."""

    BEFORE_DRAW = "No: only while no drawn card waits to be played."
    ANY_TIME = "Yes, though it tells the player what that card is."


class Destination(Reading):
    """What is settled while the card is hidden."""

    POSITION = "The place: the Queue, and where in it the card goes."
    QUEUE = "Only the Queue: the place in it is chosen once the card is seen."


class MatchWhere(Reading):
    """Where a card of equal rank is always allowed."""

    NEIGHBOURS = "No: only next to a card of its rank at the destination that was settled."
    ANYWHERE = "Yes: it then lies next to its match."


class DiscardWhole(Reading):
    """When a fourth card is looked for as a Queue is thrown away."""

    WHOLE = (
        "No: a fourth card is looked for once the whole Queue, with the card that did not fit, lies among the "
        "discards."
    )
    ONE_BY_ONE = (
        "Yes: it is looked for at each card, in an order that the player chooses, and what is left of the Queue "
        "scores."
    )


class StopWhen(Reading):
    """Until when the player may end the game."""

    UNSEEN = "No: only while the drawn card is hidden."
    UNTIL_PLACED = "Yes, as long as it has neither joined a Queue nor cost one."


class StopRiskless(Reading):
    """Whether the player may end the game while a Queue is empty, so that the card could be played without risk."""

    ALLOWED = "Yes: the player may end the game in any turn."
    BARRED = "No: the option is for a card whose play is a risk, and a new Queue is none."


class ThroughDeck(Reading):
    """When the deck has been gone through."""

    PLAYED = "No: the deck is gone through when its last card has been played."
    DRAWN = "Yes: the deck is gone through when its last card has been drawn, even if that card is put back."


class ReturnNewQueue(Reading):
    """For which plays the card may be shuffled back."""

    EVERY_PLAY = "Yes, like one for a Queue that stands."
    STANDING_QUEUE = "No: only one played to a Queue that stands."


class ReturnTiming(Reading):
    """What has already happened when the card is shuffled back."""

    INSTEAD = "Yes: the card is shuffled back instead of joining its Queue or costing it."
    AFTERWARDS = (
        "No: a Queue that was lost stays lost, and only the card played goes back; it stays where the loss has "
        "ended the game."
    )


class ReturnNext(Reading):
    """What follows once the card has been shuffled back."""

    NEW_TURN = "No: a new turn begins with all its options."
    SAME_PLACE = "Yes: a new card is drawn and turned up for it."


class LastOfRank(Reading):
    """Which discard ends the game."""

    FOURTH_DISCARDED = "The fourth: the one with which all four cards of a rank lie among the discards."
    LAST_TO_COME = (
        "The last to come: one of whose rank the deck holds no further card, wherever the other three lie."
    )


class FourOfAKind(Reading):
    """What loses the second count of the longest Queue."""

    IN_ALL = "Yes: four discards of a rank lose it, however they came there."
    TOGETHER = "No: only four of a rank that are thrown away together, with one Queue, lose it."


class LongestTie(Reading):
    """Which Queue counts twice when several are longest."""

    ONE = "One of them."
    ALL = "Each of them."


class LostGame(Reading):
    """What it means to lose."""

    BELOW_ZERO = "No: what is lost is a game that scores below zero, whatever ended it."
    FOURTH_TOO = (
        "Yes, whether that ended it or all four lie discarded when it is scored; so is one below zero."
    )


class StandardRulings(Rulings):
    """The rulings of the base game, in the order of its rules."""

    queue_total: QueueTotal = ruling(
        QueueTotal.AT_ONCE,
        question="A Queue has been thrown away or has lost all its cards: may another be begun in its place?",
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
        errata={
            QueueTotal.AT_ONCE: (
                "No more than four Queues may hold cards at the same time. A Queue that was discarded leaves an "
                "empty one, which may be begun again."
            ),
            QueueTotal.OVER_GAME: (
                "A Queue that was discarded cannot be begun again. One whose cards were shuffled back, paid or "
                "moved can."
            ),
            QueueTotal.ONCE_BEGUN: (
                "A Queue that has lost all its cards, in whatever way, cannot be begun again."
            ),
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
        errata={
            LookWhen.BEFORE_DRAW: (
                "The remaining deck may be looked through only while no drawn card is waiting to be played."
            ),
            LookWhen.ANY_TIME: (
                "The remaining deck may be looked through at any time, even with a drawn card lying face down."
            ),
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
        errata={
            Destination.POSITION: (
                "Before revealing the card, the player names the Queue and the exact place in it."
            ),
            Destination.QUEUE: (
                "Before revealing the card, the player names only the Queue; its place in it is chosen "
                "afterwards."
            ),
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
        errata={
            MatchWhere.NEIGHBOURS: (
                "A card of equal rank fits only if a neighbor at the chosen place has that rank."
            ),
            MatchWhere.ANYWHERE: (
                "A card whose rank is found anywhere in the chosen Queue fits, and is put next to that rank."
            ),
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
        errata={
            DiscardWhole.WHOLE: (
                "Discard the whole Queue before you check whether four cards of a rank have been discarded."
            ),
            DiscardWhole.ONE_BY_ONE: (
                "Discard the cards of the Queue one by one, in any order. If one of them is the fourth of its "
                "rank, the game ends there and the cards still in the Queue score."
            ),
        },
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
        errata={
            ReturnNewQueue.EVERY_PLAY: (
                "Any card revealed to be played may be shuffled back, one played in a new Queue too."
            ),
            ReturnNewQueue.STANDING_QUEUE: (
                "Only a card played in an existing Queue may be shuffled back, not one that begins a Queue."
            ),
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
        errata={
            ReturnTiming.INSTEAD: (
                "A card that is shuffled back has no effect: if it did not fit, its Queue stays."
            ),
            ReturnTiming.AFTERWARDS: (
                "If the card does not fit, its Queue is discarded first; unless that ends the game, the card "
                "itself may then be shuffled back."
            ),
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
        errata={
            ReturnNext.NEW_TURN: "After shuffling a card back, begin a new turn with all three options.",
            ReturnNext.SAME_PLACE: (
                "After shuffling a card back, reveal the next card for the same destination."
            ),
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
        errata={
            LastOfRank.FOURTH_DISCARDED: "The game ends when all four cards of a rank lie in the discards.",
            LastOfRank.LAST_TO_COME: (
                "The game ends when a card is discarded and the deck holds no other card of its rank."
            ),
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
        errata={
            StopWhen.UNSEEN: "The player may end the game only while the drawn card is face down.",
            StopWhen.UNTIL_PLACED: (
                "The player may also end the game after revealing the card, before it joins or costs a Queue; "
                "the card goes back into the deck."
            ),
        },
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
        errata={
            StopRiskless.ALLOWED: "The player may end the game in any turn, even while a Queue is empty.",
            StopRiskless.BARRED: "The player may end the game only if no new Queue can be begun.",
        },
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
        errata={
            ThroughDeck.PLAYED: "The deck counts as gone through only when its last card has been played.",
            ThroughDeck.DRAWN: (
                "The deck counts as gone through once its last card has been drawn, even if that card is put "
                "back."
            ),
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
        errata={
            FourOfAKind.IN_ALL: (
                "The longest Queue counts only once if all four cards of a rank lie in the discards, however "
                "they came there."
            ),
            FourOfAKind.TOGETHER: (
                "The longest Queue counts only once if all four cards of a rank were discarded together with one "
                "Queue."
            ),
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
        speaks={
            LongestTie.ONE: ("score.longest",),
            LongestTie.ALL: ("score.longest",),
        },
        errata={
            LongestTie.ONE: "If several Queues are longest, count only one of them twice.",
            LongestTie.ALL: "If several Queues are longest, count each of them twice.",
        },
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
        errata={
            LostGame.BELOW_ZERO: (
                "A game is lost only if its score is below zero; a game that ends with a fourth discard is rated "
                "by its score."
            ),
            LostGame.FOURTH_TOO: (
                "A game is lost if all four cards of a rank have been discarded, whatever the score."
            ),
        },
    )
