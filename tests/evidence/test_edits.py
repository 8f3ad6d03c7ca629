"""Edits of the rulebooks and of the toolkit: each changes the keys of what it changes, or provably changes nothing."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queensbench.evidence.keys import toolkit_texts
from queensbench.evidence.toolkit_parts import PACKAGE, Imports, Part
from tests.evidence.edited import IDLE
from tests.processes import ROOT, environment, python, write_model
from tests.surfaces.projects import RACE

RULEBOOKS = ("queen-is-dead", "queen-of-scots", "queens-collection", "queue4")
TOP = ("model", "properties", "spec")

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="each edit is loaded in a process that is forked"
)


def copied(folder: Path, rulebook: str) -> Path:
    """A project of one rulebook."""
    package = rulebook.replace("-", "_")
    shutil.copytree(ROOT / "seeds", folder / "seeds")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for top in TOP:
        (folder / top).mkdir()
        for path in (ROOT / top).glob("*.py"):
            shutil.copy(path, folder / top)
        shutil.copytree(
            ROOT / top / package, folder / top / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    return folder


def edits(folder: Path, rulebook: str, first: int, count: int) -> tuple[list[Any], Iterator[dict[str, Any]]]:
    """What a rulebook is as it stands, and what came out of each edit."""
    asked = [sys.executable, "-m", "tests.evidence.edited", str(copied(folder, rulebook)), rulebook]
    done = subprocess.run(
        [*asked, str(first), str(count)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=36_000,
    )
    assert done.returncode == 0, done.stderr
    whole, *rows = map(json.loads, done.stdout.splitlines())
    return whole, iter(rows)


def judged(whole: list[Any], row: dict[str, Any]) -> Counter[str]:
    """Hold the keys after one edit against what it has changed; what was seen, counted."""
    seen: Counter[str] = Counter()
    before, after = whole[row["draw"]], row["found"]
    if "refused" in after:
        assert row["what"].split(": ")[1].split(",")[0] not in IDLE, row
        return Counter(refused=1)
    seen["edits"] += 1
    for name, (system, declared, stepping) in before["what"].items():
        if name not in after["what"]:
            continue  # the mode has another name: nobody asks by this one
        now = after["what"][name]
        keys = zip(before["keys"][name], after["keys"][name], strict=True)
        plain_kept, steps_kept = (one == other for one, other in keys)
        same = [system, declared] == now[:2]
        assert same or not plain_kept, f"a stale verdict of {name}: {row}"
        assert (same and stepping == now[2]) or not steps_kept, f"a stale verdict of steps of {name}: {row}"
        seen["keys that rightly changed"] += not same
        seen["keys that were kept"] += plain_kept
        seen["keys that changed for nothing"] += same and not plain_kept
    for name, (kept, system) in before["kept"].items():
        now = after["kept"].get(name, [None, ""])
        assert kept is not None, f"no name for {name}"
        assert system == now[1] or kept != now[0], f"a stale system of {name}: {row}"
        seen["systems that were lowered anew"] += kept != now[0]
    for mode, rules in before["rules"].items():
        for name, (digest, text) in rules.items():
            other = after["rules"].get(mode, {}).get(name, [digest, text])
            assert text == other[1] or digest != other[0], f"a stale proof of {mode}, {name}: {row}"
            seen["rules that rightly changed"] += text != other[1]
            seen["rules that were kept"] += digest == other[0]
            seen["rules that changed for nothing"] += text == other[1] and digest != other[0]
    # What is kept of a system is found by the code: so that must tell apart whatever a system does.
    if before["what"] != after["what"]:
        assert before["code"] != after["code"], row
    if row["what"].split(": ")[1].split(",")[0] in IDLE:
        assert before["keys"] == after["keys"], row
        seen["idle edits"] += 1
        seen["idle edits by the code"] += before["code"] == after["code"]
    return seen


def held(tmp_path: Path, rulebook: str, first: int, count: int) -> Counter[str]:
    whole, rows = edits(tmp_path, rulebook, first, count)
    assert all("refused" not in one for one in whole), whole
    total: Counter[str] = Counter()
    for row in rows:
        total += judged(whole, row)
    assert total["edits"] + total["refused"] == count
    return total


def test_an_edit_changes_the_keys_of_what_it_changes(tmp_path: Path) -> None:
    seen = held(tmp_path, "queen-is-dead", 1, 4)
    assert seen["edits"] >= 2
    assert seen["systems that were lowered anew"] >= 2
    assert seen["rules that were kept"] > 10 * seen["rules that rightly changed"]
    assert not seen["rules that changed for nothing"]


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_five_hundred_edits_of_a_rulebook_change_the_keys_of_what_they_change(
    rulebook: str, tmp_path: Path
) -> None:
    seen = held(tmp_path, rulebook, 10_000, 500)
    print(rulebook, dict(seen))
    assert seen["edits"] >= 250
    assert seen["idle edits"] >= 30
    assert seen["keys that rightly changed"] >= 150
    assert seen["rules that rightly changed"] >= 150
    assert not seen["rules that changed for nothing"]


# ------------------------------------------------------------------------------------------- the toolkit

LOADED = """
import json, sys
from pathlib import Path
from queensbench.surfaces.command.app import main
sys.argv = ["queensbench", "audit", "--store", "store", "-q"]
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
names = [name for name in sys.modules if name.split(".")[0] == "queensbench"]
Path("loaded.json").write_text(json.dumps(names))
"""
BESIDE = ("surfaces", "rendering", "register", "project", "api", "evidence")
"""Layers that an audit loads, and by which no verdict becomes another one: what they make of files is in the key."""


def parts(found: Imports) -> dict[str, frozenset[str]]:
    names: tuple[Part, ...] = ("answers", "solver", "analyses", "lowering", "prover", "proofs")
    return {name: found.part(name) for name in names}


@pytest.mark.parametrize("count", [200, pytest.param(2_000, marks=pytest.mark.slow)])
def test_an_edit_of_the_toolkit_changes_the_parts_that_its_module_belongs_to(count: int) -> None:
    """An edit is a line less; a module that is none of Python's any more is left out."""
    texts = toolkit_texts()
    before = Imports(texts)
    modules = parts(before)
    contents = {name: before.contents(part) for name, part in modules.items()}
    chance = random.Random(count)
    changed: Counter[str] = Counter()
    done = 0
    while done < count:
        name = chance.choice(sorted(texts))
        lines = texts[name].split(b"\n")
        del lines[chance.randrange(len(lines))]
        after = Imports({**texts, name: b"\n".join(lines)})
        module = next(one for one, file in before.files.items() if file == name)
        after._found = {one: found for one, found in before._found.items() if one != module}
        try:
            now = {part: after.contents(found) for part, found in parts(after).items()}
        except SyntaxError:
            continue
        done += 1
        for part, found in contents.items():
            assert (now[part] == found) == (module not in modules[part]), (name, part)
        changed[name.split("/")[0]] += module in modules["answers"]
    assert changed["engines"] >= count // 20
    assert not {"rendering", "surfaces", "register", "api"} & {one for one in changed if changed[one]}


