"""Files and lines of strangers: texts of each format are changed at random, and read.

Whatever is wrong with them is one line of bad input; most are read by the function that the commands use, in one process
for many of them.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import queensbench as qb
from queensbench.errors import InternalError, QueensbenchError, render
from tests.processes import ROOT
from tests.torture.forked import Ended, Place
from tests.torture.grounds import Ground, ground
from tests.torture.tokens import bent, bent_text, changed, damaged
from tests.torture.trials import Outcome, Part

EACH = 2_000

Use = Callable[[Path, "Laid"], None]


@dataclass
class Laid:
    """The project in which files are read, and what is made once."""

    ground: Ground
    samples: Mapping[str, Sequence[str]]
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        return self.ground.whole


@dataclass(frozen=True)
class Format:
    """A format: samples of it, how they are changed, and who reads the outcome.  ``name``: of the file."""

    use: Use
    samples: Callable[[Path], Sequence[str]]
    change: Callable[[str, Random], bytes] = damaged
    name: str = "file.toml"
    batch: int = 200
    weight: float = 0.25


def commanded(*words: str) -> None:
    """Run a command in this process.  Raises AssertionError for an end that is at fault."""
    from queensbench.surfaces.command.app import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(words))
    faults = Ended(words, code, out.getvalue(), err.getvalue(), 0.0).faults()
    assert not faults, faults


# ----------------------------------------------------------------------------------------------- readers


def _manifests(laid: Laid) -> Any:
    from queensbench.project.register.seeds import Manifests

    if "manifests" not in laid.kept:
        laid.kept["manifests"] = {**Manifests(laid.root / "seeds"), **Manifests(ROOT / "seeds")}
    return laid.kept["manifests"]


def _quoted(laid: Laid, name: str) -> set[str]:
    """All texts in quotes of the samples of a format: whatever one of them names is known."""
    key = f"names of {name}"
    if key not in laid.kept:
        laid.kept[key] = {one for text in laid.samples[name] for one in re.findall(r'"([^"\n]+)"', text)}
    known: set[str] = laid.kept[key]
    return known


def clauses(path: Path, laid: Laid) -> None:
    from queensbench.project.register.clauses import load_clauses

    load_clauses(path, _manifests(laid))


def gaps(path: Path, laid: Laid) -> None:
    from queensbench.project.register.gaps import load_gaps

    known = _quoted(laid, "gaps")
    load_gaps(path, known, known)


def quiet(path: Path, laid: Laid) -> None:
    from queensbench.project.register.quiet_answers import load_answers

    load_answers(path, dict.fromkeys(("ruling", "gap", "clause"), _quoted(laid, "quiet")))


def manifest(path: Path, laid: Laid) -> None:
    from queensbench.project.register.seeds import check, load_manifest

    for key in re.findall(
        r'^key = "([a-z0-9.-]{1,200})"', path.read_bytes().decode("utf-8", "replace"), re.MULTILINE
    )[:1]:
        path = path.rename(path.with_name(f"{key}.toml"))
    check(load_manifest(path), "One line.\n\nAnother line, which is longer.\n")


def waivers(path: Path, laid: Laid) -> None:
    from queensbench.project.register.waivers import load_waivers

    known: dict[str, set[str]] = {}
    for name in _quoted(laid, "waivers"):
        ruleset, colon, clause = name.partition(":")
        if colon:
            known.setdefault(ruleset, set()).add(clause)
    load_waivers(path, known)


def survivors(path: Path, laid: Laid) -> None:
    from queensbench.project.register.survivors import load_survivors

    load_survivors(path, _quoted(laid, "survivors"))


def clauses_lock(path: Path, laid: Laid) -> None:
    from queensbench.project.register.lock import normal, suspects
    from queensbench.project.register.lock_text import mended, read, written

    with contextlib.suppress(QueensbenchError):
        mended(path)
    found = read(path)
    if found is not None:
        written(normal(found))
        suspects(found, found)


def verdicts_lock(path: Path, laid: Laid) -> None:
    from queensbench.evidence.verdicts_lock import read, written

    found = read(path)
    if found is not None:
        written(found)


def hints_lock(path: Path, laid: Laid) -> None:
    from queensbench.analyses.verdicts.hints_lock import read, require_known, save

    system = _purse()
    require_known(path)
    save(path, "games/purse", system, read(path, "games/purse", system))


@cache
def _purse() -> Any:
    from queensbench.rules.system import build
    from tests.engines.models import purse

    return build(purse.mode, purse.mode.full)


def pyproject(path: Path, laid: Laid) -> None:
    from queensbench.project.finding import find_root
    from queensbench.project.settings import limits_of

    limits_of(find_root(path.parent))


def itf(path: Path, laid: Laid) -> None:
    commanded("replay", str(path))
    commanded("check", str(path))


def uploaded(path: Path, laid: Laid) -> None:
    found = qb.StoredPlay.read(path.read_bytes().decode("utf-8", "replace"), "what was sent")
    session = qb.load(found.path).session(
        found.instance, readings=dict(one.split("=", 1) for one in found.readings)
    )
    found.play(session)
    found.differs(session)


def certificate(path: Path, laid: Laid) -> None:
    commanded("check", str(path))


@cache
def _words_of(path: str, instance: str) -> Any:
    from queensbench.conformance.vocabulary import Vocabulary

    return Vocabulary.of(qb.load(path).session(instance))


def mapping(path: Path, laid: Laid) -> None:
    from queensbench.conformance.mapping_files import read

    found = read(path, _words_of("race/race", "short"))
    for event in (
        {"move": "run"},
        {"move": "roll", "args": {"k": 1}},
        {"move": "go", "args": {"steps": 7, "x": [1]}},
    ):
        found.to_model(event)
    found.fields({"at": [["RED", 1]], "turn": "RED", "pips": 2})


def logs(path: Path, laid: Laid) -> None:
    from queensbench.conformance.logs import read

    list(read(path, "counter/count"))


def answers(path: Path, laid: Laid) -> None:
    from queensbench.conformance.protocol import ASKS, Malformed, check, check_hello, parsed

    for line in path.read_bytes().splitlines():
        for ask in ASKS:
            with contextlib.suppress(Malformed):
                found = parsed(line)
                check_hello(found) if ask == "hello" else check(ask, found)


def lines(path: Path, laid: Laid) -> None:
    from queensbench.surfaces.stepping.exchange import Exchange

    exchange = Exchange(qb.load("race/race").session("short", readings={}))
    json.dumps(exchange.hello())
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        found = exchange.answer(line, number)
        text = json.dumps(found, allow_nan=False)
        assert "\n" not in text
        assert found.get("error", {}).get("kind") != "internal-error", found
    assert not exchange.broken


def permalink(path: Path, laid: Laid) -> None:
    from queensbench.api.game import selected
    from queensbench.surfaces.page.desk import Desk
    from tests.surfaces.page.browsing import Reader

    def report(error: BaseException) -> str:
        raise AssertionError(f"an internal error: {error!r}") from error

    if "reader" not in laid.kept:
        laid.kept["reader"] = Reader(Desk(selected(["race", "counter"]), seed=7, report=report))
    address = quote(path.read_bytes(), safe="/?&=:~%+;,")
    if len(address) > 60_000:
        return  # the client of this test takes none that is longer
    found = laid.kept["reader"].get(f"/{address.lstrip('/')}")
    assert found.code < 500, (found.code, found.words[:300])


def condition(path: Path, laid: Laid) -> None:
    from queensbench.rules.conditions import conditioned

    box = qb.load("race/race").session("short", readings={})._box
    conditioned("race", box.mode, box.instance, path.read_bytes().decode("utf-8", "replace"))


def readings(path: Path, laid: Laid) -> None:
    from queensbench.project.projects import readings_of

    readings_of(qb.load("race/race").mode, path.read_bytes().decode("utf-8", "replace").split("&"))


def conform_report(path: Path, laid: Laid) -> None:
    from queensbench.conformance.regression import compared, load
    from queensbench.rendering.site.engine import engine_view, read

    with contextlib.suppress(QueensbenchError):
        engine_view(read(path), 1)
    found = load(path)
    compared(found, found)


def findings(path: Path, laid: Laid) -> None:
    from queensbench.project.projects import load
    from queensbench.rendering.book import entries

    if "ruleset" not in laid.kept:
        laid.kept["ruleset"] = load(ROOT, only=["queue4"]).ruleset("queue4")
    entries.read(path, laid.kept["ruleset"])
    entries.read_graph(path, laid.kept["ruleset"])


def summary(path: Path, laid: Laid) -> None:
    from queensbench.rendering.site import changes

    changes.read(path.parent)


def edition(path: Path, laid: Laid) -> None:
    from queensbench.project.register import editions
    from queensbench.project.register.seeds import load_manifest

    if "old" not in laid.kept:
        laid.kept["old"] = [load_manifest(one) for one in sorted((ROOT / "seeds").glob("*.toml"))[:2]]
    for old in laid.kept["old"]:
        editions.document(old, path.read_bytes().decode("utf-8", "replace"))


def traced(path: Path, laid: Laid) -> None:
    target = Path(".queensbench") / "trace" / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(path.read_bytes())
    commanded("trace", "--json")


def engine(path: Path, laid: Laid) -> None:
    """An engine lies, by random numbers that the file names."""
    os.environ["TORTURE_ANSWERS"] = path.read_text("ascii")
    words = ("conform", "race", "-q", "--python", "robot:Liar", "--games", "3", "--time", "4", "--no-tour")
    commanded(*words, "--json" if "7" in os.environ["TORTURE_ANSWERS"] else "--no-tour")


# ----------------------------------------------------------------------------------------------- samples


def _texts(*patterns: str) -> Callable[[Path], Sequence[str]]:
    """The files of these names, of the project that is tormented, and of this one; long ones in pieces."""

    def found(root: Path) -> Sequence[str]:
        out = []
        for pattern in patterns:
            for path in sorted({*root.glob(pattern), *ROOT.glob(pattern)}):
                text = path.read_text("utf-8")
                out += [text] if len(text) < 30_000 else _pieces(text)
        assert out, patterns
        return out

    return found


def _pieces(text: str) -> list[str]:
    """The head and some of the blocks of a long text, several times."""
    head, *blocks = text.split("\n\n") if "\n\n" in text else [text[:2_000], *text[2_000:].splitlines()]
    return ["\n\n".join([head, *blocks[at : at + 40]]) for at in range(0, min(len(blocks), 400), 80)]


def _findings(root: Path) -> Sequence[str]:
    """A few of the findings of a rulebook."""
    whole = json.loads((ROOT / "docs" / "rulings" / "queue4" / "findings.json").read_text("utf-8"))
    return [json.dumps({**whole, "findings": whole["findings"][at : at + 2]}) for at in range(0, 8, 2)]


def _registers(root: Path) -> Sequence[str]:
    """Whole registers, whose clauses name each other."""
    texts = (
        path.read_text("utf-8")
        for path in (*root.glob("spec/*/clauses.toml"), *ROOT.glob("spec/*/clauses.toml"))
    )
    return sorted(texts, key=len)[:3]


def _lock(root: Path) -> Sequence[str]:
    ours = (ROOT / "clauses.lock").read_text("utf-8").splitlines(keepends=True)
    return [(root / "clauses.lock").read_text("utf-8"), "".join([*ours[:200], ours[-1]])]


def _verdicts(root: Path) -> Sequence[str]:
    from queensbench.evidence.verdicts_lock import VerdictsLock, read, written

    whole = read(ROOT / "verdicts.lock")
    assert whole is not None
    few = VerdictsLock(
        {claim: shown for claim, shown in whole.shown.items() if claim.mode == "queue4/campaign"},
        rulings={claim: found for claim, found in whole.rulings.items() if claim.mode == "queue4/campaign"},
    )
    return [(root / "verdicts.lock").read_text("utf-8"), written(few)]


def _made(*texts: str) -> Callable[[Path], Sequence[str]]:
    return lambda root: texts


def _lines_of(*objects: object) -> str:
    return "".join(json.dumps(one) + "\n" for one in objects)


PYPROJECT = (
    '[project]\nname = "x"\nversion = "1"\n\n[tool.queensbench]\n',
    "[tool]\nqueensbench = {}\n",
    '[tool.queensbench]\n[tool.other]\na = [1, 2]\nb = "c"\n',
    "[tool.queensbench.limits]\ncells = 70_000\nmoves = 1\ncases = 2\nturns = 3\nentries = 4\n",
)
STEPS = _lines_of(
    {"id": 1, "ask": "moves"},
    {"id": 2, "ask": "outcomes"},
    {"id": 3, "ask": "do", "move": "roll", "args": {"k": 2}},
    {"ask": "state"},
    {"ask": "view", "player": "RED"},
    {"ask": "fork"},
    {"ask": "why_not", "move": "run", "play": 2},
    {"ask": "undo", "count": 1},
    {"ask": "set", "state": {"turn": "RED", "at": [["RED", 1], ["BLUE", 0]], "pips": 2}},
    {"ask": "position", "play": 1},
    {"ask": "deciders"},
    {"ask": "start"},
    {"ask": "drop", "play": 2},
)
ANSWERS = _lines_of(
    {"id": 1, "name": "x", "version": "1", "protocol": 1, "can": ["moves", "state", "result"]},
    {"id": 2, "moves": [{"move": "up", "args": {"k": 1}, "seat": "ANN"}]},
    {"id": 3, "state": {"at": 1, "table": [["RED", 1]]}},
    {"id": 4, "over": True, "winners": ["ANN"], "scores": {"ANN": 3}},
    {"id": 5, "to_move": ["ANN"], "drew": []},
    {"id": 6, "refused": "no", "snapshot": {"x": []}},
    {"id": 7, "error": "no"},
)
HINTS = """# A line that says nothing.
mode games/other
up we go

