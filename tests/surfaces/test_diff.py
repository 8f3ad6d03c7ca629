"""Two versions of a project compared: the same, by which class, or the shortest play on which they part."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import queensbench as qb
from queensbench.engines.boxes import LOOPS
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.runtime.box import Box
from queensbench.engines.versions.readers import VersionPair
from queensbench.errors import BadInput
from queensbench.project import projects, several
from queensbench.rendering import version_tables
from queensbench.rendering.screen import Screen
from queensbench.rules.transforms.two_versions import Unlike, Versions, merged
from queensbench.rules.typed import wellformed
from tests.surfaces.projects import COUNTER, run_all

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The project of this repository is active before and after each test; the rest of the run reads its modules."""
    projects.load(ROOT)
    with several.kept():
        yield


STATE = "class State(Record):\n    at: Number\n    done: bool\n"
STOP = "    require(s.at > 0 or r.stop_at_nought == Stop.EARLY)\n    s.done = True\n"
END = "    return s.done or s.at == n.top\n"


def project(folder: Path, *edits: tuple[str, str]) -> Path:
    text = COUNTER
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "model").mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.queensbench]\n", encoding="utf-8")
    (folder / "model" / "counter.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return project(tmp_path / "old")


Differ = Callable[..., dict[str, Any]]


@pytest.fixture
def differ(tmp_path: Path, old: Path) -> Differ:
    def ask(*edits: tuple[str, str], **more: Any) -> dict[str, Any]:
        new = project(tmp_path / "new", *edits)
        found = qb.diff(old, new, games=200, **more)
        return {"code": found.code, "same": found.same, **found.to_json()}

    return ask


def only(found: dict[str, Any]) -> dict[str, Any]:
    (mode,) = found["modes"]
    assert isinstance(mode, dict)
    return mode


def test_a_comment_changes_nothing(differ: Differ) -> None:
    found = differ(("    s.done = True\n", "    # and that is that\n    s.done = True\n"))
    assert (found["code"], found["same"], found["touched"]) == (0, True, [])
    assert only(found) == {
        "mode": "counter/count",
        "verdict": "same",
        "how": "by construction",
        "reason": "",
        "changed": [],
        "boxes": [],
        "games": None,
        "play": None,
        "left_out": [],
    }


def test_the_same_said_otherwise_is_proved(differ: Differ) -> None:
    found = differ((STOP, STOP.replace("s.at > 0 or", "not s.at <= 0 or")))
    mode = only(found)
    assert (mode["verdict"], mode["how"]) == ("same", "proved at full size, under every reading")
    assert (mode["changed"], found["code"]) == (["stop"], 0)
    assert [(box["instance"], box["matters"], box["complete"]) for box in mode["boxes"]] == [
        ("small", "not-seen", True),
        ("wide", "undecided", False),
    ]
    assert mode["games"] == {"games": 200, "parted": 0, "winner": 0, "scored": 0, "ending": 0}


def test_a_proof_of_the_full_box_names_the_boxes_that_were_left_out(differ: Differ) -> None:
    found = differ(('Instance("small", sizes={"top": 3})', 'Instance("tiny", sizes={"top": 2})'))
    mode = only(found)
    assert (mode["verdict"], mode["how"], found["code"]) == (
        "same",
        "proved at full size, under every reading; of the full box alone, without small, tiny",
        0,
    )
    assert mode["left_out"] == [
        "small: only the older version has it",
        "tiny: only the newer version has it",
    ]


def test_a_rule_that_says_something_else_parts_them(differ: Differ) -> None:
    found = differ((END, "    return s.done or s.at == n.top or s.at == 2\n"))
    mode = only(found)
    assert (found["code"], mode["verdict"], mode["changed"]) == (1, "parts", ["ended"])
    assert mode["play"] == {
        "instance": "small",
        "kind": "ending",
        "text": "after up() the game is over under the newer version and goes on under the older version",
        "choices": 2,
        "steps": 2,
        "moves": ["up()", "up()"],
    }
    assert mode["games"]["ending"] == 0
    assert 0 < mode["games"]["scored"] <= mode["games"]["parted"] < 200


def test_the_shortest_play_counts_under_the_readings_that_are_asked_for(differ: Differ) -> None:
    found = differ((STOP, STOP.replace("s.at > 0 or", "s.at > 1 or")), readings={"stop_at_nought": "late"})
    assert only(found)["play"] == {
        "instance": "small",
        "kind": "legal",
        "text": "stop() is possible under the older version only",
        "choices": 2,
        "steps": 2,
        "moves": ["up()", "stop()"],
    }


def test_a_difference_under_another_reading_alone_is_no_proof(differ: Differ) -> None:
    mode = only(differ((STOP, STOP.replace("s.at > 0 or", "s.at > 1 or"))))
    assert (mode["verdict"], mode["how"]) == (
        "same",
        "proved at full size, beside the readings of this comparison",
    )


def test_another_house_reading_parts_them_and_is_told(differ: Differ) -> None:
    found = differ(
        (
            "    stop_at_nought: Stop = ruling(\n        Stop.EARLY,",
            "    stop_at_nought: Stop = ruling(\n        Stop.LATE,",
        )
    )
    assert only(found)["play"]["text"] == "stop() is possible under the older version only"
    assert {"sort": "ruling", "name": "stop_at_nought", "change": "house reading late, was early"} in found[
        "touched"
    ]


def test_rulings_and_properties_that_come_and_go(differ: Differ) -> None:
    found = differ(
        ('question="What follows the top?"', 'question="What follows?"'),
        (
            '    LATE = "Not at nought [see the picture]."\n',
            '    LATE = "Not at nought."\n    NEVER = "Never."\n',
        ),
        ('@reachable("two"', '@reachable("a-pair"'),
        ('@never("top", fails("It is reached."', '@never("top", fails("One gets there."'),
    )
    assert [(one["sort"], one["name"], one["change"]) for one in found["touched"]] == [
        ("ruling", "stop_at_nought", "reading never added"),
        ("ruling", "never_asked", "worded otherwise"),
        ("property", "top", "expects something else"),
        ("property", "two", "removed"),
        ("property", "a-pair", "added"),
    ]


REACH = (
    'can_reach("ahead", State, holds("One goes up."), target="two", instances=("small",), module=__name__)\n'
)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("points", "least=0, greatest=3", "least=1, greatest=3"),
        ("points", "least=0, greatest=3", "least=0, greatest=4"),
        (
            "two",
            '"two", holds("Two moves lead there."), instances=("small",)',
            '"two", holds("Two moves lead there.")',
        ),
        ("ahead", 'target="two"', 'target="beyond"'),
        ("ahead", 'target="two"', 'target="two", since="top"'),
        ("within", "Stop.LATE: holds", "Stop.EARLY: holds"),
    ],
)
def test_a_property_that_asks_something_else_is_touched(
    name: str, old: str, new: str, tmp_path: Path
) -> None:
    more = (
        ("can_always(", f"{REACH}can_always("),
        ('"within", holds("The range says so.")', '"within", holds("So."), under={Stop.LATE: holds("Too.")}'),
    )
    folders = [project(tmp_path / "one", *more), project(tmp_path / "two", *more)]
    file = folders[1] / "model" / "counter.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    touched = qb.diff(folders[0], folders[1], games=20).to_json()["touched"]
    assert touched == [{"sort": "property", "name": name, "change": "expects something else"}]


