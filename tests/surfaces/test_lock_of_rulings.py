"""The lock of verdicts holds what was shown of rulings: a lost proof, or a lost difference, fails by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from queensbench.errors import BadInput
from queensbench.evidence.verdicts_lock import Mattering, read
from queensbench.language.properties import Class
from tests.surfaces.test_lock import HEADS, LINES, Folder

NEVER = "1 if r.stride == Stride.ONE or s.at < n.top else 2"
"""The readings differ at the top alone, where no step is allowed."""
LEAP = "2 if r.stride == Stride.TWO and s.at == 0 else 1"
AUDIT = ("audit", "--games", "2000", "-q")
LEAPS = f"{HEADS}ruling steps/walk stride legal\n{LINES}end steps/walk\n"


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A project whose ruling never matters, with its lock."""
    folder = Folder(tmp_path_factory.mktemp("lock") / "project")
    folder.write(NEVER)
    done = folder.run(*AUDIT, "--accept", "--reason", "At first.")
    assert (done.code, done.err) == (0, "")
    assert "\nverdicts.lock: 4 lines written, 3 claims and 1 ruling in all\n" in done.out
    return folder


def test_a_proof_that_a_ruling_never_matters_is_written(proved: Folder) -> None:
    assert proved.lock.read_text("utf-8") == (
        f"{HEADS}ruling steps/walk stride never,by-construction,every\n{LINES}end steps/walk\n"
    )
    again = proved.run(*AUDIT)
    assert (again.code, "verdicts.lock" in again.out) == (0, False)


def test_a_ruling_that_matters_now_is_lost_by_name_and_accepted_with_a_reason(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(LEAP)
    folder.lock.write_text(LEAPS.replace("legal", "never,proved"), "utf-8")
    lost = folder.run(*AUDIT, "--json")
    assert (lost.code, lost.err) == (1, "")
    [one] = lost.json["lock"]["lost"]
    assert (one["mode"], one["ruling"], one["instance"]) == ("steps/walk", "stride", None)
    assert (one["was"], one["now"], one["ran_out_of_time"]) == ("never,proved", "legal", False)
    tables = folder.run(*AUDIT, "--junit", "build.xml")
    assert (
        " Less than verdicts.lock says steps/walk ruling stride: was never matters beside the house readings (proved), "
        "now matters: legal"
    ) in " ".join(tables.out.split())
    assert (
        "less than verdicts.lock says: steps/walk ruling stride" in (folder.folder / "build.xml").read_text()
    )
    done = folder.run(*AUDIT, "--accept", "--reason", "The leap is meant.")
    assert (done.code, done.err) == (0, "")
    assert folder.lock.read_text("utf-8") == (
        f"{HEADS}accepted ruling steps/walk stride The leap is meant.\nruling steps/walk stride legal\n"
        f"{LINES}end steps/walk\n"
    )
    assert folder.run(*AUDIT).code == 0


def test_a_difference_that_is_weaker_now_is_lost(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(LEAP)
    folder.lock.write_text(LEAPS.replace("legal", "winner"), "utf-8")
    [one] = folder.run("audit", "-q", "--json").json["lock"]["lost"]
    assert (one["was"], one["now"]) == ("winner", "legal")


def test_a_class_that_is_stronger_now_is_better(proved: Folder, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(NEVER)
    kept = proved.lock.read_text("utf-8")
    folder.lock.write_text(kept.replace("never,by-construction,every", "never,exhausted"), "utf-8")
    done = folder.run(*AUDIT)
    assert done.code == 0
    renew = 'verdicts.lock can be renewed, 1 verdict better: queensbench audit --accept --reason "..."'
    assert f"\n{renew}\n" in done.out
    folder.run(*AUDIT, "--accept", "--reason", "It is proved.")
    assert folder.lock.read_text("utf-8") == kept


def test_what_an_option_leaves_unshown_is_not_held(proved: Folder, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(LEAP)
    folder.lock.write_text(LEAPS.replace("legal", "winner"), "utf-8")
    done = folder.run(*AUDIT, "--no-proofs", "--json")
    assert (done.code, done.json["lock"]["lost"]) == (0, [])
    assert done.json["lock"]["not_held"] == {"--no-proofs": 2}
    turned = folder.lock.read_text("utf-8").replace("winner", "never,proved")
    folder.lock.write_text(turned, "utf-8")
    [one] = folder.run(*AUDIT, "--no-proofs", "--json").json["lock"]["lost"]
    assert one["ruling"] == "stride"  # what has turned round is lost in any case


def test_a_ruling_that_is_gone_is_named_and_removed(proved: Folder, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(NEVER)
    kept = proved.lock.read_text("utf-8")
    folder.lock.write_text(
        kept.replace("ruling steps", "ruling steps/walk gait legal\nruling steps"), "utf-8"
    )
    done = folder.run(*AUDIT, "--json")
    assert (done.code, done.json["lock"]["gone"]) == (1, ["steps/walk ruling gait"])
    assert "steps/walk ruling gait: there is no such ruling any more" in folder.run(*AUDIT).out
    done = folder.run(*AUDIT, "--accept", "--reason", "It went.")
    assert "\nremoved: steps/walk ruling gait\n" in done.out
    assert folder.lock.read_text("utf-8") == kept


def test_an_audit_that_asks_no_rulings_leaves_their_lines(proved: Folder, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "project")
    folder.write(LEAP)
    text = LEAPS.replace("legal", "never,proved")
    folder.lock.write_text(text, "utf-8")
    assert folder.run(*AUDIT, "--no-rulings").code == 0
    assert folder.run(*AUDIT, "-p", "top", "--accept", "--reason", "So.").code == 0
    assert folder.lock.read_text("utf-8") == text


KINDS = (
    "winner; ending; scored; legal; never,proved; never,proved,every; never,by-construction; "
    "never,by-construction,every; never,exhausted; never,exhausted,every"
)
SPOILT = {
    "no kind": (
        "stride often",
        f"no line of a ruling; write `ruling RULESET/MODE RULING` and one of {KINDS}",
    ),
    "twice": (
        "stride legal\nruling steps/walk stride legal",
        "the ruling stride of steps/walk stands here twice; keep one line",
    ),
    "a reason of nothing": (
        "stride legal\naccepted ruling steps/walk gait So.",
        "a reason for gait of steps/walk, of which nothing stands here; drop it",
    ),
    "no reason": (
        "stride legal\naccepted ruling steps/walk stride",
        "not a reason; write `accepted [ruling] RULESET/MODE NAME REASON`",
    ),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_line_that_is_spoilt_is_told(tmp_path: Path, spoilt: str) -> None:
    file = tmp_path / "verdicts.lock"
    text, said = SPOILT[spoilt]
    file.write_text(LEAPS.replace("stride legal", text), "utf-8")
    with pytest.raises(BadInput) as fault:
        read(file)
    assert re.sub(r"^\S+?verdicts\.lock(:\d+)?: ", "", str(fault.value)) == said


def test_what_is_as_much_as_what() -> None:
    proved, every = Mattering("never", Class.PROVED), Mattering("never", Class.BY_CONSTRUCTION, every=True)
    exhausted = Mattering("never", Class.EXHAUSTED)
    winner, legal = Mattering("winner"), Mattering("legal")
    order = [every, proved, exhausted]
    for place, one in enumerate(order):
        for other, two in enumerate(order):
            assert one.at_least(two) == (place <= other)
    assert winner.at_least(legal)
    assert not legal.at_least(winner)
    assert not winner.at_least(proved)
    assert not proved.at_least(legal)
