"""Does a register hang together: names, what is missing, borrowed words; and the registers of this project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from queensbench.language.rulings import Reading, RulingDecl
from queensbench.project.register.clauses import Clause, ClauseKind, Clauses, load_clauses
from queensbench.project.register.consistency import Book, omissions, quotations, references, uncited
from queensbench.project.register.gaps import Gap, Gaps
from queensbench.project.register.seeds import Manifest, Manifests, Unit, UnitKind

ROOT = Path(__file__).parents[3]


class Pace(Reading):
    """How fast one walks."""

    SLOW = "One step at a time."
    FAST = "Two steps at a time."


class Other(Reading):
    """Of another ruling."""

    SLOW = "Slowly."
    FAST = "In haste."


def manifest(key: str, language: str) -> Manifest:
    units = (
        Unit("u1", UnitKind.RULE, "page one", ((0, 4),), "1" * 64, "fold"),
        Unit("u2", UnitKind.DEFINITION, "page two", ((5, 9),), "2" * 64, "single"),
        Unit("u3", UnitKind.NOISE, "page two", ((10, 12),), "3" * 64),
    )
    return Manifest(
        key, "Walk", "Nobody", "first", language, "0" * 64, 12, f"{key}.txt", units, ("fold", "single")
    )


MANIFESTS = {key: manifest(key, key[-2:]) for key in ("walk.en", "walk.de")}

ROLL = Clause(
    "walk.roll", ClauseKind.NORMATIVE, "Roll first.", {"walk.en": ("u1", "u2"), "walk.de": ("u1",)}, (), ()
)
PACED = replace(
    ROLL,
    name="walk.pace",
    text="Then walk as far as the die says.",
    units={"walk.de": ("u2",)},
    difference="Only one language says how fast.",
    rulings=("pace",),
)

PACE = RulingDecl(
    name="pace",
    readings=Pace,
    house=Pace.SLOW,
    question="How fast does one walk?",
    clauses=("walk.pace",),
    hole="translation",
    why="Nobody is in a hurry.",
    reasons={Pace.SLOW: "It is safe.", Pace.FAST: "It is quick."},
    speaks={Pace.SLOW: ("walk.roll",)},
    found="reading",
    modes=("solo",),
    documents={Pace.SLOW: ("walk.en",), Pace.FAST: ("walk.de/single",)},
    errata={Pace.SLOW: "Walk slowly."},
    where="rulings.py:7",
)
TALK = Gap("talk", "May one talk?", ("walk.roll",), "silent", "No move is a word.", "Nobody talks.")


def book(
    *rulings: RulingDecl, clauses: tuple[Clause, ...] = (ROLL, PACED), gaps: tuple[Gap, ...] = (TALK,)
) -> Book:
    return Book(
        Clauses(
            Path("clauses.toml"),
            clauses,
            (),
            {"solo": "One walks."},
            {},
            {c.name: f"clauses.toml:{n}: clause {c.name}" for n, c in enumerate(clauses, 1)},
        ),
        rulings or (PACE,),
        Gaps(Path("gaps.toml"), gaps, {g.name: f"gaps.toml:1: gap {g.name}" for g in gaps}),
        MANIFESTS,
        ("solo",),
    )


def test_a_register_that_hangs_together() -> None:
    assert list(references(book())) == []
    assert list(omissions(book())) == []


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        (
            book(replace(PACE, clauses=("walk.pase",))),
            "rulings.py:7: ruling pace doubts the clause walk.pase, which does not exist; did you mean walk.pace?",
        ),
        (
            book(replace(PACE, speaks={Pace.SLOW: ("rest",)})),
            (
                "rulings.py:7: ruling pace lets speak the clause rest, which does not exist; "
                "choose of walk.pace, walk.roll"
            ),
        ),
        (
            book(replace(PACE, modes=("sola",))),
            "rulings.py:7: ruling pace arises in the mode sola, which does not exist; did you mean solo?",
        ),
        (
            book(replace(PACE, documents={Pace.SLOW: ("walk.fr",)})),
            (
                "rulings.py:7: ruling pace rests on the document walk.fr, which does not exist; "
                "did you mean walk.en or walk.de?"
            ),
        ),
        (
            book(replace(PACE, documents={Pace.SLOW: ("walk.en/flod",)})),
            (
                "rulings.py:7: ruling pace rests on walk.en in the printing flod, which does not exist; "
                "did you mean fold?"
            ),
        ),
        (
            book(replace(PACE, reasons={**PACE.reasons, Other.SLOW: "It is another's."})),
            "rulings.py:7: ruling pace: <Other.SLOW: 'Slowly.'> is not one of its readings; use Pace",
        ),
        (
            book(replace(PACE, documents={Other.SLOW: ("walk.en",)})),
            "rulings.py:7: ruling pace: <Other.SLOW: 'Slowly.'> is not one of its readings; use Pace",
        ),
        (
            book(replace(PACE, errata={Other.SLOW: "Go slowly."})),
            "rulings.py:7: ruling pace: <Other.SLOW: 'Slowly.'> is not one of its readings; use Pace",
        ),
        (
            book(
                PACE,
                replace(
                    PACE, readings=Other, reasons={}, speaks={}, documents={}, errata={}, where="more.py:9"
                ),
            ),
            "more.py:9: ruling pace is declared at rulings.py:7 too; give it a name of its own",
        ),
        (
            book(gaps=(replace(TALK, name="pace"),)),
            "gaps.toml:1: gap pace: a ruling has this name; give the gap a name of its own",
        ),
        (
            book(clauses=(ROLL, replace(PACED, rulings=("pacee",)))),
            (
                "clauses.toml:2: clause walk.pace: is settled by the ruling or gap pacee, which does not exist; "
                "did you mean pace?"
            ),
        ),
    ],
)
def test_names_that_do_not_exist(faulty: Book, message: str) -> None:
    assert list(references(faulty)) == [message]


def test_a_ruling_may_be_declared_by_a_book_and_its_heir() -> None:
    assert list(references(book(PACE, PACE))) == []


def test_a_clause_may_be_settled_by_a_gap() -> None:
    settled = replace(PACED, rulings=("talk",))
    assert list(references(book(clauses=(ROLL, settled)))) == []
    assert list(omissions(book(clauses=(ROLL, settled)))) == []


def test_without_a_register_names_of_clauses_and_modes_are_not_checked() -> None:
    alone = replace(book(replace(PACE, clauses=("any",), modes=("any",))), clauses=None, modes=None)
    assert list(references(alone)) == []
    assert list(omissions(alone)) == [
        "clauses.toml: is not there; write down every rule of the documents, one to a clause"
    ]


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        (
            book(clauses=(replace(ROLL, units={"walk.en": ("u1",), "walk.de": ("u1",)}), PACED)),
            "walk.en: unit u2 (definition, page two, single) is in no clause; cite it, or change its kind",
        ),
        (
            book(replace(PACE, reasons={Pace.SLOW: "It is safe."})),
            "rulings.py:7: ruling pace gives no reason for FAST; say in `reasons` what speaks for it",
        ),
        (
            book(replace(PACE, clauses=())),
            "rulings.py:7: ruling pace doubts no clause; name those in doubt",
        ),
        (
            book(replace(PACE, hole="silent", documents={})),
            (
                "clauses.toml:2: clause walk.pace: differs, and no ruling says where; "
                "say in `documents` of pace who says what"
            ),
        ),
        (
            book(replace(PACE, documents={}), clauses=(ROLL, replace(PACED, difference=""))),
            (
                "rulings.py:7: ruling pace fills a hole of translation; "
                "say in `documents` which language says what"
            ),
        ),
        (
            replace(
                book(),
                manifests={
                    **MANIFESTS,
                    "walk.en": replace(MANIFESTS["walk.en"], printings=("fold", "third", "single")),
                },
            ),
            "walk.en: the printing 'third' has no unit; name it in its units, or take it out",
        ),
    ],
)
def test_what_is_missing(faulty: Book, message: str) -> None:
    assert list(references(faulty)) == []
    assert list(omissions(faulty)) == [message]


def test_documents_that_nobody_cites() -> None:
    assert list(uncited([book()], MANIFESTS)) == []
    assert list(uncited([book()], [*MANIFESTS, "walk.fr"])) == [
        "walk.fr: no clause of any ruleset cites it; write its clauses, or take its manifest out"
    ]


def test_borrowed_words() -> None:
    theirs = {
        "walk.en": "First roll! THEN walk, as far as the die says. It is quick: no move is a word, so nobody talks."
    }
    assert list(quotations(book(), theirs)) == []
    assert list(quotations(book(), theirs, run=8)) == [
        "clause walk.pace: 'then walk as far as the die says' stands in walk.en; say it in other words"
    ]
    assert [line.partition(":")[0] for line in quotations(book(), theirs, run=3)] == [
        *["clause walk.pace"] * 6,
        "ruling pace, FAST",
        *["gap talk"] * 3,
    ]


# ---- this project

PACKAGES = sorted(
    path.name
    for path in (ROOT / "spec").iterdir()
    if any((path / name).exists() for name in ("clauses.toml", "rulings.py", "gaps.toml"))
)

HELD = """
import json, sys
from pathlib import Path
from queensbench.project import projects as project
from queensbench.project.register.consistency import omissions, quotations, references
from queensbench.project.register.seeds import find_documents

