"""What must hold of the cooperative and the solo game, what is expected, and why; written before the first run."""

from __future__ import annotations

from model.queens_collection.cards import (
    HOME,
    Box,
    Card,
    Colour,
    Player,
    copies,
    easier,
    n,
    pile_size,
    spaces,
    taken_out,
)
from model.queens_collection.exchange import pair_serves
from model.queens_collection.possible import can_act
from model.queens_collection.scoring import all_home, points
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, Sorting, held, on_box, playing
from model.queens_collection.together import Together, game_over, may_pass
from queensbench.language import (
    always,
    bounds,
    can_always,
    ends,
    fails,
    holds,
    never,
    reachable,
    rule,
)
from spec.queens_collection.preparation import BeginnerRemoval, DealBlocked, DealFullBox, DifficultyWhen
from spec.queens_collection.rulings import r
from spec.queens_collection.together import DrawPartial, OutOfGame, PairDraw, Passing

SMALL = ("round", "dealt", "trio", "young", "youngest", "harder")
GRAPHS = ("round", "enough", "trio", "young", "youngest", "harder")
ALONE = ("round", "young")

# ------------------------------------------------------------------------------------ pawns and cards


@always(
    "pawns.conserved",
    holds("Pawns are in supply, on box cards or out of the game; none comes or goes."),
    clauses=("components.pawns", "components.pawns.colours"),
)
def pawns_conserved(s: Sorting, c: Colour) -> bool:
    return sum(s.pawns[box, c] for box in Box) + s.supply[c] + s.out[c] == n.pawns


@rule()
def in_game(s: Sorting, card: Card) -> int:
    """How many cards of a kind take part by now; by ruling ``difficulty_when`` some leave after the deal only."""
    if r.difficulty_when == DifficultyWhen.BEFORE_PLAY and s.phase in (Phase.PUT_AWAY, Phase.DEAL):
        return copies(card)
    return copies(card) - taken_out(s, card)


@always(
    "cards.conserved",
    holds("At every difficulty the cards of the game move between pile, displays and discards."),
    clauses=(
        "components.cards",
        "components.cards.colours",
        "components.cards.wilds",
        "difficulty.colours",
        "difficulty.wilds",
    ),
)
def cards_conserved(s: Sorting, card: Card) -> bool:
    held_by_all = sum(s.display[p, card] for p in Player)
    return s.pile[card] + s.discards[card] + held_by_all == in_game(s, card)


@rule()
def draws_as_many(s: Sorting) -> bool:
    """By the rulings on drawing, as many cards are drawn as were put down, as long as there are any."""
    pairs = r.pair_draw == PairDraw.AS_MANY or not pair_serves(s)
    return pairs and r.draw_partial == DrawPartial.WHAT_THERE_IS


@always(
    "cards.three",
    holds(
        "Each action draws what it put down (unless rulings draw fewer), so that as long as there is a pile nobody is "
        "short of a card."
    ),
    clauses=("setup.cards", "solo.cards", "draw.same_number", "solo.draw.same_number", "trade.one_for_one"),
)
def three_cards_while_there_is_a_pile(s: Sorting, p: Player) -> bool:
    return s.phase != Phase.ACT or pile_size(s) == 0 or held(s, p) == n.shown or not draws_as_many(s)


@always(
    "cards.at_most_three",
    holds("Nobody ever draws more than was put down."),
    clauses=("setup.cards", "solo.cards"),
)
def no_more_than_three(s: Sorting, p: Player) -> bool:
    return held(s, p) <= n.shown


# ------------------------------------------------------------------------------------------- the deal


@always(
    "deal.room",
    holds(
        "A full card is passed over, so that the deal leaves at most three pawns on each, unless rulings put a fourth "
        "there."
    ),
    clauses=("deal.round", "setup.three_spaces"),
)
def deal_fills_no_card_over(s: Sorting, box: Box) -> bool:
    if r.deal_full_box == DealFullBox.NO_LIMIT or r.deal_blocked == DealBlocked.FOURTH:
        return True
    return playing(s) or on_box(s, box) <= n.pawns


