"""Every ruling in a position where its readings part, with what happens under each of them.

The reading that the booklet's own words support best is written down here by hand: the house reading must be it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from model.queen_is_dead.state import Player, Prestige
from spec.queen_is_dead.rulings import QueenIsDeadRulings
from tests.queen_is_dead.table import NEIGHBOURS, SWAPS, Play, laid, table
from tests.tables import both

DECLARED = {decl.name: decl for decl in QueenIsDeadRulings.declared()}
STOP = {"stop_swapping"}
Readings = Mapping[str, str]


@dataclass(frozen=True)
class Parting:
    """A play that ends differently by the reading of a ruling.  The first outcome is the text's own."""

    ruling: str
    play: Callable[[Readings], object]
    outcomes: dict[str, object]


PARTINGS: list[Parting] = []


def parts(**outcomes: object) -> Callable[[Callable[[Readings], object]], Callable[[Readings], object]]:
    """Register a play under the ruling that its name begins with, before a double underscore if there is one."""

    def register(play: Callable[[Readings], object]) -> Callable[[Readings], object]:
        PARTINGS.append(Parting(play.__name__.split("__")[0], play, outcomes))
        return play

    return register


def dues(play: Play, *steps: str) -> list[str]:
    """The due choices after each step, until a step cannot be taken."""
    found: list[str] = []
    for step in steps:
        if step in play.moves:
            play.do(step)
            found.append(play.due)
    return found


# -------------------------------------------------------------------------------------------------- the start


@parts(
    BOTH_DICE={"roll_for_start white": 575, "roll_for_start black": 575, "roll_for_start neither": 146},
    OWN_DIE={"roll_for_start white": 15, "roll_for_start black": 15, "roll_for_start neither": 6},
)
def start_roll(readings: Readings) -> object:
    return laid(readings).weights()


@parts(
    NEITHER_OPTION=("black: roll", {f"roll {k}" for k in range(2, 13)}),
    NO_SWAP=("white: reposition", {"change_master 5", "leave_line"}),
)
def first_turn(readings: Readings) -> object:
    play = table("4:GUA 5:NOB", "4:GUA 6:SCH", opening=True, readings=readings)
    play.roll(4)
    return both(play)


# ----------------------------------------------------------------------------------------------- whose choice


@parts(OWNER="black: extra", CURRENT="white: extra")
def chooser(readings: Readings) -> object:
    play = table("4:GUA", "4:NOB", readings=readings)
    play.roll(4)
    return play.due


SWAPPED = {"black 2: ass > SCH", "black 3: SCH > ass"}


@parts(OWNER=("black: swap", SWAPPED), CURRENT=("white: swap", SWAPPED))
def chooser__the_line_stays_the_pilots(readings: Readings) -> object:
    play = table("4:GUA", "2:ass 3:SCH 4:PIL", readings=readings)
    play.roll(4)
    return play.due, play.do("swap 2")


@parts(OWNER=["white: give", "white: take"], CURRENT=["black: give", "black: take"])
def chooser__entertainer(readings: Readings) -> object:
    play = table("4:ENT", "4:GUA | | R", turn=Player.BLACK, readings=readings)
    return dues(play, "roll 4", "give blue")


# ------------------------------------------------------------------------------------------------------ swaps


@parts(OPTIONAL=(SWAPS | STOP, SWAPS | STOP), OBLIGATORY=(SWAPS, SWAPS | STOP))
def optional_swap(readings: Readings) -> object:
    play = table("4:PIL", "4:GUA", readings=readings)
    play.roll(4)
    first = play.moves
    play.do("swap 9")
    return first, play.moves


@parts(OPTIONAL=(SWAPS | STOP, SWAPS | STOP), OBLIGATORY=(SWAPS, SWAPS | STOP))
def optional_swap__spy(readings: Readings) -> object:
    play = table("4:SPY", "4:GUA", readings=readings)
    play.roll(4)
    first = play.moves
    play.do("swap 9")
    return first, play.moves


@parts(ANY_PAIRS=(SWAPS | STOP, SWAPS | STOP), SAME_PAIR=(SWAPS | STOP, {"swap 9"} | STOP))
def swap_pairs(readings: Readings) -> object:
    play = table("4:PIL", "4:GUA", readings=readings)
    play.roll(4)
    first = play.moves
    play.do("swap 9")
    return first, play.moves


