"""Gaps: what loads and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.register.gaps import Gap, Gaps, load_gaps

SOURCE = """\
[[gap]]
name = "team_talk"
question = "How loud may one talk?"
clauses = ["walk.talk"]
hole = "silent"
reason = "No move of the game is a word."
assumed = "Nobody talks."
modes = ["teams"]

[[gap]]
name = "weather"
question = "May one walk in the rain?"
clauses = ["walk.talk", "walk.roll"]
hole = "two-way"
reason = "It does not rain in a game."
assumed = "It is dry."
found = "encoding"
"""


def gaps(folder: Path, source: str = SOURCE) -> Gaps:
    path = folder / "gaps.toml"
    path.write_text(source, encoding="utf-8")
    return load_gaps(path, ("walk.roll", "walk.talk"), ("solo", "teams"))


def test_gaps_load(tmp_path: Path) -> None:
    found = gaps(tmp_path)
    assert (len(found), list(found.by_name)) == (2, ["team_talk", "weather"])
    assert found.by_name["team_talk"] == Gap(
        name="team_talk",
        question="How loud may one talk?",
        clauses=("walk.talk",),
        hole="silent",
        reason="No move of the game is a word.",
        assumed="Nobody talks.",
        modes=("teams",),
        found="reading",
    )
    assert (found.by_name["weather"].modes, found.by_name["weather"].found) == ((), "encoding")
    assert found.places["weather"] == f"{tmp_path / 'gaps.toml'}:10: gap weather"


def test_without_a_file_there_is_no_gap(tmp_path: Path) -> None:
    assert list(load_gaps(tmp_path / "gaps.toml", (), ())) == []


def test_without_a_register_clauses_are_not_checked(tmp_path: Path) -> None:
    gaps(tmp_path)
    assert len(load_gaps(tmp_path / "gaps.toml", None, ("teams",))) == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"weather"',
            '"team_talk"',
            ":10: gap team_talk: this name is used twice; give each gap a name of its own",
        ),
        (
            '"weather"',
            '"Weather"',
            (
                ":10: gap Weather: name 'Weather' is ill-formed; "
                "write lower-case words joined by underscores, like team_talk"
            ),
        ),
        (
            '["walk.talk"]',
            '["walk.tlak"]',
            ":1: gap team_talk: unknown clause 'walk.tlak'; use one of walk.talk, walk.roll",
        ),
        ('["walk.talk"]', "[]", ':1: gap team_talk: doubts no clause; add clauses = ["..."]'),
        ('clauses = ["walk.talk"]\n', "", ':1: gap team_talk: doubts no clause; add clauses = ["..."]'),
        ('"silent"', '"silence"', ":1: gap team_talk: unknown hole 'silence'; use silent"),
        ('["teams"]', '["taems"]', ":1: gap team_talk: unknown mode 'taems'; use teams"),
        (
            '"encoding"',
            '"luck"',
            ":10: gap weather: unknown way of finding 'luck'; use one of encoding, reading",
        ),
        ('"Nobody talks."', '" "', ":1: gap team_talk: field 'assumed' is empty; say what it is"),
        ('reason = "It does', 'why = "It does', ":10: gap weather: unknown field 'why'; use one of {fields}"),
        ('[[gap]]\nname = "team', 'title = 1\n[[gap]]\nname = "team', ": unknown field 'title'; take it out"),
    ],
)
def test_a_faulty_file_of_gaps_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert SOURCE.count(old) == 1
    with pytest.raises(BadInput) as refused:
        gaps(tmp_path, SOURCE.replace(old, new))
    fields = "assumed, clauses, found, hole, modes, name, question, reason"
    assert str(refused.value).replace(f"{tmp_path}{os.sep}", "") == f"gaps.toml{message}".format(
        fields=fields
    )
