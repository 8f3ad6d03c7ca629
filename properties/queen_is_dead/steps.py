"""What each part of a turn of The Queen Is Dead does: the table after a step beside the table before it.

A step is a choice or a roll with all that follows by itself; where another tile still has to act, what follows is more
than the sentence says, and the property does not ask.  All of them are written under every reading that lets the
sentence be said; the rest is left out by name.
"""

from __future__ import annotations

from typing import Annotated

from model.queen_is_dead.endings import has_won
from model.queen_is_dead.setup import Higher
from model.queen_is_dead.setup import throws as start_throws
from model.queen_is_dead.state import (
    INITIATIVE,
    OTHER,
    Character,
    Phase,
    Player,
    Position,
    Prestige,
    State,
    centre,
    may_be_master,
    n,
)
from model.queen_is_dead.turn import throws
from properties.queen_is_dead.claims import laying
from queensbench.language import Range, fails, holds, rule, step
from spec.queen_is_dead.rulings import (
    AimedFaceDown,
    FirstTurn,
    GamblerTakes,
    GuardAndMaster,
    GuardReach,
    MasterShown,
    MixedReveal,
    NobleChoice,
    NobleShort,
    NothingToGive,
    OptionalSwap,
    RecruitAims,
    SixOrWin,
    StartRoll,
    SwapFacing,
    SwapPairs,
    ThreeOfEach,
    TokenFirst,
    WinCheck,
    r,
)

# ------------------------------------------------------------------------------------------- words


@rule()
def role_at(s: State, p: Player, k: Position) -> Character:
    """The character as which the player's tile at a position would act."""
    return s.master[p] if s.line[p, k] == Character.RECRUIT else s.line[p, k]


@rule()
def alone(s: State) -> bool:
    """Whether nobody is still to act after the tile that acts, and no token is still to come (``token_first``)."""
    return not s.owed and not any(s.pending[p] for p in Player)


@rule()
def recruit_alone(s: State, p: Player, k: Position) -> bool:
    """Whether the player's Recruit lies face up at a position, and the tile across face down."""
    return s.line[p, k] == Character.RECRUIT and s.face_up[p, k] and not s.face_up[OTHER[p], k]


@rule()
def set_held(s: State, p: Player) -> bool:
    """Whether the player holds the stated number of each colour, or by ruling ``three_of_each`` more."""
    if r.three_of_each == ThreeOfEach.EXACTLY:
        return all(s.tokens[p, c] == n.goal for c in Prestige)
    return all(s.tokens[p, c] >= n.goal for c in Prestige)


@rule()
def fallen(s: State, p: Player) -> bool:
    """Whether the player's Princess lies face down."""
    return any(s.line[p, k] == Character.PRINCESS and not s.face_up[p, k] for k in range(2, 2 * n.faces + 1))


@rule()
def held(s: State, p: Player) -> int:
    """How many tokens the player has."""
    return sum(s.tokens[p, c] for c in Prestige)


@rule()
def setting_up(s: State) -> bool:
    """Whether Masters are being chosen, lines laid, or the start rolled for."""
    return laying(s) or s.phase == Phase.ROLL_FOR_START


@rule()
def shielded(s: State, p: Player, k: Position) -> bool:
    """Whether a Guard that lies face up next to the tile (or across, by ruling ``guard_reach``) keeps it face up."""
    if k > 2 and s.line[p, k - 1] == Character.GUARD and s.face_up[p, k - 1]:
        return True
    if k < 2 * n.faces and s.line[p, k + 1] == Character.GUARD and s.face_up[p, k + 1]:
        return True
    q = OTHER[p]
    return r.guard_reach == GuardReach.ACROSS and s.line[q, k] == Character.GUARD and s.face_up[q, k]


@rule()
def tiles_of(t: Character) -> int:
    """How many copies of a tile a player lays: none of the Princess, who already lies there."""
    if t == Character.PRINCESS:
        return 0
    return n.recruits if t == Character.RECRUIT else 1


# ------------------------------------------------------------------------------------------- set-up


@step(
    "step.tiles",
    holds("Each side has as many Recruits as the box says and one of every other tile, the Princess laid."),
    clauses=("components.tiles", "recruit.two", "setup.princess"),
)
def tiles_of_a_side(s: State, was: State, p: Player, t: Character) -> bool:
    """The claim is made of the tiles before the first choice."""
    return was.phase != Phase.CHOOSE_MASTER or was.active != Player.WHITE or was.hand[p, t] == tiles_of(t)


@step(
    "step.icon",
    holds("Gambler, Princess, Recruit and Guard have no prestige icon, and are no Masters."),
    clauses=("setup.master.excluded", "icon.prestige", "reposition.master.excluded"),
)
def masters_have_icons(s: State, was: State, p: Player) -> bool:
    return laying(s) or s.master[p] not in (
        Character.GAMBLER,
        Character.PRINCESS,
        Character.RECRUIT,
        Character.GUARD,
    )


@step(
    "step.start_odds",
    holds("The throws that are higher for the one, for the other and for neither are counted one by one."),
    clauses=("setup.starter.roll", "setup.starter"),
)
def start_is_counted(s: State, was: State) -> bool:
    if was.phase != Phase.ROLL_FOR_START:
        return True
    if r.start_roll == StartRoll.OWN_DIE:
        higher = sum(i > j for i in range(1, n.faces + 1) for j in range(1, n.faces + 1))
        even = n.faces
    else:
        higher = sum(
            i + j > k + m
            for i in range(1, n.faces + 1)
            for j in range(1, n.faces + 1)
            for k in range(1, n.faces + 1)
            for m in range(1, n.faces + 1)
        )
        even = n.faces * n.faces * n.faces * n.faces - 2 * higher
    return (
        start_throws(was, Higher.WHITE) == higher
        and start_throws(was, Higher.BLACK) == higher
        and start_throws(was, Higher.NEITHER) == even
    )


@step(
    "step.start_again",
    fails("Equal rolls are rolled again: then nothing is decided.", blame=("setup.starter.tie",)),
    clauses=("setup.starter.tie",),
)
def start_is_decided(s: State, was: State) -> bool:
    return was.phase != Phase.ROLL_FOR_START or s.phase != Phase.ROLL_FOR_START


@step(
    "step.start_white",
    fails("The first turn may be White's.", blame=("setup.starter",)),
    clauses=("setup.starter",),
)
def white_never_starts(s: State, was: State) -> bool:
    return was.phase != Phase.ROLL_FOR_START or s.phase != Phase.ROLL or s.active != Player.WHITE


