"""The maximum and the minimum of the first booklet's games at every difficulty, by plays from the very start.

That no game is worth more or less: ``score.maximum``, ``score.least_of_a_level``, ``solo.score.least``, all proved.
"""

from __future__ import annotations

from itertools import product

import pytest

from tests.queens_collection.table import COLOURS, Play, begin

LEVELS = [
    pytest.param(
        {"fewer_colours": colours, "fewer_wilds": wilds, "beginners": side},
        id=f"{colours}-{wilds}-{side}",
        marks=() if (colours, wilds) in ((0, 0), (1, 3)) else pytest.mark.slow,
    )
    for colours, wilds, side in product((0, 1), range(4), (0, 1))
]
PAIRS = [("R", "O"), ("Y", "G"), ("B", "P"), ("K", "W")]


def lay_open(play: Play, wanted: dict[str, list[str]]) -> None:
    """Everybody's opening cards: those wanted first."""
    while play.state.phase.name == "OPENING":
        who = play.state.active.name.lower()
        play.do(f"open_card {next_card(play, wanted[who])}")


def next_card(play: Play, wanted: list[str]) -> str:
    """The next card that a player wants, or else the last of the pile."""
    return wanted.pop(0) if wanted else play["pile"][-1]


def sort_all(play: Play, swaps: list[str], seats: list[str]) -> None:
    """The players exchange pawns in turn; each draws what the player's next exchanges ask."""
    wanted: dict[str, list[str]] = {who: [] for who in seats}
    for number, swap in enumerate(swaps):
        wanted[seats[number % len(seats)]] += swap.split()[:2]
    lay_open(play, wanted)
    if len(seats) > 1:
        play.do("begin_with north")
    for number, swap in enumerate(swaps):
        play.do(f"exchange {swap}")
        while number < len(swaps) - 1 and play.state.phase.name == "DRAW":
            play.do(f"draw {next_card(play, wanted[seats[number % len(seats)]])}")


def seats(players: int) -> list[str]:
    return ["north", "east", "south", "west"][:players]


@pytest.mark.parametrize("level", LEVELS)
def test_all_four_sort_every_pawn_at_every_difficulty(level: dict[str, int]) -> None:
    """Two colours stand on each other's box cards: every exchange brings two pawns home."""
    play = begin(4, level=level)
    play.deal("ORGYPBWK" * 3)
    assert play.boxes == "OOO RRR GGG YYY PPP BBB WWW KKK"
    each = 2 if level["beginners"] else 3
    sort_all(play, [f"{a} {b} {b} {a}" for _ in range(each) for a, b in PAIRS], seats(4))
    assert play.due == "over: 24"
    assert play["out"] == (COLOURS if level["beginners"] else "")


@pytest.mark.parametrize("level", LEVELS)
def test_one_player_sorts_every_pawn_at_every_difficulty(level: dict[str, int]) -> None:
    """Of four colours one pawn is put away; two wilds and two pawns of their own colour skip their box cards once."""
    play = begin(1, level=level)
    for colour in "ROYG":
        play.do(f"choose_away {colour}")
    play.deal("RYPBWK" + "ORGYPBWK" + "O*G*PBWK")
    assert play.boxes == "OO RR GG YY PPP BBB WWW KKK"
    each = 2 if level["beginners"] else 3
    twice = [f"{a} {b} {b} {a}" for a, b in PAIRS[:2] for _ in range(2)]
    sort_all(play, twice + [f"{a} {b} {b} {a}" for a, b in PAIRS[2:] for _ in range(each)], ["north"])
    assert play.due == "over: 24"


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_every_pawn_may_stay_astray_to_the_end(level: dict[str, int], players: int) -> None:
    """The cards are thrown off until there are none, and then everybody passes."""
    play = begin(players, level=level)
    if players == 1:
        for colour in "ROYG":
            play.do(f"choose_away {colour}")
    play.deal("RYPBWK" + "ORGYPBWK" + "O*G*PBWK" if players == 1 else "ORGYPBWK" * 3)
    lay_open(play, {who: [] for who in seats(players)})
    if players > 1:
        play.do("begin_with north")
    while not play.due.startswith("over"):
        if play["pile"]:
            play.do("renew_three")
            while play.state.phase.name == "DRAW":
                play.do(f"draw {play['pile'][-1]}")
        else:
            play.do("pass_turn")
    assert play.due == f"over: {-20 if players == 1 else -24}"


@pytest.mark.parametrize(("players", "least"), [(1, -12), (4, -16)])
def test_or_two_of_each_colour_where_the_cards_have_two_spaces(players: int, least: int) -> None:
    play = begin(players, level={"beginners": 1}, readings={"beginner_setup_pawns": "AS_SPACES"})
    if players == 1:
        for colour in "ROYG":
            play.do(f"choose_away {colour}")
    play.deal("OR**PBWK**GYPBWK" if players == 1 else "ORGYPBWK" * 2)
    assert play.points == least
