"""The command on documents: what it lists, what it says of a text that differs, how it shows a text."""

from __future__ import annotations

import hashlib
import io
import os
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from queensbench.project.register.seeds import checksum, unit_text
from queensbench.surfaces.command.app import main
from tests.surfaces.projects import ROOT, Done, environment, write

TEXT = "THE WALK\nRoll one die. Then move.\nIt was a fine day.\nStop there.\n"
UNITS = (
    ("u001", "heading", "Cover", (0, 8)),
    ("u002", "rule", "Page 2", (9, 22)),
    ("u003", "rule", "Page 2", (23, 33)),
    ("u004", "flavour", "Page 2", (34, 52)),
    ("u005", "rule", "Page 3", (53, 64)),
)


def manifest(
    key: str, text: str = TEXT, *, units: tuple[tuple[str, str, str, tuple[int, int]], ...] = UNITS
) -> str:
    lines = [
        f'key = "{key}"\ntitle = "Walk"\npublisher = "Nobody"\nedition = "first"\nlanguage = "{key[-2:]}"',
        f'sha256 = "{hashlib.sha256(text.encode()).hexdigest()}"\nlength = {len(text)}\nfile = "{key}.text"',
        'printings = ["fold", "single"]' if key == "walk.en" else "",
    ]
    for name, kind, place, span in units:
        lines += [
            f'[[unit]]\nid = "{name}"\nkind = "{kind}"\nplace = "{place}"\nfragments = [{list(span)}]',
            f'sha256 = "{checksum(unit_text(text, [span]))}"',
        ]
        if key == "walk.en" and name == "u005":
            lines.append('printing = "fold"')
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two manifests; folders with the documents as they are, changed, one of them, and none."""
    german = TEXT.replace("THE WALK", "DER WEG!")
    changed = TEXT.replace("THE WALK\n", "THE WALK\nHello!\n").replace("one die", "two dice")
    return write(
        tmp_path_factory.mktemp("seeds"),
        {
            "pyproject.toml": "[tool.queensbench]\n",
            "seeds/walk.en.toml": manifest("walk.en"),
            "seeds/walk.de.toml": manifest("walk.de", german, units=UNITS[:4]),
            "same/walk.en.text": TEXT,
            "same/other.txt": german,
            "changed/walk.en.text": changed.replace("It was a fine day.\n", ""),
            "none/else.txt": "Something else.",
        },
    )


def said(project: Path, *arguments: str, documents: str = "") -> Done:
    """The output of the command in a folder; it loads no model, and so may run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(project),
        patch.dict(os.environ, {**environment(), "QUEENSBENCH_DOCUMENTS": documents}, clear=True),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(["seeds", *arguments])
    return Done(code, out.getvalue(), err.getvalue())


LIST = """\
2 documents
document  title          language  characters  units
walk.de   Walk (Nobody)  de                65  4: rule 2, flavour 1, heading 1
walk.en   Walk (Nobody)  en                65  5: rule 3, flavour 1, heading 1; printings: fold, single

"""


def test_documents_are_listed(project: Path) -> None:
    listed = [said(project, *arguments).out for arguments in ((), ("list",))]
    assert listed == [LIST, LIST]


def test_documents_are_listed_as_an_object(project: Path) -> None:
    german, english = said(project, "list", "--json").json["documents"]
    assert (german["key"], german["units"], german["printings"]) == ("walk.de", 4, [])
    assert {key: english[key] for key in english if key != "sha256"} == {
        "key": "walk.en",
        "title": "Walk",
        "publisher": "Nobody",
        "edition": "first",
        "language": "en",
        "characters": 65,
        "file": "walk.en.text",
        "printings": ["fold", "single"],
        "units": 5,
        "kinds": {"rule": 3, "flavour": 1, "heading": 1},
    }


def test_a_text_that_is_the_manifests_is_clean(project: Path) -> None:
    assert said(project, "check", "walk.en", "--from", "same") == Done(
        0, "walk.en: 5 units, all where the manifest says; byte for byte the same text\n", ""
    )


def test_the_folder_may_come_from_the_environment(project: Path) -> None:
    done = said(project, "check", "walk.en", "--json", documents="same")
    assert (done.code, done.err) == (0, "")
    assert done.json == {
        "clean": True,
        "missing": [],
        "documents": [
            {
                "key": "walk.en",
                "clean": True,
                "exact": True,
                "unchanged": 5,
                "moved": [],
                "changed": [],
                "removed": [],
                "added": [],
                "uncovered": 0,
            }
        ],
    }


def test_text_in_no_unit_is_a_difference(project: Path) -> None:
    assert said(project, "check", "--from", "same") == Done(
        1,
        "walk.de: byte for byte the same text; 4 of 4 units where the manifest says\n"
        "  in no unit: [53, 64] Stop there.\n"
        "  10 characters of this text in no unit of the manifest\n"
        "walk.en: 5 units, all where the manifest says; byte for byte the same text\n",
        "",
    )


