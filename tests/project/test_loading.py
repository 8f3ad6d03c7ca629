"""Projects: which one is found, what loading refuses and in which words, and what the wheel makes of it."""

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.project.creating import create
from queensbench.project.projects import find_root, load
from queensbench.readers.interpreter import Interpreter
from tests import processes
from tests.processes import MARK, ROOT, python

SHOW = """
import sys
from queensbench.project import checking, projects as project
from queensbench.errors import BadInput
try:
    loaded = project.load()
    {then}
except BadInput as error:
    print(error)
"""

GAME = '''
"""A game of one coin.

More about it.
"""

from __future__ import annotations

from enum import auto

from queensbench.language import Instance, Kind, Mode, Record, action, initial, require


class Side(Kind):
    HEADS = auto()
    TAILS = auto()


class Coin(Record):
    up: Side


@initial()
def begin(s: Coin) -> None:
    s.up = Side.HEADS


@action()
def turn(s: Coin) -> None:
    require(s.up == Side.HEADS)
    s.up = Side.TAILS
'''

MODE = """
one = Mode("one", state=Coin, instances=(Instance("small"),))
"""

TWO = """
two = Mode("two", state=Coin)
"""


def write(root: Path, files: Mapping[str, str] | None = None) -> Path:
    """Write a project of these files."""
    every = {"pyproject.toml": MARK, **(files or {})}
    return processes.write(root, {name: text.removeprefix("\n") for name, text in every.items()})