@parts(ANY_PAIRS=(SWAPS | STOP, SWAPS | STOP), SAME_PAIR=(SWAPS | STOP, {"swap 9"} | STOP))
def swap_pairs__spy(readings: Readings) -> object:
    play = table("4:SPY", "4:GUA", readings=readings)
    play.roll(4)
    first = play.moves
    play.do("swap 9")
    return first, play.moves


@parts(SAME_TILE={"black 5: nob > NOB"}, SAME_PLACE={"black 4: sch > SCH"})
def mixed_reveal(readings: Readings) -> object:
    play = table("4:SPY", "4:nob 5:sch", readings=readings)
    play.roll(4)
    play.do("swap 4")
    return play.do("stop_swapping")


@parts(SAME_TILE={"black 3: nob > NOB"}, SAME_PLACE={"black 4: sch > SCH"})
def mixed_reveal__moved_down(readings: Readings) -> object:
    play = table("4:SPY", "3:sch 4:nob", readings=readings)
    play.roll(4)
    play.do("swap 3")
    return play.do("stop_swapping")


@parts(SAME_TILE={"black 5: nob > NOB"}, SAME_PLACE=set())
def mixed_reveal__a_face_up_tile_takes_the_place(readings: Readings) -> object:
    play = table("4:SPY", "4:nob 5:SCH", readings=readings)
    play.roll(4)
    play.do("swap 4")
    return play.do("stop_swapping")


@parts(
    SAME_TILE={"black 5: nob > sch", "black 6: sch > NOB"},
    SAME_PLACE={"black 5: nob > sch", "black 6: sch > nob", "black 4: ent > ENT"},
)
def mixed_reveal__moved_twice(readings: Readings) -> object:
    play = table("4:SPY", "4:nob 5:ent 6:sch", readings=readings)
    play.roll(4)
    play.do("swap 4")
    return play.do("swap 5")


# --------------------------------------------------------------------------------------------------- Recruits


@parts(COMPARED={"white master: nob > NOB"}, ACTING=set())
def master_shown(readings: Readings) -> object:
    return table("4:REC | nob", "4:NOB", readings=readings).roll(4)


STRUCK = {"white red: 0 > 1", "supply red: 6 > 5", "black 4: REC > rec"}


@parts(COMPARED=STRUCK | {"black master: nob > NOB"}, ACTING=STRUCK)
def master_shown__of_a_recruit_turned_down_in_time(readings: Readings) -> object:
    return table("4:ASS", "4:REC | nob", readings=readings).roll(4)


FIRST = {"black master: sch > SCH", "black yellow: 0 > 1", "supply yellow: 5 > 4"}
LATER = {"white yellow: 1 > 0", "supply yellow: 4 > 5", "white blue: 0 > 1", "supply blue: 6 > 5"}
SECOND = {"white master: pil > PIL"}


@parts(COMPARED=(FIRST | SECOND, LATER), ACTING=(FIRST, LATER | SECOND))
def master_shown__of_the_recruit_who_is_second(readings: Readings) -> object:
    play = table("4:REC | pil | Y", "4:REC | sch", readings=readings)
    first = play.roll(4)
    assert play.due == "black: return"
    return first, play.do("return_token yellow")


TOKEN = {"white red: 0 > 1", "supply red: 6 > 5"}


@parts(RECRUIT=TOKEN | {"black 10: NOB > nob"}, NOWHERE=TOKEN)
def recruit_aims(readings: Readings) -> object:
    return table("4:REC | SNI", "4:GUA 10:NOB", readings=readings).roll(4)


@parts(
    RECRUIT=TOKEN | {"black 4: NOB > nob"},
    NOWHERE=TOKEN | {"black yellow: 0 > 1", "supply yellow: 6 > 5"},
)
def recruit_aims__assassin(readings: Readings) -> object:
    return table("4:REC | ASS", "4:NOB", readings=readings).roll(4)


# ------------------------------------------------------------------------------------- turned down, turned up


@parts(TURNED_UP=TOKEN | {"black 4: nob > NOB"}, KEPT_DOWN=TOKEN)
def aimed_face_down(readings: Readings) -> object:
    return table("4:ASS", "4:nob", readings=readings).roll(4)


@parts(TURNED_UP=TOKEN | {"black 4: nob > NOB"}, KEPT_DOWN=TOKEN | {"black 4: nob > NOB"})
def aimed_face_down__beside_a_guard(readings: Readings) -> object:
    return table("4:ASS", "4:nob 5:GUA", readings=readings).roll(4)


