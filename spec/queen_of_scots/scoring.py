"""Queen of Scots: what the page leaves open about the end of a round, the score and the winner."""

from __future__ import annotations

from queensbench.language import Reading, ruling
from spec.queen_of_scots.sets import SetRulings


class RoundEnd(Reading):
    """Whether being able to empty one's hand ends the round.

    Able is a player who could place every card of the hand, where that is allowed the last by a discard.  What taking
    the pile would make possible counts once the pile has been taken; taking laid cards back does not count.  The model
    may err where King James alone may stand twice in a set of royals, where worth makes cards alike and a royal is
    worth as much as a card of the people, and where several readings about wild cards and sets differ from the house.
    """

    WHEN_EMPTY = "Yes: the round is over when the last card has been placed, and nobody is bound to place it."
    OBLIGATORY = (
        "Yes, and whoever is able to, cards in hand and sets as they lie, must do it; where King James alone may "
        "stand twice in a set of royals, who is able is judged roughly."
    )
    WHEN_ABLE = (
        "No: it is over as soon as the player on turn is able to, cards in hand and sets as they lie; cards still "
        "in hand are subtracted; where King James alone may stand twice in a set of royals, who is able is judged "
        "roughly."
    )


class WinWhen(Reading):
    """When it is checked whether somebody has won."""

    ROUND_SCORED = "At the end of a round, when it has been scored."
    AT_ONCE = (
        "As soon as a player's total, table and hand as they stand, gets there: the game ends within "
        "the round."
    )


class SameTurn(Reading):
    """What it means to pass a thousand in the same turn."""

    SAME_SCORING = "To get there by the scoring of one round."
    COUNTED_IN_TURN = (
        "It never is: players are counted one by one from the first player on, and the first to get "
        "there wins."
    )
    FROM_LAST_TURN = (
        "It never is: players are counted one by one from the one in whose turn the round ended, and the first to "
        "get there wins."
    )


class ReachOrCross(Reading):
    """Whether exactly a thousand is enough."""

    REACH = "Yes: a thousand on the dot is enough."
    CROSS = "No: it takes more than a thousand."


class NetScore(Reading):
    """In which order a round's points are booked."""

    NET = "No: the total counts when both are booked."
    TABLE_FIRST = (
        "Yes: table cards are added first, and whoever gets there by them has got there; several of them are compared "
        "once hand cards are subtracted."
    )
    TABLE_ALONE = (
        "Yes: whoever gets there by table cards has got there, and several of them are compared by these: no hand card "
        "is subtracted any more."
    )


class HighestScore(Reading):
    """Which score decides between two who cross."""

    TOTAL = "The higher total."
    ROUND = "The higher score of the round."


class CrossTie(Reading):
    """Equal scores at the top."""

    SHARED = "All who are level at the top win."
    NEXT_ROUND = "Nobody yet: rounds go on until one player with a thousand is ahead of all others."
    WENT_OUT = "The one in whose turn the round ended, if among them; else all who are level."


class ThreeCross(Reading):
    """More than two cross at a time."""

    HIGHEST = "The one with the highest score wins."
    ALL = "All of them win: the comparison is for two."


class OtherEnd(Reading):
    """Whether the game ends if nobody gets there."""

    NONE = "No: rounds are played for as long as it takes."
    ALL_DEALT = "Yes: once every player has dealt, the highest total wins, and all who have it."


