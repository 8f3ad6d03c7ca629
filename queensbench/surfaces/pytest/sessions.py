"""A plugin of pytest with sessions of rulesets, and with their properties as an assertion.

pytest finds it by itself where Queensbench is installed.  It offers three fixtures and a marker::

    def test_green_begins(queensbench_session):
        race = queensbench_session("snail-race/race", instance="short")
        assert race.start().state.turn.name == "GREEN"

    @pytest.mark.queensbench("snail-race/race", instance="short", readings={"past_the_end": "rests"})
    def test_all_is_as_expected(queensbench_session, assert_properties):
        assert_properties(queensbench_session())

    def test_my_engine_plays_by_the_book(conforms):
        conforms("snail-race/race", MyEngine, instance="short", plays={"past_the_end": "stops"})

The project is the one that holds pytest's root folder.  Nothing is imported until a test asks for a fixture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from queensbench.api.session import Session
    from queensbench.conformance.report import Conformance

MARKER = "queensbench"
GAMES = 1_000
"""The random games of an instance that is not explored, where a test names no other number."""


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(mode, instance='full', readings={{}}): what `queensbench_session()` opens in this test",
    )


@pytest.fixture(scope="session")
def _queensbench_sessions() -> dict[tuple[object, ...], Session]:
    """The sessions that tests have opened: what is compiled once serves all tests."""
    return {}


@pytest.fixture
def queensbench_session(
    request: pytest.FixtureRequest, _queensbench_sessions: dict[tuple[object, ...], Session]
) -> Callable[..., Session]:
    """Open a session: ``queensbench_session("ruleset/mode", instance="full", readings={"ruling": "reading"})``.

    What is left out is taken from the marker ``queensbench`` of the test.  The same question opens the same session.
    """
    marker = request.node.get_closest_marker(MARKER)
    marked = {} if marker is None else {**dict(zip(("mode",), marker.args, strict=False)), **marker.kwargs}

    def opened(
        mode: str | None = None, *, instance: str | None = None, readings: Mapping[str, Any] | None = None
    ) -> Session:
        from queensbench.api.game import load
        from queensbench.errors import BadInput
        from queensbench.project.projects import find_root

        path = mode or marked.get("mode")
        if path is None:
            remedy = "name one, or mark the test with @pytest.mark.queensbench"
            raise BadInput("no mode is named", where=request.node.nodeid, remedy=remedy)
        box = instance or marked.get("instance", "full")
        chosen = marked.get("readings", {}) if readings is None else readings
        named = sorted((name, str(getattr(reading, "name", reading))) for name, reading in chosen.items())
        key = (path, box, *named)
        if key not in _queensbench_sessions:
            game = load(path, project=find_root(request.config.rootpath))
            _queensbench_sessions[key] = game.session(box, readings=chosen)
        return _queensbench_sessions[key]

    return opened


@pytest.fixture
def assert_properties() -> Callable[..., None]:
    """Fail unless all properties are as their author expects: ``assert_properties(session, "two-winners")``.

    Without names all that are asked of the session's instance; options ``games`` (1,000 where left out), ``seed`` and
    ``budget`` as of :meth:`queensbench.Session.audit`, which judges them without proofs.
    """

    def asserted(session: Session, *properties: str, games: int = GAMES, **options: Any) -> None:
        __tracebackhide__ = True
        verdicts = session.audit(properties=properties, proofs=False, games=games, **options)
        said = ""
        try:
            verdicts.require_expected()
        except AssertionError as error:
            said = str(error)
        if said:  # outside, or pytest would tell both
            pytest.fail(said, pytrace=False)

    return asserted


@pytest.fixture
def conforms() -> Callable[..., Conformance]:
    """A function that plays with an engine, and fails with the report where it does not play by the book.

    It takes what :func:`queensbench.conform` takes, and ``plays``: by ruling the reading that must be found.
    """

    def check(
        path: str, engine: object = None, *, plays: Mapping[str, str] | None = None, **options: Any
    ) -> Conformance:
        from queensbench.conformance.conforming import conform

        found = conform(path, engine, **options)
        if not found.conforms:
            pytest.fail(str(found), pytrace=False)
        for ruling, reading in (plays or {}).items():
            played = found.readings.get(ruling)
            if played != reading:
                told = f"it plays {played}" if played else "its readings are not told apart"
                pytest.fail(f"{ruling} should be played as {reading}: {told}\n{found}", pytrace=False)
        return found

    return check
