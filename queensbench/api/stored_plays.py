"""Stored plays: how good their moves were, and whether the rules still allow them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from queensbench.analyses import best_play, single_engine
from queensbench.analyses.traceability import passed, stored_plays
from queensbench.api.analysis_results import Advice, Advised, Replay
from queensbench.api.given import checked
from queensbench.api.loading import loaded
from queensbench.api.play import Play, played, require_parameters
from queensbench.api.results import Value
from queensbench.api.session import Session
from queensbench.api.store import Store, evidence_of
from queensbench.errors import BadInput, Refused
from queensbench.evidence import plays
from queensbench.evidence.keys import Sources


def replayed_verdicts(place: str | None) -> list[stored_plays.Replay]:
    """The plays of verdicts on today's rules in the store of the project here, each replayed under these rules.

    ``place``: the store, as options name it.  Loads the project.
    """
    project, sources = loaded()
    found = passed.evidence(project.rulesets.values(), sources or Sources(project.root), chosen=place)
    return [
        replay
        for name, known in found.items()
        for replay in stored_plays.of_store(
            project.rulesets[name], (row for row in known.plays() if row.current), judged=True
        )
    ]


def _quiet(text: str) -> None:
    """Tell nobody."""


@checked()
def advise(
    file: str | Path,
    *,
    project: str | Path | None = None,
    step: int | None = None,
    begin: int = 0,
    objective: str = "",
    player: str = "",
    least: bool = False,
    silent: int | str = "",
    budget: int | None = None,
    store: Store | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Advice:
    """Say of each position of a stored play (ITF) what every option is worth, and what the move that was made lost.

    ``step``: only the position after so many steps; ``begin``: those from there on; both are solved from there alone.
    ``objective``, ``player``, ``least``, ``silent``, ``budget`` and ``store`` as of :meth:`Session.solve`.  Raises
    BadInput for any other file, and for a play that the rules no longer allow.

    >>> import queensbench as qb
    >>> play = qb.load("queue4/standard").session("six").play().do("begin_queue", queue="FIRST")
    >>> [one.lost.least for one in qb.advise(play.save("d.itf.json"), step=0).positions]
    [Fraction(0, 1)]
    """
    return advised(
        file,
        lambda name: store,
        project=project,
        step=step,
        begin=begin,
        budget=budget,
        progress=progress,
        aim={"objective": objective, "player": player, "least": least, "silent": silent},
    )


def advised(
    file: str | Path,
    store: Callable[[str], Store | None],
    *,
    step: int | None,
    begin: int,
    budget: int | None,
    aim: Mapping[str, Any],
    project: str | Path | None = None,
    progress: Callable[[str], None] = _quiet,
) -> Advice:
    """See :func:`advise`; ``store`` is called with the play's ruleset once the play has been read."""
    request, moments, why = best_play.request_of_play(
        Path(file),
        lambda name: loaded(project, [name])[0],
        lambda name: evidence_of(store(name)),
        budget=budget,
        **aim,
    )
    first = begin if step is None else step
    if not 0 <= first < len(moments):
        raise BadInput(
            f"step {first} of a play of {len(moments) - 1}",
            where=str(file),
            remedy=f"choose one from 0 to {len(moments) - 1}",
        )
    positions = list(range(first, len(moments))) if step is None else [first]
    data = best_play.advice(request, moments, positions, whole=not first, progress=progress)
    return Advice(
        mode=data["mode"],
        instance=data["instance"],
        data={"file": str(file), "why": why} | data,
        complete=data["complete"],
        positions=tuple(map(_advised, data["positions"])),
    )


def _advised(row: Mapping[str, Any]) -> Advised:
    def value(number: Mapping[str, Any] | None) -> Value | None:
        return None if number is None else _value(row["aim"], number)

    return Advised(
        row["step"],
        row["decider"],
        row["played"],
        value(row["value"]),
        {option["move"]: _value(row["aim"], option["value"]) for option in row["options"]},
        value(row["lost"]),
    )


def _value(aim: str, number: Mapping[str, Any]) -> Value:
    low, up = (number["fraction"],) * 2 if number["exact"] else (number["low"], number["up"])
    return Value(aim, number["exact"], Fraction(low), Fraction(up))


@checked()
def replay(file: str | Path, *, project: str | Path | None = None) -> Replay:
    """Do a stored play (ITF) again by the interpreter, and say whether what happens is still what was stored.

    Raises BadInput for a file that is no play, or one of a ruleset that is not here.

    >>> import queensbench as qb
    >>> play = qb.load("queue4/standard").session("six").play().do("begin_queue", queue="FIRST")
    >>> qb.replay(play.save("e.itf.json")).ending
    'The play goes on from here.'
    """
    data, agrees = single_engine.replayed(Path(file), lambda name: loaded(project, [name])[0])
    return Replay(
        mode=data["mode"],
        instance=data["instance"],
        data=data,
        agrees=agrees,
        fault=data["fault"],
        ending=data["ending"],
    )


@dataclass(frozen=True)
class StoredPlay:
    """A play that came as text: its mode (``ruleset/mode``), its instance, and its readings as ``ruling=reading``.

    ``why``: what it shows.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six")
    >>> file = session.play().do("begin_queue", queue="FIRST").save("f.itf.json")
    >>> stored = qb.StoredPlay.read(file.read_text())
    >>> stored.path, stored.instance, stored.play(session).moves, stored.differs(session)
    ('queue4/standard', 'six', (begin_queue(queue=FIRST),), None)
    """

    path: str
    instance: str
    readings: tuple[str, ...]
    why: str
    _data: Mapping[str, Any] = field(repr=False)
    _where: str = field(repr=False)

    @classmethod
    def read(cls, text: str, where: str = "the text") -> StoredPlay:
        """The play in a text in ITF; ``where``: what messages call it.  Raises BadInput for any other text."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise BadInput("is no JSON", where=where, remedy="give a play in ITF") from None
        data = plays.checked(data, where)
        meta = data["#meta"]
        readings = tuple(f"{name}={reading.lower()}" for name, reading in meta.get("readings", {}).items())
        path = f"{meta['ruleset']}/{meta['mode']}"
        return cls(path, meta["instance"], readings, meta.get("description", ""), data, where)

    def play(self, session: Session) -> Play:
        """The play, done again in a session of its mode and instance.

        Raises BadInput for other parameters and for a step that the rules do not have or do not allow.
        """
        rules = session._rules
        require_parameters(rules, self._data, self._where)
        steps = plays.steps_in(self._data, rules.interpreter, self._where)
        try:
            return played(rules, steps)
        except Refused as refused:
            raise BadInput(
                f"the rules no longer allow it: {refused.text}", where=self._where, remedy="record it anew"
            ) from None

    def differs(self, session: Session) -> tuple[int, str] | None:
        """The first stored state that the rules now make otherwise, and its field; None if all agree."""
        rules = session._rules
        steps = plays.steps_in(self._data, rules.interpreter, self._where)
        return plays.differs(self._data, plays.moments(rules.interpreter, steps), rules.interpreter)
