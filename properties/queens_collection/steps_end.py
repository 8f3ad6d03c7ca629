"""When a game of the first booklet is over, and what it is worth, after each step.

What could still be done, and would be of use, is stated here from the sentences on the actions, by counting cards.
"""

from __future__ import annotations

from model.queens_collection.cards import CARD, HOME, Box, Card, Colour, Player, n
from model.queens_collection.solo import Alone, solo_over, solo_score
from model.queens_collection.sorting import Phase, Sorting
from model.queens_collection.together import Together, game_over, group_score
from properties.queens_collection.steps import BOXES, at_home_all, cards_of, in_the_pile, sides, standing
from queensbench.language import holds, rule, step
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    BoxScores,
    BoxSpace,
    DrawShort,
    EndNoAction,
    OutOfGame,
    PairAsWild,
    SoloEnd,
    ThreeAlike,
    TwoWilds,
    WildMoves,
)


@rule()
def worth(s: Sorting) -> int:
    """The score: three points for each box card that the rulings call sorted, less one for each pawn not at home."""
    sorted_cards = sum(
        standing(s, HOME[c]) == s.pawns[HOME[c], c]
        and (standing(s, HOME[c]) > 0 or r.box_scores != BoxScores.HOLDS_SOME)
        and (r.box_scores != BoxScores.COMPLETE or s.pawns[HOME[c], c] + s.out[c] == n.pawns)
        for c in Colour
    )
    lost = sum(s.out[c] for c in Colour) if r.out_of_game == OutOfGame.COUNTED else 0
    everywhere = sum(standing(s, b) for b in Box)
    at_home = sum(s.pawns[HOME[c], c] for c in Colour)
    return 3 * sorted_cards - (everywhere - at_home) - lost


@step(
    "step.worth",
    holds(
        "Three points for each box card with pawns of its own colour alone, less one for each pawn astray."
    ),
    clauses=("score.box", "score.pawn", "score.after"),
    instances=BOXES,
)
def group_is_worth(s: Together, was: Together) -> bool:
    if was.phase in (Phase.DEAL, Phase.OPENING):
        return True
    return group_score(s) == worth(s)


@step(
    "step.worth_alone",
    holds("A solo game is counted like one of a group."),
    clauses=("score.box", "score.pawn", "solo.score"),
    instances=BOXES,
)
def player_is_worth(s: Alone, was: Alone) -> bool:
    if was.phase in (Phase.PUT_AWAY, Phase.DEAL):
        return True
    return solo_score(s) == worth(s)


# ------------------------------------------------------------------------------------------- what is of use


@rule()
def stands_for_wild(s: Together, p: Player, kept: Colour, keeps: bool) -> bool:
    """Whether the player has a wild or two equal cards, besides a card of the colour to be kept, if there is one."""
    return s.display[p, Card.WILD] > 0 or any(
        s.display[p, CARD[c]] >= (3 if keeps and c == kept else 2)
        and (not keeps or c != kept or r.three_alike == ThreeAlike.ALLOWED)
        for c in Colour
    )


@rule()
def could_pay(s: Together, p: Player, a: Colour, b: Colour) -> bool:
    """Whether the cards pay for pawns of these two colours to trade places."""
    if s.display[p, CARD[a]] > 0 and (s.display[p, CARD[b]] > 0 or stands_for_wild(s, p, a, True)):
        return True
    if s.display[p, CARD[b]] > 0 and stands_for_wild(s, p, b, True):
        return True
    if r.two_wilds == TwoWilds.BARRED:
        return False
    return s.display[p, Card.WILD] >= 2 or (
        s.display[p, Card.WILD] == 1 and any(s.display[p, CARD[c]] >= 2 for c in Colour)
    )


@rule()
def could_bring_home(s: Together, p: Player, c: Colour) -> bool:
    """Whether a pawn of the colour can come home, by exchange or by itself, or can leave a box card sorted."""
    if s.pawns[HOME[c], c] == sum(s.pawns[b, c] for b in Box):
        return False
    if any(s.pawns[HOME[c], d] > 0 and could_pay(s, p, c, d) for d in Colour if d != c):
        return True
    pair = r.pair_as_wild == PairAsWild.EVERYWHERE and any(s.display[p, CARD[d]] >= 2 for d in Colour)
    if s.display[p, Card.WILD] == 0 and not pair:
        return False
    if r.draw_short not in (DrawShort.AS_MANY_AS_THERE, DrawShort.ONE_FRESH_CARD):
        return False
    if r.box_space == BoxSpace.NO_LIMIT or standing(s, HOME[c]) < sides(s):
        return True
    return any(
        s.pawns[HOME[d], c] == 1
        and s.pawns[HOME[d], d] > 0
        and standing(s, HOME[d]) == s.pawns[HOME[d], d] + 1
        and any(standing(s, b) < sides(s) for b in Box if b != HOME[d])
        for d in Colour
        if d != c
    )


@step(
    "step.over",
    holds(
        "A game is over when every pawn is at home, or when nothing is left to do: by the house reading that everybody "
        "has passed and the pile is empty."
    ),
    clauses=("end.all_home", "end.all_passed", "end.no_action"),
    instances=BOXES,
)
def game_ends_in_time(s: Together, was: Together) -> bool:
    """Uses of a freely moving wild are not asked about, nor possibilities where drawing may be barred."""
    if s.phase in (Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST):
        return not game_over(s)
    if at_home_all(s):
        return game_over(s)
    if was.phase == Phase.CHOOSE_FIRST and in_the_pile(s) > 0:
        return not game_over(s)
    empty = in_the_pile(s) == 0
    if r.end_no_action == EndNoAction.ALL_PASSED:
        return game_over(s) == (empty and all(s.passed[p] for p in Player))
    if s.phase != Phase.ACT:
        return not game_over(s)
    if r.end_no_action == EndNoAction.NOTHING_POSSIBLE:
        if r.draw_short == DrawShort.EXCHANGE_ONLY or r.draw_short == DrawShort.ONE_FRESH_CARD:
            return True
        return game_over(s) == all(cards_of(s, p) == 0 for p in Player)
    if r.wild_moves == WildMoves.MOVES_FREELY:
        return True
    return game_over(s) == (empty and not any(could_bring_home(s, p, c) for p in Player for c in Colour))


@step(
    "step.over_alone",
    holds("A solo game is over when all pawns are at home, or when a turn is done and the pile is empty."),
    clauses=("solo.end", "solo.end.all_home"),
    instances=BOXES,
)
def solo_ends_in_time(s: Alone, was: Alone) -> bool:
    """By ruling `solo_end` the cards in hand are played first."""
    if was.phase in (Phase.PUT_AWAY, Phase.DEAL) or s.phase == Phase.OPENING:
        return not solo_over(s)
    if at_home_all(s):
        return solo_over(s)
    if s.phase != Phase.ACT or in_the_pile(s) > 0:
        return not solo_over(s)
    if r.solo_end == SoloEnd.PILE_EMPTY:
        return solo_over(s)
    if r.draw_short == DrawShort.EXCHANGE_ONLY or r.draw_short == DrawShort.ONE_FRESH_CARD:
        return True
    return solo_over(s) == (s.passed[s.active] or cards_of(s, s.active) == 0)
