"""What must hold within a turn of The Queen Is Dead: who acts and in which order, who is turned down and by whom."""

from __future__ import annotations

from model.queen_is_dead.endings import has_set, princess_down
from model.queen_is_dead.state import INITIATIVE, OTHER, Character, Phase, Player, State, n, role
from properties.queen_is_dead.claims import AT_FULL, SMALL, laying
from properties.queen_is_dead.shape import acting_now
from queensbench.language import always, holds, reachable, rule
from spec.queen_is_dead.rulings import LossAndSet, SwapFacing, WinCheck, r

AIMING = ("blades", "pilots")
"""Boxes with a tile that aims."""

# ------------------------------------------------------------------------------------ who acts, and when


@always(
    "activate.all_due",
    holds("The line is not repositioned, nor the dice handed on, while a tile is still to act."),
    on=AT_FULL,
    clauses=("activate.must", "activate.both_up", "activate.mixed"),
)
def all_due_have_acted(s: State, p: Player) -> bool:
    return s.phase not in (Phase.ROLL, Phase.REPOSITION) or not s.pending[p]


@always(
    "activate.lower_first",
    holds("While one tile acts and the other is still to act, the one that acts has the lower number."),
    instances=SMALL,
    clauses=("activate.order", "activate.initiative", "activate.recruit.initiative", "activate.tie"),
)
def lower_number_acts_first(s: State) -> bool:
    waiting = OTHER[s.acting]
    if not (acting_now(s) and s.pending[waiting]):
        return True
    return (
        s.acting_as not in (Character.RECRUIT, Character.GUARD)
        and role(s, waiting) not in (Character.RECRUIT, Character.GUARD)
        and INITIATIVE[s.acting_as] < INITIATIVE[role(s, waiting)]
    )


@always(
    "activate.neither",
    holds("Of two tiles with one number, both face up at the roll, none acts."),
    instances=SMALL,
    clauses=("activate.tie",),
)
def neither_acts(s: State) -> bool:
    """While a Schemer, Noble, Gambler, Princess or Pilot acts, no tile that was up has been moved or turned up."""
    across = OTHER[s.acting]
    acts = s.phase in (Phase.RETURN, Phase.EXTRA, Phase.TAKE_TWO, Phase.TAKE_ONE, Phase.TURN_UP) or (
        s.phase == Phase.SWAP and s.swaps == 2 and s.acting_as == Character.PILOT
    )
    return not (
        acts and s.face_up[across, s.position] and s.reveal[across] == 0 and role(s, across) == s.acting_as
    )


# ----------------------------------------------------------------------------------- who is turned down


@always(
    "aim.where",
    holds("What is turned down lies across from the rolled tile or at the mirrored position, nowhere else."),
    instances=("full", *SMALL),
    clauses=("sniper.symmetric", "sniper.target", "assassin.target"),
)
def turned_down_where_aimed(s: State, p: Player) -> bool:
    if s.struck[p] == 0:
        return True
    if s.phase in (Phase.CHOOSE_MASTER, Phase.LAY_LINE, Phase.ROLL_FOR_START, Phase.ROLL):
        return False
    return s.struck[p] == s.position or s.struck[p] + s.position == 2 * n.faces + 2


@always(
    "aim.by_whom",
    holds("A Sniper turns down at the mirrored position, an Assassin across, and no other tile does."),
    instances=SMALL,
    clauses=("sniper.target", "assassin.target", "sniper.symmetric"),
)
def turned_down_by_aim(s: State, p: Player) -> bool:
    """Looked at when all have acted; a Spy across may have moved the tile that aimed."""
    if s.phase != Phase.REPOSITION or s.struck[p] == 0 or role(s, p) == Character.SPY:
        return True
    if role(s, OTHER[p]) == Character.SNIPER:
        return s.struck[p] + s.position == 2 * n.faces + 2
    return role(s, OTHER[p]) == Character.ASSASSIN and s.struck[p] == s.position


@reachable(
    "aim.sniper",
    holds("A Sniper away from the middle turns down a tile at another position than its own."),
    instances=("full", *AIMING),
    clauses=("sniper.target", "sniper.symmetric"),
)
def sniper_hits(s: State, p: Player) -> bool:
    return (
        s.phase == Phase.REPOSITION
        and s.struck[p] != 0
        and s.struck[p] != s.position
        and role(s, OTHER[p]) == Character.SNIPER
    )


@reachable(
    "aim.assassin",
    holds("An Assassin away from the middle turns down the tile across."),
    instances=("full", "blades"),
    clauses=("assassin.target", "activate.downed"),
)
def assassin_hits(s: State, p: Player) -> bool:
    return (
        s.phase == Phase.REPOSITION
        and s.struck[p] == s.position
        and s.position != n.faces + 1
        and not s.face_up[p, s.position]
        and role(s, OTHER[p]) == Character.ASSASSIN
    )


# -------------------------------------------------------------------------------------------- who has won


@rule()
def loses_by_princess(s: State, p: Player) -> bool:
    """Whether the player's Princess lies face down, and no set makes up for it (ruling ``loss_and_set``)."""
    return princess_down(s, p) and (r.loss_and_set == LossAndSet.LOSS or not has_set(s, p))


@always(
    "winner.agrees",
    holds("Who has won holds a set or sees the other Princess fallen; whose Princess has fallen has lost."),
    instances=SMALL,
    clauses=("princess.lose", "goal.princess", "goal.tokens", "end.princess", "end.tokens"),
)
def winner_agrees(s: State, p: Player) -> bool:
    if not s.ended:
        return True
    if s.winner[p] and not (has_set(s, p) or princess_down(s, OTHER[p])):
        return False
    return not loses_by_princess(s, p) or (s.winner[OTHER[p]] and not s.winner[p])


@always(
    "winner.set_saves",
    holds("Who has won holds a set, or sees the other Princess fallen and no set that makes up for it."),
    instances=("full", *SMALL),
    clauses=("goal.princess", "goal.tokens", "end.princess", "end.tokens"),
)
def set_makes_up_for_the_princess(s: State, p: Player) -> bool:
    """Where a turn's abilities end the game by a fallen Princess alone (``win_check``), a set does not help yet."""
    if r.win_check == WinCheck.LOSS_AT_ONCE or not s.winner[p]:
        return True
    return has_set(s, p) or loses_by_princess(s, OTHER[p])


@always(
    "princess.caused",
    holds("A Princess falls to the other player's Sniper or Assassin, so that the winner has caused it."),
    instances=SMALL,
    clauses=("goal.princess.caused",),
)
def princess_falls_to_the_other(s: State, p: Player) -> bool:
    """The claim is asked where by the readings the fall is seen at once, and no swap turns tiles down."""
    if laying(s) or r.win_check != WinCheck.AT_ONCE or r.swap_facing == SwapFacing.TURNED_DOWN:
        return True
    if not princess_down(s, p):
        return True
    return s.acting == OTHER[p] and s.acting_as in (Character.SNIPER, Character.ASSASSIN)
