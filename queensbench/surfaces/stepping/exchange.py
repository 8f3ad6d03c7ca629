"""Requests and answers of ``queensbench step``, a line of JSON each, about positions and plays of a session.

A request names one verb (:data:`VERBS`), and may name a play and an ``id``, which its answer repeats.  A fault is an
answer as well, with what is wrong, where, and what to do; the session goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from queensbench import __version__
from queensbench.api.play import Play
from queensbench.api.session import Session
from queensbench.api.state import FieldPlace
from queensbench.errors import BadInput, InternalError, ModelError, QueensbenchError, Refused, render
from queensbench.evidence import internal_errors
from queensbench.language.domains import BoolDomain, Domain, RangeDomain
from queensbench.language.records import shown
from queensbench.project.register.entries import nearest

PROTOCOL = 1
"""The version of the exchange: it rises when a request or an answer changes its meaning."""
LONGEST = 16_000_000
"""The most bytes of a request."""
FIRST = 0
"""The play that there is from the start, and that is meant where a request names none."""

Request = Mapping[str, Any]
Answer = dict[str, Any]


class Exchange:
    """The plays of one session, and the answers to requests about them.

    ``broken``: some answer reported a fault of the toolkit.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plays: dict[int, Play] = {FIRST: session.play()}
        self.forks = FIRST
        self.broken = False

    # -------------------------------------------------------------------------------------------- lines

    def hello(self) -> Answer:
        """The first line: versions, the game, its moves with the values of their arguments, its fields, the start."""
        rules = self.session._rules
        places = rules.places.values()
        return {
            "queensbench": __version__,
            "protocol": PROTOCOL,
            "mode": self.session.path,
            "instance": self.session.instance.name,
            "readings": {name: reading.name.lower() for name, reading in self.session.readings.items()},
            "players": [player.name for player in rules.players],
            "moves": [
                {
                    "move": name,
                    "chance": rules.interpreter.by_name[name].kind == "chance",
                    "args": [{"name": arg, **_domain(d)} for arg, d in rules.interpreter.domains[name]],
                }
                for name in rules.named
            ],
            "fields": [
                {
                    "name": place.name,
                    "index": [_domain(domain) for domain in place.index],
                    "value": _domain(place.value),
                    "limit": place.limit or None,
                }
                for place in places
            ],
            **self._now(FIRST),
        }

    def answer(self, line: bytes, number: int) -> Answer:
        """The answer to a line; ``number``: its own, from 1, which errors name."""
        request: Request = {}
        try:
            request = _request(line)
            verb, play = _verb(request), self._play(request)
            found = VERBS[verb](self, request, play)
        except Exception as error:  # noqa: BLE001 - every fault is an answer, and the session goes on
            found = {"ok": False, "error": self._error(error, number)}
        else:
            found = {"ok": True, **found}
        echo = {"id": request["id"]} if _is_id(request.get("id")) else {}
        return echo | found

    def _error(self, error: Exception, number: int) -> Answer:
        where = f"line {number}"
        if isinstance(error, Refused):
            place = f"{Path(error.file).name}:{error.line}" if error.file else where
            remedy = "choose of `moves` or `outcomes`"
            found = _told("refused", f"refused by `{error.text}`", place, remedy)
            return found | {"clauses": list(error.clauses)}
        if isinstance(error, BadInput):
            at = f"{where}: {error.where}" if error.where else where
            return _told("bad-input", error.what, at, error.remedy)
        if isinstance(error, ModelError):
            return _told("model-error", render(error), error.where or where, "mend the rules")
        if isinstance(error, MemoryError):
            return _told("bad-input", "the memory of this machine is not enough", where, "drop some plays")
        if isinstance(error, QueensbenchError) and not isinstance(error, InternalError):
            return _told("bad-input", render(error), where, "ask otherwise")
        self.broken = True
        return _told("internal-error", internal_errors.line(error), where, "send the file that is named")

    # -------------------------------------------------------------------------------------------- plays

    def _play(self, request: Request) -> int:
        """The number of the play that a request means.  Raises BadInput."""
        number = request.get("play", FIRST)
        if not _is_number(number) or number not in self.plays:
            raise BadInput(
                f"there is no play {_text(number)}", where="play", remedy=f"name one of {_listed(self.plays)}"
            )
        return int(number)

    def _now(self, number: int) -> Answer:
        """Where a play stands: how many steps it has, the clauses of the last one, and the result."""
        play = self.plays[number]
        position = play.position
        over, silence = position.over, position.silence
        found: Answer = {
            "play": number,
            "steps": len(play),
            "clauses": list(position.clauses),
            "over": over,
            "silent": None if silence is None else dict(zip(("what", "clause"), silence, strict=True)),
        }
        if over:
            found["winners"] = [player.name for player in position.winners]
            found["scores"] = [
                [None if player is None else player.name, score] for player, score in position.scores.items()
            ]
        return found

    def do(self, request: Request, number: int) -> Answer:
        """Do a move, or let chance come out so."""
        name, args = _move(request, "do")
        self.plays[number].do(name, **args)
        return self._now(number)

    def undo(self, request: Request, number: int) -> Answer:
        """Take back so many steps."""
        steps = request["undo"]
        if not _is_number(steps) or steps < 0:
            raise BadInput(
                f"{_text(steps)} is no number of steps", where="undo", remedy="give a whole number from 0"
            )
        self.plays[number].undo(steps)
        return self._now(number)

    def start(self, request: Request, number: int) -> Answer:
        """Begin the play anew."""
        _only_true(request, "start")
        self.plays[number] = self.session.play()
        return self._now(number)

    def set(self, request: Request, number: int) -> Answer:
        """Begin the play anew at its position with some fields set otherwise."""
        fields = request["set"]
        if not isinstance(fields, dict):
            raise BadInput("the fields are no object", where="set", remedy='give {"field": value}')
        places = self.session._rules.places
        given = {name: _field(places[name], value) for name, value in fields.items() if name in places}
        for name in fields:
            if name not in places:
                raise BadInput(f"no field is called {name}", where="set", remedy=nearest(name, places))
        self.plays[number] = self.session.play(self.plays[number].position.replace(**given))
        return self._now(number)

    def fork(self, request: Request, number: int) -> Answer:
        """A play of its own, with the steps of this one."""
        _only_true(request, "fork")
        self.forks += 1
        self.plays[self.forks] = self.plays[number].fork()
        return self._now(self.forks)

    def drop(self, request: Request, number: int) -> Answer:
        """Forget a play that was forked."""
        _only_true(request, "drop")
        if number == FIRST:
            raise BadInput(f"play {FIRST} stays", where="drop", remedy="name a play that was forked")
        del self.plays[number]
        return {"dropped": number}

    def save(self, request: Request, number: int) -> Answer:
        """Store the play as ITF."""
        path, why = _string(request, "save"), request.get("why", "")
        if not isinstance(why, str):
            raise BadInput(f"{_text(why)} is no text", where="why", remedy="give a text")
        try:
            return {"saved": str(self.plays[number].save(path, why=why))}
        except BadInput as error:
            remedy = error.remedy if error.where else 'begin the play by {"start": true}'
            raise BadInput(error.what, where=error.where or "save", remedy=remedy) from None

    def load(self, request: Request, number: int) -> Answer:
        """Put a stored play in the place of this one."""
        self.plays[number] = self.session.load(_string(request, "load"))
        return self._now(number)

    # ---------------------------------------------------------------------------------------- positions

    def moves(self, request: Request, number: int) -> Answer:
        """The moves that players may choose from."""
        _only_true(request, "moves")
        return {"moves": [move.to_json() for move in self.plays[number].position.moves()]}

    def outcomes(self, request: Request, number: int) -> Answer:
        """The outcomes of chance with their weights."""
        _only_true(request, "outcomes")
        return {"outcomes": [one.to_json() for one in self.plays[number].position.outcomes()]}

    def deciders(self, request: Request, number: int) -> Answer:
        """The players whose choice it is."""
        _only_true(request, "deciders")
        return {"deciders": [player.name for player in self.plays[number].position.deciders]}

    def state(self, request: Request, number: int) -> Answer:
        """All fields."""
        _only_true(request, "state")
        return {"state": self.plays[number].position.state.to_json()}

    def view(self, request: Request, number: int) -> Answer:
        """The fields as a seat sees them; None where it does not."""
        seat, partners = _string(request, "view"), request.get("partners", [])
        if not isinstance(partners, list) or not all(isinstance(one, str) for one in partners):
            raise BadInput("the partners are no list of names", where="partners", remedy="give a list")
        return {"view": self.plays[number].position.view(seat, partners=tuple(partners)).to_json()}

    def position(self, request: Request, number: int) -> Answer:
        """The whole position: state, deciders, moves, outcomes and result."""
        _only_true(request, "position")
        return {"position": self.plays[number].position.to_json()}

    def why_not(self, request: Request, number: int) -> Answer:
        """The requirement that stands against a move; None if it is possible."""
        name, args = _move(request, "why_not")
        refusal = self.plays[number].position.why_not(name, **args)
        return {"why_not": None if refusal is None else refusal.to_json()}


