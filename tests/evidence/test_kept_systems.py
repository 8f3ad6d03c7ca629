"""A system that is kept is the one that would be lowered; what may be another one, or somebody else's, is not taken."""

from __future__ import annotations

import os
import pickle
import py_compile
import re
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import queensbench as qb
from queensbench import errors as qb_errors
from queensbench.evidence import kept_systems
from queensbench.evidence.keys import COMPUTED
from queensbench.evidence.source_forms import OPENS
from queensbench.files.keyed_sums import VARIABLE, sum_of
from queensbench.language import properties, rules
from queensbench.project import projects, several
from queensbench.readers.native import own_cache
from queensbench.readers.native.code_cache import FOLDER
from queensbench.rules.typed import ir
from queensbench.rules.typed.digest import digest, digest_of
from tests.processes import MARK, ROOT, write
from tests.surfaces.projects import COUNTER

SHARED = "LEAST = 0\n"
USING = "\nfrom model._shared import LEAST\n"


def name_of(game: qb.Game, instance: str = "full") -> str | None:
    declared = projects.mode_instance(game.mode, instance)
    return kept_systems.name_of(game._project, game.ruleset, game.mode, declared)


@pytest.fixture
def lowered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The instances that are lowered from now on, with an empty cache of the user's, and files that count as old."""
    made: list[str] = []
    build: Any = vars(projects)["build"]

    def noting(mode: Any, instance: Any, **more: Any) -> ir.System:
        made.append(instance.name)
        system: ir.System = build(mode, instance, **more)
        return system

    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setattr(projects, "build", noting)
    monkeypatch.setattr(kept_systems, "toolkit_stamp", lambda: "as it is")
    monkeypatch.setattr(kept_systems, "MARGIN", -1000.0)
    for registry in (rules.registry, properties.declared):
        for module in [name for name in registry if not several.own(name)]:  # of other tests
            monkeypatch.delitem(registry, module)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of one ruleset."""
    files = {
        "pyproject.toml": MARK,
        "model/__init__.py": "",
        "model/_shared.py": SHARED,
        "model/counter.py": COUNTER + USING,
    }
    return write(tmp_path / "project", files)


@pytest.fixture
def counter(folder: Path, lowered: list[str]) -> Iterator[Callable[[], qb.Game]]:
    """The mode of that project, as a process would load it that has loaded nothing yet."""
    with several.kept():
        yield lambda: qb.load("counter", project=folder, reload=True)


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "caches" / "queensbench-code").glob(f"*{kept_systems.END}"))


# ---------------------------------------------------------------------------------------------- what is kept


def test_a_system_that_is_kept_is_not_lowered_again(
    counter: Callable[[], qb.Game], lowered: list[str], folder: Path
) -> None:
    first = counter().session("small")._box.system
    again = counter().session("small")._box.system
    assert lowered == ["small"]
    assert len(kept(folder)) == 1
    assert again == first
    assert again is not first
    assert vars(again)["_digest"] == digest_of(again) == digest(first)


def test_what_is_kept_plays_as_what_was_lowered(counter: Callable[[], qb.Game], lowered: list[str]) -> None:
    spaces = [counter().session("small", readings={"stop_at_nought": "late"}).explore() for _ in range(2)]
    assert lowered == ["small"]
    assert spaces[0].to_json() | {"seconds": 0} == spaces[1].to_json() | {"seconds": 0}
    assert (spaces[1].states, spaces[1].transitions) == (6, 5)


@pytest.mark.parametrize(
    ("mode", "instance"),
    [
        ("queen-is-dead", "blades"),
        ("queen-of-scots", "short"),
        ("queen-of-scots", "full"),
        ("queens-collection/competitive", "full"),
        ("queue4/standard", "six"),
    ],
)
def test_systems_of_the_rulebooks_come_back_as_they_were(mode: str, instance: str, tmp_path: Path) -> None:
    """Node by node, in the order of their fields, and with their places."""
    game = qb.load(mode, project=ROOT)
    made = projects.system(game.ruleset, game.mode, projects.mode_instance(game.mode, instance))
    place = tmp_path / f"name{kept_systems.END}"
    kept_systems._write(place, made)
    found = kept_systems._read(place)
    assert found is not None
    assert (found, repr(found)) == (made, repr(made))
    assert vars(found)["_digest"] == digest_of(made)


def test_the_digest_of_a_system_is_not_that_of_its_copies(counter: Callable[[], qb.Game]) -> None:
    made = counter().session("small")._box.system
    other = replace(made, judges=())
    assert digest(made) != digest(other) == digest_of(other)


def test_a_model_outside_the_language_is_refused_each_time(
    counter: Callable[[], qb.Game], folder: Path, lowered: list[str]
) -> None:
    text = (folder / "model/counter.py").read_text("utf-8")
    (folder / "model/counter.py").write_text(text.replace("    s.at += 1", "    print(s.at)"), "utf-8")
    for _ in range(2):
        with pytest.raises(qb_errors.ModelRefused, match="print"):
            counter().session("small")
    assert (lowered, kept(folder)) == (["small"] * 2, [])


def test_nothing_is_kept_where_machine_code_is_not(
    counter: Callable[[], qb.Game], lowered: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in ("off", str(folder.parent / "named")):
        monkeypatch.setenv(FOLDER, value)
        for _ in range(2):
            counter().session("small")
    assert lowered == ["small"] * 4
    assert not (folder.parent / "caches").exists()
    assert not (folder.parent / "named").exists()


@pytest.mark.skipif(os.name == "nt", reason="nobody else may write in a user's own folders")
def test_nothing_is_taken_from_a_folder_in_which_others_may_write(
    counter: Callable[[], qb.Game], lowered: list[str], folder: Path
) -> None:
    counter().session("small")
    kept(folder)[0].parent.chmod(0o777)
    own_cache._usable.cache_clear()
    counter().session("small")
    assert lowered == ["small"] * 2


# --------------------------------------------------------------------------------------------------- by name


def other_text(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("model/counter.py", "s.at < n.top", "s.at <= n.top"),
        ("model/counter.py", "s.at += 1", "s.at += 1  # up"),
        ("model/counter.py", "Stop.EARLY, question", "Stop.LATE, question"),
        ("model/counter.py", '"top": 3', '"top": 4'),
        ("model/counter.py", "size(5,", "size(6,"),
        ("model/counter.py", "s.at == 2", "s.at == 1"),
        ("model/_shared.py", "0", "1"),
        ("model/__init__.py", "", "LATER = 1\n"),
    ],
)
def test_a_change_of_any_module_changes_the_name(
    counter: Callable[[], qb.Game], folder: Path, lowered: list[str], name: str, old: str, new: str
) -> None:
    before = name_of(counter(), "small")
    other_text(folder, name, old, new)
    after = name_of(counter(), "small")
    assert before is not None
    assert after not in (None, before)
    counter().session("small")
    assert lowered == ["small"]


def test_a_name_covers_instance_limits_clauses_folder_and_toolkit(
    counter: Callable[[], qb.Game], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = counter()
    small = projects.mode_instance(game.mode, "small")

    def named(**changed: Any) -> str | None:
        instance = changed.get("instance", small)
        ruleset = changed.get("ruleset", game.ruleset)
        return kept_systems.name_of(game._project, ruleset, game.mode, instance)

    register: Any = SimpleNamespace(by_name={"move.up": None})
    found = [named(), name_of(game, "wide")]
    found += [named(instance=replace(small, **part)) for part in ({"sizes": {"top": 4}}, {"name": "other"})]
    who: Any = game.mode.players
    found.append(named(instance=replace(small, keep={who: (who.ANN,)})))
    found.append(named(ruleset=replace(game.ruleset, clauses=register)))
    limits = game.mode.limits
    game.mode.limit(replace(limits, moves=limits.moves - 1))
    found.append(named())
    game.mode.limit(limits)
    monkeypatch.setattr(kept_systems, "toolkit_stamp", lambda: "another")
    found.append(named())
    monkeypatch.setattr(kept_systems, "toolkit_stamp", lambda: "as it is")
    assert named() == found[0]
    folder.rename(folder.parent / "moved")
    moved = qb.load("counter", project=folder.parent / "moved")
    found.append(name_of(moved, "small"))
    assert None not in found
    assert len(set(found)) == len(found)


def test_the_stamp_of_the_toolkit_changes_with_any_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / name for name in ("one.py", "rules/two.py", "surfaces/three.py")]
    for file in files:
        write(tmp_path, {str(file.relative_to(tmp_path)): "some text"})
    monkeypatch.setattr(kept_systems, "toolkit_names", lambda: sorted(map(str, tmp_path.rglob("*.py"))))
    monkeypatch.setattr(kept_systems, "BEGUN", kept_systems.BEGUN + 1e6)

    def stamp() -> str | None:
        kept_systems.toolkit_stamp.cache_clear()
        return kept_systems.toolkit_stamp()

    try:
        found = [stamp()]
        for file in files:
            dates = file.stat()
            file.write_text("same size", "utf-8")
            os.utime(file, ns=(dates.st_atime_ns, dates.st_mtime_ns))  # the date of change stays what it is
            found.append(stamp())
        write(tmp_path, {"rules/four.py": ""})
        found.append(stamp())
        files[0].unlink()
        found.append(stamp())
        assert None not in found
        assert len(set(found)) == len(found)
        monkeypatch.setattr(kept_systems, "BEGUN", files[1].stat().st_ctime + kept_systems.SETTLED - 1)
        assert stamp() is None  # it may not be what runs
    finally:
        kept_systems.toolkit_stamp.cache_clear()


# ------------------------------------------------------------------------------------- where there is no name


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import math, os",
        "from os import path",
        "from os.path import join",
        "if LEAST == 0: import sys",
        "import \\\n os",
        "with open(__file__) as file:\n    LATER = file.read()",
        "LATER = eval('1')",
        "from random import Random\nLATER = Random().random()",
        "import random\nLATER = random.random()",
        "from random import shuffle",
        "from random import Random, shuffle",
        "LATER = id(object()) % 2",
        "from numpy import zeros",
    ],
)
def test_a_model_that_may_ask_the_outside_has_no_name(
    counter: Callable[[], qb.Game], folder: Path, lowered: list[str], line: str
) -> None:
    (folder / "model/_shared.py").write_text(f"{SHARED}{line}\n", "utf-8")
    for _ in range(2):
        game = counter()
        assert name_of(game, "small") is None
        game.session("small")
    assert (lowered, kept(folder)) == (["small"] * 2, [])


@pytest.mark.parametrize(
    "line",
    [
        "import math",
        "from random import Random\nLATER = Random(7).random()",
        "from dataclasses import dataclass",
        "from . import counter",
        "def later() -> None:\n    import imaplib",  # which nothing has loaded
        "# what is important, the paid ones say (open)",
        "# It is drawn at random.",
    ],
)
def test_a_model_that_asks_nothing_of_the_outside_has_a_name(
    counter: Callable[[], qb.Game], folder: Path, line: str
) -> None:
    (folder / "model/_shared.py").write_text(f"{SHARED}{line}\n", "utf-8")
    assert name_of(counter(), "small") is not None


def test_a_hint_stands_wherever_a_question_to_the_outside_does() -> None:
    """Each word of the expressions; so a text without any of the hints need not be searched."""
    pattern = f"{COMPUTED.pattern} {OPENS.pattern}".replace(r"\b", " ")
    words = set(re.findall(r"\w{2,}", pattern))
    assert {"importlib", "exec", "open", "files", "sqlite3"} <= words
    for word in words - {"sys", "modules"}:
        asked = next(text for text in (f"{word}(", f" {word} ") if kept_systems.ASKS.search(text))
        assert any(hint in asked for hint in kept_systems.HINTS), word
    for asked in ("sys.modules", "Random( )", "id(1)", "hash(1)"):
        assert kept_systems.ASKS.search(asked)
        assert any(hint in asked for hint in kept_systems.HINTS), asked


def test_a_module_that_was_changed_when_it_was_imported_gives_no_name(
    counter: Callable[[], qb.Game], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = counter()
    assert name_of(game, "small") is not None
    monkeypatch.setattr(kept_systems, "MARGIN", 2.0)
    assert name_of(game, "small") is None
    long_ago = game._project.modules.begun + 100.0
    monkeypatch.setattr(game._project.modules, "begun", long_ago)
    assert name_of(game, "small") is not None
    monkeypatch.setattr(game._project.modules, "begun", (folder / "model/counter.py").stat().st_ctime - 1)
    assert name_of(game, "small") is None


def test_a_module_of_which_python_runs_older_code_gives_no_name(
    counter: Callable[[], qb.Game], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python tells compiled code by the second and the size of its text."""
    path = folder / "model/counter.py"
    game = counter()
    module = sys.modules["model.counter"]
    compiled = Path(py_compile.compile(str(path), doraise=True) or "")
    monkeypatch.setattr(module, "__cached__", str(compiled), raising=False)
    monkeypatch.setattr(kept_systems, "MARGIN", 2.0)
    monkeypatch.setattr(game._project.modules, "begun", game._project.modules.begun + 100.0)
    assert name_of(game, "small") is not None  # compiled just now, and it is its text's
    dates = path.stat()
    other_text(folder, "model/counter.py", '"top": 3', '"top": 4')
    os.utime(path, ns=(dates.st_atime_ns, dates.st_mtime_ns))
    assert name_of(game, "small") is None


