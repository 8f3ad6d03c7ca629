"""What single readings make depend on what could be done, counted from the cards and the pawns on the table.

The rules ask of each action whether it is possible, one after another.  Here the same is told from what lies there: how
many of two colours are served, by a card, a wild or two equal cards, and on how many box cards their pawns stand.
Each claim names the readings that it leaves alone.
"""

from __future__ import annotations

from model.queens_collection.against_pairs import may_name
from model.queens_collection.against_round import can_be_paired, stuck
from model.queens_collection.against_swap import display_exchange_possible
from model.queens_collection.against_table import Match, m
from model.queens_collection.against_table import Phase as MatchPhase
from model.queens_collection.cards import CARD, HOME, RANK, SEAT, Box, Card, Colour, Player
from model.queens_collection.possible import can_act
from model.queens_collection.sorting import Phase, Sorting
from model.queens_collection.teams import TeamMatch, partner_exchange_possible
from model.queens_collection.together import Together, game_over
from properties.queens_collection.steps import at_home_all, in_the_pile, sides
from properties.queens_collection.steps_against import (
    MATCHES,
    boxes_with_pawns,
    cards_held,
    lying_open,
    piled,
    thrown,
)
from queensbench.language import always, holds, rule, step
from spec.queens_collection.against import StuckRound, SwapSame, WildGone, WildInDisplay
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    BoxSpace,
    BurnEmpty,
    DrawShort,
    EndNoAction,
    PairAsWild,
    SamePawnColour,
    ThreeAlike,
    TwoWilds,
    WildMoves,
)

YOUNG = ("young",)

# ------------------------------------------------------------------------------------ words of booklet 1


@rule()
def own_cards(s: Sorting, p: Player, a: Colour, b: Colour) -> int:
    """How many of two colours the player has a card of."""
    return sum(s.display[p, CARD[c]] > 0 for c in Colour if c in (a, b))


@rule()
def wilds_beside(s: Sorting, p: Player, a: Colour, b: Colour) -> int:
    """How many wilds, or two equal cards for one, the player has beside one card of each of two colours."""
    pairs = sum(
        (s.display[p, CARD[c]] - (1 if c in (a, b) and s.display[p, CARD[c]] > 0 else 0)) // 2
        for c in Colour
        if s.display[p, CARD[c]] < 3 or r.three_alike == ThreeAlike.ALLOWED
    )
    return s.display[p, Card.WILD] + pairs


@rule()
def both_served(s: Sorting, p: Player, a: Colour, b: Colour) -> bool:
    """Whether the player's cards serve two colours, at least one by its own card where two wilds are barred."""
    own = own_cards(s, p, a, b)
    return own + wilds_beside(s, p, a, b) >= 2 and (own > 0 or r.two_wilds == TwoWilds.ALLOWED)


@rule()
def stand_apart(s: Sorting, a: Colour, b: Colour) -> bool:
    """Whether there are pawns of both colours, and not all of them on one box card."""
    return (
        any(s.pawns[x, a] > 0 for x in Box)
        and any(s.pawns[x, b] > 0 for x in Box)
        and sum(s.pawns[x, a] + s.pawns[x, b] > 0 for x in Box) > 1
    )


@rule()
def can_pay_for_an_exchange(s: Sorting, p: Player) -> bool:
    """Whether the player has cards for pawns of two colours that stand apart."""
    return any(
        RANK[a] < RANK[b] and stand_apart(s, a, b) and both_served(s, p, a, b) for a in Colour for b in Colour
    )


@rule()
def acts_without_a_pile(s: Together) -> bool:
    """Whether a player acts without a pile, and no ruling lets a wild, a pawn of its colour or a trade go further."""
    return (
        s.phase == Phase.ACT
        and in_the_pile(s) == 0
        and r.wild_moves != WildMoves.MOVES_FREELY
        and r.same_pawn_colour != SamePawnColour.SAME_COLOUR
        and r.burn_empty != BurnEmpty.FREE
    )


@rule()
def serves_alone(s: Sorting, p: Player) -> bool:
    """Whether the player has a wild, or two equal cards where these count as one by themselves."""
    return s.display[p, Card.WILD] > 0 or (
        r.pair_as_wild == PairAsWild.EVERYWHERE and any(s.display[p, CARD[c]] > 1 for c in Colour)
    )


@rule()
def some_pawn_can_go(s: Sorting) -> bool:
    """Whether some box card that is not full can take a pawn from elsewhere (none is full but by ``box_space``)."""
    on_the_table = sum(s.pawns[x, c] for x in Box for c in Colour)
    return any(
        on_the_table > sum(s.pawns[y, c] for c in Colour)
        and (r.box_space == BoxSpace.NO_LIMIT or sum(s.pawns[y, c] for c in Colour) < sides(s))
        for y in Box
    )