@step(
    "step.start_black",
    fails("The first turn may be Black's.", blame=("setup.starter",)),
    clauses=("setup.starter",),
)
def black_never_starts(s: State, was: State) -> bool:
    return was.phase != Phase.ROLL_FOR_START or s.phase != Phase.ROLL or s.active != Player.BLACK


@step(
    "step.master",
    holds("A tile with a prestige icon leaves the hand and becomes the Master; White chooses, then Black."),
    clauses=("setup.master", "setup.master.aside", "setup.master.excluded"),
)
def master_is_set_aside(s: State, was: State) -> bool:
    if was.phase != Phase.CHOOSE_MASTER:
        return True
    p = was.active
    return (
        s.active != was.active
        and s.phase == (Phase.CHOOSE_MASTER if p == Player.WHITE else Phase.LAY_LINE)
        and s.hand[p, s.master[p]] == was.hand[p, s.master[p]] - 1
        and may_be_master(s.master[p])
        and not s.master_up[p]
        and all(
            s.hand[q, t] == was.hand[q, t] for q in Player for t in Character if q != p or t != s.master[p]
        )
    )


@step(
    "step.lay",
    holds("A tile from the hand goes to the next free position, face down; the line runs past the Princess."),
    clauses=("setup.line", "setup.line.face_down", "setup.line.sides", "setup.princess"),
)
def tile_is_laid(s: State, was: State) -> bool:
    if was.phase != Phase.LAY_LINE:
        return True
    p = was.active
    last = was.laid == 2 * n.faces
    following = was.laid + 1 if was.laid + 1 != centre() else was.laid + 2
    return (
        s.laid == (2 if last else following)
        and s.active == (OTHER[p] if last else p)
        and s.phase == (Phase.ROLL_FOR_START if last and p == Player.BLACK else Phase.LAY_LINE)
        and all(
            s.hand[p, s.line[p, k]] == was.hand[p, s.line[p, k]] - 1
            for k in range(2, 2 * n.faces + 1)
            if k == was.laid
        )
        and all(
            s.line[q, k] == was.line[q, k]
            for q in Player
            for k in range(2, 2 * n.faces + 1)
            if q != p or k != was.laid
        )
        and sum(s.hand[q, t] for q in Player for t in Character)
        == sum(was.hand[q, t] for q in Player for t in Character) - 1
    )


@step(
    "step.start",
    holds("Whoever rolls more has the first turn; equal rolls are rolled again."),
    clauses=("setup.starter", "setup.starter.tie", "turn.first"),
)
def start_is_rolled(s: State, was: State) -> bool:
    if was.phase != Phase.ROLL_FOR_START:
        return True
    again = s.phase == Phase.ROLL_FOR_START and s.active == was.active
    return again or (s.phase == Phase.ROLL and s.active == s.starter and s.first_turn)


# ------------------------------------------------------------------------------------- what stays as it is


@step(
    "step.line_stays",
    holds("Tiles change places by a Pilot, a Spy or the repositioning, and by nothing else."),
    clauses=("pilot.swap", "spy.swap", "reposition.choice"),
)
def line_stays(s: State, was: State, p: Player) -> bool:
    if laying(was) or was.phase in (Phase.SWAP, Phase.REPOSITION):
        return True
    return s.master[p] == was.master[p] and all(
        s.line[p, k] == was.line[p, k] for k in range(2, 2 * n.faces + 1)
    )


@step(
    "step.tokens_stay",
    holds("Tokens change hands by what characters do, and by nothing else."),
    clauses=("turn.collect",),
)
def tokens_stay(s: State, was: State, p: Player, c: Prestige) -> bool:
    if not (setting_up(was) or was.phase == Phase.REPOSITION or (was.phase == Phase.SWAP and alone(was))):
        return True
    return s.tokens[p, c] == was.tokens[p, c]


@step(
    "step.turn",
    holds("The dice go on when the repositioning is done, or left out, and not before."),
    clauses=("turn.alternate", "end.turn", "turn.order"),
)
def dice_go_on(s: State, was: State) -> bool:
    if setting_up(was) or s.ended or all(fallen(s, p) for p in Player):
        return True
    if was.phase == Phase.REPOSITION:
        return s.active == OTHER[was.active] and s.phase == Phase.ROLL and not s.first_turn
    if was.first_turn and r.first_turn == FirstTurn.NEITHER_OPTION:
        return True
    return s.active == was.active and s.first_turn == was.first_turn and s.phase != Phase.ROLL


@step(
    "step.shown",
    holds(
        "A Master is turned up for a Recruit that is due, and down when it is exchanged; otherwise it stays."
    ),
    clauses=("activate.recruit.reveal", "recruit.reveal", "reposition.master.face_down"),
)
def master_is_shown(s: State, was: State, p: Player) -> bool:
    if setting_up(was) or was.phase == Phase.REPOSITION:
        return True
    due = was.phase == Phase.ROLL and was.face_up[p, s.position]
    if due and was.line[p, s.position] == Character.RECRUIT:
        if r.master_shown == MasterShown.COMPARED or recruit_alone(was, p, s.position):
            return s.master_up[p]
    if r.master_shown == MasterShown.ACTING:
        return True
    return s.master_up[p] == was.master_up[p]


@step(
    "step.first_turn",
    holds(
        "By ruling `first_turn` the starting player repositions nothing in the first turn: the dice go on at once."
    ),
    clauses=("reposition.first_turn",),
)
def first_turn_ends_without(s: State, was: State) -> bool:
    if setting_up(was) or s.ended or not was.first_turn or r.first_turn != FirstTurn.NEITHER_OPTION:
        return True
    if s.phase == Phase.REPOSITION:
        return False
    return s.active == (OTHER[was.active] if s.phase == Phase.ROLL else was.active)


@step(
    "step.winner",
    holds("Who is said to have won is who the table shows: a set is held, or the other Princess has fallen."),
    clauses=("goal.tokens", "goal.princess", "end.tokens", "end.princess"),
)
def winners_are_told(s: State, was: State, p: Player) -> bool:
    return not s.ended or has_won(s, p) == s.winner[p]


@step(
    "step.ways_to_win",
    holds("Nobody wins but by a set, of so many as the rulings say, or by the other Princess."),
    clauses=("goal.tokens", "goal.princess", "end.tokens", "end.princess"),
)
def winner_has_a_reason(s: State, was: State, p: Player) -> bool:
    return laying(s) or not s.winner[p] or set_held(s, p) or fallen(s, OTHER[p])


