"""Counts of the choices that a win still needs, by which the bounds on the shortest wins are proved at full size.

A count rises by at most one with a choice and never with dice or by itself, and it has a known least value where
the game is won; so the choices from the start are at least the difference.  For ``queensbench search --shortest`` z3
proves the three statements, of all typed positions that satisfy the facts named here, and the facts themselves.
"""

from __future__ import annotations

from model.queen_is_dead.state import Character, Phase, Player, Prestige, State, centre, n, role
from queensbench.language import rule
from queensbench.language.counts import counts


@rule()
def still_to_lay(s: State) -> int:
    """Choices that the set-up still takes: tiles not yet set aside or laid."""
    line = 2 * n.faces - 2
    if s.phase == Phase.CHOOSE_MASTER:
        return 2 * line + (2 if s.active == Player.WHITE else 1)
    if s.phase == Phase.LAY_LINE:
        done = s.laid - 2 - (1 if s.laid > centre() else 0)
        return line - done + (line if s.active == Player.WHITE else 0)
    return 0


@rule()
def may_still_collect(s: State, p: Player) -> bool:
    """The player's tile may still bring one token more than choices are made until the next roll."""
    if s.first_turn or s.phase == Phase.ROLL:
        return True
    if s.acting == p and s.phase == Phase.EFFECT:
        return s.acting_as != Character.PRINCESS
    if s.acting == p and (s.owed or s.phase in (Phase.ORDER, Phase.TAKE_TWO)):
        return True
    return s.pending[p] and s.line[p, s.position] != Character.PRINCESS


@rule()
def token_count(s: State) -> int:
    """Towards a set: the tokens that count for it, of the player who has more, and one that needs no choice."""
    return max(
        sum(min(s.tokens[p, c], n.goal) for c in Prestige) + (1 if may_still_collect(s, p) else 0)
        for p in Player
    ) - still_to_lay(s)


@rule()
def princess_count(s: State) -> int:
    """Towards a Princess turned down: as long as both lie face up in the middle, nothing can aim at them."""
    quiet = all(s.line[p, centre()] == Character.PRINCESS and s.face_up[p, centre()] for p in Player)
    return (0 if quiet else 1) - still_to_lay(s)


@rule()
def only_princesses_lie_open(s: State) -> bool:
    """Fact: before the first roll the Princesses lie open in the middle, and no other tile does."""
    if s.laid == centre():
        return False
    if not (
        s.first_turn and s.phase in (Phase.CHOOSE_MASTER, Phase.LAY_LINE, Phase.ROLL_FOR_START, Phase.ROLL)
    ):
        return True
    return all(
        s.line[p, centre()] == Character.PRINCESS
        and not s.pending[p]
        and all(s.face_up[p, k] == (k == centre()) for k in range(2, 2 * n.faces + 1))
        for p in Player
    )


@rule()
def set_up_is_before_the_first_turn(s: State) -> bool:
    """Fact: Masters are chosen, lines laid and the start rolled for before the first turn, and none wins by that."""
    if s.phase not in (Phase.CHOOSE_MASTER, Phase.LAY_LINE, Phase.ROLL_FOR_START):
        return True
    return s.first_turn and not s.ended and (s.phase != Phase.CHOOSE_MASTER or s.laid == 2)


@rule()
def acts_once(s: State) -> bool:
    """Fact: a tile that acts is no longer to act."""
    return (
        s.phase
        in (
            Phase.CHOOSE_MASTER,
            Phase.LAY_LINE,
            Phase.ROLL_FOR_START,
            Phase.ROLL,
            Phase.ACTIVATE,
            Phase.ABILITY_DONE,
            Phase.REPOSITION,
        )
        or not s.pending[s.acting]
    )


@rule()
def token_is_owed_while_it_acts(s: State) -> bool:
    """Fact: only within a Schemer's or an Entertainer's ability may its token be still to come."""
    if s.phase != Phase.ORDER and not s.owed:
        return True
    return (
        s.phase in (Phase.ORDER, Phase.EFFECT, Phase.RETURN, Phase.GIVE, Phase.TAKE, Phase.ABILITY_DONE)
        and s.acting_as in (Character.SCHEMER, Character.ENTERTAINER)
        and not s.pending[s.acting]
    )


@rule()
def first_turn_brings_nothing(s: State) -> bool:
    """Fact: in the first turn no tile can act but a Princess."""
    if not s.first_turn:
        return True
    if s.phase == Phase.EFFECT and s.acting_as != Character.PRINCESS:
        return False
    if s.owed or s.phase in (
        Phase.ORDER,
        Phase.RETURN,
        Phase.EXTRA,
        Phase.TAKE_TWO,
        Phase.TAKE_ONE,
        Phase.SWAP,
        Phase.GIVE,
        Phase.TAKE,
    ):
        return False
    return all(not s.pending[p] or s.line[p, s.position] == Character.PRINCESS for p in Player)


@rule()
def acts_as_it_is(s: State) -> bool:
    """Fact: a tile that begins to act is what lies there, a Recruit the Master."""
    return s.phase not in (Phase.ORDER, Phase.EFFECT) or s.acting_as == role(s, s.acting)


@rule()
def one_princess_each(s: State) -> bool:
    """Fact: each line has its one Princess, who is never in hand nor a Master."""
    return all(
        sum(s.line[p, k] == Character.PRINCESS for k in range(2, 2 * n.faces + 1)) == 1
        and s.hand[p, Character.PRINCESS] == 0
        and s.master[p] != Character.PRINCESS
        for p in Player
    )


counts(
    "win.princess",
    princess_count,
    facts=(acts_as_it_is, one_princess_each, only_princesses_lie_open, set_up_is_before_the_first_turn),
)
counts(
    "win.tokens",
    token_count,
    facts=(
        only_princesses_lie_open,
        first_turn_brings_nothing,
        set_up_is_before_the_first_turn,
        acts_once,
        token_is_owed_while_it_acts,
    ),
)
