"""A match of the competitive game: set-up, the deal of a round, its end and its points (second booklet)."""

from __future__ import annotations

from model.queens_collection.against_table import (
    Match,
    Phase,
    bare,
    boxes_left,
    discards_size,
    display_size,
    draw,
    hand_size,
    left,
    m,
    no_cards,
    reshuffle,
)
from model.queens_collection.cards import (
    CARD,
    HOME,
    Card,
    Colour,
    Player,
    copies,
    easier,
    in_pile,
    left_of,
    pile_size,
    spaces,
    taken_out,
)
from queensbench.language import (
    action,
    automatic,
    chance,
    clause,
    decider,
    initial,
    over,
    require,
    rule,
    score,
    silent,
    states,
    wins,
)
from spec.queens_collection.against import (
    FirstPlayer,
    ReshuffleWhen,
    RoundEndCheck,
    RoundReset,
    StuckRound,
    WildInDisplay,
)
from spec.queens_collection.rulings import r


@decider()
def whose_turn(s: Match) -> Player:
    """The active player chooses."""
    return s.active


# ------------------------------------------------------------------------------------------ setting up


@initial()
def lay_out(s: Match) -> None:
    """The table of the first round; who begins it is still to be found."""
    states("mode.competitive", "competitive.players", "competitive.setup")
    s.round = 1
    for p in Player:
        s.points[p] = 0
    set_up_round(s)
    s.phase = Phase.FIRST_PLAYER


@rule()
def set_up_round(s: Match) -> None:
    """Pawns at home, all cards in the draw pile, nothing before the players (ruling ``round_reset``)."""
    # The kind ``Box`` has a box card a colour, and no rule of this booklet looks at their order.
    states("components.boxes", "components.boxes.colours", "setup.choose_boxes")
    states("setup.one_a_colour", "setup.ring", "setup.ring.random")
    for colour in Colour:
        with clause("competitive.setup.home", "components.pawns", "components.pawns.colours"):
            s.pawns[HOME[colour], colour] = m.pawns
        if easier(s):
            states("components.boxes.back")
            with clause("beginner.side", "beginner.third"):
                s.pawns[HOME[colour], colour] = spaces(s)
        else:
            states("components.boxes.front")
            with clause("setup.three_spaces"):
                s.pawns[HOME[colour], colour] = spaces(s)
    for p in Player:
        s.collected[p] = 0
        s.boxes[p] = 0
    for card in Card:
        if r.round_reset == RoundReset.NOTHING:
            s.removed[card] = 0
        states("components.cards", "components.cards.colours", "components.cards.wilds")
        with clause("setup.draw_pile", "setup.draw_pile.all"):
            s.pile[card] = copies(card) - taken_out(s, card) - s.removed[card]
        s.discards[card] = 0
        s.display[card] = 0
        for p in Player:
            s.hand[p, card] = 0
    s.phase = Phase.DEAL


@rule("competitive.first_player")
def begin(s: Match, p: Player) -> None:
    """The player begins the first round."""
    s.first = p
    s.active = p
    s.phase = Phase.DEAL


@chance()
def draw_first_player(s: Match, p: Player) -> None:
    """Chance chooses who begins."""
    require(s.phase == Phase.FIRST_PLAYER)
    require(r.first_player == FirstPlayer.AT_RANDOM)
    begin(s, p)


@action()
def agree_on_first_player(s: Match, p: Player) -> None:
    """By ruling ``first_player`` the group names somebody; the player who sits first speaks for it."""
    require(s.phase == Phase.FIRST_PLAYER)
    require(r.first_player == FirstPlayer.ANY_WAY)
    begin(s, p)


# ---------------------------------------------------------------------------------- dealing and drawing


@chance("competitive.hand", weight=in_pile)
def deal(s: Match, card: Card) -> None:
    """A card of the opening hands is dealt, player after player."""
    require(s.phase == Phase.DEAL)
    require(s.pile[card] > 0)
    draw(s, card)
    s.hand[s.active, card] += 1
    states("competitive.hand.closed")
    if hand_size(s, s.active) == m.hand:
        s.active = left_of(s.active)
        if s.active == s.first:
            s.phase = Phase.LAY_OUT


@chance("competitive.display", weight=in_pile)
def open_card(s: Match, card: Card) -> None:
    """A card of the opening display is laid open."""
    require(s.phase == Phase.LAY_OUT)
    require(s.pile[card] > 0)
    draw(s, card)
    s.display[card] += 1
    if display_size(s) == m.display:
        s.phase = Phase.REVEAL


@chance("competitive.refill", weight=in_pile)
def refill(s: Match, card: Card) -> None:
    """The display is brought back to its number, card by card."""
    require(s.phase == Phase.REFILL)
    require(display_size(s) < m.display)
    require(s.pile[card] > 0)
    draw(s, card)
    s.display[card] += 1


