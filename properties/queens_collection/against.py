"""What must hold of the competitive game and the teams, what is expected, and why; written before the first run."""

from __future__ import annotations

from model.queens_collection.against_round import has_won, round_score, stuck, total
from model.queens_collection.against_swap import exchange_possible, with_display
from model.queens_collection.against_table import (
    Match,
    Phase,
    bare,
    boxes_left,
    discards_size,
    display_size,
    hand_size,
    left,
    m,
)
from model.queens_collection.cards import (
    CARD,
    HOME,
    Box,
    Card,
    Colour,
    Player,
    copies,
    left_of,
    pile_size,
    spaces,
    taken_out,
)
from model.queens_collection.teams import TeamMatch, partner
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
from spec.queens_collection.against import (
    ReshuffleWhen,
    RevealTake,
    RoundEndCheck,
    RoundReset,
    SubstituteCards,
    SubstituteInSwap,
)
from spec.queens_collection.rulings import r

TWO_COLOURS = ("duel", "match", "trio", "levels", "partners", "session")
SMALL = (*TWO_COLOURS, "gone")
ONE_PAIR = ("session", "novices")

# --------------------------------------------------------------------------------- nothing comes or goes


@always(
    "against.cards.conserved",
    holds("Cards move between pile, discards, display, hands and the box; none comes or goes."),
    clauses=(
        "competitive.pair",
        "competitive.swap",
        "competitive.reshuffle",
        "components.cards",
        "setup.draw_pile.all",
    ),
)
def cards_conserved(s: Match, card: Card) -> bool:
    return s.pile[card] + s.discards[card] + s.display[card] + s.removed[card] + s.revealed[card] + s.given[
        card
    ] + sum(s.hand[p, card] for p in Player) == copies(card) - taken_out(s, card)


@always(
    "against.pawns.conserved",
    holds("A pawn leaves its box card for a player only."),
    clauses=("competitive.setup.home", "competitive.pair.collect", "components.pawns"),
)
def pawns_conserved(s: Match) -> bool:
    return sum(left(s, c) for c in Colour) + sum(s.collected[p] for p in Player) == len(Colour) * spaces(s)


@always(
    "against.pawns.at_home",
    holds("No pawn ever stands on another box card than its own."),
    clauses=("competitive.setup.home", "setup.one_a_colour"),
)
def pawns_at_home(s: Match, box: Box, colour: Colour) -> bool:
    return box == HOME[colour] or s.pawns[box, colour] == 0


@always(
    "against.boxes.conserved",
    holds("Whoever takes the last pawn has the box card: the empty boxes are those before players."),
    clauses=("competitive.last_pawn",),
)
def boxes_conserved(s: Match) -> bool:
    return sum(s.boxes[p] for p in Player) + boxes_left(s) == len(Colour)


@always(
    "against.boxes.with_pawns",
    holds("A box card comes with a pawn."),
    clauses=("competitive.last_pawn",),
)
def boxes_with_pawns(s: Match, p: Player) -> bool:
    return s.boxes[p] <= s.collected[p]


# -------------------------------------------------------------------------------- the course of a round


@always(
    "against.hands.dealt",
    holds("Everybody has the opening hand when the display is laid out."),
    clauses=("competitive.hand",),
)
def hands_dealt(s: Match, p: Player) -> bool:
    return s.phase != Phase.LAY_OUT or hand_size(s, p) == m.hand


@always(
    "against.display.full",
    holds("A turn begins with a full display, unless no card can be drawn, and revealing leaves it alone."),
    clauses=("competitive.display", "competitive.refill"),
)
def display_full(s: Match) -> bool:
    """Who turns cards up has found the display full, so that it still is when the last card lies revealed."""
    if s.phase not in (Phase.REVEAL, Phase.TURN_UP) or display_size(s) >= m.display:
        return True
    return all(s.pile[card] + s.discards[card] + s.revealed[card] == 0 for card in Card)


