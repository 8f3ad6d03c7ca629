"""The set-up of booklet 1: the pawns are dealt by turning pawn cards up, lap after lap round the ring.

In which order the box cards lie is left to chance; see ``cards`` why one order stands for all.
"""

from __future__ import annotations

from model.queens_collection.cards import (
    HOME,
    RING,
    SHOWS,
    Box,
    Card,
    Colour,
    Player,
    copies,
    easier,
    in_pile,
    left_of,
    n,
    pile_size,
    spaces,
    taken_out,
)
from model.queens_collection.sorting import Phase, Place, Sorting, on_box, take_third
from queensbench.language import chance, clause, initial, require, rule, silent, states
from spec.queens_collection.preparation import (
    BeginnerDealRoom,
    BeginnerRemoval,
    BeginnerSetupPawns,
    DealBlocked,
    DealFullBox,
    DealOwnColour,
    DifficultyWhen,
)
from spec.queens_collection.rulings import r


@initial()
def set_up(s: Sorting) -> None:
    """Box cards in a ring, pawns in supply, the cards of this game shuffled."""
    s.active = Player.NORTH
    states("components.boxes", "components.boxes.colours", "setup.choose_boxes")
    states("setup.one_a_colour", "setup.ring", "setup.ring.random")
    states("setup.three_spaces", "components.boxes.front", "components.boxes.back")
    with clause("components.pawns", "components.pawns.colours"):
        for c in Colour:
            s.supply[c] = n.pawns
    if easier(s):
        with clause("beginner.side"):
            if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES:
                for c in Colour:
                    s.supply[c] = spaces(s)
                    s.out[c] = n.pawns - spaces(s)
    with clause("components.cards", "components.cards.colours", "components.cards.wilds"):
        for card in Card:
            s.pile[card] = copies(card)
    if r.difficulty_when == DifficultyWhen.BEFORE_DEAL:
        take_cards_out(s)
    prepared(s)


@rule()
def take_cards_out(s: Sorting) -> None:
    """The cards that are not in this game leave the pile."""
    for card in Card:
        if taken_out(s, card) > 0:
            states("beginner.harder")
            if card == Card.WILD:
                with clause("difficulty.may", "difficulty.before", "difficulty.wilds"):
                    s.pile[card] -= taken_out(s, card)
            else:
                with clause("difficulty.may", "difficulty.before", "difficulty.colours"):
                    s.pile[card] -= taken_out(s, card)


@rule()
def prepared(s: Sorting) -> None:
    """All is ready for the deal."""
    begin_deal(s)


@rule()
def begin_deal(s: Sorting) -> None:
    """The deal begins with the first place of the ring."""
    states("deal.shuffle")
    s.phase = Phase.DEAL
    if n.dealt == 0:
        with clause("deal.start"):
            s.place = 1


# ------------------------------------------------------------------------------------------ the ring


@rule()
def room(s: Sorting, box: Box) -> bool:
    """Whether the deal may put a pawn on the box card."""
    if r.deal_full_box == DealFullBox.NO_LIMIT:
        return True
    if easier(s) and on_box(s, box) >= spaces(s):
        if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES:
            return False
        if r.beginner_deal_room == BeginnerDealRoom.SPACES_FIRST:
            return all(on_box(s, other) >= spaces(s) for other in Box) and on_box(s, box) < n.pawns
    return on_box(s, box) < n.pawns


@rule()
def next_room(s: Sorting, place: Place) -> Place:
    """The next place clockwise whose box card has room; perhaps this one, after a whole lap."""
    for box in Box:
        if RING[box] > place and room(s, box):
            return RING[box]
    for box in Box:
        if RING[box] <= place and room(s, box):
            return RING[box]
    return place


@rule()
def this_or_next_room(s: Sorting, place: Place) -> Place:
    """The place itself if its box card has room, or else the next one clockwise whose box card has room."""
    return place if any(RING[box] == place and room(s, box) for box in Box) else next_room(s, place)


@rule()
def next_other_room(s: Sorting, place: Place) -> Place:
    """The next other place clockwise whose box card has room; 0 if there is none."""
    other = next_room(s, place)
    return 0 if other == place else other


# ------------------------------------------------------------------------------------------ the deal


@chance("deal.reveal", weight=in_pile)
def deal(s: Sorting, card: Card) -> None:
    """A card is turned up: a pawn for the box card whose turn it is, or none."""
    require(s.phase == Phase.DEAL)
    require(n.dealt == 0)
    s.pile[card] -= 1
    if card != Card.WILD and s.supply[SHOWS[card]] == 0:
        with clause("deal.no_pawn_left"):
            states("deal.no_pawn_left.again")
            s.discards[card] += 1
    else:
        s.discards[card] += 1
        if card == Card.WILD:
            with clause("deal.wild_skips"):
                s.place = next_room(s, s.place)
        else:
            deal_pawn(s, SHOWS[card])
    if pile_size(s) == 0 and any(s.supply[c] > 0 for c in Colour):
        run_out(s)
    if all(s.supply[c] == 0 for c in Colour):
        end_deal(s)


