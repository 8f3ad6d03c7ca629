"""The audit of a small ruleset: its object in full, its tables, and what its options leave out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.surfaces.projects import Done, once

COMMANDS = {
    "json": ["audit", "counter", "race", "--games", "1000", "--json"],
    "tables": ["audit", "counter", "-i", "small", "-i", "wide"],
    "property": ["audit", "counter", "-p", "top", "-i", "small", "--json"],
    "reading": [
        *("audit", "counter", "race", "-r", "stop-at-nought=LATE", "-i", "small", "-i", "short"),
        *("--no-rulings", "--json"),
    ],
    "turned": ["audit", "counter", "-r", "stop-at-nought=LATE", "-i", "small", "--no-rulings"],
    "budget": ["audit", "counter", "-i", "small", "--budget", "3", "--json"],
    "full": ["audit", "race", "-i", "full", "--games", "500", "--no-proofs", "--json"],
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    _, done = once(tmp_path_factory, "audit", list(COMMANDS.values()))
    assert [d.err for d in done] == [""] * len(done)
    return dict(zip(COMMANDS, done, strict=True))


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> str:
    _, [done] = once(tmp_path_factory, "narrow", [COMMANDS["tables"]], COLUMNS="80")
    return done.out


def timeless(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    assert all(isinstance(row["seconds"], float) for row in rows)
    return [{k: v for k, v in row.items() if k != "seconds"} for row in rows]


def unhurried(text: str) -> str:
    """A table with its seconds, however many, put down as none."""
    return re.sub(r" *\d+\.\d\d$", lambda found: "0.00".rjust(len(found[0])), text, flags=re.MULTILINE)


def test_seconds_of_any_length_are_put_down_as_none() -> None:
    assert (
        unhurried("play     0.60\nprove  123.45\n12 of 3.50 x")
        == "play     0.00\nprove    0.00\n12 of 3.50 x"
    )


def test_a_property_has_every_key_of_the_agreement(found: dict[str, Done]) -> None:
    rows = found["json"].json["rulesets"][0]["properties"]
    wanted = {
        *("name", "mode", "verdict", "expected", "class", "instance", "reading", "engine", "seconds", "play"),
        *("kind", "detail", "blame", "as_expected"),
    }
    assert all(set(row) == wanted | ({"proof"} if row["engine"] == "prove" else set()) for row in rows)
    assert timeless(rows)[4] == {
        "name": "two",
        "kind": "reachable",
        "mode": "count",
        "verdict": "holds",
        "expected": "holds",
        "class": "witnessed",
        "instance": "small",
        "reading": "house",
        "engine": "explore",
        "detail": "7 states; first after 2 choices, 2 steps",
        "play": ["up()", "up()"],
        "blame": [],
        "as_expected": True,
    }


def test_every_property_of_every_instance(found: dict[str, Done]) -> None:
    rows = found["json"].json["rulesets"][0]["properties"]
    brief = [
        (row["instance"], row["name"], row["verdict"], row["class"], row["engine"], row["as_expected"])
        for row in rows
    ]
    assert brief == [
        ("full", "within", "holds", "sampled", "play", True),
        ("full", "top", "fails", "refuted", "play", True),
        ("small", "within", "holds", "exhausted", "explore", True),
        ("small", "top", "fails", "refuted", "explore", True),
        ("small", "two", "holds", "witnessed", "explore", True),
        ("small", "beyond", "fails", "exhausted", "explore", True),
        ("small", "in-reach", "holds", "exhausted", "graph", True),
        ("small", "it-ends", "holds", "exhausted", "graph", True),
        ("small", "points", "holds", "exhausted", "explore", True),
        ("wide", "within", "unknown", "unknown", "explore", False),
        ("wide", "top", "unknown", "unknown", "explore", False),
        ("wide", "in-reach", "unknown", "unknown", "explore", False),
        ("wide", "it-ends", "unknown", "unknown", "explore", False),
        ("full", "within", "holds", "by construction", "prove", True),
        ("full", "top", "unknown", "unknown", "prove", True),
    ]


def test_no_class_is_stronger_than_what_ran(found: dict[str, Done]) -> None:
    for ruleset in found["json"].json["rulesets"]:
        complete = {row["instance"] for row in ruleset["instances"] if row.get("complete")}
        for row in ruleset["properties"]:
            if row["engine"] == "prove":
                assert row["class"] in ("proved", "by construction", "refuted", "unknown")
            elif row["engine"] == "play":
                assert row["class"] in ("sampled", "witnessed", "refuted", "unknown")
            elif row["class"] == "exhausted":
                assert row["instance"] in complete
            assert (row["play"] is not None) >= (row["class"] in ("refuted", "witnessed"))
            assert (row["class"] == "unknown") == (row["verdict"] == "unknown")


def test_a_ruling_has_every_key_of_the_agreement(found: dict[str, Done]) -> None:
    data = found["json"].json
    matters = {
        row["name"]: (row["matters"], row["instance"], row["play"])
        for ruleset in data["rulesets"]
        for row in ruleset["rulings"]
    }
    assert matters == {
        "stop_at_nought": ("legal", "small", ["stop()"]),
        "never_asked": ("never", "full", None),
        "tie": (
            "winner",
            "short",
            ["roll(k=2)", "run()", "roll(k=1)", "run()", "roll(k=1)", "run()", "roll(k=2)", "run()"],
        ),
    }
    assert data["rulesets"][0]["rulings"][0] == {
        "name": "stop_at_nought",
        "mode": "count",
        "question": "May one stop at nought?",
        "readings": ["early", "late"],
        "house": "early",
        "matters": "legal",
        "instance": "small",
        "against": "late",
        "play": ["stop()"],
        "detail": "7 states, 1 that consult it; they part in a play of 1 choice, 1 step",
        "by_instance": {"small": "legal", "wide": "legal"},
        "games": 1.0,
        "elsewhere": [],
    }


def test_what_only_who_has_won_reads_has_no_share_of_games(found: dict[str, Done]) -> None:
    [tie] = found["json"].json["rulesets"][1]["rulings"]
    assert tie["games"] is None


def test_the_instances_say_what_was_seen(found: dict[str, Done]) -> None:
    played, small, wide = timeless(found["json"].json["rulesets"][0]["instances"])
    assert (played["games"], played["seed"], played["shortest"], played["longest"]) == (1000, 20190101, 1, 5)
    assert sum(played["ends"].values()) == 1000
    assert small == {
        "mode": "count",
        "instance": "small",
        "engine": "explore",
        "complete": True,
        "reason": "",
        "states": 7,
        "transitions": 6,
        "choices": 3,
        "steps": 3,
        "ends": {"ANN": 3, "BOB": 1},
        "silent": 0,
        "deadlocks": 0,
        "table_and_play": {
            "rows": [
                {
                    "about": "play",
                    "what": "goes on for ever",
                    "verdict": "never",
                    "class": "exhausted",
                    "choices": None,
                    "steps": None,
                    "play": None,
                }
            ],
            "orders": [],
            "left_out": "",
        },
    }
    assert (wide["complete"], wide["reason"], wide["states"]) == (False, "its budget of 100 states", 100)


def test_clauses_of_predicates_are_not_said_to_be_missing_in_play(found: dict[str, Done]) -> None:
    met = [ruleset["clauses_not_met_in_play"] for ruleset in found["json"].json["rulesets"]]
    assert met == [{"count": []}, {"race": []}]


def test_the_exit_code_is_in_the_object(found: dict[str, Done]) -> None:
    assert (found["json"].code, found["json"].json["exit"]) == (3, 3)
    assert found["json"].json["interrupted"] is False


def test_one_property_leaves_out_the_rest(found: dict[str, Done]) -> None:
    [ruleset] = found["property"].json["rulesets"]
    assert [(row["name"], row["instance"]) for row in ruleset["properties"]] == [("top", "small")]
    assert (ruleset["rulings"], ruleset["studies"], found["property"].code) == ([], [], 0)


def test_a_reading_goes_to_the_mode_that_has_its_ruling(found: dict[str, Done]) -> None:
    counter, race = found["reading"].json["rulesets"]
    assert {row["reading"] for row in counter["properties"]} == {"stop_at_nought=late"}
    assert {row["reading"] for row in race["properties"]} == {"house"}
    assert [row["states"] for row in counter["instances"]] == [6]
    assert "Read with stop_at_nought=late; all other rulings in the house reading.\n" in found["turned"].out


def test_rulings_may_be_left_out(found: dict[str, Done]) -> None:
    counter, race = found["reading"].json["rulesets"]
    assert (counter["rulings"], race["rulings"]) == ([], [])
    assert [row["name"] for row in race["properties"]] == ["two-winners"]


def test_a_budget_leaves_nothing_exhausted(found: dict[str, Done]) -> None:
    [counter] = found["budget"].json["rulesets"]
    assert found["budget"].code == 3
    assert "exhausted" not in {row["class"] for row in counter["properties"]}
    assert {row["matters"] for row in counter["rulings"]} == {"legal", "undecided"}
    assert not any("full_box" in row for row in counter["rulings"])


def test_the_box_as_sold_alone_decides_no_ruling(found: dict[str, Done]) -> None:
    [race] = found["full"].json["rulesets"]
    assert [(r["matters"], r["detail"]) for r in race["rulings"]] == [
        ("undecided", "no instance was explored")
    ]
    assert {row["class"] for row in race["properties"]} == {"refuted"}


TABLES = """\
counter/count  Counter: count to the top, or stop before

