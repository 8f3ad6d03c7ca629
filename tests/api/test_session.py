"""A session asks the engines, and their answers agree with one another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

import queensbench as qb
from queensbench.errors import BadInput
from queensbench.project import projects
from tests.processes import MARK, python, write
from tests.surfaces.projects import COUNTER, VERDICTS


@pytest.fixture(scope="module")
def session() -> qb.Session:
    """Six cards of Queue 4."""
    return qb.load("queue4/standard").session("six")


def test_plays_lead_to_where_they_are_asked_for(session: qb.Session) -> None:
    space = session.explore()
    assert (space.states, space.transitions, space.depth) == (4911, 8768, 9)
    scored = space.play_to("score >= 4")
    assert scored is not None
    assert scored.position.scores[None] >= 4
    best = session.search("score >= 4", choices=1)
    assert (best.verdict, best.none_up_to, best.play) == ("bounded", 1, None)
    won, ended = space.play_to("win PLAYER"), space.play_to("end")
    assert won is not None
    assert ended is not None
    assert [player.name for player in won.position.winners] == ["PLAYER"]
    assert [str(move) for move in ended.moves] == ["stop()"]
    assert space.play_to("score >= 1000") is None
    assert space.play_to("silence") is None


def test_a_cluster_whose_workers_are_all_gone_for_a_moment_explores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The memory is shared out among those that are there, and that may be none just then."""
    from queensbench.api import by_levels
    from queensbench.engines.layers.tasks import here

    @contextmanager
    def opened(*_: object) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(room=lambda: 0)

    monkeypatch.setattr("queensbench.engines.runtime.clusters.opened", opened)
    monkeypatch.setattr(by_levels, "on_cluster", lambda cluster: nullcontext(here))
    found = qb.load("queue4/standard").session("six").explore_by_levels(tmp_path, cluster="local:1")
    assert (found.complete, found.states) == (True, 4911)


