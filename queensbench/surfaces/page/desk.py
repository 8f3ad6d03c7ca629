"""The desk behind the page: the games that can be chosen, boxes that are ready, tables, and work under way."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.surfaces.page.jobs import Job, Worker
from queensbench.surfaces.page.links import Place, cut
from queensbench.surfaces.page.tables import Table, Tables

MOST_BOXES = 8
"""The most boxes whose machine code is held; the one that was used least recently is dropped."""
MOST_REPORTS = 4
"""The most reports on engines that are held."""
MOST_FILES = 4
"""The most files of plays that are held until their boxes are ready."""
GIVEN = "given"
"""The token of the report that the command was given."""
OPENING = 120.0
"""The most seconds that making a box ready may take."""


class Wait(Exception):
    """An answer has to wait for a piece of work."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.title)
        self.job = job


class Gone(Exception):
    """An address names something that is not held any more, or never was; the error's text says what."""


class Desk:
    """The content of the page.  ``games``: those that can be chosen; ``seed``: of chance and of bots.

    Whoever asks it holds ``lock``; work that takes long is done without.  Whoever takes a large form apart holds
    ``reading``.
    """

    def __init__(
        self,
        games: Sequence[qb.Game],
        *,
        seed: int | None = None,
        report: Callable[[BaseException], str] = repr,
        conformance: Mapping[str, Any] | None = None,
    ) -> None:
        self.games = {game.path: game for game in games}
        self.lock = threading.RLock()
        self.reading = threading.Lock()
        self.tables = Tables()
        self.worker = Worker(report)
        self.report = report
        self.reports: OrderedDict[str, Mapping[str, Any]] = OrderedDict()
        if conformance is not None:
            self.reports[GIVEN] = conformance
        self.files: OrderedDict[str, str] = OrderedDict()
        self._random = Random(seed)
        self._boxes: OrderedDict[tuple[str, str], qb.Session] = OrderedDict()

    def game(self, path: str) -> qb.Game:
        """The game of a path.  Raises BadInput."""
        if path not in self.games:
            raise BadInput(
                f"no game is called {cut(path)}", where="game", remedy="choose one on the first page"
            )
        return self.games[path]

    def box(self, place: Place) -> qb.Session:
        """A session of a place's mode and instance, under the house readings, whose machine code is ready.

        Raises Wait until it is, and BadInput.
        """
        game = self.game(place.path)
        if place.instance not in game.instances:
            raise BadInput(
                f"{place.path} has no instance {cut(place.instance)}",
                where="instance",
                remedy=f"choose of {', '.join(game.instances)}",
            )
        key = (place.path, place.instance)
        if key not in self._boxes:
            asked = ("box", *key)

            def made(progress: Callable[[str], None]) -> qb.Session:
                progress("making machine code of the rules")
                # given whole, it is held here alone, where the number of boxes is bounded
                session = game.session(game.instances[place.instance])
                session.start()
                return session

            job = self.worker.ask(asked, f"{place.path}, {place.instance}", made, seconds=OPENING)
            if not job.ready:
                raise Wait(job)
            self.worker.forget(asked)
            if job.failed:
                raise BadInput(job.failed, where=f"{place.path} {place.instance}", remedy="mend the rules")
            self._boxes[key] = job.result
            while len(self._boxes) > MOST_BOXES:
                self._boxes.popitem(last=False)
        self._boxes.move_to_end(key)
        return self._boxes[key]

    def session(self, place: Place, choices: Sequence[str]) -> qb.Session:
        """The session of a place under readings.  Raises Wait and BadInput."""
        readings = {}
        for choice in choices:
            name, equals, reading = choice.partition("=")
            if not equals:
                raise BadInput(f"{cut(choice)} chooses no reading", where="r", remedy="write ruling=reading")
            readings[name] = reading
        return self.box(place).under(readings)

    def waited(
        self, key: Hashable, title: str, work: Callable[[Callable[[str], None]], Any], *, seconds: float
    ) -> Job:
        """A piece of work that is done, well or not.  Raises Wait until it is, and BadInput where too much waits."""
        job = self.worker.ask(key, title, work, seconds=seconds)
        if not job.ready:
            raise Wait(job)
        return job

    def table(self, place: Place) -> Table:
        """A new table at a place.  Raises Wait and BadInput."""
        first = self.session(place, place.readings)
        table = Table(place, first, self.second(place), self._random.getrandbits(32))
        return self.tables.add(table)

    def second(self, place: Place) -> qb.Session | None:
        """The session of the second reading of a place; None where it has none.  Raises Wait and BadInput."""
        if not place.against:
            return None
        return self.session(place, (*place.readings, *place.against))

    def open_report(self, report: Mapping[str, Any]) -> str:
        """Hold a report on an engine; its token.  With too many, the oldest that somebody opened is dropped."""
        token = secrets.token_urlsafe(9)
        self.reports[token] = report
        opened = [one for one in self.reports if one != GIVEN]
        for one in opened[: max(0, len(opened) - MOST_REPORTS)]:
            del self.reports[one]
        return token

    def report_of(self, token: str) -> Mapping[str, Any]:
        """The report of a token.  Raises Gone."""
        if token not in self.reports:
            raise Gone("This report is not held, or no longer.")
        return self.reports[token]

    def keep_file(self, text: str) -> str:
        """Hold the text of a file until its box is ready; its token.  With too many, the oldest is dropped."""
        token = secrets.token_urlsafe(9)
        self.files[token] = text
        while len(self.files) > MOST_FILES:
            self.files.popitem(last=False)
        return token

    def file_of(self, token: str) -> str:
        """The file of a token.  Raises Gone."""
        if token not in self.files:
            raise Gone("This file is no longer held: open it again.")
        return self.files[token]

    def held(self, token: str) -> Table:
        """The table of a token.  Raises Gone."""
        table = self.tables.get(token)
        if table is None:
            raise Gone("This table is no longer held.")
        return table
