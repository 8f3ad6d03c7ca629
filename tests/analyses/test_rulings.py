"""Which readings matter: a wager of which each class, share and interaction can be worked out."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import pytest

from queensbench.analyses.audit.all_rulesets import store_plays
from queensbench.analyses.findings import workers
from queensbench.analyses.findings.findings import findings
from queensbench.analyses.findings.modes import ModeFindings
from queensbench.analyses.findings.workers import options
from queensbench.analyses.rulings.effects import EFFECTS, Share, effect_of
from queensbench.analyses.rulings.effects import percent as without_interval
from queensbench.analyses.rulings.full_size import FullSize
from queensbench.analyses.rulings.impact import Finding, ImpactSettings, counts, ranked
from queensbench.analyses.rulings.interactions import effect, near, touched, within
from queensbench.analyses.rulings.small_boxes import SmallBoxes
from queensbench.analyses.verdicts.proved import Proofs
from queensbench.analyses.verdicts.run import Run
from queensbench.evidence import plays
from queensbench.evidence.cache import Evidence
from queensbench.evidence.keys import Sources
from queensbench.evidence.store import Store
from queensbench.project.projects import Ruleset, mode_instance, readings_of, system
from queensbench.project.register.gaps import Gaps
from queensbench.readers.interpreter import Interpreter
from queensbench.rendering.book.words import plays_of
from queensbench.rendering.ruling_tables import as_json, percent, report
from queensbench.rendering.screen import Screen
from tests.engines.models import mill, wager

GAMES = 600
SETTINGS = ImpactSettings(games=GAMES, seed=5)


def ruleset() -> Ruleset:
    return Ruleset("wager", "wager", "A wager", {"wager": wager.mode}, None, (), Gaps(Path()), (), {})


@cache
def kept(folder: Path) -> Evidence:
    sources = SimpleNamespace(
        toolkit="-",
        toolkit_texts={},
        content=str,
        code=str,
        of_toolkit=lambda package: frozenset(),
        changed=lambda: False,
        root=folder,
    )
    return Evidence(Store(folder), cast(Sources, sources))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return kept(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def found(store: Evidence) -> dict[str, Finding]:
    rows = findings(ruleset(), evidence=store, settings=SETTINGS)
    assert not any(row.cached for row in rows)
    return {row.ruling: row for row in rows}


def test_the_class_of_each_ruling(found: dict[str, Finding]) -> None:
    assert {name: (row.matters, row.how, row.instance, row.full) for name, row in found.items()} == {
        "high": ("winner", "witnessed", "full", True),
        "again": ("legal", "witnessed", "low", False),
        "marks": ("legal", "witnessed", "low", False),
        "called": ("ending", "witnessed", "low", False),
        "six": ("scored", "witnessed", "full", True),
        "broken": ("undecided", "unknown", "", False),
        "best": ("undecided", "unknown", "", False),
        "far": ("not-seen", "exhausted", "low", False),
        "idle": ("never", "by construction", "full", True),
    }
    assert counts(found.values()) == {
        "winner": 1,
        "ending": 1,
        "scored": 1,
        "legal": 2,
        "undecided": 2,
        "not-seen": 1,
        "never": 1,
    }
    assert [row.modes for row in found.values()] == [{"wager": row.matters} for row in found.values()]


def test_each_ruling_has_its_shortest_play(found: dict[str, Finding]) -> None:
    def told(name: str) -> tuple[Any, ...]:
        play = found[name].play
        assert play is not None
        return play.choices, play.steps, play.shortest, play.text, play.play.texts

    assert told("marks") == (1, 1, True, "choose(mark=2) is possible under three only", ["choose(mark=2)"])
    assert told("again")[:3] == (1, 2, True)
    *lengths, text, steps = told("called")
    assert lengths == [1, 3, True]
    assert text == "after toss(heads=False) the game is over under nobody and goes on under blue"
    assert [steps[0], *steps[2:]] == ["choose(mark=0)", "toss(heads=False)"]
    *lengths, text, _ = told("high")
    assert lengths == [2, 4, False]
    assert text == "here RED won under four, BLUE under five"
    assert found["called"].result_play == found["called"].play
    assert found["marks"].result_play is None
    assert [name for name, row in found.items() if row.play is None] == ["broken", "best", "far", "idle"]
    # The move that two marks do not allow is played under the other reading.
    play = found["marks"].play
    assert play is not None
    assert play.play.readings["marks"].lower() == "three"


def test_the_shares_of_games_are_nested_and_seeded(found: dict[str, Finding]) -> None:
    for name, row in found.items():
        often = row.frequency
        assert often is not None
        assert (often.games, often.seed, often.cut) == (GAMES, 5, 0)
        assert often.changed_winner.count <= often.changed_result.count <= often.parted.count
        assert (often.came_up is None) == (name in ("high", "six"))
        assert often.came_up is None or often.parted.count <= often.came_up.count
        for share in (often.parted, often.changed_result):
            assert share.low <= share.share <= share.high
    exact = {"high": 1 / 12, "again": 1 / 4, "marks": 1 / 2, "called": 1 / 2, "six": 1 / 6}
    for name, share_ in exact.items():
        often = found[name].frequency
        assert often is not None
        # 99.999 % of samples are so near; this one is seeded.
        assert abs(often.changed_result.share - share_) < 4.5 * (share_ * (1 - share_) / GAMES) ** 0.5
    broken = found["broken"].frequency
    assert broken is not None
    assert broken.came_up is not None
    assert broken.broken == broken.came_up.count == broken.parted.count > 60
    assert broken.changed_result.count == 0


def test_what_depends_on_other_readings(found: dict[str, Finding]) -> None:
    best = found["best"]
    assert {one.beside for one in best.depends} == {"again=twice"}
    assert best.exercised is not None
    assert best.exercised.endswith(" beside again=twice")
    assert not any(row.depends for name, row in found.items() if name != "best")
    assert {name: row.exercised for name, row in found.items() if name != "best"} == {
        "high": "wager/full",
        "again": "wager/low",
        "marks": "wager/low",
        "called": "wager/low",
        "six": "wager/full",
        "broken": "wager/full",
        "far": "wager/low",
        "idle": None,
    }


def test_interactions_of_rulings_that_are_near(found: dict[str, Finding]) -> None:
    tried = {name: {one.other: one.effect for one in row.interactions.tried} for name, row in found.items()}
    # `high`, `again`, `six` and `best` share a clause; beside a broken six nothing can be tried.
    assert tried["best"]["again"] == "only together"
    assert {"again", "six", "best"} <= set(tried["high"])
    assert tried["again"]["best"] in ("none", "stronger", "weaker")
    assert not any("broken" in others for others in tried.values())
    assert tried["idle"] == {}
    total = sum(len(row.interactions.tried) + row.interactions.not_tried for row in found.values())
    assert total == 8 * 7  # all pairs of the rulings that are read at all


def test_near_rulings_share_a_clause_or_a_field() -> None:
    rules = system(ruleset(), wager.mode, wager.mode.full)
    names = [one.name for one in rules.rulings]
    fields = [one.name for one in rules.fields]
    told = touched(rules)[names.index("best")]
    assert {fields[n] for n in told.written} == {"die"}
    assert {fields[n] for n in told.seen} == {"thrown", "die"}
    decls = {decl.name: decl for decl in wager.r.declared()}
    pairs = near(rules, [decls[name] for name in ("best", "broken", "marks")])
    # Both write the die; the number of marks tells only what is allowed.
    assert pairs == [("best", "broken"), ("broken", "best")]


def test_pairs_that_share_a_clause_are_tried_whatever_the_bound() -> None:
    rules = system(ruleset(), wager.mode, wager.mode.full)
    decls = wager.r.declared()
    clauses = {decl.name: set(decl.clauses) for decl in decls}
    pairs = near(rules, decls)
    sharing = [pair for pair in pairs if clauses[pair[0]] & clauses[pair[1]]]
    readings = {decl.name: len(decl.readings) - 1 for decl in decls}
    assert (len(sharing), len(pairs)) == (16, 22)
    assert within(pairs, decls, readings, 0) == sharing
    spent = sum(readings[other] for _, other in sharing)
    following = pairs[len(sharing)]
    assert within(pairs, decls, readings, spent + readings[following[1]] - 1) == sharing
    assert within(pairs, decls, readings, spent + readings[following[1]]) == [*sharing, following]
    assert within(pairs, decls, readings, 1_000) == pairs


def test_effects_of_a_pair() -> None:
    def told(parted: int, changed: int) -> dict[str, int]:
        return {"parted": parted, "changed": changed}

    assert effect(told(1, 0), 200, told(0, 0), 1_000) == "only together"
    assert effect(told(0, 0), 200, told(500, 0), 1_000) == "vanishes"
    assert effect(told(0, 0), 200, told(5, 0), 1_000) == "none"  # too rare to tell
    assert effect(told(150, 100), 200, told(500, 100), 1_000) == "stronger"
    assert effect(told(150, 2), 200, told(500, 300), 1_000) == "weaker"
    assert effect(told(150, 25), 200, told(500, 100), 1_000) == "none"


def test_shares_have_wilsons_interval() -> None:
    assert (Share(0, 100).low, round(Share(0, 100).high, 4)) == (0.0, 0.0370)
    assert (round(Share(100, 100).low, 4), Share(100, 100).high) == (0.9630, 1.0)
    assert [round(end, 4) for end in Share(10, 50).interval] == [0.1124, 0.3304]
    assert Share(0, 0).interval == (0.0, 1.0)
    assert [percent(Share(n, 1_000)) for n in (0, 1, 84, 500)] == [
        "0% (0-0.4)",
        "0.1% (0-0.6)",
        "8.4% (6.8-10)",
        "50% (47-53)",
    ]


def test_ranked_by_how_often_who_wins_changes_then_the_score(found: dict[str, Finding]) -> None:
    names = [row.ruling for row in ranked(found.values())]
    # `high` decides who wins after one and the same play; `again` decides more games.
    assert names == ["again", "high", "called", "marks", "six", "broken", "best", "far", "idle"]
    assert ranked(replace(row, frequency=None) for row in found.values())[0].ruling == "high"


def test_each_effect_is_told_with_the_games_in_which_the_ruling_comes_up(found: dict[str, Finding]) -> None:
    told = {name: row.effect for name, row in found.items()}
    assert {name: one and one.text for name, one in told.items()} == {
        "high": "parts in 7 % of games; decides 100 % of them",
        "again": "comes up in 100 % of games; decides 22 % of them",
        "marks": "comes up in 100 % of games; changes the score in 48 % of them",
        "called": "comes up in 100 % of games; changes the score in 53 % of them",
        "six": "parts in 17 % of games; changes the score in 100 % of them",
        "broken": "comes up in 17 % of games; 100 could not be followed",
        "best": "comes up in no game",
        "far": "comes up in 100 % of games; changes none of them",
        "idle": "comes up in no game",
    }
    counted = {name: [share.count for share in one.shares.values()] for name, one in told.items() if one}
    assert (counted["again"], counted["marks"]) == ([133, 0, 0, 467, 0], [0, 289, 0, 0, 311])
    for one in told.values():
        assert one is not None
        assert (one.by, one.class_, one.mode, one.instance) == (
            "random players", "sampled", "wager", "full",
        )  # fmt: skip
        assert {share.of for share in one.shares.values()} == {one.comes_up.count}
        assert one.comes_up.of == GAMES


def test_shares_without_an_interval_are_never_rounded_to_none_or_all() -> None:
    texts = [without_interval(Share(n, 10_000)) for n in (0, 1, 9, 10, 94, 95, 5_000, 9_999, 10_000)]
    assert texts == [
        "0 %",
        "under 0.1 %",
        "under 0.1 %",
        "0.1 %",
        "0.9 %",
        "1 %",
        "50 %",
        "over 99 %",
        "100 %",
    ]


def test_counts_that_cannot_be_are_refused() -> None:
    counts = dict.fromkeys(EFFECTS, 1)
    assert effect_of(counts, None, 10).comes_up == Share(5, 10)
    with pytest.raises(ValueError, match=r"^5 games differ of 4 that come up, of 10$"):
        effect_of(counts, 4, 10)
    with pytest.raises(ValueError, match=r"^6 games differ of 6 that come up, of 5$"):
        effect_of(counts, None, 5, not_followed=1)


def test_what_is_stored_is_found_again(
    found: dict[str, Finding], store: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("an engine was asked")

    monkeypatch.setattr("queensbench.engines.coupled.playouts.Luck.__init__", never)
    monkeypatch.setattr("queensbench.engines.explore.explorations.explore", never)
    monkeypatch.setattr("queensbench.analyses.rulings.proof_or_play.Comparing.row", never)
    again = {row.ruling: row for row in findings(ruleset(), evidence=store, settings=SETTINGS)}
    assert all(row.cached for row in again.values())
    for name, row in again.items():
        before = found[name].as_json()
        after = {key: value for key, value in row.as_json().items() if key not in ("cached", "seconds")}
        assert json.loads(json.dumps(after)) == json.loads(json.dumps(before))


def test_stored_plays_can_be_replayed(found: dict[str, Finding], tmp_path: Path) -> None:
    store_plays(ruleset(), found.values(), tmp_path)
    files = sorted(tmp_path.rglob("*.itf.json"))
    shown = ["again", "called", "high", "marks", "six"]
    assert [str(file.relative_to(tmp_path)) for file in files] == [f"wager/{name}.itf.json" for name in shown]
    for file in files:
        data = plays.read(file)
        meta = data["#meta"]
        box = mode_instance(wager.mode, meta["instance"])
        readings = readings_of(wager.mode, [f"{k}={v}" for k, v in meta["readings"].items()], every=True)
        interpreter = Interpreter(wager.mode, box, readings)
        moments = plays.moments(interpreter, plays.steps_in(data, interpreter, str(file)))
        assert plays.differs(data, moments, interpreter) is None


def test_as_data_and_as_text(
    found: dict[str, Finding], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    data = as_json({ruleset(): list(found.values())}, 0)
    assert data["counts"]["legal"] == 2
    assert [row["ruling"] for row in data["rulesets"][0]["rulings"]][:2] == ["again", "high"]
    report(Screen(quiet=True), ruleset(), list(found.values()))
    text = capsys.readouterr().out
    assert "9 rulings: 1 winner, 1 ending, 1 scored, 2 legal, 2 undecided, 1 not-seen, 1 never\n" in text
    assert "Do not matter beside the house readings, but beside others\n  best beside again=twice: " in text
    assert "Rulings of which no instance is known that runs both readings\n  idle\n" in text
    assert "  best beside again=twice in wager: only together; it parts in " in text


def test_the_play_of_the_class_is_told_where_another_result_parts_sooner(found: dict[str, Finding]) -> None:
    """A ruling that decides who wins, though the shortest play on which the result parts only ends otherwise."""
    assert {row.class_play.kind for row in found.values() if row.class_play} == {
        "winner", "ending", "scored", "legal",
    }  # fmt: skip
    assert all(row.class_play.kind == row.matters for row in found.values() if row.class_play)
    assert [name for name, row in found.items() if not row.class_play] == ["broken", "best", "far", "idle"]
    assert all(row.told == [row.play] for row in found.values() if row.play)
    plays = {name: found[name].play for name in ("marks", "called", "high")}
    one = replace(found["high"], play=plays["marks"], result_play=plays["called"], class_play=plays["high"])
    assert one.told == list(plays.values())
    assert [title for title, _ in plays_of(one)] == [
        "the shortest play on which they part",
        "the shortest play on which the result parts",
        "the play on which others win",
    ]
    assert [title for title, _ in plays_of(replace(one, play=plays["called"]))] == [
        "the shortest play on which the result parts",
        "the play on which others win",
    ]


def test_three_plays_of_a_ruling_are_stored_apart(found: dict[str, Finding], tmp_path: Path) -> None:
    one = replace(found["high"], play=found["marks"].play, result_play=found["called"].play)
    store_plays(ruleset(), [one], tmp_path)
    assert sorted(file.name for file in tmp_path.rglob("*")) == [
        "high-class.itf.json",
        "high-result.itf.json",
        "high.itf.json",
        "wager",
    ]


def test_what_matters_in_another_mode_is_not_asked_at_full_size(
    found: dict[str, Finding], store: Evidence
) -> None:
    asked = options(SETTINGS, lambda text: None, store)
    mode = ModeFindings(Run(ruleset(), wager.mode, asked), SETTINGS)
    seen = mode.look()
    assert seen == {name for name, row in found.items() if row.play is not None}
    mode.ask(seen | {"broken", "far"})
    assert sorted(mode.open) == ["best", "idle"]
    rows = {name: mode.of(decl) for name, decl in ruleset().rulings.items()}
    told = {name: (row.matters, row.detail) for name, row in rows.items() if row is not None}
    assert told["broken"] == ("undecided", "not asked, since it matters in another mode")
    assert told["far"] == (
        "not-seen",
        found["far"].detail.split("; at full size: ")[0]
        + "; at full size: not asked, since it matters in another mode",
    )
    assert told["best"] == (found["best"].matters, found["best"].detail)


def test_a_full_box_whose_readings_are_not_compared_is_not_asked() -> None:
    run = Run(ruleset(), wager.mode, options(SETTINGS, lambda text: None, None))
    boxes = SmallBoxes(run)
    boxes.rows = cast(Any, [SimpleNamespace(name="far", matters="not-seen")])
    full = FullSize(run, Proofs(run), boxes)
    assert [row.name for row in full.open()] == ["far"]
    full.full = replace(full.full, compare=False)
    assert full.open() == []
    full.finish()
    assert boxes.rows[0].matters == "not-seen"


@pytest.mark.parametrize(
    ("answered", "fresh"), [(({"wager", "mill"}, {"wager", "mill"}), False), (({"wager", "mill"}, {"wager"}), True),
                            (({"wager"}, {"wager"}), True)],
)  # fmt: skip
def test_what_no_process_has_made_anew_is_still_to_be_made_anew(
    answered: tuple[set[str], set[str]], fresh: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mode whose process has failed may have older answers in the store."""
    rounds = iter(answered)

    def shared_out(*asked: object) -> tuple[dict[tuple[str, str], int], dict[str, frozenset[str]]]:
        return {("wager", name): 0 for name in next(rounds)}, {"wager": frozenset()}

    monkeypatch.setattr(workers, "Pool", MagicMock())
    monkeypatch.setattr(workers, "_share_out", shared_out)
    book = ruleset()
    evidence = kept(tmp_path)
    evidence.store.fresh = True
    workers.ask_ahead([(book, wager.mode), (book, mill.mode)], evidence, SETTINGS, lambda text: None)
    assert evidence.store.fresh is fresh
