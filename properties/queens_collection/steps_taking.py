"""The second phase of a turn of the second booklet, pairs and exchanges: the table before and after each step."""

from __future__ import annotations

from model.queens_collection.against_round import has_won, total
from model.queens_collection.against_table import Match, Phase, m
from model.queens_collection.cards import CARD, HOME, SEAT, Card, Colour, Player
from model.queens_collection.teams import TeamMatch, team_has_won, team_total, whose_choice
from properties.queens_collection.steps_against import (
    MATCHES,
    boxes_with_pawns,
    cards_held,
    lying_open,
    piled,
    thrown,
    turn_goes_to_the_left,
    turned_up,
)
from queensbench.language import holds, step
from spec.queens_collection.against import (
    PairAsOther,
    RoundEndCheck,
    SubstituteCards,
    SubstituteInSwap,
    SwapSame,
    TeamExchangeChoice,
    TeamExchangeCount,
    TeamExchangePhase,
    WildGone,
    WildInDisplay,
    WildPair,
)
from spec.queens_collection.rulings import r

# ---------------------------------------------------------------------------------------------- pairs


@step(
    "step.acts",
    holds(
        "Who has a card in hand, and finds one in the display, pairs one, or begins an exchange and has changed "
        "nothing yet."
    ),
    clauses=("competitive.take.must", "competitive.take.one", "competitive.swap"),
    instances=MATCHES,
)
def pairs_or_exchanges(s: Match, was: Match) -> bool:
    if s.phase == Phase.GIVE and was.phase != Phase.GIVE:
        return (
            was.phase == Phase.TAKE
            and s.active == was.active
            and s.due == 0
            and all(
                s.display[c] == was.display[c]
                and s.discards[c] == was.discards[c]
                and s.removed[c] == was.removed[c]
                and s.given[c] == 0
                and all(s.hand[p, c] == was.hand[p, c] for p in Player)
                for c in Card
            )
            and all(s.collected[p] == was.collected[p] for p in Player)
        )
    if was.phase != Phase.TAKE or s.round != was.round:
        return s.phase != Phase.TAKE or (
            was.phase in (Phase.REVEAL, Phase.TURN_UP)
            and cards_held(s, s.active) > 0
            and (lying_open(s) > 0 or len(Player) == 4)
        )
    return cards_held(s, was.active) < cards_held(was, was.active)


@step(
    "step.must",
    holds(
        "When the revealing is done, whoever has a card in hand has to act; the turn of anybody else is over."
    ),
    clauses=("competitive.take.must", "competitive.turn.phases"),
    instances=MATCHES,
)
def second_phase_follows(s: Match, was: Match) -> bool:
    """The claim is asked unless the display is empty."""
    if was.phase not in (Phase.REVEAL, Phase.TURN_UP) or s.round != was.round or s.phase == Phase.OVER:
        return True
    p = was.active
    if s.active == p and s.phase in (Phase.REVEAL, Phase.TURN_UP) and len(Player) > 1:
        return was.phase == Phase.REVEAL or (cards_held(s, p) == cards_held(was, p) and turned_up(s) > 0)
    if cards_held(s, p) > 0 and lying_open(s) > 0:
        return s.phase == Phase.TAKE and s.active == p
    return cards_held(s, p) > 0 or turn_goes_to_the_left(s, p)


@step(
    "step.pair",
    holds(
        "A pair is one card of the hand, or two equal ones for one, and one of the display; they go onto the "
        "discards and bring a pawn, or they leave the game."
    ),
    clauses=(
        "competitive.pair",
        "competitive.pair.sources",
        "competitive.pair.discard",
        "competitive.pair.no_pawn",
        "competitive.pair.collect",
        "competitive.last_pawn",
        "competitive.equal_cards",
    ),
    instances=MATCHES,
)
def pair_is_put_away(s: Match, was: Match) -> bool:
    if was.phase not in (Phase.TAKE, Phase.MORE_PAIRS) or s.round != was.round:
        return True
    p = was.active
    used = cards_held(was, p) - cards_held(s, p)
    if used == 0:
        return True
    gone = sum(s.removed[c] - was.removed[c] for c in Card)
    pawns = sum(was.pawns[HOME[c], c] - s.pawns[HOME[c], c] for c in Colour)
    return (
        used in (1, 2)
        and (used == 1 or r.substitute_cards == SubstituteCards.ALL_THREE)
        and sum(s.hand[p, c] != was.hand[p, c] for c in Card) == 1
        and lying_open(s) == lying_open(was) - 1
        and sum(s.display[c] != was.display[c] for c in Card) == 1
        and gone == (0 if pawns == 1 else used + 1)
        and pawns in (0, 1)
        and piled(s) + thrown(s) == piled(was) + thrown(was) + (used + 1 if pawns == 1 else 0)
        and all(s.removed[c] >= was.removed[c] for c in Card)
        and s.collected[p] == was.collected[p] + pawns
        and s.boxes[p] == was.boxes[p] + boxes_with_pawns(was) - boxes_with_pawns(s)
        and s.boxes[p] <= was.boxes[p] + 1
        and all(s.pawns[HOME[c], c] in (was.pawns[HOME[c], c], was.pawns[HOME[c], c] - 1) for c in Colour)
    )


