"""The deal, the scoring and the end of Queen of Scots, each as the table after it beside the table before it."""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, SEAT, SORT, Card, Player, Sort, copies, n, printed
from model.queen_of_scots.scoring import game_over, has_won, total
from model.queen_of_scots.table import Phase, State, whose_choice
from properties.queen_of_scots.claims import playing
from properties.queen_of_scots.steps import heap, held, lying, round_over, sits_left, undrawn
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import FirstPlayer, JewelWorth, NewRound, TurnedUp, TurnedUpJewel, TurnOrder
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.scoring import (
    CrossTie,
    HighestScore,
    NetScore,
    OtherEnd,
    ReachOrCross,
    RoundEnd,
    SameTurn,
    ThreeCross,
    WinWhen,
)
from spec.queen_of_scots.turns import DeckEmpty

# ------------------------------------------------------------------------------------------------- words


@rule()
def counted(s: State, p: Player) -> int:
    """The worth of a player's cards as they lie: those in sets, less those in hand (ruling ``jewel_worth``)."""
    people = sum(
        printed(card) * (s.laid[p, card] + s.court[p, card] - s.hand[p, card])
        for card in Card
        if card != Card.JEWEL
    )
    if r.jewel_worth == JewelWorth.NOTHING:
        return people
    if r.jewel_worth == JewelWorth.PRINTED:
        return people + printed(Card.JEWEL) * (lying(s, p, Card.JEWEL) - s.hand[p, Card.JEWEL])
    dearest = max(printed(card) if IS_ROYAL[card] else 0 for card in Card)
    alone = sum(printed(card) * s.wilds[p, SORT[card]] for card in Card)
    return people + alone + dearest * s.wilds[p, Sort.COURT] - printed(Card.JEWEL) * s.hand[p, Card.JEWEL]


@rule()
def in_hand(s: State, p: Player) -> int:
    """The points subtracted for the cards in a player's hand."""
    return sum(
        printed(card) * s.hand[p, card]
        for card in Card
        if card != Card.JEWEL or r.jewel_worth != JewelWorth.NOTHING
    )


@rule()
def got_there(s: State, p: Player) -> bool:
    """Whether the player has the total that wins after a round (rulings ``reach_or_cross``, ``net_score``)."""
    least = n.target + (0 if r.reach_or_cross == ReachOrCross.REACH else 1)
    total = s.points[p] + (0 if r.net_score == NetScore.NET else max(0, in_hand(s, p)))
    return total >= least


@rule()
def some_got_there(s: State) -> int:
    """How many players have the total that wins."""
    return sum(got_there(s, p) for p in Player)


@rule()
def turn_of(s: State, p: Player) -> int:
    """How many players come before this one in the round, from the first on (ruling ``turn_order``)."""
    way = 1 if r.turn_order == TurnOrder.CLOCKWISE else 0 - 1
    return ((SEAT[p] - SEAT[s.first]) * way + len(Player)) % len(Player)


# ------------------------------------------------------------------------------------------------- the deal


@step(
    "step.dealer",
    holds("Some player is chosen as dealer and shuffles; no card has moved."),
    clauses=("setup.dealer",),
)
def dealer_is_chosen(s: State, was: State, card: Card) -> bool:
    if was.phase != Phase.DEALER:
        return True
    return (
        s.phase == Phase.SHUFFLE
        and s.round == 1
        and s.deck[card] == copies(card)
        and (r.first_player != FirstPlayer.LEFT_OF_FIRST_DEALER or s.first_dealer == s.dealer)
    )


@step(
    "step.shuffle",
    holds(
        "The dealer takes together all cards, or by ruling `new_round` all but the sets, and deals leftwards."
    ),
    clauses=("setup.shuffle", "round.dealer.when", "table.still"),
)
def cards_are_shuffled(s: State, was: State, card: Card) -> bool:
    if was.phase != Phase.SHUFFLE:
        return True
    stay = r.new_round == NewRound.SETS_STAY
    return (
        s.phase == Phase.DEAL
        and sits_left(was.dealer, s.active)
        and s.pile[card] == 0
        and not s.apart[card]
        and not s.untouched
        and not s.renewed
        and s.deck[card] + sum(lying(s, p, card) for p in Player) == copies(card)
        and all(
            s.hand[p, card] == 0
            and not s.opened[p]
            and lying(s, p, card) == (lying(was, p, card) if stay else 0)
            and s.courts[p] == (was.courts[p] if stay else 0)
            for p in Player
        )
    )