def test_what_an_audit_has_loaded_belongs_to_what_its_verdicts_come_from(tmp_path: Path) -> None:
    """The imports read from text miss none that really happen."""
    folder = write_model(tmp_path, "race", RACE)
    done = python(folder, "-c", LOADED)
    assert done.returncode == 0, done.stderr
    loaded = set(json.loads((folder / "loaded.json").read_text()))
    found = parts(Imports(toolkit_texts()))
    answering = {
        one for one in loaded if one.split(".")[1:2] and one.split(".")[1] not in (*BESIDE, "analyses")
    }
    assert len(answering) >= 60
    solving = {one for one in answering if one.startswith("queensbench.engines.solve")}
    assert solving
    solving.add("queensbench.rules.observations")  # which the solver alone asks
    assert not solving & found["answers"]
    assert solving <= found["solver"]
    missing = answering - found["answers"] - solving
    # Guards that look too far rest on all code; what is counted serves searches, and is loaded with the project.
    beside = {
        "queensbench.language.drawings",  # for boards, which no verdict looks at
        "queensbench.engines.runtime.memory",  # ends a command, whose answer is then unfinished
    }
    carried = {f"queensbench.engines.runtime.{one}" for one in ("clusters", "cluster_worker")}
    # They carry questions to workers of the same toolkit, whose engines answer.
    assert missing == {
        "queensbench.rules.guard_visibility",
        "queensbench.language.counts",
        *carried,
        *beside,
    }
    assert missing - beside <= found["analyses"]
    assert {one for one in loaded if one.startswith("queensbench.analyses.")} <= found["analyses"]