class ScoringRulings(SetRulings):
    """Rulings about the end of a round, the score and the winner."""

    round_end: RoundEnd = ruling(
        RoundEnd.WHEN_EMPTY,
        question="A round is over when a player can empty their hand: must it have been done?",
        clauses=("end.empty", "play.keep"),
        hole="two-way",
        why="Placing the last card is named as the way in which it comes about.",
        reasons={
            RoundEnd.WHEN_EMPTY: "The last card must have been placed somewhere.",
            RoundEnd.OBLIGATORY: "That the round ends leaves no choice to somebody who can end it.",
            RoundEnd.WHEN_ABLE: "The word is can, and the end is immediate.",
        },
        speaks={
            RoundEnd.WHEN_EMPTY: ("end.with_set", "end.with_discard"),
            RoundEnd.OBLIGATORY: ("end.empty",),
            RoundEnd.WHEN_ABLE: ("end.empty",),
        },
        errata={
            RoundEnd.WHEN_EMPTY: (
                "A round ends as soon as a player has placed the last card of the hand. Nobody has to do so."
            ),
            RoundEnd.OBLIGATORY: (
                "A player who is able to place all cards of the hand in this turn must do so; then the round "
                "ends."
            ),
            RoundEnd.WHEN_ABLE: (
                "A round ends as soon as the player whose turn it is would be able to place all cards of the "
                "hand; cards still in hand are deducted."
            ),
        },
    )
    win_when: WinWhen = ruling(
        WinWhen.ROUND_SCORED,
        question=(
            "Is a thousand points reached at the end of a round, or as soon as the sets on the table "
            "bring it?"
        ),
        clauses=("game.thousand", "score.when", "score.table"),
        hole="two-way",
        why="There is no score before it is counted, and it is counted when a round is over.",
        reasons={
            WinWhen.ROUND_SCORED: "Counting is what the end of a round is for.",
            WinWhen.AT_ONCE: "First to reach is a race, and two may get there in one turn.",
        },
        speaks={
            WinWhen.ROUND_SCORED: ("score.when", "score.table"),
            WinWhen.AT_ONCE: ("game.thousand", "game.together"),
        },
        errata={
            WinWhen.ROUND_SCORED: (
                "Whether somebody has 1000 points is checked only when the scores of a round have been counted."
            ),
            WinWhen.AT_ONCE: (
                "The game ends as soon as a player's total, with sets added and hand deducted as they stand, "
                "comes to 1000."
            ),
        },
    )
    same_turn: SameTurn = ruling(
        SameTurn.SAME_SCORING,
        question="Scores are counted by rounds: what is it for two players to get there in the same turn?",
        clauses=("game.together", "score.when", "game.thousand"),
        hole="contradictory",
        why=(
            "Two players gain points together only when a round is scored, so that is the turn that is meant."
        ),
        reasons={
            SameTurn.SAME_SCORING: "In a single player's turn hardly two of them could gain.",
            SameTurn.COUNTED_IN_TURN: "Within one count somebody is first, and turns are had one at a time.",
            SameTurn.FROM_LAST_TURN: "The turn that ends the round is its player's alone; the others have had theirs.",
        },
        speaks={
            SameTurn.SAME_SCORING: ("score.when",),
            SameTurn.COUNTED_IN_TURN: ("game.thousand", "turn.pick_up"),
            SameTurn.FROM_LAST_TURN: ("game.thousand", "end.empty"),
        },
        errata={
            SameTurn.SAME_SCORING: (
                "If two players pass 1000 with the scores of one round, the higher score wins."
            ),
            SameTurn.COUNTED_IN_TURN: (
                "Scores are counted in the order of turns, beginning with the player who had the first turn; "
                "whoever is first to reach 1000 wins."
            ),
            SameTurn.FROM_LAST_TURN: (
                "Scores are counted in the order of turns, beginning with the player in whose turn the round "
                "ended; whoever is first to reach 1000 wins."
            ),
        },
    )
    reach_or_cross: ReachOrCross = ruling(
        ReachOrCross.REACH,
        question="Is a total of exactly a thousand enough?",
        clauses=("game.thousand", "game.together"),
        hole="two-way",
        why="Reaching is what wins; the other word stands in a rule about who is ahead.",
        reasons={
            ReachOrCross.REACH: "To have a thousand is to have reached it.",
            ReachOrCross.CROSS: "To cross a line is to be beyond it.",
        },
        speaks={
            ReachOrCross.REACH: ("game.thousand",),
            ReachOrCross.CROSS: ("game.together",),
        },
        errata={
            ReachOrCross.REACH: "A player with 1000 points or more has reached the goal.",
            ReachOrCross.CROSS: "A player must have more than 1000 points to win.",
        },
    )
    net_score: NetScore = ruling(
        NetScore.NET,
        question=(
            "Table cards bring a player to a thousand and hand cards take that away again: was it reached?"
        ),
        clauses=("game.thousand", "score.table", "score.hand"),
        hole="silent",
        why="A round has one score for each player, made of both.",
        reasons={
            NetScore.NET: "Adding and subtracting are two halves of one score.",
            NetScore.TABLE_FIRST: "Adding is printed first, and reaching is enough.",
            NetScore.TABLE_ALONE: "The game is won the moment that a thousand is reached; the rest comes too late.",
        },
        speaks={
            NetScore.NET: ("score.hand",),
            NetScore.TABLE_FIRST: ("score.table", "score.hand"),
            NetScore.TABLE_ALONE: ("score.table", "game.thousand"),
        },
        errata={
            NetScore.NET: "Only the total after cards in hand have been deducted counts towards 1000.",
            NetScore.TABLE_FIRST: (
                "Cards on the table are added for all players first, and whoever has 1000 then has reached it. "
                "If there are several, deduct cards in hand and compare."
            ),
            NetScore.TABLE_ALONE: (
                "Cards on the table are added for all players first. If somebody has 1000 then, the game is over "
                "and no card in hand is deducted."
            ),
        },
    )
    highest_score: HighestScore = ruling(
        HighestScore.TOTAL,
        question="Two have crossed: is it the higher total that wins, or the higher score of this round?",
        clauses=("game.together", "game.cumulative"),
        hole="two-way",
        why="The threshold is one of totals, and the comparison goes on from there.",
        reasons={
            HighestScore.TOTAL: "Totals are what crossed.",
            HighestScore.ROUND: (
                "A score is what a round gives; of the total it is said that it is cumulative."
            ),
        },
        speaks={
            HighestScore.TOTAL: ("game.cumulative",),
            HighestScore.ROUND: ("score.when",),
        },
        errata={
            HighestScore.TOTAL: "If two players cross 1000, the higher total wins.",
            HighestScore.ROUND: "If two players cross 1000, the one who scored more in this round wins.",
        },
    )
    cross_tie: CrossTie = ruling(
        CrossTie.SHARED,
        question="Two have crossed with the same score: who wins?",
        clauses=("game.together", "game.thousand"),
        hole="silent",
        why="Each has done what wins, and nothing sets one before another.",
        reasons={
            CrossTie.SHARED: "Each was first, and neither is higher.",
            CrossTie.NEXT_ROUND: "One player wins, and a difference is what decides.",
            CrossTie.WENT_OUT: "That player was the first to be finished.",
        },
        speaks={
            CrossTie.SHARED: ("game.thousand",),
            CrossTie.NEXT_ROUND: ("game.together",),
            CrossTie.WENT_OUT: ("end.empty",),
        },
        errata={
            CrossTie.SHARED: "Players who are level at the top share the victory.",
            CrossTie.NEXT_ROUND: (
                "If players are level at the top, play another round until one player with 1000 is ahead of all "
                "others."
            ),
            CrossTie.WENT_OUT: (
                "If players are level at the top, the one in whose turn the round ended wins; if that is none of "
                "them, they share the victory."
            ),
        },
    )
    three_cross: ThreeCross = ruling(
        ThreeCross.HIGHEST,
        question="Three players or more cross at a time: who wins?",
        clauses=("game.together",),
        hole="silent",
        why="Among more than two the same comparison finds one.",
        reasons={
            ThreeCross.HIGHEST: "The superlative fits any number.",
            ThreeCross.ALL: "The rule names two players; otherwise it is enough to be first.",
        },
        speaks={
            ThreeCross.HIGHEST: ("game.together",),
            ThreeCross.ALL: ("game.thousand",),
        },
        errata={
            ThreeCross.HIGHEST: "However many players cross 1000 together, the highest score wins.",
            ThreeCross.ALL: "If three or more players cross 1000 together, all of them win.",
        },
    )
    other_end: OtherEnd = ruling(
        OtherEnd.NONE,
        question="Nobody ever reaches a thousand: does the game end otherwise?",
        clauses=("game.thousand", "round.dealer", "score.negative"),
        hole="silent",
        why="One way to win is told, and scores may fall as well as rise.",
        reasons={
            OtherEnd.NONE: "No number of rounds is given.",
            OtherEnd.ALL_DEALT: "Each player is to have a turn at dealing, and no second one is spoken of.",
        },
        speaks={
            OtherEnd.NONE: ("game.thousand",),
            OtherEnd.ALL_DEALT: ("round.dealer",),
        },
        errata={
            OtherEnd.NONE: "Rounds are played until somebody has won; there is no limit to their number.",
            OtherEnd.ALL_DEALT: (
                "If nobody has won when every player has dealt once, the highest total wins; players who are "
                "level share the victory."
            ),
        },
    )
