"""What single readings of Queue 4 let a player do, and bar: rules that no game of the house readings runs.

What a reading allows is denied of the others, and a play found under it.  What it keeps or bars is said of the table
before and after.
"""

from __future__ import annotations

from model.queue4.both import BothVariants, CampaignBoth, GameKind
from model.queue4.bouquets import Bouquets
from model.queue4.opening import RoyalBall
from model.queue4.state import AIM, QUEUE, Aim, Card, Ending, Phase, Queue, Standard, n
from properties.queue4.steps_last import from_top
from properties.queue4.words import (
    at,
    empty_one,
    games,
    left,
    lying,
    rank,
    royal,
    thrown_of,
    with_moves,
)
from queensbench.language import fails, holds, never, rule, step
from spec.queue4.bouquets import EqualRearrange, MoveOrder, MoveToEmpty, MoveWhen, PriceWithoutMove
from spec.queue4.campaign import CampaignKind
from spec.queue4.royal_ball import (
    CombineVariants,
    JackChoice,
    JackMisplace,
    ReturnFace,
    SetupPairs,
)
from spec.queue4.rulings import r
from spec.queue4.standard import DiscardWhole, LastOfRank, LookWhen, StopWhen

FULL = ("full",)


# ------------------------------------------------------------------------------------------------- options


@step(
    "other.looked",
    holds("Nobody knows which card was drawn before it has a destination."),
    under={LookWhen.ANY_TIME: fails("Whoever looks through the deck then knows it.", blame=("look_when",))},
    clauses=("look.may", "turn.draw.unseen"),
    instances=FULL,
)
def nobody_knows(s: Standard, was: Standard) -> bool:
    return s.phase != Phase.KNOWN


@step(
    "other.stopped_when_seen",
    holds("Nobody ends the game with a card turned up."),
    under={StopWhen.UNTIL_PLACED: fails("It has no place yet.", blame=("stop_when",))},
    clauses=("option.stop.hidden", "end.choice"),
    instances=FULL,
)
def nobody_stops_when_seen(s: Standard, was: Standard) -> bool:
    return was.phase != Phase.SEEN or was.ending != Ending.NONE or s.ending != Ending.CHOICE


@step(
    "last.stops_without_empty",
    fails("Who has no empty Queue may end the game.", blame=("option.stop",)),
    clauses=("option.stop", "end.choice"),
    instances=FULL,
)
def nobody_stops_without_an_empty_queue(s: Standard, was: Standard) -> bool:
    """In a campaign the next game begins at once, or the campaign is over."""
    return was.phase != Phase.AIM or empty_one(was) or (s.ending != Ending.CHOICE and games(s) == games(was))


@step(
    "last.begins_when_seen",
    fails("A card that could be shuffled back may begin its Queue all the same.", blame=("place.fits",)),
    clauses=("option.new", "place.fits", "return.may"),
    instances=FULL,
)
def none_begins_when_seen(s: Standard, was: Standard) -> bool:
    return (
        was.phase != Phase.SEEN
        or games(s) != games(was)
        or was.target == Aim.NONE
        or len(was.queue[QUEUE[was.target]]) > 0
        or len(s.queue[QUEUE[was.target]]) == 0
    )


# ------------------------------------------------------------------------------------------- card by card


@rule()
def falls(s: Standard, q: Queue) -> bool:
    """Whether with the Queue and the card in hand the last card of some rank would be thrown away."""
    return any(
        thrown_of(s, k) < n.colours * n.copies
        and thrown_of(s, k)
        + sum(
            lying(s, q, c) + (1 if s.held == c else 0)
            for c in range(1, n.ranks * n.colours + 1)
            if rank(c) == k
        )
        == n.colours * n.copies
        for k in range(1, n.ranks + 1)
    )


@step(
    "step.thrown_one_by_one",
    holds(
        "By ruling `discard_whole` a Queue goes card by card where that throws the last card of some rank away."
    ),
    clauses=("end.fourth", "place.misfit", "ball.king"),
    instances=FULL,
)
def thrown_card_by_card(s: Standard, was: Standard) -> bool:
    """Asked of a card from the deck, and of a King; by ruling ``last_of_rank`` another card may be the last."""
    if r.discard_whole == DiscardWhole.WHOLE or r.last_of_rank == LastOfRank.LAST_TO_COME:
        return True
    if was.phase not in (Phase.REVEAL, Phase.BEHEAD) or was.ending != Ending.NONE or games(s) != games(was):
        return True
    if s.phase == Phase.THROW:
        return falls(s, QUEUE[s.target])
    return all(
        thrown_of(s, k) < n.colours * n.copies or thrown_of(was, k) == n.colours * n.copies
        for k in range(1, n.ranks + 1)
    )