@rule()
def brings_home(s: Sorting, p: Player) -> bool:
    """Whether the player can bring a pawn home: by a wild any that is astray, or else by an exchange."""
    if serves_alone(s, p):
        return True
    return any(
        a != b
        and s.pawns[HOME[a], b] > 0
        and sum(s.pawns[x, a] for x in Box) > s.pawns[HOME[a], a]
        and both_served(s, p, a, b)
        for a in Colour
        for b in Colour
    )


# --------------------------------------------------------------------------------------------- booklet 1


@always(
    "counted.exchange_alone",
    holds(
        "Where by ruling `draw_short` all but an exchange needs the pile and it is empty, who can act is who has cards "
        "for pawns of two colours that stand apart."
    ),
    instances=YOUNG,
    clauses=("exchange.cards", "wild.any_colour", "pair.as_wild", "draw.same_number", "end.no_action"),
)
def only_an_exchange_is_left(s: Together, p: Player) -> bool:
    """Not asked where a wild moves a pawn by itself, where pawns may be alike, or a trade needs no pile."""
    if r.draw_short != DrawShort.EXCHANGE_ONLY or not acts_without_a_pile(s):
        return True
    return can_act(s, p) == can_pay_for_an_exchange(s, p)


@always(
    "counted.exchange_or_wild",
    holds(
        "Where by ruling `draw_short` only fresh cards need the pile and it is empty, who can act is who has cards for "
        "pawns of two colours that stand apart, or a wild and a box card for a pawn."
    ),
    instances=YOUNG,
    clauses=("draw.same_number", "wild_alone.play", "exchange.cards", "pair.as_wild", "end.no_action"),
)
def an_exchange_or_a_wild_is_left(s: Together, p: Player) -> bool:
    """Not asked where a wild moves a pawn by itself, where pawns may be alike, or a trade needs no pile."""
    if r.draw_short != DrawShort.ONE_FRESH_CARD or not acts_without_a_pile(s):
        return True
    return can_act(s, p) == (can_pay_for_an_exchange(s, p) or (serves_alone(s, p) and some_pawn_can_go(s)))


@always(
    "counted.over",
    holds(
        "The game is over when all pawns are at home, and else only without a pile: when all have passed or, by "
        "ruling `end_no_action`, when nobody can bring a pawn home."
    ),
    instances=YOUNG,
    clauses=("end.all_home", "end.all_passed", "end.no_action"),
)
def over_as_it_is_said(s: Together) -> bool:
    """Not asked where any lack of an action ends the game; nor what is of use where spaces or piles bar a wild."""
    if s.phase in (Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST):
        return not game_over(s)
    if at_home_all(s):
        return game_over(s)
    if r.end_no_action == EndNoAction.ALL_PASSED:
        return game_over(s) == (in_the_pile(s) == 0 and all(s.passed[p] for p in Player))
    if r.end_no_action == EndNoAction.NOTHING_POSSIBLE or r.wild_moves == WildMoves.MOVES_FREELY:
        return True
    if r.box_space == BoxSpace.SPACES or r.draw_short != DrawShort.AS_MANY_AS_THERE:
        return True
    return game_over(s) == (
        s.phase == Phase.ACT and in_the_pile(s) == 0 and not any(brings_home(s, p) for p in Player)
    )


# ----------------------------------------------------------------------- booklet 2: colours that are gone


@rule()
def own_wild_serves(s: Match) -> bool:
    """Whether a wild of the hand and some card of the display would bring a pawn."""
    if s.display[Card.WILD] > 0 and r.wild_in_display == WildInDisplay.ANY_CARD and boxes_with_pawns(s) > 0:
        return True
    return sum(min(s.display[CARD[c]], s.pawns[HOME[c], c]) for c in Colour) > 0


@rule()
def shown_wild_serves(s: Match) -> bool:
    """Whether a wild of the display would bring a pawn, with a card of the hand or with two equal ones."""
    p = s.active
    if s.hand[p, Card.WILD] > 0 and boxes_with_pawns(s) > 0:
        return True
    return any(
        (s.hand[p, CARD[d]] > 0 and s.pawns[HOME[d], d] > 0)
        or (s.hand[p, CARD[d]] > 1 and boxes_with_pawns(s) > (1 if s.pawns[HOME[d], d] > 0 else 0))
        for d in Colour
    )


@step(
    "counted.may_name",
    holds(
        "By ruling `wild_gone` a pair with a wild may be of a colour that is gone only if the wild could bring no "
        "pawn; of a colour that is left, and without a wild, it always may."
    ),
    clauses=("competitive.wild", "competitive.pair.no_pawn", "competitive.equal_cards"),
    instances=MATCHES,
)
def gone_colours_are_named_last(s: Match, was: Match, c: Colour) -> bool:
    if r.wild_gone == WildGone.ANY_COLOUR or s.phase not in (MatchPhase.TAKE, MatchPhase.MORE_PAIRS):
        return True
    gone = s.pawns[HOME[c], c] == 0
    own, shown = gone and own_wild_serves(s), gone and shown_wild_serves(s)
    return (
        may_name(s, CARD[c], CARD[c], c)
        and may_name(s, Card.WILD, CARD[c], c) == (not own)
        and may_name(s, CARD[c], Card.WILD, c) == (not shown)
        and may_name(s, Card.WILD, Card.WILD, c) == (not own and not shown)
    )


