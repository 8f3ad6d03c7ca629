"""The team game: partners sit opposite and may exchange cards (queens-collection: second booklet, two teams)."""

from __future__ import annotations

from model.queens_collection import against_pairs, against_reveal
from model.queens_collection.against import colours, draw, seats, small
from model.queens_collection.against_round import (
    end_turn,
    has_won,
    lay_out,
    set_up_round,
    total,
    whose_turn,
)
from model.queens_collection.against_swap import (
    display_exchange_possible,
    exchange_possible,
    hand_over,
    lose,
    most,
    on_offer,
    with_display,
)
from model.queens_collection.against_table import Match, Phase, acting, hand_size, m
from model.queens_collection.cards import Card, Player, left_of, level
from queensbench.language import Mode, action, clause, decider, initial, require, rule, states, wins
from spec.queens_collection.against import (
    SwapSame,
    TeamExchangeChoice,
    TeamExchangeCount,
    TeamExchangePhase,
)
from spec.queens_collection.rulings import r

__all__ = ["against_pairs", "against_reveal", "teams"]


class TeamMatch(Match):
    """The table of the team game.  ``with_partner``: cards are being exchanged with the partner."""

    with_partner: bool


@rule()
def partner(p: Player) -> Player:
    """The player who sits opposite."""
    return left_of(left_of(p))


@initial(replaces=lay_out)
def lay_out_for_teams(s: TeamMatch) -> None:
    """The set-up as in the competitive game; players who sit opposite each other are a team."""
    with clause("teams.pairs", "teams.seats"):
        require(all(partner(partner(p)) == p and partner(p) != p for p in Player))
    states("mode.teams", "teams.players", "teams.setup")
    # Partners see each other's hands; all else is as in the competitive game.
    states("teams.talk", "teams.play")
    s.round = 1
    for p in Player:
        s.points[p] = 0
    set_up_round(s)
    s.phase = Phase.FIRST_PLAYER


# ------------------------------------------------------------------------------ the exchange in a team


@rule()
def partner_exchange_possible(s: TeamMatch) -> bool:
    """Whether a card of the hand can be exchanged for one of the partner's (ruling ``swap_same``)."""
    mate = partner(s.active)
    if r.swap_same == SwapSame.ALLOWED:
        return hand_size(s, mate) > 0
    return any(
        s.hand[s.active, own] > 0 and any(s.hand[mate, card] > 0 and card != own for card in Card)
        for own in Card
    )


@rule(replaces=exchange_possible)
def some_exchange_possible(s: TeamMatch) -> bool:
    """Whether some exchange is possible, with the display or with the partner."""
    return display_exchange_possible(s) or partner_exchange_possible(s)


@action("teams.exchange", "teams.exchange.not_both", decider=acting)
def exchange_with_partner(s: TeamMatch) -> None:
    """Cards of the hand are to be exchanged with the partner, and so not with the display."""
    require(s.phase == Phase.TAKE)
    require(partner_exchange_possible(s))
    s.with_partner = True
    s.phase = Phase.GIVE


@rule(replaces=on_offer)
def on_offer_here(s: TeamMatch, card: Card) -> int:
    """How many cards of a kind can be had, in the display or from the partner."""
    return s.hand[partner(s.active), card] if s.with_partner else s.display[card]


@rule(replaces=most)
def most_here(s: TeamMatch) -> int:
    """How many cards can be had at most (ruling ``team_exchange_count``)."""
    there = sum(on_offer_here(s, card) for card in Card)
    if not s.with_partner:
        return min(m.swaps, there)
    match r.team_exchange_count:
        case TeamExchangeCount.ONE_TO_THREE:
            return min(m.swaps, there)
        case TeamExchangeCount.ONE:
            return min(1, there)
        case _:
            return there


@rule(replaces=with_display)
def with_display_here(s: TeamMatch) -> bool:
    """Whether the exchange is with the display and not with the partner."""
    return not s.with_partner


@decider(replaces=whose_turn)
def whose_choice(s: TeamMatch) -> Player:
    """Who chooses what a partner gives is a ruling, ``team_exchange_choice``; all else the active player chooses."""
    if s.phase == Phase.RECEIVE and s.with_partner and r.team_exchange_choice == TeamExchangeChoice.PARTNER:
        return partner(s.active)
    return s.active


@rule(replaces=lose)
def lose_here(s: TeamMatch, card: Card) -> None:
    """The card leaves the display, or the partner's hand."""
    if s.with_partner:
        s.hand[partner(s.active), card] -= 1
    else:
        s.display[card] -= 1


@rule(replaces=hand_over)
def hand_over_here(s: TeamMatch) -> None:
    """What was put down lies in the display or joins the partner's hand (ruling ``team_exchange_phase``)."""
    if not s.with_partner:
        for card in Card:
            s.display[card] += s.given[card]
            s.given[card] = 0
        end_turn(s)
        return
    for card in Card:
        s.hand[partner(s.active), card] += s.given[card]
        s.given[card] = 0
    s.with_partner = False
    if r.team_exchange_phase == TeamExchangePhase.WITHIN_PAIRS:
        s.phase = Phase.MORE_PAIRS
        return
    with clause("teams.exchange.next"):
        end_turn(s)


# -------------------------------------------------------------------------------------------- the end


@rule("teams.total", replaces=total)
def team_total(s: TeamMatch, p: Player) -> int:
    """The points of a player's team of all rounds so far."""
    return s.points[p] + s.points[partner(p)]


@wins("teams.win", "teams.tie", replaces=has_won)
def team_has_won(s: TeamMatch, p: Player) -> bool:
    """Whether the team has at least as many points as the other; teams that are level share the victory."""
    return team_total(s, p) >= team_total(s, left_of(p))


INSTANCES = (
    small(
        "partners",
        "two colours, a few cards: exchanges with the partner and with the display, pairs, the end of a round",
        players=4,
        cards=4,
        reveals=3,
        states=962_121,
    ),
    small(
        "session",
        "two rounds with hardly a card: teams add up, and a new player begins",
        parameters={"fewer_wilds": 1},  # by the house reading all cards take part
        players=4,
        cards=2,
        wilds=2,
        display=1,
        reveals=1,
        pairs=1,
        swaps=1,
        rounds=2,
        states=742_333,
    ),
    small(
        "novices",
        "the beginners' side asked for, which a ruling keeps to the first booklet; no more cards than are dealt",
        parameters={"beginners": 1},
        players=4,
        pawns=2,
        cards=2,
        display=1,
        reveals=1,
        pairs=1,
        swaps=1,
        states=249_825,
    ),
)


teams = Mode(
    "teams",
    state=TeamMatch,
    rulings=r,
    sizes=m,
    parameters=level,
    players=Player,
    instances=INSTANCES,
    symmetries=(colours, seats),
    draw=draw,
    why="Two against two, partners opposite, four rounds.",
)
