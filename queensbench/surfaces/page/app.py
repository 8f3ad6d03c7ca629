"""The application: which address answers what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlencode

import jinja2
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import queensbench as qb
from queensbench.errors import BadInput, QueensbenchError, Refused, render
from queensbench.rendering import site
from queensbench.rendering.names import headline
from queensbench.surfaces.page import ahead, around, engines, jumps, views
from queensbench.surfaces.page.choices import words
from queensbench.surfaces.page.desk import GIVEN, Desk, Gone, Wait
from queensbench.surfaces.page.files import fields_of
from queensbench.surfaces.page.guard import LOCAL, Guard
from queensbench.surfaces.page.links import MOST_STEPS, Place, one, place_of, step_of, steps_of
from queensbench.surfaces.page.tables import LONGEST, SEATS, Node, Table

HERE = Path(__file__).parent
STYLE = Path(site.__file__).parent / "style.css"
PATIENCE = 0.4
"""The seconds that an answer waits for work before the page says that it is under way."""
LARGE = 100_000
"""A form of more bytes is read while no other such is; only one with files may be so large."""
NO_PAGE = "There is no such page here."
DIGITS = 6
"""The most digits of a number in a path."""
MOST_FIELDS = 500
"""The most fields of an address or a form."""


@dataclass(frozen=True)
class Asked:
    """A request: the parts of its path, of its address and of its form."""

    path: Mapping[str, Any]
    query: Mapping[str, list[str]]
    form: Mapping[str, list[str]]
    address: str

    @property
    def given(self) -> dict[str, str]:
        """The parts of the address, each with its last value."""
        return {name: values[-1] for name, values in self.query.items()}

    def sent(self, name: str) -> str:
        """A field of the form; empty without it."""
        return one(self.form, name)


Answer: TypeAlias = Callable[["Page", Asked], Response]


class Page:
    """The pages of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.filters["headline"] = headline
        self.templates.filters["words"] = words

    def shown(self, template: str, code: int = 200, **data: Any) -> Response:
        """A page made of a template."""
        return HTMLResponse(self.templates.get_template(template).render(desk=self.desk, **data), code)

    # ------------------------------------------------------------------------------------------ pages

    def first(self, asked: Asked) -> Response:
        """The games that can be chosen."""
        return self.shown("first.html")

    def choose(self, asked: Asked) -> Response:
        """The instance, readings and seats of a game."""
        game = self.desk.game(one(asked.query, "game"))
        return self.shown("choose.html", game=game)

    def at(self, asked: Asked) -> Response:
        """A new table at the end of the play of a link."""
        place = place_of(asked.query)
        table = self.desk.table(self._told(place))
        steps = steps_of(table.session.move_kinds, one(asked.query, "play"))
        last = steps.pop() if steps and one(asked.query, "parts") else None
        node = table.follow(table.nodes[0], steps)
        if last is not None:  # where the readings part, it may be a step that only the other one allows
            with suppress(Refused):
                node = table.do(node, last)
        table.drawn = one(asked.query, "chance") == "drawn"
        for name, values in asked.query.items():
            if name.startswith("seat."):
                self._seat(table, name.removeprefix("seat."), values[-1])
        return self._on(table, node)

    def _told(self, place: Place) -> Place:
        """A place without the readings that the house has anyway."""
        rulings = self.desk.game(place.path).rulings

        def other(choice: str) -> bool:
            name, _, reading = choice.partition("=")
            return not (name in rulings and rulings[name].house.name.lower() == reading)

        return Place(place.path, place.instance, tuple(filter(other, place.readings)), place.against)

    def table(self, asked: Asked) -> Response:
        """A position of a table."""
        table, node = self._at(asked)
        game = self.desk.game(table.place.path)
        condition = asked.given.get("condition", "")
        known = ahead.ahead_data(self.desk, table, node, condition)
        data = views.table_data(
            game, table, node, asked.given, ahead.values_of(known["worth"], own=known["own"])
        )
        return self.shown("table.html", **data, ahead=known, number=ahead.number)

    def around(self, asked: Asked) -> Response:
        """The states around a position."""
        table, node = self._at(asked)
        game = self.desk.game(table.place.path)
        picture = Markup(around.picture(table, node))  # noqa: S704 - made of texts that it has escaped
        return self.shown("around.html", game=game, table=table, node=node, picture=picture)

    def plays(self, asked: Asked) -> Response:
        """Plays to jump to."""
        game = self.desk.game(one(asked.query, "game"))
        found, fault = jumps.jumps_of(self.desk, game)
        return self.shown("plays.html", game=game, found=found, fault=fault)

    def engine(self, asked: Asked) -> Response:
        """The findings about an engine under test."""
        token = str(asked.path.get("token", GIVEN))
        data = engines.engine_data(self.desk.report_of(token), self.desk.games)
        return self.shown("engine.html", token=token, **data)

    def finding(self, asked: Asked) -> Response:
        """A finding about an engine, step by step, with both boards."""
        token, number = str(asked.path["token"]), _number(asked.path["number"])
        found = engines.finding_of(self.desk.report_of(token), self.desk.games, number)
        both = engines.both_boards(self.desk, found, engines.step_asked(one(asked.query, "step"), found))
        return self.shown("finding.html", token=token, number=number, found=found, both=both)

    def report(self, asked: Asked) -> Response:
        """Open a saved report on an engine."""
        token = self.desk.open_report(qb.Conformance.read(asked.sent("report"), "the file").to_json())
        return RedirectResponse(f"/engine/{token}", 303)

    # ----------------------------------------------------------------------------------------- files

    def save(self, asked: Asked) -> Response:
        """The play to a position, in ITF."""
        _, node = self._at(asked)
        play = qb.Play(tuple(above.position for above in node.line()))
        named = {"content-disposition": 'attachment; filename="play.itf.json"'}
        return JSONResponse(play.to_json(), headers=named)

    def open(self, asked: Asked) -> Response:
        """Open a play in ITF, as a table of its own."""
        text = asked.sent("play")
        try:
            return self._opened(text)
        except Wait:  # a form is not sent twice
            return RedirectResponse(f"/open/{self.desk.keep_file(text)}", 303)

    def opened(self, asked: Asked) -> Response:
        """Open the play of a file that came before its box was ready."""
        return self._opened(self.desk.file_of(str(asked.path["token"])))

    def _opened(self, text: str) -> Response:
        stored = qb.StoredPlay.read(text, "the file")
        game = self.desk.game(stored.path)
        known = tuple(text for text in stored.readings if text.partition("=")[0] in game.rulings)
        place = self._told(Place(stored.path, stored.instance, known))
        session = self.desk.session(place, place.readings)
        moves = stored.play(session).moves
        if len(moves) > MOST_STEPS:
            raise BadInput(
                f"a play of {len(moves):,} steps", where="the file", remedy=f"the page takes {MOST_STEPS:,}"
            )
        if (other := stored.differs(session)) is not None:
            raise BadInput(
                f"state {other[0]}: {other[1]} is not what the rules make of it now",
                where="the file",
                remedy="record it anew",
            )
        table = self.desk.table(place)
        return self._to(table, table.follow(table.nodes[0], list(moves)))

    # ----------------------------------------------------------------------------------------- moves

    def do(self, asked: Asked) -> Response:
        """Do a move; or let chance come out, as asked or at random."""
        table, node = self._at(asked)
        if asked.sent("draw"):
            node = table.draw(node)
        else:
            node = table.do(node, step_of(table.session.move_kinds, asked.sent("move")))
        return self._on(table, node)

    def go(self, asked: Asked) -> Response:
        """The position after some steps from here."""
        table, node = self._at(asked)
        return self._to(
            table, table.follow(node, steps_of(table.session.move_kinds, one(asked.query, "play")))
        )

    def explore(self, asked: Asked) -> Response:
        """Explore the instance."""
        table, node = self._at(asked)
        self._forgotten(ahead.key_of("explore", table.place))
        ahead.explore(self.desk, table)
        return self._to(table, node)

    def solve(self, asked: Asked) -> Response:
        """Solve the instance."""
        table, node = self._at(asked)
        player = asked.sent("player")
        self._forgotten(ahead.solve_key(table, player))
        ahead.solve(self.desk, table, player)
        return self._to(table, node)

    def find(self, asked: Asked) -> Response:
        """Look for a state with a condition."""
        table, node = self._at(asked)
        condition = asked.sent("condition").strip()
        ahead.find(self.desk, table, condition)
        return RedirectResponse(f"/t/{table.token}/{node.number}?{urlencode({'condition': condition})}", 303)

    def part(self, asked: Asked) -> Response:
        """Look for where the two readings part."""
        table, node = self._at(asked)
        self._forgotten(ahead.part_key(table))
        ahead.part(self.desk, table)
        return self._to(table, node)

    def _forgotten(self, key: Hashable) -> None:
        """Forget work that has failed, so that it is done once more."""
        known = self.desk.worker.known(key)
        if known is not None and known.failed:
            self.desk.worker.forget(key)

    def against(self, asked: Asked) -> Response:
        """Choose a second reading, or none."""
        table, node = self._at(asked)
        place = table.place
        chosen = tuple(text for text in asked.form.get("if", ()) if text)
        place = Place(place.path, place.instance, place.readings, chosen)
        table.compare(place, self.desk.second(place))
        return self._to(table, node)

    def seats(self, asked: Asked) -> Response:
        """Say who has which seat, and whether chance is drawn."""
        table, node = self._at(asked)
        table.drawn = asked.sent("chance") == "drawn"
        for name in asked.form:
            if name.startswith("seat."):
                self._seat(table, name.removeprefix("seat."), asked.sent(name))
        return self._on(table, node)

    def name(self, asked: Asked) -> Response:
        """Give a position a name."""
        table, node = self._at(asked)
        node.name = "".join(c for c in asked.sent("name") if c.isprintable()).strip()[:LONGEST]
        return self._to(table, node)

    # ---------------------------------------------------------------------------------------- helpers

    def _seat(self, table: Table, name: str, kind: str) -> None:
        known = {player.name for player in table.session.players}
        if name in known and kind in SEATS:
            table.seats[name] = kind

    def _at(self, asked: Asked) -> tuple[Table, Node]:
        table = self.desk.held(str(asked.path["token"]))
        return table, table.node(_number(asked.path["node"]))

    def _on(self, table: Table, node: Node) -> Response:
        """The position to which bots and chance go on from here."""
        return self._to(table, table.by_itself(node, ahead.solutions(self.desk, table)))

    def _to(self, table: Table, node: Node) -> Response:
        return RedirectResponse(f"/t/{table.token}/{node.number}", 303)


