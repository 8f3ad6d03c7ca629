"""Queue 4, the Campaign: every question that its rules leave open, with all its readings."""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling

CAMPAIGN = ("campaign", "campaign-royal-ball", "campaign-bouquets", "campaign-both")


class TokensPerGame(Reading):
    """How many tokens can be spent in one game."""

    ANY_NUMBER = "Yes: as many as the player has tokens."
    ONE = "No, one: the words that are struck out still hold."


class TokenVacuous(Reading):
    """Whether a player without tokens earns one by spending none."""

    EARNED = "Yes: none was spent."
    NEEDS_ONE = "No: only a player who could have spent one does without it."


class TokenLastGame(Reading):
    """Whether a token is earned by the last game too."""

    EARNED = "Yes."
    NOT_EARNED = "No: there is no game left to use it in."


class SpentTokens(Reading):
    """Where a spent token goes."""

    OUT = "No: it is out of the campaign."
    TO_PILE = "Yes, and it can be earned again."


class TokensLeft(Reading):
    """Which tokens add points at the end."""

    OWN = "No: only those that the player has do."
    PILE_TOO = "Yes: those left in the pile do too."


class BandGaps(Reading):
    """How a total is rated that lies between two bands, such as 22."""

    LOWER = "As the band below: a band reaches up to the beginning of the next."
    UPPER = "As the band above: a band begins where the one below has ended."
    NONE = "Not at all."


class CampaignKind(Reading):
    """Whether all games of a campaign are of the same kind."""

    ALL_ALIKE = "No: base game or variant is settled for the whole campaign."
    EACH_CHOSEN = "Yes: it is chosen anew for each game."