@step(
    "step.set_is_seen",
    holds("By ruling `win_check` a game goes on only without a set and without a fallen Princess."),
    clauses=("end.tokens", "end.princess", "end.continue"),
)
def set_is_seen(s: State, was: State, p: Player) -> bool:
    if laying(s) or s.ended:
        return True
    if r.win_check == WinCheck.LOSS_AT_ONCE:
        return not fallen(s, p)
    return r.win_check != WinCheck.AT_ONCE or not (set_held(s, p) or fallen(s, p))


@step(
    "step.six_and_set",
    holds("By ruling `six_or_win` two tokens that complete a set and a colour win, or the colour goes back."),
    clauses=("tokens.six", "tokens.six.immediately", "end.tokens"),
)
def six_and_set(s: State, was: State, c: Prestige) -> bool:
    """The tokens that a Gambler takes are those that the opponent has lost."""
    if was.phase != Phase.TAKE_TWO or r.three_of_each != ThreeOfEach.AT_LEAST:
        return True
    if r.win_check != WinCheck.AT_ONCE or not alone(was):
        return True
    p, q = was.acting, OTHER[was.acting]
    if was.tokens[p, c] + was.tokens[q, c] - s.tokens[q, c] != n.tokens:
        return True
    if not all(was.tokens[p, d] + was.tokens[q, d] - s.tokens[q, d] >= n.goal for d in Prestige):
        return True
    if r.six_or_win == SixOrWin.WIN_FIRST:
        return s.ended and s.winner[p] and s.tokens[p, c] == n.tokens
    return s.tokens[p, c] == 0


@step(
    "step.one_by_one",
    holds("By ruling `gambler_takes` one token is taken, then another if the opponent has one left."),
    clauses=("gambler.take", "gambler.take.one"),
)
def taken_one_by_one(s: State, was: State) -> bool:
    if s.phase == Phase.TAKE_ONE and was.phase == Phase.ROLL:
        return s.takes == 2
    if was.phase != Phase.TAKE_ONE or s.ended:
        return True
    p, q = was.acting, OTHER[was.acting]
    another = s.phase == Phase.TAKE_ONE and s.acting == p
    if another or alone(was):
        if held(was, q) - held(s, q) != 1 or another != (was.takes == 2 and held(s, q) > 0):
            return False
        return (s.takes == 1 or not another) and all(
            s.tokens[p, c] + s.tokens[q, c] == was.tokens[p, c] + was.tokens[q, c]
            or (s.tokens[p, c] == 0 and was.tokens[p, c] + 1 == n.tokens)
            for c in Prestige
        )
    return True


@step(
    "step.once",
    holds("What a character lets its player choose is chosen once."),
    clauses=(
        "schemer.return",
        "noble.extra",
        "gambler.take",
        "princess.reveal",
        "entertainer.give",
        "entertainer.take",
        "tokens.opponent_none",
    ),
)
def chosen_once(s: State, was: State) -> bool:
    """Two tiles that act in one turn are of different characters."""
    if was.phase not in (
        Phase.RETURN,
        Phase.EXTRA,
        Phase.TAKE_TWO,
        Phase.TURN_UP,
        Phase.GIVE,
        Phase.TAKE,
    ):
        return True
    return s.ended or s.phase != was.phase


# ------------------------------------------------------------------------------------------- the roll


@step(
    "step.odds",
    holds("Each total has as many throws as two dice can come to it, counted one by one."),
    clauses=("turn.roll", "turn.position"),
)
def totals_are_counted(s: State, was: State, k: Position) -> bool:
    if was.phase != Phase.ROLL:
        return True
    return throws(was, k) == sum(i + j == k for i in range(1, n.faces + 1) for j in range(1, n.faces + 1))


@step(
    "step.both_down",
    holds("Two face-down tiles are turned up, and nothing else happens."),
    clauses=("activate.both_down",),
)
def both_are_turned_up(s: State, was: State) -> bool:
    if was.phase != Phase.ROLL or any(was.face_up[p, s.position] for p in Player):
        return True
    if was.first_turn and r.first_turn == FirstTurn.NEITHER_OPTION:
        return True
    return (
        s.phase == Phase.REPOSITION
        and all(
            s.face_up[p, k] == (was.face_up[p, k] or k == s.position)
            for p in Player
            for k in range(2, 2 * n.faces + 1)
        )
        and all(s.tokens[p, c] == was.tokens[p, c] for p in Player for c in Prestige)
    )


@rule()
def colour_of(t: Character, c: Prestige) -> bool:
    """Whether the character's owner collects a token of the colour."""
    if t in (Character.SNIPER, Character.ASSASSIN):
        return c == Prestige.RED
    if t in (Character.SCHEMER, Character.NOBLE):
        return c == Prestige.YELLOW
    return t in (Character.PILOT, Character.ENTERTAINER, Character.SPY) and c == Prestige.BLUE


@step(
    "step.collects",
    holds("A tile that acts alone brings a token of its own colour, if the supply has one, and no other."),
    clauses=(
        "turn.collect",
        "tokens.supply_empty",
        "activate.mixed",
        "sniper.token",
        "assassin.token",
        "schemer.token",
        "noble.token",
        "pilot.token",
        "entertainer.token",
        "spy.token",
    ),
)
def collects(s: State, was: State, p: Player, c: Prestige) -> bool:
    """The claim is about the player's holdings when one tile lies face up; Gamblers have claims of their own below."""
    if was.phase != Phase.ROLL or not was.face_up[p, s.position] or was.face_up[OTHER[p], s.position]:
        return True
    t = role_at(was, p, s.position)
    if t == Character.GAMBLER or s.phase == Phase.ORDER:
        return True
    if t == Character.NOBLE and r.noble_short == NobleShort.NOTHING:
        return True
    more = 1 if colour_of(t, c) and was.supply[c] > 0 else 0
    whole = was.tokens[p, c] + more == n.tokens
    if whole and s.ended:
        return s.tokens[p, c] in (0, n.tokens)
    return s.tokens[p, c] == (0 if whole else was.tokens[p, c] + more) and (
        s.tokens[OTHER[p], c] == was.tokens[OTHER[p], c]
    )


