"""What a game of a log says, one thing after the other, as it is heard where an engine is asked."""

from __future__ import annotations

from collections.abc import Iterator

from queensbench.conformance.following import Following, Said
from queensbench.conformance.logs import LoggedGame
from queensbench.conformance.playing import chances


def told(logged: LoggedGame, following: Following) -> Iterator[Said]:
    """What a game of a log says, one after the other; where no line is of chance, anything may be drawn."""
    silently = all(record.what != "chance" for record in logged.records)
    if silently and chances(following) and not _does_chance(logged, following):
        yield Said("drawn", "all")
    for record in logged.records:
        if record.what == "do":
            yield Said("do", [dict(move) for move in record.value])
            for outcome in record.drew or ():
                yield Said("chance", outcome)
            if silently and chances(following):
                yield Said("drawn", "all")
        elif record.what == "refused":
            yield Said("refused", [dict(move) for move in record.value])
        elif record.what == "chance":
            yield Said("drawn", None) if record.value is None else Said("chance", record.value)
        for ask, value in record.says.items():
            yield Said(ask, value, record.seat if ask == "state" else None)


def _does_chance(logged: LoggedGame, following: Following) -> bool:
    """Whether the first thing done in a game of a log stands for a chance event, or begins with one."""
    ground, first = following.ground, following.example()
    events = next((record.value[:1] for record in logged.records if record.what == "do"), ())
    position = None if first is None else ground.position(first[0], first[1])
    sequences = [one for event in events for one in ground.alternatives(event, False, position)]
    return any(pattern.move in ground.vocabulary.chance for one in sequences for pattern in one[:1])


__all__ = ["told"]
