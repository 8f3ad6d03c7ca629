"""A turn of The Queen Is Dead (queen-is-dead.en: how to play, turn structure, end of the turn)."""

from __future__ import annotations

from model.queen_is_dead.endings import event, look_for_end
from model.queen_is_dead.state import (
    INITIATIVE,
    OTHER,
    Character,
    Phase,
    Player,
    Position,
    Prestige,
    State,
    current,
    may_be_master,
    n,
    protected,
    role,
)
from queensbench.language import action, automatic, chance, clause, decider, require, rule, states
from spec.queen_is_dead.rulings import (
    Chooser,
    FirstTurn,
    GuardAndMaster,
    MasterShown,
    SwapFacing,
    TokenFirst,
    WinCheck,
    r,
)


@decider()
def whose_choice(s: State) -> Player:
    """Whose choice it is in an ability: its owner's or, by ruling ``chooser``, the current player's."""
    return s.acting if r.chooser == Chooser.OWNER else s.active


# ------------------------------------------------------------------------------------ roll the dice


@rule()
def throws(s: State, total: Position) -> int:
    """How many throws of two dice have that total."""
    return n.faces - abs(total - (n.faces + 1))


@rule("activate.status")
def both_down(s: State, total: Position) -> bool:
    """Whether both tiles at the position lie face down now: the first of three cases."""
    return not any(s.face_up[p, total] for p in Player)


@chance("turn.roll", "turn.position", "activate.affected", weight=throws)
def roll(s: State, total: Position) -> None:
    """The total names the position of both lines that is active; its two tiles make one of three cases."""
    require(s.phase == Phase.ROLL)
    s.position = total
    s.phase = Phase.ACTIVATE
    states("turn.position.both")
    if both_down(s, total):
        with clause("activate.both_down"):
            for p in Player:
                s.face_up[p, total] = True
        return
    if all(s.face_up[p, total] for p in Player):
        with clause("activate.both_up"):
            for p in Player:
                s.pending[p] = s.line[p, total] != Character.GUARD
    else:
        for p in Player:
            if s.face_up[p, total]:
                with clause("activate.mixed"):
                    s.pending[p] = s.line[p, total] != Character.GUARD
            else:
                with clause("activate.mixed.reveal"):
                    s.reveal[p] = total
    for p in Player:
        if s.pending[p] and s.line[p, total] == Character.RECRUIT and r.master_shown == MasterShown.COMPARED:
            show_master(s, p)
    compare_numbers(s)


@rule()
def tied(s: State) -> bool:
    """Whether both tiles are to act and have the same number."""
    return all(s.pending[p] for p in Player) and role(s, Player.WHITE) == role(s, Player.BLACK)


@rule()
def compare_numbers(s: State) -> None:
    """Equal numbers: neither is activated."""
    if tied(s):
        with clause("activate.tie"):
            for p in Player:
                s.pending[p] = False


@rule()
def show_master(s: State, p: Player) -> None:
    """The player's Master is turned face up, if that is not so already."""
    if s.master_up[p]:
        with clause("recruit.reveal.already"):
            return
    with clause("activate.recruit.reveal", "recruit.reveal"):
        s.master_up[p] = True


# ------------------------------------------------------------------------------ activate characters


@rule("activate.initiative")
def number(s: State, p: Player) -> int:
    """The number with which the player's tile at the rolled position acts: a Recruit's is the Master's."""
    if s.line[p, s.position] == Character.RECRUIT:
        with clause("activate.recruit.initiative", "recruit.initiative", "master.defines.initiative"):
            return INITIATIVE[s.master[p]]
    return INITIATIVE[s.line[p, s.position]]


@rule()
def goes_first(s: State, p: Player) -> bool:
    """Whether the player's tile has the lower number; this is asked only where both tiles are to act."""
    return number(s, p) < number(s, OTHER[p])


@rule()
def order_is_open(s: State) -> bool:
    """By ruling ``token_first``: whether a choice is to be made of when the acting character's token is taken.

    The choice is asked for only where it can matter.  Aims, swaps and tokens have nothing to do with each other; a
    Schemer's return matters where the supply has no yellow token, or only the last one.
    """
    if r.token_first == TokenFirst.AS_PRINTED:
        return False
    if s.acting_as == Character.SCHEMER:
        return s.supply[Prestige.YELLOW] <= 1 and s.tokens[OTHER[s.acting], Prestige.YELLOW] > 0
    return s.acting_as == Character.ENTERTAINER


