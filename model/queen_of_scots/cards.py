"""The cards of Queen of Scots: figures, copies, worth (queen-of-scots.en: set-up, the rules, the royal family).

The page shows no card.  Assumed here, as the gaps of the register say: six figures of the people, of ten copies
each; three royals, of whom King James has more copies than the others; eight crown jewels.  How many copies there
are of a card and what it is worth are parameters: a proof holds for every deck within their ranges.  All names but
James and the jewels are this model's.
"""

from __future__ import annotations

from enum import auto
from typing import Annotated

from queensbench.language import Kind, Lookup, Parameters, Range, Sizes, parameter, rule, size, states
from spec.queen_of_scots.dealing import JewelsRoyal, SameCard
from spec.queen_of_scots.rulings import r


class Box(Sizes):
    """Cards of an opening hand, the score that wins, and three numbers of the model.

    ``most``: the most copies of a card; ``dearest``: the most that a card is worth; ``rounds``: the most rounds that
    the paper of a box has room for, after which its game stops unfinished.  These three are no numbers of the page.
    """

    hand: int = size(11, hi=11)
    target: int = size(1000, hi=1000)
    most: int = size(12, hi=12)
    dearest: int = size(50, hi=50)
    rounds: int = size(20, hi=20)


n = Box()

COPIES = "no source gives the deck: an assumption"
WORTH = "printed on a card that the page does not show: an assumption"


class Deck(Parameters):
    """How many copies of each card there are, and what each is worth."""

    cooks: int = parameter(10, lo=0, hi=12, why=COPIES)
    maids: int = parameter(10, lo=0, hi=12, why=COPIES)
    monks: int = parameter(10, lo=0, hi=12, why=COPIES)
    pages: int = parameter(10, lo=0, hi=12, why=COPIES)
    pipers: int = parameter(10, lo=0, hi=12, why=COPIES)
    scribes: int = parameter(10, lo=0, hi=12, why=COPIES)
    jameses: int = parameter(6, lo=0, hi=12, why=COPIES)
    regents: int = parameter(4, lo=0, hi=12, why=COPIES)
    heirs: int = parameter(4, lo=0, hi=12, why=COPIES)
    jewels: int = parameter(8, lo=0, hi=12, why=COPIES)
    cook_worth: int = parameter(5, lo=1, hi=50, why=WORTH)
    maid_worth: int = parameter(5, lo=1, hi=50, why=WORTH)
    monk_worth: int = parameter(10, lo=1, hi=50, why=WORTH)
    page_worth: int = parameter(10, lo=1, hi=50, why=WORTH)
    piper_worth: int = parameter(15, lo=1, hi=50, why=WORTH)
    scribe_worth: int = parameter(20, lo=1, hi=50, why=WORTH)
    james_worth: int = parameter(40, lo=1, hi=50, why=WORTH)
    regent_worth: int = parameter(30, lo=1, hi=50, why=WORTH)
    heir_worth: int = parameter(30, lo=1, hi=50, why=WORTH)
    jewel_worth: int = parameter(50, lo=1, hi=50, why=WORTH)


deck = Deck()


class Player(Kind, label={"NORTH": "seat 1", "EAST": "seat 2", "SOUTH": "seat 3", "WEST": "seat 4"}):
    """The players, clockwise; an instance keeps the first ones.  There are reference cards for four."""

    NORTH = auto()
    EAST = auto()
    SOUTH = auto()
    WEST = auto()


class Card(Kind, label={"JAMES": "King James", "JEWEL": "crown jewel"}):
    """The cards: people, the royal family, the crown jewels."""

    COOK = auto()
    MAID = auto()
    MONK = auto()
    PAGE = auto()
    PIPER = auto()
    SCRIBE = auto()
    JAMES = auto()
    REGENT = auto()
    HEIR = auto()
    JEWEL = auto()


class Sort(Kind, label={"JAMES": "King James", "COURT": "royal family", "JEWEL": "crown jewels"}):
    """The sorts of set: of one card, of royals together (``COURT``), of crown jewels alone (``JEWEL``)."""

    COOK = auto()
    MAID = auto()
    MONK = auto()
    PAGE = auto()
    PIPER = auto()
    SCRIBE = auto()
    JAMES = auto()
    REGENT = auto()
    HEIR = auto()
    COURT = auto()
    JEWEL = auto()


Count = Annotated[int, Range(0, n.most)]
"""Copies of a card, wherever they are."""

SEAT: Lookup[Player, int] = Lookup({p: place for place, p in enumerate(Player, 1)})
"""The seat of a player, clockwise."""

RANK: Lookup[Card, int] = Lookup({card: place for place, card in enumerate(Card, 1)})
"""An order of the cards, so that cards which are laid together are listed once."""

SORT: Lookup[Card, Sort] = Lookup({card: Sort[card.name] for card in Card})
"""The sort of a set that holds this card alone."""

IS_ROYAL: Lookup[Card, bool] = Lookup({card: card.name in ("JAMES", "REGENT", "HEIR") for card in Card})
"""Who bears the crown of the royal family."""


@rule()
def left_of(p: Player) -> Player:
    """The next player clockwise."""
    neighbour = p
    for q in Player:
        if SEAT[q] == SEAT[p] % len(Player) + 1:
            neighbour = q
    return neighbour


@rule()
def right_of(p: Player) -> Player:
    """The next player anticlockwise."""
    neighbour = p
    for q in Player:
        if left_of(q) == p:
            neighbour = q
    return neighbour


@rule()
def copies(card: Card) -> int:
    """How many copies of a card the deck has; reference cards are not among them."""
    states("reference.removed", "reference.not_playable")
    match card:
        case Card.COOK:
            return deck.cooks
        case Card.MAID:
            return deck.maids
        case Card.MONK:
            return deck.monks
        case Card.PAGE:
            return deck.pages
        case Card.PIPER:
            return deck.pipers
        case Card.SCRIBE:
            return deck.scribes
        case Card.JAMES:
            return deck.jameses
        case Card.REGENT:
            return deck.regents
        case Card.HEIR:
            return deck.heirs
        case Card.JEWEL:
            return deck.jewels


@rule("card.value")
def printed(card: Card) -> int:
    """The number in the corner of a card."""
    match card:
        case Card.COOK:
            return deck.cook_worth
        case Card.MAID:
            return deck.maid_worth
        case Card.MONK:
            return deck.monk_worth
        case Card.PAGE:
            return deck.page_worth
        case Card.PIPER:
            return deck.piper_worth
        case Card.SCRIBE:
            return deck.scribe_worth
        case Card.JAMES:
            return deck.james_worth
        case Card.REGENT:
            return deck.regent_worth
        case Card.HEIR:
            return deck.heir_worth
        case Card.JEWEL:
            return deck.jewel_worth


@rule("royal.mark", "reference.royals")
def royal(card: Card) -> bool:
    """Whether a card is of the royal family; ruling ``jewels_royal`` decides about crown jewels."""
    return IS_ROYAL[card] or (card == Card.JEWEL and r.jewels_royal == JewelsRoyal.ROYAL)


@rule()
def alike(card: Card, other: Card) -> bool:
    """Whether two cards are the same card (ruling ``same_card``)."""
    if card == other:
        return True
    if r.same_card == SameCard.FIGURE or card == Card.JEWEL or other == Card.JEWEL:
        return False
    return printed(card) == printed(other)
