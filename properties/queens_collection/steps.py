"""What each part of a turn of the first booklet does: the table after a step beside the table before it.

A step is a choice or a card that comes by chance, with all that follows by itself.  The claims are of the sentences of
the booklet, by sums and differences over the table, and use no rule of the model.  They are written for every reading
of what the booklet leaves open; where a reading makes of a step what cannot be told from the two tables, the claim
says which reading it leaves alone.  The set-up is in ``steps_setup``, what the trades do in ``steps_together``.
"""

from __future__ import annotations

from model.queens_collection.cards import CARD, HOME, SEAT, Box, Card, Colour, Player, level, n
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting
from model.queens_collection.together import Together
from queensbench.language import holds, rule, step
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    AllPassed,
    BoxSpace,
    BurnEmpty,
    DrawPartial,
    DrawShort,
    PairAsWild,
    PairDraw,
    Passing,
    SamePawnColour,
    SoloCount,
    SoloEnd,
    ThreeAlike,
    TwoWilds,
    WildAloneTarget,
    WildMoves,
)

BOXES = ("full", "young")
"""The boxes on which steps are judged: as sold, and in each game a small one on the beginners' side."""

# ------------------------------------------------------------------------------------------- words


@rule()
def cards_of(s: Sorting, p: Player) -> int:
    """How many cards lie before a player."""
    return sum(s.display[p, card] for card in Card)


@rule()
def in_the_pile(s: Sorting) -> int:
    """How many cards lie in the draw pile."""
    return sum(s.pile[card] for card in Card)


@rule()
def standing(s: Sorting, b: Box) -> int:
    """How many pawns stand on a box card."""
    return sum(s.pawns[b, c] for c in Colour)


@rule()
def sides(s: Sorting) -> int:
    """How many spaces a box card shows: those of its front, or one less on the beginners' side."""
    return n.pawns - level.beginners


@rule()
def at_home_all(s: Sorting) -> bool:
    """Whether every pawn on the table stands on the box card of its colour."""
    return all(s.pawns[HOME[c], c] == sum(s.pawns[b, c] for b in Box) for c in Colour)


# ----------------------------------------------------------------------------------------- what is paid


@step(
    "step.paid",
    holds("What a player puts down goes onto the discards, from the own display, and none is drawn yet."),
    clauses=("exchange.discard", "wild_alone.play", "solo.draw", "solo.actions"),
    instances=BOXES,
)
def cards_are_put_down(s: Alone, was: Alone, card: Card) -> bool:
    if was.phase != Phase.ACT:
        return True
    p = was.active
    return (
        s.display[p, card] <= was.display[p, card]
        and s.discards[card] + s.display[p, card] == was.discards[card] + was.display[p, card]
        and s.pile[card] == was.pile[card]
    )


@step(
    "step.one_pawn",
    holds(
        "Of a colour one pawn at most changes its box card in a turn; of other colours than two none does."
    ),
    clauses=("exchange.pawns", "wild_alone.move", "beginner.third"),
    instances=BOXES,
)
def at_most_one_pawn_of_a_colour(s: Sorting, was: Sorting, c: Colour) -> bool:
    """Pawns that leave the game on the beginners' side have another claim."""
    if was.phase not in (Phase.ACT, Phase.SECOND_PAWN):
        return True
    came = sum(max(s.pawns[b, c] - was.pawns[b, c], 0) for b in Box)
    went = sum(max(was.pawns[b, c] - s.pawns[b, c], 0) for b in Box)
    return came <= 1 and went == came + s.out[c] - was.out[c] and s.out[c] >= was.out[c]


@step(
    "step.pawns_stay",
    holds("Pawns stand still while cards are drawn, traded or put away, and whenever a turn passes."),
    clauses=("exchange.pawns", "wild_alone.move", "beginner.third", "trade.one_for_one"),
    instances=BOXES,
)
def pawns_stay(s: Sorting, was: Sorting, b: Box, c: Colour) -> bool:
    if was.phase not in (Phase.DRAW, Phase.BURN, Phase.TRADE_ON, Phase.CONSENT):
        return True
    return s.pawns[b, c] == was.pawns[b, c] and s.out[c] == was.out[c]


