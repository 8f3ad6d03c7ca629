"""Clauses: what loads and what is refused, what they leave unstated, and the clauses of this project."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.register.clauses import (
    Clause,
    ClauseKind,
    ClauseLink,
    Clauses,
    LinkKind,
    Need,
    load_clauses,
    unstated,
)
from queensbench.project.register.seeds import Manifest, Manifests, Unit, UnitKind, echoes

ROOT = Path(__file__).parents[3]

WALK = Manifest(
    key="walk.en",
    title="The Title",
    publisher="Nobody",
    edition="first",
    language="en",
    sha256="0" * 64,
    length=40,
    file="walk.txt",
    units=(
        Unit("u001", UnitKind.HEADING, "page one", ((0, 9),), "1" * 64),
        Unit("u002", UnitKind.RULE, "page one", ((10, 19),), "2" * 64),
        Unit("u003", UnitKind.RULE, "page one", ((20, 29),), "3" * 64),
        Unit("u004", UnitKind.COMPONENT, "page one", ((30, 39),), "4" * 64),
    ),
)

SOURCE = """\
retired = ["walk.run"]

[[clause]]
name = "walk.roll"
kind = "normative"
text = "Roll."
units = { "walk.en" = ["u002"] }
needs = ["model", "property"]

[[clause]]
name = "walk.far_move"
kind = "definition"
text = "Move."
units = { "walk.en" = ["u002", "u003"] }
needs = []
links = [{ type = "overrides", to = "walk.roll" }, { type = "depends-on", to = "walk.stop" }]

[[clause]]
name = "walk.stop"
kind = "informative"
text = "Stop."
units = { "walk.en" = ["u003"] }
"""


def clauses(folder: Path, source: str = SOURCE) -> Clauses:
    path = folder / "clauses.toml"
    path.write_text(source, encoding="utf-8")
    return load_clauses(path, {"walk.en": WALK})


def refusal(folder: Path, source: str) -> str:
    with pytest.raises(BadInput) as refused:
        clauses(folder, source)
    message = str(refused.value)
    assert "\n" not in message
    return message.replace(f"{folder}{os.sep}", "")


# ---- loading: accepted


def test_clauses_load(tmp_path: Path) -> None:
    book = clauses(tmp_path)
    assert book.retired == ("walk.run",)
    assert len(book) == 3
    assert [clause.name for clause in book] == ["walk.roll", "walk.far_move", "walk.stop"]
    assert book.documents == ("walk.en",)
    assert book.get("walk.far_move") == Clause(
        name="walk.far_move",
        kind=ClauseKind.DEFINITION,
        text="Move.",
        units={"walk.en": ("u002", "u003")},
        needs=(),
        links=(ClauseLink(LinkKind.OVERRIDES, "walk.roll"), ClauseLink(LinkKind.DEPENDS_ON, "walk.stop")),
    )
    assert book.get("walk.roll").needs == (Need.MODEL, Need.PROPERTY)


def test_a_file_without_clauses_loads(tmp_path: Path) -> None:
    assert len(clauses(tmp_path, "")) == 0


def test_links_other_than_overrides_may_form_a_circle(tmp_path: Path) -> None:
    circle = SOURCE + 'links = [{ type = "depends-on", to = "walk.far_move" }]\n'
    assert len(clauses(tmp_path, circle)) == 3


def test_binding_units_in_no_clause_are_reported(tmp_path: Path) -> None:
    assert [unit.id for unit in unstated(clauses(tmp_path), WALK)] == ["u004"]
    assert [unit.id for unit in unstated(clauses(tmp_path, ""), WALK)] == ["u002", "u003", "u004"]


MODES = """\
[modes]
solo = "One walks."
two_of_us = "Two walk."

[variants]
fast = "Every roll counts twice."

[[clause]]
name = "walk.roll"
kind = "normative"
text = "Roll."
units = { "walk.en" = ["u002"] }
modes = ["solo"]
variants = ["fast"]
difference = "One printing says so, the other does not."
rulings = ["which_printing", "team_talk"]

