"""The Queen's Collection, preparing and dealing: every question that the booklets leave open, with all its readings."""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling

TOGETHER = ("cooperative", "solo")
EN, DE = "queens-collection.en", "queens-collection.de"


class DealFullBox(Reading):
    """Whether the deal puts a fourth pawn on a box card."""

    SKIPPED = (
        "No: a box card without a free space is passed over, and the pawn goes to the next one with a space."
    )
    NO_LIMIT = "Yes: the spaces drawn on a card limit nothing; it gets another pawn each time its turn comes."


class DealOwnColour(Reading):
    """Whose turn it is in the deal after a pawn was moved on from the box of its own colour."""

    PAST_FILLED = "The card after the one that received the pawn."
    FILLED_AGAIN = "The card that received the pawn: it still has its own turn."
    STILL_DUE = (
        "The card that was passed over: it still waits; the one that received the pawn has its turn too."
    )


class DealBlocked(Reading):
    """The only space left is on the box card of the pawn's own colour."""

    HOME = "The pawn is put there all the same."
    FOURTH = "It is put on the next card clockwise as a fourth pawn."
    NEXT_CARD = (
        "The pawn card is set aside unused and the next one is drawn; what cannot be placed stays out."
    )


class SoloRemoved(Reading):
    """Who decides which pawns a solo game does without."""

    CHOSEN = "Those of four colours that the player chooses."
    AT_RANDOM = "Those of four colours that are drawn by chance."


class DifficultyWhen(Reading):
    """When the cards that make the game harder are taken out."""

    BEFORE_DEAL = "Yes: the deal is made with the smaller deck."
    BEFORE_PLAY = "No: the deal uses every card, and they are taken out between the deal and the first turn."


class DifficultyBoth(Reading):
    """Whether both adjustments may be made in one game."""

    COMBINED = "Yes: players may make either, both or none."
    ONE_OF_TWO = "No: one of the two at the most; if both are asked for, no wild is taken out."


class DifficultyModes(Reading):
    """For which modes cards may be taken out."""

    NAMED = "No: only the cooperative and the solo game, of which the booklets say so."
    EVERY_MODE = "Yes: they take their set-up from the cooperative game."


class BeginnerModes(Reading):
    """For which modes the two-space sides may be used."""

    NAMED = "No: only the cooperative and the solo game, of which the booklets say so."
    EVERY_MODE = "Yes: they take their set-up from the cooperative game."


class BeginnerSetupPawns(Reading):
    """How many pawns are dealt onto cards with two spaces."""

    ALL = "Every pawn, though there are more pawns than spaces."
    AS_SPACES = "Two of each colour, as many as there are spaces."


class BeginnerDealRoom(Reading):
    """When the deal passes over a card with two spaces, on which more pawns must be dealt than it has spaces."""

    THREE_EACH = "Those on which three pawns stand, as with the other side up."
    SPACES_FIRST = (
        "Those whose two spaces are taken, until all are; from then on those on which three pawns stand."
    )


class BeginnerRemoval(Reading):
    """From when on the third pawn is taken out once two stand at home."""

    ALWAYS = "Yes: with two at home, a third pawn that is still to be dealt is not dealt."
    IN_PLAY = "No: not before the first turn."


class SoloBeginnerHarder(Reading):
    """Whether a solo game on the two-space side may be played with fewer cards."""

    ALLOWED = "Yes, like any solo game."
    NORMAL_ONLY = "No: fewer cards are for the solo game on the three-space side."


