"""Logs of games: whole ones, and those that were cut, reordered, or are of another version."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.conformance.following import Following
from queensbench.conformance.ground import Ground
from queensbench.conformance.logs import LoggedGame, read
from queensbench.conformance.pairs import Said
from queensbench.errors import BadInput

HEAD: dict[str, Any] = {"log": 1, "mode": "counter/count", "name": "server", "version": "3", "seats": ["ANN"]}
UP: dict[str, Any] = {"seat": "ANN", "move": "up", "args": {"k": 1}}
GAME: list[dict[str, Any]] = [
    HEAD,
    {"n": 1, "state": {"n": 0}, "to_move": ["ANN"]},
    {"n": 2, "do": [UP], "drew": [{"move": "roll"}], "state": {"n": 1}, "seat": "ANN"},
    {"n": 3, "chance": None},
    {"n": 4, "refused": [UP]},
    {"n": 5, "result": {"over": True, "winners": ["ANN"]}, "end": True},
]
SHORT: list[dict[str, Any]] = [
    {"log": 1, "mode": "counter/count"},
    {"n": 1, "do": [UP]},
    {"n": 2, "end": True},
]


def games(tmp_path: Path, lines: list[Any]) -> list[LoggedGame]:
    path = tmp_path / "games.jsonl"
    path.write_bytes(
        b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in lines)
    )
    return list(read(path, "counter/count"))


def test_a_log_is_read_game_by_game(tmp_path: Path) -> None:
    first, second = games(tmp_path, [*GAME, b"\n", *SHORT])
    assert (first.line, first.head["name"], second.line, len(second.records)) == (1, "server", 8, 1)
    told = [(one.line, one.what, one.value, one.drew, dict(one.says), one.seat) for one in first.records]
    assert told == [
        (2, "", None, None, {"state": {"n": 0}, "to_move": ["ANN"]}, None),
        (3, "do", [UP], [{"move": "roll"}], {"state": {"n": 1}}, "ANN"),
        (4, "chance", None, None, {}, None),
        (5, "refused", [UP], None, {}, None),
        (6, "", None, None, {"result": {"over": True, "winners": ["ANN"]}}, None),
    ]


def without(number: int) -> list[dict[str, Any]]:
    return GAME[:number] + GAME[number + 1 :]


def instead(number: int, line: Any) -> list[Any]:
    return [*GAME[:number], line, *GAME[number + 1 :]]


REORDERED = "lines are missing or have changed places"
AS_WRITTEN = "; give the log as it was written"
BAD: list[tuple[list[Any], str]] = [
    ([], ": no game stands in it; name a log of games"),
    (
        GAME[:-1],
        (
            ":5: the game of line 1 has no end: the log was cut; take that game out, or end it with "
            '{"n": ..., "end": true} if it is whole'
        ),
    ),
    (
        [*SHORT, *GAME[:3], *SHORT],
        (
            ":7: a game begins before that of line 4 has its end: the log was cut; end each game with "
            '{"n": ..., "end": true}'
        ),
    ),
    ([*GAME, b'{"log": 1, "mo'], ":7: the line is no JSON; write one JSON object a line"),
    (
        [GAME[0], GAME[2], GAME[1], *GAME[3:]],
        f":2: line 2 of its game stands where line 1 belongs: {REORDERED}{AS_WRITTEN}",
    ),
    (without(3), f":4: line 4 of its game stands where line 3 belongs: {REORDERED}{AS_WRITTEN}"),
    (
        without(0),
        (
            f":1: a game begins without its head, with line 1 of one: {REORDERED}; begin it with "
            '{"log": 1, "mode": "counter/count"}'
        ),
    ),
    (
        instead(0, HEAD | {"log": 2}),
        ":1: the log is of version 2, and this reads version 1; write it in that version",
    ),
    (
        instead(0, HEAD | {"mode": "queue4/standard"}),
        ":1: the game is one of queue4/standard; give logs of counter/count",
    ),
    (instead(0, HEAD | {"seat": 1}), ":1: no line has 'seat' here; use seats"),
    (
        instead(0, HEAD | {"seats": "ANN"}),
        ':1: `seats` is not a list of texts; write a list of texts, such as ["RED"]',
    ),
    (
        instead(1, {"n": 1, "stat": {}}),
        ":2: no line has 'stat' here; use one of state, seat",
    ),
    (
        instead(1, {"n": 1}),
        (
            ":2: the line says nothing; write one of n, do, drew, chance, refused, seat, state, "
            "to_move, moves, result, end"
        ),
    ),
    (instead(1, {"state": {}}), ":2: `n` is missing; write a whole number"),
    (instead(2, GAME[2] | {"chance": None}), ":3: do and chance in one line; write a line for each"),
    (instead(3, {"n": 3, "drew": []}), ":4: `drew` stands without `do`; write `chance`"),
    (
        instead(2, {"n": 2, "do": [{"move": "up", "arg": {}}]}),
        (
            ":3: `do` is not a list of moves with their seats; write a list of moves with their seats, such as "
            '[{"seat": "RED", "move": "place", "args": {"column": 1}}]'
        ),
    ),
    (
        instead(5, {"n": 5, "result": {"over": 1}, "end": True}),
        ":6: `over` is not true or false; write true or false, such as true",
    ),
    (instead(4, b"[1]\n"), ":5: the line is no JSON object; write one JSON object a line"),
    (instead(4, b"\xff\n"), ":5: the line is no UTF-8; write one JSON object a line"),
    (instead(4, b"x" * 4_000_001 + b"\n"), ":5: the line has more than 4,000,000 bytes; write less"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_log_that_is_not_whole_is_bad_input(number: int, tmp_path: Path) -> None:
    lines, told = BAD[number]
    with pytest.raises(BadInput) as raised:
        games(tmp_path, lines)
    assert str(raised.value) == f"{tmp_path / 'games.jsonl'}{told}"


def test_games_before_the_fault_are_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in [*SHORT, *GAME[:2]]))
    found = read(path, "counter/count")
    assert len(next(found).records) == 1
    with pytest.raises(BadInput, match="the log was cut"):
        next(found)


def test_a_log_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    for name, why in (("none.jsonl", "no such file or directory"), ("", "is a directory")):
        with pytest.raises(BadInput) as raised:
            list(read(tmp_path / name, "counter/count"))
        assert str(raised.value) == f"{tmp_path / name}: cannot be read: {why}; name a file that can be read"


def seen_by_who_acts(path: Path, session: qb.Session, head: dict[str, Any], events: int) -> None:
    """Write a game: no outcome of chance is told, and each line shows the table as the one sees it who is to act."""
    rng = random.Random(5)
    position = session.start()
    lines = [head]
    while not position.over and len(lines) <= events:
        outcomes = position.outcomes()
        what: dict[str, Any] = {"chance": None}
        if outcomes:
            position = position.do(rng.choice(outcomes))
        else:
            move = rng.choice(position.moves())
            position = position.do(move)
            what = {"do": [move.to_json()]}
        seat = (*position.deciders, position.state.active)[0].name
        lines.append({"n": len(lines), **what, "seat": seat, "state": position.view(seat).to_json()})
    lines.append({"n": len(lines), "end": True})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("other", [{}, {"reveal_second": "with_display", "reveal_stop": "announced"}])
def test_a_log_with_hidden_draws_is_followed(other: dict[str, str], tmp_path: Path) -> None:
    """The hand of the other is hidden, and so are pile and discards: nothing is cut, and no reading told wrong."""
    mode, path = "queens-collection/competitive", tmp_path / "game.jsonl"
    session = qb.load(mode).session("two", readings=other)
    head = {"log": 1, "mode": mode, "instance": {"name": "two", "parameters": {}}}
    seen_by_who_acts(path, session, head, 600)
    found = qb.conform(mode, logs=[path]).data
    assert found["differences"] == []
    coverage = found["coverage"]
    assert (coverage["plays"], coverage["cut"], coverage["asked"]["state"]) == (1, 0, 600)
    played = {one["ruling"]: one["house"] for one in found["rulings"]} | other
    told = {one["ruling"]: one["reading"] for one in found["rulings"] if one["verdict"] == "plays"}
    assert told == {name: played[name] for name in told}
    assert {"reveal_second", "reveal_stop", "first_player"} <= set(told)


def test_pairs_beyond_the_cap_exclude_nothing() -> None:
    """One state is followed of those that a hidden card leads to: what is said of the others speaks against nothing."""
    ground = Ground(qb.load("queue4/standard"), "six")
    begin = Said("do", [{"move": "begin_queue", "args": {"queue": "FIRST"}}])
    whole, one = Following(ground), Following(ground, cap=1)
    for following in (whole, one):
        assert following.hear(begin)
        assert following.hear(Said("drawn", None))
    assert (len(whole.pairs) > 1, whole.cut, whole.free) == (True, False, [])
    assert (len(one.pairs), one.cut) == (1, True)
    lying = next(state for state in whole.pairs.cubes if state not in one.pairs.cubes)
    said = Said("state", ground.state(lying))
    assert whole.hear(said)
    assert one.hear(said)
    assert one.dead == -1
    assert not ground.sets.without_all([ground.sets.full], one.readings)


def test_fields_that_stay_are_one_object(tmp_path: Path) -> None:
    """A long game tells the same table again and again; it is held once."""
    table = [["RED", 0], ["BLUE", 1]]
    lines = [{"n": n, "do": [UP], "state": {"n": n, "laid": table}} for n in (1, 2)]
    lines.append({"n": 3, "do": [UP], "state": {"n": 3, "laid": [["RED", 0], ["BLUE", 2]]}, "end": True})
    (game,) = games(tmp_path, [{"log": 1, "mode": "counter/count"}, *lines])
    first, second, third = (one.says["state"] for one in game.records)
    assert first["laid"] is second["laid"]
    assert (third["laid"], third["n"]) == ([["RED", 0], ["BLUE", 2]], 3)


def logged(tmp_path: Path, mode: str, instance: str, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The report on a log with these lines, numbered, of one game."""
    head = {"log": 1, "mode": mode, "instance": {"name": instance, "parameters": {}}}
    numbered = [{"n": number} | line for number, line in enumerate(lines, 1)]
    path = tmp_path / "game.jsonl"
    path.write_text(
        "".join(json.dumps(line) + "\n" for line in [head, *numbered[:-1], numbered[-1] | {"end": True}])
    )
    return dict(qb.conform(mode, logs=[path]).data)


