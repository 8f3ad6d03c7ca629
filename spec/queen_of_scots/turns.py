"""Queen of Scots: what the page leaves open about the course of a turn."""

from __future__ import annotations

from queensbench.language import Reading, ruling
from spec.queen_of_scots.dealing import DealingRulings


class PlayWhen(Reading):
    """At which moment of a turn cards are laid."""

    AFTER_PICK_UP = "No: only after picking up and before discarding."
    WHOLE_TURN = "Yes: at any moment of the turn up to the discard."


class DeckEmpty(Reading):
    """The face-down pile has run out."""

    NO_PICK_UP = "The turn goes on without picking up."
    RENEWED_UNDER_TOP = (
        "All discards but the topmost are mixed and are the new face-down pile; if there is no other, the turn goes "
        "on without picking up."
    )
    RENEWED_WHOLE = (
        "All discards are mixed and are the new face-down pile; if there is none, the turn goes on "
        "without picking up."
    )
    ROUND_OVER = "The round is over and is scored as it stands."


class DeckLastCard(Reading):
    """When it matters that the face-down pile has run out."""

    WHEN_NEEDED = (
        "As soon as the player who is to pick up can do so from neither pile, or chooses the empty one, be it "
        "before or after cards were laid."
    )
    WHEN_DRAWN = "At the end of the turn in which its last card was drawn."


class DeckEmptyTwice(Reading):
    """The face-down pile runs out again and again."""

    GOES_ON = "No: it goes on, without an end if need be."
    STOPS = "Yes: it is over, and is scored as it stands, when the renewed pile has run out too."


class ForcedTake(Reading):
    """The only pile that is left can be taken."""

    MUST = "Yes: the player must take it."
    MAY = "No: the player may do without picking up."
    EITHER_PILE = (
        "No: the player may choose the face-down pile all the same; then all is as if the other one could not be "
        "taken."
    )


class DiscardDuty(Reading):
    """Whether discarding is obligatory."""

    MUST = "Yes: a single card, whichever."
    MAY = "No: whoever likes keeps all cards and says that the turn is over."


class DiscardTaken(Reading):
    """Whether a card may be discarded that was picked up in this turn."""

    ANY_CARD = "Yes: any card in hand may be discarded."
    NOT_FROM_PILE = (
        "No, if it came with the face-up pile, where of like cards those of the pile are laid first; one drawn "
        "may."
    )
    NOT_PICKED_UP = "No, wherever it was picked up; of like cards those that were picked up are laid first."


class DiscardJewel(Reading):
    """Whether a crown jewel may be discarded."""

    ALLOWED = "Yes, like any card."
    BARRED = "No: one lies there only if the deal turned it up."


class NoDiscard(Reading):
    """No card in hand may be discarded."""

    LEFT_OUT = "The turn ends without a discard."
    BAR_LIFTED = "Then it may be any card all the same."


class AfterDiscard(Reading):
    """What may be done after the discard."""

    TURN_OVER = "No: the turn is over with the discard."
    MAY_LAY = "Yes: they may be laid and added until the next player picks up."


class LaidThisTurn(Reading):
    """When cards that were laid become fixed."""

    FIXED_AT_ONCE = "No: a card that is laid stays where it was laid."
    UNTIL_DISCARD = (
        "Yes: what was laid in this turn may be taken back and laid otherwise until the discard; what the pile was "
        "taken by stays."
    )


