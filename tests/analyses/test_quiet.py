"""Quiet choices of a small game: which decisions are found, what becomes of each otherwise, and their answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.analyses.quiet.backing import backing, shared, stem
from queensbench.analyses.quiet.rows import QuietRow
from queensbench.analyses.quiet.search import FlipStanding, judge
from queensbench.errors import BadInput
from queensbench.project import projects
from queensbench.rules.transforms.quiet_choices import Flip
from tests.surfaces.projects import HEAD, run, write

MODEL = (
    '"""Purse: two players take coins from a pot."""\n'
    + HEAD
    + """
from spec.purse.rulings import Empty, Last, r


class Box(Sizes):
    coins: int = size(4, lo=1, hi=9)


class Who(Kind):
    ANN = auto()
    BOB = auto()


n = Box()
Coins = Annotated[int, Range(0, n.coins)]
Taken = Annotated[int, Range(1, 2)]
OTHER: Lookup[Who, Who] = Lookup({Who.ANN: Who.BOB, Who.BOB: Who.ANN})


class State(Record):
    turn: Who
    pot: Coins
    purse: Table[Who, Coins]
    most: Coins
    log: Coins


@initial("set.up")
def start(s: State) -> None:
    s.pot = n.coins


@decider()
def mover(s: State) -> Who:
    return s.turn


@rule()
def note(s: State) -> None:
    s.most = max(s.purse[Who.ANN], s.purse[Who.BOB])
    if s.most < s.log:
        return
    s.log = s.most


@action("coin.take")
def take(s: State, count: Taken) -> None:
    require(count <= s.pot)
    s.pot -= count
    s.purse[s.turn] += count
    if s.purse[s.turn] > 2:
        with clause("coin.give"):
            s.purse[s.turn] -= 1
            s.purse[OTHER[s.turn]] += 1
    note(s)
    if s.pot > 0 or r.last == Last.TURNS:
        s.turn = OTHER[s.turn]


@over("game.end")
def ended(s: State) -> bool:
    if s.pot == 0 and r.empty == Empty.SILENT:
        return True
    return all(s.pot == 0 for k in range(2))


@wins("game.end")
def won(s: State, p: Who) -> bool:
    return s.purse[p] > s.purse[OTHER[p]]


mode = Mode(
    "coins", state=State, rulings=r, sizes=n, players=Who,
    instances=(Instance("small", sizes={"coins": 3}, explore=True, states=20),),
)
"""
)
RULINGS = (
    '"""Purse: what the text leaves open."""\n'
    + HEAD
    + '''

class Last(Reading):
    """Whose turn is it after the last coin."""

    STAYS = "Nobody's."
    TURNS = "The other player's."


class Empty(Reading):
    """When does an empty pot end the game."""

    SILENT = "At once."
    LATER = "At the end of the turn."


class Asked(Rulings):
    last: Last = ruling(Last.STAYS, question="Whose turn is it?", clauses=("game.end",), hole="silent", why="None comes.")
    empty: Empty = ruling(Empty.SILENT, question="When?", clauses=("game.end",), hole="two-way", why="It ends then.")


r = Asked()
'''
)
CLAUSES = """
retired = []
[modes]
coins = "The one way to play."
"""
TEXTS = {
    "set.up": "All coins begin in the pot.",
    "coin.take": "A player may take one coin or any two of the pot.",
    "coin.give": "A player must hand over a coin.",
    "game.end": "The game ends when the pot is empty; who has more in the purse wins.",
}
for _name, _text in TEXTS.items():
    CLAUSES += f'[[clause]]\nname = "{_name}"\nkind = "normative"\ntext = "{_text}"\nunits = {{ "purse.en" = ["u1"] }}\nneeds = ["model"]\n'
SEED = f"""
key = "purse.en"
title = "Purse"
publisher = "nobody"
edition = "first"
language = "en"
sha256 = "{"0" * 64}"
length = 9
file = "purse.txt"