mode games/purse
put_back - group at-once conserved starts-wrong three
put_back -1 one alone/2 conserved
put_back six-and-nothing-taken one at-once itself
put_back three values first-requirements itself gone
gone three one at-once
"""

LOG = _lines_of(
    {"log": 1, "mode": "counter/count", "name": "server", "version": "3", "seats": ["ANN"]},
    {"n": 1, "state": {"n": 0}, "to_move": ["ANN"]},
    {"n": 2, "do": [{"seat": "ANN", "move": "up"}], "drew": [{"move": "roll"}], "seat": "ANN"},
    {"n": 3, "chance": None},
    {"n": 4, "refused": [{"move": "up"}], "result": {"over": True, "winners": ["ANN"]}, "end": True},
)
LINKS = (
    "at?game=race/race&instance=short&r=tie=red&play=roll:2~walk:1~roll:1~run&if=tie=both",
    "at?game=counter/count&instance=small&play=up~up~stop",
    "choose?game=race/race&instance=short",
    "plays?game=counter/count",
    "?game=race",
    "static/page.css",
)
CONDITIONS = (
    "s.at[Runner.RED] == 3 and not over",
    "any(at[p] == 3 for p in Runner) and pips > 0",
    "score >= 90",
    "sum(at[p] for p in Runner) % 2 == 1 or len(Runner) in (1, 2)",
    "turn is Runner.BLUE if pips else at[turn] != 0",
)
MAPPING = """
[moves]
go = "walk"
[moves.args.go]
steps = "k"
[numbers]
"walk.k" = 1
[members.Runner]
red = "RED"
"1" = "BLUE"
[fields]
places = "at"
current = "turn"
[ignored]
fields = ["log"]
[seats]
"0" = "RED"
"1" = "BLUE"
[events]
stroll = ["walk(k=$steps)"]
both = [["run"], ["roll(k=1)", "run"]]
[silent]
moves = ["roll"]
most = 2
"""
SUMMARY = json.dumps(
    {
        "format": "queensbench report 1",
        "rulebooks": {
            "counter": {
                "clauses": {"move.up": "tested"},
                "rulings": {"wrap": "never"},
                "properties": {"top": "proved"},
            }
        },
        "files": ["index.html", "counter/board-1.svg"],
    }
)
EDITION = "The box\n\nTwo play. Each has four cards, and no more.\n\n## The end\n\n- Who has none left wins; see the picture.\n"
TESTS = json.dumps(
    {"format": 1, "tests": {"tests/test_a.py::test_b": {"file": "tests/test_a.py", "sum": "", "named": []}}}
)

JSON = partial(bent_text)


def _json_lines(text: str, random: Random) -> bytes:
    """Lines of JSON, of which some are changed."""
    if random.random() < 0.2:
        return damaged(text, random)
    out = []
    for line in text.splitlines():
        lie = line
        if random.random() < 0.3:
            lie = (
                json.dumps(bent(json.loads(line), random)) if random.random() < 0.8 else changed(line, random)
            )
        out.append(lie)
    if random.random() < 0.3:
        random.shuffle(out)
    return "\n".join(out).encode("utf-8", "surrogatepass")


def _number(text: str, random: Random) -> bytes:
    return str(random.random()).encode()


FORMATS: Mapping[str, Format] = {
    "clauses": Format(clauses, _registers, name="clauses.toml", batch=100),
    "gaps": Format(gaps, _texts("spec/*/gaps.toml"), name="gaps.toml"),
    "quiet": Format(quiet, _texts("spec/*/quiet.toml"), name="quiet.toml"),
    "manifests": Format(manifest, _texts("seeds/*.toml"), name="seed.toml", batch=100),
    "waivers": Format(waivers, _texts("waivers.toml"), name="waivers.toml"),
    "survivors": Format(survivors, _texts("survivors.toml"), name="survivors.toml"),
    "clauses.lock": Format(clauses_lock, _lock, name="clauses.lock"),
    "verdicts.lock": Format(verdicts_lock, _verdicts, name="verdicts.lock"),
    "hints.lock": Format(hints_lock, _made(HINTS), name="hints.lock"),
    "pyproject": Format(pyproject, _made(*PYPROJECT), name="pyproject.toml"),
    "itf": Format(
        itf, _texts("plays/*.json", "plays/**/*.json"), JSON, name="game.json", batch=50, weight=1.6
    ),
    "uploads": Format(uploaded, _texts("plays/*.json", "plays/**/*.json"), JSON, name="game.json"),
    "certificates": Format(certificate, _texts("small.json"), JSON, name="box.json", batch=50, weight=1.2),
    "mappings": Format(mapping, _made(MAPPING), name="mapping.toml"),
    "logs": Format(logs, _made(LOG), _json_lines, name="games.jsonl"),
    "answers": Format(answers, _made(ANSWERS), _json_lines, name="answers.jsonl"),
    "steps": Format(lines, _made(STEPS), _json_lines, name="lines.jsonl", batch=100),
    "permalinks": Format(permalink, _made(*LINKS), name="link.txt", batch=100, weight=0.5),
    "conditions": Format(condition, _made(*CONDITIONS), name="condition.txt", batch=100),
    "readings": Format(readings, _made("tie=both", "tie=red&Tie=BOTH"), name="readings.txt"),
    "reports": Format(conform_report, _texts("report.json"), JSON, name="report.json"),
    "engines": Format(engine, _made("engine"), _number, name="seed.txt", batch=40, weight=1.4),
    "findings": Format(findings, _findings, JSON, name="findings.json", batch=100, weight=0.4),
    "summaries": Format(summary, _made(SUMMARY), JSON, name="summary.json"),
    "editions": Format(edition, _made(EDITION), name="edition.md", weight=2.2),
    "traces": Format(traced, _made(TESTS), JSON, name="tests.json", batch=50, weight=1.2),
}


def make(name: str, place: Place) -> Laid:
    """The project, once for all formats, and the samples of one."""
    laid = ground(place)
    return Laid(laid, {name: FORMATS[name].samples(laid.whole)})


def trial(name: str, laid: Laid, place: Place, random: Random, number: int) -> Outcome:
    """Change a sample and read it: what comes is a value, or one line about bad input."""
    out = Outcome()
    if not (place.project / "pyproject.toml").exists():
        laid.ground.copy(place)
    made = FORMATS[name]
    folder = place.folder / "files" / str(number)
    folder.mkdir(parents=True)
    path = folder / made.name
    text = random.choice(laid.samples[name])
    # the first is left as it is: a sample that is refused would be changed in vain
    path.write_bytes(made.change(text, random) if number else text.encode())
    out = tried(made, path, laid, out)
    if out.seen["refused"] and not number:
        out.add("the sample itself is refused")
    if not out.faults:
        shutil.rmtree(folder)
    return out


def tried(made: Format, path: Path, laid: Laid, out: Outcome) -> Outcome:
    """Read a file: what comes is a value, or one line about bad input."""
    try:
        made.use(path, laid)
    except InternalError as error:
        out.add(f"internal error: {error}")
    except QueensbenchError as error:
        out.seen["refused"] += 1
        text = render(error)
        if len(text.splitlines()) != 1 and not hasattr(error, "findings"):
            out.add(f"bad input in {len(text.splitlines())} lines: {text[:300]!r}")
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        out.add(_placed(error))
    else:
        out.seen["read"] += 1
    return out


def _placed(error: BaseException) -> str:
    """An error with the places in the toolkit that it came through."""
    import traceback

    places = [
        f"{Path(frame.f_code.co_filename).name}:{line}"
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    return f"{type(error).__name__}: {str(error)[:400]} ({' '.join(places[-6:])})"


PARTS = tuple(
    Part(
        name,
        f"changed {name}, read",
        partial(trial, name),
        EACH,
        partial(make, name),
        weight=made.weight,
        batch=made.batch,
        quick=EACH // 10,
    )
    for name, made in FORMATS.items()
)