[[clause]]
name = "walk.stop"
kind = "normative"
text = "Stop."
units = { "walk.en" = ["u003"] }
"""


def test_modes_variants_and_differences_load(tmp_path: Path) -> None:
    book = clauses(tmp_path, MODES)
    assert book.modes == {"solo": "One walks.", "two_of_us": "Two walk."}
    assert book.variants == {"fast": "Every roll counts twice."}
    roll, stop = book
    assert (roll.modes, roll.variants, roll.rulings) == (
        ("solo",),
        ("fast",),
        ("which_printing", "team_talk"),
    )
    assert roll.difference == "One printing says so, the other does not."
    assert (stop.modes, stop.variants, stop.difference, stop.rulings) == ((), (), "", ())
    assert [clause.name for clause in book if clause.concerns("two_of_us")] == ["walk.stop"]
    assert [clause.name for clause in book if clause.concerns("solo")] == ["walk.roll", "walk.stop"]
    assert book.places["walk.stop"] == f"{tmp_path / 'clauses.toml'}:18: clause walk.stop"


# ---- loading: refused


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["solo"]', '["sollo"]', ":8: clause walk.roll: unknown mode 'sollo'; use solo"),
        ('["fast"]', '["slow"]', ":8: clause walk.roll: unknown variant 'slow'; use fast"),
        ('["solo"]', "[1]", ":8: clause walk.roll: 1 is no name of a mode; write a string"),
        ('["solo"]', '["solo", "solo"]', ":8: clause walk.roll: mode 'solo' is named twice; name it once"),
        ('"team_talk"]', "2]", ":8: clause walk.roll: 2 is no name of a ruling; write a string"),
        (
            'rulings = ["which_printing", "team_talk"]\n',
            "",
            ':8: clause walk.roll: tells of a difference that no ruling settles; add rulings = ["..."]',
        ),
        (
            '"One printing says so, the other does not."',
            '""',
            ":8: clause walk.roll: field 'difference' is empty; say what it is",
        ),
        (
            '[variants]\nfast = "Every roll counts twice."\n',
            "",
            ":6: clause walk.roll: unknown variant 'fast'; write down the variants in clauses.toml first",
        ),
        (
            "two_of_us =",
            "Two =",
            ": mode 'Two' is ill-formed; write lower-case words, joined by hyphens or underscores",
        ),
        ('"One walks."', '" "', ": mode solo = ' ' says nothing; say in a string what it is"),
        ('"Every roll counts twice."', "2", ": variant fast = 2 says nothing; say in a string what it is"),
        ("[modes]", "[mode]", ": unknown field 'mode'; use modes"),
        (
            "[modes]",
            'retired = ["walk.on", "walk.on"]\n[modes]',
            ": 'walk.on' is retired twice; name it once",
        ),
    ],
)
def test_faulty_modes_variants_and_differences_are_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert MODES.count(old) == 1
    assert refusal(tmp_path, MODES.replace(old, new)) == f"clauses.toml{message}"


NAMES = "walk.far_move, walk.roll, walk.stop"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'to = "walk.stop"',
            'to = "walk.stopp"',
            (
                "clauses.toml:10: clause walk.far_move: depends-on 'walk.stopp', which is no clause; "
                "use one of walk.stop, walk.roll"
            ),
        ),
        (
            'to = "walk.stop"',
            'to = "zzz"',
            f"clauses.toml:10: clause walk.far_move: depends-on 'zzz', which is no clause; use one of {NAMES}",
        ),
        (
            'to = "walk.stop"',
            'to = "walk.far_move"',
            "clauses.toml:10: clause walk.far_move: depends-on itself; link to another clause",
        ),
        (
            '"depends-on"',
            '"depends"',
            "clauses.toml:10: clause walk.far_move: unknown link 'depends'; use depends-on",
        ),
        (
            '{ type = "depends-on", to = "walk.stop" }',
            '"walk.stop"',
            (
                "clauses.toml:10: clause walk.far_move: 'walk.stop' is no link; "
                'write { type = "depends-on", to = "other.clause" }'
            ),
        ),
        (
            'name = "walk.stop"',
            'name = "walk.roll"',
            "clauses.toml:18: clause walk.roll: this name is used twice; give each clause a name of its own",
        ),
        (
            'name = "walk.stop"',
            'name = "walk.run"',
            (
                "clauses.toml:18: clause walk.run: this name was retired; "
                "find another name: a retired one never comes back"
            ),
        ),
        (
            'name = "walk.stop"',
            'name = "walk.stop2"',
            (
                "clauses.toml:18: clause walk.stop2: name 'walk.stop2' holds a digit; "
                "use letters only: numbers change between printings"
            ),
        ),
        (
            'name = "walk.stop"',
            'name = "Walk.stop"',
            (
                "clauses.toml:18: clause Walk.stop: name 'Walk.stop' is ill-formed; "
                "write lower-case words with dots, like activate.tie"
            ),
        ),
        (
            'name = "walk.stop"',
            'name = "stop"',
            (
                "clauses.toml:18: clause stop: name 'stop' is ill-formed; "
                "write lower-case words with dots, like activate.tie"
            ),
        ),
        (
            'name = "walk.stop"\n',
            "",
            "clauses.toml:18: clause number 3: field 'name' is missing; add name = ...",
        ),
        (
            '["walk.run"]',
            '["walk.v1"]',
            "clauses.toml: name 'walk.v1' holds a digit; use letters only: numbers change between printings",
        ),
        ('["walk.run"]', "[1]", "clauses.toml: 1 is no name; write a string"),
        ('["walk.run"]', '"walk.run"', "clauses.toml: retired = 'walk.run' is not a list; write a list"),
        ("retired =", "retird =", "clauses.toml: unknown field 'retird'; use retired"),
        (
            '"informative"',
            '"informal"',
            "clauses.toml:18: clause walk.stop: unknown kind 'informal'; use informative",
        ),
        (
            '"property"',
            '"proof"',
            "clauses.toml:3: clause walk.roll: unknown need 'proof'; use one of example, model, property",
        ),
        (
            "needs = []",
            "needs = [1]",
            "clauses.toml:10: clause walk.far_move: unknown need 1; use one of example, model, property",
        ),
        (
            '"u002", "u003"',
            '"u002", "u033"',
            (
                "clauses.toml:10: clause walk.far_move: cites 'u033', which is no unit of walk.en; "
                "see seeds/walk.en.toml for its units"
            ),
        ),
        (
            '{ "walk.en" = ["u002", "u003"] }',
            '{ "walk.de" = ["u002"] }',
            "clauses.toml:10: clause walk.far_move: cites an unknown document 'walk.de'; use walk.en",
        ),
        (
            '{ "walk.en" = ["u002", "u003"] }',
            '{ "walk.en" = "u002" }',
            "clauses.toml:10: clause walk.far_move: 'u002' is no list of units; write [\"id\", ...]",
        ),
        (
            '{ "walk.en" = ["u002", "u003"] }',
            '{ "walk.en" = [] }',
            (
                "clauses.toml:10: clause walk.far_move: cites no unit; "
                'write units = { "key of the document" = ["id"] }'
            ),
        ),
        (
            '{ "walk.en" = ["u002", "u003"] }',
            '["u002"]',
            "clauses.toml:10: clause walk.far_move: units = ['u002'] is not a table; write a table",
        ),
        (
            'text = "Move."',
            'text = ""',
            "clauses.toml:10: clause walk.far_move: field 'text' is empty; say what it is",
        ),
        (
            'text = "Move."',
            'text = "Move."\ntxt = "Move."',
            "clauses.toml:10: clause walk.far_move: unknown field 'txt'; use text",
        ),
        (
            'text = "Move."',
            "text = Move.",
            "clauses.toml: not TOML: invalid value (at line 13, column 8); mend it",
        ),
    ],
)
def test_a_faulty_file_of_clauses_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert SOURCE.count(old) == 1
    assert refusal(tmp_path, SOURCE.replace(old, new)) == message


def test_overrides_in_a_circle_are_refused(tmp_path: Path) -> None:
    circle = SOURCE.replace('"depends-on"', '"overrides"')
    circle += 'links = [{ type = "overrides", to = "walk.far_move" }]\n'
    assert refusal(tmp_path, circle) == (
        "clauses.toml:10: clause walk.far_move: overrides form a circle: "
        "walk.far_move -> walk.stop -> walk.far_move; take one of these links out"
    )


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("walk.rol", "clause 'walk.rol' is unknown; use one of walk.roll, walk.stop, walk.far_move"),
        ("walk.run", "clause 'walk.run' was retired; use walk.roll"),
    ],
)
def test_a_clause_that_is_not_there(tmp_path: Path, name: str, fault: str) -> None:
    with pytest.raises(BadInput) as refused:
        clauses(tmp_path).get(name)
    assert str(refused.value) == f"{tmp_path / 'clauses.toml'}: {fault}"


# ---- this project


def project() -> tuple[Clauses, Manifests]:
    manifests = Manifests(ROOT / "seeds")
    return load_clauses(ROOT / "spec" / "queen_is_dead" / "clauses.toml", manifests), manifests


def test_the_clauses_of_the_queen_is_dead() -> None:
    book, _ = project()
    assert (len(book), book.documents, book.retired) == (126, ("queen-is-dead.en",), ())
    assert Counter(clause.kind.value for clause in book) == {
        "normative": 97,
        "definition": 19,
        "example": 7,
        "informative": 3,
    }


def test_no_clause_cites_what_binds_nobody() -> None:
    book, manifests = project()
    for clause in book:
        for key, ids in clause.units.items():
            kinds = {manifests[key].by_id[id_].kind for id_ in ids}
            assert not kinds & {UnitKind.NOISE, UnitKind.HEADING, UnitKind.FLAVOUR}, clause.name


OURS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder, pattern in (("spec", "*.toml"), ("spec", "*.py"), ("seeds", "*.toml"))
    for path in (ROOT / folder).rglob(pattern)
)


def test_the_files_that_are_searched_for_quotations() -> None:
    assert {"spec/queen_is_dead/clauses.toml", "spec/queen_is_dead/rulings.py"} < set(OURS)


@pytest.mark.parametrize("name", OURS)
def test_no_document_is_quoted(name: str) -> None:
    folder = os.environ.get("QUEENSBENCH_DOCUMENTS")
    if not folder:
        pytest.skip("QUEENSBENCH_DOCUMENTS names no folder of documents")
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.txt"))}
    assert texts
    ours = (ROOT / name).read_text(encoding="utf-8")
    for document, text in texts.items():
        assert echoes(ours, text) == (), document