def _number(text: str) -> int:
    """The number in a path.  Raises Gone for a text that is no number, or has more digits than any here."""
    if not text.isascii() or not text.isdigit() or len(text) > DIGITS:
        raise Gone(NO_PAGE)
    return int(text)


def application(desk: Desk, hosts: Collection[str] = LOCAL) -> Guard:
    """The application of a desk, behind its guard."""
    page = Page(desk)

    def route(path: str, answer: Answer, *methods: str) -> Route:
        return Route(path, _endpoint(page, answer), methods=list(methods or ("GET",)))

    position = "/t/{token:str}/{node:str}"
    routes: Sequence[Route | Mount] = [
        route("/", Page.first),
        route("/choose", Page.choose),
        route("/at", Page.at),
        route(position, Page.table),
        route(f"{position}/do", Page.do, "POST"),
        route(f"{position}/against", Page.against, "POST"),
        route(f"{position}/seats", Page.seats, "POST"),
        route(f"{position}/name", Page.name, "POST"),
        route(f"{position}/explore", Page.explore, "POST"),
        route(f"{position}/solve", Page.solve, "POST"),
        route(f"{position}/find", Page.find, "POST"),
        route(f"{position}/part", Page.part, "POST"),
        route(f"{position}/go", Page.go),
        route(f"{position}/around", Page.around),
        route(f"{position}/play.itf.json", Page.save),
        route("/plays", Page.plays),
        route("/engine", Page.engine),
        route("/engine/{token:str}", Page.engine),
        route("/engine/{token:str}/{number:str}", Page.finding),
        route("/report", Page.report, "POST"),
        route("/open", Page.open, "POST"),
        route("/open/{token:str}", Page.opened),
        Route("/style.css", _style),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]

    async def missing(request: Request, error: Exception) -> Response:
        code = error.status_code if isinstance(error, HTTPException) else 404
        return page.shown("error.html", code, what=NO_PAGE, back="/")

    return Guard(Starlette(routes=routes, exception_handlers={404: missing, 405: missing}), hosts)