@step(
    "other.thrown_from_above",
    holds("Nobody throws the upper one of two cards away and keeps the lower one."),
    under={
        DiscardWhole.ONE_BY_ONE: fails(
            "The player chooses which of the cards goes next.", blame=("discard_whole",)
        )
    },
    clauses=("place.misfit", "end.fourth"),
    instances=FULL,
)
def none_is_thrown_from_above(s: Standard, was: Standard, q: Queue) -> bool:
    return (
        was.phase != Phase.THROW
        or len(was.queue[q]) != 2
        or len(s.queue[q]) != 1
        or at(was, q, 0) == at(was, q, 1)
        or at(s, q, 0) != at(was, q, 0)
    )


@step(
    "other.thrown_from_hand",
    holds("Nobody throws the card in hand away and keeps cards of its Queue."),
    under={DiscardWhole.ONE_BY_ONE: fails("The player chooses which goes next.", blame=("discard_whole",))},
    clauses=("place.misfit", "place.misfit.card"),
    instances=FULL,
)
def none_is_thrown_from_hand(s: Standard, was: Standard) -> bool:
    return was.phase != Phase.THROW or was.held == 0 or s.phase != Phase.THROW or s.held != 0


@step(
    "other.thrown_last",
    holds("Nobody throws the only card of a Queue away that is left when the card in hand has gone."),
    under={DiscardWhole.ONE_BY_ONE: fails("Card by card, that one goes as well.", blame=("discard_whole",))},
    clauses=("place.misfit", "place.misfit.card"),
    instances=FULL,
)
def none_is_thrown_last(s: Standard, was: Standard) -> bool:
    return was.phase != Phase.THROW or was.held != 0 or len(was.queue[QUEUE[was.target]]) != 1


@step(
    "other.effect_card_by_card",
    holds("No effect begins when the last card of a Queue has been thrown away by itself."),
    under={
        DiscardWhole.ONE_BY_ONE: fails(
            "It follows upon the Queue that a face card cost.", blame=("discard_whole",)
        )
    },
    clauses=("ball.effect.after_discard", "place.misfit"),
    instances=FULL,
)
def none_acts_card_by_card(s: RoyalBall, was: RoyalBall) -> bool:
    return was.phase != Phase.THROW or s.phase not in (Phase.SEND_BACK, Phase.BEHEAD, Phase.TURN_UP)


# ---------------------------------------------------------------------------------------- the Royal Ball


@step(
    "other.paired_alike",
    holds("The last two cards of a rank that wait are not paired with each other."),
    under={SetupPairs.CHOSEN: fails("The player pairs them so.", blame=("setup_pairs",))},
    clauses=("ball.setup.queues", "ball.setup.order"),
    instances=FULL,
)
def none_paired_alike(s: RoyalBall, was: RoyalBall, card: Card) -> bool:
    return was.phase != Phase.PAIR or was.pool[card] != 2 or s.pool[card] != 0


@step(
    "other.help_begins_the_last",
    holds("Nobody aims a Jack's card, unseen, at the one Queue that is empty."),
    under={JackChoice.UNSEEN: fails("It may begin that Queue.", blame=("jack_choice",))},
    clauses=("ball.jack.place", "option.new"),
    instances=FULL,
)
def none_aims_help_at_the_last(s: RoyalBall, was: RoyalBall) -> bool:
    return (
        was.phase != Phase.HELP
        or s.phase != Phase.REVEAL
        or sum(len(was.queue[q]) == 0 for q in Queue) != 1
        or len(was.queue[QUEUE[s.target]]) > 0
    )


