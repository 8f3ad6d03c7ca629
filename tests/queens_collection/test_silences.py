"""The study of silences, of the mode in which it takes the least: what is met, under which reading, after which play."""

from __future__ import annotations

from pathlib import Path

from properties.queens_collection.studies.silences import silences
from queensbench.analyses.verdicts.run import Options, Run
from queensbench.analyses.verdicts.studies import Bench
from queensbench.project import projects

ROOT = Path(__file__).resolve().parents[2]


def test_alone_one_reading_leaves_a_player_without_an_action() -> None:
    ruleset, mode = projects.load(ROOT).mode("queens-collection/solo")
    found = silences(Bench(Run(ruleset, mode, Options())))
    assert found.rows == [
        (
            "what a player does who can carry out no action while there is a pile",
            "solo.turn",
            "draw_partial=all_or_none",
            "young",
            "3",
            "14",
            "renew_three()",
        )
    ]
    assert found.findings[1:] == [
        "not met: what to do when no pawn card is left and pawns are still to be dealt (deal.until_all)",
        "not met: what to do when the pile cannot give everybody the opening cards (setup.cards)",
    ]