@step(
    "step.pair_colour",
    holds(
        "The pawn has the colour of the pair: of its card in the display and of its card in hand, unless a "
        "wild or two equal cards stand for that."
    ),
    clauses=(
        "competitive.pair",
        "competitive.pair.collect",
        "competitive.wild",
        "competitive.equal_cards",
        "competitive.equal_cards.hand",
    ),
    instances=MATCHES,
)
def pawn_has_the_colour(s: Match, was: Match, c: Colour) -> bool:
    """``c`` is the colour of the pawn that was taken."""
    if s.round != was.round or s.pawns[HOME[c], c] == was.pawns[HOME[c], c]:
        return True
    if was.phase not in (Phase.TAKE, Phase.MORE_PAIRS):
        return was.phase == Phase.FIRST_PLAYER
    p = was.active
    if s.display[CARD[c]] == was.display[CARD[c]]:
        if s.display[Card.WILD] == was.display[Card.WILD] or r.wild_in_display == WildInDisplay.WILD_ONLY:
            return False
    if s.hand[p, CARD[c]] == was.hand[p, CARD[c]] - 1 or s.hand[p, Card.WILD] == was.hand[p, Card.WILD] - 1:
        return True
    two = 2 if r.substitute_cards == SubstituteCards.ALL_THREE else 1
    return any(
        was.hand[p, d] >= 2
        and s.hand[p, d] == was.hand[p, d] - two
        and (d != Card.WILD or r.wild_pair == WildPair.YES)
        and (d != CARD[c] or r.pair_as_other == PairAsOther.ANY)
        for d in Card
    )


@step(
    "step.pair_gone",
    holds("Cards leave the game only as a pair of a colour of which no box card has a pawn."),
    clauses=("competitive.pair.no_pawn", "competitive.wild"),
    instances=MATCHES,
)
def colour_is_gone(s: Match, was: Match) -> bool:
    if s.round != was.round or all(s.removed[c] == was.removed[c] for c in Card):
        return True
    if was.phase not in (Phase.TAKE, Phase.MORE_PAIRS):
        return False
    p = was.active
    if not any(was.pawns[HOME[c], c] == 0 for c in Colour):
        return False
    for c in Colour:
        if was.pawns[HOME[c], c] > 0:
            if s.display[CARD[c]] < was.display[CARD[c]]:
                return False
            if s.hand[p, CARD[c]] == was.hand[p, CARD[c]] - 1 and was.hand[p, CARD[c]] == 1:
                return False
    if s.display[Card.WILD] < was.display[Card.WILD] and r.wild_in_display == WildInDisplay.WILD_ONLY:
        return False
    if r.wild_gone == WildGone.ANY_COLOUR or s.hand[p, Card.WILD] != was.hand[p, Card.WILD] - 1:
        return True
    return not any(was.pawns[HOME[c], c] > 0 and was.display[CARD[c]] > 0 for c in Colour) or (
        r.wild_pair == WildPair.YES and r.substitute_cards == SubstituteCards.TWO
    )


@step(
    "step.more_pairs",
    holds(
        "After a pair another may follow, up to three, as long as there are cards in hand and in the "
        "display; then the turn is over."
    ),
    clauses=("competitive.pair.three", "competitive.take.one", "competitive.turn.next"),
    instances=MATCHES,
)
def pairs_come_to_an_end(s: Match, was: Match) -> bool:
    if was.phase not in (Phase.TAKE, Phase.MORE_PAIRS) or s.round != was.round or s.phase == Phase.OVER:
        return True
    p = was.active
    if s.phase == Phase.GIVE:
        return was.phase == Phase.TAKE
    if cards_held(s, p) == cards_held(was, p):
        return (
            was.phase == Phase.MORE_PAIRS
            and turn_goes_to_the_left(s, p)
            and all(s.display[c] == was.display[c] and s.removed[c] == was.removed[c] for c in Card)
            and all(s.pile[c] + s.discards[c] == was.pile[c] + was.discards[c] for c in Card)
            and all(s.pawns[HOME[c], c] == was.pawns[HOME[c], c] for c in Colour)
        )
    over = was.pairs + 1 == m.pairs or cards_held(s, p) == 0 or lying_open(s) == 0
    if over:
        return turn_goes_to_the_left(s, p)
    return (
        s.phase == Phase.MORE_PAIRS
        and s.active == p
        and s.pairs == was.pairs + 1
        and (r.round_end_check != RoundEndCheck.EACH_PAWN or boxes_with_pawns(s) > 1)
    )


