"""What Queue 4 lets a player do where one more or less would be wrong: denied, the sentence blamed, and a play found.

A rule that allows too little breaks no claim of what happens.  Where Queues are alike the model lists the first alone,
so that these are said of the first of them.  What is seldom met in games of the box as sold is asked of a small one.
"""

from __future__ import annotations

from typing import Annotated

from model.queue4.both import BothVariants, CampaignRoyalBall
from model.queue4.bouquets import Bouquets
from model.queue4.campaign import Campaign
from model.queue4.opening import RoyalBall
from model.queue4.scoring import Band, points
from model.queue4.state import AIM, NUMBER, QUEUE, Aim, Held, Phase, Queue, Standard, n
from properties.queue4.values import worth
from properties.queue4.words import at, games, left, lying
from queensbench.language import Range, always, fails, holds, reachable, rule, step
from spec.queue4.bouquets import BouquetEmpty, MovePayer, MoveToEmpty
from spec.queue4.royal_ball import JackNewQueue, SetupEqual
from spec.queue4.standard import Destination

Depth = Annotated[int, Range(1, 3)]
"""A place of a Queue, counted from its top."""


@rule()
def from_top(s: Standard, q: Queue, depth: Depth) -> Held:
    """The card at a place of a Queue, counted from its top; none beyond its bottom."""
    return at(s, q, max(len(s.queue[q]) - depth, 0)) if len(s.queue[q]) >= depth else 0


# ------------------------------------------------------------------------------------- where a card is aimed


@step(
    "last.begins_beside_one",
    fails("Beside a Queue of a single card another may be begun.", blame=("option.new",)),
    clauses=("option.new", "option.new.free"),
    instances=("full",),
)
def none_begun_beside_one(s: Standard, was: Standard) -> bool:
    return (
        was.phase != Phase.AIM
        or s.phase != Phase.REVEAL
        or s.target != Aim.SECOND
        or len(was.queue[Queue.FIRST]) != 1
        or any(len(was.queue[q]) > 0 for q in Queue if q != Queue.FIRST)
    )


@step(
    "last.between_equals",
    fails(
        "A card may be aimed between two cards alike that lie above a lower one.", blame=("place.between",)
    ),
    under={Destination.QUEUE: holds("By ruling `destination` the Queue is named alone.")},
    clauses=("place.between", "place.any_queue"),
    instances=("full",),
)
def none_aimed_between_equals(s: Standard, was: Standard) -> bool:
    return (
        was.phase != Phase.AIM
        or s.phase != Phase.REVEAL
        or s.gap != 2
        or len(s.queue[QUEUE[s.target]]) < 3
        or at(s, QUEUE[s.target], 0) == at(s, QUEUE[s.target], 1)
        or at(s, QUEUE[s.target], 1) != at(s, QUEUE[s.target], 2)
    )


@step(
    "last.above_equals",
    fails(
        "A card may be aimed between two cards alike and a higher one above them.", blame=("place.between",)
    ),
    under={Destination.QUEUE: holds("By ruling `destination` the Queue is named alone.")},
    clauses=("place.between", "place.any_queue"),
    instances=("full",),
)
def none_aimed_above_equals(s: Standard, was: Standard) -> bool:
    return (
        was.phase != Phase.AIM
        or s.phase != Phase.REVEAL
        or s.gap != 2
        or len(s.queue[QUEUE[s.target]]) < 3
        or at(s, QUEUE[s.target], 0) != at(s, QUEUE[s.target], 1)
        or at(s, QUEUE[s.target], 1) == at(s, QUEUE[s.target], 2)
    )


# ------------------------------------------------------------------------------------------- the Royal Ball


@step(
    "last.arranged_above",
    fails("Of two equal cards of an opening Queue the second may lie above.", blame=("ball.setup.order",)),
    under={SetupEqual.AS_DEALT: holds("By ruling `setup_equal` nobody chooses.")},
    clauses=("ball.setup.order",),
    instances=("full",),
)
def none_arranged_above(s: BothVariants, was: BothVariants) -> bool:
    return was.phase != Phase.ARRANGE or at(s, QUEUE[was.target], 1) != was.held


@step(
    "last.arranged_below",
    fails("Of two equal cards of an opening Queue the second may lie below.", blame=("ball.setup.order",)),
    under={SetupEqual.AS_DEALT: holds("By ruling `setup_equal` nobody chooses.")},
    clauses=("ball.setup.order",),
    instances=("full",),
)
def none_arranged_below(s: BothVariants, was: BothVariants) -> bool:
    return was.phase != Phase.ARRANGE or at(s, QUEUE[was.target], 0) != was.held