@step(
    "step.deal",
    holds("Cards are dealt from the deck until everybody has the hand that is named, the dealer last."),
    clauses=("setup.deal", "setup.hand"),
)
def one_card_is_dealt(s: State, was: State, card: Card) -> bool:
    if was.phase != Phase.DEAL:
        return True
    p = was.active
    full = held(was, p) + 1 == n.hand
    return (
        undrawn(was) > 0
        and undrawn(s) == undrawn(was) - 1
        and held(s, p) == held(was, p) + 1
        and s.deck[card] + s.hand[p, card] == was.deck[card] + was.hand[p, card]
        and s.deck[card] <= was.deck[card]
        and s.pile[card] == 0
        and all(
            lying(s, q, card) == lying(was, q, card) and (q == p or s.hand[q, card] == was.hand[q, card])
            for q in Player
        )
        and (sits_left(p, s.active) if full else s.active == p)
        and s.phase == (Phase.TURN_UP if full and p == was.dealer else Phase.DEAL)
    )


@step(
    "step.turn_up",
    holds("When all hands are dealt one more card of the deck lies face up, and nothing else has moved."),
    clauses=("setup.turned_up", "jewels.take"),
)
def one_card_is_turned_up(s: State, was: State, card: Card) -> bool:
    """By ruling ``turned_up`` the card is the pile's first or lies apart; by ``turned_up_jewel`` it is no jewel."""
    if was.phase != Phase.TURN_UP:
        return True
    apart = r.turned_up == TurnedUp.APART
    if undrawn(was) > 1 or r.deck_empty not in (DeckEmpty.RENEWED_WHOLE, DeckEmpty.RENEWED_UNDER_TOP):
        if undrawn(s) != undrawn(was) - 1 or heap(s) != (0 if apart else 1):
            return False
        if s.deck[card] + s.pile[card] + (1 if s.apart[card] else 0) != was.deck[card]:
            return False
        if not apart and s.pile[s.top] != 1:
            return False
        if (
            r.turned_up_jewel == TurnedUpJewel.REPLACED
            and was.deck[Card.JEWEL] < undrawn(was)
            and s.deck[Card.JEWEL] != was.deck[Card.JEWEL]
        ):
            return False
    under = r.turned_up == TurnedUp.UNDER_DISCARDS
    if s.untouched != under and (s.untouched or heap(s) > 0):
        return False
    return all(
        lying(s, p, card) == lying(was, p, card) and s.hand[p, card] == was.hand[p, card] for p in Player
    )


@step(
    "step.first",
    holds("The neighbour on the left begins the round; nobody becomes first later."),
    clauses=("start.first",),
)
def neighbour_begins(s: State, was: State) -> bool:
    """Ruling ``first_player`` says whose neighbour begins."""
    if playing(was) or was.phase == Phase.DEAL:
        return s.first == was.first
    if was.phase == Phase.SEAT:
        return s.active == s.first or undrawn(was) == 0
    if was.phase != Phase.TURN_UP:
        return True
    match r.first_player:
        case FirstPlayer.LEFT_OF_DEALER:
            return sits_left(was.dealer, s.first) and s.active == s.first and s.phase != Phase.SEAT
        case FirstPlayer.LEFT_OF_FIRST_DEALER:
            return sits_left(was.first_dealer, s.first) and s.active == s.first and s.phase != Phase.SEAT
        case FirstPlayer.LEFT_OF_CARD:
            return s.phase == Phase.SEAT and s.first == was.first


