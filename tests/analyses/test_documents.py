"""Two documents as two whole readings: how each ruling is read, where they part, how often games end otherwise."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from queensbench.analyses import vacuity as idle
from queensbench.analyses.documents import Apart, apart, chosen, named, whole
from queensbench.analyses.vacuity import ReadingChange
from queensbench.errors import BadInput
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from tests.engines.models.mill import mode as mill
from tests.engines.models.tale import NEW, OLD, Tellings
from tests.engines.models.tale import mode as tale


def ruleset(name: str, mode: object) -> Ruleset:
    return Ruleset(name, name, name, {name: mode}, None, (), Gaps(Path("gaps.toml")), (), {})  # type: ignore[dict-item]


DECLS = {decl.name: decl for decl in Tellings.declared()}


@pytest.mark.parametrize(
    ("name", "document", "reading", "why", "among"),
    [
        ("door", OLD, "wide", "house", ["wide"]),
        ("door", NEW, "barred", "document", ["barred"]),
        ("prize", NEW, "great", "document", ["great", "none"]),
        ("song", NEW, "loud", "open", ["loud", "soft"]),
        ("wolf", OLD, "grey", "house", ["grey", "red", "white"]),
        ("wolf", NEW, "white", "left", ["white"]),
        ("moon", NEW, "full", "house", ["full", "new"]),
        ("moon", f"{NEW}/second", "full", "house", ["full", "new"]),
        ("moon", f"{NEW}/first", "new", "left", ["new"]),
    ],
)
def test_how_a_document_has_a_ruling_read(
    name: str, document: str, reading: str, why: str, among: list[str]
) -> None:
    found = chosen(DECLS[name], document)
    assert (found.reading.name.lower(), found.why) == (reading, why)
    assert [member.name.lower() for member in found.among] == among


@cache
def found() -> Apart:
    return apart(ruleset("tale", tale), tale, (OLD, NEW), games=400, seed=3)


def test_the_whole_readings_differ_where_the_documents_do() -> None:
    assert [(d.decl.name, d.one.reading.name, d.two.reading.name) for d in found().differing] == [
        ("door", "WIDE", "BARRED"),
        ("prize", "SMALL", "GREAT"),
        ("wolf", "GREY", "WHITE"),
    ]
    assert {k: v.name for k, v in whole(tale, NEW).items() if k in ("song", "moon")} == {
        "song": "LOUD",
        "moon": "FULL",
    }


def test_the_shortest_plays_on_which_they_part() -> None:
    first, result = found().first, found().result
    assert first is not None
    assert result is not None
    assert (first.kind, first.text) == ("legal", f"through() is possible under {OLD} only")
    assert (first.choices, first.steps, first.play.texts, first.by) == (
        2,
        2,
        ["walk()", "through()"],
        ("door",),
    )
    # The door is no way for both, so the shortest common play to an end is a walk of three steps.
    assert (result.kind, result.text) == (
        "scored",
        f"after walk() the scores are 1 under {OLD}, 5 under {NEW}",
    )
    assert (result.choices, result.play.texts, result.by) == (3, ["walk()", "walk()", "walk()"], ("prize",))
    # With the door read alike it is a way to an end; with the prize read alike, the wolf is met on the road.
    assert [(one.by, one.kind, one.choices, len(one.play.steps)) for one in found().then] == [
        (("prize",), "scored", 2, 2),
        (("wolf",), "legal", 3, 3),
    ]
    assert found().looked == {"told": (6, True)}


def test_random_games_with_the_same_luck() -> None:
    """Every game ends with another score, for the prize is another whatever happens."""
    games = found().games
    assert games is not None
    assert (games.of, games.changed, games.winner > 0, games.stopped, games.broken) == (400, 400, True, 0, 0)
    assert games.share.share == 1.0


def test_a_document_against_a_printing_that_says_the_same() -> None:
    same = apart(ruleset("tale", tale), tale, (NEW, f"{NEW}/second"), games=0)
    assert (same.differing, same.first, same.looked) == ([], None, {})


def test_documents_are_named_by_the_end_of_their_keys() -> None:
    book = ruleset("tale", tale)
    assert named(book, "old") == OLD
    assert named(book, "tale.new/second") == f"{NEW}/second"
    with pytest.raises(BadInput) as error:
        named(book, "nwe")
    assert str(error.value) == "no document of tale is called nwe; choose of tale.new, tale.old"


def test_clauses_that_come_into_play_under_some_readings_only() -> None:
    seen = idle.vacuous(ruleset("mill", mill), mill, states=100, games=20)
    assert seen.instances == {"small": 4, "large": 4}
    assert seen.never == ("gate.way",)  # that needs two rulings to be changed
    assert seen.house == ("gate.way", "grain.much", "road.well")
    large = "more than 400 states on large"
    assert seen.changes == [
        ReadingChange("road", "straight", (), ("road.mud", "road.on"), proved=("road.mud",)),
        ReadingChange("road", "long", ("road.well",), ("road.mud",), proved=("road.mud",)),
        ReadingChange("grain", "plenty", ("grain.much",), (), large),
    ]
    assert seen.same == ["gate", "bell"]
    assert seen.readings == 5