Instances
instance  engine   what was seen                                                                       how it ends   seconds
small     explore  7 states, 6 transitions, up to 3 choices                                            ANN 3, BOB 1     0.00
wide      explore  100 states, 100 transitions, up to 50 choices; stopped by its budget of 100 states  ANN 49           0.00

Properties
property  verdict          class      on (steps of the play that shows it)          engine   seconds
within    holds            exhausted  small                                         explore     0.00
          unknown ?        unknown    wide                                          explore     0.00
top       fails, expected  refuted    small (3): 1 against it, first after 3 steps  explore     0.00
          unknown ?        unknown    wide                                          explore     0.00
two       holds            witnessed  small (2): first after 2 choices, 2 steps     explore     0.00
beyond    fails, expected  exhausted  small                                         explore     0.00
in-reach  holds            exhausted  small: 0 from which no end can be reached     graph       0.00
          unknown ?        unknown    wide                                          explore     0.00
it-ends   holds            exhausted  small: 0 from which play can be kept going    graph       0.00
          unknown ?        unknown    wide                                          explore     0.00
points    holds            exhausted  small (3): scores 0 to 3                      explore     0.00

Components and play
of    asked             happens on (the shortest play)  never on  class
play  goes on for ever                                  small     exhausted

components and play were not asked on wide: it was not exhausted

