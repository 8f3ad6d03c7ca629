"""The command on books: pages are written, stay the same, are drawn anew, and tell a storyboard in the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.surfaces.projects import COUNTER, Done, run_all, write

DRAWN = (
    COUNTER
    + """
from queensbench.language.drawings import Board, Cell, Group, drawing


@drawing
def board(s: State) -> Board:
    return Board([[Group("count", [Cell(str(s.at), marked=s.done)])]])
"""
)
COMMANDS = {
    "write": ["rulings", "counter", "--book", "docs/rulings", "--games", "50", "-q"],
    "show": ["rulings", "counter", "stop_at_nought"],
    "judge": ["rulings", "counter", "never-asked", "--judge", "--games", "50", "-q"],
    "played": ["rulings", "counter", "--book", "docs/rulings", "--games-only", "--games", "50", "-q"],
    "redraw": ["rulings", "--book", "docs/rulings", "--redraw"],
    "elsewhere": ["rulings", "counter", "--book", "elsewhere", "--redraw"],
    "one": ["rulings", "counter", "stop_at_nought", "--book", "docs/rulings"],
    "no book": ["rulings", "counter", "--redraw"],
    "no book to play": ["rulings", "counter", "--games-only"],
    "both": ["rulings", "counter", "--book", "docs/rulings", "--games-only", "--redraw"],
    "no name": ["rulings", "counter", "--judge"],
    "json": ["rulings", "counter", "--book", "docs/rulings", "--json"],
}
REFUSED = {
    "elsewhere": "elsewhere/counter/findings.json: cannot be read: no such file or directory; write the book",
    "one": "a book is of all rulings of a ruleset; leave stop_at_nought out, or --book",
    "no book": "nothing is drawn anew; say where the book is: --book DIR",
    "no book to play": "nothing is drawn anew; say where the book is: --book DIR",
    "both": "--redraw plays no games; leave out --redraw, or --games-only",
    "no name": "--judge shows one ruling, in words; name a ruling, and leave --json out",
    "json": "--book takes neither --judge nor --json; leave one out",
}
STOP = """\
---
orphan: true
---

<!-- Written by `queensbench rulings --book`; what is edited here is lost. -->

# stop\\_at\\_nought

[Counter: count to the top, or stop before](index.md)

**May one stop at nought?**
"""
TOLD = """\
## The shortest play on which they part

Mode *count*, instance *small*: 1 choice, 1 step.

![where the telling begins](stop_at_nought/play-0.svg)

**Step 1: here the readings part.** Stop.

Clauses under every reading: `move.stop`.

Under *early* (house): the game is over: ann won; score: 0.

![under early](stop_at_nought/play-1.svg)

Under *late*: not possible; what can be done: up.

"""


@pytest.fixture(scope="session")
def found(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str = "master"
) -> tuple[Path, dict[str, Done], dict[str, str]]:
    """A project with a book, what each command came to, and the book's files before it was drawn anew."""
    folder = write(
        tmp_path_factory.mktemp("book"), {"pyproject.toml": "[tool.queensbench]\n", "model/counter.py": DRAWN}
    )
    first = dict(zip(COMMANDS, run_all(folder, list(COMMANDS.values())[:1]), strict=False))
    files = pages(folder)
    rest = list(COMMANDS)[1:]
    done = run_all(folder, [COMMANDS[name] for name in rest])
    return folder, {**first, **dict(zip(rest, done, strict=True))}, files


def pages(folder: Path) -> dict[str, str]:
    place = folder / "docs/rulings"
    return {
        str(p.relative_to(place)): p.read_text(encoding="utf-8")
        for p in sorted(place.rglob("*"))
        if p.is_file()
    }


