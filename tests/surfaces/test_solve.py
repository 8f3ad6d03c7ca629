"""`queensbench solve` and `queensbench advise`: exact text and objects, evidence, bad input, Ctrl-C."""

from __future__ import annotations

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from queensbench.rendering.best_play_tables import value_text
from tests.surfaces.projects import HEAD, ROOT, Done, run, run_all, write
from tests.surfaces.test_interrupt import through_terminal

#: Three players, one of whom draws a card; and moves that are nobody's.
CROWD = (
    '"""Crowd: three players."""\n'
    + HEAD
    + """

class Who(Kind):
    ANN = auto()
    BOB = auto()
    CEE = auto()


class State(Record):
    turn: Who
    taken: Table[Who, bool]
    done: bool


class Free(State):
    pass


@initial()
def begin(s: State) -> None:
    s.turn = Who.ANN


@decider()
def whose(s: State) -> Who:
    return s.turn


@action()
def take(s: State, who: Who) -> None:
    require(not s.done)
    s.taken[who] = True
    s.done = s.turn == Who.CEE or s.taken[Who.ANN]
    s.turn = Who.BOB if s.turn == Who.ANN else Who.CEE


@over()
def ended(s: State) -> bool:
    return s.done


@wins()
def won(s: State, p: Who) -> bool:
    return s.taken[p]


mode = Mode("only", state=State, players=Who)
"""
)

COMMANDS = {
    "dice": "solve dice --at-least 5,10",
    "dice json": "solve dice --at-least 5,10 --json",
    "dice least": "solve dice --least --json",
    "dice budget": "solve dice --budget 40",
    "dice budget json": "solve dice --budget 40 --json",
    "poker": "solve poker -o score --for FIRST",
    "marks": "solve marks --json",
    "doubt": "solve wishes -i doubt",
    "doubt said": "solve wishes -i doubt --silent 2 --json",
    "again": "solve wishes -i again",
    "crowd": "solve crowd --for BOB --json",
    "play": "play dice --games 1 --seed 3 --save game.json --quiet",
    "advise": "advise game.json",
    "advise step": "advise game.json --step 2 --json",
    "advise from": "advise game.json --from 2 --json",
}