@step(
    "step.trade_places",
    holds("Where pawns of two colours move they trade places: each box card keeps its number of pawns."),
    clauses=("exchange.pawns", "exchange.different_boxes", "exchange.two_colours"),
    instances=BOXES,
)
def two_trade_places(s: Sorting, was: Sorting) -> bool:
    """The claim is asked unless a third pawn left the game."""
    if was.phase != Phase.ACT or any(s.out[c] > was.out[c] for c in Colour):
        return True
    moved = sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour)
    if moved < 2:
        return True
    return moved == 2 and all(standing(s, b) == standing(was, b) for b in Box)


@step(
    "step.third",
    holds(
        "On the beginners' side a colour's pawns leave the table when two of it are at home, all but those; on the "
        "other side none leaves."
    ),
    clauses=("beginner.third", "beginner.third.anywhere"),
    instances=BOXES,
)
def third_leaves(s: Sorting, was: Sorting, c: Colour) -> bool:
    """While pawns are dealt there is another claim."""
    if s.phase in (Phase.PUT_AWAY, Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST):
        return True
    if s.out[c] == was.out[c]:
        return not (level.beginners == 1 and s.pawns[HOME[c], c] >= sides(s)) or (
            sum(s.pawns[b, c] for b in Box) == s.pawns[HOME[c], c] and s.pawns[HOME[c], c] == sides(s)
        )
    return (
        level.beginners == 1
        and s.pawns[HOME[c], c] == sides(s)
        and sum(s.pawns[b, c] for b in Box) == sides(s)
        and s.out[c] == was.out[c] + sum(was.pawns[b, c] for b in Box) - sides(s)
    )


@step(
    "step.price",
    holds(
        "Alone, an exchange costs a card of each colour, a wild standing for either; one pawn alone costs a wild; "
        "two equal cards are no wild."
    ),
    clauses=("exchange.cards", "exchange.two_colours", "wild.any_colour", "solo.no_pair", "wild_alone.play"),
    instances=BOXES,
)
def price_alone(s: Alone, was: Alone) -> bool:
    if was.phase != Phase.ACT:
        return True
    moved = sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour)
    if moved == 0:
        return True
    p = was.active
    put = cards_of(was, p) - cards_of(s, p)
    wilds = was.display[p, Card.WILD] - s.display[p, Card.WILD]
    if moved == 1:
        return put == 1 and wilds == 1
    fitting = sum(
        was.display[p, CARD[c]] > s.display[p, CARD[c]]
        for c in Colour
        if any(s.pawns[b, c] != was.pawns[b, c] for b in Box)
    )
    return put == 2 and wilds + fitting == 2 and (wilds < 2 or r.two_wilds == TwoWilds.ALLOWED)


@step(
    "step.price_together",
    holds(
        "An exchange costs a card of each colour, a wild standing for either, and two equal cards for a wild; one "
        "pawn alone costs a wild or such a pair."
    ),
    clauses=("exchange.cards", "exchange.two_colours", "wild.any_colour", "pair.as_wild", "wild_alone.play"),
    instances=BOXES,
)
def price_together(s: Together, was: Together) -> bool:
    """If a wild moves its pawn freely, the price is in a claim of its own."""
    if was.phase != Phase.ACT or r.wild_moves == WildMoves.MOVES_FREELY:
        return True
    moved = sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour)
    if moved == 0:
        return True
    p = was.active
    put = cards_of(was, p) - cards_of(s, p)
    wilds = was.display[p, Card.WILD] - s.display[p, Card.WILD]
    pairs = sum(was.display[p, CARD[c]] - s.display[p, CARD[c]] >= 2 for c in Colour)
    if moved == 1:
        return (put == 1 and wilds == 1) or (
            put == 2 and pairs == 1 and r.pair_as_wild == PairAsWild.EVERYWHERE
        )
    fitting = sum(
        was.display[p, CARD[c]] > s.display[p, CARD[c]]
        for c in Colour
        if any(s.pawns[b, c] != was.pawns[b, c] for b in Box)
    )
    both = r.two_wilds == TwoWilds.ALLOWED
    if put == 2:
        return wilds + fitting == 2 and (wilds < 2 or both)
    if put != 3 or pairs != 1:
        return False
    if wilds == 1:
        return both
    return any(
        was.display[p, CARD[c]] - s.display[p, CARD[c]] in (1, 3)
        and (was.display[p, CARD[c]] < s.display[p, CARD[c]] + 3 or r.three_alike == ThreeAlike.ALLOWED)
        and any(s.pawns[b, c] != was.pawns[b, c] for b in Box)
        for c in Colour
    )