def test_a_book_is_written(found: tuple[Path, dict[str, Done], dict[str, str]]) -> None:
    _, done, files = found
    assert (done["write"].code, done["write"].err) == (0, "")
    assert done["write"].out == "docs/rulings/counter: 2 pages, 2 judged\n"
    assert list(files) == [
        "counter/findings.json", "counter/graph.svg", "counter/index.md", "counter/never_asked.md",
        "counter/stop_at_nought/play-0.svg", "counter/stop_at_nought/play-1.svg", "counter/stop_at_nought.md", "index.md",
    ]  # fmt: skip
    page = files["counter/stop_at_nought.md"]
    assert page.startswith(STOP)
    assert TOLD in page
    assert "- **late**: Not at nought \\[see the picture\\].\n  A game of no move is no game." in page
    assert "The shortest play" not in files["counter/never_asked.md"]
    assert re.search(r"^2 rulings: 1 legal, 1 (never|not-seen)\.", files["counter/index.md"], re.MULTILINE)
    assert re.search(
        r"^\| \[stop\\_at\\_nought\]\(stop_at_nought.md\) \| 100.0 % \(92.9 to 100.0\) \| [^|]+ \| [^|]* \| legal \|",
        files["counter/index.md"],
        re.MULTILINE,
    )
    assert re.search(
        r"^\| \[Counter: .*\]\(counter/index.md\) \|  \|  \|  \| 1 \|", files["index.md"], re.MULTILINE
    )


def test_pictures_are_well_formed(found: tuple[Path, dict[str, Done], dict[str, str]]) -> None:
    pictures = {name: text for name, text in found[2].items() if name.endswith(".svg")}
    assert len(pictures) == 3
    for text in pictures.values():
        ET.fromstring(text)


def test_a_book_that_is_drawn_anew_is_the_same(found: tuple[Path, dict[str, Done], dict[str, str]]) -> None:
    folder, done, files = found
    assert (done["redraw"].code, done["redraw"].out) == (0, "docs/rulings/counter: 2 pages, 2 judged\n")
    assert pages(folder) == files


def test_a_book_whose_games_alone_are_played_anew_is_the_same(
    found: tuple[Path, dict[str, Done], dict[str, str]], tmp_path: Path
) -> None:
    folder, done, files = found
    assert (done["played"].code, done["played"].out) == (0, "docs/rulings/counter: 2 pages, 2 judged\n")
    place = folder / "docs/rulings/counter/findings.json"
    kept = place.read_text(encoding="utf-8")
    try:
        # A book of which the games were not followed to their ends says nothing of games, until they are played anew.
        place.write_text(re.sub(r', "classes": \{[^}]*\}', "", kept), encoding="utf-8")
        told, played = run_all(folder, [COMMANDS["show"], COMMANDS["played"]])
        assert ("random players" in done["show"].out, "random players" in told.out) == (True, False)
        assert (played.code, pages(folder)) == (0, files)
    finally:
        place.write_text(kept, encoding="utf-8")


def test_a_storyboard_in_the_terminal(found: tuple[Path, dict[str, Done], dict[str, str]]) -> None:
    out = found[1]["show"].out
    assert out[out.index("The shortest play") :] == (
        "The shortest play on which they part: count, small, 1 choice, 1 step\n"
        "      count  0\n"
        "  step 1, where the readings part: stop\n"
        "    clauses under every reading: move.stop\n"
        "  under early (house): the game is over: ann won; score: 0\n"
        "        count  >0<\n"
        "  under late: not possible; what can be done: up\n"
        "\n"
    )
    assert re.search(
        r"^  (never: it never matters|not-seen: no difference was seen)", found[1]["judge"].out, re.MULTILINE
    )


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input_of_the_book_is_refused_in_one_line(
    found: tuple[Path, dict[str, Done], dict[str, str]], name: str
) -> None:
    done = found[1][name]
    assert (done.code, done.err) == (2, f"queensbench: {REFUSED[name]}\n")


def test_an_old_page_goes_and_a_page_of_ones_own_stays(
    found: tuple[Path, dict[str, Done], dict[str, str]], tmp_path: Path
) -> None:
    folder = found[0]
    place = folder / "docs/rulings/counter"
    (place / "gone.md").write_text(STOP, encoding="utf-8")
    (place / "mine.md").write_text("# Mine\n", encoding="utf-8")
    (place / "gone").mkdir()
    (place / "gone/play-0.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "own").mkdir()
    (tmp_path / "own/play-0.svg").write_text("<svg/>", encoding="utf-8")
    (place / "linked").symlink_to(tmp_path / "own")
    (done,) = run_all(folder, [COMMANDS["redraw"]])
    assert done.code == 0
    assert [(place / name).exists() for name in ("gone.md", "gone", "mine.md")] == [False, False, True]
    assert (tmp_path / "own/play-0.svg").read_text(encoding="utf-8") == "<svg/>"
    (place / "linked").unlink()
    (place / "mine.md").unlink()
