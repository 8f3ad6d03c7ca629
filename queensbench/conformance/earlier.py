"""A difference that an older report tells: its play is played again, to see whether the engine still does so.

What was not played again is not mended: random games go elsewhere once an engine has changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from queensbench.conformance.following import Following, Said
from queensbench.conformance.playing import Record, Table, chances, possible
from queensbench.engines.follow.reading_sets import Cube

SOURCE = "an older report"


def key(difference: Mapping[str, Any]) -> str:
    """What makes differences of two reports the same fault: where it is seen, and after what."""
    after = str(difference["after"]).partition("(")[0]
    parts = (difference["kind"], difference["instance"], difference["ask"], difference["field"], after)
    return " ".join(part for part in parts if part)


def played_again(
    table: Table, did: Sequence[Any], seed: int, cubes: Sequence[Cube] | None
) -> tuple[Record, Following, bool]:
    """Play what was done in an older play.  Raises EngineFault.

    ``did``: what was done, one after the other, in the engine's words; None for chance that was not told.
    The third value says whether all of it was done, chance came out as it had, and the rules allow it.
    """
    record, following = table.begun(SOURCE, seed, cubes)
    left = list(did)
    if record.ended or not _drawn(record, left, 0):
        return record, following, False
    while True:
        if not table.observe(record, following):
            record.ended = "difference"
            return record, following, False
        if following.cut or not left:
            break
        before = len(record.transcript)
        if not _next(table, record, following, left.pop(0)):
            record.ended = "difference" if following.dead >= 0 else "stopped"
            return record, following, False
        if not _drawn(record, left, before + 1):
            break
    record.ended = "cut" if following.cut else "stopped"
    return record, following, not left and not following.cut


def _next(table: Table, record: Record, following: Following, said: Any) -> bool:
    """Do one thing of the play, a move or chance; whether it was done and the rules allow it."""
    lucky, choices = possible(following)
    if said is None or (lucky and not choices):
        return _chance(table, record, following, said)
    if not isinstance(said, dict) or "move" not in said:
        return False
    answer = table.engine.ask("do", moves=[said])
    record.codes.append(_code(table, following, said, chance=False))
    table.moves += 1
    refused = "refused" in answer
    if not table.heard(record, following, Said("refused" if refused else "do", [said])):
        return False
    return refused or table.settled(answer, record, following)


def _chance(table: Table, record: Record, following: Following, said: Any) -> bool:
    """Let chance come out as it had, if the engine takes that; otherwise as it will."""
    if "chance" not in table.can:
        return not chances(following) or table.heard(record, following, Said("drawn", "all"))
    answer = table.engine.ask("chance", outcome=said)
    if "refused" in answer:
        return False
    record.codes.append(-1 if said is None else _code(table, following, said, chance=True))
    table.moves += 1
    drew = said if said is not None else answer.get("drew")
    return table.heard(record, following, Said("drawn", None) if drew is None else Said("chance", drew))


def _drawn(record: Record, left: list[Any], since: int) -> bool:
    """Take what the engine has drawn by itself from what is left of a play; whether it is the same."""
    for said in record.transcript[since:]:
        if said.what == "chance" and (not left or left.pop(0) != said.value):
            return False
        if said.what == "drawn" and left and left[0] is None:
            left.pop(0)
    return True


def _code(table: Table, following: Following, said: Mapping[str, Any], *, chance: bool) -> int:
    """The code of a move, or of what chance brought, as the engine calls it; -1 if no single one has that name."""
    ground = table.ground
    first = following.example()
    if first is None:
        return -1
    for sequence in ground.alternatives(said, chance, ground.position(first[0], first[1])):
        if len(sequence) == 1 and len(codes := ground.codes(sequence[0])) == 1:
            return codes[0]
    return -1
