"""Seed manifests: what loads and what is refused, what a check finds, and the manifests of this project."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.register.seeds import (
    Manifest,
    Manifests,
    Moved,
    UnitKind,
    check,
    checksum,
    echoes,
    find_documents,
    load_manifest,
    unit_text,
)

ROOT = Path(__file__).parents[3]

# A page of two columns: the second sentence is broken by a caption.
PAGE = "THE TITLE\nRoll one die. Then move\na dot on the die\nas many steps.\nStop.\nStop.\n"
SPANS: list[tuple[str, str, list[tuple[int, int]]]] = [
    ("u001", "heading", [(0, 9)]),
    ("u002", "rule", [(10, 23)]),
    ("u003", "rule", [(24, 33), (51, 65)]),
    ("u004", "component", [(34, 50)]),
    ("u005", "rule", [(66, 71)]),
    ("u006", "noise", [(72, 77)]),
]


def toml(page: str = PAGE, spans: list[tuple[str, str, list[tuple[int, int]]]] = SPANS) -> str:
    lines = [
        'key = "walk.en"',
        'title = "The Title"',
        'publisher = "Nobody"',
        'edition = "first"',
        'language = "en"',
        f'sha256 = "{hashlib.sha256(page.encode()).hexdigest()}"',
        f"length = {len(page)}",
        'file = "walk.txt"',
    ]
    for name, kind, fragments in spans:
        lines += ["", "[[unit]]", f'id = "{name}"', f'kind = "{kind}"', 'place = "page one"']
        lines += [
            f"fragments = {[list(pair) for pair in fragments]}",
            f'sha256 = "{checksum(unit_text(page, fragments))}"',
        ]
    return "\n".join(lines) + "\n"


def manifest(folder: Path, source: str | None = None) -> Manifest:
    path = folder / "walk.en.toml"
    path.write_text(toml() if source is None else source, encoding="utf-8")
    return load_manifest(path)


def refusal(folder: Path, source: str) -> str:
    with pytest.raises(BadInput) as refused:
        manifest(folder, source)
    message = str(refused.value)
    assert "\n" not in message
    return message.replace(f"{folder}{os.sep}", "")


# ---- loading: accepted


def test_a_manifest_loads(tmp_path: Path) -> None:
    book = manifest(tmp_path)
    assert (book.key, book.title, book.publisher, book.edition) == ("walk.en", "The Title", "Nobody", "first")
    assert (book.language, book.length, book.file) == ("en", 78, "walk.txt")
    assert [(unit.id, unit.kind, list(unit.fragments)) for unit in book.units] == SPANS
    assert book.by_id["u003"].place == "page one"
    assert [unit.id for unit in book.of_kind(UnitKind.NOISE, UnitKind.HEADING)] == ["u001", "u006"]


def test_a_manifest_without_units_loads(tmp_path: Path) -> None:
    assert manifest(tmp_path, toml(spans=[])).units == ()


def test_fragments_may_touch(tmp_path: Path) -> None:
    spans = [("u001", "rule", [(0, 4)]), ("u002", "rule", [(4, 9)])]
    assert len(manifest(tmp_path, toml(spans=spans)).units) == 2


def test_all_manifests_of_a_folder(tmp_path: Path) -> None:
    book = manifest(tmp_path)
    assert Manifests(tmp_path) == {"walk.en": book}


def test_printings_of_a_document(tmp_path: Path) -> None:
    source = toml().replace('file = "walk.txt"', 'file = "walk.txt"\nprintings = ["fold", "single"]')
    book = manifest(tmp_path, source.replace('id = "u002"', 'id = "u002"\nprinting = "single"'))
    assert book.printings == ("fold", "single")
    assert [unit.printing for unit in book.units] == ["", "single", "", "", "", ""]


def test_a_manifest_of_a_folder_is_read_when_it_is_asked_for(tmp_path: Path) -> None:
    book = manifest(tmp_path)
    (tmp_path / "half.en.toml").write_text("key =", encoding="utf-8")
    manifests = Manifests(tmp_path)
    assert (list(manifests), len(manifests), "walk.en" in manifests) == (["half.en", "walk.en"], 2, True)
    assert manifests["walk.en"] == book
    assert manifests["walk.en"] is manifests["walk.en"]
    with pytest.raises(BadInput):
        manifests["half.en"]


# ---- loading: refused


@pytest.mark.parametrize(
    ("head", "unit", "message"),
    [
        (
            "",
            'printing = "fold"',
            ":17: unit u002: unknown printing 'fold'; add printings = [\"...\"] at the top",
        ),
        ('["fold"]', 'printing = "flod"', ":18: unit u002: unknown printing 'flod'; use fold"),
        ('["fold"]', "printing = 1", ":18: unit u002: printing = 1 is not a string; write a string"),
        ('["fold"]', 'printing = ""', ":18: unit u002: field 'printing' is empty; say what it is"),
        ('["fold", "fold"]', "", ": printing 'fold' is named twice; name it once"),
        ('["fold", " "]', "", ": ' ' is no name of a printing; write a string"),
        ("[1]", "", ": 1 is no name of a printing; write a string"),
        ('"fold"', "", ": printings = 'fold' is not a list; write a list"),
    ],
)
def test_a_faulty_printing_is_refused(tmp_path: Path, head: str, unit: str, message: str) -> None:
    source = toml().replace('id = "u002"', f'id = "u002"\n{unit}')
    if head:
        source = source.replace('file = "walk.txt"', f'file = "walk.txt"\nprintings = {head}')
    assert refusal(tmp_path, source) == f"walk.en.toml{message}"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "[[24, 33], [51, 65]]",
            "[[20, 33], [51, 65]]",
            (
                "walk.en.toml:24: unit u003: fragment [20, 33] overlaps [10, 23] of unit u002; "
                "give each character to one unit"
            ),
        ),
        (
            "[[24, 33], [51, 65]]",
            "[[24, 33], [30, 65]]",
            (
                "walk.en.toml:24: unit u003: fragment [30, 65] overlaps [24, 33] of unit u003; "
                "give each character to one unit"
            ),
        ),
        (
            "[[72, 77]]",
            "[[72, 79]]",
            (
                "walk.en.toml:45: unit u006: fragment [72, 79] is empty or out of bounds; "
                "keep to 0 <= start < end <= 78, the document's length"
            ),
        ),
        (
            "[[72, 77]]",
            "[[-1, 77]]",
            (
                "walk.en.toml:45: unit u006: fragment [-1, 77] is empty or out of bounds; "
                "keep to 0 <= start < end <= 78, the document's length"
            ),
        ),
        (
            "[[72, 77]]",
            "[[72, 72]]",
            (
                "walk.en.toml:45: unit u006: fragment [72, 72] is empty or out of bounds; "
                "keep to 0 <= start < end <= 78, the document's length"
            ),
        ),
        ("[[72, 77]]", "[]", "walk.en.toml:45: unit u006: no fragments; write fragments = [[start, end]]"),
        ("[[72, 77]]", "[72, 77]", "walk.en.toml:45: unit u006: 72 is no fragment; write [start, end]"),
        (
            "[[72, 77]]",
            "[[72, true]]",
            "walk.en.toml:45: unit u006: [72, True] is no fragment; write [start, end]",
        ),
        (
            '"component"',
            '"componnent"',
            "walk.en.toml:31: unit u004: unknown kind 'componnent'; use component",
        ),
        (
            '"component"',
            '"xyz"',
            (
                "walk.en.toml:31: unit u004: unknown kind 'xyz'; "
                "use one of component, definition, example, flavour, heading, noise, rule, set-up"
            ),
        ),
        (
            'id = "u004"',
            'id = "u002"',
            "walk.en.toml:31: unit u002: this id is used twice; give each unit an id of its own",
        ),
        ('id = "u004"', "", "walk.en.toml:31: unit number 4: field 'id' is missing; add id = ..."),
        ('id = "u004"', 'id = " "', "walk.en.toml:31: unit  : field 'id' is empty; say what it is"),
        ('id = "u004"', "id = 4", "walk.en.toml:31: unit number 4: id = 4 is not a string; write a string"),
        (
            "length = 78",
            'length = "78"',
            "walk.en.toml: length = '78' is not a whole number; write a whole number",
        ),
        (
            "length = 78",
            "length = true",
            "walk.en.toml: length = True is not a whole number; write a whole number",
        ),
        ('file = "walk.txt"', "", "walk.en.toml: field 'file' is missing; add file = ..."),
        (
            'edition = "first"',
            'edition = "first"\neditor = "?"',
            "walk.en.toml: unknown field 'editor'; use edition",
        ),
        (
            '"walk.en"',
            '"run.en"',
            "walk.en.toml: key 'run.en' is not the file's name; call it run.en.toml",
        ),
        (
            'title = "The Title"',
            "title = The Title",
            "walk.en.toml: not TOML: invalid value (at line 2, column 9); mend it",
        ),
    ],
)
def test_a_faulty_manifest_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert toml().count(old) == 1
    assert refusal(tmp_path, toml().replace(old, new)) == message


def test_a_checksum_that_is_none(tmp_path: Path) -> None:
    digest = hashlib.sha256(PAGE.encode()).hexdigest()
    assert refusal(tmp_path, toml().replace(digest, "abc")) == (
        "walk.en.toml: sha256 = 'abc' is no checksum; write 64 hexadecimal digits in lower case"
    )


def test_units_that_are_no_tables(tmp_path: Path) -> None:
    assert refusal(tmp_path, "unit = 3\n" + toml(spans=[])) == (
        "walk.en.toml: unit is no array of tables; write [[unit]]"
    )


def test_a_manifest_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    with pytest.raises(BadInput) as refused:
        load_manifest(path)
    assert str(refused.value) == f"{path}: cannot be read: no such file or directory; name a file that exists"


def test_a_manifest_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'key = "caf\xe9"\n')
    with pytest.raises(BadInput) as refused:
        load_manifest(path)
    assert str(refused.value) == f"{path}: not UTF-8 at byte 10; save it as UTF-8"


# ---- checking


def test_the_document_itself_is_clean(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), PAGE)
    assert report.clean
    assert report.exact
    assert report.unchanged == ("u001", "u002", "u003", "u004", "u005", "u006")
    assert (report.moved, report.changed, report.removed, report.added, report.uncovered) == (
        (),
        (),
        (),
        (),
        0,
    )


def test_other_line_breaks_leave_every_unit_where_it_is(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), PAGE.replace("dot on", "dot\non"))
    assert report.clean
    assert not report.exact


def test_an_insertion_moves_what_follows(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), "Hello!\n" + PAGE)
    assert not report.clean
    assert report.unchanged == ()
    assert report.moved == (
        Moved("u001", ((7, 16),)),
        Moved("u002", ((17, 30),)),
        Moved("u003", ((31, 40), (58, 72))),
        Moved("u004", ((41, 57),)),
        Moved("u005", ((73, 78),)),
        Moved("u006", ((79, 84),)),
    )
    assert (report.changed, report.removed, report.added, report.uncovered) == ((), (), ((0, 6),), 6)


def test_a_reworded_unit_is_changed(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), PAGE.replace("Roll one die.", "Roll two dice."))
    assert report.changed == ("u002",)
    assert (report.removed, report.added, report.uncovered) == ((), (), 12)
    assert [unit.id for unit in report.moved] == ["u003", "u004", "u005", "u006"]


def test_of_two_units_that_say_the_same_the_one_that_is_gone_is_told(tmp_path: Path) -> None:
    page = "Draw one card.\nTake a rest.\nThen the next player\nhas a turn.\nDraw one card.\nTake a rest.\n"
    spans = [
        (f"u{number:03}", "rule", [(start, end)])
        for number, (start, end) in enumerate([(0, 14), (15, 27), (28, 60), (61, 75), (76, 88)], 1)
    ]
    made = manifest(tmp_path, toml(page, spans))
    longer = check(made, page.replace("Draw one", "Draw exactly one", 1))
    assert (longer.changed, longer.removed, longer.added) == (("u001",), (), ())
    assert [unit.id for unit in longer.moved] == ["u002", "u003", "u004", "u005"]
    last = page.rindex("Take")
    shorter = check(made, "So. " + page[:last])
    assert (shorter.changed, shorter.removed, shorter.added) == ((), ("u005",), ((0, 3),))


def test_a_missing_unit_is_removed(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), PAGE.replace("Roll one die. ", ""))
    assert report.removed == ("u002",)
    assert (report.changed, report.added, report.uncovered) == ((), (), 0)


def test_a_unit_that_changed_its_place(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), PAGE.replace("THE TITLE\n", "") + "THE TITLE\n")
    assert (report.removed, report.changed, report.added) == ((), (), ())
    assert report.moved[0] == Moved("u001", ((68, 77),))
    assert report.uncovered == 0


def test_text_that_the_manifest_leaves_out(tmp_path: Path) -> None:
    report = check(manifest(tmp_path, toml(spans=SPANS[:-1])), PAGE)
    assert (report.exact, report.clean) == (True, False)
    assert (report.added, report.uncovered) == (((72, 77),), 5)


def test_an_empty_text_has_lost_everything(tmp_path: Path) -> None:
    report = check(manifest(tmp_path), "")
    assert report.removed == ("u001", "u002", "u003", "u004", "u005", "u006")
    assert (report.unchanged, report.uncovered) == ((), 0)


def test_the_checksum_sees_words_not_white_space() -> None:
    assert unit_text("one  two\nx three", [(0, 8), (11, 16)]) == "one two three"
    assert checksum(" one\n two ") == checksum("one two") == hashlib.sha256(b"one two").hexdigest()
    assert checksum("e\u0301") == checksum("\u00e9")


def test_echoes_are_runs_of_words() -> None:
    assert echoes("We say: roll ONE die, then move!", PAGE, 5) == ("roll one die then move",)
    assert echoes("We say: roll one die, then move!", PAGE, 6) == ()
    assert echoes("", PAGE) == ()


# ---- documents


def test_a_document_is_known_by_its_checksum_whatever_its_name(tmp_path: Path) -> None:
    book = manifest(tmp_path)
    (tmp_path / "other.txt").write_bytes(PAGE.encode())
    (tmp_path / "walk.txt").write_bytes(b"Another text.")
    found = find_documents(tmp_path, [book])["walk.en"]
    assert (found.path.name, found.exact, found.text) == ("other.txt", True, PAGE)


@pytest.mark.parametrize("name", ["walk.txt", "walk.en.txt"])
def test_failing_that_a_document_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    book = manifest(tmp_path)
    (tmp_path / name).write_bytes(b"Another text.")
    found = find_documents(tmp_path, [book])["walk.en"]
    assert (found.path.name, found.exact, found.text) == (name, False, "Another text.")


def test_a_missing_document_is_left_out(tmp_path: Path) -> None:
    assert find_documents(tmp_path, [manifest(tmp_path)]) == {}


def test_a_folder_of_documents_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as refused:
        find_documents(tmp_path / "none", [])
    assert str(refused.value) == (
        f"{tmp_path / 'none'}: no such folder; name the folder that holds the documents"
    )


def test_a_document_that_is_not_utf8(tmp_path: Path) -> None:
    book = manifest(tmp_path)
    (tmp_path / "walk.txt").write_bytes(b"caf\xe9")
    with pytest.raises(BadInput) as refused:
        find_documents(tmp_path, [book])
    assert str(refused.value) == (f"{tmp_path / 'walk.txt'}: not UTF-8 at byte 3; save the document as UTF-8")


# ---- this project


def test_the_manifest_of_the_queen_is_dead() -> None:
    book = Manifests(ROOT / "seeds")["queen-is-dead.en"]
    assert (book.length, len(book.units)) == (8418, 136)
    assert Counter(unit.kind.value for unit in book.units) == {
        "rule": 56,
        "definition": 21,
        "example": 4,
        "set-up": 10,
        "component": 5,
        "flavour": 10,
        "heading": 13,
        "noise": 17,
    }
    assert [unit.id for unit in book.units if len(unit.fragments) > 1] == ["u049", "u068", "u131"]


@pytest.mark.parametrize("key", sorted(Manifests(ROOT / "seeds")))
def test_a_document_is_the_one_of_its_manifest(key: str) -> None:
    folder = os.environ.get("QUEENSBENCH_DOCUMENTS")
    if not folder:
        pytest.skip("QUEENSBENCH_DOCUMENTS names no folder of documents")
    manifest = Manifests(ROOT / "seeds")[key]
    document = find_documents(Path(folder), [manifest])[key]
    report = check(manifest, document.text)
    assert report.exact
    assert report.clean, report
    assert len(document.text) == manifest.length
