"""A fault that only another reading meets: every house game is as it was, and the lock of verdicts notices all the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from queensbench.evidence.verdicts_lock import Claim, Shown, VerdictsLock, written
from queensbench.language.properties import Class
from tests.analyses.tiny import run
from tests.processes import ROOT

CLAIM = Claim("queue4/standard", "fourth.ends")
RULE = "    if s.ending == Ending.NONE and ends_game(s, rank_of(card)):\n"
FAULT = RULE.replace("and ends", "and r.discard_whole == DiscardWhole.WHOLE and ends")
AUDIT = (
    "audit",
    CLAIM.mode,
    "-i",
    "full",
    "-p",
    CLAIM.name,
    "--games",
    "200",
    "--no-rulings",
    "--json",
    "-q",
)


@pytest.mark.slow
def test_a_fault_under_another_reading_loses_the_proof_by_name(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "model", "properties", "seeds", "spec"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    losing = tmp_path / "model" / "queue4" / "losing.py"
    text = losing.read_text("utf-8")
    assert text.count(RULE) == 1
    losing.write_text(text.replace(RULE, FAULT), "utf-8")
    green = run(tmp_path, *AUDIT, "--no-proofs")
    assert (green.returncode, green.stderr) == (0, "")
    shown = Shown("holds", Class.PROVED, every=True)
    (tmp_path / "verdicts.lock").write_text(written(VerdictsLock({CLAIM: {"full": shown}})), "utf-8")
    done = run(tmp_path, *AUDIT, timeout=1500)
    assert (done.returncode, done.stderr) == (1, "")
    [lost] = json.loads(done.stdout)["lock"]["lost"]
    assert (lost["mode"], lost["name"], lost["instance"], lost["was"]) == (*CLAIM, "full", "proved,every")
    assert lost["now"] in ("proved", "sampled")
