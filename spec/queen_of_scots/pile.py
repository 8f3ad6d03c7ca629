"""Queen of Scots: what the page leaves open about taking the face-up pile."""

from __future__ import annotations

from queensbench.language import Reading, ruling
from spec.queen_of_scots.turns import TurnRulings


class RoyalTake(Reading):
    """How a pile topped by a royal is taken."""

    ROYALS_MATCH = "Yes: any two royals match it and are laid with it."
    SAME_ROYAL = "No: it takes two copies of that very royal."


class WildTake(Reading):
    """Whether wild cards help to take the pile."""

    NONE = "No: two natural cards are needed; crown jewels may only be laid besides."
    ONE = "Yes, one of the two: a natural card and a crown jewel do, two crown jewels do not."
    TWO = "Yes, both of the two: two crown jewels do as well."


class TopLaid(Reading):
    """When the topmost card of a taken pile is laid."""

    AT_ONCE = "At once, before anything else is laid."
    WITHIN_TURN = "Later too, at some time before the discard."


class TakeEmptiesHand(Reading):
    """Whether a hand that taking the pile leaves bare ends the round."""

    REST_FIRST = "No: the hand is looked at once the rest of the pile has come to it."
    AT_ONCE = (
        "Yes: the hand is empty for a moment, and that ends the round; two or more cards may be laid for it."
    )


class RestOfPile(Reading):
    """Whether cards of a taken pile must be laid where they can be."""

    FREE = "No: the player lays those that they like."
    OBLIGATORY = "Yes: only what cannot be placed stays in hand."


class RestWithWilds(Reading):
    """Whether cards of the taken pile may be laid with wild cards."""

    ALLOWED = "Yes, as any set may."
    MATCHING_ONLY = (
        "No: directly from the pile only cards that match are laid; the rest go through the hand first."
    )


class SecondSet(Reading):
    """Whether a player may have two sets of one sort."""

    PLAYER_CHOOSES = "Yes, if the player likes; else the cards are added to the first."
    OWN_SET = "Yes: cards laid as a set are a set of their own; only single cards are added."
    JOINED = "No: they join the set that is there, for of each sort a player has one."


class JewelInPile(Reading):
    """Whether a crown jewel bars the pile in which it is not the topmost card."""

    TOPMOST = "No: the topmost card alone counts."
    ANYWHERE = (
        "Yes, beside two cards that match the topmost one; one of the pile's crown jewels is laid with these, or comes "
        "to the hand where the topmost card may be laid later."
    )


class JewelTarget(Reading):
    """How the crown jewel from the pile is played."""

    ANY_USE = "With two matching cards, or two royals, as a new set, or onto a set that the player has."
    NEW_SET = "With two matching cards, or two royals, as a new set; sets on the table do not help."
    WITH_JEWELS = "With the two crown jewels in hand, as a set of three."


class JewelPartners(Reading):
    """Where the partners of the taken crown jewel come from."""

    HAND_BEFORE = "No: its partners were in hand, or its set on the table, before."
    ALSO_PILE = "Yes: the pile is in hand by then."


class JewelsHeld(Reading):
    """How many crown jewels must be held."""

    TWO_OR_MORE = "Yes; two of them are shown."
    EXACTLY_TWO = "No: two are asked for, and no more."