@always(
    "against.display.limit",
    holds("As many cards come as go, so the display never grows beyond its number."),
    clauses=("competitive.display", "competitive.swap.same_number"),
)
def display_limit(s: Match) -> bool:
    return r.substitute_in_swap == SubstituteInSwap.EVERYWHERE or display_size(s) <= m.display


@always(
    "against.reveal.limit",
    holds("At the limit the cards go to the hand at once, so fewer lie revealed."),
    clauses=("competitive.reveal.limit",),
)
def reveal_limit(s: Match) -> bool:
    """By ruling `reveal_take` they lie there until the player takes or declines them."""
    lying = sum(s.revealed[card] for card in Card)
    if r.reveal_take == RevealTake.DECLINED and s.phase == Phase.REVEAL:
        return lying <= m.reveals
    return lying < m.reveals


@always(
    "against.reveal.one_of_a_colour",
    holds("With a second card of a colour all are lost, so no two of a colour lie revealed."),
    clauses=("competitive.reveal.second",),
)
def one_of_a_colour(s: Match, colour: Colour) -> bool:
    return s.revealed[CARD[colour]] <= 1


@always(
    "against.take.can_act",
    holds("Who has to act can: with cards in hand and display any card may be exchanged."),
    clauses=("competitive.take.must",),
)
def who_has_to_act_can(s: Match) -> bool:
    return s.phase != Phase.TAKE or (
        hand_size(s, s.active) > 0 and (display_size(s) > 0 or exchange_possible(s))
    )


@always(
    "against.take.one_action",
    holds("A turn with a pair has no exchange with the display in it."),
    clauses=("competitive.take.one",),
)
def one_action(s: Match) -> bool:
    return s.pairs == 0 or (s.phase == Phase.MORE_PAIRS and all(s.given[card] == 0 for card in Card))


@always(
    "against.pairs.limit",
    holds("With the last pair that is allowed the turn is over."),
    clauses=("competitive.pair.three",),
)
def pairs_limit(s: Match) -> bool:
    return s.pairs < m.pairs


@reachable(
    "against.wild.leaves",
    holds("A wild can be paired for a colour that is gone, and then leaves the game."),
    clauses=("competitive.wild", "competitive.pair.no_pawn"),
    on={
        name: fails(
            "One pair a turn: with the first colour that is gone the round is over.",
            blame=("gap: a box with one pair a turn",),
        )
        for name in ONE_PAIR
    },
)
def wild_leaves(s: Match) -> bool:
    return s.removed[Card.WILD] > 0


@reachable(
    "against.equal_cards.leave",
    holds("Two equal cards that stand for a colour that is gone leave the game before their own colour is."),
    clauses=("competitive.equal_cards", "competitive.pair.no_pawn"),
    on={
        name: fails(
            "One pair a turn: with the first colour that is gone the round is over.",
            blame=("gap: a box with one pair a turn",),
        )
        for name in ONE_PAIR
    },
)
def equal_cards_leave(s: Match) -> bool:
    return any(left(s, c) > 0 and s.removed[CARD[c]] > 0 for c in Colour)


@always(
    "against.equal_cards.in_twos",
    holds("A card leaves the game before its colour only as one of two equal cards that stand for another."),
    clauses=("competitive.equal_cards", "competitive.pair.no_pawn"),
)
def leave_in_twos(s: Match, colour: Colour) -> bool:
    if r.substitute_cards == SubstituteCards.TWO or r.round_reset == RoundReset.REMOVED_STAY:
        return True
    return left(s, colour) == 0 or s.removed[CARD[colour]] % 2 == 0


@always(
    "against.swap.as_many",
    holds("While cards are put down, as many are due."),
    clauses=("competitive.swap.same_number",),
)
def as_many_due(s: Match) -> bool:
    if s.phase != Phase.GIVE or r.substitute_in_swap == SubstituteInSwap.EVERYWHERE:
        return True
    return sum(s.given[card] for card in Card) == s.due


@always(
    "against.swap.at_most",
    holds("No more cards are exchanged with the display than the booklet allows."),
    clauses=("competitive.swap",),
)
def no_more_are_due(s: Match) -> bool:
    return s.due <= m.swaps or not with_display(s)