@step(
    "step.token_first",
    holds(
        "By ruling `token_first` a token that is left for last comes when the rest of its ability is done."
    ),
    clauses=(
        "turn.collect",
        "tokens.supply_empty",
        "schemer.token",
        "pilot.token",
        "entertainer.token",
        "spy.token",
    ),
)
def owed_token_comes(s: State, was: State, c: Prestige) -> bool:
    """The claim is made where nobody else is still to act; of a gift and what is taken for it only when it comes."""
    if not was.owed or s.ended or was.spent[c] or any(was.pending[p] for p in Player):
        return True
    if s.owed != (s.phase in (Phase.RETURN, Phase.GIVE, Phase.TAKE)):
        return False
    if s.owed or was.phase != Phase.RETURN:
        return True
    p, q = was.acting, OTHER[was.acting]
    there = was.supply[c] + was.tokens[q, c] - s.tokens[q, c]
    more = 1 if colour_of(was.acting_as, c) and there > 0 else 0
    whole = was.tokens[p, c] + more == n.tokens
    return s.tokens[p, c] == (0 if whole else was.tokens[p, c] + more)


@step(
    "step.gambler_one",
    holds("A Gambler across from an opponent with one token takes it; from one with none nothing."),
    clauses=("gambler.take.one", "tokens.opponent_none"),
)
def gambler_takes_the_one(s: State, was: State, p: Player, c: Prestige) -> bool:
    if was.phase != Phase.ROLL or not was.face_up[p, s.position] or was.face_up[OTHER[p], s.position]:
        return True
    if role_at(was, p, s.position) != Character.GAMBLER:
        return True
    if held(was, OTHER[p]) > 1:
        return s.tokens[p, c] == was.tokens[p, c] and s.tokens[OTHER[p], c] == was.tokens[OTHER[p], c]
    both = was.tokens[p, c] + was.tokens[OTHER[p], c]
    return s.tokens[OTHER[p], c] == 0 and s.tokens[p, c] == (0 if both == n.tokens and not s.ended else both)


@rule()
def nothing_due(s: State, p: Player) -> bool:
    """Whether none of the player's tiles has a choice to make now."""
    return s.phase == Phase.REPOSITION or s.acting != p or s.phase == Phase.ROLL


@step(
    "step.due",
    holds(
        "What a tile that acts alone lets its player choose is due, exactly where there is something to choose."
    ),
    clauses=(
        "activate.abilities",
        "schemer.return",
        "noble.extra",
        "gambler.take",
        "princess.reveal",
        "pilot.swap",
        "entertainer.give",
        "spy.swap",
        "activate.recruit.as_master",
    ),
)
def choice_is_due(s: State, was: State, p: Player) -> bool:
    if was.phase != Phase.ROLL or s.ended:
        return True
    if not was.face_up[p, s.position] or was.face_up[OTHER[p], s.position]:
        return True
    t = role_at(was, p, s.position)
    if r.token_first == TokenFirst.PLAYERS_CHOICE and (s.phase == Phase.ORDER or t == Character.ENTERTAINER):
        return s.phase == Phase.ORDER and s.acting == p and s.acting_as == t
    if t == Character.SCHEMER and held(was, OTHER[p]) > 0:
        return s.phase == Phase.RETURN and s.acting == p
    if t == Character.NOBLE and r.noble_short == NobleShort.NOTHING:
        return True
    if t == Character.NOBLE and any(s.supply[c] > 0 for c in Prestige):
        return s.phase == Phase.EXTRA and s.acting == p
    if t == Character.GAMBLER and held(was, OTHER[p]) > 1:
        wanted = Phase.TAKE_TWO if r.gambler_takes == GamblerTakes.TOGETHER else Phase.TAKE_ONE
        return s.phase == wanted and s.acting == p
    if t == Character.PRINCESS and not all(was.face_up[p, k] for k in range(2, 2 * n.faces + 1)):
        return s.phase == Phase.TURN_UP and s.acting == p
    if t in (Character.PILOT, Character.SPY):
        return (
            s.phase == Phase.SWAP and s.acting == p and s.swaps == 2 and s.swapped == 0 and s.acting_as == t
        )
    if t == Character.ENTERTAINER and held(s, p) > 0:
        return s.phase == Phase.GIVE and s.acting == p
    if (
        t == Character.ENTERTAINER
        and r.nothing_to_give == NothingToGive.TAKES_STILL
        and held(was, OTHER[p]) > 0
    ):
        return s.phase == Phase.TAKE and s.acting == p
    return nothing_due(s, p)


@step(
    "step.both_up",
    holds("Of two tiles that lie face up the one with the lower number acts; of equal numbers none does."),
    clauses=("activate.both_up", "activate.order", "activate.tie", "activate.recruit.initiative"),
)
def lower_number_acts(s: State, was: State, p: Player) -> bool:
    if was.phase != Phase.ROLL or s.ended or not all(was.face_up[q, s.position] for q in Player):
        return True
    mine = role_at(was, p, s.position)
    other = role_at(was, OTHER[p], s.position)
    if mine == other:
        return all(s.tokens[p, c] == was.tokens[p, c] for c in Prestige) and nothing_due(s, p)
    if mine == Character.GUARD or other == Character.GUARD:
        return True
    if INITIATIVE[mine] > INITIATIVE[other]:
        return True
    if s.phase == Phase.ORDER and s.acting == p:
        return s.acting_as == mine and all(s.tokens[p, c] == was.tokens[p, c] for c in Prestige)
    if mine in (Character.PILOT, Character.SPY):
        return s.phase == Phase.SWAP and s.acting == p and s.acting_as == mine
    if mine == Character.ENTERTAINER and held(s, p) > 0:
        return s.phase == Phase.GIVE and s.acting == p and s.acting_as == mine
    if mine == Character.SCHEMER and held(was, OTHER[p]) > 0:
        return s.phase == Phase.RETURN and s.acting == p and s.acting_as == mine
    return True


