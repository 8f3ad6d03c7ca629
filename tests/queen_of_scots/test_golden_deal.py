"""The deal of Queen of Scots: who deals, eleven cards each, one turned up, who begins, the deal going round."""

from __future__ import annotations

import pytest

from tests.queen_of_scots.table import DECK, SEATS, Play, begin, table

NORTH = "CCMMKKGGPPS"
EAST = "KKKGGGPPSSJ"
SOUTH = "CCCCMMMMJRH"
WEST = "CCMMSSSSWWW"
HANDS = dict(zip(SEATS, (NORTH, EAST, SOUTH, WEST), strict=True))


def dealt(players: int = 2, dealer: str = "north", up: str = "K", **readings: str) -> Play:
    """A game whose first hands are dealt, with this card turned up."""
    play = begin(players, readings)
    play.do(f"choose_dealer {dealer}; shuffle")
    play.deal({name: HANDS[name] for name in SEATS[:players]}, up)
    return play


def going_out(players: int = 3, **named: object) -> Play:
    """A table at which North discards the last card: the round is over and counted."""
    hands = ("", "KK", "GG", "PP")[:players]
    play = table(*hands, pile="M", dealer=SEATS[players - 1], **named)  # type: ignore[arg-type]
    play.draw("C")
    play.do("discard C")
    return play


# ---------------------------------------------------------------------------------------------------- the deal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_player_is_chosen_to_deal(players: int) -> None:
    play = begin(players)
    assert play.moves == {f"choose_dealer {name}" for name in SEATS[:players]}
    play.do(f"choose_dealer {SEATS[players - 1]}")
    assert "setup.dealer" in play.clauses
    assert play["dealer"] == SEATS[players - 1]
    # Who has been chosen shuffles: nobody else, and nothing else.
    assert (play.due, play.moves) == (f"{SEATS[players - 1]}: shuffle", {"shuffle"})


def test_reading_chance_decides_who_deals() -> None:
    play = begin(3, {"first_dealer": "BY_LOT"})
    assert play.due == "chance: dealer"
    assert play.weights() == {"draw_dealer north": 1, "draw_dealer east": 1, "draw_dealer south": 1}
    play.do("draw_dealer east")
    assert (play.due, play["dealer"]) == ("east: shuffle", "east")


def test_all_cards_of_the_deck_are_shuffled_and_dealt_by_chance() -> None:
    play = begin(2)
    play.do("choose_dealer north; shuffle")
    assert "setup.shuffle" in play.clauses
    assert play.due == "chance: deal"
    assert play.weights() == {f"deal {letter}": number for letter, number in DECK.items()}
    play.do("deal J")
    assert play.weights() == {f"deal {letter}": number for letter, number in {**DECK, "J": 5}.items()}
    for _ in range(5):
        play.do("deal J")
    # There is no seventh James.
    assert play.weights() == {f"deal {letter}": k for letter, k in DECK.items() if letter != "J"}
    play.refused("deal J")


@pytest.mark.parametrize(("players", "left"), [(2, 59), (3, 48), (4, 37)])
def test_eleven_cards_each_and_one_turned_up(players: int, left: int) -> None:
    play = begin(players)
    play.do(f"choose_dealer {SEATS[0]}; shuffle")
    for name in SEATS[:players]:
        assert play[f"{name} hand"] == "-"
    cards = {name: list(HANDS[name]) for name in SEATS[:players]}
    for k in range(11 * players):
        sizes = [len(str(play[f"{name} hand"]).replace("-", "")) for name in SEATS[:players]]
        assert sum(sizes) == k
        assert max(sizes) <= 11
        play.do(f"deal {cards[play.dealt_to()].pop()}")
    assert play.see(*(f"{name} hand" for name in SEATS[:players])) == tuple(
        HANDS[name] for name in SEATS[:players]
    )
    assert {"setup.deal", "setup.hand"} <= play.clauses
    assert (play.due, play["pile"]) == ("chance: turn up", "-")
    play.do("turn_up K")
    assert "setup.turned_up" in play.clauses
    assert play["pile"] == "K top K"
    assert len(play["deck"]) == left
    assert play.see(*(f"{name} sets" for name in SEATS[:players])) == ("-",) * players
    assert play.points == (0,) * players


def test_the_card_turned_up_comes_from_what_is_left() -> None:
    play = begin(2)
    play.do("choose_dealer north; shuffle")
    play.deal({"north": NORTH, "east": EAST}, "K")
    before = {"C": 8, "M": 8, "K": 5, "G": 5, "P": 6, "S": 7, "J": 5, "R": 4, "H": 4, "W": 8}
    found = {letter: str(play["deck"]).count(letter) for letter in DECK}
    assert found == {**before, "K": 4}


