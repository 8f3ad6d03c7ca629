"""What each part of a turn of The Queen Is Dead does: the table after a step beside the table before it.

A step is a choice or a roll with all that follows by itself; where another tile still has to act, what follows is more
than the sentence says, and the property does not ask.  All of them are written under every reading that lets the
sentence be said; the rest is left out by name.
"""

from __future__ import annotations

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
    protected,
)
from properties.queen_is_dead.claims import laying
from queensbench.language import holds, rule, step
from spec.queen_is_dead.rulings import (
    FirstTurn,
    GamblerTakes,
    GuardAndMaster,
    MasterShown,
    NobleChoice,
    NobleShort,
    NothingToGive,
    RecruitAims,
    SwapFacing,
    r,
)

# ------------------------------------------------------------------------------------------- words


@rule()
def role_at(s: State, p: Player, k: Position) -> Character:
    """As whom the player's tile at a position would act."""
    return s.master[p] if s.line[p, k] == Character.RECRUIT else s.line[p, k]


@rule()
def alone(s: State) -> bool:
    """Nobody is still to act after the tile that acts."""
    return not any(s.pending[p] for p in Player)


@rule()
def held(s: State, p: Player) -> int:
    """How many tokens the player has."""
    return sum(s.tokens[p, c] for c in Prestige)


@rule()
def setting_up(s: State) -> bool:
    """Masters are chosen, lines laid and the start rolled for."""
    return laying(s) or s.phase == Phase.ROLL_FOR_START


# ------------------------------------------------------------------------------------------- set-up


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
    if setting_up(was) or s.ended:
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
    if (
        was.phase == Phase.ROLL
        and was.face_up[p, s.position]
        and (was.line[p, s.position] == Character.RECRUIT)
    ):
        return s.master_up[p] or r.master_shown == MasterShown.ACTING
    return s.master_up[p] == was.master_up[p] or r.master_shown == MasterShown.ACTING


# ------------------------------------------------------------------------------------------- the roll


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
    """The character's owner collects a token of the colour."""
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
    """One tile lies face up: what its player holds after the roll.  Gamblers are below."""
    if was.phase != Phase.ROLL or not was.face_up[p, s.position] or was.face_up[OTHER[p], s.position]:
        return True
    t = role_at(was, p, s.position)
    if t == Character.GAMBLER:
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
    """None of the player's tiles has a choice to make now."""
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
        return s.phase == Phase.SWAP and s.acting == p and s.swaps == 2 and s.acting_as == t
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
    if was.face_up[q, k] and not protected(was, q, k):
        return not s.face_up[q, k]
    return was.face_up[q, k] == s.face_up[q, k] or k == s.position or s.phase == Phase.TURN_UP


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
    holds("In the mixed case the hidden tile is turned up in the end."),
    clauses=("activate.mixed.reveal",),
)
def hidden_is_turned_up(s: State, was: State, p: Player) -> bool:
    """Where nothing is left to choose after the roll."""
    if was.phase != Phase.ROLL or s.phase != Phase.REPOSITION or was.face_up[p, s.position]:
        return True
    return s.face_up[p, s.position]


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
        and not (protected(was, p, k) and r.guard_and_master == GuardAndMaster.PREVENTED)
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
