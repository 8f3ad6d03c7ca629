"""The commands ``errata`` and ``vacuous``, and documents held against each other: what they print, and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.projects import Done, once

COMMANDS = {
    "errata": "errata counter --json",
    "again": "errata counter --json",
    "text": "errata counter",
    "spent": "errata counter --budget 1 --store off",
    "late": "errata counter --seconds 0 --store off",
    "unasked": "errata counter --states 1 --store off",
    "vacuous": "vacuous counter --json",
    "vacuous again": "vacuous counter --json",
}
REFUSED = {
    "errata countr": "no ruleset is called countr; did you mean counter?",
    "errata counter -i smal": "no instance is called smal; did you mean small?",
    "errata counter -p toop": "no property is called toop; did you mean top?",
    "vacuous counter -i smal": "no instance is called smal; did you mean small?",
    "compare counter stop_at_nought --documents en de": (
        "--documents compares whole readings; leave out rulings and --beside"
    ),
    "compare counter --documents en de": "no document of counter is called en",
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    commands = [text.split() for text in (*COMMANDS.values(), *REFUSED)]
    _, found = once(tmp_path_factory, "errata", commands, QUEENSBENCH_STORE="verdicts")
    return dict(zip((*COMMANDS, *REFUSED), found, strict=True))


def test_errata_are_printed_as_one_json_object(done: dict[str, Done]) -> None:
    assert done["errata"].code == 0
    (found,) = json.loads(done["errata"].out)["modes"]
    assert (found["ruleset"], found["mode"], found["instances"]) == ("counter", "count", {"small": 7})
    assert found["left_out"] == {"full": "not made to be exhausted", "wide": "more than 100 states"}
    assert found["goals"] == ["within", "two", "in-reach", "it-ends", "points"]
    assert [one["property"] for one in found["set_aside"] if one["instance"] == "small"] == ["top", "beyond"]
    assert (found["broken"], found["complete"]) == ([], True)
    assert found["errata"] == {
        "changes": [{"rulings": [], "readings": [{}]}],
        "no_reading": False,
        "decided_up_to": 2,
        "closed": True,
        "set_aside": [],
    }
    # Late stops make 0 points impossible; the other ruling is never read.
    assert found["settled"]["rulings"] == {"stop_at_nought": "early"}
    assert found["settled"]["breaks"] == [
        {"ruling": "stop_at_nought", "reading": "late", "property": "points", "instance": "small"}
    ]
    assert found["settled"]["closed"]


def test_what_was_judged_is_found_again(done: dict[str, Done]) -> None:
    (first,), (again,) = (json.loads(done[name].out)["modes"] for name in ("errata", "again"))
    assert (first["explorations"], first["reused"]) == (3, 0)
    assert (again["explorations"], again["reused"], again["states"]) == (0, 3, 0)
    for one in (first, again):
        for name in ("explorations", "reused", "states", "seconds"):
            del one[name]
    assert first == again


def test_errata_are_printed_line_by_line(done: dict[str, Done]) -> None:
    assert done["text"].code == 0
    assert done["text"].out.splitlines()[:12] == [
        "counter/count: properties asked for: 5",
        "  on small (7 states); what follows is said of these instances only",
        "  left out: full (not made to be exhausted)",
        "  left out: wide (more than 100 states)",
        "  not asked: top on small (nothing but gaps are blamed: nothing forbids it)",
        "  not asked: beyond on small (nothing but gaps are blamed: no such place)",
        "",
        "No erratum is needed: the house reading meets all properties",
        "",
        "1 ruling has to be settled",
        "  stop_at_nought as early: late breaks points on small",
        "  however all other rulings are read, these properties hold",
    ]


def test_a_spent_budget_ends_with_what_there_is(done: dict[str, Done]) -> None:
    assert (done["late"].code, done["spent"].code) == (3, 3)
    assert done["late"].out.splitlines()[0] == (
        "counter/count: the budget or the time ended before the house reading was judged"
    )
    # what was judged of the smaller instance counts
    assert done["spent"].out.splitlines()[:4] == [
        "counter/count: properties asked for: 5",
        "  on small (7 states); what follows is said of these instances only",
        "  left out: full (not made to be exhausted)",
        "  left out: wide (the budget or the time was over)",
    ]
    assert "No ruling is known that has to be settled" in done["spent"].out


def test_where_nothing_was_asked_something_is_left_open(done: dict[str, Done]) -> None:
    assert done["unasked"].code == 3
    assert done["unasked"].out.splitlines() == [
        "counter/count: nothing was asked",
        "  left out: full (not made to be exhausted)",
        "  left out: small, wide (more than 1 states)",
        "",
        (
            "counter has no book of rulings, so that nothing is said of what to print first: write it with "
            "`queensbench rulings counter --book"
        ),
        "  docs/rulings`.",
    ]


def test_vacuous_prints_one_json_object(done: dict[str, Done]) -> None:
    assert done["vacuous"].code == 0
    (found,) = json.loads(done["vacuous"].out)["modes"]
    assert (found["clauses"], found["never"], found["house"]) == (3, [], [])
    assert (found["readings"], found["same"]) == ([], ["stop_at_nought", "never_asked"])
    assert found["proved"] == {"never": [], "house": [], "lemmas": 0, "asked_of_z3": 0}


def test_what_was_found_of_vacuous_clauses_is_stored(done: dict[str, Done]) -> None:
    (first,), (again,) = (json.loads(done[name].out)["modes"] for name in ("vacuous", "vacuous again"))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}


@pytest.mark.parametrize("command", REFUSED)
def test_bad_input_is_refused_in_one_line(done: dict[str, Done], command: str, tmp_path: Path) -> None:
    assert done[command].code == 2
    assert done[command].out == ""
    assert done[command].err.startswith(f"queensbench: {REFUSED[command]}")