@always(
    "against.reshuffle.at_once",
    holds("Under the house reading an empty pile means that there are no discards."),
    clauses=("competitive.reshuffle",),
)
def reshuffled_at_once(s: Match) -> bool:
    return pile_size(s) > 0 or discards_size(s) == 0 or r.reshuffle_when != ReshuffleWhen.AT_ONCE


@always(
    "against.removed.only_in_round",
    holds("A round begins with all cards, if those that left the game return."),
    clauses=("competitive.round.next",),
)
def removed_return(s: Match, card: Card) -> bool:
    if s.phase not in (Phase.FIRST_PLAYER, Phase.DEAL, Phase.LAY_OUT):
        return True
    return s.removed[card] == 0 or r.round_reset == RoundReset.REMOVED_STAY


@always(
    "against.removed.colour_gone",
    holds("A card leaves the game only after some colour is gone."),
    clauses=("competitive.pair.no_pawn",),
)
def removed_after_a_box(s: Match, card: Card) -> bool:
    return s.removed[card] == 0 or boxes_left(s) < len(Colour) or r.round_reset == RoundReset.REMOVED_STAY


# ----------------------------------------------------------------------------------- the end of a round


@always(
    "against.round.end_is_seen",
    holds("The end is looked for after each action, so no turn begins with pawns on one card alone."),
    clauses=("competitive.round.end",),
)
def end_is_seen(s: Match) -> bool:
    if r.round_end_check in (RoundEndCheck.EQUAL_TURNS, RoundEndCheck.ONE_TURN_EACH):
        return True
    if s.phase == Phase.MORE_PAIRS and r.round_end_check == RoundEndCheck.AFTER_ACTION:
        return True
    return s.phase in (Phase.COUNT, Phase.OVER) or boxes_left(s) >= 2


@always(
    "against.round.never_all_taken",
    holds("Looked for at each pawn the round is over before the last box is touched."),
    clauses=("competitive.round.end.none_left",),
)
def never_all_taken(s: Match) -> bool:
    return r.round_end_check != RoundEndCheck.EACH_PAWN or boxes_left(s) >= 1


@reachable(
    "against.round.all_taken",
    holds("One turn may empty the last two boxes: this is why the end is looked for after the action."),
    clauses=("competitive.round.end.none_left",),
    on={
        name: fails(
            "A single pair a turn cannot empty two boxes.", blame=("gap: a box with one pair a turn",)
        )
        for name in ONE_PAIR
    },
)
def all_taken(s: Match) -> bool:
    return boxes_left(s) == 0


@reachable(
    "against.round.one_left",
    holds("The usual end."),
    clauses=("competitive.round.end",),
)
def one_left(s: Match) -> bool:
    return s.phase == Phase.OVER and boxes_left(s) == 1


# ---------------------------------------------------------------------------------------------- points


@rule()
def most_boxes(s: Match) -> int:
    """How many boxes can be emptied when each player has one turn."""
    return sum(1 for k in range(1, 9) if k * spaces(s) <= m.pairs * len(Player))


@rule()
def best_round(s: Match) -> int:
    """The most that a round can be worth to one player, by how its end is found."""
    everything = len(Colour) * (2 * spaces(s) + 3)
    match r.round_end_check:
        case RoundEndCheck.EACH_PAWN:
            return everything - 5
        case RoundEndCheck.ONE_TURN_EACH:
            return 2 * m.pairs + 3 * min(m.pairs, most_boxes(s))
        case _:
            return everything


@rule()
def all_cards(s: Match) -> int:
    """The number of all cards of the game."""
    return sum(copies(card) - taken_out(s, card) for card in Card)


@always(
    "against.score.round",
    holds(
        "At most every pawn and box; looked for at each pawn one pawn and one box less; in one turn three pairs, and "
        "as many boxes as all turns together can empty."
    ),
    clauses=("competitive.score.box", "competitive.score.pawn", "competitive.score.hand"),
)
def round_bounds(s: Match, p: Player) -> bool:
    return 0 - all_cards(s) <= round_score(s, p) and round_score(s, p) <= best_round(s)


