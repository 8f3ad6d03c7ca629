"""What the set-up of a Royal Ball and the effects of face cards do: the table after a step beside the one before."""

from __future__ import annotations

from model.queue4.opening import RoyalBall
from model.queue4.state import QUEUE, Aim, Card, Ending, Phase, Queue, n
from properties.queue4.words import (
    BALL_STEPS,
    acts,
    at,
    empty_one,
    fallen,
    fits,
    games,
    lying,
    price_paid_before,
    rank,
    royal,
    table,
    thrown,
    with_card,
    with_moves,
)
from queensbench.language import holds, rule, step
from spec.queue4.royal_ball import (
    EffectAfterFourth,
    EffectDuty,
    EffectImpossible,
    JackChoice,
    JackMisplace,
    JackNewQueue,
    KingPrey,
    OwnQueue,
    QueenRefills,
    SetupDiscards,
    SetupEqual,
    SetupPairs,
)
from spec.queue4.rulings import r
from spec.queue4.standard import DiscardWhole, LastOfRank


@rule()
def waiting(s: RoyalBall) -> int:
    """How many cards wait to be paired."""
    return sum(s.pool[c] for c in range(1, n.ranks * n.colours + 1))


@rule()
def left_over(s: RoyalBall) -> int:
    """How many cards lie in the deck."""
    return sum(s.deck[c] for c in range(1, n.ranks * n.colours + 1))


# ----------------------------------------------------------------------------------------------- the set-up


@step(
    "step.dealt",
    holds(
        "A face card is laid aside, any other joins an opening Queue or waits to be paired; when the Queues lie there, "
        "the face cards go back into the deck."
    ),
    instances=BALL_STEPS,
    clauses=(
        "ball.setup.queues",
        "ball.setup.aside",
        "ball.setup.replace",
        "ball.setup.shuffle",
        "ball.faces",
    ),
)
def opening_card_is_dealt(s: RoyalBall, was: RoyalBall) -> bool:
    """The discards hold only the face cards laid aside in the set-up."""
    if was.phase != Phase.DEAL or games(s) != games(was):
        return True
    if s.phase == Phase.AIM:
        return left_over(s) == left_over(was) - 1 + thrown(was) and thrown(s) == 0
    if left_over(s) != left_over(was) - 1 or not all(
        s.deck[c] <= was.deck[c] for c in range(1, n.ranks * n.colours + 1)
    ):
        return False
    return all(
        s.deck[c] == was.deck[c]
        or (
            s.discards[c] == was.discards[c] + 1
            and table(s) == table(was)
            and waiting(s) == waiting(was)
            and s.held == 0
            if royal(c)
            else thrown(s) == thrown(was)
        )
        for c in range(1, n.ranks * n.colours + 1)
    )


@step(
    "step.opening",
    holds(
        "Opening Queues are laid one after the other, each with so many cards; then the first turn begins."
    ),
    instances=BALL_STEPS,
    clauses=("ball.setup.queues", "ball.setup.order", "ball.setup.shuffle"),
)
def opening_queues_are_laid(s: RoyalBall, was: RoyalBall) -> bool:
    """One Queue is begun at a time; by ruling ``setup_pairs`` all are paired when as many cards lie there."""
    if was.phase not in (Phase.DEAL, Phase.ARRANGE, Phase.PAIR) or games(s) != games(was):
        return True
    full = all(len(s.queue[q]) == n.opening for q in Queue)
    if s.phase == Phase.AIM:
        return full and s.held == 0 and s.target == Aim.NONE and s.ending == Ending.NONE and waiting(s) == 0
    if full:
        return False
    if s.phase == Phase.PAIR:
        return r.setup_pairs == SetupPairs.CHOSEN and waiting(s) + table(s) == n.opening * len(Queue)
    return (
        s.phase in (Phase.DEAL, Phase.ARRANGE)
        or (r.setup_discards == SetupDiscards.COUNTED and s.ending == Ending.FOURTH)
    ) and all(len(s.queue[q]) in (len(was.queue[q]), len(was.queue[q]) + 1) for q in Queue)


@step(
    "step.begun",
    holds("Of two opening cards of equal rank the player says which lies below, or the first one does."),
    instances=BALL_STEPS,
    clauses=("ball.setup.order",),
)
def equal_cards_are_arranged(s: RoyalBall, was: RoyalBall, q: Queue, card: Card) -> bool:
    """``card`` is dealt as the second one of the Queue."""
    if was.phase != Phase.DEAL or games(s) != games(was) or royal(card):
        return True
    if s.phase == Phase.ARRANGE:
        return (
            r.setup_equal == SetupEqual.CHOSEN
            and s.held != 0
            and len(s.queue[QUEUE[s.target]]) == 1
            and rank(max(s.held, 1)) == rank(max(at(s, QUEUE[s.target], 0), 1))
            and s.held != at(s, QUEUE[s.target], 0)
            and table(s) == table(was)
        )
    if s.deck[card] >= was.deck[card] or len(was.queue[q]) != 1 or len(s.queue[q]) != 2:
        return True
    if rank(card) == rank(max(at(was, q, 0), 1)):
        return at(s, q, 1) == card and (r.setup_equal == SetupEqual.AS_DEALT or at(s, q, 0) == card)
    return at(s, q, 1 if rank(card) > rank(max(at(was, q, 0), 1)) else 0) == card