@step(
    "step.aimed",
    holds(
        "The tile at the mirrored position falls to a Sniper, the one across to an Assassin, unless a Guard shields it."
    ),
    clauses=("sniper.target", "sniper.symmetric", "assassin.target", "guard.protects", "activate.downed"),
)
def aim_strikes(s: State, was: State, p: Player) -> bool:
    """The player's tile acts first by its number or alone; a Recruit may have nowhere to aim from."""
    if was.phase != Phase.ROLL or s.ended or not was.face_up[p, s.position]:
        return True
    if (was.line[p, s.position] == Character.RECRUIT) and r.recruit_aims != RecruitAims.RECRUIT:
        return True
    q = OTHER[p]
    mine = role_at(was, p, s.position)
    if mine not in (Character.SNIPER, Character.ASSASSIN):
        return True
    if was.face_up[q, s.position] and role_at(was, q, s.position) in (mine, Character.SNIPER):
        return True
    k = s.position if mine == Character.ASSASSIN else 2 * n.faces + 2 - s.position
    if was.face_up[q, k] and not shielded(was, q, k):
        return not s.face_up[q, k]
    return was.face_up[q, k] == s.face_up[q, k] or k == s.position or s.phase == Phase.TURN_UP


@step(
    "step.downed",
    holds("A tile that was due is turned down before it acts, and acts no more."),
    clauses=("activate.downed", "assassin.target", "activate.order"),
)
def downed_is_idle(s: State, was: State, p: Player) -> bool:
    """The player's Assassin, or Sniper in the middle, acts first and strikes what lies across."""
    if was.phase != Phase.ROLL or s.ended or not all(was.face_up[q, s.position] for q in Player):
        return True
    q = OTHER[p]
    mine = role_at(was, p, s.position)
    theirs = role_at(was, q, s.position)
    if mine != Character.ASSASSIN and (mine != Character.SNIPER or s.position != centre()):
        return True
    if was.line[p, s.position] == Character.RECRUIT and r.recruit_aims != RecruitAims.RECRUIT:
        return True
    if theirs in (mine, Character.SNIPER, Character.GUARD) or shielded(was, q, s.position):
        return True
    return nothing_due(s, q) and all(s.tokens[q, c] == was.tokens[q, c] for c in Prestige)


@step(
    "step.spared_acts",
    holds("A Sniper who strikes elsewhere keeps nobody from acting: the tile across brings its token."),
    clauses=("sniper.symmetric", "activate.both_up", "activate.must"),
)
def spared_tile_acts(s: State, was: State, p: Player, c: Prestige) -> bool:
    """The claim is asked where the supply has enough for both, no colour becomes full and no order is to be chosen."""
    if (
        was.phase != Phase.ROLL
        or s.ended
        or s.phase == Phase.ORDER
        or not all(was.face_up[q, s.position] for q in Player)
    ):
        return True
    q = OTHER[p]
    theirs = role_at(was, q, s.position)
    if role_at(was, p, s.position) != Character.SNIPER or s.position == centre():
        return True
    if theirs == Character.SNIPER or not colour_of(theirs, c):
        return True
    if was.supply[c] < 2 or was.tokens[q, c] + 1 == n.tokens or was.tokens[p, c] + 1 == n.tokens:
        return True
    return s.tokens[q, c] == was.tokens[q, c] + 1


@step(
    "step.over",
    holds("A set ends the game at once: what the tile would do besides its token is not done."),
    clauses=("end.tokens", "goal.tokens"),
)
def nothing_after_the_set(s: State, was: State, p: Player, k: Position) -> bool:
    """By ruling `win_check` this is said of a tile that acts alone or first and whose token completes the set."""
    if was.phase != Phase.ROLL or not s.ended or r.win_check != WinCheck.AT_ONCE:
        return True
    mine = role_at(was, s.acting, s.position)
    theirs = role_at(was, OTHER[s.acting], s.position)
    if not was.face_up[s.acting, s.position] or not set_held(s, s.acting) or mine == Character.GAMBLER:
        return True
    if was.face_up[OTHER[s.acting], s.position] and theirs != Character.GUARD:
        if mine == Character.GUARD or INITIATIVE[mine] >= INITIATIVE[theirs]:
            return True
    return s.face_up[p, k] == was.face_up[p, k] and s.phase not in (
        Phase.RETURN,
        Phase.EXTRA,
        Phase.SWAP,
        Phase.GIVE,
        Phase.TAKE,
    )


@step(
    "step.takes_still",
    holds(
        "By ruling `nothing_to_give` an Entertainer whose token has sent its colour back takes one all the same."
    ),
    clauses=("entertainer.take", "entertainer.give", "tokens.six.immediately"),
)
def takes_without_a_gift(s: State, was: State, p: Player) -> bool:
    """The blue token was the last, and the player's only colour; at most a Sniper who aims elsewhere acts before."""
    if was.phase != Phase.ROLL or s.ended or s.phase == Phase.ORDER or not was.face_up[p, s.position]:
        return True
    q = OTHER[p]
    if role_at(was, p, s.position) != Character.ENTERTAINER or was.supply[Prestige.BLUE] == 0:
        return True
    if was.face_up[q, s.position]:
        if role_at(was, q, s.position) not in (Character.GUARD, Character.SNIPER):
            return True
        if role_at(was, q, s.position) == Character.SNIPER and s.position == centre():
            return True
    if was.tokens[p, Prestige.BLUE] + 1 != n.tokens or held(was, p) != was.tokens[p, Prestige.BLUE]:
        return True
    due = s.phase == Phase.TAKE and s.acting == p
    return due == (r.nothing_to_give == NothingToGive.TAKES_STILL and held(s, q) > 0)


@step(
    "step.recruit_aims",
    holds("By ruling `recruit_aims` a Recruit that acts as Sniper or Assassin strikes nobody."),
    clauses=("sniper.target", "assassin.target", "recruit.effect"),
)
def recruit_aims_nowhere(s: State, was: State, p: Player, k: Position) -> bool:
    if was.phase != Phase.ROLL or r.recruit_aims != RecruitAims.NOWHERE:
        return True
    q = OTHER[p]
    if was.line[q, s.position] != Character.RECRUIT or not was.face_up[q, s.position]:
        return True
    return s.face_up[p, k] or not was.face_up[p, k]


@step(
    "step.noble_short",
    holds(
        "By ruling `noble_short` a Noble without a yellow token to take does nothing; with one it is as ever."
    ),
    clauses=("noble.token", "noble.extra", "tokens.supply_empty"),
)
def noble_goes_short(s: State, was: State, p: Player, c: Prestige) -> bool:
    if was.phase != Phase.ROLL or s.ended or r.noble_short != NobleShort.NOTHING:
        return True
    if not was.face_up[p, s.position] or was.face_up[OTHER[p], s.position]:
        return True
    if role_at(was, p, s.position) != Character.NOBLE:
        return True
    if was.supply[Prestige.YELLOW] == 0:
        return s.tokens[p, c] == was.tokens[p, c] and nothing_due(s, p)
    more = was.tokens[p, c] + (1 if c == Prestige.YELLOW else 0)
    if s.tokens[p, c] != (0 if more == n.tokens else more):
        return False
    return (s.phase == Phase.EXTRA and s.acting == p) == any(s.supply[d] > 0 for d in Prestige)