STEP = '@step("rises", holds("It goes up."))\ndef rises(s: State, was: State) -> bool:\n    return s.at >= was.at\n\n\n'


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("within", "return s.at <= n.top", "return s.at <= n.top - 0 * 1"),
        ("two", "return s.at == 2", "return s.at == 2 and not s.done"),
        ("rises", "return s.at >= was.at", "return s.at > was.at or s.done"),
    ],
)
def test_a_predicate_that_says_something_else_is_touched(
    name: str, old: str, new: str, tmp_path: Path
) -> None:
    """Also that of a step, and that of a property which is not asked of the box as sold."""
    more = (("can_always(", f"{STEP}can_always("),)
    folders = [project(tmp_path / "one", *more), project(tmp_path / "two", *more, (old, new))]
    touched = qb.diff(folders[0], folders[1], games=20).to_json()["touched"]
    change = "asks something else, or reads a rule that has changed"
    assert touched == ([] if "0 * 1" in new else [{"sort": "property", "name": name, "change": change}])


NAMED = ("sizes=n, players=Who,", 'sizes=n, players=Who, full=Instance("whole", explore=False),')


def test_a_box_as_sold_of_another_name_is_played_and_proved(tmp_path: Path) -> None:
    sides = [
        project(tmp_path / "one", NAMED),
        project(tmp_path / "two", NAMED, (STOP, STOP.replace("s.at > 0 or", "not s.at <= 0 or"))),
    ]
    found = qb.diff(sides[0], sides[1], games=200)
    mode = only(found.to_json())
    assert (mode["verdict"], mode["how"]) == ("same", "proved at full size, under every reading")
    assert mode["games"] == {"games": 200, "parted": 0, "winner": 0, "scored": 0, "ending": 0}
    assert list(found.to_json()["touched"]) == []