def test_what_differs_is_told_unit_by_unit(project: Path) -> None:
    assert said(project, "check", "--from", "changed") == Done(
        1,
        "walk.en: another text; 1 of 5 units where the manifest says\n"
        "  changed: u002 (rule, Page 2)\n"
        "  removed: u004 (flavour, Page 2)\n"
        "  only moved: 2 units: u003, u005\n"
        "  18 characters of this text in no unit of the manifest\n"
        "walk.de: not in this folder; it is usually called walk.de.text\n",
        "",
    )


def test_what_differs_as_an_object(project: Path) -> None:
    done = said(project, "check", "--from", "changed", "--json")
    assert done.code == 1
    assert (done.json["clean"], done.json["missing"]) == (False, ["walk.de"])
    [report] = done.json["documents"]
    assert report == {
        "key": "walk.en",
        "clean": False,
        "exact": False,
        "unchanged": 1,
        "moved": [{"id": "u003", "fragments": [[31, 41]]}, {"id": "u005", "fragments": [[42, 53]]}],
        "changed": ["u002"],
        "removed": ["u004"],
        "added": [],
        "uncovered": 18,
    }


def test_an_addition_is_told(project: Path) -> None:
    write(project, {"added/walk.en.text": TEXT + "And " + "on " * 50})
    assert said(project, "check", "walk.en", "--from", "added") == Done(
        1,
        "walk.en: another text; 5 of 5 units where the manifest says\n"
        f"  added: [65, 218] And {'on ' * 32}...\n"
        "  103 characters of this text in no unit of the manifest\n",
        "",
    )


def test_a_text_is_shown_with_its_units(project: Path) -> None:
    assert said(project, "show", "walk.en", "--from", "same") == Done(
        0,
        "u001 heading (Cover): THE WALK\n"
        "u002 rule (Page 2): Roll one die.\n"
        "u003 rule (Page 2): Then move.\n"
        "u004 flavour (Page 2): It was a fine day.\n"
        "u005 rule (Page 3, fold): Stop there.\n",
        "",
    )
    assert (
        said(project, "show", "walk.de", "--from", "same").out.splitlines()[-1]
        == "in no unit [53, 64]: Stop there."
    )


def test_some_kinds_of_units_are_shown(project: Path) -> None:
    shown = "u001 heading (Cover): THE WALK\nu004 flavour (Page 2): It was a fine day.\n"
    assert said(project, "show", "walk.en", "--from", "same", "--kind", "flavour,heading") == Done(
        0, shown, ""
    )
    [row] = said(project, "show", "walk.en", "--from", "same", "--kind", "flavour", "--json").json["units"]
    assert row == {
        "id": "u004",
        "kind": "flavour",
        "place": "Page 2",
        "printing": "",
        "text": "It was a fine day.",
    }


def test_a_text_that_differs_is_shown_as_far_as_it_is_found(project: Path) -> None:
    assert said(project, "show", "walk.en", "--from", "changed").out.splitlines() == [
        "u001 heading (Cover): THE WALK",
        "u002 rule (Page 2): (not found in this text)",
        "u003 rule (Page 2): Then move.",
        "u004 flavour (Page 2): (not found in this text)",
        "u005 rule (Page 3, fold): Stop there.",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("check",),
            "no folder of documents is named; write --from DIR, or set the variable QUEENSBENCH_DOCUMENTS",
        ),
        (
            ("check", "walk.fr", "--from", "same"),
            "no document is called walk.fr; did you mean walk.en or walk.de?",
        ),
        (("check", "--from", "nowhere"), "nowhere: no such folder; name the folder that holds the documents"),
        (
            ("check", "--from", "none"),
            "none: holds none of walk.de, walk.en; name the folder that has walk.de.text or walk.en.text",
        ),
        (
            ("check", "walk.de", "walk.en", "--from", "changed"),
            "changed: there is no document walk.de; put it there as walk.de.text",
        ),
        (
            ("show", "walk.en", "--from", "same", "--kind", "rule,flavor"),
            "no kind of unit is called flavor; did you mean flavour?",
        ),
        (
            ("show", "walk.e", "--from", "same"),
            "no document is called walk.e; did you mean walk.en or walk.de?",
        ),
    ],
)
def test_bad_input_is_one_line(project: Path, arguments: tuple[str, ...], message: str) -> None:
    assert said(project, *arguments) == Done(2, "", f"queensbench: {message}\n")


def test_a_faulty_manifest_is_one_line(tmp_path: Path) -> None:
    overlapping = manifest("walk.en").replace("[[23, 33]]", "[[20, 33]]")
    write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "seeds/walk.en.toml": overlapping})
    assert said(tmp_path) == Done(
        2,
        "",
        f"queensbench: {tmp_path / 'seeds/walk.en.toml'}:22: unit u003: fragment [20, 33] overlaps [9, 22] of unit u002; "
        "give each character to one unit\n",
    )


def test_the_documents_of_this_project_are_clean() -> None:
    folder = os.environ.get("QUEENSBENCH_DOCUMENTS")
    if not folder:
        pytest.skip("QUEENSBENCH_DOCUMENTS names no folder of documents")
    done = said(ROOT, "check", "queen-is-dead.en", "--from", str(Path(folder).resolve()))
    text = "queen-is-dead.en: 136 units, all where the manifest says; byte for byte the same text\n"
    assert done == Done(0, text, "")