@step(
    "step.spared",
    holds("No tile is turned down but where a Sniper or an Assassin aims."),
    clauses=("sniper.target", "assassin.target", "activate.affected"),
)
def others_stay_up(s: State, was: State, p: Player) -> bool:
    """No tile that lay face up lies down, but one at the rolled position or at its mirror."""
    if was.phase != Phase.ROLL:
        return True
    return all(
        s.face_up[p, k] or not was.face_up[p, k] or k in (s.position, 2 * n.faces + 2 - s.position)
        for k in range(2, 2 * n.faces + 1)
    )


@step(
    "step.mixed",
    holds(
        "In the mixed case the hidden tile is turned up in the end; by ruling `aimed_face_down` not if aimed at."
    ),
    clauses=("activate.mixed.reveal", "activate.downed.stays"),
)
def hidden_is_turned_up(s: State, was: State, p: Player) -> bool:
    """The claim is asked where nothing is left to choose after the roll."""
    if was.phase != Phase.ROLL or s.phase != Phase.REPOSITION or was.face_up[p, s.position]:
        return True
    q = OTHER[p]
    theirs = role_at(was, q, s.position)
    aimed = was.face_up[q, s.position] and (
        theirs == Character.ASSASSIN or (theirs == Character.SNIPER and s.position == centre())
    )
    if was.line[q, s.position] == Character.RECRUIT and r.recruit_aims != RecruitAims.RECRUIT:
        aimed = False
    kept = aimed and r.aimed_face_down == AimedFaceDown.KEPT_DOWN and not shielded(was, p, s.position)
    return s.face_up[p, s.position] == (not kept)


# ----------------------------------------------------------------------------------------- the characters


@step(
    "step.extra",
    holds("The Noble's further token is one of a colour that the supply has."),
    clauses=("noble.extra",),
)
def noble_takes_one_more(s: State, was: State) -> bool:
    if was.phase != Phase.EXTRA or not alone(was) or r.noble_choice == NobleChoice.ANY_COLOUR:
        return True
    p = was.acting
    return any(
        was.supply[c] > 0
        and (
            s.tokens[p, c] == was.tokens[p, c] + 1
            or (was.tokens[p, c] + 1 == n.tokens and s.tokens[p, c] == 0)
        )
        and all(s.tokens[q, d] == was.tokens[q, d] for q in Player for d in Prestige if q != p or d != c)
        for c in Prestige
    )


@step(
    "step.return",
    holds("For the Schemer the opponent gives up one token, and it goes to the supply."),
    clauses=("schemer.return",),
)
def schemer_costs_one(s: State, was: State) -> bool:
    if was.phase != Phase.RETURN or not alone(was):
        return True
    q = OTHER[was.acting]
    return any(
        s.tokens[q, c] == was.tokens[q, c] - 1
        and s.supply[c] == was.supply[c] + 1
        and all(s.tokens[p, d] == was.tokens[p, d] for p in Player for d in Prestige if p != q or d != c)
        for c in Prestige
    )


@step(
    "step.take",
    holds(
        "A Gambler takes two tokens from the opponent, an Entertainer one; what completes a colour goes back."
    ),
    clauses=("gambler.take", "entertainer.take", "tokens.six"),
)
def taken_from_the_opponent(s: State, was: State) -> bool:
    if was.phase not in (Phase.TAKE_TWO, Phase.TAKE) or not alone(was):
        return True
    p, q = was.acting, OTHER[was.acting]
    return held(was, q) - held(s, q) == (2 if was.phase == Phase.TAKE_TWO else 1) and all(
        s.tokens[q, c] <= was.tokens[q, c]
        and (
            s.tokens[p, c] + s.tokens[q, c] == was.tokens[p, c] + was.tokens[q, c]
            or (
                s.tokens[p, c] == 0
                and was.tokens[p, c] + was.tokens[q, c] - s.tokens[q, c] == n.tokens
                and not s.ended
            )
        )
        for c in Prestige
    )


@step(
    "step.give",
    holds("An Entertainer gives the opponent one token, and then takes one, if there is one."),
    clauses=("entertainer.give", "entertainer.take"),
)
def given_to_the_opponent(s: State, was: State) -> bool:
    if was.phase != Phase.GIVE or s.ended:
        return True
    p, q = was.acting, OTHER[was.acting]
    if s.phase != Phase.TAKE:
        return held(s, q) == 0 or not alone(was)
    return (
        held(s, p) == held(was, p) - 1
        and s.acting == p
        and all(
            s.tokens[p, c] <= was.tokens[p, c]
            and (
                s.tokens[p, c] + s.tokens[q, c] == was.tokens[p, c] + was.tokens[q, c]
                or (s.tokens[q, c] == 0 and was.tokens[q, c] + was.tokens[p, c] - s.tokens[p, c] == n.tokens)
            )
            for c in Prestige
        )
    )


@step(
    "step.revived",
    holds(
        "The Princess turns up one face-down tile of her own line; the hidden tile of the mixed case comes up too."
    ),
    clauses=("princess.reveal", "activate.mixed.reveal"),
)
def princess_turns_one_up(s: State, was: State) -> bool:
    if was.phase != Phase.TURN_UP or not alone(was) or s.ended:
        return True
    p = was.acting
    return any(
        not was.face_up[p, k]
        and all(
            s.face_up[q, j] == (was.face_up[q, j] or (q == p and j == k) or j == was.reveal[q])
            for q in Player
            for j in range(2, 2 * n.faces + 1)
        )
        for k in range(2, 2 * n.faces + 1)
    ) and all(s.tokens[q, c] == was.tokens[q, c] for q in Player for c in Prestige)


