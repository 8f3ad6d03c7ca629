"""The first phase of a turn of the competitive game: revealing cards (second booklet)."""

from __future__ import annotations

from model.queens_collection.against_pairs import begin_to_take
from model.queens_collection.against_table import Match, Number, Phase, acting, draw, exhausted, m, no_cards
from model.queens_collection.cards import Card, in_pile
from queensbench.language import action, automatic, chance, clause, require, rule, states
from spec.queens_collection.against import RevealSecond, RevealStop, RevealTake, RevealWild
from spec.queens_collection.rulings import r


@rule()
def revealed_cards(s: Match) -> int:
    """How many cards have been turned up this turn."""
    return sum(s.revealed[card] for card in Card)


@action("competitive.reveal.limit", decider=acting)
def reveal(s: Match) -> None:
    """The player has one more card turned up."""
    require(s.phase == Phase.REVEAL)
    require(r.reveal_stop == RevealStop.ONE_BY_ONE)
    require(revealed_cards(s) < m.reveals)
    require(not no_cards(s))
    states("competitive.turn.phases.names")
    s.phase = Phase.TURN_UP


@action("competitive.reveal.limit", decider=acting)
def announce(s: Match, number: Number) -> None:
    """By ruling ``reveal_stop`` the player announces how many cards are to be turned up."""
    require(s.phase == Phase.REVEAL)
    require(r.reveal_stop == RevealStop.ANNOUNCED)
    require(revealed_cards(s) == 0)
    require(not no_cards(s))
    s.announced = number
    s.phase = Phase.TURN_UP


@action("competitive.reveal.limit", decider=acting)
def stop_revealing(s: Match) -> None:
    """The player has no (further) card turned up."""
    require(s.phase == Phase.REVEAL)
    take_revealed(s)


@rule()
def second_of_colour(s: Match, card: Card) -> bool:
    """Whether the card is a second one of its colour (rulings ``reveal_wild``, ``reveal_second``)."""
    if card == Card.WILD and r.reveal_wild == RevealWild.NO_COLOUR:
        return False
    if s.revealed[card] > 0:
        return True
    match r.reveal_second:
        case RevealSecond.WITH_HAND:
            return s.hand[s.active, card] > 0
        case RevealSecond.WITH_DISPLAY:
            return s.display[card] > 0
        case _:
            return False


@chance(weight=in_pile)
def turn_up(s: Match, card: Card) -> None:
    """The next card of the draw pile is turned up; with a second one of its colour all of them are lost."""
    require(s.phase == Phase.TURN_UP)
    require(s.pile[card] > 0)
    draw(s, card)
    if second_of_colour(s, card):
        with clause("competitive.reveal.second", "competitive.reveal.discard"):
            s.discards[card] += 1
            for c in Card:
                s.discards[c] += s.revealed[c]
                s.revealed[c] = 0
            exhausted(s)
            s.announced = 0
            begin_to_take(s)
            return
    s.revealed[card] += 1
    if revealed_cards(s) == m.reveals:
        with clause("competitive.reveal.limit"):
            all_revealed(s)
    elif revealed_cards(s) == s.announced:
        all_revealed(s)
    elif s.announced == 0:
        s.phase = Phase.REVEAL


@automatic()
def nothing_to_turn_up(s: Match) -> None:
    """Where there are fewer cards than announced, those that there were count."""
    require(s.phase == Phase.TURN_UP)
    require(no_cards(s))
    all_revealed(s)


@rule()
def all_revealed(s: Match) -> None:
    """No further card is turned up: by ruling ``reveal_take`` the player may still decline those that were."""
    if r.reveal_take == RevealTake.DECLINED:
        s.announced = 0
        s.phase = Phase.REVEAL
    else:
        take_revealed(s)


@action("competitive.reveal.limit", decider=acting)
def decline_revealed(s: Match) -> None:
    """By ruling ``reveal_take`` the player puts all revealed cards on the discards."""
    require(s.phase == Phase.REVEAL)
    require(r.reveal_take == RevealTake.DECLINED)
    require(revealed_cards(s) > 0)
    for card in Card:
        s.discards[card] += s.revealed[card]
        s.revealed[card] = 0
    exhausted(s)
    begin_to_take(s)


@rule()
def take_revealed(s: Match) -> None:
    """The cards turned up join the hand, however large that gets."""
    if revealed_cards(s) > 0:
        with clause("competitive.reveal.take"):
            states("competitive.reveal.no_limit")
            for card in Card:
                s.hand[s.active, card] += s.revealed[card]
                s.revealed[card] = 0
    s.announced = 0
    begin_to_take(s)