@rule()
def counted(s: Match) -> int:
    """How many rounds have been counted."""
    return s.round if s.phase == Phase.OVER else s.round - 1


@always(
    "against.match.last_round",
    holds("The match ends with its last round."),
    clauses=("competitive.rounds",),
)
def last_round(s: Match) -> bool:
    return s.phase != Phase.OVER or s.round == m.rounds


@always(
    "against.win.somebody",
    holds("Somebody has the most points, or several are level."),
    clauses=("competitive.win", "competitive.tie"),
)
def somebody_wins(s: Match) -> bool:
    return any(has_won(s, p) for p in Player)


@always(
    "against.win.most",
    holds("Nobody wins who has fewer points than somebody else."),
    clauses=("competitive.win", "competitive.total"),
)
def winners_have_most(s: Match, p: Player, q: Player) -> bool:
    return not has_won(s, p) or total(s, p) >= total(s, q)


@reachable(
    "against.win.shared",
    holds("Neighbours, who are never partners, can be level, and then share the victory."),
    clauses=("competitive.tie",),
    on={
        "partners": fails(
            "A box with its pawn is worth five, and each opponent keeps the card dealt: of nine cards too few are "
            "left to cost the takers five more.",
            blame=("gap: a box with so few cards",),
        ),
    },
)
def shared_victory(s: Match) -> bool:
    return s.phase == Phase.OVER and any(has_won(s, p) and has_won(s, left_of(p)) for p in Player)


@reachable(
    "against.score.negative",
    holds("A hand may cost more than pawns bring."),
    clauses=("competitive.score.hand",),
    instances=SMALL,
)
def negative_points(s: Match) -> bool:
    return s.phase == Phase.OVER and any(round_score(s, p) < 0 for p in Player)


@reachable(
    "against.score.example",
    holds("The pictured player: two box cards, six pawns, a card in hand."),
    clauses=("competitive.score.box", "competitive.score.pawn", "competitive.score.hand"),
    instances=("full",),
)
def example_of_a_round(s: Match, p: Player) -> bool:
    return s.boxes[p] == 2 and s.collected[p] == 6 and hand_size(s, p) == 1 and round_score(s, p) == 17


# ----------------------------------------------------------------------------------------- without end


@reachable(
    "against.stuck",
    holds("Equal cards that stand for a colour that is gone leave the game before their own colour is."),
    clauses=("competitive.pair.no_pawn", "competitive.equal_cards"),
    on={
        name: fails(
            "With two colours the round is over when one is gone.", blame=("gap: a box of two colours",)
        )
        for name in (*TWO_COLOURS, "novices")
    },
)
def no_pawn_can_be_taken(s: Match) -> bool:
    return s.phase == Phase.REVEAL and boxes_left(s) >= 2 and stuck(s)


@reachable(
    "against.bare",
    holds("The cards that are left are all in hands, and the display is empty."),
    clauses=("competitive.refill", "competitive.pair.no_pawn"),
    on={
        name: fails(
            "With two colours the round is over when one is gone.", blame=("gap: a box of two colours",)
        )
        for name in (*TWO_COLOURS, "novices")
    },
)
def bare_table(s: Match) -> bool:
    return s.phase == Phase.REVEAL and bare(s)


can_always(
    "against.end.reachable",
    Match,
    holds("With everybody willing cards can be laid into the display and paired."),
    module=__name__,
    instances=SMALL,
    on={
        "gone": fails(
            "Once the cards for the last boxes have left the game no pawn can be taken, and nothing ends the round.",
            blame=("stuck_round", "competitive.pair.no_pawn"),
        )
    },
    clauses=("competitive.round.end",),
)

PARTNERS = {
    name: fails(
        "Partners may exchange cards with each other for ever: no pair has to be made.",
        blame=("competitive.swap", "gap: no limit of turns"),
    )
    for name in ("partners", "session")
}