async def _style(request: Request) -> Response:
    """The style of reports, which is that of the page too."""
    return FileResponse(STYLE, media_type="text/css")


def _endpoint(page: Page, answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of an answer: reads the request, waits for work for a moment, and tells what goes wrong."""

    async def endpoint(request: Request) -> Response:
        body = await request.body() if request.method == "POST" else b""
        return await run_in_threadpool(_answered, page, answer, request, body)

    return endpoint


def _answered(page: Page, answer: Answer, request: Request, body: bytes) -> Response:
    desk = page.desk
    address = str(request.url.path) + (f"?{request.url.query}" if request.url.query else "")
    try:
        with desk.reading if len(body) > LARGE else nullcontext():
            asked = _asked(request, body, address)
        try:
            with desk.lock:
                return answer(page, asked)
        except Wait as wait:
            wait.job.done.wait(PATIENCE)
        with desk.lock:
            return answer(page, asked)
    except Wait as wait:
        again = address if request.method == "GET" else ""
        return page.shown("waiting.html", 202, job=wait.job, again=again)
    except Gone as gone:
        return page.shown("error.html", 404, what=str(gone), back="/")
    except Refused as refused:
        clauses = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
        return page.shown("error.html", 409, what=f"Not allowed: {refused.text}{clauses}", back="")
    except QueensbenchError as error:
        return page.shown("error.html", 400, what=render(error), back="")
    except Exception as error:  # noqa: BLE001 - a fault of the toolkit is told, and the page lives on
        return page.shown("error.html", 500, what=desk.report(error), back="/")


def _asked(request: Request, body: bytes, address: str) -> Asked:
    """A request, taken apart.  Raises BadInput for one that cannot be read."""
    form = fields_of(request.headers.get("content-type", ""), body) if body else {}
    if form is None:
        if len(body) > LARGE:  # taken apart, it would need up to eighty times as much memory
            raise BadInput(
                f"{len(body):,} bytes without a file",
                where="the form",
                remedy=f"send {LARGE:,} at the most, or a file",
            )
        form = _fields(body.decode("utf-8", "replace"), "the form")
    return Asked(request.path_params, _fields(request.url.query, "the address"), form, address)


def _fields(text: str, where: str) -> dict[str, list[str]]:
    try:
        return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise BadInput(
            "cannot be read", where=where, remedy=f"send {MOST_FIELDS} fields at the most"
        ) from None