def run(
    folder: Path, *arguments: str, path: Sequence[Path] = (ROOT,), plain: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with this toolkit, in a process that has loaded no other project.

    What is not forked keeps the modules that it compiles: those of an installed wheel are compiled once.
    """
    kept = "1" if plain else ""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": kept, "PYTHONPATH": os.pathsep.join(map(str, path))}
    return python(folder, *arguments, env=env, plain=plain)


def said(folder: Path, then: str = "pass") -> str:
    """What loading the project of a folder, and then doing something with it, says."""
    done = run(folder, "-c", SHOW.format(then=then), plain=True)
    assert done.stderr == "", done.stderr
    return done.stdout.removesuffix("\n")


# Which project


def test_the_nearest_project_upwards_is_found(tmp_path: Path) -> None:
    outer, inner = write(tmp_path / "outer"), write(tmp_path / "outer" / "deep" / "inner")
    (inner / "model" / "game").mkdir(parents=True)
    unmarked = outer / "deep" / "other"
    unmarked.mkdir()
    (unmarked / "pyproject.toml").write_text("[tool.ruff]\n", encoding="utf-8")
    assert find_root(inner) == inner
    assert find_root(inner / "model" / "game") == inner
    assert find_root(unmarked) == outer
    assert find_root(outer) == outer


def test_without_a_project_it_is_the_one_that_is_bundled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_root(tmp_path) == ROOT
    monkeypatch.chdir(tmp_path)
    assert find_root() == ROOT


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"[tool", "not TOML: expected ']' at the end of a table declaration (at end of document); mend it"),
        (b"a = '\xff'", "not UTF-8 at byte 5; save it as UTF-8"),
        (b"[tool]\nqueensbench = 3\n", "tool.queensbench is no table; write [tool.queensbench]"),
        pytest.param(
            b"a = " + b"9" * 5_000, "a number has too many digits; write a smaller one", id="many digits"
        ),
        pytest.param(
            b"a = " + b"[" * 5_000, "its values are nested too deeply; nest fewer of them", id="nested deeply"
        ),
    ],
)
def test_a_faulty_pyproject_is_one_line(tmp_path: Path, text: bytes, fault: str) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_bytes(text)
    (tmp_path / "below").mkdir()
    limit = sys.getrecursionlimit()  # which a test before may have left higher
    sys.setrecursionlimit(1_000)
    try:
        with pytest.raises(BadInput) as refusal:
            find_root(tmp_path / "below")
    finally:
        sys.setrecursionlimit(limit)
    assert str(refusal.value) == f"{path}: {fault}"


def test_an_unreadable_pyproject_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.mkdir()
    with pytest.raises(BadInput) as refusal:
        find_root(tmp_path)
    assert str(refusal.value) == f"{path}: cannot be read: is a directory; make it a readable file"


def test_a_folder_that_is_gone_is_one_line(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(
        tmp_path, "-c", f"import os; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})" + SHOW.format(then="")
    )
    assert (done.stdout, done.stderr) == ("the current folder is gone; change to one that exists\n", "")


# What is loaded


def test_a_module_and_a_package_are_rulesets(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "model/one_coin.py": GAME + MODE,
            "model/two_coins/__init__.py": '"""Two coins."""',
            "model/two_coins/game.py": GAME.replace("Coin", "Pair") + MODE.replace("Coin", "Pair"),
            "model/two_coins/more.py": "from model.two_coins.game import one\nfrom model.one_coin import one as other",
            "model/_shared.py": "raise RuntimeError('only what imports it loads it')",
            "properties/one_coin.py": """
        from model.one_coin import Coin
        from queensbench.language import ends, holds
        ends("it-ends", Coin, holds("One turn."), module=__name__)
        """.replace("\n        ", "\n"),
        },
    )
    then = "[print(r.name, r.package, r.title, list(r.modes), r.clauses, [p.name for p in r.properties])"
    assert said(tmp_path, f"{then} for r in loaded.rulesets.values()]").splitlines() == [
        "one-coin one_coin A game of one coin ['one'] None ['it-ends']",
        "two-coins two_coins Two coins ['one'] None []",
    ]


def test_a_second_call_is_the_same_project(tmp_path: Path) -> None:
    write(tmp_path, {"model/coin.py": GAME + MODE})
    assert (
        said(tmp_path, "print(project.load() is loaded, project.load(loaded.root) is loaded)") == "True True"
    )


def test_what_a_model_prints_does_not_mix_with_the_output(tmp_path: Path) -> None:
    write(tmp_path, {"model/coin.py": GAME + MODE + "print('hello')"})
    done = run(tmp_path, "-c", SHOW.format(then="print('done')"))
    assert (done.stdout, done.stderr) == ("done\n", "hello\n")


def test_a_warning_of_python_about_a_model_is_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"model/coin.py": GAME + MODE + "if 1 is 1:\n    pass\n"})
    done = run(tmp_path, "-c", SHOW.format(then="print('done')"))
    line = (tmp_path / "model" / "coin.py").read_text("utf-8").splitlines().index("if 1 is 1:") + 1
    warning = 'SyntaxWarning: "is" with \'int\' literal. Did you mean "=="?'
    said = done.stderr.replace("with a literal", "with 'int' literal")  # as Python 3.11 says it
    assert (done.stdout, said) == ("done\n", f"queensbench: {tmp_path}/model/coin.py:{line}: {warning}\n")


def test_a_system_is_built_once_and_knows_its_ruleset(tmp_path: Path) -> None:
    write(tmp_path, {"model/coin.py": GAME + MODE})
    then = """
    ruleset, mode = loaded.mode("coin/one")
    small = project.mode_instance(mode, "small")
    first = project.system(ruleset, mode, small)
    print(first.ruleset, first.mode, first.instance, project.system(ruleset, mode, small) is first)
    """
    assert said(tmp_path, then) == "coin one small True"


def test_modes_are_selected_each_once(tmp_path: Path) -> None:
    write(tmp_path, {"model/a.py": GAME + MODE + TWO, "model/b.py": GAME + MODE})
    then = """
    for paths in ((), ("b",), ("a",), ("b", "a/two", "b/one")):
        print([f"{ruleset.name}/{mode.name}" for ruleset, mode in loaded.selected(paths)])
    """
    assert said(tmp_path, then).splitlines() == [
        "['a/one', 'a/two', 'b/one']",
        "['b/one']",
        "['a/one', 'a/two']",
        "['b/one', 'a/two']",
    ]


# Several projects


def test_two_projects_are_loaded_side_by_side(tmp_path: Path) -> None:
    """The modules that Python finds are those of the project that was asked for last; what it is made of stays."""
    first, second = (write(tmp_path / name, {"model/coin.py": GAME + MODE}) for name in ("first", "second"))
    then = f"""
    import model.coin as one
    other = project.load(__import__('pathlib').Path({str(second)!r}))
    import model.coin as two
    print(one is two, *[found.__file__.split("/")[-3] for found in (one, two)])
    for each in (loaded, other):
        project.activate(each)
        rulesets = list(each.rulesets.values())
        [mode] = rulesets[0].modes.values()
        print(len(project.system(rulesets[0], mode, mode.full).transitions), each.root.name)
    project.activate(loaded)
    import model.coin as again
    print(again is one, project.load(__import__('pathlib').Path({str(first)!r})) is loaded)
    """
    assert said(first, then).splitlines() == ["False first second", "1 first", "1 second", "True True"]


def test_a_project_that_cannot_be_loaded_leaves_the_other_in_its_place(tmp_path: Path) -> None:
    first = write(tmp_path / "first", {"model/coin.py": GAME + MODE})
    second = write(tmp_path / "second", {"model/coin.py": "import nowhere\n"})
    then = f"""
    import model.coin as one
    try:
        project.load(__import__('pathlib').Path({str(second)!r}))
    except BadInput as error:
        print(error)
    import model.coin as two
    print(one is two, project.load() is loaded)
    """
    assert said(first, then).splitlines() == [
        f"{second / 'model/coin.py'}:1: no module is called nowhere; install it, or do without",
        "True True",
    ]


def test_a_project_that_is_loaded_first_in_vain_is_in_nobodys_way(tmp_path: Path) -> None:
    """Neither its modules nor its folder stay, and what its modules have declared is gone."""
    first = write(
        tmp_path / "first",
        {"spec/__init__.py": "", "model/__init__.py": "import nowhere\n", "model/coin.py": ""},
    )
    second = write(tmp_path / "second", {"spec/coin.py": "", "model/coin.py": GAME + MODE})
    code = f"""
import sys
from pathlib import Path
from queensbench.errors import BadInput
from queensbench.project import projects as project
before = list(sys.path)
try:
    project.load()
except BadInput as error:
    print(error)
print(sys.path == before, *(name for name in sys.modules if name.partition(".")[0] in ("spec", "model")))
print(*project.load(Path({str(second)!r})).rulesets)
"""
    done = run(first, "-c", code)
    assert (done.stdout.splitlines(), done.stderr) == (
        [
            f"{first / 'model/__init__.py'}:1: no module is called nowhere; install it, or do without",
            "True",
            "coin",
        ],
        "",
    )


def test_a_foreign_module_stays_where_a_project_is_refused_for_it(tmp_path: Path) -> None:
    home = write(tmp_path / "home", {"model/coin.py": GAME + MODE})
    foreign = write(tmp_path / "foreign", {"model/__init__.py": ""})
    code = f"import sys; sys.path.insert(0, {str(foreign)!r}); import model" + SHOW.format(then="")
    done = run(home, "-c", f"{code}\nprint(sys.modules['model'] is model, sys.path[0] == {str(foreign)!r})")
    assert done.stdout.splitlines()[1:] == ["True True"]


@pytest.mark.parametrize("name", ["spec", "model", "properties"])
def test_a_foreign_module_is_refused(tmp_path: Path, name: str) -> None:
    home = write(
        tmp_path / "home", {"spec/coin.py": "", "model/coin.py": GAME + MODE, "properties/coin.py": ""}
    )
    foreign = write(tmp_path / "foreign", {f"{name}/__init__.py": ""})
    code = f"import sys; sys.path.insert(0, {str(foreign)!r}); import {name}" + SHOW.format(then="")
    done = run(home, "-c", code)
    assert (done.stdout, done.stderr) == (
        (
            f"{home / name}: a foreign module {name} is loaded, from {foreign / name}; "
            "load the project in a process without it\n"
        ),
        "",
    )


def test_an_installed_package_of_the_same_name_does_not_get_in_the_way(tmp_path: Path) -> None:
    """Python prefers it where the project's own folder has no `__init__.py`."""
    home = write(tmp_path / "home", {"model/coin.py": GAME + MODE})
    installed = write(tmp_path / "installed", {"model/__init__.py": "raise RuntimeError('the wrong one')"})
    done = run(home, "-c", SHOW.format(then="print(*loaded.rulesets)"), path=(installed, ROOT))
    assert (done.stdout, done.stderr) == ("coin\n", "")


# An author's faults

OUTSIDE = """from queensbench.language import *
class R(Reading):
    A = "a"
    B = "b"
class Q(Rulings):
    x: R = ruling(R.A, question="", clauses=(), hole="silent", why="")
Q().x
"""


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("x = 1\ndef f(:\n", 2, "not Python: invalid syntax; mend this line"),
        (
            "if True:\nx = 1\n",
            2,
            "not Python: expected an indented block after 'if' statement on line 1; mend this line",
        ),
        ("import numpie\n", 1, "no module is called numpie; install it, or do without"),
        ("#\nfrom spec.coin import r\n", 2, "no module is called spec.coin; create it, or import another"),
        ("from model.other import x\n", 1, "no module is called model.other; create it, or import another"),
        (
            "from queensbench.language import Recrod\n",
            1,
            "queensbench.language has no Recrod; did you mean Record?",
        ),
        (
            "from queensbench.language import qqq\n",
            1,
            "queensbench.language has no qqq; import a name that it has",
        ),
        ("def f():\n    return Foo\nf()\n", 2, "NameError: name 'Foo' is not defined; mend this line"),
        ("assert False\n", 1, "AssertionError: no more is said; mend this line"),
        ("raise ValueError('two\\nlines')\n", 1, "ValueError: two lines; mend this line"),
        ("import sys\nsys.exit(3)\n", 2, "SystemExit: 3; mend this line"),
        (
            "from queensbench.language import Lookup\nx = Lookup({})\n",
            2,
            "a lookup without entries; list at least one entry",
        ),
        (
            OUTSIDE,
            7,
            f"a rule was run outside of any mode; run it through an interpreter: `{Interpreter.__module__}.Interpreter`",
        ),
    ],
)
def test_a_module_that_fails_is_one_line_with_its_place(
    tmp_path: Path, text: str, line: int, fault: str
) -> None:
    write(tmp_path, {"model/coin.py": text})
    assert said(tmp_path) == f"{tmp_path / 'model' / 'coin.py'}:{line}: {fault}"


