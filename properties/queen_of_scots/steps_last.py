"""What Queen of Scots lets a player do with little: denied, the sentence blamed, and a play found; or found at once.

A rule that asks for more than the page does allows most moves still, and breaks no claim of what happens.
"""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, SEAT, Card, Player, n
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, undrawn
from queensbench.language import fails, holds, reachable, step
from spec.queen_of_scots.pile import JewelTarget


@step(
    "last.added",
    fails("The only copy in hand may be added to a set of its like.", blame=("add.matching",)),
    clauses=("add.matching", "play.add"),
    instances=("full",),
)
def last_copy_is_never_added(s: State, was: State, card: Card) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or card == Card.JEWEL
        or held(s, p) != held(was, p) - 1
        or was.hand[p, card] != 1
        or s.hand[p, card] != 0
        or was.laid[p, card] == 0
        or s.laid[p, card] != was.laid[p, card] + 1
    )


@step(
    "last.three_royals_laid",
    fails("The only copies of three royals may be laid as a set.", blame=("set.three", "royal.together")),
    clauses=("set.three", "royal.together"),
    instances=("full",),
)
def last_royals_are_never_laid(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or held(s, p) != held(was, p) - 3
        or sum(
            IS_ROYAL[card]
            and was.hand[p, card] == 1
            and s.hand[p, card] == 0
            and s.court[p, card] > was.court[p, card]
            for card in Card
        )
        != 3
    )


@step(
    "last.pair_takes_a_jewel",
    fails("A crown jewel is taken with the pile by the only two cards of a kind.", blame=("jewels.take",)),
    under={JewelTarget.WITH_JEWELS: holds("By ruling `jewel_target` it is laid with two others.")},
    clauses=("jewels.take", "jewels.at_once"),
    instances=("full",),
)
def last_pair_never_takes_a_jewel(s: State, was: State, card: Card) -> bool:
    """No other card of the kind lies in the pile."""
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or card == Card.JEWEL
        or was.top != Card.JEWEL
        or heap(s) >= heap(was)
        or was.pile[card] > 0
        or was.hand[p, card] != 2
        or s.laid[p, card] != was.laid[p, card] + 2
    )


@step(
    "last.royals_take_a_jewel",
    fails("A crown jewel is taken with the pile by the only copies of two royals.", blame=("jewels.take",)),
    under={JewelTarget.WITH_JEWELS: holds("By ruling `jewel_target` it is laid with two others.")},
    clauses=("jewels.take", "jewels.at_once"),
    instances=("full",),
)
def last_royals_never_take_a_jewel(s: State, was: State) -> bool:
    """No other copy of these royals lies in the pile."""
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.top != Card.JEWEL
        or heap(s) >= heap(was)
        or sum(
            IS_ROYAL[card]
            and was.hand[p, card] == 1
            and was.pile[card] == 0
            and s.court[p, card] == was.court[p, card] + 1
            for card in Card
        )
        != 2
    )


# ------------------------------------------------------------------------------------ cards that are kept


@step(
    "last.laid_and_kept",
    fails(
        "Who lays three cards may keep others that cannot be got rid of.", blame=("play.choice", "play.sets")
    ),
    clauses=("play.choice", "play.keep", "play.sets"),
    instances=("full",),
)
def laid_with_all_others(s: State, was: State) -> bool:
    """Three figures of which there is a single card, besides neither a jewel in hand nor a set of those figures."""
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or held(s, p) != held(was, p) - 3
        or s.hand[p, Card.JEWEL] > 0
        or sum(s.hand[p, card] == 1 and s.laid[p, card] == 0 and not IS_ROYAL[card] for card in Card) < 3
    )


# ----------------------------------------------------------------------------------- the dealer, the deal


@reachable(
    "setup.dealer_is_anybody",
    holds("Any player may be the one who deals first, the last one at the table too."),
    instances=("match", "trio", "full"),
    clauses=("setup.dealer",),
)
def last_seat_deals_first(s: State) -> bool:
    return (
        s.phase == Phase.SHUFFLE
        and s.round == 1
        and any(SEAT[p] == len(Player) and s.dealer == p for p in Player)
    )


@reachable(
    "deal.to_the_last_card",
    holds("A deck with a card for each place in the hands gives everybody a whole hand."),
    instances=("short",),
    clauses=("setup.deal", "setup.hand"),
)
def last_card_is_dealt(s: State) -> bool:
    return undrawn(s) == 0 and all(held(s, p) == n.hand for p in Player)
