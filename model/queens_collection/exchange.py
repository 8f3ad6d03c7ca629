"""The actions that both games of booklet 1 share: exchanging pawns, playing a wild alone, drawing afterwards.

A wild is paid with a card ``by``: the wild itself, or a colour of which two cards are put down in its place.
"""

from __future__ import annotations

from model.queens_collection.cards import (
    CARD,
    ORDER,
    RANK,
    Box,
    Card,
    Colour,
    Player,
    in_pile,
    pile_size,
    spaces,
)
from model.queens_collection.sorting import Phase, Shown, Sorting, on_box, take_thirds
from queensbench.language import action, chance, clause, require, rule, states
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    BoxSpace,
    DrawPartial,
    DrawShort,
    SamePawnColour,
    ThreeAlike,
    TwoWilds,
    WildAloneTarget,
)

# ------------------------------------------------------------------------------------- paying with cards


@rule()
def price(by: Card) -> int:
    """How many cards stand for one wild: the wild, or two of a colour."""
    return 1 if by == Card.WILD else 2


@rule()
def pair_serves(s: Sorting) -> bool:
    """Whether two cards of a colour may be used as a wild (each mode says so)."""
    return True


@rule()
def pair_serves_alone(s: Sorting) -> bool:
    """Whether two cards of a colour may be used as a wild that is played alone."""
    return pair_serves(s)


@rule()
def trades_places(s: Sorting) -> bool:
    """Whether the pawn that a wild stands for trades places with the other one."""
    return True


@rule()
def for_pair(s: Sorting) -> int:
    """How many cards are drawn for a pair that served as a wild."""
    return 2


@rule()
def pay(s: Sorting, card: Card, count: Shown) -> None:
    """Cards of one kind go from the active player's display onto the discards."""
    s.display[s.active, card] -= count
    s.discards[card] += count


@rule()
def pay_wild(s: Sorting, by: Card) -> None:
    """A wild, or the pair that stands for it, is put down."""
    pay(s, by, price(by))


@rule()
def has_beside(s: Sorting, a: Colour, by: Card) -> bool:
    """Whether the active player can put down a card of the colour and a wild, or a pair that stands for one."""
    if s.display[s.active, CARD[a]] == 0:
        return False
    if by == CARD[a]:
        return s.display[s.active, by] >= 3 and r.three_alike == ThreeAlike.ALLOWED
    return s.display[s.active, by] >= price(by)


@rule()
def drawn_for(s: Sorting, by: Card) -> int:
    """How many cards are drawn for a wild or the pair that stood for it."""
    return 1 if by == Card.WILD else for_pair(s)


@rule("exchange.pawns")
def swap(s: Sorting, a: Colour, x: Box, b: Colour, y: Box) -> None:
    """A pawn on one box card and one of another colour on another card trade places."""
    s.pawns[x, a] -= 1
    s.pawns[y, a] += 1
    s.pawns[y, b] -= 1
    s.pawns[x, b] += 1
    take_thirds(s, a, b)


@rule()
def exchanged(s: Sorting, count: Shown) -> None:
    """After an exchange is paid for, cards are drawn."""
    refill_exchange(s, count)


@rule()
def refill_exchange(s: Sorting, count: Shown) -> None:
    """As many cards as were paid are drawn (each mode has a sentence of its own)."""
    draw_back(s, count)


# --------------------------------------------------------------------------------------- exchanging pawns


@action("exchange.cards")
def exchange(s: Sorting, a: Colour, b: Colour, x: Box, y: Box) -> None:
    """The pawns on ``x`` and ``y`` trade places, for a card of each colour."""
    require(s.phase == Phase.ACT)
    require(s.display[s.active, CARD[a]] > 0)
    with clause("exchange.two_colours"):
        require(RANK[a] < RANK[b])
    require(s.display[s.active, CARD[b]] > 0)
    require(s.pawns[x, a] > 0)
    require(s.pawns[y, b] > 0)
    with clause("exchange.different_boxes"):
        require(x != y)
    swap(s, a, x, b, y)
    with clause("exchange.discard"):
        pay(s, CARD[a], 1)
        pay(s, CARD[b], 1)
    exchanged(s, 2)


