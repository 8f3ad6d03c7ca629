"""Effects of the abilities of The Queen Is Dead, as positions show them; from its sentences, before the first run.

Positions tell of an effect where it leaves something behind that nothing else could have left there.
"""

from __future__ import annotations

from model.queen_is_dead.endings import has_set, princess_down
from model.queen_is_dead.state import OTHER, Character, Phase, Player, Prestige, State, n
from properties.queen_is_dead.claims import SMALL, laying
from queensbench.language import always, holds, reachable
from spec.queen_is_dead.rulings import (
    BothHaveSet,
    LossAndSet,
    PrincessRevives,
    SwapFacing,
    r,
)

# --------------------------------------------------------------------------------------- the Entertainer


@reachable(
    "entertainer.gives_the_last",
    holds("With one token, the blue one just taken, there is nothing else to give: it leaves the giver."),
    instances=("stage",),
    clauses=("entertainer.give",),
)
def gives_the_last(s: State) -> bool:
    """In this box no colour is ever full, so that blue tokens in the supply tell that one could be taken."""
    return (
        s.phase == Phase.TAKE
        and s.supply[Prestige.BLUE] > 0
        and all(s.tokens[s.acting, c] == 0 for c in Prestige)
    )


# ------------------------------------------------------------------------------------ the Pilot and the Spy


@reachable(
    "spy.moves_the_other_line",
    holds(
        "A Spy swaps in the opponent's line; there a tile may lie that is to be turned up, and moves along."
    ),
    instances=("stage",),
    clauses=("spy.swap",),
)
def spy_moves_what_is_to_be_turned_up(s: State) -> bool:
    return (
        s.acting_as == Character.SPY
        and s.phase == Phase.SWAP
        and s.reveal[OTHER[s.acting]] != 0
        and s.reveal[OTHER[s.acting]] != s.position
    )


@always(
    "pilot.leaves_the_other_line",
    holds("A Pilot swaps in the own line: what the opponent is to turn up stays where it was rolled."),
    instances=SMALL,
    clauses=("pilot.swap",),
)
def pilot_leaves_the_other_line(s: State) -> bool:
    if s.acting_as != Character.PILOT or s.phase != Phase.SWAP:
        return True
    return s.reveal[OTHER[s.acting]] in (0, s.position)


# ----------------------------------------------------------------------------------------------- the Guard


@reachable(
    "guard.far_end",
    holds(
        "The two ends of the number bar are far apart: a Guard at one of them protects nobody at the other."
    ),
    instances=("blades",),
    clauses=("guard.protects",),
)
def guard_at_the_other_end(s: State, p: Player) -> bool:
    """The struck tile's position was rolled, so that the Guard far from it was not turned up in this very turn."""
    low = s.line[p, 2] == Character.GUARD and s.face_up[p, 2] and s.struck[p] == 2 * n.faces
    high = s.line[p, 2 * n.faces] == Character.GUARD and s.face_up[p, 2 * n.faces] and s.struck[p] == 2
    return s.phase == Phase.REPOSITION and s.struck[p] == s.position and (low or high)


# --------------------------------------------------------------------------------------- tokens of a colour


@reachable(
    "tokens.all_go_back",
    holds(
        "A Noble's yellow token may be the last of its colour: then all lie in the supply before the next is taken."
    ),
    instances=("court", "salon"),
    clauses=("tokens.six", "tokens.six.immediately"),
)
def all_of_a_colour_went_back(s: State) -> bool:
    return s.phase == Phase.EXTRA and s.supply[Prestige.YELLOW] == n.tokens


@always(
    "tokens.take_brings_own",
    holds("Taking from the supply brings tokens to the owner of the tile that acts: nobody else wins by it."),
    instances=SMALL,
    clauses=("noble.token", "noble.extra", "sniper.token", "assassin.token", "pilot.token", "spy.token"),
)
def taking_wins_for_the_owner(s: State) -> bool:
    """By ruling `swap_facing` a repositioning after it may turn the own Princess down."""
    if r.swap_facing == SwapFacing.TURNED_DOWN:
        return True
    takes = s.acting_as in (Character.NOBLE, Character.PILOT, Character.SPY)
    return not (s.ended and takes) or s.winner[s.acting]


@reachable(
    "gambler.two_of_a_colour",
    holds("Two tokens of one colour are two tokens: the Gambler takes both."),
    instances=("court", "salon"),
    clauses=("gambler.take",),
)
def gambler_finds_two_of_a_colour(s: State) -> bool:
    return s.phase == Phase.TAKE_TWO and sum(s.tokens[OTHER[s.acting], c] > 0 for c in Prestige) == 1


# ---------------------------------------------------------------------------------------------- the Princess


@always(
    "princess.leaves_struck",
    holds(
        "By ruling `princess_revives` what was turned down this turn stays down; no tile of these boxes moves it."
    ),
    instances=("blades",),
    clauses=("activate.downed.stays", "princess.reveal"),
)
def struck_stays_down(s: State, p: Player) -> bool:
    if r.princess_revives == PrincessRevives.ANY_TILE or r.swap_facing == SwapFacing.TURNED_DOWN:
        return True
    if laying(s) or s.phase == Phase.ROLL or s.struck[p] == 0:
        return True
    return not s.face_up[p, s.struck[p]]


# ------------------------------------------------------------------------------------------------- the turn


@always(
    "reposition.first_of_starter",
    holds("The exception is for the starting player, and so over with that player's first turn."),
    instances=SMALL,
    clauses=("reposition.first_turn",),
)
def exception_of_the_starter(s: State) -> bool:
    if laying(s) or s.phase == Phase.ROLL_FOR_START:
        return True
    return not s.first_turn or s.active == s.starter


# -------------------------------------------------------------------------------------------------- the end


@always(
    "winner.current",
    holds("By ruling `both_have_set` of two who have a set it is the current player who wins."),
    instances=("full", *SMALL),
    clauses=("end.tokens", "goal.tokens"),
)
def current_player_wins(s: State) -> bool:
    if not s.ended or r.both_have_set == BothHaveSet.BOTH:
        return True
    if not all(has_set(s, p) and not princess_down(s, p) for p in Player):
        return True
    return s.winner[s.active] and not s.winner[OTHER[s.active]]


@always(
    "winner.loss_before_set",
    holds("By ruling `loss_and_set` a player whose Princess lies face down has lost, set or no set."),
    instances=("full", *SMALL),
    clauses=("end.princess", "princess.lose"),
)
def loss_before_set(s: State, p: Player) -> bool:
    if not s.ended or r.loss_and_set == LossAndSet.SET or not princess_down(s, p):
        return True
    return not s.winner[p] and s.winner[OTHER[p]]