@pytest.mark.parametrize("instances", [(), ("small",)])
def test_boxes_as_sold_of_two_names_are_not_called_the_same(
    instances: tuple[str, ...], tmp_path: Path, old: Path
) -> None:
    """Though all boxes that both versions have are the same."""
    mode = only(qb.diff(old, project(tmp_path / "new", NAMED), games=200, instances=instances).to_json())
    assert (mode["verdict"], mode["how"], mode["games"]) == ("not seen", "", None)
    assert mode["left_out"] == [
        "full: only the older version has it",
        "whole: only the newer version has it",
    ]


UP = "def up(s: State) -> None:\n    require(s.at < n.top)\n    s.at += 1\n"


def up(k: str, more: str = "") -> str:
    """The step up with an argument `k`, which the counter goes on by."""
    name = k.partition(":")[0]
    return f"def up(s: State, {k}) -> None:\n    require(s.at + {name} <= n.top)\n{more}    s.at += {name}\n"


def test_a_move_that_gets_an_argument_is_one_that_came_and_one_that_went(differ: Differ) -> None:
    mode = only(differ((UP, up("k: Annotated[int, Range(1, 2)]"))))
    assert (mode["verdict"], mode["changed"]) == ("parts", ["up"])
    assert mode["play"] == {
        "instance": "small",
        "kind": "legal",
        "text": "up() is possible under the older version only",
        "choices": 1,
        "steps": 1,
        "moves": ["up()"],
    }


@pytest.mark.parametrize(("first", "second", "which"), [(2, 3, "newer"), (3, 2, "older")])
def test_numbers_that_one_version_alone_has_part_them(
    first: int, second: int, which: str, tmp_path: Path
) -> None:
    """Those that both have are the same moves."""
    sides = [
        project(tmp_path / name, (UP, up(f"k: Annotated[int, Range(1, {most})]")))
        for name, most in (("one", first), ("two", second))
    ]
    found = qb.diff(sides[0], sides[1], games=200).to_json()
    mode = only(found)
    assert (mode["verdict"], mode["changed"]) == ("parts", ["up"])
    assert mode["play"]["text"] == f"up(k=3) is possible under the {which} version only"
    assert (mode["play"]["kind"], mode["play"]["moves"]) == ("legal", ["up(k=3)"])


