"""What a trade of the cooperative game does, and that nothing else does it: tables before and after a step."""

from __future__ import annotations

from model.queens_collection.cards import Card, Colour, Player
from model.queens_collection.sorting import Phase
from model.queens_collection.together import Together
from properties.queens_collection.steps import BOXES, at_home_all, cards_of, in_the_pile
from queensbench.language import holds, step
from spec.queens_collection.rulings import r
from spec.queens_collection.together import (
    BurnEmpty,
    EndNoAction,
    TradeConsent,
    TradeCount,
    TradeSame,
    TradeWild,
)


@step(
    "step.paid_together",
    holds(
        "What a player puts down goes onto the discards, and none is drawn yet; only for a trade do cards "
        "before another player change, and then nothing is put down."
    ),
    clauses=("exchange.discard", "wild_alone.play", "draw.discard", "trade.one_for_one", "turn.one_action"),
    instances=BOXES,
)
def cards_are_put_down_or_traded(s: Together, was: Together, card: Card) -> bool:
    if was.phase != Phase.ACT:
        return True
    if s.pile[card] != was.pile[card]:
        return False
    p = was.active
    if all(s.display[q, c] == was.display[q, c] for q in Player for c in Card if q != p):
        return (
            s.display[p, card] <= was.display[p, card]
            and s.discards[card] + s.display[p, card] == was.discards[card] + was.display[p, card]
        )
    return s.discards[card] == was.discards[card] and (
        sum(s.display[q, card] for q in Player) == sum(was.display[q, card] for q in Player)
    )


@step(
    "step.trade",
    holds(
        "A trade gives one card of the player whose turn it is for one of another player, and no other card moves."
    ),
    clauses=("trade.one_for_one", "components.cards", "turn.actions"),
    instances=BOXES,
)
def one_for_one(s: Together, was: Together) -> bool:
    """The claim is asked of a step that changes the cards of somebody who is not on turn."""
    p = was.active
    if was.phase in (Phase.DEAL, Phase.OPENING):
        return True
    others = sum(any(s.display[q, c] != was.display[q, c] for c in Card) for q in Player if q != p)
    if others == 0:
        return True
    if was.phase not in (Phase.ACT, Phase.TRADE_ON, Phase.CONSENT) or others > 1:
        return False
    if (was.phase == Phase.CONSENT) != (r.trade_consent == TradeConsent.OWNER_AGREES):
        return False
    if r.trade_wild == TradeWild.COLOURED_ONLY and s.display[p, Card.WILD] != was.display[p, Card.WILD]:
        return False
    if r.burn_empty == BurnEmpty.BARRED and in_the_pile(was) == 0:
        return False
    return (
        cards_of(s, p) == cards_of(was, p)
        and sum(abs(s.display[p, c] - was.display[p, c]) for c in Card) == 2
        and all(
            sum(s.display[q, c] for q in Player) == sum(was.display[q, c] for q in Player)
            and s.discards[c] == was.discards[c]
            and s.pile[c] == was.pile[c]
            for c in Card
        )
    )


@step(
    "step.trade_due",
    holds("After a trade the top card of the pile is due; without a pile there is none to put away."),
    clauses=("trade.burn", "trade.one_for_one"),
    instances=BOXES,
)
def burning_is_due(s: Together, was: Together) -> bool:
    if s.phase == Phase.BURN:
        return (
            was.phase in (Phase.ACT, Phase.TRADE_ON, Phase.CONSENT)
            and in_the_pile(s) > 0
            and in_the_pile(s) == in_the_pile(was)
            and s.active == was.active
            and (was.phase == Phase.CONSENT) == (r.trade_consent == TradeConsent.OWNER_AGREES)
            and all(s.discards[c] == was.discards[c] for c in Card)
            and (
                r.trade_same == TradeSame.ALLOWED
                or any(s.display[was.active, c] != was.display[was.active, c] for c in Card)
            )
        )
    if was.phase in (Phase.DEAL, Phase.OPENING):
        return True
    return in_the_pile(was) == 0 or not any(
        s.display[q, c] != was.display[q, c] for q in Player for c in Card if q != was.active
    )


