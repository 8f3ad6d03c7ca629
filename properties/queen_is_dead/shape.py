"""The shape of the bookkeeping of The Queen Is Dead: what the model keeps about the turn makes sense.

No sentence of the booklet says this; the proofs of what the booklet says rest on it.
"""

from __future__ import annotations

from model.queen_is_dead.state import (
    OTHER,
    Character,
    Phase,
    Player,
    Prestige,
    State,
    centre,
    copies,
    may_be_master,
    n,
    role,
)
from properties.queen_is_dead.claims import laying
from queensbench.language import always, holds, rule

BOOKKEEPING = "Bookkeeping of the model, on which the proofs rest."


@rule()
def has_master(s: State, p: Player) -> bool:
    """Whether the player's Master has been chosen."""
    return s.phase != Phase.CHOOSE_MASTER or (p == Player.WHITE and s.active == Player.BLACK)


@always("shape.reveal", holds(BOOKKEEPING))
def reveal_is_a_position(s: State, p: Player) -> bool:
    return s.reveal[p] != 1


@always("shape.takes", holds(BOOKKEEPING))
def takes_are_left(s: State) -> bool:
    return s.takes > 0 if s.phase == Phase.TAKE_ONE else s.takes == 0


@always("shape.swaps", holds(BOOKKEEPING))
def swaps_are_left(s: State) -> bool:
    return s.swaps > 0 if s.phase == Phase.SWAP else s.swaps == 0


@always("shape.owed", holds(BOOKKEEPING))
def token_is_owed_by_an_ability(s: State) -> bool:
    if s.phase != Phase.ORDER and not s.owed:
        return True
    return s.acting_as in (Character.SCHEMER, Character.ENTERTAINER) and s.phase in (
        Phase.ORDER,
        Phase.EFFECT,
        Phase.RETURN,
        Phase.GIVE,
        Phase.TAKE,
        Phase.ABILITY_DONE,
    )


@always("shape.laid", holds(BOOKKEEPING))
def next_position(s: State) -> bool:
    return s.laid <= 2 * n.faces and s.laid != centre() if s.phase == Phase.LAY_LINE else s.laid == 2


@rule()
def acting_now(s: State) -> bool:
    """Whether a tile's ability is being carried out."""
    return s.phase not in (
        Phase.CHOOSE_MASTER,
        Phase.LAY_LINE,
        Phase.ROLL_FOR_START,
        Phase.ROLL,
        Phase.ACTIVATE,
        Phase.REPOSITION,
    )


@always("shape.pending", holds(BOOKKEEPING))
def who_may_be_pending(s: State, p: Player) -> bool:
    if not s.pending[p]:
        return True
    return (s.phase == Phase.ACTIVATE or acting_now(s)) and s.line[p, s.position] != Character.GUARD


@always("shape.untied", holds(BOOKKEEPING))
def no_tie_is_left(s: State) -> bool:
    return not all(s.pending[p] for p in Player) or role(s, Player.WHITE) != role(s, Player.BLACK)


@always("shape.acting", holds(BOOKKEEPING))
def who_acts(s: State) -> bool:
    if not acting_now(s):
        return True
    if s.phase == Phase.SWAP and s.acting_as not in (Character.PILOT, Character.SPY):
        return False
    return not s.pending[s.acting] and (s.acting_as != Character.SPY or not s.pending[OTHER[s.acting]])


@always("shape.forgotten", holds(BOOKKEEPING))
def what_a_turn_leaves_is_forgotten(s: State) -> bool:
    """Who acted and where is forgotten with the turn, so that tables that are alike are one state."""
    if s.ended or not (laying(s) or s.phase in (Phase.ROLL_FOR_START, Phase.ROLL)):
        return True
    return s.position == 2 and s.acting == Player.WHITE


@always("shape.no_winner", holds(BOOKKEEPING))
def no_winner_before_the_end(s: State, p: Player) -> bool:
    return s.ended or not s.winner[p]


@always("shape.setting_up", holds(BOOKKEEPING))
def before_the_first_turn(s: State, p: Player, c: Prestige) -> bool:
    if not (laying(s) or s.phase == Phase.ROLL_FOR_START):
        return True
    return (
        s.tokens[p, c] == 0
        and not s.ended
        and not s.pending[p]
        and s.reveal[p] == 0
        and (not laying(s) or s.line[p, centre()] == Character.PRINCESS)
        and (not has_master(s, p) or may_be_master(s.master[p]))
        and all(s.face_up[p, k] == (k == centre()) for k in range(2, 2 * n.faces + 1))
    )


@rule()
def filled(s: State, p: Player) -> int:
    """The next position of the player's line to be laid; 2 before the first, one past the last when all are laid."""
    if s.phase == Phase.CHOOSE_MASTER:
        return 2
    if s.phase == Phase.LAY_LINE and s.active == p:
        return s.laid
    if s.phase == Phase.LAY_LINE and p == Player.BLACK:
        return 2
    return 2 * n.faces + 1


@always("shape.tiles_laid", holds(BOOKKEEPING))
def tiles_in_hand_and_line(s: State, p: Player, t: Character) -> bool:
    if not laying(s):
        return s.hand[p, t] == 0
    placed = sum(s.line[p, k] == t and (k < filled(s, p) or k == centre()) for k in range(2, 2 * n.faces + 1))
    aside = 1 if has_master(s, p) and s.master[p] == t else 0
    return placed + aside + s.hand[p, t] == copies(t)


@always("shape.hand", holds(BOOKKEEPING))
def tiles_left(s: State, p: Player) -> bool:
    to_lay = sum(1 for k in range(2, 2 * n.faces + 1) if k >= filled(s, p) and k != centre())
    return sum(s.hand[p, t] for t in Character) == to_lay + (0 if has_master(s, p) else 1)