@rule()
def card_is_needed(s: Match) -> bool:
    """Whether a card is to be drawn now."""
    if s.phase == Phase.REFILL:
        return display_size(s) < m.display
    return s.phase in (Phase.DEAL, Phase.LAY_OUT, Phase.TURN_UP)


@automatic()
def reshuffle_discards(s: Match) -> None:
    """Ruling ``reshuffle_when``: the draw pile is made anew when a card is to be drawn."""
    require(pile_size(s) == 0 and discards_size(s) > 0)
    require(r.reshuffle_when == ReshuffleWhen.WHEN_NEEDED and card_is_needed(s))
    reshuffle(s)


@automatic()
def too_few_cards(s: Match) -> None:
    """No card is left for hands and display: too many left for good in rounds before (ruling ``round_reset``)."""
    require(s.phase in (Phase.DEAL, Phase.LAY_OUT))
    require(no_cards(s))
    silent("too few cards are left in the game for hands and display", "competitive.hand")


@automatic("competitive.turn.next", "competitive.turn.order")
def next_player(s: Match) -> None:
    """The display is full, or nothing can fill it: the player to the left has a turn."""
    require(s.phase == Phase.REFILL)
    require(display_size(s) >= m.display or no_cards(s))
    s.active = left_of(s.active)
    s.phase = Phase.REVEAL


# ---------------------------------------------------------------------------- the end of turn and round


@rule()
def all_but_one(s: Match) -> bool:
    """Whether no more than one box card still has pawns."""
    if boxes_left(s) == 0:
        with clause("competitive.round.end.none_left"):
            return True
    if boxes_left(s) == 1:
        with clause("competitive.round.end"):
            return True
    return False


@rule()
def round_over(s: Match) -> bool:
    """Whether the round is over with this turn (ruling ``round_end_check``)."""
    last = left_of(s.active) == s.first
    if r.round_end_check == RoundEndCheck.ONE_TURN_EACH:
        return last
    if r.round_end_check == RoundEndCheck.EQUAL_TURNS and not last:
        return False
    return all_but_one(s) or (r.stuck_round == StuckRound.ENDS and stuck(s))


@rule()
def in_the_game(s: Match, card: Card) -> int:
    """How many cards of a kind have not left the game."""
    return copies(card) - taken_out(s, card) - s.removed[card]


@rule()
def can_be_paired(s: Match, colour: Colour) -> bool:
    """Whether cards are left for a pair of that colour: one for the display, and one or two equal ones for it."""
    wilds = in_the_game(s, Card.WILD)
    own = in_the_game(s, CARD[colour])
    if own == 0 and (wilds == 0 or r.wild_in_display == WildInDisplay.WILD_ONLY):
        return False
    return own + wilds >= 2 or any(in_the_game(s, CARD[d]) >= 2 and d != colour for d in Colour)


@rule()
def stuck(s: Match) -> bool:
    """Whether no pawn can be taken any more: no cards are left for one, or all stay in hands or in the display."""
    if bare(s):
        return True
    if (
        all(hand_size(s, p) == 0 for p in Player)
        and pile_size(s) + discards_size(s) + display_size(s) <= m.display
    ):
        return True
    return not any(left(s, colour) > 0 and can_be_paired(s, colour) for colour in Colour)


@rule()
def end_turn(s: Match) -> None:
    """The turn ends after both phases."""
    s.pairs = 0
    s.phase = Phase.REFILL
    if round_over(s):
        end_round(s)


@rule()
def end_round(s: Match) -> None:
    """The round is over."""
    s.pairs = 0
    s.phase = Phase.COUNT


@rule()
def round_score(s: Match, p: Player) -> int:
    """The points of the round for a player."""
    return 3 * s.boxes[p] + 2 * s.collected[p] - hand_size(s, p)


@automatic("competitive.score.when", "competitive.rounds.score")
def count_points(s: Match) -> None:
    """The points of the round; then the next one, begun by the player to the left of who began this one."""
    require(s.phase == Phase.COUNT)
    with clause("competitive.score.box", "competitive.score.pawn", "competitive.score.hand"):
        for p in Player:
            s.points[p] += round_score(s, p)
    if s.round == m.rounds:
        with clause("competitive.rounds"):
            s.phase = Phase.OVER
            return
    with clause("competitive.rounds.first_player"):
        s.first = left_of(s.first)
        s.active = s.first
    with clause("competitive.round.next"):
        s.round += 1
        set_up_round(s)


@over()
def match_over(s: Match) -> bool:
    """The last round has been counted."""
    return s.phase == Phase.OVER


@rule("competitive.total")
def total(s: Match, p: Player) -> int:
    """The points of a player in all rounds so far."""
    return s.points[p]


@score("competitive.total")
def result(s: Match, p: Player) -> int:
    """The score of a player at the end."""
    return total(s, p)


@wins("competitive.win", "competitive.tie")
def has_won(s: Match, p: Player) -> bool:
    """Whether nobody has more points; players who are level share the victory."""
    return all(total(s, p) >= total(s, q) for q in Player)