@step(
    "step.burn",
    holds(
        "For a trade the top card of the pile goes onto the discards, and no card else moves; that ends the turn."
    ),
    clauses=("trade.burn", "turn.next"),
    instances=BOXES,
)
def top_card_is_put_away(s: Together, was: Together) -> bool:
    """By ruling `trade_count` there may be another trade."""
    if was.phase != Phase.BURN:
        return True
    return (
        in_the_pile(s) == in_the_pile(was) - 1
        and all(
            s.pile[c] + s.discards[c] == was.pile[c] + was.discards[c]
            and s.pile[c] <= was.pile[c]
            and all(s.display[q, c] == was.display[q, c] for q in Player)
            for c in Card
        )
        and (
            s.phase == Phase.ACT
            or (
                s.phase == Phase.TRADE_ON
                and r.trade_count == TradeCount.SEVERAL
                and s.traded == was.traded + 1
                and s.traded < cards_of(s, s.active)
            )
        )
    )


@step(
    "step.trades_end",
    holds(
        "By ruling `trade_count` there are as many trades in a turn as cards lie before the player, or fewer."
    ),
    clauses=("trade.one_for_one", "turn.actions"),
    instances=BOXES,
)
def trades_come_to_an_end(s: Together, was: Together) -> bool:
    if r.trade_count == TradeCount.ONE:
        return s.traded == 0 and s.phase != Phase.TRADE_ON
    if was.phase == Phase.BURN and was.traded + 1 < cards_of(was, was.active):
        return s.phase == Phase.TRADE_ON
    if was.phase == Phase.TRADE_ON and s.phase == Phase.ACT and in_the_pile(was) > 0:
        return s.traded == 0 and all(s.display[q, c] == was.display[q, c] for q in Player for c in Card)
    return s.phase != Phase.ACT or s.traded == 0


@step(
    "step.consent",
    holds("By ruling `trade_consent` the owner is asked first; who refuses leaves all as it was before."),
    clauses=("trade.one_for_one", "mode.cooperative"),
    instances=BOXES,
)
def owner_is_asked(s: Together, was: Together) -> bool:
    if r.trade_consent == TradeConsent.ACTIVE:
        return s.phase != Phase.CONSENT and not any(s.asked[q] for q in Player)
    if s.phase == Phase.CONSENT:
        return (
            was.phase in (Phase.ACT, Phase.TRADE_ON)
            and s.active == was.active
            and sum(s.asked[q] for q in Player) == 1
            and not s.asked[s.active]
            and s.display[s.active, s.given] > 0
            and any(s.asked[q] and s.display[q, s.taken] > 0 for q in Player)
            and all(s.display[q, c] == was.display[q, c] for q in Player for c in Card)
            and all(s.discards[c] == was.discards[c] and s.pile[c] == was.pile[c] for c in Card)
            and (r.trade_wild == TradeWild.ANY_CARD or (s.given != Card.WILD and s.taken != Card.WILD))
            and (r.trade_same == TradeSame.ALLOWED or s.given != s.taken)
            and (r.burn_empty == BurnEmpty.FREE or in_the_pile(s) > 0)
        )
    if any(s.asked[q] for q in Player):
        return False
    if was.phase != Phase.CONSENT:
        return True
    if s.active == was.active and s.phase in (Phase.ACT, Phase.TRADE_ON):
        if all(s.display[q, c] == was.display[q, c] for q in Player for c in Card):
            return True
        if r.trade_count == TradeCount.SEVERAL and in_the_pile(was) == 0:
            return True
        if not all(was.passed[q] for q in Player if q != was.active):  # else the turn comes back at once
            return False
    return all(
        not was.asked[q]
        or all(
            s.display[q, c] == was.display[q, c] + (1 if c == was.given else 0) - (1 if c == was.taken else 0)
            and s.display[was.active, c]
            == was.display[was.active, c] + (1 if c == was.taken else 0) - (1 if c == was.given else 0)
            for c in Card
        )
        for q in Player
    )


# ------------------------------------------------------------------------------------------------ the end


@step(
    "step.not_ended",
    holds(
        "No step follows when every pawn is at home, nor, with an empty pile, when everybody has passed in a row "
        "(by the ruling that asks for passes)."
    ),
    clauses=("end.all_home", "end.all_passed"),
    instances=BOXES,
)
def play_had_not_ended(s: Together, was: Together) -> bool:
    if was.phase in (Phase.DEAL, Phase.OPENING, Phase.CHOOSE_FIRST):
        return True
    if at_home_all(was):
        return False
    if r.end_no_action != EndNoAction.ALL_PASSED or in_the_pile(was) > 0:
        return True
    return not all(was.passed[q] for q in Player)


@step(
    "step.nobody_out",
    holds("In the cooperative game no pawn is put away but on the beginners' side, and none comes back."),
    clauses=("beginner.third", "components.pawns"),
    instances=BOXES,
)
def none_comes_back(s: Together, was: Together, c: Colour) -> bool:
    return s.out[c] >= was.out[c] and s.supply[c] <= was.supply[c]