@always(
    "deal.all",
    holds(
        "Each colour has as many cards as pawns, at every difficulty, so that the deal ends with all placed."
    ),
    clauses=("deal.until_all",),
)
def all_are_dealt(s: Sorting, c: Colour) -> bool:
    return s.phase in (Phase.PUT_AWAY, Phase.DEAL) or s.supply[c] == 0


@always(
    "deal.pile",
    holds("All cards of the game are shuffled in again before the first is drawn."),
    clauses=("setup.draw_pile.all",),
)
def whole_pile(s: Sorting, card: Card) -> bool:
    return s.phase != Phase.OPENING or s.discards[card] == 0


@reachable(
    "deal.home",
    holds("The last pawns may find room on their own box card only."),
    instances=SMALL,
    on={
        "dealt": fails("This deal puts all pawns elsewhere.", blame=("gap: an instance dealt in one step",)),
        "young": fails("Of two box cards each takes all pawns of the other.", blame=("deal.own_colour",)),
        "harder": fails("Of two box cards each takes all pawns of the other.", blame=("deal.own_colour",)),
    },
    clauses=("deal.own_colour",),
)
def dealt_home(s: Sorting, c: Colour) -> bool:
    return s.phase == Phase.OPENING and s.pawns[HOME[c], c] > 0


@reachable(
    "deal.sorted",
    fails("Somebody else's pawn always stands where one was handed on.", blame=("deal.own_colour",)),
    instances=("round", "dealt", "trio", "harder"),
    on={"dealt": fails("This deal puts all pawns elsewhere.", blame=("gap: an instance dealt in one step",))},
    clauses=("deal.own_colour",),
)
def dealt_sorted(s: Sorting) -> bool:
    return s.phase == Phase.OPENING and all_home(s)


# ------------------------------------------------------------------------------------ turns and the end


@always(
    "turn.possible",
    holds(
        "With a pile everybody has a card to renew (as long as what there is is drawn); without one everybody may pass."
    ),
    clauses=("turn.one_action", "end.all_passed"),
)
def active_player_can_go_on(s: Together) -> bool:
    if r.draw_partial == DrawPartial.ALL_OR_NONE:  # see turn.never_stuck
        return True
    return s.phase != Phase.ACT or game_over(s) or may_pass(s) or can_act(s, s.active)


@always(
    "turn.possible_alone",
    holds(
        "With a pile there are three cards to renew (as long as what there is is drawn); without one the game is over."
    ),
    clauses=("solo.turn", "solo.end"),
)
def solo_player_can_go_on(s: Alone) -> bool:
    if r.draw_partial == DrawPartial.ALL_OR_NONE:  # see turn.never_stuck_alone
        return True
    return s.phase != Phase.ACT or pile_size(s) == 0 or can_act(s, Player.NORTH)


@always(
    "pass.empty",
    holds(
        "Nobody passes while there is a pile, since whoever has a card can renew it (unless a ruling lets players "
        "pass in any turn, or draw nothing for what they put down), and an empty pile is never filled again."
    ),
    clauses=("end.all_passed",),
)
def passes_need_an_empty_pile(s: Sorting, p: Player) -> bool:
    if r.passing == Passing.ANY_TURN:
        return True
    if r.passing == Passing.ONLY_STUCK and r.draw_partial == DrawPartial.ALL_OR_NONE:
        return True
    return not s.passed[p] or pile_size(s) == 0


@reachable(
    "end.sorted",
    holds("With the right cards all pawns come home."),
    instances=(*SMALL, "enough"),
    on={
        "dealt": fails(
            "Nine pawns astray need nine moves home; what eleven cards pay for is less (seen first by running).",
            blame=("gap: a box with few cards",),
        )
    },
    clauses=("end.all_home", "solo.end.all_home"),
)
def all_sorted(s: Sorting) -> bool:
    return playing(s) and all_home(s)


