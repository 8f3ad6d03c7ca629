"""What may be done in a game of Queue 4: each option of its sentences is met, though others would do."""

from __future__ import annotations

from model.queue4.bouquets import Bouquets
from model.queue4.opening import RoyalBall
from model.queue4.state import QUEUE, Aim, Ending, Phase, Queue, Standard, level, n
from properties.queue4.claims import BALLS, BOUQUETS
from properties.queue4.words import empty_one, left, royal
from queensbench.language import holds, reachable


@reachable(
    "option.on_top",
    holds("A card may be aimed above the highest of a Queue."),
    instances=("six", "opening", "nosegay", "flowers", "two_games"),
    clauses=("place.above", "option.existing"),
)
def aims_on_top(s: Standard) -> bool:
    return s.phase == Phase.REVEAL and s.gap > 1 and s.gap == len(s.queue[QUEUE[s.target]])


@reachable(
    "option.beneath",
    holds("A card may be aimed below the lowest of a Queue."),
    instances=("six", "opening", "nosegay", "flowers", "two_games"),
    clauses=("place.below", "option.existing"),
)
def aims_beneath(s: Standard) -> bool:
    return s.phase == Phase.REVEAL and s.gap == 0 and len(s.queue[QUEUE[s.target]]) > 1


@reachable(
    "option.between",
    holds("A card may be aimed between two neighbours."),
    instances=("six", "opening", "nosegay", "flowers", "two_games"),
    clauses=("place.between", "option.existing"),
)
def aims_between(s: Standard) -> bool:
    return s.phase == Phase.REVEAL and s.gap == 1 and len(s.queue[QUEUE[s.target]]) == 2


@reachable(
    "option.second_queue",
    holds("A second Queue may be begun while the first one stands."),
    instances=("six", "nosegay"),
    clauses=("option.new", "queues.four"),
)
def begins_a_second(s: Standard) -> bool:
    return s.phase == Phase.REVEAL and len(s.queue[QUEUE[s.target]]) == 0 and s.target != Aim.FIRST


@reachable(
    "option.stop_without_risk",
    holds("The game may be ended while a Queue could be begun."),
    instances=("six", "opening", "nosegay", "flowers"),
    clauses=("option.stop", "end.choice"),
)
def stops_without_risk(s: Standard) -> bool:
    return s.ending == Ending.CHOICE and empty_one(s)


@reachable(
    "option.return_from_new_queue",
    holds("A card turned up for a new Queue waits as well, so that it can be shuffled back."),
    instances=("six", "opening", "nosegay"),
    clauses=("return.may", "option.new"),
)
def waits_for_a_new_queue(s: Standard) -> bool:
    return s.phase == Phase.SEEN and len(s.queue[QUEUE[s.target]]) == 0


@reachable(
    "option.return_of_the_last_but",
    holds("Exactly so many other cards are enough to shuffle one back."),
    instances=("six",),
    clauses=("return.ten",),
)
def waits_at_the_limit(s: Standard) -> bool:
    return s.phase == Phase.SEEN and left(s) == level.others


@reachable(
    "opening.whole_deck",
    holds("A Royal Ball opens with the whole deck, before any card lies in a Queue."),
    instances=(*BALLS, "pairs", "flowers", "jacks", "two_balls"),
    clauses=("ball.setup.queues", "setup.shuffle"),
)
def ball_opens(s: RoyalBall) -> bool:
    return s.phase == Phase.DEAL and left(s) == n.ranks * n.colours * n.copies


@reachable(
    "opening.faces_aside",
    holds("Face cards that are dealt lie aside until the opening Queues are laid."),
    instances=(*BALLS, "pairs", "flowers", "jacks"),
    clauses=("ball.setup.aside", "ball.setup.replace"),
)
def faces_lie_aside(s: RoyalBall) -> bool:
    return s.phase == Phase.DEAL and any(
        s.discards[c] == n.copies and royal(c) for c in range(1, n.ranks * n.colours + 1)
    )


@reachable(
    "bouquet.of_one_card",
    holds("Any Queue may be named, one of a single card as well, and one that is not the first."),
    instances=(*BOUQUETS, "flowers"),
    clauses=("bouquets.choose",),
)
def bouquet_of_one_card(s: Bouquets) -> bool:
    return (
        s.phase == Phase.OVER
        and s.bouquet == Aim.SECOND
        and len(s.queue[Queue.SECOND]) == 1
        and len(s.queue[Queue.FIRST]) == 0
    )


@reachable(
    "bouquet.of_an_empty_queue",
    holds("A Queue without cards may be named though another one holds cards."),
    instances=BOUQUETS,
    clauses=("bouquets.choose",),
)
def bouquet_of_none(s: Bouquets) -> bool:
    return (
        s.phase == Phase.OVER
        and s.bouquet == Aim.SECOND
        and len(s.queue[Queue.SECOND]) == 0
        and len(s.queue[Queue.FIRST]) > 0
    )


@reachable(
    "price.by_the_least",
    holds(
        "A Queue of just so many cards can pay, so that it is empty while a card is taken from another one."
    ),
    instances=BOUQUETS,
    clauses=("bouquets.pay", "bouquets.move"),
)
def pays_with_all(s: Bouquets) -> bool:
    return s.phase == Phase.TAKE and any(s.payer == aim and len(s.queue[QUEUE[aim]]) == 0 for aim in Aim)


@reachable(
    "move.from_another_queue",
    holds("The card that is moved may come from a Queue that has not paid."),
    instances=BOUQUETS,
    clauses=("bouquets.move",),
)
def moves_from_another(s: Bouquets) -> bool:
    """With as many cards as a price left in all, one Queue has paid and the other one gives."""
    return s.phase == Phase.PUT and all(len(s.queue[q]) == 0 for q in Queue)