@step(
    "step.shown_wild_gone",
    holds(
        "By ruling `wild_gone` a wild of the display leaves the game only if it could bring no pawn otherwise."
    ),
    clauses=("competitive.wild", "competitive.pair.no_pawn", "competitive.equal_cards"),
    instances=MATCHES,
)
def shown_wild_brings_a_pawn(s: Match, was: Match) -> bool:
    if r.wild_gone == WildGone.ANY_COLOUR or s.round != was.round:
        return True
    if s.removed[Card.WILD] == was.removed[Card.WILD] or s.display[Card.WILD] == was.display[Card.WILD]:
        return True
    return not shown_wild_serves(was)


# ------------------------------------------------------------------------- booklet 2: what is still possible


@rule()
def on_the_table(s: Match, card: Card) -> int:
    """How many cards of a kind lie or are held anywhere in the game."""
    return (
        s.pile[card]
        + s.discards[card]
        + s.display[card]
        + s.revealed[card]
        + s.given[card]
        + sum(s.hand[p, card] for p in Player)
    )


@rule()
def pair_is_left(s: Match, c: Colour) -> bool:
    """Whether the cards of the game still hold a pair of that colour: one to lie open, and one or two for it."""
    wilds = on_the_table(s, Card.WILD)
    lead = on_the_table(s, CARD[c]) + (wilds if r.wild_in_display == WildInDisplay.ANY_CARD else 0)
    if lead == 0:
        return False
    return on_the_table(s, CARD[c]) + wilds > 1 or any(on_the_table(s, CARD[d]) > 1 for d in Colour if d != c)


@step(
    "counted.pairs_left",
    holds("By ruling `stuck_round` it is asked of which colours the cards of the game still hold a pair."),
    clauses=("competitive.pair", "competitive.wild", "competitive.round.end"),
    instances=MATCHES,
)
def pairs_that_are_left(s: Match, was: Match, c: Colour) -> bool:
    if r.stuck_round == StuckRound.GOES_ON or s.phase not in (MatchPhase.TAKE, MatchPhase.REFILL):
        return True
    return can_be_paired(s, c) == pair_is_left(s, c)


@step(
    "counted.stuck",
    holds("By ruling `stuck_round` a round is stuck when no pawn that is left can be taken."),
    clauses=("competitive.pair", "competitive.round.end"),
    instances=MATCHES,
)
def stuck_where_nothing_is_left(s: Match, was: Match) -> bool:
    """No card can come into the display or into a hand, or none makes a pair of a colour that is left."""
    if r.stuck_round == StuckRound.GOES_ON or s.phase not in (
        MatchPhase.REVEAL,
        MatchPhase.TURN_UP,
        MatchPhase.TAKE,
        MatchPhase.MORE_PAIRS,
        MatchPhase.REFILL,
    ):
        return True
    open_ = lying_open(s) + piled(s) + thrown(s)
    idle = open_ == 0 or (open_ <= m.display and all(cards_held(s, p) == 0 for p in Player))
    return stuck(s) == (idle or all(s.pawns[HOME[c], c] == 0 or not pair_is_left(s, c) for c in Colour))


@step(
    "counted.swap",
    holds(
        "An exchange with the display asks by ruling `swap_same` for cards of two kinds there and in the hand."
    ),
    clauses=("competitive.swap", "competitive.take.must"),
    instances=MATCHES,
)
def kinds_to_exchange(s: Match, was: Match) -> bool:
    if s.phase != MatchPhase.TAKE or r.swap_same == SwapSame.ALLOWED:
        return True
    p = s.active
    kinds = sum(s.hand[p, card] + s.display[card] > 0 for card in Card)
    return display_exchange_possible(s) == (lying_open(s) > 0 and cards_held(s, p) > 0 and kinds > 1)


@step(
    "counted.swap_partner",
    holds(
        "An exchange with the partner asks by ruling `swap_same` for cards of two kinds in the hands of both."
    ),
    clauses=("teams.exchange", "competitive.take.must"),
    instances=("full",),
)
def kinds_of_partners(s: TeamMatch, was: TeamMatch, q: Player) -> bool:
    """``q`` is the partner."""
    p = s.active
    if s.phase != MatchPhase.TAKE or r.swap_same == SwapSame.ALLOWED:
        return True
    if q == p or SEAT[q] % 2 != SEAT[p] % 2:
        return True
    kinds = sum(s.hand[p, card] + s.hand[q, card] > 0 for card in Card)
    return partner_exchange_possible(s) == (cards_held(s, q) > 0 and cards_held(s, p) > 0 and kinds > 1)