@reachable(
    "end.unsorted",
    holds("Cards can be wasted."),
    instances=SMALL,
    clauses=("end.all_passed",),
)
def passed_unsorted(s: Together) -> bool:
    return game_over(s) and not all_home(s)


@reachable(
    "end.nothing_possible",
    holds("Players may use up every card, and then can do nothing but pass."),
    instances=SMALL,
    clauses=("end.no_action",),
)
def nothing_possible(s: Together) -> bool:
    return s.phase == Phase.ACT and not all_home(s) and not any(can_act(s, p) for p in Player)


@reachable(
    "end.cards_left",
    holds(
        "Who passes with cards at hand ends the game though something is possible: the two sentences differ."
    ),
    instances=SMALL,
    clauses=("end.all_passed", "end.no_action"),
)
def passed_with_cards(s: Together) -> bool:
    return game_over(s) and not all_home(s) and any(can_act(s, p) for p in Player)


can_always(
    "end.reachable",
    Sorting,
    holds("Cards can always be thrown off until none is left."),
    module=__name__,
    instances=GRAPHS,
    clauses=("end.all_passed", "solo.end"),
)

ends(
    "end.sure",
    Sorting,
    holds("Each action puts cards away for good, and with an empty pile a pass of all ends the game."),
    module=__name__,
    instances=GRAPHS,
    against=("players", "chance"),
    sure=True,
    clauses=("end.all_passed", "solo.end", "trade.burn"),
)

# ---------------------------------------------------------------------------------------------- the score


@always(
    "score.maximum",
    holds("Three points for each of eight box cards, at every difficulty and on either side."),
    clauses=("score.maximum", "score.box"),
)
def at_most_three_for_each_card(s: Sorting) -> bool:
    return points(s) <= 3 * len(Colour)


@always(
    "score.least",
    holds("At worst every pawn is astray."),
    clauses=("score.pawn",),
)
def at_least_all_astray(s: Sorting) -> bool:
    return points(s) >= -n.pawns * len(Colour)


@always(
    "score.maximum_is_sorted",
    holds(
        "The maximum needs every box card sorted, and then no pawn is astray; without a pawn astray all are."
    ),
    clauses=("score.maximum", "score.box", "score.pawn"),
)
def maximum_is_sorted(s: Sorting) -> bool:
    return not playing(s) or points(s) < 3 * len(Colour) or all_home(s)


@always(
    "score.sorted_is_maximum",
    holds(
        "Each colour has a pawn in the game, so that with all at home every box card brings its three points (unless "
        "rulings count pawns that are out, or leave some out that could not be placed)."
    ),
    clauses=("score.maximum", "score.box", "end.all_home"),
)
def sorted_is_maximum(s: Sorting) -> bool:
    if r.out_of_game == OutOfGame.COUNTED or r.deal_blocked == DealBlocked.NEXT_CARD:
        return True
    return not (playing(s) and all_home(s)) or points(s) == 3 * len(Colour)


@reachable(
    "score.empty_card",
    holds("A wild can take the last pawn off a box card, which then is worth nothing."),
    instances=SMALL,
    clauses=("score.box", "wild_alone.move"),
)
def empty_card(s: Sorting) -> bool:
    return playing(s) and any(on_box(s, box) == 0 for box in Box)


@reachable(
    "wild.crowd",
    holds("A wild may put a pawn on a card whose spaces are all taken."),
    instances=SMALL,
    clauses=("wild_alone.move", "setup.three_spaces"),
)
def crowded_card(s: Sorting) -> bool:
    return playing(s) and any(on_box(s, box) > n.pawns for box in Box)


