"""Every ruling of The Queen Is Dead in the box as sold: a play that it changes, or a proof that it never matters."""

from __future__ import annotations

from functools import cache

import pytest

from model.queen_is_dead.modes import mode
from properties.queen_is_dead import claims, progress, shape
from queensbench.analyses.rulings.invariants import Known, invariants
from queensbench.analyses.rulings.proof_or_play import Comparing, Limits
from queensbench.analyses.rulings.ruling_rows import BoxRow
from queensbench.engines.compare.comparison import rulings_on
from queensbench.engines.distinguish.distinguishability import Distinguisher, places
from queensbench.project import projects
from queensbench.project.projects import rulings_of
from queensbench.rules.system import build
from tests.engine_box import EngineBox

PROPERTIES = (claims, progress, shape)
"""Imported, so that the mode is asked what they declare."""

PROVED = Known(base=("shape.no_winner", "tokens.conserved", "tokens.no_full_colour", "winner.end_is_seen"))
"""Invariants that carry the two proofs; that they are proved is the slow test's part."""

NEVER = ("both_have_set", "loss_and_set")
DIFFERS = {
    "start_roll": ("legal", "own_die"),
    "chooser": ("legal", "current"),
    "optional_swap": ("legal", "obligatory"),
    "master_shown": ("legal", "acting"),
    "mixed_reveal": ("legal", "same_place"),
    "aimed_face_down": ("legal", "kept_down"),
    "princess_revives": ("legal", "not_this_turn"),
    "win_check": ("ending", "end_of_turn"),
    "three_of_each": ("ending", "exactly"),
    "six_or_win": ("ending", "win_first"),
    "last_and_sixth": ("legal", "none"),
    "token_first": ("ending", "players_choice"),
    "gambler_takes": ("legal", "one_by_one"),
    "noble_choice": ("legal", "any_colour"),
    "noble_short": ("ending", "nothing"),
    "nothing_to_give": ("legal", "no_taking"),
    "first_turn": ("legal", "no_swap"),
    "swap_facing": ("ending", "turned_down"),
    "guard_and_master": ("legal", "prevented"),
    "guard_reach": ("winner", "across"),
    "recruit_aims": ("winner", "nowhere"),
    "swap_pairs": ("legal", "same_pair"),
}


@cache
def session(name: str = "full") -> EngineBox:
    instance = projects.mode_instance(mode, name)
    return EngineBox("queen-is-dead", mode, instance, build(mode, instance, ruleset="queen-is-dead"))


def number(name: str) -> int:
    return [ruling.name for ruling in session().system.rulings].index(name)


def test_every_ruling_is_in_the_table() -> None:
    assert {decl.name for decl in rulings_of(mode)} == {*DIFFERS, *NEVER}


@cache
def witnessed() -> dict[str, BoxRow]:
    return {row.ruling: row for row in Comparing(session(), known=PROVED).rows(list(DIFFERS))}


def test_twenty_two_rulings_differ_in_a_play_of_the_box_as_sold() -> None:
    rows = witnessed().values()
    found = {row.ruling: (row.kind, row.witness.against if row.witness else "") for row in rows}
    assert found == DIFFERS
    assert {(row.text.split(":")[0], row.how, row.games) for row in rows} == {("differs", "witnessed", 2000)}
    assert {row.witness.instance for row in rows if row.witness} == {"full"}


def test_a_witness_says_what_differs() -> None:
    found = witnessed()["start_roll"].witness
    assert found is not None
    assert (
        found.text
        == "roll_for_start(higher=WHITE) has weight 575 of 1296 under both_dice and 15 of 36 under own_die"
    )
    assert (found.choices, found.steps) == (22, 23)


@cache
def differ() -> Distinguisher:
    return Distinguisher(session().system, session().raw(), invariants=PROVED.conjuncts(session()))


@pytest.mark.parametrize("ruling", NEVER)
def test_two_rulings_never_matter_beside_the_house_readings(ruling: str) -> None:
    for place in sorted(places(session().system, number(ruling)), key=differ().size):
        assert differ().place(number(ruling), 1, place, ("invariants",)).verdict == "same", place


@pytest.mark.parametrize("ruling", NEVER)
def test_without_invariants_they_could(ruling: str) -> None:
    system = session().system
    place = next(
        p
        for p in places(system, number(ruling))
        if p.transition >= 0 and system.transitions[p.transition].name == "take"
    )
    assert differ().place(number(ruling), 1, place, ("types", "settled")).verdict == "differs"


@pytest.mark.slow
def test_they_matter_beside_another_check_of_the_end() -> None:
    comparing = Comparing(session(), known=PROVED)
    found = {name: [(w.beside, w.kind) for w in comparing.elsewhere(name, number(name))] for name in NEVER}
    assert found == {
        "both_have_set": [
            ("win_check=after_ability", "winner"),
            ("win_check=end_of_turn", "winner"),
            ("win_check=loss_at_once", "winner"),
            ("three_of_each=exactly", "winner"),
        ],
        "loss_and_set": [("win_check=end_of_turn", "winner")],
    }


def never_by_types(box: EngineBox) -> set[str]:
    """The rulings that z3 says never matter in a box, of every position of its types."""
    differ = Distinguisher(box.system, box.raw())
    return {
        ruling.name
        for n, ruling in enumerate(box.system.rulings)
        if all(
            differ.place(n, other, place, ("types",)).verdict == "same"
            for other in range(len(ruling.readings))
            if other != ruling.house
            for place in places(box.system, n)
        )
    }


@pytest.mark.slow
def test_what_a_box_shows_when_it_is_exhausted_is_never_said_never_to_matter() -> None:
    box = session("blades")
    seen = {m.ruling: m.matters for m in rulings_on(box.comparer, box.explored())}
    assert {name for name, matters in seen.items() if matters != "not-seen"} == {
        "start_roll",
        "chooser",
        "aimed_face_down",
        "princess_revives",
        "win_check",
        "first_turn",
        "swap_facing",
        "guard_and_master",
        "guard_reach",
    }
    never = never_by_types(box)
    assert never == {
        "master_shown",
        "three_of_each",
        "gambler_takes",
        "noble_short",
        "nothing_to_give",
        "recruit_aims",
        "token_first",
    }
    assert {seen[name] for name in never} == {"not-seen"}
    rows = list(Comparing(box, known=Known(), limits=Limits(elsewhere=False)).rows())
    assert {row.ruling: row.matters for row in rows} == {
        name: "never" if matters == "not-seen" else "differs" for name, matters in seen.items()
    }


@pytest.mark.slow
def test_the_two_proofs_rest_on_what_is_proved() -> None:
    known = invariants(session())
    assert set(PROVED.base) <= {*known.every, *known.base}
    rows = {row.ruling: row for row in Comparing(session(), known=known).rows(NEVER)}
    assert {name: (row.text, row.how, row.others) for name, row in rows.items()} == dict.fromkeys(
        NEVER, ("never matters", "proved", "base")
    )
    assert all({*row.invariants} <= {*known.every, *known.base} for row in rows.values())
