"""The last token of a colour that is a sixth, and sets that wait: what single readings of The Queen Is Dead remember.

By ruling ``last_and_sixth`` the tile across may get none of the tokens that have just gone back, so it is remembered
that they were spent.  By ruling ``win_check`` a set may be looked for later than a fallen Princess.
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
    has_icon,
    n,
)
from properties.queen_is_dead.claims import laying
from properties.queen_is_dead.steps import fallen, role_at
from queensbench.language import always, holds, never, rule, step
from spec.queen_is_dead.rulings import LastAndSixth, NobleShort, TokenFirst, WinCheck, r

BOXES = ("full", "court", "stage")


@rule()
def wears(t: Character, c: Prestige) -> bool:
    """Whether the tile shows a token of the colour."""
    if t == Character.SNIPER or t == Character.ASSASSIN:
        return c == Prestige.RED
    if t == Character.SCHEMER or t == Character.NOBLE:
        return c == Prestige.YELLOW
    return c == Prestige.BLUE and (t == Character.PILOT or t == Character.ENTERTAINER or t == Character.SPY)


@rule()
def within_turn(s: State) -> bool:
    """Whether a tile that was activated waits for a choice."""
    return s.phase in (
        Phase.RETURN,
        Phase.EXTRA,
        Phase.TAKE_TWO,
        Phase.TAKE_ONE,
        Phase.TURN_UP,
        Phase.SWAP,
        Phase.GIVE,
        Phase.TAKE,
    )


@rule()
def last_is_a_sixth(s: State, p: Player, k: Position, c: Prestige) -> bool:
    """Whether the player's tile at the position takes a last token as a sixth before one across that wears it acts."""
    q = OTHER[p]
    return (
        s.face_up[p, k]
        and s.face_up[q, k]
        and wears(role_at(s, p, k), c)
        and wears(role_at(s, q, k), c)
        and INITIATIVE[role_at(s, p, k)] < INITIATIVE[role_at(s, q, k)]
        and s.supply[c] == 1
        and s.tokens[p, c] == n.tokens - 1
    )


@step(
    "step.spent",
    holds(
        "By ruling `last_and_sixth` it is remembered for the turn that a last token was a sixth, and another awaited."
    ),
    instances=BOXES,
    clauses=("tokens.last_token", "tokens.six.immediately"),
)
def spent_is_remembered(s: State, was: State, c: Prestige) -> bool:
    """By ruling `token_first` the token may come later: the claim is not asked then."""
    if r.token_first == TokenFirst.PLAYERS_CHOICE:
        return True
    if not within_turn(s):
        return s.ended or not s.spent[c]
    if within_turn(was):
        return s.spent[c] == was.spent[c]
    return s.spent[c] == (
        r.last_and_sixth == LastAndSixth.NONE and any(last_is_a_sixth(was, p, s.position, c) for p in Player)
    )


@step(
    "step.spent_at_once",
    holds(
        "By ruling `last_and_sixth` a tile that acts in the same step gets none of the tokens that went back."
    ),
    instances=BOXES,
    clauses=("tokens.last_token", "tokens.six.immediately"),
)
def none_of_the_six_at_once(s: State, was: State, p: Player, c: Prestige) -> bool:
    """Not asked where the token may come later, by ruling `token_first`."""
    if (
        was.phase != Phase.ROLL
        or s.phase == Phase.ROLL
        or s.ended
        or r.token_first == TokenFirst.PLAYERS_CHOICE
    ):
        return True
    if r.last_and_sixth != LastAndSixth.NONE or not last_is_a_sixth(was, p, s.position, c):
        return True
    return s.tokens[p, c] == 0 and s.tokens[OTHER[p], c] == 0


@step(
    "step.spent_later",
    holds(
        "By ruling `last_and_sixth` a tile that acts after a choice gets none of the tokens that went back."
    ),
    instances=BOXES,
    clauses=("tokens.last_token", "tokens.six.immediately"),
)
def none_of_the_six_later(s: State, was: State, c: Prestige) -> bool:
    """Asked after choices that give the tile's owner nothing; a Gambler, who takes from the other, is left out."""
    q = OTHER[was.acting]
    if not was.spent[c] or not was.pending[q] or s.pending[q] or s.acting != q or s.ended:
        return True
    if was.phase not in (Phase.SWAP, Phase.RETURN, Phase.TAKE):
        return True
    if role_at(was, q, was.position) == Character.GAMBLER or role_at(s, q, was.position) == Character.GAMBLER:
        return True
    return s.tokens[q, c] <= was.tokens[q, c]


@always(
    "icon.colours",
    holds("Two characters show a red icon, two a yellow and three a blue one; the others show none."),
    instances=BOXES,
    clauses=("icon.prestige", "tokens.last_token"),
)
def icons_have_their_colours(s: State, t: Character, c: Prestige) -> bool:
    return has_icon(t, c) == wears(t, c)


@never(
    "noble.spent",
    holds(
        "By rulings `last_and_sixth` and `noble_short` a Noble who gets none of the tokens that went back takes no "
        "further one."
    ),
    instances=BOXES,
    clauses=("noble.token", "noble.extra", "tokens.last_token"),
)
def spent_noble_takes_more(s: State) -> bool:
    return r.noble_short == NobleShort.NOTHING and s.phase == Phase.EXTRA and s.spent[Prestige.YELLOW]


@step(
    "step.set_waits",
    holds("By ruling `win_check` a turn's abilities end the game by a fallen Princess alone."),
    clauses=("end.tokens", "end.princess"),
)
def set_waits_for_the_end(s: State, was: State) -> bool:
    """A first turn whose player may not reposition ends with its abilities."""
    if r.win_check != WinCheck.LOSS_AT_ONCE or laying(was) or was.ended or not s.ended:
        return True
    return was.phase == Phase.REPOSITION or was.first_turn or any(fallen(s, p) for p in Player)
