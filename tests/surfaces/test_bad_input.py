"""Bad input: one line each, what, where and the remedy; exit 2, and nothing on standard output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surfaces.projects import Done, once, run_all, write

ALL = (
    "big, counter, faulty-endless, faulty-mixed, faulty-place, faulty-start, faulty-startvalue, faulty-subset, "
    "faulty-value, faulty-weight, race, silent-ends, snail-race, verdicts"
)
SEVEN = " or ".join(f"verdicts/{m}" for m in ("good", "bad", "late", "both", "hoped", "weak", "turn"))

NAMES = {
    "audit countr": "no ruleset is called countr; did you mean counter?",
    "audit zebra": f"no ruleset is called zebra; choose of {ALL}",
    "audit counter/cuont": "counter has no mode cuont; did you mean count?",
    "audit counter -p toop": "no property is called toop; did you mean top?",
    "audit race -p top": "no property is called top; choose of two-winners",
    "audit counter -p two -i full": "the property two is not asked of full; name one of small",
    "audit counter -p two -i small -i wide": (
        "nothing that was named is asked of the instance wide; leave it out, or name a property that is asked of it"
    ),
    "audit counter race -p two -i short": "the property two is not asked of short; name one of small",
    "errata counter -i full": "instance full is played, not explored; name one that is explored",
    "errata counter -p two -i wide": "the property two is not asked of wide; name one of small",
    "mutate counter --tests nope/*.py": "no test is called nope/*.py; name files below the project's folder",
    "audit counter -i smal": "no instance is called smal; did you mean small?",
    "audit race counter -r tye=both": "mode race has no ruling tye; did you mean tie?",
    "audit race counter -r tie=non": "ruling tie has no reading non; choose of red, both",
    "audit counter race -r tie=non": "ruling tie has no reading non; choose of red, both",
    "audit counter -r early": "`early` chooses no reading; write ruling=reading",
    "explore verdicts": f"verdicts has 7 modes; write {SEVEN}",
    "explore counter -i smal": "mode count has no instance smal; did you mean small?",
    "explore counter -r stop=late": "mode count has no ruling stop; choose of stop_at_nought, never_asked",
    "explore counter -r stop-at-nought=lat": "ruling stop_at_nought has no reading lat; did you mean late?",
    "explore counter --graph x.png": "x.png: a graph is not written as `.png`; end it in .graphml, .dot, .gv",
    "explore counter --budget 0": (
        "Invalid value for '--budget': Input should be greater than or equal to 1; see `queensbench explore --help`"
    ),
    "play conter": "no ruleset is called conter; did you mean counter?",
    "play counter --games 10 --show 10": "game 10 of 10; choose one from 0 to 9",
    "rulings contr": "no ruleset is called contr; did you mean counter?",
    "rulings counter stop": "counter has no ruling stop; choose of stop_at_nought, never_asked",
    "rulings --hole two": "no kind of hole is called two; did you mean two-way?",
    "clauses counter": "counter has no register of clauses; write spec/counter/clauses.toml",
    "clauses --kind norm": "no kind of clause is called norm; did you mean normative?",
    "clauses snail-race turn.crep": (
        "{project}/spec/snail_race/clauses.toml: clause 'turn.crep' is unknown; use one of turn.creep, turn.rest, turn.order"
    ),
    "audit --bogus": "No such option: --bogus; see `queensbench audit --help`",
    "adit": "No such command 'adit'; did you mean 'audit', 'advise'?",
    "replay": "Missing argument 'FILE'; see `queensbench replay --help`",
    "replay nothing.json": "nothing.json: cannot be read: no such file or directory; name a play in ITF",
    "new model": "model: the folder is not empty; name a new folder",
}

RANGE = "widen the range, or require what keeps within it"
MODEL: dict[str, list[str]] = {
    "subset": [
        (
            'model/faulty_subset.py:21: `"one"` is outside the language; '
            "values are whole numbers, bools and members of kinds"
        ),
        (
            "model/faulty_subset.py:22: `while True: s.at = 1` `while` is outside the language; "
            "use `for` over a kind, range(...) or span(...)"
        ),
        (
            "model/faulty_subset.py:24: `print(s.at)` `print` cannot be called in a rule; "
            "call rules of the model; any, all, sum, min, max, len and abs are known"
        ),
    ],
    "value": [
        (
            "model/faulty_value.py:21: `s.at += 1`: at gets a number outside 0 to 3, in up() after 3 moves; "
            f"play up() up() up() up(); {RANGE}"
        )
    ],
    "place": [
        "model/faulty_place.py:23: `s.seen[s.at]`: seen is indexed outside 0 to 2, in {move}; play {play}; "
        + RANGE
    ],
    "start": [
        (
            "faulty-start/only: the start contradicts itself: a `require` of the @initial rule fails; "
            "mend what it sets, or drop the `require`"
        )
    ],
    "startvalue": [
        f"model/faulty_startvalue.py:17: `s.at += 1`: at gets a number outside 0 to 3, after 0 moves; {RANGE}"
    ],
    "endless": [
        (
            "faulty-endless/only: the automatic steps come to no end, in up() after 0 moves; play up(); "
            "let each automatic step change what it requires"
        )
    ],
    "mixed": [
        (
            "faulty-mixed/only: players and chance would both move; require the phase in the actions or in the "
            "chance events, after 2 moves; play up() up()"
        )
    ],
    "weight": [
        "model/faulty_weight.py:20: `def odds` a weight may be negative here; return a whole number from 0 up"
    ],
}

HOW = [*((name, "explore") for name in MODEL), ("value", "play"), ("start", "play"), ("value", "audit")]


JSON = [
    ["audit", "faulty-value", "-i", "box", "--json"],
    ["explore", "faulty-value", "-i", "box", "--json"],
    ["play", "faulty-start", "--json"],
    ["audit", "faulty-subset", "--json"],
]
COMMANDS = [
    *(command.split() for command in NAMES),
    *([how, f"faulty-{name}", "-i", "box"] for name, how in HOW),
    *JSON,
]


def add_snails(folder: Path) -> None:
    """Add the ruleset of a new project, which has clauses."""
    template = Path(__file__).parents[2] / "queensbench" / "project" / "template"
    for file in template.rglob("*.txt"):
        name = file.relative_to(template)
        if name.parts[0] in ("model", "spec", "seeds") and not name.name.startswith("__init__"):
            target = folder / name.with_suffix("")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    for package in ("spec", "spec/snail_race"):
        (folder / package / "__init__.py").write_text("", encoding="utf-8")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Done]]:
    return once(tmp_path_factory, "bad-input", COMMANDS, add_snails)


@pytest.mark.parametrize("command", NAMES)
def test_an_unknown_name_is_one_line_with_the_nearest(found: tuple[Path, list[Done]], command: str) -> None:
    folder, done = found
    wanted = NAMES[command].replace("{project}", str(folder))
    assert done[list(NAMES).index(command)] == Done(2, "", f"queensbench: {wanted}\n")


@pytest.mark.parametrize(("name", "how"), HOW)
def test_a_fault_of_a_model_is_a_line_with_the_place_the_play_and_the_remedy(
    found: tuple[Path, list[Done]], name: str, how: str
) -> None:
    project, listed = found
    move, play = ("up(k=2) after 1 move", "up(k=1) up(k=2)")
    done = listed[len(NAMES) + HOW.index((name, how))]
    wanted = [
        ("" if line.startswith("faulty") else f"{project}/")
        + line.replace("{move}", move).replace("{play}", play)
        for line in MODEL[name]
    ]
    assert done == Done(2, "", "".join(f"queensbench: {line}\n" for line in wanted))


def test_json_is_not_begun_when_the_input_is_bad(found: tuple[Path, list[Done]]) -> None:
    assert [(done.code, done.out) for done in found[1][-len(JSON) :]] == [(2, "")] * 4


def test_a_long_play_is_cut_at_its_end(tmp_path: Path) -> None:
    text = '''"""Long."""
from __future__ import annotations
from typing import Annotated
from queensbench.language import *


class State(Record):
    at: Annotated[int, Range(0, 99)]


@initial()
def begin(s: State) -> None:
    s.at = 0


@action()
def up(s: State) -> None:
    s.at += 1


mode = Mode("only", state=State)
'''
    write(tmp_path, {"pyproject.toml": "[tool.queensbench]\n", "model/long.py": text})
    [done] = run_all(tmp_path, [["explore", "long"]])
    assert done.code == 2
    assert done.err == (
        f"queensbench: {tmp_path}/model/long.py:18: `s.at += 1`: at gets a number outside 0 to 99, in up() after 99 moves; "
        f"play (40 moves) ... {' '.join(['up()'] * 60)}; {RANGE}\n"
    )
