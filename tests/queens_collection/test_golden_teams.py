"""The team game: partners opposite, the exchange between them, what teams add up, a whole match."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.queens_collection.against_table import Play, at_take, begin, table
from tests.tables import both

SEATS = ("north", "east", "south", "west")
WITHIN_PAIRS = {"team_exchange_phase": "within_pairs"}
ONE = {"team_exchange_count": "one"}
ANY_NUMBER = {"team_exchange_count": "any_number"}
PARTNER = {"team_exchange_choice": "partner"}
BARRED = {"swap_same": "barred"}
TURN = {"reveal", "stop_revealing"}


def opposite(north: str, south: str, display: str, readings: Mapping[str, str] | None = None) -> Play:
    """North's second phase; East holds a green card, West two white ones."""
    hands = {"south": south, "east": "G", "west": "WW"}
    return at_take(north, display, game="teams", hands=hands, readings=readings or {})


# ---------------------------------------------------------------------------------------- the exchange of partners


def test_partners_exchange_a_card() -> None:
    play = opposite("RB", "YP", "OOR")
    assert both(play) == ("north: take", {"exchange", "exchange_with_partner", "pair R R R"})
    assert play.do("exchange_with_partner") == set()
    assert "teams.exchange" in play.clauses
    assert both(play) == ("north: give", {"give R", "give B"})
    assert play.do("give B") == {"north hand: RB > R", "put down: - > B"}
    assert both(play) == ("north: give", {"give R", "enough"})
    play.do("enough")
    # The active player names the card of the partner, of whom everything may be known.
    assert both(play) == ("north: receive", {"receive Y", "receive P"})
    # The display is not concerned; East's turn follows, not South's.
    assert play.do("receive P") == {
        "north hand: R > RP",
        "south hand: YP > YB",
        "put down: B > -",
        "turn: north > east",
    }
    assert "teams.exchange.next" in play.clauses
    assert both(play) == ("east: reveal", TURN)


@pytest.mark.parametrize(
    ("turn", "partner"), [("north", "south"), ("east", "west"), ("south", "north"), ("west", "east")]
)
def test_partners_sit_opposite(turn: str, partner: str) -> None:
    hands = {"north": "R", "east": "O", "south": "Y", "west": "G"}
    play = at_take("R", "PPP", game="teams", turn=turn, hands=hands)
    play.do(f"exchange_with_partner; give {hands[turn]}")
    assert play.moves == {f"receive {hands[partner]}"}
    play.do(f"receive {hands[partner]}")
    assert play.see(f"{turn} hand", f"{partner} hand") == (hands[partner], hands[turn])
    assert play.due == f"{SEATS[(SEATS.index(turn) + 1) % 4]}: reveal"


def test_in_the_competitive_game_nobody_has_a_partner() -> None:
    play = at_take("R", "GGG", game="four", hands={"south": "Y"})
    assert play.moves == {"exchange"}


def test_two_and_three_cards_for_as_many() -> None:
    two = opposite("RBP", "YYOG", "KKK")
    two.do("exchange_with_partner; give R; give P; enough; receive Y")
    assert two.moves == {"receive Y", "receive O", "receive G"}
    assert two.do("receive G") == {
        "north hand: YB > YGB",
        "south hand: OYG > ROYP",
        "put down: RP > -",
        "turn: north > east",
    }
    three = opposite("RBPP", "YYOG", "KKK")
    three.do("exchange_with_partner; give R; give P")
    assert three.do("give P") == {"north hand: BP > B", "put down: RP > RPP"}
    # Three is the most.
    assert three.moves == {"receive Y", "receive O", "receive G"}
    three.do("receive Y; receive Y; receive O")
    assert three.see("north hand", "south hand", "display") == ("OYYB", "RGPP", "KKK")


def test_no_more_cards_than_the_partner_has() -> None:
    play = opposite("RBP", "YO", "KKK")
    play.do("exchange_with_partner; give R; give P; receive O; receive Y")
    assert play.see("north hand", "south hand", "turn") == ("OYB", "RP", "east")


def test_a_partner_without_cards_gives_none() -> None:
    play = opposite("RB", "", "OOR")
    assert play.moves == {"exchange", "pair R R R"}
    play.refused("exchange_with_partner")


def test_a_player_without_cards_does_not_exchange() -> None:
    play = table("", "OOR", game="teams", hands={"south": "YP", "east": "G"})
    assert play.do("stop_revealing") == {"turn: north > east"}


