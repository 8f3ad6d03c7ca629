"""`queensbench search`: exact text and objects on a tiny model, readings left open, plays given, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.projects import HEAD, Done, run_all, write

#: By the house a wall is climbed step by step; a ruling lets one jump the last two steps, another one fall.
WALL = (
    '"""Wall: climb to the top."""\n'
    + HEAD
    + '''from queensbench.language.counts import counts


class Jump(Reading):
    """How far one may jump."""

    NOT = "Not at all."
    LAST = "The last two steps."


class Fall(Reading):
    """Whether one may fall."""

    NO = "No."
    YES = "Back to the ground."


class Asked(Rulings):
    jump: Jump = ruling(Jump.NOT, question="May one jump?", clauses=("climb",), hole="silent", why="So.")
    fall_back: Fall = ruling(Fall.NO, question="May one fall?", clauses=("climb",), hole="silent", why="So.")


r = Asked()
Height = Annotated[int, Range(0, 5)]


class State(Record):
    at: Height
    fell: bool


@initial()
def begin(s: State) -> None:
    s.at = 0


@action("climb")
def climb(s: State) -> None:
    require(s.at < 5)
    s.at += 1


@action("climb")
def jump(s: State) -> None:
    require(s.at == 3 and r.jump == Jump.LAST)
    s.at = 5


@action("climb")
def fall(s: State) -> None:
    require(s.at > 0 and r.fall_back == Fall.YES)
    s.at = 0
    s.fell = True


@over()
def ended(s: State) -> bool:
    return s.at == 5


@reachable("fallen", fails("Nobody falls.", blame=("fall_back",)))
def fallen(s: State) -> bool:
    return s.fell


@always("low", fails("One climbs.", blame=("gap: none",)))
def low(s: State) -> bool:
    return s.at < 4


@rule()
def height(s: State) -> int:
    return s.at


@rule()
def always_so(s: State) -> bool:
    return s.at >= 0


counts("low", height, facts=(always_so,))
mode = Mode("only", state=State, rulings=r)
'''
)

COMMANDS = {
    "low": "wall low",
    "low json": "wall low --json",
    "too few": "wall end --choices 4",
    "too few json": "wall end --choices 4 --json",
    "budget": "wall end --budget 1",
    "free": "wall end --free jump",
    "free json": "wall end --free jump --free fall-back --json",
    "chosen": "wall end -r jump=last",
    "fallen": "wall fallen --choices 3",
    "fallen free": "wall fallen --free fall-back --json",
    "saved": "wall end --save end.json --quiet",
    "counted": "wall low --shortest --choices 0 --width 5 --tries 1",
    "counted json": "wall low --shortest --choices 0 --width 5 --tries 1 --json",
    "shortest": "wall end --shortest",
    "shortest json": "wall end --shortest --json",
    "given": "wall end --shortest --play end.json --choices 2 --width 0",
    "given, better": "wall end --shortest --play end.json -r jump=last",
    "given, better json": "wall end --shortest --play end.json -r jump=last --json",
    "guided": "wall end --shortest --choices 0 --width 5 --tries 1 --save guided.json",
    "none": "wall fallen --shortest --choices 2 --width 5",
    "none saved": "wall fallen --choices 2 --save none.json",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"pyproject.toml": "[tool.queensbench]\n", "model/wall.py": WALL}
    return write(tmp_path_factory.mktemp("search"), files)


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Done]:
    found = run_all(folder, [["search", *text.split()] for text in COMMANDS.values()])
    return dict(zip(COMMANDS, found, strict=True))


def moves(*names: str) -> str:
    return "".join(f"    {number} {name}()\n" for number, name in enumerate(names, 1))


CLIMB4, CLIMB5 = moves(*["climb"] * 4), moves(*["climb"] * 5)
JUMPED = moves("climb", "climb", "climb", "jump")

TEXTS = {
    "low": (
        0,
        f"wall/only full: low\nwitnessed: a play of 4 choices, 4 steps reaches it; no shorter one.\n{CLIMB4}",
    ),
    "too few": (0, "wall/only full: end\nbounded: none up to 4 choices.\n"),
    "free": (
        0,
        (
            "wall/only full: end\nwitnessed: a play of 4 choices, 4 steps reaches it; no shorter one.\n"
            f"The play is one under jump=last.\n{JUMPED}"
        ),
    ),
    "chosen": (
        0,
        f"wall/only full: end\nwitnessed: a play of 4 choices, 4 steps reaches it; no shorter one.\n{JUMPED}",
    ),
    "fallen": (0, "wall/only full: fallen\nbounded: none up to 3 choices.\n"),
    "counted": (
        0,
        (
            "wall/only full: low\n"
            "best play:  4 choices, 4 steps; from guided play, replayed by the interpreter\n"
            "at least:   4 choices; proved by counting (height)\n"
            f"gap:        0, exact: no play has fewer choices; one of as many may have fewer steps\n{CLIMB4}"
        ),
    ),
    "shortest": (
        0,
        (
            "wall/only full: end\n"
            "best play:  5 choices, 5 steps; from bounded search, replayed by the interpreter\n"
            "at least:   5 choices; bounded search found none with fewer\n"
            f"gap:        0, exact: no play has fewer choices; nor fewer steps with as many\n{CLIMB5}"
        ),
    ),
    "given": (
        3,
        (
            "wall/only full: end\n"
            "best play:  5 choices, 5 steps; the play given, replayed by the interpreter\n"
            "at least:   3 choices; bounded search found none with fewer\n"
            f"gap:        2: the shortest has 3 to 5 choices\n{CLIMB5}"
        ),
    ),
    "given, better": (
        0,
        (
            "wall/only full: end\n"
            "best play:  4 choices, 4 steps; from bounded search, replayed by the interpreter\n"
            "at least:   4 choices; bounded search found none with fewer\n"
            f"gap:        0, exact: no play has fewer choices; nor fewer steps with as many\n{JUMPED}"
        ),
    ),
    "guided": (
        3,
        (
            "wall/only full: end\n"
            "best play:  5 choices, 5 steps; from guided play, replayed by the interpreter\n"
            "at least:   1 choice; bounded search found none with fewer\n"
            f"gap:        4: the shortest has 1 to 5 choices\n{CLIMB5}"
        ),
    ),
    "none": (
        3,
        "wall/only full: fallen\nbest play:  none found\nat least:   3 choices; bounded search found none with fewer\n",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_in_full(done: dict[str, Done], name: str) -> None:
    assert (done[name].code, done[name].out) == TEXTS[name]
    assert done[name].err == ""


def test_a_budget_that_is_spent_leaves_it_unknown(done: dict[str, Done]) -> None:
    head, answer = done["budget"].out.splitlines()
    assert head == "wall/only full: end"
    assert answer.startswith("unknown: resource units")
    assert done["budget"].code == 3


def without(data: dict[str, object], *names: str) -> dict[str, object]:
    """An object without what differs from run to run."""
    for name in names:
        assert isinstance(data.pop(name), (int, float))
    return data


HOUSE = {"jump": "NOT", "fall_back": "NO"}


def test_the_object_of_a_play_found(done: dict[str, Done]) -> None:
    assert without(done["low json"].json, "units", "seconds") == {
        "mode": "wall/only",
        "instance": "full",
        "target": "low",
        "verdict": "witnessed",
        "text": "a play of 4 choices, 4 steps reaches it; no shorter one",
        "choices": 4,
        "steps": 4,
        "play": ["climb()"] * 4,
        "readings": HOUSE,
        "violation": "",
        "shortest": True,
        "none_up_to": 3,
        "searched_steps": 4,
        "all_lengths": True,
        "reason": "",
        "takes": {},
    }


def test_the_object_where_none_was_found(done: dict[str, Done]) -> None:
    found = without(done["too few json"].json, "units", "seconds")
    assert done["too few json"].code == 0
    assert (found["verdict"], found["none_up_to"], found["play"], found["readings"]) == ("bounded", 4, [], {})
    assert (found["choices"], found["steps"], found["shortest"]) == (None, None, False)


def test_a_ruling_left_open_is_read_as_the_shortest_play_needs_it(done: dict[str, Done]) -> None:
    """By the house reading a play takes five choices; of two rulings left open only one shortens it."""
    found = done["free json"].json
    assert (found["choices"], found["none_up_to"], found["shortest"]) == (4, 3, True)
    assert found["takes"]["jump"] == "LAST"
    assert set(found["takes"]) == {"jump", "fall_back"}
    assert found["play"] == ["climb()", "climb()", "climb()", "jump()"]


def test_what_no_house_play_reaches_is_reached_under_a_reading(done: dict[str, Done]) -> None:
    found = done["fallen free"].json
    assert (found["verdict"], found["takes"]) == ("witnessed", {"fall_back": "YES"})
    assert found["play"] == ["climb()", "fall()"]


def test_the_object_of_play_and_bound(done: dict[str, Done]) -> None:
    found = without(done["counted json"].json, "seconds")
    assert without(dict(found["counted"]), "seconds", "statements") == {  # type: ignore[call-overload]
        "count": "height",
        "facts": ["always_so"],
        "failed": [],
    }
    assert {key: value for key, value in found.items() if key != "counted"} == {
        "mode": "wall/only",
        "instance": "full",
        "target": "low",
        "exact": True,
        "text": "a play of 4 choices, 4 steps; at least 4 choices (by height); exact",
        "choices": 4,
        "steps": 4,
        "fewest_steps": False,
        "found_by": "guided play",
        "play": ["climb()"] * 4,
        "readings": HOUSE,
        "least": 4,
        "proved": "by height",
        "gap": 0,
        "searched": None,
    }


def test_the_object_of_a_bounded_search_inside(done: dict[str, Done]) -> None:
    found = done["shortest json"].json
    assert (found["exact"], found["fewest_steps"], found["found_by"]) == (True, True, "search")
    assert (found["searched"]["verdict"], found["searched"]["none_up_to"]) == ("witnessed", 4)
    assert found["counted"] is None


def test_a_shorter_play_takes_the_place_of_the_one_given(done: dict[str, Done]) -> None:
    found = done["given, better json"].json
    assert (found["choices"], found["found_by"]) == (4, "search")
    assert found["readings"] == HOUSE | {"jump": "LAST"}


def test_a_stored_play_can_be_replayed(done: dict[str, Done], folder: Path) -> None:
    assert done["saved"].code == 0
    stored = json.loads((folder / "end.json").read_text(encoding="utf-8"))
    assert stored["#meta"]["description"] == "to end"
    replays = run_all(folder, [["replay", "end.json", "--json"], ["replay", "guided.json", "--json"]])
    for replayed in replays:
        assert replayed.code == 0
        assert len(replayed.json["steps"]) == 6
        assert replayed.json["ending"] == "The game is over: nobody won."


def test_where_no_play_was_found_none_is_stored(done: dict[str, Done], folder: Path) -> None:
    assert done["none saved"].code == 0
    assert done["none saved"].err == "queensbench: no play was found, so none is stored in none.json\n"
    assert not (folder / "none.json").exists()


BAD = {
    "wall lo": "no play can be searched to lo; choose of fallen, low, end, silence",
    "wall win": "no play can be searched to win; choose of fallen, low, end, silence",
    "wal low": "no ruleset is called wal; did you mean wall?",
    "wall low --free jmp": "no ruling is called jmp; choose of jump, fall_back",
    "wall low --free fal-back": "no ruling is called fal_back; choose of jump, fall_back",
    "wall low -r jump=last --free jump": "the ruling jump is both chosen and left open; drop one of them",
    "wall low --choices -1": (
        "Invalid value for '--choices': Input should be greater than or equal to 0; see `queensbench search --help`"
    ),
    "wall low --steps -1": (
        "Invalid value for '--steps': Input should be greater than or equal to 0; see `queensbench search --help`"
    ),
    "wall low --budget 0": (
        "Invalid value for '--budget': Input should be greater than or equal to 1; see `queensbench search --help`"
    ),
    "wall low --shortest --width -1": (
        "Invalid value for '--width': Input should be greater than or equal to 0; see `queensbench search --help`"
    ),
    "wall lo --shortest": "no play can be searched to lo; choose of fallen, low, end, silence",
    "wall low --shortest --free jump": (
        "--free and --shortest do not go together; choose a reading with --reading"
    ),
    "wall low --play end.json": "--play gives a play to improve on; add --shortest",
    "wall low --shortest --play no.json": (
        "no.json: cannot be read: no such file or directory; name a play in ITF"
    ),
    "wall fallen --shortest --play end.json": (
        "the given play does not end in fallen; name another target, or another play"
    ),
    "wall end --shortest --play jumped.json": (
        "jumped.json: step 4, jump(), is refused by `require(s.at == 3 and r.jump == Jump.LAST)` (climb), "
        "{folder}/model/wall.py:52; record it anew, or choose the readings that it was recorded under"
    ),
    "wall end --shortest --play other.json": "other.json: is a play of wall/only tiny; name one of wall/only full",
    "wall end --save model/wall.py/x.json": (
        "model/wall.py/x.json: cannot be written: file exists; free space or choose another"
    ),
}


@pytest.fixture(scope="module")
def refused(folder: Path, done: dict[str, Done]) -> dict[str, Done]:
    assert done["saved"].code == 0
    first = run_all(folder, [["search", "wall", "end", "-r", "jump=last", "--save", "jumped.json"]])
    assert first[0].code == 0
    other = json.loads((folder / "end.json").read_text(encoding="utf-8"))
    other["#meta"]["instance"] = "tiny"
    (folder / "other.json").write_text(json.dumps(other), encoding="utf-8")
    found = run_all(folder, [["search", *text.split()] for text in BAD])
    return dict(zip(BAD, found, strict=True))


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_one_line(refused: dict[str, Done], folder: Path, text: str) -> None:
    found = refused[text]
    message = BAD[text].replace("{folder}", str(folder))
    assert (found.code, found.out, found.err) == (2, "", f"queensbench: {message}\n")