def test_the_place_is_the_innermost_of_the_authors_own(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"model/coin.py": "from model import _parts\n", "model/_parts.py": "import json\njson.loads('{')\n"},
    )
    assert said(tmp_path) == (
        f"{tmp_path / 'model' / '_parts.py'}:2: JSONDecodeError: Expecting property name enclosed in double "
        "quotes: line 1 column 2 (char 1); mend this line"
    )


def test_a_refused_model_comes_out_whole(tmp_path: Path) -> None:
    write(tmp_path, {"model/coin.py": GAME.replace("s.up = Side.TAILS", "while True: pass") + MODE})
    file = tmp_path / "model" / "coin.py"
    line = file.read_text(encoding="utf-8").splitlines().index("    while True: pass") + 1
    then = "project.system(*loaded.mode('coin'), loaded.mode('coin')[1].full)"
    assert said(tmp_path, then).startswith(f"{file}:{line}: `while True: pass` ")


def test_a_module_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"model/coin.py": ""})
    path = tmp_path / "model" / "coin.py"
    path.write_bytes(b"x = 1\0")
    assert (
        said(tmp_path) == f"{path}: not Python: source code string cannot contain null bytes; mend this line"
    )


@pytest.mark.parametrize(
    ("files", "where", "fault"),
    [
        ({"spec/coin.py": ""}, "", "the project has no folder model; write the rules in model/"),
        (
            {"model/coin.py": GAME},
            "model/coin.py",
            'no mode is defined here; write `mode = Mode("name", state=...)`, or call a shared module `_name`',
        ),
        (
            {"model/coin.py": GAME + MODE + TWO.replace('"two"', '"one"')},
            "model/coin.py",
            "two modes are called one; rename one",
        ),
        (
            {"model/a-coin.py": GAME + MODE},
            "model/a-coin.py",
            "`a-coin` cannot be a package's name; call it a_coin",
        ),
        (
            {"model/coin.py": GAME + MODE, "model/coin/more.py": ""},
            "model/coin.py",
            "coin has the same name; keep one of the two",
        ),
        (
            {"model/coin.py": GAME + MODE, "properties/coins.py": ""},
            "properties/coins.py",
            "there is no ruleset model/coins that these properties could be about; did you mean coin?",
        ),
    ],
)
def test_a_project_out_of_order_is_one_line(
    tmp_path: Path, files: dict[str, str], where: str, fault: str
) -> None:
    write(tmp_path, files)
    assert said(tmp_path) == f"{tmp_path / where}: {fault}"


