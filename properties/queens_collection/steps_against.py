"""How a round of the second booklet goes on, apart from its second phase: the table before and after each step.

What is said of a round is not asked of the step that ends it, since the table is set up anew in the same step; what
that step does is said by the last claims here.  The second phase of a turn is in ``steps_taking``.
"""

from __future__ import annotations

from model.queens_collection.against_table import Match, Phase, m
from model.queens_collection.cards import HOME, SEAT, Card, Colour, Player, level
from queensbench.language import holds, rule, step
from spec.queens_collection.against import (
    DisplayShort,
    ReshuffleWhen,
    RevealSecond,
    RevealStop,
    RevealTake,
    RevealWild,
    RoundEndCheck,
    RoundReset,
    StuckRound,
    SubstituteInSwap,
)
from spec.queens_collection.preparation import BeginnerModes, DifficultyModes
from spec.queens_collection.rulings import r

MATCHES = ("full", "duel")
"""The boxes on which steps are judged: as sold, and a small one of the competitive game."""

# ------------------------------------------------------------------------------------------- words


@rule()
def cards_held(s: Match, p: Player) -> int:
    """How many cards a player holds."""
    return sum(s.hand[p, c] for c in Card)


@rule()
def lying_open(s: Match) -> int:
    """How many cards the display has."""
    return sum(s.display[c] for c in Card)


@rule()
def piled(s: Match) -> int:
    """How many cards lie in the draw pile."""
    return sum(s.pile[c] for c in Card)


@rule()
def thrown(s: Match) -> int:
    """How many cards lie on the discards."""
    return sum(s.discards[c] for c in Card)


@rule()
def turned_up(s: Match) -> int:
    """How many cards have been revealed in this turn and not taken yet."""
    return sum(s.revealed[c] for c in Card)


@rule()
def boxes_with_pawns(s: Match) -> int:
    """On how many box cards pawns are left."""
    return sum(s.pawns[HOME[c], c] > 0 for c in Colour)


@rule()
def turn_goes_to_the_left(s: Match, p: Player) -> bool:
    """Whether that player's turn is over: cards are still to be laid open, or the next player reveals."""
    if s.phase == Phase.REFILL:
        return s.active == p and lying_open(s) < m.display and piled(s) + thrown(s) > 0
    return (
        s.phase == Phase.REVEAL
        and SEAT[s.active] == SEAT[p] % len(Player) + 1
        and turned_up(s) == 0
        and (lying_open(s) == m.display or piled(s) + thrown(s) == 0 or lying_open(s) > m.display)
        and (lying_open(s) <= m.display or r.substitute_in_swap == SubstituteInSwap.EVERYWHERE)
    )


# ---------------------------------------------------------------------------------------------- set-up


@step(
    "step.begins",
    holds("Somebody is found who begins; nothing lies anywhere but in the draw pile and on the box cards."),
    clauses=("competitive.first_player", "competitive.setup"),
    instances=MATCHES,
)
def first_player_is_found(s: Match, was: Match) -> bool:
    if was.phase != Phase.FIRST_PLAYER:
        return s.phase != Phase.FIRST_PLAYER
    return (
        s.phase == Phase.DEAL
        and s.active == s.first
        and s.round == 1
        and all(s.pile[c] == was.pile[c] and s.display[c] == 0 and s.discards[c] == 0 for c in Card)
        and all(cards_held(s, p) == 0 and s.points[p] == 0 and s.collected[p] == 0 for p in Player)
        and all(s.pawns[HOME[c], c] == was.pawns[HOME[c], c] for c in Colour)
    )


@step(
    "step.hands",
    holds("Everybody draws two cards from the pile, from the first player on; then the display is due."),
    clauses=("competitive.hand", "competitive.turn.order"),
    instances=MATCHES,
)
def hands_are_dealt(s: Match, was: Match) -> bool:
    if was.phase != Phase.DEAL:
        return True
    p = was.active
    full = cards_held(s, p) == m.hand
    return (
        piled(s) == piled(was) - 1
        and thrown(s) == 0
        and cards_held(s, p) == cards_held(was, p) + 1
        and all(
            s.pile[c] + s.hand[p, c] == was.pile[c] + was.hand[p, c]
            and s.pile[c] <= was.pile[c]
            and s.display[c] == 0
            and all(s.hand[q, c] == was.hand[q, c] for q in Player if q != p)
            for c in Card
        )
        and s.first == was.first
        and (SEAT[s.active] == SEAT[p] % len(Player) + 1 if full else s.active == p)
        and s.phase == (Phase.LAY_OUT if all(cards_held(s, q) == m.hand for q in Player) else Phase.DEAL)
    )


