"""What must hold in every mode of Queue 4, what is expected, and why; written before the first run."""

from __future__ import annotations

from model.queue4.bouquets import Bouquets
from model.queue4.opening import RoyalBall
from model.queue4.returning import in_play
from model.queue4.scoring import Band, band, cards_played, points
from model.queue4.state import (
    QUEUE,
    Card,
    Ending,
    Phase,
    Queue,
    Standard,
    deck_size,
    four_discarded,
    level,
    n,
    rank_of,
)
from queensbench.language import (
    always,
    can_always,
    ends,
    fails,
    holds,
    never,
    reachable,
    rule,
)
from spec.queue4.bouquets import DoubledLongest, GroupMaximal, MoveWhen
from spec.queue4.royal_ball import EffectImpossible
from spec.queue4.rulings import r
from spec.queue4.standard import Destination, StopWhen

BASE = ("six", "eight", "three_queues")
BALLS = ("court", "opening")
"""The small boxes of The Royal Ball with all three effects."""
BOUQUETS = ("nosegay", "posy")
BOTH = ("flowers", "ball_of_flowers")
PAIRED = ("pairs", "twins", "jacks")
"""Those in which one effect or another is missing; in the first two the opening Queues hold pairs."""
CAMPAIGNS = ("two_games", "two_games_two_queues", "two_bouquets")
BALL_CAMPAIGNS = ("two_balls", "two_of_both")

SMALL = (*BASE, *PAIRED, *BALLS, *BOUQUETS, *BOTH, *CAMPAIGNS, *BALL_CAMPAIGNS)
NO_TOTAL = (*BASE, *BALLS, *BOUQUETS, *BOTH)
"""The small boxes whose last position shows the table; after a campaign it is cleared."""


@rule()
def aside(s: Standard, card: Card) -> int:
    """The number of cards outside the deck, the Queues, the hand and the discards."""
    return paired(s, card) + on_the_move(s, card)


@rule()
def paired(s: Standard, card: Card) -> int:
    """Those of them that wait to be paired at the start of a Royal Ball (The Royal Ball replaces this)."""
    return 0


@rule(replaces=paired)
def paired_at_ball(s: RoyalBall, card: Card) -> int:
    """Those that wait to be paired at the beginning of a Royal Ball."""
    return s.pool[card]


@rule()
def on_the_move(s: Standard, card: Card) -> int:
    """Those of them between two Queues, or given for a move and not counted by a ruling (Bouquets replaces this)."""
    return 0


@rule(replaces=on_the_move)
def on_the_move_in_bouquets(s: Bouquets, card: Card) -> int:
    """Those between two Queues, or given for that by a ruling that does not count them."""
    return s.spent[card] + (1 if s.carried == card else 0)


@rule()
def queued(s: Standard, card: Card) -> int:
    """How many such cards lie in the Queues."""
    return sum(
        i < len(s.queue[q]) and s.queue[q][i] == card
        for q in Queue
        for i in range(n.ranks * n.colours * n.copies)
    )


@always(
    "cards.conserved",
    holds("A card goes from deck to Queue to discards, or back; none comes or goes."),
    clauses=(
        "deck.standard",
        "return.may",
        "option.stop.returned",
        "place.misfit.card",
        "ball.setup.shuffle",
    ),
)
def cards_conserved(s: Standard, card: Card) -> bool:
    hand = 1 if s.held == card else 0
    return s.deck[card] + s.discards[card] + queued(s, card) + hand + aside(s, card) == n.copies


@always(
    "cards.in_all",
    holds("What is conserved card by card is so in sum."),
    clauses=("deck.standard", "score.count", "score.deck"),
)
def cards_in_all(s: Standard) -> bool:
    ways = sum(aside(s, c) + s.discards[c] for c in range(1, n.ranks * n.colours + 1))
    hand = 1 if s.held > 0 else 0
    return deck_size(s) + cards_played(s) + ways + hand == n.ranks * n.colours * n.copies


@always(
    "queues.ordered",
    holds("A card joins where it is in order, or costs the Queue; cards leave without changing the rest."),
    clauses=("queues.ordered", "queues.ordered.always", "queues.ordered.moves", "order.match", "place.fits"),
)
def queues_ordered(s: Standard, q: Queue) -> bool:
    return all(
        i + 1 >= len(s.queue[q]) or rank_of(s.queue[q][i]) <= rank_of(s.queue[q][i + 1])
        for i in range(n.ranks * n.colours * n.copies - 1)
    )


@always(
    "turn.has_a_card",
    holds("With an empty deck there is nothing to draw: the game has ended."),
    clauses=("end.deck", "turn.draw"),
)
def turn_has_a_card(s: Standard) -> bool:
    drawing = s.phase in (Phase.AIM, Phase.LOOK, Phase.REVEAL, Phase.OFFER, Phase.HELP, Phase.TURN_UP)
    return not drawing or deck_size(s) > 0