VERBS: Mapping[str, Callable[[Exchange, Request, int], Answer]] = {
    "do": Exchange.do,
    "moves": Exchange.moves,
    "outcomes": Exchange.outcomes,
    "deciders": Exchange.deciders,
    "state": Exchange.state,
    "view": Exchange.view,
    "position": Exchange.position,
    "why_not": Exchange.why_not,
    "undo": Exchange.undo,
    "start": Exchange.start,
    "fork": Exchange.fork,
    "drop": Exchange.drop,
    "set": Exchange.set,
    "save": Exchange.save,
    "load": Exchange.load,
}
"""What a request may ask, by its key."""
BESIDE: Mapping[str, tuple[str, ...]] = {"args": ("do", "why_not"), "partners": ("view",), "why": ("save",)}
"""Further keys of a request, with the verbs that they belong to."""


# ------------------------------------------------------------------------------------------- requests


def _request(line: bytes) -> Request:
    """The object on a line.  Raises BadInput for anything else."""
    if len(line) > LONGEST:
        raise BadInput(f"the request has more than {LONGEST:,} bytes", remedy="send a shorter one")
    try:
        found = json.loads(line.rstrip().decode(), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise BadInput("the line is no UTF-8", remedy="send UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadInput(
            f"the line is no JSON: {error.msg[0].lower()}{error.msg[1:]}",
            where=f"column {error.pos + 1}",
            remedy="send one object in one line",
        ) from None
    except (ValueError, RecursionError):
        raise BadInput("the line is no JSON that can be read", remedy="send one object in one line") from None
    if not isinstance(found, dict):
        raise BadInput("the request is no object", remedy='send one, such as {"moves": true}')
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


def _verb(request: Request) -> str:
    """The verb of a request.  Raises BadInput unless there is one, and nothing that does not belong to it."""
    verbs = [key for key in request if key in VERBS]
    known = [*VERBS, *BESIDE, "id", "play"]
    for key in request:
        if key not in known:
            raise BadInput(f"no request has the key {_text(key)}", remedy=nearest(key, known))
    if len(verbs) != 1:
        what = "names no verb" if not verbs else f"names {len(verbs)} verbs, {' and '.join(verbs)}"
        raise BadInput(f"the request {what}", remedy=f"name one of {', '.join(VERBS)}")
    for key, belongs in BESIDE.items():
        if key in request and verbs[0] not in belongs:
            raise BadInput(f"{verbs[0]} takes no {key}", where=key, remedy="leave it out")
    if "id" in request and not _is_id(request["id"]):
        raise BadInput(f"{_text(request['id'])} is no id", where="id", remedy="give a text or a whole number")
    return verbs[0]


def _move(request: Request, verb: str) -> tuple[str, dict[str, Any]]:
    """The name and the arguments of a move: the name beside ``args``, or an object as ``moves`` gives it."""
    given: Any = request[verb]
    args: Any = request.get("args", {})
    if isinstance(given, dict) and "args" not in request:
        args = given.get("args", {})
        given = given.get("move")
    if not isinstance(given, str):
        remedy = 'give its name and "args", or an object of `moves`'
        raise BadInput(f"{_text(request[verb])} is no move", where=verb, remedy=remedy)
    if not isinstance(args, dict):
        raise BadInput(
            "the arguments are no object", where="args", remedy='give them by name: {"name": value}'
        )
    for name, value in args.items():
        if not isinstance(value, (str, bool, int)):
            remedy = "give a name, a whole number or a truth value"
            raise BadInput(f"{name} = {_text(value)} is no argument", where="args", remedy=remedy)
    return given, args


def _only_true(request: Request, verb: str) -> None:
    if request[verb] is not True:
        raise BadInput(f"{verb} takes no value", where=verb, remedy=f'write {{"{verb}": true}}')


def _string(request: Request, verb: str) -> str:
    found = request[verb]
    if not isinstance(found, str) or not found:
        raise BadInput(f"{_text(found)} is no name", where=verb, remedy="give a text")
    return found


def _field(place: FieldPlace, value: Any) -> Any:
    """What a field is set to: a table's cells by their keys, which come as pairs of a key and a value."""
    if not place.index:
        return value
    pairs = value if isinstance(value, list) else None
    if pairs is None or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        remedy = "give pairs of a key and a value, as `state` does"
        raise BadInput(f"{place.name} is a table", where="set", remedy=remedy)
    return {_key(place, key): item for key, item in pairs}


def _key(place: FieldPlace, key: Any) -> Any:
    """The key of a table, its members by name.  Raises BadInput."""
    keys = key if isinstance(key, list) and len(place.index) > 1 else [key]
    found = []
    if len(keys) == len(place.index):
        for domain, one in zip(place.index, keys, strict=True):
            known = {shown(value): value for value in domain.values()} if isinstance(one, str) else {}
            found.append(known.get(one, one) if isinstance(one, str) else one)
            if domain.place(found[-1]) < 0:
                found.clear()
                break
    if not found:
        raise BadInput(
            f"{place.name} has no cell {_text(key)}", where="set", remedy="give a key as `state` does"
        )
    return found[0] if len(found) == 1 else tuple(found)


def _domain(domain: Domain) -> Answer:
    """The values of a domain."""
    if isinstance(domain, RangeDomain):
        return {"lo": domain.lo, "hi": domain.hi}
    if isinstance(domain, BoolDomain):
        return {"values": [False, True]}
    return {"values": [shown(value) for value in domain.values()]}


def _told(kind: str, what: str, where: str, remedy: str) -> Answer:
    return {"kind": kind, "what": what, "where": where, "remedy": remedy}


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_id(value: object) -> bool:
    return isinstance(value, str) or _is_number(value)


def _text(value: object) -> str:
    """A value of a request as JSON, cut where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _listed(plays: Mapping[int, Play]) -> str:
    first = ", ".join(str(number) for number in list(plays)[:10])
    return first if len(plays) <= 10 else f"{first}, ..."