ends(
    "against.end.sure",
    Match,
    fails(
        "Nobody has to reveal a card, and who holds none need not act.",
        blame=("competitive.reveal.limit", "competitive.take.must", "gap: no limit of turns"),
    ),
    module=__name__,
    instances=SMALL,
    against=("players", "chance"),
    sure=True,
    on=PARTNERS,
    clauses=("competitive.round.end",),
)

ends(
    "against.end.by_will",
    Match,
    fails(
        "Players who only exchange need no luck to go on for ever.",
        blame=("competitive.take.one", "gap: no limit of turns"),
    ),
    module=__name__,
    instances=SMALL,
    against=("players",),
    on={
        **PARTNERS,
        "gone": fails(
            "Sooner or later the cards for the last boxes have left the game, and nobody has to act.",
            blame=("stuck_round", "competitive.take.must"),
        ),
    },
    clauses=("competitive.round.end",),
)

ends(
    "against.end.despite_one",
    Match,
    fails(
        "A player with many cards can exchange away whatever the others could pair.",
        blame=("competitive.swap", "competitive.reveal.take"),
    ),
    module=__name__,
    instances=SMALL,
    against=("NORTH",),
    on={
        name: holds("Three others act between two turns of one player: too many hands to exchange all away.")
        for name in ("partners", "session")
    },
    clauses=("competitive.round.end",),
)

bounds(
    "against.score.duel",
    Match,
    holds(
        "Eight cards of which two make the last pair and two are left in the display; two boxes of two pawns."
    ),
    least=-4,
    greatest=14,
    module=__name__,
    instances=("duel",),
    clauses=("competitive.score.box", "competitive.score.pawn", "competitive.score.hand"),
)

# ----------------------------------------------------------------------------------------------- teams


@always(
    "teams.win.together",
    holds("Partners have the same total, so they win or lose together."),
    clauses=("teams.total", "teams.win", "teams.tie"),
)
def partners_win_together(s: TeamMatch, p: Player) -> bool:
    return has_won(s, p) == has_won(s, partner(p))


@always(
    "teams.one_exchange",
    holds("Cards are exchanged with the partner or with the display: what is put down goes to one of them."),
    clauses=("teams.exchange.not_both",),
)
def one_exchange(s: TeamMatch) -> bool:
    return not s.with_partner or s.phase in (Phase.GIVE, Phase.RECEIVE)


@always(
    "teams.partner_gives_as_many",
    holds("The partner holds the cards that are still to come."),
    clauses=("teams.exchange", "competitive.swap.same_number"),
)
def partner_has_enough(s: TeamMatch) -> bool:
    return not s.with_partner or s.due <= hand_size(s, partner(s.active))


@never(
    "teams.one_team_of_losers",
    holds("Of two teams one has at least as much as the other."),
    clauses=("teams.win",),
)
def both_teams_lose(s: TeamMatch) -> bool:
    return not any(has_won(s, p) for p in Player)


@rule()
def best_of_a_team(s: TeamMatch) -> int:
    """The most that a round can be worth to a team."""
    if r.round_end_check == RoundEndCheck.ONE_TURN_EACH:
        return 4 * m.pairs + 3 * min(2 * m.pairs, most_boxes(s))
    return best_round(s)


@always(
    "teams.score.round",
    holds(
        "Partners share what a player alone could have; where each has one turn they have two, and in four turns "
        "twelve pawns go, which is four boxes (six of two spaces)."
    ),
    clauses=("teams.total", "competitive.score.box", "competitive.score.pawn"),
)
def team_round_bounds(s: TeamMatch, p: Player) -> bool:
    worth = round_score(s, p) + round_score(s, partner(p))
    return 0 - all_cards(s) <= worth and worth <= best_of_a_team(s)


bounds(
    "teams.score.partners",
    TeamMatch,
    holds(
        "Nine cards: two make the last pair, one is left in the display, and of six in hands an opponent who did not "
        "pair keeps one; two boxes and two pawns, and a partner's card."
    ),
    least=-5,
    greatest=9,
    module=__name__,
    instances=("partners",),
    clauses=("teams.total", "competitive.score.hand"),
)