@always(
    "fourth.ends",
    holds(
        "With the fourth discard of a rank the game has ended; face cards laid aside in the set-up are none."
    ),
    clauses=("end.fourth", "goal.before_fourth", "end.three"),
)
def fourth_ends(s: Standard) -> bool:
    opening = s.phase in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR)
    return opening or s.ending != Ending.NONE or not four_discarded(s)


@always(
    "ending.is_known",
    holds(
        "A turn and a set-up belong to a game without an ending, and a Bouquet is named once there is one."
    ),
    clauses=("end.three", "turn.repeat"),
)
def ending_is_known(s: Standard) -> bool:
    if s.phase in (Phase.AIM, Phase.LOOK, Phase.KNOWN, Phase.DEAL, Phase.ARRANGE, Phase.PAIR, Phase.KIND):
        return s.ending == Ending.NONE
    if s.phase in (Phase.REVEAL, Phase.SEEN):
        return s.ending == Ending.NONE or not in_play(s)
    return s.phase != Phase.NAME or s.ending != Ending.NONE


@never(
    "over.without_ending",
    holds("There is no fourth way to end, as long as an effect without an object is left out."),
    instances=NO_TOTAL,
    clauses=("end.three",),
)
def over_without_ending(s: Standard) -> bool:
    if s.phase != Phase.OVER:
        return False
    return s.ending == Ending.NONE or (
        s.ending == Ending.STUCK and r.effect_impossible == EffectImpossible.SKIPPED
    )


@always(
    "return.ten",
    holds("Only a deck that holds so many other cards makes a player choose what a card turned up does."),
    clauses=("return.ten", "campaign.return.ten"),
)
def only_with_ten(s: Standard) -> bool:
    if r.stop_when == StopWhen.UNTIL_PLACED or r.destination == Destination.QUEUE or stops_for_a_move(s):
        return True
    return not waits(s) or deck_size(s) >= level.others


@rule()
def waits(s: Standard) -> bool:
    """Whether a card turned up waits for what the player does."""
    return s.phase == Phase.SEEN


@rule(replaces=waits)
def waits_for_a_move(s: Bouquets) -> bool:
    """Also while a card is moved, after which it still waits."""
    return s.phase == Phase.SEEN or s.resume == Phase.SEEN


@rule()
def stops_for_a_move(s: Standard) -> bool:
    """Whether the player may have another reason to stop once a card is turned up."""
    return False


@rule(replaces=stops_for_a_move)
def stops_for_a_bouquet(s: Bouquets) -> bool:
    """By ruling ``move_when`` that cards may be moved."""
    return r.move_when == MoveWhen.AFTER_REVEAL


@always(
    "new_queue.is_an_empty_one",
    holds("A card that shall begin a Queue takes an empty one, and there are no more Queues than these."),
    clauses=("queues.four", "option.new.free", "place.commit"),
)
def takes_an_empty_one(s: Standard) -> bool:
    return s.phase != Phase.REVEAL or len(s.queue[QUEUE[s.target]]) > 0 or not s.gone[QUEUE[s.target]]


@always(
    "seen.nothing_has_happened",
    holds(
        "A card that can still be shuffled back has neither joined its Queue nor cost it, nor ended the game."
    ),
    clauses=("return.no_effect", "campaign.return.no_effect", "place.reveal"),
)
def nothing_has_happened(s: Standard) -> bool:
    return s.phase != Phase.SEEN or (s.held > 0 and (s.ending == Ending.NONE or not in_play(s)))


@never(
    "deck.with_four_discarded",
    holds("The third ending is one without four discards of a rank."),
    instances=BASE,
    clauses=("end.deck.without",),
)
def deck_with_four(s: Standard) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.DECK and four_discarded(s)


@never(
    "return.twice",
    holds("A card has been shuffled back: no other will be, and nothing else makes a card turned up wait."),
    instances=(*BASE, *BALLS, *BOUQUETS, *BOTH),
    clauses=("return.once",),
)
def return_twice(s: Standard) -> bool:
    """Under some readings a card turned up waits for something else (``only_with_ten`` leaves out the same ones)."""
    if r.stop_when == StopWhen.UNTIL_PLACED or r.destination == Destination.QUEUE or stops_for_a_move(s):
        return False
    return s.phase == Phase.SEEN and s.returned


@always(
    "score.within",
    holds("No card counts more than twice, and none takes more than a point away."),
    clauses=("score.count", "score.deck", "score.longest", "bouquets.score.cards", "bouquets.score.groups"),
)
def score_within(s: Standard) -> bool:
    most = n.ranks * n.colours * n.copies
    return s.phase not in (Phase.SCORE, Phase.OVER) or (
        points(s) >= -most and points(s) <= 2 * most + more_points(s)
    )