def test_a_renamed_argument_is_a_move_that_came_and_one_that_went(tmp_path: Path) -> None:
    sides = [
        project(tmp_path / name, (UP, up(f"{name}: Annotated[int, Range(1, 2)]"))) for name in ("k", "j")
    ]
    mode = only(qb.diff(sides[0], sides[1], games=200).to_json())
    assert (mode["verdict"], mode["play"]["text"]) == (
        "parts",
        "up(k=1) is possible under the older version only",
    )


@pytest.mark.parametrize("turned", [False, True])
def test_numbers_that_are_never_allowed_make_no_difference(turned: bool, tmp_path: Path) -> None:
    sides = [
        project(tmp_path / "one", (UP, up("k: Annotated[int, Range(1, 2)]"))),
        project(tmp_path / "two", (UP, up("k: Annotated[int, Range(1, 3)]", "    require(k <= 2)\n"))),
    ]
    one, two = sides[::-1] if turned else sides
    found = qb.diff(one, two, games=200)
    mode = only(found.to_json())
    assert (mode["verdict"], mode["how"], found.code) == (
        "same",
        "proved at full size, under every reading",
        0,
    )
    assert (mode["boxes"][0]["matters"], mode["games"]["parted"]) == ("not-seen", 0)


@pytest.mark.parametrize(
    ("heavy", "most", "verdict"), [(3, 3, "parts"), (3, 2, "same"), (1, 3, "parts"), (1, 2, "same")]
)
def test_numbers_of_chance_that_one_version_alone_has(
    heavy: int, most: int, verdict: str, tmp_path: Path
) -> None:
    """Their weights count where they are possible, and are the newer version's own."""
    roll = "{0}@chance({1})\ndef roll(s: State, k: Annotated[int, Range(1, {2})]) -> None:\n"
    roll += "    require(s.at == 0)\n    require(k <= {3})\n    s.at += k\n"
    odds = "@rule()\ndef odds(s: State, k: Annotated[int, Range(1, 3)]) -> Annotated[int, Range(0, 9)]:\n"
    odds += f"    return {heavy} if k == 3 else 1\n\n\n"
    later = (STOP, STOP.replace("s.at > 0 or r.stop_at_nought == Stop.EARLY", "s.at > 0"))
    action = f'@action("move.up")\n{UP}'
    sides = [
        project(tmp_path / "one", (action, roll.format("", "", 2, 2)), later),
        project(tmp_path / "two", (action, roll.format(odds, "weight=odds", 3, most)), later),
    ]
    for pair, which in ((sides, "newer"), (sides[::-1], "older")):
        mode = only(qb.diff(pair[0], pair[1], games=200).to_json())
        assert mode["verdict"] == verdict
        if verdict == "parts":
            assert mode["play"]["moves"] == ["roll(k=3)"]
            assert mode["play"]["text"] == f"roll(k=3) is possible under the {which} version only"


def test_an_argument_whose_kind_has_other_members_is_walked_side_by_side(tmp_path: Path) -> None:
    """Some of its values are written alike in both versions, with other numbers behind them."""
    sides = []
    for name, members in (("one", ("LOW", "HIGH")), ("two", ("NONE", "HIGH", "LOW"))):
        kind = "class Way(Kind):\n" + "".join(f"    {one} = auto()\n" for one in members) + "\n\n"
        again = "    require(k != Way.NONE)\n" if "NONE" in members else ""
        text = UP.replace("s: State", "s: State, k: Way").replace("    require", f"{again}    require")
        folder = project(tmp_path / name, (UP, text), ("class Who(Kind):\n", f"{kind}class Who(Kind):\n"))
        sides.append(folder)
    mode = only(qb.diff(sides[0], sides[1], games=200).to_json())
    assert (mode["verdict"], mode["reason"]) == ("not seen", "the arguments of up have other values")
    assert (mode["boxes"][0]["instance"], mode["boxes"][0]["complete"]) == ("small", True)