def test_the_graph_has_the_states_that_were_found(session: qb.Session) -> None:
    space = session.explore()
    graph = space.to_networkx()
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (space.states, space.transitions)
    assert {data["move"] for _, _, data in graph.out_edges(0, data=True)} == {
        "begin_queue(queue=FIRST)",
        "stop()",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("score +", "`score +` is no condition: invalid syntax; write it as in `score >= 90`"),
        (
            "phse == AIM",
            "`phse == AIM` is no condition: phse is not known here in `phse`; did you mean Phase or pauses?",
        ),
        (
            "__import__('os')",
            (
                "`__import__('os')` is no condition: `__import__` cannot be called in a rule in `__import__('os')`; "
                "call rules of the model; any, all, sum, min, max, len and abs are known"
            ),
        ),
        (
            "FIRST == FIRST",
            "`FIRST == FIRST` is no condition: FIRST is a member of Aim, Queue; write Aim.FIRST",
        ),
    ],
)
def test_a_condition_outside_the_language_is_one_line(session: qb.Session, text: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        session.search(text)
    assert str(error.value) == message


@pytest.mark.parametrize("text", ["-" * 200_000 + "1 > 0", "not " * 3_000 + "over", "not " * 400 + "over"])
def test_a_condition_that_is_nested_too_deeply_is_one_line(session: qb.Session, text: str) -> None:
    with pytest.raises(BadInput) as error:
        session.search(text)
    assert str(error.value) == (
        f"`{text[:60]}...` is no condition: it is nested too deeply; write a @rule, and ask for that"
    )


def test_a_condition_with_a_number_of_thousands_of_digits_is_one_line(session: qb.Session) -> None:
    """Python reads one in hexadecimal, and does not write it."""
    text = "score > 0x" + "f" * 5_000
    with pytest.raises(BadInput) as error:
        session.search(text)
    assert str(error.value) == (
        f"`{text[:60]}...` is no condition: it has a number of thousands of digits; write a smaller one"
    )


def test_a_condition_is_read_alike_by_machine_code_and_the_interpreter(session: qb.Session) -> None:
    """The search tells by z3, and has the interpreter confirm; the explorer by machine code."""
    space = session.explore()
    for text in (
        "any(len(queue[q]) == 3 for q in Queue)",
        "held + 1 == 3 and not (phase == Phase.AIM)",
        "max(deck[c] for c in span(Card)) < 2",
        "1 < held < 3 if phase == SEEN else over",
    ):
        found, first = session.search(text), space.play_to(text)
        assert found.play is not None, text
        assert first is not None, text
        assert len(found.play) == len(first), text


def test_random_games_are_the_same_for_the_same_seed(session: qb.Session) -> None:
    one, two = session.simulate(games=50, seed=3), session.simulate(games=50, seed=3)
    assert one == two
    assert one != session.simulate(games=50, seed=4)
    lengths = [len(one.play(game)) for game in range(50)]
    assert (sum(lengths), min(lengths), max(lengths)) == (one.steps, one.shortest, one.longest)
    with pytest.raises(BadInput, match="game 50 of 50; choose one from 0 to 49"):
        one.play(50)


def test_results_are_json_and_tables(session: qb.Session) -> None:
    results = (session.explore(), session.simulate(games=5), session.solve(), session.search("end"))
    for result in results:
        assert json.loads(json.dumps(result.to_json()))["instance"] == "six"
        assert result._repr_html_().startswith("<table><caption>")
    assert "<svg" in session.start()._repr_html_()
    with pytest.raises(AttributeError):
        results[0].states = 3  # type: ignore[misc]


def test_a_verdict_that_is_not_expected_fails_an_assertion(session: qb.Session) -> None:
    found = session.explore().assert_properties()
    assert {(one.state, one.fault) for one in found.verdicts} == {("ok", "")}
    with pytest.raises(KeyboardInterrupt):
        replace(found, interrupted=True).require_expected()
    with pytest.raises(
        BadInput,
        match=r"^mode standard has on instance six no property ends\.dek; did you mean ends\.deck\?$",
    ):
        session.audit(properties=["ends.dek"])


def said(session: qb.Session) -> list[str]:
    """What the assertion of all properties says, line by line."""
    with pytest.raises(AssertionError) as error:
        session.explore().assert_properties()
    with pytest.raises(AssertionError) as again:
        session.audit(proofs=False).require_expected()
    assert str(again.value) == str(error.value)
    return str(error.value).splitlines()


def test_an_assertion_names_the_verdict_its_class_and_the_play(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": MARK, "model/verdicts.py": VERDICTS, "model/counter.py": COUNTER})

    def opened(path: str, instance: str = "full", **readings: str) -> qb.Session:
        return qb.load(path, project=tmp_path).session(instance, readings=readings)

    try:
        assert said(opened("verdicts/bad", "whole")) == [
            "verdicts/bad: not as expected",
            (
                "bad on whole: fails (refuted), expected holds; 51 states; 1 against it, first after 3 steps; "
                "play up() up() up()"
            ),
            (
                "good on whole: holds (witnessed), expected fails; 51 states; first after 3 choices, 3 steps; "
                "play up() up() up()"
            ),
        ]
        assert said(opened("verdicts/late")) == [
            "verdicts/late: not as expected",
            "late on full: unknown, expected holds; 10 states, stopped by its budget of 10 states",
        ]
        assert said(opened("counter", "small", stop_at_nought="late")) == [
            "counter/count: not as expected",
            (
                "points on small under stop_at_nought=late: fails (refuted), expected holds; 6 states; "
                "scores 1 to 3; play up() stop()"
            ),
        ]
        with pytest.raises(AssertionError) as error:
            opened("verdicts/weak").audit(proofs=False, games=20).require_expected()
        assert str(error.value).splitlines()[1:] == [
            "weak on full: holds, but only sampled, expected at least exhausted; 20 games, 1,000 steps"
        ]
    finally:
        projects.load()


def test_a_play_is_stored_and_done_again(session: qb.Session, tmp_path: Path) -> None:
    play = session.play().do("begin_queue", queue="FIRST").do("reveal", card=3)
    fork = play.fork().do("play").undo(2)
    assert (len(play), len(fork)) == (2, 1)
    file = play.save(tmp_path / "game.itf.json", why="two steps")
    again = session.load(file)
    assert again.moves == play.moves
    assert again.position == play.position
    assert json.loads(file.read_text(encoding="utf-8")) == play.to_json() | {
        "#meta": play.to_json()["#meta"] | {"description": "two steps"}
    }
    with pytest.raises(BadInput, match="3 moves cannot be taken back; the play has 2"):
        play.undo(3)
    set_up = session.play(session.position(held=2))
    with pytest.raises(BadInput, match="a play that begins at a position that was set cannot be stored"):
        set_up.save(tmp_path / "other.itf.json")
    with pytest.raises(BadInput, match="is a play of queue4/standard six; name one of queue4/standard eight"):
        qb.load("queue4/standard").session("eight").load(file)


def test_a_script_without_a_guard_proves_once(tmp_path: Path) -> None:
    """Processes that help to prove do not run the script again."""
    script = tmp_path / "script.py"
    script.write_text(
        "import queensbench as qb\n"
        "print('once')\n"
        f"session = qb.load('snail-race', project={str(tmp_path / 'mine')!r}).session()\n"
        "print(*[v.verdict for v in session.prove().verdicts])\n",
        encoding="utf-8",
    )
    from queensbench.project.creating import create

    create(tmp_path / "mine")
    done = python(tmp_path, str(script))
    assert done.stdout.splitlines()[0] == "once"
    assert len(done.stdout.splitlines()) == 2
    assert (done.returncode, done.stderr) == (0, "")


def test_kinds_of_moves_are_those_of_players_and_of_chance() -> None:
    game = qb.load("queue4/standard")
    kinds = game.move_kinds("six")
    assert {name for name, kind in kinds.items() if kind.by_chance} == {"draw_known", "reveal"}
    assert {"add", "begin_queue", "stop"} <= set(kinds)
    queues = kinds["begin_queue"].arguments["queue"].values()
    assert [str(value) for value in queues] == ["Queue.FIRST", "Queue.SECOND"]
    assert game.move_kinds()["reveal"].arguments["card"].size == 13
    assert game.session("six").move_kinds == kinds
    with pytest.raises(BadInput, match="nosuch"):
        game.move_kinds("nosuch")


def test_an_instance_is_written_for_another_tool(tmp_path: Path) -> None:
    scots = qb.load("queen-of-scots/standard")
    whole = scots.session("short").export()
    assert (whole.states, whole.transitions, whole.value) == (23, 26, "")
    assert whole.save(tmp_path / "short.drn").read_text(encoding="utf-8") == whole.text
    assert whole.to_json() == {
        "mode": "queen-of-scots/standard",
        "instance": "short",
        "format": "drn",
        "states": 23,
        "transitions": 26,
        "value": "",
    }
    other = scots.session("short", parameters={"jewel_worth": 3}).export()
    assert "// parameter jewel_worth = 3" in other.text.splitlines()
    assert "// parameter jewel_worth = 3" not in whole.text.splitlines()
    with pytest.raises(BadInput, match=r"^nothing is exported as prism; choose drn$"):
        scots.session("short").export("prism")
    with pytest.raises(
        BadInput, match=r"^an aim is that of a player whose choices are fixed; add --fix PLAYER$"
    ):
        scots.session("short").export(player="NORTH")


def test_a_position_whose_moves_a_search_did_not_come_to_has_bounds_alone() -> None:
    session = qb.load("queue4/standard").session("six")
    found = session.best_play(budget=100)
    position = session.start().do("begin_queue", queue="FIRST").do("reveal", card=1).do("shuffle_back")
    position = (
        position.do("begin_queue", queue="FIRST").do("reveal", card=2).do("begin_queue", queue="SECOND")
    )
    aim = "greatest expected score"
    assert found.at(position) == qb.Worth(aim, qb.Value(aim, False, Fraction(-6), Fraction(54)), {}, ())
    assert not position.over