@action("exchange.cards", "wild.any_colour")
def exchange_with_wild(s: Sorting, a: Colour, by: Card, b: Colour, x: Box, y: Box) -> None:
    """Two pawns trade places, for a card of the one colour and a wild."""
    require(s.phase == Phase.ACT)
    require(trades_places(s))
    require(has_beside(s, a, by))
    require(pair_serves(s) or by == Card.WILD)
    with clause("exchange.two_colours"):
        require(a != b)
    require(s.pawns[x, a] > 0)
    require(s.pawns[y, b] > 0)
    with clause("exchange.different_boxes"):
        require(x != y)
    swap(s, a, x, b, y)
    with clause("exchange.discard"):
        pay(s, CARD[a], 1)
        pay_wild(s, by)
    exchanged(s, 1 + drawn_for(s, by))


@action("exchange.cards", "wild.any_colour")
def exchange_with_two_wilds(s: Sorting, by: Card, a: Colour, b: Colour, x: Box, y: Box) -> None:
    """Two pawns trade places, for two wilds, or for one and a pair that stands for another."""
    require(s.phase == Phase.ACT)
    require(r.two_wilds == TwoWilds.ALLOWED)
    require(trades_places(s))
    require(s.display[s.active, Card.WILD] > 0)
    require(s.display[s.active, by] >= 2)
    require(pair_serves(s) or by == Card.WILD)
    require(RANK[a] < RANK[b])
    require(s.pawns[x, a] > 0)
    require(s.pawns[y, b] > 0)
    with clause("exchange.different_boxes"):
        require(x != y)
    swap(s, a, x, b, y)
    with clause("exchange.discard"):
        pay(s, Card.WILD, 1)
        pay_wild(s, by)
    exchanged(s, 1 + drawn_for(s, by))


@action("exchange.cards", "wild.any_colour")
def exchange_alike(s: Sorting, a: Colour, by: Card) -> None:
    """By ruling ``same_pawn_colour`` card and wild may stand for one colour: two pawns that are alike change."""
    require(s.phase == Phase.ACT)
    require(r.same_pawn_colour == SamePawnColour.SAME_COLOUR)
    require(trades_places(s))
    require(has_beside(s, a, by))
    require(pair_serves(s) or by == Card.WILD)
    with clause("exchange.pawns", "exchange.different_boxes"):
        require(sum(s.pawns[box, a] > 0 for box in Box) > 1)
    with clause("exchange.discard"):
        pay(s, CARD[a], 1)
        pay_wild(s, by)
    exchanged(s, 1 + drawn_for(s, by))


# ---------------------------------------------------------------------------------------- a wild by itself


@rule()
def space_for(s: Sorting, box: Box) -> bool:
    """Whether a wild alone may put a pawn on the box card (ruling ``box_space``)."""
    return r.box_space == BoxSpace.NO_LIMIT or on_box(s, box) < spaces(s)


@rule("wild_alone.move")
def move(s: Sorting, c: Colour, x: Box, y: Box) -> None:
    """A pawn goes from one box card to another."""
    s.pawns[x, c] -= 1
    s.pawns[y, c] += 1
    take_thirds(s, c, c)


@rule("wild_alone.draw")
def draw_for_wild(s: Sorting, by: Card) -> None:
    """As many cards are drawn as are due for a wild alone, which closes the turn."""
    states("wild_alone.ends_turn")
    draw_back(s, drawn_for(s, by))


@rule()
def wild_can_be_drawn_for(s: Sorting, by: Card) -> bool:
    """Whether the pile has the cards that a wild alone draws, or need not have them (ruling ``draw_short``)."""
    if r.draw_short in (DrawShort.AS_MANY_AS_THERE, DrawShort.ONE_FRESH_CARD):
        return True
    return pile_size(s) >= drawn_for(s, by)


@action("wild_alone.play")
def play_wild(s: Sorting, by: Card, c: Colour, x: Box, y: Box) -> None:
    """A wild is played by itself: a pawn on ``x`` is put on ``y``."""
    require(s.phase == Phase.ACT)
    require(s.display[s.active, by] >= price(by))
    require(by == Card.WILD or pair_serves_alone(s))
    require(wild_can_be_drawn_for(s, by))
    require(s.pawns[x, c] > 0)
    require(x != y)
    require(space_for(s, y))
    pay_wild(s, by)
    move(s, c, x, y)
    draw_for_wild(s, by)