class PileRulings(TurnRulings):
    """Rulings about taking the face-up pile."""

    royal_take: RoyalTake = ruling(
        RoyalTake.ROYALS_MATCH,
        question="A royal lies on top: do two other royals in hand match it?",
        clauses=("take.two", "take.lay_with", "royal.together", "set.no_mixing.royals"),
        hole="contradictory",
        why="The royal family is set out as the exception to matching, for whatever matching serves.",
        reasons={
            RoyalTake.ROYALS_MATCH: "Any royal goes with any other, and hand cards need only match.",
            RoyalTake.SAME_ROYAL: "Those laid with the topmost card are to be the same as it.",
        },
        speaks={
            RoyalTake.ROYALS_MATCH: ("royal.together", "take.two"),
            RoyalTake.SAME_ROYAL: ("take.lay_with",),
        },
        errata={
            RoyalTake.ROYALS_MATCH: (
                "A face-up pile topped by a royal may be taken with any two royals from the hand."
            ),
            RoyalTake.SAME_ROYAL: (
                "A face-up pile topped by a royal may be taken only with two more copies of that royal from the "
                "hand."
            ),
        },
    )
    wild_take: WildTake = ruling(
        WildTake.NONE,
        question="May crown jewels in hand stand for cards that match the topmost one?",
        clauses=("take.two", "take.lay_with", "jewels.two"),
        hole="two-way",
        why=(
            "The cards laid with the topmost one are to be its like, and wild cards come on top of two "
            "that match."
        ),
        reasons={
            WildTake.NONE: "Cards of the same kind are asked for from the hand.",
            WildTake.ONE: "Any two matching cards and a crown jewel are a set.",
            WildTake.TWO: "To be wild is to stand for any card.",
        },
        speaks={
            WildTake.NONE: ("take.lay_with", "set.initial"),
            WildTake.ONE: ("jewels.two",),
            WildTake.TWO: ("jewels.wild",),
        },
        errata={
            WildTake.NONE: "The two cards that take the face-up pile may not be crown jewels.",
            WildTake.ONE: "One of the two cards that take the face-up pile may be a crown jewel.",
            WildTake.TWO: "Either or both of the two cards that take the face-up pile may be crown jewels.",
        },
    )
    top_laid: TopLaid = ruling(
        TopLaid.AT_ONCE,
        question="Is the topmost card laid at once, or later in the turn after other sets?",
        clauses=("take.lay_top", "jewels.at_once"),
        hole="two-way",
        why="Taking and laying are one sentence, and nothing stands between them.",
        reasons={
            TopLaid.AT_ONCE: "The condition and both acts form one step.",
            TopLaid.WITHIN_TURN: "Without delay is said of crown jewels alone.",
        },
        speaks={
            TopLaid.AT_ONCE: ("take.lay_top",),
            TopLaid.WITHIN_TURN: ("jewels.at_once",),
        },
        errata={
            TopLaid.AT_ONCE: (
                "The top card of the pile is laid with its matching cards before anything else is laid."
            ),
            TopLaid.WITHIN_TURN: (
                "The top card of the pile is laid with its matching cards at any time in that turn, before the discard."
            ),
        },
    )
    take_empties_hand: TakeEmptiesHand = ruling(
        TakeEmptiesHand.REST_FIRST,
        question=(
            "A player's last cards are laid with the topmost one: is the round over though more of the "
            "pile follows?"
        ),
        clauses=("end.empty", "take.rest", "take.lay_with"),
        hole="two-way",
        why="The whole pile is picked up before anything of it is laid, so the hand is not empty.",
        reasons={
            TakeEmptiesHand.REST_FIRST: "The pile is picked up first, and what is not laid is in hand.",
            TakeEmptiesHand.AT_ONCE: (
                "An empty hand ends a round without delay, and the rest of the pile comes last."
            ),
        },
        speaks={
            TakeEmptiesHand.REST_FIRST: ("pick_up.whole", "take.rest"),
            TakeEmptiesHand.AT_ONCE: ("end.empty",),
        },
        errata={
            TakeEmptiesHand.REST_FIRST: (
                "Take the rest of the pile into your hand before you check whether your hand is empty."
            ),
            TakeEmptiesHand.AT_ONCE: (
                "If all cards of the hand are laid with the top card of the pile, the round ends at once; the "
                "rest of the pile is not taken."
            ),
        },
    )
    rest_of_pile: RestOfPile = ruling(
        RestOfPile.FREE,
        question=(
            "Cards of the taken pile enter the hand unless they can be placed: must they be placed, then?"
        ),
        clauses=("take.rest", "take.rest.placed", "play.choice"),
        hole="two-way",
        why="What to lay and what to keep is left to the player in so many words.",
        reasons={
            RestOfPile.FREE: "Keeping cards in hand is always open.",
            RestOfPile.OBLIGATORY: "The exception hangs on being able, not on wishing.",
        },
        speaks={
            RestOfPile.FREE: ("play.choice", "play.keep"),
            RestOfPile.OBLIGATORY: ("take.rest.placed",),
        },
        errata={
            RestOfPile.FREE: "Cards from the face-up pile may be kept in hand even if they could be laid.",
            RestOfPile.OBLIGATORY: (
                "Cards from the face-up pile that can be laid must be laid before the discard."
            ),
        },
    )
    rest_with_wilds: RestWithWilds = ruling(
        RestWithWilds.ALLOWED,
        question="May the other cards of the pile be laid at once in sets that hold crown jewels?",
        clauses=("take.rest.how", "take.rest.placed", "set.wilds"),
        hole="two-way",
        why="They are laid in the player's turn as sets are, and sets may hold wild cards.",
        reasons={
            RestWithWilds.ALLOWED: "Any number of wild cards goes with a set.",
            RestWithWilds.MATCHING_ONLY: "Matching cards are the only ones named here.",
        },
        speaks={
            RestWithWilds.ALLOWED: ("set.wilds", "play.sets"),
            RestWithWilds.MATCHING_ONLY: ("take.rest.how",),
        },
        errata={
            RestWithWilds.ALLOWED: "Cards from the face-up pile may be laid in sets that hold crown jewels.",
            RestWithWilds.MATCHING_ONLY: (
                "Cards that have to be laid from the face-up pile are those that match each other or a set; "
                "crown jewels are not counted for it."
            ),
        },
    )
    second_set: SecondSet = ruling(
        SecondSet.PLAYER_CHOOSES,
        question=(
            "A player who has a set of some card lays three more, or takes the pile by it: is that a "
            "second set?"
        ),
        clauses=("set.three", "take.lay_top", "play.sets", "table.still"),
        hole="silent",
        why="Three cards alike are a set whatever lies there, and no sentence lets sets be joined.",
        reasons={
            SecondSet.PLAYER_CHOOSES: "Laying sets and extending them are both open.",
            SecondSet.OWN_SET: "Three cards alike are a set.",
            SecondSet.JOINED: "Matching cards are what is added to a set.",
        },
        speaks={
            SecondSet.PLAYER_CHOOSES: ("play.sets", "play.add"),
            SecondSet.OWN_SET: ("set.three", "take.lay_with"),
            SecondSet.JOINED: ("add.matching",),
        },
        errata={
            SecondSet.PLAYER_CHOOSES: (
                "A player may have several sets of the same card and says whether cards begin a new set or join "
                "one."
            ),
            SecondSet.OWN_SET: (
                "Cards that are laid together as a set are always a new set, even if the player has one of that "
                "card."
            ),
            SecondSet.JOINED: (
                "A player has no more than one set of each card; further cards of that kind join it."
            ),
        },
    )
    jewel_in_pile: JewelInPile = ruling(
        JewelInPile.TOPMOST,
        question="Does a crown jewel deeper in the face-up pile ask for two crown jewels in hand as well?",
        clauses=("jewels.take", "pick_up.recent", "take.two"),
        hole="two-way",
        why="Which pile can be had is said to hang on the latest discard, for crown jewels as for other cards.",
        reasons={
            JewelInPile.TOPMOST: "A card on the pile is one that lies on top of it.",
            JewelInPile.ANYWHERE: "Every card of the pile lies face up on it, and this rule does not name the topmost.",
        },
        speaks={
            JewelInPile.TOPMOST: ("pick_up.recent", "take.two"),
            JewelInPile.ANYWHERE: ("jewels.take", "discard.face_up"),
        },
        errata={
            JewelInPile.TOPMOST: (
                "Two crown jewels in hand are needed only if a crown jewel is the top card of the face-up pile, not if "
                "one lies deeper in it."
            ),
            JewelInPile.ANYWHERE: (
                "As long as a crown jewel lies anywhere in the face-up pile, only a player with two crown jewels in "
                "hand may take the pile. One crown jewel from it is laid at once with the top card."
            ),
        },
    )
    jewel_target: JewelTarget = ruling(
        JewelTarget.ANY_USE,
        question="With what is the crown jewel that was taken with the pile laid down?",
        clauses=(
            "jewels.at_once",
            "jewels.unplayable",
            "jewels.two",
            "jewels.add",
            "take.hand_only",
            "take.lay_with",
        ),
        hole="contradictory",
        why="Its own paragraph names both uses and asks no more than that one of them is possible.",
        reasons={
            JewelTarget.ANY_USE: "Both uses are printed right above the rule on taking it.",
            JewelTarget.NEW_SET: "The pile is had by hand cards and by nothing on the table.",
            JewelTarget.WITH_JEWELS: "The topmost card is laid with two of its like from the hand.",
        },
        speaks={
            JewelTarget.ANY_USE: ("jewels.two", "jewels.add"),
            JewelTarget.NEW_SET: ("take.hand_only",),
            JewelTarget.WITH_JEWELS: ("take.lay_with",),
        },
        errata={
            JewelTarget.ANY_USE: (
                "The crown jewel taken is played at once, either with two matching cards or two royals as a new "
                "set, or onto one of your sets."
            ),
            JewelTarget.NEW_SET: (
                "The crown jewel taken is played at once with two matching cards or two royals as a new set; a "
                "set on the table does not do."
            ),
            JewelTarget.WITH_JEWELS: (
                "The crown jewel taken is played at once with the two crown jewels shown, as a set of three."
            ),
        },
    )
    jewel_partners: JewelPartners = ruling(
        JewelPartners.HAND_BEFORE,
        question="May the taken crown jewel be laid with cards that came with the same pile?",
        clauses=("jewels.unplayable", "jewels.two", "take.from_before"),
        hole="silent",
        why=(
            "Whether it can be played decides if the pile is taken, so it is judged by what the player "
            "has before."
        ),
        reasons={
            JewelPartners.HAND_BEFORE: (
                "For other cards just this is said, and here the test precedes the taking."
            ),
            JewelPartners.ALSO_PILE: (
                "The pile is picked up along with it, and any two matching cards will do."
            ),
        },
        speaks={
            JewelPartners.HAND_BEFORE: ("take.from_before", "jewels.unplayable"),
            JewelPartners.ALSO_PILE: ("jewels.take.whole", "jewels.two"),
        },
        errata={
            JewelPartners.HAND_BEFORE: (
                "The cards with which the crown jewel is played were in hand before the pile was taken."
            ),
            JewelPartners.ALSO_PILE: (
                "The crown jewel may also be played with cards that were taken with the pile."
            ),
        },
    )
    jewels_held: JewelsHeld = ruling(
        JewelsHeld.TWO_OR_MORE,
        question="Does a player with more than two crown jewels qualify for a pile topped by one?",
        clauses=("jewels.take", "take.two"),
        hole="two-way",
        why="The general rule asks for two or more, and who has three has two.",
        reasons={
            JewelsHeld.TWO_OR_MORE: "At least two cards that match are asked for in general.",
            JewelsHeld.EXACTLY_TWO: "The number stands bare here, while it is a minimum elsewhere.",
        },
        speaks={
            JewelsHeld.TWO_OR_MORE: ("take.two",),
            JewelsHeld.EXACTLY_TWO: ("jewels.take",),
        },
        errata={
            JewelsHeld.TWO_OR_MORE: (
                "A pile topped by a crown jewel may be taken by a player who holds at least two crown jewels."
            ),
            JewelsHeld.EXACTLY_TWO: (
                "A pile topped by a crown jewel may be taken by a player who holds two crown jewels, no more and "
                "no fewer."
            ),
        },
    )
