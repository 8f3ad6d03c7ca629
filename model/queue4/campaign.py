"""The Campaign: several games in a row, tokens that pay for shuffling a card back, one total."""

from __future__ import annotations

from typing import Annotated

from model.queue4.endings import close_game
from model.queue4.returning import count_return, return_left
from model.queue4.scoring import Band, Sum, Total, band, final_score, points, result, scale
from model.queue4.state import Ending, Phase, Queue, Standard, n
from model.queue4.turn import begin, fill_deck, set_up
from queensbench.language import Range, automatic, clause, initial, require, rule, score, states
from spec.queue4.campaign import SpentTokens, TokenLastGame, TokensLeft, TokensPerGame, TokenVacuous
from spec.queue4.rulings import r

Game = Annotated[int, Range(1, n.games)]
"""A game of the campaign."""

Tokens = Annotated[int, Range(0, n.tokens)]


class Campaign(Standard):
    """The table of a campaign.

    ``game``: the game that is being played.  ``total``: the scores of those before it; once the campaign is over, of
    all.  ``tokens``: the player's own.  ``pile``: those to be earned.  ``used``: a token was spent in this game.
    ``rating``: of the campaign, once it is over.
    """

    game: Game
    total: Sum
    tokens: Tokens
    pile: Tokens
    used: bool
    rating: Band


@initial("campaign.tokens", "campaign.supply", "campaign.pile", replaces=set_up)
def set_up_campaign(s: Campaign) -> None:
    """Six tokens, of which the player begins with one; then the first game."""
    s.total = 0
    s.tokens = 1
    s.pile = n.tokens - 1
    fill_deck(s)
    begin(s)


@rule("campaign.return", "campaign.return.struck", replaces=return_left)
def token_left(s: Campaign) -> bool:
    """Shuffling back takes a token; by ruling ``tokens_per_game`` once a game."""
    states("campaign.modify")
    return s.tokens > 0 and not (s.used and r.tokens_per_game == TokensPerGame.ONE)


@rule("campaign.return", replaces=count_return)
def spend_token(s: Campaign) -> None:
    """The token is gone; by ruling ``spent_tokens`` to the pile."""
    s.tokens -= 1
    s.used = True
    if r.spent_tokens == SpentTokens.TO_PILE:
        s.pile += 1


@rule(replaces=close_game)
def close_of_five(s: Campaign) -> None:
    """The game is over and is scored next."""
    states("campaign.end")
    s.phase = Phase.SCORE


@automatic()
def score_game(s: Campaign) -> None:
    """The game is scored, a token earned; then the next game, or the end of the campaign."""
    require(s.phase == Phase.SCORE)
    with clause("campaign.total"):
        s.total += points(s)
    if not s.used:
        earn_token(s)
    clear_table(s)
    if s.game == n.games:
        s.rating = band(s)
        s.phase = Phase.OVER
    else:
        with clause("campaign.games"):
            s.game += 1
            begin(s)


@rule("campaign.reward")
def earn_token(s: Campaign) -> None:
    """A game without a token spent earns one: rulings ``token_vacuous`` and ``token_last_game``."""
    last = s.game == n.games and r.token_last_game == TokenLastGame.NOT_EARNED
    none = s.tokens == 0 and r.token_vacuous == TokenVacuous.NEEDS_ONE
    if s.pile > 0 and not last and not none:
        s.pile -= 1
        s.tokens += 1


@rule()
def clear_table(s: Campaign) -> None:
    """All cards back into the deck, for the next game."""
    fill_deck(s)
    for c in range(1, n.ranks * n.colours + 1):
        s.discards[c] = 0
    for q in Queue:
        s.queue[q].clear()
        s.gone[q] = False
    s.ending = Ending.NONE
    s.together = False
    s.used = False
    clear_variant(s)


@rule()
def clear_variant(s: Campaign) -> None:
    """Clear what the games of a variant leave behind (campaigns of variants replace this)."""


# ------------------------------------------------------------------------------------------------ scoring


@rule("campaign.total", "campaign.token_points", replaces=result)
def campaign_total(s: Campaign) -> Total:
    """All scores, and three for each token left; by ruling ``tokens_left`` for those in the pile too."""
    return s.total + 3 * (s.tokens + (s.pile if r.tokens_left == TokensLeft.PILE_TOO else 0))


@score(replaces=final_score)
def campaign_score(s: Campaign) -> Total:
    """The score of the campaign."""
    return campaign_total(s)


@rule("campaign.bands", replaces=scale)
def campaign_scale(s: Campaign) -> int:
    """The bands of one game, as many times as there are games."""
    return n.games