DECIDED = """
import json, sys
from queensbench.engines.prove.obligations import News, Order
from queensbench.engines.prove.planning import conjuncts, plan
from queensbench.engines.prove.worker_pool import answering
from queensbench.rules.system import build
from tests.engines.models import twins

system = build(twins.mode, twins.mode.full)
lemmas = tuple(conjuncts(system, range(len(system.judges))))
answer = answering(system)
verdicts = []
for goal in plan(system, lemmas):
    for is_hard in (False, True):
        job = (Order(lemmas, None, 4_000_000), [goal], is_hard, News(), {})
        verdicts += [one.verdict for some in answer(job, print) for one in some]
names = [name for name in sys.modules if name.split(".")[0] == "queensbench"]
print(json.dumps([sorted(set(verdicts)), names]))
"""


def test_what_decides_goals_belongs_to_what_kept_proofs_come_from() -> None:
    """A proof that is kept is asked again after a change of whatever decided it: the encoding, the strategies, all."""
    done = python(ROOT, "-c", DECIDED)
    assert done.returncode == 0, done.stderr
    verdicts, loaded = json.loads(done.stdout.splitlines()[-1])
    assert "proved" in verdicts
    deciding = {one for one in loaded if one.split(".")[1:2] in (["engines"], ["readers"], ["rules"])}
    proving = {one for one in deciding if one.startswith("queensbench.engines.prove.")}
    named = {"decider", "encoder", "obligation_context", "plain_questions", "single_obligation", "strategy"}
    assert {f"queensbench.engines.prove.{one}" for one in named} <= proving
    imports = Imports(toolkit_texts())
    other = deciding - imports.part("prover")
    assert other <= imports.part("lowering")  # which has made the system, of which each key speaks
    assert {one.split(".")[1] for one in other} == {"rules"}


INDUCTIVE = """
import json, sys
from queensbench.engines.prove.induction import prove
from queensbench.rules.system import build
from tests.engines.models import twins

system = build(twins.mode, twins.mode.full)
found = prove(system, range(len(system.judges)))
names = [name for name in sys.modules if name.startswith("queensbench.engines.prove.")]
print(json.dumps([sorted({one.verdict for one in found.claims}), names]))
"""


def test_what_makes_verdicts_of_goals_belongs_to_what_a_mode_is_confirmed_by() -> None:
    """The lock says of which toolkit proofs were confirmed: of what decides goals, and of what becomes of the answers."""
    done = python(ROOT, "-c", INDUCTIVE)
    assert done.returncode == 0, done.stderr
    verdicts, loaded = json.loads(done.stdout.splitlines()[-1])
    assert "proved" in verdicts
    assert "queensbench.engines.prove.induction" in loaded
    imports = Imports(toolkit_texts())
    assert set(loaded) <= imports.part("proofs")
    assert imports.part("proofs") - imports.part("prover") == {"queensbench.engines.prove.induction"}


def test_no_module_of_the_toolkit_is_imported_by_a_computed_name() -> None:
    """Such an import would be none that can be read; those of solvers and of the project's own modules are no others."""
    found = {
        name
        for name, text in toolkit_texts().items()
        if re.search(rb"\bimport_module\(|\b__import__\(|\brunpy\b|\bpkgutil\b", text)
    }
    mentioned = {
        f"evidence/{name}.py" for name in ("keys", "kept_systems")
    }  # which look for such imports in the project's modules
    # What scripts ask of the toolkit by name, and commands: no analysis does.
    offered = {"__init__.py", "surfaces/command/loading.py"}
    solvers = {"engines/confirm/apart.py", "engines/confirm/solvers.py"}
    cluster = {
        f"engines/runtime/{name}.py" for name in ("clusters", "cluster_worker")
    }  # Dask, and the version
    # Adapters of engines under test, and other tools' environments: no verdict that is stored comes from them.
    engines = {
        f"conformance/{name}.py"
        for name in ("bots", "mapping_files", "openspiel", "pettingzoo", "python_host")
    }
    assert found == {*solvers, *cluster, *engines, *mentioned, "project/importing.py", *offered}
    imports = Imports(toolkit_texts())
    bare = {one for one in parts(imports)["analyses"] if PACKAGE in imports.of(one)}
    # for its name, its folder and when it began, and for its version
    began = {"queensbench.engines.runtime.compiling", "queensbench.evidence.kept_systems"}
    assert bare == {*began, "queensbench.engines.layers.search"}
