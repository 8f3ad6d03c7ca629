"""The least that a round and a match of the second booklet can be worth; written before the first run.

Whoever is left with nearly all cards has the least.  A display that can be refilled is, so that its cards are in no
hand; a pair puts at least two cards away and takes one of them from the display; and what ends a round is a pair, of a
card of another hand (in ``tests/queens_collection/test_extremes.py`` plays reach these bounds).
"""

from __future__ import annotations

from typing import Annotated

from model.queens_collection.against_round import round_score, total
from model.queens_collection.against_swap import with_display
from model.queens_collection.against_table import (
    Match,
    Phase,
    boxes_left,
    discards_size,
    display_size,
    hand_size,
    m,
)
from model.queens_collection.cards import Card, Player, left_of, pile_size
from model.queens_collection.teams import TeamMatch, partner
from properties.queens_collection.against import all_cards, best_of_a_team, best_round, counted
from properties.queens_collection.against_shape import BOOKKEEPING, aside, before_play, place
from queensbench.language import Range, always, holds, rule
from spec.queens_collection.against import RoundEndCheck
from spec.queens_collection.rulings import r

# ------------------------------------------------------------------------------------- cards in no hand


@rule()
def out(s: Match) -> int:
    """How many cards have left the game."""
    return sum(s.removed[card] for card in Card)


@rule()
def in_no_hand(s: Match) -> int:
    """How many cards of the game lie open or in a pile, once an exchange that is under way has ended."""
    put_down = aside(s) - s.due if with_display(s) else 0
    return display_size(s) + pile_size(s) + discards_size(s) + put_down


@always("against.shape.in_no_hand", holds(BOOKKEEPING))
def display_lacks_what_left_with_a_card_of_a_hand(s: Match) -> bool:
    """At most one card of each pair that leaves the game was in the display."""
    return before_play(s) or 2 * in_no_hand(s) + out(s) >= 2 * m.display


@always("against.shape.lies_there", holds(BOOKKEEPING))
def cards_lie_there(s: Match) -> bool:
    """A pair puts two cards where one was before."""
    return before_play(s) or in_no_hand(s) + out(s) >= m.display + s.pairs


@always("against.shape.pair_before_end", holds(BOOKKEEPING))
def last_box_but_one_goes_with_a_pair(s: Match) -> bool:
    """Nothing but a pair of this turn takes the pawns of the last box but one."""
    if r.round_end_check in (RoundEndCheck.EQUAL_TURNS, RoundEndCheck.ONE_TURN_EACH):
        return True
    return s.phase in (Phase.COUNT, Phase.OVER) or s.pairs > 0 or boxes_left(s) >= 2


@rule()
def counted_after_an_action(s: Match) -> bool:
    """Whether the round is over, by a reading that does not let it go on after its end was seen, or ends it before."""
    if r.round_end_check in (RoundEndCheck.EQUAL_TURNS, RoundEndCheck.ONE_TURN_EACH):
        return False
    return s.phase in (Phase.COUNT, Phase.OVER)


@always("against.shape.last_pair", holds(BOOKKEEPING))
def last_pair_lies_there(s: Match) -> bool:
    """The last pair lies beside the display from which it was taken."""
    return not counted_after_an_action(s) or boxes_left(s) > 1 or in_no_hand(s) + out(s) >= m.display + 1


@always("against.shape.stuck", holds(BOOKKEEPING))
def stuck_for_want_of_cards(s: Match) -> bool:
    """By ruling, a round ends where no pawn can be taken: cards have left the game, or nobody holds one."""
    if not counted_after_an_action(s) or boxes_left(s) <= 1:
        return True
    return out(s) >= 2 or all(hand_size(s, p) == 0 for p in Player)


@always(
    "against.round.cards_left",
    holds("What ends a round leaves a card more beside the hands than the display has."),
    clauses=("competitive.refill", "competitive.pair.discard", "competitive.round.end"),
)
def cards_left_at_the_end(s: Match) -> bool:
    if not counted_after_an_action(s) or all(hand_size(s, p) == 0 for p in Player):
        return True
    return in_no_hand(s) + out(s) >= m.display + 1


# ------------------------------------------------------------------------------------- one turn each


