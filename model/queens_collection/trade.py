"""Trading cards in the cooperative game (booklet 1: the fourth action), and wilds that move freely by ruling."""

from __future__ import annotations

from model.queens_collection.cards import CARD, RANK, Box, Card, Colour, Player, in_pile, pile_size
from model.queens_collection.exchange import (
    acted,
    drawn_for,
    exchanged,
    has_beside,
    pair_serves,
    pay,
    pay_wild,
)
from model.queens_collection.possible import can_trade
from model.queens_collection.sorting import Phase, held, take_thirds
from model.queens_collection.together import Together
from queensbench.language import action, chance, clause, require, rule
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    BurnEmpty,
    TradeConsent,
    TradeCount,
    TradeSame,
    TradeWild,
    TwoWilds,
    WildMoves,
)

# ------------------------------------------------------------------------------------------ trading cards


@rule()
def tradable(card: Card) -> bool:
    """By ruling ``trade_wild`` wilds may be traded."""
    return card != Card.WILD or r.trade_wild == TradeWild.ANY_CARD


@rule()
def burnable(s: Together) -> bool:
    """Whether there is a card to put away for a trade, or by ruling ``burn_empty`` none is needed."""
    return r.burn_empty == BurnEmpty.FREE or pile_size(s) > 0


@rule()
def may_change(give: Card, take: Card) -> bool:
    """By ruling ``trade_same`` the two cards of a trade may be equal."""
    return give != take or r.trade_same == TradeSame.ALLOWED


@rule(replaces=can_trade)
def can_trade_together(s: Together, p: Player) -> bool:
    """Whether the player has a card to trade, and somebody one to trade it for."""
    return burnable(s) and any(
        s.display[p, give] > 0
        and s.display[q, take] > 0
        and tradable(give)
        and tradable(take)
        and may_change(give, take)
        for q in Player
        if q != p
        for give in Card
        for take in Card
    )


@action()
def trade(s: Together, other: Player, give: Card, take: Card) -> None:
    """The active player trades a card for one of another player's."""
    require(s.phase in (Phase.ACT, Phase.TRADE_ON))
    require(other != s.active)
    require(s.display[s.active, give] > 0)
    require(tradable(give))
    require(s.display[other, take] > 0)
    require(tradable(take))
    require(may_change(give, take))
    require(burnable(s))
    if r.trade_consent == TradeConsent.OWNER_AGREES:
        s.asked[other] = True
        s.given = give
        s.taken = take
        s.phase = Phase.CONSENT
    else:
        change_hands(s, other, give, take)


@rule()
def asked_player(s: Together) -> Player:
    """The player whose consent is due (ruling ``trade_consent``)."""
    found = s.active
    for p in Player:
        if s.asked[p]:
            found = p
    return found


@action("trade.one_for_one", decider=asked_player)
def agree(s: Together) -> None:
    """The owner of the card that is asked for agrees."""
    require(s.phase == Phase.CONSENT)
    for p in Player:
        if s.asked[p]:
            give = s.given
            take = s.taken
            answered(s)
            change_hands(s, p, give, take)


@action(decider=asked_player)
def refuse(s: Together) -> None:
    """The owner refuses: the active player chooses anew, and in a row of trades may stop."""
    require(s.phase == Phase.CONSENT)
    answered(s)
    s.phase = Phase.ACT if s.traded == 0 else Phase.TRADE_ON


@rule()
def answered(s: Together) -> None:
    """Nobody is asked any more."""
    for p in Player:
        s.asked[p] = False
    s.given = Card.WILD
    s.taken = Card.WILD


@rule("trade.one_for_one")
def change_hands(s: Together, other: Player, give: Card, take: Card) -> None:
    """The cards change places; then the top card of the pile is put away, if there is one."""
    s.display[s.active, give] -= 1
    s.display[other, take] -= 1
    s.display[s.active, take] += 1
    s.display[other, give] += 1
    if pile_size(s) > 0:
        s.phase = Phase.BURN
    else:
        traded(s)


@chance("trade.burn", weight=in_pile)
def burn(s: Together, card: Card) -> None:
    """The top card of the pile goes onto the discards."""
    require(s.phase == Phase.BURN)
    s.pile[card] -= 1
    s.discards[card] += 1
    traded(s)


@rule()
def traded(s: Together) -> None:
    """A trade is done; by ruling ``trade_count`` there may be more, as many as cards lie before the player."""
    if r.trade_count == TradeCount.SEVERAL and s.traded + 1 < held(s, s.active):
        s.traded += 1
        s.phase = Phase.TRADE_ON
    else:
        s.traded = 0
        acted(s)


@action()
def stop_trading(s: Together) -> None:
    """Ruling ``trade_count``: the player is content with what was traded."""
    require(s.phase == Phase.TRADE_ON)
    s.traded = 0
    acted(s)


# ------------------------------------------------------------------------ ruling wild_moves: moving freely


@rule("wild.any_colour")
def move_freely(s: Together, c: Colour, x: Box, y: Box) -> None:
    """A wild in an exchange brings its pawn to any other box card."""
    s.pawns[x, c] -= 1
    s.pawns[y, c] += 1
    take_thirds(s, c, c)


@action("exchange.cards")
def exchange_freely(s: Together, a: Colour, by: Card, c: Colour, x: Box, y: Box) -> None:
    """A card and a wild: the wild's pawn goes from ``x`` to ``y``, the card's pawn stays."""
    require(s.phase == Phase.ACT)
    require(r.wild_moves == WildMoves.MOVES_FREELY)
    require(has_beside(s, a, by))
    require(by == Card.WILD or pair_serves(s))
    require(c != a)
    require(s.pawns[x, c] > 0)
    require(x != y)
    move_freely(s, c, x, y)
    with clause("exchange.discard"):
        pay(s, CARD[a], 1)
        pay_wild(s, by)
    exchanged(s, 1 + drawn_for(s, by))


@rule()
def moved_before(s: Together, c: Colour) -> bool:
    """The first of two wilds has moved a pawn of this colour or of a later one."""
    return any(s.moved[d] for d in Colour if RANK[d] >= RANK[c])


@action("exchange.cards")
def exchange_twice_freely(s: Together, by: Card, c: Colour, x: Box, y: Box) -> None:
    """Two wilds: a pawn goes from ``x`` to ``y``, then one of another colour (which the list has later)."""
    require(s.phase == Phase.ACT)
    require(r.wild_moves == WildMoves.MOVES_FREELY)
    require(r.two_wilds == TwoWilds.ALLOWED)
    require(s.display[s.active, Card.WILD] > 0)
    require(s.display[s.active, by] >= 2)
    require(by == Card.WILD or pair_serves(s))
    require(s.pawns[x, c] > 0)
    require(any(s.pawns[box, d] > 0 for d in Colour if RANK[d] > RANK[c] for box in Box))
    require(x != y)
    move_freely(s, c, x, y)
    with clause("exchange.discard"):
        pay(s, Card.WILD, 1)
        pay_wild(s, by)
    s.moved[c] = True
    s.to_draw = 1 + drawn_for(s, by)
    s.phase = Phase.SECOND_PAWN


@action()
def move_second(s: Together, c: Colour, x: Box, y: Box) -> None:
    """The second of two wilds moves its pawn."""
    require(s.phase == Phase.SECOND_PAWN)
    require(not moved_before(s, c))
    require(s.pawns[x, c] > 0)
    require(x != y)
    move_freely(s, c, x, y)
    for d in Colour:
        s.moved[d] = False
    exchanged(s, s.to_draw)