class PreparationRulings(Rulings):
    """The rulings on preparing and dealing."""

    deal_full_box: DealFullBox = ruling(
        DealFullBox.SKIPPED,
        question="A wild has let a box card fall behind: does a full one get a fourth pawn when its turn comes again?",
        clauses=("setup.three_spaces", "deal.round", "deal.wild_skips", "deal.until_all"),
        hole="silent",
        why="The side with three spaces is prescribed for the deal, and as many pawns are dealt as there are spaces.",
        reasons={
            DealFullBox.SKIPPED: "A space is for one pawn, and in the end every pawn finds one.",
            DealFullBox.NO_LIMIT: "No sentence limits a box card, and beginners deal three onto two spaces.",
        },
        speaks={
            DealFullBox.SKIPPED: ("setup.three_spaces",),
            DealFullBox.NO_LIMIT: ("deal.round", "beginner.side"),
        },
        modes=TOGETHER,
        errata={
            DealFullBox.SKIPPED: (
                "Pass over a box card that already holds three pawns; the pawn goes to the next box card "
                "with a free space."
            ),
            DealFullBox.NO_LIMIT: "During the deal a box card may receive more pawns than it has spaces.",
        },
    )
    deal_own_colour: DealOwnColour = ruling(
        DealOwnColour.PAST_FILLED,
        question="A pawn was handed on from the box card of its own colour: which card is next in the deal?",
        clauses=("deal.own_colour", "deal.round"),
        hole="two-way",
        why="The deal goes on clockwise from the card that was dealt to last.",
        reasons={
            DealOwnColour.PAST_FILLED: "One pawn goes to each card in turn; this card has had its pawn.",
            DealOwnColour.FILLED_AGAIN: "Only the pawn was moved on; the order of the cards is not touched.",
            DealOwnColour.STILL_DUE: "Every card is to get a pawn, and unlike with a wild nothing says it is skipped.",
        },
        speaks={
            DealOwnColour.PAST_FILLED: ("deal.clockwise",),
            DealOwnColour.FILLED_AGAIN: ("deal.own_colour",),
            DealOwnColour.STILL_DUE: ("deal.round", "deal.wild_skips"),
        },
        modes=TOGETHER,
        errata={
            DealOwnColour.PAST_FILLED: (
                "Continue the deal with the box card after the one that received the pawn."
            ),
            DealOwnColour.FILLED_AGAIN: (
                "Continue the deal with the box card that received the pawn, which still has its own turn."
            ),
            DealOwnColour.STILL_DUE: (
                "Continue the deal with the box card that was passed over; it still waits for its pawn."
            ),
        },
    )
    deal_blocked: DealBlocked = ruling(
        DealBlocked.HOME,
        question="Every space that is left is on the box card of the pawn's own colour: where does the pawn go?",
        clauses=("deal.own_colour", "deal.until_all"),
        hole="impossible instruction",
        why="The deal is to go on until every pawn stands somewhere, which leaves that space alone.",
        reasons={
            DealBlocked.HOME: "All pawns must be placed, and this is the space that there is.",
            DealBlocked.FOURTH: "The rule on equal colours has no exception; the number of spaces is only drawn.",
            DealBlocked.NEXT_CARD: "A card that cannot be carried out is set aside, as for a colour that has run out.",
        },
        speaks={
            DealBlocked.HOME: ("deal.until_all",),
            DealBlocked.FOURTH: ("deal.own_colour",),
            DealBlocked.NEXT_CARD: ("deal.no_pawn_left",),
        },
        modes=TOGETHER,
        errata={
            DealBlocked.HOME: (
                "If no other box card has a free space, the pawn is placed on the box card of its own color."
            ),
            DealBlocked.FOURTH: (
                "If no other box card has a free space, the pawn is placed on the next box card as a "
                "fourth pawn."
            ),
            DealBlocked.NEXT_CARD: (
                "If no other box card has a free space, set the card aside and draw the next one; pawns "
                "that cannot be placed in this way stay out of the game."
            ),
        },
    )
    solo_removed: SoloRemoved = ruling(
        SoloRemoved.CHOSEN,
        question="Which four pawns does a solo player put away?",
        clauses=("solo.setup.remove",),
        hole="two-way",
        why="The player is said to do it, and any four colours will do.",
        reasons={
            SoloRemoved.CHOSEN: "Any means that it is left to who does it.",
            SoloRemoved.AT_RANDOM: "Where a player may choose, the booklet speaks of choosing.",
        },
        speaks={
            SoloRemoved.CHOSEN: ("solo.setup.remove",),
            SoloRemoved.AT_RANDOM: ("setup.choose_boxes",),
        },
        modes=("solo",),
        errata={
            SoloRemoved.CHOSEN: "The player chooses the four colors.",
            SoloRemoved.AT_RANDOM: "Draw the four colors at random.",
        },
    )
    difficulty_when: DifficultyWhen = ruling(
        DifficultyWhen.BEFORE_DEAL,
        question="Are the cards that make the game harder taken out before the pawns are dealt with them?",
        clauses=("difficulty.before", "deal.shuffle"),
        hole="two-way",
        why="They leave the game before it begins, so nothing of the game is done with them.",
        reasons={
            DifficultyWhen.BEFORE_DEAL: "What was taken out of the game does not take part in the deal.",
            DifficultyWhen.BEFORE_PLAY: "The play begins after the set-up, and the set-up names all cards.",
        },
        speaks={
            DifficultyWhen.BEFORE_DEAL: ("difficulty.before",),
            DifficultyWhen.BEFORE_PLAY: ("deal.shuffle",),
        },
        documents={DifficultyWhen.BEFORE_PLAY: (DE,)},
        modes=TOGETHER,
        errata={
            DifficultyWhen.BEFORE_DEAL: "Take these cards out before the pawns are dealt.",
            DifficultyWhen.BEFORE_PLAY: "Deal the pawns with all cards, and take these cards out afterwards.",
        },
    )
    difficulty_both: DifficultyBoth = ruling(
        DifficultyBoth.COMBINED,
        question="May coloured cards and wilds be taken out in the same game?",
        clauses=("difficulty.colours", "difficulty.wilds"),
        hole="silent",
        why="Adjustments are offered in the plural and nothing makes one exclude the other.",
        reasons={
            DifficultyBoth.COMBINED: "A list of what players may do lets them do all of it.",
            DifficultyBoth.ONE_OF_TWO: "The adjustments are numbered like levels.",
        },
        speaks={
            DifficultyBoth.COMBINED: ("difficulty.may",),
            DifficultyBoth.ONE_OF_TWO: ("difficulty.colours",),
        },
        errata={
            DifficultyBoth.COMBINED: "Both adjustments may be combined.",
            DifficultyBoth.ONE_OF_TWO: "Choose one of the two adjustments.",
        },
    )
    difficulty_modes: DifficultyModes = ruling(
        DifficultyModes.NAMED,
        question="May the competitive and the team game be played with fewer cards?",
        clauses=("difficulty.may", "solo.levels", "competitive.setup"),
        hole="silent",
        why="The solo game is told in so many words that it has the levels; the other modes are not.",
        reasons={
            DifficultyModes.NAMED: "Saying it of one mode means that it has to be said.",
            DifficultyModes.EVERY_MODE: "Taking cards out belongs to the preparation, which the modes share.",
        },
        speaks={
            DifficultyModes.NAMED: ("solo.levels",),
            DifficultyModes.EVERY_MODE: ("competitive.setup",),
        },
        errata={
            DifficultyModes.NAMED: "These adjustments are for the cooperative and the solo game only.",
            DifficultyModes.EVERY_MODE: "These adjustments may be made in every game mode.",
        },
    )
    beginner_modes: BeginnerModes = ruling(
        BeginnerModes.NAMED,
        question="May the competitive and the team game be played on the two-space sides?",
        clauses=("beginner.side", "solo.levels", "competitive.setup"),
        hole="silent",
        why="The solo game is told in so many words that it has this level; the other modes are not.",
        reasons={
            BeginnerModes.NAMED: "Saying it of one mode means that it has to be said.",
            BeginnerModes.EVERY_MODE: "Turning the cards is part of the set-up, which the modes share.",
        },
        speaks={
            BeginnerModes.NAMED: ("solo.levels",),
            BeginnerModes.EVERY_MODE: ("beginner.side", "competitive.setup"),
        },
        errata={
            BeginnerModes.NAMED: "The beginner's level is for the cooperative and the solo game only.",
            BeginnerModes.EVERY_MODE: "The beginner's level may be used in every game mode.",
        },
    )
    beginner_setup_pawns: BeginnerSetupPawns = ruling(
        BeginnerSetupPawns.ALL,
        question="Box cards with two spaces hold fewer pawns than there are: how many pawns are dealt?",
        clauses=("beginner.side", "beginner.third", "deal.until_all"),
        hole="contradictory",
        why="A third pawn of each colour must be in play, or there would be none to take out.",
        reasons={
            BeginnerSetupPawns.ALL: "Nothing changes the deal, and the third pawn is spoken of as being in play.",
            BeginnerSetupPawns.AS_SPACES: "The spaces say how many pawns a box takes.",
        },
        speaks={
            BeginnerSetupPawns.ALL: ("beginner.third", "deal.until_all"),
            BeginnerSetupPawns.AS_SPACES: ("beginner.side",),
        },
        modes=TOGETHER,
        errata={
            BeginnerSetupPawns.ALL: "All 24 pawns are dealt, although there are only 16 spaces.",
            BeginnerSetupPawns.AS_SPACES: (
                "Only two pawns of each color are dealt; put the others back into the game box."
            ),
        },
    )
    beginner_deal_room: BeginnerDealRoom = ruling(
        BeginnerDealRoom.THREE_EACH,
        question="All three pawns of each colour are dealt onto cards with two spaces: which cards are passed over?",
        clauses=("beginner.side", "deal.round", "deal.until_all"),
        hole="silent",
        why="The side turned up changes nothing about the deal, which ends with three pawns on each card.",
        reasons={
            BeginnerDealRoom.THREE_EACH: "One pawn goes to each card in turn, whatever its picture.",
            BeginnerDealRoom.SPACES_FIRST: "While there are free spaces, a card without one is full.",
        },
        speaks={
            BeginnerDealRoom.THREE_EACH: ("deal.round",),
            BeginnerDealRoom.SPACES_FIRST: ("beginner.side",),
        },
        found="encoding",
        modes=TOGETHER,
        errata={
            BeginnerDealRoom.THREE_EACH: "During the deal up to three pawns are placed on each box card.",
            BeginnerDealRoom.SPACES_FIRST: (
                "Deal onto free spaces first; only when all spaces are taken does each box card receive a "
                "third pawn."
            ),
        },
    )
    beginner_removal: BeginnerRemoval = ruling(
        BeginnerRemoval.ALWAYS,
        question="Can the deal already take a beginners' third pawn out?",
        clauses=("beginner.third",),
        hole="translation",
        why="The English text attaches it to two pawns being at home, whenever that comes about.",
        reasons={
            BeginnerRemoval.ALWAYS: "As soon as two are at home the third has no place any more.",
            BeginnerRemoval.IN_PLAY: "The German text speaks of the course of play, which follows the set-up.",
        },
        speaks={
            BeginnerRemoval.ALWAYS: ("beginner.third",),
            BeginnerRemoval.IN_PLAY: ("beginner.third",),
        },
        documents={BeginnerRemoval.ALWAYS: (EN,), BeginnerRemoval.IN_PLAY: (DE,)},
        modes=TOGETHER,
        errata={
            BeginnerRemoval.ALWAYS: "This also applies during the deal: the third pawn is then not dealt.",
            BeginnerRemoval.IN_PLAY: "This applies from the first turn on, not during the deal.",
        },
    )
    solo_beginner_harder: SoloBeginnerHarder = ruling(
        SoloBeginnerHarder.ALLOWED,
        question="May a solo player combine the side for beginners with a smaller deck?",
        clauses=("solo.levels.normal", "solo.levels", "beginner.harder"),
        hole="translation",
        why="The cooperative rules allow both together, and solo scores and levels follow them.",
        reasons={
            SoloBeginnerHarder.ALLOWED: "In German it is the solo game as such that may be adjusted.",
            SoloBeginnerHarder.NORMAL_ONLY: "In English it is the normal level that may be adjusted.",
        },
        speaks={
            SoloBeginnerHarder.ALLOWED: ("beginner.harder",),
            SoloBeginnerHarder.NORMAL_ONLY: ("solo.levels.normal",),
        },
        documents={SoloBeginnerHarder.ALLOWED: (DE,), SoloBeginnerHarder.NORMAL_ONLY: (EN,)},
        modes=("solo",),
        errata={
            SoloBeginnerHarder.ALLOWED: (
                "The difficulty may be adjusted in every solo game, on the beginner's side too."
            ),
            SoloBeginnerHarder.NORMAL_ONLY: (
                "The difficulty may be adjusted in the solo game with three spaces only."
            ),
        },
    )
