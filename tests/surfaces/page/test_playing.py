"""The local page: playing, chance, undoing, the history as a tree, links, two readings, seats and bots."""

from __future__ import annotations

import html
import re
import threading
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs

import pytest

from queensbench.api.game import selected
from queensbench.surfaces.page.desk import MOST_FILES, Desk
from queensbench.surfaces.page.tables import own_solution
from tests.surfaces.page.browsing import Reader

SIX = "/at?game=queue4/standard&instance=six"
BLADES = "/at?game=queen-is-dead/standard&instance=blades"


@pytest.fixture(scope="module")
def reader() -> Reader:
    """A reader of all four rulebooks."""
    return Reader(Desk(selected(), seed=7))


def test_the_first_page_lists_every_mode(reader: Reader) -> None:
    shown = reader.get("/")
    assert shown.code == 200
    assert sorted(re.findall(r'href="/choose\?game=([^"]+)"', shown.text)) == sorted(reader.desk.games)


def test_a_game_is_chosen_with_instance_readings_and_seats(reader: Reader) -> None:
    shown = reader.get("/choose?game=queue4/standard")
    assert re.findall(r'name="instance" value="([^"]+)"', shown.text) == list(
        reader.desk.games["queue4/standard"].instances
    )
    assert 'value="stop_when=until_placed"' in shown.text
    assert 'name="seat.PLAYER"' in shown.text
    begun = reader.get(f"{SIX}&r=stop_when=unseen&r=stop_when=until_placed&seat.PLAYER=hand&chance=chosen")
    assert "Read otherwise than the house: stop_when = until_placed" in begun.words


def test_moves_are_done_and_undone(reader: Reader) -> None:
    shown = reader.get(SIX)
    assert shown.status == "The player chooses: 2 moves."
    assert shown.wires == ["stop", "begin_queue:FIRST"]
    shown = reader.do(shown, "begin_queue:FIRST")
    assert shown.status == "Chance decides: 3 outcomes."
    assert shown.wires == ["reveal:1", "reveal:2", "reveal:3"]
    assert shown.words.count("1/3") == 3
    shown = reader.do(shown, "reveal:1")
    assert "Step 2" in shown.words
    assert "reveal: card Ace carried out" in shown.words
    undo = re.search(r'href="([^"]+)"[^>]*>Undo<', shown.text)
    assert undo is not None
    assert reader.get(undo[1]).status == "Chance decides: 3 outcomes."