@parts(TURNED_UP=TOKEN | {"black 7: nob > NOB"}, KEPT_DOWN=TOKEN)
def aimed_face_down__sniper_at_seven(readings: Readings) -> object:
    return table("6:PRI 7:SNI", "6:PRI 7:nob", readings=readings).roll(7)


@parts(ANY_TILE={"turn_up 8", "turn_up 9"}, NOT_THIS_TURN={"turn_up 8"})
def princess_revives(readings: Readings) -> object:
    line = "2:ASS 3:SCH 4:GUA 5:PRI 6:GAM 7:PIL 8:ent 9:NOB 10:REC 11:REC 12:SPY | sni"
    play = table("5:SNI", line, readings=readings)
    assert play.roll(5) == TOKEN | {"black 9: NOB > nob"}
    return play.moves


@parts(ANY_TILE=("black: turn up", {"turn_up 9"}), NOT_THIS_TURN=("white: reposition", NEIGHBOURS))
def princess_revives__no_other_tile(readings: Readings) -> object:
    line = "2:ASS 3:SCH 4:GUA 5:PRI 6:GAM 7:PIL 8:ENT 9:NOB 10:REC 11:REC 12:SPY | sni"
    play = table("5:SNI", line, readings=readings)
    play.roll(5)
    return play.due, play.moves - {"leave_line", "change_master 5"}


@parts(OWN_LINE=TOKEN | {"black 5: NOB > nob"}, ACROSS=TOKEN)
def guard_reach(readings: Readings) -> object:
    return table("5:GUA 9:SNI", "5:NOB 9:gam", readings=readings).roll(9) - {"black 9: gam > GAM"}


@parts(OWN_LINE="over: white", ACROSS="white: reposition")
def guard_reach__princess(readings: Readings) -> object:
    play = table("5:GUA 9:SNI", "5:PRI 9:gam", readings=readings)
    play.roll(9)
    return play.due


# ------------------------------------------------------------------------------------------------------ tokens

GAMBLE = ("4:GAM | | RRRRRYYBBB", "4:GUA | | RY")


@parts(RETURN_FIRST="white: reposition", WIN_FIRST="over: white")
def six_or_win(readings: Readings) -> object:
    play = table(*GAMBLE, readings=readings)
    play.roll(4)
    play.do("take_two red yellow")
    return play.due


@parts(
    AS_PRINTED=(["white: return", "white: reposition"], [3, 2]),
    PLAYERS_CHOICE=(["white: order", "white: return", "white: reposition"], [4, 2]),
)
def token_first(readings: Readings) -> object:
    play = table("4:SCH | | YYY", "4:GUA | | YYY", readings=readings)
    found = dues(play, "roll 4", "take_token true", "return_token yellow")
    return found, [play.state.tokens[p, Prestige.YELLOW] for p in Player]


@parts(AS_PRINTED=["white: give"], PLAYERS_CHOICE=["white: order", "white: give"])
def token_first__taken_first_by_choice(readings: Readings) -> object:
    play = table("4:ENT", "4:GUA", readings=readings)
    found = dues(play, "roll 4", "take_token false")
    assert play.state.tokens[Player.WHITE, Prestige.BLUE] == 1
    return found


@parts(AS_PRINTED=[1, 0, 0], PLAYERS_CHOICE=[1, 0, 5])
def token_first__the_sixth_after_a_gift(readings: Readings) -> object:
    play = table("4:ENT | | BBBBB", "4:GUA | | R", readings=readings)
    dues(play, "roll 4", "take_token true", "give blue", "take red")
    return [play.state.tokens[Player.WHITE, c] for c in Prestige]


@parts(
    TOGETHER=({"take_two red yellow"}, ["white: reposition"]),
    ONE_BY_ONE=({"take_one red", "take_one yellow"}, ["over: white"]),
)
def gambler_takes(readings: Readings) -> object:
    play = table(*GAMBLE, readings=readings)
    play.roll(4)
    return play.moves, dues(play, "take_two red yellow", "take_one yellow", "take_one red")


@parts(TOGETHER=["white: reposition"], ONE_BY_ONE=["white: take one", "white: reposition"])
def gambler_takes__the_six_first(readings: Readings) -> object:
    play = table(*GAMBLE, readings=readings)
    play.roll(4)
    found = dues(play, "take_two red yellow", "take_one red", "take_one yellow")
    assert [play.state.tokens[Player.WHITE, c] for c in Prestige] == [0, 3, 3]
    return found