# Names that are unknown

RULINGS = '''
from queensbench.language import Reading, Rulings, ruling


class Edge(Reading):
    """What a coin on its edge counts as."""

    HEADS_UP = "It is heads."
    TAILS_UP = "It is tails."


class CoinRulings(Rulings):
    on_its_edge: Edge = ruling(
        Edge.HEADS_UP,
        question="What does a coin on its edge count as?",
        clauses=("coin.edge",),
        hole="silent",
        why="It is bent.",
        speaks={Edge.TAILS_UP: ("coin.turn",)},
        modes=("one",),
    )


r = CoinRulings()
'''

PROPERTIES = """
from model.coin import Coin, Side
from queensbench.language import Record, ends, fails, holds, never

class Other(Record):
    flag: bool


@never("standing", holds("It lies."), clauses=("coin.turn",), instances=("small",))
def standing(s: Coin) -> bool:
    return False


ends(
    "it-ends",
    Coin,
    fails("It does not.", blame=("on_its_edge", "coin.edge", "gap: nobody says when")),
    module=__name__,
    on={"small": holds("It does.")},
)
"""

CLAUSES = """
[[clause]]
name = "coin.edge"
kind = "normative"
text = "A coin lies."
units = { "coin.en" = ["u1"] }

[[clause]]
name = "coin.turn"
kind = "normative"
text = "A coin is turned."
units = { "coin.en" = ["u1"] }
"""

SEED = f"""
key = "coin.en"
title = "Coin"
publisher = "nobody"
edition = "first"
language = "en"
sha256 = "{"0" * 64}"
length = 9
file = "coin.txt"

[[unit]]
id = "u1"
kind = "rule"
place = "1"
fragments = [[0, 9]]
sha256 = "{"0" * 64}"
"""


