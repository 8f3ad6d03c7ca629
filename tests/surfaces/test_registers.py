"""The commands on clauses, rulings and gaps: filters, what is shown in full, and rulesets that have no model yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surfaces.projects import Done, once, run_all, write

ZEROS = "0" * 64

SEED = """\
key = "walk.{language}"
title = "Walk"
publisher = "Nobody"
edition = "first"
language = "{language}"
sha256 = "{zeros}"
length = 40
file = "walk.{language}.txt"
printings = ["fold", "single"]
"""

UNIT = """
[[unit]]
id = "u{number}"
kind = "rule"
place = "page {number}"
fragments = [[{start}, {end}]]
sha256 = "{zeros}"
printing = "{printing}"
"""

CLAUSES = """\
retired = ["walk.run"]

[modes]
solo = "One walks."
race = "Two walk."

[variants]
rain = "It rains."

[[clause]]
name = "walk.roll"
kind = "normative"
text = "Roll the die."
units = { "walk.en" = ["u1", "u2"], "walk.de" = ["u1"] }
needs = ["model", "property"]

[[clause]]
name = "walk.pace"
kind = "definition"
text = "A pace is one step."
units = { "walk.de" = ["u2"] }
needs = ["model"]
links = [{ type = "interprets", to = "walk.roll" }]
modes = ["race"]
difference = "Only the German text says how long a pace is."
rulings = ["pace"]