@pytest.mark.parametrize("before", ["nothing", "state", "refused"])
def test_chance_before_the_first_line_need_not_be_told(before: str, tmp_path: Path) -> None:
    """The small box deals at its start; a log that tells no chance may begin with a move all the same."""
    mode = "queens-collection/competitive"
    position = qb.load(mode).session("duel").start()
    rng, lines = random.Random(1), list[dict[str, Any]]()
    first: dict[str, list[dict[str, Any]]] = {
        "nothing": [],
        "state": [{"state": {}}],
        "refused": [{"refused": [{"move": "stop_now"}]}],
    }
    while not position.over:
        if outcomes := position.outcomes():
            position = position.do(rng.choice(outcomes))
            continue
        move = rng.choice(position.moves())
        position = position.do(move)
        lines.append({"do": [move.to_json()]})
    lines[-1]["result"] = {"over": True, "winners": [one.name for one in position.winners]}
    found = logged(tmp_path, mode, "duel", [*first[before], *lines])
    assert found["differences"] == []
    assert (found["coverage"]["plays"], found["coverage"]["cut"]) == (1, 0)
    assert found["coverage"]["endings"] == {"over": 1}


SNIPER = {"seat": None, "move": "choose_master", "args": {"tile": "SNIPER"}}
GUARD = {"seat": None, "move": "lay", "args": {"tile": "GUARD"}}