def coin(root: Path) -> Path:
    """A project with everything that has a name."""
    text = GAME.replace("\n\nclass Side", "#\nfrom spec.coin.rulings import r\n\n\nclass Side", 1)
    files = {
        "spec/coin/rulings.py": RULINGS,
        "spec/coin/clauses.toml": CLAUSES,
        "seeds/coin.en.toml": SEED,
        "model/coin.py": text + MODE.replace("state=Coin", "state=Coin, rulings=r") + TWO,
        "properties/coin.py": PROPERTIES,
    }
    return write(root, files)


UNKNOWN = [
    ("loaded.ruleset('cion')", "no ruleset is called cion; did you mean coin?"),
    ("loaded.mode('chess/one')", "no ruleset is called chess; choose of coin"),
    ("loaded.selected(['coins'])", "no ruleset is called coins; did you mean coin?"),
    ("loaded.mode('coin')", "coin has 2 modes; write coin/one or coin/two"),
    ("loaded.mode('coin/')", "coin has no mode ; choose of one, two"),
    ("loaded.mode('coin/tow')", "coin has no mode tow; did you mean two?"),
    ("loaded.selected(['coin/three'])", "coin has no mode three; choose of one, two"),
    ("project.mode_instance(one, 'smal')", "mode one has no instance smal; did you mean small?"),
    ("project.mode_instance(one, 'huge')", "mode one has no instance huge; choose of full, small"),
    ("project.property_of(one, 'it-end')", "mode one has no property it-end; did you mean it-ends?"),
    (
        "project.property_of(one, 'standing', one.full)",
        "mode one has on instance full no property standing; choose of it-ends",
    ),
    ("ruleset.ruling('on-the-edge')", "coin has no ruling on_the_edge; did you mean on_its_edge?"),
    (
        "project.readings_of(one, ['on-its-edge=heads'])",
        "ruling on_its_edge has no reading heads; did you mean heads_up?",
    ),
    ("project.readings_of(one, ['edge=heads-up'])", "mode one has no ruling edge; choose of on_its_edge"),
    ("project.readings_of(one, ['heads-up'])", "`heads-up` chooses no reading; write ruling=reading"),
    (
        "project.readings_of(ruleset.mode('two'), ['on-its-edge=heads-up'])",
        "mode two has no ruling on_its_edge; there is none",
    ),
]


def test_unknown_names_get_the_nearest_ones(tmp_path: Path) -> None:
    calls = "".join(
        f"    try:\n        {call}\n    except BadInput as error:\n        print(error)\n"
        for call, _ in UNKNOWN
    )
    then = f"\n    ruleset, one = loaded.mode('coin/one')\n{calls}"
    assert said(coin(tmp_path), then).splitlines() == [message for _, message in UNKNOWN]


def test_known_names_are_found(tmp_path: Path) -> None:
    then = """
    ruleset, one = loaded.mode("coin/one")
    checking.check(ruleset)
    print(ruleset.ruling("on-its-edge").name, len(ruleset.clauses))
    print(project.readings_of(one, ["On-Its-Edge=tails-up"]), project.property_of(one, "standing").name)
    print(project.rulings_of(one)[0].name, project.rulings_of(ruleset.mode("two")))
    """
    assert said(coin(tmp_path), then).splitlines() == [
        "on_its_edge 2",
        "{'on_its_edge': <Edge.TAILS_UP: 'It is tails.'>} standing",
        "on_its_edge ()",
    ]


def test_names_that_do_not_exist_come_in_one_report(tmp_path: Path) -> None:
    root = coin(tmp_path)
    spec, properties = root / "spec" / "coin" / "rulings.py", root / "properties" / "coin.py"
    for path, changes in {
        spec: [
            ('("coin.edge",)', '("coin.egde",)'),
            ('("coin.turn",)', '("turn",)'),
            ('("one",)', '("on",)'),
        ],
        properties: [
            ('("coin.turn",)', '("coin.trun",)'),
            ('("small",)', '("smal",)'),
            ('"on_its_edge", ', '"on_edge", "gone", '),
            ('"small": holds', '"huge": holds'),
        ],
    }.items():
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")
    with properties.open("a", encoding="utf-8") as file:
        file.write('ends("other", Other, holds("It has no mode."), module=__name__)\n')
    edge, never, ends = (
        f"{spec}:12: ruling on_its_edge",
        f"{properties}:8: property standing",
        f"{properties}:13: property it-ends",
    )
    near_edge = 'did you mean on_its_edge or coin.edge? or write "gap: ..."'
    any_name = 'choose of coin.edge, coin.turn, on_its_edge or write "gap: ..."'
    assert said(root, "checking.check(loaded.ruleset('coin'))").splitlines() == [
        f"{edge} doubts the clause coin.egde, which does not exist; did you mean coin.edge?",
        f"{edge} lets speak the clause turn, which does not exist; did you mean coin.turn?",
        f"{edge} arises in the mode on, which does not exist; did you mean one?",
        f"{never} rests on the clause coin.trun, which does not exist; did you mean coin.turn?",
        f"{never} is asked on the instance smal, which does not exist; did you mean small?",
        f"{ends} is asked on the instance huge, which does not exist; choose of full, small",
        f"{ends} blames the ruling or clause on_edge, which does not exist; {near_edge}",
        f"{ends} blames the ruling or clause gone, which does not exist; {any_name}",
        f"{properties}:20: property other is asked of no mode; name the record of a mode or a base of one",
    ]