# ------------------------------------------------------------------------------------------------- who begins


@pytest.mark.parametrize(
    ("players", "dealer", "first"),
    [
        (2, "north", "east"),
        (2, "east", "north"),
        (3, "north", "east"),
        (3, "east", "south"),
        (3, "south", "north"),
        (4, "south", "west"),
        (4, "west", "north"),
    ],
)
def test_the_player_left_of_the_dealer_goes_first(players: int, dealer: str, first: str) -> None:
    play = dealt(players, dealer, "R")
    assert play.due == f"{first}: pick up"


@pytest.mark.parametrize("reading", ["CLOCKWISE", "ANTICLOCKWISE"])
def test_reading_the_order_of_turns(reading: str) -> None:
    # Either way the first turn is had by the player on the dealer's left.
    play = dealt(4, "north", "R", turn_order=reading)
    order = ["east", "south", "west", "north", "east"]
    if reading == "ANTICLOCKWISE":
        order = ["east", "north", "west", "south", "east"]
    for name in order:
        assert play.due == f"{name}: pick up"
        play.draw("H" if name != "east" else "R")
        play.do("discard " + ("H" if name != "east" else "R"))


def test_reading_turns_the_other_way_do_not_turn_the_deal() -> None:
    play = going_out(3, readings={"turn_order": "ANTICLOCKWISE"})
    assert play["dealer"] == "north"
    play.do("shuffle")
    play.deal({name: HANDS[name] for name in SEATS[:3]}, "R")
    assert play.due == "east: pick up"


# ------------------------------------------------------------------------------------------------ the next round


@pytest.mark.parametrize(
    ("players", "dealer", "following"),
    [(2, "north", "east"), (2, "east", "north"), (3, "south", "north"), (4, "east", "south")],
)
def test_the_deal_goes_round_clockwise(players: int, dealer: str, following: str) -> None:
    hands = ("", "KK", "GG", "PP")[:players]
    play = table(*hands, pile="M", dealer=dealer)
    play.draw("C")
    play.do("discard C")
    assert {"round.dealer", "round.dealer.when"} <= play.clauses
    assert (play.due, play.moves) == (f"{following}: shuffle", {"shuffle"})
    assert play.see("dealer", "round") == (following, "2")
    play.do("shuffle")
    assert "round.dealer.when" not in play.clauses
    play.deal({name: HANDS[name] for name in SEATS[:players]}, "R")
    after = SEATS[(SEATS.index(following) + 1) % players]
    assert play.due == f"{after}: pick up"


def test_all_cards_come_together_for_the_next_round() -> None:
    play = going_out(3, sets={"north": "CCC", "east": "MMMW", "south": "T:JRH"})
    play.do("shuffle")
    assert play.weights() == {f"deal {letter}": number for letter, number in DECK.items()}
    assert play.see("north sets", "east sets", "south sets", "pile") == ("-",) * 4
    assert play.see("north hand", "east hand", "south hand") == ("-",) * 3


def test_reading_sets_stay_on_the_table_and_count_again() -> None:
    sets = {"north": "CCC", "east": "MMMW", "south": "T:JRH"}
    play = going_out(3, sets=sets, readings={"new_round": "SETS_STAY"})
    # 15 for North; 15 + 50 - 20 for East; 100 - 20 for South.
    assert play.points == (15, 45, 80)
    play.do("shuffle")
    assert play.see("north sets", "east sets", "south sets") == tuple(sets.values())
    assert play.see("pile", "east hand") == ("-", "-")
    rest = {**DECK, "C": 7, "M": 7, "W": 7, "J": 5, "R": 3, "H": 3}
    assert play.weights() == {f"deal {letter}": number for letter, number in rest.items()}
    south = "CCMMMMSSJRH"
    play.deal({"north": NORTH, "east": EAST, "south": south}, "R")
    assert len(play["deck"]) == 82 - 10 - 33 - 1
    assert play.due == "east: pick up"


def test_reading_sets_that_stay_are_counted_once_more() -> None:
    sets = {"north": "CCC", "east": "MMMW"}
    play = table(
        "", "KK", pile="M", sets=sets, points=(15, 45), in_round=2, readings={"new_round": "SETS_STAY"}
    )
    play.draw("C")
    play.do("discard C")
    assert play.points == (15 + 15, 45 + 65 - 20)


