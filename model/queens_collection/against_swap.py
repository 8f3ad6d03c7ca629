"""The second phase of a turn of the competitive game: exchanging cards (second booklet).

Cards are put down one at a time and then received one at a time; nothing is learned in between, and every order
leads to the same position.
"""

from __future__ import annotations

from model.queens_collection.against_round import end_turn
from model.queens_collection.against_table import Match, Phase, Used, acting, display_size, hand_size, m
from model.queens_collection.cards import Card
from queensbench.language import action, require, rule
from spec.queens_collection.against import SubstituteInSwap, SwapSame, WildPair
from spec.queens_collection.rulings import r


@rule()
def display_exchange_possible(s: Match) -> bool:
    """A card of the hand can be exchanged for one of the display (ruling ``swap_same``)."""
    if r.swap_same == SwapSame.ALLOWED:
        return display_size(s) > 0
    return any(
        s.hand[s.active, own] > 0 and any(s.display[shown] > 0 and shown != own for shown in Card)
        for own in Card
    )


@rule()
def exchange_possible(s: Match) -> bool:
    """Whether some exchange is possible."""
    return display_exchange_possible(s)


@action("competitive.swap", "competitive.take.one", decider=acting)
def exchange(s: Match) -> None:
    """Cards of the hand are to be exchanged with the display."""
    require(s.phase == Phase.TAKE)
    require(display_exchange_possible(s))
    s.phase = Phase.GIVE


@rule()
def on_offer(s: Match, card: Card) -> int:
    """How many cards of a kind are on offer in the exchange."""
    return s.display[card]


@rule()
def most(s: Match) -> int:
    """How many cards can be had at most."""
    return min(m.swaps, sum(on_offer(s, card) for card in Card))


@rule()
def may_give(s: Match, card: Card) -> bool:
    """Whether another card can be had for this one (ruling ``swap_same``)."""
    if s.due >= most(s):
        return False
    if r.swap_same == SwapSame.ALLOWED:
        return True
    return sum(on_offer(s, c) for c in Card if c != card and s.given[c] == 0) > s.due


@action("competitive.swap", decider=acting)
def give(s: Match, card: Card) -> None:
    """A card is put down, for which one will come."""
    require(s.phase == Phase.GIVE)
    require(s.hand[s.active, card] > 0)
    require(may_give(s, card))
    put_down(s, card, 1)


@action("competitive.equal_cards", decider=acting)
def give_two(s: Match, card: Card) -> None:
    """Ruling ``substitute_in_swap``: two equal cards are put down, for which one will come."""
    require(s.phase == Phase.GIVE)
    require(r.substitute_in_swap == SubstituteInSwap.EVERYWHERE and with_display(s))
    require(s.hand[s.active, card] >= 2)
    require(card != Card.WILD or r.wild_pair == WildPair.YES)
    require(may_give(s, card))
    put_down(s, card, 2)


@rule()
def with_display(s: Match) -> bool:
    """Whether the exchange is with the display."""
    return True


@rule()
def put_down(s: Match, card: Card, number: Used) -> None:
    """Cards are put down, for which one will come; if nothing more can be put down, it comes at once."""
    s.hand[s.active, card] -= number
    s.given[card] += number
    s.due += 1
    if s.due == most(s) or hand_size(s, s.active) == 0:
        s.phase = Phase.RECEIVE


@action("competitive.swap", decider=acting)
def enough(s: Match) -> None:
    """The player puts no further card down."""
    require(s.phase == Phase.GIVE)
    require(s.due > 0)
    s.phase = Phase.RECEIVE


@action("competitive.swap.same_number")
def receive(s: Match, card: Card) -> None:
    """The player receives one of the cards that come."""
    require(s.phase == Phase.RECEIVE)
    require(on_offer(s, card) > 0)
    require(s.given[card] == 0 or r.swap_same == SwapSame.ALLOWED)
    s.hand[s.active, card] += 1
    s.due -= 1
    lose(s, card)
    if s.due == 0:
        hand_over(s)


@rule()
def lose(s: Match, card: Card) -> None:
    """The card leaves where it was on offer."""
    s.display[card] -= 1


@rule()
def hand_over(s: Match) -> None:
    """The cards put down lie in the display, and the turn is over."""
    for card in Card:
        s.display[card] += s.given[card]
        s.given[card] = 0
    end_turn(s)