@step(
    "step.begins",
    holds(
        "The first turn opens with picking up, the cards as they were dealt; only an empty deck lets it go on."
    ),
    clauses=("start.first", "turn.pick_up"),
)
def first_turn_begins(s: State, was: State) -> bool:
    if was.phase not in (Phase.TURN_UP, Phase.SEAT) or s.phase == Phase.SEAT:
        return True
    if was.phase == Phase.SEAT and not all(
        s.hand[p, card] == was.hand[p, card] for p in Player for card in Card
    ):
        return False
    if round_over(s):
        return r.round_end == RoundEnd.WHEN_ABLE or r.win_when == WinWhen.AT_ONCE or undrawn(s) == 0
    return s.phase == Phase.PICK_UP or (s.phase == Phase.PLAY and undrawn(s) == 0)


@step(
    "step.setup_stays",
    holds("While cards are dealt nobody's points change, and neither dealer nor round does."),
    clauses=("setup.deal", "round.dealer", "score.when"),
)
def setup_changes_no_points(s: State, was: State) -> bool:
    if was.phase not in (Phase.SHUFFLE, Phase.DEAL, Phase.DEALER, Phase.TURN_UP, Phase.SEAT):
        return True
    if was.phase in (Phase.TURN_UP, Phase.SEAT) and round_over(s):
        return True
    return (
        s.round == was.round
        and (s.dealer == was.dealer or was.phase == Phase.DEALER)
        and all(s.points[p] == was.points[p] and not s.winner[p] for p in Player)
    )


@step(
    "step.first_dealer",
    holds("Who dealt first does not change."),
    clauses=("setup.dealer",),
)
def first_dealer_stays(s: State, was: State) -> bool:
    return was.phase == Phase.DEALER or s.first_dealer == was.first_dealer


# -------------------------------------------------------------------------------------------------- scores


@step(
    "step.points",
    holds(
        "When a round is over the sets are added to each total and the hands subtracted, below zero too; never before."
    ),
    clauses=("score.when", "score.table", "score.hand", "score.negative", "game.cumulative", "card.value"),
)
def points_are_counted(s: State, was: State, p: Player) -> bool:
    if not (playing(was) or was.phase in (Phase.TURN_UP, Phase.SEAT)):
        return True
    return s.points[p] - was.points[p] == (counted(s, p) if round_over(s) else 0)


@step(
    "step.next_round",
    holds("With each round the deal goes to the next player clockwise; within a round it stays."),
    clauses=("round.dealer", "round.dealer.when"),
)
def deal_goes_round(s: State, was: State) -> bool:
    if not (playing(was) or was.phase in (Phase.TURN_UP, Phase.SEAT)):
        return True
    if s.phase == Phase.SHUFFLE:
        return s.round == was.round + 1 and sits_left(was.dealer, s.dealer)
    return s.round == was.round and s.dealer == was.dealer


@step(
    "step.game_over",
    holds(
        "The game is over when a round has brought somebody there, or the paper is full; else a round follows."
    ),
    clauses=("game.thousand", "game.cumulative"),
)
def game_ends_with_a_thousand(s: State, was: State) -> bool:
    """By ruling ``cross_tie`` players who are level go on; by ``other_end`` all of them have dealt."""
    if not round_over(s) or was.phase == Phase.DEALER:
        return True
    last = was.round == n.rounds or (r.other_end == OtherEnd.ALL_DEALT and was.round == len(Player))
    if s.phase == Phase.OVER:
        return last or some_got_there(s) > 0
    return not last and (
        some_got_there(s) == 0 or (some_got_there(s) > 1 and r.cross_tie == CrossTie.NEXT_ROUND)
    )


@rule()
def uncounted(s: State, p: Player) -> int:
    """By ruling ``net_score`` the worth of the cards in hand, which takes nothing from those who got there."""
    return in_hand(s, p) if r.net_score == NetScore.TABLE_ALONE else 0


@rule()
def surpassed(s: State, p: Player) -> bool:
    """Whether somebody who got there has a higher total, by ruling ``net_score`` without what is in hand."""
    return any(
        got_there(s, q) and s.points[q] + uncounted(s, q) > s.points[p] + uncounted(s, p) for q in Player
    )


