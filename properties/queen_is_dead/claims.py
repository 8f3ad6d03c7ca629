"""What must hold of The Queen Is Dead, what is expected, and why; written before the first run."""

from __future__ import annotations

from model.queen_is_dead.endings import has_set, princess_down
from model.queen_is_dead.state import (
    OTHER,
    Character,
    Phase,
    Player,
    Prestige,
    State,
    copies,
    may_be_master,
    n,
)
from queensbench.language import (
    Class,
    always,
    can_always,
    ends,
    fails,
    holds,
    never,
    reachable,
    rule,
)
from spec.queen_is_dead.rulings import SixOrWin, SwapFacing, ThreeOfEach, WinCheck, r

SMALL = ("blades", "stage", "court", "pilots", "salon")
AT_FULL = {"full": holds("It follows by induction, with what `shape` says.", at_least=Class.PROVED)}


@rule()
def laying(s: State) -> bool:
    """Whether lines and Masters are still being chosen; cells not laid yet have no meaning then."""
    return s.phase in (Phase.CHOOSE_MASTER, Phase.LAY_LINE)


@always(
    "tokens.conserved",
    holds("Tokens only change hands: supply and both players together hold all of a colour."),
    on=AT_FULL,
    clauses=("components.tokens", "setup.supply"),
)
def tokens_conserved(s: State, c: Prestige) -> bool:
    return s.supply[c] + sum(s.tokens[p, c] for p in Player) == n.tokens


@always(
    "tokens.no_full_colour",
    holds("A whole colour goes back at once, so no settled position shows one in one hand."),
    on=AT_FULL,
    clauses=("tokens.six", "tokens.six.immediately"),
)
def no_full_colour(s: State, p: Player, c: Prestige) -> bool:
    """By ruling ``six_or_win`` a set that a sixth token completes ends the game before the six go back."""
    return s.tokens[p, c] < n.tokens or (s.ended and r.six_or_win == SixOrWin.WIN_FIRST)


@always(
    "tiles.conserved",
    holds("Tiles move between hand, line and the place of the Master; none comes or goes."),
    on=AT_FULL,
    clauses=("components.tiles", "setup.line", "reposition.master"),
)
def tiles_conserved(s: State, p: Player, t: Character) -> bool:
    if laying(s):
        return s.hand[p, t] <= copies(t)
    held = sum(s.line[p, k] == t for k in range(2, 2 * n.faces + 1))
    return held + (1 if s.master[p] == t else 0) + s.hand[p, t] == copies(t)


@always(
    "tiles.one_princess",
    holds("The Princess can be moved but neither set aside nor doubled."),
    on=AT_FULL,
    clauses=("setup.princess", "reposition.master.excluded"),
)
def one_princess(s: State, p: Player) -> bool:
    return laying(s) or sum(s.line[p, k] == Character.PRINCESS for k in range(2, 2 * n.faces + 1)) == 1


@always(
    "master.has_icon",
    holds("Only a character with a prestige icon is ever set aside as the Master."),
    on=AT_FULL,
    clauses=("setup.master.excluded", "reposition.master.excluded"),
)
def master_has_icon(s: State, p: Player) -> bool:
    return laying(s) or may_be_master(s.master[p])


@never(
    "winner.both",
    holds("Looked for at every single event, the two endings cannot meet."),
    on=AT_FULL,
    clauses=("end.tokens", "end.princess"),
)
def both_win(s: State) -> bool:
    """They can where both are looked for later (``win_check``), or where giving completes a set (``three_of_each``)."""
    if r.win_check != WinCheck.AT_ONCE or r.three_of_each == ThreeOfEach.EXACTLY:
        return False
    return all(s.winner[p] for p in Player)


@always(
    "winner.when_ended",
    holds("The game ends because somebody wins."),
    on=AT_FULL,
    clauses=("end.tokens", "end.princess"),
)
def somebody_wins(s: State) -> bool:
    return not s.ended or any(s.winner[p] for p in Player)


@always(
    "winner.end_is_seen",
    holds("A set or a fallen Princess ends the game at once, so no play goes on with either."),
    on=AT_FULL,
    clauses=("end.continue", "end.tokens", "end.princess"),
)
def end_is_seen(s: State, p: Player) -> bool:
    """By ruling ``win_check`` both, or sets alone, are looked for later, but no turn begins with either."""
    if laying(s) or s.ended:
        return True
    if r.win_check == WinCheck.AT_ONCE or s.phase == Phase.ROLL:
        return not (has_set(s, p) or princess_down(s, p))
    return r.win_check != WinCheck.LOSS_AT_ONCE or not princess_down(s, p)


@always(
    "guard.next_to_princess",
    holds("A Princess beside her face-up Guard is never the one who has been turned down."),
    on=AT_FULL,
    clauses=("guard.protects",),
)
def guarded_princess(s: State, p: Player) -> bool:
    """By ruling ``win_check`` a Guard may come beside one who lies there; by ``swap_facing`` both are turned down."""
    if r.win_check == WinCheck.END_OF_TURN or r.swap_facing == SwapFacing.TURNED_DOWN:
        return True
    return not any(
        s.line[p, k] == Character.PRINCESS
        and not s.face_up[p, k]
        and (
            (k > 2 and s.line[p, k - 1] == Character.GUARD and s.face_up[p, k - 1])
            or (k < 2 * n.faces and s.line[p, k + 1] == Character.GUARD and s.face_up[p, k + 1])
        )
        for k in range(2, 2 * n.faces + 1)
    )


@reachable(
    "win.tokens",
    holds("The first way to win."),
    clauses=("goal.tokens",),
)
def win_by_tokens(s: State, p: Player) -> bool:
    return s.ended and has_set(s, p)


@reachable(
    "win.princess",
    holds("The second way to win."),
    on={
        "stage": fails("No tile of this box aims.", blame=("gap: a box without Sniper and Assassin",)),
        "court": fails("No tile of this box aims.", blame=("gap: a box without Sniper and Assassin",)),
        "salon": fails("No tile of this box aims.", blame=("gap: a box without Sniper and Assassin",)),
    },
    clauses=("goal.princess", "goal.princess.caused"),
)
def win_by_princess(s: State, p: Player) -> bool:
    return s.ended and princess_down(s, OTHER[p])


can_always(
    "end.reachable",
    State,
    holds("With everybody willing, dice and choices can always bring about an end."),
    module=__name__,
    instances=SMALL,
    clauses=("end.continue",),
)

ends(
    "end.sure",
    State,
    fails(
        "Dice may fall badly for ever, and no sentence stops the game.",
        blame=("gap: no limit of turns", "end.continue"),
    ),
    module=__name__,
    instances=SMALL,
    against=("players", "chance"),
    sure=True,
    clauses=("end.continue",),
)

ends(
    "end.by_will",
    State,
    fails(
        "Two players who both want to can go on for ever, whatever the dice.",
        blame=("gap: no limit of turns", "end.continue"),
    ),
    module=__name__,
    instances=SMALL,
    against=("players",),
    clauses=("end.continue",),
)

for _player in ("WHITE", "BLACK"):
    ends(
        f"end.despite_{_player.lower()}",
        State,
        holds("One player alone cannot keep the other and the dice from an end."),
        module=__name__,
        instances=SMALL,
        against=(_player,),
        clauses=("end.continue",),
    )