@step(
    "step.freely",
    holds(
        "By ruling `wild_moves` a wild beside a card moves a pawn of another colour, and that card's pawn stays."
    ),
    clauses=("wild.any_colour", "exchange.cards"),
    instances=BOXES,
)
def price_freely(s: Together, was: Together) -> bool:
    if was.phase != Phase.ACT or r.wild_moves == WildMoves.TRADES_PLACES:
        return True
    moved = sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour)
    if moved == 0:
        return s.phase != Phase.SECOND_PAWN
    p = was.active
    put = cards_of(was, p) - cards_of(s, p)
    wilds = was.display[p, Card.WILD] - s.display[p, Card.WILD]
    pairs = sum(was.display[p, CARD[c]] - s.display[p, CARD[c]] >= 2 for c in Colour)
    if moved == 2:
        return put == 2 and wilds == 0 and pairs == 0 and s.phase != Phase.SECOND_PAWN
    if s.phase == Phase.SECOND_PAWN:
        return (
            r.two_wilds == TwoWilds.ALLOWED
            and ((put == 2 and wilds == 2) or (put == 3 and wilds == 1 and pairs == 1))
            and all(
                s.moved[c] == any(s.pawns[b, c] != was.pawns[b, c] for b in Box) or s.out[c] > was.out[c]
                for c in Colour
            )
        )
    if put == 1:
        return wilds == 1
    if put == 2 and wilds == 0:
        return pairs == 1 and r.pair_as_wild == PairAsWild.EVERYWHERE
    return ((put == 2 and wilds == 1) or (put == 3 and pairs == 1 and wilds == 0)) and any(
        was.display[p, CARD[c]] - s.display[p, CARD[c]] in (1, 3)
        and all(s.pawns[b, c] == was.pawns[b, c] for b in Box)
        for c in Colour
    )


@step(
    "step.second_pawn",
    holds("The second of two wilds moves one pawn of another colour, and no further card is paid."),
    clauses=("wild.any_colour", "exchange.pawns", "exchange.refill"),
    instances=BOXES,
)
def second_pawn_moves(s: Together, was: Together) -> bool:
    if was.phase != Phase.SECOND_PAWN:
        return True
    return (
        sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour) == 1
        and all(not was.moved[c] or all(s.pawns[b, c] == was.pawns[b, c] for b in Box) for c in Colour)
        and not any(s.moved[c] for c in Colour)
        and all(
            s.display[q, card] == was.display[q, card] and s.discards[card] == was.discards[card]
            for q in Player
            for card in Card
        )
        and s.phase in (Phase.DRAW, Phase.ACT)
    )


@step(
    "step.space",
    holds("By ruling `box_space` a pawn is put alone only where a space was free."),
    clauses=("wild_alone.move", "setup.three_spaces", "beginner.side"),
    instances=BOXES,
)
def space_is_free(s: Sorting, was: Sorting, b: Box) -> bool:
    """The claim is asked where exchanges leave each box card its number of pawns."""
    if was.phase != Phase.ACT or r.box_space == BoxSpace.NO_LIMIT:
        return True
    if r.wild_moves == WildMoves.MOVES_FREELY or any(s.out[c] > was.out[c] for c in Colour):
        return True
    return standing(s, b) <= max(standing(was, b), sides(s))