# Registers without a model

GAPS = """
[[gap]]
name = "bent_coin"
question = "What if the coin is bent?"
clauses = ["coin.edge"]
hole = "silent"
reason = "No rule sees its shape."
assumed = "It is flat."
modes = ["one"]
"""


def written(root: Path) -> Path:
    """A project with one ruleset of which there is a register only, and one that has a model."""
    files = {
        "spec/coin/rulings.py": RULINGS,
        "spec/coin/clauses.toml": '[modes]\none = "One coin."\n' + CLAUSES,
        "spec/coin/gaps.toml": GAPS,
        "seeds/coin.en.toml": SEED,
        "model/other.py": GAME + MODE,
    }
    return write(root, files)


def test_a_register_without_a_model_is_read_when_it_is_asked_for(tmp_path: Path) -> None:
    then = """
    print(list(loaded.rulesets), list(loaded.unmodelled), "spec.coin.rulings" in sys.modules)
    [coin, other] = loaded.registers()
    [again] = loaded.registers("coin")
    print(coin is again, coin.name, coin.package, coin.title, dict(coin.modes), coin.mode_names, len(coin.clauses))
    print(list(coin.rulings), list(coin.gaps.by_name), list(coin.properties), other is loaded.ruleset("other"))
    from spec.coin.rulings import CoinRulings, Edge
    print(coin.books == (CoinRulings,), coin.rulings["on_its_edge"].readings is Edge)
    checking.check(coin)
    """
    assert said(written(tmp_path), then).splitlines() == [
        "['other'] ['coin'] False",
        "True coin coin Coin {} ('one',) 2",
        "['on_its_edge'] ['bent_coin'] [] True",
        "True True",
    ]


def test_a_register_that_is_being_written_is_in_nobodys_way(tmp_path: Path) -> None:
    root = written(tmp_path)
    write(root, {"spec/coin/clauses.toml": "[[clause", "seeds/half.en.toml": "key ="})
    then = """
    print([mode.name for _, mode in loaded.selected()], loaded.without_model())
    loaded.registers("coin")
    """
    assert said(root, then).splitlines() == [
        "['one'] ['coin']",
        (
            f"{root / 'spec/coin/clauses.toml'}: not TOML: expected ']]' at the end of an array declaration "
            "(at end of document); mend it"
        ),
    ]


NO_MODEL = "coin has no model yet; write model/coin/, or see `queensbench clauses coin`"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("loaded.ruleset('coin')", NO_MODEL),
        ("loaded.mode('coin/one')", NO_MODEL),
        ("loaded.registers('coin')[0].mode()", NO_MODEL),
        ("loaded.registers('coin')[0].mode('one')", "coin/one has no model yet; write it in model/coin"),
        ("loaded.selected(['coin', 'other'])", NO_MODEL),
        ("loaded.registers('cion')", "no ruleset is called cion; did you mean coin?"),
        ("loaded.registers('chess')", "no ruleset is called chess; choose of coin, other"),
    ],
)
def test_what_has_no_model_cannot_be_run(tmp_path: Path, call: str, message: str) -> None:
    assert said(written(tmp_path), call) == message


def test_a_project_may_have_registers_only(tmp_path: Path) -> None:
    root = write(tmp_path, {"spec/coin/rulings.py": RULINGS})
    then = """
    print([ruleset.name for ruleset in loaded.registers()], loaded.registers()[0].clauses, loaded.without_model())
    loaded.selected()
    """
    assert said(root, then).splitlines() == [
        "['coin'] None ['coin']",
        f"{root}: no ruleset has a model yet; write the rules in model/",
    ]