[[clause]]
name = "walk.wet"
kind = "example"
text = "Whoever is wet stays."
units = { "walk.en" = ["u3"], "walk.de" = ["u3"] }
needs = ["example"]
modes = ["solo"]
variants = ["rain"]
"""

RULINGS = '''
"""What the rules of Walk leave open."""

from queensbench.language import Reading, Rulings, ruling


class Pace(Reading):
    """How long is a pace."""

    STEP = "One step."
    LEAP = "Two steps."


class Roll(Reading):
    """May one roll twice."""

    ONCE = "Once."
    TWICE = "Twice."


class WalkRulings(Rulings):
    pace: Pace = ruling(
        Pace.STEP, question="How long is a pace?", clauses=("walk.pace",), hole="translation", why="It is usual.",
        reasons={Pace.STEP: "So it is usual.", Pace.LEAP: "The die is small."}, speaks={Pace.LEAP: ("walk.roll",)},
        documents={Pace.STEP: ("walk.de/fold",), Pace.LEAP: ("walk.en",)}, modes=("race",),
    )
    twice: Roll = ruling(
        Roll.ONCE, question="May one roll twice?", clauses=("walk.roll",), hole="silent", why="Nobody says so.",
        reasons={Roll.ONCE: "No other roll is named.", Roll.TWICE: "Nothing forbids it."}, found="encoding",
    )
'''

GAPS = """\
[[gap]]
name = "talk"
question = "May one talk while walking?"
clauses = ["walk.roll"]
hole = "silent"
reason = "No move of the game is a word."
assumed = "Nobody talks."
modes = ["solo"]
"""


def seed(language: str) -> str:
    units = (
        UNIT.format(
            number=n, start=10 * n, end=10 * n + 5, zeros=ZEROS, printing="single" if n == 2 else "fold"
        )
        for n in (1, 2, 3)
    )
    return SEED.format(language=language, zeros=ZEROS) + "".join(units)


FILES = {
    "spec/walk/clauses.toml": CLAUSES,
    "spec/walk/rulings.py": RULINGS,
    "spec/walk/gaps.toml": GAPS,
    "seeds/walk.en.toml": seed("en"),
    "seeds/walk.de.toml": seed("de"),
}

BY_CLAUSE: dict[str, list[str]] = {
    "": ["walk.roll", "walk.pace", "walk.wet"],
    "--kind normative": ["walk.roll"],
    "--need property": ["walk.roll"],
    "--need example": ["walk.wet"],
    "--mode solo": ["walk.roll", "walk.wet"],
    "--mode race": ["walk.roll", "walk.pace"],
    "--variant rain": ["walk.wet"],
    "--document walk.en": ["walk.roll", "walk.wet"],
    "--document walk.en/single": ["walk.roll"],
    "--document walk.de/single": ["walk.pace"],
    "--hole silent": ["walk.roll"],
    "--hole translation": ["walk.pace"],
    "--unsettled": ["walk.roll", "walk.pace"],
    "--differences": ["walk.pace"],
    "--mode race --need property": ["walk.roll"],
    "--mode solo --differences": [],
}
BY_RULING: dict[str, tuple[list[str], list[str]]] = {
    "": (["pace", "twice"], ["talk"]),
    "--no-gaps": (["pace", "twice"], []),
    "--hole silent": (["twice"], ["talk"]),
    "--mode solo": (["twice"], ["talk"]),
    "--mode race": (["pace", "twice"], []),
    "--document walk.de": (["pace"], []),
    "--document walk.de/fold": (["pace"], []),
    "--document walk.de/single": ([], []),
    "--clause walk.roll": (["twice"], ["talk"]),
    "--found encoding": (["twice"], []),
}
COMMANDS = {
    "clauses": ["clauses", "walk"],
    "differences": ["clauses", "--differences"],
    "clause": ["clauses", "walk", "walk.pace"],
    "clause json": ["clauses", "walk", "walk.pace", "--json"],
    "rulings": ["rulings", "walk"],
    "ruling": ["rulings", "walk", "pace"],
    "gap": ["rulings", "walk", "talk"],
    "rulings json": ["rulings", "walk", "--json"],
    "missing": ["clauses", "walk", "--missing"],
    "missing anywhere": ["clauses", "--missing", "--json"],
    "audit": ["audit", "-i", "small"],
    "audit json": ["audit", "-i", "small", "--json"],
    "audit counter": ["audit", "counter", "-i", "small", "--json"],
}
NO_MODEL = "walk has no model yet; write model/walk/, or see `queensbench clauses walk`"
REFUSED = {
    "audit walk": NO_MODEL,
    "audit counter walk": NO_MODEL,
    "audit walk/solo": NO_MODEL,
    "explore walk": NO_MODEL,
    "play walk/race": NO_MODEL,
    "prove walk": NO_MODEL,
    "search walk end": NO_MODEL,
    "clauses wolk": "no ruleset is called wolk; did you mean walk?",
    "clauses counter": "counter has no register of clauses; write spec/counter/clauses.toml",
    "clauses walk walk.ral": "{root}/spec/walk/clauses.toml: clause 'walk.ral' is unknown; use one of walk.roll, walk.pace, walk.wet",
    "clauses walk walk.run": "{root}/spec/walk/clauses.toml: clause 'walk.run' was retired; use one of walk.roll, walk.wet",
    "clauses walk --mode sol": "no mode is called sol; did you mean solo?",
    "clauses walk --variant snow": "no variant is called snow; choose of rain",
    "clauses walk --kind normal": "no kind of clause is called normal; did you mean normative?",
    "clauses walk --need proof": "no need is called proof; choose of model, property, example",
    "clauses walk --document walk.fr": "no document is called walk.fr; did you mean walk.en or walk.de or walk.en/fold?",
    "clauses walk --document walk.en/flod": (
        "no document is called walk.en/flod; did you mean walk.en/fold or walk.de/fold or walk.en?"
    ),
    "rulings walk --hole silence": "no kind of hole is called silence; did you mean silent?",
    "rulings walk --clause walk.roler": "no clause is called walk.roler; did you mean walk.roll or walk.wet or walk.pace?",
    "rulings walk --found luck": "no way of finding is called luck; choose of reading, encoding",
    "rulings walk --mode duel": "no mode is called duel; choose of solo, race",
    "rulings walk pase": "walk has no ruling pase; did you mean pace?",
}


def prepare(folder: Path) -> None:
    write(folder, FILES)
    for path in (folder / "model").glob("*.py"):
        if path.name != "counter.py":
            path.unlink()


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Done]]:
    commands = {
        **COMMANDS,
        **{f"clauses {options}": ["clauses", "walk", *options.split(), "--json"] for options in BY_CLAUSE},
        **{f"rulings {options}": ["rulings", "walk", *options.split(), "--json"] for options in BY_RULING},
        **{f"refused {line}": line.split() for line in REFUSED},
    }
    folder, done = once(tmp_path_factory, "registers", list(commands.values()), prepare)
    return folder, dict(zip(commands, done, strict=True))


@pytest.mark.parametrize("options", BY_CLAUSE)
def test_clauses_are_filtered(found: tuple[Path, dict[str, Done]], options: str) -> None:
    done = found[1][f"clauses {options}"]
    assert (done.code, done.err) == (0, "")
    assert [row["name"] for row in done.json["clauses"]] == BY_CLAUSE[options]


@pytest.mark.parametrize("options", BY_RULING)
def test_rulings_are_filtered(found: tuple[Path, dict[str, Done]], options: str) -> None:
    done = found[1][f"rulings {options}"]
    assert (done.code, done.err) == (0, "")
    names = tuple([row["name"] for row in done.json[what]] for what in ("rulings", "gaps"))
    assert names == BY_RULING[options]


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_refused_is_one_line(found: tuple[Path, dict[str, Done]], line: str) -> None:
    folder, done = found
    message = REFUSED[line].format(root=folder)
    assert done[f"refused {line}"] == Done(2, "", f"queensbench: {message}\n")


def test_clauses_as_a_table(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["clauses"].out == (
        "3 clauses\n"
        "clause     ruleset  kind        what it says, in our words  where\n"
        "walk.roll  walk     normative   Roll the die.               walk.en:u1,u2 walk.de:u1\n"
        "walk.pace  walk     definition  A pace is one step.         walk.de:u2\n"
        "walk.wet   walk     example     Whoever is wet stays.       walk.en:u3 walk.de:u3\n\n"
    )


def test_differences_as_a_table(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["differences"].out == (
        "1 clause\n"
        "clause     ruleset  what it says, in our words  how the texts differ                           settled by\n"
        "walk.pace  walk     A pace is one step.         Only the German text says how long a pace is.  pace\n\n"
    )


def test_a_clause_in_full(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["clause"].out == (
        "walk: walk.pace\n"
        "A pace is one step.\n"
        "  definition; needs model\n"
        "  modes: race\n"
        "  stated by walk.de: u2 (rule, page 2, single)\n"
        "  interprets walk.roll\n"
        "  the texts differ: Only the German text says how long a pace is.\n"
        "  open in it: pace\n\n"
    )
    assert found[1]["clause json"].json == {
        "clauses": [
            {
                "ruleset": "walk",
                "name": "walk.pace",
                "kind": "definition",
                "text": "A pace is one step.",
                "units": {"walk.de": ["u2"]},
                "needs": ["model"],
                "links": [{"type": "interprets", "to": "walk.roll"}],
                "modes": ["race"],
                "variants": [],
                "difference": "Only the German text says how long a pace is.",
                "rulings": ["pace"],
                "doubted_by": ["pace"],
            }
        ]
    }


def test_rulings_and_gaps_as_tables(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["rulings"].out == (
        "2 rulings\n"
        "ruling  ruleset  hole         question             house reading  readings\n"
        "pace    walk     translation  How long is a pace?  step                  2\n"
        "twice   walk     silent       May one roll twice?  once                  2\n\n"
        "1 gap, which no model can express\n"
        "gap   ruleset  hole    question                     what is assumed\n"
        "talk  walk     silent  May one talk while walking?  Nobody talks.\n\n"
        "walk: rulings by hole: silent 1, translation 1; gaps by hole: silent 1\n"
    )


def test_a_ruling_in_full(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["ruling"].out == (
        "walk: pace\n"
        "How long is a pace?\n"
        "  hole: translation; found by reading; clauses in doubt: walk.pace; modes: race\n"
        "  step (house): One step.\n"
        "      So it is usual.\n"
        "      supported by: walk.de/fold\n"
        "  leap: Two steps.\n"
        "      The die is small.\n"
        "      speaks for it: walk.roll\n"
        "      supported by: walk.en\n"
        "  why the house reading: It is usual.\n\n"
    )


def test_a_gap_in_full(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["gap"].out == (
        "walk: talk\n"
        "May one talk while walking?\n"
        "  hole: silent; found by reading; clauses in doubt: walk.roll; modes: solo\n"
        "  why no model can express it: No move of the game is a word.\n"
        "  what is assumed: Nobody talks.\n\n"
    )


def test_rulings_and_gaps_as_an_object(found: tuple[Path, dict[str, Done]]) -> None:
    data = found[1]["rulings json"].json
    assert data["gaps"] == [
        {
            "ruleset": "walk",
            "name": "talk",
            "question": "May one talk while walking?",
            "hole": "silent",
            "found": "reading",
            "clauses": ["walk.roll"],
            "modes": ["solo"],
            "reason": "No move of the game is a word.",
            "assumed": "Nobody talks.",
        }
    ]
    assert data["holes"] == {
        "walk": {"silent": {"rulings": 1, "gaps": 1}, "translation": {"rulings": 1, "gaps": 0}}
    }
    assert [reading["documents"] for reading in data["rulings"][0]["readings"]] == [
        ["walk.de/fold"],
        ["walk.en"],
    ]


def test_what_is_still_to_be_written(found: tuple[Path, dict[str, Done]]) -> None:
    assert found[1]["missing"] == Done(0, "walk: whole\n", "")
    anywhere = found[1]["missing anywhere"]
    counter = anywhere.json["missing"]["counter"]
    assert (anywhere.code, anywhere.json["missing"]["walk"], anywhere.json["missing"]["seeds"]) == (1, [], [])
    assert counter[0].endswith(
        "spec/counter/clauses.toml: is not there; write down every rule of the documents, one to a clause"
    )


def test_a_unit_in_no_clause_is_still_to_be_written(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", **FILES})
    text = CLAUSES.replace('"walk.de" = ["u2"]', '"walk.de" = ["u1"]')
    write(
        tmp_path,
        {"spec/walk/clauses.toml": text, "seeds/more.toml": seed("en").replace('"walk.en"', '"more"')},
    )
    [done] = run_all(tmp_path, [["clauses", "--missing"]])
    assert done == Done(
        1,
        "walk: 1 thing to be written\n"
        "  walk.de: unit u2 (rule, page 2, single) is in no clause; cite it, or change its kind\n"
        "seeds: 1 thing to be written\n"
        "  more: no clause of any ruleset cites it; write its clauses, or take its manifest out\n",
        "",
    )


def test_an_audit_says_what_has_no_model_yet(found: tuple[Path, dict[str, Done]]) -> None:
    done = found[1]["audit"]
    assert done.err == ""
    assert done.out.splitlines()[-1] == "Without a model yet, and so not audited: walk."
    assert found[1]["audit json"].json["without_model"] == ["walk"]
    assert [ruleset["name"] for ruleset in found[1]["audit json"].json["rulesets"]] == ["counter"]
    assert found[1]["audit counter"].json["without_model"] == []


FAULTS = {
    "spec/walk/gaps.toml": (
        'name = "talk"',
        'name = "twice"',
        "spec/walk/gaps.toml:1: gap twice: a ruling has this name; give the gap a name of its own",
    ),
    "spec/walk/clauses.toml": (
        'rulings = ["pace"]',
        'rulings = ["pase"]',
        (
            "spec/walk/clauses.toml:17: clause walk.pace: is settled by the ruling or gap pase, which does not exist; "
            "did you mean pace?"
        ),
    ),
    "spec/walk/rulings.py": (
        '"walk.de/fold"',
        '"walk.de/flod"',
        (
            "spec/walk/rulings.py:22: ruling pace rests on walk.de in the printing flod, which does not exist; "
            "did you mean fold?"
        ),
    ),
    "seeds/walk.en.toml": (
        'printings = ["fold", "single"]',
        'printings = ["single"]',
        "seeds/walk.en.toml:11: unit u1: unknown printing 'fold'; use single",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("command", ["clauses", "rulings"])
def test_a_register_in_error_is_one_line(tmp_path: Path, name: str, command: str) -> None:
    old, new, message = FAULTS[name]
    assert FILES[name].count(old) == 1
    write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", **FILES, name: FILES[name].replace(old, new)})
    [done] = run_all(tmp_path, [[command, "walk", "--json"]])
    assert done == Done(2, "", f"queensbench: {tmp_path}/{message}\n")
