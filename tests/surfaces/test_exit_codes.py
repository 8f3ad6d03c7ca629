"""What the command ends with: 0 as expected, 1 not as expected, 3 not decided, 2 bad input."""

from __future__ import annotations

import pytest

from tests.surfaces.projects import Done, once

MODES = ("good", "bad", "late", "both", "hoped", "weak", "turn")
TABLES = ("late", "hoped", "weak", "both", "good")


COMMANDS: dict[str, list[str]] = {
    **{mode: ["audit", f"verdicts/{mode}", "--games", "10", "--no-proofs", "--json"] for mode in MODES},
    **{f"{mode} as tables": ["audit", f"verdicts/{mode}", "--games", "10", "--no-proofs"] for mode in TABLES},
    "several": ["audit", "verdicts/late", "verdicts/bad", "verdicts/late", "--no-proofs", "--json"],
    "budget": ["explore", "counter", "-i", "wide", "--json"],
    "whole": ["explore", "counter", "-i", "wide", "--budget", "2000"],
}


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Done]:
    _, done = once(tmp_path_factory, "exit-codes", list(COMMANDS.values()))
    return dict(zip(COMMANDS, done, strict=True))


def rows(done: Done) -> list[list[object]]:
    keys = ("name", "instance", "verdict", "expected", "class", "engine", "detail")
    return [[row[key] for key in keys] for row in done.json["rulesets"][0]["properties"]]


def test_nothing_but_the_object_is_printed(audits: dict[str, Done]) -> None:
    for done in (audits[mode] for mode in MODES):
        assert done.err == ""
        assert list(done.json) == [
            "queensbench",
            "exit",
            "interrupted",
            "rulesets",
            "faults",
            "lock",
            "contradictions",
            "without_model",
        ]
        assert (done.json["exit"], done.json["interrupted"]) == (done.code, False)


def test_no_property_is_as_expected(audits: dict[str, Done]) -> None:
    assert audits["good"].code == 0
    assert rows(audits["good"]) == []


def test_a_verdict_that_is_not_as_expected_is_1(audits: dict[str, Done]) -> None:
    assert audits["bad"].code == 1
    first = "10 states, stopped by its budget of 10 states; 1 against it, first after 3 steps"
    assert rows(audits["bad"]) == [
        ["bad", "full", "fails", "holds", "refuted", "explore", first],
        [
            "bad",
            "whole",
            "fails",
            "holds",
            "refuted",
            "explore",
            "51 states; 1 against it, first after 3 steps",
        ],
        [
            "good",
            "whole",
            "holds",
            "fails",
            "witnessed",
            "explore",
            "51 states; first after 3 choices, 3 steps",
        ],
    ]
    for row in audits["bad"].json["rulesets"][0]["properties"]:
        assert row["play"] == ["up()", "up()", "up()"]


def test_an_unexpected_unknown_is_3_and_says_what_was_tried(audits: dict[str, Done]) -> None:
    assert audits["late"].code == 3
    tried = "10 states, stopped by its budget of 10 states"
    assert rows(audits["late"]) == [["late", "full", "unknown", "holds", "unknown", "explore", tried]]


def test_1_wins_over_3(audits: dict[str, Done]) -> None:
    assert [row[2] for row in rows(audits["both"])] == ["fails", "unknown"]
    assert audits["both"].code == 1


def test_an_expected_unknown_is_0_and_says_what_was_tried(audits: dict[str, Done]) -> None:
    assert audits["hoped"].code == 0
    tried = "10 states, stopped by its budget of 10 states"
    assert rows(audits["hoped"]) == [["hoped", "full", "unknown", "unknown", "unknown", "explore", tried]]


def test_a_weaker_class_than_expected_is_3(audits: dict[str, Done]) -> None:
    assert audits["weak"].code == 3
    assert rows(audits["weak"]) == [
        ["weak", "full", "holds", "holds", "sampled", "play", "10 games, 500 steps"]
    ]


def test_a_property_that_no_instance_could_be_asked_about_is_unknown(audits: dict[str, Done]) -> None:
    assert audits["turn"].code == 3
    tried = "only all states can tell, and no instance on which it is asked is explored"
    assert rows(audits["turn"]) == [
        ["turn", "full", "unknown", "holds", "unknown", "none", tried],
        ["turn-hoped", "full", "unknown", "unknown", "unknown", "none", tried],
    ]


def test_several_modes_are_one_object_and_the_worst_counts(audits: dict[str, Done]) -> None:
    done = audits["several"]
    assert (done.code, done.err) == (1, "")
    [ruleset] = done.json["rulesets"]
    assert ruleset["modes"] == ["late", "bad"]


def test_tables_say_what_was_tried_and_what_is_missing(audits: dict[str, Done]) -> None:
    late, hoped, weak, both, good = (audits[f"{mode} as tables"] for mode in TABLES)
    tried = "tried by explore: 10 states, stopped by its budget of 10 states"
    assert late.out.splitlines()[-5:] == [
        "Not decided",
        f"  late on full: unknown, expected holds; {tried}",
        "",
        "1 verdict: 1 unknown",
        "Something expected was not decided.",
    ]
    assert hoped.out.splitlines()[-5:] == [
        "Not decided",
        f"  hoped on full: unknown, as expected; {tried}",
        "",
        "1 verdict: 1 unknown",
        "All is as expected.",
    ]
    assert weak.out.splitlines()[-4] == (
        "  weak on full: holds, but only sampled, expected at least exhausted; "
        "tried by play: 10 games, 500 steps"
    )
    assert "Not as expected\n  both-bad on full: fails, expected holds; 10 states, stopped by" in both.out
    assert both.out.splitlines()[-1] == "A verdict is not as expected."
    assert good.out.splitlines()[-2:] == ["0 verdicts: none", "Nothing was asked."]


def test_exploring_ends_with_3_when_the_budget_is_spent(audits: dict[str, Done]) -> None:
    done, whole = audits["budget"], audits["whole"]
    assert (done.code, done.json["complete"], done.json["reason"]) == (3, False, "its budget of 100 states")
    assert whole.code == 0
    assert whole.out.startswith("counter/count wide: exhausted\n1,001 states, 1,000 transitions in ")
