"""Queue 4, Bouquets: every question that the variant leaves open, with all its readings.

Its rulings arise in a campaign too, when its games are of this variant.
"""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling
from spec.queue4.standard import FOLD, SINGLE

BOUQUETS = ("bouquets", "ball-and-bouquets", "campaign-bouquets", "campaign-both")


class MoveWhen(Reading):
    """When cards may be moved."""

    OUTSIDE_PLAY = (
        "No: they may until the drawn card has its destination, and again once it has joined a Queue or cost "
        "one."
    )
    AFTER_REVEAL = "Yes: with the card turned up, its Queue can be changed until it fits."


class MoveCount(Reading):
    """How often cards may be moved."""

    ANY_NUMBER = "As many as the price is paid for."
    ONCE_A_TURN = "One; after the end of the deck as many as the price is paid for."


class MovePayer(Reading):
    """Which Queue pays."""

    ANY_QUEUE = (
        "No: any Queue with three cards pays, the one that is left, the one that is reached, or a third."
    )
    SOURCE = "Yes: the Queue that the moved card leaves pays."


class PriceWithoutMove(Reading):
    """Whether the price may be paid when no card can be moved for it."""

    NOT_PAID = "No: price and move come together."
    PAID = "Yes: three cards can be thrown away for nothing."


class MoveToEmpty(Reading):
    """Whether a card may be moved into an empty Queue."""

    ALLOWED = "Yes: a Queue without cards is a Queue."
    STANDING_ONLY = "No: the Queue that is reached must hold a card."


class MoveOrder(Reading):
    """What becomes of a move that would break the order."""

    FORBIDDEN = "It cannot be moved there."
    LOSES_QUEUE = "The Queue that is reached is lost, together with the card moved."


class MoveDiscards(Reading):
    """Whether cards thrown away as a price count towards four of a rank."""

    COUNTED = "Yes: they are discards, and the fourth of a rank ends the game."
    NOT_COUNTED = "No: they do not count towards four of a rank; only a Queue that is lost does."


class MoveAfterFourth(Reading):
    """Whether the card is still moved when the price is the fourth card of a rank."""

    MOVE_LOST = "No: the game ends with the price, which is paid whole."
    MOVE_DONE = "Yes: the price was paid for it."


class FourthAfterDeck(Reading):
    """What becomes of the Groups when, after the end of the deck, a price completes four of a rank."""

    GROUPS_LOST = "No: they are lost, as if it had happened before."
    GROUPS_KEPT = "Yes: the game had already ended."


class MoveAfterEnd(Reading):
    """After which ending cards may still be moved."""

    UNTIL_FOURTH = (
        "No: only after the deck has been gone through, and as long as no four of a rank lie discarded."
    )
    DECK_EMPTY = (
        "No, but where the deck has been gone through as well they may, even with four of a rank discarded."
    )
    ANY_ENDING = "Yes, after every ending."


class DoubledLongest(Reading):
    """Whether getting through the deck still counts the longest Queue a second time."""

    REPLACED = "No: the formula is the whole score."
    ADDED = "Yes, on top of the formula."


class GroupsNote(Reading):
    """When the Groups are not added."""

    WHEN_FALLEN = "No: only for one that fell, since four of a rank were discarded."
    ALWAYS = "Yes: it takes back what the formula adds."


class GroupMaximal(Reading):
    """What is counted as a Group."""

    RUNS = "No: each longest run of one colour is one Group."
    EVERY_SET = "Yes: each run of one colour is one, longer ones and the parts of them alike."


class EqualRearrange(Reading):
    """Whether cards of equal rank in a Queue may change places."""

    FIXED = "No: a card lies where it was played or moved to."
    FREE = "Yes, at any time: the order of ranks stays as it is."


class BouquetEmpty(Reading):
    """Whether an empty Queue may be named as the Bouquet."""

    ANY_QUEUE = "Yes: a Queue without cards is a Queue, and scores nothing for cards or Groups."
    STANDING_ONLY = "No, as long as a Queue holds a card."


class BandsWhen(Reading):
    """For which games of Bouquets the ratings of the base game are used."""

    ALWAYS = "For every one."
    AFTER_FOURTH = "Only for one that fell; the others have no rating."