@step(
    "other.misplaced",
    holds("A Jack's card that is placed costs no Queue."),
    under={
        JackMisplace.LOSES_QUEUE: fails("It may be put where it breaks the order.", blame=("jack_misplace",))
    },
    clauses=("ball.jack.place", "place.misfit"),
    instances=FULL,
)
def none_is_misplaced(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    return (
        was.phase != Phase.PLACE
        or games(s) != games(was)
        or len(was.queue[q]) == 0
        or len(s.queue[q]) > 0
        or left(s) != left(was)
    )


@step(
    "step.joined_by_help",
    holds("A face card that a Jack has brought acts from the Queue that it has joined."),
    clauses=("ball.jack.place", "ball.effect"),
    instances=FULL,
)
def joined_by_help(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    """Which one that was counts by ruling ``own_queue``."""
    return (
        was.phase != Phase.PLACE
        or s.phase not in (Phase.SEND_BACK, Phase.BEHEAD)
        or len(s.queue[q]) <= len(was.queue[q])
        or s.target == AIM[q]
    )


@step(
    "other.effect_of_returned",
    holds("A Queen or a King who is shuffled back has no effect."),
    under={ReturnFace.EFFECT: fails("The card was played.", blame=("return_face",))},
    clauses=("return.no_effect", "ball.effect"),
    instances=FULL,
)
def none_acts_from_the_deck(s: RoyalBall, was: RoyalBall) -> bool:
    return was.phase != Phase.SEEN or s.phase not in (Phase.SEND_BACK, Phase.BEHEAD) or left(s) == left(was)


@step(
    "last.queen_takes_faces",
    fails("A Queen may send a Queue of face cards alone back.", blame=("ball.queen",)),
    clauses=("ball.queen", "ball.filled"),
    instances=FULL,
)
def none_sends_faces_back(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    return (
        was.phase != Phase.SEND_BACK
        or len(was.queue[q]) == 0
        or len(s.queue[q]) > 0
        or any(
            i < len(was.queue[q]) and not royal(was.queue[q][i])
            for i in range(n.ranks * n.colours * n.copies)
        )
    )


# -------------------------------------------------------------------------------------------- Bouquets


@step(
    "other.exchanged",
    holds("Between two turns the topmost card of a Queue stays where it is."),
    under={EqualRearrange.FREE: fails("It changes places with its equal.", blame=("equal_rearrange",))},
    clauses=("queues.ordered", "order.match"),
    instances=FULL,
)
def none_is_exchanged(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    return was.phase != Phase.AIM or s.phase != Phase.AIM or from_top(s, q, 1) == from_top(was, q, 1)


@step(
    "other.paid_when_seen",
    holds("Nobody pays for a move with a card turned up."),
    under={MoveWhen.AFTER_REVEAL: fails("Its Queue may be changed until it fits.", blame=("move_when",))},
    clauses=("bouquets.pay", "bouquets.move"),
    instances=FULL,
)
def none_pays_when_seen(s: Bouquets, was: Bouquets) -> bool:
    return was.phase != Phase.SEEN or was.paid > 0 or s.paid == 0


@step(
    "other.seen_after_a_move",
    holds("No card waits turned up when another one has been moved."),
    under={MoveWhen.AFTER_REVEAL: fails("It is played then.", blame=("move_when",))},
    clauses=("bouquets.move",),
    instances=FULL,
)
def none_waits_for_a_move(s: Bouquets, was: Bouquets) -> bool:
    return was.phase != Phase.PUT or s.phase != Phase.SEEN


@step(
    "step.seen_before_moves",
    holds("By ruling `move_when` a card turned up waits while a Queue could pay for a move."),
    clauses=("bouquets.pay", "bouquets.move"),
    instances=FULL,
)
def seen_card_waits_for_moves(s: Bouquets, was: Bouquets) -> bool:
    """A Queue with more cards than the price, and another that holds one, so that whatever reading moves it on."""
    if r.move_when == MoveWhen.OUTSIDE_PLAY or not with_moves(was) or games(s) != games(was):
        return True
    if was.phase != Phase.REVEAL or was.had_move or was.paid > 0:
        return True
    if all(len(was.queue[q]) <= n.price for q in Queue) or sum(len(was.queue[q]) > 0 for q in Queue) < 2:
        return True
    return s.phase == Phase.SEEN


@step(
    "last.pays_and_begins",
    fails("A price may be paid that leaves cards in one Queue alone.", blame=("bouquets.pay",)),
    under={MoveToEmpty.STANDING_ONLY: holds("By ruling `move_to_empty` no Queue could take one of them.")},
    clauses=("bouquets.pay", "bouquets.move", "option.new.free"),
    instances=FULL,
)
def none_pays_and_begins(s: Bouquets, was: Bouquets) -> bool:
    """One of these goes to an empty Queue; by two readings together it is paid for nothing."""
    if r.move_to_empty == MoveToEmpty.STANDING_ONLY and r.price_without_move == PriceWithoutMove.PAID:
        return True
    return (
        was.phase == Phase.PAY
        or s.phase != Phase.PAY
        or sum(len(was.queue[q]) > (n.price if s.payer == AIM[q] else 0) for q in Queue) != 1
    )


@step(
    "other.misput",
    holds("A card that is moved costs no Queue."),
    under={MoveOrder.LOSES_QUEUE: fails("It may be put where it breaks the order.", blame=("move_order",))},
    clauses=("bouquets.move", "queues.ordered.moves", "place.misfit"),
    instances=FULL,
)
def none_is_misput(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    return was.phase != Phase.PUT or games(s) != games(was) or len(was.queue[q]) == 0 or len(s.queue[q]) > 0


@step(
    "step.unsaid_end",
    holds("With a card turned up no price ends the game: where that card would go is left unsaid."),
    clauses=("bouquets.pay", "end.fourth"),
    instances=FULL,
)
def end_is_unsaid(s: Bouquets, was: Bouquets) -> bool:
    return was.resume != Phase.SEEN or s.phase not in (Phase.NAME, Phase.OVER)


@step(
    "last.named_of_none",
    fails("Where no Queue holds a card an empty one is named.", blame=("bouquets.choose",)),
    clauses=("bouquets.choose",),
    instances=FULL,
)
def none_named_of_none(s: Bouquets, was: Bouquets) -> bool:
    return was.phase != Phase.NAME or any(len(was.queue[q]) > 0 for q in Queue)


@step(
    "other.exchanged_before_naming",
    holds("Who has to name a Queue changes none."),
    under={
        EqualRearrange.FREE: fails(
            "Equal neighbours change places before a Queue is named.", blame=("equal_rearrange",)
        )
    },
    clauses=("order.match", "bouquets.choose"),
    instances=FULL,
)
def none_exchanged_before_naming(s: Bouquets, was: Bouquets, q: Queue) -> bool:
    """The lowest card of the Queue is another one afterwards."""
    return (
        was.phase != Phase.NAME
        or s.phase != Phase.NAME
        or len(was.queue[q]) == 0
        or s.queue[q][0] == was.queue[q][0]
    )


# ----------------------------------------------------------------------------------------- both variants


@step(
    "step.moved_face",
    holds(
        "By ruling `moved_face` the effect of a face card that was moved comes from the Queue to which it went."
    ),
    clauses=("ball.effect", "bouquets.move"),
    instances=FULL,
)
def effect_from_where_it_went(s: BothVariants, was: BothVariants, q: Queue) -> bool:
    """``q``: the Queue that has one card more."""
    if was.phase != Phase.PUT or len(s.queue[q]) != len(was.queue[q]) + 1:
        return True
    return s.phase not in (Phase.SEND_BACK, Phase.BEHEAD) or s.target == AIM[q]


@never(
    "other.kind_asked",
    holds("Both variants belong to the first game of a campaign."),
    under={
        CombineVariants.ONE_AT_A_TIME: fails("It has to be said which.", blame=("combine_variants",)),
        CampaignKind.EACH_CHOSEN: fails("It has to be said which.", blame=("campaign_kind",)),
    },
    clauses=("variants.one", "campaign.variants"),
    instances=("two_of_both", "full"),
)
def kind_is_asked(s: CampaignBoth) -> bool:
    return s.phase == Phase.KIND and s.game == 1


@step(
    "step.one_variant",
    holds("By ruling `combine_variants` no game is played with both variants."),
    clauses=("variants.one", "campaign.variants"),
    instances=FULL,
)
def one_variant(s: BothVariants, was: BothVariants) -> bool:
    return (
        was.phase != Phase.KIND or s.kind != GameKind.BOTH or r.combine_variants == CombineVariants.TOGETHER
    )


@step(
    "step.turn_begins",
    holds("A turn begins without a destination."),
    clauses=("turn.repeat", "place.commit"),
    instances=FULL,
)
def turn_begins(s: Standard, was: Standard) -> bool:
    return s.phase != Phase.AIM or (s.target == Aim.NONE and s.gap == 0 and s.held == 0)
