"""How the first booklet is set up, card by card: the table after a step beside the table before it."""

from __future__ import annotations

from model.queens_collection.cards import HOME, RING, SHOWS, Box, Card, Colour, Player, level, n
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting
from model.queens_collection.together import Together
from properties.queens_collection.steps import BOXES, at_home_all, cards_of, in_the_pile, sides, standing
from queensbench.language import always, holds, rule, step
from spec.queens_collection.preparation import (
    BeginnerDealRoom,
    BeginnerRemoval,
    BeginnerSetupPawns,
    DealBlocked,
    DealFullBox,
    DealOwnColour,
    DifficultyBoth,
    DifficultyWhen,
    SoloBeginnerHarder,
)
from spec.queens_collection.rulings import r
from spec.queens_collection.together import SoloEnd


@rule()
def pawns_of_a_colour(s: Sorting) -> int:
    """How many pawns of each colour take part, by ruling ``beginner_setup_pawns``."""
    return sides(s) if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES else n.pawns


@rule()
def takes_a_pawn(s: Sorting, b: Box) -> bool:
    """Whether the box card has room for a pawn of the deal, by the rulings on it."""
    if r.deal_full_box == DealFullBox.NO_LIMIT:
        return True
    if level.beginners == 1 and standing(s, b) >= sides(s):
        if r.beginner_setup_pawns == BeginnerSetupPawns.AS_SPACES:
            return False
        if r.beginner_deal_room == BeginnerDealRoom.SPACES_FIRST:
            return standing(s, b) < n.pawns and all(standing(s, other) >= sides(s) for other in Box)
    return standing(s, b) < n.pawns


@rule()
def away_from_home(s: Sorting, card: Card) -> int:
    """How many cards of a kind were taken out to make the game harder; not asked of a solo game that may bar it."""
    if card != Card.WILD:
        return level.fewer_colours
    if level.fewer_colours == 1 and r.difficulty_both == DifficultyBoth.ONE_OF_TWO:
        return 0
    return min(level.fewer_wilds, n.wilds)


@step(
    "step.put_away",
    holds(
        "Alone, one pawn of a colour that has all of its own is put away at a time, until of four colours one is."
    ),
    clauses=("solo.setup.remove", "solo.setup.remove.unused"),
    instances=BOXES,
)
def one_pawn_is_put_away(s: Alone, was: Alone) -> bool:
    if was.phase != Phase.PUT_AWAY:
        return True
    left = len(Colour) * pawns_of_a_colour(s) - n.put_away
    return (
        any(
            was.supply[c] == pawns_of_a_colour(s)
            and s.supply[c] == was.supply[c] - 1
            and s.out[c] == was.out[c] + 1
            and all(s.supply[d] == was.supply[d] and s.out[d] == was.out[d] for d in Colour if d != c)
            for c in Colour
        )
        and all(s.pile[card] == was.pile[card] and s.discards[card] == 0 for card in Card)
        and all(standing(s, b) == 0 for b in Box)
        and s.phase == (Phase.DEAL if sum(s.supply[c] for c in Colour) == left else Phase.PUT_AWAY)
        and (s.phase == Phase.PUT_AWAY or n.dealt == 1 or s.place == 1)
    )