@step(
    "step.swap",
    holds(
        "A Pilot changes two neighbours of the own line, a Spy of the other, each with its side up, at most twice."
    ),
    clauses=("pilot.swap", "spy.swap", "pilot.swap.twice", "spy.swap.twice"),
)
def neighbours_change_places(s: State, was: State) -> bool:
    if was.phase != Phase.SWAP:
        return True
    p = was.acting if was.acting_as == Character.PILOT else OTHER[was.acting]
    if not all(s.line[OTHER[p], k] == was.line[OTHER[p], k] for k in range(2, 2 * n.faces + 1)):
        return False
    if s.phase == Phase.SWAP and s.acting == was.acting and was.swaps == s.swaps:
        return False
    if all(s.line[p, k] == was.line[p, k] for k in range(2, 2 * n.faces + 1)):
        return True
    return any(
        all(
            s.line[p, k] == was.line[p, low + 1 if k == low else low if k == low + 1 else k]
            and (
                s.face_up[p, k] == was.face_up[p, low + 1 if k == low else low if k == low + 1 else k]
                or not alone(was)
                or s.phase != Phase.SWAP
            )
            for k in range(2, 2 * n.faces + 1)
        )
        for low in range(2, 2 * n.faces)
    )


@step(
    "step.swapped",
    holds(
        "After the first swap one more is left, and the two tiles have changed places, each with its side up."
    ),
    clauses=("pilot.swap", "spy.swap", "pilot.swap.twice", "spy.swap.twice"),
)
def one_swap_is_left(s: State, was: State, k: Position) -> bool:
    if was.phase != Phase.SWAP or s.phase != Phase.SWAP or s.acting != was.acting:
        return True
    p = was.acting if was.acting_as == Character.PILOT else OTHER[was.acting]
    if s.swapped < 2 or s.swapped >= 2 * n.faces or s.swaps != 1:
        return False
    from_ = s.swapped + 1 if k == s.swapped else s.swapped if k == s.swapped + 1 else k
    return s.line[p, k] == was.line[p, from_] and s.face_up[p, k] == was.face_up[p, from_]


@step(
    "step.hidden_moves",
    holds("By ruling `mixed_reveal` the tile that is to be turned up is the same one wherever it is moved."),
    clauses=("activate.mixed.reveal",),
)
def hidden_tile_moves_along(s: State, was: State, p: Player) -> bool:
    """The claim is asked after the first swap; the acting character tells in whose line it was."""
    if was.phase != Phase.SWAP or s.phase != Phase.SWAP or s.acting != was.acting or was.reveal[p] == 0:
        return True
    moved = p == (was.acting if was.acting_as == Character.PILOT else OTHER[was.acting])
    if not moved or r.mixed_reveal == MixedReveal.SAME_PLACE:
        return s.reveal[p] == was.reveal[p]
    if was.reveal[p] == s.swapped:
        return s.reveal[p] == s.swapped + 1
    return s.reveal[p] == (s.swapped if was.reveal[p] == s.swapped + 1 else was.reveal[p])


@rule()
def after_swap(hidden: Annotated[int, Range(0, 2 * n.faces)], low: Position) -> int:
    """The place of a tile after a swap of a position and the next one; 0 stands for no swap or no tile, and stays 0."""
    if r.mixed_reveal == MixedReveal.SAME_PLACE:
        return hidden
    return low + 1 if hidden == low else low if hidden == low + 1 else hidden


@step(
    "step.hidden_comes_up",
    holds("When the swaps are over the hidden tile is turned up where it lies now, and no other is."),
    clauses=("activate.mixed.reveal", "pilot.swap", "spy.swap"),
)
def hidden_tile_comes_up(s: State, was: State) -> bool:
    """The claim is asked after the last swap, or after none, where one tile lay face up and nobody else is to act."""
    if was.phase != Phase.SWAP or s.phase not in (Phase.REPOSITION, Phase.ROLL) or not alone(was) or s.ended:
        return True
    p = was.acting if was.acting_as == Character.PILOT else OTHER[was.acting]
    q = OTHER[p]
    if not all(
        s.face_up[q, k] == (was.face_up[q, k] or k == was.reveal[q]) for k in range(2, 2 * n.faces + 1)
    ):
        return False
    if all(
        s.line[p, k] == was.line[p, k] and s.face_up[p, k] == (was.face_up[p, k] or k == was.reveal[p])
        for k in range(2, 2 * n.faces + 1)
    ):
        return True
    return any(
        all(
            s.line[p, k] == was.line[p, low + 1 if k == low else low if k == low + 1 else k]
            and s.face_up[p, k]
            == (
                was.face_up[p, low + 1 if k == low else low if k == low + 1 else k]
                or k == after_swap(was.reveal[p], low)
            )
            for k in range(2, 2 * n.faces + 1)
        )
        for low in range(2, 2 * n.faces)
    )


@step(
    "step.must_swap",
    holds("By ruling `optional_swap` the first swap is not left out."),
    clauses=("pilot.swap", "spy.swap"),
)
def first_swap_is_made(s: State, was: State) -> bool:
    if was.phase != Phase.SWAP or was.swaps != 2 or r.optional_swap != OptionalSwap.OBLIGATORY:
        return True
    return s.phase == Phase.SWAP and s.acting == was.acting and s.swaps == 1


@step(
    "step.may_swap",
    fails("There is something to swap.", blame=("pilot.swap",)),
    on={"stage": fails("There is something to swap.", blame=("spy.swap",))},
    instances=("full", "stage", "pilots"),
    clauses=("pilot.swap", "spy.swap"),
)
def never_swapped(s: State, was: State) -> bool:
    return was.phase != Phase.SWAP or was.swaps != 2 or s.phase != Phase.SWAP or s.swaps != 1


@step(
    "step.may_stop",
    fails("The second swap may be left out.", blame=("pilot.swap",)),
    on={"stage": fails("The second swap may be left out.", blame=("spy.swap",))},
    instances=("full", "stage", "pilots"),
    clauses=("pilot.swap.twice", "spy.swap.twice"),
)
def never_stopped(s: State, was: State) -> bool:
    """The claim is asked where nobody else is to act and both lines are unchanged, without like tiles side by side."""
    if was.phase != Phase.SWAP or was.swaps != 1 or s.phase == Phase.SWAP or not alone(was):
        return True
    return any(
        s.line[p, k] != was.line[p, k] or (k < 2 * n.faces and s.line[p, k] == s.line[p, k + 1])
        for p in Player
        for k in range(2, 2 * n.faces + 1)
    )