def test_a_ruling_is_the_same_for_register_and_model(tmp_path: Path) -> None:
    then = """
    coin = loaded.ruleset("coin")
    one = coin.mode("one")
    print(len(coin.books), coin.books[0] is type(one.rulings), len(coin.book.rulings))
    print(coin.ruling("on_its_edge").readings is project.rulings_of(one)[0].readings)
    """
    assert said(coin(tmp_path), then).splitlines() == ["1 True 1", "True"]


TABLE = '[modes]\none = "One coin."\n{more}\n'


def test_the_modes_of_a_model_are_those_of_its_register(tmp_path: Path) -> None:
    root = coin(tmp_path)
    table = TABLE.format(more='two = "Two."\nthree = "Three."')
    write(root, {"spec/coin/clauses.toml": table + CLAUSES})
    then = """
    coin = loaded.ruleset("coin")
    checking.check(coin)
    print(coin.mode_names, list(coin.modes), loaded.without_model(), loaded.without_model(["coin/one"]))
    coin.mode("three")
    """
    assert said(root, then).splitlines() == [
        "('one', 'two', 'three') ['one', 'two'] ['coin/three'] []",
        "coin/three has no model yet; write it in model/coin",
    ]


def test_a_mode_that_its_register_does_not_know_is_a_fault(tmp_path: Path) -> None:
    root = coin(tmp_path)
    write(root, {"spec/coin/clauses.toml": TABLE.format(more='too = "Two."') + CLAUSES})
    line = next(
        number
        for number, text in enumerate((root / "model/coin.py").read_text(encoding="utf-8").splitlines(), 1)
        if text.startswith("two = Mode")
    )
    assert said(root, "checking.check(loaded.ruleset('coin'))") == (
        f"{root / 'model/coin.py'}:{line}: mode two is not in the table [modes] of "
        f"{root / 'spec/coin/clauses.toml'}; did you mean too?"
    )


def test_what_a_register_names_is_checked_with_its_model(tmp_path: Path) -> None:
    root = coin(tmp_path)
    extra = 'difference = "It says more."\nrulings = ["on_the_edge"]\n'
    gap = GAPS.replace("bent_coin", "on_its_edge")
    write(root, {"spec/coin/clauses.toml": CLAUSES + extra, "spec/coin/gaps.toml": gap})
    text = (root / "spec/coin/rulings.py").read_text(encoding="utf-8")
    text = text.replace('modes=("one",)', 'documents={Edge.HEADS_UP: ("coin.de",)}')
    write(root, {"spec/coin/rulings.py": text})
    spec = root / "spec" / "coin"
    assert said(root, "checking.check(loaded.ruleset('coin'))").splitlines() == [
        (
            f"{spec / 'rulings.py'}:12: ruling on_its_edge rests on the document coin.de, which does not exist; "
            "did you mean coin.en?"
        ),
        f"{spec / 'gaps.toml'}:1: gap on_its_edge: a ruling has this name; give the gap a name of its own",
        (
            f"{spec / 'clauses.toml'}:7: clause coin.turn: is settled by the ruling or gap on_the_edge, "
            "which does not exist; did you mean on_its_edge?"
        ),
    ]


# The wheel

SHOWN = """
import json, queensbench
from queensbench.project import checking, projects as project
loaded = project.load()
for ruleset, mode in loaded.selected():
    checking.check(ruleset)
print(json.dumps({
    "toolkit": queensbench.__file__,
    "root": str(loaded.root),
    "rulesets": list(loaded.rulesets),
    "clauses": [len(ruleset.clauses or ()) for ruleset in loaded.rulesets.values()],
}))
"""