# --------------------------------------------------------------------------------------------- drawing


@step(
    "step.due",
    holds(
        "As many cards are drawn as were put down, as far as the pile goes; then, or if there is none, the "
        "turn is over."
    ),
    clauses=(
        "exchange.refill",
        "solo.exchange.refill",
        "wild_alone.draw",
        "draw.same_number",
        "solo.draw.same_number",
        "pair.as_wild",
    ),
    instances=BOXES,
)
def draws_are_due(s: Sorting, was: Sorting) -> bool:
    """A trade has another claim, and so have pawns that two freely moving wilds have still to move."""
    if was.phase != Phase.ACT or s.phase not in (Phase.ACT, Phase.DRAW):
        return True
    p = was.active
    put = cards_of(was, p) - cards_of(s, p)
    moved = sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour)
    fewer = 0
    if r.pair_draw == PairDraw.AS_PRINTED:
        if moved == 0 and (
            r.same_pawn_colour == SamePawnColour.SAME_COLOUR
            or r.wild_alone_target == WildAloneTarget.ANY_CARD
        ):
            return True
        if r.wild_moves == WildMoves.MOVES_FREELY:
            return True
        if (moved == 1 and put == 2) or (moved == 2 and put == 3):
            fewer = 1
    due = put - fewer
    if in_the_pile(was) < due:
        due = in_the_pile(was) if r.draw_partial == DrawPartial.WHAT_THERE_IS else 0
    return s.to_draw == due and (s.phase == Phase.DRAW) == (due > 0)


@step(
    "step.short",
    holds(
        "By ruling `draw_short` cards are thrown off, or a wild is played alone, only where the pile gives "
        "what is drawn."
    ),
    clauses=("draw.same_number", "solo.draw.same_number", "wild_alone.draw"),
    instances=BOXES,
)
def pile_is_long_enough(s: Sorting, was: Sorting) -> bool:
    """The claim is asked where a turn that moves no pawn can only have thrown cards off."""
    if was.phase != Phase.ACT or s.phase not in (Phase.ACT, Phase.DRAW):
        return True
    if r.same_pawn_colour == SamePawnColour.SAME_COLOUR or r.wild_moves == WildMoves.MOVES_FREELY:
        return True
    p = was.active
    put = cards_of(was, p) - cards_of(s, p)
    moved = sum(any(s.pawns[b, c] != was.pawns[b, c] for b in Box) for c in Colour)
    if moved == 0 and r.wild_alone_target == WildAloneTarget.ANOTHER_CARD:
        if r.draw_short == DrawShort.ONE_FRESH_CARD:
            return put == 0 or in_the_pile(was) > 0
        return r.draw_short != DrawShort.EXCHANGE_ONLY or in_the_pile(was) >= put
    if moved == 1 and r.pair_draw == PairDraw.AS_MANY:
        free = r.draw_short in (DrawShort.AS_MANY_AS_THERE, DrawShort.ONE_FRESH_CARD)
        return free or in_the_pile(was) >= put
    return True


@step(
    "step.draw",
    holds("A card of the pile is laid open before the player whose turn it is, and nothing else moves."),
    clauses=("exchange.refill.open", "draw.open", "solo.draw.open", "wild_alone.draw"),
    instances=BOXES,
)
def card_is_drawn(s: Sorting, was: Sorting) -> bool:
    if was.phase != Phase.DRAW:
        return True
    p = was.active
    return (
        s.to_draw == was.to_draw - 1
        and s.phase == (Phase.ACT if s.to_draw == 0 else Phase.DRAW)
        and in_the_pile(s) == in_the_pile(was) - 1
        and cards_of(s, p) == cards_of(was, p) + 1
        and all(
            s.pile[card] + s.display[p, card] == was.pile[card] + was.display[p, card]
            and s.pile[card] <= was.pile[card]
            and s.discards[card] == was.discards[card]
            and all(s.display[q, card] == was.display[q, card] for q in Player if q != p)
            for card in Card
        )
    )