@step(
    "step.may_swap_twice",
    fails("There may be a second swap.", blame=("pilot.swap.twice",)),
    on={"stage": fails("There may be a second swap.", blame=("spy.swap.twice",))},
    instances=("full", "stage", "pilots"),
    clauses=("pilot.swap.twice", "spy.swap.twice"),
)
def never_swapped_twice(s: State, was: State) -> bool:
    """The tiles do not lie as they did after the first swap."""
    if was.phase != Phase.SWAP or was.swaps != 1:
        return True
    return all(s.line[p, k] == was.line[p, k] for p in Player for k in range(2, 2 * n.faces + 1))


@step(
    "step.same_pair",
    holds("By ruling `swap_pairs` the second swap is of the same two places: it takes back the first."),
    clauses=("pilot.swap.twice", "spy.swap.twice"),
)
def same_pair_again(s: State, was: State) -> bool:
    """There is no second pair, or it is the same."""
    if was.phase != Phase.SWAP or was.swaps != 1 or r.swap_pairs != SwapPairs.SAME_PAIR:
        return True
    p = was.acting if was.acting_as == Character.PILOT else OTHER[was.acting]
    low = was.swapped
    return all(s.line[p, k] == was.line[p, k] for k in range(2, 2 * n.faces + 1)) or all(
        s.line[p, k] == was.line[p, low + 1 if k == low else low if k == low + 1 else k]
        for k in range(2, 2 * n.faces + 1)
    )


# ---------------------------------------------------------------------------------------- the repositioning


@step(
    "step.reposition",
    holds(
        "Two neighbours of the own line change places, or a face-up tile and the Master do, or nothing does."
    ),
    clauses=(
        "reposition.swap",
        "reposition.master",
        "reposition.master.old",
        "reposition.master.old.face_up",
        "reposition.master.face_down",
        "reposition.master.excluded",
        "turn.reposition_optional",
    ),
)
def one_thing_is_repositioned(s: State, was: State) -> bool:
    if was.phase != Phase.REPOSITION or r.swap_facing == SwapFacing.TURNED_DOWN:
        return True
    p = was.active
    q = OTHER[p]
    if not (
        all(
            s.line[q, k] == was.line[q, k] and s.face_up[q, k] == was.face_up[q, k]
            for k in range(2, 2 * n.faces + 1)
        )
        and s.master[q] == was.master[q]
        and s.master_up[q] == was.master_up[q]
    ):
        return False
    if all(
        s.line[p, k] == was.line[p, k] and s.face_up[p, k] == was.face_up[p, k]
        for k in range(2, 2 * n.faces + 1)
    ):
        return s.master[p] == was.master[p] and s.master_up[p] == was.master_up[p]
    if all(s.face_up[p, k] == was.face_up[p, k] for k in range(2, 2 * n.faces + 1)) and any(
        was.face_up[p, k]
        and may_be_master(was.line[p, k])
        and s.master[p] == was.line[p, k]
        and s.line[p, k] == was.master[p]
        and not s.master_up[p]
        and not (shielded(was, p, k) and r.guard_and_master == GuardAndMaster.PREVENTED)
        and all(s.line[p, j] == was.line[p, j] for j in range(2, 2 * n.faces + 1) if j != k)
        for k in range(2, 2 * n.faces + 1)
    ):
        return True
    return (
        not was.first_turn
        and s.master[p] == was.master[p]
        and s.master_up[p] == was.master_up[p]
        and any(
            all(
                s.line[p, k] == was.line[p, low + 1 if k == low else low if k == low + 1 else k]
                and s.face_up[p, k] == was.face_up[p, low + 1 if k == low else low if k == low + 1 else k]
                for k in range(2, 2 * n.faces + 1)
            )
            for low in range(2, 2 * n.faces)
        )
    )


@step(
    "step.master_may_change",
    fails("A tile of the line and the Master may change places.", blame=("reposition.master",)),
    clauses=("reposition.master",),
)
def master_never_changes(s: State, was: State, p: Player) -> bool:
    return was.phase != Phase.REPOSITION or s.master[p] == was.master[p]


@step(
    "step.may_leave",
    fails("The repositioning may be left out.", blame=("turn.reposition_optional",)),
    clauses=("turn.reposition_optional",),
)
def always_repositioned(s: State, was: State) -> bool:
    if was.phase != Phase.REPOSITION:
        return True
    return any(
        s.master[p] != was.master[p]
        or any(
            s.line[p, k] != was.line[p, k] or s.face_up[p, k] != was.face_up[p, k]
            for k in range(2, 2 * n.faces + 1)
        )
        for p in Player
    )


@step(
    "step.neighbours_may_change",
    fails("Two neighbours may change places.", blame=("reposition.swap",)),
    clauses=("reposition.swap",),
)
def neighbours_never_change(s: State, was: State, p: Player, k: Position) -> bool:
    """One of them goes to a place where its like did not lie, and the Master stays."""
    return was.phase != Phase.REPOSITION or s.master[p] != was.master[p] or s.line[p, k] == was.line[p, k]


@step(
    "step.turned_down",
    holds(
        "By ruling `swap_facing` two neighbours that change places are turned down, but what a Guard shields."
    ),
    clauses=("reposition.swap", "guard.protects"),
)
def neighbours_are_turned_down(s: State, was: State) -> bool:
    if was.phase != Phase.REPOSITION or r.swap_facing != SwapFacing.TURNED_DOWN:
        return True
    p = was.active
    if s.master[p] != was.master[p] or all(
        s.line[p, k] == was.line[p, k] and s.face_up[p, k] == was.face_up[p, k]
        for k in range(2, 2 * n.faces + 1)
    ):
        return True
    return any(
        all(
            s.line[p, k] == was.line[p, low + 1 if k == low else low if k == low + 1 else k]
            and s.face_up[p, k] == stays_up(was, p, low + 1 if k == low else low if k == low + 1 else k, low)
            for k in range(2, 2 * n.faces + 1)
        )
        for low in range(2, 2 * n.faces)
    )


@rule()
def stays_up(s: State, p: Player, k: Position, low: Position) -> bool:
    """Whether, by ruling ``swap_facing``, a tile still lies face up after a swap of a position and the next one."""
    if k != low and k != low + 1:
        return s.face_up[p, k]
    return s.face_up[p, k] and shielded(s, p, k)


@step(
    "step.last_of_the_supply",
    fails("The Noble's further token may be the last of its colour.", blame=("noble.extra",)),
    instances=("full", "court", "salon"),
    clauses=("noble.extra",),
)
def last_is_never_taken(s: State, was: State, c: Prestige) -> bool:
    return was.phase != Phase.EXTRA or not alone(was) or was.supply[c] != 1 or s.supply[c] != 0