@rule()
def had_a_turn(s: Match, p: Player) -> bool:
    """Where each player has one turn: whether the player has taken up all cards that can be taken up."""
    if p == s.active:
        return s.phase not in (Phase.REVEAL, Phase.TURN_UP)
    return s.phase in (Phase.COUNT, Phase.OVER) or place(s, p) < place(s, s.active)


@always("against.shape.held", holds(BOOKKEEPING))
def held_after_one_turn(s: Match, p: Player) -> bool:
    if r.round_end_check != RoundEndCheck.ONE_TURN_EACH or before_play(s):
        return True
    cards = hand_size(s, p)
    if p == s.active:
        cards += s.due
    elif not with_display(s) and p == left_of(
        left_of(s.active)
    ):  # a partner, who is to get what was put down
        cards += aside(s) - s.due
    return cards <= m.hand or (had_a_turn(s, p) and cards <= m.hand + m.reveals)


# ---------------------------------------------------------------------------------------------- points


Worth = Annotated[int, Range(-2 * (8 * m.cards + m.wilds), 16 * (2 * m.pawns + 3))]
"""The worst or the best of a round, for two players at the most."""


@rule()
def worst_round(s: Match) -> int:
    """The most points that a round can cost a player, by how its end is found."""
    match r.round_end_check:
        case RoundEndCheck.ONE_TURN_EACH:
            return m.hand + m.reveals
        case RoundEndCheck.EQUAL_TURNS:
            return all_cards(s) - m.display
        case _:
            return all_cards(s) - m.display - 1


@rule()
def so_often(s: Match, points: Worth) -> int:
    """So many points for each round that was counted."""
    return sum(points if counted(s) > k else 0 for k in range(m.rounds))


@always(
    "against.round.hands_at_the_end",
    holds("The hands together have no more cards than are not left beside them."),
    clauses=("competitive.score.hand", "competitive.refill"),
)
def hands_at_the_end(s: Match) -> bool:
    if s.phase not in (Phase.COUNT, Phase.OVER) or r.round_end_check == RoundEndCheck.ONE_TURN_EACH:
        return True
    return sum(hand_size(s, p) for p in Player) <= worst_round(s)


@always(
    "against.score.least",
    holds(
        "At worst no pawn and all cards but the last pair and what then lies in the display: 34; if all have equal "
        "turns, what is left may be taken up after that pair: 35; in one turn each, the opening hand and five: 7."
    ),
    clauses=("competitive.score.hand", "competitive.refill", "competitive.reveal.no_limit"),
)
def least_of_a_round(s: Match, p: Player) -> bool:
    return s.phase not in (Phase.COUNT, Phase.OVER) or round_score(s, p) >= 0 - worst_round(s)


@always(
    "against.score.match",
    holds("So many rounds, each of which can be a best or a worst one."),
    clauses=("competitive.total", "competitive.rounds"),
)
def extremes_of_a_match(s: Match, p: Player) -> bool:
    return so_often(s, 0 - worst_round(s)) <= s.points[p] and s.points[p] <= so_often(s, best_round(s))


@rule()
def worst_of_a_team(s: TeamMatch) -> int:
    """The most points that a round can cost a team."""
    return worst_round(s) + (worst_round(s) if r.round_end_check == RoundEndCheck.ONE_TURN_EACH else 0)


@always(
    "teams.score.least",
    holds(
        "Partners together hold no more cards than one player could; in one turn each they have two turns."
    ),
    clauses=("teams.total", "competitive.score.hand"),
)
def least_of_a_team(s: TeamMatch, p: Player) -> bool:
    if s.phase not in (Phase.COUNT, Phase.OVER):
        return True
    return round_score(s, p) + round_score(s, partner(p)) >= 0 - worst_of_a_team(s)


@always(
    "teams.score.match",
    holds("So many rounds, each of which can be a team's best or its worst."),
    clauses=("teams.total", "competitive.rounds"),
)
def extremes_of_a_team_match(s: TeamMatch, p: Player) -> bool:
    return so_often(s, 0 - worst_of_a_team(s)) <= total(s, p) and total(s, p) <= so_often(
        s, best_of_a_team(s)
    )
