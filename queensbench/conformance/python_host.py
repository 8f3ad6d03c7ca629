"""An engine under test that is a Python object, in this process: quicker, and trusted more, than a program.

What it prints goes to the error stream.  A call that takes too long is ended by an alarm where there is one (in the
main thread, outside Windows), and only while Python itself runs: an engine that may hang in a library, or end the
process, is better tested as a program.
"""

from __future__ import annotations

import importlib
import inspect
import json
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from queensbench.conformance.engine import Answer, EngineAdapter
from queensbench.conformance.hosting import Host
from queensbench.conformance.processes import SECONDS
from queensbench.conformance.protocol import ASKS, LONGEST, OPTIONAL, PROTOCOL, Malformed
from queensbench.errors import BadInput, Refused
from queensbench.project.register.entries import nearest

ALWAYS = ("reset", "do")
"""The methods that an engine must have."""
OWN = Path(__file__).parents[1]
REPEATED = 0.2
"""The seconds after which an alarm comes again, for an engine that catches everything."""


SHORT, MOST_SHORT = 200, 1_000
"""So many short answers, by their text, are read once; nobody changes an answer."""


class Overdue(BaseException):
    """The time for an answer is over.  No Exception, so that an engine that catches those does not catch it."""


class InProcess(Host):
    """An engine that is a Python object, or the class of one.

    ``seconds``: the time for an answer, where it can be held to one.  Raises EngineFault for an engine without the
    methods that it must have, and for one that cannot be made.
    """

    def __init__(self, engine: object, mode: str, *, seconds: float = SECONDS) -> None:
        kind = engine if isinstance(engine, type) else type(engine)
        super().__init__(str(getattr(engine, "name", "") or kind.__name__))
        self.seconds = seconds
        self._engine = engine
        self._alarm = Alarm(seconds)
        self._known: dict[str, Answer] = {}
        self._methods: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
        if isinstance(engine, type):
            self._engine = self._carried_out(lambda _: engine(), {}, "hello", {})
        self._can = [name for name in OPTIONAL if self._has(name)]
        for name in (*ALWAYS, *self._can):
            if not self._has(name):
                self.fail(f"it has no method `{name}`", remedy=f"write `def {name}(self, ...)`")
            self._methods[name] = self._bound(name)
        self.greet(mode)

    def exchange(self, ask: str, request: Mapping[str, Any]) -> Answer:
        """The result of the method of that name.  Raises EngineFault, Malformed."""
        if ask == "hello":
            name, version = (getattr(self._engine, key, "") for key in ("name", "version"))
            return self._plain(
                {
                    "name": name or type(self._engine).__name__,
                    "version": version,
                    "protocol": PROTOCOL,
                    "can": self._can,
                }
            )
        if ask == "quit":
            return {}
        given = request
        for value in request.values():
            if isinstance(value, dict | list | tuple):
                given = _read(_written(request))  # its own to change
                break
        return self._plain(self._carried_out(self._methods[ask], given, ask, request))

    def close(self) -> None:
        """Forget the object."""
        self._engine = None
        self._methods.clear()
        self._alarm.close()

    # -------------------------------------------------------------------------------------------- methods

    def _has(self, name: str) -> bool:
        """Whether the engine has a method of its own for a request."""
        found = getattr(type(self._engine), name, None)
        own = found is not None and found is not getattr(EngineAdapter, name)
        return (own or name in vars(self._engine)) and callable(getattr(self._engine, name))

    def _bound(self, name: str) -> Callable[[Mapping[str, Any]], Any]:
        """A call of the method for a request with what the method names of it.  Raises EngineFault if it needs more."""
        method = getattr(self._engine, name)
        offered = [*ASKS[name].request]
        try:
            params = inspect.signature(method).parameters.values()
        except (TypeError, ValueError):  # of a library's own functions nothing is known
            return lambda request: method(**request)
        if any(one.kind is one.VAR_KEYWORD for one in params):
            return lambda request: method(**request)
        wanted = [one.name for one in params if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
        for one in params:
            needed = one.default is one.empty and one.kind is not one.VAR_POSITIONAL
            if needed and (one.name not in offered or one.kind is one.POSITIONAL_ONLY):
                self.fail(
                    f"its method `{name}` takes `{one.name}`, which the request does not have",
                    remedy=nearest(one.name, offered),
                )
        taken = [key for key in wanted if key in offered]
        return lambda request: method(**{key: request[key] for key in taken})

    def _carried_out(
        self, method: Callable[[Any], Any], given: Any, ask: str, request: Mapping[str, Any]
    ) -> Any:
        """What a method returns that is given something.  Raises EngineFault if it raises, or takes too long."""
        try:
            with _Quietly(), self._alarm:
                return method(given)
        except Overdue:
            what = f"its {self.seconds:g} seconds are over"
            remedy = "answer in time, or give it more with --seconds"
            self.fail(what, {"ask": ask, **request}, remedy=remedy)
        except KeyboardInterrupt:
            raise
        except Refused as error:  # of an engine that plays with positions of ours: its way to say no
            if ASKS[ask].instead == "refused":
                return {"refused": str(error)}
            self._raises(error, ask, request)
        except BaseException as error:  # noqa: BLE001 - of an engine that ends the program, too
            self._raises(error, ask, request)

    def _raises(self, error: BaseException, ask: str, request: Mapping[str, Any]) -> NoReturn:
        remedy = "mend the engine or its adapter"
        self.fail(f"it raised {_raised(error)}", {"ask": ask, **request}, remedy=remedy)

    def _plain(self, answer: Any) -> Answer:
        """An answer as the lines of a program would have it.  Raises Malformed."""
        if answer is None:
            return {}
        if not isinstance(answer, dict):
            raise Malformed("that is no dict", "return a dict, or None for an empty one", _shown(answer))
        try:
            text = _written(answer)
        except (TypeError, ValueError, RecursionError) as error:
            remedy = "use dicts with texts as keys, lists, texts, whole numbers, truth values and None"
            raise Malformed(f"that is no JSON: {error}", remedy, _shown(answer)) from None
        if len(text) > LONGEST:
            raise Malformed(f"that has more than {LONGEST:,} bytes", "answer less", text[:200])
        found: Answer | None = self._known.get(text)
        if found is None:
            found = _read(text)
            if len(text) < SHORT and len(self._known) < MOST_SHORT:
                self._known[text] = found
        return found


def load(target: str, folder: Path) -> object:
    """The object, or the class of one, that ``module:name`` names, imported from a folder or an installed package.

    Raises BadInput.
    """
    module, _, name = target.partition(":")
    if not module or not name or name.startswith("."):
        raise BadInput(f"{target} names no engine", where="--python", remedy="write `--python module:Class`")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))  # for good: an engine may import something when it first needs it
    try:
        with _Quietly():
            found: Any = importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a module does when it is imported
        what = f"{module} cannot be imported: {_raised(error)}"
        raise BadInput(what, where="--python", remedy="mend it, or name a module that is there") from None
    for part in name.split("."):
        if not hasattr(found, part):
            known = [one for one in vars(found) if not one.startswith("_")]
            raise BadInput(f"{module} has no {name}", where="--python", remedy=nearest(part, known))
        found = getattr(found, part)
    return found