@step(
    "step.arranged",
    holds("The card in hand goes beneath its equal or on top of it."),
    instances=BALL_STEPS,
    clauses=("ball.setup.order",),
)
def card_is_arranged(s: RoyalBall, was: RoyalBall) -> bool:
    if was.phase != Phase.ARRANGE:
        return True
    q = QUEUE[was.target]
    return (
        s.held == 0
        and s.target == Aim.NONE
        and len(s.queue[q]) == 2
        and table(s) == table(was) + 1
        and s.phase in (Phase.DEAL, Phase.AIM)
        and (
            (at(s, q, 0) == was.held and at(s, q, 1) == at(was, q, 0))
            or (at(s, q, 1) == was.held and at(s, q, 0) == at(was, q, 0))
        )
        and (s.phase == Phase.AIM or (thrown(s) == thrown(was) and left_over(s) == left_over(was)))
        and (s.phase != Phase.AIM or left_over(s) == left_over(was) + thrown(was))
    )


@step(
    "step.paired",
    holds("Two of the cards that wait become an opening Queue, the lower one below."),
    instances=BALL_STEPS,
    clauses=("ball.setup.queues", "ball.setup.order"),
)
def cards_are_paired(s: RoyalBall, was: RoyalBall, q: Queue) -> bool:
    if was.phase != Phase.PAIR:
        return True
    if waiting(s) != waiting(was) - 2 or table(s) != table(was) + 2:
        return False
    if len(s.queue[q]) == len(was.queue[q]):
        return at(s, q, 0) == at(was, q, 0) and at(s, q, 1) == at(was, q, 1)
    return (
        len(was.queue[q]) == 0
        and len(s.queue[q]) == 2
        and all(s.pool[c] == was.pool[c] - lying(s, q, c) for c in range(1, n.ranks * n.colours + 1))
        and (r.setup_equal == SetupEqual.CHOSEN or at(s, q, 0) <= at(s, q, 1))
    )


@step(
    "step.pool",
    holds("Cards wait to be paired until they are, and no card comes to them later."),
    instances=BALL_STEPS,
    clauses=("ball.setup.queues",),
)
def pool_stays(s: RoyalBall, was: RoyalBall, card: Card) -> bool:
    if games(s) != games(was) or was.phase in (Phase.DEAL, Phase.PAIR):
        return True
    return s.pool[card] == was.pool[card]


# ----------------------------------------------------------------------------------------------- the effects


@rule()
def standing(s: RoyalBall) -> bool:
    """Whether some Queue holds a card."""
    return any(len(s.queue[q]) > 0 for q in Queue)


@rule()
def prey(s: RoyalBall, q: Queue, of_king: bool) -> bool:
    """Whether the Queue holds a card, which for a King by ruling ``king_prey`` must be no face card."""
    return any(
        i < len(s.queue[q]) and not (of_king and r.king_prey == KingPrey.COMMONER and royal(s.queue[q][i]))
        for i in range(n.ranks * n.colours * n.copies)
    )


@rule()
def spared(s: RoyalBall, q: Queue) -> bool:
    """Whether, by ruling ``own_queue``, this is the Queue that the face card has just joined."""
    return r.own_queue == OwnQueue.OTHERS_ONLY and len(s.queue[q]) > 0


