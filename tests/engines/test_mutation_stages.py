"""Stages in which mutants are tried beside boxes and games: steps of proofs, searches from where games part, other readings."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from queensbench.analyses.mutation.score_data import data
from queensbench.analyses.mutation.scoring import Row, mutate
from queensbench.analyses.mutation.stages import ONWARDS, PLAY, READINGS, SEARCH, Settings
from queensbench.engines.explore.explorer import explore
from queensbench.engines.mutate import sampled, searching
from queensbench.engines.mutate.exhaustive import (
    ALIKE,
    DIFFERENT,
    NOTICED,
    RANGE,
    SAME,
    Codes,
    MutationBench,
    OthersBench,
    Trial,
)
from queensbench.engines.mutate.readings import readings_together
from queensbench.engines.mutate.sampled import PlayBench
from queensbench.engines.mutate.searching import SearchBench
from queensbench.engines.mutate.steps import StepsBench
from queensbench.engines.mutate.walks import WALKS, Walks
from queensbench.errors import ModelError
from queensbench.language import Instance, Mode
from queensbench.project.projects import Ruleset
from queensbench.project.register.gaps import Gaps
from queensbench.project.register.survivors import TOGETHER_ALONE
from queensbench.rendering.mutation_tables import show
from queensbench.rendering.screen import Screen
from queensbench.rules.transforms.mutant_schemata import Mutated, build_mutated, every
from queensbench.rules.typed import ir
from tests.engines.models import bell, hops, lottery, pegs, pouch, safe, stall, yard

WALK = Mode("bell", state=bell.Path, full=Instance("small"))


def mutated(mode: Mode, *, steps: bool = False, onwards: bool = False) -> Mutated:
    mutants = every(mode, mode.full, "toy", None)
    (made,), refused = build_mutated(mode, mode.full, mutants, "toy", None, steps=steps, onwards=onwards)
    assert not refused
    return made


def titles(made: Mutated) -> dict[str, int]:
    return {f"{m.rule} {m.kind} {m.text}": number for number, m in enumerate(made.mutants, 1)}


def test_a_proof_is_lost_where_a_claim_fails_after_two_steps_of_its_hypothesis() -> None:
    """Two at a time would break the claim from 1; but no step leads there then: induction of depth 2 shows it still."""
    made = mutated(WALK)
    bench = StepsBench(WALK, WALK.full, made, {"at-most-two": True, "home": False}, steps=2_000)
    assert bench.claims == ["at-most-two"]
    found = {name: bench.tried(number) for name, number in titles(made).items()}
    lost = Trial(
        NOTICED,
        ("at-most-two",),
        "its proof is lost: it fails after step() from a state where all that is proved holds",
    )
    assert {name for name, trial in found.items() if trial == lost} == {
        "step bent `<=` for `<` in `s.at < 2`",
        "step dropped `s.at < 2`",
    }
    assert {trial.outcome for trial in found.values() if trial != lost} == {SAME}
    assert [name for name, number in titles(made).items() if not bench.touched(number)] == [
        "begin dropped `s.at = 0`"
    ]


def test_no_proof_is_lost_of_what_is_proved_under_the_house_reading_only_or_not_at_all() -> None:
    made = mutated(WALK)
    bench = StepsBench(WALK, WALK.full, made, {"at-most-two": False})
    assert (bench.claims, bench.steps) == ([], 0)
    assert not any(map(bench.touched, titles(made).values()))


def test_a_claim_that_the_model_itself_does_not_keep_is_not_asked_for() -> None:
    """Between a long hop and the rest after it the frog is tired; and nobody is at home at first."""
    assert StepsBench(hops.mode, hops.mode.full, mutated(hops.mode), {"rested": True}, steps=500).claims == []
    assert StepsBench(WALK, WALK.full, mutated(WALK), {"home": True}, steps=500).claims == []


def test_a_search_begins_where_games_part() -> None:
    made = mutated(hops.mode, steps=True)
    bench = SearchBench(hops.mode, hops.mode.full, made)
    number = titles(made)
    assert bench.searched(number["begin dropped `s.at = 0`"]) == Trial(SAME, (), "0 games")
    trial = bench.searched(number["hop dropped `s.wet[s.at] = True`"])
    assert trial == Trial(NOTICED, ("one-gets-wet",), "6 states searched, from where 20 games part")
    trial = bench.searched(number["begin bent `1` for `0`"])
    assert trial == Trial(DIFFERENT, (), "4 states searched, from where 20 games part")
    trial = bench.searched(number["hop bent `<` for `<=` in `s.at + far <= 3`"])
    assert trial == Trial(NOTICED, ("a dead end",), "nobody can move, and the game is not over")
    trial = bench.searched(number["hop bent `4` for `3`"])
    assert (trial.outcome, trial.by) == (NOTICED, ("a range",))


def test_a_search_that_memory_has_cut_short_is_not_kept_unless_it_has_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cut(*asked: Any, **more: Any) -> Any:
        found = explore(*asked, **more)
        found.reason = "refused"
        return found

    made = mutated(hops.mode, steps=True)
    bench = SearchBench(hops.mode, hops.mode.full, made)
    number = titles(made)
    monkeypatch.setattr(searching, "explore", cut)
    assert bench.searched(number["hop dropped `s.wet[s.at] = True`"]).lasting
    said = "4 states searched, from where 20 games part"
    assert bench.searched(number["begin bent `1` for `0`"]) == Trial(DIFFERENT, (), said, lasting=False)
    # the model's own search might have come to a dead end, too
    trial = bench.searched(number["hop bent `<` for `<=` in `s.at + far <= 3`"])
    assert (trial.outcome, trial.lasting) == (DIFFERENT, False)


def test_a_property_is_asked_after_a_game_has_broken_off() -> None:
    """A frog that stays where it is has no room for its way after some hops; the first of them leads nowhere."""
    made = mutated(hops.mode, steps=True)
    bench = PlayBench(hops.mode, hops.mode.full, made)
    number = titles(made)
    stays = bench.tried(number["hop dropped `s.at = s.at + far`"])
    assert stays == Trial(NOTICED, ("forward", "one-gets-wet"), "in a game, after 1 steps")
    assert stays.by_property
    # from the last stone but one the frog hops off the pond: no step before that one is wrong, and it has no end
    far = bench.tried(number["hop dropped `s.at + far <= 3`"])
    assert far == Trial(
        NOTICED,
        ("a range",),
        "`s.at = s.at + far`: at gets a number outside 0 to 3, in hop(far=2) after 0 moves",
    )
    assert not far.by_property
    broken = bench._played(bench.house, number["hop dropped `s.at + far <= 3`"], np.arange(300))
    assert broken.error is not None
    assert 0 < np.count_nonzero(broken.digests) < 300
    # a frog that never sets out makes no hop of two, which there should be
    stuck = bench.tried(number["hop negated `s.at + far <= 3`"])
    assert stuck == Trial(NOTICED, ("by-one",), "met in none of 6,000 games")


def test_a_game_is_the_same_with_its_trail() -> None:
    made = mutated(hops.mode, steps=True)
    bench = SearchBench(hops.mode, hops.mode.full, made)
    states, digests = bench._trail(0, bench.house, 5)
    assert states[0].tolist() == bench.codes.running.initial(bench.codes.running.new_env())[1].tolist()
    assert len(states) == len(digests) > 2
    assert len(set(digests.tolist())) == len(digests)


WALKED = [WALK, hops.mode, stall.mode, lottery.mode, yard.mode, pegs.mode, safe.mode]


@pytest.mark.parametrize("mode", WALKED, ids=lambda mode: mode.name)
def test_a_game_parts_by_its_steps_where_it_parts_by_its_trail(
    mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its steps, who wins at the end counts, too."""
    bench = SearchBench(mode, mode.full, mutated(mode, steps=True))
    bench._walked(bench.house)
    asked = [(n, np.array([game])) for n in range(1, len(bench.mutated.mutants) + 1) for game in range(10)]
    by_steps: dict[int, Any] = {}
    by_trail: dict[int, Any] = {}
    for found, keeps in ((by_steps, None), (by_trail, lambda *asked: False)):
        if keeps is not None:
            monkeypatch.setattr(Walks, "keeps", keeps)
        for place, (number, game) in enumerate(asked):
            with suppress(ModelError):  # the mutant's game breaks off
                mine, own = bench._partings(number, bench.house, game)
                found[place] = [state.tolist() for state in (*mine, *own)]
    parted = {place: states for place, states in by_trail.items() if states}
    assert parted
    assert {place: by_steps[place] for place in parted} == parted