def test_chance_is_drawn_by_its_odds(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
    drawn = reader.post(shown, "do", draw="1")
    assert drawn.status == "The player chooses: 2 moves."
    refused = reader.post(drawn, "do", draw="1")
    assert (refused.code, refused.said("alert")) == (
        400,
        ["chance has nothing to decide here; choose a move"],
    )


def test_a_second_way_is_a_fork_and_the_same_move_is_the_same_position(reader: Reader) -> None:
    start = reader.do(reader.get(SIX), "begin_queue:FIRST")
    one = reader.do(start, "reveal:1")
    two = reader.do(start, "reveal:2")
    assert one.address != two.address
    assert reader.do(start, "reveal:1").address == one.address
    rows = re.findall(r'<li class="d(\d)( way)?">', two.text)
    assert rows == [("0", " way"), ("0", " way"), ("1", " way"), ("0", "")]


def test_a_position_is_named_and_compared(reader: Reader) -> None:
    start = reader.get(SIX)
    one = reader.do(start, "begin_queue:FIRST", "reveal:1")
    named = reader.post(one, "name", name="  the ace <b>&\x07 ")
    assert '<span class="name">the ace &lt;b&gt;&amp;</span>' in named.text
    assert "the ace <b>&" in named.words
    number = start.address.rpartition("/")[2]
    compared = reader.get(f"{one.address}?with={number}")
    assert "Start, what is otherwise there marked" in compared.words
    assert reader.get(f"{one.address}?with=99").said("alert") == [
        "the table has no position 99; choose one of the history"
    ]


def test_a_link_is_the_play(reader: Reader) -> None:
    shown = reader.do(reader.get(f"{SIX}&r=stop_when=until_placed"), "begin_queue:FIRST", "reveal:3", "play")
    assert shown.permalink == (
        "/at?game=queue4/standard&instance=six&r=stop_when=until_placed&play=begin_queue:FIRST~reveal:3~play"
    )
    again = reader.get(shown.permalink)
    assert again.permalink == shown.permalink
    assert again.status == shown.status
    assert again.address != shown.address


def test_a_cell_of_the_board_is_clicked(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
    board = shown.text.partition('class="board tabletop"')[2].partition("</section>")[0]
    assert re.findall(r'<button class="cell can" name="move" value="([^"]+)"', board) == [
        "reveal:1",
        "reveal:2",
        "reveal:3",
    ]


def test_a_cell_for_several_moves_lists_them_alone(reader: Reader) -> None:
    shown = reader.get(f"{SIX}&play=begin_queue:FIRST~reveal:1~play")
    assert shown.wires == ["stop", "begin_queue:SECOND", "add:FIRST:0", "add:FIRST:1"]
    many = re.findall(r'<a class="label[^"]* can many" href="([^"#]+)#moves"', shown.text)
    assert len(many) == 1
    assert reader.get(many[0]).wires == ["add:FIRST:0", "add:FIRST:1"]


def test_why_not_names_the_requirement_and_its_clauses(reader: Reader) -> None:
    shown = reader.get(f"{SIX}&play=begin_queue:FIRST~reveal:1")
    asked = reader.get(f"{shown.address}?why=add")
    assert "add is not allowed: the rules require require(choosing(s))" in asked.words
    assert "option.existing" in asked.words
    assert reader.desk.games["queue4/standard"].clauses["option.existing"].text in asked.words
    assert "turn.py, line" in asked.words
    possible = reader.get(f"{shown.address}?why=play")
    assert "play is allowed." in possible.words


def test_why_not_of_too_many_ways_asks_for_a_value(reader: Reader) -> None:
    shown = reader.get("/at?game=queens-collection/cooperative")
    asked = reader.get(f"{shown.address}?why=exchange_with_wild")
    assert (
        "Too many ways to do exchange with wild to try them all: choose a value of a, by, b, x, y."
        in asked.words
    )


def test_a_cell_of_which_nothing_can_be_done_says_why(reader: Reader) -> None:
    shown = reader.get(f"{SIX}&play=begin_queue:FIRST~reveal:1")
    assert re.findall(r'cell=([0-9.]+)#why" data-swap title="Why not\?">([^<]*)<', shown.text) == [
        ("0.0", "first Queue"),
        ("1.0", "second Queue"),
        ("2.0.0", "A"),
        ("2.0.1", "2 ×2"),
        ("2.0.2", "3 ×2"),
    ]
    asked = reader.get(f"{shown.address}?cell=0.0")
    assert "Nothing can be done with first Queue now." in asked.words
    assert "begin queue: queue first is not allowed: the rules require require(choosing(s))" in asked.words
    assert "add: queue first is not allowed: the rules require require(choosing(s))" in asked.words
    assert "option.new turn.py, line " in asked.words
    of_chance = reader.get(f"{shown.address}?cell=2.0.0")
    assert "Nothing can be done with A now. It stands for no move that a player chooses." in of_chance.words
    assert "Nothing can be done" not in reader.get(f"{shown.address}?cell=9.9.9").words


def test_where_two_readings_part_is_looked_for(reader: Reader) -> None:
    shown = reader.get(f"{SIX}&if=stop_when=until_placed")
    asked = reader.work(shown, "part")
    found = re.search(
        r'<a href="(/at[^"]+)">A shortest play to where the readings part has 3 steps</a>: ([^<]+)',
        asked.text,
    )
    assert found is not None
    assert found[2] == "stop() is possible under the second reading only"
    there = reader.get(found[1].replace("&amp;", "&"))
    assert there.status == "The player chooses: 2 moves."
    assert "Possible only under this reading: stop." in there.words
    alone = reader.get(SIX)
    assert reader.post(alone, "part").said("alert") == [
        "if: the table has one reading; choose a second one under What if?"
    ]


def test_two_readings_are_played_side_by_side_until_they_part(reader: Reader) -> None:
    shown = reader.get(f"{SIX}&play=begin_queue:FIRST~reveal:1")
    both = reader.post(shown, "against", if_="stop_when=until_placed")
    assert "What if: stop_when = until_placed" in both.words
    assert "Possible only under this reading: stop." in both.words
    turned = reader.get("/at?game=queue4/standard&instance=six&r=stop_when=until_placed&if=stop_when=unseen")
    turned = reader.do(turned, "begin_queue:FIRST", "reveal:1")
    assert 'class="note">only here</span>' in turned.text
    parted = reader.do(turned, "stop")
    assert parted.said("alert")[0].startswith("The play has parted: stop is refused by require(")
    alone = reader.post(both, "against", if_="")
    assert "What if: stop_when" not in alone.words


def test_a_seat_sees_what_it_may(reader: Reader) -> None:
    shown = reader.get("/at?game=queen-of-scots/standard&instance=duel&chance=drawn&seat.NORTH=random")
    seen = reader.get(f"{shown.address}?seat=NORTH")
    assert "As seat 1 sees it" in seen.words
    board = seen.text.partition('aria-label="The table as seat 1 sees it"')[2].partition("<details>")[0]
    assert '<span class="label w9">face down</span><span class="cells"><span class="cell down">?' in board
    assert '<span class="hidden">hidden</span>' in seen.text
    assert (
        reader.get(f"{shown.address}?seat=NOBODY")
        .said("alert")[0]
        .startswith("'NOBODY' is no player; choose of ")
    )


def test_bots_play_a_game_to_its_end(reader: Reader) -> None:
    shown = reader.get(f"{BLADES}&chance=drawn&seat.WHITE=random&seat.BLACK=random")
    assert re.match(r"Over: won by |The text is silent here: ", shown.status), shown.status
    assert shown.wires == []


def test_a_play_is_saved_and_opened(reader: Reader) -> None:
    shown = reader.do(reader.get(f"{SIX}&r=stop_when=until_placed"), "begin_queue:FIRST", "reveal:2")
    saved = reader.get(f"{shown.address}/play.itf.json")
    assert saved.headers["content-disposition"] == 'attachment; filename="play.itf.json"'
    opened = reader.ask("POST", "/open", files={"play": ("play.itf.json", saved.text.encode())})
    assert (opened.code, opened.permalink) == (200, shown.permalink)


def test_a_file_that_comes_before_its_box_is_ready_is_opened_when_it_is(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST", "reveal:2")
    saved = reader.get(f"{shown.address}/play.itf.json").text.encode()
    fresh = Reader(Desk(list(reader.desk.games.values()), seed=7))
    turn = threading.Event()
    fresh.desk.worker.ask("held", "a long work", lambda progress: turn.wait(60), seconds=60)
    waits = fresh.ask("POST", "/open", files={"play": ("play.itf.json", saved)})
    assert waits.code == 202
    assert waits.words == (
        "One moment queue4/standard, six: waits for its turn Ask again"
        " Where scripts are allowed, the page asks by itself every second."
    )
    assert f'<a class="button" href="{waits.address}" data-swap data-poll>' in waits.text
    turn.set()
    assert fresh.get(waits.address).permalink == shown.permalink
    gone = fresh.ask("GET", "/open/nosuch")
    assert (gone.code, gone.said("alert")) == (404, ["This file is no longer held: open it again."])
    tokens = [fresh.desk.keep_file(str(number)) for number in range(MOST_FILES + 1)]
    assert list(fresh.desk.files) == tokens[1:]


def test_a_play_that_was_changed_is_not_opened(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST", "reveal:2")
    saved = reader.get(f"{shown.address}/play.itf.json").text
    assert '"held": 2' in saved or '"held":2' in saved
    changed = re.sub(r'"held": ?2', '"held":3', saved)
    for text, said in (
        (changed, "the file: state 2: held is not what the rules make of it now; record it anew"),
        ("{", "the file: is no JSON; give a play in ITF"),
        ("[1]", 'the file: is no play of this toolkit; its #meta needs "format": "queensbench play 1"'),
        (saved.replace('"six"', '"seven"'), None),
        (
            saved.replace('"reveal"', '"__class__"'),
            "the file: step 2: no action is called __class__; record the play anew",
        ),
    ):
        opened = reader.ask("POST", "/open", files={"play": ("play.itf.json", text.encode())})
        assert opened.code == 400
        if said is not None:
            assert opened.said("alert") == [said]


def test_what_lies_ahead_is_told_when_it_was_asked(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
    explored = reader.work(shown, "explore")
    assert "4,911 states. The player can still win." in explored.words
    assert "won by nobody 3 172 1 step" in explored.words
    assert "won by the player 9 810 10 steps" in explored.words
    solved = reader.work(explored, "solve")
    assert "Greatest expected score from here: 10.936." in solved.words
    assert re.findall(r'class="note">([^<]+)<', solved.text) == ["11.287", "10.233", "11.287"]
    best = reader.do(solved, "reveal:1")
    assert re.findall(r'class="note">([^<]+)<', best.text) == ["10.233", "11.287 best"]


def test_endings_are_told_where_the_rules_have_no_winners(reader: Reader) -> None:
    """Of each how far it is, and of nobody that there is a way to win, or none left."""
    shown = reader.work(reader.get("/at?game=queens-collection/solo&instance=young"), "explore")
    assert "3,298 states. ending fewest steps from here" in shown.words
    assert "won by nobody 13 300 13 steps" in shown.words
    assert "no way" not in shown.words


def test_where_the_search_has_ended_before_bounds_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.surfaces.page.ahead.STATES", 100)
    reader = Reader(Desk(selected(["queue4/standard"]), seed=7))
    begun = reader.work(reader.get(SIX), "solve")
    play = "begin_queue:FIRST~reveal:1~shuffle_back~begin_queue:FIRST~reveal:2~begin_queue:SECOND"
    shown = reader.get(f"{begun.address}/go?play={play}")
    assert shown.code == 200
    assert "from here: -6.000 to 54.000. The search ended before the moves of this position." in shown.words
    known = reader.get(
        f"{begun.address}/go?play=begin_queue:FIRST~reveal:1~shuffle_back~begin_queue:FIRST~reveal:1"
    )
    notes = ["-4", "-6.000 to 54.000", "-6.000 to 54.000", "-6.000 to 54.000"]
    assert re.findall(r'class="note">([^<]+)<', known.text) == notes


def test_a_box_is_solved_for_each_player_who_has_an_aim(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("queensbench.surfaces.page.ahead.STATES", 20_000)
    game = "game=queens-collection/competitive&instance=trio"
    shown = reader.get(f"/at?{game}")
    options = re.compile(r'<option value="(NORTH|EAST|SOUTH)">seat')
    assert options.findall(shown.text) == ["NORTH", "EAST", "SOUTH"]
    assert reader.post(shown, "solve").said("alert") == [
        "player: each player has an aim of their own; choose of NORTH, EAST, SOUTH"
    ]
    assert reader.post(shown, "solve", player="WEST").said("alert") == [
        "player: the box is not solved for WEST; choose of NORTH, EAST, SOUTH"
    ]
    north = "Greatest probability of winning of NORTH, EAST and SOUTH playing against it"
    east = "Greatest probability of winning of EAST, NORTH and SOUTH playing against it"
    shown = reader.work(shown, "solve", player="NORTH")
    assert (north in shown.words, east in shown.words) == (True, False)
    other = reader.get(f"/at?{game}")
    assert options.findall(other.text) == ["EAST", "SOUTH"]
    other = reader.work(other, "solve", player="EAST")
    assert (north in other.words, east in other.words) == (True, True)
    assert options.findall(other.text) == ["SOUTH"]
    first = reader.do(other, "draw_first_player:EAST")
    for _ in range(8):
        if first.status.startswith("Seat 2"):
            break
        first = reader.do(first, first.wires[0])
    assert first.words.index(east) < first.words.index(north)  # it is EAST who chooses


def test_a_bot_plays_best_by_its_own_solution_alone() -> None:
    class Found:
        def __init__(self, name: str) -> None:
            self.name = name

        def at(self, position: Any) -> Any:
            return None

    north, east, all_ = Found("NORTH"), Found("EAST"), Found("")

    def own(known: dict[str, Any], *names: str) -> Any:
        position = SimpleNamespace(deciders=tuple(SimpleNamespace(name=name) for name in names))
        return own_solution(cast(Any, position), known)

    assert own({"NORTH": north}, "NORTH") is north
    assert own({"NORTH": north}, "EAST") is None
    assert own({"NORTH": north, "EAST": east}, "EAST") is east
    assert own({"NORTH": north, "EAST": east}, "EAST", "NORTH") is None
    assert own({"": all_}, "EAST") is all_
    assert own({"": all_}) is all_
    assert own({}, "EAST") is None


def test_a_shared_score_has_one_solution_for_all(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("queensbench.surfaces.page.ahead.STATES", 20_000)
    shown = reader.get("/at?game=queens-collection/cooperative&instance=trio")
    assert 'name="player"' not in shown.text
    assert "Solve this box" in shown.words
    assert reader.post(shown, "solve", player="NORTH").said("alert") == [
        "player: the box is not solved for NORTH; leave it out: it has one solution for all"
    ]
    assert reader.work(shown, "solve").code == 200


def test_a_state_is_found_by_a_condition(reader: Reader) -> None:
    shown = reader.get(SIX)
    found = reader.work(shown, "find", condition="phase == SEEN and held == 3")
    assert "A shortest play to it has 2 steps" in found.words
    none = reader.work(shown, "find", condition="held == 3 and held == 2")
    assert "No state of this box: all 4,911 were looked at." in none.words
    wrong = reader.work(shown, "find", condition="__import__('os')")
    assert "failed: " in wrong.words
    assert reader.post(shown, "find", condition=" ").said("alert") == [
        "condition: a condition has 1 to 200 letters; write it as in `score >= 9`"
    ]


def test_while_work_goes_on_the_page_asks_for_what_it_shows(reader: Reader) -> None:
    """Once it asked for the bare position, so that the answer to a condition, or a seat's board, was lost."""
    fresh = Reader(Desk(list(reader.desk.games.values()), seed=7))
    shown = fresh.get(f"{SIX}&if=stop_when=until_placed")
    turn = threading.Event()
    fresh.desk.worker.ask("held", "a long work", lambda progress: turn.wait(60), seconds=60)
    fresh.post(shown, "part")
    found = fresh.post(shown, "find", condition="held == 3")
    assert found.address.endswith("?condition=held+%3D%3D+3")
    seen = fresh.ask("GET", f"{found.address}&seat=PLAYER")
    turn.set()
    asks = re.findall(r'href="([^"]+)" data-swap data-poll', seen.text)
    assert len(asks) == 2
    assert {parse_qs(html.unescape(one).partition("?")[2])["seat"][0] for one in asks} == {"PLAYER"}
    assert {parse_qs(html.unescape(one).partition("?")[2])["condition"][0] for one in asks} == {"held == 3"}


def test_the_states_around_are_drawn_and_lead_there(reader: Reader) -> None:
    shown = reader.do(reader.get(SIX), "begin_queue:FIRST")
    around = reader.get(f"{shown.address}/around")
    assert around.text.count('class="state ') == 8
    link = re.search(r'<a href="([^"]+)" aria-label="reveal: card 2: the player has 2"', around.text)
    assert link is not None
    assert reader.get(link[1]).permalink.endswith("play=begin_queue:FIRST~reveal:2")


def test_every_play_of_the_book_opens(reader: Reader) -> None:
    links = []
    for path in ("queue4/standard", "queen-is-dead/standard"):
        shown = reader.get(f"/plays?game={path}")
        links += re.findall(r'<li><a href="(/at\?[^"]+)"', shown.text)
    assert len(links) > 20
    for link in links[::7]:
        found = reader.get(link.replace("&amp;", "&"))
        assert found.code == 200, (link, found.words)
        assert "What if: " in found.words
