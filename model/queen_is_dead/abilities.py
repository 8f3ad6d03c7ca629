"""The characters of The Queen Is Dead (queen-is-dead.en: character abilities)."""

from __future__ import annotations

from model.queen_is_dead.endings import aim, collect, collect_own, event, look_for_end
from model.queen_is_dead.state import OTHER, Character, Phase, Player, Position, Prestige, State, n
from model.queen_is_dead.turn import exchange
from queensbench.language import Lookup, action, automatic, clause, require, rule, states
from spec.queen_is_dead.rulings import (
    GamblerTakes,
    MixedReveal,
    NobleChoice,
    NobleShort,
    NothingToGive,
    OptionalSwap,
    PrincessRevives,
    RecruitAims,
    SwapPairs,
    WinCheck,
    r,
)

PLACE: Lookup[Prestige, int] = Lookup({Prestige.RED: 1, Prestige.YELLOW: 2, Prestige.BLUE: 3})


@action()
def take_token(s: State, last: bool) -> None:
    """By ruling ``token_first`` the player takes the ability's token first, or last."""
    require(s.phase == Phase.ORDER)
    s.owed = last
    s.phase = Phase.EFFECT


@automatic()
def carry_out(s: State) -> None:
    """The acting tile's ability, up to the first choice."""
    require(s.phase == Phase.EFFECT)
    s.phase = Phase.ABILITY_DONE
    states("activate.abilities")
    match s.acting_as:
        case Character.SNIPER:
            sniper(s)
        case Character.ASSASSIN:
            assassin(s)
        case Character.SCHEMER:
            schemer(s)
        case Character.NOBLE:
            noble(s)
        case Character.GAMBLER:
            gambler(s)
        case Character.PRINCESS:
            princess(s)
        case Character.PILOT:
            pilot(s)
        case Character.ENTERTAINER:
            entertainer(s)
        case Character.SPY:
            spy(s)
        case _:
            return


@automatic()
def ability_done(s: State) -> None:
    """The ability has been carried out."""
    require(s.phase == Phase.ABILITY_DONE)
    if s.owed:
        take_owed(s)
    s.phase = Phase.ACTIVATE
    s.acting_as = Character.PRINCESS
    if r.win_check == WinCheck.AFTER_ABILITY:
        look_for_end(s)


@rule()
def take_owed(s: State) -> None:
    """Ruling ``token_first``: the token that was left for the end of the ability."""
    s.owed = False
    collect_own(s, Prestige.YELLOW if s.acting_as == Character.SCHEMER else Prestige.BLUE)


@rule()
def aims(s: State) -> bool:
    """Whether the acting tile aims: a Recruit may have nowhere to aim from (ruling ``recruit_aims``)."""
    return s.line[s.acting, s.position] != Character.RECRUIT or r.recruit_aims == RecruitAims.RECRUIT


@rule()
def holds_any(s: State, p: Player) -> bool:
    """The player has a token."""
    return any(s.tokens[p, c] > 0 for c in Prestige)


# ------------------------------------------------------------------------------------- 1 the Sniper


@rule("sniper.token")
def sniper(s: State) -> None:
    """The player takes a red token; the opposing tile point-symmetric about the centre is turned face down."""
    collect_own(s, Prestige.RED)
    if not s.ended and aims(s):
        with clause("sniper.target", "sniper.symmetric"):
            states("sniper.symmetric.center")
            aim(s, OTHER[s.acting], 2 * n.faces + 2 - s.position)


# ----------------------------------------------------------------------------------- 2 the Assassin


@rule("assassin.token")
def assassin(s: State) -> None:
    """The player takes a red token; the tile opposite is turned face down."""
    collect_own(s, Prestige.RED)
    if not s.ended and aims(s):
        with clause("assassin.target"):
            aim(s, OTHER[s.acting], s.position)


# ------------------------------------------------------------------------------------ 3 the Schemer


@rule("schemer.token")
def schemer(s: State) -> None:
    """The player takes a yellow token; a token of the opponent's goes back to the supply."""
    collect_own(s, Prestige.YELLOW)
    if not s.ended and holds_any(s, OTHER[s.acting]):
        s.phase = Phase.RETURN