loaded = project.load(Path(sys.argv[1]))
folder = sys.argv[2]
found = {}
for name in sys.argv[3:]:
    [ruleset] = loaded.registers(name)
    book = ruleset.book
    documents = find_documents(Path(folder), book.manifests.values()) if folder else {}
    texts = {key: document.text for key, document in documents.items()}
    found[name] = [list(references(book)), list(omissions(book)), sorted(texts), list(quotations(book, texts))]
print(json.dumps(found))
"""


@cache
def held() -> dict[str, tuple[list[str], list[str], list[str], list[str]]]:
    """Names, omissions, the documents at hand and quotations of each package, found in one process of its own."""
    folder = os.environ.get("QUEENSBENCH_DOCUMENTS", "")
    names = [package.replace("_", "-") for package in PACKAGES]
    done = subprocess.run(
        [sys.executable, "-c", HELD, str(ROOT), folder and str(Path(folder).resolve()), *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {package: found[name] for package, name in zip(PACKAGES, names, strict=True)}


def test_the_queen_is_dead_has_a_register() -> None:
    assert "queen_is_dead" in PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_a_register_is_whole(package: str) -> None:
    names, missing, _, _ = held()[package]
    assert names == []
    assert missing == []


def test_every_document_is_cited() -> None:
    cited = set()
    for package in PACKAGES:
        path = ROOT / "spec" / package / "clauses.toml"
        cited |= set(load_clauses(path, Manifests(ROOT / "seeds")).documents) if path.exists() else set()
    assert sorted(cited) == sorted(Manifests(ROOT / "seeds"))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_register_borrows_no_words(package: str) -> None:
    if not os.environ.get("QUEENSBENCH_DOCUMENTS"):
        pytest.skip("QUEENSBENCH_DOCUMENTS names no folder of documents")
    _, _, documents, quoted = held()[package]
    assert documents == sorted(Manifests(ROOT / "seeds"))
    assert quoted == []