[[unit]]
id = "u1"
kind = "rule"
place = "1"
fragments = [[0, 9]]
sha256 = "{"0" * 64}"
"""
FILES = {
    "seeds/purse.en.toml": SEED,
    "pyproject.toml": "[tool.queensbench]\n",
    "model/purse.py": MODEL,
    "spec/__init__.py": "",
    "spec/purse/__init__.py": "",
    "spec/purse/rulings.py": RULINGS,
    "spec/purse/clauses.toml": CLAUSES,
}


GAMES = "parts on coins full, in games"
GIVE = "if s.purse[s.turn] > 2"
SMALL = "no difference: exhausted on coins small (7 states); seen only in 50 games of coins full"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("purse"), FILES)


def asked(folder: Path, *more: str, code: int = 0) -> dict[str, Any]:
    done = run(folder, "quiet", "--games", "50", "--json", *more)
    assert (done.code, done.err) == (code, "")
    [found] = done.json["rulesets"]
    return dict(found)


def test_every_decision_of_a_small_game(folder: Path) -> None:
    found = asked(folder)
    rows = {(row["rule"], row["kind"], row["text"]): (row["verdict"], row["shown"]) for row in found["rows"]}
    take = [
        text
        for _, kind, text in rows
        if kind == "swap" and text.startswith("s.purse[s.turn] += count before")
    ]
    note = [
        text for _, kind, text in rows if kind == "swap" and text.startswith("if s.purse[s.turn] > 2: with")
    ]
    assert len(take) == len(note) == 1
    assert rows == {
        ("purse.note", "clamp", "max(s.purse[Who.ANN], s.purse[Who.BOB])"): ("parts", "parts on coins small"),
        ("purse.note", "early-return", "if s.most < s.log"): ("parts", "parts on coins small"),
        ("purse.note", "tie", "s.most < s.log"): ("same", SMALL),
        ("purse.take", "require", "count <= s.pot"): ("settled", "coin.take speaks of it: pot"),
        ("purse.take", "tie", "count <= s.pot"): ("parts", "parts on coins small"),
        ("purse.take", "other-side", GIVE): ("parts", "parts on coins small"),
        ("purse.take", "swap", take[0]): ("parts", GAMES),
        ("purse.take", "swap", note[0]): ("parts", GAMES),
        ("purse.take", "swap", "s.purse[s.turn] -= 1 before s.purse[OTHER[s.turn]] += 1"): ("same", SMALL),
        ("purse.take", "other-side", "s.pot > 0 in s.pot > 0 or r.last == Last.TURNS"): (
            "parts",
            "parts on coins small",
        ),
        ("purse.ended", "other-side", "s.pot == 0 in s.pot == 0 and r.empty == Empty.SILENT"): (
            "settled",
            "game.end speaks of it: pot",
        ),
        ("purse.ended", "bound", "k in range(2) of all((s.pot == 0 for k in range(2)))"): ("same", SMALL),
        ("purse.won", "tie", "s.purse[p] > s.purse[OTHER[p]]"): ("settled", "game.end speaks of it: purse"),
        ("pot", "component", "it is empty"): ("settled", "clause game.end speaks of it"),
        ("last", "pair", "empty"): ("settled", "an audit tries it"),
        ("coin.take", "word", "may"): ("shown", "an action carries it out"),
        ("coin.take", "word", "any"): ("shown", "an action with a choice carries it out"),
        ("coin.give", "word", "must"): (
            "parts",
            "neither a ruling nor the kind of rule says what was made of it",
        ),
    }
    [first] = [row for row in found["rows"] if row["text"] == take[0]]
    assert (first["text"], first["flip"], first["play"]) == (
        take[0],
        "the other way round",
        ["take(count=2)", "take(count=1)", "take(count=1)"],
    )
    assert (first["games"], first["parted"], first["decided"]) == (50, 17, 17)
    assert (found["unanswered"], found["left"]) == (8, [])


ANSWERS = """
[[answer]]
kind = "field"
text = "pot"
why = "It is what is left."

[[answer]]
rule = "purse.take"
kind = "other-side"
text = "if s.purse[s.turn] > 2"
clause = "coin.give"