@step(
    "step.effect",
    holds(
        "A face card that was played has its effect next, whether it joined or cost its Queue, if there is "
        "anything that the effect can act on."
    ),
    instances=BALL_STEPS,
    clauses=(
        "ball.effect",
        "ball.effect.after_discard",
        "ball.effect.before_score",
        "ball.faces",
        "ball.filled",
    ),
)
def effect_is_due(s: RoyalBall, was: RoyalBall, card: Card) -> bool:
    """``card`` was turned up for its Queue or waited there; nothing is asked before a move is done."""
    if games(s) != games(was) or s.held != 0 or s.phase == Phase.THROW or price_paid_before(was):
        return True
    played = (was.phase == Phase.REVEAL and s.deck[card] < was.deck[card]) or (
        was.phase == Phase.SEEN and was.held == card and s.deck[card] == was.deck[card]
    )
    if not played or not acts(was, card):
        return True
    if s.ending == Ending.FOURTH and r.effect_after_fourth == EffectAfterFourth.LOST:
        return s.phase in (Phase.OVER, Phase.NAME)
    own = QUEUE[was.target]
    if rank(card) == n.jack:
        able = left_over(s) > 0 and (
            standing(s) or (r.jack_new_queue != JackNewQueue.NEVER and any(not s.gone[q] for q in Queue))
        )
        if r.jack_new_queue == JackNewQueue.ALLOWED and left_over(s) > 0:
            able = standing(s) or empty_one(s)
    else:
        able = any(prey(s, q, rank(card) == n.king) and not (q == own and spared(s, own)) for q in Queue)
    if not able:
        if r.effect_impossible == EffectImpossible.ENDS_GAME and was.ending == Ending.NONE:
            return s.ending != Ending.NONE and s.phase in (Phase.OVER, Phase.NAME)
        if s.ending != Ending.NONE or left_over(s) == 0:
            return s.ending != Ending.NONE and s.phase in (Phase.OVER, Phase.NAME)
        return s.phase == Phase.AIM
    if rank(card) == n.jack:
        return (
            s.phase == Phase.OFFER
            if r.effect_duty == EffectDuty.JACK_MAY
            else s.phase == Phase.TURN_UP
            if r.jack_choice == JackChoice.SEEING
            else s.phase == Phase.HELP
        )
    return (
        s.phase == (Phase.BEHEAD if rank(card) == n.king else Phase.SEND_BACK)
        and s.target == was.target
        and s.joined == spared(s, own)
    )


@step(
    "step.effect_at_end",
    holds("If the last card is a face card, the deck has been gone through before its effect comes."),
    instances=BALL_STEPS,
    clauses=("ball.effect.before_score", "end.deck"),
)
def deck_ends_before_the_effect(s: RoyalBall, was: RoyalBall) -> bool:
    """By a reading of ``queen_refills`` this is not asked of a Queen."""
    if s.phase not in (Phase.SEND_BACK, Phase.BEHEAD) or was.phase == s.phase or left_over(s) > 0:
        return True
    if s.phase == Phase.SEND_BACK and r.queen_refills == QueenRefills.GOES_ON:
        return True
    return s.ending != Ending.NONE


@step(
    "step.help",
    holds("A Jack's card is offered, or comes at once; the Queues stay until it is placed."),
    instances=BALL_STEPS,
    clauses=("ball.jack.reveal", "ball.effect"),
)
def help_comes(s: RoyalBall, was: RoyalBall, card: Card) -> bool:
    """``card`` has left the deck."""
    if games(s) != games(was):
        return True
    if was.phase == Phase.OFFER:
        accepted = s.phase == (Phase.TURN_UP if r.jack_choice == JackChoice.SEEING else Phase.HELP)
        if accepted:
            return s.helped and s.held == 0 and s.ending == was.ending
        return not s.helped and s.phase not in (Phase.TURN_UP, Phase.HELP)
    if was.phase == Phase.HELP:
        return s.phase == Phase.REVEAL and s.helped
    if was.phase != Phase.TURN_UP or s.deck[card] == was.deck[card]:
        return True
    return s.phase == Phase.PLACE and s.held == card and s.helped and s.ending == was.ending


@step(
    "step.helped",
    holds("Whether the card that is due is a Jack's is remembered until it is placed, and no longer."),
    instances=BALL_STEPS,
    clauses=("ball.jack.reveal", "ball.jack.place"),
)
def help_is_over(s: RoyalBall, was: RoyalBall) -> bool:
    if s.phase in (Phase.AIM, Phase.OVER, Phase.NAME, Phase.DEAL, Phase.SEND_BACK, Phase.BEHEAD, Phase.OFFER):
        return not s.helped
    if s.phase in (Phase.HELP, Phase.TURN_UP, Phase.PLACE):
        return s.helped
    return was.phase not in (Phase.AIM, Phase.HELP, Phase.REVEAL, Phase.SEEN) or (
        s.phase not in (Phase.REVEAL, Phase.SEEN) or s.helped == was.helped
    )