@parts(TOGETHER=["white: reposition"], ONE_BY_ONE=["white: take one", "white: reposition"])
def gambler_takes__two_and_no_more(readings: Readings) -> object:
    play = table("4:GAM", "4:GUA | | RRYB", readings=readings)
    play.roll(4)
    found = dues(play, "take_two red blue", "take_one red", "take_one blue", "take_one red")
    assert [play.state.tokens[Player.WHITE, c] for c in Prestige] == [1, 0, 1]
    return found


SIXTH = {"white red: 5 > 0", "white 4: SNI > sni"}


@parts(
    TAKES=SIXTH | {"supply red: 1 > 5", "black red: 0 > 1"},
    NONE=SIXTH | {"supply red: 1 > 6"},
)
def last_and_sixth(readings: Readings) -> object:
    return table("4:SNI | | RRRRR", "4:ASS", readings=readings).roll(4)


@parts(TAKES={"supply red: 5 > 4", "black red: 1 > 2"}, NONE={"supply red: 6 > 5", "black red: 0 > 1"})
def last_and_sixth__in_the_next_turn(readings: Readings) -> object:
    play = table("4:SNI | | RRRRR", "4:ASS", readings=readings)
    dues(play, "roll 4", "leave_line")
    return play.roll(4) - {"white 4: sni > SNI"}


@parts(TAKES=[1, 2], NONE=[0, 1])
def last_and_sixth__the_extra_token_is_not_of_the_icon(readings: Readings) -> object:
    play = table("4:NOB", "4:SCH | | YYYYY", readings=readings)
    found: list[int] = []
    for step in ("roll 4", "take_extra yellow"):
        play.do(step)
        found.append(play.state.tokens[Player.WHITE, Prestige.YELLOW])
    return found


@parts(
    AVAILABLE={"take_extra yellow", "take_extra blue"},
    ANY_COLOUR={"take_extra red", "take_extra yellow", "take_extra blue"},
)
def noble_choice(readings: Readings) -> object:
    play = table("4:NOB | | RRR", "4:GUA | | RRR", readings=readings)
    play.roll(4)
    moves = play.moves
    if "take_extra red" in moves:
        assert play.do("take_extra red") == set()
        assert play.due == "white: reposition"
    return moves


@parts(EXTRA_STILL="white: extra", NOTHING="white: reposition")
def noble_short(readings: Readings) -> object:
    play = table("4:NOB | | YYY", "4:GUA | | YYY", readings=readings)
    assert play.roll(4) == set()
    return play.due


@parts(
    TAKES_STILL=("white: take", {"take red", "take yellow"}),
    NO_TAKING=("white: reposition", NEIGHBOURS | {"leave_line", "change_master 4"}),
)
def nothing_to_give(readings: Readings) -> object:
    # The only way to have nothing to give: the blue token just taken is the sixth.
    play = table("4:ENT | | BBBBB", "4:GUA | | RY", readings=readings)
    assert play.roll(4) == {"white blue: 5 > 0", "supply blue: 1 > 6"}
    return both(play)


# ----------------------------------------------------------------------------------------------------- endings

GAVE_BACK = ["white: return", "black: take two", "white: reposition", "black: roll"]


@parts(
    AT_ONCE=["over: white"],
    AFTER_ABILITY=["white: return", "over: white"],
    END_OF_TURN=[*GAVE_BACK, "black: reposition", "over: black"],
    LOSS_AT_ONCE=[*GAVE_BACK, "over: black"],
)
def win_check(readings: Readings) -> object:
    play = table("4:SCH | | RRRYYBBB", "4:GAM 6:PRI 7:ASS | | R", readings=readings)
    steps = "roll 4", "return_token red", "take_two red yellow", "leave_line", "roll 7", "leave_line"
    return dues(play, *steps)


@parts(
    AT_ONCE=["over: white"],
    AFTER_ABILITY=["over: white"],
    END_OF_TURN=["white: reposition", "over: white"],
    LOSS_AT_ONCE=["over: white"],
)
def win_check__princess(readings: Readings) -> object:
    play = table("6:PRI 7:ASS", "", readings=readings)
    return dues(play, "roll 7", "leave_line")


@parts(
    AT_ONCE=["over: white"],
    AFTER_ABILITY=["white: give", "white: take", "white: reposition"],
    END_OF_TURN=["white: give", "white: take", "white: reposition"],
    LOSS_AT_ONCE=["white: give", "white: take", "white: reposition"],
)
def win_check__the_set_is_given_away_again(readings: Readings) -> object:
    play = table("4:ENT | | RRRYYYBB", "4:GUA | | Y", readings=readings)
    return dues(play, "roll 4", "give red", "take yellow")