@pytest.mark.parametrize(
    ("reading", "first"),
    [("LEFT_OF_DEALER", "south"), ("LEFT_OF_FIRST_DEALER", "east")],
)
def test_reading_who_begins_the_second_round(reading: str, first: str) -> None:
    readings = {"first_player": reading}
    play = dealt(3, "north", "R", **readings)
    assert play.due == "east: pick up"
    # The same dealer, a round later.
    later = table("KK", "", "GG", pile="M", turn="east", first="east", dealer="north", readings=readings)
    later.draw("C")
    later.do("discard C")
    assert later.due == "east: shuffle"
    later.do("shuffle")
    later.deal({name: HANDS[name] for name in SEATS[:3]}, "R")
    assert later.due == f"{first}: pick up"


def test_reading_whoever_sits_left_of_the_card_begins() -> None:
    play = dealt(3, "north", "R", first_player="LEFT_OF_CARD")
    assert play.due == "chance: seat"
    assert play.weights() == {"sit north": 1, "sit east": 1, "sit south": 1}
    play.do("sit north")
    assert (play.due, play.moves) == ("north: pick up", {"draw"})


# ------------------------------------------------------------------------------------------- the card turned up


@pytest.mark.parametrize("reading", ["PILE", "UNDER_DISCARDS", "APART"])
def test_reading_what_the_card_turned_up_is_for(reading: str) -> None:
    play = dealt(2, "north", "K", turned_up=reading)
    # East holds three monks.
    takes = {"take K K"} if reading == "PILE" else set()
    assert play.moves == {"draw"} | takes
    if reading == "APART":
        assert play.see("pile", "apart") == ("-", "K")
    else:
        assert play.see("pile", "apart") == ("K top K", "-")
    play.draw("G")
    play.do("discard G")
    assert play["pile"] == ("G top G" if reading == "APART" else "KG top G")
    # North holds two pages.
    assert play.moves == {"draw", "take G G"}
    play.do("take G G")
    assert play["north sets"] == "GGG"
    assert play["north hand"] == ("CCMMKKPPS" if reading == "APART" else "CCMMKKKPPS")


def test_the_card_turned_up_is_taken_by_who_holds_two_of_it() -> None:
    play = dealt(2, "north", "K")
    assert play.do("take K K") == {
        "pile: K top K > -",
        f"east hand: {EAST} > KGGGPPSSJ",
        "east sets: - > KKK",
    }


@pytest.mark.parametrize("reading", ["STAYS", "REPLACED"])
def test_reading_a_crown_jewel_turned_up(reading: str) -> None:
    play = begin(2, {"turned_up_jewel": reading})
    play.do("choose_dealer east; shuffle")
    hands = {"north": "WWCCKGPSJRH", "east": EAST}
    play.deal(hands)
    counts = {"C": 8, "M": 10, "K": 6, "G": 6, "P": 7, "S": 7, "J": 4, "R": 3, "H": 3, "W": 6}
    if reading == "REPLACED":
        # The jewel would go back and another card come up, in proportion to the other cards.
        del counts["W"]
    assert play.weights() == {f"turn_up {letter}": number for letter, number in counts.items()}
    if reading == "STAYS":
        play.do("turn_up W")
        assert play["pile"] == "W top W"
        assert play.moves == {
            "draw",
            "take_jewel C C",
            "take_jewel J R",
            "take_jewel J H",
            "take_jewel R H",
        }


def test_every_card_of_the_deck_is_somewhere() -> None:
    play = dealt(4, "north", "R")
    assert len(play["deck"]) + 44 + 1 == sum(DECK.values()) == 82


@pytest.mark.parametrize(("monks", "enough"), [(8, True), (9, False)])
def test_reading_sets_that_stay_may_leave_too_few_cards(monks: int, enough: bool) -> None:
    sets = {"north": "C" * 9 + " " + "M" * 10, "east": "K" * monks + " " + "G" * 10}
    play = table("", "K", "P", "S", pile="J", sets=sets, readings={"new_round": "SETS_STAY"})
    play.do("draw; drawn C; discard C; shuffle")
    # Four hands and the card turned up take 45 cards; 82 less those on the table are left.
    for _ in range(45):
        if play.due not in {"chance: deal", "chance: turn up"}:
            break
        name = "deal" if play.due == "chance: deal" else "turn_up"
        play.do(f"{name} {play['deck'][0]}")
    if enough:
        assert play.see("deck", "round") == ("-", "2")
        assert play.due.endswith(": pick up") or play.due.endswith(": play")
    else:
        # What then, the page does not say.
        assert play.due.startswith("silent: setup.")
        assert play.moves == set()