def test_wilds_are_exchanged_too() -> None:
    play = opposite("R", "*", "KKK")
    play.do("exchange_with_partner; give R; receive *")
    assert play.see("north hand", "south hand") == ("*", "R")


def test_not_with_the_display_and_the_partner_in_one_turn() -> None:
    with_partner = opposite("RB", "YP", "OOR")
    with_partner.do("exchange_with_partner")
    with_partner.refused("exchange")
    with_partner.do("give B; enough")
    with_partner.refused("receive O")  # a card of the display
    with_partner.do("receive P")
    assert with_partner.due == "east: reveal"
    with_display = opposite("RB", "YP", "OOR")
    with_display.do("exchange")
    with_display.refused("exchange_with_partner")
    with_display.do("give B; enough")
    with_display.refused("receive P")  # a card of the partner's
    with_display.do("receive O")
    assert with_display.see("south hand", "north hand", "display") == ("YP", "RO", "ROB")
    assert with_display.due == "east: reveal"


def test_no_exchange_with_the_partner_beside_pairs() -> None:
    play = opposite("RB", "YP", "BOR")
    play.do("pair R R R")
    play.refused("exchange_with_partner")
    assert play.moves == {"pair B B B", "stop_pairing"}
    play = opposite("RB", "YP", "BOR")
    play.do("exchange_with_partner")
    play.refused("pair R R R")


def test_a_card_may_be_exchanged_for_the_partners_equal_one() -> None:
    play = opposite("R", "R", "KKK")
    play.do("exchange_with_partner; give R")
    assert play.do("receive R") == {
        "north hand: - > R",
        "put down: R > -",
        "turn: north > east",
    }
    assert play.see("north hand", "south hand") == ("R", "R")


def test_reading_a_card_is_not_exchanged_for_the_partners_equal_one() -> None:
    play = opposite("RB", "RY", "KKK", BARRED)
    play.do("exchange_with_partner; give R; enough")
    assert play.moves == {"receive Y"}
    play = opposite("R", "R", "KKK", BARRED)
    assert play.moves == {"exchange"}


def test_reading_two_for_one_is_for_the_display() -> None:
    play = opposite("RR", "YP", "KKK", {"substitute_in_swap": "everywhere"})
    play.do("exchange")
    assert "give_two R" in play.moves
    play = opposite("RR", "YP", "KKK", {"substitute_in_swap": "everywhere"})
    play.do("exchange_with_partner")
    assert play.moves == {"give R"}


# ------------------------------------------------------------------------------------------------ its readings


def test_reading_the_exchange_with_the_partner_belongs_to_the_pairs() -> None:
    play = opposite("BB", "RY", "ORB", WITHIN_PAIRS)
    assert play.moves == {
        "exchange",
        "exchange_with_partner",
        "pair B B B",
        "pair_with_two B O O",
        "pair_with_two B R R",
    }
    play.do("exchange_with_partner; give B; enough; receive R")
    # The turn goes on with pairs, and with them only.
    assert play.see("north hand", "south hand", "turn") == ("RB", "YB", "north")
    assert {"pair R R R", "pair B B B"} <= play.moves
    play.refused("exchange")
    play.refused("exchange_with_partner")
    play.refused("pair_with_two B O O")
    play.do("pair R R R; pair B B B")
    assert play.see("north pawns", "display", "north hand") == ("2", "O", "-")
    play.refill("KK")
    assert both(play) == ("east: reveal", TURN)


def test_reading_within_the_pairs_three_pairs_may_follow() -> None:
    play = opposite("OOB", "RY", "ORB", WITHIN_PAIRS)
    play.do("exchange_with_partner; give O; enough; receive R; pair R R R; pair B B B; pair O O O")
    assert play.see("north pawns", "display", "north hand") == ("3", "-", "-")
    assert play.due == "chance: refill"


def test_reading_partners_exchange_one_card() -> None:
    play = opposite("RB", "YP", "KKK", ONE)
    play.do("exchange_with_partner")
    play.do("give R")
    assert both(play) == ("north: receive", {"receive Y", "receive P"})
    play.do("receive P")
    assert play.see("north hand", "south hand", "turn") == ("BP", "RY", "east")
    # With the display it is still up to three.
    play = opposite("RB", "YP", "KKK", ONE)
    play.do("exchange; give R")
    assert play.moves == {"give B", "enough"}