def test_states_with_other_fields_are_walked_side_by_side(differ: Differ) -> None:
    found = differ(
        (STATE, STATE + "    turns: Annotated[int, Range(0, 1000)]\n"),
        (
            "    require(s.at < n.top)\n    s.at += 1\n",
            "    require(s.at < n.top)\n    s.at += 1\n    s.turns += 1\n",
        ),
    )
    mode = only(found)
    assert (mode["verdict"], mode["reason"]) == ("not seen", "only the newer version has the field turns")
    assert [(box["instance"], box["states"], box["complete"]) for box in mode["boxes"]] == [
        ("small", 7, True),
        ("wide", 1001, True),
    ]
    assert found["code"] == 1


def test_states_with_other_fields_part_in_a_play(differ: Differ) -> None:
    found = differ(
        (STATE, STATE + "    turns: Annotated[int, Range(0, 1000)]\n"),
        (STOP, STOP.replace("r.stop_at_nought == Stop.EARLY", "False")),
    )
    mode = only(found)
    assert mode["verdict"] == "parts"
    assert mode["play"] == {
        "instance": "small",
        "kind": "legal",
        "text": "stop() is possible under the older version only",
        "choices": 1,
        "steps": 1,
        "moves": ["stop()"],
    }


def test_a_difference_that_no_interpreter_sees_is_open(
    differ: Differ, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VersionPair, "told", lambda self, steps, judged: None)
    found = differ((END, "    return s.done or s.at == n.top or s.at == 2\n"))
    mode = only(found)
    assert (found["code"], mode["verdict"], mode["how"], mode["play"]) == (1, "open", "", None)
    assert mode["reason"] == "told apart on small, wide, full, and no interpreter sees it"