_written = json.JSONEncoder(allow_nan=False).encode
_read = json.JSONDecoder().decode


class _Quietly:
    """Let what is printed go to the error stream: the output is the report's."""

    def __enter__(self) -> None:
        self.before, sys.stdout = sys.stdout, sys.stderr

    def __exit__(self, *_: object) -> None:
        sys.stdout = self.before


class Alarm:
    """Raises Overdue in what runs when its time is over, where there are alarms and nobody else uses them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.running = False
        self._before: Any = None
        usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self.usable = usable and signal.getitimer(signal.ITIMER_REAL)[0] == 0
        if self.usable:
            self._before = signal.signal(signal.SIGALRM, self._ring)

    def __enter__(self) -> None:
        if self.usable:
            self.running = True
            signal.setitimer(signal.ITIMER_REAL, self.seconds, REPEATED)

    def __exit__(self, *_: object) -> None:
        if self.usable:
            self.running = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _ring(self, *_: object) -> None:
        if self.running:
            raise Overdue

    def close(self) -> None:
        """Give the alarm back."""
        if self.usable:
            self.usable = False
            signal.signal(signal.SIGALRM, self._before)


def _raised(error: BaseException) -> str:
    """An error of an engine in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{_place(error)}"


def _place(error: BaseException) -> str:
    """The last place outside this package that an error came through."""
    frames = traceback.extract_tb(error.__traceback__)
    for frame in reversed(frames):
        path = Path(frame.filename)
        if path.is_absolute() and OWN not in path.parents and "importlib" not in frame.filename:
            return f" ({path.name}:{frame.lineno})"
    return ""


def _shown(value: Any) -> str:
    """A value that is no JSON."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - of a class of somebody else
        text = f"a {type(value).__name__}"
    return text if len(text) <= 200 else f"{text[:197]}..."


__all__ = ["InProcess", "Overdue", "load"]