@step(
    "step.card_turned",
    holds(
        "For the deal one card of the pile is turned up and laid aside; after the last pawn all are the pile again."
    ),
    clauses=("deal.reveal", "setup.draw_pile.all", "deal.until_all", "difficulty.before"),
    instances=BOXES,
)
def one_card_is_turned_up(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.DEAL or n.dealt == 1:
        return True
    if s.phase == Phase.DEAL:
        return (
            in_the_pile(s) == in_the_pile(was) - 1
            and all(
                s.pile[card] + s.discards[card] == was.pile[card] + was.discards[card]
                and s.pile[card] <= was.pile[card]
                for card in Card
            )
            and any(s.supply[c] > 0 for c in Colour)
        )
    if r.solo_beginner_harder == SoloBeginnerHarder.NORMAL_ONLY and level.beginners == 1:
        return s.phase == Phase.OPENING
    later = r.difficulty_when == DifficultyWhen.BEFORE_PLAY
    return (
        s.phase == Phase.OPENING
        and all(s.supply[c] == 0 for c in Colour)
        and s.to_draw == n.shown
        and s.place == 0
        and all(
            s.discards[card] == 0
            and s.pile[card]
            == was.pile[card] + was.discards[card] - (away_from_home(s, card) if later else 0)
            for card in Card
        )
    )


@step(
    "step.deck",
    holds("Of each kind as many cards are in the game as the box holds, less those that make it harder."),
    clauses=("components.cards", "difficulty.colours", "difficulty.wilds", "beginner.harder"),
    instances=BOXES,
)
def deck_is_whole(s: Sorting, was: Sorting, card: Card) -> bool:
    """By a ruling a solo game on the beginners' side has no fewer cards."""
    if r.solo_beginner_harder == SoloBeginnerHarder.NORMAL_ONLY and level.beginners == 1:
        return True
    dealing = s.phase in (Phase.PUT_AWAY, Phase.DEAL)
    missing = 0 if dealing and r.difficulty_when == DifficultyWhen.BEFORE_PLAY else away_from_home(s, card)
    return (
        s.pile[card] + s.discards[card] + sum(s.display[p, card] for p in Player)
        == (n.wilds if card == Card.WILD else n.cards) - missing
    )


@step(
    "step.pawn_dealt",
    holds(
        "The pawn comes from the supply, in the colour of the card, and goes to the first box card from the "
        "one whose turn it is, clockwise, that has room and another colour; at home only if no other has room."
    ),
    clauses=("deal.round", "deal.colour", "deal.own_colour", "deal.clockwise"),
    instances=BOXES,
)
def pawn_goes_to_its_box(s: Sorting, was: Sorting, b: Box, c: Colour) -> bool:
    """The claim is made of the box card that gets a pawn; if a third pawn leaves, it says that none goes elsewhere."""
    if was.phase != Phase.DEAL or n.dealt == 1 or s.pawns[b, c] <= was.pawns[b, c]:
        return True
    if s.pawns[b, c] != was.pawns[b, c] + 1 or s.supply[c] >= was.supply[c]:
        return False
    if s.phase == Phase.DEAL and not any(
        s.discards[card] > was.discards[card] for card in Card if card != Card.WILD and SHOWS[card] == c
    ):
        return False
    blocked = not any(takes_a_pawn(was, x) and x != HOME[c] for x in Box)
    if blocked:
        if r.deal_blocked == DealBlocked.HOME:
            return b == HOME[c]
        return r.deal_blocked == DealBlocked.FOURTH and RING[b] == RING[HOME[c]] % len(Box) + 1
    far = (RING[b] - was.place + len(Box)) % len(Box)
    return (
        b != HOME[c]
        and takes_a_pawn(was, b)
        and all(
            x == HOME[c] or not takes_a_pawn(was, x) or (RING[x] - was.place + len(Box)) % len(Box) >= far
            for x in Box
        )
    )


@step(
    "step.no_pawn_dealt",
    holds("A card brings one pawn, or none if it is a wild or its colour has no pawn left to deal."),
    clauses=("deal.wild_skips", "deal.no_pawn_left", "deal.round"),
    instances=BOXES,
)
def one_pawn_a_card(s: Sorting, was: Sorting) -> bool:
    """By ruling `deal_blocked` a pawn may find no place."""
    if was.phase != Phase.DEAL or n.dealt == 1:
        return True
    if any(s.out[c] > was.out[c] for c in Colour):
        return level.beginners == 1 or r.deal_blocked == DealBlocked.NEXT_CARD
    placed = sum(was.supply[c] - s.supply[c] for c in Colour)
    if any(standing(s, b) > standing(was, b) for b in Box) != (placed == 1) or placed > 1:
        return False
    if s.phase != Phase.DEAL or placed == 1:
        return placed == 1
    return any(
        s.discards[card] > was.discards[card] and (card == Card.WILD or was.supply[SHOWS[card]] == 0)
        for card in Card
    ) or (
        r.deal_blocked == DealBlocked.NEXT_CARD
        and any(
            card != Card.WILD
            and s.discards[card] > was.discards[card]
            and not any(takes_a_pawn(was, b) and b != HOME[SHOWS[card]] for b in Box)
            for card in Card
        )
    )


@step(
    "step.box_due",
    holds(
        "The deal goes on with the next box card clockwise that has room; for a wild one is skipped, for a "
        "card without a pawn none is."
    ),
    clauses=("deal.clockwise", "deal.wild_skips", "deal.no_pawn_left.again", "deal.own_colour"),
    instances=BOXES,
)
def next_box_is_due(s: Sorting, was: Sorting) -> bool:
    """Readings in which a pawn is handed on, finds no place, or leaves as the third in the deal are left out."""
    if was.phase != Phase.DEAL or s.phase != Phase.DEAL or n.dealt == 1:
        return True
    if any(s.out[c] > was.out[c] for c in Colour):
        return True
    placed = any(standing(s, b) > standing(was, b) for b in Box)
    wild = s.discards[Card.WILD] > was.discards[Card.WILD]
    if not placed and not wild:
        return s.place == was.place or r.deal_blocked == DealBlocked.NEXT_CARD
    if not any(takes_a_pawn(s, b) for b in Box):
        return True
    begin = was.place
    for b in Box:
        if standing(s, b) > standing(was, b):
            begin = RING[b]
    own = any(
        RING[HOME[c]] == was.place and s.supply[c] < was.supply[c] and takes_a_pawn(was, HOME[c])
        for c in Colour
    )
    if own and (r.deal_own_colour != DealOwnColour.PAST_FILLED or r.deal_blocked == DealBlocked.FOURTH):
        return True
    far = (s.place - begin - 1 + 2 * len(Box)) % len(Box)
    return any(takes_a_pawn(s, b) and RING[b] == s.place for b in Box) and all(
        not takes_a_pawn(s, b) or (RING[b] - begin - 1 + 2 * len(Box)) % len(Box) >= far for b in Box
    )


@step(
    "step.box_due_after_third",
    holds(
        "After a pawn that has found room at home alone, and a third one that has left, the next box card clockwise "
        "with room is due."
    ),
    clauses=("deal.clockwise", "deal.own_colour"),
    instances=("beginners",),
)
def next_is_due_after_third(s: Sorting, was: Sorting, c: Colour) -> bool:
    """By ruling `deal_blocked` it goes home; what leaves makes room on other cards."""
    if was.phase != Phase.DEAL or s.phase != Phase.DEAL or n.dealt == 1 or s.out[c] <= was.out[c]:
        return True
    if r.deal_blocked != DealBlocked.HOME or any(takes_a_pawn(was, b) and b != HOME[c] for b in Box):
        return True
    if s.supply[c] >= was.supply[c] or not any(takes_a_pawn(s, b) for b in Box):
        return True
    far = (s.place - RING[HOME[c]] - 1 + 2 * len(Box)) % len(Box)
    return any(takes_a_pawn(s, b) and RING[b] == s.place for b in Box) and all(
        not takes_a_pawn(s, b) or (RING[b] - RING[HOME[c]] - 1 + 2 * len(Box)) % len(Box) >= far for b in Box
    )


@step(
    "step.box_due_again",
    holds(
        "By ruling `deal_own_colour` a pawn handed on leaves the card that was due, or the card that got it, still to "
        "be dealt to."
    ),
    clauses=("deal.own_colour", "deal.clockwise"),
    instances=BOXES,
)
def box_is_due_again(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.DEAL or s.phase != Phase.DEAL or n.dealt == 1:
        return True
    if r.deal_own_colour == DealOwnColour.PAST_FILLED or any(s.out[c] > was.out[c] for c in Colour):
        return True
    handed = any(
        RING[HOME[c]] == was.place
        and s.supply[c] < was.supply[c]
        and takes_a_pawn(was, HOME[c])
        and any(takes_a_pawn(was, b) and b != HOME[c] for b in Box)
        for c in Colour
    )
    if not handed:
        return True
    if r.deal_own_colour == DealOwnColour.STILL_DUE:
        return s.place == was.place
    return any(
        standing(s, b) > standing(was, b) and (RING[b] == s.place or not takes_a_pawn(s, b)) for b in Box
    )


@step(
    "step.opening",
    holds("Everybody draws three cards, one after the other; then, and not before, the set-up is over."),
    clauses=("setup.cards", "solo.cards", "setup.first_player.after_cards"),
    instances=BOXES,
)
def opening_cards_are_drawn(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.OPENING:
        return True
    p = was.active
    done = all(cards_of(s, q) == n.shown for q in Player)
    return (
        in_the_pile(s) == in_the_pile(was) - 1
        and cards_of(s, p) == cards_of(was, p) + 1
        and cards_of(s, p) <= n.shown
        and all(
            s.pile[card] + s.display[p, card] == was.pile[card] + was.display[p, card]
            and s.pile[card] <= was.pile[card]
            and s.discards[card] == was.discards[card]
            and all(s.display[q, card] == was.display[q, card] for q in Player if q != p)
            for card in Card
        )
        and (s.phase == Phase.OPENING) == (not done)
        and (done or cards_of(s, s.active) < n.shown)
        and (done or s.active == p or cards_of(s, p) == n.shown)
        and (level.beginners == 1 or all(standing(s, b) == standing(was, b) for b in Box))
    )


@step(
    "step.first_player",
    holds("When all cards lie open the group says who begins, and nothing else happens."),
    clauses=("setup.first_player", "setup.first_player.after_cards", "turn.first"),
    instances=BOXES,
)
def group_says_who_begins(s: Together, was: Together) -> bool:
    if was.phase == Phase.OPENING:
        return s.phase in (Phase.OPENING, Phase.CHOOSE_FIRST)
    if was.phase != Phase.CHOOSE_FIRST:
        return s.phase != Phase.CHOOSE_FIRST
    return (
        s.phase == Phase.ACT
        and all(not s.passed[q] for q in Player)
        and all(s.display[q, card] == was.display[q, card] for q in Player for card in Card)
        and all(s.pile[card] == was.pile[card] and s.discards[card] == was.discards[card] for card in Card)
        and (
            (level.beginners == 1 and r.beginner_removal == BeginnerRemoval.IN_PLAY)
            or all(s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour)
        )
    )


@always(
    "deal.at_once",
    holds("A box that is dealt in one step has all pawns of a colour on one box card, and none at home."),
    clauses=("deal.until_all", "setup.draw_pile.all"),
    instances=("placed",),
)
def all_are_dealt_at_once(s: Sorting) -> bool:
    if s.phase != Phase.OPENING:
        return True
    return all(
        s.supply[c] == 0
        and s.pawns[HOME[c], c] == 0
        and sum(s.pawns[b, c] > 0 for b in Box) == 1
        and sum(s.pawns[b, c] for b in Box) + s.out[c] == n.pawns
        for c in Colour
    ) and all(sum(s.pawns[b, c] > 0 for c in Colour) == 1 for b in Box)


@step(
    "step.not_ended_alone",
    holds("No step follows when all is sorted, nor with an empty pile once the drawing is done."),
    clauses=("solo.end", "solo.end.all_home"),
    instances=BOXES,
)
def solo_had_not_ended(s: Alone, was: Alone) -> bool:
    """By ruling `solo_end` the cards in hand may still be played."""
    if was.phase in (Phase.PUT_AWAY, Phase.DEAL, Phase.OPENING):
        return True
    if at_home_all(was):
        return False
    if r.solo_end == SoloEnd.PILE_EMPTY:
        return was.phase == Phase.DRAW or in_the_pile(was) > 0
    return not was.passed[was.active] or in_the_pile(was) > 0