def test_reading_partners_exchange_as_many_as_they_like() -> None:
    play = opposite("RRBBP", "YYOOG", "KKK", ANY_NUMBER)
    play.do("exchange_with_partner; give R; give R; give B; give B")
    assert play.moves == {"give P", "enough"}
    play.do("enough; receive Y; receive Y; receive O; receive O")
    assert play.see("north hand", "south hand", "turn") == ("OOYYP", "RRGBB", "east")
    play = opposite("RRBBP", "YYOOG", "KKK", ANY_NUMBER)
    play.do("exchange_with_partner; give R; give R; give B; give B; give P")
    play.do("receive Y; receive Y; receive O; receive O; receive G")
    assert play.see("north hand", "south hand", "turn") == ("OOYYG", "RRBBP", "east")
    # With the display it is still up to three.
    play = opposite("RRBBP", "YYOOG", "KKK", ANY_NUMBER)
    play.do("exchange; give R; give R; give B")
    assert play.moves == {"receive K"}


def test_reading_the_partner_chooses_what_to_give() -> None:
    play = opposite("RB", "YP", "KKK", PARTNER)
    play.do("exchange_with_partner")
    # What the active player gives is the active player's choice.
    assert both(play) == ("north: give", {"give R", "give B"})
    play.do("give R; enough")
    assert both(play) == ("south: receive", {"receive Y", "receive P"})
    assert play.do("receive Y") == {
        "north hand: B > YB",
        "south hand: YP > RP",
        "put down: R > -",
        "turn: north > east",
    }
    # From the display it is the active player who takes.
    play = opposite("RB", "YP", "KGO", PARTNER)
    play.do("exchange; give R; enough")
    assert both(play) == ("north: receive", {"receive K", "receive G", "receive O"})


def test_with_an_empty_display_there_is_still_the_partner() -> None:
    # Nothing can be paired or exchanged with the display; the exchange that may take its place can be made.
    play = table("RB", "", game="teams", hands={"south": "YP", "east": "G"}, pile="", discards="")
    play.do("stop_revealing")
    assert both(play) == ("north: take", {"exchange_with_partner"})


# ----------------------------------------------------------------------------------- as in the competitive game


def test_a_team_player_may_lose_the_cards_revealed() -> None:
    play = table("R", "KKK", game="teams", hands={"south": "O"})
    play.turn_up("O")
    play.do("reveal")
    assert play.do("turn_up O") == {"revealed: O > -", "pile: 32 > 31", "discards: - > OO"}
    assert both(play) == ("north: take", {"exchange", "exchange_with_partner"})


def test_team_players_rid_their_hands_of_colours_that_are_gone() -> None:
    play = opposite("RRO", "YP", "OKK")
    assert play.moves == {
        "exchange",
        "exchange_with_partner",
        "pair O O O",
        "pair_with_two R O O",
        "pair_with_two R K K",
    }
    gone = at_take("RRO", "OKK", game="teams", hands={"south": "YP"}, boxes="30333333")
    assert gone.do("pair_with_two R O O") == {"north hand: RRO > O", "display: OKK > KK", "out: - > RRO"}
    assert gone.moves == {"stop_pairing"}


def test_a_team_may_take_every_pawn() -> None:
    play = at_take("RO", "ROG", game="teams", boxes="11000000", taken={"north": "0+0", "south": "3+0"})
    play.do("pair R R R; pair O O O")
    assert play.see(*(f"{name} points" for name in SEATS)) == ("10", "0", "6", str(2 * 19 + 3 * 6))


# ------------------------------------------------------------------------------------------------- the result


def ended(points: Mapping[str, int], in_round: int = 4) -> Play:
    """The end of a round: North gets 5, East 10 less 1, South 4 less 2, West 28 + 18."""
    play = at_take(
        "R",
        "RGB",
        game="teams",
        boxes="13000000",
        hands={"east": "*", "south": "KK"},
        taken={"north": "0+0", "east": "5+0", "south": "2+0", "west": "13+6"},
        points=points,
        in_round=in_round,
    )
    play.do("pair R R R")
    return play


def test_every_players_points_are_noted() -> None:
    play = ended({"north": 1, "east": 2, "south": 3, "west": 4}, in_round=2)
    assert play.see(*(f"{name} points" for name in SEATS)) == ("6", "11", "5", "48")
    assert play.see("round", "first", "turn") == ("3", "east", "east")
    assert play.due == "chance: deal"