class TurnRulings(DealingRulings):
    """Rulings about the course of a turn."""

    play_when: PlayWhen = ruling(
        PlayWhen.AFTER_PICK_UP,
        question="May cards be laid before picking up?",
        clauses=("turn.pick_up", "play.choice"),
        hole="two-way",
        why="A turn opens with picking up, so whatever else happens in it comes later.",
        reasons={
            PlayWhen.AFTER_PICK_UP: "What opens a turn has nothing of that turn before it.",
            PlayWhen.WHOLE_TURN: "Laying and adding are allowed during the turn without a step being named.",
        },
        speaks={
            PlayWhen.AFTER_PICK_UP: ("turn.pick_up", "turn.discard"),
            PlayWhen.WHOLE_TURN: ("play.choice", "add.turn"),
        },
        errata={
            PlayWhen.AFTER_PICK_UP: (
                "Sets are laid, and cards added to them, only after picking up and before discarding."
            ),
            PlayWhen.WHOLE_TURN: (
                "Sets may be laid, and cards added to them, at any time of one's turn before the discard, even "
                "before picking up."
            ),
        },
    )
    deck_empty: DeckEmpty = ruling(
        DeckEmpty.NO_PICK_UP,
        question="The face-down pile is empty and the player cannot take the other pile: what now?",
        clauses=("turn.pick_up", "pick_up.deck", "end.empty"),
        hole="impossible instruction",
        why=(
            "The page knows one ending of a round and no renewal of the deck; what cannot be done is "
            "left out."
        ),
        reasons={
            DeckEmpty.NO_PICK_UP: (
                "No substitute is named; hands run down, and the round comes to its one ending."
            ),
            DeckEmpty.RENEWED_UNDER_TOP: "This keeps picking up possible and the latest discard in sight.",
            DeckEmpty.RENEWED_WHOLE: "Every turn opens with picking up, and no card is said to be kept back.",
            DeckEmpty.ROUND_OVER: "Without a card to pick up no turn can begin.",
        },
        speaks={
            DeckEmpty.NO_PICK_UP: ("end.empty", "play.choice"),
            DeckEmpty.RENEWED_UNDER_TOP: ("turn.pick_up", "pick_up.recent"),
            DeckEmpty.RENEWED_WHOLE: ("turn.pick_up",),
            DeckEmpty.ROUND_OVER: ("turn.pick_up", "score.when"),
        },
        errata={
            DeckEmpty.NO_PICK_UP: (
                "A player who can pick up from neither pile takes the turn without picking up."
            ),
            DeckEmpty.RENEWED_UNDER_TOP: (
                "If a player can pick up from neither pile, all cards of the face-up pile but its top card are "
                "shuffled to form a new face-down pile."
            ),
            DeckEmpty.RENEWED_WHOLE: (
                "If a player can pick up from neither pile, the whole face-up pile is shuffled to form a new "
                "face-down pile."
            ),
            DeckEmpty.ROUND_OVER: (
                "If a player can pick up from neither pile, the round is over and scores are counted as the "
                "cards lie."
            ),
        },
    )
    deck_last_card: DeckLastCard = ruling(
        DeckLastCard.WHEN_NEEDED,
        question="When is the end of the face-down pile dealt with?",
        clauses=("pick_up.deck", "turn.pick_up"),
        hole="silent",
        why="Only an instruction that fails needs an answer.",
        reasons={
            DeckLastCard.WHEN_NEEDED: "Until then every instruction can be carried out.",
            DeckLastCard.WHEN_DRAWN: "The choice between two piles is one that each player is to have.",
        },
        speaks={
            DeckLastCard.WHEN_NEEDED: ("turn.pick_up",),
            DeckLastCard.WHEN_DRAWN: ("pick_up.choice",),
        },
        errata={
            DeckLastCard.WHEN_NEEDED: (
                "That the face-down pile has run out matters only when a player is to pick up from it and "
                "cannot."
            ),
            DeckLastCard.WHEN_DRAWN: (
                "That the face-down pile has run out is dealt with at the end of the turn in which its last card "
                "was picked up."
            ),
        },
    )
    deck_empty_twice: DeckEmptyTwice = ruling(
        DeckEmptyTwice.GOES_ON,
        question=(
            "Nobody empties their hand though the deck is renewed again and again: does the round ever stop?"
        ),
        clauses=("end.empty", "turn.pick_up"),
        hole="silent",
        why="A round has one ending, and it is not this.",
        reasons={
            DeckEmptyTwice.GOES_ON: "Only an emptied hand is named.",
            DeckEmptyTwice.STOPS: "Scores are to be counted and a dealer to follow, so every round must end.",
        },
        speaks={
            DeckEmptyTwice.GOES_ON: ("end.empty",),
            DeckEmptyTwice.STOPS: ("score.when", "round.dealer.when"),
        },
        errata={
            DeckEmptyTwice.GOES_ON: "The face-down pile is renewed as often as it runs out.",
            DeckEmptyTwice.STOPS: (
                "The face-down pile is renewed once in a round. When it runs out again the round is over and "
                "scores are counted as the cards lie."
            ),
        },
    )
    forced_take: ForcedTake = ruling(
        ForcedTake.MUST,
        question="The face-down pile is empty and the player could take the other one: must it be that one?",
        clauses=("turn.pick_up", "pick_up.choice"),
        hole="silent",
        why="Picking up is stated as what a turn begins with; the choice is only of where.",
        reasons={
            ForcedTake.MUST: "Picking up is possible, so it is done.",
            ForcedTake.MAY: "The face-up pile is always offered and never imposed.",
            ForcedTake.EITHER_PILE: "Two piles are named to choose from, and no state of theirs takes the choice away.",
        },
        speaks={
            ForcedTake.MUST: ("turn.pick_up",),
            ForcedTake.MAY: ("pick_up.choice",),
            ForcedTake.EITHER_PILE: ("pick_up.choice", "pick_up.deck"),
        },
        errata={
            ForcedTake.MUST: (
                "A player who can take the face-up pile must do so once the face-down pile is empty."
            ),
            ForcedTake.MAY: (
                "Once the face-down pile is empty, a player who can take the face-up pile may take the turn "
                "without picking up instead."
            ),
            ForcedTake.EITHER_PILE: (
                "A player who can take the face-up pile may still choose the empty face-down pile; go on as if "
                "the face-up pile could not be taken."
            ),
        },
    )
    discard_duty: DiscardDuty = ruling(
        DiscardDuty.MUST,
        question="Must a player who still has cards discard one?",
        clauses=("turn.discard", "play.keep"),
        hole="two-way",
        why="The discard is what ends a turn, and the freedom to keep cards is about laying them.",
        reasons={
            DiscardDuty.MUST: "Without it the turn would not end.",
            DiscardDuty.MAY: "Cards may be kept in hand.",
        },
        speaks={
            DiscardDuty.MUST: ("turn.discard",),
            DiscardDuty.MAY: ("play.keep",),
        },
        errata={
            DiscardDuty.MUST: "A player who has cards left must discard one of them to end the turn.",
            DiscardDuty.MAY: "A player may end the turn without a discard by saying so.",
        },
    )
    discard_taken: DiscardTaken = ruling(
        DiscardTaken.ANY_CARD,
        question="May a card go back to the pile in the turn in which it was picked up?",
        clauses=("turn.discard", "take.rest"),
        hole="silent",
        why="Once in hand it is a card like the others.",
        reasons={
            DiscardTaken.ANY_CARD: "A card is asked for, and no card is excepted.",
            DiscardTaken.NOT_FROM_PILE: "Taking the pile is to leave it taken.",
            DiscardTaken.NOT_PICKED_UP: "A turn that picks up a card and puts it back would be none.",
        },
        speaks={
            DiscardTaken.ANY_CARD: ("turn.discard",),
            DiscardTaken.NOT_FROM_PILE: ("take.rest",),
            DiscardTaken.NOT_PICKED_UP: ("turn.pick_up",),
        },
        errata={
            DiscardTaken.ANY_CARD: (
                "Any card in hand may be discarded, even one that was picked up in this turn."
            ),
            DiscardTaken.NOT_FROM_PILE: (
                "A card that came with the face-up pile may not be discarded in the same turn. Of like cards, "
                "those from the pile count as laid first."
            ),
            DiscardTaken.NOT_PICKED_UP: (
                "A card that was picked up may not be discarded in the same turn. Of like cards, those picked up "
                "count as laid first."
            ),
        },
    )
    discard_jewel: DiscardJewel = ruling(
        DiscardJewel.ALLOWED,
        question="May a player discard a crown jewel?",
        clauses=("turn.discard", "jewels.take"),
        hole="silent",
        why="The page reckons with one on top of the pile and does not bar it.",
        reasons={
            DiscardJewel.ALLOWED: "How a pile with one on top is taken is told at length.",
            DiscardJewel.BARRED: "A wild card is for sets; each use that is named is in one.",
        },
        speaks={
            DiscardJewel.ALLOWED: ("jewels.take",),
            DiscardJewel.BARRED: ("jewels.two", "jewels.add"),
        },
        errata={
            DiscardJewel.ALLOWED: "A crown jewel may be discarded like any other card.",
            DiscardJewel.BARRED: "A crown jewel may not be discarded.",
        },
    )
    no_discard: NoDiscard = ruling(
        NoDiscard.LEFT_OUT,
        question="Where some cards may not be discarded: what if a player holds nothing but such cards?",
        clauses=("turn.discard",),
        hole="impossible instruction",
        why="What cannot be done is left out.",
        reasons={
            NoDiscard.LEFT_OUT: (
                "No card is there that could be discarded, and no clause speaks of such a hand."
            ),
            NoDiscard.BAR_LIFTED: "The discard is what every turn closes with.",
        },
        speaks={
            NoDiscard.BAR_LIFTED: ("turn.discard",),
        },
        errata={
            NoDiscard.LEFT_OUT: (
                "A player who has cards but none that may be discarded ends the turn without a discard."
            ),
            NoDiscard.BAR_LIFTED: (
                "A player all of whose cards may not be discarded discards any one of them all the same."
            ),
        },
        found="encoding",
    )
    after_discard: AfterDiscard = ruling(
        AfterDiscard.TURN_OVER,
        question="A sentence about the moment after the discard breaks off: may cards still be laid then?",
        clauses=("table.fragment", "turn.discard", "play.choice"),
        hole="layout",
        why="The discard is what a turn ends with, whatever the lost words were.",
        reasons={
            AfterDiscard.TURN_OVER: "What ends the turn has nothing of it behind it.",
            AfterDiscard.MAY_LAY: "What was lost may have allowed it; adding follows as the next permission.",
        },
        speaks={
            AfterDiscard.TURN_OVER: ("turn.discard",),
            AfterDiscard.MAY_LAY: ("table.add_still",),
        },
        errata={
            AfterDiscard.TURN_OVER: (
                "Once you have discarded, your turn is over; nothing more is laid or added."
            ),
            AfterDiscard.MAY_LAY: (
                "Once you have discarded, you may still lay sets and add cards until the next player picks up."
            ),
        },
    )
    laid_this_turn: LaidThisTurn = ruling(
        LaidThisTurn.FIXED_AT_ONCE,
        question="May cards that were laid in this turn be rearranged before the discard?",
        clauses=("table.fragment", "table.no_change", "table.still", "table.no_reuse"),
        hole="layout",
        why=(
            "Two sentences forbid it without naming a moment; a third that names one does not allow it "
            "before."
        ),
        reasons={
            LaidThisTurn.FIXED_AT_ONCE: "No card on the table moves, and none is taken back.",
            LaidThisTurn.UNTIL_DISCARD: (
                "Joined to the next sentence, the broken one fixes combinations by the discard."
            ),
        },
        speaks={
            LaidThisTurn.FIXED_AT_ONCE: ("table.still", "table.no_reuse"),
            LaidThisTurn.UNTIL_DISCARD: ("table.fragment", "table.no_change"),
        },
        errata={
            LaidThisTurn.FIXED_AT_ONCE: (
                "A card on the table is never moved or taken back, not even in the turn in which it was laid."
            ),
            LaidThisTurn.UNTIL_DISCARD: (
                "Until the discard a player may take back what was laid in this turn and lay it otherwise, but "
                "not what was laid to take the face-up pile."
            ),
        },
    )