[[answer]]
rule = "coin.give"
kind = "word"
text = "must"
ruling = "last"
"""


def test_answers_of_each_sort(folder: Path, tmp_path: Path) -> None:
    project = write(tmp_path, {**FILES, "spec/purse/quiet.toml": ANSWERS})
    found = asked(project, "--fail", code=1)
    answered = {(row["rule"], row["kind"]): row["answer"] for row in found["rows"] if row["answer"]}
    assert answered == {
        ("purse.take", "other-side"): {"why": "It is what is left."},
        ("purse.take", "require"): {"why": "It is what is left."},
        ("purse.take", "tie"): {"why": "It is what is left."},
        ("purse.ended", "other-side"): {"why": "It is what is left."},
        ("coin.give", "word"): {"ruling": "last"},
    } | {("purse.take", "other-side"): answered["purse.take", "other-side"]}
    assert found["unanswered"] == 4
    assert found["kinds"]["word"] == {"shown": 2, "ruling": 1}


def test_it_fails_only_while_something_is_not_answered(folder: Path, tmp_path: Path) -> None:
    rows = asked(folder, "--fail", code=1)["rows"]
    text = "".join(
        f"[[answer]]\nrule = {row['rule']!r}\nkind = {row['kind']!r}\ntext = {row['text']!r}\nwhy = 'So.'\n"
        for row in rows
        if row["verdict"] == "parts"
    )
    project = write(tmp_path, {**FILES, "spec/purse/quiet.toml": text})
    assert asked(project, "--fail")["unanswered"] == 0


HEADER = '[[answer]]\nrule = "purse.take"\nkind = "tie"\ntext = "count <= s.pot"\n'
BAD = {
    HEADER: "has no answer; give exactly one of ruling, gap, clause, why",
    HEADER + 'why = "a"\ngap = "b"\n': "has gap and why; give exactly one of ruling, gap, clause, why",
    HEADER + 'ruling = "lats"\n': "unknown ruling 'lats'; use last",
    HEADER + 'clause = "coin.tak"\n': "unknown clause 'coin.tak'; use coin.take",
    HEADER + 'gap = "none"\n': "unknown gap 'none'; take it out",
    HEADER + 'why = "a"\n' + HEADER + 'why = "b"\n': "this question is answered twice; give one answer",
    HEADER + 'number = 2\nwhy = "a"\n': (
        "answers a question that is not asked; "
        "take it out, or copy the rule, kind and text from `queensbench quiet --json`"
    ),
    '[[answer]]\nkind = "field"\ntext = "pto"\nwhy = "a"\n': "'pto' is no field of a state; use pot",
}


@pytest.mark.parametrize("text", BAD)
def test_answers_that_are_not_in_order(folder: Path, text: str) -> None:
    place = folder / "spec" / "purse" / "quiet.toml"
    place.write_text(text, encoding="utf-8")
    try:
        done = run(folder, "quiet", "--games", "50")
    finally:
        place.unlink()
    line = 1 + text.rindex("[[answer]]") if "twice" in BAD[text] else 1
    line = text[:line].count("\n") + 1
    name = "pto" if "pto" in text else "count <= s.pot"
    assert (done.code, done.out) == (2, "")
    assert done.err == f"queensbench: {place}:{line}: answer {name}: {BAD[text]}\n"


def test_an_instance_that_is_not_explored_is_refused(folder: Path) -> None:
    done = run(folder, "quiet", "-i", "full")
    assert (done.code, done.out) == (2, "")
    assert done.err == "queensbench: no explored instance is called full; choose of small\n"


def test_what_there_was_no_time_for_is_open(folder: Path) -> None:
    found = asked(folder, "--seconds", "0", "--store", "off")
    assert {row["verdict"] for row in found["rows"] if row["kind"] in ("clamp", "swap", "bound")} == {"open"}
    assert found["left"] == [
        f"purse/coins{what}" for what in (" small", " (games)", " small (orders)", " (components)")
    ]


def test_answers_to_what_there_was_no_time_for_are_in_order(tmp_path: Path) -> None:
    text = "[[answer]]\nrule = 'pot'\nkind = 'component'\ntext = 'it is empty'\nclause = 'game.end'\n"
    text += "[[answer]]\nrule = 'coin.give'\nkind = 'word'\ntext = 'must'\nwhy = 'So.'\n"
    project = write(tmp_path, {**FILES, "spec/purse/quiet.toml": text})
    assert "component" not in asked(project, "--seconds", "0", "--store", "off", "--fail", code=3)["kinds"]


def test_the_same_from_python(folder: Path) -> None:
    try:
        [found] = qb.quiet("purse", project=folder, games=50)
        assert (found.mode, len(found.unanswered), found.left) == ("purse", 8, ())
        assert found.unanswered[0][:2] == ("purse.take", "other-side")
        assert found.rows()[0] == ("rule", "kind", "code")
        assert found.kinds["bound"] == {"same": 1}
        with pytest.raises(BadInput, match="no ruleset is called prse; did you mean purse"):
            qb.quiet("prse", project=folder)
    finally:
        projects.load()


def test_when_a_clause_speaks_of_a_decision() -> None:
    texts = {"draw": "A player draws two cards.", "empty": "Nobody draws when the deck is empty."}
    assert backing("require", {"deck", "0"}, ["draw", "empty"], texts) == ("empty", "deck")
    assert backing("require", {"2"}, ["draw", "empty"], texts) == ("draw", "two")
    assert backing("other-side", {"drawn", "card"}, ["draw"], texts) == ("", "")
    assert backing("other-side", {"draw"}, ["draw", "empty"], texts) == ("empty", "draws")
    assert backing("swap", {"draw"}, ["draw", "empty"], texts) == ("", "")
    assert backing("tie", {"cards"}, ["draw"], texts) == ("", "")


def test_words_without_their_endings() -> None:
    assert [stem(word) for word in ("taking", "takes", "carries", "hopped", "pot")] == [
        "tak",
        "tak",
        "car",
        "hop",
        "pot",
    ]
    assert shared({"tokens"}, "Take a token.") == "token"
    assert shared({"any", "in"}, "Take any token in play.") == ""


BOX = {"matters": "not-seen", "why": "", "play": None}
FOUND: list[tuple[list[tuple[dict[str, Any], bool]], dict[str, Any], str, str]] = [
    ([(BOX, True)], {}, "same", "no difference: exhausted on small (9 states)"),
    (
        [({**BOX, "matters": "undecided"}, False)],
        {},
        "same",
        "no difference: seen only in the first 9 states of small",
    ),
    (
        [({**BOX, "matters": "undecided"}, True)],
        {},
        "open",
        "whether play comes there on small is not known",
    ),
    ([({**BOX, "matters": "breaks", "why": "pot below 0"}, True)], {}, "breaks", "pot below 0"),
    ([({**BOX, "matters": "refused", "why": "no such"}, True)], {}, "open", "not tried: no such"),
    ([], {}, "open", "not tried"),
    (
        [(BOX, True)],
        {"parted": 3, "winner": 0, "broken": 3, "play": ["a"]},
        "breaks",
        "breaks in 3 of 5 games",
    ),
    (
        [(BOX, True)],
        {"parted": 3, "winner": 1, "broken": 2, "play": ["a"]},
        "parts",
        "parts on full, in games",
    ),
    ([({**BOX, "matters": "legal", "play": ["b"]}, True)], {}, "parts", "parts on small"),
]


@pytest.mark.parametrize(("boxes", "games", "verdict", "shown"), FOUND)
def test_no_verdict_says_more_than_was_shown(
    boxes: list[tuple[dict[str, Any], bool]], games: dict[str, Any], verdict: str, shown: str
) -> None:
    standing = FlipStanding(Flip("flip", "otherwise", ()))
    for found, complete in boxes:
        standing.note_box("small", found, complete=complete, states=9)
    standing.note_games("full", games, 5)
    row = QuietRow("rule", "require", "x", 1, "rule.py:1", (), (), frozenset())
    judge(row, [standing])
    assert (row.verdict, row.shown) == (verdict, shown)