class Installed:
    """A wheel of the checkout in a folder of its own, and Python as it would be without the checkout.

    Option `-S` leaves out the paths that the environment adds, among them the editable installation.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")]
        self.quietly(build, ROOT)
        [wheel] = (folder / "dist").iterdir()
        options = ["--quiet", "--no-index", "--no-deps", "--no-compile", "--disable-pip-version-check"]
        self.quietly(
            [sys.executable, "-m", "pip", "install", *options, "--target", str(folder / "site"), str(wheel)],
            ROOT,
        )
        self.package = folder / "site" / "queensbench"

    @staticmethod
    def quietly(command: list[str], folder: Path) -> None:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        libraries = Path(sysconfig.get_path("purelib")), Path(sysconfig.get_path("platlib"))
        return run(folder, "-S", *arguments, path=(self.package.parent, *dict.fromkeys(libraries)))

    def shown(self, folder: Path) -> object:
        done = self.run(folder, "-c", SHOWN)
        assert done.stderr == "", done.stderr
        found: object = json.loads(done.stdout)
        return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"))


def test_the_installed_wheel_has_its_rulebooks_in_any_folder(installed: Installed, tmp_path: Path) -> None:
    names = sorted(path.name for path in (ROOT / "model").iterdir() if path.name[0] not in "_.")
    match installed.shown(tmp_path):
        case {"toolkit": str(toolkit), "root": str(root), "rulesets": [*rulesets]}:
            assert toolkit == str(installed.package / "__init__.py")
            assert root == str(installed.package / "_bundled")
            assert rulesets == [name.removesuffix(".py").replace("_", "-") for name in names]
            assert "queen-is-dead" in rulesets
        case other:
            pytest.fail(f"another shape: {other}")


def test_the_installed_wheel_keeps_a_lock_of_one_s_own_project(installed: Installed, tmp_path: Path) -> None:
    command = ("-m", "queensbench", "trace")
    bundled = installed.package / "_bundled"
    assert (bundled / "clauses.lock").read_bytes() == (ROOT / "clauses.lock").read_bytes()
    refused = installed.run(tmp_path, *command, "lock")
    assert refused.returncode == 2
    assert refused.stderr == (
        f"queensbench: {bundled}: the lock of the rulebooks that are installed with the command stays as it is; "
        "change to the folder of a project; `queensbench new DIR` makes one\n"
    )
    folder = tmp_path / "race"
    create(folder)
    assert installed.run(folder, *command, "--fail-on", "suspect").returncode == 2
    done = installed.run(folder, *command, "lock")
    assert done.stdout.splitlines()[-1] == "nothing is suspect", done.stderr
    properties = folder / "properties" / "snail_race.py"
    text = properties.read_text()
    properties.write_text(text.replace("for snail in Snail)", "for snail in Snail if s.at[snail] >= 0)", 1))
    assert properties.read_text() != text
    done = installed.run(folder, *command, "--suspect", "--fail-on", "suspect")
    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "Since the lock was written: 1 changed")
    installed.run(folder, *command, "accept", "--all", "--reason", "It says the same.")
    assert installed.run(folder, *command, "--suspect", "--fail-on", "suspect").returncode == 0
    assert (bundled / "clauses.lock").read_bytes() == (ROOT / "clauses.lock").read_bytes()


def test_the_installed_wheel_prefers_the_project_at_hand(installed: Installed, tmp_path: Path) -> None:
    folder = tmp_path / "race"
    create(folder)
    assert installed.shown(folder / "model") == {
        "toolkit": str(installed.package / "__init__.py"),
        "root": str(folder),
        "rulesets": ["snail-race"],
        "clauses": [8],
    }


def test_the_installed_wheel_makes_new_projects(installed: Installed, tmp_path: Path) -> None:
    made = "from queensbench.project.creating import create; from pathlib import Path; print(len(create(Path('race'))))"
    done = installed.run(tmp_path, "-c", made)
    assert (done.stdout, done.stderr) == ("14\n", "")
    assert installed.shown(tmp_path / "race" / "spec") == {
        "toolkit": str(installed.package / "__init__.py"),
        "root": str(tmp_path / "race"),
        "rulesets": ["snail-race"],
        "clauses": [8],
    }


def test_the_installed_command_helps_in_any_folder(installed: Installed, tmp_path: Path) -> None:
    done = installed.run(tmp_path, "-m", "queensbench", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "audit" in done.stdout


def test_the_installed_command_audits_a_rulebook_outside_of_the_checkout(
    installed: Installed, tmp_path: Path
) -> None:
    create(tmp_path / "race")
    done = installed.run(tmp_path / "race" / "spec", "-m", "queensbench", "audit", "--json")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    [ruleset] = json.loads(done.stdout)["rulesets"]
    assert ruleset["name"] == "snail-race"
    assert {found["name"] for found in ruleset["properties"]} == {
        "two-winners",
        "the-end-stays-in-reach",
        "the-race-ends",
    }
    assert {found["mode"] for found in ruleset["properties"]} == {"race"}
    [ruling] = ruleset["rulings"]
    assert (ruling["name"], ruling["mode"], ruling["house"]) == ("past_the_end", "race", "stops")
    assert ruling["matters"] in {"legal", "scored", "winner", "ending"}


def test_names_are_found_with_underscores_as_files_are_called() -> None:
    loaded = load(Path(__file__).resolve().parents[2])
    assert loaded.ruleset("queens_collection").name == "queens-collection"
    assert loaded.mode("queue4/ball_and_bouquets")[1].name == "ball-and-bouquets"
    assert [mode.name for _, mode in loaded.selected(["queen_of_scots"])] == ["standard"]
    assert loaded.without_model(["queen_of_scots"]) == loaded.without_model(["queen-of-scots"])
    with pytest.raises(BadInput) as error:
        loaded.ruleset("queens_colection")
    assert (
        str(error.value)
        == "no ruleset is called queens_colection; did you mean queens-collection or queen-of-scots?"
    )