@pytest.mark.parametrize(
    ("points", "totals", "winners"),
    [
        # In this round North and South get 7 together, East and West 53.
        ({"north": 0}, (7, 53), "east and west"),
        ({"north": 47}, (54, 53), "north and south"),
        ({"south": 47}, (54, 53), "north and south"),
        ({"north": 20, "south": 26}, (53, 53), "north and east and south and west"),
        ({"north": 60, "south": -15}, (52, 53), "east and west"),
    ],
)
def test_the_team_with_most_points_wins(
    points: Mapping[str, int], totals: tuple[int, int], winners: str
) -> None:
    play = ended(points)
    assert play.due == f"over: {winners}"
    assert tuple(play.reader.scores(play.state).values()) == totals * 2


# ------------------------------------------------------------------------------------------------ a whole match


def turn(play: Play, who: str, reveals: str, made: str, refill: str, after: str) -> None:
    """A turn of pairs; ``after``: hand, pawns and box cards of the player, size of the pile."""
    assert both(play) == (f"{who}: reveal", TURN)
    play.turn_up(reveals)
    play.do("stop_revealing")
    for pair in made.split():
        play.do("pair " + " ".join(pair))
    play.refill(refill)
    assert play.see(f"{who} hand", f"{who} pawns", f"{who} boxes", "pile") == tuple(after.split())


def play_round(play: Play, seats: tuple[str, ...], last: str) -> None:
    """A round: 25 points for the first player, then 19, 8 and 15; ``last``: cards that the second reveals at the end."""
    a, b, c, d = seats
    play.deal({a: "RO", b: "YG", c: "BP", d: "KW"}, "ROY")
    assert play.see("pile", "first", "turn") == ("27", a, a)
    turn(play, a, "Y", "RRR OOO YYY", "GBP", "- 3 0 23")
    assert both(play) == (f"{b}: reveal", TURN)
    play.do("stop_revealing; exchange_with_partner; give Y; enough; receive K")
    assert play.see(f"{b} hand", f"{d} hand", "display", "pile") == ("GK", "YW", "GBP", "23")
    turn(play, c, "G", "GGG BBB PPP", "KW*", "- 3 0 19")
    turn(play, d, "*", "WWW *KK Y*Y", "ROY", "- 3 0 15")
    turn(play, a, "RO", "RRR OOO", "GB", "- 5 0 11")
    # Black is left in the hand: no black card lies there.
    play.turn_up("B*")
    play.do("stop_revealing; pair G G G; pair B B B; pair * Y Y")
    assert play.see(f"{b} hand", f"{b} pawns", f"{b} boxes") == ("K", "3", "1")
    play.refill("PKW")
    turn(play, c, "P", "PPP", "*", "- 4 0 4")
    # The pile gives out: its last card is a wild, and all discards are shuffled at once.
    turn(play, d, "KW*", "KKK WWW **P", "*RO", "- 6 1 34")
    assert play.see("discards", "display") == ("-", "RO*")
    turn(play, a, "ROG", "RRR OOO G*G", "BKY", "- 8 3 28")
    assert both(play) == (f"{b}: reveal", TURN)
    play.turn_up("B" + last)
    play.do("stop_revealing; pair K K K")
    # The black box is empty now, and two more have a pawn; with the blue one the round is over.
    assert play.see("black", "blue", "white", "round") == ("0", "1", "1", play["round"])
    play.do("pair B B B")
    if last:
        play.do("stop_pairing")


def test_a_whole_match_of_four_rounds() -> None:
    play = begin("teams")
    assert play.weights() == {f"draw_first_player {name}": 1 for name in SEATS}
    play.do("draw_first_player south")
    order = ("south", "west", "north", "east")
    for k in range(4):
        seats = order[k:] + order[:k]
        assert play.see("round", "first") == (str(k + 1), seats[0])
        # In the last round South, who follows East, keeps two cards.
        play_round(play, seats, "GP" if k == 3 else "")
        if k == 0:
            assert play.see(*(f"{name} points" for name in order)) == ("25", "19", "8", "15")
    assert play.see(*(f"{name} points" for name in order)) == ("65", "67", "67", "67")
    assert play.due == "over: east and west"
    assert [play.reader.scores(play.state)[p] for p in play.reader.scores(play.state)] == [132, 134, 132, 134]