@action("wild_alone.play")
def play_wild_idly(s: Sorting, by: Card) -> None:
    """By ruling ``wild_alone_target`` a pawn may be put where it stands."""
    require(s.phase == Phase.ACT)
    require(r.wild_alone_target == WildAloneTarget.ANY_CARD)
    require(s.display[s.active, by] >= price(by))
    require(by == Card.WILD or pair_serves_alone(s))
    require(wild_can_be_drawn_for(s, by))
    require(any(s.pawns[box, c] > 0 for box in Box for c in Colour))
    states("wild_alone.move")
    pay_wild(s, by)
    draw_for_wild(s, by)


# ----------------------------------------------------------------------------------------------- drawing


@rule()
def draw_back(s: Sorting, count: Shown) -> None:
    """The active player draws, or as far as there are cards (ruling ``draw_partial``); then the turn is over."""
    there = pile_size(s)
    if there >= count:
        s.to_draw = count
    elif r.draw_partial == DrawPartial.WHAT_THERE_IS:
        s.to_draw = there
    else:
        s.to_draw = 0
    if s.to_draw > 0:
        s.phase = Phase.DRAW
    else:
        acted(s)


@chance(weight=in_pile)
def draw(s: Sorting, card: Card) -> None:
    """The top card of the pile is laid open before the active player."""
    require(s.phase == Phase.DRAW)
    s.pile[card] -= 1
    s.display[s.active, card] += 1
    s.to_draw -= 1
    if s.to_draw == 0:
        acted(s)


@rule()
def acted(s: Sorting) -> None:
    """The action is done."""
    s.phase = Phase.ACT
    forget_passes(s)
    next_turn(s)


@rule()
def forget_passes(s: Sorting) -> None:
    """Passes before an action do not count in a row with those after it (each mode says so)."""
    for p in Player:
        s.passed[p] = False


@rule()
def next_turn(s: Sorting) -> None:
    """Whose turn it is now (each mode says so)."""


# ------------------------------------------------------------------------------------- taking fresh cards


@rule()
def fresh_cards(s: Sorting, count: Shown) -> bool:
    """Whether the pile has the fresh cards, or need not have them (ruling ``draw_short``)."""
    if r.draw_short == DrawShort.ONE_FRESH_CARD:
        return pile_size(s) > 0
    return r.draw_short != DrawShort.EXCHANGE_ONLY or pile_size(s) >= count


@rule()
def several_fresh(s: Sorting) -> bool:
    """More than one card may be thrown off at once."""
    return True


@rule()
def renew(s: Sorting, count: Shown) -> None:
    """As many are drawn as were thrown off (each mode has a sentence of its own)."""
    draw_back(s, count)


@action()
def renew_one(s: Sorting, first: Card) -> None:
    """One card is thrown off, and one drawn."""
    require(s.phase == Phase.ACT)
    require(s.display[s.active, first] > 0)
    require(fresh_cards(s, 1))
    pay(s, first, 1)
    renew(s, 1)


@action()
def renew_two(s: Sorting, first: Card, second: Card) -> None:
    """Two cards are thrown off, and two drawn."""
    require(s.phase == Phase.ACT)
    require(several_fresh(s))
    require(s.display[s.active, first] > 0)
    require(ORDER[first] <= ORDER[second])
    require(s.display[s.active, second] > (1 if first == second else 0))
    require(fresh_cards(s, 2))
    pay(s, first, 1)
    pay(s, second, 1)
    renew(s, 2)


@action()
def renew_three(s: Sorting) -> None:
    """Three cards are thrown off, and three drawn."""
    require(s.phase == Phase.ACT)
    require(several_fresh(s))
    require(sum(s.display[s.active, card] for card in Card) == 3)
    require(fresh_cards(s, 3))
    for card in Card:
        pay(s, card, s.display[s.active, card])
    renew(s, 3)
