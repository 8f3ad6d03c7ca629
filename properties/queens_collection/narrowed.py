"""Claims that hold in the house and break under other readings, each with the ruling to blame; written before the run.

At full size the claims of ``together`` that these readings break say so in their own words, and are proved of all other
readings.  Here nothing is left out: an audit of such a reading (``--reading``) has to find the claim broken.
"""

from __future__ import annotations

from model.queens_collection.cards import Box, Colour, Player, n, pile_size
from model.queens_collection.possible import can_act
from model.queens_collection.scoring import all_home, points
from model.queens_collection.solo import Alone
from model.queens_collection.sorting import Phase, on_box, playing
from model.queens_collection.together import Together, game_over, may_pass
from queensbench.language import always, fails, holds
from spec.queens_collection.preparation import DealBlocked, DealFullBox
from spec.queens_collection.rulings import r
from spec.queens_collection.together import DrawPartial, OutOfGame

# ---------------------------------------------------------------------------------------------- who has to act


@always(
    "turn.never_stuck",
    holds("With a pile everybody has a card to renew; without one everybody may pass."),
    instances=("young", "harder"),
    under={
        DrawPartial.ALL_OR_NONE: fails(
            "Who puts three cards down when the pile has two draws none, and then has neither card nor leave to pass.",
            blame=("draw_partial", "turn.one_action"),
        )
    },
    clauses=("turn.one_action", "end.all_passed", "draw.same_number"),
)
def nobody_is_stuck(s: Together) -> bool:
    return s.phase != Phase.ACT or game_over(s) or may_pass(s) or can_act(s, s.active)


@always(
    "turn.never_stuck_alone",
    holds("With a pile there is a card to renew; without one the game is over."),
    instances=("round", "young"),
    under={
        DrawPartial.ALL_OR_NONE: fails(
            "Who puts three cards down when the pile has two draws none, and has no card to act with.",
            blame=("draw_partial", "solo.turn"),
        )
    },
    clauses=("solo.turn", "solo.end", "solo.draw.same_number"),
)
def never_stuck_alone(s: Alone) -> bool:
    return s.phase != Phase.ACT or pile_size(s) == 0 or can_act(s, Player.NORTH)


# ---------------------------------------------------------------------------------------------------- the deal


@always(
    "deal.no_fifth",
    holds("A pawn beyond the spaces of a card is the only one."),
    instances=("round",),
    under={
        DealBlocked.FOURTH: fails(
            "Two pawns in a row whose own card alone has room go to the same card, the second beyond the one allowed.",
            blame=("deal_blocked",),
        )
    },
    clauses=("deal.own_colour", "setup.three_spaces"),
)
def one_too_many_at_most(s: Together, box: Box) -> bool:
    """By ruling ``deal_full_box`` spaces are no limit at all."""
    return r.deal_full_box == DealFullBox.NO_LIMIT or playing(s) or on_box(s, box) <= n.pawns + 1


@always(
    "deal.every_pawn",
    holds("The deal goes on until every pawn stands on a box card."),
    instances=("round",),
    under={
        DealBlocked.NEXT_CARD: fails(
            "What finds room on its own card alone is never placed.", blame=("deal_blocked", "deal.until_all")
        )
    },
    clauses=("deal.until_all",),
)
def every_pawn_is_placed(s: Together) -> bool:
    if s.phase == Phase.DEAL:
        return True
    return sum(s.pawns[box, c] for box in Box for c in Colour) == n.pawns * len(Colour)


@always(
    "deal.every_colour",
    holds("With some pawn of each colour on a box card every box card can bring its points."),
    instances=("round",),
    under={
        DealBlocked.NEXT_CARD: fails(
            "All pawns of a colour may stay out, and then nothing is left for its card.",
            blame=("deal_blocked", "deal.until_all"),
        )
    },
    clauses=("deal.until_all", "score.maximum"),
)
def every_colour_is_placed(s: Together, c: Colour) -> bool:
    return s.phase == Phase.DEAL or any(s.pawns[box, c] > 0 for box in Box)


# --------------------------------------------------------------------------------------------------- the score

MAXIMUM = "With all pawns at home every box card brings its three points."


@always(
    "score.full_when_home_young",
    holds(MAXIMUM),
    instances=("young",),
    under={
        OutOfGame.COUNTED: fails(
            "On the beginners' side third pawns leave, and each would cost a point.",
            blame=("out_of_game", "beginner.third"),
        )
    },
    clauses=("score.maximum", "beginner.third"),
)
def full_when_home_young(s: Together) -> bool:
    return not (playing(s) and all_home(s)) or points(s) == 3 * len(Colour)


@always(
    "score.full_when_home_alone",
    holds(MAXIMUM),
    instances=("young",),
    under={
        OutOfGame.COUNTED: fails(
            "The pawns put away before the deal would each cost a point.",
            blame=("out_of_game", "solo.setup.remove"),
        )
    },
    clauses=("score.maximum", "solo.score"),
)
def full_when_home_alone(s: Alone) -> bool:
    return not (playing(s) and all_home(s)) or points(s) == 3 * len(Colour)