class CampaignRulings(Rulings):
    """The rulings of the Campaign, in the order of its rules."""

    tokens_per_game: TokensPerGame = ruling(
        TokensPerGame.ANY_NUMBER,
        question="May several cards of one game be shuffled back, each for a token?",
        clauses=("campaign.return", "campaign.return.struck"),
        hole="layout",
        why="The limit is struck out, in both printings; and a reward for spending none allows for any number.",
        reasons={
            TokensPerGame.ANY_NUMBER: "With the limit gone, what a card costs is the only bound.",
            TokensPerGame.ONE: "The words can still be read, and where the stroke is lost they hold.",
        },
        speaks={
            TokensPerGame.ANY_NUMBER: ("campaign.return.struck", "campaign.reward"),
            TokensPerGame.ONE: ("return.once",),
        },
        errata={
            TokensPerGame.ANY_NUMBER: (
                "Any number of cards may be shuffled back in a game, one for each Token discarded."
            ),
            TokensPerGame.ONE: "Only one card may be shuffled back in each game, by discarding a Token.",
        },
        modes=CAMPAIGN,
    )
    token_vacuous: TokenVacuous = ruling(
        TokenVacuous.EARNED,
        question="Does a player who had no token to spend earn one after the game?",
        clauses=("campaign.reward",),
        hole="two-way",
        why="The sentence asks what was used, not what could have been.",
        reasons={
            TokenVacuous.EARNED: "It is true that no token was used.",
            TokenVacuous.NEEDS_ONE: "A further token is one more than those held back: there is restraint to reward.",
        },
        speaks={
            TokenVacuous.EARNED: ("campaign.reward",),
            TokenVacuous.NEEDS_ONE: ("campaign.reward",),
        },
        errata={
            TokenVacuous.EARNED: "A player who had no Token to use earns one too.",
            TokenVacuous.NEEDS_ONE: "Only a player who had a Token and did not use it earns another.",
        },
        modes=CAMPAIGN,
    )
    token_last_game: TokenLastGame = ruling(
        TokenLastGame.EARNED,
        question="Does the last game of a campaign earn a token, which then adds points?",
        clauses=("campaign.reward", "campaign.token_points"),
        hole="two-way",
        why="It is said of every game, and the campaign is over only after its last one.",
        reasons={
            TokenLastGame.EARNED: "The rule on the end of a game makes no exception, and scoring comes after it.",
            TokenLastGame.NOT_EARNED: "Tokens are for use in games; points are for those left over from use.",
        },
        speaks={
            TokenLastGame.EARNED: ("campaign.end", "campaign.reward"),
            TokenLastGame.NOT_EARNED: ("campaign.token_points",),
        },
        errata={
            TokenLastGame.EARNED: "The last game can earn a Token too, which adds three points.",
            TokenLastGame.NOT_EARNED: "The last game earns no Token.",
        },
        modes=CAMPAIGN,
    )
    spent_tokens: SpentTokens = ruling(
        SpentTokens.OUT,
        question="Does a spent token return to the pile?",
        clauses=("campaign.return", "campaign.pile", "campaign.reward"),
        hole="silent",
        why="It is discarded, as cards are that never come back. Five in the pile are enough for five games.",
        reasons={
            SpentTokens.OUT: "Discards stay out of the game.",
            SpentTokens.TO_PILE: "There is one place for tokens that nobody has, and that is the pile.",
        },
        speaks={
            SpentTokens.OUT: ("campaign.return", "discards.sorted"),
            SpentTokens.TO_PILE: ("campaign.pile",),
        },
        errata={
            SpentTokens.OUT: "Tokens that were used are out of the campaign.",
            SpentTokens.TO_PILE: "Tokens that were used go back to the pile and can be earned again.",
        },
        modes=CAMPAIGN,
    )
    tokens_left: TokensLeft = ruling(
        TokensLeft.OWN,
        question="Do tokens that were never earned add points as well?",
        clauses=("campaign.token_points", "campaign.pile"),
        hole="two-way",
        why="Points reward a player for what is kept; the pile is nobody's.",
        reasons={
            TokensLeft.OWN: "What is left is left of the player's supply.",
            TokensLeft.PILE_TOO: "Every token is spoken of, and those in the pile are left too.",
        },
        speaks={
            TokensLeft.OWN: ("campaign.supply", "campaign.reward"),
            TokensLeft.PILE_TOO: ("campaign.token_points",),
        },
        errata={
            TokensLeft.OWN: "Only Tokens in the player's supply add three points each.",
            TokensLeft.PILE_TOO: (
                "All Tokens that were not used add three points each, those left in the pile too."
            ),
        },
        modes=CAMPAIGN,
    )
    band_gaps: BandGaps = ruling(
        BandGaps.LOWER,
        question="With five times the limits, 21 to 24 lie in no band: how is such a total rated?",
        clauses=("campaign.bands", "band.fair", "band.good", "band.great", "band.excellent"),
        hole="silent",
        why="A band that must be reached is not reached with less than its beginning.",
        reasons={
            BandGaps.LOWER: "The beginning of a band is what a player has to attain.",
            BandGaps.UPPER: "The end of a band is the most that it allows.",
            BandGaps.NONE: "Both limits are multiplied, and what lies between the products is in neither band.",
        },
        speaks={
            BandGaps.LOWER: ("band.legendary",),
            BandGaps.UPPER: ("band.loss",),
            BandGaps.NONE: ("campaign.bands",),
        },
        errata={
            BandGaps.LOWER: "A total between two multiplied ratings gets the lower of them.",
            BandGaps.UPPER: "A total between two multiplied ratings gets the higher of them.",
            BandGaps.NONE: "A total between two multiplied ratings gets none.",
        },
        modes=CAMPAIGN,
    )
    campaign_kind: CampaignKind = ruling(
        CampaignKind.ALL_ALIKE,
        question="May the games of one campaign be of different variants?",
        clauses=("campaign.variants", "campaign.games"),
        hole="silent",
        why="The rules of the Campaign as a whole are lent to a variant.",
        reasons={
            CampaignKind.ALL_ALIKE: "Five games of one name are linked, and one scale rates their sum.",
            CampaignKind.EACH_CHOSEN: "Variants are spoken of in the plural, and every game is set up by itself.",
        },
        speaks={
            CampaignKind.ALL_ALIKE: ("campaign.games", "campaign.bands"),
            CampaignKind.EACH_CHOSEN: ("campaign.variants",),
        },
        errata={
            CampaignKind.ALL_ALIKE: (
                "All games of a campaign are played with the same variant, or all without one."
            ),
            CampaignKind.EACH_CHOSEN: (
                "Before each game of a campaign the player chooses whether to play it with a variant, and with "
                "which."
            ),
        },
        modes=("campaign-both",),
    )