@step(
    "step.winner",
    holds("The winner is who got there; of two together the one with more points."),
    clauses=("game.thousand", "game.together"),
)
def higher_total_wins(s: State, was: State, p: Player) -> bool:
    """The claim is asked under the readings that compare totals, once somebody got there."""
    if s.phase != Phase.OVER or some_got_there(s) == 0:
        return True
    if r.same_turn == SameTurn.FROM_LAST_TURN and got_there(s, s.active):
        return has_won(s, p) == (p == s.active) or r.cross_tie == CrossTie.NEXT_ROUND
    if r.same_turn == SameTurn.FROM_LAST_TURN:
        return not has_won(s, p) or got_there(s, p)
    if r.same_turn == SameTurn.COUNTED_IN_TURN:
        first = got_there(s, p) and not any(got_there(s, q) and turn_of(s, q) < turn_of(s, p) for q in Player)
        return has_won(s, p) == first or r.cross_tie == CrossTie.NEXT_ROUND
    if r.three_cross == ThreeCross.ALL and some_got_there(s) > 2:
        return has_won(s, p) == got_there(s, p)
    if r.highest_score == HighestScore.ROUND:
        return (
            has_won(s, p)
            == (
                got_there(s, p)
                and not any(
                    got_there(s, q)
                    and s.points[q] - was.points[q] + uncounted(s, q)
                    > s.points[p] - was.points[p] + uncounted(s, p)
                    for q in Player
                )
            )
            or r.cross_tie != CrossTie.SHARED
        )
    level = sum(got_there(s, q) and not surpassed(s, q) for q in Player) > 1
    if level and r.cross_tie == CrossTie.NEXT_ROUND:
        return was.round == n.rounds and not has_won(s, p)
    if level and r.cross_tie == CrossTie.WENT_OUT and got_there(s, s.active) and not surpassed(s, s.active):
        return has_won(s, p) == (p == s.active)
    return has_won(s, p) == (got_there(s, p) and not surpassed(s, p))


@step(
    "step.total",
    holds("A game that is over is scored by totals, and it is over then and never before."),
    clauses=("game.cumulative", "game.thousand"),
)
def total_is_the_score(s: State, was: State, p: Player) -> bool:
    return total(s, p) == s.points[p] and game_over(s) == (s.phase == Phase.OVER) and not game_over(was)


@step(
    "step.decides",
    holds("The dealer shuffles; whoever is on turn chooses all else."),
    clauses=("setup.shuffle", "add.turn", "pick_up.choice"),
)
def right_player_decides(s: State, was: State) -> bool:
    return whose_choice(s) == (s.dealer if s.phase == Phase.SHUFFLE else s.active)


@step(
    "step.no_winner",
    holds(
        "Nobody wins if nobody got there; by ruling `other_end` the highest total does when all have dealt."
    ),
    clauses=("game.thousand", "round.dealer"),
)
def no_winner_below(s: State, was: State, p: Player) -> bool:
    if s.phase != Phase.OVER:
        return not has_won(s, p)
    if some_got_there(s) > 0:
        return True
    if r.other_end == OtherEnd.ALL_DEALT and was.round == len(Player):
        return has_won(s, p) == all(s.points[p] >= s.points[q] for q in Player)
    return not has_won(s, p)


@step(
    "step.race",
    holds("By ruling `win_when` the round goes on only while nobody would get there as the cards lie."),
    clauses=("game.thousand", "score.when"),
)
def race_goes_on(s: State, was: State) -> bool:
    if r.win_when != WinWhen.AT_ONCE or not playing(s) or s.phase == Phase.DRAW or s.due:
        return True
    least = n.target + (0 if r.reach_or_cross == ReachOrCross.REACH else 1)
    return not any(
        s.points[p] + counted(s, p) + (0 if r.net_score == NetScore.NET else in_hand(s, p)) >= least
        for p in Player
    )


@step(
    "step.race_won",
    holds("By ruling `win_when` a round that ends with every hand full has brought somebody there."),
    clauses=("game.thousand", "score.when"),
)
def race_ends_with_a_winner(s: State, was: State) -> bool:
    if r.win_when != WinWhen.AT_ONCE or not round_over(s) or was.phase == Phase.DEALER:
        return True
    if r.round_end == RoundEnd.WHEN_ABLE or r.deck_empty != DeckEmpty.NO_PICK_UP or held(s, was.active) == 0:
        return True
    return some_got_there(s) > 0