@step(
    "step.placed",
    holds("A Jack's card joins a Queue of the player's choice, in order."),
    instances=BALL_STEPS,
    clauses=("ball.jack.place", "queues.ordered.always"),
)
def help_is_placed(s: RoyalBall, was: RoyalBall) -> bool:
    """By some readings the card may also cost a Queue, or be shuffled back."""
    if was.phase != Phase.PLACE or games(s) != games(was):
        return True
    if s.phase == Phase.THROW:
        return r.jack_misplace == JackMisplace.LOSES_QUEUE and s.held == was.held
    card = max(was.held, 1)
    if s.held != 0:
        return False
    if s.deck[card] > was.deck[card]:
        return table(s) == table(was) and thrown(s) == thrown(was)
    if table(s) < table(was):
        return r.jack_misplace == JackMisplace.LOSES_QUEUE and any(
            len(was.queue[q]) > 0
            and len(s.queue[q]) == 0
            and any(lying(was, q, c) > 0 and rank(c) != rank(card) for c in range(1, n.ranks * n.colours + 1))
            and all(
                s.discards[c] == was.discards[c] + lying(was, q, c) + (1 if c == card else 0)
                for c in range(1, n.ranks * n.colours + 1)
            )
            for q in Queue
        )
    return thrown(s) == thrown(was) and any(
        (
            len(was.queue[q]) > 0
            or (
                not was.gone[q]
                and r.jack_new_queue != JackNewQueue.NEVER
                and (r.jack_new_queue == JackNewQueue.ALLOWED or not standing(was))
            )
        )
        and any(
            fits(was, q, gap, card)
            and all(
                at(s, q, i) == with_card(was, q, gap, card, i) for i in range(n.ranks * n.colours * n.copies)
            )
            for gap in range(n.ranks * n.colours * n.copies + 1)
        )
        for q in Queue
    )


@step(
    "step.placed_then",
    holds(
        "Once a Jack's card is placed the turn is over; face cards among them have an effect by a reading only."
    ),
    instances=BALL_STEPS,
    clauses=("ball.jack.place", "turn.repeat"),
)
def turn_ends_with_the_help(s: RoyalBall, was: RoyalBall) -> bool:
    if was.phase not in (Phase.PLACE, Phase.OFFER) or games(s) != games(was) or price_paid_before(was):
        return True
    if was.phase == Phase.OFFER and s.phase in (Phase.TURN_UP, Phase.HELP):
        return True
    if was.phase == Phase.PLACE and s.deck[max(was.held, 1)] > was.deck[max(was.held, 1)]:
        return True
    if s.phase == Phase.THROW or (was.phase == Phase.PLACE and acts(was, max(was.held, 1))):
        return True
    return s.phase == (Phase.AIM if s.ending == Ending.NONE else Phase.NAME if with_moves(s) else Phase.OVER)


@step(
    "step.sent_back",
    holds(
        "A Queen sends one Queue back, not by a reading the one that she has joined; no card is thrown away."
    ),
    instances=BALL_STEPS,
    clauses=("ball.queen", "ball.filled"),
)
def queue_is_sent_back(s: RoyalBall, was: RoyalBall) -> bool:
    if was.phase != Phase.SEND_BACK or games(s) != games(was):
        return True
    return (
        thrown(s) == thrown(was)
        and s.held == was.held
        and s.ending == (Ending.NONE if was.ending == Ending.NONE else was.ending)
        and any(
            len(was.queue[q]) > 0
            and len(s.queue[q]) == 0
            and not (was.joined and QUEUE[was.target] == q)
            and left_over(s) == left_over(was) + len(was.queue[q])
            for q in Queue
        )
    )


@step(
    "step.beheaded",
    holds("A King has one Queue thrown away, not by a reading the one that he has joined."),
    instances=BALL_STEPS,
    clauses=("ball.king", "ball.filled"),
)
def queue_is_beheaded(s: RoyalBall, was: RoyalBall) -> bool:
    if was.phase != Phase.BEHEAD or games(s) != games(was):
        return True
    if s.phase == Phase.THROW:
        return (
            r.discard_whole == DiscardWhole.ONE_BY_ONE
            and prey(was, QUEUE[s.target], True)
            and not (was.joined and s.target == was.target)
            and s.held == was.held
            and table(s) == table(was)
        )
    return s.held == was.held and any(
        prey(was, q, True)
        and len(s.queue[q]) == 0
        and not (was.joined and QUEUE[was.target] == q)
        and all(
            s.discards[c] == was.discards[c] + lying(was, q, c) for c in range(1, n.ranks * n.colours + 1)
        )
        for q in Queue
    )


@step(
    "step.effect_ends",
    holds("After the effect of a Queen or a King the next turn begins, or the game is scored."),
    instances=BALL_STEPS,
    clauses=("ball.queen", "ball.king", "ball.effect.before_score", "turn.repeat"),
)
def effect_is_over(s: RoyalBall, was: RoyalBall) -> bool:
    if was.phase not in (Phase.SEND_BACK, Phase.BEHEAD) or games(s) != games(was):
        return True
    if price_paid_before(was) or s.phase == Phase.THROW:
        return True
    return (
        s.phase == (Phase.AIM if s.ending == Ending.NONE else Phase.NAME if with_moves(s) else Phase.OVER)
        and s.target == Aim.NONE
        and not s.joined
        and (
            was.phase == Phase.SEND_BACK
            or (s.ending == Ending.FOURTH)
            == (was.ending == Ending.FOURTH or (was.ending == Ending.NONE and fallen(s)))
            or r.last_of_rank != LastOfRank.FOURTH_DISCARDED
        )
    )
