"""What a killed command had begun to write goes with a later one, once nobody can still be writing it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from queensbench.evidence.keys import Key
from queensbench.evidence.store import LEFT_OVER, Store

OLD, YOUNG = ".1123456789abcdef.part", ".0123456789abcdef.part"
KEY = Key.of({"kind": "property", "name": "low"})


def test_what_was_never_finished_goes_when_it_is_old(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    store.put(KEY, {"verdict": "holds"})
    inner = store.file(KEY).parent
    for folder in (store.folder, inner, store.folder / "digests" / "ab"):
        folder.mkdir(parents=True, exist_ok=True)
        for name in (OLD, YOUNG, ".ours-not.part", "kept.part"):
            (folder / name).write_text("{")
            age = 0 if name == YOUNG else 2 * LEFT_OVER
            os.utime(folder / name, (time.time() - age,) * 2)
    store.sweep()
    left = sorted(path.name for path in store.folder.rglob("*.part"))
    assert left == [YOUNG] * 3 + [".ours-not.part"] * 3 + ["kept.part"] * 3
    assert store.get(KEY, dict) == {"verdict": "holds"}
