"""Mappings: identity, tables in TOML, functions in Python, and what is told of bad ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.api.session import Session
from queensbench.conformance.mapping import Mapper
from queensbench.conformance.mapping_files import read
from queensbench.conformance.vocabulary import Pattern, Vocabulary
from queensbench.errors import BadInput
from tests.reference.tic_tac_toe import mode
from tests.reference.walks import session


@cache
def grid() -> Vocabulary:
    """Tic-tac-toe: ``put(spot)``; fields ``mark`` by spot, and ``turn``; seats CROSS and NOUGHT."""
    return Vocabulary.of(Session.of(session(mode)))


@cache
def queues() -> Vocabulary:
    return Vocabulary.of(qb.load("queue4/standard").session("six"))


def written(tmp_path: Path, text: str, words: Vocabulary, name: str = "map.toml") -> Mapper:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read(path, words)


def test_the_words_of_a_mode() -> None:
    words = grid()
    assert (words.mode, words.instance, words.seats) == ("reference/tic-tac-toe", "full", ("CROSS", "NOUGHT"))
    assert words.kinds == {"Mark": ("BLANK", "CROSS", "NOUGHT"), "Side": ("CROSS", "NOUGHT")}
    assert {name: list(args) for name, args in words.moves.items()} == {"put": ["spot"]}
    assert queues().chance == {"draw_known", "reveal"}
    assert queues().kinds["Queue"] == ("FIRST", "SECOND")


def test_without_a_mapping_the_words_are_the_same() -> None:
    same = Mapper(grid())
    event = {"move": "put", "args": {"spot": 3}}
    assert same.to_model(event) == [[Pattern("put", {"spot": 3})]]
    assert same.to_engine(event) == event
    assert (same.seat("CROSS"), same.engine_seat("NOUGHT")) == ("CROSS", "NOUGHT")
    assert same.fields({"turn": "NOUGHT", "mark": [[1, "CROSS"], [2, None]]}) == {
        "turn": "NOUGHT",
        "mark": [[1, "CROSS"], [2, None]],
    }
    assert (same.silent, same.most, same.longest, same.positional) == ((), 0, 1, False)
    assert same.candidates(None) is None


HOBBY = """
[moves]
clickCell = "put"
[moves.args.clickCell]
id = "spot"
[numbers]
"put.spot" = 1
[members.Mark]
null = "BLANK"
0 = "CROSS"
"1" = "NOUGHT"
[fields]
cells = "mark"
current = "turn"
[ignored]
fields = ["log"]
[seats]
"0" = "CROSS"
"1" = "NOUGHT"
"""
"""How a board of a web page would say it."""


def test_a_table_says_what_differs(tmp_path: Path) -> None:
    hobby = written(tmp_path, HOBBY, grid())
    event = {"move": "clickCell", "args": {"id": 8}}
    assert hobby.to_model(event) == [[Pattern("put", {"spot": 9})]]
    assert hobby.to_engine({"move": "put", "args": {"spot": 9}}) == event
    assert (hobby.seat("0"), hobby.engine_seat("NOUGHT"), hobby.seat("2")) == ("CROSS", "1", "2")
    cells = [None, "0", 1, None, None, None, None, None, None]
    marks = ["BLANK", "CROSS", "NOUGHT", *["BLANK"] * 6]
    assert hobby.fields({"cells": cells, "current": "1", "log": [1]}) == {
        "mark": [list(pair) for pair in enumerate(marks, 1)],
        "turn": "NOUGHT",
    }


def test_what_the_mode_does_not_have_stands_for_nothing(tmp_path: Path) -> None:
    hobby = written(tmp_path, HOBBY, grid())
    assert hobby.to_model({"move": "undo", "args": {}}) == []
    assert hobby.strangers == {"undo": 1}
    [[pattern]] = hobby.to_model({"move": "clickCell", "args": {"id": 9, "shade": "dark"}})
    assert str(pattern) == "put(spot=10, shade=dark)"
    assert not any(pattern.fits({"move": "put", "args": {"spot": k}}) for k in range(1, 10))
    assert hobby.fields({"cells": ["red"] * 9})["mark"][0] == [1, "red"]
    assert hobby.fields({"cells": [None] * 8}) == {"mark": [None] * 8}
    assert hobby.fields({"cells": None}) == {"mark": None}


def test_tables_come_as_objects_pairs_or_rows() -> None:
    same = Mapper(queues())
    pairs = [["FIRST", [1, 2]], ["SECOND", []]]
    for value in (pairs, {"FIRST": [1, 2], "SECOND": []}, [[1, 2], []]):
        assert same.fields({"queue": value}) == {"queue": pairs}
    assert same.fields({"deck": {"1": 2, "3": None}}) == {"deck": [[1, 2], [3, None]]}
    assert same.fields({"deck": [2, 1, 0]}) == {"deck": [[1, 2], [2, 1], [3, 0]]}


EVENTS = """
[events]
newQueue = ["begin_queue(queue=$q)", "reveal(card=$c)", "settle"]
pass = [["stop()"], ["look", "stop"]]
joker = ["begin_queue(queue=SECOND)"]
[silent]
moves = ["shuffle_back"]
most = 2
"""


def test_an_event_may_stand_for_several_moves(tmp_path: Path) -> None:
    several = written(tmp_path, EVENTS, queues())
    assert several.to_model({"move": "newQueue", "args": {"q": "FIRST"}}) == [
        [Pattern("begin_queue", {"queue": "FIRST"}), Pattern("reveal"), Pattern("settle")]
    ]
    assert several.to_model({"move": "pass"}) == [[Pattern("stop")], [Pattern("look"), Pattern("stop")]]
    begin = {"move": "begin_queue", "args": {"queue": "FIRST"}}
    reveal = {"move": "reveal", "args": {"card": 3}}
    settle = {"move": "settle", "args": {"gap": 0}}
    assert several.to_engine([begin, reveal, settle]) == {
        "move": "newQueue",
        "args": {"q": "FIRST", "c": 3},
    }
    assert several.to_engine([begin, reveal]) is None
    assert several.to_engine(begin) is None  # it happens only inside events
    assert several.to_engine({"move": "begin_queue", "args": {"queue": "SECOND"}}) == {
        "move": "joker",
        "args": {},
    }
    assert several.to_engine({"move": "shuffle_back", "args": {}}) is None
    assert (several.silent, several.most, several.longest) == (("shuffle_back",), 2, 3)
    assert several.to_engine({"move": "play", "args": {}}) == {"move": "play", "args": {}}


FUNCTIONS = """
MAPPING = {"moves": {"mark": "put"}, "moves.args": {}}
MAPPING = {"moves": {"mark": "put"}}