@parts(AT_LEAST="over: white", EXACTLY="white: reposition")
def three_of_each(readings: Readings) -> object:
    play = table("4:SCH | | RRRRYYBBB", "4:GUA", readings=readings)
    play.roll(4)
    return play.due


def two_sets(turn: Player, readings: Readings) -> str:
    play = table(
        "4:PIL | | RRRYYYBB",
        "4:SPY | | RRRYYYBB",
        turn=turn,
        readings={"win_check": "END_OF_TURN", **readings},
    )
    name = turn.name.lower()
    assert dues(play, "roll 4", "stop_swapping") == ["white: swap", "black: swap"]
    assert dues(play, "stop_swapping") == [f"{name}: reposition"]
    return dues(play, "leave_line")[0]


@parts(BOTH="over: white and black", CURRENT="over: white")
def both_have_set(readings: Readings) -> object:
    return two_sets(Player.WHITE, readings)


@parts(BOTH="over: white and black", CURRENT="over: black")
def both_have_set__on_blacks_turn(readings: Readings) -> object:
    return two_sets(Player.BLACK, readings)


@parts(LOSS="over: white", SET="over: black")
def loss_and_set(readings: Readings) -> object:
    play = table("5:SNI", "5:SPY 9:PRI | | RRRYYYBB", readings={"win_check": "END_OF_TURN", **readings})
    assert play.roll(5) == TOKEN - {"supply red: 6 > 5"} | {
        "supply red: 3 > 2",
        "black 9: PRI > pri",
        "black blue: 2 > 3",
        "supply blue: 4 > 3",
    }
    dues(play, "stop_swapping")
    return dues(play, "leave_line")[0]


# ------------------------------------------------------------------------------------------------ repositioning

PASSED = {"turn: white > black"}


@parts(
    KEPT=PASSED | {"white 2: NOB > SCH", "white 3: SCH > NOB"},
    TURNED_DOWN=PASSED | {"white 2: NOB > sch", "white 3: SCH > nob"},
)
def swap_facing(readings: Readings) -> object:
    play = table("2:NOB 3:SCH 5:GUA", "5:GUA", readings=readings)
    play.roll(5)
    return play.do("swap_neighbours 2")


@parts(
    KEPT=PASSED | {"white 10: NOB > sch", "white 11: sch > NOB"},
    TURNED_DOWN=PASSED | {"white 10: NOB > sch", "white 11: sch > nob"},
)
def swap_facing__one_face_down(readings: Readings) -> object:
    play = table("4:GUA 10:NOB 11:sch", "4:GUA", readings=readings)
    play.roll(4)
    return play.do("swap_neighbours 10")


@parts(
    LEAVES_LINE={"change_master 3", "change_master 5", "change_master 6"},
    PREVENTED={"change_master 6"},
)
def guard_and_master(readings: Readings) -> object:
    play = table("3:SCH 4:GUA 5:NOB 6:ENT", "4:GUA", readings=readings)
    play.roll(4)
    return play.moves - NEIGHBOURS - {"leave_line"}


# ---------------------------------------------------------------------------------------------------- the tests


@pytest.mark.parametrize("name", DECLARED)
def test_every_ruling_has_a_position_in_which_all_its_readings_part(name: str) -> None:
    readings = [reading.name for reading in DECLARED[name].readings]
    found = [p for p in PARTINGS if p.ruling == name]
    assert all(sorted(p.outcomes) == sorted(readings) for p in found)
    assert any(
        all(p.outcomes[a] != p.outcomes[b] for i, a in enumerate(readings) for b in readings[:i])
        for p in found
    )


def test_every_position_belongs_to_a_ruling() -> None:
    assert {p.ruling for p in PARTINGS} == set(DECLARED)


@pytest.mark.parametrize(
    ("parting", "reading"),
    [pytest.param(p, reading, id=f"{p.play.__name__}-{reading}") for p in PARTINGS for reading in p.outcomes],
)
def test_what_happens_under_a_reading(parting: Parting, reading: str) -> None:
    assert parting.play({parting.ruling: reading}) == parting.outcomes[reading]


@pytest.mark.parametrize("parting", PARTINGS, ids=[p.play.__name__ for p in PARTINGS])
def test_the_house_reading_is_the_texts_own(parting: Parting) -> None:
    text = next(iter(parting.outcomes))
    assert DECLARED[parting.ruling].house.name == text
    assert parting.play({}) == parting.outcomes[text]
