"""Rulings compared by z3 and by play: each class on a model made for it, and never a claim that exploration refutes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from queensbench.analyses.rulings import proof_or_play
from queensbench.analyses.rulings.invariants import Known, invariants
from queensbench.analyses.rulings.proof_or_play import Comparing, Limits
from queensbench.analyses.rulings.ruling_rows import BOX_ROW, BoxRow
from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.compare.replay import KINDS, Difference, Pair, strongest
from queensbench.engines.distinguish.distinguishability import (
    ConsultingPlace,
    Distinguisher,
    Invariants,
    PlaceQuestion,
    consults,
    places,
)
from queensbench.engines.distinguish.macro_moves import Moves, small
from queensbench.engines.prove.planning import conjuncts
from queensbench.errors import BadInput
from queensbench.language import Instance
from queensbench.rules.system import build
from queensbench.rules.typed import ir
from tests.engine_box import EngineBox
from tests.engines.models import lots, well
from tests.engines.models.well import Brim, Last, Rest

KNOWN = Known(every=("water",), base=("brim",))
"""What ``test_the_invariants_are_proved`` shows; given, so that the other tests need no proof of their own."""


@cache
def session(name: str = "full") -> EngineBox:
    instance: Instance = next(i for i in well.mode.all_instances() if i.name == name)
    return EngineBox("well", well.mode, instance, build(well.mode, instance, ruleset="well"))


def system() -> ir.System:
    return session().system


def number(name: str) -> int:
    return [ruling.name for ruling in system().rulings].index(name)


def transition(name: str) -> int:
    return [t.name for t in system().transitions].index(name)


@cache
def compared(name: str = "full") -> dict[str, BoxRow]:
    return {row.ruling: row for row in Comparing(session(name), known=KNOWN, limits=Limits(games=200)).rows()}


def lemmas(*names: str) -> tuple[tuple[int, tuple[int, ...]], ...]:
    judges = [judge.name for judge in system().judges]
    return tuple(conjuncts(system(), [judges.index(name) for name in names]))


# -------------------------------------------------------------------------------------------- what is asked


def test_the_places_that_consult_a_ruling() -> None:
    found = {
        r.name: [(p.what, p.transition) for p in places(system(), n)] for n, r in enumerate(system().rulings)
    }
    draw, pour, rest = (transition(name) for name in ("draw", "pour", "rest"))
    assert found == {
        "overflow": [("step", draw)],
        "rest": [("step", rest)],
        "nap": [("step", rest)],
        "last": [("wins", -1)],
        "ghost": [("step", draw)],
        "splash": [("step", pour)],
        "deep": [("step", rest)],
        "brim": [("step", draw), ("step", pour)],
        "unread": [],
    }
    assert not consults(system(), None, 0)


def verdicts(ruling: str, given: Invariants, *, free: tuple[int, ...] = ()) -> list[tuple[str, str, str]]:
    house = [r.house for r in system().rulings]
    differ = Distinguisher(system(), house, invariants=given, free=free)
    return [(a.place.what, a.verdict, a.hypothesis) for a in differ.compare(number(ruling), 1)]


def test_an_invariant_keeps_the_readings_together_and_without_it_they_part() -> None:
    assert verdicts("overflow", Invariants()) == [("step", "differs", "invariants")]
    assert verdicts("overflow", Invariants(every=lemmas("water"))) == [("step", "same", "invariants")]


def test_a_ruling_that_the_types_alone_decide() -> None:
    assert verdicts("deep", Invariants()) == [("step", "same", "types")]


def test_a_difference_that_only_another_reading_of_another_ruling_brings() -> None:
    assert verdicts("nap", Invariants()) == [("step", "same", "types")]
    assert verdicts("nap", Invariants(), free=(number("rest"),)) == [("step", "differs", "invariants")]


def test_an_invariant_of_one_side_hides_no_first_difference() -> None:
    # Under `full` the bucket comes to hold three, which `brim` excludes; but it is by that very step that they part.
    assert verdicts("brim", Invariants(base=lemmas("brim"))) == [
        ("step", "differs", "invariants"),
        ("step", "same", "invariants"),
    ]
    assert verdicts("brim", Invariants())[1] == ("step", "differs", "invariants")


def test_the_invariants_of_the_base_are_not_used_where_rulings_are_left_free() -> None:
    given = Invariants(base=lemmas("brim"))
    assert verdicts("brim", given, free=(number("ghost"),))[1] == ("step", "differs", "invariants")


def test_a_differing_position_is_typed_and_satisfies_the_invariants() -> None:
    house = [r.house for r in system().rulings]
    differ = Distinguisher(system(), house, invariants=Invariants(lemmas("water"), lemmas("brim")))
    answer = differ.place(number("ghost"), 1, ConsultingPlace("step", transition("draw")))
    assert answer.verdict == "differs"
    assert all(t.lo <= raw <= t.hi for raw, t in zip(answer.cells, system().cells, strict=True))
    at = {block.name: answer.cells[block.offset] for block in system().fields}
    assert (at["well"] + at["bucket"] + at["jug"], at["haunted"], at["bucket"] < 3) == (4, 1, True)


def test_bit_vectors_say_the_same_as_integers() -> None:
    house = [r.house for r in system().rulings]
    differ = Distinguisher(system(), house, invariants=Invariants(every=lemmas("water")))
    place = ConsultingPlace("step", transition("draw"))
    found = [
        differ._asked(PlaceQuestion(number(ruling), 1, place, "invariants"), sort, 1_000_000).verdict
        for sort in ("integers", "bit-vectors")
        for ruling in ("overflow", "ghost")
    ]
    assert found == ["same", "differs", "same", "differs"]


def test_a_limit_that_is_met_leaves_a_place_open() -> None:
    house = [r.house for r in system().rulings]
    differ = Distinguisher(system(), house, rlimit=1)
    assert differ.place(number("ghost"), 1, ConsultingPlace("step", transition("draw"))).verdict == "unknown"


def test_an_allowance_bounds_all_questions_together() -> None:
    differ = Distinguisher(system(), [r.house for r in system().rulings])
    wanted = [answer.verdict for answer in differ.compare(number("ghost"), 1)]
    differ.allowance = 10**9
    assert [answer.verdict for answer in differ.compare(number("ghost"), 1)] == wanted
    assert 0 < 10**9 - differ.allowance < 10**6
    differ.allowance = 0
    assert {answer.verdict for answer in differ.compare(number("ghost"), 1)} == {"unknown"}
    assert differ.allowance == 0


def test_readings_that_come_together_before_anybody_moves() -> None:
    house = [r.house for r in system().rulings]
    assert verdicts("splash", Invariants()) == [("step", "differs", "invariants")]
    answers = Moves(Distinguisher(system(), house), number("splash"), 1).compare()
    assert [(a.place.what, a.verdict) for a in answers] == [("step", "same")]
    parted = Moves(Distinguisher(system(), house), number("rest"), 1).compare()
    assert [(a.place.what, a.verdict) for a in parted] == [("step", "differs")]
    assert small(system())


# -------------------------------------------------------------------------------------------------- the rows


def test_the_invariants_are_proved() -> None:
    assert invariants(session()) == KNOWN


def test_each_ruling_of_the_well_has_its_class() -> None:
    assert {name: (row.text, row.how, row.others) for name, row in compared().items()} == {
        "overflow": ("never matters", "proved", "every reading"),
        "rest": ("differs: legal", "witnessed", ""),
        "nap": ("never matters", "by construction", "base"),
        "last": ("differs: winner", "witnessed", ""),
        "ghost": ("undecided", "unknown", ""),
        "splash": ("never matters", "proved", "base"),
        "deep": ("never matters", "by construction", "every reading"),
        "brim": ("differs: legal", "witnessed", ""),
        "unread": ("never matters", "by construction", "every reading"),
    }


def test_a_proof_names_the_invariants_that_it_used() -> None:
    assert compared()["overflow"].invariants == ("water",)


def test_a_small_instance_says_so_and_may_be_exhausted() -> None:
    found = {name: (row.text, row.how) for name, row in compared("small").items()}
    assert found["ghost"] == ("never matters in small", "exhausted")
    assert found["overflow"] == ("never matters in small", "proved")
    assert found["last"] == ("differs in small: winner", "witnessed")


def test_what_exploration_sees_differ_never_counts_as_never_mattering() -> None:
    box = session("small")
    explored = {m.ruling: m.matters for m in rulings_on(box.comparer, box.explored())}
    assert explored == {
        "overflow": "not-seen",
        "rest": "legal",
        "nap": "not-seen",
        "last": "winner",
        "ghost": "not-seen",
        "splash": "not-seen",
        "deep": "not-seen",
        "brim": "legal",
        "unread": "not-seen",
    }
    for rows in (compared("small"), compared()):
        assert not [r for r in rows.values() if r.matters == "never" and explored[r.ruling] != "not-seen"]


def test_a_witness_is_a_play_that_the_interpreter_replays_under_both_readings() -> None:
    witness = compared()["last"].witness
    assert witness is not None
    assert (witness.text, witness.choices, witness.steps) == (
        "after pour() BEN won under filler, ANN under other",
        8,
        8,
    )
    states = [
        session().interpreter(reading).replay(witness.play.steps)[-1]
        for reading in ({}, {"last": Last.OTHER})
    ]
    readers = [session().interpreter(reading) for reading in ({}, {"last": Last.OTHER})]
    assert states[0] == states[1]
    assert [[p.name for p in r.winners(s)] for r, s in zip(readers, states, strict=True)] == [
        ["BEN"],
        ["ANN"],
    ]


def matters(ruling: str, base: Mapping[str, Any] | None = None, **options: Any) -> BoxRow:
    return next(Comparing(session(), base, **options).rows([ruling]))


def test_of_all_readings_of_the_others_little_is_asked_where_all_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def others(allowance: int | None = None) -> tuple[str, str]:
        row = matters("overflow", known=KNOWN, limits=Limits(games=20, elsewhere=False, allowance=allowance))
        return row.matters, row.others

    assert others(allowance=10**8) == ("never", "every reading")
    monkeypatch.setattr(proof_or_play, "FEW", 0)
    assert others(allowance=10**8) == ("never", "base")
    monkeypatch.setattr(proof_or_play, "FEW", 2)
    monkeypatch.setattr(proof_or_play, "LARGE", 1)
    assert others(allowance=10**8) == ("never", "base")
    assert others() == ("never", "every reading")


def test_beside_other_readings_fewer_games_are_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[tuple[dict[str, object], int]] = []
    walk = Comparing.walk

    def noted(self: Comparing, names: Any, base: Any, games: Any) -> Any:
        walked.append((dict(base), len(games)))
        return walk(self, names, base, games)

    monkeypatch.setattr(Comparing, "walk", noted)
    list(Comparing(session(), known=KNOWN, limits=Limits(games=50, games_elsewhere=10)).rows(["nap"]))
    assert walked == [({}, 50), ({"rest": Rest.ALLOWED}, 10)]


def test_a_candidate_is_shown_in_the_models_words() -> None:
    found = compared()["ghost"].candidate
    assert found is not None
    assert (found["text"], found["step"]) == ("draw() leads elsewhere (turn)", "draw()")
    assert "haunted: True" in found["board"].splitlines()


def test_beside_another_reading_of_a_ruling_on_the_same_clause() -> None:
    (one,) = compared()["nap"].elsewhere
    assert (one.beside, one.kind, one.text) == ("rest=allowed", "legal", "rest() leads elsewhere (turn)")
    beside = matters("nap", {"rest": Rest.ALLOWED}, known=Known(every=("water",)), limits=Limits(games=200))
    assert (beside.text, beside.kind, beside.elsewhere) == ("differs: legal", "legal", [])


def test_an_unknown_ruling_and_an_unknown_property() -> None:
    with pytest.raises(BadInput) as fault:
        matters("bucket")
    assert str(fault.value).startswith("no ruling is called bucket; choose of overflow, rest")
    with pytest.raises(BadInput) as other:
        Known(every=("wine",)).conjuncts(session())
    assert str(other.value) == "no property is called wine; name always or never properties"


def test_a_row_is_data() -> None:
    data = json.loads(json.dumps(compared()["last"].as_json()))
    assert (data["matters"], data["kind"], data["witness"]["against"]) == ("differs", "winner", "other")
    assert data["kinds"] == {"winner": {"choices": 8, "steps": 8}}
    assert len(data["witness"]["play"]) == 8


@pytest.mark.parametrize("ruling", ["overflow", "nap", "last", "ghost"])
def test_a_row_can_be_stored_and_comes_back_whole(ruling: str) -> None:
    row = compared()[ruling]
    assert BOX_ROW.read(json.loads(json.dumps(BOX_ROW.written(row)))) == replace(row, cached=True)


# ------------------------------------------------------------------------------- every place, every kind


@cache
def drawn() -> EngineBox:
    return EngineBox("lots", lots.mode, lots.mode.full, build(lots.mode, lots.mode.full, ruleset="lots"))


def test_every_kind_of_difference_is_witnessed_and_said_in_words() -> None:
    rows = Comparing(drawn(), known=Known(), limits=Limits(games=50)).rows()
    assert {row.ruling: (row.kind, row.witness.text if row.witness else "") for row in rows} == {
        "first": ("legal", "the start is another (turn)"),
        "end": ("ending", "after draw() the game is over under two and goes on under three"),
        "count": ("scored", "after draw() the scores are 3 under one, 6 under two"),
        "coin": ("legal", "toss(side=HEADS) has weight 1 of 2 under fair and 2 of 3 under bent"),
        "choice": ("legal", "draw() is TOM's choice under own and EVE's under eves"),
        "limit": ("fault", "draw(): the rules break under broken: lots = 4 is outside 0 to 3"),
    }


@pytest.mark.parametrize(
    ("ruling", "what", "of"),
    [
        ("first", "start", ""),
        ("end", "over", ""),
        ("count", "score", ""),
        ("coin", "weight", "toss"),
        ("choice", "decider", "draw"),
        ("limit", "step", "draw"),
    ],
)
def test_z3_sees_every_kind_of_place(ruling: str, what: str, of: str) -> None:
    made = drawn().system
    place = next(n for n, r in enumerate(made.rulings) if r.name == ruling)
    (answer,) = Distinguisher(made, drawn().raw()).compare(place, 1)
    name = made.transitions[answer.place.transition].name if answer.place.transition >= 0 else ""
    assert (answer.place.what, name, answer.verdict) == (what, of, "differs")


# ----------------------------------------------------------------------------------------------- in words


def pair() -> Pair:
    other = {"brim": Brim.FULL, "rest": Rest.ALLOWED}
    return Pair(session().interpreter(), session().interpreter(other), ("house", "other"))


def test_a_play_that_the_readings_do_not_share_shows_nothing() -> None:
    reader = session().interpreter()
    rest, draw = (reader.step(name, ()) for name in ("rest", "draw"))
    assert pair().along([rest], judged=False) == [
        Difference("legality", "rest() is possible under other only")
    ]
    assert pair().along([rest, draw], judged=False) == []
    assert pair().along([draw], judged=False) == []
    assert pair().along([draw], judged=True) == []


def test_the_strongest_of_the_differences_is_taken() -> None:
    found = [Difference(kind, "") for kind in reversed(KINDS)]
    assert strongest(found) == Difference("winner", "")
    assert strongest([]) is None
