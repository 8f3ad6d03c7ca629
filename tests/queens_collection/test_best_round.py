"""The most that a round of the second booklet is worth to one player, reached by plays from the very start.

That no round is worth more is the property ``against.score.round``, and ``teams.score.round`` for partners.
"""

from __future__ import annotations

import pytest

from tests.queens_collection.against_table import Play, begin

TURNS = ["ROY", "GBP", "KWR", "OYG", "BPK", "WRO", "YGB", "PKW"]
"""What North takes, turn by turn: every pawn, and the last of three boxes together."""
PASSED = "KWBP*PR"
"""What goes from the display to East after North's turns; it comes back three rounds of the table later."""


def drawn(play: Play, wanted: str) -> str:
    """The card, or a wild where none is left in the pile."""
    return wanted if wanted in play.pile else "*"


def refill(play: Play, letters: str) -> None:
    """These cards come into the display, those first that are in the draw pile before it is made anew."""
    left = list(letters)
    while left:
        card = next(letter for letter in left if letter in play.pile)
        left.remove(card)
        play.do(f"refill {card}")


def exchange(play: Play, give: str, take: str) -> None:
    """A turn in which one card is exchanged with the display."""
    play.do(f"stop_revealing; exchange; give {give}; enough; receive {take}")


def take(play: Play, colours: str, besides: str = "", *, who: str = "north") -> None:
    """A player turns up what is missing for these colours, and cards besides, and pairs them with the display."""
    hand = str(play[f"{who} hand"])
    for colour in colours:
        if colour not in hand:
            play.turn_up(drawn(play, colour))
    play.turn_up(besides)
    play.do("stop_revealing")
    for colour in colours:
        own = colour if colour in str(play[f"{who} hand"]) else "*"
        play.do(f"pair {own} {colour} {colour}")


def play_to_last_turn(play: Play, tables: int = 7) -> None:
    """North has had seven turns and taken 21 pawns and five boxes; the others have exchanged cards.

    After ``tables`` of North's turns, so that the display has cards of the colours that North wants next.
    """
    play.do("draw_first_player north")
    play.deal({"north": "RO", "east": "O*", "south": "K*", "west": "G*"}, "ROY")
    chain = ["O", "K", "G"]
    for number, colours in enumerate(TURNS[:-1]):
        take(play, colours, "W" if number == 4 else "")  # else the next display would lack a card
        if number == tables:
            break
        passed = PASSED[number]
        refill(play, TURNS[number + 1].replace(chain[2], "", 1) + passed)
        for who, (give, gets) in enumerate(zip(chain, [passed, *chain[:2]], strict=True)):
            assert play.due == f"{('east', 'south', 'west')[who]}: reveal"
            exchange(play, give, gets)
        chain = [passed, *chain[:2]]
    assert play.see("north pawns", "north boxes", "north hand") == ("21", "5", "-")


def test_a_player_can_have_everything() -> None:
    play = begin("four")
    play_to_last_turn(play)
    take(play, "PKW")
    assert play.see("north points", "round") == ("72", "2")


def test_partners_can_have_everything() -> None:
    play = begin("teams")
    play_to_last_turn(play, tables=6)
    refill(play, "GKW")
    exchange(play, "P", "G")
    play.turn_up("W")
    play.do("stop_revealing; pair * P P; pair * K K; pair W W W")
    assert play.see("north points", "south points", "round") == ("57", "15", "2")


def test_with_equal_turns_too() -> None:
    play = begin("four", {"round_end_check": "equal_turns"})
    play_to_last_turn(play)
    take(play, "PKW")
    assert play.see("north pawns", "north boxes", "north hand", "round") == ("24", "8", "-", "1")
    refill(play, "GBR")
    for who in ("east", "south", "west"):
        shown = str(play["display"])[0]
        exchange(play, str(play[f"{who} hand"])[0], shown)
    assert play.see("north points", "round") == ("72", "2")


def test_looked_at_each_pawn_one_box_and_one_pawn_are_left() -> None:
    play = begin("four", {"round_end_check": "each_pawn"})
    play_to_last_turn(play)
    play.turn_up("PK")
    play.do("stop_revealing; pair P P P; pair K K K")
    assert play.see("north points", "round", "white") == ("67", "2", "3")


def test_with_one_turn_each_three_pairs_and_three_boxes() -> None:
    play = begin("four", {"round_end_check": "one_turn_each"})
    play.do("draw_first_player north")
    play.deal({"north": "RO", "east": "RO", "south": "*P", "west": "G*"}, "ROY")
    take(play, "ROY")
    refill(play, "ROY")
    take(play, "ROY", who="east")
    refill(play, "***")
    exchange(play, "*", "*")
    play.turn_up("G*")
    play.do("stop_revealing; pair * * R; pair * * O; pair_with_two G * Y")
    assert play.see("west points", "round") == ("15", "2")


def test_with_one_turn_each_two_players_can_empty_two_boxes() -> None:
    play = begin("two", {"round_end_check": "one_turn_each"})
    play.do("draw_first_player east")
    play.deal({"north": "*O", "east": "RR"}, "RRO")
    take(play, "O", who="east")
    play.do("pair R R R; pair R R R")
    refill(play, "**O")
    play.turn_up("*")
    play.do("stop_revealing; pair O O O; pair * * O; pair * * R")
    assert play.see("north points", "east points", "round") == ("12", "6", "2")


def test_with_one_turn_each_partners_can_empty_the_four_boxes_of_twelve_pawns() -> None:
    play = begin("teams", {"round_end_check": "one_turn_each"})
    play.do("draw_first_player north")
    play.deal({"north": "RR", "east": "KK", "south": "GG", "west": "PP"}, "RRO")
    take(play, "O")
    play.do("pair R R R; pair R R R")
    refill(play, "*OY")
    take(play, "OY", who="east")
    play.do("pair_with_two K * R")
    refill(play, "YGG")
    take(play, "Y", who="south")
    play.do("pair G G G; pair G G G")
    refill(play, "***")
    play.turn_up("**")
    play.do("stop_revealing; pair * * O; pair * * Y; pair_with_two P * G")
    assert play.see("east points", "west points", "round") == ("9", "15", "2")


@pytest.mark.parametrize("game", ["four", "teams"])
def test_a_round_goes_on_for_ever_if_all_exchange_equal_cards(game: str) -> None:
    play = begin(game)
    play.do("draw_first_player north")
    play.deal({"north": "RG", "east": "RB", "south": "RP", "west": "OK"}, "ROY")
    before = list(play.reader.cells(play.state))
    for card in "RRR":
        exchange(play, card, card)
        assert list(play.reader.cells(play.state)) != before
    exchange(play, "O", "O")
    assert list(play.reader.cells(play.state)) == before