@step(
    "step.display",
    holds("Three cards of the pile are laid open for all; then the first player reveals."),
    clauses=("competitive.display", "competitive.turn.order"),
    instances=MATCHES,
)
def display_is_laid_out(s: Match, was: Match) -> bool:
    if was.phase != Phase.LAY_OUT:
        return s.phase != Phase.LAY_OUT or was.phase == Phase.DEAL
    return (
        s.active == s.first
        and s.first == was.first
        and lying_open(s) == lying_open(was) + 1
        and thrown(s) == 0
        and all(
            s.pile[c] + s.display[c] == was.pile[c] + was.display[c]
            and s.pile[c] <= was.pile[c]
            and all(s.hand[p, c] == was.hand[p, c] for p in Player)
            for c in Card
        )
        and s.phase == (Phase.REVEAL if lying_open(s) == m.display else Phase.LAY_OUT)
    )


# --------------------------------------------------------------------------------------- the first phase


@step(
    "step.asks",
    holds(
        "Who asks for another card changes nothing yet; who stops has all cards revealed so far in the hand."
    ),
    clauses=("competitive.reveal.limit", "competitive.reveal.take", "competitive.turn.phases"),
    instances=MATCHES,
)
def asks_or_stops(s: Match, was: Match) -> bool:
    """By ruling `reveal_take` the hand may also stay as it is, and the revealed cards be discarded."""
    if was.phase != Phase.REVEAL or s.round != was.round:
        return True
    p = was.active
    declined = (
        r.reveal_take == RevealTake.DECLINED
        and s.phase != Phase.TURN_UP
        and cards_held(s, p) == cards_held(was, p)
    )
    if not all(
        s.pile[c] + s.discards[c] == was.pile[c] + was.discards[c] + (was.revealed[c] if declined else 0)
        and s.display[c] == was.display[c]
        and s.removed[c] == was.removed[c]
        for c in Card
    ):
        return False
    if s.phase == Phase.TURN_UP:
        return (
            s.active == p
            and piled(s) + thrown(s) > 0
            and (s.announced > 0) == (r.reveal_stop == RevealStop.ANNOUNCED)
            and all(s.revealed[c] == was.revealed[c] and s.hand[p, c] == was.hand[p, c] for c in Card)
        )
    return (
        turned_up(s) == 0
        and s.announced == 0
        and all(s.hand[p, c] == was.hand[p, c] + (0 if declined else was.revealed[c]) for c in Card)
    )


@step(
    "step.revealing_ends",
    holds("Who keeps the revealed cards, or by ruling `reveal_take` declines them, goes on with the turn."),
    clauses=("competitive.turn.phases", "competitive.reveal.take"),
    instances=MATCHES,
)
def revealing_ends(s: Match, was: Match) -> bool:
    if was.phase != Phase.REVEAL or s.round != was.round or turned_up(was) == 0 or turned_up(s) > 0:
        return True
    return s.phase != Phase.REVEAL or s.active != was.active


@step(
    "step.revealed",
    holds(
        "A revealed card lies beside the others, or all of them join the hand at the limit, or with a second one of a "
        "colour all of them are discarded."
    ),
    clauses=(
        "competitive.reveal.limit",
        "competitive.reveal.take",
        "competitive.reveal.second",
        "competitive.reveal.discard",
        "competitive.reveal.no_limit",
    ),
    instances=MATCHES,
)
def card_is_revealed(s: Match, was: Match) -> bool:
    """By ruling `reveal_take` cards lie beside each other at the limit, too, and nothing is announced any more."""
    waits = r.reveal_take == RevealTake.DECLINED and s.phase == Phase.REVEAL
    if was.phase != Phase.TURN_UP or s.round != was.round:
        return True
    p = was.active
    if not all(
        s.pile[c] + s.discards[c] + s.revealed[c] + s.hand[p, c]
        == was.pile[c] + was.discards[c] + was.revealed[c] + was.hand[p, c]
        and s.display[c] == was.display[c]
        and s.removed[c] == was.removed[c]
        for c in Card
    ):
        return False
    more = turned_up(s) + cards_held(s, p) - turned_up(was) - cards_held(was, p)
    if turned_up(s) > 0:
        return (
            more == 1
            and s.active == p
            and all(s.hand[p, c] == was.hand[p, c] and s.revealed[c] >= was.revealed[c] for c in Card)
            and s.announced == (0 if waits else was.announced)
            and (turned_up(s) < m.reveals or waits)
            and s.phase == (Phase.REVEAL if s.announced == 0 else Phase.TURN_UP)
            and (s.announced == 0 or turned_up(s) < s.announced)
        )
    if s.announced != 0:
        return False
    if more == 1:
        last = turned_up(was) + 1
        return all(s.hand[p, c] >= was.hand[p, c] + was.revealed[c] for c in Card) and (
            last in (m.reveals, was.announced) or (was.announced > 0 and piled(s) + thrown(s) == 0)
        )
    return all(s.hand[p, c] == was.hand[p, c] for c in Card)