@step(
    "last.jack_joins_one",
    fails("A Jack's card may join a Queue of a single card.", blame=("ball.jack.place",)),
    clauses=("ball.jack.place",),
    instances=("full",),
)
def none_joins_one(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    return (
        was.phase != Phase.PLACE
        or games(s) != games(was)
        or len(was.queue[q]) != 1
        or len(s.queue[q]) != 2
        or was.held == at(was, q, 0)
    )


@step(
    "last.jack_above_the_lowest",
    fails("A Jack's card may be placed above one of the lowest.", blame=("ball.jack.place",)),
    clauses=("ball.jack.place",),
    instances=("full",),
)
def none_above_the_lowest(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    return (
        was.phase != Phase.PLACE
        or games(s) != games(was)
        or was.held == 1
        or at(was, q, 0) != 1
        or at(s, q, 0) != 1
        or at(s, q, 1) != was.held
        or at(was, q, 1) == was.held
    )


@step(
    "last.jack_begins_the_last",
    fails("A Jack's card may begin the one Queue that is empty.", blame=("ball.jack.place",)),
    under={
        JackNewQueue.STANDING_ONLY: holds("By ruling `jack_new_queue` it joins one of the others."),
        JackNewQueue.NEVER: holds("By ruling `jack_new_queue` it begins none."),
    },
    clauses=("ball.jack.place",),
    instances=("full",),
)
def none_begins_the_last(s: RoyalBall, was: RoyalBall) -> bool:
    return (
        was.phase != Phase.PLACE
        or games(s) != games(was)
        or sum(len(was.queue[q]) == 0 for q in Queue) != 1
        or any(len(s.queue[q]) == 0 for q in Queue)
    )


@always(
    "score.after_a_queen",
    holds("A deck that was gone through and that a Queen has filled again is counted as the text counts it."),
    clauses=("ball.score", "score.longest", "ball.effect.before_score"),
    instances=("opening",),
)
def counted_after_a_queen(s: RoyalBall) -> bool:
    return s.phase != Phase.OVER or points(s) == worth(s)


# ------------------------------------------------------------------------------------------------- Bouquets


@step(
    "last.pays_and_moves",
    fails(
        "A Queue that holds a card more than the price may pay, though no other holds any.",
        blame=("bouquets.pay",),
    ),
    under={MoveToEmpty.STANDING_ONLY: holds("By ruling `move_to_empty` no Queue could take the card.")},
    clauses=("bouquets.pay", "bouquets.move"),
    instances=("nosegay", "flowers"),
)
def none_pays_and_moves(s: Bouquets, was: Bouquets) -> bool:
    """Where a Queue must hold a card after the price, that one goes to an empty Queue."""
    return (
        was.phase == Phase.PAY
        or s.phase not in (Phase.PAY, Phase.TAKE)
        or was.paid > 0
        or sum(len(was.queue[q]) for q in Queue) != n.price + 1
        or all(len(was.queue[q]) != n.price + 1 for q in Queue)
    )


@step(
    "last.pays_for_one",
    fails(
        "A Queue that holds just the price may pay for a move of another one's only card.",
        blame=("bouquets.pay",),
    ),
    under={
        MovePayer.SOURCE: holds("By ruling `move_payer` the card leaves the Queue that pays."),
        MoveToEmpty.STANDING_ONLY: holds("By ruling `move_to_empty` no Queue could take the card."),
    },
    clauses=("bouquets.pay", "bouquets.move"),
    instances=("nosegay", "posy"),
)
def none_pays_for_one(s: Bouquets, was: Bouquets) -> bool:
    return (
        was.phase == Phase.PAY
        or s.phase != Phase.PAY
        or sum(len(was.queue[q]) for q in Queue) != n.price + 1
        or all(len(was.queue[q]) != n.price for q in Queue)
    )


@step(
    "last.pays_around_one",
    fails("Of three cards of which the outer two are alike the lower two may pay.", blame=("bouquets.pay",)),
    clauses=("bouquets.pay",),
    instances=("posy",),
)
def none_pays_around_one(s: Bouquets, was: Bouquets) -> bool:
    """The one between them has gone: the lowest is next, or nothing."""
    return (
        was.phase != Phase.PAY
        or was.below != 1
        or at(was, QUEUE[was.payer], 0) != at(was, QUEUE[was.payer], 1)
        or len(s.queue[QUEUE[was.payer]]) == len(was.queue[QUEUE[was.payer]])
    )


@step(
    "last.moved_from_under_its_like",
    fails("A card like the topmost may be moved from beneath another one.", blame=("bouquets.move",)),
    clauses=("bouquets.move",),
    instances=("posy",),
)
def none_moved_from_under(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    """The topmost stays, the next differs from it, and there is one less of its kind."""
    return (
        was.phase != Phase.TAKE
        or s.phase != Phase.PUT
        or len(was.queue[q]) < 3
        or len(s.queue[q]) != len(was.queue[q]) - 1
        or from_top(was, q, 1) == from_top(was, q, 2)
        or from_top(s, q, 1) != from_top(was, q, 1)
        or lying(s, q, max(from_top(was, q, 1), 1)) == lying(was, q, max(from_top(was, q, 1), 1))
    )


@step(
    "last.moved_from_beneath",
    fails("The card that is moved may lie just beneath another one.", blame=("bouquets.move",)),
    clauses=("bouquets.move",),
    instances=("full",),
)
def none_moved_from_beneath(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    """The last card but one is meant, of at least three cards without like neighbours."""
    return (
        was.phase != Phase.TAKE
        or s.phase != Phase.PUT
        or len(was.queue[q]) != 3
        or len(s.queue[q]) != 2
        or at(was, q, 0) == at(was, q, 1)
        or at(was, q, 1) == at(was, q, 2)
        or at(s, q, 0) != at(was, q, 0)
        or at(s, q, 1) != at(was, q, 2)
    )


@step(
    "last.moved_from_below_the_top",
    fails("The last card but one of a Queue may be moved.", blame=("bouquets.move",)),
    clauses=("bouquets.move",),
    instances=("nosegay", "posy"),
)
def none_moved_from_below(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    """It is like neither of its neighbours, which stay."""
    return (
        was.phase != Phase.TAKE
        or s.phase != Phase.PUT
        or len(was.queue[q]) < 2
        or len(s.queue[q]) != len(was.queue[q]) - 1
        or from_top(was, q, 1) == from_top(was, q, 2)
        or from_top(was, q, 2) == from_top(was, q, 3)
        or from_top(s, q, 1) != from_top(was, q, 1)
        or from_top(s, q, 2) != from_top(was, q, 3)
    )


@step(
    "last.moved_past_an_empty_one",
    fails(
        "A card may be moved to a Queue of a single card though an earlier one is empty.",
        blame=("bouquets.move",),
    ),
    clauses=("bouquets.move",),
    instances=("full",),
)
def none_moved_past_an_empty(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    return (
        was.phase != Phase.PUT
        or games(s) != games(was)
        or len(was.queue[q]) != 1
        or len(s.queue[q]) != 2
        or all(
            NUMBER[p] >= NUMBER[q] or AIM[p] == was.payer or len(was.queue[p]) > 0 or was.gone[p]
            for p in Queue
        )
    )


@step(
    "last.moved_to_an_empty_one",
    fails(
        "A card may be moved to an empty Queue though an earlier one holds a single card.",
        blame=("bouquets.move",),
    ),
    under={MoveToEmpty.STANDING_ONLY: holds("By ruling `move_to_empty` both Queues hold cards.")},
    clauses=("bouquets.move",),
    instances=("full",),
)
def none_moved_to_an_empty(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    return (
        was.phase != Phase.PUT
        or games(s) != games(was)
        or len(was.queue[q]) > 0
        or len(s.queue[q]) != 1
        or all(NUMBER[p] >= NUMBER[q] or AIM[p] == was.payer or len(was.queue[p]) != 1 for p in Queue)
    )


@step(
    "last.named_beside_one",
    fails(
        "An empty Queue may be named though an earlier one holds a single card.", blame=("bouquets.choose",)
    ),
    under={
        BouquetEmpty.STANDING_ONLY: holds("By ruling `bouquet_empty` it holds a card, if any Queue does.")
    },
    clauses=("bouquets.choose",),
    instances=("nosegay", "flowers"),
)
def none_named_beside_one(s: Bouquets, was: Bouquets) -> bool:
    return (
        was.phase != Phase.NAME
        or games(s) != games(was)
        or s.bouquet != Aim.SECOND
        or len(was.queue[Queue.FIRST]) != 1
        or len(was.queue[Queue.SECOND]) != 0
    )


# ---------------------------------------------------------------------------------------------- campaigns


@reachable(
    "campaign.first_ball_opens",
    holds("The first Royal Ball of a campaign begins as each does: with opening Queues, of the whole deck."),
    clauses=("campaign.variants", "ball.setup.queues"),
    instances=("full",),
)
def first_ball_opens(s: CampaignRoyalBall) -> bool:
    return s.phase == Phase.DEAL and s.game == 1 and left(s) == n.ranks * n.colours * n.copies


@reachable(
    "campaign.excellent",
    holds("A campaign of two small games may be rated with the fifth word: at twice fifteen points."),
    clauses=("band.excellent", "campaign.bands"),
    instances=("two_games_two_queues",),
)
def excellent_campaign(s: Campaign) -> bool:
    return s.phase == Phase.OVER and s.rating == Band.EXCELLENT and s.total + 3 * s.tokens >= 15 * n.games