@step(
    "step.put_down",
    holds("A turn alone puts one, two or three cards down, unless the player stops."),
    clauses=("solo.actions", "solo.turn", "solo.draw", "solo.end"),
    instances=BOXES,
)
def something_is_put_down(s: Alone, was: Alone) -> bool:
    if was.phase != Phase.ACT:
        return True
    put = cards_of(was, was.active) - cards_of(s, was.active)
    if put == 0:
        return (
            s.passed[was.active]
            and r.solo_end == SoloEnd.HAND_PLAYED
            and in_the_pile(was) == 0
            and all(s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour)
        )
    if s.passed[was.active]:
        return False
    if put > 1 and all(s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour):
        if r.solo_count == SoloCount.ONE and r.same_pawn_colour == SamePawnColour.OTHER_COLOUR:
            return False
    return True


# ------------------------------------------------------------------------------------------- the turn


@step(
    "step.turn",
    holds("A turn is one action, of one player; when its cards are drawn the next clockwise has a turn."),
    clauses=("turn.one_action", "turn.next", "turn.clockwise", "end.all_passed"),
    instances=BOXES,
)
def turns_go_round(s: Together, was: Together) -> bool:
    """By ruling `all_passed` those who have passed may have no more turns."""
    if was.phase in (Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST):
        return True
    if s.phase != Phase.ACT or (was.phase == Phase.CONSENT and s.active == was.active):
        return s.active == was.active and all(s.passed[q] == was.passed[q] for q in Player)
    if r.all_passed == AllPassed.IN_A_ROW:
        return SEAT[s.active] == SEAT[was.active] % len(Player) + 1
    if all(s.passed[q] for q in Player):
        return True
    further = (SEAT[s.active] - SEAT[was.active] + len(Player) - 1) % len(Player)
    return not s.passed[s.active] and all(
        s.passed[q] or (SEAT[q] - SEAT[was.active] + len(Player) - 1) % len(Player) >= further for q in Player
    )


@step(
    "step.pass",
    holds(
        "Who passes changes nothing on the table; an action breaks the row of passes, unless by ruling "
        "`all_passed` each pass is for good."
    ),
    clauses=("end.all_passed", "turn.one_action"),
    instances=BOXES,
)
def passes_are_noted(s: Together, was: Together) -> bool:
    """By rulings a trade of equal cards without a draw pile changes nothing either."""
    if was.phase in (Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST) or s.phase != Phase.ACT:
        return True
    if was.phase == Phase.CONSENT and s.active == was.active:
        return True
    still = was.phase == Phase.ACT and all(
        s.display[q, card] == was.display[q, card] for q in Player for card in Card
    )
    if still and s.passed[was.active]:
        return (
            (
                r.passing == Passing.ANY_TURN
                or in_the_pile(was) == 0
                or r.draw_short == DrawShort.EXCHANGE_ONLY
                or (r.passing == Passing.ONLY_STUCK and cards_of(was, was.active) == 0)
            )
            and (r.passing != Passing.PILE_EMPTY or in_the_pile(was) == 0)
            and all(s.passed[q] == was.passed[q] for q in Player if q != was.active)
            and all(s.discards[card] == was.discards[card] for card in Card)
            and all(s.pile[card] == was.pile[card] for card in Card)
            and all(s.pawns[b, c] == was.pawns[b, c] for b in Box for c in Colour)
        )
    if still and r.burn_empty == BurnEmpty.BARRED and r.draw_partial == DrawPartial.WHAT_THERE_IS:
        return False
    if r.all_passed == AllPassed.IN_A_ROW:
        return not any(s.passed[q] for q in Player)
    return all(s.passed[q] == was.passed[q] for q in Player)
