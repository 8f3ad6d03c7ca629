"""Tokens and endings of The Queen Is Dead (queen-is-dead.en: goal, prestige tokens, end of the game)."""

from __future__ import annotations

from model.queen_is_dead.state import (
    OTHER,
    Character,
    Phase,
    Player,
    Position,
    Prestige,
    State,
    has_icon,
    n,
    protected,
    role,
)
from queensbench.language import clause, over, rule, silent, states, wins
from spec.queen_is_dead.rulings import (
    AimedFaceDown,
    BothHaveSet,
    LastAndSixth,
    LossAndSet,
    SixOrWin,
    ThreeOfEach,
    WinCheck,
    r,
)


@over()
def game_over(s: State) -> bool:
    """Nothing happens after the end."""
    return s.ended


@wins()
def has_won(s: State, p: Player) -> bool:
    """Whether the player was found to have won."""
    return s.winner[p]


@rule()
def has_set(s: State, p: Player) -> bool:
    """The player has the stated number of tokens of each colour."""
    if not all(s.tokens[p, c] >= n.goal for c in Prestige):
        return False
    if all(s.tokens[p, c] == n.goal for c in Prestige):
        return True
    return r.three_of_each == ThreeOfEach.AT_LEAST


@rule()
def princess_down(s: State, p: Player) -> bool:
    """The player's Princess lies face down."""
    return any(s.line[p, k] == Character.PRINCESS and not s.face_up[p, k] for k in range(2, 2 * n.faces + 1))


@rule()
def sets_count(s: State) -> bool:
    """Whether sets are looked for: by ruling ``win_check`` perhaps not before a turn's abilities are over."""
    return r.win_check != WinCheck.LOSS_AT_ONCE or s.phase == Phase.REPOSITION


@rule()
def look_for_end(s: State) -> None:
    """Judge both endings as the table lies now."""
    if all(princess_down(s, p) for p in Player):
        silent("both Princesses lie face down at the same check", "end.princess")
    for p in Player:
        if (
            sets_count(s)
            and has_set(s, p)
            and not (princess_down(s, p) and r.loss_and_set == LossAndSet.LOSS)
        ):
            with clause("end.tokens", "goal.tokens"):
                s.winner[p] = True
                s.ended = True
    for p in Player:
        if princess_down(s, p) and not s.winner[p]:
            with clause("end.princess", "princess.lose", "goal.princess"):
                s.winner[OTHER[p]] = True
                s.ended = True
                states("goal.princess.caused")
    if all(s.winner[p] for p in Player) and r.both_have_set == BothHaveSet.CURRENT:
        s.winner[OTHER[s.active]] = False


@rule()
def event(s: State) -> None:
    """After a token has moved or a tile has turned: a full colour goes back, and an end may be looked for at once."""
    if any(s.tokens[p, c] == n.tokens for p in Player for c in Prestige):
        if any(s.tokens[p, c] == n.tokens and has_set(s, p) for p in Player for c in Prestige):
            if r.win_check == WinCheck.AT_ONCE and r.six_or_win == SixOrWin.WIN_FIRST:
                look_for_end(s)
        if not s.ended:
            with clause("tokens.six.immediately"):
                return_full_colour(s)
    if not s.ended and r.win_check in (WinCheck.AT_ONCE, WinCheck.LOSS_AT_ONCE):
        look_for_end(s)


@rule("tokens.six")
def return_full_colour(s: State) -> None:
    """All tokens of a colour in one hand go back to the supply."""
    for p in Player:
        for c in Prestige:
            if s.tokens[p, c] == n.tokens:
                s.tokens[p, c] = 0
                s.supply[c] += n.tokens


@rule()
def collect(s: State, p: Player, c: Prestige) -> None:
    """The player takes a token of the colour from the supply; of an empty colour none."""
    if s.supply[c] == 0:
        with clause("tokens.supply_empty"):
            return
    with clause("turn.collect"):
        s.supply[c] -= 1
        s.tokens[p, c] += 1
    event(s)


@rule()
def collect_own(s: State, c: Prestige) -> None:
    """The acting character's token of its colour; by ruling ``last_and_sixth`` a last one is the last of the turn.

    By ruling ``token_first`` it may come later.
    """
    if s.owed:
        return
    if s.spent[c]:
        with clause("tokens.last_token"):
            return
    if s.supply[c] == 1 and s.tokens[s.acting, c] == n.tokens - 1 and is_awaited(s, c):
        s.spent[c] = r.last_and_sixth == LastAndSixth.NONE
    collect(s, s.acting, c)


@rule()
def is_awaited(s: State, c: Prestige) -> bool:
    """Whether the tile across is still to act, and takes a token of the colour then."""
    return s.pending[OTHER[s.acting]] and has_icon(role(s, OTHER[s.acting]), c)


@rule()
def aim(s: State, p: Player, k: Position) -> None:
    """The player's tile at the position is to be turned face down."""
    if protected(s, p, k):
        with clause("guard.protects"):
            return
    if s.face_up[p, k]:
        with clause("activate.turns_down"):
            s.face_up[p, k] = False
            s.struck[p] = k
        if k == s.position and s.pending[p]:
            with clause("activate.downed"):
                s.pending[p] = False
        event(s)
    elif s.reveal[p] == k and r.aimed_face_down == AimedFaceDown.KEPT_DOWN:
        with clause("activate.downed.stays"):
            s.reveal[p] = 0