@automatic("activate.must")
def next_character(s: State) -> None:
    """The tile with the lower number acts; its choices are its owner's."""
    require(s.phase == Phase.ACTIVATE)
    require(any(s.pending[p] for p in Player))
    if all(s.pending[p] for p in Player):
        with clause("activate.order"):
            s.acting = Player.WHITE if goes_first(s, Player.WHITE) else Player.BLACK
    else:
        s.acting = Player.WHITE if s.pending[Player.WHITE] else Player.BLACK
    if s.line[s.acting, s.position] == Character.RECRUIT:
        show_master(s, s.acting)
        with clause("activate.recruit.as_master", "recruit.effect", "master.defines"):
            s.acting_as = s.master[s.acting]
    else:
        s.acting_as = s.line[s.acting, s.position]
    s.pending[s.acting] = False
    s.phase = Phase.ORDER if order_is_open(s) else Phase.EFFECT


@automatic()
def all_have_acted(s: State) -> None:
    """In the mixed case the face-down tile is turned up now; then the current player may reposition."""
    require(s.phase == Phase.ACTIVATE)
    require(not any(s.pending[p] for p in Player))
    for c in Prestige:
        s.spent[c] = False
    for p in Player:
        if s.reveal[p] > 0:
            with clause("activate.mixed.reveal"):
                s.face_up[p, s.reveal[p]] = True
                s.reveal[p] = 0
    with clause("turn.order"):
        s.phase = Phase.REPOSITION
    if s.first_turn and r.first_turn == FirstTurn.NEITHER_OPTION:
        with clause("reposition.first_turn"):
            end_turn(s)


# -------------------------------------------------------------------------- reposition gang members


@action("reposition.swap", "reposition.choice", decider=current)
def swap_neighbours(s: State, low: Position) -> None:
    """The tiles at a position and at the next higher one change places."""
    require(s.phase == Phase.REPOSITION)
    require(low < 2 * n.faces)
    with clause("reposition.first_turn"):
        require(not s.first_turn)
    if r.swap_facing == SwapFacing.TURNED_DOWN:
        turn_down_both(s, low)
    exchange(s, s.active, low)
    if r.swap_facing == SwapFacing.TURNED_DOWN:
        event(s)
    end_turn(s)


@action("reposition.master", "reposition.choice", decider=current)
def change_master(s: State, spot: Position) -> None:
    """A face-up tile with a prestige icon becomes the Master, face down; the old Master takes its place face up."""
    require(s.phase == Phase.REPOSITION)
    require(s.face_up[s.active, spot])
    with clause("reposition.master.excluded"):
        require(may_be_master(s.line[s.active, spot]))
    require(not (protected(s, s.active, spot) and r.guard_and_master == GuardAndMaster.PREVENTED))
    with clause("reposition.master.old", "reposition.master.old.face_up"):
        s.line[s.active, spot], s.master[s.active] = s.master[s.active], s.line[s.active, spot]
    with clause("reposition.master.face_down"):
        s.master_up[s.active] = False
    states("recruit.changed_master")
    end_turn(s)


@action("turn.reposition_optional", decider=current)
def leave_line(s: State) -> None:
    """The player repositions nothing."""
    require(s.phase == Phase.REPOSITION)
    end_turn(s)


@rule()
def exchange(s: State, p: Player, low: Position) -> None:
    """Two neighbours of a line change places, each keeping its side up; ``reveal`` and ``struck`` stay as they are."""
    s.line[p, low], s.line[p, low + 1] = s.line[p, low + 1], s.line[p, low]
    s.face_up[p, low], s.face_up[p, low + 1] = s.face_up[p, low + 1], s.face_up[p, low]


@rule()
def turn_down_both(s: State, low: Position) -> None:
    """Ruling ``swap_facing``: two neighbours are turned face down, except one that a Guard protects."""
    kept_low = protected(s, s.active, low)
    kept_high = protected(s, s.active, low + 1)
    if not kept_low:
        s.face_up[s.active, low] = False
    if not kept_high:
        s.face_up[s.active, low + 1] = False


# ---------------------------------------------------------------------------------- end of the turn


@rule("end.turn")
def end_turn(s: State) -> None:
    """The dice go to the opponent, and what concerns this turn alone is forgotten."""
    if not s.ended and r.win_check != WinCheck.AT_ONCE:
        look_for_end(s)
    if not s.ended:
        with clause("end.turn.next", "turn.alternate", "end.continue"):
            s.active = OTHER[s.active]
    s.first_turn = False
    s.phase = Phase.ROLL
    s.position = 2
    s.acting = Player.WHITE
    for p in Player:
        s.struck[p] = 0