Rulings
ruling          matters    on     house reading  against  games  shortest play to the difference
stop_at_nought  legal      small  early          late            1 choice, 1 step
never_asked     undecided  wide   stays          turns           100 states, 0 that consult it

Not decided
  within on wide: unknown, expected holds; tried by explore: 100 states, stopped by its budget of 100 states
  top on wide: unknown, expected fails; tried by explore: 100 states, stopped by its budget of 100 states
  in-reach on wide: unknown, expected holds; tried by explore: 100 states, stopped by its budget of 100 states
  it-ends on wide: unknown, expected holds; tried by explore: 100 states, stopped by its budget of 100 states
  ruling never_asked: not decided; 100 states, 0 that consult it

11 verdicts: 5 holds, 2 fails, 4 unknown
2 rulings: 1 legal, 1 undecided

Rulings of counter, what is worth most first
ruling          first difference  in
stop_at_nought  legal             count
never_asked     undecided         count

`queensbench audit --rulings counter` ranks all, and says what they do in the end.
The plays: --json lists their steps, --plays DIR stores them for `queensbench replay`.
Something expected was not decided.
"""

NARROW = """\
Properties
property  verdict          class      on (steps of the play     engine   seconds
                                      that shows it)
within    holds            exhausted  small                     explore     0.00
          unknown ?        unknown    wide                      explore     0.00
top       fails, expected  refuted    small (3): 1 against it,  explore     0.00
                                      first after 3 steps
"""

STACKED = """\
Rulings
ruling
  matters    on     house reading  against  games  shortest play to the
                                                   difference
stop_at_nought
  legal      small  early          late            1 choice, 1 step
never_asked
  undecided  wide   stays          turns           100 states, 0 that consult it
"""


def test_an_audit_prints_these_tables(found: dict[str, Done]) -> None:
    assert unhurried(found["tables"].out) == TABLES


def test_the_tables_fit_80_columns(narrow: str) -> None:
    lines = narrow.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line != line.rstrip() for line in lines)
    assert "\x1b" not in narrow
    text = unhurried(narrow)
    assert NARROW in text
    assert STACKED in text