BAD = {
    "solve crowd": "crowd/only: 3 players each have an aim of their own; name one by --for (ANN, BOB, CEE): all others then play against",
    "solve crowd --for DAN": "crowd/only: nobody is called DAN; choose of ANN, BOB, CEE",
    "solve crowd -o score": "crowd/only: the rules declare no score; solve it for `win`",
    "solve dice --at-least 5,many": "--at-least: many is no whole number; write it as 0,5,10",
    "solve dice --silent much": "play without a score cannot count as `much`; give a whole number, `worst` or `best`",
    "solve dice -i twice": "mode push-your-luck has no instance twice; choose of full, huge, once, coin, long",
    "solve puzzle": "puzzle/8-puzzle: the rules declare neither a score nor winners; give the mode @score or @wins",
    "advise nothing.json": "nothing.json: cannot be read: no such file or directory; name a play in ITF",
    "advise game.json --step 99": "game.json: step 99 of a play of 8; choose one from 0 to 8",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    reference = ROOT / "tests" / "reference"
    copies = {
        "dice": reference / "push_your_luck.py",
        "poker": reference / "kuhn_poker.py",
        "marks": reference / "tic_tac_toe.py",
        "puzzle": reference / "sliding_puzzle.py",
        "wishes": ROOT / "tests" / "engines" / "models" / "wishes.py",
    }
    files = {f"model/{name}.py": path.read_text(encoding="utf-8") for name, path in copies.items()}
    more = 'Instance("huge", "a long one", sizes={"turns": 40, "sides": 6, "most": 900}),'
    files["model/dice.py"] = files["model/dice.py"].replace(
        '        Instance("once"', f'        {more}\n        Instance("once"'
    )
    files |= {"pyproject.toml": "[tool.queensbench]\n", "model/crowd.py": CROWD}
    return write(tmp_path_factory.mktemp("solve"), files)


@pytest.fixture(scope="module")
def done(folder: Path) -> dict[str, Done]:
    commands = [text.split() for text in (*COMMANDS.values(), *BAD)]
    return dict(zip((*COMMANDS, *BAD), run_all(folder, commands), strict=True))


def plain(text: str) -> str:
    """Without times, and with single spaces."""
    text = re.sub(r"\d+\.\d+ s\b", "0.0 s", text)
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def test_values_first_choices_and_scores(done: dict[str, Done]) -> None:
    assert (done["dice"].code, done["dice"].err) == (0, "")
    assert plain(done["dice"].out) == plain(
        """dice/push-your-luck full: exhausted
        89 states, 182 transitions in 0.0 s

        Greatest expected score: 40/9 = 4.444444 (exact)
        First choices, best first
        after probability choice value
        the start 100.0000 % shake() 40/9 = 4.444444
        keep() 20/9 = 2.222222

        Scores of best play
        score probability
        0 35.1166 %
        5 26.3374 %
        6 21.9479 %
        10 4.9383 %
        11 8.2305 %
        12 3.4294 %

        Scores reached by best play
        score probability
        5 or more 64.8834 %
        10 or more 16.5981 %"""
    )


def test_the_same_as_json(done: dict[str, Done]) -> None:
    data = done["dice json"].json
    assert isinstance(data.pop("seconds"), float)
    (aim,) = data.pop("aims")
    assert data == {
        "mode": "dice/push-your-luck",
        "instance": "full",
        "reading": "house",
        "complete": True,
        "reason": "",
        "states": 89,
        "transitions": 182,
        "hidden": [],
        "allied": True,
        "silent": 0,
        "deadlocks": 0,
        "unexplored": 0,
        "on_cycles": 0,
        "goes_round_nowhere": False,
        "goes_round_exactly": False,
        "beyond_64_bits": 0,
        "verdict": "value",
        "shown": "exhausted",
        "cached": False,
    }
    assert aim["aim"] == "greatest expected score"
    assert aim["value"] == {"exact": True, "fraction": "40/9", "decimal": 40 / 9}
    assert [option["move"] for option in aim["first"][0]["options"]] == ["shake()", "keep()"]
    assert [row["score"] for row in aim["ends"]["scores"]] == [0, 5, 6, 10, 11, 12]
    assert [(row["score"], row["probability"]["fraction"]) for row in aim["at_least"]] == [
        (5, "473/729"),
        (10, "121/729"),
    ]


def test_the_least_score(done: dict[str, Done]) -> None:
    (aim,) = done["dice least"].json["aims"]
    assert (aim["aim"], aim["value"]["fraction"]) == ("least expected score", "0")


def test_a_budget_that_ends_leaves_bounds_and_no_verdict(done: dict[str, Done]) -> None:
    assert done["dice budget"].code == done["dice budget json"].code == 3
    assert done["dice budget"].out.startswith(
        "dice/push-your-luck full: stopped by its budget of 40 states\n"
    )
    data = done["dice budget json"].json
    assert (data["complete"], data["shown"], data["verdict"]) == (False, "unknown", "bounds")
    assert data["unexplored"] > 0
    value = data["aims"][0]["value"]
    assert float(value["low"]) <= 40 / 9 <= float(value["up"])


def test_hidden_cards_are_said_to_be_open(done: dict[str, Done]) -> None:
    lines = done["poker"].out.splitlines()
    assert lines[2] == (
        "With open cards: whoever chooses knows card, which the rules hide from some player. "
        "That is another game than that at the table."
    )
    assert lines[4] == "Greatest expected score of FIRST, SECOND playing against it: 0 (exact)"


def test_tic_tac_toe_is_a_draw_and_nobody_can_force_a_win(done: dict[str, Done]) -> None:
    aims = done["marks"].json["aims"]
    assert [(a["measure"], a["player"], a["value"]["fraction"]) for a in aims] == [
        ("margin", "CROSS", "0"),
        ("win", "CROSS", "0"),
        ("win", "NOUGHT", "0"),
    ]
    assert aims[0]["ends"]["winners"] == [
        {"way": "over", "winners": "nobody", "probability": {"exact": True, "fraction": "1", "decimal": 1.0}}
    ]


def test_silence_is_never_silent(done: dict[str, Done]) -> None:
    assert "Greatest expected score: 3 to 6 (certified bounds)" in done["doubt"].out
    assert (
        "  1 state where the rules are silent: there play counts as 0 or 6, whichever is worse or better: "
        "the values are bounds." in done["doubt"].out
    )
    assert re.search(r"^the rules are silent  50\.0000 %$", done["doubt"].out, re.MULTILINE)
    aim = done["doubt said"].json["aims"][0]
    assert aim["value"] == {"exact": True, "fraction": "4", "decimal": 4.0}
    assert aim["no_score_counts_as"] == [2, 2]


def test_decimals_beside_a_fraction_are_the_nearest() -> None:
    texts = [value_text({"exact": True, "fraction": text}) for text in ("-37/3", "2/3", "-1/2", "7")]
    assert texts == ["-37/3 = -12.333333", "2/3 = 0.666667", "-1/2 = -0.5", "7"]


def test_play_that_goes_round_is_solved(done: dict[str, Done]) -> None:
    out = done["again"].out
    assert (
        "Play can come back to 2 states, and so may best play: its equations are solved, the values are exact."
        in out
    )
    assert "Greatest expected score: 7/2 = 3.5 (exact)" in out
    assert "  Play that never ends counts as 1, the worst." in out


def test_one_against_all_others(done: dict[str, Done]) -> None:
    """Ann can end the game by taking for herself; so Bob cannot win."""
    (aim,) = done["crowd"].json["aims"]
    assert aim["aim"] == "greatest probability of winning of BOB, ANN and CEE playing against it"
    assert aim["value"]["fraction"] == "0"


# --------------------------------------------------------------------------------------- advise


def test_advice_on_a_play(done: dict[str, Done]) -> None:
    """Each choice is made for the best of the options, or says what it lost."""
    assert done["advise"].code == done["advise from"].code == 0
    data = done["advise from"].json
    assert [row["step"] for row in data["positions"]] == list(range(2, 9))
    for row in data["positions"][:-1]:
        options = {option["move"]: Fraction(option["value"]["fraction"]) for option in row["options"]}
        assert row["played"] in options
        best = Fraction(row["value"]["fraction"])
        if row["chance"]:
            assert sum(options.values()) / len(options) == best
            assert row["lost"] is None
        else:
            assert max(options.values()) == best
            assert Fraction(row["lost"]["fraction"]) == best - options[row["played"]]
    assert data["positions"][-1]["options"] == []
    assert done["advise"].out.count(" lost ") == len([r for r in data["positions"] if r["lost"]]) + 1
    assert re.search(r"^→  \S+\(.*\) +\S", done["advise"].out, re.MULTILINE)


def test_one_position_is_solved_by_itself(done: dict[str, Done]) -> None:
    data = done["advise step"].json
    assert data["file"] == "game.json"
    assert data["states"] < 89
    (row,) = data["positions"]
    assert row["step"] == 2
    assert row["value"]["fraction"] == row["options"][0]["value"]["fraction"]


def test_a_bad_move_loses_what_the_best_one_is_worth_more(folder: Path) -> None:
    run(
        folder,
        "play",
        "dice",
        "-i",
        "once",
        "--games",
        "40",
        "--save",
        "kept.json",
        "--seed",
        "5",
        "--show",
        "0",
    )
    data = json.loads((folder / "kept.json").read_text(encoding="utf-8"))
    data["states"] = [data["states"][0], data["states"][1]]
    first = data["states"][1]
    first["#meta"] |= {"action": "keep", "arguments": {}}
    (folder / "kept.json").write_text(json.dumps(data), encoding="utf-8")
    found = run(folder, "advise", "kept.json", "--json").json
    assert found["positions"][0]["lost"]["fraction"] == "20/9"


# ------------------------------------------------------------------------------------- the rest


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_line(command: str, done: dict[str, Done]) -> None:
    found = done[command]
    assert (found.code, found.out, found.err) == (2, "", f"queensbench: {BAD[command]}\n")


def test_answers_are_stored_and_found_again(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "project")
    commands = [
        ["solve", "dice", "--json"],
        ["solve", "dice", "--json"],
        ["solve", "dice", "--json", "--fresh"],
        ["solve", "dice", "--json", "--least"],
        ["advise", "game.json", "--json"],
        ["advise", "game.json", "--json"],
        ["evidence", "list", "--json"],
    ]
    runs = run_all(copy, commands, QUEENSBENCH_STORE=str(tmp_path / "store"))
    assert [d.err for d in runs] == [""] * 7
    found = [d.json for d in runs]
    assert [data["cached"] for data in found[:6]] == [False, True, False, False, False, True]
    assert {**found[0], "cached": True} == found[1]
    kinds = [(row["kind"], row["verdict"], row["class"]) for row in found[6]["verdicts"]]
    assert kinds == [("advise", "value", "exhausted")] + [("solve", "value", "exhausted")] * 2
    model = copy / "model" / "dice.py"
    text = model.read_text(encoding="utf-8")
    for more, cached in (("\n# another text\n", True), ("\nOTHER = 1\n", False)):
        model.write_text(text + more, encoding="utf-8")
        [again] = run_all(copy, [["solve", "dice", "--json"]], QUEENSBENCH_STORE=str(tmp_path / "store"))
        assert again.json["cached"] is cached


def test_ctrl_c_ends_it(folder: Path) -> None:
    code, out, seen = through_terminal(folder, r"[\d,]{6,} states, level", "solve", "dice", "-i", "huge")
    assert (code, out) == (130, "")
    assert "Traceback" not in seen
