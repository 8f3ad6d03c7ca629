"""A play once more: what was done in it is done again, and what was asked is asked again."""

from __future__ import annotations

from typing import Any

from queensbench.conformance.pairs import Said
from queensbench.conformance.playing import Record, Table


def repeat(table: Table, record: Record) -> list[Said]:
    """Do again what was done in a play, and ask again what was asked; what the engine does and says now."""
    engine, ground = table.engine, table.ground
    box = {"name": ground.instance, "parameters": table._parameters()}
    seats = [ground.engine_seat(player) for player in range(len(ground.seats))]
    engine.ask("reset", instance=box, seats=seats, seed=record.seed)
    heard: list[Said] = []
    drew: list[Any] = []
    for said in record.transcript:
        if said.what in ("do", "refused"):
            answer = engine.ask("do", moves=said.value)
            heard.append(Said("refused" if "refused" in answer else "do", said.value))
            drew = list(answer.get("drew", ()))
        elif said.what == "chance" and drew:
            heard.append(Said("chance", drew.pop(0)))
        elif said.what in ("chance", "unlucky", "drawn"):
            heard.append(_luck(table, said))
        else:
            answer = engine.ask(said.what, seat=None) if said.what == "state" else engine.ask(said.what)
            heard.append(Said(said.what, answer if said.what == "result" else answer[said.what]))
    return heard


def _luck(table: Table, said: Said) -> Said:
    """Chance again as it was."""
    engine = table.engine
    if "chance" not in table.can:
        return said
    if said.what in ("chance", "unlucky") and table.tells_chance:
        if "refused" not in engine.ask("chance", outcome=said.value):
            return Said("chance", said.value)
        if said.what == "unlucky":
            return said
    answer = engine.ask("chance", outcome=None)
    drew = answer.get("drew")
    return Said("drawn", None) if drew is None else Said("chance", drew)