def test_rules_and_properties_from_elsewhere_leave_no_name(counter: Callable[[], qb.Game]) -> None:
    game = counter()
    decl = game.properties["within"]
    assert name_of(game, "small") is not None
    registries: Any = ((properties.declared, decl), (rules.registry, decl.rule))
    for registry, one in registries:
        registry["__main__"] = [one]
        try:
            assert name_of(game, "small") is None
        finally:
            del registry["__main__"]
    assert name_of(game, "small") is not None


def test_a_mode_that_is_none_of_the_rulesets_has_no_name(counter: Callable[[], qb.Game]) -> None:
    game, small = counter(), None
    small = projects.mode_instance(game.mode, "small")
    assert kept_systems.name_of(game._project, game.ruleset, replace(game.mode), small) is None


# ------------------------------------------------------------------------------------------- whose it is


class Harm:
    """Leaves a mark where it is read by whoever reads everything."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> Any:
        return Path.touch, (self.place,)


def in_place(folder: Path, content: bytes, monkeypatch: pytest.MonkeyPatch, by: str) -> Path:
    """Put a content in place of the system that is kept, signed by somebody."""
    (place,) = kept(folder)
    if by == "another":
        monkeypatch.setenv(VARIABLE, "somebody else's, who may write here too")
    signature = "".join(sum_of(kept_systems.USE, kept_systems._signed(place, content))).encode()
    if by == "another":
        monkeypatch.undo()
    place.write_bytes((b"0" * len(signature) if by == "nobody" else signature) + content)
    return place


@pytest.mark.parametrize("by", ["nobody", "own"])
def test_nothing_but_nodes_is_read(
    counter: Callable[[], qb.Game],
    lowered: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    by: str,
) -> None:
    counter().session("small")
    mark = folder.parent / "harm"
    harm = b"0" * 64 + zlib.compress(pickle.dumps(Harm(mark)))
    in_place(folder, harm, monkeypatch, by)
    pickle.loads(zlib.decompress(harm[64:]))  # as anything else would
    assert mark.exists()
    mark.unlink()
    counter().session("small")
    assert lowered == ["small"] * 2
    assert not mark.exists()


def test_what_another_key_has_signed_is_not_read(
    counter: Callable[[], qb.Game], lowered: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter().session("small")
    (place,) = kept(folder)
    own = place.read_bytes()
    content = own[kept_systems.HEAD :]
    monkeypatch.setenv(VARIABLE, "somebody else's, who may write here too")
    place.write_bytes(
        "".join(sum_of(kept_systems.USE, kept_systems._signed(place, content))).encode() + content
    )
    monkeypatch.setenv(VARIABLE, "of the tests, which leave the key of whoever runs them alone")
    monkeypatch.setattr(kept_systems, "_Nodes", None)  # nothing is unpickled
    counter().session("small")
    assert lowered == ["small"] * 2
    assert place.read_bytes() == own


def test_a_system_under_another_name_or_cut_short_is_not_taken(
    counter: Callable[[], qb.Game], lowered: list[str], folder: Path
) -> None:
    counter().session("small")
    (small,) = kept(folder)
    counter().session("wide")
    (wide,) = set(kept(folder)) - {small}
    shutil.copy(small, wide)
    assert counter().session("wide")._box.system.instance == "wide"
    small.write_bytes(small.read_bytes()[:-1])
    assert counter().session("small")._box.system.instance == "small"
    small.write_bytes(b"")
    assert counter().session("small")._box.system.instance == "small"
    small.unlink()
    small.mkdir()
    counter().session("small")
    assert lowered == ["small", "wide", "wide", "small", "small", "small"]