@action("schemer.return")
def return_token(s: State, colour: Prestige) -> None:
    """The opponent's token goes back to the supply."""
    require(s.phase == Phase.RETURN)
    require(s.tokens[OTHER[s.acting], colour] > 0)
    s.tokens[OTHER[s.acting], colour] -= 1
    s.supply[colour] += 1
    s.phase = Phase.ABILITY_DONE
    event(s)


# -------------------------------------------------------------------------------------- 4 the Noble


@rule("noble.token")
def noble(s: State) -> None:
    """The player takes a yellow token, and one more of a chosen colour."""
    none = s.supply[Prestige.YELLOW] == 0 or s.spent[Prestige.YELLOW]
    if none and r.noble_short == NobleShort.NOTHING:
        return
    collect_own(s, Prestige.YELLOW)
    if not s.ended and any(s.supply[c] > 0 for c in Prestige):
        s.phase = Phase.EXTRA


@action("noble.extra")
def take_extra(s: State, colour: Prestige) -> None:
    """The player takes the additional token."""
    require(s.phase == Phase.EXTRA)
    require(s.supply[colour] > 0 or r.noble_choice == NobleChoice.ANY_COLOUR)
    s.phase = Phase.ABILITY_DONE
    collect(s, s.acting, colour)


# ------------------------------------------------------------------------------------ 5 the Gambler


@rule()
def gambler(s: State) -> None:
    """The player takes two tokens from the opponent, or the only one; none from an opponent without tokens."""
    held = sum(s.tokens[OTHER[s.acting], c] for c in Prestige)
    if held == 0:
        with clause("tokens.opponent_none"):
            return
    if held == 1:
        with clause("gambler.take.one"):
            for c in Prestige:
                if s.tokens[OTHER[s.acting], c] == 1:
                    move_token(s, c)
            event(s)
        return
    if r.gambler_takes == GamblerTakes.TOGETHER:
        s.phase = Phase.TAKE_TWO
    else:
        s.phase = Phase.TAKE_ONE
        s.takes = 2


@rule()
def move_token(s: State, c: Prestige) -> None:
    """A token goes from the opponent to the acting player."""
    s.tokens[OTHER[s.acting], c] -= 1
    s.tokens[s.acting, c] += 1


@action("gambler.take")
def take_two(s: State, first: Prestige, second: Prestige) -> None:
    """The player takes two tokens at once; pairs that differ only in order are listed once."""
    require(s.phase == Phase.TAKE_TWO)
    require(PLACE[first] <= PLACE[second])
    require(s.tokens[OTHER[s.acting], first] > 0)
    require(s.tokens[OTHER[s.acting], second] > (1 if first == second else 0))
    s.phase = Phase.ABILITY_DONE
    move_token(s, first)
    move_token(s, second)
    event(s)


@action("gambler.take")
def take_one(s: State, colour: Prestige) -> None:
    """By ruling ``gambler_takes`` the player takes one token, then another."""
    require(s.phase == Phase.TAKE_ONE)
    require(s.tokens[OTHER[s.acting], colour] > 0)
    move_token(s, colour)
    event(s)
    s.takes -= 1
    if s.takes == 0 or not holds_any(s, OTHER[s.acting]):
        s.takes = 0
        s.phase = Phase.ABILITY_DONE


# ----------------------------------------------------------------------------------- 6 the Princess


@rule()
def may_turn_up(s: State, p: Player, k: Position) -> bool:
    """A face-down tile of the line; one struck this turn only by ruling ``princess_revives``."""
    if s.struck[p] == k and r.princess_revives != PrincessRevives.ANY_TILE:
        with clause("activate.downed.stays"):
            return False
    return not s.face_up[p, k]


@rule()
def princess(s: State) -> None:
    """A face-down tile of the own line is turned up, if there is one."""
    if any(may_turn_up(s, s.acting, k) for k in range(2, 2 * n.faces + 1)):
        s.phase = Phase.TURN_UP


@action("princess.reveal")
def turn_up(s: State, spot: Position) -> None:
    """The Princess turns the tile up."""
    require(s.phase == Phase.TURN_UP)
    require(may_turn_up(s, s.acting, spot))
    s.face_up[s.acting, spot] = True
    s.phase = Phase.ABILITY_DONE


