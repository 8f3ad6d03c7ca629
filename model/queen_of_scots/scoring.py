"""Points, the end of the game, and who has won (queen-of-scots.en: the rules, set-up)."""

from __future__ import annotations

from typing import Annotated

from model.queen_of_scots.cards import IS_ROYAL, SEAT, SORT, Card, Player, Sort, left_of, n, printed
from model.queen_of_scots.table import Phase, Points, State, end_round
from queensbench.language import Range, automatic, clause, over, require, rule, score, wins
from spec.queen_of_scots.dealing import JewelWorth, TurnOrder
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import (
    CrossTie,
    HighestScore,
    NetScore,
    OtherEnd,
    ReachOrCross,
    SameTurn,
    ThreeCross,
    WinWhen,
)

Total = Annotated[int, Range(-1_000_000, 1_000_000)]
"""A total, or what one would come to with cards that are not counted yet."""

# -------------------------------------------------------------------------------------------- the points


@rule()
def dearest_royal() -> int:
    """The worth of the dearest royal; 0 without royals."""
    most = 0
    for card in Card:
        if IS_ROYAL[card]:
            most = max(most, printed(card))
    return most


@rule()
def wild_worth(sort: Sort) -> int:
    """The worth of a crown jewel in a set of that sort (ruling ``jewel_worth``)."""
    match r.jewel_worth:
        case JewelWorth.PRINTED:
            return printed(Card.JEWEL)
        case JewelWorth.NOTHING:
            return 0
        case JewelWorth.AS_REPLACED:
            if sort == Sort.COURT:
                return dearest_royal()
            worth = printed(Card.JEWEL)
            for card in Card:
                if SORT[card] == sort:
                    worth = printed(card)
            return worth


@rule("score.table")
def table_worth(s: State, p: Player) -> int:
    """The worth of the cards that lie before a player."""
    cards = sum(printed(card) * (s.laid[p, card] + s.court[p, card]) for card in Card if card != Card.JEWEL)
    return cards + sum(wild_worth(sort) * s.wilds[p, sort] for sort in Sort)


@rule("score.hand")
def hand_worth(s: State, p: Player) -> int:
    """The worth of the cards that a player still holds."""
    cards = sum(printed(card) * s.hand[p, card] for card in Card if card != Card.JEWEL)
    if r.jewel_worth == JewelWorth.NOTHING:
        return cards
    return cards + printed(Card.JEWEL) * s.hand[p, Card.JEWEL]


@rule()
def round_score(s: State, p: Player) -> int:
    """The points of the round for a player as the cards lie: those on the table, less those in hand."""
    return table_worth(s, p) - hand_worth(s, p)


# ----------------------------------------------------------------------------------- reaching a thousand


@rule()
def reached(s: State, p: Player) -> bool:
    """Whether the player has got there, after the scoring (rulings ``net_score``, ``reach_or_cross``)."""
    if enough(s.points[p] + 0):
        return True
    return r.net_score != NetScore.NET and enough(s.points[p] + hand_worth(s, p))


@rule()
def enough(points: Total) -> bool:
    """Whether somebody with so many points has got there (ruling ``reach_or_cross``)."""
    return points >= n.target if r.reach_or_cross == ReachOrCross.REACH else points > n.target


@rule()
def gets_there(s: State, p: Player) -> bool:
    """Whether the player would get there, before the scoring, with table and hand as they are."""
    held = hand_worth(s, p) if r.net_score == NetScore.NET else 0
    return enough(s.points[p] + table_worth(s, p) - held)


@rule()
def counted_first(s: State) -> Player:
    """Who is counted first where players are counted one by one (ruling ``same_turn``)."""
    return s.active if r.same_turn == SameTurn.FROM_LAST_TURN else s.first


@rule()
def place(s: State, p: Player) -> int:
    """How many players are counted before this one (rulings ``same_turn``, ``turn_order``)."""
    ahead = 0
    for q in Player:
        if counted_first(s) == q:
            ahead = SEAT[p] - SEAT[q] if r.turn_order == TurnOrder.CLOCKWISE else SEAT[q] - SEAT[p]
    return (ahead + len(Player)) % len(Player)