@step(
    "step.second",
    holds("Cards are lost with a second card of one colour, and with nothing else; wilds have no colour."),
    clauses=("competitive.reveal.second", "competitive.reveal.discard"),
    instances=MATCHES,
)
def second_card_costs_all(s: Match, was: Match, c: Card) -> bool:
    """``c`` is the card that was revealed; a new pile hides which one it was."""
    if was.phase != Phase.TURN_UP or s.round != was.round or piled(s) != piled(was) - 1:
        return True
    if s.pile[c] >= was.pile[c]:
        return True
    second = was.revealed[c] > 0
    if r.reveal_second == RevealSecond.WITH_HAND and was.hand[was.active, c] > 0:
        second = True
    if r.reveal_second == RevealSecond.WITH_DISPLAY and was.display[c] > 0:
        second = True
    if c == Card.WILD and r.reveal_wild == RevealWild.NO_COLOUR:
        second = False
    kept = s.revealed[c] + s.hand[was.active, c] == was.revealed[c] + was.hand[was.active, c] + 1
    if not second:
        return kept and thrown(s) == thrown(was)
    return (
        not kept
        and turned_up(s) == 0
        and all(
            s.discards[d] == was.discards[d] + was.revealed[d] + (1 if d == c else 0)
            and s.hand[was.active, d] == was.hand[was.active, d]
            for d in Card
        )
    )


@step(
    "step.reshuffled",
    holds("The draw pile grows only when it is exhausted, and then by all the discards."),
    clauses=("competitive.reshuffle",),
    instances=MATCHES,
)
def discards_are_the_pile(s: Match, was: Match) -> bool:
    """Lost cards may be discarded after the last card of the pile was revealed."""
    if s.round != was.round or was.phase == Phase.FIRST_PLAYER:
        return True
    if r.reshuffle_when == ReshuffleWhen.AT_ONCE and piled(s) == 0 and thrown(s) > 0:
        return False
    if piled(s) <= piled(was):
        return thrown(s) >= thrown(was) or (piled(was) == 1 and thrown(was) == piled(s))
    return piled(was) <= 1 and (
        thrown(s) == 0 or (was.phase == Phase.TURN_UP and thrown(s) == turned_up(was) + 1)
    )


# ------------------------------------------------------------------------------------------ turn after turn


@step(
    "step.refilled",
    holds(
        "Before the next turn the display gets cards from the pile until there are three, or no card is left."
    ),
    clauses=("competitive.refill", "competitive.turn.next"),
    instances=MATCHES,
)
def display_is_refilled(s: Match, was: Match) -> bool:
    if was.phase != Phase.REFILL:
        return True
    return (
        s.round == was.round
        and lying_open(s) == lying_open(was) + 1
        and lying_open(s) <= m.display
        and all(
            s.pile[c] + s.discards[c] + s.display[c] == was.pile[c] + was.discards[c] + was.display[c]
            and s.display[c] >= was.display[c]
            and all(s.hand[p, c] == was.hand[p, c] for p in Player)
            for c in Card
        )
        and turn_goes_to_the_left(s, was.active)
    )


@step(
    "step.turns",
    holds("Turns go round clockwise, each by its own player alone; who began the round stays who began it."),
    clauses=("competitive.turn.order", "competitive.turn.next"),
    instances=MATCHES,
)
def turns_go_clockwise(s: Match, was: Match) -> bool:
    if s.round != was.round or was.phase in (Phase.FIRST_PLAYER, Phase.DEAL, Phase.LAY_OUT):
        return True
    if s.first != was.first:
        return False
    if s.active != was.active or s.phase == Phase.REFILL:
        return turn_goes_to_the_left(s, was.active) and s.pairs == 0 and s.due == 0
    return len(Player) > 1


@step(
    "step.others",
    holds("Whose turn it is not has the same cards, pawns and box cards afterwards, partners' cards aside."),
    clauses=("competitive.pair.keep", "competitive.hand.closed", "competitive.last_pawn"),
    instances=MATCHES,
)
def others_keep_theirs(s: Match, was: Match, p: Player) -> bool:
    if s.round != was.round or was.phase == Phase.FIRST_PLAYER or p == was.active:
        return True
    if s.collected[p] != was.collected[p] or s.boxes[p] != was.boxes[p]:
        return False
    if len(Player) == 4 and was.phase == Phase.RECEIVE and SEAT[p] % 2 == SEAT[was.active] % 2:
        return True
    return all(s.hand[p, c] == was.hand[p, c] for c in Card)


# ----------------------------------------------------------------------------------------- round after round