class BouquetsRulings(Rulings):
    """The rulings of Bouquets, in the order of its rules."""

    move_when: MoveWhen = ruling(
        MoveWhen.OUTSIDE_PLAY,
        question="A card that was turned up does not fit: may cards be moved now to make it fit?",
        clauses=("bouquets.pay", "bouquets.move", "place.fits", "place.misfit"),
        hole="silent",
        why="What a card does is said of the moment when it is turned up; there is no pause in it.",
        reasons={
            MoveWhen.OUTSIDE_PLAY: "The two cases follow upon the card shown, with no act in between.",
            MoveWhen.AFTER_REVEAL: "The rule names no time, so it names none that is shut out.",
        },
        speaks={
            MoveWhen.OUTSIDE_PLAY: ("place.fits", "place.misfit"),
            MoveWhen.AFTER_REVEAL: ("bouquets.pay",),
        },
        errata={
            MoveWhen.OUTSIDE_PLAY: (
                "Cards may be moved before a destination is chosen and after the played card has joined or cost "
                "a Queue, not in between."
            ),
            MoveWhen.AFTER_REVEAL: (
                "Cards may be moved at any time, even between revealing a card and checking whether it fits."
            ),
        },
        modes=BOUQUETS,
    )
    move_count: MoveCount = ruling(
        MoveCount.ANY_NUMBER,
        question="How many cards may be moved in a turn?",
        clauses=("bouquets.pay", "bouquets.after_deck"),
        hole="silent",
        why="The price is the only limit that is named, and moves are spoken of in the plural.",
        reasons={
            MoveCount.ANY_NUMBER: "Where something can be done once only, the rules say so.",
            MoveCount.ONCE_A_TURN: "It stands beside the options of a turn, of which one is taken, and moves one card.",
        },
        speaks={
            MoveCount.ANY_NUMBER: ("bouquets.after_deck", "return.once"),
            MoveCount.ONCE_A_TURN: ("turn.options",),
        },
        errata={
            MoveCount.ANY_NUMBER: (
                "Cards may be moved any number of times in a turn, three cards being discarded for each."
            ),
            MoveCount.ONCE_A_TURN: (
                "Only one card may be moved in each turn. Once the deck is empty there is no such limit."
            ),
        },
        modes=BOUQUETS,
    )
    move_payer: MovePayer = ruling(
        MovePayer.ANY_QUEUE,
        question="Must the three cards come from the Queue that the moved card leaves?",
        clauses=("bouquets.pay", "bouquets.move"),
        hole="two-way",
        why="Price and move each name their own Queue, and nothing ties the two together.",
        reasons={
            MovePayer.ANY_QUEUE: "One Queue pays, one Queue is left: both times just some Queue.",
            MovePayer.SOURCE: "The same words name both Queues within one sentence, so they mean the same.",
        },
        speaks={MovePayer.ANY_QUEUE: ("bouquets.pay",), MovePayer.SOURCE: ("bouquets.move",)},
        errata={
            MovePayer.ANY_QUEUE: "The three cards may come from any one Queue, whichever card is moved.",
            MovePayer.SOURCE: "The three cards come from the Queue from which the card is moved.",
        },
        modes=BOUQUETS,
    )
    price_without_move: PriceWithoutMove = ruling(
        PriceWithoutMove.NOT_PAID,
        question="May three cards be thrown away without a card's being moved for them, say where none could be?",
        clauses=("bouquets.pay", "bouquets.move"),
        hole="two-way",
        why="The three cards are given for a purpose, and it must be one that can be had.",
        reasons={
            PriceWithoutMove.NOT_PAID: "They are thrown away to move a card, so a card is moved.",
            PriceWithoutMove.PAID: "The player may throw them away; what for is the player's affair.",
        },
        speaks={
            PriceWithoutMove.NOT_PAID: ("bouquets.move",),
            PriceWithoutMove.PAID: ("bouquets.pay",),
        },
        errata={
            PriceWithoutMove.NOT_PAID: "Three cards may be discarded only if a card is moved for them.",
            PriceWithoutMove.PAID: "Three cards may be discarded even if no card is moved for them.",
        },
        modes=BOUQUETS,
    )
    move_to_empty: MoveToEmpty = ruling(
        MoveToEmpty.ALLOWED,
        question="May a card be moved into an empty Queue?",
        clauses=("bouquets.move", "option.new.free"),
        hole="two-way",
        why="The base rules call a Queue without cards an empty Queue: it is a Queue.",
        reasons={
            MoveToEmpty.ALLOWED: "Any other Queue will do, and where a card is asked for, a note says so.",
            MoveToEmpty.STANDING_ONLY: "Beginning a new Queue is an option of a turn, with a drawn card.",
        },
        speaks={
            MoveToEmpty.ALLOWED: ("option.new.free", "ball.filled"),
            MoveToEmpty.STANDING_ONLY: ("option.new",),
        },
        errata={
            MoveToEmpty.ALLOWED: "A card may be moved to an empty Queue.",
            MoveToEmpty.STANDING_ONLY: "A card may be moved only to a Queue that holds a card.",
        },
        modes=BOUQUETS,
    )
    move_order: MoveOrder = ruling(
        MoveOrder.FORBIDDEN,
        question="What happens if a card is moved to where it breaks the order?",
        clauses=("queues.ordered.moves", "bouquets.move", "place.misfit"),
        hole="layout",
        why="The note hangs on the sentence that Queues are in order at all times, in both printings.",
        reasons={
            MoveOrder.FORBIDDEN: "What applies to moves is that the order holds: so no move may break it.",
            MoveOrder.LOSES_QUEUE: "Printed below them, the note extends all the rules on adding a card.",
        },
        speaks={
            MoveOrder.FORBIDDEN: ("queues.ordered.always", "queues.ordered.moves"),
            MoveOrder.LOSES_QUEUE: ("place.misfit",),
        },
        errata={
            MoveOrder.FORBIDDEN: "A card may be moved only to a place where its new Queue stays in order.",
            MoveOrder.LOSES_QUEUE: (
                "If a card is moved to a place where it breaks the order, that Queue is discarded with it."
            ),
        },
        documents={MoveOrder.FORBIDDEN: (SINGLE,), MoveOrder.LOSES_QUEUE: (FOLD,)},
        modes=BOUQUETS,
    )
    move_discards: MoveDiscards = ruling(
        MoveDiscards.COUNTED,
        question="Can the three cards of the price complete four of a rank, and end the game?",
        clauses=("bouquets.pay", "end.fourth"),
        hole="two-way",
        why="They are discarded, and the ending asks for nothing else.",
        reasons={
            MoveDiscards.COUNTED: "The same word is used, and the endings are the usual ones.",
            MoveDiscards.NOT_COUNTED: "The aim of the base game is about playing cards; a price is no failed play.",
        },
        speaks={
            MoveDiscards.COUNTED: ("end.fourth", "bouquets.end"),
            MoveDiscards.NOT_COUNTED: ("goal.before_fourth",),
        },
        errata={
            MoveDiscards.COUNTED: (
                "Cards discarded to move a card count as discards; the fourth of a rank ends the game."
            ),
            MoveDiscards.NOT_COUNTED: (
                "Cards discarded to move a card are laid apart and do not count towards four of a rank."
            ),
        },
        modes=BOUQUETS,
    )
    move_after_fourth: MoveAfterFourth = ruling(
        MoveAfterFourth.MOVE_LOST,
        question="The price ends the game: does the card that it was paid for still move?",
        clauses=("bouquets.pay", "bouquets.move", "end.fourth"),
        hole="silent",
        why="Where something shall still happen after an end, the rules say so; here they do not.",
        reasons={
            MoveAfterFourth.MOVE_LOST: "The discard comes first, and it ends the game.",
            MoveAfterFourth.MOVE_DONE: "Price and move are one act, and half of it is done.",
        },
        speaks={
            MoveAfterFourth.MOVE_LOST: ("end.fourth", "ball.effect.before_score"),
            MoveAfterFourth.MOVE_DONE: ("bouquets.move",),
        },
        errata={
            MoveAfterFourth.MOVE_LOST: (
                "If the cards discarded for a move end the game, all three are discarded but no card is moved."
            ),
            MoveAfterFourth.MOVE_DONE: (
                "If the cards discarded for a move end the game, the card is still moved."
            ),
        },
        modes=BOUQUETS,
    )
    fourth_after_deck: FourthAfterDeck = ruling(
        FourthAfterDeck.GROUPS_LOST,
        question="After the end of the deck, a price completes four of a rank: do the Groups still count?",
        clauses=("bouquets.after_deck", "bouquets.dropped.groups"),
        hole="two-way",
        why="The loss of the Groups asks for four discarded cards and for no time.",
        reasons={
            FourthAfterDeck.GROUPS_LOST: "When scoring, four of a rank lie among the discards.",
            FourthAfterDeck.GROUPS_KEPT: "The deck was gone through, and a game that is over cannot be ended again.",
        },
        speaks={
            FourthAfterDeck.GROUPS_LOST: ("bouquets.dropped",),
            FourthAfterDeck.GROUPS_KEPT: ("end.deck",),
        },
        errata={
            FourthAfterDeck.GROUPS_LOST: (
                "Groups are not added if all four cards of a rank are discarded, even after the deck is empty."
            ),
            FourthAfterDeck.GROUPS_KEPT: (
                "Discards after the deck is empty do not make the Bouquet drop; its Groups are added."
            ),
        },
        modes=BOUQUETS,
    )
    move_after_end: MoveAfterEnd = ruling(
        MoveAfterEnd.UNTIL_FOURTH,
        question="May cards be moved after the game has ended otherwise than by the deck running out?",
        clauses=("bouquets.after_deck", "bouquets.end"),
        hole="two-way",
        why="One ending has an exception; the fourth discard ends the game as usual, even if the deck is empty.",
        reasons={
            MoveAfterEnd.UNTIL_FOURTH: "The exception is made for those who get through, and a fallen Bouquet is over.",
            MoveAfterEnd.DECK_EMPTY: "It asks that the deck has been gone through, and says nothing of discards.",
            MoveAfterEnd.ANY_ENDING: "The rule itself names no time, and what is still allowed was allowed before.",
        },
        speaks={
            MoveAfterEnd.UNTIL_FOURTH: ("bouquets.end", "bouquets.dropped"),
            MoveAfterEnd.DECK_EMPTY: ("bouquets.after_deck",),
            MoveAfterEnd.ANY_ENDING: ("bouquets.pay",),
        },
        errata={
            MoveAfterEnd.UNTIL_FOURTH: (
                "After the game has ended, cards may be moved only if the deck is empty and no four cards of a "
                "rank have been discarded."
            ),
            MoveAfterEnd.DECK_EMPTY: (
                "After the game has ended, cards may be moved if the deck is empty, even if four cards of a rank "
                "have been discarded."
            ),
            MoveAfterEnd.ANY_ENDING: "After the game has ended, in whichever way, cards may still be moved.",
        },
        modes=BOUQUETS,
    )
    doubled_longest: DoubledLongest = ruling(
        DoubledLongest.REPLACED,
        question="Does a player of Bouquets who gets through the deck count the longest Queue a second time?",
        clauses=("score.longest", "bouquets.score.cards"),
        hole="two-way",
        why="The formula says what the score is, and it has no such part.",
        reasons={
            DoubledLongest.REPLACED: "A score that is given as an equation is complete.",
            DoubledLongest.ADDED: "Only one rule is said to be added, and none is said to be taken away.",
        },
        speaks={
            DoubledLongest.REPLACED: ("bouquets.score.cards", "bouquets.score.groups"),
            DoubledLongest.ADDED: ("bouquets.add", "score.longest"),
        },
        errata={
            DoubledLongest.REPLACED: "In Bouquets no Queue counts twice: the formula is the whole score.",
            DoubledLongest.ADDED: (
                "Going through the deck adds the length of the longest Queue to the score of the Bouquet."
            ),
        },
        modes=BOUQUETS,
    )
    groups_note: GroupsNote = ruling(
        GroupsNote.WHEN_FALLEN,
        question="Does the note that the Groups are not added hold for every Bouquet?",
        clauses=("bouquets.score.groups", "bouquets.dropped.groups"),
        hole="layout",
        why="A note that always held would leave the Groups without any use.",
        reasons={
            GroupsNote.WHEN_FALLEN: "It is printed right behind the sentence on the fallen Bouquet.",
            GroupsNote.ALWAYS: "Its sign stands in the formula, and its own sentence has no condition.",
        },
        speaks={
            GroupsNote.WHEN_FALLEN: ("bouquets.dropped", "bouquets.goal.colours"),
            GroupsNote.ALWAYS: ("bouquets.dropped.groups",),
        },
        errata={
            GroupsNote.WHEN_FALLEN: (
                "Groups are left out of the score only if four cards of a rank have been discarded."
            ),
            GroupsNote.ALWAYS: "Groups are never added to the score.",
        },
        documents={GroupsNote.WHEN_FALLEN: (SINGLE,), GroupsNote.ALWAYS: (FOLD,)},
        modes=BOUQUETS,
    )
    group_maximal: GroupMaximal = ruling(
        GroupMaximal.RUNS,
        question="Is a part of a Group a Group too?",
        clauses=("bouquets.group", "bouquets.group.example"),
        hole="two-way",
        why="The example breaks a Queue into parts, each card in one of them.",
        reasons={
            GroupMaximal.RUNS: "Nine cards give five Groups in the example.",
            GroupMaximal.EVERY_SET: "Word by word, two neighbours out of a run of three are a set of one colour.",
        },
        speaks={
            GroupMaximal.RUNS: ("bouquets.group.example",),
            GroupMaximal.EVERY_SET: ("bouquets.group",),
        },
        errata={
            GroupMaximal.RUNS: (
                "A Group is a run of cards of one color that is as long as possible; a part of it is no Group."
            ),
            GroupMaximal.EVERY_SET: (
                "Every run of adjacent cards of one color is a Group, and so is every part of it."
            ),
        },
        modes=BOUQUETS,
    )
    equal_rearrange: EqualRearrange = ruling(
        EqualRearrange.FIXED,
        question="May cards of equal rank and different colour change places within a Queue?",
        clauses=("queues.ordered.always", "bouquets.group"),
        hole="silent",
        why="A change of place is what the variant sells, and it sells it between Queues.",
        reasons={
            EqualRearrange.FIXED: "A card goes to the place that was chosen; nothing takes it to another.",
            EqualRearrange.FREE: "Queues have to be arranged by rank, and any arrangement of equals is one.",
        },
        speaks={
            EqualRearrange.FIXED: ("place.commit", "bouquets.move"),
            EqualRearrange.FREE: ("queues.ordered", "order.match"),
        },
        errata={
            EqualRearrange.FIXED: "Cards of equal rank keep their places in a Queue.",
            EqualRearrange.FREE: "Cards of equal rank in a Queue may change places at any time.",
        },
        modes=BOUQUETS,
    )
    bouquet_empty: BouquetEmpty = ruling(
        BouquetEmpty.ANY_QUEUE,
        question="May an empty Queue be named as the Bouquet while another holds cards?",
        clauses=("bouquets.choose", "bouquets.score.cards"),
        hole="two-way",
        why="One Queue is named, whichever; a player who wants few points may have them.",
        reasons={
            BouquetEmpty.ANY_QUEUE: "Nothing is asked of the Queue, and an empty one is called a Queue.",
            BouquetEmpty.STANDING_ONLY: "A Bouquet is made of cards.",
        },
        speaks={
            BouquetEmpty.ANY_QUEUE: ("option.new.free",),
            BouquetEmpty.STANDING_ONLY: ("bouquets.goal",),
        },
        errata={
            BouquetEmpty.ANY_QUEUE: "Any Queue may be chosen as the Bouquet, even an empty one.",
            BouquetEmpty.STANDING_ONLY: (
                "An empty Queue may be chosen as the Bouquet only if all Queues are empty."
            ),
        },
        found="encoding",
        modes=BOUQUETS,
    )
    bands_when: BandsWhen = ruling(
        BandsWhen.ALWAYS,
        question="Are the ratings of the base game used for every Bouquet, or only for one that fell?",
        clauses=("bouquets.bands", "bouquets.dropped.groups"),
        hole="layout",
        why="The variant has no ratings of its own, so a Bouquet that stands would have none.",
        reasons={
            BandsWhen.ALWAYS: "In one printing the sentence stands alone, and it has no condition.",
            BandsWhen.AFTER_FOURTH: "In the other it runs on from what happens when four of a rank are discarded.",
        },
        speaks={
            BandsWhen.ALWAYS: ("bouquets.bands",),
            BandsWhen.AFTER_FOURTH: ("bouquets.dropped.groups",),
        },
        errata={
            BandsWhen.ALWAYS: "The original Scoring Guidelines rate every game of Bouquets.",
            BandsWhen.AFTER_FOURTH: (
                "The original Scoring Guidelines rate a game of Bouquets only if four cards of a rank were "
                "discarded."
            ),
        },
        documents={BandsWhen.ALWAYS: (SINGLE,), BandsWhen.AFTER_FOURTH: (FOLD,)},
        modes=BOUQUETS,
    )
