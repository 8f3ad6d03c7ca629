"""Helpers of the tests against the model checker Storm: instances in its format, and its answers in exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from queensbench.analyses import export
from queensbench.engines.explore.explorer import explore
from queensbench.engines.explore.state_table import ExploreSettings
from queensbench.engines.export.drn import drn, labels, rewards
from queensbench.engines.export.interpreted_states import Walked
from queensbench.engines.graphs import questions
from queensbench.engines.graphs.games import game_of
from queensbench.engines.runtime import kernels as k
from queensbench.engines.runtime.calls import Array, Interrupts
from queensbench.engines.solve.arena import Explored, arena_of
from queensbench.engines.solve.arena_values import solve_arena
from queensbench.engines.solve.attainment import VALUE, Attained, attained
from queensbench.engines.solve.objectives import players_of
from tests.engine_box import EngineBox

stormpy: Any = pytest.importorskip("stormpy", reason="the wheel `stormpy` is not installed here")


@dataclass(frozen=True)
class Checker:
    """A model that Storm has read, in exact arithmetic."""

    model: Any

    def everywhere(self, query: str) -> list[Fraction]:
        """Storm's answer for every state."""
        asked = stormpy.parse_properties(query)[0]
        found = stormpy.model_checking(self.model, asked, only_initial_states=False)
        return [Fraction(str(value)) for value in found.get_value_vector()]

    def __call__(self, query: str) -> Fraction:
        """Storm's answer at the start."""
        start: int = self.model.initial_states[0]
        return self.everywhere(query)[start]


def read(text: str, folder: Path) -> Checker:
    """Storm's reading of a file in its explicit format."""
    file = folder / "model.drn"
    file.write_text(text, encoding="utf-8")
    return Checker(stormpy.build_model_from_drn[stormpy.Rational](str(file)))


@cache
def arena(made: EngineBox) -> Explored:
    """All states of an instance under its house readings, by the native explorer."""
    exploration = explore(
        made.solver, made.system, ExploreSettings(made.raw(), made.parameters(), judging=False)
    )
    assert exploration.complete
    with Interrupts() as interrupts:
        return arena_of(exploration, interrupts)


def extreme(found: Explored, payoff: Array, *, greatest: bool, endless: int) -> Fraction:
    """The greatest or the least that all players together reach, play without end being worth ``endless``."""
    side = np.full(found.states, greatest, np.uint8)
    values = solve_arena(found, payoff, side, endless=endless)
    assert attained(found, side, values) == Attained(VALUE, VALUE)
    value = values.exact(found.starts[0])
    assert value is not None
    return value


def agrees(made: EngineBox, folder: Path) -> tuple[Walked, int]:
    """Storm on a plain walk by the interpreter, and we on the explorer's store, say the same; how many answers."""
    walked = export.walked(made, {})
    found = arena(made)
    assert (len(walked.places), walked.transitions) == (found.states, found.moves)
    roles = {
        "choice": k.CHOICE,
        "chance": k.CHANCE,
        "over": k.OVER,
        "silent": k.SILENT_STATE,
        "deadlock": k.DEADLOCK,
    }
    counts = [sum(place.role == name for place in walked.places) for name in roles]
    assert counts == [int((found.role == number).sum()) for number in roles.values()]
    players = export.players_in(made)
    storm = read(drn(walked, players), folder)
    assert (storm.model.nr_states, storm.model.nr_choices) == (
        found.states,
        found.moves - int((found.off[1:] - found.off[:-1])[found.role == k.CHANCE].sum()) + sum(counts[1:]),
    )
    game = game_of(found.exploration)
    known = storm.model.labeling.contains_label
    sure = questions.ends(game, sure=False, stuck_ends=True, witness=False).holds
    assert sure == (known("end") and storm('Pmin=? [F "end"]') == 1)
    willing = questions.can_always(game).holds
    told = " | ".join(f'"{name}"' for name in ("over", "silent") if known(name))
    assert willing == (told != "" and all(p > 0 for p in storm.everywhere(f"Pmax=? [F {told}]")))
    answers = 2
    for label, payoff in ends(made, found, walked).items():
        assert storm(f'Pmax=? [F "{label}"]') == extreme(found, payoff, greatest=True, endless=0), label
        assert storm(f'Pmin=? [F "{label}"]') == extreme(found, payoff, greatest=False, endless=0), label
        answers += 2
    for name, payoff in payoffs(made, found, walked).items():
        over = found.role == k.OVER
        least = int(payoff[over].min())
        if least == int(payoff[over].max()):
            continue  # all rewards are 0, of which Storm says nothing
        worth = np.where(over, payoff, least)
        for word, greatest in (("max", True), ("min", False)):
            mine = extreme(found, worth, greatest=greatest, endless=least)
            assert least + storm(f'R{{"{name}"}}{word}=? [C]') == mine, (name, word)
            answers += 1
    return walked, answers


def ends(made: EngineBox, found: Explored, walked: Walked) -> Mapping[str, Array]:
    """Which states have each label of an end (int64), as the native rules say."""
    players = export.players_in(made)
    known = {label for place in walked.places for label in labels(place, players)}
    over = (found.role == k.OVER).astype(np.int64)
    rows = {"over": over}
    rows["silent"] = (found.role == k.SILENT_STATE).astype(np.int64)
    rows["deadlock"] = (found.role == k.DEADLOCK).astype(np.int64)
    rows["end"] = over + rows["silent"] + rows["deadlock"]
    bits = np.zeros(found.states, np.int64)
    if made.system.wins is not None and players:
        bits = found.measured("winners")
    for number, name in enumerate(players):
        rows[f"wins_{name}"] = bits >> number & 1
    everybody = (1 << len(players)) - 1
    if len(players) > 1:
        rows["draw"] = over * ((bits == 0) | (bits == everybody))
    assert all(label in rows or label.startswith(("chance", "choice")) for label in known)
    return {label: row for label, row in rows.items() if label in known}


def payoffs(made: EngineBox, found: Explored, walked: Walked) -> Mapping[str, Array]:
    """The rewards of each reward model (int64 per state), by the native rules."""
    players = export.players_in(made)
    rows: dict[str, Callable[[], Array]] = {"score": lambda: found.measured("score", 0)}
    for number, name in enumerate(players):
        rows[f"score_{name}"] = lambda number=number: found.measured("score", number)  # type: ignore[misc]
        rows[f"margin_{name}"] = lambda number=number: _margin(found, number)  # type: ignore[misc]
    return {name: rows[name]() for name in rewards(walked, players)}


def _margin(found: Explored, number: int) -> Array:
    bits = found.measured("winners")
    won: Array = (bits >> number & 1) - (bits >> (1 - number) & 1)
    return won


def both_attain(made: EngineBox, player: str, folder: Path) -> Fraction:
    """A value that Storm finds for the best answers to the stored choices of each side, whichever is fixed."""
    values = set()
    for fixed in players_of(made.system):
        made_ = export.export(made, {}, fix=fixed, player=player)
        word = "min" if fixed == player else "max"
        storm, label = read(made_.text, folder), f"wins_{player}"
        # Storm knows no label that no state has.
        reached = storm(f'P{word}=? [F "{label}"]') if storm.model.labeling.contains_label(label) else 0
        assert reached == Fraction(made_.fixed)
        values.add(Fraction(made_.fixed))
    (value,) = values
    return value