@rule()
def deal_pawn(s: Sorting, c: Colour) -> None:
    """A pawn goes to the box card whose turn it is (which has room), unless that is its own."""
    s.place = this_or_next_room(s, s.place)
    here = s.place
    if RING[HOME[c]] != here:
        with clause("deal.round", "deal.colour"):
            put(s, c, here)
        with clause("deal.clockwise"):
            s.place = next_room(s, here)
        return
    target = next_other_room(s, here)
    if target == 0:
        deal_blocked(s, c)
        return
    with clause("deal.own_colour"):
        put(s, c, target)
        hand_on(s, target)


@rule()
def hand_on(s: Sorting, filled: Place) -> None:
    """After a pawn went one box card further: the place whose turn it is now (ruling ``deal_own_colour``)."""
    match r.deal_own_colour:
        case DealOwnColour.PAST_FILLED:
            s.place = next_room(s, filled)
        case DealOwnColour.FILLED_AGAIN:
            s.place = this_or_next_room(s, filled)
        case DealOwnColour.STILL_DUE:
            s.place = this_or_next_room(s, s.place)


@rule()
def deal_blocked(s: Sorting, c: Colour) -> None:
    """Only the pawn's own box card has room (ruling ``deal_blocked``)."""
    here = s.place
    match r.deal_blocked:
        case DealBlocked.HOME:
            put(s, c, here)
            s.place = next_room(s, here)
        case DealBlocked.FOURTH:
            with clause("deal.own_colour"):
                put(s, c, here % len(Box) + 1)
        case DealBlocked.NEXT_CARD:
            pass


@rule()
def put(s: Sorting, c: Colour, place: Place) -> None:
    """A pawn is put down; among beginners, ruling ``beginner_removal``, two at home may take the third out."""
    for box in Box:
        if RING[box] == place:
            s.pawns[box, c] += 1
    s.supply[c] -= 1
    if r.beginner_removal == BeginnerRemoval.ALWAYS:
        take_third(s, c)


@rule()
def run_out(s: Sorting) -> None:
    """No card is left to turn up: by ruling ``deal_blocked`` pawns that could not be placed stay out."""
    if r.deal_blocked != DealBlocked.NEXT_CARD:
        silent("what to do when no pawn card is left and pawns are still to be dealt", "deal.until_all")
    for c in Colour:
        s.out[c] += s.supply[c]
        s.supply[c] = 0


@rule("deal.until_all")
def end_deal(s: Sorting) -> None:
    """All cards are shuffled into the draw pile."""
    s.place = 0
    with clause("setup.draw_pile", "setup.draw_pile.all"):
        for card in Card:
            s.pile[card] += s.discards[card]
            s.discards[card] = 0
    if r.difficulty_when == DifficultyWhen.BEFORE_PLAY:
        take_cards_out(s)
    s.phase = Phase.OPENING
    s.to_draw = n.shown


@chance()
def deal_at_once(s: Sorting, further: Place) -> None:
    """In instances of size ``dealt`` 1: a deal that puts all pawns of each colour as many box cards further."""
    require(s.phase == Phase.DEAL)
    require(n.dealt == 1)
    require(further > 0)
    require(further < len(Box))
    for c in Colour:
        for box in Box:
            if RING[box] == (RING[HOME[c]] + further - 1) % len(Box) + 1:
                s.pawns[box, c] = s.supply[c]
        s.supply[c] = 0
    end_deal(s)


# ------------------------------------------------------------------------------------ the opening cards


@chance(weight=in_pile)
def open_card(s: Sorting, card: Card) -> None:
    """Each player draws three cards, one after the other, and lays them open."""
    require(s.phase == Phase.OPENING)
    s.pile[card] -= 1
    s.display[s.active, card] += 1
    s.to_draw -= 1
    if s.to_draw == 0:
        opening_drawn(s)
    elif pile_size(s) == 0:
        silent("what to do when the pile cannot give everybody the opening cards", "setup.cards")


@rule()
def opening_drawn(s: Sorting) -> None:
    """The next player draws, or play can begin."""
    s.active = left_of(s.active)
    if s.active == Player.NORTH:
        opened(s)
    else:
        s.to_draw = n.shown
        if pile_size(s) == 0:
            silent("what to do when the pile cannot give everybody the opening cards", "setup.cards")


@rule()
def opened(s: Sorting) -> None:
    """All cards are out (each mode says what comes now)."""
    start_play(s)


@rule()
def start_play(s: Sorting) -> None:
    """The first turn begins; among beginners, ruling ``beginner_removal``, third pawns leave now."""
    s.phase = Phase.ACT
    if r.beginner_removal == BeginnerRemoval.IN_PLAY:
        for c in Colour:
            take_third(s, c)