# Of ``dealt`` 9 was expected, and 5 found: its cards do not pay for bringing all pawns home (``end.sorted``).
for _name, _least, _greatest in (
    ("round", -6, 9),
    ("dealt", -9, 5),
    ("enough", -6, 9),
    ("trio", -3, 9),
    ("young", -6, 6),
    ("youngest", -6, 9),
    ("harder", -4, 6),
):
    bounds(
        f"score.{_name}",
        Together,
        holds("From all astray to all at home, or as near to it as the cards go."),
        module=__name__,
        least=_least,
        greatest=_greatest,
        instances=(_name,),
        clauses=("score.box", "score.pawn", "score.maximum"),
    )

for _name, _least, _greatest in (("round", -5, 9), ("young", -5, 6)):
    bounds(
        f"score.alone_{_name}",
        Alone,
        holds("From all astray to all at home, a pawn being put away."),
        module=__name__,
        least=_least,
        greatest=_greatest,
        instances=(_name,),
        clauses=("score.box", "score.pawn", "solo.score"),
    )

# --------------------------------------------------------------------------------------------- the levels


@always(
    "beginner.third",
    holds(
        "As soon as two are at home, and from the deal on (or by ruling ``beginner_removal`` from the first turn on), "
        "nothing else is left of the colour."
    ),
    clauses=("beginner.third", "beginner.third.anywhere"),
)
def no_third_pawn(s: Sorting, c: Colour) -> bool:
    if not easier(s) or s.pawns[HOME[c], c] < spaces(s):
        return True
    if r.beginner_removal == BeginnerRemoval.IN_PLAY and not playing(s):
        return True
    return sum(s.pawns[box, c] for box in Box) == spaces(s) and s.supply[c] == 0


@reachable(
    "beginner.in_the_deal",
    holds("A blocked pawn is put at home, and if that completes its card the deal takes the last one out."),
    instances=("youngest",),
    clauses=("beginner.third",),
)
def third_leaves_in_the_deal(s: Together) -> bool:
    return s.phase in (Phase.DEAL, Phase.OPENING) and any(s.out[c] > 0 for c in Colour)


@never(
    "pawns.leave",
    holds("On the ordinary side no pawn of the cooperative game ever leaves it, once it was placed."),
    clauses=("beginner.third",),
)
def pawn_left(s: Together) -> bool:
    if r.deal_blocked == DealBlocked.NEXT_CARD and s.phase != Phase.DEAL:  # see deal.every_pawn
        return False
    return not easier(s) and any(s.out[c] > 0 for c in Colour)


@always(
    "solo.away",
    holds(
        "Four colours lack a pawn from the deal on; on the ordinary side no other pawn leaves (unless a ruling leaves "
        "out what could not be placed)."
    ),
    clauses=("solo.setup.remove", "solo.setup.remove.unused"),
)
def pawns_put_away(s: Alone) -> bool:
    if r.deal_blocked == DealBlocked.NEXT_CARD and s.phase != Phase.DEAL:
        return True
    return s.phase == Phase.PUT_AWAY or easier(s) or sum(s.out[c] for c in Colour) == n.put_away


@always(
    "solo.away_unlike",
    holds("The pawns put away are of different colours (what a ruling leaves out in the deal aside)."),
    clauses=("solo.setup.remove",),
)
def put_away_unlike(s: Alone, c: Colour) -> bool:
    if r.deal_blocked == DealBlocked.NEXT_CARD and s.phase not in (Phase.PUT_AWAY, Phase.DEAL):
        return True
    return easier(s) or s.out[c] <= 1


@rule()
def astray_box(s: Sorting, box: Box) -> int:
    """The number of pawns on a box card that do not belong there."""
    return sum(s.pawns[box, c] for c in Colour if HOME[c] != box)


@always(
    "turn.card_of_each",
    holds("Ended games aside, somebody's pawn is astray: there is always something left to sort."),
    clauses=("end.all_home", "solo.end.all_home"),
)
def something_is_left(s: Sorting) -> bool:
    return not playing(s) or all_home(s) or any(astray_box(s, box) > 0 for box in Box)