@pytest.mark.parametrize("onwards", [False, True])
@pytest.mark.parametrize("mode", WALKED, ids=lambda mode: mode.name)
def test_a_game_is_played_only_where_a_mutant_takes_another_step(
    mode: Mode, onwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is not played has the digest, the failing judges and the end of the model's."""
    bench = PlayBench(mode, mode.full, mutated(mode, steps=True, onwards=onwards))
    asked: list[tuple[list[int], int, np.ndarray[Any, Any]]] = []
    for chosen in (bench.house, *(raw for _, raw in (*bench.others(), *bench.mixtures()))):
        base, walks = bench._base(chosen), bench._walked(chosen)
        for number in range(1, len(bench.mutated.mutants) + 1):
            games = np.flatnonzero(base.marks[:60, number])
            alike = [game for game in games.tolist() if walks.alike(chosen, number, game)]
            asked.append((chosen, number, games))
            played = bench._played(chosen, number, np.array(alike, np.int64))
            assert played.error is None
            assert played.digests[: len(alike)].tolist() == base.games.digests[alike].tolist()
            judges = base.failed.shape[1]
            assert (played.met[:judges, 0] > 0).tolist() == base.failed[alike].any(axis=0).tolist()
            went = np.setdiff1d(games, alike)
            other = bench._played(chosen, number, went)
            same = other.digests[: len(went)] == base.games.digests[went]
            for game in went[same].tolist():  # the judges alone say something else
                failing = bench._played(chosen, number, np.array([game])).met[:judges, 0] > 0
                assert other.error is not None or failing.tolist() != base.failed[game].tolist()
    walked = [bench._gone_through(*one) for one in asked]
    monkeypatch.setattr(Walks, "alike", lambda *asked: False)
    for one, (chosen, number, games) in zip(walked, asked, strict=True):
        two = bench._played(chosen, number, games)
        assert one.digests.tolist() == two.digests[: len(games)].tolist()
        assert (one.met[:, 0] > 0).tolist() == (two.met[:, 0] > 0).tolist()
        assert (one.steps, one.longest, str(one.error)) == (two.steps, two.longest, str(two.error))


def test_most_games_of_a_fault_that_shows_but_changes_nothing_are_not_played() -> None:
    bench = PlayBench(pegs.mode, pegs.mode.full, mutated(pegs.mode, onwards=True))
    number = titles(bench.mutated)["count bent `+` for `-` in `s.step - 1`"]
    assert bench.touched(number)
    assert all(bench._walked(bench.house).alike(bench.house, number, game) for game in range(300))
    nothing = bench._played(bench.house, number, np.zeros(0, np.int64))
    assert (nothing.steps, nothing.longest, nothing.error) == (0, 0, None)


def test_games_without_room_for_their_steps_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for room in (WALKS, 2_000, 0):
        monkeypatch.setattr("queensbench.engines.mutate.sampled.WALKS", room)
        bench = PlayBench(hops.mode, hops.mode.full, mutated(hops.mode, steps=True))
        trials = [bench.tried(number) for number in titles(bench.mutated).values()]
        found.append(([walk.size for walk in bench._walked(bench.house)._games.values()], trials))
    every_one, some, none = [sizes for sizes, _ in found]
    assert (len(every_one), none) == (300 * sampled.BESIDE, [])
    assert sum(some[:-1]) < 2_000 <= sum(some)
    assert found[0][1] == found[1][1] == found[2][1]


def test_a_fault_by_which_an_opaque_rule_could_leave_a_range_is_tried() -> None:
    """Only proofs mind that it could: refused at load, no game would show what it does, and no property could say."""
    made = mutated(pouch.mode)
    bench = MutationBench(pouch.mode, pouch.mode.full, made)
    trial = bench.tried(titles(made)["rich bent `4` for `3`"])
    assert (trial.outcome, trial.by) == (NOTICED, (RANGE,))
    assert (
        trial.what
        == "`min(s.coins + 1, 3)`: coins of enough is a number outside 0 to 3, in pay() after 0 moves"
    )


@pytest.mark.parametrize("mode", [yard.mode, lottery.mode, safe.mode], ids=lambda mode: mode.name)
def test_code_for_the_house_readings_alone_finds_the_same(mode: Mode) -> None:
    """A mutant that only other readings ask shows nowhere in it; whatever shows there is tried as ever."""
    made = mutated(mode)
    codes = [Codes(made, MutationBench.kernels, house_only=only) for only in (False, True)]
    boxes = [MutationBench(mode, mode.full, made, code=code) for code in codes]
    plays = [PlayBench(mode, mode.full, made, house_only=only) for only in (False, True)]
    for number in titles(made).values():
        assert boxes[0].tried(number) == boxes[1].tried(number)
        assert plays[0].tried(number) == plays[1].tried(number)
        assert boxes[0].touched(number) or not boxes[1].touched(number)
    (_, other), *_ = plays[0].readings()
    with pytest.raises(AssertionError, match="the code knows the house readings alone"):
        plays[1]._played(other, 0, np.arange(1))


def test_other_readings_are_those_that_change_the_graph() -> None:
    made = mutated(yard.mode)
    house = MutationBench(yard.mode, yard.mode.full, made)
    others = OthersBench(house)
    assert list(others.benches) == ["way=right"]
    right = MutationBench(yard.mode, yard.mode.full, made, [1])
    for number in titles(made).values():
        one, two = others.tried(number), right.tried(number)
        assert others.touched(number) == right.touched(number)
        assert (one.outcome == NOTICED, one.by) == (two.outcome == NOTICED, two.by)
        assert (one.outcome == ALIKE) == (two.outcome == SAME)
    assert right.met.like(right.met)
    assert not right.met.like(house.met)


def test_a_ruling_that_cannot_arise_in_the_mode_is_read_as_the_house_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = mutated(yard.mode)
    house = MutationBench(yard.mode, yard.mode.full, made)
    assert PlayBench(yard.mode, yard.mode.full, made).readings() == [("way=right", [1])]
    monkeypatch.setitem(vars(yard.Asked)["way"].fields, "modes", ("another",))
    assert PlayBench(yard.mode, yard.mode.full, made).readings() == []
    assert OthersBench(house).benches == {}
    monkeypatch.setitem(vars(yard.Asked)["way"].fields, "modes", ("another", yard.mode.name))
    assert list(OthersBench(house).benches) == ["way=right"]


def test_a_claim_that_the_rules_as_they_are_do_not_keep_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its author has forgotten a reading: it is not watched there, and the report says so."""
    toy = Ruleset(
        "toy", "toy", "toy", {"lottery": lottery.mode}, None, (), Gaps(tmp_path / "gaps.toml"), (), {}
    )
    found = data(mutate(toy, [lottery.mode], Settings(limit=0)))
    told = {one["sort"]: one.get("not_as_expected") for one in found["instances"]}
    assert told == {
        PLAY: {},
        READINGS: {"prize=something": ["nothing-comes"]},
        ONWARDS: {"prize=something": ["nothing-comes"]},
        SEARCH: {},
    }
    show(Screen(), found, every=False, plays=False)
    assert (
        "lottery full (games, other readings): not watched under prize=something, where the rules as they are"
        " do not keep it: nothing-comes"
    ) in " ".join(capsys.readouterr().out.split())


def test_under_another_reading_a_mutant_that_goes_otherwise_plays_all_games_in_which_it_shows() -> None:
    """One ticket in 133 tells: in the first 60 games none does."""
    made = mutated(lottery.mode)
    bench = PlayBench(lottery.mode, lottery.mode.full, made)
    number = titles(made)["draw bent `2` for `1`"]
    ((_, chosen),) = bench.others()
    few = bench._tried(number, chosen, np.arange(60), 60, 2)
    assert few == Trial(DIFFERENT, (), "60 of 60 games go otherwise")
    all_games = bench.under_others(number)
    assert (all_games.outcome, all_games.by) == (NOTICED, ("last-ticket-brings-two",))
    assert all_games.what == "under prize=something: in a game, after 1 steps"


def test_a_reading_under_which_the_rules_break_off_is_left_out_and_told() -> None:
    made = mutated(lottery.mode)
    why = "`s.brought = s.drawn + 0`: brought gets a number outside 0 to 3"
    played = PlayBench(lottery.mode, lottery.mode.full, made)
    assert [name for name, _ in played.others()] == ["prize=something"]
    assert list(played.left_out) == ["prize=too_much"]
    assert played.left_out["prize=too_much"].startswith(why)
    explored = OthersBench(MutationBench(lottery.mode, lottery.mode.full, made))
    assert list(explored.benches) == ["prize=something"]
    assert explored.left_out["prize=too_much"].startswith(why)


@pytest.mark.parametrize(("many", "times"), [(1, sampled.WIDER), (1_000, sampled.BESIDE)])
def test_the_models_games_under_many_readings_are_played_by_several_processes(
    many: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are many mutants, as many as any of them may need."""
    monkeypatch.setattr(sampled, "PLAYED_FIRST", many)
    made = mutated(lottery.mode)
    one, two = (PlayBench(lottery.mode, lottery.mode.full, made, processes=count) for count in (1, 2))
    asked: list[tuple[int, ...]] = []
    noted = PlayBench._noted

    def counted(bench: PlayBench, chosen: Any, times: int) -> Any:
        asked.append(tuple(chosen))
        return noted(bench, chosen, times)

    monkeypatch.setattr(PlayBench, "_noted", counted)
    assert two.others() == two._playable(two.readings()) == [("prize=something", [1])]
    assert (1,) not in asked  # here: another process has played them
    assert one.others() == two.others()
    assert two.left_out == one.left_out
    assert two.failing == one.failing == {"prize=something": ["nothing-comes"]}
    mine, theirs = one._base([1], times), two._bases[1,]
    assert len(theirs.games.digests) == times * two.games
    assert mine.games.digests.tolist() == theirs.games.digests.tolist()
    assert mine.marks.tolist() == theirs.marks.tolist()
    assert mine.failed.tolist() == theirs.failed.tolist()
    assert (mine.watching, mine.failing) == (theirs.watching, theirs.failing)


def test_any_two_readings_stand_together_in_a_mixture() -> None:
    made = mutated(safe.mode)
    found = readings_together(safe.mode, made.system)
    raws = [raw for _, raw in found]
    for one, two in combinations(range(3), 2):
        for a in range(1, 3 if one == 0 else 2):
            assert any(raw[one] == a and raw[two] == 1 for raw in raws), (one, a, two)
    assert all(sum(raw[n] != 0 for n in range(3)) >= 2 for raw in raws)
    assert found == readings_together(safe.mode, made.system)
    names = {1: ("key=clerk", "guard=sleeps", "light=on"), 2: ("key=thief", "", "")}
    for name, raw in found:
        assert name == ", ".join(names[value][n] for n, value in enumerate(raw) if value)
    # With one ruling there is nothing to mix.
    assert readings_together(lottery.mode, mutated(lottery.mode).system) == []


def test_what_shows_under_two_readings_alone_is_noticed_under_both_together() -> None:
    made = mutated(safe.mode)
    bench = PlayBench(safe.mode, safe.mode.full, made)
    number = titles(made)["try_it bent `3` for `2`"]
    assert not bench.touched(number)
    assert not bench.touched_by_others(number)
    assert bench.under_others(number).outcome == SAME
    assert bench.touched_by_mixtures(number)
    found = bench.under_mixtures(number)
    assert (found.outcome, found.by) == (NOTICED, ("more-than-two-each",))
    assert "key=thief" in found.what
    assert "guard=sleeps" in found.what
    assert found.what.endswith(": in a game, after 1 steps")


def test_a_search_under_readings_together_begins_where_their_games_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = mutated(safe.mode)
    bench = SearchBench(safe.mode, safe.mode.full, made)
    number = titles(made)["try_it bent `3` for `2`"]
    found = bench.searched_under_mixtures(number)
    assert (found.outcome, found.by) == (NOTICED, ("more-than-two-each",))
    assert "key=thief" in found.what
    assert "guard=sleeps" in found.what
    assert found.what.endswith(": 3 states searched, from where 20 games part")
    same = bench.searched_under_mixtures(titles(made)["closed dropped `s.tries = 0`"])
    assert same == Trial(SAME, (), "games part under none of 3 mixtures of readings")
    # What the model itself does not keep a few moves from there does not count.
    searched = bench._explored
    monkeypatch.setattr(bench, "_explored", lambda asked, *rest: searched(number, *rest))
    assert bench.searched_under_mixtures(number).outcome == DIFFERENT


def test_a_run_asks_readings_together_of_what_nothing_else_has_noticed(tmp_path: Path) -> None:
    toy = Ruleset("toy", "toy", "toy", {"safe": safe.mode}, None, (), Gaps(tmp_path / "gaps.toml"), (), {})
    report = mutate(toy, [safe.mode], Settings(limit=0, seconds=0))
    row = next(row for row in report.rows if row.mutant.name.endswith("bent `3` for `2`"))
    assert (row.outcome, row.by, row.where) == (
        NOTICED,
        ("more-than-two-each",),
        "safe full (games, readings together)",
    )
    (less,) = (row for row in report.rows if row.mutant.text.startswith("`-` for `+` in `s.taken + 2`"))
    assert (less.noticed_by, less.tried[-1]) == ("a range", "safe full (games, readings together, played on)")
    mixtures = len(readings_together(safe.mode, mutated(safe.mode).system))
    assert [(row["instance"], row["sort"], row["readings"]) for row in report.instances[-3:]] == [
        ("safe full (games, readings together)", "together", mixtures),
        ("safe full (games, readings together, played on)", "onwards, together", mixtures),
        ("safe full (search, readings together)", "search, together", mixtures),
    ]
    # one reason for all that a rule shows under readings together alone
    told = data(
        report, {("try_it", TOGETHER_ALONE): "Who is asleep?", ("morning", TOGETHER_ALONE): "It rains."}
    )
    assert {row["done"]: row["reason"] for row in told["rows"] if row["reason"]} == {
        "`s.taken = s.taken + 2`": "Who is asleep?",
        "`1` for `2`": "Who is asleep?",
    }
    assert (told["explained"], told["idle"]) == (2, [])


# ---------------------------------------------------------------------------------------------- played on


@pytest.mark.parametrize(
    "mode", [WALK, stall.mode, lottery.mode, yard.mode, pegs.mode], ids=lambda mode: mode.name
)
def test_the_rules_themselves_play_the_same_games_where_faults_are_played_on(mode: Mode) -> None:
    told = []
    for onwards in (False, True):
        bench = PlayBench(mode, mode.full, mutated(mode, steps=mode is stall.mode, onwards=onwards))
        told.append(bench._base(bench.house).games.digests.tolist())
    assert told[0] == told[1]


def test_fields_have_room_for_as_many_numbers_more_on_either_side_but_for_places() -> None:
    made = mutated(stall.mode, steps=True, onwards=True)
    fields = {block.name: block.value for block in made.system.fields}
    spans = {name: (t.lo, t.hi) for name, t in fields.items() if isinstance(t, ir.IntType)}
    assert spans["purse"] == spans["was purse"] == (-3, 5)
    assert spans["paid"] == (-5, 9)
    assert spans["day"] == (-8, 18)
    assert spans["shelf"] == spans["was shelf"] == (1, 2)
    native = PlayBench(stall.mode, stall.mode.full, made).codes.running
    _, start = native.initial(native.new_env())
    half = made.system.notes["before"]
    assert start[:half].tolist() == [2, 2, 0, 1, 0, 1, 0, 0]
    assert start[half : 2 * half].tolist() == [0, 0, 0, 1, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("fault", "stopped", "by"),
    [
        ("pay dropped `s.purse[p] > 0`", "a range", "two-coins-each"),
        ("pay dropped `not s.waiting`", "the model", "weather-first"),
        ("coins bent `1` for `2`", "the model", "four-coins"),
    ],
)
def test_a_property_is_asked_of_what_the_models_own_words_would_stop(
    fault: str, stopped: str, by: str
) -> None:
    found = []
    for onwards in (False, True):
        made = mutated(stall.mode, steps=True, onwards=onwards)
        trial = PlayBench(stall.mode, stall.mode.full, made).under_any(titles(made)[fault])
        found.append((trial.outcome, trial.by))
    assert found == [(NOTICED, (stopped,)), (NOTICED, (by,))]


def test_a_run_plays_on_what_only_the_models_own_words_have_noticed(tmp_path: Path) -> None:
    toy = Ruleset("toy", "toy", "toy", {"stall": stall.mode}, None, (), Gaps(tmp_path / "gaps.toml"), (), {})
    report = mutate(toy, [stall.mode], Settings(limit=0))
    rows = {f"{row.mutant.rule} {row.mutant.kind} {row.mutant.text}": row for row in report.rows}
    row = rows["pay dropped `s.purse[p] > 0`"]
    assert (row.noticed_by, row.by) == ("properties", ("two-coins-each",))
    assert row.where == "stall full (games, played on)"


SHOWN = {
    # a place beyond the length is blank: the first member of the kind
    "look bent `+` for `-` in `len(s.row) - 1`": ({"seen": [0]}, ("green-seen",)),
    # nothing is hung on a peg that is not there
    "hang bent `-1` for `0`": ({"pegs": [0, 2]}, ("three-hang",)),
    # the least of nothing is 0
    "count bent `peg` over `range(1, 3)` without its last value": ({"fewest": [0]}, ("two-at-least",)),
    # steps that come to no end are left off
    "dry dropped `s.wet = False`": ({"wet": [1]}, ("dry",)),
    "dry negated `s.wet`": ({"wet": [1]}, ("dry",)),
}


@pytest.mark.parametrize("fault", SHOWN)
def test_something_stands_in_for_what_is_not_there(fault: str) -> None:
    stopped, onwards = (mutated(pegs.mode, onwards=onwards) for onwards in (False, True))
    trial = PlayBench(pegs.mode, pegs.mode.full, stopped).tried(titles(stopped)[fault])
    own = "the model" if fault.startswith("dry") else "a range"
    assert (trial.outcome, trial.by) == (NOTICED, (own,))
    bench, number = PlayBench(pegs.mode, pegs.mode.full, onwards), titles(onwards)[fault]
    fields = {block.name: block for block in onwards.system.fields}
    states, _ = bench._trail(number, bench.house, 0)
    cells, by = SHOWN[fault]
    for name, values in cells.items():
        at = fields[name].offset
        assert states[-1][at : at + fields[name].cells].tolist() == values
    assert (bench.tried(number).outcome, bench.tried(number).by) == (NOTICED, by)


def test_a_fault_that_only_names_a_place_that_is_not_there_changes_nothing_else() -> None:
    """The second peg has no price beyond it: the least price there is stands in, which is the right one."""
    made = mutated(pegs.mode, onwards=True)
    bench = PlayBench(pegs.mode, pegs.mode.full, made)
    assert bench.tried(titles(made)["count bent `+` for `-` in `s.step - 1`"]) == Trial(SAME, (), "300 games")


def test_no_obligation_is_left_but_of_numbers_that_have_more_room() -> None:
    left = []
    for onwards in (False, True):
        made = mutated(pegs.mode, onwards=onwards).system
        nodes = [node for f in made.functions for stmt in f.body for node in ir.walk(stmt)]
        sites = [n.site_value for n in nodes if isinstance(n, ir.Store)]
        sites += [n.site for n in nodes if isinstance(n, ir.Checked | ir.Read | ir.Look | ir.Quant)]
        sites += [n.site_index for n in nodes if isinstance(n, ir.Store)]
        left.append(sorted({made.sites[site].what for site in sites if site >= 0}))
    assert left == [
        [
            "`max` of nothing",
            "`min` of nothing",
            "paid gets a number outside 0 to 9",
            "pegs gets a number outside 0 to 3",
            "pegs is indexed outside Peg",
            "row has no place there",
            "the lookup has no entry",
        ],
        ["paid gets a number outside -10 to 19", "pegs gets a number outside -4 to 7"],
    ]


def test_a_run_tells_of_how_many_faults_nothing_else_is_changed(tmp_path: Path) -> None:
    toy = Ruleset("toy", "toy", "toy", {"pegs": pegs.mode}, None, (), Gaps(tmp_path / "gaps.toml"), (), {})
    report = mutate(toy, [pegs.mode], Settings(limit=0))
    told = data(report)
    alone = {
        f"{row['rule']} {row['kind']}: {row['done']}": row["by"]
        for row in told["rows"]
        if row["nothing_else"]
    }
    assert alone == {
        "count bent: `+` for `-` in `s.step - 1`": ["a range"],
        "count bent: `2` for `1`": ["a range"],
        "dry dropped: `s.wet`": ["the model"],
    }
    own = {name: times for name, times in told["noticed_by"].items() if times and name != "properties"}
    assert own == {"a range": 8, "the model": 2, "a dead end": 9}
    assert told["nothing_else"] == 3


def test_what_differs_in_one_mode_changes_something() -> None:
    (mutant, *_) = every(pegs.mode, pegs.mode.full, "toy", None)
    row = Row(mutant)
    said = []
    for trial, where, sort in (
        (Trial(NOTICED, ("a range",), "outside"), "one (games)", PLAY),
        (Trial(SAME, (), "20 games"), "one (games, played on)", ONWARDS),
        (Trial(DIFFERENT, (), "1 of 20 games go otherwise"), "two (games, played on)", ONWARDS),
    ):
        row.note(trial, where, sort)
        said.append((row.nothing_else, row.outcome, row.by))
    assert said == [(alone, NOTICED, ("a range",)) for alone in (False, True, False)]