@rule()
def measure(s: State, p: Player) -> int:
    """The number by which players who got there together are compared (rulings ``highest_score``, ``net_score``)."""
    booked = s.points[p] if r.highest_score == HighestScore.TOTAL else round_score(s, p)
    return booked + (hand_worth(s, p) if r.net_score == NetScore.TABLE_ALONE else 0)


@rule()
def in_front(s: State, p: Player) -> bool:
    """Whether the player got there, and nobody is before them (rulings ``same_turn``, ``three_cross``)."""
    if not reached(s, p):
        return False
    if all(q == p or not reached(s, q) for q in Player):
        return True
    if r.same_turn != SameTurn.SAME_SCORING:
        return not any(reached(s, q) and place(s, q) < place(s, p) for q in Player)
    if all_win(s):
        return True
    with clause("game.together"):
        return all(not reached(s, q) or measure(s, q) <= measure(s, p) for q in Player)


@rule()
def all_win(s: State) -> bool:
    """By ruling ``three_cross``: whether more than two got there together, so that each of them wins."""
    return r.three_cross == ThreeCross.ALL and sum(reached(s, q) for q in Player) > 2


@rule()
def tied(s: State) -> bool:
    """Whether two or more are level in front."""
    return sum(in_front(s, p) for p in Player) > 1 and not all_win(s)


@automatic("score.when")
def count_round(s: State) -> None:
    """The round is scored."""
    require(s.phase == Phase.SCORE)
    for p in Player:
        s.gained[p] = round_score(s, p)
    s.phase = Phase.BOOK


@automatic("score.when")
def count_points(s: State) -> None:
    """The points of the round are booked; somebody has won, or another player deals."""
    require(s.phase == Phase.BOOK)
    for p in Player:
        with clause("game.cumulative", "score.negative"):
            s.points[p] += s.gained[p]
        s.gained[p] = 0
    if any(reached(s, p) for p in Player) and not (tied(s) and r.cross_tie == CrossTie.NEXT_ROUND):
        crown(s)
    elif r.other_end == OtherEnd.ALL_DEALT and s.round == len(Player):
        for leader in Player:
            s.winner[leader] = all(s.points[leader] >= s.points[q] for q in Player)
        s.phase = Phase.OVER
    elif s.round == n.rounds:
        s.phase = Phase.OVER
    else:
        with clause("round.dealer.when"):
            s.round += 1
            pass_deal(s)
            s.phase = Phase.SHUFFLE


@rule("round.dealer")
def pass_deal(s: State) -> None:
    """The dealer's neighbour clockwise deals."""
    following = s.dealer
    for p in Player:
        if s.dealer == p:
            following = left_of(p)
    s.dealer = following


@rule("game.thousand")
def crown(s: State) -> None:
    """The game is over (ruling ``cross_tie``)."""
    alone = (
        r.cross_tie == CrossTie.WENT_OUT and tied(s) and any(p == s.active and in_front(s, p) for p in Player)
    )
    for leader in Player:
        s.winner[leader] = in_front(s, leader) and (not alone or leader == s.active)
    s.phase = Phase.OVER


@automatic()
def race_is_won(s: State) -> None:
    """Ruling ``win_when``: somebody gets there within the round, table and hand as they stand.

    While cards are set aside (ruling ``top_laid``) they lie nowhere; the race is judged when they have been laid.
    """
    require(r.win_when == WinWhen.AT_ONCE)
    require(s.phase in (Phase.PICK_UP, Phase.PLAY, Phase.AFTER))
    require(not s.due)
    require(any(gets_there(s, p) for p in Player))
    end_round(s)


@over()
def game_over(s: State) -> bool:
    """Whether somebody has won, or the paper of the box is full."""
    return s.phase == Phase.OVER


@wins()
def has_won(s: State, p: Player) -> bool:
    """Who was found to have won."""
    return s.winner[p]


@score("game.cumulative")
def total(s: State, p: Player) -> Points:
    """A player's total."""
    return s.points[p]