def events(event):
    if event["move"] == "both":
        return [["put(spot=1)", {"move": "put", "args": {"spot": event["args"]["at"]}}], ["put(spot=_)"]]


def engine(moves):
    return {"move": "both"} if isinstance(moves, list) else None


def moves(position):
    return [{"move": "mark", "args": {"spot": spot}} for spot in position]


def state(found):
    return {"mark": [[spot, name] for spot, name in enumerate(found["board"], 1)]}
"""


def test_functions_say_what_a_table_cannot(tmp_path: Path) -> None:
    found = written(tmp_path, FUNCTIONS, grid(), "map.py")
    assert found.to_model({"move": "both", "args": {"at": 4}}) == [
        [Pattern("put", {"spot": 1}), Pattern("put", {"spot": 4})],
        [Pattern("put")],
    ]
    assert found.to_model({"move": "mark", "args": {"spot": 2}}) == [[Pattern("put", {"spot": 2})]]
    put = {"move": "put", "args": {"spot": 2}}
    assert found.to_engine([put, put]) == {"move": "both", "args": {}}
    assert found.to_engine(put) == {"move": "mark", "args": {"spot": 2}}
    assert found.candidates([5]) == [{"move": "mark", "args": {"spot": 5}}]
    assert found.fields({"board": ["CROSS"]}) == {"mark": [[1, "CROSS"]]}
    assert (found.positional, found.longest) == (True, None)


BAD: dict[str, str] = {
    "[move]\n": "map.toml:1: move: no mapping has a table move; use moves",
    "moves = 3": "map.toml:1: moves: moves is no table; write [moves]",
    '[moves]\nx = "pot"': "map.toml:2: moves.x: reference/tic-tac-toe has no move pot; use put",
    "\n\n[moves]\nx = 4": "map.toml:4: moves.x: 4 is no name of a move; write the move's name",
    '[moves.args.put]\ncell = "spots"': "map.toml:2: moves.args.put.cell: reference/tic-tac-toe has no argument of put spots; use spot",
    '[moves.args.click]\ncell = "spot"': "map.toml:1: moves.args.click: no move is called or mapped from click; use put",
    '[members.Marks]\nx = "BLANK"': "map.toml:1: members.Marks: reference/tic-tac-toe has no kind Marks; use Mark",
    '[members.Mark]\n"x y" = "BLANC"': "map.toml:2: members.Mark.x y: reference/tic-tac-toe has no member of Mark BLANC; use BLANK",
    '[fields]\na = "mark"\nb = "mark"': "map.toml:3: fields.b: the field mark is mapped twice, also from a; map it once",
    '[seats]\na = "CRUSS"': "map.toml:2: seats.a: reference/tic-tac-toe has no player CRUSS; use CROSS",
    '[seats]\na = "CROSS"\nb = "CROSS"': "map.toml:3: seats.b: the player CROSS is mapped twice, also from a; map it once",
    "[numbers]\n'put.spat' = 1": "map.toml:2: numbers.put.spat: put.spat is no argument or field of numbers; use put.spot",
    "[numbers]\n'put.spot' = true": "map.toml:2: numbers.put.spot: True is no whole number; write what is added to the engine's",
    "[ignored]\nfield = []": "map.toml:2: ignored.field: [ignored] has no field; use fields",
    "[ignored]\nfields = [3]": "map.toml:2: ignored.fields: [3] is no list of names; write a list of texts",
    '[events]\nx = "put"': """map.toml:2: events.x: 'put' is no sequence of moves; write ["move(argument=$name)"]""",
    "[events]\nx = [[]]": """map.toml:2: events.x: [] is no sequence of moves; write ["move(argument=$name)"]""",
    '[events]\nx = ["putt()"]': "map.toml:2: events.x: reference/tic-tac-toe has no move putt; use put",
    '[events]\nx = ["put(spit=3)"]': "map.toml:2: events.x: put takes no spit; use spot",
    '[events]\nx = ["put(spot=)"]': "map.toml:2: events.x: 'put(spot=)' has no argument and value in 'spot='; write `argument=value`, or leave out what may be anything",
    '[events]\nx = ["put(3)"]': "map.toml:2: events.x: 'put(3)' has no argument and value in '3'; write `argument=value`, or leave out what may be anything",
    '[events]\nx = ["put(=3)"]': "map.toml:2: events.x: 'put(=3)' has no argument and value in '=3'; write `argument=value`, or leave out what may be anything",
    '[events]\nx = ["put(spot=12)"]': "map.toml:2: events.x: spot of 'put(spot=12)' is no value of it; give one of Spot (1 to 9)",
    '[events]\nx = ["put(spot"]': "map.toml:2: events.x: 'put(spot' is no move; write `move(argument=value, other=$name)`",
    '[events]\nx = ["put(spot=$)"]': "map.toml:2: events.x: put(spot=) names no argument; write `$name`",
    '[events]\nx = ["put"]\n[moves]\nx = "put"': "map.toml:2: events.x: x is mapped in [moves] too; map it once",
    '[silent]\nmoves = ["wait"]': "map.toml:2: silent.moves: reference/tic-tac-toe has no move wait; use put",
    "[silent]\nmoves = []\nmost = 65": "map.toml:3: silent.most: 65 is no number of moves; write a whole number from 0 to 64",
}


@pytest.mark.parametrize("text", BAD)
def test_a_bad_table_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as raised:
        written(tmp_path, text, grid())
    assert str(raised.value) == f"{tmp_path}/{BAD[text]}"


BAD_FUNCTIONS: dict[str, str] = {
    "x = 1": "map.py: it has no MAPPING, and no function of a mapping; write one of events, engine, moves, state, chance",
    "MAPPING = []": "map.py: MAPPING is no dict; write the tables of a mapping",
    "state = 4": "map.py: state is no function; write `def state(...)`",
    "MAPPING = {'moves': {'x': 'pot'}}": "map.py: moves.x: reference/tic-tac-toe has no move pot; use put",
    "1 / 0": "map.py: it raised ZeroDivisionError: division by zero; mend it",
}


@pytest.mark.parametrize("text", BAD_FUNCTIONS)
def test_a_bad_file_of_python_is_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as raised:
        written(tmp_path, text, grid(), "map.py")
    assert str(raised.value) == f"{tmp_path}/{BAD_FUNCTIONS[text]}"


NO_FIELD = (
    ", and reference/tic-tac-toe has no such field; use mark, map it in [fields], or name it in [ignored]"
)
RAISING: dict[str, tuple[str, str]] = {
    "def state(found):\n    return 3": ("fields", "its function `state` gave no dict; return fields by name"),
    "def state(found):\n    return {'mork': 1}": (
        "fields",
        "its function `state` gave the field 'mork'" + NO_FIELD,
    ),
    "def state(found):\n    return found['x']": (
        "fields",
        "its function `state` raised KeyError: 'x'; mend it",
    ),
    "def events(event):\n    return 'put'": (
        "to_model",
        "its function `events` gave 'put'; return a list of sequences of moves",
    ),
    "def events(event):\n    return [['pat']]": (
        "to_model",
        "reference/tic-tac-toe has no move pat; use put",
    ),
    "def events(event):\n    return [[3]]": (
        "to_model",
        'a function gave 3 for a move; give {"move": name, "args": {...}}',
    ),
    "def moves(position):\n    return {}": (
        "candidates",
        "its function `moves` gave {}; return a list of events",
    ),
    "def engine(moves):\n    return {'go': 1}": (
        "to_engine",
        """a function gave {'go': 1} for a move; give {"move": name, "args": {...}}""",
    ),
}


@pytest.mark.parametrize("text", RAISING)
def test_what_a_function_does_wrong_is_bad_input(text: str, tmp_path: Path) -> None:
    found: Any = written(tmp_path, text, grid(), "map.py")
    method, why = RAISING[text]
    with pytest.raises(BadInput) as raised:
        getattr(found, method)({"move": "put", "args": {"spot": 1}})
    assert str(raised.value) == f"{tmp_path}/map.py: {why}"


def test_a_field_that_the_mode_does_not_have_is_bad_input() -> None:
    with pytest.raises(BadInput) as raised:
        Mapper(grid()).fields({"marks": []})
    assert str(raised.value) == (
        "mapping: the engine's state has the field 'marks', and reference/tic-tac-toe has no such field; use mark, map it in "
        "[fields], or name it in [ignored]"
    )


def test_a_mapping_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    for name in ("map.toml", "map.py"):
        with pytest.raises(BadInput) as raised:
            read(tmp_path / name, grid())
        assert str(raised.value) == f"{tmp_path / name}: there is no such mapping; name a file that exists"
