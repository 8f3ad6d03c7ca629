"""Choosing the dealer, shuffling and dealing (queen-of-scots.en: set-up)."""

from __future__ import annotations

from model.queen_of_scots.cards import Card, Player, Sort, copies, left_of, n
from model.queen_of_scots.sets import on_side
from model.queen_of_scots.table import Phase, State, deck_size, hand_size, in_deck
from queensbench.language import action, automatic, chance, initial, require, rule, silent
from spec.queen_of_scots.dealing import FirstDealer, FirstPlayer, NewRound, TurnedUp, TurnedUpJewel
from spec.queen_of_scots.rulings import r


@initial()
def set_up(s: State) -> None:
    """All cards are in the deck, and nobody has points."""
    s.phase = Phase.DEALER
    for p in Player:
        s.points[p] = 0
    for card in Card:
        s.deck[card] = copies(card)


# ----------------------------------------------------------------------------------------- the dealer


@rule("setup.dealer")
def deals_first(s: State, p: Player) -> None:
    """The player deals the first round."""
    s.dealer = p
    if r.first_player == FirstPlayer.LEFT_OF_FIRST_DEALER:
        s.first_dealer = p
    s.phase = Phase.SHUFFLE


@action()
def choose_dealer(s: State, p: Player) -> None:
    """The group chooses."""
    require(s.phase == Phase.DEALER)
    require(r.first_dealer == FirstDealer.CHOSEN)
    deals_first(s, p)


@chance()
def draw_dealer(s: State, p: Player) -> None:
    """Ruling ``first_dealer``: chance decides."""
    require(s.phase == Phase.DEALER)
    require(r.first_dealer == FirstDealer.BY_LOT)
    deals_first(s, p)


@action("setup.shuffle")
def shuffle(s: State) -> None:
    """The dealer takes the cards together (ruling ``new_round``) and mixes them."""
    require(s.phase == Phase.SHUFFLE)
    for card in Card:
        held = sum(s.hand[p, card] for p in Player)
        s.deck[card] += s.pile[card] + held + (1 if s.apart[card] else 0)
        s.pile[card] = 0
        s.apart[card] = False
        for p in Player:
            s.hand[p, card] = 0
    s.top = Card.COOK
    s.untouched = False
    s.renewed = False
    for p in Player:
        s.opened[p] = False
    if r.new_round == NewRound.ALL_COLLECTED:
        clear_table(s)
    s.active = left_of(s.dealer)
    s.phase = Phase.DEAL


@rule()
def clear_table(s: State) -> None:
    """The sets go into the deck as well."""
    for card in Card:
        s.deck[card] += sum(on_side(s, p, card) for p in Player)
    for p in Player:
        s.courts[p] = 0
        for card in Card:
            s.laid[p, card] = 0
            s.court[p, card] = 0
        for sort in Sort:
            s.wilds[p, sort] = 0


# ------------------------------------------------------------------------------------------- the deal


@chance("setup.deal", "setup.hand", weight=in_deck)
def deal(s: State, card: Card) -> None:
    """The hands are dealt, player after player."""
    require(s.phase == Phase.DEAL)
    require(s.deck[card] > 0)
    s.deck[card] -= 1
    s.hand[s.active, card] += 1
    if hand_size(s, s.active) == n.hand:
        s.active = left_of(s.active)
        if s.active == left_of(s.dealer):
            s.phase = Phase.TURN_UP


@rule()
def may_be_turned_up(s: State, card: Card) -> int:
    """The weight of a card to be turned up; by ruling ``turned_up_jewel`` no crown jewel, if there is another card."""
    if card == Card.JEWEL and r.turned_up_jewel == TurnedUpJewel.REPLACED:
        return s.deck[card] if deck_size(s) == s.deck[card] else 0
    return s.deck[card]


@chance("setup.turned_up", weight=may_be_turned_up)
def turn_up(s: State, card: Card) -> None:
    """One more card is turned up (ruling ``turned_up``)."""
    require(s.phase == Phase.TURN_UP)
    require(s.deck[card] > 0)
    s.deck[card] -= 1
    if r.turned_up == TurnedUp.APART:
        s.apart[card] = True
    else:
        s.pile[card] += 1
        s.top = card
        s.untouched = r.turned_up == TurnedUp.UNDER_DISCARDS
    match r.first_player:
        case FirstPlayer.LEFT_OF_DEALER:
            begin(s, left_of(s.dealer))
        case FirstPlayer.LEFT_OF_FIRST_DEALER:
            begin(s, left_of(s.first_dealer))
        case FirstPlayer.LEFT_OF_CARD:
            s.phase = Phase.SEAT


@chance()
def sit(s: State, p: Player) -> None:
    """Ruling ``first_player``: whoever happens to sit left of the card begins."""
    require(s.phase == Phase.SEAT)
    begin(s, p)


@rule("start.first")
def begin(s: State, p: Player) -> None:
    """The first turn of the round."""
    s.first = p
    s.active = p
    s.phase = Phase.PICK_UP


@automatic()
def too_few_cards(s: State) -> None:
    """The deck is too small, or too many of its cards stay on the table (ruling ``new_round``)."""
    require(s.phase in (Phase.DEAL, Phase.TURN_UP))
    require(deck_size(s) == 0)
    silent("the deck has too few cards for the deal", "setup.hand")