@pytest.mark.parametrize(
    ("moves", "asked"),
    [([GUARD], None), ([SNIPER], "refused"), ([SNIPER, GUARD], None), ([SNIPER, SNIPER], "refused")],
)
def test_moves_are_refused_as_a_whole(moves: list[Any], asked: str | None, tmp_path: Path) -> None:
    """The first of several moves may be legal where they are refused together; it is not if all of them are."""
    found = logged(tmp_path, "queen-is-dead/standard", "blades", [{"refused": moves}])
    assert [one["ask"] for one in found["differences"]] == ([asked] if asked else [])


def test_a_line_that_refuses_no_move_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as raised:
        games(tmp_path, [SHORT[0], {"n": 1, "refused": []}, {"n": 2, "end": True}])
    said = "`refused` names no move; write what was refused, or no such line"
    assert str(raised.value) == f"{tmp_path / 'games.jsonl'}:2: {said}"


def test_a_line_that_does_no_move_is_followed(tmp_path: Path) -> None:
    found = logged(tmp_path, "queen-is-dead/standard", "blades", [{"do": [], "result": {"over": True}}])
    assert [(one["ask"], one["kind"]) for one in found["differences"]] == [("result", "fault")]


def shuffled_back(reading: dict[str, str], seed: int, fields: bool) -> list[dict[str, Any]]:
    """The lines of a random game under a reading up to where a queue was shuffled back, with the moves after each."""
    rng, lines = random.Random(seed), list[dict[str, Any]]()
    position = qb.load("queue4/standard").session("six", readings=reading).start()
    while not lines or lines[-1].get("do", [{}])[0].get("move") != "shuffle_back":
        if outcomes := position.outcomes():
            outcome = rng.choice(outcomes)
            position = position.do(outcome)
            done: dict[str, Any] = {"chance": outcome.move.to_json()}
        else:
            move = rng.choice(position.moves())
            position = position.do(move)
            done = {"do": [move.to_json()]}
        told = {"state": position.state.to_json()} if fields else {}
        lines.append(done | told | {"moves": [one.to_json() for one in position.moves()]})
    return lines


def test_a_shorter_play_of_a_difference_stands_for_it_with_all_that_it_shows(tmp_path: Path) -> None:
    """Both games break a claim after the same move; what is told of rulings is about the play that is told."""
    mode = "queue4/standard"
    head = {"log": 1, "mode": mode, "instance": {"name": "six", "parameters": {}}}
    path = tmp_path / "games.jsonl"
    with path.open("w") as file:
        for reading, seed, fields in (
            ({"look_when": "any_time"}, 1, True),
            ({"stop_riskless": "barred"}, 0, False),
        ):
            lines = shuffled_back(reading, seed, fields)
            numbered = [{"n": number} | line for number, line in enumerate(lines, 1)]
            file.write(
                "".join(
                    json.dumps(line) + "\n" for line in [head, *numbered[:-1], numbered[-1] | {"end": True}]
                )
            )
    house = {name: decl.house.name.lower() for name, decl in qb.load(mode).rulings.items()}
    found = qb.conform(mode, logs=[path], claims=house).data
    [difference] = found["differences"]
    assert (difference["kind"], difference["ask"], difference["count"]) == ("contradiction", "moves", 2)
    assert difference["source"] == "games.jsonl:5"
    assert [row["ruling"] for row in found["rulings"] if row["verdict"] == "plays none"] == ["stop_riskless"]