# ------------------------------------------------------------------------ 7 the Pilot and 9 the Spy


@rule("pilot.token")
def pilot(s: State) -> None:
    """The player takes a blue token, and makes up to two swaps in the own line."""
    collect_own(s, Prestige.BLUE)
    if not s.ended:
        s.phase = Phase.SWAP
        with clause("pilot.swap.twice"):
            s.swaps = 2


@rule("spy.token")
def spy(s: State) -> None:
    """The player takes a blue token, and makes up to two swaps in the opponent's line."""
    collect_own(s, Prestige.BLUE)
    if not s.ended:
        s.phase = Phase.SWAP
        with clause("spy.swap.twice"):
            s.swaps = 2


@action()
def swap(s: State, low: Position) -> None:
    """A Pilot or Spy swaps the tiles at a position and the next higher one."""
    require(s.phase == Phase.SWAP)
    require(low < 2 * n.faces)
    require(s.swapped == 0 or s.swapped == low or r.swap_pairs == SwapPairs.ANY_PAIRS)
    if s.acting_as == Character.PILOT:
        with clause("pilot.swap"):
            swap_in_line(s, s.acting, low)
    else:
        with clause("spy.swap"):
            swap_in_line(s, OTHER[s.acting], low)
    s.swapped = low
    s.swaps -= 1
    if s.swaps == 0:
        end_swaps(s)


@rule()
def swap_in_line(s: State, p: Player, low: Position) -> None:
    """Two neighbours of the player's line change places."""
    exchange(s, p, low)
    follow_tile(s, p, low)


@action()
def stop_swapping(s: State) -> None:
    """The player makes no (further) swap; ruling ``optional_swap`` says whether the first may be left out."""
    require(s.phase == Phase.SWAP)
    require(s.swaps < 2 or r.optional_swap == OptionalSwap.OPTIONAL)
    end_swaps(s)


@rule()
def end_swaps(s: State) -> None:
    """Forget the swaps: the ability has been carried out."""
    s.swaps = 0
    s.swapped = 0
    s.phase = Phase.ABILITY_DONE


@rule()
def follow_tile(s: State, p: Player, low: Position) -> None:
    """Ruling ``mixed_reveal``: the tile that is to be turned up keeps being that tile as it moves."""
    if s.reveal[p] == low:
        if r.mixed_reveal == MixedReveal.SAME_TILE:
            s.reveal[p] = low + 1
    elif s.reveal[p] == low + 1:
        if r.mixed_reveal == MixedReveal.SAME_TILE:
            s.reveal[p] = low


# -------------------------------------------------------------------------------- 8 the Entertainer


@rule("entertainer.token")
def entertainer(s: State) -> None:
    """The player takes a blue token, then gives the opponent one and takes one."""
    collect_own(s, Prestige.BLUE)
    if s.ended:
        return
    if holds_any(s, s.acting):
        s.phase = Phase.GIVE
    elif r.nothing_to_give == NothingToGive.TAKES_STILL:
        then_take(s)


@rule()
def then_take(s: State) -> None:
    """The player is to take a token, if the opponent has one."""
    if holds_any(s, OTHER[s.acting]):
        s.phase = Phase.TAKE
    else:
        with clause("tokens.opponent_none"):
            s.phase = Phase.ABILITY_DONE


@action("entertainer.give")
def give(s: State, colour: Prestige) -> None:
    """The player gives the opponent a token."""
    require(s.phase == Phase.GIVE)
    require(s.tokens[s.acting, colour] > 0)
    s.tokens[s.acting, colour] -= 1
    s.tokens[OTHER[s.acting], colour] += 1
    event(s)
    if not s.ended:
        then_take(s)


@action("entertainer.take")
def take(s: State, colour: Prestige) -> None:
    """The player takes any token of the opponent's."""
    require(s.phase == Phase.TAKE)
    require(s.tokens[OTHER[s.acting], colour] > 0)
    move_token(s, colour)
    s.phase = Phase.ABILITY_DONE
    event(s)