@pytest.mark.parametrize(
    ("matters", "complete", "said"),
    [
        ("not-seen", True, "exhausted"),
        ("undecided", True, "undecided"),
        ("undecided", False, "as far as the budget holds"),
    ],
)
def test_undecided_is_not_told_as_exhausted(
    matters: str, complete: bool, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    box = {"instance": "small", "matters": matters, "complete": complete}
    mode: dict[str, Any] = {
        "mode": "a/b",
        "verdict": "not seen",
        "how": "",
        "reason": "",
        "changed": [],
        "boxes": [box],
    }
    mode |= {"games": None, "play": None, "left_out": []}
    data = {"old": "one", "new": "two", "modes": [mode], "touched": [], "interrupted": False}
    version_tables.differences(Screen(quiet=True), data)
    assert f"no difference: small {said}\n" in capsys.readouterr().out


def test_modes_that_only_one_version_has(tmp_path: Path, old: Path) -> None:
    new = project(tmp_path / "new", ('count = Mode(\n    "count"', 'count = Mode(\n    "counting"'))
    found = qb.diff(old, new)
    assert dict(found.verdicts) == {"counter/count": "removed", "counter/counting": "added"}
    assert found.code == 1


FAULTS: dict[str, tuple[tuple[str, str], dict[str, Any], str]] = {
    "one of no name": (
        ("nosuch", "new"),
        {},
        "nosuch is neither a folder nor a commit of the repository",
    ),
    "an option": (("--output=x", "new"), {}, "--output=x is no version; name a folder, or a commit of git"),
    "no project": ((".", "new"), {}, "holds no project"),
    "no mode": (
        ("old", "new"),
        {"paths": "countr"},
        "no ruleset or mode is called countr; did you mean counter",
    ),
    "no instance": (("old", "new"), {"instances": "smal"}, "no instance is called smal; did you mean small"),
    "no reading": (
        ("old", "new"),
        {"readings": {"stop_at_nought": "soon"}},
        "ruling stop_at_nought has no reading soon; choose of early, late",
    ),
    "no ruling": (("old", "new"), {"readings": {"stop": "late"}}, "no ruling is called stop"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_bad_input_is_one_line(name: str, tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path / "new", (STOP, STOP.replace("s.at > 0 or", "s.at > 1 or")))
    monkeypatch.chdir(tmp_path)
    (first, second), more, text = FAULTS[name]
    with pytest.raises(BadInput) as refused:
        qb.diff(first, second, **more)
    assert text in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_commit_against_the_folder(tmp_path: Path) -> None:
    folder = project(tmp_path / "mine")
    git = ["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], check=True)
    file = folder / "model" / "counter.py"
    file.write_text(
        file.read_text(encoding="utf-8").replace("s.at == n.top\n\n\n@wins", "s.at == 1\n\n\n@wins"),
        encoding="utf-8",
    )
    before = sorted(path for path in folder.rglob("*") if ".git" not in path.parts)
    done, data, unknown = run_all(
        folder,
        [
            ["diff", "HEAD", ".", "--games", "100"],
            ["diff", "HEAD", ".", "--games", "100", "--json"],
            ["diff", "nosuch", "."],
        ],
    )
    assert (done.code, done.err) == (1, "")
    lines = done.out.splitlines()
    assert lines[0] == "HEAD against .: what the rules do otherwise"
    assert "after up() the game is over under the newer version" in done.out
    assert "  rules that say something else: ended" in lines
    assert json.loads(data.out)["modes"][0]["play"]["moves"] == ["up()"]
    assert (unknown.code, unknown.out) == (2, "")
    assert unknown.err == (
        "queensbench: nosuch is neither a folder nor a commit of the repository of mine; "
        "name a folder, a commit, a branch or a tag\n"
    )
    assert (
        sorted(p for p in folder.rglob("*") if ".git" not in p.parts and "__pycache__" not in p.parts)
        == before
    )


# ---- two versions in one system


EDITS = {
    "a score": (
        "model/queue4/scoring.py",
        "cards_played(s) - deck_size(s) + second",
        "cards_played(s) + second",
    ),
    "a guard": ("model/queue4/turn.py", "require(s.phase == Phase.AIM)", "require(s.phase != Phase.OVER)"),
    "a name": ("model/queue4/scoring.py", "def longest(s: Standard)", "def the_longest(s: Standard)"),
}


def on_six(root: Path) -> Box:
    found = projects.load(root, only=["queue4"])
    ruleset, mode = found.mode("queue4/standard")
    instance = projects.mode_instance(mode, "six")
    return Box("queue4", mode, instance, projects.system(ruleset, mode, instance), LOOPS)


def explored(box: Box, readings: list[int]) -> tuple[int, int, Any]:
    found = explore(box.native, box.system, ExploreSettings(readings, box.parameters()))
    assert found.complete
    return found.states, found.transitions, [(one.least, one.greatest) for one in found.scores]


@pytest.mark.parametrize("name", ["a score", "a guard"])
def test_each_version_in_one_system_is_what_it_is_alone(name: str, tmp_path: Path) -> None:
    new = tmp_path / "new"
    for part in ("model", "spec", "properties", "seeds"):
        shutil.copytree(ROOT / part, new / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", new)
    file, before, after = EDITS[name]
    text = (new / file).read_text(encoding="utf-8")
    assert before in text
    (new / file).write_text(text.replace(before, after), encoding="utf-8")
    alone = [on_six(ROOT), on_six(new)]
    both = merged(alone[0].system, alone[1].system)
    assert isinstance(both, Versions)
    wellformed.check(both.system.functions)
    box = Box("queue4", alone[0].mode, alone[0].instance, both.system, LOOPS)
    for version, one in enumerate(alone):
        assert explored(box, [*box.raw()[:-1], version]) == explored(one, one.raw())


def test_what_does_not_fit_into_one_system_is_told() -> None:
    box = on_six(ROOT)
    ruleset, mode = projects.load(ROOT, only=["queue4"]).mode("queue4/royal-ball")
    other = projects.system(ruleset, mode, projects.mode_instance(mode, "opening"))
    found = merged(box.system, other)
    assert isinstance(found, Unlike)
    assert found.text == "the field deck has other values"