@rule()
def more_points(s: Standard) -> int:
    """By how much a reading may exceed two points for each card."""
    return 0


@rule(replaces=more_points)
def more_points_of_bouquets(s: Bouquets) -> int:
    """The longest Queue added to the Bouquet, or parts of Groups counted as Groups."""
    most = n.ranks * n.colours * n.copies
    return (most if r.doubled_longest == DoubledLongest.ADDED else 0) + (
        most * (most - 1) // 2 if r.group_maximal == GroupMaximal.EVERY_SET else 0
    )


can_always(
    "end.reachable",
    Standard,
    holds("The player may end the game in any turn."),
    instances=SMALL,
    clauses=("option.stop", "end.choice"),
    module=__name__,
)

ends(
    "end.by_force",
    Standard,
    holds("Each turn takes a card from the deck for good, but for one, or for as many as there are tokens."),
    instances=(*BASE, *BOUQUETS, *CAMPAIGNS),
    against=("players", "chance"),
    sure=True,
    clauses=("turn.repeat", "return.once", "campaign.return"),
    module=__name__,
)

ends(
    "end.of_a_ball",
    RoyalBall,
    fails(
        "A Queen alone in a Queue sends herself back; with two Queens and no more in the deck no chance is needed.",
        blame=("ball.queen", "own_queue", "gap: no limit of turns"),
    ),
    instances=(*BALLS, *BOTH, *BALL_CAMPAIGNS),
    against=("players",),
    clauses=("turn.repeat", "ball.queen"),
    module=__name__,
)

ends(
    "end.of_a_ball_by_will",
    RoyalBall,
    holds("Chance alone cannot keep a player from stopping."),
    instances=(*BALLS, *BOTH, *BALL_CAMPAIGNS),
    against=("chance",),
    sure=True,
    clauses=("option.stop",),
    module=__name__,
)


@reachable(
    "ends.fourth",
    holds("The first ending."),
    instances=NO_TOTAL,
    clauses=("end.fourth",),
)
def ends_by_fourth(s: Standard) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.FOURTH


@reachable(
    "ends.deck",
    holds("The third ending: all cards fit, or were lost before the fourth of a rank."),
    instances=NO_TOTAL,
    clauses=("end.deck",),
)
def ends_by_deck(s: Standard) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.DECK


@reachable(
    "last_card.loses",
    holds("The last card of the deck may be the one that costs a Queue with the fourth of a rank."),
    instances=NO_TOTAL,
    clauses=("end.fourth", "score.longest.without"),
)
def last_card_loses(s: Standard) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.FOURTH and deck_size(s) == 0


@reachable(
    "no_card_is_left",
    holds("Every Queue can be lost, and the last card with them."),
    instances=BASE,
    clauses=("place.misfit", "score.is"),
)
def nothing_left(s: Standard) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.FOURTH and cards_played(s) == 0 and deck_size(s) == 0


@reachable(
    "four_discarded.scores_above_zero",
    holds("What counts at the end is what lies in the Queues, however the game ended."),
    instances=("eight", "three_queues", "opening"),
    clauses=("score.is", "end.fourth"),
)
def good_though_four(s: Standard) -> bool:
    return s.phase == Phase.OVER and s.ending == Ending.FOURTH and points(s) > 0


@reachable(
    "band.loss",
    holds("Stopping at once leaves the whole deck to be taken off."),
    instances=SMALL,
    clauses=("band.loss",),
)
def a_loss(s: Standard) -> bool:
    return s.phase == Phase.OVER and band(s) == Band.LOSS


@reachable(
    "band.middling",
    holds("Half of the deck in one Queue is enough for fair."),
    instances=(*BASE, *BALLS, *BOUQUETS, *BOTH, *CAMPAIGNS),
    clauses=("band.fair",),
)
def a_fair_game(s: Standard) -> bool:
    return s.phase == Phase.OVER and band(s) == Band.FAIR


@reachable(
    "band.great",
    holds("All cards in one Queue count twice; twelve points are great, and twice as many in two games."),
    instances=("six", *BALLS, "nosegay", "two_games"),
    clauses=("band.good", "band.great", "score.longest", "bouquets.bands", "campaign.bands"),
)
def a_great_game(s: Standard) -> bool:
    return s.phase == Phase.OVER and band(s) == Band.GREAT


@never(
    "band.none",
    holds("Every score of the base game lies in a band: the bands touch."),
    instances=(*BASE, *BALLS),
    clauses=(
        "band.loss",
        "band.fair",
        "band.good",
        "band.great",
        "band.excellent",
        "band.spectacular",
        "band.legendary",
    ),
)
def no_band(s: Standard) -> bool:
    return s.phase == Phase.OVER and band(s) == Band.NONE