# ------------------------------------------------------------------------------------------ exchanges


@step(
    "step.give",
    holds(
        "A card of the hand is put down, and one will come for it; three at most, and no more than can come."
    ),
    clauses=("competitive.swap", "competitive.swap.same_number", "competitive.equal_cards"),
    instances=MATCHES,
)
def card_is_put_down(s: Match, was: Match) -> bool:
    """By ruling `substitute_in_swap` two equal cards may go for one."""
    if was.phase != Phase.GIVE:
        return True
    p = was.active
    put = cards_held(was, p) - cards_held(s, p)
    if not (
        s.active == p
        and all(
            s.hand[p, c] + s.given[c] == was.hand[p, c] + was.given[c]
            and s.given[c] >= was.given[c]
            and s.display[c] == was.display[c]
            and s.discards[c] == was.discards[c]
            and all(s.hand[q, c] == was.hand[q, c] for q in Player if q != p)
            for c in Card
        )
    ):
        return False
    if put == 0:
        return s.phase == Phase.RECEIVE and s.due == was.due and s.due > 0
    return (
        s.due == was.due + 1
        and sum(s.given[c] != was.given[c] for c in Card) == 1
        and (
            put == 1
            or (
                put == 2
                and r.substitute_in_swap == SubstituteInSwap.EVERYWHERE
                and (r.wild_pair == WildPair.YES or s.given[Card.WILD] == was.given[Card.WILD])
            )
        )
        and s.phase in (Phase.GIVE, Phase.RECEIVE)
        and (s.phase == Phase.RECEIVE or cards_held(s, p) > 0)
    )


@step(
    "step.give_end",
    holds(
        "With the display as many cards are exchanged as the player likes: three, or all of it, or all in hand."
    ),
    clauses=("competitive.swap", "competitive.swap.same_number"),
    instances=MATCHES,
)
def as_many_as_there_are(s: Match, was: Match) -> bool:
    """For teams a claim of their own asks the same of the display."""
    if was.phase != Phase.GIVE or s.due == was.due or len(Player) == 4:
        return True
    most = min(m.swaps, lying_open(s))
    return s.due <= most and (s.phase == Phase.RECEIVE) == (s.due == most or cards_held(s, was.active) == 0)


@step(
    "step.receive",
    holds("For each card put down one comes; with the last, what was put down takes the place of what came."),
    clauses=("competitive.swap", "competitive.swap.same_number", "competitive.display"),
    instances=MATCHES,
)
def card_is_received(s: Match, was: Match) -> bool:
    """In an exchange with the partner this says what the hand gets; the claim of the teams says where it comes from."""
    if was.phase != Phase.RECEIVE or s.round != was.round:
        return True
    p = was.active
    if cards_held(s, p) != cards_held(was, p) + 1 or piled(s) + thrown(s) != piled(was) + thrown(was):
        return False
    if r.swap_same == SwapSame.BARRED and any(
        s.hand[p, c] > was.hand[p, c] and was.given[c] > 0 for c in Card
    ):
        return False
    if any(s.hand[p, c] < was.hand[p, c] for c in Card):
        return False
    if was.due > 1:
        return (
            s.phase == Phase.RECEIVE
            and s.due == was.due - 1
            and s.active == p
            and (all(s.given[c] == was.given[c] for c in Card))
        )
    return (
        all(s.given[c] == 0 for c in Card)
        and s.due == 0
        and (s.phase in (Phase.OVER, Phase.MORE_PAIRS) or turn_goes_to_the_left(s, p))
    )


@step(
    "step.from_display",
    holds("What a player gets leaves the display, and what was put down lies there in the end."),
    clauses=("competitive.swap", "competitive.display"),
    instances=MATCHES,
)
def card_leaves_the_display(s: Match, was: Match, c: Card) -> bool:
    """The claim is asked if nobody else's hand has changed."""
    if was.phase != Phase.RECEIVE or s.round != was.round:
        return True
    p = was.active
    if any(cards_held(s, q) != cards_held(was, q) for q in Player if q != p):
        return len(Player) == 4
    if any(s.hand[q, d] != was.hand[q, d] for q in Player if q != p for d in Card):
        return len(Player) == 4
    if was.due == 1 and len(Player) == 4 and sum(was.given[d] for d in Card) == 1:
        return True
    return (
        s.display[c] + s.hand[p, c] + s.given[c] == was.display[c] + was.hand[p, c] + was.given[c]
        and s.removed[c] == was.removed[c]
    )


