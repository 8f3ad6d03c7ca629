"""Does an engine play by the book, by which readings, and where not: the question of this layer in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from queensbench.api.game import Game, load
from queensbench.api.given import checked, texts_of
from queensbench.conformance import mapping_files, regression
from queensbench.conformance.engine import Engine, EngineFault
from queensbench.conformance.found import INTERRUPTED, MAPPING, Effort
from queensbench.conformance.ground import Ground
from queensbench.conformance.inquiry import Inquiry, Progress
from queensbench.conformance.mapping import Mapper
from queensbench.conformance.playing import Logs
from queensbench.conformance.processes import SECONDS, Program
from queensbench.conformance.python_host import InProcess
from queensbench.conformance.report import Conformance, report
from queensbench.errors import BadInput
from queensbench.language.records import shown
from queensbench.project import projects

MOST_GAMES = 10_000_000


@checked(games=(0, MOST_GAMES))
def conform(
    path: str,
    engine: object = None,
    *,
    instance: str | Sequence[str] = (),
    logs: Sequence[str | Path] = (),
    mapping: str | Path | None = None,
    claims: Mapping[str, Any] | None = None,
    against: str | Path | None = None,
    games: int = 200,
    seed: int = 1,
    seconds: float = 60.0,
    deadline: float | None = None,
    tours: bool = True,
    project: str | Path | None = None,
    progress: Progress | None = None,
) -> Conformance:
    """Play with an engine, and say which readings of a mode it plays, and what it does that no reading allows.

    ``path``: ``ruleset/mode``.  ``engine``: an :class:`EngineAdapter` or the class of one, or the words of a command
    that answers lines of JSON; None with ``logs``, files of what an engine has done.  ``instance``: one or several
    (none named: the box as sold).  ``mapping``: a file that says what the engine calls things.  ``claims``: by ruling
    the reading that the engine claims to play.  ``against``: a saved report; its differences are played again, so that
    it is known whether they are mended (not with ``logs``).  ``games``: how many at random, besides plays that tell
    readings apart; then, without a difference and if ``tours``, boxes of at most 10^5 transitions are exhausted, all of
    it within ``seconds``.  ``deadline``: the seconds for one answer of the engine.  An engine that fails ends the run;
    the report says so, and what was found; so does Ctrl-C.

    Raises BadInput for an unknown name, a mapping that does not fit, and an engine that cannot be started.

    >>> import queensbench as qb
    >>> session = qb.load("queue4/standard").session("six", readings={"stop_when": "until_placed"})
    >>> class Engine(qb.EngineAdapter):
    ...     def reset(self):
    ...         self.position = session.start()
    ...     def do(self, moves):
    ...         self.position = self.position.do(moves[0]["move"], **moves[0]["args"])
    ...     def chance(self, outcome):
    ...         self.position = self.position.do(outcome["move"], **outcome["args"])
    ...     def moves(self):
    ...         return {"moves": [move.to_json() for move in self.position.moves()]}
    ...     def state(self):
    ...         return {"state": self.position.state.to_json()}
    >>> found = qb.conform("queue4/standard", Engine, instance="six", games=20, seconds=15)
    >>> found.readings["stop_when"], found.conforms
    ('until_placed', True)
    """
    game = load(path, project=project)
    older = () if against is None else regression.load(Path(against)).differences
    names = [instance] if isinstance(instance, str) else list(instance)
    for name in names:
        if name not in game.instances:
            raise BadInput(
                f"{game.path} has no instance {shown(name)}", remedy=f"choose of {', '.join(game.instances)}"
            )
    if logs:
        return _of_logs(game, [Path(log) for log in logs], mapping, claims, progress)
    if engine is None:
        raise BadInput("no engine is named", remedy="give a command, a Python object, or logs")
    effort = Effort(games=games, seed=seed, seconds=seconds, tours=tours, again=older)
    opened = opened_engine(engine, game.path, SECONDS if deadline is None else deadline)
    try:
        inquiry = Inquiry(
            game,
            opened,
            names or ["full"],
            effort,
            mapping=mapped(mapping),
            claims=claimed(game, claims),
            progress=progress,
        )
        inquiry.run()
        return report(inquiry)
    finally:
        with suppress(EngineFault):
            opened.close()


def opened_engine(engine: object, mode: str, seconds: float = SECONDS) -> Engine:
    """An engine, started.  Raises EngineFault, and BadInput for what is no engine."""
    if isinstance(engine, (list, tuple)):
        if not engine or not all(isinstance(word, str) for word in engine):
            raise BadInput(f"{shown(engine)} is no command", remedy="give its words as texts")
        return Program([str(word) for word in engine], mode, seconds=seconds)
    if hasattr(engine, "ask") and hasattr(engine, "can"):
        return cast("Engine", engine)
    if not all(callable(getattr(engine, name, None)) for name in ("reset", "do")):
        raise BadInput(
            f"{shown(engine)} is no engine", remedy="give an EngineAdapter, or the words of a command"
        )
    return InProcess(engine, mode, seconds=seconds)


def mapped(mapping: str | Path | None) -> Callable[[Ground], Mapper] | None:
    """The function that reads a mapping for a ground; None if there is no mapping."""
    if mapping is None:
        return None
    path = Path(mapping)
    return lambda ground: mapping_files.read(path, ground.vocabulary)


def claimed(game: Game, claims: Mapping[str, Any] | None) -> Mapping[str, str]:
    """The readings that are claimed, by the names of members.  Raises BadInput."""
    chosen = projects.readings_of(game.mode, texts_of(claims))
    return {name: member.name for name, member in chosen.items()}


def _of_logs(
    game: Game,
    paths: Sequence[Path],
    mapping: str | Path | None,
    claims: Mapping[str, Any] | None,
    progress: Progress | None,
) -> Conformance:
    from queensbench.conformance import logs

    inquiry: Inquiry | None = None
    for path in paths:
        for logged in logs.read(path, game.path):
            head = logged.head
            box = head.get("instance") or {"name": "full", "parameters": {}}
            if box["name"] not in game.instances:
                raise BadInput(
                    f"{game.path} has no instance {shown(box['name'])}",
                    where=f"{logged.path}:{logged.line}",
                    remedy=f"choose of {', '.join(game.instances)}",
                )
            if inquiry is None:
                engine = Logs(head.get("name", "log"), head.get("version", ""))
                inquiry = Inquiry(
                    game,
                    engine,
                    [box["name"]],
                    Effort(games=0),
                    mapping=mapped(mapping),
                    claims=claimed(game, claims),
                    progress=progress,
                )
            try:
                inquiry.log(logged, box["name"])
            except KeyboardInterrupt:
                return _ended(inquiry, INTERRUPTED)
            except BadInput as fault:  # of the mapping, which cannot read what the log says
                inquiry.stop(fault)
                return _ended(inquiry, MAPPING)
    assert inquiry is not None  # a file without games is refused
    return _ended(inquiry, "logs")


def _ended(inquiry: Inquiry, reason: str) -> Conformance:
    inquiry.found.reason = reason
    inquiry.explain()
    return report(inquiry)