@step(
    "step.next_round",
    holds(
        "After a round the next one is set up anew, all pawns at home and all cards in the pile, and is "
        "begun by the left neighbour of who began the last; after as many rounds as players the game is over."
    ),
    clauses=(
        "competitive.round.next",
        "competitive.rounds",
        "competitive.rounds.first_player",
        "setup.draw_pile.all",
        "competitive.setup.home",
    ),
    instances=MATCHES,
)
def round_follows_round(s: Match, was: Match) -> bool:
    """By rulings some cards or pawns may take no part."""
    if s.round == was.round:
        return s.phase != Phase.OVER or s.round == m.rounds
    return (
        s.round == was.round + 1
        and s.phase == Phase.DEAL
        and SEAT[s.first] == SEAT[was.first] % len(Player) + 1
        and s.active == s.first
        and all(
            s.display[c] == 0
            and s.discards[c] == 0
            and s.revealed[c] == 0
            and s.given[c] == 0
            and s.removed[c] == (0 if r.round_reset == RoundReset.NOTHING else s.removed[c])
            for c in Card
        )
        and all(cards_held(s, p) == 0 and s.collected[p] == 0 and s.boxes[p] == 0 for p in Player)
        and s.pairs == 0
        and s.due == 0
        and s.announced == 0
        and all(
            s.pawns[HOME[c], c]
            == m.pawns - (level.beginners if r.beginner_modes == BeginnerModes.EVERY_MODE else 0)
            for c in Colour
        )
        and (
            r.difficulty_modes == DifficultyModes.EVERY_MODE
            or piled(s) + sum(s.removed[c] for c in Card) == m.cards * len(Colour) + m.wilds
        )
    )


@step(
    "step.round_ends",
    holds("A round ends with the turn that leaves pawns on one box card or on none, and with no other."),
    clauses=("competitive.round.end", "competitive.round.end.none_left", "competitive.score.when"),
    instances=MATCHES,
)
def round_ends_in_time(s: Match, was: Match) -> bool:
    """By rulings a round without anything left to take may end otherwise, and be checked at another time."""
    check = r.round_end_check
    over = s.round != was.round or s.phase == Phase.OVER
    if not over:
        if s.phase == Phase.DEAL or (s.active == was.active and s.phase != Phase.REFILL):
            return True
        if check == RoundEndCheck.AFTER_ACTION or check == RoundEndCheck.EACH_PAWN:
            return boxes_with_pawns(s) >= 2
        last = was.phase not in (Phase.DEAL, Phase.LAY_OUT) and SEAT[was.first] == (
            SEAT[was.active] % len(Player) + 1
        )
        return (
            not last
            or was.phase == Phase.REFILL
            or (check == RoundEndCheck.EQUAL_TURNS and boxes_with_pawns(s) >= 2)
        )
    if r.display_short == DisplayShort.ROUND_OVER and lying_open(was) <= 1:
        return True
    if check == RoundEndCheck.ONE_TURN_EACH or check == RoundEndCheck.EQUAL_TURNS:
        if SEAT[was.first] != SEAT[was.active] % len(Player) + 1:
            return False
    if check == RoundEndCheck.ONE_TURN_EACH or r.stuck_round == StuckRound.ENDS:
        return True
    if s.phase == Phase.OVER:
        return boxes_with_pawns(s) <= 1
    return boxes_with_pawns(was) <= (2 if was.phase in (Phase.TAKE, Phase.MORE_PAIRS) else 1)


@step(
    "step.points",
    holds(
        "At the end of a round, and only then, points are added: three for a box card, two for a pawn, less one for a "
        "card in hand."
    ),
    clauses=(
        "competitive.rounds.score",
        "competitive.score.box",
        "competitive.score.pawn",
        "competitive.score.hand",
    ),
    instances=MATCHES,
)
def points_are_added(s: Match, was: Match, p: Player) -> bool:
    """After the last round the table shows the points; otherwise the table before the turn's last step does."""
    more = s.points[p] - was.points[p]
    if s.phase == Phase.OVER:
        return more == 3 * s.boxes[p] + 2 * s.collected[p] - cards_held(s, p)
    if s.round == was.round:
        return more == 0
    more = more - 3 * was.boxes[p] - 2 * was.collected[p] + cards_held(was, p)
    if p != was.active:
        return more == 0 or (
            was.phase == Phase.RECEIVE
            and len(Player) == 4
            and SEAT[p] % 2 == SEAT[was.active] % 2
            and more == 1 - sum(was.given[c] for c in Card)
        )
    if was.phase == Phase.REVEAL:
        return more == -turned_up(was) or (more == 0 and r.reveal_take == RevealTake.DECLINED)
    if was.phase == Phase.TURN_UP:
        return more in (0, -turned_up(was) - 1)
    if was.phase == Phase.RECEIVE:
        return more == -1
    return more in (1, 2, 3, 4, 6, 7) or (more == 0 and was.phase == Phase.MORE_PAIRS)
