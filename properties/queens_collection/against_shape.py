"""The shape of the bookkeeping of the competitive game: what the model keeps about a round and a turn makes sense.

No sentence of the booklet says this; the proofs of what the booklet says rest on it.
"""

from __future__ import annotations

from model.queens_collection.against_swap import most, with_display
from model.queens_collection.against_table import Match, Phase, display_size, hand_size, left, m
from model.queens_collection.cards import SEAT, Card, Colour, Player, left_of, spaces
from queensbench.language import always, holds, rule
from spec.queens_collection.against import RevealStop, RevealTake, RoundEndCheck, RoundReset, SubstituteInSwap
from spec.queens_collection.rulings import r

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@rule()
def place(s: Match, p: Player) -> int:
    """How many players come before this one in a round."""
    return (SEAT[p] - SEAT[s.first] + len(Player)) % len(Player)


@rule()
def before_play(s: Match) -> bool:
    """Whether the round is still being set up."""
    return s.phase in (Phase.FIRST_PLAYER, Phase.DEAL, Phase.LAY_OUT)


@rule()
def aside(s: Match) -> int:
    """How many cards have been put down in an exchange."""
    return sum(s.given[card] for card in Card)


@always("against.shape.revealed", holds(BOOKKEEPING))
def revealed_while_revealing(s: Match, card: Card) -> bool:
    return s.revealed[card] == 0 or s.phase in (Phase.REVEAL, Phase.TURN_UP)


@always("against.shape.announced", holds(BOOKKEEPING))
def announced_while_turning_up(s: Match) -> bool:
    if s.phase != Phase.TURN_UP or r.reveal_stop == RevealStop.ONE_BY_ONE:
        return s.announced == 0
    return sum(s.revealed[card] for card in Card) < s.announced


@always("against.shape.revealed_before", holds(BOOKKEEPING))
def nothing_revealed_before_announcing(s: Match, card: Card) -> bool:
    """By ruling `reveal_take` the revealed cards may wait until it is settled whether they are taken."""
    if r.reveal_take == RevealTake.DECLINED:
        return True
    return s.revealed[card] == 0 or s.phase != Phase.REVEAL or r.reveal_stop == RevealStop.ONE_BY_ONE


@always("against.shape.given", holds(BOOKKEEPING))
def put_down_in_an_exchange(s: Match, card: Card) -> bool:
    return s.given[card] == 0 or s.phase in (Phase.GIVE, Phase.RECEIVE)


@always("against.shape.due", holds(BOOKKEEPING))
def due_in_an_exchange(s: Match) -> bool:
    if s.phase == Phase.GIVE:
        return s.due < most(s)
    if s.phase == Phase.RECEIVE:
        return s.due > 0
    return s.due == 0


@always("against.shape.display", holds(BOOKKEEPING))
def display_and_put_down(s: Match) -> bool:
    if r.substitute_in_swap == SubstituteInSwap.EVERYWHERE or not with_display(s):
        return True
    return s.phase not in (Phase.GIVE, Phase.RECEIVE) or display_size(s) + aside(s) - s.due <= m.display


@always("against.shape.pairs", holds(BOOKKEEPING))
def pairs_of_this_turn(s: Match) -> bool:
    return s.pairs < m.pairs if s.phase == Phase.MORE_PAIRS else s.pairs == 0


@always("against.shape.set_up", holds(BOOKKEEPING))
def set_up(s: Match, p: Player, c: Colour) -> bool:
    return not before_play(s) or (
        s.collected[p] == 0 and s.boxes[p] == 0 and left(s, c) == spaces(s) and s.pairs == 0
    )


@always("against.shape.first", holds(BOOKKEEPING))
def who_is_first(s: Match) -> bool:
    if s.phase == Phase.FIRST_PLAYER:
        return s.round == 1
    return s.phase != Phase.LAY_OUT or s.active == s.first


@always("against.shape.dealt", holds(BOOKKEEPING))
def hands_while_dealing(s: Match, p: Player) -> bool:
    if s.phase == Phase.FIRST_PLAYER:
        return hand_size(s, p) == 0
    if s.phase == Phase.DEAL:
        if p == s.active:
            return hand_size(s, p) < m.hand
        return hand_size(s, p) == (m.hand if place(s, p) < place(s, s.active) else 0)
    return True


@always("against.shape.laid_out", holds(BOOKKEEPING))
def table_while_dealing(s: Match, card: Card) -> bool:
    if not before_play(s):
        return True
    if s.discards[card] > 0 or (s.removed[card] > 0 and r.round_reset == RoundReset.NOTHING):
        return False
    return s.display[card] == 0 or (s.phase == Phase.LAY_OUT and display_size(s) < m.display)


@rule()
def most_taken(s: Match, p: Player) -> int:
    """How many pawns a player can have when each has one turn."""
    if before_play(s):
        return 0
    if s.phase in (Phase.COUNT, Phase.OVER):
        return m.pairs
    if p == s.active:
        return m.pairs if s.phase == Phase.REFILL else s.pairs
    return m.pairs if place(s, p) < place(s, s.active) else 0


@always("against.shape.one_turn", holds(BOOKKEEPING))
def taken_in_one_turn(s: Match, p: Player) -> bool:
    return r.round_end_check != RoundEndCheck.ONE_TURN_EACH or s.collected[p] <= most_taken(s, p)


@always("against.shape.turns_left", holds(BOOKKEEPING))
def a_turn_is_left(s: Match) -> bool:
    if r.round_end_check != RoundEndCheck.ONE_TURN_EACH:
        return True
    return s.phase != Phase.REFILL or left_of(s.active) != s.first


@always("against.shape.left", holds(BOOKKEEPING))
def no_more_than_spaces(s: Match, c: Colour) -> bool:
    return left(s, c) <= spaces(s)


@always("against.shape.emptied", holds(BOOKKEEPING))
def an_empty_box_was_full(s: Match) -> bool:
    """So many boxes before players cost at least so many pawns."""
    boxes, pawns = sum(s.boxes[p] for p in Player), sum(s.collected[p] for p in Player)
    return all(boxes < k or pawns >= k * spaces(s) for k in range(1, 9))
