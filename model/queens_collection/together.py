"""The cooperative game of The Queen's Collection (booklet 1): who begins, pairs as wilds, passing, the end."""

from __future__ import annotations

from model.queens_collection.cards import Card, Colour, Player, left_of, pile_size
from model.queens_collection.deal import begin_deal, opened, prepared, start_play
from model.queens_collection.exchange import (
    draw_back,
    for_pair,
    forget_passes,
    next_turn,
    pair_serves,
    pair_serves_alone,
    refill_exchange,
    renew,
    trades_places,
)
from model.queens_collection.possible import can_act, can_improve
from model.queens_collection.scoring import Points, all_home, points
from model.queens_collection.sorting import Phase, Shown, Sorting, playing
from queensbench.language import Table, action, automatic, clause, over, require, rule, score, silent, states
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    AllPassed,
    EndNoAction,
    PairAsWild,
    PairDraw,
    Passing,
    WildMoves,
)


class Together(Sorting):
    """The cooperative table.

    ``traded``: trades of this turn, where ruling ``trade_count`` allows several.  ``asked``: whose consent to a
    trade is due (ruling ``trade_consent``), of the card ``given`` for the card ``taken`` (wilds otherwise).
    ``moved``: where two wilds move freely (ruling ``wild_moves``), the colour of the first pawn that was moved.
    """

    traded: Shown
    asked: Table[Player, bool]
    given: Card
    taken: Card
    moved: Table[Colour, bool]


# ------------------------------------------------------------------------------------------- the set-up


@rule(replaces=prepared)
def prepared_together(s: Together) -> None:
    """The deal can begin."""
    states("mode.cooperative", "cooperative.players")
    s.given = Card.WILD
    s.taken = Card.WILD
    begin_deal(s)


@rule("setup.cards", replaces=opened)
def opened_together(s: Together) -> None:
    """The cards lie open; the group chooses who begins."""
    states("setup.cards.open", "piles.closed")
    s.phase = Phase.CHOOSE_FIRST


@action("setup.first_player", "setup.first_player.after_cards", "turn.first")
def begin_with(s: Together, first: Player) -> None:
    """The group decides who has the opening turn."""
    require(s.phase == Phase.CHOOSE_FIRST)
    s.active = first
    start_play(s)


# ------------------------------------------------------------------------- wilds of the cooperative game


@rule("pair.as_wild", replaces=pair_serves)
def pair_is_wild(s: Together) -> bool:
    """Two cards of a colour may be used as a wild."""
    return True


@rule("pair.as_wild", replaces=pair_serves_alone)
def pair_is_wild_alone(s: Together) -> bool:
    """Two cards of a colour serve in an exchange only or, by ruling ``pair_as_wild``, everywhere."""
    return r.pair_as_wild == PairAsWild.EVERYWHERE


@rule(replaces=for_pair)
def drawn_for_pair(s: Together) -> int:
    """By ruling ``pair_draw`` two, as were put down, or one, as for a wild."""
    return 2 if r.pair_draw == PairDraw.AS_MANY else 1


@rule(replaces=trades_places)
def trades_places_together(s: Together) -> bool:
    """By ruling ``wild_moves`` a wild may instead move its pawn freely."""
    return r.wild_moves == WildMoves.TRADES_PLACES


@rule("exchange.refill", replaces=refill_exchange)
def refill_together(s: Together, count: Shown) -> None:
    """As many as can be are drawn."""
    states("exchange.refill.open")
    draw_back(s, count)


@rule("draw.discard", "draw.same_number", replaces=renew)
def renew_together(s: Together, count: Shown) -> None:
    """The fresh cards are drawn."""
    states("draw.open")
    draw_back(s, count)


# ----------------------------------------------------------------------------------- turns and passing


@rule(replaces=forget_passes)
def forget_passes_together(s: Together) -> None:
    """By ruling ``all_passed`` an action breaks a row of passes."""
    if r.all_passed == AllPassed.IN_A_ROW:
        for p in Player:
            s.passed[p] = False


@rule("turn.one_action", replaces=next_turn)
def turn_over(s: Together) -> None:
    """After an action the turn is over."""
    states("turn.actions")
    next_player(s)


@rule("turn.next", "turn.clockwise")
def next_player(s: Together) -> None:
    """The next player clockwise; by ruling ``all_passed`` who has passed has no more turns."""
    s.active = left_of(s.active)
    if r.all_passed == AllPassed.ONCE_EACH:
        for _ in range(len(Player) - 1):
            if s.passed[s.active]:
                s.active = left_of(s.active)


@rule()
def may_pass(s: Together) -> bool:
    """Whether the active player may pass (ruling ``passing``)."""
    match r.passing:
        case Passing.PILE_EMPTY:
            return pile_size(s) == 0
        case Passing.ONLY_STUCK:
            return not can_act(s, s.active)
        case Passing.ANY_TURN:
            return True


@action("end.all_passed")
def pass_turn(s: Together) -> None:
    """The player passes."""
    require(s.phase == Phase.ACT)
    require(may_pass(s))
    s.passed[s.active] = True
    next_player(s)


@rule()
def all_passed(s: Together) -> bool:
    """Whether everybody has passed."""
    return all(s.passed[p] for p in Player)


@automatic()
def nobody_knows(s: Together) -> None:
    """The text says nothing of a player who must act and cannot."""
    require(s.phase == Phase.ACT)
    require(not game_over(s))
    if all_passed(s) and r.all_passed == AllPassed.ONCE_EACH:
        silent("what happens when everybody has passed and that does not end the game", "end.all_passed")
    require(not may_pass(s))
    require(not can_act(s, s.active))
    silent("what a player does who can carry out no action and may not pass", "turn.one_action")


# ------------------------------------------------------------------------------------- end and score


@over()
def game_over(s: Together) -> bool:
    """All pawns at home; or, by ruling ``end_no_action``, all have passed or nothing is left to do."""
    if not playing(s):
        return False
    if all_home(s):
        with clause("end.all_home"):
            return True
    match r.end_no_action:
        case EndNoAction.ALL_PASSED:
            with clause("end.all_passed", "end.no_action"):
                return all_passed(s) and pile_size(s) == 0
        case EndNoAction.NOTHING_POSSIBLE:
            with clause("end.no_action"):
                return s.phase == Phase.ACT and not any(can_act(s, p) for p in Player)
        case EndNoAction.NOTHING_USEFUL:
            with clause("end.no_action"):
                return (
                    s.phase == Phase.ACT and pile_size(s) == 0 and not any(can_improve(s, p) for p in Player)
                )


@score("score.after")
def group_score(s: Together) -> Points:
    """The points of the group."""
    return points(s)