# ---------------------------------------------------------------------------------------------- teams


@step(
    "step.partner",
    holds(
        "Who exchanges with the partner gets a card of the partner's hand, which gets what was put down; no display."
    ),
    clauses=("teams.exchange", "teams.exchange.not_both", "teams.exchange.next"),
    instances=("full",),
)
def partners_exchange(s: TeamMatch, was: TeamMatch, c: Card, q: Player) -> bool:
    """``q`` is the partner."""
    p = was.active
    if q == p or SEAT[q] % 2 != SEAT[p] % 2 or was.phase != Phase.RECEIVE or s.round != was.round:
        return True
    if not was.with_partner:
        return s.hand[q, c] == was.hand[q, c] and (
            s.display[c] + s.hand[p, c] + s.given[c] == was.display[c] + was.hand[p, c] + was.given[c]
        )
    if s.display[c] != was.display[c] or s.removed[c] != was.removed[c]:
        return False
    return (
        s.hand[p, c] + s.hand[q, c] + s.given[c] == was.hand[p, c] + was.hand[q, c] + was.given[c]
        and s.with_partner == (was.due > 1)
        and (
            was.due > 1
            or s.phase != Phase.MORE_PAIRS
            or r.team_exchange_phase == TeamExchangePhase.WITHIN_PAIRS
        )
        and (
            was.due > 1
            or s.phase in (Phase.OVER, Phase.MORE_PAIRS)
            or r.team_exchange_phase == TeamExchangePhase.INSTEAD_OF_SWAP
        )
    )


@step(
    "step.partner_count",
    holds("As many cards go to the partner as come, and in one turn none to the display."),
    clauses=("teams.exchange", "teams.exchange.not_both", "competitive.swap.same_number"),
    instances=("full",),
)
def as_many_as_the_partner_has(s: TeamMatch, was: TeamMatch) -> bool:
    if was.phase == Phase.GIVE and s.with_partner != was.with_partner:
        return False
    if s.with_partner and s.phase not in (Phase.GIVE, Phase.RECEIVE):
        return False
    if was.phase != Phase.GIVE or s.due == was.due:
        return True
    most = min(m.swaps, lying_open(s))
    if s.with_partner:
        most = sum(cards_held(s, q) for q in Player if q != s.active and SEAT[q] % 2 == SEAT[s.active] % 2)
        if r.team_exchange_count == TeamExchangeCount.ONE:
            most = min(most, 1)
        if r.team_exchange_count == TeamExchangeCount.ONE_TO_THREE:
            most = min(most, m.swaps)
        if sum(s.given[c] for c in Card) != s.due:
            return False
    return s.due <= most and (s.phase == Phase.RECEIVE) == (s.due == most or cards_held(s, was.active) == 0)


@step(
    "step.chooser",
    holds(
        "The active player chooses, but by ruling `team_exchange_choice` the partner names what the partner gives."
    ),
    clauses=("teams.exchange", "competitive.turn.order"),
    instances=("full",),
)
def right_player_chooses(s: TeamMatch, was: TeamMatch) -> bool:
    if r.team_exchange_choice == TeamExchangeChoice.PARTNER and s.phase == Phase.RECEIVE and s.with_partner:
        across = SEAT[whose_choice(s)] % 2 == SEAT[s.active] % 2
        return across and whose_choice(s) != s.active and s.active == was.active
    return whose_choice(s) == s.active


# ------------------------------------------------------------------------------------------------ the end


@step(
    "step.sums",
    holds("Alone a player's points of all rounds count; who has most, or as many as that, has won."),
    clauses=("competitive.total", "competitive.win", "competitive.tie"),
    instances=("duel",),
)
def points_of_all_rounds(s: Match, was: Match, p: Player) -> bool:
    """The claim is asked of a match that ends with this step; teams win in another way."""
    if s.phase != Phase.OVER or was.phase == Phase.OVER:
        return True
    return total(s, p) == s.points[p] and has_won(s, p) == all(s.points[q] <= s.points[p] for q in Player)


@step(
    "step.team_sums",
    holds(
        "The points of both partners of all rounds count; the team with more has won, or both that have as many."
    ),
    clauses=("teams.total", "teams.win", "teams.tie"),
    instances=("full",),
)
def points_of_both_partners(s: TeamMatch, was: TeamMatch, p: Player) -> bool:
    if s.phase != Phase.OVER or was.phase == Phase.OVER:
        return True
    ours = sum(s.points[q] for q in Player if SEAT[q] % 2 == SEAT[p] % 2)
    theirs = sum(s.points[q] for q in Player if SEAT[q] % 2 != SEAT[p] % 2)
    return team_total(s, p) == ours and team_has_won(s, p) == (ours >= theirs)
